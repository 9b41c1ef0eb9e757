/* lqcd/io/checkpoint.h: the state of a computation in a file: named fields and numbers, bit for bit.
 *
 *   lqcd_checkpoint c;
 *   lqcd_checkpoint_start(&c);
 *   lqcd_checkpoint_field(&c, "x", lqcd_spinor_field_view(&x));    any tag, lanes and parity; spinors or links
 *   lqcd_checkpoint_double(&c, "residual", &residual);
 *   lqcd_checkpoint_integer(&c, "iterations", &iterations);        int64_t
 *   lqcd_checkpoint_integer_default(&c, "level", &level, 0);       written only if it is not 0; 0 where the file has none
 *   s = lqcd_checkpoint_write(path, &c, why);                      replaces the file as a whole (bytes.h)
 *   s = lqcd_checkpoint_read(path, &c, why);                       the same list: each entry is read by its name
 *   s = lqcd_checkpoint_exists(path, &found, why);                 found = 0: no file; LQCD_ERR_OPEN: unreadable
 *
 * A file is read on any process grid, with any lanes and threads: every bit is as it was written, NaN included. A field
 * must have the extents, the parity and the kind of elements (spinors or links) and of numbers (d and vd, f and vf, h
 * and vh) that it was written with. Entries of the file that are not in the list are ignored. A program that comes to
 * keep one more integer gives it a default: it then reads its older files, and writes the same as long as the default
 * holds. Fields and numbers are unspecified after a failure of reading; after one of writing the old file is what it
 * was. Names have 1 to 31 bytes, each at most once; a list has at most 64 entries. Calls are collective over the
 * processes of the fields' lattice: the numbers of process 0 are written, all read them. A list without fields is read
 * and written by the calling process alone.
 *
 * The file, all little-endian: 64 bytes, of which 8 are "lqcdsave", then uint32: version 1, NC, T, X, Y, Z (0 without
 * fields), number of entries, CRC-32 of header and entries with 0 in this place; rest 0. An entry has 64 bytes: 32 of
 * name, NUL padded; uint32 kind (0 double, 1 integer, 2 field), uint32 bits (64, 32, 16) and uint32 parity of a field,
 * uint32 (0 spinors, NC - 1 links: how often 8 NC reals a site has, less one); uint64 the number's bits, or where the
 * field's data begin; uint32[2] SciDAC checksums of the field's data. Data: sites of the parity, z fastest, the words
 * of a site as section.h has them for bits = 0, of links [direction t,x,y,z][row][column][re,im].
 *
 * Statuses: LQCD_ERR_FORMAT (not a checkpoint, another version), LQCD_ERR_CHECKSUM, LQCD_ERR_TRUNCATED,
 * LQCD_ERR_TRAILING, LQCD_ERR_KEY (a name that the file does not have, or of another kind), LQCD_ERR_GEOMETRY
 * (extents, parity, precision, colours: why has both), LQCD_ERR_ARGUMENT (the list), LQCD_ERR_OPEN, LQCD_ERR_READ,
 * LQCD_ERR_WRITE, LQCD_ERR_MEMORY.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_CHECKPOINT_H
#define LQCD_IO_CHECKPOINT_H

#include "section.h"

enum { LQCD_CHECKPOINT_ENTRIES = 64, LQCD__CHECKPOINT_LINE = 64 };

typedef enum { LQCD__CHECKPOINT_DOUBLE, LQCD__CHECKPOINT_INTEGER, LQCD__CHECKPOINT_FIELD } lqcd__checkpoint_kind;

typedef struct {
	char name[32];
	lqcd__checkpoint_kind kind;
	int has_default;
	int64_t usual; /* the default */
	void *number;  /* double or int64_t */
	lqcd_field_view field;
	uint64_t value; /* the bits of the number; where the data begin */
	uint32_t sum[2];
} lqcd_checkpoint_entry;

typedef struct {
	int entries, wrong; /* 1: a name or the number of entries */
	lqcd_checkpoint_entry entry[LQCD_CHECKPOINT_ENTRIES];
} lqcd_checkpoint;

