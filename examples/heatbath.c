/* examples/heatbath.c: a quenched ensemble by heat bath and overrelaxation: configurations, table and plot of plaquette
 * and Polyakov loop. See --help. build/examples/heatbath-mpi is the same program, compiled with LQCD_MPI. */
#include "device.h"
#include "history.h"

static const char usage[] =
	"usage: heatbath [options]\n"
	"Configurations of a periodic gauge field with the Wilson action, S = beta sum over plaquettes of 1 - P.\n"
	"A step is a sweep of heat bath and some of overrelaxation.\n\n"
	"  --lattice T,X,Y,Z    (16,8,8,8; with --after that of the file)\n"
	"  --beta B             (6)\n"
	"  --overrelax N        sweeps after each of heat bath (4)\n"
	"  --thermalise N       steps before the first configuration is due (200)\n"
	"  --every N            steps from one configuration to the next (20)\n"
	"  --configs N          all in all (10)\n"
	"  --save PREFIX        writes them to PREFIX.0001, PREFIX.0002, ..\n"
	"  --format NAME        of these files: ILDG (all bits), NERSC, .. (ILDG)\n"
	"  --after N            goes on from PREFIX.N of an earlier run, with the bits of one that was not interrupted; other\n"
	"                       values of the options than a file of ILDG or NERSC says are refused\n"
	"  --hot                begins with random links instead of unit links\n"
	"  --seed N             of the random numbers (1)\n"
	"  --grid T,X,Y,Z       with mpirun and heatbath-mpi: processes per direction\n"
	DEVICE_USAGE("    ", "heatbath")
	"  --plot FILE.svg      histories of plaquette, with its mean, and Polyakov loop, the loop's plane; or FILE.pdf; needs gnuplot\n"
	OUTPUT_USAGE OUTPUT_USAGE_QUIET "\n"
	"The table: step, plaquette (mean of Re tr / 3), Re and Im of the Polyakov loop (mean of tr / 3).\n"
	"Then the means after thermalisation, with errors and autocorrelation times in steps by the Gamma method.\n"
	"Exit status: 0, 1 after a failure, 2 for a wrong option.\n";

typedef struct {
	output out;
	const char *prefix, *format;
	int extent[4], overrelax, thermalise, every, configs, after, hot;
	int device; /* what --device says; then whether to compute there */
	double beta;
	uint64_t seed;
	lqcd_lattice_options lattice;
	lqcd_comm comm;
} options;
typedef struct {
	int rows, first; /* step before the first row */
	double (*row)[4]; /* plaquette, Re and Im of the Polyakov loop, its modulus */
} table;

static void must(lqcd_status s, const lqcd_message *why)
{
	must_be_ok("heatbath", s, why);
}

static void parse(options *o, int argc, char **argv)
{
	static const int usual[4] = {16, 8, 8, 8};
	const char *name, *value;
	o->format = "ILDG";
	o->overrelax = 4;
	o->thermalise = 200;
	o->every = 20;
	o->configs = 10;
	o->beta = 6;
	o->seed = 1;
	o->device = DEVICE_ANY;
	for (int k = 1; (name = output_option(&o->out, " --hot ", argc, argv, &k, &value)) != NULL;) {
		if (!strcmp(name, "--hot")) o->hot = 1;
		else if (!strcmp(name, "--lattice")) extents_option(name, value, o->extent);
		else if (!strcmp(name, "--beta")) o->beta = number_option(name, value, 0, 1e6);
		else if (!strcmp(name, "--overrelax")) o->overrelax = integer_option(name, value, 0, 1000);
		else if (!strcmp(name, "--thermalise")) o->thermalise = integer_option(name, value, 1, 1000000);
		else if (!strcmp(name, "--every")) o->every = integer_option(name, value, 1, 100000);
		else if (!strcmp(name, "--configs")) o->configs = integer_option(name, value, 1, 9999);
		else if (!strcmp(name, "--save")) o->prefix = value;
		else if (!strcmp(name, "--format")) o->format = format_option(name, value, 1);
		else if (!strcmp(name, "--after")) o->after = integer_option(name, value, 1, 9999);
		else if (!strcmp(name, "--seed")) o->seed = (uint64_t)integer_option(name, value, 0, INT_MAX);
		else if (!strcmp(name, "--device")) o->device = device_option(name, value);
		else if (!strcmp(name, "--grid")) four_option(name, value, o->lattice.grid, "not four integers T,X,Y,Z");
		else unknown_option(name, value);
	}
	if (is_stdout(o->prefix)) wrong("--save", "-", "a PREFIX of several files is needed");
	if (o->after && !o->prefix) wrong("--after", "", "needs --save PREFIX");
	if (o->after && o->hot) wrong("--after", "", "not with --hot");
	if (o->after >= o->configs) wrong("--after", "", "not below the number of configurations");
	if (!o->after && !o->extent[0]) memcpy(o->extent, usual, sizeof usual);
}
static const char *file_name(char path[4096], const options *o, int number)
{
	if (snprintf(path, 4096, "%s.%04d", o->prefix, number) >= 4096) wrong("--save", o->prefix, "too long");
	return path;
}

