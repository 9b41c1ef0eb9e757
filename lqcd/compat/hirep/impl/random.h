/* lqcd/compat/hirep/impl/random.h: part of compat/hirep.h: random numbers and fields, by lqcd's counter-based generator
 * (random.h); numbers one by one by ranlux (ranlux.h).
 *
 *   rlxd_init(level, seed), rlxd_size, rlxd_get, rlxd_reset       of ranlxd and of the generator of fields; level 1, 2
 *   write_ranlxd_state(file), read_ranlxd_state(file)             rlxd_get of all processes, as text
 *   rlxs_init(level, seed), rlxs_size, rlxs_get, rlxs_reset       of ranlxs; level 0, 1, 2
 *   ranlxd(r, n), ranlxs(r, n)         in [0, 1), by ranlux: HiRep's numbers from the same seed
 *   gauss(r, n), gauss_flt(r, n)       N(0,1), from pairs u, v of ranlxd sqrt(-2 log(1 - u)) times sin, cos(2 pi v)
 *   ranz2(r, n)                        +-1/sqrt(2), + where a number of ranlxd is below 1/2
 *   random_suNg(&u), random_u(u), random_u_f(u), unit_u(u)        Haar measure; u = 1
 *   gaussian_suNg_vector(&v), random_s(s)      each real N(0,1); zero_s(s)
 *   gaussian_spinor_field(s), .._flt, gaussian_scalar_momenta(s)  <|component|^2> = 1
 *   z2_spinor_field(s)                 each component (+-1 +- i)/sqrt(2)
 *   gaussian_momenta(h)                each component N(0, 1/_FUND_NORM2)
 *   random_su2(rho, s)                 s[4] on the unit sphere, weight exp(rho s[0]) (gauge/heatbath.h), any rho
 *
 * A field takes a new stream for each call, and its numbers depend on the seed, the calls before and the global site.
 * Numbers that are drawn one by one are others on each process, as in HiRep; those of process 0 are those that one
 * process draws. The seed is that of process 0 (HiRep's programs often add MPI_PID to it): rlxd_init is collective, and
 * so are functions that fill a field. After random_u and unit_u links have their halo (fields.h).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_RANDOM_H
#define LQCD_COMPAT_HIREP_RANDOM_H

#include "../../../gauge/heatbath.h"
#include "../../../site/random.h"
#include "ends.h"
#include "linear_algebra.h"
#include "matrix.h"
#include "ranlux.h"

typedef struct {
	uint64_t seed;
	uint32_t fields; /* streams that fields have used up; numbers one by one come from stream 0 */
	int ready;
	lqcd_rng rng;
} lqcd__hr_random;

LQCD__HR_GLOBAL lqcd__hr_random lqcd__hr_generator_state;

static inline void lqcd__hr_seed(int seed)
{
	lqcd__hr_random *g = &lqcd__hr_generator_state;
	g->seed = (uint64_t)(unsigned)seed;
	g->fields = 0;
	g->ready = 1;
	g->rng = lqcd_rng_make(g->seed, (uint64_t)PID, 0);
}

static inline void rlxd_init(int level, int seed)
{
	lqcd__hr_ranlux_seed(&lqcd__hr_ranlxd, "rlxd_init", level, seed, 1);
	bcast_int(&seed, 1);
	lqcd__hr_seed(seed);
}

static inline lqcd__hr_random *lqcd__hr_rng(void)
{
	if (!lqcd__hr_generator_state.ready) lqcd__hr_seed(1);
	return &lqcd__hr_generator_state;
}

static inline void rlxs_init(int level, int seed)
{
	lqcd__hr_ranlux_seed(&lqcd__hr_ranlxs, "rlxs_init", level, seed, 0);
}

static inline void ranlxd(double r[], int n)
{
	if (!lqcd__hr_ranlxd.steps) lqcd__hr_ranlux_seed(&lqcd__hr_ranlxd, "ranlxd", 1, 1, 1);
	for (int k = 0; k < n; k++) r[k] = lqcd__hr_ranlux_double(&lqcd__hr_ranlxd);
}

static inline void ranlxs(float r[], int n)
{
	if (!lqcd__hr_ranlxs.steps) rlxs_init(0, 1);
	for (int k = 0; k < n; k++) r[k] = lqcd__hr_ranlux_float(&lqcd__hr_ranlxs);
}

static inline void gauss(double r[], int n)
{
	for (int k = 0; k < n; k += 2) {
		double u[2];
		ranlxd(u, 2);
		const double radius = sqrt(-2 * log(1 - u[0])), angle = 6.28318530717958647693 * u[1];
		r[k] = radius * sin(angle);
		if (k + 1 < n) r[k + 1] = radius * cos(angle);
	}
}

static inline void gauss_flt(float r[], int n)
{
	for (int k = 0; k < n; k += 2) {
		double pair[2];
		gauss(pair, 2);
		r[k] = (float)pair[0];
		if (k + 1 < n) r[k + 1] = (float)pair[1];
	}
}

static inline void ranz2(double r[], int n)
{
	ranlxd(r, n);
	for (int k = 0; k < n; k++) r[k] = r[k] < 0.5 ? 0.70710678118654752440 : -0.70710678118654752440;
}

