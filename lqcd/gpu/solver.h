/* lqcd/gpu/solver.h: the solvers of solver/ on fields of a GPU: the same templates with the tags gf, gd, gh. C++ (nvcc).
 *
 *   lqcd_solve_result r = lqcd_wilson_solve(&x, &D, &b, LQCD_CG, &params);      or LQCD_BICGSTAB; D: lqcd_wilson_gf or _gd
 *   lqcd_solve_result r = lqcd_wilson_solve_mixed(&x, &D, &D_low, &b, LQCD_BICGSTAB, &params);    D: _gd, D_low: _gf, _gh
 *   lqcd_cg, lqcd_bicgstab, lqcd_mixed         with lqcd_operator_gf, _gd, _gh
 *   lqcd_multishift, lqcd_normal_create        with lqcd_operator_gf, _gd
 *
 * See solver/wilson.h, solver/multishift.h and solver/solver.h. True residuals are computed in double where D is _gd.
 * After an error of the device the status is LQCD_NAN, and lqcd_gpu_lattice_status (gpu/field.h) has the error.
 */
#ifndef LQCD_GPU_SOLVER_H
#define LQCD_GPU_SOLVER_H

#include "../solver/multishift.h"
#include "../solver/wilson.h"
#include "wilson.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../tmpl/gpu_lazy.inc"

#define LQCD_TAG gf
#include "../tmpl/solver.inc"
#define LQCD_TAG gd
#include "../tmpl/solver.inc"
#define LQCD_TAG gh
#include "../tmpl/solver.inc"
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
