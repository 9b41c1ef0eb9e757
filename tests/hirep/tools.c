/* tests/hirep/tools.c: ranlux, statistics, storage, small matrices, the input file. "tools -i input FILE" writes
 * FILE. */
#include "IO/input_par.h"
#include "Utils/wilsonflow.h"
#include "libhr.h"
#include "cinfo.c"
#include "check.h"

/* Numbers of the published ranlux 3: after 20 calls for 204 and 99 numbers. */
static void check_ranlux(void)
{
	static const double single[4] = {13257445, 15738482, 5448599, 9610459};
	static const double pair[4] = {135665102723086, 259840970195871, 110726726657103, 53972500363809};
	float xs[204], again[204];
	double xd[99], more[99];
	int wrong = 0, *s = malloc((size_t)rlxs_size() * sizeof *s), *d = malloc((size_t)rlxd_size() * sizeof *d);
	rlxs_init(0, 32767);
	rlxd_init(1, 32767);
	for (int k = 0; k < 20; k++) {
		ranlxs(xs, 204);
		ranlxd(xd, 99);
	}
	for (int k = 0; k < 4; k++) {
		wrong += xs[60 + k] * 16777216 != single[k];
		wrong += ldexp(xd[39 + k], 48) != pair[k];
	}
	wrong += xs[155] * 16777216 != 4731726 || ldexp(xd[86], 48) != 173907458721736;
	check(wrong == 0, "ranlxs and ranlxd: %d wrong", wrong);
	rlxs_get(s);
	rlxd_get(d);
	ranlxs(xs, 204);
	ranlxd(xd, 99);
	rlxs_reset(s);
	rlxd_reset(d);
	ranlxs(again, 204);
	ranlxd(more, 99);
	check(!memcmp(xs, again, sizeof xs) && !memcmp(xd, more, sizeof xd), "states");
	rlxd_reset(d);
	double g[3];
	gauss(g, 3);
	check(fabs(g[0] - sqrt(-2 * log(1 - more[0])) * sin(2 * acos(-1) * more[1])) < 1e-14 &&
		      fabs(g[2] - sqrt(-2 * log(1 - more[2])) * sin(2 * acos(-1) * more[3])) < 1e-14,
	      "gauss from ranlxd");
	ranz2(g, 3);
	check(fabs(g[1] - (more[5] < 0.5 ? 1 : -1) * sqrt(0.5)) < 1e-15, "ranz2");
	free(s);
	free(d);
}

static double ratio(double v[])
{
	return v[0] / v[1];
}

static double first(double v[])
{
	return v[0];
}

/* gamma(t) and the window, by their definitions. */
static double plain_tau(int n, const double *a, int tmax, int *stable)
{
	double tau[1000], g[1000], largest = 0;
	for (int t = 0; t < tmax; t++) {
		double ab = 0, sa = 0, sb = 0;
		for (int i = t; i < n; i++) {
			ab += a[i - t] * a[i];
			sa += a[i - t];
			sb += a[i];
		}
		g[t] = ab / (n - t) - sa * sb / ((double)(n - t) * (n - t));
		tau[t] = t ? tau[t - 1] + g[t] / g[0] : 0.5;
	}
	for (int w = 0; w < tmax; w++) {
		int good = w >= (int)(5 * tau[w]);
		largest = fmax(largest, tau[w]);
		for (int j = w + 1; good && j < tmax && j <= w + (int)(3 * tau[w]); j++)
			good = fabs(tau[j] - tau[w]) <= tau[w] * sqrt(2.0 * (2 * j + 1) / n);
		*stable = good;
		if (good) return tau[w];
	}
	return largest;
}

