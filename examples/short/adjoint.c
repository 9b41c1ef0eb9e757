/* examples/short/adjoint.c: quarks in the adjoint representation (lqcd/gauge/represent.h), here in hybrid Monte Carlo.
 *
 * Links, updates and files are those of SU(N), N = LQCD_NC; LQCD_ADJOINT adds tags of quarks in the adjoint representation,
 * d_adj, vd_adj and so on, beside those of the fundamental one. LQCD_SYMMETRIC and LQCD_ANTISYMMETRIC add others. */
#define LQCD_ADJOINT
#include "lqcd.h"
#include "lqcd/hmc/represent.h"

/* n trajectories of SU(N) with two flavours of adjoint Wilson quarks of this mass */
lqcd_status trajectories(lqcd_gauge_field_d *u, const lqcd_lattice *lat, double beta, double mass, int n)
{
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(beta, 0, 1);
	lqcd_hmc_d hmc;
	lqcd_pseudofermion_d_adj quarks;
	lqcd_represented_d_adj links;
	lqcd_status s = lqcd_pseudofermion_create(&quarks, lat, mass, LQCD_ANTIPERIODIC);
	const lqcd_hmc_term_d_adj of = lqcd_pseudofermion_term(&quarks);
	if (s == LQCD_OK) s = lqcd_represented_create(&links, &of); /* links and forces change representation here */
	if (s == LQCD_OK) {
		const lqcd_hmc_term_d term = lqcd_represented_term(&links);
		s = lqcd_hmc_create(&hmc, lat, &chain);
		if (s == LQCD_OK) s = lqcd_hmc_add(&hmc, &term, 0);
		for (int k = 0; k < n && s == LQCD_OK; k++) s = lqcd_hmc_trajectory(&hmc, u);
		lqcd_hmc_destroy(&hmc);
		lqcd_represented_destroy(&links);
	}
	lqcd_pseudofermion_destroy(&quarks);
	return s;
}
