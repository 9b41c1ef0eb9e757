/* tests/hirep/links.c: files of links in HiRep's format, read and written byte by byte here; random numbers of the
 * algebra and of SU(2); cabmar; any NG. With LQCD_TEST_DATA on 8^4 and NG = 3 also a file that HiRep wrote. "links -i
 * input read FILE" only reads. */
#include "global.h"
#include "communications.h"
#include "io.h"
#include "linear_algebra.h"
#include "memory.h"
#include "observables.h"
#include "random.h"
#include "setup.h"
#include "suN.h"
#include "update.h"
#include "check.h"

static double big_double(const unsigned char *p)
{
	uint64_t bits = 0;
	double x;
	for (int k = 0; k < 8; k++) bits = bits << 8 | p[k];
	memcpy(&x, &bits, sizeof x);
	return x;
}

/* Largest difference between the file and the links. */
static double file_distance(const char *path, const suNg_field *u, int quaternion)
{
	unsigned char header[28], p[16 * NG * NG];
	const int numbers[5] = {NG, T, X, Y, Z};
	const size_t bytes = quaternion ? 32 : sizeof p;
	double most = 0;
	FILE *f = fopen(path, "rb");
	if (!f || fread(header, 28, 1, f) != 1) return 1e9;
	for (int k = 0; k < 20; k++) most = fmax(most, header[k] != (numbers[k / 4] >> (24 - k % 4 * 8) & 255));
	most = fmax(most, fabs(big_double(header + 20) - avr_plaquette()));
	for (int site = 0; site < VOLUME; site++)
		for (int mu = 0; mu < 4; mu++) {
			const int ix = ipt(site / (X * Y * Z), site / (Y * Z) % X, site / Z % Y, site % Z);
			const suNg *v = _4FIELD_AT(u, ix, mu);
			double q[2 * NG * NG];
			if (fread(p, bytes, 1, f) != 1) return 1e9;
			for (size_t k = 0; k < bytes / 8; k++) q[k] = big_double(p + 8 * k);
			if (quaternion) {
				const hr_complex a = q[0] + I * q[3], b = q[2] + I * q[1];
				most = fmax(most, cabs(v->c[0] - a) + cabs(v->c[1] + conj(b)));
				most = fmax(most, cabs(v->c[NG] - b) + cabs(v->c[NG + 1] - conj(a)));
			} else
				for (int k = 0; k < NG * NG; k++)
					most = fmax(most, cabs(v->c[k] - q[2 * k] - I * q[2 * k + 1]));
		}
	if (fgetc(f) != EOF) most = 1e9;
	fclose(f);
	return most;
}

static void check_files(char *path)
{
	suNg_field *keep = alloc_suNg_field(&glattice);
	random_u(u_gauge);
	copy_suNg_field(keep, u_gauge);
	write_gauge_field_matrix(path);
	double off = file_distance(path, u_gauge, 0);
	check(!(off > 0), "a file of matrices has HiRep's bytes, bit for bit: %.1e", off);
	unit_u(u_gauge);
	read_gauge_field_matrix(path);
	check(!(file_distance(path, u_gauge, 0) > 0), "and is read again");
	write_gauge_field(path);
	off = file_distance(path, u_gauge, NG == 2);
	check(off < 1e-15, "a file has HiRep's bytes: %.1e", off);
	unit_u(u_gauge);
	read_gauge_field(path);
	sub_assign_suNg_field(keep, u_gauge);
	check(sqnorm_suNg_field(keep) < 1e-29 * (double)VOLUME, "and is read again: %.1e", sqnorm_suNg_field(keep));
	free_suNg_field(keep);
	const char *data = getenv("LQCD_TEST_DATA");
	char name[1024];
	if (NG != 3 || !data || VOLUME != 4096) {
		tap_diag("no file of HiRep: needs LQCD_TEST_DATA, 8^4 and SU(3)");
		return;
	}
	snprintf(name, sizeof name, "%s/hirep-pb.l8", data);
	read_gauge_field(name);
	check(fabs(avr_plaquette() - 0.0016696811441034925) < 1e-14 && file_distance(name, u_gauge, 0) < 1e-14,
	      "a file that HiRep wrote");
}

/* I_2(x)/I_1(x), by the series. */
static double bessel_ratio(double x)
{
	double term = x / 2, i1 = 0, i2 = 0;
	for (int k = 0; k < 60; k++) {
		i1 += term;
		i2 += term * (x / 2) / (k + 2);
		term *= x * x / 4 / ((k + 1) * (k + 2));
	}
	return i1 > 0 ? i2 / i1 : 0;
}

static void check_su2(double rho)
{
	const int draws = 20000;
	double s[4], sum[4] = {0, 0, 0, 0}, sphere = 0;
	for (int n = 0; n < draws; n++) {
		random_su2(rho, s);
		sphere = fmax(sphere, fabs(s[0] * s[0] + s[1] * s[1] + s[2] * s[2] + s[3] * s[3] - 1));
		for (int k = 0; k < 4; k++) sum[k] += s[k] / draws;
	}
	const double bound = 5 * 0.5 / sqrt(draws);
	check(sphere < 1e-12 && fabs(sum[0] - (rho < 0 ? -1 : 1) * bessel_ratio(fabs(rho))) < bound &&
		      fabs(sum[1]) + fabs(sum[2]) + fabs(sum[3]) < 3 * bound,
	      "random_su2(%g): mean %.4f", rho, sum[0]);
}

