/* examples/pion.c: the pion correlator of a gauge configuration: read or thermalise, invert, print, plot. See --help
 *
 * build/examples/pion-mpi is the same program, compiled with LQCD_MPI; pion.cu includes it for GPUs. */
#ifndef __cplusplus
#define _POSIX_C_SOURCE 200809L /* popen */
#endif

#include "options.h"
#include "plot.h"
#ifdef _OPENMP
#include <omp.h>
#endif

static const char usage[] =
	"usage: pion [options]\n"
	"Pion correlator C(t) = sum_x |S(x,t; source)|^2 of Wilson or clover quarks from a point source, and its "
	"effective "
	"mass.\n"
	"\n"
	"  --config FILE           gauge configuration in NERSC format; without it an 8^3 x 16 quenched lattice at\n"
	"                          beta 6.0 is thermalised and saved\n"
	"  --save FILE             where it is saved (pion.nersc)\n"
	"  --kappa K               hopping parameter, 0 < K (0.15)\n"
	"  --csw C                 coefficient of the clover term (0)\n"
	"  --mu M                  twisted mass, M i gamma5 (0)\n"
	"  --bc periodic|antiperiodic   boundary condition of the quarks in time (antiperiodic)\n"
	"  --source X,Y,Z,T        position of the source (0,0,0,0)\n"
	"  --tol R                 true relative residual of each solve, 1e-15 to 1 (1e-10)\n"
	"  --solver cg|bicgstab|mixed   mixed: double with BiCGStab in float inside (mixed)\n"
	"  --max-iterations N      limit for each solve (20000)\n"
	"  --threads N             OpenMP threads (all cores)\n"
	"  --grid T,X,Y,Z          with mpirun and pion-mpi: processes per direction (those with the smallest "
	"surface)\n"
	"  --out FILE.tsv          the table t, C(t), m_eff as tab-separated values\n"
	"  --plot FILE.svg         C(t) on a log axis and the effective mass; needs gnuplot\n"
	"  --quiet                 only the table\n"
	"  --help\n"
	"\n"
	"Exit status: 0 when every solve reached its tolerance, 1 after a failure, 2 for a wrong option.\n";

typedef struct {
	const char *config, *save, *out, *plot;
	double kappa, tolerance;
	lqcd_clover_params clover;
	int bc_t, source[4], max_iterations, threads, quiet;
	lqcd_solve_method solver;
	lqcd_lattice_options lattice;
	lqcd_comm comm;
} options;

#ifdef LQCD_GPU_INVERTER_H
typedef lqcd_gpu_inverter inverter;
#else
typedef lqcd_inverter inverter;
#endif

static const char *const bc_names[] = {"periodic", "antiperiodic", NULL};
static const char *const solver_names[] = {"cg", "bicgstab", "mixed", NULL};

static void source_option(const char *text, int source[4])
{
	int x[4]; /* X,Y,Z,T on the command line, T,X,Y,Z inside */
	four_option("--source", text, x, "four integers X,Y,Z,T inside the lattice are needed");
	for (int k = 0; k < 4; k++) source[(k + 1) % 4] = x[k];
}

