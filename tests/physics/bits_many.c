/* tests/physics/bits_many.c: bits of solutions and numbers of iterations of the solvers of many right-hand sides, domain
 * wall quarks and multigrid. See bits.h. */
#include "bits.h"

#include <lqcd/solver/domain_wall.h>
#include <lqcd/solver/multi.h>
#include <lqcd/solver/multigrid.h>

static const bits_entry table[] = {
#include "bits_many_table.h"
};

static lqcd_lattice lat, odd_shape; /* the second has no lane grid */
static lqcd_gauge_field_d u, u_odd;
static const lqcd_method methods[2] = {LQCD_CG, LQCD_BICGSTAB};
static const char *const method_name[2] = {"CG", "BiCGStab"};

static lqcd_multigrid_params small_params(void)
{
	lqcd_multigrid_params p = lqcd_multigrid_params_default();
	for (int mu = 0; mu < 4; mu++) p.block[mu] = 2;
	p.vectors = 4;
	p.initial = 8;
	p.rounds = 1;
	p.smoothing = 3;
	p.restart = 8;
	return p;
}

#define TEST_TEMPLATE "physics/bits_many.inc"
#include "../each_tag.inc"

#define DOUBLE   d
#define LQCD_TAG f
#include "bits_many_mixed.inc"
#define LQCD_TAG h
#include "bits_many_mixed.inc"
#undef DOUBLE
#define DOUBLE   vd
#define LQCD_TAG vf
#include "bits_many_mixed.inc"
#define LQCD_TAG vh
#include "bits_many_mixed.inc"

int main(int argc, char **argv)
{
	static const int extent[4] = {8, 4, 4, 4}, none[4] = {2, 6, 2, 2};
	bits_begin(argc, argv);
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_lattice_create(&odd_shape, none, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&u_odd, &odd_shape, LQCD_FULL));
	smooth_links(&u, 301, 0.25);
	smooth_links(&u_odd, 302, 0.25);
	EACH_TAG(many, (LQCD_OVER_SITES));
	EACH_TAG(many, (LQCD_OVER_RHS));
	wall_d(LQCD_OVER_SITES), wall_vd(LQCD_OVER_SITES), wall_vf(LQCD_OVER_SITES);
	wall_vd(LQCD_OVER_RHS), wall_vf(LQCD_OVER_RHS);
	EACH_TAG(alone, ());
	multigrid_f(), multigrid_h(), multigrid_vf(), multigrid_vh();
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&u_odd);
	lqcd_lattice_destroy(&lat);
	lqcd_lattice_destroy(&odd_shape);
	return bits_end();
}
