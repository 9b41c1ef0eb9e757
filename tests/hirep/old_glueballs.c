/* tests/hirep/old_glueballs.c: glueballs, torelons and multilevel updates as programs of before libhr.h call them.
 * "old_glueballs -i input FILE" writes what is printed to FILE. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
#include "io.h"
#include "random.h"
#include "geometry.h"
#include "update.h"
#include "global.h"
#include "observables.h"
#include "logger.h"
#include "memory.h"
#include "communications.h"
#include "representation.h"
#include "utils.h"
#include "setup.h"
#include "glueballs.h"
#include "check.h"

enum { LEVELS = 2 };

static hr_complex *zeros(int n)
{
	hr_complex *z = malloc((size_t)n * sizeof *z);
	for (int k = 0; z && k < n; k++) z[k] = 0;
	return z;
}

static double distance(const hr_complex *a, const hr_complex *b, int n, double *size)
{
	double d = 0;
	*size = 0;
	for (int k = 0; k < n; k++) {
		d = fmax(d, cabs(a[k] - b[k]));
		*size = fmax(*size, cabs(b[k]));
	}
	return d;
}

/* The operators after one and two times smearing and blocking, and those of torelons after one smearing, level by level. */
static void by_steps(double *smear, hr_complex *glue, hr_complex *tor, hr_complex **lines)
{
	int blocked = -1;
	reset_wrk_pointers();
	for (int level = 0; level < LEVELS; level++) {
		const int smeared = spatial_APE_smear_wrkspace(smear, blocked);
		for (int n = 0; n < n_active_slices && level == 0; n++)
			eval_all_torellon_ops(active_slices_list[n], tor + total_n_tor_op * n, lines);
		if (blocked >= 0) release_wrk_space(blocked);
		blocked = single_level_spatial_blocking_wrkspace(smeared);
		release_wrk_space(smeared);
		for (int n = 0; n < n_active_slices; n++)
			eval_all_glueball_ops(active_slices_list[n], glue + total_n_glue_op * (level + LEVELS * n));
	}
	release_wrk_space(blocked);
	reset_wrk_pointers();
}

static void check_measurements(double *smear)
{
	const int n = total_n_glue_op * LEVELS * n_active_slices, m = total_n_tor_op * n_active_slices;
	hr_complex *glue = zeros(n), *want = zeros(n), *tor = zeros(m), *torelons = zeros(m), *lines[3];
	double size;
	for (int k = 0; k < 3; k++) lines[k] = zeros(X * X * T);
	by_steps(smear, want, torelons, lines);
	measure_1pt_glueballs(LEVELS, smear, glue);
	double d = distance(glue, want, n, &size);
	check(d < 1e-12 * size && size > 1e-3, "measure_1pt_glueballs of three arguments: off by %.1e", d);
	measure_1pt_torellons(smear, tor);
	d = distance(tor, torelons, m, &size);
	check(d < 1e-12 * size && size > 1e-3, "measure_1pt_torellons of two arguments: off by %.1e", d);
	/* Both add. */
	measure_1pt_glueballs(1, LEVELS, smear, glue);
	for (int k = 0; k < n; k++) want[k] *= 2;
	d = distance(glue, want, n, &size);
	check(d < 1e-12 * size, "measure_1pt_glueballs of four arguments, added: off by %.1e", d);
	reset_wrk_pointers();
	for (int k = 0; k < total_n_tor_op; k++) tor[k] = torelons[k] = 0;
	eval_all_torellon_ops(active_slices_list[0], tor);
	eval_all_torellon_ops(active_slices_list[0], torelons, lines);
	d = distance(tor, torelons, total_n_tor_op, &size);
	check(d < 1e-12 * size, "eval_all_torellon_ops of two arguments: off by %.1e", d);
	free(glue);
	free(want);
	free(tor);
	free(torelons);
	for (int k = 0; k < 3; k++) free(lines[k]);
}

static char text[1 << 20];

/* Whether values of a time are printed behind the name of the channel of operator 0. */
static int printed(const char *channel, int t, const hr_complex *z, int per_level, int levels)
{
	char expected[4096], start[32];
	int used = 0;
	const char *at = strstr(text, channel);
	for (int n = 0; n < levels; n++) {
		const hr_complex v = z[per_level * n];
		used += snprintf(expected + used, sizeof expected - (size_t)used, " ( %.10e %.10e )", creal(v),
				 cimag(v));
	}
	snprintf(start, sizeof start, " t=%d ", t);
	if (at) at = strstr(at, start);
	if (!at) return 0;
	/* digits behind the tenth may differ */
	const char *p = at + strlen(start) - 1, *q = expected;
	for (int k = 0; k < 2 * levels; k++) {
		p = strpbrk(p, "-0123456789");
		q = strpbrk(q, "-0123456789");
		if (!p || !q) return 0;
		char *next, *other;
		const double a = strtod(p, &next), b = strtod(q, &other);
		if (!(fabs(a - b) <= 1e-9 * fabs(b) + 1e-14)) return 0;
		p = next;
		q = other;
	}
	return 1;
}

/* One update and one measurement: what is printed belongs to the links that are left. */
static void check_multilevel(const char *file, double *smear, cor_list *list)
{
	int up[1] = {1}, skip[1] = {2}, good = 1;
	double beta = 2.1;
	const int n = total_n_glue_op * LEVELS * n_active_slices;
	suNg_field *before = alloc_gfield(&glattice);
	suNg_field_copy(before, u_gauge);
	set_max_mh_level(1);
	update_hb_multilevel_gb_measure(0, &beta, 1, 1, up, skip, LEVELS, smear, list);
	sub_assign_suNg_field(before, u_gauge);
	check(sqnorm_suNg_field(before) > 1, "the links move");
	hr_complex *want = zeros(n);
	measure_1pt_glueballs(LEVELS, smear, want);
	for (int k = 0; k < n; k++) want[k] /= (double)GLB_VOL3 * NG;
	FILE *f = fopen(file, "r");
	size_t bytes = f ? fread(text, 1, sizeof text - 1, f) : 0;
	text[bytes] = 0;
	if (f) fclose(f);
	for (int t = 0; t < GLB_T; t += GLB_T / 2) {
		const hr_complex *z = want + (ptrdiff_t)(total_n_glue_op * LEVELS) * glbT_to_active_slices[t];
		good += printed("P=(0,0,0) Irrep=A1plusOhP", t, z + 4, total_n_glue_op, LEVELS);
	}
	check(good == 3, "what update_hb_multilevel_gb_measure of nine arguments prints");
	evaluate_1pt_functions(list, LEVELS, want);
	free(want);
	free_gfield(before);
}

int main(int argc, char *argv[])
{
	char to[512];
	double smear = 0.4, isotropic = 1;
	cor_points pairs[1] = {{0, 0, 0, 1}};
	cor_list list = {1, pairs, 1};
	setup_process(&argc, &argv);
	rlxd_init(1, (int)(tap_random_u64() % 1000000) + 1);
	setup_gauge_fields();
	init_pure_gauge_anisotropy(&isotropic);
	initialize_spatial_active_slices(NULL);
	pairs[0].t2 = GLB_T / 2;
	random_u(u_gauge);
	represent_gauge_field();
	report_op_group_setup();
	check_measurements(&smear);
	snprintf(to, sizeof to, ">%s", argv[argc - 1]);
	logger_map("Measure ML", to);
	logger_setlevel("Measure ML", 0);
	check_multilevel(argv[argc - 1], &smear, &list);
	free_spatial_active_slices();
	free_wrk_space();
	finalize_process();
	return done();
}
