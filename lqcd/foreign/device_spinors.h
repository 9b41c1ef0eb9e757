/* lqcd/foreign/device_spinors.h: spinors of a GPU from and to the memory of another code (fields.h), of the host or of the device. C++
 * (nvcc). Opt-in.
 *
 *   status = lqcd_foreign_import_spinors(&s, &F), lqcd_foreign_export_spinors(&F, &s)      s a lqcd_spinor_field_gf, _gd or _gh
 *                                              F in memory of the host
 *   status = lqcd_foreign_import_device(view, &F), lqcd_foreign_export_device(&F, view)
 *                                              F in memory of the device of the field, whose view is lqcd_gauge_field_view(&u) or
 *                                              lqcd_spinor_field_view(&s): F.data, or what F.arrays point to. F itself,
 *                                              F.arrays and F.table are on the host. Nothing goes by way of the host
 *
 * What F may say, what sites are needed, and what a conversion keeps: fields.h. Colour vectors:
 * device_colour.h; links and clover blocks: foreign/device_links.h. Memory of the
 * device is aligned to its numbers; it is not supported with sites by a function, eight links of odd sites, or clover blocks. A thread
 * converts a site, in doubles, so that layouts whose sites lie side by side (LQCD_CODE_QUDA_FLOAT2, _QDPJIT) are read fastest. The calls
 * wait for the device.
 *
 * Memory of the host, from the first to the last number of each array, is copied as it is and converted on the device, which needs as much
 * memory for that. The copy goes by way of 4 MiB of pinned memory, which the lattice keeps from the first call on. An export does so
 * only where F has no gaps: what lies between numbers may belong to other threads. An import also reads gaps, if F.half is 0 and
 * a quarter of the memory are numbers. In other cases, where the device has too little memory, and if sites go by a function or
 * a table with gaps, steps do not nest, or links are the eight of odd sites, it goes by way of a field of doubles of the host, which takes
 * several times as long.
 * LQCD_ERR_GEOMETRY, LQCD_ERR_ARGUMENT, LQCD_ERR_MEMORY, LQCD_ERR_DEVICE, with a sentence in lqcd_lattice_why of the host's
 * lattice.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_DEVICE_SPINORS_H
#define LQCD_FOREIGN_DEVICE_SPINORS_H

#include "../field/device_linalg.h"
#include "fields.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

/* For conversions on the device: the tables of a map, and a copy of what lies between the first and the last number of each
 * array of the host. */
typedef struct {
	void *room;
	char *here[4], *there;
	int arrays;
	size_t bytes, stride; /* of an array; from one to the next on the device */
} lqcd__gpu_foreign;

/** Whether the places of a table, from the least to the most, are those of the sites without a gap. */
LQCD_STATIC int lqcd__foreign_table_full(const lqcd_foreign_map *m)
{
	const int *table = m->f.table, *l = m->lattice->local;
	const int sites = l[0] * l[1] * l[2] * l[3];
	int least = table[0], full = 1;
	for (int n = 1; n < sites; n++) least = table[n] < least ? table[n] : least;
	char *taken = (char *)lqcd_alloc((size_t)sites);
	if (!taken) return 0;
	memset(taken, 0, (size_t)sites);
	for (int n = 0; n < sites && full; n++) {
		const size_t k = (size_t)table[n] - (size_t)least;
		full = k < (size_t)sites && !taken[k];
		if (full) taken[k] = 1;
	}
	lqcd_free(taken);
	return full;
}

/** Finds the memory of F. Returns 0 if its extent is not known, or if numbers of F are less than a quarter of it, for an export
 * not all of it: what lies between them may belong to other threads. */
