/* tests/gauge/boundary.c: gauge fields on lattices with ends in time: actions by their definition, forces as derivatives,
 * the constant field of the Schroedinger functional, HMC, heat bath, flow, energies of time slices. The checks of one tag are in boundary.inc. */
#include <lqcd/gauge/action_heatbath.h>
#include <lqcd/gauge/flow.h>
#include <lqcd/hmc/hmc.h>
#include <lqcd/observables/charge.h>
#include <lqcd/observables/series.h>

#include "../support/support.h"
#include "../support/boundary_case.h"

#define LQCD_TAG d
#include "boundary.inc"
#define LQCD_TAG vf
#include "boundary.inc"
#define LQCD_TAG vd
#include "boundary.inc"

static const int shape[4] = {8, 4, 4, 4};

/* U_k(x) = exp(i diag(phi + (phi' - phi) t / T) / L) is a solution; S of its plaquettes and rectangles. */
static void check_constant_field(double c1)
{
	const double beta = 6, pi = 3.14159265358979323846;
	const double angle[2][3] = {{-pi / 3, 0, pi / 3}, {-pi, pi / 3, 2 * pi / 3}};
	lqcd_lattice lat;
	lqcd_boundary b = lqcd_boundary_make(LQCD_BOUNDARY_SF);
	lqcd_gauge_field_d u, f;
	lqcd_action_d act;
	double want = 0;
	b.last = 6;
	for (int k = 0; k < 6 && NAIVE_NC == 3; k++) b.phi[k / 3][k % 3] = angle[k / 3][k % 3];
	must(lqcd_lattice_create(&lat, shape, NULL, NULL));
	must(lqcd_lattice_set_boundary(&lat, &b));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&f, &lat, LQCD_FULL));
	must(lqcd_action_create(&act, &lat, c1));
	lqcd_gauge_field_unit(&u);
	LQCD_MASTER_FOR(u.type, ix) {
		int x[4];
		lqcd_geometry_coords(u.type, ix, 0, x);
		for (int k = 0; k < 3 * LQCD_NC; k++) {
			const int c = k % LQCD_NC;
			const double a = (b.phi[0][c] * (b.last - x[0]) + b.phi[1][c] * x[0]) / b.last / shape[1];
			LQCD_4FIELD_AT(&u, ix, 1 + k / LQCD_NC)->e[c][c] = lqcd_complex_make_d(cos(a), sin(a));
		}
	}
	lqcd_boundary_links(&u);
	const double S = lqcd_action_value(&u, beta, c1);
	for (int c = 0; c < LQCD_NC; c++) {
		const double a = (b.phi[1][c] - b.phi[0][c]) / b.last / shape[1];
		/* plaquettes; rectangles one and two steps high; plaquettes at the ends, wound twice */
		want += (1 - 8 * c1) * b.last * (1 - cos(a)) + c1 * (b.last + b.last - 1 + 0.5 * 2) * (1 - cos(2 * a));
	}
	want *= beta / LQCD_NC * 3 * 64;
	must(lqcd_action_force(&f, 0, &act, &u, 1));
	const double force = sqrt(lqcd_momentum_energy(&f));
	tap_ok(fabs(S - want) <= 1e-12 * fabs(want) + 1e-12 && force <= 1e-13,
	       "c1 = %g: S of the constant field is %.12g, force %.1e", c1, S, force);
	lqcd_action_destroy(&act);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&f);
	lqcd_lattice_destroy(&lat);
}

