/* tests/hirep/mre.c: first guesses from past solutions: mre_guess against the best combination of the solutions themselves,
 * by Gauss and Jordan; what depends, what is too old, other series; solves from guesses; monomials with mre_past. "mre -i
 * input FILE" writes an action to FILE. */
#include "libhr.h"
#include "check.h"
#include "action_file.h"

enum { MOST = 6 };

static const double mass = 0.1;

static void positive(spinor_field *out, spinor_field *in)
{
	set_dirac_mass(mass);
	H2(out, in);
}

static void general(spinor_field *out, spinor_field *in)
{
	set_dirac_mass(mass);
	D(out, in);
}

/* |a - b|/|b| */
static double apart(spinor_field *a, spinor_field *b)
{
	spinor_field *d = alloc_spinor_field(1, a->type);
	sub_spinor_field(d, a, b);
	const double off = sqrt(sqnorm_spinor_field(d) / sqnorm_spinor_field(b));
	free_spinor_field(d);
	return off;
}

static double residual(spinor_operator M, spinor_field *x, spinor_field *b)
{
	spinor_field *r = alloc_spinor_field(1, b->type);
	M(r, x);
	const double off = apart(r, b);
	free_spinor_field(r);
	return off;
}

/* U := exp(i t h.T) U */
static void move(suNg_av_field *h, double t)
{
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) ExpX(t, _4FIELD_AT(h, ix, mu), pu_gauge(ix, mu));
	start_sendrecv_suNg_field(u_gauge);
	complete_sendrecv_suNg_field(u_gauge);
	represent_gauge_field();
}

/* x = sum_k c_k s_k with <s_j, M x - b> = 0 */
static void best(spinor_field *x, spinor_operator M, spinor_field *b, int n, spinor_field *s)
{
	hr_complex a[MOST][MOST + 1];
	spinor_field *w = alloc_spinor_field(1, b->type);
	for (int k = 0; k < n; k++) {
		M(w, &s[k]);
		for (int j = 0; j < n; j++) a[j][k] = prod_spinor_field(&s[j], w);
		a[k][n] = prod_spinor_field(&s[k], b);
	}
	for (int k = 0; k < n; k++)
		for (int j = 0; j < n; j++) {
			const hr_complex by = a[j][k] / a[k][k];
			for (int i = k; i <= n && j != k; i++) a[j][i] -= by * a[k][i];
		}
	zero_spinor_field(x);
	for (int k = 0; k < n; k++) mulc_add_assign_spinor_field(x, a[k][n] / a[k][k], &s[k]);
	free_spinor_field(w);
}

/* <x - y, M (x - y)> */
static double distance(spinor_operator M, spinor_field *x, spinor_field *y)
{
	spinor_field *d = alloc_spinor_field(2, x->type);
	sub_spinor_field(&d[0], x, y);
	M(&d[1], &d[0]);
	const double q = prod_re_spinor_field(&d[0], &d[1]);
	free_spinor_field(d);
	return q;
}

/* Solutions s[0], .. for links a step apart, and those of series p of par. */
static void past(mre_par *par, int p, spinor_operator M, spinor_field *b, int n, spinor_field *s, suNg_av_field *h)
{
	double shift = 0;
	mshift_par solver = {1, &shift, 1e-24, 0, NULL};
	for (int k = 0; k < n; k++) {
		zero_spinor_field(&s[k]);
		if (M == positive)
			cg_mshift(&solver, M, b, &s[k]);
		else
			g5QMR_mshift(&solver, M, b, &s[k]);
		mre_store(par, p, &s[k]);
		move(h, 0.05);
	}
}

