/* lqcd/compat/quda_milc/links.h: part of quda_milc_interface.h: links, momenta and forces.
 *
 * The functions over library types come first, for other interfaces that have links with phases in memory of their own. Phases and
 * boundary are taken out and put back as signs of links of one hop and three: the result is the sum over the given links
 * whether or not they had phases.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_MILC_LINKS_H
#define LQCD_QUDA_MILC_LINKS_H

#include "../../dirac/staggered_force.h"
#include "../../gauge/action.h"
#include "../../gauge/momentum.h"
#include "../../gauge/parallelogram.h"

/* The smeared links of u: NULL, or where they go. unit: the unitary factors of the fat ones. */
typedef struct {
	lqcd_lattice *lattice;
	const lqcd_foreign *u, *fat, *lng, *unit;
	lqcd_fat_paths paths;
	lqcd_staggered_phases phases;
	lqcd_reunitarise_params unitary;
} lqcd__milc_links;

/* The force of HISQ quarks: momenta := add momenta + dt F; F from fields chi = (chi_e, D chi_e) of quarks[n] with coefficients of links
 * of one and of three hops, n < terms. The last `naik` fields have a second pair, of links of one hop outside of
 * `second`, the paths on w; `first`: those on u; v: before the unitary factor. */
typedef struct {
	lqcd_lattice *lattice;
	const lqcd_foreign *u, *v, *w, *momenta;
	lqcd_foreign quark; /* of all but its data */
	void **quarks;
	double **coefficient, dt;
	int terms, naik, add;
	lqcd_fat_paths first, second;
	lqcd_staggered_phases phases;
	lqcd_reunitarise_params unitary;
} lqcd__milc_force;

typedef enum { LQCD__MILC_FORCE, LQCD__MILC_MOVE, LQCD__MILC_PROJECT, LQCD__MILC_ENERGY } lqcd__milc_what;

/* momenta -= h P(U A) of staples with these coefficients of plaquettes, rectangles and parallelograms; u = exp(h p) u; u into
 * SU(3); the energy of momenta. */
typedef struct {
	lqcd__milc_what what;
	lqcd_lattice *lattice;
	const lqcd_foreign *u, *momenta;
	double h, coefficient[3], value;
} lqcd__milc_update;

#define LQCD_REP ks
#define LQCD_TAG d
#include "links.inc"
#define LQCD_TAG vd
#include "links.inc"
#undef LQCD_REP

