/* tests/hmc/operators.c: the table of operators x uses: every Dirac operator (dirac/operator.h) in every solver,
 * propagator and HMC term that is written over operators. A combination works, or is refused by a status, or has
 * no call that takes it; the table is printed at the end. */
#include <lqcd/hmc/pseudofermion.h>
#include <lqcd/hmc/rhmc.h>
#include <lqcd/observables/propagator.h>
#include <lqcd/solver/domain_wall.h>
#include <lqcd/solver/sap.h>

#include "../support/naive_wilson.h"
#include "../support/small_multigrid.h"

/* The operator of examples/own_operator.c, whose file is its own template. */
#define LQCD_TEMPLATE "../../examples/own_operator.c"
#define LQCD_TAGS     LQCD_LANE_TAGS
#include <lqcd/base/each_tag.inc>

#include "quark_case.h"

#define OPERATOR_MASS  0.2
#define OPERATOR_HEAVY 0.6
#define POTENTIAL      0.15
#define BOUNDARY       LQCD_ANTIPERIODIC

static const struct {
	const char *name;
	lqcd_link_storage links;
	double csw, mu;
	lqcd_schur_form schur;
	int own;
} rows[] = {{"Wilson", LQCD_LINK_18, 0, 0, LQCD_SCHUR_ASYMMETRIC, 0},
	    {"Wilson, 12 reals", LQCD_LINK_12, 0, 0, LQCD_SCHUR_ASYMMETRIC, 0},
	    {"clover", LQCD_LINK_18, 1.2, 0, LQCD_SCHUR_ASYMMETRIC, 0},
	    {"clover, symmetric", LQCD_LINK_18, 1.2, 0, LQCD_SCHUR_SYMMETRIC, 0},
	    {"twisted mass", LQCD_LINK_18, 0, 0.3, LQCD_SCHUR_ASYMMETRIC, 0},
	    {"twisted, symmetric", LQCD_LINK_18, 0, 0.3, LQCD_SCHUR_SYMMETRIC, 0},
	    {"clover and twisted", LQCD_LINK_18, 1.2, 0.3, LQCD_SCHUR_ASYMMETRIC, 0},
	    {"own operator", LQCD_LINK_18, 0, 0, LQCD_SCHUR_ASYMMETRIC, 1},
	    {"Shamir domain wall", LQCD_LINK_18, 0, 0, LQCD_SCHUR_ASYMMETRIC, 0},
	    {"Moebius domain wall", LQCD_LINK_18, 0, 0, LQCD_SCHUR_ASYMMETRIC, 0}};
enum { ROWS = 10, WALL_ROWS = 2, SPINORS = ROWS - WALL_ROWS, LS = 4 };

#define LQCD_TAG vd
#include "operators.inc"
#define LQCD_TAG vf
#include "operators.inc"
#define LQCD_TAG vh
#include "operators.inc"

/* ---- the table --------------------------------------------------------------------------------------------------- */

typedef enum {
	APPLY,
	ADJOINT,
	GAMMA5,
	TERM,
	LOGDET,
	SCHUR,
	CG,
	BICGSTAB,
	THEN_CG,
	MIXED_F,
	MIXED_H,
	MANY,
	SHIFTS,
	SPECTRUM,
	SAP,
	MULTIGRID,
	INVERTER,
	PROPAGATOR,
	FORCE,
	RATIO,
	RHMC,
	HMC,
	USES
} use;
static const char *const use_name[USES] = {"apply",  "adjoint",  "gamma5",  "term",      "logdet",   "schur",
					   "CG",     "BiCGStab", "then CG", "mixed f",   "mixed h",  "many",
					   "shifts", "spectrum", "Schwarz", "multigrid", "inverter", "propagator",
					   "force",  "ratio",    "RHMC",    "HMC"};
static char table[ROWS][USES]; /* 0: no call takes it */

