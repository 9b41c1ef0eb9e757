/* tests/site/lane_random.c: lqcd/site/lane_random.h against random.h and libm. */
#include <float.h>
#include <math.h>
#include <string.h>
#include <lqcd/site/lane_random.h>

#include "../support/support.h"

static const double pi = 3.14159265358979323846;

/* The first words of block n by random.h, as the tags take them. */
typedef struct {
	uint32_t v[4];
} words;

static words words_of(uint64_t seed, uint64_t site, uint64_t stream, uint32_t n)
{
	lqcd_rng g = lqcd_rng_make(seed, site, stream);
	words r;
	g.counter.v[0] = n;
	for (int k = 0; k < 4; k++) r.v[k] = lqcd_rng_u32(&g);
	return r;
}

static double relative(double x, double expected)
{
	return fabs(x - expected) / fabs(expected);
}

/* The results of lane 0: the same bits from every tag of a precision. */
enum { RESULTS = 400 };
static float results_f[RESULTS], results_vf[RESULTS];
static double results_d[RESULTS], results_vd[RESULTS];

#define TEST_TEMPLATE "../site/lane_random.inc"
#include "../support/each_tag.inc"

static void test_lane_random(void)
{
	const uint64_t seed = tap_random_u64(), stream = tap_random_u64() >> 16, site = tap_random_u64() >> 17;
	EACH_TAG(test_words, (seed, stream, site));
	EACH_TAG(test_functions, (seed, stream, site));
#if LQCD_SIMD_FUSED != LQCD__FUSED
	tap_skip("one lane and many: multiply-adds round otherwise");
#else
	tap_ok(!memcmp(results_f, results_vf, sizeof results_f) && !memcmp(results_d, results_vd, sizeof results_d),
	       "f and vf, d and vd: the same bits");
#endif
}
