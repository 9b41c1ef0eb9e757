/* Gauge files that are wrong in every way, and systems that refuse: status, message, nothing lost, nothing left behind;
 * never a field that is silently another. */
#include "system_hook.h"

#include "gauge.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "../support/support.h"
#include "../support/expect.h"

static const char *const formats[] = {"HiRep", "MILC", "openQCD", "NERSC"};
enum { FORMATS = LQCD_NC == 3 ? 4 : 1 };

/* base := the file of tiny. */
static void write_tiny_as(const char *format)
{
	must(lqcd_gauge_write(file, format, &tiny, NULL, &why));
	read_image(file, &base);
}

static size_t header_of(const char *format)
{
	return format[0] == 'H' ? 28 : format[0] == 'M' ? 96 : format[0] == 'o' ? 24 : base.data;
}

/* Reads the first n bytes of work. */
static lqcd_status read_work(size_t n)
{
	save(file, work.byte, n);
	why.text[0] = 0;
	return lqcd_gauge_read(file, &copy, NULL, &info, &why);
}

static void check_gauge_truncation(const char *format)
{
	expectation e = {0, 0, ""};
	const size_t header = header_of(format);
	write_tiny_as(format);
	work = base;
	for (size_t n = 0; n < base.n; n += n < header + 300 || format[0] == 'M' ? 1 : 13) {
		const lqcd_status s = read_work(n);
		EXPECT(&e, (s == LQCD_ERR_TRUNCATED || (s == LQCD_ERR_FORMAT && n < header)) && strstr(why.text, file),
		       "%lu bytes: %s, %.300s", (unsigned long)n, lqcd_status_text(s), why.text);
	}
	expect_done(&e, "%s: truncated at each of %lu bytes", format, (unsigned long)base.n);
	for (int k = 0; k < 3; k++) {
		work = base;
		work.n += (size_t)1 << 2 * k;
		const lqcd_status s = read_work(work.n);
		tap_ok(s == LQCD_ERR_TRAILING, "%s: %d bytes too many: %s", format, 1 << 2 * k, why.text);
	}
}

/* A file that is accepted has the links. A checksum makes that exact; else small numbers may have changed. */
static void check_gauge_damage(const char *format)
{
	expectation e = {0, 0, ""};
	long accepted = 0;
	const size_t header = header_of(format);
	const int sums = format[0] == 'M' || format[0] == 'N';
	write_tiny_as(format);
	work = base;
	const double rounding = format[0] == 'M' ? 6e-8 : 0;
	for (size_t at = 0; at < header; at++)
		for (int k = 0; k < 2; k++) {
			work.byte[at] ^= (unsigned char)(1 + tap_random_u64() % 255);
			const lqcd_status s = read_work(work.n);
			accepted += s == LQCD_OK;
			EXPECT(&e, s == LQCD_OK ? difference(&tiny, &copy) <= rounding : strstr(why.text, file) != NULL,
			       "byte %lu: %.300s", (unsigned long)at, why.text);
			work.byte[at] = base.byte[at];
		}
	expect_done(&e, "%s: each byte of the header changed, accepted %ld times", format, accepted);
	accepted = 0;
	for (size_t k = 0; k < (format[0] == 'M' ? 4608 : format[0] == 'N' ? 500 : 2500); k++) {
		const size_t at = header + (k < base.n - header && sums ? k : tap_random_u64() % (base.n - header));
		work.byte[at] ^= (unsigned char)(1 + tap_random_u64() % 255);
		const lqcd_status s = read_work(work.n);
		accepted += s == LQCD_OK;
		EXPECT(&e, s == LQCD_OK ? !sums && difference(&tiny, &copy) <= 2e-5 : strstr(why.text, file) != NULL,
		       "byte %lu: %.300s, off by %g", (unsigned long)at, why.text, difference(&tiny, &copy));
		work.byte[at] = base.byte[at];
	}
	expect_done(&e, "%s: bytes of links changed, accepted %ld times", format, accepted);
}

