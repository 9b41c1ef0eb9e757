/* lqcd/compat/quda_milc/links.h: part of quda_milc_interface.h: links, momenta and forces, by the functions of quda.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_MILC_LINKS_H
#define LQCD_QUDA_MILC_LINKS_H

/* The state of the interface between calls. */
static struct {
	int begun, local[4]; /* X Y Z T */
	int own_links, stale; /* fat and long links were made here; those that are loaded are not theirs */
	const void *fat, *lng; /* those that are loaded */
	int resident; /* momenta of qudaMomLoad take the place of those of arg */
	int clover;
} lqcd__milc;

/** Links in MILC's order, on the lattice of qudaInit. */
LQCD_STATIC QudaGaugeParam lqcd__milc_gauge(int precision, QudaLinkType type, const char *function)
{
	QudaGaugeParam g = newQudaGaugeParam();
	lqcd__quda_need(lqcd__milc.begun, function, "qudaInit comes before");
	lqcd__quda_set_lattice(lqcd__milc.local);
	for (int k = 0; k < 4; k++) g.X[k] = lqcd__milc.local[k];
	g.cpu_prec = precision == 1 ? QUDA_SINGLE_PRECISION : QUDA_DOUBLE_PRECISION;
	g.gauge_order = QUDA_MILC_GAUGE_ORDER;
	g.t_boundary = QUDA_PERIODIC_T;
	g.type = type;
	g.use_resident_mom = g.make_resident_mom = lqcd__milc.resident;
	g.return_result_mom = !lqcd__milc.resident;
	return g;
}

/** Parameters of links in fields, or in members of a struct of each site; phases: links have MILC's. */
LQCD_STATIC QudaGaugeParam lqcd__milc_site(int precision, const QudaMILCSiteArg_t *arg, int phases, const char *function)
{
	QudaGaugeParam g = lqcd__milc_gauge(precision, QUDA_WILSON_LINKS, function);
	lqcd__quda_need(arg != NULL, function, "arg is NULL");
	if (arg->site) {
		g.gauge_order = QUDA_MILC_SITE_GAUGE_ORDER;
		g.gauge_offset = arg->link_offset;
		g.mom_offset = arg->mom_offset;
		g.site_size = arg->size;
	}
	if (phases) {
		g.staggered_phase_type = QUDA_STAGGERED_PHASE_MILC;
		g.staggered_phase_applied = 1;
		g.t_boundary = QUDA_ANTI_PERIODIC_T;
	}
	return g;
}

LQCD_STATIC void *lqcd__milc_links(const QudaMILCSiteArg_t *arg, const char *function)
{
	lqcd__quda_need(arg->site || arg->link, function, "no links (NULL)");
	return arg->site ? arg->site : arg->link;
}

LQCD_STATIC void *lqcd__milc_momenta(const QudaMILCSiteArg_t *arg, const char *function)
{
	lqcd__quda_need(lqcd__milc.resident || arg->site || arg->mom, function, "no momenta (NULL)");
	return arg->site ? arg->site : arg->mom;
}

void qudaHisqParamsInit(QudaHisqParams_t hisq_params)
{
	lqcd_reunitarise_params *p = &lqcd__quda_unitary;
	p->filter = hisq_params.force_filter;
	p->relative = hisq_params.reunit_allow_svd ? hisq_params.reunit_svd_rel_error : (double)INFINITY;
	p->least = !hisq_params.reunit_allow_svd ? 0 : hisq_params.reunit_svd_only ? (double)INFINITY : hisq_params.reunit_svd_abs_error;
}

LQCD_STATIC void lqcd__milc_smear(int precision, const double *c, void *inlink, void *fatlink, void *longlink, void *ulink,
				  const char *function)
{
	QudaGaugeParam g = lqcd__milc_gauge(precision, QUDA_WILSON_LINKS, function);
	computeKSLinkQuda(fatlink, longlink, ulink, inlink, (double *)(intptr_t)c, &g);
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
	QudaGaugeParam g = lqcd__milc_gauge(precision, QUDA_WILSON_LINKS, "qudaHisqForce");
	computeHISQForceQuda(milc_momentum, dt, level2_coeff, fat7_coeff, w_link, v_link, u_link, quark_field, num_terms, num_naik_terms,
			     coeff, &g);
}

void qudaGaugeForcePhased(int precision, int num_loop_types, double milc_loop_coeff[3], double eb3, QudaMILCSiteArg_t *arg, int phase_in)
{
	const char *const function = "qudaGaugeForcePhased";
	lqcd__quda_loops_force k;
	lqcd_gauge_field_d own, u;
	double c[3] = {0, 0, 0};
	if (num_loop_types < 1 || num_loop_types > 3)
		lqcd__quda_error("%s: num_loop_types = %d: 1 to 3", function, num_loop_types);
	for (int n = 0; n < num_loop_types; n++) c[n] = milc_loop_coeff[n];
	QudaGaugeParam g = lqcd__milc_site(precision, arg, phase_in, function);
	void *const mom = lqcd__milc_momenta(arg, function);
	k.u = &u;
	k.coefficient = c;
	k.h = eb3;
	lqcd__quda_check_resident(&g, function);
	lqcd__quda_take_links(&u, lqcd__milc_links(arg, function), &g, function);
	k.momenta = lqcd__quda_take_momenta(&own, mom, &g, 0, function);
	LQCD__QUDA_RUN(lqcd__quda_loops_force, &k);
	lqcd__quda_leave_momenta(k.momenta, mom, &g, 1, function);
	lqcd_gauge_field_destroy_d(&u);
}

