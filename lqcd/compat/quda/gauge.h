/* lqcd/compat/quda/gauge.h: part of quda.h: links: their observables, flow, random links and forces.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_GAUGE_H
#define LQCD_QUDA_GAUGE_H

#include "../../gauge/flow.h"
#include "../../gauge/project.h"
#include "../../observables/charge.h"
#include "../../observables/polyakov.h"
#include "resident.h"

QudaGaugeSmearParam newQudaGaugeSmearParam(void)
{
	QudaGaugeSmearParam p;
	memset((void *)&p, 0, sizeof p);
	LQCD__QUDA_SMEAR(LQCD__QUDA_SET, LQCD__QUDA_SET, LQCD__QUDA_SET_NONE)
	return p;
}

QudaGaugeObservableParam newQudaGaugeObservableParam(void)
{
	QudaGaugeObservableParam p;
	memset((void *)&p, 0, sizeof p);
	LQCD__QUDA_OBSERVE(LQCD__QUDA_SET, LQCD__QUDA_SET, LQCD__QUDA_SET_NONE)
	return p;
}

/** A copy of the loaded links in `smeared`. */
LQCD_STATIC void lqcd__quda_smeared(const char *function)
{
	if (!lqcd__quda.has_smeared)
		lqcd__quda_must(lqcd_gauge_field_create_d(&lqcd__quda.smeared, &lqcd__quda.lattice, LQCD_FULL),
				function);
	lqcd__quda.has_smeared = 1;
	lqcd_gauge_field_copy_d(&lqcd__quda.smeared, &lqcd__quda.links);
}

void saveGaugeQuda(void *h_gauge, QudaGaugeParam *param)
{
	const char *const name = "saveGaugeQuda";
	lqcd__quda_need(h_gauge != NULL, name, "no links (NULL)");
	lqcd__quda_check_gauge(param, name);
	lqcd__quda_check_extents(param, name);
	lqcd__quda_need(param->type == QUDA_WILSON_LINKS || param->type == QUDA_SMEARED_LINKS, name,
			"type: QUDA_WILSON_LINKS or QUDA_SMEARED_LINKS");
	lqcd__quda_need(param->type == QUDA_WILSON_LINKS || lqcd__quda.has_smeared, name,
			"type QUDA_SMEARED_LINKS: performWFlowQuda comes before");
	lqcd__quda_need((int)param->t_boundary == lqcd__quda.bc_t, name, "t_boundary: not that of loadGaugeQuda");
	const lqcd_foreign f = lqcd__quda_links(h_gauge, param, name);
	const lqcd_gauge_field_d *u = param->type == QUDA_SMEARED_LINKS ? &lqcd__quda.smeared : &lqcd__quda.links;
	lqcd__quda_must(lqcd_foreign_export(&f, lqcd_gauge_field_view_d(u)), name);
}

/** Copies links of which a clover term is before they change. */
LQCD_STATIC void lqcd__quda_keep_clover(const char *function)
{
	if (!lqcd__quda.has_clover || lqcd__quda.blocks || lqcd__quda.has_clover_links) return;
	lqcd__quda_must(lqcd_gauge_field_create_d(&lqcd__quda.clover_links, &lqcd__quda.lattice, LQCD_FULL), function);
	lqcd__quda.has_clover_links = 1;
	lqcd_gauge_field_copy_d(&lqcd__quda.clover_links, &lqcd__quda.links);
}

void gaussGaugeQuda(unsigned long long seed, double sigma)
{
	const char *const name = "gaussGaugeQuda";
	lqcd_gauge_field_d *u = &lqcd__quda.links, p;
	lqcd__quda_need(lqcd__quda.has_links, name, "loadGaugeQuda comes before");
	if (!lqcd_isfinite(sigma)) lqcd__quda_error("%s: sigma = %g: a number is needed", name, sigma);
	lqcd__quda_must(lqcd_gauge_field_create_d(&p, &lqcd__quda.lattice, LQCD_FULL), name);
	lqcd__quda_keep_clover(name);
	lqcd_momentum_random_d(&p, seed, 0);
	lqcd_gauge_field_unit_d(u);
	lqcd_momentum_move_d(u, sqrt(2) * sigma, &p); /* theirs have the weight exp(-|p|^2 / 2), ours exp(-|p|^2) */
	lqcd_gauge_field_destroy_d(&p);
	lqcd__quda_forget_operator();
	lqcd__quda_device_forget();
	lqcd__quda_forget_staggered();
}

/* ---- observables and flow ---- */

