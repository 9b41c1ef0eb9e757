/* lqcd/solver/staggered_eigen.h: eigenvalues of staggered operators: spectrum.h and lanczos.h for colour vectors.
 *
 * The same texts and names as for spinors, for the tags f_ks, d_ks, vf_ks and vd_ks; names without a tag choose by type:
 * lqcd_spectrum_find, lqcd_eigen_solve, lqcd_eigen_resume, lqcd_eigen_singular, lqcd_eigen_deflate, lqcd_eigen_destroy.
 *
 *   lqcd_schur_create(&A, &schur, &d, &start)         M = 4 m^2 - D_eo D_oe of lqcd_staggered_dirac on even fields
 *   s = lqcd_eigen_solve(&e, &A, &start, &params)     e.value[k] = 4 m^2 + lambda_k^2
 *
 * D has the eigenvalues 2 m +- i lambda_k, each pair from one eigenvector v of M: (v_e, +-i D_oe v_e / lambda). Every mass has
 * the same eigenvectors. In the common normalisation, D / 2, eigenvalues are m +- i lambda / 2.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_STAGGERED_EIGEN_H
#define LQCD_SOLVER_STAGGERED_EIGEN_H

#include "lanczos.h"
#include "staggered.h"

#define LQCD_REP ks
#define LQCD_COLOUR_VECTORS
#define LQCD_TEMPLATE "../solver/spectrum.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/lanczos.inc"
#include "../base/each_tag.inc"
#undef LQCD_COLOUR_VECTORS
#undef LQCD_REP

#endif
