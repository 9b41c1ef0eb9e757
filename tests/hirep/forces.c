/* tests/hirep/forces.c: forces of quarks by themselves: cl_force by its formula, with matrices of spin and colour; each
 * force against differences of its action; two flavours against the monomial. "forces -i input FILE" writes an action to
 * FILE. */
#include "libhr.h"
#include "differences.h"
#include "action_file.h"

static const double mass = 0.15, weight = 0.7;
#if LQCD__HR_CLOVER
enum { ROWS = 4 * NF };

typedef struct {
	hr_complex e[ROWS][ROWS];
} spin_colour;

static const int planes[6][2] = {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}};

static hr_complex *number(suNf_spinor *s, int k)
{
	return &s->c[k / NF].c[k % NF];
}

static void gamma_of(suNf_spinor *r, int mu, suNf_spinor *s)
{
	if (mu == 0)
		_spinor_g0_f(*r, *s);
	else if (mu == 1)
		_spinor_g1_f(*r, *s);
	else if (mu == 2)
		_spinor_g2_f(*r, *s);
	else
		_spinor_g3_f(*r, *s);
}

/* g_mu g_nu, or g5 g_mu g_nu */
static void sigma_of(spin_colour *r, int mu, int nu, int gamma5)
{
	for (int j = 0; j < ROWS; j++) {
		suNf_spinor s, t, w;
		_spinor_zero_f(s);
		*number(&s, j) = 1;
		gamma_of(&t, nu, &s);
		gamma_of(&w, mu, &t);
		if (gamma5)
			_spinor_g5_f(s, w);
		else
			s = w;
		for (int i = 0; i < ROWS; i++) r->e[i][j] = *number(&s, i);
	}
}

static void multiply(spin_colour *r, const spin_colour *a, const spin_colour *b)
{
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < ROWS; j++) {
			r->e[i][j] = 0;
			for (int k = 0; k < ROWS; k++) r->e[i][j] += a->e[i][k] * b->e[k][j];
		}
}

/* r = k times the trace over spin of a b */
static void spin_trace(hr_complex r[NF][NF], double k, const spin_colour *a, const spin_colour *b)
{
	spin_colour ab;
	multiply(&ab, a, b);
	for (int i = 0; i < NF; i++)
		for (int j = 0; j < NF; j++) {
			r[i][j] = 0;
			for (int s = 0; s < 4; s++) r[i][j] += k * ab.e[s * NF + i][s * NF + j];
		}
}

/* u := u times the link from ix in direction mu, or -1 - mu against it; returns where it ends. */
static int step(suNfc *u, int ix, int way)
{
	const int mu = way < 0 ? -1 - way : way, from = way < 0 ? idn(ix, mu) : ix;
	const suNf *v = pu_gauge_f(from, mu);
	suNfc w;
	for (int i = 0; i < NF; i++)
		for (int j = 0; j < NF; j++) {
			hr_complex sum = 0;
			for (int k = 0; k < NF; k++)
				sum += u->c[i * NF + k] *
				       (way < 0 ? conj((hr_complex)v->c[j * NF + k]) : v->c[k * NF + j]);
			w.c[i * NF + j] = sum;
		}
	*u = w;
	return way < 0 ? from : iup(ix, mu);
}

/* C(x) = -1/2 sum_(mu<nu) g_mu g_nu F_munu, F = (Q - Q^dagger)/8 */
static void clover_matrix(spin_colour *c, int ix)
{
	memset(c, 0, sizeof *c);
	for (int p = 0; p < 6; p++) {
		const int mu = planes[p][0], nu = planes[p][1];
		const int way[4][4] = {{mu, nu, -1 - mu, -1 - nu},
				       {nu, -1 - mu, -1 - nu, mu},
				       {-1 - mu, -1 - nu, mu, nu},
				       {-1 - nu, mu, nu, -1 - mu}};
		spin_colour s;
		suNfc q;
		memset(&q, 0, sizeof q);
		for (int leaf = 0; leaf < 4; leaf++) {
			suNfc u;
			int at = ix;
			for (int k = 0; k < NF * NF; k++) u.c[k] = k % (NF + 1) == 0;
			for (int k = 0; k < 4; k++) at = step(&u, at, way[leaf][k]);
			for (int k = 0; k < NF * NF; k++) q.c[k] += u.c[k];
		}
		sigma_of(&s, mu, nu, 0);
		for (int i = 0; i < ROWS; i++)
			for (int j = 0; j < ROWS; j++) {
				const int a = i % NF, b = j % NF;
				const hr_complex f = (q.c[a * NF + b] - conj(q.c[b * NF + a])) / 8;
				c->e[i][j] -= 0.5 * s.e[i / NF * NF][j / NF * NF] * f;
			}
	}
}