/* Checks that d is at most `most`. */
static void within(int row, use what, double d, double most)
{
	const int ok = d <= most;
	tap_ok(ok, "%s, %s: %.1e", rows[row].name, use_name[what], d);
	if (table[row][what] != '!') table[row][what] = ok ? '+' : '!';
}

static void expect_refusal(int row, use what, lqcd_status s)
{
	tap_ok(s == LQCD_ERR_ARGUMENT, "%s, %s: refused, %s", rows[row].name, use_name[what], lqcd_status_text(s));
	table[row][what] = s == LQCD_ERR_ARGUMENT ? 'r' : '!';
}

static void print_table(void)
{
	char line[200];
	tap_diag("+ works, r is refused by a status, . no call takes it, ! fails");
	for (int k = 0; k < USES; k++) tap_diag("%c %s", 'a' + k, use_name[k]);
	snprintf(line, sizeof line, "%-20s", "");
	for (int k = 0; k < USES; k++) snprintf(line + 20 + 2 * k, 3, " %c", 'a' + k);
	tap_diag("%s", line);
	for (int row = 0; row < ROWS; row++) {
		snprintf(line, sizeof line, "%-20s", rows[row].name);
		for (int k = 0; k < USES; k++)
			snprintf(line + 20 + 2 * k, 3, " %c", table[row][k] ? table[row][k] : '.');
		tap_diag("%s", line);
	}
}

/* ---- the operators once more, naively ---------------------------------------------------------------------------- */

static naive_complex *links, *in, *hop, *other, *site_term, *rhs;
static double *sizes;
static lqcd_spinor_field_vd a, b, x, y; /* full */
static const size_t numbers = 256 * (size_t)NAIVE_SPINOR;

/* links of direction T, times (re, im) */
static void turn_links(double re, double im)
{
	naive_get(lqcd_gauge_field_view_vd(&thermal), links);
	for (size_t k = 0; k < 256 * (size_t)NAIVE_LINKS; k++)
		if (k % NAIVE_LINKS < NAIVE_MATRIX) links[k] = naive_mul(links[k], naive_make(re, im));
}

/* hop = H in: S + e^c F + e^-c B, where links U_0 give S + F + B, i U_0 give S + i F - i B, and 0 gives S. */
static void naive_row_hop(int row)
{
	const double ch = cosh(POTENTIAL), sh = sinh(POTENTIAL);
	turn_links(1, 0);
	naive_hop(lat.extent, rows[row].own ? 1 : BOUNDARY, links, in, 1, hop, sizes);
	if (!rows[row].own) return;
	turn_links(0, 1);
	naive_hop(lat.extent, 1, links, in, 1, other, sizes);
	turn_links(0, 0);
	naive_hop(lat.extent, 1, links, in, 1, site_term, sizes);
	for (size_t k = 0; k < numbers; k++) {
		const naive_complex s = site_term[k], all = hop[k], turned = other[k];
		hop[k] = naive_make(s.re + ch * (all.re - s.re) + sh * (turned.im - s.im),
				    s.im + ch * (all.im - s.im) - sh * (turned.re - s.re));
	}
}

/* |from - D of| / |from| */
static double residual(int row, const lqcd_dirac_vd *d, const lqcd_spinor_field_vd *of,
		       const lqcd_spinor_field_vd *from)
{
	lqcd_spinor_field_vd t;
	naive_get(lqcd_spinor_field_view_vd(of), in);
	naive_row_hop(row);
	must(lqcd_spinor_field_create_vd(&t, &lat, LQCD_FULL));
	lqcd_dirac_term_vd(&t, d, of, 0, 0);
	naive_get(lqcd_spinor_field_view_vd(&t), site_term);
	lqcd_spinor_field_destroy_vd(&t);
	naive_get(lqcd_spinor_field_view_vd(from), rhs);
	for (size_t k = 0; k < numbers; k++)
		site_term[k] = naive_make(site_term[k].re - 0.5 * hop[k].re, site_term[k].im - 0.5 * hop[k].im);
	return naive_distance(site_term, rhs, numbers);
}

