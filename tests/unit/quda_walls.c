/* tests/unit/quda_walls.c: domain wall quarks of compat/quda.h as a program calls it.
 *
 * The reference works on arrays [parity of four dimensions][s][site] in QUDA's basis, from the matrices of QUDA's manual:
 * M5 = 1 + kappa_b / kappa_c K, D4pre = b5 + c5 K, D4 = H. Products, hops, solves of every solution, with shifts, and
 * eigenpairs, whose residuals it computes. */
#define LQCD_QUDA_DEFINE
#include <lqcd/compat/quda.h>
#include <lqcd/gauge/project.h>

#include "../support.h"

#include "quda_naive.h"

#include "quda_calls.h"

enum { HALF = SIZE / 2 };
static const char *const kind_name[3] = {"Shamir", "Moebius", "Shamir, five dimensions"};
static double x_[SIZE], y_[SIZE];
static double wx[WALLS], wb[WALLS], wy[WALLS], wt[WALLS], their_x[3][WALLS], their_b[WALLS];

/* The two constants b5, c5 of p, and 1 / (2 kappa_b). */
static double b5_of(const QudaInvertParam *p)
{
	return p->dslash_type == QUDA_MOBIUS_DWF_DSLASH ? 1.5 : 1;
}

static double c5_of(const QudaInvertParam *p)
{
	return p->dslash_type == QUDA_MOBIUS_DWF_DSLASH ? 0.5 : 0;
}

/* out = a in + b K in, or with the adjoint: 2 P_+ of s + 1, 2 P_- of s - 1, over 2, with -mass at the walls, where P_+ keeps the
 * last two spins of DeGrand and Rossi. Sign of the direction: as in QUDA's tests. */
static void walk(double *out, double a, double b, const double *in, double mass, int dagger)
{
	static double r[WALLS];
	for (int n = 0; n < WALLS; n++) {
		const int s = n / HALF % LS, odd = n / HALF / LS, spin = n / (2 * N) % 4, up = (spin > 1) != dagger;
		const int t = (s + (up ? 1 : LS - 1)) % LS, wall = up ? s == LS - 1 : s == 0;
		r[n] = a * in[n] + b * (wall ? -mass : 1) * in[(odd * LS + t) * HALF + n % HALF];
	}
	memcpy(out, r, sizeof r);
}

/* out = (1 + r K)^-1 in: K^LS = -mass, so that it is sum_n (-r K)^n / (1 + mass (-r)^LS). */
static void walk_back(double *out, double r, const double *in, double mass, int dagger)
{
	static double sum[WALLS], term[WALLS];
	double last = 1;
	memset(sum, 0, sizeof sum);
	memcpy(term, in, sizeof term);
	for (int n = 0; n < LS; n++) {
		for (int i = 0; i < WALLS; i++) sum[i] += term[i];
		walk(term, 0, -r, term, mass, dagger);
		last *= -r;
	}
	for (int i = 0; i < WALLS; i++) out[i] = sum[i] / (1 + mass * last);
}

/* out = H in on all sites. */
static void wall_hop(double *out, const double *in, int dagger)
{
	static double r[WALLS];
	for (int s = 0; s < LS; s++) {
		for (int odd = 0; odd < 2; odd++) memcpy(x_ + odd * HALF, in + (odd * LS + s) * HALF, HALF * sizeof *x_);
		hop(y_, x_, dagger, 0, V);
		for (int odd = 0; odd < 2; odd++) memcpy(r + (odd * LS + s) * HALF, y_ + odd * HALF, HALF * sizeof *x_);
	}
	memcpy(out, r, sizeof r);
}

/* Whether number n is of the parity of p. */
static int is_here(const QudaInvertParam *p, int n)
{
	const int odd = p->matpc_type == QUDA_MATPC_ODD_ODD || p->matpc_type == QUDA_MATPC_ODD_ODD_ASYMMETRIC;
	const int s = p->dslash_type == QUDA_DOMAIN_WALL_DSLASH ? n / HALF % LS : 0;
	return p->solution_type < QUDA_MATPC_SOLUTION || (n / HALF / LS + s) % 2 == odd;
}

static void cut(double *x, const QudaInvertParam *p, int here)
{
	for (int n = 0; n < WALLS; n++)
		if (is_here(p, n) != here) x[n] = 0;
}

/* To the order of the caller, or back. */
static void order(double *theirs, double *ours, const QudaInvertParam *p, int back)
{
	int at_ = 0;
	if (back) memset(ours, 0, WALLS * sizeof *ours);
	for (int half = 0; half < 2; half++)
		for (int s = 0; s < LS; s++) {
			const int odd = (half + (p->dslash_type == QUDA_DOMAIN_WALL_DSLASH ? s : 0)) % 2, n = (odd * LS + s) * HALF;
			if (!is_here(p, n)) continue;
			memcpy(back ? ours + n : theirs + at_, back ? theirs + at_ : ours + n, HALF * sizeof *ours);
			at_ += HALF;
		}
}

