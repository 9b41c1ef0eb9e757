/* lqcd/compat/hirep/impl/sources.h: the names of HiRep's sources.h and calc_prop.h: sources of quark propagators, and
 * the propagators of Wilson quarks.
 *
 * source is four fields, source[s] for spin s (of full_point_source and sequential_source 4 NF, 4 c + s for colour c);
 * what is not named is zero. Positions are global. tau: one time slice; noise: (+-1 +- i)/sqrt(2) from the seed, the
 * calls before and the global site (random.h), the same for the four spins unless it says otherwise.
 *
 *   create_point_source(source, tau, c), create_point_source_loc(source, t, x, y, z, c), create_full_point_source(
 *   source, tau)                                      1 at one site
 *   create_gauge_fixed_wall_source(source, tau, c)    1 on a slice
 *   create_gauge_fixed_momentum_source(source, pt, px, py, pz, c)      exp(2 pi i p x / L) everywhere
 *   create_diluted_volume_source(source, r, m)        1 for all colours where (t + x + y + z) mod m = r
 *   create_diluted_source_equal_atau(source, tau), .._atau_eo: even sites; .._atau_col(source, tau, c): one colour,
 *   other noise for each spin                         noise on a slice
 *   tau = create_diluted_source_equal(source), .._eo  the same on a slice drawn by ranlxd, none twice before all were
 *   create_diluted_source_equal_spinorfield1(s, tau)  noise in all components of one field
 *   create_noise_source_equal_eo(source), .._oe: odd sites, .._col_dil(source, c): all sites, one colour
 *   create_z2_volume_source(s)                        noise in all components of one field, everywhere
 *   create_sequential_source(source, tf, prop), .._stoch (4 fields)    g5 prop on slice tf; restrict_timeslice: prop
 *   add_momentum(out, in, px, py, pz)                 out = exp(2 pi i p x / L) in, 4 fields
 *   zero_even_or_odd_site_spinorfield(s, n, parity)   n fields := 0 on the sites of a parity
 *
 *   init_propagator_eo(nm, m, acc)     masses m[0], ..; |M x - b|^2 <= acc/2 |b|^2 with M = Dphi_eopre
 *   calc_propagator(psi, eta, n)       psi[nm k + i] = Dphi(m[i])^-1 eta[k], k < n
 *   calc_propagator_eo(psi, eta, n)    the same for sources that are 0 on odd sites, or fields on glat_even
 *   calc_propagator_multisource(psi, eta, n)     psi[nm k + i] = Dphi(m[i])^-1 eta[nm k + i]
 *   calc_propagator_tw(m, mu, psi, eta, n)       psi[nm k + i] = (Dphi(m[i]) + i mu g5)^-1 eta[k], full fields
 *   free_propagator_eo()
 *
 * With WITH_CLOVER or WITH_EXPCLOVER it is Cphi instead of Dphi, but for calc_propagator_tw with mu. With ends in time psi is
 * 0 outside, and eta is not read there.
 *
 * BiCGStab, and CG on the normal equations where that fails or mu is not 0. What neither solves ends the program.
 * Eigenvectors: deflation.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_SOURCES_H
#define LQCD_COMPAT_HIREP_IMPL_SOURCES_H

#include "inverters.h"
#include "random.h"
#include "twisted.h"

/** The index of local site n < VOLUME, and its global coordinates. */
static inline int lqcd__hr_site(int n, int g[4])
{
	const int c[4] = {n / (X * Y * Z), n / (Y * Z) % X, n / Z % Y, n % Z};
	for (int mu = 0; mu < 4; mu++) g[mu] = c[mu] + zerocoord[mu];
	return ipt(c[0], c[1], c[2], c[3]);
}

/** Loops over the sites of a process: for (int n = 0, ix, g[4]; lqcd__hr_next_site(&n, &ix, g);) */
static inline int lqcd__hr_next_site(int *n, int *ix, int g[4])
{
	if (*n == VOLUME) return 0;
	*ix = lqcd__hr_site((*n)++, g);
	return 1;
}

static inline int lqcd__hr_parity(const int g[4])
{
	return (g[0] + g[1] + g[2] + g[3]) % 2;
}

