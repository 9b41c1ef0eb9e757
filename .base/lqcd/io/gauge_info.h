/* lqcd/io/gauge_info.h: what a file of links says, what its links give, and what is to be checked: the same for every
 * format.
 *
 *   lqcd_gauge_info     all that reading finds: format; links (extents T X Y Z, bits, byte order, where and how the
 *                       data are: links.h); size of the file; boundary, "periodic", "open" (the temporal links of the
 *                       last time slice are 0) or "zero links on the border"; the numbers of the header and those of
 *                       the links; which checks ran; metadata
 *   lqcd_gauge_options  for reading; NULL or zeros: strict, but a file without checksum is legal
 *   lqcd_gauge_wishes   for writing; NULL or zeros: what is usual in the format
 *
 *   const char *lqcd_gauge_check_name(k)            of bit k of info.checks and info.tolerated: NULL beyond the last
 *   const char *lqcd_gauge_info_get(&info, key)     text of the metadata; NULL when there is none
 *   const char *lqcd_gauge_info_key(&info, i, &value)   the i-th, 0 <= i < info.keys
 *   int lqcd_gauge_info_add(&info, key, value)      0 when there is no room, which is LQCD_GAUGE_META bytes; then
 *                                                   info.cut is 1
 *
 * A number of the header is factor times the mean over plaquettes (links) of Re tr / NC. Metadata are what the format
 * has beside: the keys of a NERSC header, time_stamp of MILC, the records of LIME; the texts are as in the file,
 * without control characters. */
#ifndef LQCD_IO_GAUGE_INFO_H
#define LQCD_IO_GAUGE_INFO_H

#include "../gauge/plaquette.h"
#include "links.h"

#define LQCD_GAUGE_META 8192

/* The lists of checks: bit, name. */
#define LQCD__GAUGE_CHECKS(S)                                                                                          \
	S(LENGTH, "length")                                                                                            \
	S(CHECKSUM, "checksum")                                                                                        \
	S(FINITE, "finite")                                                                                            \
	S(UNITARITY, "unitarity")                                                                                      \
	S(DETERMINANT, "determinant")                                                                                  \
	S(PLAQUETTE, "plaquette")                                                                                      \
	S(LINK_TRACE, "link trace")

#define LQCD__GAUGE_CHECK_PLACE(name, text) LQCD__GAUGE_AT_##name,
enum { LQCD__GAUGE_CHECKS(LQCD__GAUGE_CHECK_PLACE) LQCD__GAUGE_CHECK_COUNT };
#undef LQCD__GAUGE_CHECK_PLACE
#define LQCD__GAUGE_CHECK_BIT(name, text) LQCD_GAUGE_##name = 1 << LQCD__GAUGE_AT_##name,
enum { LQCD__GAUGE_CHECKS(LQCD__GAUGE_CHECK_BIT) LQCD__GAUGE_NO_CHECK = 0 };
#undef LQCD__GAUGE_CHECK_BIT

LQCD_STATIC const char *lqcd_gauge_check_name(int k)
{
#define LQCD__GAUGE_CHECK_NAME(name, text) text,
	static const char *const names[] = {LQCD__GAUGE_CHECKS(LQCD__GAUGE_CHECK_NAME)};
#undef LQCD__GAUGE_CHECK_NAME
	return k >= 0 && k < LQCD__GAUGE_CHECK_COUNT ? names[k] : NULL;
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
	unsigned checks, tolerated; /* bits of those that ran; of those that failed and were tolerated */
	int keys, cut;
	size_t meta_bytes;
	char meta[LQCD_GAUGE_META]; /* key, NUL, value, NUL, key .. */
} lqcd_gauge_info;

typedef struct {
	const char *format;          /* NULL: from the bytes */
	int extent[4];               /* T X Y Z, for files that do not say them; zeros: unknown */
	int require_checksum;        /* 1: a file without checksum is refused, with LQCD_ERR_CHECKSUM */
	int wrong_checksum;          /* 1: a wrong one is no failure; info.tolerated and the message tell */
	lqcd_file_progress progress; /* bytes.h */
	void *context;
} lqcd_gauge_options;

typedef struct {
	int bits, rows; /* 0: as is usual in the format */
	lqcd_byte_order byte_order;
	const lqcd_gauge_info *meta; /* metadata; what the format has a place for is written */
	lqcd_file_progress progress;
	void *context;
} lqcd_gauge_wishes;

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

/** A number of the header that the links are to give. */
LQCD_STATIC lqcd_gauge_number lqcd__gauge_number(const char *name, double value, double factor, double tolerance)
{
	lqcd_gauge_number n;
	memset(&n, 0, sizeof n);
	n.has = 1;
	n.value = value;
	n.factor = factor;
	n.tolerance = tolerance;
	snprintf(n.name, sizeof n.name, "%s", name);
	snprintf(n.text, sizeof n.text, "%.17g", value);
	return n;
}

#endif
