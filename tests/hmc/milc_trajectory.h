/* tests/hmc/milc_trajectory.h: the trajectory of MILC's sample run su3_rhmc_hisq.2 (folder staggered of LQCD_TEST_DATA), with
 * MILC's random numbers and residuals: 2 + 1 flavours of HISQ quarks on 6^4, four pseudofermions, the one-loop Symanzik action.
 * The energies before and after it, the plaquettes and the condensates are those that MILC printed. */
#ifndef LQCD_TESTS_MILC_TRAJECTORY_H
#define LQCD_TESTS_MILC_TRAJECTORY_H

#include <lqcd/hmc/staggered.h>
#include <lqcd/hmc/symanzik.h>
#include <lqcd/gauge/plaquette.h>
#include <lqcd/io/gauge.h>

#include "../support/support.h"
#include "../support/milc_files.h"

enum { MILC_QUARKS = 4 };

/* MILC's generator of a site: 24 bits of a feedback shift register of 127 + 41 bits, x_n = bits of x_(n-5), x_(n-6) and x_(n-7),
 * exclusive or the highest 24 bits of s -> (100000005 + 8 index) s + 12345 modulo 2^64. The seed goes through a congruence of 32
 * bits, whose last, signed, value is the first s. index = ((t Z + z) Y + y) X + x. Source: MILC version 7.7.13,
 * generic/ranstuff.c and libraries/gaussrand.c. */
typedef struct {
	uint32_t x[7]; /* the last one first */
	uint64_t state, factor;
	double kept;
	int has_kept;
} milc_random;

static inline void milc_random_start(milc_random *r, uint32_t seed, uint32_t index)
{
	for (int k = 0; k < 8; k++) {
		seed = (69607 + 8 * index) * seed + 12345;
		if (k < 7) r->x[k] = seed >> 8;
	}
	r->state = (uint64_t)(int64_t)(int32_t)seed;
	r->factor = 100000005 + 8 * (uint64_t)index;
	r->has_kept = 0;
}

static inline double milc_random_uniform(milc_random *r)
{
	const uint32_t next = ((r->x[5] >> 7 | r->x[6] << 17) ^ (r->x[4] >> 1 | r->x[5] << 23)) & 0xffffff;
	memmove(r->x + 1, r->x, 6 * sizeof r->x[0]);
	r->x[0] = next;
	r->state = r->state * r->factor + 12345;
	return (double)(next ^ (uint32_t)(r->state >> 40)) / 16777216;
}

/* Weight exp(-g^2), in pairs, by Marsaglia's method. */
static inline double milc_random_gaussian(milc_random *r)
{
	double a, b, norm;
	if (r->has_kept) {
		r->has_kept = 0;
		return r->kept;
	}
	do {
		a = 2 * milc_random_uniform(r) - 1;
		b = 2 * milc_random_uniform(r) - 1;
		norm = a * a + b * b;
	} while (norm >= 1);
	const double scale = sqrt(-log(norm) / norm);
	r->kept = a * scale;
	r->has_kept = 1;
	return b * scale;
}

/* MILC's momentum of a link over sqrt(2), ours: i times the Gell-Mann matrices 3 and 8, then the complex numbers above the
 * diagonal. */
static inline void milc_random_momentum(naive_complex *p, milc_random *r)
{
	static const int above[3] = {1, 2, 5};
	double g[8];
	for (int k = 0; k < 8; k++) g[k] = milc_random_gaussian(r) / sqrt(2.0);
	p[0] = naive_make(0, g[0] + g[1] / sqrt(3.0));
	p[4] = naive_make(0, -g[0] + g[1] / sqrt(3.0));
	p[8] = naive_make(0, -2 * g[1] / sqrt(3.0));
	for (int k = 0; k < 3; k++) {
		const double re = g[2 + 2 * k], im = g[3 + 2 * k];
		p[above[k]] = naive_make(re, im);
		p[above[k] % 3 * 3 + above[k] / 3] = naive_make(-re, im);
	}
}

