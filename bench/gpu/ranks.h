/* bench/gpu/ranks.h: shared by the benchmarks on several GPUs, one to a process. Include it after the library.
 *
 *   route_name(route)         of device/halo.h
 *   must(call)                ends the program with the message when a call fails
 *   ranks_begin(&argc, &argv), ranks_end()
 *                             MPI and the devices
 *   lattices_create(&lat, &there, l, grid)
 *                             l^4 sites on each process of a grid, or of this process alone
 *   each_lattice(name, least, argc, argv, call)
 *                             call(L, grid) for lattices that are named or usual; the status of main
 *   seconds_of_all(call)      seconds of one call(), which all processes make together */
#ifndef BENCH_GPU_RANKS_H
#define BENCH_GPU_RANKS_H

#include "measure.h"

static lqcd_gpu gpu;
static lqcd_comm world;

static const char *route_name(lqcd_gpu_route route)
{
	static const char *const names[] = {"Signals of devices", "Memory of peers", "Messages of devices", "By way of the host"};
	return names[route];
}

static void must(lqcd_status status)
{
	bench_must(status);
}

/** Seconds of one call(), which all processes make together: of the slowest, the median of 21 samples. */
template <class F> static double seconds_of_all(const F &call)
{
	enum { samples = 21 };
	double t[samples];
	double once, spent = 0;
	do spent += once = lqcd_comm_max(&world, bench_sample(&gpu, call, 5) / 5);
	while (spent < 0.02);
	const int n = (int)(4e-3 / once) + 1;
	for (int k = 0; k < samples; k++) t[k] = lqcd_comm_max(&world, bench_sample(&gpu, call, n) / n);
	qsort(t, samples, sizeof *t, bench_by_size);
	return t[samples / 2];
}

/** A lattice of l^4 sites on each process of a grid, or, without one, of this process alone. */
static void lattices_create(lqcd_lattice *lat, lqcd_gpu_lattice *there, int l, const int *grid)
{
	lqcd_lattice_options o = lqcd_lattice_options_default();
	int extent[4];
	for (int mu = 0; mu < 4; mu++) {
		extent[mu] = l * (grid ? grid[mu] : 1);
		o.grid[mu] = grid ? grid[mu] : 1;
	}
	o.comm = grid ? &world : NULL;
	must(lqcd_lattice_create(lat, extent, &o, &bench_why));
	must(lqcd_gpu_lattice_create(there, &gpu, lat, &bench_why));
}

static void ranks_begin(int *argc, char ***argv)
{
	MPI_Init(argc, argv);
	world = lqcd_comm_world(MPI_COMM_WORLD);
	must(lqcd_gpu_open_for(&gpu, &world, &bench_why));
	if (world.rank == 0) printf("%d x %s\n\n", world.size, gpu.name);
}

static void ranks_end(void)
{
	lqcd_gpu_close(&gpu);
	MPI_Finalize();
}

/** call(L, grid) for each L of the arguments, or 32 and 48, on the grids that cut T and, for four and more processes, T and Z. */
template <class F> static int each_lattice(const char *name, int least, int argc, char **argv, const F &call)
{
	static const int usual[] = {32, 48};
	const int in_t[4] = {world.size, 1, 1, 1}, in_two[4] = {world.size / 2, 1, 1, 2};
	for (int k = 0; k < (argc > 1 ? argc - 1 : 2); k++) {
		const int l = argc > 1 ? atoi(argv[k + 1]) : usual[k];
		if (l < least || l % 2) {
			if (world.rank == 0) fprintf(stderr, "usage: %s [L ...], L even, at least %d\n", name, least);
			return 2;
		}
		call(l, in_t);
		if (world.size > 2 && world.size % 2 == 0) call(l, in_two);
	}
	return 0;
}

#endif
