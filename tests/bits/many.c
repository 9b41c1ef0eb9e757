/* tests/bits/many.c: bits of solutions and numbers of iterations of the solvers of many right-hand sides, domain
 * wall quarks and multigrid. See bits.h. */
#include "bits.h"

#include <lqcd/dirac/wilson_multi.h>
#include <lqcd/solver/dirac.h>
#include <lqcd/solver/domain_wall.h>

#include "../support/small_multigrid.h"
#include "lattices.h"

static const bits_entry many_table[] = {
#include "many_table.h"
};


static lqcd_multigrid_params small_params(void)
{
	lqcd_multigrid_params p = small_multigrid(4, 8);
	p.smoothing = 3;
	p.restart = 8;
	return p;
}

#define TEST_TEMPLATE "../support/wall.inc"
#include "../support/each_tag.inc"

#define TEST_TEMPLATE "../bits/many.inc"
#include "../support/each_tag.inc"

#define TEST_TEMPLATE "../bits/many_mixed.inc"
#include "../support/each_low.inc"

static void test_many(void)
{
	bits_begin(many_table);
	lattices_create(no_lane_grid);
	links_create(&u, &lat, 301, 0.25);
	links_create(&u_other, &other_shape, 302, 0.25);
	EACH_TAG(many, (LQCD_OVER_SITES));
	EACH_TAG(many, (LQCD_OVER_RHS));
	wall_d(LQCD_OVER_SITES), wall_vd(LQCD_OVER_SITES), wall_vf(LQCD_OVER_SITES);
	wall_vd(LQCD_OVER_RHS), wall_vf(LQCD_OVER_RHS);
	EACH_TAG(alone, ());
	multigrid_f(), multigrid_h(), multigrid_vf(), multigrid_vh();
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&u_other);
	lattices_destroy();
	bits_end();
}
