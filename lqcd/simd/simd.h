/* lqcd/simd/simd.h: lane-wise operations on four real types. All that lies above computes with them alone.
 *
 *   tag  lqcd_real_<tag>                   lanes, LQCD_LANES_<tag>, a power of two
 *   f d  float, double; host and device    1
 *   vf   one SIMD register of floats       1 to 32
 *   vd   one SIMD register of doubles      half as many, at least 1
 *
 * LQCD_SIMD chooses the back end (LQCD_SIMD_AVX2: avx2.h). Without it the first in the list near the end of this header is
 * taken whose instructions the compiler's flags allow. It defines LQCD_SIMD_NAME, "avx2"; LQCD_SIMD_REGISTERS, which a kernel
 * may fill: 32 (avx512, neon, sve, rvv) or 16; LQCD_SIMD_FUSED, 1 when multiply-add of vf and vd rounds once, else 0;
 * LQCD_RSQRT_BITS_<tag>, the precision of rsqrt_estimate.
 *
 * Types of the tag x: lqcd_base_x (float or double: a lane), lqcd_real_x (LQCD_LANES_x lanes), lqcd_mask_x (a truth value
 * per lane), lqcd_perm_x (a permutation of the lanes), lqcd_acc_x (a sum in double per lane). Their representation is up to
 * the back end. All but memory operands are passed by value.
 *
 * The functions are lqcd_<operation>_<tag>. w is a lane, 0 <= w < LANES; base is lqcd_base_x. tests/simd/complete.t reads the
 * table: two spaces or more separate columns; a line without the first column continues the one above.
 *
 *   operation            returns  lane w of the result
 *   zero()               real     0
 *   set1(s)              real     s, a base
 *   load(p)              real     p[w]; p is aligned to sizeof(lqcd_real_x)
 *   loadu(p)             real     p[w]; p is aligned as a base
 *   store(p,a)           void     p[w] = a[w]; p as for load
 *   storeu(p,a)          void     p[w] = a[w]; p as for loadu
 *   stream(p,a)          void     as store, past the caches where the hardware can; lqcd_stream_fence() before another
 *                                 thread reads
 *   load2(a,b,p,at)      void     *a = p[w][at], *b = p[w][at + 1]; const base *const p[LANES], aligned as bases: complex
 *                                 numbers from LANES places; slow in vf
 *   low16(p)             real     65536 times the lower half of p[w], a signed integer of 16 bits; const int32_t *p is
 *                                 aligned to 4*LANES bytes
 *   high16(p)            real     p[w], which is 65536 times its upper half plus the lower half without a sign;
 *                                 const int32_t *p as for low16
 *   pack16(p,a,b)        void     p[w] = 65536*rint(b[w] - a[w]/65536) + rint(a[w]), |a[w]| and |b[w]| <= 32767;
 *                                 int32_t *p as for low16
 *   get(a,lane)          base     a[lane], 0 <= lane < LANES; slow
 *   put(a,lane,s)        real     w == lane ? s : a[w]; slow
 *   add(a,b)             real     a[w] + b[w]
 *   sub(a,b)             real     a[w] - b[w]
 *   mul(a,b)             real     a[w] * b[w]
 *   div(a,b)             real     a[w] / b[w]
 *   neg(a)               real     -a[w], the sign bit flipped: neg(0) is -0
 *   abs(a)               real     |a[w]|
 *   sqrt(a)              real     the square root of a[w], rounded correctly
 *   rsqrt_estimate(a)    real     1/sqrt(a[w]) to within a relative error of 2^-LQCD_RSQRT_BITS_<tag>
 *   min(a,b)             real     a[w] < b[w] ? a[w] : b[w], hence b[w] when one is NaN or both are zero
 *   max(a,b)             real     a[w] > b[w] ? a[w] : b[w], likewise
 *   fma(a,b,c)           real     a[w]*b[w] + c[w]
 *   fnma(a,b,c)          real     c[w] - a[w]*b[w]
 *   fms(a,b,c)           real     a[w]*b[w] - c[w]
 *   fnms(a,b,c)          real     -a[w]*b[w] - c[w]
 *   lt(a,b)              mask     a[w] < b[w], false when one is NaN
 *   le(a,b)              mask     a[w] <= b[w], likewise
 *   eq(a,b)              mask     a[w] == b[w], likewise
 *   mask_and(m,n)        mask     m[w] && n[w]
 *   mask_or(m,n)         mask     m[w] || n[w]
 *   mask_not(m)          mask     !m[w]
 *   mask_any(m)          int      1 when m[w] for some w, else 0
 *   mask_all(m)          int      1 when m[w] for all w, else 0
 *   select(m,a,b)        real     m[w] ? a[w] : b[w]
 *   perm_make(src)       perm     the permutation that reads lane src[w]; const int src[LANES], 0 <= src[w] < LANES
 *   permute(a,p)         real     a[src[w]]
 *   zip_low(a,b)         real     w even: a[w / 2], odd: b[w / 2]
 *   zip_high(a,b)        real     w even: a[(LANES + w) / 2], odd: b[(LANES + w) / 2]
 *   swap_pairs(a)        real     a[w ^ 1]
 *   dup_even(a)          real     a[w & ~1]
 *   dup_odd(a)           real     a[w | 1]
 *   neg_even(a)          real     w even: -a[w], odd: a[w]; the sign bit flipped
 *   neg_odd(a)           real     w even: a[w], odd: -a[w]; likewise
 *   addsub(a,b)          real     w even: a[w] - b[w], odd: a[w] + b[w]
 *   subadd(a,b)          real     w even: a[w] + b[w], odd: a[w] - b[w]
 *   fmaddsub(a,b,c)      real     w even: a[w]*b[w] - c[w], odd: a[w]*b[w] + c[w]
 *   fmsubadd(a,b,c)      real     w even: a[w]*b[w] + c[w], odd: a[w]*b[w] - c[w]
 *   sum(a)               base     a folded by add
 *   reduce_max(a)        base     a folded by max
 *   reduce_min(a)        base     a folded by min
 *   acc_zero()           acc      0
 *   acc_add(s,a)         acc      s[w] + (double)a[w]
 *   acc_fma(s,a,b)       acc      s[w] + (double)a[w]*(double)b[w], a multiply-add of doubles
 *   acc_plus(s,t)        acc      s[w] + t[w]
 *   acc_minus(s,t)       acc      s[w] - t[w]
 *   acc_store(p,s)       void     p[w] = s[w], doubles; p is aligned as a double
 *   acc_sum(s)           double   s folded by add in double
 *
 * rsqrt_estimate is for 2^-126 <= a[w] <= 2^127. It is +inf at 0, elsewhere within the error or not finite. LQCD_RSQRT_BITS is
 * at least 11; 22 (float) and 51 (double), a division by the root, where there is no instruction for it.
 *
 * swap_pairs to fmsubadd work on lanes 2k and 2k + 1, a complex number in memory (icomplex.h). With one lane a[w ^ 1] and
 * a[w | 1] are a[0].
 *
 * low16, high16 and pack16 store a complex number in 32 bits. pack16 subtracts in advance what the lower half adds to the upper
 * one: low16 returns 65536*rint(a[w]) exactly, high16 65536*b[w] up to 65536/2 + 1/2 and the roundings of base. rint rounds to
 * nearest, ties to even; b[w] - a[w]/65536 is rounded once. Beyond the limits, and for NaN, p[w] is unspecified.
 *
 * Folding by op: for n = LANES/2, LANES/4, .. 1: a[w] = op(a[w], a[w + n]) for w < n; the result is a[0]. The order is part of
 * the contract.
 *
 * Multiply-add rounds once for vf and vd where LQCD_SIMD_FUSED is 1, for f and d where the target has the instruction; else
 * the product is rounded, too. gcc contracts products and sums of the language to multiply-adds in C++ and GNU C, clang within
 * expressions; on the generic back end the last bit may then depend on inlining. -ffp-contract=off stops that.
 *
 * Reproducibility. Fields, solves and observables are bitwise identical for any number of threads and processes, and for all
 * lanes, back ends and compilers whose multiply-adds round alike: once (AVX-512, AVX2, NEON, SVE, RISC-V; SSE2 and scalar with
 * -mfma), or twice (back ends without FMA instructions, WebAssembly). With -mrelaxed-simd WebAssembly rounds as its engine
 * does. The generic back end with -mfma does neither: f and d round once, vf and vd twice. LQCD_FMA=1 makes all tags round once,
 * by fma() of libm where there is no instruction: 4 to 25 times slower. Not promised: sums with LQCD_REPRODUCIBLE=0,
 * -ffast-math, clang without -ffp-contract=off, numbers that go through another libm (gaussian ones; HMC), kernels/p2p.h.
 *
 * Not per tag: lqcd_uint_vf, lqcd_uint_vd: GNU vectors of LQCD_LANES_vf unsigned integers of 32 bits, LQCD_LANES_vd of 64 bits;
 * plain integers if that is one. lqcd_uint_mul32, lqcd_prefetch, lqcd_stream_fence, lqcd_isfinite, lqcd_nan: see below.
 *
 * Sources: IEEE 754-2008; for min and max, the x86 instructions of that name.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SIMD_H
#define LQCD_SIMD_H

#include <math.h>
#include <string.h>

#include "../base/config.h"
#include "device_math.h"

#ifndef LQCD_FMA
#define LQCD_FMA 0
#endif
/* 1 where the multiply-add of f and d rounds once: it is one instruction, or libm's function is asked for. */
#if LQCD_FMA || defined(__FMA__) || defined(__AVX512F__) || defined(__FP_FAST_FMA) || defined(__aarch64__) || \
	defined(__riscv_flen) || defined(__wasm_relaxed_simd__) || LQCD_ON_DEVICE
