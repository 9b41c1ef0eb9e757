/* lqcd/compat/hirep/impl/matrix_quark.h: a section of matrix.h: products of suNf and suNfc.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_MATRIX_QUARK_H
#define LQCD_COMPAT_HIREP_MATRIX_QUARK_H

#ifndef LQCD__HR_REP
#define LQCD__HR_QMATRIX(kind, real, u, v, w) LQCD__HR_MATRIX(kind, u, v, w)
#define LQCD__HR_QVECTOR(kind, real, r, u, s) LQCD__HR_VECTOR(kind, r, u, s)
#else
#ifdef REPR_IS_REAL
#define LQCD__HR_REAL 1
#else
#define LQCD__HR_REAL 0
#endif

/* In double if a number has the size of one, and else in single precision; through complex matrices where they are real. */
static inline void lqcd__hr_quark_product(void *u, const void *v, const void *w, size_t bytes, int kind, int real)
{
	const size_t number = (real ? 1 : 2) * sizeof(double);
	if (bytes == NF * NF * number) {
		LQCD__HR_Q(lqcd_su3_d) a, b, r;
		LQCD__HR_Q(lqcd__hr_load_d)(&a, v, bytes);
		LQCD__HR_Q(lqcd__hr_load_d)(&b, w, bytes);
		r = a;
		if (kind == LQCD__HR_ADD) LQCD__HR_Q(lqcd__hr_load_d)(&r, u, bytes);
		LQCD__HR_Q(lqcd__hr_product_d)(&r, &a, &b, kind);
		LQCD__HR_Q(lqcd__hr_store_d)(u, &r, bytes);
	} else {
		LQCD__HR_Q(lqcd_su3_f) a, b, r;
		LQCD__HR_Q(lqcd__hr_load_f)(&a, v, bytes);
		LQCD__HR_Q(lqcd__hr_load_f)(&b, w, bytes);
		r = a;
		if (kind == LQCD__HR_ADD) LQCD__HR_Q(lqcd__hr_load_f)(&r, u, bytes);
		LQCD__HR_Q(lqcd__hr_product_f)(&r, &a, &b, kind);
		LQCD__HR_Q(lqcd__hr_store_f)(u, &r, bytes);
	}
}

/** r = u s or u^dagger s; bytes, of r, say the precision. */
static inline void lqcd__hr_quark_times(void *r, const void *u, const void *s, size_t bytes, size_t matrix, int kind)
{
	if (bytes == NF * sizeof(hr_complex)) {
		LQCD__HR_Q(lqcd_su3_d) a;
		LQCD__HR_Q(lqcd__hr_load_d)(&a, u, matrix);
		LQCD__HR_Q(lqcd__hr_product_d)(r, &a, s, kind);
	} else {
		LQCD__HR_Q(lqcd_su3_f) a;
		LQCD__HR_Q(lqcd__hr_load_f)(&a, u, matrix);
		LQCD__HR_Q(lqcd__hr_product_f)(r, &a, s, kind);
	}
}

#define LQCD__HR_QMATRIX(kind, real, u, v, w) lqcd__hr_quark_product(&(u), &(v), &(w), sizeof(u), kind, real)
#define LQCD__HR_QVECTOR(kind, real, r, u, s) lqcd__hr_quark_times(&(r), &(u), &(s), sizeof(r), sizeof(u), kind)
#endif

#endif
