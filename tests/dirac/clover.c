/* tests/dirac/clover.c: lqcd/gauge/field_strength.h and lqcd/dirac/clover.h against naive ones, and what holds of
 * them by themselves: inverses, determinants, even-odd forms, symmetries, free fields, errors. The checks of a tag are
 * in clover.inc; storage in 16 bits is a matter of wilson_storage.c, correlators with csw 1 of references.c, and more
 * tags, for hops take long to compile, of mpi/wilson.c. */
#include "../support/clover_case.h"

#define LQCD_TAG d
#include "clover.inc"
#define LQCD_TAG vf
#include "clover.inc"

/* Blocks that are singular, alone or in one lane, and random ones that are indefinite. */
static void check_blocks(void)
{
	lqcd_clover_vd a, b, square;
	double *x = (double *)(void *)&a, *y = (double *)(void *)&b, worst = 0, far = 0;
	const int reals = (int)(sizeof a / sizeof *x);
	for (int k = 0; k < reals; k++) x[k] = tap_random();
	for (int i = 0; i < 2 * (2 * LQCD_NC); i++) {
		const int block = i / (2 * LQCD_NC), row = i % (2 * LQCD_NC);
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
	double det[LQCD_LANES_vd], det2[LQCD_LANES_vd];
	lqcd_clover_block_logdet_vd(&a, det);
	lqcd_clover_product_vd(&square, &a, &a, 0);
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
	for (int i = 2; i < (2 * LQCD_NC); i++) {
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

/* set_mu is add with that mu; add replaces the old term; no csw and mu is no term. */
static void check_set_mu(const int *l)
{
	clover_fields_d f;
	lqcd_clover_params p = lqcd_clover_params_default();
	fields_begin_d(&f, l, tap_random_u64(), 0.1, 1);
	p.mu = 0.375;
	must(lqcd_clover_add(&f.D, &f.u, &p, NULL));
	apply_d(&f, f.ref);
	lqcd_dirac_d d = lqcd_wilson_dirac(&f.D);
	const double l0 = lqcd_dirac_logdet(&d, LQCD_ODD);
	p.mu = 0;
	must(lqcd_clover_add(&f.D, &f.u, &p, NULL));
	const int changed = !same_apply(&f);
	must(lqcd_clover_set_mu(&f.D, 0.375, NULL));
	d = lqcd_wilson_dirac(&f.D);
	tap_ok(changed && same_apply(&f) && fabs(lqcd_dirac_logdet(&d, LQCD_ODD) - l0) <= 0,
	       "set_mu does what add does with that mu");
	p.csw = 0;
	must(lqcd_clover_add(&f.D, &f.u, &p, NULL));
	apply_d(&f, f.ref);
	lqcd_wilson_destroy(&f.D);
	must(lqcd_wilson_create(&f.D, &f.u, 0.1, 1));
	tap_ok(same_apply(&f), "csw = 0 and mu = 0 is the Wilson operator");
	fields_end_d(&f);
}

/* Refusals, after which D is as it was. */
static void check_clover_errors(const int *l)
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
	tap_ok(s == LQCD_NAN && strstr(why.text, "NaN") && strstr(why.text, "T X Y Z = 1 4 2 2 ") && same_apply(&f), "NaN in a link: %s",
	       why.text);
	fields_end_d(&f);
	fields_end_d(&g);
}

static void check_clover_memory(const int *l)
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
	tap_ok(good && n == 5, "without memory for the links or the blocks D stays as it was");
	fields_end_d(&f);
}

static void test_clover(void)
{
	static const int shape[4] = {4, 8, 4, 4};
	test_cache = 200000; /* bytes: so that the second hop of an even-odd form follows the first */
	make_gamma();
	check_blocks();
	for (int k = 0; k < 3; k++) {
		const clover_case c = clover_case_make(shape, k);
		check_clover_d(&c);
		check_clover_vf(&c);
	}
	check_field_strength_d(shape);
	check_field_strength_vf(shape);
	check_free_d(shape);
	check_free_vf(shape);
	check_clover_covariance_d(shape);
	check_clover_covariance_vf(shape);
	check_set_mu(shape);
	check_clover_errors(shape);
	check_clover_memory(shape);
	tap_ok(hook.live == 0, "no memory of the library is left");
}
