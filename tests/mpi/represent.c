/* tests/mpi/represent.c: quarks in other representations over MPI: on all ranks together the same bits as on one.
 *
 *   mpirun -n N build/tests-mpi/represent */
#define LQCD_MPI
#define LQCD_ADJOINT
#define LQCD_SYMMETRIC
#include <lqcd/gauge/heatbath.h>
#include <lqcd/hmc/hmc.h>
#include <lqcd/hmc/pseudofermion.h>
#include <lqcd/hmc/represent.h>
#include <lqcd/solver/multigrid.h>

#include "ranks.h"

enum { NUMBERS = 8 };

#define LQCD_REP adj
#include "represent.inc"
#undef LQCD_REP
#define LQCD_REP sym
#include "represent.inc"
#undef LQCD_REP

static void compare(const char *name, void (*run)(double *, const lqcd_comm *))
{
	double all[NUMBERS], one[NUMBERS];
	const lqcd_comm self = lqcd_comm_self();
	run(all, &world);
	run(one, &self);
	static const char *const what[NUMBERS] = {"dH", "kinetic energy", "CG with floats", "iterations",
						 "BiCGStab with 16 bits", "iterations", "multigrid", "iterations"};
	for (int k = 0; k < NUMBERS && world.rank == 0; k++)
		tap_ok(!memcmp(all + k, one + k, sizeof *all) && fabs(one[k]) > 0, "%d ranks, %s: %s %.10g", world.size, name,
		       what[k], one[k]);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	world = lqcd_comm_world(MPI_COMM_WORLD);
	compare("adjoint", run_adj);
	compare("symmetric", run_sym);
	const int status = world.rank == 0 ? tap_done() : 0;
	MPI_Finalize();
	return status;
}
