/* tests/support/tap.h: TAP output of a test program. One translation unit per program; C11 and C++11.
 *
 *   void     tap_ok(int condition, const char *format, ...)   one check and its name; with LQCD_TEST_STOP in the environment
 *                                                             the first that fails ends the program
 *   void     tap_skip(const char *format, ...)                a check that cannot be made here, and why; counted
 *   void     tap_diag(const char *format, ...)                a remark, "# ..." on every line
 *   int      tap_done(void)                                   prints the plan; main returns its value: 0 if every
 *                                                             check held and there was at least one
 *   uint64_t tap_random_u64(void)                             splitmix64
 *   void     tap_reseed(const char *name)                   random numbers begin anew, from the seed and a name
 *   double   tap_random(void)                                 uniform in [-1, 1), 53 bits
 *   double   tap_nan(void), tap_infinity(void)                hidden from the compiler: also with -ffast-math
 *   int      tap_isnan(double x)                              likewise
 *   double   tap_worst(double worst, double x)                the larger; DBL_MAX when x is NaN
 *
 * The random numbers are fresh in every run. The first use prints the seed; LQCD_TEST_SEED=<seed> repeats that run.
 * Every line is flushed, so that a program that crashes has shown its results. Call these functions from one thread.
 */
#ifndef LQCD_TESTS_TAP_H
#define LQCD_TESTS_TAP_H

#include <float.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TAP_UNUSED __attribute__((unused))
#define TAP_PRINTF(fmt, args) __attribute__((format(printf, fmt, args), unused))

static struct {
	unsigned long checks, failed;
	int seeded;
	uint64_t seed, random;
} tap_state TAP_UNUSED;

/* A name is one line, and '#' in it would begin a directive. */
static void tap_line(const char *before, const char *format, va_list args) TAP_PRINTF(2, 0);
static void tap_line(const char *before, const char *format, va_list args)
{
	char text[2048];
	if (vsnprintf(text, sizeof text, format, args) < 0) strcpy(text, "(a text that printf refuses)");
	fputs(before, stdout);
	for (const char *c = text; *c; c++) {
		if (*c == '#') fputc('\\', stdout);
		fputc(*c == '\n' || *c == '\r' ? ' ' : *c, stdout);
	}
	fputc('\n', stdout);
	fflush(stdout);
}

static void tap_diag(const char *format, ...) TAP_PRINTF(1, 2);
static void tap_diag(const char *format, ...)
{
	char text[4096];
	va_list args;
	va_start(args, format);
	if (vsnprintf(text, sizeof text, format, args) < 0) strcpy(text, "(a text that printf refuses)");
	va_end(args);
	fputs("# ", stdout);
	for (const char *c = text; *c; c++) {
		fputc(*c, stdout);
		if (*c == '\n' && c[1]) fputs("# ", stdout);
	}
	if (!text[0] || text[strlen(text) - 1] != '\n') fputc('\n', stdout);
	fflush(stdout);
}

static void tap_ok(int condition, const char *format, ...) TAP_PRINTF(2, 3);
static void tap_ok(int condition, const char *format, ...)
{
	char before[64];
	va_list args;
	tap_state.checks++;
	if (!condition) tap_state.failed++;
	snprintf(before, sizeof before, "%sok %lu - ", condition ? "" : "not ", tap_state.checks);
	va_start(args, format);
	tap_line(before, format, args);
	va_end(args);
	if (!condition && getenv("LQCD_TEST_STOP")) exit(1);
}

static void tap_skip(const char *format, ...) TAP_PRINTF(1, 2);
static void tap_skip(const char *format, ...)
{
	char before[64];
	va_list args;
	tap_state.checks++;
	snprintf(before, sizeof before, "ok %lu # SKIP ", tap_state.checks);
	va_start(args, format);
	tap_line(before, format, args);
	va_end(args);
}

static int tap_done(void) TAP_UNUSED;
static int tap_done(void)
{
	printf("1..%lu\n", tap_state.checks);
	if (tap_state.failed) printf("# %lu of %lu checks failed\n", tap_state.failed, tap_state.checks);
	fflush(stdout);
	return tap_state.failed || tap_state.checks == 0;
}

/* The seed of this run; the first call prints it. */
static uint64_t tap_seed(void)
{
	if (!tap_state.seeded) {
		const char *given = getenv("LQCD_TEST_SEED");
		/* time() ticks once per second; the random stack address distinguishes programs started in the same
		 * second. */
		tap_state.seed = (uint64_t)time(NULL) ^ ((uint64_t)(uintptr_t)&given << 16);
		if (given && *given) tap_state.seed = (uint64_t)strtoull(given, NULL, 0);
		tap_state.random = tap_state.seed;
		tap_state.seeded = 1;
		tap_diag("LQCD_TEST_SEED=0x%llx repeats the random numbers of this run", (unsigned long long)tap_state.seed);
	}
	return tap_state.seed;
}

/* Random numbers begin anew, from the seed and a name. */
static void tap_reseed(const char *name) TAP_UNUSED;
static void tap_reseed(const char *name)
{
	uint64_t h = tap_seed();
	for (; *name; name++) h = (h ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	tap_state.random = h;
}

static uint64_t tap_random_u64(void) TAP_UNUSED;
static uint64_t tap_random_u64(void)
{
	tap_seed();
	uint64_t z = tap_state.random += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static double tap_random(void) TAP_UNUSED;
static double tap_random(void)
{
	return (double)(tap_random_u64() >> 11) * (1.0 / 4503599627370496.0) - 1.0;
}

/* clang infers from -ffast-math which bits a double cannot have. */
static uint64_t tap_opaque(uint64_t bits) TAP_UNUSED;
static uint64_t tap_opaque(uint64_t bits)
{
	__asm__("" : "+r"(bits));
	return bits;
}

static double tap_from_bits(uint64_t bits) TAP_UNUSED;
static double tap_from_bits(uint64_t bits)
{
	double x;
	bits = tap_opaque(bits);
	memcpy(&x, &bits, sizeof x);
	return x;
}

static double tap_nan(void) TAP_UNUSED;
static double tap_nan(void)
{
	return tap_from_bits(UINT64_C(0x7ff8000000000000));
}

static double tap_infinity(void) TAP_UNUSED;
static double tap_infinity(void)
{
	return tap_from_bits(UINT64_C(0x7ff0000000000000));
}

static int tap_isnan(double x) TAP_UNUSED;
static int tap_isnan(double x)
{
	uint64_t bits;
	memcpy(&bits, &x, sizeof bits);
	bits = tap_opaque(bits);
	return (bits & UINT64_C(0x7fffffffffffffff)) > UINT64_C(0x7ff0000000000000);
}

static double tap_worst(double worst, double x) TAP_UNUSED;
static double tap_worst(double worst, double x)
{
	if (tap_isnan(x)) return DBL_MAX;
	return x > worst ? x : worst;
}

#endif
