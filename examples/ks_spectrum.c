/* examples/ks_spectrum.c: mesons of staggered quarks over an ensemble, with errors: local pions and rhos, pions of all tastes, the
 * chiral condensate: tables and plot. See --help. build/examples/ks_spectrum-mpi is the same program, compiled with LQCD_MPI. */
#include "hadron.h"
#include "ks.h"

#include "../lqcd/observables/staggered.h"

static const char usage[] =
	"usage: ks_spectrum [options] [FILE ..]\n"
	"Mesons of staggered quarks, antiperiodic in time, over gauge configurations in any format that lqcd reads; without\n"
	"FILE over a quenched ensemble that is made. Masses that share their links are solved at once.\n\n"
	"  --quarks naive|asqtad|hisq   links of the quarks (hisq)\n"
	"  --u0 U               of asqtad links: tadpole factor (1)\n"
	"  --mass M[,M..]       masses am, at most 8 (0.1)\n"
	"  --eps E[,E..]|tree   of HISQ links: Naik's epsilon, one for all masses or one for each; tree: that of tree level for\n"
	"                       each mass (0)\n"
	"  --source T,X,Y,Z     point source (0,0,0,0)\n"
	"  --wall T             in its place, the corner of each spatial cube of time T\n"
	"  --tastes             also the pions gamma5 of all 16 tastes\n"
	"  --noises N           fields of noise for the chiral condensate of each mass and configuration (0: none)\n"
	"  --seed N             of the noise (1)\n"
	"  --tol R              true relative residual of each solve, 1e-14 to 1 (1e-10)\n" HADRON_USAGE ENSEMBLE_USAGE
	"  --plot FILE.svg      pion and rho_VT of the first mass: correlators, effective masses and their plateaus; with\n"
	"                       --tastes also (a m)^2 of pions by taste, of all masses; or FILE.pdf; needs gnuplot\n" OUTPUT_USAGE OUTPUT_USAGE_QUIET "\n"
	"The table: mass, t, then for each meson C(t), its error, the effective mass and its error, t < T/2; empty where there\n"
	"is none. Spin x taste: pion gamma5 x xi5, rho_VT gamma_k x xi_k (mean over k), pion_SC gamma_T gamma5 x xi_T xi5, rho_PV\n"
	"gamma_T gamma_k x xi_T xi_k. The mass of pion is that of a cosh and the folded C(t); the others have partners of opposite\n"
	"parity with a factor (-1)^t, and their mass is that of a sum of two cosh, from C(t-2) .. C(t+3). The table tastes: the\n"
	"pions gamma5 x taste, by one cosh: 5, T5, X5, .., XY, .., TX, .., X, .., T, 1.\n"
	"Then masses, m_pion = .., each with the times of its fit and its degrees of freedom, and the condensate tr D^-1 / V of four tastes and colours. D is\n"
	"MILC's, 2 m + .., twice the common one. Of several masses the second is m_pion_2 = .., and so on.\n"
	"Exit status: 0, 1 after a failure, 2 for a wrong option.\n";

enum { PION, RHO_VT, PION_SC, RHO_PV, TASTES, HADRONS = TASTES + 16, MASSES = 8, PLOTTED = 2 };

typedef struct {
	double mass, eps;
	hadron h[HADRONS];
	hadron condensate; /* its C(0) */
	double noise;      /* its statistical error on the last configuration */
} quark;

typedef struct {
	ensemble *e;
	int kind, masses, wall, source[4], tastes, noises, bin, fit[2], iterations;
	double u0, tolerance;
	uint64_t seed;
	quark q[MASSES];
	int solved, solves; /* of this configuration */
} run;

/** The taste xi5 xi_S up to a sign, S a set of directions with bits T 1, X 2, Y 4, Z 8: the directions of S and 5, or those that S
 * lacks. */
