/* tests/hirep/formfactors.c: form factors, against sums over all components of spin and colour, and against what follows from
 * current conservation. OLD_HEADERS: as programs of before libhr.h call them. "formfactors -i input FILE" writes what they
 * print to FILE. */
#ifdef OLD_HEADERS
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
#include "io.h"
#include "random.h"
#include "global.h"
#include "suN.h"
#include "linear_algebra.h"
#include "representation.h"
#include "utils.h"
#include "communications.h"
#include "logger.h"
#include "memory.h"
#include "update.h"
#include "sources.h"
#include "spectrum.h"
#include "observables.h"
#else
#include "libhr.h"
#endif
#include "check.h"

enum { CHANNELS = 4, COMPONENTS = 4 * NF, MASSES = 2, MOMENTA = 2, TIMES = 16 };

static hr_complex gamma0[4][4], gamma5[4][4];

/* Component i = 4 colour + spin of the column j = 4 colour + spin of nm fields each. */
static hr_complex at(spinor_field *psi, int nm, int mass, int ix, int i, int j)
{
	return _FIELD_AT(&psi[nm * j + mass], ix)->c[i % 4].c[i / 4];
}

/* tr a(x)^+ M b(y), M = g5 (k + l g0) times the link u, its adjoint (-1), or (0) no link. */
static hr_complex trace(spinor_field *a, int x, spinor_field *b, int y, int nm, int mass, double k, double l, int link,
			int ix)
{
	hr_complex z = 0;
	for (int s = 0; s < 16; s++) {
		hr_complex g = 0;
		for (int r = 0; r < 4; r++) g += gamma5[s / 4][r] * ((r == s % 4 ? k : 0) + l * gamma0[r][s % 4]);
		if (cabs(g) < 0.5) continue;
		for (int c = 0; c < NF * NF; c++) {
			const int from = c % NF, to = c / NF;
			const hr_complex u = !link      ? (from == to ? 1 : 0)
					     : link > 0 ? pu_gauge_f(ix, 0)->c[NF * to + from]
							: conj(pu_gauge_f(ix, 0)->c[NF * from + to]);
			for (int j = 0; j < COMPONENTS; j++)
				z += conj(at(a, nm, mass, x, 4 * to + s / 4, j)) * g * u *
				     at(b, nm, mass, y, 4 * from + s % 4, j);
		}
	}
	return z;
}

/* |b(x)|^2 */
static double squares(spinor_field *b, int nm, int mass, int ix)
{
	double n = 0;
	for (int k = 0; k < COMPONENTS * COMPONENTS; k++) {
		const hr_complex z = at(b, nm, mass, ix, k / COMPONENTS, k % COMPONENTS);
		n += creal(z * conj(z));
	}
	return n;
}

static double expected[CHANNELS][MOMENTA * MOMENTA * MOMENTA][MASSES][TIMES];

static void expect(spinor_field *seq, spinor_field *point, int nm, int ti, int n, const int pt[4])
{
	memset(expected, 0, sizeof expected);
	for (int k = 0; k < VOLUME; k++) {
		const int x[4] = {k / (X * Y * Z), k / (Y * Z) % X, k / Z % Y, k % Z};
		const int ix = ipt(x[0], x[1], x[2], x[3]), up = iup(ix, 0),
			  t = (x[0] + zerocoord[0] - ti + GLB_T) % GLB_T;
		for (int i = 0; i < nm; i++) {
			const hr_complex local = (trace(point, ix, seq, ix, nm, i, 0, 1, 0, 0) -
						  trace(seq, ix, point, ix, nm, i, 0, 1, 0, 0)) /
						 2;
			const hr_complex conserved = (trace(point, up, seq, ix, nm, i, 1, 1, -1, ix) -
						      trace(point, ix, seq, up, nm, i, 1, -1, 1, ix)) /
						     2;
			for (int p = 0; p < n * n * n; p++) {
				const double angle = -2 * M_PI *
						     ((double)(p / (n * n)) * (x[1] + zerocoord[1] - pt[1]) / GLB_X +
						      (double)(p / n % n) * (x[2] + zerocoord[2] - pt[2]) / GLB_Y +
						      (double)(p % n) * (x[3] + zerocoord[3] - pt[3]) / GLB_Z);
				const hr_complex w = cos(angle) + I * sin(angle);
				expected[0][p][i][t] -= creal(w) * squares(point, nm, i, ix) / (double)GLB_VOL3;
				expected[1][p][i][t] -= creal(w * local) / (double)GLB_VOL3;
				expected[2][p][i][t] += cimag(w * local) / (double)GLB_VOL3;
				expected[3][p][i][t] -= creal(w * conserved) / (double)GLB_VOL3;
			}
		}
	}
	global_sum(&expected[0][0][0][0], (int)(sizeof expected / sizeof(double)));
}

