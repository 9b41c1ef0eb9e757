/* tests/gauge/smear.c: projections to SU(NC), APE, HYP and stout links against their definitions, the force through
 * stout links against numerical derivatives, smeared sources. */
#include <lqcd/gauge/plaquette.h>
#include <lqcd/gauge/smear.h>

#include "../support/support.h"
#include "../support/naive_loops.h"

#ifdef _OPENMP
#include <omp.h>
#endif

static const char *const projection_name[2] = {"trace", "polar"};

/* ---- projections ---- */

static void project(naive_complex *m, lqcd_projection projection)
{
	lqcd_su3_d u;
	memcpy(&u, m, sizeof u);
	lqcd_su3_project_group_d(&u, projection);
	memcpy(m, &u, sizeof u);
}

/* The largest element of a - b. */
static double difference(const naive_complex *a, const naive_complex *b)
{
	double worst = 0;
	for (int k = 0; k < NAIVE_MATRIX; k++) {
		const double d = naive_abs2(naive_make(a[k].re - b[k].re, a[k].im - b[k].im));
		worst = tap_worst(worst, sqrt(d));
	}
	return worst;
}

/* e^(i phi) u^+ m is Hermitian and positive for the polar projection, without the phase. For the trace, u^+ m has a
 * Hermitian part, and a multiple of i 1; no element of the group near u does better. */
static void check_projections(void)
{
	double unitary = 0, hermitian = 0, stationary = 0, again = 0;
	int positive = 1, most = 1;
	for (int n = 0; n < 40; n++) {
		naive_complex m[NAIVE_MATRIX], u[2][NAIVE_MATRIX], h[NAIVE_MATRIX], part[NAIVE_MATRIX],
			one[NAIVE_MATRIX];
		naive_complex five[5 * NAIVE_MATRIX];
		double trace[2];
		naive_random_links(five, 5, n % 2 ? 0.5 : 1);
		memset(m, 0, sizeof m);
		for (int k = 0; k < 5; k++) naive_axpy(m, 0.3, five + k * NAIVE_MATRIX);
		for (int k = 0; k < 2; k++) {
			memcpy(u[k], m, sizeof m);
			project(u[k], (lqcd_projection)k);
			naive_matmul(h, u[k], 0, u[k], 1);
			naive_unit(one);
			const double d = difference(h, one);
			unitary = tap_worst(unitary, d);
			memcpy(h, u[k], sizeof h);
			project(h, (lqcd_projection)k);
			const double e = difference(h, u[k]);
			again = tap_worst(again, e);
			naive_matmul(h, u[k], 1, m, 0);
			trace[k] = naive_trace(h).re;
			if (k == LQCD_PROJECT_POLAR) {
				lqcd_su3_d mm;
				memcpy(&mm, m, sizeof mm);
				const lqcd_complex_d det = lqcd_su3_det_d(&mm);
				const naive_complex z = naive_phase(-atan2(det.im, det.re) / NAIVE_NC);
				for (int i = 0; i < NAIVE_MATRIX; i++) h[i] = naive_mul(z, h[i]);
				for (int i = 0; i < NAIVE_NC; i++) positive = positive && h[i * (NAIVE_NC + 1)].re > 0;
			}
			naive_project(part, h);
			const double r = sqrt(naive_product(part, part, 1));
			if (k == LQCD_PROJECT_POLAR)
				hermitian = tap_worst(hermitian, r);
			else
				stationary = tap_worst(stationary, r);
		}
		most = most && trace[LQCD_PROJECT_TRACE] >= trace[LQCD_PROJECT_POLAR] - 1e-13;
	}
	tap_ok(unitary <= 1e-13 && again <= 1e-12, "projections: unitary within %.1e, themselves within %.1e", unitary,
	       again);
	tap_ok(hermitian <= 1e-12 && positive, "polar projection: leaves a positive Hermitian factor within %.1e",
	       hermitian);
	tap_ok(stationary <= 1e-12 && most,
	       "largest trace: stationary within %.1e, and not below that of the polar one", stationary);
}

