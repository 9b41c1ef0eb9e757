/* lqcd/foreign/element.h: an element of a foreign field to and from doubles in our conventions.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_ELEMENT_H
#define LQCD_FOREIGN_ELEMENT_H

#include "../site/compress.h"
#include "check.h"

LQCD_FN uint64_t lqcd__foreign_swapped(uint64_t n, int bytes)
{
	uint64_t r = 0;
	for (int k = 0; k < bytes; k++) r = r << 8 | (n >> 8 * k & 255);
	return r;
}

/* Memory of a device is aligned to the numbers: without this they would be read byte by byte there. */
#if LQCD_ON_DEVICE
#define LQCD__FOREIGN_AT(p, bytes) __builtin_assume_aligned(p, bytes)
#else
#define LQCD__FOREIGN_AT(p, bytes) (p)
#endif

LQCD_FN double lqcd__foreign_read(const lqcd_foreign_map *m, const char *p)
{
	uint64_t n = 0;
	uint32_t k = 0;
	double d;
	float s;
	if (m->f.bits == 64) {
		memcpy(&n, LQCD__FOREIGN_AT(p, 8), sizeof n);
		if (m->swap) n = lqcd__foreign_swapped(n, 8);
		memcpy(&d, &n, sizeof d);
		return d;
	}
	memcpy(&k, LQCD__FOREIGN_AT(p, 4), sizeof k);
	if (m->swap) k = (uint32_t)lqcd__foreign_swapped(k, 4);
	memcpy(&s, &k, sizeof s);
	return (double)s;
}

LQCD_FN void lqcd__foreign_write(const lqcd_foreign_map *m, char *p, double d)
{
	uint64_t n;
	uint32_t k;
	const float s = (float)d;
	if (m->f.bits == 64) {
		memcpy(&n, &d, sizeof n);
		if (m->swap) n = lqcd__foreign_swapped(n, 8);
		memcpy(LQCD__FOREIGN_AT(p, 8), &n, sizeof n);
		return;
	}
	memcpy(&k, &s, sizeof k);
	if (m->swap) k = (uint32_t)lqcd__foreign_swapped(k, 4);
	memcpy(LQCD__FOREIGN_AT(p, 4), &k, sizeof k);
}

/** v := z v; z = +-1 moves bits. */
LQCD_FN void lqcd__foreign_times(double *v, int reals, double re, double im)
{
	for (int k = 0; k < reals; k += 2) {
		const double a = v[k], b = v[k + 1];
		v[k] = im == 0 ? re * a : re * a - im * b;
		v[k + 1] = im == 0 ? re * b : re * b + im * a;
	}
}

LQCD_FN void lqcd__foreign_dagger(double *v)
{
	for (int i = 0; i < LQCD_NC; i++)
		for (int j = 0; j <= i; j++) {
			double *a = v + 2 * (i * LQCD_NC + j), *b = v + 2 * (j * LQCD_NC + i);
			const double re = a[0], im = a[1];
			a[0] = b[0];
			a[1] = -b[1];
			b[0] = re;
			b[1] = -im;
		}
}

/** v := basis v, or basis^+ v */
LQCD_FN void lqcd__foreign_basis(const lqcd_foreign_map *m, double *v, int dagger)
{
	double r[8 * LQCD_NC];
	for (int i = 0; i < 4; i++)
		for (int c = 0; c < LQCD_NC; c++) {
			double re = -0.0, im = -0.0;
			for (int j = 0; j < 4; j++) {
				const lqcd_complex_d z = dagger ? m->f.basis[j][i] : m->f.basis[i][j];
				const double zi = dagger ? -z.im : z.im, *w = v + 2 * (j * LQCD_NC + c);
				if (z.re != 0) {
					re += z.re * w[0];
					im += z.re * w[1];
				}
				if (zi != 0) {
					re -= zi * w[1];
					im += zi * w[0];
				}
			}
			r[2 * (i * LQCD_NC + c)] = re;
			r[2 * (i * LQCD_NC + c) + 1] = im;
		}
	memcpy(v, r, sizeof r);
}

/** The matrix v from the numbers of a momentum, or these from the matrix. */
LQCD_FN void lqcd__foreign_momentum(const lqcd_foreign *f, double *v, int out)
{
#if LQCD_NC == 3
	const int milc = f->kind == LQCD_FOREIGN_MILC_MOMENTA, first = milc ? 0 : 2;
	static const int above[3] = {1, 2, 5};
	double c[18] = {0};
	for (int k = 0; k < 6; k++) {
		const int at = 2 * above[k / 2] + k % 2, below = 2 * (above[k / 2] % 3 * 3 + above[k / 2] / 3) + k % 2;
		if (out)
			c[first + k] = v[at];
		else {
			c[at] = v[first + k];
			c[below] = (k % 2 ? 1 : -1) * v[first + k];
		}
	}
	if (milc)
		for (int i = 0; i < 3; i++) c[out ? 6 + i : 8 * i + 1] = v[out ? 8 * i + 1 : 6 + i];
	else if (out) {
		c[0] = v[1] - v[9];
		c[1] = v[1] - v[17];
	} else {
		c[1] = (v[0] + v[1]) / 3;
		c[9] = (v[1] - 2 * v[0]) / 3;
		c[17] = (v[0] - 2 * v[1]) / 3;
	}
	memcpy(v, c, sizeof c);
#else
	(void)f;
	(void)v;
	(void)out;
#endif
}