/* The generators of all sites, in the order of naive.h. */
static inline milc_random *milc_randoms(const int *l, uint32_t seed)
{
	milc_random *r = (milc_random *)malloc((size_t)naive_volume(l) * sizeof *r);
	must(r ? LQCD_OK : LQCD_ERR_MEMORY);
	for (int site = 0; site < naive_volume(l); site++) {
		int x[4];
		naive_coords(l, site, x);
		milc_random_start(r + site, seed, (uint32_t)(((x[0] * l[3] + x[3]) * l[2] + x[2]) * l[1] + x[1]));
	}
	return r;
}

/* A field of momenta. */
static inline void milc_draw_momenta(const int *l, milc_random *r, lqcd_gauge_field_d *p)
{
	naive_complex *z = naive_alloc((size_t)naive_volume(l) * NAIVE_LINKS);
	for (int site = 0; site < naive_volume(l); site++)
		for (int k = 0; k < 4; k++) /* X, Y, Z, T */
			milc_random_momentum(z + ((size_t)site * 4 + (size_t)((k + 1) % 4)) * NAIVE_MATRIX, r + site);
	naive_put(lqcd_gauge_field_view(p), z);
	free(z);
}

/* A gaussian field; even: on even sites alone, others are 0. */
static inline void milc_draw_source(const int *l, milc_random *r, int even, lqcd_spinor_field_d_ks *eta)
{
	naive_complex *z = naive_alloc((size_t)naive_volume(l) * 3);
	for (int site = 0; site < naive_volume(l); site++) {
		int x[4];
		naive_coords(l, site, x);
		const int none = even && (x[0] + x[1] + x[2] + x[3]) % 2;
		for (int c = 0; c < 3; c++) {
			const double re = none ? 0 : milc_random_gaussian(r + site);
			z[(size_t)site * 3 + (size_t)c] = naive_make(re, none ? 0 : milc_random_gaussian(r + site));
		}
	}
	naive_put(lqcd_spinor_field_view(eta), z);
	free(z);
}

/* The next rational function of MILC's file: lines "order_X n", "res_X c", "pole_X p"; the first pair is the constant. */
static inline void milc_powers(FILE *f, const char *name, lqcd_rational *r)
{
	double value[2][LQCD_RATIONAL_DEGREE + 1];
	char line[256], key[64];
	int order = 0, count[2] = {0, 0};
	while ((!order || count[0] <= order || count[1] <= order) && fgets(line, sizeof line, f)) {
		double x;
		if (sscanf(line, "%63s %lf", key, &x) != 2 || !strchr(key, '_') || strcmp(strchr(key, '_') + 1, name))
			continue;
		const int pole = key[0] == 'p';
		if (key[0] == 'o')
			order = (int)x;
		else if ((key[0] == 'r' || pole) && count[pole] <= LQCD_RATIONAL_DEGREE)
			value[pole][count[pole]++] = x;
	}
	must(lqcd_rational_set(r, order, value[0][0], value[0] + 1, value[1] + 1));
}

/* chi_k = (x + pole_k)^-1 b by conjugate gradients for all poles, which end together, when the least pole has this residual.
 * lqcd_multishift leaves each system when its own residual is small enough; MILC does not, and as the residuals of its force are
 * 5e-4, that shows in the fifth digit of the change of energy. */
