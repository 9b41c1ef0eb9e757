/* tests/gpu/misuse.cu: fields and operators of a GPU, and what they cannot work on; tests/support/misuse.h. What hosts have, too, is
 * in tests/misuse/misuse.inc. */
#include "../support/misuse.h"

#define MISUSE_TAG "gd"
#include <lqcd.h>

#include "case.h"

/* An inverter with new links is one made for them. */
static void check_new_links(host_case *c)
{
	lqcd_gauge_field_d old;
	lqcd_gpu_inverter inv[2];
	lqcd_spinor_field_d x[2];
	lqcd_status s = LQCD_OK;
	const lqcd_solve_params p = lqcd_solve_params_default();
	must(lqcd_gauge_field_create(&old, &c->lat, LQCD_FULL));
	lqcd_gauge_field_unit(&old);
	for (int n = 0; n < 2; n++) {
		must(lqcd_inverter_create_view(&inv[n], lqcd_gauge_field_view(n ? &old : &c->u), 0.5, -1, LQCD_BICGSTAB, LQCD_FLOAT));
		must(lqcd_spinor_field_create(&x[n], &c->lat, LQCD_FULL));
	}
	must(lqcd_inverter_set_links(&inv[1], &c->u));
	for (int n = 0; n < 2; n++) {
		const lqcd_solve_result r = lqcd_inverter_solve(&inv[n], &x[n], &c->in, &p);
		if (r.status != LQCD_OK) s = r.status;
	}
	tap_ok(s == LQCD_OK && !memcmp(x[0].ptr, x[1].ptr, (size_t)x[0].type->gsize_spinor * sizeof *x[0].ptr),
	       "new links: %s", lqcd_inverter_tags(&inv[1]));
	for (int n = 0; n < 2; n++) {
		lqcd_inverter_destroy(&inv[n]);
		lqcd_spinor_field_destroy(&x[n]);
	}
	lqcd_gauge_field_destroy(&old);
}

/* Links of a device, and what works on them. */
static void gauge(host_case *c, host_case *far)
{
	lqcd_gauge_field_gd u, v, gone, other, half, *const none = NULL;
	lqcd_gauge_field_gf low;
	lqcd_action_gd a, b;
	double loop[2];
	lqcd_flow_gd flow;
	lqcd_hmc_gd hmc;
	lqcd_energy_values e;
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(5.7, 0, 1);
	must(lqcd_gauge_field_create(&u, &c->there, LQCD_FULL));
	must(lqcd_gauge_field_create(&v, &c->there, LQCD_FULL));
	must(lqcd_gauge_field_create(&gone, &c->there, LQCD_FULL));
	must(lqcd_gauge_field_create(&other, &far->there, LQCD_FULL));
	must(lqcd_gauge_field_create(&half, &c->there, LQCD_EVEN));
	lqcd_gauge_field_unit(&u);
	lqcd_gauge_field_destroy(&gone);
	REFUSED(lqcd_gauge_field_put_gd(none, lqcd_gauge_field_view(&c->u)));
	REFUSED(lqcd_gauge_field_put_gd(&gone, lqcd_gauge_field_view(&c->u)));
	REFUSED(lqcd_gauge_field_put_gd(&half, lqcd_gauge_field_view(&c->u)));
	REFUSED(lqcd_gauge_field_put_gd(&u, lqcd_gauge_field_view(&far->u)));
	REFUSED(lqcd_gauge_field_get_gd(lqcd_gauge_field_view(&c->u), &gone));
	REFUSED(lqcd_heatbath_sweep_gd(&gone, 6, 1, 0));
	REFUSED(lqcd_heatbath_sweep_gd(&u, tap_nan(), 1, 0));
	REFUSED(lqcd_smear_stout_gd(&u, &u, 0.1, 4));
	REFUSED(lqcd_smear_stout_gd(&v, &other, 0.1, 4));
	REFUSED(lqcd_energy_gd(&e, &gone, 1));
	REFUSED(lqcd_flow_create_gd(&flow, &c->there, (lqcd_flow_kind)3));
	chain.levels = 0;
	REFUSED(lqcd_hmc_create_gd(&hmc, &c->there, &chain));
	must(lqcd_action_create(&a, &c->there, 0));
	must(lqcd_flow_create(&flow, &c->there, LQCD_FLOW_WILSON));
	REFUSED(lqcd_action_force_gd(&gone, 0, &a, &u, 1));
	REFUSED(lqcd_action_force_gd(&v, 0, &a, &half, 1));
	must(lqcd_gauge_field_create(&low, &far->there, LQCD_FULL));
	must(lqcd_action_create(&b, &far->there, LQCD_C1_IWASAKI));
	REFUSED(lqcd_field_convert(lqcd_gauge_field_view(&u), lqcd_gauge_field_view(&low)));
	REFUSED(lqcd_field_convert(lqcd_gauge_field_view(&low), lqcd_gauge_field_view(&gone)));
	REFUSED(lqcd_action_heatbath_gd(&a, none, 6, 1, 0));
	REFUSED(lqcd_action_heatbath_gd(&a, &u, 6, 1, (uint64_t)1 << 42));
	REFUSED(lqcd_action_overrelax_gd(&b, &u));
	REFUSED(lqcd_action_overrelax_gd(&a, &gone));
	REFUSED(lqcd_wilson_loops(loop, loop, &gone, 1, 1));
	REFUSED(lqcd_wilson_loops(loop, loop, &half, 1, 1));
	REFUSED(lqcd_wilson_loops(loop, loop, &u, 1, 0));
	tap_ok(tap_isnan(lqcd_polyakov_loop(lqcd_gauge_field_view(&half)).re), "a Polyakov loop of half of the links is NaN");
	lqcd_gauge_field_destroy(&low);
	lqcd_action_destroy(&b);
	lqcd_flow_destroy(&flow);
	lqcd_action_destroy(&a);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_gauge_field_destroy(&other);
	lqcd_gauge_field_destroy(&half);
}

