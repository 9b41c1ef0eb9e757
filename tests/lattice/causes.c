/* tests/lattice/causes.c: after a failure lqcd_lattice_why says which argument is wrong, its value and what is legal. A row of
 * each table below is a call that must fail, its status, and words that the cause must have. */
#include <lqcd.h>

#include "../support/support.h"
#include "../support/expect.h"

#define WHY(call, status, words) check(&lat, #call, (call), status, words)

static lqcd_lattice lat, other;

/* A number that no enum has, hidden from the compiler. */
static int wrong(int n)
{
	static volatile int none;
	return n + none;
}

static void require(lqcd_status s, const char *what)
{
	if (s == LQCD_OK) return;
	printf("Bail out! %s: %s\n", what, lqcd_status_text(s));
	exit(1);
}

static void check(const lqcd_lattice *on, const char *call, lqcd_status s, lqcd_status wanted, const char *words)
{
	const lqcd_message why = lqcd_lattice_why(on, s), again = lqcd_lattice_why(on, s);
	tap_ok(s == wanted && strstr(why.text, words) && strlen(why.text) < 200 && !strcmp(again.text, lqcd_status_text(s)),
	       "%.100s: %s: %s", call, lqcd_status_text(s), why.text);
}

static void fields(void)
{
	static const int narrow[4] = {6, 6, 6, 6};
	lqcd_lattice thin;
	lqcd_spinor_field_d s;
	lqcd_spinor_field_vf v;
	lqcd_gauge_field_d u;
	lqcd_multi_spinor_field_d m;
	const lqcd_parity three = (lqcd_parity)wrong(3);
	WHY(lqcd_spinor_field_create(&s, &lat, three), LQCD_ERR_ARGUMENT, "parity 3: LQCD_FULL");
	WHY(lqcd_gauge_field_create(&u, &lat, three), LQCD_ERR_ARGUMENT, "parity 3");
	WHY(lqcd_multi_spinor_field_create(&m, &lat, LQCD_FULL, 0), LQCD_ERR_ARGUMENT, "0 right-hand sides");
	WHY(lqcd_multi_spinor_field_create(&m, &lat, LQCD_FULL, 1000), LQCD_ERR_ARGUMENT, "1000 right-hand sides");
	WHY(lqcd_multi_spinor_field_create_over(&m, &lat, LQCD_FULL, 2, (lqcd_lanes_over)wrong(7)), LQCD_ERR_ARGUMENT, "lanes over 7");
	require(lqcd_lattice_create(&thin, narrow, NULL, NULL), "a lattice");
	const lqcd_status status = lqcd_spinor_field_create(&v, &thin, LQCD_FULL);
	if (status == LQCD_OK) { /* one lane, or 2: they fit */
		tap_skip("a lane grid for %d lanes fits 6^4", LQCD_LANES_vf);
		lqcd_spinor_field_destroy(&v);
	} else
		check(&thin, "6,6,6,6", status, LQCD_ERR_LANES, "fits the extents 6,6,6,6 of a process: use tag f or d");
	lqcd_lattice_destroy(&thin);
}

