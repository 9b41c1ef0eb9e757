/* lqcd/base/config.h: compiler, options, attributes. Includes nothing of lqcd.
 *
 * Define options before the first #include of any lqcd header; every translation unit may choose its own. The table, with its second
 * part for tuning below, is complete (tests/compile/rules.t).
 *
 *   option                     default          meaning
 *   LQCD_NC                    3                number of colours: 2 to 8
 *   LQCD_ADJOINT               not defined      also quarks in the adjoint representation: gauge/represent.h
 *   LQCD_SYMMETRIC             not defined      also quarks in the symmetric one
 *   LQCD_ANTISYMMETRIC         not defined      also quarks in the antisymmetric one, for 3 colours or more
 *   LQCD_SIMD                  by the -m flags  SIMD back end: LQCD_SIMD_<NAME>, a back end of the list in simd/simd.h
 *   LQCD_SIMD_BITS             256              register width of the generic back end: 128, 256, 512 or 1024
 *   LQCD_FMA                   0                1: every multiply-add rounds once, by libm's fma (slow) without such an instruction:
 *                                               bitwise identical results on every back end (simd/simd.h)
 *   LQCD_MPI                   not defined      lattices spread over processes: lattice/comm.h
 *   LQCD_MPI_TAKES_DEVICES     by OpenMPI       1: MPI takes pointers into the memory of a GPU; 0: it does not
 *   LQCD_NO_OPENMP             not defined      one thread although -fopenmp is on
 *   LQCD_PARALLEL_MIN          64               loops over fewer indices run in one thread
 *   LQCD_REPRODUCIBLE          1                1: sums over sites are exact, bitwise identical for any number of threads, lanes and
 *                                               processes (field/site_sum.h). 0, the default with -ffast-math: for threads alone
 *   LQCD_ALLOC(a, n)           aligned_alloc    n bytes aligned to a (a power of two; n is a multiple of a), or NULL
 *   LQCD_FREE(p)               free             its inverse; define both or none
 *   LQCD_DEVICES               by the compiler  1: headers are for devices, too, in C++: default LQCD_DEVICE_COMPILER
 *   LQCD_NO_SHORT_NAMES        not defined      do not define _MASTER_FOR, _PIECE_FOR, _SITE_FOR, _FIELD_AT, ..
 *   LQCD_QUDA_DEFINE           not defined      this unit has the functions and the state of compat/quda.h
 *   LQCD_QUDA_DEVICE           not defined      the functions of compat/quda.h compute on a device (C++)
 *   LQCD_QUDA_RESIDUAL_ARRAYS  not defined      true_res and true_res_hq of compat/quda.h are arrays, as in QUDA from 2024 on
 *   LQCD_POINTER_ERRORS        1                C: incompatible pointer types, such as fields of another tag, are errors from here to the
 *                                               end of a unit. 0, the default for compat/hirep.h and quda.h: as the flags say
 *   LQCD_DEBUG                 not defined      LQCD_ASSERT checks for programmer's mistakes with assert()
 *   LQCD_ASSERT(c)             see LQCD_DEBUG   your own check
 *
 * On several GPUs, LQCD_GPU_ROUTE=host in the environment sends faces by way of the host (device/halo.h).
 * SPDX-License-Identifier: MIT */

#ifndef LQCD_CONFIG_H
#define LQCD_CONFIG_H

