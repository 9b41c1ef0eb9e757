/* tests/quda/quda_milc.c: compat/quda_milc_interface.h: smeared links, forces, updates and observables against the native functions
 * and against differences of actions, solves by their residuals, and functions that are refused by name. */
#include <stdlib.h>

#define LQCD_QUDA_DEFINE
#include <lqcd/compat/quda_milc_interface.h>

#include "../support/support.h"

#include "refusal.h"

enum { MV = 4 * 4 * 2 * 6, MLINKS = MV * 4 * 2 * LQCD_NC * LQCD_NC, MVEC = MV * 2 * LQCD_NC, MMOM = MV * 40 };
static const int milc_size[4] = {4, 4, 2, 6}, milc_one[4] = {1, 1, 1, 1};
static double milc_u[MLINKS], milc_v[MLINKS], milc_w[MLINKS], milc_fat[MLINKS], milc_long[MLINKS], milc_other[MLINKS];
static double milc_b[MVEC], milc_x[3][MVEC], milc_y[MVEC], milc_z[MVEC], milc_p[MMOM], milc_q[MMOM];
/* The structs of sites: some numbers, links, momenta, and a number. */
static struct {
	double first[3], link[4][2 * LQCD_NC * LQCD_NC], mom[40], last;
} milc_sites[MV];
static lqcd_lattice milc_lat;
static lqcd_gauge_field_d mu_, mp_, ma_, mb_, mc_;

static double milc_distance(const double *a, const double *b, size_t n)
{
	double d = 0, s = 0;
	for (size_t k = 0; k < n; k++) {
		d += (a[k] - b[k]) * (a[k] - b[k]);
		s += a[k] * a[k];
	}
	return tap_isnan(d) || tap_isnan(s) ? 1e300 : sqrt(d / s);
}

static void milc_fill(double *v, size_t n)
{
	for (size_t k = 0; k < n; k++) v[k] = tap_random();
}

/* Copies a field to MILC's memory with the phases of links of so many hops (0: none). */
static void milc_put(double *out, const lqcd_gauge_field_d *u, int hops)
{
	const lqcd_staggered_phases p = lqcd_staggered_phases_make(LQCD_PHASES_MILC, LQCD_ANTIPERIODIC);
	const lqcd_foreign f = lqcd_foreign_of(LQCD_CODE_MILC, LQCD_FOREIGN_LINKS, out, 64, lqcd__quda_no_table, &milc_lat);
	lqcd_gauge_field_copy_d(&mc_, u);
	if (hops) must(lqcd_gauge_field_phases_d(&mc_, &p, hops));
	must(lqcd_foreign_export(&f, lqcd_gauge_field_view_d(&mc_)));
}

static void milc_put_momenta(double *out, const lqcd_gauge_field_d *p)
{
	const lqcd_foreign f = lqcd_foreign_of(LQCD_CODE_MILC, LQCD_FOREIGN_MILC_MOMENTA, out, 64, lqcd__quda_no_table, &milc_lat);
	must(lqcd_foreign_export(&f, lqcd_gauge_field_view_d(p)));
}

/* sum over links of tr a^+ b */
static double milc_dot(const double *a, const double *b)
{
	double sum = 0;
	for (int s = 0; s < 4 * MV; s++)
		for (int k = 0; k < 9; k++) sum += (k < 6 ? 2 : 1) * a[10 * s + k] * b[10 * s + k];
	return sum;
}

static void milc_begin(void)
{
	const int extent[4] = {milc_size[3], milc_size[0], milc_size[1], milc_size[2]};
	QudaInitArgs_t init;
	memset((void *)&init, 0, sizeof init);
	init.verbosity = QUDA_SILENT;
	init.layout.latsize = milc_size;
	init.layout.machsize = milc_one;
	init.layout.device = -1;
	qudaInit(init);
	must(lqcd_lattice_create(&milc_lat, extent, NULL, NULL));
	lqcd_gauge_field_d *const all[5] = {&mu_, &mp_, &ma_, &mb_, &mc_};
	for (int k = 0; k < 5; k++) must(lqcd_gauge_field_create_d(all[k], &milc_lat, LQCD_FULL));
	lqcd_gauge_field_unit_d(&mu_);
	lqcd_momentum_random_d(&mp_, 1 + (uint64_t)(1e9 * fabs(tap_random())), 0);
	lqcd_momentum_move_d(&mu_, 0.4, &mp_);
	lqcd_momentum_random_d(&mp_, 1 + (uint64_t)(1e9 * fabs(tap_random())), 1);
	milc_put(milc_u, &mu_, 1);
	milc_put_momenta(milc_p, &mp_);
}

static void milc_end(void)
{
	lqcd_gauge_field_d *const all[5] = {&mu_, &mp_, &ma_, &mb_, &mc_};
	for (int k = 0; k < 5; k++) lqcd_gauge_field_destroy_d(all[k]);
	lqcd_lattice_destroy(&milc_lat);
	qudaFinalize();
}