static void operators(const lqcd_gauge_field_d *u, const lqcd_gauge_field_d *far, const lqcd_gauge_field_d *even)
{
	lqcd_wilson_d D, E;
	lqcd_clover_params c = lqcd_clover_params_default();
	lqcd_domain_wall_d w;
	lqcd_domain_wall_params p = lqcd_domain_wall_params_make(8, 1.8, 0.05, 1.5, 0.5);
	lqcd_inverter inv;
	lqcd_gauge_field_d none = *u;
	none.ptr = NULL;
	WHY(lqcd_wilson_create(&D, u, -4.5, LQCD_PERIODIC), LQCD_ERR_ARGUMENT, "mass -4.5: must be above -4");
	WHY(lqcd_wilson_create(&D, u, tap_nan(), LQCD_PERIODIC), LQCD_ERR_ARGUMENT, "nan: must be above -4");
	WHY(lqcd_wilson_create(&D, u, 0.1, 7), LQCD_ERR_ARGUMENT, "bc_t 7: LQCD_PERIODIC (1) or LQCD_ANTIPERIODIC (-1)");
	WHY(lqcd_wilson_create_as(&D, u, 0.1, 1, (lqcd_link_storage)wrong(5)), LQCD_ERR_ARGUMENT, "link storage 5");
	WHY(lqcd_wilson_create(&D, even, 0.1, 1), LQCD_ERR_GEOMETRY, "even sites: all are needed");
	require(lqcd_wilson_create(&D, u, 0.1, 1), "an operator");
	WHY(lqcd_wilson_set_links(&D, &none), LQCD_ERR_ARGUMENT, "a field that was not created");
	WHY(lqcd_wilson_set_links(&D, far), LQCD_ERR_GEOMETRY, "another lattice");
	WHY(lqcd_wilson_create_alike(&E, &D, -9), LQCD_ERR_ARGUMENT, "mass -9");
	c.csw = tap_infinity();
	WHY(lqcd_clover_add(&D, u, &c, NULL), LQCD_ERR_ARGUMENT, "csw inf");
	c.csw = 1;
	c.schur = (lqcd_schur_form)wrong(4);
	WHY(lqcd_clover_add(&D, u, &c, NULL), LQCD_ERR_ARGUMENT, "schur 4");
	c.schur = LQCD_SCHUR_ASYMMETRIC;
	lqcd_message why = {""};
	tap_ok(lqcd_clover_add(&D, far, &c, &why) == LQCD_ERR_GEOMETRY && strstr(why.text, "clover term: a field of another lattice"),
	       "lqcd_clover_add with a message: %s", why.text);
	lqcd_wilson_destroy(&D);
	p.ls = 0;
	WHY(lqcd_domain_wall_create(&w, u, &p, 1), LQCD_ERR_ARGUMENT, "ls 0: from 1 to");
	p = lqcd_domain_wall_params_make(8, 1.8, 0.05, 1.5, 0.5);
	p.m5 = 5;
	WHY(lqcd_domain_wall_create(&w, u, &p, 1), LQCD_ERR_ARGUMENT, "m5 5");
	p.m5 = -1.8;
	WHY(lqcd_domain_wall_create(&w, u, &p, 1), LQCD_ERR_ARGUMENT, "where others write -1.8, m5 is 1.8");
	p.m5 = 1.8;
	p.b5 = -1;
	WHY(lqcd_domain_wall_create(&w, u, &p, 1), LQCD_ERR_ARGUMENT, "b5 -1");
	WHY(lqcd_inverter_create(&inv, u, 0.1, 1, (lqcd_method)wrong(9)), LQCD_ERR_ARGUMENT, "method 9");
	WHY(lqcd_inverter_create_as(&inv, u, 0.1, 1, LQCD_CG, (lqcd_precision)wrong(5)), LQCD_ERR_ARGUMENT, "inner precision 5");
	WHY(lqcd_inverter_create(&inv, u, -5, 1, LQCD_CG), LQCD_ERR_ARGUMENT, "mass -5");
}

static void solves(const lqcd_gauge_field_d *u)
{
	lqcd_wilson_d D;
	lqcd_spinor_field_d x, b, e;
	lqcd_solve_params p = lqcd_solve_params_default();
	require(lqcd_wilson_create(&D, u, 0.1, 1), "an operator");
	require(lqcd_spinor_field_create(&x, &lat, LQCD_FULL), "a field");
	require(lqcd_spinor_field_create(&b, &lat, LQCD_FULL), "a field");
	require(lqcd_spinor_field_create(&e, &other, LQCD_FULL), "a field");
	lqcd_spinor_field_gaussian(&b, 1, 0);
	const lqcd_dirac_d d = lqcd_wilson_dirac(&D);
	WHY(lqcd_dirac_solve(&b, &d, &b, LQCD_CG, &p).status, LQCD_ERR_ARGUMENT, "x is b");
	p.tolerance = -1;
	WHY(lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &p).status, LQCD_ERR_ARGUMENT, "tolerance -1");
	p.tolerance = 1e-6;
	p.max_iterations = -3;
	WHY(lqcd_dirac_solve(&x, &d, &b, LQCD_BICGSTAB, &p).status, LQCD_ERR_ARGUMENT, "max_iterations -3");
	p.max_iterations = 10;
	WHY(lqcd_dirac_solve(&x, &d, &b, (lqcd_method)wrong(9), &p).status, LQCD_ERR_ARGUMENT, "method 9: LQCD_CG, LQCD_BICGSTAB or");
	p.tolerance = 1e-160;
	WHY(lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &p).status, LQCD_ERR_ARGUMENT, "tolerance 1e-160 times |b|");
	p.tolerance = 1e-6;
	const lqcd_operator_d op = lqcd_dirac_operator(&d);
	const double shift = tap_infinity();
	lqcd_solve_result r[99]; /* all are set, also when too many are asked for */
	lqcd_spectrum ends;
	WHY(lqcd_gcr(&x, &op, &b, NULL, 0, &p).status, LQCD_ERR_ARGUMENT, "restart 0: from 1 to");
	WHY(lqcd_multishift(&x, &op, &shift, 99, &b, &p, r), LQCD_ERR_ARGUMENT, "99 shifts: from 1 to");
	WHY(lqcd_multishift(&x, &op, &shift, 1, &b, &p, r), LQCD_ERR_ARGUMENT, "shift 0 is inf");
	WHY(lqcd_spectrum_find(&ends, &op, &b, 0.1, -1), LQCD_ERR_ARGUMENT, "-1 steps");
	lqcd_multi_spinor_field_d m;
	require(lqcd_multi_spinor_field_create(&m, &lat, LQCD_FULL, 2), "a field");
	WHY(lqcd_multi_spinor_field_put(&m, 2, lqcd_spinor_field_view(&b)), LQCD_ERR_GEOMETRY, "right-hand side 2: from 0 to 1");
	WHY(lqcd_multi_spinor_field_get(lqcd_spinor_field_view(&x), &m, -1), LQCD_ERR_GEOMETRY, "right-hand side -1");
	lqcd_multi_spinor_field_destroy(&m);
	WHY(lqcd_source_wuppertal(&b, u, 0.1, -2), LQCD_ERR_ARGUMENT, "-2 steps");
	WHY(lqcd_source_wuppertal(&e, u, 0.1, 2), LQCD_ERR_GEOMETRY, "another lattice");
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
	lqcd_spinor_field_destroy(&e);
	lqcd_wilson_destroy(&D);
}

