/* tests/bits/solve.c: a solve has the same bits on every back end: even-odd CG with the Wilson operator on 8x4x4x4,
 * antiperiodic in time, to 1e-5 in float and 1e-10 in double; iterations and every number of the solution. Links and
 * source are made from integers, without libm: the tables hold for every system. hop.c compares single operations.
 *
 * Columns as in tests/bits/bits.h: multiply-adds that round once, in lanes alone twice (the generic back end with -mfma),
 * twice. In the first and the last all tags of a precision have one row: lanes change no bit. */
#include "bits.h"

#include <lqcd/dirac/wilson.h>
#include <lqcd/field/layout.h>
#include <lqcd/solver/dirac.h>

#include "lattices.h"

/* Number k of a site, in -1 .. 1. */
static double solve_number(int site, int k)
{
	return bits_number((uint64_t)site * 128 + (uint64_t)k);
}

typedef struct {
	int iterations;
	uint64_t bits;
} outcome;

static lqcd_spinor_field_d solve_b, solve_x;

static void solve_fill(void)
{
	LQCD_MASTER_FOR(u.type, ix) {
		const int site = (int)lqcd_geometry_site(u.type, ix, 0);
		double *s = (double *)(void *)LQCD_FIELD_AT(&solve_b, ix);
		for (int mu = 0; mu < 4; mu++) {
			lqcd_su3_d *link = LQCD_4FIELD_AT(&u, ix, mu);
			double *p = (double *)(void *)link;
			for (int k = 0; k < 2 * LQCD_NC * LQCD_NC; k++)
				p[k] = (k % (2 * LQCD_NC + 2) == 0) + 0.25 * solve_number(site, 32 * mu + k);
			lqcd_su3_reunitarise_d(link);
		}
		for (int k = 0; k < 8 * LQCD_NC; k++) s[k] = solve_number(site + 10000, k);
	}
}

/* Of x, site after site. */
static uint64_t solve_bits_of_x(void)
{
	const int *l = lat.local, sites = l[0] * l[1] * l[2] * l[3];
	uint64_t h = 1;
	for (int n = 0; n < sites; n++) {
		const int at[4] = {n / (l[1] * l[2] * l[3]), n / (l[2] * l[3]) % l[1], n / l[3] % l[2], n % l[3]};
		int lane = 0;
		const int ix = lqcd_geometry_index(solve_x.type, at, &lane);
		const double *p = (const double *)(const void *)LQCD_FIELD_AT(&solve_x, ix);
		for (int k = 0; k < 8 * LQCD_NC; k++) {
			uint64_t bits;
			memcpy(&bits, p + k, sizeof bits);
			h = bits_mix(h ^ bits);
		}
	}
	return h;
}

#define TEST_TEMPLATE "../bits/solve.inc"
#include "../support/each_tag.inc"

static void test_solve(void)
{
	static const int extent[4] = {8, 4, 4, 4};
	enum { FUSED, LANES_PLAIN, PLAIN };
	const int column = !LQCD__FUSED ? PLAIN : LQCD_SIMD_FUSED ? FUSED : LANES_PLAIN;
	/* f, d, vf, vd */
	static const outcome want[3][4] = {
		{{22, UINT64_C(0x7414a78056b8e2db)},
		 {46, UINT64_C(0x91d6cd094cb5d6d9)},
		 {22, UINT64_C(0x7414a78056b8e2db)},
		 {46, UINT64_C(0x91d6cd094cb5d6d9)}},
		{{22, UINT64_C(0x7414a78056b8e2db)},
		 {46, UINT64_C(0x91d6cd094cb5d6d9)},
		 {22, UINT64_C(0xf3fc52aa50e6ad52)},
		 {46, UINT64_C(0x3377e2262640e01a)}},
		{{22, UINT64_C(0xf3fc52aa50e6ad52)},
		 {46, UINT64_C(0x3db725956e940249)},
		 {22, UINT64_C(0xf3fc52aa50e6ad52)},
		 {46, UINT64_C(0x3db725956e940249)}},
	};
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&solve_b, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&solve_x, &lat, LQCD_FULL));
	solve_fill();
	solve_f(&want[column][0]);
	solve_d(&want[column][1]);
	solve_vf(&want[column][2]);
	solve_vd(&want[column][3]);
	lqcd_spinor_field_destroy(&solve_x);
	lqcd_spinor_field_destroy(&solve_b);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}
