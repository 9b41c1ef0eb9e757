/* tests/dirac/wilson_case.h: shared by wilson.c and wilson_storage.c: the checks of each tag (wilson_case.inc), storages of
 * links, and how far an operator may be from the naive one. */
#ifndef LQCD_TESTS_WILSON_CASE_H
#define LQCD_TESTS_WILSON_CASE_H

#include <float.h>

#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP)
#include <omp.h>
#define LQCD_TEST_THREADS 1
#else
#define LQCD_TEST_THREADS 0
#endif

#include <lqcd/dirac/wilson.h>
#include <lqcd/field/layout.h>

#include "../support/support.h"
#include "../support/naive_wilson.h"

/* bytes: less than all of most lattices here, more than three rows of their spinors */
#define WILSON_CACHE (100000 * (LQCD_NC - 1))

/* Bounds for the tags of arithmetic, in epsilon, and for those of 16 bits, in the relative error 1/64000 of a number.
 *
 * part: of a part of a number, which a hop sums up from at most 100 products, whose sizes add up to at most
 * 2 (|a| |x| + |b| sum of |psi| of the eight neighbours), after at most 24 roundings of half an epsilon each (without
 * fused multiply-add), and the same again for the reference: 48 epsilon. If each part of a row of a link is wrong by e,
 * the row is by sqrt(6) e, and its product with an upper half of a spinor by sqrt(2) sqrt(6) e |psi|; e is as
 * storage.h says: with 16 bits 1 or, in the rebuilt row, 4. The result loses another one of its largest part there.
 *
 * norm: |out - ref| / |ref|, after a hop; twice as much after two. The errors are independent, and the largest of this
 * that was seen is 2. */
typedef struct {
	const char *name;
	lqcd_link_storage storage;
	double part, norm, half_part, half_norm; /* half_part 0: not with 16 bits */
} storage_case;

static const storage_case storages[] TAP_UNUSED = {
    {"18", LQCD_LINK_18, 48, 4, 6, 4},
    {"12", LQCD_LINK_12, 80, 4, 17, 4},
#if LQCD_NC == 3
    {"8", LQCD_LINK_8, 100, 4, 0, 0},
#endif
};
enum { STORAGES = sizeof storages / sizeof *storages };

#define HALF_EPS (1.0 / 64000)

/* A lane grid that leaves time alone as long as it can. */
static lqcd_lattice_options time_uncut(const int *l, int lanes)
{
	lqcd_lattice_options options = lqcd_lattice_options_default();
	for (int mu = 3; mu >= 0; mu--) {
		options.lane_grid[mu] = 1;
		for (; lanes > 1 && l[mu] / options.lane_grid[mu] % 4 == 0; lanes /= 2) options.lane_grid[mu] *= 2;
	}
	return options;
}

#define TEST_STORED
#define TEST_TEMPLATE "../dirac/wilson_case.inc"
#include "../support/each_tag.inc"

#endif