static void check_hmc(lqcd_boundary_kind kind, double c1)
{
	enum { trajectories = 16 };
	lqcd_lattice lat;
	lqcd_gauge_field_vd u, start;
	lqcd_hmc_vd hmc;
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(5.6, c1, 12);
	const lqcd_boundary b = case_boundary(kind, shape);
	double mean = 0, worst = 0;
	must(lqcd_lattice_create(&lat, shape, NULL, NULL));
	must(lqcd_lattice_set_boundary(&lat, &b));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&start, &lat, LQCD_FULL));
	chain.level[0].kind = LQCD_OMF4;
	chain.level[0].steps = 3;
	chain.length = 0.5;
	chain.always = 1;
	must(lqcd_hmc_create(&hmc, &lat, &chain));
	lqcd_gauge_field_unit(&u);
	const lqcd_status early = lqcd_hmc_trajectory(&hmc, &u);
	tap_ok(early == LQCD_ERR_ARGUMENT, "kind %d: links without the values at the ends: %s", (int)kind,
	       lqcd_lattice_why(&lat, LQCD_ERR_ARGUMENT).text);
	lqcd_boundary_links(&u);
	for (int n = 0; n < trajectories + 8; n++) {
		must(lqcd_hmc_trajectory(&hmc, &u));
		if (n < 8) continue;
		mean += exp(-hmc.dH) / (double)trajectories;
		worst = tap_worst(worst, fabs(hmc.dH));
	}
	tap_ok(fabs(mean - 1) <= 0.1 && worst > 1e-6 && worst < 0.5,
	       "kind %d, c1 = %g: mean of exp(-dH) %.4f, |dH| to %.2e", (int)kind, c1, mean, worst);
	tap_ok(lqcd_boundary_distance(&u) <= 0, "kind %d: the ends keep their values", (int)kind);
	lqcd_gauge_field_copy(&start, &u);
	must(lqcd_hmc_refresh(&hmc, &u));
	must(lqcd_hmc_evolve(&hmc, &u, 1));
	const double far = sqrt(lqcd_links_distance2_vd(&u, &start));
	must(lqcd_hmc_evolve(&hmc, &u, -1));
	const double back = sqrt(lqcd_links_distance2_vd(&u, &start));
	tap_ok(far > 0.5 && back <= 1e-10, "kind %d: back within %.1e from a distance of %.1f", (int)kind, back, far);
	lqcd_hmc_destroy(&hmc);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&start);
	lqcd_lattice_destroy(&lat);
}

/* Heat bath and HMC draw from the same distribution: the mean of S, whose weights differ much at the ends. */
static void check_heatbath(lqcd_boundary_kind kind)
{
	enum { steps = 120 };
	static const int small[4] = {4, 4, 4, 4};
	lqcd_lattice lat;
	lqcd_gauge_field_vd u;
	lqcd_hmc_vd hmc;
	lqcd_action_vd act;
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(5.6, 0, 5);
	lqcd_boundary b = case_boundary(kind, small);
	lqcd_series mean[2];
	static double S[steps];
	b.last = 3 - b.first;
	b.cG[0] = 2.5;
	b.cG[1] = 0.3;
	must(lqcd_lattice_create(&lat, small, NULL, NULL));
	must(lqcd_lattice_set_boundary(&lat, &b));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&u);
	tap_ok(lqcd_heatbath_sweep(&u, 5.6, 1, 0) == LQCD_ERR_ARGUMENT,
	       "kind %d: no heat bath without values at the ends", (int)kind);
	chain.level[0].steps = LQCD_NC == 3 ? 5 : 15; /* other groups begin further from equilibrium */
	must(lqcd_hmc_create(&hmc, &lat, &chain));
	for (int by_hmc = 0; by_hmc < 2; by_hmc++) {
		lqcd_gauge_field_unit(&u);
		lqcd_boundary_links(&u);
		for (int n = -20; n < steps; n++) {
			for (int k = 0; k < 4; k++) {
				if (by_hmc)
					must(lqcd_hmc_trajectory(&hmc, &u));
				else
					must(lqcd_heatbath_sweep(&u, 5.6, 4, (uint64_t)(4 * (n + 20) + k)));
			}
			if (n >= 0) S[n] = lqcd_action_value(&u, 5.6, 0);
		}
		must(lqcd_series_analyse(&mean[by_hmc], S, steps, 1, 1.5, NULL));
	}
	const double error = hypot(mean[0].error, mean[1].error), d = mean[0].mean - mean[1].mean;
	tap_ok(fabs(d) <= 4 * error && error < 0.01 * mean[0].mean,
	       "kind %d: S %.2f(%.2f) of the heat bath, %.2f(%.2f) of HMC", (int)kind, mean[0].mean, mean[0].error,
	       mean[1].mean, mean[1].error);
	S[0] = lqcd_action_value(&u, 5.6, 0);
	must(lqcd_overrelax_sweep(&u));
	S[1] = lqcd_action_value(&u, 5.6, 0);
	tap_ok(fabs(S[1] / S[0] - 1) <= 1e-13 && lqcd_boundary_distance(&u) <= 0,
	       "kind %d: overrelaxation keeps S, %.1e", (int)kind, fabs(S[1] / S[0] - 1));
	must(lqcd_action_create(&act, &lat, LQCD_C1_IWASAKI));
	tap_ok(lqcd_action_heatbath(&act, &u, 5.6, 1, 0) == LQCD_ERR_ARGUMENT, "kind %d: no heat bath with rectangles",
	       (int)kind);
	lqcd_action_destroy(&act);
	lqcd_hmc_destroy(&hmc);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

