/* lqcd/compat/hirep/impl/glueballs.h: the names of HiRep's glueballs.h: operators of glueballs and torelons on time slices.
 *
 *   eval_all_glueball_ops(t, op)      op[k] += operator k < total_n_glue_op on local slice t of the work space that is set
 *   eval_all_torellon_ops(t, op, polyf)      op[k] += operator k < total_n_tor_op there, and Polyakov loops in space:
 *                                     polyf[0][y + Y (z + Z t)], polyf[1][x + X (z + Z t)], polyf[2][x + X (y + Y t)] +=
 *                                     tr P_X, tr P_Y, tr P_Z; polyf may be NULL
 *   measure_1pt_glueballs(a, b, &smear, op)      on the active slices (spatial.h), of u_gauge after n = a .. b times APE smearing and
 *                                     blocking: op[k + total_n_glue_op (n - a + (b - a + 1) slice)] += operator k
 *   measure_1pt_torellons(&smear, op, polyf)     of u_gauge after APE smearing: op[k + total_n_tor_op slice]
 *   collect_1pt_glueball_functions(list, n, op)      prints them for all times of the list; n = b - a + 1
 *   collect_1pt_torellon_functions(list, op, polyf)      also sums over the list of conj(P(t1)) P(t2) / (3 n_pairs), averaged
 *                                     over the places of the loops, for each |t2 - t1|; not if polyf is NULL
 *   report_gb_group_setup(), report_tor_group_setup()      print which operator has which momentum, representation and loop
 *
 * The operators are those that HiRep comes with (2023 and later). Each one is a sum over the rotations g, proper and improper,
 * that keep its momentum p:
 *
 *   glueball:  sum_g c(g) sum_x exp(i p x) Re tr W_g(x), or i Im tr where charge conjugation is odd
 *   torelon:   sum_g c(g) sum_x exp(-i p x) Re(conj(tr P_k(x + s)) tr W_g(x))
 *
 * with p in units of 2 pi / GLB_X, W_g(x) the image of the loop as it starts from x, and for torelons closed by the straight
 * line around the lattice, whose direction is k; s is half of the lattice in the two other directions. c(g) = 1 in A1; A2 has
 * the sign of the permutation of the axes for p = 0, else the determinant of g; E (x^2 + y^2 - 2 z^2, sqrt(3) (y^2 - x^2)) of
 * the image of the line; T1 (i y - x, sqrt(2) z, x + i y) of det(g) g v with v = (0,0,1) for glueballs, (1,-1,1) for torelons.
 *
 *   glueballs   0, 1, 14   p = -X, -X, X   A1   xy-x-y, zy-z-y, zy-z-y
 *               2, 12      p = -Y, Y       A1   zx-z-x
 *               3, 11      p = -Z, Z       A1   xy-x-y
 *               5          p = 0           A2   xxy-x-x-y
 *               8 to 10    p = 0, C odd    T1   xxy-x-x-y
 *               13         p = Y           A2   xx-y-xz-xy-z
 *   torelons    0          p = 0           A1   the straight line
 *               1, 2       p = 0           E    -x-yxzy
 *               3 to 5     p = 0           T1   -x-yxzy
 *               6          p = Y           A1   -yxy
 *               7          p = X + Y + Z   A1   -xyx
 *
 * With a_X = O_1 O_14, a_Y = O_2 O_12, a_Z = O_3 O_11 of the slice, glueball 4 (A1) is 2/sqrt(6) (a_X + a_Y + a_Z); 6 and 7 (E)
 * are (2 a_Z - a_X - a_Y)/sqrt(3) and a_X - a_Y.
 *
 * Processes cut the time direction alone. For NG = 2 glueballs 8 to 10 vanish. Slices need links: with BC_T_SF not slice 0.
 * Level 0 of measure_1pt_glueballs is u_gauge, which is set after both measurements; in HiRep the last smeared links stay set
 * and are level 0 of the next measurement. Here op of collect_.. belongs to active slices; without MPI HiRep takes it to have the
 * times of the list alone.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_GLUEBALLS_H
#define LQCD_COMPAT_HIREP_IMPL_GLUEBALLS_H

#include "spatial.h"

#define total_n_glue_op 15
#define total_n_tor_op  8

/* ---- operators ------------------------------------------------------------------------------------------------------ */

