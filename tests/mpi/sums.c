/* tests/mpi/sums.c: sums over MPI: sums over all ranks are to the bit those of one process alone: norms, dot
 * products, plaquettes, link traces and pion correlators, in four tags. Rank 0 reports for all. */
#include <lqcd/gauge/plaquette.h>
#include <lqcd/field/halo.h>
#include <lqcd/field/linalg.h>
#include <lqcd/observables/meson.h>

#include "ranks.h"

static void sums_ok(int good, const char *what, const char *tag, const int *l)
{
	const double wrong = lqcd_comm_max(&world, good ? 0 : 1);
	if (world.rank == 0)
		tap_ok(wrong == 0, "%s: %s, %d x %d x %d x %d on %d ranks", tag, what, l[0], l[1], l[2], l[3],
		       world.size);
}

#define TEST_TEMPLATE "../mpi/sums.inc"
#include "../support/each_tag.inc"

/* Terms of all sizes, shared out in turn; infinities on two ranks. */
static void check_comm_sums(void)
{
	enum { TERMS = 500, SUMS = 11 };
	lqcd_sum all[SUMS], mine[SUMS];
	double x[SUMS];
	int good = 1;
	for (int k = 0; k < SUMS; k++) {
		lqcd_sum_start(&all[k]);
		lqcd_sum_start(&mine[k]);
		for (int i = 0; i < TERMS; i++) {
			const double term = ldexp(sin(1 + i + 1000.0 * k), (i * 37 + k) % 200 - 100);
			lqcd_sum_add(&all[k], term);
			if (i % world.size == world.rank) lqcd_sum_add(&mine[k], term);
		}
	}
	if (world.rank == 0) lqcd_sum_add(&mine[3], HUGE_VAL);
	if (world.rank == 0) lqcd_sum_add(&mine[4], HUGE_VAL);
	if (world.rank == world.size - 1) lqcd_sum_add(&mine[4], -HUGE_VAL);
	lqcd_comm_sums(&world, x, mine, SUMS);
	for (int k = 0; k < SUMS; k++) {
		const double want = k == 3 ? HUGE_VAL : lqcd_sum_value(&all[k]);
		good = good && (k == 4 ? tap_isnan(x[k]) : memcmp(&x[k], &want, sizeof want) == 0);
	}
	const int none[4] = {0, 0, 0, 0};
	sums_ok(good, "lqcd_comm_sums", "double", none);
}

/* A point source beyond the lattice's border, which is periodic, and a field without zeros. */
static void pion_on(lqcd_lattice *lat, double *corr)
{
	static const int site[4] = {-1, 5, 3, 2};
	lqcd_spinor_field_d x;
	must(lqcd_spinor_field_create_d(&x, lat, LQCD_FULL));
	for (int t = 0; t < 2 * lat->extent[0]; t++) corr[t] = 0.25 * t;
	must(lqcd_point_source(&x, site, 2, 1));
	lqcd_pion_add(corr, &x, 3);
	lqcd_spinor_field_gaussian_d(&x, 7, 0);
	lqcd_pion_add(corr + lat->extent[0], &x, -5);
	lqcd_spinor_field_destroy_d(&x);
}

static void check_pion(const int *l)
{
	enum { MOST = 32 };
	lqcd_lattice lat, alone;
	lqcd_lattice_options o = lqcd_lattice_options_default();
	double together[MOST], want[MOST] = {0};
	o.comm = &world;
	if (lqcd_lattice_create(&lat, l, &o, NULL) != LQCD_OK) return;
	must(lqcd_lattice_create(&alone, l, NULL, NULL));
	pion_on(&lat, together);
	if (world.rank == 0) pion_on(&alone, want);
	MPI_Bcast(want, MOST, MPI_DOUBLE, 0, world.mpi);
	int good = memcmp(together, want, 2 * (size_t)l[0] * sizeof *want) == 0;
	for (int t = 0; t < l[0]; t++) /* the source is at time L - 1 = 3 + t */
		good = good && fabs(want[t] - 0.25 * t - ((t + 4) % l[0] == 0 ? 1 : 0)) <= 0;
	sums_ok(good, "point source and pion correlator of one process", "d", l);
	lqcd_lattice_destroy(&lat);
	lqcd_lattice_destroy(&alone);
}

static void test_sums(void)
{
	static const int extents[3][4] = {{16, 8, 8, 8}, {8, 8, 8, 16}, {4, 16, 8, 4}};
	check_comm_sums();
	for (int k = 0; k < 3; k++) {
		EACH_TAG(check_sums, (extents[k]));
		check_pion(extents[k]);
	}
}
