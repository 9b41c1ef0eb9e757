/* tests/site/staggered_compress.c: matrices of U(3) in 13 and 9 reals (lqcd/site/staggered_compress.h), for all tags, lane by
 * lane: random ones, and such with few elements, whose determinants have every phase, also -1 and next to it. Each must come
 * back within the errors of the manual; of a tag with fused multiply-adds in all lanes, with the bits of one lane. */
#include <lqcd/site/staggered_compress.h>

#include "../support/support.h"

#if LQCD_NC == 3
enum { STAGGERED_COMPRESS_ROUNDS = 400 };

/* Deviations of elements in epsilon; in 16 bits in units of 1/64000, of the first two rows and of the last one. */
#define BOUND_13 8
#define BOUND_9  16

static double angle(int round)
{
	const double pi = 3.14159265358979324;
	const double sign = tap_random() < 0.5 ? -1 : 1, tiny = pow(10, -17 * tap_random());
	switch (round % 5) {
	case 0: return sign * pi;
	case 1: return sign * (pi - tiny);
	case 2: return 0;
	case 3: return sign * tiny;
	}
	return pi * (2 * tap_random() - 1);
}

/* U(3) to the rounding of doubles: determinant exp(i angle). */
static lqcd_su3_d random_u3(int round)
{
	lqcd_su3_d u;
	for (int i = 0; i < 9; i++)
		u.e[i / 3][i % 3] = lqcd_complex_make_d(2 * tap_random() - 1, round % 2 ? 0 : 2 * tap_random() - 1);
	if (round % 7 == 0) { /* a permutation with signs, nearly */
		const double tiny = round % 3 ? 0 : 1e-9;
		for (int i = 0; i < 9; i++) {
			const double at = i % 3 == (i / 3 + round) % 3 ? (tap_random() < 0.5 ? -1 : 1) : tiny * tap_random();
			u.e[i / 3][i % 3] = lqcd_complex_make_d(at, 0);
		}
	}
	lqcd_su3_reunitarise_d(&u);
	lqcd_su3_reunitarise_d(&u);
	const double phi = angle(round) / 3 + 2.09439510239319549 * (round % 3);
	for (int i = 0; i < 9; i++)
		u.e[i / 3][i % 3] = lqcd_complex_mul_d(lqcd_complex_make_d(cos(phi), sin(phi)), u.e[i / 3][i % 3]);
	return u;
}

static void check_defect(void)
{
	lqcd_su3_d u = random_u3(4);
	const double none = lqcd__u3_defect(&u);
	u.e[2][1].re += 1e-3;
	const double some = lqcd__u3_defect(&u);
	u.e[0][0].im = tap_nan();
	const double nan = lqcd__u3_defect(&u);
	tap_ok(none < 1e-15 && some > 1e-4 && some < 3e-3 && nan != nan, "distances from U(3): %.1e, %.1e, %g", none, some, nan);
}

#define TEST_STORED
#define TEST_TEMPLATE "../site/staggered_compress.inc"
#include "../support/each_tag.inc"
#endif

static void test_staggered_compress(void)
{
#if LQCD_NC == 3
	check_defect();
	EACH_STORED_TAG(check_u3, ());
#else
	tap_skip("not 3 colours");
#endif
}
