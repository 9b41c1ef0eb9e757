/* Deprecated: this header is lqcd/base/memory.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../base/memory.h"
