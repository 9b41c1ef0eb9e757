/* lqcd/halo.h: the exchange of halos: what neighbouring processes have beyond the border, into the receive buffers of a
 * field, where lqcd_iup and lqcd_idn of boundary blocks find it (geometry.h says which block is where).
 *
 *   lqcd_halo h;
 *   s = lqcd_halo_create(&h, lqcd_spinor_field_view(&psi))      or of a gauge field; any tag, full, even or odd
 *   s = lqcd_halo_create_part(&h, view, parity, first, reals)   of a full field only the blocks of a parity
 *                                     (LQCD_FULL: both), and of their numbers `reals` from `first` on: of a gauge field
 *                                     18 mu and 18 for U_mu. Not of 16 bits, but as a whole (0, view.reals).
 *   lqcd_halo_start(&h)               sends what the local blocks hold now
 *   lqcd_halo_complete(&h)            from here on the buffers hold it. In between local blocks may be read, not
 *                                     written, and buffers neither.
 *   lqcd_halo_destroy(&h)             when no exchange is under way
 *   s = lqcd_halo_exchange(view)      all of it, once
 *
 *   s = lqcd_halo_exchange_leaves(view)   of a gauge field, with the edges x - mu - nu
 *
 * A spinor field receives its neighbours x +- mu, a gauge field also the edges x + mu - nu. All calls are collective
 * over the processes of the lattice, in the same order everywhere; create returns the same status on all of them:
 * LQCD_ERR_MEMORY, LQCD_ERR_ARGUMENT for a lattice of several processes that cannot talk (without LQCD_MPI, or made by
 * lqcd_lattice_create_at). Requests are persistent: a halo that is kept costs no set-up in later exchanges. With one
 * process nothing happens.
 *
 * h.messages and h.bytes are what one exchange sends; the comm of the lattice counts all. Parts of blocks are packed, and
 * so are some lanes of a block: where the lane grid cuts a direction that the process grid cuts too, a message has the
 * outer lanes alone. Otherwise it is sent from where the blocks are. */
#ifndef LQCD_HALO_H
#define LQCD_HALO_H

#include "buffers.h"
#include "field.h"

enum { LQCD__BUFFERS = 2 * LQCD__SHIFTS };

typedef struct {
	lqcd_field_view field;
	int word, words; /* the first of a block's, and how many of them are sent */
	int buffers, copies, messages;
	int first_buffer, step; /* of those that are exchanged */
	int64_t bytes;
	char *packed; /* messages that are not sent from where they are: those to send, then those to receive */
#ifdef LQCD_MPI
	MPI_Request request[2 * LQCD__BUFFERS]; /* sends, then receipts, of buffers that are not empty */
#endif
} lqcd_halo;

/** Bytes of a word (of a lane), and words of a site. */
static inline size_t lqcd__halo_word(const lqcd_field_view *v)
{
	return v->is_double == LQCD__DOUBLE ? sizeof(double) : sizeof(float);
}

static inline size_t lqcd__halo_words(const lqcd_field_view *v)
{
	return v->is_double == LQCD__INT16 ? (size_t)v->reals / 2 + 1 : (size_t)v->reals;
}

/** Where index ix begins. */
LQCD_STATIC char *lqcd__halo_at(const lqcd_field_view *v, int ix)
{
	const size_t block = lqcd__halo_words(v) * (size_t)v->type->lanes * lqcd__halo_word(v);
	return (char *)v->data + (size_t)(ix - v->type->master_shift) * block;
}

