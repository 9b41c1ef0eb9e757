/* tests/hirep/twisted.c: operators and propagators with a twisted mass, eigenvectors, work spaces, smeared sources, the
 * names of test programs. */
#include "libhr.h"
#include "check.h"

static const double mass = 0.2, mu = 0.35;

/* |a - b|/|b|; a is lost */
static double distance(spinor_field *a, spinor_field *b)
{
	sub_assign_spinor_field(a, b);
	return sqrt(sqnorm_spinor_field(a) / sqnorm_spinor_field(b));
}

/* out = (Dphi + i mu g5) in, everywhere */
static void twisted(spinor_field *out, spinor_field *in)
{
	Dphi(mass, out, in);
	g5_mulc_add_assign_spinor_field(out, I * mu, in);
}

/* f = e - A(mu)^-1 Dphi_ e: (Dphi + i mu g5) f is Qhat e, but for g5, on even sites and 0 on odd ones. */
static void check_schur(spinor_field *e, spinor_field *full)
{
	spinor_field f_even = get_even_part_spinor_field(&full[0]), f_odd = get_odd_part_spinor_field(&full[0]);
	spinor_field r_even = get_even_part_spinor_field(&full[1]), r_odd = get_odd_part_spinor_field(&full[1]);
	gaussian_spinor_field(&e[0]);
	copy_spinor_field(&f_even, &e[0]);
	Dphi_(&f_odd, &e[0]);
	Dxx_tw_inv(mass, mu, &f_odd, &f_odd, DIRECT);
	minus_spinor_field(&f_odd, &f_odd);
	twisted(&full[1], &full[0]);
	Qhat_eopre(mass, mu, &e[1], &e[0]);
	g5_assign_spinor_field(&e[1]);
	check(distance(&e[1], &r_even) < 1e-14 && sqnorm_spinor_field(&r_odd) < 1e-26 * sqnorm_spinor_field(&r_even),
	      "Qhat_eopre and Dxx_tw_inv");
	gaussian_spinor_field(&e[1]);
	Qhat_eopre(mass, mu, &e[2], &e[0]);
	Qhat_eopre(mass, -mu, &e[3], &e[1]);
	hr_complex z = prod_spinor_field(&e[1], &e[2]) - prod_spinor_field(&e[3], &e[0]);
	check(cabs(z) < 1e-10, "the adjoint of Qhat_eopre: %.1e", cabs(z));
	Qhat_eopre_sq(mass, -mu, &e[3], &e[0]);
	close_to(prod_re_spinor_field(&e[0], &e[3]), sqnorm_spinor_field(&e[2]), 1e-13, "Qhat_eopre_sq");
	g5Dphi_eopre_tw(mass, 0, &e[2], &e[0], DIRECT);
	g5Dphi_eopre(mass, &e[3], &e[0]);
	check(distance(&e[2], &e[3]) < 1e-14, "g5Dphi_eopre_tw without twist");
	Dxx_tw_inv(mass, mu, &e[2], &e[0], DIRECT);
	Qhat_eopre(mass, mu, &e[3], &e[2]);
	mul_spinor_field(&e[3], (4 + mass) * (4 + mass) + mu * mu, &e[3]);
	g5Dphi_eopre_tw(mass, mu, &e[2], &e[0], DIRECT);
	check(distance(&e[2], &e[3]) < 1e-14, "g5Dphi_eopre_tw");
	g5Dphi_eopre_tw(mass, mu, &e[2], &e[1], DAGGER);
	z = prod_spinor_field(&e[1], &e[3]) - prod_spinor_field(&e[2], &e[0]);
	check(cabs(z) < 1e-9, "its adjoint: %.1e", cabs(z));
	g5Dphi_eopre_tw_sq(mass, mu, &e[2], &e[0]);
	close_to(prod_re_spinor_field(&e[0], &e[2]), sqnorm_spinor_field(&e[3]), 1e-13, "g5Dphi_eopre_tw_sq");
}

static void check_inversions(geometry_descriptor *type)
{
	double shift = 0, m = mass;
	mshift_par par = {1, &shift, 1e-24, 0, NULL};
	spinor_field *s = alloc_spinor_field(3, type), *f = alloc_spinor_field(3, &glattice);
	set_dirac_mass(mass);
	set_twisted_mass(mu);
	gaussian_spinor_field(&s[0]);
	tm_invert(&s[1], &s[0], &par);
	Qtm_p(&s[2], &s[1]);
	check(distance(&s[2], &s[0]) < 1e-10, "tm_invert");
	tm_invert_alt(&s[1], &s[0], &par);
	Qtm_p_alt(&s[2], &s[1]);
	check(distance(&s[2], &s[0]) < 1e-10, "tm_invert_alt");
	gaussian_spinor_field(&f[0]);
	init_propagator_eo(1, &m, 1e-24);
	calc_propagator_tw(&m, mu, &f[1], &f[0], 1);
	twisted(&f[2], &f[1]);
	check(distance(&f[2], &f[0]) < 1e-10, "calc_propagator_tw");
	calc_propagator_tw(&m, 0, &f[1], &f[0], 1);
	calc_propagator(&f[2], &f[0], 1);
	check(distance(&f[1], &f[2]) < 1e-10, "and without twist");
	free_spinor_field(s);
	free_spinor_field(f);
}

