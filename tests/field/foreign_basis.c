/* tests/field/foreign_basis.c: what foreign fields mean (foreign/basis.h).
 *
 * The gamma matrices of each basis, written down here, are those of the library under its change of basis. The Wilson
 * operator with these matrices, on plain arrays, is that of the library on imported links and spinors. Links with
 * phases give the plaquettes and link traces of the links without them, with the signs; links of which two rows are
 * stored come back whole. */
#include <lqcd/dirac/wilson.h>
#include <lqcd/foreign/fields.h>
#include <lqcd/field/linalg.h>
#include <lqcd/gauge/momentum.h>
#include <lqcd/gauge/plaquette.h>

#include "../support/support.h"
#include "foreign_sizes.h"

enum { L = 4, BASIS_V = L * L * L * L, BASES = 5 };

typedef struct {
	double re, im;
} number;
typedef number matrix[4][4];

static lqcd_lattice basis_lat;
static double links[BASIS_V][4][LINK], in[BASIS_V][SPINOR], out[BASIS_V][SPINOR], want[BASIS_V][SPINOR];

static number times(number a, number b)
{
	const number r = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
	return r;
}

/* Upper right block of g_x, g_y, g_z, the lower left one being its adjoint: sign i s_k. */
static void off_diagonal(matrix g, int k, double sign, double sign_y)
{
	const double s = k == 2 ? sign * sign_y : sign;
	memset(g, 0, sizeof(matrix));
	if (k == 1) g[0][3].im = g[1][2].im = s;
	if (k == 2) {
		g[0][3].re = s;
		g[1][2].re = -s;
	}
	if (k == 3) {
		g[0][2].im = s;
		g[1][3].im = -s;
	}
	for (int i = 0; i < 2; i++)
		for (int j = 2; j < 4; j++) {
			g[j][i].re = g[i][j].re;
			g[j][i].im = -g[i][j].im;
		}
}

static void gamma_of(matrix g, lqcd_foreign_basis basis, int mu)
{
	const int chiral = basis == LQCD_BASIS_CHIRAL, milc = basis == LQCD_BASIS_MILC, rossi = milc || basis == LQCD_BASIS_DEGRAND_ROSSI;
	if (mu)
		off_diagonal(g, mu, chiral || milc || basis == LQCD_BASIS_DIRAC_PAULI ? -1 : 1, rossi ? -1 : 1);
	else {
		memset(g, 0, sizeof(matrix));
		for (int i = 0; i < 2; i++)
			if (chiral || rossi)
				g[i][i + 2].re = g[i + 2][i].re = chiral || milc ? -1 : 1;
			else {
				g[i][i].re = 1;
				g[i + 2][i + 2].re = -1;
			}
	}
}

/* The largest deviation of S g_mu(ours) S^+ from their gamma matrices, and of those from a Clifford algebra. */
static double test_gammas(const lqcd_foreign *f, lqcd_foreign_basis basis)
{
	double worst = 0;
	matrix g, h;
	for (int mu = 0; mu < 4; mu++) {
		gamma_of(g, basis, mu);
		for (int j = 0; j < 4; j++) { /* column j of g S against S g_mu */
			lqcd_spinor_d e, ge;
			lqcd_spinor_zero(&e);
			e.c[j].c[0].re = 1;
			lqcd_spinor_gamma(&ge, &e, mu);
			for (int i = 0; i < 4; i++) {
				number a = {0, 0};
				for (int k = 0; k < 4; k++) {
					const number s = {f->basis[i][k].re, f->basis[i][k].im}, t = {f->basis[k][j].re, f->basis[k][j].im};
					const number o = {ge.c[k].c[0].re, ge.c[k].c[0].im};
					a.re += times(s, o).re - times(g[i][k], t).re;
					a.im += times(s, o).im - times(g[i][k], t).im;
				}
				worst = tap_worst(worst, fabs(a.re) + fabs(a.im));
			}
		}
		for (int nu = 0; nu < 4; nu++) {
			gamma_of(h, basis, nu);
			for (int i = 0; i < 4; i++)
				for (int j = 0; j < 4; j++) {
					number a = {i == j && mu == nu ? -2.0 : 0.0, 0};
					for (int k = 0; k < 4; k++) {
						a.re += times(g[i][k], h[k][j]).re + times(h[i][k], g[k][j]).re;
						a.im += times(g[i][k], h[k][j]).im + times(h[i][k], g[k][j]).im;
					}
					worst = tap_worst(worst, fabs(a.re) + fabs(a.im));
				}
		}
	}
	return worst;
}

