/* tests/field/field.c: fields, their conversions, and the memory below them. The checks of one tag are in field.inc.
 *
 * Numbers are looked up by coordinates and compared to the bit: a field of random numbers is the same for every tag up
 * to the rounding to float or to 16 bits, for every parity, path blocking and lane grid. */
#include <float.h>
#include <math.h>

#include "../support/alloc_hook.h"
#include "../support/expect.h"

#include <lqcd/field/layout.h>

#include "../support/support.h"

#define NC LQCD_NC

enum { SPINORS, LINKS };
enum { GAUSSIAN, HAAR, UNIT };
enum { TAGS = 6, ARITHMETIC = 4 /* of these */, FEWEST_SITES = 512, MOST_SITES = 1024 };

/* Equal to the bit. */
static int same(double a, double b)
{
	return memcmp(&a, &b, sizeof a) == 0;
}

static int all_zero(const void *p, size_t bytes)
{
	const unsigned char *c = (const unsigned char *)p;
	while (bytes && *c == 0) {
		c++;
		bytes--;
	}
	return bytes == 0;
}

/* The same, but for -ffast-math, which divides as it likes. */
static int same_division(double a, double b)
{
#ifdef __FAST_MATH__
	return fabs(a - b) <= 2 * FLT_EPSILON * fabs(b);
#else
	return same(a, b);
#endif
}

static int is_half(const lqcd_field_view *v)
{
	return v->precision == LQCD__INT16;
}

/* Words of 32 bits of a block; in 16 bits: the norms, then the pairs. */
static size_t block_words(const lqcd_field_view *v)
{
	return (size_t)((is_half(v) ? v->reals / 2 + 1 : v->reals * (v->precision == LQCD__DOUBLE ? 2 : 1)) *
			v->type->lanes);
}

/* Word k of a lane of an index, in 16 bits. */
static int32_t *half_word(const lqcd_field_view *v, int ix, int lane, int k)
{
	return (int32_t *)v->data + (size_t)(ix - v->type->master_shift) * block_words(v) +
	       (size_t)(k * v->type->lanes + lane);
}

static double half_norm(const lqcd_field_view *v, int ix, int lane)
{
	float norm;
	memcpy(&norm, half_word(v, ix, lane, 0), sizeof norm);
	return (double)norm;
}

/* Real k of a lane of an index, by the formula of lqcd_field_view. */
static size_t view_offset(const lqcd_field_view *v, int ix, int lane, int k)
{
	return (size_t)(((ix - v->type->master_shift) * v->reals + k) * v->type->lanes + lane);
}

static double view_at(const lqcd_field_view *v, int ix, int lane, int k)
{
	const size_t i = view_offset(v, ix, lane, k);
	if (is_half(v)) {
		const int32_t pair = *half_word(v, ix, lane, 1 + k / 2);
		const int low = (int)((uint32_t)pair & 0xffffu), sign = low >= 32768 ? 65536 : 0;
		return half_norm(v, ix, lane) * (k % 2 ? (double)pair : 65536.0 * (low - sign));
	}
	return v->precision == LQCD__DOUBLE ? ((const double *)v->data)[i] : (double)((const float *)v->data)[i];
}

#define TEST_STORED
#define TEST_TEMPLATE "../field/field.inc"
#include "../support/each_tag.inc"

typedef struct {
	const char *name;
	int lanes;
	lqcd_status (*make)(lqcd_field_view *, lqcd_lattice *, lqcd_parity, int kind);
	void (*fill)(const lqcd_field_view *, int content, uint64_t seed, uint32_t stream);
} tag_functions;

static const tag_functions tags[TAGS] = {{"f", LQCD_LANES_f, make_f, fill_f},
					 {"d", LQCD_LANES_d, make_d, fill_d},
					 {"vf", LQCD_LANES_vf, make_vf, fill_vf},
					 {"vd", LQCD_LANES_vd, make_vd, fill_vd},
					 {"h", 1, make_h, fill_h},
					 {"vh", LQCD_LANES_vf, make_vh, fill_vh}};

static lqcd_field_view make(int tag, lqcd_lattice *lat, lqcd_parity parity, int kind)
{
	lqcd_field_view v;
	if (tags[tag].make(&v, lat, parity, kind) != LQCD_OK) exit(99);
	return v;
}