static inline void milc_solve(lqcd_staggered_rhmc_d_ks *r, lqcd__rhmc_at_d_ks *at, const lqcd_rational *of,
			      const lqcd_spinor_field_d_ks *b, double residual)
{
	enum { MOST = LQCD_RATIONAL_DEGREE };
	lqcd_spinor_field_d_ks rest, q, p[MOST];
	double zeta[MOST], rho[MOST], last_alpha = 1, last_beta = 0, least = of->pole[0];
	for (int k = 1; k < of->degree; k++) least = fmin(least, of->pole[k]);
	(void)lqcd__rhmc_shift_d_ks(at, least);
	must(lqcd_spinor_field_create(&rest, r->lattice, LQCD_EVEN));
	must(lqcd_spinor_field_create(&q, r->lattice, LQCD_EVEN));
	lqcd_spinor_field_copy(&rest, b);
	for (int k = 0; k < of->degree; k++) {
		must(lqcd_spinor_field_create(&p[k], r->lattice, LQCD_EVEN));
		lqcd_spinor_field_copy(&p[k], b);
		lqcd_spinor_field_zero(&r->chi[k]);
		zeta[k] = rho[k] = 1;
	}
	const double stop = residual * residual * lqcd_spinor_field_norm2(b);
	double r2 = lqcd_spinor_field_norm2(b);
	int base = 0;
	while (fabs(of->pole[base] - least) > 0) base++;
	while (r2 > stop) {
		at->op.apply(&q, &p[base], 0, at->op.context);
		const double alpha = r2 / lqcd_spinor_field_dot(&p[base], &q).re, before = r2;
		lqcd_spinor_field_axpy(&rest, -alpha, &q);
		r2 = lqcd_spinor_field_norm2(&rest);
		const double beta = r2 / before;
		for (int k = 0; k < of->degree; k++) {
			rho[k] = 1 / (1 + alpha * (of->pole[k] - least) + (1 - rho[k]) * alpha * last_beta / last_alpha);
			zeta[k] *= rho[k];
			lqcd_spinor_field_axpy(&r->chi[k], alpha * rho[k], &p[k]);
			lqcd_spinor_field_scale(&p[k], beta * rho[k] * rho[k], &p[k]);
			lqcd_spinor_field_axpy(&p[k], zeta[k], &rest);
		}
		last_alpha = alpha;
		last_beta = beta;
	}
	lqcd_spinor_field_destroy(&rest);
	lqcd_spinor_field_destroy(&q);
	for (int k = 0; k < of->degree; k++) lqcd_spinor_field_destroy(&p[k]);
}

/* to = the rational function of x on b; to may be b. */
static inline void milc_apply(lqcd_staggered_rhmc_d_ks *r, lqcd__rhmc_at_d_ks *at, const lqcd_rational *of,
			      lqcd_spinor_field_d_ks *to, const lqcd_spinor_field_d_ks *b, double residual)
{
	milc_solve(r, at, of, b, residual);
	lqcd_spinor_field_scale(to, of->constant, b);
	for (int k = 0; k < of->degree; k++) lqcd_spinor_field_axpy(to, of->residue[k], &r->chi[k]);
}

/* cgresid_md_fa_gr of the run */
static const double milc_residual_md[MILC_QUARKS] = {5e-4, 5e-6, 5e-6, 5e-6};
static const double milc_residual[MILC_QUARKS] = {1e-4, 1e-6, 1e-6, 1e-6};

/* phi of the pseudofermions, by their heat bath from eta in phi. */
static inline void milc_heatbath(lqcd_staggered_rhmc_d_ks *r, const lqcd_gauge_field_d *u)
{
	lqcd__rhmc_at_d_ks at;
	at.present = 0;
	must(lqcd__rhmc_enter_d_ks(&at, r, u, 0));
	for (int k = 0; k < MILC_QUARKS; k++) {
		lqcd_staggered_quark_d_ks *q = &r->quark[k];
		milc_apply(r, &at, &q->heatbath, &q->phi, &q->phi, milc_residual[k]);
	}
	lqcd__rhmc_leave_d_ks(&at);
}

static inline double milc_action(lqcd_staggered_rhmc_d_ks *r, const lqcd_gauge_field_d *u)
{
	lqcd__rhmc_at_d_ks at;
	double sum = 0;
	at.present = 0;
	must(lqcd__rhmc_enter_d_ks(&at, r, u, 0));
	for (int k = 0; k < MILC_QUARKS; k++) {
		lqcd_spinor_field_d_ks even = lqcd_spinor_field_part(&r->x, LQCD_EVEN);
		milc_apply(r, &at, &r->quark[k].action, &even, &r->quark[k].phi, milc_residual[k]);
		sum += lqcd_spinor_field_norm2(&even);
	}
	lqcd__rhmc_leave_d_ks(&at);
	return sum;
}

