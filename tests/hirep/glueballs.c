/* tests/hirep/glueballs.c: operators of glueballs and torelons: against sums that are written out, under the 48 rotations, gauge
 * transformations and the centre; measurements of smeared and blocked links and what is printed of them; multilevel updates.
 * "glueballs -i input FILE" writes FILE. Equal even spatial extents, GLB_T >= 8. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "libhr.h"
#include "check.h"

#define POISON 1e300

static int turn(int n, int extent)
{
	return (n % extent + extent) % extent;
}

/* ---- loops ---------------------------------------------------------------------------------------------------------- */

/* tr of the links along steps +-1 to +-3 that end where they began. */
static hr_complex trace_of(int t, const int from[3], const int *step, int n)
{
	int x[3] = {from[0], from[1], from[2]};
	suNg r, next;
	hr_complex z;
	_suNg_unit(r);
	for (int k = 0; k < n; k++) {
		const int d = abs(step[k]);
		if (step[k] < 0) x[d - 1] = turn(x[d - 1] - 1, X);
		const suNg *u = pu_gauge(ipt(t, x[0], x[1], x[2]), d);
		if (step[k] > 0) {
			_suNg_times_suNg(next, r, *u);
			x[d - 1] = turn(x[d - 1] + 1, X);
		} else {
			_suNg_times_suNg_dagger(next, r, *u);
		}
		r = next;
	}
	_suNg_trace(z, r);
	return z;
}

static int steps_of(const char *path, int *step)
{
	int n = 0, sign = 1;
	for (; *path; path++)
		if (*path == '-')
			sign = -1;
		else {
			step[n++] = sign * (*path - 'x' + 1);
			sign = 1;
		}
	return n;
}

/* The sum over the slice of exp(i p x) times Re tr, or i Im tr. */
static hr_complex sum_of(int t, int px, int py, int pz, const char *path, int odd)
{
	hr_complex sum = 0;
	int step[16], x[3];
	const int n = steps_of(path, step);
	for (x[0] = 0; x[0] < X; x[0]++)
		for (x[1] = 0; x[1] < Y; x[1]++)
			for (x[2] = 0; x[2] < Z; x[2]++) {
				const hr_complex z = trace_of(t, x, step, n);
				const hr_complex wave = cexp(I * 2 * PI * (px * x[0] + py * x[1] + pz * x[2]) / GLB_X);
				sum += wave * (odd ? I * cimag(z) : creal(z));
			}
	return sum;
}

static void glueballs_written_out(int t, hr_complex *op)
{
	static const char *loop[6] = {"xxy-x-x-y", "xxz-x-x-z", "yyx-y-y-x", "yyz-y-y-z", "zzx-z-z-x", "zzy-z-z-y"};
	hr_complex even[6], odd[6];
	const hr_complex c = cexp(I * 2 * PI / GLB_X);
	for (int k = 0; k < 6; k++) {
		even[k] = sum_of(t, 0, 0, 0, loop[k], 0);
		odd[k] = sum_of(t, 0, 0, 0, loop[k], 1);
	}
	op[0] = 4 * (sum_of(t, -1, 0, 0, "xy-x-y", 0) + sum_of(t, -1, 0, 0, "zx-z-x", 0));
	op[1] = 8 * sum_of(t, -1, 0, 0, "zy-z-y", 0);
	op[2] = 8 * sum_of(t, 0, -1, 0, "zx-z-x", 0);
	op[3] = 8 * sum_of(t, 0, 0, -1, "xy-x-y", 0);
	op[11] = 8 * sum_of(t, 0, 0, 1, "xy-x-y", 0);
	op[12] = 8 * sum_of(t, 0, 1, 0, "zx-z-x", 0);
	op[14] = 8 * sum_of(t, 1, 0, 0, "zy-z-y", 0);
	op[4] = 2 / sqrt(6) * (op[1] * op[14] + op[2] * op[12] + op[3] * op[11]);
	op[6] = (2 * op[3] * op[11] - op[1] * op[14] - op[2] * op[12]) / sqrt(3);
	op[7] = op[1] * op[14] - op[2] * op[12];
	op[5] = 8 * (even[0] - even[1] - even[2] + even[3] + even[4] - even[5]);
	op[8] = 8 * (-I * odd[1] - odd[3] + I * odd[4] + odd[5]);
	op[9] = 8 * sqrt(2) * (odd[0] - odd[2]);
	op[10] = 8 * (-I * odd[1] + odd[3] + I * odd[4] - odd[5]);
	op[13] = sum_of(t, 0, 1, 0, "xx-y-xz-xy-z", 0) - sum_of(t, 0, 1, 0, "zz-y-zx-zy-x", 0) +
		 c * (sum_of(t, 0, 1, 0, "xyz-x-x-yx-z", 0) - sum_of(t, 0, 1, 0, "xzxy-z-x-x-y", 0) +
		      sum_of(t, 0, 1, 0, "yxzz-y-z-x-z", 0) - sum_of(t, 0, 1, 0, "yzxx-y-x-z-x", 0) +
		      sum_of(t, 0, 1, 0, "zxzy-x-z-z-y", 0) - sum_of(t, 0, 1, 0, "zyx-z-z-yz-x", 0));
}

