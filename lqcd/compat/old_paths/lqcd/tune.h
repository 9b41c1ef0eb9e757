/* Deprecated: this header is lqcd/solver/tune.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../solver/tune.h"
