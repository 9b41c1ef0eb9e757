/* tests/bits/bits.h: shared by the tests of tests/bits.c and tests/gpu/bits.cu. Each computes results from fixed seeds,
 * makes a number of 64 bits of each, and compares it with a table: the library may change in any way that changes no
 * result.
 *
 *   bits_begin(table)                      first in a test; its table is an array of bits_entry
 *   bits_row(bits, format, ...)            one result and its name
 *   bits_end()                             last in a test
 *   bits_printing(argc, argv)              in main: whether the first argument is --print; tests then write their
 *                                          tables and check nothing
 *
 *   bits_field(view)                       of a field: site after site in lexicographic order, whatever lies where
 *   bits_of(p, n)                          of n doubles
 *   bits_bytes(p, n)                       of n bytes
 *   bits_file(path)                        of what a file holds
 *   bits_mix(x)                            an integer from an integer
 *   bits_number(n)                         a number in -1 .. 1 from an integer, without libm
 *   smooth_links(&u, seed, size)           links exp(a), a of about `size`; rough ones are lqcd_gauge_field_random
 *
 * Columns. A result depends on which multiply-adds are fused, and on nothing else that a build chooses: "fused" is
 * where they round once in lanes and in scalar code (AVX-512, AVX2, NEON, the scalar back end with -mfma, any back end
 * with LQCD_FMA=1), "generic" the generic back end with -mfma, whose lanes the compiler does not fuse, "plain" a
 * processor without. Inside the columns fused and plain, tags that differ in lanes alone have the same bits, too. gcc
 * and clang, C and C++, levels of optimisation, numbers of threads and lanes share them. clang fuses a b + c within an
 * expression by itself, gcc with -std=c11 does not: clang is told not to, by a pragma before all else that a program
 * includes; gcc with -std=gnu11 would need -ffp-contract=off. Builds that change values on purpose (-ffast-math,
 * LQCD_NC, LQCD_REPRODUCIBLE=0) have no column.
 *
 * Gaussian numbers are made with libm, and logarithms and exponentials elsewhere. If its values differ from those that
 * the table was made with, the first row says so and there are no further ones.
 *
 * The tables were made at the commit before the headers were put into another order and the operators got one
 * interface. `bits --print NAME` writes the table of a test again, with the column of the build anew and the others
 * kept:
 *
 *   build/tests/bits --print dirac >new && mv new tests/bits/dirac_table.h
 *
 * and so on with a build of each column (tests, tests-generic, tests-sse2). Do so for rows that are new. A row that
 * was there may change only with a commit that changes results on purpose and says why. */
#ifndef LQCD_TESTS_BITS_H
#define LQCD_TESTS_BITS_H

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

#include <math.h>

#include <lqcd/solver/solver.h>

#include "../support/support.h"
#include "../support/smooth_links.h"

enum { BITS_COLUMNS = 3, BITS_MOST = 1000, BITS_NAME = 96 };
#ifdef BITS_DEVICE /* tests/gpu: lanes are not asked for there */
static const char *const bits_column_name[BITS_COLUMNS] = {"fused", "device", "plain"};
#else
static const char *const bits_column_name[BITS_COLUMNS] = {"fused", "generic", "plain"};
#endif

#if defined __HIP__ /* each multiply-add of hip.h rounds once, each product before a sum, too */
enum { BITS_COLUMN = 0 };
#elif LQCD_DEVICE_COMPILER
enum { BITS_COLUMN = 1 };
#elif !LQCD__FUSED
enum { BITS_COLUMN = 2 };
#elif !LQCD_SIMD_FUSED
enum { BITS_COLUMN = 1 };
#else
enum { BITS_COLUMN = 0 };
#endif

/* What rows are made of. */
TAP_UNUSED static const struct {
	const char *name;
	lqcd_link_storage storage;
} storages[3] = {{"18", LQCD_LINK_18}, {"12", LQCD_LINK_12}, {"8", LQCD_LINK_8}};
TAP_UNUSED static const lqcd_method methods[2] = {LQCD_CG, LQCD_BICGSTAB};
TAP_UNUSED static const char *const method_name[2] = {"CG", "BiCGStab"};

