/* tests/hirep/flow.c: the Wilson flow, gauge fixing, Wilson loops, links in work spaces, shifts, files of spinors: against
 * formulas in HiRep's macros and lqcd's own functions. "flow -i input FILE" writes FILE. Equal spatial extents. */
#include "libhr.h"
#include "../../lqcd/observables/wilson_loop.h"
#include "check.h"

/* ---- the flow ----------------------------------------------------------------------------------------------------- */

/* The product of links along four steps, which may be -1 - mu. */
static void walk(suNg *r, suNg_field *u, int ix, const int *step)
{
	suNg p, q;
	_suNg_unit(p);
	for (int k = 0; k < 4; k++) {
		const int mu = step[k] < 0 ? -1 - step[k] : step[k];
		if (step[k] < 0) {
			ix = idn(ix, mu);
			_suNg_times_suNg_dagger(q, p, *_4FIELD_AT(u, ix, mu));
		} else {
			_suNg_times_suNg(q, p, *_4FIELD_AT(u, ix, mu));
			ix = iup(ix, mu);
		}
		p = q;
	}
	*r = p;
}

/* F = h T from the four leaves; on one process. */
static void leaves(suNg_algebra_vector *h, suNg_field *u, int ix, int mu, int nu)
{
	const int m = -1 - mu, n = -1 - nu,
		  path[4][4] = {{mu, nu, m, n}, {nu, m, n, mu}, {m, n, mu, nu}, {n, mu, nu, m}};
	suNg sum, r;
	_suNg_zero(sum);
	for (int k = 0; k < 4; k++) {
		walk(&r, u, ix, path[k]);
		_suNg_add_assign(sum, r);
	}
	_fund_algebra_project(*h, sum);
	_algebra_vector_mul_g(*h, 0.25, *h);
}

/* Of each slice; HiRep of 2024 divides sums of NG - tr U_p over a slice by half of its sites, sums of F^a F^a / 2 by all. */
static void check_energies(suNg_field *u)
{
	double e[2][128], sum[2] = {0, 0}, k, charge = 0, off = 0;
	WF_E_T(e[0], u);
	WF_Esym_T(e[1], u);
	for (int t = 0; t < 4 * GLB_T; t++) sum[t % 2] += e[t % 2][t / 2] / GLB_T;
	close_to(WF_E(u), sum[0], 1e-12, "WF_E is the mean of WF_E_T over slices");
	close_to(WF_Esym(u), sum[1], 1e-12, "WF_Esym that of WF_Esym_T");
	close_to(WF_E(u), 12 * NG * (1 - calc_plaq(u)), 1e-12, "WF_E from the plaquette");
	if (WORLD_SIZE > 1) return;
	for (int i = 0; i < VOLUME; i++) {
		suNg_algebra_vector f[6];
		static const int of[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
		const int t = i / (X * Y * Z), ix = ipt(t, i / (Y * Z) % X, i / Z % Y, i % Z);
		for (int p = 0; p < 6; p++) {
			const int path[4] = {of[p][0], of[p][1], -1 - of[p][0], -1 - of[p][1]};
			suNg r;
			walk(&r, u, ix, path);
			_suNg_trace_re(k, r);
			e[0][2 * t + p / 3] -= (NG - k) / (0.5 * (double)GLB_VOL3);
			leaves(&f[p], u, ix, of[p][0], of[p][1]);
			_algebra_vector_sqnorm_g(k, f[p]);
			e[1][2 * t + p / 3] -= k / 2 / (double)GLB_VOL3;
		}
		for (int p = 0; p < 3; p++) {
			_algebra_vector_prod_g(k, f[p], f[5 - p]);
			charge += (p == 1 ? -1 : 1) * k / (8 * acos(-1) * acos(-1));
		}
	}
	for (int t = 0; t < 4 * GLB_T; t++) off = fmax(off, fabs(e[t % 2][t / 2]));
	check(off < 1e-12, "WF_E_T, WF_Esym_T from loops: off by %.1e", off);
	close_to(WF_topo(u), charge, 1e-10, "WF_topo from leaves");
}

/* z += factor Z, Z of the staples of u_gauge. */
static void plain_slope(suNg_av_field *z, double factor)
{
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			suNg s, w;
			suNg_algebra_vector h;
			staples(ix, mu, &s);
			_suNg_times_suNg_dagger(w, *pu_gauge(ix, mu), s);
			_fund_algebra_project(h, w);
			_algebra_vector_mul_g(h, -factor, h);
			_algebra_vector_add_assign_g(*_4FIELD_AT(z, ix, mu), h);
		}
}

