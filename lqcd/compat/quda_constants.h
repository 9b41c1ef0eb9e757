/* lqcd/compat/quda_constants.h: QUDA's version and limits, of quda.h, under QUDA's name of the file.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_QUDA_CONSTANTS_H
#define LQCD_COMPAT_QUDA_CONSTANTS_H

#include "quda/enums.h"

#endif
