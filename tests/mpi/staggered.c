/* tests/mpi/staggered.c: staggered quarks over MPI: links, hops over one link and over three, these in 18, 13 and 9 reals, one and many right-hand
 * sides, a solve; on all ranks together the same bits as on one. Colour vectors in MILC's binary files: the same bytes. */
#include <lqcd/gauge/momentum.h>
#include <lqcd/gauge/parallelogram.h>
#include <lqcd/hmc/staggered.h>
#include <lqcd/io/staggered.h>
#include <lqcd/observables/staggered.h>

#include "ranks.h"

enum { STAGGERED_NUMBERS = 19, STAGGERED_RHS = 3 };

/* A lattice and its process grid, 0: any. Three links in a line go around local extents of 2, and over two processes; from
 * an odd local extent they start on the other parity. */
typedef struct {
	int l[4], grid[4];
} lattice_shape;
static const lattice_shape *staggered_shape;

#define TEST_STORED
#define TEST_TEMPLATE "../mpi/staggered.inc"
#include "../support/each_tag.inc"

static void compare_staggered(const char *tag, void (*run)(double *, const lqcd_comm *), int numbers)
{
	static const char *const what[STAGGERED_NUMBERS] = {"F chi",
						  "and L chi",
						  "D^+ D",
						  "CG",
						  "long links in 13 reals",
						  "right-hand side",
						  "right-hand side",
						  "right-hand side",
						  "with lanes of them",
						  "force of HISQ quarks",
						  "of parallelograms",
						  "links by singular values",
						  "HISQ links in SU3",
						  "long links in 9 reals",
						  "multiples of unitary links",
						  "mesons",
						  "pions of all tastes",
						  "condensate",
						  "heat bath"};
	double all[STAGGERED_NUMBERS], one[STAGGERED_NUMBERS];
	const lqcd_comm self = lqcd_comm_self();
	run(all, &world);
	run(one, &self);
	for (int k = 0; k < numbers && world.rank == 0; k++)
		tap_ok(!memcmp(all + k, one + k, sizeof *all) && one[k] > 0, "%d ranks, %dx%dx%dx%d, %s: %s %.10g",
		       world.size, staggered_shape->l[0], staggered_shape->l[1], staggered_shape->l[2], staggered_shape->l[3], tag, what[k], one[k]);
}

/* The vector of a seed. */
static void make_vector(lqcd_lattice *lat, lqcd_spinor_field_vf_ks *x, const lqcd_comm *comm)
{
	const int l[4] = {8, 8, 8, 4};
	lqcd_lattice_options o = lqcd_lattice_options_default();
	o.comm = comm;
	must(lqcd_lattice_create(lat, l, &o, NULL));
	must(lqcd_spinor_field_create(x, lat, LQCD_FULL));
	lqcd_spinor_field_gaussian(x, 9, 0);
}

/* Written by all, read by each alone, and the other way round; a sum that is wrong has one status for all. */
static void check_files(void)
{
	const lqcd_comm self = lqcd_comm_self();
	const char *tmp = getenv("TMPDIR");
	lqcd_lattice shared, alone;
	lqcd_spinor_field_vf_ks x, y, z;
	lqcd_message why;
	uint64_t name = tap_random_u64();
	char path[512];
	lqcd_comm_broadcast(&world, 0, &name, sizeof name);
	snprintf(path, sizeof path, "%.400s/lqcd-mpi-colour-%016llx", tmp && *tmp ? tmp : "/tmp",
		 (unsigned long long)name);
	make_vector(&shared, &x, &world);
	make_vector(&alone, &y, &self);
	must(lqcd_spinor_field_create(&z, &alone, LQCD_FULL));
	const lqcd_field_view all[2] = {lqcd_spinor_field_view(&x), lqcd_spinor_field_view(&x)};
	const lqcd_field_view one = lqcd_spinor_field_view(&y), read = lqcd_spinor_field_view(&z);
	must(lqcd_milc_colour_write(path, all, 2, LQCD_BYTES_BIG, &why));
	must(lqcd_milc_colour_read(path, read, 1, NULL, &why));
	const int written = same_fields(read, one);
	lqcd_comm_sum_u64(&world, 0);
	if (world.rank == 0) must(lqcd_milc_colour_write(path, &one, 1, LQCD_BYTES_LITTLE, &why));
	lqcd_comm_sum_u64(&world, 0);
	lqcd_spinor_field_zero(&x);
	must(lqcd_milc_colour_read(path, all[0], 0, NULL, &why));
	const double good = lqcd_comm_max(&world, written && same_fields(all[0], one) ? 0 : 1);
	FILE *f = world.rank == 0 ? fopen(path, "r+b") : NULL;
	if (f) {
		must(fseek(f, 94, SEEK_SET) == 0 && fputc(0x5a, f) != EOF ? LQCD_OK : LQCD_ERR_WRITE);
		fclose(f);
	}
	lqcd_comm_sum_u64(&world, 0);
	const lqcd_status s = lqcd_milc_colour_read(path, all[0], 0, NULL, &why);
	const double wrong = lqcd_comm_max(&world, s == LQCD_ERR_CHECKSUM ? 0 : 1);
	if (world.rank == 0) {
		tap_ok(good < 1 && wrong < 1, "%d ranks: MILC's binary file of colour vectors: %s", world.size,
		       why.text);
		remove(path);
	}
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&y);
	lqcd_spinor_field_destroy(&z);
	lqcd_lattice_destroy(&shared);
	lqcd_lattice_destroy(&alone);
}

