/* tests/hmc/symplectic.c: trajectories of hybrid Monte Carlo preserve the symplectic form and the volume of phase space.
 *
 * A tangent vector X = (w, q) of (U, p) moves the links to exp(h w) U and the momenta to p + h q. With <a, b> = 2 Re tr(a^+ b),
 * for which H = K + S generates dU/dt = p U and dp/dt = -F,
 *
 *   Omega(X, Y) = <q_X, w_Y> - <q_Y, w_X> + <p, [w_X, w_Y]>,
 *
 * the differential of <p, dU U^-1>, is the same before and after a trajectory. A force that is no gradient changes it. Powers of
 * Omega are the volume, whose ratio is also taken directly: the determinant of the Jacobian of a trajectory in which two links
 * move. Any force that depends on the links of the same instant alone leaves it at 1, be it a gradient or not.
 *
 * Derivatives are differences of trajectories with errors of h^4. On 2^4, where three links in a line close at their second
 * site. Each check is repeated with broken forces, which have to fail by far. */
#include <lqcd/hmc/hmc.h>
#include <lqcd/hmc/pseudofermion.h>
#include <lqcd/hmc/staggered.h>
#include <lqcd/hmc/symanzik.h>

#include "../support/support.h"
#include "../support/naive_loops.h"

#ifdef _OPENMP
#include <omp.h>
#endif

static const int extent[4] = {2, 2, 2, 2};
enum {
	LINKS = 64,
	NUMBERS = LINKS * NAIVE_MATRIX,
	ALGEBRA = NAIVE_NC * NAIVE_NC - 1,
	FREE = 2, /* links that move in the Jacobian */
	SIZE = 2 * FREE * ALGEBRA,
	VECTORS = 3
};

/* What is wrong with the force of a term: nothing; the one of the links of the call before; that of the next direction; a part
 * of the momenta. */
typedef enum { RIGHT, STALE, MISPLACED, FRICTION, FAULTS } fault;
static const char *const fault_name[FAULTS] = {"as it is", "of earlier links", "of other links", "with friction"};

/* A term around a term, with a fault, and with links that have no momenta. */
typedef struct {
	lqcd_hmc_term_d of;
	fault wrong;
	int called;
	lqcd_gauge_field_d last, part;
	const int *free; /* FREE numbers of links, or NULL: all move */
} wrapped;

typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_d u, start_u, start_p;
	lqcd_hmc_d hmc;
	wrapped term[2];
	int terms, steps; /* of differences: 1 or 2, for errors of h^2 or h^4 */
	double length;
	naive_complex *u0, *p0; /* (U, p) after the trajectory from the start */
} world;

typedef struct {
	naive_complex *w, *q;
} tangent;

static lqcd_status action_of(void *self, const lqcd_gauge_field_d *u, double *s)
{
	const wrapped *t = (const wrapped *)self;
	return t->of.action(t->of.self, u, s);
}

/** part of direction mu becomes that of mu + 1. */
static void misplace(lqcd_gauge_field_d *part)
{
	naive_complex *f = naive_alloc(NUMBERS), *g = naive_alloc(NUMBERS);
	naive_get(lqcd_gauge_field_view(part), f);
	for (int k = 0; k < LINKS; k++)
		memcpy(g + k * NAIVE_MATRIX, f + (k / 4 * 4 + (k + 1) % 4) * NAIVE_MATRIX, NAIVE_MATRIX * sizeof *g);
	naive_put(lqcd_gauge_field_view(part), g);
	free(f);
	free(g);
}

static lqcd_status force_of(void *self, lqcd_gauge_field_d *p, const lqcd_gauge_field_d *u, double h)
{
	wrapped *t = (wrapped *)self;
	naive_complex *z = naive_alloc(NUMBERS), *f = naive_alloc(NUMBERS);
	lqcd__links_scale_d(&t->part, 0);
	if (t->wrong != STALE || !t->called) lqcd_gauge_field_copy(&t->last, u);
	const lqcd_status s = t->of.force(t->of.self, &t->part, &t->last, h);
	lqcd_gauge_field_copy(&t->last, u);
	t->called = 1;
	if (t->wrong == MISPLACED) misplace(&t->part);
	naive_get(lqcd_gauge_field_view(&t->part), f);
	naive_get(lqcd_gauge_field_view(p), z);
	for (int k = 0; k < LINKS; k++) {
		int moves = !t->free;
		for (int n = 0; n < FREE && t->free; n++) moves |= t->free[n] == k;
		for (int i = k * NAIVE_MATRIX; i < (k + 1) * NAIVE_MATRIX; i++) {
			const naive_complex old = z[i];
			z[i] = moves ? naive_add(old, f[i]) : naive_make(0, 0);
			if (moves && t->wrong == FRICTION)
				z[i] = naive_add(z[i], naive_make(-0.1 * h * old.re, -0.1 * h * old.im));
		}
	}
	naive_put(lqcd_gauge_field_view(p), z);
	free(z);
	free(f);
	return s;
}