static void updates(lqcd_gauge_field_d *u)
{
	lqcd_flow_d flow;
	lqcd_gauge_field_d v;
	double w[64];
	require(lqcd_gauge_field_create(&v, &lat, LQCD_FULL), "links");
	WHY(lqcd_heatbath_sweep(u, -1, 1, 0), LQCD_ERR_ARGUMENT, "beta -1: must be a number, 0 or above");
	WHY(lqcd_heatbath_sweep(u, 6, 1, ~(uint64_t)0), LQCD_ERR_ARGUMENT, "sweep 1.84e+19: below 2^");
	WHY(lqcd_flow_create(&flow, &lat, (lqcd_flow_kind)wrong(8)), LQCD_ERR_ARGUMENT, "flow kind 8");
	require(lqcd_flow_create(&flow, &lat, LQCD_FLOW_WILSON), "a flow");
	WHY(lqcd_flow_step(&flow, u, 1), LQCD_ERR_ARGUMENT, "flow step 1: from -0.5 to 0.5");
	WHY(lqcd_flow_adaptive(&flow, u, 1, 0), LQCD_ERR_ARGUMENT, "tolerance 0");
	lqcd_flow_destroy(&flow);
	WHY(lqcd_smear_stout(&v, u, tap_nan(), 4), LQCD_ERR_ARGUMENT, "parameter nan");
	WHY(lqcd_smear_stout(&v, u, 0.1, 9), LQCD_ERR_ARGUMENT, "dimensions 9");
	WHY(lqcd_wilson_loops(w, w, u, 0, 2), LQCD_ERR_ARGUMENT, "loops to 0 x 2");
	lqcd_gauge_field_destroy(&v);
}

