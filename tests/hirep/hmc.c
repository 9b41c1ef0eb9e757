/* tests/hirep/hmc.c: hybrid Monte Carlo by read_action: the gauge force by its formula; H is conserved to the order of the
 * integrators for each action; trajectories go back; update_ghmc. "hmc -i input FILE" writes an action to FILE. */
#include "libhr.h"
#include "check.h"
#include "action_file.h"

static ghmc_par start(const char *file, const char *text)
{
	ghmc_par par;
	memset(&par, 0, sizeof par);
	write_action(file, text);
	par.tlen = 1;
	read_action(file, &par.integrator);
	init_ghmc(&par);
	return par;
}

/* The momenta and pseudofermions of a trajectory, kept. */
typedef struct {
	suNg_field *u;
	suNg_av_field *h;
	spinor_field *pf[4];
} kept;

static void keep(kept *k)
{
	k->u = alloc_suNg_field(&glattice);
	k->h = alloc_suNg_av_field(&glattice);
	suNg_field_copy(k->u, u_gauge);
	gaussian_momenta(k->h);
	for (int i = 0; i < num_mon(); i++) {
		const monomial *m = mon_n(i);
		m->gaussian_pf(m);
		const spinor_field *pf = m->pseudofermion(m);
		k->pf[i] = pf ? alloc_spinor_field(1, pf->type) : NULL;
		if (pf) copy_spinor_field(k->pf[i], pf);
	}
}

static void drop(kept *k)
{
	free_suNg_field(k->u);
	free_suNg_av_field(k->h);
	for (int i = 0; i < num_mon(); i++)
		if (k->pf[i]) free_spinor_field(k->pf[i]);
}

/* H at the end minus H at the start, from what was kept. */
static double change(const ghmc_par *par, const kept *k)
{
	double dh = 0;
	scalar_field *la = alloc_scalar_field(1, &glattice);
	suNg_field_copy(u_gauge, k->u);
	represent_gauge_field();
	copy_suNg_av_field(suN_momenta, k->h);
	for (int i = 0; i < num_mon(); i++)
		if (k->pf[i]) copy_spinor_field((spinor_field *)mon_n(i)->pseudofermion(mon_n(i)), k->pf[i]);
	local_hmc_action(NEW, la, suN_momenta, scalar_momenta);
	for (int i = 0; i < num_mon(); i++) mon_n(i)->correct_pf(mon_n(i));
	par->integrator->integrator(par->tlen, par->integrator);
	for (int i = 0; i < num_mon(); i++) mon_n(i)->correct_la_pf(mon_n(i));
	local_hmc_action(DELTA, la, suN_momenta, scalar_momenta);
	_MASTER_FOR_SUM(&glattice, ix, dh) dh += *_FIELD_AT(la, ix);
	global_sum(&dh, 1);
	free_scalar_field(la);
	return dh;
}

static double distance(suNg_field *u, suNg_field *v)
{
	double d = 0;
	_MASTER_FOR_SUM(&glattice, ix, d)
	{
		for (int mu = 0; mu < 4; mu++) {
			suNg w = *_4FIELD_AT(u, ix, mu);
			double n;
			_suNg_sub_assign(w, *_4FIELD_AT(v, ix, mu));
			_suNg_sqnorm(n, w);
			d += n;
		}
	}
	global_sum(&d, 1);
	return sqrt(d);
}

