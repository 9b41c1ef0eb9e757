/* tests/support/support.h: common parts of the tests of the library, next to TAP. Include it after the macros that
 * configure lqcd (hooks, options).
 *
 *   must(status = call)     ends the program if a prerequisite of the test fails, which is not a result of the test
 *   test_back_end()         names the back end, and checks that it is the requested one (LQCD_TEST_SIMD)
 *   TAG_NAME                in a template: LQCD_TAG as a text
 *   each_tag.inc            includes a template for every tag; then
 *   EACH_TAG(check, (arguments))          calls check_f, check_d, check_vf, check_vd
 *   EACH_STORED_TAG(check, (arguments))   and check_h, check_vh */
#ifndef LQCD_TESTS_SUPPORT_H
#define LQCD_TESTS_SUPPORT_H

#include <lqcd/simd/simd.h>
#include <lqcd/base/status.h>

#include "tap.h"

#define TEXT(x)  TEXT_(x)
#define TEXT_(x) #x
#define TAG_NAME TEXT(LQCD_TAG)

#define EACH_TAG(check, arguments)                                                                                     \
	(check##_f arguments, check##_d arguments, check##_vf arguments, check##_vd arguments)
#define EACH_STORED_TAG(check, arguments) (EACH_TAG(check, arguments), check##_h arguments, check##_vh arguments)

#define must(call) must_be_ok(call, #call)
TAP_UNUSED static void must_be_ok(lqcd_status status, const char *call)
{
	if (status == LQCD_OK) return;
	printf("Bail out! %s: %s\n", call, lqcd_status_text(status));
	exit(99);
}

TAP_UNUSED static void test_back_end(void)
{
	tap_diag("back end %s: %d floats, %d doubles", LQCD_SIMD_NAME, LQCD_LANES_vf, LQCD_LANES_vd);
#ifdef LQCD_TEST_SIMD
	tap_ok(strcmp(LQCD_SIMD_NAME, LQCD_TEST_SIMD) == 0, "the back end is %s, asked for %s", LQCD_SIMD_NAME,
	       LQCD_TEST_SIMD);
#endif
}

#endif