/* ---- links by definition: one array of matrices for each direction ---- */

typedef struct {
	naive_complex *link[4];
} naive_field;

static naive_field naive_field_create(const int *l)
{
	naive_field f;
	for (int mu = 0; mu < 4; mu++) f.link[mu] = naive_alloc((size_t)naive_volume(l) * NAIVE_MATRIX);
	return f;
}

static void naive_field_destroy(naive_field *f)
{
	for (int mu = 0; mu < 4; mu++) free(f->link[mu]);
}

/* sum += s_nu(x) m_mu(x+nu) s_nu(x+mu)^+ + s_nu(x-nu)^+ m_mu(x-nu) s_nu(x-nu+mu) */
static void naive_staples_of(const int *l, const naive_complex *s, const naive_complex *m, int site, int mu, int nu,
			     naive_complex *sum)
{
	naive_complex p[NAIVE_MATRIX], q[NAIVE_MATRIX];
	int x[4];
	naive_coords(l, site, x);
	const size_t here = (size_t)site * NAIVE_MATRIX, up = (size_t)naive_neighbour(l, x, nu, 1) * NAIVE_MATRIX,
		     on = (size_t)naive_neighbour(l, x, mu, 1) * NAIVE_MATRIX,
		     down = (size_t)naive_neighbour(l, x, nu, -1) * NAIVE_MATRIX;
	naive_matmul(p, s + here, 0, m + up, 0);
	naive_matmul(q, p, 0, s + on, 1);
	naive_axpy(sum, 1, q);
	x[nu]--;
	x[nu] = (x[nu] + l[nu]) % l[nu];
	naive_matmul(p, s + down, 1, m + down, 0);
	naive_matmul(q, p, 0, s + (size_t)naive_neighbour(l, x, mu, 1) * NAIVE_MATRIX, 0);
	naive_axpy(sum, 1, q);
}

/* to = Proj[(1 - alpha) u + alpha / (2 count) staples] for link mu of all sites */
static void naive_fat(const int *l, naive_complex *to, const naive_complex *u, int mu, int count, const int *nu,
		      naive_complex *const *side, naive_complex *const *middle, double alpha,
		      lqcd_projection projection)
{
	for (int site = 0; site < naive_volume(l); site++) {
		naive_complex sum[NAIVE_MATRIX], *r = to + (size_t)site * NAIVE_MATRIX;
		memset(sum, 0, sizeof sum);
		for (int k = 0; k < count; k++) naive_staples_of(l, side[k], middle[k], site, mu, nu[k], sum);
		memset(r, 0, sizeof sum);
		naive_axpy(r, 1 - alpha, u + (size_t)site * NAIVE_MATRIX);
		naive_axpy(r, 0.5 * alpha / count, sum);
		project(r, projection);
	}
}

static void naive_ape(const int *l, naive_field *v, const naive_field *u, double alpha, int dimensions,
		      lqcd_projection projection)
{
	const size_t bytes = (size_t)naive_volume(l) * NAIVE_MATRIX * sizeof(naive_complex);
	for (int mu = 0; mu < 4; mu++) {
		int nu[3], count = 0;
		naive_complex *side[3], *middle[3];
		for (int k = 4 - dimensions; k < 4; k++) {
			if (k == mu) continue;
			nu[count] = k;
			side[count] = u->link[k];
			middle[count++] = u->link[mu];
			if (count == 3) break;
		}
		if (mu < 4 - dimensions)
			memcpy(v->link[mu], u->link[mu], bytes);
		else
			naive_fat(l, v->link[mu], u->link[mu], mu, count, nu, side, middle, alpha, projection);
	}
}

