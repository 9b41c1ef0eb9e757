/* tests/hirep/represent.c: quarks in the representation that this is compiled for: characters, products, the algebra, links
 * against their definition in HiRep's basis, the operator against the macros of a site and turned by a gauge
 * transformation, both precisions, boundaries. */
#include "libhr.h"
#include "check.h"

static double worst;

static void differ(double a)
{
	worst = fmax(worst, fabs(a));
}

static void differ_f(const suNf *a, const suNf *b)
{
	for (int k = 0; k < NF * NF; k++) {
		const hr_complex z = a->c[k] - b->c[k];
		differ(cabs(z));
	}
}

static void report(double bound, const char *name)
{
	check(worst <= bound, "%s: %.1e", name, worst);
	worst = 0;
}

#ifndef REPR_FUNDAMENTAL
/* The element of HiRep's basis number a as an NG x NG matrix with tr e_a^+ e_b = delta_ab. */
static void basis(suNg *e, int a)
{
#ifdef REPR_ADJOINT
	suNg_algebra_vector h;
	_algebra_vector_zero_g(h);
	h.c[a] = sqrt(2.0);
	_fund_algebra_represent(*e, h);
	_suNg_mulc(*e, -I, *e);
#else
	int n = 0;
	_suNg_zero(*e);
	for (int i = 0; i < NG; i++)
		for (int j = 0; j <= i; j++) {
#ifdef REPR_SYMMETRIC
			const double sign = 1;
#else
			const double sign = -1;
			if (i == j) continue;
#endif
			if (n++ != a) continue;
			e->c[i * NG + j] = i == j ? 1 : sqrt(0.5);
			if (i != j) e->c[j * NG + i] = sign * sqrt(0.5);
		}
#endif
}
#endif

/* rho_ab = tr(e_a^+ u e_b u^T), of the adjoint one u^+ */
static void by_definition(suNf *r, const suNg *u)
{
#ifdef REPR_FUNDAMENTAL
	*r = *u;
#else
	for (int b = 0; b < NF; b++)
		for (int a = 0; a < NF; a++) {
			suNg e, f, back;
			hr_complex z;
			basis(&e, b);
			_suNg_times_suNg(f, *u, e);
#ifdef REPR_ADJOINT
			_suNg_dagger(back, *u);
#else
			for (int i = 0; i < NG; i++)
				for (int j = 0; j < NG; j++) back.c[i * NG + j] = u->c[j * NG + i];
#endif
			_suNg_times_suNg(e, f, back);
			basis(&f, a);
			_suNg_dagger_times_suNg(back, f, e);
			_suNg_trace(z, back);
#ifdef REPR_IS_REAL
			differ(cimag(z));
			r->c[a * NF + b] = creal(z);
#else
			r->c[a * NF + b] = z;
#endif
		}
#endif
}

static void check_group(void)
{
	for (int n = 0; n < 3; n++) {
		suNg u, v, w;
		suNf a, b, c, d;
		hr_complex z, character, square;
		random_suNg(&u);
		random_suNg(&v);
		_group_represent2(&a, &u);
		_group_represent(b, v);
		by_definition(&c, &u);
		differ_f(&a, &c);
		_suNg_times_suNg(w, u, v);
		_group_represent(c, w);
		_suNf_times_suNf(d, a, b);
		differ_f(&c, &d);
		_suNg_times_suNg_dagger(w, u, v);
		_group_represent(c, w);
		_suNf_times_suNf_dagger(d, a, b);
		differ_f(&c, &d);
		_suNg_dagger_times_suNg(w, u, v);
		_group_represent(c, w);
		_suNf_dagger_times_suNf(d, a, b);
		differ_f(&c, &d);
		_suNf_unit(c);
		_suNf_times_suNf_dagger(d, a, a);
		differ_f(&c, &d);
		_suNf_dagger(c, a);
		_suNf_times_suNf(d, a, c);
		_suNf_minus(d, d);
		_suNf_times_suNf_assign(d, a, c);
		double norm;
		_suNf_sqnorm(norm, d);
		differ(norm);
		_suNf_trace(character, a);
		_suNg_trace(z, u);
		_suNg_times_suNg(w, u, u);
		_suNg_trace(square, w);
#if defined(REPR_ADJOINT)
		differ(cabs(character - (z * conj(z) - 1)));
#elif defined(REPR_SYMMETRIC)
		differ(cabs(character - 0.5 * (z * z + square)));
#elif defined(REPR_ANTISYMMETRIC)
		differ(cabs(character - 0.5 * (z * z - square)));
#else
		differ(cabs(character - z));
#endif
	}
	report(1e-12, "rho(u), its products and its trace");
}

