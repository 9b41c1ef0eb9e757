/* tests/hirep/scattering.c: contractions of two mesons against sums over components, bundles of channels, files; a program
 * with a function of its own in the place of unit_gauge, and one without. */
#include "libhr.h"
#include "Observables/glueballs.h"
#include "Random/ranlux.h"
#include "check.h"

#ifdef OWN_UNIT_GAUGE
static int calls = 0;

void unit_gauge(suNg_field *u)
{
	calls++;
	unit_u(u);
}
#endif

static double off(const meson_observable *mo, int at, hr_complex z)
{
	return cabs(mo->corr_re[at] + I * mo->corr_im[at] - z);
}

/** sum_x exp(-i k x) <a^r, b^s> at time t, over all sites. */
static hr_complex overlap(spinor_field *a, int r, spinor_field *b, int s, const int k[3], int t)
{
	hr_complex sum = 0;
	const int local = (t + GLB_T) % GLB_T - zerocoord[0];
	for (int x = 0; x < X && local >= 0 && local < T; x++)
		for (int y = 0; y < Y; y++)
			for (int z = 0; z < Z; z++) {
				const double turns = (double)(k[0] * (x + zerocoord[1])) / GLB_X +
						     (double)(k[1] * (y + zerocoord[2])) / GLB_Y +
						     (double)(k[2] * (z + zerocoord[3])) / GLB_Z;
				const suNf_spinor *p = _FIELD_AT(&a[r], ipt(local, x, y, z)),
						  *q = _FIELD_AT(&b[s], ipt(local, x, y, z));
				for (int i = 0; i < 4 * NF; i++)
					sum += cexp(-2 * PI * I * turns) * conj(p->c[i / NF].c[i % NF]) *
					       q->c[i / NF].c[i % NF];
			}
	global_sum((double *)&sum, 2);
	return sum;
}

static void check_contractions(spinor_field *psi)
{
	const int tau = 1, p[3] = {1, 0, -1};
	meson_observable a, b;
	double wrong = 0;
	init_mo(&a, "a", 27 * GLB_T);
	init_mo(&b, "b", 27 * GLB_T);
	a.next = &b;
	for (int split = -1; split <= 1; split++) {
		measure_scattering_AD_core(&a, psi, psi + 4, psi + 8, psi + 12, tau, split, 1, p[0], p[1], p[2]);
		measure_scattering_BC_core(&b, psi, psi + 4, psi + 8, psi + 12, tau, split, 1, p[0], p[1], p[2]);
		for (int n = 0; n < 27; n += 5)
			for (int t = 0; t < GLB_T; t++) {
				const int k[3] = {n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1},
					  q[3] = {p[0] - k[0], p[1] - k[1], p[2] - k[2]};
				/* Time is that of the earlier meson. */
				const int first = t + tau + (split < 0), second = first + split;
				hr_complex one = 0, two = 0, crossed = 0;
				for (int r = 0; r < 4; r++) {
					one += overlap(psi + 4, r, psi, r, k, first);
					two += overlap(psi + 12, r, psi + 8, r, q, second);
					for (int s = 0; s < 4; s++)
						crossed += overlap(psi + 12, r, psi, s, k, first) *
							   overlap(psi + 4, s, psi + 8, r, q, second);
				}
				wrong += off(&a, n * GLB_T + t, one * two) / cabs(one * two) +
					 off(&b, n * GLB_T + t, crossed) / cabs(crossed);
			}
	}
	check(wrong < 1e-10, "contractions of two mesons: off by %.1e", wrong);
	free(a.corr_re);
	free(a.corr_im);
	free(b.corr_re);
	free(b.corr_im);
}

static double column(const char *file, int line)
{
	double re = NAN;
	FILE *f = fopen(file, "r");
	for (int k = 0; f && k <= line; k++)
		if (fscanf(f, "%*d %*d %*d %*d %lf %*f", &re) != 1) re = NAN;
	if (f) fclose(f);
	return re;
}

