/* NERSC files that are wrong in every way, and systems that refuse: status, message, nothing lost, nothing left behind.
 */
#include "nersc.h"

#include <signal.h>
#include <sys/resource.h>

#if !defined(__cplusplus)
extern int symlink(const char *, const char *);
#endif

/* ---- files that must be refused -------------------------------------------------------------------------------- */

/* The bytes of work: status and a piece of the message; all readers give the same; nothing stays allocated. */
static void refuse_nersc(const char *name, lqcd_status want, const char *piece)
{
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_message why, again;
	why.text[0] = again.text[0] = 0;
	save(file, work.byte, work.n);
	const long live = hook.live;
	const lqcd_status s = nersc_load(file, &lat, &u, NULL, &why);
	const int ok = s == want && strstr(why.text, file) && strstr(why.text, piece) && hook.live == live;
	tap_ok(ok, "refused: %s", name);
	if (!ok) tap_diag("status \"%s\", %ld blocks left, %s", lqcd_status_text(s), hook.live - live, why.text);
	const lqcd_status r = nersc_read(file, &copy, NULL, &again);
	tap_ok(r == s || (r == LQCD_ERR_EXTENT && s == LQCD_ERR_TRUNCATED), "the same into a field: %s", again.text);
	tap_ok(hook.live == live && nersc_load(file, &lat, &u, NULL, NULL) == s, "the same without a message");
}

static void refuse_nersc_line(const char *key, const char *line, lqcd_status want, const char *piece)
{
	char name[256];
	work = base;
	set_line(&work, key, line);
	snprintf(name, sizeof name, "%s", *line ? line : key);
	refuse_nersc(name, want, piece);
}

