/* tests/gpu/ranks_multigrid.cu: multigrid of several processes, each with a device, over MPI: on every process grid, with coarse
 * lattices of even and odd extents, the coarse operator is P^dagger D P, set-up and solves take as many iterations as on one
 * process, and lead to the same x; one and many right-hand sides, in float, 16 bits and double, with a clover term and without,
 * made on the devices. The residual is that of the host's operator. What is refused, and where a
 * process lacks memory or had an error, is the same status on all. Four routes of the faces.
 *
 *   mpirun -n N ranks_multigrid       1, 2, 4, .. */
#define LQCD_MPI 1
#include "../support/alloc_hook.h"

#include <lqcd.h>

#include "ranks.h"

enum { RHS = 3 };

/* A lattice of all processes, or of this one alone, with its operators; right-hand sides and solutions on the host. */
typedef struct {
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	lqcd_gauge_field_d u;
	lqcd_gauge_field_gd links;
	lqcd_wilson_d host;
	lqcd_wilson_gd D;
	lqcd_spinor_field_d b[RHS], x[RHS], tmp;
} place;

/* What a set-up and its solves are like. */
typedef struct {
	int rhs, one, many[RHS], coarse;
	double error, residual; /* error: of the coarse operator */
} outcome;

/* Blocks: of 2 sites in all directions but where the coarse lattice is to be odd. */
static const struct {
	int extent[4], block[4];
	double mass, csw;
} cases[] = {{{4, 8, 4, 4}, {2, 2, 2, 2}, -0.3, 1},	    /* processes may have an odd number of blocks, and one */
	     {{6, 4, 4, 8}, {2, 2, 2, 2}, -0.4, 0},	    /* an odd number of blocks in T */
	     {{4, 4, 4, 4}, {2, 2, 1, 1}, -0.3, 0}};

static void place_create(place *p, int number, const lqcd_comm *comm, const int *grid, lqcd_gpu_route route)
{
	lqcd_lattice_options o = lqcd_lattice_options_default();
	lqcd_clover_params term = lqcd_clover_params_default();
	const double mass = cases[number].mass;
	o.comm = comm;
	if (comm) memcpy(o.grid, grid, sizeof o.grid);
	must(lqcd_lattice_create(&p->lat, cases[number].extent, &o, NULL));
	done(lqcd_gpu_lattice_create(&p->there, &gpu, &p->lat, &why));
	if (comm && route > p->there.halo.route)
		p->there.halo.route = route == LQCD_GPU_MPI ? lqcd__gpu_halo_route(&p->there.halo) : route;
	must(lqcd_gauge_field_create(&p->u, &p->lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&p->links, &p->there, LQCD_FULL));
	lqcd_gauge_field_unit(&p->u);
	for (int k = 0; k < 6; k++) must(lqcd_heatbath_sweep(&p->u, 6.0, 7, (uint64_t)k));
	must(lqcd_gauge_field_put(&p->links, lqcd_gauge_field_view(&p->u)));
	must(lqcd_wilson_create(&p->host, &p->u, mass, LQCD_ANTIPERIODIC));
	must(lqcd_wilson_create_as(&p->D, &p->links, mass, LQCD_ANTIPERIODIC, LQCD_LINK_12));
	term.csw = cases[number].csw;
	if (term.csw > 0) done(lqcd_clover_add(&p->host, &p->u, &term, &why));
	if (term.csw > 0) done(lqcd_clover_add(&p->D, &p->links, &term, &why));
	must(lqcd_spinor_field_create(&p->tmp, &p->lat, LQCD_FULL));
	for (int n = 0; n < RHS; n++) {
		must(lqcd_spinor_field_create(&p->b[n], &p->lat, LQCD_FULL));
		must(lqcd_spinor_field_create(&p->x[n], &p->lat, LQCD_FULL));
		lqcd_spinor_field_gaussian(&p->b[n], 8, (uint64_t)n);
	}
}

