/* lqcd/solver/device_inverter.h: quark propagators as of solver/inverter.h, on a GPU where there is one. C++ (nvcc).
 *
 *   lqcd_gpu_inverter inv;
 *   lqcd_status s = lqcd_inverter_create_as(&inv, &u, mass, bc_t, LQCD_BICGSTAB_THEN_CG, LQCD_FLOAT);
 *   lqcd_solve_result r = lqcd_inverter_solve(&inv, &x, &b, &params);      x, b: full lqcd_spinor_field_d, of the host
 *   s = lqcd_inverter_create_on(&inv, &there, lqcd_gauge_field_view(&u), mass, bc_t, method, inner);
 *                                           on a device that the caller has opened: there, an lqcd_gpu_lattice, must outlive
 *                                           inv; LQCD_ERR_GEOMETRY: u is of another lattice
 *   s = lqcd_inverter_create_by(&inv, &quark)              an lqcd_quark_gd, on the device of its operators:
 *                                           lqcd_quark_from_domain_wall(&D, &low, method), D: gd, low: gf or NULL
 *   r = lqcd_inverter_solve(&inv, &x, &b, &params);       full lqcd_spinor_field_gd on `there`; x starts from 0
 *   lqcd_inverter_tags(&inv)                "gd/gf on" and the name of the device, or the host's tags and why it is not
 *                                           on a device
 *   lqcd_inverter_add_clover(&inv, &u, &params, &why)       C' of dirac/clover.h is computed by the host, all else there
 *   lqcd_inverter_set_links(&inv, &u)       on a device the operators are made anew; after an error only destroy inv
 *   lqcd_inverter_destroy(&inv);            before the lattice
 *
 * The same calls, methods and statuses as there. Processes that share the lattice have a device each (device/halo.h); where
 * one of them has none, and without devices, the hosts do it. An error of a device while it solves makes the status
 * LQCD_ERR_DEVICE, which lqcd_inverter_tags reports. Devices work with links in 12 reals.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_INVERTER_H
#define LQCD_GPU_INVERTER_H

#include "domain_wall.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

typedef struct {
	lqcd_inverter host; /* without a device; its method and precision are those of the device, too */
	lqcd_gpu gpu;       /* of its own, unless `there` is the caller's */
	lqcd_gpu_lattice own, *there; /* there: on the device, or NULL */
	lqcd__inverter_gd gd;
	lqcd__inverter_gf gf; /* those of the inner iterations */
	lqcd__inverter_gh gh;
	char tags[1024];
} lqcd_gpu_inverter;

#define LQCD__GPU_INVERTER_EACH(s, call, inv, ...)                                                                     \
	do {                                                                                                           \
		if (s == LQCD_OK) s = call##_gd(&(inv)->gd, __VA_ARGS__);                                              \
		if (s == LQCD_OK) s = call##_gf(&(inv)->gf, __VA_ARGS__);                                              \
		if (s == LQCD_OK) s = call##_gh(&(inv)->gh, __VA_ARGS__);                                              \
	} while (0)

LQCD_STATIC const char *lqcd_inverter_tags(const lqcd_gpu_inverter *inv)
{
	return inv->tags;
}

/** After an error the inverter can only be destroyed. */
LQCD_STATIC lqcd_status lqcd_inverter_add_clover_view(lqcd_gpu_inverter *inv, lqcd_field_view u,
						      const lqcd_clover_params *params, lqcd_message *why)
{
	lqcd_status s = LQCD_OK;
	if (!inv) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "inverter: none");
	if (!inv->there) return lqcd_inverter_add_clover_view(&inv->host, u, params, why);
	LQCD__GPU_INVERTER_EACH(s, lqcd__inverter_clover, inv, u, params, why);
	return s;
}

