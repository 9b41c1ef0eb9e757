/* tests/field/foreign.c: fields in foreign memory (foreign/fields.h).
 *
 * Each layout is a descriptor and a formula of the place of every number, written down here without the library's tables.
 * A field of random numbers goes to poisoned memory and back: each number must be where the formula says, with its
 * sign or phase, to the bit, no other place may be touched, and the field must come back to the bit. All tags, floats and
 * doubles; the checks of one tag are in foreign.inc. Then what a descriptor may not say. */
#include <lqcd/foreign/fields.h>

#include "../support/support.h"
#include "foreign_sizes.h"

enum { LT = 4, LX = 8, LY = 4, LZ = 6, V = LT * LX * LY * LZ, MOST = 2 * V * 4 * LINK };

static const int extent[4] = {LT, LX, LY, LZ};
static lqcd_lattice lat;
static double memory_d[MOST + 256];
static float memory_f[MOST + 256];
static int shuffled[V];
static void *four[4];

/* Names of a layout, and the place of number (a, c, im) of element mu of a site, from coordinates and nested arrays. */
typedef struct {
	const char *name;
	int kinds; /* 1: links, 2: spinors */
	void (*describe)(lqcd_foreign *f, int number);
	size_t (*place)(const int x[4], int links, int mu, int a, int c, int im);
} layout;

static int lex(const int x[4]) { return ((x[0] * LX + x[1]) * LY + x[2]) * LZ + x[3]; }
static int sum(const int x[4]) { return x[0] + x[1] + x[2] + x[3]; }
static int x_fast(const int x[4]) { return x[1] + LX * (x[2] + LY * (x[3] + LZ * x[0])); }
/* T X Y Z as X Y Z T */
static int xyzt(int mu) { return (mu + 3) % 4; }
static size_t inside(int links, int a, int c, int im) { (void)links; return (size_t)((a * N + c) * 2 + im); }

static void order_x_fast(lqcd_foreign *f)
{
	static const int o[4] = {0, 3, 2, 1}, d[4] = {3, 0, 1, 2};
	memcpy(f->order, o, sizeof o);
	memcpy(f->directions, d, sizeof d);
}

static void plain(lqcd_foreign *f, int number) { (void)f; (void)number; }
static size_t plain_at(const int x[4], int links, int mu, int a, int c, int im)
{
	return (size_t)lex(x) * (size_t)(links ? 4 * LINK : SPINOR) + (size_t)(mu * LINK) + inside(links, a, c, im);
}

/* Columns before rows, or colours before spins. */
static void columns(lqcd_foreign *f, int number)
{
	(void)number;
	order_x_fast(f);
	f->row = f->spin = 2;
	f->column = f->kind == LQCD_FOREIGN_SPINORS ? 8 : 2 * N;
}
static size_t columns_at(const int x[4], int links, int mu, int a, int c, int im)
{
	const int rows = links ? N : 4;
	return (size_t)x_fast(x) * (size_t)(links ? 4 * LINK : SPINOR) + (size_t)((links ? xyzt(mu) : 0) * LINK + (c * rows + a) * 2 + im);
}

/* [direction][number][site], odd sites first, X halved */
static void arrays_of_numbers(lqcd_foreign *f, int number)
{
	(void)number;
	order_x_fast(f);
	f->sites = LQCD_FOREIGN_EVEN_ODD;
	f->halved = 1;
	f->odd_first = 1;
	f->site = 1;
	f->im = V;
	f->column = 2 * V;
	f->row = f->spin = 2 * N * V;
	f->direction = LINK * V;
}
static size_t arrays_of_numbers_at(const int x[4], int links, int mu, int a, int c, int im)
{
	const int site = x[1] / 2 + LX / 2 * (x[2] + LY * (x[3] + LZ * x[0])) + (sum(x) % 2 ? 0 : V / 2);
	return ((size_t)(xyzt(mu) * LINK) * (links != 0) + inside(links, a, c, im)) * V + (size_t)site;
}

