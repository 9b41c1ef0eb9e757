/* tests/gauge/action_heatbath.c: heat bath and overrelaxation with rectangles: colours, conservation, equilibrium,
 * layouts. The statistical check has a fixed seed. */
#include <lqcd/gauge/action_heatbath.h>
#include <lqcd/field/layout.h>

#include "../support/support.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* ---- colours ---- */

/* Whether a link of direction mu on the steps from x on has the colour of x, or is the link of x. */
static int meets_colour(const lqcd_lattice *lat, const int *x, int mu, const int *step, int n)
{
	const int *l = lat->extent, colour = lqcd_action_colour(lat, x, mu);
	int y[4], found = 0;
	for (int k = 0; k < 4; k++) y[k] = x[k];
	y[mu] = (y[mu] + 1) % l[mu];
	for (int k = 0; k < n; k++) {
		const int back = step[k] < 0, d = back ? ~step[k] : step[k];
		if (back) y[d] = (y[d] + l[d] - 1) % l[d];
		found = found || (d == mu && lqcd_action_colour(lat, y, mu) == colour);
		if (!back) y[d] = (y[d] + 1) % l[d];
	}
	return found || memcmp(x, y, sizeof y) != 0;
}

/* No rectangle and no plaquette with a link has another one of its direction and colour. */
static void check_colours(int t, int x, int y, int z, int colours)
{
	lqcd_lattice lat;
	int bad = 0, used = 0;
	const int l[4] = {t, x, y, z};
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	for (int n = 0; n < 4 * t * x * y * z; n++) {
		const int mu = n % 4, s[4] = {n / 4 / z / y / x, n / 4 / z / y % x, n / 4 / z % y, n / 4 % z};
		const int colour = lqcd_action_colour(&lat, s, mu);
		used |= 1 << colour;
		for (int k = 0; k < 8; k++) {
			const int nu = k / 2, go = k % 2 ? nu : ~nu, come = ~go, back = ~mu;
			const int p[3] = {go, back, come}, a[5] = {mu, go, back, back, come},
				  b[5] = {go, back, back, come, mu}, c[5] = {go, go, back, come, come};
			if (nu == mu) continue;
			bad += meets_colour(&lat, s, mu, p, 3) + meets_colour(&lat, s, mu, a, 5) +
			       meets_colour(&lat, s, mu, b, 5) + meets_colour(&lat, s, mu, c, 5);
		}
	}
	tap_ok(!bad && used == (1 << colours) - 1 && lqcd_action_colours(&lat) == colours,
	       "%d x %d x %d x %d: %d colours, %d loops meet one twice", t, x, y, z, lqcd_action_colours(&lat), bad);
	lqcd_lattice_destroy(&lat);
}

/* Other links of a colour do not change a staple. */
static void check_staples(void)
{
	static const int l[4] = {4, 4, 6, 4};
	lqcd_lattice lat;
	lqcd_gauge_field_d u, staple[2];
	lqcd_gauge_field_vd v;
	lqcd_action_vd act;
	double same = 0, other = 0;
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&v, &lat, LQCD_FULL));
	must(lqcd_action_create(&act, &lat, -0.3));
	lqcd_gauge_field_random(&u, tap_random_u64(), 0);
	const int mu = (int)(tap_random_u64() % 4), colour = (int)(tap_random_u64() % 6);
	for (int turn = 0; turn < 2; turn++) {
		must(lqcd_field_convert(lqcd_gauge_field_view(&v), lqcd_gauge_field_view(&u)));
		must(lqcd_action_update(&act, &v));
		LQCD_MASTER_FOR(v.type, ix) {
			lqcd_su3_vd a;
			lqcd_action_staple(&a, &act, &v, ix, mu);
			*LQCD_4FIELD_AT(&v, ix, 0) = a;
		}
		must(lqcd_gauge_field_create(&staple[turn], &lat, LQCD_FULL));
		must(lqcd_field_convert(lqcd_gauge_field_view(&staple[turn]), lqcd_gauge_field_view(&v)));
		for (int ix = 0; ix < u.type->gsize_gauge && turn == 0; ix++) {
			lqcd_rng rng = lqcd_rng_make(5, (uint64_t)ix, 1);
			int x[4];
			lqcd_geometry_coords(u.type, ix, 0, x);
			if (lqcd_action_colour(&lat, x, mu) == colour)
				lqcd_su3_random_d(LQCD_4FIELD_AT(&u, ix, mu), &rng);
		}
	}
	LQCD_MASTER_FOR(u.type, ix) {
		int x[4];
		lqcd_su3_d d;
		lqcd_geometry_coords(u.type, ix, 0, x);
		lqcd_su3_sub(&d, LQCD_4FIELD_AT(&staple[0], ix, 0), LQCD_4FIELD_AT(&staple[1], ix, 0));
		double *to = lqcd_action_colour(&lat, x, mu) == colour ? &same : &other;
		*to = tap_worst(*to, lqcd_su3_norm2_d(&d));
	}
	tap_ok(same <= 0 && other > 1, "staples of a colour stay when all its links change: %.1e, others %.1e", same,
	       other);
	lqcd_action_destroy(&act);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	for (int turn = 0; turn < 2; turn++) lqcd_gauge_field_destroy(&staple[turn]);
	lqcd_lattice_destroy(&lat);
}

