/* tests/site/random.c: lqcd/site/random.h against published vectors, its word counts, and statistics.
 *
 * Every statistical check runs once with a fixed seed and once with a fresh one. A mean must lie within SIGMAS standard
 * errors of the exact value, which a correct generator misses with probability 4e-8; the other bounds are no weaker. */
#include "../support/tap.h"

#include <math.h>
#include <lqcd/site/random.h>

#define SIGMAS 5.5
#define NC LQCD_NC

static int doubles_ascend(const void *a, const void *b)
{
	const double u = *(const double *)a, v = *(const double *)b;
	return (u > v) - (u < v);
}

static int words_ascend(const void *a, const void *b)
{
	const uint64_t u = *(const uint64_t *)a, v = *(const uint64_t *)b;
	return (u > v) - (u < v);
}

static void *allocate(size_t count, size_t size)
{
	void *p = calloc(count, size);
	if (!p) exit(99);
	return p;
}

/* Running sums of a quantity, for its mean and standard error. */
typedef struct {
	double count, sum, sum2;
} average;

static void average_add(average *a, double v)
{
	a->count += 1;
	a->sum += v;
	a->sum2 += v * v;
}

/* The standard error is known (deviation > 0 of a single value) or estimated (deviation = 0). */
static void average_check(const average *a, double expected, double deviation, const char *name)
{
	const double mean = a->sum / a->count;
	const double variance = deviation > 0 ? deviation * deviation : a->sum2 / a->count - mean * mean;
	const double error = sqrt(variance / a->count);
	tap_ok(error > 0 && fabs(mean - expected) <= SIGMAS * error, "%s: %.6f, expected %.6f (%+.2f sigma)", name,
	       mean, expected, (mean - expected) / error);
}

static void check_known_answers(void)
{
	/* counter, key, result: philox4x32 with 10 rounds, from kat_vectors of Random123 */
	static const uint32_t known[3][10] = {{0, 0, 0, 0, 0, 0, 0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u},
					      {0xffffffffu, 0xffffffffu, 0xffffffffu, 0xffffffffu, 0xffffffffu,
					       0xffffffffu, 0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu},
					      {0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u, 0xa4093822u,
					       0x299f31d0u, 0xd16cfe09u, 0x94fdcceb, 0x5001e420u, 0x24126ea1u}};
	for (int n = 0; n < 3; n++) {
		lqcd_philox_counter c;
		lqcd_philox_key k;
		memcpy(c.v, known[n], sizeof c.v);
		memcpy(k.v, known[n] + 4, sizeof k.v);
		c = lqcd_philox4x32(c, k);
		tap_ok(memcmp(c.v, known[n] + 6, sizeof c.v) == 0,
		       "philox4x32-10, published vector %d: %08x %08x %08x %08x", n, (unsigned)c.v[0], (unsigned)c.v[1],
		       (unsigned)c.v[2], (unsigned)c.v[3]);
	}
}

/* Word n of the sequence of (seed, site, stream), written down from the table of the header. */
static uint32_t word(uint64_t seed, uint64_t site, uint64_t stream, uint32_t n)
{
	lqcd_philox_counter c;
	lqcd_philox_key k;
	k.v[0] = (uint32_t)(seed & 0xffffffffu);
	k.v[1] = (uint32_t)(seed >> 32);
	c.v[0] = n / 4;
	c.v[1] = (uint32_t)(site & 0xffffffffu);
	c.v[2] = (uint32_t)(stream & 0xffffffffu);
	c.v[3] = (uint32_t)(site >> 32 | stream >> 32 << 16);
	return lqcd_philox4x32(c, k).v[n % 4];
}

