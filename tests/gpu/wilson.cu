/* tests/gpu/wilson.cu: fields and the Wilson operator of a GPU against those of the host in double. The checks of a tag
 * are in operator.inc and wilson.inc. */
#include "case.h"

#define LQCD_TAG gf
#include "wilson.inc"
#define LQCD_TAG gd
#include "wilson.inc"
#define LQCD_TAG gh
#include "wilson.inc"

/* Each site and right-hand side has one thread, and blocks fit, for any lattice and device. */
static void check_tilings(void)
{
	int good = 1;
	for (int k = 0; k < 2000 && good; k++) {
		int extent[4];
		lqcd_lattice lat;
		for (int mu = 0; mu < 4; mu++) extent[mu] = 2 + 2 * (int)(tap_random_u64() % (mu == 3 ? 50 : 6));
		const int rhs = 1 + (int)(tap_random_u64() % LQCD_MAX_RHS), room = 128 << tap_random_u64() % 3,
			  largest = 128 << tap_random_u64() % 3, steps = 1 + (int)(tap_random_u64() % 12),
			  processors = 1 + (int)(tap_random_u64() % 132);
		must(lqcd_lattice_create(&lat, extent, NULL, NULL));
		const lqcd_gpu_tiling t = lqcd_gpu_tiling_of(&lat, rhs, room, largest, steps, processors);
		const int threads = t.threads[0] * t.threads[1] * t.threads[2], z = t.threads[0] / t.group;
		const int rows = t.grid[0] / t.groups / t.tiles_z;
		good = threads >= 1 && threads <= room && threads <= largest && t.steps >= 1 && t.steps <= steps &&
		       t.threads[0] == z * t.group && t.grid[0] == t.groups * t.tiles_z * rows &&
		       t.groups * t.group >= rhs && (t.groups - 1) * t.group < rhs && t.tiles_z * z >= t.box.Zh &&
		       (t.tiles_z - 1) * z < t.box.Zh && rows * t.threads[1] >= t.box.Y &&
		       (rows - 1) * t.threads[1] < t.box.Y && t.grid[1] * t.threads[2] >= t.box.X &&
		       (t.grid[1] - 1) * t.threads[2] < t.box.X && t.grid[2] * t.steps >= t.box.T &&
		       (t.grid[2] - 1) * t.steps < t.box.T;
		if (!good)
			tap_diag("%d x %d x %d x %d, %d right-hand sides, room %d, largest %d, steps %d, %d processors",
				 extent[0], extent[1], extent[2], extent[3], rhs, room, largest, steps, processors);
		lqcd_lattice_destroy(&lat);
	}
	tap_ok(good, "tilings of random lattices");
}

/* Right-hand sides through the shared memory of a device: the bits of each alone. fields: in, x, out. */
static int same_columns(host_case *c, const lqcd_wilson_gf *D, lqcd_multi_spinor_field_gf *many, lqcd_spinor_field_gf *one,
			lqcd_spinor_field_f *here, int xpay, int dagger)
{
	const uint64_t seed = tap_random_u64();
	const int rhs = many[0].rhs;
	int good = 1;
	for (int n = 0; n < rhs; n++)
		for (int k = 0; k < 2; k++) {
			lqcd_spinor_field_gaussian(&here[k], seed, (uint32_t)(2 * n + k));
			must(lqcd_multi_spinor_field_put(&many[k], n, lqcd_spinor_field_view(&here[k])));
			if (k) must(lqcd_multi_spinor_field_put(&many[2], n, lqcd_spinor_field_view(&here[k])));
		}
	if (xpay)
		lqcd_wilson_multi_hop_xpay_gf(&many[2], 0.7, &many[1], -0.3, D, &many[0], dagger);
	else
		lqcd_wilson_hop(&many[2], D, &many[0], dagger);
	for (int n = 0; n < rhs; n++) {
		for (int k = 0; k < 2; k++) {
			lqcd_spinor_field_gaussian(&here[k], seed, (uint32_t)(2 * n + k));
			must(lqcd_spinor_field_put(&one[k], lqcd_spinor_field_view(&here[k])));
		}
		if (xpay)
			lqcd_wilson_hop_xpay(&one[2], 0.7, &one[1], -0.3, D, &one[0], dagger);
		else
			lqcd_wilson_hop(&one[2], D, &one[0], dagger);
		must(lqcd_multi_spinor_field_get(lqcd_spinor_field_view(&here[1]), &many[2], n));
		must(lqcd_spinor_field_get(lqcd_spinor_field_view(&here[2]), &one[2]));
		good &= !memcmp(here[1].ptr, here[2].ptr, lqcd_gpu_sites(&c->lat) * sizeof *here[1].ptr);
	}
	done(lqcd_gpu_lattice_status(&c->there, &why));
	return good;
}