LQCD_STATIC void lqcd__quda_check_observables(const QudaGaugeObservableParam *p, const char *function)
{
	lqcd__quda_need(p != NULL, function, "no parameters (NULL)");
	lqcd__quda_check_size(p->struct_size, sizeof *p, function);
	LQCD__QUDA_OBSERVE(LQCD__QUDA_SKIP, LQCD__QUDA_SKIP, LQCD__QUDA_REFUSE)
}

/** The nearest links in SU(NC). */
LQCD_STATIC void lqcd__quda_project(lqcd_gauge_field_d *u, const char *function)
{
	if (u == &lqcd__quda.links) {
		lqcd__quda_keep_clover(function);
		lqcd__quda_forget_operator();
		lqcd__quda_device_forget();
		lqcd__quda_forget_staggered();
	}
	LQCD_MASTER_FOR(u->type, ix)
		for (int mu = 0; mu < 4; mu++) lqcd_su3_project_polar_d(LQCD_4FIELD_AT(u, ix, mu));
}

LQCD_STATIC void lqcd__quda_observe(QudaGaugeObservableParam *p, lqcd_gauge_field_d *u, const char *function)
{
	if (p->su_project == QUDA_BOOLEAN_TRUE) lqcd__quda_project(u, function);
	if (p->compute_plaquette == QUDA_BOOLEAN_TRUE) {
		const lqcd_plaquette_values v = lqcd_plaquette_d(u);
		p->plaquette[0] = v.mean;
		p->plaquette[1] = v.space;
		p->plaquette[2] = v.time;
	}
	if (p->compute_polyakov_loop == QUDA_BOOLEAN_TRUE) { /* the trace, not over NC */
		const lqcd_complex_d z = lqcd_polyakov_loop(lqcd_gauge_field_view_d(u));
		p->ploop[0] = lqcd__quda.bc_t * LQCD_NC * z.re;
		p->ploop[1] = lqcd__quda.bc_t * LQCD_NC * z.im;
	}
	if (p->compute_qcharge != QUDA_BOOLEAN_TRUE) return;
	lqcd_energy_values e;
	lqcd__quda_must(lqcd_energy_d(&e, u, 1), function);
	p->energy[0] = e.clover;
	p->energy[1] = e.space;
	p->energy[2] = e.time;
	lqcd__quda_must(lqcd_energy_d(&e, u, 0), function); /* of the charge QUDA keeps the trace of F */
	p->qcharge = e.charge;
}

void gaugeObservablesQuda(QudaGaugeObservableParam *param)
{
	lqcd__quda_need(lqcd__quda.has_links, "gaugeObservablesQuda", "loadGaugeQuda comes before");
	lqcd__quda_check_observables(param, "gaugeObservablesQuda");
	lqcd__quda_observe(param, lqcd__quda.has_smeared ? &lqcd__quda.smeared : &lqcd__quda.links,
			   "gaugeObservablesQuda");
}

void polyakovLoopQuda(double ploop[2], int dir)
{
	QudaGaugeObservableParam p = newQudaGaugeObservableParam();
	lqcd__quda_need(ploop != NULL, "polyakovLoopQuda", "no output (NULL)");
	if (dir != 3) lqcd__quda_error("polyakovLoopQuda: dir = %d: 3", dir);
	p.compute_polyakov_loop = QUDA_BOOLEAN_TRUE;
	gaugeObservablesQuda(&p);
	memcpy(ploop, p.ploop, sizeof p.ploop);
}

/** Flows links as p says, and quarks with them: one_step(quarks, flow, eps) takes the place of lqcd_flow_step unless it is NULL. */
LQCD_STATIC void lqcd__quda_flow(const QudaGaugeSmearParam *p, QudaGaugeObservableParam *obs_param,
				 lqcd_status (*one_step)(void *quarks, lqcd_flow_d *flow, double eps), void *quarks, const char *function)
{
	lqcd_flow_d flow;
	lqcd__quda_need(p && obs_param, function, "no parameters (NULL)");
	lqcd__quda_check_size(p->struct_size, sizeof *p, function);
	LQCD__QUDA_SMEAR(LQCD__QUDA_SKIP, LQCD__QUDA_SKIP, LQCD__QUDA_REFUSE)
	lqcd__quda_need(lqcd__quda.has_links, function, "loadGaugeQuda comes before");
	if (p->smear_type != QUDA_GAUGE_SMEAR_WILSON_FLOW && p->smear_type != QUDA_GAUGE_SMEAR_SYMANZIK_FLOW)
		lqcd__quda_error("%s: smear_type %d: QUDA_GAUGE_SMEAR_WILSON_FLOW or QUDA_GAUGE_SMEAR_SYMANZIK_FLOW",
				 function, (int)p->smear_type);
	lqcd__quda_need(p->meas_interval > 0, function, "meas_interval: 1 or more");
	for (unsigned k = 0; k <= p->n_steps / p->meas_interval; k++)
		lqcd__quda_check_observables(&obs_param[k], function);
	if (p->restart == QUDA_BOOLEAN_TRUE)
		lqcd__quda_need(lqcd__quda.has_smeared, function, "restart: no flow came before");
	else
		lqcd__quda_smeared(function);
	const lqcd_flow_kind kind =
		p->smear_type == QUDA_GAUGE_SMEAR_WILSON_FLOW ? LQCD_FLOW_WILSON : LQCD_FLOW_SYMANZIK;
	lqcd__quda_must(lqcd_flow_create_d(&flow, &lqcd__quda.lattice, kind), function);
	lqcd__quda_observe(obs_param++, &lqcd__quda.smeared, function);
	for (unsigned k = 0; k < p->n_steps; k++) {
		lqcd__quda_must(one_step ? one_step(quarks, &flow, p->epsilon) : lqcd_flow_step_d(&flow, &lqcd__quda.smeared, p->epsilon), function);
		if ((k + 1) % p->meas_interval == 0) lqcd__quda_observe(obs_param++, &lqcd__quda.smeared, function);
	}
	lqcd_flow_destroy_d(&flow);
}

