/* tests/hmc/boundary_quarks.c: Wilson quarks on lattices with ends in time and with twists, c_F, exponential clover terms:
 * operators against plain arrays, even-odd forms, gauge covariance, forces as derivatives, hybrid Monte Carlo. */
#include <lqcd/hmc/pseudofermion.h>
#include <lqcd/hmc/rhmc.h>
#include <lqcd/solver/inverter.h>

#include "../support/boundary_case.h"
#include "../support/clover_case.h"
#include "quark_case.h"

typedef struct {
	int l[4];
	double mass;
	lqcd_boundary b;
	lqcd_clover_params p;
	naive_complex *u, *in, *out[2];
	char name[64];
} quark_ends;

/* t := exp(t), each site */
static void exponentiate(naive_complex *t, int sites, double scale)
{
	enum { N = NAIVE_SPINOR };
	static naive_complex sum[N][N], term[N][N], next[N][N];
	for (int site = 0; site < sites; site++) {
		naive_complex *a = t + (size_t)site * N * N;
		for (int i = 0; i < N * N; i++) sum[i / N][i % N] = term[i / N][i % N] = naive_make(i / N == i % N, 0);
		for (int k = 1; k < 40; k++) {
			for (int i = 0; i < N * N; i++) {
				naive_complex z = naive_make(0, 0);
				for (int j = 0; j < N; j++)
					z = naive_add(z, naive_mul(a[i / N * N + j], term[j][i % N]));
				next[i / N][i % N] = naive_make(z.re / k, z.im / k);
			}
			memcpy(term, next, sizeof term);
			for (int i = 0; i < N * N; i++)
				sum[i / N][i % N] = naive_add(sum[i / N][i % N], term[i / N][i % N]);
		}
		for (int i = 0; i < N * N; i++)
			a[i] = naive_make(scale * sum[i / N][i % N].re, scale * sum[i / N][i % N].im);
	}
}

/* D by its definition on plain arrays. */
static quark_ends quark_ends_make(const int *l, lqcd_boundary_kind kind, int exponential)
{
	quark_ends c;
	const size_t sites = (size_t)naive_volume(l), n = sites * NAIVE_SPINOR, each = NAIVE_SPINOR * NAIVE_SPINOR;
	const double d = 4 - 0.3;
	naive_complex *v = naive_alloc(sites * NAIVE_LINKS), *hop = naive_alloc(n);
	double *size = (double *)calloc(sites, sizeof *size);
	lqcd_lattice periodic;
	lqcd_gauge_field_d links;
	memset(&c, 0, sizeof c);
	memcpy(c.l, l, sizeof c.l);
	c.mass = -0.3;
	c.p = lqcd_clover_params_default();
	c.p.csw = 1.4;
	c.p.exponential = exponential;
	c.p.cF[0] = 0.8;
	c.p.cF[1] = 1.3;
	c.b = kind == LQCD_BOUNDARY_PERIODIC ? lqcd_boundary_make(kind) : case_boundary(kind, l);
	for (int k = 0; k < 3; k++) c.b.theta[k] = 0.5 + 0.3 * k;
	c.b.theta_t = -0.9;
	sprintf(c.name, "kind %d%s", (int)kind, exponential ? ", exponential" : "");
	c.u = naive_alloc(sites * NAIVE_LINKS);
	c.in = naive_alloc(n);
	naive_random_links(c.u, 4 * sites, 0.5);
	must(lqcd_lattice_create(&periodic, l, NULL, NULL));
	must(lqcd_lattice_set_boundary(&periodic, &c.b));
	c.b = periodic.boundary;
	must(lqcd_gauge_field_create(&links, &periodic, LQCD_FULL));
	naive_put(lqcd_gauge_field_view(&links), c.u);
	lqcd_boundary_links(&links);
	naive_get(lqcd_gauge_field_view(&links), c.u);
	lqcd_gauge_field_destroy(&links);
	lqcd_lattice_destroy(&periodic);
	for (size_t k = 0; k < n; k++) c.in[k] = naive_make(tap_random(), tap_random());
	naive_complex *t = exponential ? naive_term(l, c.u, 0, c.p.csw / d, 0) : naive_term(l, c.u, d, c.p.csw, 0);
	if (exponential) exponentiate(t, (int)sites, d);
	const int ends = kind != LQCD_BOUNDARY_PERIODIC;
	for (size_t site = 0; site < sites; site++) {
		const int time = (int)site / (l[1] * l[2] * l[3]) - c.b.first,
			  live = !ends || (time > 0 && time < c.b.last);
		for (int mu = 0; mu < 4; mu++) {
			const int on = live && (mu || !ends || time + 1 < c.b.last);
			const naive_complex z = naive_phase((mu ? c.b.theta[mu - 1] : c.b.theta_t) / l[mu]);
			for (int k = 0; k < NAIVE_MATRIX; k++) {
				const size_t at = (site * 4 + (size_t)mu) * NAIVE_MATRIX + (size_t)k;
				v[at] = on ? naive_mul(z, c.u[at]) : naive_make(0, 0);
			}
		}
		double more = 0;
		if (ends && time == 1) more += c.p.cF[0] - 1;
		if (ends && time == c.b.last - 1) more += c.p.cF[1] - 1;
		for (size_t k = 0; k < each; k++) {
			naive_complex *m = t + site * each + k;
			const int diagonal = k % (NAIVE_SPINOR + 1) == 0;
			if (!live)
				*m = naive_make(diagonal ? d : 0, 0);
			else if (exponential)
				*m = naive_make((1 + more / d) * m->re, (1 + more / d) * m->im);
			else if (diagonal)
				m->re += more;
		}
	}
	for (int dagger = 0; dagger < 2; dagger++) {
		c.out[dagger] = naive_alloc(n);
		naive_term_mul(l, t, 0, c.in, c.out[dagger]);
		naive_hop(l, LQCD_ANTIPERIODIC, v, c.in, dagger ? -1 : 1, hop, size);
		for (size_t k = 0; k < n; k++) {
			c.out[dagger][k].re -= 0.5 * hop[k].re;
			c.out[dagger][k].im -= 0.5 * hop[k].im;
		}
	}
	free(v);
	free(hop);
	free(size);
	free(t);
	return c;
}

