/* lqcd/compat/hirep/impl/test_utils.h: part of libhr.h and utils.h: what HiRep's test programs share.
 *
 *   check_diff_norm(d, bound), check_diff_norm_zero(d), check_not_zero(x, bound), check_finiteness(x)
 *                                      1 unless |d| <= bound, d = 0, |x| >= bound, x is finite; all say so
 *   test_setup()                       seeds of the random numbers
 *   setup_random_fields_flt(n, s), spinor_field_sanity_check(n, s), .._flt(n, s)      Gaussian; prints |s_k|^2
 *   inverse_fact(k) = 1/k!, k <= MAX_FACTORIAL
 *   print_gd(type), sendbuf_report()   the numbers of a geometry descriptor, and of halos
 *   test_define_geometry()             0: test_geometry_mpi_eo ends the program where neighbours are wrong
 *   EPSILON_TEST, EPSILON_FLT_TEST     bounds
 *
 *   copy_<type>_cpu(r, s), zero_, sub_assign_, sqnorm_, random_<type>_cpu(s) (N(0,1))     on host memory, of links, momenta,
 *                                      scalars, staple_field, ldl_field, the memory of a clover term, which operators do not use;
 *                                      also with the types' older names gfield, gfield_f, gfield_flt, gfield_f_flt, avfield,
 *                                      sfield, spinor_field_f, spinor_field_f_flt
 *
 * In libhr.h, in C: _FIELD_DESC(s), sanity_check(n, s), maxnorm(s) and twonorm(s), compare_cpu_cpu(errors, a, d, tag, bound)
 * (d := d - a; errors grow by 1 if an element of d is above the bound), setup_random_fields_m(n, s), and
 * _TEST_CPU_INV_OP(errors, name, n, in, out, statements, tag, bound): Gaussian in[0 .. n-1], statements, and whether out is
 * in; _TEST_RED_INV_OP: whether their abs1 and abs2 are the same but for rounding, relative to the larger of |abs1| and
 * |in[0]|^2. Bounds of fields of floats are at least EPSILON_FLT_TEST.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_TEST_UTILS_H
#define LQCD_COMPAT_HIREP_IMPL_TEST_UTILS_H

#include "names.h"

#define EPSILON_TEST     1e-14
#define EPSILON_FLT_TEST 1e-4
#define MAX_FACTORIAL    20

static inline double inverse_fact(int k)
{
	double x = 1;
	lqcd__hr_error(k < 0 || k > MAX_FACTORIAL, 1, "inverse_fact", "a factorial above MAX_FACTORIAL");
	for (int i = 2; i <= k; i++) x /= i;
	return x;
}

static inline int lqcd__hr_verdict(int good, const char *what, double value)
{
	lprintf("RESULT", 0, good ? "OK \n" : "FAILED \n");
	lprintf("RESULT", 0, "[%s %0.2e]\n", what, value);
	return !good;
}

static inline int check_diff_norm(double diff_norm, double tol)
{
	return lqcd__hr_verdict(fabs(diff_norm) <= tol, "Diff norm", diff_norm);
}

static inline int check_diff_norm_zero(double diff_norm)
{
	return lqcd__hr_verdict(fabs(diff_norm) <= 0, "Diff norm", diff_norm);
}

static inline int check_not_zero(double value, double tolerance)
{
	return lqcd__hr_verdict(fabs(value) >= tolerance, "Value that should not be zero", value);
}

static inline int check_finiteness(double value)
{
	return lqcd__hr_verdict(lqcd_isfinite(value), "Value", value);
}

static inline void test_setup(void)
{
	rlxd_init(1, 205);
	rlxs_init(2, 208);
}

static inline void setup_random_fields_flt(int n, spinor_field_flt s[])
{
	for (int k = 0; k < n; k++) gaussian_spinor_field_flt(&s[k]);
}

static inline void spinor_field_sanity_check(int ninputs, spinor_field *in)
{
	for (int k = 0; k < ninputs; k++)
		lprintf("SANITY CHECK", 10, "|s_%d|^2 = %f (should not be 0)\n", k, sqnorm_spinor_field(&in[k]));
}

static inline void spinor_field_sanity_check_flt(int ninputs, spinor_field_flt *in)
{
	for (int k = 0; k < ninputs; k++)
		lprintf("SANITY CHECK", 10, "|s_%d|^2 = %f (should not be 0)\n", k, sqnorm_spinor_field_flt(&in[k]));
}

static inline void print_gd(geometry_descriptor *gd)
{
	lprintf("GEOMETRY", 0, "pieces: %d inner, %d local, %d with buffers of spinors, %d of links\n",
		gd->inner_master_pieces, gd->local_master_pieces, gd->total_spinor_master_pieces,
		gd->total_gauge_master_pieces);
	for (int k = 0; k < gd->total_gauge_master_pieces; k++)
		lprintf("GEOMETRY", 0, "piece %d: %d to %d\n", k, gd->master_start[k], gd->master_end[k]);
	lprintf("GEOMETRY", 0, "shift %d, buffers %d and %d, sites %d and %d\n", gd->master_shift, gd->nbuffers_spinor,
		gd->nbuffers_gauge, gd->gsize_spinor, gd->gsize_gauge);
}

/** Checks the geometry, as test_geometry_mpi_eo, which ends the program where it is wrong. */
static inline int test_define_geometry(void)
{
	test_geometry_mpi_eo();
	return 0;
}

