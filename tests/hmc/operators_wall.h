/* tests/hmc/operators_wall.h: the rows of domain wall quarks in the table of operators.c, which includes it. */
#ifndef LQCD_TESTS_OPERATORS_WALL_H
#define LQCD_TESTS_OPERATORS_WALL_H

static lqcd_multi_spinor_field_vd wall_a, wall_b, wall_x, wall_tmp;

static void wall_fresh(lqcd_multi_spinor_field_vd *to)
{
	for (int s = 0; s < LS; s++) {
		fresh(&a);
		must(lqcd_multi_spinor_field_put_vd(to, s, lqcd_spinor_field_view(&a)));
	}
}

static lqcd_complex_d wall_dot(const lqcd_multi_spinor_field_vd *v, const lqcd_multi_spinor_field_vd *w_)
{
	lqcd_complex_d each[LS], sum = lqcd_complex_make_d(0, 0);
	lqcd_multi_spinor_field_dot_vd(v, w_, each);
	for (int s = 0; s < LS; s++) sum = lqcd_complex_make_d(sum.re + each[s].re, sum.im + each[s].im);
	return sum;
}

/* y = (K psi)_s by chiralities */
static void wall_shift(const lqcd_multi_spinor_field_vd *psi, int s, double mass)
{
	must(lqcd_multi_spinor_field_get_vd(lqcd_spinor_field_view(&a), psi, (s + 1) % LS));
	must(lqcd_multi_spinor_field_get_vd(lqcd_spinor_field_view(&b), psi, (s + LS - 1) % LS));
	if (s == LS - 1) lqcd_spinor_field_scale_vd(&a, -mass, &a);
	if (s == 0) lqcd_spinor_field_scale_vd(&b, -mass, &b);
	lqcd_spinor_field_gamma5_vd(&y, &a);
	lqcd_spinor_field_axpy_vd(&a, -1, &y);
	lqcd_spinor_field_gamma5_vd(&y, &b);
	lqcd_spinor_field_axpy_vd(&b, 1, &y);
	lqcd_spinor_field_axpy_vd(&a, 1, &b);
	lqcd_spinor_field_scale_vd(&y, 0.5, &a);
}

/* |from - D of| / |from| from the formula of domain_wall.h and Wilson's operator */
static double wall_residual(const lqcd_domain_wall_vd *D, const lqcd_multi_spinor_field_vd *of,
			    const lqcd_multi_spinor_field_vd *from)
{
	double r2 = 0, n2 = 0;
	for (int s = 0; s < LS; s++) {
		wall_shift(of, s, D->params.mass);
		must(lqcd_multi_spinor_field_get_vd(lqcd_spinor_field_view(&a), of, s));
		lqcd_spinor_field_scale_vd(&b, D->params.b5, &a);
		lqcd_spinor_field_axpy_vd(&b, D->params.c5, &y);
		lqcd_wilson_apply_vd(&x, &D->wilson, &b, 0);
		lqcd_spinor_field_axpy_vd(&x, 1, &a);
		lqcd_spinor_field_axpy_vd(&x, -1, &y);
		must(lqcd_multi_spinor_field_get_vd(lqcd_spinor_field_view(&a), from, s));
		n2 += lqcd_spinor_field_norm2_vd(&a);
		lqcd_spinor_field_axpy_vd(&a, -1, &x);
		r2 += lqcd_spinor_field_norm2_vd(&a);
	}
	return sqrt(r2 / n2);
}

/* log |det T| of a site from the columns of T */
static double wall_determinant(const lqcd_multi_dirac_vd *d)
{
	enum { n = LS * NAIVE_SPINOR };
	naive_complex *m = naive_alloc(n * n);
	for (int column = 0; column < n; column++) {
		for (int s = 0; s < LS; s++) {
			unit_field(&a, s == column / NAIVE_SPINOR ? column % NAIVE_SPINOR : -1);
			must(lqcd_multi_spinor_field_put_vd(&wall_x, s, lqcd_spinor_field_view(&a)));
		}
		lqcd_multi_dirac_term_vd(&wall_b, d, &wall_x, 0, 0);
		for (int s = 0; s < LS; s++) {
			must(lqcd_multi_spinor_field_get_vd(lqcd_spinor_field_view(&a), &wall_b, s));
			naive_get(lqcd_spinor_field_view_vd(&a), in);
			for (int c = 0; c < NAIVE_SPINOR; c++) m[(s * NAIVE_SPINOR + c) * n + column] = in[c];
		}
	}
	const double sum = log_determinant(m, n);
	free(m);
	return sum;
}

