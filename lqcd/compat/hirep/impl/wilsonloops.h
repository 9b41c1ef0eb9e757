/* lqcd/compat/hirep/impl/wilsonloops.h: the names of HiRep's wilsonloops.h: Wilson loops with sides off the axes.
 *
 *   WL_initialize(), WL_free()
 *   WL_load_path(c, n)               adds a path to WL_path[0 .. WL_npaths-1]: c = {dx, dy, dz} along the line, repeated n
 *                                    times at most; without signs, its components in descending order where directions
 *                                    are alike (equal extents and boundaries). .path: its steps, 0 .. 2; .perm: the
 *                                    .nperms different permutations
 *   WL_Hamiltonian_gauge(out, in)    temporal gauge: U_0 = 1 but on the last slice, where it is the Polyakov loop; out may
 *                                    be in
 *   WL_broadcast_polyakov(p, u)      that slice: p[_WL_3VOL_INDEX(x, y, z)], on all processes
 *   WL_correlators(ret, u, p, n, path, length, perm, sign)     of links in temporal gauge: ret[s][t] = Re tr of the loops
 *                                    with s + 1 paths in space, t in time, averaged over the lattice; t < GLB_T. Component
 *                                    perm[k] goes in direction k + 1, backwards if sign of it is negative
 *   WL_wilsonloops(weight)           all paths, averaged over permutations and signs, of links after HYP smearing with
 *                                    weight[3] (gauge/smear.h), printed: (T,dx,dy,dz,R,WL)
 *   HYP_smearing(out, in, weight)
 *   min_tplaq(u)                     the smallest Re tr of a plaquette in the plane of T and Z, the one that HiRep looks at
 *   HYP_span_parameters(m)           m[i + 19 j + 361 k] += min_tplaq of u_gauge after HYP smearing with the weights (i+1)/20,
 *                                    (j+1)/20, (k+1)/20, for all of 0 .. 18
 *   HYP_best_parameters(m, weight)   the weights where m is largest; returns their index
 *
 * Processes cut the time direction alone. Any NG; HiRep smears for NG = 2 only, where this is the same.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_WILSONLOOPS_H
#define LQCD_COMPAT_HIREP_IMPL_WILSONLOOPS_H

#include "../../../gauge/smear.h"
#include "gaugefix.h"

#define _WL_3VOL_INDEX(x, y, z) ((x) + (y)*X + (z)*X * Y)

typedef struct WL_path_t {
	int c[3];
	int *path;
	int length;
	int **perm;
	int nperms;
	int nsteps;
} WL_path_t;

/* Its symbol is WL_path: programs of before libhr.h declare that themselves, with a struct of their own. */
LQCD__HR_GLOBAL WL_path_t lqcd__hr_WL_path[256] __asm__("WL_path");
LQCD__HR_GLOBAL int WL_npaths = 0;
LQCD__HR_GLOBAL int WL_max_nsteps = 0;

static inline void WL_initialize(void)
{
	lqcd__hr_error_of_all(NP_X * NP_Y * NP_Z != 1, "WL_initialize", "processes may cut the time direction alone");
}

static inline void WL_free(void)
{
	for (int n = 0; n < WL_npaths; n++) {
		free(lqcd__hr_WL_path[n].path);
		free(lqcd__hr_WL_path[n].perm[0]);
		free(lqcd__hr_WL_path[n].perm);
	}
	WL_npaths = WL_max_nsteps = 0;
	__asm__ volatile("" ::: "memory");
}

/* ---- paths ------------------------------------------------------------------------------------------------------ */

/** Steps that stay closest to the line to c, by the square of |q x c| (Bolder et al., hep-lat/0005018). */
static inline void lqcd__hr_line(const int c[3], int *path)
{
	int p[3] = {0, 0, 0};
	for (int i = 0; i < c[0] + c[1] + c[2]; i++) {
		long best = -1;
		for (int k = 0; k < 3; k++) {
			long cross = 0;
			p[k]++;
			for (int l = 0; l < 3; l++) {
				const int m = (l + 1) % 3;
				const long d = (long)p[l] * c[m] - (long)p[m] * c[l];
				cross += d * d;
			}
			p[k]--;
			if (best < 0 || cross < best) {
				best = cross;
				path[i] = k;
			}
		}
		p[path[i]]++;
	}
	lqcd__hr_error(memcmp(p, c, sizeof p) != 0, 1, "WL_load_path", "no path");
}

