/* lqcd/compat/quda/device_quarks.h: part of quda.h: operators on quarks on the device. Functions that return an int return 1
 * if the device has done it; without LQCD_QUDA_DEVICE none has.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_DEVICE_QUARKS_H
#define LQCD_QUDA_DEVICE_QUARKS_H

#include "job.h"

#ifndef LQCD_QUDA_DEVICE

#define lqcd__quda_device_make(p, flip, form, inner, function)   0
#define lqcd__quda_device_has_staggered()                        0
#define lqcd__quda_device_room(n)                                1
#define lqcd__quda_device_multigrid_create(m, p, params, s, why, function) ((void)(s), 0)
#define lqcd__quda_device_staggered(p, m, inner, function)       0

#else

#define LQCD_TAG gd
#include "matrix.inc"
#define LQCD_TAG gd
#define LQCD_LOW gf
#include "solve.inc"
#define LQCD_TAG gd
#define LQCD_LOW gh
#include "solve.inc"
#define LQCD_TAG gd
#define LQCD_LOW gf
#include "system.inc"
#define LQCD_REP ks
#define LQCD_TAG gd
#include "matrix.inc"
#define LQCD_TAG gd
#define LQCD_LOW gf
#include "sources.inc"
#define LQCD_TAG gd
#define LQCD_LOW gf
#include "solve.inc"
#undef LQCD_REP

LQCD_BEGIN_DECLS

/* ---- Wilson quarks ---- */

LQCD_STATIC lqcd_link_storage lqcd__quda_device_storage(QudaReconstructType form, const char *field, const char *function)
{
	if (form != QUDA_RECONSTRUCT_INVALID && form != QUDA_RECONSTRUCT_NO && form != QUDA_RECONSTRUCT_12 && form != QUDA_RECONSTRUCT_8)
		lqcd__quda_error("%s: %s = %d: QUDA_RECONSTRUCT_NO, _12 or _8 for Wilson links", function, field, (int)form);
	return form == QUDA_RECONSTRUCT_12 ? LQCD_LINK_12 : form == QUDA_RECONSTRUCT_8 ? LQCD_LINK_8 : LQCD_LINK_18;
}

/** The operator of the key, with its site term, unless it is there. */
template <class wilson>
static void lqcd__quda_device_wilson(wilson *D, const lqcd__quda_key *key, lqcd_link_storage storage, const char *function)
{
	const lqcd_field_view u = lqcd_gauge_field_view_d(&lqcd__quda.links);
	const lqcd_clover_params term = lqcd__quda_term(key);
	lqcd_message why = {""};
	double mass;
	if (D->link) return;
	lqcd__quda_must(lqcd_kappa_to_mass(key->kappa, &mass), function);
	lqcd__quda_must(lqcd_wilson_create_on(D, &lqcd__quda.device.lattice, u, mass, lqcd__quda.bc_t, storage), function);
	lqcd_foreign blocks = lqcd__quda_own_blocks(key->kappa);
	const lqcd_status s = key->blocks				     ? lqcd_foreign_clover_add(D, &blocks, key->mu, key->form, &why)
			      : fabs(key->csw) > 0 || fabs(key->mu) > 0 ? lqcd_clover_add(D, lqcd__quda_clover_links(), &term, &why)
									     : LQCD_OK;
	if (s != LQCD_OK) lqcd__quda_error("%s: %s", function, why.text);
}

/** Makes the operator of p in double and, for inner iterations, in lower precision. */
LQCD_STATIC int lqcd__quda_device_make(const QudaInvertParam *p, int flip, lqcd_schur_form form, lqcd_precision inner, const char *function)
{
	lqcd__quda_device *k = &lqcd__quda.device;
	if (!k->on) return 0;
	const lqcd__quda_key key = lqcd__quda_key_of(p, flip, form);
	if (!k->has_wilson || !lqcd__quda_key_is(&key, &k->key)) lqcd__quda_device_forget();
	k->has_wilson = 1;
	k->key = key;
	const lqcd_link_storage storage = lqcd__quda_device_storage(lqcd__quda.reconstruct, "reconstruct", function),
				low = lqcd__quda_device_storage(lqcd__quda.reconstruct_sloppy, "reconstruct_sloppy", function);
	lqcd__quda_device_wilson(&k->d, &key, storage, function);
	if (inner == LQCD_FLOAT) lqcd__quda_device_wilson(&k->f, &key, low, function);
	if (inner == LQCD_HALF) lqcd__quda_device_wilson(&k->h, &key, low == LQCD_LINK_8 ? LQCD_LINK_12 : low, function);
	return 1;
}

/* ---- multigrid ---- */

