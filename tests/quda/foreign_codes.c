/* tests/quda/foreign_codes.c: the descriptors of other codes (foreign/codes.h).
 *
 * For each code the sites are counted in nested loops, as its documentation has them, and the number of an element is a
 * formula. A field of random numbers is exported: each number must lie where it should, and come back. Spinors are
 * compared in the basis of the code, as a table of signs. Data sections of files of MILC, openQCD, HiRep and NERSC,
 * whose order in memory is known (LQCD_TEST_DATA), are foreign memory, too: what is imported are the links that the
 * readers of these files find, and exported the bytes of the files. */
#include <stdlib.h>

#include <lqcd/foreign/codes.h>
#include <lqcd/io/gauge.h>

#include "../support/support.h"

enum {
	CODE_T = 4,
	CODE_X = 8,
	CODE_Y = 4,
	CODE_Z = 6,
	CODE_V = CODE_T * CODE_X * CODE_Y * CODE_Z,
	CODE_N = LQCD_NC,
	CODE_LINK = 2 * CODE_N * CODE_N,
	CODE_SPINOR = 8 * CODE_N,
	MOST = 4 * CODE_LINK * CODE_V
};

static lqcd_lattice lat;
static double memory[MOST];
static int code_site[CODE_V], table[CODE_V];
static const int simd[4] = {1, 2, 1, 2}; /* X Y Z T */
static void *code_arrays[4];

static int lex(const int x[4]) { return ((x[0] * CODE_X + x[1]) * CODE_Y + x[2]) * CODE_Z + x[3]; }

/* site[lex] = the place of x in loops over the directions d[0] (slowest) to d[3], `first` parity first (-1: both) */
static void count_sites(int d0, int d1, int d2, int d3, int first)
{
	static const int extent[4] = {CODE_T, CODE_X, CODE_Y, CODE_Z};
	int n = 0, x[4];
	for (int pass = 0; pass < (first < 0 ? 1 : 2); pass++)
		for (x[d0] = 0; x[d0] < extent[d0]; x[d0]++)
			for (x[d1] = 0; x[d1] < extent[d1]; x[d1]++)
				for (x[d2] = 0; x[d2] < extent[d2]; x[d2]++)
					for (x[d3] = 0; x[d3] < extent[d3]; x[d3]++)
						if (first < 0 || (x[0] + x[1] + x[2] + x[3]) % 2 == (first ^ pass)) code_site[lex(x)] = n++;
}

