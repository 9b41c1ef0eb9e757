/* lqcd/simd/sum.h: exact sums of doubles, which do not depend on the order of their terms.
 *
 * An lqcd_sum holds the sum of any doubles without an error, as an integer in units of 2^-1074, the smallest of them.
 * It is rounded once, when it is read. A sum over threads, lanes or processes therefore has the same bits for any
 * distribution of the terms among them.
 *
 *   void   lqcd_sum_start(&s)             s = 0
 *   void   lqcd_sum_add(&s, x)            s += x; x is any double
 *   void   lqcd_sum_add_many(&s, x, n)    s += x[0] + .. + x[n-1]; the same, many times as fast
 *   void   lqcd_sum_merge(&s, &t)         s += t
 *   double lqcd_sum_value(&s)             s, rounded to nearest, ties to even. NaN if a term was NaN or terms were
 *                                         infinite with both signs; an infinity if terms were infinite with that sign
 *                                         or if s exceeds the largest double. The sum of no terms, or of zeros, is +0.
 *
 * Start a sum before its first use; it may be copied. Up to 2^40 terms. Time: some 3 ns for a term by lqcd_sum_add;
 * lqcd_sum_add_many 0.4 (AVX-512) to 1 ns (SSE2), in blocks of LQCD__SUM_BLOCK; for merging some 10 ns, for reading
 * 100.
 *
 * Method. Digits of 32 bits, each in an int64_t, so that carries may wait for 2^30 additions; only the digits between
 * the smallest and the largest one in use are stored (Kulisch, Miranker 1986). A block of terms is summed in double,
 * without an error, by cutting each term at a common bit: with 2^e > |x| for all and n <= 2^L of them, sigma = 1.5 2^(e+L),
 *   q = (sigma + x) - sigma   is x, cut to a multiple of the last bit of sigma; x - q is exact, and so is any sum of q,
 * since no partial sum needs more than 53 bits (Rump, Ogita, Oishi, SIAM J. Sci. Comput. 31, 189 (2008); Demmel,
 * Nguyen, IEEE Trans. Comput. 64, 2060 (2015)). Two cuts take 89 bits; a nonzero rest is cut again.
 *
 * Compilers that reassociate turn q into x. With -ffast-math the terms are therefore added one by one with integers:
 * exact, but slow. clang defines no macro for -fassociative-math alone; lqcd_sum_add_many is not exact with it.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SUM_H
#define LQCD_SUM_H

#include "simd.h"

/* Whether sums of doubles are rounded as they are written. */
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || (defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ > 1)
#define LQCD__SUM_CUTS 0
#else
#define LQCD__SUM_CUTS 1
#endif

/* Digit k counts 2^(32 k - 1074): 2^1024 needs 66 of them, 2^40 such terms one more. */
enum { LQCD__SUM_DIGITS = 67, LQCD__SUM_LOG2 = 8, LQCD__SUM_BLOCK = 1 << LQCD__SUM_LOG2 };

typedef struct {
	int lo, hi;         /* digits lo .. hi-1 are stored, the others are zero */
	int adds;           /* no digit is larger than adds * 2^32 */
	int64_t special[3]; /* terms that were +inf, -inf, NaN */
	int64_t digit[LQCD__SUM_DIGITS];
} lqcd_sum;

static inline void lqcd_sum_start(lqcd_sum *s)
{
	s->lo = s->hi = s->adds = 0;
	for (int k = 0; k < 3; k++) s->special[k] = 0;
}

/** Extends the stored digits by lo .. hi-1. */
static inline void lqcd__sum_widen(lqcd_sum *s, int lo, int hi)
{
	if (s->lo == s->hi) s->lo = s->hi = lo;
	while (s->lo > lo) s->digit[--s->lo] = 0;
	while (s->hi < hi) s->digit[s->hi++] = 0;
}

/** Every digit of n but the last in 0 .. 2^32 - 1; the last has the sign. */
LQCD_FN void lqcd__sum_carry_digits(int64_t *digit, int n)
{
	for (int k = 0; k < n - 1; k++) {
		digit[k + 1] += digit[k] >> 32;
		digit[k] &= 0xffffffff;
	}
}

/** Carries the digits of a sum, which stores all of them afterwards. */
static inline void lqcd__sum_carry(lqcd_sum *s)
{
	lqcd__sum_widen(s, 0, LQCD__SUM_DIGITS);
	lqcd__sum_carry_digits(s->digit, LQCD__SUM_DIGITS);
	s->adds = 1;
}

/** x in units of 2^-1074 is d[0] 2^(32 k) + d[1] 2^(32 k + 32) + d[2] 2^(32 k + 64), each below 2^32 and with the sign of
 * x; returns k, or -1, -2, -3 for +inf, -inf, NaN. */
