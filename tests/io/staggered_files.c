/* tests/io/staggered_files.c: colour vectors and matrices in LIME files: MILC's files against the bytes read by hand, round
 * trips in both precisions and with lanes, damage. Several vectors in a record, as QUDA has eigenvectors. Colour vectors in MILC's binary files: a file made byte by byte. */
#include <lqcd/field/colour.h>
#include <lqcd/io/scidac_spinor.h>
#include <lqcd/io/staggered.h>

#include "../support/milc_files.h"
#include "../support/support.h"
#include "nersc.h"

static lqcd_status read_one(const char *path, lqcd_field_view field, int number, lqcd_gauge_info *info, lqcd_message *why)
{
	return lqcd_scidac_fields_read(path, &field, 1, number, info, why);
}

static void refused(lqcd_status s, lqcd_status want, const lqcd_message *why, const char *what)
{
	tap_ok(s == want && *why->text, "%s: %s", what, why->text);
}

static void check_milc(void)
{
	const int l[4] = {8, 8, 8, 8};
	const size_t vectors = (size_t)naive_volume(l) * NAIVE_NC, links = (size_t)naive_volume(l) * NAIVE_LINKS;
	lqcd_lattice lat;
	lqcd_spinor_field_vd_ks x;
	lqcd_gauge_field_vf u;
	lqcd_gauge_info info;
	lqcd_message why;
	char path[1024];
	if (!milc_path(path, sizeof path, "ksvector.src.sample.l8")) {
		tap_skip("MILC's files: LQCD_TEST_DATA names no directory with staggered, or not 3 colours");
		return;
	}
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_spinor_field_create(&x, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	naive_complex *want = naive_alloc(links), *got = naive_alloc(links);
	why.text[0] = 0;
	const lqcd_status s = read_one(path, lqcd_spinor_field_view(&x), 0, &info, &why);
	milc_read(getenv("LQCD_TEST_DATA"), "ksvector.src.sample.l8", l, NAIVE_NC, want);
	naive_get(lqcd_spinor_field_view(&x), got);
	const char *text = lqcd_gauge_info_get(&info, "scidac-file-xml");
	tap_ok(s == LQCD_OK && !memcmp(want, got, vectors * sizeof *want) && (info.checks & LQCD_GAUGE_CHECKSUM) &&
		       text && strstr(text, "MILC"),
	       "MILC's colour vector, with its checksum %s", why.text);
	milc_path(path, sizeof path, "fat.l8");
	const lqcd_status t = read_one(path, lqcd_gauge_field_view(&u), 0, &info, &why);
	milc_read(getenv("LQCD_TEST_DATA"), "fat.l8", l, NAIVE_LINKS, want);
	naive_get(lqcd_gauge_field_view(&u), got);
	tap_ok(t == LQCD_OK && !memcmp(want, got, links * sizeof *want) && (info.checks & LQCD_GAUGE_CHECKSUM),
	       "MILC's fat links, with their checksum %s", why.text);
	refused(read_one(path, lqcd_spinor_field_view(&x), 0, NULL, &why), LQCD_ERR_FORMAT, &why,
		"no colour vectors");
	free(want);
	free(got);
	lqcd_spinor_field_destroy(&x);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

static void check_round(void)
{
	const int l[4] = {4, 8, 4, 6};
	const size_t n = (size_t)naive_volume(l) * NAIVE_NC, m = (size_t)naive_volume(l) * NAIVE_LINKS;
	lqcd_lattice lat, other;
	lqcd_spinor_field_d_ks x[2], y, small;
	lqcd_spinor_field_f_ks z;
	lqcd_gauge_field_d u, v;
	lqcd_message why;
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_spinor_field_create(&x[0], &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&x[1], &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&y, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&z, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&v, &lat, LQCD_FULL));
	naive_complex *a = naive_alloc(m), *b = naive_alloc(m);
	lqcd_field_view fields[2] = {lqcd_spinor_field_view(&x[0]), lqcd_spinor_field_view(&x[1])};
	for (int k = 0; k < 2; k++) lqcd_spinor_field_gaussian(&x[k], tap_random_u64(), (uint32_t)k);
	must(lqcd_scidac_fields_write(file, fields, 2, 64, 0, NULL, &why));
	naive_poison(lqcd_spinor_field_view(&y));
	must(read_one(file, lqcd_spinor_field_view(&y), 1, NULL, &why));
	naive_get(fields[1], a);
	naive_get(lqcd_spinor_field_view(&y), b);
	tap_ok(!memcmp(a, b, n * sizeof *a), "the second of two fields comes back, bit for bit");
	must(lqcd_scidac_fields_write(file, fields, 1, 32, 0, NULL, &why));
	naive_poison(lqcd_spinor_field_view(&z));
	must(read_one(file, lqcd_spinor_field_view(&z), 0, NULL, &why));
	naive_get(fields[0], a);
	naive_get(lqcd_spinor_field_view(&z), b);
	int same = 1;
	for (size_t k = 0; k < n; k++)
		same &= fabs((float)a[k].re - b[k].re) <= 0 && fabs((float)a[k].im - b[k].im) <= 0;
	tap_ok(same, "32 bits: the floats of the numbers");
	naive_get(lqcd_gauge_field_view(&u), a);
	for (size_t k = 0; k < m; k++) a[k] = naive_make(tap_random(), tap_random());
	naive_put(lqcd_gauge_field_view(&u), a);
	const lqcd_field_view matrices = lqcd_gauge_field_view(&u);
	must(lqcd_scidac_fields_write(file, &matrices, 1, 0, 0, NULL, &why));
	must(read_one(file, lqcd_gauge_field_view(&v), 0, NULL, &why));
	naive_get(lqcd_gauge_field_view(&v), b);
	tap_ok(!memcmp(a, b, m * sizeof *a), "matrices that are not unitary come back, bit for bit");
	refused(read_one(file, lqcd_gauge_field_view(&v), 1, NULL, &why), LQCD_ERR_FORMAT, &why,
		"no second field");
	refused(read_one(file, fields[0], 0, NULL, &why), LQCD_ERR_FORMAT, &why,
		"a field of vectors");
	refused(lqcd_scidac_fields_write(file, fields, 0, 0, 0, NULL, &why), LQCD_ERR_ARGUMENT, &why, "no field");
	refused(lqcd_scidac_fields_write(file, fields, 1, 16, 0, NULL, &why), LQCD_ERR_ARGUMENT, &why, "16 bits");
	refused(read_one(NULL, fields[0], 0, NULL, &why), LQCD_ERR_ARGUMENT, &why, "no path");
	refused(read_one("/nowhere", fields[0], 0, NULL, &why), LQCD_ERR_OPEN, &why, "no file");
	must(lqcd_scidac_fields_write(file, fields, 1, 64, 0, NULL, &why));
	/* <datatype> is free text. */
	static const char *const types[] = {"GRID_ColourVector", "QUDA_DNs1Nc_Field", "Lattice          "};
	char usual[32];
	snprintf(usual, sizeof usual, "QDP_D%d_ColorVector", LQCD_NC);
	for (int k = 0; k < 3; k++) {
		read_image(file, &work);
		char *at = (char *)work.byte;
		while (memcmp(at, usual, strlen(usual)) != 0) at++;
		memcpy(at + 1, types[k], strlen(types[k]));
		save(file, work.byte, work.n);
		tap_ok(read_one(file, lqcd_spinor_field_view(&y), 0, NULL, &why) == LQCD_OK, "colour vectors called %s: %s",
		       types[k], why.text);
		must(lqcd_scidac_fields_write(file, fields, 1, 64, 0, NULL, &why));
	}
	tap_ok(lqcd_gauge_read(file, &u, NULL, NULL, &why) == LQCD_ERR_FORMAT && strstr(why.text, "_ColorVector\" of 1 x") &&
		       strstr(why.text, "lqcd_scidac_fields_read"),
	       "%s", why.text);
	/* A byte of the data changes. */
	FILE *f = fopen(file, "r+b");
	must(f && fseek(f, -2000, SEEK_END) == 0 && fputc(0x3f, f) != EOF && fputc(0x5a, f) != EOF ? LQCD_OK
												   : LQCD_ERR_WRITE);
	fclose(f);
	refused(read_one(file, fields[0], 0, NULL, &why), LQCD_ERR_CHECKSUM, &why, "damage");
	const int half[4] = {4, 4, 4, 6};
	must(lqcd_lattice_create(&other, half, NULL, NULL));
	must(lqcd_spinor_field_create(&small, &other, LQCD_FULL));
	refused(read_one(file, lqcd_spinor_field_view(&small), 0, NULL, &why), LQCD_ERR_EXTENT, &why,
		"another lattice");
	naive_get(fields[1], a);
	a[7].im = tap_nan();
	naive_put(fields[1], a);
	refused(lqcd_scidac_fields_write(file, fields + 1, 1, 64, 0, NULL, &why), LQCD_NAN, &why, "NaN");
	a[7].im = 1e39; /* the largest float is 3.4e38 */
	naive_put(fields[1], a);
	must(lqcd_scidac_fields_write(file, fields + 1, 1, 64, 0, NULL, &why));
	must(read_one(file, fields[1], 0, NULL, &why));
	refused(read_one(file, lqcd_spinor_field_view(&z), 0, NULL, &why), LQCD_NAN, &why, "1e39 into floats");
	refused(lqcd_scidac_fields_write(file, fields + 1, 1, 32, 0, NULL, &why), LQCD_NAN, &why, "1e39 in 32 bits");
	free(a);
	free(b);
	for (int k = 0; k < 2; k++) lqcd_spinor_field_destroy(&x[k]);
	lqcd_spinor_field_destroy(&y);
	lqcd_spinor_field_destroy(&z);
	lqcd_spinor_field_destroy(&small);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_lattice_destroy(&other);
	lqcd_lattice_destroy(&lat);
}

/* ---- MILC's binary files ---- */

enum { HEAD = 88, RECORD = 12, VECTORS = 3 };

static void put_word(unsigned char *p, uint32_t v, int big)
{
	for (int k = 0; k < 4; k++) p[big ? 3 - k : k] = (unsigned char)(v >> 8 * k);
}

static uint32_t rotated(uint32_t v, size_t by)
{
	return by ? v << by | v >> (32 - by) : v;
}

/* The file of these vectors, as MILC's manual of the format has it. */
static size_t milc_bytes(unsigned char *to, const int *l, naive_complex *const *vector, int big)
{
	unsigned char *p = to;
	const int head[5] = {23209, l[1], l[2], l[3], l[0]};
	memset(p, 0, HEAD);
	for (int k = 0; k < 5; k++) put_word(p + 4 * k, (uint32_t)head[k], big);
	strcpy((char *)p + 20, "Wed Nov 25 12:00:00 2026");
	p += HEAD;
	for (int colour = 0; colour < VECTORS; colour++) {
		uint32_t sum29 = 0, sum31 = 0;
		size_t words = 0;
		unsigned char *record = p;
		int x[4];
		p += RECORD;
		for (x[0] = 0; x[0] < l[0]; x[0]++)
			for (x[3] = 0; x[3] < l[3]; x[3]++)
				for (x[2] = 0; x[2] < l[2]; x[2]++)
					for (x[1] = 0; x[1] < l[1]; x[1]++)
						for (int k = 0; k < 2 * NAIVE_NC; k++, p += 4, words++) {
							const naive_complex *z =
								vector[colour] + naive_site(l, x) * NAIVE_NC + k / 2;
							const float number = (float)(k % 2 ? z->im : z->re);
							uint32_t word;
							memcpy(&word, &number, sizeof word);
							put_word(p, word, big);
							sum29 ^= rotated(word, words % 29);
							sum31 ^= rotated(word, words % 31);
						}
		put_word(record, (uint32_t)colour, big);
		put_word(record + 4, sum29, big);
		put_word(record + 8, sum31, big);
	}
	return (size_t)(p - to);
}

static void put_file(const unsigned char *bytes, size_t n)
{
	FILE *f = fopen(file, "wb");
	must(f && fwrite(bytes, 1, n, f) == n ? LQCD_OK : LQCD_ERR_WRITE);
	fclose(f);
}

/* ---- damaged files of SciDAC ---- */

static unsigned char *get_file(size_t *n)
{
	FILE *f = fopen(file, "rb");
	must(f && fseek(f, 0, SEEK_END) == 0 ? LQCD_OK : LQCD_ERR_OPEN);
	*n = (size_t)ftell(f);
	unsigned char *bytes = (unsigned char *)malloc(*n);
	must(bytes && fseek(f, 0, SEEK_SET) == 0 && fread(bytes, 1, *n, f) == *n ? LQCD_OK : LQCD_ERR_READ);
	fclose(f);
	return bytes;
}

/* Where a text begins for the first time. */
static size_t place_of_text(const unsigned char *bytes, size_t n, const char *text)
{
	const size_t length = strlen(text);
	for (size_t k = 0; k + length <= n; k++)
		if (!memcmp(bytes + k, text, length)) return k;
	tap_diag("no %s in the file", text);
	must(LQCD_ERR_KEY);
	return 0;
}

/* Texts of a file change into others of the same length; it ends early. */
static void check_scidac_damage(void)
{
	static const struct {
		const char *from, *to;
		lqcd_status want;
	} change[] = {{"<colors>3<", "<colors>4<", LQCD_ERR_KEY},
		      {"<typesize>48<", "<typesize>24<", LQCD_ERR_KEY},
		      {"<datacount>1<", "<datacount>4<", LQCD_ERR_TRUNCATED},
		      {"<recordtype>0<", "<recordtype>1<", LQCD_ERR_KEY},
		      {"<precision>D<", "<precision>F<", LQCD_ERR_KEY},
		      {"<dims>8 4 6 4", "<dims>8 4 6 2", LQCD_ERR_TRAILING},
		      {"<dims>8 4 6 4", "<dims>8 4 4 6", LQCD_ERR_EXTENT},
		      {"<dims>8 4 6 4", "<dims>8 4 6 x", LQCD_ERR_KEY},
		      {"<volfmt>0<", "<volfmt>1<", LQCD_ERR_KEY},
		      {"scidac-binary-data", "scidac-binary-dxta", LQCD_ERR_FORMAT}};
	const int l[4] = {4, 8, 4, 6};
	enum { CUTS = 40 };
	lqcd_lattice lat;
	lqcd_spinor_field_d_ks x;
	lqcd_message why;
	size_t n;
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_spinor_field_create(&x, &lat, LQCD_FULL));
	lqcd_spinor_field_gaussian(&x, tap_random_u64(), 0);
	const lqcd_field_view view = lqcd_spinor_field_view(&x);
	must(lqcd_scidac_fields_write(file, &view, 1, 64, 0, NULL, &why));
	unsigned char *bytes = get_file(&n), *copy = (unsigned char *)malloc(n);
	must(copy ? LQCD_OK : LQCD_ERR_MEMORY);
	for (size_t k = 0; k < sizeof change / sizeof *change && LQCD_NC == 3; k++) {
		memcpy(copy, bytes, n);
		memcpy(copy + place_of_text(bytes, n, change[k].from), change[k].to, strlen(change[k].to));
		put_file(copy, n);
		refused(read_one(file, view, 0, NULL, &why), change[k].want, &why, change[k].to);
	}
	/* One bit of the data, or of the checksums. */
	const size_t data = place_of_text(bytes, n, "scidac-binary-data") + 128;
	const size_t end = place_of_text(bytes, n, "scidac-checksum") - 16;
	const size_t sums[2] = {place_of_text(bytes, n, "<suma>") + 6, place_of_text(bytes, n, "<sumb>") + 6};
	int caught = 0;
	for (int k = 0; k < CUTS; k++) {
		const size_t at = k < 2 ? sums[k] : data + tap_random_u64() % (end - data - 8);
		memcpy(copy, bytes, n);
		copy[at] = (unsigned char)(k < 2 ? (copy[at] == '1' ? '2' : '1') : copy[at] ^ (1 << k % 8));
		put_file(copy, n);
		const lqcd_status s = read_one(file, view, 0, NULL, &why);
		caught += (s == LQCD_ERR_CHECKSUM || (k >= 2 && s == LQCD_NAN)) && *why.text;
	}
	tap_ok(caught == CUTS, "a bit of the numbers, or a digit of a sum: %d of %d are found", caught, CUTS);
	int cut = 0;
	for (int k = 0; k < CUTS; k++) {
		put_file(bytes, k ? (size_t)(tap_random_u64() % (k < 10 ? data : end - 8)) : 0);
		why.text[0] = 0;
		const lqcd_status s = read_one(file, view, 0, NULL, &why);
		cut += (s == LQCD_ERR_TRUNCATED || s == LQCD_ERR_FORMAT || s == LQCD_ERR_KEY) && *why.text;
		if (s == LQCD_OK) tap_diag("a cut file was read");
	}
	tap_ok(cut == CUTS, "%d of %d files that end early are refused: %s", cut, CUTS, why.text);
	put_file(bytes, n);
	tap_ok(read_one(file, view, 0, NULL, &why) == LQCD_OK, "the file itself is read");
	free(bytes);
	free(copy);
	lqcd_spinor_field_destroy(&x);
	lqcd_lattice_destroy(&lat);
}

