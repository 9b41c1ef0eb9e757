/* tests/gpu/wilson.cu: fields and the Wilson operator of a GPU against those of the host in double. The checks of a tag
 * are in wilson.inc. */
#include "case.h"

#define LQCD_TAG gf
#include "wilson.inc"
#define LQCD_TAG gd
#include "wilson.inc"
#define LQCD_TAG gh
#include "wilson.inc"

/* Whatever the lattice and the device: each site and right-hand side has one thread, and blocks fit. */
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

int main(void)
{
	/* T, X, Y, Z: tiny, not a multiple of any block, longer than a warp in Z, and cubic. */
	static const int extents[][4] = {{2, 2, 2, 2},  {2, 6, 4, 2}, {4, 2, 10, 6},
					 {6, 4, 2, 70}, {8, 8, 8, 8}, {10, 6, 14, 12}};
	gpu_begin();
	check_tilings();
	for (size_t i = 0; i < sizeof extents / sizeof *extents; i++)
		for (int bc = -1; bc <= (i < 3 ? 1 : -1); bc += 2) {
			host_case c;
			case_begin(&c, extents[i], bc);
			check_gf(&c, bc);
			check_gd(&c, bc);
			check_gh(&c, bc);
			case_end(&c);
		}
	check_refused_gf();
	check_refused_gd();
	check_refused_gh();
	lqcd_gpu_close(&gpu);
	return tap_done();
}