#define LQCD__FUSED 1
#else
#define LQCD__FUSED 0
#endif

/* Functions of <math.h> by tag: LQCD__LIBM_f(sqrt) is sqrtf. */
#define LQCD__LIBM_f(name)  name##f
#define LQCD__LIBM_d(name)  name
#define LQCD__LIBM_vf(name) name##f
#define LQCD__LIBM_vd(name) name

/* A multiply-add of f and d that rounds once: the function of libm, for which compilers write an instruction where there
 * is one. WebAssembly has one for registers only. */
#if defined(__wasm_relaxed_simd__) && !LQCD_FMA
#include <wasm_simd128.h>
LQCD_FN float lqcd__fma_f(float a, float b, float c)
{
	const v128_t r = wasm_f32x4_relaxed_madd(wasm_f32x4_splat(a), wasm_f32x4_splat(b), wasm_f32x4_splat(c));
	return wasm_f32x4_extract_lane(r, 0);
}

LQCD_FN double lqcd__fma_d(double a, double b, double c)
{
	const v128_t r = wasm_f64x2_relaxed_madd(wasm_f64x2_splat(a), wasm_f64x2_splat(b), wasm_f64x2_splat(c));
	return wasm_f64x2_extract_lane(r, 0);
}
#else
LQCD_FN float lqcd__fma_f(float a, float b, float c)
{
	return fmaf(a, b, c);
}

