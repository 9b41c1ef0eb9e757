/* lqcd/gpu/solver.h: the solvers of solver/ on fields of a GPU: the same templates with the tags gf, gd, gh. C++ (nvcc).
 *
 *   lqcd_solve_result r = lqcd_wilson_solve(&x, &D, &b, LQCD_CG, &params);      or LQCD_BICGSTAB; D: lqcd_wilson_gf or _gd
 *   lqcd_solve_result r = lqcd_wilson_solve_mixed(&x, &D, &D_low, &b, LQCD_BICGSTAB, &params);    D: _gd, D_low: _gf, _gh
 *   lqcd_cg, lqcd_bicgstab, lqcd_mixed         with lqcd_operator_gf, _gd, _gh
 *   lqcd_multishift, lqcd_normal_create        with lqcd_operator_gf, _gd
 *
 * On one process CG of the Schur system runs ahead of the host (gpu/ahead.h), an iteration as one CUDA graph, with the
 * same bits as if the host led; a call of `progress` tells of an iteration when up to LQCD_GPU_AHEAD more are under way.
 * See solver/wilson.h, solver/multishift.h and solver/solver.h. True residuals are computed in double where D is _gd.
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
#define LQCD_GPU_AHEAD 2
#endif

/* The numbers of CGLS on a device (gpu/ahead.h), and the factors that its kernels take from them. */
typedef struct {
	lqcd__cg n;
	lqcd_complex_d forth[2], back[2]; /* of r -= alpha q; of x += alpha p, p = z + beta p */
} lqcd__gpu_cg;

/* What follows on a sum; the host is told of each iteration, and of what stopped it. */
struct lqcd__gpu_cg_forth {
	typedef lqcd__gpu_cg numbers;
	LQCD_GPU_FN int operator()(lqcd__gpu_cg *c, const double *v) const
	{
		if (c->n.next != LQCD__CG_GOES_ON) return 0;
		lqcd__cg_forth(&c->n, v[0]);
		c->forth[0] = lqcd_complex_make_d(-c->n.alpha, 0);
		return c->n.next != LQCD__CG_GOES_ON;
	}
};

struct lqcd__gpu_cg_residual {
	typedef lqcd__gpu_cg numbers;
	LQCD_GPU_FN int operator()(lqcd__gpu_cg *c, const double *v) const
	{
		if (c->n.next != LQCD__CG_GOES_ON) return 0;
		lqcd__cg_residual(&c->n, v[0]);
		return 1;
	}
};

struct lqcd__gpu_cg_back {
	typedef lqcd__gpu_cg numbers;
	LQCD_GPU_FN int operator()(lqcd__gpu_cg *c, const double *v) const
	{
		if (c->n.next != LQCD__CG_GOES_ON) return 0;
		c->back[0] = lqcd_complex_make_d(c->n.alpha, 0);
		lqcd__cg_back(&c->n, v[0]);
		c->back[1] = lqcd_complex_make_d(c->n.beta, 1);
		return 0;
	}
};

#define LQCD_TAG gf
#include "../tmpl/solver.inc"
#define LQCD_TAG gd
#include "../tmpl/solver.inc"
#define LQCD_TAG gh
#include "../tmpl/solver.inc"
#define LQCD_TAG gf
#include "../tmpl/gpu_cg.inc"
#define LQCD_TAG gd
#include "../tmpl/gpu_cg.inc"
#define LQCD_TAG gh
#include "../tmpl/gpu_cg.inc"
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
