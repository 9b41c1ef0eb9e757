/* tests/gauge/unitary.c: unitary factors of links with known singular values, close to singular ones among them: both
 * branches and their limits, U(NC) and SU(NC), bits for any lanes and threads, derivatives against differences. Checks of one
 * tag are in unitary.inc. */
#include <lqcd/gauge/momentum.h>
#include <lqcd/gauge/unitary.h>

#include "../support/support.h"
#include "../support/naive_loops.h"

#ifdef _OPENMP
#include <omp.h>
#define THREADS(n) omp_set_num_threads(n)
#else
#define THREADS(n) (void)(n)
#endif

static const int extent[4] = {8, 4, 4, 4};
enum { LINKS = 4 * 8 * 4 * 4 * 4, NUMBERS = LINKS * NAIVE_MATRIX, SORTS = 8, SINGULAR = 5 };

/* v = p s q with singular values s; its unitary factor is p q. b, dv: a derivative and a direction, random. Phases of
 * determinants keep a distance from pi, where roots jump. */
static struct {
	naive_complex *v, *w, *b, *dv;
	naive_complex *derivative[4]; /* of tag d: of U3, SU3, both with a filter */
	naive_complex *bits[2];       /* of factors in float and double */
} expected;

/* Of links n: from KIND SINGULAR on det V^+ V is below 1e-8. */
static double singular_value(size_t n, int i)
{
	const int last = i == NAIVE_NC - 1;
	switch (n % SORTS) {
	case 0: return 1 - 0.1 * i;
	case 1: return 1;
	case 2: return 1.3 / (1 + i);
	case 3: return last ? 0.1 : 1;
	case 4: return last ? 2e-4 : 1;
	case 5: return last ? 1e-6 : 1;
	case 6: return last ? 1e-5 : i ? 1e-3 : 1;
	default: return 1e-6;
	}
}

/* The ratio of the smallest singular value to the largest. */
static double ratio(size_t n)
{
	return singular_value(n, NAIVE_NC - 1) / singular_value(n, 0);
}

static naive_complex det(const naive_complex *m)
{
	lqcd_su3_d u;
	memcpy(&u, m, sizeof u);
	const lqcd_complex_d z = lqcd_su3_det_d(&u);
	return naive_make(z.re, z.im);
}

static void turn(naive_complex *m, double angle)
{
	for (int k = 0; k < NAIVE_MATRIX; k++) m[k] = naive_mul(naive_make(cos(angle), sin(angle)), m[k]);
}

/* r = m / (det m)^(1/NC) */
static void special(naive_complex *r, const naive_complex *m)
{
	const naive_complex z = det(m);
	memcpy(r, m, NAIVE_MATRIX * sizeof *r);
	turn(r, -atan2(z.im, z.re) / NAIVE_NC);
}

/* Through memory: gcc 12 drops a conversion of pairs to float and back at -O2 with AVX-512. */
static double in_float(double x)
{
	volatile float f = (float)x;
	return (double)f;
}

static double far_matrix(const naive_complex *a, const naive_complex *b)
{
	double d2 = 0;
	for (int k = 0; k < NAIVE_MATRIX; k++) d2 += naive_abs2(naive_make(a[k].re - b[k].re, a[k].im - b[k].im));
	return sqrt(d2);
}

static void expect(void)
{
	naive_complex *p = naive_alloc(NUMBERS), *q = naive_alloc(NUMBERS);
	expected.v = naive_alloc(NUMBERS);
	expected.w = naive_alloc(NUMBERS);
	expected.b = naive_alloc(NUMBERS);
	expected.dv = naive_alloc(NUMBERS);
	naive_random_links(p, LINKS, 2);
	naive_random_links(q, LINKS, 2);
	for (size_t n = 0; n < LINKS; n++) {
		naive_complex s[NAIVE_MATRIX], t[NAIVE_MATRIX], *a = p + n * NAIVE_MATRIX, *b = q + n * NAIVE_MATRIX;
		turn(a, (2.8 * tap_random() + 6.28318530717958648 * (double)(n % NAIVE_NC)) / NAIVE_NC);
		naive_unit(s);
		for (int i = 0; i < NAIVE_NC; i++) s[i * (NAIVE_NC + 1)].re = singular_value(n, i);
		naive_matmul(t, a, 0, s, 0);
		naive_matmul(expected.v + n * NAIVE_MATRIX, t, 0, b, 0);
		naive_matmul(expected.w + n * NAIVE_MATRIX, a, 0, b, 0);
	}
	for (size_t k = 0; k < NUMBERS; k++) {
		expected.b[k] = naive_make(tap_random(), tap_random());
		expected.dv[k] = naive_make(tap_random(), tap_random());
	}
	free(p);
	free(q);
}

