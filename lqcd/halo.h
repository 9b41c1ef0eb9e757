/* lqcd/halo.h: the exchange of halos: what neighbouring processes have beyond the border, into the receive buffers of a
 * field, where lqcd_iup and lqcd_idn of boundary blocks find it (geometry.h says which block is where).
 *
 *   lqcd_halo h;
 *   s = lqcd_halo_create(&h, lqcd_spinor_field_view(&psi))      or of a gauge field; any tag, full, even or odd
 *   lqcd_halo_start(&h)               sends what the local blocks hold now
 *   lqcd_halo_complete(&h)            from here on the buffers hold it. In between local blocks may be read, not
 *                                     written, and buffers neither.
 *   lqcd_halo_destroy(&h)             when no exchange is under way
 *   s = lqcd_halo_exchange(view)      all of it, once
 *
 * A spinor field receives its neighbours x +- mu, a gauge field also the edges x + mu - nu. All calls are collective
 * over the processes of the lattice, in the same order everywhere; create returns the same status on all of them:
 * LQCD_ERR_MEMORY, LQCD_ERR_ARGUMENT for a lattice of several processes that cannot talk (without LQCD_MPI, or made by
 * lqcd_lattice_create_at). Requests are persistent: a halo that is kept costs no set-up in later exchanges. With one
 * process nothing happens.
 *
 * h.messages and h.bytes are what one exchange sends. Where the lane grid cuts a direction that the process grid cuts
 * too, a message has the outer lanes alone, and is packed; otherwise it is sent from where the blocks are. */
#ifndef LQCD_HALO_H
#define LQCD_HALO_H

#include "field.h"

enum { LQCD__BUFFERS = 2 * LQCD__SHIFTS };

