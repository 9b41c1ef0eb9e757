/* Deprecated: this header is lqcd/site/complex.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../site/complex.h"