static void check_algebra(void)
{
	suNg_algebra_vector h, g;
	suNg x, u;
	suNf m, power, sum, other;
	gauss(h.c, NG * NG - 1);
	_algebra_represent(m, h);
	_algebra_project(g, m);
	for (int k = 0; k < NG * NG - 1; k++) differ(h.c[k] - g.c[k]);
	report(1e-12, "_algebra_project(_algebra_represent(h)) = h");
	for (int k = 0; k < NG * NG - 1; k++) {
		double norm;
		_algebra_vector_zero_g(g);
		g.c[k] = 1;
		_algebra_represent(other, g);
		_suNf_sqnorm(norm, other);
		differ(norm - _REPR_NORM2);
	}
	report(1e-12, "tr T_A T_A = _REPR_NORM2");
	/* rho(exp(x)) = exp(rho(x)) */
	_algebra_vector_mul_g(h, 0.3, h);
	_fund_algebra_represent(x, h);
	suNg_Exp(&u, &x);
	_algebra_represent(m, h);
	_suNf_unit(sum);
	_suNf_unit(power);
	for (int n = 1; n < 30; n++) {
		_suNf_times_suNf(other, power, m);
		_suNf_mul(power, 1.0 / n, other);
		_suNf_add_assign(sum, power);
	}
	_group_represent(other, u);
	differ_f(&sum, &other);
	report(1e-11, "rho(exp(x)) = exp(rho(x))");
}

/* out = Dphi_ in by the macros of a site. */
static void hop(spinor_field *out, spinor_field *in)
{
	start_sendrecv_spinor_field(in);
	complete_sendrecv_spinor_field(in);
	_MASTER_FOR(&glattice, ix) {
		suNf_spinor *r = _FIELD_AT(out, ix);
		_spinor_zero_f(*r);
		for (int mu = 0; mu < 4; mu++)
			for (int back = 0; back < 2; back++) {
				const int iy = back ? idn(ix, mu) : iup(ix, mu);
				const suNf_spinor *s = _FIELD_AT(in, iy);
				suNf_spinor t, g;
				for (int k = 0; k < 4; k++) {
					if (back)
						_suNf_inverse_multiply(t.c[k], *pu_gauge_f(iy, mu), s->c[k]);
					else
						_suNf_multiply(t.c[k], *pu_gauge_f(ix, mu), s->c[k]);
				}
				switch (mu) {
				case 0: _spinor_g0_f(g, t); break;
				case 1: _spinor_g1_f(g, t); break;
				case 2: _spinor_g2_f(g, t); break;
				default: _spinor_g3_f(g, t);
				}
				_spinor_lc_add_assign_f(*r, -0.5, t, back ? -0.5 : 0.5, g);
			}
	}
}

static double apart(spinor_field *a, spinor_field *b)
{
	const double n = sqnorm_spinor_field(a);
	sub_assign_spinor_field(b, a);
	return sqrt(sqnorm_spinor_field(b) / n);
}

/* out = rho(g) in */
static void turn(spinor_field *out, gtransf *g, spinor_field *in)
{
	_MASTER_FOR(&glattice, ix) {
		suNf r;
		_group_represent2(&r, _FIELD_AT(g, ix));
		for (int k = 0; k < 4; k++) _suNf_multiply(_FIELD_AT(out, ix)->c[k], r, _FIELD_AT(in, ix)->c[k]);
	}
}