typedef struct {
	lqcd_field_view field;
	int buffers, copies, messages;
	int64_t bytes;
	char *packed; /* messages of some lanes: those to send, then those to receive */
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

/** to[k * to_step] = from[k * from_step] for all words of a site; steps in words. */
LQCD_STATIC void lqcd__halo_lane(const lqcd_field_view *v, char *to, size_t to_step, const char *from, size_t from_step)
{
	const size_t word = lqcd__halo_word(v), words = lqcd__halo_words(v);
	for (size_t k = 0; k < words; k++) memcpy(to + k * to_step * word, from + k * from_step * word, word);
}

/** Packs (back = 0: the blocks that are sent to p) or unpacks (1: p to the blocks that receive) n lanes of buffer i. */
LQCD_STATIC void lqcd__halo_pack(const lqcd_field_view *v, int i, char *p, int n, const int *lane, int back)
{
	const lqcd_geometry *g = v->type;
	const size_t lanes = (size_t)g->lanes, word = lqcd__halo_word(v), site = lqcd__halo_words(v) * word;
	for (int k = 0; k < g->sbuf_len[i]; k++) {
		char *block = lqcd__halo_at(v, (back ? g->rbuf_start[i] : g->sbuf_start[i]) + k);
		for (int j = 0; j < n; j++, p += site) {
			if (back)
				lqcd__halo_lane(v, block + (size_t)lane[j] * word, lanes, p, 1);
			else
				lqcd__halo_lane(v, p, 1, block + (size_t)lane[j] * word, lanes);
		}
	}
}

/** The lanes of receive buffer i that are copies of blocks of this process. */
LQCD_STATIC void lqcd__halo_own(const lqcd_field_view *v, int i)
{
	const lqcd_geometry *g = v->type;
	const size_t lanes = (size_t)g->lanes, word = lqcd__halo_word(v);
	for (int k = 0; k < g->rbuf_len[i]; k++)
		for (int w = 0; w < g->lanes; w++) {
			int from = 0;
			const int ix = lqcd_buffer_own(g, i, k, w, &from);
			if (ix < 0) continue;
			lqcd__halo_lane(v, lqcd__halo_at(v, g->rbuf_start[i] + k) + (size_t)w * word, lanes,
					lqcd__halo_at(v, ix) + (size_t)from * word, lanes);
		}
}

/** Bytes of message i; *n lanes of each block. */
LQCD_STATIC size_t lqcd__halo_bytes(const lqcd_field_view *v, int i, int *n, int *sent, int *received)
{
	*n = lqcd_buffer_lanes(v->type, i, sent, received);
	return (size_t)v->type->sbuf_len[i] * (size_t)*n * lqcd__halo_words(v) * lqcd__halo_word(v);
}

LQCD_STATIC lqcd_status lqcd_halo_create(lqcd_halo *h, lqcd_field_view field)
{
	const lqcd_geometry *g = field.type;
	const int links = field.reals == 8 * LQCD_NC * LQCD_NC;
	memset(h, 0, sizeof *h);
	h->field = field;
	if (g->lattice->comm.size == 1) return LQCD_OK;
#ifdef LQCD_MPI
	const lqcd_comm *comm = &g->lattice->comm;
	int sent[LQCD_MAX_LANES], received[LQCD_MAX_LANES], n;
	size_t packed = 0, at = 0;
	if (comm->mpi == MPI_COMM_NULL) return LQCD_ERR_ARGUMENT;
	h->buffers = links ? g->nbuffers_gauge : g->nbuffers_spinor;
	h->copies = links ? g->ncopies_gauge : g->ncopies_spinor;
	for (int i = 0; i < h->buffers; i++) {
		const size_t bytes = lqcd__halo_bytes(&field, i, &n, sent, received);
		if (n < g->lanes) packed += bytes;
		h->bytes += (int64_t)bytes;
	}
	lqcd_status status = LQCD_OK;
	if (packed) {
		h->packed = (char *)lqcd_alloc(2 * packed);
		if (!h->packed) status = LQCD_ERR_MEMORY;
	}
	status = lqcd_comm_worst(comm, status);
	if (status != LQCD_OK) {
		lqcd_free(h->packed);
		h->packed = NULL;
		h->buffers = h->copies = 0;
		h->bytes = 0;
		return status;
	}
	for (int i = 0; i < h->buffers; i++) {
		const size_t bytes = lqcd__halo_bytes(&field, i, &n, sent, received);
		char *out = lqcd__halo_at(&field, g->sbuf_start[i]), *in = lqcd__halo_at(&field, g->rbuf_start[i]);
		if (bytes == 0) continue;
		if (n < g->lanes) {
			out = h->packed + at;
			in = out + packed;
			at += bytes;
		}
		/* Whole words, so that their number fits an int for any lattice of geometry.h. */
		const int words = (int)(bytes / sizeof(float));
		MPI_Send_init(out, words, MPI_FLOAT, g->sbuf_to_proc[i], i, comm->mpi, &h->request[h->messages]);
		MPI_Recv_init(in, words, MPI_FLOAT, g->rbuf_from_proc[i], i, comm->mpi,
			      &h->request[LQCD__BUFFERS + h->messages]);
		h->messages++;
	}
	return LQCD_OK;
#else
	(void)links;
	return LQCD_ERR_ARGUMENT;
#endif
}

LQCD_STATIC void lqcd_halo_start(lqcd_halo *h)
{
	const lqcd_field_view *v = &h->field;
	const lqcd_geometry *g = v->type;
	char *p = h->packed;
	for (int k = 0; k < h->copies; k++)
		memcpy(lqcd__halo_at(v, g->copy_to[k]), lqcd__halo_at(v, g->copy_from[k]),
		       (size_t)(lqcd__halo_at(v, g->copy_len[k]) - lqcd__halo_at(v, 0)));
	for (int i = 0; i < h->buffers; i++) {
		int sent[LQCD_MAX_LANES], received[LQCD_MAX_LANES], n;
		const size_t bytes = lqcd__halo_bytes(v, i, &n, sent, received);
		if (n == g->lanes) continue;
		lqcd__halo_pack(v, i, p, n, sent, 0);
		p += bytes;
	}
#ifdef LQCD_MPI
	if (h->messages) {
		MPI_Startall(h->messages, h->request + LQCD__BUFFERS);
		MPI_Startall(h->messages, h->request);
	}
#endif
}

LQCD_STATIC void lqcd_halo_complete(lqcd_halo *h)
{
	const lqcd_field_view *v = &h->field;
	size_t packed = 0;
#ifdef LQCD_MPI
	if (h->messages) {
		MPI_Waitall(h->messages, h->request + LQCD__BUFFERS, MPI_STATUSES_IGNORE);
		MPI_Waitall(h->messages, h->request, MPI_STATUSES_IGNORE);
	}
#endif
	int sent[LQCD_MAX_LANES], received[LQCD_MAX_LANES], n;
	for (int i = 0; i < h->buffers; i++) {
		const size_t bytes = lqcd__halo_bytes(v, i, &n, sent, received);
		if (n < v->type->lanes) packed += bytes;
	}
	const char *p = h->packed + packed;
	for (int i = 0; i < h->buffers; i++) {
		const size_t bytes = lqcd__halo_bytes(v, i, &n, sent, received);
		if (n == v->type->lanes) continue;
		lqcd__halo_pack(v, i, (char *)(uintptr_t)p, n, received, 1);
		lqcd__halo_own(v, i);
		p += bytes;
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

LQCD_STATIC lqcd_status lqcd_halo_exchange(lqcd_field_view field)
{
	lqcd_halo h;
	const lqcd_status status = lqcd_halo_create(&h, field);
	if (status != LQCD_OK) return status;
	lqcd_halo_start(&h);
	lqcd_halo_complete(&h);
	lqcd_halo_destroy(&h);
	return LQCD_OK;
}

#endif
