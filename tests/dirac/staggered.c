/* tests/dirac/staggered.c: staggered quarks against their definitions: links along every path, with phases in them as MILC
 * has them; the operator; its solvers, in one and two precisions and on many right-hand sides; files of MILC in the folder
 * staggered of LQCD_TEST_DATA. Checks of one tag are in staggered.inc. */
#include <lqcd/gauge/plaquette.h>
#include <lqcd/io/gauge.h>
#include <lqcd/solver/staggered.h>

#include "../support/support.h"
#include "../support/milc_files.h"
#include "staggered_naive.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* ---- the operator by definition ---- */

/* out = D in or D^+ in; links with phases; lng: or NULL */
static void naive_staggered(const int *l, const naive_complex *fat, const naive_complex *lng, double mass, int dagger,
			    const naive_complex *in, naive_complex *out)
{
	for (int site = 0; site < naive_volume(l); site++) {
		int x[4];
		naive_complex *r = out + site * NAIVE_NC;
		naive_coords(l, site, x);
		for (int i = 0; i < NAIVE_NC; i++) {
			const naive_complex z = in[site * NAIVE_NC + i];
			r[i] = naive_make(2 * mass * z.re, 2 * mass * z.im);
		}
		for (int k = 0; k < 16; k++) {
			const int mu = k % 4, back = k / 4 % 2, hops = k < 8 ? 1 : 3, sign = back != dagger ? -1 : 1;
			const naive_complex *u = k < 8 ? fat : lng;
			naive_complex v[NAIVE_NC];
			int y[4];
			if (!u) continue;
			memcpy(y, x, sizeof y);
			y[mu] = (y[mu] + (back ? -hops : hops) + 2 * l[mu]) % l[mu];
			const int other = naive_site(l, y);
			naive_matvec(v, u + (size_t)((back ? other : site) * 4 + mu) * NAIVE_MATRIX, back,
				     in + other * NAIVE_NC);
			for (int i = 0; i < NAIVE_NC; i++)
				r[i] = naive_make(r[i].re + sign * v[i].re, r[i].im + sign * v[i].im);
		}
	}
}

/* What all tags are compared with: links without phases; fat and long links with them, of asqtad (0) and HISQ (1). */
static struct {
	int l[4];
	size_t links, vectors;
	double u0, eps;
	naive_complex *u, *fat[2], *lng[2];
} expected;

static void expect(const int *l)
{
	const lqcd_fat_paths one = lqcd_fat_fat7(1);
	memcpy(expected.l, l, sizeof expected.l);
	expected.vectors = (size_t)naive_volume(l) * NAIVE_NC;
	expected.links = (size_t)naive_volume(l) * NAIVE_LINKS;
	expected.u0 = 0.85;
	expected.eps = -0.12;
	naive_complex *u = naive_alloc(expected.links), *v = naive_alloc(expected.links);
	expected.u = naive_alloc(expected.links);
	for (int k = 0; k < 2; k++) {
		expected.fat[k] = naive_alloc(expected.links);
		expected.lng[k] = naive_alloc(expected.links);
	}
	naive_random_links(expected.u, expected.links / NAIVE_MATRIX, 0.4);
	memcpy(u, expected.u, expected.links * sizeof *u);
	naive_phases(l, u);
	const lqcd_fat_paths asqtad = lqcd_fat_asqtad(expected.u0), hisq = lqcd_fat_hisq(expected.eps);
	naive_fat(l, u, &asqtad, expected.fat[0], expected.lng[0]);
	naive_fat(l, u, &one, v, expected.lng[1]);
	naive_phases(l, v);
	for (size_t k = 0; k < expected.links; k += NAIVE_MATRIX) naive_unitary(u + k, v + k);
	naive_phases(l, u);
	naive_fat(l, u, &hisq, expected.fat[1], expected.lng[1]);
	free(u);
	free(v);
}

static void expect_end(void)
{
	free(expected.u);
	for (int k = 0; k < 2; k++) {
		free(expected.fat[k]);
		free(expected.lng[k]);
	}
}

/* ---- refusals ---- */

static void refused(const lqcd_lattice *lat, lqcd_status s, lqcd_status want, const char *what)
{
	const lqcd_message why = lqcd_lattice_why(lat, s);
	tap_ok(s == want && strcmp(why.text, lqcd_status_text(s)), "%s: %s", what, why.text);
}

#define TEST_STORED
#define TEST_TEMPLATE "../dirac/staggered.inc"
#include "../support/each_tag.inc"