/** Where element (i, j) of block b lies among the numbers of clover blocks, i >= j, by rows or by columns. */
LQCD_FN int lqcd__foreign_block_at(int b, int i, int j, int by_rows)
{
	enum { rows = 2 * LQCD_NC, block = rows * rows };
	if (i == j) return b * block + i;
	return b * block + rows + 2 * (by_rows ? i * (i - 1) / 2 + j : j * (2 * rows - j - 1) / 2 + i - j - 1);
}

/** Clover blocks a, by rows or columns, to b, of spins turned by the basis, or back: b = S^+ a S (out: S a S^+). */
LQCD_SITE_KERNEL void lqcd__foreign_blocks_turn(const lqcd_foreign *f, double *b, const double *a, int out)
{
	enum { n = LQCD_NC };
	for (int k = 0; k < LQCD__FOREIGN_MOST; k++) b[k] = 0;
	for (int s = 0; s < 4; s++)
		for (int t = s / 2 * 2; t < s / 2 * 2 + 2; t++)
			for (int k = 0; k < 16; k++) {
				/* b(s, t) += left a(p, q) right, of spins p, q of one block */
				const int p = k / 4, q = k % 4;
				const lqcd_complex_d l = out ? f->basis[s][p] : f->basis[p][s], r = out ? f->basis[t][q] : f->basis[q][t];
				if (p / 2 != q / 2 || (l.re == 0 && l.im == 0) || (r.re == 0 && r.im == 0)) continue;
				/* out: l conj(r), in: conj(l) r */
				const double zr = l.re * r.re + l.im * r.im, zi = (out ? 1 : -1) * (l.im * r.re - l.re * r.im);
				for (int c = 0; c < n * n; c++) {
					const int i = s % 2 * n + c / n, j = t % 2 * n + c % n, x = p % 2 * n + c / n, y = q % 2 * n + c % n;
					if (i < j) continue;
					const double *from = a + lqcd__foreign_block_at(p / 2, x < y ? y : x, x < y ? x : y, out || f->by_rows);
					double *to = b + lqcd__foreign_block_at(s / 2, i, j, !out || f->by_rows);
					const double sign = f->upper ? -1 : 1, im = x == y ? 0 : (x < y) != (f->upper && !out) ? -from[1] : from[1];
					to[0] += zr * from[0] - zi * im;
					if (i != j) to[1] += (out ? sign : 1) * (zr * im + zi * from[0]);
				}
			}
}

/** v = an element that begins at p, with phase z, in our conventions. */
LQCD_SITE_KERNEL void lqcd__foreign_load(const lqcd_foreign_map *m, const char *p, lqcd_complex_d z, double *v)
{
	const lqcd_foreign *f = &m->f;
	const double scale = 1 / f->scale;
	for (int k = 0; k < m->reals; k++)
		v[k] = m->raw[k] < 0 ? 0 : scale * lqcd__foreign_read(m, p + m->raw[k] * (f->bits / 8));
	if (f->kind == LQCD_FOREIGN_CLOVER) {
		double a[LQCD__FOREIGN_MOST];
		memcpy(a, v, sizeof a);
		lqcd__foreign_blocks_turn(f, v, a, 0);
	} else if (lqcd__foreign_momenta(f))
		lqcd__foreign_momentum(f, v, 0);
	else if (lqcd__foreign_is_links(f)) {
		lqcd__foreign_times(v, m->reals, z.re, f->adjoint ? z.im : -z.im);
		if (f->rows < LQCD_NC) {
			lqcd_su3_d u;
			memcpy(&u, v, sizeof u);
			lqcd_su3_last_row_d(&u);
			memcpy(v, &u, sizeof u);
		}
		if (f->adjoint) lqcd__foreign_dagger(v);
	} else if (m->turned)
		lqcd__foreign_basis(m, v, 1);
}

/** An element at p, with phase z, from v in our conventions; v is changed. */
LQCD_SITE_KERNEL void lqcd__foreign_store(const lqcd_foreign_map *m, char *p, lqcd_complex_d z, double *v)
{
	const lqcd_foreign *f = &m->f;
	if (f->kind == LQCD_FOREIGN_CLOVER) {
		double a[LQCD__FOREIGN_MOST];
		memcpy(a, v, sizeof a);
		lqcd__foreign_blocks_turn(f, v, a, 1);
	} else if (lqcd__foreign_momenta(f))
		lqcd__foreign_momentum(f, v, 1);
	else if (lqcd__foreign_is_links(f)) {
		if (f->adjoint) lqcd__foreign_dagger(v);
		lqcd__foreign_times(v, m->reals, z.re, f->adjoint ? -z.im : z.im);
	} else if (m->turned)
		lqcd__foreign_basis(m, v, 0);
	for (int k = 0; k < m->reals; k++)
		if (m->raw[k] >= 0) lqcd__foreign_write(m, p + m->raw[k] * (f->bits / 8), f->scale * v[k]);
}

#endif
