/* Deprecated: this header is lqcd/kernels/gpu_stencil.h now. */
#include "../../../../kernels/gpu_stencil.h"
