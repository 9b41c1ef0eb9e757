/* Deprecated: this header is lqcd/site/lane_random.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../site/lane_random.h"
