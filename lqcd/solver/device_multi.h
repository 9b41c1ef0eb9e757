/* lqcd/solver/device_multi.h: the solvers of solver/multi.h for many right-hand sides on a GPU. C++ (nvcc).
 *
 *   lqcd_wilson_solve_multi(&x, &D, &b, method, &params, results), lqcd_multi_solve               as in solver/multi.h
 *
 * with the tags gf and gd; fields: field/device_linalg.h, the operator: dirac/device_wilson_multi.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_MULTI_H
#define LQCD_GPU_MULTI_H

#include "../dirac/device_wilson_multi.h"
#include "device_solver.h"
#include "multi.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

/* A kernel over spinors of one right-hand side with a member a, for many that each have an a; at most one sum. */
template <class F> struct lqcd__gpu_with_each {
	F f;
	int rhs;
	double a[LQCD_MAX_RHS];

	lqcd__gpu_with_each part(lqcd_parity parity) const
	{
		lqcd__gpu_with_each r = *this;
		r.f = f.part(parity);
		return r;
	}

	LQCD_GPU_FN void operator()(int i, double *) const
	{
		F one = f;
		one.a = a[i % rhs];
		one(i, NULL);
	}
};

/* low = a r */
template <class High, class Low> struct lqcd__gpu_lower {
	lqcd__gpu_operand<High> r;
	lqcd__gpu_operand<Low> low;
	double a;

	lqcd__gpu_lower part(lqcd_parity parity) const
	{
		lqcd__gpu_lower f = *this;
		f.r.take(parity);
		f.low.take(parity);
		return f;
	}

	LQCD_GPU_FN void operator()(int i, double *) const
	{
		typename High::site sr;
		typename Low::site s;
		lqcd__gpu_narrow(&s, a, lqcd__gpu_site_get(&sr, &r.at, i));
		lqcd__gpu_site_set(&low.at, i, &s);
	}
};

/** f with a[n] for right-hand side n of fields on g. */
template <class F> static void lqcd__gpu_do_each(const lqcd_gpu_geometry *g, int rhs, const F &f, const double *a)
{
	lqcd__gpu_with_each<F> each;
	memset((void *)&each, 0, sizeof each);
	each.f = f;
	each.rhs = rhs;
	memcpy(each.a, a, (size_t)rhs * sizeof *a);
	lqcd__gpu_each_of_many<0>(g, rhs, each, NULL);
}

/** low = a[n] r for right-hand side n. */
template <class High, class Low> static void lqcd__gpu_multi_lower(const Low *low, const double *a, const High *r)
{
	lqcd__gpu_lower<High, Low> f;
	memset((void *)&f, 0, sizeof f);
	f.r.full = *r;
	f.low.full = *low;
	lqcd__gpu_do_each(r->type, r->rhs, f, a);
}

/** x += a[n] e, e = 0. */
template <class High, class Low> static void lqcd__gpu_multi_collect(const High *x, const double *a, const Low *e)
{
	lqcd__gpu_collect<High, Low> f;
	memset((void *)&f, 0, sizeof f);
	f.x.full = *x;
	f.e.full = *e;
	lqcd__gpu_do_each(e->type, e->rhs, f, a);
}

#include "device_multi_solvers.inc"

#define LQCD_TEMPLATE "../solver/mixed.inc"
#define LQCD_TAGS LQCD_DEVICE_MIXED_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_MANY
#define LQCD_TAG gd
#define LQCD_LOW gf
#include "dirac_mixed.inc"
#undef LQCD_MANY

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
