/* lqcd/solver/device_coarse_halo.h: the halo of a coarse lattice (solver/coarse.h), from the devices of
 * its neighbours. C++ (nvcc).
 *
 *   lqcd__coarse_halo_create(&h, on, &lat, neighbour, why)    lists of sites on the device; also fills `neighbour`, memory of
 *                                                 the device for lat.neighbour
 *   lqcd__coarse_halo_destroy(&h, gpu)
 *   f = lqcd__coarse_faces(&h, bytes, only)       messages of so many bytes of a site, for lqcd_gpu_halo_reserve (device/halo.h)
 *   remote = lqcd__coarse_exchange(on, &h, from, numbers, part, only, inner)
 *                                                 numbers of remote sites, from from[site][number] of the neighbours; inner()
 *                                                 is called while they are under way. remote: on the device, until the next
 *                                                 exchange but one; NULL after an error
 *
 * On a bipartite lattice the even sites are part 0 and the odd ones part 1, and an exchange has one part, since neighbours are
 * of the other part. Any other lattice is part 0. The remote sites in direction d of a part are numbers first[d] to first[d] +
 * slot[d] - 1 of remote, and in `neighbour` they follow the local sites: sites + first[d] + .., for both parts. A slot has the same
 * length on both sides of a border; the last number may be unused.
 *
 * In h.order, which lists the sites of a part behind each other as their numbers do, those without remote neighbours come
 * first, h.inner[part] of them. On one process h.cut is 0, and there are no lists.
 *
 * Exchanges are collective. They use the memory of the lattice's halo, which grows to the longest message: all remote sites of
 * a part, three times (twice where faces are not copied into memory of the neighbours).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_COARSE_HALO_H
#define LQCD_GPU_COARSE_HALO_H

#include "../device/neighbours.h"
#include "coarse.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

/** f(why), unless there is an error of the lattice, whose errors its own are. */
template <class F> static void lqcd__gpu_do(lqcd_gpu_lattice *lat, const F &f)
{
	lqcd_message why = {""};
	if (lat->status == LQCD_OK) (void)lqcd__gpu_note(lat, f(&why), &why);
}

/** f(i, unused) for 0 <= i < n. */
template <class F> static void lqcd__gpu_for(lqcd_gpu_lattice *lat, int n, const F &f)
{
	lqcd__gpu_do(lat, [&](lqcd_message *error) { return lqcd__gpu_over_launch<0>(lat->gpu, n, f, &lat->sums, error); });
}

/** to = from, or 0 if that is NULL. */
LQCD_STATIC void lqcd__gpu_copy(lqcd_gpu_lattice *lat, void *to, const void *from, size_t bytes)
{
	lqcd__gpu_do(lat, [&](lqcd_message *error) {
		return from ? lqcd_gpu_move(lat->gpu, to, from, bytes, error) : lqcd_gpu_fill(lat->gpu, to, 0, bytes, error);
	});
}

/** s on all processes, with the text of an error of the device if there is no other; NaN is what follows from one. */
LQCD_STATIC lqcd_status lqcd__gpu_worst(const lqcd_gpu_lattice *on, lqcd_status s, lqcd_message *why)
{
	if (s != LQCD_OK && s == on->status && !*why->text) *why = on->why;
	return lqcd_comm_agree(&on->host->comm, s, s == LQCD_NAN, why);
}

typedef struct {
	int cut, parts, all; /* directions with remote sites (bits); all: remote numbers of a part */
	int slot[8], first[8], inner[2];
	int *order, *face; /* on the device, one allocation; face: [part][number]: the site sent under a number, or -1 */
} lqcd__coarse_halo;

LQCD_STATIC void lqcd__coarse_halo_destroy(lqcd__coarse_halo *h, const lqcd_gpu *gpu)
{
	lqcd_gpu_free(gpu, h->order);
	memset(h, 0, sizeof *h);
}

/** Slots, and the lists: [site][8] neighbours, order, face. */
LQCD_STATIC void lqcd__coarse_halo_list(lqcd__coarse_halo *h, const lqcd_coarse_lattice *lat, int *list)
{
	int *const order = list + 8 * lat->sites, *const face = order + lat->sites;
	for (int k = 0; k < 8 * lat->sites; k++) {
		const int d = k % 8, n = lat->neighbour[k], place = n - lat->remote[d], even = lat->even_remote[d];
		list[k] = n < lat->sites ? n : lat->sites + h->first[d] + (place < even ? place : place - even);
	}
	for (int part = 0; part < h->parts; part++) {
		const int stop = part == h->parts - 1 ? lat->sites : lat->half;
		int next = part ? lat->half : 0;
		for (int border = 0; border < 2; border++) {
			for (int k = part ? lat->half : 0; k < stop; k++) {
				int is_remote = 0;
				for (int d = 0; d < 8; d++) is_remote |= lat->neighbour[8 * k + d] >= lat->sites;
				if (is_remote == border) order[next++] = k;
			}
			if (!border) h->inner[part] = next - (part ? lat->half : 0);
		}
		for (int d = 0; d < 8; d++) {
			const int *const sent = lat->face + (lat->remote[d] - lat->sites), even = lat->even_face[d];
			for (int k = 0; k < h->slot[d]; k++) {
				const int n = part ? even + k : k, there = n < (part ? lat->area[d] : even);
				face[part * h->all + h->first[d] + k] = there ? sent[n] : -1;
			}
		}
	}
}

