/* lqcd/solver/device_inverter.h: quark propagators as of solver/inverter.h, on a GPU where there is one. C++ (nvcc).
 *
 *   lqcd_gpu_inverter inv;
 *   lqcd_status s = lqcd_inverter_create_as(&inv, &u, mass, bc_t, LQCD_BICGSTAB_THEN_CG, LQCD_FLOAT);
 *   lqcd_solve_result r = lqcd_inverter_solve(&inv, &x, &b, &params);      x, b: full lqcd_spinor_field_d, of the host
 *   s = lqcd_inverter_create_on(&inv, &there, lqcd_gauge_field_view(&u), mass, bc_t, method, inner);
 *                                           on a device that the caller has opened: there, an lqcd_gpu_lattice, must outlive
 *                                           inv; LQCD_ERR_GEOMETRY: u is of another lattice
 *   r = lqcd_inverter_solve(&inv, &x, &b, &params);       the same with full lqcd_spinor_field_gd on `there`; x starts from 0
 *   lqcd_inverter_tags(&inv)                "gd/gf on" and the name of the device, or the host's tags and why it is not
 *                                           on a device
 *   lqcd_inverter_add_clover(&inv, &u, &params, &why)       C' of dirac/clover.h is computed by the host, all else there
 *   lqcd_inverter_set_links(&inv, &u)       on a device the operators are made anew; after an error only destroy inv
 *   lqcd_inverter_destroy(&inv);            before the lattice
 *
 * The same calls, methods and statuses as there. Processes that share the lattice have a device each (device/halo.h); where
 * one of them has none, and without devices, the hosts do it. An error of a device while it solves makes the status
 * LQCD_ERR_DEVICE, and lqcd_inverter_tags tells it. Devices work with links in 12 reals.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_INVERTER_H
#define LQCD_GPU_INVERTER_H

#include "../dirac/device_clover.h"
#include "device_solver.h"
#include "inverter.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

typedef struct {
	lqcd_inverter host; /* without a device */
	int on, with_term;  /* 1: on the device; 1: with the site term of these parameters */
	lqcd_clover_params term;
	lqcd_precision inner;
	double mass;
	int bc_t;
	lqcd_method method;
	lqcd_gpu gpu; /* of its own, unless `there` is the caller's */
	lqcd_gpu_lattice own, *there;
	lqcd_wilson_gd d;
	lqcd_wilson_gf f; /* those of the inner iterations */
	lqcd_wilson_gh h;
	lqcd_spinor_field_gd x, b;
	char tags[1024];
} lqcd_gpu_inverter;

LQCD_STATIC const char *lqcd_inverter_tags(const lqcd_gpu_inverter *inv)
{
	return inv->tags;
}

/** After an error the inverter can only be destroyed. */
LQCD_STATIC lqcd_status lqcd_inverter_add_clover_view(lqcd_gpu_inverter *inv, lqcd_field_view u,
						      const lqcd_clover_params *params, lqcd_message *why)
{
	if (!inv) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "inverter: none");
	if (!inv->on) return lqcd_inverter_add_clover_view(&inv->host, u, params, why);
	lqcd_status s = lqcd_clover_add_gd(&inv->d, u, params, why);
	if (s == LQCD_OK && inv->inner == LQCD_FLOAT) s = lqcd_clover_add_gf(&inv->f, u, params, why);
	if (s == LQCD_OK && inv->inner == LQCD_HALF) s = lqcd_clover_add_gh(&inv->h, u, params, why);
	inv->with_term = s == LQCD_OK;
	if (s == LQCD_OK) inv->term = *params;
	return s;
}

LQCD_STATIC void lqcd_inverter_destroy(lqcd_gpu_inverter *inv)
{
	if (!inv->on) {
		lqcd_inverter_destroy(&inv->host);
		return;
	}
	lqcd_wilson_destroy(&inv->d);
	lqcd_wilson_destroy(&inv->f);
	lqcd_wilson_destroy(&inv->h);
	lqcd_spinor_field_destroy(&inv->x);
	lqcd_spinor_field_destroy(&inv->b);
	if (inv->there == &inv->own) {
		lqcd_gpu_lattice_destroy(&inv->own);
		lqcd_gpu_close(&inv->gpu);
	}
	inv->on = 0;
}

/** The operators. */
LQCD_STATIC lqcd_status lqcd__gpu_inverter_links(lqcd_gpu_inverter *inv, lqcd_field_view u)
{
	const lqcd_link_storage storage = lqcd__boundary_bounds(&inv->there->host->boundary) ? LQCD_LINK_18 : LQCD_LINK_12;
	lqcd_status s = lqcd_wilson_create_on(&inv->d, inv->there, u, inv->mass, inv->bc_t, storage);
	if (s == LQCD_OK && inv->inner == LQCD_FLOAT)
		s = lqcd_wilson_create_on(&inv->f, inv->there, u, inv->mass, inv->bc_t, storage);
	if (s == LQCD_OK && inv->inner == LQCD_HALF)
		s = lqcd_wilson_create_on(&inv->h, inv->there, u, inv->mass, inv->bc_t, storage);
	if (s == LQCD_OK && inv->with_term) s = lqcd_inverter_add_clover_view(inv, u, &inv->term, NULL);
	return s;
}

LQCD_STATIC lqcd_status lqcd_inverter_set_links_view(lqcd_gpu_inverter *inv, lqcd_field_view u)
{
	if (!inv) return LQCD_ERR_ARGUMENT;
	if (!inv->on) return lqcd_inverter_set_links_view(&inv->host, u);
	lqcd_wilson_destroy(&inv->d);
	lqcd_wilson_destroy(&inv->f);
	lqcd_wilson_destroy(&inv->h);
	return lqcd__gpu_inverter_links(inv, u);
}

