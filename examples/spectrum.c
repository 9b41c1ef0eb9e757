/* examples/spectrum.c: correlators and effective masses of pion, rho and proton over an ensemble, with errors: table
 * and plot. See --help. build/examples/spectrum-mpi is the same program, compiled with LQCD_MPI; spectrum.cu includes it for
 * GPUs. */
#include "device.h"
#include "ensemble.h"
#include "plateau.h"

static const char usage[] =
	"usage: spectrum [options] [FILE ..]\n"
	"Correlators of Wilson or clover quarks from a point source at the origin, antiperiodic in time, over gauge\n"
	"configurations in any format that lqcd reads; without FILE over a quenched ensemble that is made.\n\n"
	"  --kappa K            hopping parameter, 0 < K (0.15)\n"
	"  --csw C              coefficient of the clover term (0)\n"
	"  --mu M               twisted mass, M i gamma5 (0): charged mesons, and a d quark with -M in the proton; gamma\n"
	"                       matrices are those of the twisted basis\n"
	"  --bin N              configurations in a row that make a bin of the jackknife (1)\n"
	"  --fit A,B            times of the fit of a constant to the effective masses (for each hadron the longest range up\n"
	"                       to T/2-1 with chi^2/dof <= 1)\n" ENSEMBLE_USAGE
	DEVICE_USAGE("    ", "spectrum")
	"  --plot FILE.svg      correlators, effective masses and their plateaus; needs gnuplot\n" OUTPUT_USAGE OUTPUT_USAGE_QUIET "\n"
	"The table: t, then for pion (g_5), rho (g_k, mean of three) and proton (both parities, folded) C(t),\n"
	"its error, the effective mass and its error, t < T/2: of a cosh and the folded C(t) for mesons, log C(t)/C(t+1)\n"
	"for the proton; empty where there is none. Then the masses, m_pion = .., each with the times of its fit.\n"
	"Exit status: 0, 1 after a failure, 2 for a wrong option.\n";
