/* Deprecated: this header is lqcd/site/random.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../site/random.h"
