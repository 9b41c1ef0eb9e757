/* Deprecated: this header is lqcd/simd/simd.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../simd/simd.h"
