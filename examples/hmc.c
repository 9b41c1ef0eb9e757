/* examples/hmc.c: hybrid Monte Carlo of SU(3) gauge fields: table of trajectories, plot, configurations. See --help
 * build/examples/hmc-mpi is the same program, compiled with LQCD_MPI. */
#include "device.h"
#include "history.h"
#include "hmc_quarks.h"

static const char usage[] =
	"usage: hmc [options]\n"
	"Hybrid Monte Carlo of a gauge field, with Wilson-clover or domain wall quarks or without.\n"
	"\n"
	"  --lattice T,X,Y,Z   (8,8,8,8; with --start that of FILE)\n"
	"  --beta B            S = beta {c0 sum over plaquettes + c1 sum over rectangles}, c0 = 1 - 8 c1 (6)\n"
	"  --action wilson|lw|iwasaki|dbw2   c1 = 0, -1/12, -0.331, -1.4088 (wilson)\n"
	"  --integrator leapfrog|omf2|omf4 --steps N --length L     (omf2, 10 steps, length 1)\n"
	"  --kappa K           two flavours of quarks, antiperiodic in T\n"
	"  --strange-kappa K   one more flavour, by rational HMC\n"
	"  --csw C             coefficient of the clover term of these quarks (0)\n"
	"  --domain-wall LS,M5,MASS[,B5,C5]   two flavours of domain wall quarks over their Pauli-Villars field; Moebius, or\n"
	"                      Shamir without B5,C5\n"
	QUARKS_ENDS_USAGE
	"  --inner N           with quarks: steps of the gauge action within each drift of the quarks' integrator (4)\n"
	"  --low X --high X    bounds of the eigenvalues of M^+ M of the one flavour, lqcd/hmc/rhmc.h (0.001; 200 or,\n"
	"                      without clover term, the exact upper bound)\n"
	"  --trajectories N    length of the whole run (100)\n"
	"  --thermalise N      accept the first N trajectories whatever dH is (10)\n"
	"  --start FILE        begin with this configuration, of any format (unit links)\n"
	"  --seed N            seed of the random numbers (1)\n"
	"  --checkpoint FILE   continue from FILE if it exists, with its action, integrator, quarks and seed: other values\n"
	"                      of these options are refused. Written after each 10 trajectories, at the end, and by Ctrl-C\n"
	"  --terms             further columns: the parts of dH, and iterations of solvers\n"
	"  --save FILE         write the last configuration, in ILDG format; with ends, at the last time slice, in openQCD's\n"
	"  --grid T,X,Y,Z      with mpirun and hmc-mpi: processes per direction\n"
	DEVICE_USAGE("   ", "hmc")
	"  --plot FILE.svg     plaquette, with its mean, and dH; needs gnuplot\n" OUTPUT_USAGE OUTPUT_USAGE_QUIET
	"\n"
	"The table: trajectory, plaquette (mean of Re tr / 3), dH, accepted (0 or 1); with --terms also\n"
	"the change of the kinetic energy and, for each term of the action, its change and its solver iterations.\n"
	"Then the means of this run after thermalisation, with errors and autocorrelation times in trajectories by the\n"
	"Gamma method: plaquette, exp_minus_dH (1 in equilibrium), acceptance.\n"
	"Exit status: 0, 1 after a failure, 2 for a wrong option.\n";

/* Options whose values a checkpoint has. */
enum { BETA, ACTION, INTEGRATOR, STEPS, LENGTH, SEED, STORED };
static const char *const stored_name[STORED] = {"--beta", "--action", "--integrator", "--steps", "--length", "--seed"};

typedef struct {
	output out;
	const char *start, *checkpoint, *given[STORED]; /* as they were given, or NULL */
	int extent[4], trajectories, thermalise, terms;
	int device; /* what --device says; then whether to compute there */
	lqcd_hmc_chain chain;
	quark_numbers quarks;
	lqcd_lattice_options lattice;
	lqcd_comm comm;
} options;
enum { TRAJECTORY, PLAQUETTE, DH, ACCEPTED, EXP_DH, QUANTITIES };
typedef struct {
	int rows;
	double (*row)[QUANTITIES];
	lqcd_hmc_chain chain; /* that of the run, also if a checkpoint has it */
	double kappa, strange, csw, ls, mass; /* ls, mass: of domain walls; 0: none */
} table;