static void check_words(void)
{
	const uint64_t seed = tap_random_u64(), site = tap_random_u64() >> 16, stream = tap_random_u64() >> 16;
	lqcd_rng g = lqcd_rng_make(seed, site, stream);
	int bad = 0;
	for (uint32_t n = 0; n < 4096; n++) bad += lqcd_rng_u32(&g) != word(seed, site, stream, n);
	tap_ok(bad == 0, "4096 words are the blocks 0, 1, ... of the documented counter (%d differ)", bad);

	g = lqcd_rng_make(seed, site, stream);
	g.counter.v[0] = 0xffffffffu;
	bad = 0;
	for (uint32_t n = 0; n < 4; n++) (void)lqcd_rng_u32(&g);
	for (uint32_t n = 0; n < 8; n++) bad += lqcd_rng_u32(&g) != word(seed, site, stream, n);
	tap_ok(bad == 0, "after block 2^32 - 1 the sequence starts again, in the same site and stream");

	bad = 0;
	for (uint32_t n = 0; n < 1000; n++) {
		lqcd_rng h = lqcd_rng_make(seed, site, n);
		const uint64_t both = (uint64_t)word(seed, site, n, 0) << 32 | word(seed, site, n, 1);
		const double u = (double)(2 * (both >> 12) + 1) / 9007199254740992.0;
		bad += lqcd_rng_uniform(&h) != u;
		h = lqcd_rng_make(seed, site, n);
		bad += lqcd_rng_z2(&h) != (word(seed, site, n, 0) & 0x80000000u ? -1.0 : 1.0);
	}
	tap_ok(bad == 0, "uniform is (2k+1)/2^53 and z2 is the sign of the words (%d differ)", bad);
}

/* A generator whose next four words are all w. */
static lqcd_rng poised(uint32_t w)
{
	lqcd_rng g = lqcd_rng_make(0, 0, 0);
	for (int n = 0; n < 4; n++) g.block.v[n] = w;
	g.next = 0;
	return g;
}

static void check_extremes(void)
{
	lqcd_rng g = poised(0);
	const double least = lqcd_rng_uniform(&g);
	tap_ok(least > 0 && least == ldexp(1.0, -53), "smallest uniform %g is 2^-53", least);
	g = poised(0xffffffffu);
	const double most = lqcd_rng_uniform(&g);
	tap_ok(most < 1 && 1 - most == ldexp(1.0, -53), "largest uniform is 1 - 2^-53");
	double a = tap_nan(), b = tap_nan();
	g = poised(0);
	lqcd_rng_gauss2(&g, &a, &b);
	tap_ok(fabs(a - sqrt(106 * log(2.0))) < 1e-13 && fabs(b) < 1e-14, "gauss2 of zero words is its largest: %g, %g",
	       a, b);
	g = poised(0xffffffffu);
	lqcd_rng_gauss2(&g, &a, &b);
	tap_ok(fabs(ldexp(a, 26) - 1) < 1e-14 && fabs(b) < 1e-21, "gauss2 of words of ones is its smallest: %g, %g", a,
	       b);
}

/* Draws once with function number f; returns its documented number of words. */
static uint32_t draw(int f, lqcd_rng *g)
{
	lqcd_su3_d u;
	double a, b;
	switch (f) {
	case 0: lqcd_rng_u32(g); return 1;
	case 1: lqcd_rng_uniform(g); return 2;
	case 2: lqcd_rng_z2(g); return 1;
	case 3: lqcd_rng_gauss2(g, &a, &b); return 4;
	case 4: lqcd_rng_gauss(g); return g->gauss_kept ? 4 : 0;
	case 5: lqcd_su3_random_d(&u, g); return 4 * NC * (NC - 1);
	default: lqcd_su3_algebra_random_d(&u, g); return 4 * (NC * NC / 2);
	}
}

