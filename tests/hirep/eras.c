/* tests/hirep/eras.c: the names that functions had in three generations of HiRep are the same functions. */
#include "libhr.h"
#include "check.h"

/* Names that few programs use. */
static void check_rare(spinor_field *s)
{
	int wrong = 0, states[1024], left = 4;
	double sum = 0, r[2], norm, n;
	float before[5], after[5];
	suNfc u, v, w;
	for (int t = 0; t < T; t++)
		for (int k = 0; k < VOL3; k++) wrong += ipt_4d(t, k) != ipt(t, k / (Y * Z), k / Z % Y, k % Z);
	_ARRAY_SPINOR_MATCHING(s, 2);
	_ONE_SPINOR_FOR_RED(s, , )
	{
		_spinor_prod_re_f(norm, *_SPINOR_PTR(s), *_SPINOR_PTR(s));
		sum += norm;
	}
	_ONE_SITE_FOR_SUM(s, sum)
	{
		_spinor_prod_re_f(norm, *_SITE_PTR(s, 0, 1), *_SITE_PTR(s, 0, 1));
		sum -= norm;
	}
	_FUSE_MASTER_FOR_MAX(&glattice, ix, left) left = _FUSE_IDX(&glattice, ix) > left ? ix : left;
	check(wrong == 0 && fabs(sum) < 1e-9 && left == VOLUME - 1, "ipt_4d, loops");
	random_suNg(&u);
	random_suNg(&v);
	_suNfc_times_suNfc_dagger(w, u, v);
	_suNfc_trace_re(n, w);
	_suNfc_dagger(w, v);
	_suNfc_times_suNfc(v, u, w);
	_suNfc_trace_re(norm, v);
	check(fabs(n - norm) < 1e-14, "_suNfc_ is _suNg_");
	suNf_vector *x = &_FIELD_AT(s, 0)->c[0], a, b;
	_suNf_multiply_default(a, u, *x);
	_suNf_inverse_multiply_default(b, u, a);
	_vector_mul_sub_assign_g(b, 1, *x);
	_vector_i_mul_add_assign_g(b, 2, *x);
	_vector_i_mul_sub_assign_g(b, 2, *x);
	_vector_prod_re_f(n, b, b);
	check(n < 1e-28, "_default, _vector_.._g");
	ranlxd(r, 2);
	rlxs_get(states);
	ranlxs(before, 5);
	rlxs_reset(states);
	ranlxs(after, 5);
	check(rlxs_size() <= 1024 && !memcmp(before, after, sizeof after), "a generator's state");
}

