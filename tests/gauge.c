/* tests/gauge.c: the tests of lqcd/gauge/. `build/tests/gauge NAME..` runs those of these names. */
#include "support/program.h"

#include "gauge/plaquette.c"
#include "gauge/smear.c"
#include "gauge/action.c"
#include "gauge/heatbath.c"
#include "gauge/action_heatbath.c"
#include "gauge/unitary.c"
#include "gauge/flow.c"
#include "gauge/flow_references.c"
#include "gauge/boundary.c"
#include "gauge/fix.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {
		TEST(plaquette), TEST(smear), TEST(action), TEST(heatbath), TEST(action_heatbath), TEST(unitary),
		TEST(flow), TEST(flow_references), TEST(boundary), TEST(fix)
	};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