/* tr of the path from x, rotated, and then straight on to x; its direction in *k; and that of the straight line. */
static void torelon_at(int t, const int x[3], const int *path, int n, const int *rotation, hr_complex *winding,
		       hr_complex *line)
{
	int step[64], net[3] = {0, 0, 0}, all = 0, straight[64], y[3];
	for (int j = 0; j < n; j++) {
		const int to = rotation[abs(path[j]) - 1];
		step[all++] = path[j] > 0 ? to : -to;
		net[abs(to) - 1] += step[all - 1] > 0 ? 1 : -1;
	}
	const int k = net[0] ? 0 : net[1] ? 1 : 2, d = net[k] * (k + 1);
	for (int j = 0; j < X; j++) straight[j] = d;
	while (all < n + X - 1) step[all++] = d;
	for (int j = 0; j < 3; j++) y[j] = j == k ? x[j] : (x[j] + X / 2) % X;
	*winding = trace_of(t, x, step, all);
	*line = trace_of(t, y, straight, X);
}

/* Adds the images under rotation r, of determinant det. */
static void torelons_rotated(int t, const int r[3], double det, hr_complex *op)
{
	static const char *const path[4] = {"z", "-x-yxzy", "-yxy", "-xyx"};
	const double v[3] = {1, -1, 1};
	const int keeps_y = r[1] == 2, keeps_xyz = r[0] > 0 && r[1] > 0 && r[2] > 0;
	double w[3], axis[3] = {0, 0, 0};
	int x[3], step[16];
	for (int k = 0; k < 3; k++) w[abs(r[k]) - 1] = det * v[k] * (r[k] > 0 ? 1 : -1);
	axis[abs(r[2]) - 1] = 1;
	for (x[0] = 0; x[0] < X; x[0]++)
		for (x[1] = 0; x[1] < Y; x[1]++)
			for (x[2] = 0; x[2] < Z; x[2]++) {
				hr_complex winding, line;
				double c[4];
				for (int k = 0; k < 4; k++) {
					torelon_at(t, x, step, steps_of(path[k], step), r, &winding, &line);
					c[k] = creal(conj(line) * winding);
				}
				op[0] += c[0];
				op[1] += c[1] * (axis[0] + axis[1] - 2 * axis[2]);
				op[2] += c[1] * sqrt(3) * (axis[1] - axis[0]);
				op[3] -= c[1] * (w[0] - I * w[1]);
				op[4] += c[1] * sqrt(2) * w[2];
				op[5] += c[1] * (w[0] + I * w[1]);
				if (keeps_y) op[6] += c[2] * cexp(-I * 2 * PI * x[1] / GLB_X);
				if (keeps_xyz) op[7] += c[3] * cexp(-I * 2 * PI * (x[0] + x[1] + x[2]) / GLB_X);
			}
}

static void torelons_written_out(int t, hr_complex *op)
{
	static const int axes[6][3] = {{1, 2, 3}, {2, 3, 1}, {3, 1, 2}, {2, 1, 3}, {1, 3, 2}, {3, 2, 1}};
	for (int k = 0; k < total_n_tor_op; k++) op[k] = 0;
	for (int n = 0; n < 48; n++) {
		int r[3];
		double det = n / 8 < 3 ? 1 : -1;
		for (int k = 0; k < 3; k++) {
			const int sign = n >> k & 1 ? -1 : 1;
			r[k] = sign * axes[n / 8][k];
			det *= sign;
		}
		torelons_rotated(t, r, det, op);
	}
}

