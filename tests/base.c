/* tests/base.c: the tests of lqcd/base/. `build/tests/base NAME..` runs those of these names. */
#include "support/program.h"

#include "base/status.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {TEST(status)};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
