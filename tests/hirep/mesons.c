/* tests/hirep/mesons.c: gamma matrices, propagators, sources, correlators and loops, against sums over components. */
#include "libhr.h"
#include "../../lqcd/observables/baryon.h"
#include "check.h"

typedef void (*debug_function)(hr_complex gamma[4][4], int *sign);

/* In the order of gamma_ind. */
static const debug_function debug_of[16] = {g5_debug,   id_debug,     g0_debug,     g1_debug,    g2_debug,   g3_debug,
					    g0g1_debug, g0g2_debug,   g0g3_debug,   g0g5_debug,  g5g1_debug, g5g2_debug,
					    g5g3_debug, g0g5g1_debug, g0g5g2_debug, g0g5g3_debug};
static hr_complex gamma_of[16][4][4];

static void multiply(hr_complex r[4][4], hr_complex a[4][4], hr_complex b[4][4])
{
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			r[i][j] = 0;
			for (int k = 0; k < 4; k++) r[i][j] += a[i][k] * b[k][j];
		}
}

static double difference(hr_complex a[4][4], hr_complex b[4][4], double sign)
{
	double d = 0;
	for (int i = 0; i < 16; i++) d += cabs(a[i / 4][i % 4] - sign * b[i / 4][i % 4]);
	return d;
}

static void check_gamma(void)
{
	hr_complex r[4][4], s[4][4], t[4][4], dagger[4][4];
	double wrong = 0;
	int sign, other;
	for (int k = 0; k < 16; k++) {
		debug_of[k](gamma_of[k], &sign);
		for (int i = 0; i < 16; i++) dagger[i / 4][i % 4] = conj(gamma_of[k][i % 4][i / 4]);
		g0_debug(s, &other);
		multiply(t, s, dagger);
		multiply(r, t, s);
		wrong += difference(r, gamma_of[k], sign);
	}
	check(wrong < 1e-15, "g0 G^dagger g0 = sign G");
	multiply(r, gamma_of[_g0], gamma_of[_g5]);
	wrong = difference(r, gamma_of[_g0g5], 1);
	multiply(s, r, gamma_of[_g2]);
	wrong += difference(s, gamma_of[_g0g5g2], 1);
	multiply(r, gamma_of[_g5], gamma_of[_g3]);
	wrong += difference(r, gamma_of[_g5g3], 1);
	multiply(r, gamma_of[_g0], gamma_of[_g1]);
	wrong += difference(r, gamma_of[_g0g1], 1);
	check(wrong < 1e-15, "products of gamma matrices");
}

static hr_complex component(const suNf_spinor *s, int spin, int colour)
{
	return s->c[spin].c[colour];
}

static void random_spin_matrix(suNf_spin_matrix *m)
{
	gauss((double *)m, (int)(sizeof *m / sizeof(double)));
}