/* log |det| of an n x n matrix, which is lost */
static double log_determinant(naive_complex *m, int n)
{
	double sum = 0;
	for (int k = 0; k < n; k++) {
		int best = k;
		for (int i = k; i < n; i++)
			if (naive_abs2(m[i * n + k]) > naive_abs2(m[best * n + k])) best = i;
		for (int j = 0; j < n; j++) {
			const naive_complex swap = m[k * n + j];
			m[k * n + j] = m[best * n + j];
			m[best * n + j] = swap;
		}
		const double n2 = naive_abs2(m[k * n + k]);
		sum += 0.5 * log(n2);
		for (int i = k + 1; i < n; i++) {
			naive_complex by = naive_mul(m[i * n + k], naive_conj(m[k * n + k]));
			by = naive_make(-by.re / n2, -by.im / n2);
			for (int j = k; j < n; j++) m[i * n + j] = naive_add(m[i * n + j], naive_mul(by, m[k * n + j]));
		}
	}
	return sum;
}

/* field := 1 in one component of all sites */
static void unit_field(lqcd_spinor_field_vd *to, int component)
{
	for (size_t k = 0; k < numbers; k++) in[k] = naive_make((int)(k % NAIVE_SPINOR) == component, 0);
	naive_put(lqcd_spinor_field_view_vd(to), in);
}

static double spinor_distance(const lqcd_spinor_field_vd *got, lqcd_spinor_field_vd *want)
{
	const double n2 = lqcd_spinor_field_norm2_vd(want);
	lqcd_spinor_field_axpy_vd(want, -1, got);
	return sqrt(lqcd_spinor_field_norm2_vd(want) / n2);
}

static void fresh(lqcd_spinor_field_vd *to)
{
	lqcd_spinor_field_gaussian_vd(to, tap_random_u64(), 0);
}

/* ---- what an operator is ----------------------------------------------------------------------------------------- */

/* |<b, D a> - <D^+ b, a>|; M likewise, and M of x against the right-hand side of D x. */
static void check_apply(int row, const lqcd_dirac_vd *d)
{
	lqcd_spinor_field_vd ae = lqcd_spinor_field_part_vd(&a, LQCD_EVEN),
			     be = lqcd_spinor_field_part_vd(&b, LQCD_EVEN),
			     xe = lqcd_spinor_field_part_vd(&x, LQCD_EVEN),
			     ye = lqcd_spinor_field_part_vd(&y, LQCD_EVEN),
			     xo = lqcd_spinor_field_part_vd(&x, LQCD_ODD);
	fresh(&a);
	fresh(&b);
	lqcd_dirac_apply_vd(&x, d, &a, 0, NULL);
	lqcd_dirac_apply_vd(&y, d, &b, 1, NULL);
	const double size = sqrt(lqcd_spinor_field_norm2_vd(&x) * lqcd_spinor_field_norm2_vd(&b));
	const lqcd_complex_d p = lqcd_spinor_field_dot_vd(&b, &x), q = lqcd_spinor_field_dot_vd(&y, &a);
	within(row, APPLY, residual(row, d, &a, &x), 1e-13);
	within(row, ADJOINT, hypot(p.re - q.re, p.im - q.im) / size, 1e-13);
	lqcd_spinor_field_gamma5_vd(&x, &b);
	lqcd_spinor_field_copy_vd(&b, &y);
	lqcd_dirac_apply_vd(&y, d, &x, 0, NULL);
	lqcd_spinor_field_gamma5_vd(&y, &y);
	const double g5 = spinor_distance(&y, &b);
	tap_ok(d->gamma5_hermitian ? g5 <= 1e-13 : g5 > 1e-3, "%s: g5 D g5 and D^+ differ by %.1e", rows[row].name, g5);
	table[row][GAMMA5] = d->gamma5_hermitian ? g5 <= 1e-13 ? '+' : '!' : 'r';
	fresh(&b);
	lqcd_schur_apply_vd(&xe, d, &ae, &xo, 0);
	lqcd_schur_apply_vd(&ye, d, &be, &xo, 1);
	const lqcd_complex_d u0 = lqcd_spinor_field_dot_vd(&be, &xe), u1 = lqcd_spinor_field_dot_vd(&ye, &ae);
	within(row, SCHUR, hypot(u0.re - u1.re, u0.im - u1.im) / size, 1e-13);
	lqcd_dirac_apply_vd(&b, d, &a, 0, NULL);
	lqcd_schur_rhs_vd(&ye, d, &b, &xo);
	lqcd_schur_guess_vd(&a, d);
	lqcd_schur_apply_vd(&xe, d, &ae, &xo, 0);
	within(row, SCHUR, spinor_distance(&xe, &ye), 1e-13);
}

