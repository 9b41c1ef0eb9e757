/* lqcd/device/halo.h: half-spinors of the sites at borders, or their links and spinors (device/neighbours.h), sent between the
 * devices of several processes. C++ (nvcc). All functions but those of sites are collective.
 *
 *   lqcd_gpu_open_for(&gpu, &comm, why)           the device of this process: by its number among those of its machine,
 *                                                 modulo the devices; the status agrees on all
 *   lqcd_gpu_halo_create(&h, gpu, &lattice, why)  a second stream; nothing where one process has the lattice
 *   lqcd_gpu_halo_destroy(&h)
 *   lqcd_gpu_halo_reserve(&h, &faces, why)        memory for the faces; the status agrees on all
 *   lqcd_gpu_halo_start(&h, &faces, why)          sends the faces, after a launch that packs them at h.sent
 *   lqcd_gpu_halo_start_from(&h, &faces, source, why)    where lqcd__gpu_halo_signals(&h, &faces), without such a launch: the
 *                                                 faces are the words of a source (device/signals.h)
 *   lqcd_gpu_halo_complete(&h, &faces, s, why)    those of the neighbours are at h.arrived for later launches; gpu may be given
 *                                                 work before. Call it after an error s, too, so that no process waits for
 *                                                 ever: it returns s
 *
 * Face k has the half-spinors for the hop to x + mu (k = 2 mu) or x - mu (2 mu + 1), of the sites of one parity behind that
 * border, in the order of their numbers, as items of device/layout.h, from faces.at[k] on, in whole blocks of 32; the data of
 * face k come from the opposite border of the sender. `cut` has bit mu where the process grid cuts mu.
 *
 * Routes, h.route: create chooses the first that is possible on all processes, from the one that LQCD_GPU_ROUTE in the
 * environment names on (signals, peers, mpi, host). It may be changed before the first hop, on all. Copies are in the second stream.
 *   LQCD_GPU_SIGNALS  one machine, a device for each process: messages of at most LQCD_GPU_SIGNAL_BYTES (524288), of eight times
 *                     as many where nothing is done meanwhile, are copied by a kernel in the stream of gpu, which signals their
 *                     arrival to the neighbours' kernels (device/signals.h): the hosts wait for nothing. Others: as peers
 *   LQCD_GPU_PEERS    one machine: faces are copied into two halves of the neighbours' memory alternately, and a message
 *                     publishes them. A neighbour that has published face n has finished reading my face n - 2: there is a
 *                     face, of any length, for every cut direction each time
 *   LQCD_GPU_MPI      messages from and to memory of devices: see lqcd_comm_takes_devices (comm.h)
 *   LQCD_GPU_HOST     by way of pinned memory of the host
 *
 *   lqcd_gpu_face_number(&box, mu, t, x, y, zh)   the place in its faces +-mu of a site at or behind such a border
 *   lqcd_gpu_face_site(&box, mu, upper, odd, n)   the number of the site at place n of a border of this process
 *   lqcd_gpu_border_of(&lattice, cut, deep)       the sites of a parity that are less than `deep` (odd) from a border, each
 *   lqcd_gpu_border_coords(&b, deep, odd, n, c)   once: n < b.first[4]; c: t, x, y, z/2
 *   lqcd_gpu_border_has(&b, deep, t, x, y, z)     whether a site is one of them
 * SPDX-License-Identifier: MIT */

#ifndef LQCD_GPU_HALO_H
#define LQCD_GPU_HALO_H

#include "../lattice/geometry.h"
#include "layout.h"
#include "signals.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

LQCD_STATIC lqcd_status lqcd_gpu_open_for(lqcd_gpu *gpu, const lqcd_comm *comm, lqcd_message *why)
{
	int processes;
	const int n = lqcd_gpu_count(), here = lqcd_comm_local_rank(comm, &processes);
	lqcd_status s = lqcd_gpu_open(gpu, n ? here % n : 0, why);
	const lqcd_status all = lqcd_comm_agree(comm, s, 0, why);
	if (s == LQCD_OK && all != LQCD_OK) lqcd_gpu_close(gpu);
	return all;
}

/* ---- sites at borders ------------------------------------------------------------------------------------------ */

