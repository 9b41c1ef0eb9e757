/* Deprecated: this header is lqcd/site/compress.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../site/compress.h"
