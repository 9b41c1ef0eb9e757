/* tests/observables/mesons.c: sources, meson and proton correlators and Wilson loops against sums with explicit matrices,
 * free quarks in momentum space, and symmetries. */
#include "../support/expect.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <lqcd/dirac/wilson.h>
#include <lqcd/observables/baryon.h>
#include <lqcd/observables/meson.h>
#include <lqcd/observables/wilson_loop.h>
#include <lqcd/solver/dirac.h>

#include "../support/support.h"
#include "naive_matrix.h"

enum { TIMES = 8, MOMENTA = 3 };

/* A lattice with links, two propagators, and their correlators. */
typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_spinor_field_d a[COLUMNS], b[COLUMNS];
	lqcd_meson_spins meson[MOMENTA][TIMES];
	lqcd_baryon_spins proton[MOMENTA][TIMES];
} quarks;

static quarks *quarks_create(const int *l)
{
	quarks *q = (quarks *)malloc(sizeof *q);
	if (!q) must(LQCD_ERR_MEMORY);
	must(lqcd_lattice_create(&q->lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&q->u, &q->lat, LQCD_FULL));
	must(lqcd_propagator_create(q->a, &q->lat));
	must(lqcd_propagator_create(q->b, &q->lat));
	lqcd_gauge_field_random(&q->u, tap_random_u64(), 0);
	return q;
}

static void quarks_destroy(quarks *q)
{
	lqcd_gauge_field_destroy(&q->u);
	lqcd_propagator_destroy(q->a);
	lqcd_propagator_destroy(q->b);
	lqcd_lattice_destroy(&q->lat);
	free(q);
}

/** a := the propagator of the sources b. */
static void solve(quarks *q, double mass, int bc)
{
	lqcd_wilson_d dirac;
	lqcd_solve_params p = lqcd_solve_params_default();
	p.tolerance = 1e-13;
	must(lqcd_wilson_create(&dirac, &q->u, mass, bc));
	const lqcd_dirac_d d = lqcd_wilson_dirac(&dirac);
	for (int k = 0; k < COLUMNS; k++) {
		lqcd_spinor_field_zero(&q->a[k]);
		must(lqcd_dirac_solve(&q->a[k], &d, &q->b[k], LQCD_CG, &p).status);
	}
	lqcd_wilson_destroy(&dirac);
}

/** All correlators of a and b, with n momenta. */
static void correlate(quarks *q, const lqcd_spinor_field_d *b, const int *origin, const int *p, int n)
{
	lqcd_meson_spins out[MOMENTA * TIMES];
	lqcd_baryon_spins baryon[MOMENTA * TIMES];
	const int extent = q->lat.extent[0];
	memset(out, 0xff, sizeof out);
	memset(baryon, 0xff, sizeof baryon);
	must(lqcd_meson_correlators(out, q->a, b, origin, p, n));
	must(lqcd_proton_correlators(baryon, q->a, b, origin, p, n));
	for (int i = 0; i < n * extent; i++) {
		q->meson[i / extent][i % extent] = out[i];
		q->proton[i / extent][i % extent] = baryon[i];
	}
}

/** The largest |a - z b| over the largest |b|, of all time slices and spins. */
static double worst_difference(const void *a, const void *b, int numbers, lqcd_complex_d z)
{
	const lqcd_complex_d *x = (const lqcd_complex_d *)a, *y = (const lqcd_complex_d *)b;
	double worst = 0, size = 0;
	for (int i = 0; i < numbers; i++) {
		const lqcd_complex_d d = lqcd_complex_sub(x[i], lqcd_complex_mul(z, y[i]));
		worst = tap_worst(worst, sqrt(lqcd_complex_norm2_d(d)));
		size = fmax(size, sqrt(lqcd_complex_norm2_d(y[i])));
	}
	return worst / size;
}

static int numbers_of(const quarks *q, int spins)
{
	return q->lat.extent[0] * spins;
}

