/* examples/ks.h: the links of staggered quarks as options, for ks_spectrum.c and ks_hmc.c. */
#ifndef LQCD_EXAMPLES_KS_H
#define LQCD_EXAMPLES_KS_H

#include "options.h"

#include "../lqcd/hmc/staggered.h"

enum { KS_NAIVE, KS_ASQTAD, KS_HISQ };
static const char *const ks_names[] = {"naive", "asqtad", "hisq", NULL};

/** The action of this kind of links; phases of MILC, antiperiodic in time. */
LQCD_STATIC lqcd_staggered_action ks_action(int kind, double u0)
{
	return kind == KS_HISQ ? lqcd_staggered_hisq() : kind == KS_ASQTAD ? lqcd_staggered_asqtad(u0) : lqcd_staggered_naive();
}

#endif
