/* lqcd/compat/hirep/impl/multilevel.h: glueballs and torelons by multilevel updates, under HiRep's names.
 *
 *   init_hb_multilevel(levels, beta, nhb, nor, up, skip, a, b, smear, &list)      up[levels], skip[levels] and the list must
 *                                          outlive the calls below
 *   update_hb_multilevel_gb_measure(0)     level l does, up[l] times: skip[l] updates with its slices frozen, then level l + 1;
 *                                          the last level measures instead (glueballs.h: blocking levels a .. b). Prints the
 *                                          means of all measurements, divided by GLB_VOL3 NG, those of Polyakov loops by NG
 *   update_hb_multilevel_gb_tune(l)        the same, but prints after each iteration of level l the means of its measurements,
 *                                          without Polyakov loops, and forgets them
 *
 * An update is nhb sweeps of heat bath, then nor of overrelaxation, as update() does them (gauge.h), over all links but the
 * spatial ones at times t < GLB_T - 1 for which t + 1 is a multiple of GLB_T / 2^(l+1): on level 0 one slice in the middle.
 * Where time has ends (BC_T_OPEN, BC_T_SF), the links on both sides of it evolve independently. u_gauge is left as the last
 * update made it; represent_gauge_field is up to the program. initialize_spatial_active_slices comes first.
 *
 * As other programs of libhr.h and of setup.h have it:
 *   set_max_mh_level(levels), update_hb_multilevel_gb_measure(0, &beta, nhb, nor, up, skip, a, b, &smear, &list),
 *   update_hb_multilevel_gb_tune(0, l, &beta, nhb, nor, up, skip, a, b, &smear, &list)
 *   update_hb_multilevel_gb_measure(0, &beta, nhb, nor, up, skip, n, &smear, &list)      blocking levels 1 .. n
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_MULTILEVEL_H
#define LQCD_COMPAT_HIREP_IMPL_MULTILEVEL_H

#include "glueballs.h"
#include "plaquettes.h"

typedef struct {
	int levels, nhb, nor, first, blocked; /* blocked: how many levels of blocking */
	double beta, smear;
	const int *up, *skip;
	cor_list *list;
	int n_glue, n_tor, n_poly[3];
	hr_complex *glue, *tor, *poly[3];
} lqcd__hr_multilevel;

LQCD__HR_GLOBAL lqcd__hr_multilevel lqcd__hr_multilevel_state;

static inline void init_hb_multilevel(int lev, double beta, int nhb, int nor, int *ml_up, int *ml_skip,
				      int nblockingstart, int nblockingend, double smear_val, cor_list *lcor)
{
	lqcd__hr_multilevel *m = &lqcd__hr_multilevel_state;
	lqcd__hr_error_of_all(lev < 1 || lev > 30 || GLB_T >> lev == 0, "init_hb_multilevel",
			      "1 level or more, with 2^levels <= GLB_T");
	lqcd__hr_error_of_all(nblockingstart < 0 || nblockingend < nblockingstart, "init_hb_multilevel",
			      "0 <= nblockingstart <= nblockingend");
	memset((void *)m, 0, sizeof *m);
	m->levels = lev;
	m->beta = beta;
	m->nhb = nhb;
	m->nor = nor;
	m->up = ml_up;
	m->skip = ml_skip;
	m->first = nblockingstart;
	m->blocked = nblockingend - nblockingstart + 1;
	m->smear = smear_val;
	m->list = lcor;
}

/* ---- updates -------------------------------------------------------------------------------------------------------- */

/** Whether spatial links at global time t stay as they are. */
static inline int lqcd__hr_frozen(int level, int t)
{
	return t + 1 < GLB_T && (t + 1) % (GLB_T >> (level + 1)) == 0;
}

static inline void lqcd__hr_sweep_level(const lqcd__hr_multilevel *m, int level, int overrelax)
{
	lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	lqcd__hr_random *g = lqcd__hr_rng();
	const uint64_t stream = overrelax ? 0 : 64 * (uint64_t)++g->fields + LQCD_HEATBATH_STREAM;
	for (int k = 0; k < 8; k++) {
		const int mu = k / 2;
		lqcd__bounded_update_args_d a;
		a.update = lqcd__update_arguments_d(&u, mu, 2 * m->beta / NG, ~g->seed, stream, overrelax);
		a.b = lqcd__hr_lattice.boundary;
		_MASTER_FOR(k % 2 ? &glat_odd : &glat_even, ix) {
			if (mu && lqcd__hr_frozen(level, lqcd__hr_time(ix) + a.b.first)) continue;
			if (LQCD__HR_ENDS)
				(void)lqcd__bounded_heatbath_site_d(&a, ix);
			else
				(void)lqcd__heatbath_site_d(&a.update, ix, -1);
		}
		lqcd__hr_share(u_gauge);
	}
}

