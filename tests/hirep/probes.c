/* tests/hirep/probes.c: what HiRep's own test programs use and no other program here does: forces and densities of gauge
 * actions, traces with gamma matrices, operations on fields of every type, exponentials of blocks. Over several processes
 * too. "probes -i input FILE" writes FILE. */
#include "libhr.h"
#include "check.h"

/* ---- gauge actions ---------------------------------------------------------------------------------------------- */

/* The action of the links times exp(dt h). */
static double moved(double dt, suNg_av_field *h, double c0, double c1)
{
	suNg_field *before = alloc_suNg_field(&glattice);
	copy_suNg_field(before, u_gauge);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) ExpX(dt, _4FIELD_AT(h, ix, mu), pu_gauge(ix, mu));
	start_sendrecv_suNg_field(u_gauge);
	complete_sendrecv_suNg_field(u_gauge);
	const double s = lw_action(2.5, c0, c1);
	copy_suNg_field(u_gauge, before);
	start_sendrecv_suNg_field(u_gauge);
	complete_sendrecv_suNg_field(u_gauge);
	free_suNg_field(before);
	return s;
}

static void actions(void)
{
	static const double c[3][2] = {{1, 0}, {0, 1}, {5. / 3, -1. / 12}};
	suNg_av_field *f = alloc_suNg_av_field(&glattice), *g = alloc_suNg_av_field(&glattice);
	suNg_av_field *h = alloc_suNg_av_field(&glattice);
	scalar_field *local = alloc_scalar_field(1, &glattice);
	force_gauge_par par;
	double sum = 0;
	gaussian_momenta(h);
	par.beta = 2.5;
	for (int k = 0; k < 3; k++) {
		zero(f);
		par.c0 = c[k][0];
		par.c1 = c[k][1];
		par.momenta = &f;
		lw_force(0.5, &par);
		lw_force(0.5, &par);
		double slope = 0;
		_MASTER_FOR_SUM(&glattice, ix, slope)
		for (int mu = 0; mu < 4; mu++)
			for (int i = 0; i < NG * NG - 1; i++)
				slope -= _FUND_NORM2 * _4FIELD_AT(h, ix, mu)->c[i] * _4FIELD_AT(f, ix, mu)->c[i];
		global_sum(&slope, 1);
		const double d = moved(1e-4, h, c[k][0], c[k][1]) - moved(-1e-4, h, c[k][0], c[k][1]);
		close_to(d / 2e-4, slope, 2e-5, "the derivative of lw_action is lw_force");
	}
	par.c0 = 1;
	par.c1 = 0;
	zero(f);
	lw_force(1, &par);
	zero(g);
	par.momenta = &g;
	force0(1, &par);
	sub_assign(g, f);
	check(max(g) <= 0 && max(f) > 0, "force0 is lw_force of plaquettes");
	const double before = lw_action(2.5, 1.5, -0.1), squares = sqnorm(f);
	calculate_stfld(1);
	zero(local);
	lw_local_action(local, 2.5, 1.5, -0.1);
	_MASTER_FOR_SUM(&glattice, ix, sum) sum += *_FIELD_AT(local, ix);
	global_sum(&sum, 1);
	close_to(sum, before, 1e-12, "lw_local_action");
	sum = 0;
	_MASTER_FOR_SUM(&glattice, ix, sum) sum += lw_action_density(ix, 2.5, 1.5, -0.1);
	global_sum(&sum, 1);
	close_to(sum, before, 1e-12, "lw_action_density");
	const int site = ipt(1, 0, 1, 0);
	close_to(lw_action_density(site, 2.5, 1, 0), -2.5 / NG * local_plaq(site), 1e-14, "the density of plaquettes");
	random_gauge_transform(u_gauge);
	close_to(lw_action(2.5, 1.5, -0.1), before, 1e-12, "lw_action of links in another gauge");
	zero(g);
	force0(1, &par);
	close_to(sqnorm(g), squares, 1e-12, "the norm of force0 in another gauge");
	free_suNg_av_field(f);
	free_suNg_av_field(g);
	free_suNg_av_field(h);
	free_scalar_field(local);
}

/* ---- gamma matrices ------------------------------------------------------------------------------------------------ */

static double off_trace = 0, off_spinor = 0;

