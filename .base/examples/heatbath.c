/* examples/heatbath.c: a quenched ensemble by heat bath and overrelaxation: configurations, table and plot of plaquette
 * and Polyakov loop. See --help. build/examples/heatbath-mpi is the same program, compiled with LQCD_MPI. */
#ifndef __cplusplus
#define _POSIX_C_SOURCE 200809L /* popen */
#endif

#include "options.h"
#include "plot.h"
static const char usage[] =
	"usage: heatbath [options]\n"
	"Configurations of a periodic gauge field with the Wilson action, S = beta sum over plaquettes of 1 - P.\n"
	"A step is a sweep of heat bath and some of overrelaxation.\n\n"
	"  --lattice T,X,Y,Z    (16,8,8,8)\n"
	"  --beta B             (6)\n"
	"  --overrelax N        sweeps after each of heat bath (4)\n"
	"  --thermalise N       steps before the first configuration is due (200)\n"
	"  --every N            steps from one configuration to the next (20)\n"
	"  --configs N          all in all (10)\n"
	"  --save PREFIX        writes them to PREFIX.0001, PREFIX.0002, ..\n"
	"  --format NAME        of these files: ILDG (all bits), NERSC, .. (ILDG)\n"
	"  --after N            goes on from PREFIX.N of an earlier run, with the bits of one that was not interrupted\n"
	"  --hot                begins with random links instead of unit links\n"
	"  --seed N             of the random numbers (1)\n"
	"  --grid T,X,Y,Z       with mpirun and heatbath-mpi: processes per direction\n"
	"  --plot FILE.svg      histories of plaquette and Polyakov loop, the loop's plane; needs gnuplot\n"
	"  --quiet              only the table and the means\n\n"
	"The table, tab-separated: step, plaquette (mean of Re tr / 3), Re and Im of the Polyakov loop (mean of tr / 3).\n"
	"Then the means after thermalisation, with errors and autocorrelation times in steps by the Gamma method.\n"
	"Exit status: 0, 1 after a failure, 2 for a wrong option.\n";