static void milc_coefficients(double c[6], lqcd_fat_paths p)
{
	const double v[6] = {p.one, p.naik, p.three, p.five, p.seven, p.lepage};
	memcpy(c, v, sizeof v);
}

/* milc_v, milc_w, milc_fat, milc_long: the HISQ links of milc_u. */
static void milc_hisq(double eps)
{
	double c[6];
	QudaFatLinkArgs_t args = {0, 0};
	milc_coefficients(c, lqcd_fat_fat7(1));
	qudaLoadUnitarizedLink(2, args, c, milc_u, milc_v, milc_w);
	milc_coefficients(c, lqcd_fat_hisq(eps));
	qudaLoadKSLink(2, args, c, milc_w, milc_fat, milc_long);
}

static void milc_links(void)
{
	static float single[2][MLINKS];
	QudaFatLinkArgs_t args = {0, 0};
	const lqcd_fat_paths asqtad = lqcd_fat_asqtad(0.9);
	double c[6], d[2];
	must(lqcd_fat_links_d(&ma_, &mb_, &mu_, &asqtad));
	milc_coefficients(c, asqtad);
	qudaLoadKSLink(2, args, c, milc_u, milc_fat, milc_long);
	milc_put(milc_other, &ma_, 1);
	d[0] = milc_distance(milc_other, milc_fat, MLINKS);
	milc_put(milc_other, &mb_, 3);
	d[1] = milc_distance(milc_other, milc_long, MLINKS);
	tap_ok(d[0] < 1e-14 && d[1] < 1e-14, "asqtad links: %.1e, %.1e", d[0], d[1]);
	for (int k = 0; k < MLINKS; k++) single[0][k] = (float)milc_u[k];
	qudaLoadKSLink(1, args, c, single[0], single[1], NULL);
	for (int k = 0; k < MLINKS; k++) milc_other[k] = (double)single[1][k];
	d[0] = milc_distance(milc_fat, milc_other, MLINKS);
	tap_ok(d[0] < 1e-6 && d[0] > 1e-9, "in floats, without long links: %.1e", d[0]);
	milc_hisq(0.07);
	must(lqcd_hisq_links_d(&ma_, &mb_, &mp_, &mu_, 0.07, NULL, NULL));
	milc_put(milc_other, &ma_, 1);
	d[0] = milc_distance(milc_other, milc_fat, MLINKS);
	milc_put(milc_other, &mp_, 1);
	d[1] = milc_distance(milc_other, milc_w, MLINKS);
	tap_ok(d[0] < 1e-13 && d[1] < 1e-13, "HISQ links %.1e and unitary factors %.1e", d[0], d[1]);
	memcpy(milc_other, milc_u, sizeof milc_u);
	qudaRephase(2, milc_other, 0, 0);
	milc_put(milc_u, &mu_, 0);
	d[0] = milc_distance(milc_u, milc_other, MLINKS);
	qudaRephase(2, milc_u, 1, 0);
	milc_put(milc_other, &mu_, 1);
	tap_ok(d[0] <= 0 && milc_distance(milc_u, milc_other, MLINKS) <= 0, "qudaRephase takes phases out and puts them in");
}

/* z = D y on all sites. */
static void milc_dslash(double *z, double *y, int improved)
{
	QudaInvertArgs_t args;
	int iterations = 0;
	memset((void *)&args, 0, sizeof args);
	for (int k = 0; k < 2; k++) {
		args.evenodd = k ? QUDA_ODD_PARITY : QUDA_EVEN_PARITY;
		qudaDslash(2, 2, args, milc_fat, improved ? milc_long : NULL, y, z, &iterations);
	}
}

/* |b - (four D D) x| / |b| on a parity; *relative: the same by sites. */
static double milc_residual(double *x, const double *b, double four, int odd, int improved, double *relative)
{
	double r2 = 0, b2 = 0;
	*relative = 0;
	milc_dslash(milc_y, x, improved);
	milc_dslash(milc_z, milc_y, improved);
	for (int s = odd * MV / 2; s < (1 + odd) * MV / 2; s++) {
		double r = 0, n = 0;
		for (int k = s * 2 * LQCD_NC; k < (s + 1) * 2 * LQCD_NC; k++) {
			const double e = b[k] - four * x[k] + milc_z[k];
			r += e * e;
			n += x[k] * x[k];
			b2 += b[k] * b[k];
		}
		r2 += r;
		*relative += r / n;
	}
	*relative = sqrt(*relative / (MV / 2));
	return sqrt(r2 / b2);
}