/* A lane of a field in 16 bits against a lane of src, rounded to floats, as lqcd_spinor_write_h packs it; a copy where
 * src has the same order of sites and lanes, and 16 bits too. */
static int half_equal(const lqcd_field_view *dst, int ix, int lane, const lqcd_field_view *src, int jx, int from)
{
	float number[8 * NC];
	int32_t want[4 * NC + 1];
	lqcd_spinor_f s;
	lqcd_spinor_h h;
	int ok = 1;
	for (int k = 0; k < 8 * NC; k++) number[k] = (float)view_at(src, jx, from, k);
	memcpy(&s, number, sizeof s);
	lqcd_spinor_write_h(&h, &s);
	memcpy(want, &h, sizeof want);
	const double norm = half_norm(dst, ix, lane), want_norm = (double)h.norm;
	if (is_half(src) && src->type->lattice == dst->type->lattice && src->type->lanes == dst->type->lanes) {
		for (int k = 0; k <= 4 * NC; k++)
			ok = ok && *half_word(dst, ix, lane, k) == *half_word(src, jx, from, k);
		return ok;
	}
	if (!lqcd_isfinite(want_norm)) return !lqcd_isfinite(norm);
	for (int k = 1; k <= 4 * NC; k++) {
		const int64_t d = (int64_t)*half_word(dst, ix, lane, k) - want[k];
#ifdef __FAST_MATH__
		ok = ok && d <= 2 * 65536 && d >= -2 * 65536;
#else
		ok = ok && d == 0;
#endif
	}
	return ok && same_division(norm, want_norm);
}

/* Every bit pattern that dst must get: what src holds at the site, rounded if dst is float or has 16 bits. */
static void expect_equal(expectation *e, const lqcd_field_view *dst, const lqcd_field_view *src, const char *name)
{
	const lqcd_geometry *g = dst->type;
	for (int ix = g->master_shift; ix < g->master_shift + g->gsize_spinor; ix++)
		for (int lane = 0; lane < g->lanes; lane++) {
			int x[4], from, ok = 1;
			lqcd_geometry_coords(g, ix, lane, x);
			const int jx = lqcd_geometry_index(src->type, x, &from);
			if (is_half(dst)) ok = half_equal(dst, ix, lane, src, jx, from);
			for (int k = 0; k < dst->reals && !is_half(dst); k++) {
				const double want = view_at(src, jx, from, k);
				ok = ok && same(view_at(dst, ix, lane, k),
						dst->precision == LQCD__DOUBLE ? want : (double)(float)want);
			}
			EXPECT(e, ok, "%s: site %d,%d,%d,%d", name, x[0], x[1], x[2], x[3]);
		}
}

static size_t view_bytes(const lqcd_field_view *v)
{
	return (size_t)v->type->gsize_spinor * block_words(v) * sizeof(int32_t);
}

/* Any pairs; finite norms, and 0. */
static void scatter_half(const lqcd_field_view *v)
{
	const size_t lanes = (size_t)v->type->lanes, count = view_bytes(v) / sizeof(int32_t);
	for (size_t i = 0; i < count; i++) {
		const float norm = random_below(20) ? (float)ldexp(2 + tap_random(), random_below(120) - 90) : 0;
		const uint32_t word = (uint32_t)tap_random_u64();
		memcpy((int32_t *)v->data + i, i % block_words(v) < lanes ? (const void *)&norm : &word, sizeof word);
	}
}

/* Doubles of 2^-orders/2 to 2^orders/2, zeros of both signs and infinities. Floats are their roundings, hence finite or
 * not. */
static void scatter(const lqcd_field_view *v, int orders)
{
	const size_t count = view_bytes(v) / (v->precision == LQCD__DOUBLE ? 8 : 4);
	if (is_half(v)) {
		scatter_half(v);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		double r = ldexp(tap_random(), random_below(orders) - orders / 2);
		if (random_below(50) == 0) r = random_below(2) ? 0.0 : -0.0;
		if (random_below(200) == 0) r = (double)(random_below(2) ? INFINITY : -INFINITY);
		if (v->precision == LQCD__DOUBLE)
			((double *)v->data)[i] = r;
		else
			((float *)v->data)[i] = (float)r;
	}
}

