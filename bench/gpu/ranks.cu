/* bench/gpu/ranks.cu: the Wilson hop, plaquette and force of links, and multigrid on several GPUs, one to a process, L^4 on
 * each.
 *
 *   mpirun -n N ranks [L ...]       default 32 48
 *
 * Tables of the hop into one parity, and of links with the exchange of their halo: medians of what takes longest on any of
 * them, on a lattice of each process alone, then on one that they share, by each route of device/halo.h; the ratio of both is the
 * parallel efficiency. Bytes are those that a process sends. Of multigrid, by the first route alone: parts of the cycle in 16
 * bits, of one and of 12 right-hand sides, all with 16 coarse iterations, and a set-up, once. */
#define LQCD_MPI 1
#include <lqcd.h>

#include "ranks.h"

/* A lattice, with the links that it shares with none or all. */
typedef struct {
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	lqcd_gauge_field_f u;
} place;

static void place_create(place *p, int l, const int *grid)
{
	lattices_create(&p->lat, &p->there, l, grid);
	must(lqcd_gauge_field_create(&p->u, &p->lat, LQCD_FULL));
	lqcd_gauge_field_random(&p->u, 1, 0);
}

static void place_destroy(place *p)
{
	lqcd_gauge_field_destroy(&p->u);
	lqcd_gpu_lattice_destroy(&p->there);
	lqcd_lattice_destroy(&p->lat);
}

template <class Wilson, class Field> static double hop_seconds(place *p, lqcd_link_storage storage, double *sent)
{
	Wilson D;
	Field in, out;
	must(lqcd_wilson_create_on(&D, &p->there, lqcd_gauge_field_view(&p->u), 0.1, LQCD_ANTIPERIODIC, storage));
	must(lqcd_spinor_field_create(&in, &p->there, LQCD_ODD));
	must(lqcd_spinor_field_create(&out, &p->there, LQCD_EVEN));
	const int64_t before = p->lat.comm.bytes;
	lqcd_wilson_hop(&out, &D, &in, 0);
	*sent = (double)(p->lat.comm.bytes - before);
	const double t = seconds_of_all([&] { lqcd_wilson_hop(&out, &D, &in, 0); });
	must(lqcd_gpu_lattice_status(&p->there, &bench_why));
	lqcd_wilson_destroy(&D);
	lqcd_spinor_field_destroy(&in);
	lqcd_spinor_field_destroy(&out);
	return t;
}

template <class Wilson, class Field>
static void row(place *all, place *one, const char *name, lqcd_link_storage storage)
{
	const int *g = all->lat.comm.grid;
	double sent;
	const double alone = hop_seconds<Wilson, Field>(one, storage, &sent);
	const double t = hop_seconds<Wilson, Field>(all, storage, &sent);
	if (world.rank) return;
	printf("| %d^4 | %d x %d x %d x %d | %s | %.1f | %.1f | %.2f | %.0f | %.2f | %.1f |\n", all->lat.local[0], g[0],
	       g[1], g[2], g[3], name, 1e6 * alone, 1e6 * t, alone / t,
	       1e-9 * LQCD_WILSON_FLOPS * (double)lqcd_gpu_sites(&all->lat) / t, 1e-6 * sent, 1e-9 * sent / t);
	fflush(stdout);
}