static int step(int n, int mu, int sign)
{
	const int stride[4] = {L * L * L, L * L, L, 1}, x = n / stride[mu] % L;
	return n + ((x + sign + L) % L - x) * stride[mu];
}

/* want = (4 + m) in - 1/2 sum (1 -+ g) U in */
static void dirac(lqcd_foreign_basis basis, double mass)
{
	for (int n = 0; n < BASIS_V; n++)
		for (int k = 0; k < SPINOR; k++) want[n][k] = (4 + mass) * in[n][k];
	for (int mu = 0; mu < 4; mu++) {
		matrix g;
		gamma_of(g, basis, mu);
		for (int n = 0; n < BASIS_V; n++)
			for (int sign = -1; sign < 2; sign += 2) {
				const int to = step(n, mu, sign);
				const double *u = links[sign > 0 ? n : to][mu];
				for (int s = 0; s < 4; s++)
					for (int c = 0; c < N; c++)
						for (int r = 0; r < 4; r++) {
							const number p = {(s == r ? 1.0 : 0.0) - sign * g[s][r].re, -sign * g[s][r].im};
							number a = {0, 0};
							for (int d = 0; d < N; d++) {
								const int at = 2 * (sign > 0 ? c * N + d : d * N + c);
								const number w = {u[at], sign * u[at + 1]};
								const number v = {in[to][2 * (r * N + d)], in[to][2 * (r * N + d) + 1]};
								a.re += times(w, v).re;
								a.im += times(w, v).im;
							}
							want[n][2 * (s * N + c)] -= 0.5 * times(p, a).re;
							want[n][2 * (s * N + c) + 1] -= 0.5 * times(p, a).im;
						}
			}
	}
}

static void test_bases(const lqcd_gauge_field_d *u)
{
	static const char *const name[BASES] = {"chiral", "DeGrand-Rossi", "MILC", "UKQCD", "Dirac-Pauli"};
	lqcd_spinor_field_d x, y;
	lqcd_wilson_d D;
	must(lqcd_spinor_field_create(&x, &basis_lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&y, &basis_lat, LQCD_FULL));
	must(lqcd_wilson_create(&D, u, 0.3, LQCD_PERIODIC));
	for (int b = 0; b < BASES; b++) {
		lqcd_foreign from = lqcd_foreign_make(LQCD_FOREIGN_SPINORS, in), to = lqcd_foreign_make(LQCD_FOREIGN_SPINORS, out);
		double worst = 0;
		must(lqcd_foreign_set_basis(&from, (lqcd_foreign_basis)b));
		must(lqcd_foreign_set_basis(&to, (lqcd_foreign_basis)b));
		tap_ok(test_gammas(&from, (lqcd_foreign_basis)b) < 1e-15, "%s: gamma matrices", name[b]);
		for (int n = 0; n < BASIS_V; n++)
			for (int k = 0; k < SPINOR; k++) in[n][k] = tap_random() - 0.5;
		must(lqcd_foreign_check(&from, &basis_lat));
		must(lqcd_foreign_import_spinors(&x, &from));
		lqcd_wilson_apply(&y, &D, &x, 0);
		must(lqcd_foreign_export_spinors(&to, &y));
		dirac((lqcd_foreign_basis)b, 0.3);
		for (int n = 0; n < BASIS_V; n++)
			for (int k = 0; k < SPINOR; k++) worst = tap_worst(worst, fabs(out[n][k] - want[n][k]));
		tap_ok(worst < 1e-13, "%s: the Wilson operator: %.1e", name[b], worst);
	}
	lqcd_wilson_destroy(&D);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&y);
}

