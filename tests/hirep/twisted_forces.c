/* tests/hirep/twisted_forces.c: forces and monomials of a twisted mass: each force against differences of its action, which is
 * that of solutions on the whole lattice; the twisted mass of lqcd's own pseudofermions; monomials against these forces, there and
 * back, and over trajectories. "twisted_forces -i input FILE" writes an action to FILE. */
#include "libhr.h"
#include "differences.h"
#include "action_file.h"

/* Where lqcd's pseudofermions have the same fields, links and term. */
#if defined(UPDATE_EO) && !defined(LQCD__HR_REP) && !LQCD__HR_CLOVER && !defined(FERMION_THETA)
#define OF_LQCD 1
#else
#define OF_LQCD 0
#endif

static const double mass = 0.15, mu = 0.4, dmu = 3;

/* ---- actions ------------------------------------------------------------------------------------------------------ */

/* out = g5 (Dphi + i mu g5) in, everywhere */
static void twisted(spinor_field *out, spinor_field *in)
{
	Dphi(mass, out, in);
	g5_mulc_add_assign_spinor_field(out, I * mu, in);
	g5_assign_spinor_field(out);
}

/* ((g5 Dphi)^2 + mu^2) in, everywhere: g5 Dphi + i mu times its adjoint */
static void twisted_squared(spinor_field *out, spinor_field *in)
{
	g5Dphi_sq(mass, out, in);
	mul_add_assign_spinor_field(out, mu * mu, in);
}

/* |Q(mu)^-1 pf|^2: the solution of the whole lattice for pf on even sites is Q(mu)^-1 pf there. */
static double tm(spinor_field *pf, spinor_field *none)
{
	double shift = 0;
	mshift_par par = {1, &shift, 1e-29, 0, NULL};
	spinor_field *s = alloc_spinor_field(4, &glattice);
	spinor_field on = pf->type == &glattice ? s[0] : get_even_part_spinor_field(&s[0]);
	(void)none;
	copy_spinor_field(&on, pf);
	/* (g5 Dphi + i mu)^-1 = (g5 Dphi - i mu) ((g5 Dphi)^2 + mu^2)^-1 */
	cg_mshift(&par, twisted_squared, &s[0], &s[1]);
	g5Dphi(mass, &s[2], &s[1]);
	mulc_add_assign_spinor_field(&s[2], -I * mu, &s[1]);
	twisted(&s[3], &s[2]);
	sub_assign_spinor_field(&s[3], &s[0]);
	if (sqnorm_spinor_field(&s[3]) > 1e-20 * sqnorm_spinor_field(&s[0])) return 0;
	const spinor_field even = get_even_part_spinor_field(&s[2]);
	spinor_field of = pf->type == &glattice ? s[2] : even;
	const double action = sqnorm_spinor_field(&of);
	free_spinor_field(s);
	return action;
}

static double tm_ratio(spinor_field *pf, spinor_field *none)
{
	spinor_field *b = alloc_spinor_field(1, pf->type);
	set_dirac_mass(mass);
	set_twisted_mass(mu + dmu);
	Qtm_p(b, pf);
	const double action = tm(b, none);
	free_spinor_field(b);
	return action;
}

/* <pf, (H^2 + mu^2)^-1 pf> */
static double tm_alt(spinor_field *pf, spinor_field *none)
{
	double shift = -mu * mu;
	mshift_par par = {1, &shift, 1e-28, 0, NULL};
	spinor_field *s = alloc_spinor_field(1, pf->type);
	(void)none;
	set_dirac_mass(mass);
	cg_mshift(&par, H2, pf, s);
	double action = prod_re_spinor_field(pf, s);
	free_spinor_field(s);
	return action;
}

static double tm_alt_ratio(spinor_field *pf, spinor_field *none)
{
	return ((mu + dmu) * (mu + dmu) - mu * mu) * tm_alt(pf, none);
}

static double tm_alt_logdet(spinor_field *pf, spinor_field *none)
{
	double s = tm_alt(pf, none);
#if LQCD__HR_CLOVER && defined(UPDATE_EO)
	double sum = 0;
	scalar_field *la = alloc_scalar_field(1, &glattice);
	clover_la_logdet(2, mass, la);
	_MASTER_FOR_SUM(&glattice, ix, sum) sum += *_FIELD_AT(la, ix);
	global_sum(&sum, 1);
	free_scalar_field(la);
	s += sum;
#endif
	return s;
}