/* The integers of ranlxd, and after them the generator of fields. */
static inline int rlxd_size(void)
{
	return LQCD__HR_RANLUX_SIZE + (int)((sizeof(lqcd__hr_random) + sizeof(int) - 1) / sizeof(int));
}

static inline void rlxd_get(int state[])
{
	double r;
	if (!lqcd__hr_ranlxd.steps) ranlxd(&r, 1);
	lqcd__hr_ranlux_get(&lqcd__hr_ranlxd, state);
	memcpy(state + LQCD__HR_RANLUX_SIZE, lqcd__hr_rng(), sizeof(lqcd__hr_random));
}

static inline void rlxd_reset(int state[])
{
	lqcd__hr_ranlux_reset(&lqcd__hr_ranlxd, "rlxd_reset", state, 1);
	memcpy(&lqcd__hr_generator_state, state + LQCD__HR_RANLUX_SIZE, sizeof(lqcd__hr_random));
}

/** A field as one of lqcd, after its exchange has completed; also a compiler barrier, as lqcd__hr_number_view. */
static inline lqcd_gauge_field_d lqcd__hr_gauge(const suNg_field *u)
{
	lqcd_gauge_field_d r;
	lqcd__hr_complete(u->ptr);
	r.ptr = (lqcd_su3_d *)(void *)u->ptr;
	r.type = lqcd__hr_geometry(u->type);
	return r;
}

/** Sends changed links to the processes that have them in their halos. */
static inline void lqcd__hr_share(suNg_field *u)
{
	start_sendrecv_suNg_field(u);
	complete_sendrecv_suNg_field(u);
}

static inline void random_u(suNg_field *u)
{
	lqcd_gauge_field_d r = lqcd__hr_gauge(u);
	lqcd__hr_random *g = lqcd__hr_rng();
	lqcd_gauge_field_random_d(&r, g->seed, ++g->fields);
	lqcd__hr_share(u);
}

static inline void unit_u(suNg_field *u)
{
	lqcd_gauge_field_d r = lqcd__hr_gauge(u);
	lqcd_gauge_field_unit_d(&r);
	lqcd__hr_share(u);
}

/** The matrix of lqcd_su3_random_d up to rounding, each row scaled once: what divides a norm next to 1 is rounded, to numbers
 * that lie closer below 1 than above it, so that rows scaled twice are longer than 1 by 1e-16 on average. Programs multiply
 * hundreds of such matrices and expect the product to be unitary to 1e-13. */
static inline void lqcd__hr_random_matrix(suNg *u, lqcd_rng *g)
{
	lqcd_su3_d r;
	memset((void *)&r, 0, sizeof r);
	for (int i = 0; i < NG - 1; i++)
		for (int j = 0; j < NG; j++) lqcd_rng_gauss2(g, &r.e[i][j].re, &r.e[i][j].im);
	for (int i = 0; i < NG - 1; i++) {
		/* After one pass nearly parallel rows are orthogonal only up to rounding times the cancellation; two suffice. */
		for (int n = 0; n < 2 * i; n++) {
			const int k = n % i;
			lqcd_complex_d p = lqcd_complex_make_d(0, 0);
			for (int j = 0; j < NG; j++) p = lqcd_complex_cfma_d(r.e[k][j], r.e[i][j], p);
			for (int j = 0; j < NG; j++) r.e[i][j] = lqcd_complex_fnma_d(p, r.e[k][j], r.e[i][j]);
		}
		double norm = 0;
		for (int j = 0; j < NG; j++) norm += lqcd_complex_norm2_d(r.e[i][j]);
		for (int j = 0; j < NG; j++) r.e[i][j] = lqcd_complex_scale_d(1 / sqrt(norm), r.e[i][j]);
	}
	lqcd_su3_last_row_d(&r);
	memcpy(u, &r, sizeof r);
}

static inline void random_suNg(suNg *u)
{
	lqcd__hr_random_matrix(u, &lqcd__hr_rng()->rng);
}

/** Random links of the group in the representation of quarks. */
static inline void random_u_f(suNf_field *u)
{
#ifdef LQCD__HR_REP
	suNg_field *v = alloc_suNg_field(&glattice);
	random_u(v);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) _group_represent2(_4FIELD_AT(u, ix, mu), _4FIELD_AT(v, ix, mu));
	free_suNg_field(v);
	start_sendrecv_suNf_field(u);
	complete_sendrecv_suNf_field(u);
#else
	random_u(u);
#endif
}

static inline void gaussian_spinor_field(spinor_field *s)
{
	LQCD__HR_Q(lqcd_spinor_field_d) r = LQCD__HR_Q(lqcd__hr_spinors_d)(s);
	lqcd__hr_random *g = lqcd__hr_rng();
	LQCD__HR_Q(lqcd_spinor_field_gaussian_d)(&r, g->seed, ++g->fields);
	__asm__ volatile("" ::: "memory");
	apply_BCs_on_spinor_field(s);
}

