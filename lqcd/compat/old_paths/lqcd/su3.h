/* Deprecated: this header is lqcd/site/su3.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../site/su3.h"