/* Options for tuning, seldom worth a change; those of GPUs: dirac/device_wilson.h, kernels/.
 *
 *   option                         default         meaning
 *   LQCD_HUGE_PAGE                 2 MiB           blocks of at least this size are aligned to it and advised as huge pages; 0: never
 *   LQCD_CACHE                     16 MiB          share of the last-level cache of a thread; kernels over more data prefetch and
 *                                                  write past the caches
 *   LQCD_MIXED_UPDATE              1e-3            mixed precision (solver/mixed.h) with float: fall of the residual from one
 *                                                  correction in double to the following one
 *   LQCD_MIXED_UPDATE_HALF         1e-2            with 16 bits
 *   LQCD_MIXED_LATE                20              with 16 bits, after this many iterations ..
 *   LQCD_MIXED_LATE_HALF           0.7             .. this fall suffices
 *   LQCD_GCR_UPDATE                1e-5            LQCD_MIXED_UPDATE of GCR (solver/gcr.h)
 *   LQCD_GCR_UPDATE_HALF           3e-4            LQCD_MIXED_UPDATE_HALF of GCR
 *   LQCD_GPU_AHEAD                 1               iterations of a solver that the host launches before it knows the result of the
 *                                                  first; 0: it waits for each
 *   LQCD_GPU_THREADS               256             threads of a block, kernels over sites
 *   LQCD_GPU_THREADS_<tag>         512, 256, 512   maximum threads of a block of the hop: gf, gd, gh
 *   LQCD_GPU_THREADS_18_<tag>      384, 256, 512   LQCD_GPU_THREADS_<tag> for links of 18 reals
 *   LQCD_GPU_THREADS_FEW           256             LQCD_GPU_THREADS_<tag> for small lattices
 *   LQCD_GPU_TILE_<tag>            128, 256, 512   threads of a tile of the hop
 *   LQCD_GPU_STEPS_<tag>           2, 12, 4        maximum time slices that a block of the hop goes through
 *   LQCD_GPU_TILE_MULTI            128             LQCD_GPU_TILE_<tag> for several right-hand sides
 *   LQCD_GPU_STEPS_MULTI           8               LQCD_GPU_STEPS_<tag> for several right-hand sides
 *   LQCD_GPU_GROUP                 16              right-hand sides of a block
 *   LQCD_GPU_COLUMNS_<tag>         1, 0, 0         1: several right-hand sides share links through shared memory; gf alone may change
 *   LQCD_GPU_TILE_BORDER           128             threads of a block, sites at borders
 *   LQCD_GPU_SIGNAL_BYTES          524288          bytes that a kernel sends to other devices (device/halo.h)
 *   LQCD_GPU_SITE_THREADS_<tag>    256, 128, 512   threads of a block, kernels on gauge fields (device/launch.h): gf, gd, gh
 *   LQCD_GPU_BOXES                 1               1: their blocks are boxes of sites of both parities; 0: rows
 *   LQCD_GPU_P2P_WARPS             8               sums over pairs (kernels/device_p2p.h): warps of a block
 *   LQCD_GPU_P2P_TARGETS_<tag>     4, 4            targets of a thread: f, d
 *   LQCD_GPU_STENCIL_THREADS       256             2D stencil (kernels/device_stencil.h): threads of a block
 *   LQCD_GPU_STENCIL_ROWS          8               rows of a thread
 *   LQCD_GPU_STENCIL_BAND          256             rows of a band
 *   LQCD_GPU_STENCIL_LEVELS_<tag>  8, 4            steps in one pass: f, d
 *   LQCD_GPU_SU3_THREADS           128             links times arrays (kernels/device_su3_multiply.h): threads of a block
 *   LQCD_GPU_SU3_BLOCKS_<tag>      6, 3            blocks of a multiprocessor: f, d
 *
 * Attributes for our own definitions:
 *   LQCD_FN      function on a site or a lane: always inlined; host and device under nvcc and hipcc
 *   LQCD_HOST_FN LQCD_FN for the host alone (SIMD registers)
 *   LQCD_KERNEL  loop over a field: static, never inlined, so that profilers show it; no warning if unused
 *   LQCD_STATIC  set-up, files and other cold code: static; the compiler decides about inlining
 *   LQCD_RESTRICT, LQCD_UNROLL(n) (before a for: unroll it n times), LQCD_ALIGN(n)
 *
 * LQCD_DEVICE_COMPILER is 1 when the compiler makes code for devices, too (nvcc, hipcc), else 0; LQCD_ON_DEVICE is 1 in its pass for
 * the device, else 0. */

#define LQCD_VERSION_MAJOR 0
#define LQCD_VERSION_MINOR 1
#define LQCD_VERSION_PATCH 0
#define LQCD_VERSION       "0.1.0"