void performWFlowQuda(QudaGaugeSmearParam *smear_param, QudaGaugeObservableParam *obs_param)
{
	lqcd__quda_flow(smear_param, obs_param, NULL, NULL, "performWFlowQuda");
}

/* ---- forces ---- */

/* One step of four paths: q_mu(x) := U_step(x) p_mu(x + step) of path mu. */
typedef struct {
	const lqcd_gauge_field_d *u, *p;
	lqcd_gauge_field_d *q;
	int step[4]; /* our direction, or 7 minus it */
} lqcd__quda_step;

LQCD_STATIC void lqcd__quda_walk(const lqcd__quda_step *k)
{
	const lqcd_geometry *g = k->u->type;
	LQCD_MASTER_FOR(g, ix) {
		for (int mu = 0; mu < 4; mu++) {
			const int back = k->step[mu] > 3, d = back ? 7 - k->step[mu] : k->step[mu];
			const int to = back ? lqcd_idn(g, ix, d) : lqcd_iup(g, ix, d);
			const lqcd_su3_d *p = LQCD_4FIELD_AT(k->p, to, mu);
			if (back)
				lqcd_su3_dagger_mul_d(LQCD_4FIELD_AT(k->q, ix, mu), LQCD_4FIELD_AT(k->u, to, d), p);
			else
				lqcd_su3_mul_d(LQCD_4FIELD_AT(k->q, ix, mu), LQCD_4FIELD_AT(k->u, ix, d), p);
		}
	}
}

/** sum_mu -= c times the part in su(NC) of U_mu(x) p_mu(x + mu), or += c times the matrix itself. */
LQCD_STATIC void lqcd__quda_close(lqcd_gauge_field_d *sum, const lqcd_gauge_field_d *u, const lqcd_gauge_field_d *p, double c, int whole)
{
	const lqcd_geometry *g = u->type;
	LQCD_MASTER_FOR(g, ix) {
		for (int mu = 0; mu < 4; mu++) {
			lqcd_su3_d w, a;
			lqcd_su3_mul_d(&w, LQCD_4FIELD_AT(u, ix, mu), LQCD_4FIELD_AT(p, lqcd_iup(g, ix, mu), mu));
			if (!whole) lqcd_su3_project_algebra_d(&a, &w);
			lqcd_su3_axpy_d(LQCD_4FIELD_AT(sum, ix, mu), whole ? c : -c, whole ? &w : &a);
		}
	}
}

/** Their step (X Y Z T, or 7 minus it) as ours (T X Y Z). */
LQCD_STATIC int lqcd__quda_step_of(int theirs)
{
	const int d = theirs > 3 ? 7 - theirs : theirs;
	return theirs > 3 ? 7 - (d + 1) % 4 : (d + 1) % 4;
}

/** The paths of `directions` directions; closed: a path of direction mu leads from x + mu to x, of one direction from x to x. */
LQCD_STATIC void lqcd__quda_check_paths(int ***paths, const int *length, const double *coefficient, int n, int max_length, int directions,
					int closed, const char *function)
{
	lqcd__quda_need(paths && length && coefficient, function, "input_path_buf, path_length or loop_coeff is NULL");
	for (int i = 0; i < n; i++) {
		if (length[i] < 1 || length[i] > max_length)
			lqcd__quda_error("%s: path_length[%d] = %d: 1 to max_length = %d", function, i, length[i], max_length);
		for (int d = 0; d < directions; d++) {
			const int *path = paths[d][i];
			int at[4] = {0, 0, 0, 0};
			if (directions == 4) at[d]++;
			for (int k = 0; k < length[i]; k++) {
				if (path[k] < 0 || path[k] > 7)
					lqcd__quda_error("%s: input_path_buf[%d][%d][%d] = %d: 0 to 7", function, d, i, k, path[k]);
				at[path[k] > 3 ? 7 - path[k] : path[k]] += path[k] > 3 ? -1 : 1;
			}
			if (closed && (at[0] || at[1] || at[2] || at[3]))
				lqcd__quda_error("%s: input_path_buf[%d][%d] does not lead back to its beginning", function, d, i);
		}
	}
}

