/* tests/gauge/flow_references.c: energies, charges and the Wilson flow against numbers that other programs give, on
 * configurations of the folder that LQCD_TEST_DATA names. */
#include <lqcd/gauge/flow.h>
#include <lqcd/io/gauge.h>
#include <lqcd/field/layout.h>
#include <lqcd/observables/charge.h>

#include "../support/support.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* Rows at t = 0, 0.1, .. 0.5, or the first alone: plaquette energy; E of the clover leaves, of the spatial planes and
 * of those with time, charge; these four with the trace of F. Plaquettes at t = 0.5: all, space, time. */
typedef struct {
	const char *file;
	int rows;
	double rectangle, plaquette[3], row[6][9];
} flow_reference;

static const flow_reference reference_flows[] = {
#include "flow_references.inc"
};

typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_vd u;
	lqcd_flow_vd flow;
} flowing_reference;

static int read_reference(flowing_reference *w, const char *file)
{
	char path[1024];
	lqcd_gauge_field_d u;
	lqcd_message why;
	snprintf(path, sizeof path, "%s/%s", getenv("LQCD_TEST_DATA"), file);
	why.text[0] = 0;
	const lqcd_status s = lqcd_gauge_load(path, &w->lat, NULL, &u, NULL, NULL, &why);
	tap_ok(s == LQCD_OK, "%s is read %s", file, why.text);
	if (s != LQCD_OK) return 0;
	const lqcd_status lanes = lqcd_gauge_field_create(&w->u, &w->lat, LQCD_FULL);
	if (lanes == LQCD_OK) {
		must(lqcd_gauge_field_convert(&w->u, &u));
		must(lqcd_flow_create(&w->flow, &w->lat, LQCD_FLOW_WILSON));
	} else
		tap_skip("%s: %s", file, lqcd_status_text(lanes));
	lqcd_gauge_field_destroy(&u);
	if (lanes != LQCD_OK) lqcd_lattice_destroy(&w->lat);
	return lanes == LQCD_OK;
}

static void destroy_reference(flowing_reference *w)
{
	lqcd_flow_destroy(&w->flow);
	lqcd_gauge_field_destroy(&w->u);
	lqcd_lattice_destroy(&w->lat);
}

/* The values of a row, in its order. */
static void measure(flowing_reference *w, double row[9])
{
	for (int traceless = 1; traceless >= 0; traceless--) {
		lqcd_energy_values e;
		double *to = row + (traceless ? 1 : 5);
		must(lqcd_energy(&e, &w->u, traceless));
		row[0] = e.plaquette;
		to[0] = e.clover;
		to[1] = e.space;
		to[2] = e.time;
		to[3] = e.charge;
	}
}

static double distance(const double *a, const double *b, int n)
{
	double worst = 0;
	for (int i = 0; i < n; i++) {
		/* A charge is a small difference. */
		const double d = fabs(a[i] - b[i]) / (fabs(b[i]) + 1e-7);
		worst = tap_worst(worst, d);
	}
	return worst;
}

static void check_reference(const flow_reference *ref)
{
	enum { STEPS = 10 }; /* of eps = 0.01 from row to row */
	flowing_reference w;
	double row[9];
	if (!getenv("LQCD_TEST_DATA")) {
		tap_skip("%s: LQCD_TEST_DATA is not set", ref->file);
		return;
	}
	if (!read_reference(&w, ref->file)) return;
	const double rectangle = lqcd_rectangle(&w.u);
	tap_ok(fabs(rectangle / ref->rectangle - 1) <= 1e-12, "%s: rectangle %.15f", ref->file, rectangle);
	for (int k = 0; k < ref->rows; k++) {
		for (int n = 0; k > 0 && n < STEPS; n++) must(lqcd_flow_step(&w.flow, &w.u, 0.01));
		measure(&w, row);
		const double d = distance(row, ref->row[k], 9);
		tap_ok(d <= 1e-10, "%s: energies and charge at t = %.1f within %.1e of the published ones", ref->file,
		       w.flow.t, d);
	}
	if (ref->rows > 1) {
		const lqcd_plaquette_values p = lqcd_plaquette(&w.u);
		const double got[3] = {p.mean, p.space, p.time}, d = distance(got, ref->plaquette, 3);
		tap_ok(d <= 1e-13, "%s: plaquettes at t = %.1f within %.1e", ref->file, w.flow.t, d);
	}
	destroy_reference(&w);
}

/* openQCD 2.0, ms3, prints at t = 0 and 0.2 volume times the two energies, and the charge with the opposite sign. Its
 * step is 0.0008; adaptive steps give its digits. */
static void check_openqcd_log(void)
{
	static const double printed[2][3] = {{147209.8, 8273.978, -0.137}, {92933.7, 11225.13, 0.421}},
			    digit[3] = {0.1, 0.001, 0.001}, coarse[3] = {0.1, 0.01, 0.001};
	flowing_reference w;
	if (!getenv("LQCD_TEST_DATA")) {
		tap_skip("openQCD's log: LQCD_TEST_DATA is not set");
		return;
	}
	if (!read_reference(&w, "openqcd-pb.l8")) return;
	for (int k = 0; k < 2; k++) {
		lqcd_energy_values e;
		while (k && w.flow.t < 0.2) must(lqcd_flow_adaptive(&w.flow, &w.u, 0.2, 1e-6));
		must(lqcd_energy(&e, &w.u, 1));
		const double volume = 4096, got[3] = {volume * e.plaquette, volume * e.clover, -e.charge};
		int good = 1;
		for (int i = 0; i < 3; i++)
			good = good && fabs(got[i] - printed[k][i]) <= 0.51 * (k ? coarse : digit)[i];
		tap_ok(good, "openQCD's log at t = %.1f: Wact %.1f, Yact %.3f, Q %.3f", w.flow.t, got[0], got[1],
		       got[2]);
	}
	destroy_reference(&w);
}

static void test_flow_references(void)
{
#ifdef _OPENMP
	omp_set_num_threads(1); /* results do not depend on it */
#endif
	if (LQCD_NC != 3) {
		tap_skip("the files have 3 colours");
		return;
	}
	for (size_t k = 0; k < sizeof reference_flows / sizeof *reference_flows; k++)
		check_reference(&reference_flows[k]);
	check_openqcd_log();
}