static void compare(hr_complex gamma[4][4], hr_complex *m, hr_complex trace, suNf_spinor *in, suNf_spinor *out)
{
	hr_complex sum = 0;
	for (int a = 0; a < 4; a++)
		for (int b = 0; b < 4; b++) sum += m[4 * a + b] * (b < 2 ? 1 : -1) * gamma[b][a];
	if (cabs(sum - trace) > off_trace) off_trace = cabs(sum - trace);
	for (int a = 0; a < 4; a++)
		for (int c = 0; c < NF; c++) {
			hr_complex z = 0;
			for (int b = 0; b < 4; b++) z += (a < 2 ? 1 : -1) * gamma[b][a] * in->c[b].c[c];
			z -= out->c[a].c[c];
			if (cabs(z) > off_spinor) off_spinor = cabs(z);
		}
}

#define EACH_GAMMA(X)                                                                                                  \
	X(id)                                                                                                          \
	X(g0)                                                                                                          \
	X(g1) X(g2) X(g3) X(g5) X(g0g5) X(g0g1) X(g0g2) X(g0g3) X(g5g1) X(g5g2) X(g5g3) X(g0g5g1) X(g0g5g2) X(g0g5g3)
#define ONE_GAMMA(name)                                                                                                \
	name##_debug(gamma, &sign);                                                                                    \
	name##_trace_H(&trace, m);                                                                                     \
	name##_eval_g5GammaDag_times_spinor(&out, &in);                                                                \
	compare(gamma, m, trace, &in, &out);

static void gammas(void)
{
	hr_complex m[16], gamma[4][4], trace;
	suNf_spinor in, out;
	int sign;
	gauss((double *)m, 32);
	gauss((double *)&in, 8 * NF);
	EACH_GAMMA(ONE_GAMMA)
	check(off_trace <= 1e-14, "_trace_H: off by %.1e", off_trace);
	check(off_spinor <= 1e-14, "_eval_g5GammaDag_times_spinor: off by %.1e", off_spinor);
}

/* ---- fields of every type ---------------------------------------------------------------------------------------- */

