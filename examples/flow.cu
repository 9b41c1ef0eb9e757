/* examples/flow.cu: flow.c with the flow on a GPU; the same options and output. Without a GPU, or with --device host, the host
 * computes, and the line "tag" says where: gd is a GPU.
 *
 *   nvcc -std=c++17 -O3 -arch=sm_90 -I. examples/flow.cu -o flow-gpu       or make build/gpu/examples/flow */
#include "../lqcd.h"

#include "flow.c"
