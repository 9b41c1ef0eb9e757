/* tests/embed/milc.c: dslash and solver of lqcd for the arrays of milc_host.h, compared with its own loops. G_mu is -g_mu of
 * lqcd/site/spinor.h but for G_Y = g_Y: a spinor of lqcd is g_5 g_Y psi = (-psi_3, psi_2, -psi_1, psi_0). */
#include <lqcd.h>
#include "milc_host.h"

static wilson_vector psi[VOLUME], chi[VOLUME], here[VOLUME], there[VOLUME], other[VOLUME];

/* The index of lqcd (T X Y Z) for a site of the host. */
static int index_of(const lqcd_geometry *g, const site *s)
{
	const int x[4] = {s->x[TUP], s->x[XUP], s->x[YUP], s->x[ZUP]};
	return lqcd_geometry_index(g, x, NULL);
}
/* f = factor v, or v = factor f */
static void exchange(lqcd_spinor_field_d *f, wilson_vector *v, double factor, int back)
{
	for (int n = 0; n < 12 * VOLUME; n++) {
		const int i = n / 12, s = n / 3 % 4, c = n % 3;
		lqcd_complex_d *z = &LQCD_FIELD_AT(f, index_of(f->type, &lattice[i]))->c[s].c[c];
		double complex *w = &v[i].d[3 - s].c[c];
		const double k = s % 2 ? factor : -factor;
		if (back) *w = k * (z->re + I * z->im);
		else *z = lqcd_complex_make_d(k * creal(*w), k * cimag(*w));
	}
}
int main(void) /* prints |dslash of both apart| / |psi| and |psi - M chi| / |psi| */
{
	const int extent[4] = {NT, NX, NY, NZ};
	double kappa = 0.12, apart = 0, rest = 0, norm = 0;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_spinor_field_d in, out;
	lqcd_wilson_d D;
	lqcd_solve_params p = lqcd_solve_params_default();
	setup(psi);
	if (lqcd_lattice_create(&lat, extent, NULL, NULL) || lqcd_gauge_field_create(&u, &lat, LQCD_FULL) ||
	    lqcd_spinor_field_create(&in, &lat, LQCD_FULL) || lqcd_spinor_field_create(&out, &lat, LQCD_FULL)) return 1;
	for (int n = 0; n < 4 * VOLUME; n++) /* T is direction 0 */
		memcpy(LQCD_4FIELD_AT(&u, index_of(u.type, &lattice[n / 4]), (n + 1) % 4), &lattice[n / 4].link[n % 4],
		       sizeof(su3_matrix));
	if (lqcd_wilson_create(&D, &u, 0.5 / kappa - 4, LQCD_PERIODIC)) return 1; /* new links: lqcd_wilson_set_links */
	exchange(&in, psi, 1, 0);
	lqcd_wilson_hop(&out, &D, &in, 0);
	exchange(&out, here, 1, 1);
	exchange(&in, psi, 0.5 / kappa, 0); /* D = M / (2 kappa) */
	const lqcd_dirac_d d = lqcd_wilson_dirac(&D);
	if (lqcd_dirac_solve(&out, &d, &in, LQCD_BICGSTAB, &p).status) return 1;
	exchange(&out, chi, 1, 1);
	dslash(psi, there);
	dslash(chi, other);
	for (int k = 0; k < 12 * VOLUME; k++) {
		const int i = k / 12, s = k / 3 % 4, c = k % 3;
		apart += pow(cabs(here[i].d[s].c[c] - there[i].d[s].c[c]), 2);
		rest += pow(cabs(psi[i].d[s].c[c] - chi[i].d[s].c[c] + kappa * other[i].d[s].c[c]), 2);
		norm += pow(cabs(psi[i].d[s].c[c]), 2);
	}
	lqcd_wilson_destroy(&D), lqcd_gauge_field_destroy(&u);
	lqcd_spinor_field_destroy(&in), lqcd_spinor_field_destroy(&out), lqcd_lattice_destroy(&lat);
	return printf("%.3g %.3g\n", sqrt(apart / norm), sqrt(rest / norm)) < 0;
}