/* V = exp(z) U. */
static void plain_move(suNg_field *v, suNg_av_field *z, suNg_field *u)
{
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			suNg w, e;
			_fund_algebra_represent(w, *_4FIELD_AT(z, ix, mu));
			suNg_Exp(&e, &w);
			w = *_4FIELD_AT(u, ix, mu);
			_suNg_times_suNg(*_4FIELD_AT(v, ix, mu), e, w);
		}
	start_gf_sendrecv(v);
	complete_gf_sendrecv(v);
}

/* An adaptive step compares with V = exp(2 Z1 - Z0) W, W = u_gauge after a quarter of Z0. */
static void plain_second(suNg_field *v, double eps)
{
	suNg_av_field *z = alloc_suNg_av_field(&glattice);
	suNg_field *u = alloc_suNg_field(&glattice);
	suNg_field_copy(u, u_gauge);
	zero_suNg_av_field(z);
	plain_slope(z, eps / 4);
	plain_move(v, z, u);
	zero_suNg_av_field(z);
	plain_slope(z, -eps);
	suNg_field_copy(u_gauge, v);
	plain_slope(z, 2 * eps);
	plain_move(v, z, u_gauge);
	suNg_field_copy(u_gauge, u);
	free_suNg_av_field(z);
	free_suNg_field(u);
}

static void check_flow(void)
{
	suNg_field *v = alloc_suNg_field(&glattice), *w = alloc_suNg_field(&glattice);
	double eps = 0.04, next, delta = 1e3, tmax = 0.1;
	WF_initialize();
	suNg_av_field *z = alloc_suNg_av_field(&glattice);
	zero_suNg_av_field(z);
	plain_slope(z, eps);
	plain_move(v, z, u_gauge);
	free_suNg_av_field(z);
	suNg_field_copy(w, u_gauge);
	WilsonFlow1(w, eps);
	check(max_distance(v, w) < 1e-26 && max_distance(v, u_gauge) > 1e-3, "WilsonFlow1: %.1e", max_distance(v, w));
	/* third order: half the step, an eighth of the error */
	suNg_field_copy(v, u_gauge);
	suNg_field_copy(w, u_gauge);
	for (int k = 0; k < 2; k++) WilsonFlow3(v, 0.04);
	for (int k = 0; k < 4; k++) WilsonFlow3(w, 0.02);
	const double coarse = sqrt(max_distance(v, w));
	suNg_field_copy(v, u_gauge);
	for (int k = 0; k < 8; k++) WilsonFlow3(v, 0.01);
	const double fine = sqrt(max_distance(v, w));
	check(coarse / fine > 5 && coarse / fine < 12 && coarse < 1e-2, "WilsonFlow3: %.1e, %.1e", coarse, fine);
	suNg_field_copy(w, u_gauge);
	for (int k = 0; k < 40; k++) WilsonFlow1(w, 0.002);
	check(sqrt(max_distance(v, w)) < 1e-2, "and Euler's: %.1e", sqrt(max_distance(v, w)));
	suNg_field_copy(v, u_gauge);
	suNg_field_copy(w, u_gauge);
	const int taken = WilsonFlow3_adaptative(v, &eps, &next, &delta);
	WilsonFlow3(w, eps);
	check(taken == 1 && max_distance(v, w) < 1e-28 && next > 0.99, "an adaptive step");
	delta = 1e-12;
	const int refused = WilsonFlow3_adaptative(v, &eps, &next, &delta);
	check(refused == 0 && max_distance(v, w) < 1e-28 && next < eps, "a refused one: next %.4f", next);
	suNg_field_copy(v, u_gauge);
	suNg_field_copy(w, u_gauge);
	WilsonFlow3(v, eps);
	plain_second(w, eps);
	const double d = max_distance(v, w);
	delta = d * 1.001;
	suNg_field_copy(v, u_gauge);
	check(WilsonFlow3_adaptative(v, &eps, &next, &delta) == 1, "delta above the distance");
	close_to(next, 0.95 * eps * cbrt(1.001), 1e-8, "its next step");
	delta = d * 0.999;
	suNg_field_copy(v, u_gauge);
	check(WilsonFlow3_adaptative(v, &eps, &next, &delta) == 0, "delta below it");
	close_to(next, 0.5 * eps * cbrt(0.999), 1e-8, "and then");
	delta = 1e-6;
	eps = 0.03;
	data_storage_array *a, *b, *c;
	suNg_field_copy(v, u_gauge);
	suNg_field_copy(w, u_gauge);
	a = WF_update_and_measure(RK3, v, &tmax, &eps, &delta, 2, STORE);
	b = WF_update_and_measure(RK3_ADAPTIVE, w, &tmax, &eps, &delta, 2, STORE);
	c = WF_update_and_measure(EUL, w, &tmax, &eps, &delta, 1, DONTSTORE);
	int last[2] = {2, 1}, first[2] = {0, 1}, time[2] = {1, 0};
	close_to(*data_storage_element(a, 0, last), WF_E(v), 1e-14, "the last measurement");
	close_to(*data_storage_element(b, 0, last), WF_E(v), 1e-3, "that of adaptive steps");
	close_to(*data_storage_element(a, 0, first), WF_E(u_gauge), 1e-14, "the first");
	check(fabs(*data_storage_element(b, 0, time) - 0.05) < 1e-9 && !c, "times");
	check_energies(v);
	free_data_storage(a);
	free_data_storage(b);
	WF_free();
	free_suNg_field(v);
	free_suNg_field(w);
}