static void check_swaps(const char *format)
{
	write_tiny_as(format);
	if (format[0] == 'M') return;
	work = base;
	const size_t link = (base.n - header_of(format)) / 64, at = header_of(format);
	memcpy(work.byte + at, base.byte + at + link, link);
	memcpy(work.byte + at + link, base.byte + at, link);
	const lqcd_status s = read_work(work.n);
	tap_ok(s == LQCD_ERR_PLAQUETTE || s == LQCD_ERR_CHECKSUM, "%s: links in another order: %s", format, why.text);
}

static void check_gauge_headers(void)
{
	static const struct {
		const char *format;
		size_t at, n;
		const char *bytes;
		lqcd_status want;
		const char *piece;
	} wrong[] = {
		{"HiRep", 0, 4, "\0\0\0\5", LQCD_ERR_FORMAT, "NG = 5"},
		{"HiRep", 4, 4, "\0\0\0\3", LQCD_ERR_EXTENT, "even"},
		{"HiRep", 4, 4, "\0\0\0\4", LQCD_ERR_TRUNCATED, "announces"},
		{"MILC", 4, 4, "\3\0\0\0", LQCD_ERR_EXTENT, "even"},
		{"MILC", 4, 4, "\0\0\0\x80", LQCD_ERR_EXTENT, "even"},
		{"MILC", 8, 4, "\4\0\0\0", LQCD_ERR_TRUNCATED, "announces"},
		{"MILC", 4, 16, "\xfe\xff\xff\x7f\xfe\xff\xff\x7f\xfe\xff\xff\x7f\xfe\xff\xff\x7f", LQCD_ERR_EXTENT,
		 "addresses"},
		{"MILC", 84, 4, "\1\0\0\0", LQCD_ERR_FORMAT, "order of sites is 1"},
		{"MILC", 88, 4, "abcd", LQCD_ERR_CHECKSUM, "sum29, sum31 = 64636261"},
		{"openQCD", 0, 4, "\4\0\0\0", LQCD_ERR_TRUNCATED, "announces"},
		{"openQCD", 0, 4, "\3\0\0\0", LQCD_ERR_EXTENT, "even"},
		{"openQCD", 0, 4, "\0\0\0\0", LQCD_ERR_FORMAT, "no file of the formats"},
		{"openQCD", 16, 8, "\0\0\0\0\0\0\0\x40", LQCD_ERR_PLAQUETTE, "p = 2"},
		{"openQCD", 24, 8, "\0\0\0\0\0\0\xf0\x7f", LQCD_NAN, "NaN or infinity"},
		{"openQCD", 24 + 9 * 144, 8, "\0\0\0\0\0\0\0\x40", LQCD_ERR_UNITARITY,
		 "x,y,z,t = 0,1,0,1, direction t, byte 1320"},
		{"openQCD", 24 + 12 * 144, 8, "\0\0\0\0\0\0\0\x40", LQCD_ERR_UNITARITY,
		 "x,y,z,t = 0,1,0,0, direction y"},
		{"HiRep", 28 + 6 * 144, 8, "\x40\0\0\0\0\0\0\0", LQCD_ERR_UNITARITY,
		 "x,y,z,t = 0,0,1,0, direction y, byte 892"},
	};
	for (size_t k = 0; k < sizeof wrong / sizeof *wrong && LQCD_NC == 3; k++) {
		write_tiny_as(wrong[k].format);
		work = base;
		memcpy(work.byte + wrong[k].at, wrong[k].bytes, wrong[k].n);
		const long live = hook.live;
		const lqcd_status s = read_work(work.n);
		const int ok = s == wrong[k].want && strstr(why.text, wrong[k].piece) && strstr(why.text, file);
		tap_ok(ok && hook.live == live, "%s, byte %lu: %s", wrong[k].format, (unsigned long)wrong[k].at,
		       why.text);
	}
	memset(work.byte, 'A', ROOM);
	tap_ok(read_work(1000) == LQCD_ERR_FORMAT && strstr(why.text, "HiRep"), "something else: %s", why.text);
	tap_ok(read_work(0) == LQCD_ERR_TRUNCATED && strstr(why.text, "empty"), "nothing: %s", why.text);
	must(lqcd_gauge_write(file, "HiRep", &field, NULL, &why));
	const lqcd_status s = lqcd_gauge_read(file, &copy, NULL, NULL, &why);
	tap_ok(s == LQCD_ERR_EXTENT && strstr(why.text, "2 6 8 4") && strstr(why.text, "2 2 2 2"), "other extents: %s",
	       why.text);
}

