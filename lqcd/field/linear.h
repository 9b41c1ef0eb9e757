/* lqcd/field/linear.h: a linear operator on fields, as solvers see it.
 *
 * lqcd_operator_<tag> acts on spinor fields, lqcd_multi_operator_<tag> on multi-fields (multi.h):
 *
 *   apply(out, in, dagger, context)                writes A in or A^dagger in, out not aliasing in
 *   apply_dot(out, in, dagger, y, dot, context)    spinor fields: does the same, returns |out|^2, and sets *dot = <y, out>
 *                                                  where y is not NULL: for operators that have these sums on the way;
 *                                                  NULL where there is none
 *   flops                                          of one application and right-hand side, for rates only
 *   queue                                          devices, or NULL: the same without waiting (gpu/ahead.h)
 */
#ifndef LQCD_LINEAR_H
#define LQCD_LINEAR_H

#include "linalg.h"
#include "multi.h"

#define LQCD_TEMPLATE "../field/linear.inc"
#define LQCD_TAGS LQCD_STORED_TAGS
#include "../base/each_tag.inc"

#define LQCD_MANY
#define LQCD_TEMPLATE "../field/linear.inc"
#include "../base/each_tag.inc"
#undef LQCD_MANY

#endif
