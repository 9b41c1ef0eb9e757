/* tests/io.c: the tests of lqcd/io/. `build/tests/io NAME..` runs those of these names. */
#include "support/program.h"
#include "io/system_hook.h" /* before the files of the library */

#include "io/file_paths.c"
#include "io/nersc.c"
#include "io/nersc_errors.c"
#include "io/gauge_files.c"
#include "io/gauge_zeros.c"
#include "io/gauge_ends.c"
#include "io/gauge_errors.c"
#include "io/spinor_files.c"
#include "io/lime.c"
#include "io/ildg.c"
#include "io/ildg_errors.c"
#include "io/scidac_spinor.c"
#include "io/staggered_files.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {
		TEST(file_paths), TEST(nersc), TEST(nersc_errors), TEST(gauge_files), TEST(gauge_zeros),
		TEST(gauge_ends), TEST(gauge_errors), TEST(spinor_files), TEST(lime), TEST(ildg), TEST(ildg_errors),
		TEST(scidac_spinor), TEST(staggered_files),
	};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
