/* tests/mpi.c: the tests of tests/mpi/ over several processes. `mpirun -n 4 build/tests-mpi/mpi NAME..` runs those of these
 * names, or all; rank 0 speaks TAP. Random numbers begin anew before each test, from a seed that all ranks share. */
#define LQCD_MPI
#include "support/alloc_hook.h"

#include "mpi/agree.c"
#include "mpi/boundary.c"
#include "mpi/comm.c"
#include "mpi/flow.c"
#include "mpi/halo.c"
#include "mpi/multigrid.c"
#include "mpi/physics.c"
#include "mpi/staggered.c"
#include "mpi/sums.c"
#include "mpi/wilson.c"
/* The last ones: their variables have short names. */
#include "mpi/foreign.c"
#include "mpi/io.c"

static const struct {
	const char *name;
	void (*run)(void);
} tests[] = {
#define TEST(name) {#name, test_##name}
	TEST(agree), TEST(boundary), TEST(comm), TEST(flow), TEST(foreign), TEST(halo), TEST(io),
	TEST(multigrid), TEST(physics), TEST(staggered), TEST(sums), TEST(wilson),
};

static int asked_for(int argc, char **argv, const char *name)
{
	for (int k = 1; k < argc; k++)
		if (!strcmp(argv[k], name)) return 1;
	return argc < 2;
}

int main(int argc, char **argv)
{
	int ran = 0, status = 0;
	lqcd_comm_start_processes(&argc, &argv);
	world = lqcd_comm_world(LQCD_COMM_WORLD);
	if (world.rank == 0) tap_seed();
	lqcd_comm_broadcast(&world, 0, &tap_state, sizeof tap_state);
	for (size_t t = 0; t < sizeof tests / sizeof *tests; t++) {
		const unsigned long checks = tap_state.checks;
		const time_t start = time(NULL);
		if (!asked_for(argc, argv, tests[t].name)) continue;
		tap_reseed(tests[t].name);
		tests[t].run();
		ran++;
		const int freed = lqcd_comm_max(&world, hook.live ? 1 : 0) < 1;
		if (world.rank) continue;
		tap_ok(freed, "%s: every block is freed", tests[t].name);
		tap_diag("%s: %lu checks, %.0f s", tests[t].name, tap_state.checks - checks, difftime(time(NULL), start));
	}
	if (world.rank == 0) {
		status = tap_done();
		if (argc > 1 && ran != argc - 1) {
			fprintf(stderr, "%s: no test of one of these names\n", argv[0]);
			status = 2;
		}
	}
	lqcd_comm_end_processes();
	return status;
}
