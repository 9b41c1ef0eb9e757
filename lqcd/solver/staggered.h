/* lqcd/solver/staggered.h: the solvers for colour vectors (field/colour.h), as staggered operators need them
 * (dirac/staggered.h).
 *
 * The same texts and names as for spinors, for the tags f_ks, d_ks, vf_ks, vd_ks, h_ks and vh_ks; names without a tag choose
 * by type: lqcd_solve, lqcd_multi_solve (krylov.h), lqcd_mixed, lqcd_multishift, lqcd_dirac_solve,
 * lqcd_dirac_solve_mixed (dirac.h), lqcd_multi_dirac_solve (multi.h), lqcd_spectrum_find, lqcd_eigen_solve, .. (lanczos.h).
 *
 *   lqcd_dirac_vd_ks d = lqcd_staggered_dirac(&D);
 *   lqcd_solve_result r = lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &params);        D x = b, with its true residual
 *
 *   lqcd_schur_create(&A, &schur, &d, &start)           M = 4 m^2 - D_eo D_oe on even fields
 *   s = lqcd_eigen_solve(&e, &A, &start, &params)       e.value[k] = 4 m^2 + lambda_k^2
 *
 * D has the eigenvalues 2 m +- i lambda_k, each pair from one eigenvector v of M: (v_e, +-i D_oe v_e / lambda). Every mass has
 * the same eigenvectors. In the common normalisation, D / 2, eigenvalues are m +- i lambda / 2.
 *
 * CG applies M = (D^+ D)_ee itself, once in an iteration. Not part of lqcd.h: include this file (with lqcd.h before it, after
 * it or not at all).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_STAGGERED_H
#define LQCD_SOLVER_STAGGERED_H

#include "../dirac/staggered.h"
#include "dirac.h"
#include "lanczos.h"
#include "multishift.h"

#define LQCD_REP ks

#define LQCD_TEMPLATE "../solver/solver.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_ALL_MULTI_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_async.inc"
#define LQCD_TAGS     LQCD_DEVICES * LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/block_cg.inc"
#define LQCD_TAGS     LQCD_MULTI_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/krylov.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_ALL_MULTI_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/dirac.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_ALL_MULTI_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/mixed.inc"
#define LQCD_TAGS     LQCD_ALL_MIXED_TAGS + LQCD_ALL_MULTI_MIXED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/dirac_mixed.inc"
#define LQCD_TAGS     LQCD_ALL_MIXED_TAGS + LQCD_ALL_MULTI_MIXED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/multishift.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/spectrum.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/lanczos.inc"
#include "../base/each_tag.inc"

#undef LQCD_REP

#endif
