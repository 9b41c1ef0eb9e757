/* examples/flow.c: gradient flow of a gauge configuration: energy, charge, t0 and w0; table and plot. See --help
 * build/examples/flow-mpi is the same program, compiled with LQCD_MPI. */
#include "plot.h"

static const char usage[] =
	"usage: flow [options] FILE\n"
	"Gradient flow of a gauge configuration in any format that lqcd reads.\n"
	"\n"
	"  --flow wilson|symanzik|zeuthen   (wilson)\n"
	"  --end T --every T   flow time (sqrt(8 T) half the smallest extent), and between measurements (0.1)\n"
	"  --eps E             fixed Runge-Kutta steps of at most this length (0.02)\n"
	"  --tolerance R       adaptive steps instead, with this error per step, 1e-12 to 0.1\n"
	"  --grid T,X,Y,Z      with mpirun and flow-mpi: processes per direction\n"
	"  --plot FILE.svg     t^2 E with t0, and the charge; needs gnuplot\n" OUTPUT_USAGE OUTPUT_USAGE_QUIET
	"\n"
	"The table: t, E of plaquettes, E of clover leaves, t^2 E (clover), charge. t0: t^2 E = 0.3; w0:\n"
	"t d/dt t^2 E = 0.3 at w0^2, of the clover E. The charge: eps_xyzt = +1 (openQCD: -1), F without trace.\n"
	"Exit status: 0, 1 after a failure, 2 for a wrong option.\n";

typedef struct {
	output out;
	const char *file;
	lqcd_flow_kind kind;
	double end, every, eps, tolerance;
	lqcd_lattice_options lattice;
	lqcd_comm comm;
} options;
typedef struct {
	int most, rows;
	double *t, *E; /* E of clover leaves */
	lqcd_energy_values *e;
} table;

static const char *const kind_names[] = {"wilson", "symanzik", "zeuthen", NULL};
static void must(lqcd_status s, const lqcd_message *why)
{
	must_be_ok("flow", s, why);
}

static void parse(options *o, int argc, char **argv)
{
	const char *name, *value;
	o->every = 0.1;
	o->eps = 0.02;
	for (int k = 1; (name = output_option(&o->out, "", argc, argv, &k, &value)) != NULL;) {
		if (!*name && o->file) wrong("FILE", value, "one is enough; see --help");
		if (!*name) o->file = value;
		else if (!strcmp(name, "--flow")) o->kind = (lqcd_flow_kind)choice_option(name, value, kind_names);
		else if (!strcmp(name, "--end")) o->end = number_option(name, value, 1e-6, 1e6);
		else if (!strcmp(name, "--every")) o->every = number_option(name, value, 1e-6, 1e6);
		else if (!strcmp(name, "--eps")) o->eps = number_option(name, value, 1e-6, 0.2);
		else if (!strcmp(name, "--tolerance")) o->tolerance = number_option(name, value, 1e-12, 0.1);
		else if (!strcmp(name, "--grid")) four_option(name, value, o->lattice.grid, "not four integers T,X,Y,Z");
		else wrong(name, value, "unknown option; see --help");
	}
	if (!o->file) wrong("flow", "", "a gauge configuration is needed; see --help");
}

static void add_row(options *o, table *rows, double t, lqcd_status s)
{
	must(s, NULL);
	const int n = rows->rows++;
	rows->t[n] = t;
	rows->E[n] = rows->e[n].clover;
	say_row(&o->out, "%.10g\t%.15g\t%.15g\t%.15g\t%.15g", t, rows->e[n].plaquette, rows->E[n], t * t * rows->E[n],
		rows->e[n].charge);
}

