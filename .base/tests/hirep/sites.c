/* tests/hirep/sites.c: the macros of suN.h, gamma_spinor.h and hr_complex.h on random sites against each other and
 * against fields; any NG. */
#include "global.h"
#include "gamma_spinor.h"
#include "hr_complex.h"
#include "linear_algebra.h"
#include "memory.h"
#include "random.h"
#include "setup.h"
#include "suN.h"
#include "suN_repr_func.h"
#include "observables.h"
#include "check.h"

static double distance(suNf_spinor a, suNf_spinor b)
{
	double n;
	_spinor_sub_assign_f(a, b);
	_spinor_prod_re_f(n, a, a);
	return n;
}

static void check_gamma(suNf_spinor s)
{
	suNf_spinor a, b, c, g[5];
	_spinor_g0_f(g[0], s);
	_spinor_g1_f(g[1], s);
	_spinor_g2_f(g[2], s);
	_spinor_g3_f(g[3], s);
	_spinor_g5_f(g[4], s);
	_spinor_g3_f(a, s);
	_spinor_g2_f(b, a);
	_spinor_g1_f(a, b);
	_spinor_g0_f(b, a);
	check(distance(b, g[4]) < 1e-28, "g0 g1 g2 g3 = g5");
	_spinor_g5_f(a, g[0]);
	_spinor_g5g0_f(b, s);
	_spinor_g0_f(c, g[4]);
	check(distance(a, b) < 1e-28, "g5g0");
	_spinor_g0g5_f(b, s);
	check(distance(b, c) < 1e-28, "g0g5");
#define PRODUCT(name, first, second)                                                                                   \
	_spinor_##second##_f(a, s);                                                                                    \
	_spinor_##first##_f(b, a);                                                                                     \
	_spinor_##name##_f(c, s);                                                                                      \
	check(distance(b, c) < 1e-28, #name)
	PRODUCT(g5g1, g5, g1);
	PRODUCT(g5g2, g5, g2);
	PRODUCT(g5g3, g5, g3);
	PRODUCT(g0g1, g0, g1);
	PRODUCT(g0g2, g0, g2);
	PRODUCT(g0g3, g0, g3);
	PRODUCT(g5g0g1, g5, g0g1);
	PRODUCT(g5g0g2, g5, g0g2);
	PRODUCT(g5g0g3, g5, g0g3);
	a = s;
	_spinor_g1_f(a, a);
	check(distance(a, g[1]) < 1e-28, "g1 in place");
	b = s;
	_spinor_g5_assign_f(b);
	check(distance(b, g[4]) < 1e-28, "g5 in place");
	_spinor_pplus_f(a, s);
	_spinor_pminus_f(b, s);
	_spinor_sub_f(c, a, b);
	_spinor_add_assign_f(a, b);
	check(distance(a, s) < 1e-28 && distance(c, g[0]) < 1e-28, "P+ and P-");
	double n, m;
	_spinor_g5_prod_re_f(n, s, g[0]);
	_spinor_prod_re_f(m, g[4], g[0]);
	check(fabs(n - m) < 1e-14, "g5_prod_re");
}

static void check_matrices(suNf_spinor s)
{
	suNg u, v, w, d;
	suNf_vector a, b;
	double n, m;
	hr_complex z;
	random_suNg(&u);
	random_suNg(&v);
	_suNg_times_suNg_dagger(w, u, u);
	_suNg_sqnorm_m1(n, w);
	check(n < 1e-28, "u u^dagger = 1");
	_suNg_times_suNg(w, u, v);
	_suNg_dagger(d, u);
	_suNg_times_suNg(w, d, w);
	_suNg_sub_assign(w, v);
	_suNg_sqnorm(n, w);
	check(n < 1e-28, "u^dagger u v = v");
	_suNg_zero(w);
	_suNg_times_suNg_assign(w, u, v);
	_suNg_times_suNg_assign(w, u, v);
	_suNg_times_suNg(d, u, v);
	_suNg_mul_add(w, 1, w, -2, d);
	_suNg_sqnorm(n, w);
	check(n < 1e-28, "w += u v, twice, is 2 u v");
	_suNg_dagger(d, u);
	_suNg_dagger(d, d);
	_suNg_sub_assign(d, u);
	_suNg_sqnorm(n, d);
	check(n <= 0, "the adjoint of the adjoint, in place");
	_suNf_double_multiply(a, b, u, s.c[0], s.c[1]);
	_suNf_double_inverse_multiply(a, b, u, a, b);
	_vector_sub_assign_f(a, s.c[0]);
	_vector_sub_assign_f(b, s.c[1]);
	_vector_prod_re_f(n, a, a);
	_vector_prod_re_f(m, b, b);
	check(n + m < 1e-28, "u^dagger u of two vectors");
	_suNg_dagger_times_suNg(w, v, u);
	_suNg_trace(z, w);
	_suNg_times_suNg_dagger(w, u, v);
	_suNg_trace_re(n, w);
	_suNg_trace_im(m, w);
	check(cabs(z - (n + I * m)) < 1e-14, "traces");
	_suNf_multiply(a, u, s.c[0]);
	_suNf_inverse_multiply(b, u, a);
	_vector_sub_assign_f(b, s.c[0]);
	_vector_prod_re_f(n, b, b);
	check(n < 1e-28, "u^dagger u s = s");
	_vector_mulc_f(a, 2 + I, s.c[1]);
	_vector_prod_f(z, s.c[1], a);
	_vector_prod_re_f(n, s.c[1], s.c[1]);
	check(cabs(z - (2 + I) * n) < 1e-13, "<s, z s> = z <s, s>");
	_vector_i_mul_add_assign_f(a, 3, s.c[1]);
	_vector_clc_add_assign_f(a, -2, s.c[1], -4 * I, s.c[1]);
	_vector_prod_re_f(n, a, a);
	check(n < 1e-28, "linear combinations");
}

static void check_algebra(void)
{
	suNg_algebra_vector h, k;
	suNg m, u, w;
	double n, norm;
	gauss(h.c, NG * NG - 1);
	_fund_algebra_represent(m, h);
	_fund_algebra_project(k, m);
	_algebra_vector_sub_assign_g(k, h);
	_algebra_vector_sqnorm_g(n, k);
	check(n < 1e-28, "project(represent(h)) = h");
	_suNg_sqnorm(n, m);
	_algebra_vector_sqnorm_g(norm, h);
	check(fabs(n - _FUND_NORM2 * norm) < 1e-13 * norm, "tr T_A T_B = delta_AB / 2");
	_suNg_unit(u);
	ExpX(0.7, &h, &u);
	ExpX(-0.7, &h, &u);
	_suNg_sqnorm_m1(n, u);
	check(n < 1e-26, "exp(-h) exp(h) = 1");
	suNg_Exp(&w, &m);
	ExpX(1, &h, &u);
	_suNg_sub_assign(u, w);
	_suNg_sqnorm(n, u);
	check(n < 1e-26, "ExpX and suNg_Exp");
}

static void check_complex(hr_complex a, hr_complex b, hr_complex c)
{
	hr_complex z = a;
	hr_complex_flt f = (hr_complex_flt)a;
	_complex_mul_star_assign(z, b, c);
	check(cabs(z - (a + b * conj(c))) < 1e-14, "_complex_mul_star_assign");
	_complex_div(z, a, b);
	_complex_mul_sub_assign(z, a, b);
	check(cabs(z - (a / b - a * b)) < 1e-12 * cabs(a / b), "_complex_div, _complex_mul_sub_assign");
	_complex_i_add(z, a, b);
	check(cabs(z - a - I * b) < 1e-15 && cabs(_complex_prod(a, b) - conj(a) * b) < 1e-14,
	      "_complex_i_add, _complex_prod");
	_complex_mul_assign(f, b, c);
	check(cabs(f - a - b * c) < 1e-5, "in single precision");
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	spinor_field *s = alloc_spinor_field(2, &glat_odd);
	gaussian_spinor_field(&s[0]);
	suNf_spinor *x = _FIELD_AT(&s[0], glat_odd.master_start[0]);
	check_gamma(*x);
	check_matrices(*x);
	check_algebra();
	check_complex(x->c[0].c[0], x->c[1].c[1], x->c[2].c[0]);
	suNf_spinor y;
	g2_spinor_field(&s[1], &s[0]);
	_spinor_g2_f(y, *x);
	check(!(distance(y, *_FIELD_AT(&s[1], glat_odd.master_start[0])) > 0), "g2 of a field and of a site");

	setup_random_gauge_fields();
	suNg v, w;
	double sum = 0, n;
	staples(7, 2, &v);
	_suNg_times_suNg_dagger(w, *pu_gauge(7, 2), v);
	_suNg_trace_re(n, w);
	for (int nu = 0; nu < 4; nu++)
		if (nu != 2) sum += plaq(7, 2, nu) + plaq(idn(7, nu), 2, nu);
	check(fabs(n - sum) < 1e-12, "staples: the six plaquettes beside a link");
	double all = 0, slice[2 * 64] = {0};
	_MASTER_FOR_SUM(&glattice, ix, all) all += local_plaq(ix);
	check(fabs(all / (6.0 * NG * (double)VOLUME) - avr_plaquette()) < 1e-14,
	      "avr_plaquette is the mean of local_plaq");
	avr_plaquette_time(slice, slice + 64);
	for (int t = 0; t < T; t++) avr_plaquette_time(slice, slice + 64);
	all = 0;
	for (int t = 0; t < T; t++) all += (slice[t] + slice[64 + t]) / (2 * T);
	check(fabs(all - avr_plaquette()) < 1e-14, "avr_plaquette_time");
	free_spinor_field(s);
	finalize_process();
	return done();
}
