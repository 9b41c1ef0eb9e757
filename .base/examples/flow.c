/* examples/flow.c: gradient flow of a gauge configuration: energy, charge, t0 and w0; table and plot. See --help
 * build/examples/flow-mpi is the same program, compiled with LQCD_MPI. */
#ifndef __cplusplus
#define _POSIX_C_SOURCE 200809L /* popen */
#endif

#include "options.h"
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
	"  --plot FILE.svg     t^2 E with t0, and the charge; needs gnuplot\n"
	"  --quiet             only the table and the scales\n"
	"\n"
	"Tab-separated: t, E of plaquettes, E of clover leaves, t^2 E (clover), charge. t0: t^2 E = 0.3; w0:\n"
	"t d/dt t^2 E = 0.3 at w0^2, of the clover E. The charge: eps_xyzt = +1 (openQCD: -1), F without trace.\n"
	"Exit status: 0, 1 after a failure, 2 for a wrong option.\n";

typedef struct {
	const char *file, *plot;
	lqcd_flow_kind kind;
	double end, every, eps, tolerance;
	int quiet;
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

static options parse(int argc, char **argv)
{
	options o;
	memset(&o, 0, sizeof o);
	o.every = 0.1;
	o.eps = 0.02;
	for (int k = 1; k < argc; k++) {
		const char *name = argv[k], *value = k + 1 < argc ? argv[k + 1] : NULL;
		if (!strcmp(name, "--help")) exit(fputs(usage, stdout) < 0);
		if (!strcmp(name, "--quiet") || *name != '-') {
			if (*name == '-') o.quiet = 1;
			else if (o.file) wrong("FILE", name, "one is enough; see --help");
			else o.file = name;
			continue;
		}
		if (!value) wrong(name, "", "a value is missing, or there is no such option; see --help");
		k++;
		if (!strcmp(name, "--flow")) o.kind = (lqcd_flow_kind)choice_option(name, value, kind_names);
		else if (!strcmp(name, "--end")) o.end = number_option(name, value, 1e-6, 1e6);
		else if (!strcmp(name, "--every")) o.every = number_option(name, value, 1e-6, 1e6);
		else if (!strcmp(name, "--eps")) o.eps = number_option(name, value, 1e-6, 0.2);
		else if (!strcmp(name, "--tolerance")) o.tolerance = number_option(name, value, 1e-12, 0.1);
		else if (!strcmp(name, "--grid")) four_option(name, value, o.lattice.grid, "not four integers T,X,Y,Z");
		else if (!strcmp(name, "--plot")) o.plot = value;
		else wrong(name, value, "no such option; see --help");
	}
	if (!o.file) wrong("flow", "", "a gauge configuration is needed; see --help");
	return o;
}

static void add_row(table *rows, double t, lqcd_status s)
{
	must(s, NULL);
	rows->t[rows->rows] = t;
	rows->E[rows->rows] = rows->e[rows->rows].clover;
	rows->rows++;
}

#define LQCD_TAG d
#include "flow.inc"
#define LQCD_TAG vd
#include "flow.inc"
static void plot(const options *o, const table *rows, double t0)
{
	FILE *g = plot_begin("flow", o->plot, 720, 760);
	if (!g) return;
	fprintf(g, "set multiplot layout 2,1\nset grid\nset title '%s flow'\nset ylabel 't^2 E'\nset key left\n",
		kind_names[o->kind]);
	if (lqcd_isfinite(t0))
		fprintf(g, "set arrow from %g,0 to %g,0.3 nohead dt 2\nset label ' t_0 = %.4f' at %g,0.02\n", t0, t0, t0, t0);
	for (int panel = 0; panel < 2; panel++) {
		fprintf(g, panel ? "unset arrow\nunset label\nunset title\nset xlabel 't'\nset ylabel 'Q'\n"
				   "plot '-' with linespoints pt 7 notitle\n"
				 : "plot 0.3 dt 3 notitle, '-' with linespoints pt 7 title 'clover'\n");
		for (int k = 0; k < rows->rows; k++)
			fprintf(g, "%g %.10g\n", rows->t[k],
				panel ? rows->e[k].charge : rows->t[k] * rows->t[k] * rows->E[k]);
		fprintf(g, "e\n");
	}
	if (plot_end(g, "flow", o->plot) && !o->quiet) printf("# plot %s\n", o->plot);
}

int main(int argc, char **argv)
{
	const lqcd_comm comm = processes_begin(&argc, &argv);
	options o = parse(argc, argv);
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_gauge_info info;
	lqcd_message why = {""};
	const lqcd_geometry *lanes;
	table rows = {0, 0, NULL, NULL, NULL};
	o.comm = comm;
	o.lattice.comm = &comm;
	must(lqcd_gauge_load(o.file, &lat, &o.lattice, &u, NULL, &info, &why), &why);
	int least = lat.extent[0];
	for (int mu = 1; mu < 4; mu++) least = lat.extent[mu] < least ? lat.extent[mu] : least;
	if (o.end <= 0) o.end = least * least / 32.0;
	rows.most = 1 + (int)ceil(o.end / o.every - 1e-9);
	rows.t = (double *)calloc(2 * (size_t)rows.most, sizeof *rows.t);
	rows.e = (lqcd_energy_values *)calloc((size_t)rows.most, sizeof *rows.e);
	if (!rows.t || !rows.e) must(LQCD_ERR_MEMORY, NULL);
	rows.E = rows.t + rows.most;
	if (!o.quiet)
		printf("# %s (%s), X Y Z T = %d %d %d %d, plaquette %.12f, %s flow to t = %g\n", o.file, info.format,
		       lat.extent[1], lat.extent[2], lat.extent[3], lat.extent[0], info.measured_plaquette.mean,
		       kind_names[o.kind], o.end);
	if (lqcd_lattice_geometry(&lat, LQCD_FULL, LQCD_LANES_vd, &lanes) == LQCD_OK) flow_vd(&o, &u, &rows);
	else flow_d(&o, &u, &rows);
	const int n = rows.rows;
	const double t0 = lqcd_flow_t0(rows.t, rows.E, n, 0.3), w0 = lqcd_flow_w0(rows.t, rows.E, n, 0.3);
	printf("t\tE_plaquette\tE_clover\tt2E\tQ\n");
	for (int k = 0; k < n; k++)
		printf("%.10g\t%.15g\t%.15g\t%.15g\t%.15g\n", rows.t[k], rows.e[k].plaquette, rows.E[k],
		       rows.t[k] * rows.t[k] * rows.E[k], rows.e[k].charge);
	printf("# t0 = %.6f, w0 = %.6f%s\n", t0, w0, lqcd_isfinite(t0 + w0) ? "" : " (nan: not up to t = end)");
	if (o.plot && comm.rank == 0) plot(&o, &rows, t0);
	free(rows.t);
	free(rows.e);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return 0;
}