static options parse(int argc, char **argv)
{
	options o;
	memset(&o, 0, sizeof o);
	o.save = "pion.nersc";
	o.kappa = 0.15;
	o.clover = lqcd_clover_params_default();
	o.clover.csw = 0;
	o.bc_t = LQCD_ANTIPERIODIC;
	o.tolerance = 1e-10;
	o.solver = LQCD_SOLVE_MIXED;
	o.max_iterations = 20000;
	for (int k = 1; k < argc; k++) {
		const char *name = argv[k];
		if (!strcmp(name, "--help")) {
			fputs(usage, stdout);
			exit(0);
		}
		if (!strcmp(name, "--quiet")) {
			o.quiet = 1;
			continue;
		}
		const char *value = k + 1 < argc ? argv[++k] : NULL;
		if (!value) {
			fprintf(stderr, "%s: unknown option, or its value is missing; see --help\n", name);
			exit(2);
		}
		if (!strcmp(name, "--config"))
			o.config = value;
		else if (!strcmp(name, "--save"))
			o.save = value;
		else if (!strcmp(name, "--out"))
			o.out = value;
		else if (!strcmp(name, "--plot"))
			o.plot = value;
		else if (!strcmp(name, "--kappa"))
			o.kappa = number_option(name, value, 1e-6, 1e6);
		else if (!strcmp(name, "--csw"))
			o.clover.csw = number_option(name, value, -100, 100);
		else if (!strcmp(name, "--mu"))
			o.clover.mu = number_option(name, value, -100, 100);
		else if (!strcmp(name, "--tol"))
			o.tolerance = number_option(name, value, 1e-15, 1);
		else if (!strcmp(name, "--threads"))
			o.threads = integer_option(name, value, 1, 4096);
		else if (!strcmp(name, "--max-iterations"))
			o.max_iterations = integer_option(name, value, 1, INT_MAX);
		else if (!strcmp(name, "--bc"))
			o.bc_t = choice_option(name, value, bc_names) ? LQCD_ANTIPERIODIC : LQCD_PERIODIC;
		else if (!strcmp(name, "--solver"))
			o.solver = (lqcd_solve_method)choice_option(name, value, solver_names);
		else if (!strcmp(name, "--source"))
			source_option(value, o.source);
		else if (!strcmp(name, "--grid"))
			four_option(name, value, o.lattice.grid, "not four integers T,X,Y,Z");
		else {
			fprintf(stderr, "%s: unknown option; see --help\n", name);
			exit(2);
		}
	}
	return o;
}

static void must(lqcd_status s, const lqcd_message *why)
{
	if (s == LQCD_OK) return;
	fprintf(stderr, "pion: %s\n", why && *why->text ? why->text : lqcd_status_text(s));
	exit(1);
}

/** 8^3 x 16 at beta 6.0 from a cold start: enough for a demonstration, saved for the next run. */
static void thermalise(const options *o, lqcd_lattice *lat, lqcd_gauge_field_d *u)
{
	enum { sweeps = 100 };
	static const int extent[4] = {16, 8, 8, 8};
	lqcd_message why = {""};
	lqcd_gauge_field_vd v;
	must(lqcd_lattice_create(lat, extent, &o->lattice, &why), &why);
	must(lqcd_gauge_field_create(u, lat, LQCD_FULL), NULL);
	must(lqcd_gauge_field_create(&v, lat, LQCD_FULL), NULL);
	lqcd_gauge_field_unit(&v);
	progress_line line = progress_begin(o->quiet);
	for (int n = 0; n < sweeps; n++) {
		must(lqcd_heatbath_sweep(&v, 6.0, 20260101, (uint64_t)n), NULL);
		for (int k = 0; k < 2; k++) must(lqcd_overrelax_sweep(&v), NULL);
		/* The clocks of processes differ; the plaquette is a matter of all. */
		if (lqcd_comm_max(&o->comm, progress_due(&line)) > 0)
			fprintf(stderr, "%sthermalising: sweep %d of %d, plaquette %.5f, %.0f s left%s",
				isatty(2) ? "\r" : "", n + 1, sweeps, lqcd_plaquette(&v).mean,
				(seconds() - line.start) * (sweeps - n - 1) / (n + 1), isatty(2) ? "  " : "\n");
	}
	progress_end(&line);
	must(lqcd_gauge_field_convert(u, &v), NULL);
	lqcd_gauge_field_destroy(&v);
	if (!o->quiet)
		printf("quenched lattice  8^3 x 16, beta 6.0, %d sweeps of 1 heat bath + 2 overrelaxation, %.1f s\n",
		       sweeps, seconds() - line.start);
	must(lqcd_nersc_write(o->save, u, NULL, &why), &why);
	if (!o->quiet) printf("saved             %s (NERSC, IEEE64BIG)\n", o->save);
}