/* Many magnitudes, but not in a spinor for 16 bits, which would keep the largest alone. */
static int orders_for(const lqcd_field_view *dst)
{
	return is_half(dst) ? 10 : 280;
}

/* All contents of all tags and parities against the double field of one lane. */
static void check_contents(lqcd_lattice *lat, lqcd_lattice *gridded)
{
	static const char *const name[3] = {"gaussian spinors", "Haar-random links", "unit links"};
	const uint64_t seed = tap_random_u64();
	const uint32_t stream = (uint32_t)tap_random_u64();
	for (int content = 0; content < 3; content++) {
		const int kind = content == GAUSSIAN ? SPINORS : LINKS;
		lqcd_field_view d = make(1, lat, LQCD_FULL, kind), other = make(1, lat, LQCD_FULL, kind);
		tags[1].fill(&d, content, seed, stream);
		for (int tag = 0; tag < (kind == SPINORS ? TAGS : ARITHMETIC); tag++) {
			expectation e;
			memset(&e, 0, sizeof e);
			for (int p = 0; p < 6; p++) {
				lqcd_field_view v = make(tag, p < 3 ? lat : gridded, (lqcd_parity)(p % 3), kind);
				tags[tag].fill(&v, content, seed, stream);
				expect_equal(&e, &v, &d, name[content]);
				lqcd_free(v.data);
			}
			expect_done(&e, "%s: %s are the same at every site", tags[tag].name, name[content]);
		}
		/* Another seed and another stream change every site. */
		for (int i = 0; i < 2 && content != UNIT; i++) {
			int equal = 0;
			tags[1].fill(&other, content, i ? seed : seed + 1, i ? stream + 1 : stream);
			for (int ix = 0; ix < d.type->gsize_spinor; ix++)
				for (int k = 0; k < d.reals; k++)
					equal += same(view_at(&d, ix, 0, k), view_at(&other, ix, 0, k));
			tap_ok(equal == 0, "%s: another %s gives other numbers", name[content], i ? "stream" : "seed");
		}
		lqcd_free(d.data);
		lqcd_free(other.data);
	}
}

/* The contents of fields: 1, unitary with determinant 1, complex gaussian with <|z|^2> = 1. */
static void check_distributions(lqcd_lattice *lat)
{
	lqcd_field_view u = make(1, lat, LQCD_FULL, LINKS), s = make(1, lat, LQCD_FULL, SPINORS);
	double worst = 0, sum2 = 0, sum4 = 0, mean = 0, twins = 0;
	int wrong = 0;
	fill_d(&u, UNIT, 0, 0);
	for (int ix = 0; ix < u.type->gsize_gauge; ix++)
		for (int k = 0; k < u.reals; k++)
			wrong += view_at(&u, ix, 0, k) != (k % (2 * NC * NC) % (2 * (NC + 1)) == 0);
	tap_ok(wrong == 0, "lqcd_gauge_field_unit sets every link to 1");
	fill_d(&u, HAAR, tap_random_u64(), 3);
	const lqcd_gauge_field_d links = gauge_of_d(&u);
	for (int ix = 0; ix < u.type->gsize_gauge; ix++)
		for (int mu = 0; mu < 4; mu++) {
			const lqcd_su3_d *v = LQCD_4FIELD_AT(&links, ix, mu);
			lqcd_su3_d one;
			lqcd_su3_mul_dagger_d(&one, v, v);
			for (int i = 0; i < NC; i++) one.e[i][i].re -= 1;
			const lqcd_complex_d det = lqcd_su3_det_d(v);
			worst = fmax(worst, fmax(lqcd_su3_norm2_d(&one), fabs(det.re - 1) + fabs(det.im)));
			twins += ix > 0 && memcmp(v, LQCD_4FIELD_AT(&links, ix - 1, mu), sizeof *v) == 0;
			twins += mu > 0 && memcmp(v, LQCD_4FIELD_AT(&links, ix, mu - 1), sizeof *v) == 0;
		}
	tap_ok(worst < 1e-13 && twins == 0, "lqcd_gauge_field_random: all in SU(%d) to %.1e, no two alike", NC, worst);
	fill_d(&s, GAUSSIAN, tap_random_u64(), 4);
	const int count = s.type->gsize_spinor * s.reals;
	for (int i = 0; i < count; i++) {
		const double r = lqcd_field_view_get(&s, (size_t)i);
		mean += r;
		sum2 += r * r;
		sum4 += r * r * r * r;
	}
	/* A real N(0, 1/2) has variance 1/2; its square has mean 1/2 and variance 1/2, its fourth power 3/4 and 6,
	 * with a tail that asks for a wider bound. */
	const double root = sqrt((double)count);
	tap_ok(fabs(mean) < 5.5 * sqrt(0.5) * root && fabs(sum2 - 0.5 * count) < 5.5 * sqrt(0.5) * root &&
		       fabs(sum4 - 0.75 * count) < 7 * sqrt(6.0) * root,
	       "lqcd_spinor_field_gaussian: <r> = %.4f, <r^2> = %.4f, <r^4> = %.4f of %d", mean / count, sum2 / count,
	       sum4 / count, count);
	lqcd_free(u.data);
	lqcd_free(s.data);
}

