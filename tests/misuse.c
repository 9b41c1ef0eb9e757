/* tests/misuse.c: every public function with fields, operators or pointers is called with what it cannot work on:
 * NULL, fields that were destroyed or never created, of another lattice or parity, aliased, numbers out of range. One
 * with a status must refuse it without LQCD_DEBUG, one without must assert it. misuse.t checks that no function is
 * missing. */
#include "support/misuse.h"

#include <lqcd.h>
#include <lqcd/foreign/codes.h>
#include <lqcd/observables/propagator.h>

static lqcd_lattice small_lattice, large_lattice, no_lattice;
static const int small_extent[4] = {4, 4, 4, 4}, large_extent[4] = {8, 8, 4, 4}, tuned_extent[4] = {4, 4, 4, 4};
#include "misuse/room.h"

static lqcd_spinor_field_d column[LQCD_COLUMNS], even_column[LQCD_COLUMNS], gone_column[LQCD_COLUMNS];
static lqcd_spinor_field_d solution, source, other;
static lqcd_gauge_field_d u, other_u, even_u, gone_u, *const no_u = NULL;

#define SMALL   (&small_lattice)
#define LARGE   (&large_lattice)
#define NOWHERE (&no_lattice)
#define TEST_TEMPLATE "../misuse/misuse.inc"
#define TEST_STORED
#include "support/each_tag.inc"

#define MISUSE_TAG "no tag"

/* A site function that lqcd_correlate never gets to call. */
static void no_correlation(lqcd_complex_d *r, const lqcd_propagator_matrix *p, const lqcd_propagator_matrix *q)
{
	(void)r;
	(void)p;
	(void)q;
}

static double no_estimate(const double *means, void *context)
{
	(void)context;
	return means[0];
}

static void no_map(double *out, const double *means, void *context)
{
	(void)context;
	out[0] = means[0];
}

static void test_lattices(void)
{
	const lqcd_geometry *g = NULL;
	lqcd_lattice lat;
	lqcd_blocks blocks;
	int grid[4], extent[4] = {4, 4, 4, 4}, coord[4] = {0, 0, 0, 0};
	lqcd_halo halo;
	REFUSED(lqcd_lattice_create(NULL, extent, NULL, &message));
	REFUSED(lqcd_lattice_create(&lat, NULL, NULL, &message));
	REFUSED(lqcd_lattice_create_at(NULL, extent, NULL, coord, &message));
	REFUSED(lqcd_lattice_create_at(&lat, NULL, NULL, coord, &message));
	REFUSED(lqcd_lattice_create_at(&lat, extent, NULL, NULL, NULL));
	REFUSED(lqcd_lattice_lane_grid(NULL, 1, grid));
	REFUSED(lqcd_lattice_lane_grid(&no_lattice, 1, grid));
	REFUSED(lqcd_lattice_lane_grid(&small_lattice, 1, NULL));
	const lqcd_boundary open = lqcd_boundary_make(LQCD_BOUNDARY_OPEN), unknown = lqcd_boundary_make((lqcd_boundary_kind)no_such);
	REFUSED(lqcd_lattice_set_boundary(NULL, &open));
	REFUSED(lqcd_lattice_set_boundary(&small_lattice, NULL));
	REFUSED(lqcd_lattice_set_boundary(&small_lattice, &unknown));
	lqcd_boundary colours = lqcd_boundary_make(LQCD_BOUNDARY_SF);
	colours.phi[0][LQCD_NC] = 0.5;
	colours.phi[0][LQCD_NC + 1] = -0.5;
	REFUSED(lqcd_lattice_set_boundary(&small_lattice, &colours));
	const lqcd_boundary periodic = lqcd_boundary_make(LQCD_BOUNDARY_PERIODIC);
	lqcd_action_d act;
	REFUSED(lqcd_lattice_set_boundary(&no_lattice, &periodic));
	REFUSED(lqcd_action_create(&act, &no_lattice, 0));
	REFUSED(lqcd_action_create(&act, &small_lattice, lqcd_nan()));
	REFUSED(lqcd_lattice_geometry(&small_lattice, LQCD_FULL, 1, NULL));
	REFUSED(lqcd_lattice_geometry(NULL, LQCD_FULL, 1, &g));
	REFUSED(lqcd_lattice_geometry(&no_lattice, LQCD_FULL, 1, &g));
	REFUSED(lqcd_lattice_geometry(&small_lattice, NO_PARITY, 1, &g));
	REFUSED(lqcd_lattice_geometry(&small_lattice, (lqcd_parity)-no_such, 1, &g));
	REFUSED(lqcd_lattice_geometry(&small_lattice, LQCD_FULL, 3, &g));
	HARMLESS(lqcd_lattice_destroy(NULL));
	HARMLESS(lqcd_lattice_destroy(&no_lattice));
	HARMLESS(lqcd_lattice_why(NULL, LQCD_OK));
	HARMLESS(lqcd_lattice_why(&no_lattice, LQCD_ERR_ARGUMENT));
	HARMLESS(lqcd_team_run(NULL, NULL, NULL));
	HARMLESS(lqcd_team_run(&no_lattice, NULL, NULL));
	REFUSED(lqcd_grid_choose(NULL, 1, grid));
	REFUSED(lqcd_grid_choose(extent, 1, NULL));
	REFUSED(lqcd_grid_choose(extent, 0, grid));
	REFUSED(lqcd_blocks_create(NULL, solution.type, extent, &message));
	REFUSED(lqcd_blocks_create(&blocks, NULL, extent, &message));
	REFUSED(lqcd_blocks_create(&blocks, solution.type, NULL, NULL));
	REFUSED(lqcd_halo_create(NULL, lqcd_spinor_field_view(&solution)));
	REFUSED(lqcd_halo_create(&halo, lqcd_gauge_field_view(no_u)));
	REFUSED(lqcd_halo_create(&halo, lqcd_gauge_field_view(&gone_u)));
	REFUSED(lqcd_halo_create_part(&halo, lqcd_spinor_field_view(&solution), NO_PARITY, 0, 24));
	REFUSED(lqcd_halo_create_part(&halo, lqcd_spinor_field_view(&solution), LQCD_FULL, -1, 24));
	REFUSED(lqcd_halo_exchange(lqcd_gauge_field_view(no_u)));
	REFUSED(lqcd_halo_exchange_leaves(lqcd_gauge_field_view(&gone_u)));
	REFUSED(lqcd_field_convert(lqcd_spinor_field_view(&solution), lqcd_spinor_field_view(&other)));
	REFUSED(lqcd_field_convert(lqcd_spinor_field_view(&solution), lqcd_gauge_field_view(&u)));
	REFUSED(lqcd_field_convert(lqcd_gauge_field_view(&u), lqcd_gauge_field_view(&gone_u)));
	REFUSED(lqcd_field_convert(lqcd_gauge_field_view(no_u), lqcd_gauge_field_view(&u)));
}

