/* examples/short/hirep.c: a program written for HiRep (lqcd/compat/hirep.h).
 *
 *   cc -O2 -march=native -I. -Ilqcd/compat/hirep examples/short/hirep.c -lm -o program
 *   printf 'GLB_T = 16\nGLB_X = 8\nGLB_Y = 8\nGLB_Z = 8\nrlx_seed = 1\n' >input
 *   ./program -i input
 *
 * With -DWITH_MPI and mpicc the same program runs on NP_T x NP_X x NP_Y x NP_Z processes, as the input file says, and
 * prints the same on every grid: mpirun -n 4 ./program -i input. With -DWITH_GPU and nvcc -std=c++17 fields also have memory on
 * a GPU: kernels of the program read and write sites there (_GPU_FIELD_BLK, read_gpu_suNf_vector, ..,
 * copy_to_gpu_spinor_field) in either of HiRep's layouts, with the macros of suN.h (lqcd/compat/hirep/impl/gpu.h). */
#include "libhr.h" /* or global.h, spinor_field.h, dirac.h, .. */

int main(int argc, char **argv)
{
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	spinor_field *s = alloc_spinor_field(2, &glattice);
	gaussian_spinor_field(&s[0]);
	Dphi(0.1, &s[1], &s[0]);
	lprintf("MAIN", 0, "plaquette %g, |D s|^2 = %g\n", avr_plaquette(), sqnorm(&s[1]));
	free_spinor_field(s);
	return finalize_process();
}