/* Domain wall quarks. */
static void wall(host_case *c, host_case *far)
{
	const lqcd_domain_wall_params params = lqcd_domain_wall_params_make(3, 1.8, 0.1, 1.5, 0.5);
	lqcd_domain_wall_params no_params = params;
	lqcd_domain_wall_gd D, no_D;
	lqcd_multi_spinor_field_gd x, y, tmp, gone, few;
	lqcd_spinor_field_gd q, far_q, *const none = NULL;
	const lqcd_solve_params p = lqcd_solve_params_default();
	no_params.b5 = 0;
	memset(&no_D, 0, sizeof no_D);
	gone.ptr = NULL;
	must(lqcd_domain_wall_create_on(&D, &c->there, lqcd_gauge_field_view(&c->u), &params, 1, LQCD_LINK_12));
	must(lqcd_domain_wall_field(&x, &D, LQCD_FULL));
	must(lqcd_domain_wall_field(&y, &D, LQCD_FULL));
	must(lqcd_domain_wall_field(&tmp, &D, LQCD_FULL));
	must(lqcd_multi_spinor_field_create(&few, &c->there, LQCD_FULL, 2));
	must(lqcd_spinor_field_create(&q, &c->there, LQCD_FULL));
	must(lqcd_spinor_field_create(&far_q, &far->there, LQCD_FULL));
	REFUSED(lqcd_domain_wall_create_on_gd(NULL, &c->there, lqcd_gauge_field_view(&c->u), &params, 1, LQCD_LINK_12));
	REFUSED(lqcd_domain_wall_create_on_gd(&no_D, NULL, lqcd_gauge_field_view(&c->u), &params, 1, LQCD_LINK_12));
	REFUSED(lqcd_domain_wall_create_on_gd(&no_D, &c->there, lqcd_gauge_field_view(&far->u), &params, 1, LQCD_LINK_12));
	REFUSED(lqcd_domain_wall_create_on_gd(&no_D, &c->there, lqcd_gauge_field_view(&c->u), NULL, 1, LQCD_LINK_12));
	REFUSED(lqcd_domain_wall_create_on_gd(&no_D, &c->there, lqcd_gauge_field_view(&c->u), &no_params, 1, LQCD_LINK_12));
	REFUSED(lqcd_domain_wall_create_on_gd(&no_D, &c->there, lqcd_gauge_field_view(&c->u), &params, 0, LQCD_LINK_12));
	HARMLESS(lqcd_domain_wall_destroy_gd(NULL));
	REFUSED(lqcd_domain_wall_field_gd(&gone, &no_D, LQCD_FULL));
	REFUSED(lqcd_domain_wall_field_gd(NULL, &D, LQCD_FULL));
	REFUSED(lqcd_domain_wall_source(&x, &D, none, &tmp));
	REFUSED(lqcd_domain_wall_source(&x, &D, &far_q, &tmp));
	REFUSED(lqcd_domain_wall_source(&x, &no_D, &q, &tmp));
	REFUSED(lqcd_domain_wall_source(&few, &D, &q, &few));
	REFUSED(lqcd_domain_wall_quark(&q, &gone));
	REFUSED(lqcd_domain_wall_quark(&far_q, &x));
	const lqcd_multi_dirac_gd wall = lqcd_domain_wall_dirac(&D), no_wall = lqcd_domain_wall_dirac(&no_D);
	ASSERTED(lqcd_dirac_apply(&x, &no_wall, &y, 0, &tmp));
	ASSERTED(lqcd_dirac_apply(&x, &wall, &gone, 0, &tmp));
	ASSERTED(lqcd_dirac_apply(&few, &wall, &few, 0, &tmp));
	UNKNOWN(lqcd_dirac_logdet((const lqcd_multi_dirac_gd *)NULL, LQCD_EVEN));
	lqcd_solve_result r[LQCD_MAX_RHS];
	REFUSED(lqcd_multi_dirac_solve(&x, &no_wall, &y, LQCD_CG, &p, r));
	REFUSED(lqcd_multi_dirac_solve(&x, &wall, &x, LQCD_CG, &p, r));
	REFUSED(lqcd_multi_dirac_solve(&few, &wall, &few, LQCD_CG, &p, r));
	REFUSED(lqcd_multi_dirac_solve(&x, &wall, &y, LQCD_BLOCK_CG, &p, r));
	REFUSED(lqcd_multi_dirac_solve(&x, &wall, &y, LQCD_CG, NULL, r));
	lqcd_gpu_inverter inv;
	lqcd_quark_gd quark = lqcd_quark_from_domain_wall_gd(&no_D, NULL, LQCD_CG);
	REFUSED(lqcd_inverter_create_by(&inv, &quark));
	quark = lqcd_quark_from_domain_wall_gd(&D, NULL, LQCD_CG);
	REFUSED(lqcd_inverter_create_by((lqcd_gpu_inverter *)NULL, &quark));
	REFUSED(lqcd_inverter_create_by(&inv, (const lqcd_quark_gd *)NULL));
	/* In hybrid Monte Carlo. */
	lqcd_multi_pseudofermion_gd pf;
	lqcd_force_gd force;
	memset((void *)&force, 0, sizeof force);
	lqcd_multi_dirac_gd d = lqcd_domain_wall_dirac_force(&D), plain = lqcd_domain_wall_dirac(&D);
	REFUSED(lqcd_multi_pseudofermion_create_for_gd(&pf, &plain, NULL));
	REFUSED(d.set_links(d.self, NULL));
	lqcd_domain_wall_destroy(&D);
	lqcd_multi_spinor_field_destroy(&x);
	lqcd_multi_spinor_field_destroy(&y);
	lqcd_multi_spinor_field_destroy(&tmp);
	lqcd_multi_spinor_field_destroy(&few);
	lqcd_spinor_field_destroy(&q);
	lqcd_spinor_field_destroy(&far_q);
}

