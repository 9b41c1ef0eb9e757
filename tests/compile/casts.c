/* tests/compile/casts.c: casts that the manuals name, as a host code has them: arrays of its own numbers and structs as
 * numbers and matrices of the library (README.md; site/complex.h, site/icomplex.h, kernels/gemm.h). See casts.t. */
#include <stdio.h>

#include <lqcd.h>

#ifdef __cplusplus
#include <complex>
typedef std::complex<double> number;
#else
#include <complex.h>
typedef double _Complex number;
#endif

enum { N = 3 };

typedef struct {
	double real, imag;
} host_complex;

typedef struct {
	host_complex e[3][3];
} host_matrix;

/* Matrices as structs: the numbers are cast, not the address of a struct. */
static void multiply(host_matrix *r, const host_matrix *a, const host_matrix *b)
{
	const double *left = &a->e[0][0].real, *right = &b->e[0][0].real;
	double *out = &r->e[0][0].real;
	lqcd_su3_mul((lqcd_su3_d *)out, (const lqcd_su3_d *)left, (const lqcd_su3_d *)right);
}

/* y += s x, of icomplex.h */
static void add(number *y, lqcd_complex_d s, const number *x, int n)
{
	int i = 0;
	for (; i + LQCD_ICOMPLEX_LANES_vd <= n; i += LQCD_ICOMPLEX_LANES_vd) {
		lqcd_complex_d *p = (lqcd_complex_d *)(y + i);
		const lqcd_icomplex_vd b = lqcd_icomplex_load_vd((const lqcd_complex_d *)(x + i));
		lqcd_icomplex_store_vd(p, lqcd_icomplex_fma1_vd(s, b, lqcd_icomplex_load_vd(p)));
	}
	for (; i < n; i++) {
		lqcd_complex_d *p = (lqcd_complex_d *)(y + i);
		const lqcd_icomplex_d b = lqcd_icomplex_load_d((const lqcd_complex_d *)(x + i));
		lqcd_icomplex_store_d(p, lqcd_icomplex_fma1_d(s, b, lqcd_icomplex_load_d(p)));
	}
}

int main(void)
{
	static host_matrix u[N], r;
	static number x[9 * N], y[9 * N];
	double sum = 0;
	for (int n = 0; n < N; n++)
		for (int k = 0; k < 9; k++) {
			u[n].e[k / 3][k % 3].real = 1.0 / (1 + n + k);
			u[n].e[k / 3][k % 3].imag = n - 0.1 * k;
			((double *)(x + 9 * n + k))[0] = u[n].e[k / 3][k % 3].imag;
			((double *)(y + 9 * n + k))[1] = u[n].e[k / 3][k % 3].real;
		}
	for (int n = 1; n < N; n++) {
		multiply(&r, &u[n - 1], &u[n]);
		for (int k = 0; k < 9; k++) sum += r.e[k / 3][k % 3].real - 2 * r.e[k / 3][k % 3].imag;
	}
	add(y, lqcd_complex_make_d(0.5, -1.5), x, 9 * N);
	for (int k = 0; k < 9 * N; k++) sum += k * (((const double *)(y + k))[0] + 3 * ((const double *)(y + k))[1]);
	printf("%.9g\n", sum);
	return 0;
}