/* ---- forces ------------------------------------------------------------------------------------------------------- */

static force_hmc_par parameters(spinor_field *pf, suNg_av_field **f, int ratio)
{
	force_hmc_par par;
	memset(&par, 0, sizeof par);
	par.n_pf = 1;
	par.pf = pf;
	par.mass = mass;
	par.mu = mu;
	par.hasenbusch = ratio ? 2 : 0;
	par.b = ratio ? dmu : 0;
	par.inv_err2 = 1e-28;
	par.momenta = f;
	return par;
}

static double apart(suNg_av_field *f, suNg_av_field *g)
{
	suNg_av_field *d = alloc_suNg_av_field(&glattice);
	sub_suNg_av_field(d, f, g);
	const double off = sqrt(sqnorm_suNg_av_field(d) / sqnorm_suNg_av_field(g));
	free_suNg_av_field(d);
	return off;
}

#if OF_LQCD
/* g = the force of lqcd's pseudofermions with a twisted mass: HiRep's unit of time doubles it. */
static void force_of_lqcd(suNg_av_field *g, spinor_field *pf)
{
	lqcd_pseudofermion_d quarks;
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	const lqcd_spinor_field_d from = lqcd__hr_spinors_d(pf);
	lqcd_status s = lqcd_pseudofermion_create_d(&quarks, &lqcd__hr_lattice, mass, LQCD_PERIODIC);
	quarks.clover.mu = mu;
	quarks.force.tolerance = 1e-13;
	lqcd_spinor_field_gamma5_d(&quarks.phi, &from);
	const lqcd_hmc_term_d term = lqcd_pseudofermion_term_d(&quarks);
	if (s == LQCD_OK) s = term.force(term.self, lqcd__hr_momenta(0, g), &u, 2 * dt);
	lqcd__hr_add_momenta(g);
	lqcd_pseudofermion_destroy_d(&quarks);
	check(s == LQCD_OK, "lqcd's pseudofermions: %s", lqcd_status_text(s));
}
#endif

static void check_forces(spinor_field *pf)
{
	static const struct {
		const char *name;
		void (*force)(double, void *);
		double (*action)(spinor_field *, spinor_field *);
		int ratio, logdet;
	} of[5] = {{"force_hmc_tm", force_hmc_tm, tm, 0, 1},
		   {"force_hmc_tm of a ratio", force_hmc_tm, tm_ratio, 1, 0},
		   {"force_hmc with mu", force_hmc, tm_alt, 0, 0},
		   {"force_hmc with mu, of a ratio", force_hmc, tm_alt_ratio, 1, 0},
		   {"force_hmc with mu and a determinant", force_hmc, tm_alt_logdet, 0, 1}};
	suNg_av_field *f = alloc_suNg_av_field(&glattice);
	for (int k = 0; k < 5; k++) {
		force_hmc_par par = parameters(pf, &f, of[k].ratio);
		par.logdet = of[k].logdet;
		zero_suNg_av_field(f);
		of[k].force(dt, &par);
		check_derivative(of[k].name, of[k].action, pf, NULL, f);
	}
#if OF_LQCD
	suNg_av_field *g = alloc_suNg_av_field(&glattice);
	force_hmc_par par = parameters(pf, &f, 0);
	zero_suNg_av_field(f);
	force_hmc_tm(dt, &par);
	force_of_lqcd(g, pf);
	check(apart(f, g) < 1e-11 && sqnorm_suNg_av_field(f) > 1e-4, "force_hmc_tm and lqcd's: apart %.1e",
	      apart(f, g));
	free_suNg_av_field(g);
#endif
	free_suNg_av_field(f);
}

/* ---- monomials ---------------------------------------------------------------------------------------------------- */

static ghmc_par start(const char *file, const char *text)
{
	ghmc_par par;
	memset(&par, 0, sizeof par);
	write_action(file, text);
	par.tlen = 0.4;
	read_action(file, &par.integrator);
	init_ghmc(&par);
	return par;
}

/* The part of H of a monomial for pf = eta. */
static double action_of(const monomial *m)
{
	double s = 0;
	scalar_field *la = alloc_scalar_field(1, &glattice);
	m->add_local_action(m, la);
	_MASTER_FOR_SUM(&glattice, ix, s) s += *_FIELD_AT(la, ix);
	global_sum(&s, 1);
	free_scalar_field(la);
	return s;
}

#define KEYS " mass = 0.15 mu = 0.4 mt_prec = 1e-28 force_prec = 1e-28 level = 0 "