typedef struct {
	unsigned char byte[LQCD__CHECKPOINT_LINE * (1 + LQCD_CHECKPOINT_ENTRIES)];
} lqcd__checkpoint_head;

LQCD_STATIC void lqcd_checkpoint_start(lqcd_checkpoint *c)
{
	memset(c, 0, sizeof *c);
}

LQCD_STATIC lqcd_checkpoint_entry *lqcd__checkpoint_add(lqcd_checkpoint *c, const char *name,
							lqcd__checkpoint_kind kind, void *number)
{
	const size_t n = strlen(name);
	int known = 0;
	for (int i = 0; i < c->entries; i++) known |= !strcmp(c->entry[i].name, name);
	if (c->entries == LQCD_CHECKPOINT_ENTRIES || n < 1 || n > 31 || known) {
		c->wrong = 1;
		return NULL;
	}
	lqcd_checkpoint_entry *e = &c->entry[c->entries++];
	strcpy(e->name, name);
	e->kind = kind;
	e->number = number;
	return e;
}

LQCD_STATIC void lqcd_checkpoint_field(lqcd_checkpoint *c, const char *name, lqcd_field_view field)
{
	lqcd_checkpoint_entry *e = lqcd__checkpoint_add(c, name, LQCD__CHECKPOINT_FIELD, NULL);
	if (e) e->field = field;
}

LQCD_STATIC void lqcd_checkpoint_double(lqcd_checkpoint *c, const char *name, double *number)
{
	(void)lqcd__checkpoint_add(c, name, LQCD__CHECKPOINT_DOUBLE, number);
}

LQCD_STATIC void lqcd_checkpoint_integer(lqcd_checkpoint *c, const char *name, int64_t *number)
{
	(void)lqcd__checkpoint_add(c, name, LQCD__CHECKPOINT_INTEGER, number);
}

LQCD_STATIC void lqcd_checkpoint_integer_default(lqcd_checkpoint *c, const char *name, int64_t *number, int64_t usual)
{
	lqcd_checkpoint_entry *e = lqcd__checkpoint_add(c, name, LQCD__CHECKPOINT_INTEGER, number);
	if (!e) return;
	e->has_default = 1;
	e->usual = usual;
}

/** The reals of a site in units of a spinor, less one: 0, NC - 1 for links, -1 for other fields. */
LQCD_STATIC int lqcd__checkpoint_more(const lqcd_field_view *v)
{
	return v->reals == 8 * LQCD_NC ? 0 : v->reals == 8 * LQCD_NC * LQCD_NC ? LQCD_NC - 1 : -1;
}

/** The lattice of all fields, which must be the same; NULL without fields. */
LQCD_STATIC lqcd_status lqcd__checkpoint_lattice(const char *path, const lqcd_checkpoint *c, const lqcd_lattice **lat,
						 lqcd_message *why)
{
	*lat = NULL;
	if (!c || c->wrong)
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "names of a checkpoint have 1 to 31 bytes, each name once, at most %d of them",
				       LQCD_CHECKPOINT_ENTRIES);
	for (int i = 0; i < c->entries; i++) {
		const lqcd_field_view *v = &c->entry[i].field;
		if (c->entry[i].kind != LQCD__CHECKPOINT_FIELD) continue;
		if (!v->data || !v->type || lqcd__checkpoint_more(v) < 0 || (*lat && *lat != v->type->lattice))
			return lqcd__file_fail(why, LQCD_ERR_GEOMETRY, path, "%s has no spinors or links, or another lattice", c->entry[i].name);
		*lat = v->type->lattice;
	}
	return LQCD_OK;
}

LQCD_STATIC uint32_t lqcd__checkpoint_bits(const lqcd_field_view *v)
{
	return v->precision == LQCD__DOUBLE ? 64 : v->precision == LQCD__FLOAT ? 32 : 16;
}

