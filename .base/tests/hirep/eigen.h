/* tests/hirep/eigen.h: part of solvers.c: jacobi1, jacobi2, max_H, eva: against the matrix of the operator even_sq,
 * which the program defines, column by column; on a few sites. */
#ifndef LQCD_TESTS_HIREP_EIGEN_H
#define LQCD_TESTS_HIREP_EIGEN_H

/* Largest elements of a v - v d and of v^dagger v - 1; eigenvalues that descend count as 1. */
static double defect(int n, const hr_complex *a, const double *d, const hr_complex *v)
{
	double most = 0;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++) {
			hr_complex r = -d[k] * v[n * i + k], s = -(i == k);
			for (int j = 0; j < n; j++) {
				r += a[n * i + j] * v[n * j + k];
				s += conj(v[n * j + i]) * v[n * j + k];
			}
			most = fmax(most, fmax(cabs(r), cabs(s)));
		}
	for (int k = 1; k < n; k++) most = fmax(most, d[k] < d[k - 1]);
	return most;
}

static void check_jacobi(void)
{
	enum { n = 9 };
	double x[2 * n * n], real[n * n], rd[n], rv[n * n], d[n];
	hr_complex a[n * n], v[n * n];
	gauss(x, 2 * n * n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			a[n * i + j] = x[n * i + j] + x[n * j + i] + I * (x[n * n + n * i + j] - x[n * n + n * j + i]);
	jacobi2(n, a, d, v);
	check(defect(n, a, d, v) < 1e-13, "jacobi2: %.1e", defect(n, a, d, v));
	for (int k = 0; k < n * n; k++) a[k] = real[k] = creal(a[k]);
	jacobi1(n, real, rd, rv);
	for (int k = 0; k < n * n; k++) v[k] = rv[k];
	check(defect(n, a, rd, v) < 1e-13, "jacobi1: %.1e", defect(n, a, rd, v));
	/* Degenerate, and diagonal. */
	for (int k = 0; k < n * n; k++) a[k] = k % (n + 1) ? 0 : (k / n) % 3;
	jacobi2(n, a, d, v);
	check(defect(n, a, d, v) <= 0 && d[2] <= 0 && d[8] >= 2, "jacobi2 of a diagonal matrix");
}

/* All eigenvalues of even_sq. */
static int spectrum(double **d)
{
	spinor_field *s = alloc_spinor_field(2, &glat_even);
	const int n = 4 * NF * (int)(VOLUME / 2), first = glat_even.master_start[0];
	hr_complex *a = malloc(2 * (size_t)n * (size_t)n * sizeof *a);
	double off = 0;
	*d = malloc((size_t)n * sizeof **d);
	for (int j = 0; j < n; j++) {
		zero_spinor_field(&s[0]);
		hr_complex *to = (hr_complex *)_FIELD_AT(&s[0], first), *from = (hr_complex *)_FIELD_AT(&s[1], first);
		to[j] = 1;
		even_sq(&s[1], &s[0]);
		for (int i = 0; i < n; i++) a[n * i + j] = from[i];
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) off = fmax(off, cabs(a[n * i + j] - conj(a[n * j + i])));
	check(off < 1e-11, "the operator is Hermitian: %.1e", off);
	jacobi2(n, a, *d, a + n * n);
	free(a);
	free_spinor_field(s);
	return n;
}

static void check_eva(const double *d, int n)
{
	enum { nev = 4, nevt = 8 };
	double found[nevt], most = 0, wrong = 0, overlap = 0;
	int status = 0, again = 0;
	spinor_field *ev = alloc_spinor_field(nevt + 1, &glat_even);
	const double ubnd = d[n - 1] * 1.05;
	const int failed = eva(nev, nevt, 0, 50, 50, ubnd, 1e-9, 1e-9, &even_sq, ev, found, &status);
	for (int k = 0; k < nev; k++) {
		wrong = fmax(wrong, fabs(found[k] - d[k]));
		even_sq(&ev[nevt], &ev[k]);
		lc_add_assign_spinor_field(&ev[nevt], -found[k], &ev[k], 0, &ev[k]);
		most = fmax(most, sqrt(sqnorm_spinor_field(&ev[nevt])));
		for (int j = 0; j <= k; j++)
			overlap = fmax(overlap, cabs(prod_spinor_field(&ev[j], &ev[k]) - (j == k)));
	}
	check(failed == 0 && wrong < 1e-9 && most < 1e-9 * fmax(1, d[nev]) && overlap < 1e-12,
	      "eva: off by %.1e, residual %.1e, overlap %.1e, %d applications", wrong, most, overlap, status);
	int result = eva(nev, nevt, 2, 50, 50, ubnd, 1e-9, 1e-9, &even_sq, ev, found, &again);
	check(result == 0 && again == nevt && fabs(found[0] - d[0]) < 1e-9, "eva from its own vectors: %d applications",
	      again);
	result = eva(nev, nevt, 0, 4, 1, ubnd, 1e-13, 1e-11, &even_sq, ev, found, &again);
	check(result == -1 && again > nevt, "eva that may not go on says so");
	result = eva_tuned(nev, nevt, 0, 40, 50, d[nevt], ubnd, 1e-8, 1e-8, &even_sq, ev, found, &again);
	check(result == 0 && fabs(found[nev - 1] - d[nev - 1]) < 1e-8, "eva_tuned: %d applications", again);
	free_spinor_field(ev);
}

static void check_eigen(void)
{
	double *d, max = 0;
	check_jacobi();
	const int n = spectrum(&d), applied = max_H(&even_sq, &glat_even, &max);
	check(d[0] > 0 && applied > 1 && max > 1.1 * 0.9 * d[n - 1] && max < 1.1 * (1 + 1e-12) * d[n - 1],
	      "max_H: %.6f of %.6f", max, d[n - 1]);
	check_eva(d, n);
	free(d);
}

#endif
