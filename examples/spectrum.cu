/* examples/spectrum.cu: spectrum.c with the propagators and their contractions on a GPU; the same options and output. Without a
 * GPU, or with --device host, the host computes.
 *
 *   nvcc -std=c++17 -O3 -arch=sm_90 -I. examples/spectrum.cu -o spectrum-gpu       or make build/gpu/examples/spectrum
 *
 * With several GPUs, one to a process: make build/gpu/examples/spectrum-mpi */
#include "../lqcd.h"

#include "spectrum.c"
