/* tests/mpi/boundary.c: lattices with ends in time over MPI: on all ranks together the same bits as on one. */
#include <lqcd/gauge/flow.h>
#include <lqcd/gauge/heatbath.h>
#include <lqcd/hmc/pseudofermion.h>
#include <lqcd/observables/charge.h>
#include <lqcd/observables/schroedinger.h>

#include "ranks.h"

enum { BOUNDARY_TIMES = 8, BOUNDARY_NUMBERS = 6 + 5 * BOUNDARY_TIMES + 2 * BOUNDARY_TIMES };

/** Numbers of a run on the processes of comm: heat bath, HMC with quarks, flow, time slices, correlation functions. */
static void boundary_run(double *number, lqcd_boundary_kind kind, const lqcd_comm *comm)
{
	static const int l[4] = {BOUNDARY_TIMES, 4, 4, 8};
	lqcd_lattice_options o = lqcd_lattice_options_default();
	lqcd_boundary b = lqcd_boundary_make(kind);
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(5.6, LQCD_C1_LUESCHER_WEISZ, 4);
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_hmc_d hmc;
	lqcd_flow_d flow;
	lqcd_pseudofermion_d pf;
	lqcd_inverter inv;
	lqcd_clover_params p = lqcd_clover_params_default();
	const lqcd_solve_params params = lqcd_solve_params_default();
	o.comm = comm;
	b.last = kind == LQCD_BOUNDARY_SF ? 6 : 0;
	b.phi[1][0] = 0.5;
	b.phi[1][1] = -0.5;
	b.cG[1] = 1.3;
	b.theta[2] = 0.4;
	must(lqcd_lattice_create(&lat, l, &o, NULL));
	must(lqcd_lattice_set_boundary(&lat, &b));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&u);
	lqcd_boundary_links(&u);
	must(lqcd_heatbath_sweep(&u, 5.6, 1, 0));
	number[0] = lqcd_action_value(&u, 5.6, LQCD_C1_IWASAKI);
	chain.level[0].steps = 3;
	chain.length = 0.3;
	must(lqcd_hmc_create(&hmc, &lat, &chain));
	must(lqcd_pseudofermion_create(&pf, &lat, 0.3, LQCD_PERIODIC));
	pf.clover.csw = 1.2;
	pf.clover.cF[0] = 0.9;
	pf.clover.exponential = 1;
	const lqcd_hmc_term_d term = lqcd_pseudofermion_term(&pf);
	must(lqcd_hmc_add(&hmc, &term, 0));
	must(lqcd_hmc_trajectory(&hmc, &u));
	number[1] = hmc.dH;
	number[2] = hmc.after.kinetic;
	must(lqcd_flow_create(&flow, &lat, LQCD_FLOW_SYMANZIK));
	must(lqcd_flow_step(&flow, &u, 0.05));
	number[3] = lqcd_action_value(&u, 5.6, 0);
	number[4] = lqcd_boundary_distance(&u);
	must(lqcd_energy_slices((lqcd_energy_values *)(void *)(number + 6), &u, 1));
	double *fA = number + 6 + 5 * BOUNDARY_TIMES, *fP = fA + BOUNDARY_TIMES;
	memset(fA, 0, 2 * BOUNDARY_TIMES * sizeof *fA);
	number[5] = 0;
	must(lqcd_inverter_create(&inv, &u, 0.3, LQCD_PERIODIC, LQCD_CG));
	must(lqcd_inverter_add_clover(&inv, &u, &p, NULL));
	if (kind != LQCD_BOUNDARY_OPEN) must(lqcd_sf_correlators(fA, fP, &number[5], &u, &inv, 1, &params));
	lqcd_inverter_destroy(&inv);
	lqcd_hmc_destroy(&hmc);
	lqcd_pseudofermion_destroy(&pf);
	lqcd_flow_destroy(&flow);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

static void test_boundary(void)
{
	double all[BOUNDARY_NUMBERS], one[BOUNDARY_NUMBERS];
	const lqcd_comm self = lqcd_comm_self();
	for (int kind = LQCD_BOUNDARY_OPEN; kind <= LQCD_BOUNDARY_OPEN_SF; kind++) {
		boundary_run(all, (lqcd_boundary_kind)kind, &world);
		boundary_run(one, (lqcd_boundary_kind)kind, &self);
		for (int part = 0; part < 4; part++) {
			static const char *const name[4] = {"actions, HMC, f_1", "time slices", "f_A", "f_P"};
			static const int from[5] = {0, 6, 6 + 5 * BOUNDARY_TIMES, 6 + 6 * BOUNDARY_TIMES, BOUNDARY_NUMBERS};
			const int numbers = from[part + 1] - from[part];
			const int same = !memcmp(all + from[part], one + from[part], (size_t)numbers * sizeof *one);
			if (world.rank == 0)
				tap_ok(same && one[0] > 1,
				       "%d ranks, kind %d: %s: the same %d numbers; S = %.10g, dH = %.4g", world.size,
				       kind, name[part], numbers, one[0], one[1]);
		}
	}
}
