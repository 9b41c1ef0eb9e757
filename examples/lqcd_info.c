/* examples/lqcd_info.c: describes a gauge configuration: format, extents, header, and values computed from the links.
 * See --help */
#include "gauge_tool.h"

static const char usage[] =
	"usage: lqcd_info FILE... [options]\n"
	"Reads gauge configurations of any format that lqcd knows (NERSC, ILDG, SciDAC, MILC, openQCD, HiRep), checks all\n"
	"that the files let it check, and says what is in them.\n"
	"\n"
	"  --json             one object for each file, a line each\n"
	"  --format F         do not guess: NERSC, ILDG, MILC, openQCD, HiRep, ..\n"
	"  --extents T,X,Y,Z  of files that do not say them\n"
	"  --tolerate         a wrong checksum is reported, but is no failure\n"
	"  --require          a missing checksum is a failure\n"
	"  --quiet            no progress\n"
	"  --help\n"
	"\n"
	"Exit status: 0 when every file was read and passed all checks, 1 otherwise, 2 for a wrong option.\n";

static void json_text(const char *s)
{
	putchar('"');
	for (; *s; s++) {
		const unsigned char c = (unsigned char)*s;
		if (c == '"' || c == '\\')
			printf("\\%c", c);
		else if (c < 32)
			printf("\\u%04x", c);
		else
			putchar(c);
	}
	putchar('"');
}

static void json_member(const char *name, const char *value)
{
	printf(", ");
	json_text(name);
	printf(": ");
	json_text(value);
}

static void json_number(const char *name, double x)
{
	/* JSON has no NaN. */
	if (lqcd_isfinite(x))
		printf(", \"%s\": %.17g", name, x);
	else
		printf(", \"%s\": null", name);
}

static void json_checks(const char *name, unsigned checks)
{
	int n = 0;
	printf(", \"%s\": [", name);
	for (int k = 0; lqcd_gauge_check_name(k); k++)
		if (checks >> k & 1) {
			if (n++) printf(", ");
			json_text(lqcd_gauge_check_name(k));
		}
	printf("]");
}

static void json_info(const lqcd_gauge_info *info)
{
	const int *l = info->links.extent;
	json_member("format", info->format);
	printf(", \"bytes\": %llu, \"extents\": {\"X\": %d, \"Y\": %d, \"Z\": %d, \"T\": %d}, \"colours\": %d, \"bits\": %d"
	       ", \"rows\": %d",
	       (unsigned long long)info->size, l[1], l[2], l[3], l[0], LQCD_NC, info->links.bits, info->links.rows);
	json_member("byte_order", info->links.byte_order == LQCD_BYTES_LITTLE ? "little" : "big");
	json_member("boundary", info->boundary);
	json_number("plaquette", info->measured_plaquette.mean);
	json_number("plaquette_space", info->measured_plaquette.space);
	json_number("plaquette_time", info->measured_plaquette.time);
	json_number("link_trace", info->measured_link_trace);
	if (info->plaquette.has) json_number("stored_plaquette", info->plaquette.value / info->plaquette.factor);
	if (info->link_trace.has) json_number("stored_link_trace", info->link_trace.value / info->link_trace.factor);
	if (info->has_checksum)
		printf(", \"stored_checksum\": [\"%08lx\", \"%08lx\"]", (unsigned long)info->checksum[0],
		       (unsigned long)info->checksum[1]);
	printf(", \"checksum\": [\"%08lx\", \"%08lx\"]", (unsigned long)info->found.sum[0],
	       (unsigned long)info->found.sum[1]);
	json_number("deviation", info->found.deviation);
	printf(", \"zero_links\": %llu", (unsigned long long)info->found.zeros);
	json_checks("checks", info->checks);
	json_checks("tolerated", info->tolerated);
	printf(", \"metadata\": {");
	for (int k = 0; k < info->keys; k++) {
		const char *value;
		const char *key = lqcd_gauge_info_key(info, k, &value);
		if (k) printf(", ");
		json_text(key);
		printf(": ");
		json_text(value);
	}
	printf("}");
}

int main(int argc, char **argv)
{
	static lqcd_gauge_info info;
	lqcd_gauge_options o;
	progress_line line;
	int json = 0, quiet = 0, files = 0, failed = 0;
	memset(&o, 0, sizeof o);
	for (int k = 1; k < argc; k++) {
		const char *name = argv[k];
		if (strncmp(name, "--", 2)) {
			argv[files++] = argv[k]; /* options are read before the files */
			continue;
		}
		if (!strcmp(name, "--help")) {
			fputs(usage, stdout);
			return 0;
		}
		const int flag = !strcmp(name, "--json") ? 1 : !strcmp(name, "--quiet") ? 2 : !strcmp(name, "--tolerate") ? 3
				 : !strcmp(name, "--require") ? 4 : 0;
		if (flag == 1) json = 1;
		if (flag == 2) quiet = 1;
		if (flag == 3) o.wrong_checksum = 1;
		if (flag == 4) o.require_checksum = 1;
		if (flag) continue;
		if (k + 1 == argc) wrong(name, "", "unknown option or no value; see --help");
		if (!strcmp(name, "--format"))
			o.format = tool_format(name, argv[++k]);
		else if (!strcmp(name, "--extents"))
			four_option(name, argv[++k], o.extent, "not four integers T,X,Y,Z");
		else
			wrong(name, "", "unknown option; see --help");
	}
	if (!files) wrong("FILE", "", "at least one file is needed; see --help");
	o.progress = tool_progress;
	o.context = &line;
	for (int k = 0; k < files; k++) {
		lqcd_lattice lat;
		lqcd_gauge_field_d u;
		lqcd_message why = {""};
		line = progress_begin(quiet);
		const lqcd_status s = lqcd_gauge_load(argv[k], &lat, NULL, &u, &o, &info, &why);
		progress_end(&line);
		failed |= s != LQCD_OK;
		if (json) {
			printf("{\"file\": ");
			json_text(argv[k]);
			printf(", \"status\": ");
			json_text(lqcd_status_text(s));
			if (*why.text) json_member("message", why.text);
			if (*info.format) json_info(&info);
			printf("}\n");
		} else {
			if (s == LQCD_OK) tool_print(argv[k], &info);
			if (*why.text) fprintf(stderr, "lqcd_info: %s\n", why.text);
			if (k + 1 < files) printf("\n");
		}
		if (s != LQCD_OK) continue;
		lqcd_gauge_field_destroy(&u);
		lqcd_lattice_destroy(&lat);
	}
	return failed;
}
