/* tests/quda.c: the tests of lqcd/compat/quda.h and lqcd/foreign/codes.h. `build/tests/quda NAME..` runs those of these
 * names. */
#include "support/program.h"

#include "quda/quda.c"
#include "quda/quda_fields.c"
#include "quda/quda_names.c"
#include "quda/quda_accepted.c"
#include "quda/quda_milc.c"
#include "quda/quda_walls.c"
#include "quda/foreign_codes.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {TEST(quda), TEST(quda_fields), TEST(quda_names), TEST(quda_accepted), TEST(quda_milc), TEST(quda_walls), TEST(foreign_codes)};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
