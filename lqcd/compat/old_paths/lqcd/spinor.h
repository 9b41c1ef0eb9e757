/* Deprecated: this header is lqcd/site/spinor.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../site/spinor.h"
