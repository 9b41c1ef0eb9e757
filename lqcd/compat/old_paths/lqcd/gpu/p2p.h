/* Deprecated: this header is lqcd/kernels/gpu_p2p.h now. */
#include "../../../../kernels/gpu_p2p.h"