/* The factor c(g) of the image of a loop; LQCD__HR_ROW_TWO: the operator is a product of two others. */
enum {
	LQCD__HR_ROW_A1,
	LQCD__HR_ROW_A2,
	LQCD__HR_ROW_DET,
	LQCD__HR_ROW_E,
	LQCD__HR_ROW_T1 = LQCD__HR_ROW_E + 2,
	LQCD__HR_ROW_TWO = LQCD__HR_ROW_T1 + 3
};

typedef struct {
	signed char p[3], row, charge, v[3];
	const char *irrep;
	int number, of; /* row of the representation, its dimension */
	const char *loop;
} lqcd__hr_glue_op;

static inline const lqcd__hr_glue_op *lqcd__hr_glue_ops(void)
{
	static const lqcd__hr_glue_op op[total_n_glue_op] = {
		{{-1, 0, 0}, LQCD__HR_ROW_A1, 1, {0, 0, 0}, "A1Dic4", 1, 1, "xy-x-y"},
		{{-1, 0, 0}, LQCD__HR_ROW_A1, 1, {0, 0, 0}, "A1Dic4", 1, 1, "zy-z-y"},
		{{0, -1, 0}, LQCD__HR_ROW_A1, 1, {0, 0, 0}, "A1Dic4", 1, 1, "zx-z-x"},
		{{0, 0, -1}, LQCD__HR_ROW_A1, 1, {0, 0, 0}, "A1Dic4", 1, 1, "xy-x-y"},
		{{0, 0, 0}, LQCD__HR_ROW_TWO, 1, {0, 0, 0}, "A1plusOhP", 1, 1, "(1,14)(2,12)(3,11)"},
		{{0, 0, 0}, LQCD__HR_ROW_A2, 1, {0, 0, 0}, "A2plusOhP", 1, 1, "xxy-x-x-y"},
		{{0, 0, 0}, LQCD__HR_ROW_TWO, 1, {0, 0, 0}, "EplusOhP", 1, 2, "(1,14)(2,12)(3,11)"},
		{{0, 0, 0}, LQCD__HR_ROW_TWO, 1, {0, 0, 0}, "EplusOhP", 2, 2, "(1,14)(2,12)"},
		{{0, 0, 0}, LQCD__HR_ROW_T1, -1, {0, 0, 1}, "T1plusOhP", 1, 3, "xxy-x-x-y"},
		{{0, 0, 0}, LQCD__HR_ROW_T1 + 1, -1, {0, 0, 1}, "T1plusOhP", 2, 3, "xxy-x-x-y"},
		{{0, 0, 0}, LQCD__HR_ROW_T1 + 2, -1, {0, 0, 1}, "T1plusOhP", 3, 3, "xxy-x-x-y"},
		{{0, 0, 1}, LQCD__HR_ROW_A1, 1, {0, 0, 0}, "A1Dic4", 1, 1, "xy-x-y"},
		{{0, 1, 0}, LQCD__HR_ROW_A1, 1, {0, 0, 0}, "A1Dic4", 1, 1, "zx-z-x"},
		{{0, 1, 0}, LQCD__HR_ROW_DET, 1, {0, 0, 0}, "A2Dic4", 1, 1, "xx-y-xz-xy-z"},
		{{1, 0, 0}, LQCD__HR_ROW_A1, 1, {0, 0, 0}, "A1Dic4", 1, 1, "zy-z-y"}};
	return op;
}

static inline const lqcd__hr_glue_op *lqcd__hr_tor_ops(void)
{
	static const lqcd__hr_glue_op op[total_n_tor_op] = {
		{{0, 0, 0}, LQCD__HR_ROW_A1, 1, {0, 0, 0}, "A1plusOhP", 1, 1, "z"},
		{{0, 0, 0}, LQCD__HR_ROW_E, 1, {0, 0, 1}, "EplusOhP", 1, 2, "-x-yxzy"},
		{{0, 0, 0}, LQCD__HR_ROW_E + 1, 1, {0, 0, 1}, "EplusOhP", 2, 2, "-x-yxzy"},
		{{0, 0, 0}, LQCD__HR_ROW_T1, 1, {1, -1, 1}, "T1plusOhP", 1, 3, "-x-yxzy"},
		{{0, 0, 0}, LQCD__HR_ROW_T1 + 1, 1, {1, -1, 1}, "T1plusOhP", 2, 3, "-x-yxzy"},
		{{0, 0, 0}, LQCD__HR_ROW_T1 + 2, 1, {1, -1, 1}, "T1plusOhP", 3, 3, "-x-yxzy"},
		{{0, 1, 0}, LQCD__HR_ROW_A1, 1, {0, 0, 0}, "A1Dic4", 1, 1, "-yxy"},
		{{1, 1, 1}, LQCD__HR_ROW_A1, 1, {0, 0, 0}, "A1Dic3", 1, 1, "-xyx"}};
	return op;
}