/* Where number (a, c, im) of element mu (0 T, 1 X, 2 Y, 3 Z) of site x is. */
static size_t code_place(lqcd_foreign_code code, const int x[4], int links, int mu, int a, int c, int im)
{
	const int s = code_site[lex(x)], d = (mu + 3) % 4, rows = links ? CODE_N : 4, odd = (x[0] + x[1] + x[2] + x[3]) % 2;
	const int reals = links ? 4 * CODE_LINK : CODE_SPINOR, k = (a * CODE_N + c) * 2 + im, kt = (c * rows + a) * 2 + im;
	switch ((int)code) {
	case LQCD_CODE_OPENQCD: {
		static const int extent[4] = {CODE_T, CODE_X, CODE_Y, CODE_Z};
		int y[4] = {x[0], x[1], x[2], x[3]};
		if (!links) return (size_t)(table[lex(x)] * CODE_SPINOR + k);
		if (!odd) y[mu] = (y[mu] + 1) % extent[mu];
		return (size_t)((8 * (table[lex(y)] - CODE_V / 2) + 2 * mu + !odd) * CODE_LINK + k);
	}
	case LQCD_CODE_HIREP: return (size_t)(table[lex(x)] * reals + mu * CODE_LINK + k);
	case LQCD_CODE_TMLQCD: return (size_t)(s * reals + mu * CODE_LINK + k);
	case LQCD_CODE_CPS_HEATBATH: return (size_t)((((s * 4 + mu) * 2 + im) * CODE_N + a) * CODE_N + c);
	case LQCD_CODE_QDPXX:
	case LQCD_CODE_GPT:
	case LQCD_CODE_QUDA_QDP:
		if (!links) return (size_t)(s * CODE_SPINOR + (code == LQCD_CODE_QUDA_QDP ? kt : k));
		return (size_t)(d * CODE_V * CODE_LINK + s * CODE_LINK + k);
	case LQCD_CODE_CPS_WILSON:
	case LQCD_CODE_QUDA_CPS: /* spinors: the odd ones first */
		return (size_t)(links ? s * reals + d * CODE_LINK + kt : (s < CODE_V / 2 ? s + CODE_V / 2 : s - CODE_V / 2) * CODE_SPINOR + k);
	case LQCD_CODE_QUDA_TIFR: return (size_t)((d * CODE_V + s) * CODE_LINK + kt);
	case LQCD_CODE_QUDA_QDPJIT:
		if (!links) return (size_t)(((im * CODE_N + c) * 4 + a) * CODE_V + s);
		return (size_t)(d * CODE_V * CODE_LINK + ((im * CODE_N + a) * CODE_N + c) * CODE_V + s);
	case LQCD_CODE_QUDA_FLOAT2: {
		const int x_cb = s % (CODE_V / 2), pairs = (links ? CODE_LINK : CODE_SPINOR) / 2;
		return (size_t)((((odd * (links ? 4 : 1) + (links ? d : 0)) * pairs + k / 2) * (CODE_V / 2) + x_cb) * 2 + im);
	}
	case LQCD_CODE_GRID: { /* sub-lattices of simd lanes */
		const int e[4] = {CODE_X / simd[0], CODE_Y / simd[1], CODE_Z / simd[2], CODE_T / simd[3]}, w[4] = {x[1], x[2], x[3], x[0]};
		int outer = 0, lane = 0;
		for (int i = 3; i >= 0; i--) {
			outer = outer * e[i] + w[i] % e[i];
			lane = lane * simd[i] + w[i] / e[i];
		}
		return (size_t)(((outer * (reals / 2) + (links ? d * CODE_N * CODE_N : 0) + a * CODE_N + c) * 4 + lane) * 2 + im);
	}
	default: return (size_t)(s * reals + (links ? d * CODE_LINK : 0) + k);
	}
}

/* The loops of a code; spinors say 0. */
static void loops(lqcd_foreign_code code)
{
	switch ((int)code) {
	case LQCD_CODE_TMLQCD:
	case LQCD_CODE_CPS_HEATBATH: count_sites(0, 1, 2, 3, -1); return;
	case LQCD_CODE_TMLQCD_EO: count_sites(0, 1, 2, 3, 0); return;
	case LQCD_CODE_CPS:
	case LQCD_CODE_CPS_STAG:
	case LQCD_CODE_GPT:
	case LQCD_CODE_QUDA_LEX: count_sites(0, 3, 2, 1, -1); return;
	default: count_sites(0, 3, 2, 1, 0);
	}
}

/* Spin a of the code: sign and spin of ours. */
static int spin_of(lqcd_foreign_code code, int a, double *sign)
{
	static const double rossi[4] = {1, -1, -1, 1}, milc[4] = {1, -1, 1, -1};
	*sign = 1;
	if (code == LQCD_CODE_OPENQCD || code == LQCD_CODE_HIREP || code == LQCD_CODE_TMLQCD || code == LQCD_CODE_TMLQCD_EO) return a;
	*sign = code == LQCD_CODE_MILC ? milc[a] : rossi[a];
	return 3 - a;
}

static const char *const name[LQCD_CODES] = {"MILC", "openQCD", "tmLQCD", "tmLQCD even-odd", "QDP++", "CPS", "CPS STAG", "CPS WILSON",
					     "CPS heat bath", "Grid", "GPT", "HiRep", "QUDA QDP", "QUDA MILC", "QUDA CPS", "QUDA TIFR",
					     "QUDA QDPJIT", "QUDA LEX", "QUDA FLOAT2", "BQCD"};

