/* lqcd/solver/inverter.h: D x = b without tags: fields in double outside, the fastest types inside.
 *
 *   lqcd_inverter inv;
 *   lqcd_status s = lqcd_inverter_create(&inv, &u, mass, bc_t, method);      Wilson quarks; u: a gauge field of any tag
 *   s = lqcd_inverter_create_as(&inv, &u, mass, bc_t, method, inner);        with inner iterations in another precision
 *   s = lqcd_inverter_add_clover(&inv, &u, &params, &why);      optional: a clover term, twisted mass (dirac/clover.h)
 *   s = lqcd_inverter_set_links(&inv, &u);                      new links for both (dirac/wilson.h)
 *   s = lqcd_inverter_create_for(&inv, &d, &low, method);       any operator (dirac/operator.h): d an lqcd_dirac_vd,
 *                                                               low the same operator as lqcd_dirac_vf for the inner
 *                                                               iterations, or NULL; or tags d and f. inv copies the
 *                                                               views; the caller's operators must outlive it
 *   s = lqcd_inverter_create_by(&inv, &quark)                   quarks with a solver of their own, an lqcd_quark_d: domain walls
 *                                                               (domain_wall.h), or any by multigrid (inverter_multigrid.h)
 *   lqcd_solve_result r = lqcd_inverter_solve(&inv, &x, &b, &params);                x, b: full lqcd_spinor_field_d
 *   lqcd_inverter_destroy(&inv);                                                     before the lattice
 *
 * lqcd_propagator_solve_by (observables/propagator.h) computes propagators with an inverter.
 *
 * method: an lqcd_method of solver.h; LQCD_BICGSTAB_THEN_CG with inner = LQCD_FLOAT is the usual choice. inner:
 * LQCD_SAME_PRECISION (double throughout), LQCD_FLOAT or LQCD_HALF (16 bits). params.inner
 * must be LQCD_SAME_PRECISION, or that of the inverter.
 *
 * Inside, fields are spread over SIMD lanes if the lattice has a lane grid, else scalar; lqcd_inverter_tags names the
 * tags in use. x is output only: the first guess is zero. The residual of the result is that of the system in double.
 * Statuses are those of solver.h; LQCD_ERR_ARGUMENT for an unknown method or precision, or if x is b. Memory: links
 * twice in double (and twice in the inner precision), and the solver's fields.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_INVERTER_H
#define LQCD_SOLVER_INVERTER_H

#include "../dirac/clover.h"
#include "dirac.h"

#define LQCD_TEMPLATE "../solver/inverter.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS
#include "../base/each_tag.inc"

/* Used are vd or d, and of the same kind one of lower precision for inner iterations, or none. */
typedef struct {
	lqcd_method method;
	lqcd_precision inner;
	lqcd__inverter_d d;
	lqcd__inverter_f f;
	lqcd__inverter_h h;
	lqcd__inverter_vd vd;
	lqcd__inverter_vf vf;
	lqcd__inverter_vh vh;
} lqcd_inverter;

/* s = call_<tag>(the part of inv with that tag, ..) of one tag after the other, until one fails. */
#define LQCD__INVERTER_EACH(s, call, inv, ...)                                                                         \
	do {                                                                                                           \
		if (s == LQCD_OK) s = call##_d(&(inv)->d, __VA_ARGS__);                                                \
		if (s == LQCD_OK) s = call##_f(&(inv)->f, __VA_ARGS__);                                                \
		if (s == LQCD_OK) s = call##_h(&(inv)->h, __VA_ARGS__);                                                \
		if (s == LQCD_OK) s = call##_vd(&(inv)->vd, __VA_ARGS__);                                              \
		if (s == LQCD_OK) s = call##_vf(&(inv)->vf, __VA_ARGS__);                                              \
		if (s == LQCD_OK) s = call##_vh(&(inv)->vh, __VA_ARGS__);                                              \
	} while (0)

/** The tags inside, as text: "vd/vf", "vd", "d/f", "d", .. */
LQCD_STATIC const char *lqcd_inverter_tags(const lqcd_inverter *inv)
{
	static const char *const tags[2][3] = {{"d", "d/f", "d/h"}, {"vd", "vd/vf", "vd/vh"}};
	return tags[inv->vd.used != 0][inv->inner];
}

