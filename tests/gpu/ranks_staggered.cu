/* tests/gpu/ranks_staggered.cu: staggered quarks on several processes, each with a device, over MPI: in every tag and storage of
 * long links, on one and on several right-hand sides, on every process grid, the fields and sums of all processes together
 * are, bit for bit, those of one; and where kernels run on the host, those of the operator of the host.
 *
 *   mpirun -n N ranks_staggered       1, 2, 4, .. */
#define LQCD_MPI 1
#include "../support/alloc_hook.h"

#include <lqcd.h>
#include <lqcd/hmc/staggered.h>
#include <lqcd/hmc/symanzik.h>
#include <lqcd/observables/staggered.h>

#include "ranks.h"

enum { RHS = 5, NO_LONG = -1 };

/* A lattice of all processes, or of this one alone, on the device; with links of asqtad and their phases. */
typedef struct {
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	lqcd_gauge_field_d fat, lng;
	lqcd_spinor_field_d_ks host;
} place;

static uint64_t seed;

static void place_create(place *p, const int *l, const lqcd_comm *comm, const int *grid)
{
	const lqcd_fat_paths paths = lqcd_fat_asqtad(0.9);
	const lqcd_staggered_phases phases = lqcd_staggered_phases_make(LQCD_PHASES_MILC, LQCD_ANTIPERIODIC);
	lqcd_lattice_options o = lqcd_lattice_options_default();
	lqcd_gauge_field_d u;
	o.comm = comm;
	if (comm) memcpy(o.grid, grid, sizeof o.grid);
	must(lqcd_lattice_create(&p->lat, l, &o, NULL));
	done(lqcd_gpu_lattice_create(&p->there, &gpu, &p->lat, &why));
	must(lqcd_gauge_field_create(&u, &p->lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&p->fat, &p->lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&p->lng, &p->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&p->host, &p->lat, LQCD_FULL));
	lqcd_gauge_field_random(&u, seed, 0);
	must(lqcd_fat_links(&p->fat, &p->lng, &u, &paths));
	must(lqcd_gauge_field_phases(&p->fat, &phases, 1));
	must(lqcd_gauge_field_phases(&p->lng, &phases, 3));
	lqcd_gauge_field_destroy(&u);
}

static void place_destroy(place *p)
{
	lqcd_spinor_field_destroy(&p->host);
	lqcd_gauge_field_destroy(&p->fat);
	lqcd_gauge_field_destroy(&p->lng);
	done(lqcd_gpu_lattice_status(&p->there, &why));
	lqcd_gpu_lattice_destroy(&p->there);
	lqcd_lattice_destroy(&p->lat);
}