static double wall_distance(const lqcd_multi_spinor_field_vd *got, const lqcd_multi_spinor_field_vd *want)
{
	double r2 = 0, n2 = 0;
	lqcd_spinor_field_vd g = lqcd_spinor_field_part_vd(&a, want->type->parity),
			     w_ = lqcd_spinor_field_part_vd(&b, want->type->parity);
	if (want->type->parity == LQCD_FULL) {
		g = a;
		w_ = b;
	}
	for (int s = 0; s < LS; s++) {
		must(lqcd_multi_spinor_field_get_vd(lqcd_spinor_field_view(&g), got, s));
		must(lqcd_multi_spinor_field_get_vd(lqcd_spinor_field_view(&w_), want, s));
		n2 += lqcd_spinor_field_norm2_vd(&w_);
		lqcd_spinor_field_axpy_vd(&w_, -1, &g);
		r2 += lqcd_spinor_field_norm2_vd(&w_);
	}
	return sqrt(r2 / n2);
}

static void check_wall_operator(int row, const lqcd_domain_wall_vd *D, const lqcd_multi_dirac_vd *d)
{
	lqcd_multi_spinor_field_vd ae = lqcd_multi_spinor_field_part_vd(&wall_a, LQCD_EVEN),
			    xe = lqcd_multi_spinor_field_part_vd(&wall_x, LQCD_EVEN),
			    to = lqcd_multi_spinor_field_part_vd(&wall_tmp, LQCD_ODD),
			    te = lqcd_multi_spinor_field_part_vd(&wall_tmp, LQCD_EVEN);
	wall_fresh(&wall_a);
	wall_fresh(&wall_b);
	lqcd_multi_dirac_apply_vd(&wall_x, d, &wall_a, 0, &wall_tmp);
	within(row, APPLY, wall_residual(D, &wall_a, &wall_x), 1e-13);
	const lqcd_complex_d p = wall_dot(&wall_b, &wall_x);
	const double size = sqrt(wall_dot(&wall_x, &wall_x).re * wall_dot(&wall_b, &wall_b).re);
	lqcd_multi_dirac_apply_vd(&wall_x, d, &wall_b, 1, &wall_tmp);
	const lqcd_complex_d q = wall_dot(&wall_x, &wall_a);
	within(row, ADJOINT, hypot(p.re - q.re, p.im - q.im) / size, 1e-13);
	for (int dagger = 0; dagger < 2; dagger++) {
		lqcd_multi_dirac_term_vd(&wall_x, d, &wall_a, 0, dagger);
		lqcd_multi_dirac_term_vd(&wall_x, d, &wall_x, 1, dagger);
		within(row, TERM, wall_distance(&wall_x, &wall_a), 1e-12);
	}
	const double sum = 128 * wall_determinant(d);
	within(row, LOGDET, fabs(lqcd_multi_dirac_logdet_vd(d, LQCD_ODD) - sum) / (128 * LS), 1e-11);
	/* M of x against the right-hand side of D x */
	lqcd_multi_dirac_apply_vd(&wall_b, d, &wall_a, 0, &wall_tmp);
	lqcd_multi_schur_rhs_vd(&te, d, &wall_b, &to);
	lqcd_multi_schur_guess_vd(&wall_a, d);
	lqcd_multi_schur_apply_vd(&xe, d, &ae, &to, 0);
	within(row, SCHUR, wall_distance(&xe, &te), 1e-12);
}

#define LQCD_TAG vd
#include "../support/wall.inc"