static int is_array(int code)
{
	return code == LQCD_CODE_QDPXX || code == LQCD_CODE_GPT || code == LQCD_CODE_QUDA_QDP || code == LQCD_CODE_QUDA_QDPJIT;
}

static void test_code(lqcd_foreign_code code, int links)
{
	const int with_table = code == LQCD_CODE_OPENQCD || code == LQCD_CODE_HIREP, reals = links ? CODE_LINK : CODE_SPINOR;
	const int *const extra = with_table ? table : code == LQCD_CODE_GRID ? simd : NULL;
	lqcd_field_view in, out;
	lqcd_gauge_field_vd u;
	lqcd_gauge_field_d v;
	lqcd_spinor_field_vd s;
	lqcd_spinor_field_d t;
	int wrong = 0, x[4], lane;
	for (int d = 0; d < 4; d++) code_arrays[d] = memory + d * CODE_V * CODE_LINK;
	const int arrays = links && is_array((int)code);
	const lqcd_foreign f = lqcd_foreign_of(code, links ? LQCD_FOREIGN_LINKS : LQCD_FOREIGN_SPINORS, arrays ? (void *)code_arrays : (void *)memory, 64, extra, &lat);
	if (f.kind == LQCD_FOREIGN_KINDS) {
		const int none = code == LQCD_CODE_BQCD || (links ? code == LQCD_CODE_TMLQCD_EO || code == LQCD_CODE_QUDA_LEX
				       : code == LQCD_CODE_CPS_STAG || code == LQCD_CODE_CPS_HEATBATH || code == LQCD_CODE_QUDA_TIFR);
		tap_ok(none && lqcd_foreign_check(&f, &lat) == LQCD_ERR_ARGUMENT, "%s: no %s", name[code], links ? "links" : "spinors");
		return;
	}
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&v, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&s, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&t, &lat, LQCD_FULL));
	lqcd_spinor_field_gaussian(&s, tap_random_u64(), 0);
	in = links ? lqcd_gauge_field_view(&u) : lqcd_spinor_field_view(&s);
	out = links ? lqcd_gauge_field_view(&v) : lqcd_spinor_field_view(&t);
	for (size_t i = 0; i < (size_t)CODE_V * 4 * CODE_LINK; i++) ((double *)u.ptr)[i] = tap_random();
	for (int i = 0; i < MOST; i++) memory[i] = -7;
	loops(code);
	wrong += lqcd_foreign_check(&f, &lat) != LQCD_OK;
	wrong += lqcd_foreign_export(&f, in) != LQCD_OK;
	for (int n = 0; n < CODE_V * (links ? 4 : 1) * reals; n++) {
		const int i = n / reals / (links ? 4 : 1), mu = links ? n / reals % 4 : 0, k = n % reals, im = k % 2;
		int a = k / 2 / CODE_N, c = k / 2 % CODE_N;
		double sign = 1;
		x[3] = i % CODE_Z;
		x[2] = i / CODE_Z % CODE_Y;
		x[1] = i / CODE_Z / CODE_Y % CODE_X;
		x[0] = i / CODE_Z / CODE_Y / CODE_X;
		const double have = memory[code_place(code, x, links, mu, a, c, im)];
		if (!links) a = spin_of(code, a, &sign);
		if (code == LQCD_CODE_CPS_STAG) { /* eta U, adjoint */
			const int swap = a;
			if (mu == 2) sign = x[1] % 2 ? -1 : 1;
			if (mu == 3) sign = (x[1] + x[2]) % 2 ? -1 : 1;
			if (mu == 0) sign = (x[1] + x[2] + x[3]) % 2 ? -1 : 1;
			if (im) sign = -sign;
			a = c;
			c = swap;
		}
		const size_t block = (size_t)lqcd_geometry_index(in.type, x, &lane), number = (size_t)(mu * reals + (a * CODE_N + c) * 2 + im);
		const double want = sign * lqcd_field_view_get(&in, (block * (size_t)in.reals + number) * (size_t)in.type->lanes + (size_t)lane);
		wrong += !(have >= want && have <= want);
	}
	wrong += lqcd_foreign_import(out, &f) != LQCD_OK;
	/* Exported again, from another tag, they give the same memory. */
	static double again[MOST];
	memcpy(again, memory, sizeof memory);
	for (int i = 0; i < MOST; i++) memory[i] = -7;
	wrong += lqcd_foreign_export(&f, out) != LQCD_OK || memcmp(again, memory, sizeof memory) != 0;
	tap_ok(wrong == 0, "%s: %s: %d wrong", name[code], links ? "links" : "spinors", wrong);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_spinor_field_destroy(&s);
	lqcd_spinor_field_destroy(&t);
}

