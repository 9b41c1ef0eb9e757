/* Deprecated: this header is lqcd/site/storage.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../site/storage.h"