#ifdef WITH_EXPCLOVER
/* int_0^1 ds e^((1-s) a) b e^(s a) = sum_n E_n/(n+1)!, E_n = sum_k a^k b a^(n-k) */
static void between(spin_colour *r, const spin_colour *a, const spin_colour *b)
{
	spin_colour e = *b, right = *b, t;
	double factorial = 1;
	*r = *b;
	for (int n = 1; n < 25; n++) {
		factorial *= n + 1;
		multiply(&t, &right, a);
		right = t;
		multiply(&t, a, &e);
		for (int i = 0; i < ROWS; i++)
			for (int j = 0; j < ROWS; j++) {
				e.e[i][j] = t.e[i][j] + right.e[i][j];
				r->e[i][j] += e.e[i][j] / factorial;
			}
	}
}
#endif

static double far_from(const suNf *m, hr_complex z[NF][NF])
{
	double worst = 0;
	for (int i = 0; i < NF; i++)
		for (int j = 0; j < NF; j++) {
#ifdef REPR_IS_REAL
			worst = fmax(worst, fabs(m->c[i * NF + j] - creal(z[i][j])));
#else
			worst = fmax(worst, cabs(m->c[i * NF + j] - z[i][j]));
#endif
		}
	return worst;
}

static void check_field(spinor_field *x, spinor_field *y)
{
	double worst[2] = {0, 0}, size = 0;
	clover_force *again = alloc_n_clover_force(1, &glattice);
	fermion_force_begin();
	force_clover_fermion_taylor(x, y, -0.4);
	copy_clover_force(again, cl_force);
	force_clover_fermion(x, y, weight + 0.4);
	force_clover_fermion(x, y, 0);
	_MASTER_FOR(&glattice, ix) {
		spin_colour a, b, s;
		clover_matrix(&a, (int)ix);
		for (int i = 0; i < ROWS; i++)
			for (int j = 0; j < ROWS; j++) {
				suNf_spinor *xs = _FIELD_AT(x, ix), *ys = _FIELD_AT(y, ix);
				a.e[i][j] *= get_csw() / (4 + mass);
				b.e[i][j] =
					*number(ys, i) * conj(*number(xs, j)) + *number(xs, i) * conj(*number(ys, j));
			}
#ifdef WITH_EXPCLOVER
		between(&s, &a, &b);
		b = s;
#endif
		for (int p = 0; p < 6; p++) {
			hr_complex z[NF][NF];
			sigma_of(&s, planes[p][0], planes[p][1], 1);
			spin_trace(z, weight, &s, &b);
			/* cl_force has weights -0.4 + weight + 0.4, again has -0.4 */
			worst[0] = fmax(worst[0], far_from(_6FIELD_AT(cl_force, ix, p), z));
			spin_trace(z, -0.4, &s, &b);
			worst[1] = fmax(worst[1], far_from(_6FIELD_AT(again, ix, p), z));
			size = fmax(size, cabs(z[0][NF - 1]));
		}
	}
	global_max(worst, 2);
	check(worst[0] < 1e-12 && worst[1] < 1e-12 && size > 0.1, "cl_force, csw %g: off by %.1e, %.1e", get_csw(),
	      worst[0], worst[1]);
	free_clover_force(again);
}