static const char *taste_name(int set)
{
	static const char *const name[16] = {"taste_5",  "taste_T5", "taste_X5", "taste_YZ", "taste_Y5", "taste_XZ",
					     "taste_TZ", "taste_Z",  "taste_Z5", "taste_XY", "taste_TY", "taste_Y",
					     "taste_TX", "taste_X",  "taste_T",  "taste_1"};
	return name[set];
}

static void make_hadrons(run *r)
{
	static const char *const name[TASTES] = {"pion", "rho_VT", "pion_SC", "rho_PV"};
	static const char *const shown[TASTES] = {"π", "ρ_{VT}", "π_{SC}", "ρ_{PV}"};
	for (int k = 0; k < r->masses; k++) {
		quark *q = &r->q[k];
		for (int n = 0; n < TASTES; n++)
			q->h[n] = hadron_make(r->e, r->bin, name[n], shown[n], n == PION ? lqcd_effective_mass : lqcd_paired_mass, 1);
		for (int set = 0; set < 16; set++)
			q->h[TASTES + set] = hadron_make(r->e, r->bin, taste_name(set), "", lqcd_effective_mass, 1);
		q->condensate = hadron_make(r->e, r->bin, "condensate", "", lqcd_effective_mass, 1);
	}
}

/** C(t) of the present configuration. */
static double *here(const run *r, const hadron *h)
{
	return h->C + (size_t)r->e->number * (size_t)r->e->extent[0];
}

/** Whether a quark is the first one of its epsilon, that is, of its links. */
static int leads(const run *r, int n)
{
	for (int k = 0; k < n; k++)
		if (!(fabs(r->q[k].eps - r->q[n].eps) > 0)) return 0;
	return 1;
}

static void watch(void *user, int iteration, double residual)
{
	const run *r = (const run *)user;
	char text[64];
	snprintf(text, sizeof text, "solve %d of %d, %d iterations, residual %.1e", r->solved + 1, r->solves, iteration, residual);
	ensemble_progress(r->e, (double)r->solved / r->solves, text);
}

#define LQCD_REP ks
#define LQCD_TAG d
#include "ks_spectrum.inc"
#define LQCD_TAG vd
#include "ks_spectrum.inc"
#undef LQCD_REP

static void measure(run *r)
{
	const lqcd_geometry *lanes;
	r->solved = r->solves = 0;
	for (int k = 0; k < r->masses; k++) r->solves += (leads(r, k) ? LQCD_NC * (r->tastes ? 16 : 1) : 0) + (r->noises > 0);
	if (lqcd_lattice_geometry(&r->e->lat, LQCD_FULL, LQCD_LANES_vd, &lanes) == LQCD_OK) measure_vd_ks(r);
	else measure_d_ks(r);
}

static void write_table(const run *r, const char *name, int first, int n)
{
	output *o = &r->e->out;
	say_table(o, name);
	say(o, "mass\tt");
	hadron_header(o, r->q[0].h + first, n);
	for (int k = 0; k < r->masses; k++)
		for (int t = 0; t < r->e->extent[0]; t++) {
			say(o, "%g\t%d", r->q[k].mass, t);
			hadron_row(o, r->q[k].h + first, n, t);
		}
}

static void write_results(const run *r, int n)
{
	output *o = &r->e->out;
	char name[40], number[16] = "";
	for (int k = 0; k < r->masses; k++) {
		const quark *q = &r->q[k];
		if (k) snprintf(number, sizeof number, "_%d", k + 1);
		for (int i = 0; i < n; i++) {
			snprintf(name, sizeof name, "%s%s", q->h[i].name, number);
			plateau_say(o, name, &q->h[i].p, q->h[i].mass, q->h[i].error, r->fit);
		}
		if (!r->noises) continue;
		const lqcd_jackknife j = hadron_value(&q->condensate, 0, CORRELATOR);
		snprintf(name, sizeof name, "condensate%s", number);
		say_result(o, name, j.value, r->e->configs > 1 ? j.error : q->noise);
	}
}