/* ---- gauge fixing ------------------------------------------------------------------------------------------------- */

/* The mean square of the traceless anti-Hermitian part of sum_mu U_mu(x) - U_mu(x-mu). */
static double divergence(int fix_dir, suNg_field *u)
{
	double sum = 0;
	start_gf_sendrecv(u);
	complete_gf_sendrecv(u);
	_MASTER_FOR_SUM(&glattice, ix, sum)
	{
		suNg d;
		suNg_algebra_vector h;
		double n;
		_suNg_zero(d);
		for (int mu = 0; mu < 4; mu++)
			if (mu != fix_dir) {
				_suNg_add_assign(d, *_4FIELD_AT(u, ix, mu));
				_suNg_sub_assign(d, *_4FIELD_AT(u, idn(ix, mu), mu));
			}
		_fund_algebra_project(h, d);
		_algebra_vector_sqnorm_g(n, h);
		sum += n;
	}
	global_sum(&sum, 1);
	return sum / (double)GLB_VOLUME;
}

static void check_gaugefix(void)
{
	suNg_field *v = alloc_suNg_field(&glattice);
	const double p = avr_plaquette();
	/* Over several processes, Landau gauge alone. */
	for (int fix_dir = WORLD_SIZE > 1 ? 4 : 0; fix_dir < 5; fix_dir += 4) {
		suNg_field_copy(v, u_gauge);
		random_gauge_transform(v);
		const double before = gaugefix_action(fix_dir, v), f = gaugefix(fix_dir, 1.7, 2000, 1e-11, v);
		const double d = divergence(fix_dir, v);
		check(f > before + 0.3 && f < 1 && d < 1e-6, "%s gauge: %.4f, divergence %.1e",
		      fix_dir ? "Landau" : "Coulomb", f, d);
		close_to(calc_plaq(v), p, 1e-12, "the plaquette stays");
	}
	unit_gauge(v);
	random_gauge_transform(v);
	check(fabs(calc_plaq(v) - 1) < 1e-13 && gaugefix_action(4, v) < 0.5, "a pure gauge");
	const double f = gaugefix(4, 1.7, 2000, 1e-14, v);
	check(f > 1 - 1e-6, "fixed: %.9f", f);
	free_suNg_field(v);
}

/* ---- Wilson loops -------------------------------------------------------------------------------------------------- */

