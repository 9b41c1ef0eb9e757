/* LIME records and values in XML: every header, every flag, every cut, every flipped byte of small files. */
#include <unistd.h>

#include <lqcd/io/lime.h>

#include "../support/support.h"
#include "nersc.h"

#define LIME_ROOM 4096
static unsigned char lime_image[LIME_ROOM];
static size_t lime_size;

/* ---- records --------------------------------------------------------------------------------------------------- */

typedef struct {
	const char *type;
	size_t length;
	int first, last;
} made_record;

enum { MOST_MADE = 8 };
static made_record made[MOST_MADE];
static size_t header_at[MOST_MADE + 1];
static int made_count;

/** One more record, byte by byte as the format has it. */
static void add(const char *type, const void *data, size_t length, int first, int last)
{
	unsigned char *h = lime_image + lime_size;
	memset(h, 0, 144 + length + 8);
	memcpy(h, "\x45\x67\x89\xab\x00\x01", 6);
	h[6] = (unsigned char)(first << 7 | last << 6);
	for (int i = 0; i < 8; i++) h[15 - i] = (unsigned char)((uint64_t)length >> 8 * i);
	memcpy(h + 16, type, strlen(type));
	memcpy(h + 144, data, length);
	made[made_count].type = type;
	made[made_count].length = length;
	made[made_count].first = first;
	made[made_count].last = last;
	header_at[made_count++] = lime_size;
	lime_size += 144 + (length + 7) / 8 * 8;
	header_at[made_count] = lime_size;
}

/** flags: as in messages, none, all, the first alone on each. */
static void make_records(int flags)
{
	static const char *types[] = {"xlf-info", "ildg-format", "a-type-of-its-own", "ildg-binary-data", "x"};
	unsigned char data[64];
	lime_size = 0;
	made_count = 0;
	for (int i = 0; i < 5; i++) {
		for (size_t k = 0; k < sizeof data; k++) data[k] = (unsigned char)(tap_random_u64() % 255 + 1);
		const size_t length = i == 3 ? 0 : (size_t)(tap_random_u64() % 30) + (size_t)i;
		add(types[i], data, length, flags == 0 ? i == 0 || i == 2 : flags >= 2,
		    flags == 0 ? i == 1 || i == 4 : flags == 2);
	}
}

/** Walks over the file; how many records agree with what was made, and the status. */
static lqcd_status walk(int *right, int *messages, lqcd_message *why)
{
	lqcd_file_in in;
	lqcd_lime_record r;
	lqcd_status s = lqcd_file_in_open(&in, file, why);
	*right = *messages = 0;
	lqcd_lime_rewind(&r);
	while (s == LQCD_OK) {
		s = lqcd_lime_next(&in, &r, why);
		if (s != LQCD_OK || !r.number) break;
		const made_record *m = &made[r.number - 1];
		*right += !strcmp(r.type, m->type) && r.length == m->length && r.first == m->first &&
			  r.last == m->last && r.offset == header_at[r.number - 1] + 144;
		*messages = r.message;
	}
	lqcd_file_in_close(&in);
	return s;
}