/* ---- one slice ------------------------------------------------------------------------------------------------------ */

static hr_complex *lines[3];

static void no_lines(void)
{
	const int places[3] = {Y * Z, X * Z, X * Y};
	for (int k = 0; k < 3; k++) {
		if (!lines[k]) lines[k] = malloc((size_t)(places[k] * T) * sizeof(hr_complex));
		for (int n = 0; n < places[k] * T; n++) lines[k][n] = 0;
	}
}

static double distance(const hr_complex *a, const hr_complex *b, int n)
{
	double d = 0;
	for (int k = 0; k < n; k++) {
		const double e = cabs(a[k] - b[k]);
		if (!(e <= d)) d = e;
	}
	global_max(&d, 1);
	return d;
}

/* op[0 .. 14], then torelons; of the work space that is set. */
static void evaluate(int t, hr_complex *op)
{
	for (int k = 0; k < total_n_glue_op + total_n_tor_op; k++) op[k] = 0;
	eval_all_glueball_ops(t, op);
	eval_all_torellon_ops(t, op + total_n_glue_op, lines);
}

static void written_out(void)
{
	hr_complex want[23], op[23], line;
	double off = 0, least = 1e9;
	no_lines();
	for (int t = 0; t < T; t += T - 1) {
		const int x[3] = {0, 1, 1}, step[8] = {1, 1, 1, 1, 1, 1, 1, 1};
		glueballs_written_out(t, want);
		torelons_written_out(t, want + total_n_glue_op);
		evaluate(t, op);
		off = fmax(off, distance(want, op, 23));
		for (int k = 0; k < 23; k++) {
			/* tr is real. */
			if (NG == 2 && k >= 8 && k <= 10) continue;
			least = fmin(least, cabs(op[k]));
		}
		/* They add to what is there. */
		eval_all_glueball_ops(t, op);
		for (int k = 0; k < total_n_glue_op; k++) op[k] /= 2;
		off = fmax(off, distance(want, op, total_n_glue_op));
		line = trace_of(t, x, step, X);
		off = fmax(off, distance(&lines[0][1 + Y * (1 + Z * t)], &line, 1));
	}
	global_min(&least, 1);
	check(off < 1e-9 && least > 1e-6, "operators: off by %.1e, the smallest is %.1e", off, least);
}

/* ---- symmetries ----------------------------------------------------------------------------------------------------- */

/* Rows of E and T1 of the same components after a rotation; rotation[k]: what becomes of direction k. */
static void rotate_rows(const int *rotation, double det, const hr_complex e[2], const hr_complex v[3],
			hr_complex *new_e, hr_complex *new_v)
{
	hr_complex q[4], w[4], p[4], u[4];
	/* e = (q_x + q_y - 2 q_z, sqrt(3) (q_y - q_x)), q_x + q_y + q_z = 0 */
	q[3] = -e[0] / 3;
	q[2] = e[0] / 6 + e[1] / (2 * sqrt(3));
	q[1] = e[0] / 6 - e[1] / (2 * sqrt(3));
	w[1] = (v[2] - v[0]) / 2;
	w[2] = (v[2] + v[0]) / (2 * I);
	w[3] = v[1] / sqrt(2);
	for (int k = 1; k < 4; k++) {
		p[abs(rotation[k])] = q[k];
		u[abs(rotation[k])] = det * (rotation[k] > 0 ? w[k] : -w[k]);
	}
	new_e[0] = p[1] + p[2] - 2 * p[3];
	new_e[1] = sqrt(3) * (p[2] - p[1]);
	new_v[0] = -(u[1] - I * u[2]);
	new_v[1] = sqrt(2) * u[3];
	new_v[2] = u[1] + I * u[2];
}