static void check_monomial(const char *file, const char *type, double (*action)(spinor_field *, spinor_field *),
			   void (*force)(double, void *), int ratio, int past)
{
	char text[300];
	snprintf(text, sizeof text,
		 "monomial { type = %s dmu = 3 mre_past = %d" KEYS "}\nintegrator { level = 0 type = lf steps = 2 }\n",
		 type, past);
	const ghmc_par par = start(file, text);
	const monomial *m = mon_n(0);
	suNg_av_field *f = alloc_suNg_av_field(&glattice);
	m->gaussian_pf(m);
	spinor_field *pf = (spinor_field *)m->pseudofermion(m), *eta = alloc_spinor_field(1, pf->type);
	copy_spinor_field(eta, pf);
	const double begin = action_of(m);
	m->correct_pf(m);
	/* hasenbusch_tm_alt leaves |pf|^2 out, which has no force. */
	const double has = action(pf, NULL) + (action == tm_alt_ratio ? sqnorm_spinor_field(pf) : 0);
	check(fabs(has - begin) < 1e-9 * fabs(begin), "%s: S = %.12g, in eta %.12g", type, has, begin);
	force_hmc_par p = parameters(pf, &f, ratio);
	p.logdet = action == tm_alt_logdet;
	force(dt, &p);
	for (int k = 0; k < 3; k++) {
		zero_suNg_av_field(suN_momenta);
		m->update_force(dt, m->force_par);
	}
	check(apart(suN_momenta, f) < 1e-11, "%s, %d past solutions: the force is off by %.1e", type, past,
	      apart(suN_momenta, f));
	m->correct_la_pf(m);
	sub_assign_spinor_field(pf, eta);
	check(sqrt(sqnorm_spinor_field(pf) / sqnorm_spinor_field(eta)) < 1e-11, "%s: phi back to eta", type);
	(void)par;
	free_suNg_av_field(f);
	free_spinor_field(eta);
	free_ghmc();
}

/* H is conserved by few steps of a trajectory that goes back, too. */
static void check_trajectory(const char *file)
{
	const ghmc_par par = start(file, "monomial { type = gauge beta = 5 level = 1 }\n"
					 "monomial { type = tm mre_past = 3" KEYS "}\n"
					 "monomial { type = hasenbusch_tm dmu = 3 mre_past = 3" KEYS "}\n"
					 "monomial { type = tm_alt mre_past = 0" KEYS "}\n"
					 "monomial { type = hasenbusch_tm_alt dmu = 3 mre_past = 3" KEYS "}\n"
					 "integrator { level = 0 type = o2mn steps = 2 }\n"
					 "integrator { level = 1 type = o2mn steps = 2 }\n");
	suNg_field *old = alloc_suNg_field(&glattice);
	scalar_field *la = alloc_scalar_field(1, &glattice);
	double dh[2], kinetic = 0;
	suNg_field_copy(old, u_gauge);
	gaussian_momenta(suN_momenta);
	for (int k = 0; k < 2; k++) {
		const double before = sqnorm_suNg_av_field(suN_momenta);
		for (int i = 0; i < num_mon() && k == 0; i++) mon_n(i)->gaussian_pf(mon_n(i));
		local_hmc_action(NEW, la, suN_momenta, NULL);
		for (int i = 0; i < num_mon(); i++) mon_n(i)->correct_pf(mon_n(i));
		par.integrator->integrator(par.tlen, par.integrator);
		for (int i = 0; i < num_mon(); i++) mon_n(i)->correct_la_pf(mon_n(i));
		local_hmc_action(DELTA, la, suN_momenta, NULL);
		dh[k] = 0;
		_MASTER_FOR_SUM(&glattice, ix, dh[k]) dh[k] += *_FIELD_AT(la, ix);
		global_sum(&dh[k], 1);
		kinetic = 0.5 * fabs(sqnorm_suNg_av_field(suN_momenta) - before);
		mul_suNg_av_field(suN_momenta, -1, suN_momenta);
	}
	sub_assign_suNg_field(old, u_gauge);
	check(fabs(dh[0]) < 0.01 * kinetic && kinetic > 1, "dH %.3e, of kinetic energy %.3e", dh[0], kinetic);
	check(fabs(dh[0] + dh[1]) < 1e-8 && sqnorm_suNg_field(old) < 1e-18 * (double)GLB_VOLUME,
	      "there and back: dH %.1e, links %.1e", dh[0] + dh[1], sqnorm_suNg_field(old));
	free_suNg_field(old);
	free_scalar_field(la);
	free_ghmc();
}