#ifdef WITH_CLOVER
/* The inverse of a block by Gauss and Jordan: T is positive. */
static void invert(spin_colour *r, spin_colour a)
{
	memset(r, 0, sizeof *r);
	for (int i = 0; i < ROWS; i++) r->e[i][i] = 1;
	for (int k = 0; k < ROWS; k++) {
		const hr_complex over = 1 / a.e[k][k];
		for (int j = 0; j < ROWS; j++) a.e[k][j] *= over, r->e[k][j] *= over;
		for (int i = 0; i < ROWS; i++) {
			const hr_complex by = a.e[i][k];
			for (int j = 0; j < ROWS && i != k; j++)
				a.e[i][j] -= by * a.e[k][j], r->e[i][j] -= by * r->e[k][j];
		}
	}
}

static void check_logdet_field(void)
{
	double worst = 0, size = 0;
	clover_force *first = alloc_n_clover_force(1, &glattice);
	fermion_force_begin();
	force_clover_logdet(mass, weight);
	copy_clover_force(first, cl_force);
	_MASTER_FOR(&glattice, ix) {
		spin_colour a, b, s;
		hr_complex z[NF][NF];
		clover_matrix(&a, (int)ix);
		for (int i = 0; i < ROWS; i++)
			for (int j = 0; j < ROWS; j++) a.e[i][j] = a.e[i][j] * get_csw() + (i == j) * (4 + mass);
		invert(&b, a);
		for (int p = 0; p < 6; p++) {
			sigma_of(&s, planes[p][0], planes[p][1], 0);
			spin_trace(z, ix >= glat_odd.master_shift ? weight : 0, &s, &b);
			worst = fmax(worst, far_from(_6FIELD_AT(cl_force, ix, p), z));
			size = fmax(size, cabs(z[0][NF - 1]));
		}
	}
	compute_force_logdet(mass, -weight);
	global_max(&worst, 1);
	const double left = sqnorm_clover_force(cl_force) / sqnorm_clover_force(first);
	check(worst < 1e-12 && size > 1e-3 && left < 1e-20, "cl_force of the determinant: off by %.1e", worst);
	free_clover_force(first);
}
#endif
#endif

/* ---- actions ------------------------------------------------------------------------------------------------------ */

/* -2 weight Re <x, g5 D y> */
static double bilinear(spinor_field *x, spinor_field *y)
{
#ifdef UPDATE_EO
	spinor_field a = get_even_part_spinor_field(x), b = get_even_part_spinor_field(y);
#else
	spinor_field a = *x, b = *y;
#endif
	spinor_field *r = alloc_spinor_field(1, a.type);
	H(r, &b);
	const double s = -2 * weight * prod_re_spinor_field(&a, r);
	free_spinor_field(r);
	return s;
}

static double determinant(spinor_field *x, spinor_field *y)
{
	double s = 0;
	(void)x;
	(void)y;
#if LQCD__HR_CLOVER
	scalar_field *la = alloc_scalar_field(1, &glattice);
	clover_la_logdet(weight, mass, la);
	_MASTER_FOR_SUM(&glattice, ix, s) s += *_FIELD_AT(la, ix);
	global_sum(&s, 1);
	free_scalar_field(la);
#endif
	return s;
}

