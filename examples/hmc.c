/* examples/hmc.c: hybrid Monte Carlo of SU(3) gauge fields: table of trajectories, plot, configurations. See --help
 * build/examples/hmc-mpi is the same program, compiled with LQCD_MPI. */
#include "markov.h"
#include "hmc_quarks.h"

static const char usage[] =
	"usage: hmc [options]\n"
	"Hybrid Monte Carlo of a gauge field, with Wilson-clover or domain wall quarks or without.\n"
	"\n"
	"  --lattice T,X,Y,Z   (8,8,8,8; with --start that of FILE)\n"
	"  --beta B            S = beta {c0 sum over plaquettes + c1 sum over rectangles}, c0 = 1 - 8 c1 (6)\n"
	"  --action wilson|lw|iwasaki|dbw2   c1 = 0, -1/12, -0.331, -1.4088 (wilson)\n"
	"  --kappa K           two flavours of quarks, antiperiodic in T\n"
	"  --strange-kappa K   one more flavour, by rational HMC\n"
	"  --csw C             coefficient of the clover term of these quarks (0)\n"
	"  --domain-wall LS,M5,MASS[,B5,C5]   two flavours of domain wall quarks over their Pauli-Villars field; Moebius, or\n"
	"                      Shamir without B5,C5\n"
	QUARKS_ENDS_USAGE
	"  --inner N           with quarks: steps of the gauge action within each drift of the quarks' integrator (4)\n"
	"  --low X --high X    bounds of the eigenvalues of M^+ M of the one flavour, lqcd/hmc/rhmc.h (0.001; 200 or,\n"
	"                      without clover term, the exact upper bound)\n"
	MARKOV_USAGE
	"  --save FILE         write the last configuration, in ILDG format; with ends, at the last time slice, in openQCD's\n"
	"  --grid T,X,Y,Z      with mpirun and hmc-mpi: processes per direction\n"
	DEVICE_USAGE("   ", "hmc")
	MARKOV_USAGE_PLOT OUTPUT_USAGE OUTPUT_USAGE_QUIET "\n" MARKOV_USAGE_TABLE;

typedef struct {
	markov m;
	int device; /* what --device says; then whether to compute there */
	quark_numbers quarks;
} options;

static void must(lqcd_status s, const lqcd_message *why)
{
	must_be_ok("hmc", s, why);
}

static void parse(options *o, int argc, char **argv)
{
	static const char *const actions[] = {"wilson", "lw", "iwasaki", "dbw2", NULL};
	static const double c1[] = {LQCD_C1_WILSON, LQCD_C1_LUESCHER_WEISZ, LQCD_C1_IWASAKI, LQCD_C1_DBW2};
	lqcd_hmc_chain *c = &o->m.chain;
	const char *name, *value;
	o->quarks = quarks_begin();
	c->beta = 6;
	o->device = DEVICE_ANY;
	for (int k = 1; (name = markov_option(&o->m, " --terms --reverse --exponential ", argc, argv, &k, &value)) != NULL;) {
		if (quarks_option(&o->quarks, name, value)) continue;
		if (!strcmp(name, "--beta")) c->beta = number_option(name, value, 0, 1e6);
		else if (!strcmp(name, "--action")) c->c1 = c1[choice_option(name, value, actions)];
		else if (!strcmp(name, "--device")) o->device = device_option(name, value);
		else unknown_option(name, value);
	}
	quarks_finish(&o->quarks, c);
}

/* Refuses quarks that contradict those of the checkpoint. */
static void continue_quarks(const options *o, const quark_numbers *quarks)
{
	char has[96];
	for (int n = KAPPA; n < NUMBERS; n++) {
		const double want = o->quarks.value[n];
		if (n < LS ? n > CSW || !(want > 0) : n < ENDS ? !(o->quarks.value[LS] > 0) : !o->quarks.ends) continue;
		if (!(fabs(want - quarks->value[n]) > 0)) continue;
		snprintf(has, sizeof has, "%g, but the checkpoint has %g", want, quarks->value[n]);
		wrong("quarks:", quark_name[n], has);
	}
}

