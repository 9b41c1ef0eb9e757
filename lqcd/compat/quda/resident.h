/* lqcd/compat/quda/resident.h: part of quda.h: links and momenta that a call takes from the caller or from the call before, and
 * what becomes of them:
 *
 *   use_resident_gauge, use_resident_mom      from before; else from the memory of the caller
 *   return_result_gauge, return_result_mom    written to that memory
 *   make_resident_gauge, make_resident_mom    kept for the next call; momenta that are not kept are forgotten
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_RESIDENT_H
#define LQCD_QUDA_RESIDENT_H

#include "../../gauge/fat_links.h"
#include "program.h"

/** Checks p but for what this file reads, and sets its lattice. */
LQCD_STATIC void lqcd__quda_check_resident(const QudaGaugeParam *p, const char *function)
{
	lqcd__quda_need(lqcd__quda.begun, function, "initQuda comes before");
	lqcd__quda_need(p != NULL, function, "no parameters (NULL)");
	QudaGaugeParam q = *p;
	q.use_resident_gauge = q.use_resident_mom = q.make_resident_gauge = q.make_resident_mom = q.overwrite_gauge = 0;
	q.return_result_gauge = 1;
	q.scale = q.tadpole_coeff = 1;
	q.staggered_phase_type = QUDA_STAGGERED_PHASE_NO;
	q.staggered_phase_applied = 0;
	lqcd__quda_check_gauge(&q, function);
	lqcd__quda_set_lattice(p->X); /* loaded links of other extents are lost */
}

/** Links or momenta that p takes from before must be there. Functions that take none do not read its use_resident_.. */
LQCD_STATIC void lqcd__quda_check_kept(const QudaGaugeParam *p, int links, int momenta, const char *function)
{
	lqcd__quda_need(!momenta || !p->use_resident_mom || lqcd__quda_resident.has_momenta, function, "use_resident_mom: no momenta are resident");
	lqcd__quda_need(!links || !p->use_resident_gauge || lqcd__quda.has_links, function,
			"use_resident_gauge: loadGaugeQuda of these extents comes before");
}

LQCD_STATIC int lqcd__quda_boundary(const QudaGaugeParam *p)
{
	return p->t_boundary == QUDA_ANTI_PERIODIC_T ? -1 : 1;
}

/** u := u times the phases of p, with the sign of the boundary; of links that make so many hops. */
LQCD_STATIC void lqcd__quda_phase(lqcd_gauge_field_d *u, QudaStaggeredPhase type, int bc_t, int hops, const char *function)
{
	const lqcd_phases_order order = type == QUDA_STAGGERED_PHASE_CHROMA ? LQCD_PHASES_CHROMA
					: type == QUDA_STAGGERED_PHASE_TIFR ? LQCD_PHASES_TIFR
					: type == QUDA_STAGGERED_PHASE_CPS  ? LQCD_PHASES_CPS
									    : LQCD_PHASES_MILC;
	const lqcd_staggered_phases phases = lqcd_staggered_phases_make(order, bc_t);
	lqcd__quda_need(type != QUDA_STAGGERED_PHASE_NO && type != QUDA_STAGGERED_PHASE_INVALID, function,
			"staggered_phase_type is not set");
	lqcd__quda_must(lqcd_gauge_field_phases_d(u, &phases, hops), function);
}

/** u := u with the sign of the boundary alone. */
LQCD_STATIC void lqcd__quda_sign(lqcd_gauge_field_d *u, int bc_t, const char *function)
{
	if (bc_t > 0) return;
	lqcd__quda_phase(u, QUDA_STAGGERED_PHASE_MILC, bc_t, 1, function);
	lqcd__quda_phase(u, QUDA_STAGGERED_PHASE_MILC, 1, 1, function);
}

