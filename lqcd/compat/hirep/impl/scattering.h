/* lqcd/compat/hirep/impl/scattering.h: the names of HiRep's scattering.h: two mesons at rest and in motion.
 *
 *   measure_scattering_AD_core(mo, psi0, psi1, psi2, psi3, tau, split, n, px, py, pz)     each channel of mo is set, at momentum k
 *       of each component from -n to n, stored from -n on, and time t - tau of the first meson, to
 *       tr F(psi1, psi0, k, t) tr F(psi3, psi2, p - k, t + split), F(a, b, k, t)_rs = sum_x exp(-i k x) <a^r, b^s>(x)
 *   .._BC_core                        to tr F(psi3, psi0, k, t) F(psi1, psi2, p - k, t + split). split: -1, 0, 1: with -1 times are
 *                                     those of the second meson
 *   getmomlist("(0,0,1)(1,1,0)", &n), freep(p, n)
 *   struct src_common, src_p, prop_common, prop_p, mo_0, mo_p with init_src_common(s, tau) of noise, .._point, init_src_p(sp, s, px,
 *       py, pz), make_prop_common(p, s, 4, tau, bc), make_prop_p(pp, sp, s, 4, tau, bc), init_mo_0, init_mo_p, gen_mo_0(mo, p,
 *       s, tau), gen_mo_p(mo, p, pp, s, tau), free_..; bc "PA": half the sum of the propagators with either boundary in time.
 *       Sums over processes are taken once.
 *   io2pt(mo, n, source, path, name, configuration), io4pt, IOold_0, IOold_p, IO_json_0, IO_json_p    files path/name_src_N_...,
 *       path/p_(px,py,pz)_n...json; twice the numbers, four times those of two mesons
 *   measure_pion_scattering_I2(m, sources, precision, path, configuration, mo)      AD, BC, pi1, pi2, 9 rho1, 9 rho2
 *   measure_pion_scattering_I0(.., seq, mo)      D, C, R (seq 1), V, pi1, 9 rho1, Ralt (seq 0, 1), disc
 *   measure_pion_scattering_I0_TS(.., seq, mo)   sigmaconn, sigmadisc, T
 *       Two diluted noise sources on random slices; files unless path is NULL; the numbers of the last source in mo[0], mo[1], ..,
 *       which the program has initialised, unless mo is NULL. Ralt takes memory of (4 GLB_T sources)^2 complex numbers.
 *
 * measure_pion_scattering, which HiRep declares and does not define, is not here.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_SCATTERING_H
#define LQCD_COMPAT_HIREP_IMPL_SCATTERING_H

#include "../../../kernels/gemm.h"
#include "mesons.h"
#include "spectrum_ends.h"

struct src_common {
	spinor_field *src_0, *src_0_eta, *src_0_0;
};

struct src_p {
	int p[3];
	spinor_field *src_p, *src_mp, *src_0_p, *src_0_mp, *src_p_0, *src_mp_0;
};

struct prop_common {
	spinor_field *Q_0, *Q_0_eta, **W_0_0;
};

struct prop_p {
	spinor_field *Q_p, *Q_mp, *W_0_p, *W_0_mp, *W_p_0, *W_mp_0;
};

struct mo_0 {
	meson_observable *rho[3][3], *pi;
};

struct mo_p {
	int p[3];
	meson_observable *d, *r1, *r2, *r3, *r4, *pi;
	meson_observable *t1[3], *t2[3], *rho[3][3];
};

/* ---- contractions ------------------------------------------------------------------------------------------------- */

typedef struct {
	hr_complex of[4][4];
} lqcd__hr_overlap;

/** F[t] of all times t; trace: F[t].of[0][0] is the trace. */
static inline void lqcd__hr_overlaps(lqcd__hr_overlap *F, spinor_field *a, spinor_field *b, const int k[3], int trace)
{
	memset((void *)F, 0, (size_t)GLB_T * sizeof *F);
	for (int n = 0, ix, g[4]; lqcd__hr_next_site(&n, &ix, g);) {
		const hr_complex w = lqcd__hr_wave(g, 0, k[0], k[1], k[2]);
		for (int r = 0; r < 4; r++)
			for (int s = trace ? r : 0; s < (trace ? r + 1 : 4); s++) {
				hr_complex z = 0;
				_spinor_prod_assign_f(z, *_FIELD_AT(&a[r], ix), *_FIELD_AT(&b[s], ix));
				F[g[0]].of[trace ? 0 : r][trace ? 0 : s] += lqcd__hr_cmul(w, z);
			}
	}
	global_sum((double *)F, GLB_T * (int)(sizeof *F / sizeof(double)));
}

static inline void lqcd__hr_two_mesons(meson_observable *mo, spinor_field *const psi[4], const int times[2], int n_mom,
				       const int p[3], int crossed)
{
	const int m = 2 * n_mom + 1, split = times[1];
	lqcd__hr_overlap *F = (lqcd__hr_overlap *)malloc(2 * (size_t)GLB_T * sizeof *F), *G = F + GLB_T;
	lqcd__hr_error(!F || split < -1 || split > 1, 1, "measure_scattering_core",
		       "split is -1, 0 or 1; or out of memory");
	for (int i = 0; i < m * m * m; i++) {
		const int k[3] = {i / (m * m) - n_mom, i / m % m - n_mom, i % m - n_mom};
		const int rest[3] = {p[0] - k[0], p[1] - k[1], p[2] - k[2]};
		lqcd__hr_overlaps(F, psi[crossed ? 3 : 1], psi[0], k, !crossed);
		lqcd__hr_overlaps(G, psi[crossed ? 1 : 3], psi[2], rest, !crossed);
		for (int t = 0; t < GLB_T; t++) {
			const int second = safe_mod(t + split, GLB_T),
				  tc = safe_mod(t + (split < 0 ? split : 0) - times[0], GLB_T);
			hr_complex z = 0;
			/* Without crossing all but the traces are 0. */
			for (int r = 0; r < 4; r++)
				for (int s = 0; s < 4; s++) z += F[t].of[r][s] * G[second].of[s][r];
			for (meson_observable *o = mo; o; o = o->next) {
				o->corr_re[i * GLB_T + tc] = _complex_re(z);
				o->corr_im[i * GLB_T + tc] = _complex_im(z);
			}
		}
	}
	free(F);
}