/* y[mu].link[eta]: staples in the plane mu, eta; w[mu].link[nu]: not in the plane of mu and nu. */
static void naive_hyp(const int *l, naive_field *v, const naive_field *u, const double *alpha,
		      lqcd_projection projection)
{
	naive_field y[4], w[4];
	for (int mu = 0; mu < 4; mu++) {
		y[mu] = naive_field_create(l);
		w[mu] = naive_field_create(l);
	}
	for (int mu = 0; mu < 4; mu++)
		for (int eta = 0; eta < 4; eta++)
			if (eta != mu)
				naive_fat(l, y[mu].link[eta], u->link[mu], mu, 1, &eta, &u->link[eta], &u->link[mu],
					  alpha[2], projection);
	for (int mu = 0; mu < 4; mu++)
		for (int nu = 0; nu < 4; nu++) {
			int rho[2], count = 0;
			naive_complex *side[2], *middle[2];
			if (nu == mu) continue;
			for (int k = 0; k < 4; k++) {
				if (k == mu || k == nu) continue;
				const int eta = 6 - mu - nu - k;
				rho[count] = k;
				side[count] = y[k].link[eta];
				middle[count++] = y[mu].link[eta];
				if (count == 2) break;
			}
			naive_fat(l, w[mu].link[nu], u->link[mu], mu, 2, rho, side, middle, alpha[1], projection);
		}
	for (int mu = 0; mu < 4; mu++) {
		int nu[3], count = 0;
		naive_complex *side[3], *middle[3];
		for (int k = 0; k < 4 && count < 3; k++) {
			if (k == mu) continue;
			nu[count] = k;
			side[count] = w[k].link[mu];
			middle[count++] = w[mu].link[k];
		}
		naive_fat(l, v->link[mu], u->link[mu], mu, 3, nu, side, middle, alpha[0], projection);
	}
	for (int mu = 0; mu < 4; mu++) {
		naive_field_destroy(&y[mu]);
		naive_field_destroy(&w[mu]);
	}
}

/* Between [site][mu] and the arrays of directions. */
static void split(const int *l, naive_field *f, naive_complex *u, int back)
{
	for (int i = 0; i < 4 * naive_volume(l); i++) {
		naive_complex *a = f->link[i % 4] + (size_t)(i / 4) * NAIVE_MATRIX, *b = u + (size_t)i * NAIVE_MATRIX;
		memcpy(back ? b : a, back ? a : b, NAIVE_MATRIX * sizeof *u);
	}
}

/* ---- the checks ---- */

typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_d u, v;
	const int *l;
	size_t links, numbers;
	naive_complex *start, *want, *got;
} smearing;

static void smearing_create(smearing *w, const int *l)
{
	must(lqcd_lattice_create(&w->lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&w->u, &w->lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&w->v, &w->lat, LQCD_FULL));
	w->l = l;
	w->links = 4 * (size_t)naive_volume(l);
	w->numbers = w->links * NAIVE_MATRIX;
	w->start = naive_alloc(w->numbers);
	w->want = naive_alloc(w->numbers);
	w->got = naive_alloc(w->numbers);
	naive_random_links(w->start, w->links, 0.5);
	naive_put(lqcd_gauge_field_view(&w->u), w->start);
}

static void smearing_destroy(smearing *w)
{
	free(w->start);
	free(w->want);
	free(w->got);
	lqcd_gauge_field_destroy(&w->u);
	lqcd_gauge_field_destroy(&w->v);
	lqcd_lattice_destroy(&w->lat);
}

enum { APE4, APE3, HYP, STOUT4, STOUT3, KINDS };
static const char *const kind_name[KINDS] = {"APE", "APE in space", "HYP", "stout", "stout in space"};
static const double hyp_alpha[3] = {0.75, 0.6, 0.3};

