/* tests/gpu/staggered.cu: staggered quarks on a GPU against those of the host in double. The checks of a tag
 * are in staggered.inc. Links, measurements and trajectories are checked in double. */
#include <lqcd/hmc/hmc.h>
#include <lqcd/hmc/staggered.h>
#include <lqcd/hmc/symanzik.h>
#include <lqcd/observables/staggered.h>

#include "fields.h"

/* Links with phases, the operator of the host on them, fields; in double. longer: 0: no long links, 1: those of asqtad, 2: any. */
struct ks_case : fields_case<lqcd_spinor_field_d_ks> {
	held_links<lqcd_gauge_field_d> fat, lng;
	lqcd_staggered_d_ks D;
	double mass = 0.2 + 0.2 * (tap_random() + 1);
	int longer;

	ks_case(const int *l, int with) : fields_case(l), fat(&lat), lng(&lat), longer(with)
	{
		const lqcd_fat_paths paths = longer ? lqcd_fat_asqtad(0.9) : lqcd_fat_naive();
		const lqcd_staggered_phases p = lqcd_staggered_phases_make(LQCD_PHASES_MILC, LQCD_ANTIPERIODIC);
		held_links<lqcd_gauge_field_d> u(&lat);
		lqcd_gauge_field_random(&u, tap_random_u64(), 0);
		must(lqcd_fat_links_d(&fat, longer ? &lng : NULL, &u, &paths));
		must(lqcd_gauge_field_phases(&fat, &p, 1));
		if (longer == 2) lqcd_gauge_field_copy(&lng, &fat); /* no multiples of unitary matrices */
		if (longer) must(lqcd_gauge_field_phases(&lng, &p, 3));
		must(lqcd_staggered_create_d_ks(&D, lqcd_gauge_field_view(&fat),
						longer ? lqcd_gauge_field_view(&lng) : lqcd_staggered_no_links(), mass));
		strcat(name, longer ? longer == 2 ? " of any links" : "" : " naive");
	}

	~ks_case()
	{
		lqcd_staggered_destroy(&D);
	}
};

#define LQCD_REP ks
#undef TAG_NAME
#define TAG_NAME "gf"
#define TEST_HOST f
#define LQCD_TAG gf
#include "staggered.inc"
#undef TAG_NAME
#undef TEST_HOST
#define TAG_NAME "gd"
#define TEST_HOST d
#define LQCD_TAG gd
#include "staggered.inc"
#undef TAG_NAME
#undef TEST_HOST
#define TAG_NAME "gh"
#define TEST_HOST h
#define LQCD_TAG gh
#include "staggered.inc"
#undef LQCD_REP

/* D x = b of the host in double by inner iterations in float, then in 16 bits, on the device. */
static void check_mixed(ks_case *c)
{
	lqcd_staggered_gd_ks D;
	lqcd_staggered_gf_ks low;
	lqcd_staggered_gh_ks half;
	lqcd_solve_params params = lqcd_solve_params_default();
	held_links<lqcd_gauge_field_gd> f(&c->there), l(&c->there);
	held_links<lqcd_gauge_field_gf> ff(&c->there), lf(&c->there);
	must(lqcd_gauge_field_put(&f, lqcd_gauge_field_view(&c->fat)));
	must(lqcd_gauge_field_put(&l, lqcd_gauge_field_view(&c->lng)));
	must(lqcd_field_convert(ff, f));
	must(lqcd_field_convert(lf, l));
	must(lqcd_staggered_create(&D, &f, &l, c->mass));
	must(lqcd_staggered_create(&low, &ff, &lf, c->mass));
	must(lqcd_staggered_create(&half, &ff, &lf, c->mass));
	held<lqcd_spinor_field_gd_ks> b(&c->there), x(&c->there);
	must(lqcd_spinor_field_put(&b, lqcd_spinor_field_view(&c->in)));
	const lqcd_dirac_gd_ks d = lqcd_staggered_dirac(&D);
	const lqcd_dirac_gf_ks d_low = lqcd_staggered_dirac(&low);
	const lqcd_dirac_gh_ks d_half = lqcd_staggered_dirac(&half);
	params.tolerance = 1e-11;
	for (int k = 0; k < 2; k++) {
		lqcd_spinor_field_zero(&x);
		const lqcd_solve_result r = k ? lqcd_dirac_solve_mixed(&x, &d, &d_half, &b, LQCD_CG, &params)
					      : lqcd_dirac_solve_mixed(&x, &d, &d_low, &b, LQCD_CG, &params);
		must(lqcd_spinor_field_get(lqcd_spinor_field_view(&c->x), &x));
		const lqcd_dirac_d_ks host = lqcd_staggered_dirac(&c->D);
		lqcd_dirac_apply(&c->got, &host, &c->x, 0, (lqcd_spinor_field_d_ks *)NULL);
		lqcd_spinor_field_copy(&c->want, &c->in);
		const double rest = distance(c, LQCD_FULL);
		tap_ok(r.status == LQCD_OK && r.residual <= 1e-11 && rest <= 1.1e-11,
		       "%s: double with %s: %d iterations, residual %.1e, by the host %.1e", c->name, k ? "16 bits" : "float",
		       r.iterations, r.residual, rest);
	}
	lqcd_staggered_destroy(&D);
	lqcd_staggered_destroy(&low);
	lqcd_staggered_destroy(&half);
}