static void check_nersc_headers(void)
{
	static const struct {
		const char *key, *line;
		lqcd_status want;
		const char *piece;
	} lines[] = {
	    {"DATATYPE", "", LQCD_ERR_KEY, "DATATYPE"},
	    {"DATATYPE", "DATATYPE = 4D_SU3_SPINOR\n", LQCD_ERR_KEY, "4D_SU3_SPINOR"},
	    {"DATATYPE", "DATATYPE = 4D_SU9_GAUGE\n", LQCD_ERR_KEY, "4D_SU9_GAUGE"},
	    {"FLOATING_POINT", "", LQCD_ERR_KEY, "FLOATING_POINT"},
	    {"FLOATING_POINT", "FLOATING_POINT = IEEE16BIG\n", LQCD_ERR_KEY, "IEEE64BIG"},
	    {"FLOATING_POINT", "FLOATING_POINT = IEEE64MIDDLE\n", LQCD_ERR_KEY, "IEEE64MIDDLE"},
	    {"DIMENSION_1", "", LQCD_ERR_KEY, "DIMENSION_1"},
	    {"DIMENSION_4", "DIMENSION_4 =\n", LQCD_ERR_KEY, "DIMENSION_4"},
	    {"DIMENSION_2", "DIMENSION_2 = two\n", LQCD_ERR_KEY, "DIMENSION_2"},
	    {"DIMENSION_2", "DIMENSION_2 = 2x\n", LQCD_ERR_KEY, "2x"},
	    {"DIMENSION_2", "DIMENSION_2 = 2 2\n", LQCD_ERR_KEY, "2 2"},
	    {"DIMENSION_2", "DIMENSION_2 = 2.0\n", LQCD_ERR_KEY, "2.0"},
	    {"DIMENSION_2", "DIMENSION_2 = -\n", LQCD_ERR_KEY, "DIMENSION_2"},
	    {"DIMENSION_3", "DIMENSION_3 = 0\n", LQCD_ERR_EXTENT, "DIMENSION_3"},
	    {"DIMENSION_3", "DIMENSION_3 = -2\n", LQCD_ERR_EXTENT, "-2"},
	    {"DIMENSION_3", "DIMENSION_3 = 3\n", LQCD_ERR_EXTENT, "even"},
	    {"DIMENSION_3", "DIMENSION_3 = 1099511627776\n", LQCD_ERR_EXTENT, "1099511627776"},
	    {"DIMENSION_3", "DIMENSION_3 = 18446744073709551618\n", LQCD_ERR_EXTENT, "DIMENSION_3"},
	    {"DIMENSION_3", "DIMENSION_3 = 4\n", LQCD_ERR_TRUNCATED, "announces"},
	    {"DIMENSION_3", "DIMENSION_3 = 2000000000\n", LQCD_ERR_TRUNCATED, "announces"},
	    {"DIMENSION_3", "DIMENSION_3 = 2\nDIMENSION_3 = 4\n", LQCD_ERR_KEY, "twice"},
	    {"CHECKSUM", "CHECKSUM = \n", LQCD_ERR_KEY, "CHECKSUM"},
	    {"CHECKSUM", "CHECKSUM = 0x\n", LQCD_ERR_KEY, "CHECKSUM"},
	    {"CHECKSUM", "CHECKSUM = 12g4\n", LQCD_ERR_KEY, "12g4"},
	    {"CHECKSUM", "CHECKSUM = 123456789\n", LQCD_ERR_KEY, "123456789"},
	    {"PLAQUETTE", "PLAQUETTE = nan\n", LQCD_ERR_KEY, "nan"},
	    {"PLAQUETTE", "PLAQUETTE = 0,5\n", LQCD_ERR_KEY, "0,5"},
	    {"PLAQUETTE", "PLAQUETTE = 1e\n", LQCD_ERR_KEY, "1e"},
	    {"PLAQUETTE", "PLAQUETTE = 1e999\n", LQCD_ERR_KEY, "1e999"},
	    {"LINK_TRACE", "LINK_TRACE = .\n", LQCD_ERR_KEY, "LINK_TRACE"},
	    {"PLAQUETTE", "PLAQUETTE = 1.5\n", LQCD_ERR_PLAQUETTE, "PLAQUETTE = 1.5"},
	    {"LINK_TRACE", "LINK_TRACE = -0.9876\n", LQCD_ERR_LINK_TRACE, "LINK_TRACE = -0.9876"},
	    {"CREATOR", "CREATOR: me\n", LQCD_ERR_FORMAT, "CREATOR: me"},
	    {"END_HEADER", "", LQCD_ERR_FORMAT, "END_HEADER"},
	    {"END_HEADER", "END_HEADERS\n", LQCD_ERR_FORMAT, "END_HEADERS"},
	    {"BEGIN_HEADER", "", LQCD_ERR_FORMAT, "BEGIN_HEADER"},
	    {"BEGIN_HEADER", "BEGIN_HEADERS\n", LQCD_ERR_FORMAT, "BEGIN_HEADERS"},
	};
	must(write_base(&tiny, LQCD_NC, 64, LQCD_BYTES_BIG));
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		refuse_nersc_line(lines[i].key, lines[i].line, lines[i].want, lines[i].piece);

	work = base;
	for (int d = 1; d <= 4; d++) {
		char key[24], line[64];
		snprintf(key, sizeof key, "DIMENSION_%d", d);
		snprintf(line, sizeof line, "%s = 2147483646\n", key);
		set_line(&work, key, line);
	}
	refuse_nersc("a product of extents that overflows", LQCD_ERR_EXTENT, "2147483646 2147483646");
	work.n = 0;
	refuse_nersc("an empty file", LQCD_ERR_TRUNCATED, "empty");
	work.n = ROOM;
	memset(work.byte, 'A', ROOM);
	refuse_nersc("something else", LQCD_ERR_FORMAT, "not a NERSC file");
	memcpy(work.byte, "BEGIN_HEADER\n", 13);
	refuse_nersc("a header line without end", LQCD_ERR_FORMAT, "no END_HEADER");
	for (size_t i = 13; i < ROOM; i += 4) memcpy(work.byte + i, "A=B\n", i + 4 <= ROOM ? 4 : ROOM - i);
	refuse_nersc("a header without end", LQCD_ERR_FORMAT, "no END_HEADER");
	work.n = 1000;
	refuse_nersc("a file that ends in its header", LQCD_ERR_TRUNCATED, "byte 1000");
}