static void check_statistics(void)
{
	enum { n = 6000 };
	static double a[2 * n], gamma[1000];
	double tau, value, m = 0, v = 0;
	int flag, stable;
	gauss(a, 2 * n);
	for (int i = 1; i < 2 * n; i++) a[i] = 3 + 0.5 * (a[i - 1] - 3) + a[i] * sqrt(0.75);
	for (int i = 0; i < n; i++) m += a[i] / n;
	for (int i = 0; i < n; i++) v += (a[i] - m) * (a[i] - m) / n;
	close_to(average(n, a), m, 1e-13, "average");
	close_to(sigma0(n, a), sqrt(v / n), 1e-12, "sigma0");
	const double s = sigma(n, a, &tau, &flag);
	close_to(tau, plain_tau(n, a, n / 30 + 1, &stable), 1e-10, "tau");
	check(flag == !stable && fabs(tau - 1.5) < 0.3 && fabs(s - sqrt(2 * tau * v / n)) < 1e-9, "sigma: %.4f", s);
	auto_corr(n, a, 20, gamma);
	close_to(auto_corr_time(n, 20, gamma, &flag), plain_tau(n, a, 20, &stable), 1e-10, "auto_corr_time");
	close_to(sigma_bin(n, 1, a), sigma0(n, a), 1e-14, "sigma_bin of one");
	check(fabs(sigma_bin(n, 50, a) / s - 1) < 0.4, "sigma_bin of 50: %.4f", sigma_bin(n, 50, a));
	close_to(sigma_jackknife(1, n, a, &value, first), sigma0(n, a), 1e-9, "jackknife of a mean");
	const double e = sigma_jackknife(2, n, a, &value, ratio);
	close_to(value, average(n, a) / average(n, a + n), 1e-12, "jackknife of a ratio");
	check(e > 0 && e < 0.1, "and its spread: %.5f", e);
	const double r = sigma_replicas(n, 2, a, &tau, &flag);
	check(fabs(r / s - sqrt(0.5)) < 0.15, "sigma_replicas: %.5f", r);
	for (int i = 0; i < n; i++) a[i] = 7;
	check(!(sigma(n, a, &tau, &flag) > 1e-6) && tau == 0.5 && !flag, "a constant");
}

static void check_storage(void)
{
	int shape[3] = {2, 3, 4}, line[1] = {5}, at[3] = {1, 2, 3};
	data_storage_array *d = allocate_data_storage_array(2);
	allocate_data_storage_element(d, 0, 3, shape);
	allocate_data_storage_element(d, 1, 1, line);
	check(*data_storage_element(d, 0, at) == 0 && data_storage_element(d, 0, at) == d->element[0].data + 23,
	      "data_storage_element");
	for (int k = 0; k < 5; k++) *data_storage_element(d, 1, &k) = k;
	check(d->element[1].data[4] == 4 && d->n == 2 && d->element[0].ni[1] == 3, "storage");
	logger_disable();
	print_data_storage(d);
	logger_enable();
	free_data_storage(d);
}

static void random_matrix(suNg *a)
{
	gauss((double *)a, 2 * NG * NG);
}

static void check_matrices(void)
{
	suNg a, b, c, h, u;
	hr_complex x, y, z;
	double n;
	suNg_algebra_vector v;
	random_matrix(&a);
	random_matrix(&b);
	_suNg_times_suNg(c, a, b);
	det_Cmplx_Ng(&x, &a);
	det_Cmplx_Ng(&y, &b);
	det_Cmplx_Ng(&z, &c);
	check(cabs(z - x * y) < 1e-12 * (1 + cabs(z)), "det a b = det a det b");
	_suNg_unit(u);
	u.c[0] = 2 + I;
	u.c[1] = 5;
	det_Cmplx_Ng(&x, &u);
	random_suNg(&u);
	det_Cmplx_Ng(&y, &u);
	check(cabs(x - (2 + I)) < 1e-15 && cabs(y - 1) < 1e-14, "determinants");
	c = a;
	inv_Cmplx_Ng(&c);
	_suNg_times_suNg(c, c, a);
	_suNg_sqnorm_m1(n, c);
	check(n < 1e-22, "a^-1 a = 1: %.1e", n);
	_suNg_minus(c, a);
	suNg_Exp_Taylor(&u, &a);
	suNg_Exp_Taylor(&h, &c);
	_suNg_times_suNg(u, u, h);
	_suNg_sqnorm_m1(n, u);
	check(n < 1e-18, "exp(a) exp(-a) = 1: %.1e", n);
	_suNg_trace(x, a);
	suNg_Exp_Taylor(&u, &a);
	det_Cmplx_Ng(&y, &u);
	check(cabs(y - cexp(x)) < 1e-11 * cabs(y), "det exp a = exp tr a");
	gauss(v.c, NG * NG - 1);
	_fund_algebra_represent(a, v);
	suNg_Exp_Taylor(&u, &a);
	suNg_Exp(&b, &a);
	_suNg_sub_assign(b, u);
	_suNg_sqnorm(n, b);
	check(n < 1e-26, "suNg_Exp");
	/* u times a positive matrix */
	_suNg_mulc(a, I * 0.3, a);
	suNg_Exp_Taylor(&h, &a);
	_suNg_times_suNg(h, u, h);
	covariant_project_to_suNg(&h);
	_suNg_sub_assign(h, u);
	_suNg_sqnorm(n, h);
	check(n < 1e-24, "covariant_project_to_suNg: %.1e", n);
}

