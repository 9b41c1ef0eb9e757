/* tests/gpu/terms.h: terms of hybrid Monte Carlo and links on a device, against those of the host. */
#ifndef LQCD_TESTS_GPU_TERMS_H
#define LQCD_TESTS_GPU_TERMS_H

#include "device.h"

/* |w - x| / |w| of links of the host and the device. */
template <class W, class X> static double links_off(const W *w, const X *x)
{
	W back;
	double size = 0, apart = 0;
	must(lqcd_gauge_field_create(&back, w->type->lattice, LQCD_FULL));
	must(lqcd_gauge_field_get(lqcd_gauge_field_view(&back), x));
	typedef decltype(back.ptr->e[0][0].re) number;
	const number *a = (const number *)w->ptr, *b = (const number *)back.ptr;
	for (size_t k = 0; k < 4 * (size_t)lqcd_geometry_sites(w->type) * (sizeof *w->ptr / sizeof(number)); k++) {
		size += (double)a[k] * (double)a[k];
		apart += ((double)a[k] - (double)b[k]) * ((double)a[k] - (double)b[k]);
	}
	lqcd_gauge_field_destroy(&back);
	return apart >= 0 && size > 0 ? sqrt(apart / size) : DBL_MAX;
}

/* Draws, action and force of the term t of the host on links u, and of g on v; the force is added so many times, to 0 or to
 * momenta. */
template <class A, class B, class U, class V>
static void check_term(const A *t, const B *g, const U *u, const V *v, int times, double bound, double force_bound, const char *name,
		       const char *what)
{
	const uint64_t seed = tap_random_u64();
	double here = 0, there = 0;
	U p;
	V q;
	must(lqcd_gauge_field_create(&p, u->type->lattice, LQCD_FULL));
	must(lqcd_gauge_field_create(&q, v->type->lattice, LQCD_FULL));
	if (times > 1)
		lqcd_momentum_random(&p, seed, 3);
	else
		memset((void *)p.ptr, 0, 4 * (size_t)p.type->gsize_gauge * sizeof *p.ptr);
	must(lqcd_gauge_field_put(&q, lqcd_gauge_field_view(&p)));
	must(t->refresh(t->self, u, seed, 16));
	must(g->refresh(g->self, v, seed, 16));
	must(t->action(t->self, u, &here));
	must(g->action(g->self, v, &there));
	for (int k = 0; k < times; k++) {
		must(t->force(t->self, &p, u, 0.7));
		must(g->force(g->self, &q, v, 0.7));
	}
	const double off = links_off(&p, &q);
	done(lqcd_gpu_lattice_status(v->type->lattice, &why));
	tap_ok(fabs(here - there) <= bound * fabs(here) && off <= force_bound, "%s: %s: action %.12g %.12g, force off by %.1e", name, what,
	       here, there, off);
	lqcd_gauge_field_destroy(&p);
	lqcd_gauge_field_destroy(&q);
}

#endif