/* Sources, propagators and hadrons of a device. */
static void observables(host_case *c, host_case *far)
{
	static const int origin[4] = {0, 0, 0, 0};
	lqcd_spinor_field_gd s[LQCD_COLUMNS], gone[LQCD_COLUMNS], other[LQCD_COLUMNS], half[LQCD_COLUMNS], *const none = NULL;
	lqcd_gauge_field_gd u, far_u;
	lqcd_meson_spins m[8];
#if LQCD_NC == 3
	lqcd_baryon_spins b[8];
#endif
	lqcd_gpu_inverter inv, host;
	lqcd_solve_params p = lqcd_solve_params_default();
	double corr[8];
	must(lqcd_propagator_create(s, &c->there));
	must(lqcd_propagator_create(gone, &c->there));
	must(lqcd_propagator_create(other, &far->there));
	must(lqcd_gauge_field_create(&u, &c->there, LQCD_FULL));
	must(lqcd_gauge_field_create(&far_u, &far->there, LQCD_FULL));
	memcpy((void *)half, s, sizeof half);
	half[5] = lqcd_spinor_field_part(&s[5], LQCD_EVEN);
	lqcd_propagator_destroy(gone);
	REFUSED(lqcd_propagator_create_gd(NULL, &c->there));
	REFUSED(lqcd_propagator_create_gd(gone, NULL));
	HARMLESS(lqcd_propagator_destroy_gd(NULL));
	REFUSED(lqcd_point_source_gd(none, origin, 0, 0));
	REFUSED(lqcd_point_source_gd(&gone[0], origin, 0, 0));
	REFUSED(lqcd_point_source_gd(&half[5], origin, 0, 0));
	REFUSED(lqcd_point_source_gd(&s[0], origin, 4, 0));
	REFUSED(lqcd_wall_source_gd(&s[0], 0, NULL, 0, LQCD_NC));
	REFUSED(lqcd_z2_source_gd(&s[0], 0, -1, 1, 1));
	REFUSED(lqcd_noise_source_gd(&half[5], LQCD_NOISE_U1, NULL, 1, 1));
	REFUSED(lqcd_noise_source_gd(&s[0], LQCD_NOISE_U1, NULL, 1, 1));
	REFUSED(lqcd_sequential_source_gd(&s[0], 16, NULL, NULL, &s[1]));
	REFUSED(lqcd_sequential_source_gd(&s[0], 0, NULL, NULL, &half[5]));
	REFUSED(lqcd_source_shift_gd(&s[0], &far_u, &s[1], 0, 0));
	REFUSED(lqcd_source_shift_gd(&s[0], &u, &s[0], 0, 0));
	REFUSED(lqcd_propagator_point_source_gd(s, NULL));
	REFUSED(lqcd_propagator_wall_source_gd(gone, 0, NULL));
	ASSERTED(lqcd_pion_add_gd(NULL, &s[0], 0));
	ASSERTED(lqcd_pion_add_gd(corr, &gone[0], 0));
	ASSERTED(lqcd_pion_add_gd(corr, &half[5], 0));
	REFUSED(lqcd_source_wuppertal_gd(none, &u, 0.1, 1));
	REFUSED(lqcd_source_wuppertal_gd(&gone[0], &u, 0.1, 1));
	REFUSED(lqcd_source_jacobi_gd(&half[5], &u, 0.1, 1));
	REFUSED(lqcd_source_jacobi_gd(&s[0], &far_u, 0.1, 1));
	REFUSED(lqcd_source_jacobi_gd(&s[0], NULL, 0.1, 1));
	REFUSED(lqcd_meson_correlators_gd(NULL, s, s, origin, NULL, 1));
	REFUSED(lqcd_meson_correlators_gd(m, NULL, s, origin, NULL, 1));
	REFUSED(lqcd_meson_correlators_gd(m, s, other, origin, NULL, 1));
	REFUSED(lqcd_meson_correlators_gd(m, s, s, origin, NULL, 2));
	REFUSED(lqcd_meson_correlators_gd(m, s, s, origin, NULL, 0));
#if LQCD_NC == 3
	REFUSED(lqcd_proton_correlators_gd(b, gone, s, origin, NULL, 1));
	REFUSED(lqcd_proton_correlators_gd(b, s, half, origin, NULL, 1));
	REFUSED(lqcd_proton_correlators_gd(b, s, s, NULL, NULL, 1));
#endif
	REFUSED(lqcd_inverter_create_on(NULL, &c->there, lqcd_gauge_field_view(&c->u), 0.5, 1, LQCD_CG, LQCD_FLOAT));
	REFUSED(lqcd_inverter_create_on(&inv, NULL, lqcd_gauge_field_view(&c->u), 0.5, 1, LQCD_CG, LQCD_FLOAT));
	REFUSED(lqcd_inverter_create_on(&inv, &far->there, lqcd_gauge_field_view(&c->u), 0.5, 1, LQCD_CG, LQCD_FLOAT));
	REFUSED(lqcd_inverter_create_on(&inv, &c->there, lqcd_gauge_field_view(&c->u), 0.5, 1, LQCD_CG, (lqcd_precision)3));
	must(lqcd_inverter_create_on(&inv, &c->there, lqcd_gauge_field_view(&c->u), 0.5, 1, LQCD_CG, LQCD_FLOAT));
	REFUSED(lqcd_inverter_solve(&inv, &s[0], &s[0], &p).status);
	REFUSED(lqcd_inverter_solve(&inv, &s[0], &half[5], &p).status);
	REFUSED(lqcd_inverter_solve(&inv, &s[0], &other[1], &p).status);
	REFUSED(lqcd_inverter_solve(&inv, &s[0], none, &p).status);
	REFUSED(lqcd_inverter_solve(&inv, &s[0], &s[1], NULL).status);
	REFUSED(lqcd_propagator_solve_by_gd(s, NULL, &p, NULL));
	REFUSED(lqcd_propagator_solve_by_gd(s, &inv, NULL, NULL));
	REFUSED(lqcd_propagator_solve_by_gd(gone, &inv, &p, NULL));
	REFUSED(lqcd_propagator_solve_by_gd(other, &inv, &p, NULL));
	lqcd_inverter_destroy(&inv);
	memset((void *)&host, 0, sizeof host);
	REFUSED(lqcd_inverter_solve(&host, &s[0], &s[1], &p).status);
	lqcd_propagator_destroy(s);
	lqcd_propagator_destroy(other);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&far_u);
}

