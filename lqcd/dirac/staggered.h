/* lqcd/dirac/staggered.h: staggered quarks: naive, asqtad, HISQ.
 *
 *   D chi(x) = 2 m chi(x) + sum_mu [ F_mu(x) chi(x+mu) - F_mu(x-mu)^+ chi(x-mu)
 *                                    + L_mu(x) chi(x+3mu) - L_mu(x-3mu)^+ chi(x-3mu) ]
 *
 *   lqcd_fat_links(&F, &L, &u, &c);                                  or another kind: gauge/fat_links.h
 *   lqcd_gauge_field_phases(&F, &p, 1);                              the phases stand in the links, as all boundary signs
 *   lqcd_gauge_field_phases(&L, &p, 3);
 *   lqcd_staggered_vd_ks D;                                          tags f_ks, d_ks, vf_ks, vd_ks, h_ks, vh_ks
 *   s = lqcd_staggered_create(&D, &F, &L, m)                         L may be NULL: hops of one link alone
 *   s = lqcd_staggered_create_as(&D, &F, &L, m, LQCD_LONG_13)        L in 18, 13 or 9 reals: fewer bytes for each hop
 *   s = lqcd_staggered_create_for(&D, &F, &L, m, &x)                 for multi-fields like x: lanes may be right-hand sides
 *   lqcd_dirac_vd_ks d = lqcd_staggered_dirac(&D)                    the view for solvers (operator.h) on colour vectors
 *   lqcd_multi_dirac_vd_ks d = lqcd_multi_staggered_dirac(&D)        and on multi-fields of them
 *   lqcd_staggered_destroy(&D)
 *
 * The mass is MILC's, and so is the normalisation: this D is twice the common one, m chi + (1/2) sum_mu [..]. In the words of
 * operator.h: T = 2 m, H = -2 sum_mu [..], which is anti-Hermitian, R = 1. Hence D^+ = epsilon D epsilon with epsilon =
 * (-1)^(t+x+y+z) in the place of gamma5 (field/colour.h), and the even-odd operator of evenodd.h is M = 4 m^2 - D_eo D_oe =
 * (D^+ D)_ee: Hermitian and positive, d.positive = 1, so that CG in lqcd_dirac_solve, lqcd_dirac_solve_mixed and
 * lqcd_multi_dirac_solve applies M alone. For several masses m_k at once, M is an argument of lqcd_multishift with shifts
 * 4 (m_k^2 - m^2).
 *
 *   lqcd_schur_create(&A, &schur, &d, &like)                         M on even fields (evenodd.h); A.positive is 1
 *   r = lqcd_solve(&x, &A, &b, LQCD_CG, &params), lqcd_multishift(..)            solver/
 *
 * F and L: full fields of any tag. Functions with a tag in their name take views: lqcd_staggered_create_vd_ks(&D,
 * lqcd_gauge_field_view(&F), lqcd_staggered_no_links(), m). Any matrices, of any number of colours; D keeps copies in the
 * precision of its arithmetic, for h and vh in 16 bits, in units of the largest number of all F, or all L, so that a number is
 * wrong by at most 1/64000 of that. Long links in 13 or 9 reals (site/staggered_compress.h; 3 colours, 9 not with h and vh) have
 * to be one coefficient times matrices of U(3), up to 64 epsilon of the arithmetic, as those of asqtad and HISQ are, before and
 * after phases. create_as checks that; for other matrices, or without L, it returns LQCD_ERR_ARGUMENT. For an operator in
 * double, links from a file in float go through lqcd_reunitarise_scaled(&L, 1e-6, NULL) first (gauge/unitary.h). Such links serve
 * one right-hand side, and many with lanes over sites. The copies of a site lie side by side, with those of the links that lead to
 * it: 16 (without L 8) matrices per site, twice the memory of F and L. A NaN or infinity in them reaches the vectors in all
 * tags. Forces: staggered_force.h; GPUs: device_staggered.h.
 *
 * Any process grid, with the same bits, as for any number of threads, and of lanes whose multiply-adds round alike. In
 * directions that several processes share, vectors go over three links step by step: six exchanges of faces for each
 * direction, right-hand sides one after the other, and up to nine fields in D. On one process it is one pass, without them.
 * A hop whose halo finds no memory leaves NaN in its output, as it has no status.
 * Errors: LQCD_ERR_ARGUMENT (m not above 0 or not finite, NULL, a lattice with ends or twists), LQCD_ERR_GEOMETRY,
 * LQCD_ERR_LANES, LQCD_ERR_MEMORY. Flop per site: 1146 with L, 570 without, and for L in 13 reals 544 more, in 9 reals
 * 1392; reads 16 or 8 matrices of 18 reals, or 8 of 18 and 8 of 13 (16 bits: 14) or 9, and as many vectors of 6.
 *
 * Not part of lqcd.h: include this file (with lqcd.h before it, after it or not at all).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_DIRAC_STAGGERED_H
#define LQCD_DIRAC_STAGGERED_H

#include "../field/colour.h"
#include "../field/halo.h"
#include "../gauge/fat_links.h"
#include "../site/staggered_compress.h"
#include "evenodd.h"

/** No links, in the place of a view. */
LQCD_STATIC lqcd_field_view lqcd_staggered_no_links(void)
{
	return lqcd__view(NULL, NULL, 0, LQCD__DOUBLE);
}

