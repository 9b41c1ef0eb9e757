/* tests/support/misuse.h: calls that a programmer should not make. LQCD_ASSERT leaves the call with longjmp. Include it
 * before lqcd.
 *
 *   REFUSED(call)    a call with a status, or with a result that has one: it must not succeed, nor assert
 *   ASSERTED(call)   a call without a status: it must assert
 *   UNKNOWN(number)  a call that returns a number: it must be NaN, without an assertion
 *   HARMLESS(call)   a call that must do nothing */
#ifndef LQCD_TESTS_MISUSE_H
#define LQCD_TESTS_MISUSE_H

#include <setjmp.h>

#include "tap.h"

static struct {
	jmp_buf jump;
	int armed, asserted;
	const char *what;
} misuse;

static void misuse_asserts(const char *what)
{
	if (!misuse.armed) {
		tap_ok(0, "an assertion fails outside of a check: %s", what);
		exit(1);
	}
	misuse.asserted = 1;
	misuse.what = what;
	longjmp(misuse.jump, 1);
}

#if defined __CUDA_ARCH__ || defined __HIP_DEVICE_COMPILE__ /* a device cannot leave a call */
#define LQCD_ASSERT(c) ((void)0)
#else
#define LQCD_ASSERT(c) ((c) ? (void)0 : misuse_asserts(#c))
#endif

/* The arguments are made before: a call may not be left while OpenMP's threads run, and asserts before it starts them. */
#define MISUSE_TRY(call)                                                                                               \
	do {                                                                                                           \
		misuse.armed = 1;                                                                                      \
		misuse.asserted = 0;                                                                                   \
		if (!setjmp(misuse.jump)) {                                                                            \
			call;                                                                                          \
		}                                                                                                      \
		misuse.armed = 0;                                                                                      \
	} while (0)

static int misuse_status TAP_UNUSED; /* of the last call */
static double misuse_number TAP_UNUSED;
static int no_such TAP_UNUSED = 99; /* no value of an enumeration, and not known to the compiler, which warns about those */

#define MISUSE_NAME(x) MISUSE_NAME_(x)
#define MISUSE_NAME_(x) #x
#define REFUSED(call)                                                                                                  \
	do {                                                                                                           \
		misuse_status = -1;                                                                                    \
		MISUSE_TRY(misuse_status = (int)(call));                                                               \
		tap_ok(misuse_status == LQCD_ERR_ARGUMENT || misuse_status == LQCD_ERR_GEOMETRY ||                     \
			       misuse_status == LQCD_ERR_LANES,                                                        \
		       MISUSE_TAG ": %s: %s", #call,                                                       \
		       misuse.asserted ? misuse.what : lqcd_status_text((lqcd_status)misuse_status));                  \
	} while (0)
#define ASSERTED(call)                                                                                                 \
	do {                                                                                                           \
		MISUSE_TRY(call);                                                                                      \
		tap_ok(misuse.asserted, MISUSE_TAG ": asserted: %s", #call);                               \
	} while (0)
#define UNKNOWN(call)                                                                                                  \
	do {                                                                                                           \
		misuse_number = 0;                                                                                     \
		MISUSE_TRY(misuse_number = (call));                                                                    \
		tap_ok(!misuse.asserted && tap_isnan(misuse_number), MISUSE_TAG ": NaN: %s", #call);       \
	} while (0)
#define HARMLESS(call)                                                                                                 \
	do {                                                                                                           \
		MISUSE_TRY(call);                                                                                      \
		tap_ok(!misuse.asserted, MISUSE_TAG ": harmless: %s", #call);                              \
	} while (0)

#endif