/** c(g). */
static inline lqcd_complex_d lqcd__hr_row_of(const lqcd__hr_glue_op *o, const int *map)
{
	lqcd_complex_d c = {1, 0};
	double w[3] = {0, 0, 0}, det;
	int fixed = 0, negative = 0;
	for (int k = 1; k < 4; k++) {
		w[abs(map[k]) - 1] = map[k] > 0 ? o->v[k - 1] : -o->v[k - 1];
		fixed += abs(map[k]) == k;
		negative += map[k] < 0;
	}
	/* An exchange of two axes leaves one in its place. */
	det = (fixed == 1) == (negative % 2) ? 1 : -1;
	switch (o->row) {
	case LQCD__HR_ROW_A2: c.re = fixed == 1 ? -1 : 1; break;
	case LQCD__HR_ROW_DET: c.re = det; break;
	case LQCD__HR_ROW_E: c.re = w[0] * w[0] + w[1] * w[1] - 2 * w[2] * w[2]; break;
	case LQCD__HR_ROW_E + 1: c.re = sqrt(3.0) * (w[1] * w[1] - w[0] * w[0]); break;
	case LQCD__HR_ROW_T1: c.re = -det * w[0], c.im = det * w[1]; break;
	case LQCD__HR_ROW_T1 + 1: c.re = sqrt(2.0) * det * w[2]; break;
	case LQCD__HR_ROW_T1 + 2: c.re = det * w[0], c.im = det * w[1]; break;
	default: break;
	}
	return c;
}

/* ---- images of loops ------------------------------------------------------------------------------------------------ */

enum { LQCD__HR_STEPS = 8, LQCD__HR_IMAGES = 57 };

/* Different paths, steps +-1 to +-3 with 0 after the last one, and their coefficient in each operator. */
typedef struct {
	int n;
	signed char step[LQCD__HR_IMAGES][LQCD__HR_STEPS + 1];
	lqcd_complex_d c[LQCD__HR_IMAGES][total_n_glue_op];
} lqcd__hr_images;

LQCD__HR_GLOBAL lqcd__hr_images lqcd__hr_glue_state, lqcd__hr_tor_state;

static inline void lqcd__hr_image_add(lqcd__hr_images *m, const signed char *step, int op, lqcd_complex_d c)
{
	int k = 0;
	while (k < m->n && memcmp(m->step[k], step, sizeof m->step[k]) != 0) k++;
	lqcd__hr_error(k == LQCD__HR_IMAGES, 1, "glueballs", "too many paths");
	if (k == m->n) {
		memcpy(m->step[k], step, sizeof m->step[k]);
		m->n++;
	}
	m->c[k][op] = lqcd_complex_add_d(m->c[k][op], c);
}

/** The rotated path of an operator, 0 after its last step; returns the number of steps, or 0 if its momentum changes. */
static inline int lqcd__hr_image_of(signed char *step, const lqcd__hr_glue_op *o, const int *map)
{
	int n = 0, sign = 1;
	memset(step, 0, LQCD__HR_STEPS + 1);
	if (o->row == LQCD__HR_ROW_TWO) return 0;
	for (int k = 1; k < 4; k++)
		if (o->p[abs(map[k]) - 1] != (map[k] > 0 ? o->p[k - 1] : -o->p[k - 1])) return 0;
	for (const char *c = o->loop; *c; c++)
		if (*c == '-')
			sign = -1;
		else {
			step[n++] = (signed char)(sign * map[*c - 'x' + 1]);
			sign = 1;
		}
	return n;
}

/** path := the first one, in the order of steps, of the n ways to go around it in each sense; returns that sense. shift: where
 *  it starts. */
