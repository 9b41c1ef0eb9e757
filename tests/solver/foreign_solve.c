/* tests/solver/foreign_solve.c: what is done with foreign memory (foreign/gauge.h, foreign/solver.h).
 *
 * Links lie as in QDP++, antiperiodic and in two layouts, spinors as in MILC. The solution of D x = b is that of the library
 * to the tolerance, and D of it, in foreign memory, is b; also in place, with the scale of an operator 1 - kappa H, and
 * on a lattice without lanes. Where memory fails, x stays as it was. Plaquettes and flow are those of the library; links keep their phases. Sites of other
 * processes come from a callback. A correlator is that of another program. */
#include <stdlib.h>

#include <lqcd/foreign/codes.h>

#include "../support/support.h"

enum { N = LQCD_NC, LINK = 2 * N * N, SPINOR = 8 * N, MOST = 4 * 8 * 8 * 8 };

static double links[MOST * 4 * LINK], links_before[MOST * 4 * LINK];
static double foreign_b[MOST * SPINOR], foreign_x[MOST * SPINOR], r[MOST * SPINOR];
static void *four[4];

static double distance(const double *v, const double *w, size_t n)
{
	double sum = 0, norm = 0;
	for (size_t k = 0; k < n; k++) {
		sum += (v[k] - w[k]) * (v[k] - w[k]);
		norm += w[k] * w[k];
	}
	return sqrt(sum / norm);
}

static lqcd_status fails(lqcd_gauge_field_vd *u, void *user)
{
	*(double *)user = lqcd_plaquette(u).mean;
	lqcd_gauge_field_unit(u);
	return *(double *)user > 2 ? LQCD_OK : LQCD_NAN;
}

static lqcd_status unit(lqcd_gauge_field_d *u, void *user)
{
	(void)user;
	lqcd_gauge_field_unit(u);
	return LQCD_OK;
}

typedef struct {
	lqcd_plaquette_values plaquette;
	lqcd_energy_values energy;
} measured;

static lqcd_status measure_vd(lqcd_gauge_field_vd *u, void *user)
{
	measured *m = (measured *)user;
	m->plaquette = lqcd_plaquette(u);
	must(lqcd_energy(&m->energy, u, 1));
	return LQCD_NAN;
}

static lqcd_status measure_d(lqcd_gauge_field_d *u, void *user)
{
	measured *m = (measured *)user;
	m->plaquette = lqcd_plaquette(u);
	must(lqcd_energy(&m->energy, u, 1));
	return LQCD_NAN;
}

/* Plaquettes, energy and charge of links that lie in several ways are to the bit those of a field, or refused for want of memory. */
static void test_observables(const lqcd_gauge_field_d *u, lqcd_foreign *like)
{
	const lqcd_lattice *lat = u->type->lattice;
	static const char *const name[4] = {"as they are", "of floats", "of two rows", "eight at odd sites"};
	for (int how = 0; how < 4; how++) {
		lqcd_foreign f = how == 0 ? *like
					  : lqcd_foreign_make(how == 3 ? LQCD_FOREIGN_ODD_LINKS : LQCD_FOREIGN_LINKS, links_before);
		measured want;
		if (how == 1) f.bits = 32;
		if (how == 2) f.rows = N - 1;
		if (how == 3) f.sites = LQCD_FOREIGN_EVEN_ODD;
		must(lqcd_foreign_export_links(&f, u));
		lqcd_status s = lqcd_foreign_change_vd(&f, lat, measure_vd, &want);
		if (s == LQCD_ERR_LANES) s = lqcd_foreign_change_d(&f, lat, measure_d, &want);
		int wrong = s != LQCD_NAN, failed = 0;
		const long live = hook.live;
		for (int energy = 0; energy < 2; energy++)
			for (long at = 0, calls = 1; at <= calls; at++) { /* allocation number at fails */
				measured have = want;
				if (energy)
					memset(&have.energy, 0xA5, sizeof have.energy);
				else
					memset(&have.plaquette, 0xA5, sizeof have.plaquette);
				hook.calls = 0;
				hook.fail_at = at;
				if (energy)
					s = lqcd_foreign_energy(&have.energy, &f, lat, 1);
				else
					have.plaquette = lqcd_foreign_plaquette(&f, lat);
				hook.fail_at = 0;
				if (!at) calls = hook.calls;
				const int refused = energy ? s == LQCD_ERR_MEMORY && tap_isnan(have.energy.charge) : tap_isnan(have.plaquette.mean);
				const int same = memcmp(&have, &want, sizeof want) == 0 && (!energy || s == LQCD_OK);
				wrong += !same && !(refused && at > 0);
				failed += refused;
				wrong += hook.live != live;
			}
		tap_ok(!wrong && failed >= 2, "plaquettes and energies: links %s, %d times without memory, %d wrong", name[how], failed, wrong);
	}
}