/* Trajectories of n, 2 n and 4 n steps: their ends come nearer by 2^order, and H is conserved, where the kinetic part is not. */
static void check_order(const char *file, const char *name, const char *text, double length, int steps)
{
	static const struct {
		void (*run)(double, integrator_par *);
		const char *name;
		double order, most; // of dH over the kinetic part
	} of[3] = {{leapfrog_multistep, "lf", 4, 2e-3},
		   {O2MN_multistep, "o2mn", 4, 2e-4},
		   {O4MN_multistep, "o4mn", 16, 1e-5}};
	ghmc_par par = start(file, text);
	kept k;
	suNg_field *end[2] = {alloc_suNg_field(&glattice), alloc_suNg_field(&glattice)};
	par.tlen = length;
	keep(&k);
	for (int i = 0; i < 3; i++) {
		double dh[3], d[2], kinetic;
		par.integrator->integrator = of[i].run;
		par.integrator->nsteps = i == 2 ? steps / 2 : steps;
		for (int j = 0; j < 3; j++, par.integrator->nsteps *= 2) {
			dh[j] = change(&par, &k);
			if (j > 0) d[j - 1] = distance(u_gauge, end[j - 1]);
			if (j < 2) suNg_field_copy(end[j], u_gauge);
		}
		kinetic = 0.5 * fabs(sqnorm_suNg_av_field(suN_momenta) - sqnorm_suNg_av_field(k.h));
		check(fabs(d[0] / d[1] / of[i].order - 1) < 0.25 && fabs(dh[2]) < of[i].most * kinetic,
		      "%s, %s: apart %.2e, %.2e; dH %.1e, %.1e, %.1e; kinetic %.1e", name, of[i].name, d[0], d[1],
		      dh[0], dh[1], dh[2], kinetic);
	}
	suNg_field_copy(u_gauge, k.u);
	represent_gauge_field();
	free_suNg_field(end[0]);
	free_suNg_field(end[1]);
	drop(&k);
	free_ghmc();
}

static void check_gauge_force(const char *file)
{
	double worst = 0;
	const ghmc_par par = start(
		file,
		"monomial { type = gauge beta = 5.5 level = 0 }\nintegrator { level = 0\n type = lf\n steps = 3 }\n");
	check(num_mon() == 1 && par.integrator->nsteps == 3 && !par.integrator->next &&
		      par.integrator->integrator == leapfrog_multistep && par.integrator->mon_list[0] == mon_n(0),
	      "read_action");
	zero_suNg_av_field(suN_momenta);
	mon_n(0)->update_force(0.3, mon_n(0)->force_par);
	_MASTER_FOR_MAX(&glattice, ix, worst)
	{
		for (int mu = 0; mu < 4; mu++) {
			suNg s, w;
			suNg_algebra_vector f;
			double n;
			staples(ix, mu, &s);
			_suNg_times_suNg_dagger(w, *pu_gauge(ix, mu), s);
			_fund_algebra_project(f, w);
			_algebra_vector_mul_g(f, -0.3 * 5.5 / NG, f);
			_algebra_vector_sub_assign_g(f, *_4FIELD_AT(suN_momenta, ix, mu));
			_algebra_vector_sqnorm_g(n, f);
			worst = fmax(worst, n);
		}
	}
	global_max(&worst, 1);
	check(worst < 1e-26 && sqnorm_suNg_av_field(suN_momenta) > 1, "the force of the plaquettes: %.1e", worst);
	free_ghmc();
}

#define GAUGE  "monomial { id = 0 type = gauge beta = 5.5 level = 1 } // links move here\n"
#define QUARKS "monomial { type = hmc mass = 0.4 mt_prec = 1e-22 force_prec = 1e-18 mre_past = 5 level = 0 }\n"
#define RATIO                                                                                                          \
	"monomial { type = hasenbusch mass = 0.2 dm = 0.2 mt_prec = 1e-22 force_prec = 1e-18 mre_past = 0 level = 0 "  \
	"}\n"
#define LEVELS                                                                                                         \
	"integrator { level = 0 type = o2mn steps = 3 }\n# inner\nintegrator { level = 1 type = o4mn steps = 2 }\n"

/* As programs name runs: by the flavours and the lightest mass. */
static int flavours(double *mass)
{
	int n = 0;
	for (int i = 0; i < num_mon(); i++) {
		const monomial_data *data = &mon_n(i)->data;
		double m = *mass;
		switch (data->type) {
		case HMC:
		case HMC_ff:
			n += 2;
			m = ((mon_hmc_par *)data->par)->mass;
			break;
		case Hasenbusch:
		case Hasenbusch_ff: m = ((mon_hasenbusch_par *)data->par)->mass; break;
		case RHMC:
			n += 1;
			m = ((mon_rhmc_par *)data->par)->mass;
			break;
		case TM:
		case TM_alt:
			n += 2;
			m = ((mon_tm_par *)data->par)->mass;
			break;
		case Hasenbusch_tm:
		case Hasenbusch_tm_alt: m = ((mon_hasenbusch_tm_par *)data->par)->mass; break;
		case Scalar: m = ((mon_scalar_par *)data->par)->mass; break;
		case FourFermion:
		default: break;
		}
		*mass = fmin(m, *mass);
	}
	if (four_fermion_active) ff_observables();
	return n;
}

