/* Deprecated: this header is lqcd/kernels/gpu_stencil.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../../kernels/gpu_stencil.h"
