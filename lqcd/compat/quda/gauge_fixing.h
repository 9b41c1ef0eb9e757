/* lqcd/compat/quda/gauge_fixing.h: part of quda.h: Landau gauge (gauge_dir 4) and Coulomb gauge (3) by overrelaxation.
 *
 * By gauge/fix.h, which has F (the action), theta and the method. It ends when F changes by less than the tolerance in a sweep or, with
 * stopWtheta, when theta is below it. Links are reunitarised every reunit_interval sweeps (0: 10), and each one if theta is needed.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_GAUGE_FIXING_H
#define LQCD_QUDA_GAUGE_FIXING_H

#include "../../gauge/fix.h"
#include "resident.h"

/** Prints every so many sweeps, as QUDA does. */
LQCD_STATIC void lqcd__quda_fix_say(void *every, const lqcd_fix_result *now)
{
	const unsigned say = *(const unsigned *)every;
	if (say && (unsigned)now->sweeps % say == 0 && lqcd__quda.verbosity >= QUDA_SUMMARIZE && lqcd_comm_root(&lqcd__quda.lattice.comm))
		fprintf(lqcd__quda.out ? lqcd__quda.out : stdout, "%sStep: %d\tAction: %.16e\ttheta: %.16e\tDelta: %.16e\n", lqcd__quda.prefix,
			now->sweeps, now->f, now->theta, now->change);
}

LQCD_STATIC int lqcd__quda_fix(void *gauge, unsigned gauge_dir, unsigned steps, unsigned say, double w, double tolerance, unsigned every,
			       unsigned by_theta, QudaGaugeParam *param, const char *function)
{
	lqcd_gauge_field_d u;
	QudaGaugeParam p = *param; /* as QUDA: links of the caller alone */
	p.use_resident_gauge = p.use_resident_mom = 0;
	p.return_result_gauge = 1;
	lqcd__quda_check_resident(&p, function);
	if (gauge_dir != 3 && gauge_dir != 4) lqcd__quda_error("%s: gauge_dir = %u: 3 Coulomb, 4 Landau", function, gauge_dir);
	const lqcd_fix_params f = {gauge_dir == 3 ? 0 : LQCD_LANDAU, w, by_theta ? tolerance : 0, by_theta ? 0 : tolerance, (int)steps,
				   by_theta || say ? 1 : every ? (int)every : 10, lqcd__quda_fix_say, &say};
	lqcd__quda_take_links(&u, gauge, &p, function);
	const lqcd_status s = lqcd_gauge_fix_d(&u, NULL, &f).status;
	lqcd__quda_must(s == LQCD_ITERATION_LIMIT ? LQCD_OK : s, function);
	lqcd__quda_leave_links(&u, gauge, &p, 0, function);
	return 0;
}

int computeGaugeFixingOVRQuda(void *gauge, const unsigned int gauge_dir, const unsigned int Nsteps, const unsigned int verbose_interval,
			      const double relax_boost, const double tolerance, const unsigned int reunit_interval,
			      const unsigned int stopWtheta, QudaGaugeParam *param)
{
	return lqcd__quda_fix(gauge, gauge_dir, Nsteps, verbose_interval, relax_boost, tolerance, reunit_interval, stopWtheta, param,
			      "computeGaugeFixingOVRQuda");
}

/** By overrelaxation, too, with 1.7: the same condition, perhaps another of its solutions. */
int computeGaugeFixingFFTQuda(void *gauge, const unsigned int gauge_dir, const unsigned int Nsteps, const unsigned int verbose_interval,
			      const double alpha, const unsigned int autotune, const double tolerance, const unsigned int stopWtheta,
			      QudaGaugeParam *param)
{
	(void)alpha, (void)autotune;
	return lqcd__quda_fix(gauge, gauge_dir, Nsteps, verbose_interval, 1.7, tolerance, 10, stopWtheta, param, "computeGaugeFixingFFTQuda");
}

#endif