/** Whether spatial directions a and b, 0 to 2, are alike. */
static inline int lqcd__hr_alike(int a, int b)
{
	const int extent[3] = {GLB_X, GLB_Y, GLB_Z};
	const int anti = LQCD__HR_ANTIPERIODIC >> 1, theta = LQCD__HR_THETA >> 1;
	return a == b ||
	       (extent[a] == extent[b] && (anti >> a & 1) == (anti >> b & 1) && !(theta >> a & 1) && !(theta >> b & 1));
}

/** The permutations of components among directions that are alike, which move c to different places. */
static inline int lqcd__hr_permutations(const int c[3], int *to)
{
	static const int all[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {1, 0, 2}, {0, 2, 1}};
	int n = 0;
	for (int k = 0; k < 6; k++) {
		int good = 1;
		for (int d = 0; d < 3; d++) good &= lqcd__hr_alike(d, all[k][d]);
		for (int m = 0; m < n && good; m++) {
			int same = 1;
			for (int d = 0; d < 3; d++) same &= c[all[k][d]] == c[to[3 * m + d]];
			good = !same;
		}
		if (good) memcpy(to + 3 * n++, all[k], sizeof all[k]);
	}
	return n;
}

static inline void WL_load_path(int c[3], int nsteps)
{
	const int extent[3] = {GLB_X, GLB_Y, GLB_Z};
	for (int k = 0; k < 3; k++) c[k] = abs(c[k]);
	for (int k = 0; k < 4; k++) {
		static const signed char pair[4][2] = {{0, 1}, {1, 2}, {0, 1}, {0, 2}};
		const int i = pair[k][0], j = pair[k][1], t = c[i];
		if (!lqcd__hr_alike(i, j) || c[i] >= c[j]) continue;
		c[i] = c[j];
		c[j] = t;
	}
	for (int n = 0; n < WL_npaths; n++)
		if (!memcmp(lqcd__hr_WL_path[n].c, c, sizeof lqcd__hr_WL_path[n].c)) return;
	for (int k = 0; k < 3; k++)
		if (c[k] && nsteps > extent[k] / c[k]) nsteps = extent[k] / c[k];
	lqcd__hr_error(nsteps < 1 || WL_npaths == 256, 1, "WL_load_path", "too long a path, or too many");
	WL_path_t *w = &lqcd__hr_WL_path[WL_npaths];
	int *perms = (int *)malloc(18 * sizeof(int));
	memcpy(w->c, c, sizeof w->c);
	w->length = c[0] + c[1] + c[2];
	w->path = (int *)malloc((size_t)(w->length + 1) * sizeof(int));
	w->perm = (int **)malloc(6 * sizeof(int *));
	lqcd__hr_error(!w->length || !perms || !w->path || !w->perm, 1, "WL_load_path", "no path, or out of memory");
	lqcd__hr_line(c, w->path);
	w->nsteps = nsteps;
	w->nperms = lqcd__hr_permutations(c, perms);
	for (int k = 0; k < w->nperms; k++) w->perm[k] = perms + 3 * k;
	if (nsteps > WL_max_nsteps) WL_max_nsteps = nsteps;
	WL_npaths++;
	__asm__ volatile("" ::: "memory");
	lprintf("ARA WILSON LOOPS", 0, "c=( %d , %d , %d ) path added (nsteps = %d ; length = %d ; nperms = %d )\n",
		c[0], c[1], c[2], nsteps, w->length, w->nperms);
}

/* ---- all slices --------------------------------------------------------------------------------------------------- */

static inline int lqcd__hr_4vol(int t, int x, int y, int z)
{
	return t * X * Y * Z + _WL_3VOL_INDEX(x, y, z);
}