static void load(const options *o, lqcd_lattice *lat, lqcd_gauge_field_d *u)
{
	lqcd_message why = {""};
	lqcd_nersc_info info;
	must(lqcd_nersc_load_on(o->config, lat, &o->lattice, u, &info, &why), &why);
	if (o->quiet) return;
	printf("read              %s (NERSC, %s, %s)\n", o->config, info.key.datatype, info.key.floating_point);
	if (info.has_checksum) printf("checksum          %08x, as stored\n", (unsigned)info.checksum);
	if (info.has_plaquette) printf("stored plaquette  %s\n", info.key.plaquette);
}

typedef struct {
	progress_line line;
	int column;
} solve_watch;

static void watch(void *user, int iteration, double residual)
{
	solve_watch *w = (solve_watch *)user;
	if (progress_due(&w->line))
		fprintf(stderr, "%scolumn %d of %d: iteration %d, residual %.1e%s", isatty(2) ? "\r" : "",
			w->column + 1, 4 * LQCD_NC, iteration, residual, isatty(2) ? "   " : "\n");
}

/** C[t] from all columns; the number of solves that failed. */
static int correlator(const options *o, lqcd_lattice *lat, const lqcd_gauge_field_d *u, double *C)
{
	inverter inv;
	lqcd_spinor_field_d x, b;
	lqcd_solve_params p = lqcd_solve_params_default();
	solve_watch w;
	double mass, time = 0, flops = 0;
	int failed = 0;
	lqcd_message why = {""};
	must(lqcd_kappa_to_mass(o->kappa, &mass), NULL);
	must(lqcd_inverter_create(&inv, u, mass, o->bc_t, o->solver), NULL);
	if (fabs(o->clover.csw) > 0 || fabs(o->clover.mu) > 0)
		must(lqcd_inverter_add_clover(&inv, u, &o->clover, &why), &why);
	must(lqcd_spinor_field_create(&x, lat, LQCD_FULL), NULL);
	must(lqcd_spinor_field_create(&b, lat, LQCD_FULL), NULL);
	if (!o->quiet)
		printf("solver            %s, tags %s, back end %s, kappa %g, csw %g, mu %g, %s, tolerance %g\n",
		       solver_names[o->solver], lqcd_inverter_tags(&inv), LQCD_SIMD_NAME, o->kappa, o->clover.csw,
		       o->clover.mu, bc_names[o->bc_t < 0], o->tolerance);
	p.tolerance = o->tolerance;
	p.max_iterations = o->max_iterations;
	p.progress = watch;
	p.user = &w;
	for (int k = 0; k < 4 * LQCD_NC; k++) {
		w.line = progress_begin(o->quiet);
		w.column = k;
		lqcd_point_source(&b, o->source, k / LQCD_NC, k % LQCD_NC);
		const lqcd_solve_result r = lqcd_inverter_solve(&inv, &x, &b, &p);
		const double t = seconds() - w.line.start;
		progress_end(&w.line);
		if (!o->quiet)
			printf("spin %d colour %d   %4d iterations, true residual %.2e, %.3f s, %.1f GFLOP/s\n",
			       k / LQCD_NC, k % LQCD_NC, r.iterations, r.residual, t, r.flops * o->comm.size / t * 1e-9);
		if (r.status != LQCD_OK) {
			fprintf(stderr, "pion: spin %d colour %d: %s (true residual %.2e, %d iterations)\n",
				k / LQCD_NC, k % LQCD_NC, lqcd_status_text(r.status), r.residual, r.iterations);
			failed++;
		}
		time += t;
		flops += r.flops * o->comm.size;
		lqcd_pion_add(C, &x, o->source[0]);
	}
	if (!o->quiet) printf("solves            %.2f s, %.1f GFLOP/s\n", time, flops / time * 1e-9);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
	lqcd_inverter_destroy(&inv);
	return failed;
}

/** One line of the table; m_eff is empty where C(t) has no effective mass. */
static int table_line(char *to, size_t room, const double *C, int extent, int t)
{
	const double m = t == extent - 1 ? (double)NAN : lqcd_effective_mass(C, extent, t);
	return lqcd_isfinite(m) ? snprintf(to, room, "%d\t%.16e\t%.10f\n", t, C[t], m)
				: snprintf(to, room, "%d\t%.16e\t\n", t, C[t]);
}

