/* lqcd/compat/quda/hisq.h: part of quda.h: fat and long links of staggered quarks, the force of HISQ quarks, that of loops of links; in
 * lanes where they fit. Links are as the caller has them: a path of an odd number of plaquettes has the other sign in fat_links.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_HISQ_H
#define LQCD_QUDA_HISQ_H

#include "../../dirac/staggered_force.h"
#include "../../gauge/action.h"
#include "../../gauge/parallelogram.h"
#include "../../gauge/unitary.h"
#include "resident.h"

/* The smeared links of u; outputs without memory are not made. unit: the unitary factors of the fat ones, of links without phases
 * if phased. */
typedef struct {
	lqcd_foreign u, fat, lng, unit;
	lqcd_fat_paths paths;
	lqcd_reunitarise_params unitary;
	int phased;
	lqcd_staggered_phases phases;
} lqcd__quda_ks_links;

/* momenta += dt F; F from fields chi = (chi_e, D chi_e) of quarks[n] with coefficients of links of one and of three hops, n < terms. The
 * last `naik` fields have a second pair, of links of one hop outside of `second`, the paths on w; `first`: those on u; v: before the
 * unitary factor. */
typedef struct {
	lqcd_foreign u, v, w, quark; /* the last: of all but its data */
	lqcd_gauge_field_d *momenta;
	void **quarks;
	double **coefficient, dt;
	int terms, naik;
	lqcd_fat_paths first, second;
	lqcd_reunitarise_params unitary;
} lqcd__quda_hisq_force;

/* momenta -= h P(U A) of staples with these coefficients of plaquettes, rectangles and parallelograms. */
typedef struct {
	lqcd_gauge_field_d *momenta, *u;
	const double *coefficient;
	double h;
} lqcd__quda_loops_force;

LQCD_STATIC int lqcd__quda_wanted(const lqcd_foreign *f)
{
	return f->data || f->arrays;
}

#define LQCD_REP ks
#define LQCD_TAG d
#include "hisq.inc"
#define LQCD_TAG vd
#include "hisq.inc"
#undef LQCD_REP

#define LQCD__QUDA_RUN(name, k)                                                                                        \
	lqcd__quda_must(lqcd__lanes_fit(&lqcd__quda.lattice, LQCD_LANES_vd) ? name##_vd_ks(k) : name##_d_ks(k), function)

/* How links become unitary and what limits that force; qudaHisqParamsInit sets it. */
static lqcd_reunitarise_params lqcd__quda_unitary = {LQCD_REUNITARISE_U3, 1e-8, 1e-8, LQCD_HISQ_FILTER};

/** QUDA's coefficients: one link, Naik, staples of 3, 5 and 7 links, Lepage. */
LQCD_STATIC lqcd_fat_paths lqcd__quda_fat_paths(const double c[6])
{
	lqcd_fat_paths p;
	p.one = c[0];
	p.naik = c[1];
	p.three = -c[2];
	p.five = c[3];
	p.seven = -c[4];
	p.lepage = c[5];
	return p;
}

void computeKSLinkQuda(void *fatlink, void *longlink, void *ulink, void *inlink, double *path_coeff, QudaGaugeParam *param)
{
	const char *const function = "computeKSLinkQuda";
	lqcd__quda_ks_links k;
	lqcd__quda_check_resident(param, function);
	lqcd__quda_need(path_coeff != NULL, function, "path_coeff is NULL");
	memset((void *)&k, 0, sizeof k);
	k.u = lqcd__quda_raw_links(inlink, param, function);
	if (fatlink) k.fat = lqcd__quda_raw_links(fatlink, param, function);
	if (longlink) k.lng = lqcd__quda_raw_links(longlink, param, function);
	if (ulink) k.unit = lqcd__quda_raw_links(ulink, param, function);
	k.paths = lqcd__quda_fat_paths(path_coeff);
	if (!longlink) k.paths.naik = 0;
	k.unitary = lqcd__quda_unitary;
	if (param->staggered_phase_type == QUDA_STAGGERED_PHASE_CHROMA) { /* Chroma's are in SU(3), of links without phases */
		k.unitary.group = LQCD_REUNITARISE_SU3;
		k.phased = param->staggered_phase_applied;
		k.phases = lqcd_staggered_phases_make(LQCD_PHASES_CHROMA, lqcd__quda_boundary(param));
	}
	LQCD__QUDA_RUN(lqcd__quda_ks_links, &k);
}

void computeHISQForceQuda(void *momentum, double dt, const double level2_coeff[6], const double fat7_coeff[6], const void *w_link,
			  const void *v_link, const void *u_link, void **quark, int num, int num_naik, double **coeff,
			  QudaGaugeParam *param)
{
	const char *const function = "computeHISQForceQuda";
	lqcd__quda_hisq_force k;
	lqcd_gauge_field_d own;
	lqcd__quda_check_resident(param, function);
	lqcd__quda_need(coeff && quark && level2_coeff && fat7_coeff, function, "coefficients or quark fields are NULL");
	lqcd__quda_need(param->gauge_order == QUDA_MILC_GAUGE_ORDER, function, "gauge_order: QUDA_MILC_GAUGE_ORDER");
	if (num < 0 || num_naik < 0 || num_naik > num)
		lqcd__quda_error("%s: %d terms, %d of Naik: the latter are the last of the former", function, num, num_naik);
	k.u = lqcd__quda_raw_links((void *)(intptr_t)u_link, param, function);
	k.v = lqcd__quda_raw_links((void *)(intptr_t)v_link, param, function);
	k.w = lqcd__quda_raw_links((void *)(intptr_t)w_link, param, function);
	k.quark = lqcd_foreign_of(LQCD_CODE_QUDA_MILC, LQCD_FOREIGN_VECTORS, NULL, k.u.bits, lqcd__quda_no_table, &lqcd__quda.lattice);
	k.quarks = quark;
	k.coefficient = coeff;
	k.dt = dt;
	k.terms = num;
	k.naik = num_naik;
	k.first = lqcd__quda_fat_paths(fat7_coeff);
	k.first.naik = 0;
	k.second = lqcd__quda_fat_paths(level2_coeff);
	k.second.naik = 1; /* the coefficients of three hops contain it */
	k.unitary = lqcd__quda_unitary;
	k.momenta = lqcd__quda_take_momenta(&own, momentum, param, !param->use_resident_mom, function);
	LQCD__QUDA_RUN(lqcd__quda_hisq_force, &k);
	lqcd__quda_leave_momenta(k.momenta, momentum, param, 1, function);
}

#endif