static inline void lqcd__hr_update_level(const lqcd__hr_multilevel *m, int level)
{
	apply_BCs_on_fundamental_gauge_field();
	lqcd__hr_share(u_gauge);
	for (int n = 0; n < m->nhb + m->nor; n++) lqcd__hr_sweep_level(m, level, n >= m->nhb);
	lqcd__hr_error_of_all(!lqcd_isfinite(avr_plaquette()), "update_hb_multilevel", lqcd_status_text(LQCD_NAN));
}

/* ---- measurements --------------------------------------------------------------------------------------------------- */

static inline void lqcd__hr_multilevel_zero(lqcd__hr_multilevel *m)
{
	memset((void *)m->glue, 0, (size_t)m->n_glue * sizeof *m->glue);
	memset((void *)m->tor, 0, (size_t)m->n_tor * sizeof *m->tor);
	for (int k = 0; k < 3; k++) memset((void *)m->poly[k], 0, (size_t)m->n_poly[k] * sizeof *m->poly[k]);
}

static inline void lqcd__hr_multilevel_scale(hr_complex *z, int n, double c)
{
	for (int k = 0; k < n; k++) z[k] = lqcd__hr_make(c * _complex_re(z[k]), c * _complex_im(z[k]));
}

/** Prints the means of n measurements. */
static inline void lqcd__hr_multilevel_print(lqcd__hr_multilevel *m, double n, int with_lines)
{
	lqcd__hr_multilevel_scale(m->glue, m->n_glue, 1 / (n * (double)GLB_VOL3 * NG));
	lqcd__hr_multilevel_scale(m->tor, m->n_tor, 1 / (n * (double)GLB_VOL3 * NG));
	for (int k = 0; k < 3; k++) lqcd__hr_multilevel_scale(m->poly[k], m->n_poly[k], 1 / (n * NG));
	collect_1pt_glueball_functions(m->list, m->blocked, m->glue);
	collect_1pt_torellon_functions(m->list, m->tor, with_lines ? m->poly : NULL);
}

/** Level by level; returns how many measurements were done. tuned: the level that prints them, or -1. */
static inline double lqcd__hr_multilevel_run(lqcd__hr_multilevel *m, int level, int tuned)
{
	double all = 0;
	for (int i = 0; i < m->up[level]; i++) {
		double n = 1;
		for (int j = 0; j < m->skip[level]; j++) lqcd__hr_update_level(m, level);
		if (level < m->levels - 1)
			n = lqcd__hr_multilevel_run(m, level + 1, tuned);
		else {
			measure_1pt_glueballs(m->first, m->first + m->blocked - 1, &m->smear, m->glue);
			measure_1pt_torellons(&m->smear, m->tor, m->poly);
		}
		all += n;
		if (level != tuned) continue;
		lprintf("MEASURE_TUNE", 0, "\nlevel %d, iteration %d\n", level, i);
		lqcd__hr_multilevel_print(m, n, 0);
		lqcd__hr_multilevel_zero(m);
	}
	return all;
}

static inline hr_complex *lqcd__hr_multilevel_room(int n)
{
	hr_complex *z = (hr_complex *)lqcd_alloc(lqcd_mul_size((size_t)n + 1, sizeof *z));
	lqcd__hr_error(!z, 1, "update_hb_multilevel", "out of memory");
	return z;
}

