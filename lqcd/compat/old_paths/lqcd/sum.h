/* Deprecated: this header is lqcd/simd/sum.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../simd/sum.h"