/** One meson: tr F of psi1 and psi0 at rest is the channel g5. */
static void check_bundles(const char *path)
{
	char file[600];
	int n, **p = getmomlist("(0,0,1)(1,-1,0)", &n);
	check(n == 2 && p[0][2] == 1 && p[1][0] == 1 && p[1][1] == -1 && p[1][2] == 0, "momenta of a string");
	freep(p, n);
	struct src_common s;
	struct src_p sp;
	struct prop_common q;
	struct prop_p qp;
	struct mo_0 *zero = (struct mo_0 *)malloc(sizeof *zero);
	struct mo_p *mo = (struct mo_p *)malloc(sizeof *mo);
	const int tau = 1, rest[3] = {0, 0, 0}, k[3] = {0, 0, 1};
	double wrong = 0, links = 0;
	init_mo_0(zero);
	init_mo_p(mo, 0, 0, 1);
	init_src_common(&s, tau);
	make_prop_common(&q, &s, 4, tau, "P");
	init_src_p(&sp, &s, 0, 0, 1);
	make_prop_p(&qp, &sp, &s, 4, tau, "P");
	gen_mo_0(zero, &q, &s, tau);
	gen_mo_p(mo, &q, &qp, &s, tau);
	for (int t = 0; t < GLB_T; t++) {
		hr_complex pi = 0, d = 0, e = 0, r1 = 0, r2 = 0;
		for (int r = 0; r < 4; r++) {
			pi += overlap(q.Q_0, r, q.Q_0, r, rest, t + tau);
			d += overlap(q.Q_0, r, qp.Q_p, r, k, t + tau);
			e += overlap(q.Q_0_eta, r, q.Q_0_eta, r, rest, t + tau);
			r1 += overlap(qp.W_mp_0, r, q.W_0_0[t], r, rest, t + tau);
			r2 += overlap(q.W_0_0[t], r, qp.W_p_0, r, rest, t + tau);
		}
		wrong += off(zero->pi, t, pi) + off(mo->pi, GLB_T + t, d) +
			 off(mo->d, (1 * 9 + 1 * 3 + 2) * GLB_T + t, d * e);
		wrong += fabs(cabs(r1) - hypot(mo->r1->corr_re[t], mo->r1->corr_im[t])) +
			 fabs(cabs(r2) - hypot(mo->r2->corr_re[t], mo->r2->corr_im[t]));
	}
	check(wrong < 1e-9, "bundles: off by %.1e", wrong);
	for (int i = 0; i < 9; i++) wrong += fabs(zero->rho[i / 3][i % 3]->corr_re[0]);
	check(wrong > 1e-3 && zero->rho[1][2]->ind1 == _g2 && zero->rho[1][2]->ind2 == _g3 && mo->t1[2]->ind2 == _g3,
	      "vector channels");
	IOold_0(&zero, 1, path, "./a.n7");
	IOold_p(&mo, 1, path, "./a.n7");
	IO_json_p(&mo, 1, path, "a.n7");
	IO_json_0(&zero, 1, path, "a.n7");
	snprintf(file, sizeof file, "%s/pi_src_0_a.n7", path);
	close_to(column(file, 1), 2 * zero->pi->corr_re[1], 1e-9, "a file of one meson");
	snprintf(file, sizeof file, "%s/d_p(0,0,1)_src_0_a.n7", path);
	close_to(column(file, 14 * GLB_T + 2), 4 * mo->d->corr_re[14 * GLB_T + 2], 1e-9, "a file of two");
	snprintf(file, sizeof file, "%s/p_(0,0,1)_n7.json", path);
	FILE *f = fopen(file, "r");
	int depth = 0, deepest = 0, names = 0;
	for (int c; f && (c = getc(f)) != EOF;) {
		depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
		deepest = depth > deepest ? depth : deepest;
		names += c == ':';
	}
	if (f) fclose(f);
	check(f && depth == 0 && deepest == 5 && names == 21 * 9, "a file in JSON: %d %d %d", depth, deepest, names);

	/* Both boundaries: their sum; the links are as before. */
	for (int i = 0; i < 2; i++) {
		spinor_field *psi = alloc_spinor_field(4, &glattice);
		make_propagator_PA(psi, s.src_0, 4, tau);
		make_propagator_P(qp.Q_p, s.src_0, 4, tau);
		sub_assign_spinor_field(&qp.Q_p[0], &q.Q_0[0]);
		sub_assign_spinor_field(&psi[0], &q.Q_0[0]);
		links += sqnorm_spinor_field(&qp.Q_p[0]);
		if (!i) check(sqnorm_spinor_field(&psi[0]) > 1e-6, "another boundary in time");
		free_spinor_field(psi);
	}
	check(links < 1e-18, "links after two boundaries: %.1e", links);
	free_src_common(&s);
	free_src_p(&sp);
	free_prop_common(&q);
	free_prop_p(&qp);
	free_mo_0(zero);
	free_mo_p(mo);
}

static meson_observable **new_list(int n)
{
	meson_observable **mo = (meson_observable **)malloc((size_t)n * sizeof *mo);
	for (int k = 0; k < n; k++) {
		mo[k] = (meson_observable *)malloc(sizeof *mo[k]);
		init_mo(mo[k], "m", GLB_T);
	}
	return mo;
}

