/* lqcd/gpu/halo.h: what the devices of several processes send each other: half-spinors of the sites at the borders. C++
 * (nvcc).
 *
 *   lqcd_gpu_open_for(&gpu, &comm, why)           the device of this process: by its number among those of its machine,
 *                                                 modulo the devices; collective, with the same status on all
 *
 *   lqcd_gpu_halo_create(&h, gpu, &lattice, why)  a second stream; nothing where one process has the lattice
 *   lqcd_gpu_halo_destroy(&h, gpu)
 *   lqcd_gpu_halo_reserve(&h, gpu, comm, &faces, why)     room for messages; collective, with the same status on all
 *   lqcd_gpu_halo_start(&h, gpu, &faces, why)     after a launch that packs: on their way to where MPI takes them
 *   lqcd_gpu_halo_complete(&h, gpu, lattice, &faces, s, why)      sends them, receives those of the neighbours; launches
 *                                                 that follow on gpu find them. In between gpu may be given work. After
 *                                                 an error s here, too, so that nobody waits for ever: returns it.
 *
 * Face k has the half-spinors for the hop to x + mu (k = 2 mu) or x - mu (2 mu + 1), of the sites of one parity that are
 * beyond that border, in the order of their numbers, as items of gpu/layout.h; what goes out as face k comes from the
 * opposite border. `cut` has bit mu where the process grid cuts mu.
 *
 * MPI that takes memory of devices (h.direct = 1) gets it; else faces go by way of memory of the host that is pinned, in
 * the second stream. h.direct is what lqcd_comm_takes_devices (comm.h) says, or 0 with LQCD_GPU_STAGED in the environment;
 * it may be changed before the first hop. A message has whole blocks of 32 items.
 *
 *   lqcd_gpu_face_number(&box, mu, t, x, y, zh)   the place in its faces +-mu of a site at or beyond such a border
 *   lqcd_gpu_face_site(&box, mu, upper, odd, n)   the number of the site at place n of a border of this process
 *   lqcd_gpu_border_of(&lattice, cut)             the sites of a parity that have a neighbour beyond a border, each
 *   lqcd_gpu_border_coords(&b, odd, n, c)         once: n < b.first[4]; c: t, x, y, z/2
 *   lqcd_gpu_border_has(&b, t, x, y, z)           whether a site is one of them
 */
#ifndef LQCD_GPU_HALO_H
#define LQCD_GPU_HALO_H

#include "../geometry.h"
#include "layout.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

LQCD_STATIC lqcd_status lqcd_gpu_open_for(lqcd_gpu *gpu, const lqcd_comm *comm, lqcd_message *why)
{
	const int n = lqcd_gpu_count(), here = lqcd_comm_local_rank(comm);
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

/* In Z every second site of a plane has the parity: of y and y + 1 one. */
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
	int cut, first[5]; /* from first[mu] on: those at the borders in mu, but not in directions before it */
} lqcd_gpu_border;

/** Of the sites that begin at first[mu]: the extents, when those at the borders of mu are two. */
LQCD_FN void lqcd__gpu_border_extents(const lqcd_gpu_border *b, int mu, int e[4])
{
	const int full[4] = {b->box.T, b->box.X, b->box.Y, b->box.Zh};
	LQCD_UNROLL(4)
	for (int nu = 0; nu < 4; nu++)
		e[nu] = nu == mu ? (nu == 3 ? 1 : 2) : full[nu] - (nu < mu && (b->cut >> nu & 1) ? 2 : 0);
}

LQCD_STATIC lqcd_gpu_border lqcd_gpu_border_of(const lqcd_lattice *lat, int cut)
{
	lqcd_gpu_border b;
	b.box = lqcd_gpu_box_of(lat);
	b.cut = cut;
	b.first[0] = 0;
	for (int mu = 0; mu < 4; mu++) {
		int e[4];
		lqcd__gpu_border_extents(&b, mu, e);
		b.first[mu + 1] = b.first[mu] + (cut >> mu & 1 ? e[0] * e[1] * e[2] * e[3] : 0);
	}
	return b;
}