/** exp(2 pi i p x / L) */
static inline hr_complex lqcd__hr_wave(const int g[4], int pt, int px, int py, int pz)
{
	const double turns = (double)g[0] * pt / GLB_T + (double)g[1] * px / GLB_X + (double)g[2] * py / GLB_Y +
			     (double)g[3] * pz / GLB_Z;
	return lqcd__hr_make(cos(6.28318530717958647693 * turns), sin(6.28318530717958647693 * turns));
}

static inline void lqcd__hr_zero_sources(spinor_field *source, int n)
{
	for (int k = 0; k < n; k++) zero_spinor_field(&source[k]);
}

static inline void lqcd__hr_share_sources(spinor_field *source, int n)
{
	for (int k = 0; k < n; k++) {
		start_sendrecv_spinor_field(&source[k]);
		complete_sendrecv_spinor_field(&source[k]);
	}
}

/* ---- points, walls, waves --------------------------------------------------------------------------------------- */

/** 1 at one site in spin s of field s, of colour. */
static inline void lqcd__hr_point(spinor_field *source, int t, int x, int y, int z, int colour)
{
	const int at[4] = {t, x, y, z};
	lqcd__hr_zero_sources(source, 4);
	for (int n = 0, ix, g[4]; lqcd__hr_next_site(&n, &ix, g);) {
		if (!memcmp(g, at, sizeof g))
			for (int s = 0; s < 4; s++) _FIELD_AT(&source[s], ix)->c[s].c[colour] = 1;
	}
	lqcd__hr_share_sources(source, 4);
}

static inline void create_point_source_loc(spinor_field *source, int t, int x, int y, int z, int color)
{
	lqcd__hr_point(source, t, x, y, z, color);
}

static inline void create_point_source(spinor_field *source, int tau, int color)
{
	lqcd__hr_point(source, tau, 0, 0, 0, color);
}

static inline void create_full_point_source(spinor_field *source, int tau)
{
	for (int c = 0; c < NF; c++) lqcd__hr_point(source + 4 * c, tau, 0, 0, 0, c);
}

/** A wave of one colour, or (-1) all, on slice tau, or (-1) everywhere; with modulus, where (t+x+y+z) mod it is rest. */
static inline void lqcd__hr_wave_source(spinor_field *source, int tau, const int p[4], int colour, int modulus,
					int rest)
{
	lqcd__hr_zero_sources(source, 4);
	for (int n = 0, ix, g[4]; lqcd__hr_next_site(&n, &ix, g);) {
		if ((tau >= 0 && g[0] != tau) || (g[0] + g[1] + g[2] + g[3]) % modulus != rest) continue;
		for (int s = 0; s < 4; s++)
			for (int c = 0; c < NF; c++)
				if (colour < 0 || c == colour)
					_FIELD_AT(&source[s], ix)->c[s].c[c] = lqcd__hr_wave(g, p[0], p[1], p[2], p[3]);
	}
	lqcd__hr_share_sources(source, 4);
}

static inline void create_gauge_fixed_wall_source(spinor_field *source, int tau, int color)
{
	const int p[4] = {0, 0, 0, 0};
	lqcd__hr_wave_source(source, tau, p, color, 1, 0);
}

static inline void create_gauge_fixed_momentum_source(spinor_field *source, int pt, int px, int py, int pz, int color)
{
	const int p[4] = {pt, px, py, pz};
	lqcd__hr_wave_source(source, -1, p, color, 1, 0);
}

static inline void create_diluted_volume_source(spinor_field *source, int parity_component, int mod)
{
	const int p[4] = {0, 0, 0, 0};
	lqcd__hr_wave_source(source, -1, p, -1, mod, parity_component);
}

/* ---- noise ------------------------------------------------------------------------------------------------------ */

/** The slice after those of the calls before: each once before one comes again. */
typedef struct {
	int *slice, left;
} lqcd__hr_slices;

LQCD__HR_GLOBAL lqcd__hr_slices lqcd__hr_slices_left;