LQCD_FN double lqcd__fma_d(double a, double b, double c)
{
	return fma(a, b, c);
}
#endif

/* An unsigned integer as wide as a lane. */
#define LQCD__WORD_f  uint32_t
#define LQCD__WORD_d  uint64_t
#define LQCD__WORD_vf uint32_t
#define LQCD__WORD_vd uint64_t

typedef float lqcd_base_f;
typedef double lqcd_base_d;
typedef float lqcd_base_vf;
typedef double lqcd_base_vd;

#define LQCD_LANES_f 1
#define LQCD_LANES_d 1
#define LQCD_RSQRT_BITS_f 22
#define LQCD_RSQRT_BITS_d 51
#define LQCD_TEMPLATE "../simd/scalar.inc"
#define LQCD_TAGS     LQCD_SCALAR_TAGS
#include "../base/each_tag.inc"

/* The number of the back end that LQCD_SIMD names, or 0 if no header below has defined that name yet: an undefined name
 * in #if would be a warning of -Wundef. A back end makes its number known by LQCD__SIMD_KNOWN_<number>. */
#define LQCD__SIMD_NUMBER             LQCD__SIMD_SECOND(LQCD__CAT(LQCD__SIMD_KNOWN_, LQCD_SIMD), 0, 0)
#define LQCD__SIMD_SECOND(...)        LQCD__SIMD_SECOND_(__VA_ARGS__)
#define LQCD__SIMD_SECOND_(a, b, ...) b

/* The back ends. Without LQCD_SIMD the first whose instructions the compiler may use is taken. */
#include "scalar.h"  /* one lane; taken when nvcc compiles */
#include "avx512.h"  /* 16 floats, 8 doubles; needs -mavx512f */
#include "avx2.h"    /* 8 floats, 4 doubles; needs -mavx2 -mfma */
#include "sse2.h"    /* 4 floats, 2 doubles; needs -msse2, always on for x86-64 */
#include "sve.h"     /* 8 to 32 floats; AArch64 with -march=armv8.2-a+sve -msve-vector-bits=256, 512 or 1024 */
#include "neon.h"    /* 4 floats, 2 doubles; needs little-endian AArch64 */
#include "rvv.h"     /* 4 to 32 floats; RISC-V with -march=rv64gcv_zvl256b -mrvv-vector-bits=zvl and the like */
#include "wasm.h"    /* 4 floats, 2 doubles; WebAssembly with -msimd128 */
#include "generic.h" /* GNU vectors of LQCD_SIMD_BITS bits, for any processor */

