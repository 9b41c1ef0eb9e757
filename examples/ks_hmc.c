/* examples/ks_hmc.c: rational hybrid Monte Carlo of staggered quarks of any number of flavours: table of trajectories, plot,
 * configurations. See --help. build/examples/ks_hmc-mpi is the same program, compiled with LQCD_MPI. */
#include "markov.h"
#include "ks.h"

#include "../lqcd/hmc/symanzik.h"

static const char usage[] =
	"usage: ks_hmc [options]\n"
	"Hybrid Monte Carlo of a gauge field with staggered quarks of any number of flavours, antiperiodic in T.\n"
	"\n"
	"  --lattice T,X,Y,Z   (8,8,8,8; with --start that of FILE)\n"
	"  --beta B            S = beta {sum over plaquettes + cr sum over rectangles + cg sum over parallelograms} (6)\n"
	"  --action wilson|symanzik   cr = cg = 0, or those of one loop with tadpoles, for HISQ quarks with their flavours\n"
	"                      (symanzik)\n"
	"  --u0 U              tadpole factor of this action and of asqtad links (1)\n"
	"  --quarks naive|asqtad|hisq   links of the quarks (hisq)\n"
	"  --quark M:N[,M:N..][@EPS|@tree]   one pseudofermion, of N flavours of mass am = M, together with those behind it; once\n"
	"                      for each, at most 8 with 10 masses. The sum of N is above -4 and below 4; negative ones divide,\n"
	"                      as in --quark 0.01:2,0.2:-2 --quark 0.2:2. EPS: Naik's epsilon of HISQ links (0); tree: that of\n"
	"                      tree level for the first mass\n"
	"  --high X            upper bound of the eigenvalues of -D^2, D as in lqcd/dirac/staggered.h (100)\n"
	"  --error E           relative error of rational functions, from 1e-11 (1e-9)\n"
	"  --force-tol R       residual of solves in forces (1e-9)\n"
	"  --inner N           with quarks: steps of the gauge action within each drift of the quarks' integrator (4)\n"
	MARKOV_USAGE
	"  --save FILE         write the last configuration, in ILDG format\n"
	"  --grid T,X,Y,Z      with mpirun and ks_hmc-mpi: processes per direction\n"
	MARKOV_USAGE_PLOT OUTPUT_USAGE OUTPUT_USAGE_QUIET "\n" MARKOV_USAGE_TABLE;

enum { MASSES = 10 };

/* A mass; of: its pseudofermion, from 0. */
enum { MASS, FLAVOURS, OF, PER_MASS };

/* The action, all of it in numbers that a checkpoint stores; the first are those of these options. */
static const char *const stored[] = {"--beta", "--action", "--u0", "--quarks", "--high", "--error", "--force-tol", NULL};
typedef struct {
	double beta, symanzik, u0, links, high, error, tolerance; /* of the quarks: links, .. */
	double mass[MASSES][PER_MASS], eps[LQCD_STAGGERED_QUARKS]; /* mass 0: none */
} action;
enum { NUMBERS = sizeof(action) / sizeof(double) };

typedef struct {
	markov m;
	action a;
	int inner, given; /* given: number of --quark */
	int masses;       /* of these, in parse */
} options;

static void must(lqcd_status s, const lqcd_message *why)
{
	must_be_ok("ks_hmc", s, why);
}

/** The numbers of an action for io/hmc.h; names: room for theirs. */
static void action_list(lqcd_hmc_number list[NUMBERS], char names[NUMBERS][24], action *a)
{
	static const char *const of_mass[] = {"mass", "flavours", "pseudofermion"};
	double *const value = (double *)a;
	for (int n = 0, ends = (int)(sizeof stored / sizeof *stored) - 1; n < NUMBERS; n++) {
		const int k = n - ends, eps = k - MASSES * PER_MASS;
		if (k < 0) snprintf(names[n], 24, "ks-%s", stored[n] + 2);
		else if (eps < 0) snprintf(names[n], 24, "%s-%d", of_mass[k % PER_MASS], k / PER_MASS);
		else snprintf(names[n], 24, "eps-%d", eps);
		list[n].name = names[n];
		list[n].value = value + n;
	}
}

