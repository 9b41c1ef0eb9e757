/* lqcd/compat/quda/device_types.h: part of quda.h with LQCD_QUDA_DEVICE: what it has on a device.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_DEVICE_TYPES_H
#define LQCD_QUDA_DEVICE_TYPES_H

#ifdef LQCD_QUDA_DEVICE
#ifndef __cplusplus
#error "LQCD_QUDA_DEVICE: the file with LQCD_QUDA_DEFINE is C++ (nvcc, hipcc)"
#endif

#include "../../dirac/device_clover.h"
#include "../../foreign/device_colour.h"
#include "../../foreign/device_links.h"
#include "../../solver/device_staggered.h"
#include "../../solver/device_multigrid.h"

/* The parameters of the operator of Wilson quarks on the device. */
typedef struct {
	double kappa, csw, mu;
	const double *blocks;
	lqcd_schur_form form;
} lqcd__quda_device_key;

/* Multigrid on the device, with an operator of its own. */
typedef struct {
	int made;
	lqcd_wilson_gf D;
	lqcd_multigrid_gf mg;
} lqcd__quda_device_multigrid;

typedef struct {
	int on, number; /* 1: initQuda has opened device `number` */
	int has_lattice, has_wilson;
	int made, inner; /* staggered operators: 1 + their dslash_type, or 0; inner: also in floats */
	lqcd__quda_device_key key;
	lqcd_gpu gpu;
	lqcd_gpu_lattice lattice;
	lqcd_wilson_gd d; /* those in lower precision are made when they are needed first */
	lqcd_wilson_gf f;
	lqcd_wilson_gh h;
	lqcd_staggered_gd_ks staggered_d;
	lqcd_staggered_gf_ks staggered_f;
} lqcd__quda_device;
#endif

#endif
