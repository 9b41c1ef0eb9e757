/* examples/plaquette.c: plaquettes, link trace and Polyakov loop of a gauge configuration of any format. See --help */
#include "output.h"

static const char usage[] = "usage: plaquette FILE [options]\nPlaquettes, link trace and Polyakov loop of a gauge configuration of any format.\n\n" OUTPUT_USAGE OUTPUT_USAGE_QUIET;

int main(int argc, char **argv)
{
	const lqcd_comm comm = processes_begin(&argc, &argv);
	output o = output_begin("plaquette", usage, OUTPUT_TABLE, &comm);
	const char *name, *value, *file = NULL;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_message why = {""};
	for (int k = 1; (name = output_option(&o, "", argc, argv, &k, &value)) != NULL; file = value) {
		if (*name) unknown_option(name, value);
		if (file) wrong(value, "", "one FILE is enough; see --help");
	}
	if (!file) wrong("FILE", "", "a gauge configuration is needed; see --help");
	output_start(&o, NULL);
	must_be_ok("plaquette", lqcd_gauge_load(file, &lat, NULL, &u, NULL, NULL, &why), &why);
	example_lattice = &lat;
	const lqcd_plaquette_values p = lqcd_plaquette(&u);
	const lqcd_complex_d loop = lqcd_polyakov_loop(lqcd_gauge_field_view(&u));
	say_word(&o, "file", file);
	say_lattice(&o, &lat);
	say_table(&o, "table");
	say_row(&o, "quantity\tvalue");
	say_row(&o, "plaquette\t%.16g", p.mean);
	say_row(&o, "plaquette_space\t%.16g", p.space);
	say_row(&o, "plaquette_time\t%.16g", p.time);
	say_row(&o, "link_trace\t%.16g", lqcd_link_trace(&u));
	say_row(&o, "polyakov_re\t%.16g", loop.re);
	say_row(&o, "polyakov_im\t%.16g", loop.im);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return output_end(&o, 0);
}
