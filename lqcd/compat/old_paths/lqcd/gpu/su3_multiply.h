/* Deprecated: this header is lqcd/kernels/gpu_su3_multiply.h now. */
#include "../../../../kernels/gpu_su3_multiply.h"