/* The Wilson flow is the motion along twice the momenta -F at open ends; it lowers the action with cG = 1, and keeps the
 * ends. A flow with doubled links of an infinitely small step, from the action's force alone. */
static void check_flow(lqcd_boundary_kind kind, lqcd_flow_kind flow_kind)
{
	const double c1 = flow_kind == LQCD_FLOW_WILSON ? 0 : LQCD_C1_LUESCHER_WEISZ, eps = 1e-5;
	lqcd_lattice lat;
	lqcd_boundary b = case_boundary(kind, shape);
	lqcd_gauge_field_vd u, v, f;
	lqcd_action_vd act;
	lqcd_flow_vd flow;
	lqcd_energy_values e[2], slice[8];
	double S[2], worst = 0;
	const size_t links = 4 * (size_t)naive_volume(shape), numbers = links * NAIVE_MATRIX;
	naive_complex *start = naive_alloc(numbers), *force = naive_alloc(numbers);
	must(lqcd_lattice_create(&lat, shape, NULL, NULL));
	must(lqcd_lattice_set_boundary(&lat, &b));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&v, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&f, &lat, LQCD_FULL));
	must(lqcd_flow_create(&flow, &lat, flow_kind));
	naive_random_links(start, links, 0.3);
	naive_put(lqcd_gauge_field_view(&u), start);
	tap_ok(lqcd_flow_step(&flow, &u, eps) == LQCD_ERR_ARGUMENT, "kind %d: no flow without values at the ends",
	       (int)kind);
	lqcd_boundary_links(&u);
	naive_get(lqcd_gauge_field_view(&u), start);
	lqcd_gauge_field_copy(&v, &u);
	lat.boundary.cG[0] = lat.boundary.cG[1] = 1;
	must(lqcd_action_create(&act, &lat, c1));
	must(lqcd_action_force(&f, 0, &act, &u, -1));
	naive_get(lqcd_gauge_field_view(&f), force);
	for (size_t n = 0; n < links; n++) {
		const int t = (int)(n / 256), at_open = n % 4 && ((t == 0 && kind != LQCD_BOUNDARY_SF) ||
								  (t == 7 && kind == LQCD_BOUNDARY_OPEN));
		naive_exp_mul(start + n * NAIVE_MATRIX, at_open ? 2 * eps : eps, force + n * NAIVE_MATRIX, 1);
	}
	naive_put(lqcd_gauge_field_view(&v), start);
	S[0] = lqcd_action_value(&u, 6, c1);
	must(lqcd_energy(&e[0], &u, 1));
	must(lqcd_flow_step(&flow, &u, eps));
	const double apart = sqrt(lqcd_links_distance2_vd(&u, &v));
	tap_ok(apart <= 2e-8, "kind %d, flow %d: a short step is the force's within %.1e", (int)kind, (int)flow_kind,
	       apart);
	for (int n = 0; n < 30; n++) must(lqcd_flow_step(&flow, &u, 0.02));
	must(lqcd_flow_adaptive(&flow, &u, 0.7, 1e-3));
	S[1] = lqcd_action_value(&u, 6, c1);
	must(lqcd_energy(&e[1], &u, 1));
	must(lqcd_energy_slices(slice, &u, 1));
	tap_ok(S[1] < 0.1 * S[0] && e[1].clover < 0.2 * e[0].clover && lqcd_boundary_distance(&u) <= 1e-14,
	       "kind %d, flow %d: S from %.4g to %.4g, ends off by %.1e", (int)kind, (int)flow_kind, S[0], S[1],
	       lqcd_boundary_distance(&u));
	/* The plaquette energies are the Wilson action with cG = 1. */
	const double all = 512 * e[1].plaquette, want = lqcd_action_value(&u, 2 * LQCD_NC, 0);
	for (int t = 0; t < 8; t++)
		worst = tap_worst(worst, lqcd_boundary_inside(&lat.boundary, t - b.first)
						 ? 0
						 : fabs(slice[t].clover) + fabs(slice[t].charge));
	tap_ok(fabs(all - want) <= 1e-11 * want + 1e-11 && worst <= 0 && slice[3].clover > 0,
	       "kind %d: energies of the plaquettes add up to %.9g, the action %.9g", (int)kind, all, want);
	lqcd_flow_destroy(&flow);
	lqcd_action_destroy(&act);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_gauge_field_destroy(&f);
	lqcd_lattice_destroy(&lat);
	free(start);
	free(force);
}