static void check_consumption(void)
{
	static const char *const name[7] = {"u32",        "uniform",           "z2", "gauss2", "gauss",
					    "su3_random", "su3_algebra_random"};
	const uint64_t seed = tap_random_u64(), site = 7;
	for (int f = 0; f < 7; f++) {
		int bad = 0;
		for (uint32_t skip = 0; skip < 8; skip++) {
			lqcd_rng g = lqcd_rng_make(seed, site, 1);
			uint32_t n = skip;
			for (uint32_t i = 0; i < skip; i++) (void)lqcd_rng_u32(&g);
			for (int i = 0; i < 3; i++) n += draw(f, &g);
			bad += lqcd_rng_u32(&g) != word(seed, site, 1, n);
		}
		tap_ok(bad == 0, "%s consumes the documented number of words", name[f]);
	}
	double a[2] = {tap_nan(), tap_nan()}, b[2] = {tap_nan(), tap_nan()};
	lqcd_rng g = lqcd_rng_make(seed, site, 2), h = lqcd_rng_make(seed, site, 2);
	lqcd_rng_gauss2(&g, &a[0], &a[1]);
	b[0] = lqcd_rng_gauss(&h);
	draw(3, &h);
	draw(6, &h);
	b[1] = lqcd_rng_gauss(&h);
	tap_ok(a[0] == b[0] && a[1] == b[1], "gauss gives the pair of gauss2, and other draws leave its second number");
}

/* The numbers of a site do not depend on who else draws, when, or where the generator lies. */
static void check_order(void)
{
	enum { SITES = 64, DRAWS = 50 };
	static lqcd_rng g[SITES];
	static double apart[SITES][DRAWS];
	const uint64_t seed = tap_random_u64();
	int bad = 0;
	for (unsigned s = 0; s < SITES; s++) {
		g[s] = lqcd_rng_make(seed, s, 5);
		for (int n = 0; n < DRAWS; n++) apart[s][n] = n % 3 ? lqcd_rng_gauss(&g[s]) : lqcd_rng_uniform(&g[s]);
	}
	for (unsigned s = SITES; s-- > 0;) g[s] = lqcd_rng_make(seed, s, 5);
	for (int n = 0; n < DRAWS; n++) {
		const unsigned mask = (unsigned)tap_random_u64() % SITES;
		for (unsigned i = 0; i < SITES; i++) {
			const unsigned s = i ^ mask;
			lqcd_rng copy = g[s];
			const double v = n % 3 ? lqcd_rng_gauss(&copy) : lqcd_rng_uniform(&copy);
			g[s] = copy;
			bad += v != apart[s][n];
		}
	}
	tap_ok(bad == 0, "sites in turn, in changing order and through copies: the same bits (%d differ)", bad);
}

static int duplicates(uint64_t *w, size_t count)
{
	int n = 0;
	qsort(w, count, sizeof *w, words_ascend);
	for (size_t i = 1; i < count; i++) n += w[i] == w[i - 1];
	return n;
}

static uint64_t two_words(lqcd_rng *g)
{
	const uint64_t upper = lqcd_rng_u32(g);
	return upper << 32 | lqcd_rng_u32(g);
}

/* Triples that differ in single bits at every place: none may be lost or meet another's. A chance collision of the
 * 64-bit results has probability 1e-9. */
static void check_distinct(void)
{
	enum { PLACES = LQCD_RNG_SITE_BITS + 1 };
	const size_t most = (size_t)65 * PLACES * PLACES;
	uint64_t *w = (uint64_t *)allocate(most, sizeof *w);
	const uint64_t seed = tap_random_u64();
	average flips = {0, 0, 0};
	lqcd_rng g = lqcd_rng_make(seed, 0, 0);
	const uint64_t origin = two_words(&g);
	size_t n = 0;
	for (int i = 0; i < 65; i++)
		for (int j = 0; j < PLACES; j++)
			for (int k = 0; k < PLACES; k++) {
				g = lqcd_rng_make(i ? seed ^ (uint64_t)1 << (i - 1) : seed,
						  j ? (uint64_t)1 << (j - 1) : 0, k ? (uint64_t)1 << (k - 1) : 0);
				w[n++] = two_words(&g);
				if (i || j || k) average_add(&flips, __builtin_popcountll(w[n - 1] ^ origin));
			}
	tap_ok(duplicates(w, n) == 0, "%lu triples (seed, site, stream): distinct beginnings", (unsigned long)n);
	average_check(&flips, 32, 4, "bits of 64 that change with the triple");
	n = 0;
	for (unsigned site = 0; site < 8; site++)
		for (unsigned stream = 0; stream < 8; stream++) {
			g = lqcd_rng_make(seed, site, stream);
			for (int i = 0; i < 2048; i++) w[n++] = two_words(&g);
		}
	tap_ok(duplicates(w, n) == 0, "8 sites, 8 streams, 1024 blocks: no number twice");
	free(w);
}

