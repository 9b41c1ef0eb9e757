/* examples/markov.h: a run of hybrid Monte Carlo, for hmc.c and ks_hmc.c: its options, checkpoint, table of trajectories, means and
 * plot. markov.inc has the trajectories. */
#ifndef LQCD_EXAMPLES_MARKOV_H
#define LQCD_EXAMPLES_MARKOV_H

#include "device.h"
#include "history.h"

#define MARKOV_USAGE                                                                                                   \
	"  --integrator leapfrog|omf2|omf4 --steps N --length L     (omf2, 10 steps, length 1)\n"                      \
	"  --trajectories N    length of the whole run (100)\n"                                                        \
	"  --thermalise N      accept the first N trajectories whatever dH is (10)\n"                                  \
	"  --start FILE        begin with this configuration, of any format (unit links)\n"                            \
	"  --seed N            seed of the random numbers (1)\n"                                                       \
	"  --checkpoint FILE   continue from FILE if it exists, with its action, integrator, quarks and seed: other values\n" \
	"                      of these options are refused. Written after each 10 trajectories, at the end, and by Ctrl-C\n" \
	"  --terms             further columns: the parts of dH, and iterations of solvers\n"                          \
	"  --reverse           at the end, one trajectory there and back: reverse_links, the largest distance of a link from\n" \
	"                      where it was (sum of squares, root), and reverse_dH\n"
#define MARKOV_USAGE_PLOT "  --plot FILE.svg     plaquette, with its mean, and dH; or FILE.pdf; needs gnuplot\n"
#define MARKOV_USAGE_TABLE                                                                                             \
	"The table: trajectory, plaquette (mean of Re tr / 3), dH, accepted (0 or 1); with --terms also\n"             \
	"the change of the kinetic energy and, for each term of the action, its change and its solver iterations.\n"   \
	"Then the means of this run after thermalisation, with errors and autocorrelation times in trajectories by the\n" \
	"Gamma method: plaquette, exp_minus_dH (1 in equilibrium), acceptance.\n"                                      \
	"Exit status: 0, 1 after a failure, 2 for a wrong option.\n"

enum { TRAJECTORY, PLAQUETTE, DH, ACCEPTED, EXP_DH, QUANTITIES };

/* Options of the chain whose values a checkpoint has; the program adds others. */
enum { INTEGRATOR, STEPS, LENGTH, SEED, CHAIN_OPTIONS, MORE_OPTIONS = 8 };
static const char *const chain_option[CHAIN_OPTIONS] = {"--integrator", "--steps", "--length", "--seed"};

typedef struct markov {
	output out;
	const char *start, *checkpoint;
	const char *const *more;                         /* options of the program whose values a checkpoint has; NULL ends */
	const char *given[CHAIN_OPTIONS + MORE_OPTIONS]; /* those of the chain, then these, as they were given; or NULL */
	int extent[4], trajectories, thermalise, terms, reverse, rows;
	double (*row)[QUANTITIES];
	lqcd_hmc_chain chain; /* then that of the checkpoint */
	lqcd_lattice_options lattice;
	lqcd_comm comm;
	/* Says more of an error than its status; NULL: not at all */
	void (*explain)(const struct markov *m, lqcd_status s, int trajectory, lqcd_message *why);
	const void *user;
} markov;

/** *m stays where it is. */
LQCD_STATIC void markov_begin(markov *m, const char *program, const char *usage, const char *const *more, int *argc, char ***argv)
{
	memset(m, 0, sizeof *m);
	m->more = more;
	m->comm = processes_begin(argc, argv);
	m->lattice.comm = &m->comm;
	m->out = output_begin(program, usage, OUTPUT_PLOT | OUTPUT_SAVE, &m->comm);
	m->chain = lqcd_hmc_chain_make(0, 0, 1);
	m->trajectories = 100;
	m->thermalise = 10;
}