/** n = ((c0 e1 + c1) e2 + c2) e3 + c3 */
LQCD_FN void lqcd__gpu_digits(int n, const int e[4], int c[4])
{
	LQCD_UNROLL(4)
	for (int nu = 3; nu >= 0; nu--) {
		c[nu] = n % e[nu];
		n /= e[nu];
	}
}

/* In Z every second site of a plane has the parity: one of y and y + 1. */
LQCD_FN int lqcd_gpu_face_number(const lqcd_gpu_box *b, int mu, int t, int x, int y, int zh)
{
	if (mu == 3) return ((t * b->X + x) * b->Y + y) / 2;
	return mu == 0 ? (x * b->Y + y) * b->Zh + zh : ((mu == 1 ? t * b->Y + y : t * b->X + x)) * b->Zh + zh;
}

/* mu, upper: constant. */
LQCD_FN int lqcd_gpu_face_site(const lqcd_gpu_box *b, int mu, int upper, int odd, int n)
{
	const int full[4] = {b->T, b->X, b->Y, b->Zh};
	int e[4], c[4];
	LQCD_UNROLL(4)
	for (int nu = 0; nu < 4; nu++) e[nu] = nu == mu ? 1 : nu == 2 && mu == 3 ? b->Y / 2 : full[nu];
	lqcd__gpu_digits(n, e, c);
	if (mu == 3) c[2] = 2 * c[2] + ((c[0] + c[1] + upper + odd) & 1);
	if (upper) c[mu] = full[mu] - 1;
	return ((c[0] * b->X + c[1]) * b->Y + c[2]) * b->Zh + c[3];
}

typedef struct {
	lqcd_gpu_box box;
	int cut, first[5]; /* first[mu]: the first site at a border in mu that is at none in the directions before mu */
} lqcd_gpu_border;

/** The extents of the set of sites that begins at first[mu]: in mu, its two borders. Of 2 deep sites in a row of Z every
 * second one has the parity. */
LQCD_FN void lqcd__gpu_border_extents(const lqcd_gpu_border *b, int deep, int mu, int e[4])
{
	const int full[4] = {b->box.T, b->box.X, b->box.Y, b->box.Zh};
	LQCD_UNROLL(4)
	for (int nu = 0; nu < 4; nu++) {
		const int both = nu == 3 ? deep : 2 * deep, here = both < full[nu] ? both : full[nu];
		e[nu] = nu == mu ? here : full[nu] - (nu < mu && (b->cut >> nu & 1) ? here : 0);
	}
}

LQCD_STATIC lqcd_gpu_border lqcd_gpu_border_of(const lqcd_lattice *lat, int cut, int deep)
{
	lqcd_gpu_border b;
	b.box = lqcd_gpu_box_of(lat);
	b.cut = cut;
	b.first[0] = 0;
	for (int mu = 0; mu < 4; mu++) {
		int e[4];
		lqcd__gpu_border_extents(&b, deep, mu, e);
		b.first[mu + 1] = b.first[mu] + (cut >> mu & 1 ? e[0] * e[1] * e[2] * e[3] : 0);
	}
	return b;
}

/* deep: constant. */
LQCD_FN void lqcd_gpu_border_coords(const lqcd_gpu_border *b, int deep, int odd, int n, int c[4])
{
	const int full[4] = {b->box.T, b->box.X, b->box.Y, b->box.Zh};
	const int mu = n < b->first[1] ? 0 : n < b->first[2] ? 1 : n < b->first[3] ? 2 : 3;
	const int start = mu == 0 ? 0 : mu == 1 ? b->first[1] : mu == 2 ? b->first[2] : b->first[3];
	int e[4];
	lqcd__gpu_border_extents(b, deep, mu, e);
	lqcd__gpu_digits(n - start, e, c);
	LQCD_UNROLL(4)
	for (int nu = 0; nu < 4; nu++) {
		if (nu < mu && (b->cut >> nu & 1)) c[nu] += deep;
		if (nu == mu && nu < 3 && c[nu] >= deep) c[nu] += full[nu] - e[nu];
		if (nu == 3 && mu == 3) {
			/* The rows from Z - deep, which is odd, on to deep - 1 of the next Z. */
			const int z = 2 * full[3] - deep + 2 * c[3] + ((c[0] + c[1] + c[2] + odd + 1) & 1);
			c[3] = z / 2 < full[3] ? z / 2 : z / 2 - full[3];
		}
	}
}

