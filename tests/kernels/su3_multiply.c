/* tests/kernels/su3_multiply.c: links times arrays: every function of kernels/su3_multiply.h for the tags f, d, vf and
 * vd, in every layout that a tag has, against long double, with the bound of the manual. Checks are in
 * su3_multiply.inc, included once per tag. Numbers of sites are 0, 1, those around the lanes, primes; the caches are
 * declared small, so that large arrays are written past them. */
#include <lqcd/kernels/su3_multiply.h>

#include "../support/support.h"
#include "threads.h"

enum { SU3_MULTIPLY_MOST = 2200, ROOM = 2304 * (LQCD_NC > 3 ? 16 * LQCD_NC : 32) };
enum { SU3_MULTIPLY_PLAIN, PADDED, SU3_MULTIPLY_VFO, SU3_MULTIPLY_HOPPING, ALL_LANES, SU3_MULTIPLY_FORMS };
static const char *const su3_multiply_form_name[SU3_MULTIPLY_FORMS] = {"plain", "padded", "vfo", "hopping",
								       "vfo of all sites"};

/* A layout of n sites, n = ny nx, with spinors as [spin][colour] or [colour][spin]. */
static lqcd_status make(lqcd_layout *l, int form, int n, int nx, int reals, int lanes, int transposed)
{
	lqcd_status status = LQCD_OK;
	*l = lqcd_layout_plain((size_t)n, reals);
	if (form == PADDED) *l = lqcd_layout_padded((size_t)n, reals, 8);
	if (form == SU3_MULTIPLY_VFO) *l = lqcd_layout_vfo((size_t)n, reals, lanes);
	if (form == ALL_LANES) *l = lqcd_layout_vfo((size_t)n, reals, n / 64 * 64 + 64);
	if (form == SU3_MULTIPLY_HOPPING) status = lqcd_layout_hopping(l, n / nx, nx, reals, 1, lanes);
	if (transposed && status == LQCD_OK) status = lqcd_layout_transpose(l, 4, LQCD_NC);
	return status;
}

#define TEST_TEMPLATE "../kernels/su3_multiply.inc"
#include "../support/each_tag.inc"

static void test_su3_multiply(void)
{
	test_cache = 65536;
	EACH_TAG(su3_multiply_test, ());
}
