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
#include "wilson.h"

typedef struct {
	lqcd_method method;
	lqcd_precision inner;
	int lanes, owns; /* lanes: vd (and vf, vh), else d (and f, h); owns: it made the Wilson operators below */
	lqcd_wilson_d own_d;
	lqcd_wilson_f own_f;
	lqcd_wilson_h own_h;
	lqcd_wilson_vd own_vd;
	lqcd_wilson_vf own_vf;
	lqcd_wilson_vh own_vh;
	lqcd_dirac_d d;
	lqcd_dirac_f f;
	lqcd_dirac_h h;
	lqcd_dirac_vd vd;
	lqcd_dirac_vf vf;
	lqcd_dirac_vh vh;
	lqcd_spinor_field_vd x, b; /* the system in lanes */
} lqcd_inverter;

/** The tags inside, as text: "vd/vf", "vd", "d/f", "d", .. */
LQCD_STATIC const char *lqcd_inverter_tags(const lqcd_inverter *inv)
{
	if (inv->inner == LQCD_HALF) return inv->lanes ? "vd/vh" : "d/h";
	if (inv->inner == LQCD_FLOAT) return inv->lanes ? "vd/vf" : "d/f";
	return inv->lanes ? "vd" : "d";
}

LQCD_STATIC void lqcd_inverter_destroy(lqcd_inverter *inv)
{
	if (!inv) return;
	if (inv->owns) {
		lqcd_wilson_destroy_d(&inv->own_d);
		lqcd_wilson_destroy_f(&inv->own_f);
		lqcd_wilson_destroy_h(&inv->own_h);
		lqcd_wilson_destroy_vd(&inv->own_vd);
		lqcd_wilson_destroy_vf(&inv->own_vf);
		lqcd_wilson_destroy_vh(&inv->own_vh);
	}
	lqcd_spinor_field_destroy_vd(&inv->x);
	lqcd_spinor_field_destroy_vd(&inv->b);
	memset((void *)inv, 0, sizeof *inv);
}

/** An empty inverter. */
LQCD_STATIC lqcd_status lqcd__inverter_clear(const lqcd_lattice *lat, lqcd_inverter *inv, lqcd_method method,
					     lqcd_precision inner)
{
	if (!inv) return LQCD_ERR_ARGUMENT;
	memset((void *)inv, 0, sizeof *inv);
	inv->method = method;
	inv->inner = inner;
	return (lqcd__is_krylov(inv->method) || inv->method == LQCD_BICGSTAB_THEN_CG) &&
			       (unsigned)inv->inner <= LQCD_HALF
		       ? LQCD_OK
		       : lqcd__refuse(lat, LQCD_ERR_ARGUMENT,
				      "method %d, inner precision %d: an lqcd_method, an lqcd_precision", (int)method,
				      (int)inner);
}

/** Whether the lattice has the lane grids that an inverter needs. */
LQCD_STATIC int lqcd__inverter_lanes(const lqcd_lattice *lat, lqcd_precision inner)
{
	int grid[4];
	return lqcd_lattice_lane_grid(lat, LQCD_LANES_vd, grid) == LQCD_OK &&
	       (inner == LQCD_SAME_PRECISION || lqcd_lattice_lane_grid(lat, LQCD_LANES_vf, grid) == LQCD_OK);
}

LQCD_STATIC lqcd_status lqcd__inverter_fields(lqcd_inverter *inv, const lqcd_lattice *lat)
{
	const lqcd_status s = lqcd_spinor_field_create_vd(&inv->x, lat, LQCD_FULL);
	return s == LQCD_OK ? lqcd_spinor_field_create_vd(&inv->b, lat, LQCD_FULL) : s;
}

/** Takes a view of the gauge field; lqcd_inverter_create and _create_as take the field itself. */
LQCD_STATIC lqcd_status lqcd_inverter_create_view(lqcd_inverter *inv, lqcd_field_view u, double mass, int bc_t,
						  lqcd_method method, lqcd_precision inner)
{
	lqcd_status s = lqcd__inverter_clear(u.type ? u.type->lattice : NULL, inv, method, inner);
	if (s == LQCD_OK) s = lqcd__view_check(u, 0, NULL);
	if (s != LQCD_OK) return s;
	const lqcd_lattice *lat = u.type->lattice;
	inv->owns = 1;
	inv->lanes = lqcd__inverter_lanes(lat, inv->inner);
	if (inv->lanes) {
		s = lqcd_wilson_create_vd(&inv->own_vd, u, mass, bc_t);
		if (s == LQCD_OK && inv->inner == LQCD_FLOAT) s = lqcd_wilson_create_vf(&inv->own_vf, u, mass, bc_t);
		if (s == LQCD_OK && inv->inner == LQCD_HALF) s = lqcd_wilson_create_vh(&inv->own_vh, u, mass, bc_t);
		if (s == LQCD_OK) s = lqcd__inverter_fields(inv, lat);
	} else {
		s = lqcd_wilson_create_d(&inv->own_d, u, mass, bc_t);
		if (s == LQCD_OK && inv->inner == LQCD_FLOAT) s = lqcd_wilson_create_f(&inv->own_f, u, mass, bc_t);
		if (s == LQCD_OK && inv->inner == LQCD_HALF) s = lqcd_wilson_create_h(&inv->own_h, u, mass, bc_t);
	}
	if (s != LQCD_OK) lqcd_inverter_destroy(inv);
	return s;
}

