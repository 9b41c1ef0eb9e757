/* examples/glueplots.cu: glueplots.c with smearing, loops and, without FILE, the ensemble on a GPU; the same options and
 * output. Without a GPU, or with --device host, the host computes; with one there is a line "device".
 *
 *   nvcc -std=c++17 -O3 -arch=sm_90 -I. examples/glueplots.cu -o glueplots-gpu       or make build/gpu/examples/glueplots */
#include "../lqcd.h"

#include "glueplots.c"
