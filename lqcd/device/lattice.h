/* lqcd/device/lattice.h: the part of a lattice that this process has, on a device; errors, and what is of all fields. C++ (nvcc).
 *
 *   lqcd_gpu_lattice_create(&there, &gpu, &lattice, why)   the part of a lattice that this process has, on a device;
 *                                                 lattice and gpu must outlive it; even local extents
 *   lqcd_gpu_lattice_status(&there, why)          waits for the device; LQCD_OK, or the first thing that went wrong
 *                                                 there since this was asked last
 *   lqcd_gpu_lattice_destroy(&there)
 *
 * Operations on fields of a device have the names of the host, and so no argument for an error of the device: the lattice keeps
 * the first one, sums become NaN from then on, and lqcd_gpu_lattice_status returns it. put, get and create return it at once,
 * and lqcd_lattice_why(&lattice, status) has its text, too. Statuses: LQCD_ERR_GEOMETRY, LQCD_ERR_EXTENT, LQCD_ERR_MEMORY (of
 * the device or of the host: the message says which), LQCD_ERR_DEVICE. A create that fails leaves nothing allocated.
 *
 * Processes that share a lattice have a device each (device/halo.h). Functions that return a status are then collective,
 * and return the same one on all processes.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_LATTICE_H
#define LQCD_GPU_LATTICE_H

#include "layout.h"

#ifdef __cplusplus
#include "async.h"
#include "halo.h"
#include "sum.h"

LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

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
	void *stage; /* NULL, or LQCD__GPU_STAGE bytes of the host that are never paged out: foreign/device_spinors.h */
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
	(void)lqcd__refuse(host, s, "%s", text.text);
	return lqcd_fail(why, s, "%s", text.text);
}

/** Keeps an error, the first; the lattice of the host tells the last one. */
LQCD_STATIC lqcd_status lqcd__gpu_note(lqcd_gpu_lattice *lat, lqcd_status s, const lqcd_message *why)
{
	if (s != LQCD_OK && *why->text) (void)lqcd__refuse(lat->host, s, "%s", why->text);
	if (s != LQCD_OK && lat->status == LQCD_OK) {
		lat->status = s;
		lat->why = *why;
	}
	return s;
}

/** Agrees on the first error of any process and records it on all. */
LQCD_STATIC lqcd_status lqcd__gpu_agree(lqcd_gpu_lattice *lat, lqcd_status s, lqcd_message *why)
{
	return lqcd__gpu_note(lat, lqcd_comm_agree(&lat->host->comm, s, 0, why), why);
}

/** p: memory of the device for `what`, which is zeroed, or NULL after an error; the status agrees on all processes. */
LQCD_STATIC lqcd_status lqcd__gpu_field_memory(lqcd_gpu_lattice *lat, char **p, size_t bytes, const char *what)
{
	lqcd_message why = {""};
	void *memory = NULL;
	lqcd_status s = lqcd_gpu_alloc(lat->gpu, &memory, bytes, &why, what);
	if (s == LQCD_OK) s = lqcd_gpu_fill(lat->gpu, memory, 0, bytes, &why);
	s = lqcd__gpu_agree(lat, s, &why);
	if (s != LQCD_OK) lqcd_gpu_free(lat->gpu, memory);
	*p = s == LQCD_OK ? (char *)memory : NULL;
	return s;
}

LQCD_STATIC lqcd_status lqcd_gpu_lattice_status(lqcd_gpu_lattice *lat, lqcd_message *why)
{
	lqcd_message m = {""};
	(void)lqcd__gpu_note(lat, lqcd_gpu_wait(lat->gpu, &m), &m);
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

/** LQCD_OK for a full field of this lattice (NULL: of any), the field that functions which return a status take. */
template <class Field> static lqcd_status lqcd__view_check(Field v, int, const lqcd_gpu_lattice *on)
{
	if (!v.ptr || !v.type) return LQCD_ERR_ARGUMENT;
	return v.type->parity != LQCD_FULL || (on && v.type->lattice != on) ? LQCD_ERR_GEOMETRY : LQCD_OK;
}

/** lqcd__refuse for the lattice of the host. */
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

/** The parts of a field: 1, or 2 of a full one; and the parity of each. */
LQCD_STATIC int lqcd__gpu_parts(lqcd_parity parity)
{
	return parity == LQCD_FULL ? 2 : 1;
}

LQCD_STATIC lqcd_parity lqcd__gpu_part(lqcd_parity parity, int k)
{
	return parity != LQCD_FULL ? parity : k ? LQCD_ODD : LQCD_EVEN;
}

/** call(part, why) for each of them, unless there was an error (always: all the same); the lattice keeps the first one. */
template <class F> static void lqcd__gpu_each_part(lqcd_gpu_lattice *lat, lqcd_parity parity, int always, const F &call)
{
	lqcd_message why = {""};
	for (int k = 0; k < lqcd__gpu_parts(parity); k++)
		if (lat->status == LQCD_OK || always) (void)lqcd__gpu_note(lat, call(lqcd__gpu_part(parity, k), &why), &why);
}

#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
