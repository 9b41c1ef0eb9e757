/* tests/lattice.c: the tests of lqcd/lattice/. `build/tests/lattice NAME..` runs those of these names. */
#include "support/program.h"

#include "lattice/geometry.c"
#include "lattice/pieces.c"
#include "lattice/loops.c"
#include "lattice/causes.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {TEST(geometry), TEST(pieces), TEST(loops), TEST(causes)};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
