/* lqcd/compat/enum_quda.h: QUDA's choices, of quda.h, under QUDA's name of the file.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_ENUM_QUDA_H
#define LQCD_COMPAT_ENUM_QUDA_H

#include "quda/enums_more.h"

#endif
