/* tests/support/program.h: first include of a program of tests/. It sets the options of the library that tests vary, and
 * runs tests by name.
 *
 *   TEST(name)            an element of the program's table, a tap_test: the function test_name
 *   tap_run(argc, argv, tests, count)
 *                         runs those that argv names, or else LQCD_TEST_ONLY="mixed multishift" in the environment, or
 *                         all; main returns its value. --list prints the names.
 *
 * Before each test the options below have their defaults, as many threads run as at the start, and random numbers begin
 * anew from the seed and the name: LQCD_TEST_SEED=<seed> build/tests/solver mixed repeats the numbers of one test. */
#ifndef LQCD_TESTS_PROGRAM_H
#define LQCD_TESTS_PROGRAM_H

#include "alloc_hook.h"
#include "expect.h"

#define LQCD_DEBUG /* -DNDEBUG takes the checks out */
#define LQCD_CACHE        test_cache
#define LQCD_PARALLEL_MIN test_parallel_min

static unsigned test_cache TAP_UNUSED = 16777216; /* bytes */
static int test_parallel_min TAP_UNUSED = 64;     /* indices */

/* Where each access is checked fewer inputs of the same kind suffice. */
#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

#include "support.h"

#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP)
#include <omp.h>
#endif

typedef struct {
	const char *name;
	void (*run)(void);
} tap_test;

#define TEST(name) {#name, test_##name}

static int tap_asked_for(int argc, char **argv, const char *name)
{
	const char *only = getenv("LQCD_TEST_ONLY");
	const size_t length = strlen(name);
	for (int k = 1; k < argc; k++)
		if (!strcmp(argv[k], name)) return 1;
	if (argc > 1 || !only || !*only) return argc < 2;
	for (const char *at = strstr(only, name); at; at = strstr(at + 1, name))
		if ((at == only || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return 1;
	return 0;
}

static int tap_run(int argc, char **argv, const tap_test *tests, size_t count)
{
	const unsigned cache = test_cache;
	const int parallel_min = test_parallel_min;
	size_t known = 0;
#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP)
	const int threads = omp_get_max_threads();
#endif
	if (argc == 2 && !strcmp(argv[1], "--list")) {
		for (size_t t = 0; t < count; t++) puts(tests[t].name);
		return 0;
	}
	for (int k = 1; k < argc; k++) {
		for (known = 0; known < count && strcmp(argv[k], tests[known].name); known++) {}
		if (known == count) {
			fprintf(stderr, "%s: there is no test \"%s\": --list prints all\n", argv[0], argv[k]);
			return 2;
		}
	}
	test_back_end();
	for (size_t t = 0; t < count; t++) {
		if (!tap_asked_for(argc, argv, tests[t].name)) continue;
		const time_t start = time(NULL);
		const unsigned long checks = tap_state.checks;
		test_cache = cache;
		test_parallel_min = parallel_min;
#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP)
		omp_set_num_threads(threads);
#endif
		tap_reseed(tests[t].name);
		tests[t].run();
		tap_diag("%s: %lu checks, %.0f s", tests[t].name, tap_state.checks - checks, difftime(time(NULL), start));
	}
	return tap_done();
}

#endif