/* What files of configurations say about their chain, in the formats with a place for it. */
static const char made_format[] = "heatbath beta %.17g overrelax %d seed %llu step %d", *const made_keys[] = {"xlf-info", "ENSEMBLE_LABEL"};

static void say_made(lqcd_gauge_info *info, const options *o, int step)
{
	char text[160];
	memset(info, 0, sizeof *info);
	snprintf(text, sizeof text, made_format, o->beta, o->overrelax, (unsigned long long)o->seed, step);
	for (int k = 0; k < 2; k++) lqcd_gauge_info_add(info, made_keys[k], text);
}

/* Refuses options with which the file was not made. */
static void check_made(const options *o, const char *path, const lqcd_gauge_info *info, int step)
{
	double beta;
	int overrelax, at;
	unsigned long long seed;
	char legal[400];
	for (int k = 0; k < 2; k++) {
		const char *made = lqcd_gauge_info_get(info, made_keys[k]);
		if (!made || sscanf(made, "heatbath beta %lg overrelax %d seed %llu step %d", &beta, &overrelax, &seed, &at) != 4) continue;
		const char *option = fabs(beta - o->beta) > 0 ? "--beta" : overrelax != o->overrelax ? "--overrelax"
				     : seed != o->seed ? "--seed" : at != step ? "--thermalise, --every" : NULL;
		if (!option) continue;
		snprintf(legal, sizeof legal, "%.200s is of --beta %g --overrelax %d --seed %llu, step %d", lqcd_path_shown(path), beta,
			 overrelax, seed, at);
		wrong(option, "", legal);
	}
}

#if LQCD_DEVICES
#define LQCD_TAG gd
#include "heatbath.inc"
#endif
#define LQCD_TAG d
#include "heatbath.inc"
#define LQCD_TAG vd
#include "heatbath.inc"
/* Rows of the thermalisation, which no mean has. */
static size_t skipped(const options *o, const table *t)
{
	const int skip = t->first < o->thermalise ? o->thermalise - t->first : 0;
	return (size_t)(skip < t->rows ? skip : t->rows);
}

