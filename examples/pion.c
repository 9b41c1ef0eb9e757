/* examples/pion.c: the pion correlator of a gauge configuration: read or thermalise, invert, print, plot. See --help
 *
 * build/examples/pion-mpi is the same program, compiled with LQCD_MPI; pion.cu includes it for GPUs. */
#include "device.h"
#include "plateau.h"
#ifdef _OPENMP
#include <omp.h>
#endif

static const char usage[] =
	"usage: pion [options] [FILE]\n"
	"Pion correlator C(t) = sum_x |S(x,t; source)|^2 of Wilson or clover quarks from a point source, and its effective\n"
	"mass.\n"
	"\n"
	"  FILE, --config FILE     gauge configuration of any format; without it a quenched lattice is thermalised and saved\n"
	"  --lattice T,X,Y,Z       its extents (24,8,8,8; with FILE those of the file)\n"
	"  --beta B                without FILE (6)\n"
	"  --save FILE             where it is saved, in NERSC format (pion.nersc)\n"
	"  --kappa K               hopping parameter, 0 < K (0.15)\n"
	"  --csw C                 coefficient of the clover term (0)\n"
	"  --mu M                  twisted mass, M i gamma5 (0)\n"
	"  --bc periodic|antiperiodic   boundary condition of the quarks in time (antiperiodic)\n"
	"  --source T,X,Y,Z        position of the source (0,0,0,0)\n"
	"  --tol R                 true relative residual of each solve, 1e-15 to 1 (1e-10)\n"
	"  --solver cg|bicgstab|mixed   mixed: double with BiCGStab in float inside (mixed)\n"
	"  --max-iterations N      limit for each solve (20000)\n"
	"  --threads N             OpenMP threads (all cores)\n"
	"  --grid T,X,Y,Z          with mpirun and pion-mpi: processes per direction (those with the smallest surface)\n"
	"  --fit A,B               times whose mean effective mass is the mass (the longest range up to T/2-1 in which the\n"
	"                          masses differ by no more than 5 %)\n"
	DEVICE_USAGE("       ", "pion")
	"  --plot FILE.svg         C(t) on a log axis, the effective mass and its plateau; or FILE.pdf; needs gnuplot\n"
	OUTPUT_USAGE OUTPUT_USAGE_QUIET "\n"
	"The table: t, C(t) and, for t < T/2, the effective mass of a cosh and the folded C(t); empty where there is none.\n"
	"Then the mass, m_pion, with the times of its fit and its degrees of freedom; one configuration has no errors.\n"
	"Without a range of two times or more there is no mass, but a sentence.\n"
	"Exit status: 0 when every solve reached its tolerance, 1 after a failure, 2 for a wrong option.\n";

typedef struct {
	output out;
	const char *config;
	double kappa, tolerance, beta; /* beta NaN: not given */
	lqcd_clover_params clover;
	int extent[4], bc_t, source[4], max_iterations, threads, fit[2];
	int device; /* what --device says; then whether to compute there */
	lqcd_method solver;
	lqcd_lattice_options lattice;
	lqcd_comm comm;
} options;

static const char *const bc_names[] = {"periodic", "antiperiodic", NULL};
static const char *const solver_names[] = {"cg", "bicgstab", "mixed", NULL};

