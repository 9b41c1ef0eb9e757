/* lqcd/field/device_field.h: lattices and fields of spinors in the memory of a GPU. C++ (nvcc).
 *
 *   lqcd_gpu_lattice_create(&there, &gpu, &lattice, why)   the part of a lattice that this process has, on a device;
 *                                                 lattice and gpu must outlive it; even local extents
 *   lqcd_gpu_lattice_status(&there, why)          waits for the device; LQCD_OK, or the first thing that went wrong
 *                                                 there since this was asked last
 *   lqcd_gpu_lattice_destroy(&there)
 *
 *   lqcd_spinor_field_gf, _gd, _gh                fields on it: sites of the tags f, d, h, laid out as device/layout.h says,
 *                                                 the even before the odd ones, norms of 16 bits separately
 *   lqcd_spinor_field_create(&s, &there, parity)  zeroed
 *   lqcd_spinor_field_destroy(&s)                 harmless when nothing was created; not for parts
 *   lqcd_spinor_field_part(&s, parity)            one parity of a full field, without a copy
 *   lqcd_spinor_field_put(&s, lqcd_spinor_field_view(&host))     s = a field of the host of any tag and lanes, which has
 *                                                 all sites of s
 *   lqcd_spinor_field_get(lqcd_spinor_field_view(&host), &s)     and back, to a field of any tag but h and vh, all of
 *                                                 whose sites s has
 *   lqcd_spinor_field_view(&s)                    for lqcd_field_convert(to, from) between gf and gd on one lattice
 *
 *   lqcd_multi_field_gf, _gd, _gh                 several spinors to a site (solver/device_multi.h), those of a site side by side
 *   lqcd_multi_field_create(&x, &there, parity, rhs), _destroy(&x), _part(&x, parity)      1 <= rhs <= LQCD_MAX_RHS
 *   lqcd_multi_field_put(&x, n, lqcd_spinor_field_view(&host)), _get(lqcd_spinor_field_view(&host), &x, n)
 *
 * The names are those of the host (field.h) with the tags gf, gd, gh: overloads choose by the type. Operations on these
 * fields have the names of the host, too (field/device_linalg.h, dirac/device_wilson.h, solver/device_solver.h), and so no argument for an error of
 * the device: the lattice keeps the first one, sums become NaN from then on, and lqcd_gpu_lattice_status returns it.
 * put, get and create return it at once, and lqcd_lattice_why(&lattice, status) has its text, too. Statuses:
 * LQCD_ERR_GEOMETRY, LQCD_ERR_EXTENT, LQCD_ERR_MEMORY (of the device or of the host: the message tells), LQCD_ERR_DEVICE. A
 * create that fails leaves nothing allocated.
 *
 * Processes that share a lattice have a device each (device/halo.h). Functions that return a status are then collective,
 * and return the same one on all processes. Full fields of _gf and _gd have memory for the faces of neighbours behind their
 * spinors, for forces and smeared sources: 2 / L of a field for each direction that the process grid cuts into pieces of L.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_FIELD_H
#define LQCD_GPU_FIELD_H

#include "multi.h"
#include "../device/layout.h"

#ifdef __cplusplus
#include "../device/async.h"
#include "../device/halo.h"
#include "../device/sum.h"

LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

/* Fields go through memory of the host in blocks of about this size. */
#ifndef LQCD__GPU_STAGE
#define LQCD__GPU_STAGE 4194304
#endif

struct lqcd_gpu_lattice;

typedef struct {
	struct lqcd_gpu_lattice *lattice;
	lqcd_parity parity;
	int cut; /* directions in which indices have a halo (device/neighbours.h): bits of those that the process grid cuts, or 0 */
} lqcd_gpu_geometry;

typedef struct lqcd_gpu_lattice {
	const lqcd_gpu *gpu;
	const lqcd_lattice *host;
	lqcd_gpu_geometry type[3]; /* by parity */
	lqcd_gpu_geometry links[3]; /* of gauge fields: with a halo */
	lqcd_gpu_sums sums;
	lqcd_gpu_ahead ahead;
	lqcd_gpu_halo halo;
	void *stage; /* NULL, or LQCD__GPU_STAGE bytes of the host that are never paged out: dirac/device_foreign.h */
	lqcd_status status; /* the first error since it was asked for */
	lqcd_message why;
} lqcd_gpu_lattice;

LQCD_STATIC void lqcd_gpu_lattice_destroy(lqcd_gpu_lattice *lat)
{
	lqcd_gpu_halo_destroy(&lat->halo);
	lqcd_gpu_sums_destroy(lat->gpu, &lat->sums);
	lqcd_gpu_ahead_destroy(lat->gpu, &lat->ahead);
	lqcd_gpu_free_host(lat->gpu, lat->stage);
	lat->stage = NULL;
}