static void test_lattice(const int extent[4])
{
	lqcd_lattice lat;
	lqcd_gauge_field_d u, v;
	lqcd_spinor_field_d source, solution, theirs;
	lqcd_inverter inv, direct;
	lqcd_wilson_f D;
	lqcd_flow_d flow;
	lqcd_solve_params p = lqcd_solve_params_default();
	const double mass = 0.4, kappa = 0.5 / (4 + mass);
	const size_t sites = (size_t)(extent[0] * extent[1] * extent[2] * extent[3]), n = sites * SPINOR;
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&v, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&source, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&solution, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&theirs, &lat, LQCD_FULL));
	lqcd_gauge_field_random(&u, tap_random_u64(), 0);
	for (int d = 0; d < 4; d++) four[d] = links + (size_t)d * sites * LINK;
	lqcd_foreign U = lqcd_foreign_of(LQCD_CODE_QDPXX, LQCD_FOREIGN_LINKS, four, 64, NULL, &lat);
	U.boundary[0].re = -1;
	must(lqcd_foreign_export_links(&U, &u));
	lqcd_foreign B = lqcd_foreign_of(LQCD_CODE_MILC, LQCD_FOREIGN_SPINORS, foreign_b, 64, NULL, &lat), X = B, R = B;
	X.data = foreign_x;
	R.data = r;
	for (size_t k = 0; k < n; k++) foreign_b[k] = tap_random() - 0.5;

	must(lqcd_foreign_inverter(&inv, &U, &lat, mass, LQCD_ANTIPERIODIC, LQCD_BICGSTAB, LQCD_FLOAT));
	lqcd_solve_result result = lqcd_foreign_solve(&inv, &X, &B, &p);
	tap_ok(result.status == LQCD_OK && result.residual < 1e-9, "T = %d: solved, %s: %.1e", extent[0], lqcd_inverter_tags(&inv), result.residual);
	must(lqcd_foreign_apply(&R, &inv, &X, 0));
	tap_ok(distance(r, foreign_b, n) < 1e-9, "D x = b in foreign memory: %.1e", distance(r, foreign_b, n));
	must(lqcd_inverter_create(&direct, &u, mass, LQCD_ANTIPERIODIC, LQCD_BICGSTAB));
	must(lqcd_foreign_import_spinors(&source, &B));
	must(lqcd_inverter_solve(&direct, &solution, &source, &p).status);
	must(lqcd_foreign_import_spinors(&theirs, &X));
	tap_ok(distance((double *)theirs.ptr, (double *)solution.ptr, n) < 1e-8, "x is that of the library");
	lqcd_inverter_destroy(&direct);

	/* 1 - kappa H on scaled fields, in place */
	lqcd_foreign scaled = B;
	scaled.scale = 2 * kappa;
	memcpy(r, foreign_b, sizeof r);
	lqcd_foreign in_place = R, scaled_r = scaled;
	scaled_r.data = r;
	result = lqcd_foreign_solve(&inv, &in_place, &scaled_r, &p);
	for (size_t k = 0; k < n; k++) r[k] *= 2 * kappa;
	tap_ok(result.status == LQCD_OK && distance(r, foreign_x, n) < 1e-8, "in place, 1 - kappa H");

	/* Every allocation of a solve fails once. */
	long at = 0, wrong = 0;
	const long live = hook.live;
	memcpy(r, foreign_b, sizeof r);
	for (result.status = LQCD_ERR_MEMORY; result.status != LQCD_OK && at < 100;) {
		hook.calls = 0;
		hook.fail_at = ++at;
		result = lqcd_foreign_solve(&inv, &R, &R, &p);
		wrong += hook.live != live || (result.status != LQCD_OK && (result.status != LQCD_ERR_MEMORY ||
									    memcmp(r, foreign_b, sizeof r) != 0));
	}
	hook.fail_at = 0;
	tap_ok(result.status == LQCD_OK && at > 3 && !wrong && memcmp(r, foreign_b, sizeof r) != 0,
	       "each of %ld allocations of a solve fails, x stays as it was: %ld wrong", at - 1, wrong);

	/* other links */
	lqcd_gauge_field_random(&v, tap_random_u64(), 0);
	must(lqcd_foreign_export_links(&U, &v));
	must(lqcd_foreign_set_links(&inv, &U));
	must(lqcd_foreign_apply(&R, &inv, &B, 1));
	must(lqcd_foreign_wilson_create(&D, &U, &lat, mass, LQCD_ANTIPERIODIC));
	lqcd_spinor_field_f in, out;
	must(lqcd_spinor_field_create(&in, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&out, &lat, LQCD_FULL));
	must(lqcd_foreign_import_spinors(&in, &B));
	lqcd_wilson_apply(&out, &D, &in, 1);
	must(lqcd_foreign_export_spinors(&X, &out));
	tap_ok(distance(foreign_x, r, n) < 1e-6, "an operator in float, of new links, adjoint: %.1e", distance(foreign_x, r, n));
	lqcd_wilson_destroy(&D);
	/* The same bits as of a field. */
	lqcd_wilson_d own, same;
	must(lqcd_foreign_wilson_create(&own, &U, &lat, mass, LQCD_ANTIPERIODIC));
	must(lqcd_wilson_create(&same, &v, mass, LQCD_ANTIPERIODIC));
	tap_ok(memcmp(own.link, same.link, 8 * own.bytes * sites) == 0, "links of an operator, to the bit");
	lqcd_wilson_destroy(&own);
	lqcd_wilson_destroy(&same);
	lqcd_spinor_field_destroy(&in);
	lqcd_spinor_field_destroy(&out);

	/* links */
	tap_ok(fabs(lqcd_foreign_plaquette(&U, &lat).mean - lqcd_plaquette(&v).mean) < 1e-13, "plaquette");
	test_observables(&v, &U);
	must(lqcd_foreign_export_links(&U, &v));
	must(lqcd_flow_create(&flow, &lat, LQCD_FLOW_WILSON));
	for (int k = 0; k < 3; k++) must(lqcd_flow_step(&flow, &v, 0.02));
	lqcd_flow_destroy(&flow);
	must(lqcd_foreign_flow(&U, &lat, LQCD_FLOW_WILSON, 0.02, 3));
	memcpy(links_before, links, sizeof links);
	must(lqcd_foreign_export_links(&U, &v));
	tap_ok(distance(links, links_before, sites * 4 * LINK) < 1e-13, "flow, with the phases");
	double mean = 0;
	const lqcd_status s = lqcd_foreign_change_vd(&U, &lat, fails, &mean);
	if (s == LQCD_ERR_LANES)
		tap_skip("no lanes");
	else
		tap_ok(s == LQCD_NAN && fabs(mean - lqcd_plaquette(&v).mean) < 1e-13, "a change that fails");
	must(lqcd_foreign_export_links(&U, &v));
	tap_ok(memcmp(links, links_before, sizeof links) == 0 || distance(links, links_before, sites * 4 * LINK) < 1e-13,
	       "leaves the links alone");
	must(lqcd_foreign_change_d(&U, &lat, unit, NULL));
	tap_ok(fabs(lqcd_foreign_plaquette(&U, &lat).mean - 1) < 1e-15, "a change");
	double trace = 0;
	for (size_t k = 0; k < 4 * sites; k++) trace += links[k * LINK];
	tap_ok(fabs(trace - (double)(4 * sites) + 2 * (double)sites / extent[0]) < 1e-9, "the antiperiodic links are -1");

	/* refusals */
	lqcd_foreign bad = X;
	bad.data = NULL;
	tap_ok(lqcd_foreign_solve(&inv, &bad, &B, &p).status == LQCD_ERR_ARGUMENT && lqcd_foreign_solve(NULL, &X, &B, &p).status == LQCD_ERR_ARGUMENT &&
		       lqcd_foreign_solve(&inv, &U, &B, &p).status == LQCD_ERR_GEOMETRY && lqcd_foreign_solve(&inv, &X, &U, &p).status == LQCD_ERR_GEOMETRY &&
		       lqcd_foreign_apply(&X, &inv, NULL, 0) == LQCD_ERR_ARGUMENT && lqcd_foreign_set_links(&inv, &X) == LQCD_ERR_GEOMETRY &&
		       lqcd_foreign_inverter(NULL, &U, &lat, mass, 1, LQCD_CG, LQCD_FLOAT) == LQCD_ERR_ARGUMENT &&
		       lqcd_foreign_wilson_create(&D, &X, &lat, mass, 1) == LQCD_ERR_GEOMETRY,
	       "solves that are refused");
	const double nothing = lqcd_foreign_plaquette(&X, &lat).mean;
	lqcd_energy_values none;
	const lqcd_foreign momenta = lqcd_foreign_make(LQCD_FOREIGN_ALGEBRA, links_before);
	tap_ok(lqcd_foreign_energy(&none, &momenta, &lat, 0) != LQCD_OK && tap_isnan(none.clover) && tap_isnan(lqcd_foreign_plaquette(&momenta, &lat).mean),
	       "observables of momenta");
	tap_ok(lqcd_foreign_energy(&none, &X, &lat, 0) == LQCD_ERR_GEOMETRY && tap_isnan(none.charge) &&
		       lqcd_foreign_energy(NULL, &U, &lat, 0) == LQCD_ERR_ARGUMENT && lqcd_foreign_energy(&none, NULL, &lat, 0) == LQCD_ERR_ARGUMENT,
	       "an energy of spinors");
	tap_ok(tap_isnan(nothing) && lqcd_foreign_flow(&U, &lat, LQCD_FLOW_WILSON, 0.1, -1) == LQCD_ERR_ARGUMENT &&
		       lqcd_foreign_flow(NULL, &lat, LQCD_FLOW_WILSON, 0.1, 1) == LQCD_ERR_ARGUMENT &&
		       lqcd_foreign_change_d(&U, &lat, NULL, NULL) == LQCD_ERR_ARGUMENT,
	       "and of links");
	lqcd_inverter_destroy(&inv);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_spinor_field_destroy(&source);
	lqcd_spinor_field_destroy(&solution);
	lqcd_spinor_field_destroy(&theirs);
	lqcd_lattice_destroy(&lat);
}