/* All pairs of tags, both kinds, and the pairs of parities for which src holds every site of dst. */
static void check_conversions(lqcd_lattice *from, lqcd_lattice *to)
{
	static const lqcd_parity pairs[5][2] = {{LQCD_FULL, LQCD_FULL},
						{LQCD_EVEN, LQCD_FULL},
						{LQCD_ODD, LQCD_FULL},
						{LQCD_EVEN, LQCD_EVEN},
						{LQCD_ODD, LQCD_ODD}};
	for (int a = 0; a < TAGS; a++)
		for (int b = 0; b < TAGS; b++) {
			expectation e;
			memset(&e, 0, sizeof e);
			for (int i = 0; i < (a < ARITHMETIC && b < ARITHMETIC ? 10 : 5); i++) {
				const int kind = i / 5;
				lqcd_field_view dst = make(b, to, pairs[i % 5][0], kind);
				lqcd_field_view src = make(a, from, pairs[i % 5][1], kind);
				scatter(&src, orders_for(&dst));
				memset(dst.data, 0xA5, view_bytes(&dst));
				EXPECT(&e, lqcd_field_convert(dst, src) == LQCD_OK, "parity %d to %d", src.type->parity,
				       dst.type->parity);
				expect_equal(&e, &dst, &src, kind == SPINORS ? "spinor" : "links");
				lqcd_free(dst.data);
				lqcd_free(src.data);
			}
			expect_done(&e, "%s to %s%s: conversion exact to the bit", tags[a].name, tags[b].name,
				    from == to ? " of one lattice" : "");
		}

	/* The typed names. */
	lqcd_spinor_field_d sd;
	lqcd_spinor_field_vf svf;
	lqcd_gauge_field_f uf;
	lqcd_gauge_field_vd uvd;
	lqcd_spinor_field_h sh;
	lqcd_spinor_field_vh svh;
	expectation e;
	memset(&e, 0, sizeof e);
	if (lqcd_spinor_field_create(&sd, from, LQCD_FULL) || lqcd_spinor_field_create(&svf, to, LQCD_ODD) ||
	    lqcd_spinor_field_create(&sh, from, LQCD_FULL) || lqcd_spinor_field_create(&svh, to, LQCD_EVEN) ||
	    lqcd_gauge_field_create(&uf, from, LQCD_FULL) || lqcd_gauge_field_create(&uvd, to, LQCD_FULL))
		exit(99);
	lqcd_field_view v = lqcd_spinor_field_view(&sd), w = lqcd_spinor_field_view(&svf);
	scatter(&v, 280);
	EXPECT(&e, lqcd_spinor_field_convert(&svf, &sd) == LQCD_OK, "status");
	expect_equal(&e, &w, &v, "spinor");
	v = lqcd_spinor_field_view(&sh), w = lqcd_spinor_field_view(&svh);
	scatter(&v, 10);
	EXPECT(&e, lqcd_spinor_field_convert(&svh, &sh) == LQCD_OK, "status");
	expect_equal(&e, &w, &v, "spinor in 16 bits");
	v = lqcd_gauge_field_view(&uf), w = lqcd_gauge_field_view(&uvd);
	scatter(&v, 280);
	EXPECT(&e, lqcd_gauge_field_convert(&uvd, &uf) == LQCD_OK, "status");
	expect_equal(&e, &w, &v, "links");
	expect_done(&e, "lqcd_spinor_field_convert, lqcd_gauge_field_convert");
	lqcd_spinor_field_destroy(&sd);
	lqcd_spinor_field_destroy(&svf);
	lqcd_spinor_field_destroy(&sh);
	lqcd_spinor_field_destroy(&svh);
	lqcd_gauge_field_destroy(&uf);
	lqcd_gauge_field_destroy(&uvd);
}