/* Z halved; four sites in a row are lanes; a gap between the halves */
static void blocks(lqcd_foreign *f, int number)
{
	const int reals = f->kind == LQCD_FOREIGN_LINKS ? 4 * LINK : SPINOR;
	(void)number;
	f->sites = LQCD_FOREIGN_EVEN_ODD;
	f->block = 4;
	f->lane = 1;
	f->site = 4 * reals;
	f->half = V / 2 * reals + 64;
	f->im = 4;
	f->column = 8;
	f->row = f->spin = 8 * N;
	f->direction = 4 * LINK;
}
static size_t blocks_at(const int x[4], int links, int mu, int a, int c, int im)
{
	const int reals = links ? 4 * LINK : SPINOR, i = lex(x) / 2;
	return (size_t)(sum(x) % 2 * (V / 2 * reals + 64) + i / 4 * 4 * reals + i % 4) + 4 * ((size_t)(mu * LINK) + inside(links, a, c, im));
}

/* A struct with 6 more numbers before the field, an array with margins in T and Z */
static void margins(lqcd_foreign *f, int number)
{
	f->box[0] = LT + 1;
	f->box[3] = LZ + 2;
	f->first[0] = f->first[3] = 1;
	f->data = (char *)f->data + 6 * number;
	f->site = (f->kind == LQCD_FOREIGN_LINKS ? 4 * LINK : SPINOR) + 6;
}
static size_t margins_at(const int x[4], int links, int mu, int a, int c, int im)
{
	const int i = (((x[0] + 1) * LX + x[1]) * LY + x[2]) * (LZ + 2) + x[3] + 1;
	return (size_t)i * (size_t)((links ? 4 * LINK : SPINOR) + 6) + 6 + (size_t)(mu * LINK) + inside(links, a, c, im);
}

static void table(lqcd_foreign *f, int number)
{
	(void)number;
	f->sites = LQCD_FOREIGN_TABLE;
	f->table = shuffled;
}
static size_t table_at(const int x[4], int links, int mu, int a, int c, int im)
{
	return (size_t)shuffled[lex(x)] * (size_t)(links ? 4 * LINK : SPINOR) + (size_t)(mu * LINK) + inside(links, a, c, im);
}

static ptrdiff_t backwards(const int x[4], void *user) { return *(const int *)user + V - 1 - lex(x); }
static void function(lqcd_foreign *f, int number)
{
	static int more = 17;
	(void)number;
	f->sites = LQCD_FOREIGN_FUNCTION;
	f->index = backwards;
	f->user = &more;
	f->zero = 17;
}
static size_t function_at(const int x[4], int links, int mu, int a, int c, int im)
{
	return (size_t)(V - 1 - lex(x)) * (size_t)(links ? 4 * LINK : SPINOR) + (size_t)(mu * LINK) + inside(links, a, c, im);
}

/* Sub-lattices as lanes: two halves in X and two in T; red and black by X in each */
static void sub_lattices(lqcd_foreign *f, int number)
{
	const int reals = f->kind == LQCD_FOREIGN_LINKS ? 4 * LINK : SPINOR;
	(void)number;
	order_x_fast(f);
	f->sites = LQCD_FOREIGN_EVEN_ODD;
	f->halved = 1;
	f->lane_grid[0] = f->lane_grid[1] = 2;
	f->lane = 2; /* [lane][re, im] */
	f->im = 1;
	f->column = 8;
	f->row = f->spin = 8 * N;
	f->direction = 4 * LINK;
	f->site = 4 * reals;
}
static size_t sub_lattices_at(const int x[4], int links, int mu, int a, int c, int im)
{
	const int t = x[0] % 2, s = x[1] % 4, lane = x[1] / 4 + 2 * (x[0] / 2);
	const int i = s / 2 + 2 * (x[2] + LY * (x[3] + LZ * t)) + sum(x) % 2 * (V / 8);
	return (size_t)i * 4 * (size_t)(links ? 4 * LINK : SPINOR) + (size_t)(4 * (links ? xyzt(mu) : 0) * LINK + (a * N + c) * 8 + lane * 2 + im);
}

