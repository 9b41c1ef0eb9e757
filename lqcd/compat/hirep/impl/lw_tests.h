/* lqcd/compat/hirep/impl/lw_tests.h: part of libhr.h and utils.h: tests of gauge actions that HiRep's check_puregauge_3.c
 * declares and takes from elsewhere. They print largest deviations in the channel TEST, and draw new links in u_gauge.
 *
 *   test_wilson_action_and_force(beta)       of c0 = 1, c1 = 0 from local_plaq and force0: 1e-15 or so
 *   test_ginv_lw_action(beta, c0, c1)        of the density of the action (forces.h) in a gauge transformation
 *   test_gcov_lw_force(beta, c0, c1)         of the force from the transformed force
 *   test_lw_force(beta, c0, c1)              of the force along random momenta h from [S(U) - S(exp(i e h.T) U)]/e, over e,
 *                                            for three e: of order 1 times the number of links
 *
 * Programs of 2024 have functions of these names, which return int. In libhr.h (C alone) a call takes the function here
 * only where the program has declared a void one: a prototype, whose first parameter is named beta there, stays as it is.
 * Not with ends in time.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_LW_TESTS_H
#define LQCD_COMPAT_HIREP_IMPL_LW_TESTS_H

#include "forces.h"
#include "gaugefix.h"

#if !LQCD__HR_ENDS

static inline void lqcd__hr_new_links(void)
{
	random_u(u_gauge);
	lqcd__hr_share(u_gauge);
}

/** U_mu(x) := g(x) U_mu(x) g(x + mu)^dagger with random g, and f := g f g^dagger if f is not NULL. */
static inline void lqcd__hr_transform_links(suNg_av_field *f)
{
	suNg_field *g = alloc_suNg_field(&glattice);
	random_u(g);
	lqcd__hr_transform(u_gauge, g);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; f && mu < 4; mu++) {
			suNg v, w;
			_fund_algebra_represent(w, *_4FIELD_AT(f, ix, mu));
			_suNg_times_suNg_dagger(v, w, *_4FIELD_AT(g, ix, 0));
			_suNg_times_suNg(w, *_4FIELD_AT(g, ix, 0), v);
			_fund_algebra_project(*_4FIELD_AT(f, ix, mu), w);
		}
	free_suNg_field(g);
}

/** A new field of lw_force, or (plain) of force0, with dt = 1. */
static inline suNg_av_field *lqcd__hr_new_force(double beta, double c0, double c1, int plain)
{
	suNg_av_field *f = alloc_suNg_av_field(&glattice);
	force_gauge_par par;
	par.beta = beta;
	par.c0 = c0;
	par.c1 = c1;
	par.momenta = &f;
	if (plain)
		force0(1, &par);
	else
		lw_force(1, &par);
	return f;
}

/** The largest difference of two fields, which go. */
static inline double lqcd__hr_largest_difference(suNg_av_field *f, suNg_av_field *g)
{
	sub_assign_suNg_av_field(f, g);
	const double most = max_suNg_av_field(f);
	free_suNg_av_field(f);
	free_suNg_av_field(g);
	return most;
}

static inline void lqcd__hr_test_wilson_action_and_force(double beta)
{
	double most = 0;
	lqcd__hr_new_links();
	calculate_stfld(0);
	_MASTER_FOR_MAX(&glattice, ix, most)
	most = fmax(most, fabs(beta / NG * local_plaq((int)ix) + lw_action_density((int)ix, beta, 1, 0)));
	global_max(&most, 1);
	lprintf("TEST", 0, "beta %g: the density of the action differs from that of plaquettes by %.2e\n", beta, most);
	most = lqcd__hr_largest_difference(lqcd__hr_new_force(beta, 1, 0, 0), lqcd__hr_new_force(beta, 1, 0, 1));
	lprintf("TEST", 0, "beta %g: the force differs from that of plaquettes by %.2e\n", beta, most);
}

