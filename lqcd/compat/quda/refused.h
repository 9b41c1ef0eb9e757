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

void computeCloverForceQuda(void *mom, double dt, void **x, void **p, double *coeff, double kappa2, double ck, int nvector,
			    double multiplicity, void *gauge, QudaGaugeParam *gauge_param, QudaInvertParam *inv_param)
{
	lqcd__quda_refuse("computeCloverForceQuda", "hmc/pseudofermion.h has forces of clover quarks", mom, dt, x, p, coeff, kappa2, ck, nvector,
			  multiplicity, gauge, gauge_param, inv_param);
}

void computeStaggeredForceQuda(void *mom, double dt, double delta, void *gauge, void **x, QudaGaugeParam *gauge_param,
			       QudaInvertParam *invert_param)
{
	lqcd__quda_refuse("computeStaggeredForceQuda", "it needs resident solutions; dirac/staggered_force.h has forces of staggered quarks", mom, dt, delta,
			  gauge, x, gauge_param, invert_param);
}

void dumpMultigridQuda(void *mg_instance, QudaMultigridParam *param)
{
	lqcd__quda_refuse("dumpMultigridQuda", "the vectors of a multigrid are not written to files", mg_instance, param);
}

void *newDeflationQuda(QudaEigParam *param)
{
	lqcd__quda_refuse("newDeflationQuda", "eigensolveQuda has eigenvectors, and multigrid deflates", param);
	return NULL;
}

void copyExtendedResidentGaugeQuda(void *resident_gauge)
{
	lqcd__quda_refuse("copyExtendedResidentGaugeQuda", "it fills an object of QUDA's C++; saveGaugeQuda has the links", resident_gauge);
}

void lanczosQuda(int k0, int m, void *hp_Apsi, void *hp_r, void *hp_V, void *hp_alpha, void *hp_beta, QudaEigParam *eig_param)
{
	lqcd__quda_refuse("lanczosQuda", "eigensolveQuda has eigenvectors", k0, m, hp_Apsi, hp_r, hp_V, hp_alpha, hp_beta, eig_param);
}

void pack_ghost(void **cpuLink, void **cpuGhost, int nFace, QudaPrecision precision)
{
	lqcd__quda_refuse("pack_ghost", "fields of the caller have no halos", cpuLink, cpuGhost, nFace, (int)precision);
}

void performGFlowQuda(void *h_out, void *h_in, QudaInvertParam *inv_param, QudaGaugeSmearParam *smear_param,
		      QudaGaugeObservableParam *obs_param)
{
	lqcd__quda_refuse("performGFlowQuda", "quarks have no flow; performWFlowQuda has that of links", h_out, h_in, inv_param, smear_param, obs_param);
}

void laphSinkProject(double_complex *host_sinks, void **host_quark, int n_quark, int tile_quark, void **host_evec, int nevec,
		     int tile_evec, QudaInvertParam *inv_param, const int X[4])
{
	lqcd__quda_refuse("laphSinkProject", "there are no Laplacian eigenvectors", host_sinks, host_quark, n_quark, tile_quark, host_evec, nevec,
			  tile_evec, inv_param, X);
}

void contractFTQuda(void **x, void **y, void **result, const QudaContractType cType, void *cs_param_ptr, const int src_colors,
		    const int *X, const int *const source_position, const int n_mom, const int *const mom_modes,
		    const QudaFFTSymmType *const fft_type)
{
	lqcd__quda_refuse("contractFTQuda", "it reads an object of QUDA's C++; contractQuda and observables/meson.h have contractions", x, y, result, (int)cType, cs_param_ptr, src_colors, X,
			  source_position, n_mom, mom_modes, fft_type);
}

#endif