/** Links in the memory of the caller, as they are. */
LQCD_STATIC lqcd_foreign lqcd__quda_raw_links(void *data, const QudaGaugeParam *p, const char *function)
{
	QudaGaugeParam q = *p;
	lqcd__quda_need(data != NULL, function, "no links (NULL)");
	q.type = QUDA_ASQTAD_FAT_LINKS;
	return lqcd__quda_links(data, &q, function);
}

/** Creates u with the loaded links, or those of the caller, without phases and the sign of the boundary. */
LQCD_STATIC void lqcd__quda_take_links(lqcd_gauge_field_d *u, void *data, const QudaGaugeParam *p, const char *function)
{
	lqcd__quda_must(lqcd_gauge_field_create_d(u, &lqcd__quda.lattice, LQCD_FULL), function);
	lqcd__quda_check_kept(p, 1, 0, function);
	if (p->use_resident_gauge) {
		lqcd_gauge_field_copy_d(u, &lqcd__quda.links);
		return;
	}
	lqcd_foreign f = lqcd__quda_raw_links(data, p, function);
	if (!p->staggered_phase_applied) f.boundary[0].re = lqcd__quda_boundary(p);
	lqcd__quda_must(lqcd_foreign_import(lqcd_gauge_field_view_d(u), &f), function);
	if (p->staggered_phase_applied)
		lqcd__quda_phase(u, p->staggered_phase_type, lqcd__quda_boundary(p), 1, function);
}

/** Creates u as the caller knows it: with the sign of the boundary, and with phases unless `plain`. */
LQCD_STATIC void lqcd__quda_take_signed_links(lqcd_gauge_field_d *u, void *data, const QudaGaugeParam *p, int plain, const char *function)
{
	QudaGaugeParam q = *p;
	int phases = 0, bc_t = 1; /* those that are to be set */
	if (p->use_resident_gauge) {
		phases = lqcd__quda.phases && !plain;
		bc_t = lqcd__quda.phases && plain ? 1 : lqcd__quda.bc_t;
	} else if (!plain || !p->staggered_phase_applied) {
		q.t_boundary = QUDA_PERIODIC_T;
		q.staggered_phase_applied = 0;
	}
	lqcd__quda_take_links(u, data, &q, function);
	if (phases)
		lqcd__quda_phase(u, QUDA_STAGGERED_PHASE_MILC, bc_t, 1, function);
	else
		lqcd__quda_sign(u, bc_t, function);
}

/** Writes u to the caller with the phases and boundary of p; u keeps its values. */
LQCD_STATIC void lqcd__quda_give_links(void *data, const QudaGaugeParam *p, lqcd_gauge_field_d *u, const char *function)
{
	lqcd_foreign f = lqcd__quda_raw_links(data, p, function);
	const int phases = p->staggered_phase_applied;
	if (!phases) f.boundary[0].re = lqcd__quda_boundary(p);
	if (phases) lqcd__quda_phase(u, p->staggered_phase_type, lqcd__quda_boundary(p), 1, function);
	lqcd__quda_must(lqcd_foreign_export(&f, lqcd_gauge_field_view_d(u)), function);
	if (phases) lqcd__quda_phase(u, p->staggered_phase_type, lqcd__quda_boundary(p), 1, function);
}

/** The loaded links are u from now on, as if loadGaugeQuda had read them with p. Destroys u. */
LQCD_STATIC void lqcd__quda_keep_links(lqcd_gauge_field_d *u, const QudaGaugeParam *p)
{
	lqcd__quda_free_links();
	lqcd__quda.links = *u;
	lqcd__quda.has_links = 1;
	lqcd__quda_loaded(p);
}

/** Returns changed links to the caller, keeps them as the loaded ones, or both, as p says; in_place: loaded links that were used are
 * replaced in any case. Destroys u. */
LQCD_STATIC void lqcd__quda_leave_links(lqcd_gauge_field_d *u, void *data, const QudaGaugeParam *p, int in_place, const char *function)
{
	if (p->return_result_gauge) lqcd__quda_give_links(data, p, u, function);
	if (p->make_resident_gauge || (in_place && p->use_resident_gauge))
		lqcd__quda_keep_links(u, p);
	else
		lqcd_gauge_field_destroy_d(u);
}

