/* lqcd/compat/quda/steps.h: part of quda.h: quarks moved along links: covariant steps, operators of spin and taste, smearing.
 *
 * With C_d x = U_d(x) x(x + d), and its adjoint for steps back (d + 4), of the links as they were loaded, phases and boundary included:
 *   covDevQuda        C_d x
 *   MatQuda           of QUDA_COVDEV_DSLASH C_d, d = covdev_mu; of QUDA_LAPLACE_DSLASH, of colour vectors, 1 - kappa sum of C_d + C_d^+
 *                     over d other than laplace3D; in KAPPA, and over 2 kappa
 *   shiftQuda         C_d x (sym 1), C_d^+ x (2), or their mean (3)
 *   spinTasteQuda     g5 times the mean over all orders, with their signs, of the products of g_d (C_d + C_d^+) / 2 in the directions of
 *                     spin ^ taste, times g_spin; g: signs of sites
 *   performGFlowQuda  performWFlowQuda with dx/dt = sum of C_d + C_d^+ over all directions x - 8 x of the flowing links, Luescher, JHEP 04
 *                     (2013) 123 [1302.5246]; spinors, or colour vectors of staggered quarks and QUDA_LAPLACE_DSLASH
 *   smearing          (a + b sum of C_d + C_d^+ over X, Y, Z)^n; with two-link smearing C_d C_d for C_d
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_STEPS_H
#define LQCD_QUDA_STEPS_H

#include "gauge.h"
#include "quarks.h"

/* Arguments: `steps` applications of centre x + side (sum of hops of `length` links in `directions`, bits X, -X, Y, ..), then, if taste,
 * the operator of spin and the directions dirs. */
typedef struct {
	int steps, length, directions, t0, taste, spin, links, flip, dirs[4];
	double centre, side;
	lqcd_foreign in, out;
} lqcd__quda_steps;

/** The global coordinate of site ix in our direction mu. */
LQCD_STATIC int lqcd__quda_coordinate(const lqcd_geometry *g, int ix, int mu)
{
	const int *l = lqcd__quda.lattice.extent;
	uint64_t site = lqcd_geometry_site(g, ix, 0);
	for (int nu = 3; nu > mu; nu--) site /= (uint64_t)l[nu];
	return (int)(site % (uint64_t)l[mu]);
}

/** The coordinates, bits X Y Z T, whose sum is the sign of QUDA's gamma. */
LQCD_STATIC int lqcd__quda_gamma_mask(int gamma)
{
	const int odd = (gamma ^ gamma >> 1 ^ gamma >> 2 ^ gamma >> 3) & 1;
	return odd ? 15 ^ gamma : gamma;
}

/** Number p, two bits for each place: dirs in another order and its sign; 0 if p is no permutation of n. */
LQCD_STATIC int lqcd__quda_permutation(int p, int n, const int *dirs, int *order)
{
	int sign = 1;
	if (p >> 2 * n) return 0;
	for (int k = 0; k < n; k++) {
		const int at = p >> 2 * k & 3;
		if (at >= n) return 0;
		order[k] = dirs[at];
		for (int j = 0; j < k; j++) {
			if (order[j] == order[k]) return 0;
			if (order[j] > order[k]) sign = -sign;
		}
	}
	return sign;
}

#define LQCD_TAG d
#include "steps.inc"
#define LQCD_REP ks
#define LQCD_TAG d
#include "steps.inc"
#undef LQCD_REP

LQCD_STATIC int lqcd__quda_moves_vectors(const QudaInvertParam *p)
{
	return lqcd__quda_is_staggered(p) || p->dslash_type == QUDA_LAPLACE_DSLASH;
}

LQCD_STATIC lqcd_foreign lqcd__quda_moved(void *data, const QudaInvertParam *p, const char *function)
{
	return lqcd__quda_moves_vectors(p) ? lqcd__quda_vectors(data, p, LQCD_FULL, 1, function)
					   : lqcd__quda_spinors(data, p, LQCD_FULL, 1, 0, function);
}

/** Runs job on the memory of the caller, with the loaded links or smeared ones. */
LQCD_STATIC void lqcd__quda_take_steps(lqcd__quda_steps *job, void *out, void *in, const QudaInvertParam *param, int smeared, const char *function)
{
	QudaGaugeParam g = newQudaGaugeParam();
	lqcd_gauge_field_d u;
	lqcd__quda_need(param != NULL, function, "no parameters (NULL)");
	lqcd__quda_need(lqcd__quda.has_links, function, "loadGaugeQuda comes before");
	QudaInvertParam p = *param;
	p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS; /* all acts on each spin alike */
	const int vectors = lqcd__quda_moves_vectors(&p);
	job->in = lqcd__quda_moved(in, &p, function);
	job->out = lqcd__quda_moved(out, &p, function);
	g.use_resident_gauge = 1;
	lqcd__quda_take_signed_links(&u, NULL, &g, 0, function);
	if (smeared && lqcd__quda.has_smeared) lqcd_gauge_field_copy_d(&u, &lqcd__quda.smeared);
	lqcd__quda_must(vectors ? lqcd__quda_move_d_ks(job, &u) : lqcd__quda_move_d(job, &u), function);
	lqcd_gauge_field_destroy_d(&u);
}

