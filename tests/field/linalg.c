/* tests/field/linalg.c: every operation of lqcd/field/linalg.h in all tags against plain arrays of doubles. The checks of one
 * tag are in linalg.inc.
 *
 * Fields are full ones, and even or odd parts of full ones, whose other half must stay as it was. Input is random and
 * fresh, and covers several orders of magnitude (with 16 bits from site to site); outputs hold NaN before a call where
 * the operation does not read them. */
#include "../support/expect.h"

#include <float.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include <lqcd/field/linalg.h>

#include "../support/support.h"
#include "../support/naive.h"

#include "linalg.h"

/* Fields of a case as arrays. */
#define ON_LATTICE(c)     (&(c)->lat)
#define READ(c, k, to)    naive_get(lqcd_spinor_field_view(&(c)->full[k]), to)
#define WRITE(c, k, from) naive_put(lqcd_spinor_field_view(&(c)->full[k]), from)
#define POISON(c, k)      naive_poison(lqcd_spinor_field_view(&(c)->full[k]))

#define TEST_STORED
#define TEST_TEMPLATE "../field/linalg.inc"
#include "../support/each_tag.inc"
#undef ON_LATTICE
#undef READ
#undef WRITE
#undef POISON

/* Sums do not depend on lanes, nor on the order of sites. Results that are multiplied and added in the tag itself
 * (axpy) depend on whether the back end fuses the two, and so does every sum of doubles; products of floats are exact. */
static void check_lanes(void)
{
	enum { SUMS = 7, OF_FLOATS = 3 };
	static const int l[4] = {8, 8, 8, 8}, block[4] = {2, 2, 2, 2}, other[4] = {4, 1, 2, 1};
	const int fused_alike = LQCD_SIMD_FUSED == LQCD__FUSED;
	const size_t n = (size_t)naive_volume(l) * NAIVE_SPINOR;
	naive_complex *in[3];
	double f[SUMS], vf[SUMS], d[SUMS], vd[SUMS];
	for (int k = 0; k < 3; k++) {
		in[k] = naive_alloc(n);
		for (size_t i = 0; i < n; i++) in[k][i] = naive_make(random_number(), random_number());
	}
	sums_of_f(l, block, in, f);
	sums_of_vf(l, other, in, vf);
	sums_of_d(l, block, in, d);
	sums_of_vd(l, other, in, vd);
	for (int k = 0; k < 3; k++) free(in[k]);
#if !LQCD_REPRODUCIBLE
	tap_skip("the same bits with and without lanes: LQCD_REPRODUCIBLE is 0");
	(void)fused_alike;
#else
	tap_ok(memcmp(f, vf, (fused_alike ? SUMS : OF_FLOATS) * sizeof *f) == 0,
	       "f and vf: the same sums to the bit, %d of %d", fused_alike ? SUMS : OF_FLOATS, SUMS);
	if (fused_alike)
		tap_ok(memcmp(d, vd, sizeof d) == 0, "d and vd: the same sums to the bit");
	else
		tap_skip("d and vd: only d has a fused multiply-add");
#endif
}

static void test_linalg(void)
{
	static const int extents[3][4] = {{4, 4, 4, 4}, {8, 4, 8, 4}, {2, 8, 4, 8}};
	test_parallel_min = 1; /* small fields run in threads too */
#ifdef _OPENMP
	omp_set_num_threads(1); /* but in check_threads */
#endif
	for (int k = 0; k < 3; k++)
		for (int p = 0; p < 3; p++) {
			EACH_STORED_TAG(check_linalg, (extents[k], (lqcd_parity)p));
		}
	check_lanes();
}