LQCD_FN int lqcd_gpu_border_has(const lqcd_gpu_border *b, int deep, int t, int x, int y, int z)
{
	return ((b->cut & 1) && (t < deep || t >= b->box.T - deep)) || ((b->cut & 2) && (x < deep || x >= b->box.X - deep)) ||
	       ((b->cut & 4) && (y < deep || y >= b->box.Y - deep)) ||
	       ((b->cut & 8) && (z < deep || z >= 2 * b->box.Zh - deep));
}

/* ---- messages -------------------------------------------------------------------------------------------------- */

/* The place of face k in a buffer, and its bytes: 0 if there is none. */
typedef struct {
	size_t at[8], bytes[8], all;
	int idle; /* 1: the kernels of gpu have nothing else to do while they are under way */
} lqcd_gpu_faces;

typedef enum { LQCD_GPU_SIGNALS, LQCD_GPU_PEERS, LQCD_GPU_MPI, LQCD_GPU_HOST, LQCD_GPU_ROUTES } lqcd_gpu_route;

typedef struct {
	int cut;
	lqcd_gpu_route route;
	const lqcd_gpu *gpu;
	lqcd_gpu other; /* the second stream */
	lqcd_lattice *lattice;
	size_t room;                     /* bytes for all faces */
	char *sent, *received, *arrived; /* on the device; peers receive in two such rooms, alternately */
	char *staged;                    /* on the host: faces to send, and from `room` on received ones */
	char *peer[8];                   /* where the process that gets face k receives */
	int turn, sending;               /* sending: a kernel has sent the faces of this turn */
	lqcd_comm_shared shared;         /* where kernels run on the host, the memory that peers reach */
	unsigned number;                 /* of the last message by a kernel */
	lqcd_comm_shared failed;         /* numbers of processes that have failed, 64 bytes apart, in memory of rank 0 */
	char *failed_there;              /* the same, for kernels */
} lqcd_gpu_halo;

/** Faces of rhs items of so many bytes to a site. */
LQCD_STATIC lqcd_gpu_faces lqcd_gpu_faces_of(const lqcd_lattice *lat, int cut, int rhs, size_t item)
{
	lqcd_gpu_faces f;
	f.all = 0;
	f.idle = 0;
	for (int k = 0; k < 8; k++) {
		const size_t sites = cut >> k / 2 & 1 ? lqcd_gpu_sites(lat) / (size_t)lat->local[k / 2] : 0;
		f.at[k] = f.all;
		f.bytes[k] = lqcd_gpu_bytes(sites * (size_t)rhs, item);
		f.all += f.bytes[k];
	}
	return f;
}

/** The process that face k goes to (from = 0), or comes from. */
LQCD_STATIC int lqcd__gpu_halo_rank(const lqcd_gpu_halo *h, int k, int from)
{
	const lqcd_lattice *lat = h->lattice;
	int x[4];
	memcpy(x, lat->comm.coord, sizeof x);
	x[k / 2] += k % 2 == from ? -1 : 1;
	return lqcd_lattice_rank(lat, x);
}

/** Whether faces are copied into memory of the neighbours. */
LQCD_STATIC int lqcd__gpu_halo_direct(const lqcd_gpu_halo *h)
{
	return h->route == LQCD_GPU_SIGNALS || h->route == LQCD_GPU_PEERS;
}

/** Whether a kernel sends these faces. */
LQCD_STATIC int lqcd__gpu_halo_signals(const lqcd_gpu_halo *h, const lqcd_gpu_faces *f)
{
	return h->route == LQCD_GPU_SIGNALS && f->all <= (size_t)LQCD_GPU_SIGNAL_BYTES * (f->idle ? 8 : 1);
}

/** Bytes of the memory that neighbours reach: two halves, and numbers of messages. */
LQCD_STATIC size_t lqcd__gpu_halo_reached(const lqcd_gpu_halo *h)
{
	return 2 * h->room + LQCD__GPU_NUMBERS;
}

LQCD_STATIC unsigned *lqcd__gpu_halo_numbers(const lqcd_gpu_halo *h, char *memory)
{
	return (unsigned *)(void *)(memory + 2 * h->room);
}

