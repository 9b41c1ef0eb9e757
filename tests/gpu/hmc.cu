/* tests/gpu/hmc.cu: quarks in hybrid Monte Carlo on a GPU against the host. The checks of a tag are in
 * hmc.inc. */
#include <lqcd.h>

#include "terms.h"

/* The site terms of the quarks. */
static const struct {
	const char *name;
	double csw, mu;
	int traceless;
} terms[] = {{"", 0, 0, 0},
	     {", clover", 1.4, 0, 0},
	     {", traceless and twisted clover", 1.1, 0.2, 1},
	     {", twisted", 0, 0.3, 0}};

#define TEST_TEMPLATE "hmc.inc"
#include "both_tags.inc"
