/* tests/solver/new_links.c: what follows new links in the memory of an operator (the table of dirac/wilson.h): an
 * inverter with its clover term, operators that share links, SAP and domain wall quarks have the bits of those made for
 * these links; multigrid still converges. */
#include <lqcd/observables/source.h>
#include <lqcd/solver/domain_wall.h>
#include <lqcd/solver/inverter.h>
#include <lqcd/solver/sap.h>

#include "../support/support.h"
#include "../support/small_multigrid.h"
#include "../support/smooth_links.h"

static lqcd_lattice lat;
static lqcd_gauge_field_d before, after;
static lqcd_spinor_field_vd b, x[2];
static lqcd_wilson_vd D[2]; /* on the new links, and by set_links */
static size_t bytes;

static int same_solutions(void)
{
	return !memcmp(x[0].ptr, x[1].ptr, bytes) && lqcd_spinor_field_norm2(&x[0]) > 0;
}

/* On a lattice with lanes, and on one without. */
static void check_inverter_links(const int extent[4])
{
	static const lqcd_precision inner[3] = {LQCD_SAME_PRECISION, LQCD_FLOAT, LQCD_HALF};
	lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_clover_params clover = lqcd_clover_params_default();
	const int origin[4] = {0, 0, 0, 0};
	lqcd_lattice here;
	lqcd_gauge_field_d u[2], even;
	lqcd_spinor_field_d eta, q[2];
	clover.mu = 0.1;
	must(lqcd_lattice_create(&here, extent, NULL, NULL));
	for (int k = 0; k < 2; k++) {
		must(lqcd_gauge_field_create(&u[k], &here, LQCD_FULL));
		must(lqcd_spinor_field_create(&q[k], &here, LQCD_FULL));
		smooth_links(&u[k], tap_random_u64(), 0.3);
	}
	must(lqcd_gauge_field_create(&even, &here, LQCD_EVEN));
	must(lqcd_spinor_field_create(&eta, &here, LQCD_FULL));
	must(lqcd_point_source(&eta, origin, 1, LQCD_NC - 1));
	for (int k = 0; k < 6; k++) {
		lqcd_inverter inv[2];
		lqcd_status status = LQCD_OK;
		for (int n = 0; n < 2; n++) {
			must(lqcd_inverter_create_as(&inv[n], &u[n], 0.3, LQCD_ANTIPERIODIC, LQCD_BICGSTAB,
						     inner[k % 3]));
			if (k > 2) must(lqcd_inverter_add_clover(&inv[n], &u[n], &clover, NULL));
		}
		const int refused = lqcd_inverter_set_links(&inv[0], &even) == LQCD_ERR_GEOMETRY;
		must(lqcd_inverter_set_links(&inv[0], &u[1]));
		for (int n = 0; n < 2; n++) {
			const lqcd_solve_result r = lqcd_inverter_solve(&inv[n], &q[n], &eta, &p);
			if (r.status != LQCD_OK) status = r.status;
		}
		tap_ok(status == LQCD_OK && refused &&
			       !memcmp(q[0].ptr, q[1].ptr, (size_t)q[0].type->gsize_spinor * sizeof *q[0].ptr),
		       "inverter %s%s", lqcd_inverter_tags(&inv[0]), k > 2 ? " with a term" : "");
		for (int n = 0; n < 2; n++) lqcd_inverter_destroy(&inv[n]);
	}
	for (int k = 0; k < 2; k++) {
		lqcd_gauge_field_destroy(&u[k]);
		lqcd_spinor_field_destroy(&q[k]);
	}
	lqcd_gauge_field_destroy(&even);
	lqcd_spinor_field_destroy(&eta);
	lqcd_lattice_destroy(&here);
}

