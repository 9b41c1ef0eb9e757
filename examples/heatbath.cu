/* examples/heatbath.cu: heatbath.c with the links on a GPU; the same options and output. Without a GPU, or with --device
 * host, the host computes, and the line "tag" says where: gd is a GPU.
 *
 *   nvcc -std=c++17 -O3 -arch=sm_90 -I. examples/heatbath.cu -o heatbath-gpu       or make build/gpu/examples/heatbath */
#include "../lqcd.h"

#include "heatbath.c"