LQCD_STATIC int lqcd__gpu_foreign_range(lqcd__gpu_foreign *g, const lqcd_foreign_map *m, int out)
{
	const lqcd_foreign *f = &m->f;
	const int *l = m->lattice->local, number = f->bits / 8, elements = m->elements;
	ptrdiff_t least, most, from = 0, to = 0, numbers = 0;
	if (!(f->sites == LQCD_FOREIGN_TABLE ? lqcd__foreign_table_full(m) : m->nests) || !lqcd__foreign_span(m, &least, &most)) return 0;
	for (int k = 0; k < m->reals; k++) numbers += m->raw[k] >= 0;
	g->arrays = f->arrays ? elements : 1;
	for (int mu = 0; mu < elements && !f->arrays; mu++) {
		const ptrdiff_t at = (m->base[mu] - m->base[0]) / number;
		from = at < from ? at : from;
		to = at > to ? at : to;
	}
	least += m->low + from;
	most += m->high + to;
	numbers *= (ptrdiff_t)l[0] * l[1] * l[2] * l[3] * (elements / g->arrays) / (f->parity == LQCD_FULL ? 1 : 2);
	g->bytes = (size_t)(most - least + 1) * (size_t)number;
	g->stride = lqcd_gpu_bytes(g->bytes, 1);
	for (int k = 0; k < g->arrays; k++) g->here[k] = (char *)((uintptr_t)m->base[k] + (uintptr_t)(least * number));
	return most - least + 1 == numbers || (!out && !f->half && (most - least) / 4 < numbers);
}

/** A map for kernels, whose tables g owns then. here: F is in memory of the host, and the map leads to its copy in g. Statuses are
 * those of this process. */
LQCD_STATIC lqcd_status lqcd__gpu_foreign_open(lqcd_foreign_map *m, lqcd__gpu_foreign *g, const lqcd_foreign *f, int here, int out,
					       lqcd_gpu_lattice *lat, lqcd_message *why)
{
	lqcd_status s = f ? lqcd_foreign_open(m, f, lat->host) : LQCD_ERR_ARGUMENT;
	memset(g, 0, sizeof *g);
	if (s != LQCD_OK) return lqcd_fail(why, s, "%s", lqcd_lattice_why(lat->host, s).text);
	const int by_table = f->sites == LQCD_FOREIGN_TABLE;
	size_t numbers = 0, sites = 1;
	for (int mu = 0; mu < 4; mu++) {
		numbers += (size_t)m->box[mu];
		sites *= (size_t)m->box[mu];
	}
	const size_t bytes = by_table ? sites * sizeof *f->table : numbers * sizeof *m->memory, tables = lqcd_gpu_bytes(bytes, 1);
	if (f->sites == LQCD_FOREIGN_FUNCTION || f->kind == LQCD_FOREIGN_ODD_LINKS || f->kind == LQCD_FOREIGN_CLOVER)
		s = lqcd_fail(why, LQCD_ERR_ARGUMENT,
			      "foreign field on a device: sites by a function, eight links of odd sites, clover "
			      "blocks: not supported");
	else if (here && !lqcd__gpu_foreign_range(g, m, out))
		s = lqcd_fail(why, LQCD_ERR_ARGUMENT, "foreign field: with gaps");
	if (s == LQCD_OK)
		s = lqcd_gpu_alloc(lat->gpu, &g->room, tables + (size_t)g->arrays * g->stride, why, "a foreign field");
	if (s == LQCD_OK)
		s = lqcd_gpu_put(lat->gpu, g->room, by_table ? (const void *)f->table : (const void *)m->memory, bytes, why);
	for (int mu = 0; s == LQCD_OK && mu < 4 && !by_table; mu++)
		m->place[mu] = (ptrdiff_t *)g->room + (m->place[mu] - m->memory);
	if (by_table) m->f.table = (const int *)g->room;
	if (s == LQCD_OK) g->there = (char *)g->room + tables;
	for (int mu = 0; s == LQCD_OK && here && mu < 4; mu++) {
		const int k = g->arrays > 1 ? mu : 0;
		m->base[mu] = g->there + (size_t)k * g->stride + ((uintptr_t)m->base[mu] - (uintptr_t)g->here[k]);
	}
	lqcd_foreign_close(m);
	return s;
}

enum { LQCD__FOREIGN_PIECE = 16384 };

/** memcpy in threads. */
LQCD_STATIC void lqcd__gpu_foreign_copy(char *to, const char *from, size_t bytes)
{
	const int n = (int)((bytes + LQCD__FOREIGN_PIECE - 1) / LQCD__FOREIGN_PIECE);
	LQCD_RANGE_FOR(n, i, n > 16)
	{
		const size_t at = (size_t)i * LQCD__FOREIGN_PIECE, left = bytes - at;
		memcpy(to + at, from + at, left < LQCD__FOREIGN_PIECE ? left : (size_t)LQCD__FOREIGN_PIECE);
	}
}

/** An array of the host to its copy, or from there, by way of the two halves of the stage: threads copy one while the other is on its
 * way. */
