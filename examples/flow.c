/* examples/flow.c: gradient flow of gauge configurations: energy, charge, t0 and w0, of one or the mean of an ensemble; table
 * and plot. See --help. build/examples/flow-mpi is the same program, compiled with LQCD_MPI. */
#include "device.h"
#include "ends.h"
#include "plot.h"

static const char usage[] =
	"usage: flow [options] FILE ..\n"
	"Gradient flow of gauge configurations in any format that lqcd reads.\n"
	"\n"
	"  --flow wilson|symanzik|zeuthen   (wilson)\n"
	"  --end T --every T   flow time (sqrt(8 T) half the smallest extent), and between measurements (0.1)\n"
	"  --eps E             fixed Runge-Kutta steps of at most this length (0.02)\n"
	"  --tolerance R       adaptive steps instead, with this error per step, 1e-12 to 0.1\n"
	ENDS_USAGE
	"                      --boundary open is the default for files of openQCD and HiRep with open ends; a file of\n"
	"                      openQCD with N0 time slices is, with sf or open-sf, a lattice with T = N0\n"
	"  --slices            of one FILE: a second table, of the time slices at the last flow time\n"
	"  --bin N             of several FILEs: configurations in a row that make a bin of the jackknife (1)\n"
	"  --grid T,X,Y,Z      with mpirun and flow-mpi: processes per direction\n"
	DEVICE_USAGE("   ", "flow")
	"  --plot FILE.svg     t^2 E with t0, and the charge; of several FILEs their means; or FILE.pdf; needs gnuplot\n" OUTPUT_USAGE
	OUTPUT_USAGE_QUIET "\n"
	"The table of one FILE: t, E of plaquettes, E of clover leaves, t^2 E (clover), charge. t0: t^2 E = 0.3; w0:\n"
	"t d/dt t^2 E = 0.3 at w0^2, of the clover E. The charge: eps_xyzt = +1 (openQCD: -1), F without trace.\n"
	"Of time slices: E is per site, charges add up to Q. With ends in time E is the mean over all time slices.\n"
	"Of several FILEs: t0, w0 and the last charge of each, then their means with jackknife errors, also of Q^2; t0 and\n"
	"w0 are those of the mean E. Exit status: 0, 1 after a failure, 2 for a wrong option.\n";

typedef struct {
	output out;
	const char **files;
	lqcd_flow_kind kind;
	int configs, number, bin, extent[4]; /* number: index of the current one, from 0 */
	int slices;
	double end, every, eps, tolerance, ends[ENDS_NUMBERS];
	int device; /* what --device says; then whether to compute there */
	lqcd_lattice_options lattice;
	lqcd_comm comm;
	progress_line line;
} options;

enum { E_PLAQUETTE, E_CLOVER, CHARGE, CHARGE2, QUANTITIES };
typedef struct {
	int most, rows;
	double *t;
	double *value[QUANTITIES]; /* [configuration][row] */
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
	o->bin = 1;
	o->device = DEVICE_ANY;
	o->files = (const char **)calloc((size_t)argc, sizeof *o->files);
	if (!o->files) must(LQCD_ERR_MEMORY, NULL);
	for (int k = 1; (name = output_option(&o->out, " --slices ", argc, argv, &k, &value)) != NULL;) {
		if (!*name) o->files[o->configs++] = value;
		else if (!strcmp(name, "--slices")) o->slices = 1;
		else if (ends_option(o->ends, name, value)) continue;
		else if (!strcmp(name, "--flow")) o->kind = (lqcd_flow_kind)choice_option(name, value, kind_names);
		else if (!strcmp(name, "--end")) o->end = number_option(name, value, 1e-6, 1e6);
		else if (!strcmp(name, "--every")) o->every = number_option(name, value, 1e-6, 1e6);
		else if (!strcmp(name, "--eps")) o->eps = number_option(name, value, 1e-6, 0.2);
		else if (!strcmp(name, "--tolerance")) o->tolerance = number_option(name, value, 1e-12, 0.1);
		else if (!strcmp(name, "--bin")) o->bin = integer_option(name, value, 1, INT_MAX);
		else if (!strcmp(name, "--device")) o->device = device_option(name, value);
		else if (!strcmp(name, "--grid")) four_option(name, value, o->lattice.grid, "not four integers T,X,Y,Z");
		else unknown_option(name, value);
	}
	if (!o->configs) wrong("FILE", "", "a gauge configuration is needed; see --help");
	if (o->slices && o->configs > 1) wrong("--slices", "", "of one configuration");
	if (o->configs > 1 && o->configs / o->bin < 2) wrong("--bin", "", "less than two bins of configurations");
}