/* ---- sweeps ---- */

/* S after overrelaxation sweeps is what it was. */
static void check_overrelax(int t, int x, int y, int z, double c1)
{
	lqcd_lattice lat;
	lqcd_gauge_field_vd u, v;
	lqcd_action_vd act;
	double S[2], moved = 0;
	const int l[4] = {t, x, y, z};
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&v, &lat, LQCD_FULL));
	must(lqcd_action_create(&act, &lat, c1));
	lqcd_gauge_field_random(&u, tap_random_u64(), 0);
	for (int k = 0; k < 3; k++) must(lqcd_action_heatbath(&act, &u, 3 * LQCD_NC, tap_random_u64(), 0));
	must(lqcd_field_convert(lqcd_gauge_field_view(&v), lqcd_gauge_field_view(&u)));
	S[0] = lqcd_action_value(&u, 1, c1);
	for (int k = 0; k < 2; k++) must(lqcd_action_overrelax(&act, &u));
	S[1] = lqcd_action_value(&u, 1, c1);
	LQCD_MASTER_FOR_SUM(u.type, ix, moved) {
		lqcd_su3_vd d;
		lqcd_su3_sub(&d, LQCD_4FIELD_AT(&u, ix, 0), LQCD_4FIELD_AT(&v, ix, 0));
		moved += lqcd_sum_vd(lqcd_su3_norm2_vd(&d)) / (t * x * y * z);
	}
	tap_ok(fabs(S[1] / S[0] - 1) <= 1e-12 && moved > 0.1,
	       "%d x %d x %d x %d, c1 = %g: overrelaxation changes S by %.1e, links by %.2f", t, x, y, z, c1,
	       S[1] / S[0] - 1, moved);
	lqcd_action_destroy(&act);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_lattice_destroy(&lat);
}

/* In equilibrium the integral of the second derivatives of exp(-S) by a link vanishes: (beta/NC) |P(U A)|^2 and 2 C_F
 * Re tr(U A) have the same mean, C_F = (NC^2 - 1)/(2 NC). */
static void check_equilibrium(double c1, double beta)
{
	enum { SWEEPS = 24 };
	static const int l[4] = {4, 4, 4, 4};
	lqcd_lattice lat;
	lqcd_gauge_field_vd u, f;
	lqcd_action_vd act;
	double sum = 0, sum2 = 0, size = 0;
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&f, &lat, LQCD_FULL));
	must(lqcd_action_create(&act, &lat, c1));
	lqcd_gauge_field_unit(&u);
	for (int k = 0; k < SWEEPS + 20; k++) {
		double squares = 0, traces = 0;
		must(lqcd_action_heatbath(&act, &u, beta, 20251122, (uint64_t)k));
		must(lqcd_action_overrelax(&act, &u));
		if (k < 20) continue;
		must(lqcd_action_force(&f, 0, &act, &u, 1));
		LQCD_MASTER_FOR_SUM(u.type, ix, squares, traces)
			for (int mu = 0; mu < 4; mu++) {
				lqcd_su3_vd a, w;
				lqcd_action_staple(&a, &act, &u, ix, mu);
				lqcd_su3_dagger(&w, &a);
				traces += lqcd_sum_vd(lqcd_su3_retrace_mul_dagger_vd(LQCD_4FIELD_AT(&u, ix, mu), &w));
				squares += lqcd_sum_vd(lqcd_su3_norm2_vd(LQCD_4FIELD_AT(&f, ix, mu)));
			}
		traces *= (LQCD_NC * LQCD_NC - 1.0) / LQCD_NC;
		const double d = beta / LQCD_NC * squares - traces;
		sum += d / (double)SWEEPS;
		sum2 += d * d / (double)SWEEPS;
		size += traces / (double)SWEEPS;
	}
	const double error = sqrt((sum2 - sum * sum) / (SWEEPS - 1));
	tap_ok(fabs(sum) <= 6 * error && error <= 0.02 * size, "c1 = %g: <|dS|^2 - d^2 S> / <d^2 S> = %.4f(%.4f)", c1,
	       sum / size, error / size);
	lqcd_action_destroy(&act);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&f);
	lqcd_lattice_destroy(&lat);
}