static void check_gammas(void)
{
	expectation e;
	memset(&e, 0, sizeof e);
	matrix five;
	matrix_gamma(&five, 4);
	for (int n = 0; n < 16; n++) {
		matrix want;
		const lqcd_gamma_matrix g = lqcd_gamma(n);
		matrix_product(&want, n);
		for (int a = 0; a < 4; a++)
			for (int b = 0; b < 4; b++) {
				const naive_complex z = want.e[a * LQCD_NC][b * LQCD_NC];
				const lqcd_complex_d one = lqcd_complex_make_d(g.col[a] == b, 0),
						     i = lqcd_complex_ipow_d(one, g.phase[a]);
				EXPECT(&e, fabs(i.re - z.re) + fabs(i.im - z.im) <= 0, "gamma %d, row %d", n, a);
				EXPECT(&e, n != LQCD_GAMMA_5 || fabs(five.e[3 * a][3 * b].re - z.re) <= 0, "gamma 5");
			}
	}
	/* C g_mu C^-1 = -g_mu^T; C = C^dagger up to its sign */
	matrix c, back;
	matrix_product(&c, LQCD_GAMMA_T | LQCD_GAMMA_Y);
	matrix_dagger(&back, &c);
	for (int mu = 0; mu < 4; mu++) {
		matrix g, x, y;
		matrix_gamma(&g, mu);
		matrix_mul(&x, &c, &g);
		matrix_mul(&y, &x, &back);
		for (int k = 0; k < COLUMNS * COLUMNS; k++) {
			const naive_complex z = naive_add(y.e[k / COLUMNS][k % COLUMNS], g.e[k % COLUMNS][k / COLUMNS]);
			EXPECT(&e, naive_abs2(z) <= 0, "C, direction %d", mu);
		}
	}
	expect_done(&e, "sixteen gamma matrices, and C");
}

/* ---- contractions of any fields --------------------------------------------------------------------------------- */

/** chi chibar of a site, straight from its definition: spins s and s'. */
static naive_complex naive_proton(const matrix *u, const matrix *d, const matrix *mid, const matrix *mid_bar, int s,
				  int s2)
{
	naive_complex sum = naive_make(0, 0);
	for (int n = 0; n < 36; n++) {
		const int i = n / 6, j = n % 6; /* permutations: even, then odd ones */
		const int a = i % 3, b = (a + (i < 3 ? 1 : 2)) % 3, c = 3 - a - b;
		const int a2 = j % 3, b2 = (a2 + (j < 3 ? 1 : 2)) % 3, c2 = 3 - a2 - b2;
		const double sign = (i < 3) == (j < 3) ? 1 : -1;
		for (int m = 0; m < 256; m++) {
			const int t = m % 4, v = m / 4 % 4, t2 = m / 16 % 4, v2 = m / 64;
			const naive_complex g = naive_mul(mid->e[3 * t][3 * v], mid_bar->e[3 * v2][3 * t2]);
			if (naive_abs2(g) <= 0) continue;
			const naive_complex x = naive_mul(u->e[3 * t + a][3 * t2 + a2], u->e[3 * s + c][3 * s2 + c2]);
			const naive_complex y = naive_mul(u->e[3 * s + c][3 * t2 + a2], u->e[3 * t + a][3 * s2 + c2]);
			const naive_complex z = naive_mul(naive_mul(g, d->e[3 * v + b][3 * v2 + b2]),
							  naive_make(sign * (x.re - y.re), sign * (x.im - y.im)));
			sum = naive_add(sum, z);
		}
	}
	return sum;
}

/** All time slices of a pair of gamma matrices, and of a spin component of the proton, with momentum p. */
static void naive_correlators(const quarks *q, const int *origin, const int *p, int sink, int source, int s, int s2,
			      naive_complex *meson, naive_complex *proton)
{
	const int *l = q->lat.extent;
	matrix five, gk, g0, time, mid, mid_dagger, mid_bar, x, y;
	matrix_gamma(&five, 4);
	matrix_gamma(&time, 0);
	matrix_product(&gk, sink);
	matrix_product(&g0, source);
	matrix_product(&x, LQCD_GAMMA_T | LQCD_GAMMA_Y);
	matrix_mul(&mid, &x, &five);
	matrix_dagger(&mid_dagger, &mid);
	matrix_mul(&x, &time, &mid_dagger);
	matrix_mul(&mid_bar, &x, &time);
	for (int t = 0; t < l[0]; t++) meson[t] = proton[t] = naive_make(0, 0);
	for (int site = 0; site < naive_volume(l); site++) {
		int at[4];
		double angle = 0;
		matrix a, b, dagger;
		naive_coords(l, site, at);
		for (int k = 1; k < 4; k++) angle -= two_pi * p[k - 1] * (at[k] - origin[k]) / l[k];
		const int t = (at[0] - origin[0] + l[0]) % l[0], ix = lqcd_geometry_index(q->a[0].type, at, NULL);
		matrix_at(&a, q->a, ix);
		matrix_at(&b, q->b, ix);
		proton[t] = naive_add(proton[t],
				      naive_mul(naive_phase(angle), naive_proton(&a, &b, &mid, &mid_bar, s, s2)));
		matrix_dagger(&dagger, &a);
		matrix_mul(&x, &five, &dagger);
		matrix_mul(&y, &x, &five);
		matrix_mul(&x, &y, &gk);
		matrix_mul(&y, &x, &b);
		matrix_mul(&x, &y, &g0);
		meson[t] = naive_add(meson[t], naive_mul(naive_phase(angle), matrix_trace(&x)));
	}
}

