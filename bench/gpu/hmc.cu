/* bench/gpu/hmc.cu: a trajectory of two flavours of clover quarks on a GPU and on the threads of its host.
 *
 *   hmc [T L]        T x L^3; default 48 24. GPU_FLAGS="-Xcompiler -march=native": the lanes of the host
 *
 * Plaquette action at beta 5.6, kappa 0.13, csw 1.6, double precision on both sides (gd; lanes on the host), from
 * the same links, which a heat bath of the device has made. Two steps of OMF2; action, force, trajectory: one each. */
#include <lqcd/gpu/hmc.h>

#include "measure.h"

static lqcd_gpu gpu;

/* Seconds of the action and a force of the quarks, and of a trajectory; and the plaquette after it. */
typedef struct {
	double action, force, trajectory, plaquette, dH;
	int iterations;
} times;

template <class Lattice, class Field, class Hmc, class Quarks, class Term>
static times measure(Lattice *lat, Field *u, Hmc *hmc, Quarks *pf)
{
	times t;
	double value = 0;
	Field p;
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(5.6, 0, 7);
	chain.length = 0.1;
	chain.level[0].steps = 2;
	bench_must(lqcd_gauge_field_create(&p, lat, LQCD_FULL));
	bench_must(lqcd_hmc_create(hmc, lat, &chain));
	bench_must(lqcd_pseudofermion_create(pf, lat, 1 / 0.26 - 4, LQCD_ANTIPERIODIC));
	pf->clover.csw = 1.6;
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

static void row(const char *where, times t, times base)
{
	printf("| %s | %.3f | %.3f | %.2f | %d | %.12f | %.6g | %.1f |\n", where, t.action, t.force, t.trajectory, t.iterations,
	       t.plaquette, t.dH, base.trajectory / t.trajectory);
}

int main(int argc, char **argv)
{
	const int T = argc > 2 ? atoi(argv[1]) : 48, L = argc > 2 ? atoi(argv[2]) : 24, extent[4] = {T, L, L, L};
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	lqcd_gauge_field_gd u;
	lqcd_gauge_field_vd v;
	lqcd_hmc_gd hmc;
	lqcd_hmc_vd host_hmc;
	lqcd_pseudofermion_gd pf;
	lqcd_pseudofermion_vd host_pf;
	bench_open(&gpu);
	bench_must(lqcd_lattice_create(&lat, extent, NULL, &bench_why));
	bench_must(lqcd_gpu_lattice_create(&there, &gpu, &lat, &bench_why));
	bench_must(lqcd_gauge_field_create(&u, &there, LQCD_FULL));
	bench_must(lqcd_gauge_field_create(&v, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&u);
	for (int k = 0; k < 50; k++) bench_must(lqcd_heatbath_sweep(&u, 5.9, 11, (uint64_t)k));
	bench_must(lqcd_gauge_field_get(lqcd_gauge_field_view(&v), &u));
	const times g = measure<lqcd_gpu_lattice, lqcd_gauge_field_gd, lqcd_hmc_gd, lqcd_pseudofermion_gd, lqcd_hmc_term_gd>(
		&there, &u, &hmc, &pf);
	bench_must(lqcd_gpu_lattice_status(&there, &bench_why));
	printf("%d x %d^3: seconds\n\n| | action | force | trajectory | iterations | plaquette | dH | times the host |\n"
	       "|---|--:|--:|--:|--:|--:|--:|--:|\n", T, L);
	row(gpu.name, g, g);
	const times h = measure<const lqcd_lattice, lqcd_gauge_field_vd, lqcd_hmc_vd, lqcd_pseudofermion_vd, lqcd_hmc_term_vd>(
		&lat, &v, &host_hmc, &host_pf);
	row("host", h, h);
	printf("\nThe device takes 1/%.1f of the host's time.\n", h.trajectory / g.trajectory);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_gpu_lattice_destroy(&there);
	lqcd_lattice_destroy(&lat);
	lqcd_gpu_close(&gpu);
	return 0;
}
