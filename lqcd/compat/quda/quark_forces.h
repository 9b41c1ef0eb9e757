/* lqcd/compat/quda/quark_forces.h: part of quda.h: the force of twisted clover quarks.
 *
 * With M of solution_type MATPC and matpc_type EVEN_EVEN_ASYMMETRIC or ODD_ODD_ASYMMETRIC, but of -mu, sites p of its parity and q, the
 * others, and D the hops:
 *
 *   S = sum_i coeff[i] / (2 kappa^2) phi^+ (M^+ M)^-1 phi,  X = x[i] = (M^+ M)^-1 phi,  less 4 log |det A_q|
 *   mom += dS, where S changes by Re tr(w^+ dS) for U -> exp(w) U
 *
 * With detratio Y = M X + g5 x0[i] takes the place of M X, and there is no determinant.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_QUARK_FORCES_H
#define LQCD_QUDA_QUARK_FORCES_H

#include "../../dirac/wilson_force.h"
#include "clover.h"
#include "resident.h"

/** x_q := T^-1 H x_p, or with the adjoints of both. */
LQCD_STATIC void lqcd__quda_complete(lqcd_spinor_field_d *x, const lqcd_wilson_d *D, const lqcd_dirac_d *d, lqcd_parity p, int adjoint)
{
	const lqcd_spinor_field_d xp = lqcd_spinor_field_part_d(x, p);
	lqcd_spinor_field_d xq = lqcd_spinor_field_part_d(x, p == LQCD_EVEN ? LQCD_ODD : LQCD_EVEN);
	lqcd_wilson_hop_d(&xq, D, &xp, adjoint);
	lqcd_dirac_term_d(&xq, d, &xq, 1, adjoint);
}

/** Adds the force of one field x, and of x0 unless it is NULL, with weight h to f. */
LQCD_STATIC lqcd_status lqcd__quda_add_force(lqcd_force_d *f, const lqcd_wilson_d *D, double h, const lqcd_foreign *x, const lqcd_foreign *x0,
					     double kappa)
{
	const lqcd_dirac_d d = lqcd_wilson_dirac_d(D);
	const lqcd_parity p = x->parity;
	lqcd_spinor_field_d v[3];
	lqcd_status s = LQCD_OK;
	memset((void *)v, 0, sizeof v);
	for (int k = 0; k < 3; k++) {
		const lqcd_status made = lqcd_spinor_field_create_d(&v[k], &lqcd__quda.lattice, LQCD_FULL);
		if (s == LQCD_OK) s = made;
	}
	if (s == LQCD_OK) {
		lqcd_spinor_field_d z = lqcd_spinor_field_part_d(&v[0], p), y = lqcd_spinor_field_part_d(&v[1], p), t = lqcd_spinor_field_part_d(&v[2], p);
		const lqcd_spinor_field_d zq = lqcd_spinor_field_part_d(&v[0], p == LQCD_EVEN ? LQCD_ODD : LQCD_EVEN);
		s = lqcd_foreign_import(lqcd_spinor_field_view_d(&z), x);
		lqcd__quda_complete(&v[0], D, &d, p, 0);
		/* Y = 2 kappa (T X - H z_q / 4) */
		lqcd_dirac_term_d(&y, &d, &z, 0, 0);
		lqcd_wilson_hop_d(&t, D, &zq, 0);
		lqcd_spinor_field_axpy_d(&y, -0.25, &t);
		lqcd_spinor_field_scale_d(&y, 2 * kappa, &y);
		if (s == LQCD_OK && x0) {
			s = lqcd_foreign_import(lqcd_spinor_field_view_d(&t), x0);
			lqcd_spinor_field_axpy_d(&y, 1, &t);
		}
		lqcd__quda_complete(&v[1], D, &d, p, 1);
		for (int k = 0; k < 2 && s == LQCD_OK; k++) s = lqcd_halo_exchange(lqcd_spinor_field_view_d(&v[k]));
		if (s == LQCD_OK) {
			lqcd__outer_force_d(f->p, h / 4, D, &v[0], &v[1]);
			lqcd_clover_leaves_add_d(&f->leaves, D, &v[1], &v[0], p == LQCD_EVEN ? -2 * h : -h / 2, p == LQCD_EVEN ? -h / 2 : -2 * h);
		}
	}
	for (int k = 0; k < 3; k++) lqcd_spinor_field_destroy_d(&v[k]);
	return s;
}