/* What was printed last, six digits after the point: of a channel, momentum and mass. */
static double *printed(const char *file, const char *label, const double *mass, int channel, int p, int i, int n)
{
	static const char *const name[CHANNELS] = {"g5_ff", "pipig_ff_re", "pipig_ff_im", "pipig_conserved_ff"};
	static double c[TIMES];
	static char line[8192];
	char head[256], momentum[64] = "";
	FILE *f = fopen(file, "r");
	for (int t = 0; t < TIMES; t++) c[t] = NAN;
	if (n > 1) snprintf(momentum, sizeof momentum, " momentum(%d,%d,%d)", p / (n * n), p / n % n, p % n);
	snprintf(head, sizeof head, "conf #7 mass=%2.6f %s FORM_FACTOR %s%s= ", mass[i], label, name[channel],
		 momentum);
	while (f && fgets(line, sizeof line, f)) {
		const char *at_head = strstr(line, head);
		if (!at_head) continue;
		char *next = line + (at_head - line) + strlen(head);
		for (int t = 0; t < GLB_T; t++) c[t] = strtod(next, &next);
	}
	if (f) fclose(f);
	return c;
}

/* The largest deviation of what was printed, in its digits. */
static double deviation(const char *file, const char *label, const double *mass, int nm, int n)
{
	double worst = 0;
	for (int k = 0; k < CHANNELS * n * n * n * nm; k++) {
		const int channel = k / (n * n * n * nm), p = k / nm % (n * n * n), i = k % nm;
		const double *c = printed(file, label, mass, channel, p, i, n);
		double size = 0;
		/* The imaginary part is 0 for some momenta. */
		for (int t = 0; t < CHANNELS * GLB_T; t++)
			size = fmax(size, fabs(expected[t / GLB_T][p][i][t % GLB_T]));
		for (int t = 0; t < GLB_T; t++) {
			const double d = fabs(c[t] - expected[channel][p][i][t]) /
					 (1e-4 * size + fabs(expected[channel][p][i][t]));
			worst = d <= worst ? worst : d;
		}
	}
	return worst;
}

/* Of any two sets of fields. */
static void check_contractions(const char *file)
{
	double mass[MASSES] = {0.25, 0.5};
	int pt[4] = {1, 1, 0, 1};
	char label[] = "ANY";
	spinor_field *a = alloc_spinor_field_f(COMPONENTS * MASSES, &glattice),
		     *b = alloc_spinor_field_f(COMPONENTS * MASSES, &glattice);
	for (int k = 0; k < COMPONENTS * MASSES; k++) {
		gaussian_spinor_field(&a[k]);
		gaussian_spinor_field(&b[k]);
	}
	measure_formfactors(a, b, NULL, MASSES, 1, 3, MOMENTA, pt);
	print_formfactor(7, MASSES, mass, MOMENTA, label, 2);
	expect(a, b, MASSES, 1, MOMENTA, pt);
	double d = deviation(file, "ANY tf 2", mass, MASSES, MOMENTA);
	check(d < 1e-5, "measure_formfactors, %d masses, %d momenta: off by %.1e", MASSES, MOMENTA * MOMENTA * MOMENTA,
	      d);
	/* Two calls add up, and printing forgets. */
	measure_formfactors(a, b, NULL, 1, 0, 2, 1, pt);
	measure_formfactors(a, b, NULL, 1, 0, 2, 1, pt);
	print_formfactor(7, 1, mass, 1, label, 4);
	expect(a, b, 1, 0, 1, pt);
	for (int k = 0; k < CHANNELS * GLB_T; k++) expected[k / GLB_T][0][0][k % GLB_T] *= 2;
	d = deviation(file, "ANY tf 4", mass, 1, 1);
	check(d < 1e-5, "two calls of measure_formfactors: off by %.1e", d);
	free_spinor_field_f(a);
	free_spinor_field_f(b);
}

/* The charge of the conserved current jumps by the pion at tf, and goes back at ti. */
static void check_charge(const char *file, const char *label, const double *mass, int nm, int cut, int tf)
{
	for (int i = 0; i < nm; i++) {
		double pion[TIMES], charge[TIMES], worst = 0, size = 0;
		memcpy(pion, printed(file, label, mass, 0, 0, i, 1), sizeof pion);
		memcpy(charge, printed(file, label, mass, 3, 0, i, 1), sizeof charge);
		for (int t = 0; t < GLB_T; t++) size = fmax(size, fabs(charge[t]));
		for (int t = 1; t < GLB_T; t++) {
			const double jump = charge[t] - charge[t - 1],
				     is = t == tf ? fabs(jump) - fabs(pion[tf]) : jump;
			worst = fabs(is) <= worst ? worst : fabs(is);
		}
		if (cut >= 0) worst = fabs(charge[cut]) <= worst ? worst : fabs(charge[cut]);
		check(worst < 1e-5 * size && size > 0, "%s, mass %g: the charge, %.1e, off by %.1e", label, mass[i],
		      size, worst);
	}
}

