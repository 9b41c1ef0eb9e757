/* tests/gpu/clover.cu: clover term and twisted mass of a GPU, dirac/device_wilson.h, against those of the host in double. The checks
 * of a tag are in operator.inc and clover.inc. */
#include <lqcd.h>

#include "case.h"

/* Links near equilibrium enough for blocks that are not singular: random ones, smoothed. */
static void smooth(host_case *c)
{
	held_links<lqcd_gauge_field_d> v(&c->lat);
	for (int n = 0; n < 4; n++) {
		must(lqcd_smear_stout(&v, &c->u, 0.12, 4));
		lqcd_gauge_field_copy(&c->u, &v);
	}
}

static const struct {
	const char *name;
	double csw, mu;
	int traceless;
	lqcd_schur_form schur;
} terms[] = {{"clover", 1.2, 0, 0, LQCD_SCHUR_ASYMMETRIC},
	     {"clover, symmetric", 1.1, 0, 0, LQCD_SCHUR_SYMMETRIC},
	     {"traceless and twisted clover", 0.8, -0.3, 1, LQCD_SCHUR_ASYMMETRIC},
	     {"twisted clover, symmetric", 1.3, 0.2, 0, LQCD_SCHUR_SYMMETRIC},
	     {"twisted mass", 0, 0.4, 0, LQCD_SCHUR_SYMMETRIC}};

static lqcd_clover_params params_of(int k)
{
	lqcd_clover_params p = lqcd_clover_params_default();
	p.csw = terms[k].csw;
	p.mu = terms[k].mu;
	p.traceless = terms[k].traceless;
	p.schur = terms[k].schur;
	return p;
}

#define LQCD_TAG gf
#include "clover.inc"
#define LQCD_TAG gd
#include "clover.inc"
#define LQCD_TAG gh
#include "clover.inc"

/* In two precisions. */
static void check_mixed(host_case *c, int bc)
{
	for (int k = 0; k < 4; k += 3) {
		const lqcd_clover_params p = params_of(k);
		const lqcd_field_view u = lqcd_gauge_field_view(&c->u);
		lqcd_solve_params params = lqcd_solve_params_default();
		lqcd_wilson_gd D;
		lqcd_wilson_gf f;
		lqcd_wilson_gh h;
		must(lqcd_wilson_create_on(&D, &c->there, u, c->D.mass, bc, LQCD_LINK_18));
		must(lqcd_wilson_create_on(&f, &c->there, u, c->D.mass, bc, LQCD_LINK_12));
		must(lqcd_wilson_create_on(&h, &c->there, u, c->D.mass, bc, LQCD_LINK_12));
		must(lqcd_clover_add(&D, lqcd_gauge_field_view(&c->u), &p, &why));
		must(lqcd_clover_add(&f, lqcd_gauge_field_view(&c->u), &p, &why));
		must(lqcd_clover_add(&h, lqcd_gauge_field_view(&c->u), &p, &why));
		held<lqcd_spinor_field_gd> b(&c->there), x(&c->there);
		must(lqcd_spinor_field_put(&b, lqcd_spinor_field_view(&c->in)));
		params.tolerance = 1e-11;
		const lqcd_dirac_gd d = lqcd_wilson_dirac(&D);
		const lqcd_dirac_gf df = lqcd_wilson_dirac(&f);
		const lqcd_dirac_gh dh = lqcd_wilson_dirac(&h);
		for (int method = 0; method < 2; method++) {
			const lqcd_method m = method ? LQCD_BICGSTAB : LQCD_CG;
			lqcd_spinor_field_zero(&x);
			const lqcd_solve_result r = lqcd_dirac_solve_mixed(&x, &d, &df, &b, m, &params);
			lqcd_spinor_field_zero(&x);
			const lqcd_solve_result q = lqcd_dirac_solve_mixed(&x, &d, &dh, &b, m, &params);
			tap_ok(r.status == LQCD_OK && q.status == LQCD_OK && r.residual <= 1e-11 && q.residual <= 1e-11,
			       "%s, %s: %s, double/float %.1e, double/16 bits %.1e", c->name, terms[k].name,
			       method ? "BiCGStab" : "CG", r.residual, q.residual);
		}
		lqcd_wilson_destroy(&D);
		lqcd_wilson_destroy(&f);
		lqcd_wilson_destroy(&h);
	}
}