static inline int lqcd__hr_random_slice(void)
{
	lqcd__hr_slices *s = &lqcd__hr_slices_left;
	double r;
	if (!s->slice) s->slice = (int *)malloc((size_t)GLB_T * sizeof(int));
	lqcd__hr_error(!s->slice, 1, "create_diluted_source_equal", "out of memory");
	if (!s->left)
		for (; s->left < GLB_T; s->left++) s->slice[s->left] = s->left;
	ranlxd(&r, 1);
	const int k = (int)(r * s->left--);
	int tau = s->slice[k];
	bcast_int(&tau, 1);
	/* the others take what process 0 has drawn */
	for (int i = 0; i <= s->left; i++)
		if (s->slice[i] == tau) s->slice[i] = s->slice[s->left];
	s->slice[s->left] = tau;
	return tau;
}

/* A noise source: on slice tau and sites of a parity and a colour, or (-1) all. */
typedef struct {
	int tau, parity, colour;
	int each_spin; /* other noise for each spin */
} lqcd__hr_noise;

static inline void lqcd__hr_noise_source(spinor_field *source, lqcd__hr_noise k)
{
	lqcd__hr_random *random = lqcd__hr_rng();
	const uint32_t stream = ++random->fields;
	const lqcd_geometry *geometry = lqcd__hr_geometry(&glattice);
	lqcd__hr_zero_sources(source, 4);
	for (int n = 0, ix, g[4]; lqcd__hr_next_site(&n, &ix, g);) {
		if ((k.tau >= 0 && g[0] != k.tau) || (k.parity >= 0 && lqcd__hr_parity(g) != k.parity)) continue;
		const lqcd_rng start = lqcd_rng_make(random->seed, lqcd_geometry_site(geometry, ix, 0), stream);
		lqcd_rng rng = start;
		for (int s = 0; s < 4; s++) {
			if (!k.each_spin) rng = start;
			for (int c = 0; c < NF; c++) {
				const double re = lqcd_rng_z2(&rng), im = lqcd_rng_z2(&rng), w = 0.70710678118654752440;
				if (k.colour < 0 || c == k.colour)
					_FIELD_AT(&source[s], ix)->c[s].c[c] = lqcd__hr_make(w * re, w * im);
			}
		}
	}
	if (source->type == &glattice) lqcd__hr_share_sources(source, 4);
}

static inline void create_diluted_source_equal_atau_eo(spinor_field *source, int tau)
{
	const lqcd__hr_noise k = {tau, 0, -1, 0};
	lqcd__hr_noise_source(source, k);
}

static inline void create_diluted_source_equal_atau(spinor_field *source, int tau)
{
	const lqcd__hr_noise k = {tau, -1, -1, 0};
	lqcd__hr_noise_source(source, k);
}

static inline void create_diluted_source_equal_atau_col(spinor_field *source, int tau, int col)
{
	const lqcd__hr_noise k = {tau, -1, col, 1};
	lqcd__hr_noise_source(source, k);
}

static inline int create_diluted_source_equal_eo(spinor_field *source)
{
	const int tau = lqcd__hr_random_slice();
	create_diluted_source_equal_atau_eo(source, tau);
	return tau;
}

static inline int create_diluted_source_equal(spinor_field *source)
{
	const int tau = lqcd__hr_random_slice();
	create_diluted_source_equal_atau(source, tau);
	return tau;
}

static inline void create_noise_source_equal_eo(spinor_field *source)
{
	const lqcd__hr_noise k = {-1, 0, -1, 0};
	lqcd__hr_noise_source(source, k);
}

static inline void create_noise_source_equal_oe(spinor_field *source)
{
	const lqcd__hr_noise k = {-1, 1, -1, 0};
	lqcd__hr_noise_source(source, k);
}

static inline void create_noise_source_equal_col_dil(spinor_field *source, int col)
{
	const lqcd__hr_noise k = {-1, -1, col, 0};
	lqcd__hr_noise_source(source, k);
}

static inline void create_z2_volume_source(spinor_field *source)
{
	z2_spinor_field(source);
}

/* ---- of other fields --------------------------------------------------------------------------------------------- */