/* The sum of Re tr of all plaquettes of the array. */
static double plaquettes(void)
{
	double total = 0;
	for (int n = 0; n < BASIS_V; n++)
		for (int mu = 0; mu < 4; mu++)
			for (int nu = 0; nu < mu; nu++) {
				const double *p[4] = {links[n][mu], links[step(n, mu, 1)][nu], links[step(n, nu, 1)][mu], links[n][nu]};
				number a[N][N], b[N][N];
				for (int k = 0; k < 4; k++) {
					for (int i = 0; i < N; i++)
						for (int j = 0; j < N; j++) {
							b[i][j].re = b[i][j].im = 0;
							for (int l = 0; l < N; l++) {
								const int at = 2 * (k > 1 ? j * N + l : l * N + j);
								const number w = {p[k][at], (k > 1 ? -1 : 1) * p[k][at + 1]}, one = {i == l ? 1.0 : 0.0, 0};
								const number left = k ? a[i][l] : one;
								b[i][j].re += times(left, w).re;
								b[i][j].im += times(left, w).im;
							}
						}
					memcpy(a, b, sizeof a);
				}
				for (int i = 0; i < N; i++) total += a[i][i].re;
			}
	return total;
}

static void test_phases(const lqcd_gauge_field_d *u, lqcd_gauge_field_d *v)
{
	lqcd_foreign f = lqcd_foreign_make(LQCD_FOREIGN_LINKS, links);
	const double plain = plaquettes();
	for (int phases = 1; phases < 3; phases++) {
		must(lqcd_foreign_set_phases(&f, (lqcd_foreign_phases)phases));
		must(lqcd_foreign_check(&f, &basis_lat));
		must(lqcd_foreign_export_links(&f, u));
		tap_ok(fabs(plaquettes() + plain) < 1e-10, "staggered phases %d: each plaquette has a sign", phases);
	}
	/* First two rows of the adjoints, of antiperiodic links with a twist: the last row is left alone. */
	f = lqcd_foreign_make(LQCD_FOREIGN_LINKS, links);
	must(lqcd_foreign_set_phases(&f, LQCD_PHASES_TXYZ));
	f.rows = N - 1;
	f.adjoint = 1;
	f.boundary[0].re = -1;
	f.boundary[2].re = cos(0.7);
	f.boundary[2].im = sin(0.7);
	for (int n = 0; n < BASIS_V; n++)
		for (int mu = 0; mu < 4; mu++)
			for (int k = 0; k < LINK; k++) links[n][mu][k] = -77;
	must(lqcd_foreign_check(&f, &basis_lat));
	must(lqcd_foreign_export_links(&f, u));
	int wrong = 0;
	for (int n = 0; n < BASIS_V; n++)
		for (int mu = 0; mu < 4; mu++)
			for (int k = 0; k < LINK; k++) wrong += (fabs(links[n][mu][k] + 77) < 1e-9) != (k >= LINK - 2 * N);
	must(lqcd_foreign_import_links(v, &f));
	double worst = 0;
	for (size_t k = 0; k < (size_t)BASIS_V * 4 * LINK; k++) worst = tap_worst(worst, fabs((&u->ptr->e[0][0].re)[k] - (&v->ptr->e[0][0].re)[k]));
	tap_ok(wrong == 0 && worst < 1e-14, "the first rows of adjoints with phases: %d wrong, %.1e", wrong, worst);
}