/* ---- a correlator ---- */

/* The pion correlator of the data of a published file, as they lie there, with sources and solutions as QDP++ has them: C(t) of
 * references.json, dirac/nersc.l8t4b3360/kappa0.12_csw0_periodic. */
static void test_correlator(const char *directory)
{
	enum { T = 4, L = 8, SITES = T * L * L * L };
	static const double known[T] = {0.8354490123820445, 0.036440686141447395, 0.006158331842086235, 0.03577769944222766};
	const int extent[4] = {T, L, L, L};
	const double kappa = 0.12;
	const long bytes = (long)sizeof(double) * SITES * 4 * LINK;
	lqcd_lattice lat;
	lqcd_inverter inv;
	lqcd_solve_params p = lqcd_solve_params_default();
	double C[T] = {0, 0, 0, 0}, worst = 0;
	char path[1024];
	snprintf(path, sizeof path, "%s/nersc.l8t4b3360", directory ? directory : "");
	FILE *in = directory && *directory && N == 3 ? fopen(path, "rb") : NULL;
	if (!in) {
		tap_skip("no file nersc.l8t4b3360");
		return;
	}
	const int read = fseek(in, -bytes, SEEK_END) == 0 && fread(links, 1, (size_t)bytes, in) == (size_t)bytes;
	fclose(in);
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	lqcd_foreign U = lqcd_foreign_of(LQCD_CODE_CPS, LQCD_FOREIGN_LINKS, links, 64, NULL, &lat);
	const lqcd_foreign B = lqcd_foreign_of(LQCD_CODE_QDPXX, LQCD_FOREIGN_SPINORS, foreign_b, 64, NULL, &lat);
	lqcd_foreign X = B;
	X.data = foreign_x;
	U.bytes = LQCD_FOREIGN_BIG;
	p.tolerance = 1e-12;
	must(lqcd_foreign_inverter(&inv, &U, &lat, 0.5 / kappa - 4, LQCD_PERIODIC, LQCD_BICGSTAB, LQCD_FLOAT));
	for (int k = 0; k < 4 * N && read; k++) {
		for (int i = 0; i < SITES * SPINOR; i++) foreign_b[i] = i == 2 * k;
		must(lqcd_foreign_solve(&inv, &X, &B, &p).status);
		for (int i = 0; i < SITES * SPINOR; i++) C[i / SPINOR % (SITES / 2) / (SITES / 2 / T)] += foreign_x[i] * foreign_x[i];
	}
	for (int t = 0; t < T; t++) worst = tap_worst(worst, fabs(C[t] / known[t] - 1));
	tap_ok(read && worst < 1e-9, "the pion correlator of a published configuration: %.1e", worst);
	lqcd_inverter_destroy(&inv);
	lqcd_lattice_destroy(&lat);
}