static void quark_ends_free(quark_ends *c)
{
	free(c->u);
	free(c->in);
	free(c->out[0]);
	free(c->out[1]);
}

#define TEST_STORED
#define TEST_TEMPLATE "../hmc/boundary_quarks.inc"
#include "../support/each_tag.inc"

/* A solve through the even-odd form, in mixed precision; g5 D is Hermitian; with links and quarks rotated D is. */
static void check_solve(const quark_ends *c)
{
	lqcd_lattice at;
	lqcd_gauge_field_d v;
	lqcd_spinor_field_d b, x, y;
	lqcd_wilson_d D;
	lqcd_complex_d z[2];
	must(lqcd_lattice_create(&at, c->l, NULL, NULL));
	must(lqcd_lattice_set_boundary(&at, &c->b));
	must(lqcd_gauge_field_create(&v, &at, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &at, LQCD_FULL));
	must(lqcd_spinor_field_create(&x, &at, LQCD_FULL));
	must(lqcd_spinor_field_create(&y, &at, LQCD_FULL));
	naive_put(lqcd_gauge_field_view(&v), c->u);
	must(lqcd_wilson_create(&D, &v, 0.2, LQCD_PERIODIC));
	must(lqcd_clover_add(&D, &v, &c->p, NULL));
	lqcd_spinor_field_gaussian(&b, 1, 0);
	lqcd_spinor_field_gaussian(&y, 2, 0);
	lqcd_wilson_gamma5(&x, &D, &b);
	z[0] = lqcd_spinor_field_dot(&y, &x);
	lqcd_wilson_gamma5(&x, &D, &y);
	z[1] = lqcd_spinor_field_dot(&x, &b);
	const double asymmetry = hypot(z[0].re - z[1].re, z[0].im - z[1].im) / hypot(z[0].re, z[0].im);
	tap_ok(asymmetry <= 1e-11, "%s: g5 D is Hermitian within %.1e", c->name, asymmetry);
	lqcd_solve_params params = lqcd_solve_params_default();
	params.tolerance = 1e-10;
	lqcd_spinor_field_zero(&x);
	const lqcd_dirac_d d = lqcd_wilson_dirac(&D);
	const lqcd_solve_result r = lqcd_dirac_solve(&x, &d, &b, LQCD_BICGSTAB, &params);
	tap_ok(r.status == LQCD_OK && r.residual <= 1.1e-10, "%s: solved in %d iterations, residual %.1e", c->name,
	       r.iterations, r.residual);
	lqcd_wilson_destroy(&D);
	lqcd_gauge_field_destroy(&v);
	lqcd_spinor_field_destroy(&b);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&y);
	lqcd_lattice_destroy(&at);
}