/* One array per direction, X fastest */
static void four_arrays(lqcd_foreign *f, int number)
{
	order_x_fast(f);
	f->site = LINK;
	for (int d = 0; d < 4; d++) four[d] = (char *)f->data + (size_t)(d * (V * LINK + 3)) * (size_t)number;
	f->arrays = four;
	f->data = NULL;
}
static size_t four_arrays_at(const int x[4], int links, int mu, int a, int c, int im)
{
	return (size_t)(xyzt(mu) * (V * LINK + 3) + x_fast(x) * LINK) + inside(links, a, c, im);
}

/* Pairs of numbers, sites between them, as GPUs like it */
static void chunks(lqcd_foreign *f, int number)
{
	const int reals = f->kind == LQCD_FOREIGN_LINKS ? LINK : SPINOR;
	(void)number;
	order_x_fast(f);
	f->sites = LQCD_FOREIGN_EVEN_ODD;
	f->halved = 1;
	f->chunk = 2;
	f->chunk_step = V + 32;
	f->site = 2;
	f->half = (f->kind == LQCD_FOREIGN_LINKS ? 4 : 1) * reals / 2 * (V + 32);
	f->direction = reals / 2 * (V + 32);
}
static size_t chunks_at(const int x[4], int links, int mu, int a, int c, int im)
{
	const int reals = links ? LINK : SPINOR, d = links ? xyzt(mu) : 0, k = (a * N + c) * 2 + im;
	const int i = x[1] / 2 + LX / 2 * (x[2] + LY * (x[3] + LZ * x[0])), stride = V / 2 + 16;
	return (size_t)((((sum(x) % 2 * (links ? 4 : 1) + d) * (reals / 2) + k / 2) * stride + i) * 2 + k % 2);
}

/* U_mu(x) and U_mu(x - mu) at odd sites */
static void eight(lqcd_foreign *f, int number)
{
	*f = lqcd_foreign_make(LQCD_FOREIGN_ODD_LINKS, f->data);
	f->bits = 8 * number;
	f->sites = LQCD_FOREIGN_EVEN_ODD;
}
static size_t eight_at(const int x[4], int links, int mu, int a, int c, int im)
{
	int y[4] = {x[0], x[1], x[2], x[3]};
	const int even = sum(x) % 2 == 0;
	if (even) y[mu] = (y[mu] + 1) % extent[mu];
	return (size_t)(lex(y) / 2 * 8 * LINK + (2 * mu + even) * LINK) + inside(links, a, c, im);
}

/* The code calls the first site odd */
static void odd_origin(lqcd_foreign *f, int number)
{
	(void)number;
	f->sites = LQCD_FOREIGN_EVEN_ODD;
	f->origin = 1;
}
static size_t odd_origin_at(const int x[4], int links, int mu, int a, int c, int im)
{
	const int site = lex(x) / 2 + (sum(x) % 2 ? 0 : V / 2);
	return (size_t)site * (size_t)(links ? 4 * LINK : SPINOR) + (size_t)(mu * LINK) + inside(links, a, c, im);
}

static const layout layouts[] = {
	{"lexicographic", 3, plain, plain_at},
	{"X fastest, columns first", 3, columns, columns_at},
	{"an array per number, odd first", 3, arrays_of_numbers, arrays_of_numbers_at},
	{"blocks of sites, two halves", 3, blocks, blocks_at},
	{"a struct and margins", 3, margins, margins_at},
	{"a table", 3, table, table_at},
	{"a function", 3, function, function_at},
	{"lanes of sub-lattices", 3, sub_lattices, sub_lattices_at},
	{"four arrays", 1, four_arrays, four_arrays_at},
	{"pairs of numbers", 3, chunks, chunks_at},
	{"eight links of odd sites", 1, eight, eight_at},
	{"an odd origin", 3, odd_origin, odd_origin_at},
};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

/* ---- what is done to the numbers ---- */

enum { AS_IS, SIGNS, PHASES, ADJOINT, SCALED, SWAPPED, TREATMENTS };
static const char *const treatment_name[TREATMENTS] = {"", ", antiperiodic and staggered", ", with a complex phase", ", adjoint, staggered", ", times 4", ", other byte order"};

