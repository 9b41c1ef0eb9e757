/* lqcd/field/halo.h: the exchange of halos: copies the blocks that neighbouring processes have next to the border into the
 * receive buffers of a field, where lqcd_iup and lqcd_idn of boundary blocks lead (geometry.h has their places).
 *
 *   lqcd_halo h;
 *   s = lqcd_halo_create(&h, lqcd_spinor_field_view(&psi))      or of a gauge field; any tag, full, even or odd
 *   s = lqcd_halo_create_part(&h, view, parity, first, reals)   only the blocks of one parity of a full field
 *                                     (LQCD_FULL: both), and `reals` of their numbers from `first` on: 18 mu and 18 for
 *                                     U_mu of a gauge field. Fields of 16 bits only as a whole (0, view.reals).
 *   lqcd_halo_start(&h)               sends what the local blocks hold now
 *   lqcd_halo_complete(&h)            from here on the buffers hold it. Between the two, local blocks may be read but not
 *                                     written, and buffers neither read nor written.
 *   lqcd_halo_destroy(&h)             when no exchange is under way
 *   s = lqcd_halo_exchange(view)      create, start, complete and destroy
 *   s = lqcd_halo_exchange_leaves(view)   the same for a gauge field, with the edges x - mu - nu
 *
 * A spinor field receives its neighbours x +- mu, a gauge field also the edges x + mu - nu. All calls are collective
 * over the processes of the lattice, in the same order everywhere; create returns the same status on all of them:
 * LQCD_ERR_MEMORY, LQCD_ERR_ARGUMENT for a lattice of several processes that cannot talk (without LQCD_MPI, or made by
 * lqcd_lattice_create_at). Messages are prepared once (comm.h): later exchanges of the same halo need no set-up. With one
 * process nothing happens.
 *
 * One exchange sends h.messages messages of h.bytes in all; the comm of the lattice counts those of all halos. Parts of
 * blocks are packed, and so are single lanes: where both the lane grid and the process grid cut a direction, a message
 * has only the outer lanes. Other messages are sent from where the blocks are.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HALO_H
#define LQCD_HALO_H

#include "../lattice/buffers.h"
#include "field.h"

/* Compiles if each buffer of a full geometry can be a message. */
enum { LQCD__HALO_FITS = 1 / (2 * LQCD__SHIFTS <= LQCD_COMM_FACES) };

typedef struct {
	lqcd_field_view field;
	int word, words; /* the first of a block's, and how many of them are sent */
	int buffers, copies, messages;
	int first_buffer, step; /* of those that are exchanged */
	int64_t bytes;
	char *packed; /* messages that are not sent from where they are: those to send, then those to receive */
	lqcd_comm_faces faces;
} lqcd_halo;

/** Bytes of a word (of a lane), and words of a site. */
static inline size_t lqcd__halo_word(const lqcd_field_view *v)
{
	return v->precision == LQCD__DOUBLE ? sizeof(double) : sizeof(float);
}

static inline size_t lqcd__halo_words(const lqcd_field_view *v)
{
	return v->precision == LQCD__INT16 ? (size_t)v->reals / 2 + 1 : (size_t)v->reals;
}

/** The address of index ix. */
LQCD_STATIC char *lqcd__halo_at(const lqcd_field_view *v, int ix)
{
	const size_t block = lqcd__halo_words(v) * (size_t)v->type->lanes * lqcd__halo_word(v);
	return (char *)v->data + (size_t)(ix - v->type->master_shift) * block;
}

/** to[k * to_step] = from[k * from_step] for the words that are sent; steps in words. */
LQCD_STATIC void lqcd__halo_lane(const lqcd_halo *h, char *to, size_t to_step, const char *from, size_t from_step)
{
	const size_t word = lqcd__halo_word(&h->field);
	for (size_t k = 0; k < (size_t)h->words; k++)
		memcpy(to + k * to_step * word, from + k * from_step * word, word);
}

/** Lane w of index ix, from the first word that is sent. */
LQCD_STATIC char *lqcd__halo_lane_at(const lqcd_halo *h, int ix, int w)
{
	const lqcd_field_view *v = &h->field;
	const size_t at = (size_t)h->word * (size_t)v->type->lanes + (size_t)w;
	return lqcd__halo_at(v, ix) + at * lqcd__halo_word(v);
}

