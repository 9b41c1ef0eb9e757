/* lqcd/compat/quda/clover.h: part of compat/quda.h: the clover term.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_CLOVER_H
#define LQCD_QUDA_CLOVER_H

#include "quarks.h"

/* Numbers of a site's blocks. */
enum { LQCD__QUDA_BLOCKS = 8 * LQCD_NC * LQCD_NC };

/** Blocks in the memory of the caller, of the chiralities of the DeGrand-Rossi basis. numbers: room for their places. */
LQCD_STATIC lqcd_foreign lqcd__quda_blocks(void *data, const QudaInvertParam *p, ptrdiff_t *numbers,
					   const char *function)
{
	const lqcd_foreign_code code = p->clover_order == QUDA_BQCD_CLOVER_ORDER ? LQCD_CODE_BQCD : LQCD_CODE_QUDA_MILC;
	lqcd_foreign f = lqcd_foreign_of(code, LQCD_FOREIGN_CLOVER, data,
					 lqcd__quda_bits(p->clover_cpu_prec, "clover_cpu_prec", function),
					 lqcd__quda_no_table, &lqcd__quda.lattice);
	if (p->clover_order == QUDA_PACKED_CLOVER_ORDER || p->clover_order == QUDA_BQCD_CLOVER_ORDER) return f;
	if (p->clover_order != QUDA_QDPJIT_CLOVER_ORDER)
		lqcd__quda_error("%s: clover_order %d: QUDA_PACKED_CLOVER_ORDER, QUDA_QDPJIT_CLOVER_ORDER or "
				 "QUDA_BQCD_CLOVER_ORDER",
				 function, (int)p->clover_order);
	/* Two arrays: elements below the diagonal, by rows, [re,im][element][block][parity][site], and the diagonal, [element][block][..]. */
	enum { rows = 2 * LQCD_NC, below = rows * (rows - 1) / 2, block = rows * rows };
	char *const off = (char *)((void **)data)[0], *const diagonal = (char *)((void **)data)[1];
	const int *l = lqcd__quda.lattice.local;
	const ptrdiff_t half = (ptrdiff_t)l[0] * l[1] * l[2] * l[3] / 2, bytes = f.bits / 8;
	lqcd__quda_need(off && diagonal, function, "clover_order QUDA_QDPJIT_CLOVER_ORDER: two arrays are needed");
	const intptr_t apart = (intptr_t)off - (intptr_t)diagonal;
	lqcd__quda_need(apart % bytes == 0, function,
			"clover_order QUDA_QDPJIT_CLOVER_ORDER: the arrays are not aligned alike");
	f.data = apart < 0 ? off : diagonal;
	f.by_rows = 1;
	f.site = 1;
	f.half = half;
	f.numbers = numbers;
	for (int b = 0; b < 2; b++) {
		for (int i = 0; i < rows; i++)
			numbers[b * block + i] = (i * 2 + b) * 2 * half + (apart < 0 ? -apart / bytes : 0);
		for (int n = 0; n < 2 * below; n++)
			numbers[b * block + rows + n] =
				((n % 2 * below + n / 2) * 2 + b) * 2 * half + (apart < 0 ? 0 : apart / bytes);
	}
	return f;
}

/** Opens data as blocks; NULL: no map. */
LQCD_STATIC void lqcd__quda_blocks_open(lqcd_foreign_map *map, void *data, const QudaInvertParam *p,
					const char *function)
{
	if (!data) return;
	ptrdiff_t numbers[LQCD__QUDA_BLOCKS];
	const lqcd_foreign f = lqcd__quda_blocks(data, p, numbers, function);
	lqcd__quda_must(lqcd_foreign_open(map, &f, &lqcd__quda.lattice), function);
}

/** The blocks of A^2 + (2 kappa mu)^2, whose inverse is QUDA's for twisted clover: that of A + 2 i kappa mu g5 is A - 2 i kappa mu g5 times
 * it. Of clover quarks those of A. */
LQCD_STATIC void lqcd__quda_inverse_of(double *to, const double *a, const QudaInvertParam *p)
{
	enum { rows = 2 * LQCD_NC };
	const double twist = 2 * p->kappa * p->mu;
	if (p->dslash_type == QUDA_CLOVER_WILSON_DSLASH) memcpy(to, a, LQCD__QUDA_BLOCKS * sizeof *to);
	for (int c = 0; c < 2 && p->dslash_type != QUDA_CLOVER_WILSON_DSLASH; c++, a += LQCD__QUDA_BLOCKS / 2, to += LQCD__QUDA_BLOCKS / 2) {
		lqcd_complex_d m[rows][rows];
		for (int r = 0, n = rows; r < rows; r++) {
			m[r][r] = lqcd_complex_make_d(a[r], 0);
			for (int s = 0; s < r; s++, n += 2) {
				m[r][s] = lqcd_complex_make_d(a[n], a[n + 1]);
				m[s][r] = lqcd_complex_conj_d(m[r][s]);
			}
		}
		for (int r = 0, n = rows; r < rows; r++)
			for (int s = 0; s <= r; s++) {
				lqcd_complex_d sum = lqcd_complex_make_d(r == s ? twist * twist : 0, 0);
				for (int k = 0; k < rows; k++) sum = lqcd_complex_fma_d(m[r][k], m[k][s], sum);
				if (r == s)
					to[r] = sum.re;
				else
					memcpy(to + n, &sum, sizeof sum), n += 2;
			}
	}
}