#define LQCD__HR_SCATTERING(name, crossed)                                                                             \
	static inline void name(meson_observable *mo, spinor_field *psi0, spinor_field *psi1, spinor_field *psi2,      \
				spinor_field *psi3, int tau, int split, int n_mom, int p_tot_x, int p_tot_y,           \
				int p_tot_z)                                                                           \
	{                                                                                                              \
		spinor_field *const psi[4] = {psi0, psi1, psi2, psi3};                                                 \
		const int times[2] = {tau, split}, p[3] = {p_tot_x, p_tot_y, p_tot_z};                                 \
		lqcd__hr_two_mesons(mo, psi, times, n_mom, p, crossed);                                                \
	}
LQCD__HR_SCATTERING(measure_scattering_AD_core, 0)
LQCD__HR_SCATTERING(measure_scattering_BC_core, 1)
#undef LQCD__HR_SCATTERING

/** Adds n channels of single mesons, in one pass; n_mom components of momentum. */
static inline void lqcd__hr_measure_all(meson_observable **mo, int n, spinor_field *psi0, spinor_field *psi1,
					spinor_field *eta, int tau, int n_mom)
{
	for (int k = 0; k + 1 < n; k++) mo[k]->next = mo[k + 1];
	measure_mesons_core(psi0, psi1, eta, mo[0], 1, tau, n_mom, 0, GLB_T);
	for (int k = 0; k + 1 < n; k++) mo[k]->next = NULL;
}

static inline meson_observable *lqcd__hr_new_mo(const char *name, int g1, int g2, int size)
{
	meson_observable *mo = (meson_observable *)malloc(sizeof *mo);
	lqcd__hr_error(!mo, 1, "init_mo", "out of memory");
	init_mo(mo, name, size);
	mo->ind1 = (gamma_ind)g1;
	mo->ind2 = (gamma_ind)g2;
	return mo;
}

static inline void free_mo(meson_observable *mo)
{
	free(mo->corr_re);
	free(mo->corr_im);
	free(mo);
}

static inline int **getmomlist(const char *momstring, int *N)
{
	int **p = NULL;
	*N = 0;
	for (const char *c = strchr(momstring, '('); c; c = strchr(c + 1, '(')) {
		p = (int **)realloc(p, (size_t)(*N + 1) * sizeof *p);
		lqcd__hr_error(!p || !(p[*N] = (int *)calloc(3, sizeof(int))), 1, "getmomlist", "out of memory");
		lqcd__hr_error(sscanf(c, "(%d,%d,%d)", p[*N], p[*N] + 1, p[*N] + 2) != 3, 1, "getmomlist",
			       "momenta are (px,py,pz)(px,py,pz)..");
		++*N;
	}
	return p;
}

static inline void freep(int **p, int N)
{
	for (int k = 0; k < N; k++) free(p[k]);
	free(p);
}

/* ---- sources and propagators -------------------------------------------------------------------------------------- */

#define LQCD__HR_FIELDS(f, n, ...)                                                                                     \
	spinor_field **const f[] = {__VA_ARGS__};                                                                      \
	const int n = (int)(sizeof f / sizeof f[0])
#define LQCD__HR_OF_SRC_COMMON(s) &(s)->src_0, &(s)->src_0_eta, &(s)->src_0_0
#define LQCD__HR_OF_SRC_P(s)      &(s)->src_p, &(s)->src_mp, &(s)->src_0_p, &(s)->src_0_mp, &(s)->src_p_0, &(s)->src_mp_0
#define LQCD__HR_OF_PROP_P(s)     &(s)->Q_p, &(s)->Q_mp, &(s)->W_0_p, &(s)->W_0_mp, &(s)->W_p_0, &(s)->W_mp_0

static inline spinor_field *lqcd__hr_zeros(int n)
{
	spinor_field *s = alloc_spinor_field((unsigned)n, &glattice);
	lqcd__hr_zero_sources(s, n);
	return s;
}

static inline void init_src_common_point(struct src_common *src, int tau)
{
	LQCD__HR_FIELDS(f, n, LQCD__HR_OF_SRC_COMMON(src));
	(void)tau;
	for (int k = 0; k < n; k++) *f[k] = lqcd__hr_zeros(4);
	create_point_source(src->src_0, 0, 0);
	create_point_source(src->src_0_eta, 0, 0);
}

static inline void init_src_common(struct src_common *src, int tau)
{
	init_src_common_point(src, tau);
	create_diluted_source_equal_atau(src->src_0, tau);
	create_diluted_source_equal_atau(src->src_0_eta, tau);
}

static inline void init_src_p(struct src_p *srcp, struct src_common *src0, int px, int py, int pz)
{
	LQCD__HR_FIELDS(f, n, LQCD__HR_OF_SRC_P(srcp));
	srcp->p[0] = px;
	srcp->p[1] = py;
	srcp->p[2] = pz;
	for (int k = 0; k < n; k++) *f[k] = lqcd__hr_zeros(4);
	add_momentum(srcp->src_p, src0->src_0, px, py, pz);
	add_momentum(srcp->src_mp, src0->src_0, -px, -py, -pz);
}

