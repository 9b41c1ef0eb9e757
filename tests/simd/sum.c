/* tests/simd/sum.c: sums of lqcd/simd/sum.h against integers of 2200 bits, kept bit by bit here, and rounded by hand. */
#include "../support/expect.h"

#include <lqcd/simd/sum.h>

#include "../support/support.h"

/* ---- the reference: an integer in units of 2^-1074, as 70 digits of 32 bits, and a sign by two's complement ---- */

enum { DIGITS = 70 };

typedef struct {
	uint32_t digit[DIGITS];
} big;

static int big_negative(const big *a)
{
	return (int)(a->digit[DIGITS - 1] >> 31);
}

static void big_negate(big *a)
{
	uint64_t carry = 1;
	for (int k = 0; k < DIGITS; k++) {
		carry += ~a->digit[k];
		a->digit[k] = (uint32_t)carry;
		carry >>= 32;
	}
}

static void big_add(big *a, double x)
{
	/* By its bits: arithmetic may take denormals for zero where the program was linked with -ffast-math. */
	uint64_t bits;
	memcpy(&bits, &x, sizeof bits);
	const int exponent = (int)(bits >> 52 & 0x7ff), place = exponent ? exponent - 1 : 0;
	const uint64_t m = (bits & UINT64_C(0xfffffffffffff)) + ((uint64_t)(exponent != 0) << 52);
	big b;
	uint64_t carry = 0;
	if (m == 0) return;
	memset(&b, 0, sizeof b);
	for (int i = 0; i < 53; i++)
		if (m >> i & 1) b.digit[(place + i) / 32] |= UINT32_C(1) << (place + i) % 32;
	if (bits >> 63) big_negate(&b);
	for (int k = 0; k < DIGITS; k++) {
		carry += (uint64_t)a->digit[k] + b.digit[k];
		a->digit[k] = (uint32_t)carry;
		carry >>= 32;
	}
}

static int big_bit(const big *a, int i)
{
	return i >= 0 && (a->digit[i / 32] >> i % 32 & 1);
}