static void milc_solves(int improved)
{
	const char *const name = improved ? "HISQ" : "naive";
	QudaInvertArgs_t args;
	double worst = 0, wrong = 0, r, s, reported = 0, relative = 0;
	int iterations = -1;
	memset((void *)&args, 0, sizeof args);
	args.max_iter = 2000;
	if (!improved) memcpy(milc_fat, milc_u, sizeof milc_u);
	milc_fill(milc_b, MVEC);
	for (int k = 0; k < 4; k++) {
		const double fermilab = k / 2 ? 1e-9 : 0;
		args.evenodd = k % 2 ? QUDA_ODD_PARITY : QUDA_EVEN_PARITY;
		memset(milc_x[0], 0, sizeof milc_x[0]);
		qudaInvert(2, 2, 0.3, args, k == 3 ? 0 : 1e-9, fermilab, milc_fat, improved ? milc_long : NULL, milc_b, milc_x[0], &reported,
			   &relative, &iterations);
		r = milc_residual(milc_x[0], milc_b, 0.36, k % 2, improved, &s);
		worst = tap_worst(worst, k / 2 ? s : r);
		wrong = tap_worst(wrong, fabs(r / reported - 1) + (k / 2 ? fabs(s / relative - 1) : relative));
		double other = 0;
		for (int i = 0; i < MVEC / 2; i++) other += fabs(milc_x[0][i + (k % 2 ? 0 : MVEC / 2)]);
		worst = tap_worst(worst, other);
	}
	tap_ok(worst < 1e-9 && wrong < 0.02, "%s: qudaInvert: residual %.1e, reported to %.1e", name, worst, wrong);
	void *const sources[2] = {milc_y, milc_b};
	void *const solutions[3] = {milc_x[0], milc_x[1], milc_x[2]};
	milc_fill(milc_y, MVEC);
	memcpy(milc_other, milc_y, sizeof milc_y);
	qudaInvertMsrc(2, 2, 0.3, args, 1e-9, 0, milc_fat, improved ? milc_long : NULL, (void **)(intptr_t)sources, (void **)(intptr_t)solutions,
		       &reported, &relative, &iterations, 2);
	worst = milc_residual(milc_x[0], milc_other, 0.36, 1, improved, &s);
	worst = tap_worst(worst, r = milc_residual(milc_x[1], milc_b, 0.36, 1, improved, &s));
	tap_ok(worst < 1e-9 && fabs(r / reported - 1) < 0.02, "%s: two sources: %.1e", name, worst);
	double offset[3] = {0.3, 0.5, 2}, final_[3], site[3], target[3] = {1e-8, 1e-13, 0}, fermilab[3] = {0, 0, 0};
	wrong = 0;
	args.evenodd = QUDA_EVEN_PARITY;
	qudaMultishiftInvert(2, 2, 3, offset, args, target, fermilab, milc_fat, improved ? milc_long : NULL, milc_b, (void **)(intptr_t)solutions,
			     final_, site, &iterations);
	for (int k = 0; k < 3; k++) {
		r = milc_residual(milc_x[k], milc_b, offset[k], 0, improved, &s);
		worst = tap_worst(worst, r / (k == 1 ? 1e-13 : 1e-8));
		wrong = tap_worst(wrong, fabs(r - final_[k]) / (r + 1e-13));
	}
	tap_ok(worst < 1.05 && wrong < 0.1 && iterations > 0, "%s: three shifts, one to 1e-13: %.2f of the targets, reported to %.1e", name, worst, wrong);
	memset(milc_x[0], 0, sizeof milc_x[0]);
	void *const mg = qudaMultigridCreate(2, 2, 0.3, args, milc_fat, improved ? milc_long : NULL, "none");
	qudaInvertMG(2, 2, 0.3, args, 1e-9, 0, milc_fat, improved ? milc_long : NULL, mg, 0, milc_b, milc_x[0], &reported, &relative, &iterations);
	qudaMultigridDestroy(mg);
	milc_dslash(milc_y, milc_x[0], improved);
	for (int k = 0; k < MVEC; k++) milc_y[k] += 0.6 * milc_x[0][k];
	r = milc_distance(milc_b, milc_y, MVEC);
	tap_ok(r < 1e-9 && reported < 1e-9, "%s: all sites: %.1e", name, r);
}

/* Which links a call reads: made here and unchanged, those that were loaded; changed by the caller: after -1 iterations. */
static void milc_resident(void)
{
	QudaInvertArgs_t args;
	int iterations = 0;
	memset((void *)&args, 0, sizeof args);
	args.evenodd = QUDA_EVEN_PARITY;
	milc_fill(milc_b, MVEC);
	milc_hisq(0);
	qudaDslash(2, 2, args, milc_fat, milc_long, milc_b, milc_x[0], &iterations);
	for (int k = 0; k < MLINKS; k++) milc_fat[k] *= 2, milc_long[k] *= 2;
	qudaDslash(2, 2, args, milc_fat, milc_long, milc_b, milc_x[1], &iterations);
	iterations = -1;
	qudaDslash(2, 2, args, milc_fat, milc_long, milc_b, milc_x[2], &iterations);
	for (int k = 0; k < MVEC; k++) milc_x[2][k] *= 0.5;
	const double same = milc_distance(milc_x[0], milc_x[1], MVEC / 2), twice = milc_distance(milc_x[0], milc_x[2], MVEC / 2);
	milc_hisq(0);
	iterations = 0;
	qudaDslash(2, 2, args, milc_fat, milc_long, milc_b, milc_x[1], &iterations);
	const double again = milc_distance(milc_x[0], milc_x[1], MVEC / 2);
	memcpy(milc_other, milc_fat, sizeof milc_fat);
	for (int k = 0; k < MLINKS; k++) milc_other[k] *= 3;
	qudaDslash(2, 2, args, milc_other, milc_long, milc_b, milc_x[1], &iterations);
	tap_ok(same <= 0 && twice < 1e-14 && again <= 0 && milc_distance(milc_x[0], milc_x[1], MVEC / 2) > 0.1,
	       "links stay until they are new: %.1e, %.1e, %.1e", same, twice, again);
}