/* ---- clover blocks ---- */

#if LQCD_NC == 3
/* Index i (spin, colour) of block b of a code: block and index of ours, and a sign. */
static int row_of(lqcd_foreign_code code, int b, int i, int *block, double *sign)
{
	int a = 2 * b + i / 3;
	if (code == LQCD_CODE_OPENQCD) {
		*block = b;
		*sign = 1;
		return i;
	}
	double own = 1;
	if (code == LQCD_CODE_BQCD) {
		own = a % 2 ? 1 : -1;
		a ^= 1;
	}
	const int s = spin_of(LQCD_CODE_QDPXX, a, sign);
	*sign *= own;
	*block = s / 2;
	return s % 2 * 3 + i % 3;
}

/* Where part im of element (i, j), i >= j, of block b of a site is, and whether its conjugate is there. */
static int place_of(lqcd_foreign_code code, int b, int i, int j, int im, int *upper)
{
	static const int first[6] = {0, 1, 20, 21, 32, 33}, row[5] = {2, 12, 22, 28, 34};
	*upper = code == LQCD_CODE_OPENQCD || code == LQCD_CODE_BQCD;
	int columns = 0; /* elements (n, m), m < j, and (n, j), n < i */
	for (int m = 0; m < j; m++) columns += 5 - m;
	columns += i - j - 1;
	if (code == LQCD_CODE_BQCD) return 36 * b + (i == j ? first[i] : row[j] + 2 * (i - j - 1) + im);
	if (code == LQCD_CODE_QDPXX) return i == j ? 6 * b + i : 12 + 30 * b + 2 * (i * (i - 1) / 2 + j) + im;
	return 36 * b + (i == j ? i : 6 + 2 * columns + im);
}

