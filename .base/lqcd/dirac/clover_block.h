/* lqcd/dirac/clover_block.h: two Hermitian blocks of a site, what a clover term is in the chiral basis.
 *
 *   lqcd_clover_block_<tag> { lqcd_real diag[2 NC]; lqcd_complex low[NC (2 NC - 1)]; }
 *       a Hermitian matrix of 2 NC rows, row s NC + c for spin s and colour c: the diagonal, and the element (i, j),
 *       i > j, at low[i (i-1) / 2 + j]; that at (j, i) is its conjugate. 36 reals for NC = 3.
 *   lqcd_clover_<tag> { lqcd_clover_block c[2]; }       of the spins 0 and 1, where g_5 = 1, and of 2 and 3, where -1
 *
 *   muladd(r, a, v)        r += A v                                                         528 flop per lane, NC = 3
 *   twist(r, mu, v)        r += i mu g_5 v, mu real                                          48 flop
 *   square(r, a, mu2)      r = A^2 + mu2; not in place
 *   product(r, a, b, plus) r = A B + plus for A and B that commute; not in place
 *   bad = invert(r, a)     r = A^-1, not in place; returns 0, or 1 + the first lane in which A is singular, or has a
 *                          NaN; r is garbage then
 *   block_logdet(a, value)       value[lane] = log |det A|, both blocks; -infinity or NaN where A is singular
 *
 * Names are lqcd_clover_<operation>_<tag>; tags f, d, vf, vd. Inverse and determinant are those of A = L D L^+ with a
 * unit lower triangle L, without pivoting (as in Chroma): as exact as with it for a definite A, which clover terms are
 * unless csw or the field is extreme; for an indefinite one the errors grow by |A| / |D_j|. Singular: a |D_j| below
 * 8 NC epsilon times the largest element. The same bits for every number of lanes.
 */
#ifndef LQCD_DIRAC_CLOVER_BLOCK_H
#define LQCD_DIRAC_CLOVER_BLOCK_H

#include <float.h>
#include <math.h>

#include "../spinor.h"

enum { LQCD__CLOVER_ROWS = 2 * LQCD_NC, LQCD__CLOVER_LOW = LQCD_NC * (2 * LQCD_NC - 1) };

#define LQCD_TAG f
#include "../tmpl/clover_block.inc"
#define LQCD_TAG d
#include "../tmpl/clover_block.inc"
#define LQCD_TAG vf
#include "../tmpl/clover_block.inc"
#define LQCD_TAG vd
#include "../tmpl/clover_block.inc"

#endif
