/* lqcd/field/field.h: fields of spinors and links on a geometry.
 *
 *   lqcd_spinor_field_<tag> { lqcd_spinor_<tag> *ptr; const lqcd_geometry *type; }   [index][spin][col][re,im][lane]
 *                                                       also of the tags h and vh: stored in 16 bits (storage.h)
 *   lqcd_gauge_field_<tag>  { lqcd_su3_<tag> *ptr;    const lqcd_geometry *type; }   [index][mu][row][col][re,im][lane]
 *
 *   LQCD_FIELD_AT(s, ix), LQCD_4FIELD_AT(u, ix, mu)     pointer to the element at an index of the full lattice; s is a
 *                                                       pointer to a field. Short names: _FIELD_AT, _4FIELD_AT.
 *   lqcd_spinor_field_create(&s, &lattice, parity)      zeroed; the tag decides the lane count (1 for f and d)
 *   lqcd_gauge_field_create(&u, &lattice, parity)
 *   lqcd_spinor_field_destroy(&s), lqcd_gauge_field_destroy(&u)        harmless when ptr is NULL
 *   lqcd_spinor_field_part(&s, parity)                  even or odd half of a full field as a field, without a copy
 *   lqcd_gauge_field_copy(&u, &v)                       u = v, of one tag and geometry; without the halos. Of any two
 *                                                       tags, lanes included: lqcd_gauge_field_convert (layout.h);
 *                                                       spinors: lqcd_spinor_field_copy (linalg.h)
 *   lqcd_gauge_field_copy_direction(&u, &v, mu)         the same of the links U_mu alone
 *   lqcd_gauge_field_unit(&u)                           u = 1
 *   lqcd_gauge_field_random(&u, seed, stream)           Haar-random SU(NC)
 *   lqcd_spinor_field_gaussian(&s, seed, stream)        complex gaussian, <|component|^2> = 1
 *   lqcd_gauge_field_up_<tag>(r, u, ix, mu, nu)         r = u_mu(x+nu), _down: u_mu(x-nu), lanes in place
 *   lqcd_gauge_field_up_down_<tag>(r, u, ix, mu, nu, rho)   r = u_mu(x+nu-rho), lanes in place
 *   lqcd_spinor_field_view(&s), lqcd_gauge_field_view(&u)   any field as numbers, for conversions (layout.h) and files
 *
 * U_mu(x) goes from x to x+mu. Errors of create: LQCD_ERR_LANES (no lane grid fits: use the scalar tag),
 * LQCD_ERR_MEMORY; then ptr is NULL. A field must be destroyed before its lattice. On a lattice that several processes
 * share, all of them create a field together and get the same status. With a tag:
 * lqcd_spinor_field_create_vf and so on.
 *
 * Site functions use views of fields, lqcd__spinors_<tag> and lqcd__links_<tag>: see launch.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FIELD_H
#define LQCD_FIELD_H

#include "../lattice/loops.h"
#include "../site/random.h"
#include "../site/storage.h"
#include "launch.h"

#define LQCD_FIELD_AT(s, ix)      ((s)->ptr + ((ix) - (s)->type->master_shift))
#define LQCD_4FIELD_AT(u, ix, mu) ((u)->ptr + 4 * (size_t)((ix) - (u)->type->master_shift) + (mu))
#ifndef LQCD_NO_SHORT_NAMES
#define _FIELD_AT(s, ix)      LQCD_FIELD_AT(s, ix)
#define _4FIELD_AT(u, ix, mu) LQCD_4FIELD_AT(u, ix, mu)
#endif

/* Whether s points to a field that was created and not destroyed. */
#define LQCD__LIVE(s) ((s) && (s)->ptr && (s)->type)

enum { LQCD__FLOAT, LQCD__DOUBLE, LQCD__INT16 };

/** A field as an array of numbers: real k (0 <= k < reals) of lane w of index ix is number
 *  ((ix - type->master_shift) * reals + k) * lanes + w: of data, unless it is stored in 16 bits (storage.h). */
typedef struct {
	void *data;
	const lqcd_geometry *type;
	int reals; /* per site: 24 for a spinor, 72 for four links, NC = 3 */
	int precision; /* the type of the numbers: LQCD__FLOAT, LQCD__DOUBLE or LQCD__INT16 */
} lqcd_field_view;

LQCD_STATIC lqcd_field_view lqcd__view(void *data, const lqcd_geometry *type, int reals, int precision)
{
	const lqcd_field_view v = {data, type, reals, precision};
	return v;
}

/** Whether v shows links, of SU(N) or of a representation. */
LQCD_STATIC int lqcd__links_view(lqcd_field_view v)
{
	static const int colours[] = {LQCD_NC,
#ifdef LQCD_ADJOINT
				      LQCD__NC_adj,
#endif
#ifdef LQCD_SYMMETRIC
				      LQCD__NC_sym,
#endif
#ifdef LQCD_ANTISYMMETRIC
				      LQCD__NC_asym,
#endif
	};
	for (size_t k = 0; k < sizeof colours / sizeof *colours; k++)
		if (v.reals == 8 * colours[k] * colours[k]) return 1;
	return 0;
}

/** What a function that returns a status asks of its fields: LQCD_ERR_ARGUMENT for a field that does not exist,
 * LQCD_ERR_GEOMETRY for one that is not full, that has not so many reals per site (0: any number), or lives on another
 * lattice than `on` (NULL: any). */