/* The staples of a link: overrelaxation keeps the action, the heat bath has its distribution. */
static void check_cabmar(void)
{
	const int draws = 20000;
	suNg u, v, w, old;
	double before, after, moved, unitary, mean = 0, strong = 0;
	staples(5, 1, &v);
	u = old = *pu_gauge(5, 1);
	_suNg_times_suNg_dagger(w, u, v);
	_suNg_trace_re(before, w);
	cabmar(2.3, &u, &v, 1);
	_suNg_times_suNg_dagger(w, u, v);
	_suNg_trace_re(after, w);
	_suNg_sub_assign(old, u);
	_suNg_sqnorm(moved, old);
	_suNg_times_suNg_dagger(w, u, u);
	_suNg_sqnorm_m1(unitary, w);
	check(fabs(before - after) < 1e-12 && moved > 1e-3 && unitary < 1e-26, "overrelaxation keeps the action");
	random_suNg(&v);
	_suNg_mul(w, 6, v);
	for (int n = 0; n < 30; n++) cabmar(1e6, &u, &w, 0);
	_suNg_sub_assign(u, v);
	_suNg_sqnorm(strong, u);
	check(strong < 1e-3, "at strong coupling to the staples a link is parallel to them: %.1e", strong);
	_suNg_mul(w, 0.5, v);
	u = v;
	for (int n = 0; n < draws; n++) {
		double re;
		cabmar(2, &u, &w, 0);
		_suNg_times_suNg_dagger(old, u, v);
		_suNg_trace_re(re, old);
		mean += re / (NG * draws);
	}
	/* SU(2): weight exp(beta/2 Re tr(u v^dagger)/2) */
	if (NG == 2)
		check(fabs(mean - bessel_ratio(1)) < 5 * 0.5 / sqrt(draws), "the heat bath of SU(2): %.4f", mean);
	else
		check(mean > 0.02 && mean < 0.5, "the heat bath: %.4f", mean);
}

/* The matrices are Haar's of the library up to rounding, and products of many stay unitary. */
static void check_random(void)
{
	lqcd_rng same = lqcd__hr_rng()->rng;
	suNg u, v, w;
	double grown, off = 0;
	_suNg_unit(u);
	for (int n = 0; n < 500; n++) {
		lqcd_su3_d of_library;
		random_suNg(&v);
		lqcd_su3_random_d(&of_library, &same);
		for (int i = 0; i < NG; i++)
			for (int j = 0; j < NG; j++)
				off = fmax(off, cabs(v.c[i * NG + j] - (of_library.e[i][j].re + I * of_library.e[i][j].im)));
		w = u;
		_suNg_times_suNg(u, w, v);
	}
	_suNg_sqnorm(grown, u);
	check(off < 1e-13, "random matrices of the library: off by %.1e", off);
	check(fabs(grown / NG - 1) < 4e-14, "a product of 500: rows grew by %.1e", grown / NG - 1);
}

static void check_fields(void)
{
	const double numbers = 4.0 * (double)VOLUME * (NG * NG - 1), reals = 2.0 * NG * (double)VOLUME;
	suNg_av_field *h = alloc_suNg_av_field(&glattice), *k = alloc_suNg_av_field(&glattice);
	suNg_scalar_field *s = alloc_suNg_scalar_field(&glattice);
	gaussian_momenta(h);
	gaussian_momenta(k);
	double n = sqnorm_suNg_av_field(h) / numbers, m = prod_re_suNg_av_field(h, k) / numbers;
	check(fabs(n - 2) < 5 * 2 * sqrt(2 / numbers) && fabs(m) < 5 * 2 / sqrt(numbers),
	      "gaussian_momenta: <h^2> = %.4f, and others the next time: %.4f", n, m);
	random_s(s);
	n = sqnorm_suNg_scalar_field(s) / reals;
	gaussian_scalar_momenta(s);
	m = sqnorm_suNg_scalar_field(s) / reals;
	check(fabs(n - 1) < 5 * sqrt(2 / reals) && fabs(m - 0.5) < 2.5 * sqrt(2 / reals),
	      "random_s, gaussian_scalar_momenta: %.4f %.4f", n, m);
	double z[1000], worst = 0, total = 0;
	ranz2(z, 1000);
	for (int i = 0; i < 1000; i++) worst = fmax(worst, fabs(z[i] * z[i] - 0.5)), total += z[i];
	check(worst < 1e-15 && fabs(total) < 5 * sqrt(500), "ranz2: +-1/sqrt(2), sum %.1f", total);
	zero_s(s);
	check(!(sqnorm_suNg_scalar_field(s) > 0), "zero_s");
	free_suNg_av_field(h);
	free_suNg_av_field(k);
	free_suNg_scalar_field(s);
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	if (argc > 4 && !strcmp(argv[argc - 2], "read")) {
		read_gauge_field(argv[argc - 1]);
		return finalize_process();
	}
	check_files(argv[argc - 1]);
	random_u(u_gauge);
	check_random();
	check_fields();
	check_su2(0);
	check_su2(0.5);
	check_su2(3);
	check_su2(-2);
	check_cabmar();
	finalize_process();
	return done();
}
