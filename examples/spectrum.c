/* examples/spectrum.c: correlators and effective masses of pion, rho and proton over an ensemble, with errors: table
 * and plot. See --help. build/examples/spectrum-mpi is the same program, compiled with LQCD_MPI. */
#include "ensemble.h"
#include "plot.h"

static const char usage[] =
	"usage: spectrum [options] [FILE ..]\n"
	"Correlators of Wilson or clover quarks from a point source at the origin, antiperiodic in time, over gauge\n"
	"configurations in any format that lqcd reads; without FILE over a quenched ensemble that is made.\n\n"
	"  --kappa K            hopping parameter, 0 < K (0.15)\n"
	"  --csw C              coefficient of the clover term (0)\n"
	"  --mu M               twisted mass, M i gamma5 (0): charged mesons, and a d quark with -M in the proton; gamma\n"
	"                       matrices are those of the twisted basis\n"
	"  --bin N              configurations in a row that make a bin of the jackknife (1)\n" ENSEMBLE_USAGE
	"  --plot FILE.svg      correlators and effective masses; needs gnuplot\n" OUTPUT_USAGE OUTPUT_USAGE_QUIET "\n"
	"The table: t, then for pion (g_5), rho (g_k, mean of three) and proton (both parities, folded) C(t),\n"
	"its error, the effective mass and its error: of a cosh for mesons, log C(t)/C(t+1), t < T/2, for the\n"
	"proton; empty where there is none. Exit status: 0, 1 after a failure, 2 for a wrong option.\n";
