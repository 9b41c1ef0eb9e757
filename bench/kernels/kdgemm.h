/* bench/kernels/kdgemm.h: C += A B by outer products of registers, diagonal and off-diagonals apart, in a packed layout.
 *
 * The kernel of a course on tuning, of fixed size: C is DIM_M x DIM_N, A is DIM_M x DIM_K, B is DIM_K x DIM_N with
 * DIM_M = DIM_N = W = LQCD_KDGEMM_DIM_<tag>, the lanes of a register (2 x 2 with SSE2, 4 x 4 with AVX2, 8 x 8 with
 * AVX-512 for doubles), and DIM_K = k, given at run time.
 *
 *   lqcd_kdgemm_<tag>(k, c, a, b)           C += A B on packed matrices                  2 W^2 k flop
 *   lqcd_kdgemm_to_a_<tag>(k, a, x, ld)     a[l][i] = A(i, l) = x[i + l*ld],             W*k reals
 *   lqcd_kdgemm_to_b_<tag>(k, b, x, ld)     b[l][j] = B(l, j) = x[l + j*ld],             W*k reals
 *   lqcd_kdgemm_from_c_<tag>(x, ld, c)      x[i + j*ld] = C(i, j) = c[i ^ j][i],         W*W reals; begin with c = 0
 *
 * Accumulator s of the W holds C(i, i ^ s) in lane i: the diagonal is a times b lane by lane, an off-diagonal a times
 * b with its lanes permuted, i from i ^ s. For W = 2 that is one product for the diagonal, a swap, one for the other
 * two elements. 2 loads and W - 1 shuffles for W multiply-adds: shuffles bound the speed. lqcd/kernels/gemm.h broadcasts
 * instead, and is faster; this kernel is kept for comparison.
 *
 * Pointers are to lqcd_base_<tag>, aligned as one; outputs overlap no input; nothing can fail. Every element is C plus
 * a sum in the order of l: its error is at most (k + 1) epsilon (|C| + sum |a||b|). examples/ktimer.c is the harness
 * of the source, with its names kdgemm, to_kdgemm_A, to_kdgemm_B and from_kdgemm_C.
 *
 * Source: Matrix multiply kernel tuning, CS 5220 (Cornell), S14.
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_KERNELS_KDGEMM_H
#define BENCH_KERNELS_KDGEMM_H

#include <lqcd/simd/simd.h>

#define LQCD_KDGEMM_DIM_f  LQCD_LANES_f
#define LQCD_KDGEMM_DIM_d  LQCD_LANES_d
#define LQCD_KDGEMM_DIM_vf LQCD_LANES_vf
#define LQCD_KDGEMM_DIM_vd LQCD_LANES_vd

#define LQCD_TEMPLATE "bench/kernels/kdgemm.inc"
#include <lqcd/base/each_tag.inc>

#endif