static void check_site_term(int row, const lqcd_dirac_vd *d)
{
	naive_complex *m = naive_alloc(numbers * NAIVE_SPINOR);
	double sum = 0;
	for (int dagger = 0; dagger < 2; dagger++) {
		fresh(&a);
		lqcd_dirac_term_vd(&x, d, &a, 0, dagger);
		lqcd_dirac_term_vd(&x, d, &x, 1, dagger);
		within(row, TERM, spinor_distance(&x, &a), 1e-13);
	}
	for (int c = 0; c < NAIVE_SPINOR; c++) {
		unit_field(&a, c);
		lqcd_dirac_term_vd(&x, d, &a, 0, 0);
		naive_get(lqcd_spinor_field_view_vd(&x), site_term);
		for (size_t k = 0; k < numbers; k++) m[k * NAIVE_SPINOR + (size_t)c] = site_term[k];
	}
	for (size_t site = 0; site < 256; site++)
		if (on_parity(lat.extent, site * NAIVE_SPINOR, LQCD_ODD))
			sum += log_determinant(m + site * NAIVE_SPINOR * NAIVE_SPINOR, NAIVE_SPINOR);
	within(row, LOGDET, fabs(lqcd_dirac_logdet_vd(d, LQCD_ODD) / sum - 1), 1e-12);
	free(m);
}

/* ---- solvers ----------------------------------------------------------------------------------------------------- */

static void solved(int row, use what, const lqcd_dirac_vd *d, lqcd_status s)
{
	within(row, what, s == LQCD_OK ? residual(row, d, &x, &b) : DBL_MAX, 1.01e-10);
	lqcd_spinor_field_zero_vd(&x);
}

static void check_krylov(int row, quark_vd *q)
{
	static const lqcd_method method[3] = {LQCD_CG, LQCD_BICGSTAB, LQCD_BICGSTAB_THEN_CG};
	const lqcd_solve_params p = lqcd_solve_params_default();
	quark_vf f32;
	quark_vh h16;
	fresh(&b);
	lqcd_spinor_field_zero_vd(&x);
	for (int k = 0; k < 3; k++)
		solved(row, (use)(CG + k), &q->d, lqcd_dirac_solve_vd(&x, &q->d, &b, method[k], &p).status);
	quark_create_vf(&f32, row, OPERATOR_MASS);
	for (int k = 0; k < 3; k++)
		solved(row, MIXED_F, &q->d, lqcd_dirac_solve_mixed_vd_vf(&x, &q->d, &f32.d, &b, method[k], &p).status);
	quark_destroy_vf(&f32);
	if (rows[row].own) return;
	quark_create_vh(&h16, row, OPERATOR_MASS);
	solved(row, MIXED_H, &q->d,
	       lqcd_dirac_solve_mixed_vd_vh(&x, &q->d, &h16.d, &b, LQCD_BICGSTAB_THEN_CG, &p).status);
	quark_destroy_vh(&h16);
}