/* Links, their derivatives and a trajectory in double, against the host. */
static double links_distance(const lqcd_gauge_field_d *a, const lqcd_gauge_field_gd *b)
{
	double worst = 0;
	held_links<lqcd_gauge_field_d> c(a->type->lattice);
	must(lqcd_gauge_field_get(lqcd_gauge_field_view(&c), b));
	for (int n = 0; n < 4 * (int)lqcd_geometry_sites(a->type); n++)
		for (int i = 0; i < LQCD_NC * LQCD_NC; i++) {
			const lqcd_complex_d x = (&a->ptr[n].e[0][0])[i], y = (&c.ptr[n].e[0][0])[i];
			worst = tap_worst(worst, fabs(x.re - y.re) + fabs(x.im - y.im));
		}
	return worst;
}

static void check_links(const lqcd_lattice *lat, lqcd_gpu_lattice *there)
{
	lqcd_gauge_field_d h[4], *const u = &h[0], *const fat = &h[1], *const lng = &h[2], *const w = &h[3];
	lqcd_gauge_field_gd g[4], *const gu = &g[0], *const gfat = &g[1], *const glng = &g[2], *const gw = &g[3];
	lqcd_reunitarise_params p = lqcd_reunitarise_params_default();
	uint64_t svd, gsvd;
	for (int k = 0; k < 4; k++) {
		must(lqcd_gauge_field_create(&h[k], lat, LQCD_FULL));
		must(lqcd_gauge_field_create(&g[k], there, LQCD_FULL));
	}
	lqcd_gauge_field_random(u, tap_random_u64(), 0);
	must(lqcd_gauge_field_put(gu, lqcd_gauge_field_view(u)));
	for (int special = 0; special < 2; special++) {
		p.group = special ? LQCD_REUNITARISE_SU3 : LQCD_REUNITARISE_U3;
		/* All links by singular values, or none. */
		p.least = special ? 1e30 : 0;
		must(lqcd_hisq_links(fat, lng, w, u, 0.1, &p, &svd));
		must(lqcd_hisq_links(gfat, glng, gw, gu, 0.1, &p, &gsvd));
		const double f = links_distance(fat, gfat), l = links_distance(lng, glng), v = links_distance(w, gw);
		tap_ok(svd == gsvd && f <= 1e-12 && l <= 1e-12 && v <= 1e-12,
		       "links of HISQ: fat within %.1e, long %.1e, unitary %.1e; %d by singular values", f, l, v, (int)gsvd);
	}
	/* Long links rounded to float. */
	lqcd_staggered_gd_ks D;
	double factor = 0, gfactor = 0;
	held_links<lqcd_gauge_field_gf> gf(there);
	must(lqcd_field_convert(gf, *glng));
	must(lqcd_field_convert(*glng, gf));
	must(lqcd_gauge_field_get(lqcd_gauge_field_view(lng), glng));
	const lqcd_status before = lqcd_staggered_create_as(&D, gfat, glng, 0.5, LQCD_LONG_13);
	must(lqcd_reunitarise_scaled(lng, 1e-6, &factor));
	must(lqcd_reunitarise_scaled(glng, 1e-6, &gfactor));
	const double scaled = links_distance(lng, glng);
	const lqcd_status after = lqcd_staggered_create_as(&D, gfat, glng, 0.5, LQCD_NC == 3 ? LQCD_LONG_13 : LQCD_LONG_18);
	tap_ok(before == LQCD_ERR_ARGUMENT && after == LQCD_OK && scaled <= 1e-14 && fabs(gfactor / factor - 1) <= 1e-14,
	       "long links rounded to float: multiples of unitary ones as of the host, %.1e; then in 13 reals", scaled);
	lqcd_staggered_destroy(&D);
	for (int k = 0; k < 4; k++) {
		lqcd_gauge_field_destroy(&h[k]);
		lqcd_gauge_field_destroy(&g[k]);
	}
}