static void parse(options *o, int argc, char **argv)
{
	const char *name, *value;
	o->kappa = 0.15;
	o->beta = lqcd_nan();
	o->clover = lqcd_clover_params_default();
	o->clover.csw = 0;
	o->bc_t = LQCD_ANTIPERIODIC;
	o->tolerance = 1e-10;
	o->solver = LQCD_BICGSTAB_THEN_CG;
	o->max_iterations = 20000;
	o->fit[1] = -1;
	o->device = DEVICE_ANY;
	for (int k = 1; (name = output_option(&o->out, "", argc, argv, &k, &value)) != NULL;) {
		if ((!*name && !o->config) || !strcmp(name, "--config"))
			o->config = value;
		else if (!strcmp(name, "--lattice"))
			extents_option(name, value, o->extent);
		else if (!strcmp(name, "--beta"))
			o->beta = number_option(name, value, 0, 1e3);
		else if (!strcmp(name, "--kappa"))
			o->kappa = kappa_option(name, value, 1e-6, 1e6);
		else if (!strcmp(name, "--csw"))
			o->clover.csw = number_option(name, value, -100, 100);
		else if (!strcmp(name, "--mu"))
			o->clover.mu = number_option(name, value, -100, 100);
		else if (!strcmp(name, "--tol"))
			o->tolerance = number_option(name, value, 1e-15, 1);
		else if (!strcmp(name, "--threads"))
			o->threads = integer_option(name, value, 1, 4096);
		else if (!strcmp(name, "--max-iterations"))
			o->max_iterations = integer_option(name, value, 1, INT_MAX);
		else if (!strcmp(name, "--bc"))
			o->bc_t = choice_option(name, value, bc_names) ? LQCD_ANTIPERIODIC : LQCD_PERIODIC;
		else if (!strcmp(name, "--solver"))
			o->solver = (lqcd_method)choice_option(name, value, solver_names);
		else if (!strcmp(name, "--source"))
			four_option(name, value, o->source, "four integers T,X,Y,Z inside the lattice are needed");
		else if (!strcmp(name, "--fit"))
			plateau_option(name, value, o->fit);
		else if (!strcmp(name, "--device"))
			o->device = device_option(name, value);
		else if (!strcmp(name, "--grid"))
			four_option(name, value, o->lattice.grid, "not four integers T,X,Y,Z");
		else if (*name)
			unknown_option(name, value);
		else
			wrong(value, "", "one FILE is enough; see --help");
	}
	if (o->config && lqcd_isfinite(o->beta)) wrong("--beta", "", "only without FILE");
	if (!lqcd_isfinite(o->beta)) o->beta = 6;
	if (o->config && o->out.save) wrong("--save", o->out.save, "a configuration that was read (--config) is not saved");
	if (!o->config && !o->out.save) o->out.save = "pion.nersc";
}

static void must(lqcd_status s, const lqcd_message *why)
{
	must_be_ok("pion", s, why);
}

/** A cold start and a few sweeps: enough for a demonstration, saved for the next run. */
static void thermalise(options *o, lqcd_lattice *lat, lqcd_gauge_field_d *u)
{
	enum { sweeps = 100 };
	static const int usual[4] = {24, 8, 8, 8};
	lqcd_message why = {""};
	lqcd_gauge_field_vd v;
	must(lqcd_lattice_create(lat, o->extent[0] ? o->extent : usual, &o->lattice, &why), &why);
	example_lattice = lat;
	must(lqcd_gauge_field_create(u, lat, LQCD_FULL), NULL);
	const lqcd_status s = lqcd_gauge_field_create(&v, lat, LQCD_FULL);
	const int lanes = s != LQCD_ERR_LANES; /* 0: no lane grid fits */
	if (lanes) must(s, NULL);
	lqcd_gauge_field_unit(u);
	if (lanes) lqcd_gauge_field_unit(&v);
	progress_line line = progress_begin(o->out.quiet);
	for (int n = 0; n < sweeps; n++) {
		must(lanes ? lqcd_heatbath_sweep(&v, o->beta, 20260101, (uint64_t)n)
			   : lqcd_heatbath_sweep(u, o->beta, 20260101, (uint64_t)n),
		     NULL);
		for (int k = 0; k < 2; k++) must(lanes ? lqcd_overrelax_sweep(&v) : lqcd_overrelax_sweep(u), NULL);
		/* The clocks of processes differ; the plaquette is a matter of all. */
		if (lqcd_comm_max(&o->comm, progress_due(&line)) > 0)
			progress_say(&line, (n + 1.0) / sweeps, "thermalising: sweep %d of %d, plaquette %.5f", n + 1,
				     sweeps, lanes ? lqcd_plaquette(&v).mean : lqcd_plaquette(u).mean);
	}
	progress_erase();
	if (lanes) must(lqcd_gauge_field_convert(u, &v), NULL);
	lqcd_gauge_field_destroy(&v);
	say_fact(&o->out, "beta", "%g", o->beta);
	say_fact(&o->out, "sweeps", "%d", sweeps);
	output_links(&o->out, "NERSC", u, NULL);
}