static void world_add(world *c, const lqcd_hmc_term_d *of, int level)
{
	wrapped *t = &c->term[c->terms++];
	lqcd_hmc_term_d term;
	memset((void *)&term, 0, sizeof term);
	memset((void *)t, 0, sizeof *t);
	must(lqcd_gauge_field_create(&t->last, &c->lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&t->part, &c->lat, LQCD_FULL));
	t->of = *of;
	term.self = t;
	term.action = action_of;
	term.force = force_of;
	must(lqcd_hmc_add(&c->hmc, &term, level));
	must(of->refresh ? of->refresh(of->self, &c->u, 1, 8 * (uint64_t)c->terms) : LQCD_OK);
}

/** Random links and momenta, of two levels of these integrators. */
static void world_begin(world *c, lqcd_integrator_kind inner, lqcd_integrator_kind outer)
{
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(0, 0, 1);
	naive_complex *z = naive_alloc(NUMBERS);
	memset((void *)c, 0, sizeof *c);
	chain.gauge_level = LQCD_HMC_NO_GAUGE;
	chain.levels = 2;
	chain.level[0].kind = inner;
	chain.level[1].kind = outer;
	chain.level[0].steps = 1;
	chain.level[1].steps = 2;
	c->length = 0.6;
	must(lqcd_lattice_create(&c->lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&c->u, &c->lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&c->start_u, &c->lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&c->start_p, &c->lat, LQCD_FULL));
	must(lqcd_hmc_create(&c->hmc, &c->lat, &chain));
	naive_random_links(z, LINKS, 0.25);
	naive_put(lqcd_gauge_field_view(&c->u), z);
	lqcd_gauge_field_copy(&c->start_u, &c->u);
	naive_random_algebra(z, LINKS);
	naive_put(lqcd_gauge_field_view(&c->start_p), z);
	free(z);
	c->u0 = naive_alloc(NUMBERS);
	c->p0 = naive_alloc(NUMBERS);
}

static void world_end(world *c)
{
	for (int k = 0; k < c->terms; k++) {
		lqcd_gauge_field_destroy(&c->term[k].last);
		lqcd_gauge_field_destroy(&c->term[k].part);
	}
	free(c->u0);
	free(c->p0);
	lqcd_hmc_destroy(&c->hmc);
	lqcd_gauge_field_destroy(&c->u);
	lqcd_gauge_field_destroy(&c->start_u);
	lqcd_gauge_field_destroy(&c->start_p);
	lqcd_lattice_destroy(&c->lat);
}

static tangent tangent_make(void)
{
	tangent x;
	x.w = naive_alloc(NUMBERS);
	x.q = naive_alloc(NUMBERS);
	memset(x.w, 0, NUMBERS * sizeof *x.w);
	memset(x.q, 0, NUMBERS * sizeof *x.q);
	return x;
}

static void tangent_free(const tangent *x)
{
	free(x->w);
	free(x->q);
}

/** (u, p) := the end of the trajectory from the start moved by h x. */
static void travel(world *c, double h, const tangent *x, naive_complex *u, naive_complex *p)
{
	naive_get(lqcd_gauge_field_view(&c->start_u), u);
	naive_get(lqcd_gauge_field_view(&c->start_p), p);
	if (x) naive_exp_mul(u, h, x->w, LINKS);
	for (int i = 0; x && i < NUMBERS; i++) p[i] = naive_make(p[i].re + h * x->q[i].re, p[i].im + h * x->q[i].im);
	naive_put(lqcd_gauge_field_view(&c->u), u);
	naive_put(lqcd_gauge_field_view(&c->hmc.p), p);
	for (int k = 0; k < c->terms; k++) c->term[k].called = 0;
	must(lqcd_hmc_evolve(&c->hmc, &c->u, c->length));
	naive_get(lqcd_gauge_field_view(&c->u), u);
	naive_get(lqcd_gauge_field_view(&c->hmc.p), p);
}