/* v := u smeared, and its links in got */
static void smear(smearing *w, int kind, lqcd_projection projection)
{
	switch (kind) {
	case APE4: must(lqcd_smear_ape(&w->v, &w->u, 0.6, 4, projection)); break;
	case APE3: must(lqcd_smear_ape(&w->v, &w->u, 0.5, 3, projection)); break;
	case HYP: must(lqcd_smear_hyp(&w->v, &w->u, hyp_alpha, projection)); break;
	case STOUT4: must(lqcd_smear_stout(&w->v, &w->u, 0.1, 4)); break;
	default: must(lqcd_smear_stout(&w->v, &w->u, 0.14, 3));
	}
	naive_get(lqcd_gauge_field_view(&w->v), w->got);
}

/* want := what the definition gives from start */
static void naive_smear(smearing *w, int kind, lqcd_projection projection)
{
	naive_field u = naive_field_create(w->l), v = naive_field_create(w->l);
	split(w->l, &u, w->start, 0);
	if (kind == HYP)
		naive_hyp(w->l, &v, &u, hyp_alpha, projection);
	else
		naive_ape(w->l, &v, &u, kind == APE4 ? 0.6 : 0.5, kind == APE4 ? 4 : 3, projection);
	split(w->l, &v, w->want, 1);
	naive_field_destroy(&u);
	naive_field_destroy(&v);
}

static void naive_stout(smearing *w)
{
	naive_force(w->l, w->start, 0, w->got);
	memcpy(w->want, w->start, w->numbers * sizeof *w->want);
	naive_exp_mul(w->want, -0.1, w->got, w->links);
}

static void check_definitions(smearing *w)
{
	for (int kind = 0; kind < 2 * HYP + 3; kind++) {
		const int what = kind / 2 > HYP ? STOUT4 : kind / 2;
		const lqcd_projection projection = (lqcd_projection)(kind % 2);
		if (what == STOUT4)
			naive_stout(w);
		else
			naive_smear(w, what, projection);
		smear(w, what, projection);
		const double d = naive_distance(w->got, w->want, w->numbers);
		tap_ok(d <= 1e-13, "%s, %s: within %.1e of the definition", kind_name[what],
		       what == STOUT4 ? "exponential" : projection_name[projection], d);
	}
}

static void check_covariance(smearing *w)
{
	naive_complex *g = naive_alloc(w->numbers / 4);
	naive_random_links(g, w->links / 4, 10);
	for (int kind = 0; kind < KINDS; kind++) {
		naive_put(lqcd_gauge_field_view(&w->u), w->start);
		smear(w, kind, LQCD_PROJECT_TRACE);
		memcpy(w->want, w->got, w->numbers * sizeof *w->want);
		naive_transform_links(w->l, g, w->want);
		memcpy(w->got, w->start, w->numbers * sizeof *w->got);
		naive_transform_links(w->l, g, w->got);
		naive_put(lqcd_gauge_field_view(&w->u), w->got);
		smear(w, kind, LQCD_PROJECT_TRACE);
		const double d = naive_distance(w->got, w->want, w->numbers);
		const double p = lqcd_plaquette(&w->v).space, q = lqcd_plaquette(&w->u).space;
		tap_ok(d <= 1e-13 && p > q + 0.1, "%s: covariant within %.1e, plaquette %.3f from %.3f",
		       kind_name[kind], d, p, q);
	}
	naive_put(lqcd_gauge_field_view(&w->u), w->start);
	free(g);
}

/* S = sum Re tr(b^+ v) of links smeared twice, from the array `links`. */
static double smeared_value(smearing *w, naive_complex *links, lqcd_gauge_field_d *once, const naive_complex *b,
			    double rho, int dimensions)
{
	naive_put(lqcd_gauge_field_view(&w->u), links);
	must(lqcd_smear_stout(once, &w->u, rho, dimensions));
	must(lqcd_smear_stout(&w->v, once, rho, dimensions));
	naive_get(lqcd_gauge_field_view(&w->v), w->got);
	return naive_product(b, w->got, w->links);
}