static void check_contractions(const int *l)
{
	quarks *q = quarks_create(l);
	int p[3 * MOMENTA] = {0}, origin[4], moved[4];
	double meson = 0, proton = 0, size = 0;
	for (int k = 0; k < COLUMNS; k++) {
		lqcd_spinor_field_gaussian(&q->a[k], tap_random_u64(), 0);
		lqcd_spinor_field_gaussian(&q->b[k], tap_random_u64(), 0);
	}
	for (int mu = 0; mu < 4; mu++) moved[mu] = origin[mu] = random_below(l[mu]);
	for (int k = 0; k < 3; k++) p[3 + k] = random_below(9) - 4, p[6 + k] = -p[3 + k];
	correlate(q, q->b, origin, p, MOMENTA);
	for (int k = 0; k < MOMENTA; k++) {
		naive_complex m[TIMES], b[TIMES];
		const int sink = random_below(16), source = random_below(16), s = random_below(4), s2 = random_below(4);
		naive_correlators(q, origin, p + 3 * k, sink, source, s, s2, m, b);
		for (int t = 0; t < l[0]; t++) {
			const lqcd_complex_d x = lqcd_meson(&q->meson[k][t], sink, source),
					     y = q->proton[k][t].e[s][s2];
			/* The size for normal numbers: a slice has NC^2 16 terms on each site. */
			size = 12 * sqrt(naive_volume(l) / (double)l[0]);
			meson = tap_worst(meson, sqrt(naive_abs2(naive_make(x.re - m[t].re, x.im - m[t].im))) / size);
			proton = tap_worst(proton, sqrt(naive_abs2(naive_make(y.re - b[t].re, y.im - b[t].im))) / size);
		}
	}
	tap_ok(meson <= 1e-13 && proton <= 1e-13,
	       "%dx%dx%dx%d: mesons within %.1e and protons within %.1e of explicit matrices", l[0], l[1], l[2], l[3],
	       meson, proton);

#ifdef _OPENMP
	const lqcd_meson_spins before = q->meson[1][1];
	omp_set_num_threads(5);
	correlate(q, q->b, origin, p, MOMENTA);
	omp_set_num_threads(1);
	tap_ok(memcmp(&before, &q->meson[1][1], sizeof before) == 0, "the same bits from 5 threads");
#endif

	/* The origin in space is a phase. */
	const lqcd_meson_spins old = q->meson[1][0];
	const lqcd_baryon_spins old_proton = q->proton[1][0];
	double angle = 0;
	for (int k = 1; k < 4; k++) {
		const int shift = random_below(l[k]);
		moved[k] += shift;
		angle += two_pi * p[2 + k] * shift / l[k];
	}
	correlate(q, q->b, moved, p, MOMENTA);
	const lqcd_complex_d z = lqcd_complex_make_d(cos(angle), sin(angle));
	tap_ok(worst_difference(&q->meson[1][0], &old, 256, z) <= 1e-13 &&
		       worst_difference(&q->proton[1][0], &old_proton, 16, z) <= 1e-13,
	       "an origin elsewhere multiplies by exp(i p shift)");

	/* C(p)^* = C(-p) up to signs: g_5 Gamma^dagger g_5 = +-Gamma */
	double conjugate = 0;
	correlate(q, q->a, origin, p, MOMENTA);
	for (int n = 0; n < 256; n++) {
		static const int sign[16] = {1, -1, -1, -1, -1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, 1};
		const lqcd_complex_d x = lqcd_meson(&q->meson[1][1], n / 16, n % 16),
				     y = lqcd_meson(&q->meson[2][1], n / 16, n % 16);
		const double s = sign[n / 16] * sign[n % 16];
		conjugate = tap_worst(conjugate, (fabs(x.re - s * y.re) + fabs(x.im + s * y.im)) / size);
	}
	tap_ok(conjugate <= 1e-13, "C(p)^* = +-C(-p) for all 256 pairs within %.1e", conjugate);
	tap_ok(lqcd_meson_correlators(q->meson[0], q->a, q->b, origin, p, 0) == LQCD_ERR_ARGUMENT &&
		       lqcd_meson_correlators(q->meson[0], q->a, q->b, origin, NULL, 2) == LQCD_ERR_ARGUMENT,
	       "no momenta are an error");
	quarks_destroy(q);
}

