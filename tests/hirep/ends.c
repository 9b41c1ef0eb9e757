/* tests/hirep/ends.c: ends in time and clover terms: links, momenta and spinors there; operators against the macros of a site;
 * log det; propagators; forces against finite differences; the Schroedinger functional's observables. "ends -i input FILE". */
#include "libhr.h"
#include "check.h"
#include "action_file.h"

#ifdef BC_T_SF
enum { FIRST = 1 };
#else
enum { FIRST = 0 };
#endif
static const double mass = 0.3, csw = 1.4;

static int time_of(int ix)
{
	int g[4] = {0, 0, 0, 0};
	for (int n = 0; n < VOLUME; n++)
		if (ipt_4d(n / (int)VOL3, n % (int)VOL3) == ix) g[0] = n / (int)VOL3 + zerocoord[0];
	return g[0];
}

/* Whether quarks live at a site: of open boundaries at 0 < t < T - 1, of a Schroedinger functional at 1 < t < T - 1. */
static int lives(int ix)
{
	const int t = time_of(ix);
	return !LQCD__HR_ENDS || (t > FIRST && t < GLB_T - 1);
}

/* Random numbers, and something outside. */
static void random_spinors(spinor_field *s)
{
	gaussian_spinor_field(s);
	_MASTER_FOR(s->type, ix)
		if (!lives(ix)) _FIELD_AT(s, ix)->c[1].c[0] = 2;
	start_sendrecv_spinor_field(s);
	complete_sendrecv_spinor_field(s);
}

static double distance(spinor_field *a, spinor_field *b)
{
	spinor_field *d = alloc_spinor_field(1, a->type);
	sub_spinor_field(d, a, b);
	const double r = sqrt(sqnorm_spinor_field(d) / sqnorm_spinor_field(b));
	free_spinor_field(d);
	return r;
}

static void gamma_mu(suNf_spinor *r, const suNf_spinor *s, int mu)
{
	if (mu == 0) _spinor_g0_f(*r, *s);
	if (mu == 1) _spinor_g1_f(*r, *s);
	if (mu == 2) _spinor_g2_f(*r, *s);
	if (mu == 3) _spinor_g3_f(*r, *s);
}

static hr_complex link_element(int ix, int mu, int a, int b)
{
	return pu_gauge_f(ix, mu)->c[a * NF + b];
}

/* v := U_mu v along a path of steps from ix, +-(mu + 1) each, the last one first. */
static void transport(int ix, const int *path, int n, hr_complex *v)
{
	int at[8];
	for (int k = 0; k < n; k++) {
		const int mu = abs(path[k]) - 1;
		at[k] = path[k] > 0 ? ix : idn(ix, mu);
		ix = path[k] > 0 ? iup(ix, mu) : at[k];
	}
	for (int k = n - 1; k >= 0; k--) {
		const int mu = abs(path[k]) - 1;
		hr_complex w[NF];
		for (int a = 0; a < NF; a++) {
			w[a] = 0;
			for (int b = 0; b < NF; b++)
				w[a] += (path[k] > 0 ? link_element(at[k], mu, a, b)
						     : conj(link_element(at[k], mu, b, a))) *
					v[b];
		}
		memcpy(v, w, sizeof w);
	}
}