#define lqcd_inverter_create(inv, u, mass, bc_t, method)                                                               \
	lqcd_inverter_create_view(inv, lqcd_gauge_field_view(u), mass, bc_t, method, LQCD_SAME_PRECISION)
#define lqcd_inverter_create_as(inv, u, mass, bc_t, method, inner)                                                     \
	lqcd_inverter_create_view(inv, lqcd_gauge_field_view(u), mass, bc_t, method, inner)

/** Checks the caller's operators; on, low_on: their lattices, NULL: there is none; low: one of lower precision is given. */
LQCD_STATIC lqcd_status lqcd__inverter_for(lqcd_inverter *inv, const lqcd_lattice *on, const lqcd_lattice *low_on, int low,
					   lqcd_method method)
{
	const lqcd_status s = lqcd__inverter_clear(on, inv, method, low ? LQCD_FLOAT : LQCD_SAME_PRECISION);
	if (s != LQCD_OK) return s;
	if (!on || (low && !low_on)) return LQCD_ERR_ARGUMENT;
	return !low || low_on == on ? LQCD_OK : lqcd__differ(on, low_on, "operators");
}

LQCD_STATIC lqcd_status lqcd_inverter_create_for_vd(lqcd_inverter *inv, const lqcd_dirac_vd *d,
						    const lqcd_dirac_vf *low, lqcd_method method)
{
	lqcd_status s = lqcd__inverter_for(inv, d && d->hop ? d->type->lattice : NULL,
					   low && low->hop ? low->type->lattice : NULL, low != NULL, method);
	if (s != LQCD_OK) return s;
	inv->lanes = 1;
	inv->vd = *d;
	if (low) inv->vf = *low;
	s = lqcd__inverter_fields(inv, d->type->lattice);
	if (s != LQCD_OK) lqcd_inverter_destroy(inv);
	return s;
}

LQCD_STATIC lqcd_status lqcd_inverter_create_for_d(lqcd_inverter *inv, const lqcd_dirac_d *d, const lqcd_dirac_f *low,
						   lqcd_method method)
{
	lqcd_status s = lqcd__inverter_for(inv, d && d->hop ? d->type->lattice : NULL,
					   low && low->hop ? low->type->lattice : NULL, low != NULL, method);
	if (s != LQCD_OK) return s;
	inv->d = *d;
	if (low) inv->f = *low;
	return LQCD_OK;
}

#ifdef __cplusplus
extern "C++" {
LQCD_STATIC lqcd_status lqcd_inverter_create_for(lqcd_inverter *inv, const lqcd_dirac_vd *d, const lqcd_dirac_vf *low,
						 lqcd_method method)
{
	return lqcd_inverter_create_for_vd(inv, d, low, method);
}
LQCD_STATIC lqcd_status lqcd_inverter_create_for(lqcd_inverter *inv, const lqcd_dirac_d *d, const lqcd_dirac_f *low,
						 lqcd_method method)
{
	return lqcd_inverter_create_for_d(inv, d, low, method);
}
}
#else
#define lqcd_inverter_create_for(inv, d, low, method)                                                                  \
	(__extension__ _Generic(*(d), lqcd_dirac_vd: lqcd_inverter_create_for_vd,                                      \
				lqcd_dirac_d: lqcd_inverter_create_for_d))(inv, d, low, method)
#endif

/** New links for its own operators and their clover terms. After an error of a term it can only be destroyed. */
LQCD_STATIC lqcd_status lqcd_inverter_set_links_view(lqcd_inverter *inv, lqcd_field_view u)
{
	if (!inv || !inv->owns) return LQCD_ERR_ARGUMENT;
	const int lanes = inv->lanes;
	lqcd_status s = lanes ? lqcd_wilson_set_links_vd(&inv->own_vd, u) : lqcd_wilson_set_links_d(&inv->own_d, u);
	if (s == LQCD_OK && inv->inner == LQCD_FLOAT)
		s = lanes ? lqcd_wilson_set_links_vf(&inv->own_vf, u) : lqcd_wilson_set_links_f(&inv->own_f, u);
	if (s == LQCD_OK && inv->inner == LQCD_HALF)
		s = lanes ? lqcd_wilson_set_links_vh(&inv->own_vh, u) : lqcd_wilson_set_links_h(&inv->own_h, u);
	return s;
}

