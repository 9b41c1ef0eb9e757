/* tests/dirac.c: the tests of lqcd/dirac/. `build/tests/dirac NAME..` runs those of these names. */
#include "support/program.h"

#include "dirac/wilson.c"
#include "dirac/wilson_storage.c"
#include "dirac/wilson_multi.c"
#include "dirac/clover.c"
#include "dirac/hirep_reference.c"
#include "dirac/staggered.c"
#include "dirac/staggered_force.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {
		TEST(wilson), TEST(wilson_storage), TEST(wilson_multi), TEST(clover), TEST(hirep_reference),
		TEST(staggered), TEST(staggered_force)
	};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
