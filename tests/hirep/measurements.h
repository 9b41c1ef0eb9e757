/* tests/hirep/measurements.h: part of mesons.c: whole measurements, by what they print: spectra with ends in time and without, where
 * a point source at t and one at 0 of shifted links give the same, and baryons. */
#ifndef LQCD_TESTS_HIREP_MEASUREMENTS_H
#define LQCD_TESTS_HIREP_MEASUREMENTS_H

/* Numbers of the line of the last measurement in a file that begins so, at most n; how many. */
static int numbers_of(const char *file, const char *label, double *to, int n)
{
	static char line[20000];
	int found = 0, used;
	FILE *f = fopen(file, "r");
	while (f && fgets(line, sizeof line, f)) {
		const char *at = strstr(line, label);
		if (!at) continue;
		at += strlen(label);
		for (found = 0; found < n && sscanf(at, " %lf%n", &to[found], &used) == 1; found++) at += used;
	}
	if (f) fclose(f);
	return found;
}

#if NG == 3
/* Row i after a label, of eight numbers: 1, or 0 if there is none. */
static int row_of(const char *file, const char *label, int i, double v[8])
{
	char line[512];
	int rows = 0, found = 0;
	FILE *f = fopen(file, "r");
	while (f && rows <= i && fgets(line, sizeof line, f))
		if (!strncmp(line, label, strlen(label)) && rows++ == i)
			found = sscanf(line + strlen(label), "%lf %lf %lf %lf %lf %lf %lf %lf", v, v + 1, v + 2, v + 3,
				       v + 4, v + 5, v + 6, v + 7);
	if (f) fclose(f);
	return found == 8;
}
#endif

static void flip(int t)
{
	_MASTER_FOR(&glattice, ix) {
		int x[4];
		lqcd_geometry_coords(lqcd__hr_geometry(&glattice), ix, 0, x);
		if (x[0] + zerocoord[0] == t) _suNf_minus(*pu_gauge_f(ix, 0), *pu_gauge_f(ix, 0));
	}
	start_sendrecv_suNf_field(u_gauge_f);
	complete_sendrecv_suNf_field(u_gauge_f);
}

/* With P and A from boundaries of both signs |P|^2 + |A|^2 = 2 |(P + A)/2|^2 + 2 |(P - A)/2|^2; no sign of links crosses a
 * Dirichlet boundary. */
static void check_ends(char *file)
{
	double m = 0.3, p[64], a[64], longer[192], cut[64], other[64], off = 0;
	char name[300];
	snprintf(name, sizeof name, ">%s", file);
	init_meson_correlators(0);
	logger_enable();
	logger_stdout(name);
	measure_spectrum_pt_ext(1, 1, &m, 1, 7, 1e-24, DONTSTORE, NULL);
	measure_spectrum_pt(1, 1, &m, 1, 7, 1e-24, DONTSTORE, NULL);
	measure_spectrum_pt_fixedbc(3, 2, 1, &m, 1, 7, 1e-24, DONTSTORE, NULL);
	logger_stdout(NULL);
	int n = numbers_of(file, "EXTENDED_POINT TRIPLET g5= ", longer, 192) +
		numbers_of(file, "DEFAULT_POINT TRIPLET g5= ", p, 64) +
		numbers_of(file, "DIRICHLET_POINT dt=2 TRIPLET g5= ", cut, 64);
	flip(0);
	logger_stdout(name);
	measure_spectrum_pt(1, 1, &m, 1, 7, 1e-24, DONTSTORE, NULL);
	measure_spectrum_pt_fixedbc(3, 2, 1, &m, 1, 7, 1e-24, DONTSTORE, NULL);
	logger_stdout(NULL);
	logger_disable();
	n += numbers_of(file, "DEFAULT_POINT TRIPLET g5= ", a, 64) +
	     numbers_of(file, "DIRICHLET_POINT dt=2 TRIPLET g5= ", other, 64);
	flip(0);
	free_meson_observables();
	check(n == 7 * GLB_T, "numbers of measurements: %d", n);
	for (int t = 0; t < GLB_T && n == 7 * GLB_T; t++) {
		const double two = 2 * (longer[GLB_T + t] + longer[2 * GLB_T + t]) / (p[t] + a[t]) - 1;
		off = fmax(off, fmax(fabs(longer[t] / p[t] - 1), fmax(fabs(two), fabs(cut[t] / other[t] - 1))));
		if (fabs(p[t] / a[t] - 1) < 1e-5) off = 1;
	}
	check(off < 1e-6, "measure_spectrum_pt_ext, _fixedbc: %.1e", off);
}

static void check_spectrum(void)
{
	data_storage_array *a = NULL, *b = NULL;
	double m[2] = {0.4, 0.9}, worst = 0, wall = 0;
	init_meson_correlators(0);
	measure_spectrum_pt(2, 2, m, 1, 7, 1e-24, STORE, &a);
	int shift[4] = {GLB_T - 2, 0, 0, 0};
	suNg_field *u = alloc_suNg_field(&glattice);
	shift_fields(shift, NULL, u_gauge, NULL, u);
	suNg_field_copy(u_gauge, u);
	measure_spectrum_pt(0, 2, m, 1, 7, 1e-24, STORE, &b);
	for (int mass = 0; mass < 2; mass++)
		for (int k = 0; k < 16 * GLB_T; k++) {
			int at[5] = {mass, 0, k / GLB_T, k % GLB_T, 0};
			worst = fmax(worst, fabs(*data_storage_element(a, 0, at) - *data_storage_element(b, 0, at)));
		}
	check(worst < 1e-12, "measure_spectrum_pt of shifted links: %.1e", worst);
	free_data_storage(b);
	int pion[5] = {0, 0, 0, 0, 0}, semwall[4] = {0, 0, 0, 0};
	b = NULL;
	measure_spectrum_semwall(1, m, 4, 7, 1e-20, STORE, &b);
	wall = *data_storage_element(b, 0, semwall);
	const double point = *data_storage_element(a, 0, pion);
	check(fabs(wall / point - 1) < 0.3, "measure_spectrum_semwall: %.4f, from a point %.4f", wall, point);
	free_data_storage(a);
	free_data_storage(b);
	free_suNg_field(u);
	free_meson_observables();
}