/* Mixed precision: d and low of one operator. */
#define MIXED(tag, low)                                                                                                \
	static void check_mixed_##tag##_##low(void)                                                                    \
	{                                                                                                              \
		lqcd_lattice lat;                                                                                      \
		lqcd_gauge_field_##tag F, L;                                                                           \
		lqcd_staggered_##tag##_ks D;                                                                           \
		lqcd_staggered_##low##_ks E;                                                                           \
		lqcd_spinor_field_##tag##_ks x, b;                                                                     \
		lqcd_solve_params p = lqcd_solve_params_default();                                                     \
		p.tolerance = 1e-11;                                                                                   \
		case_links_##tag(&lat, &F, &L);                                                                        \
		must(lqcd_staggered_create(&D, &F, &L, 0.2));                                                          \
		must(lqcd_staggered_create(&E, &F, &L, 0.2));                                                          \
		must(lqcd_spinor_field_create(&x, &lat, LQCD_FULL));                                                   \
		must(lqcd_spinor_field_create(&b, &lat, LQCD_FULL));                                                   \
		lqcd_spinor_field_gaussian(&b, 3, 0);                                                                  \
		const lqcd_dirac_##tag##_ks d = lqcd_staggered_dirac(&D);                                              \
		const lqcd_dirac_##low##_ks e = lqcd_staggered_dirac(&E);                                              \
		const lqcd_solve_result one = lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &p);                               \
		lqcd_spinor_field_zero(&x);                                                                            \
		const lqcd_solve_result r = lqcd_dirac_solve_mixed(&x, &d, &e, &b, LQCD_CG, &p);                       \
		tap_ok(r.status == LQCD_OK && r.residual <= 1e-11 && r.iterations < 2 * one.iterations,                \
		       #tag " with " #low ": residual %.1e, %d iterations, %d in one precision", r.residual,           \
		       r.iterations, one.iterations);                                                                  \
		lqcd_spinor_field_destroy(&x);                                                                         \
		lqcd_spinor_field_destroy(&b);                                                                         \
		lqcd_staggered_destroy(&D);                                                                            \
		lqcd_staggered_destroy(&E);                                                                            \
		lqcd_gauge_field_destroy(&F);                                                                          \
		lqcd_gauge_field_destroy(&L);                                                                          \
		lqcd_lattice_destroy(&lat);                                                                            \
	}
MIXED(d, f)
MIXED(d, h)
MIXED(vd, vf)
MIXED(vd, vh)

/* ---- arguments ---- */

static void check_refusals(void)
{
	const int l[4] = {4, 4, 4, 4};
	lqcd_lattice lat;
	lqcd_gauge_field_d u, F, L, w;
	lqcd_staggered_d_ks D;
	lqcd_fat_paths c = lqcd_fat_asqtad(0);
	lqcd_staggered_phases p = lqcd_staggered_phases_make(LQCD_PHASES_CHROMA, 1);
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&F, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&L, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&w, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&u);
	refused(&lat, lqcd_fat_links(&F, &L, &u, &c), LQCD_ERR_ARGUMENT, "u0 = 0");
	c = lqcd_fat_asqtad(HUGE_VAL);
	refused(&lat, lqcd_fat_links(&F, &L, &u, &c), LQCD_ERR_ARGUMENT, "u0 is infinite");
	c = lqcd_fat_hisq(tap_nan());
	refused(&lat, lqcd_fat_links(&F, &L, &u, &c), LQCD_ERR_ARGUMENT, "epsilon is NaN");
	c = lqcd_fat_asqtad(1);
	refused(&lat, lqcd_fat_links_d(&F, NULL, &u, &c), LQCD_ERR_ARGUMENT, "no field for long links");
	refused(&lat, lqcd_fat_links(&u, &L, &u, &c), LQCD_ERR_ARGUMENT, "output is input");
	static const int wrong[4] = {-1, 4, 32, 35}; /* for 0: p.order[3] of Chroma's phases */
	for (int k = 0; k < 4; k++) {
		p.order[3] = wrong[k];
		refused(&lat, lqcd_gauge_field_phases(&u, &p, 1), LQCD_ERR_ARGUMENT, "a direction that does not exist");
	}
	p.order[3] = p.order[2];
	refused(&lat, lqcd_gauge_field_phases(&u, &p, 1), LQCD_ERR_ARGUMENT, "a direction twice");
	const double mass[] = {0, -0.1, tap_nan(), HUGE_VAL, -HUGE_VAL, 1e101};
	for (size_t k = 0; k < sizeof mass / sizeof *mass; k++)
		refused(&lat, lqcd_staggered_create(&D, &u, &L, mass[k]), LQCD_ERR_ARGUMENT, "no mass");
	/* Naik's term of eps = -1 is 0; the same D without long links. */
	must(lqcd_hisq_links(&F, &L, &w, &u, -1, NULL, NULL));
	refused(&lat, lqcd_staggered_create_as(&D, &F, &L, 0.1, LQCD_LONG_13), LQCD_ERR_ARGUMENT,
		"long links of 0 in 13 reals");
	p = lqcd_staggered_phases_make(LQCD_PHASES_CPS, 1);
	p.sign[2] = 0;
	refused(&lat, lqcd_gauge_field_phases(&u, &p, 1), LQCD_ERR_ARGUMENT, "a sign of 0");