/** The next option that is none of these, as output_option has it. */
LQCD_STATIC const char *markov_option(markov *m, const char *flags, int argc, char **argv, int *k, const char **value)
{
	static const char *const integrators[] = {"leapfrog", "omf2", "omf4", NULL};
	lqcd_hmc_chain *c = &m->chain;
	const char *name;
	while ((name = output_option(&m->out, flags, argc, argv, k, value)) != NULL) {
		const char *v = *value;
		for (int n = 0; n < CHAIN_OPTIONS; n++)
			if (!strcmp(name, chain_option[n])) m->given[n] = v;
		for (int n = 0; m->more[n]; n++)
			if (!strcmp(name, m->more[n])) m->given[CHAIN_OPTIONS + n] = v;
		if (!strcmp(name, "--terms")) m->terms = 1;
		else if (!strcmp(name, "--reverse")) m->reverse = 1;
		else if (!strcmp(name, "--lattice")) extents_option(name, v, m->extent);
		else if (!strcmp(name, "--integrator"))
			c->level[0].kind = (lqcd_integrator_kind)choice_option(name, v, integrators);
		else if (!strcmp(name, "--steps")) c->level[0].steps = integer_option(name, v, 1, 100000);
		else if (!strcmp(name, "--length")) c->length = number_option(name, v, 1e-6, 1e3);
		else if (!strcmp(name, "--trajectories")) m->trajectories = integer_option(name, v, 1, 10000000);
		else if (!strcmp(name, "--thermalise")) m->thermalise = integer_option(name, v, 0, 10000000);
		else if (!strcmp(name, "--start")) m->start = v;
		else if (!strcmp(name, "--seed")) c->seed = (uint64_t)integer_option(name, v, 0, INT_MAX);
		else if (!strcmp(name, "--checkpoint")) m->checkpoint = v;
		else if (!strcmp(name, "--grid")) four_option(name, v, m->lattice.grid, "not four integers T,X,Y,Z");
		else return name;
	}
	return NULL;
}

/** After the options: tries the outputs, and makes room for the rows. */
LQCD_STATIC void markov_start(markov *m)
{
	static const int usual[4] = {8, 8, 8, 8};
	if (is_stdout(m->checkpoint)) wrong("--checkpoint", "-", "a file is needed");
	if (!m->start && !m->extent[0]) memcpy(m->extent, usual, sizeof usual);
	output_start(&m->out, m->checkpoint);
	m->row = (double (*)[QUANTITIES])calloc((size_t)m->trajectories + 1, sizeof *m->row);
	if (!m->row) must_be_ok(example_name, LQCD_ERR_MEMORY, NULL);
}

/** Quarks are integrated on a level above that of the gauge action. */
LQCD_STATIC void markov_levels(lqcd_hmc_chain *chain, int inner)
{
	chain->levels = 2;
	chain->level[1] = chain->level[0];
	chain->level[0].steps = inner;
}

/** Whether there is a checkpoint. Collective. */
LQCD_STATIC int markov_found(const markov *m)
{
	lqcd_message why = {""};
	int found = 0;
	if (m->checkpoint) must_be_ok(example_name, lqcd_checkpoint_exists(m->checkpoint, &found, &why), &why);
	return lqcd_comm_max(&m->comm, found) > 0;
}

/** Refuses an option that was given (text; or NULL) and contradicts the checkpoint. */
LQCD_STATIC void markov_refuse(const char *option, const char *text, double is, double had)
{
	char has[96], *end;
	if (!text || !(fabs(is - had) > 0)) return;
	strtod(text, &end);
	snprintf(has, sizeof has, *end ? "the checkpoint has another" : "the checkpoint has %.12g", had);
	wrong(option, text, has);
}

/** Goes on with the chain of a checkpoint; is, had: the values of the options `more`, now and there. */
LQCD_STATIC void markov_continue(markov *m, const lqcd_hmc_chain *chain, const double *is, const double *had)
{
	const lqcd_hmc_chain *c[2] = {&m->chain, chain};
	double value[2][CHAIN_OPTIONS];
	for (int k = 0; k < 2; k++) {
		const lqcd_hmc_level outer = c[k]->level[c[k]->levels - 1];
		const double v[CHAIN_OPTIONS] = {(double)outer.kind, (double)outer.steps, c[k]->length, (double)c[k]->seed};
		memcpy(value[k], v, sizeof v);
	}
	for (int n = 0; n < CHAIN_OPTIONS; n++) markov_refuse(chain_option[n], m->given[n], value[0][n], value[1][n]);
	for (int n = 0; m->more[n]; n++) markov_refuse(m->more[n], m->given[CHAIN_OPTIONS + n], is[n], had[n]);
	m->chain = *chain;
}

