/* bench/gpu/hmc.cu: trajectories of two flavours of clover quarks, and of domain walls, on a GPU and on the threads of its host.
 *
 *   hmc [T L]        T x L^3; default 48 24. GPU_FLAGS="-Xcompiler -march=native": the lanes of the host
 *
 * Plaquette action at beta 5.6, kappa 0.13, csw 1.6, double precision on both sides (gd; lanes on the host), from
 * the same links, which a heat bath of the device has made. Two steps of OMF2; action, force, trajectory: one each.
 * Domain walls: Moebius, L_s = 8, m = 0.1, with Pauli-Villars fields of mass 1. */
#include <lqcd.h>

#include "measure.h"

static lqcd_gpu gpu;

/* Seconds of the action and a force of the quarks, and of a trajectory; and the plaquette after it. */
typedef struct {
	double action, force, trajectory, plaquette, dH;
	int iterations;
} times;

template <class Quarks, class Lattice> static void clover_quarks(Quarks *pf, Lattice *lat)
{
	bench_must(lqcd_pseudofermion_create(pf, lat, 1 / 0.26 - 4, LQCD_ANTIPERIODIC));
	pf->clover.csw = 1.6;
}

template <class Quarks, class Lattice> static void domain_walls(Quarks *pf, Lattice *lat)
{
	const lqcd_domain_wall_params p = lqcd_domain_wall_params_make(8, 1.8, 0.1, 1.5, 0.5);
	bench_must(lqcd_pseudofermion_create_domain_wall(pf, lat, &p, 1, LQCD_ANTIPERIODIC));
}

/* create: makes *pf. */
template <class Term, class Lattice, class Field, class Hmc, class Quarks>
static times measure(Lattice *lat, Field *u, Hmc *hmc, Quarks *pf, void (*create)(Quarks *, Lattice *))
{
	times t;
	double value = 0;
	Field p;
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(5.6, 0, 7);
	chain.length = 0.1;
	chain.level[0].steps = 2;
	bench_must(lqcd_gauge_field_create(&p, lat, LQCD_FULL));
	bench_must(lqcd_hmc_create(hmc, lat, &chain));
	create(pf, lat);
	pf->action.tolerance = 1e-10;
	pf->force.tolerance = 1e-8;
	const Term term = lqcd_pseudofermion_term(pf);
	bench_must(lqcd_hmc_add(hmc, &term, 0));
	lqcd_momentum_random(&p, 1, 0);
	bench_must(term.refresh(pf, u, 3, 0));
	double start = bench_seconds();
	bench_must(term.action(pf, u, &value));
	t.action = bench_seconds() - start;
	start = bench_seconds();
	bench_must(term.force(pf, &p, u, 0.1));
	value += lqcd_momentum_energy(&p);
	t.force = bench_seconds() - start;
	pf->iterations = 0;
	start = bench_seconds();
	bench_must(lqcd_hmc_trajectory(hmc, u));
	t.trajectory = bench_seconds() - start;
	t.iterations = pf->iterations;
	t.dH = hmc->dH;
	t.plaquette = lqcd_plaquette(u).mean;
	lqcd_pseudofermion_destroy(pf);
	lqcd_hmc_destroy(hmc);
	lqcd_gauge_field_destroy(&p);
	if (value != value) printf("NaN\n");
	return t;
}

static void row(const char *quarks, const char *where, times t)
{
	printf("| %s, %s | %.3f | %.3f | %.2f | %d | %.12f | %.6g |\n", quarks, where, t.action, t.force, t.trajectory,
	       t.iterations, t.plaquette, t.dH);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	const int T = argc > 2 ? atoi(argv[1]) : 48, L = argc > 2 ? atoi(argv[2]) : 24, extent[4] = {T, L, L, L};
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	lqcd_gauge_field_gd u;
	lqcd_gauge_field_vd v, w;
	lqcd_hmc_gd hmc;
	lqcd_hmc_vd host_hmc;
	lqcd_pseudofermion_gd pf;
	lqcd_pseudofermion_vd host_pf;
	lqcd_multi_pseudofermion_gd wall;
	lqcd_multi_pseudofermion_vd host_wall;
	const lqcd_lattice *const host_lat = &lat;
	static const char *const names[2] = {"clover", "domain walls"};
	bench_open(&gpu);
	bench_must(lqcd_lattice_create(&lat, extent, NULL, &bench_why));
	bench_must(lqcd_gpu_lattice_create(&there, &gpu, &lat, &bench_why));
	bench_must(lqcd_gauge_field_create(&u, &there, LQCD_FULL));
	bench_must(lqcd_gauge_field_create(&v, &lat, LQCD_FULL));
	bench_must(lqcd_gauge_field_create(&w, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&u);
	for (int k = 0; k < 50; k++) bench_must(lqcd_heatbath_sweep(&u, 5.9, 11, (uint64_t)k));
	bench_must(lqcd_gauge_field_get(lqcd_gauge_field_view(&v), &u));
	printf("%d x %d^3: seconds\n\n| | action | force | trajectory | iterations | plaquette | dH |\n"
	       "|---|--:|--:|--:|--:|--:|--:|\n",
	       T, L);
	times g[2], h[2];
	for (int walls = 0; walls < 2; walls++) {
		bench_must(lqcd_gauge_field_put(&u, lqcd_gauge_field_view(&v)));
		g[walls] = walls ? measure<lqcd_hmc_term_gd>(&there, &u, &hmc, &wall, domain_walls)
				 : measure<lqcd_hmc_term_gd>(&there, &u, &hmc, &pf, clover_quarks);
		bench_must(lqcd_gpu_lattice_status(&there, &bench_why));
		row(names[walls], gpu.name, g[walls]);
	}
	for (int walls = 0; walls < 2; walls++) {
		lqcd_gauge_field_copy(&w, &v);
		h[walls] = walls ? measure<lqcd_hmc_term_vd>(host_lat, &w, &host_hmc, &host_wall, domain_walls)
				 : measure<lqcd_hmc_term_vd>(host_lat, &w, &host_hmc, &host_pf, clover_quarks);
		row(names[walls], "host", h[walls]);
	}
	for (int walls = 0; walls < 2; walls++)
		printf("\n%s: the device takes 1/%.1f of the host's time.\n", names[walls],
		       h[walls].trajectory / g[walls].trajectory);
	lqcd_gauge_field_destroy(&w);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_gpu_lattice_destroy(&there);
	lqcd_lattice_destroy(&lat);
	lqcd_gpu_close(&gpu);
	return 0;
}
