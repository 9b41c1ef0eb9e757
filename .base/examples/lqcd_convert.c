/* examples/lqcd_convert.c: a gauge configuration from one format into another. See --help */
#include "gauge_tool.h"

static const char usage[] =
	"usage: lqcd_convert IN OUT --format F [options]\n"
	"Reads a gauge configuration of any format that lqcd knows, with all checks, and writes it in another; OUT is replaced\n"
	"as a whole, or not at all. IN and OUT may be the same file.\n"
	"\n"
	"  --format F         NERSC, ILDG, MILC, openQCD, HiRep, ..\n"
	"  --precision 32|64  of the numbers in OUT (what is usual in the format)\n"
	"  --rows N           of a matrix in OUT: NERSC stores 2 of 3, or all (all)\n"
	"  --from F           do not guess the format of IN\n"
	"  --extents T,X,Y,Z  of files that do not say them\n"
	"  --tolerate         a wrong checksum of IN is reported, but is no failure\n"
	"  --quiet            no description, no progress\n"
	"  --help\n"
	"\n"
	"Exit status: 0, 1 when IN cannot be read or OUT not be written, 2 for a wrong option.\n";

static void must(lqcd_status s, const lqcd_message *why)
{
	if (*why->text) fprintf(stderr, "lqcd_convert: %s\n", why->text);
	if (s != LQCD_OK) exit(1);
}

int main(int argc, char **argv)
{
	static lqcd_gauge_info info;
	lqcd_gauge_options o;
	lqcd_gauge_wishes w;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_message why = {""};
	progress_line line;
	const char *format = NULL, *file[2];
	int quiet = 0, files = 0;
	memset(&o, 0, sizeof o);
	memset(&w, 0, sizeof w);
	for (int k = 1; k < argc; k++) {
		const char *name = argv[k];
		if (strncmp(name, "--", 2)) {
			if (files == 2) wrong(name, "", "a third file; see --help");
			file[files++] = name;
			continue;
		}
		if (!strcmp(name, "--help")) {
			fputs(usage, stdout);
			return 0;
		}
		if (!strcmp(name, "--quiet") || !strcmp(name, "--tolerate")) {
			if (name[2] == 'q')
				quiet = 1;
			else
				o.wrong_checksum = 1;
			continue;
		}
		if (k + 1 == argc) wrong(name, "", "unknown option or no value; see --help");
		const char *value = argv[++k];
		if (!strcmp(name, "--format"))
			format = tool_format(name, value);
		else if (!strcmp(name, "--from"))
			o.format = tool_format(name, value);
		else if (!strcmp(name, "--precision")) {
			w.bits = integer_option(name, value, 32, 64);
			if (w.bits != 32 && w.bits != 64) wrong(name, value, "32 or 64");
		} else if (!strcmp(name, "--rows"))
			w.rows = integer_option(name, value, LQCD_NC - 1, LQCD_NC);
		else if (!strcmp(name, "--extents"))
			four_option(name, value, o.extent, "not four integers T,X,Y,Z");
		else
			wrong(name, "", "unknown option; see --help");
	}
	if (files < 2 || !format) wrong("IN OUT --format F", "", "all three are needed; see --help");
	o.progress = w.progress = tool_progress;
	o.context = w.context = &line;
	line = progress_begin(quiet);
	must(lqcd_gauge_load(file[0], &lat, NULL, &u, &o, &info, &why), &why);
	progress_end(&line);
	if (!quiet) tool_print(file[0], &info);
	w.meta = &info;
	why.text[0] = 0;
	line = progress_begin(quiet);
	must(lqcd_gauge_write(file[1], format, &u, &w, &why), &why);
	progress_end(&line);
	if (!quiet) printf("written           %s, %s\n", file[1], format);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return 0;
}