/* The real part of chi_e^+ D chi_o, twice: of HISQ links of exp(h p) U with eps of Naik for the second. */
static double milc_action(double h, double eps, double **quark, const double *factor)
{
	double sum = 0;
	lqcd_gauge_field_copy_d(&ma_, &mu_);
	lqcd_momentum_move_d(&ma_, h, &mp_);
	milc_put(milc_u, &ma_, 1);
	for (int n = 0; n < 2; n++) {
		milc_hisq(n ? eps : 0);
		milc_dslash(milc_z, quark[n], 1);
		for (int k = 0; k < MVEC / 2; k++) sum += factor[n] * quark[n][k] * milc_z[k];
	}
	return sum;
}

static void milc_hisq_force(void)
{
	double *quark[2] = {milc_x[0], milc_x[1]}, level2[6], fat7[6];
	const double factor[2] = {0.7, -0.4}, eps = 0.3, h = 1e-4, dt = 0.3;
	double c[3][2], *coeff[3] = {c[0], c[1], c[2]};
	QudaMILCSiteArg_t arg;
	milc_fill(milc_x[0], MVEC);
	milc_fill(milc_x[1], MVEC);
	for (int n = 0; n < 2; n++) {
		c[n][0] = factor[n];
		c[n][1] = -factor[n] / 24;
	}
	lqcd_momentum_random_d(&mp_, 5, 2);
	c[2][0] = eps / 8 * factor[1];
	c[2][1] = -eps / 24 * factor[1];
	const double plus = milc_action(h, eps, quark, factor), minus = milc_action(-h, eps, quark, factor);
	milc_put(milc_u, &mu_, 1);
	milc_hisq(0);
	milc_coefficients(level2, lqcd_fat_hisq(0));
	milc_coefficients(fat7, lqcd_fat_fat7(1));
	milc_put_momenta(milc_p, &mp_);
	milc_fill(milc_q, MMOM); /* is written over */
	qudaHisqForce(2, 2, 1, dt, coeff, (void **)quark, level2, fat7, milc_w, milc_v, milc_u, milc_q);
	const double slope = (plus - minus) / (2 * h), force = -milc_dot(milc_p, milc_q) / dt;
	tap_ok(fabs(slope / force - 1) < 1e-6, "force of HISQ quarks, with an epsilon of Naik: %.9g, by differences %.9g", force, slope);
	QudaGaugeParam g = lqcd__milc_gauge(2, QUDA_WILSON_LINKS, "force");
	static double again[MMOM];
	computeHISQForceQuda(again, dt, level2, fat7, milc_w, milc_v, milc_u, (void **)quark, 2, 1, coeff, &g);
	for (int k = 9; k < MMOM; k += 10) again[k] = milc_q[k]; /* is not written */
	tap_ok(memcmp(again, milc_q, sizeof again) == 0, "computeHISQForceQuda is qudaHisqForce");
	/* Resident momenta are added to, and the others left alone. */
	static double sum[MMOM];
	memset((void *)&arg, 0, sizeof arg);
	arg.mom = milc_p;
	qudaMomLoad(2, &arg);
	memset(sum, 0, sizeof sum);
	qudaHisqForce(2, 2, 1, dt, coeff, (void **)quark, level2, fat7, milc_w, milc_v, milc_u, sum);
	double left = 0;
	for (int k = 0; k < MMOM; k++) left += fabs(sum[k]);
	arg.mom = sum;
	qudaMomSave(2, &arg);
	for (int k = 0; k < MMOM; k++) milc_q[k] = k % 10 == 9 ? sum[k] : milc_q[k] + milc_p[k];
	tap_ok(left <= 0 && milc_distance(milc_q, sum, MMOM) < 1e-14, "resident momenta: %.1e", milc_distance(milc_q, sum, MMOM));
}