#if LQCD_DEVICES
#define LQCD_TAG gd
#include "markov.inc"
#endif
#define LQCD_TAG d
#include "markov.inc"
#define LQCD_TAG vd
#include "markov.inc"

/** Rows of the thermalisation, which no mean has. */
LQCD_STATIC size_t markov_skipped(const markov *m)
{
	size_t n = 0;
	while (n < (size_t)m->rows && m->row[n][TRAJECTORY] <= m->thermalise) n++;
	return n;
}

/** The means, after the trajectories. */
LQCD_STATIC void markov_say(markov *m)
{
	const size_t skip = markov_skipped(m), left = (size_t)m->rows - skip;
	history_say(&m->out, "plaquette", m->row[skip] + PLAQUETTE, left, QUANTITIES);
	history_say(&m->out, "exp_minus_dH", m->row[skip] + EXP_DH, left, QUANTITIES);
	history_say(&m->out, "acceptance", m->row[skip] + ACCEPTED, left, QUANTITIES);
}

/** Whether this process draws a plot. */
LQCD_STATIC int markov_plots(const markov *m)
{
	if (m->out.plot && !m->rows) wrong("--plot", m->out.plot, "no plot: all trajectories were done before");
	return m->out.plot && m->comm.rank == 0;
}

/** Begins the plot, with its title, in a smaller font if that is long; 0 after a failure .. */
LQCD_STATIC int markov_plot_begin(plot_file *p, markov *m, int is_long)
{
	if (!plot_begin(p, &m->out, 760, 900)) return 0;
	plot_panel(p, 0, 2, "trajectory", "plaquette");
	if (is_long) fputs("set title font ',13'\n", p->to);
	fputs("set title \"Hybrid Monte Carlo", p->to);
	return 1;
}

/** .. and ends it, after the rest of the title. */
LQCD_STATIC void markov_plot_end(plot_file *p, const markov *m)
{
	const size_t rows = (size_t)m->rows, skip = markov_skipped(m);
	const lqcd_series accepted = history_mean(m->row[skip] + ACCEPTED, rows - skip, QUANTITIES);
	const lqcd_series one = history_mean(m->row[skip] + EXP_DH, rows - skip, QUANTITIES);
	static const char *const name[3] = {"thermalisation", "accepted", "rejected"};
	static const int style[3] = {5, 1, 2};
	const lqcd_hmc_level *outer = &m->chain.level[m->chain.levels - 1];
	char rate[64], mean[64];
	fprintf(p->to, "\\n{/*0.8 %s, %d steps, length %g", lqcd_integrator_of(outer->kind)->name, outer->steps, m->chain.length);
	if (skip < rows)
		fprintf(p->to, "; acceptance %s, mean of exp(-ΔH) %s", value_text(rate, accepted.mean, accepted.error, 4),
			value_text(mean, one.mean, one.error, 4));
	fprintf(p->to, "}\"\nset xrange [%g:%g]\n", m->row[0][0] - 1, m->row[rows - 1][0] + 1);
	history_plot(p, "plaquette", m->row[0][0], m->row[0] + PLAQUETTE, rows, QUANTITIES, skip);
	plot_panel(p, 1, 2, "trajectory", "ΔH");
	fprintf(p->to, "set xrange [%g:%g]\nplot 0 ls 4 notitle", m->row[0][0] - 1, m->row[rows - 1][0] + 1);
	for (int kind = 0; kind < 3; kind++)
		fprintf(p->to, ", '-' with points ls %d ps 0.6 title '%s'", style[kind], name[kind]);
	for (int kind = 0; kind < 3; kind++) {
		for (size_t k = 0; k < rows; k++) {
			const int is = k < skip ? 0 : m->row[k][ACCEPTED] > 0 ? 1 : 2;
			fprintf(p->to, is == kind ? "\n%g %.10g" : "\n%g NaN", m->row[k][TRAJECTORY], m->row[k][DH]);
		}
		fputs("\ne", p->to);
	}
	fputc('\n', p->to);
	plot_end(p);
}

#endif