static void load(options *o, lqcd_lattice *lat, lqcd_gauge_field_d *u)
{
	lqcd_message why = {""};
	lqcd_gauge_info info;
	must(links_load(o->config, o->extent, lat, &o->lattice, u, NULL, &info, &why), &why);
	example_lattice = lat;
	say_word(&o->out, "file", o->config);
	say_word(&o->out, "format", info.format);
	if (info.plaquette.has) say_fact(&o->out, "stored_plaquette", "%s", info.plaquette.text);
}

typedef struct {
	progress_line line;
	int column;
} solve_watch;

static void watch(void *user, int iteration, double residual)
{
	solve_watch *w = (solve_watch *)user;
	if (progress_due(&w->line))
		progress_say(&w->line, 0, "column %d of %d: iteration %d, residual %.1e", w->column + 1, 4 * LQCD_NC,
			     iteration, residual);
}

/** Prints what solves, and the header of the table of solves; returns whether that is shown. */
static int say_solver(options *o, const char *tags)
{
	const int shown = !o->out.quiet || o->out.json;
	say_word(&o->out, "solver", solver_names[o->solver]);
	say_word(&o->out, "tags", tags);
	say_word(&o->out, "back_end", LQCD_SIMD_NAME);
	say_fact(&o->out, "kappa", "%g", o->kappa);
	say_fact(&o->out, "csw", "%g", o->clover.csw);
	say_fact(&o->out, "mu", "%g", o->clover.mu);
	say_word(&o->out, "boundary", bc_names[o->bc_t < 0]);
	say_fact(&o->out, "tolerance", "%g", o->tolerance);
	if (shown) {
		say_table(&o->out, "solves");
		say_row(&o->out, "spin\tcolour\titerations\tresidual\tseconds\tGFLOP/s");
	}
	return shown;
}

#ifdef LQCD_GPU_OBSERVABLES_H
#define LQCD_TAG gd
#include "pion.inc"
#endif
#define LQCD_TAG d
#include "pion.inc"

/** C[t] from all columns; the number of solves that failed. */
static int correlator(options *o, lqcd_lattice *lat, const lqcd_gauge_field_d *u, double *C)
{
#ifdef LQCD_GPU_OBSERVABLES_H
	if (o->device) return correlator_gd(o, lat, u, C);
#endif
	return correlator_d(o, lat, u, C);
}

/** m has an effective mass for each t < T/2, or NaN. */
static void write_table(output *o, const double *C, const double *m, int extent)
{
	say_table(o, "table");
	say_row(o, "t\tC\tm_eff");
	for (int t = 0; t < extent; t++) {
		say(o, "%d\t%.16e\t", t, C[t]);
		if (t < extent / 2 && lqcd_isfinite(m[t])) say(o, "%.10f", m[t]);
		end_row(o);
	}
}