/** (a m)^2 of pions by taste: one place for tastes that rotations of the cube turn into each other. */
static void plot_tastes(plot_file *p, const run *r)
{
	static const double place[16] = {0, 1, 1.9, 2.9, 2, 3, 3.9, 4.9, 2.1, 3.1, 4, 5, 4.1, 5.1, 6, 7};
	double high = 0;
	for (int k = 0; k < r->masses; k++)
		for (int set = 0; set < 16; set++) high = plateau_high(high, &r->q[k].h[TASTES + set].mass, 1);
	fputs("set xrange [-0.5:7.5]\nset xtics ('5' 0, 'T5' 1, 'i5' 2, 'ij' 3, 'Ti' 4, 'i' 5, 'T' 6, '1' 7)\n", p->to);
	plateau_range(p, high * high);
	for (int k = 0; k < r->masses; k++)
		fprintf(p->to, "%s'-' with yerrorbars ls %d title 'a m_q = %g'", k ? ", " : "plot ", k % 3 + 1, r->q[k].mass);
	for (int k = 0; k < r->masses; k++, fputs("\ne", p->to))
		for (int set = 0; set < 16; set++) {
			const hadron *h = &r->q[k].h[TASTES + set];
			if (lqcd_isfinite(h->mass))
				fprintf(p->to, "\n%g %.8g %.8g", place[set], h->mass * h->mass,
					lqcd_isfinite(h->error) ? 2 * h->mass * h->error : 0);
		}
	fputc('\n', p->to);
}

static void plot(const run *r)
{
	const int panels = r->tastes ? 3 : 2;
	plot_file p;
	if (!plot_begin(&p, &r->e->out, 840, r->tastes ? 1400 : 960)) return;
	plot_panel(&p, 0, panels, "t/a", "C(t)");
	fprintf(p.to, "set title \"Staggered quarks, %s, a m_q = %g", ks_names[r->kind], r->q[0].mass);
	hadron_title(&p, r->e);
	hadron_plot_correlators(&p, r->q[0].h, PLOTTED);
	plot_panel(&p, 1, panels, "t/a", "effective mass a m(t)");
	hadron_plot_masses(&p, r->q[0].h, PLOTTED);
	if (r->tastes) {
		plot_panel(&p, 2, panels, "taste of the pion", "(a m)^2");
		plot_tastes(&p, r);
	}
	plot_end(&p);
}

/** The masses and their epsilons. */
static void parse_masses(run *r, const char *masses, const char *eps)
{
	double mass[MASSES], value[MASSES] = {0};
	int n = 1;
	r->masses = numbers_option("--mass", masses, mass, MASSES, "not 1 to 8 numbers A,B,..");
	if (strcmp(eps, "tree") != 0) n = numbers_option("--eps", eps, value, MASSES, "neither tree nor 1 to 8 numbers A,B,..");
	if (n > 1 && n != r->masses) wrong("--eps", eps, "neither one number nor one for each mass");
	for (int k = 0; k < r->masses; k++) {
		quark *q = &r->q[k];
		q->mass = mass[k];
		if (!(mass[k] >= 1e-6 && mass[k] <= 1e3)) wrong("--mass", masses, "not from 1e-06 to 1000");
		q->eps = strcmp(eps, "tree") ? value[n > 1 ? k : 0] : lqcd_fat_naik_epsilon(mass[k]);
		if (!(fabs(q->eps) <= 1)) wrong("--eps", eps, "not from -1 to 1");
		if (fabs(q->eps) > 0 && r->kind != KS_HISQ) wrong("--eps", eps, "only for --quarks hisq");
	}
}

/** After the first configuration is there. */
static void check_source(run *r)
{
	const int *l = r->e->extent;
	for (int mu = 0; mu < 4; mu++)
		if (r->source[mu] >= l[mu]) wrong(r->wall ? "--wall" : "--source", "", "not inside the lattice");
	if (r->wall && (l[1] % 2 || l[2] % 2 || l[3] % 2)) wrong("--wall", "", "spatial extents must be even");
}

