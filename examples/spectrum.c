/* examples/spectrum.c: correlators and effective masses of pion, rho and proton over an ensemble, with errors: table
 * and plot. See --help. build/examples/spectrum-mpi is the same program, compiled with LQCD_MPI; spectrum.cu includes it for
 * GPUs. */
#include "hadron.h"

static const char usage[] =
	"usage: spectrum [options] [FILE ..]\n"
	"Correlators of Wilson or clover quarks from a point source at the origin, antiperiodic in time, over gauge\n"
	"configurations in any format that lqcd reads; without FILE over a quenched ensemble that is made.\n\n"
	"  --kappa K            hopping parameter, 0 < K (0.15)\n"
	"  --csw C              coefficient of the clover term (0)\n"
	"  --mu M               twisted mass, M i gamma5 (0): charged mesons, and a d quark with -M in the proton; gamma\n"
	"                       matrices are those of the twisted basis\n"
	HADRON_USAGE ENSEMBLE_USAGE
	DEVICE_USAGE("    ", "spectrum")
	"  --plot FILE.svg      correlators, effective masses and their plateaus; or FILE.pdf; needs gnuplot\n" OUTPUT_USAGE OUTPUT_USAGE_QUIET "\n"
	"The table: t, then for pion (g_5), rho (g_k, mean of three) and proton (both parities, folded) C(t),\n"
	"its error, the effective mass and its error, t < T/2: of a cosh and the folded C(t) for mesons, log C(t)/C(t+1)\n"
	"for the proton; empty where there is none. Then the masses, m_pion = .., each with the times of its fit, its degrees\n"
	"of freedom and chi^2; without a plateau of two times or more no mass, but a sentence.\n"
	"Exit status: 0, 1 after a failure, 2 for a wrong option.\n";