LQCD_STATIC lqcd__quda_steps lqcd__quda_steps_of(int steps, double centre, double side, int directions)
{
	lqcd__quda_steps job;
	memset((void *)&job, 0, sizeof job);
	job.steps = steps;
	job.centre = centre;
	job.side = side;
	job.directions = directions;
	job.length = 1;
	job.t0 = -1;
	return job;
}

LQCD_STATIC void lqcd__quda_shift(void *h_out, void *h_in, int dir, int forward, int back, QudaInvertParam *param, const char *function)
{
	lqcd__quda_steps job = lqcd__quda_steps_of(1, 0, forward && back ? 0.5 : 1, (forward | back << 1) << 2 * dir);
	lqcd__quda_need(param != NULL, function, "no parameters (NULL)");
	if (dir < 0 || dir > 3) lqcd__quda_error("%s: dir = %d: 0 to 3", function, dir);
	QudaInvertParam p = *param;
	p.dirac_order = QUDA_DIRAC_ORDER; /* in any case, as QUDA */
	lqcd__quda_take_steps(&job, h_out, h_in, &p, 0, function);
}

void covDevQuda(void *h_out, void *h_in, int dir, QudaInvertParam *param)
{
	if (dir < 0 || dir > 7) lqcd__quda_error("covDevQuda: dir = %d: 0 to 7", dir);
	lqcd__quda_shift(h_out, h_in, dir % 4, dir < 4, dir > 3, param, "covDevQuda");
}

void shiftQuda(void *h_out, void *h_in, int dir, int sym, QudaInvertParam *param)
{
	if (sym < 1 || sym > 3) lqcd__quda_error("shiftQuda: sym = %d: 1 forward, 2 backward, 3 their mean", sym);
	lqcd__quda_shift(h_out, h_in, dir, sym & 1, sym >> 1, param, "shiftQuda");
}

/** The product if the matrix is QUDA_COVDEV_DSLASH or QUDA_LAPLACE_DSLASH; returns 0 if it is not. */
LQCD_STATIC int lqcd__quda_steps_mat(void *out, void *in, const QudaInvertParam *p, int normal, const char *function)
{
	const int covariant = p && p->dslash_type == QUDA_COVDEV_DSLASH, mu = covariant ? p->covdev_mu : p ? p->laplace3D : 0;
	if (!p || (!covariant && p->dslash_type != QUDA_LAPLACE_DSLASH)) return 0;
	lqcd__quda_check_invert(p, function);
	if (!(p->kappa > 0)) lqcd__quda_error("%s: kappa = %g: a number above 0 is needed", function, p->kappa);
	if (covariant && (mu < 0 || mu > 7)) lqcd__quda_error("%s: covdev_mu = %d: 0 to 7", function, mu);
	const double scale = p->mass_normalization == QUDA_KAPPA_NORMALIZATION ? 1 : 0.5 / p->kappa;
	const int all = mu < 0 || mu > 3 ? 255 : 255 & ~(3 << 2 * mu);
	for (int k = 0; k <= (covariant && normal); k++) { /* C_d, then its adjoint */
		lqcd__quda_steps job = covariant ? lqcd__quda_steps_of(1, 0, scale, 1 << (2 * (mu % 4) + ((mu > 3) != k)))
						 : lqcd__quda_steps_of(1 + normal, scale, -p->kappa * scale, all);
		lqcd__quda_take_steps(&job, out, k ? out : in, p, 0, function);
	}
	return 1;
}

void MatQuda(void *h_out, void *h_in, QudaInvertParam *inv_param)
{
	if (!lqcd__quda_steps_mat(h_out, h_in, inv_param, 0, "MatQuda")) lqcd__quda_mat(h_out, h_in, inv_param, 0, "MatQuda");
}

void MatDagMatQuda(void *h_out, void *h_in, QudaInvertParam *inv_param)
{
	if (!lqcd__quda_steps_mat(h_out, h_in, inv_param, 1, "MatDagMatQuda")) lqcd__quda_mat(h_out, h_in, inv_param, 1, "MatDagMatQuda");
}

