/* lqcd/io/milc.h: the header of MILC's configurations; gauge.h reads and writes them.
 *
 * Version 5, written and read: uint32 magic 20103; int32 X, Y, Z, T; 64 bytes of text, the time stamp; int32 order of
 * sites, of which only the natural one, 0, is read; uint32 sum29, sum31 (LQCD_LINKS_MILC): 96 bytes. Version 1, read:
 * magic 59354, X, Y, Z, T, two f32: 28 bytes, without a checksum. Then the links: f32, SU(3). The byte order is that of
 * the machine that wrote the file and follows from the magic number; we write little-endian unless the options say otherwise. Metadata:
 * version, time_stamp (version 5), c1, c2 (version 1). Source: milc_qcd, file_types.h and io_lat4.c.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_MILC_H
#define LQCD_IO_MILC_H

#include "gauge_file.h"

enum { LQCD__MILC_MAGIC = 20103, LQCD__MILC_MAGIC_1 = 59354, LQCD__MILC_HEAD = 88, LQCD__MILC_BYTES = 96, LQCD__MILC_BYTES_1 = 28 };

/* What MILC's binary files begin with: uint32 magic, X, Y, Z, T; text[64], the time stamp; uint32 order of sites. */
typedef struct {
	lqcd_byte_order order;
	int extent[4];
	char stamp[65];
} lqcd__milc_head;

/** The byte order for which the four bytes at p are the magic number. */
LQCD_STATIC lqcd_byte_order lqcd__milc_order(const unsigned char *p, uint32_t magic)
{
	for (int k = LQCD_BYTES_BIG; k <= LQCD_BYTES_LITTLE; k++)
		if (lqcd_load_u32(p, (lqcd_byte_order)k) == magic) return (lqcd_byte_order)k;
	return LQCD_BYTES_UNKNOWN;
}

/** Interprets a head whose byte order is known. */
LQCD_STATIC lqcd_status lqcd__milc_head_load(const char *path, lqcd__milc_head *h, const unsigned char p[LQCD__MILC_HEAD],
					     lqcd_message *why)
{
	const unsigned long sites = lqcd_load_u32(p + 84, h->order);
	for (int mu = 0; mu < 4; mu++) h->extent[(mu + 1) & 3] = (int)lqcd_load_u32(p + 4 + 4 * mu, h->order);
	snprintf(h->stamp, sizeof h->stamp, "%.64s", (const char *)p + 20);
	if (sites == 0) return LQCD_OK;
	return lqcd__file_fail(why, LQCD_ERR_FORMAT, path, "the order of sites is %lu; 0 (natural) is known", sites);
}

/** stamp: NULL: the time. */
LQCD_STATIC void lqcd__milc_head_store(unsigned char p[LQCD__MILC_HEAD], uint32_t magic, lqcd_byte_order order, const int extent[4],
				       const char *stamp)
{
	memset(p, 0, LQCD__MILC_HEAD);
	lqcd_store_u32(p, magic, order);
	for (int mu = 0; mu < 4; mu++) lqcd_store_u32(p + 4 + 4 * mu, (uint32_t)extent[(mu + 1) & 3], order);
	if (stamp)
		snprintf((char *)p + 20, 64, "%s", stamp);
	else
		lqcd_time_text((char *)p + 20, 64, "%a %b %d %H:%M:%S %Y");
}

LQCD_STATIC int lqcd__milc_detect(const unsigned char *head, size_t n, uint64_t size)
{
	(void)size;
	return n >= 4 && (lqcd__milc_order(head, LQCD__MILC_MAGIC) || lqcd__milc_order(head, LQCD__MILC_MAGIC_1));
}

LQCD_STATIC void lqcd__milc_number(lqcd_gauge_info *info, const char *key, double v)
{
	char text[32];
	snprintf(text, sizeof text, "%.9g", v);
	lqcd_gauge_info_add(info, key, text);
}

LQCD_STATIC void lqcd__milc_form(lqcd_links *f)
{
	f->bits = 32;
	f->byte_order = LQCD_BYTES_LITTLE;
	f->offset = LQCD__MILC_BYTES;
	f->sum = LQCD_LINKS_MILC;
}

LQCD_STATIC lqcd_status lqcd__milc_header(lqcd_gauge_file *file, lqcd_message *why)
{
	unsigned char p[LQCD__MILC_BYTES] = {0};
	lqcd__milc_head h;
	lqcd_gauge_info *info = file->info;
	lqcd_status s = lqcd__file_in_all(&file->in, 0, p, 4, "header", why);
	if (s != LQCD_OK) return s;
	h.order = lqcd__milc_order(p, LQCD__MILC_MAGIC);
	const int version = h.order ? 5 : 1;
	if (!h.order) h.order = lqcd__milc_order(p, LQCD__MILC_MAGIC_1);
	const lqcd_byte_order order = h.order;
	if (order == LQCD_BYTES_UNKNOWN)
		return lqcd__file_fail(why, LQCD_ERR_FORMAT, file->path, "not a file of MILC: it begins with neither %d nor %d", LQCD__MILC_MAGIC,
				       LQCD__MILC_MAGIC_1);
	const size_t bytes = version == 5 ? LQCD__MILC_BYTES : LQCD__MILC_BYTES_1;
	s = lqcd__file_in_all(&file->in, 0, p, bytes, "header", why);
	if (s != LQCD_OK) return s;
	const lqcd_status known = lqcd__milc_head_load(file->path, &h, p, why);
	info->links = lqcd_links_of(h.extent);
	lqcd__milc_form(&info->links);
	info->links.offset = bytes;
	info->links.byte_order = order;
	lqcd_gauge_info_add(info, "version", version == 5 ? "5" : "1");
	if (version == 5) {
		lqcd_gauge_info_add(info, "time_stamp", h.stamp);
		if (known != LQCD_OK) return known;
		info->has_checksum = 1;
		strcpy(info->checksum_name, "sum29, sum31");
		for (int k = 0; k < 2; k++) info->checksum[k] = lqcd_load_u32(p + 88 + 4 * k, order);
	} else {
		lqcd__milc_number(info, "c1", (double)lqcd_load_f32(p + 20, order));
		lqcd__milc_number(info, "c2", (double)lqcd_load_f32(p + 24, order));
	}
	return lqcd__gauge_section(file, why);
}

LQCD_STATIC lqcd_status lqcd__milc_finish(lqcd_gauge_file *file, lqcd_file_out *out, lqcd_message *why)
{
	const lqcd_links *f = &file->info->links;
	const lqcd_gauge_info *meta = file->write_options ? file->write_options->meta : NULL;
	const char *stamp = meta ? lqcd_gauge_info_get(meta, "time_stamp") : NULL;
	unsigned char p[LQCD__MILC_BYTES];
	lqcd__milc_head_store(p, LQCD__MILC_MAGIC, f->byte_order, f->extent, stamp);
	for (int k = 0; k < 2; k++) lqcd_store_u32(p + 88 + 4 * k, file->info->found.sum[k], f->byte_order);
	return lqcd_file_out_write_at(out, 0, p, sizeof p, why);
}

#endif