/* r = C s at a site: -1/2 sum_(mu<nu) g_mu g_nu (Q - Q^+)/8, Q the four leaves. */
static void term(suNf_spinor *r, const suNf_spinor *s, int ix)
{
	_spinor_zero_f(*r);
	for (int mu = 0; mu < 3; mu++)
		for (int nu = mu + 1; nu < 4; nu++) {
			const int m = mu + 1, n = nu + 1;
			const int leaf[8][4] = {{m, n, -m, -n}, {n, -m, -n, m}, {-m, -n, m, n}, {-n, m, n, -m},
						{n, m, -n, -m}, {-m, n, m, -n}, {-n, -m, n, m}, {m, -n, -m, n}};
			suNf_spinor f, g, h;
			_spinor_zero_f(f);
			for (int i = 0; i < 4; i++)
				for (int l = 0; l < 8; l++) {
					hr_complex v[NF];
					for (int c = 0; c < NF; c++) v[c] = s->c[i].c[c];
					transport(ix, leaf[l], 4, v);
					for (int c = 0; c < NF; c++) f.c[i].c[c] += (l < 4 ? 1 : -1) * v[c] / 8;
				}
			gamma_mu(&g, &f, nu);
			gamma_mu(&h, &g, mu);
			_spinor_mul_add_assign_f(*r, -0.5, h);
		}
}

/* r = T s */
static void site_term(suNf_spinor *r, const suNf_spinor *s, int ix)
{
	_spinor_mul_f(*r, 4 + mass, *s);
	if (!LQCD__HR_CLOVER) return;
	suNf_spinor c, power = *s;
#ifdef WITH_EXPCLOVER
	double factor = 4 + mass;
	for (int k = 1; k < 30; k++) {
		term(&c, &power, ix);
		power = c;
		factor *= csw / (4 + mass) / k;
		_spinor_mul_add_assign_f(*r, factor, power);
	}
#else
	term(&c, &power, ix);
	_spinor_mul_add_assign_f(*r, csw, c);
#endif
}

#if LQCD__HR_CLOVER
#define FULL   Cphi
#define G5FULL g5Cphi
#define EOPRE  Cphi_eopre
#else
#define FULL   Dphi
#define G5FULL g5Dphi
#define EOPRE  Dphi_eopre
#endif

/* out = T in + Dphi_ in inside, 0 outside; site: T alone. On several processes, where links at x - mu - nu are out of reach, it
 * is the operator itself. */
static void naive(spinor_field *out, spinor_field *in, int site)
{
	if (MPI_WORLD_SIZE > 1) {
		spinor_field *hop = alloc_spinor_field(1, &glattice);
		FULL(mass, out, in);
		Dphi_(hop, in);
		if (site) sub_assign_spinor_field(out, hop);
		free_spinor_field(hop);
		return;
	}
	spinor_field *s = alloc_spinor_field(1, &glattice);
	_MASTER_FOR(&glattice, ix)
		if (lives(ix)) *_FIELD_AT(s, ix) = *_FIELD_AT(in, ix);
	start_sendrecv_spinor_field(s);
	complete_sendrecv_spinor_field(s);
	zero_spinor_field(out);
	_MASTER_FOR(&glattice, ix) {
		suNf_spinor *r = _FIELD_AT(out, ix);
		if (!lives(ix)) continue;
		site_term(r, _FIELD_AT(s, ix), ix);
		for (int k = 0; k < 8 && !site; k++) {
			const int mu = k / 2, path[1] = {k % 2 ? -mu - 1 : mu + 1};
			const hr_complex phase = k % 2 ? conj(eitheta[mu]) : eitheta[mu];
			const suNf_spinor *from = _FIELD_AT(s, k % 2 ? idn(ix, mu) : iup(ix, mu));
			suNf_spinor h, g;
			for (int i = 0; i < 4; i++) {
				hr_complex v[NF];
				for (int c = 0; c < NF; c++) v[c] = from->c[i].c[c];
				transport(ix, path, 1, v);
				for (int c = 0; c < NF; c++) h.c[i].c[c] = -0.5 * phase * v[c];
			}
			gamma_mu(&g, &h, mu);
			_spinor_add_assign_f(*r, h);
			if (k % 2)
				_spinor_add_assign_f(*r, g);
			else
				_spinor_sub_assign_f(*r, g);
		}
	}
	free_spinor_field(s);
}

static double outside(spinor_field *s)
{
	double n = 0;
	_MASTER_FOR_SUM(s->type, ix, n)
	{
		double one;
		if (lives(ix)) continue;
		_spinor_prod_re_f(one, *_FIELD_AT(s, ix), *_FIELD_AT(s, ix));
		n += one;
	}
	global_sum(&n, 1);
	return n;
}