/* What has no form on a lattice with ends in time. */
static void test_ends(void)
{
	const lqcd_boundary open = lqcd_boundary_make(LQCD_BOUNDARY_OPEN), periodic = lqcd_boundary_make(LQCD_BOUNDARY_PERIODIC);
	const lqcd_domain_wall_params walls = lqcd_domain_wall_params_make(3, 1.8, 0.05, 1.5, 0.5);
	double w[4];
	lqcd_energy_values e, slice[4];
	lqcd_gauge_field_d v;
	lqcd_flow_d flow;
	lqcd_action_d act;
	lqcd_domain_wall_d wall;
	lqcd_wilson_d D;
	tap_ok(lqcd_gauge_field_create(&v, &small_lattice, LQCD_FULL) == LQCD_OK && lqcd_lattice_set_boundary(&small_lattice, &open) == LQCD_OK &&
		       lqcd_action_create(&act, &small_lattice, -0.1) == LQCD_OK && lqcd_flow_create(&flow, &small_lattice, LQCD_FLOW_WILSON) == LQCD_OK,
	       "ends in time");
	/* Quarks live on the inner time slices. */
	lqcd_spinor_field_d b, columns[LQCD_COLUMNS];
	const int ends[3][4] = {{0, 1, 1, 1}, {3, 0, 0, 0}, {-4, 0, 0, 0}}, inner[4] = {-2, 0, 1, 1};
	tap_ok(lqcd_spinor_field_create(&b, &small_lattice, LQCD_FULL) == LQCD_OK && lqcd_propagator_create(columns, &small_lattice) == LQCD_OK &&
		       lqcd_point_source(&b, inner, 0, 0) == LQCD_OK,
	       "a source inside");
	for (int k = 0; k < 3; k++) REFUSED(lqcd_point_source(&b, ends[k], 0, 0));
	REFUSED(lqcd_wall_source(&b, 3, NULL, 0, 0));
	REFUSED(lqcd_z2_source(&b, 4, 0, 1, 1));
	REFUSED(lqcd_propagator_point_source(columns, ends[0]));
	REFUSED(lqcd_propagator_wall_source(columns, 0, NULL));
	tap_ok(fabs(lqcd_spinor_field_norm2(&b) - 1) < 1e-14 && !(lqcd_spinor_field_norm2(&columns[0]) > 0), "and no field was written");
	lqcd_spinor_field_destroy(&b);
	lqcd_propagator_destroy(columns);
	/* u has no zeros at its ends. */
	lqcd_clover_params clover = lqcd_clover_params_default();
	clover.csw = 1;
	tap_ok(lqcd_wilson_create(&D, &u, 0.5, 1) == LQCD_OK, "a Wilson operator");
	REFUSED(lqcd_clover_add(&D, &u, &clover, NULL));
	lqcd_wilson_destroy(&D);
	REFUSED(lqcd_flow_step(&flow, &u, 0.01));
	REFUSED(lqcd_flow_adaptive(&flow, &u, 0.1, 1e-3));
	REFUSED(lqcd_heatbath_sweep(&u, 5, 1, 1));
	REFUSED(lqcd_overrelax_sweep(&u));
	REFUSED(lqcd_energy(&e, &u, 1));
	REFUSED(lqcd_energy_slices(slice, &u, 1));
	tap_ok(tap_isnan(e.clover) && tap_isnan(slice[0].clover) && tap_isnan(slice[3].charge), "their energies are NaN");
	lqcd_boundary_links(&u);
	tap_ok(lqcd_energy_slices(slice, &u, 1) == LQCD_OK && slice[3].clover >= 0, "energies of time slices");
	tap_ok(lqcd_flow_step(&flow, &u, 0.01) == LQCD_OK, "links of an open lattice");
	REFUSED(lqcd_wilson_loops(w, w, &u, 2, 2));
	REFUSED(lqcd_smear_ape(&v, &u, 0.5, 4, LQCD_PROJECT_POLAR));
	REFUSED(lqcd_smear_stout(&v, &u, 0.1, 4));
	REFUSED(lqcd_action_heatbath(&act, &u, 5, 1, 1));
	REFUSED(lqcd_action_overrelax(&act, &u));
	REFUSED(lqcd_domain_wall_create(&wall, &u, &walls, 1));
	REFUSED(lqcd_wilson_create_as(&D, &u, 0.5, 1, LQCD_LINK_12));
	lqcd_flow_destroy(&flow);
	REFUSED(lqcd_flow_create(&flow, &small_lattice, LQCD_FLOW_ZEUTHEN));
	lqcd_action_destroy(&act);
	lqcd_gauge_field_destroy(&v);
	tap_ok(lqcd_lattice_set_boundary(&small_lattice, &periodic) == LQCD_OK, "no ends");
	lqcd_gauge_field_random(&u, tap_random_u64(), 0);
}

static void test_layouts(void)
{
	double a[64] = {0};
	lqcd_layout l = lqcd_layout_plain(2, 6), *const none = NULL;
	REFUSED(lqcd_layout_hopping(none, 4, 4, 6, 2, 2));
	REFUSED(lqcd_layout_transpose(none, 1, 3));
	REFUSED(lqcd_layout_transpose(&l, 2, 3));
	REFUSED(lqcd_layout_interleave(none));
	REFUSED(lqcd_layout_convert_d(NULL, &l, a, &l));
	REFUSED(lqcd_layout_convert_d(a, NULL, a + 32, &l));
	REFUSED(lqcd_layout_links_d(a, &l, a + 32, NULL));
	REFUSED(lqcd_su3_multiply_d(a, &l, NULL, &l, a, &l, 0));
	REFUSED(lqcd_su3_multiply_d(a, NULL, a, &l, a, &l, 0));
	REFUSED(lqcd_su3_multiply_links_d(NULL, &l, a, &l, a, &l, 0));
	REFUSED(lqcd_su3_copy_links_d(a, &l, NULL, &l));
	REFUSED(lqcd_stencil_hopping_d(NULL, a, 4, 2 * LQCD_LANES_d, 1));
	REFUSED(lqcd_stencil_in_place_d(NULL, 4, 4, 1));
	REFUSED(lqcd_stencil_sweeps_d(a, NULL, 4, 4, 1, 1));
	REFUSED(lqcd_stencil_scalar_d(a, NULL, 4, 4, 1));
	REFUSED(lqcd_stencil_plain_d(NULL, a, 4, 4, 1));
	REFUSED(lqcd_stencil_vfo_d(a, NULL, 4, 4, 1));
}

static void no_site(void *user, const int x[4])
{
	(void)user;
	(void)x;
}