/* A refused conversion leaves dst alone. */
static void expect_refused(lqcd_field_view dst, lqcd_field_view src, const char *name)
{
	const size_t bytes = view_bytes(&dst);
	void *copy = malloc(bytes);
	if (!copy) exit(99);
	scatter(&dst, 280);
	scatter(&src, 280);
	memcpy(copy, dst.data, bytes);
	const lqcd_status status = lqcd_field_convert(dst, src);
	tap_ok(status == LQCD_ERR_GEOMETRY && memcmp(copy, dst.data, bytes) == 0, "%s: %s", name,
	       lqcd_status_text(status));
	free(copy);
	lqcd_free(dst.data);
	lqcd_free(src.data);
}

static void check_refusals(void)
{
	const int long_t[4] = {8, 4, 4, 4}, long_z[4] = {4, 4, 4, 8}, larger[4] = {8, 8, 4, 4};
	lqcd_lattice a, b, c;
	if (lqcd_lattice_create(&a, long_t, NULL, NULL) || lqcd_lattice_create(&b, long_z, NULL, NULL) ||
	    lqcd_lattice_create(&c, larger, NULL, NULL))
		exit(99);
	for (int tag = 0; tag < TAGS; tag++) {
		const int other = random_below(TAGS);
		const int kind = tag < ARITHMETIC && other < ARITHMETIC ? random_below(2) : SPINORS;
		tap_diag("refused conversions: %s to %s", tags[other].name, tags[tag].name);
		expect_refused(make(tag, &a, LQCD_FULL, kind), make(other, &a, LQCD_EVEN, kind), "full from even");
		expect_refused(make(tag, &a, LQCD_FULL, kind), make(other, &a, LQCD_ODD, kind), "full from odd");
		expect_refused(make(tag, &a, LQCD_EVEN, kind), make(other, &a, LQCD_ODD, kind), "even from odd");
		expect_refused(make(tag, &a, LQCD_ODD, kind), make(other, &a, LQCD_EVEN, kind), "odd from even");
		expect_refused(make(tag, &a, LQCD_FULL, kind), make(other % ARITHMETIC, &a, LQCD_FULL, !kind),
			       "another kind");
		expect_refused(make(tag, &a, LQCD_FULL, kind), make(other, &b, LQCD_FULL, kind), "another shape");
		expect_refused(make(tag, &a, LQCD_EVEN, kind), make(other, &c, LQCD_FULL, kind), "a larger lattice");
		expect_refused(make(tag, &c, LQCD_FULL, kind), make(other, &a, LQCD_FULL, kind), "a smaller lattice");
	}
	lqcd_lattice_destroy(&a);
	lqcd_lattice_destroy(&b);
	lqcd_lattice_destroy(&c);
}