static double chi_square(const double *bin, int bins, double count)
{
	double sum = 0;
	for (int i = 0; i < bins; i++) sum += (bin[i] - count / bins) * (bin[i] - count / bins);
	return sum * bins / count;
}

/* One sequence through 1024 sites, 512 numbers each. */
static void check_uniform(uint64_t seed)
{
	enum { SITES = 1024, DRAWS = 512, BINS = 1024 };
	static double before[DRAWS], upper[BINS], lower[BINS];
	average mean = {0, 0, 0}, square = {0, 0, 0}, serial = {0, 0, 0}, sites = {0, 0, 0}, streams = {0, 0, 0},
		sign = mean;
	double last = 0;
	int outside = 0;
	memset(upper, 0, sizeof upper);
	memset(lower, 0, sizeof lower);
	for (unsigned s = 0; s < SITES; s++) {
		lqcd_rng g = lqcd_rng_make(seed, s, 0), other = lqcd_rng_make(seed, s, 1);
		for (int n = 0; n < DRAWS; n++) {
			const double u = lqcd_rng_uniform(&g), odd = ldexp(u, 53), v = u - 0.5;
			outside += !(u > 0 && u < 1 && fmod(odd, 2) == 1);
			average_add(&mean, u);
			average_add(&square, v * v);
			if (n) average_add(&serial, v * last);
			if (s) average_add(&sites, v * before[n]);
			average_add(&streams, v * (lqcd_rng_uniform(&other) - 0.5));
			average_add(&sign, lqcd_rng_z2(&other));
			upper[(int)(u * (double)BINS)] += 1;
			lower[(int)fmod((odd - 1) / 2, BINS)] += 1;
			before[n] = last = v;
		}
	}
	tap_ok(outside == 0, "uniforms are odd multiples of 2^-53 in (0, 1)");
	average_check(&mean, 0.5, sqrt(1.0 / 12), "uniform: mean");
	average_check(&square, 1.0 / 12, sqrt(1.0 / 180), "uniform: variance");
	average_check(&serial, 0, 1.0 / 12, "uniform: correlation of successive numbers");
	average_check(&sites, 0, 1.0 / 12, "uniform: correlation of neighbouring sites");
	average_check(&streams, 0, 1.0 / 12, "uniform: correlation of two streams");
	average_check(&sign, 0, 1, "z2: mean");
	/* 1023 degrees of freedom: mean 1023, deviation 45.2; outside [760, 1310] with probability 1e-8 */
	const double high = chi_square(upper, BINS, mean.count), low = chi_square(lower, BINS, mean.count);
	tap_ok(high > 760 && high < 1310, "uniform: chi-square of 1024 bins, upper bits: %.1f", high);
	tap_ok(low > 760 && low < 1310, "uniform: chi-square of 1024 bins, lower bits: %.1f", low);
}

/* Kolmogorov-Smirnov: the largest distance of the empirical from the exact distribution, times sqrt(count). */
static double ks_distance(double *x, int count)
{
	double distance = 0;
	qsort(x, (size_t)count, sizeof *x, doubles_ascend);
	for (int i = 0; i < count; i++) {
		const double exact = 0.5 * erfc(-x[i] / sqrt(2.0));
		distance = fmax(distance, fmax((i + 1.0) / count - exact, exact - (double)i / count));
	}
	return distance * sqrt((double)count);
}

