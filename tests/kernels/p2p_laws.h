/* tests/kernels/p2p_laws.h: the laws of kernels/p2p.h in long double, for its tests on hosts (p2p.c) and devices (../gpu/p2p.cu). */
#ifndef LQCD_TESTS_P2P_LAWS_H
#define LQCD_TESTS_P2P_LAWS_H

static const char *const law_name[3] = {"1/r", "ln r", "Gaussian"};

/* g, and h of F = h d, of a law; size and slope: what g and h are rounded against */
static void law_reference(long double *g, long double *h, long double *size, long double *slope, long double r2,
			  int law, long double s)
{
	if (law == LQCD_P2P_INVERSE) {
		*size = *g = r2 > 0 ? 1 / sqrtl(r2) : 0;
		*slope = *h = *g * *g * *g;
	} else if (law == LQCD_P2P_LOG) {
		*g = r2 > 0 ? logl(r2) / 2 : 0;
		*slope = *h = r2 > 0 ? -1 / r2 : 0;
		*size = 1 + fabsl(*g);
	} else {
		*g = expl(-r2 / (s * s));
		*slope = 2 / (s * s);
		*h = *slope * *g;
		*size = 1;
	}
}

#endif
