/* tests/gauge/flow.c: the gradient flow against Runge-Kutta steps by definition and exact solutions; what it must
 * leave alone, and how its errors fall. Published numbers are in flow_references.c. */
#include <lqcd/gauge/flow.h>
#include <lqcd/observables/charge.h>

#include "../support/support.h"
#include "../support/naive_loops.h"

#ifdef _OPENMP
#include <omp.h>
#endif

static const char *const name[3] = {"Wilson", "Symanzik", "Zeuthen"};

/* ---- by definition ---- */

/* r += s v z v^dagger, or s v^dagger z v with back = 1 */
static void add_carried(naive_complex *r, double s, const naive_complex *v, const naive_complex *z, int back)
{
	naive_complex p[NAIVE_MATRIX], q[NAIVE_MATRIX];
	naive_matmul(p, v, back, z, 0);
	naive_matmul(q, p, 0, v, !back);
	naive_axpy(r, s, q);
}

/* z = b z - a Z, Z the force of the flow */
static void naive_flow_force(const int *l, lqcd_flow_kind kind, const naive_complex *u, double b, naive_complex *z,
			     double a)
{
	const size_t links = 4 * (size_t)naive_volume(l);
	naive_complex *f = naive_alloc(links * NAIVE_MATRIX);
	naive_force(l, u, kind == LQCD_FLOW_WILSON ? 0 : -1.0 / 12, f);
	for (size_t i = 0; i < links; i++) {
		const int mu = (int)(i % 4);
		int x[4];
		naive_complex sum[NAIVE_MATRIX];
		naive_coords(l, (int)(i / 4), x);
		const size_t up = (size_t)naive_neighbour(l, x, mu, 1) * 4 + (size_t)mu,
			     down = (size_t)naive_neighbour(l, x, mu, -1) * 4 + (size_t)mu;
		memcpy(sum, f + i * NAIVE_MATRIX, sizeof sum);
		if (kind == LQCD_FLOW_ZEUTHEN) {
			naive_axpy(sum, -2.0 / 12, f + i * NAIVE_MATRIX);
			add_carried(sum, 1.0 / 12, u + i * NAIVE_MATRIX, f + up * NAIVE_MATRIX, 0);
			add_carried(sum, 1.0 / 12, u + down * NAIVE_MATRIX, f + down * NAIVE_MATRIX, 1);
		}
		for (int k = 0; k < NAIVE_MATRIX; k++) {
			naive_complex *to = z + i * NAIVE_MATRIX + k;
			*to = naive_make(b * to->re - a * sum[k].re, b * to->im - a * sum[k].im);
		}
	}
	free(f);
}

/* W1 = exp(Z0/4) W0, W2 = exp(8/9 Z1 - 17/36 Z0) W1, W3 = exp(3/4 Z2 - 8/9 Z1 + 17/36 Z0) W2 */
static void naive_flow_step(const int *l, lqcd_flow_kind kind, naive_complex *u, double eps)
{
	const size_t links = 4 * (size_t)naive_volume(l), numbers = links * NAIVE_MATRIX;
	naive_complex *z[3], *sum = naive_alloc(numbers);
	static const double weight[3][3] = {{0.25, 0, 0}, {-17.0 / 36, 8.0 / 9, 0}, {17.0 / 36, -8.0 / 9, 0.75}};
	for (int k = 0; k < 3; k++) {
		z[k] = naive_alloc(numbers);
		memset(z[k], 0, numbers * sizeof **z);
		memset(sum, 0, numbers * sizeof *sum);
		naive_flow_force(l, kind, u, 0, z[k], eps);
		for (int j = 0; j <= k; j++)
			for (size_t i = 0; i < links; i++)
				naive_axpy(sum + i * NAIVE_MATRIX, weight[k][j], z[j] + i * NAIVE_MATRIX);
		naive_exp_mul(u, 1, sum, links);
	}
	for (int k = 0; k < 3; k++) free(z[k]);
	free(sum);
}

/* ---- the library's flow of an array of links ---- */

typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_flow_d flow;
	const int *l;
	size_t links, numbers;
	naive_complex *start, *end; /* links before and after */
} flowing;

static void flowing_create(flowing *w, const int *l, double size)
{
	must(lqcd_lattice_create(&w->lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&w->u, &w->lat, LQCD_FULL));
	w->l = l;
	w->links = 4 * (size_t)naive_volume(l);
	w->numbers = w->links * NAIVE_MATRIX;
	w->start = naive_alloc(w->numbers);
	w->end = naive_alloc(w->numbers);
	naive_random_links(w->start, w->links, size);
}