static void check_walk(void)
{
	static const int want_messages[] = {2, 1, 5, 5};
	int right, messages;
	lqcd_message why;
	for (int flags = 0; flags < 4; flags++) {
		make_records(flags);
		save(file, lime_image, lime_size);
		const lqcd_status s = walk(&right, &messages, &why);
		tap_ok(s == LQCD_OK && right == made_count && messages == want_messages[flags],
		       "five records, flags of kind %d: %d right, %d messages", flags, right, messages);
		/* The padding of the last record may be absent; so may whole records, as far as LIME can tell. */
		long wrong = 0;
		for (size_t n = 0; n < lime_size; n++) {
			int whole = 0;
			for (int i = 0; i < made_count; i++) whole += n >= header_at[i] + 144 + made[i].length;
			int legal = 0;
			for (int i = 0; i < made_count; i++)
				legal |= n >= header_at[i] + 144 + made[i].length && n <= header_at[i + 1];
			why.text[0] = 0;
			save(file, lime_image, n);
			const lqcd_status cut = walk(&right, &messages, &why);
			wrong += cut != (legal ? LQCD_OK : LQCD_ERR_TRUNCATED) || right != whole;
			if (!legal) wrong += !strstr(why.text, file) || !strstr(why.text, "record");
		}
		tap_ok(wrong == 0, "cut at each of %lu bytes: %ld wrong answers", (unsigned long)lime_size, wrong);
	}
	long missed = 0;
	make_records(0);
	for (size_t i = 0; i < lime_size; i++) {
		const unsigned char kept = lime_image[i];
		lime_image[i] ^= (unsigned char)(1u << tap_random_u64() % 8);
		save(file, lime_image, lime_size);
		const lqcd_status s = walk(&right, &messages, &why);
		missed += s != LQCD_OK && s != LQCD_ERR_FORMAT && s != LQCD_ERR_TRUNCATED;
		/* Magic number and version. */
		for (int k = 0; k < made_count; k++)
			if (i >= header_at[k] && i < header_at[k] + 6) missed += s != LQCD_ERR_FORMAT;
		lime_image[i] = kept;
	}
	tap_ok(missed == 0, "a flipped bit in each byte: %ld wrong answers", missed);
}

static void check_lime_refused(void)
{
	static const struct {
		int at;
		unsigned char byte;
		lqcd_status want;
		const char *piece;
	} cases[] = {
		{0, 0x46, LQCD_ERR_FORMAT, "(record 3)"},
		{5, 2, LQCD_ERR_FORMAT, "version 2"},
		{8, 0xff, LQCD_ERR_TRUNCATED, "announces 18374686479671"},
		{8, 0x7f, LQCD_ERR_TRUNCATED, "a-type-of-its-own"},
		{13, 1, LQCD_ERR_TRUNCATED, "record 3"},
	};
	int right, messages;
	lqcd_message why;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		make_records(0);
		lime_image[header_at[2] + (size_t)cases[i].at] = cases[i].byte;
		save(file, lime_image, lime_size);
		const lqcd_status s = walk(&right, &messages, &why);
		char byte[40];
		snprintf(byte, sizeof byte, "byte %lu", (unsigned long)header_at[2]);
		tap_ok(s == cases[i].want && right == 2 && strstr(why.text, cases[i].piece) && strstr(why.text, byte),
		       "refused: %s", why.text);
	}
	lime_size = 0;
	save(file, lime_image, 0);
	tap_ok(walk(&right, &messages, &why) == LQCD_ERR_TRUNCATED, "refused: an empty file: %s", why.text);
	memcpy(lime_image, "GIF89a..............", 20);
	save(file, lime_image, 20);
	tap_ok(walk(&right, &messages, &why) == LQCD_ERR_FORMAT && strstr(why.text, "not a LIME file"), "refused: %s",
	       why.text);
	/* A length that wraps around. */
	make_records(0);
	memset(lime_image + header_at[4] + 8, 0xff, 8);
	save(file, lime_image, lime_size);
	tap_ok(walk(&right, &messages, &why) == LQCD_ERR_TRUNCATED && right == 4, "refused: %s", why.text);
	/* A record, a hole, a record. */
	const int n = 1000;
	FILE *f = fopen(file, "wb");
	unsigned char h[144];
	lqcd_lime_header(h, "", 0, 0);
	for (int i = 0; i < n && f; i++)
		if (i == 0 || i == n - 1) {
			fseek(f, (long)i * 144, SEEK_SET);
			fwrite(h, 1, 144, f);
		}
	if (f) fclose(f);
	tap_ok(walk(&right, &messages, &why) == LQCD_ERR_FORMAT, "refused: a hole: %s", why.text);
}