/** Packs (back = 0: the blocks that are sent to p) or unpacks (1: p to the blocks that receive) n lanes of buffer i. */
LQCD_STATIC void lqcd__halo_pack(const lqcd_halo *h, int i, char *p, int n, const int *lane, int back)
{
	const lqcd_geometry *g = h->field.type;
	const size_t lanes = (size_t)g->lanes, site = (size_t)h->words * lqcd__halo_word(&h->field);
	for (int k = 0; k < g->sbuf_len[i]; k++) {
		const int ix = back ? g->rbuf_start[i] + k : lqcd_buffer_source(g, i, k);
		for (int j = 0; j < n; j++, p += site) {
			char *block = lqcd__halo_lane_at(h, ix, lane[j]);
			if (back)
				lqcd__halo_lane(h, block, lanes, p, 1);
			else
				lqcd__halo_lane(h, p, 1, block, lanes);
		}
	}
}

/** The lanes of receive buffer i that are copies of blocks of this process. */
LQCD_STATIC void lqcd__halo_own(const lqcd_halo *h, int i)
{
	const lqcd_geometry *g = h->field.type;
	const size_t lanes = (size_t)g->lanes;
	for (int k = 0; k < g->rbuf_len[i]; k++)
		for (int w = 0; w < g->lanes; w++) {
			int from = 0;
			const int ix = lqcd_buffer_own(g, i, k, w, &from);
			if (ix < 0) continue;
			lqcd__halo_lane(h, lqcd__halo_lane_at(h, g->rbuf_start[i] + k, w), lanes,
					lqcd__halo_lane_at(h, ix, from), lanes);
		}
}

/* Message i: its bytes, and the lanes of each block that it carries. */
typedef struct {
	size_t bytes;
	int packed, lanes, sent[LQCD_MAX_LANES], received[LQCD_MAX_LANES];
} lqcd__halo_message;

LQCD_STATIC lqcd__halo_message lqcd__halo_about(const lqcd_halo *h, int i)
{
	const lqcd_field_view *v = &h->field;
	lqcd__halo_message m;
	m.lanes = lqcd_buffer_lanes(v->type, i, m.sent, m.received);
	m.packed = m.lanes < v->type->lanes || (size_t)h->words < lqcd__halo_words(v);
	m.bytes = (size_t)v->type->sbuf_len[i] * (size_t)m.lanes * (size_t)h->words * lqcd__halo_word(v);
	return m;
}

#define LQCD__EACH_BUFFER(h, i) for (int i = (h)->first_buffer; i < (h)->buffers; i += (h)->step)

/** Bytes of the messages that are packed. */
LQCD_STATIC size_t lqcd__halo_packed(const lqcd_halo *h)
{
	size_t bytes = 0;
	LQCD__EACH_BUFFER(h, i)
	{
		const lqcd__halo_message m = lqcd__halo_about(h, i);
		if (m.packed) bytes += m.bytes;
	}
	return bytes;
}

/** Packs or unpacks all of them at p. */
LQCD_STATIC void lqcd__halo_pack_all(const lqcd_halo *h, char *p, int back)
{
	LQCD__EACH_BUFFER(h, i)
	{
		const lqcd__halo_message m = lqcd__halo_about(h, i);
		if (!m.packed) continue;
		lqcd__halo_pack(h, i, p, m.lanes, back ? m.received : m.sent, back);
		if (back) lqcd__halo_own(h, i);
		p += m.bytes;
	}
}

/** Prepares the messages that are received (send = 0), or sent; packed: bytes of those that are packed. */
LQCD_STATIC void lqcd__halo_prepare(lqcd_halo *h, size_t packed, int send)
{
	const lqcd_geometry *g = h->field.type;
	char *p = h->packed + (send ? 0 : packed);
	LQCD__EACH_BUFFER(h, i)
	{
		const lqcd__halo_message m = lqcd__halo_about(h, i);
		char *at = lqcd__halo_at(&h->field, send ? g->sbuf_start[i] : g->rbuf_start[i]);
		if (m.bytes == 0) continue;
		if (m.packed) {
			at = p;
			p += m.bytes;
		}
		if (send)
			lqcd_comm_faces_prepare_send(&h->faces, g->sbuf_to_proc[i], i, at, m.bytes);
		else
			lqcd_comm_faces_prepare_receive(&h->faces, g->rbuf_from_proc[i], i, at, m.bytes);
	}
}

/* What a halo has beside faces: nothing; the edges of links, in fields with as many reals; those of leaves. */
enum { LQCD__HALO_FACES = -1, LQCD__HALO_EDGES, LQCD__HALO_LEAVES };