static void test_foreign(void)
{
	static double memory[256 * 24];
	const int x[4] = {0, 0, 0, 0};
	double v[24];
	lqcd_energy_values energy;
	lqcd_foreign f = lqcd_foreign_make(LQCD_FOREIGN_SPINORS, memory);
	lqcd_foreign_map map, closed;
	const lqcd_foreign propagator = lqcd_foreign_make_propagator(NULL);
	memset(&closed, 0, sizeof closed);
	REFUSED(lqcd_foreign_import_propagator(NULL, &f));
	REFUSED(lqcd_foreign_import_propagator(gone_column, &f));
	REFUSED(lqcd_foreign_export_propagator(&f, even_column));
	REFUSED(lqcd_foreign_export_propagator(&f, column));
	REFUSED(lqcd_foreign_check(&propagator, &small_lattice));
	const lqcd_foreign no_code = lqcd_foreign_of(LQCD_CODES, LQCD_FOREIGN_LINKS, memory, 64, NULL, &small_lattice);
	const lqcd_foreign no_lat = lqcd_foreign_of(LQCD_CODE_MILC, LQCD_FOREIGN_LINKS, memory, 64, NULL, NULL);
	REFUSED(lqcd_foreign_check(&no_code, &small_lattice));
	REFUSED(lqcd_foreign_check(&no_lat, &small_lattice));
	REFUSED(lqcd_foreign_set_basis(NULL, LQCD_BASIS_MILC));
	REFUSED(lqcd_foreign_set_phases(&f, (lqcd_foreign_phases)no_such));
	lqcd_inverter inv;
	lqcd_wilson_d D;
	memset((void *)&inv, 0, sizeof inv);
	REFUSED(lqcd_foreign_inverter(NULL, &f, &small_lattice, 0.1, 1, LQCD_CG, LQCD_FLOAT));
	REFUSED(lqcd_foreign_inverter(&inv, &f, &small_lattice, 0.1, 1, LQCD_CG, LQCD_FLOAT));
	REFUSED(lqcd_foreign_inverter(&inv, &f, &no_lattice, 0.1, 1, LQCD_CG, LQCD_FLOAT));
	REFUSED(lqcd_foreign_set_links(&inv, &f));
	REFUSED(lqcd_foreign_inverter_clover(NULL, &f, 0, LQCD_SCHUR_ASYMMETRIC, NULL));
	REFUSED(lqcd_foreign_inverter_clover(&inv, &f, 0, LQCD_SCHUR_ASYMMETRIC, NULL));
	REFUSED(lqcd_foreign_solve(&inv, &f, &f, &ok_params).status);
	REFUSED(lqcd_foreign_solve(NULL, &f, &f, &ok_params).status);
	REFUSED(lqcd_foreign_apply(&f, &inv, &f, 0));
	REFUSED(lqcd_foreign_wilson_create(&D, NULL, &small_lattice, 0.1, 1));
	REFUSED(lqcd_foreign_wilson_create_d(NULL, &f, &small_lattice, 0.1, 1));
	memset((void *)&D, 0, sizeof D);
	REFUSED(lqcd_foreign_clover_add_d(NULL, &f, 0, LQCD_SCHUR_ASYMMETRIC, NULL));
	REFUSED(lqcd_foreign_clover_add(&D, &f, 0, LQCD_SCHUR_ASYMMETRIC, NULL));
	REFUSED(lqcd_foreign_clover_add(&D, NULL, 0, LQCD_SCHUR_ASYMMETRIC, NULL));
	REFUSED(lqcd_foreign_clover_get_d(&f, NULL));
	REFUSED(lqcd_foreign_clover_get(&f, &D));
	REFUSED(lqcd_foreign_clover_get(NULL, &D));
	REFUSED(lqcd_foreign_change_d(&f, &small_lattice, NULL, NULL));
	REFUSED(lqcd_foreign_flow(NULL, &small_lattice, LQCD_FLOW_WILSON, 0.1, 1));
	REFUSED(lqcd_foreign_flow(&f, &small_lattice, LQCD_FLOW_WILSON, 0.1, -1));
	UNKNOWN(lqcd_foreign_plaquette(&f, &small_lattice).mean);
	REFUSED(lqcd_foreign_energy(NULL, &f, &small_lattice, 1));
	REFUSED(lqcd_foreign_energy(&energy, &f, &no_lattice, 1));
	REFUSED(lqcd_foreign_energy(&energy, &f, &small_lattice, 1));
	REFUSED(lqcd_foreign_check(NULL, &small_lattice));
	REFUSED(lqcd_foreign_check(&f, &no_lattice));
	REFUSED(lqcd_foreign_open(NULL, &f, &small_lattice));
	REFUSED(lqcd_foreign_open(&map, NULL, &small_lattice));
	REFUSED(lqcd_foreign_import_links(&u, &f));
	REFUSED(lqcd_foreign_import_spinors(&column[0], NULL));
	REFUSED(lqcd_foreign_import_spinors(&gone_column[0], &f));
	REFUSED(lqcd_foreign_import(lqcd_gauge_field_view(&gone_u), &f));
	REFUSED(lqcd_foreign_export(NULL, lqcd_gauge_field_view(&u)));
	REFUSED(lqcd_foreign_export_spinors(&f, &even_column[0]));
	REFUSED(lqcd_foreign_get(&closed, x, 0, v));
	REFUSED(lqcd_foreign_put(NULL, x, 0, v));
	REFUSED(lqcd_foreign_for_each(&closed, no_site, NULL));
	HARMLESS(lqcd_foreign_close(NULL));
	HARMLESS(lqcd_foreign_close(&closed));
	tap_ok(lqcd_foreign_open(&map, &f, &small_lattice) == LQCD_OK, "a map");
	REFUSED(lqcd_foreign_get(&map, NULL, 0, v));
	REFUSED(lqcd_foreign_get(&map, x, 1, v));
	REFUSED(lqcd_foreign_put(&map, x, 0, NULL));
	REFUSED(lqcd_foreign_for_each(&map, NULL, NULL));
	lqcd_foreign_close(&map);
	f.data = NULL;
	REFUSED(lqcd_foreign_export_spinors(&f, &column[0]));
}