/* 1 if the file has these bytes, not counting the time stamp. */
static int has_bytes(const unsigned char *want, size_t n)
{
	unsigned char *got = (unsigned char *)malloc(n + 1);
	FILE *f = fopen(file, "rb");
	must(f && got ? LQCD_OK : LQCD_ERR_OPEN);
	const size_t found = fread(got, 1, n + 1, f);
	fclose(f);
	const int same = found == n && !memcmp(got, want, 20) && !memcmp(got + 84, want + 84, n - 84);
	free(got);
	return same;
}

/* One place of the file changes, or its length. */
static void damaged(const unsigned char *bytes, size_t n, size_t at, int value, lqcd_field_view field, lqcd_status want,
		    const char *what)
{
	unsigned char *copy = (unsigned char *)malloc(n + 4);
	lqcd_message why;
	must(copy ? LQCD_OK : LQCD_ERR_MEMORY);
	memcpy(copy, bytes, n);
	memset(copy + n, 0, 4);
	if (at < n && value >= 0) copy[at] ^= (unsigned char)value;
	put_file(copy, value < 0 ? at : n);
	refused(lqcd_milc_colour_read(file, field, 1, NULL, &why), want, &why, what);
	free(copy);
}

static void check_milc_damage(const unsigned char *bytes, size_t n, lqcd_field_view field, lqcd_field_view bad)
{
	const size_t vector = (n - HEAD) / VECTORS, second = HEAD + vector;
	const lqcd_field_view three[3] = {field, field, bad};
	const lqcd_byte_order none = (lqcd_byte_order)3;
	lqcd_message why;
	damaged(bytes, n, 0, -1, field, LQCD_ERR_TRUNCATED, "an empty file");
	damaged(bytes, n, HEAD - 1, -1, field, LQCD_ERR_TRUNCATED, "a cut header");
	damaged(bytes, n, HEAD, -1, field, LQCD_ERR_TRUNCATED, "a header alone");
	damaged(bytes, n, n - 1, -1, field, LQCD_ERR_TRUNCATED, "a cut vector");
	damaged(bytes, n, n + 4, -1, field, LQCD_ERR_TRUNCATED, "four bytes too many");
	damaged(bytes, n, second, -1, field, LQCD_ERR_FORMAT, "one vector, the second is asked for");
	damaged(bytes, n, 1, 1, field, LQCD_ERR_FORMAT, "another magic number");
	damaged(bytes, n, 4, 1, field, LQCD_ERR_EXTENT, "another extent");
	damaged(bytes, n, 84, 1, field, LQCD_ERR_FORMAT, "another order of sites");
	damaged(bytes, n, second, 1, field, LQCD_ERR_FORMAT, "another colour");
	damaged(bytes, n, second + 4, 1, field, LQCD_ERR_CHECKSUM, "another sum");
	damaged(bytes, n, second + RECORD + 77, 4, field, LQCD_ERR_CHECKSUM, "another number");
	put_file(bytes, n);
	refused(lqcd_milc_colour_read(file, field, 3, NULL, &why), LQCD_ERR_FORMAT, &why, "no fourth vector");
	refused(lqcd_milc_colour_read(file, field, -1, NULL, &why), LQCD_ERR_FORMAT, &why, "vector -1");
	refused(lqcd_milc_colour_read("/nowhere", field, 0, NULL, &why), LQCD_ERR_OPEN, &why, "no file");
	refused(lqcd_milc_colour_read(NULL, field, 0, NULL, &why), LQCD_ERR_ARGUMENT, &why, "no path to read");
	refused(lqcd_milc_colour_write(NULL, &field, 1, LQCD_BYTES_BIG, &why), LQCD_ERR_ARGUMENT, &why, "no path");
	refused(lqcd_milc_colour_write(file, NULL, 1, LQCD_BYTES_BIG, &why), LQCD_ERR_ARGUMENT, &why, "no fields");
	refused(lqcd_milc_colour_write(file, &field, 0, LQCD_BYTES_BIG, &why), LQCD_ERR_ARGUMENT, &why, "0 vectors");
	refused(lqcd_milc_colour_write(file, &field, 1, none, &why), LQCD_ERR_ARGUMENT, &why, "byte order 3");
	refused(lqcd_milc_colour_write(file, three, 3, LQCD_BYTES_BIG, &why), LQCD_NAN, &why,
		"beyond floats in the third");
	tap_ok(has_bytes(bytes, n), "after refusals the old file is there");
}