LQCD_STATIC void lqcd_inverter_destroy(lqcd_inverter *inv)
{
	if (!inv) return;
	lqcd__inverter_destroy_d(&inv->d);
	lqcd__inverter_destroy_f(&inv->f);
	lqcd__inverter_destroy_h(&inv->h);
	lqcd__inverter_destroy_vd(&inv->vd);
	lqcd__inverter_destroy_vf(&inv->vf);
	lqcd__inverter_destroy_vh(&inv->vh);
	memset((void *)inv, 0, sizeof *inv);
}

LQCD_STATIC lqcd_status lqcd__inverter_clear(const lqcd_lattice *lat, lqcd_inverter *inv, lqcd_method method,
					     lqcd_precision inner)
{
	if (!inv) return LQCD_ERR_ARGUMENT;
	memset((void *)inv, 0, sizeof *inv);
	inv->method = method;
	inv->inner = inner;
	if ((unsigned)inner > LQCD_HALF)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "inner precision %d: an lqcd_precision", (int)inner);
	return lqcd__method_check(lat, method, LQCD_BICGSTAB_THEN_CG);
}

/** Whether the lattice has the lane grids that an inverter needs. */
LQCD_STATIC int lqcd__inverter_lanes(const lqcd_lattice *lat, lqcd_precision inner)
{
	return lqcd__lanes_fit(lat, LQCD_LANES_vd) &&
	       (inner == LQCD_SAME_PRECISION || lqcd__lanes_fit(lat, LQCD_LANES_vf));
}

/** Takes a view of the gauge field; lqcd_inverter_create and _create_as take the field itself. */
LQCD_STATIC lqcd_status lqcd_inverter_create_view(lqcd_inverter *inv, lqcd_field_view u, double mass, int bc_t,
						  lqcd_method method, lqcd_precision inner)
{
	lqcd_status s = lqcd__inverter_clear(u.type ? u.type->lattice : NULL, inv, method, inner);
	if (s == LQCD_OK) s = lqcd__view_check(u, 0, NULL);
	if (s != LQCD_OK) return s;
	const lqcd_lattice *lat = u.type->lattice;
	const int lanes = lqcd__inverter_lanes(lat, inner);
	*(lanes ? &inv->vd.used : &inv->d.used) = 1;
	if (inner == LQCD_FLOAT) *(lanes ? &inv->vf.used : &inv->f.used) = 1;
	if (inner == LQCD_HALF) *(lanes ? &inv->vh.used : &inv->h.used) = 1;
	s = lanes ? lqcd__inverter_fields_vd(&inv->vd, lat) : lqcd__inverter_fields_d(&inv->d, lat);
	LQCD__INVERTER_EACH(s, lqcd__inverter_create, inv, lat, u, mass, bc_t);
	if (s != LQCD_OK) lqcd_inverter_destroy(inv);
	return s;
}

#define lqcd_inverter_create(inv, u, mass, bc_t, method)                                                               \
	lqcd_inverter_create_view(inv, lqcd_gauge_field_view(u), mass, bc_t, method, LQCD_SAME_PRECISION)
#define lqcd_inverter_create_as(inv, u, mass, bc_t, method, inner)                                                     \
	lqcd_inverter_create_view(inv, lqcd_gauge_field_view(u), mass, bc_t, method, inner)

#define LQCD_TEMPLATE "../solver/inverter_mixed.inc"
#define LQCD_TAGS     LQCD_ALL_MIXED_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_inverter_create_for(inv, d, low, method)                                                                  \
	(__extension__ _Generic(*(d), lqcd_dirac_vd: lqcd_inverter_create_for_vd,                                      \
				lqcd_dirac_d: lqcd_inverter_create_for_d))(inv, d, low, method)
#endif

LQCD_STATIC lqcd_status lqcd_inverter_create_by(lqcd_inverter *inv, const lqcd_quark_d *quark)
{
	if (!quark || !quark->solve || !quark->lattice) return LQCD_ERR_ARGUMENT;
	lqcd_status s = lqcd__inverter_clear(quark->lattice, inv, quark->method, quark->inner);
	if (s != LQCD_OK) return s;
	inv->d.used = 1;
	inv->d.quark = *quark;
	s = lqcd__inverter_fields_d(&inv->d, quark->lattice);
	if (s != LQCD_OK) lqcd_inverter_destroy(inv);
	return s;
}

LQCD_STATIC int lqcd__inverter_owns(const lqcd_inverter *inv)
{
	return inv && (inv->vd.owns || inv->d.owns);
}