static inline void free_src_common(struct src_common *src)
{
	LQCD__HR_FIELDS(f, n, LQCD__HR_OF_SRC_COMMON(src));
	for (int k = 0; k < n; k++) free_spinor_field(*f[k]);
}

static inline void free_src_p(struct src_p *src)
{
	LQCD__HR_FIELDS(f, n, LQCD__HR_OF_SRC_P(src));
	for (int k = 0; k < n; k++) free_spinor_field(*f[k]);
}

static inline void make_propagator_P(spinor_field *prop, spinor_field *src, int ndilute, int tau)
{
	(void)tau;
	calc_propagator(prop, src, ndilute);
}

static inline void make_propagator_PA(spinor_field *prop, spinor_field *src, int ndilute, int tau)
{
	spinor_field *other = lqcd__hr_zeros(ndilute);
	calc_propagator(prop, src, ndilute);
	lqcd__hr_scale_slice(tau - 1, -1);
	calc_propagator(other, src, ndilute);
	lqcd__hr_scale_slice(tau - 1, -1);
	for (int k = 0; k < ndilute; k++) {
		add_assign_spinor_field(&prop[k], &other[k]);
		mul_spinor_field(&prop[k], 0.5, &prop[k]);
	}
	free_spinor_field(other);
}

static inline void lqcd__hr_make_propagator(spinor_field *prop, spinor_field *src, int ndilute, int tau, const char *bc)
{
	(strcmp(bc, "PA") ? make_propagator_P : make_propagator_PA)(prop, src, ndilute, tau);
}

static inline void make_prop_common(struct prop_common *prop, struct src_common *src0, int ndilute, int tau,
				    const char *bc)
{
	spinor_field *source = lqcd__hr_zeros(4);
	prop->Q_0 = lqcd__hr_zeros(4);
	prop->Q_0_eta = lqcd__hr_zeros(4);
	prop->W_0_0 = (spinor_field **)malloc((size_t)GLB_T * sizeof *prop->W_0_0);
	lqcd__hr_error(!prop->W_0_0, 1, "make_prop_common", "out of memory");
	prop->W_0_0[0] = lqcd__hr_zeros(4 * GLB_T);
	lqcd__hr_make_propagator(prop->Q_0, src0->src_0, ndilute, tau, bc);
	lqcd__hr_make_propagator(prop->Q_0_eta, src0->src_0_eta, ndilute, tau, bc);
	for (int t = 0; t < GLB_T; t++) {
		prop->W_0_0[t] = prop->W_0_0[0] + 4 * t;
		create_sequential_source_stoch(source, (t + tau) % GLB_T, prop->Q_0);
		lqcd__hr_make_propagator(prop->W_0_0[t], source, 4, tau, bc);
	}
	create_sequential_source_stoch(src0->src_0_0, tau, prop->Q_0);
	free_spinor_field(source);
}

static inline void make_prop_p(struct prop_p *prop, struct src_p *srcp, struct src_common *src0, int ndilute, int tau,
			       const char *bc)
{
	LQCD__HR_FIELDS(f, n, LQCD__HR_OF_PROP_P(prop));
	spinor_field **const from[] = {LQCD__HR_OF_SRC_P(srcp)};
	const int *p = srcp->p;
	for (int k = 0; k < n; k++) {
		*f[k] = lqcd__hr_zeros(4);
		if (k == 2) { /* the sequential sources are made of the first two propagators */
			create_sequential_source_stoch(srcp->src_p_0, tau, prop->Q_p);
			create_sequential_source_stoch(srcp->src_mp_0, tau, prop->Q_mp);
			add_momentum(srcp->src_0_p, src0->src_0_0, p[0], p[1], p[2]);
			add_momentum(srcp->src_0_mp, src0->src_0_0, -p[0], -p[1], -p[2]);
		}
		lqcd__hr_make_propagator(*f[k], *from[k], ndilute, tau, bc);
	}
}

static inline void free_prop_common(struct prop_common *prop)
{
	free_spinor_field(prop->Q_0);
	free_spinor_field(prop->Q_0_eta);
	free_spinor_field(prop->W_0_0[0]);
	free(prop->W_0_0);
}

static inline void free_prop_p(struct prop_p *prop)
{
	LQCD__HR_FIELDS(f, n, LQCD__HR_OF_PROP_P(prop));
	for (int k = 0; k < n; k++) free_spinor_field(*f[k]);
}
#undef LQCD__HR_FIELDS
#undef LQCD__HR_OF_SRC_COMMON
#undef LQCD__HR_OF_SRC_P
#undef LQCD__HR_OF_PROP_P

/* ---- bundles of channels ------------------------------------------------------------------------------------------ */

/* A channel of a bundle: its gammas, and its name with i and j, those of rho, t1, t2, from 1 on. */
typedef struct {
	meson_observable **mo;
	int g1, g2, i, j;
	char name[8];
} lqcd__hr_member;

enum { LQCD__HR_OF_MO_0 = 10, LQCD__HR_OF_MO_P = 21 };

static inline int lqcd__hr_add_member(lqcd__hr_member *list, int n, meson_observable **mo, const char *name, int i,
				      int j)
{
	list[n].mo = mo;
	list[n].g1 = i && j ? _g1 + i - 1 : _g5;
	list[n].g2 = j ? _g1 + j - 1 : i ? _g1 + i - 1 : _g5;
	list[n].i = i;
	list[n].j = j;
	snprintf(list[n].name, sizeof list[n].name, "%s", name);
	return n + 1;
}