/* Records above 4 GiB, in a file that is nearly all hole. */
static void check_lime_large(void)
{
	const uint64_t length = UINT64_C(5) << 30;
	unsigned char h[144];
	lqcd_file_in in;
	lqcd_lime_record r;
	lqcd_message why;
	FILE *f = fopen(file, "wb");
	if (!f) return;
	lqcd_lime_header(h, "first", length - 3, LQCD_LIME_FIRST);
	fwrite(h, 1, 144, f);
	fclose(f);
	const int fd = open(file, O_WRONLY);
	lqcd_lime_header(h, "second", 8, LQCD_LIME_LAST);
	const int good = lseek(fd, (off_t)(144 + length), SEEK_SET) > 0 && write(fd, h, 144) == 144 &&
			 write(fd, "12345678", 8) == 8;
	close(fd);
	if (!good) {
		tap_skip("no file of 5 GiB with a hole here");
		return;
	}
	char text[9];
	must(lqcd_file_in_open(&in, file, &why));
	lqcd_lime_rewind(&r);
	const lqcd_status s = lqcd_lime_find(&in, "second", &r, &why);
	tap_ok(s == LQCD_OK && r.number == 2 && r.offset == 288 + length && r.length == 8 &&
		       lqcd_lime_text(&in, &r, text, sizeof text, &why) == LQCD_OK && !strcmp(text, "12345678"),
	       "a record behind 5 GiB");
	lqcd_file_in_close(&in);
}

static void check_texts(void)
{
	static const char data[] = " \n text with\ttail \r\n\0 and more";
	char text[64];
	unsigned char again[LIME_ROOM];
	lqcd_file_in in;
	lqcd_lime_record r;
	lqcd_message why;
	lime_size = 0;
	made_count = 0;
	add("one", data, sizeof data, 1, 0);
	add("two", "12345678", 8, 0, 0);
	add("two", "", 0, 0, 1);
	save(file, lime_image, lime_size);
	must(lqcd_file_in_open(&in, file, &why));
	lqcd_lime_rewind(&r);
	lqcd_status s = lqcd_lime_find(&in, "one", &r, &why);
	tap_ok(s == LQCD_OK && r.number == 1 && lqcd_lime_text(&in, &r, text, sizeof text, &why) == LQCD_OK &&
		       !strcmp(text, "text with\ttail"),
	       "a text up to its NUL, trimmed");
	s = lqcd_lime_find(&in, "two", &r, &why);
	tap_ok(s == LQCD_OK && r.number == 2 && lqcd_lime_text(&in, &r, text, 5, &why) == LQCD_OK &&
		       !strcmp(text, "1234"),
	       "a text is cut to its room");
	s = lqcd_lime_find(&in, "two", &r, &why);
	tap_ok(s == LQCD_OK && r.number == 3 && lqcd_lime_text(&in, &r, text, sizeof text, &why) == LQCD_OK && !*text,
	       "an empty text");
	s = lqcd_lime_find(&in, "two", &r, &why);
	tap_ok(s == LQCD_OK && r.number == 0, "no more of that type");
	lqcd_file_in_close(&in);

	/* The same bytes from the library. */
	lime_size = 0;
	made_count = 0;
	add("scidac-file-xml", "<a/>", 4, 1, 1);
	add("t", "eight by", 8, 0, 0);
	add("t", "", 0, 0, 1);
	size_t at = lqcd_lime_put(again, 0, sizeof again, "scidac-file-xml", "<a/>", LQCD_LIME_FIRST | LQCD_LIME_LAST);
	at = lqcd_lime_put(again, at, sizeof again, "t", "eight by", 0);
	at = lqcd_lime_put(again, at, sizeof again, "t", "", LQCD_LIME_LAST);
	tap_ok(at == lime_size && !memcmp(again, lime_image, lime_size),
	       "records that are written are those of the format");
	memset(again, 7, sizeof again);
	at = lqcd_lime_put(again, 0, 151, "type", "text", 0);
	at = lqcd_lime_put(again, at, 151, "type", "text", 0);
	tap_ok(at == 304 && again[0] == 7 && again[150] == 7, "records that do not fit are counted, not written");
}

/* ---- XML ------------------------------------------------------------------------------------------------------- */