LQCD_FN void lqcd_gpu_border_coords(const lqcd_gpu_border *b, int odd, int n, int c[4])
{
	const int full[4] = {b->box.T, b->box.X, b->box.Y, b->box.Zh};
	const int mu = n < b->first[1] ? 0 : n < b->first[2] ? 1 : n < b->first[3] ? 2 : 3;
	const int start = mu == 0 ? 0 : mu == 1 ? b->first[1] : mu == 2 ? b->first[2] : b->first[3];
	int e[4];
	lqcd__gpu_border_extents(b, mu, e);
	lqcd__gpu_digits(n - start, e, c);
	LQCD_UNROLL(4)
	for (int nu = 0; nu < 4; nu++) {
		if (nu < mu) c[nu] += b->cut >> nu & 1;
		if (nu == 3 && mu == 3) c[3] = (c[0] + c[1] + c[2] + odd) & 1;
		if (nu == mu) c[nu] *= full[nu] - 1;
	}
}

LQCD_FN int lqcd_gpu_border_has(const lqcd_gpu_border *b, int t, int x, int y, int z)
{
	return ((b->cut & 1) && (t == 0 || t == b->box.T - 1)) || ((b->cut & 2) && (x == 0 || x == b->box.X - 1)) ||
	       ((b->cut & 4) && (y == 0 || y == b->box.Y - 1)) || ((b->cut & 8) && (z == 0 || z == 2 * b->box.Zh - 1));
}

/* ---- messages -------------------------------------------------------------------------------------------------- */

/* Where face k is in a buffer, and its bytes: 0 where there is none. */
typedef struct {
	size_t at[8], bytes[8], all;
} lqcd_gpu_faces;

typedef struct {
	int cut, direct;
	lqcd_gpu other;        /* the second stream */
	char *sent, *received; /* of the device */
	char *staged;          /* of the host: what is sent, and from `room` on what is received */
	size_t room;
} lqcd_gpu_halo;

/** Faces of rhs items of so many bytes to a site. */
LQCD_STATIC lqcd_gpu_faces lqcd_gpu_faces_of(const lqcd_lattice *lat, int cut, int rhs, size_t item)
{
	lqcd_gpu_faces f;
	f.all = 0;
	for (int k = 0; k < 8; k++) {
		const size_t sites = cut >> k / 2 & 1 ? lqcd_gpu_sites(lat) / (size_t)lat->local[k / 2] : 0;
		f.at[k] = f.all;
		f.bytes[k] = lqcd_gpu_bytes(sites * (size_t)rhs, item);
		f.all += f.bytes[k];
	}
	return f;
}

LQCD_STATIC void lqcd__gpu_halo_clear(lqcd_gpu_halo *h, const lqcd_gpu *gpu)
{
	lqcd_message why;
	if (h->sent) (void)lqcd_gpu_wait(gpu, &why);
	lqcd_gpu_free(gpu, h->sent);
	lqcd_gpu_free_host(gpu, h->staged);
	h->sent = h->received = h->staged = NULL;
	h->room = 0;
}

LQCD_STATIC void lqcd_gpu_halo_destroy(lqcd_gpu_halo *h, const lqcd_gpu *gpu)
{
	lqcd__gpu_halo_clear(h, gpu);
	if (h->cut) lqcd_gpu_close(&h->other);
	h->cut = 0;
}

