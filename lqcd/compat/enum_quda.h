/* lqcd/compat/enum_quda.h: the choices of quda.h, in a file of QUDA's name.
 * SPDX-License-Identifier: MIT */
#include "quda/enums.h"