/* Keeps the values of a row; those of one configuration are printed. */
static void add_row(options *o, table *rows, double t, const lqcd_energy_values *e)
{
	const size_t n = (size_t)rows->rows++, at = (size_t)o->number * (size_t)rows->most + n;
	rows->t[n] = t;
	rows->value[E_PLAQUETTE][at] = e->plaquette;
	rows->value[E_CLOVER][at] = e->clover;
	rows->value[CHARGE][at] = e->charge;
	rows->value[CHARGE2][at] = e->charge * e->charge;
	if (o->configs > 1) return;
	say_row(&o->out, "%.10g\t%.15g\t%.15g\t%.15g\t%.15g", t, e->plaquette, e->clover, t * t * e->clover, e->charge);
}

static void say_facts(options *o, const lqcd_lattice *lat, const lqcd_gauge_info *info)
{
	output *out = &o->out;
	if (o->configs == 1) {
		say_word(out, "file", *o->files);
		say_word(out, "format", info->format);
	}
	say_lattice(out, lat);
	ends_say(out, &lat->boundary);
	if (o->configs == 1) say_fact(out, "plaquette", "%.12f", info->measured_plaquette.mean);
	else say_fact(out, "configurations", "%d", o->configs);
	say_word(out, "flow", kind_names[o->kind]);
}

static void say_columns(options *o)
{
	output *out = &o->out;
	say_table(out, o->configs > 1 ? "configurations" : "table");
	say_row(out, o->configs > 1 ? "configuration\tplaquette\tt0\tw0\tQ" : "t\tE_plaquette\tE_clover\tt2E\tQ");
}

#if LQCD_DEVICES
#define LQCD_TAG gd
#include "flow.inc"
#endif
#define LQCD_TAG d
#include "flow.inc"
#define LQCD_TAG vd
#include "flow.inc"

/* ---- ensembles --------------------------------------------------------------------------------------------------- */

/* A scale of the mean E, for the jackknife. */
typedef struct {
	const table *rows;
	int w0;
} scale;

static double find_scale(const double *E, void *context)
{
	const scale *s = (const scale *)context;
	return (s->w0 ? lqcd_flow_w0 : lqcd_flow_t0)(s->rows->t, E, s->rows->rows, 0.3);
}

static double first(const double *means, void *context)
{
	(void)context;
	return *means;
}

/** The mean of a quantity in a row, and its error; 0 for one configuration. */
static lqcd_jackknife mean_value(const options *o, const table *rows, int quantity, int row)
{
	const size_t n = (size_t)o->configs;
	const double *from = rows->value[quantity] + row;
	lqcd_jackknife j;
	double *x = (double *)malloc(n * sizeof *x);
	if (!x) must(LQCD_ERR_MEMORY, NULL);
	for (size_t k = 0; k < n; k++) x[k] = from[k * (size_t)rows->most];
	if (lqcd_series_jackknife(&j, first, NULL, x, 1, n, (size_t)o->bin, NULL) != LQCD_OK) j.value = *x;
	free(x);
	return j;
}

/** The same for t0 or w0 of the mean E. The value NaN: not up to t = end; the error NaN: not without one of the bins, or there
 * is one configuration. */
static lqcd_jackknife mean_scale(const options *o, const table *rows, int w0)
{
	scale s = {rows, w0};
	lqcd_jackknife j;
	if (lqcd_series_jackknife(&j, find_scale, &s, rows->value[E_CLOVER], (size_t)rows->most, (size_t)o->configs,
				  (size_t)o->bin, NULL) == LQCD_OK)
		return j;
	if (o->configs == 1) j.value = find_scale(rows->value[E_CLOVER], &s);
	j.error = lqcd_nan();
	return j;
}

static void say_scale(options *o, const char *name, const lqcd_jackknife *j)
{
	if (lqcd_isfinite(j->value)) say_result(&o->out, name, j->value, j->error);
	else say_none(&o->out, name, "%s does not reach 0.3 up to t = %g; see --end", *name == 'w' ? "t d/dt t^2 E" : "t^2 E", o->end);
}

