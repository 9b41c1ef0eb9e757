/* tests/kernels.c: the tests of lqcd/kernels/. `build/tests/kernels NAME..` runs those of these names. */
#include "support/program.h"

#include "kernels/gemm.c"
#include "kernels/p2p.c"
#include "kernels/stencil.c"
#include "kernels/su3_multiply.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {TEST(gemm), TEST(p2p), TEST(stencil), TEST(su3_multiply)};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