int main(int argc, char **argv)
{
	const lqcd_comm comm = processes_begin(&argc, &argv);
	ensemble e = ensemble_begin("ks_spectrum", usage, argc, &comm);
	output *o = &e.out;
	run r;
	const char *v, *name, *masses = "0.1", *eps = "0";
	memset(&r, 0, sizeof r);
	r.e = &e;
	r.kind = KS_HISQ;
	r.u0 = 1;
	r.seed = 1;
	r.tolerance = 1e-10;
	r.bin = 1;
	r.fit[1] = -1;
	for (int k = 1; (name = ensemble_parse(&e, " --tastes ", argc, argv, &k, &v)) != NULL;) {
		if (!strcmp(name, "--tastes")) r.tastes = 1;
		else if (!strcmp(name, "--quarks")) r.kind = choice_option(name, v, ks_names);
		else if (!strcmp(name, "--u0")) r.u0 = number_option(name, v, 0.1, 10);
		else if (!strcmp(name, "--mass")) masses = v;
		else if (!strcmp(name, "--eps")) eps = v;
		else if (!strcmp(name, "--source")) four_option(name, v, r.source, "four integers T,X,Y,Z inside the lattice are needed");
		else if (!strcmp(name, "--wall")) r.wall = 1, r.source[0] = integer_option(name, v, 0, INT_MAX);
		else if (!strcmp(name, "--noises")) r.noises = integer_option(name, v, 0, 100000);
		else if (!strcmp(name, "--seed")) r.seed = (uint64_t)integer_option(name, v, 0, INT_MAX);
		else if (!strcmp(name, "--tol")) r.tolerance = number_option(name, v, 1e-14, 1);
		else if (!strcmp(name, "--bin")) r.bin = integer_option(name, v, 1, INT_MAX);
		else if (!strcmp(name, "--fit")) plateau_option(name, v, r.fit);
		else unknown_option(name, v);
	}
	parse_masses(&r, masses, eps);
	if (r.wall) memset(r.source + 1, 0, 3 * sizeof r.source[0]);
	ensemble_check_bin(&e, r.bin);
	output_start(o, NULL);
	for (int n = 0; n < e.configs; n++) {
		ensemble_get(&e, n);
		if (!n) {
			check_source(&r);
			plateau_check(r.fit, e.extent[0]);
			make_hadrons(&r);
		}
		measure(&r);
	}
	progress_erase();
	say_word(o, "quarks", ks_names[r.kind]);
	if (r.kind == KS_ASQTAD) say_fact(o, "u0", "%g", r.u0);
	for (int k = 0; k < r.masses; k++) {
		char fact[24];
		snprintf(fact, sizeof fact, k ? "mass_%d" : "mass", k + 1);
		say_fact(o, fact, "%g", r.q[k].mass);
		snprintf(fact, sizeof fact, k ? "eps_%d" : "eps", k + 1);
		if (r.kind == KS_HISQ) say_fact(o, fact, "%.10g", r.q[k].eps);
	}
	if (r.noises) say_fact(o, "noises", "%d", r.noises);
	say_fact(o, "iterations", "%d", r.iterations);
	say_fact(o, "seconds", "%.2f", seconds() - e.line.start);
	const int hadrons = r.tastes ? HADRONS : TASTES;
	for (int k = 0; k < r.masses; k++)
		for (int n = 0; n < hadrons; n++) hadron_fit(&r.q[k].h[n], r.fit);
	write_table(&r, "table", 0, TASTES);
	if (r.tastes) write_table(&r, "tastes", TASTES, 16);
	write_results(&r, hadrons);
	if (o->plot && comm.rank == 0) plot(&r);
	for (int k = 0; k < r.masses; k++) {
		for (int n = 0; n < HADRONS; n++) free(r.q[k].h[n].C);
		free(r.q[k].condensate.C);
	}
	ensemble_end(&e);
	return output_end(o, 0);
}