static void test_points(void)
{
	double a[8] = {0};
	const lqcd_points_d p = lqcd_points_make_d(2, a, a + 2, a + 4, a + 6);
	REFUSED(lqcd_p2p_fast_d(NULL, &p, &p));
	REFUSED(lqcd_p2p_fast_d(a, NULL, &p));
	REFUSED(lqcd_p2p_field_d(a, NULL, &p, NULL, LQCD_P2P_INVERSE, 1));
	REFUSED(lqcd_p2p_field_d(a, NULL, &p, &p, (lqcd_p2p_law)no_such, 1));
	REFUSED(lqcd_p2p_symmetric_d(NULL, &p));
	REFUSED(lqcd_p2p_symmetric_d(a, NULL));
	const lqcd_points_d nowhere = lqcd_points_make_d(2, a, NULL, NULL, a), flat = lqcd_points_make_d(2, a, a + 2, NULL, NULL);
	REFUSED(lqcd_p2p_fast_d(a, &nowhere, &nowhere));
	REFUSED(lqcd_p2p_fast_d(a, &flat, &flat));
	REFUSED(lqcd_p2p_symmetric_d(a, &flat));
}

static void test_inverters(void)
{
	lqcd_inverter inv;
	lqcd_clover_params clover = lqcd_clover_params_default();
	REFUSED(lqcd_inverter_create(NULL, &u, 0.5, 1, LQCD_CG));
	REFUSED(lqcd_inverter_create(&inv, no_u, 0.5, 1, LQCD_CG));
	REFUSED(lqcd_inverter_create(&inv, &gone_u, 0.5, 1, LQCD_CG));
	REFUSED(lqcd_inverter_create(&inv, &even_u, 0.5, 1, LQCD_CG));
	REFUSED(lqcd_inverter_create(&inv, &u, 0.5, 1, (lqcd_method)no_such));
	REFUSED(lqcd_inverter_create_as(&inv, &u, 0.5, 1, LQCD_CG, (lqcd_precision)no_such));
	REFUSED(lqcd_inverter_create_for_d(&inv, NULL, NULL, LQCD_CG));
	REFUSED(lqcd_inverter_create_for_vd(&inv, NULL, NULL, LQCD_CG));
	lqcd_wilson_d D;
	lqcd_wilson_f low;
	if (lqcd_wilson_create(&D, &u, 0.5, 1) == LQCD_OK && lqcd_wilson_create(&low, &other_u, 0.5, 1) == LQCD_OK) {
		const lqcd_dirac_d d = lqcd_wilson_dirac_d(&D);
		const lqcd_dirac_f far = lqcd_wilson_dirac_f(&low), none = lqcd_wilson_dirac_f(NULL);
		REFUSED(lqcd_inverter_create_for_d(&inv, &d, &far, LQCD_CG));
		REFUSED(lqcd_inverter_create_for_d(&inv, &d, &none, LQCD_CG));
		lqcd_wilson_destroy(&D);
		lqcd_wilson_destroy(&low);
	}
	REFUSED(lqcd_inverter_add_clover(NULL, &u, &clover, &message));
	HARMLESS(lqcd_inverter_destroy(NULL));
	tap_ok(lqcd_inverter_create(&inv, &u, 0.5, 1, LQCD_CG) == LQCD_OK, "an inverter");
	REFUSED(lqcd_inverter_add_clover(&inv, &other_u, &clover, &message));
	REFUSED(lqcd_inverter_set_links(&inv, &other_u));
	REFUSED(lqcd_inverter_set_links(&inv, no_u));
	REFUSED(lqcd_inverter_set_links(NULL, &u));
	REFUSED(lqcd_inverter_add_clover(&inv, &u, NULL, &message));
	lqcd_spinor_field_gaussian(&source, tap_random_u64(), 0);
	const double before = lqcd_spinor_field_norm2(&source);
	REFUSED(lqcd_inverter_solve(&inv, &source, &source, &ok_params).status);
	tap_ok(!(fabs(lqcd_spinor_field_norm2(&source) - before) > 0), "the source stays as it was");
	REFUSED(lqcd_inverter_solve(NULL, &solution, &source, &ok_params).status);
	REFUSED(lqcd_inverter_solve(&inv, NULL, &source, &ok_params).status);
	REFUSED(lqcd_inverter_solve(&inv, &solution, NULL, &ok_params).status);
	REFUSED(lqcd_inverter_solve(&inv, &solution, &source, NULL).status);
	REFUSED(lqcd_inverter_solve(&inv, &solution, &other, &ok_params).status);
	REFUSED(lqcd_inverter_solve(&inv, &gone_column[0], &source, &ok_params).status);
	lqcd_inverter_destroy(&inv);
	REFUSED(lqcd_inverter_solve(&inv, &solution, &source, &ok_params).status);
	tap_ok(lqcd_inverter_create(&inv, &other_u, 0.5, 1, LQCD_CG) == LQCD_OK, "an inverter of another lattice");
	REFUSED(lqcd_inverter_solve(&inv, &solution, &source, &ok_params).status);
	REFUSED(lqcd_propagator_solve_by(column, &inv, &ok_params, results));
	lqcd_inverter_destroy(&inv);
}

static void test_mixed_walls(void)
{
	const lqcd_domain_wall_params p = lqcd_domain_wall_params_make(3, 1.8, 0.05, 1.5, 0.5);
	const lqcd_field_view v = lqcd_gauge_field_view(&u);
	lqcd_domain_wall_d wall, gone;
	lqcd_domain_wall_f low, no_low;
	lqcd_multi_spinor_field_d *const x = &x3_d, *const y = &y3_d;
	memset((void *)&gone, 0, sizeof gone);
	memset((void *)&no_low, 0, sizeof no_low);
	if (lqcd_domain_wall_create_d(&wall, v, &p, 1) != LQCD_OK || lqcd_domain_wall_create_f(&low, v, &p, 1) != LQCD_OK) {
		tap_ok(0, "domain walls in two precisions");
		return;
	}
	const lqcd_multi_dirac_d d = lqcd_domain_wall_dirac_d(&wall);
	const lqcd_multi_dirac_f l = lqcd_domain_wall_dirac_f(&low), no_l = lqcd_domain_wall_dirac_f(&no_low);
	lqcd_inverter inv;
	lqcd_quark_d quark = lqcd_quark_from_domain_wall_d(&gone, NULL, LQCD_CG);
	REFUSED(lqcd_inverter_create_by(&inv, &quark));
	quark = lqcd_quark_from_domain_wall_d(&wall, &low, LQCD_CG);
	REFUSED(lqcd_inverter_create_by(NULL, &quark));
	REFUSED(lqcd_inverter_create_by(&inv, NULL));
	quark.method = (lqcd_method)99;
	REFUSED(lqcd_inverter_create_by(&inv, &quark));
	quark.method = LQCD_BICGSTAB_THEN_CG;
	if (lqcd_inverter_create_by(&inv, &quark) == LQCD_OK) {
		REFUSED(lqcd_inverter_solve(&inv, &solution, &source, &ok_params).status);
		REFUSED(lqcd_inverter_set_links(&inv, &u));
		lqcd_inverter_destroy(&inv);
	}
	REFUSED(lqcd_multi_dirac_solve_mixed_d_f(x, NULL, &l, y, LQCD_CG, &ok_params, results));
	REFUSED(lqcd_multi_dirac_solve_mixed_d_f(x, &d, NULL, y, LQCD_CG, &ok_params, results));
	REFUSED(lqcd_multi_dirac_solve_mixed_d_f(x, &d, &no_l, y, LQCD_CG, &ok_params, results));
	REFUSED(lqcd_multi_dirac_solve_mixed_d_f(x, &d, &l, y, (lqcd_method)no_such, &ok_params, results));
	REFUSED(lqcd_multi_dirac_solve_mixed_d_f(x, &d, &l, y, LQCD_CG, NULL, results));
	REFUSED(lqcd_multi_dirac_solve_mixed_d_f(x, &d, &l, y, LQCD_CG, &ok_params, NULL));
	lqcd_domain_wall_destroy_d(&wall);
	lqcd_domain_wall_destroy_f(&low);
}

