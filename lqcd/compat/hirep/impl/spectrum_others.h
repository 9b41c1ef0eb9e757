/* lqcd/compat/hirep/impl/spectrum_others.h: measurements that are not here: programs that call them compile, and the call
 * ends them. HiRep's measure_spectrum does so only if its input asks for four-fermion interactions.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_SPECTRUM_OTHERS_H
#define LQCD_COMPAT_HIREP_IMPL_SPECTRUM_OTHERS_H

#include "data_storage.h"
#include "globals.h"

/* Parameters of all-to-all propagators; programs fill them in before they ask for one. */
typedef enum { NO_DILUTION, TIME_DILUTION, TIME_SPIN_DILUTION, EXACT } dilution_mode;
typedef struct {
	int n_masses;
	double mass[256];
	int n_eigenvalues, eva_nevt;
	double eva_omega1, eva_omega2;
	int eva_imax, eva_kmax, hopping_order, n_truncation_steps, n_sources_truncation, n_sources_correction;
	dilution_mode dilution;
	double inverter_precision;
} ata_qprop_pars;

static inline void ata_qprop_init(ata_qprop_pars *p)
{
	(void)p;
	lqcd__hr_error_of_all(1, "ata_qprop_init", "no all-to-all propagators");
}

static inline void traced_ata_qprop(hr_complex ***prop, int n_points)
{
	(void)prop, (void)n_points;
	lqcd__hr_error_of_all(1, "traced_ata_qprop", "no all-to-all propagators");
}

static inline void ata_qprop_free(void)
{
}

#if NG != 3 || !(defined(REPR_FUNDAMENTAL) || defined(REPR_SYMMETRIC))
static inline void measure_baryons(double *m, int conf_num, double precision, storage_switch swc,
				   data_storage_array **ret)
{
	(void)m, (void)conf_num, (void)precision, (void)swc, (void)ret;
	lqcd__hr_error_of_all(1, "measure_baryons", "no baryons but for NG = 3, fundamental or symmetric");
}
#endif

static inline void init_triplet_discon_correlators(void)
{
	lqcd__hr_error_of_all(1, "init_triplet_discon_correlators", "no four-fermion interactions");
}

static inline void free_triplet_discon_observables(void)
{
}

static inline void measure_spectrum_ff_semwall(int nm, double *m, int nhits, int conf_num, double precision,
					       storage_switch swc, data_storage_array **ret)
{
	(void)nm, (void)m, (void)nhits, (void)conf_num, (void)precision, (void)swc, (void)ret;
	lqcd__hr_error_of_all(1, "measure_spectrum_ff_semwall", "no four-fermion interactions");
}

static inline void measure_spectrum_semwall_ff_ext(int nm, double *m, int nhits, int conf_num, double precision,
						   storage_switch swc, data_storage_array **ret)
{
	(void)nm, (void)m, (void)nhits, (void)conf_num, (void)precision, (void)swc, (void)ret;
	lqcd__hr_error_of_all(1, "measure_spectrum_semwall_ff_ext", "no four-fermion interactions");
}

static inline void measure_spectrum_ff_pt(int tau, int nm, double *m, int n_mom, int conf_num, double precision,
					  storage_switch swc, data_storage_array **ret)
{
	(void)tau, (void)nm, (void)m, (void)n_mom, (void)conf_num, (void)precision, (void)swc, (void)ret;
	lqcd__hr_error_of_all(1, "measure_spectrum_ff_pt", "no four-fermion interactions");
}

static inline void measure_spectrum_discon_ff_semwall(int nm, double *m, int nhits, int degree_hopping,
						      int nhits_hopping, int conf_num, double precision,
						      storage_switch swc, data_storage_array **ret)
{
	(void)nm, (void)m, (void)nhits, (void)degree_hopping, (void)nhits_hopping, (void)conf_num, (void)precision;
	(void)swc, (void)ret;
	lqcd__hr_error_of_all(1, "measure_spectrum_discon_ff_semwall", "no four-fermion interactions");
}

#endif