static void check_many(int row, quark_vd *q)
{
	const lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_solve_result r[3];
	lqcd_multi_spinor_field_vd mx, mb;
	if (rows[row].own) return;
	must(lqcd_multi_spinor_field_create_over_vd(&mx, &lat, LQCD_FULL, 3, LQCD_OVER_SITES));
	must(lqcd_multi_spinor_field_create_over_vd(&mb, &lat, LQCD_FULL, 3, LQCD_OVER_SITES));
	for (int n = 0; n < 3; n++) {
		fresh(&b);
		must(lqcd_multi_spinor_field_put_vd(&mb, n, lqcd_spinor_field_view(&b)));
	}
	const lqcd_multi_dirac_vd d = lqcd_wilson_multi_dirac_vd(&q->wilson);
	const lqcd_status s = lqcd_multi_dirac_solve_vd(&mx, &d, &mb, LQCD_BICGSTAB, &p, r);
	if (q->d.term)
		expect_refusal(row, MANY, s);
	else
		for (int n = 0; n < 3; n++) {
			must(lqcd_multi_spinor_field_get_vd(lqcd_spinor_field_view(&x), &mx, n));
			must(lqcd_multi_spinor_field_get_vd(lqcd_spinor_field_view(&b), &mb, n));
			solved(row, MANY, &q->d, r[n].status);
		}
	lqcd_multi_spinor_field_destroy_vd(&mx);
	lqcd_multi_spinor_field_destroy_vd(&mb);
}

/* (M^+ M + sigma_k) x_k = b, and the ends of the spectrum of M^+ M, which are returned. */
static lqcd_spectrum check_shifts(int row, const lqcd_dirac_vd *d)
{
	static const double sigma[3] = {0.5, 0, 3};
	const lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_spinor_field_vd v[3], be = lqcd_spinor_field_part_vd(&b, LQCD_EVEN),
				   ye = lqcd_spinor_field_part_vd(&y, LQCD_EVEN);
	lqcd_solve_result r[3];
	lqcd_operator_vd op, normal_op;
	lqcd_schur_vd schur;
	lqcd_normal_vd normal;
	lqcd_spectrum ends;
	fresh(&b);
	for (int k = 0; k < 3; k++) must(lqcd_spinor_field_create_vd(&v[k], &lat, LQCD_EVEN));
	must(lqcd_schur_create_vd(&op, &schur, d, &be));
	must(lqcd_normal_create_vd(&normal_op, &normal, &op, &be));
	const lqcd_status s = lqcd_multishift_vd(v, &normal_op, sigma, 3, &be, &p, r);
	const double size = lqcd_spinor_field_norm2_vd(&be);
	for (int k = 0; k < 3; k++) {
		normal_op.apply(&ye, &v[k], 0, normal_op.context);
		lqcd_spinor_field_axpy_vd(&ye, sigma[k], &v[k]);
		lqcd_spinor_field_axpy_vd(&ye, -1, &be);
		within(row, SHIFTS, s == LQCD_OK ? sqrt(lqcd_spinor_field_norm2_vd(&ye) / size) : DBL_MAX, 1.01e-10);
	}
	must(lqcd_spectrum_find_vd(&ends, &normal_op, &be, 0.01, LQCD_SPECTRUM_STEPS));
	/* The quotient of the solution without shift is near the low end, that of b in the middle. */
	normal_op.apply(&ye, &v[1], 0, normal_op.context);
	const double low = lqcd_spinor_field_dot_vd(&v[1], &ye).re / lqcd_spinor_field_norm2_vd(&v[1]);
	within(row, SPECTRUM, ends.low > 0 && ends.low <= 1.02 * low && low < ends.high ? 0 : 1, 0);
	lqcd_normal_destroy_vd(&normal);
	lqcd_schur_destroy_vd(&schur);
	for (int k = 0; k < 3; k++) lqcd_spinor_field_destroy_vd(&v[k]);
	return ends;
}