/* The second line ends the compilation: without it thousands of errors follow. */
#ifdef __cplusplus
#if __cplusplus < 201103L
#error "lqcd: needs C++11 or later, as -std=c++11 says"
#include <needs-C++11>
#endif
#elif !defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L
#error "lqcd: needs C11, or C99 of gcc or clang, as -std=c99 says"
#include <needs-C99>
#endif

#if __FLT_EVAL_METHOD__ == 2
#error "lqcd: needs arithmetic in the precision of the types: -msse2 -mfpmath=sse instead of the x87's"
#include <needs-SSE2>
#endif

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
#if LQCD_NC < 2 || LQCD_NC > 8
#error "lqcd: LQCD_NC (the number of colours) must be 2 to 8"
#endif

#if !defined(__GNUC__) && !defined(__clang__)
#error "lqcd: needs gcc, clang or a compiler that speaks their dialect (nvcc, icx)"
#endif

/* Compilers of devices (a line for each vendor; its words are in device/, its arithmetic in simd/device_math.h). */
#ifdef __HIP__
#include <hip/hip_runtime.h> /* nvcc includes its own */
#endif
#if defined __CUDACC__ || defined __HIP__
#define LQCD_DEVICE_COMPILER 1
#else
#define LQCD_DEVICE_COMPILER 0
#endif
#ifndef LQCD_DEVICES
#define LQCD_DEVICES LQCD_DEVICE_COMPILER
#endif
#if defined __CUDA_ARCH__ || defined __HIP_DEVICE_COMPILE__
#define LQCD_ON_DEVICE 1
#else
#define LQCD_ON_DEVICE 0
#endif

#if LQCD_DEVICE_COMPILER
#ifdef __HIP__
#define LQCD_FN static __host__ __device__ inline __attribute__((always_inline, unused))
#else
#define LQCD_FN static __host__ __device__ __forceinline__
#endif
/* A function that site functions call without inlining it, so that it is not compiled many times. */
#define LQCD_SITE_KERNEL static __host__ __device__ __attribute__((noinline, unused))
#else
#define LQCD_FN static inline __attribute__((always_inline, unused))
#define LQCD_SITE_KERNEL LQCD_KERNEL
#endif
#define LQCD_HOST_FN static inline __attribute__((always_inline, unused))
/* Without optimisation gcc compiles unused functions too unless they are inline: a thousand of them take ten seconds. */
#ifdef __OPTIMIZE__
#define LQCD_KERNEL static __attribute__((noinline, unused))
#define LQCD_STATIC static __attribute__((unused))
#else
#define LQCD_KERNEL static inline __attribute__((unused))
#define LQCD_STATIC static inline __attribute__((unused))
#endif

#define LQCD_RESTRICT          __restrict__
#define LQCD_ALIGN(n)          __attribute__((aligned(n)))
#define LQCD_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

#define LQCD__PRAGMA(x) _Pragma(#x)
#if LQCD_ON_DEVICE
#define LQCD_UNROLL(n) LQCD__PRAGMA(unroll n)
#elif LQCD_DEVICE_COMPILER
#define LQCD_UNROLL(n) /* host code: nvcc's front end passes on no pragma to its compiler without a warning */
#elif defined(__clang__)
#define LQCD_UNROLL(n) LQCD__PRAGMA(clang loop unroll(full))
#else
#define LQCD_UNROLL(n) LQCD__PRAGMA(GCC unroll n)
#endif

#if LQCD_DEVICE_COMPILER
#define LQCD_NO_UNROLL
#elif defined(__clang__)
#define LQCD_NO_UNROLL LQCD__PRAGMA(clang loop unroll(disable))
#else
#define LQCD_NO_UNROLL LQCD__PRAGMA(GCC unroll 1)
#endif

/* Before a loop over colours, or over the elements of a block of a few spins: where they are few, numbers stay in registers. */
#if LQCD_NC <= 4
#define LQCD__UNROLL_NC LQCD_UNROLL(8)
#else
#define LQCD__UNROLL_NC
#endif

