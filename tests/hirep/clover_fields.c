/* tests/hirep/clover_fields.c: the fields cl_term and cl_ldl against leaves multiplied link by link, and c_F at ends in time. */
#include "libhr.h"
#include "check.h"

enum { ROWS = 4 * NF };

typedef struct {
	hr_complex e[NF][NF];
} colour;

static hr_complex gamma_of[4][4][4];

/* u(x, mu), or its adjoint */
static colour link_of(int ix, int mu, int adjoint)
{
	colour r;
	for (int i = 0; i < NF; i++)
		for (int j = 0; j < NF; j++)
			r.e[i][j] =
				adjoint ? conj(pu_gauge_f(ix, mu)->c[NF * j + i]) : pu_gauge_f(ix, mu)->c[NF * i + j];
	return r;
}

static colour times(colour a, colour b)
{
	colour r;
	for (int i = 0; i < NF; i++)
		for (int j = 0; j < NF; j++) {
			r.e[i][j] = 0;
			for (int k = 0; k < NF; k++) r.e[i][j] += a.e[i][k] * b.e[k][j];
		}
	return r;
}

/* The product of links along four steps from ix: direction d, or back 4 + d. */
static colour around(int ix, const int step[4])
{
	colour r;
	for (int k = 0; k < 4; k++) {
		const int back = step[k] > 3, mu = step[k] % 4;
		if (back) ix = idn(ix, mu);
		r = k ? times(r, link_of(ix, mu, back)) : link_of(ix, mu, back);
		if (!back) ix = iup(ix, mu);
	}
	return r;
}

/* csw C, C = -1/2 sum_(mu < nu) g_mu g_nu (Q - Q^+)/8, rows NF spin + colour */
static void site_term(hr_complex c[ROWS][ROWS], int ix, double csw)
{
	for (int i = 0; i < ROWS * ROWS; i++) c[i / ROWS][i % ROWS] = 0;
	for (int mu = 0; mu < 4; mu++)
		for (int nu = mu + 1; nu < 4; nu++) {
			const int leaf[4][4] = {{mu, nu, 4 + mu, 4 + nu},
						{nu, 4 + mu, 4 + nu, mu},
						{4 + mu, 4 + nu, mu, nu},
						{4 + nu, mu, nu, 4 + mu}};
			colour q[4];
			for (int k = 0; k < 4; k++) q[k] = around(ix, leaf[k]);
			for (int s = 0; s < 16; s++) {
				hr_complex g = 0;
				for (int r = 0; r < 4; r++) g += gamma_of[mu][s / 4][r] * gamma_of[nu][r][s % 4];
				for (int k = 0; k < 4 * NF * NF; k++) {
					const int l = k / (NF * NF), a = k / NF % NF, b = k % NF;
					c[NF * (s / 4) + a][NF * (s % 4) + b] -=
						csw / 16 * g * (q[l].e[a][b] - conj(q[l].e[b][a]));
				}
			}
		}
}

/* Whether quarks live at a site, and whether it is beside an end in time: 2 if beside both. */
static int inside(int ix)
{
	const lqcd_boundary *b = &lqcd__hr_lattice.boundary;
	return b->kind == LQCD_BOUNDARY_PERIODIC || (lqcd__hr_time(ix) > 0 && lqcd__hr_time(ix) < b->last);
}

static int beside(int ix)
{
	const lqcd_boundary *b = &lqcd__hr_lattice.boundary;
	return b->kind == LQCD_BOUNDARY_PERIODIC ? 0 : (lqcd__hr_time(ix) == 1) + (lqcd__hr_time(ix) == b->last - 1);
}

/* The largest deviation of cl_term. */
static double term_deviation(double csw, double *size)
{
	static hr_complex c[ROWS][ROWS];
	double worst = 0;
	for (int n = 0; n < VOLUME; n++) {
		const int ix = ipt(n / (X * Y * Z), n / (Y * Z) % X, n / Z % Y, n % Z);
		for (int i = 0; i < ROWS * ROWS; i++) c[i / ROWS][i % ROWS] = 0;
		if (inside(ix)) site_term(c, ix, csw);
		for (int i = 0; i < ROWS; i++)
			for (int j = 0; j < ROWS; j++) {
				/* blocks of two spins: {c0 c1; c1^+ -c0} */
				const int half = i / (2 * NF), row = i / NF % 2, column = j / NF % 2, a = i % NF,
					  b = j % NF;
				const suNfc *u = _4FIELD_AT(cl_term, ix, 2 * half + (row != column));
				const hr_complex is = half != j / (2 * NF) ? 0
						      : row == column      ? (row ? -1 : 1) * u->c[NF * a + b]
						      : row                ? conj(u->c[NF * b + a])
									   : u->c[NF * a + b];
				worst = fmax(worst, cabs(is - c[i][j]));
				*size = fmax(*size, cabs(c[i][j]));
			}
	}
	return worst;
}

