/* tests/hirep/ends_functional.h: part of ends.c: the Schroedinger functional: its coupling, correlators of its boundaries, its
 * classical field. */
#ifndef LQCD_TESTS_HIREP_ENDS_FUNCTIONAL_H
#define LQCD_TESTS_HIREP_ENDS_FUNCTIONAL_H

/* S of the links at the ends turned by exp(+-i h lambda / (T - 2)). */
static double turned(double h, suNg_field *start)
{
	const double lambda[3] = {1, NG == 2 ? -1 : -0.5, -0.5};
	double sum = 0;
	suNg_field_copy(u_gauge, start);
	_MASTER_FOR(&glattice, ix) {
		const int t = time_of(ix);
		for (int k = 0; k < 3 * NG && (t == 1 || t == GLB_T - 1); k++)
			pu_gauge(ix, k / NG + 1)->c[k % NG * (NG + 1)] *=
				cexp(I * (t > 1 ? -h : h) * lambda[k % NG] / (GLB_T - 2));
	}
	start_sendrecv_suNg_field(u_gauge);
	complete_sendrecv_suNg_field(u_gauge);
	_MASTER_FOR_SUM(&glattice, ix, sum) sum -= 5.0 / NG * local_plaq(ix);
	global_sum(&sum, 1);
	suNg_field_copy(u_gauge, start);
	represent_gauge_field();
	return sum;
}

/* f_P and f_1 of all 4 NF sources of HiRep, (g5 D)^-1 P_- U_0^+ g5 e. */
static void naive_functions(double *f, double *f1)
{
	spinor_field *s = alloc_spinor_field(2, &glattice);
	double m[1] = {mass};
	init_propagator_eo(1, m, 1e-24);
	for (int n = 0; n < 4 * NF; n++) {
		suNf_spinor sum;
		double n2;
		zero_spinor_field(&s[0]);
		_MASTER_FOR(&glattice, ix) {
			suNf_spinor e, a;
			if (time_of(ix) != 2) continue;
			_spinor_zero_f(e);
			e.c[n / NF].c[n % NF] = 1;
			_spinor_g5_assign_f(e);
			for (int k = 0; k < 4; k++) _suNf_inverse_multiply(a.c[k], *pu_gauge_f(idn(ix, 0), 0), e.c[k]);
			_spinor_pminus_f(e, a);
			_spinor_g5_f(*_FIELD_AT(&s[0], ix), e);
		}
		calc_propagator(&s[1], &s[0], 1);
		_spinor_zero_f(sum);
		_MASTER_FOR(&glattice, ix) {
			suNf_spinor a;
			_spinor_prod_re_f(n2, *_FIELD_AT(&s[1], ix), *_FIELD_AT(&s[1], ix));
			f[time_of(ix)] += n2 / (2.0 * (double)GLB_VOL3);
			if (time_of(ix) != GLB_T - 2) continue;
			for (int k = 0; k < 4; k++)
				_suNf_inverse_multiply(a.c[k], *pu_gauge_f(ix, 0), _FIELD_AT(&s[1], ix)->c[k]);
			_spinor_add_assign_f(sum, a);
		}
		suNf_spinor p;
		global_sum((double *)&sum, 8 * NF);
		_spinor_pplus_f(p, sum);
		_spinor_prod_re_f(n2, p, p);
		*f1 += n2 / (2.0 * (double)GLB_VOL3 * (double)GLB_VOL3);
	}
	global_sum(f, GLB_T);
	free_propagator_eo();
	free_spinor_field(s);
}

static void check_functional(void)
{
	double f[64] = {0}, f1 = 0, worst = 0;
	suNg_field *start = alloc_suNg_field(&glattice);
	suNg_field_copy(start, u_gauge);
	init_BCs(NULL);
	represent_gauge_field();
	suNg_field_copy(start, u_gauge);
	const double h = 1e-3, slope = (turned(h, start) - turned(-h, start)) / (2 * h), got = SF_action(5.0);
	check(fabs(got * GLB_X / (GLB_T - 2) + slope) < 1e-7 * fabs(slope), "SF_action: %.10g, the derivative %.10g",
	      got, slope);
	data_storage_array *r = SF_PCAC_wall_corr(mass, 1e-24, STORE);
	naive_functions(f, &f1);
	for (int t = 0; t < GLB_T - 1; t++) {
		int at[2] = {0, t};
		worst = fmax(worst, fabs(*data_storage_element(r, 0, at) - f[t + 1]));
	}
	int one = 0;
	worst = fmax(worst, fabs(*data_storage_element(r, 2, &one) - f1));
	check(worst < 1e-9 && f1 > 1e-6 && f[2] > 1e-3, "f_P and f_1: %.1e", worst);
	free_data_storage(r);
	/* free massless quarks: f_P = f_1 = NF, f_A = -NF */
	unit_u(u_gauge);
	represent_gauge_field();
	r = SF_PCAC_wall_corr(0, 1e-24, STORE);
	worst = fabs(*data_storage_element(r, 2, &one) - NF);
	for (int k = 0; k < 4; k++)
		for (int t = 1; t < GLB_T - 2; t++) {
			int at[2] = {k % 2, t};
			worst = fmax(worst, fabs(*data_storage_element(r, k / 2, at) - (k % 2 ? -NF : NF)));
		}
	check(worst < 1e-9, "free massless quarks: %.1e", worst);
	free_data_storage(r);
	free_suNg_field(start);
}

static void check_classical(const char *file)
{
	ghmc_par par;
	memset(&par, 0, sizeof par);
	write_action(file, "monomial { type = gauge beta = 5.5 level = 0 }\nintegrator { level = 0 type = lf steps = 3 }\n");
	SF_classical_solution();
	represent_gauge_field();
	read_action(file, &par.integrator);
	init_ghmc(&par);
	zero_suNg_av_field(suN_momenta);
	mon_n(0)->update_force(1, mon_n(0)->force_par);
	const double n = sqnorm_suNg_av_field(suN_momenta);
	check(n < 1e-24 && avr_plaquette() < 0.9, "the classical solution has no force: %.1e", n);
	free_ghmc();
}

#endif