/* out = M in of p, or its adjoint, in its normalisation. */
static void wall_matrix(double *out, const double *in, const QudaInvertParam *p, int dagger)
{
	static double a[WALLS], b[WALLS];
	const double b5 = b5_of(p), c5 = c5_of(p), m = p->mass, kb = 0.5 / (b5 * (4 + p->m5) + 1), r = 2 * kb * (c5 * (4 + p->m5) - 1);
	const double k5 = 0.5 / (5 + p->m5);
	const int pc = p->solution_type >= QUDA_MATPC_SOLUTION, five = p->dslash_type == QUDA_DOMAIN_WALL_DSLASH;
	const int symmetric = p->matpc_type == QUDA_MATPC_EVEN_EVEN || p->matpc_type == QUDA_MATPC_ODD_ODD;
	double norm = 1;
	if (p->mass_normalization == QUDA_MASS_NORMALIZATION) norm = pc ? 0.25 / (k5 * k5) : 0.5 / k5;
	if (p->mass_normalization == QUDA_ASYMMETRIC_MASS_NORMALIZATION) norm = 0.5 / k5;
	memcpy(a, in, sizeof a);
	if (!pc) { /* M5 - kappa_b D4 D4pre */
		if (!dagger) walk(a, b5, c5, a, m, 0);
		wall_hop(a, a, dagger);
		if (dagger) walk(a, b5, c5, a, m, 1);
		walk(b, 1, r, in, m, dagger);
		for (int n = 0; n < WALLS; n++) out[n] = norm * (b[n] - kb * a[n]);
		return;
	}
	if (symmetric && dagger && !five) walk_back(a, r, a, m, 1);
	for (int k = 0; k < 2; k++) {
		if (five) { /* D4 + D5 */
			walk(b, 0, 2, a, m, dagger);
			wall_hop(a, a, dagger);
			for (int n = 0; n < WALLS; n++) a[n] += b[n];
			cut(a, p, k);
			continue;
		}
		if (!dagger) walk(a, b5, c5, a, m, 0);
		wall_hop(a, a, dagger);
		cut(a, p, k);
		if (dagger) walk(a, b5, c5, a, m, 1);
		if (!k || (symmetric && !dagger)) walk_back(a, r, a, m, dagger);
	}
	if (symmetric || five)
		memcpy(b, in, sizeof b);
	else
		walk(b, 1, r, in, m, dagger);
	for (int n = 0; n < WALLS; n++) out[n] = norm * (b[n] - kb * kb * a[n]);
}

/* The system of p with a shift. */
static void wall_system(double *out, const double *in, const QudaInvertParam *p, double shift)
{
	static double half[WALLS];
	const int dagger = p->dagger == QUDA_DAG_YES;
	if (p->solution_type == QUDA_MAT_SOLUTION || p->solution_type == QUDA_MATPC_SOLUTION) {
		wall_matrix(out, in, p, dagger);
		return;
	}
	wall_matrix(half, in, p, dagger);
	wall_matrix(out, half, p, !dagger);
	for (int n = 0; n < WALLS; n++) out[n] += shift * in[n];
}

static double wall_deviation(const double *a, const double *b)
{
	double d = 0, n = 0;
	for (int i = 0; i < WALLS; i++) {
		d += (a[i] - b[i]) * (a[i] - b[i]);
		n += a[i] * a[i];
	}
	return tap_isnan(d) ? 1e300 : sqrt(d / n);
}

/* A random source of p in both orders, and poisoned results. */
static void source(const QudaInvertParam *p)
{
	fill(wb, WALLS);
	cut(wb, p, 1);
	order(their_b, wb, p, 0);
	for (int n = 0; n < WALLS; n++) their_x[0][n] = their_x[1][n] = their_x[2][n] = -7;
}

/* Solution, parity and adjoint number k < 24; of five dimensions two of the even-odd forms. */
static void choose(QudaInvertParam *p, int k)
{
	static const QudaSolutionType solution[4] = {QUDA_MAT_SOLUTION, QUDA_MATPC_SOLUTION, QUDA_MATDAG_MAT_SOLUTION, QUDA_MATPCDAG_MATPC_SOLUTION};
	p->solution_type = solution[k % 4];
	p->dagger = k / 4 % 2 ? QUDA_DAG_YES : QUDA_DAG_NO;
	p->mass_normalization = (QudaMassNormalization)(k % 3);
	p->matpc_type = (QudaMatPCType)((k / 3 + k / 8) % (p->dslash_type == QUDA_DOMAIN_WALL_DSLASH ? 2 : 4));
}