static void check_preconditioned(int row, quark_vd *q)
{
	const lqcd_solve_params p = lqcd_solve_params_default();
	const lqcd_multigrid_params mp = small_multigrid(8, 20);
	lqcd_sap_params sp = lqcd_sap_params_default();
	lqcd_multigrid_vf mg;
	lqcd_sap_vd sap;
	quark_vf low;
	for (int mu = 0; mu < 4; mu++) sp.block[mu] = 2;
	fresh(&b);
	lqcd_spinor_field_zero_vd(&x);
	if (!rows[row].own) {
		must(lqcd_sap_create_vd(&sap, &q->wilson, &sp, NULL));
		solved(row, SAP, &q->d, lqcd_gcr_vd(&x, &sap.op, &b, lqcd_sap_preconditioner_vd(&sap), 16, &p).status);
		lqcd_sap_destroy_vd(&sap);
	}
	quark_create_vf(&low, row, OPERATOR_MASS);
	must(lqcd_dirac_multigrid_create_vf(&mg, &low.d, &mp, NULL));
	solved(row, MULTIGRID, &q->d, lqcd_dirac_solve_multigrid_vd_vf(&x, &q->d, &mg, &b, &p).status);
	lqcd_multigrid_destroy_vf(&mg);
	quark_destroy_vf(&low);
}

static void check_inverter(int row, quark_vd *q)
{
	static const int origin[4] = {0, 1, 2, 3};
	lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_spinor_field_d s[LQCD_COLUMNS], xd, bd;
	lqcd_inverter inv;
	quark_vf low;
	quark_create_vf(&low, row, OPERATOR_MASS);
	must(lqcd_spinor_field_create_d(&xd, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create_d(&bd, &lat, LQCD_FULL));
	must(lqcd_propagator_create(s, &lat));
	fresh(&b);
	must(lqcd_field_convert(lqcd_spinor_field_view_d(&bd), lqcd_spinor_field_view_vd(&b)));
	must(lqcd_inverter_create_for_vd(&inv, &q->d, &low.d, LQCD_BICGSTAB_THEN_CG));
	lqcd_status status = lqcd_inverter_solve(&inv, &xd, &bd, &p).status;
	must(lqcd_field_convert(lqcd_spinor_field_view_vd(&x), lqcd_spinor_field_view_d(&xd)));
	solved(row, INVERTER, &q->d, status);
	must(lqcd_propagator_point_source(s, origin));
	status = lqcd_propagator_solve_by(s, &inv, &p, NULL);
	must(lqcd_point_source(&bd, origin, 5 / LQCD_NC, 5 % LQCD_NC));
	must(lqcd_field_convert(lqcd_spinor_field_view_vd(&b), lqcd_spinor_field_view_d(&bd)));
	must(lqcd_field_convert(lqcd_spinor_field_view_vd(&x), lqcd_spinor_field_view_d(&s[5])));
	solved(row, PROPAGATOR, &q->d, status);
	p.inner = LQCD_HALF;
	if (rows[row].own) expect_refusal(row, MIXED_H, lqcd_inverter_solve(&inv, &xd, &bd, &p).status);
	lqcd_inverter_destroy(&inv);
	lqcd_propagator_destroy(s);
	lqcd_spinor_field_destroy_d(&xd);
	lqcd_spinor_field_destroy_d(&bd);
	quark_destroy_vf(&low);
}

/* ---- hybrid Monte Carlo ------------------------------------------------------------------------------------------ */

/* The force against the derivative of the action. */
static void slope(int row, use what, const lqcd_hmc_term_vd *term)
{
	const unsigned long failed = tap_state.failed;
	char name[64];
	snprintf(name, sizeof name, "%s, ", rows[row].name);
	must(term->refresh(term->self, &thermal, tap_random_u64(), 0));
	check_slope(term, name, use_name[what]);
	table[row][what] = tap_state.failed > failed ? '!' : '+';
}

/* Whether a row has a pseudofermion: with links of 18 reals, the asymmetric form, and a D that suits; s, the status of its
 * creation, must agree. */
static int takes_pseudofermion(int row, use what, lqcd_status s, int suits)
{
	const int takes = suits && rows[row].links == LQCD_LINK_18 && rows[row].schur == LQCD_SCHUR_ASYMMETRIC;
	if (takes)
		must(s);
	else
		expect_refusal(row, what, s);
	return takes;
}

static void check_two_flavours(int row, int ratio)
{
	lqcd_pseudofermion_vd pf;
	quark_vd light, heavy;
	const use what = ratio ? RATIO : FORCE;
	quark_create_vd(&light, row, OPERATOR_MASS);
	quark_create_vd(&heavy, row, OPERATOR_HEAVY);
	const lqcd_status s = lqcd_pseudofermion_create_for_vd(&pf, &light.d, ratio ? &heavy.d : NULL);
	if (takes_pseudofermion(row, what, s, 1)) {
		pf.action.tolerance = pf.force.tolerance = 1e-13;
		const lqcd_hmc_term_vd term = lqcd_pseudofermion_term_vd(&pf);
		slope(row, what, &term);
	}
	lqcd_pseudofermion_destroy_vd(&pf);
	quark_destroy_vd(&light);
	quark_destroy_vd(&heavy);
}

static void check_operators_rational(int row, lqcd_spectrum ends)
{
	lqcd_rhmc_vd r;
	quark_vd q;
	quark_create_vd(&q, row, OPERATOR_MASS);
	const lqcd_status s = lqcd_rhmc_create_for_vd(&r, &q.d, 0.3 * ends.low, 2 * ends.high, 1e-7);
	if (takes_pseudofermion(row, RHMC, s, q.d.gamma5_hermitian)) {
		r.action.tolerance = r.force.tolerance = 1e-13;
		const lqcd_hmc_term_vd term = lqcd_rhmc_term_vd(&r);
		slope(row, RHMC, &term);
	}
	lqcd_rhmc_destroy_vd(&r);
	quark_destroy_vd(&q);
}

/* There and back along a trajectory. */
static void check_hmc(int row)
{
	const unsigned long failed = tap_state.failed;
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, 0, tap_random_u64());
	lqcd_pseudofermion_vd pf;
	lqcd_hmc_vd hmc;
	quark_vd q;
	quark_create_vd(&q, row, OPERATOR_MASS);
	const lqcd_status s = lqcd_pseudofermion_create_for_vd(&pf, &q.d, NULL);
	if (s != LQCD_OK)
		expect_refusal(row, HMC, s);
	else {
		const lqcd_hmc_term_vd term = lqcd_pseudofermion_term_vd(&pf);
		chain.level[0].steps = 4;
		pf.force.tolerance = 1e-13;
		must(lqcd_hmc_create_vd(&hmc, &lat, &chain));
		must(lqcd_hmc_add_vd(&hmc, &term, 0));
		lqcd_gauge_field_copy_vd(&u, &thermal);
		check_back(&hmc, 0.5);
		table[row][HMC] = tap_state.failed > failed ? '!' : '+';
		lqcd_hmc_destroy_vd(&hmc);
	}
	lqcd_pseudofermion_destroy_vd(&pf);
	quark_destroy_vd(&q);
}