static void check_gauss(uint64_t seed)
{
	enum { SITES = 512, DRAWS = 256, COUNT = 2 * SITES * DRAWS };
	static double all[COUNT];
	average m[4], ab = {0, 0, 0}, squares = {0, 0, 0};
	int n = 0;
	memset(m, 0, sizeof m);
	for (unsigned s = 0; s < SITES; s++) {
		lqcd_rng g = lqcd_rng_make(seed, s, 2);
		for (int i = 0; i < DRAWS; i++) {
			double a = tap_nan(), b = tap_nan();
			lqcd_rng_gauss2(&g, &a, &b);
			average_add(&ab, a * b);
			average_add(&squares, a * a * b * b);
			all[n++] = a;
			all[n++] = b;
		}
	}
	for (int i = 0; i < n; i++)
		for (int p = 0; p < 4; p++) average_add(&m[p], pow(all[i], p + 1));
	average_check(&m[0], 0, 1, "gauss: <x>");
	average_check(&m[1], 1, sqrt(2.0), "gauss: <x^2>");
	average_check(&m[2], 0, sqrt(15.0), "gauss: <x^3>");
	average_check(&m[3], 3, sqrt(96.0), "gauss: <x^4>");
	average_check(&ab, 0, 1, "gauss: <x y> of a pair");
	average_check(&squares, 1, sqrt(8.0), "gauss: <x^2 y^2> of a pair");
	/* P(sqrt(n) D > t) < 2 exp(-2 t^2) (Massart): 1e-7 at 2.9. Below 0.22 the data are too regular, P = 1e-8. */
	const double t = ks_distance(all, n);
	tap_ok(t > 0.22 && t < 2.9, "gauss: Kolmogorov-Smirnov distance %.3f / sqrt(%d)", t, n);
}

static lqcd_complex_d mul_add(lqcd_complex_d sum, lqcd_complex_d a, lqcd_complex_d b)
{
	sum.re += a.re * b.re - a.im * b.im;
	sum.im += a.re * b.im + a.im * b.re;
	return sum;
}

/* Determinant by permutations of the columns: rows from row on, columns not yet in used. */
static lqcd_complex_d determinant(const lqcd_su3_d *u, int row, unsigned used)
{
	lqcd_complex_d det;
	double sign = 1;
	det.re = row == NC;
	det.im = 0;
	for (int j = 0; j < NC && row < NC; j++) {
		if (used >> j & 1) continue;
		lqcd_complex_d minor = determinant(u, row + 1, used | 1u << j);
		minor.re *= sign;
		minor.im *= sign;
		det = mul_add(det, u->e[row][j], minor);
		sign = -sign;
	}
	return det;
}

/* The largest deviation from u u^dagger = 1 and det u = 1. */
static double group_deviation(const lqcd_su3_d *u)
{
	const lqcd_complex_d det = determinant(u, 0, 0);
	double worst = hypot(det.re - 1, det.im);
	for (int i = 0; i < NC; i++)
		for (int j = 0; j < NC; j++) {
			lqcd_complex_d sum;
			sum.re = i == j ? -1 : 0;
			sum.im = 0;
			for (int k = 0; k < NC; k++) {
				lqcd_complex_d v = u->e[j][k];
				v.im = -v.im;
				sum = mul_add(sum, u->e[i][k], v);
			}
			worst = tap_worst(worst, hypot(sum.re, sum.im));
		}
	return worst;
}

/* |x^dagger u y|^2 for unit vectors x, y. */
static double probability(const lqcd_su3_d *u, const lqcd_complex_d *x, const lqcd_complex_d *y)
{
	lqcd_complex_d sum;
	sum.re = sum.im = 0;
	for (int i = 0; i < NC; i++)
		for (int j = 0; j < NC; j++) {
			lqcd_complex_d xy, zero;
			zero.re = zero.im = 0;
			xy = x[i];
			xy.im = -xy.im;
			xy = mul_add(zero, xy, y[j]);
			sum = mul_add(sum, xy, u->e[i][j]);
		}
	return sum.re * sum.re + sum.im * sum.im;
}

static void unit_vector(lqcd_complex_d *x)
{
	double norm = 0;
	for (int i = 0; i < NC; i++) {
		x[i].re = tap_random();
		x[i].im = tap_random();
		norm += x[i].re * x[i].re + x[i].im * x[i].im;
	}
	for (int i = 0; i < NC; i++) {
		x[i].re /= sqrt(norm);
		x[i].im /= sqrt(norm);
	}
}

