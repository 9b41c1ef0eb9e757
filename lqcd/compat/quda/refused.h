/* lqcd/compat/quda/refused.h: part of quda.h: functions of QUDA that programs may link and that are not supported: they end the
 * program with a sentence.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_REFUSED_H
#define LQCD_QUDA_REFUSED_H

#include "state.h"

/** Behind `why` stand the arguments of the function, which it does not read. */
LQCD_STATIC void lqcd__quda_refuse(const char *function, const char *why, ...)
{
	lqcd__quda_error("%s is not supported: %s", function, why);
}

void copyExtendedResidentGaugeQuda(void *resident_gauge)
{
	lqcd__quda_refuse("copyExtendedResidentGaugeQuda", "it fills an object of QUDA's C++; saveGaugeQuda has the links", resident_gauge);
}

void lanczosQuda(int k0, int m, void *hp_Apsi, void *hp_r, void *hp_V, void *hp_alpha, void *hp_beta, QudaEigParam *eig_param)
{
	lqcd__quda_refuse("lanczosQuda", "QUDA itself has no such function any more; eigensolveQuda has eigenvectors", k0, m,
			  hp_Apsi, hp_r, hp_V, hp_alpha, hp_beta, eig_param);
}

void pack_ghost(void **cpuLink, void **cpuGhost, int nFace, QudaPrecision precision)
{
	lqcd__quda_refuse("pack_ghost", "fields of the caller have no halos", cpuLink, cpuGhost, nFace, (int)precision);
}

void contractFTQuda(void **x, void **y, void **result, const QudaContractType cType, void *cs_param_ptr, const int src_colors,
		    const int *X, const int *const source_position, const int n_mom, const int *const mom_modes,
		    const QudaFFTSymmType *const fft_type)
{
	lqcd__quda_refuse("contractFTQuda", "it reads an object of QUDA's C++; contractQuda and observables/meson.h have contractions", x, y, result, (int)cType, cs_param_ptr, src_colors, X,
			  source_position, n_mom, mom_modes, fft_type);
}

#endif
