/* lqcd/compat/quda_milc/refused.h: part of quda_milc_interface.h: functions that programs may link and that are not supported, or do
 * nothing here.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_MILC_REFUSED_H
#define LQCD_QUDA_MILC_REFUSED_H

#include "quarks.h"

void qudaDDInvert(int external_precision, int quda_precision, double mass, QudaInvertArgs_t inv_args, double target_residual,
		double target_fermilab_residual, const int *const domain_overlap, const void *const fatlink, const void *const longlink,
		void *source, void *solution, double *const final_residual, double *const final_fermilab_residual, int *num_iters)
{
	(void)external_precision, (void)quda_precision, (void)mass, (void)inv_args, (void)target_residual,
	(void)target_fermilab_residual, (void)domain_overlap, (void)fatlink, (void)longlink, (void)source, (void)solution,
	(void)final_residual, (void)final_fermilab_residual, (void)num_iters;
	lqcd__quda_error("qudaDDInvert is not supported: qudaInvert solves without domain decomposition");
}

void qudaFreeTwoLink(void)
{
}

void qudaCloverTrace(void *out, void *dummy, int mu, int nu)
{
	(void)out, (void)dummy, (void)mu, (void)nu;
	lqcd__quda_error("qudaCloverTrace is not supported: its fields are those of a device");
}

void qudaCloverDerivative(void *out, void *gauge, void *oprod, int mu, int nu, double coeff, int precision, int parity,
		int conjugate)
{
	(void)out, (void)gauge, (void)oprod, (void)mu, (void)nu, (void)coeff, (void)precision, (void)parity, (void)conjugate;
	lqcd__quda_error("qudaCloverDerivative is not supported: its fields are those of a device");
}

void *qudaCreateExtendedGaugeField(void *gauge, int geometry, int precision)
{
	(void)gauge, (void)geometry, (void)precision;
	lqcd__quda_error("qudaCreateExtendedGaugeField is not supported: its fields are those of a device");
	return NULL;
}

void *qudaResidentExtendedGaugeField(void *gauge, int geometry, int precision)
{
	(void)gauge, (void)geometry, (void)precision;
	lqcd__quda_error("qudaResidentExtendedGaugeField is not supported: its fields are those of a device");
	return NULL;
}

void *qudaCreateGaugeField(void *gauge, int geometry, int precision)
{
	(void)gauge, (void)geometry, (void)precision;
	lqcd__quda_error("qudaCreateGaugeField is not supported: its fields are those of a device");
	return NULL;
}

void qudaSaveGaugeField(void *gauge, void *inGauge)
{
	(void)gauge, (void)inGauge;
	lqcd__quda_error("qudaSaveGaugeField is not supported: its fields are those of a device");
}

void qudaDestroyGaugeField(void *gauge)
{
	(void)gauge;
	lqcd__quda_error("qudaDestroyGaugeField is not supported: its fields are those of a device");
}

void qudaContractFT(int external_precision, QudaContractArgs_t *cont_args, void *const quark1, void *const quark2, double *corr)
{
	(void)external_precision, (void)cont_args, (void)quark1, (void)quark2, (void)corr;
	lqcd__quda_error("qudaContractFT is not supported");
}

void qudaAsqtadForce(int precision, const double act_path_coeff[6], const void *const one_link_src[4],
		const void *const naik_src[4], const void *const link, void *const milc_momentum)
{
	(void)precision, (void)act_path_coeff, (void)one_link_src, (void)naik_src, (void)link, (void)milc_momentum;
	lqcd__quda_error("qudaAsqtadForce is not supported: QUDA has removed it; dirac/staggered_force.h has forces of asqtad quarks");
}

void qudaComputeOprod(int precision, int num_terms, int num_naik_terms, double **coeff, double scale, void **quark_field,
		void *oprod[3])
{
	(void)precision, (void)num_terms, (void)num_naik_terms, (void)coeff, (void)scale, (void)quark_field, (void)oprod;
	lqcd__quda_error("qudaComputeOprod is not supported: QUDA has removed it; qudaHisqForce takes quark fields");
}

#endif
