/* tests/solver.c: the tests of lqcd/solver/. `build/tests/solver NAME..` runs those of these names. */
#include "support/program.h"

#include "solver/solver.c"
#include "solver/solver_mixed.c"
#include "solver/solver_multi.c"
#include "solver/multishift.c"
#include "solver/lanczos.c"
#include "solver/schwarz.c"
#include "solver/multigrid.c"
#include "solver/multigrid_levels.c"
#include "solver/multigrid_many.c"
#include "solver/tune.c"
#include "solver/new_links.c"
#include "solver/foreign_solve.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {
		TEST(solver), TEST(solver_mixed), TEST(solver_multi), TEST(multishift), TEST(lanczos), TEST(schwarz),
		TEST(multigrid), TEST(multigrid_levels), TEST(multigrid_many), TEST(tune), TEST(new_links),
		TEST(foreign_solve)
	};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