/* Forces on the lattice of quark_case.h with these ends. */
static void check_quarks(lqcd_boundary_kind kind, int exponential, double mu)
{
	static const int extent[4] = {4, 4, 4, 4};
	char name[64];
	lqcd_boundary b = kind == LQCD_BOUNDARY_PERIODIC ? lqcd_boundary_make(kind) : case_boundary(kind, extent);
	lqcd_pseudofermion_vd pf;
	lqcd_rhmc_vd one;
	if (kind != LQCD_BOUNDARY_PERIODIC) b.last = 3 - b.first;
	b.theta[1] = 0.7;
	b.theta_t = 0.4;
	must(lqcd_lattice_set_boundary(&lat, &b));
	lqcd_boundary_links(&thermal);
	must(lqcd_pseudofermion_create(&pf, &lat, 0.1, LQCD_ANTIPERIODIC));
	pf.clover.csw = 1.7;
	pf.clover.mu = mu;
	pf.clover.exponential = exponential;
	pf.clover.cF[0] = 0.8;
	pf.clover.cF[1] = 1.3;
	pf.action.tolerance = pf.force.tolerance = 1e-13;
	lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&pf);
	must(term.refresh(&pf, &thermal, tap_random_u64(), 0));
	sprintf(name, ", kind %d%s, mu %g", (int)kind, exponential ? ", exponential" : "", mu);
	check_slope(&term, "two flavours", name);
	if (kind == LQCD_BOUNDARY_SF && !(mu > 0)) {
		must(lqcd_rhmc_create(&one, &lat, 0.1, LQCD_ANTIPERIODIC, 0.05, 300, 1e-12));
		one.clover = pf.clover;
		term = lqcd_rhmc_term(&one);
		must(term.refresh(&one, &thermal, tap_random_u64(), 0));
		check_slope(&term, "one flavour", name);
		lqcd_rhmc_destroy(&one);
	}
	lqcd_pseudofermion_destroy(&pf);
}

static void check_chain(lqcd_boundary_kind kind, int exponential)
{
	static const int extent[4] = {4, 4, 4, 4};
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, 0, 3);
	lqcd_pseudofermion_vd pf;
	lqcd_hmc_vd hmc;
	double dH[2];
	lqcd_boundary b = case_boundary(kind, extent);
	b.last = 3 - b.first;
	b.theta[0] = 0.5;
	must(lqcd_lattice_set_boundary(&lat, &b));
	lqcd_boundary_links(&thermal);
	must(lqcd_pseudofermion_create(&pf, &lat, 0.3, LQCD_PERIODIC));
	pf.clover.csw = 1.2;
	pf.clover.exponential = exponential;
	pf.clover.cF[0] = 1.1;
	pf.action.tolerance = pf.force.tolerance = 1e-13;
	const lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&pf);
	for (int k = 0; k < 2; k++) {
		chain.level[0].steps = 8 << k;
		chain.length = 0.5;
		must(lqcd_hmc_create(&hmc, &lat, &chain));
		must(lqcd_hmc_add(&hmc, &term, 0));
		lqcd_gauge_field_copy(&u, &thermal);
		must(lqcd_hmc_trajectory(&hmc, &u));
		dH[k] = hmc.dH;
		if (k == 0) {
			lqcd_gauge_field_copy(&u, &thermal);
			check_back(&hmc, 0.5);
		}
		lqcd_hmc_destroy(&hmc);
	}
	tap_ok(dH[0] / dH[1] > 3 && dH[0] / dH[1] < 5, "kind %d: dH %.2e and %.2e of 8 and 16 steps", (int)kind, dH[0],
	       dH[1]);
	lqcd_pseudofermion_destroy(&pf);
}

