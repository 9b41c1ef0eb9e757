/* tests/hop.c: a hop and a solve have the same bits on every back end. `build/tests/hop NAME..` runs the tests of these
 * names; other results: bits.c. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

#include "support/program.h"

#include "bits/hop.c"
#include "bits/solve.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {TEST(hop), TEST(solve)};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