/* Characters of SU(NC): <tr u> = 0, <|tr u|^2> = 1, <|tr u|^4> = 2, <(tr u)^NC> = 1 (one invariant, the epsilon
 * tensor). |x^dagger u y|^2 = p for any unit vectors: <p> = 1/NC, <p^2> = 2/(NC(NC+1)), the same for every row and
 * column. */
typedef struct {
	average re, im, abs2, abs4, power_re, power_im, p, p2, entry4, entry[NC][NC];
} haar_sums;

static void haar_add(haar_sums *m, const lqcd_su3_d *u, const lqcd_complex_d *x, const lqcd_complex_d *y)
{
	lqcd_complex_d trace, power, zero;
	double entry4 = 0;
	trace.re = trace.im = power.im = zero.re = zero.im = 0;
	power.re = 1;
	for (int i = 0; i < NC; i++) {
		trace.re += u->e[i][i].re;
		trace.im += u->e[i][i].im;
		for (int j = 0; j < NC; j++) {
			const double v = u->e[i][j].re * u->e[i][j].re + u->e[i][j].im * u->e[i][j].im;
			average_add(&m->entry[i][j], v);
			entry4 += v * v / (NC * NC);
		}
	}
	for (int i = 0; i < NC; i++) power = mul_add(zero, power, trace);
	const double t = trace.re * trace.re + trace.im * trace.im, p = probability(u, x, y);
	average_add(&m->re, trace.re);
	average_add(&m->im, trace.im);
	average_add(&m->abs2, t);
	average_add(&m->abs4, t * t);
	average_add(&m->power_re, power.re);
	average_add(&m->power_im, power.im);
	average_add(&m->p, p);
	average_add(&m->p2, p * p);
	average_add(&m->entry4, entry4);
}

static void check_haar(uint64_t seed)
{
	haar_sums m;
	lqcd_complex_d x[NC], y[NC];
	double worst = 0;
	const double p = 1.0 / NC, p2 = 2.0 / (NC * (NC + 1));
	memset(&m, 0, sizeof m);
	unit_vector(x);
	unit_vector(y);
	for (unsigned s = 0; s < 1u << 15; s++) {
		lqcd_su3_d u;
		lqcd_rng g = lqcd_rng_make(seed, s, 3);
		memset(&u, 0xff, sizeof u); /* NaN */
		lqcd_su3_random_d(&u, &g);
		const double deviation = group_deviation(&u);
		worst = tap_worst(worst, deviation);
		haar_add(&m, &u, x, y);
	}
	tap_ok(worst <= 1e-14, "Haar, NC = %d: unitary with determinant 1 to %.1e", NC, worst);
	average_check(&m.re, 0, NC == 2 ? 1 : sqrt(0.5), "Haar: <Re tr u>");
	average_check(&m.im, 0, NC == 2 ? 1e-13 : sqrt(0.5), "Haar: <Im tr u>");
	average_check(&m.abs2, 1, 1, "Haar: <|tr u|^2>");
	average_check(&m.abs4, 2, 0, "Haar: <|tr u|^4>");
	average_check(&m.power_re, 1, 0, "Haar: <Re (tr u)^NC>");
	if (NC > 2) average_check(&m.power_im, 0, 0, "Haar: <Im (tr u)^NC>");
	average_check(&m.p, p, 0, "Haar: <|x^dagger u y|^2>");
	average_check(&m.p2, p2, 0, "Haar: <|x^dagger u y|^4>");
	average_check(&m.entry4, p2, 0, "Haar: <|u_ij|^4>");
	for (int i = 0; i < NC; i++)
		for (int j = 0; j < NC; j++) {
			char name[40];
			snprintf(name, sizeof name, "Haar: <|u_%d%d|^2>", i, j);
			average_check(&m.entry[i][j], p, sqrt(p2 - p * p), name);
		}
}

