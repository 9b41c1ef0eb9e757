/* tests/bits.c: results of the library are the same bits as ever, on every back end. `build/tests/bits NAME..` runs the
 * tests of these names; `build/tests/bits --print NAME` writes the table of one anew, see bits/bits.h. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

#include "support/program.h"

#include "bits/fields.c" /* first: it includes lqcd/io/ in its own way */
#include "bits/dirac.c"
#include "bits/solver.c"
#include "bits/many.c"
#include "bits/gauge.c"
#include "bits/hmc.c"
#include "bits/staggered.c"

static const tap_test tests[] = {
	TEST(dirac), TEST(solver), TEST(many), TEST(gauge), TEST(fields), TEST(hmc), TEST(staggered),
};
static const size_t count = sizeof tests / sizeof *tests;

/* The table of the test that argv names. */
static int print_table(int argc, char **argv)
{
	size_t t = 0;
	while (t < count && (argc != 3 || strcmp(argv[2], tests[t].name))) t++;
	if (t == count || !strcmp(tests[t].name, "staggered")) {
		fprintf(stderr, "usage: %s --print NAME, of a test that has a table\n", argv[0]);
		return 2;
	}
	tests[t].run();
	return 0;
}

int main(int argc, char **argv)
{
	return bits_printing(argc, argv) ? print_table(argc, argv) : tap_run(argc, argv, tests, count);
}