void spinTasteQuda(void *h_out, void *h_in, int spin, int taste, QudaInvertParam *param)
{
	const char *const name = "spinTasteQuda";
	lqcd__quda_steps job = lqcd__quda_steps_of(0, 0, 0, 0);
	lqcd__quda_need(param != NULL, name, "no parameters (NULL)");
	if (spin < 0 || spin > 15 || taste < 0 || taste > 15) lqcd__quda_error("%s: spin = %d, taste = %d: 0 to 15", name, spin, taste);
	QudaInvertParam p = *param;
	p.dirac_order = QUDA_DIRAC_ORDER;
	job.taste = 1;
	job.spin = spin;
	for (int d = 0; d < 4; d++)
		if ((spin ^ taste) >> d & 1) job.dirs[job.links++] = d;
	/* QUDA's order of two links is X Y, Y Z, Z X, X T, Y T, Z T, the first acting last. */
	job.flip = job.links == 2 && (spin ^ taste) != QUDA_SPIN_TASTE_GZGX;
	lqcd__quda_take_steps(&job, h_out, h_in, &p, 0, name);
}

/* ---- smearing ---- */

void performWuppertalnStep(void *h_out, void *h_in, QudaInvertParam *param, unsigned int n_steps, double alpha)
{
	lqcd__quda_steps job = lqcd__quda_steps_of((int)n_steps, 1 / (1 + 6 * alpha), alpha / (1 + 6 * alpha), 63);
	if (!lqcd_isfinite(job.side)) lqcd__quda_error("performWuppertalnStep: alpha = %g", alpha);
	lqcd__quda_take_steps(&job, h_out, h_in, param, 1, "performWuppertalnStep");
}

void performGaussianSmearNStep(void *h_out, void *h_in, QudaInvertParam *param, const int n_steps, const double omega)
{
	const double side = n_steps > 0 ? omega * omega / (4 * n_steps) : 0;
	lqcd__quda_steps job = lqcd__quda_steps_of(n_steps, 1 - 6 * side, side, 63);
	if (!lqcd_isfinite(side)) lqcd__quda_error("performGaussianSmearNStep: omega = %g", omega);
	lqcd__quda_take_steps(&job, h_out, h_in, param, 1, "performGaussianSmearNStep");
}

void performFermionSmearQuda(void *h_out, void *h_in, QudaInvertParam *param, const int n_steps, const double coeff,
			     const QudaFermionSmearType smear_type)
{
	if (smear_type == QUDA_FERMION_SMEAR_TYPE_GAUSSIAN)
		performGaussianSmearNStep(h_out, h_in, param, n_steps, coeff);
	else if (smear_type == QUDA_FERMION_SMEAR_TYPE_WUPPERTAL)
		performWuppertalnStep(h_out, h_in, param, (unsigned)n_steps, coeff);
	else
		lqcd__quda_error("performFermionSmearQuda: smear_type %d", (int)smear_type);
}

void performTwoLinkGaussianSmearNStep(void *h_in, QudaQuarkSmearParam *smear_param)
{
	const char *const name = "performTwoLinkGaussianSmearNStep";
	const double start = lqcd__seconds();
	lqcd__quda_need(smear_param && smear_param->inv_param, name, "no parameters (NULL)");
	if (!smear_param->n_steps) return;
	const int n = smear_param->n_steps, dimensions = smear_param->inv_param->laplace3D;
	const double side = smear_param->width * smear_param->width / (16 * n);
	if (!lqcd_isfinite(side) || n < 0) lqcd__quda_error("%s: n_steps = %d, width = %g", name, n, smear_param->width);
	if (dimensions != 3 && dimensions != 4) lqcd__quda_error("%s: laplace3D = %d: 3 or 4", name, dimensions);
	lqcd__quda_steps job = lqcd__quda_steps_of(n, 1 - 2 * dimensions * side, side, dimensions == 3 ? 63 : 255);
	QudaInvertParam p = *smear_param->inv_param;
	p.dslash_type = QUDA_ASQTAD_DSLASH;
	job.length = 2;
	if (dimensions == 3 && smear_param->t0 >= 0) job.t0 = smear_param->t0; /* the other times stay */
	lqcd__quda_take_steps(&job, h_in, h_in, &p, 0, name);
	smear_param->secs = lqcd__seconds() - start;
}

/* ---- flow ---- */

void performGFlowQuda(void *h_out, void *h_in, QudaInvertParam *inv_param, QudaGaugeSmearParam *smear_param,
		      QudaGaugeObservableParam *obs_param)
{
	const char *const name = "performGFlowQuda";
	lqcd__quda_need(inv_param != NULL, name, "no parameters (NULL)");
	lqcd__quda_need(lqcd__quda.has_links, name, "loadGaugeQuda comes before");
	QudaInvertParam p = *inv_param;
	p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
	const lqcd_foreign in = lqcd__quda_moved(h_in, &p, name), out = lqcd__quda_moved(h_out, &p, name);
	(lqcd__quda_moves_vectors(&p) ? lqcd__quda_flow_quarks_d_ks : lqcd__quda_flow_quarks_d)(&out, &in, smear_param, obs_param, name);
}

#endif