/* The numbers of structs: links with phases, momenta. */
static QudaMILCSiteArg_t milc_struct(void)
{
	QudaMILCSiteArg_t arg;
	memset((void *)&arg, 0, sizeof arg);
	arg.site = milc_sites;
	arg.link_offset = (size_t)((char *)milc_sites[0].link - (char *)milc_sites);
	arg.mom_offset = (size_t)((char *)milc_sites[0].mom - (char *)milc_sites);
	arg.size = sizeof milc_sites[0];
	for (int s = 0; s < MV; s++) {
		memcpy(milc_sites[s].link, milc_u + s * (MLINKS / MV), sizeof milc_sites[s].link);
		memcpy(milc_sites[s].mom, milc_p + 40 * s, sizeof milc_sites[s].mom);
		milc_sites[s].first[2] = milc_sites[s].last = 7;
	}
	return arg;
}

static double milc_struct_distance(const double *links, const double *momenta)
{
	double worst = 0;
	for (int s = 0; s < MV; s++) {
		worst = tap_worst(worst, milc_distance(links + s * (MLINKS / MV), milc_sites[s].link[0], MLINKS / MV));
		for (int k = 0; k < 40; k++)
			if (k % 10 < 9) worst = tap_worst(worst, fabs(milc_sites[s].mom[k] - momenta[40 * s + k]));
		worst = tap_worst(worst, fabs(milc_sites[s].first[2] - 7) + fabs(milc_sites[s].last - 7));
	}
	return worst;
}

/* S of these coefficients: minus the sum of Re tr of all loops. */
static double milc_gauge(const lqcd_gauge_field_d *u, const double c[3])
{
	const double v = MV, loops[3] = {6, 12, 16};
	return -LQCD_NC * v * (c[0] * loops[0] * lqcd_plaquette_d(u).mean + c[1] * loops[1] * lqcd_rectangle_d(u) + c[2] * loops[2] * lqcd_parallelogram_d(u));
}

static void milc_updates(void)
{
	static const double coefficients[3][3] = {{1, -0.06, -0.003}, {0.8, -0.1, 0.02}, {0.8, 0, 0}}; /* the second: not normalised */
	double worst = 0;
	QudaMILCSiteArg_t arg;
	lqcd_momentum_random_d(&mp_, 5, 3);
	milc_put_momenta(milc_p, &mp_);
	for (int n = 0; n < 3; n++) {
		double s[2], *const c = (double *)(intptr_t)coefficients[n];
		const double h = 1e-4;
		for (int k = 0; k < 2; k++) {
			lqcd_gauge_field_copy_d(&ma_, &mu_);
			lqcd_momentum_move_d(&ma_, k ? -h : h, &mp_);
			s[k] = milc_gauge(&ma_, c);
		}
		arg = milc_struct();
		qudaGaugeForcePhased(2, n == 2 ? 1 : 3, c, 0.25, &arg, 1);
		for (int i = 0; i < MMOM; i++) milc_q[i] = milc_sites[i / 40].mom[i % 40] - milc_p[i];
		const double slope = (s[0] - s[1]) / (2 * h), force = -milc_dot(milc_p, milc_q) / 0.25;
		/* A direction in which the force happens to be small has the differences' error of any other. */
		const double usual = sqrt(milc_dot(milc_p, milc_p) * milc_dot(milc_q, milc_q) / (32 * MV)) / 0.25;
		worst = tap_worst(worst, fabs(slope - force) / (fabs(force) > usual ? fabs(force) : usual));
	}
	tap_ok(worst < 1e-6, "gauge forces by differences of actions: %.1e", worst);
	arg = milc_struct();
	const double energy = lqcd_momentum_energy_d(&mp_), action = qudaMomAction(2, &arg);
	tap_ok(fabs(action - (0.5 * energy - 16.0 * MV)) < 1e-10 * energy, "qudaMomAction: %.12g", action);
	lqcd_gauge_field_copy_d(&ma_, &mu_);
	lqcd_momentum_move_d(&ma_, 0.2, &mp_);
	milc_put(milc_other, &ma_, 1);
	qudaUpdateUPhased(2, 0.2, &arg, 1);
	worst = milc_struct_distance(milc_other, milc_p);
	tap_ok(worst < 1e-13, "qudaUpdateUPhased in structs of sites: %.1e", worst);
	for (int k = 0; k < MLINKS; k++) milc_sites[k / (MLINKS / MV)].link[k / (MLINKS / MV / 4) % 4][k % (MLINKS / MV / 4)] *= 1 + 1e-3 * tap_random();
	worst = milc_struct_distance(milc_other, milc_p);
	qudaUnitarizeSU3Phased(2, 1e-6, &arg, 1);
	double after = milc_struct_distance(milc_other, milc_p);
	const double *const first = milc_sites[1].link[0];
	double norm = 0;
	for (int k = 0; k < 2 * LQCD_NC; k++) norm += first[k] * first[k];
	tap_ok(worst > 1e-5 && after < 1.5 * worst && fabs(norm - 1) < 1e-13, "qudaUnitarizeSU3Phased: %.1e from the links, rows of norm 1 to %.1e",
	       after, fabs(norm - 1));
	/* Resident: those of the struct are not read, and Save writes them. */
	milc_put(milc_u, &mu_, 1);
	arg = milc_struct();
	qudaMomLoad(2, &arg);
	for (int s = 0; s < MV; s++) memset(milc_sites[s].mom, 0, sizeof milc_sites[s].mom);
	const double kept = qudaMomAction(2, &arg);
	qudaUpdateUPhased(2, 0.2, &arg, 1);
	qudaMomSave(2, &arg);
	after = milc_struct_distance(milc_other, milc_p);
	tap_ok(fabs(kept - action) <= 1e-12 * fabs(action) && after < 1e-13, "resident momenta move links: %.1e", after);
	milc_put(milc_u, &mu_, 0); /* without phases, in fields */
	memset((void *)&arg, 0, sizeof arg);
	arg.link = milc_u;
	arg.mom = milc_p;
	qudaUpdateU(2, 0.2, &arg);
	milc_put(milc_other, &ma_, 0);
	after = milc_distance(milc_other, milc_u, MLINKS);
	tap_ok(after < 1e-13, "qudaUpdateU without phases: %.1e", after);
}

