/* tests/observables.c: the tests of lqcd/observables/. `build/tests/observables NAME..` runs those of these names. */
#include "support/program.h"

#include "observables/series.c"
#include "observables/fit.c"
#include "observables/mesons.c"
#include "observables/references.c"
#include "observables/source_smear.c"
#include "observables/sources.c"
#include "observables/staggered_mesons.c"
#include "observables/schroedinger.c"

int main(int argc, char **argv)
{
	static const tap_test tests[] = {
		TEST(series), TEST(fit), TEST(mesons), TEST(references), TEST(source_smear), TEST(sources),
		TEST(staggered_mesons), TEST(schroedinger)
	};
	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);
}