/* ---- sources ----------------------------------------------------------------------------------------------------- */

static void check_sources(const int *l)
{
	quarks *q = quarks_create(l);
	expectation e;
	memset(&e, 0, sizeof e);
	const size_t n = (size_t)naive_volume(l) * NAIVE_SPINOR;
	naive_complex *wall = naive_alloc(n), *noise = naive_alloc(n), *other = naive_alloc(n);
	const int t = random_below(l[0]), k = random_below(COLUMNS), spin = random_below(4), p[3] = {1, -3, 2};
	const uint64_t seed = tap_random_u64();
	for (int i = 0; i < 3; i++) naive_poison(lqcd_spinor_field_view(&q->a[i]));
	must(lqcd_wall_source(&q->a[0], t - l[0], p, k / LQCD_NC, k % LQCD_NC));
	must(lqcd_z2_source(&q->a[1], t, spin, seed, 5));
	must(lqcd_z2_source(&q->a[2], t, 3 - spin, seed, 5));
	naive_get(lqcd_spinor_field_view(&q->a[0]), wall);
	naive_get(lqcd_spinor_field_view(&q->a[1]), noise);
	naive_get(lqcd_spinor_field_view(&q->a[2]), other);
	double sum = 0;
	for (size_t i = 0; i < n; i++) {
		int x[4];
		const int at = (int)(i % NAIVE_SPINOR), colour = at % LQCD_NC, site = (int)(i / NAIVE_SPINOR);
		naive_coords(l, site, x);
		double angle = 0;
		for (int mu = 1; mu < 4; mu++) angle += two_pi * p[mu - 1] * x[mu] / l[mu];
		const naive_complex z = x[0] == t && at == k ? naive_phase(angle) : naive_make(0, 0);
		EXPECT(&e, fabs(wall[i].re - z.re) + fabs(wall[i].im - z.im) <= 1e-14, "a wall at number %d", (int)i);
		lqcd_rng rng = lqcd_rng_make(seed, (uint64_t)site, 5);
		double eta = 0;
		for (int c = 0; c <= colour; c++) eta = lqcd_rng_z2(&rng);
		const int here = x[0] == t && at / LQCD_NC == spin, there = x[0] == t && at / LQCD_NC == 3 - spin;
		EXPECT(&e, fabs(noise[i].re - (here ? eta : 0)) + fabs(noise[i].im) <= 0, "noise at number %d", (int)i);
		EXPECT(&e, fabs(other[i].re - (there ? eta : 0)) <= 0, "noise of another spin at number %d", (int)i);
		sum += fabs(noise[i].re);
	}
	EXPECT(&e, fabs(sum - (double)n / (4 * l[0])) <= 0, "noise on one time slice and spin");
	expect_done(&e, "walls and noise are what they are, and 0 elsewhere");
	free(wall);
	free(noise);
	free(other);
	quarks_destroy(q);
}

/* ---- solved propagators ------------------------------------------------------------------------------------------ */