static inline suNg *lqcd__hr_all_slices(void)
{
	suNg *all = (suNg *)lqcd_alloc(lqcd_mul_size((size_t)GLB_T * (size_t)VOL3, sizeof(suNg)));
	lqcd__hr_error(!all, 1, "Wilson loops", "out of memory");
	return all;
}

/** all[slice of each process] := what that process has there. */
static inline void lqcd__hr_gather_slices(suNg *all)
{
	for (int p = 0; p < NP_T; p++) {
		const int c[4] = {p, 0, 0, 0};
		lqcd_comm_broadcast(&lqcd__hr_lattice.comm, lqcd_lattice_rank(&lqcd__hr_lattice, c),
				    all + (ptrdiff_t)p * T * VOL3, (size_t)T * (size_t)VOL3 * sizeof *all);
	}
}

static inline void WL_Hamiltonian_gauge(suNg_field *out, suNg_field *in)
{
	suNg *all = lqcd__hr_all_slices();
	suNg_field *g = alloc_suNg_field(&glattice);
	WL_initialize();
	if (out != in) copy_suNg_field(out, in);
	lqcd__hr_complete(out->ptr);
	for (int n = 0; n < VOLUME; n++) {
		const int t = n / (X * Y * Z), x = n / (Y * Z) % X, y = n / Z % Y, z = n % Z;
		all[lqcd__hr_4vol(t + zerocoord[0], x, y, z)] = *_4FIELD_AT(out, ipt(t, x, y, z), 0);
	}
	lqcd__hr_gather_slices(all);
	/* g(t) = U_0(0) .. U_0(t-1) */
	for (int n = 0; n < VOL3; n++) {
		const int x = n / (Y * Z), y = n / Z % Y, z = n % Z;
		suNg line;
		_suNg_unit(line);
		for (int t = 0; t < zerocoord[0] + T; t++) {
			if (t >= zerocoord[0]) *_4FIELD_AT(g, ipt(t - zerocoord[0], x, y, z), 0) = line;
			_suNg_times_suNg(line, line, all[lqcd__hr_4vol(t, x, y, z)]);
		}
	}
	lqcd__hr_transform(out, g);
	free_suNg_field(g);
	lqcd_free(all);
}

static inline void WL_broadcast_polyakov(suNg *poly, suNg_field *gf)
{
	const int last[4] = {NP_T - 1, 0, 0, 0};
	for (int n = 0; n < VOL3; n++) {
		const int x = n / (Y * Z), y = n / Z % Y, z = n % Z;
		poly[_WL_3VOL_INDEX(x, y, z)] = *_4FIELD_AT(gf, ipt(T - 1, x, y, z), 0);
	}
	lqcd_comm_broadcast(&lqcd__hr_lattice.comm, lqcd_lattice_rank(&lqcd__hr_lattice, last), poly,
			    (size_t)VOL3 * sizeof *poly);
}

/** r := the product of links along the path from ix. */
static inline void lqcd__hr_transport(suNg *r, const suNg_field *u, int ix, const int *path, int length,
				      const int *perm, const int *sign)
{
	int direction[3];
	for (int k = 0; k < 3; k++) direction[perm[k]] = k + 1;
	_suNg_unit(*r);
	for (int i = 0; i < length; i++) {
		const int mu = direction[path[i]];
		if (sign[path[i]] > 0) {
			_suNg_times_suNg(*r, *r, *_4FIELD_AT(u, ix, mu));
			ix = iup(ix, mu);
		} else {
			ix = idn(ix, mu);
			_suNg_times_suNg_dagger(*r, *r, *_4FIELD_AT(u, ix, mu));
		}
	}
}

/** The place in a slice d[] steps from n. */
static inline int lqcd__hr_moved(int n, const int d[3])
{
	return _WL_3VOL_INDEX(safe_mod(n % X + d[0], X), safe_mod(n / X % Y + d[1], Y),
			      safe_mod(n / (X * Y) + d[2], Z));
}