/** pi, then rho by rows. */
static inline void lqcd__hr_members_0(lqcd__hr_member *list, struct mo_0 *mo)
{
	int n = lqcd__hr_add_member(list, 0, &mo->pi, "pi", 0, 0);
	for (int k = 0; k < 9; k++)
		n = lqcd__hr_add_member(list, n, &mo->rho[k / 3][k % 3], "rho", k / 3 + 1, k % 3 + 1);
}

/** pi, d, r1 .. r4, then t1, t2 and the rho of each i. */
static inline void lqcd__hr_members_p(lqcd__hr_member *list, struct mo_p *mo)
{
	int n = lqcd__hr_add_member(list, 0, &mo->pi, "pi", 0, 0);
	n = lqcd__hr_add_member(list, n, &mo->d, "d", 0, 0);
	n = lqcd__hr_add_member(list, n, &mo->r1, "r1", 0, 0);
	n = lqcd__hr_add_member(list, n, &mo->r2, "r2", 0, 0);
	n = lqcd__hr_add_member(list, n, &mo->r3, "r3", 0, 0);
	n = lqcd__hr_add_member(list, n, &mo->r4, "r4", 0, 0);
	for (int i = 0; i < 3; i++) {
		n = lqcd__hr_add_member(list, n, &mo->t1[i], "t1", i + 1, 0);
		n = lqcd__hr_add_member(list, n, &mo->t2[i], "t2", i + 1, 0);
		for (int j = 0; j < 3; j++) n = lqcd__hr_add_member(list, n, &mo->rho[i][j], "rho", i + 1, j + 1);
	}
}

static inline void lqcd__hr_init_members(const lqcd__hr_member *list, int n)
{
	for (int k = 0; k < n; k++) *list[k].mo = lqcd__hr_new_mo(list[k].name, list[k].g1, list[k].g2, 27 * GLB_T);
}

static inline void init_mo_0(struct mo_0 *mo)
{
	lqcd__hr_member list[LQCD__HR_OF_MO_0];
	lqcd__hr_members_0(list, mo);
	lqcd__hr_init_members(list, LQCD__HR_OF_MO_0);
}

static inline void init_mo_p(struct mo_p *mo, int px, int py, int pz)
{
	lqcd__hr_member list[LQCD__HR_OF_MO_P];
	lqcd__hr_members_p(list, mo);
	lqcd__hr_init_members(list, LQCD__HR_OF_MO_P);
	mo->p[0] = px;
	mo->p[1] = py;
	mo->p[2] = pz;
}

static inline void free_mo_0(struct mo_0 *mo)
{
	lqcd__hr_member list[LQCD__HR_OF_MO_0];
	lqcd__hr_members_0(list, mo);
	for (int k = 0; k < LQCD__HR_OF_MO_0; k++) free_mo(*list[k].mo);
	free(mo);
}

static inline void free_mo_p(struct mo_p *mo)
{
	lqcd__hr_member list[LQCD__HR_OF_MO_P];
	lqcd__hr_members_p(list, mo);
	for (int k = 0; k < LQCD__HR_OF_MO_P; k++) free_mo(*list[k].mo);
	free(mo);
}

/** pi and rho in one pass. */
static inline void lqcd__hr_gen_pi_rho(meson_observable *pi, meson_observable *rho[3][3], spinor_field *q0,
				       spinor_field *q1, spinor_field *eta, int tau)
{
	meson_observable *all[10] = {pi};
	for (int k = 0; k < 9; k++) all[k + 1] = rho[k / 3][k % 3];
	lqcd__hr_measure_all(all, 10, q0, q1, eta, tau, 2);
	for (int k = 0; k < 10; k++) lqcd__hr_normalise(all[k], 1);
}

static inline void gen_mo_0(struct mo_0 *mo, struct prop_common *p0, struct src_common *s0, int tau)
{
	lqcd__hr_gen_pi_rho(mo->pi, mo->rho, p0->Q_0, p0->Q_0, s0->src_0, tau);
}

static inline void gen_mo_p(struct mo_p *mo, struct prop_common *p0, struct prop_p *pp, struct src_common *s0, int tau)
{
	meson_observable *const r[4] = {mo->r1, mo->r2, mo->r3, mo->r4};
	meson_observable *one = lqcd__hr_new_mo("r", _g5, _g5, 8 * GLB_T);
	lqcd__hr_gen_pi_rho(mo->pi, mo->rho, p0->Q_0, pp->Q_p, s0->src_0, tau);
	measure_scattering_AD_core(mo->d, pp->Q_p, p0->Q_0, p0->Q_0_eta, p0->Q_0_eta, tau, 0, 1, mo->p[0], mo->p[1],
				   mo->p[2]);
	lqcd__hr_measure_all(mo->t1, 3, pp->W_0_mp, p0->Q_0, s0->src_0, tau, 2);
	lqcd__hr_measure_all(mo->t2, 3, p0->Q_0, pp->W_0_p, s0->src_0, tau, 2);
	for (int i = 0; i < 3; i++) {
		lqcd__hr_normalise(mo->t1[i], 1);
		lqcd__hr_normalise(mo->t2[i], 1);
	}
	/* The sink is where the sequential source was. */
	for (int t = 0; t < GLB_T; t++) {
		spinor_field *const w = p0->W_0_0[t];
		spinor_field *const left[4] = {pp->W_mp_0, w, w, pp->W_0_mp}, *const right[4] = {w, pp->W_p_0,
												 pp->W_0_p, w};
		for (int k = 0; k < 4; k++) {
			reset_mo(one);
			measure_mesons_core(left[k], right[k], s0->src_0, one, 1, tau, 2, 0, GLB_T);
			for (int p = 0; p < 8; p++) {
				r[k]->corr_re[p * GLB_T + t] = one->corr_re[p * GLB_T + t];
				r[k]->corr_im[p * GLB_T + t] = one->corr_im[p * GLB_T + t];
			}
		}
	}
	for (int k = 0; k < 4; k++) lqcd__hr_normalise(r[k], 1);
	free_mo(one);
}