/* The largest deviation of L D L^+ from sigma + csw C. */
static double ldl_deviation(double csw, double sigma, double more)
{
	static hr_complex c[ROWS][ROWS];
	double worst = 0;
	for (int n = 0; n < VOLUME; n++) {
		const int ix = ipt(n / (X * Y * Z), n / (Y * Z) % X, n / Z % Y, n % Z);
		for (int i = 0; i < ROWS * ROWS; i++) c[i / ROWS][i % ROWS] = 0;
		if (inside(ix)) site_term(c, ix, csw);
		for (int half = 0; half < 2; half++)
			for (int k = 0; k < 4 * NF * NF; k++) {
				const int i = k / (2 * NF), j = k % (2 * NF);
				const hr_complex *l = half ? _FIELD_AT(cl_ldl, ix)->dn : _FIELD_AT(cl_ldl, ix)->up;
				hr_complex sum = 0;
				for (int m = 0; m <= i && m <= j; m++) {
					const hr_complex d = l[m * (m + 1) / 2 + m];
					sum += (m < i ? l[i * (i + 1) / 2 + m] : 1) * d *
					       (m < j ? conj(l[j * (j + 1) / 2 + m]) : 1);
				}
				sum -= c[2 * NF * half + i][2 * NF * half + j] +
				       (i == j ? sigma + beside(ix) * more : 0);
				worst = fmax(worst, cabs(sum));
			}
	}
	return worst;
}

#ifdef WITH_CLOVER
/* cl_term psi = T psi - (4 + m) psi where quarks live */
static double action_deviation(double m)
{
	double worst = 0;
	spinor_field *s = alloc_spinor_field(2, &glattice);
	gaussian_spinor_field(&s[0]);
	apply_BCs_on_spinor_field(&s[0]);
	Cphi_diag(m, &s[1], &s[0]);
	mul_add_assign_spinor_field(&s[1], -4 - m, &s[0]);
	_MASTER_FOR(&glattice, ix)
		for (int i = 0; i < 4 * NF; i++) {
			const int half = i / (2 * NF), row = i / NF % 2, a = i % NF;
			hr_complex z = _FIELD_AT(&s[1], ix)->c[i / NF].c[a];
			for (int b = 0; b < NF; b++) {
				const suNfc *u = _4FIELD_AT(cl_term, ix, 2 * half);
				const suNf_vector *v = &_FIELD_AT(&s[0], ix)->c[2 * half];
				z -= row ? conj(u[1].c[NF * b + a]) * v[0].c[b] - u[0].c[NF * a + b] * v[1].c[b]
					 : u[0].c[NF * a + b] * v[0].c[b] + u[1].c[NF * a + b] * v[1].c[b];
			}
			worst = fmax(worst, cabs(z));
		}
	global_max(&worst, 1);
	free_spinor_field(s);
	return worst;
}
#endif

static void check_fields(void)
{
	double csw = 1.3, size = 0, worst;
	check(cl_term && cl_ldl && cl_term->type == &glattice, "setup_gauge_fields makes cl_term and cl_ldl");
	memset(cl_term->ptr, 0x7f, 4 * (size_t)glattice.gsize_gauge * sizeof *cl_term->ptr);
	memset(cl_ldl->ptr, 0x7f, (size_t)glattice.gsize_spinor * sizeof *cl_ldl->ptr);
	clover_init(csw);
	compute_clover_term();
	worst = term_deviation(csw, &size);
	check(worst < 1e-13 && size > 0.1, "cl_term: up to %g, off by %.1e", size, worst);
	compute_ldl_decomp(4.2);
	worst = ldl_deviation(csw, 4.2, 0);
	check(worst < 1e-12, "cl_ldl: off by %.1e", worst);
	/* Only another sigma makes it anew, or another term. */
	_FIELD_AT(cl_ldl, 0)->up[0] = 7;
	compute_ldl_decomp(4.2);
	check(cabs(_FIELD_AT(cl_ldl, 0)->up[0] - 7) < 1e-15, "the same sigma: nothing is done");
	compute_ldl_decomp(4.5);
	worst = ldl_deviation(csw, 4.5, 0);
	check(worst < 1e-12, "cl_ldl of another sigma: off by %.1e", worst);
	random_u(u_gauge);
	represent_gauge_field();
	size = 0;
	worst = term_deviation(csw, &size);
	check(worst < 1e-13, "represent_gauge_field makes cl_term: off by %.1e", worst);
	compute_ldl_decomp(4.5);
	worst = ldl_deviation(csw, 4.5, 0);
	check(worst < 1e-12, "cl_ldl of other links: off by %.1e", worst);
#ifdef WITH_CLOVER
	worst = action_deviation(0.7);
	check(worst < 1e-13, "T = 4 + m + cl_term: off by %.1e", worst);
	/* log det T of odd sites by the diagonal of cl_ldl */
	double sum = 0, is = 0;
	scalar_field *la = alloc_scalar_field(1, &glattice);
	zero_scalar_field(la);
	clover_la_logdet(1, 0.5, la);
	_MASTER_FOR(&glattice, ix) is -= *_FIELD_AT(la, ix);
	_MASTER_FOR(&glat_odd, ix)
		for (int i = 0; i < 2 * NF; i++)
			sum += log(creal(_FIELD_AT(cl_ldl, ix)->up[i * (i + 3) / 2]) *
				   creal(_FIELD_AT(cl_ldl, ix)->dn[i * (i + 3) / 2]));
	global_sum(&sum, 1);
	global_sum(&is, 1);
	check(fabs(sum - is) < 1e-11 * fabs(is), "log det T = %g", is);
	free_scalar_field(la);
#endif
}