/** New links for its own operators and their clover terms. After an error of a term it can only be destroyed. */
LQCD_STATIC lqcd_status lqcd_inverter_set_links_view(lqcd_inverter *inv, lqcd_field_view u)
{
	lqcd_status s = lqcd__inverter_owns(inv) ? LQCD_OK : LQCD_ERR_ARGUMENT;
	LQCD__INVERTER_EACH(s, lqcd__inverter_set_links, inv, NULL, u);
	return s;
}

#define lqcd_inverter_set_links(inv, u) lqcd_inverter_set_links_view(inv, lqcd_gauge_field_view(u))

/** After an error the inverter can only be destroyed. */
LQCD_STATIC lqcd_status lqcd_inverter_add_clover_view(lqcd_inverter *inv, lqcd_field_view u,
						      const lqcd_clover_params *params, lqcd_message *why)
{
	lqcd_status s = LQCD_OK;
	if (!lqcd__inverter_owns(inv))
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "inverter: none, or the operator is the caller's");
	LQCD__INVERTER_EACH(s, lqcd__inverter_clover, inv, u, params, why);
	return s;
}

#define lqcd_inverter_add_clover(inv, u, params, why)                                                                  \
	lqcd_inverter_add_clover_view(inv, lqcd_gauge_field_view(u), params, why)

/** The lattice of an inverter that was made; NULL otherwise. */
LQCD_STATIC const lqcd_lattice *lqcd__inverter_lattice(const lqcd_inverter *inv)
{
	const lqcd_geometry *type = !inv ? NULL : inv->vd.used ? inv->vd.x.type : inv->d.x.type;
	return type ? type->lattice : NULL;
}

/** Its own fields of the system: x and b. */
LQCD_STATIC lqcd_field_view lqcd__inverter_x(const lqcd_inverter *inv)
{
	return inv->vd.used ? lqcd_spinor_field_view_vd(&inv->vd.x) : lqcd_spinor_field_view_d(&inv->d.x);
}

LQCD_STATIC lqcd_field_view lqcd__inverter_b(const lqcd_inverter *inv)
{
	return inv->vd.used ? lqcd_spinor_field_view_vd(&inv->vd.b) : lqcd_spinor_field_view_d(&inv->d.b);
}

/** Solves D x = b in its own fields, from x or (guess 0) from 0. */
LQCD_STATIC lqcd_solve_result lqcd__inverter_run(lqcd_inverter *inv, int guess, const lqcd_solve_params *params)
{
	lqcd__inverter_d *d = &inv->d;
	lqcd__inverter_vd *vd = &inv->vd;
	const lqcd_method method = inv->method;
	if (inv->inner == LQCD_HALF)
		return vd->used ? lqcd__inverter_solve_vd_vh(vd, &inv->vh, &vd->x, &vd->b, guess, method, params)
				: lqcd__inverter_solve_d_h(d, &inv->h, &d->x, &d->b, guess, method, params);
	return vd->used ? lqcd__inverter_solve_vd_vf(vd, &inv->vf, &vd->x, &vd->b, guess, method, params)
			: lqcd__inverter_solve_d_f(d, &inv->f, &d->x, &d->b, guess, method, params);
}

LQCD_STATIC lqcd_solve_result lqcd_inverter_solve(lqcd_inverter *inv, lqcd_spinor_field_d *x,
						  const lqcd_spinor_field_d *b, const lqcd_solve_params *params)
{
	lqcd_solve_params p = params ? *params : lqcd_solve_params_default();
	const lqcd_lattice *lat = lqcd__inverter_lattice(inv);
	lqcd_status s = lat && params ? lqcd__view_check(lqcd_spinor_field_view_d(x), 0, lat) : LQCD_ERR_ARGUMENT;
	if (s == LQCD_OK && p.inner != LQCD_SAME_PRECISION && p.inner != inv->inner)
		s = lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "params.inner %d: that of the inverter is %d", (int)p.inner, (int)inv->inner);
	p.inner = LQCD_SAME_PRECISION;
	s = lqcd__agree_d(lat, x, b, s, &p, inv ? (uint64_t)inv->method : 0);
	if (s != LQCD_OK) return lqcd__no_solve(s);
	(void)lqcd_field_convert(lqcd__inverter_b(inv), lqcd_spinor_field_view_d(b));
	const lqcd_solve_result r = lqcd__inverter_run(inv, 0, &p);
	(void)lqcd_field_convert(lqcd_spinor_field_view_d(x), lqcd__inverter_x(inv));
	return r;
}

#endif