static void put_number(size_t i, double v)
{
	lqcd_store_f64(work.byte + work.data + 8 * i, v, LQCD_BYTES_BIG);
}

static void check_bad_data(void)
{
	char piece[64];
	const size_t per_link = 2 * LQCD_NC * LQCD_NC, n = 64 * per_link;
	must(write_base(&tiny, LQCD_NC, 64, LQCD_BYTES_BIG));
	work = base;
	work.n--;
	snprintf(piece, sizeof piece, "%llu in all", (unsigned long long)base.n);
	refuse_nersc("one byte too few", LQCD_ERR_TRUNCATED, piece);
	work.n += 2;
	snprintf(piece, sizeof piece, "goes on at byte %llu", (unsigned long long)base.n);
	refuse_nersc("one byte too many", LQCD_ERR_TRAILING, piece);
	for (int k = 0; k < 20; k++) {
		work = base;
		work.byte[work.data + tap_random_u64() % (work.n - work.data)] ^= (unsigned char)(1u << k % 8);
		refuse_nersc("one wrong bit", LQCD_ERR_CHECKSUM, "CHECKSUM");
	}
	set_line(&base, "CHECKSUM", "");
	for (int k = 0; k < 20; k++) {
		work = base; /* in the exponent of a number that counts */
		size_t i = 0;
		do i = tap_random_u64() % n;
		while (fabs(number_at(&base, i, 64, 0)) < 0.01);
		work.byte[work.data + 8 * i] ^= 16;
		refuse_nersc("one wrong bit, no checksum", LQCD_ERR_UNITARITY, "not in SU");
	}
	/* Link 37 is site x,y,z,t = 1,0,0,1, direction y. */
	work = base;
	const size_t i = 37 * per_link + tap_random_u64() % per_link;
	snprintf(piece, sizeof piece, "x,y,z,t = 1,0,0,1, direction y, byte %llu",
		 (unsigned long long)(work.data + 37 * per_link * 8));
	put_number(i, tap_nan());
	refuse_nersc("NaN", LQCD_NAN, piece);
	put_number(i, -tap_infinity());
	refuse_nersc("infinity", LQCD_NAN, "NaN or infinity");
	put_number(i, 1e300);
	refuse_nersc("a huge number", LQCD_ERR_UNITARITY, piece);
	put_number(i, 1.5);
	refuse_nersc("a link that is not unitary", LQCD_ERR_UNITARITY, piece);
	work = base; /* a row of opposite sign: unitary, but of another determinant */
	for (size_t k = 0; k < 2 * LQCD_NC; k++) work.byte[work.data + 8 * (37 * per_link + k)] ^= 128;
	refuse_nersc("a link of the wrong determinant", LQCD_ERR_UNITARITY, piece);
	work = base; /* two links change places */
	memcpy(work.byte + work.data, base.byte + base.data + 8 * per_link, 8 * per_link);
	memcpy(work.byte + work.data + 8 * per_link, base.byte + base.data, 8 * per_link);
	refuse_nersc("links in another order, no checksum", LQCD_ERR_PLAQUETTE, "PLAQUETTE");
	work = base;
	for (size_t k = 0; k < 100; k++) work.byte[work.data + 8 * k + 1] ^= 255;
	set_line(&work, "FLOATING_POINT", "FLOATING_POINT = IEEE64\n");
	refuse_nersc("a byte order left open, no order fits", LQCD_ERR_UNITARITY, "FLOATING_POINT = IEEE64 leaves");
}

static void check_nersc_truncation(void)
{
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	long wrong = 0;
	const long live = hook.live;
	must(write_base(&tiny, LQCD_NC <= 3 ? LQCD_NC - 1 : LQCD_NC, 32, LQCD_BYTES_BIG));
	for (size_t n = 0; n < base.n; n++) {
		lqcd_message why;
		why.text[0] = 0;
		save(file, base.byte, n);
		const lqcd_status s = nersc_load(file, &lat, &u, NULL, &why);
		wrong += s != LQCD_ERR_TRUNCATED || !strstr(why.text, file);
	}
	tap_ok(wrong == 0 && hook.live == live, "truncated at each of %lu bytes: %ld wrong answers",
	       (unsigned long)base.n, wrong);
}

