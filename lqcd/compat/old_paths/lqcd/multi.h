/* Deprecated: this header is lqcd/field/multi.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../field/multi.h"