/** Correlators of point sources do not depend on the gauge; the pion is sum |S|^2. */
static void check_gauge(const int *l)
{
	quarks *q = quarks_create(l), *other = quarks_create(l);
	const size_t volume = (size_t)naive_volume(l);
	naive_complex *links = naive_alloc(volume * NAIVE_LINKS), *g = naive_alloc(volume * NAIVE_LINKS),
		      *matrices = naive_alloc(volume * NAIVE_MATRIX);
	const int p[6] = {0, 0, 0, 1, -1, 0};
	int site[4];
	double pion[TIMES] = {0}, worst = 0;
	for (int mu = 0; mu < 4; mu++) site[mu] = random_below(l[mu]);
	naive_get(lqcd_gauge_field_view(&other->u), g);
	for (size_t i = 0; i < volume; i++)
		memcpy(matrices + i * NAIVE_MATRIX, g + i * NAIVE_LINKS, NAIVE_MATRIX * sizeof *g);
	naive_get(lqcd_gauge_field_view(&q->u), links);
	naive_transform_links(l, matrices, links);
	naive_put(lqcd_gauge_field_view(&other->u), links);
	quarks *const both[2] = {q, other};
	for (int j = 0; j < 2; j++) {
		must(lqcd_propagator_point_source(both[j]->b, site));
		solve(both[j], 0.6, LQCD_ANTIPERIODIC);
		correlate(both[j], both[j]->a, site, p, 2);
	}
	const lqcd_complex_d one = lqcd_complex_make_d(1, 0);
	for (int k = 0; k < 2; k++) {
		worst = tap_worst(worst, worst_difference(other->meson[k], q->meson[k], numbers_of(q, 256), one));
		worst = tap_worst(worst, worst_difference(other->proton[k], q->proton[k], numbers_of(q, 16), one));
	}
	/* Spins apart are invariant too. */
	tap_ok(worst <= 1e-11, "mesons and proton in another gauge: within %.1e", worst);
	for (int k = 0; k < COLUMNS; k++) lqcd_pion_add(pion, &q->a[k], site[0]);
	worst = 0;
	for (int t = 0; t < l[0]; t++)
		worst = tap_worst(worst,
				  fabs(lqcd_meson(&q->meson[0][t], LQCD_GAMMA_5, LQCD_GAMMA_5).re / pion[t] - 1));
	tap_ok(worst <= 1e-13, "g_5 with g_5 is the pion within %.1e", worst);
	free(links);
	free(g);
	free(matrices);
	quarks_destroy(q);
	quarks_destroy(other);
}

/** S(x) = 1/V sum_p exp(i p x) (M - i sum_mu g_mu sin p_mu) / (M^2 + sin^2 p), M = m + sum_mu (1 - cos p_mu). */
static void free_propagator(matrix *s, const int *l, const int *x, double mass, int bc)
{
	matrix g;
	memset(s, 0, sizeof *s);
	for (int site = 0; site < naive_volume(l); site++) {
		int n[4];
		double M = mass, size = 0, angle = 0, sine[4];
		naive_coords(l, site, n);
		for (int mu = 0; mu < 4; mu++) {
			const double p = two_pi * (n[mu] + (mu == 0 && bc < 0 ? 0.5 : 0)) / l[mu];
			M += 1 - cos(p);
			sine[mu] = sin(p);
			size += sine[mu] * sine[mu];
			angle += p * x[mu];
		}
		const naive_complex wave = naive_phase(angle);
		const double factor = 1 / ((M * M + size) * naive_volume(l));
		/* Spins of one colour; g_mu in the first elements for now. */
		s->e[0][1] = naive_add(s->e[0][1], naive_make(factor * M * wave.re, factor * M * wave.im));
		for (int mu = 0; mu < 4; mu++)
			s->e[1][mu] = naive_add(s->e[1][mu],
						naive_make(factor * sine[mu] * wave.im, -factor * sine[mu] * wave.re));
	}
	const naive_complex unit = s->e[0][1], part[4] = {s->e[1][0], s->e[1][1], s->e[1][2], s->e[1][3]};
	memset(s, 0, sizeof *s);
	for (int k = 0; k < COLUMNS; k++) s->e[k][k] = unit;
	for (int mu = 0; mu < 4; mu++) {
		matrix_gamma(&g, mu);
		for (int k = 0; k < COLUMNS * COLUMNS; k++) {
			naive_complex *to = &s->e[k / COLUMNS][k % COLUMNS];
			*to = naive_add(*to, naive_mul(part[mu], g.e[k / COLUMNS][k % COLUMNS]));
		}
	}
}

