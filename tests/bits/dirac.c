/* tests/bits/dirac.c: bits of the Dirac operators: Wilson, clover and twisted mass, many right-hand sides,
 * domain wall; all tags and storages. See bits.h. */
#include "bits.h"

#include <lqcd/dirac/domain_wall.h>
#include <lqcd/dirac/clover.h>
#include <lqcd/dirac/clover_force.h>
#include <lqcd/dirac/wilson_multi.h>

#include "lattices.h"

static const bits_entry dirac_table[] = {
#include "dirac_table.h"
};

static lqcd_gauge_field_d rough, smooth, rough_other;

/* Terms of a site: clover in both forms, with a twisted mass and no trace, a twisted mass alone. */
static const struct {
	const char *name;
	lqcd_clover_params p;
} dirac_terms[4] = {{"clover", {1.2, 0, 0, LQCD_SCHUR_ASYMMETRIC, 0, {1, 1}}},
	      {"clover symmetric", {1.2, 0, 0, LQCD_SCHUR_SYMMETRIC, 0, {1, 1}}},
	      {"clover twisted traceless", {1.1, 0.2, 1, LQCD_SCHUR_SYMMETRIC, 0, {1, 1}}},
	      {"twisted", {0, 0.3, 0, LQCD_SCHUR_ASYMMETRIC, 0, {1, 1}}}};

#define TEST_STORED
#define TEST_TEMPLATE "../bits/dirac.inc"
#include "../support/each_tag.inc"
#define TEST_TEMPLATE "../bits/dirac_multi.inc"
#include "../support/each_tag.inc"

static void test_dirac(void)
{
	bits_begin(dirac_table);
	lattices_create(no_lane_grid);
	must(lqcd_gauge_field_create(&rough, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&rough_other, &other_shape, LQCD_FULL));
	lqcd_gauge_field_random(&rough, 101, 0);
	lqcd_gauge_field_random(&rough_other, 102, 0);
	links_create(&smooth, &lat, 103, 0.2);
	EACH_STORED_TAG(wilson, ());
	EACH_STORED_TAG(clover, ());
	EACH_TAG(leaves, ());
	EACH_TAG(wilson_multi, (LQCD_OVER_SITES));
	EACH_TAG(wilson_multi, (LQCD_OVER_RHS));
	EACH_TAG(domain_wall, (0, LQCD_OVER_SITES));
	EACH_TAG(domain_wall, (1, LQCD_OVER_SITES));
	EACH_TAG(domain_wall, (1, LQCD_OVER_RHS));
	lqcd_gauge_field_destroy(&rough);
	lqcd_gauge_field_destroy(&smooth);
	lqcd_gauge_field_destroy(&rough_other);
	lattices_destroy();
	bits_end();
}