static void plot(options *o, const table *t, const lqcd_lattice *lat)
{
	plot_file p;
	double most = 0;
	char text[80];
	const int skip = (int)skipped(o, t);
	if (!plot_begin(&p, &o->out, 760, 1340)) return;
	/* The scale of the plane is that of the rows which count, where there are some. */
	for (int k = skip < t->rows ? skip : 0; k < t->rows; k++) most = 1.1 * fmax(most / 1.1, fmax(fabs(t->row[k][1]), fabs(t->row[k][2])));
	double step = pow(10, floor(log10(fmax(most, 1e-9) / 2)));
	step *= most / step > 10 ? 5 : most / step > 4 ? 2 : 1;
	plot_panel_at(&p, PLOT_TOP, 240, "step", "plaquette");
	fprintf(p.to, "set title \"Heat bath, β = %g, %s\\n{/*0.8 %d sweeps of overrelaxation after each of heat bath}\"\n"
		"set xrange [%d:%d]\n", o->beta, plot_lattice(text, lat), o->overrelax, t->first, t->first + t->rows);
	history_plot(&p, "plaquette", t->first + 1, t->row[0], (size_t)t->rows, 4, (size_t)skip);
	plot_panel_at(&p, 475, 240, "step", "Polyakov loop P");
	fputs("unset title\n", p.to);
	fprintf(p.to, "set xrange [%d:%d]\n", t->first, t->first + t->rows);
	if (skip) fprintf(p.to, "set arrow from %d,graph 0 to %d,graph 1 nohead ls 4\n", t->first + skip, t->first + skip);
	fputs("plot 0 ls 4 notitle, '-' with lines ls 1 title 'Re P', '-' with lines ls 2 title 'Im P'\n", p.to);
	for (int part = 1; part < 3; part++, fputs("e\n", p.to))
		for (int k = 0; k < t->rows; k++) fprintf(p.to, "%d %.8g\n", t->first + k + 1, t->row[k][part]);
	/* The squares of this panel are square. */
	plot_panel_at(&p, 835, 430, "Re P", "Im P");
	fprintf(p.to, "set size ratio -1\nset xrange [%g:%g]\nset yrange [%g:%g]\nset xtics %g\nset ytics %g\n",
		-most, most, -most, most, step, step);
	fputs("set arrow from graph 0,first 0 to graph 1,first 0 nohead ls 4\n"
	      "set arrow from first 0,graph 0 to first 0,graph 1 nohead ls 4\nplot ", p.to);
	if (skip) fputs("'-' with points ls 5 ps 0.4 title 'thermalisation'", p.to);
	if (skip < t->rows) fprintf(p.to, "%s'-' with points ls 1 ps 0.4 title 'P'", skip ? ", " : "");
	for (int k = 0; k < t->rows; k++)
		fprintf(p.to, "%s\n%.8g %.8g", k && k == skip ? "\ne" : "", t->row[k][1], t->row[k][2]);
	fputs("\ne\n", p.to);
	plot_end(&p);
}

int main(int argc, char **argv)
{
	static const char *const name[4] = {"plaquette", "polyakov_re", "polyakov_im", "polyakov_abs"};
	options o;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_gauge_info info;
	const lqcd_geometry *lanes;
	char path[4096];
	table t = {0, 0, NULL};
	memset(&o, 0, sizeof o);
	o.comm = processes_begin(&argc, &argv);
	o.lattice.comm = &o.comm;
	o.out = output_begin("heatbath", usage, OUTPUT_PLOT, &o.comm);
	parse(&o, argc, argv);
	o.device = device_used(o.device, &o.comm);
	output_start(&o.out, o.prefix ? file_name(path, &o, o.after + 1) : NULL);
	const lqcd_boundary ends = lqcd_boundary_make(LQCD_BOUNDARY_PERIODIC);
	links_start("heatbath", o.after ? file_name(path, &o, o.after) : NULL, o.extent, &o.lattice, &ends, &lat, &u, &info);
	if (o.hot) lqcd_gauge_field_random(&u, o.seed, 0);
	t.first = o.after ? o.thermalise + (o.after - 1) * o.every : 0;
	check_made(&o, path, &info, t.first);
	t.row = (double (*)[4])calloc((size_t)o.thermalise + (size_t)o.configs * (size_t)o.every + 1, sizeof *t.row);
	if (!t.row) must(LQCD_ERR_MEMORY, NULL);
#if LQCD_DEVICES
	if (o.device) heatbath_gd(&o, &u, &t);
	else
#endif
	if (lqcd_lattice_geometry(&lat, LQCD_FULL, LQCD_LANES_vd, &lanes) == LQCD_OK) heatbath_vd(&o, &u, &t);
	else heatbath_d(&o, &u, &t);
	for (size_t k = 0, skip = skipped(&o, &t); k < 4; k++)
		history_say(&o.out, name[k], t.row[skip] + k, (size_t)t.rows - skip, 4);
	if (o.out.plot && o.comm.rank == 0) plot(&o, &t, &lat);
	free(t.row);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return output_end(&o.out, 0);
}
