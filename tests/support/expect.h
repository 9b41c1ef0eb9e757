/* tests/support/expect.h: many small checks that make one line of TAP.
 *
 *   EXPECT(&e, condition, format, ...)   one check; the format describes a failure, and is used for the first
 *   expect_done(&e, format, ...)         the line of TAP: every check held, and there was at least one; e begins anew
 *
 * An expectation starts as zeros. Call these from one thread. */
#ifndef LQCD_TESTS_EXPECT_H
#define LQCD_TESTS_EXPECT_H

#include "tap.h"

typedef struct {
	unsigned long checks, failed;
	char first[512];
} expectation;

#define EXPECT(e, condition, ...)                                                                                      \
	do {                                                                                                           \
		(e)->checks++;                                                                                         \
		if (!(condition) && !(e)->failed++) snprintf((e)->first, sizeof(e)->first, __VA_ARGS__);               \
	} while (0)

static void expect_done(expectation *e, const char *format, ...) TAP_PRINTF(2, 3);
static void expect_done(expectation *e, const char *format, ...)
{
	char name[1024];
	va_list args;
	va_start(args, format);
	vsnprintf(name, sizeof name, format, args);
	va_end(args);
	tap_ok(e->checks > 0 && e->failed == 0, "%s (%lu checks)", name, e->checks);
	if (e->failed) tap_diag("%lu failed, first %s", e->failed, e->first);
	memset(e, 0, sizeof *e);
}

static int random_below(int n) TAP_UNUSED;
static int random_below(int n)
{
	return (int)(tap_random_u64() % (uint64_t)n);
}

#endif