static void check_milc_binary(void)
{
	const int l[4] = {8, 4, 4, 4}; /* T, X, Y, Z */
	const size_t n = (size_t)naive_volume(l) * NAIVE_NC;
	lqcd_lattice lat;
	lqcd_spinor_field_d_ks x[VECTORS], y;
	lqcd_spinor_field_vf_ks z;
	lqcd_spinor_field_h_ks half;
	lqcd_milc_colour_info info;
	lqcd_message why;
	naive_complex *vector[VECTORS], *got = naive_alloc(n);
	lqcd_field_view fields[VECTORS];
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_spinor_field_create(&y, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&z, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&half, &lat, LQCD_FULL));
	for (int k = 0; k < VECTORS; k++) {
		must(lqcd_spinor_field_create(&x[k], &lat, LQCD_FULL));
		vector[k] = naive_alloc(n);
		for (size_t i = 0; i < n; i++)
			vector[k][i] = naive_make(ldexp((int)(1e6 * tap_random()), -20), /* floats */
						  ldexp((int)(1e6 * tap_random()), -20));
		fields[k] = lqcd_spinor_field_view(&x[k]);
		naive_put(fields[k], vector[k]);
	}
	const lqcd_field_view to = lqcd_spinor_field_view(&y), lanes = lqcd_spinor_field_view(&z);
	if (LQCD_NC != 3) {
		refused(lqcd_milc_colour_write(file, fields, 1, LQCD_BYTES_BIG, &why), LQCD_ERR_FORMAT, &why,
			"colours");
		refused(lqcd_milc_colour_read(file, to, 0, NULL, &why), LQCD_ERR_FORMAT, &why, "colours of a reader");
	} else {
		unsigned char *bytes = (unsigned char *)malloc(HEAD + VECTORS * (RECORD + 8 * n) + 4);
		size_t size = 0;
		must(bytes ? LQCD_OK : LQCD_ERR_MEMORY);
		for (int big = 0; big < 2; big++) {
			const lqcd_byte_order order = big ? LQCD_BYTES_BIG : LQCD_BYTES_LITTLE;
			int same = 1;
			size = milc_bytes(bytes, l, vector, big);
			put_file(bytes, size);
			for (int k = 0; k < VECTORS; k++) {
				const lqcd_field_view view = k == 1 ? lanes : to;
				naive_poison(view);
				must(lqcd_milc_colour_read(file, view, k, &info, &why));
				naive_get(view, got);
				same &= !memcmp(got, vector[k], n * sizeof *got);
			}
			tap_ok(same && info.vectors == VECTORS && info.byte_order == order && info.extent[0] == l[0] &&
				       !strcmp(info.time_stamp, "Wed Nov 25 12:00:00 2026"),
			       "%s-endian file of MILC, made by hand: %s", big ? "big" : "little", info.time_stamp);
			must(lqcd_milc_colour_write(file, fields, VECTORS, big ? order : LQCD_BYTES_UNKNOWN, &why));
			tap_ok(has_bytes(bytes, size), "%s-endian file of ours: the same bytes",
			       big ? "big" : "little");
			must(lqcd_milc_colour_read(file, to, VECTORS - 1, &info, &why));
			naive_get(to, got);
			tap_ok(!memcmp(got, vector[VECTORS - 1], n * sizeof *got) && strlen(info.time_stamp) > 20,
			       "and back, with the time stamp %s", info.time_stamp);
			/* From lanes. */
			must(lqcd_milc_colour_write(file, &lanes, 1, order, &why));
			must(lqcd_milc_colour_read(file, to, 0, &info, NULL));
			naive_get(to, got);
			tap_ok(!memcmp(got, vector[1], n * sizeof *got) && info.vectors == 1, "one vector, from lanes");
		}
		got[5] = naive_make(0, 1e300);
		naive_put(to, got);
		check_milc_damage(bytes, size, fields[0], to);
		refused(lqcd_milc_colour_read(file, lqcd_spinor_field_view(&half), 0, NULL, &why), LQCD_ERR_ARGUMENT,
			&why, "16 bits");
		free(bytes);
	}
	for (int k = 0; k < VECTORS; k++) {
		lqcd_spinor_field_destroy(&x[k]);
		free(vector[k]);
	}
	free(got);
	lqcd_spinor_field_destroy(&y);
	lqcd_spinor_field_destroy(&z);
	lqcd_spinor_field_destroy(&half);
	lqcd_lattice_destroy(&lat);
}

