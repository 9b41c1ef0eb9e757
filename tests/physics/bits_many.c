/* tests/physics/bits_many.c: bits of solutions and numbers of iterations of the solvers of many right-hand sides, domain
 * wall quarks and multigrid. See bits.h. */
#include "bits.h"

#include <lqcd/solver/domain_wall.h>
#include <lqcd/solver/multi.h>

#include "small_multigrid.h"
#include "bits_lattices.h"

static const bits_entry table[] = {
#include "bits_many_table.h"
};

static lqcd_gauge_field_d u, u_other;
static const lqcd_method methods[2] = {LQCD_CG, LQCD_BICGSTAB};
static const char *const method_name[2] = {"CG", "BiCGStab"};

static lqcd_multigrid_params small_params(void)
{
	lqcd_multigrid_params p = small_multigrid(4, 8);
	p.smoothing = 3;
	p.restart = 8;
	return p;
}

#define TEST_TEMPLATE "physics/bits_many.inc"
#include "../each_tag.inc"

#define TEST_TEMPLATE "physics/bits_many_mixed.inc"
#include "../each_low.inc"

int main(int argc, char **argv)
{
	bits_begin(argc, argv);
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
	return bits_end();
}
