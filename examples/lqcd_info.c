/* examples/lqcd_info.c: describes a gauge configuration: format, extents, header, and values computed from the links.
 * See --help */
#include "gauge_tool.h"

static const char usage[] =
	"usage: lqcd_info FILE... [options]\n"
	"Reads gauge configurations of any format that lqcd knows (NERSC, ILDG, SciDAC, MILC, MDP, openQCD, HiRep), checks\n"
	"all that the files let it check, and says what is in them.\n"
	"\n"
	"  --format F         do not guess: NERSC, ILDG, MILC, MDP, openQCD, HiRep, ..\n"
	"  --lattice T,X,Y,Z  of files that do not say them\n"
	"  --tolerate         a wrong checksum, or one that is no number, and zeros or ends of lines behind the data are reported,\n"
	"                     but no failure\n"
	"  --require          a missing checksum is a failure\n"
	"  --quiet            no progress\n" OUTPUT_USAGE "\n"
	"Exit status: 0 when every file was read and passed all checks, 1 otherwise, 2 for a wrong option.\n";

int main(int argc, char **argv)
{
	static lqcd_gauge_info info;
	const lqcd_comm comm = processes_begin(&argc, &argv);
	output out = output_begin("lqcd_info", usage, OUTPUT_WORDS, &comm);
	lqcd_gauge_options o;
	progress_line line;
	int files = 0, failed = 0;
	const char *name, *value, **file = (const char **)calloc((size_t)argc, sizeof *file);
	if (!file) must_be_ok("lqcd_info", LQCD_ERR_MEMORY, NULL);
	memset(&o, 0, sizeof o);
	for (int k = 1; (name = output_option(&out, " --tolerate --require ", argc, argv, &k, &value)) != NULL;) {
		if (!*name)
			file[files++] = value;
		else if (!strcmp(name, "--tolerate"))
			o.wrong_checksum = 1;
		else if (!strcmp(name, "--require"))
			o.require_checksum = 1;
		else if (!strcmp(name, "--format"))
			o.format = format_option(name, value, 0);
		else if (!strcmp(name, "--lattice"))
			extents_option(name, value, o.extent);
		else
			unknown_option(name, value);
	}
	if (!files) wrong("FILE", "", "at least one file is needed; see --help");
	output_start(&out, NULL);
	o.progress = tool_progress;
	o.context = &line;
	for (int k = 0; k < files; k++) {
		lqcd_lattice lat;
		lqcd_gauge_field_d u;
		lqcd_message why = {""};
		line = progress_begin(out.quiet);
		memset(&info, 0, sizeof info);
		const lqcd_status s = links_load(file[k], o.extent, &lat, NULL, &u, &o, &info, &why);
		progress_erase();
		failed |= s != LQCD_OK;
		tool_describe(&out, file[k], s, &info, why.text, NULL, NULL);
		if (*why.text && !out.json) fprintf(stderr, "lqcd_info: %s\n", why.text);
		if (!out.json && k + 1 < files) output_text(&out, "\n");
		if (s != LQCD_OK) continue;
		lqcd_gauge_field_destroy(&u);
		lqcd_lattice_destroy(&lat);
	}
	free((void *)file);
	return output_end(&out, failed);
}