static void check_forces(spinor_field *x, spinor_field *y)
{
	suNg_av_field *f = alloc_suNg_av_field(&glattice);
	spinor_field *old = alloc_spinor_field(2, &glattice);
	copy_spinor_field(&old[0], x);
	copy_spinor_field(&old[1], y);
#ifdef UPDATE_EO
	/* Odd sites are not read. */
	spinor_field odd[2] = {get_odd_part_spinor_field(x), get_odd_part_spinor_field(y)};
	for (int k = 0; k < 2; k++) mul_spinor_field(&odd[k], sqrt(-1), &odd[k]);
	x->type = &glat_even;
#endif
	fermion_force_begin_cpu();
	force_fermion_core(x, y, 1, dt, weight);
	fermion_force_end(dt, f);
#ifdef UPDATE_EO
	check(x->type == &glat_even && y->type == &glattice, "fields keep their geometry");
	x->type = &glattice;
	spinor_field even[2] = {get_even_part_spinor_field(&old[0]), get_even_part_spinor_field(x)};
	sub_assign_spinor_field(&even[0], &even[1]);
	check(!(sqnorm_spinor_field(&even[0]) > 0), "even sites stay");
	/* The same, with odd sites that the program filled in. */
	suNg_av_field *again = alloc_suNg_av_field(&glattice);
	fermion_force_begin();
	force_fermion_core(x, y, 0, dt, weight);
	fermion_force_end(dt, again);
	sub_assign_suNg_av_field(again, f);
	check(!(sqnorm_suNg_av_field(again) > 0), "odd sites of the program");
	free_suNg_av_field(again);
#endif
	check_derivative("the force of x and y", bilinear, x, y, f);
	copy_spinor_field(x, &old[0]);
	copy_spinor_field(y, &old[1]);
#ifdef WITH_CLOVER
	zero_suNg_av_field(f);
	fermion_force_begin();
	force_clover_logdet(mass, weight);
	/* Hermitian matrices do nothing. */
	_MASTER_FOR(&glattice, ix)
		for (int p = 0; p < 6; p++)
			for (int k = 0; k < NF; k++) _6FIELD_AT(cl_force, ix, p)->c[k * NF + k] += 0.1 * p + k;
	fermion_force_end(dt, f);
	check_derivative("the force of the determinant", determinant, x, y, f);
#else
	(void)determinant;
#endif
	/* Without contributions momenta stay. */
	copy_suNg_av_field(suN_momenta, f);
	fermion_force_begin();
	fermion_force_end(dt, f);
	sub_assign_suNg_av_field(f, suN_momenta);
	check(!(sqnorm_suNg_av_field(f) > 0), "no contributions");
	free_suNg_av_field(f);
	free_spinor_field(old);
}

/* ---- pseudofermions ------------------------------------------------------------------------------------------------ */

static double pole_at[2] = {-0.3, -1.5}, pole_weight[3] = {9, 0.5, 0.8};

/* sum_k by[k] <pf, (H^2 - shift[k])^-1 pf> */
static double poles(spinor_field *pf, int n, double *shift, const double *by)
{
	double s = 0;
	mshift_par solver = {1, NULL, 1e-28, 0, NULL};
	spinor_field *r = alloc_spinor_field(2, pf->type);
	solver.n = n;
	solver.shift = shift;
	cg_mshift(&solver, H2, pf, r);
	for (int k = 0; k < n; k++) s += by[k] * prod_re_spinor_field(pf, &r[k]);
	free_spinor_field(r);
	return s;
}

/* Two pseudofermions of one flavour. */
static double rational_action(spinor_field *x, spinor_field *y)
{
	double s = 0;
	for (int k = 0; k < 2; k++) s += poles(k ? y : x, 2, pole_at, pole_weight + 1);
#ifdef UPDATE_EO
	s += determinant(x, y) / weight;
#endif
	return s;
}

static double squared(spinor_field *x, spinor_field *y)
{
	double none = 0;
	const double by = weight * weight;
	(void)y;
	return poles(x, 1, &none, &by);
}

static void check_pseudofermions(void)
{
	spinor_field *pf = alloc_spinor_field(2, &glat_default);
	suNg_av_field *f = alloc_suNg_av_field(&glattice);
	rational_app ratio;
	force_rhmc_par rhmc;
	force_hmc_par hmc;
	memset(&ratio, 0, sizeof ratio);
	memset(&rhmc, 0, sizeof rhmc);
	memset(&hmc, 0, sizeof hmc);
	gaussian_spinor_field(&pf[0]);
	gaussian_spinor_field(&pf[1]);
	ratio.n = -1;
	ratio.d = 2;
	ratio.order = 2;
	ratio.a = pole_weight;
	ratio.b = pole_at;
	rhmc.n_pf = 2;
	rhmc.pf = pf;
	rhmc.mass = mass;
	rhmc.ratio = &ratio;
	rhmc.inv_err2 = 1e-28;
	rhmc.momenta = &f;
	force_rhmc(dt, &rhmc);
	check_derivative("force_rhmc", rational_action, &pf[0], &pf[1], f);
	zero_suNg_av_field(f);
	hmc.n_pf = 1;
	hmc.pf = pf;
	hmc.hasenbusch = 2;
	hmc.mass = mass;
	hmc.b = weight;
	hmc.inv_err2 = 1e-28;
	hmc.momenta = &f;
	force_hmc(dt, &hmc);
	check_derivative("force_hmc, hasenbusch 2", squared, &pf[0], &pf[0], f);
	free_suNg_av_field(f);
	free_spinor_field(pf);
}