#if NG == 3
static hr_complex at_site(spinor_field *psi, int ix, int alpha, int a, int beta, int b)
{
	return component(_FIELD_AT(&psi[4 * a + alpha], ix), beta, b);
}

/* D_mu nu at time t, by its definition (baryons.h). */
static void plain_delta(hr_complex d[4][4], spinor_field *psi, int mu, int nu, int t)
{
	static const int matrix[4] = {_g2, _g5g3, _g0, _g5g1};
	const double sign = (mu < 2 ? -1 : 1) * (nu == 3 ? -1 : 1);
	memset(d, 0, 16 * sizeof(hr_complex));
	for (int n = 0; n < VOL3 * 36; n++) {
		const int ix = ipt_4d(t, n / 36), p = n / 6 % 6, r = n % 6;
		const int a = p % 3, b = (a + 1 + p / 3) % 3, c = 3 - a - b, a2 = r % 3, b2 = (a2 + 1 + r / 3) % 3,
			  c2 = 3 - a2 - b2;
		const double f = -2 * sign * (p / 3 == r / 3 ? 1 : -1);
		hr_complex q[4][4], w[4][4], s[4][4], trace = 0;
		for (int k = 0; k < 16; k++) {
			q[k / 4][k % 4] = at_site(psi, ix, k / 4, b, k % 4, b2);
			s[k / 4][k % 4] = at_site(psi, ix, k / 4, c, k % 4, c2);
		}
		multiply(w, gamma_of[matrix[mu]], q);
		for (int k = 0; k < 16; k++) {
			q[k / 4][k % 4] = 0;
			for (int l = 0; l < 4; l++) q[k / 4][k % 4] += gamma_of[matrix[nu]][k / 4][l] * w[k % 4][l];
		}
		multiply(w, s, q); /* q is Q^T */
		for (int k = 0; k < 16; k++) {
			s[k / 4][k % 4] = at_site(psi, ix, k / 4, a, k % 4, a2);
			trace += at_site(psi, ix, k / 4, a, k % 4, c2) * q[k % 4][k / 4];
		}
		multiply(q, w, s);
		for (int k = 0; k < 16; k++)
			d[k / 4][k % 4] += f * (at_site(psi, ix, k / 4, c, k % 4, a2) * trace - 2 * q[k / 4][k % 4]);
	}
}

/* Minus the proton of lqcd, and the delta by its definition. */
static void check_baryons(char *file, spinor_field *prop)
{
	const int origin[4] = {0, 0, 0, 0};
	double m = 0.4, v[8], proton = 0, delta = 0;
	char name[300];
	spinor_field *source = alloc_spinor_field(4 * NF, &glattice);
	lqcd_spinor_field_d column[LQCD_COLUMNS];
	lqcd_baryon_spins *out = (lqcd_baryon_spins *)calloc((size_t)GLB_T, sizeof *out);
	snprintf(name, sizeof name, ">%s", file);
	logger_enable();
	logger_stdout(name);
	measure_baryons(&m, 1, 1e-24, DONTSTORE, NULL);
	logger_stdout(NULL);
	logger_disable();
	init_propagator_eo(1, &m, 1e-24);
	create_full_point_source(source, 0);
	calc_propagator(prop, source, 4 * NF);
	free_propagator_eo();
	for (int k = 0; k < LQCD_COLUMNS; k++) column[k] = lqcd__hr_spinors_d(&prop[k % 3 * 4 + k / 3]);
	const lqcd_status s = lqcd_proton_correlators(out, column, column, origin, origin, 1);
	double scale = 0;
	int found = 0;
	for (int n = 0; n < 4 * GLB_T; n++) {
		const int t = n / 4, i = n % 4;
		char label[64];
		/* The rows of a matrix have the same label. */
		snprintf(label, sizeof label, "[CORR_NUCLEON][0]%d 0 0 ", t);
		found += row_of(file, label, i, v);
		for (int j = 0; j < 4; j++) {
			const lqcd_complex_d z = out[t].e[j][i];
			scale = fmax(scale, hypot(z.re, z.im));
			proton = fmax(proton, fmax(fabs(z.re + v[2 * j]), fabs(z.im + v[2 * j + 1])) / scale);
		}
	}
	check(s == LQCD_OK && found == 4 * GLB_T && proton < 1e-9 && scale > 0, "the proton: %.1e of %.1e", proton,
	      scale);
	scale = 0;
	for (int n = 0; n < 64; n++) {
		hr_complex d[4][4];
		char label[64];
		snprintf(label, sizeof label, "[CORR_DELTA][0]1 %d %d ", n / 16, n / 4 % 4);
		if (n % 4 == 0) plain_delta(d, prop, n / 16, n / 4 % 4, 1);
		found += row_of(file, label, n % 4, v);
		for (int j = 0; j < 4; j++) {
			scale = fmax(scale, cabs(d[n % 4][j]));
			delta = fmax(delta, cabs(d[n % 4][j] - (v[2 * j] + I * v[2 * j + 1])) / scale);
		}
	}
	check(found == 4 * GLB_T + 64 && delta < 1e-9 && scale > 0, "the delta: %.1e of %.1e", delta, scale);
	free(out);
	free_spinor_field(source);
}
#endif

#endif