enum { PION, RHO, PROTON, HADRONS };
static const char *const names[HADRONS] = {"pion", "rho", "proton"};
static const char *const shown[HADRONS] = {"π", "ρ", "proton"};
typedef struct {
	ensemble *e;
	double kappa, mass, *C;  /* [configuration][hadron][t] */
	lqcd_clover_params clover;
	int bin, column, before; /* column that is solved, and its last iteration */
} run;
/* The quantity of a jackknife: C(t) or the effective mass. */
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
/** s, a point source at the origin, becomes the propagator of quarks with this twisted mass. */
static void solve(run *r, lqcd_spinor_field_d *s, double mu, const lqcd_solve_params *p)
{
	static const int origin[4] = {0, 0, 0, 0};
	lqcd_clover_params clover = r->clover;
	lqcd_message why = {""};
	lqcd_inverter inv;
	clover.mu = mu;
	r->column = r->before = 0;
	ensemble_must(r->e, lqcd_propagator_create(s, &r->e->lat), NULL);
	lqcd_propagator_point_source(s, origin);
	if (!(fabs(clover.csw) > 0 || fabs(mu) > 0)) {
		ensemble_must(r->e, lqcd_propagator_solve(s, &r->e->u, r->mass, LQCD_ANTIPERIODIC, LQCD_SOLVE_MIXED, p, NULL), NULL);
		return;
	}
	ensemble_must(r->e, lqcd_inverter_create(&inv, &r->e->u, r->mass, LQCD_ANTIPERIODIC, LQCD_SOLVE_MIXED), NULL);
	ensemble_must(r->e, lqcd_inverter_add_clover(&inv, &r->e->u, &clover, &why), &why);
	ensemble_must(r->e, lqcd_propagator_solve_by(s, &inv, p, NULL), NULL);
	lqcd_inverter_destroy(&inv);
}
/** The correlators of the present configuration to C[hadron][t]. */
static void measure(run *r, double *C)
{
	static const int origin[4] = {0, 0, 0, 0};
	const int extent = r->e->extent[0];
	lqcd_meson_spins *m = (lqcd_meson_spins *)malloc((size_t)extent * sizeof *m);
	lqcd_baryon_spins *b = (lqcd_baryon_spins *)malloc((size_t)extent * sizeof *b);
	lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_spinor_field_d s[LQCD_COLUMNS], other[LQCD_COLUMNS], *const down = fabs(r->clover.mu) > 0 ? other : s;
	p.progress = watch;
	p.user = r;
	ensemble_must(r->e, m && b ? LQCD_OK : LQCD_ERR_MEMORY, NULL);
	solve(r, s, r->clover.mu, &p);
	if (down != s) solve(r, down, -r->clover.mu, &p);
	lqcd_status status = lqcd_meson_correlators(m, s, s, origin, NULL, 1);
	if (status == LQCD_OK) status = lqcd_proton_correlators(b, s, down, origin, NULL, 1);
	ensemble_must(r->e, status, NULL);
	for (int t = 0; t < extent; t++) {
		double *c = C + t;
		c[PION * extent] = lqcd_meson(&m[t], LQCD_GAMMA_5, LQCD_GAMMA_5).re;
		c[RHO * extent] = 0;
		for (int k = LQCD_GAMMA_X; k <= LQCD_GAMMA_Z; k *= 2) c[RHO * extent] += lqcd_meson(&m[t], k, k).re / 3;
		/* The other parity propagates around the antiperiodic boundary. */
		c[PROTON * extent] = lqcd_proton(&b[t], 1).re;
		if (t) c[PROTON * extent] = 0.5 * (c[PROTON * extent] - lqcd_proton(&b[extent - t], -1).re);
	}
	if (down != s) lqcd_propagator_destroy(down);
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
/** Prints a number and its error to text, in a format for two; nothing if it is not finite. */
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
	const int extent = r->e->extent[0];
	char text[64], lattice[80], term[64] = "", twist[64] = "";
	plot_file p;
	if (!plot_begin(&p, &r->e->out, 760, 900)) return;
	if (fabs(r->clover.csw) > 0) snprintf(term, sizeof term, ", c_{sw} = %g", r->clover.csw);
	if (fabs(r->clover.mu) > 0) snprintf(twist, sizeof twist, ", μ = %g", r->clover.mu);
	fprintf(p.to, "set multiplot layout 2,1\nset xlabel 't/a'\nset xrange [-0.5:%d.5]\nset key top center horizontal\n"
		"set title 'Wilson quarks, κ = %g%s%s, %s, %d configuration%s'\n"
		"set logscale y\nset format y '10^{%%T}'\nset ylabel 'C(t)'\n", extent - 1, r->kappa, term, twist, plot_lattice(lattice, &r->e->lat),
		r->e->configs, r->e->configs > 1 ? "s" : "");
	if (r->e->configs > 1) fprintf(p.to, "set label 'errors: jackknife' at graph 0.98,graph 0.06 right font ',13'\n");
	for (int mass = 0; mass < 2; mass++) {
		if (mass) fprintf(p.to, "unset title\nunset logscale y\nset format y '%%g'\nset ylabel 'effective mass a m(t)'\n"
				  "set yrange [0:]\nset xrange [-0.5:%d.5]\n", extent - 1);
		for (int h = 0; h < HADRONS; h++)
			fprintf(p.to, "%s'-' using ($1%+g):2:3 with yerrorbars ls %d title '%s'", h ? ", " : "plot ",
				0.12 * (h - 1) + (mass ? 0.5 : 0), h + 1, shown[h]);
		for (int h = 0; h < HADRONS; h++) {
			for (int t = 0; t < extent; t++)
				if (*value(text, "%.8g %.4g", r, h, t, mass)) fprintf(p.to, "\n%d %s", t, text);
			fprintf(p.to, "\ne");
		}
		fprintf(p.to, "\n");
	}
	plot_end(&p);
}
int main(int argc, char **argv)
{
	const lqcd_comm comm = processes_begin(&argc, &argv);
	ensemble e = ensemble_begin("spectrum", usage, argc, &comm);
	output *o = &e.out;
	run r = {&e, 0.15, 0, NULL, lqcd_clover_params_default(), 1, 0, 0};
	const char *v, *name;
	char text[64];
	r.clover.csw = 0;
	for (int k = 1; (name = ensemble_parse(&e, argc, argv, &k, &v)) != NULL;) {
		if (!strcmp(name, "--kappa")) r.kappa = number_option(name, v, 1e-6, 1e6);
		else if (!strcmp(name, "--csw")) r.clover.csw = number_option(name, v, -100, 100);
		else if (!strcmp(name, "--mu")) r.clover.mu = number_option(name, v, -100, 100);
		else if (!strcmp(name, "--bin")) r.bin = integer_option(name, v, 1, INT_MAX);
		else wrong(name, v, "unknown option; see --help");
	}
	ensemble_must(&e, lqcd_kappa_to_mass(r.kappa, &r.mass), NULL);
	ensemble_check_bin(&e, r.bin);
	output_start(o, NULL);
	for (int n = 0; n < e.configs; n++) {
		ensemble_get(&e, n);
		const size_t row = HADRONS * (size_t)e.extent[0];
		if (!n) r.C = (double *)malloc((size_t)e.configs * row * sizeof *r.C);
		if (!r.C) ensemble_must(&e, LQCD_ERR_MEMORY, NULL);
		measure(&r, r.C + (size_t)n * row);
	}
	ensemble_measured(&e);
	say_fact(o, "kappa", "%g", r.kappa);
	say_fact(o, "csw", "%g", r.clover.csw);
	say_fact(o, "mu", "%g", r.clover.mu);
	say_fact(o, "seconds", "%.2f", seconds() - e.line.start);
	say_table(o, "table");
	say(o, "t");
	for (int h = 0; h < HADRONS; h++) say(o, "\tC_%s\tdC_%s\tm_%s\tdm_%s", names[h], names[h], names[h], names[h]);
	end_row(o);
	for (int t = 0; t < e.extent[0]; t++) {
		say(o, "%d", t);
		for (int k = 0; k < 2 * HADRONS; k++)
			say(o, "\t%s", *value(text, "%.10e\t%.3e", &r, k / 2, t, k % 2) ? text : "\t");
		end_row(o);
	}
	if (o->plot && comm.rank == 0) plot(&r);
	free(r.C);
	ensemble_end(&e);
	return output_end(o, 0);
}
