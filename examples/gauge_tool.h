/* examples/gauge_tool.h: common parts of lqcd_info and lqcd_convert: rate and remaining time for large files, and
 * the description of a configuration. */
#ifndef LQCD_EXAMPLES_GAUGE_TOOL_H
#define LQCD_EXAMPLES_GAUGE_TOOL_H

#include <ctype.h>

#include "options.h"

/** Progress of a file: context is a progress_line. */
LQCD_STATIC void tool_progress(void *context, uint64_t done, uint64_t all)
{
	progress_line *line = (progress_line *)context;
	if (!progress_due(line)) return;
	const double rate = (double)done / (seconds() - line->start);
	fprintf(stderr, "%s%.0f %% of %.1f MB, %.0f MB/s, %.0f s left%s", isatty(2) ? "\r" : "",
		100 * (double)done / (double)all, 1e-6 * (double)all, 1e-6 * rate, (double)(all - done) / rate,
		isatty(2) ? "   " : "\n");
}

/** Parses the name of a format, in upper or lower case. */
LQCD_STATIC const char *tool_format(const char *option, const char *text)
{
	for (int i = 0; lqcd_gauge_format_name(i); i++) {
		const char *name = lqcd_gauge_format_name(i);
		size_t k = 0;
		while (name[k] && tolower((unsigned char)name[k]) == tolower((unsigned char)text[k])) k++;
		if (!name[k] && !text[k]) return name;
	}
	fprintf(stderr, "%s %s: legal are", option, text);
	for (int i = 0; lqcd_gauge_format_name(i); i++) fprintf(stderr, " %s", lqcd_gauge_format_name(i));
	fprintf(stderr, "\n");
	exit(2);
}

/** "length, finite, .. of a set of checks. */
LQCD_STATIC const char *tool_checks(unsigned checks, char *text, size_t room)
{
	size_t n = 0;
	text[0] = 0;
	for (int k = 0; lqcd_gauge_check_name(k); k++)
		if (checks >> k & 1 && n < room)
			n += (size_t)snprintf(text + n, room - n, "%s%s", n ? ", " : "", lqcd_gauge_check_name(k));
	return text;
}

/** Values computed from the links, and those stated in the file. */
LQCD_STATIC void tool_number(const char *what, const lqcd_gauge_number *stored, double measured)
{
	printf("%-17s %.12f", what, measured);
	if (stored->has) {
		printf(", in the file %s = %s", stored->name, stored->text);
		if (stored->factor > 1 || stored->factor < 1) printf(" (%g times)", stored->factor);
	}
	printf("\n");
}

LQCD_STATIC void tool_print(const char *path, const lqcd_gauge_info *info)
{
	static const char *const orders[] = {"x fastest", "z fastest", "odd sites, z fastest"};
	const int *l = info->links.extent;
	char text[160];
	printf("file              %s, %llu bytes\n", path, (unsigned long long)info->size);
	printf("format            %s: %d bits, %s, ", info->format, info->links.bits,
	       info->links.byte_order == LQCD_BYTES_LITTLE ? "little-endian" : "big-endian");
	if (info->links.rows)
		printf("%d of %d rows, %s\n", info->links.rows, LQCD_NC, orders[info->links.order]);
	else
		printf("quaternions, %s\n", orders[info->links.order]);
	printf("lattice           X Y Z T = %d %d %d %d, SU(%d), %s\n", l[1], l[2], l[3], l[0], LQCD_NC,
	       info->boundary);
	tool_number("plaquette", &info->plaquette, info->measured_plaquette.mean);
	printf("                  space %.12f, time %.12f\n", info->measured_plaquette.space,
	       info->measured_plaquette.time);
	tool_number("link trace", &info->link_trace, info->measured_link_trace);
	if (info->has_checksum)
		printf("checksum          %08lx%s%.0lx\n", (unsigned long)info->checksum[0], info->checksum[1] ? " " : "",
		       (unsigned long)info->checksum[1]);
	else
		printf("checksum          none in the file\n");
	printf("deviation         %.2g from SU(%d), at most; %llu zero links\n", info->found.deviation, LQCD_NC,
	       (unsigned long long)info->found.zeros);
	printf("checked           %s\n", tool_checks(info->checks, text, sizeof text));
	if (info->tolerated) printf("TOLERATED         %s\n", tool_checks(info->tolerated, text, sizeof text));
	for (int k = 0; k < info->keys; k++) {
		const char *value;
		const char *key = lqcd_gauge_info_key(info, k, &value);
		printf("%-17s %s\n", key, value);
	}
}

#endif