/* What operators become when the links are rotated; those that become others that are not there stay as new. */
static void rotated(const int *rotation, const hr_complex *old, const hr_complex *new, hr_complex *want)
{
	static const int up[4] = {0, 14, 12, 11}, down[4] = {0, 1, 2, 3};
	int fixed = 0;
	double det = 1;
	for (int k = 1; k < 4; k++) {
		fixed += abs(rotation[k]) == k;
		det *= rotation[k] > 0 ? 1 : -1;
	}
	const double exchange = fixed == 1 ? -1 : 1;
	det *= exchange;
	memcpy(want, new, 23 * sizeof *want);
	for (int k = 1; k < 4; k++) {
		const int to = abs(rotation[k]);
		want[rotation[k] > 0 ? up[to] : down[to]] = old[up[k]];
		want[rotation[k] > 0 ? down[to] : up[to]] = old[down[k]];
	}
	if (rotation[1] == 1) want[0] = old[0];
	if (rotation[2] == 2) want[13] = det * old[13];
	if (rotation[2] == 2) want[21] = old[21];
	if (rotation[1] > 0 && rotation[2] > 0 && rotation[3] > 0) want[22] = old[22];
	want[4] = old[4];
	want[5] = exchange * old[5];
	want[15] = old[15];
	/* With glueballs e is (a_x + a_y - 2 a_z, sqrt(3) (a_y - a_x)). */
	const hr_complex e[2] = {-sqrt(3) * old[6], -sqrt(3) * old[7]};
	hr_complex new_e[2];
	rotate_rows(rotation, det, e, &old[8], new_e, &want[8]);
	want[6] = -new_e[0] / sqrt(3);
	want[7] = -new_e[1] / sqrt(3);
	rotate_rows(rotation, det, &old[16], &old[18], &want[16], &want[18]);
}

static void rotations(void)
{
	/* The rotations that keep X, Y, Z. */
	static const int keep[3][8] = {
		{0, 19, 20, 23, 27, 28, 45, 46}, {0, 17, 18, 22, 29, 30, 45, 47}, {0, 15, 16, 21, 25, 26, 46, 47}};
	int **map = direct_spatial_rotations(), **back = inverse_spatial_rotations(), wrong = 0;
	hr_complex old[23], new[23], want[23];
	double off = 0;
	for (int d = 0; d < 3; d++)
		for (int k = 0; k < 8; k++) wrong += map[keep[d][k]][d + 1] != d + 1;
	for (int k = 0; k < 24; k++)
		for (int d = 1; d < 4; d++) wrong += map[k][d] != -map[k + 24][d];
	wrong += map[7][1] != -2 || map[7][2] != -3 || map[7][3] != 1 || map[11][1] != 3;
	check(wrong == 0, "the order of rotations");
	reset_wrk_pointers();
	evaluate(0, old);
	const int w = reserve_wrk_space();
	for (int k = 0; k < 48; k++) {
		assign_spatial_rotated_wrkspace(back[k], w);
		evaluate(0, new);
		rotated(back[k], old, new, want);
		off = fmax(off, distance(want, new, 23));
	}
	check(off < 1e-8, "rotated links: off by %.1e", off);
	release_wrk_space(w);
	reset_wrk_pointers();
}

static void invariance(void)
{
	hr_complex old[23], new[23], before = 0, after = 0;
	const hr_complex centre = cexp(2 * PI * I / NG);
	double off = 0;
	evaluate(0, old);
	random_gauge_transform(u_gauge);
	evaluate(0, new);
	check(distance(old, new, 23) < 1e-8, "gauge invariance: off by %.1e", distance(old, new, 23));
	for (int d = 1; d < 4; d++) {
		no_lines();
		evaluate(0, new);
		before = lines[d - 1][3];
		for (int n = 0; n < T * X * Y; n++) {
			int x[4] = {n / (X * Y), 0, 0, 0};
			x[d] = 1;
			x[d % 3 + 1] = n / Y % X;
			x[(d + 1) % 3 + 1] = n % Y;
			suNg *u = pu_gauge(ipt(x[0], x[1], x[2], x[3]), d), v;
			_suNg_mulc(v, centre, *u);
			*u = v;
		}
		no_lines();
		evaluate(0, new);
		after = lines[d - 1][3] / centre;
		off = fmax(off, fmax(distance(old, new, 23), distance(&before, &after, 1)));
	}
	check(off < 1e-8, "the centre: off by %.1e", off);
}