/* Adds a_ij conj(a_kl) of all i, j, k, l to sum. */
static void add_products(lqcd_complex_d *sum, const lqcd_su3_d *a)
{
	const lqcd_complex_d *e = &a->e[0][0];
	for (int p = 0; p < NC * NC; p++)
		for (int q = 0; q < NC * NC; q++) {
			sum[p * NC * NC + q].re += e[p].re * e[q].re + e[p].im * e[q].im;
			sum[p * NC * NC + q].im += e[p].im * e[q].re - e[p].re * e[q].im;
		}
}

/* Completeness of the T_k: <a_ij conj(a_kl)> = (delta_ik delta_jl - delta_ij delta_kl / NC) / 2. */
static double completeness_deviation(const lqcd_complex_d *sum, double count)
{
	double worst = 0;
	for (int p = 0; p < NC * NC; p++)
		for (int q = 0; q < NC * NC; q++) {
			const int diagonal = p % (NC + 1) == 0 && q % (NC + 1) == 0;
			const double exact = 0.5 * ((p == q) - (diagonal ? 1.0 / NC : 0.0));
			const double re = fabs(sum[p * NC * NC + q].re / count - exact),
				     im = fabs(sum[p * NC * NC + q].im / count);
			worst = tap_worst(worst, fmax(re, im));
		}
	return worst;
}

static void check_algebra(uint64_t seed)
{
	enum { COUNT = 1 << 15 };
	static lqcd_complex_d sum[NC * NC * NC * NC];
	average norm = {0, 0, 0}, norm2 = norm, mean = norm;
	double worst_trace = 0;
	int bad = 0;
	memset(sum, 0, sizeof sum);
	for (unsigned s = 0; s < COUNT; s++) {
		lqcd_su3_d a;
		lqcd_rng g = lqcd_rng_make(seed, s, 4);
		memset(&a, 0xff, sizeof a); /* NaN */
		lqcd_su3_algebra_random_d(&a, &g);
		double trace = 0, square = 0;
		for (int i = 0; i < NC; i++) {
			trace += a.e[i][i].im;
			for (int j = 0; j < NC; j++) {
				bad += !(a.e[i][j].re == -a.e[j][i].re && a.e[i][j].im == a.e[j][i].im);
				square += a.e[i][j].re * a.e[i][j].re + a.e[i][j].im * a.e[i][j].im;
			}
		}
		worst_trace = tap_worst(worst_trace, fabs(trace));
		average_add(&norm, square);
		average_add(&norm2, square * square);
		average_add(&mean, a.e[0][0].im + a.e[0][NC - 1].re + a.e[0][NC - 1].im);
		add_products(sum, &a);
	}
	const double n = NC * NC - 1;
	tap_ok(bad == 0, "algebra, NC = %d: anti-Hermitian to the bit", NC);
	tap_ok(worst_trace <= 4e-15, "algebra: traceless to %.1e", worst_trace);
	average_check(&mean, 0, sqrt(1 - 0.5 / NC), "algebra: mean of a_00 and a_0N");
	average_check(&norm, n / 2, sqrt(n / 2), "algebra: <tr a a^dagger>");
	average_check(&norm2, n * (n + 2) / 4, 0, "algebra: <(tr a a^dagger)^2>");
	/* No product has a deviation above sqrt(3)/2; six of them for each of the NC^4 pairs. */
	const double deviation = completeness_deviation(sum, COUNT), bound = 6 * sqrt(0.75 / (double)COUNT);
	tap_ok(deviation <= bound, "algebra: <a_ij conj(a_kl)> is complete to %.4f, bound %.4f", deviation, bound);
}

static void test_random(void)
{
	const uint64_t fresh = tap_random_u64();
	check_known_answers();
	check_words();
	check_extremes();
	check_consumption();
	check_order();
	check_distinct();
	for (int pass = 0; pass < 2; pass++) {
		const uint64_t seed = pass ? fresh : 20240229u;
		tap_diag("statistics of seed 0x%llx", (unsigned long long)seed);
		check_uniform(seed);
		check_gauss(seed);
		check_haar(seed);
		check_algebra(seed);
	}
}
