/* tests/dirac/domain_wall_quark.h: quarks of domain walls (lqcd/solver/domain_wall.h) for wilson_multi.c: the propagator of free quarks in
 * momentum space, and chiral symmetry, with the tag vd. */
#include <lqcd/gauge/heatbath.h>
#include <lqcd/solver/domain_wall.h>

typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_spinor_field_d eta, q, t, v;
} quark_case;

static void quark_begin(quark_case *c, const int *l)
{
	lqcd_spinor_field_d *const all[4] = {&c->eta, &c->q, &c->t, &c->v};
	must(lqcd_lattice_create(&c->lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&c->u, &c->lat, LQCD_FULL));
	lqcd_gauge_field_unit(&c->u);
	for (int k = 0; k < 4; k++) must(lqcd_spinor_field_create(all[k], &c->lat, LQCD_FULL));
	lqcd_spinor_field_gaussian(&c->eta, tap_random_u64(), 0);
}

static void quark_end(quark_case *c)
{
	lqcd_spinor_field_d *const all[4] = {&c->eta, &c->q, &c->t, &c->v};
	for (int k = 0; k < 4; k++) lqcd_spinor_field_destroy(all[k]);
	lqcd_gauge_field_destroy(&c->u);
	lqcd_lattice_destroy(&c->lat);
}

/* q = S eta */
static void propagate(quark_case *c, lqcd_spinor_field_d *q, const lqcd_spinor_field_d *eta,
		      const lqcd_domain_wall_params *p)
{
	lqcd_domain_wall_vd D;
	lqcd_solve_params solve = lqcd_solve_params_default();
	solve.tolerance = 1e-11;
	lqcd_inverter inv;
	must(lqcd_domain_wall_create(&D, &c->u, p, LQCD_ANTIPERIODIC));
	const lqcd_quark_d quark = lqcd_quark_from_domain_wall(&D, NULL, LQCD_CG);
	must(lqcd_inverter_create_by(&inv, &quark));
	must(lqcd_inverter_solve(&inv, q, eta, &solve).status);
	lqcd_inverter_destroy(&inv);
	lqcd_domain_wall_destroy(&D);
}

static naive_complex naive_div(naive_complex a, naive_complex b)
{
	const naive_complex z = naive_mul(a, naive_conj(b));
	return naive_make(z.re / naive_abs2(b), z.im / naive_abs2(b));
}

/* S of a plane wave: W = w_0 + i g.n |s| with n the unit vector of s_mu = sin p_mu has the eigenvalues w_0 +- i |s|,
 * and S is the same function of them as of W: its value at w_0 + i |s|. */
static naive_complex free_quark(const double *momentum, const lqcd_domain_wall_params *p, double *s)
{
	double w0 = -p->m5, s2 = 0;
	for (int mu = 0; mu < 4; mu++) {
		s[mu] = sin(momentum[mu]);
		w0 += 1 - cos(momentum[mu]);
		s2 += s[mu] * s[mu];
	}
	for (int mu = 0; mu < 4; mu++) s[mu] /= sqrt(s2);
	const double sum = p->b5 + p->c5, difference = p->b5 - p->c5;
	const naive_complex w = naive_make(w0, sqrt(s2));
	const naive_complex h =
		naive_div(naive_make(sum * w.re, sum * w.im), naive_make(2 + difference * w.re, difference * w.im));
	const double size = sqrt(naive_abs2(h)), up = pow(1 + size, p->ls), down = pow(1 - size, p->ls);
	const double sign = (up - down) / (up + down) * (1 - p->mass) / 2 / size;
	const naive_complex overlap = naive_make((1 + p->mass) / 2 + sign * h.re, sign * h.im);
	const naive_complex inverse = naive_div(naive_make(1, 0), overlap);
	return naive_make((inverse.re - 1) / (1 - p->mass), inverse.im / (1 - p->mass));
}