#ifdef UPDATE_EO
/* The force of the first monomial of an action, and force_hmc of b. */
static void two_flavours(const char *file, const char *text, double b)
{
	ghmc_par par;
	force_hmc_par hmc;
	memset(&par, 0, sizeof par);
	memset(&hmc, 0, sizeof hmc);
	char action[512];
	snprintf(action, sizeof action,
		 "monomial { %s mass = 0.15 mt_prec = 1e-28 force_prec = 1e-28 mre_past = 0 level = 0 }\n"
		 "integrator { level = 0 type = lf steps = 1 }\n# no newline",
		 text);
	write_action(file, action);
	read_action(file, &par.integrator);
	init_ghmc(&par);
	const monomial *m = mon_n(0);
	suNg_av_field *f = alloc_suNg_av_field(&glattice);
	m->gaussian_pf(m);
	m->correct_pf(m);
	zero_suNg_av_field(suN_momenta);
	m->update_force(dt, m->force_par);
	hmc.n_pf = 1;
	hmc.pf = (spinor_field *)m->pseudofermion(m);
	hmc.hasenbusch = b > 0;
	hmc.mass = mass;
	hmc.b = b;
	hmc.inv_err2 = 1e-28;
	hmc.logdet = 1;
	hmc.momenta = &f;
	force_hmc(dt, &hmc);
	sub_assign_suNg_av_field(f, suN_momenta);
	const double off = sqrt(sqnorm_suNg_av_field(f) / sqnorm_suNg_av_field(suN_momenta));
	check(off < 1e-11, "force_hmc and the monomial %s: apart %.1e", text, off);
	free_suNg_av_field(f);
	free_ghmc();
}
#endif

int main(int argc, char *argv[])
{
	const char *file = argv[argc - 1];
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	logger_disable();
	suN_momenta = alloc_suNg_av_field(&glattice);
	set_dirac_mass(mass);
#ifdef FERMION_THETA
	BCs_pars_t bc;
	memset(&bc, 0, sizeof bc);
	bc.fermion_twisting_theta[1] = 0.7;
	bc.gauge_boundary_improvement_cs = bc.gauge_boundary_improvement_ct = 1;
	init_BCs(&bc);
#endif
	spinor_field *x = alloc_spinor_field(2, &glattice), *y = &x[1];
	gaussian_spinor_field(x);
	gaussian_spinor_field(y);
#if LQCD__HR_CLOVER
	clover_init(0);
	check(cl_force != NULL && _6FIELD_AT(cl_force, 1, 2) == cl_force->ptr + 8, "clover_init makes cl_force");
	random_clover_force_cpu(cl_force);
	/* Links at x - mu - nu of other processes are not there. */
	const int formulas = !LQCD__HR_ENDS && MPI_WORLD_SIZE == 1;
	if (formulas) check_field(x, y);
	double csw = 1.3;
	set_csw(&csw);
	random_clover_force_cpu(cl_force);
	if (formulas) check_field(x, y);
#ifdef WITH_CLOVER
	if (formulas) check_logdet_field();
#endif
#endif
	check_forces(x, y);
	check_pseudofermions();
	(void)file;
#ifdef UPDATE_EO
	two_flavours(file, "type = hmc", 0);
	/* M(m + dm) = M(m) + (4 + m + dm)^2 - (4 + m)^2 */
	if (!LQCD__HR_CLOVER) two_flavours(file, "type = hasenbusch dm = 0.2", (8 + 2 * mass + 0.2) * 0.2);
#endif
	free_spinor_field(x);
	finalize_process();
	return done();
}