LQCD_STATIC void lqcd_inverter_destroy(lqcd_gpu_inverter *inv)
{
	lqcd_inverter_destroy(&inv->host);
	if (!inv->there) return;
	lqcd__inverter_destroy_gd(&inv->gd);
	lqcd__inverter_destroy_gf(&inv->gf);
	lqcd__inverter_destroy_gh(&inv->gh);
	if (inv->there == &inv->own) {
		lqcd_gpu_lattice_destroy(&inv->own);
		lqcd_gpu_close(&inv->gpu);
	}
	inv->there = NULL;
}

LQCD_STATIC lqcd_status lqcd_inverter_set_links_view(lqcd_gpu_inverter *inv, lqcd_field_view u)
{
	lqcd_status s = LQCD_OK;
	if (!inv) return LQCD_ERR_ARGUMENT;
	if (!inv->there) return lqcd_inverter_set_links_view(&inv->host, u);
	LQCD__GPU_INVERTER_EACH(s, lqcd__inverter_set_links, inv, inv->there, u);
	return s;
}

/** An empty one for links u. */
LQCD_STATIC lqcd_status lqcd__gpu_inverter_clear(lqcd_gpu_inverter *inv, lqcd_field_view u, lqcd_method method, lqcd_precision inner)
{
	if (!inv) return LQCD_ERR_ARGUMENT;
	memset((void *)inv, 0, sizeof *inv);
	const lqcd_status s = lqcd__inverter_clear(u.type ? u.type->lattice : NULL, &inv->host, method, inner);
	return s == LQCD_OK ? lqcd__view_check(u, 0, NULL) : s;
}

/** Puts it on a device, with the name. */
LQCD_STATIC void lqcd__gpu_inverter_at(lqcd_gpu_inverter *inv, lqcd_gpu_lattice *there)
{
	static const char *const tags[3] = {"gd", "gd/gf", "gd/gh"};
	char several[32] = "";
	inv->gd.used = 1;
	inv->there = there;
	if (there->host->comm.size > 1) snprintf(several, sizeof several, "%d x ", there->host->comm.size);
	snprintf(inv->tags, sizeof inv->tags, "%s on %s%s", tags[inv->host.inner], several, there->gpu->name);
}

/** The operators on a device. */
LQCD_STATIC lqcd_status lqcd__gpu_inverter_fill(lqcd_gpu_inverter *inv, lqcd_gpu_lattice *there, lqcd_field_view u, double mass, int bc_t)
{
	lqcd_status s = LQCD_OK;
	lqcd__gpu_inverter_at(inv, there);
	inv->gf.used = inv->host.inner == LQCD_FLOAT;
	inv->gh.used = inv->host.inner == LQCD_HALF;
	LQCD__GPU_INVERTER_EACH(s, lqcd__inverter_create, inv, there, u, mass, bc_t);
	return s;
}

LQCD_STATIC lqcd_status lqcd_inverter_create_on(lqcd_gpu_inverter *inv, lqcd_gpu_lattice *there, lqcd_field_view u,
						double mass, int bc_t, lqcd_method method, lqcd_precision inner)
{
	lqcd_status s = lqcd__gpu_inverter_clear(inv, u, method, inner);
	if (s == LQCD_OK && !there) s = LQCD_ERR_ARGUMENT;
	if (s == LQCD_OK && u.type->lattice != there->host) s = LQCD_ERR_GEOMETRY;
	if (s != LQCD_OK) return s;
	s = lqcd__gpu_inverter_fill(inv, there, u, mass, bc_t);
	if (s != LQCD_OK) lqcd_inverter_destroy(inv);
	return s;
}