typedef struct {
	const char *save, *format, *plot;
	int extent[4], overrelax, thermalise, every, configs, after, hot, quiet;
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

static options parse(int argc, char **argv)
{
	options o;
	memset(&o, 0, sizeof o);
	o.format = "ILDG";
	o.overrelax = 4;
	o.thermalise = 200;
	o.every = 20;
	o.configs = 10;
	o.beta = 6;
	o.seed = 1;
	for (int mu = 0; mu < 4; mu++) o.extent[mu] = mu ? 8 : 16;
	for (int k = 1; k < argc; k++) {
		const char *name = argv[k], *value = k + 1 < argc ? argv[k + 1] : NULL;
		if (!strcmp(name, "--help")) exit(fputs(usage, stdout) < 0);
		if (!strcmp(name, "--quiet") || !strcmp(name, "--hot")) {
			*(name[2] == 'q' ? &o.quiet : &o.hot) = 1;
			continue;
		}
		if (!value) wrong(name, "", "a value is missing, or there is no such option; see --help");
		k++;
		if (!strcmp(name, "--lattice")) four_option(name, value, o.extent, "not four integers T,X,Y,Z");
		else if (!strcmp(name, "--beta")) o.beta = number_option(name, value, 0, 1e6);
		else if (!strcmp(name, "--overrelax")) o.overrelax = integer_option(name, value, 0, 1000);
		else if (!strcmp(name, "--thermalise")) o.thermalise = integer_option(name, value, 1, 1000000);
		else if (!strcmp(name, "--every")) o.every = integer_option(name, value, 1, 1000000);
		else if (!strcmp(name, "--configs")) o.configs = integer_option(name, value, 1, 9999);
		else if (!strcmp(name, "--save")) o.save = value;
		else if (!strcmp(name, "--format")) o.format = value;
		else if (!strcmp(name, "--after")) o.after = integer_option(name, value, 1, 9999);
		else if (!strcmp(name, "--seed")) o.seed = (uint64_t)integer_option(name, value, 0, INT_MAX);
		else if (!strcmp(name, "--grid")) four_option(name, value, o.lattice.grid, "not four integers T,X,Y,Z");
		else if (!strcmp(name, "--plot")) o.plot = value;
		else wrong(name, value, "no such option; see --help");
	}
	if (o.after && !o.save) wrong("--after", "", "needs --save PREFIX");
	if (o.after >= o.configs) wrong("--after", "", "not below the number of configurations");
	return o;
}
static const char *file_name(char path[4096], const options *o, int number)
{
	if (snprintf(path, 4096, "%s.%04d", o->save, number) >= 4096) wrong("--save", o->save, "too long");
	return path;
}

#define LQCD_TAG d
#include "heatbath.inc"
#define LQCD_TAG vd
#include "heatbath.inc"
static void means(const options *o, const table *t)
{
	static const char *const name[4] = {"plaquette", "Re Polyakov loop", "Im Polyakov loop", "|Polyakov loop|"};
	const int skip = t->first < o->thermalise ? o->thermalise - t->first : 0;
	for (int k = 0; k < 4; k++) {
		lqcd_series s;
		if (lqcd_series_analyse(&s, t->row[skip] + k, (size_t)(t->rows - skip), 4, 1.5, NULL) == LQCD_OK)
			printf("# %-16s %+.8f +- %.8f, tau %.2f +- %.2f\n", name[k], s.mean, s.error, s.tau, s.tau_error);
	}
}
static void plot(const options *o, const table *t)
{
	FILE *g = plot_begin("heatbath", o->plot, 760, 900);
	if (!g) return;
	fprintf(g, "set multiplot layout 3,1\nset grid\nset key top right\nset title 'heat bath, beta = %g'\n"
		"set arrow from %d,graph 0 to %d,graph 1 nohead dt 2\n", o->beta, o->thermalise, o->thermalise);
	for (int panel = 0; panel < 3; panel++) {
		fputs(panel == 0   ? "set xlabel 'step'\nset ylabel 'plaquette'\nplot '-' with lines notitle\n"
		      : panel == 1 ? "unset title\nset ylabel 'Polyakov loop'\nplot '-' with lines title 'Re', '-' with "
				     "lines title 'Im'\n"
				   : "unset arrow\nset xlabel 'Re'\nset ylabel 'Im'\nset size ratio -1\nplot '-' with points "
				     "pt 7 ps 0.3 notitle\n", g);
		for (int k = 0; k < t->rows; k++)
			fprintf(g, "%.8g %.8g\n", panel < 2 ? t->first + k + 1 : t->row[k][1], t->row[k][panel]);
		fputs("e\n", g);
		for (int k = 0; panel == 1 && k < t->rows; k++) fprintf(g, "%d %.8g\n", t->first + k + 1, t->row[k][2]);
		if (panel == 1) fputs("e\n", g);
	}
	if (plot_end(g, "heatbath", o->plot) && !o->quiet) printf("# plot %s\n", o->plot);
}

int main(int argc, char **argv)
{
	const lqcd_comm comm = processes_begin(&argc, &argv);
	options o = parse(argc, argv);
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	const lqcd_geometry *lanes;
	char path[4096];
	table t = {0, 0, NULL};
	o.comm = comm;
	o.lattice.comm = &comm;
	start_links("heatbath", o.after ? file_name(path, &o, o.after) : NULL, o.extent, &o.lattice, &lat, &u);
	if (o.hot && !o.after) lqcd_gauge_field_random(&u, o.seed, 0);
	t.first = o.after ? o.thermalise + (o.after - 1) * o.every : 0;
	t.row = (double (*)[4])calloc((size_t)(o.thermalise + o.configs * o.every), sizeof *t.row);
	if (!t.row) must(LQCD_ERR_MEMORY, NULL);
	if (lqcd_lattice_geometry(&lat, LQCD_FULL, LQCD_LANES_vd, &lanes) == LQCD_OK) heatbath_vd(&o, &u, &t);
	else heatbath_d(&o, &u, &t);
	means(&o, &t);
	if (o.plot && comm.rank == 0) plot(&o, &t);
	free(t.row);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return 0;
}
