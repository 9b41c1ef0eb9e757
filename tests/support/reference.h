/* tests/support/reference.h: plain scalar double arithmetic, which complex.c, su3.c and spinor.c compare the library with.
 *
 * A ref carries beside its value the sum of the absolute values of all terms that made it: rounding errors, of any
 * order of summation, are proportional to that. A site_sum collects deviations in units of the epsilon of the tag times
 * this size. The part that depends on the tag is tests/site/reference.inc, which tests/site/reference.h includes. */
#ifndef LQCD_TESTS_REFERENCE_H
#define LQCD_TESTS_REFERENCE_H

#include <float.h>
#include <math.h>
#include <string.h>

#include <lqcd/simd/simd.h>

#include "support.h"

#define NC LQCD_NC

#define EPSILON_f  ((double)FLT_EPSILON)
#define EPSILON_d  DBL_EPSILON
#define EPSILON_vf EPSILON_f
#define EPSILON_vd EPSILON_d

typedef struct {
	double re, im, size;
} ref;

TAP_UNUSED static ref ref_make(double re, double im)
{
	ref r;
	r.re = re;
	r.im = im;
	r.size = hypot(re, im);
	return r;
}

TAP_UNUSED static ref ref_random(void)
{
	const double re = tap_random(), im = tap_random();
	return ref_make(re, im);
}

TAP_UNUSED static ref ref_add(ref a, ref b)
{
	a.re += b.re;
	a.im += b.im;
	a.size += b.size;
	return a;
}

TAP_UNUSED static ref ref_neg(ref a)
{
	a.re = -a.re;
	a.im = -a.im;
	return a;
}

TAP_UNUSED static ref ref_sub(ref a, ref b)
{
	return ref_add(a, ref_neg(b));
}

TAP_UNUSED static ref ref_conj(ref a)
{
	a.im = -a.im;
	return a;
}

TAP_UNUSED static ref ref_scale(double s, ref a)
{
	a.re *= s;
	a.im *= s;
	a.size *= fabs(s);
	return a;
}

TAP_UNUSED static ref ref_mul(ref a, ref b)
{
	ref r;
	r.re = a.re * b.re - a.im * b.im;
	r.im = a.re * b.im + a.im * b.re;
	r.size = a.size * b.size;
	return r;
}

TAP_UNUSED static double ref_distance(ref a, ref b)
{
	return hypot(a.re - b.re, a.im - b.im);
}

/* A random component; one of 32 is a zero of either sign. */
TAP_UNUSED static double random_component(void)
{
	const uint64_t choice = tap_random_u64() % 64;
	const double x = tap_random();
	return choice == 0 ? 0.0 : choice == 1 ? -0.0 : x;
}

/* src = a random permutation of 0 .. n-1 */
TAP_UNUSED static void random_permutation(int *src, int n)
{
	for (int w = 0; w < n; w++) src[w] = w;
	for (int w = n - 1; w > 0; w--) {
		const int v = (int)(tap_random_u64() % (uint64_t)(w + 1)), s = src[w];
		src[w] = src[v];
		src[v] = s;
	}
}

/* All bits set is a NaN in every component. */
TAP_UNUSED static void poison(void *p, size_t bytes)
{
	memset(p, 0xff, bytes);
}

typedef struct {
	double worst;                        /* deviation from the reference, in epsilon times size */
	unsigned long count, inexact, signs; /* values; other than the rounded reference; of another sign */
} site_sum;

TAP_UNUSED static site_sum tally_start(void)
{
	site_sum t;
	t.worst = 0;
	t.count = t.inexact = t.signs = 0;
	return t;
}

/* NaN must meet NaN; rounded is want in the type of got. */
TAP_UNUSED static void tally_value(site_sum *t, double got, double want, double rounded, double scale)
{
	const double error = fabs(got - want);
	t->count++;
	if (tap_isnan(got) && tap_isnan(want)) return;
	t->inexact += got != rounded;
	t->signs += !signbit(got) != !signbit(rounded);
	if (!tap_isnan(error) && error == 0) return;
	t->worst = tap_worst(t->worst, scale > 0 ? error / scale : DBL_MAX);
}

TAP_UNUSED static void tally_within(site_sum t, double bound, const char *tag, const char *name)
{
	tap_ok(t.count > 0 && t.worst <= bound, "%s, %s: off by %.2f of at most %g epsilon", tag, name, t.worst, bound);
}

/* The correctly rounded value. Zeros compare equal. */
TAP_UNUSED static void tally_exact(site_sum t, const char *tag, const char *name)
{
	tap_ok(t.count > 0 && t.inexact == 0, "%s, %s: exact (%lu of %lu differ)", tag, name, t.inexact, t.count);
}

/* gcc joins products and sums of the language to multiply-adds, in C++ and in GNU C, and not alike wherever a function
 * is inlined: with the generic back end the last bit may then depend on the place. */
#if LQCD__FUSED && !LQCD_SIMD_FUSED && !defined(__clang__) && (defined(__cplusplus) || !defined(__STRICT_ANSI__))
#define BITS_DEPEND_ON_PLACE 1
#else
#define BITS_DEPEND_ON_PLACE 0
#endif

/* Two calls that should give the same bits. */
LQCD_STATIC void same_bits(int same, const char *tag, const char *what)
{
	if (BITS_DEPEND_ON_PLACE && !same)
		tap_skip("%s, %s: the compiler joined products and sums in another way", tag, what);
	else
		tap_ok(same, "%s, %s: the same bits", tag, what);
}

#endif