/* ---- measurements --------------------------------------------------------------------------------------------------- */

static int times[4]; /* 0, 2, GLB_T / 2, GLB_T / 2 + 2 */
static cor_points pairs[3];
static cor_list list = {3, pairs, 2};

/* What measure_1pt_glueballs does for levels 1 and 2, and torelons, by the functions of work spaces. */
static void by_steps(double *smear, hr_complex *glue, hr_complex *tor)
{
	const int a = spatial_APE_smear_wrkspace(smear, -1);
	for (int n = 0; n < n_active_slices; n++) {
		hr_complex op[23];
		evaluate(active_slices_list[n], op);
		memcpy(&tor[total_n_tor_op * n], op + total_n_glue_op, total_n_tor_op * sizeof *tor);
	}
	const int b = single_level_spatial_blocking_wrkspace(a);
	for (int n = 0; n < n_active_slices; n++)
		eval_all_glueball_ops(active_slices_list[n], glue + total_n_glue_op * (2 * n));
	const int c = spatial_APE_smear_wrkspace(smear, b), d = single_level_spatial_blocking_wrkspace(c);
	for (int n = 0; n < n_active_slices; n++)
		eval_all_glueball_ops(active_slices_list[n], glue + total_n_glue_op * (2 * n + 1));
	release_wrk_space(a);
	release_wrk_space(b);
	release_wrk_space(c);
	release_wrk_space(d);
	reset_wrk_pointers();
}

static hr_complex *zeros(int n)
{
	hr_complex *z = malloc((size_t)(n + 1) * sizeof *z);
	for (int k = 0; k < n; k++) z[k] = 0;
	z[n] = POISON;
	return z;
}

static char *text_of(const char *file)
{
	static char text[1 << 20];
	FILE *f = fopen(file, "r");
	memset(text, 0, sizeof text);
	if (f && fread(text, 1, sizeof text - 1, f) == 0) text[0] = 0;
	if (f) fclose(f);
	return text;
}

/* Whether after `start` there is a line of time t with these numbers. */
static int has_values(const char *text, const char *start, int t, const hr_complex *z, int n)
{
	char line[32];
	int same = 0;
	snprintf(line, sizeof line, " t=%d ", t);
	const char *p = strstr(text, start);
	if (p) p = strstr(p, line);
	for (int k = 0; p && k < n; k++) {
		double re, im;
		p = strchr(p, '(');
		if (!p || sscanf(p++, "( %lf %lf )", &re, &im) != 2) return 0;
		same += fabs(re - creal(z[k])) < 1e-9 * (1 + cabs(z[k])) &&
			fabs(im - cimag(z[k])) < 1e-9 * (1 + cabs(z[k]));
	}
	return same == n;
}

/* values[t] of all processes: active slices n of this one are those of time active_slices_list[n]. */
static hr_complex *of_all_times(const hr_complex *mine, int n)
{
	hr_complex *all = zeros(GLB_T * n);
	for (int k = 0; k < n_active_slices; k++)
		memcpy(all + n * (active_slices_list[k] + zerocoord[0]), mine + n * k, (size_t)n * sizeof *all);
	global_sum((double *)all, 2 * GLB_T * n);
	return all;
}

static void check_printed(const char *file, const hr_complex *glue, const hr_complex *tor)
{
	hr_complex *g = of_all_times(glue, 2 * total_n_glue_op), *h = of_all_times(tor, total_n_tor_op);
	const char *text = text_of(file);
	int good = 1;
	for (int k = 0; k < 4 && PID == 0; k++) {
		const hr_complex *z = g + 2 * total_n_glue_op * times[k], *w = h + total_n_tor_op * times[k];
		const hr_complex first[4] = {z[0], z[1], z[total_n_glue_op], z[total_n_glue_op + 1]};
		const hr_complex row[2] = {z[9], z[total_n_glue_op + 9]};
		good &= has_values(text, "1pt function P=(-1,0,0) Irrep=A1Dic4 Irrep ev=1/1 Charge=+ nop=4", times[k],
				   first, 4);
		good &= has_values(text, "1pt function P=(0,0,0) Irrep=T1plusOhP Irrep ev=2/3 Charge=- nop=2", times[k],
				   row, 2);
		good &= has_values(text, "1ptTor function P=(1,1,1) Irrep=A1Dic3 Irrep ev=1/1 Charge=+ nop=1", times[k],
				   &w[7], 1);
	}
	check(good && (PID || !strstr(text, " t=1 ")), "the numbers are printed");
	free(g);
	free(h);
}