static void flowing_destroy(flowing *w)
{
	free(w->start);
	free(w->end);
	lqcd_gauge_field_destroy(&w->u);
	lqcd_lattice_destroy(&w->lat);
}

/* end: `start` after n steps of eps; u has it too. */
static void flowing_run(flowing *w, lqcd_flow_kind kind, double eps, int n)
{
	must(lqcd_flow_create(&w->flow, &w->lat, kind));
	naive_put(lqcd_gauge_field_view(&w->u), w->start);
	for (int k = 0; k < n; k++) must(lqcd_flow_step(&w->flow, &w->u, eps));
	tap_ok(fabs(w->flow.t - n * eps) <= 1e-13, "%s flow: t = %g after %d steps", name[kind], w->flow.t, n);
	naive_get(lqcd_gauge_field_view(&w->u), w->end);
	lqcd_flow_destroy(&w->flow);
}

/* ---- the checks ---- */

static void check_definition(flowing *w, lqcd_flow_kind kind)
{
	naive_complex *u = naive_alloc(w->numbers);
	memcpy(u, w->start, w->numbers * sizeof *u);
	flowing_run(w, kind, 0.03, 2);
	for (int k = 0; k < 2; k++) naive_flow_step(w->l, kind, u, 0.03);
	const double d = naive_distance(w->end, u, w->numbers);
	tap_ok(d <= 1e-14, "%s flow: two steps within %.1e of those by definition", name[kind], d);
	free(u);
}

/* Flow of the transformed field is the transformed flow; the energies of both are the same. */
static void check_flow_covariance(flowing *w, lqcd_flow_kind kind)
{
	naive_complex *g = naive_alloc(w->numbers / 4), *u = naive_alloc(w->numbers);
	lqcd_energy_values e, f;
	naive_random_links(g, w->links / 4, 10);
	flowing_run(w, kind, 0.03, 1);
	must(lqcd_energy(&e, &w->u, 1));
	memcpy(u, w->end, w->numbers * sizeof *u);
	naive_transform_links(w->l, g, u);
	naive_transform_links(w->l, g, w->start);
	flowing_run(w, kind, 0.03, 1);
	must(lqcd_energy(&f, &w->u, 1));
	const double d = naive_distance(w->end, u, w->numbers);
	tap_ok(d <= 1e-14, "%s flow: covariant within %.1e", name[kind], d);
	tap_ok(fabs(e.clover / f.clover - 1) <= 1e-13 && fabs(e.plaquette / f.plaquette - 1) <= 1e-13 &&
		       fabs(e.charge - f.charge) <= 1e-13,
	       "energies and charge do not change with the gauge");
	free(g);
	free(u);
}

/* The error at t = 0.24 falls by 8 when eps is halved; best: what smaller steps give. */
static void check_order(flowing *w, lqcd_flow_kind kind, naive_complex *best)
{
	double d[2];
	flowing_run(w, kind, 0.005, 48);
	memcpy(best, w->end, w->numbers * sizeof *best);
	for (int k = 0; k < 2; k++) {
		flowing_run(w, kind, k ? 0.015 : 0.03, k ? 16 : 8);
		d[k] = naive_distance(w->end, best, w->numbers);
	}
	tap_ok(d[0] / d[1] > 6.5 && d[0] / d[1] < 12, "%s flow: errors %.1e and %.1e of eps and eps/2, ratio %.2f",
	       name[kind], d[0], d[1], d[0] / d[1]);
}

/* U'_1(x) = U_1(Rx - 1)^+, U'_mu(x) = U_mu(Rx), R: x_1 -> -x_1 */
static void reflect(const int *l, naive_complex *to, const naive_complex *u)
{
	for (int i = 0; i < 4 * naive_volume(l); i++) {
		int x[4];
		naive_complex one[NAIVE_MATRIX];
		naive_coords(l, i / 4, x);
		x[1] = -x[1] - (i % 4 == 1);
		naive_unit(one);
		x[1] = (x[1] + 2 * l[1]) % l[1];
		naive_matmul(to + (size_t)i * NAIVE_MATRIX, one, 0, naive_link(l, u, x, i % 4), i % 4 == 1);
	}
}