LQCD_STATIC lqcd_status lqcd_inverter_create_by(lqcd_gpu_inverter *inv, const lqcd_quark_gd *quark)
{
	if (!inv || !quark || !quark->solve || !quark->lattice) return LQCD_ERR_ARGUMENT;
	lqcd_gpu_lattice *there = quark->lattice;
	memset((void *)inv, 0, sizeof *inv);
	const lqcd_status s = lqcd__inverter_clear(there->host, &inv->host, quark->method, quark->inner);
	if (s != LQCD_OK) return s;
	inv->gd.quark = *quark;
	lqcd__gpu_inverter_at(inv, there);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_inverter_create_view(lqcd_gpu_inverter *inv, lqcd_field_view u, double mass, int bc_t,
						  lqcd_method method, lqcd_precision inner)
{
	lqcd_message why = {""};
	lqcd_status s = lqcd__gpu_inverter_clear(inv, u, method, inner);
	if (s != LQCD_OK) return s;
	const lqcd_lattice *lat = u.type->lattice;
	s = lqcd_gpu_open_for(&inv->gpu, &lat->comm, &why);
	if (s == LQCD_ERR_DEVICE) {
		s = lqcd_inverter_create_view(&inv->host, u, mass, bc_t, method, inner);
		snprintf(inv->tags, sizeof inv->tags, "%s on the host (%s)", lqcd_inverter_tags(&inv->host), why.text);
		return s;
	}
	if (s != LQCD_OK) return s;
	inv->there = &inv->own;
	s = lqcd_gpu_lattice_create(&inv->own, &inv->gpu, lat, &why);
	if (s == LQCD_OK) s = lqcd__gpu_inverter_fill(inv, &inv->own, u, mass, bc_t);
	if (s == LQCD_OK) s = lqcd__inverter_fields_gd(&inv->gd, inv->there);
	if (s != LQCD_OK) lqcd_inverter_destroy(inv);
	return s;
}

/** The result of a solve, unless the device had an error. */
LQCD_STATIC lqcd_solve_result lqcd__gpu_inverter_result(lqcd_gpu_inverter *inv, lqcd_solve_result r)
{
	lqcd_message why = {""};
	const lqcd_status s = lqcd_gpu_lattice_status(inv->there, &why);
	if (s == LQCD_OK) return r;
	snprintf(inv->tags, sizeof inv->tags, "%s", why.text);
	r.status = s;
	r.residual = lqcd_nan();
	return r;
}

LQCD_STATIC lqcd_solve_result lqcd_inverter_solve(lqcd_gpu_inverter *inv, lqcd_spinor_field_gd *x,
						  const lqcd_spinor_field_gd *b, const lqcd_solve_params *params)
{
	if (!inv || !inv->there || !LQCD__LIVE(x) || !LQCD__LIVE(b) || x->ptr == b->ptr || !params)
		return lqcd__no_solve(LQCD_ERR_ARGUMENT);
	if (x->type != &inv->there->type[LQCD_FULL] || b->type != x->type) return lqcd__no_solve(LQCD_ERR_GEOMETRY);
	return lqcd__gpu_inverter_result(inv, inv->gh.used ? lqcd__inverter_solve_gd_gh(&inv->gd, &inv->gh, x, b, 0, inv->host.method, params)
							   : lqcd__inverter_solve_gd_gf(&inv->gd, &inv->gf, x, b, 0, inv->host.method, params));
}

LQCD_STATIC lqcd_solve_result lqcd_inverter_solve(lqcd_gpu_inverter *inv, lqcd_spinor_field_d *x,
						  const lqcd_spinor_field_d *b, const lqcd_solve_params *params)
{
	if (!inv || !LQCD__LIVE(x) || !LQCD__LIVE(b) || x->ptr == b->ptr || !params)
		return lqcd__no_solve(LQCD_ERR_ARGUMENT);
	if (!inv->there) return lqcd_inverter_solve(&inv->host, x, b, params);
	lqcd_status s = lqcd__inverter_fields_gd(&inv->gd, inv->there);
	if (s == LQCD_OK) s = lqcd_spinor_field_put(&inv->gd.b, lqcd_spinor_field_view(b));
	const lqcd_solve_result r =
		s == LQCD_OK ? lqcd_inverter_solve(inv, &inv->gd.x, &inv->gd.b, params) : lqcd__no_solve(s);
	if (s == LQCD_OK) (void)lqcd_spinor_field_get(lqcd_spinor_field_view(x), &inv->gd.x);
	return lqcd__gpu_inverter_result(inv, r);
}

#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