LQCD_FN int lqcd__sum_split(double x, int64_t d[3])
{
	uint64_t bits;
	memcpy(&bits, &x, sizeof bits);
	const int exponent = (int)(bits >> 52 & 0x7ff), place = exponent ? exponent - 1 : 0;
	const uint64_t fraction = bits & UINT64_C(0xfffffffffffff), m = fraction | (uint64_t)(exponent != 0) << 52,
		       high = m >> (32 - (place & 31));
	const int64_t sign = -(int64_t)(bits >> 63);
	if (exponent == 0x7ff) return fraction ? -3 : -1 - (int)(bits >> 63);
	d[0] = ((int64_t)(m << (place & 31) & 0xffffffff) ^ sign) - sign;
	d[1] = ((int64_t)(high & 0xffffffff) ^ sign) - sign;
	d[2] = ((int64_t)(high >> 32) ^ sign) - sign;
	return place >> 5;
}

LQCD_STATIC void lqcd_sum_add(lqcd_sum *s, double x)
{
	int64_t d[3] = {0, 0, 0};
	const int k = lqcd__sum_split(x, d);
	if (k < 0) {
		s->special[-1 - k]++;
		return;
	}
	if (!(d[0] | d[1] | d[2])) return;
	if (s->lo > k || s->hi < k + 3) lqcd__sum_widen(s, k, k + 3);
	if (s->adds >= 1 << 30) lqcd__sum_carry(s);
	s->adds++;
	for (int j = 0; j < 3; j++) s->digit[k + j] += d[j];
}

LQCD_STATIC void lqcd_sum_merge(lqcd_sum *s, const lqcd_sum *t)
{
	for (int k = 0; k < 3; k++) s->special[k] += t->special[k];
	if (t->lo == t->hi) return;
	lqcd__sum_widen(s, t->lo, t->hi);
	if (s->adds >= (1 << 30) - t->adds) lqcd__sum_carry(s);
	s->adds += t->adds;
	for (int k = t->lo; k < t->hi; k++) s->digit[k] += t->digit[k];
}

/** 53 bits of carried digits from bit `at` on, and whether one before is set. */
LQCD_FN uint64_t lqcd__sum_bits(const int64_t *digit, int at, int *rest)
{
	const int k = at >> 5, shift = at & 31;
	const uint64_t low = (uint64_t)digit[k] | (uint64_t)digit[k + 1] << 32;
	int64_t any = (int64_t)(low & ((UINT64_C(1) << shift) - 1));
	for (int j = 0; j < k; j++) any |= digit[j];
	*rest = any != 0;
	return (low >> shift | (uint64_t)digit[k + 2] << 1 << (63 - shift)) & UINT64_C(0x1fffffffffffff);
}

/** The double nearest to n >= 2 digits, the first of them number `from`; the others are zero, as are the first two unless
 * from is 0. special: as of lqcd_sum. digit is overwritten, and the two that follow. */
LQCD_FN double lqcd__sum_round(int64_t *digit, int from, int n, const int64_t *special)
{
	const uint64_t infinity = UINT64_C(0x7ff) << 52;
	uint64_t bits;
	double value;
	if (special[2] || (special[0] && special[1])) return lqcd_nan();
	lqcd__sum_carry_digits(digit, n);
	int negative = digit[n - 1] < 0, k = n - 1, rest;
	if (negative) {
		for (int j = 0; j < n; j++) digit[j] = -digit[j];
		lqcd__sum_carry_digits(digit, n);
	}
	digit[n] = digit[n + 1] = 0;
	while (k > 1 && !digit[k]) k--;
	/* The highest bit, if it is beyond a double's fraction. */
	int top = digit[k] ? 32 * k + 31 - lqcd__leading((unsigned)digit[k]) : 0;
	if (top < 52) top = 52;
	/* Below 2^53 units the integer is the double's bits. Above, the exponent counts from 1 for 2^52 units, and
	 * takes the carry of the rounded fraction. */
	bits = lqcd__sum_bits(digit, top - 52, &rest);
	if (top > 52) {
		const int half = (int)(digit[(top - 53) >> 5] >> ((top - 53) & 31) & 1);
		if (half) lqcd__sum_bits(digit, top - 53, &rest);
		bits += (uint64_t)(top - 52 + 32 * from) << 52;
		if (half && (rest || (bits & 1))) bits++;
	}
	if (bits > infinity) bits = infinity;
	if (special[0] || special[1]) {
		bits = infinity;
		negative = special[1] != 0;
	}
	bits |= (uint64_t)negative << 63;
	memcpy(&value, &bits, sizeof value);
	return value;
}