/* ---- files -------------------------------------------------------------------------------------------------------- */

/** On process 0; elsewhere NULL. */
static inline FILE *lqcd__hr_scattering_file(const char *name)
{
	FILE *f = PID == 0 ? fopen(name, "w") : NULL;
	if (PID == 0 && !f) fprintf(stderr, "%s: cannot be written\n", name);
	lqcd__hr_error_of_all(PID == 0 && !f, "io2pt, io4pt, IO_json", "the directory must exist");
	return f;
}

/** Then the file is there for all processes. */
static inline void lqcd__hr_close_scattering_file(FILE *f)
{
	if (f) fclose(f);
	lqcd_comm_barrier(&lqcd__hr_lattice.comm);
}

/** Momenta first <= px, py, pz < end, stored from `first` on; factor times the numbers. */
static inline void lqcd__hr_write_mo(const meson_observable *mo, int first, int end, double factor, int sourceno,
				     const char *path, const char *name, const char *cnfg_filename)
{
	char file[1024];
	const char *base = strrchr(cnfg_filename, '/');
	const int m = end - first;
	snprintf(file, sizeof file, "%s/%s_src_%d_%s", path, name, sourceno, base ? base + 1 : cnfg_filename);
	FILE *f = lqcd__hr_scattering_file(file);
	for (int k = 0; f && k < m * m * m * GLB_T; k++) {
		const int p = k / GLB_T;
		fprintf(f, "%i %i %i %i %3.10e %3.10e \n", p / (m * m) + first, p / m % m + first, p % m + first,
			k % GLB_T, factor * mo->corr_re[k], factor * mo->corr_im[k]);
	}
	lqcd__hr_close_scattering_file(f);
}

static inline void io2pt(meson_observable *mo, int pmax, int sourceno, const char *path, const char *name,
			 const char *cnfg_filename)
{
	lqcd__hr_write_mo(mo, 0, pmax, 2, sourceno, path, name, cnfg_filename);
}

static inline void io4pt(meson_observable *mo, int pmax, int sourceno, const char *path, const char *name,
			 const char *cnfg_filename)
{
	lqcd__hr_write_mo(mo, -pmax, pmax + 1, 4, sourceno, path, name, cnfg_filename);
}

static inline void IOold_0(struct mo_0 *molist[], int numsources, const char *path, const char *cnfg_filename)
{
	for (int src = 0; src < numsources; src++) {
		io2pt(molist[src]->pi, 2, src, path, "pi", cnfg_filename);
		for (int i = 0; i < 3; i++) {
			char name[32];
			snprintf(name, sizeof name, "rho_p0_g%d", i + 1);
			io2pt(molist[src]->rho[i][i], 2, src, path, name, cnfg_filename);
		}
	}
}

static inline void IOold_p(struct mo_p *molist[], int numsources, const char *path, const char *cnfg_filename)
{
	for (int src = 0; src < numsources; src++) {
		const int *p = molist[src]->p;
		lqcd__hr_member list[LQCD__HR_OF_MO_P];
		lqcd__hr_members_p(list, molist[src]);
		for (int k = 0; k < LQCD__HR_OF_MO_P; k++) {
			char name[128], gamma[32] = "";
			if (list[k].j)
				snprintf(gamma, sizeof gamma, "_g%d%d", list[k].i, list[k].j);
			else if (list[k].i)
				snprintf(gamma, sizeof gamma, "_g%d", list[k].i);
			snprintf(name, sizeof name, "%s_p(%d,%d,%d)%s", list[k].name, p[0], p[1], p[2], gamma);
			(list[k].mo == &molist[src]->d ? io4pt(*list[k].mo, 1, src, path, name, cnfg_filename)
						       : io2pt(*list[k].mo, 2, src, path, name, cnfg_filename));
		}
	}
}

/** Member k of all sources, list[src n + k], at momenta 0 and 1 of each component. */
static inline void lqcd__hr_json_member(FILE *f, const lqcd__hr_member *list, int n, int k, int numsources)
{
	const int four = !strcmp(list[k].name, "d");
	char gamma[32] = "";
	if (list[k].j)
		snprintf(gamma, sizeof gamma, "_g%d_g%d", list[k].i, list[k].j);
	else if (list[k].i)
		snprintf(gamma, sizeof gamma, "_g%d", list[k].i);
	fprintf(f, "\t\"%s%s\":{\n\t\t", list[k].name, gamma);
	for (int p = 0; p < 8; p++) {
		const int px = p / 4, py = p / 2 % 2, pz = p % 2;
		/* d is stored from momentum -1 on. */
		const int at = (four ? ((px + 1) * 3 + py + 1) * 3 + pz + 1 : p) * GLB_T;
		fprintf(f, "\"(%d,%d,%d)\":[", px, py, pz);
		for (int src = 0; src < numsources; src++) {
			const meson_observable *mo = *list[src * n + k].mo;
			fprintf(f, src ? ",[\n" : "[\n");
			for (int t = 0; t < GLB_T; t++)
				fprintf(f, "\t\t\t\t[%e,%e]%s", (four ? 4 : 2) * mo->corr_re[at + t],
					(four ? 4 : 2) * mo->corr_im[at + t], t < GLB_T - 1 ? ",\n" : "]");
		}
		fprintf(f, p < 7 ? "],\n\t\t" : "]\n");
	}
	fprintf(f, "\n\t}");
}