LQCD_STATIC lqcd_section lqcd__checkpoint_section(const lqcd_checkpoint_entry *e)
{
	lqcd_section s = lqcd_section_make(e->field.type->lattice->extent, 0, 0);
	s.item = lqcd__halo_words(&e->field) * lqcd__halo_word(&e->field);
	s.offset = e->value;
	s.byte_order = LQCD_BYTES_LITTLE;
	s.x_fast = 0;
	s.parity = e->field.type->parity;
	s.sum = LQCD_LINKS_SCIDAC;
	return s;
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

/** Whether the file does without this entry: an integer that has its default. */
LQCD_STATIC int lqcd__checkpoint_omitted(const lqcd_checkpoint_entry *e)
{
	return e->has_default && memcmp(&e->value, &e->usual, sizeof e->value) == 0;
}

/** Takes the values of the numbers. Returns how many entries the file will have, the same on all processes. */
LQCD_STATIC int lqcd__checkpoint_take(lqcd_checkpoint *c, const lqcd_comm *comm)
{
	int written = 0;
	for (int i = 0; i < c->entries; i++) {
		lqcd_checkpoint_entry *e = &c->entry[i];
		if (e->kind != LQCD__CHECKPOINT_FIELD) memcpy(&e->value, e->number, sizeof e->value);
		if (e->has_default) lqcd_comm_broadcast(comm, 0, &e->value, sizeof e->value);
		written += !lqcd__checkpoint_omitted(e);
	}
	return written;
}

/** h := the header, of so many entries; returns its length. */
LQCD_STATIC size_t lqcd__checkpoint_head_of(lqcd__checkpoint_head *h, const lqcd_checkpoint *c, int entries,
					    const lqcd_lattice *lat)
{
	const size_t bytes = (size_t)(1 + entries) * LQCD__CHECKPOINT_LINE;
	unsigned char *p = h->byte, *q = p;
	memset(h, 0, sizeof *h);
	memcpy(p, "lqcdsave", 8);
	lqcd_store_u32(p + 8, 1, LQCD_BYTES_LITTLE);
	lqcd_store_u32(p + 12, LQCD_NC, LQCD_BYTES_LITTLE);
	for (int mu = 0; lat && mu < 4; mu++) lqcd_store_u32(p + 16 + 4 * mu, (uint32_t)lat->extent[mu], LQCD_BYTES_LITTLE);
	lqcd_store_u32(p + 32, (uint32_t)entries, LQCD_BYTES_LITTLE);
	for (int i = 0; i < c->entries; i++) {
		const lqcd_checkpoint_entry *e = &c->entry[i];
		if (lqcd__checkpoint_omitted(e)) continue;
		q += LQCD__CHECKPOINT_LINE;
		memcpy(q, e->name, sizeof e->name);
		lqcd_store_u32(q + 32, (uint32_t)e->kind, LQCD_BYTES_LITTLE);
		if (e->kind == LQCD__CHECKPOINT_FIELD) {
			lqcd_store_u32(q + 36, lqcd__checkpoint_bits(&e->field), LQCD_BYTES_LITTLE);
			lqcd_store_u32(q + 40, (uint32_t)e->field.type->parity, LQCD_BYTES_LITTLE);
			lqcd_store_u32(q + 44, (uint32_t)lqcd__checkpoint_more(&e->field), LQCD_BYTES_LITTLE);
		}
		lqcd_store_u64(q + 48, e->value, LQCD_BYTES_LITTLE);
		for (int k = 0; k < 2; k++) lqcd_store_u32(q + 56 + 4 * k, e->sum[k], LQCD_BYTES_LITTLE);
	}
	lqcd_store_u32(p + 36, lqcd_crc32(0, p, bytes), LQCD_BYTES_LITTLE);
	return bytes;
}

LQCD_STATIC lqcd_status lqcd_checkpoint_write(const char *path, lqcd_checkpoint *c, lqcd_message *why)
{
	const lqcd_comm self = lqcd_comm_self();
	const lqcd_lattice *lat;
	lqcd__checkpoint_head h;
	lqcd_links_found found;
	lqcd_message unread;
	lqcd_file_out out;
	if (!why) why = &unread; /* other processes may want the message */
	lqcd_status s = lqcd__checkpoint_lattice(path, c, &lat, why);
	if (s != LQCD_OK) return s;
	const lqcd_comm *comm = lat ? &lat->comm : &self;
	const int entries = lqcd__checkpoint_take(c, comm);
	uint64_t at = (uint64_t)(1 + entries) * LQCD__CHECKPOINT_LINE;
	s = lqcd_file_out_open_on(&out, path, comm, why);
	for (int i = 0; i < c->entries && s == LQCD_OK; i++) {
		lqcd_checkpoint_entry *e = &c->entry[i];
		if (e->kind != LQCD__CHECKPOINT_FIELD) continue;
		e->value = at;
		const lqcd_section f = lqcd__checkpoint_section(e);
		at += lqcd_section_bytes(&f);
		s = lqcd_section_write(&out, &f, e->field, &found, why);
		memcpy(e->sum, found.sum, sizeof e->sum);
	}
	if (s == LQCD_OK && lqcd_comm_root(comm)) {
		const size_t bytes = lqcd__checkpoint_head_of(&h, c, entries, lat);
		s = lqcd_file_out_write_at(&out, 0, h.byte, bytes, why);
	}
	s = lqcd_comm_agree(comm, s, 0, why);
	return lqcd__file_out_end(&out, s, why);
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

/** Reads the header of an open file and checks what does not depend on the list; *entries: number of entries. */
LQCD_STATIC lqcd_status lqcd__checkpoint_parse(lqcd_file_in *in, lqcd__checkpoint_head *h, int *entries,
					       lqcd_message *why)
{
	unsigned char *p = h->byte;
	size_t got;
	memset(h, 0, sizeof *h);
	*entries = 0;
	lqcd_status s = lqcd_file_in_read(in, p, sizeof h->byte, &got, why);
	if (s != LQCD_OK) return s;
	if (memcmp(p, "lqcdsave", got < 8 ? got : 8) != 0)
		return lqcd__file_fail(why, LQCD_ERR_FORMAT, in->path, "not a checkpoint: it does not begin with lqcdsave%s", lqcd__file_hint(in));
	const uint32_t n = lqcd_load_u32(p + 32, LQCD_BYTES_LITTLE), crc = lqcd_load_u32(p + 36, LQCD_BYTES_LITTLE);
	if (got >= 12 && lqcd_load_u32(p + 8, LQCD_BYTES_LITTLE) != 1)
		return lqcd__file_fail(why, LQCD_ERR_FORMAT, in->path, "version %lu of checkpoints; 1 is known",
				       (unsigned long)lqcd_load_u32(p + 8, LQCD_BYTES_LITTLE));
	if (got >= 36 && n > LQCD_CHECKPOINT_ENTRIES)
		return lqcd__file_fail(why, LQCD_ERR_FORMAT, in->path, "%lu entries; there are at most %d", (unsigned long)n,
				       LQCD_CHECKPOINT_ENTRIES);
	const size_t bytes = (size_t)(1 + n) * LQCD__CHECKPOINT_LINE;
	if (got < LQCD__CHECKPOINT_LINE || got < bytes)
		return lqcd__file_fail(why, LQCD_ERR_TRUNCATED, in->path, "the file ends at byte %llu, in its header", (unsigned long long)got);
	lqcd_store_u32(p + 36, 0, LQCD_BYTES_LITTLE);
	if (lqcd_crc32(0, p, bytes) != crc)
		return lqcd__file_fail(why, LQCD_ERR_CHECKSUM, in->path, "CRC-32 = %08lx in the header, which gives %08lx", (unsigned long)crc,
				       (unsigned long)lqcd_crc32(0, p, bytes));
	*entries = (int)n;
	return LQCD_OK;
}

/** Checks that the file ends where its last field does. */
LQCD_STATIC lqcd_status lqcd__checkpoint_length(const lqcd_file_in *in, const lqcd__checkpoint_head *h, int entries,
						lqcd_message *why)
{
	uint64_t sites = 1, end = (uint64_t)(1 + entries) * LQCD__CHECKPOINT_LINE;
	for (int mu = 0; mu < 4; mu++) sites *= lqcd_load_u32(h->byte + 16 + 4 * mu, LQCD_BYTES_LITTLE);
	for (int i = 1; i <= entries; i++) {
		const unsigned char *q = h->byte + i * LQCD__CHECKPOINT_LINE;
		const uint32_t bits = lqcd_load_u32(q + 36, LQCD_BYTES_LITTLE);
		const uint64_t reals =
			(uint64_t)8 * lqcd_load_u32(h->byte + 12, LQCD_BYTES_LITTLE) * (lqcd_load_u32(q + 44, LQCD_BYTES_LITTLE) + (uint64_t)1);
		if (lqcd_load_u32(q + 32, LQCD_BYTES_LITTLE) != LQCD__CHECKPOINT_FIELD) continue;
		end += sites / (lqcd_load_u32(q + 40, LQCD_BYTES_LITTLE) ? 2 : 1) *
		       (bits == 16 ? 4 * (reals / 2 + 1) : reals * (bits / 8));
	}
	if (in->size == end) return LQCD_OK;
	return lqcd__file_fail(why, in->size < end ? LQCD_ERR_TRUNCATED : LQCD_ERR_TRAILING, in->path, "%llu bytes, but the header announces %llu",
			       (unsigned long long)in->size, (unsigned long long)end);
}

/** Prints property k of a field by its words in a header: colours, T, X, Y, Z, bits, parity, kind. */
LQCD_STATIC void lqcd__checkpoint_say(char text[64], int k, const uint32_t w[8])
{
	static const char *const parity[] = {"full", "even", "odd", "unknown"};
	const unsigned long n[8] = {w[0], w[1], w[2], w[3], w[4], w[5], w[6] < 3 ? w[6] : 3, w[7]};
	if (k == 0) snprintf(text, 64, "%lu colours", n[0]);
	if (k == 1) snprintf(text, 64, "extents %lu,%lu,%lu,%lu", n[1], n[2], n[3], n[4]);
	if (k == 2) snprintf(text, 64, "a precision of %lu bits", n[5]);
	if (k == 3) snprintf(text, 64, "parity %s", parity[n[6]]);
	if (k == 4) snprintf(text, 64, "%s of %lu reals a site", n[7] ? "links" : "spinors", 8 * n[0] * (n[7] + 1));
}

/** Finds an entry of the list in the file: its number, or the place and the sums of its data. */
LQCD_STATIC lqcd_status lqcd__checkpoint_find(const char *path, const lqcd__checkpoint_head *h, int entries,
					      lqcd_checkpoint_entry *e, lqcd_message *why)
{
	static const char *const kind[] = {"a double", "an integer", "a field", "unknown"};
	const unsigned char *p = h->byte, *q = p + LQCD__CHECKPOINT_LINE;
	while (entries > 0 && memcmp(q, e->name, sizeof e->name) != 0) {
		q += LQCD__CHECKPOINT_LINE;
		entries--;
	}
	if (!entries && e->has_default) {
		memcpy(&e->value, &e->usual, sizeof e->value);
		return LQCD_OK;
	}
	if (!entries) return lqcd__file_fail(why, LQCD_ERR_KEY, path, "the checkpoint has nothing named %s", e->name);
	const uint32_t is = lqcd_load_u32(q + 32, LQCD_BYTES_LITTLE);
	if (is != (uint32_t)e->kind)
		return lqcd__file_fail(why, LQCD_ERR_KEY, path, "%s is %s in the file, but %s here", e->name, kind[is < 3 ? is : 3], kind[e->kind]);
	e->value = lqcd_load_u64(q + 48, LQCD_BYTES_LITTLE);
	for (int k = 0; k < 2; k++) e->sum[k] = lqcd_load_u32(q + 56 + 4 * k, LQCD_BYTES_LITTLE);
	if (e->kind != LQCD__CHECKPOINT_FIELD) return LQCD_OK;
	const lqcd_field_view *v = &e->field;
	uint32_t has[8], here[8] = {LQCD_NC};
	for (int mu = 0; mu < 4; mu++) here[1 + mu] = (uint32_t)v->type->lattice->extent[mu];
	here[5] = lqcd__checkpoint_bits(v);
	here[6] = (uint32_t)v->type->parity;
	here[7] = (uint32_t)lqcd__checkpoint_more(v);
	for (int k = 0; k < 8; k++) has[k] = lqcd_load_u32(k < 5 ? p + 12 + 4 * k : q + 16 + 4 * k, LQCD_BYTES_LITTLE);
	for (int k = 0; k < 5; k++) {
		char a[64], b[64];
		lqcd__checkpoint_say(a, k, has);
		lqcd__checkpoint_say(b, k, here);
		if (strcmp(a, b))
			return lqcd__file_fail(why, LQCD_ERR_GEOMETRY, path, "%s has %s in the file, but %s here", e->name, a, b);
	}
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd__checkpoint_fill(lqcd_file_in *in, lqcd_checkpoint *c, lqcd_message *why)
{
	lqcd_links_found found;
	lqcd_status s = LQCD_OK;
	for (int i = 0; i < c->entries && s == LQCD_OK; i++) {
		lqcd_checkpoint_entry *e = &c->entry[i];
		if (e->kind != LQCD__CHECKPOINT_FIELD) {
			memcpy(e->number, &e->value, sizeof e->value);
			continue;
		}
		const lqcd_section f = lqcd__checkpoint_section(e);
		s = lqcd_section_read(in, &f, e->field, &found, why);
		if (s == LQCD_OK && memcmp(found.sum, e->sum, sizeof e->sum) != 0)
			s = lqcd__file_fail(why, LQCD_ERR_CHECKSUM, in->path,
					    "checksums of %s are %08lx %08lx in the header, but its data give %08lx %08lx", e->name,
					    (unsigned long)e->sum[0], (unsigned long)e->sum[1], (unsigned long)found.sum[0],
					    (unsigned long)found.sum[1]);
	}
	return s;
}

/** *found = 0 where there is no file of this name; the calling process alone. */
LQCD_STATIC lqcd_status lqcd_checkpoint_exists(const char *path, int *found, lqcd_message *why)
{
	struct stat st;
	lqcd_file_in in;
	if (!path || !found)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "no path of a checkpoint, or nowhere to say if it exists");
	*found = stat(path, &st) == 0 || errno != ENOENT;
	if (!*found) return LQCD_OK;
	const lqcd_status s = lqcd_file_in_open(&in, path, why);
	lqcd_file_in_close(&in);
	return s;
}

LQCD_STATIC lqcd_status lqcd_checkpoint_read(const char *path, lqcd_checkpoint *c, lqcd_message *why)
{
	const lqcd_comm self = lqcd_comm_self();
	const lqcd_lattice *lat;
	lqcd__checkpoint_head h;
	lqcd_message unread;
	lqcd_file_in in;
	int entries = 0;
	if (!why) why = &unread;
	memset(&h, 0, sizeof h);
	lqcd_status s = lqcd__checkpoint_lattice(path, c, &lat, why);
	if (s != LQCD_OK) return s;
	const lqcd_comm *comm = lat ? &lat->comm : &self;
	s = lqcd_file_in_open(&in, path, why);
	if (s == LQCD_OK && lqcd_comm_root(comm)) {
		s = lqcd__checkpoint_parse(&in, &h, &entries, why);
		if (s == LQCD_OK) s = lqcd__checkpoint_length(&in, &h, entries, why);
	}
	s = lqcd_comm_agree(comm, s, 0, why);
	lqcd_comm_broadcast(comm, 0, &entries, sizeof entries);
	lqcd_comm_broadcast(comm, 0, &h, sizeof h);
	for (int i = 0; i < c->entries && s == LQCD_OK; i++)
		s = lqcd__checkpoint_find(path, &h, entries, &c->entry[i], why);
	if (s == LQCD_OK) s = lqcd__checkpoint_fill(&in, c, why);
	lqcd_file_in_close(&in);
	return s;
}

#endif