/** Numbers of new memory begin with that of the last message. */
LQCD_STATIC lqcd_status lqcd__gpu_halo_count_from(lqcd_gpu_halo *h, lqcd_message *why)
{
	unsigned n[8];
	for (int k = 0; k < 8; k++) n[k] = h->number;
	return lqcd_gpu_put(h->gpu, lqcd__gpu_halo_numbers(h, h->received), n, sizeof n, why);
}

#if LQCD_DEVICE_COMPILER
/** Leaves the memory of peers and, when all have done so, frees the memory that they reached here. */
LQCD_STATIC void lqcd__gpu_halo_leave(lqcd_gpu_halo *h)
{
	for (int k = 0; k < 8; k++)
		if (h->peer[k] && (k % 2 == 0 || h->peer[k] != h->peer[k - 1])) lqcd_gpu_leave(h->gpu, h->peer[k]);
	lqcd_comm_barrier(&h->lattice->comm);
	lqcd_gpu_free(h->gpu, h->received);
	h->received = NULL;
	memset(h->peer, 0, sizeof h->peer);
}

/** Sends the key of a rank's memory to rank `to`; gets that of rank `from`. */
LQCD_STATIC lqcd_gpu_key lqcd__gpu_halo_key(const lqcd_comm *comm, lqcd_gpu_key *mine, int to, int from)
{
	lqcd_gpu_key theirs;
	lqcd_comm_message m = {to, from, sizeof *mine, sizeof theirs, mine, &theirs};
	lqcd_comm_sendrecv(comm, &m, 1);
	return theirs;
}

/** Memory of this device that its neighbours reach, and theirs; the same status on all processes. */
LQCD_STATIC lqcd_status lqcd__gpu_halo_meet(lqcd_gpu_halo *h)
{
	const lqcd_comm *comm = &h->lattice->comm;
	const size_t whole = (size_t)2 << 20; /* so that no other allocation shares its pages */
	lqcd_gpu_key mine;
	lqcd_message why;
	void *p = NULL;
	memset(&mine, 0, sizeof mine);
	lqcd_status s = lqcd_gpu_alloc(h->gpu, &p, (lqcd__gpu_halo_reached(h) + whole - 1) / whole * whole, &why);
	h->received = (char *)p;
	if (s == LQCD_OK) s = lqcd_gpu_fill(h->gpu, p, 0, lqcd__gpu_halo_reached(h), &why);
	if (s == LQCD_OK) s = lqcd__gpu_halo_count_from(h, &why);
	if (s == LQCD_OK) s = lqcd_gpu_publish(h->gpu, p, &mine, &why);
	s = lqcd_comm_worst(comm, s);
	for (int k = 0; k < 8 && s == LQCD_OK; k++) {
		const int to = lqcd__gpu_halo_rank(h, k, 0), from = lqcd__gpu_halo_rank(h, k, 1);
		if (!(h->cut >> k / 2 & 1)) continue;
		const lqcd_gpu_key theirs = lqcd__gpu_halo_key(comm, &mine, from, to);
		/* With two processes in a direction, both neighbours are the same process. */
		if (k % 2 && to == lqcd__gpu_halo_rank(h, k - 1, 0)) {
			h->peer[k] = h->peer[k - 1];
			continue;
		}
		s = lqcd_gpu_reach(h->gpu, &theirs, &p, &why);
		if (s == LQCD_OK) h->peer[k] = (char *)p;
		s = lqcd_comm_worst(comm, s);
	}
	return s;
}
#else
LQCD_STATIC void lqcd__gpu_halo_leave(lqcd_gpu_halo *h)
{
	lqcd_comm_shared_destroy(&h->shared);
	h->received = NULL;
	memset(h->peer, 0, sizeof h->peer);
}

/** Memory that processes share is that of their "devices". */
LQCD_STATIC lqcd_status lqcd__gpu_halo_meet(lqcd_gpu_halo *h)
{
	lqcd_message why;
	lqcd_status s = lqcd_comm_shared_create(&h->shared, &h->lattice->comm, lqcd__gpu_halo_reached(h));
	if (s != LQCD_OK) return s;
	h->received = (char *)h->shared.here;
	memset(h->received, 0, lqcd__gpu_halo_reached(h));
	s = lqcd__gpu_halo_count_from(h, &why);
	lqcd_comm_barrier(&h->lattice->comm);
	for (int k = 0; k < 8; k++) h->peer[k] = (char *)lqcd_comm_shared_of(&h->shared, lqcd__gpu_halo_rank(h, k, 0));
	return s;
}
#endif