/* The heat bath of one flavour: |phi|^2 = <|H|> in eta, which is between <H^2>^(3/2) <H^4>^(-1/2) and <H^2>^(1/2). */
static void check_one_flavour(const char *file)
{
	start(file, "monomial { type = rhmc mass = 0.3 n = 1 d = 2 mt_prec = 1e-22 md_prec = 1e-18 force_prec = 1e-18 "
		    "level = 0 }\n"
		    "integrator { level = 0 type = lf steps = 1 }\n");
	const monomial *m = mon_n(0);
	spinor_field *pf = (spinor_field *)m->pseudofermion(m), *s = alloc_spinor_field(2, pf->type);
	m->gaussian_pf(m);
	copy_spinor_field(&s[0], pf);
	m->correct_pf(m);
	const double n = sqnorm_spinor_field(&s[0]), is = sqnorm_spinor_field(pf) / n;
	g5Dphi_eopre_sq(0.3, &s[1], &s[0]);
	const double h2 = prod_re_spinor_field(&s[0], &s[1]) / n, h4 = sqnorm_spinor_field(&s[1]) / n;
	check(is > h2 * sqrt(h2 / h4) && is < sqrt(h2) && h2 < 1.2 * sqrt(h4), "one flavour: <|H|> = %g, at most %g",
	      is, sqrt(h2));
	m->correct_la_pf(m);
	sub_assign_spinor_field(&s[0], pf);
	check(sqnorm_spinor_field(&s[0]) < 1e-18 * n, "phi back to eta");
	free_spinor_field(s);
	free_ghmc();
}

static void check_trajectories(const char *file)
{
	int taken = 0;
	double before = 0, moved = 0;
	const ghmc_par par = start(file, GAUGE QUARKS RATIO LEVELS);
	suNg_field *old = alloc_suNg_field(&glattice);
	double mass = 10;
	check(flavours(&mass) == 2 && !(mass < 0.2) && !(mass > 0.2), "two flavours");
	check(par.integrator->nmon == 2 && par.integrator->next->nmon == 1, "two levels");
	for (int n = 0; n < 2; n++) {
		suNg_field_copy(old, u_gauge);
		const int accepted = update_ghmc();
		sub_assign_suNg_field(old, u_gauge);
		moved = sqnorm_suNg_field(old);
		before += accepted ? moved <= 0 : moved > 0;
		taken += accepted;
	}
	check(taken > 0 && !(before > 0), "update_ghmc: %d of 2 accepted", taken);
	suNg_field_copy(old, u_gauge);
	for (int n = 0; n < 20 && !update_ghmc(); n++) continue;
	reverse_update_ghmc();
	sub_assign_suNg_field(old, u_gauge);
	check(sqnorm_suNg_field(old) < 1e-14 * (double)GLB_VOLUME, "there and back: %.1e", sqnorm_suNg_field(old));
	free_ghmc();
	free_suNg_field(old);
}

int main(int argc, char *argv[])
{
	const char *file = argv[argc - 1];
	double beta = 5.5;
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	update(&beta, 10, 0);
	logger_disable();
	check_gauge_force(file);
	check_order(file, "gauge",
		    "monomial { type = gauge beta = 5.5 level = 0 } integrator { level = 0 type = lf steps = 8 }", 0.4,
		    8);
	check_order(file, "lw_gauge",
		    "monomial { type = lw_gauge beta = 4 c0 = 1.6666666666666667 level = 0 } integrator { level = 0 "
		    "type = lf steps = 8 }",
		    0.5, 12);
	check_order(file, "quarks",
		    "monomial { type = gauge beta = 1 level = 0 } " QUARKS RATIO
		    "integrator { level = 0 type = lf steps = 8 }",
		    0.3, 4);
	check_one_flavour(file);
	check_order(file, "one flavour",
		    "monomial { type = gauge beta = 1 level = 0 } monomial { type = rhmc mass = 0.4 n = 1 d = 2 "
		    "mt_prec = 1e-22 "
		    "md_prec = 1e-18 force_prec = 1e-18 level = 0 } integrator { level = 0 type = lf steps = 8 }",
		    0.3, 4);
	check_trajectories(file);
	finalize_process();
	return done();
}