/* Nearest, ties to even. */
static double big_value(big a)
{
	const int negative = big_negative(&a);
	int top = 32 * DIGITS - 1, rest = 0;
	uint64_t m = 0;
	if (negative) big_negate(&a);
	while (top > 52 && !big_bit(&a, top)) top--;
	for (int i = top; i >= top - 52; i--) m = 2 * m + (uint64_t)big_bit(&a, i);
	for (int i = 0; i < top - 53; i++) rest |= big_bit(&a, i);
	if (big_bit(&a, top - 53) && (rest || (m & 1))) m++;
	/* Made of bits: compilers that know of no infinities, -ffast-math, take HUGE_VAL for the largest double. */
	const uint64_t infinity = UINT64_C(0x7ff) << 52, all = ((uint64_t)(top - 52) << 52) + m;
	const uint64_t bits = (all < infinity ? all : infinity) | (uint64_t)negative << 63;
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

/* ---- checks ---- */

static int same_bits(double a, double b)
{
	return memcmp(&a, &b, sizeof a) == 0 || (tap_isnan(a) && tap_isnan(b));
}

static double sum_by_adds(const double *x, int n)
{
	lqcd_sum s;
	lqcd_sum_start(&s);
	for (int k = 0; k < n; k++) lqcd_sum_add(&s, x[k]);
	return lqcd_sum_value(&s);
}

static double sum_by_many(const double *x, int n)
{
	lqcd_sum s;
	lqcd_sum_start(&s);
	lqcd_sum_add_many(&s, x, n);
	return lqcd_sum_value(&s);
}

/* In parts, by both, the parts merged from the last to the first, or a sum into the others. */
static double sum_by_parts(const double *x, int n)
{
	enum { PARTS = 5 };
	lqcd_sum part[PARTS];
	for (int p = 0; p < PARTS; p++) lqcd_sum_start(part + p);
	for (int k = 0; k < n;) {
		lqcd_sum *s = part + random_below(PARTS);
		const int m = 1 + random_below(n - k < 700 ? n - k : 700);
		if (random_below(2))
			lqcd_sum_add_many(s, x + k, m);
		else
			for (int i = 0; i < m; i++) lqcd_sum_add(s, x[k + i]);
		k += m;
	}
	for (int p = PARTS - 1; p > 0; p--) lqcd_sum_merge(part + (random_below(2) ? 0 : p - 1), part + p);
	return lqcd_sum_value(part);
}

static void shuffle(double *x, int n)
{
	for (int k = n - 1; k > 0; k--) {
		const int j = random_below(k + 1);
		const double t = x[k];
		x[k] = x[j];
		x[j] = t;
	}
}

static void check(expectation *e, double *x, int n, double want, const char *what)
{
	for (int order = 0; order < 3; order++) {
		const double adds = sum_by_adds(x, n), many = sum_by_many(x, n);
		EXPECT(e, same_bits(adds, want), "%s of %d: %a by lqcd_sum_add, not %a", what, n, adds, want);
		EXPECT(e, same_bits(many, want), "%s of %d: %a by lqcd_sum_add_many, not %a", what, n, many, want);
		shuffle(x, n);
	}
}

static double exact(const double *x, int n)
{
	big b;
	memset(&b, 0, sizeof b);
	for (int k = 0; k < n; k++) big_add(&b, x[k]);
	return big_value(b);
}

/* Any bits of a finite double, its exponent within `range` of the middle one. */
static double draw(int range)
{
	const uint64_t r = tap_random_u64();
	int exponent = 1023 - range + random_below(2 * range + 1);
	if (exponent < 0) exponent = 0;
	if (exponent > 2046) exponent = 2046;
	const uint64_t bits = (r & UINT64_C(0x800fffffffffffff)) | (uint64_t)exponent << 52;
	double x;
	memcpy(&x, &bits, sizeof x);
	return x;
}

enum { MOST = 3000 };

static void test_random(void)
{
	static const int ranges[] = {0, 3, 30, 60, 200, 800, 1100};
	static double x[MOST];
	for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
		expectation e;
		memset(&e, 0, sizeof e);
		for (int round = 0; round < 40; round++) {
			const int n = random_below(round < 30 ? 40 : MOST);
			for (int k = 0; k < n; k++) x[k] = draw(ranges[r]);
			/* Most of it cancels. */
			if (round % 2)
				for (int k = n / 2; k < n - 1; k++) x[k] = -x[k - n / 2];
			const double want = exact(x, n);
			check(&e, x, n, want, "random");
			EXPECT(&e, same_bits(sum_by_parts(x, n), want), "merged sum of %d", n);
			const int one = random_below(n + 1);
			if (one < n) x[one] = draw(1100);
			check(&e, x, n, exact(x, n), "one of another size");
		}
		expect_done(&e, "exponents within %d of the middle: in any order, one by one, many, merged", ranges[r]);
	}
}