/* ---- what the system refuses ----------------------------------------------------------------------------------- */

/* Whether a user without rights can neither read nor write. */
static int gauge_forbidden(const char *format)
{
	lqcd_status s = lqcd_gauge_read(file, &copy, NULL, NULL, &why);
	const int read_told = s == LQCD_ERR_OPEN && strstr(why.text, strerror(EACCES));
	s = lqcd_gauge_write(file, format, &tiny, NULL, &why);
	return read_told && s == LQCD_ERR_OPEN && strstr(why.text, strerror(EACCES));
}

static void check_gauge_forbidden(const char *format)
{
	int status = 0;
	chmod(directory, 0500);
	chmod(file, 0000);
	fflush(stdout);
	const pid_t child = fork();
	/* Nothing is forbidden to root, so that another user tries. */
	if (child == 0) _exit(geteuid() == 0 && setuid(65534) != 0 ? 2 : gauge_forbidden(format) ? 0 : 1);
	waitpid(child, &status, 0);
	chmod(directory, 0700);
	chmod(file, 0600);
	if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 2))
		tap_skip("nothing is forbidden to root, and there is no other user");
	else
		tap_ok(status == 0 && same_file(file, &base), "%s: what is forbidden is told", format);
}

static void check_gauge_system(const char *format)
{
	char path[768];
	write_tiny_as(format);
	const int before = files_in_directory();
	struct rlimit old, low;
	getrlimit(RLIMIT_FSIZE, &old);
	low = old;
	signal(SIGXFSZ, SIG_IGN);
	for (int k = 0; k < 3; k++) {
		low.rlim_cur = (rlim_t)(k * 900);
		setrlimit(RLIMIT_FSIZE, &low);
		const lqcd_status s = lqcd_gauge_write(file, format, &tiny, NULL, &why);
		setrlimit(RLIMIT_FSIZE, &old);
		tap_ok(s == LQCD_ERR_WRITE && strstr(why.text, strerror(EFBIG)) && same_file(file, &base) &&
			       files_in_directory() == before,
		       "%s: no room after %d bytes; the old file is intact: %s", format, k * 900, why.text);
	}
	signal(SIGXFSZ, SIG_DFL);
	snprintf(path, sizeof path, "%s/none", directory);
	lqcd_status s = lqcd_gauge_read(path, &copy, NULL, NULL, &why);
	tap_ok(s == LQCD_ERR_OPEN && strstr(why.text, strerror(ENOENT)), "%s", why.text);
	s = lqcd_gauge_write("/dev/full", format, &tiny, NULL, &why);
	tap_ok(s == LQCD_ERR_OPEN && strstr(why.text, "not a regular file"), "%s", why.text);
	check_gauge_forbidden(format);
}