/* ---- several vectors in a record ---- */

/* A record of LIME at p. */
static unsigned char *put_record(unsigned char *p, const char *type, const unsigned char *data, size_t n)
{
	memset(p, 0, 144);
	put_word(p, 0x456789ab, 1);
	p[5] = 1;
	p[6] = 0xc0; /* a message of its own */
	put_word(p + 12, (uint32_t)n, 1);
	memcpy(p + 16, type, strlen(type));
	p += 144;
	memcpy(p, data, n);
	memset(p + n, 0, (8 - n % 8) % 8);
	return p + (n + 7) / 8 * 8;
}

/* Number i of site x, y, z, t of a vector of the test's file; floats hold it. */
static double number_of(int vector, const int *x, int i)
{
	return (1 + x[1] + 8 * (x[2] + 8 * (x[3] + 8 * x[0]))) * (vector % 2 ? -1.0 : 1.0) + i / 32.0 + vector * 8192.0;
}

/* A file as QUDA writes eigenvectors of odd sites, floats, [site][vector][spin][colour][re,im], without a checksum; half: with
 * the odd sites alone, half the extent in X, else with zeros on the others. Returns its length. */
static size_t quda_file(unsigned char *to, const int *l, int vectors, int spins, int half)
{
	const int reals = 2 * LQCD_NC * spins;
	char text[512];
	unsigned char *p = to, *data = (unsigned char *)malloc((size_t)naive_volume(l) * (size_t)(vectors * reals) * 4), *q = data;
	must(data ? LQCD_OK : LQCD_ERR_MEMORY);
	snprintf(text, sizeof text, "<?xml version=\"1.0\"?><scidacFile><version>1.1</version><spacetime>4</spacetime><dims>%d %d %d %d </dims><volfmt>0</volfmt></scidacFile>",
		 half ? l[1] / 2 : l[1], l[2], l[3], l[0]);
	p = put_record(p, "scidac-private-file-xml", (const unsigned char *)text, strlen(text) + 1);
	snprintf(text, sizeof text,
		 "<?xml version=\"1.0\"?><scidacRecord><version>1.1</version><recordtype>0</recordtype><datatype>QUDA_FNs%dNc%d_ColorSpinorField</datatype>"
		 "<precision>F</precision><colors>%d</colors><spins>%d</spins><typesize>%d</typesize><datacount>%d</datacount></scidacRecord>",
		 spins, LQCD_NC, LQCD_NC, spins, 4 * reals, vectors);
	p = put_record(p, "scidac-private-record-xml", (const unsigned char *)text, strlen(text) + 1);
	snprintf(text, sizeof text, "<?xml version=\"1.0\"?><quda><version>BETA</version><info><subset>%s</subset><parity>odd</parity></info></quda>",
		 half ? "parity" : "full");
	p = put_record(p, "scidac-record-xml", (const unsigned char *)text, strlen(text) + 1);
	int x[4];
	for (x[0] = 0; x[0] < l[0]; x[0]++)
		for (x[3] = 0; x[3] < l[3]; x[3]++)
			for (x[2] = 0; x[2] < l[2]; x[2]++)
				for (x[1] = 0; x[1] < l[1]; x[1]++) {
					const int odd = (x[0] + x[1] + x[2] + x[3]) & 1;
					for (int v = 0; v < vectors && (odd || !half); v++)
						for (int i = 0; i < reals; i++, q += 4) {
							const float number = odd ? (float)number_of(v, x, i) : 0;
							uint32_t bits;
							memcpy(&bits, &number, sizeof bits);
							put_word(q, bits, 1);
						}
				}
	p = put_record(p, "scidac-binary-data", data, (size_t)(q - data));
	free(data);
	return (size_t)(p - to);
}