/** to := the image of x under the differential of the trajectory. */
static void push(world *c, const tangent *x, tangent *to)
{
	const double h = 2e-3;
	naive_complex *u[2], *p[2], d[NAIVE_MATRIX], e[NAIVE_MATRIX];
	for (int n = 0; n < 2; n++) {
		u[n] = naive_alloc(NUMBERS);
		p[n] = naive_alloc(NUMBERS);
	}
	memset(to->w, 0, NUMBERS * sizeof *to->w);
	memset(to->q, 0, NUMBERS * sizeof *to->q);
	for (int step = 1; step <= c->steps; step++) {
		const double weight = c->steps == 1 ? 1
				      : step == 1   ? 4 / 3.0
						    : -1 / 3.0,
			     factor = weight / (2 * step * h);
		travel(c, step * h, x, u[0], p[0]);
		travel(c, -step * h, x, u[1], p[1]);
		for (int k = 0; k < LINKS; k++) {
			const int at = k * NAIVE_MATRIX;
			for (int i = 0; i < NAIVE_MATRIX; i++)
				d[i] = naive_make(u[0][at + i].re - u[1][at + i].re, u[0][at + i].im - u[1][at + i].im);
			naive_matmul(e, d, 0, c->u0 + at, 1);
			naive_axpy(to->w + at, factor, e);
			naive_axpy(to->q + at, factor, p[0] + at);
			naive_axpy(to->q + at, -factor, p[1] + at);
		}
	}
	for (int k = 0; k < LINKS; k++) {
		memcpy(e, to->w + k * NAIVE_MATRIX, sizeof e);
		naive_project(to->w + k * NAIVE_MATRIX, e);
	}
	for (int n = 0; n < 2; n++) {
		free(u[n]);
		free(p[n]);
	}
}

static double form(const naive_complex *p, const tangent *x, const tangent *y)
{
	double sum = naive_product(x->q, y->w, LINKS) - naive_product(y->q, x->w, LINKS);
	for (int k = 0; k < LINKS; k++) {
		const int at = k * NAIVE_MATRIX;
		naive_complex d[NAIVE_MATRIX], e[NAIVE_MATRIX];
		naive_matmul(d, x->w + at, 0, y->w + at, 0);
		naive_matmul(e, y->w + at, 0, x->w + at, 0);
		sum += naive_product(p + at, d, 1) - naive_product(p + at, e, 1);
	}
	return 2 * sum;
}

/** Sets the fault of the terms and the links that move, and goes from the start to the end. What fails by far needs no
 * accuracy. */
static void prepare(world *c, fault wrong, const int *moving)
{
	c->steps = wrong == RIGHT || wrong == MISPLACED ? 2 : 1;
	for (int k = 0; k < c->terms; k++) {
		c->term[k].wrong = wrong;
		c->term[k].free = moving;
	}
	travel(c, 0, NULL, c->u0, c->p0);
}

/** The largest change of Omega of pairs of tangent vectors, in units of the square root of twice their number of components,
 * which is the size of Omega where they are gaussian. */
static double form_changes(world *c, const tangent *x, fault wrong)
{
	tangent to[VECTORS];
	naive_complex *p = naive_alloc(NUMBERS);
	double worst = 0;
	prepare(c, wrong, NULL);
	naive_get(lqcd_gauge_field_view(&c->start_p), p);
	for (int n = 0; n < VECTORS; n++) {
		to[n] = tangent_make();
		push(c, &x[n], &to[n]);
		for (int k = 0; k < n; k++)
			worst = tap_worst(worst, fabs(form(c->p0, &to[k], &to[n]) - form(p, &x[k], &x[n])));
	}
	for (int n = 0; n < VECTORS; n++) tangent_free(&to[n]);
	free(p);
	return worst / sqrt(2.0 * LINKS * ALGEBRA);
}