/* D[1] has the old links, with preconditioners and operators made for them, until set_links. */
static void check_followers(void)
{
	const lqcd_clover_params clover = lqcd_clover_params_default();
	const lqcd_multigrid_params mp = small_multigrid(8, 10);
	lqcd_sap_params sp = lqcd_sap_params_default();
	lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_wilson_vd alike[2];
	lqcd_wilson_vf low;
	lqcd_multigrid_vf mg;
	lqcd_sap_vd sap[2];
	for (int mu = 0; mu < 4; mu++) sp.block[mu] = 2;
	for (int n = 0; n < 2; n++) {
		must(lqcd_wilson_create(&D[n], n ? &before : &after, 0.2, LQCD_ANTIPERIODIC));
		must(lqcd_clover_add(&D[n], n ? &before : &after, &clover, NULL));
		must(lqcd_wilson_create_alike(&alike[n], &D[n], 0.5));
		must(lqcd_sap_create(&sap[n], &D[n], &sp, NULL));
	}
	const lqcd_dirac_vd view = lqcd_wilson_dirac(&D[1]);
	must(lqcd_wilson_create(&low, &before, 0.2, LQCD_ANTIPERIODIC));
	must(lqcd_clover_add(&low, &before, &clover, NULL));
	must(lqcd_multigrid_create(&mg, &low, &mp, NULL));
	must(lqcd_wilson_set_links(&D[1], &after));
	lqcd_wilson_apply(&x[0], &D[0], &b, 0);
	lqcd_dirac_apply(&x[1], &view, &b, 0, NULL);
	tap_ok(same_solutions(), "a view of an operator with a clover term");
	for (int n = 0; n < 2; n++) lqcd_wilson_apply(&x[n], &alike[n], &b, 0);
	tap_ok(same_solutions(), "an operator that shares its links");
	for (int n = 0; n < 2; n++) lqcd_sap_apply(&x[n], &sap[n], &b);
	tap_ok(same_solutions(), "SAP");
	must(lqcd_wilson_set_links(&low, &after));
	const lqcd_solve_result r = lqcd_wilson_solve_multigrid(&x[0], &D[1], &mg, &b, &p);
	tap_ok(r.status == LQCD_OK && r.residual < 1.1 * p.tolerance, "multigrid: %d iterations", r.iterations);
	lqcd_multigrid_destroy(&mg);
	lqcd_wilson_destroy(&low);
	for (int n = 0; n < 2; n++) {
		lqcd_sap_destroy(&sap[n]);
		lqcd_wilson_destroy(&alike[n]);
		lqcd_wilson_destroy(&D[n]);
	}
}

#define LQCD_TAG vd
#include "../support/wall.inc"

static void check_wall(void)
{
	const lqcd_domain_wall_params p = lqcd_domain_wall_params_make(4, 1.4, 0.1, 1.5, 0.5);
	const lqcd_solve_params solve = lqcd_solve_params_default();
	for (int over = 0; over < 2; over++) {
		lqcd_domain_wall_vd wall[2];
		lqcd_status s = LQCD_OK;
		for (int n = 0; n < 2; n++)
			must(lqcd_domain_wall_create_over(&wall[n], n ? &before : &after, &p, LQCD_ANTIPERIODIC,
							  over ? LQCD_OVER_RHS : LQCD_OVER_SITES));
		must(lqcd_wilson_set_links(&wall[1].wilson, &after));
		for (int n = 0; n < 2 && s == LQCD_OK; n++)
			s = wall_quark_vd(lqcd_spinor_field_view(&x[n]), &wall[n], lqcd_spinor_field_view(&b), &solve).status;
		tap_ok(s == LQCD_OK && same_solutions(), "domain wall quarks, lanes over %s",
		       over ? "the fifth dimension" : "sites");
		for (int n = 0; n < 2; n++) lqcd_domain_wall_destroy(&wall[n]);
	}
}

static void test_new_links(void)
{
	const int extent[4] = {8, 4, 4, 8}, odd[4] = {6, 2, 6, 2};
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&before, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&after, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &lat, LQCD_FULL));
	for (int n = 0; n < 2; n++) must(lqcd_spinor_field_create(&x[n], &lat, LQCD_FULL));
	bytes = (size_t)b.type->gsize_spinor * sizeof *b.ptr;
	smooth_links(&before, tap_random_u64(), 0.3);
	smooth_links(&after, tap_random_u64(), 0.3);
	lqcd_spinor_field_gaussian(&b, tap_random_u64(), 0);
	check_inverter_links(extent);
	check_inverter_links(odd);
	check_followers();
	check_wall();
	lqcd_spinor_field_destroy(&b);
	for (int n = 0; n < 2; n++) lqcd_spinor_field_destroy(&x[n]);
	lqcd_gauge_field_destroy(&before);
	lqcd_gauge_field_destroy(&after);
	lqcd_lattice_destroy(&lat);
}