#include "operators_wall.h"

/* ---- across the table -------------------------------------------------------------------------------------------- */

/* The own operator without potential is Wilson's: the general coarse operator against the one tuned to links. */
static void check_galerkin(void)
{
	lqcd_multigrid_params p = small_multigrid(8, 20);
	lqcd_multigrid_vd mg[2];
	lqcd_base_vd *v, *w_[2];
	lqcd_wilson_vd W;
	own_vd o;
	double r2 = 0, n2 = 0;
	p.rounds = 0;
	memset((void *)&o, 0, sizeof o);
	must(lqcd_wilson_create_vd(&W, lqcd_gauge_field_view_vd(&thermal), OPERATOR_MASS, 1));
	must(own_create_vd(&o, lqcd_gauge_field_view_vd(&thermal), OPERATOR_MASS, 0));
	const lqcd_dirac_vd d = lqcd_wilson_dirac_vd(&W);
	must(lqcd_dirac_multigrid_create_vd(&mg[0], &d, &p, NULL));
	must(lqcd_dirac_multigrid_create_vd(&mg[1], &o.d, &p, NULL));
	const size_t n = (size_t)mg[0].coarse.lat.all * mg[0].coarse.field;
	v = lqcd_coarse_field_vd(&mg[0].coarse);
	for (int k = 0; k < 2; k++) w_[k] = lqcd_coarse_field_vd(&mg[k].coarse);
	if (!v || !w_[0] || !w_[1]) exit(99);
	for (size_t k = 0; k < n; k++) v[k] = tap_random();
	for (int k = 0; k < 2; k++) lqcd_coarse_apply_vd(&mg[k].coarse, w_[k], v);
	for (size_t k = 0; k < n; k++) {
		n2 += w_[0][k] * w_[0][k];
		r2 += (w_[0][k] - w_[1][k]) * (w_[0][k] - w_[1][k]);
	}
	tap_ok(n2 > 0 && sqrt(r2 / n2) <= 1e-11, "two ways to a coarse operator: within %.1e", sqrt(r2 / n2));
	o.d.masks = 0;
	lqcd_multigrid_destroy_vd(&mg[1]);
	tap_ok(lqcd_dirac_multigrid_create_vd(&mg[1], &o.d, &p, NULL) == LQCD_ERR_ARGUMENT,
	       "multigrid without masks is refused");
	lqcd_multigrid_destroy_vd(&mg[0]);
	lqcd_free(v);
	for (int k = 0; k < 2; k++) lqcd_free(w_[k]);
	for (int k = 0; k < 2; k++) lqcd_gauge_field_destroy_vd(&o.u[k]);
	lqcd_wilson_destroy_vd(&W);
}

