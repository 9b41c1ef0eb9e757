/* tests/gpu/ranks.cu: several processes, each with a device, over MPI: in every tag and storage of links, on one and on
 * several right-hand sides, on every process grid, what comes out on all of them together is, bit for bit, what comes out
 * on one; a failure of one is the same status on all. Faces go straight from device to device, and by way of the host.
 *
 *   mpirun -n N ranks        1, 2, 4, .. */
#define LQCD_MPI 1
#define LQCD_GPU_SIGNAL_BYTES 8192 /* both kinds of messages of LQCD_GPU_SIGNALS */
#include "../support/alloc_hook.h"

#include <lqcd.h>

#include "ranks.h"

enum { HOP, XPAY, APPLY, GAMMA5, SCHUR, OPERATIONS };

/* A lattice of all processes, or of this one alone, on the device; with links. */
typedef struct {
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	lqcd_gauge_field_d u;
	lqcd_spinor_field_d host;
} place;

static void place_create(place *p, const int *l, const lqcd_comm *comm, const int *grid)
{
	lqcd_lattice_options o = lqcd_lattice_options_default();
	o.comm = comm;
	if (comm) memcpy(o.grid, grid, sizeof o.grid);
	must(lqcd_lattice_create(&p->lat, l, &o, NULL));
	done(lqcd_gpu_lattice_create(&p->there, &gpu, &p->lat, &why));
	must(lqcd_gauge_field_create(&p->u, &p->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&p->host, &p->lat, LQCD_FULL));
	lqcd_gauge_field_random(&p->u, 5, 0);
}

static void place_destroy(place *p)
{
	lqcd_spinor_field_destroy(&p->host);
	lqcd_gauge_field_destroy(&p->u);
	done(lqcd_gpu_lattice_status(&p->there, &why));
	lqcd_gpu_lattice_destroy(&p->there);
	lqcd_lattice_destroy(&p->lat);
}

static int same_bits(double a, double b)
{
	return memcmp(&a, &b, sizeof a) == 0;
}

#define LQCD_TAG gf
#include "ranks.inc"
#define LQCD_TAG gd
#include "ranks.inc"
#define LQCD_TAG gh
#include "ranks.inc"
#define LQCD_TAG gf
#include "ranks_wall.inc"
#define LQCD_TAG gd
#include "ranks_wall.inc"
#define LQCD_TAG gh
#include "ranks_wall.inc"

/* CG of domain walls: the same quark after as many iterations. */
static int solve_wall(place *p)
{
	lqcd_domain_wall_gd D;
	lqcd_spinor_field_gd q, eta;
	const lqcd_domain_wall_params wall = lqcd_domain_wall_params_make(4, 1.8, 0.2, 1.5, 0.5);
	lqcd_gpu_inverter inv;
	lqcd_solve_params params = lqcd_solve_params_default();
	params.tolerance = 1e-6;
	must(lqcd_spinor_field_create(&q, &p->there, LQCD_FULL));
	must(lqcd_spinor_field_create(&eta, &p->there, LQCD_FULL));
	must(lqcd_domain_wall_create_on(&D, &p->there, lqcd_gauge_field_view(&p->u), &wall, LQCD_ANTIPERIODIC,
					LQCD_LINK_12));
	lqcd_spinor_field_gaussian(&p->host, 8, 0);
	must(lqcd_spinor_field_put(&eta, lqcd_spinor_field_view(&p->host)));
	const lqcd_quark_gd quark = lqcd_quark_from_domain_wall(&D, (const lqcd_domain_wall_gf *)NULL, LQCD_CG);
	must(lqcd_inverter_create_by(&inv, &quark));
	const lqcd_solve_result r = lqcd_inverter_solve(&inv, &q, &eta, &params);
	must(r.status);
	lqcd_inverter_destroy(&inv);
	must(lqcd_spinor_field_get(lqcd_spinor_field_view(&p->host), &q));
	lqcd_domain_wall_destroy(&D);
	lqcd_spinor_field_destroy(&q);
	lqcd_spinor_field_destroy(&eta);
	return r.iterations;
}