/* The plaquette, force and flow of links; bytes that one exchange sends. */
template <class Links, class Action, class Flow> static void links_rows(place *all, place *one, const char *tag)
{
	static const char *const names[] = {"plaquette", "force", "Wilson flow, a step"};
	const int *g = all->lat.comm.grid;
	double t[2][3], sent = 0, sum = 0;
	for (int k = 0; k < 2; k++) {
		place *p = k ? all : one;
		Links u, f;
		Action act;
		Flow flow;
		must(lqcd_gauge_field_create(&u, &p->there, LQCD_FULL));
		must(lqcd_gauge_field_create(&f, &p->there, LQCD_FULL));
		must(lqcd_action_create(&act, &p->there, 0));
		must(lqcd_flow_create(&flow, &p->there, LQCD_FLOW_WILSON));
		lqcd_gauge_field_random(&u, 1, 0);
		const int64_t before = p->lat.comm.bytes;
		must(lqcd_halo_exchange(lqcd_gauge_field_view(&u)));
		sent = (double)(p->lat.comm.bytes - before);
		t[k][0] = seconds_of_all([&] { sum += lqcd_plaquette(&u).mean; });
		t[k][1] = seconds_of_all([&] { must(lqcd_action_force(&f, 0, &act, &u, 1)); });
		t[k][2] = seconds_of_all([&] { must(lqcd_flow_step(&flow, &u, 1e-4)); });
		must(lqcd_gpu_lattice_status(&p->there, &bench_why));
		lqcd_flow_destroy(&flow);
		lqcd_action_destroy(&act);
		lqcd_gauge_field_destroy(&u);
		lqcd_gauge_field_destroy(&f);
	}
	for (int n = 0; n < 3 && world.rank == 0; n++)
		printf("| %d^4 | %d x %d x %d x %d | %s, %s | %.1f | %.1f | %.2f | %.2f |\n", all->lat.local[0], g[0],
		       g[1], g[2], g[3], names[n], tag, 1e6 * t[0][n], 1e6 * t[1][n], t[0][n] / t[1][n], 1e-6 * sent);
	if (sum != sum) printf("NaN\n");
	fflush(stdout);
}

/* Multigrid on random links, which have no low modes: parts of it that take as long with any links. */
static void multigrid_rows(place *all, place *one)
{
	enum { rhs = 12, parts = 7 };
	static const char *const names[parts] = {"set-up",
						 "coarse hops, even-odd",
						 "coarse solve, 16 iterations",
						 "cycle",
						 "coarse hops, even-odd, x 12",
						 "coarse solve, 16 iterations, x 12",
						 "cycle x 12"};
	const int *g = all->lat.comm.grid;
	double t[2][parts];
	for (int k = 0; k < 2; k++) {
		place *p = k ? all : one;
		lqcd_multigrid_params params = lqcd_multigrid_params_default();
		lqcd_wilson_gh D;
		lqcd_multigrid_gh mg;
		lqcd_spinor_field_gh in, out, room;
		for (int mu = 0; mu < 4; mu++) params.block[mu] = 4;
		params.coarse_tolerance = 1e-30;
		params.coarse_iterations = 16;
		must(lqcd_wilson_create_on(&D, &p->there, lqcd_gauge_field_view(&p->u), 0.1, LQCD_ANTIPERIODIC, LQCD_LINK_12));
		must(lqcd_gpu_wait(&gpu, &bench_why));
		lqcd_comm_barrier(&world);
		const double start = bench_seconds();
		must(lqcd_multigrid_create(&mg, &D, &params, &bench_why));
		t[k][0] = lqcd_comm_max(&world, bench_seconds() - start);
		must(lqcd_spinor_field_create(&in, &p->there, LQCD_EVEN));
		must(lqcd_spinor_field_create(&out, &p->there, LQCD_EVEN));
		must(lqcd_spinor_field_create(&room, &p->there, LQCD_EVEN));
		lqcd_spinor_field_gaussian(&in, 3, 0);
		lqcd__mg_ready_gh(&mg);
		lqcd_coarse_gh *c = &mg.coarse;
		lqcd__cell_gh *b = lqcd__coarse_work_gh(c, LQCD__COARSE_B), *x = lqcd__coarse_work_gh(c, LQCD__COARSE_X);
		lqcd__mg_restrict_gh(&mg, b, &in);
		t[k][1] = seconds_of_all([&] { lqcd__coarse_remainder_gh(c, c->work, b, 1, b); });
		t[k][2] = seconds_of_all([&] { lqcd_coarse_solve_gh(c, x, b, 1e-30, 16); });
		t[k][3] = seconds_of_all([&] { mg.pre.apply(&out, &room, &in, mg.pre.context); });
		must(lqcd__multi_mg_ready_gh(&mg, rhs, &bench_why));
		lqcd_multi_multigrid_gh *m = mg.many;
		lqcd_coarse_gh *cm = &m->coarse;
		b = lqcd__coarse_work_gh(cm, LQCD__COARSE_B);
		x = lqcd__coarse_work_gh(cm, LQCD__COARSE_X);
		for (int n = 0; n < rhs; n++) {
			const lqcd__mg_inserting_gh insert = {lqcd__spinors_part_gh(&m->r), lqcd__spinors_part_gh(&in), n, rhs, 0, NULL};
			lqcd__gpu_for(&p->there, (int)lqcd_gpu_sites(&p->lat), insert);
		}
		lqcd__mg_restrict_gh(m, b, &m->r);
		t[k][4] = seconds_of_all([&] { lqcd__coarse_remainder_gh(cm, cm->work, b, 1, b); });
		t[k][5] = seconds_of_all([&] { lqcd_coarse_solve_gh(cm, x, b, 1e-30, 16); });
		lqcd_multi_spinor_field_gh e, f;
		must(lqcd_multi_spinor_field_create(&e, &p->there, LQCD_EVEN, rhs));
		must(lqcd_multi_spinor_field_create(&f, &p->there, LQCD_EVEN, rhs));
		t[k][6] = seconds_of_all([&] { lqcd__multi_mg_cycle_gh(&e, &f, &m->r, m); });
		must(lqcd_gpu_lattice_status(&p->there, &bench_why));
		lqcd_multi_spinor_field_destroy(&e);
		lqcd_multi_spinor_field_destroy(&f);
		lqcd_spinor_field_destroy(&in);
		lqcd_spinor_field_destroy(&out);
		lqcd_spinor_field_destroy(&room);
		lqcd_multigrid_destroy(&mg);
		lqcd_wilson_destroy(&D);
	}
	if (world.rank) return;
	printf("\n| local | processes | multigrid, 16 bits | us alone | us | efficiency |\n|---|---|---|--:|--:|--:|\n");
	for (int n = 0; n < parts; n++)
		printf("| %d^4 | %d x %d x %d x %d | %s | %.1f | %.1f | %.2f |\n", all->lat.local[0], g[0], g[1], g[2], g[3],
		       names[n], 1e6 * t[0][n], 1e6 * t[1][n], t[0][n] / t[1][n]);
	fflush(stdout);
}