/** Refuses numbers that no action has; the library refuses others. */
static void check_action(const char *path, const action *a)
{
	lqcd_message why;
	int valid = a->links >= KS_NAIVE && a->links <= KS_HISQ;
	for (int k = 0; k < MASSES; k++)
		valid &= a->mass[k][MASS] >= 0 && a->mass[k][OF] >= 0 && a->mass[k][OF] < LQCD_STAGGERED_QUARKS;
	if (valid) return;
	(void)lqcd_fail(&why, LQCD_ERR_ARGUMENT, "%s: its quarks are none of ks_hmc", lqcd_path_shown(path));
	must(LQCD_ERR_ARGUMENT, &why);
}

/** Moves *k to the next mass of a pseudofermion, from -1 on; 0 if there is none. */
static int next_mass(const action *a, int quark, int *k)
{
	while (++*k < MASSES)
		if (a->mass[*k][MASS] > 0 && (int)a->mass[*k][OF] == quark) return 1;
	return 0;
}

/** A pseudofermion as --quark has it; "" if there is none. */
static const char *quark_text(const action *a, int quark, char *text, size_t room)
{
	size_t n = 0;
	*text = 0;
	for (int k = -1; next_mass(a, quark, &k) && n < room;)
		n += (size_t)snprintf(text + n, room - n, "%s%.12g:%.12g", n ? "," : "", a->mass[k][MASS], a->mass[k][FLAVOURS]);
	if (n && n < room && fabs(a->eps[quark]) > 0) snprintf(text + n, room - n, "@%.12g", a->eps[quark]);
	return text;
}

/** All of them, with blanks between. */
static const char *quarks_text(const action *a, char *text, size_t room)
{
	size_t n = 0;
	*text = 0;
	for (int q = 0; q < LQCD_STAGGERED_QUARKS && n + 1 < room; q++) {
		if (n) text[n++] = ' ';
		quark_text(a, q, text + n, room - n);
		if (!text[n]) break;
		n += strlen(text + n);
	}
	while (n && text[n - 1] == ' ') text[--n] = 0;
	return text;
}

static int has_quarks(const action *a)
{
	return a->mass[0][MASS] > 0;
}

/** --quark */
static void quark_option(options *o, const char *option, const char *text)
{
	static const char legal[] = "not M:N[,M:N..][@EPS] with masses M from 1e-6 to 1000, flavours N, not 0, and EPS from -1 to 1";
	action *a = &o->a;
	const char *p = text;
	double total = 0;
	if (o->given == LQCD_STAGGERED_QUARKS) wrong(option, text, "at most 8 pseudofermions");
	for (int more = 1, first = o->masses; more; o->masses++) {
		char *end;
		if (o->masses == MASSES) wrong(option, text, "at most 10 masses");
		double *const now = a->mass[o->masses];
		now[MASS] = strtod(p, &end);
		if (end == p || *end != ':' || !(now[MASS] >= 1e-6 && now[MASS] <= 1e3)) wrong(option, text, legal);
		p = end + 1;
		now[FLAVOURS] = strtod(p, &end);
		now[OF] = o->given;
		total += now[FLAVOURS];
		if (end == p || !(fabs(now[FLAVOURS]) > 0 && fabs(now[FLAVOURS]) < 100)) wrong(option, text, legal);
		more = *end == ',';
		p = end + 1;
		if (*end == '@' && !strcmp(p, "tree")) a->eps[o->given] = lqcd_fat_naik_epsilon(a->mass[first][MASS]);
		else if (*end == '@') a->eps[o->given] = strtod(p, &end);
		if ((*end && *end != ',' && strcmp(end, "@tree")) || end == p || !(fabs(a->eps[o->given]) <= 1)) wrong(option, text, legal);
	}
	if (!(fabs(total) < 4)) wrong(option, text, "its flavours are not between -4 and 4: take several pseudofermions");
	o->given++;
}

static void parse(options *o, int argc, char **argv)
{
	static const char *const actions[] = {"wilson", "symanzik", NULL};
	action *a = &o->a;
	const char *name, *value;
	a->beta = 6;
	a->symanzik = a->u0 = 1;
	a->links = KS_HISQ;
	a->high = 100;
	a->error = a->tolerance = 1e-9;
	o->inner = 4;
	for (int k = 1; (name = markov_option(&o->m, " --terms --reverse ", argc, argv, &k, &value)) != NULL;) {
		if (!strcmp(name, "--quark")) quark_option(o, name, value);
		else if (!strcmp(name, "--beta")) a->beta = number_option(name, value, 0, 1e6);
		else if (!strcmp(name, "--action")) a->symanzik = choice_option(name, value, actions);
		else if (!strcmp(name, "--u0")) a->u0 = number_option(name, value, 0.1, 10);
		else if (!strcmp(name, "--quarks")) a->links = choice_option(name, value, ks_names);
		else if (!strcmp(name, "--high")) a->high = number_option(name, value, 1e-3, 1e6);
		else if (!strcmp(name, "--error")) a->error = number_option(name, value, 1e-11, 1e-2);
		else if (!strcmp(name, "--force-tol")) a->tolerance = number_option(name, value, 1e-14, 1e-2);
		else if (!strcmp(name, "--inner")) o->inner = integer_option(name, value, 1, 1000);
		else unknown_option(name, value);
	}
	for (int q = 0; q < o->given; q++)
		if (fabs(a->eps[q]) > 0 && !(a->links > KS_ASQTAD)) wrong("--quark", "@EPS", "only for --quarks hisq");
	o->m.chain.gauge_level = LQCD_HMC_NO_GAUGE; /* symanzik.h has it */
	if (o->given) markov_levels(&o->m.chain, o->inner);
}