/** ret[t] of lines in space; d: from one end to the other. */
static inline void lqcd__hr_loops_of(double *ret, const suNg *line, const suNg *poly, const int d[3])
{
	lqcd_sum *sum = (lqcd_sum *)calloc((size_t)GLB_T, sizeof *sum);
	lqcd__hr_error(!sum, 1, "WL_correlators", "out of memory");
	for (int t = 0; t < GLB_T; t++) lqcd_sum_start(&sum[t]);
	for (int here = zerocoord[0]; here < zerocoord[0] + T; here++)
		for (int t = 0; t < GLB_T; t++)
			for (int n = 0; n < VOL3; n++) {
				const int there = (here + t) % GLB_T;
				const suNg *a = line + (ptrdiff_t)here * VOL3 + n,
					   *b = line + (ptrdiff_t)there * VOL3 + n;
				suNg loop = *a;
				double re;
				if (there < here) _suNg_times_suNg(loop, loop, poly[lqcd__hr_moved(n, d)]);
				_suNg_times_suNg_dagger(loop, loop, *b);
				if (there < here) _suNg_times_suNg_dagger(loop, loop, poly[n]);
				_suNg_trace_re(re, loop);
				lqcd_sum_add(&sum[t], re);
			}
	lqcd_comm_sums(&lqcd__hr_lattice.comm, ret, sum, GLB_T);
	for (int t = 0; t < GLB_T; t++) ret[t] /= (double)GLB_VOLUME;
	free(sum);
}

static inline void WL_correlators(double **ret, const suNg_field *gf, const suNg *poly, const int nsteps,
				  const int *path, const int length, const int perm[3], int sign[3])
{
	suNg *one = lqcd__hr_all_slices(), *line = lqcd__hr_all_slices();
	int c[3] = {0, 0, 0}, d[3], before[3] = {0, 0, 0};
	for (int i = 0; i < length; i++) c[path[i]]++;
	for (int k = 0; k < 3; k++) sign[k] = sign[k] > 0 ? 1 : -1;
	for (int n = 0; n < VOLUME; n++) {
		const int t = n / (X * Y * Z), x = n / (Y * Z) % X, y = n / Z % Y, z = n % Z;
		lqcd__hr_transport(&one[lqcd__hr_4vol(t + zerocoord[0], x, y, z)], gf, ipt(t, x, y, z), path, length,
				   perm, sign);
	}
	lqcd__hr_gather_slices(one);
	memcpy(line, one, (size_t)GLB_T * (size_t)VOL3 * sizeof *line);
	for (int k = 0; k < 3; k++) d[k] = sign[perm[k]] * c[perm[k]];
	for (int s = 0; s < nsteps; s++) {
		for (int k = 0; k < 3; k++) before[k] = s * d[k];
		for (int n = 0; n < GLB_T * VOL3 && s; n++)
			_suNg_times_suNg(line[n], line[n],
					 one[n / VOL3 * VOL3 + lqcd__hr_moved((int)(n % VOL3), before)]);
		for (int k = 0; k < 3; k++) before[k] += d[k];
		lqcd__hr_loops_of(ret[s], line, poly, before);
	}
	lqcd_free(one);
	lqcd_free(line);
}

static inline void HYP_smearing(suNg_field *out, suNg_field *in, double weight[3])
{
	suNg_field *v = alloc_suNg_field(&glattice);
	lqcd_gauge_field_d to = lqcd__hr_gauge(v), from = lqcd__hr_gauge(in);
	const lqcd_status s = lqcd_smear_hyp_d(&to, &from, weight, LQCD_PROJECT_TRACE);
	lqcd__hr_error_of_all(s != LQCD_OK, "HYP_smearing", lqcd_status_text(s));
	copy_suNg_field(out, v);
	free_suNg_field(v);
	lqcd__hr_share(out);
}

/** The mean over permutations and signs of path w; value: [nsteps][GLB_T]. */
static inline void lqcd__hr_wilson_path(double **value, double **one, const WL_path_t *w, const suNg_field *u,
					const suNg *poly)
{
	int count = 0;
	for (int k = 0; k < w->nsteps * GLB_T; k++) value[0][k] = 0;
	for (int p = 0; p < w->nperms; p++)
		for (int signs = 0; signs < 4; signs++) {
			int sign[3] = {signs % 2 ? -1 : 1, signs / 2 ? -1 : 1, 1};
			if ((!w->c[0] && sign[0] < 0) || (!w->c[1] && sign[1] < 0)) continue;
			WL_correlators(one, u, poly, w->nsteps, w->path, w->length, w->perm[p], sign);
			for (int k = 0; k < w->nsteps * GLB_T; k++) value[0][k] += one[0][k];
			count++;
		}
	for (int k = 0; k < w->nsteps * GLB_T; k++) value[0][k] /= count;
}