#ifndef __cplusplus /* where enums end with their largest number */
	p = lqcd_staggered_phases_make((lqcd_phases_order)4, 1);
	refused(&lat, lqcd_gauge_field_phases(&u, &p, 1), LQCD_ERR_ARGUMENT, "an order that does not exist");
#endif
	lqcd_gauge_field_destroy(&w);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&F);
	lqcd_gauge_field_destroy(&L);
	lqcd_lattice_destroy(&lat);
}

/* The conventions in the words of QUDA, for links of one hop and of three on a free field; -1 around each plaquette. */
static void check_phases(void)
{
	static const char *const name[4] = {"MILC", "Chroma", "CPS", "TIFR"};
	const int l[4] = {4, 4, 2, 4};
	lqcd_lattice lat;
	lqcd_gauge_field_d u[2];
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&u[0], &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&u[1], &lat, LQCD_FULL));
	for (int order = 0; order < 4; order++) {
		const lqcd_staggered_phases p = lqcd_staggered_phases_make((lqcd_phases_order)order, LQCD_ANTIPERIODIC);
		int good = 1;
		for (int k = 0; k < 2; k++) {
			lqcd_gauge_field_unit(&u[k]);
			must(lqcd_gauge_field_phases(&u[k], &p, 1 + 2 * k));
		}
		for (int site = 0; site < naive_volume(l); site++) {
			int at[4];
			naive_coords(l, site, at);
			const int t = at[0], x = at[1], y = at[2], z = at[3];
			const int sum[4][4] = {{0, t, t + x, t + x + y},
					       {x + y + z, 0, x, x + y},
					       {1 + x + y + z, 0, 1 + x, 1 + x + y},
					       {0, 3 + t + z + y, 2 + t + z, 1 + t}};
			for (int mu = 0; mu < 4; mu++)
				for (int k = 0; k < 2; k++) {
					const int end = mu == 0 && t + 1 + 2 * k >= l[0];
					const double want = (sum[order][mu] + end) % 2 ? -1 : 1;
					const int ix = lqcd_geometry_index(u[k].type, at, NULL);
					good &= fabs(LQCD_4FIELD_AT(&u[k], ix, mu)->e[0][0].re - want) <= 0;
				}
		}
		const lqcd_plaquette_values plaquette = lqcd_plaquette(&u[0]);
		tap_ok(good && fabs(plaquette.space + 1) <= 0 && fabs(plaquette.time + 1) <= 0,
		       "phases of %s: of links, plaquettes %g %g", name[order], plaquette.space, plaquette.time);
	}
	lqcd_gauge_field_destroy(&u[0]);
	lqcd_gauge_field_destroy(&u[1]);
	lqcd_lattice_destroy(&lat);
}

/* ---- MILC's files ---- */

static double farthest(const naive_complex *a, const naive_complex *b, size_t n)
{
	double worst = 0;
	for (size_t k = 0; k < n; k++)
		worst = tap_worst(worst, sqrt(naive_abs2(naive_make(a[k].re - b[k].re, a[k].im - b[k].im))));
	return worst;
}

static void check_milc_links(const char *folder, const int *l, lqcd_gauge_field_vd *F, lqcd_gauge_field_vd *L)
{
	const size_t n = (size_t)naive_volume(l) * NAIVE_LINKS;
	naive_complex *ours = naive_alloc(n), *theirs = naive_alloc(n);
	milc_read(folder, "fat.l8", l, NAIVE_LINKS, theirs);
	naive_get(lqcd_gauge_field_view(F), ours);
	const double f = farthest(ours, theirs, n);
	milc_read(folder, "long.l8", l, NAIVE_LINKS, theirs);
	naive_get(lqcd_gauge_field_view(L), ours);
	const double g = farthest(ours, theirs, n);
	tap_ok(f <= 1e-6, "MILC's fat links of asqtad, of up to 9.6, within %.1e", f);
	tap_ok(g <= 1e-7, "MILC's long links, of up to 0.165, within %.1e", g);
	free(ours);
	free(theirs);
}