#define LQCD__MILC_RUN(name, k)                                                                                        \
	(lqcd__foreign_lanes_fit((k)->lattice) ? lqcd__milc_##name##_vd_ks(k) : lqcd__milc_##name##_d_ks(k))

/** Coefficients in the order of QUDA and MILC: one link, Naik, staples of 3, 5 and 7 links, Lepage. */
LQCD_STATIC lqcd_fat_paths lqcd__milc_paths(const double c[6])
{
	lqcd_fat_paths p;
	p.one = c[0];
	p.naik = c[1];
	p.three = c[2];
	p.five = c[3];
	p.seven = c[4];
	p.lepage = c[5];
	return p;
}

/* ---- the interface ---- */

/* What the functions remember. */
static struct {
	int begun, local[4]; /* X Y Z T */
	int own_links, stale; /* fat and long links were made here; those that are loaded are not theirs */
	const void *fat, *lng; /* those that are loaded */
	int resident; /* the momenta are in `momenta` */
	double *momenta; /* MILC's order */
	int clover;
	lqcd_reunitarise_params unitary;
} lqcd__milc;

LQCD_STATIC int lqcd__milc_bits(int precision)
{
	return precision == 1 ? 32 : 64;
}

/** The lattice of qudaInit. */
LQCD_STATIC lqcd_lattice *lqcd__milc_lattice(const char *function)
{
	lqcd__quda_need(lqcd__milc.begun, function, "qudaInit comes before");
	lqcd__quda_set_lattice(lqcd__milc.local);
	return &lqcd__quda.lattice;
}

/** A field in MILC's order. */
LQCD_STATIC lqcd_foreign lqcd__milc_field(lqcd_foreign_kind kind, const void *data, int precision, const char *function)
{
	lqcd_lattice *lat = lqcd__milc_lattice(function);
	lqcd__quda_need(data != NULL, function, "no field (NULL)");
	return lqcd_foreign_of(kind == LQCD_FOREIGN_MILC_MOMENTA ? LQCD_CODE_MILC : LQCD_CODE_QUDA_MILC, kind, (void *)(intptr_t)data,
			       lqcd__milc_bits(precision), lqcd__quda_no_table, lat);
}

/** The links or momenta of arg: members of a struct of each site, or a field. */
LQCD_STATIC lqcd_foreign lqcd__milc_site(lqcd_foreign_kind kind, const QudaMILCSiteArg_t *arg, int precision, const char *function)
{
	const int links = kind == LQCD_FOREIGN_LINKS;
	const size_t bytes = (size_t)lqcd__milc_bits(precision) / 8, offset = links ? arg->link_offset : arg->mom_offset;
	if (!arg->site) return lqcd__milc_field(kind, links ? arg->link : arg->mom, precision, function);
	const size_t numbers = links ? 8 * LQCD_NC * LQCD_NC : 40;
	if (arg->size % bytes || offset % bytes || arg->size < numbers * bytes || offset > arg->size - numbers * bytes)
		lqcd__quda_error("%s: size = %lu: a multiple of a number's %lu bytes with room for %lu of them behind offset %lu", function,
				 (unsigned long)arg->size, (unsigned long)bytes, (unsigned long)numbers, (unsigned long)offset);
	lqcd_foreign f = lqcd__milc_field(kind, (const char *)arg->site + offset, precision, function);
	f.site = (ptrdiff_t)(arg->size / bytes);
	return f;
}

/** Its links, whose phases are taken out; ends: with the sign of the boundary. */
LQCD_STATIC lqcd_foreign lqcd__milc_site_links(const QudaMILCSiteArg_t *arg, int precision, int phases, int ends, const char *function)
{
	lqcd__quda_need(arg != NULL, function, "no links (NULL)");
	lqcd_foreign f = lqcd__milc_site(LQCD_FOREIGN_LINKS, arg, precision, function);
	if (phases) {
		(void)lqcd_foreign_set_phases(&f, LQCD_PHASES_TXYZ);
		if (ends) f.boundary[0].re = -1;
	}
	return f;
}

/** The resident momenta, or those of arg. */
LQCD_STATIC lqcd_foreign lqcd__milc_site_momenta(const QudaMILCSiteArg_t *arg, int precision, const char *function)
{
	if (lqcd__milc.resident) return lqcd__milc_field(LQCD_FOREIGN_MILC_MOMENTA, lqcd__milc.momenta, 2, function);
	lqcd__quda_need(arg != NULL, function, "no momenta (NULL)");
	return lqcd__milc_site(LQCD_FOREIGN_MILC_MOMENTA, arg, precision, function);
}

LQCD_STATIC double lqcd__milc_run(lqcd__milc_what what, const lqcd_foreign *u, const lqcd_foreign *momenta, double h,
				  const double *coefficient, const char *function)
{
	lqcd__milc_update k;
	memset((void *)&k, 0, sizeof k);
	k.what = what;
	k.lattice = &lqcd__quda.lattice;
	k.u = u;
	k.momenta = momenta;
	k.h = h;
	for (int n = 0; n < 3 && coefficient; n++) k.coefficient[n] = coefficient[n];
	lqcd__quda_must(LQCD__MILC_RUN(change, &k), function);
	return k.value;
}

LQCD_STATIC lqcd_staggered_phases lqcd__milc_phases(void)
{
	return lqcd_staggered_phases_make(LQCD_PHASES_MILC, LQCD_ANTIPERIODIC);
}

void qudaHisqParamsInit(QudaHisqParams_t hisq_params)
{
	lqcd_reunitarise_params *p = &lqcd__milc.unitary;
	p->filter = hisq_params.force_filter;
	p->relative = hisq_params.reunit_allow_svd ? hisq_params.reunit_svd_rel_error : (double)INFINITY;
	p->least = !hisq_params.reunit_allow_svd ? 0 : hisq_params.reunit_svd_only ? (double)INFINITY : hisq_params.reunit_svd_abs_error;
}

LQCD_STATIC void lqcd__milc_smear(int precision, const double c[6], void *inlink, void *fatlink, void *longlink, void *ulink,
				  const char *function)
{
	lqcd__milc_links k;
	memset((void *)&k, 0, sizeof k);
	lqcd__quda_need(c != NULL, function, "no coefficients (NULL)");
	const lqcd_foreign in = lqcd__milc_field(LQCD_FOREIGN_LINKS, inlink, precision, function);
	lqcd_foreign out[3];
	void *const to[3] = {fatlink, longlink, ulink};
	for (int n = 0; n < 3; n++) {
		out[n] = in;
		out[n].data = to[n];
	}
	k.lattice = &lqcd__quda.lattice;
	k.u = &in;
	k.fat = fatlink ? &out[0] : NULL;
	k.lng = longlink ? &out[1] : NULL;
	k.unit = ulink ? &out[2] : NULL;
	k.paths = lqcd__milc_paths(c);
	k.phases = lqcd__milc_phases();
	k.unitary = lqcd__milc.unitary;
	lqcd__quda_must(LQCD__MILC_RUN(ks_links, &k), function);
	lqcd__milc.own_links = lqcd__milc.stale = 1;
}

void qudaLoadKSLink(int precision, QudaFatLinkArgs_t fatlink_args, const double act_path_coeff[6], void *inlink, void *fatlink,
		    void *longlink)
{
	(void)fatlink_args;
	lqcd__milc_smear(precision, act_path_coeff, inlink, fatlink, longlink, NULL, "qudaLoadKSLink");
}

void qudaLoadUnitarizedLink(int precision, QudaFatLinkArgs_t fatlink_args, const double path_coeff[6], void *inlink, void *fatlink,
			    void *ulink)
{
	(void)fatlink_args;
	lqcd__milc_smear(precision, path_coeff, inlink, fatlink, NULL, ulink, "qudaLoadUnitarizedLink");
}

void qudaHisqForce(int precision, int num_terms, int num_naik_terms, double dt, double **coeff, void **quark_field,
		   const double level2_coeff[6], const double fat7_coeff[6], const void *const w_link, const void *const v_link,
		   const void *const u_link, void *const milc_momentum)
{
	const char *const name = "qudaHisqForce";
	lqcd__milc_force k;
	memset((void *)&k, 0, sizeof k);
	lqcd__quda_need(coeff && quark_field && level2_coeff && fat7_coeff, name, "coefficients or quark_field are NULL");
	if (num_terms < 0 || num_naik_terms < 0 || num_naik_terms > num_terms)
		lqcd__quda_error("%s: num_terms = %d, num_naik_terms = %d: the latter are the last of the former", name, num_terms,
				 num_naik_terms);
	const lqcd_foreign u = lqcd__milc_field(LQCD_FOREIGN_LINKS, u_link, precision, name);
	const lqcd_foreign v = lqcd__milc_field(LQCD_FOREIGN_LINKS, v_link, precision, name);
	const lqcd_foreign w = lqcd__milc_field(LQCD_FOREIGN_LINKS, w_link, precision, name);
	const lqcd_foreign momenta = lqcd__milc.resident ? lqcd__milc_site_momenta(NULL, precision, name)
							 : lqcd__milc_field(LQCD_FOREIGN_MILC_MOMENTA, milc_momentum, precision, name);
	k.lattice = &lqcd__quda.lattice;
	k.u = &u;
	k.v = &v;
	k.w = &w;
	k.momenta = &momenta;
	k.quark = lqcd__milc_field(LQCD_FOREIGN_VECTORS, u_link, precision, name);
	k.quarks = quark_field;
	k.coefficient = coeff;
	k.dt = dt;
	k.terms = num_terms;
	k.naik = num_naik_terms;
	k.add = lqcd__milc.resident;
	k.first = lqcd__milc_paths(fat7_coeff);
	k.first.naik = 0;
	k.second = lqcd__milc_paths(level2_coeff);
	k.second.naik = 1; /* the coefficients of three hops contain it */
	k.phases = lqcd__milc_phases();
	k.unitary = lqcd__milc.unitary;
	lqcd__quda_must(LQCD__MILC_RUN(hisq_force, &k), name);
}

void qudaGaugeForcePhased(int precision, int num_loop_types, double milc_loop_coeff[3], double eb3, QudaMILCSiteArg_t *arg, int phase_in)
{
	const char *const name = "qudaGaugeForcePhased";
	double c[3] = {0, 0, 0};
	if (num_loop_types < 1 || num_loop_types > 3)
		lqcd__quda_error("%s: num_loop_types = %d: 1 to 3", name, num_loop_types);
	for (int n = 0; n < num_loop_types; n++) c[n] = milc_loop_coeff[n];
	const lqcd_foreign u = lqcd__milc_site_links(arg, precision, phase_in, 1, name), p = lqcd__milc_site_momenta(arg, precision, name);
	lqcd__milc_run(LQCD__MILC_FORCE, &u, &p, eb3, c, name);
}

void qudaGaugeForce(int precision, int num_loop_types, double milc_loop_coeff[3], double eb3, QudaMILCSiteArg_t *arg)
{
	qudaGaugeForcePhased(precision, num_loop_types, milc_loop_coeff, eb3, arg, 0);
}

void qudaUpdateUPhasedPipeline(int precision, double eps, QudaMILCSiteArg_t *arg, int phase_in, int want_gaugepipe)
{
	const char *const name = "qudaUpdateUPhased";
	(void)want_gaugepipe; /* links are read and written each time */
	const lqcd_foreign u = lqcd__milc_site_links(arg, precision, phase_in, 1, name), p = lqcd__milc_site_momenta(arg, precision, name);
	lqcd__milc_run(LQCD__MILC_MOVE, &u, &p, eps, NULL, name);
}

void qudaUpdateUPhased(int precision, double eps, QudaMILCSiteArg_t *arg, int phase_in)
{
	qudaUpdateUPhasedPipeline(precision, eps, arg, phase_in, 0);
}

void qudaUpdateU(int precision, double eps, QudaMILCSiteArg_t *arg)
{
	qudaUpdateUPhased(precision, eps, arg, 0);
}

void qudaUnitarizeSU3Phased(int precision, double tol, QudaMILCSiteArg_t *arg, int phase_in)
{
	const char *const name = "qudaUnitarizeSU3Phased";
	(void)tol; /* the projection is exact, or an error */
	const lqcd_foreign u = lqcd__milc_site_links(arg, precision, phase_in, 1, name);
	lqcd__milc_run(LQCD__MILC_PROJECT, &u, NULL, 0, NULL, name);
	lqcd__milc.stale = 1;
}

void qudaUnitarizeSU3(int precision, double tol, QudaMILCSiteArg_t *arg)
{
	qudaUnitarizeSU3Phased(precision, tol, arg, 0);
}

/* ---- momenta ---- */

/** Numbers of momenta between the memory of arg and the resident ones. */
LQCD_STATIC void lqcd__milc_momenta_copy(int precision, QudaMILCSiteArg_t *arg, int save, const char *function)
{
	lqcd_gauge_field_d p;
	lqcd__quda_need(arg != NULL, function, "no momenta (NULL)");
	const lqcd_foreign there = lqcd__milc_site(LQCD_FOREIGN_MILC_MOMENTA, arg, precision, function);
	const lqcd_foreign here = lqcd__milc_field(LQCD_FOREIGN_MILC_MOMENTA, lqcd__milc.momenta, 2, function);
	lqcd__quda_must(lqcd_gauge_field_create_d(&p, &lqcd__quda.lattice, LQCD_FULL), function);
	lqcd__quda_must(lqcd_foreign_import(lqcd_gauge_field_view_d(&p), save ? &here : &there), function);
	lqcd__quda_must(lqcd_foreign_export(save ? &there : &here, lqcd_gauge_field_view_d(&p)), function);
	lqcd_gauge_field_destroy_d(&p);
}

void qudaMomLoad(int precision, QudaMILCSiteArg_t *arg)
{
	const int *l = lqcd__milc_lattice("qudaMomLoad")->local;
	const size_t bytes = (size_t)l[0] * (size_t)l[1] * (size_t)l[2] * (size_t)l[3] * 40 * sizeof(double);
	if (!lqcd__milc.momenta) lqcd__milc.momenta = (double *)lqcd_alloc(bytes);
	lqcd__quda_need(lqcd__milc.momenta != NULL, "qudaMomLoad", "no memory");
	memset(lqcd__milc.momenta, 0, bytes);
	lqcd__milc_momenta_copy(precision, arg, 0, "qudaMomLoad");
	lqcd__milc.resident = 1;
}

void qudaMomSave(int precision, QudaMILCSiteArg_t *arg)
{
	lqcd__quda_need(lqcd__milc.resident, "qudaMomSave", "qudaMomLoad comes before");
	lqcd__milc_momenta_copy(precision, arg, 1, "qudaMomSave");
	lqcd__milc.resident = 0;
}

double qudaMomAction(int precision, QudaMILCSiteArg_t *arg)
{
	const lqcd_foreign p = lqcd__milc_site_momenta(arg, precision, "qudaMomAction");
	const int *l = lqcd__quda.lattice.extent;
	const double links = 4.0 * l[0] * l[1] * l[2] * l[3];
	return 0.5 * lqcd__milc_run(LQCD__MILC_ENERGY, NULL, &p, 0, NULL, "qudaMomAction") - 4 * links;
}

void qudaRephase(int prec, void *gauge, int flag, double i_mu)
{
	const char *const name = "qudaRephase";
	lqcd_gauge_field_d u;
	(void)flag; /* signs: in and out are the same */
	lqcd__quda_need(!(fabs(i_mu) > 0), name, "i_mu: an imaginary chemical potential is not supported");
	const lqcd_staggered_phases phases = lqcd__milc_phases();
	const lqcd_foreign f = lqcd__milc_field(LQCD_FOREIGN_LINKS, gauge, prec, name);
	lqcd__quda_must(lqcd_gauge_field_create_d(&u, &lqcd__quda.lattice, LQCD_FULL), name);
	lqcd__quda_must(lqcd__milc_read_d_ks(&u, &f, &phases), name);
	lqcd__quda_must(lqcd_foreign_export(&f, lqcd_gauge_field_view_d(&u)), name);
	lqcd_gauge_field_destroy_d(&u);
}

/* ---- observables ---- */

/** The links of arg in a field of their own, with the sign of the boundary if they had it. */
LQCD_STATIC lqcd_gauge_field_d lqcd__milc_observed(int precision, QudaMILCSiteArg_t *arg, int phases, const char *function)
{
	lqcd_gauge_field_d u;
	const lqcd_foreign f = lqcd__milc_site_links(arg, precision, phases, 0, function);
	lqcd__quda_must(lqcd_gauge_field_create_d(&u, &lqcd__quda.lattice, LQCD_FULL), function);
	lqcd__quda_must(lqcd_foreign_import(lqcd_gauge_field_view_d(&u), &f), function);
	return u;
}

LQCD_STATIC void lqcd__milc_plaquette(double plaq[3], const lqcd_gauge_field_d *u)
{
	const lqcd_plaquette_values v = lqcd_plaquette_d(u);
	plaq[0] = v.mean;
	plaq[1] = v.space;
	plaq[2] = v.time;
}

/** Minus the mean trace, as QUDA: with phases this takes the sign of the boundary away. */
LQCD_STATIC void lqcd__milc_polyakov(double ploop[2], const lqcd_gauge_field_d *u, int dir, const char *function)
{
	if (dir != 3) lqcd__quda_error("%s: dir = %d: 3, time, alone is supported", function, dir);
	const lqcd_complex_d z = lqcd_polyakov_loop(lqcd_gauge_field_view_d(u));
	ploop[0] = -LQCD_NC * z.re;
	ploop[1] = -LQCD_NC * z.im;
}

/** traces[i] = factor coefficient[i] sum_x tr(path i from x). */
LQCD_STATIC void lqcd__milc_traces(double *traces, int **paths, const int *length, const double *coefficient, int n, double factor,
				   const lqcd_gauge_field_d *u, const char *function)
{
	lqcd_gauge_field_d p[2];
	for (int k = 0; k < 2; k++) lqcd__quda_must(lqcd_gauge_field_create_d(&p[k], &lqcd__quda.lattice, LQCD_FULL), function);
	lqcd__quda_must(lqcd_halo_exchange(lqcd_gauge_field_view_d(u)), function);
	for (int i = 0; i < n; i++) {
		int at = 0, to[4] = {0, 0, 0, 0};
		lqcd_gauge_field_unit_d(&p[0]);
		for (int k = length[i] - 1; k >= 0; k--, at = !at) {
			const int d = paths[i][k];
			lqcd__quda_step s;
			if (d < 0 || d > 7) lqcd__quda_error("%s: input_path_buf[%d][%d] = %d: 0 to 7", function, i, k, d);
			to[d > 3 ? 7 - d : d] += d > 3 ? -1 : 1;
			s.u = u;
			s.p = &p[at];
			s.q = &p[!at];
			for (int mu = 0; mu < 4; mu++) s.step[mu] = lqcd__quda_step_of(d);
			lqcd__quda_must(lqcd_halo_exchange(lqcd_gauge_field_view_d(&p[at])), function);
			lqcd__quda_walk(&s);
		}
		for (int mu = 0; mu < 4; mu++) {
			const int extent = lqcd__quda.lattice.extent[(mu + 1) % 4];
			if (to[mu] % extent) lqcd__quda_error("%s: input_path_buf[%d] does not lead back to its beginning", function, i);
		}
		double re = 0, im = 0;
		LQCD_MASTER_FOR(u->type, ix)
			for (int a = 0; a < LQCD_NC; a++) {
				re += LQCD_4FIELD_AT(&p[at], ix, 0)->e[a][a].re;
				im += LQCD_4FIELD_AT(&p[at], ix, 0)->e[a][a].im;
			}
		traces[2 * i] = factor * coefficient[i] * lqcd_comm_sum(&lqcd__quda.lattice.comm, re);
		traces[2 * i + 1] = factor * coefficient[i] * lqcd_comm_sum(&lqcd__quda.lattice.comm, im);
	}
	for (int k = 0; k < 2; k++) lqcd_gauge_field_destroy_d(&p[k]);
}

void qudaGaugeMeasurementsPhased(int precision, double plaq[3], double ploop[2], int dir, double *traces, int **input_path_buf,
				 int *path_length, double *loop_coeff, int num_paths, int max_length, double factor,
				 QudaMILCSiteArg_t *arg, int phase_in)
{
	const char *const name = "qudaGaugeMeasurementsPhased";
	lqcd_gauge_field_d u = lqcd__milc_observed(precision, arg, phase_in, name);
	(void)max_length;
	if (plaq) lqcd__milc_plaquette(plaq, &u);
	if (ploop) lqcd__milc_polyakov(ploop, &u, dir, name);
	if (traces) lqcd__milc_traces(traces, input_path_buf, path_length, loop_coeff, num_paths, factor, &u, name);
	lqcd_gauge_field_destroy_d(&u);
}

void qudaGaugeLoopTracePhased(int precision, double *traces, int **input_path_buf, int *path_length, double *loop_coeff, int num_paths,
			      int max_length, double factor, QudaMILCSiteArg_t *arg, int phase_in)
{
	qudaGaugeMeasurementsPhased(precision, NULL, NULL, 3, traces, input_path_buf, path_length, loop_coeff, num_paths, max_length,
				    factor, arg, phase_in);
}

void qudaPlaquettePhased(int precision, double plaq[3], QudaMILCSiteArg_t *arg, int phase_in)
{
	qudaGaugeMeasurementsPhased(precision, plaq, NULL, 3, NULL, NULL, NULL, NULL, 0, 0, 0, arg, phase_in);
}

void qudaPolyakovLoopPhased(int precision, double ploop[2], int dir, QudaMILCSiteArg_t *arg, int phase_in)
{
	qudaGaugeMeasurementsPhased(precision, NULL, ploop, dir, NULL, NULL, NULL, NULL, 0, 0, 0, arg, phase_in);
}

#endif
