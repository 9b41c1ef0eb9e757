/* lqcd/compat/quda/smearing.h: part of quda.h: smeared links, links over two sites.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_SMEARING_H
#define LQCD_QUDA_SMEARING_H

#include "../../gauge/smear.h"
#include "gauge.h"

void freeGaugeSmearedQuda(void)
{
	if (lqcd__quda.has_smeared) lqcd_gauge_field_destroy_d(&lqcd__quda.smeared);
	lqcd__quda.has_smeared = 0;
}

void freeGaugeTwoLinkQuda(void) /* they do not stay */
{
}

void freeUniqueGaugeQuda(QudaLinkType link_type)
{
	switch ((int)link_type) {
	case QUDA_WILSON_LINKS: lqcd__quda_free_links(); break;
	case QUDA_SMEARED_LINKS: freeGaugeSmearedQuda(); break;
	case QUDA_ASQTAD_FAT_LINKS:
		lqcd__quda_forget_staggered();
		if (lqcd__quda.has_fat) lqcd_gauge_field_destroy_d(&lqcd__quda.fat);
		lqcd__quda.has_fat = 0;
		break;
	case QUDA_ASQTAD_LONG_LINKS:
		lqcd__quda_forget_staggered();
		if (lqcd__quda.has_long) lqcd_gauge_field_destroy_d(&lqcd__quda.lng);
		lqcd__quda.has_long = 0;
		break;
	case QUDA_TWOLINK_LINKS: break;
	default: lqcd__quda_error("freeUniqueGaugeQuda: link_type %d: no such links are loaded", (int)link_type);
	}
}

/** One step of the smearing of p from u to v. */
LQCD_STATIC lqcd_status lqcd__quda_smear(lqcd_gauge_field_d *v, lqcd_gauge_field_d *u, const QudaGaugeSmearParam *p, int dimensions)
{
	const double alpha[3] = {p->alpha1, p->alpha2, p->alpha3};
	if (p->smear_type == QUDA_GAUGE_SMEAR_APE) return lqcd_smear_ape_d(v, u, p->alpha, dimensions, LQCD_PROJECT_POLAR);
	if (p->smear_type == QUDA_GAUGE_SMEAR_STOUT) return lqcd_smear_stout_d(v, u, p->rho, dimensions);
	return lqcd_smear_hyp_d(v, u, alpha, LQCD_PROJECT_POLAR);
}

void performGaugeSmearQuda(QudaGaugeSmearParam *smear_param, QudaGaugeObservableParam *obs_param)
{
	const char *const name = "performGaugeSmearQuda";
	const QudaGaugeSmearParam *p = smear_param;
	lqcd_gauge_field_d v;
	lqcd__quda_need(p && obs_param, name, "no parameters (NULL)");
	lqcd__quda_check_size(p->struct_size, sizeof *p, name);
	lqcd__quda_need(lqcd__quda.has_links, name, "loadGaugeQuda comes before");
	lqcd__quda_need(p->meas_interval > 0, name, "meas_interval: 1 or more");
	const int hyp = p->smear_type == QUDA_GAUGE_SMEAR_HYP;
	if (!hyp && p->smear_type != QUDA_GAUGE_SMEAR_APE && p->smear_type != QUDA_GAUGE_SMEAR_STOUT)
		lqcd__quda_error("%s: smear_type %d: QUDA_GAUGE_SMEAR_APE, QUDA_GAUGE_SMEAR_STOUT or QUDA_GAUGE_SMEAR_HYP", name,
				 (int)p->smear_type);
	/* Without dir_ignore APE and stout smear the links of space, HYP all. */
	const int ignore = p->dir_ignore < 0 ? (hyp ? 4 : 3) : p->dir_ignore;
	if (ignore < (hyp ? 4 : 3)) lqcd__quda_error("%s: dir_ignore = %d: 3, with HYP 4, or above", name, p->dir_ignore);
	for (unsigned k = 0; k <= p->n_steps / p->meas_interval; k++) lqcd__quda_check_observables(&obs_param[k], name);
	lqcd__quda_smeared(name);
	lqcd__quda_must(lqcd_gauge_field_create_d(&v, &lqcd__quda.lattice, LQCD_FULL), name);
	lqcd__quda_observe(obs_param++, &lqcd__quda.smeared, name);
	for (unsigned k = 0; k < p->n_steps; k++) {
		lqcd__quda_must(lqcd__quda_smear(&v, &lqcd__quda.smeared, p, ignore == 3 ? 3 : 4), name);
		lqcd_gauge_field_copy_d(&lqcd__quda.smeared, &v);
		if ((k + 1) % p->meas_interval == 0) lqcd__quda_observe(obs_param++, &lqcd__quda.smeared, name);
	}
	lqcd_gauge_field_destroy_d(&v);
}

void computeTwoLinkQuda(void *twolink, void *inlink, QudaGaugeParam *param)
{
	const char *const name = "computeTwoLinkQuda";
	lqcd_gauge_field_d u, two;
	QudaGaugeParam given;
	lqcd__quda_check_resident(param, name);
	lqcd__quda_need(twolink != NULL, name, "no links (NULL)");
	lqcd__quda_need(inlink || lqcd__quda.has_links, name, "no links (NULL), and none are loaded");
	given = *param;
	given.use_resident_gauge = inlink == NULL;
	lqcd__quda_take_signed_links(&u, inlink, &given, 0, name);
	lqcd__quda_must(lqcd_gauge_field_create_d(&two, &lqcd__quda.lattice, LQCD_FULL), name);
	lqcd__quda_must(lqcd_halo_exchange(lqcd_gauge_field_view_d(&u)), name);
	const lqcd_geometry *g = u.type;
	LQCD_MASTER_FOR(g, ix)
		for (int mu = 0; mu < 4; mu++)
			lqcd_su3_mul_d(LQCD_4FIELD_AT(&two, ix, mu), LQCD_4FIELD_AT(&u, ix, mu), LQCD_4FIELD_AT(&u, lqcd_iup(g, ix, mu), mu));
	lqcd_gauge_field_destroy_d(&u);
	const lqcd_foreign f = lqcd__quda_raw_links(twolink, param, name);
	lqcd__quda_must(lqcd_foreign_export(&f, lqcd_gauge_field_view_d(&two)), name);
	lqcd_gauge_field_destroy_d(&two);
}

#endif