/** n fields := 0 where a site is not on slice tau, or (-1) is of the parity. */
static inline void lqcd__hr_mask(spinor_field *s, int n, int tau, int parity)
{
	for (int i = 0; i < VOLUME; i++) {
		int g[4];
		const int ix = lqcd__hr_site(i, g);
		if (tau >= 0 ? g[0] == tau : lqcd__hr_parity(g) != parity) continue;
		for (int k = 0; k < n; k++) _spinor_zero_f(*_FIELD_AT(&s[k], ix));
	}
	lqcd__hr_share_sources(s, n);
}

static inline void create_diluted_source_equal_spinorfield1(spinor_field *source, int tau)
{
	z2_spinor_field(source);
	lqcd__hr_mask(source, 1, tau, -1);
}

static inline void zero_even_or_odd_site_spinorfield(spinor_field *source, int nspinor, int eo)
{
	lqcd__hr_mask(source, nspinor, -1, eo);
}

static inline void restrict_timeslice(spinor_field *source, int tf, spinor_field *prop)
{
	for (int s = 0; s < 4; s++) copy_spinor_field(&source[s], &prop[s]);
	lqcd__hr_mask(source, 4, tf, -1);
}

static inline void lqcd__hr_sequential(spinor_field *source, int tf, spinor_field *prop, int n)
{
	for (int k = 0; k < n; k++) g5_spinor_field(&source[k], &prop[k]);
	lqcd__hr_mask(source, n, tf, -1);
}

static inline void create_sequential_source(spinor_field *source, int tf, spinor_field *prop)
{
	lqcd__hr_sequential(source, tf, prop, 4 * NF);
}

static inline void create_sequential_source_stoch(spinor_field *source, int tf, spinor_field *prop)
{
	lqcd__hr_sequential(source, tf, prop, 4);
}

static inline void add_momentum(spinor_field *out, spinor_field *in, int px, int py, int pz)
{
	for (int n = 0, ix, g[4]; lqcd__hr_next_site(&n, &ix, g);) {
		const hr_complex w = lqcd__hr_wave(g, 0, px, py, pz);
		for (int s = 0; s < 4; s++) _spinor_mulc_f(*_FIELD_AT(&out[s], ix), w, *_FIELD_AT(&in[s], ix));
	}
	lqcd__hr_share_sources(out, 4);
}

/* ---- propagators ------------------------------------------------------------------------------------------------- */

typedef struct {
	int n;
	double *mass, now, err2;  /* now: the mass of the operator that is inverted */
	spinor_field *even, *odd; /* two fields and one */
} lqcd__hr_propagators;

LQCD__HR_GLOBAL lqcd__hr_propagators lqcd__hr_propagator_state;

static inline void init_propagator_eo(int nm, double *m, double acc)
{
	lqcd__hr_propagators *p = &lqcd__hr_propagator_state;
	if (p->n) return;
	p->mass = (double *)malloc((size_t)nm * sizeof(double));
	lqcd__hr_error(nm < 1 || !p->mass, 1, "init_propagator_eo", "no masses, or out of memory");
	memcpy(p->mass, m, (size_t)nm * sizeof(double));
	p->n = nm;
	p->err2 = 0.5 * acc;
	p->even = alloc_spinor_field(2, &glat_even);
	p->odd = alloc_spinor_field(1, &glat_odd);
}

static inline void free_propagator_eo(void)
{
	lqcd__hr_propagators *p = &lqcd__hr_propagator_state;
	lqcd__hr_error(!p->n, 1, "free_propagator_eo", "call init_propagator_eo first");
	free(p->mass);
	free_spinor_field(p->even);
	free_spinor_field(p->odd);
	memset(p, 0, sizeof *p);
}

/** Ends a measurement with its sources and propagators. */
static inline void lqcd__hr_end_propagators(spinor_field *source, spinor_field *prop)
{
	free_propagator_eo();
	free_spinor_field(source);
	free_spinor_field(prop);
}

static inline void lqcd__hr_schur(spinor_field *out, spinor_field *in)
{
	LQCD__HR_Q(lqcd__hr_eopre_d)(lqcd__hr_propagator_state.now, out, in, 0);
}