/* p += h times the force of all pseudofermions. */
static inline void milc_force(lqcd_staggered_rhmc_d_ks *r, lqcd_gauge_field_d *p, const lqcd_gauge_field_d *u, double h,
			      const double *residual)
{
	lqcd_gauge_field_d *df = &r->links[LQCD__KS_DF], *dl = &r->links[LQCD__KS_DL];
	lqcd__rhmc_at_d_ks at;
	at.present = 0;
	lqcd__links_scale_d(df, 0);
	lqcd__links_scale_d(dl, 0);
	lqcd__links_scale_d(&r->links[LQCD__KS_DW], 0);
	must(lqcd__rhmc_enter_d_ks(&at, r, u, 0));
	for (int k = 0; k < MILC_QUARKS; k++) {
		const lqcd_rational *of = &r->quark[k].force;
		lqcd_spinor_field_d_ks even = lqcd_spinor_field_part(&r->x, LQCD_EVEN);
		milc_solve(r, &at, of, &r->quark[k].phi, residual[k]);
		for (int i = 0; i < of->degree; i++) {
			lqcd_spinor_field_copy(&even, &r->chi[i]);
			must(lqcd_staggered_odd(&r->x, &at.dirac));
			must(lqcd_staggered_outer(df, dl, of->residue[i], of->residue[i], &r->x));
		}
	}
	lqcd__rhmc_leave_d_ks(&at);
	must(lqcd__ks_chain_d_ks(r, u));
	must(lqcd_links_kick(p, -0.5 * h, u, &r->links[LQCD__KS_DU]));
}

/* MILC's integrator INT_3G1F, alpha = beta = 0.1: three kicks of the gauge force around each of the quarks', in steps of 2 eps. */
static inline void milc_integrate(lqcd_staggered_rhmc_d_ks *r, const lqcd_hmc_term_d *glue, lqcd_gauge_field_d *u,
				  lqcd_gauge_field_d *p, double eps, int steps)
{
	static const double when[9] = {0.8 / 6, 0.4, 3.2 / 6, 4.8 / 6, 7.2 / 6, 8.8 / 6, 1.6, 11.2 / 6, 2};
	for (int step = 0; step < steps; step += 2)
		for (int k = 0; k < 9; k++) {
			lqcd_momentum_move(u, eps * (when[k] - (k ? when[k - 1] : 0)), p);
			if (k == 1 || k == 6)
				milc_force(r, p, u, eps, milc_residual_md);
			else if (k < 8)
				must(glue->force(glue->self, p, u, eps / 3));
		}
}

/* The force of the term itself, and that of milc_force, to small residuals. */
static inline void check_milc_term(lqcd_staggered_rhmc_d_ks *r, const lqcd_gauge_field_d *u)
{
	static const double residual[MILC_QUARKS] = {1e-12, 1e-12, 1e-12, 1e-12};
	const lqcd_hmc_term_d quarks = lqcd_staggered_rhmc_term(r);
	const size_t n = (size_t)lqcd_geometry_sites(u->type) * NAIVE_LINKS;
	naive_complex *a = naive_alloc(n), *b = naive_alloc(n);
	lqcd_gauge_field_d p;
	must(lqcd_gauge_field_create(&p, r->lattice, LQCD_FULL));
	lqcd__links_scale_d(&p, 0);
	milc_force(r, &p, u, 1, residual);
	naive_get(lqcd_gauge_field_view(&p), a);
	lqcd__links_scale_d(&p, 0);
	r->force.tolerance = 1e-12;
	must(quarks.force(quarks.self, &p, u, 1));
	naive_get(lqcd_gauge_field_view(&p), b);
	const double away = naive_distance(a, b, n);
	tap_ok(away <= 1e-9, "force of the term within %.1e of one with these solves", away);
	lqcd_gauge_field_destroy(&p);
	free(a);
	free(b);
}

