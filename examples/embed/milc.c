/* examples/embed/milc.c: a code of MILC's kind solves M x = b by lqcd, on its own arrays: a struct of sites, the even ones
 * first, X fastest, antiperiodic links; M = 1 - kappa sum_mu [(1 + g_mu) U_mu(x) psi(x+mu) + (1 - g_mu) U^+ psi(x-mu)]
 * with the gamma matrices of DeGrand and Rossi. Prints |b - M x| / |b|, by the host's own loops. */
#include <complex.h>
#include <math.h>
#include "lqcd/foreign/codes.h"

enum { NX = 4, NY = 6, NZ = 4, NT = 8, VOLUME = NX * NY * NZ * NT };
typedef struct { double complex e[3][3]; } su3_matrix;
typedef struct { struct { double complex c[3]; } d[4]; } wilson_vector;
typedef struct { short x, y, z, t; int parity; su3_matrix link[4]; wilson_vector source, solution, check; } site;

static site lattice[VOLUME];
static const int size[4] = {NX, NY, NZ, NT};
static const int spin[4][4] = {{3, 2, 1, 0}, {3, 2, 1, 0}, {2, 3, 0, 1}, {2, 3, 0, 1}};
static const double complex phase[4][4] = {{I, I, -I, -I}, {-1, 1, 1, -1}, {I, -I, -I, I}, {1, 1, 1, 1}};

static int node_index(const int x[4])
{
	return (x[0] + NX * (x[1] + NY * (x[2] + NZ * x[3])) + VOLUME * ((x[0] + x[1] + x[2] + x[3]) % 2)) / 2;
}

static void setup(void)
{
	for (int n = 0; n < VOLUME; n++) {
		const int x[4] = {n % NX, n / NX % NY, n / NX / NY % NZ, n / NX / NY / NZ};
		site *s = &lattice[node_index(x)];
		s->x = (short)x[0], s->y = (short)x[1], s->z = (short)x[2], s->t = (short)x[3];
		for (int mu = 0; mu < 4; mu++) { /* a rotation in two colours, and phases */
			const double a = sin(7.0 * n + mu), f = cos(5.0 * n - 3 * mu), sign = mu == 3 && x[3] == NT - 1 ? -1 : 1;
			const int i = (n + mu) % 3, j = (i + 1) % 3, k = (i + 2) % 3;
			s->link[mu].e[i][i] = sign * cos(a) * cexp(I * f), s->link[mu].e[i][j] = sign * sin(a);
			s->link[mu].e[j][i] = -sign * sin(a), s->link[mu].e[j][j] = sign * cos(a) * cexp(-I * f), s->link[mu].e[k][k] = sign;
		}
		for (int k = 0; k < 12; k++) s->source.d[k / 3].c[k % 3] = sin(n + 13.0 * k) + I * cos(2.0 * n - k);
	}
}

static void multiply(site *s, double kappa) /* check = M solution */
{
	s->check = s->solution;
	for (int n = 0; n < 8; n++) {
		const int mu = n / 2, step = n % 2 ? 1 : -1;
		int x[4] = {s->x, s->y, s->z, s->t};
		x[mu] = (x[mu] + step + size[mu]) % size[mu];
		const site *t = &lattice[node_index(x)];
		for (int k = 0; k < 36; k++) {
			const int d = k / 9, c = k / 3 % 3, e = k % 3;
			const double complex u = step > 0 ? s->link[mu].e[c][e] : conj(t->link[mu].e[e][c]);
			s->check.d[d].c[c] -= kappa * u * (t->solution.d[d].c[e] + step * phase[mu][d] * t->solution.d[spin[mu][d]].c[e]);
		}
	}
}

int main(void)
{
	const int extent[4] = {NT, NX, NY, NZ}; /* lqcd: T X Y Z */
	double kappa = 0.12, rest = 0, norm = 0;
	lqcd_message why;
	lqcd_lattice lat;
	lqcd_inverter inv;
	lqcd_solve_params p = lqcd_solve_params_default();
	setup();
	if (lqcd_lattice_create(&lat, extent, NULL, &why)) return fprintf(stderr, "%s\n", why.text), 1;
	lqcd_foreign U = lqcd_foreign_of(LQCD_CODE_MILC, LQCD_FOREIGN_LINKS, lattice[0].link, 64, NULL, &lat);
	lqcd_foreign B = lqcd_foreign_of(LQCD_CODE_MILC, LQCD_FOREIGN_SPINORS, &lattice[0].source, 64, NULL, &lat), X;
	U.site = B.site = sizeof(site) / sizeof(double), U.boundary[0].re = -1, B.scale = 2 * kappa; /* M = 2 kappa D */
	X = B, X.data = &lattice[0].solution, X.scale = 1;
	const lqcd_status s = lqcd_foreign_inverter(&inv, &U, &lat, 0.5 / kappa - 4, LQCD_ANTIPERIODIC, LQCD_BICGSTAB, LQCD_FLOAT);
	if (s) return fprintf(stderr, "%s\n", lqcd_lattice_why(&lat, s).text), 1;
	const lqcd_solve_result r = lqcd_foreign_solve(&inv, &X, &B, &p);
	for (int i = 0; i < VOLUME; i++) {
		multiply(&lattice[i], kappa);
		for (int k = 0; k < 12; k++) rest += pow(cabs(lattice[i].source.d[k / 3].c[k % 3] - lattice[i].check.d[k / 3].c[k % 3]), 2);
		for (int k = 0; k < 12; k++) norm += pow(cabs(lattice[i].source.d[k / 3].c[k % 3]), 2);
	}
	printf("%s: %d iterations, |b - M x| / |b| = %.3g\n", lqcd_lattice_why(&lat, r.status).text, r.iterations, sqrt(rest / norm));
	lqcd_inverter_destroy(&inv), lqcd_lattice_destroy(&lat);
	return r.status != LQCD_OK;
}
