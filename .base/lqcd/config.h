/* lqcd/config.h: compiler, options, attributes. Includes nothing of lqcd.
 *
 * Options. Define before the first #include of any lqcd header; every translation unit may choose its own.
 *
 *   option                default            meaning
 *   LQCD_NC               3                  number of colours: 2, 3 or 4
 *   LQCD_SIMD             from -m flags      back end: LQCD_SIMD_AVX512, _AVX2, _SSE2, _NEON, _GENERIC or _SCALAR
 *   LQCD_SIMD_BITS        256                register width of the generic back end: 128, 256, 512, 1024
 *   LQCD_ALLOC(a, n)      aligned_alloc      n bytes aligned to a (a power of two; n a multiple of a), or NULL
 *   LQCD_FREE(p)          free               its inverse
 *   LQCD_HUGE_PAGE        2 MiB              blocks at least this large are aligned to it and advised; 0: never
 *   LQCD_NO_OPENMP        not defined        run loops in one thread although -fopenmp is on
 *   LQCD_PARALLEL_MIN     64                 loops over fewer indices run in one thread
 *   LQCD_REPRODUCIBLE     1                  sums over sites are exact, with the same bits for any number of threads,
 *                                            lanes and processes (tally.h); 0: for any number of threads. Default 0
 *                                            with -ffast-math, which lets the compiler change values
 *   LQCD_CACHE            16 MiB             what a thread can count on in the last-level cache: kernels that pass over
 *                                            more prefetch, and write past the caches
 *   LQCD_NO_SHORT_NAMES   not defined        do not define _MASTER_FOR, _PIECE_FOR, _SITE_FOR, _FIELD_AT, ...
 *   LQCD_DEBUG            not defined        LQCD_ASSERT checks programmer's mistakes with assert()
 *   LQCD_ASSERT(c)        see LQCD_DEBUG     your own check
 *
 * Attributes for our own definitions:
 *   LQCD_FN      function on a site or a lane: always inlined; host and device under nvcc
 *   LQCD_HOST_FN the same, host only (SIMD registers)
 *   LQCD_KERNEL  loop over a field: static, never inlined, so that profilers show it; not an error if unused
 *   LQCD_RESTRICT, LQCD_UNROLL(n) (before a for: unroll it n times), LQCD_ALIGN(n)
 */
#ifndef LQCD_CONFIG_H
#define LQCD_CONFIG_H

#define LQCD_VERSION_MAJOR 0
#define LQCD_VERSION_MINOR 1
#define LQCD_VERSION_PATCH 0
#define LQCD_VERSION       "0.1.0"

#include <stddef.h>
#include <stdint.h>

#ifndef LQCD_REPRODUCIBLE
#ifdef __FAST_MATH__
#define LQCD_REPRODUCIBLE 0
#else
#define LQCD_REPRODUCIBLE 1
#endif
#endif

#ifndef LQCD_CACHE
#define LQCD_CACHE 16777216
#endif

#ifndef LQCD_NC
#define LQCD_NC 3
#endif
#if LQCD_NC != 2 && LQCD_NC != 3 && LQCD_NC != 4
#error "lqcd: LQCD_NC (the number of colours) must be 2, 3 or 4"
#endif

#if !defined(__GNUC__) && !defined(__clang__)
#error "lqcd: needs gcc, clang or a compiler that speaks their dialect (nvcc, icx)"
#endif

#ifdef __CUDACC__
#define LQCD_FN static __host__ __device__ __forceinline__
#else
#define LQCD_FN static inline __attribute__((always_inline, unused))
#endif
#define LQCD_HOST_FN static inline __attribute__((always_inline, unused))
/* Without optimisation gcc drops unused functions only if they are inline: a thousand of them take ten seconds. */
#ifdef __OPTIMIZE__
#define LQCD_KERNEL static __attribute__((noinline, unused))
/* Set-up, files and other cold code: the compiler decides. */
#define LQCD_STATIC static __attribute__((unused))
#else
#define LQCD_KERNEL static inline __attribute__((unused))
#define LQCD_STATIC static inline __attribute__((unused))
#endif

