/* tests/hirep/solvers.c: cg_mshift, BiCGstab, MINRES on even and full fields: true residuals, computed here. */
#include "global.h"
#include "dirac.h"
#include "inverters.h"
#include "linear_algebra.h"
#include "memory.h"
#include "random.h"
#include "setup.h"
#include "check.h"

static double mass = 0.4;

static void even_sq(spinor_field *out, spinor_field *in)
{
	g5Dphi_eopre_sq(mass, out, in);
}

static void full(spinor_field *out, spinor_field *in)
{
	Dphi(mass, out, in);
}

static void hermitian(spinor_field *out, spinor_field *in)
{
	g5Dphi(mass, out, in);
}

static double residual(spinor_operator M, double shift, spinor_field *in, spinor_field *x, spinor_field *w)
{
	M(w, x);
	spinor_field_mul_add_assign_f(w, -shift, x);
	spinor_field_sub_assign_f(w, in);
	return sqrt(spinor_field_sqnorm_f(w) / spinor_field_sqnorm_f(in));
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

	zero_spinor_field(&e[5]);
	par.n = 5;
	cg_mshift(&par, &even_sq, &e[5], e);
	check(!(sqnorm_spinor_field(&e[0]) + sqnorm_spinor_field(&e[4]) > 0), "cg_mshift of 0 is 0");
	free_spinor_field(e);
	free_spinor_field(f);
	finalize_process();
	return done();
}