/* Forces of all monomials as the program would sum them. */
static void check_summary(const char *file)
{
	static const char *label[6] = {"[GAUGE FORCE]", "[LW FORCE]", "[TM FORCE]", "[HASENBUSCH TM ALT FORCE]",
				       "[TM ALT FORCE]"};
	char to[600], line[512];
	double largest = 0, sum = 0, most[5] = {0}, all[5] = {0};
	int lines = 0, named = 0;
	start(file, "monomial { type = gauge beta = 5 level = 0 }\n"
		    "monomial { type = lw_gauge beta = 3 c0 = 2 level = 0 }\n"
		    "monomial { type = tm mre_past = 0" KEYS "}\n"
		    "monomial { type = hasenbusch_tm_alt dmu = 3 mre_past = 0" KEYS "}\n"
		    "monomial { type = tm_alt mre_past = 0" KEYS "}\n"
		    "integrator { level = 0 type = lf steps = 2 }\n");
	snprintf(to, sizeof to, ">%.500s", file);
	if (PID == 0) {
		logger_setlevel(0, 0);
		logger_stdout(to);
	}
	print_force_summary();
	logger_disable();
	FILE *f = PID == 0 ? fopen(file, "r") : NULL;
	for (; f && fgets(line, sizeof line, f); lines++) {
		const char *said = strstr(line, "Max norm: ");
		if (lines < 1 || lines > 5 || !said) continue;
		named += !strncmp(line, label[lines - 1], strlen(label[lines - 1])) &&
			 sscanf(said, "Max norm: %lf, square norm: %lf", &most[lines - 1], &all[lines - 1]) == 2;
	}
	if (f) fclose(f);
	/* The last one is in suN_momenta, the first is 0.1 h of the links alone. */
	for (int k = 0; k < 2; k++) {
		if (k == 1) {
			zero_suNg_av_field(suN_momenta);
			mon_n(0)->update_force(0.1, mon_n(0)->force_par);
		}
		largest = sum = 0;
		_MASTER_FOR(&glattice, ix)
			for (int nu = 0; nu < 4; nu++) {
				double n;
				_algebra_vector_sqnorm_g(n, *_4FIELD_AT(suN_momenta, ix, nu));
				for (int a = 0; a < NG * NG - 1; a++)
					largest = fmax(largest, fabs(_4FIELD_AT(suN_momenta, ix, nu)->c[a]));
				sum += n;
			}
		global_max(&largest, 1);
		global_sum(&sum, 1);
		const int at = k ? 0 : 4;
		check(PID != 0 || (fabs(most[at] - largest) < 1e-12 * largest && fabs(all[at] - sum) < 1e-12 * sum &&
				   sum > 1e-8),
		      "%s: %.6e, %.6e", label[at], most[at], all[at]);
	}
	check(PID != 0 || (lines == 6 && named == 5), "print_force_summary: %d lines, %d monomials", lines, named);
	free_ghmc();
}

int main(int argc, char *argv[])
{
	const char *file = argv[argc - 1];
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
#ifdef FERMION_THETA
	BCs_pars_t bc;
	memset(&bc, 0, sizeof bc);
#ifdef BC_T_THETA
	bc.fermion_twisting_theta[0] = -0.4;
#endif
	bc.fermion_twisting_theta[1] = 0.7;
	bc.gauge_boundary_improvement_cs = bc.gauge_boundary_improvement_ct = 1;
	init_BCs(&bc);
#endif
#if LQCD__HR_CLOVER
	double csw = 1.3;
	clover_init(csw);
	set_csw(&csw);
#endif
	check_summary(file); /* disables the logger */
	spinor_field *pf = alloc_spinor_field(1, &glat_default);
	gaussian_spinor_field(pf);
	check_forces(pf);
	free_spinor_field(pf);
	check_monomial(file, "tm", tm, force_hmc_tm, 0, 0);
	check_monomial(file, "hasenbusch_tm", tm_ratio, force_hmc_tm, 1, 2);
	check_monomial(file, "tm_alt", tm_alt_logdet, force_hmc, 0, 2);
	check_monomial(file, "hasenbusch_tm_alt", tm_alt_ratio, force_hmc, 1, 0);
	check_trajectory(file);
	finalize_process();
	return done();
}
