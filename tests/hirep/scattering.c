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

typedef hr_complex gamma_matrix[4][4];

/** g5 g, and g. */
static gamma_matrix *matrices(gamma_ind g)
{
	static gamma_matrix m[2];
	static void (*const of[4])(hr_complex[4][4], int *) = {id_debug, g5_debug, g1_debug, g2_debug};
	int sign;
	of[g == _id ? 0 : g == _g5 ? 1 : g == _g1 ? 2 : 3](m[1], &sign);
	for (int i = 0; i < 16; i++) m[0][i / 4][i % 4] = (i < 8 ? 1 : -1) * m[1][i / 4][i % 4];
	return m;
}

/** sum_(s,r) <g5 G2 a^s, (g5 G1)_(sr) b^r>, or with eta sum_s <G1 a^s, eta^s>, at time t. */
static hr_complex channel(gamma_ind g1, gamma_ind g2, spinor_field *a, spinor_field *b, spinor_field *eta, int t)
{
	hr_complex sum = 0, one[4][4], two[4][4];
	const int local = (t + GLB_T) % GLB_T - zerocoord[0];
	memcpy(one, matrices(g1)[eta ? 1 : 0], sizeof one);
	memcpy(two, matrices(g2)[0], sizeof two);
	for (int x = 0; x < X * Y * Z && local >= 0 && local < T; x++) {
		const int ix = ipt(local, x / (Y * Z), x / Z % Y, x % Z);
		for (int k = 0; k < 16 * 16 * NF; k++) {
			const int c = k / 256, i = k % 4, l = k / 4 % 4, s = k / 16 % 4, r = k / 64 % 4;
			const hr_complex from = conj((eta ? one : two)[i][l] * _FIELD_AT(&a[s], ix)->c[l].c[c]);
			if (eta)
				sum += r ? 0 : from * _FIELD_AT(&eta[s], ix)->c[i].c[c];
			else
				sum += from * one[s][r] * _FIELD_AT(&b[r], ix)->c[i].c[c];
		}
	}
	global_sum((double *)&sum, 2);
	return sum;
}

static int slice_of(void)
{
	double r;
	ranlxd(&r, 1);
	int t = (int)(r * GLB_T);
	bcast_int(&t, 1);
	return t;
}

static void solve(spinor_field *q, spinor_field *source, int t)
{
	create_diluted_source_equal_atau(source, t);
	calc_propagator(q, source, 4);
}

static void solve_sequential(spinor_field *q, spinor_field *source, int t, spinor_field *from)
{
	create_sequential_source_stoch(source, t, from);
	calc_propagator(q, source, 4);
}

