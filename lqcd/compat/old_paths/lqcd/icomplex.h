/* Deprecated: this header is lqcd/site/icomplex.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../site/icomplex.h"