static inline void lqcd__hr_multilevel_all(int tuned)
{
	lqcd__hr_multilevel *m = &lqcd__hr_multilevel_state;
	const int places[3] = {Y * Z, X * Z, X * Y};
	struct timeval start, end, etime;
	lqcd__hr_error_of_all(!m->levels || !active_slices_list, "update_hb_multilevel",
			      "call init_hb_multilevel and initialize_spatial_active_slices first");
	m->n_glue = total_n_glue_op * m->blocked * n_active_slices;
	m->n_tor = total_n_tor_op * n_active_slices;
	m->glue = lqcd__hr_multilevel_room(m->n_glue);
	m->tor = lqcd__hr_multilevel_room(m->n_tor);
	for (int k = 0; k < 3; k++) m->poly[k] = lqcd__hr_multilevel_room(m->n_poly[k] = places[k] * T);
	lqcd__hr_multilevel_zero(m);
	gettimeofday(&start, NULL);
	const double n = lqcd__hr_multilevel_run(m, 0, tuned);
	gettimeofday(&end, NULL);
	timeval_subtract(&etime, &end, &start);
	lprintf("HB MULTILEVEL", 0, "%.0f measurements and updates [%ld sec %ld usec]\n", n, (long)etime.tv_sec,
		(long)etime.tv_usec);
	if (tuned < 0) lqcd__hr_multilevel_print(m, n, 1);
	lqcd_free(m->glue);
	lqcd_free(m->tor);
	for (int k = 0; k < 3; k++) lqcd_free(m->poly[k]);
}

static inline void update_hb_multilevel_gb_measure(int lev)
{
	lqcd__hr_error_of_all(lev != 0, "update_hb_multilevel_gb_measure", "begin at level 0");
	lqcd__hr_multilevel_all(-1);
}

static inline void update_hb_multilevel_gb_tune(int tuning_level)
{
	lqcd__hr_error_of_all(tuning_level < 0 || tuning_level >= lqcd__hr_multilevel_state.levels,
			      "update_hb_multilevel_gb_tune", "a level from 0 to levels - 1");
	lqcd__hr_multilevel_all(tuning_level);
}

/* ---- all parameters in the call -------------------------------------------------------------------------------------- */

static inline void set_max_mh_level(int lev)
{
	lqcd__hr_multilevel_state.levels = lev;
}

static inline void lqcd__hr_measure_multilevel(int lev, double *beta, int nhb, int nor, int *ml_up, int *ml_skip,
					       int nblockingstart, int nblockingend, double *smear_val, cor_list *lcor)
{
	init_hb_multilevel(lqcd__hr_multilevel_state.levels, *beta, nhb, nor, ml_up, ml_skip, nblockingstart,
			   nblockingend, *smear_val, lcor);
	update_hb_multilevel_gb_measure(lev);
}

static inline void lqcd__hr_measure_blocked(int lev, double *beta, int nhb, int nor, int *ml_up, int *ml_skip,
					    int nblocking, double *smear_val, cor_list *lcor)
{
	lqcd__hr_measure_multilevel(lev, beta, nhb, nor, ml_up, ml_skip, 1, nblocking, smear_val, lcor);
}

static inline void lqcd__hr_tune_multilevel(int lev, int tuning_level, double *beta, int nhb, int nor, int *ml_up,
					    int *ml_skip, int nblockingstart, int nblockingend, double *smear_val,
					    cor_list *lcor)
{
	lqcd__hr_error_of_all(lev != 0, "update_hb_multilevel_gb_tune", "begin at level 0");
	init_hb_multilevel(lqcd__hr_multilevel_state.levels, *beta, nhb, nor, ml_up, ml_skip, nblockingstart,
			   nblockingend, *smear_val, lcor);
	update_hb_multilevel_gb_tune(tuning_level);
}

/* One argument, nine, or ten and eleven. */
#define LQCD__HR_TWELFTH(a, b, c, d, e, f, g, h, i, j, k, l, ...) l
#define LQCD__HR_ONE_OR_ALL(one, nine, all, ...)                                                                       \
	LQCD__HR_TWELFTH(__VA_ARGS__, all, all, nine, one, one, one, one, one, one, one, one, 0)(__VA_ARGS__)
#define update_hb_multilevel_gb_measure(...)                                                                           \
	LQCD__HR_ONE_OR_ALL(update_hb_multilevel_gb_measure, lqcd__hr_measure_blocked, lqcd__hr_measure_multilevel,    \
			    __VA_ARGS__)
#define update_hb_multilevel_gb_tune(...)                                                                              \
	LQCD__HR_ONE_OR_ALL(update_hb_multilevel_gb_tune, update_hb_multilevel_gb_tune, lqcd__hr_tune_multilevel,      \
			    __VA_ARGS__)

#endif
