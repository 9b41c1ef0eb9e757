/* bench/flow.c: steps of the gradient flow, energies and smearing.
 *
 *   build/bench/flow [L or TxXxYxZ]        default 16
 *
 * Random links, one thread unless OMP_NUM_THREADS says otherwise. Each row is the median of `repeats` calls and the
 * best; "to t = 1" is the time of 50 steps of eps = 0.02 by the median. flop are those of the matrix products, 198
 * each, and of the exponential series (890). Before it is timed a flow is compared with the scalar double one: the
 * difference of the plaquettes after a step. */
#include <stdio.h>
#include <stdlib.h>

#include "../lqcd.h"
#include "clock.h"

enum { repeats = 5 };

typedef struct {
	double median, best;
} timing;

static timing timing_of(double *sample)
{
	timing t;
	qsort(sample, repeats, sizeof *sample, bench_by_size);
	t.median = sample[repeats / 2];
	t.best = sample[0];
	return t;
}

/* flop < 0: the count depends on the input. error < 0: not a flow. */
static void print(const char *what, const char *tag, timing t, double sites, double flop, double error)
{
	printf("%-22s %-3s %9.1f (%7.1f)", what, tag, 1e9 * t.median / sites, 1e9 * t.best / sites);
	if (flop > 0) printf(" %8.1f (%5.1f)", 1e-9 * flop * sites / t.median, 1e-9 * flop * sites / t.best);
	if (error >= 0) printf(" %8.2f s   %.1e", 50 * t.median, error);
	printf("\n");
}

#define LQCD_TAG d
#include "flow.inc"
#define LQCD_TAG vd
#include "flow.inc"
#define LQCD_TAG vf
#include "flow.inc"

int main(int argc, char **argv)
{
	lqcd_lattice lat;
	double plaquette[3];
	if (bench_lattice(&lat, "flow", 16, argc, argv) != LQCD_OK) return 2;
	printf("%-22s %-3s %19s %16s %10s   %s\n", "", "tag", "ns per site (best)", "GFLOP/s (best)", "to t = 1", "off by");
	int wrong = run_d(&lat, plaquette, 1);
	wrong += run_vd(&lat, plaquette, 0);
	wrong += run_vf(&lat, plaquette, 0);
	lqcd_lattice_destroy(&lat);
	return wrong > 0;
}
