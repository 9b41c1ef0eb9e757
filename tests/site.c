/* tests/site.c: the tests of lqcd/site/. `build/tests/site NAME..` runs those of these names. */
#include "support/program.h"

#include "site/random.c"
#include "site/lane_random.c"
#include "site/complex.c"
#include "site/icomplex.c"
#include "site/su3.c"
#include "site/compress.c"
#include "site/spinor.c"
#include "site/storage.c"
#include "site/staggered_compress.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {
		TEST(random), TEST(lane_random), TEST(complex), TEST(icomplex), TEST(su3), TEST(compress),
		TEST(spinor), TEST(storage), TEST(staggered_compress),
	};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