static void test_mixed(void)
{
	lqcd_wilson_d D;
	lqcd_wilson_f low, no_low;
	lqcd_multigrid_f no_mg;
	lqcd_solve_result many;
	lqcd_spinor_field_d *const x = &solution, *const b = &source;
	memset((void *)&no_low, 0, sizeof no_low);
	memset((void *)&no_mg, 0, sizeof no_mg);
	tap_ok(lqcd_wilson_create(&D, &u, 0.5, 1) == LQCD_OK && lqcd_wilson_create(&low, &u, 0.5, 1) == LQCD_OK, "two operators");
	lqcd_dirac_d d = lqcd_wilson_dirac(&D), no_d = lqcd_wilson_dirac_d(NULL);
	lqcd_dirac_f l = lqcd_wilson_dirac(&low), no_l = lqcd_wilson_dirac(&no_low);
	lqcd_operator_d op = lqcd_dirac_operator(&d), no_op = lqcd_dirac_operator(&no_d);
	lqcd_operator_f lop = lqcd_dirac_operator(&l), no_lop = lqcd_dirac_operator(&no_l);
	REFUSED(lqcd_dirac_solve_mixed_d_f(b, &d, &l, b, LQCD_CG, &ok_params).status);
	REFUSED(lqcd_dirac_solve_mixed_d_f(x, &d, &l, b, (lqcd_method)no_such, &ok_params).status);
	REFUSED(lqcd_dirac_solve_mixed_d_f(x, &d, NULL, b, LQCD_BICGSTAB, &ok_params).status);
	REFUSED(lqcd_dirac_solve_mixed_d_f(x, &no_d, &l, b, LQCD_BICGSTAB_THEN_CG, &ok_params).status);
	REFUSED(lqcd_dirac_solve_mixed_d_f(x, &d, &no_l, &other, LQCD_CG, &ok_params).status);
	REFUSED(lqcd_mixed_d_f(x, NULL, &lop, b, LQCD_CG, &ok_params).status);
	REFUSED(lqcd_mixed_d_f(x, &no_op, &lop, b, LQCD_CG, &ok_params).status);
	REFUSED(lqcd_mixed_d_f(x, &op, NULL, b, LQCD_BICGSTAB, &ok_params).status);
	REFUSED(lqcd_mixed_d_f(x, &op, &no_lop, b, LQCD_CG, &ok_params).status);
	REFUSED(lqcd_mixed_d_f(b, &op, &lop, b, LQCD_CG, &ok_params).status);
	REFUSED(lqcd_gcr_mixed_d_f(NULL, &op, &lop, b, NULL, 8, &ok_params).status);
	REFUSED(lqcd_gcr_mixed_d_f(x, &op, &no_lop, b, NULL, 8, &ok_params).status);
	REFUSED(lqcd_gcr_mixed_d_f(x, &op, &lop, &other, NULL, 8, &ok_params).status);
	REFUSED(lqcd_dirac_solve_multigrid_d_f(x, &d, NULL, b, &ok_params).status);
	REFUSED(lqcd_dirac_solve_multigrid_d_f(x, &d, &no_mg, b, &ok_params).status);
	REFUSED(lqcd_wilson_solve_multigrid_d_f(x, NULL, &no_mg, b, &ok_params).status);
	REFUSED(lqcd_dirac_solve_multigrid_many_d_f(x, &d, NULL, b, 1, &ok_params, &many));
	REFUSED(lqcd_dirac_solve_multigrid_many_d_f(x, &d, &no_mg, b, 1, &ok_params, NULL));
	REFUSED(lqcd_dirac_solve_multigrid_many_d_f(x, &d, &no_mg, b, 0, &ok_params, &many));
	REFUSED(lqcd_dirac_solve_multigrid_many_d_f(x, NULL, NULL, b, -1, &ok_params, &many));
	REFUSED(lqcd_dirac_solve_multigrid_many_d_f(NULL, NULL, &no_mg, NULL, 1, NULL, &many));
	lqcd_wilson_destroy(&D);
	lqcd_wilson_destroy(&low);
}

