/* tests/simd.c: the tests of lqcd/simd/. `build/tests/simd NAME..` runs those of these names. */
#include "support/program.h"

#include "simd/simd.c"
#include "simd/sum.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {TEST(simd), TEST(sum)};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