static void check_free(const int *l, lqcd_domain_wall_params p)
{
	quark_case c;
	double momentum[4], n[4];
	const size_t numbers = (size_t)naive_volume(l) * NAIVE_SPINOR;
	naive_complex *eta = naive_alloc(numbers), *q = naive_alloc(numbers), *got = naive_alloc(numbers);
	naive_complex spin[NAIVE_SPINOR];
	quark_begin(&c, l);
	for (int mu = 0; mu < 4; mu++)
		momentum[mu] = 6.28318530717958647692 * (random_below(l[mu]) + (mu ? 0 : 0.5)) / l[mu];
	const naive_complex value = free_quark(momentum, &p, n);
	for (int k = 0; k < NAIVE_SPINOR; k++) spin[k] = naive_make(tap_random(), tap_random());
	for (int site = 0; site < naive_volume(l); site++) {
		int x[4];
		double angle = 0;
		naive_coords(l, site, x);
		for (int mu = 0; mu < 4; mu++) angle += momentum[mu] * x[mu];
		for (int k = 0; k < NAIVE_SPINOR; k++) {
			/* (Re + i g.n Im) spin */
			naive_complex r = naive_make(value.re * spin[k].re, value.re * spin[k].im);
			for (int mu = 0; mu < 4; mu++)
				for (int j = 0; j < 4; j++)
					r = naive_add(r, naive_mul(naive_mul(naive_make(0, n[mu] * value.im),
									     gamma_matrix[mu][k / NAIVE_NC][j]),
								   spin[j * NAIVE_NC + k % NAIVE_NC]));
			eta[site * NAIVE_SPINOR + k] = naive_mul(naive_phase(angle), spin[k]);
			q[site * NAIVE_SPINOR + k] = naive_mul(naive_phase(angle), r);
		}
	}
	naive_put(lqcd_spinor_field_view(&c.eta), eta);
	propagate(&c, &c.q, &c.eta, &p);
	naive_get(lqcd_spinor_field_view(&c.q), got);
	const double d = naive_distance(got, q, numbers);
	tap_ok(d < 1e-8, "free quark, ls %d, m5 %g, mass %g, b5 %g, c5 %g: off by %.1e", p.ls, p.m5, p.mass, p.b5, p.c5,
	       d);
	free(eta), free(q), free(got);
	quark_end(&c);
}

static void gamma5(lqcd_spinor_field_d *r, const lqcd_spinor_field_d *s)
{
	LQCD_MASTER_FOR(r->type, ix) lqcd_spinor_gamma5(LQCD_FIELD_AT(r, ix), LQCD_FIELD_AT(s, ix));
}

/* The violation of {g_5, S} = 2 mass S g_5 S, which holds for ls -> infinity: the residual mass, relative. */
static double broken(quark_case *c, const lqcd_domain_wall_params *p)
{
	propagate(c, &c->q, &c->eta, p);
	const double size = lqcd_spinor_field_norm2(&c->q);
	gamma5(&c->t, &c->q);
	propagate(c, &c->q, &c->t, p);
	lqcd_spinor_field_axpy(&c->t, -2 * p->mass, &c->q);
	gamma5(&c->v, &c->eta);
	propagate(c, &c->q, &c->v, p);
	lqcd_spinor_field_axpy(&c->t, 1, &c->q);
	return sqrt(lqcd_spinor_field_norm2(&c->t) / size);
}

static void check_chiral_symmetry(const int *l)
{
	quark_case c;
	double b[3];
	quark_begin(&c, l);
	for (uint64_t n = 0; n < 3; n++) must(lqcd_heatbath_sweep(&c.u, 9.0, tap_random_u64(), n));
	for (int k = 0; k < 3; k++) {
		const lqcd_domain_wall_params p = lqcd_domain_wall_params_make(4 << k, 1.5, 0.2, 1.5, 0.5);
		b[k] = broken(&c, &p);
	}
	tap_ok(b[0] > 2 * b[1] && b[1] > 2 * b[2] && b[2] < 1e-2,
	       "chiral symmetry with ls = 4, 8, 16: broken by %.1e %.1e %.1e", b[0], b[1], b[2]);
	quark_end(&c);
}