static void check_operators(void)
{
	spinor_field *s = alloc_spinor_field(4, &glattice), *e = alloc_spinor_field(3, &glat_even);
	spinor_field *o = alloc_spinor_field(1, &glat_odd);
	spinor_field_flt *f = alloc_spinor_field_flt(2, &glattice);
	random_spinors(&s[0]);
	naive(&s[1], &s[0], 0);
	FULL(mass, &s[2], &s[0]);
	check(distance(&s[2], &s[1]) < 1e-14 && !(outside(&s[2]) > 0), "the operator: %.1e", distance(&s[2], &s[1]));
	assign_sd2s(&f[0], &s[0]);
#if LQCD__HR_CLOVER
	Cphi_flt(mass, &f[1], &f[0]);
#else
	Dphi_flt(mass, &f[1], &f[0]);
#endif
	assign_s2sd(&s[3], &f[1]);
	check(distance(&s[3], &s[1]) < 1e-6, "in single precision: %.1e", distance(&s[3], &s[1]));
	/* <x, g5 D y> = <g5 D x, y> */
	random_spinors(&s[1]);
	apply_BCs_on_spinor_field(&s[0]);
	apply_BCs_on_spinor_field(&s[1]);
	check(!(outside(&s[1]) > 0) && sqnorm_spinor_field(&s[1]) > 1, "spinors outside are 0");
	G5FULL(mass, &s[2], &s[0]);
	G5FULL(mass, &s[3], &s[1]);
	const hr_complex a = prod_spinor_field(&s[1], &s[2]), b = prod_spinor_field(&s[3], &s[0]);
	check(cabs(a - b) < 1e-12 * cabs(a), "g5 D is Hermitian: %.1e", cabs(a - b) / cabs(a));
	gaussian_spinor_field(&e[0]);
	EOPRE(mass, &e[1], &e[0]);
#if LQCD__HR_CLOVER
	Dphi_(o, &e[0]);
	Cphi_diag_inv(mass, o, o);
	Dphi_(&e[2], o);
	minus_spinor_field(&e[2], &e[2]);
	spinor_field half = get_even_part_spinor_field(&s[0]);
	zero_spinor_field(&s[0]);
	copy_spinor_field(&half, &e[0]);
	naive(&s[1], &s[0], 1);
	half = get_even_part_spinor_field(&s[1]);
	add_assign_spinor_field(&e[2], &half);
	check(distance(&e[1], &e[2]) < 1e-14, "the Schur complement: %.1e", distance(&e[1], &e[2]));
	naive(&s[1], &s[2], 1);
	Cphi_diag_inv(mass, &s[3], &s[1]);
	check(distance(&s[3], &s[2]) < 1e-14, "T^-1 T: %.1e", distance(&s[3], &s[2]));
	/* no coefficient: the Wilson operator */
	const double none = 0, before = get_csw();
	set_csw((double *)(uintptr_t)&none);
	EOPRE(mass, &e[1], &e[0]);
	Dphi_eopre(mass, &e[2], &e[0]);
	mul_spinor_field(&e[2], 1 / (4 + mass), &e[2]);
	check(distance(&e[1], &e[2]) < 1e-14, "csw = 0: %.1e", distance(&e[1], &e[2]));
	set_csw((double *)(uintptr_t)&before);
#else
	Dphi_(o, &e[0]);
	Dphi_(&e[2], o);
	minus_spinor_field(&e[2], &e[2]);
	mul_add_assign_spinor_field(&e[2], (4 + mass) * (4 + mass), &e[0]);
	check(distance(&e[1], &e[2]) < 1e-14, "the Schur complement: %.1e", distance(&e[1], &e[2]));
#endif
	double m[1] = {mass};
	random_spinors(&s[0]);
	init_propagator_eo(1, m, 1e-24);
	calc_propagator(&s[1], &s[0], 1);
	FULL(mass, &s[2], &s[1]);
	apply_BCs_on_spinor_field(&s[0]);
	check(distance(&s[2], &s[0]) < 1e-10, "calc_propagator: %.1e", distance(&s[2], &s[0]));
	set_dirac_mass(mass);
	H(&s[2], &s[0]);
	G5FULL(mass, &s[3], &s[0]);
	check(distance(&s[2], &s[3]) <= 0, "H");
	free_propagator_eo();
	free_spinor_field(s);
	free_spinor_field(e);
	free_spinor_field(o);
	free_spinor_field_flt(f);
}

