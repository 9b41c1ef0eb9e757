/* tests/hmc.c: the tests of lqcd/hmc/. `build/tests/hmc NAME..` runs those of these names. Quarks in other
 * representations: represent.c. */
#include "support/program.h"

#include "hmc/hmc.c"
#include "hmc/pseudofermion.c"
#include "hmc/domain_wall_hmc.c"
#include "hmc/boundary_quarks.c"
#include "hmc/symplectic.c"
#include "hmc/staggered_hmc.c"
#include "hmc/operators.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {
		TEST(hmc),        TEST(pseudofermion), TEST(domain_wall_hmc), TEST(boundary_quarks),
		TEST(symplectic), TEST(staggered_hmc), TEST(operators),
	};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