LQCD_STATIC lqcd_status lqcd_gpu_lattice_create(lqcd_gpu_lattice *lat, const lqcd_gpu *gpu, const lqcd_lattice *host,
						lqcd_message *why)
{
	lqcd_message text = {""};
	if (!lat || !gpu || !host) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "GPU: a lattice of NULL");
	memset(lat, 0, sizeof *lat);
	lat->gpu = gpu;
	lat->host = host;
	for (int p = 0; p < 3; p++) {
		lat->type[p].lattice = lat;
		lat->type[p].parity = (lqcd_parity)p;
		lat->links[p] = lat->type[p];
	}
	for (int mu = 0; mu < 4; mu++)
		if (host->local[mu] % 2)
			return lqcd_fail(why, LQCD_ERR_EXTENT, "GPU: local extents must be even, not %d",
					 host->local[mu]);
	lqcd_status s = lqcd_gpu_halo_create(&lat->halo, gpu, host, &text);
	for (int p = 0; p < 3; p++) lat->links[p].cut = lat->halo.cut;
	if (s == LQCD_OK) s = lqcd_gpu_sums_create(gpu, &lat->sums, &text);
	if (s == LQCD_OK) s = lqcd_gpu_ahead_create(gpu, &lat->ahead, &text);
	s = lqcd_comm_agree(&host->comm, s, 0, &text);
	if (s == LQCD_OK) return s;
	lqcd_gpu_lattice_destroy(lat);
	lqcd__refuse(host, s, "%s", text.text);
	return lqcd_fail(why, s, "%s", text.text);
}

/** Keeps an error, the first; the lattice of the host tells the last one. */
LQCD_STATIC lqcd_status lqcd__gpu_note(lqcd_gpu_lattice *lat, lqcd_status s, const lqcd_message *why)
{
	if (s != LQCD_OK && *why->text) lqcd__refuse(lat->host, s, "%s", why->text);
	if (s != LQCD_OK && lat->status == LQCD_OK) {
		lat->status = s;
		lat->why = *why;
	}
	return s;
}

/** The same for one that any process has: on all of them. */
LQCD_STATIC lqcd_status lqcd__gpu_agree(lqcd_gpu_lattice *lat, lqcd_status s, lqcd_message *why)
{
	return lqcd__gpu_note(lat, lqcd_comm_agree(&lat->host->comm, s, 0, why), why);
}

LQCD_STATIC lqcd_status lqcd_gpu_lattice_status(lqcd_gpu_lattice *lat, lqcd_message *why)
{
	lqcd_message m = {""};
	lqcd__gpu_note(lat, lqcd_gpu_wait(lat->gpu, &m), &m);
	m = lat->why;
	const lqcd_status s = lqcd_comm_agree(&lat->host->comm, lat->status, 0, &m);
	if (s != LQCD_OK && why) *why = m;
	lat->status = LQCD_OK;
	return s;
}

LQCD_STATIC const lqcd_lattice *lqcd__host_lattice(const lqcd_gpu_lattice *lat)
{
	return lat ? lat->host : NULL;
}

LQCD_STATIC const lqcd_lattice *lqcd__lattice_of(const lqcd_gpu_geometry *g)
{
	return g->lattice->host;
}

/** As that of the host. */
LQCD_PRINTF(3, 4)
static inline lqcd_status lqcd__refuse(const lqcd_gpu_lattice *lat, lqcd_status s, const char *format, ...)
{
	char text[sizeof lat->host->cause];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return lqcd__refuse(lat ? lat->host : NULL, s, "%s", text);
}

/** Sites of this process, as on the host. */
LQCD_STATIC int64_t lqcd_geometry_sites(const lqcd_gpu_geometry *g)
{
	return (int64_t)lqcd_gpu_sites(g->lattice->host) * (g->parity == LQCD_FULL ? 2 : 1);
}

/** The spinors of faces of other processes, which a full field of floats or doubles has behind its own
 * (device/neighbours.h), for each right-hand side. */
LQCD_STATIC size_t lqcd__gpu_spinors_halo(const lqcd_gpu_lattice *lat)
{
	size_t n = 0;
	for (int mu = 0; mu < 4; mu++)
		if (lat->halo.cut >> mu & 1) n += 4 * (lqcd_gpu_sites(lat->host) / (size_t)lat->host->local[mu]);
	return n;
}

/** The parts of a field: 1, or 2 of a full one; and the parity of each. */
LQCD_STATIC int lqcd__gpu_parts(lqcd_parity parity)
{
	return parity == LQCD_FULL ? 2 : 1;
}

LQCD_STATIC lqcd_parity lqcd__gpu_part(lqcd_parity parity, int k)
{
	return parity != LQCD_FULL ? parity : k ? LQCD_ODD : LQCD_EVEN;
}

/** Number 0 of site x in a view of the host; numbers are `*step` apart. */
LQCD_STATIC size_t lqcd__gpu_host_number(const lqcd_field_view *v, const int x[4], size_t *step)
{
	int lane;
	const int ix = lqcd_geometry_index(v->type, x, &lane);
	*step = (size_t)v->type->lanes;
	return (size_t)(ix - v->type->master_shift) * (size_t)v->reals * *step + (size_t)lane;
}

LQCD_STATIC void lqcd__gpu_host_set(const lqcd_field_view *v, size_t i, double x)
{
	if (v->precision == LQCD__DOUBLE)
		((double *)v->data)[i] = x;
	else
		((float *)v->data)[i] = (float)x;
}

#define LQCD_TEMPLATE "../field/device_field.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
