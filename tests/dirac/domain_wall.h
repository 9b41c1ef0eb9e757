/* tests/dirac/domain_wall.h: Moebius domain wall quarks (lqcd/dirac/domain_wall.h): the operator on plain arrays. The checks of one tag
 * are in domain_wall.inc. */
#ifndef LQCD_TESTS_DOMAIN_WALL_H
#define LQCD_TESTS_DOMAIN_WALL_H

#include <lqcd/dirac/domain_wall.h>

#include "../support/naive_wilson.h"
#include "../support/place.h"

/* Random parameters near those in use: Shamir; Moebius, M; Moebius with a large c5, M C^-1; any Moebius. */
static lqcd_domain_wall_params random_params(int ls, int kind)
{
	const double b5 = kind ? 1 + 0.9 * fabs(tap_random()) : 1, x = tap_random();
	const double c5 = kind == 0 ? 0 : kind == 1 ? 0.4 * b5 * x : kind == 2 ? b5 * (0.75 + 0.2 * x) : 0.9 * x;
	return lqcd_domain_wall_params_make(ls, 1.3 + 0.6 * tap_random(), 0.3 + 0.25 * tap_random(), b5, c5);
}

/* out_s += z (K in)_s, or of the adjoint of K. */
static void naive_shift(naive_complex *const *out, double z, naive_complex *const *in, const lqcd_domain_wall_params *p,
			int dagger, int volume)
{
	for (int s = 0; s < p->ls; s++)
		for (int i = 0; i < volume * NAIVE_SPINOR; i++) {
			const int plus = i % NAIVE_SPINOR < 2 * NAIVE_NC, t = s + (plus != dagger ? -1 : 1);
			const double k = z * (t < 0 || t == p->ls ? -p->mass : 1);
			const naive_complex from = in[(t + p->ls) % p->ls][i];
			out[s][i] = naive_add(out[s][i], naive_make(k * from.re, k * from.im));
		}
}

static void naive_scale(naive_complex *const *out, double z, naive_complex *const *in, int ls, int volume)
{
	for (int s = 0; s < ls; s++)
		for (int i = 0; i < volume * NAIVE_SPINOR; i++)
			out[s][i] = naive_make(z * in[s][i].re, z * in[s][i].im);
}

/* out = W in or W^dagger in on each s; not in place. */
static void naive_wilson(naive_complex *const *out, naive_complex *const *in, const naive_complex *u, const int *l,
			 int bc, const lqcd_domain_wall_params *p, int dagger)
{
	const int volume = naive_volume(l);
	double *size = (double *)malloc((size_t)volume * sizeof *size);
	if (!size) must(LQCD_ERR_MEMORY);
	for (int s = 0; s < p->ls; s++) {
		naive_hop(l, bc, u, in[s], dagger ? -1 : 1, out[s], size);
		for (int i = 0; i < volume * NAIVE_SPINOR; i++)
			out[s][i] = naive_make((4 - p->m5) * in[s][i].re - 0.5 * out[s][i].re,
					       (4 - p->m5) * in[s][i].im - 0.5 * out[s][i].im);
	}
	free(size);
}

/* out = D in or its adjoint, with a work array. */
static void naive_wall(naive_complex *const *out, naive_complex *const *in, naive_complex *const *tmp,
		       const naive_complex *u, const int *l, int bc, const lqcd_domain_wall_params *p, int dagger)
{
	const int volume = naive_volume(l);
	if (!dagger) {
		naive_scale(tmp, p->b5, in, p->ls, volume);
		naive_shift(tmp, p->c5, in, p, 0, volume);
		naive_wilson(out, tmp, u, l, bc, p, 0);
	} else {
		naive_wilson(tmp, in, u, l, bc, p, 1);
		naive_scale(out, p->b5, tmp, p->ls, volume);
		naive_shift(out, p->c5, tmp, p, 1, volume);
	}
	for (int s = 0; s < p->ls; s++)
		for (int i = 0; i < volume * NAIVE_SPINOR; i++) out[s][i] = naive_add(out[s][i], in[s][i]);
	naive_shift(out, -1, in, p, dagger, volume);
}

#endif