#define ONE_FIELD(type)                                                                                                \
	{                                                                                                              \
		type *f = alloc(f, 3, &glattice);                                                                      \
		int bad = 0;                                                                                           \
		_TEST_CPU_INV_OP(bad, "copy", 1, f, f + 1, copy(&f[1], &f[0]);, #type, 1e-14);                         \
		_TEST_CPU_INV_OP(bad, "add and subtract", 2, f, f + 2, add(&f[2], &f[0], &f[1]);                       \
				 sub_assign_cpu(&f[2], &f[1]);, #type, 1e-6);                                          \
		_TEST_RED_INV_OP(bad, "product", 2, f, f + 1, const double abs1 = creal(prod(&f[0], &f[1]));           \
				 const double abs2 = creal(prod(&f[1], &f[0]));, #type, 1e-10);                        \
		_TEST_RED_INV_OP(bad, "norm", 1, f, f + 1, const double abs1 = sqnorm(&f[0]);                          \
				 const double abs2 = creal(prod(&f[0], &f[0]));, #type, 1e-5);                         \
		zero_cpu(&f[0]);                                                                                       \
		check(!bad && sqnorm_cpu(&f[0]) <= 0 && max_cpu(&f[1]) > 0, "operations on " #type);                   \
		free_field(f);                                                                                         \
	}
#define EACH_FIELD(X)                                                                                                  \
	X(spinor_field)                                                                                                \
	X(spinor_field_flt)                                                                                            \
	X(scalar_field) X(suNg_field) X(suNf_field) X(suNg_field_flt) X(suNf_field_flt) X(suNg_av_field) X(gtransf)    \
		X(clover_term) X(clover_force) X(staple_field)

static void fields(void)
{
	EACH_FIELD(ONE_FIELD)
	spinor_field *s = alloc_spinor_field(3, &glat_even);
	gaussian_spinor_field(s);
	g1(s + 1, s);
	g2(s + 2, s + 1);
	g1(s + 1, s + 2);
	g2(s + 2, s + 1);
	add_assign(s + 2, s);
	check(sqnorm(s + 2) <= 0 && sqnorm(s) > 0, "g1 g2 = - g2 g1");
	g0(s + 1, s);
	g0(s + 2, s + 1);
	sub_assign(s + 2, s);
	check(sqnorm(s + 2) <= 0, "g0 g0 = 1");
	free_spinor_field(s);
}

/* ---- the rest ----------------------------------------------------------------------------------------------------- */

static double mass = 0.1;

static void M(spinor_field *out, spinor_field *in)
{
	Dphi(mass, out, in);
}

static void solver(void)
{
	double shift[2] = {0.1, -0.21}, worst = 0;
	mshift_par par;
	spinor_field *s = alloc_spinor_field(6, &glattice), *few = s + 1, *x = s + 3, *r = s + 5;
	par.n = 2;
	par.shift = shift;
	par.err2 = 1e-28;
	par.max_iter = 0;
	gaussian_spinor_field(s);
	for (int k = 1; k < 5; k++) zero(s + k);
	const int n = g5QMR_mshift_trunc(&par, 10, M, s, few, x);
	for (int k = 0; k < 2; k++) {
		M(r, x + k);
		mul_add_assign(r, -shift[k], x + k);
		sub_assign(r, s);
		if (sqnorm(r) / sqnorm(s) > worst) worst = sqnorm(r) / sqnorm(s);
	}
	check(worst < par.err2 && n > 10, "g5QMR_mshift_trunc in %d iterations: %.1e", n, worst);
	sub_assign(few, x);
	check(sqnorm(few) > 1e-24 * sqnorm(x) && sqnorm(few) < sqnorm(x), "its ten iterations");
	free_spinor_field(s);
}

static void channel(void)
{
	meson_observable mo;
	double sum = 0;
	init_mo(&mo, "pi", GLB_T);
	mo.corr_re[1] = mo.corr_im[0] = 3;
	reset_mo(&mo);
	for (int t = 0; t < GLB_T; t++) sum += fabs(mo.corr_re[t]) + fabs(mo.corr_im[t]);
	check(mo.corr_size == GLB_T && sum <= 0 && !strcmp(mo.channel_name, "pi"), "init_mo, reset_mo");
	free(mo.corr_re);
	free(mo.corr_im);
}

static void file(char *name)
{
	suNg_field *u = alloc_suNg_field(&glattice);
#if NG == 2
	copy_suNg_field(u, u_gauge);
	write_gauge_field_su2q(name);
	random_u(u_gauge);
	read_gauge_field_su2q(name);
	sub_assign(u, u_gauge);
	check(sqnorm(u) < 1e-24, "write_gauge_field_su2q, read_gauge_field_su2q");
	copy_suNg_field(u, u_gauge);
	read_gauge_field_su2(name);
	sub_assign(u, u_gauge);
	check(sqnorm(u) <= 0, "read_gauge_field_su2");
#else
	(void)name;
#endif
	free_suNg_field(u);
}

/* Of a quark on unit links, momentum (t, 0, 0, z). */
static double vertices(int t, int z)
{
	char label[] = "test";
	spinor_field *source = alloc_spinor_field(4, &glattice), *psi = alloc_spinor_field(4 * NF, &glattice);
	suNf_propagator *p, dagger, v;
	double off = 0;
	init_propagator_eo(1, &mass, 1e-24);
	for (int a = 0; a < NF; a++) {
		create_gauge_fixed_momentum_source(source, t, 0, 0, z, a);
		calc_propagator(psi + 4 * a, source, 4);
	}
	measure_renormalization(psi, psi, 1, t, 0, 0, z, t, 0, 0, z);
	print_renormalization(0, 1, &mass, label, t, 0, 0, z, t, 0, 0, z);
	p = lqcd__hr_vertices.p;
#define VERTEX(k, other, factor, gamma)                                                                                \
	_propagator_dagger(dagger, p[other]);                                                                          \
	gamma(v, p[other]);                                                                                            \
	_propagator_mul(v, dagger, v);                                                                                 \
	_g5_propagator(v, v);                                                                                          \
	_propagator_mul_assign(v, factor);                                                                             \
	_propagator_sub(v, v, p[k]);                                                                                   \
	for (int n = 0; n < 16 * NF * NF; n++) off += cabs(((hr_complex *)&v)[n]);
	VERTEX(2, 1, 1, _id_propagator)
	VERTEX(3, 0, 1, _g5_propagator)
	VERTEX(4, 0, 1, _g5g0_propagator)
	VERTEX(7, 0, 1, _g5g3_propagator)
	VERTEX(9, 0, 1, _g5g0g2_propagator)
	VERTEX(12, 0, 1, _g1_propagator)
	VERTEX(17, 0, 1, _g0g3_propagator)
	if (!t && !z) {
		VERTEX(18, 0, 2, _g5g0_propagator)
		VERTEX(20, 0, 2, _g5g2_propagator)
	}
	free_propagator_eo();
	free_spinor_field(source);
	free_spinor_field(psi);
	return off;
}

static void renormalisation(void)
{
	suNg_field *u = alloc_suNg_field(&glattice);
	double off;
	copy_suNg_field(u, u_gauge);
	unit_u(u_gauge);
	represent_gauge_field();
	off = vertices(0, 0);
	check(off < 1e-9, "measure_renormalization at momentum 0: off by %.1e", off);
	off = vertices(1, 1);
	check(off < 1e-9, "and at another: off by %.1e", off);
	copy_suNg_field(u_gauge, u);
	start_sendrecv_suNg_field(u_gauge);
	complete_sendrecv_suNg_field(u_gauge);
	represent_gauge_field();
	free_suNg_field(u);
}

#ifdef WITH_EXPCLOVER
static void exponentials(void)
{
	suNfc a[4], x[4], y[4], z[4];
	double off = 0, m = -3.6;
	gauss((double *)a, 8 * NF * NF);
	_suNfc_dagger(a[2], a[1]);
	for (int k = 0; k < 4; k += 3)
		for (int i = 0; i < NF; i++)
			for (int j = 0; j <= i; j++)
				a[k].c[NF * i + j] = i == j ? creal(a[k].c[NF * i + i]) : conj(a[k].c[NF * j + i]);
	evaluate_sw_order(&m);
	clover_exp_taylor(a, x);
	clover_exp(a, y);
	clover_exp(a, z, get_NN());
	for (int k = 0; k < 4; k++)
		for (int i = 0; i < NF * NF; i++) off += cabs(x[k].c[i] - y[k].c[i]) + cabs(y[k].c[i] - z[k].c[i]);
	check(off <= NF * 1e-13, "clover_exp and clover_exp_taylor: off by %.1e", off);
	for (int k = 0; k < 4; k++)
		for (int i = 0; i < NF * NF; i++) a[k].c[i] = -a[k].c[i];
	clover_exp(a, z);
	off = 0;
	for (int i = 0; i < 2 * NF; i++)
		for (int j = 0; j < 2 * NF; j++) {
			hr_complex sum = i == j ? -1 : 0;
			for (int k = 0; k < 2 * NF; k++)
				sum += y[2 * (i / NF) + k / NF].c[NF * (i % NF) + k % NF] *
				       z[2 * (k / NF) + j / NF].c[NF * (k % NF) + j % NF];
			off += cabs(sum);
		}
	check(off <= 1e-10, "exp(a) exp(-a) = 1: off by %.1e", off);
}
#endif

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	setup_gauge_fields();
	random_u(u_gauge);
	start_sendrecv_suNg_field(u_gauge);
	complete_sendrecv_suNg_field(u_gauge);
	represent_gauge_field();
	actions();
	represent_gauge_field();
	gammas();
	fields();
	solver();
	channel();
	renormalisation();
	file(argv[argc - 1]);
	sendbuf_report();
	test_define_geometry();
#ifdef WITH_EXPCLOVER
	exponentials();
#endif
	/* What programs call if their input asks for it. */
	if (four_fermion_active) {
		init_triplet_discon_correlators();
		measure_spectrum_ff_semwall(1, &mass, 1, 0, 1e-10, DONTSTORE, NULL);
		measure_spectrum_ff_pt(0, 1, &mass, 1, 0, 1e-10, DONTSTORE, NULL);
		measure_spectrum_semwall_ff_ext(1, &mass, 1, 0, 1e-10, DONTSTORE, NULL);
		measure_spectrum_discon_ff_semwall(1, &mass, 1, 1, 1, 0, 1e-10, DONTSTORE, NULL);
		measure_diquark_semwall_background(1, &mass, 1, 0, 1e-10, 1, 1, DONTSTORE, NULL);
		free_triplet_discon_observables();
	}
	finalize_process();
	return done();
}