#define lqcd_inverter_set_links(inv, u) lqcd_inverter_set_links_view(inv, lqcd_gauge_field_view(u))

/** After an error the inverter can only be destroyed. */
LQCD_STATIC lqcd_status lqcd_inverter_add_clover_view(lqcd_inverter *inv, lqcd_field_view u,
						      const lqcd_clover_params *params, lqcd_message *why)
{
	if (!inv || !inv->owns)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "inverter: none, or the operator is the caller's");
	lqcd_status s = inv->lanes ? lqcd_clover_add_vd(&inv->own_vd, u, params, why)
				   : lqcd_clover_add_d(&inv->own_d, u, params, why);
	if (s == LQCD_OK && inv->inner == LQCD_FLOAT)
		s = inv->lanes ? lqcd_clover_add_vf(&inv->own_vf, u, params, why)
			       : lqcd_clover_add_f(&inv->own_f, u, params, why);
	if (s == LQCD_OK && inv->inner == LQCD_HALF)
		s = inv->lanes ? lqcd_clover_add_vh(&inv->own_vh, u, params, why)
			       : lqcd_clover_add_h(&inv->own_h, u, params, why);
	return s;
}

#define lqcd_inverter_add_clover(inv, u, params, why)                                                                  \
	lqcd_inverter_add_clover_view(inv, lqcd_gauge_field_view(u), params, why)

/** Makes the views of its own operators anew, since these may have moved with it. */
LQCD_STATIC void lqcd__inverter_refresh_views(lqcd_inverter *inv)
{
	if (!inv->owns) return;
	if (inv->lanes)
		inv->vd = lqcd_wilson_dirac_vd(&inv->own_vd);
	else
		inv->d = lqcd_wilson_dirac_d(&inv->own_d);
	if (inv->inner == LQCD_FLOAT && inv->lanes) inv->vf = lqcd_wilson_dirac_vf(&inv->own_vf);
	if (inv->inner == LQCD_FLOAT && !inv->lanes) inv->f = lqcd_wilson_dirac_f(&inv->own_f);
	if (inv->inner == LQCD_HALF && inv->lanes) inv->vh = lqcd_wilson_dirac_vh(&inv->own_vh);
	if (inv->inner == LQCD_HALF && !inv->lanes) inv->h = lqcd_wilson_dirac_h(&inv->own_h);
}

/** The lattice of an inverter that was made; NULL otherwise. */
LQCD_STATIC const lqcd_lattice *lqcd__inverter_lattice(lqcd_inverter *inv)
{
	if (!inv) return NULL;
	lqcd__inverter_refresh_views(inv);
	const lqcd_geometry *type = inv->lanes ? inv->vd.type : inv->d.type;
	return type ? type->lattice : NULL;
}

LQCD_STATIC lqcd_solve_result lqcd__inverter_solve_d(const lqcd_inverter *inv, lqcd_spinor_field_d *x,
						     const lqcd_spinor_field_d *b, const lqcd_solve_params *params)
{
	if (inv->inner == LQCD_FLOAT) return lqcd_dirac_solve_mixed_d_f(x, &inv->d, &inv->f, b, inv->method, params);
	if (inv->inner == LQCD_HALF) return lqcd_dirac_solve_mixed_d_h(x, &inv->d, &inv->h, b, inv->method, params);
	return lqcd_dirac_solve_d(x, &inv->d, b, inv->method, params);
}

LQCD_STATIC lqcd_solve_result lqcd__inverter_solve_vd(lqcd_inverter *inv, const lqcd_solve_params *params)
{
	lqcd_spinor_field_vd *x = &inv->x, *b = &inv->b;
	if (inv->inner == LQCD_FLOAT)
		return lqcd_dirac_solve_mixed_vd_vf(x, &inv->vd, &inv->vf, b, inv->method, params);
	if (inv->inner == LQCD_HALF) return lqcd_dirac_solve_mixed_vd_vh(x, &inv->vd, &inv->vh, b, inv->method, params);
	return lqcd_dirac_solve_vd(x, &inv->vd, b, inv->method, params);
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
	if (!inv->lanes) {
		lqcd_spinor_field_zero_d(x);
		return lqcd__inverter_solve_d(inv, x, b, &p);
	}
	(void)lqcd_field_convert(lqcd_spinor_field_view_vd(&inv->b), lqcd_spinor_field_view_d(b));
	lqcd_spinor_field_zero_vd(&inv->x);
	const lqcd_solve_result r = lqcd__inverter_solve_vd(inv, &p);
	(void)lqcd_field_convert(lqcd_spinor_field_view_d(x), lqcd_spinor_field_view_vd(&inv->x));
	return r;
}

#endif
