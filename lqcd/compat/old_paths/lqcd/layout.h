/* Deprecated: this header is lqcd/field/layout.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../field/layout.h"
