/* examples/embed/tmlqcd.c: a code of tmLQCD's kind solves the twisted-mass system M x = b by lqcd, on its own arrays:
 * lexicographic, Z fastest, g_gauge_field[ix][mu]; M = 1 + 2 i kappa mu g5 - kappa H. Prints |b - M x| / |b|, by the
 * host's own loops. */
#include <complex.h>
#include <math.h>
#include "lqcd/foreign/codes.h"

enum { T = 8, LX = 4, LY = 4, LZ = 6, VOLUME = T * LX * LY * LZ };
typedef struct { double complex c[3][3]; } su3;
typedef struct { double complex s[4][3]; } spinor;

static const int size[4] = {T, LX, LY, LZ};
static su3 g_gauge_field[VOLUME][4];
static spinor source[VOLUME], solution[VOLUME], image[VOLUME];
static const int spin[4][4] = {{2, 3, 0, 1}, {3, 2, 1, 0}, {3, 2, 1, 0}, {2, 3, 0, 1}};
static const double complex phase[4][4] = {{-1, -1, -1, -1}, {-I, -I, I, I}, {-1, 1, 1, -1}, {-I, I, I, -I}};

static int neighbour(int ix, int mu, int step)
{
	int stride = 1;
	for (int nu = 3; nu > mu; nu--) stride *= size[nu];
	const int x = ix / stride % size[mu];
	return ix + ((x + step + size[mu]) % size[mu] - x) * stride;
}

static void setup(void)
{
	for (int n = 0; n < 4 * VOLUME; n++) {
		const int mu = n % 4, i = n % 3, j = (i + 1) % 3, k = (i + 2) % 3;
		const double a = sin(7.0 * n), f = cos(5.0 * n);
		su3 *u = &g_gauge_field[n / 4][mu];
		u->c[i][i] = cos(a) * cexp(I * f), u->c[i][j] = sin(a);
		u->c[j][i] = -sin(a), u->c[j][j] = cos(a) * cexp(-I * f), u->c[k][k] = 1;
		for (int c = 0; c < 3; c++) source[n / 4].s[mu][c] = sin(n + 13.0 * c) + I * cos(2.0 * n - c);
	}
}

static void M_full(double kappa, double mubar, int ix) /* mubar = 2 kappa mu */
{
	for (int k = 0; k < 12; k++) image[ix].s[k / 3][k % 3] = (1 + (k < 6 ? I : -I) * mubar) * solution[ix].s[k / 3][k % 3];
	for (int n = 0; n < 8 * 36; n++) {
		const int mu = n / 72, step = n / 36 % 2 ? 1 : -1, s = n / 9 % 4, c = n / 3 % 3, d = n % 3, y = neighbour(ix, mu, step);
		const double complex u = step > 0 ? g_gauge_field[ix][mu].c[c][d] : conj(g_gauge_field[y][mu].c[d][c]);
		image[ix].s[s][c] -= kappa * u * (solution[y].s[s][d] - step * phase[mu][s] * solution[y].s[spin[mu][s]][d]);
	}
}

int main(void)
{
	const double kappa = 0.13, mu = 0.2;
	double rest = 0, norm = 0;
	lqcd_message why;
	lqcd_lattice lat;
	lqcd_inverter inv;
	lqcd_gauge_field_d u;
	lqcd_clover_params term = lqcd_clover_params_default();
	lqcd_solve_params p = lqcd_solve_params_default();
	setup();
	if (lqcd_lattice_create(&lat, size, NULL, &why)) return fprintf(stderr, "%s\n", why.text), 1;
	const lqcd_foreign U = lqcd_foreign_of(LQCD_CODE_TMLQCD, LQCD_FOREIGN_LINKS, g_gauge_field, 64, NULL, &lat);
	lqcd_foreign B = lqcd_foreign_of(LQCD_CODE_TMLQCD, LQCD_FOREIGN_SPINORS, source, 64, NULL, &lat), X = B;
	X.data = solution;
	B.scale = 2 * kappa; /* M = 2 kappa D */
	term.csw = 0;
	term.mu = mu;
	lqcd_status s = lqcd_gauge_field_create(&u, &lat, LQCD_FULL);
	if (!s) s = lqcd_foreign_import_links(&u, &U);
	if (!s) s = lqcd_inverter_create_as(&inv, &u, 0.5 / kappa - 4, LQCD_PERIODIC, LQCD_BICGSTAB_THEN_CG, LQCD_FLOAT);
	if (!s) s = lqcd_inverter_add_clover(&inv, &u, &term, NULL);
	if (s) return fprintf(stderr, "%s\n", lqcd_lattice_why(&lat, s).text), 1;
	const lqcd_solve_result r = lqcd_foreign_solve(&inv, &X, &B, &p);
	for (int k = 0; k < 12 * VOLUME; k++) {
		if (k % 12 == 0) M_full(kappa, 2 * kappa * mu, k / 12);
		rest += pow(cabs(source[k / 12].s[k / 3 % 4][k % 3] - image[k / 12].s[k / 3 % 4][k % 3]), 2);
		norm += pow(cabs(source[k / 12].s[k / 3 % 4][k % 3]), 2);
	}
	printf("%s: %d iterations, |b - M x| / |b| = %.3g\n", lqcd_lattice_why(&lat, r.status).text, r.iterations, sqrt(rest / norm));
	lqcd_inverter_destroy(&inv), lqcd_gauge_field_destroy(&u), lqcd_lattice_destroy(&lat);
	return r.status != LQCD_OK;
}
