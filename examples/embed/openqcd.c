/* examples/embed/openqcd.c: a code of openQCD's kind solves D x = b by lqcd, on its own arrays: sites in an order of its own
 * (ipt), the even ones first, the eight links of an odd site side by side; D = 4 + m + .. of openQCD, antiperiodic.
 * Prints |b - D x| / |b|, by the host's own loops. */
#include <complex.h>
#include <math.h>
#include "lqcd/foreign/codes.h"

enum { L0 = 8, L1 = 4, L2 = 4, L3 = 6, VOLUME = L0 * L1 * L2 * L3 };
typedef struct { double complex c[3][3]; } su3_dble;
typedef struct { double complex c[4][3]; } spinor_dble;
static const int size[4] = {L0, L1, L2, L3};
static int ipt[VOLUME], iup[VOLUME][4], idn[VOLUME][4]; /* ipt[x3 + L3 (x2 + L2 (x1 + L1 x0))] */
static su3_dble udb[4 * VOLUME]; /* 8 (ix - VOLUME/2) + 2 mu: U_mu(x); the next one: U_mu(x - mu) */
static spinor_dble source[VOLUME], solution[VOLUME], image[VOLUME];
static const int spin[4][4] = {{2, 3, 0, 1}, {3, 2, 1, 0}, {3, 2, 1, 0}, {2, 3, 0, 1}};
static const double complex phase[4][4] = {{-1, -1, -1, -1}, {-I, -I, I, I}, {-1, 1, 1, -1}, {-I, I, I, -I}};

static void geometry(void)
{
	int next[2] = {VOLUME / 4, VOLUME / 2}; /* an order that nobody could guess */
	for (int n = 0; n < VOLUME; n++, next[0] %= VOLUME / 2) ipt[n] = next[(n + n / L3 + n / L3 / L2 + n / L3 / L2 / L1) % 2]++;
	for (int n = 0; n < VOLUME; n++)
		for (int mu = 3, step = 1; mu >= 0; step *= size[mu--]) {
			const int x = n / step % size[mu];
			iup[ipt[n]][mu] = ipt[n + ((x + 1) % size[mu] - x) * step];
			idn[ipt[n]][mu] = ipt[n + ((x + size[mu] - 1) % size[mu] - x) * step];
		}
}

static su3_dble *link(int ix, int mu) /* U_mu(x) */
{
	return ix >= VOLUME / 2 ? &udb[8 * (ix - VOLUME / 2) + 2 * mu] : &udb[8 * (iup[ix][mu] - VOLUME / 2) + 2 * mu + 1];
}

static void setup(void)
{
	for (int n = 0; n < 4 * VOLUME; n++) {
		const int mu = n % 4, i = n % 3, j = (i + 1) % 3, k = (i + 2) % 3;
		const double a = sin(7.0 * n), f = cos(5.0 * n), sign = mu == 0 && n / (4 * L1 * L2 * L3) == L0 - 1 ? -1 : 1;
		su3_dble *u = link(ipt[n / 4], mu);
		u->c[i][i] = sign * cos(a) * cexp(I * f), u->c[i][j] = sign * sin(a);
		u->c[j][i] = -sign * sin(a), u->c[j][j] = sign * cos(a) * cexp(-I * f), u->c[k][k] = sign;
		for (int s = 0; s < 3; s++) source[n / 4].c[mu][s] = sin(n + 13.0 * s) + I * cos(2.0 * n - s);
	}
}

static void Dw(double m, int ix)
{
	for (int k = 0; k < 12; k++) image[ix].c[k / 3][k % 3] = (4 + m) * solution[ix].c[k / 3][k % 3];
	for (int n = 0; n < 8 * 36; n++) {
		const int mu = n / 72, up = n / 36 % 2, s = n / 9 % 4, c = n / 3 % 3, d = n % 3, y = up ? iup[ix][mu] : idn[ix][mu];
		const double complex u = up ? link(ix, mu)->c[c][d] : conj(link(y, mu)->c[d][c]);
		image[ix].c[s][c] -= 0.5 * u * (solution[y].c[s][d] - (up ? 1 : -1) * phase[mu][s] * solution[y].c[spin[mu][s]][d]);
	}
}

int main(void)
{
	double m = 0.3, rest = 0, norm = 0;
	lqcd_message why;
	lqcd_lattice lat;
	lqcd_inverter inv;
	lqcd_solve_params p = lqcd_solve_params_default();
	geometry(), setup();
	if (lqcd_lattice_create(&lat, size, NULL, &why)) return fprintf(stderr, "%s\n", why.text), 1;
	lqcd_foreign U = lqcd_foreign_of(LQCD_CODE_OPENQCD, LQCD_FOREIGN_LINKS, udb, 64, ipt, &lat);
	lqcd_foreign B = lqcd_foreign_of(LQCD_CODE_OPENQCD, LQCD_FOREIGN_SPINORS, source, 64, ipt, &lat), X = B;
	U.boundary[0].re = -1, X.data = solution;
	const lqcd_status s = lqcd_foreign_inverter(&inv, &U, &lat, m, LQCD_ANTIPERIODIC, LQCD_BICGSTAB, LQCD_FLOAT);
	if (s) return fprintf(stderr, "%s\n", lqcd_lattice_why(&lat, s).text), 1;
	const lqcd_solve_result r = lqcd_foreign_solve(&inv, &X, &B, &p);
	for (int k = 0; k < 12 * VOLUME; k++) {
		if (k % 12 == 0) Dw(m, k / 12);
		rest += pow(cabs(source[k / 12].c[k / 3 % 4][k % 3] - image[k / 12].c[k / 3 % 4][k % 3]), 2);
		norm += pow(cabs(source[k / 12].c[k / 3 % 4][k % 3]), 2);
	}
	printf("%s: %d iterations, |b - D x| / |b| = %.3g\n", lqcd_lattice_why(&lat, r.status).text, r.iterations, sqrt(rest / norm));
	lqcd_inverter_destroy(&inv), lqcd_lattice_destroy(&lat);
	return r.status != LQCD_OK;
}
