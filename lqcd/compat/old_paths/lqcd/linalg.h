/* Deprecated: this header is lqcd/field/linalg.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../field/linalg.h"