static void test_propagators(void)
{
	lqcd_baryon_spins baryon[8];
	lqcd_meson_spins meson[8];
	double corr[8];
	const int origin[4] = {0, 0, 0, 0};
	REFUSED(lqcd_propagator_create(NULL, &small_lattice));
	REFUSED(lqcd_propagator_create(gone_column, &no_lattice));
	HARMLESS(lqcd_propagator_destroy(NULL));
	REFUSED(lqcd_propagator_solve(column, no_u, 0.5, 1, LQCD_CG, &ok_params, results));
	REFUSED(lqcd_propagator_solve(column, &other_u, 0.5, 1, LQCD_CG, &ok_params, results));
	REFUSED(lqcd_propagator_solve(NULL, &u, 0.5, 1, LQCD_CG, &ok_params, results));
	REFUSED(lqcd_propagator_solve(even_column, &u, 0.5, 1, LQCD_CG, &ok_params, results));
	REFUSED(lqcd_propagator_solve(gone_column, &u, 0.5, 1, LQCD_CG, &ok_params, results));
	REFUSED(lqcd_propagator_solve(column, &u, 0.5, 1, LQCD_CG, NULL, results));
	REFUSED(lqcd_propagator_solve(column, &u, 0.5, 1, (lqcd_method)no_such, &ok_params, results));
	memset((void *)results, 0, sizeof results);
	REFUSED(lqcd_propagator_solve(column, &u, -9, 1, LQCD_CG, &ok_params, results));
	for (int k = 0; k < LQCD_COLUMNS; k++)
		tap_ok(results[k].status == LQCD_ERR_ARGUMENT, "result %d of a failure is set", k);
	REFUSED(lqcd_propagator_solve_by(column, NULL, &ok_params, results));
	const lqcd_quark_d no_multigrid = lqcd_quark_from_multigrid_d_f(NULL, NULL);
	lqcd_inverter by;
	REFUSED(lqcd_inverter_create_by(&by, &no_multigrid));
	REFUSED(lqcd_correlate(NULL, 16, no_correlation, column, column, origin, NULL, 1));
	REFUSED(lqcd_correlate(complexes, 16, NULL, column, column, origin, NULL, 1));
	REFUSED(lqcd_correlate(complexes, 16, no_correlation, column, column, NULL, NULL, 1));
	REFUSED(lqcd_meson_correlators(meson, column, even_column, origin, NULL, 1));
	REFUSED(lqcd_meson_correlators(meson, NULL, column, origin, NULL, 1));
	REFUSED(lqcd_proton_correlators(baryon, column, gone_column, origin, NULL, 1));
	REFUSED(lqcd_propagator_point_source(gone_column, origin));
	REFUSED(lqcd_propagator_point_source(column, NULL));
	REFUSED(lqcd_propagator_wall_source(gone_column, 0, NULL));
	REFUSED(lqcd_point_source_d(NULL, origin, 0, 0));
	REFUSED(lqcd_point_source(&solution, origin, 4, 0));
	REFUSED(lqcd_point_source(&solution, origin, 0, LQCD_NC));
	REFUSED(lqcd_wall_source(&solution, 0, NULL, -1, 0));
	REFUSED(lqcd_wall_source(&solution, 0, NULL, 0, -1));
	REFUSED(lqcd_z2_source(&solution, 0, 4, 1, 1));
	REFUSED(lqcd_z2_source(&gone_column[0], 0, 0, 1, 1));
	lqcd_source_part part = lqcd_source_part_all();
	REFUSED(lqcd_noise_source(&gone_column[0], LQCD_NOISE_Z4, &part, 1, 1));
	REFUSED(lqcd_noise_source(&solution, LQCD_NOISE_Z4, NULL, 1, 1));
	REFUSED(lqcd_noise_source(&solution, (lqcd_noise)no_such, &part, 1, 1));
	REFUSED(lqcd_sequential_source(&solution, 16, NULL, &part, &solution));
	REFUSED(lqcd_sequential_source(&solution, 0, NULL, NULL, &gone_column[0]));
	REFUSED(lqcd_sequential_source(&even_column[0], 0, NULL, NULL, &solution));
	part.colour = LQCD_NC;
	REFUSED(lqcd_noise_source(&solution, LQCD_NOISE_U1, &part, 1, 1));
	REFUSED(lqcd_sequential_source(&solution, 0, NULL, &part, &solution));
	part.colour = -1;
	part.t = -2;
	REFUSED(lqcd_noise_source(&solution, LQCD_NOISE_U1, &part, 1, 1));
	part.t = 0;
	part.parity = NO_PARITY;
	REFUSED(lqcd_sequential_source(&solution, 0, NULL, &part, &solution));
	REFUSED(lqcd_propagator_point_source(NULL, origin));
	REFUSED(lqcd_propagator_wall_source(NULL, 0, NULL));
	REFUSED(lqcd_point_source(&solution, NULL, 0, 0));
	REFUSED(lqcd_point_source(&gone_column[0], origin, 0, 0));
	REFUSED(lqcd_point_source(&even_column[0], origin, 0, 0));
	REFUSED(lqcd_wall_source(&gone_column[0], 0, NULL, 0, 0));
	REFUSED(lqcd_wall_source(&even_column[0], 0, NULL, 0, 0));
	REFUSED(lqcd_z2_source(&even_column[0], 0, 0, 1, 1));
	REFUSED(lqcd_z2_source(&solution, 0, 0, 1, (uint64_t)1 << LQCD_RNG_STREAM_BITS));
	lqcd_spinor_field_d last_gone[LQCD_COLUMNS];
	memcpy(last_gone, column, sizeof last_gone);
	last_gone[LQCD_COLUMNS - 1] = gone_column[0];
	lqcd_spinor_field_zero(&column[0]);
	REFUSED(lqcd_propagator_point_source(last_gone, origin));
	tap_ok(!(lqcd_spinor_field_norm2(&column[0]) > 0), "refused before a column is written");
	ASSERTED(lqcd_pion_add(corr, &gone_column[0], 0));
	ASSERTED(lqcd_pion_add(corr, &even_column[0], 0));
	ASSERTED(lqcd_pion_add(NULL, &solution, 0));
	REFUSED(lqcd_sf_source(NULL, &u, 0, 0, 0));
	REFUSED(lqcd_sf_source(&solution, no_u, 0, 0, 0));
	REFUSED(lqcd_sf_source(&solution, &u, 0, 0, 0)); /* periodic */
	REFUSED(lqcd_sf_source(&even_column[0], &u, 0, 0, 0));
	REFUSED(lqcd_sf_correlators(NULL, numbers, numbers, &u, NULL, 0, NULL));
	REFUSED(lqcd_sf_correlators(numbers, numbers, numbers, no_u, NULL, 0, NULL));
	ASSERTED(lqcd_propagator_at((lqcd_propagator_matrix *)NULL, gone_column, 0));
}