/* Where there is a checkpoint, goes on with its links, chain and quarks. */
static void find_checkpoint(options *o, lqcd_gauge_field_d *u)
{
	markov *m = &o->m;
	lqcd_hmc_chain chain = m->chain;
	lqcd_message why = {""};
	quark_numbers quarks = o->quarks;
	lqcd_hmc_number more[NUMBERS];
	if (!markov_found(m)) return;
	const int walls = lqcd_comm_max(&m->comm, m->comm.rank == 0 && number_in(m->checkpoint, LS)) > 0;
	const quark_numbers none = quarks_begin();
	quarks.ends = lqcd_comm_max(&m->comm, m->comm.rank == 0 && number_in(m->checkpoint, ENDS)) > 0;
	memcpy(quarks.value + LS, none.value + LS, (NUMBERS - LS) * sizeof *none.value);
	const int count = quarks_list(more, &quarks, walls, quarks.ends);
	must(lqcd_hmc_load_with(m->checkpoint, &chain, lqcd_gauge_field_view_d(u), more, count, &why), &why);
	const double is[2] = {m->chain.beta, m->chain.c1}, had[2] = {chain.beta, chain.c1};
	markov_continue(m, &chain, is, had);
	continue_quarks(o, &quarks);
	o->quarks = quarks;
}

#if LQCD_DEVICES
#define LQCD_TAG gd
#include "hmc.inc"
#endif
#define LQCD_TAG d
#include "hmc.inc"
#define LQCD_TAG vd
#include "hmc.inc"

static void plot(options *o, const lqcd_lattice *lat)
{
	const lqcd_hmc_chain *c = &o->m.chain;
	const double *q = o->quarks.value;
	plot_file p;
	char text[80];
	if (!markov_plot_begin(&p, &o->m, q[STRANGE] > 0 || q[LS] > 0)) return;
	fprintf(p.to, ", β = %g", c->beta);
	if (fabs(c->c1) > 0) fprintf(p.to, ", c_1 = %.4g", c->c1);
	fprintf(p.to, ", %s", plot_lattice(text, lat));
	if (q[KAPPA] > 0) fprintf(p.to, ", κ = %g", q[KAPPA]);
	if (q[STRANGE] > 0) fprintf(p.to, ", κ_s = %g", q[STRANGE]);
	if (q[CSW] > 0) fprintf(p.to, ", c_{sw} = %g", q[CSW]);
	if (q[LS] > 0) fprintf(p.to, ", domain walls m = %g, L_s = %g", q[MASS], q[LS]);
	markov_plot_end(&p, &o->m);
}

int main(int argc, char **argv)
{
	options o;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	const lqcd_geometry *lanes;
	static const char *const stored[] = {"--beta", "--action", NULL};
	output *out = &o.m.out;
	memset(&o, 0, sizeof o);
	markov_begin(&o.m, "hmc", usage, stored, &argc, &argv);
	parse(&o, argc, argv);
	o.device = device_used(o.device, &o.m.comm);
	markov_start(&o.m);
	lqcd_boundary ends = quarks_boundary(&o.quarks);
	links_start("hmc", o.m.start, o.m.extent, &o.m.lattice, &ends, &lat, &u, NULL);
	find_checkpoint(&o, &u);
	ends = quarks_boundary(&o.quarks);
	if (!ends.last && ends.kind == lat.boundary.kind) ends.last = lat.boundary.last;
	must(lqcd_lattice_set_boundary(&lat, &ends), NULL);
	lqcd_boundary_links_d(&u);
	const int last = lat.boundary.last, values = ends.kind >= LQCD_BOUNDARY_SF;
	if (out->save && values && (last % 2 || lat.comm.grid[0] > 1))
		wrong("--save", out->save,
		      "files have boundary values at even times T, without processes that divide time: see --checkpoint");
	if (out->save && ends.kind == LQCD_BOUNDARY_OPEN && last != lat.extent[0] - 1)
		wrong("--save", out->save, "no file has an open end before the last time slice: see --checkpoint");
#if LQCD_DEVICES
	if (o.device) hmc_gd(&o, &u);
	else
#endif
	if (lqcd_lattice_geometry(&lat, LQCD_FULL, LQCD_LANES_vd, &lanes) == LQCD_OK) hmc_vd(&o, &u);
	else hmc_d(&o, &u);
	markov_say(&o.m);
	if (out->save) output_links(out, ends.kind == LQCD_BOUNDARY_PERIODIC ? "ILDG" : "openQCD", &u, NULL);
	if (markov_plots(&o.m)) plot(&o, &lat);
	free(o.m.row);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return output_end(out, 0);
}
