/* lqcd/foreign/solver.h: Dirac operators on links in foreign memory, and solves on foreign spinors (foreign/fields.h). Opt-in:
 * lqcd.h does not include it.
 *
 *   status = lqcd_foreign_inverter(&inv, &U, &lat, mass, bc_t, method, inner)
 *                                              an inverter (inverter.h) on the links U describes
 *   r = lqcd_foreign_solve(&inv, &X, &B, &params)      X = D^-1 B; X may be B
 *   status = lqcd_foreign_set_links(&inv, &U)          new links
 *   status = lqcd_foreign_wilson_create(&D, &U, &lat, mass, bc_t)      a Wilson operator (dirac/wilson.h) of any tag
 *   status = lqcd_foreign_clover_add(&D, &C, mu, schur, why)           its site term T = C + i mu g5 (dirac/clover.h) from
 *                                              clover blocks C, which contain 4 + m
 *   status = lqcd_foreign_clover_get(&C, &D)   C = the blocks of D's site term, without i mu g5
 *   status = lqcd_foreign_inverter_clover(&inv, &C, mu, schur, why)    T of an inverter
 *   status = lqcd_foreign_apply(&Out, &inv, &In, dagger)               Out = D In or D^+ In; Out may be In
 *
 * U, X, B, C describe all links, and the spinors and clover blocks of all sites, of the local lattice. Blocks are copied, and new
 * links do not change them. Phases in U (U.boundary, U.staggered) are removed; bc_t is the boundary condition of D. D is in the
 * basis and with the scale of X and B: with X.scale = a and B.scale = b, D is b / a times that of the library: b = 2 kappa, a = 1
 * for the operator 1 - kappa H of codes that divide by 4 + m. Collective over the processes of the lattice. Errors: those of
 * lqcd_foreign_import, of the inverter and of the solver; after LQCD_ERR_.. X is as it was.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_SOLVER_H
#define LQCD_FOREIGN_SOLVER_H

#include "fields.h"
#include "../solver/inverter.h"

/** A field of doubles with the links of U. */
LQCD_STATIC lqcd_status lqcd__foreign_links_of(lqcd_gauge_field_d *u, const lqcd_foreign *f, const lqcd_lattice *lat)
{
	if (!lat || lat->local[0] < 1) return LQCD_ERR_ARGUMENT;
	lqcd_status s = lqcd_gauge_field_create_d(u, lat, LQCD_FULL);
	if (s != LQCD_OK) return s;
	s = lqcd_foreign_import(lqcd_gauge_field_view_d(u), f);
	if (s != LQCD_OK) lqcd_gauge_field_destroy_d(u);
	return s;
}

#define LQCD_TEMPLATE "../foreign/clover.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../foreign/solver.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS
#include "../base/each_tag.inc"

LQCD_STATIC lqcd_status lqcd_foreign_inverter(lqcd_inverter *inv, const lqcd_foreign *f, const lqcd_lattice *lat, double mass,
					      int bc_t, lqcd_method method, lqcd_precision inner)
{
	lqcd_gauge_field_d u;
	if (!inv) return LQCD_ERR_ARGUMENT;
	memset((void *)inv, 0, sizeof *inv);
	lqcd_status s = lqcd__foreign_links_of(&u, f, lat);
	if (s != LQCD_OK) return s;
	s = lqcd_inverter_create_view(inv, lqcd_gauge_field_view_d(&u), mass, bc_t, method, inner);
	lqcd_gauge_field_destroy_d(&u);
	return s;
}

/** After an error the inverter can only be destroyed. */
LQCD_STATIC lqcd_status lqcd_foreign_inverter_clover(lqcd_inverter *inv, const lqcd_foreign *f, double mu, lqcd_schur_form schur,
						     lqcd_message *why)
{
	lqcd_status s = LQCD_OK;
	if (!lqcd__inverter_owns(inv)) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "inverter: none, or the operator is the caller's");
	LQCD__INVERTER_EACH(s, lqcd__foreign_inverter_clover, inv, f, mu, schur, why);
	return s;
}

LQCD_STATIC lqcd_status lqcd_foreign_set_links(lqcd_inverter *inv, const lqcd_foreign *f)
{
	lqcd_gauge_field_d u;
	lqcd_status s = lqcd__foreign_links_of(&u, f, lqcd__inverter_lattice(inv));
	if (s != LQCD_OK) return s;
	s = lqcd_inverter_set_links_view(inv, lqcd_gauge_field_view_d(&u));
	lqcd_gauge_field_destroy_d(&u);
	return s;
}

