/* tests/mpi/staggered.c: staggered quarks over MPI: links, hops over one link and over three, one and many right-hand
 * sides, a solve; on all ranks together the same bits as on one.
 *
 *   mpirun -n N build/tests-mpi/staggered */
#define LQCD_MPI
#include <lqcd/gauge/momentum.h>
#include <lqcd/gauge/parallelogram.h>
#include <lqcd/hmc/staggered.h>

#include "ranks.h"

enum { NUMBERS = 10, RHS = 3 };

#define TEST_STORED
#define TEST_TEMPLATE "mpi/staggered.inc"
#include "../each_tag.inc"

static void compare(const char *tag, void (*run)(double *, const lqcd_comm *), int numbers)
{
	static const char *const what[NUMBERS] = {"F chi",
						  "and L chi",
						  "D^+ D",
						  "CG",
						  "right-hand side",
						  "right-hand side",
						  "right-hand side",
						  "with lanes of them",
						  "force of HISQ quarks",
						  "of parallelograms"};
	double all[NUMBERS], one[NUMBERS];
	const lqcd_comm self = lqcd_comm_self();
	run(all, &world);
	run(one, &self);
	for (int k = 0; k < numbers && world.rank == 0; k++)
		tap_ok(!memcmp(all + k, one + k, sizeof *all) && one[k] > 0, "%d ranks, %s: %s %.10g", world.size, tag,
		       what[k], one[k]);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	world = lqcd_comm_world(MPI_COMM_WORLD);
	compare("d", run_d, NUMBERS);
	compare("vf", run_vf, NUMBERS);
	compare("vd", run_vd, NUMBERS);
	compare("f", run_f, NUMBERS);
	compare("h", run_h, 4);
	compare("vh", run_vh, 4);
	const int failed = world.rank == 0 ? tap_done() : 0;
	MPI_Finalize();
	return failed;
}
