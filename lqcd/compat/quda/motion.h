/* lqcd/compat/quda/motion.h: part of quda.h: links and momenta that calls change: phases, projection, motion, the action of momenta;
 * fields of links by a handle.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_MOTION_H
#define LQCD_QUDA_MOTION_H

#include "../../gauge/momentum.h"
#include "../../gauge/project.h"
#include "resident.h"

void staggeredPhaseQuda(void *gauge_h, QudaGaugeParam *param)
{
	const char *const name = "staggeredPhaseQuda";
	lqcd_gauge_field_d u;
	lqcd__quda_check_resident(param, name);
	if (!param->use_resident_gauge) { /* links as they are, times the phases */
		QudaGaugeParam raw = *param;
		const lqcd_foreign f = lqcd__quda_raw_links(gauge_h, param, name);
		lqcd__quda_must(lqcd_gauge_field_create_d(&u, &lqcd__quda.lattice, LQCD_FULL), name);
		lqcd__quda_must(lqcd_foreign_import(lqcd_gauge_field_view_d(&u), &f), name);
		lqcd__quda_phase(&u, param->staggered_phase_type, lqcd__quda_boundary(param), 1, name);
		if (param->return_result_gauge) lqcd__quda_must(lqcd_foreign_export(&f, lqcd_gauge_field_view_d(&u)), name);
		raw.staggered_phase_applied = !param->staggered_phase_applied;
		if (raw.staggered_phase_applied) lqcd__quda_phase(&u, param->staggered_phase_type, lqcd__quda_boundary(param), 1, name);
		if (param->make_resident_gauge)
			lqcd__quda_keep_links(&u, &raw);
		else
			lqcd_gauge_field_destroy_d(&u);
		return;
	}
	/* Loaded links are kept without signs: those of the phases hold the boundary, and links without phases have none. */
	lqcd__quda_need(param->staggered_phase_type == QUDA_STAGGERED_PHASE_MILC, name, "staggered_phase_type of loaded links: QUDA_STAGGERED_PHASE_MILC");
	lqcd__quda.phases = !lqcd__quda.phases;
	lqcd__quda_forget_staggered();
	if (lqcd__quda.bc_t < 0) {
		lqcd__quda_phase(&lqcd__quda.links, QUDA_STAGGERED_PHASE_MILC, -1, 1, name);
		lqcd__quda_phase(&lqcd__quda.links, QUDA_STAGGERED_PHASE_MILC, 1, 1, name);
		freeCloverQuda();
	}
	if (!param->return_result_gauge) return;
	QudaGaugeParam q = *param;
	q.staggered_phase_applied = lqcd__quda.phases;
	q.t_boundary = lqcd__quda.bc_t < 0 ? QUDA_ANTI_PERIODIC_T : QUDA_PERIODIC_T;
	lqcd__quda_give_links(gauge_h, &q, &lqcd__quda.links, name);
}

void projectSU3Quda(void *gauge_h, double tol, QudaGaugeParam *param)
{
	const char *const name = "projectSU3Quda";
	const double limit = tol > 1e-10 ? tol : 1e-10; /* below, rounding decides */
	lqcd_gauge_field_d u;
	double failures = 0;
	lqcd__quda_check_resident(param, name);
	lqcd__quda_take_links(&u, gauge_h, param, name);
	LQCD_MASTER_FOR_SUM(u.type, ix, failures) {
		for (int mu = 0; mu < 4; mu++) {
			lqcd_su3_d *v = LQCD_4FIELD_AT(&u, ix, mu), w, one;
			lqcd_su3_project_polar_d(v);
			lqcd_su3_mul_dagger_d(&w, v, v);
			lqcd_su3_unit_d(&one);
			lqcd_su3_sub_d(&w, &w, &one);
			failures += lqcd_su3_norm2_d(&w) <= limit * limit ? 0 : 1;
		}
	}
	const double all = lqcd_comm_max(&lqcd__quda.comm, failures);
	if (all > 0) lqcd__quda_error("%s: %g links of a process have no projection", name, all);
	lqcd__quda_leave_links(&u, gauge_h, param, 1, name);
}

void updateGaugeFieldQuda(void *gauge, void *momentum, double dt, int conj_mom, int exact, QudaGaugeParam *param)
{
	const char *const name = "updateGaugeFieldQuda";
	lqcd_gauge_field_d u, own, *m;
	(void)exact; /* the exponential is exact in either case, and links are not reunitarised */
	lqcd__quda_check_resident(param, name);
	if (!lqcd_isfinite(dt)) lqcd__quda_error("%s: dt = %g: a number is needed", name, dt);
	m = lqcd__quda_take_momenta(&own, momentum, param, 0, name);
	lqcd__quda_take_links(&u, gauge, param, name);
	lqcd__links_move_d(&u, conj_mom ? -dt : dt, m, 0);
	lqcd__quda_leave_links(&u, gauge, param, 0, name);
	lqcd__quda_leave_momenta(m, momentum, param, 0, name);
}

/* ---- momenta ---- */

void momResidentQuda(void *mom, QudaGaugeParam *param)
{
	const char *const name = "momResidentQuda";
	lqcd_gauge_field_d own;
	lqcd__quda_check_resident(param, name);
	if (!param->make_resident_mom == !param->return_result_mom)
		lqcd__quda_error("%s: make_resident_mom = %d, return_result_mom = %d: one of them", name, param->make_resident_mom,
				 param->return_result_mom);
	QudaGaugeParam q = *param;
	q.use_resident_mom = !param->make_resident_mom;
	lqcd_gauge_field_d *const m = lqcd__quda_take_momenta(&own, mom, &q, 0, name);
	lqcd__quda_leave_momenta(m, mom, &q, q.use_resident_mom, name);
}

