/* Deprecated: this header is lqcd/base/status.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../base/status.h"