void computeTMCloverForceQuda(void *h_mom, void **h_x, void **h_x0, double *coeff, int nvector, QudaGaugeParam *gauge_param,
			      QudaInvertParam *inv_param, int detratio)
{
	const char *const name = "computeTMCloverForceQuda";
	const QudaInvertParam *p = inv_param;
	lqcd_clover_params term = lqcd_clover_params_default();
	lqcd_message why = {""};
	lqcd_gauge_field_d own;
	lqcd_wilson_d D;
	lqcd_force_d f;
	double mass;
	lqcd__quda_check_resident(gauge_param, name);
	lqcd__quda_check_quarks(p, 1, name);
	lqcd__quda_need(h_x && coeff && (h_x0 || !detratio), name, "x, x0 or coeff is NULL");
	lqcd__quda_need(lqcd__quda_has_clover(p) && !lqcd__quda.blocks, name, "needs a clover term of the loaded links");
	lqcd__quda_need(p->dagger == QUDA_DAG_YES && p->solution_type == QUDA_MATPCDAG_MATPC_SOLUTION && !lqcd__quda_is_symmetric(p), name,
			"needs QUDA_DAG_YES, QUDA_MATPCDAG_MATPC_SOLUTION and an asymmetric matpc_type");
	const lqcd_parity parity = lqcd__quda_parity(p);
	lqcd_gauge_field_d *const m = lqcd__quda_take_momenta(&own, h_mom, gauge_param, gauge_param->overwrite_mom, name);
	lqcd__quda_must(lqcd_kappa_to_mass(p->kappa, &mass), name);
	lqcd__quda_must(lqcd_wilson_create_d(&D, lqcd_gauge_field_view_d(&lqcd__quda.links), mass, lqcd__quda.bc_t), name);
	term.csw = lqcd__quda.clover_coeff / p->kappa;
	term.mu = lqcd__quda_mu(p, 1);
	term.schur = LQCD_SCHUR_ASYMMETRIC;
	if (lqcd_clover_add_d(&D, lqcd_gauge_field_view_d(&lqcd__quda.links), &term, &why) != LQCD_OK) lqcd__quda_error("%s: %s", name, why.text);
	memset((void *)&f, 0, sizeof f);
	f.p = m;
	lqcd__quda_must(lqcd_clover_leaves_create_d(&f.leaves, &lqcd__quda.lattice), name);
	for (int i = 0; i < nvector; i++) { /* p := p - h F with F of -2 Re Y^+ D z, of our D, 1 / (2 kappa) times theirs */
		const lqcd_foreign x = lqcd__quda_spinors(h_x[i], p, parity, 1, 0, name);
		lqcd_foreign x0;
		if (detratio) x0 = lqcd__quda_spinors(h_x0[i], p, parity, -1, 1, name); /* their g5 is minus ours */
		lqcd__quda_must(lqcd__quda_add_force(&f, &D, -2 * coeff[i] / p->kappa, &x, detratio ? &x0 : NULL, p->kappa), name);
	}
	if (!detratio) lqcd_clover_leaves_logdet_d(&f.leaves, &D, parity == LQCD_EVEN ? LQCD_ODD : LQCD_EVEN, 8);
	lqcd__quda_must(lqcd_halo_exchange(lqcd_gauge_field_view_d(&lqcd__quda.links)), name);
	lqcd__quda_must(lqcd_clover_leaves_force_d(m, 1, &f.leaves, &lqcd__quda.links), name);
	lqcd_clover_leaves_destroy_d(&f.leaves);
	lqcd_wilson_destroy_d(&D);
	lqcd__quda_leave_momenta(m, h_mom, gauge_param, 1, name);
}

#endif