#define LQCD_TAG d
#include "flow.inc"
#define LQCD_TAG vd
#include "flow.inc"
static void plot(options *o, const table *rows, double t0, const lqcd_lattice *lat)
{
	const char *kind = kind_names[o->kind];
	plot_file p;
	char text[80];
	if (!plot_begin(&p, &o->out, 760, 820)) return;
	fprintf(p.to, "set multiplot layout 2,1\nset xlabel 'flow time t/a^2'\nset xrange [0:%g]\n", o->end);
	fprintf(p.to, "set title '%c%s flow of one configuration, %s'\nset ylabel 't^2 E(t)'\nset key left\n"
		"set yrange [0:]\n", toupper((unsigned char)*kind), kind + 1, plot_lattice(text, lat));
	if (lqcd_isfinite(t0))
		fprintf(p.to, "set arrow from %g,0 to %g,0.3 nohead ls 4\nset label ' t_0/a^2 = %.4f' at %g,graph 0.06\n", t0,
			t0, t0, t0);
	for (int panel = 0; panel < 2; panel++) {
		fputs(panel ? "unset arrow\nunset label\nunset title\nset yrange [*:*]\nset offsets 0,0,0.1,0.1\n"
			      "set ylabel 'topological charge Q(t)'\nplot '-' with linespoints ls 2 notitle\n"
			    : "plot 0.3 ls 4 title '0.3', '-' with linespoints ls 1 title 'E of clover leaves'\n", p.to);
		for (int k = 0; k < rows->rows; k++)
			fprintf(p.to, "%g %.10g\n", rows->t[k],
				panel ? rows->e[k].charge : rows->t[k] * rows->t[k] * rows->E[k]);
		fprintf(p.to, "e\n");
	}
	plot_end(&p);
}

int main(int argc, char **argv)
{
	options o;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_gauge_info info;
	lqcd_message why = {""};
	const lqcd_geometry *lanes;
	table rows = {0, 0, NULL, NULL, NULL};
	memset(&o, 0, sizeof o);
	o.comm = processes_begin(&argc, &argv);
	o.lattice.comm = &o.comm;
	o.out = output_begin("flow", usage, OUTPUT_PLOT, &o.comm);
	parse(&o, argc, argv);
	output_start(&o.out, NULL);
	must(lqcd_gauge_load(o.file, &lat, &o.lattice, &u, NULL, &info, &why), &why);
	example_lattice = &lat;
	int least = lat.extent[0];
	for (int mu = 1; mu < 4; mu++) least = lat.extent[mu] < least ? lat.extent[mu] : least;
	if (o.end <= 0) o.end = least * least / 32.0;
	if (o.end / o.every > 1e7) wrong("--every", "", "more than ten million rows");
	rows.most = 1 + (int)ceil(o.end / o.every - 1e-9);
	rows.t = (double *)calloc(2 * (size_t)rows.most, sizeof *rows.t);
	rows.e = (lqcd_energy_values *)calloc((size_t)rows.most, sizeof *rows.e);
	if (!rows.t || !rows.e) must(LQCD_ERR_MEMORY, NULL);
	rows.E = rows.t + rows.most;
	say_word(&o.out, "file", o.file);
	say_word(&o.out, "format", info.format);
	say_lattice(&o.out, &lat);
	say_fact(&o.out, "plaquette", "%.12f", info.measured_plaquette.mean);
	say_word(&o.out, "flow", kind_names[o.kind]);
	say_table(&o.out, "table");
	say_row(&o.out, "t\tE_plaquette\tE_clover\tt2E\tQ");
	if (lqcd_lattice_geometry(&lat, LQCD_FULL, LQCD_LANES_vd, &lanes) == LQCD_OK) flow_vd(&o, &u, &rows);
	else flow_d(&o, &u, &rows);
	/* nan: not up to t = end */
	const double t0 = lqcd_flow_t0(rows.t, rows.E, rows.rows, 0.3);
	say_result(&o.out, "t0", t0, lqcd_nan());
	say_result(&o.out, "w0", lqcd_flow_w0(rows.t, rows.E, rows.rows, 0.3), lqcd_nan());
	if (o.out.plot && o.comm.rank == 0) plot(&o, &rows, t0, &lat);
	free(rows.t);
	free(rows.e);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return output_end(&o.out, 0);
}
