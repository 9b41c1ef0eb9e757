/* examples/lqcd_convert.c: a gauge configuration from one format into another. See --help */
#include "gauge_tool.h"

static const char usage[] =
	"usage: lqcd_convert IN OUT --format F [options]\n"
	"Reads a gauge configuration of any format that lqcd knows, with all checks, and writes it in another; OUT is replaced\n"
	"as a whole, or not at all. IN and OUT may be the same file; OUT may be -, standard output.\n"
	"\n"
	"  --format F         NERSC, ILDG, MILC, openQCD, HiRep, ..\n"
	"  --precision 32|64  of the numbers in OUT (what is usual in the format)\n"
	"  --rows N           of a matrix in OUT: NERSC stores 2 of 3, or all (all)\n"
	"  --from F           do not guess the format of IN\n"
	"  --lattice T,X,Y,Z  of files that do not say them\n"
	"  --tolerate         a wrong checksum of IN, or one that is no number, and zeros or ends of lines behind the data are\n"
	"                     reported, but no failure\n"
	"  --quiet            no description, no progress\n" OUTPUT_USAGE "\n"
	"Exit status: 0, 1 when IN cannot be read or OUT not be written, 2 for a wrong option.\n";

int main(int argc, char **argv)
{
	static lqcd_gauge_info info;
	const lqcd_comm comm = processes_begin(&argc, &argv);
	output out = output_begin("lqcd_convert", usage, OUTPUT_WORDS, &comm);
	lqcd_gauge_options o;
	lqcd_gauge_write_options w;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_message why = {""};
	progress_line line;
	const char *name, *value, *format = NULL, *from = NULL;
	memset(&o, 0, sizeof o);
	memset(&w, 0, sizeof w);
	for (int k = 1; (name = output_option(&out, " --tolerate ", argc, argv, &k, &value)) != NULL;) {
		if (!*name && out.save)
			wrong(value, "", "a third file; see --help");
		else if (!*name)
			*(from ? &out.save : &from) = value;
		else if (!strcmp(name, "--tolerate"))
			o.wrong_checksum = 1;
		else if (!strcmp(name, "--format"))
			format = format_option(name, value, 1);
		else if (!strcmp(name, "--from"))
			o.format = format_option(name, value, 0);
		else if (!strcmp(name, "--precision")) {
			w.bits = integer_option(name, value, 32, 64);
			if (w.bits != 32 && w.bits != 64) wrong(name, value, "32 or 64");
		} else if (!strcmp(name, "--rows"))
			w.rows = integer_option(name, value, LQCD_NC - 1, LQCD_NC);
		else if (!strcmp(name, "--lattice"))
			extents_option(name, value, o.extent);
		else
			unknown_option(name, value);
	}
	if (!out.save || !format) wrong("IN OUT --format F", "", "all three are needed; see --help");
	output_start(&out, NULL);
	o.progress = w.progress = tool_progress;
	o.context = w.context = &line;
	line = progress_begin(out.quiet);
	must_be_ok("lqcd_convert", links_load(from, o.extent, &lat, NULL, &u, &o, &info, &why), &why);
	progress_erase();
	if (*why.text) fprintf(stderr, "lqcd_convert: %s\n", why.text);
	w.meta = &info;
	line = progress_begin(out.quiet);
	output_links(&out, format, &u, &w);
	progress_erase();
	if ((!out.quiet || out.json) && !out.failed)
		tool_describe(&out, from, LQCD_OK, &info, why.text, out.save, format);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return output_end(&out, 0);
}
