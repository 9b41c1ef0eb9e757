/* lqcd/compat/quda_define.h: what a build of QUDA would say of itself, in a file of QUDA's name: builders of wrappers read that its target
 * is CUDA. Its memory is that of the host.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_DEFINE_H
#define LQCD_QUDA_DEFINE_H

#define QUDA_TARGET_CUDA
#define __COMPUTE_CAPABILITY__ 0

#endif