static void check_free(const int *l, int bc)
{
	quarks *q = quarks_create(l);
	const double mass = 0.3 + 0.2 * tap_random(), rate = log(1 + mass);
	int site[4], bad = 0;
	double worst = 0, pcac = 0, pion = 0;
	lqcd_gauge_field_unit(&q->u);
	for (int mu = 0; mu < 4; mu++) site[mu] = mu ? random_below(l[mu]) : 0;
	must(lqcd_propagator_point_source(q->b, site));
	solve(q, mass, bc);
	for (int n = 0; n < naive_volume(l); n++) {
		int x[4], y[4];
		matrix want, got;
		naive_coords(l, n, x);
		for (int mu = 0; mu < 4; mu++) y[mu] = x[mu] - site[mu];
		free_propagator(&want, l, y, mass, bc);
		matrix_at(&got, q->a, lqcd_geometry_index(q->a[0].type, x, NULL));
		for (int k = 0; k < COLUMNS * COLUMNS; k++) {
			const naive_complex a = got.e[k / COLUMNS][k % COLUMNS], b = want.e[k / COLUMNS][k % COLUMNS];
			worst = tap_worst(worst, fabs(a.re - b.re) + fabs(a.im - b.im));
		}
	}
	tap_ok(worst <= 1e-12, "free propagator %dx%dx%dx%d, bc %d, m = %.3f: within %.1e of the exact one", l[0], l[1],
	       l[2], l[3], bc, mass, worst);
	correlate(q, q->a, site, NULL, 1);
	for (int n = 0; n < 16; n++) {
		static const int positive[16] = {0, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1};
		for (int t = 1; t < l[0]; t++) {
			const double c = lqcd_meson(&q->meson[0][t], n, n).re;
			/* Quarks that go round a periodic lattice have their own. */
			bad += bc < 0 && !(positive[n] ? c > 0 : c < 0);
		}
	}
	/* P+ backwards: its partner with the sign of the boundary */
	for (int t = 1; t < l[0]; t++) {
		const double up = lqcd_proton(&q->proton[0][t], 1).re,
			     down = lqcd_proton(&q->proton[0][l[0] - t], -1).re;
		bad += !(fabs(bc * down / up - 1) <= 1e-9) || (bc < 0 && t < l[0] / 2 && !(up > 0));
	}
	tap_ok(bad == 0, "signs of sixteen mesons, and proton against its partner: %d wrong", bad);

	/* A wall has quarks at rest alone: exp(-M t), e^M = 1 + m, both ways. */
	must(lqcd_propagator_wall_source(q->b, 0, NULL));
	solve(q, mass, bc);
	correlate(q, q->a, site, NULL, 1);
	for (int t = 2; t < l[0] - 1; t++) {
		double C[TIMES];
		for (int k = 0; k < l[0]; k++) C[k] = lqcd_meson(&q->meson[0][k], LQCD_GAMMA_5, LQCD_GAMMA_5).re;
		pcac = tap_worst(pcac, fabs(2 * lqcd_pcac_mass(q->meson[0], l[0], t) / sinh(2 * rate) - 1));
		if (2 * t + 2 < l[0]) pion = tap_worst(pion, fabs(lqcd_effective_mass(C, l[0], t) / (2 * rate) - 1));
	}
	tap_ok(pcac <= 1e-9 && pion <= 1e-9,
	       "wall: PCAC mass is sinh(2 M)/2 within %.1e, that of the pion 2 M within %.1e", pcac, pion);
	quarks_destroy(q);
}

/* ---- Wilson loops ------------------------------------------------------------------------------------------------ */

/** m := m times n links in direction mu from x on, which moves. */
static void naive_walk(naive_complex *m, const naive_complex *u, const int *l, int *x, int mu, int n)
{
	for (int k = 0; k < n; k++) {
		naive_complex r[NAIVE_MATRIX];
		naive_matmul(r, m, 0, u + (size_t)(naive_site(l, x) * 4 + mu) * NAIVE_MATRIX, 0);
		memcpy(m, r, sizeof r);
		x[mu] = (x[mu] + 1) % l[mu];
	}
}