static void say_means(options *o, const table *rows)
{
	static const char *const name[QUANTITIES] = {"E_plaquette", "E_clover", "Q", "Q2"};
	output *out = &o->out;
	say_table(out, "table");
	say_row(out, "t\tE_plaquette\tdE_plaquette\tE_clover\tdE_clover\tt2E\tdt2E\tQ\tdQ\tQ2\tdQ2");
	for (int k = 0; k < rows->rows; k++) {
		const double t = rows->t[k];
		say(out, "%.10g", t);
		for (int q = 0; q < QUANTITIES; q++) {
			const lqcd_jackknife j = mean_value(o, rows, q, k);
			say(out, "\t%.10g\t%.3e", j.value, j.error);
			if (q == E_CLOVER) say(out, "\t%.10g\t%.3e", t * t * j.value, t * t * j.error);
		}
		say_row(out, "%s", "");
	}
	for (int q = CHARGE; q < QUANTITIES; q++) {
		const lqcd_jackknife j = mean_value(o, rows, q, rows->rows - 1);
		say_result(out, name[q], j.value, j.error);
	}
}

/* ---- plot -------------------------------------------------------------------------------------------------------- */

static void curve(plot_file *p, const options *o, const table *rows, int quantity, int band)
{
	for (int k = 0; k < rows->rows; k++) {
		const lqcd_jackknife j = mean_value(o, rows, quantity, k);
		const double t = rows->t[k], factor = quantity == E_CLOVER ? t * t : 1;
		const double error = factor * (o->configs > 1 ? j.error : 0), value = factor * j.value;
		fprintf(p->to, "%.10g %.10g %.10g\n", t, band ? value - error : value, band ? value + error : error);
	}
	fputs("e\n", p->to);
}

/* The charge of each configuration, with a break between two. */
static void charges(plot_file *p, const options *o, const table *rows)
{
	for (int n = 0; n < o->configs; n++, fputs("\n", p->to))
		for (int k = 0; k < rows->rows; k++)
			fprintf(p->to, "%.10g %.10g\n", rows->t[k],
				rows->value[CHARGE][(size_t)n * (size_t)rows->most + (size_t)k]);
	fputs("e\n", p->to);
}