#if LQCD__HR_CLOVER
static double log_abs_det(hr_complex (*a)[4 * NF])
{
	double sum = 0;
	for (int k = 0; k < 4 * NF; k++) {
		for (int i = k + 1; i < 4 * NF; i++) {
			const hr_complex z = a[i][k] / a[k][k];
			for (int j = k; j < 4 * NF; j++) a[i][j] -= z * a[k][j];
		}
		sum += log(cabs(a[k][k]));
	}
	return sum;
}

static void check_logdet(void)
{
	scalar_field *la = alloc_scalar_field(1, &glattice);
	double sum = 0, want = 0;
	clover_la_logdet(2, mass, la);
	_MASTER_FOR_SUM(&glattice, ix, sum) sum += *_FIELD_AT(la, ix);
	_MASTER_FOR_SUM(&glat_odd, ix, want)
	{
		static hr_complex a[4 * NF][4 * NF];
		for (int j = 0; j < 4 * NF; j++) {
			suNf_spinor e, r;
			_spinor_zero_f(e);
			e.c[j / NF].c[j % NF] = 1;
			if (lives(ix))
				site_term(&r, &e, ix);
			else
				_spinor_mul_f(r, 4 + mass, e);
			for (int i = 0; i < 4 * NF; i++) a[i][j] = r.c[i / NF].c[i % NF];
		}
		want -= 2 * log_abs_det(a);
	}
	global_sum(&sum, 1);
	global_sum(&want, 1);
	check(fabs(sum / want - 1) < 1e-12, "log det: %.12g, %.1e away", sum, fabs(sum / want - 1));
	free_scalar_field(la);
}
#endif

/* ---- links and momenta -------------------------------------------------------------------------------------------- */

/* Whether a link has a value of its own. */
static int free_link(int ix, int mu)
{
	const int t = time_of(ix);
	if (!LQCD__HR_ENDS) return 1;
	if (mu == 0) return t >= FIRST && t < GLB_T - 1;
	return FIRST ? t > 1 && t < GLB_T - 1 : 1;
}

/* The largest |U - value| of the others. */
static double ends_off(double phi[2][NG])
{
	double worst = 0;
	_MASTER_FOR_MAX(&glattice, ix, worst)
	{
		const int t = time_of(ix);
		for (int mu = 0; mu < 4; mu++) {
			suNg w;
			double n;
			if (free_link(ix, mu)) continue;
			_suNg_zero(w);
			for (int k = 0; k < NG && mu > 0 && t > 0; k++)
				w.c[k * (NG + 1)] = cexp(I * phi[t > 1][k] / (GLB_T - 2));
			_suNg_sub_assign(w, *pu_gauge(ix, mu));
			_suNg_sqnorm(n, w);
			worst = fmax(worst, n);
		}
	}
	global_max(&worst, 1);
	return sqrt(worst);
}