/* Where the vectors of the hops of an index are, in the order of its links (staggered_links.inc), and how many faces of
 * sub-lattices are on the way: chains of neighbours, whose reads would keep a processor waiting. */
typedef struct {
	int at[16];
	unsigned char faces[16];
} lqcd__staggered_from;

/** Fills the entry of index ix. Vectors from three links away in directions that several processes share are elsewhere. */
static inline void lqcd__staggered_look(lqcd__staggered_from *of, const lqcd_geometry *g, int ix)
{
	lqcd__staggered_from *from = of + (ix - g->master_shift);
	for (int n = 0; n < 8; n++) {
		const int mu = n / 2, way = n % 2 ? -1 : 1;
		int jx = ix, faces = 0;
		for (int k = 0; k < (g->parallel[mu] ? 1 : 3); k++) {
			if (g->lanes > 1) faces += lqcd_face(g, jx, mu, way) != 0;
			jx = way > 0 ? lqcd_iup(g, jx, mu) : lqcd_idn(g, jx, mu);
			from->at[k ? 8 + n : n] = jx;
			from->faces[k ? 8 + n : n] = (unsigned char)faces;
		}
	}
}

/** Whether long links, if there are any, can be stored so. */
LQCD_STATIC lqcd_status lqcd__staggered_storage(int longer, int half, lqcd_long_storage storage, const lqcd_lattice *lat)
{
	if (storage == LQCD_LONG_18) return LQCD_OK;
	if ((storage != LQCD_LONG_13 && storage != LQCD_LONG_9) || LQCD_NC != 3 || (half && storage == LQCD_LONG_9))
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT,
				    "storage %d of long links: LQCD_LONG_18, with 3 colours LQCD_LONG_13, in 32 and 64 bits LQCD_LONG_9",
				    (int)storage);
	if (!longer)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "storage %d of long links, and no long links: LQCD_LONG_18", (int)storage);
	return LQCD_OK;
}

/** Links over c are so far from U(3). */
LQCD_STATIC lqcd_status lqcd__staggered_not_unitary(const lqcd_lattice *lat, lqcd_long_storage storage, double c, double off,
						    double most)
{
	return lqcd__refuse(lat, LQCD_ERR_ARGUMENT,
			    "long links in %d reals: one over %g is %.1e from U(3), more than %.1e; LQCD_LONG_18 takes any, and "
			    "lqcd_reunitarise_scaled helps those rounded to float",
			    storage == LQCD_LONG_13 ? 13 : 9, c, off, most);
}

#define LQCD_REP ks
#define LQCD_COLOUR_VECTORS

