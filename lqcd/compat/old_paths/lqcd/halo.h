/* Deprecated: this header is lqcd/field/halo.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../field/halo.h"
