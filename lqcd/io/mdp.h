/* lqcd/io/mdp.h: configurations of FermiQCD, in its MDP format for fields, any number of colours; gauge.h reads and writes them.
 *
 * Text "File Type: MDP FIELD", NUL padded to 60 bytes; two texts of 60 bytes, program_version and creation_date (metadata);
 * uint32 87654321 or 4f076543 hex (a float of that number), which tells the byte order of the whole file; int32 4; int32
 * T, X, Y, Z and six that do not count; int32 bytes per site; int32 number of sites: 236 bytes. Then the links
 * (LQCD_LINKS_Z_FAST), f32 or f64 by the bytes per site. There is no checksum and no plaquette. Written: f64 and little-endian
 * unless the options say otherwise. MDP files of other fields are refused. Sources: FermiQCD, mdp_field.h, and files of
 * its converter.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_MDP_H
#define LQCD_IO_MDP_H

#include "gauge_file.h"

enum { LQCD__MDP_BYTES = 236, LQCD__MDP_TEXT = 60 };

LQCD_STATIC int lqcd__mdp_detect(const unsigned char *head, size_t n, uint64_t size)
{
	(void)size;
	return n >= 20 && !memcmp(head, "File Type: MDP FIELD", 20);
}

LQCD_STATIC void lqcd__mdp_links(lqcd_links *f)
{
	f->offset = LQCD__MDP_BYTES;
	f->order = LQCD_LINKS_Z_FAST;
	f->tolerance = f->bits == 32 ? 1e-4 : 1e-5;
}

LQCD_STATIC lqcd_status lqcd__mdp_header(lqcd_gauge_file *file, lqcd_message *why)
{
	static const char *const key[2] = {"program_version", "creation_date"};
	unsigned char p[LQCD__MDP_BYTES];
	char text[LQCD__MDP_TEXT + 1] = "";
	lqcd_gauge_info *info = file->info;
	lqcd_byte_order order = LQCD_BYTES_UNKNOWN;
	int extent[4];
	lqcd_status s = lqcd__gauge_head(file, p, sizeof p, why);
	if (s != LQCD_OK) return s;
	for (int k = LQCD_BYTES_BIG; k <= LQCD_BYTES_LITTLE; k++) {
		const uint32_t v = lqcd_load_u32(p + 180, (lqcd_byte_order)k);
		if (v == 0x87654321u || v == 0x4f076543u) order = (lqcd_byte_order)k;
	}
	for (int mu = 0; mu < 4; mu++) extent[mu] = (int)lqcd_load_u32(p + 188 + 4 * mu, order);
	info->links = lqcd_links_of(extent);
	const uint32_t bytes = lqcd_load_u32(p + 228, order), site = (uint32_t)lqcd_links_item(&info->links);
	if (!lqcd__mdp_detect(p, sizeof p, 0) || !order || lqcd_load_u32(p + 184, order) != 4 ||
	    (bytes != site && bytes != site / 2))
		return lqcd_fail(why, LQCD_ERR_FORMAT,
				 "%s: not links in the MDP format: %lu dimensions and %lu bytes per site, where four links "
				 "of SU(%d) have %lu or %lu",
				 lqcd_path_shown(file->path), (unsigned long)lqcd_load_u32(p + 184, order),
				 (unsigned long)bytes, LQCD_NC, (unsigned long)site / 2, (unsigned long)site);
	info->links.bits = bytes == site ? 64 : 32;
	info->links.byte_order = order;
	lqcd__mdp_links(&info->links);
	for (int k = 0; k < 2; k++) {
		memcpy(text, p + (k + 1) * LQCD__MDP_TEXT, LQCD__MDP_TEXT);
		lqcd_text_trim(text);
		lqcd_gauge_info_add(info, key[k], text);
	}
	return lqcd__gauge_section(file, why);
}

LQCD_STATIC lqcd_status lqcd__mdp_plan(lqcd_gauge_file *file, lqcd_message *why)
{
	const int bits = file->write_options ? file->write_options->bits : 0;
	const lqcd_status s = lqcd__gauge_plan_links(file, bits == 32 ? 32 : 64, LQCD_BYTES_LITTLE, why);
	lqcd__mdp_links(&file->info->links);
	return s;
}

LQCD_STATIC lqcd_status lqcd__mdp_finish(lqcd_gauge_file *file, lqcd_file_out *out, lqcd_message *why)
{
	const lqcd_links *f = &file->info->links;
	const lqcd_gauge_info *meta = file->write_options ? file->write_options->meta : NULL;
	const char *version = meta ? lqcd_gauge_info_get(meta, "program_version") : NULL;
	const char *date = meta ? lqcd_gauge_info_get(meta, "creation_date") : NULL;
	const uint64_t site = lqcd_links_item(f);
	unsigned char p[LQCD__MDP_BYTES];
	char now[LQCD__MDP_TEXT];
	lqcd_time_text(now, sizeof now, "%Y-%m-%dT%H:%M:%S");
	memset(p, 0, sizeof p);
	strcpy((char *)p, "File Type: MDP FIELD\n");
	snprintf((char *)p + LQCD__MDP_TEXT, LQCD__MDP_TEXT, "%s", version ? version : "lqcd " LQCD_VERSION);
	snprintf((char *)p + 2 * LQCD__MDP_TEXT, LQCD__MDP_TEXT, "%s", date ? date : now);
	const uint32_t word[2] = {0x87654321u, 4};
	for (int k = 0; k < 2; k++) lqcd_store_u32(p + 180 + 4 * k, word[k], f->byte_order);
	for (int mu = 0; mu < 4; mu++) lqcd_store_u32(p + 188 + 4 * mu, (uint32_t)f->extent[mu], f->byte_order);
	lqcd_store_u32(p + 228, (uint32_t)site, f->byte_order);
	lqcd_store_u32(p + 232, (uint32_t)(lqcd_links_bytes(f) / site), f->byte_order);
	return lqcd_file_out_write_at(out, 0, p, sizeof p, why);
}

LQCD_STATIC lqcd_gauge_format lqcd__gauge_format_mdp(void)
{
	const lqcd_gauge_format f = {"MDP",           0, lqcd__mdp_detect, lqcd__mdp_header, NULL, lqcd__mdp_plan,
				     lqcd__mdp_finish, 0, 0};
	return f;
}

#endif
