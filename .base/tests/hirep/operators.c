/* tests/hirep/operators.c: the Wilson operators against the macros of suN.h and gamma_spinor.h, site by site; plane
 * waves with the boundaries that the program is compiled for: antiperiodic in T, angles in X and Z; a solver. Any
 * NG. */
#include "global.h"
#include "communications.h"
#include "dirac.h"
#include "gamma_spinor.h"
#include "inverters.h"
#include "linear_algebra.h"
#include "memory.h"
#include "random.h"
#include "setup.h"
#include "suN.h"
#include "update.h"
#include "utils.h"
#include "check.h"

/* g_mu s */
static void gamma_times(suNf_spinor *r, const suNf_spinor *s, int mu)
{
	switch (mu) {
	case 0: _spinor_g0_f(*r, *s); break;
	case 1: _spinor_g1_f(*r, *s); break;
	case 2: _spinor_g2_f(*r, *s); break;
	default: _spinor_g3_f(*r, *s);
	}
}

/* r -= (s - sign g_mu s)/2 */
static void add_hop(suNf_spinor *r, suNf_spinor *s, int mu, int sign)
{
	suNf_spinor t;
	gamma_times(&t, s, mu);
	_spinor_lc_add_assign_f(*r, -0.5, *s, 0.5 * sign, t);
}

/* Dphi_, as its definition says, with the phases of the boundaries. */
static void naive(spinor_field *out, spinor_field *in)
{
	start_sf_sendrecv(in);
	complete_sf_sendrecv(in);
	_MASTER_FOR(&glattice, ix) {
		suNf_spinor r, t, v;
		_spinor_zero_f(r);
		for (int mu = 0; mu < 4; mu++) {
			for (int c = 0; c < 4; c++)
				_suNf_multiply(t.c[c], *pu_gauge_f(ix, mu), _FIELD_AT(in, iup(ix, mu))->c[c]);
			_spinor_mulc_f(v, eitheta[mu], t);
			add_hop(&r, &v, mu, 1);
			for (int c = 0; c < 4; c++)
				_suNf_inverse_multiply(t.c[c], *pu_gauge_f(idn(ix, mu), mu),
						       _FIELD_AT(in, idn(ix, mu))->c[c]);
			_spinor_mulc_f(v, conj(eitheta[mu]), t);
			add_hop(&r, &v, mu, -1);
		}
		*_FIELD_AT(out, ix) = r;
	}
}

/* |a - b|/|b|; a is lost */
static double distance(spinor_field *a, spinor_field *b)
{
	sub_assign_spinor_field(a, b);
	return sqrt(sqnorm_spinor_field(a) / sqnorm_spinor_field(b));
}

static void check_operators(spinor_field *s)
{
	const double m = 0.3;
	gaussian_spinor_field(&s[0]);
	naive(&s[1], &s[0]);
	Dphi_(&s[2], &s[0]);
	check(distance(&s[2], &s[1]) < 1e-14, "Dphi_");
	mul_add_assign_spinor_field(&s[1], 4 + m, &s[0]);
	Dphi(m, &s[2], &s[0]);
	check(distance(&s[2], &s[1]) < 1e-14, "Dphi");
	g5_assign_spinor_field(&s[1]);
	naive(&s[3], &s[1]);
	mul_add_assign_spinor_field(&s[3], 4 + m, &s[1]);
	g5_assign_spinor_field(&s[3]);
	set_dirac_mass(m);
	H2(&s[2], &s[0]);
	check(distance(&s[2], &s[3]) < 1e-14, "H2");
	spinor_field even = get_even_part_spinor_field(&s[0]), e = get_even_part_spinor_field(&s[2]);
	zero_spinor_field(&s[3]);
	spinor_field se = get_even_part_spinor_field(&s[3]);
	copy_spinor_field(&se, &even);
	naive(&s[1], &s[3]);
	naive(&s[3], &s[1]);
	lc_spinor_field(&se, (4 + m) * (4 + m), &even, -1, &se);
	D(&e, &even);
	check(distance(&e, &se) < 1e-14, "D on an even field");
	spinor_field_flt *f = alloc_spinor_field_flt(2, &glattice);
	assign_ud2u_f();
	assign_sd2s(&f[0], &s[0]);
	H_flt(&f[1], &f[0]);
	assign_s2sd(&s[1], &f[1]);
	H(&s[2], &s[0]);
	check(distance(&s[1], &s[2]) < 1e-6, "H_flt");
	D_flt(&f[1], &f[0]);
	assign_s2sd(&s[1], &f[1]);
	D(&s[2], &s[0]);
	check(distance(&s[1], &s[2]) < 1e-6, "D_flt");
	free_spinor_field_flt(f);
}

