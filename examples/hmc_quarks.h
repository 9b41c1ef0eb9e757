/* examples/hmc_quarks.h: the quarks of hmc.c and the ends of its lattice: their parameters, which a checkpoint stores under
 * the names of the options. */
#ifndef LQCD_EXAMPLES_HMC_QUARKS_H
#define LQCD_EXAMPLES_HMC_QUARKS_H

#include "ends.h"

/* LS and behind: of domain walls; ENDS and behind: of ends in time and what else belongs to them. A checkpoint of a run without
 * them does not have these numbers. */
enum { KAPPA, STRANGE, CSW, LOW, HIGH, QUARKS, LS = QUARKS, M5, MASS, B5, C5, ENDS };
enum { CG = ENDS + ENDS_NUMBERS, CF = CG + 2, THETA = CF + 2, EXPONENTIAL = THETA + 3, NUMBERS };
static const char *const quark_name[NUMBERS] = {"kappa",   "strange-kappa", "csw",       "low",     "high",
						"wall-ls", "wall-m5",       "wall-mass", "wall-b5", "wall-c5",
						"boundary", "boundary-T",   "phi-0-a",   "phi-0-b", "phi-T-a", "phi-T-b",
						"cG-0",    "cG-T",          "cF-0",      "cF-T",    "theta-X", "theta-Y", "theta-Z",
						"exponential"};
static const char *const wall_fact[ENDS - LS] = {"wall_ls", "wall_m5", "wall_mass", "wall_b5", "wall_c5"};
typedef struct {
	double value[NUMBERS]; /* 0 if the option is not given; cG and cF: 1 */
	int inner, ends;       /* ends: the numbers from ENDS on belong to the run */
} quark_numbers;

#define QUARKS_ENDS_USAGE                                                                                              \
	ENDS_USAGE                                                                                                     \
	"  --cG A,B            improvement coefficients of the gauge action at 0 and T (1,1)\n"                            \
	"  --cF A,B            and of the quarks (1,1)\n"                                                                  \
	"  --theta A,B,C       phases of quarks around X, Y, Z (0)\n"                                                      \
	"  --exponential       the exponential form of the clover term\n"

LQCD_STATIC quark_numbers quarks_begin(void)
{
	quark_numbers q;
	memset(&q, 0, sizeof q);
	q.inner = 4;
	for (int k = CG; k < THETA; k++) q.value[k] = 1;
	return q;
}

/** The ends of the lattice, and twists. */
LQCD_STATIC lqcd_boundary quarks_boundary(const quark_numbers *q)
{
	lqcd_boundary b = ends_boundary(q->value + ENDS);
	for (int k = 0; k < 2; k++) b.cG[k] = q->value[CG + k];
	for (int k = 0; k < 3; k++) b.theta[k] = q->value[THETA + k];
	return b;
}

/** LS,M5,MASS or LS,M5,MASS,B5,C5: v[LS] and behind; Shamir without B5 and C5. */
static void wall_option(double *v, const char *name, const char *text)
{
	static const char legal[] = "not LS,M5,MASS[,B5,C5] with LS from 1 to 64, 0 < M5 < 4, B5 > 0, |C5| <= B5";
	v[B5] = 1;
	v[C5] = 0;
	const int n = numbers_option(name, text, v + LS, 5, legal);
	if ((n != 3 && n != 5) || v[LS] < 1 || v[LS] > LQCD_MAX_RHS || fabs(v[LS] - floor(v[LS])) > 0 || !(v[M5] > 0) || !(v[M5] < 4) ||
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
	double *const v = q->value;
	int known = ends_option(v + ENDS, name, value);
	if (!strcmp(name, "--cG")) known = 1, vector_option(name, value, v + CG, 2);
	if (!strcmp(name, "--cF")) known = 1, vector_option(name, value, v + CF, 2);
	if (!strcmp(name, "--theta")) known = 1, vector_option(name, value, v + THETA, 3);
	if (!strcmp(name, "--exponential")) known = 1, v[EXPONENTIAL] = 1;
	if (known) q->ends = 1;
	if (known) return 1;
	if (!strcmp(name, "--domain-wall")) {
		wall_option(q->value, name, value);
		return 1;
	}
	for (int k = 0; k < QUARKS; k++)
		if (!strncmp(name, "--", 2) && !strcmp(name + 2, quark_name[k])) {
			q->value[k] = (k <= STRANGE ? kappa_option : number_option)(name, value, range[k][0], range[k][1]);
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
	const int none = !(v[ENDS] > 0), phi = fabs(v[ENDS + ENDS_PHI]) + fabs(v[ENDS + ENDS_PHI + 1]) + fabs(v[ENDS + ENDS_PHI + 2]) +
					      fabs(v[ENDS + ENDS_PHI + 3]) > 0;
	const int weights = fabs(v[CG] - 1) + fabs(v[CG + 1] - 1) + fabs(v[CF] - 1) + fabs(v[CF + 1] - 1) > 0;
	if (none && (phi || weights)) wrong("--boundary", "", "needed by --phi, --cG and --cF");
	if (v[EXPONENTIAL] > 0 && !(v[CSW] > 0)) wrong("--exponential", "", "there is no clover term: see --csw");
	if (!(v[LOW] > 0)) v[LOW] = 1e-3;
	if (!(v[HIGH] > 0))
		v[HIGH] = v[CSW] > 0 || !(v[STRANGE] > 0) ? 200 : pow(0.25 / v[STRANGE] / v[STRANGE] + 16, 2);
	if (v[LOW] >= v[HIGH]) wrong("--low", "", "not below --high");
	if (!wilson && !(v[LS] > 0)) return;
	markov_levels(chain, q->inner);
}

/** Whether a checkpoint has a number: LS of domain walls, ENDS of ends. */
static int number_in(const char *path, int number)
{
	lqcd_checkpoint c;
	lqcd_message unread;
	double value;
	lqcd_checkpoint_start(&c);
	lqcd_checkpoint_double(&c, quark_name[number], &value);
	return lqcd_checkpoint_read(path, &c, &unread) == LQCD_OK;
}

/** The numbers for io/hmc.h, with those of domain walls and of ends; returns how many they are. */
static int quarks_list(lqcd_hmc_number list[NUMBERS], quark_numbers *q, int walls, int ends)
{
	int n = 0;
	for (int k = 0; k < NUMBERS; k++) {
		if (k >= ENDS ? !ends : k >= LS && !walls) continue;
		list[n].name = quark_name[k];
		list[n++].value = &q->value[k];
	}
	return n;
}

#endif
