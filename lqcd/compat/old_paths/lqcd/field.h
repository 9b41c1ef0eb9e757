/* Deprecated: this header is lqcd/field/field.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../field/field.h"
