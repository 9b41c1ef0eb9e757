/* lqcd/compat/quda_define.h: what QUDA's build tells programs, under QUDA's name of the file: the operators that there are. A
 * target is needed by programs that ask for one; QUDA_TARGET_CUDA unless another is defined before. Fields of the caller are in memory of
 * the host in any case. No declarations: PyQUDA's builder preprocesses its own sources with it.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_QUDA_DEFINE_H
#define LQCD_COMPAT_QUDA_DEFINE_H

#if !defined QUDA_TARGET_CUDA && !defined QUDA_TARGET_HIP && !defined QUDA_TARGET_SYCL
#define QUDA_TARGET_CUDA 1
#endif
#define __COMPUTE_CAPABILITY__ 0
#define MAX_MULTI_BLAS_N       4
#define MAX_MULTI_RHS          16
#define QUDA_ORDER_FP          8
#define QUDA_ORDER_SP_MG       2
#define QUDA_ORDER_FP_MG       2
#define QUDA_DIRAC_WILSON
#define QUDA_DIRAC_CLOVER
#define QUDA_DIRAC_TWISTED_MASS
#define QUDA_DIRAC_TWISTED_CLOVER
#define QUDA_DIRAC_STAGGERED
#define QUDA_DIRAC_DOMAIN_WALL
#define QUDA_MULTIGRID
#define GPU_WILSON_DIRAC
#define GPU_CLOVER_DIRAC
#define GPU_TWISTED_MASS_DIRAC
#define GPU_TWISTED_CLOVER_DIRAC
#define GPU_STAGGERED_DIRAC
#define GPU_DOMAIN_WALL_DIRAC
#define GPU_MULTIGRID

#endif
