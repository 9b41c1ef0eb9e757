/* tests/mpi/flow.c: forces, gradient flow, energies, smearing, gauge fixing and HMC over MPI: on all ranks together the same bits as
 * on one. */
#include <lqcd/gauge/fix.h>
#include <lqcd/gauge/flow.h>
#include <lqcd/gauge/smear.h>
#include <lqcd/hmc/hmc.h>
#include <lqcd/observables/charge.h>
#include <lqcd/observables/source_smear.h>

#include "ranks.h"

#define LQCD_TAG d
#include "flow.inc"
#define LQCD_TAG vf
#include "flow.inc"

/** Memory is missing on one rank, at some of the allocations: all have the same status. */
static void check_flow_memory(const int *l)
{
	const int samples = world.size < 8 ? 12 : 2;
	const long live = hook.live;
	int wrong = 0;
	flow_run_d r;
	hook.calls = hook.fail_at = 0;
	const int good = flow_create_d(&r, l, &world) == LQCD_OK;
	const long calls = hook.calls;
	if (good) flow_destroy_d(&r);
	for (int k = 0; good && k < samples && !wrong; k++) {
		const long n = 1 + (calls - 1) * k / (samples - 1);
		hook.calls = 0;
		hook.fail_at = world.rank == world.size / 2 ? n : -1;
		const lqcd_status s = flow_create_d(&r, l, &world);
		flow_destroy_d(&r);
		wrong = lqcd_comm_max(&world, s == LQCD_ERR_MEMORY ? 0 : 1) > 0;
	}
	hook.fail_at = 0;
	const int freed = lqcd_comm_max(&world, hook.live == live ? 0 : 1) <= 0;
	if (world.rank == 0)
		tap_ok(good && !wrong && freed, "%d ranks: no memory on one of them, at %d of %ld allocations",
		       world.size, samples, calls);
}

static void test_flow(void)
{
	static const int wide[4] = {8, 8, 4, 8}, small[4] = {4, 4, 4, 8};
	check_flow_d(small);
	check_flow_vf(wide);
	check_flow_memory(small);
}