/** to[k * to_step] = from[k * from_step] for the words that are sent; steps in words. */
LQCD_STATIC void lqcd__halo_lane(const lqcd_halo *h, char *to, size_t to_step, const char *from, size_t from_step)
{
	const size_t word = lqcd__halo_word(&h->field);
	for (size_t k = 0; k < (size_t)h->words; k++) memcpy(to + k * to_step * word, from + k * from_step * word, word);
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

/* Message i, if it is one of the part: its bytes, and the lanes of each block. */
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

/** The same, with the edges of leaves or without. */
LQCD_STATIC lqcd_status lqcd__halo_create(lqcd_halo *h, lqcd_field_view field, lqcd_parity parity, int first, int reals,
					  int leaves)
{
	const lqcd_geometry *g = field.type;
	const lqcd_comm *comm = &g->lattice->comm;
	memset(h, 0, sizeof *h);
	h->field = field;
	h->step = 1;
	if (first < 0 || reals < 1 || reals > field.reals - first ||
	    (field.is_double == LQCD__INT16 && reals < field.reals) || (parity && g->parity))
		return LQCD_ERR_ARGUMENT;
	if (comm->size == 1) return LQCD_OK;
#ifdef LQCD_MPI
	const int links = field.reals == 8 * LQCD_NC * LQCD_NC;
	size_t packed = 0, at = 0;
	if (comm->mpi == MPI_COMM_NULL) return LQCD_ERR_ARGUMENT;
	h->word = first;
	h->words = reals < field.reals ? reals : (int)lqcd__halo_words(&field);
	/* Of a full geometry buffers of even and odd blocks take turns. */
	h->first_buffer = parity == LQCD_ODD;
	h->step = parity == LQCD_FULL ? 1 : 2;
	h->buffers = leaves ? g->nbuffers_leaf : links ? g->nbuffers_gauge : g->nbuffers_spinor;
	if (reals == field.reals) h->copies = leaves ? g->ncopies_leaf : links ? g->ncopies_gauge : g->ncopies_spinor;
	LQCD__EACH_BUFFER(h, i)
	{
		const lqcd__halo_message m = lqcd__halo_about(h, i);
		if (m.packed) packed += m.bytes;
		h->bytes += (int64_t)m.bytes;
	}
	h->packed = (char *)lqcd_comm_alloc(comm, 2 * packed + 1);
	if (!h->packed) {
		h->buffers = h->copies = 0;
		h->bytes = 0;
		return LQCD_ERR_MEMORY;
	}
	LQCD__EACH_BUFFER(h, i)
	{
		const lqcd__halo_message m = lqcd__halo_about(h, i);
		char *out = lqcd__halo_at(&field, g->sbuf_start[i]), *in = lqcd__halo_at(&field, g->rbuf_start[i]);
		if (m.bytes == 0) continue;
		if (m.packed) {
			out = h->packed + at;
			in = out + packed;
			at += m.bytes;
		}
		/* Whole words, so that their number fits an int for any lattice of geometry.h. */
		const int words = (int)(m.bytes / sizeof(float));
		MPI_Send_init(out, words, MPI_FLOAT, g->sbuf_to_proc[i], i, comm->mpi, &h->request[h->messages]);
		MPI_Recv_init(in, words, MPI_FLOAT, g->rbuf_from_proc[i], i, comm->mpi,
			      &h->request[LQCD__BUFFERS + h->messages]);
		h->messages++;
	}
	return LQCD_OK;
#else
	(void)leaves;
	return LQCD_ERR_ARGUMENT;
#endif
}

LQCD_STATIC lqcd_status lqcd_halo_create_part(lqcd_halo *h, lqcd_field_view field, lqcd_parity parity, int first,
					      int reals)
{
	return lqcd__halo_create(h, field, parity, first, reals, 0);
}

LQCD_STATIC lqcd_status lqcd_halo_create(lqcd_halo *h, lqcd_field_view field)
{
	return lqcd__halo_create(h, field, LQCD_FULL, 0, field.reals, 0);
}

LQCD_STATIC void lqcd_halo_start(lqcd_halo *h)
{
	const lqcd_field_view *v = &h->field;
	const lqcd_geometry *g = v->type;
	lqcd_comm *comm = &g->lattice->comm;
	char *p = h->packed;
	for (int k = 0; k < h->copies; k++)
		memcpy(lqcd__halo_at(v, g->copy_to[k]), lqcd__halo_at(v, g->copy_from[k]),
		       (size_t)(lqcd__halo_at(v, g->copy_len[k]) - lqcd__halo_at(v, 0)));
	LQCD__EACH_BUFFER(h, i)
	{
		const lqcd__halo_message m = lqcd__halo_about(h, i);
		if (!m.packed) continue;
		lqcd__halo_pack(h, i, p, m.lanes, m.sent, 0);
		p += m.bytes;
	}
	comm->messages += h->messages;
	comm->bytes += h->bytes;
#ifdef LQCD_MPI
	if (h->messages) {
		MPI_Startall(h->messages, h->request + LQCD__BUFFERS);
		MPI_Startall(h->messages, h->request);
	}
#endif
}

LQCD_STATIC void lqcd_halo_complete(lqcd_halo *h)
{
	size_t packed = 0;
#ifdef LQCD_MPI
	if (h->messages) {
		MPI_Waitall(h->messages, h->request + LQCD__BUFFERS, MPI_STATUSES_IGNORE);
		MPI_Waitall(h->messages, h->request, MPI_STATUSES_IGNORE);
	}
#endif
	LQCD__EACH_BUFFER(h, i)
	{
		const lqcd__halo_message m = lqcd__halo_about(h, i);
		if (m.packed) packed += m.bytes;
	}
	char *p = packed ? h->packed + packed : h->packed;
	LQCD__EACH_BUFFER(h, i)
	{
		const lqcd__halo_message m = lqcd__halo_about(h, i);
		if (!m.packed) continue;
		lqcd__halo_pack(h, i, p, m.lanes, m.received, 1);
		lqcd__halo_own(h, i);
		p += m.bytes;
	}
}

LQCD_STATIC void lqcd_halo_destroy(lqcd_halo *h)
{
#ifdef LQCD_MPI
	for (int k = 0; k < h->messages; k++) {
		MPI_Request_free(&h->request[k]);
		MPI_Request_free(&h->request[LQCD__BUFFERS + k]);
	}
#endif
	lqcd_free(h->packed);
	memset(h, 0, sizeof *h);
}

LQCD_STATIC lqcd_status lqcd__halo_exchange(lqcd_field_view field, int leaves)
{
	lqcd_halo h;
	const lqcd_status status = lqcd__halo_create(&h, field, LQCD_FULL, 0, field.reals, leaves);
	if (status != LQCD_OK) return status;
	lqcd_halo_start(&h);
	lqcd_halo_complete(&h);
	lqcd_halo_destroy(&h);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_halo_exchange(lqcd_field_view field)
{
	return lqcd__halo_exchange(field, 0);
}

LQCD_STATIC lqcd_status lqcd_halo_exchange_leaves(lqcd_field_view field)
{
	return lqcd__halo_exchange(field, 1);
}

#endif