static inline int lqcd__hr_first_loop(signed char *path, int n, int shift[3])
{
	signed char loop[LQCD__HR_STEPS], other[LQCD__HR_STEPS];
	int x[3] = {0, 0, 0}, sense = 1;
	memcpy(loop, path, sizeof loop);
	shift[0] = shift[1] = shift[2] = 0;
	for (int j = 0; j < n; j++) {
		for (int back = 0; back < 2; back++) {
			int i = 0;
			for (int k = 0; k < n; k++)
				other[k] = (signed char)(back ? -loop[(j - 1 - k + 2 * n) % n] : loop[(j + k) % n]);
			while (i < n && other[i] == path[i]) i++;
			if (i == n || other[i] > path[i]) continue;
			memcpy(path, other, (size_t)n);
			memcpy(shift, x, sizeof x);
			sense = back ? -1 : 1;
		}
		x[abs(loop[j]) - 1] += loop[j] > 0 ? 1 : -1;
	}
	return sense;
}

/** exp(i p x), x of any sign. */
static inline lqcd_complex_d lqcd__hr_glue_wave(const signed char p[3], const int x[3])
{
	const double angle = 2 * 3.14159265358979323846 * (p[0] * x[0] + p[1] * x[1] + p[2] * x[2]) / GLB_X;
	const lqcd_complex_d z = {cos(angle), sin(angle)};
	return z;
}

static inline const lqcd__hr_images *lqcd__hr_glue_images(void)
{
	lqcd__hr_images *m = &lqcd__hr_glue_state;
	const lqcd__hr_glue_op *o = lqcd__hr_glue_ops();
	for (int k = m->n ? total_n_glue_op : 0; k < total_n_glue_op; k++)
		for (int g = 0; g < 48; g++) {
			const int *map = direct_spatial_rotations()[g];
			signed char step[LQCD__HR_STEPS + 1];
			int shift[3];
			const int n = lqcd__hr_image_of(step, &o[k], map);
			if (!n) continue;
			/* From x the image is the first one from x + shift. */
			const int sense = lqcd__hr_first_loop(step, n, shift);
			const lqcd_complex_d wave = lqcd__hr_glue_wave(o[k].p, shift), back = {wave.re, -wave.im},
					     odd = {0, (double)sense};
			lqcd_complex_d c = lqcd_complex_mul_d(lqcd__hr_row_of(&o[k], map), back);
			if (o[k].charge < 0) c = lqcd_complex_mul_d(c, odd);
			lqcd__hr_image_add(m, step, k, c);
		}
	return m;
}

/** A path that goes down along its line is the same one up, where the line begins; p is orthogonal to such lines. */
static inline const lqcd__hr_images *lqcd__hr_tor_images(void)
{
	lqcd__hr_images *m = &lqcd__hr_tor_state;
	const lqcd__hr_glue_op *o = lqcd__hr_tor_ops();
	for (int k = m->n ? total_n_tor_op : 0; k < total_n_tor_op; k++)
		for (int g = 0; g < 48; g++) {
			const int *map = direct_spatial_rotations()[g];
			signed char step[LQCD__HR_STEPS + 1], other[LQCD__HR_STEPS + 1];
			int sum = 0;
			const int n = lqcd__hr_image_of(step, &o[k], map);
			for (int i = 0; i < n; i++) sum += step[i];
			memset(other, 0, sizeof other);
			for (int i = 0; i < n; i++) other[i] = (signed char)-step[n - 1 - i];
			if (n) lqcd__hr_image_add(m, sum > 0 ? step : other, k, lqcd__hr_row_of(&o[k], map));
		}
	return m;
}

/** The product of links along a path from ix. */
static inline suNg lqcd__hr_walk(int ix, const signed char *step)
{
	suNg r, next;
	_suNg_unit(r);
	for (; *step; step++) {
		const int d = abs(*step);
		if (*step > 0) {
			_suNg_times_suNg(next, r, *pu_gauge_wrk(ix, d));
			ix = iup_wrk(ix, d);
		} else {
			ix = idn_wrk(ix, d);
			_suNg_times_suNg_dagger(next, r, *pu_gauge_wrk(ix, d));
		}
		r = next;
	}
	return r;
}

/* ---- one slice ------------------------------------------------------------------------------------------------------ */