/* Every call of a kind fails in turn; at last none does. */
static void check_gauge_calls(const char *format)
{
	static const struct {
		hooked_call what;
		int error;
		const char *name;
	} rows[] = {{HOOK_WRITE, ENOSPC, "write"}, {HOOK_WRITE, EIO, "write"},   {HOOK_FSYNC, EIO, "fsync"},
		    {HOOK_CLOSE, EIO, "close"},    {HOOK_RENAME, EIO, "rename"}, {HOOK_READ, EIO, "read"}};
	write_tiny_as(format);
	const int before = files_in_directory();
	const long live = hook.live;
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		const int reading = rows[k].what == HOOK_READ;
		const lqcd_status want = reading ? LQCD_ERR_READ : LQCD_ERR_WRITE;
		lqcd_status s = want;
		long at = 0, bad = 0;
		for (; s != LQCD_OK && !bad && at < 1000; at++) {
			why.text[0] = 0;
			hook_of.calls = 0;
			hook_of.fail_at = at;
			hook_of.error = rows[k].error;
			hook_of.what = rows[k].what;
			s = reading ? lqcd_gauge_read(file, &copy, NULL, NULL, &why)
				    : lqcd_gauge_write(file, format, &tiny, NULL, &why);
			hook_of.what = HOOK_NONE;
			bad += hook.live != live || files_in_directory() != before;
			if (s == LQCD_OK) break;
			bad += s != want || !same_file(file, &base) || !strstr(why.text, strerror(rows[k].error)) ||
			       !strstr(why.text, file);
		}
		tap_ok(s == LQCD_OK && at > 0 && !bad, "%s: %s fails, each of %ld times: %s: %s", format, rows[k].name,
		       at, strerror(rows[k].error), bad ? why.text : "the old file is intact");
		write_tiny_as(format);
	}
	poison(&copy);
	hook_of.calls = 0;
	hook_of.what = HOOK_SHORT;
	lqcd_status s = lqcd_gauge_write(file, format, &tiny, NULL, &why);
	if (s == LQCD_OK) s = lqcd_gauge_read(file, &copy, NULL, NULL, &why);
	hook_of.what = HOOK_NONE;
	tap_ok(s == LQCD_OK && hook_of.calls > 6 && difference(&tiny, &copy) <= (format[0] == 'M' ? 1e-6 : 0),
	       "%s: %ld short and interrupted calls", format, hook_of.calls);
}

static const char *attempted;

static lqcd_status attempt_gauge(int what, lqcd_message *reason)
{
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	if (what == 0) return lqcd_gauge_read(file, &copy, NULL, NULL, reason);
	if (what == 2) return lqcd_gauge_write(file, attempted, &tiny, NULL, reason);
	const lqcd_status s = lqcd_gauge_load(file, &lat, NULL, &u, NULL, NULL, reason);
	if (s != LQCD_OK) return s;
	lqcd_gauge_field_destroy_d(&u);
	lqcd_lattice_destroy(&lat);
	return s;
}

static void check_gauge_memory(const char *format)
{
	static const char *const names[] = {"read", "load", "write"};
	char name[64];
	write_tiny_as(format);
	attempted = format;
	for (int what = 0; what < 3; what++) {
		snprintf(name, sizeof name, "%s: %s", format, names[what]);
		without_memory(attempt_gauge, what, name);
	}
}

/* ---- large files ----------------------------------------------------------------------------------------------- */

/* A data section behind 5 GiB that are not there. */
static void check_far(void)
{
	for (int order = 0; order < 3; order++) {
		lqcd_links f = lqcd_links_of(tiny_shape);
		lqcd_links_found found[2];
		lqcd_file_out out;
		lqcd_file_in in;
		f.offset = UINT64_C(5368709120) + 12;
		f.order = (lqcd_links_order)order;
		f.sum = order == LQCD_LINKS_ODD ? LQCD_LINKS_NO_SUM : LQCD_LINKS_SCIDAC;
		lqcd_status s = lqcd_file_out_open(&out, file, &why);
		if (s == LQCD_OK) s = lqcd_links_write(&out, &f, &tiny, &found[0], &why);
		if (s == LQCD_OK) s = lqcd_file_out_commit(&out, &why);
		poison(&copy);
		in.fd = -1;
		if (s == LQCD_OK) s = lqcd_file_in_open(&in, file, &why);
		if (s == LQCD_OK) s = lqcd_links_check_length(&in, &f, &why);
		if (s == LQCD_OK) s = lqcd_links_read(&in, &f, &copy, &found[1], &why);
		lqcd_file_in_close(&in);
		tap_ok(s == LQCD_OK && !(difference(&tiny, &copy) > 0) && !memcmp(found[0].sum, found[1].sum, 8) &&
			       (order == LQCD_LINKS_ODD || found[0].sum[0]),
		       "order %d, beyond 4 GiB %s", order, s == LQCD_OK ? "" : why.text);
	}
}