static void check_columns(int bc, int rhs)
{
	static const int l[4] = {16, 8, 8, 16}; /* enough for 256 blocks */
	lqcd_spinor_field_f here[3];
	lqcd_spinor_field_gf one[3];
	lqcd_multi_spinor_field_gf many[3];
	host_case c(l, bc);
	for (int k = 0; k < 3; k++) {
		must(lqcd_multi_spinor_field_create(&many[k], &c.there, k ? LQCD_EVEN : LQCD_ODD, rhs));
		must(lqcd_spinor_field_create(&one[k], &c.there, k ? LQCD_EVEN : LQCD_ODD));
		must(lqcd_spinor_field_create(&here[k], &c.lat, k ? LQCD_EVEN : LQCD_ODD));
	}
	for (int reals = 12; reals >= (LQCD_NC == 3 ? 8 : 12); reals -= 4) {
		lqcd_wilson_gf D;
		const lqcd_link_storage storage = reals == 8 ? LQCD_LINK_8 : LQCD_LINK_12;
		must(lqcd_wilson_create_on(&D, &c.there, lqcd_gauge_field_view(&c.u), 0.1, bc, storage));
		for (int k = 0; k < 2; k++)
			tap_ok(same_columns(&c, &D, many, one, here, k, k),
			       "%s: %s of %d right-hand sides, %d reals: the bits of each alone", c.name,
			       k ? "hop, dagger, and xpay" : "hop", rhs, reals);
		lqcd_wilson_destroy(&D);
	}
	for (int k = 0; k < 3; k++) {
		lqcd_multi_spinor_field_destroy(&many[k]);
		lqcd_spinor_field_destroy(&one[k]);
		lqcd_spinor_field_destroy(&here[k]);
	}
}

int main(void)
{
	/* T, X, Y, Z: tiny, not a multiple of any block, longer than a warp in Z, and cubic. */
	static const int extents[][4] = {{2, 2, 2, 2},  {2, 6, 4, 2}, {4, 2, 10, 6},
					 {6, 4, 2, 70}, {8, 8, 8, 8}, {10, 6, 14, 12}};
	gpu_begin();
	check_tilings();
	for (size_t i = 0; i < (FEW ? 2 : LQCD_DEVICE_COMPILER ? 6 : 4); i++)
		for (int bc = -1; bc <= (i < 3 ? 1 : -1); bc += 2) {
			if (FEW && bc != (i ? LQCD_ANTIPERIODIC : LQCD_PERIODIC)) continue;
			host_case c(extents[i], bc);
			check_gf(&c, bc);
			check_gd(&c, bc);
			check_gh(&c, bc);
		}
	for (int rhs = 16; rhs <= (LQCD_DEVICE_COMPILER ? 24 : FEW ? 0 : 16); rhs += 8) /* in blocks of 16, and of 8 */
		check_columns(tap_random() < 0 ? LQCD_PERIODIC : LQCD_ANTIPERIODIC, rhs);
	check_refused_gf();
	check_refused_gd();
	check_refused_gh();
	lqcd_gpu_close(&gpu);
	return tap_done();
}
