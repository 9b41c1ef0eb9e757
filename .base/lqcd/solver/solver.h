/* lqcd/solver/solver.h: what all solvers share: parameters, results, operators, and the driver that never lies.
 *
 *   lqcd_solve_params p = lqcd_solve_params_default();    tolerance 1e-10, at most 10000 iterations, no progress report
 *   lqcd_solve_result r = lqcd_cg_vd(&x, &A, &b, &p);     cg.h, bicgstab.h, mixed.h; wilson.h for D x = b
 *   if (r.status != LQCD_OK) ...
 *
 * A solver runs cycles of its iteration. Before each cycle and at the end the driver computes the true residual
 * |b - A x| / |b| anew; only that decides, and it is what the result holds. Statuses:
 *
 *   LQCD_OK               true residual <= tolerance
 *   LQCD_ZERO_RHS         b = 0 (or |b|^2 is 0 in double): x = 0, no iteration
 *   LQCD_ITERATION_LIMIT  max_iterations applications of the iteration were not enough
 *   LQCD_STAGNATION       a whole cycle did not halve the true residual: the precision of the tag is exhausted, or A
 *                         is singular
 *   LQCD_BREAKDOWN        a scalar product that the iteration divides by vanished, and restarting did not help
 *   LQCD_NAN              NaN or infinity in b, in the first guess, or in the iteration
 *   LQCD_ERR_GEOMETRY     x and b differ
 *   LQCD_ERR_ARGUMENT     tolerance not > 0 or infinite, tolerance |b| < 1e-150 (its square would underflow),
 *                         max_iterations < 0
 *   LQCD_ERR_MEMORY
 *
 * x is the first guess on entry (fields are zero when created) and the last iterate at the end, whatever the status.
 *
 * lqcd_operator_<tag> is a linear operator: apply(out, in, dagger, context) writes A in or A^dagger in, out not
 * aliasing in; flops is the count of one application, for rates only. apply_dot(out, in, dagger, y, dot, context) does
 * the same, returns |out|^2, and sets *dot = <y, out> where y is not NULL: for operators that have these sums on the
 * way (lqcd_wilson_schur_dot); NULL where there is none.
 */
#ifndef LQCD_SOLVER_SOLVER_H
#define LQCD_SOLVER_SOLVER_H

#include <float.h>
#include <math.h>
#include <string.h>

#include "../linalg.h"

typedef struct {
	double tolerance;
	int max_iterations;
	void (*progress)(void *user, int iteration,
			 double residual); /* after each iteration; recursive residual; or NULL */
	void *user;
} lqcd_solve_params;

typedef struct {
	lqcd_status status;
	int iterations;
	double residual; /* true: |b - A x| / |b|; 0 for b = 0; NaN when it could not be computed */
	double flops;    /* of the operator and the algebra, of this process */
} lqcd_solve_result;

LQCD_STATIC lqcd_solve_params lqcd_solve_params_default(void)
{
	lqcd_solve_params p;
	p.tolerance = 1e-10;
	p.max_iterations = 10000;
	p.progress = NULL;
	p.user = NULL;
	return p;
}

/** The result of a solve that did not begin. */
LQCD_STATIC lqcd_solve_result lqcd__no_solve(lqcd_status status)
{
	lqcd_solve_result r;
	memset(&r, 0, sizeof r);
	r.status = status;
	if (status != LQCD_ZERO_RHS) r.residual = lqcd_nan();
	return r;
}

/** All that went well. */
LQCD_STATIC lqcd_status lqcd__multi_status(const lqcd_solve_result *results, int rhs)
{
	for (int n = 0; n < rhs; n++)
		if (results[n].status != LQCD_OK && results[n].status != LQCD_ZERO_RHS) return results[n].status;
	return LQCD_OK;
}

/* A second solve that goes on counting where the first one stopped. */
typedef struct {
	const lqcd_solve_params *outer;
	int iterations;
} lqcd__resumed;

LQCD_STATIC void lqcd__resumed_progress(void *user, int iteration, double residual)
{
	const lqcd__resumed *first = (const lqcd__resumed *)user;
	first->outer->progress(first->outer->user, first->iterations + iteration, residual);
}

/* What an iteration ends with: the next one; a reliable update first; x, the last time; or at once. */
typedef enum { LQCD__GOES_ON, LQCD__UPDATE, LQCD__END, LQCD__FAIL } lqcd__next;

/* What iterations watch, on the host or on a device. */
typedef struct {
	double r2, best;
	double target2, update2,
		late2; /* ends at r2 <= target2, updates at update2, from iteration `late` on at late2 */
	int iteration, most, late, since;
	lqcd__next next;
	lqcd_status status; /* at the end */
} lqcd__watch;

LQCD_FN void lqcd__watch_stop(lqcd__watch *w, lqcd__next next, lqcd_status status)
{
	w->next = next;
	w->status = status;
}

/** After an iteration: |r|^2, and what follows. peak: r2 must not exceed it. */
LQCD_FN void lqcd__watch_residual(lqcd__watch *w, double r2, double peak)
{
	w->r2 = r2;
	w->iteration++;
	if (!lqcd_isfinite(r2))
		lqcd__watch_stop(w, LQCD__END, LQCD_NAN);
	else if (r2 <= w->target2)
		lqcd__watch_stop(w, LQCD__END, LQCD_OK);
	else if (w->iteration >= w->most)
		lqcd__watch_stop(w, LQCD__END, LQCD_ITERATION_LIMIT);
	else {
		if (r2 < 0.99 * w->best) {
			w->best = r2;
			w->since = 0;
		} else if (++w->since >= 500)
			lqcd__watch_stop(w, LQCD__END, LQCD_STAGNATION);
		if (r2 > peak) lqcd__watch_stop(w, LQCD__END, LQCD_STAGNATION);
	}
	if (w->next == LQCD__GOES_ON && r2 <= (w->iteration < w->late ? w->update2 : w->late2)) w->next = LQCD__UPDATE;
}

#define LQCD_TAG f
#include "../tmpl/solver.inc"
#define LQCD_TAG d
#include "../tmpl/solver.inc"
#define LQCD_TAG vf
#include "../tmpl/solver.inc"
#define LQCD_TAG vd
#include "../tmpl/solver.inc"
#define LQCD_TAG h
#include "../tmpl/solver.inc"
#define LQCD_TAG vh
#include "../tmpl/solver.inc"

#endif
