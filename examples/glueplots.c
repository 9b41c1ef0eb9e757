/* examples/glueplots.c: Wilson loops with smeared spatial links over an ensemble, the static potential and the scale
 * r0: table and plot. See --help. build/examples/glueplots-mpi is the same program, compiled with LQCD_MPI. */
#include "ensemble.h"
#include "plot.h"
#include "potential.h"

static const char usage[] =
	"usage: glueplots [options] [FILE ..]\n"
	"Wilson loops W(r,t) along the axes and the static potential V(r,t) = log W(r,t)/W(r,t+1) over gauge\n"
	"configurations in any format that lqcd reads; without FILE over a quenched ensemble that is made.\n\n"
	"  --smear ape|hyp --steps N --alpha A   of the spatial links (ape, 20 steps; of APE 0.5); 0 steps: none\n"
	"  --rmax R --tmax T    the largest loop (half the lattice; 5)\n"
	"  --at T               V(r) is V(r,T) in the plot and in the fit (2)\n"
	"  --bin N              configurations in a row that make a bin of the jackknife (1)\n" ENSEMBLE_USAGE
	DEVICE_USAGE("    ", "glueplots")
	"  --plot FILE.svg      potential and history of the Polyakov loop; or FILE.pdf; needs gnuplot\n" OUTPUT_USAGE
	OUTPUT_USAGE_QUIET "\n"
	"The table: r, t, W, its error, V, its error, in lattice units; empty where there is none. Then the fit\n"
	"V(r) = c + sigma r - a/r to r > 1, with weights 1/error^2, and r0 = sqrt((1.65 - a)/sigma); with three distances a is\n"
	"pi/12, so that a degree of freedom is left; with fewer there is no fit, but a sentence. dof, chi2_dof: of the fit.\n"
	"Exit status: 0, 1 after a failure, 2 for a wrong option.\n";