static void check_pions(double *m, const char *path)
{
	char file[600];
	meson_observable **two = new_list(22), **zero = new_list(16), **sigma = new_list(3);
	double wrong = 0, sum = 0, pi = 0, v = 0;
	measure_pion_scattering_I2(m, 1, 1e-20, path, "conf", two);
	for (int t = 0; t < GLB_T; t++)
		wrong += off(two[0], t, two[2]->corr_re[t] * two[3]->corr_re[t]) / two[0]->corr_re[t];
	check(wrong < 1e-10 && two[0]->corr_re[0] > 0, "I = 2: two pions are a product of pions: off by %.1e", wrong);
	check(fabs(two[1]->corr_re[1]) > 0 && fabs(two[4]->corr_re[1]) > 0 && fabs(two[13]->corr_re[1]) > 0,
	      "I = 2: crossed, vectors");
	snprintf(file, sizeof file, "%s/pi2_src_0_conf", path);
	close_to(column(file, 1), 2 * two[3]->corr_re[1], 1e-9, "a file of I = 2");

	measure_pion_scattering_I0(m, 1, 1e-20, path, "conf", 1, zero);
	for (int t = 0; t < GLB_T; t++) v += zero[3]->corr_re[t], pi += zero[4]->corr_re[t], sum += zero[2]->corr_re[t];
	/* pi1 has all sources at its time 0, and one more. */
	check(v > 0 && v < zero[4]->corr_re[0] * (GLB_T + 1), "I = 0: sources at their own time: %g %g", v,
	      zero[4]->corr_re[0]);
	check(pi > 0 && fabs(sum) > 0 && zero[0]->corr_re[0] > 0 && fabs(zero[1]->corr_re[0]) > 0, "I = 0: D, C, R");
	/* The rectangle of one source and time 0: sum_t sum_rs |F_rs|^2 / T of each source at its own slice. */
	check(zero[14]->corr_re[0] > 0 && fabs(zero[14]->corr_im[0]) < 1e-8 * zero[14]->corr_re[0],
	      "I = 0: a rectangle at time 0 is a square");
	for (int t = 1; t < GLB_T; t++)
		wrong += fabs(zero[14]->corr_re[t] - zero[14]->corr_re[GLB_T - t]) / zero[14]->corr_re[0];
	check(wrong < 1e-8, "I = 0: rectangles of one source go both ways: off by %.1e", wrong);
	snprintf(file, sizeof file, "%s/Ralt_src_0_conf", path);
	close_to(column(file, 2), 4 * zero[14]->corr_re[2], 1e-9, "a file of I = 0");
	reset_mo(zero[14]);
	measure_pion_scattering_I0(m, 1, 1e-20, NULL, NULL, 2, zero);
	check(fabs(zero[14]->corr_re[0]) + fabs(zero[2]->corr_re[0]) <= 0, "I = 0: no rectangles");

	measure_pion_scattering_I0_TS(m, 1, 1e-20, path, "conf", 0, sigma);
	snprintf(file, sizeof file, "%s/T_src_0_conf", path);
	check(fabs(sigma[0]->corr_re[0]) > 0 && fabs(sigma[1]->corr_re[0]) > 0, "a scalar, connected or not");
	close_to(column(file, 0), 2 * sigma[2]->corr_re[0], 1e-9, "a file of a triangle");
	free_propagator_eo();
	for (int k = 0; k < 22; k++) free_mo(two[k]);
	for (int k = 0; k < 16; k++) free_mo(zero[k]);
	for (int k = 0; k < 3; k++) free_mo(sigma[k]);
	free(two);
	free(zero);
	free(sigma);
}

int main(int argc, char **argv)
{
	double m[1] = {0.3};
	setup_process(&argc, &argv);
	setup_gauge_fields();
	unit_gauge(u_gauge);
	close_to(avr_plaquette(), 1, 1e-14, "unit_gauge");
#ifdef OWN_UNIT_GAUGE
	check(calls == 1, "the program's own function");
#endif
	random_u(u_gauge);
	start_sendrecv_suNg_field(u_gauge);
	complete_sendrecv_suNg_field(u_gauge);
	represent_gauge_field();
	spinor_field *psi = alloc_spinor_field(16, &glattice);
	for (int k = 0; k < 16; k++) gaussian_spinor_field(&psi[k]);
	check_contractions(psi);
	free_spinor_field(psi);
	init_propagator_eo(1, m, 1e-24);
	check_bundles(".");
	free_propagator_eo();
	check_pions(m, ".");
	done();
	finalize_process();
	return 0;
}
