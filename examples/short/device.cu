/* examples/short/device.cu: a solve on a GPU (lqcd/solver/device_inverter.h).
 *
 * Under nvcc the calls of the host also work on fields of a GPU, with the tags gf, gd and gh: the operator, field algebra, CG,
 * BiCGStab and mixed solves come from the templates of the host, and their sums have its bits (lqcd/device/sum.h).
 * examples/pion.cu is a whole program; without a device the host solves:
 *
 *   nvcc -std=c++17 -O3 -arch=sm_90 -I. examples/pion.cu -o pion-gpu
 *
 * On several GPUs, one to a process, the lattice knows the processes as on hosts, and the numbers have the same bits:
 *
 *   nvcc -ccbin mpicxx -DLQCD_MPI -std=c++17 -O3 -arch=sm_90 -I. examples/pion.cu -o pion-gpu-mpi
 *   mpirun -n 4 ./pion-gpu-mpi --grid 2,1,1,2
 *
 * Faces travel while the inner sites are computed: on one machine straight into the memory of the other GPUs, else in
 * messages of MPI from GPU to GPU where MPI can do that (OpenMPI says so; for others there is -DLQCD_MPI_TAKES_DEVICES=1), or
 * by way of the host, which LQCD_GPU_ROUTE=host in the environment enforces (lqcd/device/halo.h).
 *
 * make gpu compiles tests and benchmarks, make gpu-test and make gpu-bench run them on a device, make gpu-mpi-test and
 * make gpu-mpi-bench on several. Any other C++ compiler runs the same kernels on the host, thread by thread, which is how they
 * are tested everywhere. */
#include "lqcd.h"

/* D x = b in double, iterated in float, on the first device; x and b of the host */
lqcd_status solve(lqcd_spinor_field_d *x, const lqcd_gauge_field_d *u, const lqcd_spinor_field_d *b, double mass)
{
	lqcd_gpu_inverter inv;
	const lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_status s = lqcd_inverter_create_as(&inv, u, mass, LQCD_ANTIPERIODIC, LQCD_BICGSTAB_THEN_CG, LQCD_FLOAT);
	if (s == LQCD_OK) s = lqcd_inverter_solve(&inv, x, b, &p).status;
	lqcd_inverter_destroy(&inv);
	return s;
}