LQCD_STATIC double lqcd_sum_value(const lqcd_sum *s)
{
	const int from = s->lo > 2 ? s->lo - 2 : 0, used = s->hi + 1 - from, n = used > 2 ? used : 2;
	int64_t digit[LQCD__SUM_DIGITS + 3];
	for (int k = 0; k < n; k++) digit[k] = from + k >= s->lo && from + k < s->hi ? s->digit[from + k] : 0;
	return lqcd__sum_round(digit, from, n, s->special);
}

#if LQCD__SUM_CUTS
/** 1.5 2^(e + L) with 2^e > most, a normal number of moderate size. */
static inline double lqcd__sum_cut(double most)
{
	uint64_t bits;
	memcpy(&bits, &most, sizeof bits);
	bits = (((bits >> 52) + 1 + LQCD__SUM_LOG2) << 52) | UINT64_C(1) << 51;
	memcpy(&most, &bits, sizeof most);
	return most;
}

/* In any rounding mode the rest after a cut is at most the last bit of sigma: 2^-52 of its power. */
#define LQCD__SUM_SECOND(sigma) ((sigma) * ((double)LQCD__SUM_BLOCK / 4503599627370496.0))

/** Adds x[0..n-1], all below the bound that sigma was made from, to s, up to the rests after two cuts. These replace x;
 * the largest is returned. n is a multiple of the lanes, x is aligned. */
LQCD_KERNEL double lqcd__sum_cut_block(lqcd_sum *s, double *x, int n, double sigma)
{
	const lqcd_real_vd cut1 = lqcd_set1_vd(sigma), cut2 = lqcd_set1_vd(LQCD__SUM_SECOND(sigma));
	lqcd_real_vd sum1 = lqcd_zero_vd(), sum2 = lqcd_zero_vd(), most = lqcd_zero_vd();
	for (int k = 0; k < n; k += LQCD_LANES_vd) {
		lqcd_real_vd v = lqcd_load_vd(x + k), q = lqcd_sub_vd(lqcd_add_vd(cut1, v), cut1);
		sum1 = lqcd_add_vd(sum1, q);
		v = lqcd_sub_vd(v, q);
		q = lqcd_sub_vd(lqcd_add_vd(cut2, v), cut2);
		sum2 = lqcd_add_vd(sum2, q);
		v = lqcd_sub_vd(v, q);
		most = lqcd_max_vd(lqcd_abs_vd(v), most);
		lqcd_store_vd(x + k, v);
	}
	lqcd_sum_add(s, lqcd_sum_vd(sum1));
	lqcd_sum_add(s, lqcd_sum_vd(sum2));
	return lqcd_reduce_max_vd(most);
}
#endif

/** s += x[0..n-1], n <= LQCD__SUM_BLOCK. x is aligned to a register, has room for whole registers, and is overwritten. */
LQCD_STATIC void lqcd__sum_add_block(lqcd_sum *s, double *x, int n)
{
#if LQCD__SUM_CUTS
	const int whole = (n + LQCD_LANES_vd - 1) / LQCD_LANES_vd * LQCD_LANES_vd;
	lqcd_real_vd size = lqcd_zero_vd(), odd = lqcd_zero_vd();
	for (int k = n; k < whole; k++) x[k] = 0;
	for (int k = 0; k < whole; k += LQCD_LANES_vd) {
		const lqcd_real_vd v = lqcd_load_vd(x + k);
		size = lqcd_max_vd(lqcd_abs_vd(v), size);
		odd = lqcd_add_vd(odd, lqcd_sub_vd(v, v)); /* keeps NaN, which max may drop, and infinities */
	}
	double most = lqcd_isfinite(lqcd_sum_vd(odd)) ? lqcd_reduce_max_vd(size) : 0;
	/* Within these limits cuts and rests are normal numbers. */
	while (most > 1e-250 && most < 1e250) most = lqcd__sum_cut_block(s, x, whole, lqcd__sum_cut(most));
	if (lqcd_isfinite(lqcd_sum_vd(odd)) && !(most > 0)) return;
#endif
	for (int k = 0; k < n; k++) lqcd_sum_add(s, x[k]);
}

LQCD_STATIC void lqcd_sum_add_many(lqcd_sum *s, const double *x, int n)
{
	LQCD_ALIGN(128) double block[LQCD__SUM_BLOCK];
	for (int k = 0; k < n; k += LQCD__SUM_BLOCK) {
		const int m = n - k < LQCD__SUM_BLOCK ? n - k : LQCD__SUM_BLOCK;
		memcpy(block, x + k, (size_t)m * sizeof *block);
		lqcd__sum_add_block(s, block, m);
	}
}

#endif