static void test_products(int kind)
{
	double worst = 0;
	QudaInvertParam p = wall_param(kind);
	for (int k = 0; k < 48; k++) {
		choose(&p, k);
		source(&p);
		wall_system(wy, wb, &p, 0);
		(k % 4 < 2 ? MatQuda : MatDagMatQuda)(their_x[0], their_b, &p);
		order(their_x[0], wx, &p, 1);
		worst = tap_worst(worst, wall_deviation(wy, wx));
	}
	tap_ok(worst < 1e-13, "%s: products in all forms: %.1e", kind_name[kind], worst);
	worst = 0;
	p = wall_param(kind);
	p.solution_type = QUDA_MATPC_SOLUTION;
	p.mass_normalization = QUDA_INVALID_NORMALIZATION; /* which is not read */
	for (int k = 0; k < 4; k++) {
		p.dagger = k / 2 ? QUDA_DAG_YES : QUDA_DAG_NO;
		p.matpc_type = k % 2 ? QUDA_MATPC_EVEN_EVEN : QUDA_MATPC_ODD_ODD; /* that of the source */
		source(&p);
		walk(wt, 0, 2, wb, p.mass, k / 2);
		wall_hop(wy, wb, k / 2);
		for (int n = 0; n < WALLS && kind == 2; n++) wy[n] += wt[n];
		cut(wy, &p, 0);
		dslashQuda(their_x[0], their_b, &p, k % 2 ? QUDA_ODD_PARITY : QUDA_EVEN_PARITY);
		p.matpc_type = k % 2 ? QUDA_MATPC_ODD_ODD : QUDA_MATPC_EVEN_EVEN;
		order(their_x[0], wx, &p, 1);
		worst = tap_worst(worst, wall_deviation(wy, wx));
	}
	tap_ok(worst < 1e-13, "%s: hops: %.1e", kind_name[kind], worst);
}

static void test_solves(int kind)
{
	double worst = 0, reported = 0;
	int wrong = 0;
	QudaInvertParam p = wall_param(kind);
	for (int k = 0; k < 26; k += k < 12 ? 1 : k < 20 ? 4 : 1) {
		choose(&p, k);
		const int bicgstab = k % 4 < 2 && k > 19; /* which need not converge */
		p.inv_type = bicgstab ? QUDA_BICGSTAB_INVERTER : QUDA_CG_INVERTER;
		p.solve_type = bicgstab ? QUDA_DIRECT_PC_SOLVE : QUDA_NORMOP_PC_SOLVE;
		p.maxiter = bicgstab ? 100 : 2000;
		p.use_init_guess = k == 25 ? QUDA_USE_INIT_GUESS_YES : QUDA_USE_INIT_GUESS_NO;
		if (k < 25)
			source(&p);
		else { /* from the solution */
			choose(&p, 17);
			p.inv_type = QUDA_CG_INVERTER;
			p.solve_type = QUDA_NORMOP_PC_SOLVE;
			p.maxiter = 2000;
			source(&p);
			p.use_init_guess = QUDA_USE_INIT_GUESS_NO;
			invertQuda(their_x[0], their_b, &p);
			p.use_init_guess = QUDA_USE_INIT_GUESS_YES;
			p.tol *= 2;
		}
		invertQuda(their_x[0], their_b, &p);
		order(their_x[0], wx, &p, 1);
		wall_system(wy, wx, &p, 0);
		const double r = wall_deviation(wb, wy);
		if (!bicgstab) worst = tap_worst(worst, r);
		reported = tap_worst(reported, fabs(r - p.true_res) / (r + 1e-13));
		wrong += (k == 25 ? p.iter > 2 : p.iter < 3 || !(p.gflops > 0)) || p.iter > p.maxiter;
	}
	tap_ok(worst < 1.05e-10 && reported < 0.05 && wrong == 0, "%s: solves: residual %.1e, reported to %.1e, %d wrong", kind_name[kind], worst,
	       reported, wrong);
	p = wall_param(kind);
	worst = reported = 0;
	p.num_offset = 3;
	p.maxiter = 2000;
	for (int k = 0; k < 4; k++) {
		void *x[3] = {their_x[0], their_x[1], their_x[2]};
		choose(&p, 2 + k + k / 2 * 7);
		p.solution_type = k % 2 ? QUDA_MATPCDAG_MATPC_SOLUTION : QUDA_MATDAG_MAT_SOLUTION;
		for (int i = 0; i < 3; i++) {
			p.offset[i] = 0.1 * i;
			p.tol_offset[i] = 1e-9;
		}
		source(&p);
		invertMultiShiftQuda(x, their_b, &p);
		for (int i = 0; i < 3; i++) {
			order(their_x[i], wx, &p, 1);
			wall_system(wy, wx, &p, p.offset[i]);
			const double r = wall_deviation(wb, wy);
			worst = tap_worst(worst, r);
			reported = tap_worst(reported, fabs(r - p.true_res_offset[i]) / (r + 1e-13));
		}
	}
	tap_ok(worst < 1.05e-9 && reported < 0.05, "%s: shifts: residual %.1e, reported to %.1e", kind_name[kind], worst, reported);
}