enum { PION, RHO, PROTON, HADRONS };
typedef struct {
	ensemble *e;
	double kappa, mass;
	lqcd_clover_params clover;
	int device;              /* whether to solve and contract on a GPU; and its name */
	char device_name[64];
	int bin, column, before; /* column that is solved, and its last iteration */
	int fit[2];              /* --fit */
	hadron h[HADRONS];
} run;
static void make_hadrons(run *r)
{
	r->h[PION] = hadron_make(r->e, r->bin, "pion", "π", lqcd_effective_mass, 1);
	r->h[RHO] = hadron_make(r->e, r->bin, "rho", "ρ", lqcd_effective_mass, 1);
	r->h[PROTON] = hadron_make(r->e, r->bin, "proton", "proton", lqcd_log_mass, 0);
}
static void watch(void *user, int iteration, double residual)
{
	run *r = (run *)user;
	char text[64];
	if (iteration < r->before) r->column++;
	r->before = iteration;
	snprintf(text, sizeof text, "column %d, residual %.1e", r->column + 1, residual);
	ensemble_progress(r->e, (double)r->column / LQCD_COLUMNS, text);
}
/** Keeps the correlators of the present configuration. */
static void take_hadrons(run *r, const lqcd_meson_spins *m, const lqcd_baryon_spins *b)
{
	const int extent = r->e->extent[0];
	double *C[HADRONS];
	for (int k = 0; k < HADRONS; k++) C[k] = r->h[k].C + (size_t)r->e->number * (size_t)extent;
	for (int t = 0; t < extent; t++) {
		C[PION][t] = lqcd_meson(&m[t], LQCD_GAMMA_5, LQCD_GAMMA_5).re;
		for (int k = LQCD_GAMMA_X; k <= LQCD_GAMMA_Z; k *= 2) C[RHO][t] += lqcd_meson(&m[t], k, k).re / 3;
		/* The other parity propagates around the antiperiodic boundary. */
		C[PROTON][t] = lqcd_proton(&b[t], 1).re;
		if (t) C[PROTON][t] = 0.5 * (C[PROTON][t] - lqcd_proton(&b[extent - t], -1).re);
	}
}
#ifdef LQCD_GPU_OBSERVABLES_H
#define LQCD_TAG gd
#include "spectrum.inc"
#endif
#define LQCD_TAG d
#include "spectrum.inc"
/** Solves and contracts on the present configuration. */
static void measure(run *r)
{
	const size_t extent = (size_t)r->e->extent[0];
	lqcd_meson_spins *m = (lqcd_meson_spins *)malloc(extent * sizeof *m);
	lqcd_baryon_spins *b = (lqcd_baryon_spins *)malloc(extent * sizeof *b);
	ensemble_must(r->e, m && b ? LQCD_OK : LQCD_ERR_MEMORY, NULL);
#ifdef LQCD_GPU_OBSERVABLES_H
	if (r->device) correlate_gd(r, m, b);
	else
#endif
		correlate_d(r, m, b);
	take_hadrons(r, m, b);
	free(b), free(m);
}
static void write_table(const run *r)
{
	output *o = &r->e->out;
	say_table(o, "table");
	say(o, "t");
	hadron_header(o, r->h, HADRONS);
	for (int t = 0; t < r->e->extent[0]; t++) {
		say(o, "%d", t);
		hadron_row(o, r->h, HADRONS, t);
	}
	for (int k = 0; k < HADRONS; k++) plateau_say(o, r->h[k].name, &r->h[k].p, r->h[k].mass, r->h[k].error, r->fit);
}
static void plot(const run *r)
{
	plot_file p;
	if (!plot_begin(&p, &r->e->out, 840, 960)) return;
	plot_panel(&p, 0, 2, "t/a", "C(t)");
	fprintf(p.to, "set title \"Wilson quarks, κ = %g", r->kappa);
	if (fabs(r->clover.csw) > 0) fprintf(p.to, ", c_{sw} = %g", r->clover.csw);
	if (fabs(r->clover.mu) > 0) fprintf(p.to, ", μ = %g", r->clover.mu);
	hadron_title(&p, r->e);
	hadron_plot_correlators(&p, r->h, HADRONS);
	plot_panel(&p, 1, 2, "t/a", "effective mass a m(t)");
	hadron_plot_masses(&p, r->h, HADRONS);
	plot_end(&p);
}
int main(int argc, char **argv)
{
	const lqcd_comm comm = processes_begin(&argc, &argv);
	ensemble e = ensemble_begin("spectrum", usage, argc, &comm);
	output *o = &e.out;
	run r;
	const char *v, *name;
	memset(&r, 0, sizeof r);
	r.e = &e;
	r.kappa = 0.15;
	r.clover = lqcd_clover_params_default();
	r.clover.csw = 0;
	r.bin = 1;
	r.fit[1] = -1;
	r.device = DEVICE_ANY;
	for (int k = 1; (name = ensemble_parse(&e, "", argc, argv, &k, &v)) != NULL;) {
		if (!strcmp(name, "--kappa")) r.kappa = kappa_option(name, v, 1e-6, 1e6);
		else if (!strcmp(name, "--csw")) r.clover.csw = number_option(name, v, -100, 100);
		else if (!strcmp(name, "--mu")) r.clover.mu = number_option(name, v, -100, 100);
		else if (!strcmp(name, "--bin")) r.bin = integer_option(name, v, 1, INT_MAX);
		else if (!strcmp(name, "--device")) r.device = device_option(name, v);
		else if (!strcmp(name, "--fit")) plateau_option(name, v, r.fit);
		else unknown_option(name, v);
	}
	ensemble_must(&e, lqcd_kappa_to_mass(r.kappa, &r.mass), NULL);
	ensemble_check_bin(&e, r.bin);
	r.device = device_used(r.device, &comm);
	output_start(o, NULL);
	for (int n = 0; n < e.configs; n++) {
		ensemble_get(&e, n);
		if (!n) make_hadrons(&r);
		if (!n) plateau_check(r.fit, e.extent[0]);
		measure(&r);
	}
	progress_erase();
	say_fact(o, "kappa", "%g", r.kappa);
	say_fact(o, "csw", "%g", r.clover.csw);
	say_fact(o, "mu", "%g", r.clover.mu);
	if (r.device) say_word(o, "device", r.device_name);
	say_fact(o, "seconds", "%.2f", seconds() - e.line.start);
	for (int k = 0; k < HADRONS; k++) hadron_fit(&r.h[k], r.fit);
	write_table(&r);
	if (o->plot && comm.rank == 0) plot(&r);
	for (int k = 0; k < HADRONS; k++) free(r.h[k].C);
	ensemble_end(&e);
	return output_end(o, 0);
}