/** The route after that by peers. */
LQCD_STATIC lqcd_gpu_route lqcd__gpu_halo_route(const lqcd_gpu_halo *h)
{
	if (!LQCD_DEVICE_COMPILER) return LQCD_GPU_MPI;
	return lqcd_comm_takes_devices(&h->lattice->comm) ? LQCD_GPU_MPI : LQCD_GPU_HOST;
}

LQCD_STATIC void lqcd__gpu_halo_clear(lqcd_gpu_halo *h)
{
	lqcd_message why;
	if (!h->room) return;
	(void)lqcd_gpu_wait(h->gpu, &why);
	(void)lqcd_gpu_wait(&h->other, &why);
	if (lqcd__gpu_halo_direct(h)) lqcd__gpu_halo_leave(h);
	lqcd_gpu_free(h->gpu, h->received);
	lqcd_gpu_free(h->gpu, h->sent);
	lqcd_gpu_free_host(h->gpu, h->staged);
	h->sent = h->received = h->arrived = h->staged = NULL;
	h->room = 0;
}

/** Memory in which processes see that a device has failed; the status agrees on all. */
LQCD_STATIC lqcd_status lqcd__gpu_halo_watch(lqcd_gpu_halo *h)
{
	const lqcd_comm *comm = &h->lattice->comm;
	const size_t bytes = (size_t)64 * (size_t)comm->size;
	lqcd_message why;
	void *there = NULL;
	/* Processes that share a device would wait for each other's turns: their bits carry, or cancel. */
	const uint64_t device = UINT64_C(1) << (h->gpu->device & 63);
	const int own = !LQCD_DEVICE_COMPILER || lqcd_comm_sum_u64(comm, device) == lqcd_comm_xor_u64(comm, device);
	if (!LQCD_GPU_TELLS || !own) return LQCD_ERR_ARGUMENT;
	lqcd_status s = lqcd_comm_shared_create(&h->failed, comm, bytes);
	if (s != LQCD_OK) return s;
	char *const all = (char *)lqcd_comm_shared_of(&h->failed, 0);
	memset(all + (size_t)64 * (size_t)comm->rank, 0, 64);
	s = lqcd_comm_worst(comm, lqcd_gpu_attach_host(h->gpu, all, bytes, &there, &why));
	h->failed_there = (char *)there;
	return s;
}

LQCD_STATIC void lqcd__gpu_halo_unwatch(lqcd_gpu_halo *h)
{
	if (!h->failed.here) return;
	if (h->failed_there) lqcd_gpu_detach_host(h->gpu, lqcd_comm_shared_of(&h->failed, 0));
	lqcd_comm_shared_destroy(&h->failed);
	h->failed_there = NULL;
}

LQCD_STATIC void lqcd_gpu_halo_destroy(lqcd_gpu_halo *h)
{
	if (!h->cut) return;
	lqcd__gpu_halo_clear(h);
	lqcd__gpu_halo_unwatch(h);
	lqcd_gpu_close(&h->other);
	h->cut = 0;
}

LQCD_STATIC lqcd_status lqcd_gpu_halo_create(lqcd_gpu_halo *h, const lqcd_gpu *gpu, const lqcd_lattice *lat,
					     lqcd_message *why)
{
	static const char *const names[] = {"signals", "peers", "mpi", "host"};
	const lqcd_comm *comm = &lat->comm;
	const char *asked = getenv("LQCD_GPU_ROUTE");
	int here, first = 0;
	memset(h, 0, sizeof *h);
	if (lqcd__comm_alone(comm)) return LQCD_OK;
	h->gpu = gpu;
	h->lattice = (lqcd_lattice *)(uintptr_t)lat; /* whose counters change */
	lqcd_comm_local_rank(comm, &here);
	for (int k = 0; asked && k < LQCD_GPU_ROUTES; k++)
		if (!strcmp(asked, names[k])) first = k;
	lqcd_gpu_route route = here == comm->size ? LQCD_GPU_SIGNALS : lqcd__gpu_halo_route(h);
	if (first > (int)route) route = (lqcd_gpu_route)first;
	route = (lqcd_gpu_route)(int)lqcd_comm_max(comm, (double)route);
	if (route == LQCD_GPU_SIGNALS && lqcd__gpu_halo_watch(h) != LQCD_OK) {
		lqcd__gpu_halo_unwatch(h);
		route = LQCD_GPU_PEERS;
	}
	if (route == LQCD_GPU_MPI) route = lqcd__gpu_halo_route(h);
	h->route = (lqcd_gpu_route)(int)lqcd_comm_max(comm, (double)route);
	for (int mu = 0; mu < 4; mu++) h->cut |= (comm->grid[mu] > 1) << mu;
	return lqcd_gpu_fork(&h->other, gpu, why);
}

