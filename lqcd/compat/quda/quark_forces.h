/* lqcd/compat/quda/quark_forces.h: part of quda.h: the force of twisted clover quarks.
 *
 * With M of solution_type MATPC and matpc_type EVEN_EVEN_ASYMMETRIC or ODD_ODD_ASYMMETRIC, but of -mu, sites p of its parity and q, the
 * others, and D the hops:
 *
 *   S = sum_i coeff[i] / (2 kappa^2) phi^+ (M^+ M)^-1 phi,  X = x[i] = (M^+ M)^-1 phi,  less 4 log |det A_q|
 *   mom += dS, where S changes by Re tr(w^+ dS) for U -> exp(w) U
 *
 * With detratio Y = M X + g5 x0[i] takes the place of M X, and there is no determinant.
 *
 * QUDA_DAG_NO: M M^+ in place of M^+ M, without twisted mass.
 *
 * computeCloverForceQuda: mom -= dt dS of S = sum_i coeff[i] phi^+ (M^+ M + offset)^-1 phi - multiplicity log |det A_q|, of clover quarks; x[i] is
 * the solution of offset i, or a resident one. kappa2 = -kappa^2 and ck = -kappa csw / 8 are those of inv_param; it does not read them.
 *
 * computeStaggeredForceQuda: mom += dt delta sum_i residue[i] s times the part in su(3) of U_d(x) z(x + d) z(x)^+, z = x_i + D x_i of the resident
 * solutions x_i on even sites; s: 1 on even sites, -1 on odd ones; U with phases and boundary.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_QUARK_FORCES_H
#define LQCD_QUDA_QUARK_FORCES_H

#include "../../dirac/wilson_force.h"
#include "clover.h"
#include "resident.h"
#include "steps.h"

/** x_q := T^-1 H x_p, or with the adjoints of both. */
LQCD_STATIC void lqcd__quda_complete(lqcd_spinor_field_d *x, const lqcd_wilson_d *D, const lqcd_dirac_d *d, lqcd_parity p, int adjoint)
{
	const lqcd_spinor_field_d xp = lqcd_spinor_field_part_d(x, p);
	lqcd_spinor_field_d xq = lqcd_spinor_field_part_d(x, p == LQCD_EVEN ? LQCD_ODD : LQCD_EVEN);
	lqcd_wilson_hop_d(&xq, D, &xp, adjoint);
	lqcd_dirac_term_d(&xq, d, &xq, 1, adjoint);
}

/** Adds the force of one field x, and of x0 unless it is NULL, with weight h to f; adjoint: of M M^+. */
LQCD_STATIC lqcd_status lqcd__quda_add_force(lqcd_force_d *f, const lqcd_wilson_d *D, double h, const lqcd_foreign *x, const lqcd_foreign *x0,
					     double kappa, double rho, int adjoint)
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
		lqcd__quda_complete(&v[0], D, &d, p, adjoint);
		/* Y = 2 kappa (T X - H z_q / 4) */
		lqcd_dirac_term_d(&y, &d, &z, 0, adjoint);
		lqcd_wilson_hop_d(&t, D, &zq, adjoint);
		lqcd_spinor_field_axpy_d(&y, -0.25, &t);
		lqcd_spinor_field_gamma5_d(&t, &z);
		lqcd_spinor_field_caxpy_d(&y, lqcd_complex_make_d(0, rho), &t);
		lqcd_spinor_field_scale_d(&y, 2 * kappa, &y);
		if (s == LQCD_OK && x0) {
			s = lqcd_foreign_import(lqcd_spinor_field_view_d(&t), x0);
			lqcd_spinor_field_axpy_d(&y, 1, &t);
		}
		lqcd__quda_complete(&v[1], D, &d, p, !adjoint);
		for (int k = 0; k < 2 && s == LQCD_OK; k++) s = lqcd_halo_exchange(lqcd_spinor_field_view_d(&v[k]));
		if (s == LQCD_OK) {
			lqcd__outer_force_d(f->p, h / 4, D, &v[adjoint], &v[!adjoint]);
			lqcd_clover_leaves_add_d(&f->leaves, D, &v[1], &v[0], p == LQCD_EVEN ? -2 * h : -h / 2, p == LQCD_EVEN ? -h / 2 : -2 * h);
		}
	}
	for (int k = 0; k < 3; k++) lqcd_spinor_field_destroy_d(&v[k]);
	return s;
}