/* Where there is a checkpoint, goes on with its links, chain and action. */
static void find_checkpoint(options *o, lqcd_gauge_field_d *u)
{
	markov *m = &o->m;
	lqcd_hmc_chain chain = m->chain;
	lqcd_message why = {""};
	lqcd_hmc_number list[NUMBERS];
	char names[NUMBERS][24], has[600], mine[400], theirs[400];
	action a;
	if (!markov_found(m)) return;
	action_list(list, names, &a);
	must(lqcd_hmc_load_with(m->checkpoint, &chain, lqcd_gauge_field_view_d(u), list, NUMBERS, &why), &why);
	check_action(m->checkpoint, &a);
	quarks_text(&o->a, mine, sizeof mine);
	quarks_text(&a, theirs, sizeof theirs);
	markov_continue(m, &chain, (const double *)&o->a, (const double *)&a);
	snprintf(has, sizeof has, "the checkpoint has %s", *theirs ? theirs : "none");
	if (o->given && strcmp(mine, theirs)) wrong("--quark", mine, has);
	o->a = a;
}

static double total_flavours(const action *a)
{
	double sum = 0;
	for (int k = 0; k < MASSES; k++) sum += a->mass[k][FLAVOURS];
	return sum;
}

static lqcd_symanzik gauge_action(const action *a)
{
	lqcd_symanzik c = lqcd_symanzik_one_loop(a->beta, a->u0, a->links > KS_ASQTAD ? total_flavours(a) : 0);
	if (!(a->symanzik > 0)) c.rectangle = c.parallelogram = 0;
	return c;
}

#define LQCD_REP ks
#define LQCD_TAG d
#include "ks_hmc.inc"
#define LQCD_TAG vd
#include "ks_hmc.inc"
#undef LQCD_REP

static void plot(options *o, const lqcd_lattice *lat)
{
	const action *a = &o->a;
	plot_file p;
	char size[80];
	double least = a->mass[0][MASS];
	for (int k = 1; k < MASSES; k++)
		if (a->mass[k][MASS] > 0) least = fmin(least, a->mass[k][MASS]);
	if (!markov_plot_begin(&p, &o->m, has_quarks(a))) return;
	fprintf(p.to, ", β = %g, %s, %s", a->beta, a->symanzik > 0 ? "Symanzik" : "Wilson", plot_lattice(size, lat));
	if (has_quarks(a)) fprintf(p.to, ", %g flavours %s, a m_q from %g", total_flavours(a), ks_names[(int)a->links], least);
	markov_plot_end(&p, &o->m);
}

int main(int argc, char **argv)
{
	options o;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	const lqcd_geometry *lanes;
	const lqcd_boundary ends = lqcd_boundary_make(LQCD_BOUNDARY_PERIODIC);
	memset(&o, 0, sizeof o);
	markov_begin(&o.m, "ks_hmc", usage, stored, &argc, &argv);
	parse(&o, argc, argv);
	markov_start(&o.m);
	links_start("ks_hmc", o.m.start, o.m.extent, &o.m.lattice, &ends, &lat, &u, NULL);
	find_checkpoint(&o, &u);
	if (lqcd_lattice_geometry(&lat, LQCD_FULL, LQCD_LANES_vd, &lanes) == LQCD_OK) ks_hmc_vd_ks(&o, &u);
	else ks_hmc_d_ks(&o, &u);
	markov_say(&o.m);
	if (o.m.out.save) output_links(&o.m.out, "ILDG", &u, NULL);
	if (markov_plots(&o.m)) plot(&o, &lat);
	free(o.m.row);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return output_end(&o.m.out, 0);
}