static int same_bits(const double *a, const double *b, int n)
{
	return memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

static int same_hosts(const place *all, const place *one)
{
	return same_fields(lqcd_spinor_field_view(&all->host), lqcd_spinor_field_view(&one->host));
}

/* Whether three links from a site end two processes further on. */
static int narrow(const lqcd_lattice *lat)
{
	int any = 0;
	for (int mu = 0; mu < 4; mu++) any |= lat->comm.grid[mu] > 1 && lat->local[mu] < 3;
	return any;
}

#define LQCD_REP ks
#define TEST_HOST f
#define LQCD_TAG gf
#include "ranks_staggered.inc"
#undef TEST_HOST
#define TEST_HOST d
#define LQCD_TAG gd
#include "ranks_staggered.inc"
#undef TEST_HOST
#define TEST_HOST h
#define LQCD_TAG gh
#include "ranks_staggered.inc"
#undef LQCD_REP

/* CG in double with inner iterations in a lower precision: the same x after as many iterations. */
template <class Low> static int solve_mixed(place *p, Low *low)
{
	operator_gd_ks D;
	lqcd_spinor_field_gd_ks x, b;
	lqcd_solve_params params = lqcd_solve_params_default();
	params.tolerance = 1e-10;
	operator_create_gd_ks(&D, p, LQCD_LONG_18);
	must(lqcd_spinor_field_create(&x, &p->there, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &p->there, LQCD_FULL));
	lqcd_spinor_field_gaussian(&p->host, seed, 8);
	must(lqcd_spinor_field_put(&b, lqcd_spinor_field_view(&p->host)));
	const auto d = lqcd_staggered_dirac(&D.D);
	const auto d_low = lqcd_staggered_dirac(&low->D);
	const lqcd_solve_result r = lqcd_dirac_solve_mixed(&x, &d, &d_low, &b, LQCD_CG, &params);
	must(lqcd_spinor_field_get(lqcd_spinor_field_view(&p->host), &x));
	operator_destroy_gd_ks(&D);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
	return r.status == LQCD_OK && r.residual <= params.tolerance ? r.iterations : -1;
}

static int solve_with_gf(place *p)
{
	operator_gf_ks low;
	operator_create_gf_ks(&low, p, LQCD_NC == 3 ? LQCD_LONG_13 : LQCD_LONG_18);
	const int n = solve_mixed(p, &low);
	operator_destroy_gf_ks(&low);
	return n;
}

static int solve_with_gh(place *p)
{
	operator_gh_ks low;
	operator_create_gh_ks(&low, p, LQCD_NC == 3 ? LQCD_LONG_13 : LQCD_LONG_18);
	const int n = solve_mixed(p, &low);
	operator_destroy_gh_ks(&low);
	return n;
}

static void check_mixed(place *all, place *one, const int *l)
{
	int mine = solve_with_gf(all), alone = solve_with_gf(one);
	all_ok(mine == alone && mine > 0 && same_hosts(all, one), "CG in float", "gd", l, &all->lat);
	mine = solve_with_gh(all);
	alone = solve_with_gh(one);
	all_ok(mine == alone && mine > 0 && same_hosts(all, one), "CG in 16 bits", "gd", l, &all->lat);
}

/* An error of the last process ends the work of all; a link that is no number of one process is one of all. */
static void check_failure(place *all, const int *l)
{
	operator_gd_ks D;
	lqcd_spinor_field_gd_ks x, b;
	lqcd_message bad = {"a test"};
	lqcd_gauge_field_gd f, g;
	const lqcd_solve_params params = lqcd_solve_params_default();
	operator_create_gd_ks(&D, all, LQCD_LONG_18);
	must(lqcd_spinor_field_create(&x, &all->there, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &all->there, LQCD_FULL));
	lqcd_spinor_field_gaussian(&all->host, seed, 8);
	must(lqcd_spinor_field_put(&b, lqcd_spinor_field_view(&all->host)));
	const lqcd_dirac_gd_ks d = lqcd_staggered_dirac(&D.D);
	if (world.rank == world.size - 1) (void)lqcd__gpu_note(&all->there, LQCD_ERR_DEVICE, &bad);
	lqcd_dirac_apply_gd_ks(&x, &d, &b, 0, NULL);
	const double n2 = lqcd_spinor_field_norm2(&b);
	const lqcd_solve_result r = lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &params);
	all_ok(tap_isnan(n2) && r.status == LQCD_NAN && lqcd_gpu_lattice_status(&all->there, &why) == LQCD_ERR_DEVICE &&
		       !strcmp(why.text, "a test") && lqcd_gpu_lattice_status(&all->there, &why) == LQCD_OK,
	       "an error of one process is one of all", "gd", l, &all->lat);
	lqcd_spinor_field_zero(&x);
	all_ok(lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &params).status == LQCD_OK, "and gone when it was told", "gd", l, &all->lat);
	operator_destroy_gd_ks(&D);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
#if LQCD_NC == 3
	/* Long links of the last process that are multiples of no unitary matrices. */
	if (world.rank == world.size - 1) all->lng.ptr[1].e[1][2].re += 1;
	must(lqcd_gauge_field_create(&f, &all->there, LQCD_FULL));
	must(lqcd_gauge_field_create(&g, &all->there, LQCD_FULL));
	must(lqcd_gauge_field_put(&f, lqcd_gauge_field_view(&all->fat)));
	must(lqcd_gauge_field_put(&g, lqcd_gauge_field_view(&all->lng)));
	if (world.rank == world.size - 1) all->lng.ptr[1].e[1][2].re -= 1;
	const lqcd_status refused = lqcd_staggered_create_as(&D.D, &f, &g, 0.3, LQCD_LONG_13);
	lqcd_staggered_destroy(&D.D);
	must(lqcd_staggered_create(&D.D, &f, &g, 0.3));
	all_ok(refused == LQCD_ERR_ARGUMENT && D.D.storage == LQCD_LONG_18, "a long link of one process decides for all", "gd", l,
	       &all->lat);
	lqcd_staggered_destroy(&D.D);
	lqcd_gauge_field_destroy(&f);
	lqcd_gauge_field_destroy(&g);
#else
	(void)f;
	(void)g;
#endif
}