#define LQCD_RESTRICT          __restrict__
#define LQCD_ALIGN(n)          __attribute__((aligned(n)))
#define LQCD_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

#define LQCD__PRAGMA(x) _Pragma(#x)
#if defined(__CUDA_ARCH__)
#define LQCD_UNROLL(n) LQCD__PRAGMA(unroll n)
#elif defined(__CUDACC__)
#define LQCD_UNROLL(n) /* host code: nvcc's front end passes on no pragma to its compiler without a warning */
#elif defined(__clang__)
#define LQCD_UNROLL(n) LQCD__PRAGMA(clang loop unroll(full))
#else
#define LQCD_UNROLL(n) LQCD__PRAGMA(GCC unroll n)
#endif

#if defined(__CUDACC__)
#define LQCD_NO_UNROLL
#elif defined(__clang__)
#define LQCD_NO_UNROLL LQCD__PRAGMA(clang loop unroll(disable))
#else
#define LQCD_NO_UNROLL LQCD__PRAGMA(GCC unroll 1)
#endif

#define LQCD__CAT(a, b)  LQCD__CAT_(a, b)
#define LQCD__CAT_(a, b) a##b

#ifndef LQCD_ASSERT
#ifdef LQCD_DEBUG
#include <assert.h>
#define LQCD_ASSERT(c) assert(c)
#else
#define LQCD_ASSERT(c) ((void)0)
#endif
#endif

#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP) && !defined(__CUDA_ARCH__)
#define LQCD_OMP(x) LQCD__PRAGMA(omp x)
#else
#define LQCD_OMP(x)
#endif

#ifdef __cplusplus
#define LQCD_BEGIN_DECLS extern "C++" {
#define LQCD_END_DECLS   }
#else
#define LQCD_BEGIN_DECLS
#define LQCD_END_DECLS
#endif

/* A front end without tag for a function of the four tags of arithmetic, chosen by the type of *x: C11 selects with
 * _Generic, C++ overloads. LQCD_SELECT goes into a header once per function; LQCD_OVERLOAD goes into the template below
 * it, LQCD_OVERLOAD_FN where the function is one of a device, too. */
#define LQCD_SELECT(fn, type, x)     _Generic((x), LQCD__CASES(fn, type))
#define LQCD__CASES(fn, type)        LQCD__SCALAR_CASES(fn, type), LQCD__VECTOR_CASES(fn, type)
#define LQCD__SCALAR_CASES(fn, type) type##_f : fn##_f, type##_d : fn##_d
#define LQCD__VECTOR_CASES(fn, type) type##_vf : fn##_vf, type##_vd : fn##_vd
/* The same with the tags of 16-bit storage, which fields and what works on fields has. */
#define LQCD_SELECT_STORED(fn, type, x) _Generic((x), LQCD__CASES(fn, type), type##_h : fn##_h, type##_vh : fn##_vh)
/* By the lower of the two precisions: fn_d_f, fn_d_h, fn_vd_vf, fn_vd_vh. */
#define LQCD_SELECT_LOW(fn, type, x)                                                                                   \
	_Generic((x), type##_f : fn##_d_f, type##_h : fn##_d_h, type##_vf : fn##_vd_vf, type##_vh : fn##_vd_vh)
#ifdef __cplusplus
/* clang-format off */
#define LQCD__OVERLOAD(link, ret, fn, params, args, name) extern "C++" { link ret fn params { return name args; } }
/* clang-format on */
#define LQCD_OVERLOAD(ret, fn, params, args)     LQCD__OVERLOAD(LQCD_HOST_FN, ret, fn, params, args, T(fn))
#define LQCD_OVERLOAD_FN(ret, fn, params, args)  LQCD__OVERLOAD(FN, ret, fn, params, args, T(fn))
#define LQCD_OVERLOAD_LOW(ret, fn, params, args) LQCD__OVERLOAD(LQCD_HOST_FN, ret, fn, params, args, TL(fn))
#else
#define LQCD_OVERLOAD(ret, fn, params, args)
#define LQCD_OVERLOAD_FN(ret, fn, params, args)
#define LQCD_OVERLOAD_LOW(ret, fn, params, args)
#endif

#endif