/* The correlators of lines that text says, against lines[k] of all processes. */
static void check_lines(const char *file, double norm)
{
	const int places[3] = {Y * Z, X * Z, X * Y};
	const char *text = text_of(file);
	double off = 0;
	hr_complex want[2] = {0, 0};
	for (int k = 0; k < 3; k++) {
		hr_complex *all = zeros(GLB_T * places[k]);
		memcpy(all + zerocoord[0] * places[k], lines[k], (size_t)(T * places[k]) * sizeof *all);
		global_sum((double *)all, 2 * GLB_T * places[k]);
		for (int n = 0; n < 3; n++)
			for (int j = 0; j < places[k]; j++)
				want[n == 2] += norm * norm * conj(all[pairs[n].t1 * places[k] + j]) *
						all[pairs[n].t2 * places[k] + j] / (3. * pairs[n].n_pairs * places[k]);
		free(all);
	}
	for (int n = 0; n < 2 && PID == 0; n++) {
		char say[64];
		double re = POISON, im = POISON;
		const int dt = pairs[2 * n].t2 - pairs[2 * n].t1;
		snprintf(say, sizeof say, "Polyakov Cor dt=%d (", dt);
		const char *p = strstr(text, say);
		if (p) sscanf(p + strlen(say), "%lf %lf", &re, &im);
		off += cabs(re + I * im - want[n]);
	}
	check(off < 1e-9, "correlators of Polyakov loops: off by %.1e", off);
}

static void measurements(const char *file)
{
	double smear = 0.4;
	int *active = calloc((size_t)GLB_T, sizeof *active);
	for (int k = 0; k < 4; k++) active[times[k]] = 1;
	free_spatial_active_slices();
	initialize_spatial_active_slices(active);
	free(active);
	const int n_glue = 2 * total_n_glue_op * n_active_slices, n_tor = total_n_tor_op * n_active_slices;
	hr_complex *glue = zeros(n_glue), *tor = zeros(n_tor), *want = zeros(n_glue), *more = zeros(n_tor);
	by_steps(&smear, want, more);
	no_lines();
	measure_1pt_glueballs(1, 2, &smear, glue);
	measure_1pt_torellons(&smear, tor, lines);
	const double off = fmax(distance(glue, want, n_glue), distance(tor, more, n_tor));
	check(off < 1e-9 && creal(glue[n_glue]) == POISON && creal(tor[n_tor]) == POISON,
	      "blocked and smeared: off by %.1e", off);
	check(u_gauge_wrk() == u_gauge, "u_gauge is set again");
	/* Level 0 is u_gauge whatever was set before. */
	hr_complex *plain = zeros(3 * total_n_glue_op * n_active_slices), op[23];
	double first = 0;
	const int w = spatial_APE_smear_wrkspace(&smear, -1);
	measure_1pt_glueballs(0, 2, &smear, plain);
	for (int n = 0; n < n_active_slices; n++) {
		evaluate(active_slices_list[n], op);
		first = fmax(first, distance(&plain[3 * total_n_glue_op * n], op, total_n_glue_op));
		first = fmax(first, distance(&plain[total_n_glue_op * (3 * n + 1)], &glue[total_n_glue_op * 2 * n],
					     2 * total_n_glue_op));
	}
	release_wrk_space(w);
	check(first < 1e-9, "three levels: off by %.1e", first);
	no_lines();
	for (int n = 0; n < n_active_slices; n++)
		eval_all_torellon_ops(active_slices_list[n], op + total_n_glue_op, lines);
	if (PID == 0) remove(file);
	logger_map("Measure ML", file);
	collect_1pt_glueball_functions(&list, 2, glue);
	collect_1pt_torellon_functions(&list, tor, lines);
	logger_unmap("Measure ML");
	check_printed(file, glue, tor);
	check_lines(file, 1);
	free(glue);
	free(tor);
	free(want);
	free(more);
	free(plain);
}