/* CG, BiCGStab in the low precision: the same x after as many iterations. */
template <class Low> static int solve(place *p, int low_only)
{
	lqcd_wilson_gd D;
	Low low;
	lqcd_spinor_field_gd x, b;
	const lqcd_field_view u = lqcd_gauge_field_view(&p->u);
	const lqcd_solve_params params = lqcd_solve_params_default();
	must(lqcd_spinor_field_create(&x, &p->there, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &p->there, LQCD_FULL));
	must(lqcd_wilson_create_on(&D, &p->there, u, 0.3, LQCD_ANTIPERIODIC, LQCD_LINK_18));
	must(lqcd_wilson_create_on(&low, &p->there, u, 0.3, LQCD_ANTIPERIODIC, LQCD_LINK_12));
	lqcd_spinor_field_gaussian(&p->host, 8, 0);
	must(lqcd_spinor_field_put(&b, lqcd_spinor_field_view(&p->host)));
	const auto d = lqcd_wilson_dirac(&D);
	const auto l = lqcd_wilson_dirac(&low);
	const lqcd_solve_result r = low_only ? lqcd_dirac_solve_mixed(&x, &d, &l, &b, LQCD_BICGSTAB, &params)
					     : lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &params);
	must(lqcd_spinor_field_get(lqcd_spinor_field_view(&p->host), &x));
	lqcd_wilson_destroy(&D);
	lqcd_wilson_destroy(&low);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
	return r.status == LQCD_OK && r.residual <= params.tolerance ? r.iterations : -1;
}

template <class Low> static void check_solve(place *all, place *one, const int *l, int mixed, const char *name)
{
	const int mine = solve<Low>(all, mixed), alone = solve<Low>(one, mixed);
	all_ok(mine == alone && mine > 0 &&
		       same_fields(lqcd_spinor_field_view(&all->host), lqcd_spinor_field_view(&one->host)),
	       name, "gd", l, &all->lat);
}

/* An error of the last process ends the work of all. */
static void check_failure(place *all, const int *l)
{
	lqcd_wilson_gd D;
	lqcd_spinor_field_gd x, b;
	lqcd_message bad = {"a test"};
	const lqcd_solve_params params = lqcd_solve_params_default();
	must(lqcd_spinor_field_create(&x, &all->there, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &all->there, LQCD_FULL));
	must(lqcd_wilson_create_on(&D, &all->there, lqcd_gauge_field_view(&all->u), 1, 1, LQCD_LINK_12));
	lqcd_spinor_field_gaussian(&all->host, 8, 0);
	must(lqcd_spinor_field_put(&b, lqcd_spinor_field_view(&all->host)));
	if (world.rank == world.size - 1) (void)lqcd__gpu_note(&all->there, LQCD_ERR_DEVICE, &bad);
	lqcd_wilson_apply(&x, &D, &b, 0);
	const double n2 = lqcd_spinor_field_norm2(&b);
	const auto d = lqcd_wilson_dirac(&D);
	const lqcd_solve_result r = lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &params);
	all_ok(tap_isnan(n2) && r.status == LQCD_NAN && lqcd_gpu_lattice_status(&all->there, &why) == LQCD_ERR_DEVICE &&
		       !strcmp(why.text, "a test") && lqcd_gpu_lattice_status(&all->there, &why) == LQCD_OK,
	       "an error of one process is one of all", "gd", l, &all->lat);
	lqcd_spinor_field_zero(&x);
	all_ok(lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &params).status == LQCD_OK, "and gone when it was told", "gd", l,
	       &all->lat);
	lqcd_wilson_destroy(&D);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
}

/* A device of the last process that no longer does anything: the others do not wait for it. */
static void check_silence(place *all, const int *l)
{
	lqcd_gpu_halo *h = &all->there.halo;
	const lqcd_gpu_faces f = lqcd_gpu_faces_of(&all->lat, h->cut, 1, 4);
	lqcd_status s = LQCD_OK;
	if (!h->cut || !lqcd__gpu_halo_signals(h, &f)) return;
	must(lqcd_gpu_halo_reserve(h, &f, &why));
	if (world.rank == world.size - 1) {
		h->number++;
		h->turn = !h->turn;
		lqcd__gpu_halo_give_up(h);
	} else {
		must(lqcd_gpu_halo_start(h, &f, &why));
		s = lqcd_gpu_halo_complete(h, &f, LQCD_OK, &why);
		if (s == LQCD_OK) s = lqcd_gpu_wait(&gpu, &why);
	}
	all_ok(s == LQCD_OK, "a device that has failed is not waited for", "", l, &all->lat);
}

