/* tests/field.c: the tests of lqcd/field/. `build/tests/field NAME..` runs those of these names. */
#include "support/program.h"

#include "field/field.c"
#include "field/layouts.c"
#include "field/linalg.c"
#include "field/multi.c"
#include "field/launch.c"
#include "field/foreign.c"
#include "field/foreign_random.c"
#include "field/foreign_basis.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {
		TEST(field), TEST(layouts), TEST(linalg), TEST(multi), TEST(launch), TEST(foreign),
		TEST(foreign_random), TEST(foreign_basis),
	};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