/* s = exp(i p x) times a spinor, of time slice 0 with the sign that comes with the boundary before slice 1. */
static void wave(spinor_field *s, const double p[4], double sign)
{
	for (int i = 0; i < VOLUME; i++) {
		const int t = i / (X * Y * Z), x = i / (Y * Z) % X, y = i / Z % Y, z = i % Z;
		const int g[4] = {zerocoord[0] + t, zerocoord[1] + x, zerocoord[2] + y, zerocoord[3] + z};
		const hr_complex phase =
			cexp(I * (p[0] * g[0] + p[1] * g[1] + p[2] * g[2] + p[3] * g[3])) * (g[0] ? 1 : sign);
		suNf_spinor *r = _FIELD_AT(s, ipt(t, x, y, z));
		for (int k = 0; k < 4 * NF; k++) r->c[k / NF].c[k % NF] = phase * (1 + k - 0.3 * I * k);
	}
}

static void check_boundaries(spinor_field *s)
{
	const double pi = acos(-1), angle[4] = {0, 0.7, 0, -1.9};
	const int length[4] = {GLB_T, GLB_X, GLB_Y, GLB_Z};
	BCs_pars_t pars = {{0, 0, 0, 0}, 1, 1, 1, 0};
	double p[4], sign = 1;
	memcpy(pars.fermion_twisting_theta, angle, sizeof angle);
#ifndef BC_X_THETA
	memset(pars.fermion_twisting_theta, 0, sizeof angle);
#endif
	init_BCs(&pars);
	unit_u(u_gauge);
	represent_gauge_field();
	check(pu_gauge(ipt(0, 0, 0, 0), 0)->c[0] == 1, "represent_gauge_field leaves the links as they are");
	apply_BCs_on_represented_gauge_field();
#ifdef BC_T_ANTIPERIODIC
	sign = -1;
#endif
	for (int mu = 0; mu < 4; mu++) p[mu] = 2 * pi * (mu + 1) / length[mu];
	if (sign < 0) p[0] += pi / GLB_T;
	wave(&s[0], p, sign);
	for (int mu = 0; mu < 4; mu++) p[mu] += pars.fermion_twisting_theta[mu] / length[mu];
	Dphi_(&s[1], &s[0]);
	_MASTER_FOR(&glattice, ix) {
		suNf_spinor r, t;
		_spinor_zero_f(r);
		for (int mu = 0; mu < 4; mu++) {
			gamma_times(&t, _FIELD_AT(&s[0], ix), mu);
			_spinor_clc_add_assign_f(r, -cos(p[mu]), *_FIELD_AT(&s[0], ix), I * sin(p[mu]), t);
		}
		*_FIELD_AT(&s[2], ix) = r;
	}
	check(distance(&s[1], &s[2]) < 1e-14, "plane waves: sum_mu (i g_mu sin q_mu - cos q_mu)");
	apply_BCs_on_represented_gauge_field();
	check(pu_gauge(ipt(0, 0, 0, 0), 0)->c[0] == 1, "boundaries applied twice");
}

static void even_sq(spinor_field *out, spinor_field *in)
{
	g5Dphi_eopre_sq(0.3, out, in);
}

static void check_solver(void)
{
	double shift[2] = {0, -0.7};
	mshift_par par = {.n = 2, .shift = shift, .err2 = 1e-20, .max_iter = 0};
	spinor_field *e = alloc_spinor_field(4, &glat_even);
	gaussian_spinor_field(&e[0]);
	const int n = cg_mshift(&par, &even_sq, &e[0], &e[1]);
	for (int i = 0; i < 2; i++) {
		even_sq(&e[3], &e[1 + i]);
		mul_add_assign_spinor_field(&e[3], -shift[i], &e[1 + i]);
		const double r = distance(&e[3], &e[0]);
		check(r <= 1e-10 && r > 0, "cg_mshift, shift %g: residual %.1e, %d iterations", shift[i], r, n);
	}
	free_spinor_field(e);
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	spinor_field *s = alloc_spinor_field(4, &glattice);
	check_operators(s);
	check_boundaries(s);
	random_u(u_gauge);
	check_operators(s);
	check_solver();
	free_spinor_field(s);
	finalize_process();
	return done();
}