int main(int argc, char *argv[])
{
	const char *output = "out_0";
	for (int k = 1; k + 1 < argc; k++)
		if (!strcmp(argv[k], "-o")) output = argv[k + 1];
	setup_process(&argc, &argv);
	check(!strcmp(get_output_filename(), output), "get_output_filename: %s", output);
	setup_random_gauge_fields();
	const hr_complex z = 0.3 - 0.2 * I;
	spinor_field *a = alloc_spinor_field_f(3, &glattice), *b = alloc_spinor_field(3, &glattice);
	spinor_field *c = allocate_spinor_field_f(3, &glattice);
	gaussian_spinor_field(&a[0]);
	gaussian_spinor_field(&a[1]);
	for (int k = 0; k < 2; k++) {
		copy_spinor_field(&b[k], &a[k]);
		copy(&c[k], &a[k]);
	}
	/* the oldest */
	start_sf_sendrecv(&a[0]);
	complete_sf_sendrecv(&a[0]);
	start_gf_sendrecv(u_gauge);
	complete_gf_sendrecv(u_gauge);
	/* of 2022 */
	start_sendrecv_spinor_field_f(&a[0]);
	complete_sendrecv_spinor_field_f(&a[0]);
	fill_buffers_spinor_field_f(&a[0]);
	start_sendrecv_gfield_f(u_gauge_f);
	complete_sendrecv_gfield_f(u_gauge_f);
	start_sendrecv_gfield(u_gauge);
	spinor_field_mul_f(&a[2], 2.5, &a[0]);
	spinor_field_mul_add_assign_f(&a[2], -0.5, &a[1]);
	spinor_field_mulc_add_assign_f(&a[2], z, &a[0]);
	spinor_field_g5_assign_f(&a[2]);
	/* by type */
	start_sendrecv_spinor_field(&b[0]);
	complete_sendrecv_spinor_field(&b[0]);
	lc_spinor_field(&b[2], 2.5, &b[0], -0.5, &b[1]);
	mulc_add_assign_spinor_field(&b[2], z, &b[0]);
	g5_assign_spinor_field(&b[2]);
	/* without */
	start_sendrecv(&c[0]);
	complete_sendrecv(&c[0]);
	clc(&c[2], 2.5 + z, &c[0], -0.5, &c[1]);
	g5(&c[2], &c[2]);
	const double n = sqnorm(&a[2]);
	sub_assign(&b[2], &a[2]);
	sub(&c[2], &c[2], &a[2]);
	check(n > 1 && sqnorm_spinor_field(&b[2]) < 1e-28 * n, "by type as the oldest");
	check(spinor_field_sqnorm_f(&c[2]) < 1e-28 * n, "without type as the oldest");

	/* the last argument is the result, and may be one of the others */
	lc_spinor_field(&b[2], 3.5, &a[0], -1.5, &a[1]);
	sub_assign_spinor_field(&b[2], &a[2]);
	copy_spinor_field(&c[2], &a[2]);
	lc3_spinor_field(3.5, -1.5, &a[0], &a[1], &c[2]);
	sub_assign_spinor_field(&c[2], &b[2]);
	check(sqnorm_spinor_field(&c[2]) < 1e-28 * n, "lc3: s3 = c1 s1 + c2 s2 - s3");
	copy_spinor_field(&c[2], &a[0]);
	spinor_field_lc3_f(3.5, -1.5, &c[2], &a[0], &c[2]);
	sub_assign_spinor_field(&c[2], &a[0]);
	check(sqnorm_spinor_field(&c[2]) < 1e-28 * n, "lc3 in place");

	check_rare(&a[0]);

	/* other fields */
	suNg_field *u = alloc_gfield(&glattice), *v = alloc_suNg_field(&glattice);
	suNf_field *w = alloc_suNf_field(&glattice);
	scalar_field *p = alloc_sfield(2, &glattice);
	suNg_av_field *h = alloc_avfield(&glattice);
	gtransf *g = alloc_gtransf(&glattice);
	random_u(u);
	copy(v, u);
	mul_add_assign_suNf_field(v, -1, u);
	mulc_suNf_field(w, I, u);
	mulc_add_assign_suNf_field(w, -I, u);
	check(!(sqnorm(w) > 0), "links times complex numbers");
	check(!(sqnorm(v) > 0) && fabs(sqnorm(u) - 4.0 * NG * (double)VOLUME) < 1e-8 * (double)VOLUME,
	      "fields of links");
	_MASTER_FOR(&glattice, ix) {
		*_FIELD_AT(&p[1], ix) = ix;
		_4FIELD_AT(h, ix, 3)->c[NG * NG - 2] = 2;
		_suNg_unit(*_FIELD_AT(g, ix));
	}
	const double last = (double)VOLUME - 1;
	check(fabs(sqnorm(&p[1]) - last * (last + 1) * (2 * last + 1) / 6) < 1e-3 && !(sqnorm(&p[0]) > 0),
	      "scalar fields");
	check(sqnorm(h) == 4.0 * (double)VOLUME && sqnorm(g) == NG * (double)VOLUME,
	      "fields of the algebra, transformations");
	free_suNf_field(w);
	free_gfield(u);
	free_suNg_field(v);
	free_sfield(p);
	free_avfield(h);
	free_gtransf(g);
	free_spinor_field_f(a);
	free_spinor_field(b);
	free_field(c);
	finalize_process();
	return done();
}