/* Eigenpairs by the reference; none below them is found by inverse iteration. */
static void test_eigen(int kind, int pc)
{
	enum { PAIRS = 3 };
	static double v[PAIRS][WALLS];
	double_complex value[PAIRS];
	double worst = 0, last = 0, overlap = 0, rayleigh = 0;
	QudaInvertParam p = wall_param(kind);
	QudaEigParam e = newQudaEigParam();
	void *vectors[PAIRS] = {v[0], v[1], v[2]};
	p.matpc_type = kind == 0 ? QUDA_MATPC_ODD_ODD_ASYMMETRIC : kind == 1 ? QUDA_MATPC_EVEN_EVEN : QUDA_MATPC_ODD_ODD;
	e.invert_param = &p;
	e.eig_type = QUDA_EIG_TR_LANCZOS;
	e.spectrum = QUDA_SPECTRUM_SR_EIG;
	e.use_norm_op = QUDA_BOOLEAN_TRUE;
	e.use_pc = pc ? QUDA_BOOLEAN_TRUE : QUDA_BOOLEAN_FALSE;
	e.use_dagger = kind == 1 ? QUDA_BOOLEAN_TRUE : QUDA_BOOLEAN_FALSE;
	e.n_conv = PAIRS;
	e.n_ev = 8;
	e.n_kr = 40;
	e.tol = 1e-9;
	e.max_restarts = 300;
	if (kind == 1) {
		e.use_poly_acc = QUDA_BOOLEAN_TRUE;
		e.poly_deg = 10;
		e.a_min = 0.1;
		e.a_max = 12;
	}
	eigensolveQuda(vectors, value, &e);
	p.solution_type = pc ? QUDA_MATPCDAG_MATPC_SOLUTION : QUDA_MATDAG_MAT_SOLUTION;
	p.dagger = kind == 1 ? QUDA_DAG_YES : QUDA_DAG_NO;
	for (int k = 0; k < PAIRS; k++) {
#ifdef __cplusplus
		const double a = value[k].real();
#else
		const double a = (double)value[k];
#endif
		order(v[k], wx, &p, 1);
		wall_system(wy, wx, &p, 0);
		double r = 0, n2 = 0;
		for (int i = 0; i < WALLS; i++) {
			r += (wy[i] - a * wx[i]) * (wy[i] - a * wx[i]);
			n2 += wx[i] * wx[i];
		}
		worst = tap_worst(worst, sqrt(r) + fabs(n2 - 1) + (a < last ? 1 : 0));
		last = a;
		for (int j = 0; j < k; j++) {
			double re = 0;
			for (int i = 0; i < WALLS / (pc ? 2 : 1); i++) re += v[k][i] * v[j][i];
			overlap = tap_worst(overlap, fabs(re));
		}
	}
	tap_ok(worst < 1e-7 && overlap < 1e-9, "%s%s: eigenpairs: residual %.1e, overlap %.1e, largest value %g", kind_name[kind], pc ? ", even-odd" : "", worst,
	       overlap, last);
	source(&p);
	for (int k = 0; k < 10; k++) {
		double n = 0, d = 0;
		p.maxiter = 3000;
		p.tol = 1e-8;
		invertQuda(their_x[0], their_b, &p);
		for (int i = 0; i < WALLS / (pc ? 2 : 1); i++) {
			n += their_x[0][i] * their_x[0][i];
			d += their_x[0][i] * their_b[i];
		}
		rayleigh = d / n;
		for (int i = 0; i < WALLS / (pc ? 2 : 1); i++) their_b[i] = their_x[0][i] / sqrt(n);
	}
#ifdef __cplusplus
	const double least = value[0].real();
#else
	const double least = (double)value[0];
#endif
	tap_ok(rayleigh > least * (1 - 1e-6) && rayleigh < 2 * least, "and inverse iteration: %g, the lowest is %g", rayleigh, least);
}

int main(void)
{
	test_back_end();
	start();
	for (int kind = 0; kind < 3; kind++) {
		test_products(kind);
		test_solves(kind);
		test_eigen(kind, 1);
		if (kind == 1) test_eigen(kind, 0);
	}
	endQuda();
	return tap_done();
}