/* Sources, mesons, pions of all tastes, and the condensate. */
static void check_measurements(const lqcd_lattice *lat, lqcd_gpu_lattice *there)
{
	enum { T = 4 };
	static const int origin[4] = {1, 2, 1, 3};
	const lqcd_staggered_phases p = lqcd_staggered_phases_make(LQCD_PHASES_MILC, LQCD_ANTIPERIODIC);
	const lqcd_solve_params params = lqcd_solve_params_default();
	held_links<lqcd_gauge_field_d> u(lat), fat(lat);
	held_links<lqcd_gauge_field_gd> gu(there), gfat(there);
	held<lqcd_spinor_field_d_ks> x(lat), y(lat);
	held<lqcd_spinor_field_gd_ks> gx(there), gy(there);
	lqcd_staggered_d_ks D;
	lqcd_staggered_gd_ks gD;
	lqcd_condensate r, gr;
	double c[8 * T] = {0}, gc[8 * T] = {0}, pion[16 * T] = {0}, gpion[16 * T] = {0}, worst = 0, taste = 0;
	lqcd_gauge_field_random(&u, tap_random_u64(), 0);
	must(lqcd_gauge_field_put(&gu, lqcd_gauge_field_view(&u)));
	lqcd_gauge_field_copy(&fat, &u);
	must(lqcd_gauge_field_phases(&fat, &p, 1));
	must(lqcd_gauge_field_put(&gfat, lqcd_gauge_field_view(&fat)));
	must(lqcd_staggered_create_d_ks(&D, lqcd_gauge_field_view(&fat), lqcd_staggered_no_links(), 0.5));
	must(lqcd_staggered_create(&gD, &gfat, NULL, 0.5));
	/* |x - gx|^2 */
	const auto off = [&]() {
		must(lqcd_spinor_field_get(lqcd_spinor_field_view(&y), &gx));
		lqcd_spinor_field_axpy(&y, -1, &x);
		return lqcd_spinor_field_norm2(&y);
	};
	must(lqcd_colour_point(&x, origin, 1));
	must(lqcd_colour_point(&gx, origin, 1));
	const double points = lqcd_spinor_field_norm2(&x), point = off();
	must(lqcd_colour_wall(&x, 2, 2, 0));
	must(lqcd_colour_wall(&gx, 2, 2, 0));
	tap_ok(fabs(points - 1) <= 0 && point <= 0 && lqcd_spinor_field_norm2(&x) > 1 && off() <= 0, "points and walls are those of the host");
	lqcd_spinor_field_gaussian(&x, 3, 1);
	lqcd_spinor_field_gaussian(&y, 3, 2);
	must(lqcd_spinor_field_put(&gx, lqcd_spinor_field_view(&x)));
	must(lqcd_spinor_field_put(&gy, lqcd_spinor_field_view(&y)));
	const auto measure = [&](double *mesons, double *pions, lqcd_condensate *condensate, const auto *links, const auto *s, const auto *t,
				 const auto *op) {
		must(lqcd_staggered_meson(mesons, s, origin));
		for (int set = 0; set < 16; set++) must(lqcd_staggered_pion(pions + set * T, &p, set, links, s, t, 1));
		const auto d = lqcd_staggered_dirac(op);
		must(lqcd_staggered_condensate(condensate, &d, 5, 1, 3, &params));
	};
	measure(c, pion, &r, &u, &x, &y, &D);
	measure(gc, gpion, &gr, &gu, &gx, &gy, &gD);
	for (int k = 0; k < 8 * T; k++) worst = tap_worst(worst, fabs(c[k] - gc[k]));
	for (int k = 0; k < 16 * T; k++) taste = tap_worst(taste, fabs(pion[k] - gpion[k]));
	tap_ok(worst <= 1e-11 && taste <= 1e-11 && c[0] > 1 && fabs(pion[15 * T]) > 1e-6,
	       "mesons within %.1e, pions of 16 tastes within %.1e", worst, taste);
	tap_ok(fabs(r.value - gr.value) <= 1e-9 && fabs(r.error - gr.error) <= 1e-9 && r.value > 0 && r.error > 0,
	       "condensate %.10f +- %.2e, of the host %.10f", gr.value, gr.error, r.value);
	lqcd_staggered_destroy(&D);
	lqcd_staggered_destroy(&gD);
}

