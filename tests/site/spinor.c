/* tests/site/spinor.c: every function of lqcd/site/spinor.h, for NC = LQCD_NC and the tags f, d, vf and vd, lane by lane
 * against scalar double arithmetic with explicit 4 x 4 matrices. The checks are in spinor.inc, included once per tag.
 *
 * Gamma matrices have entries 0, +-1, +-i: what they and the projectors do is exact or rounded once, and so must be the
 * results and the algebra, {g_mu, g_nu} = 2 delta, g_5 = g_0 g_1 g_2 g_3, (1 - g)(1 - g) = 2 (1 - g). */
#include <lqcd/site/spinor.h>

#include "reference.h"

enum { SPINOR_ROUNDS = 48, SPINOR = 4 * NC, HALFSPINOR = 2 * NC };

/* 1e-14 of the sum of the absolute values of all terms: the sums are in double for every tag. */
#define SUM_BOUND 1e-14

typedef struct {
	ref c[4][NC];
} ref_spinor;

typedef struct {
	ref c[2][NC];
} ref_halfspinor;

/* The chiral basis, row by row from the table in spinor.h. */
static const double real_part[4][4][4] = {{{0, 0, -1, 0}, {0, 0, 0, -1}, {-1, 0, 0, 0}, {0, -1, 0, 0}},
					  {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}},
					  {{0, 0, 0, -1}, {0, 0, 1, 0}, {0, 1, 0, 0}, {-1, 0, 0, 0}},
					  {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}};
static const double imaginary_part[4][4][4] = {{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}},
					       {{0, 0, 0, -1}, {0, 0, -1, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}},
					       {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}},
					       {{0, 0, -1, 0}, {0, 0, 0, 1}, {1, 0, 0, 0}, {0, -1, 0, 0}}};

typedef struct {
	ref e[4][4];
} ref_spin;

LQCD_KERNEL ref_spin spin_unit(double s)
{
	ref_spin r;
	for (int a = 0; a < 4; a++)
		for (int b = 0; b < 4; b++) r.e[a][b] = ref_make(a == b ? s : 0, 0);
	return r;
}

LQCD_KERNEL ref_spin spin_gamma(int mu)
{
	ref_spin r;
	for (int a = 0; a < 4; a++)
		for (int b = 0; b < 4; b++) r.e[a][b] = ref_make(real_part[mu][a][b], imaginary_part[mu][a][b]);
	return r;
}

LQCD_KERNEL ref_spin spin_gamma5(void)
{
	ref_spin r = spin_unit(1);
	r.e[2][2].re = r.e[3][3].re = -1;
	return r;
}

LQCD_KERNEL ref_spin spin_product(ref_spin x, ref_spin y)
{
	ref_spin r = spin_unit(0);
	for (int a = 0; a < 4; a++)
		for (int b = 0; b < 4; b++)
			for (int c = 0; c < 4; c++) r.e[a][b] = ref_add(r.e[a][b], ref_mul(x.e[a][c], y.e[c][b]));
	return r;
}

/* x + s y */
LQCD_KERNEL ref_spin spin_axpy(ref_spin x, double s, ref_spin y)
{
	for (int a = 0; a < 4; a++)
		for (int b = 0; b < 4; b++) x.e[a][b] = ref_add(x.e[a][b], ref_scale(s, y.e[a][b]));
	return x;
}

/* 1 - sign g_mu */
static ref_spin spin_projector(int mu, int sign)
{
	return spin_axpy(spin_unit(1), -sign, spin_gamma(mu));
}

static int spin_equal(ref_spin x, ref_spin y)
{
	double d = 0;
	for (int a = 0; a < 4; a++)
		for (int b = 0; b < 4; b++) d += ref_distance(x.e[a][b], y.e[a][b]);
	return d == 0;
}

LQCD_KERNEL ref_spinor ref_spin_times(ref_spin x, ref_spinor s)
{
	ref_spinor r;
	for (int a = 0; a < 4; a++)
		for (int i = 0; i < NC; i++) {
			r.c[a][i] = ref_make(0, 0);
			for (int b = 0; b < 4; b++) r.c[a][i] = ref_add(r.c[a][i], ref_mul(x.e[a][b], s.c[b][i]));
		}
	return r;
}