/* A propagator: each number where it should be, with S P S^+ of the matrices above; and back. */
static void test_propagators(void)
{
	enum { COLUMNS = 4 * N, SITE = 2 * COLUMNS * COLUMNS };
	static double memory[BASIS_V * SITE];
	lqcd_spinor_field_d s[COLUMNS], t[COLUMNS];
	for (int k = 0; k < COLUMNS; k++) {
		must(lqcd_spinor_field_create(&s[k], &basis_lat, LQCD_FULL));
		must(lqcd_spinor_field_create(&t[k], &basis_lat, LQCD_FULL));
		lqcd_spinor_field_gaussian(&s[k], tap_random_u64(), 0);
		for (int i = 0; i < BASIS_V * SPINOR; i++) ((double *)t[k].ptr)[i] = ((double *)s[k].ptr)[i];
	}
	for (int b = 0; b < BASES; b++) {
		lqcd_foreign f = lqcd_foreign_make_propagator(memory);
		double worst = 0, back = 0;
		must(lqcd_foreign_set_basis(&f, (lqcd_foreign_basis)b));
		must(lqcd_foreign_check(&f, &basis_lat));
		must(lqcd_foreign_export_propagator(&f, s));
		for (int n = 0; n < BASIS_V; n += 37)
			for (int i = 0; i < SITE / 2; i++) {
				const int x[4] = {n / (L * L * L), n / (L * L) % L, n / L % L, n % L};
				const int c2 = i % N, c1 = i / N % N, s2 = i / N / N % 4, s1 = i / N / N / 4;
				const int ix = lqcd_geometry_index(s[0].type, x, NULL);
				number sum = {0, 0};
				for (int a = 0; a < 4; a++)
					for (int r = 0; r < 4; r++) {
						const lqcd_complex_d p = s[N * r + c2].ptr[ix].c[a].c[c1];
						const number w = {p.re, p.im}, left = {f.basis[s1][a].re, f.basis[s1][a].im};
						const number right = {f.basis[s2][r].re, -f.basis[s2][r].im}, both = times(left, right);
						sum.re += times(both, w).re;
						sum.im += times(both, w).im;
					}
				worst = tap_worst(worst, fabs(memory[n * SITE + 2 * i] - sum.re) + fabs(memory[n * SITE + 2 * i + 1] - sum.im));
			}
		for (int k = 0; k < COLUMNS; k++) lqcd_spinor_field_zero(&s[k]);
		must(lqcd_foreign_import_propagator(s, &f));
		for (int k = 0; k < COLUMNS; k++)
			for (int i = 0; i < BASIS_V * SPINOR; i++) back = tap_worst(back, fabs(((double *)s[k].ptr)[i] - ((double *)t[k].ptr)[i]));
		tap_ok(worst < 1e-14 && (b < 3 ? back <= 0 : back < 1e-14), "propagator in basis %d: %.1e, and back: %.1e", b, worst, back);
	}
	lqcd_foreign bad = lqcd_foreign_make_propagator(memory);
	bad.source_colour = 1;
	tap_ok(lqcd_foreign_check(&bad, &basis_lat) == LQCD_ERR_ARGUMENT && lqcd_foreign_import_propagator(s, &bad) == LQCD_ERR_ARGUMENT &&
		       lqcd_foreign_export_propagator(NULL, s) == LQCD_ERR_ARGUMENT && lqcd_foreign_import_propagator(NULL, &bad) == LQCD_ERR_ARGUMENT,
	       "propagators that are refused");
	for (int k = 0; k < COLUMNS; k++) {
		lqcd_spinor_field_destroy(&s[k]);
		lqcd_spinor_field_destroy(&t[k]);
	}
}

