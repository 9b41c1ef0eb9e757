/* examples/hmc.cu: hmc.c with the trajectories on a GPU; the same options and output, and checkpoints that the other goes on
 * from. Without a GPU, or with --device host, the host computes, and the line "tag" says where: gd is a GPU.
 *
 *   nvcc -std=c++17 -O3 -arch=sm_90 -I. examples/hmc.cu -o hmc-gpu       or make build/gpu/examples/hmc */
#include "../lqcd.h"

#include "hmc.c"
