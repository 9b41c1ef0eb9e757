/* tests/gpu/ranks_represent.cu: adjoint quarks, and ends in time, on several processes, each with a device, over MPI: on every
 * process grid the numbers of one process, bit for bit.
 *
 *   mpirun -n N ranks_represent       1, 2, 4, .. */
#define LQCD_MPI 1
#define LQCD_ADJOINT
#include <lqcd.h>
#include <lqcd/hmc/represent.h>

#include "ranks.h"

enum { NUMBERS = 8 };

/* Sums over links and spinors that pass through actions, forces, represented links, operators and terms of HMC. */
static void numbers_of(double *v, lqcd_gpu_lattice *there)
{
	lqcd_gauge_field_gd u, p;
	lqcd_gauge_field_gd_adj w;
	lqcd_spinor_field_gd_adj x, y;
	lqcd_wilson_gd_adj D;
	lqcd_action_gd act;
	lqcd_pseudofermion_gd_adj pf;
	lqcd_represented_gd_adj r;
	const lqcd_clover_params params = {1.2, 0, 0, LQCD_SCHUR_ASYMMETRIC, 0, {1.1, 0.9}};
	must(lqcd_gauge_field_create(&u, there, LQCD_FULL));
	must(lqcd_gauge_field_create(&p, there, LQCD_FULL));
	must(lqcd_gauge_field_create(&w, there, LQCD_FULL));
	must(lqcd_spinor_field_create(&x, there, LQCD_FULL));
	must(lqcd_spinor_field_create(&y, there, LQCD_FULL));
	must(lqcd_action_create(&act, there, LQCD_C1_IWASAKI));
	lqcd_gauge_field_unit(&u);
	lqcd_boundary_links(&u);
	for (int n = 0; n < 2; n++) must(lqcd_heatbath_sweep(&u, 5.7, 3, (uint64_t)n));
	v[0] = lqcd_link_trace(&u);
	v[1] = lqcd_action_value(&u, 5.7, LQCD_C1_IWASAKI);
	lqcd_momentum_random(&p, 4, 5);
	must(lqcd_action_force(&p, 0.5, &act, &u, 1.5));
	v[2] = lqcd_momentum_energy(&p);
	lqcd_gauge_field_represent(&w, &u);
	lqcd_spinor_field_gaussian(&x, 6, 7);
	must(lqcd_wilson_create(&D, &w, 0.4, LQCD_ANTIPERIODIC));
	must(lqcd_clover_add(&D, &w, &params, &why));
	lqcd_wilson_apply(&y, &D, &x, 0);
	v[3] = lqcd_spinor_field_norm2(&y);
	const lqcd_dirac_gd_adj d = lqcd_wilson_dirac(&D);
	v[4] = lqcd_dirac_logdet(&d, LQCD_ODD);
	must(lqcd_pseudofermion_create(&pf, there, 0.5, LQCD_ANTIPERIODIC));
	pf.clover = params;
	const lqcd_hmc_term_gd_adj of = lqcd_pseudofermion_term(&pf);
	must(lqcd_represented_create(&r, &of));
	const lqcd_hmc_term_gd term = lqcd_represented_term(&r);
	must(term.refresh(term.self, &u, 8, 16));
	must(term.action(term.self, &u, &v[5]));
	must(term.force(term.self, &p, &u, 0.7));
	lqcd_boundary_momenta(&p);
	v[6] = lqcd_momentum_energy(&p);
	v[7] = lqcd_boundary_distance(&u);
	lqcd_represented_destroy(&r);
	lqcd_pseudofermion_destroy(&pf);
	lqcd_wilson_destroy(&D);
	lqcd_action_destroy(&act);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&p);
	lqcd_gauge_field_destroy(&w);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&y);
}

static void check_grid(const int *l, const int *grid, lqcd_boundary_kind kind)
{
	double v[2][NUMBERS];
	lqcd_lattice lat[2];
	lqcd_boundary b = lqcd_boundary_make(kind);
	if (kind != LQCD_BOUNDARY_PERIODIC) b.last = l[0] - 2;
	b.cG[0] = 1.2;
	b.phi[0][0] = 0.3;
	b.phi[0][1] = -0.3;
	for (int one = 0; one < 2; one++) {
		lqcd_gpu_lattice there;
		lqcd_lattice_options o = lqcd_lattice_options_default();
		if (!one) o.comm = &world;
		if (!one) memcpy(o.grid, grid, sizeof o.grid);
		must(lqcd_lattice_create(&lat[one], l, &o, NULL));
		must(lqcd_lattice_set_boundary(&lat[one], &b));
		done(lqcd_gpu_lattice_create(&there, &gpu, &lat[one], &why));
		numbers_of(v[one], &there);
		done(lqcd_gpu_lattice_status(&there, &why));
		lqcd_gpu_lattice_destroy(&there);
	}
	int good = v[1][2] > 0 && v[1][3] > 0;
	for (int n = 0; n < NUMBERS; n++)
		if (memcmp(&v[0][n], &v[1][n], sizeof v[0][n])) {
			good = 0;
			tap_diag("number %d: %.17g, not %.17g", n, v[0][n], v[1][n]);
		}
	all_ok(good, kind ? "ends in time and adjoint quarks" : "adjoint quarks", "gd", l, &lat[0]);
	for (int one = 0; one < 2; one++) lqcd_lattice_destroy(&lat[one]);
}

int main(int argc, char **argv)
{
	static const int l[4] = {8, 4, 4, LQCD_DEVICE_COMPILER ? 4 : 2}; /* a host does not cut the last */
	if (!ranks_begin(&argc, &argv)) return 77;
	for (int cut = 0; cut < (FEW ? 1 : 4); cut++) {
		int grid[4] = {1, 1, 1, 1}, left = world.size;
		for (int mu = cut; left > 1 && left % 2 == 0 && mu < 4; mu++, left /= 2) grid[mu] = 2;
		if (left > 1 || (cut > 1 && !LQCD_DEVICE_COMPILER)) continue;
		check_grid(l, grid, LQCD_BOUNDARY_PERIODIC);
		check_grid(l, grid, LQCD_BOUNDARY_SF);
	}
	return ranks_end();
}