static void refused(const lqcd_lattice *lat, lqcd_status s, lqcd_status want, const char *what)
{
	const lqcd_message why = lqcd_lattice_why(lat, s);
	tap_ok(s == want && strcmp(why.text, lqcd_status_text(s)), "%s: %s", what, why.text);
}

#define TEST_TEMPLATE "../gauge/unitary.inc"
#include "../support/each_tag.inc"

/* ---- derivatives by differences ---- */

/* v (v^+ v + filter)^(-1/2), by Newton's coupled iteration y -> y t, z -> t z, t = (3 - z y)/2, of the root and its
 * inverse. */
static void naive_filtered(naive_complex *r, const naive_complex *v, double filter)
{
	naive_complex y[NAIVE_MATRIX], z[NAIVE_MATRIX], t[NAIVE_MATRIX], q[NAIVE_MATRIX];
	naive_matmul(y, v, 1, v, 0);
	for (int i = 0; i < NAIVE_NC; i++) y[i * (NAIVE_NC + 1)].re += filter;
	const double scale = naive_trace(y).re;
	for (int k = 0; k < NAIVE_MATRIX; k++) y[k] = naive_make(y[k].re / scale, y[k].im / scale);
	naive_unit(z);
	for (int n = 0; n < 40; n++) {
		naive_matmul(q, z, 0, y, 0);
		naive_unit(t);
		for (int k = 0; k < NAIVE_MATRIX; k++) t[k] = naive_make(1.5 * t[k].re - 0.5 * q[k].re, -0.5 * q[k].im);
		naive_matmul(q, y, 0, t, 0);
		memcpy(y, q, sizeof y);
		naive_matmul(q, t, 0, z, 0);
		memcpy(z, q, sizeof z);
	}
	naive_matmul(r, v, 0, z, 0);
	for (int k = 0; k < NAIVE_MATRIX; k++) r[k] = naive_make(r[k].re / sqrt(scale), r[k].im / sqrt(scale));
}

/* The derivative of the factor itself along dv, with errors of h^4. */
static void check_differences(int group)
{
	lqcd_lattice lat;
	lqcd_gauge_field_d v, w;
	lqcd_reunitarise_params p = lqcd_reunitarise_params_default();
	naive_complex *at = naive_alloc(NUMBERS), *d = naive_alloc(NUMBERS);
	double worst = 0, worst_svd = 0;
	uint64_t svd = 0, taken = 0;
	p.group = (lqcd_reunitarise_group)group;
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&v, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&w, &lat, LQCD_FULL));
	memset(d, 0, NUMBERS * sizeof *d);
	for (int k = 0; k < 4; k++) {
		const double step = (k / 2 + 1) * (k % 2 ? -1 : 1), weight = (k / 2 ? -1 : 4) / (6.0 * step);
		memcpy(at, expected.v, NUMBERS * sizeof *at);
		for (size_t n = 0; n < LINKS; n++) {
			const double h = 5e-4 * singular_value(n, NAIVE_NC - 1);
			naive_axpy(at + n * NAIVE_MATRIX, step * h, expected.dv + n * NAIVE_MATRIX);
		}
		naive_put(lqcd_gauge_field_view(&v), at);
		must(lqcd_reunitarise_links(&w, &v, &p, &svd));
		taken += svd;
		naive_get(lqcd_gauge_field_view(&w), at);
		for (size_t n = 0; n < LINKS; n++)
			naive_axpy(d + n * NAIVE_MATRIX, weight / (5e-4 * singular_value(n, NAIVE_NC - 1)),
				   at + n * NAIVE_MATRIX);
	}
	for (size_t n = 0; n < LINKS; n++) {
		const double want = naive_product(expected.b + n * NAIVE_MATRIX, d + n * NAIVE_MATRIX, 1);
		const double is =
			naive_product(expected.derivative[group] + n * NAIVE_MATRIX, expected.dv + n * NAIVE_MATRIX, 1);
		const double far = fabs(is - want) * singular_value(n, NAIVE_NC - 1);
		if (n % SORTS < SINGULAR)
			worst = tap_worst(worst, far);
		else
			worst_svd = tap_worst(worst_svd, far * ratio(n));
	}
	tap_ok(worst <= 3e-8 && worst_svd <= 1e-9 && taken >= 4 * LINKS / SORTS * (SORTS - SINGULAR),
	       "derivative of %s: %.1e / the least singular value by differences, by singular values %.1e",
	       group ? "SU3" : "U3", worst, worst_svd);
	lqcd_gauge_field_destroy(&v);
	lqcd_gauge_field_destroy(&w);
	lqcd_lattice_destroy(&lat);
	free(at);
	free(d);
}