static void treat(lqcd_foreign *f, int treatment)
{
	static const int eta[4] = {0, 1, 3, 7};
	const uint16_t one = 1;
	unsigned char little;
	memcpy(&little, &one, 1);
	if (treatment == SIGNS || treatment == ADJOINT) memcpy(f->staggered, eta, sizeof eta);
	if (treatment == SIGNS) f->boundary[0].re = -1;
	if (treatment == PHASES) {
		f->boundary[1].re = 0;
		f->boundary[1].im = 1;
	}
	f->adjoint = treatment == ADJOINT;
	if (treatment == SCALED) f->scale = 4;
	if (treatment == SWAPPED) f->bytes = little ? LQCD_FOREIGN_BIG : LQCD_FOREIGN_LITTLE;
}

/* Their number from ours: value(a, c, im) of element mu at x. */
static double treated(const double *ours, int treatment, const int x[4], int links, int mu, int a, int c, int im)
{
	static const int before[4] = {0, 1, 3, 7};
	const double v = treatment == ADJOINT && links ? (im ? -1 : 1) * ours[(c * N + a) * 2 + im] : ours[(a * N + c) * 2 + im];
	double sign = 1;
	for (int nu = 0; nu < mu; nu++)
		if (before[mu] >> nu & 1 && x[nu] % 2) sign = -sign;
	if (treatment == SIGNS && mu == 0 && x[0] == LT - 1) sign = -sign;
	if (treatment == PHASES && links && mu == 1 && x[1] == LX - 1) /* i (re + i im) */
		return im ? ours[(a * N + c) * 2] : -ours[(a * N + c) * 2 + 1];
	return treatment == SCALED ? 4 * v : links && (treatment == SIGNS || treatment == ADJOINT) ? sign * v : v;
}

static void reverse(void *p, size_t n)
{
	unsigned char *c = (unsigned char *)p;
	for (size_t i = 0; i < n / 2; i++) {
		const unsigned char k = c[i];
		c[i] = c[n - 1 - i];
		c[n - 1 - i] = k;
	}
}

static double number_at(size_t i, int bits, int swapped)
{
	double d = memory_d[i];
	float f = memory_f[i];
	if (swapped) {
		reverse(&d, sizeof d);
		reverse(&f, sizeof f);
	}
	return bits == 64 ? d : (double)f;
}

static const double POISON = -123456.5;
static const float POISON_F = -123456.5f;

#define TEST_TEMPLATE "../field/foreign.inc"
#include "../support/each_tag.inc"

/* ---- elements without a field ---- */

/* Half-spinors, colour vectors and clover blocks of random numbers, put one site at a time in steps of their own: each number lies
 * where it should, nothing else is touched, and get gives it back. */
