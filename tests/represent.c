/* tests/represent.c: quarks in other representations, all in one program. `build/tests/represent NAME..` runs the
 * tests of these names. */
#define LQCD_ADJOINT
#define LQCD_SYMMETRIC
#if !defined LQCD_NC || LQCD_NC > 2
#define LQCD_ANTISYMMETRIC
#endif
#include "support/program.h"

#include "represent/represent.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {
		TEST(adjoint),
		TEST(symmetric),
#ifdef LQCD_ANTISYMMETRIC
		TEST(antisymmetric),
#endif
	};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