/* c_F without a clover term: |T psi| of the time slices. */
static void check_cF(void)
{
	lqcd_boundary b = lqcd_boundary_make(LQCD_BOUNDARY_OPEN);
	lqcd_wilson_vd D;
	lqcd_spinor_field_vd x, y;
	lqcd_clover_params p = lqcd_clover_params_default();
	p.csw = 0;
	p.cF[0] = 0.5;
	p.cF[1] = 2;
	must(lqcd_lattice_set_boundary(&lat, &b));
	must(lqcd_spinor_field_create(&x, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&y, &lat, LQCD_FULL));
	must(lqcd_wilson_create(&D, &thermal, 0, LQCD_PERIODIC));
	must(lqcd_clover_add(&D, &thermal, &p, NULL));
	LQCD_MASTER_FOR(x.type, ix) LQCD_FIELD_AT(&x, ix)->c[0].c[0].re = lqcd_set1_vd(1);
	const lqcd_dirac_vd d = lqcd_wilson_dirac(&D);
	lqcd_dirac_term(&y, &d, &x, 0, 0);
	/* 64 sites on each of the time slices 0 to 3 */
	const double n2 = lqcd_spinor_field_norm2(&y), want = 64 * (4.0 * 4 + 3.5 * 3.5 + 5.0 * 5 + 4.0 * 4);
	tap_ok(fabs(n2 / want - 1) <= 1e-14, "c_F without a clover term: %.12g", n2);
	lqcd_wilson_destroy(&D);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&y);
}

static void check_refusals(void)
{
	lqcd_boundary b = lqcd_boundary_make(LQCD_BOUNDARY_OPEN);
	lqcd_wilson_vd D;
	lqcd_domain_wall_vd wall;
	const lqcd_domain_wall_params p = lqcd_domain_wall_params_make(4, 1.8, 0.1, 1, 0);
	must(lqcd_lattice_set_boundary(&lat, &b));
	const lqcd_status s = lqcd_wilson_create_as(&D, &thermal, 0.1, LQCD_PERIODIC, LQCD_LINK_12);
	tap_ok(s == LQCD_ERR_ARGUMENT, "links of 12 reals: %s", lqcd_lattice_why(&lat, s).text);
	const lqcd_status w5 = lqcd_domain_wall_create(&wall, &thermal, &p, LQCD_PERIODIC);
	tap_ok(w5 == LQCD_ERR_ARGUMENT, "domain walls: %s", lqcd_lattice_why(&lat, w5).text);
}

static void test_boundary_quarks(void)
{
	static const int extent[4] = {6, 4, 4, 4}, lanes[4] = {8, 4, 4, 4};
	make_gamma();
	for (int kind = 0; kind <= LQCD_BOUNDARY_OPEN_SF; kind++) {
		quark_ends c = quark_ends_make(lanes, (lqcd_boundary_kind)kind, kind == LQCD_BOUNDARY_SF || kind == 0);
		EACH_STORED_TAG(check_operator, (&c));
		check_solve(&c);
		quark_ends_free(&c);
		c = quark_ends_make(extent, (lqcd_boundary_kind)kind, kind == LQCD_BOUNDARY_OPEN);
		check_operator_d(&c);
		quark_ends_free(&c);
	}
	case_create();
	/* In this order: each takes the links of the one before, which are 0 where they do not exist. */
	static const lqcd_boundary_kind kinds[4] = {LQCD_BOUNDARY_PERIODIC, LQCD_BOUNDARY_OPEN, LQCD_BOUNDARY_OPEN_SF,
						    LQCD_BOUNDARY_SF};
	for (int k = 0; k < 4; k++) {
		if (kinds[k] == LQCD_BOUNDARY_SF) {
			check_quarks(LQCD_BOUNDARY_OPEN, 1, 0.3);
			check_chain(LQCD_BOUNDARY_OPEN, 1);
			check_cF();
			check_refusals();
		}
		check_quarks(kinds[k], 0, 0);
		check_quarks(kinds[k], 1, 0);
	}
	check_chain(LQCD_BOUNDARY_SF, 0);
	case_destroy();
}