/* A quark and a propagator through the same calls as those of other operators. */
static void check_wall_inverter(int row, const lqcd_domain_wall_vd *D, const lqcd_domain_wall_vf *low)
{
	static const int origin[4] = {0, 1, 2, 3};
	const lqcd_solve_params p = lqcd_solve_params_default();
	const lqcd_quark_d quark = lqcd_quark_from_domain_wall_vd(D, low, LQCD_CG);
	lqcd_spinor_field_d s[LQCD_COLUMNS], q, eta;
	lqcd_inverter inv;
	must(lqcd_spinor_field_create_d(&q, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create_d(&eta, &lat, LQCD_FULL));
	must(lqcd_propagator_create(s, &lat));
	must(lqcd_inverter_create_by(&inv, &quark));
	must(lqcd_point_source(&eta, origin, 5 / LQCD_NC, 5 % LQCD_NC));
	must(wall_quark_vd(lqcd_spinor_field_view_d(&q), D, lqcd_spinor_field_view_d(&eta), &p).status);
	const double size = sqrt(lqcd_spinor_field_norm2_d(&q));
	must(lqcd_propagator_point_source(s, origin));
	must(lqcd_propagator_solve_by(s, &inv, &p, NULL));
	lqcd_spinor_field_axpy_d(&q, -1, &s[5]);
	within(row, PROPAGATOR, sqrt(lqcd_spinor_field_norm2_d(&q)) / size, 1e-8);
	must(lqcd_inverter_solve(&inv, &q, &eta, &p).status);
	lqcd_spinor_field_axpy_d(&q, -1, &s[5]);
	within(row, INVERTER, lqcd_spinor_field_norm2_d(&q), 0);
	lqcd_inverter_destroy(&inv);
	lqcd_propagator_destroy(s);
	lqcd_spinor_field_destroy_d(&q);
	lqcd_spinor_field_destroy_d(&eta);
}

static void check_wall(int row, double b5, double c5)
{
	static const lqcd_method method[3] = {LQCD_CG, LQCD_BICGSTAB, LQCD_BICGSTAB_THEN_CG};
	const lqcd_domain_wall_params dp = lqcd_domain_wall_params_make(LS, 1.4, 0.1, b5, c5);
	const lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_multi_spinor_field_vd *const field[4] = {&wall_a, &wall_b, &wall_x, &wall_tmp};
	lqcd_domain_wall_vd D;
	lqcd_domain_wall_vf low;
	lqcd_solve_result r[LS];
	must(lqcd_domain_wall_create_over_vd(&D, lqcd_gauge_field_view_vd(&thermal), &dp, BOUNDARY, LQCD_OVER_SITES));
	const lqcd_multi_dirac_vd d = lqcd_domain_wall_dirac_vd(&D);
	for (int k = 0; k < 4; k++) must(lqcd_domain_wall_field_vd(field[k], &D, LQCD_FULL));
	check_wall_operator(row, &D, &d);
	wall_fresh(&wall_b);
	for (int k = 0; k < 3; k++) {
		lqcd_multi_spinor_field_zero_vd(&wall_x);
		const lqcd_status s = lqcd_multi_dirac_solve_vd(&wall_x, &d, &wall_b, method[k], &p, r);
		if (method[k] == LQCD_BICGSTAB_THEN_CG)
			expect_refusal(row, THEN_CG, s);
		else
			within(row, (use)(CG + k), s == LQCD_OK ? wall_residual(&D, &wall_x, &wall_b) : DBL_MAX,
			       1.01e-10);
	}
	must(lqcd_domain_wall_create_over_vf(&low, lqcd_gauge_field_view_vd(&thermal), &dp, BOUNDARY, LQCD_OVER_RHS));
	lqcd_multi_spinor_field_zero_vd(&wall_x);
	const lqcd_multi_dirac_vf dl = lqcd_domain_wall_dirac_vf(&low);
	check_wall_inverter(row, &D, &low);
	within(row, MIXED_F, lqcd_multi_dirac_solve_mixed_vd_vf(&wall_x, &d, &dl, &wall_b, LQCD_CG, &p, r) == LQCD_OK ? wall_residual(&D, &wall_x, &wall_b) : DBL_MAX, 1.01e-10);
	for (int k = 0; k < 4; k++) lqcd_multi_spinor_field_destroy_vd(field[k]);
	lqcd_domain_wall_destroy_vd(&D);
	lqcd_domain_wall_destroy_vf(&low);
}

#endif