static inline void lqcd__hr_json(const lqcd__hr_member *list, int n, int numsources, const int p[3], const char *path,
				 const char *cnfg_filename)
{
	char file[1024];
	const char *number = strrchr(cnfg_filename, 'n');
	snprintf(file, sizeof file, "%s/p_(%d,%d,%d)_n%s.json", path, p[0], p[1], p[2], number ? number + 1 : "");
	FILE *f = lqcd__hr_scattering_file(file);
	if (f) fprintf(f, "{\n");
	for (int k = 0; f && k < n; k++) {
		lqcd__hr_json_member(f, list, n, k, numsources);
		fprintf(f, k < n - 1 ? ",\n" : "\n");
	}
	if (f) fprintf(f, "}");
	lqcd__hr_close_scattering_file(f);
}

static inline lqcd__hr_member *lqcd__hr_new_members(int n)
{
	lqcd__hr_member *list = (lqcd__hr_member *)malloc((size_t)n * sizeof *list);
	lqcd__hr_error(!list, 1, "IO_json", "out of memory");
	return list;
}

static inline void IO_json_0(struct mo_0 *molist[], int numsources, const char *path, const char *cnfg_filename)
{
	const int zero[3] = {0, 0, 0};
	lqcd__hr_member *list = lqcd__hr_new_members(numsources * LQCD__HR_OF_MO_0);
	for (int src = 0; src < numsources; src++) lqcd__hr_members_0(list + src * LQCD__HR_OF_MO_0, molist[src]);
	lqcd__hr_json(list, LQCD__HR_OF_MO_0, numsources, zero, path, cnfg_filename);
	free(list);
}

static inline void IO_json_p(struct mo_p *molist[], int numsources, const char *path, const char *cnfg_filename)
{
	lqcd__hr_member *list = lqcd__hr_new_members(numsources * LQCD__HR_OF_MO_P);
	for (int src = 0; src < numsources; src++) lqcd__hr_members_p(list + src * LQCD__HR_OF_MO_P, molist[src]);
	lqcd__hr_json(list, LQCD__HR_OF_MO_P, numsources, molist[0]->p, path, cnfg_filename);
	free(list);
}

/* ---- two pions at rest -------------------------------------------------------------------------------------------- */

enum { LQCD__HR_I2 = 22, LQCD__HR_I0 = 16, LQCD__HR_I0_RALT = 14, LQCD__HR_I0_DISC = 15 };

static inline int lqcd__hr_any_slice(void)
{
	double r;
	ranlxd(&r, 1);
	int tau = (int)(r * GLB_T);
	bcast_int(&tau, 1);
	return tau;
}

/** name_11, name_12, .., of vector mesons. */
static inline void lqcd__hr_new_vectors(meson_observable **mo, const char *name)
{
	for (int k = 0; k < 9; k++) {
		char full[32];
		snprintf(full, sizeof full, "%s_%d%d", name, k / 3 + 1, k % 3 + 1);
		mo[k] = lqcd__hr_new_mo(full, _g1 + k / 3, _g1 + k % 3, GLB_T);
	}
}

static inline void lqcd__hr_copy_mo(meson_observable *to, const meson_observable *from)
{
	memcpy(to->corr_re, from->corr_re, (size_t)GLB_T * sizeof(double));
	memcpy(to->corr_im, from->corr_im, (size_t)GLB_T * sizeof(double));
}

/** A channel of two mesons, or of one, in a file of its name. */
static inline void lqcd__hr_write_channel(meson_observable *mo, int two, int src, const char *path,
					  const char *cnfg_filename)
{
	if (path && two) io4pt(mo, 0, src, path, mo->channel_name, cnfg_filename);
	if (path && !two) io2pt(mo, 1, src, path, mo->channel_name, cnfg_filename);
}

static inline void measure_pion_scattering_I2(double *m, int numsources, double precision, const char *path,
					      const char *cnfg_filename, meson_observable **mo_arr)
{
	meson_observable *mo[LQCD__HR_I2] = {
		lqcd__hr_new_mo("AD", _g5, _g5, GLB_T), lqcd__hr_new_mo("BC", _g5, _g5, GLB_T),
		lqcd__hr_new_mo("pi1", _g5, _g5, GLB_T), lqcd__hr_new_mo("pi2", _g5, _g5, GLB_T)};
	spinor_field *source = lqcd__hr_zeros(4), *q = lqcd__hr_zeros(8);
	lqcd__hr_new_vectors(mo + 4, "rho1");
	lqcd__hr_new_vectors(mo + 13, "rho2");
	init_propagator_eo(1, m, precision);
	for (int src = 0; src < numsources; src++) {
		const int ts = lqcd__hr_random_slice();
		lprintf("MAIN", 0, "ts = %d \n", ts);
		for (int k = 0; k < LQCD__HR_I2; k++) reset_mo(mo[k]);
		for (int i = 0; i < 2; i++) {
			meson_observable *all[10] = {mo[2 + i]};
			memcpy(all + 1, mo + 4 + 9 * i, 9 * sizeof *mo);
			create_diluted_source_equal_atau(source, ts);
			calc_propagator(q + 4 * i, source, 4);
			lqcd__hr_measure_all(all, 10, q + 4 * i, q + 4 * i, source, ts, 1);
		}
		for (int k = 2; k < LQCD__HR_I2; k++) lqcd__hr_normalise(mo[k], 1);
		measure_scattering_AD_core(mo[0], q, q, q + 4, q + 4, ts, 0, 0, 0, 0, 0);
		measure_scattering_BC_core(mo[1], q, q, q + 4, q + 4, ts, 0, 0, 0, 0, 0);
		for (int k = 0; k < LQCD__HR_I2; k++) lqcd__hr_write_channel(mo[k], k < 2, src, path, cnfg_filename);
	}
	for (int k = 0; k < LQCD__HR_I2; k++) {
		if (mo_arr) lqcd__hr_copy_mo(mo_arr[k], mo[k]);
		free_mo(mo[k]);
	}
	lqcd__hr_end_propagators(source, q);
}