/** out[k] += value[k]. */
static inline void lqcd__hr_ops_add(hr_complex *out, const lqcd_complex_d *value, int n)
{
	for (int k = 0; k < n; k++)
		out[k] = lqcd__hr_make(_complex_re(out[k]) + value[k].re, _complex_im(out[k]) + value[k].im);
}

/* Sums over a slice, exact: products of two operators are sensitive to rounding. */
typedef struct {
	lqcd_sum re[total_n_glue_op], im[total_n_glue_op];
} lqcd__hr_slice_sums;

static inline void lqcd__hr_slice_start(lqcd__hr_slice_sums *s)
{
	for (int k = 0; k < total_n_glue_op; k++) {
		lqcd_sum_start(&s->re[k]);
		lqcd_sum_start(&s->im[k]);
	}
}

static inline lqcd_complex_d lqcd__hr_slice_value(const lqcd__hr_slice_sums *s, int k)
{
	const lqcd_complex_d z = {lqcd_sum_value(&s->re[k]), lqcd_sum_value(&s->im[k])};
	return z;
}

/** Adds r times the wave of operator k at x and the coefficient that path j has in it. */
static inline void lqcd__hr_path_add(lqcd__hr_slice_sums *s, const lqcd__hr_images *m, int j, int k,
				     const lqcd__hr_glue_op *o, const int x[3], double r)
{
	if (lqcd_complex_norm2_d(m->c[j][k]) <= 0) return;
	const lqcd_complex_d term = lqcd_complex_mul_d(lqcd__hr_glue_wave(o->p, x), m->c[j][k]);
	lqcd_sum_add(&s->re[k], r * term.re);
	lqcd_sum_add(&s->im[k], r * term.im);
}

static inline void lqcd__hr_glue_place(int n, int x[3])
{
	x[0] = n / (Y * Z);
	x[1] = n / Z % Y;
	x[2] = n % Z;
}

static inline void eval_all_glueball_ops(int t, hr_complex *numerical_op)
{
	const lqcd__hr_images *m = lqcd__hr_glue_images();
	const lqcd__hr_glue_op *o = lqcd__hr_glue_ops();
	lqcd_complex_d value[total_n_glue_op];
	lqcd__hr_slice_sums sums;
	lqcd__hr_slice_start(&sums);
	lqcd__hr_error_of_all(NP_X * NP_Y * NP_Z != 1, "glueballs", "processes may cut the time direction alone");
	for (int n = 0; n < VOL3; n++) {
		int x[3];
		lqcd__hr_glue_place(n, x);
		for (int j = 0; j < m->n; j++) {
			const suNg w = lqcd__hr_walk(ipt(t, x[0], x[1], x[2]), m->step[j]);
			hr_complex z;
			_suNg_trace(z, w);
			for (int k = 0; k < total_n_glue_op; k++)
				lqcd__hr_path_add(&sums, m, j, k, &o[k], x,
						  o[k].charge > 0 ? _complex_re(z) : _complex_im(z));
		}
	}
	for (int k = 0; k < total_n_glue_op; k++) value[k] = lqcd__hr_slice_value(&sums, k);
	const lqcd_complex_d a[3] = {lqcd_complex_mul_d(value[1], value[14]), lqcd_complex_mul_d(value[2], value[12]),
				     lqcd_complex_mul_d(value[3], value[11])};
	value[4].re = 2 / sqrt(6.0) * (a[0].re + a[1].re + a[2].re);
	value[4].im = 2 / sqrt(6.0) * (a[0].im + a[1].im + a[2].im);
	value[6].re = (2 * a[2].re - a[0].re - a[1].re) / sqrt(3.0);
	value[6].im = (2 * a[2].im - a[0].im - a[1].im) / sqrt(3.0);
	value[7] = lqcd_complex_sub_d(a[0], a[1]);
	lqcd__hr_ops_add(numerical_op, value, total_n_glue_op);
}

