/* tests/physics/clover.c: lqcd/gauge/field_strength.h and lqcd/dirac/clover.h against naive ones, and what holds of them
 * by themselves: inverses, determinants, even-odd forms, symmetries, free fields, errors. The checks of one tag are in
 * clover.inc. Correlators with csw 1 are in references.c. */
#include "../unit/alloc_hook.h"

#define LQCD_DEBUG
#define LQCD_CACHE 200000 /* bytes: so that the second hop of an even-odd form follows the first */

#include <float.h>

#include <lqcd/dirac/clover.h>
#include <lqcd/linalg.h>

#include "../support.h"
#include "naive_wilson.h"

/* A link U_mu(x) or its adjoint on the way through a loop. */
static void naive_step(const int *l, const naive_complex *u, int *x, int mu, int sign, naive_complex *p)
{
	naive_complex r[NAIVE_MATRIX];
	if (sign < 0) x[mu] = (x[mu] + l[mu] - 1) % l[mu];
	naive_matmul(r, p, 0, u + (size_t)(4 * naive_site(l, x) + mu) * NAIVE_MATRIX, sign < 0);
	if (sign > 0) x[mu] = (x[mu] + 1) % l[mu];
	memcpy(p, r, sizeof r);
}

/* F_munu at a site, walking around the four leaves. */
static void naive_field_strength(const int *l, const naive_complex *u, int site, int mu, int nu, int traceless,
				 naive_complex *f)
{
	static const int turn[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
	naive_complex q[NAIVE_MATRIX];
	memset(q, 0, sizeof q);
	for (int leaf = 0; leaf < 4; leaf++) {
		int x[4];
		naive_complex p[NAIVE_MATRIX];
		naive_coords(l, site, x);
		for (int k = 0; k < NAIVE_MATRIX; k++) p[k] = naive_make(k % (NAIVE_NC + 1) == 0, 0);
		for (int side = 0; side < 4; side++) {
			const int *step = turn[(leaf + side) % 4];
			naive_step(l, u, x, step[0] ? mu : nu, step[0] + step[1], p);
		}
		for (int k = 0; k < NAIVE_MATRIX; k++) q[k] = naive_add(q[k], p[k]);
	}
	for (int k = 0; k < NAIVE_MATRIX; k++) {
		const naive_complex z = q[k], w = naive_conj(q[k % NAIVE_NC * NAIVE_NC + k / NAIVE_NC]);
		f[k] = naive_make((z.re - w.re) / 8, (z.im - w.im) / 8);
	}
	const double trace = naive_trace(f).im / NAIVE_NC;
	for (int i = 0; traceless && i < NAIVE_NC; i++) f[i * (NAIVE_NC + 1)].im -= trace;
}

/* The term of D as matrices of all rows of a site: diagonal - csw/2 sum_(mu<nu) g_mu g_nu F_munu, without mu. */
static naive_complex *naive_term(const int *l, const naive_complex *u, double diagonal, double csw, int traceless)
{
	const size_t each = NAIVE_SPINOR * NAIVE_SPINOR;
	naive_complex *t = naive_alloc((size_t)naive_volume(l) * each);
	for (int site = 0; site < naive_volume(l); site++) {
		naive_complex *m = t + (size_t)site * each;
		for (size_t k = 0; k < each; k++) m[k] = naive_make(k % (NAIVE_SPINOR + 1) == 0 ? diagonal : 0, 0);
		for (int plane = 0; plane < 16; plane++) {
			const int mu = plane / 4, nu = plane % 4;
			naive_complex f[NAIVE_MATRIX];
			if (mu >= nu) continue;
			naive_field_strength(l, u, site, mu, nu, traceless, f);
			for (int s = 0; s < 16; s++) {
				naive_complex g = naive_make(0, 0);
				for (int k = 0; k < 4; k++)
					g = naive_add(g, naive_mul(gamma_matrix[mu][s / 4][k], gamma_matrix[nu][k][s % 4]));
				g = naive_make(-0.5 * csw * g.re, -0.5 * csw * g.im);
				for (int c = 0; c < NAIVE_MATRIX; c++) {
					const int row = s / 4 * NAIVE_NC + c / NAIVE_NC,
						  column = s % 4 * NAIVE_NC + c % NAIVE_NC;
					naive_complex *to = m + row * NAIVE_SPINOR + column;
					*to = naive_add(*to, naive_mul(g, f[c]));
				}
			}
		}
	}
	return t;
}

/* out = (T + i mu g5) in; size[site] += |terms|. */
static void naive_term_mul(const int *l, const naive_complex *t, double mu, const naive_complex *in,
			   naive_complex *out)
{
	for (int n = 0; n < naive_volume(l) * NAIVE_SPINOR; n++) {
		const int site = n / NAIVE_SPINOR, row = n % NAIVE_SPINOR;
		const naive_complex *m = t + (size_t)n * NAIVE_SPINOR, *psi = in + (size_t)site * NAIVE_SPINOR;
		out[n] = naive_mul(naive_make(0, row < 2 * NAIVE_NC ? mu : -mu), psi[row]);
		for (int k = 0; k < NAIVE_SPINOR; k++) out[n] = naive_add(out[n], naive_mul(m[k], psi[k]));
	}
}

/* log |det (T + i mu g5)| of a site, by elimination with pivots. */
static double naive_logdet(const naive_complex *t, double mu)
{
	naive_complex m[NAIVE_SPINOR][NAIVE_SPINOR];
	double value = 0;
	memcpy(m, t, sizeof m);
	for (int k = 0; k < NAIVE_SPINOR; k++) m[k][k].im += k < 2 * NAIVE_NC ? mu : -mu;
	for (int k = 0; k < NAIVE_SPINOR; k++) {
		int pivot = k;
		for (int i = k; i < NAIVE_SPINOR; i++)
			if (naive_abs2(m[i][k]) > naive_abs2(m[pivot][k])) pivot = i;
		naive_complex row[NAIVE_SPINOR];
		memcpy(row, m[pivot], sizeof row);
		memcpy(m[pivot], m[k], sizeof row);
		const double size = naive_abs2(row[k]);
		value += 0.5 * log(size);
		for (int i = k + 1; i < NAIVE_SPINOR; i++) {
			const naive_complex z = naive_mul(m[i][k], naive_conj(row[k]));
			for (int j = k; j < NAIVE_SPINOR; j++)
				m[i][j] = naive_add(m[i][j], naive_mul(naive_make(-z.re / size, -z.im / size), row[j]));
		}
	}
	return value;
}

/* What all tags are compared with on one lattice. */
typedef struct {
	int l[4], bc;
	size_t n;
	uint64_t seed;
	double mass;
	lqcd_clover_params p;
	const char *name;
} clover_case;

/* Scalars, lanes, and storage in 16 bits: hops of more tags take long to compile. The others are in references.c and
 * mpi/clover.c. */
#define LQCD_TAG d
#include "clover.inc"
#define LQCD_TAG vf
#include "clover.inc"
#define LQCD_TAG vh
#include "clover.inc"

/* Blocks that are singular, alone or in one lane, and random ones that are indefinite. */
static void check_blocks(void)
{
	lqcd_clover_vd a, b, square;
	double *x = (double *)(void *)&a, *y = (double *)(void *)&b, worst = 0, far = 0;
	const int reals = (int)(sizeof a / sizeof *x);
	for (int k = 0; k < reals; k++) x[k] = tap_random();
	for (int i = 0; i < 2 * LQCD__CLOVER_ROWS; i++) {
		const int block = i / LQCD__CLOVER_ROWS, row = i % LQCD__CLOVER_ROWS;
		double *d = (double *)(void *)&a.c[block].diag[row];
		for (int w = 0; w < LQCD_LANES_vd; w++) d[w] = (row % 2 ? -20 : 20) + d[w];
	}
	memset((void *)&b, 0xff, sizeof b);
	tap_ok(lqcd_clover_invert_vd(&b, &a) == 0, "indefinite blocks have inverses");
	/* A A^-1 = 1, column by column. */
	for (int column = 0; column < 4 * LQCD_NC; column++) {
		lqcd_spinor_vd e, v, w;
		lqcd_spinor_zero_vd(&e);
		lqcd_spinor_zero_vd(&v);
		lqcd_spinor_zero_vd(&w);
		e.c[column / LQCD_NC].c[column % LQCD_NC].re = lqcd_set1_vd(1);
		lqcd_clover_muladd_vd(&v, &b, &e);
		lqcd_clover_muladd_vd(&w, &a, &v);
		lqcd_spinor_sub_vd(&w, &w, &e);
		worst = tap_worst(worst, sqrt(lqcd_spinor_norm2_vd(&w)));
	}
	tap_ok(worst < 1e-14 * sqrt(LQCD_LANES_vd), "A A^-1 = 1 within %.1e", worst);
	lqcd_clover_square_vd(&square, &a, 0.25);
	double det[LQCD_LANES_vd], det2[LQCD_LANES_vd];
	lqcd_clover_block_logdet_vd(&a, det);
	lqcd_clover_square_vd(&square, &a, 0);
	lqcd_clover_block_logdet_vd(&square, det2);
	for (int w = 0; w < LQCD_LANES_vd; w++) far = tap_worst(far, fabs(det2[w] / det[w] - 2));
	tap_ok(far < 1e-13, "log |det A^2| = 2 log |det A| within %.1e", far);
	/* Two equal rows of one lane of the lower block. */
	const int lane = (int)(tap_random_u64() % LQCD_LANES_vd);
	lqcd_clover_block_vd *block = &a.c[1];
	for (int k = 0; k < reals; k++) y[k] = x[k];
	((double *)(void *)&block->diag[0])[lane] = ((double *)(void *)&block->diag[1])[lane] = 3;
	((double *)(void *)&block->low[0].re)[lane] = 3;
	((double *)(void *)&block->low[0].im)[lane] = 0;
	for (int i = 2; i < LQCD__CLOVER_ROWS; i++) {
		lqcd_complex_vd *row = block->low + i * (i - 1) / 2;
		((double *)(void *)&row[1].re)[lane] = ((double *)(void *)&row[0].re)[lane];
		((double *)(void *)&row[1].im)[lane] = ((double *)(void *)&row[0].im)[lane];
	}
	tap_ok(lqcd_clover_invert_vd(&square, &a) == 1 + lane, "two equal rows in lane %d are found", lane);
	x[5 * LQCD_LANES_vd + lane] = tap_nan();
	tap_ok(lqcd_clover_invert_vd(&square, &a) == 1 + lane, "and so is a NaN");
}

/* ---- one tag alone --------------------------------------------------------------------------------------------- */

/* The bits of D in, into f->got: two reals to a complex number. */
static void apply_d(clover_fields_d *f, naive_complex *got)
{
	naive_poison(lqcd_spinor_field_view(&f->out));
	lqcd_wilson_apply(&f->out, &f->D, &f->in, 0);
	naive_get(lqcd_spinor_field_view(&f->out), got);
}

static int same_apply(clover_fields_d *f)
{
	apply_d(f, f->got);
	return !memcmp(f->got, f->ref, f->n * sizeof *f->got);
}

/* set_mu is add with that mu; add replaces what was there; no csw and mu is no term. */
static void check_set_mu(const int *l)
{
	clover_fields_d f;
	lqcd_clover_params p = lqcd_clover_params_default();
	fields_begin_d(&f, l, tap_random_u64(), 0.1, 1);
	p.mu = 0.375;
	must(lqcd_clover_add(&f.D, &f.u, &p, NULL));
	apply_d(&f, f.ref);
	const double l0 = lqcd_clover_logdet(&f.D, LQCD_ODD);
	p.mu = 0;
	must(lqcd_clover_add(&f.D, &f.u, &p, NULL));
	const int changed = !same_apply(&f);
	must(lqcd_clover_set_mu(&f.D, 0.375, NULL));
	tap_ok(changed && same_apply(&f) && fabs(lqcd_clover_logdet(&f.D, LQCD_ODD) - l0) <= 0,
	       "set_mu does what add does with that mu");
	p.csw = 0;
	must(lqcd_clover_add(&f.D, &f.u, &p, NULL));
	apply_d(&f, f.ref);
	lqcd_wilson_destroy(&f.D);
	must(lqcd_wilson_create(&f.D, &f.u, 0.1, 1));
	tap_ok(same_apply(&f), "csw = 0 and mu = 0 is the Wilson operator");
	fields_end_d(&f);
}

/* What is refused, and that D stays as it was. */
static void check_errors(const int *l)
{
	static const int y[4] = {2, 4, 2, 2};
	clover_fields_d f, g;
	lqcd_clover_params p = lqcd_clover_params_default(), q = p;
	lqcd_message why = {""};
	fields_begin_d(&f, l, tap_random_u64(), 0.1, 1);
	fields_begin_d(&g, l, 3, 0.1, 1);
	must(lqcd_clover_add(&f.D, &f.u, &p, &why));
	apply_d(&f, f.ref);
	int refused = 1;
	for (int k = 0; k < 4; k++) {
		const double wrong[4] = {tap_nan(), tap_infinity(), -2e100, 2e100};
		q = p;
		q.csw = wrong[k];
		refused &= lqcd_clover_add(&f.D, &f.u, &q, &why) == LQCD_ERR_ARGUMENT;
		q = p;
		q.mu = wrong[k];
		refused &= lqcd_clover_add(&f.D, &f.u, &q, NULL) == LQCD_ERR_ARGUMENT;
		refused &= lqcd_clover_set_mu(&f.D, wrong[k], &why) == LQCD_ERR_ARGUMENT;
	}
	refused &= lqcd_clover_add(&f.D, &g.u, &p, &why) == LQCD_ERR_GEOMETRY;
	tap_ok(refused && same_apply(&f), "csw and mu that are no numbers, or another lattice: refused, D as before");
	/* A link in X at y: its leaves are those of y and y+X, and of their neighbours in T, Y, Z; y-T is the first. */
	const int ix = lqcd_geometry_index(f.u.type, y, NULL);
	LQCD_4FIELD_AT(&f.u, ix, 1)->e[0][0].re = tap_nan();
	const lqcd_status s = lqcd_clover_add(&f.D, &f.u, &p, &why);
	tap_ok(s == LQCD_ERR_SINGULAR && strstr(why.text, "T X Y Z = 1 4 2 2 ") && same_apply(&f), "NaN in a link: %s",
	       why.text);
	fields_end_d(&f);
	fields_end_d(&g);
}

static void check_memory(const int *l)
{
	clover_fields_d f;
	lqcd_clover_params p = lqcd_clover_params_default();
	lqcd_message why = {""};
	int good = 1, n = 0;
	fields_begin_d(&f, l, tap_random_u64(), 0.1, 1);
	apply_d(&f, f.ref);
	const long live = hook.live;
	for (lqcd_status s = LQCD_ERR_MEMORY; s != LQCD_OK && n < 10; n++) {
		hook.calls = 0;
		hook.fail_at = n + 1;
		why.text[0] = 0;
		s = lqcd_clover_add(&f.D, &f.u, &p, &why);
		hook.fail_at = 0;
		if (s != LQCD_OK)
			good = good && s == LQCD_ERR_MEMORY && *why.text && hook.live == live && same_apply(&f);
	}
	tap_ok(good && n == 4, "without memory for the links or the blocks D stays as it was");
	fields_end_d(&f);
}

int main(void)
{
	static const int shape[4] = {4, 8, 4, 4};
	hook.live = 0;
	make_gamma();
	check_blocks();
	for (int k = 0; k < 3; k++) {
		static const char *const names[3] = {"clover", "clover and mu, no trace", "mu"};
		clover_case c;
		memset(&c, 0, sizeof c);
		memcpy(c.l, shape, sizeof c.l);
		c.bc = k % 2 ? LQCD_PERIODIC : LQCD_ANTIPERIODIC;
		c.mass = 0.3 * tap_random();
		c.seed = tap_random_u64();
		c.p = lqcd_clover_params_default();
		c.p.csw = k < 2 ? 1.3 + 0.5 * tap_random() : 0;
		c.p.mu = k ? 0.4 + 0.2 * tap_random() : 0;
		c.p.traceless = k == 1;
		c.name = names[k];
		check_case_d(&c);
		check_case_vf(&c);
		check_case_vh(&c);
	}
	check_field_strength_d(shape);
	check_field_strength_vf(shape);
	check_free_d(shape);
	check_free_vf(shape);
	check_covariance_d(shape);
	check_covariance_vf(shape);
	check_set_mu(shape);
	check_errors(shape);
	check_memory(shape);
	tap_ok(hook.live == 0, "no memory of the library is left");
	return tap_done();
}