LQCD_STATIC lqcd_status lqcd__view_check(lqcd_field_view v, int reals, const lqcd_lattice *on)
{
	const lqcd_status s = LQCD_ERR_GEOMETRY;
	if (!v.data || !v.type)
		return lqcd__refuse(on, LQCD_ERR_ARGUMENT, "a field that was not created, or is destroyed");
	if (!on) on = v.type->lattice;
	if (v.type->lattice != on) {
		(void)lqcd__refuse(v.type->lattice, s, "a field of another lattice");
		return lqcd__refuse(on, s, "a field of another lattice");
	}
	if (v.type->parity != LQCD_FULL)
		return lqcd__refuse(on, s, "a field of %s sites: all are needed",
				    v.type->parity == LQCD_ODD ? "odd" : "even");
	if (reals && v.reals != reals)
		return lqcd__refuse(on, s, "a field of %d numbers per site: %d are needed", v.reals, reals);
	return LQCD_OK;
}

/** Number of 32-bit words in a block of a spinor field in 16 bits. */
static inline size_t lqcd__half_words(const lqcd_field_view *v)
{
	return (size_t)(v->reals / 2 + 1) * (size_t)v->type->lanes;
}

/** Number i of a spinor field in 16 bits. */
LQCD_STATIC double lqcd__half_get(const lqcd_field_view *v, size_t i)
{
	const size_t lanes = (size_t)v->type->lanes, lane = i % lanes, k = i / lanes % (size_t)v->reals;
	const int32_t *block = (const int32_t *)v->data + i / (lanes * (size_t)v->reals) * lqcd__half_words(v);
	const int32_t pair = block[(k / 2 + 1) * lanes + lane];
	float norm;
	memcpy(&norm, block + lane, sizeof norm);
	return (double)norm * (k % 2 ? (double)pair : 65536.0 * (int16_t)(pair & 0xffff));
}

/** Number i of the data, as double. */
static inline double lqcd_field_view_get(const lqcd_field_view *v, size_t i)
{
	if (v->precision == LQCD__INT16) return lqcd__half_get(v, i);
	return v->precision == LQCD__DOUBLE ? ((const double *)v->data)[i] : (double)((const float *)v->data)[i];
}

/** Zeroed memory for `size` elements, gsize_spinor or gsize_leaf of them; each page is touched first by the thread that
 * will loop over it. */
LQCD_STATIC void *lqcd__field_memory(const lqcd_geometry *g, int size, size_t element)
{
	const lqcd__range all = lqcd__full_range(g);
	char *p = (char *)lqcd_comm_alloc(&g->lattice->comm, lqcd_mul_size((size_t)size, element));
	if (!p) {
		(void)lqcd__refuse(g->lattice, LQCD_ERR_MEMORY, "no memory for a field of %.3g MB",
			     size * 1e-6 * (double)element);
		return NULL;
	}
	LQCD_MASTER_FOR(g, ix) memset(p + (size_t)(ix - g->master_shift) * element, 0, element);
	/* Copies and receive buffers lie between the parities and behind them. */
	const int middle = (all.stop - all.first) / 2, behind = all.stop + all.gap - g->master_shift;
	memset(p + (size_t)middle * element, 0, (size_t)all.gap * element);
	memset(p + (size_t)behind * element, 0, (size_t)(size - behind) * element);
	return p;
}

/** The first odd index of fields like one of this type. */
static inline int lqcd__first_odd(const lqcd_geometry *g)
{
	return (g - g->parity + LQCD_ODD)->master_shift;
}

#define LQCD_TEMPLATE "../field/field.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/gaussian.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/links.inc"
#define LQCD_TAGS     LQCD_ARITHMETIC_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
/* The function of a field of spinors by its tag. */
#define LQCD__OF_SPINORS(name, x) LQCD_SELECT_FIELD(lqcd_spinor_field_##name, lqcd_spinor_field, *(x))
#define lqcd_spinor_field_create(s, lat, parity) LQCD__OF_SPINORS(create, s)(s, lat, parity)
#define lqcd_gauge_field_create(u, lat, parity) LQCD_SELECT_QUARK(lqcd_gauge_field_create, lqcd_gauge_field, *(u))(u, lat, parity)
#define lqcd_spinor_field_destroy(s) LQCD__OF_SPINORS(destroy, s)(s)
#define lqcd_gauge_field_destroy(u)       LQCD_SELECT_QUARK(lqcd_gauge_field_destroy, lqcd_gauge_field, *(u))(u)
#define lqcd_spinor_field_view(s) LQCD__OF_SPINORS(view, s)(s)
#define lqcd_gauge_field_view(u)          LQCD_SELECT_QUARK(lqcd_gauge_field_view, lqcd_gauge_field, *(u))(u)
#define lqcd_spinor_field_part(s, parity) LQCD__OF_SPINORS(part, s)(s, parity)
#define lqcd_gauge_field_copy(a, b)       LQCD_SELECT_QUARK(lqcd_gauge_field_copy, lqcd_gauge_field, *(a))(a, b)
#define lqcd_gauge_field_copy_direction(a, b, mu) LQCD_SELECT_QUARK(lqcd_gauge_field_copy_direction, lqcd_gauge_field, *(a))(a, b, mu)
#define lqcd_gauge_field_unit(u) LQCD_SELECT_QUARK(lqcd_gauge_field_unit, lqcd_gauge_field, *(u))(u)
#define lqcd_gauge_field_random(u, seed, stream) LQCD_SELECT(lqcd_gauge_field_random, lqcd_gauge_field, *(u))(u, seed, stream)
#define lqcd_spinor_field_gaussian(s, seed, stream) LQCD__OF_SPINORS(gaussian, s)(s, seed, stream)
#endif

#endif