static void must(lqcd_status s, const lqcd_message *why)
{
	must_be_ok("hmc", s, why);
}

static void parse(options *o, int argc, char **argv)
{
	static const char *const actions[] = {"wilson", "lw", "iwasaki", "dbw2", NULL};
	static const char *const integrators[] = {"leapfrog", "omf2", "omf4", NULL};
	static const double c1[] = {LQCD_C1_WILSON, LQCD_C1_LUESCHER_WEISZ, LQCD_C1_IWASAKI, LQCD_C1_DBW2};
	static const int usual[4] = {8, 8, 8, 8};
	lqcd_hmc_chain *c = &o->chain;
	const char *name, *value;
	o->quarks = quarks_begin();
	o->chain = lqcd_hmc_chain_make(6, 0, 1);
	o->trajectories = 100;
	o->thermalise = 10;
	o->device = DEVICE_ANY;
	for (int k = 1; (name = output_option(&o->out, " --terms --exponential ", argc, argv, &k, &value)) != NULL;) {
		for (int n = 0; n < STORED; n++)
			if (!strcmp(name, stored_name[n])) o->given[n] = value;
		if (!strcmp(name, "--terms")) o->terms = 1;
		else if (quarks_option(&o->quarks, name, value)) continue;
		else if (!strcmp(name, "--lattice")) extents_option(name, value, o->extent);
		else if (!strcmp(name, "--beta")) c->beta = number_option(name, value, 0, 1e6);
		else if (!strcmp(name, "--action")) c->c1 = c1[choice_option(name, value, actions)];
		else if (!strcmp(name, "--integrator"))
			c->level[0].kind = (lqcd_integrator_kind)choice_option(name, value, integrators);
		else if (!strcmp(name, "--steps")) c->level[0].steps = integer_option(name, value, 1, 100000);
		else if (!strcmp(name, "--length")) c->length = number_option(name, value, 1e-6, 1e3);
		else if (!strcmp(name, "--trajectories")) o->trajectories = integer_option(name, value, 1, 10000000);
		else if (!strcmp(name, "--thermalise")) o->thermalise = integer_option(name, value, 0, 10000000);
		else if (!strcmp(name, "--start")) o->start = value;
		else if (!strcmp(name, "--seed")) c->seed = (uint64_t)integer_option(name, value, 0, INT_MAX);
		else if (!strcmp(name, "--checkpoint")) o->checkpoint = value;
		else if (!strcmp(name, "--device")) o->device = device_option(name, value);
		else if (!strcmp(name, "--grid")) four_option(name, value, o->lattice.grid, "not four integers T,X,Y,Z");
		else wrong(*name ? name : value, *name ? value : "", "unknown option; see --help");
	}
	if (is_stdout(o->checkpoint)) wrong("--checkpoint", "-", "a file is needed");
	if (!o->start && !o->extent[0]) memcpy(o->extent, usual, sizeof usual);
	quarks_finish(&o->quarks, &o->chain);
}

/* Refuses options that contradict the checkpoint, which has another chain. */
static void continue_chain(const options *o, const lqcd_hmc_chain *chain, const quark_numbers *quarks)
{
	const lqcd_hmc_chain *c[2] = {&o->chain, chain};
	double value[2][STORED];
	char has[96];
	for (int k = 0; k < 2; k++) {
		const lqcd_hmc_level outer = c[k]->level[c[k]->levels - 1];
		const double v[STORED] = {c[k]->beta, c[k]->c1, (double)outer.kind, (double)outer.steps, c[k]->length, (double)c[k]->seed};
		memcpy(value[k], v, sizeof v);
	}
	for (int n = 0; n < STORED; n++) {
		if (!o->given[n] || !(fabs(value[0][n] - value[1][n]) > 0)) continue;
		snprintf(has, sizeof has, n == ACTION || n == INTEGRATOR ? "the checkpoint has another" : "the checkpoint has %g", value[1][n]);
		wrong(stored_name[n], o->given[n], has);
	}
	for (int n = KAPPA; n <= CSW; n++) {
		const double want = o->quarks.value[n];
		if (!(want > 0) || !(fabs(want - quarks->value[n]) > 0)) continue;
		snprintf(has, sizeof has, "%g, but the checkpoint has %g", want, quarks->value[n]);
		wrong("quarks:", quark_name[n], has);
	}
	for (int n = LS; n < NUMBERS; n++) {
		if (n < ENDS ? !(o->quarks.value[LS] > 0) : !o->quarks.ends) continue;
		if (!(fabs(o->quarks.value[n] - quarks->value[n]) > 0)) continue;
		snprintf(has, sizeof has, "%g, but the checkpoint has %g", o->quarks.value[n], quarks->value[n]);
		wrong("quarks:", quark_name[n], has);
	}
}

