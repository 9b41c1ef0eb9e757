/* lqcd/solver/device_solver.h: the solvers of solver/ on fields of a GPU: the same templates with the tags gf, gd, gh. C++ (nvcc).
 *
 *   lqcd_dirac_solve, lqcd_dirac_solve_mixed   as in solver/dirac.h; mixed: _gd with _gf or _gh
 *   lqcd_multi_dirac_solve, _solve_mixed, lqcd_multi_solve     several right-hand sides, gf and gd; fields: field/device_linalg.h
 *   lqcd_solve, lqcd_mixed                     with lqcd_operator_gf, _gd, _gh
 *   lqcd_multishift, lqcd_normal_create        with lqcd_operator_gf, _gd
 *
 * On one process CG and BiCGStab of the Schur system run asynchronously to the host (device/async.h), an iteration as one CUDA graph,
 * with the same bits as if a host with fused multiply-adds led; `progress` is called for an iteration while up to
 * LQCD_GPU_AHEAD more are under way. See solver/dirac.h, solver/multishift.h and solver/solver.h. True residuals are
 * computed in double where D is _gd. After an error of the device the status is LQCD_NAN, and lqcd_gpu_lattice_status
 * (device/lattice.h) has the error.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_SOLVER_H
#define LQCD_GPU_SOLVER_H

#include "../device/async.h"
#include "../dirac/device_wilson.h"
#include "dirac.h"
#include "multishift.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

/* The maximum of iterations that the host launches on a device before it hears of the first of them; 0: the host leads. */
#ifndef LQCD_GPU_AHEAD
#define LQCD_GPU_AHEAD 1
#endif

/* The step after sums, for numbers that hold lqcd__watch as w; it publishes each iteration, and the reason of a stop,
 * to the host. */
template <class N, void (*then)(N *, const double *), int iterated> struct lqcd__gpu_after {
	typedef N numbers;
	LQCD_GPU_FN int operator()(N *n, const double *v) const
	{
		if (n->w.next != LQCD__GOES_ON) return 0;
		then(n, v);
		return iterated || n->w.next != LQCD__GOES_ON;
	}
};

#define LQCD_TEMPLATE "../solver/solver.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS + LQCD_REPRESENTED + LQCD_DEVICE_MULTI_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_async.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/krylov.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS + LQCD_REPRESENTED + LQCD_DEVICE_MULTI_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/gcr.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/mixed.inc"
#define LQCD_TAGS     LQCD_DEVICE_MIXED_TAGS + LQCD_REPRESENTED + LQCD_DEVICE_MULTI_MIXED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/multishift.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/dirac.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS + LQCD_REPRESENTED + LQCD_DEVICE_MULTI_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/dirac_mixed.inc"
#define LQCD_TAGS     LQCD_DEVICE_MIXED_TAGS + LQCD_REPRESENTED + LQCD_DEVICE_MULTI_MIXED_FLOAT_TAGS
#include "../base/each_tag.inc"

#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