/* The mean over signs and permutations of path n. */
static void loops_of(double **value, suNg_field *u, const WL_path_t *w)
{
	suNg_field *h = alloc_suNg_field(&glattice);
	suNg *poly = amalloc(sizeof(suNg) * (size_t)VOL3, ALIGN);
	double *one[2], numbers[2][64];
	int count = 0;
	one[0] = numbers[0];
	one[1] = numbers[1];
	WL_Hamiltonian_gauge(h, u);
	WL_broadcast_polyakov(poly, h);
	memset(value[0], 0, 64 * sizeof(double));
	memset(value[1], 0, 64 * sizeof(double));
	for (int p = 0; p < w->nperms; p++)
		for (int s = 0; s < 8; s++) {
			int sign[3] = {s & 1 ? -1 : 1, s & 2 ? -1 : 1, s & 4 ? -1 : 1};
			WL_correlators(one, h, poly, w->nsteps, w->path, w->length, w->perm[p], sign);
			for (int k = 0; k < w->nsteps * GLB_T; k++)
				value[k / GLB_T][k % GLB_T] += one[k / GLB_T][k % GLB_T];
			count++;
		}
	for (int k = 0; k < w->nsteps * GLB_T; k++) value[k / GLB_T][k % GLB_T] /= count;
	afree(poly);
	free_suNg_field(h);
}

static void check_loops(void)
{
	int straight[3] = {0, 1, 0}, aslant[3] = {0, -1, 2};
	double time[2][3], numbers[4][64], *a[2] = {numbers[0], numbers[1]}, *b[2] = {numbers[2], numbers[3]},
					   worst = 0, n;
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	suNg_field *v = alloc_suNg_field(&glattice);
	WL_initialize();
	WL_load_path(straight, 2);
	WL_load_path(aslant, 1);
	WL_load_path(straight, 2);
	check(WL_npaths == 2 && straight[0] == 1 && aslant[0] == 2 && aslant[1] == 1 && WL_path[0].nperms == 3 &&
		      WL_path[1].nperms == 6 && WL_path[1].length == 3 && WL_max_nsteps == 2,
	      "WL_load_path");
	check(WL_path[1].path[0] + WL_path[1].path[1] + WL_path[1].path[2] == 1, "the steps of a path");
	loops_of(a, u_gauge, &WL_path[0]);
	if (lqcd_wilson_loops(time[0], NULL, &u, 2, 3) != LQCD_OK) time[0][0] = 0;
	for (int r = 0; r < 2; r++)
		for (int t = 0; t < 3; t++) worst = fmax(worst, fabs(a[r][t + 1] / NG - time[r][t]));
	check(worst < 1e-13 && fabs(a[1][0] - NG) < 1e-13, "loops along the axes: %.1e", worst);
	WL_Hamiltonian_gauge(v, u_gauge);
	worst = 0;
	_MASTER_FOR_MAX(&glattice, ix, worst)
	{
		_suNg_sqnorm_m1(n, *_4FIELD_AT(v, ix, 0));
		worst = fmax(worst, n);
	}
	global_max(&worst, 1);
	close_to(calc_plaq(v), avr_plaquette(), 1e-13, "the plaquette in temporal gauge");
	int wrong = 0;
	for (int i = 0; i < VOLUME; i++) {
		const int t = i / (X * Y * Z);
		_suNg_sqnorm_m1(n, *_4FIELD_AT(v, ipt(t, i / (Y * Z) % X, i / Z % Y, i % Z), 0));
		wrong += (n > 1e-24) != (t + zerocoord[0] == GLB_T - 1);
	}
	global_sum_int(&wrong, 1);
	check(wrong == 0 && worst > 1e-3, "temporal links are 1 but on the last slice");
	loops_of(a, u_gauge, &WL_path[1]);
	suNg_field_copy(v, u_gauge);
	random_gauge_transform(v);
	loops_of(b, v, &WL_path[1]);
	worst = 0;
	for (int t = 0; t < GLB_T; t++) worst = fmax(worst, fabs(a[0][t] - b[0][t]));
	check(worst < 1e-12 && a[0][1] > 1e-3 && a[0][1] < time[0][0] * NG, "gauge invariance off the axes: %.1e",
	      worst);
	double weight[3] = {0.75, 0.6, 0.3};
	WL_wilsonloops(weight);
	HYP_smearing(v, u_gauge, weight);
	check(calc_plaq(v) > avr_plaquette() + 0.05, "HYP_smearing: %.4f", calc_plaq(v));
	WL_free();
	free_suNg_field(v);
}