static inline void gaussian_spinor_field_flt(spinor_field_flt *s)
{
	LQCD__HR_Q(lqcd_spinor_field_f) r = LQCD__HR_Q(lqcd__hr_spinors_f)(s);
	lqcd__hr_random *g = lqcd__hr_rng();
	LQCD__HR_Q(lqcd_spinor_field_gaussian_f)(&r, g->seed, ++g->fields);
	__asm__ volatile("" ::: "memory");
	apply_BCs_on_spinor_field_flt(s);
}

static inline int rlxs_size(void)
{
	return LQCD__HR_RANLUX_SIZE;
}

static inline void rlxs_get(int state[])
{
	if (!lqcd__hr_ranlxs.steps) rlxs_init(0, 1);
	lqcd__hr_ranlux_get(&lqcd__hr_ranlxs, state);
}

static inline void rlxs_reset(int state[])
{
	lqcd__hr_ranlux_reset(&lqcd__hr_ranlxs, "rlxs_reset", state, 0);
}

/** All numbers of a field of doubles: scale times N(0,1), or times +-1. */
LQCD_KERNEL void lqcd__hr_fill(lqcd__hr_numbers v, double scale, int z2)
{
	lqcd__hr_random *g = lqcd__hr_rng();
	const uint32_t stream = ++g->fields;
	LQCD_MASTER_FOR(v.g, ix) {
		lqcd_rng rng = lqcd_rng_make(g->seed, lqcd_geometry_site(v.g, ix, 0), stream);
		double *to = (double *)(void *)v.p + (size_t)ix * v.reals;
		for (size_t k = 0; k < v.reals; k++) to[k] = scale * (z2 ? lqcd_rng_z2(&rng) : lqcd_rng_gauss(&rng));
	}
	__asm__ volatile("" ::: "memory");
}

static inline void z2_spinor_field(spinor_field *s)
{
	lqcd__hr_fill(lqcd__hr_numbers_spinor_field(s), 0.70710678118654752440, 1);
	apply_BCs_on_spinor_field(s);
}

static inline void gaussian_momenta(suNg_av_field *momenta)
{
	lqcd__hr_fill(lqcd__hr_numbers_suNg_av_field(momenta), sqrt(1 / _FUND_NORM2), 0);
	apply_BCs_on_momentum_field(momenta);
}

static inline void gaussian_scalar_momenta(suNg_scalar_field *momenta)
{
	lqcd__hr_fill(lqcd__hr_numbers_suNg_scalar_field(momenta), 0.70710678118654752440, 0);
}

static inline void random_s(suNg_scalar_field *s)
{
	lqcd__hr_fill(lqcd__hr_numbers_suNg_scalar_field(s), 1, 0);
}

static inline void zero_s(suNg_scalar_field *s)
{
	zero_suNg_scalar_field(s);
}

static inline void gaussian_suNg_vector(suNg_vector *v)
{
	double r[2 * NG];
	gauss(r, 2 * NG);
	memcpy(v, r, sizeof r);
}

static inline void random_su2(double rho, double s[])
{
	const int drawn = lqcd_su2_heatbath_d(s, fabs(rho), &lqcd__hr_rng()->rng);
	lqcd__hr_error(!drawn, 1, "random_su2", "rho is not finite");
	if (rho < 0) s[0] = -s[0];
}

static inline void setup_random_fields(int n, spinor_field s[])
{
	for (int k = 0; k < n; k++) gaussian_spinor_field(&s[k]);
}

static inline void lqcd__hr_state_done(int good, const char *name, const char *file)
{
	char why[512];
	snprintf(why, sizeof why, "cannot read or write %.400s, or it is not a state of this generator", file);
	lqcd__hr_error_of_all(lqcd_comm_max(&lqcd__hr_lattice.comm, good ? 0 : 1) > 0.5, name, why);
}

/** Process after process. */
static inline void write_ranlxd_state(char filename[])
{
	int *state = (int *)calloc((size_t)rlxd_size(), sizeof *state), good = state != NULL;
	if (state) rlxd_get(state);
	for (int p = 0; p < MPI_WORLD_SIZE; p++) {
		FILE *f = good && p == PID ? fopen(filename, p ? "a" : "w") : NULL;
		if (p == PID) {
			for (int k = 0; f && k < rlxd_size(); k++) good &= fprintf(f, "%d\n", state[k]) > 0;
			if (!f || fclose(f)) good = 0;
		}
		lqcd__hr_state_done(good, "write_ranlxd_state", filename);
	}
	free(state);
}

static inline void read_ranlxd_state(char filename[])
{
	int *state = (int *)calloc((size_t)rlxd_size(), sizeof *state), good = state != NULL;
	FILE *f = fopen(filename, "r");
	for (int p = 0; f && p <= PID && good; p++)
		for (int k = 0; k < rlxd_size(); k++) {
			char word[16];
			good &= fscanf(f, "%15s", word) == 1 && lqcd__hr_get_number(word, INT_T, &state[k]);
		}
	if (f) fclose(f);
	lqcd__hr_state_done(good && f, "read_ranlxd_state", filename);
	rlxd_reset(state);
	free(state);
}

#endif