static inline void lqcd__hr_schur_squared(spinor_field *out, spinor_field *in)
{
	LQCD__HR_Q(lqcd__hr_eopre_d)(lqcd__hr_propagator_state.now, out, in, LQCD__HR_GAMMA5 | LQCD__HR_TWICE);
}

/** x = M^-1 b on even sites; b is lost if BiCGStab fails. */
static inline void lqcd__hr_schur_invert(spinor_field *x, spinor_field *b)
{
	lqcd__hr_propagators *p = &lqcd__hr_propagator_state;
	LQCD__HR_Q(lqcd__hr_shifted_d) context = {lqcd__hr_schur, 0};
	LQCD__HR_Q(lqcd_spinor_field_d) to = LQCD__HR_Q(lqcd__hr_spinors_d)(x);
	const LQCD__HR_Q(lqcd_spinor_field_d) from = LQCD__HR_Q(lqcd__hr_spinors_d)(b);
	const lqcd_solve_params params = lqcd__hr_params(p->err2, 0);
	const LQCD__HR_Q(lqcd_operator_d) op = LQCD__HR_Q(lqcd__hr_make_operator_d)(&context);
	zero_spinor_field(x);
	apply_BCs_on_spinor_field(b);
	lqcd__hr_trust();
	lqcd_solve_result r = LQCD__HR_Q(lqcd_solve_d)(&to, &op, &from, LQCD_BICGSTAB, &params);
	if (r.status != LQCD_OK && r.status != LQCD_ZERO_RHS) {
		/* M^dagger = g5 M g5 */
		g5_assign_spinor_field(b);
		LQCD__HR_Q(lqcd__hr_eopre_d)(p->now, x, b, LQCD__HR_GAMMA5);
		copy_spinor_field(b, x);
		zero_spinor_field(x);
		context.M = lqcd__hr_schur_squared;
		r = LQCD__HR_Q(lqcd_solve_d)(&to, &op, &from, LQCD_CG, &params);
	}
	lqcd__hr_distrust();
	(void)lqcd__hr_solved("calc_propagator", 0, r);
	lqcd__hr_error_of_all(r.status != LQCD_OK && r.status != LQCD_ZERO_RHS, "calc_propagator",
			      lqcd_status_text(r.status));
}

/** out = T^-1 in, with the clover term if there is one; out may be in. */
static inline void lqcd__hr_site_inverse(spinor_field *out, spinor_field *in, double m)
{
#if LQCD__HR_CLOVER
	if (lqcd__hr_has_term()) {
		Cphi_diag_inv(m, out, in);
		return;
	}
#endif
	mul_spinor_field(out, 1 / (4 + m), in);
}

/** psi = Dphi(m)^-1 eta; odd: eta is not 0 on odd sites. */
static inline void lqcd__hr_propagate(spinor_field *psi, spinor_field *eta, double m, int odd)
{
	lqcd__hr_propagators *p = &lqcd__hr_propagator_state;
	lqcd__hr_error(psi->type != &glattice, 1, "calc_propagator", "psi must live everywhere");
	spinor_field psi_even = get_even_part_spinor_field(psi), psi_odd = get_odd_part_spinor_field(psi);
	p->now = m;
	if (odd) {
		spinor_field eta_even = get_even_part_spinor_field(eta), eta_odd = get_odd_part_spinor_field(eta);
		lqcd__hr_site_inverse(p->odd, &eta_odd, m);
		Dphi_(&p->even[0], p->odd);
		sub_spinor_field(&p->even[0], &eta_even, &p->even[0]);
	} else if (eta->type == &glat_even)
		copy_spinor_field(&p->even[0], eta);
	else {
		spinor_field eta_even = get_even_part_spinor_field(eta);
		copy_spinor_field(&p->even[0], &eta_even);
	}
	lqcd__hr_schur_invert(&p->even[1], &p->even[0]);
	/* M is (4+m) times the Schur complement if there is no clover term. */
	mul_spinor_field(&psi_even, lqcd__hr_has_term() ? 1 : 4 + m, &p->even[1]);
	Dphi_(&psi_odd, &psi_even);
	lqcd__hr_site_inverse(&psi_odd, &psi_odd, m);
	minus_spinor_field(&psi_odd, &psi_odd);
	if (odd) add_assign_spinor_field(&psi_odd, p->odd);
	apply_BCs_on_spinor_field(psi);
	lqcd__hr_share_sources(psi, 1);
}