typedef struct {
	const char *name;
	uint64_t bits[BITS_COLUMNS];
} bits_entry;

static struct {
	const bits_entry *table;
	size_t entries, rows;
	int print, other_libm;
	char name[BITS_MOST][BITS_NAME];
	uint64_t bits[BITS_MOST];
} bits_state;

/* ---- hashes ------------------------------------------------------------------------------------------------------ */

#define BITS_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t bits_add(uint64_t h, uint64_t word)
{
	h = (h ^ word) * UINT64_C(0x9fb21c651e98df25);
	return h ^ h >> 32;
}

static inline uint64_t bits_add_double(uint64_t h, double x)
{
	uint64_t word;
	memcpy(&word, &x, sizeof word);
	return bits_add(h, word);
}

TAP_UNUSED static uint64_t bits_of(const double *x, size_t n)
{
	uint64_t h = BITS_START;
	for (size_t k = 0; k < n; k++) h = bits_add_double(h, x[k]);
	return h;
}

TAP_UNUSED static uint64_t bits_bytes(const void *p, size_t n)
{
	uint64_t h = BITS_START;
	for (size_t k = 0; k < n; k++) h = bits_add(h, ((const unsigned char *)p)[k]);
	return h;
}

TAP_UNUSED static uint64_t bits_mix(uint64_t x)
{
	x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
	x = (x ^ x >> 29) * UINT64_C(0xc4ceb9fe1a85ec53);
	return x ^ x >> 32;
}

TAP_UNUSED static double bits_number(uint64_t n)
{
	return (double)(bits_mix(n + 1) >> 11) * (1.0 / 4503599627370496.0) - 1;
}

/* A field of the host as doubles, which numbers of all tags are; of one parity the sites of that. */
TAP_UNUSED static uint64_t bits_field(lqcd_field_view v)
{
	const lqcd_geometry *g = v.type;
	const int *l = g->lattice->local, sites = l[0] * l[1] * l[2] * l[3];
	uint64_t h = BITS_START;
	for (int n = 0; n < sites; n++) {
		const int x[4] = {n / (l[1] * l[2] * l[3]), n / (l[2] * l[3]) % l[1], n / l[3] % l[2], n % l[3]};
		const int odd = (x[0] + x[1] + x[2] + x[3]) % 2;
		int lane = 0;
		if (g->parity == (odd ? LQCD_EVEN : LQCD_ODD)) continue;
		const size_t ix = (size_t)(lqcd_geometry_index(g, x, &lane) - g->master_shift);
		for (size_t k = 0; k < (size_t)v.reals; k++)
			h = bits_add_double(h, lqcd_field_view_get(&v, (ix * (size_t)v.reals + k) * (size_t)g->lanes +
									       (size_t)lane));
	}
	return h;
}