/* Re tr v^dagger u; *off: how far v^dagger u is from Hermitian, but for a multiple of i. */
static double overlap(const suNg *v, const suNg *u, double *off)
{
	suNg w, h;
	hr_complex z;
	double n;
	_suNg_dagger_times_suNg(w, *v, *u);
	_suNg_dagger(h, w);
	_suNg_trace(z, w);
	_suNg_sub_assign(h, w);
	for (int i = 0; i < NG; i++) h.c[i * NG + i] += 2 * I * cimag(z) / NG;
	_suNg_sqnorm(n, h);
	*off = sqrt(n);
	return creal(z);
}

static void check_cooling(void)
{
	static const int sweeps[6] = {0, 1, 2, 5, 20, 2000};
	double before = -1e9, off = 0, n, worst = 0;
	int rises = 1;
	suNg v, u, w;
	hr_complex det, d, first = 0;
	gauss((double *)v.c, 2 * NG * NG);
	for (int k = 0; k < 6; k++) {
		random_suNg(&u);
		project_cooling_to_suNg(&u, &v, sweeps[k]);
		const double now = overlap(&v, &u, &off);
		rises = rises && now >= before - 1e-13;
		before = now;
		_suNg_dagger_times_suNg(w, u, u);
		_suNg_sqnorm_m1(n, w);
		det_Cmplx_Ng(&det, &u);
		if (!k) first = det;
		worst = fmax(worst, sqrt(n) + cabs(det - first));
		if (k) continue;
		/* u^dagger v is triangular, with a positive diagonal. */
		_suNg_dagger_times_suNg(w, u, v);
		for (int i = 0; i < NG; i++)
			for (int j = 0; j <= i; j++) {
				const hr_complex z = w.c[i * NG + j];
				worst = fmax(worst, i == j ? fabs(cimag(z)) + (creal(z) > 0 ? 0 : 1) : cabs(z));
			}
		det_Cmplx_Ng(&d, &v);
		worst = fmax(worst, cabs(det - d / cabs(d)));
	}
	check(worst < 1e-12, "project_cooling_to_suNg: unitary, determinants, columns: %.1e", worst);
	check(rises && off < 1e-9, "the trace rises to %g, the rest %.1e", before, off);
	w = v;
	project_cooling_to_suNg(&w, &w, 2000);
	_suNg_sub_assign(w, u);
	_suNg_sqnorm(n, w);
	check(!(n > 0), "in place");
}

static void check_input(const char *name)
{
	input_rlx r = init_input_rlx(r);
	input_glb g = init_input_glb(g);
	read_input(r.read, get_input_filename());
	GLB_T = 0;
	read_input(g.read, get_input_filename());
	check(!strcmp(get_input_filename(), name) && r.rlxd_seed == 12345 && r.rlxd_level == 1 &&
		      GLB_T == glb_var.GLB_T,
	      "get_input_filename");
}

static void check_states(char *file)
{
	double a[5], b[5];
	write_ranlxd_state(file);
	ranlxd(a, 5);
	read_ranlxd_state(file);
	ranlxd(b, 5);
	check(!memcmp(a, b, sizeof a), "a state in a file");
	printf("# next number: %.17g\n", b[0]);
}