/* ---- multilevel ----------------------------------------------------------------------------------------------------- */

/* The largest change of links, of spatial ones at global times with (t + 1) % every == 0 and of others. */
static void changes(const suNg_field *before, int every, double changed[2], double *least)
{
	changed[0] = changed[1] = 0;
	*least = 1e9;
	for (int n = 0; n < VOLUME; n++)
		for (int mu = 0; mu < 4; mu++) {
			const int t = n / (X * Y * Z), ix = ipt(t, n / (Y * Z) % X, n / Z % Y, n % Z),
				  g = t + zerocoord[0] + 1;
			const int frozen = mu && g < GLB_T && g % every == 0;
			suNg d = *pu_gauge(ix, mu);
			double norm;
			_suNg_sub_assign(d, *_4FIELD_AT(before, ix, mu));
			_suNg_sqnorm(norm, d);
			if (LQCD__HR_ENDS && (g <= 2 || g >= GLB_T - 1)) continue;
			changed[!frozen] = fmax(changed[!frozen], norm);
			if (!frozen) *least = fmin(*least, norm);
		}
	global_max(changed, 2);
	global_min(least, 1);
}

static void updates(void)
{
	int up[2] = {1, 1}, skip[2] = {1, 0};
	double changed[2], least, beta = 2.3;
	suNg_field *before = alloc_suNg_field(&glattice), *after = alloc_suNg_field(&glattice);
	copy_suNg_field(before, u_gauge);
	/* One update of level 0. */
	init_hb_multilevel(1, beta, 1, 0, up, skip, 0, 0, 0.3, &list);
	rlxd_init(1, 77);
	update_hb_multilevel_gb_measure(0);
	changes(before, GLB_T / 2, changed, &least);
	check(changed[0] == 0 && least > 1e-6, "level 0: frozen links change by %.1e, others by %.1e at least",
	      changed[0], least);
	copy_suNg_field(after, u_gauge);
	copy_suNg_field(u_gauge, before);
	start_sendrecv_suNg_field(u_gauge);
	complete_sendrecv_suNg_field(u_gauge);
	rlxd_init(1, 77);
	update(&beta, 1, 0);
	double off = 0;
	_MASTER_FOR(&glattice, ix) {
		double norm;
		suNg d = *pu_gauge(ix, 0);
		_suNg_sub_assign(d, *_4FIELD_AT(after, ix, 0));
		_suNg_sqnorm(norm, d);
		if (norm > off) off = norm;
	}
	global_max(&off, 1);
	check(off < 1e-24, "temporal links become those of update(): off by %.1e", off);
	/* Level 1 alone changes, by overrelaxation. */
	copy_suNg_field(before, u_gauge);
	skip[0] = 0;
	skip[1] = 2;
	const double plaquette = avr_plaquette();
	init_hb_multilevel(2, beta, 0, 1, up, skip, 0, 0, 0.3, &list);
	update_hb_multilevel_gb_measure(0);
	changes(before, GLB_T / 4, changed, &least);
	check(changed[0] == 0 && least > 1e-6 && fabs(avr_plaquette() - plaquette) < 1e-12,
	      "level 1, overrelaxation: frozen links change by %.1e, others by %.1e at least, the plaquette by %.1e",
	      changed[0], least, avr_plaquette() - plaquette);
	free_suNg_field(before);
	free_suNg_field(after);
}