/** Products of the same noise, one after the other: q[4 T source + 4 t + spin]. */
static void check_plain(double *m)
{
	enum { SOURCES = 2 };
	const int rest[3] = {0, 0, 0}, n = 4 * GLB_T;
	meson_observable **zero = new_list(16), **sigma = new_list(3);
	spinor_field *q = alloc_spinor_field((unsigned)(SOURCES * n), &glattice),
		     *eta = alloc_spinor_field((unsigned)n, &glattice);
	spinor_field *other = alloc_spinor_field(16, &glattice), *first = other + 4, *second = other + 8,
		     *source = other + 12;
	int *state = (int *)malloc((size_t)rlxd_size() * sizeof *state), ts[SOURCES], last = 0;
	double wrong[2] = {0, 0};
	rlxd_get(state);
	measure_pion_scattering_I0(m, SOURCES, 1e-24, NULL, NULL, 1, zero);
	measure_pion_scattering_I0_TS(m, 1, 1e-24, NULL, NULL, 1, sigma);
	rlxd_reset(state);
	for (int k = 0; k < SOURCES; k++) {
		last = ts[k] = slice_of();
		for (int t = 0; t < GLB_T; t++) solve(q + n * k + 4 * t, eta + 4 * t, (ts[k] + t) % GLB_T);
		solve(other, source, ts[k]);
	}
	spinor_field *own = q + (SOURCES - 1) * n;
	solve_sequential(first, source, last, own);
	for (int t = 0; t < GLB_T; t++) {
		hr_complex pi = channel(_g5, _g5, other, other, NULL, last + t),
			   rho = channel(_g1, _g2, other, other, NULL, last + t), disc = 0, one = 0, two = 0,
			   crossed = 0, box[4] = {0};
		for (int s = 0; s < GLB_T; s++) {
			spinor_field *to = own + 4 * s;
			pi += channel(_g5, _g5, to, to, NULL, last + s + t);
			rho += channel(_g1, _g2, to, to, NULL, last + s + t);
			disc += channel(_g5, _id, to, to, eta + 4 * s, t);
		}
		solve_sequential(second, source, (last + t) % GLB_T, own);
		for (int r = 0; r < 4; r++) {
			one += overlap(own, r, own, r, rest, last + t);
			two += overlap(other, r, other, r, rest, last + t);
			box[0] += overlap(first, r, second, r, rest, last + t);
			box[1] += overlap(own + 4 * t, r, own + 4 * t, r, rest, last + t);
			for (int s = 0; s < 4; s++)
				crossed += overlap(other, r, own, s, rest, last + t) *
					   overlap(own, s, other, r, rest, last + t);
		}
		/* Two sources of which the second begins t later, wherever both lie. */
		for (int k = 0; k < SOURCES * SOURCES * GLB_T; k++) {
			const int i = k % SOURCES, j = k / SOURCES % SOURCES, here = k / (SOURCES * SOURCES);
			spinor_field *a = q + n * j + 4 * ((here - ts[j] + GLB_T) % GLB_T),
				     *b = q + n * i + 4 * ((here + t - ts[i] + GLB_T) % GLB_T);
			for (int r = 0; r < 16; r++)
				box[2] += overlap(a, r / 4, b, r % 4, rest, here) *
					  overlap(b, r % 4, a, r / 4, rest, here + t) / (GLB_T * SOURCES * SOURCES);
		}
		wrong[0] += off(zero[0], t, one * two) / cabs(one * two) + off(zero[1], t, crossed) / cabs(crossed) +
			    off(zero[2], t, box[0]) / cabs(box[0]) +
			    off(zero[3], (last + t) % GLB_T, box[1]) / cabs(box[1]) +
			    off(zero[4], t, pi / (GLB_T + 1)) / cabs(pi) +
			    off(zero[6], t, rho / (GLB_T + 1)) / cabs(pi) + off(zero[14], t, box[2]) / cabs(box[2]) +
			    off(zero[15], t, disc) / cabs(disc);
	}
	check(wrong[0] < 1e-8, "I = 0: products of the same noise: off by %.1e", wrong[0]);
	last = slice_of();
	solve(first, eta, last);
	solve_sequential(second, source, last, first);
	create_noise_source_equal_eo(source);
	calc_propagator(other, source, 4);
	for (int t = 0; t < GLB_T; t++) {
		const hr_complex triangle = channel(_g5, _id, first, second, NULL, last + t),
				 disc = channel(_id, _id, other, other, source, t);
		wrong[1] += off(sigma[0], t, 0.5 * channel(_id, _id, first, first, NULL, last + t)) / cabs(triangle) +
			    off(sigma[1], t, disc) / cabs(disc) + off(sigma[2], t, triangle) / cabs(triangle);
	}
	check(wrong[1] < 1e-8, "a triangle of the same noise: off by %.1e", wrong[1]);
	free_propagator_eo();
	for (int k = 0; k < 16; k++) free_mo(zero[k]);
	for (int k = 0; k < 3; k++) free_mo(sigma[k]);
	free(zero);
	free(sigma);
	free(state);
	free_spinor_field(q);
	free_spinor_field(eta);
	free_spinor_field(other);
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
	check_plain(m);
	done();
	finalize_process();
	return 0;
}