/* z a + y b */
LQCD_KERNEL ref_spinor ref_spinor_combine(ref z, ref_spinor a, ref y, ref_spinor b)
{
	ref_spinor r;
	for (int k = 0; k < 4; k++)
		for (int i = 0; i < NC; i++) r.c[k][i] = ref_add(ref_mul(z, a.c[k][i]), ref_mul(y, b.c[k][i]));
	return r;
}

static ref_halfspinor ref_upper(ref_spinor s)
{
	ref_halfspinor r;
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < NC; i++) r.c[k][i] = s.c[k][i];
	return r;
}

/* The spinor with upper half h and (1 - sign g_mu) s = 2 s: s = -sign g_mu s gives its lower half. */
LQCD_KERNEL ref_spinor ref_reconstruct(ref_halfspinor h, int mu, int sign)
{
	ref_spinor s, lower;
	for (int k = 0; k < 4; k++)
		for (int i = 0; i < NC; i++) s.c[k][i] = k < 2 ? h.c[k][i] : ref_make(0, 0);
	lower = ref_spin_times(spin_axpy(spin_unit(0), -sign, spin_gamma(mu)), s);
	for (int k = 2; k < 4; k++)
		for (int i = 0; i < NC; i++) s.c[k][i] = lower.c[k][i];
	return s;
}

LQCD_KERNEL ref_halfspinor ref_mulhalf(ref_su3 u, ref_halfspinor h, int dagger)
{
	ref_halfspinor r;
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < NC; i++) {
			r.c[k][i] = ref_make(0, 0);
			for (int j = 0; j < NC; j++) {
				const ref x = dagger ? ref_conj(u.e[j][i]) : u.e[i][j];
				r.c[k][i] = ref_add(r.c[k][i], ref_mul(x, h.c[k][j]));
			}
		}
	return r;
}

/* a + i^k b of the first spin components */
LQCD_KERNEL ref_vector ref_addi(ref_spinor a, ref_spinor b, int k)
{
	static const double re[4] = {1, 0, -1, 0}, im[4] = {0, 1, 0, -1};
	const int turn = ((k % 4) + 4) % 4;
	ref_vector r;
	for (int i = 0; i < NC; i++)
		r.c[i] = ref_add(a.c[0][i], ref_mul(ref_make(re[turn], im[turn]), b.c[0][i]));
	return r;
}

static ref_spinor ref_zero(void)
{
	ref_spinor r;
	memset(&r, 0, sizeof r);
	return r;
}

/* sum conj(a) b over the spinors of all lanes */
LQCD_KERNEL ref ref_dot(const ref_spinor *a, const ref_spinor *b, int lanes)
{
	ref sum = ref_make(0, 0);
	for (int w = 0; w < lanes; w++)
		for (int k = 0; k < 4; k++)
			for (int i = 0; i < NC; i++) sum = ref_add(sum, ref_mul(ref_conj(a[w].c[k][i]), b[w].c[k][i]));
	return sum;
}

#define TEST_TEMPLATE "../site/spinor.inc"
#include "../support/each_tag.inc"

/* The matrices that the library is compared with are a representation of the algebra. */
static void test_matrices(void)
{
	ref_spin product = spin_unit(1);
	int wrong = 0;
	for (int mu = 0; mu < 4; mu++) {
		product = spin_product(product, spin_gamma(mu));
		for (int nu = 0; nu < 4; nu++) {
			const ref_spin left = spin_product(spin_gamma(mu), spin_gamma(nu));
			const ref_spin sum = spin_axpy(left, 1, spin_product(spin_gamma(nu), spin_gamma(mu)));
			wrong += !spin_equal(sum, spin_unit(mu == nu ? 2 : 0));
		}
	}
	tap_ok(wrong == 0, "the reference: {g_mu, g_nu} = 2 delta");
	tap_ok(spin_equal(product, spin_gamma5()), "the reference: g_5 = g_0 g_1 g_2 g_3 = diag(1, 1, -1, -1)");
}

static void test_spinor(void)
{
	test_matrices();
	EACH_TAG(spinor_test, ());
}
