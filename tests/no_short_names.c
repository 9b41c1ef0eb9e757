/* tests/no_short_names.c: LQCD_NO_SHORT_NAMES leaves the names that begin with an underscore alone. */
#define LQCD_NO_SHORT_NAMES
#include <lqcd/dirac/wilson.h>
#include <lqcd/field/layout.h>
#include <lqcd/lattice/loops.h>

#include "support/tap.h"

static int absent(void)
{
	int defined_names = 0;
#ifdef _PIECE_FOR
	defined_names++;
#endif
#ifdef _SITE_FOR
	defined_names++;
#endif
#ifdef _SITE_FOR_SUM
	defined_names++;
#endif
#ifdef _SITE_FOR_MAX
	defined_names++;
#endif
#ifdef _MASTER_FOR
	defined_names++;
#endif
#ifdef _MASTER_FOR_SUM
	defined_names++;
#endif
#ifdef _MASTER_FOR_MAX
	defined_names++;
#endif
#ifdef _FIELD_AT
	defined_names++;
#endif
#ifdef _4FIELD_AT
	defined_names++;
#endif
	return defined_names == 0;
}

int main(void)
{
	const int extent[4] = {4, 2, 2, 2};
	lqcd_lattice lat;
	lqcd_spinor_field_d s;
	double sum = 0;
	tap_ok(absent(), "no short name is defined");
	tap_ok(lqcd_lattice_create(&lat, extent, NULL, NULL) == LQCD_OK, "a lattice");
	tap_ok(lqcd_spinor_field_create_d(&s, &lat, LQCD_ODD) == LQCD_OK, "a field");
	LQCD_MASTER_FOR(s.type, ix) LQCD_FIELD_AT(&s, ix)->c[0].c[0].re = ix;
	LQCD_MASTER_FOR_SUM(s.type, ix, sum) sum += LQCD_FIELD_AT(&s, ix)->c[0].c[0].re;
	tap_ok(sum == 16 * (16 + 31) / 2, "the long names work without the short ones");
	lqcd_spinor_field_destroy_d(&s);
	lqcd_lattice_destroy(&lat);
	return tap_done();
}