/* What test programs share. */
static void check_shared(void)
{
	int errors = 0;
	spinor_field *s = NULL;
	suNg_av_field *h = NULL;
	logger_disable();
	s = alloc(s, 3, &glattice);
	h = alloc(h, 1, &glat_even);
	_TEST_CPU_INV_OP(errors, "copy", 1, s, s + 1, copy(&s[1], &s[0]);, "TEST", 0);
	_TEST_RED_INV_OP(errors, "norm", 1, s, s + 1, double abs1 = sqnorm(&s[0]); mul(&s[1], 2, &s[0]);
			 double abs2 = sqnorm(&s[1]) / 4;, "TEST", 1e-14);
	check(errors == 0, "_TEST_CPU_INV_OP, _TEST_RED_INV_OP");
	_TEST_CPU_INV_OP(errors, "minus", 1, s, s + 1, minus(&s[1], &s[0]);, "TEST", 1e-3);
	_TEST_RED_INV_OP(errors, "half", 1, s, s + 1, double abs1 = sqnorm(&s[0]); double abs2 = abs1 / 2;, "TEST", 0.4);
	check(errors == 2, "and their errors");
	/* Floats within a bound of doubles; a product of which only rounding is left. */
	suNg_field_flt *u = NULL;
	u = alloc(u, 3, &glattice);
	_TEST_CPU_INV_OP(errors, "floats", 2, u, u + 2, add(&u[2], &u[0], &u[1]); sub_assign(&u[2], &u[1]);, "TEST", EPSILON_TEST);
	_TEST_RED_INV_OP(errors, "small", 1, s, s + 1, double abs1 = 1e-20 * sqnorm(&s[0]); double abs2 = 2 * abs1;, "TEST", 1e-14);
	check(errors == 2, "single precision, and products next to 0");
	free_field(u);
	zero(h);
	_4FIELD_AT(h, 1, 3)->c[2] = -7.5;
	_FIELD_AT(&s[2], ipt(1, 1, 0, 1))->c[3].c[1] = 30 - 40 * I;
	check(!(max(h) < 7.5) && !(max(h) > 7.5) && !(max(&s[2]) < 40) && !(max(&s[2]) > 40), "max");
	_FIELD_AT(&s[2], 1)->c[0].c[0] = NAN;
	check(max(&s[2]) > 1e300, "max of NaN");
	check(!check_diff_norm(-1e-15, 1e-14) && check_diff_norm(-2, 1) && check_diff_norm(NAN, 1) && !check_diff_norm_zero(0) &&
		      check_diff_norm_zero(1e-300) && !check_not_zero(-2, 1) && check_not_zero(0.5, 1) && !check_finiteness(3) &&
		      check_finiteness(INFINITY),
	      "check_diff_norm, ..");
	check(fabs(inverse_fact(MAX_FACTORIAL) * tgamma(MAX_FACTORIAL + 1) - 1) < 1e-14 && !(inverse_fact(0) < 1), "inverse_fact");
	check(!strcmp(_FIELD_DESC(h), "suNg_av_field"), "_FIELD_DESC");
	free_field(s);
	free_field(h);
}

/* Doubles and floats count apart; a trajectory has no quarks of other kinds. */
static void check_counts(void)
{
	setup_gauge_fields();
	assign_ud2u_f();
	spinor_field *s = alloc_spinor_field(2, &glattice);
	spinor_field_flt *f = alloc_spinor_field_flt(2, &glattice);
	gaussian_spinor_field(s);
	assign_sd2s(f, s);
	(void)getMVM();
	(void)getMVM_flt();
	Dphi_(&s[1], s);
	Dphi_flt_(&f[1], f);
	Dphi_flt_(&f[1], f);
	const unsigned long d = getMVM(), single = getMVM_flt();
	check(d == 2 && single == 4 && !getMVM() && !getMVM_flt(), "getMVM %lu, getMVM_flt %lu", d, single);
	free_spinor_field(s);
	free_spinor_field_flt(f);
}