/** Lines around the lattice: legs[VOL3 (k - 1) + n] without the first link in direction k, line its trace; polyf as above. */
static inline void lqcd__hr_lines_of(int t, suNg *legs, hr_complex *line, hr_complex **polyf)
{
	for (int k = 0; k < 3; k++)
		for (int n = 0; n < VOL3; n++) {
			const int extent[3] = {X, Y, Z}, a = k == 0, b = k == 2 ? 1 : 2;
			int x[3];
			lqcd__hr_glue_place(n, x);
			const wilson_lines *l = polyleg(ipt(t, x[0], x[1], x[2]), k + 1);
			legs[k * VOL3 + n] = l->p[0];
			line[k * VOL3 + n] = l->tr;
			if (x[k] || !polyf) continue;
			hr_complex *p = polyf[k] + x[a] + extent[a] * (x[b] + extent[b] * t);
			*p = lqcd__hr_make(_complex_re(*p) + _complex_re(l->tr), _complex_im(*p) + _complex_im(l->tr));
		}
}

static inline void eval_all_torellon_ops(int t, hr_complex *numerical_op, hr_complex **polyf)
{
	const lqcd__hr_images *m = lqcd__hr_tor_images();
	const lqcd__hr_glue_op *o = lqcd__hr_tor_ops();
	const int extent[3] = {X, Y, Z};
	lqcd_complex_d value[total_n_tor_op];
	lqcd__hr_slice_sums sums;
	suNg *legs = (suNg *)lqcd_alloc(lqcd_mul_size(3 * (size_t)VOL3, sizeof *legs));
	hr_complex *line = (hr_complex *)lqcd_alloc(lqcd_mul_size(3 * (size_t)VOL3, sizeof *line));
	lqcd__hr_error(!legs || !line, 1, "torelons", "out of memory");
	lqcd__hr_slice_start(&sums);
	lqcd__hr_lines_of(t, legs, line, polyf);
	for (int n = 0; n < VOL3; n++) {
		int x[3];
		lqcd__hr_glue_place(n, x);
		const int back[3] = {-x[0], -x[1], -x[2]};
		for (int j = 0; j < m->n; j++) {
			int net[3] = {0, 0, 0}, y[3];
			for (const signed char *s = m->step[j]; *s; s++) net[abs(*s) - 1] += *s > 0 ? 1 : -1;
			const int k = net[0] ? 0 : net[1] ? 1 : 2;
			for (int i = 0; i < 3; i++) y[i] = i == k ? x[i] : (x[i] + extent[i] / 2) % extent[i];
			const suNg w = lqcd__hr_walk(ipt(t, x[0], x[1], x[2]), m->step[j]);
			suNg loop;
			hr_complex z;
			_suNg_times_suNg(loop, w, legs[k * VOL3 + n]);
			_suNg_trace(z, loop);
			const double r = _complex_prod_re(line[k * VOL3 + (y[0] * Y + y[1]) * Z + y[2]], z);
			for (int i = 0; i < total_n_tor_op; i++) lqcd__hr_path_add(&sums, m, j, i, &o[i], back, r);
		}
	}
	lqcd_free(legs);
	lqcd_free(line);
	for (int k = 0; k < total_n_tor_op; k++) value[k] = lqcd__hr_slice_value(&sums, k);
	lqcd__hr_ops_add(numerical_op, value, total_n_tor_op);
}

/* ---- active slices -------------------------------------------------------------------------------------------------- */

static inline void measure_1pt_glueballs(int nblockingstart, int nblockingend, double *smear_val,
					 hr_complex *gb_storage)
{
	const int levels = nblockingend - nblockingstart + 1;
	int blocked = -1;
	lqcd__hr_error(nblockingstart < 0 || levels < 1, 1, "measure_1pt_glueballs",
		       "0 <= nblockingstart <= nblockingend");
	reset_wrk_pointers();
	for (int level = 0; level <= nblockingend; level++) {
		for (int n = 0; n < n_active_slices && level >= nblockingstart; n++)
			eval_all_glueball_ops(active_slices_list[n],
					      gb_storage + total_n_glue_op * (level - nblockingstart + levels * n));
		if (level == nblockingend) break;
		const int smeared = (spatial_APE_smear_wrkspace)(smear_val, blocked);
		release_wrk_space(blocked);
		blocked = single_level_spatial_blocking_wrkspace(smeared);
		release_wrk_space(smeared);
	}
	release_wrk_space(blocked);
	reset_wrk_pointers();
}