LQCD_STATIC lqcd_status lqcd_gpu_halo_reserve(lqcd_gpu_halo *h, const lqcd_gpu_faces *f, lqcd_message *why)
{
	void *sent = NULL, *received = NULL, *staged = NULL;
	if (f->all <= h->room) return LQCD_OK;
	lqcd__gpu_halo_clear(h);
	h->room = (f->all + LQCD__GPU_NUMBERS - 1) / LQCD__GPU_NUMBERS * LQCD__GPU_NUMBERS;
	if (lqcd__gpu_halo_direct(h) && lqcd__gpu_halo_meet(h) != LQCD_OK) {
		lqcd__gpu_halo_leave(h);
		h->route = lqcd__gpu_halo_route(h);
	}
	lqcd_status s = lqcd_gpu_alloc(h->gpu, &sent, h->room, why, "the halo to send");
	if (s == LQCD_OK) s = lqcd_gpu_fill(h->gpu, sent, 0, h->room, why);
	h->sent = (char *)sent;
	if (s == LQCD_OK && !lqcd__gpu_halo_direct(h)) {
		s = lqcd_gpu_alloc(h->gpu, &received, h->room, why, "the halo to receive");
		h->received = (char *)received;
	}
	if (s == LQCD_OK && h->route == LQCD_GPU_HOST) s = lqcd_gpu_alloc_host(h->gpu, &staged, 2 * h->room, why);
	h->staged = (char *)staged;
	s = lqcd_comm_agree(&h->lattice->comm, s, 0, why);
	if (s != LQCD_OK) lqcd__gpu_halo_clear(h);
	return s;
}

LQCD_STATIC lqcd__gpu_sending lqcd__gpu_halo_sending(const lqcd_gpu_halo *h, const lqcd_gpu_faces *f)
{
	const size_t half = h->turn ? h->room : 0;
	size_t all = 0;
	lqcd__gpu_sending s;
	s.mine = lqcd__gpu_halo_numbers(h, h->received);
	s.number = h->number + 1;
	for (int k = 0; k < 8; k++) {
		s.to[k] = f->bytes[k] ? h->peer[k] + half : NULL;
		s.shift[k] = (ptrdiff_t)f->at[k] - (ptrdiff_t)all;
		s.end[k] = all += f->bytes[k];
		s.there[k] = f->bytes[k] ? lqcd__gpu_halo_numbers(h, h->peer[k]) + k : NULL;
	}
	return s;
}

template <class Source>
static lqcd_status lqcd_gpu_halo_start_from(lqcd_gpu_halo *h, const lqcd_gpu_faces *f, const Source &source, lqcd_message *why)
{
	const lqcd__gpu_sending sending = lqcd__gpu_halo_sending(h, f);
	const lqcd_status s = lqcd_gpu_send(h->gpu, source, &sending, why);
	h->sending = s == LQCD_OK;
	return s;
}

LQCD_STATIC lqcd_status lqcd_gpu_halo_start(lqcd_gpu_halo *h, const lqcd_gpu_faces *f, lqcd_message *why)
{
	const size_t half = h->turn ? h->room : 0;
	if (lqcd__gpu_halo_signals(h, f)) return lqcd_gpu_halo_start_from(h, f, (const char *)h->sent, why);
	lqcd_status s = lqcd_gpu_after(&h->other, h->gpu, why);
	for (int k = 0; k < 8 && s == LQCD_OK && lqcd__gpu_halo_direct(h); k++)
		if (f->bytes[k])
			s = lqcd_gpu_move(&h->other, h->peer[k] + half + f->at[k], h->sent + f->at[k], f->bytes[k],
					  why);
	if (s == LQCD_OK && h->route == LQCD_GPU_HOST) s = lqcd_gpu_move(&h->other, h->staged, h->sent, f->all, why);
	return s;
}

