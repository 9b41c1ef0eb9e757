/* Deprecated: this header is lqcd/kernels/gpu_su3_multiply.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../../kernels/gpu_su3_multiply.h"