/* Inverters with a term, in each inner precision, also after new links: the host's solution. */
static void check_inverter(host_case *c, int bc)
{
	static const lqcd_precision inner[] = {LQCD_SAME_PRECISION, LQCD_FLOAT, LQCD_HALF};
	static const char *const names[] = {"double", "float", "16 bits"};
	lqcd_solve_params params = lqcd_solve_params_default();
	params.tolerance = 1e-11;
	for (int k = 0; k < 3; k++) {
		const lqcd_clover_params p = params_of(k + 1);
		lqcd_inverter here;
		lqcd_gpu_inverter far;
		held_links<lqcd_gauge_field_d> u(&c->lat);
		lqcd_gauge_field_unit(&u);
		must(lqcd_inverter_create_as(&here, &c->u, 0.2, bc, LQCD_BICGSTAB, LQCD_FLOAT));
		must(lqcd_inverter_create_on(&far, &c->there, lqcd_gauge_field_view(&u), 0.2, bc, LQCD_BICGSTAB, inner[k]));
		must(lqcd_inverter_add_clover(&here, &c->u, &p, &why));
		must(lqcd_inverter_add_clover(&far, &u, &p, &why));
		must(lqcd_inverter_set_links(&far, &c->u));
		const lqcd_solve_result r = lqcd_inverter_solve(&here, &c->want, &c->in, &params),
					q = lqcd_inverter_solve(&far, &c->got, &c->in, &params);
		const double off = distance(c, LQCD_FULL);
		tap_ok(r.status == LQCD_OK && q.status == LQCD_OK && q.residual <= 1e-11 && off < 1e-9,
		       "%s: inverter in double and %s, %s: residual %.1e, off by %.1e", c->name, names[k], terms[k + 1].name,
		       q.residual, off);
		lqcd_inverter_destroy(&here);
		lqcd_inverter_destroy(&far);
	}
}

/* The first singular site, as on the host: 4 + m + csw C vanishes with unit links where 4 + m does; with a NaN. */
static void check_singular(host_case *c)
{
	const lqcd_clover_params p = lqcd_clover_params_default();
	lqcd_message here, there;
	lqcd_wilson_gd D;
	must(lqcd_wilson_create_on(&D, &c->there, lqcd_gauge_field_view(&c->u), 0.1, 1, LQCD_LINK_18));
	LQCD_4FIELD_AT(&c->u, c->u.type->master_end[0], 1)->e[0][2].im = tap_nan();
	const lqcd_status s = lqcd_clover_add(&c->D, &c->u, &p, &here), g = lqcd_clover_add(&D, lqcd_gauge_field_view(&c->u), &p, &there);
	tap_ok(s == LQCD_NAN && g == s && !strcmp(here.text, there.text) && !D.term.enabled,
	       "a singular block: %s", there.text);
	lqcd_clover_params wrong = p;
	wrong.csw = tap_nan();
	tap_ok(lqcd_clover_add(&D, lqcd_gauge_field_view(&c->u), &wrong, &there) == LQCD_ERR_ARGUMENT && strstr(there.text, "csw"), "refused: %s",
	       there.text);
	wrong = p;
	wrong.schur = LQCD_SCHUR_RIGHT;
	tap_ok(lqcd_clover_add(&D, lqcd_gauge_field_view(&c->u), &wrong, &there) == LQCD_ERR_ARGUMENT && lqcd_clover_set_mu(&D, tap_nan(), &there) == LQCD_ERR_ARGUMENT,
	       "refused: %s", there.text);
	/* An error of the device, which nobody has asked for yet. */
	lqcd_message bad = {"a test"};
	lqcd_gauge_field_random(&c->u, 1, 0);
	(void)lqcd__gpu_note(&c->there, LQCD_ERR_DEVICE, &bad);
	tap_ok(lqcd_clover_add(&D, lqcd_gauge_field_view(&c->u), &p, &there) == LQCD_ERR_DEVICE && strstr(there.text, "a test") && !D.term.enabled,
	       "a device that has failed: %s", there.text);
	tap_ok(lqcd_gpu_lattice_status(&c->there, &there) == LQCD_ERR_DEVICE, "and its status");
	lqcd_wilson_destroy(&D);
	tap_ok(lqcd_clover_set_mu(&D, 1, &there) == LQCD_ERR_ARGUMENT, "a destroyed operator: %s", there.text);
}

int main(void)
{
	static const int extents[][4] = {{2, 2, 2, 2}, {4, 2, 10, 6}, {8, 4, 4, 8}}, cube[4] = {4, 4, 4, 4};
	gpu_begin();
	for (size_t i = 0; i < sizeof extents / sizeof *extents; i++) {
		const int bc = tap_random() < 0 ? LQCD_PERIODIC : LQCD_ANTIPERIODIC;
		host_case c(FEW && i == 2 ? cube : extents[i], bc);
		smooth(&c);
		must(lqcd_wilson_set_links(&c.D, &c.u));
		check_gf(&c, bc);
		check_gd(&c, bc);
		check_gh(&c, bc);
		if (i == 2) check_mixed(&c, bc);
		if (i == 2) check_inverter(&c, bc);
		if (i == 1) check_singular(&c);
	}
	lqcd_gpu_close(&gpu);
	return tap_done();
}
