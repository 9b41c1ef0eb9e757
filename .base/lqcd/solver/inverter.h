/* lqcd/solver/inverter.h: quark propagators without thinking about tags: double in, double out, fast inside.
 *
 *   lqcd_inverter inv;
 *   lqcd_status s = lqcd_inverter_create(&inv, &u, mass, bc_t, LQCD_SOLVE_MIXED);    u: a gauge field of any tag
 *   s = lqcd_inverter_add_clover(&inv, &u, &params, &why);      a clover term, twisted mass (dirac/clover.h); or not
 *   lqcd_solve_result r = lqcd_inverter_solve(&inv, &x, &b, &params);                x, b: full lqcd_spinor_field_d
 *   lqcd_inverter_destroy(&inv);                                                     before the lattice
 *
 * Inside, fields are spread over SIMD lanes where the lattice has a lane grid (lqcd_inverter_tags says which tags it
 * took), else scalar. LQCD_SOLVE_CG and _BICGSTAB work in double, LQCD_SOLVE_MIXED in double with BiCGStab in float
 * inside, and with CG where that breaks down. x is output only: the first guess is zero. The residual of the result
 * is that of the system in double; statuses as in solver.h. Work: links twice in double (and twice in float), and the
 * solver's fields.
 */
#ifndef LQCD_SOLVER_INVERTER_H
#define LQCD_SOLVER_INVERTER_H

#include "../dirac/clover.h"
#include "wilson.h"

typedef enum { LQCD_SOLVE_CG, LQCD_SOLVE_BICGSTAB, LQCD_SOLVE_MIXED } lqcd_solve_method;

typedef struct {
	lqcd_solve_method method;
	int lanes; /* 1: vd (and vf), 0: d (and f) */
	lqcd_wilson_d d;
	lqcd_wilson_f f;
	lqcd_wilson_vd vd;
	lqcd_wilson_vf vf;
	lqcd_spinor_field_vd x, b; /* the system in lanes */
} lqcd_inverter;

/** The tags inside, for people: "vd/vf", "vd", "d/f" or "d". */
LQCD_STATIC const char *lqcd_inverter_tags(const lqcd_inverter *inv)
{
	if (inv->method == LQCD_SOLVE_MIXED) return inv->lanes ? "vd/vf" : "d/f";
	return inv->lanes ? "vd" : "d";
}

LQCD_STATIC void lqcd_inverter_destroy(lqcd_inverter *inv)
{
	lqcd_wilson_destroy_d(&inv->d);
	lqcd_wilson_destroy_f(&inv->f);
	lqcd_wilson_destroy_vd(&inv->vd);
	lqcd_wilson_destroy_vf(&inv->vf);
	lqcd_spinor_field_destroy_vd(&inv->x);
	lqcd_spinor_field_destroy_vd(&inv->b);
}

/** Whether the lattice has the lane grids that a method needs. */
LQCD_STATIC int lqcd__inverter_lanes(const lqcd_lattice *lat, lqcd_solve_method method)
{
	int grid[4];
	return lqcd_lattice_lane_grid(lat, LQCD_LANES_vd, grid) == LQCD_OK &&
	       (method != LQCD_SOLVE_MIXED || lqcd_lattice_lane_grid(lat, LQCD_LANES_vf, grid) == LQCD_OK);
}

/** Takes the view of the gauge field; lqcd_inverter_create takes the field. */
LQCD_STATIC lqcd_status lqcd_inverter_create_view(lqcd_inverter *inv, lqcd_field_view u, double mass, int bc_t,
						  lqcd_solve_method method)
{
	lqcd_lattice *lat = u.type->lattice;
	const int low = method == LQCD_SOLVE_MIXED;
	lqcd_status s;
	memset(inv, 0, sizeof *inv);
	inv->method = method;
	inv->lanes = lqcd__inverter_lanes(lat, method);
	if (inv->lanes) {
		s = lqcd_wilson_create_vd(&inv->vd, u, mass, bc_t);
		if (s == LQCD_OK && low) s = lqcd_wilson_create_vf(&inv->vf, u, mass, bc_t);
		if (s == LQCD_OK) s = lqcd_spinor_field_create_vd(&inv->x, lat, LQCD_FULL);
		if (s == LQCD_OK) s = lqcd_spinor_field_create_vd(&inv->b, lat, LQCD_FULL);
	} else {
		s = lqcd_wilson_create_d(&inv->d, u, mass, bc_t);
		if (s == LQCD_OK && low) s = lqcd_wilson_create_f(&inv->f, u, mass, bc_t);
	}
	if (s != LQCD_OK) lqcd_inverter_destroy(inv);
	return s;
}

#define lqcd_inverter_create(inv, u, mass, bc_t, method)                                                               \
	lqcd_inverter_create_view(inv, lqcd_gauge_field_view(u), mass, bc_t, method)

/** After an error the inverter is of no use but to be destroyed. */
LQCD_STATIC lqcd_status lqcd_inverter_add_clover_view(lqcd_inverter *inv, lqcd_field_view u,
						      const lqcd_clover_params *params, lqcd_message *why)
{
	const int low = inv->method == LQCD_SOLVE_MIXED;
	lqcd_status s =
		inv->lanes ? lqcd_clover_add_vd(&inv->vd, u, params, why) : lqcd_clover_add_d(&inv->d, u, params, why);
	if (s == LQCD_OK && low)
		s = inv->lanes ? lqcd_clover_add_vf(&inv->vf, u, params, why)
			       : lqcd_clover_add_f(&inv->f, u, params, why);
	return s;
}

#define lqcd_inverter_add_clover(inv, u, params, why)                                                                  \
	lqcd_inverter_add_clover_view(inv, lqcd_gauge_field_view(u), params, why)

LQCD_STATIC lqcd_solve_result lqcd_inverter_solve(lqcd_inverter *inv, lqcd_spinor_field_d *x,
						  const lqcd_spinor_field_d *b, const lqcd_solve_params *params)
{
	const lqcd_method krylov = inv->method == LQCD_SOLVE_CG ? LQCD_CG : LQCD_BICGSTAB;
	const int mixed = inv->method == LQCD_SOLVE_MIXED;
	if (!inv->lanes) {
		lqcd_spinor_field_zero_d(x);
		return mixed ? lqcd__wilson_solve_either_d_f(x, &inv->d, &inv->f, b, params)
			     : lqcd_wilson_solve_d(x, &inv->d, b, krylov, params);
	}
	if (x->type != b->type) return lqcd__no_solve(LQCD_ERR_GEOMETRY);
	const lqcd_status s = lqcd_field_convert(lqcd_spinor_field_view_vd(&inv->b), lqcd_spinor_field_view_d(b));
	if (s != LQCD_OK) return lqcd__no_solve(s);
	lqcd_spinor_field_zero_vd(&inv->x);
	const lqcd_solve_result r =
		mixed ? lqcd__wilson_solve_either_vd_vf(&inv->x, &inv->vd, &inv->vf, &inv->b, params)
		      : lqcd_wilson_solve_vd(&inv->x, &inv->vd, &inv->b, krylov, params);
	lqcd_field_convert(lqcd_spinor_field_view_d(x), lqcd_spinor_field_view_vd(&inv->x));
	return r;
}

#endif