static void squared(spinor_field *out, spinor_field *in)
{
	g5Dphi_sq(mass, out, in);
}

static void check_eigenvectors(void)
{
	eva_prec par = {12, 4, 40, 100, 1e-9, 1e-9};
	spinor_field *f = alloc_spinor_field(4, &glattice), *e = alloc_spinor_field(2, &glat_even);
	double least, most, d, before = 0;
	int good = 1;
	set_def_matrix(&par, &squared, &glattice);
	gaussian_spinor_field(&f[0]);
	eva_def(&f[1], &f[0]);
	eva_def(&f[2], &f[1]);
	check(distance(&f[2], &f[1]) < 1e-13, "eva_def is a projection");
	eva_def_inv(&f[2], &f[0], -0.5);
	squared(&f[3], &f[2]);
	mul_add_assign_spinor_field(&f[3], 0.5, &f[2]);
	add_assign_spinor_field(&f[3], &f[1]);
	check(distance(&f[3], &f[0]) < 1e-7, "eva_def_inv");
	check(min_eigval(&squared, &glattice, &least) > 0 && max_eigval(&squared, &glattice, &most) > 0, "iterations");
	gaussian_spinor_field(&f[0]);
	squared(&f[1], &f[0]);
	const double mean = prod_re_spinor_field(&f[0], &f[1]) / sqnorm_spinor_field(&f[0]);
	check(0 < least && least < mean && mean < most && most < (8 + mass) * (8 + mass), "eigenvalues from %g to %g",
	      least, most);
	eig_init(4, 12, 40, 100, 0, 1e-9, 1e-9);
	for (int n = 0; n < 4; n++) {
		copy_evec(n, &e[0], &d);
		g5Dphi_eopre_sq(mass, &e[1], &e[0]);
		mul_spinor_field(&e[0], d, &e[0]);
		good = good && distance(&e[1], &e[0]) < 1e-6 && d >= before;
		before = d;
	}
	check(good, "eig_init, copy_evec");
	calc_deflated_propagator(&f[1], &f[0], 1, 4);
	Dphi(mass, &f[2], &f[1]);
	check(distance(&f[2], &f[0]) < 1e-10, "calc_deflated_propagator");
	free_propagator_eo();
	free_spinor_field(f);
	free_spinor_field(e);
}

static void check_spaces(void)
{
	int **rotation = direct_spatial_rotations(), **back = inverse_spatial_rotations(), wrong = 0;
	double off = 0;
	const int w = reserve_wrk_space();
	reset_wrk_pointers();
	close_to(creal(avr_plaquette_wrk()), avr_plaquette(), 1e-13, "avr_plaquette_wrk");
	for (int k = 0; k < 48; k++) {
		for (int j = 0; j < k; j++) wrong += !memcmp(rotation[j], rotation[k], 4 * sizeof(int));
		for (int i = 1; i < 4; i++) {
			const int to = rotation[k][i], again = back[k][abs(to)];
			wrong += again * (to < 0 ? -1 : 1) != i;
		}
		assign_spatial_rotated_wrkspace(rotation[k], w);
		off += fabs(creal(avr_plaquette_wrk()) - avr_plaquette());
	}
	check(wrong == 0 && off < 1e-12, "rotations: %d wrong, plaquettes off by %.1e", wrong, off);
	reset_wrk_pointers();
	hr_complex z, trace;
	suNg p, q;
	const wilson_lines *l = polyleg(ipt(1, 0, 1, 1), 2);
	_suNg_times_suNg(p, *pu_gauge(ipt(1, 0, 1, 1), 2), *pu_gauge(ipt(1, 0, 0, 1), 2));
	_suNg_trace(trace, p);
	_suNg_times_suNg(q, *pu_gauge(ipt(1, 0, 1, 1), 2), l->p[0]);
	_suNg_trace(z, q);
	check(cabs(trace - l->tr) < 1e-13 && cabs(trace - z) < 1e-13, "polyleg");
	release_wrk_space(w);
	free_wrk_space();
}