static void check_guess(const char *name, spinor_operator M, suNg_av_field *h)
{
	enum { KEPT = 3, ALL = 5 };
	double shift = 0;
	mshift_par solver = {1, &shift, 1e-24, 0, NULL};
	spinor_field *s = alloc_spinor_field(ALL + 4, &glat_default), *x = s + ALL, *y = x + 1, *b = x + 2, *z = x + 3;
	mre_par par;
	mre_init(&par, KEPT, 1e-24);
	gaussian_spinor_field(b);
	gaussian_spinor_field(x);
	mre_guess(&par, 0, x, M, b);
	check(!(sqnorm_spinor_field(x) > 0) && par.max == KEPT && par.num[0] == 0, "%s: no solutions, a guess of 0",
	      name);
	past(&par, 1, M, b, 2, s, h);
	past(&par, 0, M, b, ALL, s, h);
	check(par.num[0] == ALL && par.num[1] == 2, "%s: two series", name);
	gaussian_spinor_field(x);
	mre_guess(&par, 0, x, M, b);
	best(y, M, b, KEPT, &s[ALL - KEPT]);
	const double of[3] = {residual(M, x, b), residual(M, y, b), residual(M, &s[ALL - 1], b)};
	check(apart(x, y) < 1e-8, "%s: the best combination of %d solutions, apart %.1e", name, KEPT, apart(x, y));
	check(fabs(of[0] - of[1]) < 1e-6 * of[1] && of[0] < 0.3 * of[2],
	      "%s: residual %.6e, naive %.6e, last solution %.1e", name, of[0], of[1], of[2]);
	/* Solves begin there; guesses that are worse than 0, or none, change nothing. */
	int (*const solve)(mshift_par *, spinor_operator, spinor_field *, spinor_field *) =
		M == positive ? cg_mshift : g5QMR_mshift;
	zero_spinor_field(y);
	const int all = solve(&solver, M, b, y);
	if (M == positive) {
		copy_spinor_field(z, x);
		mulc_add_assign_spinor_field(z, 1e-3 + I * 1e-3, &s[ALL - 2]);
		check(distance(M, x, y) < distance(M, z, y), "%s: another combination is farther off", name);
	}
	copy_spinor_field(z, x);
	const int few = solve(&solver, M, b, z);
	check(few < all && residual(M, z, b) < 2e-12 && apart(z, y) < 1e-10,
	      "%s: %d iterations, from 0 %d, residual %.1e", name, few, all, residual(M, z, b));
	mul_spinor_field(z, -3, y);
	int as = solve(&solver, M, b, z);
	check(as == all && apart(z, y) < 1e-10, "%s: %d iterations from a bad guess", name, as);
	mul_spinor_field(z, sqrt(-1), y);
	as = solve(&solver, M, b, z);
	check(as == all && residual(M, z, b) < 2e-12, "%s: %d iterations from no number", name, as);
	mre_guess(&par, 1, x, M, b);
	check(apart(x, z) > 1e-4, "%s: the other series", name);
	free_spinor_field(par.s[0]);
	free_spinor_field(par.s[1]);
	free_spinor_field(s);
}

/* Solutions that say nothing new are left out. */
static void check_dependent(suNg_av_field *h)
{
	spinor_field *s = alloc_spinor_field(5, &glat_default), *x = &s[2], *y = &s[3], *b = &s[4];
	mre_par par;
	mre_init(&par, 100, 1e-14);
	check(par.max == 15 && par.init == 1, "at most 15");
	gaussian_spinor_field(b);
	past(&par, 0, positive, b, 2, s, h);
	mre_guess(&par, 0, x, positive, b);
	mre_store(&par, 0, &s[1]);
	add_assign_spinor_field(&s[0], &s[1]);
	mre_store(&par, 0, &s[0]);
	zero_spinor_field(&s[0]);
	mre_store(&par, 0, &s[0]);
	mre_guess(&par, 0, y, positive, b);
	check(apart(x, y) < 1e-8 && sqnorm_spinor_field(x) > 0, "dependent solutions: apart %.1e", apart(x, y));
	free_spinor_field(par.s[0]);
	free_spinor_field(par.s[1]);
	mre_init(&par, 0, 1e-14);
	mre_store(&par, 0, x);
	gaussian_spinor_field(x);
	mre_guess(&par, 0, x, positive, b);
	check(par.init == 0 && par.max == 0 && !(sqnorm_spinor_field(x) > 0), "none kept, a guess of 0");
	free_spinor_field(s);
}

/* A force that the program calls begins at the solutions in par.mpar. */
static void check_force(const char *name, void (*force)(double, void *), int hasenbusch, double mu, int series)
{
	unsigned long applied[3];
	suNg_av_field *f = alloc_suNg_av_field(&glattice), *g = alloc_suNg_av_field(&glattice);
	spinor_field *pf = alloc_spinor_field(1, &glat_default);
	force_hmc_par par;
	memset(&par, 0, sizeof par);
	gaussian_spinor_field(pf);
	par.n_pf = 1;
	par.pf = pf;
	par.hasenbusch = hasenbusch;
	par.mass = mass;
	par.mu = mu;
	par.b = 0.3;
	par.inv_err2 = 1e-26;
	par.momenta = &f;
	for (int k = 0; k < 3; k++) {
		zero_suNg_av_field(f);
		(void)getMVM();
		force(0.2, &par);
		applied[k] = (unsigned long)getMVM();
		if (k == 0) {
			copy_suNg_av_field(g, f);
			mre_init(&par.mpar, 4, 1e-26);
		}
	}
	sub_assign_suNg_av_field(f, g);
	const double off = sqrt(sqnorm_suNg_av_field(f) / sqnorm_suNg_av_field(g));
	check(off < 1e-11 && applied[1] == applied[0] && applied[2] < applied[0] / 2,
	      "%s: %lu operators, from 0 %lu, again %lu; apart %.1e", name, applied[2], applied[0], applied[1], off);
	check(par.mpar.num[0] == 2 && par.mpar.num[1] == 2 * (series - 1), "%s: %d series", name, series);
	free_spinor_field(par.mpar.s[0]);
	free_spinor_field(par.mpar.s[1]);
	free_suNg_av_field(f);
	free_suNg_av_field(g);
	free_spinor_field(pf);
}

