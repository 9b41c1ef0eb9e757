/* tests/hirep/solvers.c: all solvers on even and full fields: true residuals, computed here; on 2^4 also
 * eigenvalues. */
#include "global.h"
#include "dirac.h"
#include "inverters.h"
#include "linear_algebra.h"
#include "memory.h"
#include "random.h"
#include "setup.h"
#include "utils.h"
#include "check.h"

static double mass = 0.4;

static void even_sq(spinor_field *out, spinor_field *in)
{
	g5Dphi_eopre_sq(mass, out, in);
}

#include "eigen.h"

static void full(spinor_field *out, spinor_field *in)
{
	Dphi(mass, out, in);
}

static void hermitian(spinor_field *out, spinor_field *in)
{
	g5Dphi(mass, out, in);
}

static void hermitian_flt(spinor_field_flt *out, spinor_field_flt *in)
{
	g5Dphi_flt(mass, out, in);
}

static void full_flt(spinor_field_flt *out, spinor_field_flt *in)
{
	Dphi_flt(mass, out, in);
}

static double residual(spinor_operator M, double shift, spinor_field *in, spinor_field *x, spinor_field *w)
{
	M(w, x);
	spinor_field_mul_add_assign_f(w, -shift, x);
	spinor_field_sub_assign_f(w, in);
	return sqrt(spinor_field_sqnorm_f(w) / spinor_field_sqnorm_f(in));
}

static void check_float(spinor_field *s)
{
	spinor_field_flt *f = alloc_spinor_field_flt(4, &glattice);
	MINRES_par mp = {.err2 = 1e-8, .max_iter = 0};
	g5QMR_fltacc_par acc = {.err2 = 1e-24, .max_iter = 0, .err2_flt = 1e-8, .max_iter_flt = 0};
	assign_ud2u_f();
	assign_sd2s(&f[0], &s[0]);
	int n = MINRES_flt(&mp, &hermitian_flt, &f[0], &f[1], NULL);
	const int m = MINRES_flt(&mp, &hermitian_flt, &f[0], &f[2], &f[1]);
	assign_s2sd(&s[1], &f[1]);
	double r = residual(hermitian, 0, &s[0], &s[1], &s[2]);
	check(r <= 2e-4 && n > m, "MINRES_flt: residual %.1e, %d iterations, %d from the solution", r, n, m);
	n = HBiCGstab_flt(&mp, &hermitian_flt, &f[0], &f[1]);
	assign_s2sd(&s[1], &f[1]);
	r = residual(hermitian, 0, &s[0], &s[1], &s[2]);
	check(r <= 2e-4 && r > 0, "HBiCGstab_flt: residual %.1e, %d iterations", r, n);
	n = g5QMR_fltacc(&acc, &full, &full_flt, &s[0], &s[1]);
	r = residual(full, 0, &s[0], &s[1], &s[2]);
	check(r <= 1e-12 && r > 0, "g5QMR_fltacc: residual %.1e, %d iterations", r, n);
	free_spinor_field_flt(f);
}

/* Each cycle brings the residual down by what the solver in it does. */
static void check_sap(spinor_field *s)
{
	double shift = 0;
	mshift_par par = {.n = 1, .shift = &shift, .err2 = 1e-4, .max_iter = 0};
	zero_spinor_field(&s[1]);
	SAP_prec(1, &BiCGstab, &par, &full, &s[0], &s[1]);
	const double one = residual(full, 0, &s[0], &s[1], &s[2]);
	SAP_prec(3, &BiCGstab, &par, &full, &s[0], &s[1]);
	const double four = residual(full, 0, &s[0], &s[1], &s[2]);
	check(one <= 1e-2 && four <= 1e-8 && four > 0, "SAP_prec: residual %.1e, after four cycles %.1e", one, four);
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	double shift[] = {-0.5, 0.02, 0, -0.01, -3}, beta = 6;
	for (int n = 0; n < 5; n++) update(&beta, 1, 1);
	mshift_par par = {.n = 5, .shift = shift, .err2 = 1e-20, .max_iter = 0};
	spinor_field *e = alloc_spinor_field(7, &glat_even), *f = alloc_spinor_field(4, &glattice);
	gaussian_spinor_field(&e[5]);
	gaussian_spinor_field(&f[0]);

	int n = cg_mshift(&par, &even_sq, &e[5], e);
	for (int i = 0; i < par.n; i++) {
		const double r = residual(even_sq, shift[i], &e[5], &e[i], &e[6]);
		check(r <= 1e-10 && r > 0, "cg_mshift, shift %g: residual %.1e, %d iterations", shift[i], r, n);
	}
	par.n = 2;
	shift[0] = 0;
	shift[1] = -0.25;
	n = BiCGstab(&par, &full, &f[0], &f[1]);
	for (int i = 0; i < 2; i++) {
		const double r = residual(full, shift[i], &f[0], &f[1 + i], &f[3]);
		check(r <= 1e-10 && r > 0, "BiCGstab, shift %g: residual %.1e, %d iterations", shift[i], r, n);
	}
	MINRES_par mp = {.err2 = 1e-16, .max_iter = 0};
	n = MINRES(&mp, &hermitian, &f[0], &f[1], NULL);
	const double r = residual(hermitian, 0, &f[0], &f[1], &f[3]);
	check(r <= 1e-8 && r > 0, "MINRES: residual %.1e, %d iterations", r, n);

	n = HBiCGstab(&mp, &hermitian, &f[0], &f[1]);
	const double h = residual(hermitian, 0, &f[0], &f[1], &f[3]);
	check(h <= 1e-8 && h > 0, "HBiCGstab: residual %.1e, %d iterations", h, n);
	check_float(f);
	check_sap(f);

	par.n = 1;
	n = cg_mshift_def(&par, &even_sq, NULL, NULL, &e[5], e);
	const double d = residual(even_sq, 0, &e[5], &e[0], &e[6]);
	check(d <= 1e-10 && d > 0, "cg_mshift_def: residual %.1e, %d iterations", d, n);
	zero_spinor_field(&e[5]);
	par.n = 5;
	cg_mshift(&par, &even_sq, &e[5], e);
	check(!(sqnorm_spinor_field(&e[0]) + sqnorm_spinor_field(&e[4]) > 0), "cg_mshift of 0 is 0");
	free_spinor_field(e);
	free_spinor_field(f);
	if (VOLUME <= 16) check_eigen();
	finalize_process();
	return done();
}
