/* examples/hmc_quarks.h: the quarks of hmc.c: their parameters, which a checkpoint stores under the names of the
 * options. */
#ifndef LQCD_EXAMPLES_HMC_QUARKS_H
#define LQCD_EXAMPLES_HMC_QUARKS_H

#include "options.h"

/* LS and behind: of domain walls; a checkpoint without them has QUARKS numbers. */
enum { KAPPA, STRANGE, CSW, LOW, HIGH, QUARKS, LS = QUARKS, M5, MASS, B5, C5, NUMBERS };
static const char *const quark_name[NUMBERS] = {"kappa",   "strange-kappa", "csw",       "low",     "high",
						"wall-ls", "wall-m5",       "wall-mass", "wall-b5", "wall-c5"};
static const char *const wall_fact[NUMBERS - LS] = {"wall_ls", "wall_m5", "wall_mass", "wall_b5", "wall_c5"};
typedef struct {
	double value[NUMBERS]; /* 0 if the option is not given */
	int inner;
} quark_numbers;

/** LS,M5,MASS or LS,M5,MASS,B5,C5: v[LS] and behind; Shamir without B5 and C5. */
static void wall_option(double *v, const char *name, const char *text)
{
	static const char legal[] = "not LS,M5,MASS[,B5,C5] with LS from 1 to 64, M5 < 4, B5 > 0, |C5| <= B5";
	const char *p = text;
	int n = 0;
	v[B5] = 1;
	v[C5] = 0;
	for (int more = 1; more; n++) {
		char *end;
		const double x = strtod(p, &end);
		if (end == p || n == 5 || !lqcd_isfinite(x)) wrong(name, text, legal);
		v[LS + n] = x;
		more = *end == ',';
		if (!more && *end) wrong(name, text, legal);
		p = end + 1;
	}
	if ((n != 3 && n != 5) || v[LS] < 1 || v[LS] > LQCD_MAX_RHS || fabs(v[LS] - floor(v[LS])) > 0 || !(v[M5] < 4) ||
	    !(v[B5] > 0) || !(fabs(v[C5]) <= v[B5]))
		wrong(name, text, legal);
}

/** Parses an option of the quarks; 0 if it is another one. */
static int quarks_option(quark_numbers *q, const char *name, const char *value)
{
	static const double range[QUARKS][2] = {{1e-3, 1}, {1e-3, 1}, {0, 100}, {1e-12, 1e9}, {1e-12, 1e9}};
	if (!strcmp(name, "--inner")) {
		q->inner = integer_option(name, value, 1, 1000);
		return 1;
	}
	if (!strcmp(name, "--domain-wall")) {
		wall_option(q->value, name, value);
		return 1;
	}
	for (int k = 0; k < QUARKS; k++)
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
	const int wilson = v[KAPPA] > 0 || v[STRANGE] > 0;
	if (v[CSW] > 0 && !wilson) wrong("--csw", "", "there are no quarks: see --kappa and --strange-kappa");
	if (!(v[LOW] > 0)) v[LOW] = 1e-3;
	if (!(v[HIGH] > 0))
		v[HIGH] = v[CSW] > 0 || !(v[STRANGE] > 0) ? 200 : pow(0.25 / v[STRANGE] / v[STRANGE] + 16, 2);
	if (v[LOW] >= v[HIGH]) wrong("--low", "", "not below --high");
	if (!wilson && !(v[LS] > 0)) return;
	chain->levels = 2;
	chain->level[1] = chain->level[0];
	chain->level[0].steps = q->inner;
}

/** Whether a checkpoint has domain walls. */
static int walls_in(const char *path)
{
	lqcd_checkpoint c;
	lqcd_message unread;
	double ls;
	lqcd_checkpoint_start(&c);
	lqcd_checkpoint_double(&c, quark_name[LS], &ls);
	return lqcd_checkpoint_read(path, &c, &unread) == LQCD_OK;
}

/** The numbers for io/hmc.h; returns how many a run with these quarks has. */
static int quarks_list(lqcd_hmc_number list[NUMBERS], quark_numbers *q)
{
	for (int k = 0; k < NUMBERS; k++) {
		list[k].name = quark_name[k];
		list[k].value = &q->value[k];
	}
	return q->value[LS] > 0 ? NUMBERS : QUARKS;
}

#endif
