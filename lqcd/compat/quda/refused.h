/* lqcd/compat/quda/refused.h: part of quda.h: functions of QUDA that programs may link and that are not supported.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_REFUSED_H
#define LQCD_QUDA_REFUSED_H

#include "state.h"

void computeCloverForceQuda(void *mom, double dt, void **x, void **p, double *coeff, double kappa2, double ck, int nvector,
			    double multiplicity, void *gauge, QudaGaugeParam *gauge_param, QudaInvertParam *inv_param)
{
	(void)mom, (void)dt, (void)x, (void)p, (void)coeff, (void)kappa2, (void)ck, (void)nvector, (void)multiplicity;
	(void)gauge, (void)gauge_param, (void)inv_param;
	lqcd__quda_error("computeCloverForceQuda is not supported: hmc/pseudofermion.h has forces of clover quarks");
}

void computeStaggeredForceQuda(void *mom, double dt, double delta, void *gauge, void **x, QudaGaugeParam *gauge_param,
			       QudaInvertParam *invert_param)
{
	(void)mom, (void)dt, (void)delta, (void)gauge, (void)x, (void)gauge_param, (void)invert_param;
	lqcd__quda_error("computeStaggeredForceQuda is not supported: dirac/staggered_force.h has forces of staggered quarks");
}

void computeHISQForceQuda(void *momentum, double dt, const double level2_coeff[6], const double fat7_coeff[6], const void *w_link,
			  const void *v_link, const void *u_link, void **quark, int num, int num_naik, double **coeff,
			  QudaGaugeParam *param)
{
	(void)momentum, (void)dt, (void)level2_coeff, (void)fat7_coeff, (void)w_link, (void)v_link, (void)u_link;
	(void)quark, (void)num, (void)num_naik, (void)coeff, (void)param;
	lqcd__quda_error("computeHISQForceQuda is not supported: gauge/fat_links_force.h has forces of HISQ quarks");
}

#endif