/* ---- sites of other processes ---- */

static double halo[SPINOR];
static int asked[4], calls;

static const void *remote(const int y[4], int mu, void *user)
{
	memcpy(asked, y, sizeof asked);
	calls += mu == 0;
	return user ? halo : NULL;
}

static void test_remote(void)
{
	const int extent[4] = {8, 4, 4, 4}, coord[4] = {1, 0, 0, 0}, inside[4] = {0, 4, 2, 0}, up[4] = {4, 1, 2, 3}, far[4] = {-2, 0, 0, 0};
	lqcd_lattice_options o = lqcd_lattice_options_default();
	lqcd_lattice lat;
	lqcd_foreign_map map;
	double v[SPINOR], w[SPINOR];
	o.grid[0] = 2;
	must(lqcd_lattice_create_at(&lat, extent, &o, coord, NULL));
	lqcd_foreign f = lqcd_foreign_make(LQCD_FOREIGN_SPINORS, foreign_b);
	must(lqcd_foreign_set_basis(&f, LQCD_BASIS_DEGRAND_ROSSI));
	f.remote = remote;
	f.user = halo;
	for (int k = 0; k < SPINOR; k++) halo[k] = tap_random();
	must(lqcd_foreign_open(&map, &f, &lat));
	tap_ok(lqcd_foreign_get(&map, inside, 0, v) == LQCD_OK && !calls && v[0] >= foreign_b[8 * SPINOR + 6 * N] &&
		       v[0] <= foreign_b[8 * SPINOR + 6 * N],
	       "X is periodic: its neighbour is here");
	tap_ok(lqcd_foreign_get(&map, up, 0, v) == LQCD_OK && calls == 1 && memcmp(asked, up, sizeof up) == 0, "T is not: the callback is asked");
	int wrong = 0;
	for (int c = 0; c < 2 * N; c++) /* ours = S^+ theirs: (theirs_3, -theirs_2, -theirs_1, theirs_0) */
		wrong += v[c] < halo[6 * N + c] || v[c] > halo[6 * N + c] || v[2 * N + c] < -halo[4 * N + c] || v[2 * N + c] > -halo[4 * N + c];
	tap_ok(wrong == 0, "and its spinor is in our basis");
	tap_ok(lqcd_foreign_put(&map, up, 0, v) == LQCD_ERR_GEOMETRY && calls == 1, "it is read only");
	lqcd_foreign_close(&map);
	f.user = NULL;
	must(lqcd_foreign_open(&map, &f, &lat));
	tap_ok(lqcd_foreign_get(&map, far, 0, v) == LQCD_ERR_GEOMETRY && calls == 2, "a site that nobody has");
	lqcd_foreign_close(&map);
	f.remote = NULL; /* a margin instead */
	f.box[0] = 4 + 2;
	f.first[0] = 1;
	must(lqcd_foreign_open(&map, &f, &lat));
	for (int k = 0; k < SPINOR; k++) w[k] = tap_random();
	tap_ok(lqcd_foreign_put(&map, up, 0, w) == LQCD_OK && lqcd_foreign_get(&map, up, 0, v) == LQCD_OK && memcmp(v, w, sizeof v) == 0 &&
		       lqcd_foreign_get(&map, far, 0, v) == LQCD_ERR_GEOMETRY,
	       "a margin");
	lqcd_foreign_close(&map);
	lqcd_lattice_destroy(&lat);
}

static void test_foreign_solve(void)
{
	const int lanes[4] = {4, 4, 8, 8}, none[4] = {2, 2, 2, 6};
	test_lattice(lanes);
	test_lattice(none);
	test_remote();
	test_correlator(getenv("LQCD_TEST_DATA"));
	tap_ok(hook.live == 0, "all memory was freed");
}