/* ---- work spaces --------------------------------------------------------------------------------------------------- */

/* Re tr of the spatial plaquettes of the work space that is set. */
static double spatial_plaquette(void)
{
	double sum = 0;
	_MASTER_FOR_SUM(&glattice, ix, sum)
	{
		for (int mu = 1; mu < 3; mu++)
			for (int nu = mu + 1; nu < 4; nu++) {
				suNg a, b;
				double re;
				_suNg_times_suNg(a, *pu_gauge_wrk(ix, mu), *pu_gauge_wrk(iup_wrk(ix, mu), nu));
				_suNg_times_suNg(b, *pu_gauge_wrk(ix, nu), *pu_gauge_wrk(iup_wrk(ix, nu), mu));
				_suNg_times_suNg_dagger(a, a, b);
				_suNg_trace_re(re, a);
				sum += re;
			}
	}
	global_sum(&sum, 1);
	return sum / (3.0 * NG * (double)GLB_VOLUME);
}

static void check_spaces(void)
{
	double alpha = 0.4, space[2][2];
	int map[4] = {0, 2, -1, 3};
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	suNg_field *v = alloc_suNg_field(&glattice);
	lqcd_gauge_field_d smeared = lqcd__hr_gauge(v);
	initialize_spatial_active_slices(NULL);
	check(n_active_slices == T && glbT_to_active_slices[zerocoord[0] + T - 1] == T - 1, "active slices");
	if (lqcd_wilson_loops(NULL, space[0], &u, 2, 2) != LQCD_OK) space[0][0] = 2;
	reset_wrk_pointers();
	close_to(spatial_plaquette(), space[0][0], 1e-13, "u_gauge as a work space");
	const int blocked = spatial_blocking_wrkspace(NEW_SBLK, 1);
	close_to(spatial_plaquette(), space[1][1], 1e-13, "blocked once");
	const int twice = spatial_blocking_wrkspace(CONT_SBLK, 2), other = spatial_blocking_wrkspace(NEW_SBLK, 2);
	const double p = spatial_plaquette();
	check(blocked >= 0 && twice >= 0 && other >= 0 && fabs(p) < 1, "blocked twice: %.4f", p);
	/* At level 7 a link is a product of 128 ones: rounding that adds up would show here. */
	spatial_blocking_wrkspace(NEW_SBLK, 7);
	const double seven = spatial_plaquette();
	suNg_field *original = alloc_suNg_field(&glattice);
	suNg_field_copy(original, u_gauge);
	random_gauge_transform(u_gauge);
	const int deep = spatial_blocking_wrkspace(NEW_SBLK, 7);
	close_to(spatial_plaquette(), seven, 2e-14, "blocked seven times, in another gauge");
	/* Released, it stays set and keeps its links until another one is reserved. */
	release_wrk_space(deep);
	close_to(spatial_plaquette(), seven, 2e-14, "released, and still set");
	suNg_field_copy(u_gauge, original);
	free_suNg_field(original);
	const int ape = spatial_APE_smear_wrkspace(&alpha, -1);
	const lqcd_status s = lqcd_smear_ape_d(&smeared, &u, alpha, 3, LQCD_PROJECT_POLAR);
	check(s == LQCD_OK && max_distance(v, u_gauge_wrk()) < 1e-24, "spatial_APE_smear_wrkspace: %.1e",
	      max_distance(v, u_gauge_wrk()));
	assign_spatial_rotated_wrkspace(map, ape);
	close_to(spatial_plaquette(), space[0][0], 1e-13, "rotated");
	const suNg *link = pu_gauge_wrk(ipt(0, X - 2, 1, 1), 2);
	suNg d = *pu_gauge(ipt(0, 1, 2, 1), 1);
	double n;
	_suNg_sub_assign(d, *link);
	_suNg_sqnorm(n, d);
	check(!(n > 0), "X becomes Y, Y becomes -X");
	free_spatial_active_slices();
	free_wrk_space();
	free_suNg_field(v);
}

/* ---- shifts and files ---------------------------------------------------------------------------------------------- */