static void test_elements(void)
{
	enum { BLOCKS = 8 * N * N, ROWS = 2 * N };
	static const lqcd_foreign_kind kind[4] = {LQCD_FOREIGN_HALF_SPINORS, LQCD_FOREIGN_VECTORS, LQCD_FOREIGN_CLOVER, LQCD_FOREIGN_CLOVER};
	static const int count[4] = {4 * N, 2 * N, BLOCKS, BLOCKS};
	for (int k = 0; k < 4; k++) {
		lqcd_foreign f = lqcd_foreign_make(kind[k], memory_d);
		lqcd_foreign_map map;
		int wrong = 0, touched = 0;
		order_x_fast(&f);
		f.bits = k == 1 ? 32 : 64;
		if (k == 1) f.data = memory_f;
		f.site = count[k] + 1;
		if (k == 0) { /* colours before spins */
			f.spin = 2;
			f.column = 4;
		}
		f.by_rows = k == 3;
		if (k > 1) must(lqcd_foreign_set_basis(&f, LQCD_BASIS_DEGRAND_ROSSI));
		for (int i = 0; i < V * (count[k] + 1); i++) {
			memory_d[i] = POISON;
			memory_f[i] = POISON_F;
		}
		must(lqcd_foreign_check(&f, &lat));
		must(lqcd_foreign_open(&map, &f, &lat));
		for (int n = 0; n < V; n += 7) {
			const int x[4] = {n / (LX * LY * LZ), n / (LY * LZ) % LX, n / LZ % LY, n % LZ};
			double v[BLOCKS], w[BLOCKS];
			const size_t at = (size_t)x_fast(x) * (size_t)(count[k] + 1);
			for (int i = 0; i < count[k]; i++) v[i] = (double)(float)(tap_random() - 0.5);
			must(lqcd_foreign_put(&map, x, 0, v));
			must(lqcd_foreign_get(&map, x, 0, w));
			for (int i = 0; i < count[k]; i++) wrong += fabs(v[i] - w[i]) > 1e-15;
			for (int i = 0; i < count[k] && k < 2; i++) {
				const int place = k ? i : i / 2 % N * 4 + i / (2 * N) * 2 + i % 2;
				wrong += fabs(number_at(at + (size_t)place, f.bits, 0) - v[i]) > 0;
			}
			/* theirs(s, t) = sign ours(3 - s, 3 - t): the diagonal of block b and element (i, j) of it */
			for (int i = 0; i < ROWS && k > 1; i++)
				for (int j = 0; j <= i; j++) {
					const int a = (1 - i / N) * N + i % N, c = (1 - j / N) * N + j % N, most = a > c ? a : c, least = a > c ? c : a;
					const double sign = i / N == j / N ? 1 : -1; /* of spins 1 and 2 alone */
					const int from = ROWS + 2 * (most * (most - 1) / 2 + least);
					const int to = ROWS + 2 * (k == 3 ? i * (i - 1) / 2 + j : j * (2 * ROWS - j - 1) / 2 + i - j - 1);
					for (int b = 0; b < 2; b++) {
						const double *ours = v + (1 - b) * ROWS * ROWS, *theirs = memory_d + at + b * ROWS * ROWS;
						if (i == j)
							wrong += fabs(theirs[i] - ours[a]) > 0;
						else
							wrong += fabs(theirs[to] - sign * ours[from]) > 0 || fabs(theirs[to + 1] - (a > c ? sign : -sign) * ours[from + 1]) > 0;
					}
				}
			touched += fabs(number_at(at + (size_t)count[k], f.bits, 0) - POISON) > 0;
		}
		lqcd_foreign_close(&map);
		tap_ok(wrong == 0 && touched == 0, "elements of kind %d: %d wrong, %d touched", (int)kind[k], wrong, touched);
	}
}

/* ---- refusals ---- */

static int is_refused(const lqcd_foreign *f, const char *word)
{
	const lqcd_status s = lqcd_foreign_check(f, &lat);
	const lqcd_message why = lqcd_lattice_why(&lat, s);
	if (s == LQCD_ERR_ARGUMENT && strstr(why.text, word)) return 1;
	tap_diag("%s: %s", lqcd_status_text(s), why.text);
	return 0;
}