static void check_spin_matrices(void)
{
	suNf_spin_matrix m, l, r;
	double wrong = 0;
	hr_complex z, w = 0;
	random_spin_matrix(&m);
#define COMPARE(name)                                                                                                  \
	_##name##_spinmatrix(l, m);                                                                                    \
	_spinmatrix_##name(r, m);                                                                                      \
	for (int i = 0; i < 16 * NF; i++) {                                                                            \
		const int k = i / (4 * NF), s = i / NF % 4, c = i % NF;                                                \
		hr_complex x = 0, y = 0;                                                                               \
		for (int n = 0; n < 4; n++) {                                                                          \
			x += gamma_of[_##name][k][n] * component(&m.c[n], s, c);                                       \
			y += gamma_of[_##name][s][n] * component(&m.c[k], n, c);                                       \
		}                                                                                                      \
		wrong += cabs(x - component(&l.c[k], s, c)) + cabs(y - component(&r.c[k], s, c));                      \
	}
	COMPARE(g0)
	COMPARE(g1)
	COMPARE(g2)
	COMPARE(g3)
	COMPARE(g5)
	COMPARE(g0g1)
	COMPARE(g0g2)
	COMPARE(g0g3)
	COMPARE(g0g5)
	COMPARE(g5g1)
	COMPARE(g5g2)
	COMPARE(g5g3)
	check(wrong < 1e-12, "spin matrices: %.1e", wrong);
	_spinmatrix_mul_trace(z, m, l);
	for (int i = 0; i < 16 * NF; i++)
		w += conj(component(&m.c[i / (4 * NF)], i / NF % 4, i % NF)) *
		     component(&l.c[i / (4 * NF)], i / NF % 4, i % NF);
	_g5g0g1_spinmatrix(l, m);
	_g0g1_spinmatrix(r, m);
	_g5_spinmatrix(r, r);
	_spinmatrix_sub(r, r, l);
	_spinmatrix_mul_trace_re(wrong, r, r);
	check(cabs(z - w) < 1e-13 && wrong < 1e-28, "traces, g5g0g1");
}

static void random_propagator(suNf_propagator *p)
{
	gauss((double *)p, (int)(sizeof *p / sizeof(double)));
}

static void check_propagator_algebra(void)
{
	suNf_propagator p, q, r, s, u;
	suNf_spinor x, y;
	suNg link;
	hr_complex z, w;
	double n = 0;
	random_propagator(&p);
	random_propagator(&q);
	_propagator_mul(r, p, q);
	_propagator_trace(z, r);
	_propagator_mul_trace(w, p, q);
	check(cabs(z - w) < 1e-12, "tr p q");
	_propagator_dagger(s, p);
	_propagator_mul_trace(z, s, q);
	_propagator_muldag_trace(w, p, q);
	check(cabs(z - w) < 1e-12, "tr p^dagger q");
	_propagator_g0(r, p);
	_propagator_transpose(s, p);
	_g0_propagator(s, s);
	_propagator_transpose(s, s);
	_propagator_sub(r, r, s);
	_propagator_muldag_trace(z, r, r);
	check(cabs(z) < 1e-26, "gamma matrices on both sides");
	random_suNg(&link);
	_suNf_prop_multiply(r, link, p);
	_suNf_inverse_prop_multiply(s, link, r);
	_propagator_sub(s, s, p);
	_propagator_muldag_trace(z, s, s);
	check(cabs(z) < 1e-26, "u^dagger u p = p");
	gauss((double *)&x, 8 * NF);
	for (int c = 0; c < NF; c++)
		for (int k = 0; k < 4; k++) _propagator_assign(u, x, c, k);
	_propagator_mul_spinor(y, u, x);
	for (int k = 0; k < 4 * NF; k++) {
		w = 0;
		for (int l = 0; l < 4 * NF; l++) w += component(&x, l / NF, l % NF);
		n += cabs(component(&y, k / NF, k % NF) - w * component(&x, k / NF, k % NF));
	}
	_propagator_one(s);
	_propagator_mulc_assign(s, 2 + I);
	_propagator_trace(z, s);
	check(n < 1e-12 && cabs(z - (2 + I) * 4 * NF) < 1e-13 && _PROP_AT(u, 1, 2, 3, 0) == component(&x, 2, 1),
	      "columns");
}

/* |D psi - eta|/|eta| */
static double residual(spinor_field *psi, spinor_field *eta, double m)
{
	spinor_field *r = alloc_spinor_field(1, &glattice);
	Dphi(m, r, psi);
	sub_assign_spinor_field(r, eta);
	const double n = sqrt(sqnorm_spinor_field(r) / sqnorm_spinor_field(eta));
	free_spinor_field(r);
	return n;
}

static void check_propagators(spinor_field *source, spinor_field *prop)
{
	double m[2] = {0.2, 0.5}, worst = 0;
	spinor_field *even = alloc_spinor_field(1, &glat_even);
	init_propagator_eo(2, m, 1e-24);
	for (int k = 0; k < 2; k++) gaussian_spinor_field(&source[k]);
	calc_propagator(prop, source, 2);
	for (int k = 0; k < 4; k++) worst = fmax(worst, residual(&prop[k], &source[k / 2], m[k % 2]));
	calc_propagator_multisource(prop, source, 1);
	for (int k = 0; k < 2; k++) worst = fmax(worst, residual(&prop[k], &source[k], m[k]));
	check(worst < 1e-10, "calc_propagator: %.1e", worst);
	create_noise_source_equal_eo(source);
	spinor_field part = get_even_part_spinor_field(&source[2]);
	copy_spinor_field(even, &part);
	calc_propagator_eo(prop, even, 1);
	worst = residual(&prop[1], &source[2], m[1]);
	calc_propagator_eo(prop, &source[2], 1);
	worst = fmax(worst, residual(&prop[0], &source[2], m[0]));
	check(worst < 1e-10, "calc_propagator_eo: %.1e", worst);
	free_propagator_eo();
	free_spinor_field(even);
}

static void check_sources(spinor_field *s)
{
	spinor_field *t = alloc_spinor_field(4, &glattice);
	const double slice = (double)GLB_VOL3, all = (double)GLB_VOLUME;
	create_gauge_fixed_wall_source(s, 1, 1);
	close_to(sqnorm_spinor_field(&s[2]), slice, 1e-14, "a wall");
	create_gauge_fixed_momentum_source(t, 0, 1, 0, 2, 1);
	complex_close_to(prod_spinor_field(&s[3], &t[3]), 0, 0, 1e-12, "is orthogonal to a wave");
	add_momentum(t, s, 1, 0, 0);
	create_gauge_fixed_momentum_source(s, 0, 1, 0, 0, 1);
	complex_close_to(prod_spinor_field(&s[1], &t[1]), slice, 0, 1e-14, "and times it is one");
	create_point_source_loc(s, 2, 1, 0, 1, 0);
	create_point_source(t, 2, 0);
	close_to(sqnorm_spinor_field(&s[0]) + prod_re_spinor_field(&s[0], &t[0]), 1, 1e-15, "points");
	create_diluted_source_equal_atau(s, 3);
	close_to(sqnorm_spinor_field(&s[0]), NF * slice, 1e-13, "noise on a slice");
	g2_spinor_field(&t[0], &s[0]);
	close_to(fabs(prod_re_spinor_field(&t[0], &s[3])), NF * slice, 1e-13, "the same for all spins");
	create_diluted_source_equal_atau_col(s, 3, 1);
	g2_spinor_field(&t[0], &s[0]);
	check(fabs(prod_re_spinor_field(&t[0], &s[3])) < slice - 0.5, "others for each spin");
	create_noise_source_equal_oe(s);
	zero_even_or_odd_site_spinorfield(s, 4, 1);
	check(!(sqnorm_spinor_field(&s[1]) > 0), "odd sites");
	create_noise_source_equal_col_dil(s, 0);
	close_to(sqnorm_spinor_field(&s[1]), all, 1e-13, "one colour");
	create_diluted_volume_source(s, 1, 4);
	double n = sqnorm_spinor_field(&s[0]);
	create_diluted_volume_source(s, 3, 4);
	close_to(n + sqnorm_spinor_field(&s[0]), 0.5 * NF * all, 1e-13, "every fourth site, twice");
	int seen = 0;
	for (int k = 0; k < 2 * GLB_T; k++) {
		const int tau = create_diluted_source_equal_eo(s);
		if (k < GLB_T) seen |= 1 << tau;
	}
	check(seen == (1 << GLB_T) - 1, "each slice once");
	close_to(sqnorm_spinor_field(&s[1]), 0.5 * NF * slice, 1e-13, "noise on its even sites");
	for (int k = 0; k < 4; k++) gaussian_spinor_field(&t[k]);
	create_sequential_source_stoch(s, 2, t);
	restrict_timeslice(s + 4, 2, t);
	g5_assign_spinor_field(&s[1]);
	sub_assign_spinor_field(&s[1], &s[5]);
	check(!(sqnorm_spinor_field(&s[1]) > 0) && sqnorm_spinor_field(&s[5]) > slice, "sequential sources");
	free_spinor_field(t);
}

/* sum over the slice of sum_(s,r) <g5 G2 psi^s, (g5 G1)_(sr) psi^r> exp(-i p x) */
static hr_complex plain_meson(spinor_field *psi, hr_complex g1[4][4], hr_complex g2[4][4], int t, const int *p)
{
	double sum[2] = {0, 0};
	hr_complex left[4][4], right[4][4];
	multiply(left, gamma_of[_g5], g2);
	multiply(right, gamma_of[_g5], g1);
	for (int n = 0; n < VOL3; n++) {
		const int x = n / (Y * Z), y = n / Z % Y, z = n % Z;
		if (t < zerocoord[0] || t >= zerocoord[0] + T) continue;
		const int ix = ipt(t - zerocoord[0], x, y, z);
		const hr_complex w =
			cexp(-2 * acos(-1) * I *
			     ((double)p[0] * (x + zerocoord[1]) / GLB_X + (double)p[1] * (y + zerocoord[2]) / GLB_Y +
			      (double)p[2] * (z + zerocoord[3]) / GLB_Z));
		for (int k = 0; k < 256; k++) {
			const int s = k / 64, r = k / 16 % 4, a = k / 4 % 4, b = k % 4;
			if (right[s][r] == 0 || left[a][b] == 0) continue;
			for (int c = 0; c < NF; c++) {
				const hr_complex v = w * conj(left[a][b] * component(_FIELD_AT(&psi[s], ix), b, c)) *
						     right[s][r] * component(_FIELD_AT(&psi[r], ix), a, c);
				sum[0] += creal(v);
				sum[1] += cimag(v);
			}
		}
	}
	global_sum(sum, 2);
	return sum[0] + I * sum[1];
}

static void check_mesons(spinor_field *source, spinor_field *prop)
{
	double m = 0.3, out[16][64], worst = 0, size = 0;
	const int momentum[3] = {1, 0, 1}, rest[3] = {0, 0, 0};
	int site[4] = {2, 0, 0, 0};
	init_propagator_eo(1, &m, 1e-26);
	init_meson_correlators(1);
	for (int c = 0; c < NF; c++) {
		create_point_source(source, site[0], c);
		calc_propagator(prop + 4 * c, source, 4);
		measure_mesons(meson_correlators, prop + 4 * c, source, 1, site[0]);
	}
	/* those with momenta of the last colour alone */
	meson_observable *with = NULL;
	lqcd__hr_add_channel(&with, _g1, _g5g2, "pair", "TRIPLET", 1);
	lqcd__hr_add_channel(&with, _id, _g3, "pair", "TRIPLET", -1);
	measure_point_mesons_momenta(with, prop, source, 1, site[0], 2);
	for (meson_observable *k = with; k; k = k->next)
		for (int t = 0; t < GLB_T; t++) {
			const hr_complex z = plain_meson(prop, gamma_of[k->ind1], gamma_of[k->ind2],
							 (t + site[0]) % GLB_T, momentum);
			double w[2] = {k->corr_re[5 * GLB_T + t], k->corr_im[5 * GLB_T + t]};
			global_sum(w, 2);
			worst = fmax(worst, cabs(z - k->sign * (w[0] + I * w[1])));
			size = fmax(size, cabs(z));
		}
	check(worst < 1e-13 * size && size > 1e-6, "measure_point_mesons_momenta: %.1e of %.1e", worst, size);
	worst = 0;
	size = 0;
	for (meson_observable *k = meson_correlators; k; k = k->next)
		for (int t = 0; t < GLB_T; t += 3) {
			hr_complex z = 0;
			double w[2] = {k->corr_re[t], k->corr_im[t]};
			for (int c = 0; c < NF; c++)
				z += plain_meson(prop + 4 * c, gamma_of[k->ind1], gamma_of[k->ind2],
						 (t + site[0]) % GLB_T, rest);
			global_sum(w, 2);
			/* g5g0gk is taken for g0g5gk */
			const int flips = (k->ind1 >= _g0g5g1) + (k->ind2 >= _g0g5g1);
			worst = fmax(worst, cabs(z - (flips % 2 ? -1 : 1) * k->sign * (w[0] + I * w[1])));
			size = fmax(size, cabs(z));
		}
	check(worst < 1e-13 * size && size > 0.01, "measure_mesons, all pairs: %.1e of %.1e", worst, size);
	free_propagator_eo();

	/* the same channels from the point propagators of the other family of functions */
	spinor_field *q = alloc_spinor_field(4 * NF, &glattice), *qs[1] = {q};
	pta_qprop_QMR_eo(site, qs, 1, &m, 1e-26);
	g5_correlator(out[_g5], site[0], q);
	id_correlator(out[_id], site[0], q);
	g0_correlator(out[_g0], site[0], q);
	g1_correlator(out[_g1], site[0], q);
	g2_correlator(out[_g2], site[0], q);
	g3_correlator(out[_g3], site[0], q);
	g0g1_correlator(out[_g0g1], site[0], q);
	g0g2_correlator(out[_g0g2], site[0], q);
	g0g3_correlator(out[_g0g3], site[0], q);
	g0g5_correlator(out[_g0g5], site[0], q);
	g5g1_correlator(out[_g5g1], site[0], q);
	g5g2_correlator(out[_g5g2], site[0], q);
	g5g3_correlator(out[_g5g3], site[0], q);
	g0g5g1_correlator(out[_g0g5g1], site[0], q);
	g0g5g2_correlator(out[_g0g5g2], site[0], q);
	g0g5g3_correlator(out[_g0g5g3], site[0], q);
	meson_observable *k = meson_correlators;
	worst = 0;
	for (int n = 0; n < 16; n++, k = k->next)
		for (int t = 0; t < GLB_T; t++) {
			double w = k->corr_re[t];
			global_sum(&w, 1);
			worst = fmax(worst, fabs(-w / (double)GLB_VOL3 - out[n][t]));
		}
	check(worst < 1e-13 && out[_g5][0] > 0, "both families of correlators: %.1e", worst);
	free_spinor_field(q);
	free_meson_observables();
	lqcd__hr_free_channels(&with);
}

/* The conserved vector current: its charge is the same on all slices but that of the source. */
static void check_current(void)
{
	double m = 0.3, c[64];
	spinor_field *source = alloc_spinor_field(4, &glattice), *prop = alloc_spinor_field(4 * NF, &glattice);
	init_propagator_eo(1, &m, 1e-26);
	init_cvc_correlators();
	for (int a = 0; a < NF; a++) {
		create_point_source(source, 0, a);
		calc_propagator(prop + 4 * a, source, 4);
	}
	measure_conserved_currents(cvc_correlators, prop, source, 1, 0);
	for (int t = 0; t < GLB_T; t++) c[t] = cvc_correlators->corr_re[t];
	global_sum(c, GLB_T);
	double spread = 0;
	for (int t = 1; t < GLB_T - 1; t++) spread = fmax(spread, fabs(c[t] - c[1]));
	check(spread < 1e-11 && fabs(c[1]) > 1e-4, "the charge is conserved: %.1e of %.1e", spread, fabs(c[1]));
	free_propagator_eo();
	free_meson_observables();
	free_spinor_field(source);
	free_spinor_field(prop);
}

static void check_loops(spinor_field *source, spinor_field *prop)
{
	double m = 0.4, worst = 0;
	data_storage_array *ret = NULL, *volume = NULL;
	int seed = 99;
	rlxd_init(1, seed);
	measure_loops(&m, 1, 0, 1e-24, 2, 1, STORE, &ret);
	rlxd_init(1, seed);
	init_propagator_eo(1, &m, 1e-24);
	static const int of[16] = {_g5, _g1,   _g2,   _g3,   _g0g5, _g0g1,   _g0g2,   _g0g3,
				   _id, _g5g1, _g5g2, _g5g3, _g0,   _g0g5g1, _g0g5g2, _g0g5g3};
	for (int t = 0; t < GLB_T; t++) {
		create_diluted_source_equal_atau(source, t);
		calc_propagator(prop, source, 4);
		for (int k = 0; k < 16; k++) {
			double sum[2] = {0, 0};
			int re[4] = {0, k, t, 0}, im[4] = {0, k, t, 1};
			for (int s = 0; s < 16; s++) {
				const hr_complex z =
					gamma_of[of[k]][s / 4][s % 4] * prod_spinor_field(&source[s / 4], &prop[s % 4]);
				sum[0] += creal(z);
				sum[1] += cimag(z);
			}
			hr_complex z = sum[0] + I * sum[1];
			if (!(k < 4 || k == 8 || k == 12)) z *= -I;
			/* g5g0, g5g0gk */
			if (k == 4 || k > 12) z = -z;
			/* the product is over all slices, the loop over its own; the source is there alone */
			worst = fmax(worst, cabs(z - (*data_storage_element(ret, 0, re) +
						      I * *data_storage_element(ret, 0, im))));
		}
	}
	check(worst < 1e-11 * (double)GLB_VOL3, "measure_loops: %.1e", worst);
	free_propagator_eo();
	rlxd_init(1, seed);
	measure_loops(&m, 1, 0, 1e-24, 0, 2, STORE, &volume);
	rlxd_init(1, seed);
	init_propagator_eo(1, &m, 1e-24);
	create_z2_volume_source(source);
	calc_propagator(prop, source, 1);
	hr_complex all = 0;
	for (int t = 0; t < GLB_T; t++) {
		int re[5] = {0, 0, 8, t, 0}, im[5] = {0, 0, 8, t, 1};
		all += *data_storage_element(volume, 0, re) + I * *data_storage_element(volume, 0, im);
	}
	const hr_complex is = prod_spinor_field(source, prop);
	check(cabs(all - is) < 1e-11 * cabs(is) && volume->element[0].ni[1] == 8, "loops of volume sources");
	free_propagator_eo();
	free_data_storage(ret);
	free_data_storage(volume);
}

#include "measurements.h"

int main(int argc, char *argv[])
{
	double beta = 5.7;
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	update(&beta, 20, 0);
	logger_disable();
	spinor_field *source = alloc_spinor_field(8, &glattice), *prop = alloc_spinor_field(4 * NF, &glattice);
	check_gamma();
	check_spin_matrices();
	check_propagator_algebra();
	check_propagators(source, prop);
	check_sources(source);
	check_mesons(source, prop);
	check_current();
	check_loops(source, prop);
	check_spectrum();
	if (MPI_WORLD_SIZE == 1) check_ends(argv[argc - 1]);
#if NG == 3
	if (MPI_WORLD_SIZE == 1) check_baryons(argv[argc - 1], prop);
#endif
	free_spinor_field(source);
	free_spinor_field(prop);
	finalize_process();
	return done();
}