/* Momenta as MILC and openQCD store them: the numbers that the matrices have, and back. */
static void test_momenta(lqcd_gauge_field_d *p, lqcd_gauge_field_d *q)
{
#if LQCD_NC == 3
	for (int milc = 0; milc < 2; milc++) {
		double *memory = &links[0][0][0], worst = 0;
		lqcd_foreign f = lqcd_foreign_make(milc ? LQCD_FOREIGN_MILC_MOMENTA : LQCD_FOREIGN_ALGEBRA, memory);
		const int some = milc ? 10 : 8;
		int touched = 0;
		for (int k = 0; k < BASIS_V * 4 * some; k++) memory[k] = 99;
		lqcd_momentum_random(p, tap_random_u64(), 0);
		must(lqcd_foreign_check(&f, &basis_lat));
		must(lqcd_foreign_export_links(&f, p));
		for (int n = 0; n < 4 * BASIS_V; n++) {
			const int x[4] = {n / 4 / (L * L * L), n / 4 / (L * L) % L, n / 4 / L % L, n / 4 % L};
			const lqcd_su3_d *m = p->ptr + 4 * lqcd_geometry_index(p->type, x, NULL) + n % 4;
			const double *c = memory + some * n, *d = c + (milc ? 0 : 2);
			worst = tap_worst(worst, fabs(d[0] - m->e[0][1].re) + fabs(d[1] - m->e[0][1].im) + fabs(d[2] - m->e[0][2].re) +
							 fabs(d[3] - m->e[0][2].im) + fabs(d[4] - m->e[1][2].re) + fabs(d[5] - m->e[1][2].im));
			if (milc)
				worst = tap_worst(worst, fabs(c[6] - m->e[0][0].im) + fabs(c[7] - m->e[1][1].im) + fabs(c[8] - m->e[2][2].im));
			else
				worst = tap_worst(worst, fabs((c[0] + c[1]) / 3 - m->e[0][0].im) + fabs((c[1] - 2 * c[0]) / 3 - m->e[1][1].im));
			touched += milc && fabs(c[9] - 99) > 0;
		}
		must(lqcd_foreign_import_links(q, &f));
		double back = 0;
		for (size_t k = 0; k < (size_t)BASIS_V * 4 * LINK; k++) back = tap_worst(back, fabs((&p->ptr->e[0][0].re)[k] - (&q->ptr->e[0][0].re)[k]));
		tap_ok(worst < 1e-14 && back < 1e-14 && !touched, "momenta of %s: %.1e, and back: %.1e", milc ? "MILC" : "openQCD", worst, back);
		f.boundary[0].re = -1;
		tap_ok(lqcd_foreign_check(&f, &basis_lat) == LQCD_ERR_ARGUMENT, "they have no phases");
	}
#else
	(void)p;
	(void)q;
#endif
}

static void test_foreign_basis(void)
{
	const int extent[4] = {L, L, L, L};
	lqcd_gauge_field_d u, v;
	lqcd_foreign f = lqcd_foreign_make(LQCD_FOREIGN_LINKS, links);
	must(lqcd_lattice_create(&basis_lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &basis_lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&v, &basis_lat, LQCD_FULL));
	lqcd_gauge_field_random(&u, tap_random_u64(), 0);
	must(lqcd_foreign_export_links(&f, &u));
	tap_ok(fabs(plaquettes() / (6.0 * (double)(N * BASIS_V)) - lqcd_plaquette(&u).mean) < 1e-13, "plaquettes of exported links");
	test_bases(&u);
	test_phases(&u, &v);
	test_propagators();
	test_momenta(&u, &v);
	tap_ok(lqcd_foreign_set_basis(&f, (lqcd_foreign_basis)5) == LQCD_ERR_ARGUMENT && lqcd_foreign_set_basis(NULL, LQCD_BASIS_MILC) == LQCD_ERR_ARGUMENT &&
		       lqcd_foreign_set_phases(&f, (lqcd_foreign_phases)3) == LQCD_ERR_ARGUMENT &&
		       lqcd_foreign_set_phases(NULL, LQCD_PHASES_NONE) == LQCD_ERR_ARGUMENT,
	       "names that do not exist");
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_lattice_destroy(&basis_lat);
}
