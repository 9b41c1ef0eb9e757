/* lqcd/compat/quda/blas.h: part of quda.h: products and inverses of small matrices of the caller, one after the other, in double.
 *
 * Matrix number b of A begins at number a_offset + b a_stride size of A, size that of one matrix with its leading dimension, and so
 * for B and C; b = 0, s, 2 s, .. below batch_count, s the largest stride. A stride of 0 is 1.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_BLAS_H
#define LQCD_QUDA_BLAS_H

#include "print.h"

QudaBLASParam newQudaBLASParam(void)
{
	QudaBLASParam p;
	memset((void *)&p, 0, sizeof p);
	LQCD__QUDA_BLAS(LQCD__QUDA_SET, LQCD__QUDA_SET, LQCD__QUDA_SET_NONE)
	return p;
}

/* A matrix of the caller: element (i, j) is number at + i row + j column of data, conjugated if conjugate. */
typedef struct {
	void *data;
	QudaBLASDataType type;
	int conjugate;
	size_t at, row, column, size;
} lqcd__quda_small;

LQCD_STATIC lqcd_complex_d lqcd__quda_small_get(const lqcd__quda_small *a, int i, int j)
{
	const int wide = a->type == QUDA_BLAS_DATATYPE_D || a->type == QUDA_BLAS_DATATYPE_Z, both = a->type >= QUDA_BLAS_DATATYPE_C;
	const size_t n = (a->at + (size_t)i * a->row + (size_t)j * a->column) << both;
	lqcd_complex_d z;
	z.re = wide ? ((const double *)a->data)[n] : (double)((const float *)a->data)[n];
	z.im = !both ? 0 : wide ? ((const double *)a->data)[n + 1] : (double)((const float *)a->data)[n + 1];
	if (a->conjugate) z.im = -z.im;
	return z;
}

LQCD_STATIC void lqcd__quda_small_put(const lqcd__quda_small *a, int i, int j, lqcd_complex_d z)
{
	const int wide = a->type == QUDA_BLAS_DATATYPE_D || a->type == QUDA_BLAS_DATATYPE_Z, both = a->type >= QUDA_BLAS_DATATYPE_C;
	const size_t n = (a->at + (size_t)i * a->row + (size_t)j * a->column) << both;
	if (wide)
		((double *)a->data)[n] = z.re;
	else
		((float *)a->data)[n] = (float)z.re;
	if (both && wide) ((double *)a->data)[n + 1] = z.im;
	if (both && !wide) ((float *)a->data)[n + 1] = (float)z.im;
}

/** The matrix op(data) of so many rows and columns with a leading dimension. */
LQCD_STATIC lqcd__quda_small lqcd__quda_small_of(void *data, const QudaBLASParam *p, QudaBLASOperation op, int rows, int columns,
						 int leading, int offset, const char *name)
{
	const int turned = op != QUDA_BLAS_OP_N, by_columns = p->data_order == QUDA_BLAS_DATAORDER_COL;
	const int stored_rows = turned ? columns : rows, stored_columns = turned ? rows : columns;
	lqcd__quda_small a;
	lqcd__quda_need(data != NULL, "blasGEMMQuda", "a matrix is NULL");
	if (op != QUDA_BLAS_OP_N && op != QUDA_BLAS_OP_T && op != QUDA_BLAS_OP_C)
		lqcd__quda_error("blasGEMMQuda: trans_a, trans_b = %d: QUDA_BLAS_OP_N, QUDA_BLAS_OP_T or QUDA_BLAS_OP_C", (int)op);
	if (leading < (by_columns ? stored_rows : stored_columns) || offset < 0)
		lqcd__quda_error("blasGEMMQuda: %s = %d, offset %d: a matrix of %d x %d", name, leading, offset, stored_rows, stored_columns);
	a.data = data;
	a.type = p->data_type;
	a.conjugate = op == QUDA_BLAS_OP_C;
	a.at = (size_t)offset;
	a.row = by_columns == turned ? (size_t)leading : 1;
	a.column = by_columns == turned ? 1 : (size_t)leading;
	a.size = (size_t)leading * (size_t)(by_columns ? stored_columns : stored_rows);
	return a;
}

LQCD_STATIC void lqcd__quda_check_blas(const QudaBLASParam *p, const char *function)
{
	lqcd__quda_need(p != NULL, function, "no parameters (NULL)");
	lqcd__quda_check_size(p->struct_size, sizeof *p, function);
	lqcd__quda_need(p->batch_count > 0, function, "batch_count: 1 or more");
	if ((unsigned)p->data_type > QUDA_BLAS_DATATYPE_Z) lqcd__quda_error("%s: data_type is not set", function);
}