static inline const lqcd__hr_propagators *lqcd__hr_masses(void)
{
	const lqcd__hr_propagators *p = &lqcd__hr_propagator_state;
	lqcd__hr_error(!p->n, 1, "calc_propagator", "call init_propagator_eo first");
	return p;
}

static inline void calc_propagator(spinor_field *psi, spinor_field *eta, int ndilute)
{
	const lqcd__hr_propagators *p = lqcd__hr_masses();
	for (int k = 0; k < ndilute; k++)
		for (int i = 0; i < p->n; i++) lqcd__hr_propagate(&psi[k * p->n + i], &eta[k], p->mass[i], 1);
}

static inline void calc_propagator_eo(spinor_field *psi, spinor_field *eta, int ndilute)
{
	const lqcd__hr_propagators *p = lqcd__hr_masses();
	for (int k = 0; k < ndilute; k++)
		for (int i = 0; i < p->n; i++) lqcd__hr_propagate(&psi[k * p->n + i], &eta[k], p->mass[i], 0);
}

static inline void calc_propagator_multisource(spinor_field *psi, spinor_field *eta, int ndilute)
{
	const lqcd__hr_propagators *p = lqcd__hr_masses();
	for (int k = 0; k < ndilute * p->n; k++) lqcd__hr_propagate(&psi[k], &eta[k], p->mass[k % p->n], 1);
}

/* The twisted mass of calc_propagator_tw. */
LQCD__HR_GLOBAL double lqcd__hr_propagator_twist = 0;

static inline void lqcd__hr_twisted_squared(spinor_field *out, spinor_field *in)
{
	Qhat_eopre_sq(lqcd__hr_propagator_state.now, -lqcd__hr_propagator_twist, out, in);
}

/** psi = (Dphi(m) + i mu g5)^-1 eta, by the odd-even Schur complement. */
static inline void lqcd__hr_propagate_twisted(spinor_field *psi, spinor_field *eta, double m, double mu)
{
	lqcd__hr_propagators *p = &lqcd__hr_propagator_state;
	double shift = 0;
	mshift_par par;
	lqcd__hr_error(psi->type != &glattice || eta->type != &glattice, 1, "calc_propagator_tw", "fields everywhere");
	spinor_field psi_even = get_even_part_spinor_field(psi), psi_odd = get_odd_part_spinor_field(psi);
	spinor_field eta_even = get_even_part_spinor_field(eta), eta_odd = get_odd_part_spinor_field(eta);
	p->now = m;
	lqcd__hr_propagator_twist = mu;
	memset(&par, 0, sizeof par);
	par.n = 1;
	par.shift = &shift;
	par.err2 = p->err2;
	lqcd__hr_untwist(m, mu, p->odd, &eta_odd);
	Dphi_(&p->even[0], p->odd);
	sub_spinor_field(&p->even[0], &eta_even, &p->even[0]);
	/* Qhat psi_even = g5 (that) */
	g5_assign_spinor_field(&p->even[0]);
	Qhat_eopre(m, -mu, &p->even[1], &p->even[0]);
	(void)cg_mshift(&par, lqcd__hr_twisted_squared, &p->even[1], &psi_even);
	Dphi_(p->odd, &psi_even);
	sub_spinor_field(p->odd, &eta_odd, p->odd);
	lqcd__hr_untwist(m, mu, &psi_odd, p->odd);
	lqcd__hr_share_sources(psi, 1);
}

static inline void calc_propagator_tw(double *m, double mu, spinor_field *psi, spinor_field *eta, int ndilute)
{
	const lqcd__hr_propagators *p = lqcd__hr_masses();
	for (int k = 0; k < ndilute; k++)
		for (int i = 0; i < p->n; i++)
			if (mu > 0 || mu < 0)
				lqcd__hr_propagate_twisted(&psi[k * p->n + i], &eta[k], m[i], mu);
			else
				lqcd__hr_propagate(&psi[k * p->n + i], &eta[k], m[i], 1);
}

#endif