/* Dimensions of representations (gauge/represent.h). */
#define LQCD__NC_adj  (LQCD_NC * LQCD_NC - 1)
#define LQCD__NC_sym  (LQCD_NC * (LQCD_NC + 1) / 2)
#define LQCD__NC_asym (LQCD_NC * (LQCD_NC - 1) / 2)
#if defined LQCD_ADJOINT || defined LQCD_SYMMETRIC || defined LQCD_ANTISYMMETRIC
#define LQCD__MOST_COLOURS (LQCD_NC * LQCD_NC)
#else
#define LQCD__MOST_COLOURS LQCD_NC
#endif
#if LQCD_NC == 2
#define LQCD__UNROLL_NC_adj LQCD_UNROLL(8)
#define LQCD__UNROLL_NC_sym LQCD_UNROLL(8)
#else
#define LQCD__UNROLL_NC_adj
#define LQCD__UNROLL_NC_sym
#endif
#if LQCD_NC == 3
#define LQCD__UNROLL_NC_asym LQCD_UNROLL(8)
#else
#define LQCD__UNROLL_NC_asym
#endif
#if LQCD_NC == 2 && defined LQCD_ANTISYMMETRIC
#error "lqcd: LQCD_ANTISYMMETRIC: the antisymmetric representation of SU(2) is trivial; it needs 3 colours or more"
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

#ifndef LQCD_POINTER_ERRORS
#define LQCD_POINTER_ERRORS 1
#endif
#if LQCD_POINTER_ERRORS && !defined(__cplusplus)
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#endif

#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP) && !LQCD_ON_DEVICE
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

/* A name without a tag for a function of the four arithmetic tags, chosen by the type of x: C selects with _Generic, which
 * is an extension in C99, C++ overloads. A header has one LQCD_SELECT per function; the template has LQCD_OVERLOADS(fn, n)
 * below the function of n arguments, LQCD_OVERLOADS_FN if it is one of sites, which may run on a device. Registers lose their attributes
 * as template arguments: LQCD_OVERLOAD_FN, for functions that take or return them, names all types. */
#define LQCD_SELECT(fn, type, x)     (__extension__ _Generic((x), LQCD__CASES(fn, type)))
#define LQCD__CASES(fn, type)        LQCD__SCALAR_CASES(fn, type), LQCD__VECTOR_CASES(fn, type)
#define LQCD__SCALAR_CASES(fn, type) type##_f : fn##_f, type##_d : fn##_d
#define LQCD__VECTOR_CASES(fn, type) type##_vf : fn##_vf, type##_vd : fn##_vd
/* And of the tags of 16-bit storage. */
#define LQCD__STORED_CASES(fn, type) LQCD__CASES(fn, type), type##_h : fn##_h, type##_vh : fn##_vh
/* LQCD_SELECT for functions of quarks, which have tags of representations, too. */
#define LQCD_SELECT_QUARK(fn, type, x) (__extension__ _Generic((x), LQCD__CASES(fn, type) LQCD__REPS(LQCD__REP_CASES, fn, type)))
/* LQCD_SELECT_QUARK with the tags of 16-bit storage, for functions of fields. */
#define LQCD_SELECT_STORED(fn, type, x) (__extension__ _Generic((x), LQCD__STORED_CASES(fn, type) LQCD__REPS(LQCD__REP_STORED, fn, type)))
/* Both for functions that colour vectors have, too: field/colour.h gives their cases. */
#define LQCD__COLOUR(cases, fn, type)
#define LQCD_SELECT_COLOUR(fn, type, x) \
	(__extension__ _Generic((x), LQCD__CASES(fn, type) LQCD__REPS(LQCD__REP_CASES, fn, type) LQCD__COLOUR(LQCD__REP_CASES, fn, type)))
#define LQCD_SELECT_FIELD(fn, type, x) \
	(__extension__ _Generic((x), LQCD__STORED_CASES(fn, type) LQCD__REPS(LQCD__REP_STORED, fn, type) LQCD__COLOUR(LQCD__REP_STORED, fn, type)))
