/* lqcd/dirac/staggered.h: staggered quarks: naive, asqtad, HISQ.
 *
 *   D chi(x) = 2 m chi(x) + sum_mu [ F_mu(x) chi(x+mu) - F_mu(x-mu)^+ chi(x-mu)
 *                                    + L_mu(x) chi(x+3mu) - L_mu(x-3mu)^+ chi(x-3mu) ]
 *
 *   lqcd_fat_links(&F, &L, &u, &c);                                  or another kind: gauge/fat_links.h
 *   lqcd_gauge_field_phases(&F, &p, 1);                              the phases stand in the links, as all boundary signs
 *   lqcd_gauge_field_phases(&L, &p, 3);
 *   lqcd_staggered_vd_ks D;                                          tags f_ks, d_ks, vf_ks, vd_ks, h_ks, vh_ks; with LQCD_DEVICES also
 *                                                                    gf_ks, gd_ks, gh_ks, of F and L of gf, for gd_ks of gd
 *   s = lqcd_staggered_create(&D, &F, &L, m)                         L may be NULL: hops of one link alone
 *   s = lqcd_staggered_create_as(&D, &F, &L, m, LQCD_LONG_13)        L in 18, 13 or 9 reals: fewer bytes for each hop
 *   s = lqcd_staggered_create_for(&D, &F, &L, m, &x)                 for multi-fields like x: lanes may be right-hand sides
 *   lqcd_dirac_vd_ks d = lqcd_staggered_dirac(&D)                    the view for solvers (operator.h) on colour vectors
 *   lqcd_multi_dirac_vd_ks d = lqcd_multi_staggered_dirac(&D)        and on multi-fields of them
 *   lqcd_staggered_destroy(&D)
 *
 * Mass and normalisation are MILC's: D is twice the common m chi + (1/2) sum_mu [..]. In the words of operator.h T = 2 m,
 * H = -2 sum_mu [..], R = 1. D^+ = epsilon D epsilon with epsilon = (-1)^(t+x+y+z) in the place of gamma5 (field/colour.h), and the even-odd
 * operator of evenodd.h, M = 4 m^2 - D_eo D_oe = (D^+ D)_ee, is positive (d.positive = 1): CG applies M alone. For masses m_k at once, M
 * is an argument of lqcd_multishift with shifts 4 (m_k^2 - m^2). Forces: staggered_force.h.
 *
 * F and L: full fields of any tag, any matrices, of any number of colours. Functions with a tag in their name take views:
 * lqcd_staggered_create_vd_ks(&D, lqcd_gauge_field_view(&F), lqcd_staggered_no_links(), m). D keeps copies, with those of the links that
 * lead to a site: 16 (without L 8) matrices, in 16 bits in units of the largest number of all F, or all L. Long links in 13 or 9 reals
 * (site/staggered_compress.h; 3 colours, 9 not in 16 bits) have to be one coefficient times matrices of U(3), up to 64 epsilon, as those of
 * asqtad and HISQ are, else create_as returns LQCD_ERR_ARGUMENT; for links from a file in float see lqcd_reunitarise_scaled
 * (gauge/unitary.h). On devices create takes 13 reals for an L that allows it. A NaN or infinity reaches the vectors in all tags.
 *
 * Bitwise identical for any process grid and number of threads. On hosts vectors go over three links step by step in directions
 * that processes share: six exchanges of faces for each direction, and up to nine fields in D. On devices, each process with one, local
 * extents there are at least 4, else LQCD_ERR_EXTENT. A hop whose halo finds no memory leaves NaN in its output. Errors: LQCD_ERR_ARGUMENT
 * (m not above 0 or not finite, NULL, a lattice with a boundary in time or twists), LQCD_ERR_GEOMETRY, LQCD_ERR_LANES, LQCD_ERR_MEMORY.
 *
 * Flop per site: 1146 with L, 570 without, and for L in 13 reals 544 more, in 9 reals 1392. Compulsory bytes of a site, in 32 bits:
 * L in 18 reals 1200, 13: 1040, 9: 912, no L: 624; twice in 64 bits, about half in 16. Not part of lqcd.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_DIRAC_STAGGERED_H
#define LQCD_DIRAC_STAGGERED_H

#include "../field/colour.h"
#include "../field/halo.h"
#include "../gauge/fat_links.h"
#include "../site/staggered_compress.h"
#include "evenodd.h"
#if LQCD_DEVICES
#include "device_wilson.h"
#endif

/** No links, in the place of a view. */
LQCD_STATIC lqcd_field_view lqcd_staggered_no_links(void)
{
	return lqcd__view(NULL, NULL, 0, LQCD__DOUBLE);
}

enum { LQCD__KS_SHORT = 3 }; /* no long links; else a form is an lqcd_long_storage */
/* Before the loop over the hops of a site. */
#define LQCD__KS_HOPS   LQCD__CAT(LQCD__KS_HOPS_, LQCD_TAG_DEVICE)
#define LQCD__KS_HOPS_0 LQCD_NO_UNROLL
#define LQCD__KS_HOPS_1 LQCD_UNROLL(8)

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

#define LQCD_TEMPLATE "../dirac/colour_types.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/operator.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_ALL_MULTI_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/evenodd.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_ALL_MULTI_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/staggered_links.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/staggered.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_MULTI_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/staggered_dirac.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_ALL_MULTI_STORED_TAGS
#include "../base/each_tag.inc"

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
