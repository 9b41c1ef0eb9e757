/* lqcd/simd/scalar.h: vf and vd with one lane. For debugging, for nvcc's host code, and to see what SIMD gains; simd.h
 * documents the operations, simd/scalar.inc defines them.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SIMD_SCALAR_H
#define LQCD_SIMD_SCALAR_H

#define LQCD_SIMD_SCALAR 1
#define LQCD__SIMD_KNOWN_1 0, 1
#if !defined(LQCD_SIMD) && LQCD_DEVICE_COMPILER
#define LQCD_SIMD LQCD_SIMD_SCALAR
#endif
#if LQCD__SIMD_NUMBER == LQCD_SIMD_SCALAR

#define LQCD_SIMD_NAME "scalar"
#define LQCD__SIMD_COMPLETE 1
#define LQCD_LANES_vf  1
#define LQCD_LANES_vd  1
#define LQCD_SIMD_REGISTERS 16
#define LQCD_SIMD_FUSED LQCD__FUSED
#define LQCD_RSQRT_BITS_vf 22
#define LQCD_RSQRT_BITS_vd 51

#define LQCD_TEMPLATE "../simd/scalar.inc"
#define LQCD_TAGS     LQCD_LANE_TAGS
#include "../base/each_tag.inc"

typedef uint32_t lqcd_uint_vf;
typedef uint64_t lqcd_uint_vd;

#endif
#endif