static void set_boundaries(double phi[2][NG])
{
	BCs_pars_t p;
	memset(&p, 0, sizeof p);
	memset(phi, 0, 2 * sizeof *phi);
	p.gauge_boundary_improvement_cs = p.gauge_boundary_improvement_ct = 1;
#ifdef BC_T_SF
	const double pi = 3.14159265358979323846, three[2][3] = {{-pi / 3, 0, pi / 3}, {-5 * pi / 3, 2 * pi / 3, pi}};
	const double two[2][2] = {{-pi / 4, pi / 4}, {-3 * pi / 4, 3 * pi / 4}};
	for (int k = 0; k < 2 * NG; k++) phi[k / NG][k % NG] = NG == 3 ? three[k / NG][k % NG] : two[k / NG][k % NG];
	p.SF_BCs = 1;
	p.gauge_boundary_improvement_ct = 0.9;
#elif defined(BC_T_OPEN)
	p.gauge_boundary_improvement_cs = 1.2;
#endif
#ifdef BC_X_THETA
	p.fermion_twisting_theta[1] = 0.7;
#endif
	init_BCs(&p);
}

static void check_links(char *file, double phi[2][NG])
{
	double beta = 5, before, n;
	suNg_av_field *h = alloc_suNg_av_field(&glattice);
	check(ends_off(phi) < 1e-15, "links at the ends: %.1e", ends_off(phi));
	gaussian_momenta(h);
	n = 0;
	_MASTER_FOR_SUM(&glattice, ix, n)
	{
		for (int mu = 0; mu < 4; mu++) {
			double one;
			_algebra_vector_sqnorm_g(one, *_4FIELD_AT(h, ix, mu));
			n += free_link(ix, mu) ? !(one > 0) : one > 0;
		}
	}
	global_sum(&n, 1);
	check(!(n > 0), "momenta of free links alone");
	update(&beta, 3, 1);
	project_gauge_field();
	check(ends_off(phi) < 1e-15, "heat bath");
	represent_gauge_field();
	write_gauge_field(file);
	before = avr_plaquette();
	unit_u(u_gauge);
	read_gauge_field(file);
	check(fabs(avr_plaquette() - before) < 1e-14 && ends_off(phi) < 1e-15 && before > 0.2, "to a file and back: %g",
	      before);
	represent_gauge_field();
	suNg_field *v = alloc_suNg_field(&glattice);
	suNg_field_copy(v, u_gauge);
	n = WF_E(v);
	for (int k = 0; k < 3; k++) WilsonFlow3(v, 0.1);
	check(WF_E(v) < 0.6 * n, "the flow: E from %g to %g", n, WF_E(v));
	free_suNg_field(v);
	free_suNg_av_field(h);
}

/* ---- forces ------------------------------------------------------------------------------------------------------- */

static double action(const monomial *m, spinor_field *kept)
{
	scalar_field *la = alloc_scalar_field(1, &glattice);
	spinor_field *pf = (spinor_field *)m->pseudofermion(m);
	double sum = 0;
	if (pf) {
		copy_spinor_field(pf, kept);
		m->correct_la_pf(m);
	}
	m->add_local_action(m, la);
	_MASTER_FOR_SUM(&glattice, ix, sum) sum += *_FIELD_AT(la, ix);
	global_sum(&sum, 1);
	if (pf) copy_spinor_field(pf, kept);
	free_scalar_field(la);
	return sum;
}