static void write_table(const char *path, const double *C, int extent)
{
	lqcd_message why = {""};
	lqcd_file_out out;
	char line[128];
	must(lqcd_file_out_open(&out, path, &why), &why);
	must(lqcd_file_out_write(&out, "t\tC\tm_eff\n", 10, &why), &why);
	for (int t = 0; t < extent; t++)
		must(lqcd_file_out_write(&out, line, (size_t)table_line(line, sizeof line, C, extent, t), &why), &why);
	must(lqcd_file_out_commit(&out, &why), &why);
}

static void plot(const options *o, const double *C, int extent)
{
	FILE *g = plot_begin("pion", o->plot, 720, 760);
	if (!g) return;
	fprintf(g, "set multiplot layout 2,1\nset grid\nset xrange [-0.5:%d.5]\n", extent - 1);
	fprintf(g,
		"set title 'pion, kappa = %g, csw = %g, mu = %g, %s'\nset logscale y\nset format y '%%.0e'\nset ylabel "
		"'C(t)'\n",
		o->kappa, o->clover.csw, o->clover.mu, bc_names[o->bc_t < 0]);
	fprintf(g, "plot '-' with linespoints pt 7 notitle\n");
	for (int t = 0; t < extent; t++) fprintf(g, "%d %.16e\n", t, C[t]);
	fprintf(g,
		"e\nunset title\nunset logscale y\nset format y '%%g'\nset xlabel 't'\nset ylabel 'effective mass'\n");
	fprintf(g, "plot '-' with points pt 7 notitle\n");
	for (int t = 0; t < extent - 1; t++) {
		const double m = lqcd_effective_mass(C, extent, t);
		if (lqcd_isfinite(m)) fprintf(g, "%g %.10f\n", t + 0.5, m);
	}
	fprintf(g, "e\nunset multiplot\n");
	if (plot_end(g, "pion", o->plot) && !o->quiet) printf("plot              %s\n", o->plot);
}

int main(int argc, char **argv)
{
	const lqcd_comm comm = processes_begin(&argc, &argv);
	options o = parse(argc, argv);
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	if (o.threads) {
#ifdef _OPENMP
		omp_set_num_threads(o.threads);
#else
		if (o.threads > 1) fprintf(stderr, "pion: compiled without OpenMP: one thread\n");
#endif
	}
	o.comm = comm;
	o.lattice.comm = &comm;
	if (o.config)
		load(&o, &lat, &u);
	else
		thermalise(&o, &lat, &u);
	for (int mu = 0; mu < 4; mu++)
		if (o.source[mu] < 0 || o.source[mu] >= lat.extent[mu]) {
			fprintf(stderr, "--source: %d in direction %c is not in the lattice, 0 to %d\n", o.source[mu],
				"TXYZ"[mu], lat.extent[mu] - 1);
			return 2;
		}
	if (!o.quiet) {
		const lqcd_plaquette_values p = lqcd_plaquette(&u);
		const int *grid = lat.comm.grid;
		if (comm.size > 1)
			printf("processes         X Y Z T = %d %d %d %d\n", grid[1], grid[2], grid[3], grid[0]);
		printf("lattice           X Y Z T = %d %d %d %d\n", lat.extent[1], lat.extent[2], lat.extent[3],
		       lat.extent[0]);
		printf("plaquette         %.12f (space %.12f, time %.12f), link trace %.12f\n", p.mean, p.space, p.time,
		       lqcd_link_trace(&u));
	}
	const int extent = lat.extent[0];
	double *C = (double *)calloc((size_t)extent, sizeof *C);
	if (!C) must(LQCD_ERR_MEMORY, NULL);
	const int failed = correlator(&o, &lat, &u, C);
	char line[128];
	printf("t\tC\tm_eff\n");
	for (int t = 0; t < extent; t++) {
		table_line(line, sizeof line, C, extent, t);
		fputs(line, stdout);
	}
	if (o.out && comm.rank == 0) write_table(o.out, C, extent);
	if (o.plot && comm.rank == 0) plot(&o, C, extent);
	free(C);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return failed ? 1 : 0;
}