static inline void measure_1pt_torellons(double *smear_val, hr_complex *tor_storage, hr_complex **pf)
{
	const int smeared = (spatial_APE_smear_wrkspace)(smear_val, -1);
	for (int n = 0; n < n_active_slices; n++)
		eval_all_torellon_ops(active_slices_list[n], tor_storage + total_n_tor_op * n, pf);
	release_wrk_space(smeared);
	reset_wrk_pointers();
}

/* ---- output --------------------------------------------------------------------------------------------------------- */

static inline int lqcd__hr_listed(const cor_list *l, int t)
{
	int n = 0;
	for (int k = 0; k < l->n_entries; k++) n += l->list[k].t1 == t || l->list[k].t2 == t;
	return n;
}

/** [GLB_T][n]: for times of the list, from[n local[t]] of the process that has t; local[t] is where t is there. */
static inline hr_complex *lqcd__hr_gather_times(const cor_list *l, const hr_complex *from, int n, const int *local)
{
	hr_complex *all = (hr_complex *)lqcd_alloc(lqcd_mul_size((size_t)GLB_T * (size_t)n, sizeof *all));
	lqcd__hr_error(!all, 1, "collect_1pt", "out of memory");
	for (int t = 0; t < GLB_T; t++) {
		const int at[4] = {t / T, 0, 0, 0}, here = t >= zerocoord[0] && t < zerocoord[0] + T;
		if (!lqcd__hr_listed(l, t)) continue;
		lqcd__hr_error(here && local[t] < 0, 1, "collect_1pt", "a time of the list is not an active slice");
		if (here)
			memcpy((void *)(all + (ptrdiff_t)t * n), from + (ptrdiff_t)local[t] * n,
			       (size_t)n * sizeof *all);
		lqcd_comm_broadcast(&lqcd__hr_lattice.comm, lqcd_lattice_rank(&lqcd__hr_lattice, at),
				    all + (ptrdiff_t)t * n, (size_t)n * sizeof *all);
	}
	return all;
}

static inline int lqcd__hr_same_channel(const lqcd__hr_glue_op *a, const lqcd__hr_glue_op *b)
{
	return !memcmp(a->p, b->p, sizeof a->p) && !strcmp(a->irrep, b->irrep) && a->number == b->number &&
	       a->charge == b->charge;
}

/** The values of operators o[0 .. n_ops-1] for all times of the list, channel by channel. levels: of blocking, 0: torelons. */
static inline void lqcd__hr_print_ops(const lqcd__hr_glue_op *o, int n_ops, const char *function, const char *id,
				      const cor_list *l, int levels, const hr_complex *value)
{
	const int rows = levels ? levels : 1;
	for (int first = 0, end; first < n_ops; first = end) {
		end = first + 1;
		while (end < n_ops && lqcd__hr_same_channel(&o[first], &o[end])) end++;
		lprintf("Measure ML", 0,
			"\n%s function P=(%d,%d,%d) Irrep=%s Irrep ev=%d/%d Charge=%c nop=%d\n%s id=", function,
			o[first].p[0], o[first].p[1], o[first].p[2], o[first].irrep, o[first].number, o[first].of,
			o[first].charge > 0 ? '+' : '-', (end - first) * rows, id);
		for (int k = first; k < end; k++) lprintf("Measure ML", 0, " %d", k);
		lprintf("Measure ML", 0, "%s\n", levels ? " (repeated nblocking times)" : " ");
		for (int t = 0; t < GLB_T; t++) {
			if (!lqcd__hr_listed(l, t)) continue;
			lprintf("Measure ML", 0, " t=%d", t);
			for (int n = 0; n < rows; n++)
				for (int k = first; k < end; k++) {
					const hr_complex z = value[k + n_ops * (n + (ptrdiff_t)rows * t)];
					lprintf("Measure ML", 0, " ( %.10e %.10e )", _complex_re(z), _complex_im(z));
				}
			lprintf("Measure ML", 0, "\n");
		}
	}
}

static inline void lqcd__hr_check_list(const cor_list *l)
{
	lqcd__hr_error(!glbT_to_active_slices, 1, "collect_1pt", "call initialize_spatial_active_slices first");
	for (int k = 0; k < l->n_entries; k++)
		lqcd__hr_error_of_all(l->list[k].t1 < 0 || l->list[k].t1 >= GLB_T || l->list[k].t2 < 0 ||
					      l->list[k].t2 >= GLB_T,
				      "collect_1pt", "times of the list are 0 to GLB_T - 1");
}