/** Creates a halo with the edges that `edges` says. */
LQCD_STATIC lqcd_status lqcd__halo_create(lqcd_halo *h, lqcd_field_view field, lqcd_parity parity, int first, int reals,
					  int edges)
{
	const lqcd_geometry *g = field.type;
	if (h) memset(h, 0, sizeof *h);
	if (!h || !field.data || !g) return LQCD_ERR_ARGUMENT;
	lqcd_comm *comm = &g->lattice->comm;
	lqcd_comm_faces_begin(&h->faces, comm);
	h->field = field;
	h->step = 1;
	if ((unsigned)parity > LQCD_ODD || first < 0 || reals < 1 || reals > field.reals - first ||
	    (field.precision == LQCD__INT16 && reals < field.reals) || (parity && g->parity))
		return LQCD_ERR_ARGUMENT;
	if (comm->size == 1) return LQCD_OK;
	if (lqcd__comm_alone(comm)) return LQCD_ERR_ARGUMENT;
	const int leaves = edges == LQCD__HALO_LEAVES;
	const int links = edges >= LQCD__HALO_EDGES && lqcd__links_view(field);
	h->word = first;
	h->words = reals < field.reals ? reals : (int)lqcd__halo_words(&field);
	/* In a full geometry buffers of even and odd blocks alternate. */
	h->first_buffer = parity == LQCD_ODD;
	h->step = parity == LQCD_FULL ? 1 : 2;
	h->buffers = leaves ? g->nbuffers_leaf : links ? g->nbuffers_gauge : g->nbuffers_spinor;
	if (reals == field.reals) h->copies = leaves ? g->ncopies_leaf : links ? g->ncopies_gauge : g->ncopies_spinor;
	const size_t packed = lqcd__halo_packed(h);
	h->packed = (char *)lqcd_comm_alloc(comm, 2 * packed + 1);
	if (!h->packed) {
		h->buffers = h->copies = 0;
		return LQCD_ERR_MEMORY;
	}
	lqcd__halo_prepare(h, packed, 0);
	lqcd__halo_prepare(h, packed, 1);
	h->messages = (int)h->faces.messages;
	h->bytes = h->faces.bytes;
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_halo_create_part(lqcd_halo *h, lqcd_field_view field, lqcd_parity parity, int first,
					      int reals)
{
	return lqcd__halo_create(h, field, parity, first, reals, LQCD__HALO_EDGES);
}

LQCD_STATIC lqcd_status lqcd_halo_create(lqcd_halo *h, lqcd_field_view field)
{
	return lqcd__halo_create(h, field, LQCD_FULL, 0, field.reals, LQCD__HALO_EDGES);
}

LQCD_STATIC void lqcd_halo_start(lqcd_halo *h)
{
	const lqcd_field_view *v = &h->field;
	const lqcd_geometry *g = v->type;
	for (int k = 0; k < h->copies; k++)
		memcpy(lqcd__halo_at(v, g->copy_to[k]), lqcd__halo_at(v, g->copy_from[k]),
		       (size_t)(lqcd__halo_at(v, g->copy_len[k]) - lqcd__halo_at(v, 0)));
	lqcd__halo_pack_all(h, h->packed, 0);
	lqcd_comm_faces_start(&h->faces);
}

LQCD_STATIC void lqcd_halo_complete(lqcd_halo *h)
{
	lqcd_comm_faces_wait(&h->faces);
	const size_t packed = lqcd__halo_packed(h);
	lqcd__halo_pack_all(h, packed ? h->packed + packed : h->packed, 1);
}

LQCD_STATIC void lqcd_halo_destroy(lqcd_halo *h)
{
	lqcd_comm_faces_free(&h->faces);
	lqcd_free(h->packed);
	memset(h, 0, sizeof *h);
}

LQCD_STATIC lqcd_status lqcd__halo_exchange(lqcd_field_view field, int edges)
{
	lqcd_halo h;
	const lqcd_status status = lqcd__halo_create(&h, field, LQCD_FULL, 0, field.reals, edges);
	if (status != LQCD_OK) return status;
	lqcd_halo_start(&h);
	lqcd_halo_complete(&h);
	lqcd_halo_destroy(&h);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_halo_exchange(lqcd_field_view field)
{
	return lqcd__halo_exchange(field, LQCD__HALO_EDGES);
}

/** Checks a full field (lqcd__view_check) and exchanges its halo. */
LQCD_STATIC lqcd_status lqcd__halo_ready(lqcd_field_view field, const lqcd_lattice *on)
{
	const lqcd_status s = lqcd__view_check(field, 0, on);
	return s == LQCD_OK ? lqcd_halo_exchange(field) : s;
}

LQCD_STATIC lqcd_status lqcd_halo_exchange_leaves(lqcd_field_view field)
{
	return lqcd__halo_exchange(field, LQCD__HALO_LEAVES);
}

#endif
