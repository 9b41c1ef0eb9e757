/* tests/unit/su3_multiply.c: links times arrays: every function of kernels/su3_multiply.h for the tags f, d, vf and
 * vd, in every layout that a tag has, against long double, with the bound of the manual. Checks are in
 * su3_multiply.inc, included once per tag. Numbers of sites are 0, 1, those around the lanes, primes; the caches are
 * declared small, so that large arrays are written past them. */
#define LQCD_CACHE 65536
#include <lqcd/kernels/su3_multiply.h>

#include "../support.h"

#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP)
#include <omp.h>
#define THREADS(n) omp_set_num_threads(n)
#else
#define THREADS(n) (void)(n)
#endif

enum { MOST = 2200, ROOM = 2304 * (LQCD_NC > 3 ? 16 * LQCD_NC : 32) };
enum { PLAIN, PADDED, VFO, HOPPING, ALL_LANES, FORMS };
static const char *const form_name[FORMS] = {"plain", "padded", "vfo", "hopping", "vfo of all sites"};

/* A layout of n sites, n = ny nx, with spinors as [spin][colour] or [colour][spin]. */
static lqcd_status make(lqcd_layout *l, int form, int n, int nx, int reals, int lanes, int transposed)
{
	lqcd_status status = LQCD_OK;
	*l = lqcd_layout_plain((size_t)n, reals);
	if (form == PADDED) *l = lqcd_layout_padded((size_t)n, reals, 8);
	if (form == VFO) *l = lqcd_layout_vfo((size_t)n, reals, lanes);
	if (form == ALL_LANES) *l = lqcd_layout_vfo((size_t)n, reals, n / 64 * 64 + 64);
	if (form == HOPPING) status = lqcd_layout_hopping(l, n / nx, nx, reals, 1, lanes);
	if (transposed && status == LQCD_OK) status = lqcd_layout_transpose(l, 4, LQCD_NC);
	return status;
}

#define TEST_TEMPLATE "unit/su3_multiply.inc"
#include "../each_tag.inc"

int main(void)
{
	test_back_end();
	EACH_TAG(test, ());
	return tap_done();
}