static void check_scalar_files(char *file)
{
	suNg_scalar_field *s = alloc_suNg_scalar_field(&glattice), *t = alloc_suNg_scalar_field(&glattice);
	int head[5] = {0};
	suNg_vector first;
	u_scalar = s;
	random_s(s);
	suNg_scalar_field_copy(t, s);
	write_scalar_field(file);
	zero_s(s);
	read_scalar_field(file);
	sub_assign_suNg_scalar_field(s, t);
	check(!(sqnorm_suNg_scalar_field(s) > 0) && sqnorm_suNg_scalar_field(t) > 1, "a scalar field in a file");
	FILE *f = fopen(file, "rb");
	check(f && fread(head, sizeof head, 1, f) == 1 && head[0] == NG && head[1] == GLB_T && head[4] == GLB_Z &&
		      fread(&first, sizeof first, 1, f) == 1 && !memcmp(&first, _FIELD_AT(t, ipt(0, 0, 0, 0)), sizeof first),
	      "its header and first vector");
	if (f) fclose(f);
	free_suNg_scalar_field(s);
	free_suNg_scalar_field(t);
}

/* A converter's table of formats; numbers in both orders of bytes. */
static const struct {
	void (*read)(char *), (*write)(char *);
} format = {read_gauge_field, write_gauge_field};

static void check_bytes(const char *file)
{
	int n[3] = {1, -2, 0x01020304}, back[3] = {0};
	double d[2] = {-0.5, 1e300}, again[2] = {0};
	float f[2] = {3.25f, -1e-20f}, single[2] = {0};
	unsigned char b[100] = {0};
	FILE *out = fopen(file, "wb");
	int wrong = !out || !format.read || !format.write;
	if (wrong) return;
	wrong += fwrite_BE_int(n, 3, out) != 3 || fwrite_LE_int(n, 3, out) != 3;
	wrong += fwrite_BE_double(d, 2, out) != 2 || fwrite_LE_double(d, 2, out) != 2;
	for (int k = 0; k < 8; k++) /* of floats, by hand */
		fputc((int)(((const unsigned char *)f)[k / 4 * 4 + 3 - k % 4]), out);
	fclose(out);
	FILE *in = fopen(file, "rb");
	wrong += !in || fread(b, 1, 100, in) != 64;
	/* 1, -2 and 0x01020304; -0.5 has the sign and the exponent 0x3fe */
	wrong += b[0] || b[3] != 1 || b[4] != 255 || b[7] != 254 || b[8] != 1 || b[11] != 4;
	wrong += b[12] != 1 || b[15] || b[16] != 254 || b[19] != 255 || b[20] != 4 || b[23] != 1;
	wrong += b[24] != 0xbf || b[25] != 0xe0 || b[31] || b[47] != 0xbf || b[46] != 0xe0 || b[40];
	if (in) rewind(in);
	wrong += !in || fread_BE_int(back, 3, in) != 3 || memcmp(n, back, sizeof n);
	wrong += !in || fread_LE_int(back, 3, in) != 3 || memcmp(n, back, sizeof n);
	wrong += !in || fread_BE_double(again, 2, in) != 2 || memcmp(d, again, sizeof d);
	wrong += !in || fread_LE_double(again, 2, in) != 2 || memcmp(d, again, sizeof d);
	wrong += !in || fread_BE_float(single, 2, in) != 2 || memcmp(f, single, sizeof f);
	wrong += !in || fread_LE_float(single, 2, in) != 0; /* the file is at its end */
	if (in) fclose(in);
	remove(file);
	check(!wrong, "bytes of files: %d wrong", wrong);
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	if (!strcmp(rlx_var.rlxd_start, "continue")) {
		double r;
		ranlxd(&r, 1);
		printf("# continued: %.17g\n", r);
	}
	check_ranlux();
	check_statistics();
	check_storage();
	check_matrices();
	check_cooling();
	check_input(argv[2]);
	check_states(argv[argc - 1]);
	char file[512];
	snprintf(file, sizeof file, "%.480s.scalar", argv[argc - 1]);
	check_bytes(file);
	logger_disable();
	print_compiling_info_short();
	setup_replicas();
	check(strstr(MACROS, "-DNG=3") != NULL, "MACROS");
	check_counts();
	check_shared();
	print_gd(&glattice);
	check_scalar_files(file);
	logger_enable();
	finalize_process();
	return done();
}