/** slices[local time][source][4 t + spin][site][component] := the propagators q[4 t + spin] of a source. */
static inline void lqcd__hr_keep_slices(lqcd_complex_d *slices, spinor_field *q, int src, int numsources)
{
	const ptrdiff_t n = 4 * GLB_T, sites = X * Y * Z;
	for (int k = 0; k < VOLUME; k++) {
		int g[4];
		const int ix = lqcd__hr_site(k, g);
		for (int i = 0; i < n; i++)
			memcpy(slices + (((k / sites * numsources + src) * n + i) * sites + k % sites) * 4 * NF,
			       _FIELD_AT(&q[i], ix), sizeof(suNf_spinor));
	}
}

/** The rectangle of noise on slices that other sources chose: field 4 t + spin of a source has its own on slice t + ts[source]. */
static inline void lqcd__hr_rectangle(meson_observable *mo, const lqcd_complex_d *slices, const int *ts, int numsources)
{
	const int n = 4 * GLB_T, all = n * numsources, own = 4 * numsources, length = 4 * NF * (X * Y * Z);
	const ptrdiff_t size = (ptrdiff_t)own * all;
	/* F[slice][b][a] = <a, b> of any field b and each a whose own slice it is, 4 source + spin. */
	lqcd_complex_d *F = (lqcd_complex_d *)calloc((size_t)GLB_T * (size_t)size, sizeof *F);
	lqcd_complex_d *here = (lqcd_complex_d *)malloc((size_t)own * (size_t)length * sizeof *here);
	lqcd__hr_error(!F || !here, 1, "measure_pion_scattering_I0", "out of memory");
	reset_mo(mo);
	for (int t = 0; t < T; t++) {
		const lqcd_complex_d *any = slices + (ptrdiff_t)t * all * length;
		for (int j = 0; j < numsources; j++)
			memcpy(here + (ptrdiff_t)(4 * j) * length,
			       any + (ptrdiff_t)(n * j + 4 * safe_mod(t + zerocoord[0] - ts[j], GLB_T)) * length,
			       4 * (size_t)length * sizeof *here);
		lqcd_complex_gemm_of_vd(own, all, length, F + (t + zerocoord[0]) * size, own, LQCD_GEMM_ADJOINT, here,
					length, LQCD_GEMM_PLAIN, any, length, 0);
	}
	for (int t = 0; t < GLB_T; t++) global_sum((double *)(F + t * size), (int)(2 * size));
	for (ptrdiff_t k = 0; k < GLB_T * size; k++) {
		const int first = (int)(k / size), a = (int)(k % own), b = (int)(k % size / own);
		const int second = (b % n / 4 + ts[b / n]) % GLB_T, at = safe_mod(second - first, GLB_T);
		const ptrdiff_t back = a / 4 * n + 4 * safe_mod(first - ts[a / 4], GLB_T) + a % 4;
		const lqcd_complex_d z = lqcd_complex_mul_d(F[k], F[second * size + back * own + b / n * 4 + b % 4]);
		mo->corr_re[at] += z.re / (GLB_T * numsources * numsources);
		mo->corr_im[at] += z.im / (GLB_T * numsources * numsources);
	}
	free(F);
	free(here);
}