void blasGEMMQuda(void *arrayA, void *arrayB, void *arrayC, QudaBoolean native, QudaBLASParam *param)
{
	const char *const name = "blasGEMMQuda";
	const QudaBLASParam *p = param;
	double z[4];
	(void)native;
	lqcd__quda_check_blas(p, name);
	lqcd__quda_need(p->m > 0 && p->n > 0 && p->k > 0, name, "m, n, k: 1 or more");
	lqcd__quda_need(p->a_stride >= 0 && p->b_stride >= 0 && p->c_stride >= 0, name, "a_stride, b_stride, c_stride: 0 or more");
	if ((unsigned)p->data_order > QUDA_BLAS_DATAORDER_COL) lqcd__quda_error("%s: data_order is not set", name);
	lqcd__quda_small a = lqcd__quda_small_of(arrayA, p, p->trans_a, p->m, p->k, p->lda, p->a_offset, "lda");
	lqcd__quda_small b = lqcd__quda_small_of(arrayB, p, p->trans_b, p->k, p->n, p->ldb, p->b_offset, "ldb");
	lqcd__quda_small c = lqcd__quda_small_of(arrayC, p, QUDA_BLAS_OP_N, p->m, p->n, p->ldc, p->c_offset, "ldc");
	const int sa = p->a_stride ? p->a_stride : 1, sb = p->b_stride ? p->b_stride : 1, sc = p->c_stride ? p->c_stride : 1;
	int step = sa > sb ? sa : sb;
	if (sc > step) step = sc;
	memcpy(z, &p->alpha, 2 * sizeof *z);
	memcpy(z + 2, &p->beta, 2 * sizeof *z);
	for (int batch = 0; batch < p->batch_count; batch += step) {
		for (int i = 0; i < p->m; i++)
			for (int j = 0; j < p->n; j++) {
				lqcd_complex_d sum = {0, 0}, old = lqcd__quda_small_get(&c, i, j), out;
				for (int k = 0; k < p->k; k++) {
					const lqcd_complex_d x = lqcd__quda_small_get(&a, i, k), y = lqcd__quda_small_get(&b, k, j);
					sum.re += x.re * y.re - x.im * y.im;
					sum.im += x.re * y.im + x.im * y.re;
				}
				out.re = z[0] * sum.re - z[1] * sum.im;
				out.im = z[0] * sum.im + z[1] * sum.re;
				if (fabs(z[2]) > 0 || fabs(z[3]) > 0) { /* C may be without values for beta = 0 */
					out.re += z[2] * old.re - z[3] * old.im;
					out.im += z[2] * old.im + z[3] * old.re;
				}
				lqcd__quda_small_put(&c, i, j, out);
			}
		a.at += a.size * (size_t)sa;
		b.at += b.size * (size_t)sb;
		c.at += c.size * (size_t)sc;
	}
}

/** x = the inverse of a, both n x n, by Gauss and Jordan with the largest pivot of a column; 0 if there is none. */
LQCD_STATIC int lqcd__quda_small_invert(lqcd_complex_d *x, lqcd_complex_d *a, int n)
{
	for (int k = 0; k < n * n; k++) x[k].re = k % (n + 1) == 0, x[k].im = 0;
	for (int k = 0; k < n; k++) {
		int pivot = k;
		double largest = 0;
		for (int i = k; i < n; i++) {
			const double size = a[i * n + k].re * a[i * n + k].re + a[i * n + k].im * a[i * n + k].im;
			if (size > largest) largest = size, pivot = i;
		}
		if (!(largest > 0)) return 0;
		for (int j = 0; j < n; j++) {
			lqcd_complex_d t = a[k * n + j];
			a[k * n + j] = a[pivot * n + j], a[pivot * n + j] = t;
			t = x[k * n + j];
			x[k * n + j] = x[pivot * n + j], x[pivot * n + j] = t;
		}
		for (int i = 0; i < n; i++) { /* row k over its pivot last: the others need the pivot */
			const int row = (k + 1 + i) % n;
			const lqcd_complex_d d = a[k * n + k], e = a[row * n + k];
			lqcd_complex_d f;
			f.re = (e.re * d.re + e.im * d.im) / largest;
			f.im = (e.im * d.re - e.re * d.im) / largest;
			if (row == k) f.re = 1 - d.re / largest, f.im = d.im / largest;
			for (int j = 0; j < 2 * n; j++) {
				lqcd_complex_d *m = j < n ? a : x, *to = &m[row * n + j % n];
				const lqcd_complex_d from = m[k * n + j % n];
				to->re -= f.re * from.re - f.im * from.im;
				to->im -= f.re * from.im + f.im * from.re;
			}
		}
	}
	return 1;
}

void blasLUInvQuda(void *Ainv, void *A, QudaBoolean use_native, QudaBLASParam *param)
{
	const char *const name = "blasLUInvQuda";
	(void)use_native;
	lqcd__quda_check_blas(param, name);
	const int n = param->inv_mat_size;
	lqcd__quda_need(Ainv && A, name, "a matrix is NULL");
	lqcd__quda_need(n > 0, name, "inv_mat_size: 1 or more");
	if (param->data_type < QUDA_BLAS_DATATYPE_C) lqcd__quda_error("%s: data_type: QUDA_BLAS_DATATYPE_C or QUDA_BLAS_DATATYPE_Z", name);
	const size_t size = (size_t)n * (size_t)n;
	lqcd_complex_d *const a = (lqcd_complex_d *)lqcd_alloc(lqcd_mul_size(2 * size, sizeof *a));
	lqcd__quda_need(a != NULL, name, "no memory");
	lqcd__quda_small in, out;
	memset((void *)&in, 0, sizeof in);
	in.data = A;
	in.type = param->data_type;
	in.row = (size_t)n;
	in.column = 1;
	out = in;
	out.data = Ainv;
	for (int batch = 0; batch < param->batch_count; batch++, in.at += size, out.at += size) {
		for (int k = 0; k < n * n; k++) a[k] = lqcd__quda_small_get(&in, k / n, k % n);
		if (!lqcd__quda_small_invert(a + size, a, n)) lqcd__quda_error("%s: matrix %d has no inverse", name, batch);
		for (int k = 0; k < n * n; k++) lqcd__quda_small_put(&out, k / n, k % n, a[size + (size_t)k]);
	}
	lqcd_free(a);
}

#endif