static void check_hmc(const lqcd_lattice *lat, lqcd_gpu_lattice *there)
{
	const double mass[2] = {0.4, 0.9}, flavours[2] = {2, 0.5};
	const lqcd_symanzik c = lqcd_symanzik_one_loop(5.5, 0.8, 2.5);
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(0, 0, 7);
	chain.gauge_level = LQCD_HMC_NO_GAUGE;
	chain.levels = 2;
	chain.level[0].steps = 1;
	chain.level[1].steps = 2;
	chain.length = 0.2;
	chain.always = 1;
	held_links<lqcd_gauge_field_d> u(lat);
	held_links<lqcd_gauge_field_gd> gu(there);
	for (int hisq = 0; hisq < 2; hisq++) {
		const lqcd_staggered_action a = hisq ? lqcd_staggered_hisq() : lqcd_staggered_asqtad(0.9);
		/* dH of a trajectory of the links; the other arguments have the tag. */
		const auto trajectory = [&](auto *links, auto *hmc, auto *gauge, auto *quarks, auto *lattice) {
			must(lqcd_symanzik_create(gauge, lattice, &c));
			must(lqcd_staggered_rhmc_create(quarks, lattice, &a));
			for (int k = 0; k < 2; k++)
				must(lqcd_staggered_rhmc_add(quarks, 2 - k, mass, flavours, hisq && k ? 0.1 : 0, 100, 1e-8));
			must(lqcd_hmc_create(hmc, lattice, &chain));
			const auto term = lqcd_staggered_rhmc_term(quarks), glue = lqcd_gauge_action_term(gauge);
			must(lqcd_hmc_add(hmc, &glue, 0));
			must(lqcd_hmc_add(hmc, &term, 1));
			must(lqcd_hmc_trajectory(hmc, links));
			const double dH = hmc->dH;
			lqcd_hmc_destroy(hmc);
			lqcd_staggered_rhmc_destroy(quarks);
			lqcd_gauge_action_destroy(gauge);
			return dH;
		};
		lqcd_hmc_d hmc;
		lqcd_hmc_gd ghmc;
		lqcd_gauge_action_d gauge;
		lqcd_gauge_action_gd ggauge;
		lqcd_staggered_rhmc_d_ks r;
		lqcd_staggered_rhmc_gd_ks gr;
		lqcd_gauge_field_unit(&u);
		must(lqcd_gauge_field_put(&gu, lqcd_gauge_field_view(&u)));
		const double dH = trajectory(&u, &hmc, &gauge, &r, lat), gdH = trajectory(&gu, &ghmc, &ggauge, &gr, there);
		const double far = links_distance(&u, &gu);
		tap_ok(far <= 1e-8 && fabs(dH - gdH) <= 1e-7 && fabs(dH) > 1e-5,
		       "%s: a trajectory is that of the host: links within %.1e, dH %.10f and %.10f", hisq ? "HISQ" : "asqtad", far, dH, gdH);
	}
}

