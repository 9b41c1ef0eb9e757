/* examples/ends.h: options for lattices with ends in time (lqcd/lattice/boundary.h). */
#ifndef LQCD_EXAMPLES_ENDS_H
#define LQCD_EXAMPLES_ENDS_H

#include "options.h"

#define ENDS_USAGE                                                                                                     \
	"  --boundary open|sf|open-sf[,T]   ends in time at 0 and T (the last time slice): open, or a Schroedinger\n"  \
	"                      functional with boundary values at both ends or at T\n"                                 \
	"  --phi A,B,C,D       angles of the boundary values at 0, then at T; the third of each makes the sum 0 (0)\n"

enum { ENDS_KIND, ENDS_T, ENDS_PHI, ENDS_NUMBERS = ENDS_PHI + 4 };

/** Parses --boundary and --phi into value[ENDS_NUMBERS]; 0 if it is another option. */
LQCD_STATIC int ends_option(double *value, const char *name, const char *text)
{
	static const char *const kinds[] = {"periodic", "open", "sf", "open-sf"};
	if (!strcmp(name, "--phi")) {
		vector_option(name, text, value + ENDS_PHI, 4);
		return 1;
	}
	if (strcmp(name, "--boundary") != 0) return 0;
	const size_t length = strcspn(text, ",");
	for (int k = 1; k < 4; k++)
		if (strlen(kinds[k]) == length && !strncmp(kinds[k], text, length)) {
			value[ENDS_KIND] = k;
			value[ENDS_T] = text[length] ? integer_option(name, text + length + 1, 2, INT_MAX) : 0;
			return 1;
		}
	wrong(name, text, "not open, sf or open-sf, with or without a time, as in sf,16");
	return 0;
}

/** The boundary of these numbers. */
LQCD_STATIC lqcd_boundary ends_boundary(const double *value)
{
	lqcd_boundary b = lqcd_boundary_make((lqcd_boundary_kind)(int)value[ENDS_KIND]);
	b.last = (int)value[ENDS_T];
	for (int k = 0; k < 4; k++) {
		b.phi[k / 2][k % 2] = value[ENDS_PHI + k];
		b.phi[k / 2][2] -= value[ENDS_PHI + k];
	}
	return b;
}

LQCD_STATIC void ends_say(output *o, const lqcd_boundary *b)
{
	static const char *const kinds[] = {"periodic", "open", "sf", "open-sf"};
	if (fabs(b->theta[0]) + fabs(b->theta[1]) + fabs(b->theta[2]) > 0)
		say_fact(o, "theta", "%g,%g,%g", b->theta[0], b->theta[1], b->theta[2]);
	if (b->kind == LQCD_BOUNDARY_PERIODIC) return;
	say_word(o, "boundary", kinds[b->kind]);
	say_fact(o, "boundary_T", "%d", b->last);
}

#endif