/* Precisions with different even-odd forms. */
static void check_mismatch(void)
{
	const lqcd_solve_params p = lqcd_solve_params_default();
	quark_vd q;
	quark_vf low;
	quark_create_vd(&q, 2, OPERATOR_MASS);
	quark_create_vf(&low, 3, OPERATOR_MASS);
	fresh(&b);
	tap_ok(lqcd_dirac_solve_mixed_vd_vf(&x, &q.d, &low.d, &b, LQCD_CG, &p).status == LQCD_ERR_ARGUMENT,
	       "mixed precision of two even-odd forms is refused");
	quark_destroy_vd(&q);
	quark_destroy_vf(&low);
}

static void check_row(int row)
{
	quark_vd q;
	quark_create_vd(&q, row, OPERATOR_MASS);
	check_apply(row, &q.d);
	check_site_term(row, &q.d);
	check_krylov(row, &q);
	check_many(row, &q);
	const lqcd_spectrum ends = check_shifts(row, &q.d);
	check_preconditioned(row, &q);
	check_inverter(row, &q);
	quark_destroy_vd(&q);
	check_two_flavours(row, 0);
	check_two_flavours(row, 1);
	check_operators_rational(row, ends);
	check_hmc(row);
}

static void test_operators(void)
{
	lqcd_spinor_field_vd *const field[4] = {&a, &b, &x, &y};
	case_create();
	make_gamma();
	links = naive_alloc(256 * (size_t)NAIVE_LINKS);
	naive_complex **const array[5] = {&in, &hop, &other, &site_term, &rhs};
	for (int k = 0; k < 5; k++) *array[k] = naive_alloc(numbers);
	sizes = (double *)malloc(256 * sizeof *sizes);
	if (!sizes) exit(99);
	for (int k = 0; k < 4; k++) must(lqcd_spinor_field_create_vd(field[k], &lat, LQCD_FULL));
	for (int row = 0; row < SPINORS; row++) check_row(row);
	check_wall(SPINORS, 1, 0);
	check_wall(SPINORS + 1, 1.5, 0.5);
	check_galerkin();
	check_mismatch();
	print_table();
	for (int k = 0; k < 4; k++) lqcd_spinor_field_destroy_vd(field[k]);
	for (int k = 0; k < 5; k++) free(*array[k]);
	free(links);
	free(sizes);
	case_destroy();
}