static void milc_observe(void)
{
	int plaquette[4] = {0, 3, 7, 4}, chair[6] = {0, 1, 3, 7, 6, 4}, wilson[6] = {3, 3, 3, 3, 3, 3}, *paths[3] = {plaquette, chair, wilson};
	int length[3] = {4, 6, 6};
	double c[3] = {2, 1, 1}, traces[6], plaq[3], loop[2];
	QudaMILCSiteArg_t arg;
	milc_put(milc_u, &mu_, 1);
	memset((void *)&arg, 0, sizeof arg);
	arg.link = milc_u;
	qudaGaugeMeasurementsPhased(2, plaq, loop, 3, traces, paths, length, c, 3, 6, 0.5, &arg, 1);
	const lqcd_plaquette_values v = lqcd_plaquette_d(&mu_);
	const lqcd_complex_d z = lqcd_polyakov_loop(lqcd_gauge_field_view_d(&mu_));
	tap_ok(fabs(plaq[0] - v.mean) + fabs(plaq[1] - v.space) + fabs(plaq[2] - v.time) < 1e-14, "plaquettes of links with phases");
	tap_ok(fabs(loop[0] - LQCD_NC * z.re) + fabs(loop[1] - LQCD_NC * z.im) < 1e-13, "Polyakov loop: %g, %g", loop[0], loop[1]);
	/* The loop of time, from each of its 6 sites, winds once: the sign of the ends stays. */
	const double wound = -LQCD_NC * z.re * MV * 0.5;
	tap_ok(fabs(traces[4] - wound) < 1e-10 && fabs(traces[2]) > 0.1, "traces of loops in time: %g", traces[4]);
	double sum = 0;
	for (int mu = 0; mu < 3; mu++) {
		int path[4] = {mu, 3, 7 - mu, 4}, *one[1] = {path};
		qudaGaugeLoopTracePhased(2, traces, one, length, c, 1, 6, 0.5, &arg, 1);
		sum += traces[0];
	}
	tap_ok(fabs(sum / (LQCD_NC * 3.0 * MV) - v.time) < 1e-13, "traces of plaquettes: %.12g", sum / (LQCD_NC * 3.0 * MV));
	milc_put(milc_u, &mu_, 0);
	qudaPlaquettePhased(2, plaq, &arg, 0);
	qudaPolyakovLoopPhased(2, loop, 3, &arg, 0);
	tap_ok(fabs(plaq[0] - v.mean) + fabs(loop[0] + LQCD_NC * z.re) < 1e-13, "without phases: %.12g, %g", plaq[0], loop[0]);
}

/* Steps and smearing as quda.h has them, of links that are loaded, and again if the caller wants it. */
static void milc_along_links(void)
{
	QudaTwoLinkQuarkSmearArgs_t args;
	double differs = 0, still = 0, worst = 0;
	milc_put(milc_u, &mu_, 1);
	milc_fill(milc_b, MVEC);
	QudaGaugeParam g = lqcd__milc_gauge(2, QUDA_WILSON_LINKS, "loads");
	QudaInvertParam p = newQudaInvertParam();
	p.dslash_type = QUDA_STAGGERED_DSLASH;
	p.cpu_prec = QUDA_DOUBLE_PRECISION;
	p.dirac_order = QUDA_DIRAC_ORDER;
	memset((void *)&args, 0, sizeof args);
	args.n_steps = 2;
	args.width = 1.3;
	args.t0 = 1;
	args.laplaceDim = p.laplace3D = 3;
	for (int k = 0; k < 3; k++) {
		for (int again = 0; again < 2; again++) { /* the second time links are another's, and not read */
			const double *const links = again ? milc_v : milc_u;
			args.compute_2link = !again;
			memcpy(milc_x[again], milc_b, sizeof milc_b);
			if (k == 0) qudaShift(2, 2, links, milc_b, milc_x[again], 2, 3, !again);
			if (k == 1) qudaSpinTaste(2, 2, links, milc_b, milc_x[again], 5, 13, !again);
			if (k == 2) qudaTwoLinkGaussianSmear(2, 2, (void *)(intptr_t)links, milc_x[again], args);
		}
		still = tap_worst(still, milc_distance(milc_x[0], milc_x[1], MVEC));
		QudaQuarkSmearParam s;
		memset((void *)&s, 0, sizeof s);
		s.inv_param = &p;
		s.n_steps = args.n_steps;
		s.width = args.width;
		s.t0 = args.t0;
		loadGaugeQuda(milc_u, &g);
		memcpy(milc_y, milc_b, sizeof milc_b);
		if (k == 0) shiftQuda(milc_y, milc_b, 2, 3, &p);
		if (k == 1) spinTasteQuda(milc_y, milc_b, 5, 13, &p);
		if (k == 2) performTwoLinkGaussianSmearNStep(milc_y, &s);
		worst = tap_worst(worst, milc_distance(milc_x[0], milc_y, MVEC));
		differs += milc_distance(milc_b, milc_y, MVEC) > 0.01;
	}
	tap_ok(worst <= 0 && still <= 0 && differs > 2, "qudaShift, qudaSpinTaste, qudaTwoLinkGaussianSmear: %.1e, %.1e", worst, still);
}