static void check_memory(void)
{
	/* volatile: the compiler must not see that these sizes are absurd. */
	volatile size_t most = SIZE_MAX;
	const size_t sizes[] = {
		1, 127, 128, 129, 4096, 1000003, LQCD_HUGE_PAGE - 1, LQCD_HUGE_PAGE, 3 * LQCD_HUGE_PAGE + 5};
	const long live = hook.live;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		const size_t align = sizes[i] < LQCD_HUGE_PAGE ? 128 : LQCD_HUGE_PAGE;
		unsigned char *p = (unsigned char *)lqcd_alloc(sizes[i]);
		tap_ok(p && (uintptr_t)p % align == 0 && hook.alignment == align && hook.bytes >= sizes[i] &&
			       hook.bytes % align == 0 && hook.bytes < sizes[i] + align,
		       "%lu bytes: aligned to %lu", (unsigned long)sizes[i], (unsigned long)align);
		if (p) p[0] = p[sizes[i] - 1] = 1;
		lqcd_free(p);
	}
	const long calls = hook.calls;
	tap_ok(!lqcd_alloc(0) && !lqcd_alloc(most) && !lqcd_alloc(most - 127) &&
		       !lqcd_alloc(most - LQCD_HUGE_PAGE + 1) && hook.calls == calls,
	       "0 bytes, and sizes that rounding up would overflow, give NULL");
	tap_ok(!lqcd_alloc(most / 2), "half of the address space gives NULL");
	lqcd_free(NULL);
	tap_ok(hook.live == live, "lqcd_free(NULL) is harmless, and all blocks were given back");

	const size_t factor = 2 + (size_t)random_below(1 << 30), other = most / factor;
	tap_ok(lqcd_mul_size(factor, other) == factor * other && lqcd_mul_size(other, factor) == factor * other,
	       "lqcd_mul_size: the largest product of %lu fits", (unsigned long)factor);
	tap_ok(lqcd_mul_size(factor, other + 1) == 0 && lqcd_mul_size(other + 1, factor) == 0 &&
		       lqcd_mul_size(most, most) == 0 && lqcd_mul_size(most / 2 + 1, 2) == 0,
	       "lqcd_mul_size: 0 on overflow");
	tap_ok(lqcd_mul_size(most, 1) == most && lqcd_mul_size(1, most) == most && lqcd_mul_size(0, most) == 0 &&
		       lqcd_mul_size(most, 0) == 0,
	       "lqcd_mul_size: 0 and 1");
	tap_ok(!lqcd_alloc(lqcd_mul_size(factor, other + 1)), "an overflowing product gives NULL");
}

/* A lattice for every tag with random extents, and one of the same extents with another path blocking and, where it is
 * legal, a lane grid of its own for the lanes of vf. */
static void create_lattices(lqcd_lattice *lat, lqcd_lattice *gridded)
{
	int extent[4], grid[4], volume, fits;
	do {
		volume = 1;
		for (int mu = 0; mu < 4; mu++) volume *= extent[mu] = 2 * (1 + random_below(8));
		fits = volume >= FEWEST_SITES && volume <= MOST_SITES &&
		       lqcd_lattice_create(lat, extent, NULL, NULL) == LQCD_OK &&
		       lqcd_lattice_lane_grid(lat, LQCD_LANES_vf, grid) == LQCD_OK &&
		       lqcd_lattice_lane_grid(lat, LQCD_LANES_vd, grid) == LQCD_OK;
	} while (!fits);
	lqcd_lattice_options options = lqcd_lattice_options_default();
	int left = LQCD_LANES_vf;
	/* As many lanes as possible in Z, then Y, ..: the opposite of the default. */
	for (int mu = 3; mu >= 0; mu--) {
		options.block[mu] = 1 + random_below(5);
		options.lane_grid[mu] = 1;
		while (left > 1 && extent[mu] / options.lane_grid[mu] % 4 == 0) {
			options.lane_grid[mu] *= 2;
			left /= 2;
		}
	}
	if (lqcd_lattice_create(gridded, extent, &options, NULL) != LQCD_OK) exit(99);
	const int *l = options.lane_grid;
	tap_diag("%d x %d x %d x %d, second lane grid %d,%d,%d,%d", extent[0], extent[1], extent[2], extent[3], l[0],
		 l[1], l[2], l[3]);
}

static void test_field(void)
{
	lqcd_lattice lat, gridded;
	create_lattices(&lat, &gridded);
	EACH_STORED_TAG(check_all, (&lat, &gridded));
	check_contents(&lat, &gridded);
	check_distributions(&lat);
	check_conversions(&lat, &gridded);
	check_conversions(&lat, &lat);
	check_refusals();
	check_memory();
	lqcd_lattice_destroy(&lat);
	lqcd_lattice_destroy(&gridded);
	tap_ok(hook.live == 0, "nothing is left allocated");
}