/** Element k of an orthonormal base of the algebra. */
static void base_of(naive_complex *z, int k)
{
	memset(z, 0, NAIVE_MATRIX * sizeof *z);
	const int i = k / NAIVE_NC, j = k % NAIVE_NC;
	if (i == j) { /* diag(1, .., 1, -(i + 1), 0, ..) */
		const double size = 1 / sqrt(2.0 * (i + 1) * (i + 2));
		for (int n = 0; n <= i; n++) z[n * (NAIVE_NC + 1)].im = size;
		z[(i + 1) * (NAIVE_NC + 1)].im = -(i + 1) * size;
	} else if (i < j) {
		z[i * NAIVE_NC + j].re = 0.5;
		z[j * NAIVE_NC + i].re = -0.5;
	} else
		z[i * NAIVE_NC + j].im = z[j * NAIVE_NC + i].im = 0.5;
}

static double determinant(double a[SIZE][SIZE])
{
	double det = 1;
	for (int i = 0; i < SIZE; i++) {
		int most = i;
		for (int r = i + 1; r < SIZE; r++)
			if (fabs(a[r][i]) > fabs(a[most][i])) most = r;
		for (int k = 0; k < SIZE && most != i; k++) {
			const double swap = a[i][k];
			a[i][k] = a[most][k];
			a[most][k] = swap;
		}
		det *= most == i ? a[i][i] : -a[i][i];
		for (int r = i + 1; r < SIZE; r++)
			for (int k = SIZE - 1; k >= i; k--) a[r][k] -= a[r][i] / a[i][i] * a[i][k];
	}
	return det;
}

/** The determinant of the Jacobian of a trajectory in which these links move. */
static double volume_of(world *c, const int *moving, fault wrong)
{
	double jacobian[SIZE][SIZE];
	tangent x = tangent_make(), to = tangent_make();
	naive_complex z[NAIVE_MATRIX], *all = naive_alloc(NUMBERS), *some = naive_alloc(NUMBERS);
	naive_get(lqcd_gauge_field_view(&c->start_p), all);
	memset(some, 0, NUMBERS * sizeof *some);
	for (int n = 0; n < FREE; n++)
		memcpy(some + moving[n] * NAIVE_MATRIX, all + moving[n] * NAIVE_MATRIX, NAIVE_MATRIX * sizeof *some);
	naive_put(lqcd_gauge_field_view(&c->start_p), some);
	prepare(c, wrong, moving);
	for (int k = 0; k < SIZE; k++) {
		naive_complex *part = (k < SIZE / 2 ? x.w : x.q) + moving[k / ALGEBRA % FREE] * NAIVE_MATRIX;
		base_of(part, k % ALGEBRA);
		push(c, &x, &to);
		memset(part, 0, sizeof z);
		for (int i = 0; i < SIZE; i++) {
			base_of(z, i % ALGEBRA);
			jacobian[i][k] =
				2 *
				naive_product(
					z, (i < SIZE / 2 ? to.w : to.q) + moving[i / ALGEBRA % FREE] * NAIVE_MATRIX, 1);
		}
	}
	naive_put(lqcd_gauge_field_view(&c->start_p), all);
	tangent_free(&x);
	tangent_free(&to);
	free(all);
	free(some);
	return determinant(jacobian);
}

/* Right forces, and with all of the faults wrong ones, which the check must notice. branch: links that met the branch by singular
 * values so far, or NULL; returns those that the right trajectories met. */
