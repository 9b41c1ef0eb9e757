/* lqcd/io/mdp.h: configurations of FermiQCD, in its MDP format for fields, any number of colours; gauge.h reads them.
 *
 * Text "File Type: MDP FIELD", NUL padded to 60 bytes; two texts of 60 bytes, program_version and creation_date (metadata);
 * uint32 87654321 or 4f076543 hex (a float of that number), which tells the byte order of the whole file; int32 4; int32
 * T, X, Y, Z and six that do not count; int32 bytes per site; int32 number of sites: 236 bytes. Then the links
 * (LQCD_LINKS_Z_FAST), f32 or f64 by the bytes per site. There is no checksum and no plaquette. MDP files of
 * other fields are refused. Sources: FermiQCD, mdp_field.h, and files of its converter.
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

LQCD_STATIC lqcd_status lqcd__mdp_header(lqcd_gauge_file *file, lqcd_message *why)
{
	static const char *const key[2] = {"program_version", "creation_date"};
	unsigned char p[LQCD__MDP_BYTES];
	char text[LQCD__MDP_TEXT + 1] = "";
	lqcd_gauge_info *info = file->info;
	lqcd_links *f = &info->links;
	int extent[4], order = LQCD_BYTES_LITTLE + 1, known = 0;
	lqcd_status s = lqcd__file_in_all(&file->in, 0, p, sizeof p, "header", why);
	if (s != LQCD_OK) return s;
	uint32_t word[14]; /* byte order, dimensions, T, X, Y, Z, 6 others, bytes, sites */
	while (!known && --order) {
		for (int k = 0; k < 14; k++) word[k] = lqcd_load_u32(p + 180 + 4 * k, (lqcd_byte_order)order);
		known = word[0] == 0x87654321u || word[0] == 0x4f076543u;
	}
	for (int mu = 0; mu < 4; mu++) extent[mu] = (int)word[2 + mu];
	*f = lqcd_links_of(extent);
	f->bits = word[12] == lqcd_links_item(f) ? 64 : 32;
	if (!known || !lqcd__mdp_detect(p, sizeof p, 0) || word[1] != 4 || word[12] != lqcd_links_item(f))
		return lqcd__file_fail(why, LQCD_ERR_FORMAT, file->path, "not links of SU(%d) in the MDP format: %lu dimensions, %lu bytes per site",
				       LQCD_NC, (unsigned long)word[1], (unsigned long)word[12]);
	f->offset = LQCD__MDP_BYTES;
	f->order = LQCD_LINKS_Z_FAST;
	f->byte_order = (lqcd_byte_order)order;
	for (int k = 0; k < 2; k++) {
		memcpy(text, p + (k + 1) * LQCD__MDP_TEXT, LQCD__MDP_TEXT);
		lqcd_text_trim(text);
		lqcd_gauge_info_add(info, key[k], text);
	}
	return lqcd__gauge_section(file, why);
}

#endif