static void hmc(lqcd_gauge_field_d *u)
{
	lqcd_hmc_d h;
	lqcd_hmc_chain c = lqcd_hmc_chain_make(5.6, 0, 1);
	lqcd_pseudofermion_d q;
	lqcd_rhmc_d r;
	c.level[0].steps = 0;
	WHY(lqcd_hmc_create(&h, &lat, &c), LQCD_ERR_ARGUMENT, "level 0: 0 steps");
	c = lqcd_hmc_chain_make(tap_nan(), 0, 1);
	WHY(lqcd_hmc_create(&h, &lat, &c), LQCD_ERR_ARGUMENT, "beta nan");
	c = lqcd_hmc_chain_make(5.6, 0, 1);
	c.levels = 99;
	WHY(lqcd_hmc_create(&h, &lat, &c), LQCD_ERR_ARGUMENT, "99 levels: from 1 to");
	c.levels = 1;
	c.gauge_level = 1;
	WHY(lqcd_hmc_create(&h, &lat, &c), LQCD_ERR_ARGUMENT, "gauge_level 1: from 0 to 0");
	c.gauge_level = LQCD_HMC_NO_GAUGE;
	WHY(lqcd_hmc_create(&h, &lat, &c), LQCD_ERR_ARGUMENT, "beta 5.6, c1 0 without a gauge action");
	c.gauge_level = 0;
	c.trajectory = (uint64_t)1 << 30;
	WHY(lqcd_hmc_create(&h, &lat, &c), LQCD_ERR_ARGUMENT, "below 2^26");
	c.trajectory = 0;
	require(lqcd_hmc_create(&h, &lat, &c), "a chain");
	WHY(lqcd_pseudofermion_create(&q, &lat, -9, 1), LQCD_ERR_ARGUMENT, "mass -9");
	WHY(lqcd_pseudofermion_create_ratio(&q, &lat, 0.1, -9, 1), LQCD_ERR_ARGUMENT, "mass -9");
	lqcd_multi_pseudofermion_d wall;
	const lqcd_domain_wall_params p = lqcd_domain_wall_params_make(4, 1.8, 0.05, 1.5, 0.5), bad = lqcd_domain_wall_params_make(99, 1.8, 0.05, 1.5, 0.5);
	WHY(lqcd_pseudofermion_create_domain_wall(&wall, &lat, &bad, 1, 1), LQCD_ERR_ARGUMENT, "domain wall: ls 99: from 1 to");
	WHY(lqcd_pseudofermion_create_domain_wall(&wall, &lat, &p, tap_nan(), 1), LQCD_ERR_ARGUMENT, "domain wall: mass nan");
	WHY(lqcd_pseudofermion_create_domain_wall(&wall, &lat, &p, 1, 5), LQCD_ERR_ARGUMENT, "bc_t 5");
	lqcd_domain_wall_d D;
	require(lqcd_domain_wall_create(&D, u, &p, 1), "a domain wall");
	const lqcd_multi_dirac_d plain = lqcd_domain_wall_dirac(&D);
	WHY(lqcd_pseudofermion_create_for(&wall, &plain, NULL), LQCD_ERR_ARGUMENT, "one vector of all right-hand sides");
	lqcd_domain_wall_destroy(&D);
	WHY(lqcd_rhmc_create(&r, &lat, 0.1, 1, 2, 1, 1e-6), LQCD_ERR_ARGUMENT, "spectrum 2 to 1, error 1e-06: 0 < low < high");
	require(lqcd_pseudofermion_create(&q, &lat, 0.1, 1), "quarks");
	lqcd_hmc_term_d term = lqcd_pseudofermion_term(&q);
	WHY(lqcd_hmc_add(&h, &term, 3), LQCD_ERR_ARGUMENT, "at level 3: there are 1 levels");
	term.force = NULL;
	WHY(lqcd_hmc_add(&h, &term, 0), LQCD_ERR_ARGUMENT, "no force");
	WHY(lqcd_hmc_evolve(&h, u, tap_nan()), LQCD_ERR_ARGUMENT, "length nan");
	h.chain.c1 = -0.3;
	WHY(lqcd_hmc_trajectory(&h, u), LQCD_ERR_ARGUMENT, "c1 -0.3: was 0 in create");
	lqcd_pseudofermion_destroy(&q);
	lqcd_hmc_destroy(&h);
}

static void test_causes(void)
{
	static const int extent[4] = {4, 4, 4, 4}, large[4] = {8, 4, 4, 4};
	lqcd_gauge_field_d u, far, even;
	require(lqcd_lattice_create(&lat, extent, NULL, NULL), "a lattice");
	require(lqcd_lattice_create(&other, large, NULL, NULL), "a lattice");
	const lqcd_lattice *fixed = &lat; /* creators take a const lattice */
	require(lqcd_gauge_field_create(&u, fixed, LQCD_FULL), "links");
	require(lqcd_gauge_field_create(&far, &other, LQCD_FULL), "links");
	require(lqcd_gauge_field_create(&even, fixed, LQCD_EVEN), "links");
	lqcd_gauge_field_random(&u, 1, 0);
	fields();
	operators(&u, &far, &even);
	solves(&u);
	updates(&u);
	hmc(&u);
	tap_ok(!strcmp(lqcd_lattice_why(NULL, LQCD_ERR_MEMORY).text, "out of memory"), "no lattice: the text of the status");
	check(&lat, "a status of another failure", ((void)lqcd_spinor_field_create((lqcd_spinor_field_d *)NULL, &lat, LQCD_FULL), LQCD_NAN),
	      LQCD_NAN, "NaN or infinity");
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&far);
	lqcd_gauge_field_destroy(&even);
	lqcd_lattice_destroy(&other);
	lqcd_lattice_destroy(&lat);
}