/* Wherever memory runs out, and on the last process alone: that status on all, and nothing is left. */
static lqcd_status allocate(const place *all)
{
	lqcd_gpu_lattice there;
	lqcd_gauge_field_gf f, g;
	lqcd_staggered_gf_ks D;
	lqcd_multi_spinor_field_gf_ks in, out;
	lqcd_status s = lqcd_gpu_lattice_create(&there, &gpu, &all->lat, &why);
	if (s != LQCD_OK) return s;
	f.ptr = g.ptr = in.ptr = out.ptr = NULL;
	D.link = NULL;
	s = lqcd_gauge_field_create(&f, &there, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_gauge_field_create(&g, &there, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_gauge_field_put(&f, lqcd_gauge_field_view(&all->fat));
	if (s == LQCD_OK) s = lqcd_gauge_field_put(&g, lqcd_gauge_field_view(&all->lng));
	if (s == LQCD_OK) s = lqcd_staggered_create(&D, &f, &g, 0.3);
	if (s == LQCD_OK) s = lqcd_multi_spinor_field_create(&in, &there, LQCD_FULL, 2);
	if (s == LQCD_OK) s = lqcd_multi_spinor_field_create(&out, &there, LQCD_FULL, 2);
	if (s == LQCD_OK) {
		const lqcd_multi_dirac_gf_ks m = lqcd_multi_staggered_dirac(&D);
		lqcd_multi_dirac_apply_gf_ks(&out, &m, &in, 0, NULL);
	}
	const lqcd_status noted = lqcd_gpu_lattice_status(&there, &why);
	lqcd_staggered_destroy(&D);
	lqcd_gauge_field_destroy(&f);
	lqcd_gauge_field_destroy(&g);
	lqcd_multi_spinor_field_destroy(&in);
	lqcd_multi_spinor_field_destroy(&out);
	lqcd_gpu_lattice_destroy(&there);
	return s != LQCD_OK ? s : noted;
}

enum { NUMBERS = 12 };
static const char *const numbers[NUMBERS] = {"links by singular values", "HISQ links in SU3",  "long links",
					     "points and walls",         "mesons",             "pions of all tastes",
					     "condensate",               "force of HISQ quarks", "their phi",
					     "their action",             "parallelograms",     "force of parallelograms"};

/* Sums that pass through links, measurements and forces on a device, in double. */
static void numbers_of(double *v, place *p)
{
	const lqcd_staggered_phases phases = lqcd_staggered_phases_make(LQCD_PHASES_MILC, LQCD_ANTIPERIODIC);
	const lqcd_staggered_action a = lqcd_staggered_hisq();
	const double mass = 0.5, flavours = 1;
	const int origin[4] = {5 % p->lat.extent[0], 2, 1, 3}, T = p->lat.extent[0];
	lqcd_gauge_field_gd u, fat, lng, w;
	lqcd_spinor_field_gd_ks x, y;
	lqcd_staggered_gd_ks D;
	lqcd_staggered_rhmc_gd_ks r;
	lqcd_condensate c;
	lqcd_reunitarise_params unitary = lqcd_reunitarise_params_default();
	lqcd_solve_params params = lqcd_solve_params_default();
	double meson[8 * 8] = {0}, pion[16 * 8] = {0};
	uint64_t svd = 0;
	params.tolerance = 1e-3;
	must(lqcd_gauge_field_create(&u, &p->there, LQCD_FULL));
	must(lqcd_gauge_field_create(&fat, &p->there, LQCD_FULL));
	must(lqcd_gauge_field_create(&lng, &p->there, LQCD_FULL));
	must(lqcd_gauge_field_create(&w, &p->there, LQCD_FULL));
	must(lqcd_spinor_field_create(&x, &p->there, LQCD_FULL));
	must(lqcd_spinor_field_create(&y, &p->there, LQCD_FULL));
	lqcd_gauge_field_random(&u, seed, 0);
	unitary.group = LQCD_REUNITARISE_SU3;
	unitary.least = 1e-3;
	must(lqcd_hisq_links(&fat, &lng, &w, &u, 0.1, &unitary, &svd));
	v[0] = (double)svd;
	v[1] = lqcd_momentum_energy(&fat);
	v[2] = lqcd_momentum_energy(&lng);
	must(lqcd_colour_point(&x, origin, 1));
	must(lqcd_colour_wall(&y, 2, 2, 0));
	v[3] = lqcd_spinor_field_norm2(&x) + lqcd_spinor_field_norm2(&y);
	lqcd_spinor_field_gaussian(&x, seed, 1);
	lqcd_spinor_field_gaussian(&y, seed, 2);
	must(lqcd_staggered_meson(meson, &x, origin));
	for (int set = 0; set < 16; set++) must(lqcd_staggered_pion(pion + T * set, &phases, set, &u, &x, &y, 1));
	v[4] = v[5] = 0;
	for (int k = 0; k < 8 * T; k++) v[4] += (k + 1) * fabs(meson[k]);
	for (int k = 0; k < 16 * T; k++) v[5] += (k + 1) * fabs(pion[k]);
	lqcd_gauge_field_copy(&fat, &u);
	must(lqcd_gauge_field_phases(&fat, &phases, 1));
	must(lqcd_staggered_create(&D, &fat, NULL, 0.5));
	const lqcd_dirac_gd_ks d = lqcd_staggered_dirac(&D);
	must(lqcd_staggered_condensate(&c, &d, 12, 0, 2, &params));
	v[6] = fabs(c.value) + c.error;
	lqcd_staggered_destroy(&D);
	v[7] = v[8] = v[9] = 1;
	if (!narrow(&p->lat)) {
		must(lqcd_staggered_rhmc_create(&r, &p->there, &a));
		must(lqcd_staggered_rhmc_add(&r, 1, &mass, &flavours, -0.1, 200, 0.1));
		r.action.tolerance = r.force.tolerance = 1e-4;
		lqcd_spinor_field_gaussian(&r.quark[0].phi, seed, 4);
		const lqcd_hmc_term_gd term = lqcd_staggered_rhmc_term(&r);
		must(term.force(term.self, &w, &u, 1));
		v[7] = lqcd_momentum_energy(&w);
		must(term.refresh(term.self, &u, 4, 8));
		v[8] = r.highest + lqcd_spinor_field_norm2(&r.quark[0].phi);
		must(term.action(term.self, &u, &v[9]));
		lqcd_staggered_rhmc_destroy(&r);
	}
	v[10] = lqcd_parallelogram(&u);
	must(lqcd_parallelogram_force(&w, 0, &u, 1));
	v[11] = lqcd_momentum_energy(&w);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&fat);
	lqcd_gauge_field_destroy(&lng);
	lqcd_gauge_field_destroy(&w);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&y);
}