/* Where there is a checkpoint, goes on with its links, chain and quarks. */
static void find_checkpoint(options *o, lqcd_gauge_field_d *u)
{
	lqcd_hmc_chain chain = o->chain;
	lqcd_message why = {""};
	quark_numbers quarks = o->quarks;
	lqcd_hmc_number more[NUMBERS];
	int found = 0;
	if (o->checkpoint) must(lqcd_checkpoint_exists(o->checkpoint, &found, &why), &why);
	if (!(lqcd_comm_max(&o->comm, found) > 0)) return;
	const int walls = lqcd_comm_max(&o->comm, o->comm.rank == 0 && number_in(o->checkpoint, LS)) > 0;
	const quark_numbers none = quarks_begin();
	quarks.ends = lqcd_comm_max(&o->comm, o->comm.rank == 0 && number_in(o->checkpoint, ENDS)) > 0;
	memcpy(quarks.value + LS, none.value + LS, (NUMBERS - LS) * sizeof *none.value);
	const int count = quarks_list(more, &quarks, walls, quarks.ends);
	must(lqcd_hmc_load_with(o->checkpoint, &chain, lqcd_gauge_field_view_d(u), more, count, &why), &why);
	continue_chain(o, &chain, &quarks);
	o->chain = chain;
	o->quarks = quarks;
}

#ifdef LQCD_GPU_GAUGE_H
#define LQCD_TAG gd
#include "hmc.inc"
#endif
#define LQCD_TAG d
#include "hmc.inc"
#define LQCD_TAG vd
#include "hmc.inc"

/* Rows of the thermalisation, which no mean has. */
static size_t skipped(const options *o, const table *t)
{
	size_t n = 0;
	while (n < (size_t)t->rows && t->row[n][TRAJECTORY] <= o->thermalise) n++;
	return n;
}

static void plot(options *o, const table *t, const lqcd_lattice *lat)
{
	const size_t rows = (size_t)t->rows, skip = skipped(o, t);
	const lqcd_series accepted = history_mean(t->row[skip] + ACCEPTED, rows - skip, QUANTITIES);
	const lqcd_series one = history_mean(t->row[skip] + EXP_DH, rows - skip, QUANTITIES);
	static const char *const name[3] = {"thermalisation", "accepted", "rejected"};
	static const int style[3] = {5, 1, 2};
	const lqcd_hmc_level *outer = &t->chain.level[t->chain.levels - 1];
	plot_file p;
	char text[80], rate[64], mean[64];
	if (!plot_begin(&p, &o->out, 760, 900)) return;
	plot_panel(&p, 0, 2, "trajectory", "plaquette");
	if (t->strange > 0 || t->ls > 0) fputs("set title font ',13'\n", p.to); /* a long one */
	fprintf(p.to, "set title \"Hybrid Monte Carlo, β = %g", t->chain.beta);
	if (fabs(t->chain.c1) > 0) fprintf(p.to, ", c_1 = %.4g", t->chain.c1);
	fprintf(p.to, ", %s", plot_lattice(text, lat));
	if (t->kappa > 0) fprintf(p.to, ", κ = %g", t->kappa);
	if (t->strange > 0) fprintf(p.to, ", κ_s = %g", t->strange);
	if (t->csw > 0) fprintf(p.to, ", c_{sw} = %g", t->csw);
	if (t->ls > 0) fprintf(p.to, ", domain walls m = %g, L_s = %g", t->mass, t->ls);
	fprintf(p.to, "\\n{/*0.8 %s, %d steps, length %g", lqcd_integrator_of(outer->kind)->name, outer->steps,
		t->chain.length);
	if (skip < rows)
		fprintf(p.to, "; acceptance %s, mean of exp(-ΔH) %s", plot_value(rate, accepted.mean, accepted.error),
			plot_value(mean, one.mean, one.error));
	fprintf(p.to, "}\"\nset xrange [%g:%g]\n", t->row[0][0] - 1, t->row[rows - 1][0] + 1);
	history_plot(&p, "plaquette", t->row[0][0], t->row[0] + PLAQUETTE, rows, QUANTITIES, skip);
	plot_panel(&p, 1, 2, "trajectory", "ΔH");
	fprintf(p.to, "set xrange [%g:%g]\nplot 0 ls 4 notitle", t->row[0][0] - 1, t->row[rows - 1][0] + 1);
	for (int kind = 0; kind < 3; kind++)
		fprintf(p.to, ", '-' with points ls %d ps 0.6 title '%s'", style[kind], name[kind]);
	for (int kind = 0; kind < 3; kind++) {
		for (size_t k = 0; k < rows; k++) {
			const int is = k < skip ? 0 : t->row[k][ACCEPTED] > 0 ? 1 : 2;
			fprintf(p.to, is == kind ? "\n%g %.10g" : "\n%g NaN", t->row[k][TRAJECTORY], t->row[k][DH]);
		}
		fputs("\ne", p.to);
	}
	fputc('\n', p.to);
	plot_end(&p);
}