static inline void collect_1pt_glueball_functions(cor_list *lcor, int nblocking, hr_complex *gb_storage)
{
	lqcd__hr_check_list(lcor);
	hr_complex *all = lqcd__hr_gather_times(lcor, gb_storage, nblocking * total_n_glue_op, glbT_to_active_slices);
	lqcd__hr_print_ops(lqcd__hr_glue_ops(), total_n_glue_op, "1pt", "Op", lcor, nblocking, all);
	lqcd_free(all);
}

/** sum[|t2 - t1|] += the correlators of the lines in one direction. */
static inline void lqcd__hr_line_correlators(lqcd_complex_d *sum, const cor_list *l, const hr_complex *polyf,
					     int places, const int *local)
{
	hr_complex *all = lqcd__hr_gather_times(l, polyf, places, local);
	for (int n = 0; n < places; n++)
		for (int k = 0; k < l->n_entries; k++) {
			const cor_points *c = &l->list[k];
			const hr_complex a = all[(ptrdiff_t)c->t1 * places + n], b = all[(ptrdiff_t)c->t2 * places + n];
			lqcd_complex_d *s = &sum[abs(c->t2 - c->t1)];
			s->re += _complex_prod_re(a, b) / (3.0 * c->n_pairs * places);
			s->im += (_complex_re(a) * _complex_im(b) - _complex_im(a) * _complex_re(b)) /
				 (3.0 * c->n_pairs * places);
		}
	lqcd_free(all);
}

static inline void collect_1pt_torellon_functions(cor_list *lcor, hr_complex *tor_storage, hr_complex **polyf)
{
	const int places[3] = {Y * Z, X * Z, X * Y};
	lqcd__hr_check_list(lcor);
	hr_complex *all = lqcd__hr_gather_times(lcor, tor_storage, total_n_tor_op, glbT_to_active_slices);
	lqcd_complex_d *sum = (lqcd_complex_d *)lqcd_alloc(lqcd_mul_size((size_t)GLB_T, sizeof *sum));
	int *local = (int *)lqcd_alloc(lqcd_mul_size((size_t)GLB_T, sizeof *local));
	lqcd__hr_error(!sum || !local, 1, "collect_1pt", "out of memory");
	for (int t = 0; t < GLB_T; t++) {
		sum[t].re = sum[t].im = 0;
		local[t] = t % T;
	}
	lqcd__hr_print_ops(lqcd__hr_tor_ops(), total_n_tor_op, "1ptTor", "Tor", lcor, 0, all);
	for (int k = 0; k < 3 && polyf; k++) lqcd__hr_line_correlators(sum, lcor, polyf[k], places[k], local);
	for (int t = 0; t < GLB_T && polyf; t++)
		lprintf("Measure ML", 0, " Polyakov Cor dt=%d ( %.10e %.10e )\n", t, sum[t].re, sum[t].im);
	lqcd_free(local);
	lqcd_free(sum);
	lqcd_free(all);
}

/** Multiplets are separated by |, the rows of one by commas. */
static inline void lqcd__hr_glue_report(const lqcd__hr_glue_op *o, int n_ops, const char *kind)
{
	for (int k = 0; k < n_ops; k++) {
		const int other = !k || memcmp(o[k].p, o[k - 1].p, sizeof o->p) || strcmp(o[k].irrep, o[k - 1].irrep);
		if (other)
			lprintf("INIT Measure ML", 0, "\n%s Irrep multiplets Total P=(%d,%d,%d) Irrep=%s Charge=%c |",
				kind, o[k].p[0], o[k].p[1], o[k].p[2], o[k].irrep, o[k].charge > 0 ? '+' : '-');
		lprintf("INIT Measure ML", 0, "%d=%s%c", k, o[k].loop, o[k].number == o[k].of ? '|' : ',');
	}
	lprintf("INIT Measure ML", 0, "\n");
}

static inline void report_gb_group_setup(void)
{
	lqcd__hr_glue_report(lqcd__hr_glue_ops(), total_n_glue_op, "1pt_glb");
}

static inline void report_tor_group_setup(void)
{
	lqcd__hr_glue_report(lqcd__hr_tor_ops(), total_n_tor_op, "1pt_tor");
}

#endif