/* The places of the sites of one process of very many: 2^40 sites. */
static void check_far_places(void)
{
	const int extent[4] = {1024, 1024, 1024, 1024}, coord[4] = {127, 63, 100, 127};
	lqcd_lattice_options o = lqcd_lattice_options_default();
	lqcd_lattice lat;
	expectation e = {0, 0, ""};
	o.grid[0] = o.grid[1] = o.grid[2] = 128;
	o.grid[3] = 128;
	const lqcd_status s = lqcd_lattice_create_at(&lat, extent, &o, coord, &why);
	tap_ok(s == LQCD_OK, "a lattice of 2^40 sites");
	for (int k = 0; k < 2000 && s == LQCD_OK; k++) {
		lqcd_section section;
		lqcd__section_box b;
		uint64_t run;
		int c[4], x[4];
		memset(&section, 0, sizeof section);
		memcpy(section.extent, extent, sizeof extent);
		section.item = 576;
		section.x_fast = k & 1;
		section.parity = k & 2 ? LQCD_ODD : LQCD_FULL;
		b.s = &section;
		b.lat = &lat;
		lqcd__section_box_of(&b, k % 5 - 1);
		const uint64_t m = tap_random_u64() % b.items, n = lqcd__section_place(&b, m, c, &run);
		uint64_t want = 0;
		for (int j = 3; j >= 0; j--) {
			const int mu = section.x_fast ? (j + 1) & 3 : 3 - j, pair = j == 0 && (k & 2) ? 2 : 1;
			x[mu] = (8 * coord[mu] + (k % 5 - 1 == mu ? 8 : 0)) % 1024 + c[j] * pair;
			want = want * (uint64_t)(1024 / pair) + (uint64_t)(x[mu] / pair);
		}
		EXPECT(&e, n == want && run >= 1 && run <= 8 && c[0] < b.size[0], "%llu, not %llu",
		       (unsigned long long)n, (unsigned long long)want);
		EXPECT(&e, lqcd_section_bytes(&section) == (UINT64_C(1) << (k & 2 ? 39 : 40)) * 576, "bytes");
	}
	expect_done(&e, "places of items in it");
	lqcd_lattice_destroy(&lat);
}

static void check_metadata(void)
{
	char key[32], value[300];
	const char *text;
	memset(&info, 0, sizeof info);
	int n = 0;
	for (size_t i = 0; i < sizeof value - 1; i++) value[i] = (char)(i % 50);
	value[sizeof value - 1] = 0;
	for (value[0] = 'x'; n < 1000; n++) {
		for (size_t i = 0; i < sizeof value - 1; i++)
			if (!value[i]) value[i] = 'o';
		snprintf(key, sizeof key, "key %d", n);
		if (!lqcd_gauge_info_add(&info, key, value)) break;
	}
	tap_ok(n > 20 && n < 30 && info.keys == n && info.cut == 1 && info.meta_bytes <= sizeof info.meta,
	       "%d keys fit", n);
	text = lqcd_gauge_info_get(&info, "key 7");
	tap_ok(text && strlen(text) == 299 && text[0] == 'x' && text[10] == ' ' && text[49] == '1' &&
		       !lqcd_gauge_info_get(&info, "key") && !strcmp(lqcd_gauge_info_key(&info, 3, &text), "key 3") &&
		       !lqcd_gauge_info_key(&info, n, &text),
	       "and are found");
}

static void test_gauge_errors(void)
{
	one_thread();
	begin();
	for (int k = 0; k < FORMATS; k++) {
		check_gauge_truncation(formats[k]);
		check_gauge_damage(formats[k]);
		check_swaps(formats[k]);
		check_gauge_system(formats[k]);
		check_gauge_calls(formats[k]);
		check_gauge_memory(formats[k]);
	}
	check_gauge_calls(LQCD_NC == 3 ? "ILDG" : "SciDAC");
	check_gauge_headers();
	check_far();
	check_far_places();
	check_metadata();
	end();
}