/* Landau and Coulomb gauge: the mean link grows, plaquettes stay; in structs of sites the other members, too. */
static void milc_gauge_fixing(void)
{
	milc_put(milc_u, &mu_, 0);
	for (int fft = 0; fft < 2; fft++) {
		QudaMILCSiteArg_t arg = milc_struct();
		double before[3], after[3], trace[2] = {0, 0};
		qudaPlaquettePhased(2, before, &arg, 0);
		for (int when = 0; when < 2; when++) {
			for (int k = 0; k < MV * 3 * LQCD_NC; k++)
				trace[when] += milc_sites[k / LQCD_NC / 3].link[k / LQCD_NC % 3][k % LQCD_NC * 2 * (LQCD_NC + 1)];
			if (when) break;
			if (fft) {
				memcpy(milc_other, milc_u, sizeof milc_u);
				qudaGaugeFixingFFT(2, 3, 20, 0, 0.08, 0, 1e-6, 0, milc_other);
				for (int s = 0; s < MV; s++) memcpy(milc_sites[s].link, milc_other + s * (MLINKS / MV), sizeof milc_sites[s].link);
			} else {
				qudaGaugeFixingOVR(2, 4, 20, 0, 1.7, 1e-6, 10, 0, &arg);
			}
		}
		qudaPlaquettePhased(2, after, &arg, 0);
		tap_ok(trace[1] > 1.01 * trace[0] && fabs(after[0] - before[0]) < 1e-13 && milc_sites[MV - 1].last > 6 && milc_sites[MV - 1].last < 8,
		       "%s: traces from %g to %g", fft ? "qudaGaugeFixingFFT" : "qudaGaugeFixingOVR", trace[0], trace[1]);
	}
}

static void milc_clover(void)
{
	static double b[MV * 8 * LQCD_NC], x[MV * 8 * LQCD_NC], y[MV * 8 * LQCD_NC], w[2][MV * 8 * LQCD_NC], force[2][MV * 40];
	QudaInvertArgs_t args;
	double reported, site, worst = 0, offset[2] = {0, 0.3}, target[2] = {1e-9, 1e-9}, residual[2], trlog[2];
	int iterations = 0;
	void *const solutions[2] = {w[0], w[1]};
	memset((void *)&args, 0, sizeof args);
	args.max_iter = 1000;
	args.boundary_phase[3] = 1;
	milc_put(milc_u, &mu_, 0);
	milc_fill(b, sizeof b / sizeof *b);
	qudaLoadGaugeField(2, 2, args, milc_u);
	qudaLoadCloverField(2, 2, args, NULL, NULL, QUDA_MAT_SOLUTION, QUDA_DIRECT_PC_SOLVE, 0.12, 0, trlog);
	for (int k = 0; k < 2; k++) {
		args.solver_type = k ? QUDA_CG_INVERTER : QUDA_BICGSTAB_INVERTER;
		qudaCloverInvert(2, 2, 0.11, 0.12, args, k ? 0 : 1e-9, k ? 1e-9 : 0, NULL, NULL, NULL, b, x, &reported, &site, &iterations);
		QudaInvertParam p = lqcd__milc_clover(2, &args, 0.11, 0.12);
		p.solution_type = QUDA_MAT_SOLUTION;
		MatQuda(y, x, &p);
		worst = tap_worst(worst, (k ? 0.1 : 1) * milc_distance(b, y, sizeof b / sizeof *b));
		worst = tap_worst(worst, k ? site : reported);
	}
	qudaCloverMultishiftInvert(2, 2, 2, offset, 0.11, 0.12, args, target, b, (void **)(intptr_t)solutions, residual, &iterations);
	QudaInvertParam p = lqcd__milc_clover(2, &args, 0.11, 0.12);
	p.solution_type = QUDA_MATPC_SOLUTION;
	p.matpc_type = QUDA_MATPC_EVEN_EVEN_ASYMMETRIC;
	for (int k = 0; k < 2; k++) {
		MatDagMatQuda(y, w[k], &p);
		for (int i = 0; i < MV * 4 * LQCD_NC; i++) y[i] += offset[k] * w[k][i];
		worst = tap_worst(worst, milc_distance(b, y, MV * 4 * LQCD_NC));
	}
	tap_ok(worst < 1.05e-9 && lqcd__quda.bc_t == -1, "clover quarks: %.1e", worst);
	double coeff[2] = {0.7, 0.4};
	int moved = 0;
	memset(force, 0, sizeof force);
	for (int k = 0; k < 2; k++) { /* of the solutions of the caller, and of those that stay */
		args.make_resident_solution = args.use_resident_solution = k;
		qudaCloverMultishiftInvert(2, 2, 2, offset, 0.11, 0.12, args, target, b, (void **)(intptr_t)solutions, residual, &iterations);
		qudaCloverForce(force[k], 0.1, k ? NULL : (void **)(intptr_t)solutions, NULL, coeff, 0.11, -0.12 / 8, 2, 2, NULL, 2, args);
	}
	for (int k = 0; k < MV * 40; k++) moved += fabs(force[0][k]) > 1e-6;
	tap_ok(moved > MV * 4 * 8 / 2 && memcmp(force[0], force[1], sizeof force[0]) == 0, "qudaCloverForce: the same of resident solutions, %d numbers", moved);
	qudaFreeCloverField();
	qudaFreeGaugeField();
	double *const pinned = (double *)qudaAllocatePinned(800), *const managed = (double *)qudaAllocateManaged(800);
	for (int k = 0; k < 100; k++) pinned[k] = managed[k] = k;
	qudaFreePinned(pinned);
	qudaFreeManaged(managed);
}