/* Spinor fields of all tags, and multi-fields, which have functions with other names. */
#define LQCD__SELECT_KIND(fn, type, multi_fn, multi_type, x) \
	(__extension__ _Generic((x), LQCD__STORED_CASES(fn, type), LQCD__CASES(multi_fn, multi_type) LQCD__REPS(LQCD__REP_STORED, fn, type) \
				LQCD__REPS(LQCD__REP_CASES, multi_fn, multi_type) LQCD__COLOUR(LQCD__REP_STORED, fn, type) \
				LQCD__COLOUR(LQCD__REP_CASES, multi_fn, multi_type)))
/* By the lower of the two precisions: fn_d_f, fn_d_h, fn_vd_vf, fn_vd_vh. */
#define LQCD__LOW_CASES(fn, type) type##_f : fn##_d_f, type##_h : fn##_d_h, type##_vf : fn##_vd_vf, type##_vh : fn##_vd_vh
#define LQCD_SELECT_LOW(fn, type, x) (__extension__ _Generic((x), LQCD__LOW_CASES(fn, type) LQCD__REPS(LQCD__REP_LOW, fn, type)))
#define LQCD_SELECT_COLOUR_LOW(fn, type, x) \
	(__extension__ _Generic((x), LQCD__LOW_CASES(fn, type) LQCD__REPS(LQCD__REP_LOW, fn, type) LQCD__COLOUR(LQCD__REP_LOW, fn, type)))
