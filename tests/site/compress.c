/* tests/site/compress.c: every function of lqcd/site/compress.h for the tags f, d, vf and vd, lane by lane. The checks are
 * in compress.inc, included once per tag.
 *
 * The packed matrices are in SU(NC) to the rounding of doubles, then of the tag: random ones, and for NC = 3 those
 * next to which a minimal parametrisation has its poles: products of a centre element, signs and a permutation, turned
 * by angles from 1e-1 to 1e-30, and matrices made of points at the poles of the spheres. Each must come back. */
#include <lqcd/site/compress.h>

#include "reference.h"

enum { COMPRESS_ROUNDS = 1000 };

/* Deviations of elements in epsilon, of either part, over all the matrices here; measured: 2.5 (NC = 4: 3.5) and 7. */
#define BOUND_12 (NC == 3 ? 4 : 8)
#define BOUND_8  10

LQCD_KERNEL ref_su3 diagonal(const ref *z)
{
	ref_su3 r;
	for (int i = 0; i < NC; i++)
		for (int j = 0; j < NC; j++) r.e[i][j] = i == j ? z[i] : ref_make(0, 0);
	return r;
}

static ref gauss(void)
{
	const double r = sqrt(-2 * log(0.5 + 0.4999999 * tap_random())), phi = 3.141592653589793 * tap_random();
	return ref_make(r * cos(phi), r * sin(phi));
}

/* By the Haar measure: rows of Gaussian numbers, made orthonormal; twice, for rounding to the last bit. */
LQCD_KERNEL ref_su3 random_group(void)
{
	lqcd_su3_d u;
	ref_su3 r;
	for (int i = 0; i < SIZE; i++) {
		const ref z = gauss();
		u.e[i / NC][i % NC] = lqcd_complex_make_d(z.re, z.im);
	}
	lqcd_su3_reunitarise_d(&u);
	lqcd_su3_reunitarise_d(&u);
	for (int i = 0; i < SIZE; i++) r.e[i / NC][i % NC] = ref_make(u.e[i / NC][i % NC].re, u.e[i / NC][i % NC].im);
	return r;
}

#if LQCD_NC == 3
enum {
	CENTRES = 3,
	SIGNS = 4,
	PERMUTATIONS = 6,
	SPECIAL = CENTRES * SIGNS * PERMUTATIONS,
	GENERATORS = 8,
	ANGLES = 30
};

/* A centre element times signs times a permutation, odd ones with another sign: 0 <= n < SPECIAL. */
LQCD_KERNEL ref_su3 special(int n)
{
	const double angle = 2 * 3.14159265358979323846 / 3 * (n % CENTRES);
	const ref centre = n % CENTRES ? ref_make(cos(angle), sin(angle)) : ref_make(1, 0);
	const int sign = n / CENTRES % SIGNS, shift = n / CENTRES / SIGNS % 3, odd = n / CENTRES / SIGNS / 3;
	ref_su3 r;
	for (int i = 0; i < NC; i++)
		for (int j = 0; j < NC; j++) {
			const int there = ((odd ? NC - i : i) + shift) % NC == j;
			const int minus = (sign > 0 && sign - 1 != i) != odd;
			r.e[i][j] = there ? ref_scale(minus ? -1 : 1, centre) : ref_make(0, 0);
		}
	return r;
}

/* diag(.., a in SU(2), ..) without the row and column skip; a is a point of the sphere in C^2. */
LQCD_KERNEL ref_su3 embedded(const ref *a, int skip)
{
	const int i = skip == 0 ? 1 : 0, j = skip == 2 ? 1 : 2;
	ref one[NC];
	for (int k = 0; k < NC; k++) one[k] = ref_make(1, 0);
	ref_su3 r = diagonal(one);
	r.e[i][i] = a[0];
	r.e[i][j] = a[1];
	r.e[j][i] = ref_neg(ref_conj(a[1]));
	r.e[j][j] = ref_conj(a[0]);
	return r;
}

/* exp(i angle lambda) with the generators of Gell-Mann: 0 .. 5 off the diagonal, 6 and 7 on it. */
LQCD_KERNEL ref_su3 rotation(int generator, double angle)
{
	ref a[NC];
	a[0] = ref_make(cos(angle), 0);
	a[1] = generator % 2 ? ref_make(sin(angle), 0) : ref_make(0, sin(angle));
	if (generator < 6) return embedded(a, generator / 2);
	a[0] = ref_make(cos(angle), sin(angle));
	a[1] = generator == 6 ? ref_conj(a[0]) : a[0];
	a[2] = generator == 6 ? ref_make(1, 0) : ref_make(cos(2 * angle), -sin(2 * angle));
	return diagonal(a);
}

/* A point of the sphere in C^2: an axis, and 10^-k times something random. */
LQCD_KERNEL void near_axis(ref *z)
{
	double v[4], s = 0;
	const int axis = (int)(tap_random_u64() % 4), k = (int)(tap_random_u64() % 40);
	const double sign = tap_random_u64() % 2 ? 1 : -1;
	for (int i = 0; i < 4; i++) {
		v[i] = (i == axis ? sign : 0) + pow(10, -k) * tap_random();
		s += v[i] * v[i];
	}
	for (int i = 0; i < 2; i++) z[i] = ref_make(v[2 * i] / sqrt(s), v[2 * i + 1] / sqrt(s));
}

/* Rotations of SU(2) around a phase and a real rotation, each close to an axis. */
LQCD_KERNEL ref_su3 near_poles(void)
{
	ref left[2], middle[2], right[2], phase[NC];
	near_axis(left);
	near_axis(middle);
	near_axis(right);
	const double n = hypot(middle[1].re, middle[1].im), a = hypot(middle[0].re, middle[0].im);
	phase[0] = a > 0 ? ref_scale(1 / a, middle[0]) : ref_make(1, 0);
	phase[1] = ref_make(1, 0);
	phase[2] = ref_conj(phase[0]);
	middle[0] = ref_make(a, 0);
	middle[1] = ref_make(n, 0);
	const ref_su3 inner = ref_product(ref_product(diagonal(phase), embedded(middle, 2)), embedded(right, 0));
	return ref_product(embedded(left, 0), inner);
}
#endif

#define TEST_TEMPLATE "../site/compress.inc"
#include "../support/each_tag.inc"

static void test_compress(void)
{
	EACH_TAG(compress_test, ());
}
