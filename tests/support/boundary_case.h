/* tests/support/boundary_case.h: boundaries of tests, and the gauge action with ends in time by its definition. */
#ifndef LQCD_TESTS_BOUNDARY_CASE_H
#define LQCD_TESTS_BOUNDARY_CASE_H

#include <lqcd/gauge/boundary.h>

#include "tap.h"
#include "naive_loops.h"

/* Ends with numbers of no symmetry. Unless both ends are open, one time slice does not exist: of a Schroedinger functional
 * the first, else the last. */
static inline lqcd_boundary case_boundary(lqcd_boundary_kind kind, const int *l)
{
	lqcd_boundary b = lqcd_boundary_make(kind);
	if (kind != LQCD_BOUNDARY_OPEN) b.last = l[0] - 2;
	b.first = kind == LQCD_BOUNDARY_SF;
	b.cG[0] = 0.9;
	b.cG[1] = 1.2;
	for (int end = 0; end < 2; end++) {
		b.phi[end][0] = end ? -0.6 : 0.4;
		b.phi[end][NAIVE_NC - 1] += end ? 0.6 : -0.4;
	}
	if (NAIVE_NC > 2) {
		b.phi[0][1] += 0.2;
		b.phi[0][NAIVE_NC - 1] -= 0.2;
	}
	return b;
}

static inline int case_sf(const lqcd_boundary *b, int end)
{
	return b->kind == LQCD_BOUNDARY_SF || (b->kind == LQCD_BOUNDARY_OPEN_SF && end);
}

static inline double case_loop(const int *l, const naive_complex *u, const int *x, const int *path, int n)
{
	naive_complex r[NAIVE_MATRIX];
	naive_path(l, u, x, path, n, r);
	return 1 - naive_trace(r).re / NAIVE_NC;
}

/* The weight of a loop in space at time t. */
static inline double case_space(const lqcd_boundary *b, int t)
{
	if (t < 0 || t > b->last) return 0;
	if (t > 0 && t < b->last) return 1;
	return case_sf(b, t > 0) ? 0 : b->cG[t > 0] / 2;
}

static inline double case_action(const int *l, const naive_complex *u, const lqcd_boundary *b, double beta, double c1)
{
	double sum = 0;
	for (int n = 0; n < 16 * naive_volume(l); n++) {
		const int mu = n / 4 % 4, nu = n % 4, long_loop[6] = {mu, mu, nu, ~mu, ~mu, ~nu};
		const int wound[8] = {mu, nu, ~mu, ~nu, mu, nu, ~mu, ~nu};
		int x[4];
		if (mu == nu) continue;
		naive_coords(l, n / 16, x);
		const int t = x[0] - b->first, in_time = mu == 0 || nu == 0;
		const int reach = t + (mu == 0 ? 2 : nu == 0);
		if (t < 0) continue;
		double w = in_time ? reach <= b->last : case_space(b, t);
		if (w > 0) sum += w * c1 * case_loop(l, u, x, long_loop, 6);
		if (mu > nu || (mu == 0 && t >= b->last)) continue;
		w = mu == 0 ? 1 : case_space(b, t);
		for (int end = 0; end < 2 && mu == 0; end++)
			if (case_sf(b, end) && t == (end ? b->last - 1 : 0)) {
				w = b->cG[end];
				sum += c1 / 2 * case_loop(l, u, x, wound, 8);
			}
		if (w > 0) sum += w * (1 - 8 * c1) * case_loop(l, u, x, wound, 4);
	}
	return beta * sum;
}

#endif