#define LQCD_TAG d
#include "action_heatbath.inc"
#define LQCD_TAG vd
#include "action_heatbath.inc"

/* Two sweeps of any lanes give the same links. */
static void check_layouts(int t, int x, int y, int z, double c1)
{
	lqcd_lattice lat;
	lqcd_gauge_field_d a, b;
	double most = 0;
	const int l[4] = {t, x, y, z};
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&a, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&b, &lat, LQCD_FULL));
	lqcd_gauge_field_random(&a, tap_random_u64(), 0);
	must(lqcd_field_convert(lqcd_gauge_field_view(&b), lqcd_gauge_field_view(&a)));
	sweeps_d(&a, c1);
	sweeps_vd(&b, c1);
	LQCD_MASTER_FOR(a.type, ix)
		for (int mu = 0; mu < 4; mu++) {
			lqcd_su3_d d;
			lqcd_su3_sub(&d, LQCD_4FIELD_AT(&a, ix, mu), LQCD_4FIELD_AT(&b, ix, mu));
			most = tap_worst(most, sqrt(lqcd_su3_norm2_d(&d)));
		}
	tap_ok(most <= 1e-9, "%d x %d x %d x %d, c1 = %g: d and vd agree within %.1e", t, x, y, z, c1, most);
	lqcd_gauge_field_destroy(&a);
	lqcd_gauge_field_destroy(&b);
	lqcd_lattice_destroy(&lat);
}

static void check_action_heatbath_errors(void)
{
	static const int l[4] = {4, 2, 4, 4};
	lqcd_lattice lat;
	lqcd_gauge_field_d u, half;
	lqcd_action_d act, plain;
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&half, &lat, LQCD_EVEN));
	must(lqcd_action_create(&act, &lat, LQCD_C1_IWASAKI));
	must(lqcd_action_create(&plain, &lat, 0));
	lqcd_gauge_field_unit(&u);
	tap_ok(lqcd_action_heatbath(&act, &u, 2, 1, 1) == LQCD_ERR_EXTENT &&
		       lqcd_action_overrelax(&act, &u) == LQCD_ERR_EXTENT &&
		       lqcd_action_heatbath(&plain, &u, 2, 1, 1) == LQCD_OK,
	       "an extent of 2 is refused with rectangles");
	tap_ok(lqcd_action_heatbath(&act, &half, 2, 1, 1) == LQCD_ERR_GEOMETRY &&
		       lqcd_action_overrelax(&act, &half) == LQCD_ERR_GEOMETRY &&
		       lqcd_action_heatbath(&act, &u, -1, 1, 1) == LQCD_ERR_ARGUMENT &&
		       lqcd_action_heatbath(&act, &u, 1, 1, (uint64_t)1 << 42) == LQCD_ERR_ARGUMENT,
	       "half fields, a negative beta and a late sweep are refused");
	lqcd_action_destroy(&act);
	lqcd_action_destroy(&plain);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&half);
	lqcd_lattice_destroy(&lat);
}

static void test_action_heatbath(void)
{
#ifdef _OPENMP
	omp_set_num_threads(1);
#endif
	check_colours(4, 4, 4, 8, 4);
	check_colours(8, 12, 4, 4, 4);
	check_colours(4, 6, 4, 10, 6);
	check_colours(6, 14, 8, 4, 6);
	check_staples();
	check_overrelax(4, 4, 4, 4, LQCD_C1_DBW2);
	check_overrelax(4, 8, 6, 4, LQCD_C1_IWASAKI);
	check_overrelax(8, 8, 8, 4, LQCD_C1_LUESCHER_WEISZ);
	check_equilibrium(LQCD_C1_LUESCHER_WEISZ, 1.5 * LQCD_NC);
	check_equilibrium(LQCD_C1_DBW2, 0.3 * LQCD_NC);
	check_layouts(4, 4, 4, 4, LQCD_C1_IWASAKI);
	check_layouts(6, 4, 4, 4, -0.1);
	check_layouts(4, 4, 4, 4, 0);
	check_action_heatbath_errors();
}