/** Whether a b = 1 but for rounding of floats. */
LQCD_STATIC int lqcd__quda_are_inverse(const double *a, const double *b)
{
	lqcd_clover_d x, y;
	memcpy((void *)&x, a, sizeof x);
	if (lqcd_clover_invert_d(&y, &x)) return 0;
	const double *v = (const double *)&y;
	double d = 0, n = 0;
	for (int k = 0; k < LQCD__QUDA_BLOCKS; k++) {
		d += (v[k] - b[k]) * (v[k] - b[k]);
		n += v[k] * v[k];
	}
	return d <= 1e-8 * n;
}

/** Keeps a copy of A = h_clover, or of the inverse of h_clovinv; if both are given they must fit. */
LQCD_STATIC void lqcd__quda_given_clover(void *h_clover, void *h_clovinv, const QudaInvertParam *p,
					 const char *function)
{
	lqcd_foreign_map map[2];
	const int *l = lqcd__quda.lattice.local, sites = l[0] * l[1] * l[2] * l[3];
	int singular = 0, differ = 0;
	lqcd__quda.blocks = (double *)lqcd_alloc(lqcd_mul_size((size_t)sites * LQCD__QUDA_BLOCKS, sizeof(double)));
	lqcd__quda_need(lqcd__quda.blocks != NULL, function, "no memory");
	lqcd__quda_need(h_clover || p->dslash_type == QUDA_CLOVER_WILSON_DSLASH, function,
			"h_clovinv without h_clover: for QUDA_CLOVER_WILSON_DSLASH alone");
	lqcd__quda_blocks_open(&map[0], h_clover, p, function);
	lqcd__quda_blocks_open(&map[1], h_clovinv, p, function);
	for (int i = 0; i < sites; i++) {
		double *a = lqcd__quda.blocks + (size_t)i * LQCD__QUDA_BLOCKS, b[LQCD__QUDA_BLOCKS], of[LQCD__QUDA_BLOCKS];
		int x[4];
		lqcd__unlex(i, l, x);
		if (h_clover) lqcd__quda_must(lqcd_foreign_get(&map[0], x, 0, a), function);
		if (h_clovinv) lqcd__quda_must(lqcd_foreign_get(&map[1], x, 0, b), function);
		if (h_clover) {
			lqcd__quda_inverse_of(of, a, p);
			differ |= h_clovinv && !lqcd__quda_are_inverse(of, b);
			continue;
		}
		lqcd_clover_d inverse, given;
		memcpy((void *)&given, b, sizeof given);
		singular |= lqcd_clover_invert_d(&inverse, &given);
		memcpy(a, &inverse, sizeof inverse);
	}
	if (h_clover) lqcd_foreign_close(&map[0]);
	if (h_clovinv) lqcd_foreign_close(&map[1]);
	lqcd__quda_need(!singular, function, "h_clovinv has no inverse");
	lqcd__quda_need(!differ, function, "h_clovinv is not the inverse of h_clover");
}