static inline void lqcd__hr_test_ginv_lw_action(double beta, double c0, double c1)
{
	scalar_field *s = alloc_scalar_field(2, &glattice);
	lqcd__hr_new_links();
	lw_local_action(&s[0], beta, c0, c1);
	lqcd__hr_transform_links(NULL);
	lw_local_action(&s[1], beta, c0, c1);
	sub_assign_scalar_field(&s[0], &s[1]);
	lprintf("TEST", 0, "beta, c0, c1 %g %g %g: a gauge transformation changes the density of the action by %.2e\n",
		beta, c0, c1, max_scalar_field(&s[0]));
	(free_scalar_field)(s);
}

static inline void lqcd__hr_test_gcov_lw_force(double beta, double c0, double c1)
{
	lqcd__hr_new_links();
	suNg_av_field *f = lqcd__hr_new_force(beta, c0, c1, 0);
	lqcd__hr_transform_links(f);
	const double most = lqcd__hr_largest_difference(f, lqcd__hr_new_force(beta, c0, c1, 0));
	lprintf("TEST", 0, "beta, c0, c1 %g %g %g: the force differs from the transformed one by %.2e\n", beta, c0, c1,
		most);
}

static inline void lqcd__hr_test_lw_force(double beta, double c0, double c1)
{
	suNg_field *u = alloc_suNg_field(&glattice);
	suNg_av_field *h = alloc_suNg_av_field(&glattice);
	lqcd__hr_new_links();
	suNg_field_copy(u, u_gauge);
	gaussian_momenta(h);
	suNg_av_field *f = lqcd__hr_new_force(beta, c0, c1, 0);
	const double slope = _FUND_NORM2 * prod_re_suNg_av_field(h, f), s = lw_action(beta, c0, c1);
	for (double eps = 1e-2; eps > 5e-5; eps *= 0.1) {
		_MASTER_FOR(&glattice, ix)
			for (int mu = 0; mu < 4; mu++) ExpX(eps, _4FIELD_AT(h, ix, mu), pu_gauge(ix, mu));
		lqcd__hr_share(u_gauge);
		lprintf("TEST", 0,
			"beta, c0, c1 %g %g %g: h.F is %.6e, its difference from -dS/de, over e = %.0e, %.2e\n", beta,
			c0, c1, slope, eps, fabs((s - lw_action(beta, c0, c1)) / eps - slope) / eps);
		suNg_field_copy(u_gauge, u);
	}
	free_suNg_av_field(h);
	free_suNg_av_field(f);
	free_suNg_field(u);
}

#ifndef LQCD__HR_LIBHR
#define test_wilson_action_and_force lqcd__hr_test_wilson_action_and_force
#define test_ginv_lw_action          lqcd__hr_test_ginv_lw_action
#define test_gcov_lw_force           lqcd__hr_test_gcov_lw_force
#define test_lw_force                lqcd__hr_test_lw_force
#elif !defined(__cplusplus)
/* beta_of_prototype turns "double beta" into two arguments. */
#define beta_of_prototype             , LQCD__HR_PROTOTYPE
#define LQCD__HR_SECOND(a, b, ...)    b
#define LQCD__HR_SECOND_OF(...)       LQCD__HR_SECOND(__VA_ARGS__)
#define LQCD__HR_PROTOTYPE(name, ...) name(__VA_ARGS__)
#define LQCD__HR_CALL(name, ...)                                                                                       \
	(__extension__ __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(name(__VA_ARGS__)), void),        \
					     lqcd__hr_##name(__VA_ARGS__), name(__VA_ARGS__)))
#define LQCD__HR_TEST(first)            LQCD__HR_SECOND_OF(first##_of_prototype, LQCD__HR_CALL, 0)
#define test_wilson_action_and_force(b) LQCD__HR_TEST(b)(test_wilson_action_and_force, b)
#define test_ginv_lw_action(b, c, d)    LQCD__HR_TEST(b)(test_ginv_lw_action, b, c, d)
#define test_gcov_lw_force(b, c, d)     LQCD__HR_TEST(b)(test_gcov_lw_force, b, c, d)
#define test_lw_force(b, c, d)          LQCD__HR_TEST(b)(test_lw_force, b, c, d)
#endif

#endif
#endif