static inline void measure_pion_scattering_I0(double *m, int numsources, double precision, const char *path,
					      const char *cnfg_filename, int seq_prop, meson_observable **mo_arr)
{
	static const char *const names[] = {"D", "C", "R", "V", "pi1"};
	meson_observable *mo[LQCD__HR_I0], *one = lqcd__hr_new_mo("one", _g5, _g5, GLB_T);
	spinor_field *source = lqcd__hr_zeros(4 * GLB_T), *prop = lqcd__hr_zeros(4 * GLB_T),
		     *other = lqcd__hr_zeros(12);
	spinor_field *other_source = other + 4, *sequential = other + 8;
	int *slice = (int *)malloc((size_t)numsources * sizeof(int));
	lqcd_complex_d *slices = seq_prop == 2 ? NULL
					       : (lqcd_complex_d *)malloc((size_t)numsources * (size_t)GLB_T * 4 *
									  (size_t)VOLUME * sizeof(suNf_spinor));
	lqcd__hr_error(!slice || (!slices && seq_prop != 2), 1, "measure_pion_scattering_I0", "out of memory");
	for (int k = 0; k < 5; k++) mo[k] = lqcd__hr_new_mo(names[k], _g5, _g5, GLB_T);
	lqcd__hr_new_vectors(mo + 5, "rho1");
	mo[LQCD__HR_I0_RALT] = lqcd__hr_new_mo("Ralt", _g5, _g5, GLB_T);
	mo[LQCD__HR_I0_DISC] = lqcd__hr_new_mo("disc", _g5, _DISC, GLB_T);
	init_propagator_eo(1, m, precision);
	for (int src = 0; src < numsources; src++) {
		const int ts = slice[src] = lqcd__hr_any_slice();
		meson_observable *all[10] = {one};
		memcpy(all + 1, mo + 5, 9 * sizeof *mo);
		lprintf("MAIN", 0, "Random timeslice chosen : ts=%d\n", ts);
		for (int k = 0; k < LQCD__HR_I0; k++) reset_mo(mo[k]);
		for (int t = 0; t <= GLB_T; t++) { /* all slices, and the first once more, of other noise */
			const int own = (t + ts) % GLB_T;
			spinor_field *to = t < GLB_T ? prop + 4 * t : other,
				     *from = t < GLB_T ? source + 4 * t : other_source;
			create_diluted_source_equal_atau(from, own);
			calc_propagator(to, from, 4);
			reset_mo(one);
			lqcd__hr_measure_all(all, 10, to, to, from, own, 1);
			for (int k = 0; k < GLB_T; k++) {
				mo[4]->corr_re[k] += one->corr_re[k];
				mo[4]->corr_im[k] += one->corr_im[k];
			}
			if (t == GLB_T) break;
			mo[3]->corr_re[own] = one->corr_re[0];
			mo[3]->corr_im[own] = one->corr_im[0];
			measure_mesons_core(to, to, from, mo[LQCD__HR_I0_DISC], 1, 0, 1, 0, GLB_T);
		}
		if (slices) lqcd__hr_keep_slices(slices, prop, src, numsources);
		if (seq_prop == 1) {
			spinor_field *first = lqcd__hr_zeros(8), *second = first + 4;
			for (int t = 0; t < GLB_T; t++) {
				create_sequential_source_stoch(sequential, (ts + t) % GLB_T, prop);
				calc_propagator(second, sequential, 4);
				for (int k = 0; k < 4 && !t; k++) copy_spinor_field(&first[k], &second[k]);
				reset_mo(one);
				measure_mesons_core(first, second, source, one, 1, ts, 1, 0, GLB_T);
				mo[2]->corr_re[t] = one->corr_re[t];
				mo[2]->corr_im[t] = one->corr_im[t];
			}
			free_spinor_field(first);
		}
		for (int k = 2; k < LQCD__HR_I0; k++)
			lqcd__hr_normalise(mo[k], k >= 4 && k < LQCD__HR_I0_RALT ? 1. / (GLB_T + 1) : 1);
		measure_scattering_AD_core(mo[0], prop, prop, other, other, ts, 0, 0, 0, 0, 0);
		measure_scattering_BC_core(mo[1], prop, prop, other, other, ts, 0, 0, 0, 0, 0);
		for (int k = 0; k < LQCD__HR_I0; k++)
			if (k != LQCD__HR_I0_RALT && (k != 2 || seq_prop == 1))
				lqcd__hr_write_channel(mo[k], k < 3, src, path, cnfg_filename);
	}
	if (slices) {
		lqcd__hr_rectangle(mo[LQCD__HR_I0_RALT], slices, slice, numsources);
		lqcd__hr_write_channel(mo[LQCD__HR_I0_RALT], 1, 0, path, cnfg_filename);
	}
	for (int k = 0; k < LQCD__HR_I0; k++) {
		if (mo_arr && (k != LQCD__HR_I0_RALT || slices)) lqcd__hr_copy_mo(mo_arr[k], mo[k]);
		free_mo(mo[k]);
	}
	free_mo(one);
	free(slice);
	free(slices);
	lqcd__hr_end_propagators(source, prop);
	free_spinor_field(other);
}

/** The propagators stay initialised, as in HiRep. */
static inline void measure_pion_scattering_I0_TS(double *m, int numsources, double precision, const char *path,
						 const char *cnfg_filename, int seq_prop, meson_observable **mo_arr)
{
	meson_observable *mo[3] = {lqcd__hr_new_mo("sigmaconn", _id, _id, GLB_T),
				   lqcd__hr_new_mo("sigmadisc", _id, _DISC, GLB_T),
				   lqcd__hr_new_mo("T", _g5, _id, GLB_T)};
	spinor_field *source = lqcd__hr_zeros(16), *q = source + 4, *sequential = source + 8, *second = source + 12;
	(void)seq_prop;
	init_propagator_eo(1, m, precision);
	for (int src = 0; src < numsources; src++) {
		const int ts = lqcd__hr_any_slice();
		lprintf("MAIN", 0, "Random timeslice chosen : ts=%d\n", ts);
		for (int k = 0; k < 3; k++) reset_mo(mo[k]);
		create_diluted_source_equal_atau(source, ts);
		calc_propagator(q, source, 4);
		create_sequential_source_stoch(sequential, ts, q);
		calc_propagator(second, sequential, 4);
		measure_mesons_core(q, q, source, mo[0], 1, ts, 1, 0, GLB_T);
		measure_mesons_core(q, second, source, mo[2], 1, ts, 1, 0, GLB_T);
		create_noise_source_equal_eo(source);
		calc_propagator(q, source, 4);
		measure_mesons_core(q, q, source, mo[1], 1, 0, 1, 0, GLB_T);
		for (int k = 0; k < 3; k++) {
			/* io2pt doubles, and noise on all sites needs no factor. */
			lqcd__hr_normalise(mo[k], k ? 1 : 0.5);
			lqcd__hr_write_channel(mo[k], 0, src, path, cnfg_filename);
		}
	}
	for (int k = 0; k < 3; k++) {
		if (mo_arr) lqcd__hr_copy_mo(mo_arr[k], mo[k]);
		free_mo(mo[k]);
	}
	free_spinor_field(source);
}

#endif
