/* Gauge fields in LIME files that are wrong in every way, and systems that refuse: status, message, nothing lost, nothing
 * left behind. */
#include "ildg.h"

#include <signal.h>
#include <sys/resource.h>

#if !defined(__cplusplus)
extern int ftruncate(int, off_t);
#endif

static void refuse_ildg(const char *name, lqcd_status want, const char *piece)
{
	lqcd_message why;
	const long live = hook.live;
	build();
	save(file, work.byte, work.n);
	why.text[0] = 0;
	const lqcd_status s = lqcd_gauge_read(file, &copy, &ask, &got, &why);
	tap_ok(s == want && strstr(why.text, piece) && strstr(why.text, file) && hook.live == live, "refused: %s: %s",
	       name, why.text);
	tap_ok(lqcd_gauge_read(file, &copy, &ask, NULL, NULL) == s, "the same without a message");
	restore();
}

/* ---- files that must be refused -------------------------------------------------------------------------------- */

static void check_ildg_refused(void)
{
	static const struct {
		int style;
		const char *type, *old, *piece;
		lqcd_status want;
		const char *said;
	} cases[] = {
		{LQCD_ILDG, "ildg-format", "<field>su", "<field>SU", LQCD_ERR_KEY, "<field> is \"SU"},
		{LQCD_ILDG, "ildg-format", "<field>su", "<field></field><field>su", LQCD_ERR_KEY, "<field> is \"\""},
		{LQCD_ILDG, "ildg-format", "<precision>64", "<precision>128", LQCD_ERR_KEY, "precision"},
		{LQCD_ILDG, "ildg-format", "<precision>64", "<precision>32", LQCD_ERR_TRAILING, "bytes of data"},
		{LQCD_ILDG, "ildg-format", "<precision>64</precision>", "", LQCD_ERR_KEY, "precision"},
		{LQCD_ILDG, "ildg-format", "<ly>2</ly>", "", LQCD_ERR_KEY, "<ly>"},
		{LQCD_ILDG, "ildg-format", "<ly>2<", "<ly>two<", LQCD_ERR_KEY, "<ly>"},
		{LQCD_ILDG, "ildg-format", "<ly>2<", "<ly>3<", LQCD_ERR_EXTENT, "even"},
		{LQCD_ILDG, "ildg-format", "<ly>2<", "<ly>-2<", LQCD_ERR_EXTENT, "-2"},
		{LQCD_ILDG, "ildg-format", "<ly>2<", "<ly>4294967298<", LQCD_ERR_EXTENT, "4294967298"},
		{LQCD_ILDG, "ildg-format", "<ly>2<", "<ly>4<", LQCD_ERR_TRUNCATED, "bytes of data"},
		{LQCD_ILDG, "ildg-format", "<lx>2</lx><ly>2</ly><lz>2<",
		 "<lx>2000000000</lx><ly>2000000000</ly><lz>2000000000<", LQCD_ERR_EXTENT, "memory addresses"},
		{LQCD_ILDG, "scidac-checksum", "<suma>", "<suma>z", LQCD_ERR_KEY, "hexadecimal"},
		{LQCD_ILDG, "scidac-checksum", "<sumb>", "<sumc>", LQCD_ERR_KEY, "<sumb>"},
		{LQCD_ILDG, "scidac-checksum", "<suma>", "<suma>17</suma><suma>", LQCD_ERR_CHECKSUM, "00000017"},
		{LQCD_ILDG_QIO, "scidac-private-file-xml", "2 2 2 2", "2 2 2 4", LQCD_ERR_KEY, "in another"},
		{LQCD_ILDG_QIO, "scidac-private-file-xml", "2 2 2 2", "2 2 2", LQCD_ERR_KEY, "four <dims>"},
		{LQCD_ILDG_QIO, "scidac-private-file-xml", "<volfmt>0", "<volfmt>1", LQCD_ERR_KEY, "several files"},
		{LQCD_ILDG_QIO, "scidac-private-file-xml", "<spacetime>4", "<spacetime>5", LQCD_ERR_KEY, "four"},
		{LQCD_ILDG_QIO, "scidac-private-record-xml", "<recordtype>0", "<recordtype>2", LQCD_ERR_KEY,
		 "whole lattice"},
		{LQCD_ILDG_QIO, "scidac-private-record-xml", "<colors>", "<colors>1", LQCD_ERR_KEY, "colors"},
		{LQCD_ILDG_QIO, "scidac-private-record-xml", "<precision>D", "<precision>F", LQCD_ERR_KEY, "precision"},
		{LQCD_ILDG_QIO, "scidac-private-record-xml", "<typesize>", "<typesize>9", LQCD_ERR_KEY, "typesize"},
		{LQCD_ILDG_QIO, "scidac-private-record-xml", "<datacount>4", "<datacount>1", LQCD_ERR_KEY, "datacount"},
		{LQCD_ILDG_QIO, "scidac-private-record-xml", "<colors>", "<colors>x", LQCD_ERR_KEY, "colors"},
		{LQCD_SCIDAC, "scidac-private-record-xml", "<datacount>4", "<datacount>3", LQCD_ERR_FORMAT, "ColorMatrix\" of 3 x "},
		{LQCD_SCIDAC, "scidac-private-file-xml", "<dims>2 2 2 2 </dims>", "", LQCD_ERR_KEY, "dims"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		if (i == 0 || cases[i].style != cases[i - 1].style) write_tiny(cases[i].style, 64);
		replace(cases[i].type, cases[i].old, cases[i].piece);
		refuse_ildg(cases[i].piece, cases[i].want, cases[i].said);
	}
	/* Without <field> the length alone tells what the data are. */
	static const char *const damaged[] = {
		"<ildgFormat><precision>64</precision><lx>2</lx><ly>2</ly><lz>2</lz></ildgFormat>",
		"<ildgFormat><lx>2</lx><ly>2</ly><lz>2</lz><lt>2</lt></ildgFormat>",
		"<ildgFormat><precision>32</precision><lx>2</lx><ly>2</ly><lz>2</lz><lt>2</lt></ildgFormat>",
		"<ildgFormat><precision>64</precision><lx>2</lx><ly>2</ly><lz>2</lz><lt>4</lt></ildgFormat>",
		"<ildgFormat a=\"b><precision c=\"d>64</precision",
	};
	static const lqcd_status wanted[] = {LQCD_ERR_KEY, LQCD_ERR_KEY, LQCD_ERR_TRAILING, LQCD_ERR_TRUNCATED,
					     LQCD_ERR_KEY};
	write_tiny(LQCD_ILDG, 64);
	for (int k = 0; k < 5; k++) {
		set_text("ildg-format", damaged[k]);
		refuse_ildg("no <field>, and no length that fits", wanted[k],
			    k < 2 || k > 3 ? "ildg-format" : "bytes of data");
	}
	list[find("ildg-binary-data")].n -= 8;
	refuse_ildg("eight bytes too few", LQCD_ERR_TRUNCATED, "bytes of data");
	drop("ildg-binary-data");
	refuse_ildg("no data", LQCD_ERR_FORMAT, "no gauge field");
	drop("ildg-format");
	refuse_ildg("no extents", LQCD_ERR_EXTENT, "--lattice");
	insert(0, "xlf-info", "plaquette = 0.9", 0xc000);
	refuse_ildg("another plaquette", LQCD_ERR_PLAQUETTE, "plaquette = 0.9");
	drop("scidac-checksum");
	ask.require_checksum = 1;
	refuse_ildg("no checksum, but one is wanted", LQCD_ERR_CHECKSUM, "no checksum");
	memset(&ask, 0, sizeof ask);
	unsigned char link[8];
	const size_t at = 37 * 2 * LQCD_NC * LQCD_NC * 8;
	memcpy(link, base.byte + base.data + at, 8);
	for (int k = 0; k < 2; k++) {
		lqcd_store_f64(base.byte + base.data + at, k ? tap_nan() : 1.5, LQCD_BYTES_BIG);
		drop("scidac-checksum");
		refuse_ildg("a bad link", k ? LQCD_NAN : LQCD_ERR_UNITARITY, "x,y,z,t = 1,0,0,1, direction y");
	}
	memcpy(base.byte + base.data + at, link, 8);
	lqcd_message why;
	build();
	save(file, work.byte, work.n);
	tap_ok(lqcd_gauge_read(file, &field, NULL, NULL, &why) == LQCD_ERR_EXTENT && strstr(why.text, "2 2 2 2") &&
		       strstr(why.text, "2 6 8 4"),
	       "other extents: %s", why.text);
}

/* Each read must fail, or give the field: of a flip in every byte, or in random ones. */
static void damage(const char *what, size_t from, size_t to, size_t times)
{
	long wrong = 0, accepted = 0;
	const long live = hook.live;
	const size_t n = to - from;
	const int each = !times;
	const int fd = open(file, O_WRONLY);
	for (size_t k = 0; k < (each ? n : times); k++) {
		const size_t at = from + (each ? k : (size_t)(tap_random_u64() % n));
		const unsigned char bad = (unsigned char)(base.byte[at] ^ 1u << tap_random_u64() % 8);
		lseek(fd, (off_t)at, SEEK_SET);
		wrong += write(fd, &bad, 1) != 1;
		poison(&copy);
		if (lqcd_gauge_read(file, &copy, NULL, &got, NULL) == LQCD_OK) {
			accepted++;
			wrong += difference(&tiny, &copy) != 0 || !each;
		}
		lseek(fd, (off_t)at, SEEK_SET);
		wrong += write(fd, base.byte + at, 1) != 1;
	}
	close(fd);
	tap_ok(wrong == 0 && hook.live == live, "%s: %ld accepted, %ld wrongly", what, accepted, wrong);
}

/* Cuts the file at every length, from the whole to nothing. */
static void cut(size_t bytes)
{
	long wrong = 0, accepted = 0;
	const int fd = open(file, O_WRONLY);
	for (size_t n = base.n; n-- > 0;) {
		lqcd_message why;
		why.text[0] = 0;
		wrong += ftruncate(fd, (off_t)n) != 0;
		poison(&copy);
		const lqcd_status s = lqcd_gauge_read(file, &copy, NULL, &got, &why);
		/* Behind the links a checksum may be missing, and the padding behind it. */
		const int whole = s == LQCD_OK && difference(&tiny, &copy) == 0;
		accepted += whole;
		wrong += whole ? n < base.data + bytes
			       : s != LQCD_ERR_TRUNCATED && (s != LQCD_ERR_FORMAT || n > base.data);
		wrong += !whole && !strstr(why.text, file);
	}
	close(fd);
	tap_ok(wrong == 0 && accepted >= 1 && accepted <= 9, "cut at each byte: %ld accepted, %ld wrong", accepted,
	       wrong);
}

static void check_ildg_damage(void)
{
	for (int style = LQCD_ILDG; style <= LQCD_SCIDAC; style++) {
		write_tiny(style, 64);
		const size_t bytes = 16 * 4 * 2 * LQCD_NC * LQCD_NC * 8;
		damage("a flipped bit in each byte before the links", 0, base.data, 0);
		damage("a flipped bit in each byte behind the links", base.data + bytes, base.n, 0);
		damage("a flipped bit in a byte of the links", base.data, base.data + bytes, 1200);
		if (style != LQCD_SCIDAC) cut(bytes);
	}
}

/* ---- what the system refuses ----------------------------------------------------------------------------------- */

static lqcd_status attempt_ildg(int what, lqcd_message *why)
{
	return what ? lqcd_gauge_write(file, "ILDG", &tiny, NULL, why) : lqcd_gauge_read(file, &copy, NULL, NULL, why);
}

static void check_ildg_system(void)
{
	char path[768];
	lqcd_message why;
	static lqcd_gauge_info meta;
	static char text[8000];
	lqcd_gauge_write_options write_options;
	snprintf(path, sizeof path, "%s/none", directory);
	lqcd_status s = lqcd_gauge_read(path, &copy, NULL, NULL, &why);
	tap_ok(s == LQCD_ERR_OPEN && strstr(why.text, path), "no such file: %s", why.text);
	snprintf(path, sizeof path, "%s/none/file", directory);
	s = lqcd_gauge_write(path, "ILDG", &tiny, NULL, &why);
	tap_ok(s == LQCD_ERR_OPEN && strstr(why.text, path), "no such directory: %s", why.text);
	write_tiny(LQCD_ILDG, 64);
	const int before = files_in_directory();
	struct rlimit old, low;
	getrlimit(RLIMIT_FSIZE, &old);
	signal(SIGXFSZ, SIG_IGN);
	for (size_t room = 0; room < base.n; room += room < base.data ? 500 : 4000) {
		low = old;
		low.rlim_cur = room;
		setrlimit(RLIMIT_FSIZE, &low);
		s = lqcd_gauge_write(file, "ILDG", &tiny, NULL, &why);
		setrlimit(RLIMIT_FSIZE, &old);
		if (s != LQCD_ERR_WRITE || !strstr(why.text, file))
			tap_ok(0, "room for %lu bytes", (unsigned long)room);
	}
	signal(SIGXFSZ, SIG_DFL);
	tap_ok(same_file(file, &base) && files_in_directory() == before, "a full disk: the old file, and nothing else");

	static const struct {
		lqcd_status want;
		const char *piece;
	} wants[] = {{LQCD_ERR_ARGUMENT, "16 bits"},
		     {LQCD_ERR_ARGUMENT, "ILDG-3"},
		     {LQCD_ERR_ARGUMENT, "big-endian"},
		     {LQCD_ERR_ARGUMENT, "5000 bytes"},
		     {LQCD_NAN, "NaN"},
		     {LQCD_ERR_UNITARITY, "SU("},
		     {LQCD_ERR_PLAQUETTE, "plaquette = 2"}};
	for (int k = 0; k < 7; k++) {
		lqcd_su3_d *u = LQCD_4FIELD_AT(&tiny, 5, 2), kept = *u;
		memset(&meta, 0, sizeof meta);
		memset(&write_options, 0, sizeof write_options);
		memset(text, 'a', 5000);
		write_options.meta = &meta;
		write_options.bits = k ? 0 : 16;
		if (k == 2) write_options.byte_order = LQCD_BYTES_LITTLE;
		if (k == 3) lqcd_gauge_info_add(&meta, "scidac-file-xml", text);
		if (k == 4) u->e[LQCD_NC - 1][1].im = tap_nan();
		if (k == 5) lqcd_su3_scale_d(u, -1.0 - (LQCD_NC != 3), u);
		if (k == 6) lqcd_gauge_info_add(&meta, "xlf-info", "plaquette = 2");
		s = lqcd_gauge_write(file, k == 1 ? "ILDG-3" : "ILDG-QIO", &tiny, &write_options, &why);
		tap_ok(s == wants[k].want && strstr(why.text, wants[k].piece) && strstr(why.text, file),
		       "not written: %s", why.text);
		*u = kept;
	}
	tap_ok(same_file(file, &base) && files_in_directory() == before,
	       "the old file is intact, and nothing is left beside it");
	without_memory(attempt_ildg, 0, "read");
	without_memory(attempt_ildg, 1, "write");
}

static void test_ildg_errors(void)
{
	one_thread();
	begin();
	check_ildg_refused();
	check_ildg_damage();
	check_ildg_system();
	end();
}
