/* tests/observables/references.c: quark propagators against numbers that other programs and other mathematics give: pion
 * correlators and rectangles of published configurations, the free pion in momentum space, translations, and effective
 * masses of exact correlators. Configurations are read from the folder that LQCD_TEST_DATA names. */
#include "../support/expect.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <lqcd/io/gauge.h>
#include <lqcd/observables/meson.h>
#include <lqcd/observables/wilson_loop.h>
#include <lqcd/solver/inverter.h>

#include "../support/support.h"
#include "naive_matrix.h"

static const char *const method_name[3] = {"cg", "bicgstab", "mixed"};

enum { MOST_TIMES = 16 };

/* Without csw and mu: no term. */
static const lqcd_clover_params wilson = {0, 0, 0, LQCD_SCHUR_ASYMMETRIC, 0, {1, 1}};

/* C(t) from a point source; the worst true residual of the twelve solves, or infinity when one failed. */
static double pion(const lqcd_gauge_field_d *u, double mass, const lqcd_clover_params *term, int bc,
		   lqcd_method method, double tolerance, const int *source, double *C)
{
	lqcd_inverter inv;
	lqcd_spinor_field_d x, b;
	lqcd_solve_params p = lqcd_solve_params_default();
	double worst = 0;
	p.tolerance = tolerance;
	must(lqcd_inverter_create_as(&inv, u, mass, bc, method, method == LQCD_BICGSTAB_THEN_CG ? LQCD_FLOAT : LQCD_SAME_PRECISION));
	if (term != &wilson) must(lqcd_inverter_add_clover(&inv, u, term, NULL));
	must(lqcd_spinor_field_create(&x, u->type->lattice, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, u->type->lattice, LQCD_FULL));
	for (int t = 0; t < u->type->lattice->extent[0]; t++) C[t] = 0;
	for (int k = 0; k < 4 * LQCD_NC; k++) {
		naive_poison(lqcd_spinor_field_view(&b));
		naive_poison(lqcd_spinor_field_view(&x));
		must(lqcd_point_source(&b, source, k / LQCD_NC, k % LQCD_NC));
		const lqcd_solve_result r = lqcd_inverter_solve(&inv, &x, &b, &p);
		worst = r.status == LQCD_OK ? fmax(worst, r.residual) : DBL_MAX;
		lqcd_pion_add(C, &x, source[0]);
	}
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
	lqcd_inverter_destroy(&inv);
	return worst;
}

/* The largest |a/b - 1|; infinite when NaN is among them. */
static double distance(const double *a, const double *b, int n)
{
	double worst = 0;
	for (int i = 0; i < n; i++) {
		const double d = fabs(a[i] / b[i] - 1);
		worst = tap_worst(worst, d);
	}
	return worst;
}

/* ---- published configurations
 * ---------------------------------------------------------------------------------------- */

/* C(t) at kappa = 0.12, by an independent numpy program (conjugate gradients on D^dagger D, residual 2e-14); the key of
 * references.json is dirac/FILE/kappa0.12_cswN_BOUNDARY/C_t. */
typedef struct {
	const char *file;
	int times, bc, csw;
	double rectangle, C[8];
} pion_reference;

static const pion_reference references[8] = {
	{"nersc.l8t4b3360",
	 4,
	 LQCD_PERIODIC,
	 1,
	 0.2612095147177599,
	 {0.8865832852978919, 0.042405709789985105, 0.007892609191810536, 0.04214922547067204}},
	{"nersc.l8t4b3360",
	 4,
	 LQCD_ANTIPERIODIC,
	 1,
	 0.2612095147177599,
	 {0.8810436090177286, 0.04166019528160043, 0.007604156176011908, 0.04156574777197836}},
	{"nersc-little.l4t8",
	 8,
	 LQCD_PERIODIC,
	 1,
	 0.3614739289031908,
	 {0.8656255906860639, 0.043911497958208784, 0.0047351707091787655, 0.0005474777029801457,
	  0.00013497033742607725, 0.0004891675131483748, 0.004273662621696845, 0.04199009358114838}},
	{"nersc-little.l4t8",
	 8,
	 LQCD_ANTIPERIODIC,
	 1,
	 0.3614739289031908,
	 {0.8656045797745976, 0.043909158256505564, 0.004735777876996258, 0.0005468082832217855, 0.00013428841307163022,
	  0.00048737253420358417, 0.004274569359150611, 0.04198904787060571}},
	{"nersc.l8t4b3360",
	 4,
	 LQCD_PERIODIC,
	 0,
	 0.2612095147177599,
	 {0.8354490123820445, 0.036440686141447395, 0.006158331842086235, 0.03577769944222766}},
	{"nersc.l8t4b3360",
	 4,
	 LQCD_ANTIPERIODIC,
	 0,
	 0.2612095147177599,
	 {0.8316418590395521, 0.03604720516641782, 0.006027561975546875, 0.03542365339946759}},
	{"nersc-little.l4t8",
	 8,
	 LQCD_PERIODIC,
	 0,
	 0.3614739289031908,
	 {0.8215846146232169, 0.03788232940089745, 0.0036428243513135345, 0.0003774107600877602, 8.383934627491099e-05,
	  0.00035775618615135137, 0.003434617189412993, 0.03679206922016306}},
	{"nersc-little.l4t8",
	 8,
	 LQCD_ANTIPERIODIC,
	 0,
	 0.3614739289031908,
	 {0.8215748573001391, 0.037881051898269874, 0.003642486908041414, 0.00037717733722315643, 8.36786442667216e-05,
	  0.00035789110013040765, 0.003434737198794238, 0.03678976663204111}}};