/** Whether a status says that no solution was computed. */
LQCD_STATIC int lqcd__no_solution(lqcd_status s)
{
	return s != LQCD_OK && s != LQCD_ZERO_RHS && s != LQCD_ITERATION_LIMIT && s != LQCD_STAGNATION && s != LQCD_BREAKDOWN &&
	       s != LQCD_NAN;
}

/** guess: the memory of x holds a first guess. */
LQCD_STATIC lqcd_solve_result lqcd__foreign_solve(lqcd_inverter *inv, const lqcd_foreign *to, const lqcd_foreign *from,
						  const lqcd_solve_params *params, int guess)
{
	const lqcd_lattice *lat = lqcd__inverter_lattice(inv);
	lqcd_solve_params p = params ? *params : lqcd_solve_params_default();
	lqcd_foreign_map map;
	/* All processes must have good memory before the work begins. */
	lqcd_status s = !lat || !to || !from || !params || (p.inner != LQCD_SAME_PRECISION && p.inner != inv->inner)
				? LQCD_ERR_ARGUMENT
				: lqcd_foreign_open(&map, to, lat);
	if (s == LQCD_OK) lqcd_foreign_close(&map);
	if (s == LQCD_OK && (to->kind != LQCD_FOREIGN_SPINORS || to->parity != LQCD_FULL))
		s = lqcd__refuse(lat, LQCD_ERR_GEOMETRY, "foreign solution: spinors of all sites are needed");
	if (s == LQCD_OK) s = lqcd_foreign_open(&map, from, lat);
	if (s == LQCD_OK) lqcd_foreign_close(&map);
	s = lqcd__agree(lat, s, 0, "foreign vectors");
	if (s != LQCD_OK) return lqcd__no_solve(s);
	p.inner = LQCD_SAME_PRECISION;
	s = lqcd_foreign_import(lqcd__inverter_b(inv), from);
	if (s == LQCD_OK && guess) s = lqcd_foreign_import(lqcd__inverter_x(inv), to);
	if (s != LQCD_OK) return lqcd__no_solve(s);
	const lqcd_solve_result r = lqcd__inverter_run(inv, guess, &p);
	if (lqcd__no_solution(r.status)) return r;
	s = lqcd_foreign_export(to, lqcd__inverter_x(inv));
	return s == LQCD_OK ? r : lqcd__no_solve(s);
}

LQCD_STATIC lqcd_solve_result lqcd_foreign_solve(lqcd_inverter *inv, const lqcd_foreign *to, const lqcd_foreign *from,
						 const lqcd_solve_params *params)
{
	return lqcd__foreign_solve(inv, to, from, params, 0);
}

LQCD_STATIC lqcd_status lqcd_foreign_apply(const lqcd_foreign *out, lqcd_inverter *inv, const lqcd_foreign *in, int dagger)
{
	const lqcd_lattice *lat = lqcd__inverter_lattice(inv);
	lqcd_status s = lqcd__agree(lat, lat && out && in ? LQCD_OK : LQCD_ERR_ARGUMENT, (uint64_t)!dagger, "dagger");
	if (s == LQCD_OK) s = lqcd_foreign_import(lqcd__inverter_b(inv), in);
	if (s == LQCD_OK) s = inv->vd.used ? lqcd__foreign_apply_vd(&inv->vd, dagger) : lqcd__foreign_apply_d(&inv->d, dagger);
	return s == LQCD_OK ? lqcd_foreign_export(out, lqcd__inverter_x(inv)) : s;
}

#ifndef __cplusplus
#define LQCD__FOREIGN_FOR(fn, D) (__extension__ _Generic(*(D), LQCD__STORED_CASES(fn, lqcd_wilson)))
#define lqcd_foreign_wilson_create(D, f, lat, mass, bc_t) LQCD__FOREIGN_FOR(lqcd_foreign_wilson_create, D)(D, f, lat, mass, bc_t)
#define lqcd_foreign_clover_add(D, f, mu, schur, why)     LQCD__FOREIGN_FOR(lqcd_foreign_clover_add, D)(D, f, mu, schur, why)
#define lqcd_foreign_clover_get(f, D)                     LQCD__FOREIGN_FOR(lqcd_foreign_clover_get, D)(f, D)
#endif

#endif