static void test_special(void)
{
	static const double tiny = 4.9406564584124654e-324, huge = 1.7976931348623157e308;
	const double inf = (double)INFINITY, nan = tap_nan(), eps = ldexp(1, -53);
	const struct {
		const char *what;
		int n;
		double x[6], want;
	} cases[] = {
		{"nothing", 0, {0}, 0},
		{"zeros", 2, {-0.0, -0.0}, 0},
		{"cancellation", 3, {1e300, 1, -1e300}, 1},
		{"cancellation to zero", 4, {1e300, -1e-300, -1e300, 1e-300}, 0},
		{"denormals", 4, {tiny, tiny, -3 * tiny, 1e-310}, 1e-310 - tiny},
		{"denormals to a normal number", 2, {2.2250738585072009e-308, tiny}, 2.2250738585072014e-308},
		{"a denormal beside 1", 3, {1, tiny, -1}, tiny},
		{"a tie to even below", 2, {1, eps}, 1},
		{"a tie to even above", 3, {1, 2 * eps, eps}, 1 + 4 * eps},
		{"just above a tie", 3, {1, eps, tiny}, 1 + 2 * eps},
		{"just below a tie", 4, {1, 2 * eps, eps, -tiny}, 1 + 2 * eps},
		{"a tie below zero", 3, {-1, -2 * eps, -eps}, -1 - 4 * eps},
		{"a carry into the exponent", 3, {2, -2 * eps, eps}, 2},
		{"the largest", 4, {huge, huge, -huge, 1}, huge},
		{"a tie at the largest", 2, {huge, ldexp(1, 970)}, inf},
		{"below that tie", 3, {huge, ldexp(1, 970), -tiny}, huge},
		{"overflow", 3, {huge, huge, 1}, inf},
		{"overflow below", 3, {-huge, -huge, 1}, -inf},
		{"infinity", 4, {1, inf, -huge, -huge}, inf},
		{"minus infinity", 3, {huge, -inf, huge}, -inf},
		{"both infinities", 3, {inf, 1, -inf}, nan},
		{"NaN", 5, {1, 2, nan, 3, inf}, nan},
	};
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		expectation e;
		double x[6];
		memset(&e, 0, sizeof e);
		memcpy(x, cases[c].x, sizeof x);
		check(&e, x, cases[c].n, cases[c].want, cases[c].what);
		EXPECT(&e, cases[c].n == 0 || same_bits(sum_by_parts(x, cases[c].n), cases[c].want), "%s, merged",
		       cases[c].what);
		expect_done(&e, "%s", cases[c].what);
	}
}

/* One infinity or NaN at any place of a block, and the rest is finite. */
static void test_places(void)
{
	static double x[MOST];
	expectation e;
	memset(&e, 0, sizeof e);
	for (int round = 0; round < 100; round++) {
		const int n = 1 + random_below(600), at = random_below(n);
		const double one = round % 3 == 0 ? tap_nan() : round % 3 == 1 ? (double)INFINITY : -(double)INFINITY;
		for (int k = 0; k < n; k++) x[k] = tap_random();
		x[at] = one;
		EXPECT(&e, same_bits(sum_by_many(x, n), one), "%g at %d of %d is %g", one, at, n, sum_by_many(x, n));
	}
	expect_done(&e, "one infinity or NaN at any place");
}

/* A million: more than a digit could hold without carries is not reached, but every block and its rest. */
static void test_long(void)
{
	enum { N = 1000000 };
	double *x = (double *)malloc(N * sizeof *x);
	lqcd_sum s, t;
	if (!x) return;
	int64_t whole = 0;
	for (int k = 0; k < N; k++) {
		const int64_t i = (int64_t)(tap_random_u64() >> 24) - (INT64_C(1) << 39);
		x[k] = (double)i;
		whole += i;
	}
	tap_ok(same_bits(sum_by_many(x, N), (double)whole) && same_bits(sum_by_adds(x, N), (double)whole),
	       "a million integers: %.0f", (double)whole);
	tap_ok(same_bits(sum_by_parts(x, N), (double)whole), "a million integers in parts");
	free(x);
	/* 2^40 terms by doubling: digits carry in time. */
	lqcd_sum_start(&s);
	lqcd_sum_add(&s, -1.7976931348623157e308);
	lqcd_sum_add(&s, ldexp(1, -1000));
	for (int k = 0; k < 40; k++) {
		t = s;
		lqcd_sum_merge(&s, &t);
	}
	tap_ok(same_bits(lqcd_sum_value(&s), -(double)INFINITY), "2^40 times the largest overflows");
	lqcd_sum_start(&t);
	lqcd_sum_add(&t, 1.7976931348623157e308);
	for (int k = 0; k < 40; k++) {
		const lqcd_sum u = t;
		lqcd_sum_merge(&t, &u);
	}
	lqcd_sum_merge(&s, &t);
	tap_ok(same_bits(lqcd_sum_value(&s), ldexp(1, -960)), "and back, 2^40 times the other number is left");
}

static void test_sum(void)
{
	test_random();
	test_special();
	test_places();
	test_long();
}