static double naive_loop(const naive_complex *u, const int *l, int mu, int nu, int r, int t)
{
	double sum = 0;
	for (int site = 0; site < naive_volume(l); site++) {
		naive_complex c[NAIVE_MATRIX], d[NAIVE_MATRIX], m[NAIVE_MATRIX];
		for (int k = 0; k < NAIVE_MATRIX; k++) c[k] = d[k] = naive_make(k % (NAIVE_NC + 1) == 0, 0);
		int x[4];
		naive_coords(l, site, x);
		naive_walk(c, u, l, x, mu, r);
		naive_walk(c, u, l, x, nu, t);
		naive_coords(l, site, x);
		naive_walk(d, u, l, x, nu, t);
		naive_walk(d, u, l, x, mu, r);
		naive_matmul(m, c, 0, d, 1);
		sum += naive_trace(m).re / NAIVE_NC;
	}
	return sum / naive_volume(l);
}

static void check_loops(const int *l)
{
	enum { R = 3, T = 2 };
	quarks *q = quarks_create(l);
	const size_t volume = (size_t)naive_volume(l);
	naive_complex *u = naive_alloc(volume * NAIVE_LINKS), *g = naive_alloc(volume * NAIVE_LINKS);
	double time[R * T], space[R * T], other[2][R * T], worst = 0, gauge = 0, unit = 0;
	naive_get(lqcd_gauge_field_view(&q->u), u);
	must(lqcd_wilson_loops(time, space, &q->u, R, T));
	must(lqcd__wilson_loops_d(other[0], other[1], &q->u, R, T));
	for (int k = 0; k < R * T; k++) {
		double want[2] = {0, 0};
		for (int mu = 1; mu < 4; mu++) {
			want[0] += naive_loop(u, l, mu, 0, k / T + 1, k % T + 1) / 3;
			for (int nu = 1; nu < 4; nu++)
				if (nu != mu) want[1] += naive_loop(u, l, mu, nu, k / T + 1, k % T + 1) / 6;
		}
		worst = tap_worst(worst, fabs(time[k] - want[0]) + fabs(space[k] - want[1]));
		worst = tap_worst(worst, fabs(time[k] - other[0][k]) + fabs(space[k] - other[1][k]));
	}
	tap_ok(worst <= 1e-14, "%dx%dx%dx%d: Wilson loops within %.1e of links multiplied one by one", l[0], l[1], l[2],
	       l[3], worst);

	lqcd_gauge_field_random(&q->u, tap_random_u64(), 0);
	naive_get(lqcd_gauge_field_view(&q->u), g);
	for (size_t i = 1; i < volume; i++) memcpy(g + i * NAIVE_MATRIX, g + i * NAIVE_LINKS, NAIVE_MATRIX * sizeof *g);
	naive_transform_links(l, g, u);
	naive_put(lqcd_gauge_field_view(&q->u), u);
	must(lqcd_wilson_loops(other[0], other[1], &q->u, R, T));
	for (int k = 0; k < R * T; k++)
		gauge = tap_worst(gauge, fabs(time[k] - other[0][k]) + fabs(space[k] - other[1][k]));
	lqcd_gauge_field_unit(&q->u);
	must(lqcd_wilson_loops(NULL, other[1], &q->u, R, T));
	for (int k = 0; k < R * T; k++) unit = tap_worst(unit, fabs(other[1][k] - 1));
	tap_ok(gauge <= 1e-14 && unit <= 1e-15, "another gauge: within %.1e; unit links: 1", gauge);

	for (int k = 0; k < R * T; k++) time[k] = exp(-0.2 * (k / T + 1) * (k % T + 1));
	const double v = lqcd_static_potential(time, T, 3, 1);
	time[T + 1] = -1;
	tap_ok(fabs(v - 0.6) <= 1e-14 && tap_isnan(lqcd_static_potential(time, T, 2, 1)) &&
		       lqcd_wilson_loops(time, space, &q->u, 0, T) == LQCD_ERR_ARGUMENT,
	       "the potential of an area law, of noise, and loops without a side");
	free(u);
	free(g);
	quarks_destroy(q);
}

static void test_mesons(void)
{
	static const int small[4] = {4, 2, 4, 6}, lanes[4] = {4, 4, 4, 4}, tall[4] = {8, 2, 2, 4};
#ifdef _OPENMP
	omp_set_num_threads(1);
#endif
	check_gammas();
	check_contractions(small);
	check_sources(small);
	check_gauge(small);
	check_free(tall, LQCD_PERIODIC);
	check_free(tall, LQCD_ANTIPERIODIC);
	check_loops(small);
	check_loops(lanes);
}
