/* tests/observables/schroedinger.c: correlation functions of the Schroedinger functional: free quarks against the tree-level values
 * and, with twists, a solution in time alone; gauge transformations and the reversal of time on random links. */
#include <lqcd/observables/schroedinger.h>

#include "../support/support.h"
#include "../support/boundary_case.h"
#include "../support/naive_wilson.h"

enum { SLICES = 10, LAST = 8, FIRST = 1, ROWS = 4 * (LAST - 1) };
static const int extent[4] = {SLICES, 4, 4, 4};

typedef struct {
	double fA[SLICES], fP[SLICES], f1;
} functions;

static lqcd_boundary with_theta(double theta)
{
	lqcd_boundary b = lqcd_boundary_make(LQCD_BOUNDARY_SF);
	b.last = LAST;
	b.first = FIRST;
	for (int k = 0; k < 3; k++) b.theta[k] = theta * (1 + 0.5 * k);
	return b;
}

static functions functions_of(const naive_complex *links, double theta, double mass, double csw, int end)
{
	const lqcd_boundary b = with_theta(theta);
	lqcd_clover_params p = lqcd_clover_params_default();
	lqcd_solve_params params = lqcd_solve_params_default();
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_inverter inv;
	functions f;
	params.tolerance = 1e-12;
	p.csw = csw;
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_lattice_set_boundary(&lat, &b));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&u);
	if (links) {
		/* time 0 is time slice FIRST */
		const size_t numbers = 4 * (size_t)naive_volume(extent) * NAIVE_MATRIX, slice = numbers / SLICES;
		naive_complex *v = naive_alloc(numbers);
		for (size_t t = 0; t < SLICES; t++)
			memcpy(v + (t + FIRST) % SLICES * slice, links + t * slice, slice * sizeof *v);
		naive_put(lqcd_gauge_field_view(&u), v);
		free(v);
	}
	lqcd_boundary_links(&u);
	must(lqcd_inverter_create(&inv, &u, mass, LQCD_PERIODIC, LQCD_CG));
	must(lqcd_inverter_add_clover(&inv, &u, &p, NULL));
	must(lqcd_sf_correlators(f.fA, f.fP, &f.f1, &u, &inv, end, &params));
	lqcd_inverter_destroy(&inv);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return f;
}

static double functions_distance(const functions *a, const functions *b)
{
	double worst = fabs(a->f1 / b->f1 - 1);
	for (int t = 0; t < SLICES; t++)
		worst = tap_worst(worst, (fabs(a->fA[t] - b->fA[t]) + fabs(a->fP[t] - b->fP[t])) / b->fP[1]);
	return worst;
}

/* a x = b, b := x */
static void eliminate(naive_complex a[ROWS][ROWS], naive_complex *b)
{
	for (int k = 0; k < ROWS; k++) {
		const double n2 = naive_abs2(a[k][k]);
		const naive_complex over = naive_make(a[k][k].re / n2, -a[k][k].im / n2);
		for (int i = 0; i < ROWS; i++) {
			const naive_complex z = naive_mul(over, a[i][k]), minus = naive_make(-z.re, -z.im);
			if (i == k) continue;
			for (int j = k; j < ROWS; j++) a[i][j] = naive_add(a[i][j], naive_mul(minus, a[k][j]));
			b[i] = naive_add(b[i], naive_mul(minus, b[k]));
		}
	}
	for (int k = 0; k < ROWS; k++) {
		const double n2 = naive_abs2(a[k][k]);
		b[k] = naive_mul(b[k], naive_make(a[k][k].re / n2, -a[k][k].im / n2));
	}
}

/* The functions of free quarks, whose spatial momentum is theta / L. */
static functions free_functions(double theta, double mass)
{
	const lqcd_boundary b = with_theta(theta);
	functions f;
	memset(&f, 0, sizeof f);
	for (int spin = 0; spin < 2; spin++) {
		static naive_complex a[ROWS][ROWS], psi[ROWS];
		memset(a, 0, sizeof a);
		memset(psi, 0, sizeof psi);
		for (int n = 0; n < 16 * (LAST - 1); n++) {
			const int t = n / 16, i = n / 4 % 4, j = n % 4, row = 4 * t + i;
			const naive_complex g0 = gamma_matrix[0][i][j];
			naive_complex z = naive_make(i == j ? 4 + mass : 0, 0);
			for (int k = 0; k < 3; k++) {
				const double p = b.theta[k] / extent[k + 1];
				z = naive_add(z, naive_mul(naive_make(0, sin(p)), gamma_matrix[k + 1][i][j]));
				if (i == j) z.re -= cos(p);
			}
			a[row][4 * t + j] = z;
			if (t + 2 < LAST) a[row][4 * t + 4 + j] = naive_make(-0.5 * ((i == j) - g0.re), 0.5 * g0.im);
			if (t > 0) a[row][4 * t - 4 + j] = naive_make(-0.5 * ((i == j) + g0.re), -0.5 * g0.im);
		}
		psi[spin].re = sqrt(0.5);
		psi[spin + 2].re = -sqrt(0.5);
		eliminate(a, psi);
		for (int n = 0; n < 16 * (LAST - 1); n++) {
			const int t = n / 16 + 1, i = n / 4 % 4, j = n % 4;
			const naive_complex c = naive_conj(psi[4 * t - 4 + i]);
			if (i == j) f.fP[t] += 0.5 * NAIVE_NC * naive_abs2(c);
			f.fA[t] -=
				0.5 * NAIVE_NC * naive_mul(c, naive_mul(gamma_matrix[0][i][j], psi[4 * t - 4 + j])).re;
		}
		for (int s = 0; s < 2; s++) {
			const naive_complex up = psi[ROWS - 4 + s], down = psi[ROWS - 2 + s];
			f.f1 += 0.25 * NAIVE_NC * naive_abs2(naive_make(up.re - down.re, up.im - down.im));
		}
	}
	return f;
}

