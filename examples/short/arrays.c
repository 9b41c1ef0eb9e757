/* examples/short/arrays.c: matrices of your own code by casts. lqcd_complex_d lies in memory as double _Complex and
 * std::complex<double> do, and a matrix as nine of them: cast a pointer to their numbers, a double * (not a struct's
 * address: aliasing). lqcd/site/icomplex.h loads them into SIMD registers; whole fields: lqcd/foreign/codes.h. */
#include "lqcd_single.h" /* or "lqcd.h" */

/* r = a b for n SU(3) matrices of your own code, each double[3][3][2] */
void multiply(int n, double *r, const double *a, const double *b)
{
	lqcd_su3_d *ur = (lqcd_su3_d *)r;
	const lqcd_su3_d *ua = (const lqcd_su3_d *)a, *ub = (const lqcd_su3_d *)b;
	for (int i = 0; i < n; i++) lqcd_su3_mul(&ur[i], &ua[i], &ub[i]);
}
