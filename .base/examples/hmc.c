/* examples/hmc.c: hybrid Monte Carlo of SU(3) gauge fields: table of trajectories, plot, configurations. See --help
 * build/examples/hmc-mpi is the same program, compiled with LQCD_MPI. */
#ifndef __cplusplus
#define _POSIX_C_SOURCE 200809L /* popen */
#endif

#include "hmc_quarks.h"
#include "options.h"
#include "plot.h"
static const char usage[] =
	"usage: hmc [options]\n"
	"Hybrid Monte Carlo of a periodic gauge field, with Wilson-clover quarks or without.\n"
	"\n"
	"  --lattice T,X,Y,Z   (8,8,8,8)\n"
	"  --beta B            S = beta {c0 sum over plaquettes + c1 sum over rectangles}, c0 = 1 - 8 c1 (6)\n"
	"  --action wilson|lw|iwasaki|dbw2   c1 = 0, -1/12, -0.331, -1.4088 (wilson)\n"
	"  --integrator leapfrog|omf2|omf4 --steps N --length L     (omf2, 10 steps, length 1)\n"
	"  --kappa K           two flavours of quarks, antiperiodic in T\n"
	"  --strange-kappa K   one flavour more, by rational HMC\n"
	"  --csw C             the clover term of all (0)\n"
	"  --inner N           with quarks: steps of the gauge field alone in each part of theirs (4)\n"
	"  --low X --high X    around the eigenvalues of M^+ M of the one flavour, lqcd/hmc/rhmc.h (0.001, and 200 or,\n"
	"                      without clover term, the upper bound)\n"
	"  --trajectories N    all in all (100)\n"
	"  --thermalise N      the first N of them are all accepted (10)\n"
	"  --start FILE        begin with this configuration, any format; without it with unit links\n"
	"  --seed N            of the random numbers (1)\n"
	"  --checkpoint FILE   go on from it if it exists; of the above then only --trajectories, --thermalise and the\n"
	"                      lattice count: the rest is in it. Written after each 10 trajectories, and at the end\n"
	"  --save FILE         the last configuration, in ILDG format\n"
	"  --grid T,X,Y,Z      with mpirun and hmc-mpi: processes per direction\n"
	"  --plot FILE.svg     plaquette and dH; needs gnuplot\n"
	"  --quiet             only the table\n"
	"\n"
	"The table, tab-separated: trajectory, plaquette (mean of Re tr / 3), dH, accepted (0 or 1).\n"
	"Exit status: 0, 1 after a failure, 2 for a wrong option.\n";

typedef struct {
	const char *start, *checkpoint, *save, *plot;
	int extent[4], trajectories, thermalise, quiet;
	lqcd_hmc_chain chain;
	quark_numbers quarks;
	lqcd_lattice_options lattice;
	lqcd_comm comm;
} options;
typedef struct {
	int rows;
	double (*row)[4]; /* those of the table */
} table;

static void must(lqcd_status s, const lqcd_message *why)
{
	must_be_ok("hmc", s, why);
}

