/* tests/simd/simd.c: every operation of lqcd/simd/simd.h, for the tags f, d, vf and vd, lane by lane against scalar double
 * arithmetic. The checks are in simd.inc, included once per tag.
 *
 * Bounds: exact, to the bit and the sign of zero, wherever the lane formula determines the result: float operations are
 * compared with the rounded double result, which for + - * / and sqrt is the correctly rounded float. Multiply-add is
 * exact against libm's fma where the back end rounds once; otherwise within epsilon times
 * |a b|/2 + |result|.
 *
 * -DLQCD_TEST_SIMD='"avx2"' asserts which back end this program runs. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <lqcd/simd/simd.h>

#include "../support/expect.h"
#include "../support/support.h"

enum { ROUNDS = 400 };
enum { STORE, STOREU, STREAM };

/* One check in the making: how many lanes differed, and the first. */
typedef struct {
	unsigned long bad, lanes;
	char first[256];
} site_sum;

static void tally_start(site_sum *t)
{
	t->bad = t->lanes = 0;
	t->first[0] = 0;
}

/* Equal, of the same sign even when zero; any NaN equals any other. */
static int same(double got, double want)
{
	if (got != got || want != want) return got != got && want != want;
	return !(got < want) && !(got > want) && !signbit(got) == !signbit(want);
}

/* A bound of 0 asks for the same number, an infinite bound for nothing. */
static void tally_lane(site_sum *t, int lane, double x, double y, double z, double got, double want, double bound)
{
	t->lanes++;
	if (same(got, want) || (bound > 0 && (bound > DBL_MAX || fabs(got - want) <= bound))) return;
	if (!t->bad++)
		snprintf(t->first, sizeof t->first, "lane %d of a = %a, b = %a, c = %a: %a, expected %a within %g",
			 lane, x, y, z, got, want, bound);
}

static void tally_ok(const site_sum *t, const char *tag, const char *operation)
{
	tap_ok(t->lanes > 0 && t->bad == 0, "lqcd_%s_%s (%lu lanes)", operation, tag, t->lanes);
	if (t->bad) tap_diag("%lu lanes differ, first %s", t->bad, t->first);
}

/* fma; that of musl adds a product that underflows to -0 to a zero and gets +0, where the exact sum is below 0 */
static double fused(double x, double y, double z)
{
	return x != 0 && y != 0 && !(z < 0) && !(z > 0) && z == z ? x * y : fma(x, y, z);
}

/* A fresh permutation of 0 .. n-1 if bijective, otherwise any n indices below n. */
static void random_indices(int *src, int n, int bijective)
{
	for (int w = 0; w < n; w++) src[w] = bijective ? w : random_below(n);
	for (int w = n - 1; bijective && w > 0; w--) {
		const int v = random_below(w + 1), s = src[w];
		src[w] = src[v];
		src[v] = s;
	}
}

/* Fills the output and the bytes around it before an operation writes it. */
static void poison(void *p, size_t bytes)
{
	memset(p, 0xa5, bytes);
}

static int is_poison(const void *p, size_t bytes)
{
	const unsigned char *c = (const unsigned char *)p;
	for (size_t i = 0; i < bytes; i++)
		if (c[i] != 0xa5) return 0;
	return 1;
}

/* The smallest positive number, the smallest normal one, the largest, and the unit in the last place of 1, by tag. */
#define SMALLEST_f     ((double)FLT_MIN * (double)FLT_EPSILON)
#define SMALLEST_d     (DBL_MIN * DBL_EPSILON)
#define NORMAL_f       ((double)FLT_MIN)
#define NORMAL_d       DBL_MIN
#define LARGEST_f      ((double)FLT_MAX)
#define LARGEST_d      DBL_MAX
#define EPSILON_f      ((double)FLT_EPSILON)
#define EPSILON_d      DBL_EPSILON
#define FMA_f(x, y, z) ((double)fmaf((float)(x), (float)(y), (float)(z)))
#define FMA_d(x, y, z) fused(x, y, z)
#define SMALLEST_vf    SMALLEST_f
#define SMALLEST_vd    SMALLEST_d
#define NORMAL_vf      NORMAL_f
#define NORMAL_vd      NORMAL_d
#define LARGEST_vf     LARGEST_f
#define LARGEST_vd     LARGEST_d
#define EPSILON_vf     EPSILON_f
#define EPSILON_vd     EPSILON_d
#define FMA_vf         FMA_f
#define FMA_vd         FMA_d
/* Whether multiply-add must round once. */
#define FUSED_f  LQCD__FUSED
#define FUSED_d  LQCD__FUSED
#define FUSED_vf LQCD_SIMD_FUSED
#define FUSED_vd LQCD_SIMD_FUSED

#define TEST_TEMPLATE "../simd/simd.inc"
#include "../support/each_tag.inc"

static void test_facts(void)
{
	tap_ok(LQCD_LANES_vf == (LQCD_LANES_vd == 1 ? 1 : 2 * LQCD_LANES_vd),
	       "vf has twice the lanes of vd, or both have one");
	tap_ok(LQCD_LANES_vf <= 32 && (LQCD_LANES_vf & (LQCD_LANES_vf - 1)) == 0,
	       "lanes are a power of two, at most 32");
	tap_ok(sizeof(lqcd_real_vf) == LQCD_LANES_vf * sizeof(float) &&
		       sizeof(lqcd_real_vd) == LQCD_LANES_vd * sizeof(double) &&
		       sizeof(lqcd_uint_vf) == sizeof(lqcd_real_vf) && sizeof(lqcd_uint_vd) == sizeof(lqcd_real_vd),
	       "a register holds its lanes and nothing else");
	tap_ok(LQCD_SIMD_REGISTERS >= 16, "a kernel may fill 16 registers or more");
#ifdef LQCD_SIMD_BITS
	tap_ok(sizeof(lqcd_real_vf) * 8 == LQCD_SIMD_BITS, "the register has LQCD_SIMD_BITS = %d bits", LQCD_SIMD_BITS);
#endif
}

static void test_uint_mul32(void)
{
	int bad = 0;
	for (int k = 0; k < ROUNDS; k++) {
		uint64_t in[LQCD_LANES_vd], out[LQCD_LANES_vd];
		const uint32_t b = k ? (uint32_t)tap_random_u64() : UINT32_MAX;
		lqcd_uint_vd a, r;
		for (int w = 0; w < LQCD_LANES_vd; w++) in[w] = k ? tap_random_u64() : UINT64_MAX;
		memcpy(&a, in, sizeof a);
		lqcd_uint_mul32(&r, &a, b);
		memcpy(out, &r, sizeof r);
		for (int w = 0; w < LQCD_LANES_vd; w++) bad += out[w] != (in[w] & 0xffffffff) * b;
	}
	tap_ok(bad == 0, "lqcd_uint_mul32: %d lanes differ", bad);
}

static void test_fence_and_prefetch(void)
{
	double x[8];
	for (int i = 0; i < 8; i++) x[i] = tap_random();
	const double before = x[3];
	lqcd_prefetch(x);
	lqcd_prefetch(NULL);
	lqcd_stream_fence();
	tap_ok(same(x[3], before), "lqcd_prefetch and lqcd_stream_fence change nothing; NULL may be prefetched");
}

static void test_simd(void)
{
	test_facts();
	EACH_TAG(test_all, ());
	test_uint_mul32();
	test_fence_and_prefetch();
}