static void test_numbers(void)
{
	lqcd_series series;
	lqcd_resamples samples = {0, 0, 0, NULL}, mapped;
	lqcd_fit_params fitted = lqcd_fit_params_default();
	lqcd_fit_result fit;
	lqcd_jackknife jackknife;
	lqcd_rational rational;
	lqcd_tuning tuning;
	double w[64];
	REFUSED(lqcd_series_analyse(NULL, numbers, 8, 1, 1.5, &message));
	REFUSED(lqcd_series_analyse(&series, NULL, 8, 1, 1.5, NULL));
	REFUSED(lqcd_series_jackknife(NULL, no_estimate, NULL, numbers, 1, 8, 1, &message));
	REFUSED(lqcd_series_jackknife(&jackknife, NULL, NULL, numbers, 1, 8, 1, &message));
	REFUSED(lqcd_series_jackknife(&jackknife, no_estimate, NULL, NULL, 1, 8, 1, NULL));
	REFUSED(lqcd_resamples_create(NULL, numbers, 1, 8, 1, 0, 0, &message));
	REFUSED(lqcd_resamples_create(&samples, NULL, 1, 8, 1, 0, 0, NULL));
	REFUSED(lqcd_resamples_create(&samples, numbers, 0, 8, 1, 0, 0, &message));
	REFUSED(lqcd_resamples_create(&samples, numbers, 1, 8, 5, 0, 0, &message));
	REFUSED(lqcd_resamples_create(&samples, numbers, 1, 8, 1, -1, 0, &message));
	REFUSED(lqcd_resamples_map(&mapped, 1, no_map, NULL, &samples, &message));
	REFUSED(lqcd_resamples_map(NULL, 1, no_map, NULL, NULL, NULL));
	REFUSED(lqcd_resamples_errors(numbers, NULL, &samples, &message));
	REFUSED(lqcd_resamples_errors(NULL, NULL, NULL, &message));
	HARMLESS(lqcd_resamples_destroy(NULL));
	HARMLESS(lqcd_resamples_destroy(&samples));
	fitted.to = 4;
	REFUSED(lqcd_fit(NULL, &fitted, numbers, numbers, NULL, 8, &message));
	REFUSED(lqcd_fit(&fit, NULL, numbers, numbers, NULL, 8, &message));
	REFUSED(lqcd_fit(&fit, &fitted, NULL, numbers, NULL, 8, NULL));
	REFUSED(lqcd_fit(&fit, &fitted, numbers, NULL, NULL, 8, &message));
	REFUSED(lqcd_fit(&fit, &fitted, numbers, numbers, NULL, 4, &message)); /* times beyond */
	REFUSED(lqcd_fit_resamples(&fit, NULL, &fitted, &samples, 0, &message));
	REFUSED(lqcd_fit_resamples(NULL, NULL, &fitted, NULL, 1, NULL));
	fitted.alternating = 2;
	REFUSED(lqcd_fit(&fit, &fitted, numbers, numbers, NULL, 8, &message));
	fitted.alternating = 0;
	fitted.back = 1; /* without an extent */
	REFUSED(lqcd_fit(&fit, &fitted, numbers, numbers, NULL, 8, &message));
	fitted.back = 0;
	fitted.cut = lqcd_nan();
	REFUSED(lqcd_fit(&fit, &fitted, numbers, numbers, NULL, 8, &message));
	REFUSED(lqcd_rational_create(NULL, 0.1, 10, 1e-6));
	REFUSED(lqcd_rational_create(&rational, 10, 0.1, 1e-6));
	REFUSED(lqcd_tuning_parse(NULL, "block"));
	REFUSED(lqcd_tuning_parse(&tuning, NULL));
	REFUSED(lqcd_tune_wilson_d(NULL, tuned_extent, LQCD_LINK_18, 1, NULL, NULL));
	REFUSED(lqcd_tune_wilson_d(NULL, tuned_extent, (lqcd_link_storage)no_such, 1, NULL, NULL));
	REFUSED(lqcd_tune_wilson_d(&tuning, NULL, LQCD_LINK_18, 1, NULL, NULL));
	REFUSED(lqcd_kappa_to_mass(0.125, NULL));
	REFUSED(lqcd_wilson_loops(w, w, no_u, 2, 2));
	REFUSED(lqcd_wilson_loops(w, w, &even_u, 2, 2));
	UNKNOWN(lqcd_polyakov_loop(lqcd_gauge_field_view(no_u)).re);
	UNKNOWN(lqcd_polyakov_loop(lqcd_gauge_field_view(&even_u)).im);
	UNKNOWN(lqcd_polyakov_loop(lqcd_spinor_field_view(&solution)).re);
}

/* Whether a status has a cause with a word on a lattice. */
static int says(const lqcd_lattice *lat, lqcd_status s, const char *word)
{
	const lqcd_message why = lqcd_lattice_why(lat, s);
	if (s != LQCD_OK && strstr(why.text, word)) return 1;
	tap_diag("%s: %s", lqcd_status_text(s), why.text);
	return 0;
}

/* The cause is there whichever lattice is asked. */
static void test_causes(void)
{
	lqcd_wilson_d D;
	lqcd_gauge_field_d zero;
	if (lqcd_wilson_create(&D, &u, 0.5, 1) != LQCD_OK || lqcd_gauge_field_create(&zero, &small_lattice, LQCD_FULL) != LQCD_OK) {
		tap_ok(0, "an operator and links");
		return;
	}
	const lqcd_dirac_d d = lqcd_wilson_dirac(&D);
	lqcd_status s = lqcd_wilson_set_links(&D, &other_u);
	tap_ok(says(&small_lattice, s, "another lattice") && says(&large_lattice, s, "another"), "links of another lattice");
	s = lqcd_dirac_solve(&solution, &d, &other, LQCD_CG, &ok_params).status;
	tap_ok(says(&small_lattice, s, "x and b differ") && says(&large_lattice, s, "x and b differ"), "b of another lattice");
	s = lqcd_dirac_solve(&other, &d, &source, LQCD_CG, &ok_params).status;
	tap_ok(says(&small_lattice, s, "the operator differ") && says(&large_lattice, s, "the operator differ"), "x of another lattice");
	s = lqcd_dirac_solve(&solution, &d, &gone_column[0], LQCD_CG, &ok_params).status;
	tap_ok(says(&small_lattice, s, "not created") && says(&large_lattice, s, "not created"), "b that was destroyed");
	tap_ok(tap_isnan(lqcd_spinor_field_dot(&solution, &other).re) && says(&small_lattice, LQCD_ERR_GEOMETRY, "differ in lattice") &&
		       says(&large_lattice, LQCD_ERR_GEOMETRY, "differ in lattice"),
	       "a scalar product of two lattices");
	lqcd_wilson_destroy(&D);
	s = lqcd_wilson_create(&D, no_u, 0.5, 1);
	tap_ok(says(&small_lattice, s, "not created"), "links that were not created");
	s = lqcd_gauge_write("build/misuse.tmp", "NERSC", &zero, NULL, &message);
	tap_ok(s == LQCD_ERR_UNITARITY && strstr(message.text, "all links are 0"), "links that are all zero: %s", message.text);
	lqcd_gauge_field_destroy(&zero);
}