/** p_mu(x) := the product of links along path number i of direction mu, or all four along that of one direction, from x. q: memory; returns
 * the one of both that has it. */
LQCD_STATIC lqcd_gauge_field_d *lqcd__quda_path(lqcd_gauge_field_d *p, lqcd_gauge_field_d *q, const lqcd_gauge_field_d *u, int ***paths, int i,
						int length, int directions, const char *function)
{
	lqcd__quda_step s;
	s.u = u;
	lqcd_gauge_field_unit_d(p);
	for (int k = length - 1; k >= 0; k--) {
		lqcd_gauge_field_d *const other = q;
		lqcd__quda_must(lqcd_halo_exchange(lqcd_gauge_field_view_d(p)), function);
		s.p = p;
		s.q = q;
		for (int d = 0; d < 4; d++) s.step[(d + 1) % 4] = lqcd__quda_step_of(paths[d % directions][i][k]);
		lqcd__quda_walk(&s);
		q = p;
		p = other;
	}
	return p;
}

/** The sum over paths of lqcd__quda_close with dt coefficient; a path of direction mu begins at x + mu. Unless whole, sum gets into the algebra
 * with all that it had before, as in QUDA. */
LQCD_STATIC void lqcd__quda_paths(lqcd_gauge_field_d *sum, lqcd_gauge_field_d *u, int ***paths, const int *length,
				  const double *coefficient, int n, double dt, int whole, const char *function)
{
	lqcd_gauge_field_d p[2];
	lqcd__quda_must(lqcd_gauge_field_create_d(&p[0], &lqcd__quda.lattice, LQCD_FULL), function);
	lqcd__quda_must(lqcd_gauge_field_create_d(&p[1], &lqcd__quda.lattice, LQCD_FULL), function);
	lqcd__quda_must(lqcd_halo_exchange(lqcd_gauge_field_view_d(u)), function);
	for (int i = 0; i < n; i++) {
		lqcd_gauge_field_d *const end = lqcd__quda_path(&p[0], &p[1], u, paths, i, length[i], 4, function);
		lqcd__quda_must(lqcd_halo_exchange(lqcd_gauge_field_view_d(end)), function);
		lqcd__quda_close(sum, u, end, dt * coefficient[i], whole);
	}
	LQCD_MASTER_FOR(sum->type, ix)
		for (int mu = 0; mu < 4 && !whole; mu++) {
			const lqcd_su3_d before = *LQCD_4FIELD_AT(sum, ix, mu);
			lqcd_su3_project_algebra_d(LQCD_4FIELD_AT(sum, ix, mu), &before);
		}
	lqcd_gauge_field_destroy_d(&p[0]);
	lqcd_gauge_field_destroy_d(&p[1]);
}

int computeGaugeForceQuda(void *mom, void *sitelink, int ***input_path_buf, int *path_length, double *loop_coeff,
			  int num_paths, int max_length, double dt, QudaGaugeParam *param)
{
	const char *const name = "computeGaugeForceQuda";
	lqcd_gauge_field_d u, own, *force;
	lqcd__quda_check_resident(param, name);
	lqcd__quda_need(param->use_resident_gauge || sitelink, name, "sitelink: NULL without use_resident_gauge");
	lqcd__quda_check_kept(param, 1, 1, name);
	lqcd__quda_check_paths(input_path_buf, path_length, loop_coeff, num_paths, max_length, 4, 1, name);
	lqcd__quda_need(param->type == QUDA_WILSON_LINKS, name, "type: QUDA_WILSON_LINKS alone is supported");
	force = lqcd__quda_take_momenta(&own, mom, param, param->overwrite_mom, name);
	lqcd__quda_take_links(&u, sitelink, param, name);
	lqcd__quda_paths(force, &u, input_path_buf, path_length, loop_coeff, num_paths, dt, 0, name);
	lqcd__quda_leave_momenta(force, mom, param, 1, name);
	if (param->make_resident_gauge && !param->use_resident_gauge)
		lqcd__quda_keep_links(&u, param);
	else
		lqcd_gauge_field_destroy_d(&u);
	return 0;
}

#endif