/** mom += weight dS of sum_i coeff[i] phi^+ (M^+ M)^-1 phi - determinant log |det A_q|, or with detratio, h_x0. */
LQCD_STATIC void lqcd__quda_clover_force(void *h_mom, void **h_x, void **h_x0, const double *coeff, double weight, double determinant, int nvector,
					 QudaGaugeParam *gauge_param, const QudaInvertParam *p, int detratio, const char *name)
{
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
	lqcd__quda_need(p->solution_type == QUDA_MATPCDAG_MATPC_SOLUTION && !lqcd__quda_is_symmetric(p), name,
			"needs QUDA_MATPCDAG_MATPC_SOLUTION and an asymmetric matpc_type");
	lqcd__quda_need(p->dagger == QUDA_DAG_YES || !lqcd__quda_is_twisted(p), name, "needs QUDA_DAG_YES with twisted mass");
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
		lqcd__quda_must(lqcd__quda_add_force(&f, &D, -4 * p->kappa * weight * coeff[i], &x, detratio ? &x0 : NULL, p->kappa,
						     lqcd__quda_rho(p), p->dagger == QUDA_DAG_NO),
				name);
	}
	if (!detratio) lqcd_clover_leaves_logdet_d(&f.leaves, &D, parity == LQCD_EVEN ? LQCD_ODD : LQCD_EVEN, 2 * weight * determinant);
	lqcd__quda_must(lqcd_halo_exchange(lqcd_gauge_field_view_d(&lqcd__quda.links)), name);
	lqcd__quda_must(lqcd_clover_leaves_force_d(m, 1, &f.leaves, &lqcd__quda.links), name);
	lqcd_clover_leaves_destroy_d(&f.leaves);
	lqcd_wilson_destroy_d(&D);
	lqcd__quda_leave_momenta(m, h_mom, gauge_param, 1, name);
}

void computeTMCloverForceQuda(void *h_mom, void **h_x, void **h_x0, double *coeff, int nvector, QudaGaugeParam *gauge_param,
			      QudaInvertParam *inv_param, int detratio)
{
	const char *const name = "computeTMCloverForceQuda";
	lqcd__quda_check_quarks(inv_param, 1, name);
	const double k = inv_param->kappa;
	lqcd__quda_clover_force(h_mom, h_x, h_x0, coeff, 0.5 / (k * k), 8 * k * k, nvector, gauge_param, inv_param, detratio, name);
}

/** x, or the resident solutions. */
LQCD_STATIC void **lqcd__quda_solved(void **x, const QudaInvertParam *p, int n, const char *function)
{
	if (!p->use_resident_solution) return x;
	if (lqcd__quda_solutions.count < n)
		lqcd__quda_error("%s: use_resident_solution: %d solutions of invertMultiShiftQuda stayed, %d are needed", function,
				 lqcd__quda_solutions.count, n);
	return lqcd__quda_solutions.x;
}

void computeCloverForceQuda(void *mom, double dt, void **x, void **p, double *coeff, double kappa2, double ck, int nvector,
			    double multiplicity, void *gauge, QudaGaugeParam *gauge_param, QudaInvertParam *inv_param)
{
	const char *const name = "computeCloverForceQuda";
	(void)p, (void)gauge, (void)kappa2, (void)ck;
	lqcd__quda_need(inv_param && inv_param->dslash_type == QUDA_CLOVER_WILSON_DSLASH, name, "dslash_type: QUDA_CLOVER_WILSON_DSLASH");
	x = lqcd__quda_solved(x, inv_param, nvector, name);
	lqcd__quda_clover_force(mom, x, NULL, coeff, -dt, multiplicity, nvector, gauge_param, inv_param, 0, name);
}

