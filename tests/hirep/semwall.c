/* tests/hirep/semwall.c: z2semwall_mesons and z2semwall_mesons_new against traces with gamma matrices, for the same noise.
 * "semwall -i input FILE" writes FILE. */
#include "libhr.h"
#include "check.h"

enum { MASSES = 2, HITS = 3, CHANNELS = 19 };
static const char *const names[CHANNELS] = {"g5",     "id",     "g0",         "g1",      "g2",     "g3",   "g0g5",
					    "g5g1",   "g5g2",   "g5g3",       "g0g1",    "g0g2",   "g0g3", "g0g5g1",
					    "g0g5g2", "g0g5g3", "g5_g0g5_re", "id_disc", "g5_disc"};
typedef hr_complex matrix[4][4];

static void times(matrix r, matrix a, matrix b)
{
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			r[i][j] = 0;
			for (int k = 0; k < 4; k++) r[i][j] += a[i][k] * b[k][j];
		}
}

/* Gamma of a channel, and g0 Gamma^dagger g0. */
static void gamma_of(int channel, matrix g, matrix bar)
{
	void (*const all[16])(matrix, int *) = {
		g5_debug,   id_debug,   g0_debug,   g1_debug,   g2_debug,   g3_debug,     g0g5_debug,   g5g1_debug,
		g5g2_debug, g5g3_debug, g0g1_debug, g0g2_debug, g0g3_debug, g0g5g1_debug, g0g5g2_debug, g0g5g3_debug};
	matrix g0, h;
	int sign;
	all[channel](g, &sign);
	g0_debug(g0, &sign);
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) h[i][j] = conj(g[j][i]);
	matrix a;
	times(a, g0, h);
	times(bar, a, g0);
}

static double dot(const suNf_spinor *a, const suNf_spinor *b)
{
	double sum = 0;
	for (int k = 0; k < 4; k++)
		for (int c = 0; c < NF; c++) sum += creal(conj(a->c[k].c[c]) * b->c[k].c[c]);
	return sum;
}

/* g5 Gamma^T s */
static suNf_spinor turned(matrix gamma, const suNf_spinor *s)
{
	matrix g5;
	suNf_spinor r;
	int sign;
	g5_debug(g5, &sign);
	for (int i = 0; i < 4; i++)
		for (int c = 0; c < NF; c++) {
			r.c[i].c[c] = 0;
			for (int l = 0; l < 4; l++) r.c[i].c[c] += g5[i][i] * gamma[l][i] * s->c[l].c[c];
		}
	return r;
}

/* Re tr bar M Gamma g5 M^dagger g5 of spins, summed over colours; column s of M is psi_s. */
static double trace_at(spinor_field *psi, int ix, matrix g, matrix bar)
{
	matrix g5, m, dagger, a, b;
	double sum = 0;
	int sign;
	g5_debug(g5, &sign);
	for (int c = 0; c < NF; c++) {
		for (int s = 0; s < 4; s++)
			for (int k = 0; k < 4; k++) {
				m[k][s] = _FIELD_AT(&psi[s], ix)->c[k].c[c];
				dagger[s][k] = conj(m[k][s]);
			}
		times(a, bar, m);
		times(b, a, g);
		times(a, b, g5);
		times(b, a, dagger);
		times(a, b, g5);
		for (int k = 0; k < 4; k++) sum += creal(a[k][k]);
	}
	return sum;
}

static double draw(void)
{
	double r;
	ranlxd(&r, 1);
	bcast(&r, 1);
	return r;
}