/* Blocks of random numbers, put into memory site by site, and taken from there, through an operator, to memory again. */
static void test_blocks(lqcd_foreign_code code)
{
	static double ours[CODE_V][72], blocks[144 * CODE_V];
	lqcd_foreign f = lqcd_foreign_of(code, LQCD_FOREIGN_CLOVER, blocks, 64, table, &lat), g = f;
	lqcd_foreign_map m;
	lqcd_wilson_vd D;
	lqcd_gauge_field_d u;
	int wrong = 0;
	g.data = blocks + 72 * CODE_V;
	for (int i = 0; i < 144 * CODE_V; i++) blocks[i] = -7;
	loops(code);
	wrong += lqcd_foreign_check(&f, &lat) != LQCD_OK;
	must(lqcd_foreign_open(&m, &f, &lat));
	for (int n = 0; n < CODE_V; n++) {
		const int x[4] = {n / CODE_Z / CODE_Y / CODE_X, n / CODE_Z / CODE_Y % CODE_X, n / CODE_Z % CODE_Y, n % CODE_Z};
		const size_t at = 72 * (size_t)(code == LQCD_CODE_OPENQCD ? table[n] : code_site[n]);
		double back[72];
		for (int k = 0; k < 72; k++) ours[n][k] = 0.2 * tap_random() + (k % 36 < 6 ? 4 : 0);
		must(lqcd_foreign_put(&m, x, 0, ours[n]));
		must(lqcd_foreign_get(&m, x, 0, back));
		for (int k = 0; k < 72; k++) wrong += fabs(back[k] - ours[n][k]) > 1e-14;
		for (int k = 0; k < 144; k++) {
			const int b = k / 72, i = k / 2 % 36 / 6, j = k / 2 % 6, im = k % 2;
			int p, q, upper;
			double s, t;
			if (i < j || (i == j && im)) continue;
			const int r = row_of(code, b, i, &p, &s), c = row_of(code, b, j, &q, &t);
			double want = s * t * (r == c ? ours[n][36 * p + r] : ours[n][36 * p + 6 + (r > c ? r * (r - 1) + 2 * c : c * (c - 1) + 2 * r) + im]);
			const int where = place_of(code, b, i, j, im, &upper);
			if (im) want *= (r < c ? -1 : 1) * (upper ? -1 : 1);
			wrong += fabs(blocks[at + (size_t)where] - want) > 1e-14;
		}
	}
	lqcd_foreign_close(&m);
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&u);
	must(lqcd_wilson_create(&D, &u, 0.1, LQCD_PERIODIC));
	wrong += lqcd_foreign_clover_get(&g, &D) == LQCD_OK;
	must(lqcd_foreign_clover_add(&D, &f, 0.3, LQCD_SCHUR_ASYMMETRIC, NULL));
	wrong += lqcd_foreign_clover_get(&g, &D) != LQCD_OK;
	for (int i = 0; i < 72 * CODE_V; i++) wrong += fabs(blocks[i] - blocks[72 * CODE_V + i]) > 1e-14;
	tap_ok(wrong == 0, "%s: clover blocks: %d wrong", name[code], wrong);
	lqcd_wilson_destroy(&D);
	lqcd_gauge_field_destroy(&u);
}
#endif

/* ---- files ---- */

typedef struct {
	const char *file;
	long from; /* bytes before the data */
	int bits, big, z_fast, eight, rows;
} data_file;

static void test_file(const char *directory, const data_file *d)
{
	char path[1024];
	lqcd_lattice l;
	lqcd_gauge_field_d u, v;
	lqcd_gauge_info info;
	lqcd_message why;
	snprintf(path, sizeof path, "%s/%s", directory, d->file);
	const lqcd_status s = lqcd_gauge_load(path, &l, NULL, &u, NULL, &info, &why);
	if (s != LQCD_OK) {
		tap_ok(0, "%s: %s", d->file, why.text);
		return;
	}
	const size_t sites = (size_t)l.extent[0] * (size_t)l.extent[1] * (size_t)l.extent[2] * (size_t)l.extent[3];
	const size_t bytes = sites * 4 * (size_t)(2 * CODE_N * d->rows * d->bits / 8);
	char *data = (char *)malloc(bytes), *back = (char *)malloc(bytes);
	FILE *in = fopen(path, "rb");
	int wrong = !data || !back || !in;
	if (!wrong && d->from < 0) wrong = fseek(in, -(long)bytes, SEEK_END) != 0; /* after a header of text */
	if (!wrong && d->from >= 0) wrong = fseek(in, d->from, SEEK_SET) != 0;
	wrong = wrong || fread(data, 1, bytes, in) != bytes;
	if (in) fclose(in);
	lqcd_foreign f = lqcd_foreign_of(d->z_fast ? LQCD_CODE_TMLQCD : LQCD_CODE_CPS, LQCD_FOREIGN_LINKS, data, d->bits, NULL, &l);
	if (d->eight) f = lqcd_foreign_make(LQCD_FOREIGN_ODD_LINKS, data);
	if (d->eight) f.sites = LQCD_FOREIGN_EVEN_ODD;
	f.rows = d->rows;
	f.direction = 2 * CODE_N * d->rows;
	f.site = (d->eight ? 8 : 4) * f.direction;
	f.bytes = d->big ? LQCD_FOREIGN_BIG : LQCD_FOREIGN_LITTLE;
	must(lqcd_gauge_field_create(&v, &l, LQCD_FULL));
	wrong += lqcd_foreign_check(&f, &l) != LQCD_OK || lqcd_foreign_import_links(&v, &f) != LQCD_OK;
	double worst = 0;
	for (size_t k = 0; k < sites * 4 * CODE_LINK; k++) worst = tap_worst(worst, fabs(((double *)u.ptr)[k] - ((double *)v.ptr)[k]));
	if (!wrong) {
		memset(back, 1, bytes);
		f.data = back;
		wrong = lqcd_foreign_export_links(&f, &v) != LQCD_OK || memcmp(data, back, bytes) != 0;
	}
	tap_ok(wrong == 0 && worst < 1e-14, "%s: %d wrong, deviation %.1e", d->file, wrong, worst);
	free(data);
	free(back);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_lattice_destroy(&l);
}

