/* examples/spectrum.c: correlators and effective masses of pion, rho and proton over an ensemble, with errors: table
 * and plot. See --help. build/examples/spectrum-mpi is the same program, compiled with LQCD_MPI. */
#ifndef __cplusplus
#define _POSIX_C_SOURCE 200809L /* popen */
#endif

#include "ensemble.h"
#include "plot.h"
static const char usage[] =
	"usage: spectrum [options] [FILE ..]\n"
	"Correlators of Wilson quarks from a point source at the origin, antiperiodic in time, over gauge\n"
	"configurations in any format that lqcd reads; without FILE over a quenched ensemble that is made.\n\n"
	"  --kappa K            hopping parameter, 0 < K (0.15)\n"
	"  --bin N              configurations in a row that make a bin of the jackknife (1)\n" ENSEMBLE_USAGE
	"  --plot FILE.svg      correlators and effective masses; needs gnuplot\n"
	"  --quiet              only the table\n\n"
	"Tab-separated: t, then for pion (g_5), rho (g_k, mean of three) and proton (both parities, folded) C(t),\n"
	"its error, the effective mass and its error: of a cosh for mesons, log C(t)/C(t+1), t < T/2, for the\n"
	"proton; empty where there is none. Exit status: 0, 1 after a failure, 2 for a wrong option.\n";
