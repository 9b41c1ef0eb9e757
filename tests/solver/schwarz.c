/* tests/solver/schwarz.c: flexible GCR and the Schwarz alternating procedure: true residuals, preconditioners that
 * change and that fail, block systems solved exactly, the same bits in threads and lanes, and every status. Checks of
 * one tag are in schwarz.inc. All input is random and fresh. */
#include "multigrid_case.h"

#include <lqcd/solver/sap.h>

/* Terms take long to compile. */
#define LQCD_TAG f
#define CLOVER   0
#include "schwarz.inc"
#define LQCD_TAG vf
#define CLOVER   0
#include "schwarz.inc"

/* Every site is in one block, even ones first, and edges are where the next site is elsewhere. */
static void check_blocks(void)
{
	static const int e[4] = {12, 4, 6, 8};
	const int wish[4] = {0, 2, 0, random_below(2) ? 0 : 4};
	expectation x = {0, 0, ""};
	lqcd_lattice lat;
	const lqcd_geometry *g;
	lqcd_blocks b;
	lqcd_message why;
	must(lqcd_lattice_create(&lat, e, NULL, NULL));
	must(lqcd_lattice_geometry(&lat, LQCD_FULL, random_below(2) ? 2 : 1, &g));
	must(lqcd_blocks_create(&b, g, wish, &why));
	int *seen = (int *)calloc((size_t)g->gsize_spinor, sizeof *seen);
	for (int k = 0; k < b.sets * b.sites; k++) {
		const int set = k / b.sites, ix = b.index[k], even = k % b.sites < b.even[set];
		int c[4], at[4], inside = 1, place = 1;
		seen[ix]++;
		lqcd_geometry_coords(g, ix, g->lanes - 1, at);
		lqcd_block_coords(&b, set, g->lanes - 1, c);
		for (int mu = 0; mu < 4; mu++) {
			inside &= at[mu] / b.extent[mu] == c[mu];
			place &= lqcd__block_edge(&b, ix, mu, 1) == ((at[mu] + 1) % b.extent[mu] == 0) &&
				 lqcd__block_edge(&b, ix, mu, -1) == (at[mu] % b.extent[mu] == 0);
		}
		EXPECT(&x, inside && place && ((at[0] + at[1] + at[2] + at[3]) % 2 == 0) == even, "index %d", ix);
	}
	for (int ix = 0; ix < g->gsize_spinor; ix++) EXPECT(&x, seen[ix] == 1, "index %d is %d times", ix, seen[ix]);
	EXPECT(&x, b.extent[0] <= 4 && b.extent[2] == 3 && b.extent[1] == 2, "chosen extents");
	free(seen);
	lqcd_blocks_destroy(&b);
	lqcd_lattice_destroy(&lat);
	expect_done(&x, "blocks hold every site once, even ones first");
}

/* The same bits for any lanes, where both tags multiply and add alike. */
static void check_lanes(void)
{
	const uint64_t seed = tap_random_u64();
	lqcd_sap_params sp = lqcd_sap_params_default();
	schwarz_case_f c;
	schwarz_case_vf v;
	lqcd_sap_f one;
	lqcd_sap_vf many;
	for (int mu = 0; mu < 4; mu++) sp.block[mu] = 2;
	sp.cycles = 2;
	schwarz_case_begin_f(&c, seed);
	schwarz_case_begin_vf(&v, seed);
	must(lqcd_sap_create(&one, &c.D, &sp, NULL));
	must(lqcd_sap_create(&many, &v.D, &sp, NULL));
	lqcd_sap_apply(&c.x, &one, &c.b);
	lqcd_sap_apply(&v.x, &many, &v.b);
	if (!LQCD_SIMD_FUSED || !LQCD__FUSED)
		tap_skip("multiply-adds of scalars and registers round differently");
	else
		tap_ok(same_numbers(lqcd_spinor_field_view(&c.x), lqcd_spinor_field_view(&v.x)),
		       "Schwarz in %d lanes: the bits of one", LQCD_LANES_vf);
	lqcd_sap_destroy(&one);
	lqcd_sap_destroy(&many);
	schwarz_case_end_f(&c);
	schwarz_case_end_vf(&v);
}

static void test_schwarz(void)
{
	set_threads(1);
	check_blocks();
	check_gcr_f();
	check_sap_f();
	check_sap_vf();
	check_lanes();
}