static void check_forces(void)
{
	static const int l[4] = {4, 4, 2, 4};
	held_place there(l);
	check_links(&there.here, &there);
	check_measurements(&there.here, &there);
	check_hmc(&there.here, &there);
}

/* Blocks go over many right-hand sides in several turns where there are many sites for each multiprocessor (field/device_linalg.h): the
 * same numbers as in one turn. */
static void check_turns(void)
{
	static const int l[4] = {16, 8, 8, 8};
	enum { RHS = 9 };
	const int processors = gpu.processors;
	double n2[2][RHS], apart = 0;
	lqcd_staggered_gf_ks D;
	lqcd_multi_spinor_field_gf_ks x[2];
	ks_case c(l, 1);
	held_links<lqcd_gauge_field_gf> fat(&c.there), lng(&c.there);
	must(lqcd_gauge_field_put(&fat, lqcd_gauge_field_view(&c.fat)));
	must(lqcd_gauge_field_put(&lng, lqcd_gauge_field_view(&c.lng)));
	must(lqcd_staggered_create(&D, &fat, &lng, c.mass));
	const lqcd_multi_dirac_gf_ks m = lqcd_multi_staggered_dirac(&D);
	held<lqcd_multi_spinor_field_gf_ks> b(&c.there, LQCD_FULL, RHS);
	for (int n = 0; n < RHS; n++) {
		lqcd_spinor_field_gaussian(&c.x, 7, (uint32_t)n);
		must(lqcd_multi_spinor_field_put(&b, n, lqcd_spinor_field_view(&c.x)));
	}
	for (int k = 0; k < 2; k++) {
		gpu.processors = k ? 1 : 1000;
		must(lqcd_multi_spinor_field_create(&x[k], &c.there, LQCD_FULL, RHS));
		lqcd_multi_dirac_apply_gf_ks(&x[k], &m, &b, 0, NULL);
		lqcd_multi_spinor_field_norm2(&x[k], n2[k]);
	}
	const int turns = lqcd__gpu_turns(&gpu, 16 * 8 * 8 * 8 / 2 * RHS, RHS);
	gpu.processors = processors;
	for (int n = 0; n < RHS; n++) {
		must(lqcd_multi_spinor_field_get(lqcd_spinor_field_view(&c.want), &x[0], n));
		must(lqcd_multi_spinor_field_get(lqcd_spinor_field_view(&c.got), &x[1], n));
		apart = tap_worst(apart, distance(&c, LQCD_FULL));
	}
	tap_ok(turns == RHS && !(apart > 0) && n2[0][0] > 0 && !memcmp(n2[0], n2[1], sizeof n2[0]),
	       "%d right-hand sides in %d turns: as in one: off by %.1e", RHS, turns, apart);
	for (int k = 0; k < 2; k++) lqcd_multi_spinor_field_destroy(&x[k]);
	lqcd_staggered_destroy(&D);
}

int main(void)
{
	static const int extents[3][4] = {{4, 4, 4, 4}, {2, 6, 4, 8}, {8, 2, 2, 12}};
	gpu_begin();
	for (int n = 0; n < (FEW ? 2 : 3); n++)
		for (int longer = 0; longer < (n ? 2 : 3); longer++) {
			ks_case c(extents[n], longer);
			check_gf_ks(&c);
			check_gd_ks(&c);
			check_gh_ks(&c);
			if (longer == 1) check_mixed(&c);
		}
	check_forces();
	check_turns();
	lqcd_gpu_close(&gpu);
	return tap_done();
}