/* A halo without memory on one process: an error of shifts and outer products, on all; NaN after a hop. */
static void check_memory(void)
{
	static const char *const name[3] = {"shift", "outer products", "hop"};
	const lqcd_staggered_phases p = lqcd_staggered_phases_make(LQCD_PHASES_MILC, LQCD_ANTIPERIODIC);
	lqcd_lattice lat;
	lqcd_spinor_field_vf_ks x, r;
	lqcd_gauge_field_vf u, df, dl;
	lqcd_staggered_vf_ks D;
	make_vector(&lat, &x, &world);
	must(lqcd_spinor_field_create(&r, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&df, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&dl, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&u);
	must(lqcd_staggered_create(&D, &u, &u, 0.3));
	const lqcd_dirac_vf_ks d = lqcd_staggered_dirac(&D);
	for (int what = 0; what < 3; what++) {
		int good = 1;
		for (int n = 0, end = 1; n <= end && good; n++) {
			hook.calls = 0;
			hook.fail_at = world.rank == world.size / 2 && n ? n : -1;
			lqcd_status s = LQCD_OK;
			if (what == 0) s = lqcd_staggered_shift(&r, &p, 0, &u, &x);
			if (what == 1) s = lqcd_staggered_outer(&df, &dl, 1, 1, &x);
			if (what == 2) lqcd_dirac_apply(&r, &d, &x, 0, NULL);
			if (!n) end = (int)hook.calls;
			hook.fail_at = 0;
			const double r2 = what == 2 ? lqcd_spinor_field_norm2(&r) : 0;
			good = what == 2 ? (n > 0) == !!tap_isnan(r2) : s == (n ? LQCD_ERR_MEMORY : LQCD_OK);
		}
		all_ok(good, "no memory on one process, at each allocation", name[what], lat.extent, &lat);
	}
	lqcd_staggered_destroy(&D);
	lqcd_gauge_field_destroy(&dl);
	lqcd_gauge_field_destroy(&df);
	lqcd_gauge_field_destroy(&u);
	lqcd_spinor_field_destroy(&r);
	lqcd_spinor_field_destroy(&x);
	lqcd_lattice_destroy(&lat);
}

static void test_staggered(void)
{
	const int n = world.size % 4 ? 1 : 2;
	const lattice_shape usual = {{8, 8, 8, 4}, {0, 0, 0, 0}},
			    narrow = {{2 * (world.size / n), 4, 2 * n, 2}, {world.size / n, 1, n, 1}},
			    odd = {{4, 3 * (world.size / n), 2, n == 1 ? 4 : 6}, {1, world.size / n, 1, n}};
	staggered_shape = &usual;
	compare_staggered("d", staggered_run_d, STAGGERED_NUMBERS);
	compare_staggered("vf", staggered_run_vf, STAGGERED_NUMBERS);
	compare_staggered("vd", staggered_run_vd, STAGGERED_NUMBERS);
	compare_staggered("f", staggered_run_f, STAGGERED_NUMBERS);
	compare_staggered("h", staggered_run_h, 5);
	compare_staggered("vh", staggered_run_vh, 5);
	/* The branch by singular values is rare. */
	staggered_shape = &narrow;
	compare_staggered("d", staggered_run_d, 11);
	compare_staggered("h", staggered_run_h, 5);
	staggered_shape = &odd;
	compare_staggered("d", staggered_run_d, 11);
	compare_staggered("h", staggered_run_h, 5);
	check_files();
	if (world.size > 1) check_memory();
}