#if LQCD__HR_ENDS
/* T with c_F is T without, and c_F - 1 beside the ends; in the exponential form the factor 4 + m has it. */
static void check_cF(double csw)
{
	double cF = 1, more = 0.25;
	const double m = 0.3;
	spinor_field *s = alloc_spinor_field(4, &glattice);
	gaussian_spinor_field(&s[0]);
	apply_BCs_on_spinor_field(&s[0]);
	set_csw(&csw);
	set_cF(&cF);
	Cphi_diag(m, &s[1], &s[0]);
	Cphi(m, &s[3], &s[0]);
	cF += more;
	set_cF(&cF);
	Cphi_diag(m, &s[2], &s[0]);
	double worst = 0, size = 0;
	_MASTER_FOR(&glattice, ix)
		for (int i = 0; i < 4 * NF; i++) {
#ifdef WITH_EXPCLOVER
			const hr_complex is = more / (4 + m) * _FIELD_AT(&s[1], ix)->c[i / NF].c[i % NF];
#else
			const hr_complex is = more * _FIELD_AT(&s[0], ix)->c[i / NF].c[i % NF];
#endif
			const hr_complex d =
				_FIELD_AT(&s[2], ix)->c[i / NF].c[i % NF] - _FIELD_AT(&s[1], ix)->c[i / NF].c[i % NF];
			worst = fmax(worst, cabs(d - beside(ix) * is));
			size = fmax(size, cabs(d));
		}
	check(worst < 1e-13 && size > 0.1 * more && get_cF() > 1.2499 && get_cF() < 1.2501,
	      "c_F in T, csw %g: off by %.1e", csw, worst);
	/* The operator has this T. */
	sub_assign_spinor_field(&s[2], &s[1]);
	add_assign_spinor_field(&s[3], &s[2]);
	Cphi(m, &s[1], &s[0]);
	sub_assign_spinor_field(&s[1], &s[3]);
	check(sqnorm_spinor_field(&s[1]) < 1e-26 * sqnorm_spinor_field(&s[3]), "c_F in Cphi, csw %g", csw);
	Cphi_diag_inv(m, &s[1], &s[0]);
	Cphi_diag(m, &s[2], &s[1]);
	sub_assign_spinor_field(&s[2], &s[0]);
	check(sqnorm_spinor_field(&s[2]) < 1e-26 * sqnorm_spinor_field(&s[0]), "c_F in T^-1, csw %g", csw);
	compute_clover_term();
	compute_ldl_decomp(4.3);
	worst = ldl_deviation(csw, 4.3, more);
	check(worst < 1e-12, "c_F in cl_ldl, csw %g: off by %.1e", csw, worst);
	free_spinor_field(s);
}
#endif

int main(int argc, char *argv[])
{
	int sign;
	setup_process(&argc, &argv);
#if LQCD__HR_ENDS
	double one = 1;
	tap_diag("c_F of the input: %g", get_cF());
	set_cF(&one);
#endif
	int seed = (int)(tap_random_u64() % 1000000) + 1;
	bcast_int(&seed, 1);
	rlxd_init(1, seed);
	logger_disable();
	g0_debug(gamma_of[0], &sign);
	g1_debug(gamma_of[1], &sign);
	g2_debug(gamma_of[2], &sign);
	g3_debug(gamma_of[3], &sign);
	setup_random_gauge_fields();
	check_fields();
#if LQCD__HR_ENDS
	check_cF(0);
	check_cF(1.1);
#endif
	free_clover_term(cl_term);
	check(!cl_term, "free_clover_term");
	finalize_process();
	return done();
}
