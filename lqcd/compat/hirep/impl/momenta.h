/* lqcd/compat/hirep/impl/momenta.h: part of hmc.h and quark_forces.h: momenta as matrices, forces of quarks as momenta.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_MOMENTA_H
#define LQCD_COMPAT_HIREP_IMPL_MOMENTA_H

#include "hmc_types.h"
#include "plaquettes.h"

/* Momenta as matrices, destroyed by free_ghmc. */
LQCD__HR_GLOBAL lqcd_gauge_field_d lqcd__hr_momentum_matrices;

static inline void lqcd__hr_hmc_check(lqcd_status s, const char *name)
{
	lqcd__hr_error_of_all(s != LQCD_OK, name, lqcd_status_text(s));
}

static inline lqcd_gauge_field_d *lqcd__hr_matrices(void)
{
	lqcd_gauge_field_d *p = &lqcd__hr_momentum_matrices;
	if (!p->ptr) lqcd__hr_hmc_check(lqcd_gauge_field_create_d(p, &lqcd__hr_lattice, LQCD_FULL), "hmc");
	__asm__ volatile("" ::: "memory");
	return p;
}

/** p = k i h.T */
static inline lqcd_gauge_field_d *lqcd__hr_momenta(double k, suNg_av_field *h)
{
	lqcd_gauge_field_d *p = lqcd__hr_matrices();
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			suNg m;
			_fund_algebra_represent(m, *_4FIELD_AT(h, ix, mu));
			_suNg_mul_assign(m, k);
			memcpy(p->ptr + 4 * (ptrdiff_t)ix + mu, &m, sizeof m);
		}
	return p;
}

/** h += the coordinates of p */
static inline void lqcd__hr_add_momenta(suNg_av_field *h)
{
	const lqcd_gauge_field_d *p = lqcd__hr_matrices();
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			suNg m;
			suNg_algebra_vector v;
			memcpy(&m, p->ptr + 4 * (ptrdiff_t)ix + mu, sizeof m);
			_fund_algebra_project(v, m);
			_algebra_vector_add_assign_g(*_4FIELD_AT(h, ix, mu), v);
		}
}

/** p += w, in a representation pulled back from HiRep's basis. */
static inline void lqcd__hr_add_pulled(lqcd_gauge_field_d *p, const LQCD__HR_Q(lqcd_gauge_field_d) *w)
{
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			const ptrdiff_t at = 4 * (ptrdiff_t)ix + mu;
#ifdef LQCD__HR_REP
			suNg f;
			lqcd_su3_d g;
			lqcd__hr_pull_back(&f, w->ptr + at);
			memcpy(&g, &f, sizeof g);
			lqcd_su3_add_d(p->ptr + at, p->ptr + at, &g);
#else
			lqcd_su3_add_d(p->ptr + at, p->ptr + at, w->ptr + at);
#endif
		}
}

/** A field of the links' size, 0. */
static inline void lqcd__hr_zero_links(LQCD__HR_Q(lqcd_gauge_field_d) *w)
{
	lqcd__hr_hmc_check(LQCD__HR_Q(lqcd_gauge_field_create_d)(w, &lqcd__hr_lattice, LQCD_FULL), "hmc");
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) LQCD__HR_Q(lqcd_su3_zero_d)(w->ptr + 4 * (ptrdiff_t)ix + mu);
}

#endif