/* Whether the odd sites of a field have the numbers of a vector. */
static int has_vector(const lqcd_field_view *f, int vector)
{
	const lqcd_geometry *g = f->type;
	for (int piece = 0; piece < g->local_master_pieces; piece++)
		for (int ix = g->master_start[piece]; ix <= g->master_end[piece]; ix++)
			for (int w = 0; w < g->lanes; w++) {
				int x[4];
				lqcd_geometry_coords(g, ix, w, x);
				const int odd = (x[0] + x[1] + x[2] + x[3]) & 1;
				for (int i = 0; i < f->reals; i++) {
					const size_t at = ((size_t)(ix - g->master_shift) * (size_t)f->reals + (size_t)i) * (size_t)g->lanes + (size_t)w;
					if (!(fabs(lqcd_field_view_get(f, at) - (odd ? number_of(vector, x, i) : 0)) <= 0)) return 0;
				}
			}
	return 1;
}

/* Reads the file; the count of vectors of view that are as they should be, from number on. */
static int vectors_read(lqcd_field_view *view, int n, int number, lqcd_status want, const char *what)
{
	lqcd_message why = {""};
	lqcd_gauge_info info;
	int good = 0;
	for (int k = 0; k < n; k++) naive_poison(view[k]);
	const lqcd_status s = lqcd_scidac_fields_read(file, view, n, number, &info, &why);
	for (int k = 0; k < n && s == LQCD_OK; k++) good += has_vector(&view[k], number + k);
	tap_ok(s == want && (s == LQCD_OK ? good == n : *why.text != 0), "vectors, %s: %d of %d, %s", what, good, n, why.text);
	return good;
}