static void check_free_functions(void)
{
	const functions f = functions_of(NULL, 0, 0, 1.2, 0);
	double d = fabs(f.f1 - NAIVE_NC);
	for (int t = 1; t < LAST; t++) d = tap_worst(d, fabs(f.fA[t] + NAIVE_NC) + fabs(f.fP[t] - NAIVE_NC));
	tap_ok(d <= 1e-9, "massless, no twist: f_A = -NC, f_P = f_1 = NC within %.1e", d);
	for (int k = 0; k < 2; k++) {
		const double mass = k ? 0.05 : 0;
		const functions want = free_functions(0.5, mass);
		for (int end = 0; end < 2; end++) {
			functions g = functions_of(NULL, 0.5, mass, 1.2, end), h = g;
			for (int t = 0; t <= LAST && end; t++) {
				h.fA[t] = g.fA[LAST - t];
				h.fP[t] = g.fP[LAST - t];
			}
			tap_ok(functions_distance(&h, &want) <= 1e-9,
			       "free, m = %g, end %d: f_A = %.6f, f_P = %.6f, f_1 = %.6f, off by %.1e", mass, end,
			       h.fA[4], h.fP[4], h.f1, functions_distance(&h, &want));
		}
	}
}

/* Links of the other way in time: U_k(t) = V_k(T-t), U_T(t) = V_T(T-1-t)^+. */
static void reverse(naive_complex *to, const naive_complex *from)
{
	for (int n = 0; n < 4 * naive_volume(extent); n++) {
		const int mu = n % 4, slice = 64, t = n / 4 / slice, at = mu ? LAST - t : LAST - 1 - t;
		if (at < 0) continue;
		const naive_complex *v = from + (size_t)(4 * (at * slice + n / 4 % slice) + mu) * NAIVE_MATRIX;
		for (int k = 0; k < NAIVE_MATRIX; k++)
			to[(size_t)n * NAIVE_MATRIX + (size_t)k] =
				mu ? v[k] : naive_conj(v[k % NAIVE_NC * NAIVE_NC + k / NAIVE_NC]);
	}
}

static void check_links(void)
{
	const size_t sites = (size_t)naive_volume(extent), numbers = 4 * sites * NAIVE_MATRIX;
	naive_complex *u = naive_alloc(numbers), *v = naive_alloc(numbers), *g = naive_alloc(sites * NAIVE_MATRIX);
	naive_random_links(u, 4 * sites, 0.3);
	memcpy(v, u, numbers * sizeof *v);
	const functions f = functions_of(u, 0.3, 0.1, 1.2, 0);
	reverse(v, u);
	functions r = functions_of(v, 0.3, 0.1, 1.2, 1), back = r;
	for (int t = 0; t <= LAST; t++) {
		back.fA[t] = r.fA[LAST - t];
		back.fP[t] = r.fP[LAST - t];
	}
	const functions without = free_functions(0.3, 0.1);
	tap_ok(functions_distance(&back, &f) <= 1e-9 && functions_distance(&f, &without) > 0.01,
	       "random links, time reversed: from T they differ by %.1e, from free ones by %.2f",
	       functions_distance(&back, &f), functions_distance(&f, &without));
	/* Rotations that leave the ends alone */
	naive_random_links(g, sites, 2);
	for (int n = 0; n < naive_volume(extent); n++)
		if (n / 64 == 0 || n / 64 == LAST) naive_unit(g + (size_t)n * NAIVE_MATRIX);
	memcpy(v, u, numbers * sizeof *v);
	for (int n = 0; n < naive_volume(extent); n++)
		for (int mu = 1; mu < 4; mu++)
			if (n / 64 == 0 || n / 64 == LAST) naive_unit(v + (size_t)(4 * n + mu) * NAIVE_MATRIX);
	naive_transform_links(extent, g, v);
	const functions h = functions_of(v, 0.3, 0.1, 1.2, 0);
	tap_ok(functions_distance(&h, &f) <= 1e-9, "gauge transformations change the functions by %.1e",
	       functions_distance(&h, &f));
	free(u);
	free(v);
	free(g);
}

static void check_refusals(void)
{
	lqcd_boundary b = lqcd_boundary_make(LQCD_BOUNDARY_OPEN_SF);
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_spinor_field_d x;
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&x, &lat, LQCD_FULL));
	tap_ok(lqcd_sf_source(&x, &u, 0, 0, 0) == LQCD_ERR_ARGUMENT, "no source on a periodic lattice");
	must(lqcd_lattice_set_boundary(&lat, &b));
	const lqcd_status s = lqcd_sf_source(&x, &u, 0, 0, 0);
	tap_ok(s == LQCD_ERR_ARGUMENT, "at an open end: %s", lqcd_lattice_why(&lat, s).text);
	tap_ok(lqcd_sf_source(&x, &u, 1, 2, 0) == LQCD_ERR_ARGUMENT &&
		       lqcd_sf_source(&x, &u, 1, 0, LQCD_NC) == LQCD_ERR_ARGUMENT,
	       "spins and colours out of range");
	tap_ok(lqcd_sf_source(&x, &u, 1, 1, 0) == LQCD_OK, "at the other one");
	lqcd_gauge_field_destroy(&u);
	lqcd_spinor_field_destroy(&x);
	lqcd_lattice_destroy(&lat);
}

static void test_schroedinger(void)
{
	make_gamma();
	check_free_functions();
	check_links();
	check_refusals();
}