/* Random damage, to header and links alike: anything but a crash or links that nobody checked. */
static void check_nersc_damage(void)
{
	long accepted = 0, wrong = 0;
	const long live = hook.live;
	lqcd_gauge_info info;
	for (int k = 0; k < 3000; k++) {
		lqcd_lattice lat;
		lqcd_gauge_field_d u;
		work = base;
		const int bytes = 1 + (int)(tap_random_u64() % 3);
		for (int b = 0; b < bytes; b++)
			work.byte[tap_random_u64() % (k % 4 ? work.data : work.n)] = (unsigned char)tap_random_u64();
		save(file, work.byte, work.n);
		if (nersc_load(file, &lat, &u, &info, NULL) != LQCD_OK) continue;
		accepted++;
		wrong += (info.has_checksum && info.checksum[0] != word_sum(&work)) || info.found.deviation > 1e-4;
		lqcd_gauge_field_destroy_d(&u);
		lqcd_lattice_destroy(&lat);
	}
	tap_ok(wrong == 0 && hook.live == live, "3000 damaged files: %ld accepted, %ld wrongly", accepted, wrong);
}

/* ---- what the system refuses ----------------------------------------------------------------------------------- */

static void check_nersc_system(void)
{
	char path[768], why_not[64];
	lqcd_message why;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	snprintf(path, sizeof path, "%s/none", directory);
	lqcd_status s = nersc_load(path, &lat, &u, NULL, &why);
	tap_ok(s == LQCD_ERR_OPEN && strstr(why.text, path) && strstr(why.text, strerror(ENOENT)), "no such file: %s",
	       why.text);
	s = lqcd_gauge_read_header(directory, NULL, NULL, &why);
	tap_ok(s == LQCD_ERR_OPEN && strstr(why.text, "regular"), "a directory: %s", why.text);
	must(write_base(&tiny, LQCD_NC, 64, LQCD_BYTES_BIG));
	tap_ok(nersc_read(file, &field, NULL, &why) == LQCD_ERR_EXTENT && strstr(why.text, "2 2 2 2") &&
		   strstr(why.text, "2 6 8 4"),
	       "other extents: %s", why.text);

	snprintf(path, sizeof path, "%s/none/file", directory);
	s = lqcd_gauge_write(path, "NERSC", &tiny, NULL, &why);
	tap_ok(s == LQCD_ERR_OPEN && strstr(why.text, path) && strstr(why.text, strerror(ENOENT)),
	       "no such directory: %s", why.text);
	s = lqcd_gauge_write(directory, "NERSC", &tiny, NULL, &why);
	tap_ok(s == LQCD_ERR_OPEN && strstr(why.text, directory), "writing a directory: %s", why.text);
	s = lqcd_gauge_write("/dev/null", "NERSC", &tiny, NULL, &why);
	struct stat st;
	tap_ok(s == LQCD_ERR_OPEN && stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode), "writing a device: %s",
	       why.text);

	const int before = files_in_directory();
	struct rlimit old, low;
	getrlimit(RLIMIT_FSIZE, &old);
	low = old;
	low.rlim_cur = 3000;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &low);
	s = lqcd_gauge_write(file, "NERSC", &tiny, NULL, &why);
	setrlimit(RLIMIT_FSIZE, &old);
	signal(SIGXFSZ, SIG_DFL);
	snprintf(why_not, sizeof why_not, "%s", strerror(EFBIG));
	tap_ok(s == LQCD_ERR_WRITE && strstr(why.text, file) && strstr(why.text, why_not), "the disk is full: %s",
	       why.text);
	tap_ok(same_file(file, &base) && files_in_directory() == before,
	       "the old file is intact, and nothing is left beside it");

	snprintf(path, sizeof path, "%s/link", directory);
	if (symlink(file, path) == 0) {
		save(file, "old", 3);
		s = lqcd_gauge_write(path, "NERSC", &tiny, NULL, &why);
		tap_ok(s == LQCD_OK && nersc_read(file, &copy, NULL, NULL) == LQCD_OK,
		       "a symbolic link is followed");
		unlink(path);
	} else {
		tap_skip("no symbolic links here");
	}
	tap_ok(files_in_directory() == before, "no temporary file is left");
}