static void plot(options *o, const double *C, const double *m, const lqcd_plateau *p, const lqcd_lattice *lat)
{
	const int extent = lat->extent[0];
	plot_file f;
	char text[80];
	if (!plot_begin(&f, &o->out, 760, 960)) return;
	plot_panel(&f, 0, 2, "t/a", "C(t)");
	fputs("set title \"Pion, ", f.to);
	if (!o->config) fprintf(f.to, "β = %g, ", o->beta);
	fprintf(f.to, "κ = %g", o->kappa);
	if (fabs(o->clover.csw) > 0) fprintf(f.to, ", c_{sw} = %g", o->clover.csw);
	if (fabs(o->clover.mu) > 0) fprintf(f.to, ", μ = %g", o->clover.mu);
	fprintf(f.to, ", %s\\n{/*0.8 one configuration, no errors" PLATEAU_OPEN "}\"\n", plot_lattice(text, lat));
	fprintf(f.to, "set xrange [-0.5:%d.5]\nset offsets\nset logscale y\nset format y '10^{%%T}'\n", extent - 1);
	fputs("plot '-' with linespoints ls 1 notitle\n", f.to);
	for (int t = 0; t < extent; t++) fprintf(f.to, "%d %.16e\n", t, C[t]);
	fputs("e\n", f.to);
	plot_panel(&f, 1, 2, "t/a", "effective mass a m(t)");
	fprintf(f.to, "set xrange [0:%d]\n", extent / 2);
	plateau_range(&f, plateau_high(0, m, extent / 2));
	fputs("plot ", f.to);
	plateau_elements(&f, p, "π", 1, p->value, lqcd_nan());
	fputc('\n', f.to);
	plateau_data(&f, p, m, NULL, extent / 2, 0, p->value, lqcd_nan());
	plot_end(&f);
}

int main(int argc, char **argv)
{
	options o;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	memset(&o, 0, sizeof o);
	o.comm = processes_begin(&argc, &argv);
	o.lattice.comm = &o.comm;
	o.out = output_begin("pion", usage, OUTPUT_PLOT | OUTPUT_SAVE, &o.comm);
	parse(&o, argc, argv);
	if (o.threads) {
#ifdef _OPENMP
		omp_set_num_threads(o.threads);
#else
		if (o.threads > 1) fprintf(stderr, "pion: compiled without OpenMP: one thread\n");
#endif
	}
	o.device = device_used(o.device, &o.comm);
	output_start(&o.out, NULL);
	if (o.config)
		load(&o, &lat, &u);
	else
		thermalise(&o, &lat, &u);
	for (int mu = 0; mu < 4; mu++)
		if (o.source[mu] < 0 || o.source[mu] >= lat.extent[mu]) {
			fprintf(stderr, "pion: --source: %d in direction %c is not in the lattice, 0 to %d\n", o.source[mu],
				"TXYZ"[mu], lat.extent[mu] - 1);
			return 2;
		}
	const lqcd_plaquette_values plaquette = lqcd_plaquette(&u);
	const int *grid = lat.comm.grid, extent = lat.extent[0];
	if (o.comm.size > 1) say_fact(&o.out, "processes_xyzt", "%d %d %d %d", grid[1], grid[2], grid[3], grid[0]);
	say_lattice(&o.out, &lat);
	say_fact(&o.out, "plaquette", "%.12f", plaquette.mean);
	say_fact(&o.out, "plaquette_space", "%.12f", plaquette.space);
	say_fact(&o.out, "plaquette_time", "%.12f", plaquette.time);
	say_fact(&o.out, "link_trace", "%.12f", lqcd_link_trace(&u));
	plateau_check(o.fit, extent);
	double *C = (double *)calloc(3 * (size_t)extent, sizeof *C), *folded = C + extent, *m = folded + extent;
	if (!C) must(LQCD_ERR_MEMORY, NULL);
	const int failed = correlator(&o, &lat, &u, C);
	plateau_fold(folded, C, extent);
	for (int t = 0; t < extent / 2; t++) m[t] = lqcd_effective_mass(folded, extent, t);
	const lqcd_plateau p = plateau_find(m, NULL, extent / 2, o.fit);
	write_table(&o.out, C, m, extent);
	plateau_say(&o.out, "pion", &p, p.value, lqcd_nan(), o.fit);
	if (o.out.plot && o.comm.rank == 0) plot(&o, C, m, &p, &lat);
	free(C);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return output_end(&o.out, failed != 0);
}
