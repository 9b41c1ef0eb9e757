/* lqcd/io/gauge_info.h: the contents of a file of links, the numbers computed from its links, and the options of reading and
 * writing: the same for every format.
 *
 *   lqcd_gauge_info     the result of reading: format; links (extents T X Y Z, bits, byte order, where and how the
 *                       data are: links.h); size of the file; boundary, "periodic", "open" (all temporal links of
 *                       the last time slice are 0), "Schroedinger functional" or "open-SF" (openQCD: of the lattice);
 *                       the numbers of the header and those of the links; which checks ran; metadata
 *   lqcd_gauge_options  for reading; NULL or zeros: strict, but a file without checksum is legal
 *   lqcd_gauge_write_options  for writing; NULL or zeros: the defaults of the format
 *
 *   const char *lqcd_gauge_check_name(k)            name of bit k of info.checks and info.tolerated; NULL after the last
 *   const char *lqcd_gauge_info_get(&info, key)     text of the metadata; NULL when there is none
 *   const char *lqcd_gauge_info_key(&info, i, &value)   the i-th, 0 <= i < info.keys
 *   int lqcd_gauge_info_add(&info, key, value)      0 and info.cut = 1 if the LQCD_GAUGE_META bytes of room are full
 *
 * A number of the header is factor times the mean over plaquettes (links) of Re tr / NC. Metadata are the other texts of
 * the format: the keys of a NERSC header, time_stamp of MILC, the records of LIME; as in the file, without control
 * characters.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_GAUGE_INFO_H
#define LQCD_IO_GAUGE_INFO_H

#include "../gauge/plaquette.h"
#include "links.h"
#include "text.h"

#define LQCD_GAUGE_META 8192

/* The bits of checks; lqcd_gauge_check_name has their names in this order. */
enum {
	LQCD_GAUGE_LENGTH = 1,
	LQCD_GAUGE_CHECKSUM = 2,
	LQCD_GAUGE_FINITE = 4,
	LQCD_GAUGE_UNITARITY = 8,
	LQCD_GAUGE_DETERMINANT = 16,
	LQCD_GAUGE_PLAQUETTE = 32,
	LQCD_GAUGE_LINK_TRACE = 64
};

LQCD_STATIC const char *lqcd_gauge_check_name(int k)
{
	static const char *const names[] = {"length", "checksum", "finite", "unitarity", "determinant", "plaquette", "link trace"};
	return k >= 0 && k < (int)(sizeof names / sizeof *names) ? names[k] : NULL;
}

/** A number of a header. */
typedef struct {
	int has;
	double value, factor, tolerance;
	char name[24], text[64]; /* of the header */
} lqcd_gauge_number;

typedef struct {
	char format[16], boundary[32];
	uint64_t size;
	lqcd_links links;
	char order_open[96]; /* what of the header leaves the byte order open; links.byte_order is what was found */
	lqcd_gauge_number plaquette, link_trace;
	int has_checksum;
	uint32_t checksum[2];
	char checksum_name[24];
	/* of the data */
	lqcd_links_found found;
	lqcd_plaquette_values measured_plaquette;
	double measured_link_trace;
	unsigned checks, tolerated; /* bits of the checks that ran; of those that failed and were tolerated */
	int keys, cut;
	size_t meta_bytes;
	char meta[LQCD_GAUGE_META]; /* key, NUL, value, NUL, key .. */
	int checksum_illegible;     /* 1: that of the header is no number, which options tolerate */
} lqcd_gauge_info;

typedef struct {
	const char *format;          /* NULL: from the bytes */
	int extent[4];               /* T X Y Z, for files without extents; zeros: unknown */
	int require_checksum;        /* 1: a file without checksum is refused, with LQCD_ERR_CHECKSUM */
	/* 1: a wrong one is no failure, nor one that is no number, nor zeros and ends of lines behind the data; info.tolerated and
	 * the message report it */
	int wrong_checksum;
	int either_sign;             /* 1: minus a link of SU(NC) is a link, too: a boundary sign left in the links */
	lqcd_file_progress progress; /* bytes.h */
	void *context;
	const lqcd_boundary *boundary; /* of the lattice that lqcd_gauge_load creates; NULL: periodic */
} lqcd_gauge_options;

typedef struct {
	int bits, rows;  /* 0: as is usual in the format */
	int either_sign; /* as in lqcd_gauge_options */
	lqcd_byte_order byte_order;
	const lqcd_gauge_info *meta; /* metadata; those that the format has a place for are written */
	lqcd_file_progress progress;
	void *context;
} lqcd_gauge_write_options;

LQCD_STATIC const char *lqcd_gauge_info_key(const lqcd_gauge_info *info, int i, const char **value)
{
	const char *at = info->meta;
	if (i < 0 || i >= info->keys) return NULL;
	for (i *= 2; i > 0; i--) at += strlen(at) + 1;
	*value = at + strlen(at) + 1;
	return at;
}

LQCD_STATIC const char *lqcd_gauge_info_get(const lqcd_gauge_info *info, const char *key)
{
	const char *value;
	for (int i = 0; i < info->keys; i++)
		if (!strcmp(lqcd_gauge_info_key(info, i, &value), key)) return value;
	return NULL;
}

LQCD_STATIC int lqcd_gauge_info_add(lqcd_gauge_info *info, const char *key, const char *value)
{
	const size_t n = strlen(key) + 1, m = strlen(value) + 1;
	char *to = info->meta + info->meta_bytes;
	if (n + m > sizeof info->meta - info->meta_bytes) {
		info->cut = 1;
		return 0;
	}
	memcpy(to, key, n);
	for (size_t i = 0; i < m; i++) {
		const unsigned char c = (unsigned char)value[i];
		to[n + i] = (char)(i + 1 < m && (c < 32 || c == 127) ? ' ' : c);
	}
	info->meta_bytes += n + m;
	info->keys++;
	return 1;
}

/** A number of a header that the links must reproduce. */
LQCD_STATIC lqcd_gauge_number lqcd__gauge_number(const char *name, double value, double factor, double tolerance)
{
	lqcd_gauge_number n;
	memset(&n, 0, sizeof n); /* equal numbers are equal bytes */
	n.has = 1;
	n.value = value;
	n.factor = factor;
	n.tolerance = tolerance;
	snprintf(n.name, sizeof n.name, "%s", name);
	snprintf(n.text, sizeof n.text, "%.17g", value);
	return n;
}

/** The number of a text: to the digits given, of which three decimals at least count, since %g drops zeros. */
LQCD_STATIC lqcd_gauge_number lqcd__gauge_decimal(const char *name, const char *text, double tolerance)
{
	double value = 0, unit = 0;
	const int has = lqcd_text_decimal(text, &value, &unit);
	lqcd_gauge_number n = lqcd__gauge_number(name, value, 1, tolerance + fmin(unit, 1e-3));
	n.has = has;
	snprintf(n.text, sizeof n.text, "%s", text);
	return n;
}

#endif