/** Prints the sizes of the halos. */
static inline void sendbuf_report(void)
{
	for (int k = 0; k < glattice.nbuffers_gauge; k++)
		lprintf("GEOMETRY", 0, "buffer %d: sites %d to %d\n", k, glattice.rbuf_start[k],
			glattice.rbuf_start[k] + glattice.rbuf_len[k] - 1);
	lprintf("GEOMETRY", 0, "%d buffers\n", glattice.nbuffers_gauge);
}

/* ---- fields in host memory ------------------------------------------------------------------------------------------ */

/* clang-format off */
#define LQCD__HR_CPU(as, of)                                                                                           \
	LQCD__HR_TO(, copy, _##as##_cpu, of, (r, s), of *r, const of *s)                                               \
	LQCD__HR_TO(, zero, _##as##_cpu, of, (s), of *s)                                                               \
	LQCD__HR_TO(, sub_assign, _##as##_cpu, of, (r, s), of *r, const of *s)                                         \
	LQCD__HR_IS(, sqnorm, _##as##_cpu, of, (s), double, const of *s)
/* clang-format on */
LQCD__HR_CPU(suNg_field, suNg_field)
LQCD__HR_CPU(suNg_field_flt, suNg_field_flt)
LQCD__HR_CPU(suNf_field, suNf_field)
LQCD__HR_CPU(suNf_field_flt, suNf_field_flt)
LQCD__HR_CPU(suNg_av_field, suNg_av_field)
LQCD__HR_CPU(suNg_scalar_field, suNg_scalar_field)
LQCD__HR_CPU(scalar_field, scalar_field)
LQCD__HR_CPU(gtransf, gtransf)
LQCD__HR_CPU(staple_field, staple_field)
LQCD__HR_CPU(ldl_field, ldl_field)
LQCD__HR_CPU(clover_ldl, ldl_field)
LQCD__HR_CPU(clover_term, clover_term)
LQCD__HR_CPU(gfield, suNg_field)
LQCD__HR_CPU(gfield_flt, suNg_field_flt)
LQCD__HR_CPU(gfield_f, suNf_field)
LQCD__HR_CPU(gfield_f_flt, suNf_field_flt)
LQCD__HR_CPU(avfield, suNg_av_field)
LQCD__HR_CPU(sfield, scalar_field)
LQCD__HR_CPU(spinor_field_f, spinor_field)
LQCD__HR_CPU(spinor_field_f_flt, spinor_field_flt)
#define alloc_clover_ldl                alloc_ldl_field
#define free_clover_ldl                 free_ldl_field
#define random_clover_ldl_cpu           random_ldl_field_cpu
#define random_gfield_cpu               random_suNg_field_cpu
#define random_gfield_flt_cpu           random_suNg_field_flt_cpu
#define random_gfield_f_cpu             random_suNf_field_cpu
#define random_gfield_f_flt_cpu         random_suNf_field_flt_cpu
#define random_avfield_cpu              random_suNg_av_field_cpu
#define random_sfield_cpu               random_scalar_field_cpu
#define random_spinor_field_f_cpu       random_spinor_field_cpu
#define random_spinor_field_f_flt_cpu   random_spinor_field_flt_cpu

/** Every number of a field of floats N(0,1). */
LQCD_KERNEL void lqcd__hr_fill_flt(lqcd__hr_numbers v)
{
	lqcd__hr_random *g = lqcd__hr_rng();
	const uint32_t stream = ++g->fields;
	LQCD_MASTER_FOR(v.g, ix) {
		lqcd_rng rng = lqcd_rng_make(g->seed, lqcd_geometry_site(v.g, ix, 0), stream);
		float *to = (float *)(void *)v.p + (size_t)ix * v.reals;
		for (size_t k = 0; k < v.reals; k++) to[k] = (float)lqcd_rng_gauss(&rng);
	}
	__asm__ volatile("" ::: "memory");
}

#define LQCD__HR_RANDOM(type, fill)                                                                                    \
	static inline void random_##type##_cpu(type *s)                                                                \
	{                                                                                                              \
		fill;                                                                                                  \
	}
LQCD__HR_RANDOM(spinor_field, lqcd__hr_fill(lqcd__hr_numbers_spinor_field(s), 1, 0))
LQCD__HR_RANDOM(suNg_field, lqcd__hr_fill(lqcd__hr_numbers_suNg_field(s), 1, 0))
LQCD__HR_RANDOM(suNg_av_field, lqcd__hr_fill(lqcd__hr_numbers_suNg_av_field(s), 1, 0))
LQCD__HR_RANDOM(suNg_scalar_field, lqcd__hr_fill(lqcd__hr_numbers_suNg_scalar_field(s), 1, 0))
LQCD__HR_RANDOM(scalar_field, lqcd__hr_fill(lqcd__hr_numbers_scalar_field(s), 1, 0))
LQCD__HR_RANDOM(gtransf, lqcd__hr_fill(lqcd__hr_numbers_gtransf(s), 1, 0))
LQCD__HR_RANDOM(staple_field, lqcd__hr_fill(lqcd__hr_numbers_staple_field(s), 1, 0))
LQCD__HR_RANDOM(ldl_field, lqcd__hr_fill(lqcd__hr_numbers_ldl_field(s), 1, 0))
LQCD__HR_RANDOM(clover_force, lqcd__hr_fill(lqcd__hr_numbers_clover_force(s), 1, 0))
LQCD__HR_RANDOM(spinor_field_flt, lqcd__hr_fill_flt(lqcd__hr_numbers_spinor_field_flt(s)))
LQCD__HR_RANDOM(suNg_field_flt, lqcd__hr_fill_flt(lqcd__hr_numbers_suNg_field_flt(s)))
#ifdef LQCD__HR_REP
LQCD__HR_RANDOM(suNf_field, lqcd__hr_fill(lqcd__hr_numbers_suNf_field(s), 1, 0))
LQCD__HR_RANDOM(suNf_field_flt, lqcd__hr_fill_flt(lqcd__hr_numbers_suNf_field_flt(s)))
#ifdef REPR_IS_REAL
LQCD__HR_RANDOM(suNfc_field, lqcd__hr_fill(lqcd__hr_numbers_suNfc_field(s), 1, 0))
#endif
#else
#define random_suNf_field_cpu     random_suNg_field_cpu
#define random_suNf_field_flt_cpu random_suNg_field_flt_cpu
#endif

/* Fields of a clover term as memory: in programs of before 2024 the forces are a suNf_field. */
#ifndef LQCD__HR_REP
#define lqcd__hr_numbers_clover_term lqcd__hr_numbers_suNg_field
#elif defined(REPR_IS_REAL)
#define lqcd__hr_numbers_clover_term lqcd__hr_numbers_suNfc_field
#else
#define lqcd__hr_numbers_clover_term lqcd__hr_numbers_suNf_field
#endif
#define LQCD__HR_FORCE(s)                 ((clover_force *)(void *)(s))
#define random_clover_term_cpu(s)         lqcd__hr_fill(lqcd__hr_numbers_clover_term(s), 1, 0)
#define copy_clover_force_cpu(r, s)       copy_clover_force(LQCD__HR_FORCE(r), LQCD__HR_FORCE(s))
#define zero_clover_force_cpu(s)          zero_clover_force(LQCD__HR_FORCE(s))
#define sub_assign_clover_force_cpu(r, s) sub_assign_clover_force(LQCD__HR_FORCE(r), LQCD__HR_FORCE(s))
#define sqnorm_clover_force_cpu(s)        sqnorm_clover_force(LQCD__HR_FORCE(s))
#define random_clover_force_cpu(s)        random_clover_force_cpu(LQCD__HR_FORCE(s))
#ifndef __cplusplus
#define alloc_clover_force(type) ((void *)alloc_clover_force(type))
#define free_clover_force(s)     free_clover_force(LQCD__HR_FORCE(s))
#endif

#if defined(LQCD__HR_LIBHR) && !defined(__cplusplus)
#include "generic.h"

#define gpu_copy(s)
#define cpu_copy(s)
#define synchronize
#define maxnorm(s) max(s)
#define twonorm(s) sqnorm(s)

#define LQCD__HR_ON_DESC(type) , type * : #type
#define _FIELD_DESC(s)                                                                                                 \
	(__extension__ _Generic((s), void *: "" LQCD__HR_ON_DESC(spinor_field) LQCD__HR_ON_DESC(spinor_field_flt)                     \
		 LQCD__HR_ON_DESC(scalar_field) LQCD__HR_ON_DESC(suNg_field) LQCD__HR_ON_DESC(suNg_field_flt)          \
		 LQCD__HR_ON_DESC(suNg_scalar_field) LQCD__HR_ON_DESC(suNg_av_field) LQCD__HR_ON_DESC(gtransf)         \
		 LQCD__HR_ON_DESC(clover_force) LQCD__HR_ON_DESC(staple_field), default: "field of links"))

static inline void lqcd__hr_compared(int *errors, double most, double norm2, const char *tag, double bound)
{
	const int good = most <= bound;
	if (!good) ++*errors;
	lprintf(tag, 2, "%s largest difference %.10e, L2 norm %.10e\n", good ? "[ OK ]" : "[FAIL]", most, sqrt(norm2));
}

#define sanity_check(n, s)                                                                                             \
	for (int lqcd__k = 0; lqcd__k < (n); lqcd__k++)                                                                \
	lprintf("SANITY CHECK", 10, "|s_%d|^2 = %f (should not be 0)\n", lqcd__k, (double)sqnorm(&(s)[lqcd__k]))
#define setup_random_fields_m(n, s)                                                                                    \
	for (int lqcd__n = 0; lqcd__n < (n); lqcd__n++) random_field(&(s)[lqcd__n])
#ifdef LQCD__HR_REP
#define LQCD__HR_ON_FLOATS_F , suNf_field_flt * : 1
#else
#define LQCD__HR_ON_FLOATS_F
#endif
/* No bound of a field of floats is below their rounding: HiRep's max reads two of them as one double, and no bound fails. */
#define lqcd__hr_bound(d, bound)                                                                                       \
	(_Generic((d), spinor_field_flt * : 1, suNg_field_flt * : 1 LQCD__HR_ON_FLOATS_F, default : 0) &&              \
			 (bound) < EPSILON_FLT_TEST                                                                    \
		 ? EPSILON_FLT_TEST                                                                                    \
		 : (bound))
#define compare_cpu_cpu(errors, a, d, tag, bound)                                                                      \
	(sub_assign(d, a), lqcd__hr_compared(&(errors), max(d), (double)sqnorm(d), tag, lqcd__hr_bound(d, bound)))
#define compare_diff(errors, a, b, tag, bound)                                                                         \
	lqcd__hr_compared(&(errors), fabs((a) - (b)) / fabs(a), ((a) - (b)) * ((a) - (b)), tag, bound)
#define _TEST_CPU_INV_OP(errors, name, n, in, out, statements, tag, bound)                                             \
	do {                                                                                                           \
		setup_random_fields_m(n, in);                                                                          \
		statements lprintf(tag, 2, "%35s: ", name);                                                            \
		compare_cpu_cpu(errors, in, (out), tag, bound);                                                        \
	} while (0)
#define _TEST_RED_INV_OP(errors, name, n, in, out, statements, tag, bound)                                             \
	do {                                                                                                           \
		setup_random_fields_m(n, in);                                                                          \
		statements lprintf(tag, 2, "%35s: ", name);                                                            \
		/* A product of fields that is small by chance is known to the rounding of its terms. */               \
		const double lqcd__least = 1e-300, lqcd__scale = lqcd__least + fmax(fabs(abs1), (double)sqnorm(in));   \
		lqcd__hr_compared(&(errors), fabs((abs1) - (abs2)) / lqcd__scale,                                      \
				  ((abs1) - (abs2)) * ((abs1) - (abs2)), tag, bound);                                  \
	} while (0)
#endif

#endif