static void test_refusals(void)
{
	const lqcd_foreign u = lqcd_foreign_make(LQCD_FOREIGN_LINKS, memory_d), s = lqcd_foreign_make(LQCD_FOREIGN_SPINORS, memory_d);
	lqcd_foreign f;
	static int twice[V];
	tap_ok(lqcd_foreign_check(&u, &lat) == LQCD_OK && lqcd_foreign_check(&s, &lat) == LQCD_OK, "good descriptors");
#define REFUSE(of, change, word)                                                                                       \
	do {                                                                                                           \
		f = of;                                                                                                \
		change;                                                                                                \
		tap_ok(is_refused(&f, word), "refused: %s", #change);                                                  \
	} while (0)
	REFUSE(u, f.kind = LQCD_FOREIGN_KINDS, "kind");
	REFUSE(u, f.bits = 16, "bits = 16");
	REFUSE(u, f.bytes = (lqcd_foreign_bytes)3, "byte order");
	REFUSE(u, f.data = NULL, "data");
	REFUSE(u, f.data = (char *)f.data + 4, "multiple of 8");
	REFUSE(s, f.arrays = four, "arrays");
	REFUSE(u, f.scale = 0, "scale");
	REFUSE(s, f.scale = tap_nan(), "scale");
	REFUSE(s, f.scale = 1e-320, "scale");
	REFUSE(u, f.scale = -1e200, "scale");
	REFUSE(u, ((void)lqcd_foreign_set_phases(&f, LQCD_PHASES_XYZT), f.staggered[0] |= 16), "phase");
	REFUSE(u, ((void)lqcd_foreign_set_phases(&f, LQCD_PHASES_XYZT), f.staggered[0] |= -16), "phase");
	REFUSE(u, f.directions[2] = 1, "directions");
	REFUSE(u, f.rows = N - 2, "rows");
	REFUSE(u, f.boundary[0].re = 2, "phase");
	REFUSE(u, f.staggered[1] = 1, "staggered");
	REFUSE(s, f.basis[1][2].re = 1, "unitary");
	REFUSE(s, f.basis[3][3].im = tap_nan(), "unitary");
	const lqcd_foreign c = lqcd_foreign_make(LQCD_FOREIGN_CLOVER, memory_d);
	REFUSE(c, (void)lqcd_foreign_set_basis(&f, LQCD_BASIS_UKQCD), "chiralities");
	REFUSE(c, f.site = 8 * N * N - 1, "overlap");
	REFUSE(c, (f.chunk = 6, f.chunk_step = -6 * V), "negative");
	REFUSE(s, (f.chunk = 6, f.chunk_step = -6 * V), "negative");
	REFUSE(c, f.im = -1, "negative");
#ifndef __cplusplus /* where an enum has no such value */
	REFUSE(s, f.sites = (lqcd_foreign_sites)4, "order of sites");
#endif
	REFUSE(s, f.parity = (lqcd_parity)3, "parity");
	REFUSE(u, f.parity = LQCD_EVEN, "links");
	REFUSE(s, f.sites = LQCD_FOREIGN_TABLE, "table");
	REFUSE(s, f.order[0] = 1, "order");
	REFUSE(s, (f.sites = LQCD_FOREIGN_EVEN_ODD, f.halved = 4), "halved");
	REFUSE(s, f.box[1] = LX - 1, "box");
	REFUSE(s, f.first[1] = 1, "box");
	REFUSE(s, f.lane_grid[3] = 4, "lanes");
	REFUSE(s, (f.sites = LQCD_FOREIGN_EVEN_ODD, f.lane_grid[3] = 2), "lanes");
	REFUSE(s, (f.sites = LQCD_FOREIGN_EVEN_ODD, f.box[3] = LZ + 1), "halved");
	REFUSE(s, f.im = 2, "overlap");
	REFUSE(s, f.site = SPINOR - 1, "overlap");
	REFUSE(s, f.im = -1, "negative");
	REFUSE(u, f.direction = LINK - 2, "overlap");
	REFUSE(s, (f.sites = LQCD_FOREIGN_EVEN_ODD, f.half = SPINOR), "overlap");
	REFUSE(s, (f.chunk = 2, f.chunk_step = 1), "overlap");
	REFUSE(s, f.block = -1, "block");
	REFUSE(u, f.adjoint = 2, "adjoint");
	REFUSE(s, (f.sites = LQCD_FOREIGN_EVEN_ODD, f.odd_first = 2), "odd_first");
	REFUSE(s, f.site = 0, "step is 0");
	REFUSE(u, f.direction = 0, "step is 0");
	REFUSE(s, (f.lane_grid[1] = 2), "step is 0");
	REFUSE(u, f.column = 0, "step is 0");
	memcpy(twice, shuffled, sizeof twice);
	twice[3] = twice[V - 1];
	REFUSE(s, (f.sites = LQCD_FOREIGN_TABLE, f.table = twice), "overlap");
	for (int d = 0; d < 4; d++) four[d] = memory_d + d * V * LINK;
	four[3] = memory_d + 1;
	REFUSE(u, (f.arrays = four, f.site = LINK), "overlap");
	/* Steps that do not nest, and four arrays in one struct, have a place for each number all the same. */
	f = s;
	f.site = 3 * SPINOR;
	f.sites = LQCD_FOREIGN_EVEN_ODD;
	f.half = SPINOR;
	tap_ok(lqcd_foreign_check(&f, &lat) == LQCD_OK, "the halves interleave");
	f = u;
	for (int d = 0; d < 4; d++) four[d] = memory_d + d * (LINK + 3);
	f.arrays = four;
	f.site = 4 * (LINK + 3);
	tap_ok(lqcd_foreign_check(&f, &lat) == LQCD_OK, "arrays in a struct");
	tap_ok(lqcd_foreign_check(NULL, &lat) == LQCD_ERR_ARGUMENT && lqcd_foreign_check(&u, NULL) == LQCD_ERR_ARGUMENT, "NULL");
}

/* What an import or export refuses, and what it leaves alone. */
static void test_moves(void)
{
	const lqcd_foreign twelve = lqcd_foreign_make_propagator(memory_d);
	lqcd_foreign f = lqcd_foreign_make(LQCD_FOREIGN_SPINORS, memory_d);
	lqcd_foreign_map map;
	lqcd_spinor_field_d s;
	must(lqcd_spinor_field_create(&s, &lat, LQCD_FULL));
	lqcd_spinor_field_gaussian(&s, tap_random_u64(), 0);
	double *const before = memory_d + MOST / 2;
	memcpy(before, s.ptr, V * SPINOR * sizeof *before);
	int good = lqcd_foreign_import_spinors(&s, &twelve) == LQCD_ERR_ARGUMENT && lqcd_foreign_export_spinors(&twelve, &s) == LQCD_ERR_ARGUMENT &&
		   lqcd_foreign_open(&map, &twelve, &lat) == LQCD_ERR_ARGUMENT;
	tap_ok(good, "a propagator is no spinor: %s", lqcd_lattice_why(&lat, LQCD_ERR_ARGUMENT).text);
	f.site = 0;
	good = lqcd_foreign_export_spinors(&f, &s) == LQCD_ERR_ARGUMENT;
	tap_ok(good, "all sites in one place: %s",
	       lqcd_lattice_why(&lat, LQCD_ERR_ARGUMENT).text);
	f = lqcd_foreign_make(LQCD_FOREIGN_SPINORS, s.ptr);
	good = lqcd_foreign_import_spinors(&s, &f) == LQCD_ERR_ARGUMENT && lqcd_foreign_export_spinors(&f, &s) == LQCD_ERR_ARGUMENT;
	tap_ok(good, "the field itself: %s", lqcd_lattice_why(&lat, LQCD_ERR_ARGUMENT).text);
	f.data = (double *)s.ptr + SPINOR * (V - 1);
	const lqcd_spinor_field_d odd = lqcd_spinor_field_part(&s, LQCD_ODD);
	tap_ok(lqcd_foreign_import_spinors(&odd, &f) == LQCD_ERR_ARGUMENT, "its last site");
	tap_ok(memcmp(before, s.ptr, V * SPINOR * sizeof *before) == 0, "the field stays as it was");
	lqcd_spinor_field_destroy(&s);
}

/* Fields anywhere near foreign memory, also before, behind, around it and in its gaps: import and export refuse those, and
 * only those, that a number of it lies in. The descriptors are those of the layouts; `gap` numbers more lie between two halves. */
static void test_near(void)
{
	enum { ROOM = 4 * MOST, TRIALS = 24 };
	double *const room = (double *)lqcd_alloc(ROOM * sizeof *room);
	const lqcd_geometry *type;
	must(room ? LQCD_OK : LQCD_ERR_MEMORY);
	must(lqcd_lattice_geometry(&lat, LQCD_FULL, 1, &type));
	for (int i = 0; i < ROOM; i++) room[i] = tap_random() - 0.5;
	for (int n = 0; n < 4 * LAYOUTS; n++) {
		const layout *const l = &layouts[n / 4];
		const int links = n & 1, number = n & 2 ? 4 : 8, elements = links ? 4 : 1, rows = links ? N : 4;
		const size_t bytes = sizeof(double) * V * (size_t)(links ? 4 * LINK : SPINOR);
		int wrong = 0, refused = 0;
		if (!(l->kinds & (links ? 1 : 2))) continue;
		for (int trial = 0; trial < TRIALS; trial++) {
			const size_t gap = l->describe == blocks && trial % 2 ? bytes / 4 + 200 : 0;
			char *const at = (char *)(room + MOST) + (size_t)number * (size_t)(tap_random_u64() % 16), *from = NULL, *to = NULL;
			lqcd_foreign f = lqcd_foreign_make(links ? LQCD_FOREIGN_LINKS : LQCD_FOREIGN_SPINORS, at);
			f.bits = 8 * number;
			l->describe(&f, number);
			f.half += (ptrdiff_t)gap;
			int there = 0;
			for (int k = 0; k < 2; k++) { /* first the ends of F, then its numbers in a field near one of them */
				char *field = NULL;
				if (k) {
					const ptrdiff_t shift = 8 * (ptrdiff_t)(tap_random_u64() % 24) - 64;
					const ptrdiff_t anywhere = (ptrdiff_t)(tap_random_u64() % (uint64_t)(to - from + (ptrdiff_t)bytes));
					char *const near = trial % 3 == 0   ? from - bytes + shift
							   : trial % 3 == 1 ? to + shift
									    : from - bytes + anywhere;
					field = (char *)room + (near - (char *)room) / 64 * 64;
				}
				for (int i = 0; i < V; i++)
					for (int e = 0; e < elements * 2 * N * rows; e++) {
						const int x[4] = {i / (LX * LY * LZ), i / (LY * LZ) % LX, i / LZ % LY, i % LZ};
						const int mu = e / (2 * N * rows), c = e / 2 % N, a = e / 2 / N % rows;
						size_t place = l->place(x, links, mu, a, c, e % 2);
						if (gap && sum(x) % 2) place += gap;
						char *const p = at + place * (size_t)number;
						if (!k && (!from || p < from)) from = p;
						if (!k && (!to || p + number > to)) to = p + number;
						if (k) there |= p + number > field && p < field + bytes;
					}
				if (!k) continue;
				const lqcd_field_view v = lqcd__view(field, type, elements * 2 * N * rows, LQCD__DOUBLE);
				const lqcd_status in = lqcd_foreign_import(v, &f), out = lqcd_foreign_export(&f, v);
				wrong += in != out || in != (there ? LQCD_ERR_ARGUMENT : LQCD_OK);
				refused += in != LQCD_OK;
			}
		}
		tap_ok(wrong == 0 && refused > 0 && refused < TRIALS, "%s of %s, %d bits: %d of %d fields near it are refused, %d wrong", l->name,
		       links ? "links" : "spinors", 8 * number, refused, TRIALS, wrong);
	}
	lqcd_free(room);
}

/* Sites outside of the lattice are those inside, however far, and so are their phases. */
static void test_outside(void)
{
	lqcd_foreign f = lqcd_foreign_make(LQCD_FOREIGN_LINKS, memory_d);
	lqcd_foreign_map map;
	double v[LINK], w[LINK];
	int wrong = 0;
	for (int i = 0; i < MOST; i++) memory_d[i] = tap_random();
	for (int margins_too = 0; margins_too < 2; margins_too++) {
		f.boundary[0].re = f.boundary[3].re = -1;
		for (int mu = 0; mu < 4; mu++) f.staggered[mu] = (1 << mu) - 1;
		f.box[0] = margins_too ? LT + 2 : LT;
		f.first[0] = margins_too;
		must(lqcd_foreign_open(&map, &f, &lat));
		for (int n = 0; n < 400; n++) {
			int x[4], y[4];
			const int mu = n % 4;
			for (int nu = 0; nu < 4; nu++) {
				x[nu] = (int)(tap_random_u64() % 64) - 32;
				y[nu] = (x[nu] + 48 * extent[nu]) % extent[nu];
			}
			wrong += lqcd_foreign_get(&map, x, mu, v) != LQCD_OK || lqcd_foreign_get(&map, y, mu, w) != LQCD_OK ||
				 memcmp(v, w, sizeof v) != 0;
		}
		lqcd_foreign_close(&map);
	}
	tap_ok(wrong == 0, "800 links outside of the lattice: %d wrong", wrong);
}

static void test_foreign(void)
{
	test_cache = 65536; /* fields of these sizes are written past the caches, or not */
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	for (int i = 0; i < V; i++) {
		const int k = (int)(tap_random_u64() % (uint64_t)(i + 1));
		shuffled[i] = shuffled[k];
		shuffled[k] = i;
	}
	EACH_TAG(test_foreign_layouts, ());
	EACH_TAG(test_foreign_rows, ());
	test_elements();
	test_refusals();
	test_moves();
	test_near();
	test_outside();
	lqcd_lattice_destroy(&lat);
}