/** m += c times the part in su(NC) of U_mu(x) z(x + mu) z(x)^+, minus that on odd sites; u, z with halos. */
LQCD_STATIC void lqcd__quda_add_outer(lqcd_gauge_field_d *m, const lqcd_gauge_field_d *u, const lqcd_spinor_field_d_ks *z, double c)
{
	const lqcd_geometry *g = u->type;
	LQCD_MASTER_FOR(g, ix) {
		const lqcd_vector_d_ks *const here = &LQCD_FIELD_AT(z, ix)->c[0];
		int odd = 0;
		for (int mu = 0; mu < 4; mu++) odd += lqcd__quda_coordinate(g, ix, mu);
		for (int mu = 0; mu < 4; mu++) {
			lqcd_su3_d w, a;
			lqcd_vector_d_ks v;
			lqcd_su3_mulvec_d(&v, LQCD_4FIELD_AT(u, ix, mu), &LQCD_FIELD_AT(z, lqcd_iup(g, ix, mu))->c[0], 0);
			for (int i = 0; i < LQCD_NC; i++)
				for (int j = 0; j < LQCD_NC; j++) {
					w.e[i][j].re = v.c[i].re * here->c[j].re + v.c[i].im * here->c[j].im;
					w.e[i][j].im = v.c[i].im * here->c[j].re - v.c[i].re * here->c[j].im;
				}
			lqcd_su3_project_algebra_d(&a, &w);
			lqcd_su3_axpy_d(LQCD_4FIELD_AT(m, ix, mu), odd % 2 ? -c : c, &a);
		}
	}
}

void computeStaggeredForceQuda(void *mom, double dt, double delta, void *gauge, void **x, QudaGaugeParam *gauge_param,
			       QudaInvertParam *invert_param)
{
	const char *const name = "computeStaggeredForceQuda";
	QudaInvertParam *const p = invert_param;
	lqcd_gauge_field_d own, u;
	lqcd_spinor_field_d_ks z;
	(void)gauge, (void)x;
	lqcd__quda_check_resident(gauge_param, name);
	lqcd__quda_need(gauge_param->use_resident_gauge && lqcd__quda.phases, name, "needs use_resident_gauge, of links with staggered phases");
	lqcd__quda_need(p && p->dslash_type == QUDA_STAGGERED_DSLASH && p->use_resident_solution, name,
			"needs QUDA_STAGGERED_DSLASH and use_resident_solution");
	lqcd__quda_need(p->dirac_order == QUDA_DIRAC_ORDER || p->dirac_order == QUDA_QDP_DIRAC_ORDER, name,
			"dirac_order: QUDA_DIRAC_ORDER or QUDA_QDP_DIRAC_ORDER");
	void **const solved = lqcd__quda_solved(NULL, p, p->num_offset, name);
	const size_t half = (size_t)lqcd__quda_bytes(p);
	char *const both = (char *)lqcd_alloc(lqcd_mul_size(2, half)); /* even sites, then odd ones */
	lqcd__quda_need(both != NULL, name, "no memory");
	lqcd_gauge_field_d *const m = lqcd__quda_take_momenta(&own, mom, gauge_param, 0, name);
	lqcd__quda_take_signed_links(&u, NULL, gauge_param, 0, name);
	lqcd__quda_must(lqcd_halo_exchange(lqcd_gauge_field_view_d(&u)), name);
	lqcd__quda_must(lqcd_spinor_field_create_d_ks(&z, &lqcd__quda.lattice, LQCD_FULL), name);
	for (int k = 0; k < p->num_offset; k++) {
		QudaInvertParam q = *p;
		q.mass_normalization = QUDA_MASS_NORMALIZATION;
		memcpy(both, solved[k], half);
		dslashQuda(both + half, both, &q, QUDA_ODD_PARITY);
		const lqcd_foreign f = lqcd__quda_vectors(both, &q, LQCD_FULL, 1, name);
		lqcd__quda_must(lqcd_foreign_import(lqcd_spinor_field_view_d_ks(&z), &f), name);
		lqcd__quda_must(lqcd_halo_exchange(lqcd_spinor_field_view_d_ks(&z)), name);
		lqcd__quda_add_outer(m, &u, &z, dt * delta * p->residue[k]);
	}
	lqcd_free(both);
	lqcd_spinor_field_destroy_d_ks(&z);
	lqcd_gauge_field_destroy_d(&u);
	lqcd__quda_leave_momenta(m, mom, gauge_param, 1, name);
}

#endif
