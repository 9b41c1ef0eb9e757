/* bench/heatbath.c: link updates per second of the sweeps of heatbath.h and action_heatbath.h.
 *
 *   build/bench/heatbath [L or TxXxYxZ]        default 8
 *
 * One thread unless OMP_NUM_THREADS says otherwise, processor time. Wilson action at beta = 6, with rectangles beta =
 * 4.5 and c1 = -1/12; links are near equilibrium. Each row is the median of `repeats` sweeps with the best beside, in
 * 1e6 links per second, and the plaquette after them. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../lqcd.h"
#include "clock.h"

enum { repeats = 21, thermalise = 12 };

#define LQCD_TAG d
#include "heatbath.inc"
#define LQCD_TAG vd
#include "heatbath.inc"
#define LQCD_TAG vf
#include "heatbath.inc"

int main(int argc, char **argv)
{
	int extent[4] = {8, 8, 8, 8};
	lqcd_lattice lat;
	const int good = argc < 2 || (argc == 2 && bench_extent(argv[1], extent));
	const lqcd_status s = good ? lqcd_lattice_create(&lat, extent, NULL, NULL) : LQCD_ERR_ARGUMENT;
	if (s != LQCD_OK) return fprintf(stderr, "usage: heatbath [L or TxXxYxZ]: %s\n", lqcd_status_text(s)), 2;
	printf("%d x %d x %d x %d, back end %s\n%-32s %-3s %20s   %s\n", extent[0], extent[1], extent[2], extent[3],
	       LQCD_SIMD_NAME, "", "tag", "1e6 links/s (best)", "plaquette");
	const int wrong = run_d(&lat) + run_vd(&lat) + run_vf(&lat);
	lqcd_lattice_destroy(&lat);
	return wrong > 0;
}
