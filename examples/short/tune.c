/* examples/short/tune.c: the order of sites and the prefetches that are fastest on a machine (lqcd/solver/tune.h).
 *
 * The result is a line of text to keep for later runs. Tuning is optional; results of the operator do not depend on it. */
#include "lqcd.h"

/* text: the line of an earlier run, or "": then it is written */
lqcd_status fast_lattice(lqcd_lattice *lat, const int extent[4], char *text, size_t size, lqcd_message *why)
{
	lqcd_tuning t;
	if (lqcd_tuning_parse(&t, text)) {
		const lqcd_status s = lqcd_tune_wilson_vf(&t, extent, LQCD_LINK_12, 2.0, NULL, NULL); /* two seconds */
		if (s) return lqcd_fail(why, s, "tuning: %s", lqcd_status_text(s));
		lqcd_tuning_print(text, size, &t);
	}
	return lqcd_lattice_create(lat, extent, &t.options, why); /* and D.hints = t.hints for each operator */
}