/* Measurements of the same links, one or more of them, are printed as such. */
static void means(const char *file)
{
	int up[2] = {2, 3}, skip[2] = {0, 0};
	double smear = 0.4, beta = 2.3;
	const int n_glue = 2 * total_n_glue_op * n_active_slices, n_tor = total_n_tor_op * n_active_slices;
	hr_complex *glue = zeros(n_glue), *tor = zeros(n_tor);
	no_lines();
	measure_1pt_glueballs(1, 2, &smear, glue);
	measure_1pt_torellons(&smear, tor, lines);
	for (int k = 0; k < n_glue; k++) glue[k] /= NG * (double)GLB_VOL3;
	for (int k = 0; k < n_tor; k++) tor[k] /= NG * (double)GLB_VOL3;
	init_hb_multilevel(2, 2.3, 1, 1, up, skip, 1, 2, smear, &list);
	for (int k = 0; k < 4; k++) {
		const int tune = k % 2;
		int prints = 0;
		if (k == 2) {
			init_hb_multilevel(1, 1, 2, 2, NULL, NULL, 0, 0, 0, NULL);
			set_max_mh_level(2);
		}
		if (PID == 0) remove(file);
		logger_map("Measure ML", file);
		if (k == 2)
			update_hb_multilevel_gb_measure(0, &beta, 1, 1, up, skip, 1, 2, &smear, &list);
		else if (k == 3)
			update_hb_multilevel_gb_tune(0, 0, &beta, 1, 1, up, skip, 1, 2, &smear, &list);
		else if (tune)
			update_hb_multilevel_gb_tune(0);
		else
			update_hb_multilevel_gb_measure(0);
		logger_unmap("Measure ML");
		check_printed(file, glue, tor);
		for (const char *p = text_of(file); (p = strstr(p, "Irrep=A1Dic3")) != NULL; p++) prints++;
		check(PID || prints == 1 + tune, "printed %d times", prints);
		if (!tune) check_lines(file, 1. / NG);
	}
	free(glue);
	free(tor);
}

/* Links on one side of the frozen slice do not depend on those on the other side. */
static void halves(void)
{
	int up = 1, skip = 3, middle = GLB_T / 2 - 1;
	suNg_field *before = alloc_suNg_field(&glattice), *after = alloc_suNg_field(&glattice);
	double off = 0, moved = 0;
	init_hb_multilevel(1, 2.3, 1, 1, &up, &skip, 0, 0, 0.3, &list);
	copy_suNg_field(before, u_gauge);
	for (int k = 0; k < 2; k++) {
		copy_suNg_field(u_gauge, before);
		for (int n = 0; n < VOLUME && k; n++) {
			const int t = n / (X * Y * Z), ix = ipt(t, n / (Y * Z) % X, n / Z % Y, n % Z);
			for (int mu = 0; mu < 4; mu++)
				if (t + zerocoord[0] > 1 && t + zerocoord[0] < middle) random_suNg(pu_gauge(ix, mu));
		}
		start_sendrecv_suNg_field(u_gauge);
		complete_sendrecv_suNg_field(u_gauge);
		rlxd_init(1, 5);
		update_hb_multilevel_gb_measure(0);
		if (!k) copy_suNg_field(after, u_gauge);
	}
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			double norm;
			const int t = lqcd__hr_time(ix) + lqcd__hr_lattice.boundary.first;
			suNg d = *pu_gauge(ix, mu);
			_suNg_sub_assign(d, *_4FIELD_AT(after, ix, mu));
			_suNg_sqnorm(norm, d);
			if (t >= middle && norm > off) off = norm;
			if (t < middle && norm > moved) moved = norm;
		}
	global_max(&off, 1);
	global_max(&moved, 1);
	check(off == 0 && moved > 0.01, "halves: %.1e on this side, %.1e on the other", off, moved);
	free_suNg_field(before);
	free_suNg_field(after);
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	setup_gauge_fields();
	init_BCs(NULL);
	double isotropic = 1;
	init_pure_gauge_anisotropy(&isotropic);
	initialize_spatial_active_slices(NULL);
	for (int k = 0; k < 3; k++) {
		pairs[k].id = k / 2;
		pairs[k].n_pairs = k < 2 ? 2 : 1;
	}
	times[1] = 2;
	times[2] = GLB_T / 2;
	times[3] = times[2] + 2;
	pairs[0].t2 = pairs[2].t2 = times[2];
	pairs[1].t1 = pairs[2].t1 = times[1];
	pairs[1].t2 = times[3];
	random_u(u_gauge);
	represent_gauge_field();
	report_gb_group_setup();
	report_tor_group_setup();
	written_out();
	/* With ends these two change links that are given there. */
	if (!LQCD__HR_ENDS) {
		rotations();
		invariance();
		random_u(u_gauge);
	}
	measurements(argv[argc - 1]);
	updates();
	means(argv[argc - 1]);
	if (LQCD__HR_ENDS) halves();
	for (int k = 0; k < 3; k++) free(lines[k]);
	free_spatial_active_slices();
	free_wrk_space();
	finalize_process();
	return done();
}