static int number_of(int t, int x, int y, int z)
{
	return _lexi(GLB_T, GLB_X, GLB_Y, GLB_Z, safe_mod(t, GLB_T), safe_mod(x, GLB_X), safe_mod(y, GLB_Y),
		     safe_mod(z, GLB_Z));
}

static void check_shifts(int far)
{
	int shift[4] = {1, 0, 2, 3}, odd[4] = {0, 0, 1, 0}, wrong = 0;
	const int extent[4] = {GLB_T, GLB_X, GLB_Y, GLB_Z};
	for (int mu = 0; mu < 4; mu++) {
		/* with steps of whole processes, too */
		double r;
		ranlxd(&r, 1);
		if (far) shift[mu] = (int)(2 * extent[mu] * r);
	}
	bcast_int(shift, 4);
	spinor_field *s = alloc_spinor_field(2, &glattice), *e = alloc_spinor_field(1, &glat_even);
	spinor_field *o = alloc_spinor_field(1, &glat_odd);
	suNg_field *u = alloc_suNg_field(&glattice), *v = alloc_suNg_field(&glattice);
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < VOLUME; i++) {
			const int c[4] = {i / (X * Y * Z), i / (Y * Z) % X, i / Z % Y, i % Z},
				  ix = ipt(c[0], c[1], c[2], c[3]);
			const int *g = zerocoord;
			const int here = number_of(c[0] + g[0], c[1] + g[1], c[2] + g[2], c[3] + g[3]);
			int at[4];
			for (int mu = 0; mu < 4; mu++) at[mu] = c[mu] + g[mu] - shift[mu] + 2 * extent[mu];
			const int from = number_of(at[0], at[1], at[2], at[3]);
			const int below = number_of(c[0] + g[0], c[1] + g[1], c[2] + g[2] - 1, c[3] + g[3]);
			if (pass) {
				wrong += _FIELD_AT(&s[1], ix)->c[1].c[1] != from;
				wrong += _4FIELD_AT(v, ix, 3)->c[1] != from;
				if (ix >= glat_odd.master_shift) wrong += _FIELD_AT(o, ix)->c[1].c[1] != below;
				continue;
			}
			_FIELD_AT(s, ix)->c[1].c[1] = _4FIELD_AT(u, ix, 3)->c[1] = here;
			if (i + 1 < VOLUME) continue;
			spinor_field part = get_even_part_spinor_field(s);
			copy_spinor_field(e, &part);
			shift_fields(shift, s, u, &s[1], v);
			shift_fields(odd, e, NULL, o, NULL);
		}
	global_sum_int(&wrong, 1);
	check(wrong == 0, "shift_fields: %d wrong", wrong);
	free_spinor_field(s);
	free_spinor_field(e);
	free_spinor_field(o);
	free_suNg_field(u);
	free_suNg_field(v);
}

static void check_spinor_files(char *file)
{
	int head[6] = {0};
	double norm = 0;
	spinor_field *s = alloc_spinor_field(2, &glattice);
	gaussian_spinor_field(s);
	write_spinor_field(file, s);
	read_spinor_field(file, &s[1]);
	sub_assign_spinor_field(&s[1], s);
	check(!(sqnorm_spinor_field(&s[1]) > 0), "a spinor field in a file");
	FILE *f = fopen(file, "rb");
	suNf_spinor first;
	const int good = f && fread(head, sizeof head, 1, f) == 1 && fread(&norm, sizeof norm, 1, f) == 1 &&
			 fread(&first, sizeof first, 1, f) == 1;
	check(good && head[0] == NG && head[2] == GLB_T && head[5] == GLB_Z && !(norm < sqnorm_spinor_field(s)) &&
		      (PID || !memcmp(&first, _FIELD_AT(s, ipt(0, 0, 0, 0)), sizeof first)),
	      "its header and first spinor");
	if (f) fclose(f);
	free_spinor_field(s);
}

int main(int argc, char *argv[])
{
	double beta = NG == 2 ? 2.4 : 5.8;
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	update(&beta, 20, 0);
	logger_disable();
	check_flow();
	check_gaugefix();
	check_loops();
	check_spaces();
	check_shifts(0);
	check_shifts(1);
	check_spinor_files(argv[argc - 1]);
	finalize_process();
	return done();
}
