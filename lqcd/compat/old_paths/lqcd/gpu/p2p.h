/* Deprecated: this header is lqcd/kernels/gpu_p2p.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../../kernels/gpu_p2p.h"