double momActionQuda(void *momentum, QudaGaugeParam *param)
{
	const char *const name = "momActionQuda";
	lqcd_gauge_field_d own;
	lqcd__quda_check_resident(param, name);
	lqcd_gauge_field_d *const m = lqcd__quda_take_momenta(&own, momentum, param, 0, name);
	const int *l = lqcd__quda.lattice.extent;
	/* Half the sum of tr p p^+, less 4 for each link, its mean. */
	const double action = 0.5 * lqcd_momentum_energy_d(m) - 16.0 * l[0] * l[1] * l[2] * l[3];
	lqcd__quda_leave_momenta(m, momentum, param, 0, name);
	return action;
}

void gaussMomQuda(unsigned long long seed, double sigma)
{
	const char *const name = "gaussMomQuda";
	lqcd_gauge_field_d *const m = &lqcd__quda_resident.momenta;
	lqcd__quda_need(lqcd__quda_resident.has_momenta, name, "no momenta are resident: momResidentQuda comes before");
	if (!lqcd_isfinite(sigma)) lqcd__quda_error("%s: sigma = %g: a number is needed", name, sigma);
	lqcd_momentum_random_d(m, seed, 0);
	LQCD_MASTER_FOR(m->type, ix) /* p of weight exp(-|p|^2 / 2), ours has exp(-|p|^2) */
		for (int mu = 0; mu < 4; mu++)
			lqcd_su3_scale_d(LQCD_4FIELD_AT(m, ix, mu), sqrt(2) * sigma, LQCD_4FIELD_AT(m, ix, mu));
}

/* ---- fields by a handle ---- */

/* A field of createGaugeFieldQuda: links as the caller has them, [site][4] in double; it outlives a change of the lattice. */
typedef struct {
	int X[4];
	double *links;
} lqcd__quda_handle;

LQCD_STATIC lqcd_foreign lqcd__quda_handle_links(const lqcd__quda_handle *h)
{
	return lqcd_foreign_make(LQCD_FOREIGN_LINKS, h->links);
}

void *createGaugeFieldQuda(void *gauge, int geometry, QudaGaugeParam *param)
{
	const char *const name = "createGaugeFieldQuda";
	lqcd_gauge_field_d u;
	lqcd__quda_check_resident(param, name);
	if (geometry != QUDA_VECTOR_GEOMETRY) lqcd__quda_error("%s: geometry = %d: QUDA_VECTOR_GEOMETRY", name, geometry);
	const size_t links = 4 * (size_t)param->X[0] * (size_t)param->X[1] * (size_t)param->X[2] * (size_t)param->X[3];
	lqcd__quda_handle *const h = (lqcd__quda_handle *)lqcd_alloc(sizeof *h);
	lqcd__quda_need(h != NULL, name, "no memory");
	memcpy(h->X, param->X, sizeof h->X);
	h->links = (double *)lqcd_alloc(lqcd_mul_size(links, 2 * LQCD_NC * LQCD_NC * sizeof(double)));
	lqcd__quda_need(h->links != NULL, name, "no memory");
	memset((void *)h->links, 0, links * 2 * LQCD_NC * LQCD_NC * sizeof(double));
	if (!gauge) return h;
	const lqcd_foreign f = lqcd__quda_raw_links(gauge, param, name), own = lqcd__quda_handle_links(h);
	lqcd__quda_must(lqcd_gauge_field_create_d(&u, &lqcd__quda.lattice, LQCD_FULL), name);
	lqcd__quda_must(lqcd_foreign_import(lqcd_gauge_field_view_d(&u), &f), name);
	lqcd__quda_must(lqcd_foreign_export(&own, lqcd_gauge_field_view_d(&u)), name);
	lqcd_gauge_field_destroy_d(&u);
	return h;
}

void saveGaugeFieldQuda(void *outGauge, void *inGauge, QudaGaugeParam *param)
{
	const char *const name = "saveGaugeFieldQuda";
	const lqcd__quda_handle *const h = (const lqcd__quda_handle *)inGauge;
	lqcd_gauge_field_d u;
	lqcd__quda_need(h != NULL, name, "no field (NULL)");
	lqcd__quda_check_resident(param, name);
	for (int mu = 0; mu < 4; mu++)
		if (param->X[mu] != h->X[mu]) lqcd__quda_error("%s: X[%d] = %d: not that of createGaugeFieldQuda", name, mu, param->X[mu]);
	const lqcd_foreign f = lqcd__quda_raw_links(outGauge, param, name), own = lqcd__quda_handle_links(h);
	lqcd__quda_must(lqcd_gauge_field_create_d(&u, &lqcd__quda.lattice, LQCD_FULL), name);
	lqcd__quda_must(lqcd_foreign_import(lqcd_gauge_field_view_d(&u), &own), name);
	lqcd__quda_must(lqcd_foreign_export(&f, lqcd_gauge_field_view_d(&u)), name);
	lqcd_gauge_field_destroy_d(&u);
}

void destroyGaugeFieldQuda(void *gauge)
{
	if (gauge) lqcd_free(((lqcd__quda_handle *)gauge)->links);
	lqcd_free(gauge);
}

#endif