static void check_numbers(place *all, place *one, const int *l)
{
	double v[2][NUMBERS];
	int good = 1;
	numbers_of(v[0], all);
	numbers_of(v[1], one);
	if (narrow(&all->lat)) memcpy(&v[1][7], &v[0][7], 3 * sizeof **v);
	for (int n = 0; n < NUMBERS; n++)
		if (!same_bits(&v[0][n], &v[1][n], 1) || (n != 10 && !(v[0][n] > 0))) {
			good = 0;
			tap_diag("%s: %.17g, not %.17g", numbers[n], v[0][n], v[1][n]);
		}
	all_ok(good, "links, measurements and forces", "gd", l, &all->lat);
}

/* All checks of a lattice, cut by a grid. */
static void check_grid(const int *l, const int *grid, lqcd_gpu_route route)
{
	place all, one;
	place_create(&all, l, &world, grid);
	place_create(&one, l, NULL, NULL);
	if (route > all.there.halo.route)
		all.there.halo.route = route == LQCD_GPU_MPI ? lqcd__gpu_halo_route(&all.there.halo) : route;
	check_gf_ks(&all, &one, l);
	check_gd_ks(&all, &one, l);
	check_gh_ks(&all, &one, l);
	check_numbers(&all, &one, l);
	if (!narrow(&all.lat)) {
		check_mixed(&all, &one, l);
		check_failure(&all, l);
		all_ok(memory_fails([&] { return allocate(&all); }) >= (LQCD_DEVICE_COMPILER ? 2 : 10),
		       "no memory on one process is an error of all", "gf", l, &all.lat);
	}
	place_destroy(&all);
	place_destroy(&one);
}

int main(int argc, char **argv)
{
	/* On two processes each direction is cut once, and one grid for each lattice is too narrow for three links. */
	static const int extents[2][4] = {{8, 4, 4, 8}, {4, 8, 16, 4}};
	if (!ranks_begin(&argc, &argv)) return 77;
	seed = tap_random_u64();
	lqcd_comm_broadcast(&world, 0, &seed, sizeof seed);
	for (int k = 0; k < 2; k++) {
		int grid[4] = {0}, narrow_ones = 0;
		for (int tried = 0; another_grid(grid, extents[k], tried); tried++) {
			int any = 0;
			for (int mu = 0; mu < 4; mu++) any |= grid[mu] > 1 && extents[k][mu] < 3 * grid[mu];
			if (!any || narrow_ones++ == 0) check_grid(extents[k], grid, (lqcd_gpu_route)(tried % LQCD_GPU_ROUTES));
		}
	}
	return ranks_end();
}