static uint64_t check(world *c, const char *name, const uint64_t *branch, int faults)
{
	uint64_t met = 0;
	const double bound = 1e-7, far = 1e-5;
	double change[FAULTS], volume[FAULTS];
	int moving[FREE];
	tangent x[VECTORS];
	for (int n = 0; n < VECTORS; n++) {
		x[n] = tangent_make();
		naive_random_algebra(x[n].w, LINKS);
		naive_random_algebra(x[n].q, LINKS);
	}
	moving[0] = (int)(tap_random_u64() % LINKS);
	moving[1] = (moving[0] + 1 + (int)(tap_random_u64() % (LINKS - 1))) % LINKS;
	for (int k = 0; k < faults; k++) {
		change[k] = form_changes(c, x, (fault)k);
		volume[k] = volume_of(c, moving, (fault)k);
		if (k == RIGHT && branch) met = *branch;
		tap_diag("%s, force %s: Omega changes by %.1e, volume by the factor 1 + %.1e", name, fault_name[k],
			 change[k], volume[k] - 1);
	}
	tap_ok(change[RIGHT] <= bound && fabs(volume[RIGHT] - 1) <= bound,
	       "%s: a trajectory changes the symplectic form by %.1e, the volume by %.1e", name, change[RIGHT],
	       fabs(volume[RIGHT] - 1));
	if (faults == FAULTS) {
		tap_ok(change[STALE] > far && change[MISPLACED] > far && change[FRICTION] > far,
		       "%s: forces of earlier links, of other links and with friction change the form by %.1e, %.1e, %.1e",
		       name, change[STALE], change[MISPLACED], change[FRICTION]);
		tap_ok(fabs(volume[STALE] - 1) > far && fabs(volume[MISPLACED] - 1) <= bound &&
			       fabs(volume[FRICTION] - 1) > far,
		       "%s: those of earlier links and with friction change the volume, by %.1e and %.1e", name,
		       volume[STALE] - 1, volume[FRICTION] - 1);
	}
	for (int n = 0; n < VECTORS; n++) tangent_free(&x[n]);
	return met;
}

static void check_staggered(const lqcd_staggered_action *a, const char *name, lqcd_integrator_kind inner,
			    lqcd_integrator_kind outer)
{
	const lqcd_symanzik c = lqcd_symanzik_one_loop(6.5, 0.85, 3);
	const double mass[2] = {0.35, 1}, flavours[2] = {2, -1}, heavy = 0.6, one = 1;
	lqcd_gauge_action_d gauge;
	lqcd_staggered_rhmc_d_ks r;
	world w;
	world_begin(&w, inner, outer);
	must(lqcd_staggered_rhmc_create(&r, &w.lat, a));
	r.force.tolerance = 1e-13;
	must(lqcd_staggered_rhmc_add(&r, 2, mass, flavours, 0, 120, 1e-8));
	if (a->hisq) must(lqcd_staggered_rhmc_add(&r, 1, &heavy, &one, -0.2, 120, 1e-8));
	must(lqcd_symanzik_create(&gauge, &w.lat, &c));
	const lqcd_hmc_term_d glue = lqcd_gauge_action_term(&gauge), quarks = lqcd_staggered_rhmc_term(&r);
	world_add(&w, &glue, 0);
	world_add(&w, &quarks, 1);
	/* Forces that are wrong may lead anywhere. */
	const uint64_t met = check(&w, name, &r.svd, a->hisq ? RIGHT + 1 : FAULTS);
	tap_ok(met == 0 && r.iterations > 0, "%s: no link of the right trajectories met the branch by singular values", name);
	lqcd_staggered_rhmc_destroy(&r);
	lqcd_gauge_action_destroy(&gauge);
	world_end(&w);
}

static void check_wilson(void)
{
	lqcd_gauge_action_d gauge;
	lqcd_pseudofermion_d pf;
	world w;
	world_begin(&w, LQCD_OMF2, LQCD_LEAPFROG);
	must(lqcd_gauge_action_create(&gauge, &w.lat, 5.5, -1 / 12.0));
	must(lqcd_pseudofermion_create(&pf, &w.lat, 0.5, LQCD_ANTIPERIODIC));
	pf.force.tolerance = 1e-13;
	const lqcd_hmc_term_d glue = lqcd_gauge_action_term(&gauge), quarks = lqcd_pseudofermion_term(&pf);
	world_add(&w, &glue, 0);
	world_add(&w, &quarks, 1);
	(void)check(&w, "Wilson quarks", NULL, FAULTS);
	lqcd_pseudofermion_destroy(&pf);
	lqcd_gauge_action_destroy(&gauge);
	world_end(&w);
}

static void test_symplectic(void)
{
	const lqcd_staggered_action asqtad = lqcd_staggered_asqtad(0.85), hisq = lqcd_staggered_hisq();
#ifdef _OPENMP
	omp_set_num_threads(1); /* these lattices are tiny */
#endif
	check_staggered(&hisq, "HISQ quarks with charm", LQCD_OMF4, LQCD_OMF2);
	check_staggered(&asqtad, "asqtad quarks", LQCD_LEAPFROG, LQCD_OMF2);
	check_wilson();
}