static void test_files(void)
{
	const char *const path = "build/misuse.tmp";
	lqcd_gauge_info info;
	lqcd_openqcd_spinor_info spinor_info;
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(5, 0, 1);
	lqcd_lattice lat;
	lqcd_gauge_field_d v;
	lqcd_checkpoint c;
	int found;
	lqcd_file_in in;
	lqcd_file_out out;
	memset(&c, 0, sizeof c);
#define NO_FILE(call)                                                                                                  \
	do {                                                                                                           \
		misuse_status = 0;                                                                                     \
		MISUSE_TRY(misuse_status = (int)(call));                                                               \
		tap_ok(misuse_status != LQCD_OK && !misuse.asserted && !fopen(path, "rb"), "files: %s: %s",            \
		       #call, misuse.asserted ? misuse.what : message.text);                               \
	} while (0)
	NO_FILE(lqcd_gauge_read(NULL, &u, NULL, &info, &message));
	NO_FILE(lqcd_gauge_read(path, no_u, NULL, &info, &message));
	NO_FILE(lqcd_gauge_read(path, &even_u, NULL, &info, NULL));
	NO_FILE(lqcd_gauge_load(NULL, &lat, NULL, &v, NULL, &info, &message));
	NO_FILE(lqcd_gauge_load(path, NULL, NULL, &v, NULL, &info, &message));
	NO_FILE(lqcd_gauge_load(path, &lat, NULL, NULL, NULL, &info, &message));
	NO_FILE(lqcd_gauge_read_header(NULL, NULL, &info, &message));
	NO_FILE(lqcd_gauge_read_header(path, NULL, NULL, &message));
	NO_FILE(lqcd_gauge_write(NULL, "NERSC", &u, NULL, &message));
	NO_FILE(lqcd_gauge_write(path, NULL, &u, NULL, &message));
	NO_FILE(lqcd_gauge_write(path, "NERSC", no_u, NULL, &message));
	NO_FILE(lqcd_gauge_write(path, "NERSC", &gone_u, NULL, &message));
	NO_FILE(lqcd_gauge_write(path, "NERSC", &even_u, NULL, NULL));
	NO_FILE(lqcd_hmc_save(NULL, &chain, lqcd_gauge_field_view(&u), &message));
	NO_FILE(lqcd_hmc_save(path, NULL, lqcd_gauge_field_view(&u), &message));
	NO_FILE(lqcd_hmc_save(path, &chain, lqcd_gauge_field_view(no_u), &message));
	NO_FILE(lqcd_hmc_save_with(path, &chain, lqcd_gauge_field_view(&u), NULL, 1, &message));
	NO_FILE(lqcd_hmc_load(NULL, &chain, lqcd_gauge_field_view(&u), &message));
	NO_FILE(lqcd_hmc_load(path, NULL, lqcd_gauge_field_view(&u), &message));
	NO_FILE(lqcd_hmc_load(path, &chain, lqcd_gauge_field_view(&gone_u), NULL));
	NO_FILE(lqcd_hmc_load_with(path, &chain, lqcd_gauge_field_view(&u), NULL, 1, &message));
	NO_FILE(lqcd_checkpoint_write(NULL, &c, &message));
	NO_FILE(lqcd_checkpoint_write(path, NULL, &message));
	NO_FILE(lqcd_checkpoint_read(NULL, &c, &message));
	NO_FILE(lqcd_checkpoint_read(path, NULL, &message));
	NO_FILE(lqcd_checkpoint_exists(NULL, &found, &message));
	NO_FILE(lqcd_checkpoint_exists(path, NULL, &message));
	NO_FILE(lqcd_openqcd_spinor_read(NULL, lqcd_spinor_field_view(&solution), &spinor_info, &message));
	NO_FILE(lqcd_openqcd_spinor_read(path, lqcd_spinor_field_view(&gone_column[0]), NULL, &message));
	NO_FILE(lqcd_openqcd_spinor_write(NULL, lqcd_spinor_field_view(&solution), &message));
	NO_FILE(lqcd_openqcd_spinor_write(path, lqcd_spinor_field_view(&gone_column[0]), &message));
	NO_FILE(lqcd_scidac_spinor_read(NULL, &solution, 1, NULL, NULL, &message));
	NO_FILE(lqcd_scidac_spinor_read(path, NULL, 1, NULL, NULL, &message));
	NO_FILE(lqcd_scidac_spinor_write(NULL, &solution, 1, NULL, NULL, &message));
	NO_FILE(lqcd_scidac_spinor_write(path, NULL, 1, NULL, NULL, &message));
	NO_FILE(lqcd_scidac_spinor_write(path, &gone_column[0], 1, NULL, NULL, &message));
	NO_FILE(lqcd_scidac_spinor_write(path, &even_column[0], 1, NULL, NULL, &message));
	NO_FILE(lqcd_scidac_propagator_read(path, NULL, NULL, NULL, &message));
	NO_FILE(lqcd_scidac_propagator_write(path, gone_column, NULL, NULL, &message));
	NO_FILE(lqcd_file_in_open(NULL, path, &message));
	NO_FILE(lqcd_file_out_open(NULL, path, &message));
	NO_FILE(lqcd_file_in_open(&in, NULL, &message));
	NO_FILE(lqcd_file_out_open(&out, NULL, &message));
	NO_FILE(lqcd_file_out_open_on(&out, NULL, &small_lattice.comm, &message));
}

int main(void)
{
	ok_params = bad_params = lqcd_solve_params_default();
	bad_params.tolerance = -1;
	if (lqcd_lattice_create(&small_lattice, small_extent, NULL, &message) != LQCD_OK ||
	    lqcd_lattice_create(&large_lattice, large_extent, NULL, &message) != LQCD_OK) {
		tap_ok(0, "lattices: %s", message.text);
		return tap_done();
	}
	int good = lqcd_propagator_create(column, &small_lattice) == LQCD_OK &&
		   lqcd_propagator_create(gone_column, &small_lattice) == LQCD_OK &&
		   lqcd_spinor_field_create(&solution, &small_lattice, LQCD_FULL) == LQCD_OK &&
		   lqcd_spinor_field_create(&source, &small_lattice, LQCD_FULL) == LQCD_OK &&
		   lqcd_spinor_field_create(&other, &large_lattice, LQCD_FULL) == LQCD_OK &&
		   lqcd_gauge_field_create(&u, &small_lattice, LQCD_FULL) == LQCD_OK &&
		   lqcd_gauge_field_create(&other_u, &large_lattice, LQCD_FULL) == LQCD_OK &&
		   lqcd_gauge_field_create(&even_u, &small_lattice, LQCD_EVEN) == LQCD_OK &&
		   lqcd_gauge_field_create(&gone_u, &small_lattice, LQCD_FULL) == LQCD_OK;
	tap_ok(good, "fields");
	if (!good) return tap_done();
	for (int k = 0; k < LQCD_COLUMNS; k++) even_column[k] = lqcd_spinor_field_part(&column[k], LQCD_EVEN);
	lqcd_propagator_destroy(gone_column);
	lqcd_gauge_field_destroy(&gone_u);
	lqcd_gauge_field_random(&u, tap_random_u64(), 0);
	lqcd_gauge_field_unit(&other_u);
	test_lattices();
	test_ends();
	test_layouts();
	test_points();
	test_foreign();
	test_inverters();
	test_mixed();
	test_mixed_walls();
	test_propagators();
	test_numbers();
	test_causes();
	test_files();
	test_tag_f();
	test_tag_d();
	test_tag_vf();
	test_tag_vd();
	test_tag_h();
	test_tag_vh();
	lqcd_propagator_destroy(column);
	lqcd_spinor_field_destroy(&solution);
	lqcd_spinor_field_destroy(&source);
	lqcd_spinor_field_destroy(&other);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&other_u);
	lqcd_gauge_field_destroy(&even_u);
	lqcd_lattice_destroy(&small_lattice);
	lqcd_lattice_destroy(&large_lattice);
	return tap_done();
}