enum { PION, RHO, PROTON, HADRONS };
static const char *const names[HADRONS] = {"pion", "rho", "proton"};
static const char *const shown[HADRONS] = {"π", "ρ", "proton"};
typedef struct {
	ensemble *e;
	double kappa, mass, *C;  /* [configuration][hadron][t] */
	lqcd_clover_params clover;
	int device;              /* whether to solve and contract on a GPU; and its name */
	char device_name[64];
	int bin, column, before; /* column that is solved, and its last iteration */
	int fit[2];              /* --fit */
	double *m, *dm;          /* effective masses and errors, [hadron][t], t < T/2; NaN: none */
	plateau p[HADRONS];
	double mass_of[HADRONS], error_of[HADRONS]; /* of the plateaus */
} run;
/* The quantity of a jackknife: C(t), the effective mass, or the mass of a plateau. */
enum { CORRELATOR, MASS, PLATEAU };
typedef struct {
	const run *r;
	int hadron, t, what;
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
/** C[hadron][t] of the correlators of a configuration. */
static void take_hadrons(const run *r, double *C, const lqcd_meson_spins *m, const lqcd_baryon_spins *b)
{
	const int extent = r->e->extent[0];
	for (int t = 0; t < extent; t++) {
		double *c = C + t;
		c[PION * extent] = lqcd_meson(&m[t], LQCD_GAMMA_5, LQCD_GAMMA_5).re;
		c[RHO * extent] = 0;
		for (int k = LQCD_GAMMA_X; k <= LQCD_GAMMA_Z; k *= 2) c[RHO * extent] += lqcd_meson(&m[t], k, k).re / 3;
		/* The other parity propagates around the antiperiodic boundary. */
		c[PROTON * extent] = lqcd_proton(&b[t], 1).re;
		if (t) c[PROTON * extent] = 0.5 * (c[PROTON * extent] - lqcd_proton(&b[extent - t], -1).re);
	}
}
#ifdef LQCD_GPU_OBSERVABLES_H
#define LQCD_TAG gd
#include "spectrum.inc"
#endif
#define LQCD_TAG d
#include "spectrum.inc"
/** The correlators of the present configuration to C[hadron][t]. */
static void measure(run *r, double *C)
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
	take_hadrons(r, C, m, b);
	free(b), free(m);
}
static double effective(const number *n, const double *C, int t)
{
	return n->hadron == PROTON ? log(C[t] / C[t + 1]) : lqcd_effective_mass(C, n->r->e->extent[0], t);
}
static double look(const double *means, void *context)
{
	const number *n = (const number *)context;
	const int extent = n->r->e->extent[0];
	const double *C = means + n->hadron * extent;
	const plateau *p = &n->r->p[n->hadron];
	if (n->what == CORRELATOR) return C[n->t];
	if (n->what == MASS && 2 * n->t >= extent) return lqcd_nan();
	double *folded = (double *)malloc(2 * (size_t)extent * sizeof *folded), *m = folded + extent, r = lqcd_nan();
	if (!folded) return r;
	if (n->hadron == PROTON) memcpy(folded, C, (size_t)extent * sizeof *C);
	else plateau_fold(folded, C, extent);
	if (n->what == MASS) r = effective(n, folded, n->t);
	else {
		for (int t = p->from; t <= p->to; t++) m[t] = effective(n, folded, t);
		r = plateau_mean(m, n->r->e->configs > 1 ? n->r->dm + n->hadron * (extent / 2) : NULL, p->from, p->to);
	}
	free(folded);
	return r;
}
/** The value NaN: there is none; the error 0: one configuration. */
static lqcd_jackknife value(const run *r, int hadron, int t, int what)
{
	const size_t extent = (size_t)r->e->extent[0], n = (size_t)r->e->configs;
	number which = {r, hadron, t, what};
	lqcd_jackknife j;
	const lqcd_status s = lqcd_series_jackknife(&j, look, &which, r->C, HADRONS * extent, n, (size_t)r->bin, NULL);
	if (n == 1) j.value = look(r->C, &which);
	else if (s != LQCD_OK) j.value = lqcd_nan();
	return j;
}
/** Effective masses, plateaus and their masses. */
static void find_masses(run *r)
{
	const int times = r->e->extent[0] / 2;
	r->m = (double *)malloc(2 * HADRONS * (size_t)times * sizeof *r->m);
	if (!r->m) ensemble_must(r->e, LQCD_ERR_MEMORY, NULL);
	r->dm = r->m + HADRONS * times;
	for (int h = 0; h < HADRONS; h++) {
		double *m = r->m + h * times, *dm = r->dm + h * times;
		for (int t = 0; t < times; t++) {
			const lqcd_jackknife j = value(r, h, t, MASS);
			m[t] = j.value;
			dm[t] = j.error;
		}
		r->p[h] = plateau_find(m, r->e->configs > 1 ? dm : NULL, times, r->fit);
		const lqcd_jackknife j = value(r, h, 0, PLATEAU);
		r->mass_of[h] = j.value;
		r->error_of[h] = r->e->configs > 1 ? j.error : lqcd_nan();
	}
}
static void write_table(const run *r)
{
	output *o = &r->e->out;
	const int extent = r->e->extent[0], times = extent / 2;
	say_table(o, "table");
	say(o, "t");
	for (int h = 0; h < HADRONS; h++) say(o, "\tC_%s\tdC_%s\tm_%s\tdm_%s", names[h], names[h], names[h], names[h]);
	end_row(o);
	for (int t = 0; t < extent; t++) {
		say(o, "%d", t);
		for (int h = 0; h < HADRONS; h++) {
			const lqcd_jackknife c = value(r, h, t, CORRELATOR);
			const int k = h * times + t, some = t < times && lqcd_isfinite(r->m[k]);
			say(o, "\t%.10e\t%.3e", c.value, c.error);
			if (some) say(o, "\t%.10e\t%.3e", r->m[k], r->dm[k]);
			else say(o, "\t\t");
		}
		end_row(o);
	}
	for (int h = 0; h < HADRONS; h++) plateau_say(o, names[h], &r->p[h], r->mass_of[h], r->error_of[h]);
}
static void plot(const run *r)
{
	const int extent = r->e->extent[0], configs = r->e->configs, times = extent / 2;
	char lattice[80];
	plot_file p;
	if (!plot_begin(&p, &r->e->out, 840, 960)) return;
	plot_panel(&p, 0, 2, "t/a", "C(t)");
	fprintf(p.to, "set title \"Wilson quarks, κ = %g", r->kappa);
	if (fabs(r->clover.csw) > 0) fprintf(p.to, ", c_{sw} = %g", r->clover.csw);
	if (fabs(r->clover.mu) > 0) fprintf(p.to, ", μ = %g", r->clover.mu);
	fprintf(p.to, ", %s", plot_lattice(lattice, &r->e->lat));
	if (!r->e->given) fprintf(p.to, ", β = %g", r->e->beta);
	fprintf(p.to, ", %d configuration%s\\n{/*0.8 %s}\"\n", configs, configs > 1 ? "s" : "",
		configs > 1 ? "errors: jackknife" PLATEAU_OPEN : "no errors" PLATEAU_OPEN);
	fprintf(p.to, "set xrange [-0.5:%d.5]\nset offsets\nset logscale y\nset format y '10^{%%T}'\n", extent - 1);
	for (int h = 0; h < HADRONS; h++)
		fprintf(p.to, "%s'-' using ($1%+g):2:3:4 with yerrorbars ls %d title '%s'", h ? ", " : "plot ", 0.12 * (h - 1),
			h + 1, shown[h]);
	for (int h = 0; h < HADRONS; h++, fputs("\ne", p.to))
		for (int t = 0; t < extent; t++) {
			const lqcd_jackknife c = value(r, h, t, CORRELATOR);
			if (c.value > 0) /* the axis is logarithmic */
				fprintf(p.to, "\n%d %.8g %.8g %.8g", t, c.value, fmax(c.value - c.error, 0.01 * c.value),
					c.value + c.error);
		}
	fputc('\n', p.to);
	plot_panel(&p, 1, 2, "t/a", "effective mass a m(t)");
	fprintf(p.to, "set xrange [0:%d]\n", times);
	plateau_range(&p, r->m, HADRONS * times);
	for (int h = 0; h < HADRONS; h++) {
		fputs(h ? ", " : "plot ", p.to);
		plateau_elements(&p, &r->p[h], shown[h], h + 1, r->mass_of[h], r->error_of[h]);
	}
	fputc('\n', p.to);
	for (int h = 0; h < HADRONS; h++)
		plateau_data(&p, &r->p[h], r->m + h * times, configs > 1 ? r->dm + h * times : NULL, times, 0.06 * (h - 1),
			     r->mass_of[h], r->error_of[h]);
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
	for (int k = 1; (name = ensemble_parse(&e, argc, argv, &k, &v)) != NULL;) {
		if (!strcmp(name, "--kappa")) r.kappa = number_option(name, v, 1e-6, 1e6);
		else if (!strcmp(name, "--csw")) r.clover.csw = number_option(name, v, -100, 100);
		else if (!strcmp(name, "--mu")) r.clover.mu = number_option(name, v, -100, 100);
		else if (!strcmp(name, "--bin")) r.bin = integer_option(name, v, 1, INT_MAX);
		else if (!strcmp(name, "--device")) r.device = device_option(name, v);
		else if (!strcmp(name, "--fit")) plateau_option(name, v, r.fit);
		else wrong(name, v, "unknown option; see --help");
	}
	ensemble_must(&e, lqcd_kappa_to_mass(r.kappa, &r.mass), NULL);
	ensemble_check_bin(&e, r.bin);
	r.device = device_used(r.device, &comm);
	output_start(o, NULL);
	for (int n = 0; n < e.configs; n++) {
		ensemble_get(&e, n);
		const size_t row = HADRONS * (size_t)e.extent[0];
		if (!n) r.C = (double *)malloc((size_t)e.configs * row * sizeof *r.C);
		if (!r.C) ensemble_must(&e, LQCD_ERR_MEMORY, NULL);
		if (!n) plateau_check(r.fit, e.extent[0]);
		measure(&r, r.C + (size_t)n * row);
	}
	progress_erase();
	say_fact(o, "kappa", "%g", r.kappa);
	say_fact(o, "csw", "%g", r.clover.csw);
	say_fact(o, "mu", "%g", r.clover.mu);
	if (r.device) say_word(o, "device", r.device_name);
	say_fact(o, "seconds", "%.2f", seconds() - e.line.start);
	find_masses(&r);
	write_table(&r);
	if (o->plot && comm.rank == 0) plot(&r);
	free(r.C);
	free(r.m);
	ensemble_end(&e);
	return output_end(o, 0);
}
