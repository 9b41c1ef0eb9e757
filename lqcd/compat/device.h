/* lqcd/compat/device.h: no declarations: for programs that include this file of QUDA's C++ and use nothing of it (Chroma).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_DEVICE_H
#define LQCD_COMPAT_DEVICE_H
#endif
