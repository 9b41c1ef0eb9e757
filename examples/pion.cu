/* examples/pion.cu: pion.c with the quark propagators on a GPU; the same options and output. Without a GPU, or with --device
 * host, the host solves, and the line "tags" says where: gd is a GPU.
 *
 *   nvcc -std=c++17 -O3 -arch=sm_90 -I. examples/pion.cu -o pion-gpu
 *
 * With several GPUs, one to a process (make build/gpu/examples/pion-mpi does that):
 *
 *   nvcc -ccbin mpicxx -DLQCD_MPI -std=c++17 -O3 -arch=sm_90 -I. examples/pion.cu -o pion-gpu-mpi
 *   mpirun -n 4 pion-gpu-mpi --grid 2,1,1,2 */
#include "../lqcd.h"

#include "pion.c"
