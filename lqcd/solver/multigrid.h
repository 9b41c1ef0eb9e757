/* lqcd/solver/multigrid.h: D x = b for light quarks by a two-level multigrid, for Wilson quarks with the clover term
 * and twisted mass that D has, and for other operators of dirac/operator.h.
 *
 *   lqcd_multigrid_params p = lqcd_multigrid_params_default();
 *   lqcd_multigrid_vf mg;
 *   lqcd_status s = lqcd_dirac_multigrid_create(&mg, &d_low, &p, &why);          d_low: lqcd_dirac_<tag>, any tag
 *   lqcd_solve_result r = lqcd_dirac_solve_multigrid(&x, &d, &mg, &b, &params);  d, x, b: d (vd), mg: f or h (vf or vh)
 *   s = lqcd_multigrid_create(&mg, &D_low, &p, &why);                            the same for a Wilson operator D_low
 *   r = lqcd_wilson_solve_multigrid(&x, &D, &mg, &b, &params);                   and D
 *   r = lqcd_multigrid_solve(&x, &mg, &b, &params)                               x, b of the tag of mg, D is D_low
 *   lqcd_multigrid_destroy(&mg)
 *
 * The operator of create must outlive mg, which belongs to its links, mass, clover term and twisted mass: after a
 * change of these, make mg anew. (If the links changed little, it still preconditions the new D, but less well.) An
 * operator that is not Wilson's must have masks, no right factor, and another form than LQCD_SCHUR_RIGHT. x and b are
 * full fields; tolerance and residual are those of the full system, statuses those of solver/dirac.h.
 *
 * Method. Low modes of D look alike locally (local coherence): a few of them, cut into blocks, nearly span all. P
 * consists of `vectors` such fields v_k, with their two chiralities separate, cut into blocks (blocks.h) and
 * orthonormal in each: P^dagger P = 1, g5 P = P g5. The coarse operator D_c = P^dagger D P (coarse.h) has 2 vectors
 * components per site. The solver is GCR (gcr.h) on the even-odd system M x_e = r, preconditioned by K:
 *   x = s (P D_c^-1 P^dagger (t r, 0))_e     since (D^-1)_ee = s^-1 M^-1 t^-1: s = 1/(4+m), t = 1, with a term s = 1,
 *                                            t = 1 or (symmetric form) T_ee
 *   x += q(M) (r - M x), q a polynomial with `smoothing` coefficients
 * D_c^-1 is GCR on the coarse even-odd system to coarse_tolerance. q is the polynomial of as many steps of GCR without
 * a preconditioner on a typical residual; it is nearly as good as those steps on any residual, and takes no scalar
 * products. It is stored in powers of N, M = (4+m)^2 (1 + N) (with a term T_ee (1 + N) or 1 + N). |N| is not far above
 * 1, so the real coefficients are small and the powers do not cancel, not even in 16 bits, and a step is one pass of
 * two hops. K, P and D_c are in the precision of mg; with h and vh P and most of D_c are in 16 bits, too. The residual
 * is renewed in the precision of D.
 *
 * Set-up: the v_k start as random fields, and `initial` steps of minimal residuals on M v = 0 leave their low modes.
 * Then, `rounds` times, P and D_c are made from them and each v_k becomes K v_k, one step of inverse iteration. The odd
 * part of v_k is chosen such that D v_k = 0 there. Random numbers depend on seed and site: the same for any lanes and
 * threads.
 *
 *   params.block[4]            0: automatic, see blocks.h;  vectors     16; a multiple of 8 avoids padding
 *   params.initial, rounds     60, 4                        smoothing   12, at most 16
 *   params.coarse_tolerance    0.2                          coarse_iterations   256, the limit for one K
 *   params.restart             16: directions of GCR        seed        1
 *
 * Errors of create, which leave mg empty: those of blocks.h; LQCD_ERR_ARGUMENT (params out of range, or an operator of
 * the wrong kind), LQCD_ERR_SINGULAR (vectors linearly dependent in a block: use fewer, or larger blocks; or a coarse
 * site without inverse), LQCD_NAN (in links), LQCD_ERR_MEMORY. Memory: `vectors` full fields, and 40 vectors^2 complex
 * numbers per block; with h and vh all but 8 vectors^2 of these are in 16 bits.
 *
 * Several processes: all calls are collective. A block lies inside a process, and inside the part of one lane;
 * otherwise create names the extent that does not fit. A process may have any number of blocks in a direction, also 1
 * or 3. Bits and iterations do not depend on the number of threads, lanes and processes, as long as the blocks are the
 * same: set params.block if that matters, since the automatic choice depends on the part of the lattice of one lane of
 * one process. On GPUs: gpu/multigrid.h.
 *
 * Sources: M. Luescher, JHEP 07 (2007) 081, 0706.2298 (local coherence); R. Babich et al., Phys. Rev. Lett. 105
 * (2010) 201602, 1005.3043 (chiralities, K-cycle); A. Frommer et al., SIAM J. Sci. Comput. 36 (2014) A1581, 1303.1377
 * (set-up by the method itself).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_MULTIGRID_H
#define LQCD_SOLVER_MULTIGRID_H

#include "../dirac/clover.h"
#include "../lattice/blocks.h"
#include "coarse.h"
#include "gcr.h"
#include "wilson.h"

typedef struct {
	int block[4], vectors, initial, rounds, smoothing, coarse_iterations, restart;
	double coarse_tolerance;
	uint64_t seed;
} lqcd_multigrid_params;

LQCD_STATIC lqcd_multigrid_params lqcd_multigrid_params_default(void)
{
	lqcd_multigrid_params p;
	memset(&p, 0, sizeof p);
	p.vectors = 16;
	p.initial = 60;
	p.rounds = 4;
	p.smoothing = 12;
	p.coarse_iterations = 256;
	p.restart = 16;
	p.coarse_tolerance = 0.2;
	p.seed = 1;
	return p;
}

enum { LQCD_MULTIGRID_MOST = 64, LQCD_MULTIGRID_SMOOTH = 16 };

LQCD_STATIC lqcd_status lqcd__multigrid_check(const lqcd_multigrid_params *p, lqcd_message *why)
{
	if (p->vectors < 1 || p->vectors > LQCD_MULTIGRID_MOST)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "multigrid: %d vectors, not in 1 to %d", p->vectors,
				 LQCD_MULTIGRID_MOST);
	if (p->initial < 0 || p->rounds < 0 || p->smoothing < 1 || p->smoothing > LQCD_MULTIGRID_SMOOTH ||
	    p->coarse_iterations < 1 || p->restart < 1 || p->restart > LQCD_GCR_MOST ||
	    !lqcd_isfinite(p->coarse_tolerance) || p->coarse_tolerance <= 0)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT,
				 "multigrid: initial or rounds < 0, smoothing not in 1 to %d, coarse_iterations < 1, "
				 "coarse_tolerance not > 0, or restart not in 1 to %d",
				 LQCD_MULTIGRID_SMOOTH, LQCD_GCR_MOST);
	return LQCD_OK;
}

#define LQCD_TEMPLATE "../solver/multigrid.inc"
#define LQCD_REPRESENTED
#define LQCD_TAGS LQCD_STORED_TAGS
#include "../base/each_tag.inc"

#define LQCD_TEMPLATE "../solver/multigrid_mixed.inc"
#define LQCD_REPRESENTED
#define LQCD_TAGS LQCD_MIXED_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_dirac_multigrid_create(mg, d, params, why)                                                                \
	LQCD_SELECT_STORED(lqcd_dirac_multigrid_create, lqcd_multigrid, *(mg))(mg, d, params, why)
#define lqcd_dirac_solve_multigrid(x, d, mg, b, params)                                                                \
	LQCD_SELECT_LOW(lqcd_dirac_solve_multigrid, lqcd_multigrid, *(mg))(x, d, mg, b, params)
#define lqcd_multigrid_create(mg, dirac, params, why)                                                                  \
	LQCD_SELECT_STORED(lqcd_multigrid_create, lqcd_multigrid, *(mg))(mg, dirac, params, why)
#define lqcd_multigrid_destroy(mg) LQCD_SELECT_STORED(lqcd_multigrid_destroy, lqcd_multigrid, *(mg))(mg)
#define lqcd_multigrid_solve(x, mg, b, params)                                                                         \
	LQCD_SELECT_STORED(lqcd_multigrid_solve, lqcd_multigrid, *(mg))(x, mg, b, params)
#define lqcd_wilson_solve_multigrid(x, dirac, mg, b, params)                                                           \
	LQCD_SELECT_LOW(lqcd_wilson_solve_multigrid, lqcd_multigrid, *(mg))(x, dirac, mg, b, params)
#endif

#endif
