/* lqcd/gpu/solver.h: the solvers of solver/ on fields of a GPU: the same templates with the tags gf, gd, gh. C++ (nvcc).
 *
 *   lqcd_solve_result r = lqcd_wilson_solve(&x, &D, &b, LQCD_CG, &params);      or LQCD_BICGSTAB; D: lqcd_wilson_gf or _gd
 *   lqcd_solve_result r = lqcd_wilson_solve_mixed(&x, &D, &D_low, &b, LQCD_BICGSTAB, &params);    D: _gd, D_low: _gf, _gh
 *   lqcd_cg, lqcd_bicgstab, lqcd_mixed         with lqcd_operator_gf, _gd, _gh
 *   lqcd_multishift, lqcd_normal_create        with lqcd_operator_gf, _gd
 *
 * On one process CG and BiCGStab of the Schur system run ahead of the host (gpu/ahead.h), an iteration as one CUDA graph,
 * with the same bits as if a host with fused multiply-adds led; a call of `progress` tells of an iteration when up to
 * LQCD_GPU_AHEAD more are under way. See solver/wilson.h, solver/multishift.h and solver/solver.h. True residuals are
 * computed in double where D is _gd.
 * After an error of the device the status is LQCD_NAN, and lqcd_gpu_lattice_status (gpu/field.h) has the error.
 */
#ifndef LQCD_GPU_SOLVER_H
#define LQCD_GPU_SOLVER_H

#include "../solver/multishift.h"
#include "../solver/wilson.h"
#include "ahead.h"
#include "wilson.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../tmpl/gpu_lazy.inc"

/* How many iterations of a device the host may have launched that it has not heard of; 0: it leads. */
#ifndef LQCD_GPU_AHEAD
#define LQCD_GPU_AHEAD 1
#endif

/* What follows on sums, for numbers that hold lqcd__watch as w; the host is told of each iteration, and of what stopped
 * it. */
template <class N, void (*then)(N *, const double *), int iterated> struct lqcd__gpu_after {
	typedef N numbers;
	LQCD_GPU_FN int operator()(N *n, const double *v) const
	{
		if (n->w.next != LQCD__GOES_ON) return 0;
		then(n, v);
		return iterated || n->w.next != LQCD__GOES_ON;
	}
};

#define LQCD_TAG gf
#include "../tmpl/solver.inc"
#define LQCD_TAG gd
#include "../tmpl/solver.inc"
#define LQCD_TAG gh
#include "../tmpl/solver.inc"
#define LQCD_TAG gf
#include "../tmpl/gpu_ahead.inc"
#define LQCD_TAG gd
#include "../tmpl/gpu_ahead.inc"
#define LQCD_TAG gh
#include "../tmpl/gpu_ahead.inc"
#define LQCD_TAG gf
#include "../tmpl/cg.inc"
#define LQCD_TAG gd
#include "../tmpl/cg.inc"
#define LQCD_TAG gh
#include "../tmpl/cg.inc"
#define LQCD_TAG gf
#include "../tmpl/bicgstab.inc"
#define LQCD_TAG gd
#include "../tmpl/bicgstab.inc"
#define LQCD_TAG gh
#include "../tmpl/bicgstab.inc"
#define LQCD_TAG gd
#define LQCD_LOW gf
#include "../tmpl/mixed.inc"
#define LQCD_TAG gd
#define LQCD_LOW gh
#include "../tmpl/mixed.inc"
#define LQCD_TAG gf
#include "../tmpl/multishift.inc"
#define LQCD_TAG gd
#include "../tmpl/multishift.inc"
#define LQCD_TAG gf
#include "../tmpl/wilson_solve.inc"
#define LQCD_TAG gd
#include "../tmpl/wilson_solve.inc"
#define LQCD_TAG gh
#include "../tmpl/wilson_solve.inc"
#define LQCD_TAG gd
#define LQCD_LOW gf
#include "../tmpl/wilson_mixed.inc"
#define LQCD_TAG gd
#define LQCD_LOW gh
#include "../tmpl/wilson_mixed.inc"

#include "../tmpl/gpu_lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