int main(int argc, char **argv)
{
	options o;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	const lqcd_geometry *lanes;
	table t;
	memset(&t, 0, sizeof t);
	memset(&o, 0, sizeof o);
	o.comm = processes_begin(&argc, &argv);
	o.lattice.comm = &o.comm;
	o.out = output_begin("hmc", usage, OUTPUT_PLOT | OUTPUT_SAVE, &o.comm);
	parse(&o, argc, argv);
	o.device = device_used(o.device, &o.comm);
	output_start(&o.out, o.checkpoint);
	lqcd_boundary ends = quarks_boundary(&o.quarks);
	links_start("hmc", o.start, o.extent, &o.lattice, &ends, &lat, &u, NULL);
	t.row = (double (*)[QUANTITIES])calloc((size_t)o.trajectories + 1, sizeof *t.row);
	if (!t.row) must(LQCD_ERR_MEMORY, NULL);
	find_checkpoint(&o, &u);
	ends = quarks_boundary(&o.quarks);
	if (!ends.last && ends.kind == lat.boundary.kind) ends.last = lat.boundary.last;
	must(lqcd_lattice_set_boundary(&lat, &ends), NULL);
	lqcd_boundary_links_d(&u);
	const int last = lat.boundary.last, values = ends.kind >= LQCD_BOUNDARY_SF;
	if (o.out.save && values && (last % 2 || lat.comm.grid[0] > 1))
		wrong("--save", o.out.save,
		      "files have boundary values at even times T, without processes that divide time: see --checkpoint");
	if (o.out.save && ends.kind == LQCD_BOUNDARY_OPEN && last != lat.extent[0] - 1)
		wrong("--save", o.out.save, "no file has an open end before the last time slice: see --checkpoint");
#ifdef LQCD_GPU_GAUGE_H
	if (o.device) hmc_gd(&o, &u, &t);
	else
#endif
	if (lqcd_lattice_geometry(&lat, LQCD_FULL, LQCD_LANES_vd, &lanes) == LQCD_OK) hmc_vd(&o, &u, &t);
	else hmc_d(&o, &u, &t);
	const size_t skip = skipped(&o, &t), left = (size_t)t.rows - skip;
	history_say(&o.out, "plaquette", t.row[skip] + PLAQUETTE, left, QUANTITIES);
	history_say(&o.out, "exp_minus_dH", t.row[skip] + EXP_DH, left, QUANTITIES);
	history_say(&o.out, "acceptance", t.row[skip] + ACCEPTED, left, QUANTITIES);
	if (o.out.save) output_links(&o.out, ends.kind == LQCD_BOUNDARY_PERIODIC ? "ILDG" : "openQCD", &u, NULL);
	if (o.out.plot && !t.rows) wrong("--plot", o.out.plot, "no plot: all trajectories were done before");
	if (o.out.plot && o.comm.rank == 0) plot(&o, &t, &lat);
	free(t.row);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return output_end(&o.out, 0);
}
