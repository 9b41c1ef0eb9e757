/* tests/io/ildg.h: for the tests of gauge fields in LIME files, beside nersc.h: files as lists of records that can be
 * changed. */
#ifndef LQCD_TESTS_ILDG_H
#define LQCD_TESTS_ILDG_H

#include "nersc.h"

/* ---- files as records ------------------------------------------------------------------------------------------ */

typedef struct {
	char type[40];
	unsigned flags;
	const unsigned char *data; /* in base.byte, or a text */
	size_t n;
} record;

enum { MOST = 24 };
static record in_base[MOST], list[MOST];
static int in_base_count, count;

/* The list as it was. */
LQCD_STATIC void restore(void)
{
	memcpy(list, in_base, sizeof list);
	count = in_base_count;
}

/* base := the file; in_base and list := its records; base.data := where the links are. */
LQCD_STATIC void take_base(void)
{
	size_t at = 0;
	read_image(file, &base);
	for (in_base_count = 0; at + 144 <= base.n && in_base_count < MOST; in_base_count++) {
		const unsigned char *h = base.byte + at;
		record *r = &in_base[in_base_count];
		size_t n = 0;
		for (int k = 8; k < 16; k++) n = n << 8 | h[k];
		snprintf(r->type, sizeof r->type, "%.39s", (const char *)h + 16);
		r->flags = (unsigned)(h[6] << 8 | h[7]);
		r->data = h + 144;
		r->n = n;
		if (strstr(r->type, "binary-data")) base.data = at + 144;
		at += 144 + (n + 7) / 8 * 8;
	}
	restore();
}

/* work := the list as a file. */
LQCD_STATIC void build(void)
{
	work.n = 0;
	for (int i = 0; i < count; i++) {
		unsigned char *h = work.byte + work.n;
		const record *r = &list[i];
		memset(h, 0, 144 + r->n + 8);
		memcpy(h, "\x45\x67\x89\xab\x00\x01", 6);
		h[6] = (unsigned char)(r->flags >> 8);
		for (int k = 0; k < 8; k++) h[15 - k] = (unsigned char)((uint64_t)r->n >> 8 * k);
		memcpy(h + 16, r->type, strlen(r->type));
		memcpy(h + 144, r->data, r->n);
		if (strstr(r->type, "binary-data")) work.data = work.n + 144;
		work.n += 144 + (r->n + 7) / 8 * 8;
	}
}

LQCD_STATIC int find(const char *type)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(list[i].type, type)) return i;
	tap_ok(0, "the file has a record %s", type);
	return 0;
}

LQCD_STATIC void drop(const char *type)
{
	const int at = find(type);
	count--;
	memmove(list + at, list + at + 1, (size_t)(count - at) * sizeof *list);
}

LQCD_STATIC void set_text(const char *type, const char *text)
{
	record *r = &list[find(type)];
	r->data = (const unsigned char *)text;
	r->n = strlen(text);
}

LQCD_STATIC void insert(int at, const char *type, const char *text, unsigned flags)
{
	memmove(list + at + 1, list + at, (size_t)(count - at) * sizeof *list);
	snprintf(list[at].type, sizeof list[at].type, "%s", type);
	list[at].flags = flags;
	list[at].data = (const unsigned char *)text;
	list[at].n = strlen(text);
	count++;
}

LQCD_STATIC void set_flags(unsigned flags)
{
	for (int i = 0; i < count; i++) list[i].flags = flags;
}

/* The text of a record with one piece exchanged, in memory that lives until the next but three. */
LQCD_STATIC void replace(const char *type, const char *old, const char *piece)
{
	static char texts[4][8192];
	static int next;
	const record *r = &list[find(type)];
	char *to = texts[next++ & 3], from[4096];
	snprintf(from, sizeof from, "%.*s", (int)r->n, (const char *)r->data);
	const char *at = strstr(from, old);
	if (!at) tap_ok(0, "record %s has %s", type, old);
	snprintf(to, sizeof texts[0], "%.*s%s%s", at ? (int)(at - from) : 0, from, piece, at ? at + strlen(old) : "");
	set_text(type, to);
}

static const char *const styles[] = {"ILDG", "ILDG-QIO", "SciDAC"};
static lqcd_gauge_options ask;
static lqcd_gauge_info got;

/* The result of comparing the checksum. */
typedef enum { MISSING, RIGHT, WRONG } verdict;
LQCD_STATIC verdict checksum_of(const lqcd_gauge_info *i)
{
	return !i->has_checksum ? MISSING : i->tolerated & LQCD_GAUGE_CHECKSUM ? WRONG : RIGHT;
}

LQCD_STATIC const char *text_of(const lqcd_gauge_info *i, const char *key)
{
	const char *text = lqcd_gauge_info_get(i, key);
	return text ? text : "";
}

LQCD_STATIC lqcd_status write_in(int style, int bits, const lqcd_gauge_field_d *u, const lqcd_gauge_info *meta,
				 lqcd_message *why)
{
	lqcd_gauge_write_options w;
	memset(&w, 0, sizeof w);
	w.bits = bits;
	w.meta = meta;
	return lqcd_gauge_write(file, styles[style], u, &w, why);
}

/* base := tiny in a style. */
LQCD_STATIC void write_tiny(int style, int bits)
{
	lqcd_message why;
	if (write_in(style, bits, &tiny, NULL, &why) != LQCD_OK) tap_ok(0, "written: %s", why.text);
	take_base();
}

#endif