LQCD_STATIC lqcd_status lqcd__coarse_halo_create(lqcd__coarse_halo *h, const lqcd_gpu_lattice *on,
						 const lqcd_coarse_lattice *lat, int *neighbour, lqcd_message *why)
{
	const size_t beside = 8 * (size_t)lat->sites;
	void *p = NULL;
	memset(h, 0, sizeof *h);
	h->cut = on->halo.cut;
	if (!h->cut) return lqcd_gpu_put(on->gpu, neighbour, lat->neighbour, beside * sizeof *neighbour, why);
	h->parts = lat->bipartite ? 2 : 1;
	for (int d = 0; d < 8; d++) {
		h->first[d] = h->all;
		if (h->cut >> d / 2 & 1) h->slot[d] = (lat->area[d] + h->parts - 1) / h->parts;
		h->all += h->slot[d];
	}
	const size_t more = (size_t)lat->sites + (size_t)h->parts * (size_t)h->all;
	int *const list = (int *)lqcd_alloc((beside + more) * sizeof *list);
	if (!list) return lqcd_fail(why, LQCD_ERR_MEMORY, "multigrid: no memory for a list of remote sites");
	lqcd__coarse_halo_list(h, lat, list);
	lqcd_status s = lqcd_gpu_alloc(on->gpu, &p, more * sizeof *list, why, "a list of remote sites");
	h->order = (int *)p;
	h->face = h->order + lat->sites;
	if (s == LQCD_OK) s = lqcd_gpu_put(on->gpu, h->order, list + beside, more * sizeof *list, why);
	if (s == LQCD_OK) s = lqcd_gpu_put(on->gpu, neighbour, list, beside * sizeof *list, why);
	lqcd_free(list);
	return s;
}

/* The numbers of the sites of a list, one site after the other: into memory, or as the words of a message. */
template <class Z> struct lqcd__coarse_packing {
	enum { bytes = sizeof(Z) };
	const Z *from;
	Z *to;
	const int *site;
	int numbers;

	LQCD_GPU_FN void operator()(int i, double *) const
	{
		const int s = lqcd_gpu_constant(site + i / numbers);
		if (s >= 0) to[i] = from[(size_t)s * (size_t)numbers + (size_t)(i % numbers)];
	}

	LQCD_GPU_FN void operator()(size_t i, ptrdiff_t, char *word) const
	{
		const int n = (int)i, s = lqcd_gpu_constant(site + n / numbers);
		const Z *z = from + (size_t)(s < 0 ? 0 : s) * (size_t)numbers + (size_t)(n % numbers);
		lqcd_gpu_read<bytes>(word, z, LQCD_GPU_PLAIN);
	}
};

/** So many bytes for each number in direction `only` alone, or, with -1, in all; in the others a few, since each message of
 *  device/halo.h has something in all cut directions. */
LQCD_STATIC lqcd_gpu_faces lqcd__coarse_faces(const lqcd__coarse_halo *h, size_t bytes, int only)
{
	const size_t least = 256;
	lqcd_gpu_faces f;
	f.all = 0;
	f.idle = 1;
	for (int d = 0; d < 8; d++) {
		const size_t needed = only < 0 || only == d ? (size_t)h->slot[d] * bytes : least;
		f.at[d] = f.all;
		f.bytes[d] = h->slot[d] ? needed : 0;
		f.all += f.bytes[d];
	}
	f.all = (f.all + least - 1) / least * least;
	return f;
}

template <class Z, class Inner>
static const Z *lqcd__coarse_exchange(lqcd_gpu_lattice *on, const lqcd__coarse_halo *h, const Z *from, int numbers, int part,
				      int only, const Inner &inner)
{
	const lqcd_gpu_faces f = lqcd__coarse_faces(h, (size_t)numbers * sizeof(Z), only);
	const size_t at = only < 0 ? 0 : f.at[only];
	const int *const face = h->face + part * h->all + (only < 0 ? 0 : h->first[only]);
	const int sites = only < 0 ? h->all : h->slot[only];
	char *const arrived = lqcd__gpu_exchange_by(
		on, &f,
		[&](lqcd_message *error) {
			const lqcd__coarse_packing<Z> pack = {from, (Z *)(void *)(on->halo.sent + at), face, numbers};
			const int all_words = only < 0 && lqcd__gpu_halo_signals(&on->halo, &f);
			if (!all_words) lqcd__gpu_for(on, sites * numbers, pack);
			if (on->status != LQCD_OK) return on->status;
			return all_words ? lqcd_gpu_halo_start_from(&on->halo, &f, pack, error)
					 : lqcd_gpu_halo_start(&on->halo, &f, error);
		},
		inner);
	return arrived ? (const Z *)(const void *)(arrived + at) : NULL;
}

#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