/** Message h->number of this process will not come. */
LQCD_STATIC void lqcd__gpu_halo_give_up(lqcd_gpu_halo *h)
{
	char *const mine = (char *)lqcd_comm_shared_of(&h->failed, 0) + (size_t)64 * (size_t)h->lattice->comm.rank;
	__atomic_store_n((unsigned *)(void *)mine, h->number, __ATOMIC_RELEASE);
}

/** Launches the kernel that waits. After an error, too, faces are sent and awaited, as memory is used in turns; where the device
 * no longer works, it is reported failed. */
LQCD_STATIC lqcd_status lqcd__gpu_halo_await(lqcd_gpu_halo *h, const lqcd_gpu_faces *f, lqcd_message *why)
{
	lqcd_comm *const comm = &h->lattice->comm;
	lqcd__gpu_awaiting a;
	lqcd_status s = h->sending ? LQCD_OK : lqcd_gpu_halo_start_from(h, f, (const char *)h->sent, why);
	h->sending = 0;
	a.number = ++h->number;
	a.mine = lqcd__gpu_halo_numbers(h, h->received);
	for (int k = 0; k < 8; k++) {
		const size_t from = (size_t)64 * (size_t)lqcd__gpu_halo_rank(h, k, 1);
		a.failed[k] = f->bytes[k] ? (const unsigned *)(const void *)(h->failed_there + from) : NULL;
		if (!f->bytes[k]) continue;
		__atomic_fetch_add(&comm->messages, 1, __ATOMIC_RELAXED);
		__atomic_fetch_add(&comm->bytes, (int64_t)f->bytes[k], __ATOMIC_RELAXED);
	}
	if (s == LQCD_OK) s = lqcd_gpu_await(h->gpu, &a, why);
	if (s != LQCD_OK) lqcd__gpu_halo_give_up(h);
	return s;
}

LQCD_STATIC lqcd_status lqcd_gpu_halo_complete(lqcd_gpu_halo *h, const lqcd_gpu_faces *f, lqcd_status s,
					       lqcd_message *why)
{
	const int direct = lqcd__gpu_halo_direct(h), staged = h->route == LQCD_GPU_HOST;
	char *const out = staged ? h->staged : h->sent, *const in = staged ? h->staged + h->room : h->received;
	lqcd_comm_faces faces;
	if (lqcd__gpu_halo_signals(h, f)) {
		lqcd_message other;
		const lqcd_status took = lqcd__gpu_halo_await(h, f, s == LQCD_OK ? why : &other);
		h->arrived = h->turn ? h->received + h->room : h->received;
		h->turn = !h->turn;
		return s == LQCD_OK ? took : s;
	}
	/* After this, all readers of the previous message are done. */
	if (s == LQCD_OK) s = lqcd_gpu_wait(&h->other, why);
	lqcd_comm_faces_begin(&faces, &h->lattice->comm);
	for (int n = 0; n < 16; n++) {
		const int send = n / 8, k = n % 8, rank = lqcd__gpu_halo_rank(h, k, !send);
		if (!f->bytes[k]) continue;
		if (direct && send)
			lqcd_comm_faces_publish(&faces, rank, k, f->bytes[k]);
		else if (direct)
			lqcd_comm_faces_await(&faces, rank, k);
		else if (send)
			lqcd_comm_faces_send(&faces, rank, k, out + f->at[k], f->bytes[k]);
		else
			lqcd_comm_faces_receive(&faces, rank, k, in + f->at[k], f->bytes[k]);
	}
	lqcd_comm_faces_wait(&faces);
	h->arrived = direct && h->turn ? h->received + h->room : h->received;
	h->turn = !h->turn;
	if (s == LQCD_OK && staged) s = lqcd_gpu_move(&h->other, h->received, in, f->all, why);
	return s == LQCD_OK && staged ? lqcd_gpu_after(h->gpu, &h->other, why) : s;
}

LQCD_END_DECLS
#endif

#endif