/** An empty one for links u. */
LQCD_STATIC lqcd_status lqcd__gpu_inverter_clear(lqcd_gpu_inverter *inv, lqcd_field_view u, double mass, int bc_t,
						 lqcd_method method, lqcd_precision inner)
{
	if (!inv) return LQCD_ERR_ARGUMENT;
	memset((void *)inv, 0, sizeof *inv);
	lqcd_status s = lqcd__inverter_clear(u.type ? u.type->lattice : NULL, &inv->host, method, inner);
	if (s == LQCD_OK) s = lqcd__view_check(u, 0, NULL);
	inv->mass = mass;
	inv->bc_t = bc_t;
	inv->method = inv->host.method;
	inv->inner = inv->host.inner;
	return s;
}

/** The operators on inv->there, and the name. */
LQCD_STATIC lqcd_status lqcd__gpu_inverter_fill(lqcd_gpu_inverter *inv, lqcd_field_view u)
{
	const lqcd_gpu_lattice *there = inv->there;
	char several[32] = "";
	inv->on = 1;
	if (there->host->comm.size > 1) snprintf(several, sizeof several, "%d x ", there->host->comm.size);
	snprintf(inv->tags, sizeof inv->tags, "%s on %s%s", inv->inner == LQCD_FLOAT  ? "gd/gf"
								: inv->inner == LQCD_HALF ? "gd/gh"
											  : "gd",
		 several, there->gpu->name);
	return lqcd__gpu_inverter_links(inv, u);
}

LQCD_STATIC lqcd_status lqcd_inverter_create_on(lqcd_gpu_inverter *inv, lqcd_gpu_lattice *there, lqcd_field_view u,
						double mass, int bc_t, lqcd_method method, lqcd_precision inner)
{
	lqcd_status s = lqcd__gpu_inverter_clear(inv, u, mass, bc_t, method, inner);
	if (s == LQCD_OK && !there) s = LQCD_ERR_ARGUMENT;
	if (s == LQCD_OK && u.type->lattice != there->host) s = LQCD_ERR_GEOMETRY;
	if (s != LQCD_OK) return s;
	inv->there = there;
	s = lqcd__gpu_inverter_fill(inv, u);
	if (s != LQCD_OK) lqcd_inverter_destroy(inv);
	return s;
}

LQCD_STATIC lqcd_status lqcd_inverter_create_view(lqcd_gpu_inverter *inv, lqcd_field_view u, double mass, int bc_t,
						  lqcd_method method, lqcd_precision inner)
{
	lqcd_message why = {""};
	lqcd_status s = lqcd__gpu_inverter_clear(inv, u, mass, bc_t, method, inner);
	if (s != LQCD_OK) return s;
	const lqcd_lattice *lat = u.type->lattice;
	s = lqcd_gpu_open_for(&inv->gpu, &lat->comm, &why);
	if (s == LQCD_ERR_DEVICE) {
		s = lqcd_inverter_create_view(&inv->host, u, mass, bc_t, method, inner);
		snprintf(inv->tags, sizeof inv->tags, "%s on the host (%s)", lqcd_inverter_tags(&inv->host), why.text);
		return s;
	}
	if (s != LQCD_OK) return s;
	inv->on = 1;
	inv->there = &inv->own;
	s = lqcd_gpu_lattice_create(&inv->own, &inv->gpu, lat, &why);
	if (s == LQCD_OK) s = lqcd__gpu_inverter_fill(inv, u);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&inv->x, inv->there, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&inv->b, inv->there, LQCD_FULL);
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
	if (!inv || !inv->on || !LQCD__LIVE(x) || !LQCD__LIVE(b) || x->ptr == b->ptr || !params)
		return lqcd__no_solve(LQCD_ERR_ARGUMENT);
	if (x->type != &inv->there->type[LQCD_FULL] || b->type != x->type) return lqcd__no_solve(LQCD_ERR_GEOMETRY);
	lqcd_spinor_field_zero(x);
	return lqcd__gpu_inverter_result(
		inv, inv->inner == LQCD_FLOAT  ? lqcd_wilson_solve_mixed(x, &inv->d, &inv->f, b, inv->method, params)
		     : inv->inner == LQCD_HALF ? lqcd_wilson_solve_mixed(x, &inv->d, &inv->h, b, inv->method, params)
					       : lqcd_wilson_solve(x, &inv->d, b, inv->method, params));
}

LQCD_STATIC lqcd_solve_result lqcd_inverter_solve(lqcd_gpu_inverter *inv, lqcd_spinor_field_d *x,
						  const lqcd_spinor_field_d *b, const lqcd_solve_params *params)
{
	if (!inv || !LQCD__LIVE(x) || !LQCD__LIVE(b) || x->ptr == b->ptr || !params)
		return lqcd__no_solve(LQCD_ERR_ARGUMENT);
	if (!inv->on) return lqcd_inverter_solve(&inv->host, x, b, params);
	lqcd_status s = LQCD_OK;
	if (!inv->x.ptr) s = lqcd_spinor_field_create(&inv->x, inv->there, LQCD_FULL);
	if (s == LQCD_OK && !inv->b.ptr) s = lqcd_spinor_field_create(&inv->b, inv->there, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_spinor_field_put(&inv->b, lqcd_spinor_field_view(b));
	const lqcd_solve_result r =
		s == LQCD_OK ? lqcd_inverter_solve(inv, &inv->x, &inv->b, params) : lqcd__no_solve(s);
	if (s == LQCD_OK) (void)lqcd_spinor_field_get(lqcd_spinor_field_view(x), &inv->x);
	return lqcd__gpu_inverter_result(inv, r);
}

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