/* dS/dt for dU/dt = i h.T U is -1/2 sum h.f with the force f = dh/dt. */
static void check_forces(const char *file)
{
	static const char text[] =
		"monomial { id = 0 type = gauge beta = 5.5 level = 1 }\n"
#ifdef BC_T_OPEN
		"monomial { type = lw_gauge beta = 4 c0 = 1.6666666666666667 level = 1 }\n"
#endif
		"monomial { type = hmc mass = 0.3 mt_prec = 1e-22 force_prec = 1e-20 mre_past = 5 level = 0 }\n"
		"monomial { type = hasenbusch mass = 0.3 dm = 0.4 mt_prec = 1e-22 force_prec = 1e-20 mre_past = 0 "
		"level = 0 }\n"
#ifdef BC_T_SF
		"monomial { type = rhmc mass = 0.3 n = 1 d = 2 mt_prec = 1e-22 md_prec = 1e-20 force_prec = 1e-20 "
		"level = 0 }\n"
#endif
		"integrator { level = 0 type = o2mn steps = 2 }\nintegrator { level = 1 type = o2mn steps = 3 }\n";
	const double h = 5e-3;
	ghmc_par par;
	memset(&par, 0, sizeof par);
	write_action(file, text);
	par.tlen = 0.3;
	par.csw = csw;
	read_action(file, &par.integrator);
	init_ghmc(&par);
	suNg_av_field *p = alloc_suNg_av_field(&glattice);
	suNg_field *start = alloc_suNg_field(&glattice);
	suNg_field_copy(start, u_gauge);
	for (int i = 0; i < num_mon(); i++) {
		const monomial *m = mon_n(i);
		spinor_field *kept = alloc_spinor_field(1, &glat_even);
		double S[4], slope;
		gaussian_momenta(p);
		m->gaussian_pf(m);
		m->correct_pf(m);
		if (m->pseudofermion(m)) copy_spinor_field(kept, (spinor_field *)m->pseudofermion(m));
		zero_suNg_av_field(suN_momenta);
		m->update_force(1, m->force_par);
		slope = -0.5 * prod_re_suNg_av_field(p, suN_momenta);
		for (int k = 0; k < 4; k++) {
			suNg_field_copy(u_gauge, start);
			copy_suNg_av_field(suN_momenta, p);
			update_gauge_field((k % 2 ? -h : h) * (1 + k / 2), NULL);
			S[k] = action(m, kept);
		}
		const double fit = (8 * (S[0] - S[1]) - (S[2] - S[3])) / (12 * h);
		check(fabs(fit / slope - 1) < 1e-6, "the force of monomial %d: %.9g, %.1e away", i, slope,
		      fabs(fit / slope - 1));
		suNg_field_copy(u_gauge, start);
		represent_gauge_field();
		free_spinor_field(kept);
	}
	for (int n = 0; n < 20 && !update_ghmc(); n++) continue;
	sub_suNg_field(u_gauge, u_gauge, start);
	const double far = sqnorm_suNg_field(u_gauge);
	add_assign_suNg_field(u_gauge, start);
	represent_gauge_field();
	reverse_update_ghmc();
	sub_assign_suNg_field(u_gauge, start);
	check(sqnorm_suNg_field(u_gauge) < 1e-14 * far && far > 1, "there and back: %.1e of %.1e",
	      sqnorm_suNg_field(u_gauge), far);
	suNg_field_copy(u_gauge, start);
	represent_gauge_field();
	free_ghmc();
	free_suNg_field(start);
	free_suNg_av_field(p);
}

#ifdef BC_T_SF
#include "ends_functional.h"
#endif

int main(int argc, char *argv[])
{
	char *file = argv[argc - 1];
	double phi[2][NG];
	setup_process(&argc, &argv);
	logger_disable();
	setup_random_gauge_fields();
	set_boundaries(phi);
	represent_gauge_field();
	assign_ud2u_f();
	check_links(file, phi);
#if LQCD__HR_CLOVER
	double c = csw;
	set_csw(&c);
	check(!(get_csw() < csw) && !(get_csw() > csw), "csw");
	compute_clover_term();
	if (MPI_WORLD_SIZE == 1) check_logdet();
#endif
	check_operators();
	if (GLB_VOLUME > 100) {
		/* the operators with lanes alone */
		finalize_process();
		return done();
	}
	check_forces(file);
#ifdef BC_T_SF
	BCs_pars_t p;
	memset(&p, 0, sizeof p);
	p.gauge_boundary_improvement_ct = 1;
	p.SF_BCs = 1;
	init_BCs(&p);
	check_classical(file);
	random_u(u_gauge);
	init_BCs(NULL);
	represent_gauge_field();
	check_functional();
#endif
	finalize_process();
	return done();
}