static void test_foreign_codes(void)
{
	static const int extent[4] = {CODE_T, CODE_X, CODE_Y, CODE_Z};
	static const data_file files[] = {{"openqcd-pb.l8", 24, 64, 0, 1, 1, CODE_N},
					  {"hirep-pb.l8", 28, 64, 1, 1, 0, CODE_N},
					  {"milc.l4t8", 96, 32, 1, 0, 0, CODE_N},
					  {"nersc.l8t4b3360", -1, 64, 1, 0, 0, CODE_N},
					  {"nersc-f32.l4", -1, 32, 1, 0, 0, CODE_N - 1}};
	const char *directory = getenv("LQCD_TEST_DATA");
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	count_sites(0, 1, 2, 3, 0);
	for (int half = 0; half < 2; half++) /* even sites have the first numbers, in any order */
		for (int i = 0; i < CODE_V; i++)
			if (code_site[i] / (CODE_V / 2) == half) table[i] = half * CODE_V / 2 + (code_site[i] * 5 + 11) % (CODE_V / 2);
	for (int code = 0; code < LQCD_CODES; code++)
		for (int links = 1; links >= 0; links--) test_code((lqcd_foreign_code)code, links);
#if LQCD_NC == 3
	test_blocks(LQCD_CODE_OPENQCD);
	test_blocks(LQCD_CODE_QDPXX);
	test_blocks(LQCD_CODE_QUDA_MILC);
	test_blocks(LQCD_CODE_BQCD);
#endif
	tap_ok(lqcd_foreign_of(LQCD_CODE_MILC, LQCD_FOREIGN_CLOVER, memory, 64, NULL, &lat).kind == LQCD_FOREIGN_KINDS, "no clover blocks");
	tap_ok(lqcd_foreign_of(LQCD_CODES, LQCD_FOREIGN_LINKS, memory, 64, NULL, &lat).kind == LQCD_FOREIGN_KINDS &&
		       lqcd_foreign_of(LQCD_CODE_HIREP, LQCD_FOREIGN_LINKS, memory, 64, NULL, &lat).kind == LQCD_FOREIGN_KINDS &&
		       lqcd_foreign_of(LQCD_CODE_CPS, LQCD_FOREIGN_LINKS, memory, 64, NULL, NULL).kind == LQCD_FOREIGN_KINDS,
	       "no code, no table, no lattice");
	const lqcd_foreign momenta = lqcd_foreign_of(LQCD_CODE_MILC, LQCD_FOREIGN_MILC_MOMENTA, memory, 64, NULL, &lat);
	tap_ok(momenta.kind == LQCD_FOREIGN_MILC_MOMENTA && momenta.site == 40 && lqcd_foreign_check(&momenta, &lat) == (CODE_N == 3 ? LQCD_OK : LQCD_ERR_ARGUMENT) &&
		       lqcd_foreign_of(LQCD_CODE_OPENQCD, LQCD_FOREIGN_ALGEBRA, memory, 64, table, &lat).kind == LQCD_FOREIGN_KINDS,
	       "momenta");
	for (size_t k = 0; k < sizeof files / sizeof *files; k++)
		if (!directory || !*directory || CODE_N != 3)
			tap_skip("%s", files[k].file);
		else
			test_file(directory, &files[k]);
	lqcd_lattice_destroy(&lat);
}
