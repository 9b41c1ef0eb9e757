/* lqcd/dirac/clover_block.h: two Hermitian blocks per site: a clover term in the chiral basis.
 *
 *   lqcd_clover_block_<tag> { lqcd_real diag[2 NC]; lqcd_complex low[NC (2 NC - 1)]; }
 *       a Hermitian matrix of 2 NC rows, row s NC + c for spin s and colour c: the diagonal, and element (i, j),
 *       i > j, at low[i (i-1) / 2 + j]; element (j, i) is its conjugate. 36 reals for NC = 3.
 *   lqcd_clover_<tag> { lqcd_clover_block c[2]; }       c[0] for spins 0 and 1 (g_5 = 1), c[1] for 2 and 3 (g_5 = -1)
 *
 *   muladd(r, a, v)        r += A v                                                         528 flop per lane, NC = 3
 *   twist(r, mu, v)        r += i mu g_5 v, mu real                                          48 flop
 *   product(r, a, b, plus) r = A B + plus for A and B that commute; not in place
 *   exp(r, a, halvings)    r = exp(A) for |A| <= 2^halvings; not in place. 20000 + 2000 halvings flop
 *   block_exp_slope(m, a, halvings)        the matrix m := int_0^1 ds exp((1-s) A) m exp(s A) for a block A: the derivative of
 *                          tr(m exp(A)) by A. 10^5 flop
 *   bad = invert(r, a)     r = A^-1, not in place; returns 0, or 1 + the first lane in which A is singular or has a
 *                          NaN; r is undefined then
 *   block_logdet(a, value)       value[lane] = log |det A|, both blocks; -infinity or NaN if A is singular
 *
 * The names are lqcd_clover_<operation>_<tag>; tags f, d, vf, vd. Inverse and determinant use A = L D L^+ with a unit
 * lower triangular L, without pivoting (as in Chroma). For a definite A this is as accurate as with pivoting, and
 * clover terms are definite unless csw or the field is extreme; for an indefinite A the errors grow by |A| / |D_j|. A
 * counts as singular if a |D_j| is below 8 NC epsilon times the largest element. Bitwise identical for any number of lanes.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_DIRAC_CLOVER_BLOCK_H
#define LQCD_DIRAC_CLOVER_BLOCK_H

#include <float.h>
#include <math.h>

#include "../field/launch.h"
#include "../site/spinor.h"

/* Terms of exponentials after halvings: 1/19! is below the rounding of doubles. */
enum { LQCD__EXP_ORDER = 18 };

/* In a template: rows of a block, and its elements below the diagonal. */
#define LQCD__CLOVER_ROWS (2 * NC)
#define LQCD__CLOVER_LOW  (NC * (2 * NC - 1))

#define LQCD_TEMPLATE "../dirac/clover_block.inc"
#define LQCD_TAGS     LQCD_ARITHMETIC_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#endif