/* A point, by the calls that HiRep's program makes. */
static void check_measurements(const char *file)
{
	double mass[MASSES] = {0.4, 0.3}, before;
	int pt[4] = {1, 0, 0, 0};
	const double p = avr_plaquette();
#ifdef OLD_HEADERS
	measure_formfactor_pt(1, 3, MASSES, mass, 1, 7, 1e-24);
	measure_formfactor_fixed(1, 3, 0, 1, mass, 1, 7, 1e-24);
#else
	measure_formfactor_pt(1, 3, MASSES, mass, 1, 7, 1e-24, DONTSTORE, NULL);
	measure_formfactor_fixed(1, 3, 0, 1, mass, 1, 7, 1e-24, DONTSTORE, NULL);
#endif
	check_charge(file, "DEFAULT_FF_POINT tf 2", mass, MASSES, -1, 2);
	/* No quark crosses from time 0 to time 1, which is the last in the order of the output. */
	check_charge(file, "DIRICHLET_FF_POINT dt=0 tf 2", mass, 1, GLB_T - 1, 2);
	before = avr_plaquette();
	check(fabs(before - p) < 1e-14, "measure_formfactor_fixed leaves the links as they are");
	/* The propagators, solved here mass by mass. */
	spinor_field *s = alloc_spinor_field_f(COMPONENTS * MASSES, &glattice),
		     *g = alloc_spinor_field_f(COMPONENTS * MASSES, &glattice);
	spinor_field *source = alloc_spinor_field_f(4, &glattice), *next = alloc_spinor_field_f(1, &glattice);
	for (int i = 0; i < MASSES; i++) {
		init_propagator_eo(1, &mass[i], 1e-24);
		for (int k = 0; k < COMPONENTS; k++) {
			create_point_source(source, 1, k / 4);
			calc_propagator(&s[MASSES * k + i], &source[k % 4], 1);
			spinor_field_g5_f(next, &s[MASSES * k + i]);
			for (int n = 0; n < T * X * Y * Z; n++)
				if (n / (X * Y * Z) + zerocoord[0] != 3)
					_spinor_zero_f(*_FIELD_AT(
						next, ipt(n / (X * Y * Z), n / (Y * Z) % X, n / Z % Y, n % Z)));
			calc_propagator(&g[MASSES * k + i], next, 1);
		}
		free_propagator_eo();
	}
	for (int k = 0; k < COMPONENTS * MASSES; k++) {
		start_sf_sendrecv(&s[k]);
		complete_sf_sendrecv(&s[k]);
		start_sf_sendrecv(&g[k]);
		complete_sf_sendrecv(&g[k]);
	}
	expect(g, s, MASSES, 1, 1, pt);
	double d = 0;
	for (int channel = 0; channel < CHANNELS; channel += 3)
		for (int i = 0; i < MASSES; i++) {
			const double *c = printed(file, "DEFAULT_FF_POINT tf 2", mass, channel, 0, i, 1);
			double size = 0;
			for (int t = 0; t < GLB_T; t++) size = fmax(size, fabs(expected[channel][0][i][t]));
			for (int t = 0; t < GLB_T; t++) {
				const double is = fabs(c[t] - expected[channel][0][i][t]) / size;
				d = is <= d ? d : is;
			}
		}
	check(d < 1e-5, "measure_formfactor_pt: off by %.1e", d);
	free_spinor_field_f(s);
	free_spinor_field_f(g);
	free_spinor_field_f(source);
	free_spinor_field_f(next);
}

int main(int argc, char *argv[])
{
	int sign;
	char to[512];
	const char *file = argv[argc - 1];
	setup_process(&argc, &argv);
	int seed = (int)(tap_random_u64() % 1000000) + 1;
	bcast_int(&seed, 1);
	rlxd_init(1, seed);
	setup_gauge_fields();
	random_u(u_gauge);
	represent_gauge_field();
	g0_debug(gamma0, &sign);
	g5_debug(gamma5, &sign);
	snprintf(to, sizeof to, ">%s", file);
	logger_map("MAIN", to);
	logger_setlevel("MAIN", 0);
	check_contractions(file);
	check_measurements(file);
	finalize_process();
	return done();
}