static void check_vectors(void)
{
	const int l[4] = {4, 6, 4, 4};
	enum { MANY = 5 };
	lqcd_lattice lat;
	lqcd_spinor_field_vd x[MANY], odd[MANY], even;
	lqcd_spinor_field_d_ks y[MANY], half[MANY];
	lqcd_spinor_field_d plain[MANY];
	lqcd_field_view all[MANY], odds[MANY], colours[MANY], halves[MANY];
	lqcd_message why = {""};
	unsigned char *bytes = (unsigned char *)malloc(8192 + (size_t)naive_volume(l) * MANY * 96 * LQCD_NC);
	must(bytes ? LQCD_OK : LQCD_ERR_MEMORY);
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_spinor_field_create(&even, &lat, LQCD_EVEN));
	for (int k = 0; k < MANY; k++) {
		must(lqcd_spinor_field_create(&x[k], &lat, LQCD_FULL));
		must(lqcd_spinor_field_create(&odd[k], &lat, LQCD_ODD));
		must(lqcd_spinor_field_create(&y[k], &lat, LQCD_FULL));
		must(lqcd_spinor_field_create(&half[k], &lat, LQCD_ODD));
		must(lqcd_spinor_field_create(&plain[k], &lat, LQCD_FULL));
		all[k] = lqcd_spinor_field_view(&x[k]);
		odds[k] = lqcd_spinor_field_view(&odd[k]);
		colours[k] = lqcd_spinor_field_view(&y[k]);
		halves[k] = lqcd_spinor_field_view(&half[k]);
	}
	/* Files byte by byte: six vectors of the extent 3 in X, or zeros on even sites. */
	for (int spins = 1; spins < 5; spins += 3) {
		lqcd_field_view *const whole = spins == 1 ? colours : all, *const part = spins == 1 ? halves : odds;
		put_file(bytes, quda_file(bytes, l, MANY, spins, 1));
		vectors_read(part, MANY, 0, LQCD_OK, "of odd sites alone");
		vectors_read(part, 2, 3, LQCD_OK, "the last two");
		vectors_read(whole, 1, 0, LQCD_ERR_GEOMETRY, "of odd sites into a full field");
		vectors_read(part, 2, 4, LQCD_ERR_FORMAT, "beyond the last");
		vectors_read(part, 1, -1, LQCD_ERR_FORMAT, "number -1");
		put_file(bytes, quda_file(bytes, l, MANY, spins, 0));
		vectors_read(whole, MANY, 0, LQCD_OK, "with zeros");
		vectors_read(part, MANY, 0, LQCD_OK, "with zeros, into odd sites");
	}
	const lqcd_field_view wrong = lqcd_spinor_field_view(&even);
	refused(lqcd_scidac_fields_read(file, &wrong, 1, 0, NULL, &why), LQCD_ERR_GEOMETRY, &why, "numbers on odd sites");
	int same = lqcd_scidac_spinor_read(file, plain, MANY, NULL, NULL, &why) == LQCD_OK;
	for (int k = 0; k < MANY && same; k++) {
		const lqcd_field_view v = lqcd_spinor_field_view(&plain[k]);
		same = has_vector(&v, k);
	}
	tap_ok(same, "the reader of spinors has them, too %s", why.text);
	/* To a file and back: in one record, bit for bit. */
	for (int kind = 0; kind < 2; kind++) {
		lqcd_field_view *const from = kind ? halves : odds, *const to = kind ? colours : all;
		size_t n;
		for (int k = 0; k < MANY; k++) {
			if (kind)
				lqcd_spinor_field_gaussian(&half[k], tap_random_u64(), (uint32_t)k);
			else
				lqcd_spinor_field_gaussian(&odd[k], tap_random_u64(), (uint32_t)k);
			naive_poison(to[k]);
		}
		must(lqcd_scidac_fields_write(file, from, MANY, 0, 1, NULL, &why));
		unsigned char *text = get_file(&n);
		const size_t one = place_of_text(text, n, "<datacount>5<");
		must(lqcd_scidac_fields_read(file, to, MANY, 0, NULL, &why));
		double sum = 0;
		same = one > 0;
		for (int k = 0; k < MANY; k++) {
			const double a = kind ? lqcd_spinor_field_norm2(&y[k]) : lqcd_spinor_field_norm2(&x[k]);
			const double b = kind ? lqcd_spinor_field_norm2(&half[k]) : lqcd_spinor_field_norm2(&odd[k]);
			sum = fmax(sum, fabs(a - b) / b);
		}
		for (int k = 0; k < MANY; k++) {
			lqcd_field_view back = kind ? lqcd_spinor_field_view(&half[k]) : lqcd_spinor_field_view(&odd[k]);
			const double before = kind ? lqcd_spinor_field_norm2(&half[k]) : lqcd_spinor_field_norm2(&odd[k]);
			naive_poison(back);
			must(lqcd_scidac_fields_read(file, &back, 1, k, NULL, &why));
			const double after = kind ? lqcd_spinor_field_norm2(&half[k]) : lqcd_spinor_field_norm2(&odd[k]);
			same = same && fabs(before - after) <= 0;
		}
		tap_ok(same && sum <= 1e-13, "vectors of one parity, written and read: %.1e", sum);
		/* Damage: the file ends early, a count is another, a bit is another. */
		const size_t data = place_of_text(text, n, "scidac-binary-data") + 128, sums = place_of_text(text, n, "scidac-checksum") - 16;
		int told = 0;
		enum { TRIES = 24 };
		for (int k = 0; k < TRIES; k++) {
			unsigned char *copy = (unsigned char *)malloc(n);
			size_t end = n;
			must(copy ? LQCD_OK : LQCD_ERR_MEMORY);
			memcpy(copy, text, n);
			if (k < 8)
				copy[one + 11] = (unsigned char)("0123467x"[k]);
			else if (k < 16)
				end = (size_t)(tap_random_u64() % (sums - 8));
			else
				copy[data + tap_random_u64() % (sums - data - 8)] ^= (unsigned char)(1 << k % 8);
			put_file(copy, end);
			why.text[0] = 0;
			const lqcd_status s = lqcd_scidac_fields_read(file, from, MANY, 0, NULL, &why);
			told += s != LQCD_OK && *why.text;
			if (s == LQCD_OK) tap_diag("damage %d was read", k);
			free(copy);
		}
		tap_ok(told == TRIES, "%d of %d damaged files of vectors are refused", told, TRIES);
		free(text);
	}
	lqcd_scidac_spinor_options o;
	memset(&o, 0, sizeof o);
	o.one_record = 1;
	o.basis = LQCD_SPINOR_DEGRAND_ROSSI;
	lqcd_spinor_field_d back;
	must(lqcd_spinor_field_create(&back, &lat, LQCD_FULL));
	must(lqcd_scidac_spinor_write(file, plain, MANY, &o, NULL, &why));
	o.number = 3;
	must(lqcd_scidac_spinor_read(file, &back, 1, &o, NULL, &why));
	const lqcd_field_view third = lqcd_spinor_field_view(&back);
	tap_ok(has_vector(&third, 3), "spinors in one record, in another basis");
	all[1] = colours[1];
	refused(lqcd_scidac_fields_write(file, all, 2, 0, 1, NULL, &why), LQCD_ERR_GEOMETRY, &why, "spinors and colour vectors");
	all[1] = odds[1];
	refused(lqcd_scidac_fields_write(file, all, 2, 0, 1, NULL, &why), LQCD_ERR_GEOMETRY, &why, "full ones and odd ones");
	refused(lqcd_scidac_fields_write(file, NULL, 2, 0, 1, NULL, &why), LQCD_ERR_ARGUMENT, &why, "no fields");
	for (int k = 0; k < MANY; k++) {
		lqcd_spinor_field_destroy(&x[k]);
		lqcd_spinor_field_destroy(&odd[k]);
		lqcd_spinor_field_destroy(&y[k]);
		lqcd_spinor_field_destroy(&half[k]);
		lqcd_spinor_field_destroy(&plain[k]);
	}
	lqcd_spinor_field_destroy(&back);
	lqcd_spinor_field_destroy(&even);
	lqcd_lattice_destroy(&lat);
	free(bytes);
}

static void test_staggered_files(void)
{
	const char *tmp = getenv("TMPDIR");
	snprintf(file, sizeof file, "%.400s/lqcd-staggered-files-%016llx", tmp && *tmp ? tmp : "/tmp",
		 (unsigned long long)tap_random_u64());
	check_milc();
	check_round();
	check_scidac_damage();
	check_milc_binary();
	check_vectors();
	remove(file);
}