/* MILC's long links, which are floats, in a double operator with 13 and 9 reals: refused as they are, not as multiples of U(3)
 * next to them. */
static void check_milc_storage(const char *folder, const int *l, const lqcd_gauge_field_vd *F, const lqcd_spinor_field_vd_ks *b)
{
	const size_t links = (size_t)naive_volume(l) * NAIVE_LINKS, vectors = (size_t)naive_volume(l) * NAIVE_NC;
	const lqcd_lattice *lat = F->type->lattice;
	naive_complex *theirs = naive_alloc(links), *ours = naive_alloc(links);
	naive_complex *in = naive_alloc(vectors), *want = naive_alloc(vectors), *got = naive_alloc(vectors);
	lqcd_gauge_field_vd L;
	lqcd_spinor_field_vd_ks r;
	lqcd_staggered_vd_ks D;
	double c = 0, far[2];
	must(lqcd_gauge_field_create(&L, lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&r, lat, LQCD_FULL));
	milc_read(folder, "long.l8", l, NAIVE_LINKS, theirs);
	naive_put(lqcd_gauge_field_view(&L), theirs);
	refused(lat, lqcd_staggered_create_as(&D, F, &L, 0.1, LQCD_LONG_13), LQCD_ERR_ARGUMENT, "MILC's long.l8 in 13 reals of double");
	refused(lat, lqcd_reunitarise_scaled(&L, 1e-8, &c), LQCD_ERR_ARGUMENT, "long.l8 as multiples of U(3) within 1e-8");
	const lqcd_status s = lqcd_reunitarise_scaled(&L, 1e-6, &c);
	naive_get(lqcd_gauge_field_view(&L), ours);
	const double moved = farthest(ours, theirs, links);
	/* 1 / (24 u0^2) */
	tap_ok(s == LQCD_OK && fabs(24 * 0.502 * 0.502 * c - 1) <= 1e-7 && moved <= 5e-8,
	       "long.l8: %.10f times U(3), moved by %.1e of 0.165", c, moved);
	naive_get(lqcd_gauge_field_view(F), theirs);
	naive_get(lqcd_spinor_field_view(b), in);
	naive_staggered(l, theirs, ours, 0.1, 0, in, want);
	for (int k = 0; k < 2; k++) {
		must(lqcd_staggered_create_as(&D, F, &L, 0.1, k ? LQCD_LONG_9 : LQCD_LONG_13));
		const lqcd_dirac_vd_ks d = lqcd_staggered_dirac(&D);
		lqcd_dirac_apply(&r, &d, b, 0, NULL);
		naive_get(lqcd_spinor_field_view(&r), got);
		far[k] = naive_distance(got, want, vectors);
		lqcd_staggered_destroy(&D);
	}
	tap_ok(far[0] <= 1e-13 && far[1] <= 1e-13, "D with them in 13 reals within %.1e, in 9 reals %.1e", far[0], far[1]);
	lqcd_gauge_field_destroy(&L);
	lqcd_spinor_field_destroy(&r);
	free(theirs);
	free(ours);
	free(in);
	free(want);
	free(got);
}

