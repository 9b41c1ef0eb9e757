/* tests/physics/boundary.c: gauge fields on lattices with ends in time: actions by their definition, forces as derivatives,
 * the constant field of the Schroedinger functional, HMC. The checks of one tag are in boundary.inc. */
#include <lqcd/hmc/hmc.h>

#include "../support.h"
#include "boundary_case.h"

#define LQCD_TAG d
#include "boundary.inc"
#define LQCD_TAG vf
#include "boundary.inc"
#define LQCD_TAG vd
#include "boundary.inc"

static const int extent[4] = {8, 4, 4, 4};

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
	b.T = 6;
	for (int k = 0; k < 6 && NAIVE_NC == 3; k++) b.phi[k / 3][k % 3] = angle[k / 3][k % 3];
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
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
			const double a = (b.phi[0][c] * (b.T - x[0]) + b.phi[1][c] * x[0]) / b.T / extent[1];
			LQCD_4FIELD_AT(&u, ix, 1 + k / LQCD_NC)->e[c][c] = lqcd_complex_make_d(cos(a), sin(a));
		}
	}
	lqcd_boundary_links(&u);
	const double S = lqcd_action_value(&u, beta, c1);
	for (int c = 0; c < LQCD_NC; c++) {
		const double a = (b.phi[1][c] - b.phi[0][c]) / b.T / extent[1];
		/* plaquettes; rectangles one and two steps high; plaquettes at the ends, wound twice */
		want += (1 - 8 * c1) * b.T * (1 - cos(a)) + c1 * (b.T + b.T - 1 + 0.5 * 2) * (1 - cos(2 * a));
	}
	want *= beta / LQCD_NC * 3 * 64;
	must(lqcd_action_force(&f, 0, &act, &u, 1));
	const double force = sqrt(lqcd_momentum_energy(&f));
	tap_ok(fabs(S - want) <= 1e-12 * fabs(want) + 1e-12 && force <= 1e-13, "c1 = %g: S of the constant field is %.12g, force %.1e", c1, S, force);
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
	const lqcd_boundary b = case_boundary(kind, extent);
	double mean = 0, worst = 0;
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_lattice_set_boundary(&lat, &b));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&start, &lat, LQCD_FULL));
	chain.level[0].kind = LQCD_OMF4;
	chain.level[0].steps = 3;
	chain.length = 0.5;
	chain.always = 1;
	must(lqcd_hmc_create(&hmc, &lat, &chain));
	lqcd_gauge_field_unit(&u);
	tap_ok(lqcd_hmc_trajectory(&hmc, &u) == LQCD_ERR_ARGUMENT, "kind %d: links without the values at the ends: %s", (int)kind,
	       lqcd_lattice_why(&lat, LQCD_ERR_ARGUMENT).text);
	lqcd_boundary_links(&u);
	for (int n = 0; n < trajectories + 8; n++) {
		must(lqcd_hmc_trajectory(&hmc, &u));
		if (n < 8) continue;
		mean += exp(-hmc.dH) / trajectories;
		worst = tap_worst(worst, fabs(hmc.dH));
	}
	tap_ok(fabs(mean - 1) <= 0.1 && worst > 1e-6 && worst < 0.5, "kind %d, c1 = %g: mean of exp(-dH) %.4f, |dH| to %.2e", (int)kind, c1,
	       mean, worst);
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

static void check_refusals(void)
{
	lqcd_lattice lat;
	lqcd_action_d act;
	lqcd_gauge_field_d u;
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_action_create(&act, &lat, 0));
	lqcd_boundary b = lqcd_boundary_make(LQCD_BOUNDARY_OPEN);
	for (b.T = -1; b.T < 10; b.T++) {
		const int legal = b.T == 0 || (b.T >= 2 && b.T < 8);
		tap_ok((lqcd_lattice_set_boundary(&lat, &b) == LQCD_OK) == legal, "T = %d is %s", b.T, legal ? "legal" : "refused");
	}
	b.T = 0;
	b.phi[1][0] = 1;
	tap_ok(lqcd_lattice_set_boundary(&lat, &b) == LQCD_ERR_ARGUMENT, "angles with a sum: %s",
	       lqcd_lattice_why(&lat, LQCD_ERR_ARGUMENT).text);
	tap_ok(lqcd_action_update(&act, &u) == LQCD_ERR_ARGUMENT, "an action of before: %s",
	       lqcd_lattice_why(&lat, LQCD_ERR_ARGUMENT).text);
	lqcd_action_destroy(&act);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

int main(void)
{
	static const double c1[2] = {0, -1.0 / 12};
	for (int kind = LQCD_BOUNDARY_OPEN; kind <= LQCD_BOUNDARY_OPEN_SF; kind++)
		for (int k = 0; k < 2; k++) {
			check_action_d(extent, (lqcd_boundary_kind)kind, c1[k]);
			check_action_vd(extent, (lqcd_boundary_kind)kind, c1[k]);
			if (k) check_action_vf(extent, (lqcd_boundary_kind)kind, c1[k]);
		}
	check_constant_field(0);
	check_constant_field(-1.0 / 12);
	check_hmc(LQCD_BOUNDARY_OPEN, 0);
	check_hmc(LQCD_BOUNDARY_SF, -1.0 / 12);
	check_hmc(LQCD_BOUNDARY_OPEN_SF, 0);
	check_refusals();
	return tap_done();
}