static void check_reflection(flowing *w, lqcd_flow_kind kind)
{
	naive_complex *u = naive_alloc(w->numbers);
	lqcd_energy_values e, f;
	flowing_run(w, kind, 0.05, 3);
	must(lqcd_energy(&e, &w->u, 1));
	reflect(w->l, u, w->start);
	memcpy(w->start, u, w->numbers * sizeof *u);
	flowing_run(w, kind, 0.05, 3);
	must(lqcd_energy(&f, &w->u, 1));
	tap_ok(fabs(e.charge + f.charge) <= 1e-13 && fabs(e.charge) > 1e-9, "reflected: charge %g, %g before", f.charge,
	       e.charge);
	tap_ok(fabs(e.clover / f.clover - 1) <= 1e-13, "reflected: the same energy %g", f.clover);
	free(u);
}

static void check_decrease(flowing *w, lqcd_flow_kind kind)
{
	double last = 1e30;
	int good = 1;
	must(lqcd_flow_create(&w->flow, &w->lat, kind));
	naive_put(lqcd_gauge_field_view(&w->u), w->start);
	for (int k = 0; k < 12; k++) {
		const double c1 = kind == LQCD_FLOW_WILSON ? 0 : LQCD_C1_LUESCHER_WEISZ,
			     S = lqcd_action_value(&w->u, 1, c1);
		good = good && S < last && S > 0;
		last = S;
		must(lqcd_flow_step(&w->flow, &w->u, 0.04));
	}
	tap_ok(good, "%s flow: the action falls, to %g", name[kind], last);
	lqcd_flow_destroy(&w->flow);
}

/* A weak abelian wave A_1(x) = a cos(p x_2 + phase) decays with the square of the lattice momentum, 4 sin^2(p/2), times
 * 1 - c1 of it; Zeuthen's term sees nothing of it. */
static void check_wave(flowing *w, lqcd_flow_kind kind)
{
	const double a = 1e-6, p = 6.28318530717958647692 / w->l[2], hat = 4 * sin(p / 2) * sin(p / 2);
	const double rate = kind == LQCD_FLOW_WILSON ? hat : hat * (1 + hat / 12), t = 0.4, phase = 3 * tap_random();
	double worst = 0;
	for (size_t i = 0; i < w->links; i++) {
		int x[4];
		naive_complex *u = w->start + i * NAIVE_MATRIX;
		naive_coords(w->l, (int)(i / 4), x);
		naive_unit(u);
		if (i % 4 != 1) continue;
		u[0] = naive_phase(a * cos(p * x[2] + phase));
		u[NAIVE_NC + 1] = naive_conj(u[0]);
	}
	flowing_run(w, kind, 0.01, 40);
	for (size_t i = 0; i < w->links; i++) {
		int x[4];
		naive_coords(w->l, (int)(i / 4), x);
		const double want = i % 4 == 1 ? a * exp(-rate * t) * cos(p * x[2] + phase) : 0,
			     d = fabs(w->end[i * NAIVE_MATRIX].im - want) / a;
		worst = tap_worst(worst, d);
	}
	tap_ok(worst <= 1e-6, "%s flow: a plane wave decays as exp(-%.4f t) within %.1e", name[kind], rate, worst);
}

/* Adaptive steps end where they are told, with an error of the order of the tolerance. */
static void check_adaptive(flowing *w, lqcd_flow_kind kind, const naive_complex *best)
{
	double d[2];
	int steps[2], refused = 0;
	for (int k = 0; k < 2; k++) {
		must(lqcd_flow_create(&w->flow, &w->lat, kind));
		naive_put(lqcd_gauge_field_view(&w->u), w->start);
		if (k) w->flow.eps = 0.2; /* too long */
		for (steps[k] = 0; w->flow.t < 0.24 && steps[k] < 1000; steps[k]++) {
			must(lqcd_flow_adaptive(&w->flow, &w->u, 0.24, k ? 1e-6 : 1e-4));
			if (!(w->flow.error <= (k ? 1e-6 : 1e-4)) || w->flow.t > 0.24) steps[k] = 1000;
		}
		refused = w->flow.refused;
		naive_get(lqcd_gauge_field_view(&w->u), w->end);
		d[k] = naive_distance(w->end, best, w->numbers);
		lqcd_flow_destroy(&w->flow);
	}
	tap_ok(steps[0] < 40 && steps[1] < 200 && d[0] < 1e-3 && d[1] < 1e-5 && refused > 0,
	       "%s flow, adaptive to 1e-4 and 1e-6: %d and %d steps, %d refused, errors %.1e and %.1e", name[kind],
	       steps[0], steps[1], refused, d[0], d[1]);
}