/* The derivative of v (v^+ v + filter)^(-1/2) = w, and of SU3 with d phi = Im tr(w^+ dw) for the phase of its determinant. */
static void check_filter(int group)
{
	double worst = 0;
	for (size_t n = 0; n < LINKS; n++) {
		const double least = singular_value(n, NAIVE_NC - 1), filter = least * least < 5e-5 ? 5e-5 : 0;
		const double size = filter > 0 ? 7e-3 : least, h = 1e-3 * size;
		const naive_complex *v = expected.v + n * NAIVE_MATRIX, *b = expected.b + n * NAIVE_MATRIX;
		naive_complex w[NAIVE_MATRIX], d[NAIVE_MATRIX], at[NAIVE_MATRIX], moved[NAIVE_MATRIX];
		memset(d, 0, sizeof d);
		for (int k = 0; k < 4; k++) {
			const double step = (k / 2 + 1) * (k % 2 ? -h : h);
			memcpy(at, v, sizeof at);
			naive_axpy(at, step, expected.dv + n * NAIVE_MATRIX);
			naive_filtered(moved, at, filter);
			naive_axpy(d, (k / 2 ? -1 : 4) / (6.0 * step), moved);
		}
		if (group) {
			naive_filtered(w, v, filter);
			const naive_complex z = det(w);
			const double dphi = naive_dot(w, d, NAIVE_MATRIX).im / NAIVE_NC;
			for (int k = 0; k < NAIVE_MATRIX; k++)
				d[k] = naive_add(d[k], naive_mul(naive_make(0, -dphi), w[k]));
			turn(d, -atan2(z.im, z.re) / NAIVE_NC);
		}
		const double is = naive_product(expected.derivative[2 + group] + n * NAIVE_MATRIX,
						expected.dv + n * NAIVE_MATRIX, 1);
		worst = tap_worst(worst, fabs(is - naive_product(b, d, 1)) * size);
	}
	tap_ok(worst <= 3e-8,
	       "derivative of %s with a filter below singular values of 7e-3: %.1e / the value by differences",
	       group ? "SU3" : "U3", worst);
}

/* Roots of numbers whose argument is pi, with either sign of zero, and of others. */
static void check_roots(void)
{
	const int l[4] = {2, 2, 2, 2};
	const size_t links = 64;
	lqcd_lattice lat;
	lqcd_gauge_field_d v, w;
	lqcd_reunitarise_params p = lqcd_reunitarise_params_default();
	naive_complex *m = naive_alloc(links * NAIVE_MATRIX), *got = naive_alloc(links * NAIVE_MATRIX);
	double worst = 0, least = 10, most = -10;
	p.group = LQCD_REUNITARISE_SU3;
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&v, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&w, &lat, LQCD_FULL));
	for (size_t n = 0; n < links; n++) {
		naive_complex *u = m + n * NAIVE_MATRIX;
		naive_unit(u);
		if (n < 4) {
			u[0] = naive_make(-1, 0);
			for (int k = 0; k < NAIVE_MATRIX && n % 2; k++) u[k].im = -0.0;
		} else {
			const double angle = 3.14159265358979324 * tap_random();
			u[0] = naive_make(cos(angle), sin(angle));
		}
	}
	naive_put(lqcd_gauge_field_view(&v), m);
	must(lqcd_reunitarise_links(&w, &v, &p, NULL));
	naive_get(lqcd_gauge_field_view(&w), got);
	for (size_t n = 0; n < links; n++) {
		/* The last diagonal element is 1 over the root. */
		const naive_complex z = got[n * NAIVE_MATRIX + NAIVE_MATRIX - 1], root = naive_conj(z);
		const double angle = atan2(root.im, root.re) * NAIVE_NC;
		const double want = n < 4 ? 3.14159265358979324 : atan2(m[n * NAIVE_MATRIX].im, m[n * NAIVE_MATRIX].re);
		worst = tap_worst(worst, fabs(angle - want));
		least = angle < least ? angle : least;
		most = angle > most ? angle : most;
	}
	tap_ok(worst <= 1e-14, "arguments of determinants from %.2f to %.2f, of -1 pi: within %.1e", least, most,
	       worst);
	lqcd_gauge_field_destroy(&v);
	lqcd_gauge_field_destroy(&w);
	lqcd_lattice_destroy(&lat);
	free(m);
	free(got);
}

static void test_unitary(void)
{
	THREADS(2);
	expect();
	check_d(); /* which f is compared with */
	check_f();
	check_vf();
	check_vd();
	for (int group = 0; group < 2; group++) {
		check_differences(group);
		check_filter(group);
	}
	check_roots();
	free(expected.v);
	free(expected.w);
	free(expected.b);
	free(expected.dv);
	for (int k = 0; k < 4; k++) free(expected.derivative[k]);
	for (int k = 0; k < 2; k++) free(expected.bits[k]);
}