/* The first error of a function that needs memory. */
static lqcd_status allocate(place *all)
{
	lqcd_gpu_lattice there;
	lqcd_wilson_gf D;
	lqcd_multi_spinor_field_gf in, out;
	lqcd_status s = lqcd_gpu_lattice_create(&there, &gpu, &all->lat, &why);
	if (s != LQCD_OK) return s;
	in.ptr = out.ptr = NULL;
	s = lqcd_wilson_create_on(&D, &there, lqcd_gauge_field_view(&all->u), 1, 1, LQCD_LINK_12);
	if (s == LQCD_OK) s = lqcd_multi_spinor_field_create(&in, &there, LQCD_FULL, 2);
	if (s == LQCD_OK) s = lqcd_multi_spinor_field_create(&out, &there, LQCD_FULL, 2);
	if (s == LQCD_OK) lqcd_wilson_hop(&out, &D, &in, 0);
	const lqcd_status noted = lqcd_gpu_lattice_status(&there, &why);
	lqcd_wilson_destroy(&D);
	lqcd_multi_spinor_field_destroy(&in);
	lqcd_multi_spinor_field_destroy(&out);
	lqcd_gpu_lattice_destroy(&there);
	return s != LQCD_OK ? s : noted;
}

/* Wherever memory runs out, and on the last process alone: that status on all, and nothing is left. */
static void check_memory(place *all, const int *l)
{
#if LQCD_DEVICE_COMPILER
	enum { LEAST = 2 }; /* memory of the host alone is short */
#else
	enum { LEAST = 6 };
#endif
	all_ok(memory_fails([&] { return allocate(all); }) >= LEAST, "no memory on one process is an error of all", "gf", l,
	       &all->lat);
}

/* All checks of a lattice, cut by a grid. */
static void check_grid(const int *l, const int *grid, lqcd_gpu_route route, int all_storages)
{
	place all, one;
	place_create(&all, l, &world, grid);
	place_create(&one, l, NULL, NULL);
	if (route > all.there.halo.route)
		all.there.halo.route = route == LQCD_GPU_MPI ? lqcd__gpu_halo_route(&all.there.halo) : route;
	check_gf(&all, &one, l, all_storages);
	check_gd(&all, &one, l, all_storages);
	check_gh(&all, &one, l, all_storages);
	check_wall_gf(&all, &one, l);
	check_wall_gd(&all, &one, l);
	check_wall_gh(&all, &one, l);
	if (all_storages) {
		const int mine = solve_wall(&all), alone = solve_wall(&one);
		all_ok(mine == alone && mine > 0 &&
			       same_fields(lqcd_spinor_field_view(&all.host), lqcd_spinor_field_view(&one.host)),
		       "a quark of domain walls", "gd", l, &all.lat);
		check_solve<lqcd_wilson_gf>(&all, &one, l, 0, "CG");
		check_solve<lqcd_wilson_gf>(&all, &one, l, 1, "BiCGStab in float");
		check_solve<lqcd_wilson_gh>(&all, &one, l, 1, "BiCGStab in 16 bits");
		check_failure(&all, l);
		check_memory(&all, l);
	}
	check_silence(&all, l);
	check_gf(&all, &one, l, 0);
	place_destroy(&all);
	place_destroy(&one);
}

int main(int argc, char **argv)
{
	static const int extents[2][4] = {{4, 8, 4, 4}, {4, 2, 8, 12}};
	if (!ranks_begin(&argc, &argv)) return 77;
	for (int k = 0; k < 2; k++) {
		int grid[4] = {0}, tried = 0;
		/* Kernels on the host: half of the grids with each lattice. */
		for (; another_grid(grid, extents[k], tried); tried++)
			if (LQCD_DEVICE_COMPILER || (tried + k) % 2 == 0)
				check_grid(extents[k], grid, (lqcd_gpu_route)(tried % LQCD_GPU_ROUTES), tried == k);
	}
	return ranks_end();
}
