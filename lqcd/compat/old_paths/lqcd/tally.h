/* Deprecated: this header is lqcd/field/site_sum.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../field/site_sum.h"
