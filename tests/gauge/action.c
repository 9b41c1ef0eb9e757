/* tests/gauge/action.c: staples, forces and values of gauge actions against paths by definition and numerical
 * derivatives. The checks of one tag are in action.inc. */
#include <lqcd/gauge/action.h>
#include <lqcd/field/layout.h>

#include "../support/support.h"
#include "../support/naive_loops.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* Links and what they give by definition. */
typedef struct {
	int l[4];
	size_t links;
	naive_complex *u, *force[2], *got;
	double c1[2], rectangle;
} action_case;

static double naive_rectangle(const int *l, const naive_complex *u)
{
	long double sum = 0;
	for (int site = 0; site < naive_volume(l); site++)
		for (int k = 0; k < 16; k++) {
			const int mu = k / 4, nu = k % 4, path[6] = {mu, mu, nu, ~mu, ~mu, ~nu};
			naive_complex r[NAIVE_MATRIX];
			int x[4];
			if (mu == nu) continue;
			naive_coords(l, site, x);
			naive_path(l, u, x, path, 6, r);
			sum += naive_trace(r).re / NAIVE_NC;
		}
	return (double)(sum / (12 * naive_volume(l)));
}

static action_case action_case_create(const int *l, double size)
{
	action_case c;
	memcpy(c.l, l, sizeof c.l);
	c.links = 4 * (size_t)naive_volume(l);
	c.u = naive_alloc(c.links * NAIVE_MATRIX);
	c.got = naive_alloc(c.links * NAIVE_MATRIX);
	naive_random_links(c.u, c.links, size);
	c.c1[0] = LQCD_C1_WILSON;
	c.c1[1] = tap_random();
	for (int k = 0; k < 2; k++) {
		c.force[k] = naive_alloc(c.links * NAIVE_MATRIX);
		naive_force(l, c.u, c.c1[k], c.force[k]);
	}
	c.rectangle = naive_rectangle(l, c.u);
	return c;
}

static void action_case_destroy(action_case *c)
{
	free(c->u);
	free(c->got);
	free(c->force[0]);
	free(c->force[1]);
}

#define LQCD_TAG d
#include "action.inc"
#define LQCD_TAG vf
#include "action.inc"

/* dS/dh along u -> exp(h w) u, from four values of S, is (beta/NC) sum Re tr(w^+ f). */
static void check_derivative(lqcd_lattice *lat, double c1)
{
	const double beta = 5.3, h = 2e-4;
	const size_t links = 4 * (size_t)naive_volume(lat->extent), numbers = links * NAIVE_MATRIX;
	naive_complex *links_u = naive_alloc(numbers), *w = naive_alloc(numbers), *work = naive_alloc(numbers);
	lqcd_gauge_field_d u, f;
	lqcd_action_d act;
	double difference[2];
	must(lqcd_gauge_field_create(&u, lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&f, lat, LQCD_FULL));
	must(lqcd_action_create(&act, lat, c1));
	naive_random_links(links_u, links, 0.5);
	naive_random_algebra(w, links);
	naive_put(lqcd_gauge_field_view(&u), links_u);
	must(lqcd_action_force(&f, 0, &act, &u, beta / LQCD_NC));
	naive_get(lqcd_gauge_field_view(&f), work);
	/* A direction that is not at right angles to the force. */
	const double scale = sqrt(naive_product(w, w, links) / naive_product(work, work, links));
	for (size_t k = 0; k < links; k++) naive_axpy(w + k * NAIVE_MATRIX, scale, work + k * NAIVE_MATRIX);
	const double slope = naive_product(w, work, links);
	for (int wide = 0; wide < 2; wide++) {
		double S[2];
		for (int sign = 0; sign < 2; sign++) {
			memcpy(work, links_u, numbers * sizeof *work);
			naive_exp_mul(work, (sign ? -h : h) * (1 + wide), w, links);
			naive_put(lqcd_gauge_field_view(&u), work);
			S[sign] = lqcd_action_value(&u, beta, c1);
		}
		difference[wide] = (S[0] - S[1]) / (2 * h * (1 + wide));
	}
	const double numerical = (4 * difference[0] - difference[1]) / 3, d = fabs(numerical / slope - 1);
	tap_ok(d <= 1e-8, "c1 = %g: the force is the derivative of the action within %.1e", c1, d);
	lqcd_action_destroy(&act);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&f);
	free(links_u);
	free(w);
	free(work);
}

static void check_action_errors(lqcd_lattice *lat)
{
	lqcd_gauge_field_d u, half;
	lqcd_action_d act;
	must(lqcd_gauge_field_create(&u, lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&half, lat, LQCD_EVEN));
	must(lqcd_action_create(&act, lat, LQCD_C1_IWASAKI));
	tap_ok(lqcd_action_update(&act, &half) == LQCD_ERR_GEOMETRY &&
		       lqcd_action_force(&half, 0, &act, &u, 1) == LQCD_ERR_GEOMETRY,
	       "halves of fields are refused");
	lqcd_gauge_field_unit(&u);
	const double S = lqcd_action_value(&u, 6, LQCD_C1_DBW2), r = lqcd_rectangle(&u);
	tap_ok(fabs(S) <= 0 && fabs(r - 1) <= 0, "unit links: S = %g, rectangle %g", S, r);
	lqcd_action_destroy(&act);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&half);
}

static void test_action(void)
{
	static const int odd[4] = {6, 2, 4, 4}, lanes[4] = {4, 4, 8, 8};
	static const double c1[4] = {LQCD_C1_WILSON, LQCD_C1_LUESCHER_WEISZ, LQCD_C1_IWASAKI, LQCD_C1_DBW2};
	static const int small[4] = {4, 4, 6, 4};
	lqcd_lattice lat;
	action_case c;
#ifdef _OPENMP
	omp_set_num_threads(1); /* results do not depend on it */
#endif
	c = action_case_create(odd, 0.7);
	check_action_d(&c);
	action_case_destroy(&c);
	c = action_case_create(lanes, 0.7);
	check_action_d(&c);
	check_action_vf(&c);
	action_case_destroy(&c);
	must(lqcd_lattice_create(&lat, small, NULL, NULL));
	for (int k = 0; k < 4; k++) check_derivative(&lat, c1[k]);
	check_action_errors(&lat);
	lqcd_lattice_destroy(&lat);
}