void qudaGaugeForce(int precision, int num_loop_types, double milc_loop_coeff[3], double eb3, QudaMILCSiteArg_t *arg)
{
	qudaGaugeForcePhased(precision, num_loop_types, milc_loop_coeff, eb3, arg, 0);
}

void qudaUpdateUPhasedPipeline(int precision, double eps, QudaMILCSiteArg_t *arg, int phase_in, int want_gaugepipe)
{
	const char *const name = "qudaUpdateUPhased";
	(void)want_gaugepipe; /* links are read and written each time */
	QudaGaugeParam g = lqcd__milc_site(precision, arg, phase_in, name);
	void *const links = lqcd__milc_links(arg, name);
	updateGaugeFieldQuda(links, lqcd__milc_momenta(arg, name), eps, 0, 1, &g);
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
	QudaGaugeParam g = lqcd__milc_site(precision, arg, phase_in, name);
	projectSU3Quda(lqcd__milc_links(arg, name), tol, &g);
	lqcd__milc.stale = 1;
}

void qudaUnitarizeSU3(int precision, double tol, QudaMILCSiteArg_t *arg)
{
	qudaUnitarizeSU3Phased(precision, tol, arg, 0);
}

/* ---- momenta ---- */

void qudaMomLoad(int precision, QudaMILCSiteArg_t *arg)
{
	QudaGaugeParam g = lqcd__milc_site(precision, arg, 0, "qudaMomLoad");
	lqcd__milc.resident = 0;
	void *const mom = lqcd__milc_momenta(arg, "qudaMomLoad");
	g.use_resident_mom = g.return_result_mom = 0;
	g.make_resident_mom = 1;
	momResidentQuda(mom, &g);
	lqcd__milc.resident = 1;
}

void qudaMomSave(int precision, QudaMILCSiteArg_t *arg)
{
	lqcd__quda_need(lqcd__milc.resident, "qudaMomSave", "qudaMomLoad comes before");
	QudaGaugeParam g = lqcd__milc_site(precision, arg, 0, "qudaMomSave");
	lqcd__milc.resident = 0;
	g.make_resident_mom = 0;
	g.return_result_mom = 1;
	momResidentQuda(lqcd__milc_momenta(arg, "qudaMomSave"), &g);
}

double qudaMomAction(int precision, QudaMILCSiteArg_t *arg)
{
	QudaGaugeParam g = lqcd__milc_site(precision, arg, 0, "qudaMomAction");
	return momActionQuda(lqcd__milc_momenta(arg, "qudaMomAction"), &g);
}

void qudaRephase(int prec, void *gauge, int flag, double i_mu)
{
	QudaMILCSiteArg_t arg;
	(void)flag; /* signs: in and out are the same */
	lqcd__quda_need(!(fabs(i_mu) > 0), "qudaRephase", "i_mu: an imaginary chemical potential is not supported");
	memset((void *)&arg, 0, sizeof arg);
	QudaGaugeParam g = lqcd__milc_site(prec, &arg, 1, "qudaRephase");
	staggeredPhaseQuda(gauge, &g);
}

void qudaGaugeFixingOVR(int precision, unsigned int gauge_dir, int Nsteps, int verbose_interval, double relax_boost, double tolerance,
			unsigned int reunit_interval, unsigned int stopWtheta, QudaMILCSiteArg_t *arg)
{
	QudaGaugeParam g = lqcd__milc_site(precision, arg, 0, "qudaGaugeFixingOVR");
	computeGaugeFixingOVRQuda(lqcd__milc_links(arg, "qudaGaugeFixingOVR"), gauge_dir, (unsigned)Nsteps, (unsigned)verbose_interval,
				  relax_boost, tolerance, reunit_interval, stopWtheta, &g);
}

void qudaGaugeFixingFFT(int precision, unsigned int gauge_dir, int Nsteps, int verbose_interval, double alpha, unsigned int autotune,
			double tolerance, unsigned int stopWtheta, void *milc_sitelink)
{
	QudaGaugeParam g = lqcd__milc_gauge(precision, QUDA_WILSON_LINKS, "qudaGaugeFixingFFT");
	computeGaugeFixingFFTQuda(milc_sitelink, gauge_dir, (unsigned)Nsteps, (unsigned)verbose_interval, alpha, autotune, tolerance,
				  stopWtheta, &g);
}

/* ---- observables ---- */

void qudaGaugeMeasurementsPhased(int precision, double plaq[3], double ploop[2], int dir, double *traces, int **input_path_buf,
				 int *path_length, double *loop_coeff, int num_paths, int max_length, double factor,
				 QudaMILCSiteArg_t *arg, int phase_in)
{
	const char *const name = "qudaGaugeMeasurementsPhased";
	lqcd_gauge_field_d u;
	QudaGaugeParam g = lqcd__milc_site(precision, arg, phase_in, name);
	g.t_boundary = QUDA_PERIODIC_T; /* phases go, the sign of the ends stays */
	lqcd__quda_take_links(&u, lqcd__milc_links(arg, name), &g, name);
	if (plaq) {
		const lqcd_plaquette_values v = lqcd_plaquette_d(&u);
		plaq[0] = v.mean;
		plaq[1] = v.space;
		plaq[2] = v.time;
	}
	if (ploop) { /* minus the trace, as QUDA: with phases this takes the sign of the ends away */
		if (dir != 3) lqcd__quda_error("%s: dir = %d: 3, time, alone is supported", name, dir);
		const lqcd_complex_d z = lqcd_polyakov_loop(lqcd_gauge_field_view_d(&u));
		ploop[0] = -LQCD_NC * z.re;
		ploop[1] = -LQCD_NC * z.im;
	}
	if (traces) lqcd__quda_traces(traces, &u, input_path_buf, path_length, loop_coeff, num_paths, max_length, factor, name);
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