static void check_operator(void)
{
	spinor_field *s = alloc_spinor_field(5, &glattice);
	spinor_field_flt *f = alloc_spinor_field_flt(2, &glattice);
	gtransf *g = alloc_gtransf(&glattice);
	gaussian_spinor_field(&s[0]);
	Dphi_(&s[1], &s[0]);
	hop(&s[2], &s[0]);
	differ(apart(&s[1], &s[2]));
	report(1e-13, "Dphi_ by the macros of a site");
	assign_ud2u_f();
	assign_sd2s(&f[0], &s[0]);
	Dphi_flt_(&f[1], &f[0]);
	assign_s2sd(&s[2], &f[1]);
	differ(apart(&s[1], &s[2]));
	check(worst > 1e-12, "Dphi_flt_ is not in double");
	report(1e-5, "Dphi_flt_");
	gaussian_spinor_field(&s[3]);
	g5Dphi(0.1, &s[2], &s[0]);
	g5Dphi(0.1, &s[4], &s[3]);
	differ(cabs(prod_spinor_field(&s[3], &s[2]) - prod_spinor_field(&s[4], &s[0])) / sqnorm_spinor_field(&s[0]));
	report(1e-12, "g5Dphi is Hermitian");
	/* u(x) := g(x) u(x) g(x+mu)^+ */
	_MASTER_FOR(&glattice, ix) random_suNg(_FIELD_AT(g, ix));
	start_sendrecv_gtransf(g);
	complete_sendrecv_gtransf(g);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			suNg a;
			_suNg_times_suNg(a, *_FIELD_AT(g, ix), *pu_gauge(ix, mu));
			_suNg_times_suNg_dagger(*pu_gauge(ix, mu), a, *_FIELD_AT(g, iup(ix, mu)));
		}
	start_sendrecv_suNg_field(u_gauge);
	complete_sendrecv_suNg_field(u_gauge);
	represent_gauge_field();
	turn(&s[2], g, &s[0]);
	Dphi_(&s[3], &s[2]);
	turn(&s[4], g, &s[1]);
	differ(apart(&s[3], &s[4]));
	report(1e-12, "gauge covariance");
	free_gtransf(g);
	free_spinor_field(s);
	free_spinor_field_flt(f);
}

/* A pure gauge without signs, and x_0 = 0 has that of antiperiodic boundaries. */
static void check_signs(void)
{
	int negative = 0, all = 0;
	unit_u(u_gauge);
	represent_gauge_field();
	_MASTER_FOR_SUM(&glattice, ix, negative, all)
	{
		double d;
		_suNf_trace_re(d, *pu_gauge_f(ix, 0));
		negative += d < -NF + 0.5;
		all += d > NF - 0.5;
		_suNf_sqnorm_m1(d, *pu_gauge_f(ix, 3));
		differ(d);
	}
#if defined(BC_T_ANTIPERIODIC) && !defined(REPR_FUNDAMENTAL)
	const int expected = (int)VOL3 * (COORD[0] == 0);
#else
	const int expected = 0;
#endif
	check(negative == expected && all == VOLUME - expected, "%d links at t = 0 with a sign", negative);
	report(1e-28, "others are 1");
	apply_BCs_on_represented_gauge_field();
	apply_BCs_on_represented_gauge_field();
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	setup_gauge_fields();
	check(u_gauge_f && sizeof u_gauge_f->ptr->c == sizeof u_gauge_f->ptr->c[0] * NF * NF &&
		      sizeof(suNf_spinor) == 64 * NF && sizeof(suNg_vector) == 16 * NG,
	      "%s of dimension %d", REPR_NAME, NF);
	check_signs();
	random_u(u_gauge);
	represent_gauge_field();
	check_group();
	check_algebra();
	check_operator();
	finalize_process();
	return done();
}
