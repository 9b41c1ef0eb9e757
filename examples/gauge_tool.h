/* examples/gauge_tool.h: common parts of lqcd_info and lqcd_convert: rate and remaining time for large files, and
 * the description of a configuration, in words or as a JSON object. */
#ifndef LQCD_EXAMPLES_GAUGE_TOOL_H
#define LQCD_EXAMPLES_GAUGE_TOOL_H

#include "output.h"

/** Progress of a file: context is a progress_line. */
LQCD_STATIC void tool_progress(void *context, uint64_t done, uint64_t all)
{
	progress_line *line = (progress_line *)context;
	if (!progress_due(line)) return;
	progress_say(line, (double)done / (double)all, "%.0f %% of %.1f MB, %.0f MB/s",
		     100 * (double)done / (double)all, 1e-6 * (double)all,
		     1e-6 * (double)done / (seconds() - line->start + 1e-9));
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
LQCD_STATIC void tool_number(FILE *to, const char *what, const lqcd_gauge_number *stored, double measured)
{
	fprintf(to, "%-17s %.12f", what, measured);
	if (stored->has) {
		fprintf(to, ", in the file %s = %s", stored->name, stored->text);
		if (stored->factor > 1 || stored->factor < 1) fprintf(to, " (%g times)", stored->factor);
	}
	fprintf(to, "\n");
}

LQCD_STATIC void tool_words(FILE *to, const char *path, const lqcd_gauge_info *info)
{
	static const char *const orders[] = {"x fastest", "z fastest", "odd sites, z fastest"};
	const int *l = info->links.extent;
	char text[160];
	fprintf(to, "file              %s, %llu bytes\n", path, (unsigned long long)info->size);
	fprintf(to, "format            %s: %d bits, %s, ", info->format, info->links.bits,
		info->links.byte_order == LQCD_BYTES_LITTLE ? "little-endian" : "big-endian");
	if (info->links.rows)
		fprintf(to, "%d of %d rows, %s\n", info->links.rows, LQCD_NC, orders[info->links.order]);
	else
		fprintf(to, "quaternions, %s\n", orders[info->links.order]);
	fprintf(to, "lattice           X Y Z T = %d %d %d %d, SU(%d), %s\n", l[1], l[2], l[3], l[0], LQCD_NC,
		info->boundary);
	tool_number(to, "plaquette", &info->plaquette, info->measured_plaquette.mean);
	fprintf(to, "                  space %.12f, time %.12f\n", info->measured_plaquette.space,
		info->measured_plaquette.time);
	tool_number(to, "link trace", &info->link_trace, info->measured_link_trace);
	if (info->has_checksum)
		fprintf(to, "checksum          %08lx%s%.0lx\n", (unsigned long)info->checksum[0],
			info->checksum[1] ? " " : "", (unsigned long)info->checksum[1]);
	else
		fprintf(to, "checksum          none in the file\n");
	fprintf(to, "deviation         %.2g from SU(%d), at most; %llu zero links\n", info->found.deviation, LQCD_NC,
		(unsigned long long)info->found.zeros);
	fprintf(to, "checked           %s\n", tool_checks(info->checks, text, sizeof text));
	if (info->tolerated) fprintf(to, "TOLERATED         %s\n", tool_checks(info->tolerated, text, sizeof text));
	for (int k = 0; k < info->keys; k++) {
		const char *value;
		const char *key = lqcd_gauge_info_key(info, k, &value);
		fprintf(to, "%-17s %s\n", key, value);
	}
}

/** The members of a JSON object. */
LQCD_STATIC void json_checks(FILE *to, const char *name, unsigned checks)
{
	int n = 0;
	fprintf(to, ", \"%s\": [", name);
	for (int k = 0; lqcd_gauge_check_name(k); k++)
		if (checks >> k & 1) {
			if (n++) fprintf(to, ", ");
			json_text(to, lqcd_gauge_check_name(k));
		}
	fprintf(to, "]");
}

/** The words of a checksum; nothing in formats that have none. */
LQCD_STATIC void json_checksum(FILE *to, const char *name, const lqcd_gauge_info *info, const uint32_t sum[2])
{
	if (info->links.sum == LQCD_LINKS_NO_SUM) return;
	fprintf(to, ", \"%s\": [\"%08lx\"", name, (unsigned long)sum[0]);
	if (info->links.sum != LQCD_LINKS_NERSC) fprintf(to, ", \"%08lx\"", (unsigned long)sum[1]);
	fputc(']', to);
}

LQCD_STATIC void tool_json(FILE *to, const lqcd_gauge_info *info)
{
	const int *l = info->links.extent;
	json_member(to, "format", info->format);
	fprintf(to,
		", \"bytes\": %llu, \"extents\": {\"X\": %d, \"Y\": %d, \"Z\": %d, \"T\": %d}, \"colours\": %d, "
		"\"bits\": %d"
		", \"rows\": %d",
		(unsigned long long)info->size, l[1], l[2], l[3], l[0], LQCD_NC, info->links.bits, info->links.rows);
	json_member(to, "byte_order", info->links.byte_order == LQCD_BYTES_LITTLE ? "little" : "big");
	json_member(to, "boundary", info->boundary);
	json_number(to, "plaquette", info->measured_plaquette.mean);
	json_number(to, "plaquette_space", info->measured_plaquette.space);
	json_number(to, "plaquette_time", info->measured_plaquette.time);
	json_number(to, "link_trace", info->measured_link_trace);
	if (info->plaquette.has) json_number(to, "stored_plaquette", info->plaquette.value / info->plaquette.factor);
	if (info->link_trace.has)
		json_number(to, "stored_link_trace", info->link_trace.value / info->link_trace.factor);
	if (info->has_checksum) json_checksum(to, "stored_checksum", info, info->checksum);
	json_checksum(to, "checksum", info, info->found.sum);
	json_number(to, "deviation", info->found.deviation);
	fprintf(to, ", \"zero_links\": %llu", (unsigned long long)info->found.zeros);
	json_checks(to, "checks", info->checks);
	json_checks(to, "tolerated", info->tolerated);
	fprintf(to, ", \"metadata\": {");
	for (int k = 0; k < info->keys; k++) {
		const char *value;
		const char *key = lqcd_gauge_info_key(info, k, &value);
		if (k) fprintf(to, ", ");
		json_text(to, key);
		fprintf(to, ": ");
		json_text(to, value);
	}
	fprintf(to, "}");
}

/** Describes one file: in words, or as an object with its status; saved: where it was written (NULL: nowhere). */
LQCD_STATIC void tool_describe(output *o, const char *path, lqcd_status s, const lqcd_gauge_info *info,
			       const char *message, const char *saved, const char *format)
{
	char *bytes = NULL;
	size_t size = 0;
	FILE *to = output_memory(o, &bytes, &size);
	if (o->json) {
		fputs("{\"program\": ", to);
		json_text(to, o->program);
		json_member(to, "file", path);
		if (*message) json_member(to, "message", message);
		if (*info->format) tool_json(to, info);
		if (saved) json_member(to, "saved", saved);
		if (saved) json_member(to, "saved_format", format);
		json_member(to, "status", s == LQCD_OK ? "ok" : lqcd_status_text(s));
		fputs("}\n", to);
	} else if (s == LQCD_OK)
		tool_words(to, path, info);
	if (saved && !o->json) fprintf(to, "written           %s, %s\n", saved, format);
	if (fclose(to)) must_be_ok(o->program, LQCD_ERR_MEMORY, NULL);
	output_text(o, bytes);
	free(bytes);
}

#endif