static void place_destroy(place *p)
{
	for (int n = 0; n < RHS; n++) {
		lqcd_spinor_field_destroy(&p->b[n]);
		lqcd_spinor_field_destroy(&p->x[n]);
	}
	lqcd_spinor_field_destroy(&p->tmp);
	lqcd_wilson_destroy(&p->host);
	lqcd_wilson_destroy(&p->D);
	lqcd_gauge_field_destroy(&p->u);
	lqcd_gauge_field_destroy(&p->links);
	done(lqcd_gpu_lattice_status(&p->there, &why));
	lqcd_gpu_lattice_destroy(&p->there);
	lqcd_lattice_destroy(&p->lat);
}

static lqcd_multigrid_params few(int number)
{
	lqcd_multigrid_params p = lqcd_multigrid_params_default();
	p.vectors = 4;
	p.initial = 12;
	p.rounds = 2;
	p.smoothing = 4;
	memcpy(p.block, cases[number].block, sizeof p.block);
	return p;
}

/* The largest |b - D x| / |b| of the first right-hand sides, by the host. */
static double residual_of(place *p, int rhs)
{
	double worst = 0;
	for (int n = 0; n < rhs; n++) {
		lqcd_wilson_apply(&p->tmp, &p->host, &p->x[n], 0);
		lqcd_spinor_field_axpy(&p->tmp, -1, &p->b[n]);
		worst = tap_worst(worst, sqrt(lqcd_spinor_field_norm2(&p->tmp) / lqcd_spinor_field_norm2(&p->b[n])));
	}
	return worst;
}

/* Where it is on one process, the sites of this process of the other. */
static double apart(const place *all, const place *one, int rhs)
{
	double worst = 0;
	for (int n = 0; n < rhs; n++) {
		const lqcd_field_view v = lqcd_spinor_field_view(&all->x[n]), w = lqcd_spinor_field_view(&one->x[n]);
		double d2 = 0, w2 = 0;
		for (int ixp = 0; ixp < v.type->local_master_pieces; ixp++)
			for (int ix = v.type->master_start[ixp]; ix <= v.type->master_end[ixp]; ix++) {
				int x[4], lane;
				lqcd_geometry_coords(v.type, ix, 0, x);
				for (int mu = 0; mu < 4; mu++) x[mu] += all->lat.comm.coord[mu] * all->lat.local[mu];
				const int jx = lqcd_geometry_index(w.type, x, &lane);
				for (int k = 0; k < v.reals; k++) {
					const double a = lqcd_field_view_get(&v, (size_t)(ix - v.type->master_shift) * (size_t)v.reals + (size_t)k),
						     b = lqcd_field_view_get(&w, (size_t)(jx - w.type->master_shift) * (size_t)w.reals + (size_t)k);
					d2 += (a - b) * (a - b);
					w2 += b * b;
				}
			}
		worst = tap_worst(worst, d2 >= 0 ? sqrt(d2 / w2) : DBL_MAX);
	}
	return worst;
}

/* In double with the cycle in mg, or all in double. */
template <class M>
static lqcd_solve_result solve(lqcd_spinor_field_gd *x, const lqcd_wilson_gd *D, M *mg, const lqcd_spinor_field_gd *b,
			       const lqcd_solve_params *p)
{
	return lqcd_wilson_solve_multigrid(x, D, mg, b, p);
}

static lqcd_solve_result solve(lqcd_spinor_field_gd *x, const lqcd_wilson_gd *, lqcd_multigrid_gd *mg,
			       const lqcd_spinor_field_gd *b, const lqcd_solve_params *p)
{
	return lqcd_multigrid_solve(x, mg, b, p);
}

template <class M> static void solve_one(place *p, M *mg, outcome *o)
{
	const lqcd_solve_params sp = lqcd_solve_params_default();
	lqcd_spinor_field_gd x, b;
	must(lqcd_spinor_field_create(&x, &p->there, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &p->there, LQCD_FULL));
	must(lqcd_spinor_field_put(&b, lqcd_spinor_field_view(&p->b[0])));
	const lqcd_solve_result r = solve(&x, &p->D, mg, &b, &sp);
	o->one = r.status == LQCD_OK ? r.iterations : -1;
	must(lqcd_spinor_field_get(lqcd_spinor_field_view(&p->x[0]), &x));
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
}