typedef struct {
	ensemble *e;
	int hyp, steps, rmax, tmax, at, bin;
	double alpha, *W, *loop, *weight; /* W[configuration][r - 1][t - 1], Re and Im of loop, weight[r - 1] */
} run;
/* The quantity of a jackknife: W(r,t), V(r,t), or a parameter of the fit if r is 0. */
typedef struct {
	const run *r;
	int at[2], potential, parameter;
} number;
#if LQCD_DEVICES
#define LQCD_TAG gd
#include "glueplots.inc"
#endif
#define LQCD_TAG d
#include "glueplots.inc"
#define LQCD_TAG vd
#include "glueplots.inc"
static double look(const double *means, void *context)
{
	const number *n = (const number *)context;
	double p[PARAMETERS];
	if (n->potential) return lqcd_static_potential(means, n->r->tmax, n->at[0], n->at[1]);
	if (n->at[0]) return means[(n->at[0] - 1) * n->r->tmax + n->at[1] - 1];
	const int dof = potential_fit(p, means, n->r->tmax, n->r->at, n->r->weight, n->r->rmax);
	if (n->parameter == PARAMETERS) return potential_chi2(p, means, n->r->tmax, n->r->at, n->r->weight, n->r->rmax, dof);
	return p[n->parameter];
}
/** Value and error; NaN if there are none; error 0 for one configuration. */
static lqcd_jackknife value(const run *r, int x, int t, int potential, int parameter)
{
	number what = {r, {x, t}, potential, parameter};
	const size_t width = (size_t)(r->rmax * r->tmax), n = (size_t)r->e->configs;
	lqcd_jackknife j;
	const lqcd_status s = lqcd_series_jackknife(&j, look, &what, r->W, width, n, (size_t)r->bin, NULL);
	if (n == 1) j.value = look(r->W, &what);
	else if (s != LQCD_OK) j.value = (double)NAN;
	return j;
}
static void measure(run *r, int n)
{
	const lqcd_geometry *lanes;
#if LQCD_DEVICES
	if (r->e->device) measure_gd(r, n);
	else
#endif
	if (lqcd_lattice_geometry(&r->e->lat, LQCD_FULL, LQCD_LANES_vd, &lanes) == LQCD_OK) measure_vd(r, n);
	else measure_d(r, n);
}
static void plot(const run *r, const lqcd_jackknife p[PARAMETERS])
{
	const int configs = r->e->configs, fitted = lqcd_isfinite(p[R0].value);
	plot_file f;
	char text[80], r0[64], sigma[64];
	if (!plot_begin(&f, &r->e->out, 760, 960)) return;
	plot_panel(&f, 0, 2, "r/a", "a V(r)");
	fprintf(f.to, "set title \"Static potential, %s", plot_lattice(text, &r->e->lat));
	if (!r->e->given) fprintf(f.to, ", β = %g", r->e->beta);
	fprintf(f.to, ", %d configuration%s\\n{/*0.8 t/a = %d, ", configs, configs > 1 ? "s" : "", r->at);
	if (!r->steps) fputs("no smearing", f.to);
	else if (r->hyp) fprintf(f.to, "HYP smearing, %d steps", r->steps);
	else fprintf(f.to, "APE smearing, %d steps of weight %g", r->steps, r->alpha);
	fprintf(f.to, "; %s%s}\"\n", configs > 1 ? "errors: jackknife" : "no errors", fitted ? "; open: not in the fit" : "");
	fprintf(f.to, "set xrange [0:%d.5]\nplot '-' with yerrorbars ls 5 ps 0.8 notitle, '-' with yerrorbars ls 1 "
		"title 'V(r)'", r->rmax);
	if (fitted)
		fprintf(f.to, ", (x < 2 ? NaN : %.10g + %.10g * x - %.10g / x) ls 2 "
			"title 'c + σr - α/r: r_0/a = %s, a^{2}σ = %s'",
			p[CONSTANT].value, p[SIGMA].value, p[COULOMB].value, value_text(r0, p[R0].value, p[R0].error, 4),
			value_text(sigma, p[SIGMA].value, p[SIGMA].error, 4));
	for (int in = 0; in < 2; in++, fputs("\ne", f.to))
		for (int x = 1; x <= r->rmax; x++) {
			const lqcd_jackknife v = value(r, x, r->at, 1, 0);
			const int used = fitted && x > 1 && r->weight[x - 1] > 0;
			if (lqcd_isfinite(v.value) && used == in) fprintf(f.to, "\n%d %.8g %.4g", x, v.value, v.error);
			else fprintf(f.to, "\n%d NaN 0", x);
		}
	fputc('\n', f.to);
	plot_panel(&f, 1, 2, "configuration", "Polyakov loop P");
	fprintf(f.to, "set xrange [0.5:%d.5]\nplot 0 ls 4 notitle, '-' with linespoints ls 1 title 'Re P', "
		"'-' with linespoints ls 2 title 'Im P'\n", configs);
	for (int part = 0; part < 2; part++, fputs("e\n", f.to))
		for (int n = 0; n < configs; n++) fprintf(f.to, "%d %.8g\n", n + 1, r->loop[2 * n + part]);
	plot_end(&f);
}
static void write_table(run *r)
{
	output *o = &r->e->out;
	say_table(o, "table");
	say_row(o, "r\tt\tW\tdW\tV\tdV");
	for (int x = 1; x <= r->rmax; x++)
		for (int t = 1; t <= r->tmax; t++) {
			const lqcd_jackknife w = value(r, x, t, 0, 0);
			say(o, "%d\t%d\t%.10e\t%.3e", x, t, w.value, w.error);
			const lqcd_jackknife v = value(r, x, t < r->tmax ? t : 1, 1, 0);
			if (t == r->at) r->weight[x - 1] = !lqcd_isfinite(v.value) ? 0 : r->e->configs == 1 ? 1 : v.error > 0 ? 1 / (v.error * v.error) : 0;
			if (t < r->tmax && lqcd_isfinite(v.value)) say_row(o, "\t%.10e\t%.3e", v.value, v.error);
			else say_row(o, "\t\t");
		}
}
/** The fit and its results, or why there are none. */
static void fit(const run *r, lqcd_jackknife p[PARAMETERS])
{
	static const char *const name_of[] = {"c", "sigma", "a", "r0"};
	output *o = &r->e->out;
	const int points = potential_points(r->weight, r->rmax), fixed = points == 3, dof = points - (fixed ? 2 : 3);
	for (int k = 0; k < PARAMETERS; k++) {
		p[k] = value(r, 0, 0, 0, k);
		if (r->e->configs == 1 || (k == COULOMB && fixed)) p[k].error = lqcd_nan();
		if (lqcd_isfinite(p[k].value)) say_result(o, name_of[k], p[k].value, p[k].error);
		else if (dof > 0)
			say_none(o, name_of[k], k == R0 ? "the fit has no sigma > 0 and a < 1.65, or not without a bin of configurations"
							: "the fit is not finite without a bin of configurations");
		else if (k == SIGMA || k == R0)
			say_none(o, name_of[k], "a fit of two parameters needs three distances r > 1 with V(r,%d), here are %d: see --rmax and --at",
				 r->at, points);
	}
	if (dof <= 0) return;
	say_result(o, "dof", dof, lqcd_nan());
	if (r->e->configs > 1) say_result(o, "chi2_dof", value(r, 0, 0, 0, PARAMETERS).value, lqcd_nan());
}
int main(int argc, char **argv)
{
	static const char *const kinds[] = {"ape", "hyp", NULL};
	const lqcd_comm comm = processes_begin(&argc, &argv);
	ensemble e = ensemble_begin("glueplots", usage, argc, &comm);
	int where = DEVICE_ANY;
	run r = {&e, 0, 20, 0, 5, 2, 1, 0.5, NULL, NULL, NULL};
	const char *v, *name;
	lqcd_jackknife p[PARAMETERS];
	for (int k = 1; (name = ensemble_parse(&e, "", argc, argv, &k, &v)) != NULL;) {
		if (!strcmp(name, "--smear")) r.hyp = choice_option(name, v, kinds);
		else if (!strcmp(name, "--steps")) r.steps = integer_option(name, v, 0, 10000);
		else if (!strcmp(name, "--alpha")) r.alpha = number_option(name, v, 0, 1);
		else if (!strcmp(name, "--rmax")) r.rmax = integer_option(name, v, 1, 1000);
		else if (!strcmp(name, "--tmax")) r.tmax = integer_option(name, v, 2, 1000);
		else if (!strcmp(name, "--at")) r.at = integer_option(name, v, 1, 1000);
		else if (!strcmp(name, "--device")) where = device_option(name, v);
		else if (!strcmp(name, "--bin")) r.bin = integer_option(name, v, 1, INT_MAX);
		else unknown_option(name, v);
	}
	if (r.at >= r.tmax) wrong("--at", "", "not below --tmax");
	ensemble_check_bin(&e, r.bin);
	e.device = device_used(where, &comm);
	output_start(&e.out, NULL);
	for (int n = 0; n < e.configs; n++) {
		ensemble_get(&e, n);
		if (!r.rmax) r.rmax = e.extent[1] / 2;
		const size_t loops = (size_t)(r.rmax * r.tmax), configs = (size_t)e.configs;
		if (!n) r.W = (double *)calloc(configs * (loops + 2) + (size_t)r.rmax, sizeof *r.W);
		if (!r.W) ensemble_must(&e, LQCD_ERR_MEMORY, NULL);
		r.loop = r.W + configs * loops;
		r.weight = r.loop + 2 * configs;
		measure(&r, n);
	}
	progress_erase();
	write_table(&r);
	fit(&r, p);
	if (e.out.plot && comm.rank == 0) plot(&r, p);
	free(r.W);
	ensemble_end(&e);
	return output_end(&e.out, 0);
}