static void check_refused_fields(void)
{
	static lqcd_gauge_info meta;
	lqcd_message why;
	must(write_base(&tiny, LQCD_NC, 64, LQCD_BYTES_BIG));
	const int before = files_in_directory();
	for (int k = 0; k < 6; k++) {
		static const char *names[] = {"rows", "bits", "byte order", "SEQUENCE_NUMBER", "NaN", "SU("};
		static const lqcd_status want[] = {LQCD_ERR_ARGUMENT, LQCD_ERR_ARGUMENT, LQCD_ERR_ARGUMENT,
						   LQCD_ERR_ARGUMENT, LQCD_NAN, LQCD_ERR_UNITARITY};
		lqcd_su3_d *u = LQCD_4FIELD_AT(&tiny, 5, 2), kept = *u;
		memset(&meta, 0, sizeof meta);
		if (k == 3) lqcd_gauge_info_add(&meta, "SEQUENCE_NUMBER", "last");
		const lqcd_gauge_write_options w = write_options(k == 1 ? 16 : 0, k == 0 ? 7 : 0, (lqcd_byte_order)(k == 2 ? 3 : 0), &meta);
		if (k == 4) u->e[LQCD_NC - 1][1].im = tap_nan();
		if (k == 5) lqcd_su3_scale_d(u, -1.0 - (LQCD_NC != 3), u);
		const lqcd_status s = lqcd_gauge_write(file, "NERSC", &tiny, &w, &why);
		tap_ok(s == want[k] && strstr(why.text, names[k]) && strstr(why.text, file), "not written: %s",
		       why.text);
		*u = kept;
	}
	tap_ok(same_file(file, &base) && files_in_directory() == before,
	       "the old file is intact, and nothing is left beside it");
}

/* What a failure leaves in the caller's info does not depend on the stack. */
static void check_unset(void)
{
	lqcd_gauge_field_d even;
	static lqcd_gauge_info gauge;
	lqcd_message why;
	memset(&gauge, 0xff, sizeof gauge);
	if (lqcd_gauge_field_create_d(&even, &tiny_lattice, LQCD_EVEN) != LQCD_OK) {
		tap_ok(0, "an even field");
		return;
	}
	tap_ok(lqcd_gauge_read(file, &even, NULL, &gauge, &why) == LQCD_ERR_GEOMETRY && !gauge.format[0] &&
		       !gauge.checks && !gauge.keys && gauge.found.sum[0] == 0 && !(fabs(gauge.measured_plaquette.mean) > 0),
	       "an even field: %s", why.text);
	lqcd_gauge_field_destroy_d(&even);
}

static lqcd_status attempt_nersc(int what, lqcd_message *why)
{
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	if (what == 0) return lqcd_gauge_read_header(file, NULL, NULL, why);
	if (what == 1) return nersc_read(file, &copy, NULL, why);
	if (what == 3) return lqcd_gauge_write(file, "NERSC", &tiny, NULL, why);
	const lqcd_status s = nersc_load(file, &lat, &u, NULL, why);
	if (s != LQCD_OK) return s;
	lqcd_gauge_field_destroy_d(&u);
	lqcd_lattice_destroy(&lat);
	return s;
}

static void check_nersc_memory(void)
{
	static const char *const names[] = {"read_header", "read", "load", "write"};
	must(write_base(&tiny, LQCD_NC, 64, LQCD_BYTES_BIG));
	for (int what = 0; what < 4; what++) without_memory(attempt_nersc, what, names[what]);
}

static void test_nersc_errors(void)
{
	one_thread();
	begin();
	check_nersc_headers();
	check_bad_data();
	check_nersc_truncation();
	check_nersc_damage();
	check_nersc_system();
	check_refused_fields();
	check_unset();
	check_nersc_memory();
	end();
}