/* corr[channel][mass][t] of the next noise, by propagators of full fields and one mass at a time. */
static void expect(double *corr, int same, double *m)
{
	const double norm = 2 / (HITS * (double)GLB_VOL3 * (double)GLB_VOL3);
	spinor_field *eta = alloc_spinor_field(4, &glattice), *psi = alloc_spinor_field(4, &glattice);
	spinor_field *other = alloc_spinor_field(4, &glattice), *second = alloc_spinor_field(4, &glattice);
	matrix g, bar, one;
	int slices[64], left = 0;
	memset(corr, 0, CHANNELS * MASSES * (size_t)GLB_T * sizeof *corr);
	gamma_of(1, one, bar);
	for (int hit = 0; hit < HITS; hit++) {
		if (!left)
			for (; left < GLB_T; left++) slices[left] = left;
		const int k = (int)(draw() * (same ? left : GLB_T)), tau = same ? slices[k] : k;
		const lqcd__hr_noise noise = {tau, -1, -1, !same};
		if (same) slices[k] = slices[--left];
		lqcd__hr_noise_source(eta, noise);
		zero_even_or_odd_site_spinorfield(eta, 4, 1);
		for (int i = 0; i < MASSES; i++) {
			init_propagator_eo(1, &m[i], 1e-28);
			calc_propagator(psi, eta, 4);
			for (int c = 0; c < CHANNELS; c++) {
				double *at = corr + (c * MASSES + i) * GLB_T;
				const int pcac = c == 16, two = !same && c < 16;
				gamma_of(c < 16 ? c : pcac ? 6 : 0, g, bar);
				for (int s = 0; s < 4 && two; s++)
					_MASTER_FOR(&glattice, ix) {
						*_FIELD_AT(&other[s], ix) = turned(g, _FIELD_AT(&eta[s], ix));
					}
				if (two) calc_propagator(second, other, 4);
				for (int n = 0; n < VOLUME; n++) {
					int x[4];
					const int ix = lqcd__hr_site(n, x), t = (x[0] + GLB_T - tau) % GLB_T;
					if (same && c < 16) at[t] -= norm * trace_at(psi, ix, g, bar);
					for (int s = 0; s < 4 && !(same && c < 16); s++) {
						const suNf_spinor *p = _FIELD_AT(&psi[s], ix),
								  *e = _FIELD_AT(&eta[s], ix);
						const suNf_spinor v = turned(g, p), w = turned(one, e);
						if (two) at[t] += norm * dot(_FIELD_AT(&second[s], ix), &v);
						/* g5 (g0 g5)^T = -g5 g5 g0^T, and g0 is symmetric */
						if (pcac) at[t] += (same ? -norm : norm) * -dot(p, &v);
						if (c > 16) at[x[0]] -= norm * dot(p, c == 17 ? e : &w);
					}
				}
			}
			free_propagator_eo();
		}
	}
	global_sum(corr, CHANNELS * MASSES * GLB_T);
	free_spinor_field(eta);
	free_spinor_field(psi);
	free_spinor_field(other);
	free_spinor_field(second);
}

/* Those that the older function prints with the other sign. */
static int positive(int channel)
{
	char name[16];
	snprintf(name, sizeof name, " %s ", names[channel]);
	return strstr(" g5 g1 g2 g3 g0g5 g0g1 g0g2 g0g3 ", name) != NULL;
}

/* The largest difference from what was printed, relative to the largest number. */
static void compare(const char *file, const double *corr, int channels, int same)
{
	char line[4096], name[64];
	double worst = 0, largest = 0;
	int lines = 0, used, wrong = 0;
	FILE *f = fopen(file, "r");
	while (f && fgets(line, sizeof line, f)) {
		const char *p = strstr(line, "conf #3 mass="), *q = p ? strstr(p, "TRIPLET ") : NULL;
		if (!q || sscanf(q, "TRIPLET %63[^=]=%n", name, &used) != 1) continue;
		const int c = lines / MASSES % CHANNELS, i = lines % MASSES;
		lines++;
		wrong += strcmp(name, names[c]) != 0 || fabs(atof(p + 13) - (0.4 + 0.5 * i)) > 1e-6;
		q += used;
		for (int t = 0; t < GLB_T; t++, q += used) {
			double v = NAN, x = corr[(c * MASSES + i) * GLB_T + t];
			used = 0;
			(void)!sscanf(q, "%lf%n", &v, &used);
			if (!same && c < 16 && !positive(c)) x = -x;
			worst = fmax(worst, isnan(v) ? 1 : fabs(v - x));
			largest = fmax(largest, fabs(x));
		}
	}
	if (f) fclose(f);
	check(lines == channels * MASSES && !wrong && largest > 0 && worst < 2e-6 * largest,
	      "%s: %d lines, %d wrong, off by %.1e of %.1e", same ? "z2semwall_mesons_new" : "z2semwall_mesons", lines,
	      wrong, worst, largest);
}

int main(int argc, char *argv[])
{
	double m[MASSES] = {0.4, 0.9};
	char to[256];
	setup_process(&argc, &argv);
	setup_gauge_fields();
	random_u(u_gauge);
	start_gf_sendrecv(u_gauge);
	represent_gauge_field();
	const char *file = argv[argc - 1];
	double *corr = malloc(CHANNELS * MASSES * (size_t)GLB_T * sizeof *corr);
	for (int same = 0; same < 2; same++) {
		snprintf(to, sizeof to, ">%.200s", file);
		logger_stdout(to);
		rlxd_init(1, 4321);
		if (same)
			z2semwall_mesons_new(3, HITS, MASSES, m, 1e-28);
		else
			z2semwall_mesons(3, HITS, MASSES, m, 1e-28);
		logger_stdout(">/dev/stderr");
		rlxd_init(1, 4321);
		expect(corr, same, m);
		if (!PID) compare(file, corr, same ? CHANNELS : 17, same);
	}
	z2semwall_qprop_free();
	z2semwall_qprop_free_new();
	free(corr);
	if (!PID) done();
	finalize_process();
	return 0;
}