/* Calls function n, whose name it returns. */
static const char *milc_refused(int n, int call)
{
	QudaInvertArgs_t a;
	QudaMILCSiteArg_t s;
	double r[6] = {0};
	int i = 0, *none = NULL;
	const void *four[4] = {NULL, NULL, NULL, NULL};
	memset((void *)&a, 0, sizeof a);
	a.evenodd = QUDA_INVALID_PARITY;
	memset((void *)&s, 0, sizeof s);
#define ONE(name, ...)                                                                                                 \
	if (n-- == 0) {                                                                                                \
		if (call) name(__VA_ARGS__);                                                                           \
		return #name;                                                                                          \
	}
	ONE(qudaDDInvert, 2, 2, 1, a, 1, 1, none, NULL, NULL, NULL, NULL, r, r, &i)
	ONE(qudaCloverTrace, NULL, NULL, 0, 1)
	ONE(qudaCloverDerivative, NULL, NULL, NULL, 0, 1, 1, 2, 0, 0)
	ONE(qudaCreateExtendedGaugeField, NULL, 1, 2)
	ONE(qudaResidentExtendedGaugeField, NULL, 1, 2)
	ONE(qudaCreateGaugeField, NULL, 1, 2)
	ONE(qudaSaveGaugeField, NULL, NULL)
	ONE(qudaDestroyGaugeField, NULL)
	ONE(qudaContractFT, 2, NULL, NULL, NULL, r)
	ONE(qudaAsqtadForce, 2, r, four, four, NULL, NULL)
	ONE(qudaComputeOprod, 2, 1, 0, NULL, 1, NULL, NULL)
	ONE(qudaRephase, 2, milc_u, 0, 0.1)
	ONE(qudaMomSave, 2, &s)
	ONE(qudaInvert, 2, 2, 0.1, a, 1e-5, 0, milc_fat, NULL, milc_b, milc_y, r, r, &i)
	ONE(qudaGaugeForcePhased, 2, 4, r, 1, &s, 0)
	ONE(qudaUpdateUPhased, 2, 1, &s, 0)
#undef ONE
	return NULL;
}

static void milc_call(int n)
{
	milc_refused(n, 1);
}

static void test_quda_milc(void)
{
	int refused = 0, wrong = 0;
	if (LQCD_NC != 3) return;
	milc_begin();
	milc_links();
	for (int n = 0; milc_refused(n, 0); n++, refused++) {
		const int fits = is_refused(milc_call, n, milc_refused(n, 0));
		if (!fits) printf("# %s: %s\n", milc_refused(n, 0), refusal_text);
		wrong += !fits;
	}
	tap_ok(wrong == 0 && refused == 16, "%d calls, %d not refused by name", refused, wrong);
	milc_hisq(0.07);
	milc_solves(1);
	milc_solves(0);
	milc_resident();
	milc_hisq_force();
	milc_updates();
	milc_observe();
	milc_along_links();
	milc_gauge_fixing();
	milc_clover();
	milc_end();
}
