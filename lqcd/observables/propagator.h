/* lqcd/observables/propagator.h: quark propagators: 4 NC columns, each a full lqcd_spinor_field_d. Those of a device:
 * observables/device_observables.h.
 *
 *   lqcd_spinor_field_d s[LQCD_COLUMNS];                column NC spin + colour: of the source's spin and colour, as
 *                                                       files have them (io/scidac_spinor.h)
 *   status = lqcd_propagator_create(s, &lat)            zeroed; LQCD_COLUMNS = 4 NC fields, or none after an error
 *   lqcd_propagator_destroy(s)
 *   status = lqcd_propagator_point_source(s, site)      the columns of a point source (source.h)
 *   status = lqcd_propagator_wall_source(s, t, p)       or of a wall
 *   status = lqcd_propagator_solve(s, &u, mass, bc_t, LQCD_BICGSTAB_THEN_CG, &params, results)
 *       s := D^-1 s, each column; D is the Wilson operator (dirac/wilson.h: D = 4 + m + .., not divided by 2 kappa) on
 *       the links u, a gauge field of any tag. The sources in s may be anything, also smeared ones or propagators.
 *       params.inner: LQCD_FLOAT is the usual choice.
 *
 *   status = lqcd_propagator_solve_by(s, &inv, &params, results)
 *       propagators by an inverter (solver/inverter.h): of Wilson quarks with a clover term or twisted mass, or of any Dirac
 *       operator
 *
 * By multigrid, all columns at once: by an inverter of solver/inverter_multigrid.h.
 *
 * Columns are solved one by one by the inverter (solver/inverter.h), which has lanes over sites; on a lattice that no
 * lane grid fits, all of them at once, with lanes over the columns (dirac/wilson_multi.h): there LQCD_CG is CG in
 * double, the others BiCGStab in double, and CG if that breaks down. results[k], of each column, may be NULL.
 * params.progress is called with params.user for one column after the other, or for the worst of all. A column whose
 * source is zero is zero, and LQCD_ZERO_RHS in its result is no failure.
 *
 * Returned is LQCD_OK, or the first failure of a column (the others are solved all the same), or of allocations: then
 * s is unspecified. Collective where several processes share the lattice; the same bits for any number of threads, and
 * of processes whose parts of the lattice all have a lane grid, or all have none. Work: one field, and the inverter's,
 * or some 8 propagators.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_PROPAGATOR_H
#define LQCD_OBSERVABLES_PROPAGATOR_H

#include "../dirac/wilson_multi.h"
#include "../solver/inverter.h"
#include "source.h"

enum { LQCD_COLUMNS = 4 * LQCD_NC };

#define LQCD_TAG d
#include "propagator.inc"
#define LQCD_TAG d
#include "propagator_solve.inc"

#ifndef __cplusplus
#define lqcd_propagator_create(s, lat)                    lqcd_propagator_create_d(s, lat)
#define lqcd_propagator_destroy(s)                        lqcd_propagator_destroy_d(s)
#define lqcd_propagator_point_source(s, site)             lqcd_propagator_point_source_d(s, site)
#define lqcd_propagator_wall_source(s, t, p)              lqcd_propagator_wall_source_d(s, t, p)
#define lqcd_propagator_solve_by(s, inv, params, results) lqcd_propagator_solve_by_d(s, inv, params, results)
#endif

/* Wilson quarks on a lattice without a lane grid: lanes are over the columns. */
typedef struct {
	lqcd_field_view u;
	double mass;
	int bc_t;
} lqcd__column_quarks;

/** LQCD_CG, or BiCGStab and then CG if that breaks down, in double. */
LQCD_STATIC lqcd_status lqcd__column_quarks_solve(const lqcd_quark_d *quark, lqcd_spinor_field_d *x,
						  const lqcd_spinor_field_d *b, int n, const lqcd_solve_params *params,
						  lqcd_solve_result *results)
{
	const lqcd__column_quarks *of = (const lqcd__column_quarks *)quark->self;
	const lqcd_method first = quark->method == LQCD_CG ? LQCD_CG : LQCD_BICGSTAB;
	lqcd_solve_params p = *params;
	lqcd_multi_spinor_field_vd to, from;
	lqcd_wilson_vd dirac;
	p.inner = LQCD_SAME_PRECISION;
	memset((void *)&dirac, 0, sizeof dirac);
	from.ptr = NULL;
	lqcd_status s = lqcd_multi_spinor_field_create_vd(&to, quark->lattice, LQCD_FULL, n);
	if (s == LQCD_OK) s = lqcd_multi_spinor_field_create_vd(&from, quark->lattice, LQCD_FULL, n);
	if (s == LQCD_OK) s = lqcd_wilson_create_for_vd(&dirac, of->u, of->mass, of->bc_t, &to);
	for (int k = 0; k < n; k++) results[k] = lqcd__no_solve(s);
	if (s == LQCD_OK) {
		const lqcd_multi_dirac_vd d = lqcd_wilson_multi_dirac_vd(&dirac);
		for (int k = 0; k < n; k++) (void)lqcd_multi_spinor_field_put_vd(&from, k, lqcd_spinor_field_view(&b[k]));
		s = lqcd_multi_dirac_solve_vd(&to, &d, &from, first, &p, results);
		if (s != LQCD_OK && first != LQCD_CG) {
			lqcd_multi_spinor_field_zero_vd(&to);
			s = lqcd_multi_dirac_solve_vd(&to, &d, &from, LQCD_CG, &p, results);
		}
		for (int k = 0; k < n; k++) (void)lqcd_multi_spinor_field_get_vd(lqcd_spinor_field_view(&x[k]), &to, k);
	}
	lqcd_wilson_destroy_vd(&dirac);
	lqcd_multi_spinor_field_destroy_vd(&from);
	lqcd_multi_spinor_field_destroy_vd(&to);
	return s;
}

/** Takes the view of the gauge field; lqcd_propagator_solve takes the field. */
LQCD_STATIC lqcd_status lqcd_propagator_solve_view(lqcd_spinor_field_d s[LQCD_COLUMNS], lqcd_field_view u, double mass,
						   int bc_t, lqcd_method method, const lqcd_solve_params *params,
						   lqcd_solve_result *results)
{
	const lqcd__column_quarks of = {u, mass, bc_t};
	const lqcd_quark_d quark = {u.type ? u.type->lattice : NULL, &of, NULL, method, params ? params->inner : LQCD_SAME_PRECISION,
				    lqcd__column_quarks_solve};
	lqcd_inverter inv;
	lqcd_status status = params ? lqcd__view_check(u, 0, NULL) : LQCD_ERR_ARGUMENT;
	if (status == LQCD_OK)
		status = lqcd__inverter_lanes(quark.lattice, quark.inner)
				 ? lqcd_inverter_create_view(&inv, u, mass, bc_t, method, quark.inner)
				 : lqcd_inverter_create_by(&inv, &quark);
	for (int k = 0; k < LQCD_COLUMNS && results; k++) results[k] = lqcd__no_solve(status);
	if (status != LQCD_OK) return status;
	status = lqcd_propagator_solve_by_d(s, &inv, params, results);
	lqcd_inverter_destroy(&inv);
	return status;
}

#define lqcd_propagator_solve(s, u, mass, bc_t, method, params, results)                                               \
	lqcd_propagator_solve_view(s, lqcd_gauge_field_view(u), mass, bc_t, method, params, results)

#endif