static void plot(options *o, const table *rows, const lqcd_jackknife *t0, const lqcd_lattice *lat)
{
	const char *kind = kind_names[o->kind];
	const int many = o->configs > 1;
	plot_file p;
	char text[80], number[64];
	if (!plot_begin(&p, &o->out, 760, 940)) return;
	plot_panel(&p, 0, 2, "flow time t/a^2", "t^2 E(t)");
	fprintf(p.to, "set title \"%c%s flow, %s, ", toupper((unsigned char)*kind), kind + 1, plot_lattice(text, lat));
	fprintf(p.to, many ? "%d configurations\"\n" : "one configuration\"\n", o->configs);
	fprintf(p.to, "set xrange [0:%g]\nset yrange [0:]\nset offsets 0,0,graph 0.05,0\n", o->end);
	if (lqcd_isfinite(t0->value)) {
		fprintf(p.to, "set arrow from %g,0 to %g,0.3 nohead ls 4\n", t0->value, t0->value);
		fprintf(p.to, "set label 2 't_0/a^2 = %s' at %g,graph 0.06 %s\n",
			value_text(number, t0->value, t0->error, 4), t0->value, t0->value > 0.6 * o->end ? "right offset -1,0" : "left offset 1,0");
	}
	fprintf(p.to, "plot %s'-' with %s ls 1 title 'E of clover leaves%s', 0.3 ls 4 title '0.3'\n",
		many ? "'-' using 1:2:3 with filledcurves ls 11 notitle, " : "", many ? "lines" : "linespoints",
		many ? ", mean and jackknife error" : "");
	if (many) curve(&p, o, rows, E_CLOVER, 1);
	curve(&p, o, rows, E_CLOVER, 0);
	plot_panel(&p, 1, 2, "flow time t/a^2", "topological charge Q(t)");
	fprintf(p.to, "set xrange [0:%g]\n", o->end);
	if (many) {
		fputs("plot '-' using 1:2:3 with filledcurves ls 12 notitle, '-' with lines ls 5 title 'each configuration', "
		      "'-' with lines ls 2 title 'mean and jackknife error'\n", p.to);
		curve(&p, o, rows, CHARGE, 1);
		charges(&p, o, rows);
	} else
		fputs("plot '-' with linespoints ls 2 notitle\n", p.to);
	curve(&p, o, rows, CHARGE, 0);
	plot_end(&p);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/** Memory for the rows, when the extents are known. */
static void begin_rows(options *o, table *rows)
{
	int least = o->extent[0];
	for (int mu = 1; mu < 4; mu++) least = o->extent[mu] < least ? o->extent[mu] : least;
	if (o->end <= 0) o->end = least * least / 32.0;
	if (o->end / o->every > 1e7) wrong("--every", "", "more than ten million rows");
	rows->most = 1 + (int)ceil(o->end / o->every - 1e-9);
	rows->t = (double *)calloc((size_t)rows->most, sizeof *rows->t);
	for (int q = 0; q < QUANTITIES; q++)
		rows->value[q] = (double *)calloc((size_t)rows->most * (size_t)o->configs, sizeof **rows->value);
	for (int q = 0; q < QUANTITIES; q++)
		if (!rows->t || !rows->value[q]) must(LQCD_ERR_MEMORY, NULL);
}

/** The flow of the current configuration; the row of one among several. */
static void flow_file(options *o, table *rows, lqcd_lattice *lat)
{
	lqcd_gauge_field_d u;
	lqcd_gauge_info info;
	lqcd_message why = {""};
	const lqcd_geometry *lanes;
	lqcd_boundary ends = ends_boundary(o->ends);
	lqcd_gauge_options how;
	memset(&how, 0, sizeof how);
	how.boundary = &ends;
	must(links_load(o->files[o->number], o->extent, lat, &o->lattice, &u, &how, &info, &why), &why);
	example_lattice = lat;
	if (ends.kind == LQCD_BOUNDARY_PERIODIC && !strcmp(info.boundary, "open")) {
		ends.kind = LQCD_BOUNDARY_OPEN;
		must(lqcd_lattice_set_boundary(lat, &ends), NULL);
	}
	memcpy(o->extent, lat->extent, sizeof o->extent);
	if (!o->number) begin_rows(o, rows);
	rows->rows = 0;
	const int vector = lqcd_lattice_geometry(lat, LQCD_FULL, LQCD_LANES_vd, &lanes) == LQCD_OK;
	const char *tag = o->device ? "gd" : vector ? "vd" : "d";
#if LQCD_DEVICES
	if (o->device) flow_gd(o, &u, &info, rows);
	else
#endif
	if (vector) flow_vd(o, &u, &info, rows);
	else flow_d(o, &u, &info, rows);
	const size_t first_row = (size_t)o->number * (size_t)rows->most;
	const double *E = rows->value[E_CLOVER] + first_row;
	if (o->configs > 1) {
		say(&o->out, "%d\t%.12f", o->number + 1, info.measured_plaquette.mean);
		for (int w0 = 0; w0 < 2; w0++) {
			scale s = {rows, w0};
			const double found = find_scale(E, &s);
			if (lqcd_isfinite(found)) say(&o->out, "\t%.10g", found);
			else say(&o->out, "\t");
		}
		say_row(&o->out, "\t%.10g", rows->value[CHARGE][first_row + (size_t)rows->most - 1]);
	}
	lqcd_gauge_field_destroy(&u);
	if (++o->number < o->configs) {
		lqcd_lattice_destroy(lat);
		return;
	}
	say_word(&o->out, "tag", tag);
}

int main(int argc, char **argv)
{
	options o;
	lqcd_lattice lat;
	table rows;
	memset(&o, 0, sizeof o);
	memset(&rows, 0, sizeof rows);
	o.comm = processes_begin(&argc, &argv);
	o.lattice.comm = &o.comm;
	o.out = output_begin("flow", usage, OUTPUT_PLOT, &o.comm);
	parse(&o, argc, argv);
	o.device = device_used(o.device, &o.comm);
	output_start(&o.out, NULL);
	o.line = progress_begin(o.out.quiet);
	while (o.number < o.configs) flow_file(&o, &rows, &lat);
	progress_erase();
	say_fact(&o.out, "seconds", "%.2f", seconds() - o.line.start);
	if (o.configs > 1) say_means(&o, &rows);
	const lqcd_jackknife t0 = mean_scale(&o, &rows, 0), w0 = mean_scale(&o, &rows, 1);
	say_scale(&o, "t0", &t0);
	say_scale(&o, "w0", &w0);
	if (o.out.plot && o.comm.rank == 0) plot(&o, &rows, &t0, &lat);
	for (int q = 0; q < QUANTITIES; q++) free(rows.value[q]);
	free(rows.t);
	free((void *)o.files);
	lqcd_lattice_destroy(&lat);
	return output_end(&o.out, 0);
}
