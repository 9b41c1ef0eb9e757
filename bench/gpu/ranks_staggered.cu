/* bench/gpu/ranks_staggered.cu: staggered quarks on several GPUs, one to a process, L^4 on each.
 *
 *   mpirun -n N ranks_staggered [L ...]       default 32 48
 *
 * The hop into one parity, with hops of one and three links (long links of asqtad in 13 or 9 reals, or any, in 18) and of one
 * alone; an iteration of CG on the even-odd operator, of two hops; the hop on 12 right-hand sides at once. Medians of what takes
 * longest on any of them, on a lattice of each process alone, where CG runs ahead of the host, then on one that they share, cut
 * in T, with more than two processes also in T and Z; the ratio of both is the parallel efficiency. Bytes are those that a
 * process sends in a hop. The first route of device/halo.h that is possible, or the one that LQCD_GPU_ROUTE names. */
#define LQCD_MPI 1
#include <lqcd.h>

#include <lqcd/hmc/staggered.h>
#include <lqcd/hmc/symanzik.h>
#include <lqcd/observables/staggered.h>

#include "ranks.h"

/* A lattice that this process shares with none or all. */
typedef struct {
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
} place;

static void place_destroy(place *p)
{
	lqcd_gpu_lattice_destroy(&p->there);
	lqcd_lattice_destroy(&p->lat);
}

/* kind of long links: 0 none, 1 any, 2 and 3 those of asqtad in 13 and 9 reals */
enum { HOP, CG, MANY, PARTS, RHS = 12 };

typedef struct {
	double t[PARTS], sent[PARTS], flops;
} times;

#define LQCD_REP ks
#define LQCD_TAG gf
#include "ranks_staggered.inc"
#define LQCD_TAG gd
#include "ranks_staggered.inc"
#define LQCD_TAG gh
#include "ranks_staggered.inc"
#undef LQCD_REP

static void rows(const place *all, const char *tag, int kind, times (*measure)(place *, int), place *p[2])
{
	static const char *const links[4] = {"one link", "and any three", "and three in 13 reals", "and three in 9 reals"};
	static const char *const names[PARTS] = {"hop", "iteration of CG", "hop, 12 right-hand sides"};
	const int *g = all->lat.comm.grid;
	const times alone = measure(p[0], kind), here = measure(p[1], kind);
	for (int k = 0; k < PARTS && world.rank == 0; k++)
		printf("| %d^4 | %d x %d x %d x %d | %s, %s, %s | %.1f | %.1f | %.2f | %.0f | %.2f |\n", all->lat.local[0], g[0], g[1],
		       g[2], g[3], names[k], links[kind], tag, 1e6 * alone.t[k], 1e6 * here.t[k], alone.t[k] / here.t[k],
		       (k == CG ? 2 : k == MANY ? RHS : 1) * 1e-9 * here.flops / here.t[k], 1e-6 * here.sent[k]);
	fflush(stdout);
}

static void table(int l, const int *grid)
{
	place all, one;
	place *p[2] = {&one, &all};
	lattices_create(&all.lat, &all.there, l, grid);
	lattices_create(&one.lat, &one.there, l, NULL);
	if (world.rank == 0)
		printf("%s:\n\n| local | processes | what | us alone | us | efficiency | GFLOP/s each | MB sent |\n"
		       "|---|---|---|--:|--:|--:|--:|--:|\n",
		       route_name(all.there.halo.route));
	for (int kind = 3; kind >= 0; kind--) {
		rows(&all, "f32", kind, times_gf_ks, p);
		rows(&all, "f64", kind, times_gd_ks, p);
		if (kind != 3) rows(&all, "16 bits", kind, times_gh_ks, p);
	}
	if (world.rank == 0) printf("\n");
	place_destroy(&all);
	place_destroy(&one);
}

int main(int argc, char **argv)
{
	ranks_begin(&argc, &argv);
	const int status = each_lattice("ranks_staggered", 4, argc, argv, table);
	ranks_end();
	return status;
}
