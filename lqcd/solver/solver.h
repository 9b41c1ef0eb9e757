/* lqcd/solver/solver.h: the common part of all solvers: parameters, results, and a driver that always reports the true
 * residual.
 *
 *   lqcd_solve_params p = lqcd_solve_params_default();    tolerance 1e-10, at most 10000 iterations, no progress report
 *   lqcd_solve_result r = lqcd_solve_vd(&x, &A, &b, LQCD_CG, &p);     krylov.h; also gcr.h, mixed.h, ..;
 *                                                                     dirac.h and wilson.h for D x = b
 *   if (r.status != LQCD_OK) ...
 *
 * A solver runs cycles of its iteration. Before each cycle and at the end the driver computes the true residual
 * |b - A x| / |b| anew; it alone decides, and the result contains it. Statuses:
 *
 *   LQCD_OK               true residual <= tolerance
 *   LQCD_ZERO_RHS         b = 0 (or |b|^2 is 0 in double): x = 0, no iteration
 *   LQCD_ITERATION_LIMIT  max_iterations iterations were not enough
 *   LQCD_STAGNATION       a whole cycle did not halve the true residual: the precision of the tag is exhausted, or A
 *                         is singular
 *   LQCD_BREAKDOWN        a scalar product by which the iteration divides vanished, and restarting did not help
 *   LQCD_NAN              NaN or infinity in b, in the first guess, or in the iteration
 *   LQCD_ERR_GEOMETRY     the geometries of x and b differ
 *   LQCD_ERR_ARGUMENT     tolerance not > 0 or infinite, tolerance |b| < 1e-150 (its square would underflow),
 *                         max_iterations < 0, a method or params.inner that the function does not support
 *   LQCD_ERR_MEMORY
 *
 * Solves are collective. All processes compare status and parameters when one begins, by one sum: what one refuses all
 * refuse, and LQCD_ERR_ARGUMENT if tolerance, max_iterations, method or shifts differ. A process takes part in that as long as
 * x or b is a field, or the operator has a lattice (lqcd_dirac): with neither it returns alone.
 *
 * x is the first guess on entry (fields are zero when created) and the last iterate at the end, whatever the status.
 *
 * A is an lqcd_operator_<tag> (field/linear.h), or an lqcd_multi_operator_<tag> for several right-hand sides. One text of
 * each method serves both; right-hand sides that are done rest while others go on.
 *
 * lqcd_method names a method if a function has several; a function refuses methods that it does not have with
 * LQCD_ERR_ARGUMENT. params.inner is the precision of the inner iterations, for interfaces that hold their operator in
 * two precisions. All others take the precision of their arguments, and refuse anything but LQCD_SAME_PRECISION.
 *
 * On one process CG and BiCGStab of a Schur system on a device run asynchronously to the host (device/async.h), an iteration as one
 * graph, with the bits that a host with fused multiply-adds would lead to; `progress` is called for an iteration while up to
 * LQCD_GPU_AHEAD more are under way. After an error of the device the status is LQCD_NAN (device/lattice.h has the error).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_SOLVER_H
#define LQCD_SOLVER_SOLVER_H

#include <float.h>
#include <math.h>
#include <string.h>

#include "../field/linear.h"
#if LQCD_DEVICES
#include "../field/device_linalg.h"
#endif

typedef enum {
	LQCD_CG, /* conjugate gradients, on the normal equations: krylov.h */
	LQCD_BICGSTAB,
	LQCD_BICGSTAB_THEN_CG, /* BiCGStab, then CG if that breaks down, stagnates or overflows */
	LQCD_BLOCK_CG	/* several right-hand sides on hosts: block_cg.h */
} lqcd_method;

typedef enum { LQCD_SAME_PRECISION, LQCD_FLOAT, LQCD_HALF } lqcd_precision;

typedef struct {
	double tolerance;
	int max_iterations;
	void (*progress)(void *user, int iteration,
			 double residual); /* after each iteration; recursive residual; or NULL */
	void *user;
	lqcd_precision inner;
} lqcd_solve_params;

typedef struct {
	lqcd_status status;
	int iterations;
	double residual; /* true: |b - A x| / |b|; 0 for b = 0; NaN if it could not be computed */
	double flops;    /* of the operator and the algebra, of this process */
} lqcd_solve_result;

/* The coefficients of all right-hand sides, as operations of fields take them (base/begin.inc). */
#define LQCD__BY(a) KIND(*(a), a)

LQCD_STATIC lqcd_solve_params lqcd_solve_params_default(void)
{
	lqcd_solve_params p;
	p.tolerance = 1e-10;
	p.max_iterations = 10000;
	p.progress = NULL;
	p.user = NULL;
	p.inner = LQCD_SAME_PRECISION;
	return p;
}

/** The result of a solve that did not start. */
LQCD_STATIC lqcd_solve_result lqcd__no_solve(lqcd_status status)
{
	lqcd_solve_result r;
	memset(&r, 0, sizeof r);
	r.status = status;
	if (status != LQCD_ZERO_RHS) r.residual = lqcd_nan();
	return r;
}

/** LQCD_OK if a right-hand side of squared norm b2 can be solved, else the status of its result. */
LQCD_STATIC lqcd_status lqcd__rhs_status(const lqcd_lattice *lat, double b2, double tolerance)
{
	if (!lqcd_isfinite(b2)) return LQCD_NAN;
	if (!(b2 > 0)) return LQCD_ZERO_RHS;
	/* Squares of smaller residuals underflow: any x would look converged. */
	if (tolerance * sqrt(b2) >= 1e-150) return LQCD_OK;
	return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "tolerance %g times |b| = %g: below 1e-150", tolerance, sqrt(b2));
}