/* Condensates on even and odd sites by one source, which MILC solves in float. */
static inline void check_milc_condensate(lqcd_staggered_rhmc_d_ks *r, milc_random *random, const int *l,
					 const lqcd_gauge_field_d *u)
{
	static const double mass[2] = {0.0018, 0.018};
	static const double theirs[2][4] = {{1.334656e-02, -1.000056e-02, -4.706674e-02, -4.706668e-02},
					    {1.503084e-02, 1.574958e-02, 1.291384e-02, 1.291377e-02}};
	const lqcd_solve_params params = lqcd_solve_params_default();
	lqcd_spinor_field_d_ks eta, x;
	lqcd__rhmc_at_d_ks at;
	must(lqcd_spinor_field_create(&eta, r->lattice, LQCD_FULL));
	must(lqcd_spinor_field_create(&x, r->lattice, LQCD_FULL));
	at.present = 0;
	must(lqcd__rhmc_enter_d_ks(&at, r, u, 0));
	for (int k = 0; k < 2; k++) {
		double ours[4];
		milc_draw_source(l, random, 0, &eta);
		(void)lqcd__rhmc_shift_d_ks(&at, 4 * mass[k] * mass[k]);
		must(lqcd_dirac_solve(&x, &at.dirac, &eta, LQCD_CG, &params).status);
		for (int odd = 0; odd < 2; odd++) {
			const lqcd_parity parity = odd ? LQCD_ODD : LQCD_EVEN;
			const lqcd_spinor_field_d_ks a = lqcd_spinor_field_part(&eta, parity),
						     b = lqcd_spinor_field_part(&x, parity);
			const lqcd_complex_d z = lqcd_spinor_field_dot(&a, &b);
			ours[odd] = 2 * z.re / naive_volume(l);
			ours[2 + odd] = 2 * z.im / naive_volume(l);
		}
		double away = 0;
		for (int i = 0; i < 4; i++) away = tap_worst(away, fabs(ours[i] - theirs[k][i]));
		tap_ok(away <= 1e-6, "condensate of mass %g: %.6e %.6e %.6e %.6e, of MILC within %.1e", mass[k], ours[0],
		       ours[1], ours[2], ours[3], away);
	}
	lqcd__rhmc_leave_d_ks(&at);
	lqcd_spinor_field_destroy(&eta);
	lqcd_spinor_field_destroy(&x);
}

