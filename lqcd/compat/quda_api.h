/* lqcd/compat/quda_api.h: no declarations: for programs that include this file of QUDA's C++ and use nothing of it (Chroma).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_QUDA_API_H
#define LQCD_COMPAT_QUDA_API_H
#endif