/** Whether a solve by CG, by BiCGStab, or by a third method has the method; LQCD_CG: no third one. */
LQCD_STATIC lqcd_status lqcd__method_check(const lqcd_lattice *lat, lqcd_method method, lqcd_method third)
{
	if (method == LQCD_CG || method == LQCD_BICGSTAB || method == third) return LQCD_OK;
	return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "method %d: LQCD_CG, LQCD_BICGSTAB%s", (int)method,
			    third == LQCD_BICGSTAB_THEN_CG ? " or LQCD_BICGSTAB_THEN_CG" : third == LQCD_BLOCK_CG ? " or LQCD_BLOCK_CG" : "");
}

/* The lattice of two fields, or of one if the other is not there, or NULL. */
#define LQCD__LATTICE_OF(x, b) (LQCD__LIVE(b) ? lqcd__lattice_of((b)->type) : LQCD__LIVE(x) ? lqcd__lattice_of((x)->type) : NULL)

LQCD_STATIC lqcd_status lqcd__params_check(const lqcd_lattice *lat, const lqcd_solve_params *p, int alike)
{
	if (alike) return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "x is b: different fields are needed");
	if (!lqcd_isfinite(p->tolerance) || p->tolerance <= 0 || p->max_iterations < 0)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "tolerance %g, max_iterations %d: above 0, 0 or above",
				    p->tolerance, p->max_iterations);
	if (p->inner != LQCD_SAME_PRECISION)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "params.inner %d: this solver works in one precision",
				    (int)p->inner);
	return LQCD_OK;
}

/** Sets the status of a solve from its true residual, whatever the iteration reported. */
LQCD_STATIC void lqcd__solve_judge(lqcd_solve_result *result, double tolerance)
{
	if (!lqcd_isfinite(result->residual))
		result->status = LQCD_NAN;
	else if (result->residual <= tolerance)
		result->status = LQCD_OK;
	/* The right-hand side of the even system may be zero, with x_e = 0, although b is not. */
	else if (result->status == LQCD_OK || result->status == LQCD_ZERO_RHS)
		result->status = LQCD_STAGNATION;
}

/** LQCD_OK if all right-hand sides are solved, else the status of the first that is not. */
LQCD_STATIC lqcd_status lqcd__multi_status(const lqcd_solve_result *results, int rhs)
{
	for (int n = 0; n < rhs; n++)
		if (results[n].status != LQCD_OK && results[n].status != LQCD_ZERO_RHS) return results[n].status;
	return LQCD_OK;
}

/* A second solve, whose iterations are counted on from the first. */
typedef struct {
	const lqcd_solve_params *outer;
	int iterations;
} lqcd__resumed;

LQCD_STATIC void lqcd__resumed_progress(void *user, int iteration, double residual)
{
	const lqcd__resumed *first = (const lqcd__resumed *)user;
	first->outer->progress(first->outer->user, first->iterations + iteration, residual);
}

/** The parameters of a second solve, after so many iterations of one with *outer; its progress report uses *resumed. */
LQCD_STATIC lqcd_solve_params lqcd__resume(lqcd__resumed *resumed, const lqcd_solve_params *outer, int iterations)
{
	lqcd_solve_params rest = *outer;
	rest.max_iterations -= iterations;
	resumed->outer = outer;
	resumed->iterations = iterations;
	if (outer->progress) {
		rest.progress = lqcd__resumed_progress;
		rest.user = resumed;
	}
	return rest;
}

/* The next step after an iteration: another one; a reliable update, then another one; the last update of x; or none. */
typedef enum { LQCD__GOES_ON, LQCD__UPDATE, LQCD__END, LQCD__FAIL } lqcd__next;

/* The stopping conditions of an iteration, on the host or on a device. */
typedef struct {
	double r2, best;
	double target2, update2,
		late2; /* it ends at r2 <= target2, and updates at update2, from iteration `late` on at late2 */
	double fall; /* of the best r2 that is progress; without it it ends after `patience` iterations */
	int iteration, most, late, since, patience;
	lqcd__next next;
	lqcd_status status; /* at the end */
} lqcd__watch;

LQCD_FN void lqcd__watch_stop(lqcd__watch *w, lqcd__next next, lqcd_status status)
{
	w->next = next;
	w->status = status;
}

/** Takes |r|^2 after an iteration and decides the next step. peak: the iteration stops if r2 exceeds it. */
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
		if (r2 < w->fall * w->best) {
			w->best = r2;
			w->since = 0;
		} else if (++w->since >= w->patience)
			lqcd__watch_stop(w, LQCD__END, LQCD_STAGNATION);
		if (r2 > peak) lqcd__watch_stop(w, LQCD__END, LQCD_STAGNATION);
	}
	if (w->next == LQCD__GOES_ON && r2 <= (w->iteration < w->late ? w->update2 : w->late2)) w->next = LQCD__UPDATE;
}

#define LQCD_TEMPLATE "../solver/solver.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_REPRESENTED + LQCD_ALL_MULTI_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_async.inc"
#define LQCD_TAGS     LQCD_DEVICES * LQCD_DEVICE_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#endif