/** Sets m up for the quarks of p; why: blocks that do not fit. Returns 0 if the device has no such multigrid. */
LQCD_STATIC int lqcd__quda_device_multigrid_create(lqcd__quda_device_multigrid *m, const QudaInvertParam *p,
						   const lqcd_multigrid_params *params, lqcd_status *s, lqcd_message *why, const char *function)
{
	lqcd__quda_device *k = &lqcd__quda.device;
	if (!k->on || (params->levels > 2 && lqcd__quda.lattice.comm.size > 1)) return 0;
	const lqcd__quda_key key =
		lqcd__quda_key_of(p, 0, lqcd__quda_is_symmetric(p) ? LQCD_SCHUR_SYMMETRIC : LQCD_SCHUR_ASYMMETRIC);
	lqcd__quda_device_wilson(&m->D, &key, lqcd__quda_device_storage(lqcd__quda.reconstruct_sloppy, "reconstruct_sloppy", function), function);
	*s = lqcd_multigrid_create(&m->mg, &m->D, params, why);
	if (*s != LQCD_OK) {
		lqcd_wilson_destroy(&m->D);
		return 1;
	}
	m->made = 1;
	return 1;
}

/* ---- staggered quarks: on one process ---- */

LQCD_STATIC int lqcd__quda_device_has_staggered(void)
{
	return lqcd__quda.device.on && lqcd__quda.lattice.comm.size == 1;
}

/** D of links of the host, long ones if l is not NULL. */
template <class links, class staggered>
static void lqcd__quda_device_staggered_of(staggered *D, const lqcd_gauge_field_d *u, const lqcd_gauge_field_d *l, double m, const char *function)
{
	lqcd_gpu_lattice *there = &lqcd__quda.device.lattice;
	links f, g;
	lqcd_status s = lqcd_gauge_field_create(&f, there, LQCD_FULL), made = lqcd_gauge_field_create(&g, there, LQCD_FULL);
	const links *const longs = l ? &g : NULL;
	if (s == LQCD_OK) s = made;
	if (s == LQCD_OK) s = lqcd_gauge_field_put(&f, lqcd_gauge_field_view_d(u));
	if (s == LQCD_OK && l) s = lqcd_gauge_field_put(&g, lqcd_gauge_field_view_d(l));
	if (s == LQCD_OK) s = lqcd_staggered_create(D, &f, longs, m);
	lqcd_gauge_field_destroy(&f);
	lqcd_gauge_field_destroy(&g);
	lqcd__quda_must(s, function);
}

/** Makes the operator of mass m, with inner also in floats. */
LQCD_STATIC int lqcd__quda_device_staggered(const QudaInvertParam *p, double m, int inner, const char *function)
{
	lqcd__quda_device *k = &lqcd__quda.device;
	if (!lqcd__quda_device_has_staggered()) return 0;
	if (k->made != (int)p->dslash_type + 1 || (inner && !k->inner)) {
		const int own = p->dslash_type == QUDA_STAGGERED_DSLASH;
		lqcd_gauge_field_d room;
		lqcd__quda_device_forget_staggered();
		if (own) lqcd__quda_links_with_phases(&room, function);
		const lqcd_gauge_field_d *u = own ? &room : &lqcd__quda.fat, *l = own ? NULL : &lqcd__quda.lng;
		k->made = (int)p->dslash_type + 1;
		k->inner = inner;
		lqcd__quda_device_staggered_of<lqcd_gauge_field_gd>(&k->staggered_d, u, l, m, function);
		if (inner) lqcd__quda_device_staggered_of<lqcd_gauge_field_gf>(&k->staggered_f, u, l, m, function);
		if (own) lqcd_gauge_field_destroy_d(&room);
	}
	k->staggered_d.mass = k->staggered_f.mass = m;
	return 1;
}

/** How many of n sources are solved at once, each with 16 half fields in double: of 16 and fewer, the n, or of n / 2, n / 3, ..
 * as many as fit into the memory of the device. */
LQCD_STATIC int lqcd__quda_device_room(int n)
{
	lqcd_gpu_lattice *on = &lqcd__quda.device.lattice;
	if (n < 2 || !lqcd__quda.device.has_lattice) return 1;
	const double bytes = 16 * (double)lqcd_geometry_sites(&on->type[LQCD_EVEN]) * LQCD_NC * 2 * sizeof(double);
	size_t left = 0, all = 0;
	const lqcd_status known = lqcd_gpu_room(on->gpu, &left, &all, NULL);
	for (int parts = (n + LQCD__QUDA_SOURCES - 1) / LQCD__QUDA_SOURCES; parts < n; parts++) {
		const int m = (n + parts - 1) / parts;
		/* all: 0 where kernels run on the host */
		const lqcd_status s = known == LQCD_OK && (!all || m * bytes <= 0.9 * (double)left) ? LQCD_OK : LQCD_ERR_MEMORY;
		if (lqcd_comm_agree(&on->host->comm, s, 0, NULL) == LQCD_OK) return m;
	}
	return 1;
}

LQCD_END_DECLS

#endif

#endif
