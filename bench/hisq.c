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
	lqcd_lattice lat;
	if (bench_lattice(&lat, "hisq", 8, argc, argv) != LQCD_OK) return 2;
	printf("%-36s %-3s %20s\n", "", "tag", "ns per link (best)");
	const int wrong = run_d(&lat) + run_vd(&lat) + run_vf(&lat);
	lqcd_lattice_destroy(&lat);
	return wrong > 0;
}