/* Multigrid, and GCR. */
static void multigrid(host_case *c, host_case *far)
{
	const lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_multigrid_params few = lqcd_multigrid_params_default();
	lqcd_wilson_gd D, no_D;
	lqcd_wilson_gf low;
	lqcd_multigrid_gd mg, gone;
	lqcd_multigrid_gf mg_low, *const none = NULL;
	lqcd_spinor_field_gd x, b, other;
	lqcd_operator_gd op;
	few.vectors = 2;
	few.initial = few.rounds = 1;
	memset((void *)&no_D, 0, sizeof no_D);
	memset((void *)&op, 0, sizeof op);
	must(lqcd_spinor_field_create(&x, &c->there, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &c->there, LQCD_FULL));
	must(lqcd_spinor_field_create(&other, &far->there, LQCD_FULL));
	lqcd_spinor_field_gaussian(&b, 1, 0);
	must(lqcd_wilson_create_on(&D, &c->there, lqcd_gauge_field_view(&c->u), 0.5, 1, LQCD_LINK_12));
	must(lqcd_wilson_create_on(&low, &c->there, lqcd_gauge_field_view(&c->u), 0.5, 1, LQCD_LINK_12));
	must(lqcd_multigrid_create(&mg, &D, &few, &why));
	must(lqcd_multigrid_create(&mg_low, &low, &few, &why));
	must(lqcd_multigrid_create(&gone, &D, &few, &why));
	lqcd_multigrid_destroy(&gone);
	HARMLESS(lqcd_multigrid_destroy(&gone));
	REFUSED(lqcd_multigrid_create_gd(&gone, &no_D, &few, &why));
	REFUSED(lqcd_multigrid_solve(&x, &mg, &x, &p).status);
	REFUSED(lqcd_multigrid_solve(&other, &mg, &b, &p).status);
	REFUSED(lqcd_multigrid_solve(&x, &mg, &b, NULL).status);
	REFUSED(lqcd_wilson_solve_multigrid(&x, &no_D, &mg_low, &b, &p).status);
	REFUSED(lqcd_wilson_solve_multigrid(&x, &D, none, &b, &p).status);
	REFUSED(lqcd_wilson_solve_multigrid(&other, &D, &mg_low, &other, &p).status);
	lqcd_multi_spinor_field_gd xs, bs, others;
	lqcd_multi_spinor_field_gd *const no_field = NULL;
	lqcd_solve_result results[3], *const no_results = NULL;
	must(lqcd_multi_spinor_field_create(&xs, &c->there, LQCD_FULL, 3));
	must(lqcd_multi_spinor_field_create(&bs, &c->there, LQCD_FULL, 3));
	must(lqcd_multi_spinor_field_create(&others, &far->there, LQCD_FULL, 3));
	REFUSED(lqcd_wilson_solve_multigrid(&xs, &no_D, &mg_low, &bs, &p, results));
	REFUSED(lqcd_wilson_solve_multigrid(&xs, &D, none, &bs, &p, results));
	REFUSED(lqcd_wilson_solve_multigrid(&xs, &D, &mg_low, &xs, &p, results));
	REFUSED(lqcd_wilson_solve_multigrid(&xs, &D, &mg_low, &bs, NULL, results));
	REFUSED(lqcd_wilson_solve_multigrid(&xs, &D, &mg_low, &bs, &p, no_results));
	REFUSED(lqcd_wilson_solve_multigrid(no_field, &D, &mg_low, &bs, &p, results));
	REFUSED(lqcd_wilson_solve_multigrid(&xs, &D, &mg_low, no_field, &p, results));
	REFUSED(lqcd_wilson_solve_multigrid(&others, &D, &mg_low, &bs, &p, results));
	lqcd_multi_spinor_field_destroy(&xs);
	lqcd_multi_spinor_field_destroy(&bs);
	lqcd_multi_spinor_field_destroy(&others);
	REFUSED(lqcd_gcr_gd(&x, &op, &b, NULL, 4, &p).status);
	lqcd_multigrid_destroy(&mg);
	lqcd_multigrid_destroy(&mg_low);
	lqcd_wilson_destroy(&D);
	lqcd_wilson_destroy(&low);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
	lqcd_spinor_field_destroy(&other);
}