static void check_reference(const pion_reference *ref)
{
	static const int origin[4] = {0, 0, 0, 0};
	const char *folder = getenv("LQCD_TEST_DATA"), *bc = ref->bc > 0 ? "periodic" : "antiperiodic";
	char path[1024];
	double mass;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_message why;
	if (!folder) {
		for (int m = 0; m < (ref->csw ? 1 : 3); m++)
			tap_skip("%s %s csw %d %s: LQCD_TEST_DATA is not set", ref->file, bc, ref->csw, method_name[m]);
		return;
	}
	snprintf(path, sizeof path, "%s/%s", folder, ref->file);
	why.text[0] = 0;
	const lqcd_status s = lqcd_gauge_load(path, &lat, NULL, &u, NULL, NULL, &why);
	tap_ok(s == LQCD_OK && lat.extent[0] == ref->times, "%s is read %s", ref->file, why.text);
	if (s != LQCD_OK) return;
	must(lqcd_kappa_to_mass(0.12, &mass));
#ifdef __OPTIMIZE__
	const int first = 0;
#else
	const int first = ref->times == 4 ? 2 : 0; /* too slow for all */
#endif
	for (int m = first; m < 3; m++) {
		double C[MOST_TIMES];
		if (ref->csw && m != (ref - references) % 3) continue; /* each method once is enough */
		lqcd_clover_params clover = lqcd_clover_params_default();
		clover.schur = m == 1 ? LQCD_SCHUR_ASYMMETRIC : LQCD_SCHUR_SYMMETRIC;
		const double residual =
			pion(&u, mass, ref->csw ? &clover : &wilson, ref->bc, (lqcd_method)m, 1e-12, origin, C);
		const double d = distance(C, ref->C, ref->times);
		tap_ok(residual <= 1e-12 && d <= 1e-9, "%s %s csw %d %s: C(t) within %.1e of the published one",
		       ref->file, bc, ref->csw, method_name[m], d);
	}
	/* The mean over 1 x 2 rectangles, configs/FILE/rectangle_1x2 */
	double time[4], space[4];
	must(lqcd_wilson_loops(time, space, &u, 2, 2));
	const double d = 0.25 * (time[1] + time[2] + 2 * space[1]) / ref->rectangle - 1;
	tap_ok(fabs(d) <= 1e-13, "%s: 1 x 2 rectangles within %.1e of the published mean", ref->file, d);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

/* ---- translations
 * ---------------------------------------------------------------------------------------------------- */

/* The field shifted by a, and the source with it: the same correlator. The boundary in time stays where it is: a sign
 * of the links between two time slices can be moved to any other place. */
static void check_translation(const int *l, int bc)
{
	const lqcd_clover_params term = {0.8 + 0.3 * tap_random(), 0.3 * tap_random(), 1, LQCD_SCHUR_SYMMETRIC, 0, {1, 1}};
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	int from[4], to[4], shift[4];
	double C[MOST_TIMES], D[MOST_TIMES];
	const size_t volume = (size_t)naive_volume(l);
	naive_complex *links = naive_alloc(volume * NAIVE_LINKS), *moved = naive_alloc(volume * NAIVE_LINKS);
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	for (int mu = 0; mu < 4; mu++) {
		from[mu] = random_below(l[mu]);
		shift[mu] = mu ? random_below(l[mu]) : 1 + random_below(l[0] - 1);
		to[mu] = (from[mu] + shift[mu]) % l[mu];
	}
	lqcd_gauge_field_random(&u, tap_random_u64(), 0);
	naive_get(lqcd_gauge_field_view(&u), links);
	const double mass = 0.7 + 0.5 * tap_random(), r = pion(&u, mass, &term, bc, LQCD_BICGSTAB_THEN_CG, 1e-13, from, C);
	for (size_t site = 0; site < volume; site++) {
		int x[4];
		naive_coords(l, (int)site, x);
		for (int mu = 0; mu < 4; mu++) x[mu] = (x[mu] + shift[mu]) % l[mu];
		memcpy(moved + (size_t)naive_site(l, x) * NAIVE_LINKS, links + site * NAIVE_LINKS,
		       NAIVE_LINKS * sizeof *links);
	}
	naive_put(lqcd_gauge_field_view(&u), moved);
	const double s = pion(&u, mass, &term, bc, LQCD_BICGSTAB_THEN_CG, 1e-13, to, D), d = distance(D, C, l[0]);
	tap_ok(r <= 1e-13 && s <= 1e-13 && d <= 1e-9,
	       "%dx%dx%dx%d, bc %d: moved by %d %d %d %d, source at T X Y Z = %d %d %d %d: C(t) within %.1e", l[0],
	       l[1], l[2], l[3], bc, shift[0], shift[1], shift[2], shift[3], to[0], to[1], to[2], to[3], d);
	free(links);
	free(moved);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

/* ---- the free pion
 * ---------------------------------------------------------------------------------------------------- */

/* S(p) = (M - i sum_mu g_mu s_mu - i s_5 g_5) / (M^2 + s^2), M = m + sum_mu (1 - cos p_mu), s_mu = sin p_mu, s_5 the
 * twisted mass. The gammas are orthogonal under the trace and plane waves under the sum over space, so that C(t) is
 * 4 NC/V times the sum over spatial p of |a|^2 + sum_mu |v_mu|^2, where a and v_mu are the Fourier transforms in p_0 of
 * M and s_mu, mu = 5 too, over (M^2 + s^2). */
static void free_pion(const int *l, double mass, double twist, int bc, double *C)
{
	for (int t = 0; t < l[0]; t++) {
		C[t] = 0;
		for (int k = 0; k < l[1] * l[2] * l[3]; k++) {
			const int n[4] = {0, k / (l[2] * l[3]), k / l[3] % l[2], k % l[3]};
			naive_complex part[6];
			memset(part, 0, sizeof part);
			for (int n0 = 0; n0 < l[0]; n0++) {
				double M = mass, size = twist * twist, s[6];
				for (int mu = 0; mu < 4; mu++) {
					const double p = two_pi * (mu ? n[mu] : n0 + (bc < 0 ? 0.5 : 0)) / l[mu];
					M += 1 - cos(p);
					s[mu] = sin(p);
					size += s[mu] * s[mu];
				}
				s[4] = M;
				s[5] = twist;
				const naive_complex wave = naive_phase(two_pi * (n0 + (bc < 0 ? 0.5 : 0)) * t / l[0]);
				const double factor = 1 / ((M * M + size) * l[0]);
				for (int i = 0; i < 6; i++)
					part[i] = naive_add(
						part[i], naive_make(factor * s[i] * wave.re, factor * s[i] * wave.im));
			}
			for (int i = 0; i < 6; i++) C[t] += 4 * LQCD_NC * naive_abs2(part[i]) / (l[1] * l[2] * l[3]);
		}
	}
}

static void check_free_pion(const int *l, int bc)
{
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	int source[4];
	double C[MOST_TIMES], exact[MOST_TIMES], asymmetry = 0;
	const double mass = 0.4 + 0.3 * tap_random();
	for (int mu = 0; mu < 4; mu++) source[mu] = random_below(l[mu]);
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&u);
	/* Without a field csw does nothing. */
	const lqcd_clover_params term = {bc > 0 ? tap_random() : 0, 0.5 * tap_random(), 0, LQCD_SCHUR_SYMMETRIC, 0, {1, 1}};
	for (int m = 0; m < 3; m++) {
		const lqcd_clover_params *p = m ? &term : &wilson;
		free_pion(l, mass, p->mu, bc, exact);
		const double residual = pion(&u, mass, p, bc, (lqcd_method)m, 1e-13, source, C),
			     d = distance(C, exact, l[0]);
		tap_ok(residual <= 1e-13 && d <= 1e-10,
		       "free pion %dx%dx%dx%d, bc %d, m = %.3f, mu = %.3f, %s: C(t) within %.1e of the exact one", l[0],
		       l[1], l[2], l[3], bc, mass, p->mu, method_name[m], d);
		for (int t = 1; t < l[0]; t++) asymmetry = fmax(asymmetry, fabs(C[t] / C[l[0] - t] - 1));
	}
	tap_ok(asymmetry <= 1e-10, "free pion: C(t) = C(T-t) within %.1e", asymmetry);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

/* ---- sources, sums, effective masses
 * ---------------------------------------------------------------------------------- */

static void check_source_and_sum(const int *l)
{
	lqcd_lattice lat;
	lqcd_spinor_field_d b;
	const size_t n = (size_t)naive_volume(l) * NAIVE_SPINOR;
	naive_complex *array = naive_alloc(n);
	int x[4], other = 0;
	double C[MOST_TIMES], want[MOST_TIMES];
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_spinor_field_create(&b, &lat, LQCD_FULL));
	for (int mu = 0; mu < 4; mu++) x[mu] = random_below(l[mu]);
	const int k = random_below(NAIVE_SPINOR);
	naive_poison(lqcd_spinor_field_view(&b));
	must(lqcd_point_source(&b, x, k / NAIVE_NC, k % NAIVE_NC));
	naive_get(lqcd_spinor_field_view(&b), array);
	const size_t at = (size_t)naive_site(l, x) * NAIVE_SPINOR + (size_t)k;
	for (size_t i = 0; i < n; i++) other += i != at && !(naive_abs2(array[i]) <= 0);
	tap_ok(array[at].re == 1 && array[at].im == 0 && other == 0, "a point source is 1 there and 0 elsewhere");

	lqcd_spinor_field_gaussian(&b, tap_random_u64(), 0);
	naive_get(lqcd_spinor_field_view(&b), array);
	const int t0 = random_below(l[0]);
	for (int t = 0; t < l[0]; t++) C[t] = want[t] = 0.25 * t;
	for (size_t i = 0; i < n; i++) {
		naive_coords(l, (int)(i / NAIVE_SPINOR), x);
		want[(x[0] - t0 + l[0]) % l[0]] += naive_abs2(array[i]);
	}
	lqcd_pion_add(C, &b, t0);
	tap_ok(distance(C, want, l[0]) <= 1e-13, "pion_add adds the norm of each time slice, counted from t0 = %d", t0);
#ifdef _OPENMP
	double again[MOST_TIMES];
	for (int t = 0; t < l[0]; t++) again[t] = 0.25 * t;
	omp_set_num_threads(5);
	lqcd_pion_add(again, &b, t0);
	omp_set_num_threads(1);
	tap_ok(memcmp(C, again, (size_t)l[0] * sizeof *C) == 0, "pion_add: the same bits from 5 threads");
#endif
	free(array);
	lqcd_spinor_field_destroy(&b);
	lqcd_lattice_destroy(&lat);
}

static void check_effective_mass(void)
{
	static double C[1024];
	double worst = 0;
	for (int n = 0; n < 200; n++) {
		/* Also where cosh overflows. */
		const int extent = 2 * (1 + random_below(n % 4 ? 16 : 512));
		const double m = exp(1.5 * tap_random()), scale = exp(50 * tap_random());
		for (int t = 0; t < extent; t++) C[t] = scale * (exp(-m * t) + exp(-m * (extent - t)));
		for (int t = 0; t < extent; t++) {
			if (!(C[t] > 1e-280) || !(C[(t + 1) % extent] > 1e-280)) continue;
			/* The ratio is exact to 3e-16; its logarithm grows with m by a tanh(m a) - b tanh(m b). */
			const double a = fabs(0.5 * extent - t), b = fabs(0.5 * extent - t - 1);
			const double slope = fabs(a * tanh(m * a) - b * tanh(m * b)),
				     d = fabs(lqcd_effective_mass(C, extent, t) - m);
			/* The exponentials carry the rounding of their arguments. */
			const double rounding = 1e-15 * (1 + m * extent) / slope;
			worst = tap_worst(worst, d / rounding);
		}
	}
	tap_ok(worst <= 4, "the effective mass of cosh(m (T/2-t)) is m, all t, T up to 1024: %.2f of the rounding",
	       worst);

	const double wrong[6][2] = {{1, 1}, {1, 2}, {1, -0.5}, {1, 0}, {0, 1}, {1, tap_nan()}};
	int bad = 0;
	for (int k = 0; k < 6; k++) {
		const double c[8] = {wrong[k][0], wrong[k][1], 0, 0, 0, 0, 0, 0}, m = lqcd_effective_mass(c, 8, 0);
		bad += !tap_isnan(m);
	}
	const double odd[5] = {3, 2, 1, 1, 2}, none = lqcd_effective_mass(odd, 5, 2);
	tap_ok(bad == 0 && tap_isnan(none),
	       "no effective mass where C does not fall, is not positive, or in the middle");
}

static void test_references(void)
{
	static const int small[4] = {6, 4, 2, 4}, lanes[4] = {8, 4, 4, 4}, tall[4] = {10, 2, 6, 2};
#ifdef _OPENMP
	omp_set_num_threads(1); /* sums do not depend on it */
#endif
	check_effective_mass();
	check_source_and_sum(small);
	check_source_and_sum(lanes);
	for (int bc = -1; bc <= 1; bc += 2) {
		check_free_pion(lanes, bc);
		check_free_pion(tall, bc);
		check_translation(small, bc);
		check_translation(lanes, bc);
	}
	for (int k = 0; k < 8; k++) check_reference(&references[k]);
}
