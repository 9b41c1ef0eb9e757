/* tests/gpu/wilson.cu: fields and the Wilson operator of a GPU against those of the host in double. The checks of a tag
 * are in wilson.inc. */
#include "case.h"

#define LQCD_TAG gf
#include "wilson.inc"
#define LQCD_TAG gd
#include "wilson.inc"
#define LQCD_TAG gh
#include "wilson.inc"

int main(void)
{
	/* T, X, Y, Z: tiny, not a multiple of any block, longer than a warp in Z, and cubic. */
	static const int extents[][4] = {{2, 2, 2, 2},  {2, 6, 4, 2}, {4, 2, 10, 6},
					 {6, 4, 2, 70}, {8, 8, 8, 8}, {10, 6, 14, 12}};
	gpu_begin();
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