static void check_smearing(spinor_field *s)
{
	const double a = 0.3;
	gaussian_spinor_field(&s[0]);
	gaussian_spinor_field(&s[1]);
	gaussian_smearing(&s[2], &s[0], u_gauge_f, a);
	gaussian_smearing(&s[3], &s[1], u_gauge_f, a);
	const hr_complex z = prod_spinor_field(&s[1], &s[2]) - prod_spinor_field(&s[3], &s[0]);
	check(cabs(z) < 1e-10, "gaussian_smearing is Hermitian");
	suNg_field *u = alloc_suNg_field(&glattice);
	copy_gfield_cpu(u, u_gauge);
	unit_u(u_gauge);
	represent_gauge_field();
	check(fabs(min_tplaq(u_gauge) - NG) < 1e-14, "min_tplaq");
	/* The sign changes from site to site along X, so that its neighbours there cancel 4 of the 6. */
	_MASTER_FOR(&glattice, ix) {
		int x[4];
		lqcd_geometry_coords(lqcd__hr_geometry(&glattice), ix, 0, x);
		_spinor_zero_f(*_FIELD_AT(&s[0], ix));
		_FIELD_AT(&s[0], ix)->c[2].c[0] = (x[1] + zerocoord[1]) % 2 ? -1 : 1;
	}
	gaussian_smearing(&s[1], &s[0], u_gauge_f, a);
	mul_spinor_field(&s[0], (1 + 2 * a) / (1 + 6 * a), &s[0]);
	check(distance(&s[1], &s[0]) < 1e-14, "gaussian_smearing of a plane wave");
	suNg_field_copy(u_gauge, u);
	represent_gauge_field();
	check(min_tplaq(u_gauge) < NG - 0.1, "and of random links");
	free_suNg_field(u);
}

static void check_names(spinor_field *s)
{
	spinor_field_flt *f = alloc_spinor_field_flt(1, &glattice);
	suNf_field *u = alloc_gfield_f(&glattice);
	double *table = calloc(6859, sizeof *table), w[3];
	assign_ud2u_f();
	copy_gfield_f_cpu(u, u_gauge_f);
	zero_gfield_f_cpu(u_gauge_f);
	assign_u2ud_f();
	sub_assign_gfield_f_cpu(u, u_gauge_f);
	check(sqnorm_gfield_f_cpu(u) < 1e-10 && sqnorm_gfield_f_cpu(u_gauge_f) > 1, "assign_u2ud_f");
	random_spinor_field_f_flt_cpu(f);
	close_to((double)sqnorm_spinor_field_flt(f) / (8.0 * NF * (double)GLB_VOLUME), 1, 0.2, "random_.._cpu");
	assign_s2sd(&s[0], f);
	add_assign_s2sd(&s[0], f);
	add_assign_sd2s(f, &s[0]);
	assign_s2sd(&s[1], f);
	mul_spinor_field(&s[1], 2.0 / 3, &s[1]);
	check(distance(&s[1], &s[0]) < 1e-6, "add_assign_s2sd, add_assign_sd2s");
	table[3 + 19 * (7 + 19 * 11)] = 1;
	check(HYP_best_parameters(table, w) == 3 + 19 * (7 + 19 * 11) &&
		      fabs(w[0] - 0.2) + fabs(w[1] - 0.4) + fabs(w[2] - 0.6) < 1e-12,
	      "HYP_best_parameters");
	suNf_field *force = alloc_clover_force(&glattice);
	suNfc_field *term = alloc_clover_term(&glattice);
	random_clover_force_cpu(force);
	random_clover_term_cpu(term);
	close_to(sqnorm_clover_term_cpu(term) / (8.0 * NF * NF * (double)GLB_VOLUME), 1, 0.1, "random_clover_term_cpu");
	check(sqnorm_clover_force_cpu(force) > 3.0 * NF * NF * (double)GLB_VOLUME, "random_clover_force_cpu");
	free_clover_force(force);
	free_clover_term(term);
	avr_ts_plaquette();
	free(table);
	free_suNf_field(u);
	free_spinor_field_flt(f);
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	spinor_field *full = alloc_spinor_field(4, &glattice), *even = alloc_spinor_field(4, &glat_even);
	check_schur(even, full);
#ifdef UPDATE_EO
	check_inversions(&glat_even);
#else
	check_inversions(&glattice);
#endif
	check_eigenvectors();
	if (MPI_WORLD_SIZE == 1) check_spaces();
	check_smearing(full);
	check_names(full);
	free_spinor_field(full);
	free_spinor_field(even);
	finalize_process();
	return done();
}
