/* Deprecated: this header is lqcd/kernels/gpu_p2p_variants.h now. */
#include "../../../../kernels/gpu_p2p_variants.h"
