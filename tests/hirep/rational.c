/* tests/hirep/rational.c: rational functions: R at many x against pow, R(Q) against powers of a matrix of known eigenvalues and
 * against inverses, the ends of the spectrum against Rayleigh quotients and eigenvalues. */
#include "libhr.h"
#include "check.h"

static double site_value(int ix, double min, double max)
{
	/* from min to max, ends included */
	const double n = (double)((ix * 37) % 64) / 63;
	return min * pow(max / min, n);
}

static double low, high;

/* Diagonal in sites. */
static void diagonal(spinor_field *out, spinor_field *in)
{
	_MASTER_FOR(in->type, ix) {
		const double x = site_value((int)ix, low, high);
		_spinor_mul_f(*_FIELD_AT(out, ix), x, *_FIELD_AT(in, ix));
	}
}

static double relative(spinor_field *a, spinor_field *b)
{
	sub_assign_spinor_field(a, b);
	return sqrt(sqnorm_spinor_field(a) / sqnorm_spinor_field(b));
}

static double value(const rational_app *r, double x)
{
	double y = r->a[0];
	for (unsigned k = 0; k < r->order; k++) y += r->a[k + 1] / (x - r->b[k]);
	return y;
}

static void check_power(int n, int d, double error)
{
	rational_app r;
	double worst = 0, top = -1;
	memset(&r, 0, sizeof r);
	r.n = n;
	r.d = d;
	r.order = 1;
	r.rel_error = error;
	r_app_alloc(&r);
	low = 0.02;
	high = 7;
	r_app_set(&r, low, high);
	const double power = (double)n / d;
	for (int k = 0; k <= 5000; k++) {
		const double x = low * pow(high / low, k / 5000.0);
		worst = fmax(worst, fabs(value(&r, x) / pow(x, power) - 1));
	}
	for (unsigned k = 0; k < r.order; k++) top = fmax(top, r.b[k]);
	check(worst <= 1.001 * error + 1e-12 && worst > 1e-4 * error && top < 0 && r.order <= r._asize,
	      "x^(%d/%d): order %u, error %.1e of %.1e, the highest pole %g", n, d, r.order, worst, error, top);
	check(!(r.min < low || r.min > low || r.max < high || r.max > high), "and its interval");
	spinor_field *s = alloc_spinor_field(3, &glattice);
	gaussian_spinor_field(&s[0]);
	gaussian_spinor_field(&s[1]);
	rational_func(&r, diagonal, &s[1], &s[0]);
	_MASTER_FOR(&glattice, ix) {
		const double by = pow(site_value((int)ix, low, high), power);
		_spinor_mul_f(*_FIELD_AT(&s[2], ix), by, *_FIELD_AT(&s[0], ix));
	}
	const double off = relative(&s[1], &s[2]);
	check(off < 10 * error && off > 0, "x^(%d/%d) of an operator: off by %.1e", n, d, off);
	rational_func(&r, diagonal, &s[0], &s[0]);
	check(relative(&s[0], &s[2]) < 10 * error, "in place");
	free_spinor_field(s);
	const double k = 0.01 + fabs(tap_random()) * 50;
	r_app_rescale(&r, k);
	worst = 0;
	for (int i = 0; i <= 5000; i++) {
		const double x = k * low * pow(high / low, i / 5000.0);
		worst = fmax(worst, fabs(value(&r, x) / pow(x, power) - 1));
	}
	check(worst <= 1.001 * error + 1e-12 && worst > 1e-4 * error && fabs(r.min - k * low) < 1e-14 * k &&
		      fabs(r.max - k * high) < 1e-14 * k * high,
	      "r_app_rescale by %g: error %.1e", k, worst);
	r_app_free(&r);
	check(!r.a && !r.b && r._asize == 0, "r_app_free");
}

static void check_room(void)
{
	rational_app r;
	memset(&r, 0, sizeof r);
	r.order = 2;
	r_app_alloc(&r);
	const double *before = r.a;
	r.order = 1;
	r_app_realloc(&r);
	check(r.a == before && r._asize == 2, "room that is enough stays");
	r.order = 20;
	r_app_realloc(&r);
	for (int k = 0; k < 20; k++) r.a[k + 1] = k, r.b[k] = 100 + k;
	double wrong = 0;
	for (int k = 0; k < 20; k++) wrong += fabs(r.a[k + 1] - k) + fabs(r.b[k] - 100 - k);
	check(r._asize == 20 && !(wrong > 0), "more room");
	r_app_free(&r);
}

/* (H2)^(-1/2) twice, and once with H2 */
static void check_spectrum(void)
{
	double least = 0, most = 0, top;
	int inside = 1;
	rational_app r;
	spinor_field *s = alloc_spinor_field(4, &glat_default);
	set_dirac_mass(0.3);
	find_spec_H2(&most, &least);
	(void)max_H(H2, &glat_default, &top);
	for (int k = 0; k < 5; k++) {
		gaussian_spinor_field(&s[0]);
		H2(&s[1], &s[0]);
		H2(&s[2], &s[1]);
		const double q = prod_re_spinor_field(&s[0], &s[1]) / sqnorm_spinor_field(&s[0]),
			     q2 = prod_re_spinor_field(&s[1], &s[2]) / sqnorm_spinor_field(&s[1]);
		inside = inside && q > least && q2 < most;
	}
	/* Inverse iteration finds an eigenvalue from above. */
	double shift = 0, q = 0;
	mshift_par par = {1, &shift, 1e-16, 0, NULL};
	for (int k = 0; k < 30; k++) {
		mul_spinor_field(&s[0], 1 / sqrt(sqnorm_spinor_field(&s[0])), &s[0]);
		zero_spinor_field(&s[1]);
		cg_mshift(&par, H2, &s[0], &s[1]);
		q = prod_re_spinor_field(&s[0], &s[1]) / sqnorm_spinor_field(&s[1]);
		copy_spinor_field(&s[0], &s[1]);
	}
	check(inside && least < q && least > 0.8 * q && most > top / 1.05 && most < 1.3 * top,
	      "the spectrum from %g (%g by inverse iteration) to %g (%g by max_H)", least, q, most, top);
	memset(&r, 0, sizeof r);
	r.n = -1;
	r.d = 2;
	r.order = 1;
	r.rel_error = 1e-9;
	r_app_alloc(&r);
	r_app_set(&r, least, most);
	gaussian_spinor_field(&s[0]);
	rational_func(&r, H2, &s[1], &s[0]);
	rational_func(&r, H2, &s[2], &s[1]);
	H2(&s[3], &s[2]);
	const double off = relative(&s[3], &s[0]);
	check(off < 1e-7 && off > 0, "H2 R(H2)^2 = 1, off by %.1e", off);
	r_app_free(&r);
	free_spinor_field(s);
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	logger_disable();
	check_room();
	check_power(-1, 2, 1e-8);
	check_power(1, 4, 1e-6);
	check_power(-3, 4, 1e-10);
	check_power(2, 3, 1e-4);
	check_spectrum();
	finalize_process();
	return done();
}