static void check_force(smearing *w, int dimensions)
{
	const double rho = 0.12, h = 2e-4;
	lqcd_gauge_field_d once, f;
	double value[2];
	naive_complex *direction = naive_alloc(w->numbers), *b = naive_alloc(w->numbers), *at = naive_alloc(w->numbers);
	must(lqcd_gauge_field_create(&once, &w->lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&f, &w->lat, LQCD_FULL));
	naive_random_links(b, w->links, 10);
	smeared_value(w, w->start, &once, b, rho, dimensions);
	for (size_t k = 0; k < w->numbers; k += NAIVE_MATRIX) {
		/* dS = Re tr(b^+ w v) = Re tr(w^+ g) */
		naive_complex p[NAIVE_MATRIX], q[NAIVE_MATRIX];
		naive_matmul(p, w->got + k, 0, b + k, 1);
		naive_project(q, p);
		memset(at + k, 0, sizeof q);
		naive_axpy(at + k, -1, q);
	}
	naive_put(lqcd_gauge_field_view(&f), at);
	must(lqcd_smear_stout_force(&f, &f, &once, rho, dimensions));
	must(lqcd_smear_stout_force(&f, &f, &w->u, rho, dimensions));
	naive_get(lqcd_gauge_field_view(&f), w->want);
	naive_random_algebra(direction, w->links);
	/* A direction that is not at right angles to the force. */
	for (size_t k = 0; k < w->links; k++) naive_axpy(direction + k * NAIVE_MATRIX, 1, w->want + k * NAIVE_MATRIX);
	const double slope = naive_product(direction, w->want, w->links);
	for (int wide = 0; wide < 2; wide++) {
		double S[2];
		for (int sign = 0; sign < 2; sign++) {
			memcpy(at, w->start, w->numbers * sizeof *at);
			naive_exp_mul(at, (sign ? -h : h) * (1 + wide), direction, w->links);
			S[sign] = smeared_value(w, at, &once, b, rho, dimensions);
		}
		value[wide] = (S[0] - S[1]) / (2 * h * (1 + wide));
	}
	const double d = fabs((4 * value[0] - value[1]) / 3 / slope - 1);
	tap_ok(d <= 1e-8, "stout in %d dimensions: the force through two smearings is the derivative within %.1e",
	       dimensions, d);
	naive_put(lqcd_gauge_field_view(&w->u), w->start);
	lqcd_gauge_field_destroy(&once);
	lqcd_gauge_field_destroy(&f);
	free(direction);
	free(b);
	free(at);
}

static void check_errors(smearing *w)
{
	lqcd_gauge_field_d half;
	must(lqcd_gauge_field_create(&half, &w->lat, LQCD_EVEN));
	const lqcd_status s[5] = {lqcd_smear_ape(&half, &w->u, 0.5, 4, LQCD_PROJECT_POLAR),
				  lqcd_smear_ape(&w->v, &w->u, 0.5, 2, LQCD_PROJECT_POLAR),
				  lqcd_smear_stout(&w->v, &w->u, tap_nan(), 4),
				  lqcd_smear_stout_force(&w->v, &half, &w->u, 0.1, 4),
				  lqcd_smear_hyp(&w->v, &half, hyp_alpha, LQCD_PROJECT_POLAR)};
	tap_ok(s[0] == LQCD_ERR_GEOMETRY && s[1] == LQCD_ERR_ARGUMENT && s[2] == LQCD_ERR_ARGUMENT &&
		       s[3] == LQCD_ERR_GEOMETRY && s[4] == LQCD_ERR_GEOMETRY,
	       "wrong arguments are refused");
	lqcd_gauge_field_destroy(&half);
}

static void test_smear(void)
{
	static const int small[4] = {4, 2, 4, 2};
	smearing w;
#ifdef _OPENMP
	omp_set_num_threads(1); /* results do not depend on it */
#endif
	check_projections();
	smearing_create(&w, small);
	check_definitions(&w);
	check_covariance(&w);
	check_force(&w, 4);
	check_force(&w, 3);
	check_errors(&w);
	smearing_destroy(&w);
}