template <class M> static void solve_many(place *p, M *mg, outcome *o)
{
	const lqcd_solve_params sp = lqcd_solve_params_default();
	lqcd_multi_spinor_field_gd x, b;
	lqcd_solve_result r[RHS];
	must(lqcd_multi_spinor_field_create(&x, &p->there, LQCD_FULL, RHS));
	must(lqcd_multi_spinor_field_create(&b, &p->there, LQCD_FULL, RHS));
	for (int n = 0; n < RHS; n++) must(lqcd_multi_spinor_field_put(&b, n, lqcd_spinor_field_view(&p->b[n])));
	const lqcd_status s = lqcd_wilson_solve_multigrid(&x, &p->D, mg, &b, &sp, r);
	for (int n = 0; n < RHS; n++) {
		o->many[n] = s == LQCD_OK ? r[n].iterations : -1;
		must(lqcd_multi_spinor_field_get(lqcd_spinor_field_view(&p->x[n]), &x, n));
	}
	lqcd_multi_spinor_field_destroy(&x);
	lqcd_multi_spinor_field_destroy(&b);
}

static void solve_many(place *, lqcd_multigrid_gd *, outcome *)
{
}

#define LQCD_TAG gf
#include "ranks_multigrid.inc"
#define LQCD_TAG gd
#include "ranks_multigrid.inc"
#define LQCD_TAG gh
#include "ranks_multigrid.inc"

/* What is refused, and an error of the last process. */
static void check_statuses(place *all, int number)
{
	lqcd_multigrid_params p = few(number);
	lqcd_multigrid_gd mg;
	lqcd_message bad = {"a test"};
	p.block[1] = cases[number].extent[1];
	why.text[0] = 0;
	lqcd_status s = lqcd_multigrid_create(&mg, &all->D, &p, &why);
	if (s == LQCD_OK) lqcd_multigrid_destroy(&mg);
	all_ok(all->lat.comm.grid[1] == 1 ? s == LQCD_OK
					  : s == LQCD_ERR_EXTENT && strstr(why.text, "X = 8: does not divide the local lattice of"),
	       "a block as long as the lattice", "gd", cases[number].extent, &all->lat);
	p = few(number);
	p.levels = 3;
	why.text[0] = 0;
	s = lqcd_multigrid_create(&mg, &all->D, &p, &why);
	if (s == LQCD_OK) lqcd_multigrid_destroy(&mg);
	all_ok(world.size == 1 ? s == LQCD_OK : s == LQCD_ERR_GEOMETRY && strstr(why.text, "3 levels on the devices of"), "three levels",
	       "gd", cases[number].extent, &all->lat);
	p = few(number);
	if (world.rank == world.size - 1) (void)lqcd__gpu_note(&all->there, LQCD_ERR_DEVICE, &bad);
	s = lqcd_multigrid_create(&mg, &all->D, &p, &why);
	all_ok(s == LQCD_ERR_DEVICE && !strcmp(why.text, "a test") &&
		       lqcd_gpu_lattice_status(&all->there, &why) == LQCD_ERR_DEVICE,
	       "an error of one process is one of all", "gd", cases[number].extent, &all->lat);
	(void)lqcd_gpu_lattice_status(&all->there, &why);
	done(lqcd_multigrid_create(&mg, &all->D, &p, &why));
	lqcd_spinor_field_gd x, b;
	must(lqcd_spinor_field_create(&x, &all->there, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &all->there, LQCD_FULL));
	must(lqcd_spinor_field_put(&b, lqcd_spinor_field_view(&all->b[0])));
	const lqcd_solve_params sp = lqcd_solve_params_default();
	if (world.rank == world.size - 1) (void)lqcd__gpu_note(&all->there, LQCD_ERR_DEVICE, &bad);
	const lqcd_solve_result r = lqcd_multigrid_solve(&x, &mg, &b, &sp);
	all_ok(r.status == LQCD_NAN && lqcd_gpu_lattice_status(&all->there, &why) == LQCD_ERR_DEVICE,
	       "in a solve, too", "gd", cases[number].extent, &all->lat);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
	lqcd_multigrid_destroy(&mg);
}