static inline void check_milc_trajectory(void)
{
	const int l[4] = {6, 6, 6, 6};
	const size_t volume = (size_t)naive_volume(l);
	const lqcd_staggered_action a = lqcd_staggered_hisq();
	const lqcd_symanzik c = lqcd_symanzik_one_loop(7.4, 0.89, 3);
	static const double sources[MILC_QUARKS] = {1963.6750556, 1902.7332579, 1932.8576806, 1936.3357347};
	lqcd_lattice lat;
	lqcd_gauge_field_d u, p;
	lqcd_spinor_field_d_ks eta;
	lqcd_staggered_rhmc_d_ks r;
	lqcd_gauge_action_d gauge;
	lqcd_message why;
	char path[1024];
	double g[2], q[2], k[2];
	why.text[0] = 0;
	if (!milc_path(path, sizeof path, "rationals.sample.su3_rhmc_hisq")) {
		tap_skip("MILC's trajectory: LQCD_TEST_DATA names no directory with staggered, or not 3 colours");
		return;
	}
	FILE *f = fopen(path, "r");
	milc_path(path, sizeof path, "lat.sample.l6666.hisq");
	must(lqcd_gauge_load(path, &lat, NULL, &u, NULL, NULL, &why));
	for (size_t n = 0; n < 4 * volume; n++) lqcd_su3_reunitarise_d(u.ptr + n);
	const lqcd_plaquette_values start = lqcd_plaquette(&u);
	/* "CHECK PLAQ" is printed before MILC reunitarises the floats of the file. */
	tap_ok(fabs(3 * start.space - 1.8403954419120214) <= 1e-7 && fabs(3 * start.time - 1.8597505785271828) <= 1e-7,
	       "plaquettes of lat.sample.l6666.hisq: %.10f %.10f", 3 * start.space, 3 * start.time);
	must(lqcd_gauge_field_create(&p, &lat, LQCD_FULL));
	must(lqcd_symanzik_create(&gauge, &lat, &c));
	must(lqcd_staggered_rhmc_create(&r, &lat, &a));
	must(lqcd_spinor_field_create(&eta, &lat, LQCD_FULL));
	milc_random *random = milc_randoms(l, 86658);
	milc_draw_momenta(l, random, &p);
	for (int i = 0; i < MILC_QUARKS; i++) {
		lqcd_rational md, gr, fa;
		milc_powers(f, "MD", &md);
		milc_powers(f, "GR", &gr);
		milc_powers(f, "FA", &fa);
		must(lqcd_staggered_rhmc_add_powers(&r, &fa, &gr, &md, 0));
		milc_draw_source(l, random, 1, &eta);
		const lqcd_spinor_field_d_ks even = lqcd_spinor_field_part(&eta, LQCD_EVEN);
		lqcd_spinor_field_copy(&r.quark[i].phi, &even);
		const double sum = lqcd_spinor_field_norm2(&r.quark[i].phi);
		tap_ok(fabs(sum - sources[i]) <= 1e-7, "source %d: |eta|^2 = %.7f, of MILC %.7f", i, sum, sources[i]);
	}
	fclose(f);
	const lqcd_hmc_term_d glue = lqcd_gauge_action_term(&gauge);
	const double offset = 4 * 4 * (double)volume; /* what MILC takes off */
	milc_heatbath(&r, &u);
	check_milc_term(&r, &u);
	for (int end = 0; end < 2; end++) {
		/* MILC's momenta are sqrt(2) times ours: in our time its steps are as much longer. */
		if (end) milc_integrate(&r, &glue, &u, &p, 0.02 * sqrt(2.0), 10);
		must(glue.action(glue.self, &u, &g[end]));
		q[end] = milc_action(&r, &u);
		k[end] = lqcd_momentum_energy(&p) - offset;
	}
	const double dh = g[1] - g[0] + (q[1] - q[0]) + (k[1] - k[0]);
	const lqcd_plaquette_values end = lqcd_plaquette(&u);
	tap_ok(fabs(g[0] - 19168.9566918234) <= 1e-9 && fabs(k[0] + 80.3775303465063) <= 1e-10 &&
		       fabs(q[0] - 7735.60172845149) <= 1e-9,
	       "start: gauge action %.10f, kinetic energy %.12f, quarks %.11f", g[0], k[0], q[0]);
	tap_ok(fabs(g[1] - 18981.4618171498) <= 1e-7 && fabs(k[1] - 110.640260690474) <= 1e-7 &&
		       fabs(q[1] - 7732.07879686826) <= 1e-7,
	       "end: gauge action %.10f, kinetic energy %.12f, quarks %.11f", g[1], k[1], q[1]);
	tap_ok(fabs(dh + 1.521986e-05) <= 1e-8, "change of energy %.6e, of MILC -1.521986e-05", dh);
	tap_ok(fabs(3 * end.space - 1.8590262183356623) <= 1e-11 && fabs(3 * end.time - 1.8640148066269224) <= 1e-11,
	       "final plaquettes %.16f %.16f, of MILC 1.8590262183356623 1.8640148066269224", 3 * end.space, 3 * end.time);
	check_milc_condensate(&r, random, l, &u);
	free(random);
	lqcd_spinor_field_destroy(&eta);
	lqcd_staggered_rhmc_destroy(&r);
	lqcd_gauge_action_destroy(&gauge);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&p);
	lqcd_lattice_destroy(&lat);
}

#endif