static void check_xml(void)
{
	static const struct {
		const char *xml, *value; /* NULL: none */
	} texts[] = {
		{"<lx>8</lx>", "8"},
		{"<?xml version=\"1.0\"?>\n<ildgFormat a=\"b\">\n <lx>\n\t 8 \n</lx></ildgFormat>", "8"},
		{"<lx unit='>'>8</lx>", "8"},
		{"<ildg:lx>8</ildg:lx>", "8"},
		{"<!-- <lx>4</lx> --><lx>8</lx>", "8"},
		{"<lxx>4</lxx><xlx>4</xlx><lx>8</lx><lx>4</lx>", "8"},
		{"<lx/><lx></lx>", ""},
		{"<lx><a>4</a></lx><lx>8</lx>", "8"},
		{"<lx\n>8</lx\n>", "8"},
		{"<lx>8", NULL},
		{"<lx>8<", NULL},
		{"<lx>8<lx>", NULL},
		{"<lx", NULL},
		{"<", NULL},
		{"<>8</>", NULL},
		{"", NULL},
		{"lx>8</lx>", NULL},
		{"<!-- <lx>8</lx>", NULL},
		{"<lx a=\">8</lx>", NULL},
		{"</lx>8</lx>", NULL},
	};
	char value[16];
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		memset(value, 'x', sizeof value);
		const int found = lqcd_xml_text(texts[i].xml, "lx", value, sizeof value);
		tap_ok(found == (texts[i].value != NULL) && (!found || !strcmp(value, texts[i].value)), "%s: %s",
		       texts[i].xml, found ? value : "none");
	}
	tap_ok(lqcd_xml_text("<lx>12345678</lx>", "lx", value, 5) && !strcmp(value, "1234"), "cut to its room");
	int64_t v[4], one = 0;
	uint32_t hex = 0;
	tap_ok(lqcd_xml_integers("<dims>4 4\n6  8 </dims>", "dims", v, 4) == 1 && v[0] == 4 && v[2] == 6 && v[3] == 8,
	       "four integers");
	tap_ok(lqcd_xml_integers("<dims>4 4 6</dims>", "dims", v, 4) == -1 &&
		       lqcd_xml_integers("<dims>4 4 6 8 10</dims>", "dims", v, 4) == -1 &&
		       lqcd_xml_integers("<dims>4 4 6 8x</dims>", "dims", v, 4) == -1 &&
		       lqcd_xml_integers("<dim>4 4 6 8x</dim>", "dims", v, 4) == 0,
	       "three integers, five, a letter");
	tap_ok(lqcd_xml_integers("<a>-17</a>", "a", &one, 1) == 1 && one == -17 &&
		       lqcd_xml_integers("<a>99999999999999999999</a>", "a", &one, 1) == 1 && one == INT64_C(1) << 62 &&
		       lqcd_xml_integers("<a></a>", "a", &one, 1) == -1 && lqcd_xml_integers("<a>-</a>", "a", &one, 1) == -1,
	       "integers");
	tap_ok(lqcd_xml_hex("<suma> a3b09c8</suma>", "suma", &hex) == 1 && hex == 0xa3b09c8 &&
		       lqcd_xml_hex("<suma>0xFFFFFFFF</suma>", "suma", &hex) == 1 && hex == 0xffffffff &&
		       lqcd_xml_hex("<suma>100000000</suma>", "suma", &hex) == -1 &&
		       lqcd_xml_hex("<suma>12g</suma>", "suma", &hex) == -1 && lqcd_xml_hex("", "suma", &hex) == 0,
	       "hexadecimal numbers");
}

static void test_lime(void)
{
	const char *tmp = getenv("TMPDIR");
	snprintf(file, sizeof file, "%.400s/lqcd-lime-%ld-%08lx", tmp && *tmp ? tmp : "/tmp", (long)getpid(),
		 (unsigned long)(tap_random_u64() & 0xffffffffu));
	check_walk();
	check_lime_refused();
	check_lime_large();
	check_texts();
	check_xml();
	unlink(file);
}