/* What hosts are asked, with fields and operators of the device. */
static lqcd_gpu_lattice *small_there, *large_there, nowhere;
#include "../misuse/room.h"
static lqcd_gauge_field_d u;
#define SMALL   small_there
#define LARGE   large_there
#define NOWHERE (&nowhere)
#define LQCD_TAG gd
#include "../misuse/misuse.inc"
#define MISUSE_TAG "gd"

int main(void)
{
	static const int extent[4] = {4, 4, 4, 4}, large[4] = {8, 4, 4, 4};
	const lqcd_link_storage no_storage = (lqcd_link_storage)3;
	const lqcd_method no_method = LQCD_BLOCK_CG;
	lqcd_spinor_field_gd x, y, gone, other, *const none = NULL;
	lqcd_multi_spinor_field_gd m, gone_m;
	lqcd_wilson_gd D, no_D;
	lqcd_gpu_lattice there;
	lqcd_gpu_inverter inv;
	lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_gauge_field_d *const no_u = NULL;
	gpu_begin();
	host_case c(extent, 1), far(large, 1);
	ok_params = bad_params = p;
	bad_params.tolerance = -1;
	small_there = &c.there;
	large_there = &far.there;
	u = c.u;
	test_tag_gd();
	(void)lqcd_gpu_lattice_status(&c.there, NULL);
	(void)lqcd_gpu_lattice_status(&far.there, NULL);
	must(lqcd_spinor_field_create(&x, &c.there, LQCD_FULL));
	must(lqcd_spinor_field_create(&y, &c.there, LQCD_FULL));
	must(lqcd_spinor_field_create(&gone, &c.there, LQCD_FULL));
	must(lqcd_spinor_field_create(&other, &far.there, LQCD_FULL));
	must(lqcd_multi_spinor_field_create(&m, &c.there, LQCD_FULL, 3));
	must(lqcd_multi_spinor_field_create(&gone_m, &c.there, LQCD_FULL, 3));
	must(lqcd_wilson_create_on(&D, &c.there, lqcd_gauge_field_view(&c.u), 0.5, 1, LQCD_LINK_12));
	memset(&no_D, 0, sizeof no_D);
	lqcd_spinor_field_destroy(&gone);
	lqcd_multi_spinor_field_destroy(&gone_m);
	gauge(&c, &far);
	wall(&c, &far);
	observables(&c, &far);
	(void)lqcd_gpu_lattice_status(&c.there, NULL);
	multigrid(&c, &far);
	(void)lqcd_gpu_lattice_status(&c.there, NULL);
	REFUSED(lqcd_gpu_lattice_create(NULL, &gpu, &c.lat, &why));
	REFUSED(lqcd_gpu_lattice_create(&there, NULL, &c.lat, &why));
	REFUSED(lqcd_gpu_lattice_create(&there, &gpu, NULL, NULL));
	REFUSED(lqcd_spinor_field_put_gd(none, lqcd_spinor_field_view(&c.in)));
	REFUSED(lqcd_spinor_field_put_gd(&gone, lqcd_spinor_field_view(&c.in)));
	REFUSED(lqcd_spinor_field_put_gd(&x, lqcd_spinor_field_view_d(NULL)));
	REFUSED(lqcd_spinor_field_put_gd(&x, lqcd_spinor_field_view(&far.in)));
	REFUSED(lqcd_spinor_field_get_gd(lqcd_spinor_field_view(&c.got), &gone));
	REFUSED(lqcd_multi_spinor_field_put_gd(&m, 3, lqcd_spinor_field_view(&c.in)));
	REFUSED(lqcd_multi_spinor_field_get_gd(lqcd_spinor_field_view(&c.got), &gone_m, 0));
	REFUSED(lqcd_wilson_create_on_gd(NULL, &c.there, lqcd_gauge_field_view(&c.u), 0.5, 1, LQCD_LINK_12));
	REFUSED(lqcd_wilson_create_on_gd(&no_D, NULL, lqcd_gauge_field_view(&c.u), 0.5, 1, LQCD_LINK_12));
	REFUSED(lqcd_wilson_create_on_gd(&no_D, &c.there, lqcd_gauge_field_view(no_u), 0.5, 1, LQCD_LINK_12));
	REFUSED(lqcd_wilson_create_on_gd(&no_D, &c.there, lqcd_gauge_field_view(&far.u), 0.5, 1, LQCD_LINK_12));
	REFUSED(lqcd_wilson_create_on_gd(&no_D, &c.there, lqcd_gauge_field_view(&c.u), 0.5, 1, no_storage));
	ASSERTED(lqcd_spinor_field_copy(&x, &gone));
	ASSERTED(lqcd_wilson_hop(&x, &D, &gone, 0));
	const auto view = lqcd_wilson_dirac(&D);
	REFUSED(lqcd_dirac_solve(&x, &view, &y, no_method, &p).status);
	REFUSED(lqcd_inverter_create_view((lqcd_gpu_inverter *)NULL, lqcd_gauge_field_view(&c.u), 0.5, 1, LQCD_CG, LQCD_SAME_PRECISION));
	REFUSED(lqcd_inverter_create_view(&inv, lqcd_gauge_field_view(no_u), 0.5, 1, LQCD_CG, LQCD_SAME_PRECISION));
	must(lqcd_inverter_create_view(&inv, lqcd_gauge_field_view(&c.u), 0.5, 1, LQCD_CG, LQCD_SAME_PRECISION));
	REFUSED(lqcd_inverter_solve(&inv, &c.in, &c.in, &p).status);
	REFUSED(lqcd_inverter_solve(&inv, (lqcd_spinor_field_d *)NULL, &c.in, &p).status);
	REFUSED(lqcd_inverter_solve(&inv, &c.x, &far.in, &p).status);
	REFUSED(lqcd_inverter_solve(&inv, &c.x, &c.in, NULL).status);
	REFUSED(lqcd_inverter_set_links_view((lqcd_gpu_inverter *)NULL, lqcd_gauge_field_view(&c.u)));
	lqcd_inverter_destroy(&inv);
	check_new_links(&c);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&y);
	lqcd_spinor_field_destroy(&other);
	lqcd_multi_spinor_field_destroy(&m);
	lqcd_wilson_destroy(&D);
	/* The refusals were noted there. */
	(void)lqcd_gpu_lattice_status(&c.there, &why);
	(void)lqcd_gpu_lattice_status(&far.there, &why);
	return tap_done();
}