LQCD_STATIC lqcd_status lqcd_gpu_halo_create(lqcd_gpu_halo *h, const lqcd_gpu *gpu, const lqcd_lattice *lat,
					     lqcd_message *why)
{
	memset(h, 0, sizeof *h);
	if (lqcd__comm_alone(&lat->comm)) return LQCD_OK;
#ifdef __CUDACC__
	h->direct = lqcd_comm_takes_devices(&lat->comm) && !getenv("LQCD_GPU_STAGED");
#else
	h->direct = !getenv("LQCD_GPU_STAGED");
#endif
	for (int mu = 0; mu < 4; mu++) h->cut |= (lat->comm.grid[mu] > 1) << mu;
	return lqcd_gpu_fork(&h->other, gpu, why);
}

LQCD_STATIC lqcd_status lqcd_gpu_halo_reserve(lqcd_gpu_halo *h, const lqcd_gpu *gpu, const lqcd_comm *comm,
					      const lqcd_gpu_faces *f, lqcd_message *why)
{
	void *there = NULL, *here = NULL;
	if (f->all <= h->room) return LQCD_OK;
	lqcd__gpu_halo_clear(h, gpu);
	lqcd_status s = lqcd_gpu_alloc(gpu, &there, lqcd_mul_size(f->all, 2), why);
	if (s == LQCD_OK) s = lqcd_gpu_fill(gpu, there, 0, 2 * f->all, why);
	if (s == LQCD_OK && !h->direct) s = lqcd_gpu_alloc_host(gpu, &here, 2 * f->all, why);
	h->sent = (char *)there;
	h->staged = (char *)here;
	s = lqcd_comm_agree(comm, s, 0, why);
	if (s != LQCD_OK) {
		lqcd__gpu_halo_clear(h, gpu);
		return s;
	}
	h->room = f->all;
	h->received = h->sent + h->room;
	return s;
}

LQCD_STATIC lqcd_status lqcd_gpu_halo_start(lqcd_gpu_halo *h, const lqcd_gpu *gpu, const lqcd_gpu_faces *f,
					    lqcd_message *why)
{
	const lqcd_status s = lqcd_gpu_after(&h->other, gpu, why);
	return s == LQCD_OK && !h->direct ? lqcd_gpu_move(&h->other, h->staged, h->sent, f->all, why) : s;
}

#ifdef LQCD_MPI
LQCD_STATIC lqcd_status lqcd_gpu_halo_complete(lqcd_gpu_halo *h, const lqcd_gpu *gpu, lqcd_lattice *lat,
					       const lqcd_gpu_faces *f, lqcd_status s, lqcd_message *why)
{
	lqcd_comm *comm = &lat->comm;
	char *const out = h->direct ? h->sent : h->staged, *const in = h->direct ? h->received : h->staged + h->room;
	MPI_Request request[16];
	int n = 0;
	/* Then all that was there to read what comes in has read what came in before, too. */
	if (s == LQCD_OK) s = lqcd_gpu_wait(&h->other, why);
	for (int send = 0; send < 2; send++)
		for (int k = 0; k < 8; k++) {
			const int words = (int)(f->bytes[k] / sizeof(float));
			int to[4], from[4];
			memcpy(to, comm->coord, sizeof to);
			memcpy(from, comm->coord, sizeof from);
			to[k / 2] += k % 2 ? 1 : -1;
			from[k / 2] -= k % 2 ? 1 : -1;
			if (!words) continue;
			if (send)
				MPI_Isend(out + f->at[k], words, MPI_FLOAT, lqcd_lattice_rank(lat, to), k, comm->mpi,
					  &request[n++]);
			else
				MPI_Irecv(in + f->at[k], words, MPI_FLOAT, lqcd_lattice_rank(lat, from), k, comm->mpi,
					  &request[n++]);
			comm->messages += send;
			comm->bytes += send ? (int64_t)f->bytes[k] : 0;
		}
	MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
	if (s == LQCD_OK && !h->direct) s = lqcd_gpu_move(&h->other, h->received, in, f->all, why);
	return s == LQCD_OK && !h->direct ? lqcd_gpu_after(gpu, &h->other, why) : s;
}
#endif

LQCD_END_DECLS
#endif

#endif