#ifndef LQCD_SIMD_NAME
#error "lqcd: LQCD_SIMD must be LQCD_SIMD_ and the name of a header of lqcd/simd/ in capitals, as LQCD_SIMD_AVX2 for avx2.h"
#endif

#ifndef LQCD__SIMD_COMPLETE
#define LQCD_TEMPLATE "../simd/derived.inc"
#define LQCD_TAGS     LQCD_LANE_TAGS
#include "../base/each_tag.inc"
#endif

#ifndef LQCD__MUL32
#define LQCD__MUL32(a, b) (((a) & 0xffffffffu) * (b))
#endif
/** r[w] = the lower 32 bits of a[w] times b */
LQCD_HOST_FN void lqcd_uint_mul32(lqcd_uint_vd *r, const lqcd_uint_vd *a, uint32_t b)
{
	*r = (lqcd_uint_vd)LQCD__MUL32(*a, b);
}

/* Most back ends have nothing to order: stores past the caches are plain ones, or ordered like them. */
#ifndef LQCD__STREAM_FENCE
#define LQCD__STREAM_FENCE() (void)0
#endif
/** Orders the streams before it with the stores after it. */
LQCD_HOST_FN void lqcd_stream_fence(void)
{
	LQCD__STREAM_FENCE();
}

/* How long unrolled loops are compiled. A back end may define
 *   LQCD__FENCED 1  compilers would move loads of later turns forward, which fill the registers, and spill what was in
 *                   them: LQCD__FENCE() stands between the turns
 *   LQCD__PAIRS 1   an offset to an address costs an instruction. lqcd__load_pair_<tag>(&a, &b, p, k), registers 2k and
 *                   2k + 1 of those at p, and lqcd__store_pair_<tag>(p, k, a, b) save most of them; k is constant
 * Sums over the turns: clang keeps in registers what does not fit and spills it one by one, unless
 * LQCD__KEEP_IN_MEMORY(p) says that the sum at p may be read elsewhere. gcc chooses well. */
#ifndef LQCD__FENCED
#define LQCD__FENCED 0
#endif
#ifndef LQCD__PAIRS
#define LQCD__PAIRS 0
#endif
#if LQCD_DEVICE_COMPILER
#define LQCD__FENCE() (void)0
#else
#define LQCD__FENCE() __asm__ volatile("" : : : "memory")
#endif
#if defined(__clang__) && !LQCD_DEVICE_COMPILER
#define LQCD__SUMS_IN_MEMORY    LQCD__FENCED
#define LQCD__KEEP_IN_MEMORY(p) __asm__ volatile("" : "+r"(p) : : "memory")
#else
#define LQCD__SUMS_IN_MEMORY    0
#define LQCD__KEEP_IN_MEMORY(p) (void)(p)
#endif

/** Prefetches the cache line of p into L1; p need not be readable. */
LQCD_FN void lqcd_prefetch(const void *p)
{
#if LQCD_ON_DEVICE
	(void)p;
#else
	__builtin_prefetch(p, 0, 3);
#endif
}

/** Prefetches the cache line of p into L2, for streams: a processor has more lines on their way to that one. */
LQCD_FN void lqcd__prefetch_second(const void *p)
{
#if LQCD_ON_DEVICE
	(void)p;
#else
	__builtin_prefetch(p, 0, 2);
#endif
}

/** bits, hidden from the compiler: with -ffast-math clang assumes that they are not those of NaN. */
LQCD_FN uint64_t lqcd__opaque(uint64_t bits)
{
#if !LQCD_ON_DEVICE
	__asm__("" : "+r"(bits));
#endif
	return bits;
}

/** 0 for NaN and infinity, else 1, also with -ffast-math. That option may turn !(x > 0) into x <= 0: code that must refuse NaN
 * calls this function. */
LQCD_FN int lqcd_isfinite(double x)
{
	uint64_t bits;
	memcpy(&bits, &x, sizeof bits);
	return (lqcd__opaque(bits) >> 52 & 0x7ff) != 0x7ff;
}

/** A NaN, also with -ffast-math. */
LQCD_FN double lqcd_nan(void)
{
	const uint64_t bits = lqcd__opaque(UINT64_C(0x7ff8000000000000));
	double x;
	memcpy(&x, &bits, sizeof x);
	return x;
}

#endif