/* Time slices of a periodic lattice add up to lqcd_energy; so do lanes and scalars. */
static void check_slices(void)
{
	const size_t links = 4 * (size_t)naive_volume(shape);
	naive_complex *start = naive_alloc(links * NAIVE_MATRIX);
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_gauge_field_vd v;
	lqcd_energy_values e, sum, slice[8], lanes[8];
	double worst = 0;
	must(lqcd_lattice_create(&lat, shape, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&v, &lat, LQCD_FULL));
	naive_random_links(start, links, 0.3);
	naive_put(lqcd_gauge_field_view(&u), start);
	naive_put(lqcd_gauge_field_view(&v), start);
	must(lqcd_energy(&e, &u, 0));
	must(lqcd_energy_slices(slice, &u, 0));
	must(lqcd_energy_slices(lanes, &v, 0));
	memset(&sum, 0, sizeof sum);
	for (int t = 0; t < 8; t++) {
		sum.plaquette += slice[t].plaquette / 8;
		sum.clover += slice[t].clover / 8;
		sum.charge += slice[t].charge;
		worst = tap_worst(worst, fabs(slice[t].plaquette - lanes[t].plaquette) +
						 fabs(slice[t].clover - lanes[t].clover) +
						 fabs(slice[t].charge - lanes[t].charge));
	}
	const double d = fabs(sum.plaquette - e.plaquette) + fabs(sum.clover - e.clover) + fabs(sum.charge - e.charge);
	tap_ok(d <= 1e-12 && worst <= 1e-12, "time slices add up within %.1e; lanes and scalars differ by %.1e", d,
	       worst);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_lattice_destroy(&lat);
	free(start);
}

static void check_refusals(void)
{
	lqcd_lattice lat;
	lqcd_action_d act;
	lqcd_gauge_field_d u;
	must(lqcd_lattice_create(&lat, shape, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_action_create(&act, &lat, 0));
	lqcd_boundary b = lqcd_boundary_make(LQCD_BOUNDARY_OPEN);
	for (b.last = -1; b.last < 10; b.last++) {
		const int legal = b.last == 0 || (b.last >= 2 && b.last < 8);
		tap_ok((lqcd_lattice_set_boundary(&lat, &b) == LQCD_OK) == legal, "T = %d is %s", b.last,
		       legal ? "legal" : "refused");
	}
	b.last = 6;
	for (b.first = -1; b.first < 3; b.first++) {
		const int legal = b.first == 0 || b.first == 1;
		tap_ok((lqcd_lattice_set_boundary(&lat, &b) == LQCD_OK) == legal, "T = 6 from slice %d is %s", b.first,
		       legal ? "legal" : "refused");
	}
	b.last = b.first = 0;
	b.phi[1][0] = 1;
	lqcd_status s = lqcd_lattice_set_boundary(&lat, &b);
	tap_ok(s == LQCD_ERR_ARGUMENT, "angles with a sum: %s", lqcd_lattice_why(&lat, LQCD_ERR_ARGUMENT).text);
	s = lqcd_action_update(&act, &u);
	tap_ok(s == LQCD_ERR_ARGUMENT, "an action of before: %s", lqcd_lattice_why(&lat, LQCD_ERR_ARGUMENT).text);
	lqcd_action_destroy(&act);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

static void test_boundary(void)
{
	static const double c1[2] = {0, -1.0 / 12};
	for (int kind = LQCD_BOUNDARY_OPEN; kind <= LQCD_BOUNDARY_OPEN_SF; kind++)
		for (int k = 0; k < 2; k++) {
			check_boundary_action_d(shape, (lqcd_boundary_kind)kind, c1[k]);
			check_boundary_action_vd(shape, (lqcd_boundary_kind)kind, c1[k]);
			if (k) check_boundary_action_vf(shape, (lqcd_boundary_kind)kind, c1[k]);
		}
	check_constant_field(0);
	check_constant_field(-1.0 / 12);
	check_hmc(LQCD_BOUNDARY_OPEN, 0);
	check_hmc(LQCD_BOUNDARY_SF, -1.0 / 12);
	check_hmc(LQCD_BOUNDARY_OPEN_SF, 0);
	check_flow(LQCD_BOUNDARY_OPEN, LQCD_FLOW_WILSON);
	check_flow(LQCD_BOUNDARY_OPEN_SF, LQCD_FLOW_SYMANZIK);
	check_flow(LQCD_BOUNDARY_SF, LQCD_FLOW_WILSON);
	for (int kind = LQCD_BOUNDARY_OPEN; kind <= LQCD_BOUNDARY_OPEN_SF; kind++)
		check_heatbath((lqcd_boundary_kind)kind);
	check_slices();
	check_refusals();
}
