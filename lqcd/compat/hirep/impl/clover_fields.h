/* lqcd/compat/hirep/impl/clover_fields.h: part of dirac.h: the clover term as fields that programs of HiRep read.
 *
 *   cl_term      clover_term *: four matrices at a site, csw C = {c0 c1; c1^+ -c0} for spins 0 and 1, {c2 c3; c3^+ -c2} for 2
 *                and 3; 0 where no quarks live
 *   cl_ldl       ldl_field *: up, dn: s + csw C = L D L^+ of each of these blocks, L with unit diagonal: element (i, j), j <= i, at
 *                i (i + 1)/2 + j, with D in the place of L's diagonal; rows NF spin + colour
 *
 *   clover_init(csw), setup_gauge_fields()     make both fields (and cl_force)
 *   compute_clover_term()      cl_term of u_gauge_f as it is; represent_gauge_field does it, once they are made
 *   compute_ldl_decomp(s)      cl_ldl of cl_term, unless that is what it has: s = 4 + m. With coefficients c_F (gauge.h) s is larger
 *                              beside the ends, as in the operator
 *
 * Collective. Operators do not read these fields: they make the term themselves when links, m0 or csw are others. With
 * WITH_EXPCLOVER the fields are the same; T = (4 + m) exp(csw C/(4 + m)) is not factored.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_CLOVER_FIELDS_H
#define LQCD_COMPAT_HIREP_IMPL_CLOVER_FIELDS_H

#include "dirac.h"

#if LQCD__HR_CLOVER

#include "ends.h"

/* Whether cl_ldl is that of cl_term and of s. */
LQCD__HR_GLOBAL int lqcd__hr_ldl_ready = 0;
LQCD__HR_GLOBAL double lqcd__hr_ldl_sigma = 0;

/* Allocates cl_force. */
static inline void lqcd__hr_clover_force_ready(void)
{
	if (!cl_force) cl_force = (lqcd__hr_planes *)(void *)alloc_n_clover_force(1, &glattice);
}

static inline void lqcd__hr_clover_fields_ready(void)
{
	lqcd__hr_clover_force_ready();
	if (!cl_term) cl_term = (clover_term *)lqcd__hr_alloc(1, &glattice, 4, sizeof *cl_term->ptr);
	if (!cl_ldl) cl_ldl = (ldl_field *)lqcd__hr_alloc(1, &glattice, 1, sizeof *cl_ldl->ptr);
	lqcd__hr_ldl_ready = 0;
}

/** The four matrices of the lower triangles of a site. */
static inline void lqcd__hr_clover_matrices(suNfc *to, const LQCD__HR_Q(lqcd_clover_d) * c)
{
	for (int n = 0; n < 2 * NF * NF; n++) {
		const LQCD__HR_Q(lqcd_clover_block_d) *b = &c->c[n / (NF * NF)];
		suNfc *c0 = &to[2 * (n / (NF * NF))], *c1 = c0 + 1;
		const int i = n / NF % NF, j = n % NF, row = NF + j, at = row * (row - 1) / 2 + i;
		/* c1[i][j] is the conjugate of element (NF + j, i). */
		c1->c[NF * i + j] = lqcd__hr_make(b->low[at].re, -b->low[at].im);
		if (i == j) c0->c[NF * i + i] = b->diag[i];
		if (j >= i) continue;
		const lqcd_complex_d z = b->low[i * (i - 1) / 2 + j];
		c0->c[NF * i + j] = lqcd__hr_make(z.re, z.im);
		c0->c[NF * j + i] = lqcd__hr_make(z.re, -z.im);
	}
}

static inline void compute_clover_term(void)
{
	LQCD__HR_Q(lqcd_gauge_field_d) u;
	if (!cl_term) lqcd__hr_clover_fields_ready();
	lqcd__hr_error(!u_gauge_f, 1, "compute_clover_term", "no links: call setup_gauge_fields");
	lqcd__hr_complete(u_gauge_f->ptr);
	lqcd_status s = LQCD__HR_Q(lqcd__hr_copy_links_d)(&u, u_gauge_f->ptr, lqcd__hr_geometry(&glattice), eitheta);
	if (s == LQCD_OK) s = lqcd_halo_exchange_leaves(LQCD__HR_Q(lqcd_gauge_field_view_d)(&u));
	lqcd__hr_error_of_all(s != LQCD_OK, "compute_clover_term", lqcd_status_text(s));
	const LQCD__HR_Q(lqcd__links_d) links = LQCD__HR_Q(lqcd__links_of_d)(&u);
	_MASTER_FOR(&glattice, ix) {
		LQCD__HR_Q(lqcd_clover_d) c;
		suNfc *to = _4FIELD_AT(cl_term, ix, 0);
		if (LQCD__HR_ENDS && !lqcd_boundary_inside(&lqcd__hr_lattice.boundary, lqcd__hr_time(ix))) {
			memset(to, 0, 4 * sizeof *to);
			continue;
		}
		LQCD__HR_Q(lqcd__clover_make_d)(&c, &links, ix, 0, lqcd__hr_csw, 0);
		lqcd__hr_clover_matrices(to, &c);
	}
	LQCD__HR_Q(lqcd_gauge_field_destroy_d)(&u);
	lqcd__hr_ldl_ready = 0;
}

/** a := L and D of s + {c0 c1; c1^+ -c0}. */
static inline void lqcd__hr_ldl(hr_complex *a, const suNfc *c0, const suNfc *c1, double s)
{
	for (int i = 0, at = 0; i < 2 * NF; i++)
		for (int j = 0; j <= i; j++, at++) {
			const int k = i % NF, l = j % NF;
			if (i < NF)
				a[at] = c0->c[NF * k + l];
			else if (j >= NF)
				a[at] = -c0->c[NF * k + l];
			else
				a[at] = lqcd__hr_conj(c1->c[NF * l + k]);
			if (i == j) a[at] = _complex_re(a[at]) + s;
		}
	/* Row by row: L_ij D_j = A_ij - sum_(k < j) L_ik D_k conj(L_jk) */
	for (int i = 0; i < 2 * NF; i++) {
		hr_complex *row = a + i * (i + 1) / 2;
		for (int j = 0; j <= i; j++) {
			const hr_complex *above = a + j * (j + 1) / 2;
			for (int k = 0; k < j; k++)
				row[j] -= lqcd__hr_cmul(above[k], row[k]) * _complex_re(a[k * (k + 1) / 2 + k]);
			row[j] = j < i ? row[j] / _complex_re(above[j]) : lqcd__hr_make(_complex_re(row[j]), 0);
		}
	}
}

static inline void compute_ldl_decomp(double sigma0)
{
	lqcd__hr_error(!cl_term, 1, "compute_ldl_decomp", "no clover term: call clover_init");
	if (lqcd__hr_ldl_ready && !(sigma0 < lqcd__hr_ldl_sigma || sigma0 > lqcd__hr_ldl_sigma)) return;
	_MASTER_FOR(&glattice, ix) {
		const suNfc *c = _4FIELD_AT(cl_term, ix, 0);
		const double s = sigma0 + lqcd__hr_more_at_ends(ix);
		lqcd__hr_ldl(_FIELD_AT(cl_ldl, ix)->up, &c[0], &c[1], s);
		lqcd__hr_ldl(_FIELD_AT(cl_ldl, ix)->dn, &c[2], &c[3], s);
	}
	lqcd__hr_ldl_ready = 1;
	lqcd__hr_ldl_sigma = sigma0;
}

static inline void clover_init(double csw)
{
	set_csw(&csw);
	lqcd__hr_clover_fields_ready();
}

#endif
#endif