/* The status of a set-up, or of a solve of many right-hand sides after it. */
static lqcd_status allocate(place *all, int number)
{
	lqcd_multigrid_params p = few(number);
	lqcd_solve_params sp = lqcd_solve_params_default();
	lqcd_solve_result r[2];
	lqcd_gpu_lattice there;
	lqcd_wilson_gd D;
	lqcd_wilson_gf low;
	lqcd_multigrid_gf mg;
	lqcd_multi_spinor_field_gd x, b;
	lqcd_status s = lqcd_gpu_lattice_create(&there, &gpu, &all->lat, &why);
	if (s != LQCD_OK) return s;
	p.initial = p.rounds = 1;
	p.restart = 2;
	sp.tolerance = 0.1;
	x.ptr = b.ptr = NULL;
	memset((void *)&D, 0, sizeof D);
	memset((void *)&low, 0, sizeof low);
	memset((void *)&mg, 0, sizeof mg);
	s = lqcd_wilson_create_on(&D, &there, lqcd_gauge_field_view(&all->u), 1, 1, LQCD_LINK_12);
	if (s == LQCD_OK) s = lqcd_wilson_create_on(&low, &there, lqcd_gauge_field_view(&all->u), 1, 1, LQCD_LINK_12);
	if (s == LQCD_OK) s = lqcd_multi_spinor_field_create(&x, &there, LQCD_FULL, 2);
	if (s == LQCD_OK) s = lqcd_multi_spinor_field_create(&b, &there, LQCD_FULL, 2);
	for (int n = 0; n < 2 && s == LQCD_OK; n++) s = lqcd_multi_spinor_field_put(&b, n, lqcd_spinor_field_view(&all->b[n]));
	if (s == LQCD_OK) s = lqcd_multigrid_create(&mg, &low, &p, &why);
	if (s == LQCD_OK) s = lqcd_wilson_solve_multigrid(&x, &D, &mg, &b, &sp, r);
	const lqcd_status noted = lqcd_gpu_lattice_status(&there, &why);
	lqcd_multigrid_destroy(&mg);
	lqcd_wilson_destroy(&D);
	lqcd_wilson_destroy(&low);
	lqcd_multi_spinor_field_destroy(&x);
	lqcd_multi_spinor_field_destroy(&b);
	lqcd_gpu_lattice_destroy(&there);
	return s == LQCD_OK || s == LQCD_NAN ? noted : s;
}

static void check_memory(place *all, int number)
{
	int good = 1;
	const long before = hook.live;
	hook.calls = 0;
	must(allocate(all, number));
	const long calls = hook.calls;
	for (long n = 1; n <= calls && good; n += 1 + calls / 12) {
		hook.calls = 0;
		hook.fail_at = world.rank == world.size - 1 ? n : 0;
		const int s = (int)allocate(all, number);
		hook.fail_at = 0;
		good = s == LQCD_ERR_MEMORY && lqcd_comm_same(&world, &s, 1) && hook.live == before;
		if (!good) tap_diag("allocation %ld: %s, %s, %ld blocks left", n, lqcd_status_text((lqcd_status)s), why.text, hook.live - before);
	}
	all_ok(good && calls > 12, "no memory on one process is an error of all", "gd", cases[number].extent, &all->lat);
}

static void check_grid(int number, const int *grid, lqcd_gpu_route route, int thorough)
{
	place all, one;
	place_create(&all, number, &world, grid, route);
	place_create(&one, number, NULL, NULL, route);
	check_gf(&all, &one, number);
	if (thorough) {
		check_gd(&all, &one, number);
		check_gh(&all, &one, number);
		check_statuses(&all, number);
		check_memory(&all, number);
	}
	place_destroy(&all);
	place_destroy(&one);
}

int main(int argc, char **argv)
{
	if (!ranks_begin(&argc, &argv)) return 77;
	for (int k = 0; k < (FEW ? 1 : 3); k++) {
		int grid[4] = {0}, tried = 0;
		/* Kernels on the host: some of the grids with each lattice. */
		for (; another_grid(grid, cases[k].extent, tried); tried++) {
			const int thorough = k == 0 && tried < (FEW ? 1 : 3) && (LQCD_DEVICE_COMPILER || world.size < 4);
			if (LQCD_DEVICE_COMPILER || tried % 3 == k) check_grid(k, grid, (lqcd_gpu_route)(tried % LQCD_GPU_ROUTES), thorough);
		}
	}
	return ranks_end();
}