#define LQCD_TEMPLATE "../dirac/colour_types.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/operator.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/evenodd.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/staggered_links.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/staggered.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/staggered_dirac.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/operator.inc"
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/evenodd.inc"
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/staggered.inc"
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/staggered_dirac.inc"
#define LQCD_MANY
#include "../base/each_tag.inc"

#undef LQCD_COLOUR_VECTORS
#undef LQCD_REP

#ifndef __cplusplus
#define lqcd_staggered_create(D, F, L, m)                                                                              \
	LQCD__SELECT_KS_STORED(lqcd_staggered_create, lqcd_staggered, *(D))                                            \
	(D, lqcd_gauge_field_view(F), lqcd__staggered_long(L), m)
#define lqcd_staggered_create_as(D, F, L, m, storage)                                                                  \
	LQCD__SELECT_KS_STORED(lqcd_staggered_create_as, lqcd_staggered, *(D))                                         \
	(D, lqcd_gauge_field_view(F), lqcd__staggered_long(L), m, storage)
#define lqcd_staggered_create_for(D, F, L, m, x)                                                                       \
	LQCD__SELECT_KS(lqcd_staggered_create_for, lqcd_staggered, *(D))                                               \
	(D, lqcd_gauge_field_view(F), lqcd__staggered_long(L), m, x)
#define lqcd__staggered_case(tag)                                                                                      \
	lqcd_gauge_field_##tag * : lqcd_gauge_field_view_##tag,                                                        \
				   const lqcd_gauge_field_##tag * : lqcd_gauge_field_view_##tag
#define lqcd__staggered_long(L)                                                                                        \
	(__extension__ _Generic((L), void *: lqcd__staggered_none, lqcd__staggered_case(f), lqcd__staggered_case(d),   \
				lqcd__staggered_case(vf), lqcd__staggered_case(vd)))(L)
#define lqcd_staggered_destroy(D)     LQCD__SELECT_KS_STORED(lqcd_staggered_destroy, lqcd_staggered, *(D))(D)
#define lqcd_staggered_dirac(D)       LQCD__SELECT_KS_STORED(lqcd_staggered_dirac, lqcd_staggered, *(D))(D)
#define lqcd_multi_staggered_dirac(D) LQCD__SELECT_KS(lqcd_multi_staggered_dirac, lqcd_staggered, *(D))(D)

static inline lqcd_field_view lqcd__staggered_none(const void *none)
{
	(void)none;
	return lqcd_staggered_no_links();
}
#else
extern "C++" {
/* The view of long links like that of fat ones; of NULL: no links. */
template <class view> static inline view lqcd__staggered_long(decltype(nullptr), const view &)
{
	return view();
}
template <class view> static inline view lqcd__staggered_long(long, const view &) /* NULL */
{
	return view();
}
template <class links, class view> static inline view lqcd__staggered_long(const links *u, const view &)
{
	return lqcd_gauge_field_view(u);
}
template <class staggered, class links, class longs>
static inline lqcd_status lqcd_staggered_create(staggered *dirac, const links *fat, longs longer, double m)
{
	return lqcd_staggered_create(dirac, lqcd_gauge_field_view(fat), lqcd__staggered_long(longer, lqcd_gauge_field_view(fat)), m);
}
template <class staggered, class links, class longs>
static inline lqcd_status lqcd_staggered_create_as(staggered *dirac, const links *fat, longs longer, double m,
						   lqcd_long_storage storage)
{
	return lqcd_staggered_create_as(dirac, lqcd_gauge_field_view(fat), lqcd__staggered_long(longer, lqcd_gauge_field_view(fat)), m, storage);
}
template <class staggered, class links, class longs, class multi_field>
static inline lqcd_status lqcd_staggered_create_for(staggered *dirac, const links *fat, longs longer, double m,
						    const multi_field *x)
{
	return lqcd_staggered_create_for(dirac, lqcd_gauge_field_view(fat), lqcd__staggered_long(longer, lqcd_gauge_field_view(fat)), m, x);
}
}
#endif

#endif
