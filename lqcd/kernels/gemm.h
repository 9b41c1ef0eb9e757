/* lqcd/kernels/gemm.h: products of small matrices, real and complex, for the four real types.
 *
 *   C = A B,  C += A B  or  C -= A B:   add = 0, 1 or -1;  C is m x n, A is m x k, B is k x n
 *
 * Matrices lie by columns, as in BLAS: element (i, j) of C is c[i + j*ldc]; a leading dimension ld is at least the number of
 * rows. For matrices by rows exchange A with B and m with n. 2 m n k flop, complex 8 m n k. Sizes may be 0; with k = 0 the
 * product is 0. Names are lqcd_gemm_<verb>_<tag> on arrays of lqcd_base_<tag>, and lqcd_complex_gemm_<verb>_<tag> on arrays of
 * lqcd_complex_base_<tag> (a double _Complex * or a std::complex * is cast). A register holds R elements: 1 for f and d, LANES
 * for vf and vd, for complex numbers half of it, at least 1.
 *
 *   any size
 *     lqcd_gemm_<tag>(m, n, k, c, ldc, a, lda, b, ldb, add)
 *     lqcd_gemm_of_<tag>(m, n, k, c, ldc, form_a, a, lda, form_b, b, ldb, add)     A is a, its transpose or its adjoint: form
 *                      LQCD_GEMM_PLAIN, _TRANSPOSED, _ADJOINT; element (i, l) of A is then a[l + i*lda]. Likewise B
 *   sizes known to the compiler: always inline, so that m, n, k and ld given as constants leave straight code
 *     fixed(m, n, k, c, ldc, a, lda, b, ldb, add)    matrices in place; the last m % R rows by scalars
 *     packed(m, n, k, c, a, b, add)                  packed matrices: for single and for larger ones
 *     batch(count, m, n, k, c, a, b, add)            count such products of matrices that follow one another
 *     fixed and packed are slow for m much below R
 *   packed forms, with M = rows(m): m rounded up to a multiple of R; the rows from m on are 0
 *     pack_a(m, k, pa, a, lda)         A: pa[i/R][k][i%R],  M*k elements;   pack_b(k, n, pb, b, ldb)    B: pb[k][n], k*n
 *     pack_c(m, n, pc, c, ldc)         C: pc[i/R][n][i%R],  M*n elements;   unpack_c(m, n, c, ldc, pc)  and back, m rows alone
 *     pack_a_of(form, m, k, pa, a, lda), pack_b_of(form, k, n, pb, b, ldb)      A or B is a form of a or b, as above
 *     batch_threads(f, count, m, n, k, c, a, b, add)     the batch in threads: parts of it by f(count, c, a, b, add), a
 *                                      function of yours that calls batch with these sizes as constants
 *   a matrix per lane: LANES products of one size at once, sizes known to the compiler; fastest for many up to about 16 x 16
 *     lanes(m, n, k, c, a, b, add)     element (i, j) of C is c[i + j*m], of A a[i + j*m], of B b[i + j*k]: a
 *                                      lqcd_real_<tag>, lqcd_complex_<tag>, lane w of it of product w
 *     lanes_batch(count, ..), lanes_batch_threads(f, count, ..)      of count groups that follow one another, as batch
 *     lanes_pack(m, n, count, p, x, ld, step)        lane w of p[i + j*m] = x[i + j*ld + w*step]; 0 from lane count on
 *     lanes_unpack(m, n, count, x, ld, step, p)      and back, count <= LANES
 *
 * Every element is a sum in the order of k from 0, in the type of the tag, to which C is added last (any size: after each 128 of
 * k). Its error is at most (k + 2) epsilon sum |a||b| + epsilon |c|, for each part of complex numbers twice that. A NaN in row i of
 * A or column j of B is in element (i, j) alone. a, b, c of packed and batch are aligned as elements, those of lanes as registers.
 * C must not overlap A or B, nor a packed matrix its source. Nothing is allocated, nothing can fail. Any size and batch_threads use
 * threads from 2 Mflop on; no result depends on their number. Source: K. Goto, R. van de Geijn, ACM TOMS 34 (2008) 12.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_KERNELS_GEMM_H
#define LQCD_KERNELS_GEMM_H

#include "../site/icomplex.h"
#include "../lattice/loops.h"

/** The form in which a stored matrix enters a product: as it is, transposed, or adjoint. */
typedef enum { LQCD_GEMM_PLAIN, LQCD_GEMM_TRANSPOSED, LQCD_GEMM_ADJOINT } lqcd_gemm_form;

/* Accumulators and operands fit the registers: 3*8 + 3 + 1 of 32, 3*4 + 3 + 1 of 16. */
#if LQCD_SIMD_REGISTERS >= 32
#define LQCD__GEMM_COLUMNS       8
#define LQCD__GEMM_LANES_ROWS    4
#define LQCD__GEMM_LANES_COMPLEX 3
#else
#define LQCD__GEMM_COLUMNS       4
#define LQCD__GEMM_LANES_ROWS    3
#define LQCD__GEMM_LANES_COMPLEX 2
#endif
/* Whether lanes loads B one step ahead (see gemm.inc). clang is slower with it. */
#if LQCD__GEMM_COLUMNS == 8 && !defined(__clang__)
#define LQCD__GEMM_AHEAD 1
#else
#define LQCD__GEMM_AHEAD 0
#endif
#define LQCD__GEMM_ROWS          3
#define LQCD__GEMM_LANES_COLUMNS 4
/* Block of k in gemm of any size: 24 KiB of A for doubles on avx512, half of L1. */
#define LQCD__GEMM_DEPTH 128
/* Flop from which threads pay, and columns for each thread. */
#ifndef LQCD__GEMM_PARALLEL
#define LQCD__GEMM_PARALLEL 2e6
#define LQCD__GEMM_WIDTH    64
#endif

#define LQCD_TEMPLATE "../kernels/gemm.inc"
#include "../base/each_tag.inc"
#define LQCD__GEMM_COMPLEX 0
#define LQCD_TEMPLATE "../kernels/gemm_forms.inc"
#include "../base/each_tag.inc"
#undef LQCD__GEMM_COMPLEX
#define LQCD__GEMM_COMPLEX 1
#define LQCD_TEMPLATE "../kernels/gemm_forms.inc"
#include "../base/each_tag.inc"
#undef LQCD__GEMM_COMPLEX

#endif
