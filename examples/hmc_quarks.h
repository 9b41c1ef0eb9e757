/* examples/hmc_quarks.h: the quarks of hmc.c: their parameters, which a checkpoint stores under the names of the
 * options. */
#ifndef LQCD_EXAMPLES_HMC_QUARKS_H
#define LQCD_EXAMPLES_HMC_QUARKS_H

#include "options.h"

enum { KAPPA, STRANGE, CSW, LOW, HIGH, NUMBERS };
static const char *const quark_name[NUMBERS] = {"kappa", "strange-kappa", "csw", "low", "high"};
typedef struct {
	double value[NUMBERS]; /* 0 if the option is not given */
	int inner;
} quark_numbers;

/** Parses an option of the quarks; 0 if it is another one. */
static int quarks_option(quark_numbers *q, const char *name, const char *value)
{
	static const double range[NUMBERS][2] = {{1e-3, 1}, {1e-3, 1}, {0, 100}, {1e-12, 1e9}, {1e-12, 1e9}};
	if (!strcmp(name, "--inner")) {
		q->inner = integer_option(name, value, 1, 1000);
		return 1;
	}
	for (int k = 0; k < NUMBERS; k++)
		if (!strncmp(name, "--", 2) && !strcmp(name + 2, quark_name[k])) {
			q->value[k] = number_option(name, value, range[k][0], range[k][1]);
			return 1;
		}
	return 0;
}

/** The quarks are integrated on a level above that of the gauge action. Without a clover term the upper bound is
 * exact. */
static void quarks_finish(quark_numbers *q, lqcd_hmc_chain *chain)
{
	double *v = q->value;
	const int some = v[KAPPA] > 0 || v[STRANGE] > 0;
	if (v[CSW] > 0 && !some) wrong("--csw", "", "there are no quarks: see --kappa and --strange-kappa");
	if (!(v[LOW] > 0)) v[LOW] = 1e-3;
	if (!(v[HIGH] > 0))
		v[HIGH] = v[CSW] > 0 || !(v[STRANGE] > 0) ? 200 : pow(0.25 / v[STRANGE] / v[STRANGE] + 16, 2);
	if (v[LOW] >= v[HIGH]) wrong("--low", "", "not below --high");
	if (!some) return;
	chain->levels = 2;
	chain->level[1] = chain->level[0];
	chain->level[0].steps = q->inner;
}

/** The numbers for io/hmc.h. */
static void quarks_list(lqcd_hmc_number list[NUMBERS], quark_numbers *q)
{
	for (int k = 0; k < NUMBERS; k++) {
		list[k].name = quark_name[k];
		list[k].value = &q->value[k];
	}
}

#endif