LQCD_STATIC lqcd_status lqcd__gpu_foreign_move(char *here, char *there, size_t bytes, int out, const lqcd_gpu_lattice *lat, lqcd_message *why)
{
	const size_t most = LQCD__GPU_STAGE / 2, pieces = (bytes + most - 1) / most, last = bytes - (pieces - 1) * most;
	lqcd_status s = LQCD_OK;
	if (!lat->stage) return out ? lqcd_gpu_get(lat->gpu, here, there, bytes, why) : lqcd_gpu_put(lat->gpu, there, here, bytes, why);
	for (size_t k = 0; k <= pieces && s == LQCD_OK; k++) {
		char *const stage = (char *)lat->stage + k % 2 * most, *const before = (char *)lat->stage + (k + 1) % 2 * most;
		const size_t n = k + 1 < pieces ? most : last, at = k * most;
		if (!out && k < pieces) lqcd__gpu_foreign_copy(stage, here + at, n);
		s = lqcd_gpu_wait(lat->gpu, why);
		if (s == LQCD_OK && k < pieces) s = out ? lqcd_gpu_move(lat->gpu, stage, there + at, n, why) : lqcd_gpu_move(lat->gpu, there + at, stage, n, why);
		if (s == LQCD_OK && out && k > 0) lqcd__gpu_foreign_copy(here + at - most, before, k < pieces ? most : last);
	}
	return s;
}

/** All arrays of the host to their copies, or from there. */
LQCD_STATIC lqcd_status lqcd__gpu_foreign_move_all(const lqcd__gpu_foreign *g, lqcd_gpu_lattice *lat, int out, lqcd_message *why)
{
	lqcd_message none = {""};
	lqcd_status s = LQCD_OK;
	if (g->arrays && !lat->stage && lqcd_gpu_alloc_host(lat->gpu, &lat->stage, LQCD__GPU_STAGE, &none) != LQCD_OK) lat->stage = NULL;
	for (int k = 0; k < g->arrays && s == LQCD_OK; k++)
		s = lqcd__gpu_foreign_move(g->here[k], g->there + (size_t)k * g->stride, g->bytes, out, lat, why);
	return s;
}

/** Opens F for a field that has `reals` numbers in an element and sites of parity `has`, and copies memory of the host to the device, for
 * an import. *by_host = 1: the device cannot, so that a field of the host does; all processes agree. */
LQCD_STATIC lqcd_status lqcd__gpu_foreign_begin(lqcd_foreign_map *m, lqcd__gpu_foreign *g, const lqcd_foreign *f, int here, int out,
						lqcd_gpu_lattice *lat, lqcd_parity has, int reals, int *by_host, lqcd_message *why)
{
	const lqcd_parity theirs = f->parity;
	lqcd_status s = lqcd__gpu_foreign_open(m, g, f, here, out, lat, why);
	if (s == LQCD_OK && m->reals * (lqcd__foreign_is_links(f) ? 4 : 1) != reals)
		s = lqcd_fail(why, LQCD_ERR_GEOMETRY, "foreign field of kind %d: not what the field has", (int)f->kind);
	else if (s == LQCD_OK && has != theirs && (out ? has : theirs))
		s = lqcd_fail(why, LQCD_ERR_GEOMETRY, "foreign field: the %s has not all the sites that are needed", out ? "field" : "foreign field");
	*by_host = here && lqcd_comm_agree(&lat->host->comm, s, 0, NULL) != LQCD_OK;
	if (*by_host) lqcd_gpu_free(lat->gpu, g->room);
	return s == LQCD_OK && !*by_host && !out ? lqcd__gpu_foreign_move_all(g, lat, 0, why) : s;
}

/** After the kernel: waits, copies memory of the host back, for an export, and agrees. */
LQCD_STATIC lqcd_status lqcd__gpu_foreign_end(lqcd__gpu_foreign *g, int out, lqcd_gpu_lattice *lat, lqcd_status s, lqcd_message *why)
{
	if (s == LQCD_OK) s = lqcd_gpu_wait(lat->gpu, why);
	if (s == LQCD_OK && out) s = lqcd__gpu_foreign_move_all(g, lat, 1, why);
	lqcd_gpu_free(lat->gpu, g->room);
	return lqcd__gpu_agree(lat, s, why);
}

#include "../base/lazy.inc"
#define LQCD__FOREIGN_LINKS 0
#define LQCD_TEMPLATE "../foreign/device_fields.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#undef LQCD__FOREIGN_LINKS
#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