/** Writes A, or the inverse of lqcd__quda_inverse_of, in the order of p: the columns of A are those of unit spinors at all sites. */
LQCD_STATIC void lqcd__quda_return_clover(void *data, int inverse, const QudaInvertParam *p, const char *function)
{
	const int *l = lqcd__quda.lattice.local, sites = l[0] * l[1] * l[2] * l[3];
	enum { rows = 2 * LQCD_NC, columns = 2 * rows, spinor = 2 * columns };
	const size_t numbers = (size_t)sites * spinor;
	double *const in = (double *)lqcd_alloc(lqcd_mul_size(numbers, (columns + 1) * sizeof(double))), *const out = in + numbers;
	lqcd_foreign_map map;
	QudaInvertParam q = *p;
	lqcd__quda_need(data != NULL, function, "return_clover, return_clover_inverse: no h_clover or h_clovinv (NULL)");
	lqcd__quda_need(in != NULL, function, "no memory");
	q.dslash_type = QUDA_CLOVER_WILSON_DSLASH;
	q.cpu_prec = QUDA_DOUBLE_PRECISION;
	q.dirac_order = QUDA_DIRAC_ORDER;
	q.gamma_basis = QUDA_CHIRAL_GAMMA_BASIS;
	q.dagger = QUDA_DAG_NO;
	if (LQCD__QUDA_IS(q.kappa, QUDA_INVALID_DOUBLE)) q.kappa = 0.125; /* A has none but in clover_coeff */
	for (int j = 0; j < columns; j++) {
		memset(in, 0, numbers * sizeof *in);
		for (int i = 0; i < sites; i++) in[(size_t)i * spinor + 2 * (size_t)j] = 1;
		for (int odd = 0; odd < 2; odd++)
			lqcd__quda_hop(out + (size_t)j * numbers + (size_t)odd * numbers / 2, in + (size_t)odd * numbers / 2, &q,
				       odd ? QUDA_ODD_PARITY : QUDA_EVEN_PARITY, 0, 0, function);
	}
	lqcd__quda_blocks_open(&map, data, p, function);
	for (int i = 0; i < sites; i++) {
		double a[LQCD__QUDA_BLOCKS];
		int x[4], n = 0;
		lqcd__unlex(i, l, x);
		const int half = (((x[0] * l[3] + x[3]) * l[2] + x[2]) * l[1] + x[1]) / 2; /* X fastest, of one parity */
		const double *const from = out + (size_t)(half + ((x[0] + x[1] + x[2] + x[3]) % 2 ? sites / 2 : 0)) * spinor;
		for (int c = 0; c < 2; c++) {
			for (int r = 0; r < rows; r++) a[n++] = from[(size_t)(c * rows + r) * numbers + 2 * (size_t)(c * rows + r)];
			for (int r = 1; r < rows; r++)
				for (int s = 0; s < r; s++, n += 2)
					memcpy(a + n, from + (size_t)(c * rows + s) * numbers + 2 * (size_t)(c * rows + r), 2 * sizeof *a);
		}
		if (inverse) {
			lqcd_clover_d of, to;
			lqcd__quda_inverse_of((double *)&of, a, p);
			lqcd__quda_need(!lqcd_clover_invert_d(&to, &of), function, "return_clover_inverse: the clover term has no inverse");
			memcpy(a, &to, sizeof to);
		}
		lqcd__quda_must(lqcd_foreign_put(&map, x, 0, a), function);
	}
	lqcd_foreign_close(&map);
	lqcd_free(in);
}

void loadCloverQuda(void *h_clover, void *h_clovinv, QudaInvertParam *inv_param)
{
	const char *const name = "loadCloverQuda";
	lqcd__quda_check_invert(inv_param, name);
	lqcd__quda_need(lqcd__quda.has_links, name, "loadGaugeQuda comes before");
	lqcd__quda_need(lqcd__quda_has_clover(inv_param), name,
			"dslash_type: QUDA_CLOVER_WILSON_DSLASH or QUDA_TWISTED_CLOVER_DSLASH");
	const double coeff = lqcd__quda_coefficient(inv_param, name);
	const int given = (h_clover || h_clovinv) && !inv_param->compute_clover;
	lqcd__quda_need(!(h_clover || h_clovinv) || inv_param->clover_location != QUDA_CUDA_FIELD_LOCATION, name,
			"clover_location QUDA_CUDA_FIELD_LOCATION with h_clover or h_clovinv is not supported");
	lqcd__quda_need((given || fabs(coeff) > 0) && lqcd_isfinite(coeff), name,
			"clover_coeff or clover_csw is not set");
	lqcd__quda_need(given || LQCD__QUDA_IS(lqcd__quda.anisotropy, 1), name, "the clover term of anisotropic links is not computed");
	freeCloverQuda();
	lqcd__quda.clover_coeff = coeff;
	if (given) lqcd__quda_given_clover(h_clover, h_clovinv, inv_param, name);
	lqcd__quda.has_clover = 1;
	if (inv_param->return_clover) lqcd__quda_return_clover(h_clover, 0, inv_param, name);
	if (inv_param->return_clover_inverse) lqcd__quda_return_clover(h_clovinv, 1, inv_param, name);
	if (!inv_param->compute_clover_trlog) return;
	lqcd__quda_need(inv_param->dslash_type == QUDA_CLOVER_WILSON_DSLASH, name,
			"compute_clover_trlog: for QUDA_CLOVER_WILSON_DSLASH alone");
	lqcd__quda_check_quarks(inv_param, 0, name);
	lqcd__quda_operator(inv_param, 0, LQCD_CG, LQCD_SAME_PRECISION, name);
	const lqcd_inverter *inv = &lqcd__quda.inverter;
	const lqcd_dirac_d d = lqcd__inverter_dirac_d(&inv->d);
	const lqcd_dirac_vd vd = lqcd__inverter_dirac_vd(&inv->vd);
	const int *l = lqcd__quda.lattice.extent;
	const double sites = 0.5 * l[0] * l[1] * l[2] * l[3];
	for (int k = 0; k < 2; k++) {
		const lqcd_parity parity = k ? LQCD_ODD : LQCD_EVEN;
		inv_param->trlogA[k] =
			inv->vd.used ? lqcd_dirac_logdet_vd(&vd, parity) : lqcd_dirac_logdet_d(&d, parity);
		inv_param->trlogA[k] += 4 * LQCD_NC * sites * log(2 * inv_param->kappa); /* of A, not A / (2 kappa) */
	}
}

#endif