/* fn_d_f and fn_vd_vf alone. */
#define LQCD_SELECT_FLOAT(fn, type, x) \
	(__extension__ _Generic((x), type##_f : fn##_d_f, type##_vf : fn##_vd_vf LQCD__REPS(LQCD__REP_FLOAT, fn, type)))
/* Cases of the representations that are asked for. */
#define LQCD__REPS(cases, fn, type) LQCD__CASES_adj(cases, fn, type) LQCD__CASES_sym(cases, fn, type) LQCD__CASES_asym(cases, fn, type)
#define LQCD__REP_CASES(fn, type, r) \
	, type##_f_##r : fn##_f_##r, type##_d_##r : fn##_d_##r, type##_vf_##r : fn##_vf_##r, type##_vd_##r : fn##_vd_##r
#define LQCD__REP_STORED(fn, type, r) LQCD__REP_CASES(fn, type, r), type##_h_##r : fn##_h_##r, type##_vh_##r : fn##_vh_##r
#define LQCD__REP_FLOAT(fn, type, r)  , type##_f_##r : fn##_d_##r##_f_##r, type##_vf_##r : fn##_vd_##r##_vf_##r
#define LQCD__REP_LOW(fn, type, r)    LQCD__REP_FLOAT(fn, type, r), type##_h_##r : fn##_d_##r##_h_##r, type##_vh_##r : fn##_vd_##r##_vh_##r
#ifdef LQCD_ADJOINT
#define LQCD__CASES_adj(cases, fn, type) cases(fn, type, adj)
#else
#define LQCD__CASES_adj(cases, fn, type)
#endif
#ifdef LQCD_SYMMETRIC
#define LQCD__CASES_sym(cases, fn, type) cases(fn, type, sym)
#else
#define LQCD__CASES_sym(cases, fn, type)
#endif
#ifdef LQCD_ANTISYMMETRIC
#define LQCD__CASES_asym(cases, fn, type) cases(fn, type, asym)
#else
#define LQCD__CASES_asym(cases, fn, type)
#endif
#ifdef __cplusplus
/* clang-format off */
#define LQCD__OVERLOAD(link, ret, fn, params, args, name) extern "C++" { LQCD__WRONG(fn) link ret fn params { return name args; } }
/* clang-format on */
/* A call with other types finds this function and gets one line, instead of one for each overload. */
#if LQCD_DEVICE_COMPILER || (defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 12)
#define LQCD__WRONG(fn)
#else
extern "C++" {
struct lqcd_wrong_tag {
	template <class any>
	operator any() const;
};
}
#define LQCD__WRONG(fn)                                                                                                \
	__attribute__((unavailable("arguments of different tags, or other types than this function has"))) lqcd_wrong_tag \
	fn(...);
#endif
/* clang-format off */
extern "C++" {
/* The types of the result and of the arguments of a function. Names of one letter may be macros of the user. */
template <class any, class a1 = any, class a2 = any, class a3 = any, class a4 = any, class a5 = any, class a6 = any, class a7 = any, class a8 = any>
struct lqcd__types {
	typedef any of0; typedef a1 of1; typedef a2 of2; typedef a3 of3; typedef a4 of4; typedef a5 of5; typedef a6 of6; typedef a7 of7; typedef a8 of8;
};
template <class function> struct lqcd__types_of;
template <class result, class... arguments> struct lqcd__types_of<result (*)(arguments...)> : lqcd__types<result, arguments...> {};
}
#define LQCD__TAKES(f, n) lqcd__types_of<decltype(&f)>::of##n a##n
#define LQCD__GIVES(f, n) a##n
#define LQCD__TO_1(m, f)  m(f, 1)
#define LQCD__TO_2(m, f)  LQCD__TO_1(m, f), m(f, 2)
#define LQCD__TO_3(m, f)  LQCD__TO_2(m, f), m(f, 3)
#define LQCD__TO_4(m, f)  LQCD__TO_3(m, f), m(f, 4)
#define LQCD__TO_5(m, f)  LQCD__TO_4(m, f), m(f, 5)
#define LQCD__TO_6(m, f)  LQCD__TO_5(m, f), m(f, 6)
#define LQCD__TO_7(m, f)  LQCD__TO_6(m, f), m(f, 7)
#define LQCD__TO_8(m, f)  LQCD__TO_7(m, f), m(f, 8)
#define LQCD__OVERLOADS(link, fn, n, name, of)                                                                         \
	extern "C++" {                                                                                                 \
	LQCD__WRONG(fn)                                                                                                \
	link lqcd__types_of<decltype(&of)>::of0 fn(LQCD__TO_##n(LQCD__TAKES, of)) { return name(LQCD__TO_##n(LQCD__GIVES, of)); } \
	}
/* clang-format on */
#define LQCD_OVERLOADS(fn, n)     LQCD__OVERLOADS(LQCD_HOST_FN, fn, n, T(fn), T(fn) LQCD__SPECIAL)
#define LQCD_OVERLOADS_FN(fn, n)  LQCD__OVERLOADS(FN, fn, n, T(fn), T(fn))
#define LQCD_OVERLOADS_LOW(fn, n) LQCD__OVERLOADS(LQCD_HOST_FN, fn, n, L(T(fn)), L(T(fn)) LQCD__SPECIAL)
#define LQCD_OVERLOADS_OF(fn, x, n) LQCD__OVERLOADS(LQCD_HOST_FN, fn, n, P(x), P(x) LQCD__SPECIAL) /* of both kinds, base/begin.inc */
#define LQCD__SPECIAL             /* base/lazy.inc */
#define LQCD_OVERLOAD(ret, fn, params, args)     LQCD__OVERLOAD(LQCD_HOST_FN, ret, fn, params, args, T(fn))
#define LQCD_OVERLOAD_FN(ret, fn, params, args)  LQCD__OVERLOAD(FN, ret, fn, params, args, T(fn))
/* For a function of a view: params have a field of any type, `any_field`, in its place. */
#define LQCD_OVERLOAD_VIEW(ret, fn, params, args) \
	extern "C++" { template <class any_field> static inline ret fn params { return T(fn) args; } }
#else
#define LQCD_OVERLOADS(fn, n)
#define LQCD_OVERLOADS_FN(fn, n)
#define LQCD_OVERLOADS_LOW(fn, n)
#define LQCD_OVERLOADS_OF(fn, x, n)
#define LQCD_OVERLOAD(ret, fn, params, args)
#define LQCD_OVERLOAD_FN(ret, fn, params, args)
#define LQCD_OVERLOAD_VIEW(ret, fn, params, args)
#endif

#endif