static options parse(int argc, char **argv)
{
	static const char *const actions[] = {"wilson", "lw", "iwasaki", "dbw2", NULL};
	static const char *const integrators[] = {"leapfrog", "omf2", "omf4", NULL};
	static const double c1[] = {LQCD_C1_WILSON, LQCD_C1_LUESCHER_WEISZ, LQCD_C1_IWASAKI, LQCD_C1_DBW2};
	options o;
	memset(&o, 0, sizeof o);
	o.quarks.inner = 4;
	o.chain = lqcd_hmc_chain_make(6, 0, 1);
	o.trajectories = 100;
	o.thermalise = 10;
	for (int mu = 0; mu < 4; mu++) o.extent[mu] = 8;
	for (int k = 1; k < argc; k++) {
		const char *name = argv[k], *value = k + 1 < argc ? argv[k + 1] : NULL;
		lqcd_hmc_chain *c = &o.chain;
		if (!strcmp(name, "--help")) exit(fputs(usage, stdout) < 0);
		if (!strcmp(name, "--quiet")) {
			o.quiet = 1;
			continue;
		}
		if (!value) wrong(name, "", "a value is missing, or there is no such option; see --help");
		k++;
		if (quarks_option(&o.quarks, name, value)) continue;
		if (!strcmp(name, "--lattice")) four_option(name, value, o.extent, "not four integers T,X,Y,Z");
		else if (!strcmp(name, "--beta")) c->beta = number_option(name, value, 0, 1e6);
		else if (!strcmp(name, "--action")) c->c1 = c1[choice_option(name, value, actions)];
		else if (!strcmp(name, "--integrator"))
			c->level[0].kind = (lqcd_integrator_kind)choice_option(name, value, integrators);
		else if (!strcmp(name, "--steps")) c->level[0].steps = integer_option(name, value, 1, 100000);
		else if (!strcmp(name, "--length")) c->length = number_option(name, value, 1e-6, 1e3);
		else if (!strcmp(name, "--trajectories")) o.trajectories = integer_option(name, value, 1, 10000000);
		else if (!strcmp(name, "--thermalise")) o.thermalise = integer_option(name, value, 0, 10000000);
		else if (!strcmp(name, "--start")) o.start = value;
		else if (!strcmp(name, "--seed")) c->seed = (uint64_t)integer_option(name, value, 0, INT_MAX);
		else if (!strcmp(name, "--checkpoint")) o.checkpoint = value;
		else if (!strcmp(name, "--save")) o.save = value;
		else if (!strcmp(name, "--grid")) four_option(name, value, o.lattice.grid, "not four integers T,X,Y,Z");
		else if (!strcmp(name, "--plot")) o.plot = value;
		else wrong(name, value, "no such option; see --help");
	}
	quarks_finish(&o.quarks, &o.chain);
	return o;
}

#define LQCD_TAG d
#include "hmc.inc"
#define LQCD_TAG vd
#include "hmc.inc"

static void plot(const options *o, const table *t)
{
	FILE *g = plot_begin("hmc", o->plot, 720, 760);
	if (!g) return;
	fprintf(g, "set multiplot layout 2,1\nset grid\nset title 'HMC, beta = %g'\n", o->chain.beta);
	for (int panel = 1; panel < 3; panel++) {
		fprintf(g, panel == 1 ? "set ylabel 'plaquette'\n"
				      : "unset title\nset xlabel 'trajectory'\nset ylabel 'dH'\n");
		fprintf(g, "plot '-' with linespoints pt 7 ps 0.4 notitle\n");
		for (int k = 0; k < t->rows; k++) fprintf(g, "%g %.10g\n", t->row[k][0], t->row[k][panel]);
		fprintf(g, "e\n");
	}
	if (plot_end(g, "hmc", o->plot) && !o->quiet) printf("# plot %s\n", o->plot);
}

int main(int argc, char **argv)
{
	const lqcd_comm comm = processes_begin(&argc, &argv);
	options o = parse(argc, argv);
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_message why = {""};
	const lqcd_geometry *lanes;
	table t = {0, NULL};
	o.comm = comm;
	o.lattice.comm = &comm;
	start_links("hmc", o.start, o.extent, &o.lattice, &lat, &u);
	t.row = (double (*)[4])calloc((size_t)o.trajectories, sizeof *t.row);
	if (!t.row) must(LQCD_ERR_MEMORY, NULL);
	if (lqcd_lattice_geometry(&lat, LQCD_FULL, LQCD_LANES_vd, &lanes) == LQCD_OK) hmc_vd(&o, &u, &t);
	else hmc_d(&o, &u, &t);
	if (o.save) must(lqcd_gauge_write(o.save, "ILDG", &u, NULL, &why), &why);
	if (o.plot && comm.rank == 0 && t.rows) plot(&o, &t);
	free(t.row);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return 0;
}