TAP_UNUSED static uint64_t bits_file(const char *path)
{
	static unsigned char bytes[1 << 20];
	FILE *in = fopen(path, "rb");
	const size_t n = in ? fread(bytes, 1, sizeof bytes, in) : 0;
	if (in) fclose(in);
	return n < sizeof bytes ? bits_bytes(bytes, n) : 0;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static const bits_entry *bits_find(const char *name)
{
	for (size_t k = 0; k < bits_state.entries; k++)
		if (!strcmp(bits_state.table[k].name, name)) return &bits_state.table[k];
	return NULL;
}

static void bits_row(uint64_t bits, const char *format, ...) TAP_PRINTF(2, 3);
static void bits_row(uint64_t bits, const char *format, ...)
{
	char *name = bits_state.name[bits_state.rows];
	va_list args;
	if (bits_state.other_libm) return;
	va_start(args, format);
	vsnprintf(name, BITS_NAME, format, args);
	va_end(args);
	bits_state.bits[bits_state.rows] = bits;
	if (bits_state.rows + 1 < BITS_MOST) bits_state.rows++;
	if (bits_state.print) return;
	const bits_entry *e = bits_find(name);
	const uint64_t want = e ? e->bits[BITS_COLUMN] : 0;
	if (want == bits)
		tap_ok(1, "%s", name);
	else
		tap_ok(0, "%s: %016llx, expected %016llx%s", name, (unsigned long long)bits, (unsigned long long)want,
		       e ? "" : " (no such row)");
}

/* The end of a solve; x is of any tag. */
TAP_UNUSED static void bits_solved(lqcd_field_view x, const lqcd_solve_result *r, const char *what)
{
	const uint64_t end = bits_add_double((uint64_t)r->status, r->residual);
	bits_row(bits_add(bits_field(x), end), "%s: x", what);
	bits_row((uint64_t)r->iterations, "%s: iterations", what);
}

/* libm as it is called at run time, each function at many points. */
static uint64_t bits_of_libm(void)
{
	uint64_t h = BITS_START;
	for (int k = 1; k <= 4000; k++) {
		const double x = tap_from_bits(UINT64_C(0x3f50000000000000) + (uint64_t)k * UINT64_C(0x47b4c1e5a3d1));
		h = bits_add_double(h, log(x));
		h = bits_add_double(h, sin(x));
		h = bits_add_double(h, cos(x));
		h = bits_add_double(h, exp(-x));
		h = bits_add_double(h, pow(x, 0.3));
		h = bits_add_double(h, (double)logf((float)x) + (double)sinf((float)x) + (double)cosf((float)x));
	}
	return h;
}

TAP_UNUSED static int bits_printing(int argc, char **argv)
{
	bits_state.print = argc > 1 && !strcmp(argv[1], "--print");
	return bits_state.print;
}

#define bits_begin(table) bits_begin_with(table, sizeof table / sizeof *table)
TAP_UNUSED static void bits_begin_with(const bits_entry *table, size_t entries)
{
	bits_state.table = table;
	bits_state.entries = entries;
	bits_state.rows = 0;
	bits_state.other_libm = 0;
	const uint64_t h = bits_of_libm();
	const bits_entry *e = bits_find("libm");
	if (!bits_state.print && e && e->bits[BITS_COLUMN] != h) {
		tap_skip(e->bits[BITS_COLUMN] ? "libm: %016llx, not as in the table" : "libm: %016llx, no column",
			 (unsigned long long)h);
		bits_state.other_libm = 1;
	} else
		bits_row(h, "libm");
}

TAP_UNUSED static void bits_end(void)
{
	if (!bits_state.print) return;
	printf("/* Written by --print: see tests/bits/bits.h. Columns:");
	for (int k = 0; k < BITS_COLUMNS; k++) printf(" %s", bits_column_name[k]);
	printf(". */\n/* clang-format off */\n");
	for (size_t n = 0; n < bits_state.rows; n++) {
		const bits_entry *e = bits_find(bits_state.name[n]);
		printf("{\"%s\", {", bits_state.name[n]);
		for (int k = 0; k < BITS_COLUMNS; k++) {
			const uint64_t bits = k == BITS_COLUMN ? bits_state.bits[n] : e ? e->bits[k] : 0;
			printf("%s0x%016llx", k ? ", " : "", (unsigned long long)bits);
		}
		printf("}},\n");
	}
}

/* For templates: names with a tag; whether it stores 16 bits, and whether it computes in float. */
#define BITS_PASTE(a, b)  BITS_PASTE_(a, b)
#define BITS_PASTE_(a, b) a##b
#define T(x)              BITS_PASTE(x##_, LQCD_TAG)
#define BITS_HALF_f       0
#define BITS_HALF_d       0
#define BITS_HALF_vf      0
#define BITS_HALF_vd      0
#define BITS_HALF_h       1
#define BITS_HALF_vh      1
#define BITS_HALF_gf      0
#define BITS_HALF_gd      0
#define BITS_HALF_gh      1
#define BITS_LOW_gf       1
#define BITS_LOW_gd       0
#define BITS_LOW_f        1
#define BITS_LOW_d        0
#define BITS_LOW_vf       1
#define BITS_LOW_vd       0
#define BITS_LOW_h        1
#define BITS_LOW_vh       1

#endif
