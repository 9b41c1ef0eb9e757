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

enum { LQCD__MILC_MAGIC = 20103, LQCD__MILC_MAGIC_1 = 59354, LQCD__MILC_BYTES = 96, LQCD__MILC_BYTES_1 = 28 };

/** The byte order for which the four bytes at p are a magic number; *version: 5 or 1. */
LQCD_STATIC lqcd_byte_order lqcd__milc_order(const unsigned char *p, int *version)
{
	for (int k = 0; k < 2; k++) {
		const lqcd_byte_order order = k ? LQCD_BYTES_LITTLE : LQCD_BYTES_BIG;
		const uint32_t magic = lqcd_load_u32(p, order);
		*version = magic == LQCD__MILC_MAGIC ? 5 : 1;
		if (magic == LQCD__MILC_MAGIC || magic == LQCD__MILC_MAGIC_1) return order;
	}
	return LQCD_BYTES_UNKNOWN;
}

LQCD_STATIC int lqcd__milc_detect(const unsigned char *head, size_t n, uint64_t size)
{
	int version;
	(void)size;
	return n >= 4 && lqcd__milc_order(head, &version) != LQCD_BYTES_UNKNOWN;
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
	unsigned char p[LQCD__MILC_BYTES];
	char stamp[65] = "";
	int version = 0;
	lqcd_gauge_info *info = file->info;
	lqcd_status s = lqcd__file_in_all(&file->in, 0, p, 4, "header", why);
	if (s != LQCD_OK) return s;
	const lqcd_byte_order order = lqcd__milc_order(p, &version);
	if (order == LQCD_BYTES_UNKNOWN)
		return lqcd_fail(why, LQCD_ERR_FORMAT, "%s: not a file of MILC: it begins with neither %d nor %d",
				 lqcd_path_shown(file->path), LQCD__MILC_MAGIC, LQCD__MILC_MAGIC_1);
	const size_t bytes = version == 5 ? LQCD__MILC_BYTES : LQCD__MILC_BYTES_1;
	s = lqcd__file_in_all(&file->in, 0, p, bytes, "header", why);
	if (s != LQCD_OK) return s;
	int extent[4];
	for (int mu = 0; mu < 4; mu++) extent[(mu + 1) & 3] = (int)lqcd_load_u32(p + 4 + 4 * mu, order);
	info->links = lqcd_links_of(extent);
	lqcd__milc_form(&info->links);
	info->links.offset = bytes;
	info->links.byte_order = order;
	lqcd_gauge_info_add(info, "version", version == 5 ? "5" : "1");
	if (version == 5) {
		memcpy(stamp, p + 20, 64);
		lqcd_gauge_info_add(info, "time_stamp", stamp);
		if (lqcd_load_u32(p + 84, order) != 0)
			return lqcd_fail(why, LQCD_ERR_FORMAT, "%s: the order of sites is %lu; 0 (natural) is known",
					 lqcd_path_shown(file->path), (unsigned long)lqcd_load_u32(p + 84, order));
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
	char now[64];
	lqcd_time_text(now, sizeof now, "%a %b %d %H:%M:%S %Y");
	memset(p, 0, sizeof p);
	lqcd_store_u32(p, LQCD__MILC_MAGIC, f->byte_order);
	for (int mu = 0; mu < 4; mu++) lqcd_store_u32(p + 4 + 4 * mu, (uint32_t)f->extent[(mu + 1) & 3], f->byte_order);
	snprintf((char *)p + 20, 64, "%s", stamp ? stamp : now);
	for (int k = 0; k < 2; k++) lqcd_store_u32(p + 88 + 4 * k, file->info->found.sum[k], f->byte_order);
	return lqcd_file_out_write_at(out, 0, p, sizeof p, why);
}

#endif
