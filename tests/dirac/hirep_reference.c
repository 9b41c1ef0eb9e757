/* tests/dirac/hirep_reference.c: numbers that HiRep printed for a field which a hash defines.
 *
 * 8^4, SU(3) in the fundamental representation, periodic. lex = ((t 8 + x) 8 + y) 8 + z;
 * h(a), 32 bits unsigned: x = 2654435761 (a+1); x ^= x >> 15; x *= 2246822519; x ^= x >> 13; h = x / 2^32 - 1/2.
 * U_mu(x) = exp(i sum_a c_a T_a), c_a = h((4 lex + mu) 8 + a), a = 0..7; real k of the spinor at x, in the order spin,
 * colour, re/im, is h(1000003 + 24 lex + k). HiRep: Dphi_ is -H/2, Dphi(m) and g5Dphi(m) are D and g5 D of mass m.
 *
 * Bounds: relative, 1e-12 for d and vd, which the 15 digits printed allow; 2e-6 for f and vf. Complex numbers are
 * compared by their distance. */
#include <math.h>

#include <lqcd/dirac/wilson.h>
#include <lqcd/gauge/plaquette.h>
#include <lqcd/field/layout.h>

#include "../support/support.h"
#include "../support/naive.h"

#if LQCD_NC == 3
static void close_to(double got, double want, double bound, const char *tag, const char *what)
{
	tap_ok(fabs(got - want) <= bound * fabs(want), "%s: %s = %.15g, HiRep %.15g", tag, what, got, want);
}

static void complex_close_to(naive_complex got, double re, double im, double bound, const char *tag, const char *what)
{
	tap_ok(hypot(got.re - re, got.im - im) <= bound * hypot(re, im),
	       "%s: %s = (%.15g, %.15g), HiRep (%.15g, %.15g)", tag, what, got.re, got.im, re, im);
}

static double hash(uint32_t a)
{
	uint32_t x = UINT32_C(2654435761) * (a + 1);
	x ^= x >> 15;
	x *= UINT32_C(2246822519);
	x ^= x >> 13;
	return x / 4294967296.0 - 0.5;
}

/* m = i sum_a c_a T_a with HiRep's order of the T_a: 3 and 7 are diagonal, the others belong to pairs of colours. */
static void algebra_element(lqcd_su3_d *m, const double *c)
{
	static const int pair[3][4] = {{0, 1, 0, 2}, {0, 2, 1, 5}, {1, 2, 4, 6}}; /* row, column, number of c: re, im */
	const double diagonal = 0.5 / sqrt(3.0) * c[7];
	lqcd_su3_zero(m);
	for (int k = 0; k < 3; k++) {
		lqcd_complex_d *upper = &m->e[pair[k][0]][pair[k][1]], *lower = &m->e[pair[k][1]][pair[k][0]];
		upper->re = -0.5 * c[pair[k][2]];
		lower->re = 0.5 * c[pair[k][2]];
		upper->im = lower->im = 0.5 * c[pair[k][3]];
	}
	m->e[0][0].im = diagonal + 0.5 * c[3];
	m->e[1][1].im = diagonal - 0.5 * c[3];
	m->e[2][2].im = -2 * diagonal;
}

static void make_fields(lqcd_gauge_field_d *u, lqcd_spinor_field_d *psi)
{
	LQCD_MASTER_FOR (u->type, ix) {
		const uint32_t lex = (uint32_t)lqcd_geometry_site(u->type, ix, 0);
		double *number = (double *)LQCD_FIELD_AT(psi, ix);
		for (uint32_t mu = 0; mu < 4; mu++) {
			double c[8];
			lqcd_su3_d m;
			for (uint32_t a = 0; a < 8; a++) c[a] = hash((lex * 4 + mu) * 8 + a);
			algebra_element(&m, c);
			lqcd_su3_exp(LQCD_4FIELD_AT(u, ix, mu), &m);
		}
		for (uint32_t k = 0; k < 24; k++) number[k] = hash(1000003 + lex * 24 + k);
	}
}

#define TEST_TEMPLATE "../dirac/hirep_reference.inc"
#include "../support/each_tag.inc"

static void test_hirep_reference(void)
{
	const int extent[4] = {8, 8, 8, 8}, origin[4] = {0, 0, 0, 0};
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_spinor_field_d psi;
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&psi, &lat, LQCD_FULL));
	naive_poison(lqcd_gauge_field_view(&u));
	naive_poison(lqcd_spinor_field_view(&psi));
	make_fields(&u, &psi);
	const lqcd_su3_d *link = LQCD_4FIELD_AT(&u, lqcd_geometry_index(u.type, origin, NULL), 0);
	complex_close_to(naive_make(link->e[0][0].re, link->e[0][0].im), 0.935537750366267, -0.035847624262452, 1e-12,
			 "d", "U_0(0)[0][0]");
	complex_close_to(naive_make(link->e[0][1].re, link->e[0][1].im), 0.0700889957293277, -0.21805985853138, 1e-12,
			 "d", "U_0(0)[0][1]");
	check_reference_d(&u, &psi, 1e-12);
	check_reference_vd(&u, &psi, 1e-12);
	check_reference_f(&u, &psi, 2e-6);
	check_reference_vf(&u, &psi, 2e-6);
	lqcd_spinor_field_destroy(&psi);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}
#else
static void test_hirep_reference(void)
{
	tap_skip("the numbers are those of 3 colours");
}
#endif