/* By a route, where it is possible. */
static void hops(int l, const int *grid, lqcd_gpu_route route)
{
	place all, one;
	place_create(&all, l, grid);
	place_create(&one, l, NULL);
	if (route > all.there.halo.route) all.there.halo.route = route;
	if (route != LQCD_GPU_MPI || lqcd_comm_takes_devices(&world)) {
		if (world.rank == 0)
			printf("%s:\n\n| local | processes | links, precision | us alone | us | efficiency | GFLOP/s "
			       "each | "
			       "MB sent | GB/s |\n|---|---|---|--:|--:|--:|--:|--:|--:|\n",
			       route_name(route));
		row<lqcd_wilson_gf, lqcd_spinor_field_gf>(&all, &one, "18, f32", LQCD_LINK_18);
		row<lqcd_wilson_gf, lqcd_spinor_field_gf>(&all, &one, "12, f32", LQCD_LINK_12);
		row<lqcd_wilson_gh, lqcd_spinor_field_gh>(&all, &one, "12, 16 bits", LQCD_LINK_12);
		row<lqcd_wilson_gd, lqcd_spinor_field_gd>(&all, &one, "12, f64", LQCD_LINK_12);
		if (world.rank == 0)
			printf("\n| local | processes | links | us alone | us | efficiency | MB sent |\n"
			       "|---|---|---|--:|--:|--:|--:|\n");
		links_rows<lqcd_gauge_field_gf, lqcd_action_gf, lqcd_flow_gf>(&all, &one, "f32");
		links_rows<lqcd_gauge_field_gd, lqcd_action_gd, lqcd_flow_gd>(&all, &one, "f64");
		if (route == LQCD_GPU_SIGNALS && l % 4 == 0) multigrid_rows(&all, &one);
		if (world.rank == 0)
			printf("%s\n", all.there.halo.route == route ? "" : "(not possible: another one)\n");
	}
	place_destroy(&all);
	place_destroy(&one);
}

int main(int argc, char **argv)
{
	ranks_begin(&argc, &argv);
	const int status = each_lattice("ranks", 2, argc, argv, [](int l, const int *grid) {
		for (int route = LQCD_GPU_SIGNALS; route < LQCD_GPU_ROUTES; route++) hops(l, grid, (lqcd_gpu_route)route);
	});
	ranks_end();
	return status;
}
