/* lqcd/foreign/basis.h: gamma bases and staggered phases by name.
 *
 *   lqcd_foreign_set_basis(&F, basis)        theirs = S ours; S g_mu S^+ are their gamma matrices, in 2x2 blocks:
 *     LQCD_BASIS_CHIRAL         ours, of openQCD, HiRep and tmLQCD (site/spinor.h)
 *     LQCD_BASIS_DEGRAND_ROSSI  g_k = ((0, i s_k), (-i s_k, 0)) with s_2 replaced by -s_2, g_t = ((0, 1), (1, 0)): QDP++,
 *                               Chroma, Grid, CPS, QUDA
 *     LQCD_BASIS_MILC           minus those: MILC has them with the opposite signs in its operator
 *     LQCD_BASIS_UKQCD          g_k = ((0, i s_k), (-i s_k, 0)), g_t = diag(1, 1, -1, -1)
 *     LQCD_BASIS_DIRAC_PAULI    g_k = ((0, -i s_k), (i s_k, 0)), g_t = diag(1, 1, -1, -1)
 *   lqcd_foreign_set_phases(&F, phases)      eta_mu = (-1)^(the coordinates in directions before mu), in the order
 *     LQCD_PHASES_NONE          no phases
 *     LQCD_PHASES_TXYZ          t, x, y, z: MILC. eta_t = 1, eta_x = (-1)^t, ..
 *     LQCD_PHASES_XYZT          x, y, z, t: CPS, QDP++. eta_x = 1, eta_y = (-1)^x, ..
 *
 * LQCD_ERR_ARGUMENT: NULL or no such name. The first three bases move numbers, the others mix them.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_BASIS_H
#define LQCD_FOREIGN_BASIS_H

#include <math.h>

#include "types.h"

typedef enum {
	LQCD_BASIS_CHIRAL,
	LQCD_BASIS_DEGRAND_ROSSI,
	LQCD_BASIS_MILC,
	LQCD_BASIS_UKQCD,
	LQCD_BASIS_DIRAC_PAULI
} lqcd_foreign_basis;

typedef enum { LQCD_PHASES_NONE, LQCD_PHASES_TXYZ, LQCD_PHASES_XYZT } lqcd_foreign_phases;

LQCD_STATIC lqcd_status lqcd_foreign_set_basis(lqcd_foreign *f, lqcd_foreign_basis basis)
{
	static const signed char element[5][4][4] = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}},
						     {{0, 0, 0, 1}, {0, 0, -1, 0}, {0, -1, 0, 0}, {1, 0, 0, 0}},
						     {{0, 0, 0, 1}, {0, 0, -1, 0}, {0, 1, 0, 0}, {-1, 0, 0, 0}},
						     {{1, 0, -1, 0}, {0, 1, 0, -1}, {-1, 0, -1, 0}, {0, -1, 0, -1}},
						     {{1, 0, -1, 0}, {0, 1, 0, -1}, {1, 0, 1, 0}, {0, 1, 0, 1}}};
	if (!f || (unsigned)basis > LQCD_BASIS_DIRAC_PAULI) return LQCD_ERR_ARGUMENT;
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			f->basis[i][j].re = element[basis][i][j] * (basis < LQCD_BASIS_UKQCD ? 1 : sqrt(0.5));
			f->basis[i][j].im = 0;
		}
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_foreign_set_phases(lqcd_foreign *f, lqcd_foreign_phases phases)
{
	static const unsigned char mask[3][4] = {{0, 0, 0, 0}, {0, 1, 3, 7}, {14, 0, 2, 6}};
	if (!f || (unsigned)phases > LQCD_PHASES_XYZT) return LQCD_ERR_ARGUMENT;
	for (int mu = 0; mu < 4; mu++) f->staggered[mu] = mask[phases][mu];
	return LQCD_OK;
}

#endif