static void check_scales(void)
{
	/* t^2 E = c t (1 + b t^2): t0 and w0 solve cubic equations, which the interpolation has exactly. */
	enum { POINTS = 30 };
	double t[POINTS], E[POINTS];
	const double c = 0.2 + 0.05 * tap_random(), b = 0.1 + 0.05 * tap_random();
	for (int k = 0; k < POINTS; k++) {
		t[k] = 0.1 * (k + 1) + 0.02 * tap_random();
		E[k] = c * (1 + b * t[k] * t[k]) / t[k];
	}
	const double t0 = lqcd_flow_t0(t, E, POINTS, 0.3), w0 = lqcd_flow_w0(t, E, POINTS, 0.3), w2 = w0 * w0;
	tap_ok(fabs(c * t0 * (1 + b * t0 * t0) - 0.3) <= 1e-12, "t0 = %.10f", t0);
	tap_ok(fabs(c * w2 * (1 + 3 * b * w2 * w2) - 0.3) <= 1e-11, "w0 = %.10f", w0);
	tap_ok(tap_isnan(lqcd_flow_t0(t, E, POINTS, 1e3)) && tap_isnan(lqcd_flow_w0(t, E, 1, 0.3)) &&
		       tap_isnan(lqcd_flow_t0(t, E, 0, 0.3)),
	       "no scale where the table does not come up to it");
	const double two = lqcd_flow_t0(t, E, 2, 0.5 * (t[0] * t[0] * E[0] + t[1] * t[1] * E[1]));
	tap_ok(fabs(two - 0.5 * (t[0] + t[1])) <= 1e-14, "two points: a straight line");
}

static void check_flow_errors(flowing *w)
{
	lqcd_gauge_field_d half;
	lqcd_energy_values e;
	must(lqcd_gauge_field_create(&half, &w->lat, LQCD_ODD));
	must(lqcd_flow_create(&w->flow, &w->lat, LQCD_FLOW_WILSON));
	const lqcd_status s[5] = {lqcd_flow_step(&w->flow, &w->u, tap_nan()), lqcd_flow_step(&w->flow, &half, 0.1),
				  lqcd_flow_adaptive(&w->flow, &w->u, 1, 0),
				  lqcd_flow_adaptive(&w->flow, &half, 1, 1e-6), lqcd_energy(&e, &half, 1)};
	tap_ok(s[0] == LQCD_ERR_ARGUMENT && s[1] == LQCD_ERR_GEOMETRY && s[2] == LQCD_ERR_ARGUMENT &&
		       s[3] == LQCD_ERR_GEOMETRY && s[4] == LQCD_ERR_GEOMETRY && tap_isnan(e.clover),
	       "wrong arguments are refused");
	w->start[w->numbers / 2].re = tap_nan();
	naive_put(lqcd_gauge_field_view(&w->u), w->start);
	const lqcd_status nan = lqcd_flow_adaptive(&w->flow, &w->u, 1, 1e-6);
	tap_ok(nan == LQCD_NAN, "a NaN among the links: %s", lqcd_status_text(nan));
	lqcd_flow_destroy(&w->flow);
	lqcd_gauge_field_destroy(&half);
}

static void test_flow(void)
{
	static const int small[4] = {4, 2, 2, 4};
	flowing w;
#ifdef _OPENMP
	omp_set_num_threads(1); /* results do not depend on it */
#endif
	check_scales();
	for (int k = 0; k < 3; k++) {
		const lqcd_flow_kind kind = (lqcd_flow_kind)k;
		static const int longer[4] = {2, 2, 8, 2};
		flowing_create(&w, small, 0.5);
		check_definition(&w, kind);
		check_flow_covariance(&w, kind);
		naive_complex *best = naive_alloc(w.numbers);
		check_order(&w, kind, best);
		check_adaptive(&w, kind, best);
		free(best);
		check_decrease(&w, kind);
		check_reflection(&w, kind);
		if (k == 0) check_flow_errors(&w);
		flowing_destroy(&w);
		flowing_create(&w, longer, 0);
		check_wave(&w, kind);
		flowing_destroy(&w);
	}
}