/** Momenta in the memory of the caller. */
LQCD_STATIC lqcd_foreign lqcd__quda_momenta(void *mom, const QudaGaugeParam *p, const char *function)
{
	lqcd__quda_need(LQCD_NC == 3, function, "momenta of three colours alone");
	lqcd__quda_need(mom != NULL, function, "no momenta (NULL)");
	lqcd__quda_need(p->gauge_order == QUDA_MILC_GAUGE_ORDER || p->gauge_order == QUDA_MILC_SITE_GAUGE_ORDER ||
				p->gauge_order == QUDA_QDP_GAUGE_ORDER,
			function, "gauge_order: momenta are in QUDA_MILC_GAUGE_ORDER, QUDA_MILC_SITE_GAUGE_ORDER or QUDA_QDP_GAUGE_ORDER");
	lqcd_foreign m = lqcd_foreign_of(LQCD_CODE_MILC, LQCD_FOREIGN_MILC_MOMENTA, mom,
					 lqcd__quda_bits(p->cpu_prec, "cpu_prec", function), lqcd__quda_no_table, &lqcd__quda.lattice);
	if (p->gauge_order == QUDA_MILC_SITE_GAUGE_ORDER) {
		m.data = lqcd__quda_site_member(mom, p, p->mom_offset, 40, function);
		m.site = (ptrdiff_t)(p->site_size / (size_t)(m.bits / 8));
	}
	if (p->gauge_order == QUDA_QDP_GAUGE_ORDER) { /* an array for each direction */
		m.arrays = (void *const *)mom;
		m.data = NULL;
		m.site = 10;
	}
	return m;
}

/** The momenta that a call uses: those from before, or `own`, which it creates, of the caller; fresh: zero. */
LQCD_STATIC lqcd_gauge_field_d *lqcd__quda_take_momenta(lqcd_gauge_field_d *own, void *mom, const QudaGaugeParam *p, int fresh,
							const char *function)
{
	lqcd_gauge_field_d *const m = p->use_resident_mom ? &lqcd__quda_resident.momenta : own;
	lqcd__quda_check_kept(p, 0, 1, function);
	if (!p->use_resident_mom)
		lqcd__quda_must(lqcd_gauge_field_create_d(own, &lqcd__quda.lattice, LQCD_FULL), function);
	if (fresh) {
		LQCD_MASTER_FOR(m->type, ix)
			for (int mu = 0; mu < 4; mu++) lqcd_su3_zero_d(LQCD_4FIELD_AT(m, ix, mu));
	} else if (!p->use_resident_mom) {
		const lqcd_foreign f = lqcd__quda_momenta(mom, p, function);
		lqcd__quda_must(lqcd_foreign_import(lqcd_gauge_field_view_d(m), &f), function);
	}
	return m;
}

/** Returns momenta to the caller, keeps them for the next call, or both, as p says. */
LQCD_STATIC void lqcd__quda_leave_momenta(lqcd_gauge_field_d *m, void *mom, const QudaGaugeParam *p, int changed, const char *function)
{
	if (changed && p->return_result_mom) {
		const lqcd_foreign f = lqcd__quda_momenta(mom, p, function);
		lqcd__quda_must(lqcd_foreign_export(&f, lqcd_gauge_field_view_d(m)), function);
	}
	if (p->make_resident_mom && p->use_resident_mom) return;
	if (p->use_resident_mom || p->make_resident_mom) lqcd__quda_forget_momenta();
	if (p->use_resident_mom) return;
	if (p->make_resident_mom) {
		lqcd__quda_resident.momenta = *m;
		lqcd__quda_resident.has_momenta = 1;
		return;
	}
	lqcd_gauge_field_destroy_d(m);
	lqcd__quda_forget_momenta();
}

#endif
