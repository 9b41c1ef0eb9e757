/* Deprecated: this header is lqcd/base/config.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../base/config.h"