/* |b - A x| / |b| of MILC's x for A = D (of D^+ D: applied twice), and ours. */
static void check_milc_solutions(const char *folder, const int *l, const lqcd_staggered_vd_ks *D, const lqcd_gauge_field_vd *F)
{
	static const char *const file[2] = {"ksvector.ans.Minv.sample.l8", "ksvector.ans.MdaggerMinv.sample.l8"};
	const size_t n = (size_t)naive_volume(l) * NAIVE_NC;
	const lqcd_dirac_vd_ks d = lqcd_staggered_dirac(D);
	lqcd_solve_params p = lqcd_solve_params_default();
	naive_complex *theirs = naive_alloc(n), *ours = naive_alloc(n);
	lqcd_spinor_field_vd_ks x, b, r, y;
	p.tolerance = 1e-12;
	must(lqcd_spinor_field_create(&x, D->type->lattice, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, D->type->lattice, LQCD_FULL));
	must(lqcd_spinor_field_create(&r, D->type->lattice, LQCD_FULL));
	must(lqcd_spinor_field_create(&y, D->type->lattice, LQCD_FULL));
	milc_read(folder, "ksvector.src.sample.l8", l, NAIVE_NC, theirs);
	naive_put(lqcd_spinor_field_view(&b), theirs);
	check_milc_storage(folder, l, F, &b);
	for (int k = 0; k < 2; k++) {
		milc_read(folder, file[k], l, NAIVE_NC, theirs);
		naive_put(lqcd_spinor_field_view(&x), theirs);
		lqcd_dirac_apply(k ? &y : &r, &d, &x, 0, NULL);
		if (k) lqcd_dirac_apply(&r, &d, &y, 1, NULL);
		lqcd_spinor_field_xpay(&r, &b, -1);
		const double residual = sqrt(lqcd_spinor_field_norm2(&r) / lqcd_spinor_field_norm2(&b));
		tap_ok(residual <= 1.2e-7, "%s: residual %.1e", file[k], residual);
		lqcd_spinor_field_zero(&x);
		/* (D^+ D)^-1 b: D^+ is epsilon D epsilon. */
		if (k) {
			lqcd_spinor_field_gamma5(&r, &b);
			must(lqcd_dirac_solve(&x, &d, &r, LQCD_CG, &p).status);
			lqcd_spinor_field_gamma5(&y, &x);
			lqcd_spinor_field_zero(&x);
		} else
			lqcd_spinor_field_copy(&y, &b);
		const lqcd_solve_result s = lqcd_dirac_solve(&x, &d, &y, LQCD_CG, &p);
		naive_get(lqcd_spinor_field_view(&x), ours);
		const double far = naive_distance(ours, theirs, n);
		tap_ok(s.status == LQCD_OK && far <= 3e-7, "%s: our solution, residual %.1e, within %.1e of it",
		       file[k], s.residual, far);
	}
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
	lqcd_spinor_field_destroy(&r);
	lqcd_spinor_field_destroy(&y);
	free(theirs);
	free(ours);
}

static void check_milc(void)
{
	const char *folder = getenv("LQCD_TEST_DATA");
	const int l[4] = {8, 8, 8, 8};
	const lqcd_staggered_phases p = lqcd_staggered_phases_make(LQCD_PHASES_MILC, LQCD_ANTIPERIODIC);
	const lqcd_fat_paths c = lqcd_fat_asqtad(0.502);
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_gauge_field_vd v, F, L;
	lqcd_staggered_vd_ks D;
	lqcd_message why;
	FILE *f = NULL;
	char path[1024];
	if (folder) {
		snprintf(path, sizeof path, "%s/staggered/lat.sample.l8", folder);
		f = fopen(path, "rb");
	}
	if (!f || LQCD_NC != 3) {
		if (f) fclose(f);
		tap_skip("MILC's files: LQCD_TEST_DATA names no directory with staggered, or not 3 colours");
		return;
	}
	fclose(f);
	why.text[0] = 0;
	const lqcd_status s = lqcd_gauge_load(path, &lat, NULL, &u, NULL, NULL, &why);
	tap_ok(s == LQCD_OK, "lat.sample.l8 is read %s", why.text);
	if (s != LQCD_OK) return;
	const lqcd_plaquette_values plaquette = lqcd_plaquette(&u);
	const double space = 3 * plaquette.space, time = 3 * plaquette.time;
	tap_ok(fabs(space - 2.62039787) <= 2e-8 && fabs(time - 2.62144738) <= 2e-8, "its plaquettes: %.8f %.8f", space,
	       time);
	must(lqcd_gauge_field_create(&v, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&F, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&L, &lat, LQCD_FULL));
	must(lqcd_gauge_field_convert(&v, &u));
	must(lqcd_fat_links(&F, &L, &v, &c));
	must(lqcd_gauge_field_phases(&F, &p, 1));
	must(lqcd_gauge_field_phases(&L, &p, 3));
	check_milc_links(folder, l, &F, &L);
	must(lqcd_staggered_create(&D, &F, &L, 0.1));
	check_milc_solutions(folder, l, &D, &F);
	lqcd_staggered_destroy(&D);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_gauge_field_destroy(&F);
	lqcd_gauge_field_destroy(&L);
	lqcd_lattice_destroy(&lat);
}

static void test_staggered(void)
{
	const int l[4] = {8, 4, 4, 4}, narrow[4] = {8, 8, 4, 2};
#ifdef _OPENMP
	omp_set_num_threads(1); /* these lattices are tiny */
#endif
	expect(l);
	EACH_STORED_TAG(check_staggered, ());
	check_mixed_d_f();
	check_mixed_d_h();
	check_mixed_vd_vf();
	check_mixed_vd_vh();
	expect_end();
	/* With Z = 2, three links in a line end where one does. */
	expect(narrow);
	EACH_STORED_TAG(check_narrow, ());
	expect_end();
	check_refusals();
	check_phases();
	check_milc();
}
