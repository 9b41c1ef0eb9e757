/* tests/site/reference.h: what several tests of site/ share: numbers of the language, vectors and matrices of
 * references, and, for each tag, registers to and from references (reference.inc). */
#ifndef LQCD_TESTS_SITE_REFERENCE_H
#define LQCD_TESTS_SITE_REFERENCE_H

#ifdef __cplusplus
#include <complex>
typedef std::complex<float> native_f;
typedef std::complex<double> native_d;
#define NATIVE(type, re, im) type(re, im)
#else
#include <complex.h>
typedef float _Complex native_f;
typedef double _Complex native_d;
#define NATIVE(type, re, im) ((type)((re) + (im) * _Complex_I))
#endif
typedef native_f native_vf;
typedef native_d native_vd;

#include <lqcd/site/su3.h>

#include "../support/reference.h"

enum { SIZE = NC * NC }; /* complex numbers of a matrix */

typedef ref ref_complex;

typedef struct {
	ref c[NC];
} ref_vector;

typedef struct {
	ref e[NC][NC];
} ref_su3;

LQCD_KERNEL ref_su3 ref_product(ref_su3 a, ref_su3 b)
{
	ref_su3 r;
	for (int i = 0; i < NC; i++)
		for (int j = 0; j < NC; j++) {
			r.e[i][j] = ref_make(0, 0);
			for (int k = 0; k < NC; k++) r.e[i][j] = ref_add(r.e[i][j], ref_mul(a.e[i][k], b.e[k][j]));
		}
	return r;
}

/* The largest element of u u^dagger - 1. */
LQCD_KERNEL double unitary_deviation(ref_su3 u)
{
	double worst = 0;
	for (int i = 0; i < NC; i++)
		for (int j = 0; j < NC; j++) {
			ref s = ref_make(i == j ? -1 : 0, 0);
			for (int k = 0; k < NC; k++) s = ref_add(s, ref_mul(u.e[i][k], ref_conj(u.e[j][k])));
			worst = tap_worst(worst, hypot(s.re, s.im));
		}
	return worst;
}

#define TEST_TEMPLATE "../site/reference.inc"
#include "../support/each_tag.inc"

#endif