static inline void WL_wilsonloops(double HYP_weight[3])
{
	const size_t steps = (size_t)WL_max_nsteps;
	lqcd__hr_error(!WL_npaths, 1, "WL_wilsonloops", "no path: call WL_load_path");
	suNg_field *u = alloc_suNg_field(&glattice);
	suNg *poly = (suNg *)lqcd_alloc((size_t)VOL3 * sizeof *poly);
	double **value = (double **)calloc(2 * steps, sizeof *value);
	double *numbers = (double *)calloc(2 * steps * (size_t)GLB_T, sizeof *numbers);
	lqcd__hr_error(!poly || !value || !numbers, 1, "WL_wilsonloops", "out of memory");
	for (size_t s = 0; s < 2 * steps; s++) value[s] = numbers + s * (size_t)GLB_T;
	HYP_smearing(u, u_gauge, HYP_weight);
	WL_Hamiltonian_gauge(u, u);
	WL_broadcast_polyakov(poly, u);
	for (int n = 0; n < WL_npaths; n++) {
		const WL_path_t *w = &lqcd__hr_WL_path[n];
		const double r = sqrt((double)(w->c[0] * w->c[0] + w->c[1] * w->c[1] + w->c[2] * w->c[2]));
		lqcd__hr_wilson_path(value, value + steps, w, u, poly);
		for (int s = 0; s < w->nsteps; s++)
			for (int t = 0; t < GLB_T; t++)
				lprintf("WILSON LOOPS", 0, "(T,dx,dy,dz,R,WL) = %d %d %d %d %.8e %.8e\n", t,
					(s + 1) * w->c[0], (s + 1) * w->c[1], (s + 1) * w->c[2], (s + 1) * r,
					value[s][t]);
	}
	free(numbers);
	free(value);
	lqcd_free(poly);
	free_suNg_field(u);
}

/* ---- the best weights --------------------------------------------------------------------------------------------- */

static inline double min_tplaq(suNg_field *g)
{
	double least = 2 * NG;
	lqcd__hr_share(g);
	_MASTER_FOR_MIN(g->type, ix, least)
	{
		suNg a, b, p;
		double re;
		_suNg_times_suNg(a, *_4FIELD_AT(g, ix, 0), *_4FIELD_AT(g, iup(ix, 0), 3));
		_suNg_times_suNg(b, *_4FIELD_AT(g, ix, 3), *_4FIELD_AT(g, iup(ix, 3), 0));
		_suNg_times_suNg_dagger(p, a, b);
		_suNg_trace_re(re, p);
		if (re < least) least = re;
	}
	global_min(&least, 1);
	return least;
}

/** Weight number n, 0 .. 18. */
static inline double lqcd__hr_hyp_weight(int n)
{
	return 0.05 * (n + 1);
}

static inline void HYP_span_parameters(double mtp[6859])
{
	suNg_field *u = alloc_suNg_field(&glattice);
	for (int n = 0; n < 6859; n++) {
		double w[3] = {lqcd__hr_hyp_weight(n % 19), lqcd__hr_hyp_weight(n / 19 % 19),
			       lqcd__hr_hyp_weight(n / 361)};
		HYP_smearing(u, u_gauge, w);
		mtp[n] += min_tplaq(u);
	}
	free_suNg_field(u);
}

static inline int HYP_best_parameters(double mtp[6859], double w[3])
{
	int best = 0;
	for (int n = 1; n < 6859; n++)
		if (mtp[n] > mtp[best]) best = n;
	w[0] = lqcd__hr_hyp_weight(best % 19);
	w[1] = lqcd__hr_hyp_weight(best / 19 % 19);
	w[2] = lqcd__hr_hyp_weight(best / 361);
	return best;
}

#endif
