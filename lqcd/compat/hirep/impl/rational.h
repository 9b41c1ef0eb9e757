/* lqcd/compat/hirep/impl/rational.h: the names of HiRep's rational_functions.h and find_spec_limits.h, on lqcd's hmc/powers.h.
 *
 *   R(x) = a[0] + sum_k a[k + 1]/(x - b[k]),    k < order,      the members of rational_app
 *
 *   r_app_set(&app, min, max)             R of the lowest order with |R(x)/x^(n/d) - 1| <= rel_error for min <= x <= max; members
 *                                         n, d and rel_error are read, r_app_alloc came before. Ends the program
 *                                         unless 0 < min < max, n/d is no whole number, and rel_error is between 1e-12 and 1
 *   rational_func(&app, Q, out, in)       out = R(Q) in, Q Hermitian and positive, by cg_mshift to rel_error/order; out may be
 *                                         in. At most LQCD_MAX_SHIFTS poles
 *   r_app_alloc(&app), r_app_realloc(&app), r_app_free(&app)      room for `order` poles; more room if there is not enough; none
 *   find_spec_H2(&max, &min)              0.9 of the least and 1.1 of the largest eigenvalue of H2 with the mass of
 *                                         set_dirac_mass, by lqcd's solver/spectrum.h from a random field
 *
 *   r_app_rescale(&app, k)                R(x) := k^(n/d) R(x/k), k > 0: the same error from k min to k max. HiRep calls it for
 *                                         its tables of zeros and poles alone; app is as r_app_set leaves it
 *
 * Poles b[k] are below 0. HiRep chooses among tables, whose orders and coefficients are others. rational_func and find_spec_H2
 * are collective.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_RATIONAL_H
#define LQCD_COMPAT_HIREP_IMPL_RATIONAL_H

#include "../../../hmc/powers.h"
#include "force_hmc.h"
#include "rhmc.h"

static inline void r_app_alloc(rational_app *app)
{
	app->_asize = app->order;
	app->a = (double *)calloc(2 * (size_t)app->order + 1, sizeof *app->a);
	lqcd__hr_error(!app->a, 1, "r_app_alloc", "out of memory");
	app->b = app->a + app->order + 1;
}

static inline void r_app_free(rational_app *app)
{
	free(app->a);
	app->a = app->b = NULL;
	app->_asize = 0;
}

static inline void r_app_realloc(rational_app *app)
{
	if (app->order <= app->_asize) return;
	r_app_free(app);
	r_app_alloc(app);
}

static inline void r_app_set(rational_app *app, double min, double max)
{
	lqcd_rational r;
	const double power = app->d ? (double)app->n / app->d : 0;
	lqcd__hr_error_of_all(!(min > 0 && min < max), "r_app_set", "an interval 0 < min < max");
	/* x = min + y, 0 <= y <= max - min */
	const lqcd_status s = lqcd_rational_powers(&r, 1, &min, &power, max - min, app->rel_error);
	lqcd__hr_error_of_all(s != LQCD_OK, "r_app_set",
			      "no approximation with at most 32 poles: n/d no whole number, rel_error from 1e-12");
	app->order = (unsigned)r.degree;
	r_app_realloc(app);
	app->min = min;
	app->max = max;
	app->a[0] = r.constant;
	for (int k = 0; k < r.degree; k++) {
		app->a[k + 1] = r.residue[k];
		app->b[k] = min - r.pole[k];
	}
	lprintf("RAPPROX", 0, "x^(%d/%d) from %g to %g: order %d, error %.2e\n", app->n, app->d, min, max, r.degree,
		r.error);
}

static inline void r_app_rescale(rational_app *app, double k)
{
	lqcd__hr_error(!(k > 0) || !app->a, 1, "r_app_rescale", "k > 0, of an approximation that r_app_set has made");
	const double power = pow(k, (double)app->n / app->d);
	app->a[0] *= power;
	for (unsigned n = 0; n < app->order; n++) {
		app->a[n + 1] *= power * k;
		app->b[n] *= k;
	}
	app->min *= k;
	app->max *= k;
}

static inline void rational_func(rational_app *coef, spinor_operator Q, spinor_field *out, spinor_field *in)
{
	mshift_par par;
	const int order = (int)coef->order;
	memset(&par, 0, sizeof par);
	par.n = order;
	par.shift = coef->b;
	par.err2 = fmax(coef->rel_error * coef->rel_error / (order * order), 1e-25);
	spinor_field *x = alloc_spinor_field(coef->order, in->type);
	(void)cg_mshift(&par, Q, in, x);
	mul_spinor_field(out, coef->a[0], in);
	for (int k = 0; k < order; k++) mul_add_assign_spinor_field(out, coef->a[k + 1], &x[k]);
	free_spinor_field(x);
}

static inline void find_spec_H2(double *max, double *min)
{
	spinor_field *start = alloc_spinor_field(1, &glat_default);
	gaussian_spinor_field(start);
	const lqcd_spectrum b = lqcd__hr_spectrum(lqcd__hr_force_square, start, "find_spec_H2");
	*max = 1.1 * b.high;
	*min = 0.9 * b.low;
	free_spinor_field(start);
}

#endif
