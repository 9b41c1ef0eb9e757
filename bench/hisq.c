/* bench/hisq.c: nanoseconds per link of the parts of HISQ links (gauge/fat_links.h, gauge/unitary.h) and of their derivatives.
 *
 *   build/bench/hisq [L or TxXxYxZ]        default 8
 *
 * One thread unless OMP_NUM_THREADS says otherwise, processor time. Links exp(0.4 p), p gaussian momenta. Each row is the median
 * of `repeats` calls and the best. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../lqcd/gauge/fat_links_force.h"
#include "../lqcd/gauge/momentum.h"
#include "clock.h"

enum { repeats = 21 };

#define LQCD_TAG d
#include "hisq.inc"
#define LQCD_TAG vd
#include "hisq.inc"
#define LQCD_TAG vf
#include "hisq.inc"

int main(int argc, char **argv)
{
	int extent[4] = {8, 8, 8, 8};
	lqcd_lattice lat;
	const int good = argc < 2 || (argc == 2 && bench_extent(argv[1], extent));
	const lqcd_status s = good ? lqcd_lattice_create(&lat, extent, NULL, NULL) : LQCD_ERR_ARGUMENT;
	if (s != LQCD_OK) return fprintf(stderr, "usage: hisq [L or TxXxYxZ]: %s\n", lqcd_status_text(s)), 2;
	printf("%d x %d x %d x %d, back end %s\n%-36s %-3s %20s\n", extent[0], extent[1], extent[2], extent[3],
	       LQCD_SIMD_NAME, "", "tag", "ns per link (best)");
	const int wrong = run_d(&lat) + run_vd(&lat) + run_vf(&lat);
	lqcd_lattice_destroy(&lat);
	return wrong > 0;
}
