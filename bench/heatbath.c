/* bench/heatbath.c: link updates per second of the sweeps of heatbath.h and action_heatbath.h.
 *
 *   build/bench/heatbath [L or TxXxYxZ]        default 8
 *
 * One thread unless OMP_NUM_THREADS says otherwise, processor time. Wilson action at beta = 6, with rectangles beta =
 * 4.5 and c1 = -1/12; links are near equilibrium. Each row is the median of `repeats` sweeps and the best, in
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
	lqcd_lattice lat;
	if (bench_lattice(&lat, "heatbath", 8, argc, argv) != LQCD_OK) return 2;
	printf("%-32s %-3s %20s   %s\n", "", "tag", "1e6 links/s (best)", "plaquette");
	const int wrong = run_d(&lat) + run_vd(&lat) + run_vf(&lat);
	lqcd_lattice_destroy(&lat);
	return wrong > 0;
}