enum { PION, RHO, PROTON, HADRONS };
static const char *const names[HADRONS] = {"pion", "rho", "proton"};
typedef struct {
	const char *plot;
	ensemble *e;
	double kappa, mass, *C;  /* [configuration][hadron][t] */
	int bin, column, before; /* column that is solved, and its last iteration */
} run;
/* What a jackknife looks at: C(t) or the effective mass. */
typedef struct {
	int hadron, extent, t, mass;
} number;
static void watch(void *user, int iteration, double residual)
{
	run *r = (run *)user;
	char text[64];
	if (iteration < r->before) r->column++;
	r->before = iteration;
	snprintf(text, sizeof text, "column %d, residual %.1e", r->column + 1, residual);
	ensemble_progress(r->e, (double)r->column / LQCD_COLUMNS, text);
}
/** The correlators of the present configuration to C[hadron][t]. */
static void measure(run *r, double *C)
{
	static const int origin[4] = {0, 0, 0, 0};
	const int extent = r->e->extent[0];
	lqcd_meson_spins *m = (lqcd_meson_spins *)malloc((size_t)extent * sizeof *m);
	lqcd_baryon_spins *b = (lqcd_baryon_spins *)malloc((size_t)extent * sizeof *b);
	lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_spinor_field_d s[LQCD_COLUMNS];
	p.progress = watch;
	p.user = r;
	r->column = r->before = 0;
	ensemble_must(r->e, m && b ? lqcd_propagator_create(s, &r->e->lat) : LQCD_ERR_MEMORY, NULL);
	lqcd_propagator_point_source(s, origin);
	lqcd_status status =
		lqcd_propagator_solve(s, &r->e->u, r->mass, LQCD_ANTIPERIODIC, LQCD_SOLVE_MIXED, &p, NULL);
	if (status == LQCD_OK) status = lqcd_meson_correlators(m, s, s, origin, NULL, 1);
	if (status == LQCD_OK) status = lqcd_proton_correlators(b, s, s, origin, NULL, 1);
	ensemble_must(r->e, status, NULL);
	for (int t = 0; t < extent; t++) {
		double *c = C + t;
		c[PION * extent] = lqcd_meson(&m[t], LQCD_GAMMA_5, LQCD_GAMMA_5).re;
		c[RHO * extent] = 0;
		for (int k = LQCD_GAMMA_X; k <= LQCD_GAMMA_Z; k *= 2) c[RHO * extent] += lqcd_meson(&m[t], k, k).re / 3;
		/* With the other parity it comes round the antiperiodic boundary. */
		c[PROTON * extent] = lqcd_proton(&b[t], 1).re;
		if (t) c[PROTON * extent] = 0.5 * (c[PROTON * extent] - lqcd_proton(&b[extent - t], -1).re);
	}
	lqcd_propagator_destroy(s);
	free(b), free(m);
}
static double look(const double *means, void *context)
{
	const number *n = (const number *)context;
	const double *C = means + n->hadron * n->extent;
	if (!n->mass) return C[n->t];
	if (n->t == n->extent - 1 || (n->hadron == PROTON && 2 * n->t >= n->extent)) return NAN;
	return n->hadron == PROTON ? log(C[n->t] / C[n->t + 1]) : lqcd_effective_mass(C, n->extent, n->t);
}
/** A number and its error to text, in a format for two; nothing when it is not finite. */
static const char *value(char text[64], const char *format, const run *r, int hadron, int t, int mass)
{
	const size_t extent = (size_t)r->e->extent[0], n = (size_t)r->e->configs;
	number what = {hadron, (int)extent, t, mass};
	lqcd_jackknife j;
	const lqcd_status s = lqcd_series_jackknife(&j, look, &what, r->C, HADRONS * extent, n, (size_t)r->bin, NULL);
	if (n == 1) j.value = look(r->C, &what);
	*text = 0;
	if ((s == LQCD_OK || n == 1) && lqcd_isfinite(j.value)) snprintf(text, 64, format, j.value, j.error);
	return text;
}
static void plot(const run *r)
{
	char text[64];
	FILE *g = plot_begin("spectrum", r->plot, 720, 860);
	if (!g) return;
	fprintf(g, "set multiplot layout 2,1\nset grid\nset title 'C(t), effective mass: kappa %g, %d configurations'\n"
		"set logscale y\nset format y '%%.0e'\n", r->kappa, r->e->configs);
	for (int mass = 0; mass < 2; mass++) {
		if (mass) fputs("unset title\nunset logscale y\nset format y '%g'\nset xlabel 't'\nset yrange [0:]\n", g);
		for (int h = 0; h < HADRONS; h++)
			fprintf(g, "%s'-' with yerrorbars pt 7 title '%s'", h ? ", " : "plot ", names[h]);
		for (int h = 0; h < HADRONS; h++) {
			for (int t = 0; t < r->e->extent[0]; t++)
				if (*value(text, "%.8g %.4g", r, h, t, mass)) fprintf(g, "\n%d %s", t, text);
			fprintf(g, "\ne");
		}
		fprintf(g, "\n");
	}
	if (plot_end(g, "spectrum", r->plot) && !r->e->quiet) printf("# plot %s\n", r->plot);
}
int main(int argc, char **argv)
{
	const lqcd_comm comm = processes_begin(&argc, &argv);
	ensemble e = ensemble_begin("spectrum", argc, &comm);
	run r = {NULL, &e, 0.15, 0, NULL, 1, 0, 0};
	const char *v, *name;
	char text[64];
	for (int k = 1; (name = ensemble_parse(&e, usage, argc, argv, &k, &v)) != NULL;) {
		if (!strcmp(name, "--kappa")) r.kappa = number_option(name, v, 1e-6, 1e6);
		else if (!strcmp(name, "--bin")) r.bin = integer_option(name, v, 1, INT_MAX);
		else if (!strcmp(name, "--plot")) r.plot = v;
		else wrong(name, v, "no such option; see --help");
	}
	ensemble_must(&e, lqcd_kappa_to_mass(r.kappa, &r.mass), NULL);
	ensemble_check_bin(&e, r.bin);
	for (int n = 0; n < e.configs; n++) {
		ensemble_get(&e, n);
		const size_t row = HADRONS * (size_t)e.extent[0];
		if (!n) r.C = (double *)malloc((size_t)e.configs * row * sizeof *r.C);
		if (!r.C) ensemble_must(&e, LQCD_ERR_MEMORY, NULL);
		measure(&r, r.C + (size_t)n * row);
	}
	ensemble_measured(&e);
	if (!e.quiet) printf("# X Y Z T = %d %d %d %d, %d configurations, kappa %g, %.1f s\n", e.extent[1], e.extent[2],
			     e.extent[3], e.extent[0], e.configs, r.kappa, seconds() - e.line.start);
	printf("t");
	for (int h = 0; h < HADRONS; h++) printf("\tC_%s\terror\tm_%s\terror", names[h], names[h]);
	for (int t = 0; t < e.extent[0]; t++) {
		printf("\n%d", t);
		for (int k = 0; k < 2 * HADRONS; k++)
			printf("\t%s", *value(text, "%.10e\t%.3e", &r, k / 2, t, k % 2) ? text : "\t");
	}
	printf("\n");
	if (r.plot && comm.rank == 0) plot(&r);
	free(r.C);
	ensemble_end(&e);
	return 0;
}