/* Forces of a monomial along the way with mre_past = 0 and 4: the same, in fewer iterations. */
static void check_monomial(const char *file, const char *type, suNg_av_field *h)
{
	enum { STEPS = 5 };
	int iterations[2][STEPS];
	double worst = 0;
	suNg_av_field *f[STEPS];
	suNg_field *old = alloc_suNg_field(&glattice);
	spinor_field *phi = alloc_spinor_field(1, &glat_even);
	suNg_field_copy(old, u_gauge);
	for (int run = 0; run < 2; run++) {
		ghmc_par par;
		char text[256];
		snprintf(text, sizeof text,
			 "monomial { type = %s mass = 0.1 dm = 0.2 mt_prec = 1e-24 force_prec = 1e-24 mre_past = %d level = 0 }\n"
			 "integrator { level = 0 type = lf steps = 1 }\n",
			 type, 4 * run);
		write_action(file, text);
		memset(&par, 0, sizeof par);
		read_action(file, &par.integrator);
		init_ghmc(&par);
		const monomial *m = mon_n(0);
		m->gaussian_pf(m);
		m->correct_pf(m);
		spinor_field *pf = (spinor_field *)m->pseudofermion(m);
		copy_spinor_field(run ? pf : phi, run ? phi : pf);
		const int *count = &((const lqcd__hr_monomial *)(const void *)m)->quarks.iterations;
		for (int k = 0; k < STEPS; k++) {
			const int before = *count;
			if (!run) f[k] = alloc_suNg_av_field(&glattice);
			zero_suNg_av_field(suN_momenta);
			m->update_force(0.3, m->force_par);
			iterations[run][k] = *count - before;
			if (run) {
				sub_assign_suNg_av_field(suN_momenta, f[k]);
				worst = fmax(worst,
					     sqrt(sqnorm_suNg_av_field(suN_momenta) / sqnorm_suNg_av_field(f[k])));
			} else
				copy_suNg_av_field(f[k], suN_momenta);
			move(h, 0.01);
		}
		/* A new pseudofermion starts anew. */
		m->gaussian_pf(m);
		const mre_par *mre = !strcmp(type, "hmc") ? &((mon_hmc_par *)m->data.par)->fpar.mpar
							  : &((mon_hasenbusch_par *)m->data.par)->fpar.mpar;
		check(mre->max == 4 * run && mre->num[0] == 0 && mre->num[1] == 0, "%s: mre_past = %d", type, 4 * run);
		suNg_field_copy(u_gauge, old);
		represent_gauge_field();
		free_ghmc();
	}
	check(worst < 1e-10, "%s: forces are the same, %.1e", type, worst);
	check(iterations[1][0] == iterations[0][0] && iterations[1][STEPS - 1] < 0.8 * iterations[0][STEPS - 1],
	      "%s: %d iterations at first, then %d %d %d %d, without the past %d", type, iterations[1][0],
	      iterations[1][1], iterations[1][2], iterations[1][3], iterations[1][4], iterations[0][4]);
	for (int k = 0; k < STEPS; k++) free_suNg_av_field(f[k]);
	free_suNg_field(old);
	free_spinor_field(phi);
}

int main(int argc, char *argv[])
{
	const char *file = argv[argc - 1];
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	logger_disable();
#if LQCD__HR_CLOVER
	double csw = 1.3;
	clover_init(csw);
	set_csw(&csw);
#endif
	suNg_av_field *h = alloc_suNg_av_field(&glattice);
	gaussian_momenta(h);
	check_guess("H2", positive, h);
	check_guess("D", general, h);
	check_dependent(h);
	suN_momenta = alloc_suNg_av_field(&glattice);
	check_force("force_hmc", force_hmc, 0, 0, 1);
	check_force("force_hmc of a ratio", force_hmc, 1, 0, 2);
	check_force("force_hmc with mu", force_hmc, 2, 0.2, 1);
	check_force("force_hmc_tm", force_hmc_tm, 0, 0.2, 1);
	check_force("force_hmc_tm of a ratio", force_hmc_tm, 2, 0.2, 1);
	check_monomial(file, "hmc", h);
	check_monomial(file, "hasenbusch", h);
	free_suNg_av_field(h);
	finalize_process();
	return done();
}
