/* lqcd/simd/scalar.h: vf and vd with one lane. For debugging, for nvcc's host code, and to see what SIMD gains; simd.h
 * documents the operations, tmpl/simd_scalar.inc defines them. */
#ifndef LQCD_SIMD_SCALAR_H
#define LQCD_SIMD_SCALAR_H

#define LQCD_SIMD_NAME "scalar"
#define LQCD_LANES_vf  1
#define LQCD_LANES_vd  1
#define LQCD_RSQRT_BITS_vf 22
#define LQCD_RSQRT_BITS_vd 51

#define LQCD_TAG vf
#include "../tmpl/simd_scalar.inc"
#define LQCD_TAG vd
#include "../tmpl/simd_scalar.inc"

LQCD_HOST_FN void lqcd_stream_fence(void)
{
}

#endif
