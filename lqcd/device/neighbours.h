/* lqcd/device/neighbours.h: indices of links on a GPU, their neighbours, and the halo of links of other processes. C++ (nvcc).
 *
 * The links of a parity are numbered as device/layout.h says, but in a box that is larger by a halo where the process grid cuts
 * a direction: by one site on either side, in Z by two, since a number counts pairs. Odd sites of that box follow, `stride`
 * further on. A neighbour's index is then the same sum for a site of this process, at a border, and in the halo, and kernels
 * need neither tables nor cases: in a cut direction no hop from a local site reaches the end of the box. On one process the
 * box is that of the lattice.
 *
 *   lqcd__gpu_next_of(geometry)                   what the functions of kernels below need
 *   lqcd__up(&next, ix, mu), lqcd__down(..)       the index beside ix
 *   lqcd__gpu_index_at(&next, x)                  of local coordinates: from -1 up to the extent in a cut direction
 *   lqcd__gpu_index_of(&next, odd, i)             of local site i of a parity
 *   lqcd__gpu_coords(&next, ix, x)                local coordinates of an index
 *   lqcd__gpu_halo_exchange<bytes>(&lat, &copy)   the links that `copy` names, from the borders of the neighbours to the halo
 *   lqcd__gpu_spinors_exchange<bytes>(s)          the faces of a full field of spinors, of multi-fields all right-hand sides
 *   far = lqcd__gpu_exchange(&lat, &faces, pack, inner)       faces that pack(memory) launches (halo.h); inner() is called while
 *                                                 they are under way. far: on the device, until the next exchange but one; NULL
 *                                                 after an error
 *
 * The halo has the faces x +- mu and the edges x +- mu +- nu of cut directions. Faces are exchanged first; then each process
 * sends edges, from its own halo, in the lower of their two directions. With one cut direction there are no edges. All
 * processes get a message in both rounds, as device/halo.h needs it. A device that had an error sends what it has.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_NEXT_H
#define LQCD_GPU_NEXT_H

#include "lattice.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

/* The directions that may be cut: without MPI none, and kernels are as fast as if there were no halos. */
#ifdef LQCD_MPI
enum { LQCD__GPU_CUTS = 15 };
#else
enum { LQCD__GPU_CUTS = 0 };
#endif

/* The box of a parity with its halo, the distance between the parities, and the directions (bits) that have a halo. */
typedef struct {
	lqcd_gpu_box box;
	lqcd__gpu_divisor by_X, by_Y, by_Zh;
	int stride, cut;
} lqcd__gpu_next;

LQCD_FN int lqcd__gpu_cut(const lqcd__gpu_next *n)
{
	return n->cut & LQCD__GPU_CUTS;
}

static inline int lqcd__gpu_parity_stride(const lqcd_lattice *lat)
{
	return (int)lqcd_gpu_bytes(lqcd_gpu_sites(lat), 1);
}

static inline lqcd__gpu_next lqcd__gpu_next_of(const lqcd_gpu_geometry *g)
{
	const int cut = g->cut & LQCD__GPU_CUTS;
	lqcd_gpu_box b = lqcd_gpu_box_of(g->lattice->host);
	b.T += 2 * (cut & 1);
	b.X += 2 * (cut >> 1 & 1);
	b.Y += 2 * (cut >> 2 & 1);
	b.Zh += 2 * (cut >> 3 & 1);
	const int stride = (int)lqcd_gpu_bytes((size_t)b.T * (size_t)b.X * (size_t)b.Y * (size_t)b.Zh, 1);
	const lqcd__gpu_next n = {b, lqcd__gpu_divisor_of(b.X), lqcd__gpu_divisor_of(b.Y), lqcd__gpu_divisor_of(b.Zh), stride, cut};
	return n;
}

/** Whether even sites of the lattice are odd ones of the box. */
LQCD_FN int lqcd__gpu_turned(const lqcd__gpu_next *n)
{
	const int cut = lqcd__gpu_cut(n);
	return (cut ^ cut >> 1 ^ cut >> 2) & 1;
}

/** t, x, y, z/2 in the box of number i of a parity. */
LQCD_FN void lqcd__gpu_in_box(const lqcd__gpu_next *n, int i, int c[4])
{
	const int ty = lqcd__gpu_quotient(i, &n->by_Zh), tx = lqcd__gpu_quotient(ty, &n->by_Y);
	c[0] = lqcd__gpu_quotient(tx, &n->by_X);
	c[1] = tx - c[0] * n->box.X;
	c[2] = ty - tx * n->box.Y;
	c[3] = i - ty * n->box.Zh;
}

/** The index beside ix in direction mu; step: 1 or -1. */
LQCD_FN int lqcd__gpu_step(const lqcd__gpu_next *n, int ix, int mu, int step)
{
	const lqcd_gpu_box b = n->box;
	const int odd = ix >= n->stride;
	int c[4];
	lqcd__gpu_in_box(n, odd ? ix - n->stride : ix, c);
	const int t = c[0], x = c[1], y = c[2], zh = c[3];
	const int other = odd ? -n->stride : n->stride, up = step > 0;
	if (mu == 0) return ix + other + (t == (up ? b.T - 1 : 0) ? -step * (b.T - 1) : step) * b.X * b.Y * b.Zh;
	if (mu == 1) return ix + other + (x == (up ? b.X - 1 : 0) ? -step * (b.X - 1) : step) * b.Y * b.Zh;
	if (mu == 2) return ix + other + (y == (up ? b.Y - 1 : 0) ? -step * (b.Y - 1) : step) * b.Zh;
	/* z = 2 zh + high */
	const int high = (t + x + y + odd) & 1;
	if (high != up) return ix + other;
	return ix + other + (zh == (up ? b.Zh - 1 : 0) ? -step * (b.Zh - 1) : step);
}

LQCD_FN int lqcd__up(const lqcd__gpu_next *n, int ix, int mu)
{
	return lqcd__gpu_step(n, ix, mu, 1);
}

LQCD_FN int lqcd__down(const lqcd__gpu_next *n, int ix, int mu)
{
	return lqcd__gpu_step(n, ix, mu, -1);
}

/** The index of the site of a parity at local t, x, y, z/2. */
LQCD_FN int lqcd__gpu_index_in(const lqcd__gpu_next *n, int odd, const int c[4])
{
	const int cut = lqcd__gpu_cut(n), t = c[0] + (cut & 1), x = c[1] + (cut >> 1 & 1), y = c[2] + (cut >> 2 & 1);
	return ((t * n->box.X + x) * n->box.Y + y) * n->box.Zh + c[3] + (cut >> 3 & 1) +
	       (odd ^ lqcd__gpu_turned(n) ? n->stride : 0);
}

LQCD_FN int lqcd__gpu_index_at(const lqcd__gpu_next *n, const int x[4])
{
	const int c[4] = {x[0], x[1], x[2], (x[3] + 2) / 2 - 1};
	return lqcd__gpu_index_in(n, (x[0] + x[1] + x[2] + x[3]) & 1, c);
}

LQCD_FN void lqcd__gpu_coords(const lqcd__gpu_next *n, int ix, int x[4])
{
	const int odd = ix >= n->stride;
	lqcd__gpu_in_box(n, odd ? ix - n->stride : ix, x);
	x[3] = 2 * x[3] + ((x[0] + x[1] + x[2] + odd) & 1);
	LQCD_UNROLL(4)
	for (int mu = 0; mu < 4; mu++) x[mu] -= (lqcd__gpu_cut(n) >> mu & 1) << (mu == 3);
}

/** Local extents. */
LQCD_FN void lqcd__gpu_local(const lqcd__gpu_next *n, int e[4])
{
	const int cut = lqcd__gpu_cut(n);
	e[0] = n->box.T - 2 * (cut & 1);
	e[1] = n->box.X - 2 * (cut >> 1 & 1);
	e[2] = n->box.Y - 2 * (cut >> 2 & 1);
	e[3] = 2 * n->box.Zh - 4 * (cut >> 3 & 1);
}

/** Coordinates of site i of a parity among those whose coordinates in the directions `fixed` (bits) are x[mu]. */
LQCD_FN void lqcd__gpu_coords_of(const lqcd__gpu_next *n, int fixed, int odd, int i, int x[4])
{
	int e[4], last = -1, sum = odd;
	lqcd__gpu_local(n, e);
	LQCD_UNROLL(4)
	for (int mu = 3; mu >= 0; mu--) {
		const int size = last < 0 ? e[mu] / 2 : e[mu];
		if (!(fixed >> mu & 1)) {
			x[mu] = i % size;
			i /= size;
		}
		if (!(fixed >> mu & 1) && last < 0)
			last = mu;
		else
			sum += x[mu];
	}
	LQCD_UNROLL(4)
	for (int mu = 0; mu < 4; mu++)
		if (mu == last) x[mu] = 2 * x[mu] + (sum & 1);
}

LQCD_FN int lqcd__gpu_index_of(const lqcd__gpu_next *n, int odd, int i)
{
	int x[4];
	lqcd__gpu_coords_of(n, 0, odd, i, x);
	return lqcd__gpu_index_at(n, x);
}

/* ---- spinors: without a box of their own; those of a face k of the halo, even before odd, are behind all others ---- */

LQCD_FN int lqcd__spinors_stride(const int e[4])
{
	return (e[0] * e[1] * e[2] * e[3] / 2 + LQCD_GPU_BLOCK - 1) / LQCD_GPU_BLOCK * LQCD_GPU_BLOCK;
}

/** Coordinates, which may be beyond one border, as lqcd__gpu_index_at. */
LQCD_FN int lqcd__spinors_index_at(const lqcd__gpu_next *n, const int x[4])
{
	int e[4], face = -1, i = 0;
	lqcd__gpu_local(n, e);
	const int odd = (x[0] + x[1] + x[2] + x[3]) & 1, half = e[0] * e[1] * e[2] * e[3] / 2;
	LQCD_UNROLL(4)
	for (int mu = 0; mu < 4; mu++)
		if (x[mu] < 0 || x[mu] >= e[mu]) face = 2 * mu + (x[mu] < 0);
	const int last = face / 2 == 3 ? 2 : 3;
	LQCD_UNROLL(4)
	for (int mu = 0; mu < 4; mu++)
		if (face < 0 || mu != face / 2) i = mu == last ? i * (e[mu] / 2) + x[mu] / 2 : i * e[mu] + x[mu];
	if (face < 0) return i + (odd ? lqcd__spinors_stride(e) : 0);
	i += 2 * lqcd__spinors_stride(e);
	LQCD_UNROLL(8)
	for (int k = 0; k < 8; k++)
		if (n->cut >> k / 2 & 1) i += k < face ? 2 * (half / e[k / 2]) : k == face && odd ? half / e[k / 2] : 0;
	return i;
}

/** Coordinates of the site whose spinors have index ix. */
LQCD_FN void lqcd__spinors_coords(const lqcd__gpu_next *n, int ix, int x[4])
{
	int e[4];
	lqcd__gpu_local(n, e);
	const int stride = lqcd__spinors_stride(e), odd = ix >= stride;
	lqcd__gpu_coords_of(n, 0, odd, odd ? ix - stride : ix, x);
}

LQCD_FN int lqcd__links_index(const lqcd__gpu_next *n, int ix)
{
	int x[4];
	if (!lqcd__gpu_cut(n)) return ix;
	lqcd__spinors_coords(n, ix, x);
	return lqcd__gpu_index_at(n, x);
}

LQCD_FN int lqcd__spinors_beside(const lqcd__gpu_next *n, int ix, int mu, int up)
{
	const int step = up ? 1 : -1;
	int x[4], e[4];
	if (!lqcd__gpu_cut(n)) return lqcd__gpu_step(n, ix, mu, step);
	lqcd__spinors_coords(n, ix, x);
	lqcd__gpu_local(n, e);
	LQCD_UNROLL(4)
	for (int nu = 0; nu < 4; nu++)
		if (nu == mu) x[nu] = n->cut >> nu & 1 ? x[nu] + step : (x[nu] + step + e[nu]) % e[nu];
	return lqcd__spinors_index_at(n, x);
}

static inline const lqcd_gpu_geometry *lqcd__spinor_type(const lqcd_gpu_geometry *links)
{
	return &links->lattice->type[links->parity];
}

/** Whether an index is that of a site of this process. */
LQCD_FN int lqcd__gpu_is_local(const lqcd__gpu_next *n, int ix)
{
	int x[4], e[4], inside = 1;
	lqcd__gpu_local(n, e);
	lqcd__gpu_coords(n, ix, x);
	for (int mu = 0; mu < 4; mu++) inside &= x[mu] >= 0 && x[mu] < e[mu];
	return inside;
}

/* ---- the exchange ---------------------------------------------------------------------------------------------- */

/* Items `first` and on, so many, of the `each` that a site has at `field`, between there and faces; parity: of the sites, or
 * LQCD_FULL for all; back: from faces to the halo. A face has `layers` times the sites of a parity in a plane: of both parities,
 * or, of one parity, of so many planes from the border on. */
template <int bytes> struct lqcd__gpu_halo_copy {
	lqcd__gpu_next next;
	char *field, *face[8];
	int first, count, each, sites[8], layers, edges, back; /* sites: of a parity in a plane */
	int spinors;                                           /* items are spinors: no edges */
	lqcd_parity parity;

	/** Coordinates of site i of a parity of face k, so many planes from the border or in the halo; of edges the halo of
	 *  both in one direction. */
	LQCD_GPU_FN void coords(int k, int depth, int odd, int i, int x[4]) const
	{
		const int mu = k / 2;
		int e[4], fixed = 1 << mu, volume = 1;
		lqcd__gpu_local(&next, e);
		for (int nu = 0; nu < 4; nu++) volume *= e[nu];
		for (int nu = 0; nu < 4; nu++)
			if (nu == mu) x[nu] = back ? (k % 2 ? -1 : e[nu]) : k % 2 ? e[nu] - 1 - depth : depth;
		for (int nu = mu + 1; nu < 4 && edges; nu++) {
			const int size = volume / (2 * e[mu] * e[nu]);
			if (!(next.cut >> nu & 1) || (fixed & (fixed - 1))) continue;
			if (i < 2 * size) {
				fixed |= 1 << nu;
				x[nu] = i < size ? -1 : e[nu];
				i %= size;
			} else
				i -= 2 * size;
		}
		lqcd__gpu_coords_of(&next, fixed, odd, i, x);
	}

	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		LQCD_ALIGN(16) char room[bytes];
		const int k = p.block[1], item = p.block[2], i = p.block[0] * LQCD_GPU_THREADS + p.thread[0];
		int x[4];
		if (i >= sites[k] * layers) return;
		const int layer = i / sites[k], odd = parity == LQCD_FULL ? layer : parity == LQCD_ODD;
		coords(k, parity == LQCD_FULL ? 0 : layer, odd, i % sites[k], x);
		/* The right-hand sides of a site are spinors one after the other, its links are blocks apart. */
		const int ix = spinors ? lqcd__spinors_index_at(&next, x) * count + item : lqcd__gpu_index_at(&next, x);
		char *here = field + ((ptrdiff_t)(ix / LQCD_GPU_BLOCK) * each + (spinors ? 0 : first + item)) *
					     (LQCD_GPU_BLOCK * bytes);
		char *there = face[k] + ((ptrdiff_t)(i / LQCD_GPU_BLOCK) * count + item) * (LQCD_GPU_BLOCK * bytes);
		lqcd_gpu_load<bytes>(room, back ? there : here, (back ? i : ix) % LQCD_GPU_BLOCK, LQCD_GPU_PLAIN);
		lqcd_gpu_store<bytes>(back ? here : there, (back ? ix : i) % LQCD_GPU_BLOCK, room);
	}
};

#ifdef LQCD_MPI
/** The faces of a round; counts the sites of copy. */
template <int bytes> static lqcd_gpu_faces lqcd__gpu_halo_faces(lqcd__gpu_halo_copy<bytes> *copy)
{
	lqcd_gpu_faces f;
	int e[4];
	lqcd__gpu_local(&copy->next, e);
	const int half = e[0] * e[1] * e[2] * e[3] / 2;
	f.all = 0;
	f.idle = 1;
	for (int k = 0; k < 8; k++) {
		const int mu = k / 2, here = copy->next.cut >> mu & 1;
		copy->sites[k] = here && !copy->edges ? half / e[mu] : 0;
		for (int nu = mu + 1; nu < 4 && here && copy->edges; nu++)
			if (copy->next.cut >> nu & 1) copy->sites[k] += 2 * (half / (e[mu] * e[nu]));
		const int sites = copy->sites[k] * copy->layers;
		f.at[k] = f.all;
		f.bytes[k] = here ? lqcd_gpu_bytes((size_t)(sites ? sites : 1), (size_t)(copy->count * bytes)) : 0;
		f.all += f.bytes[k];
	}
	return f;
}

/** Launches the copy of faces that begin at `memory`, unless there was an error. */
template <int bytes>
static void lqcd__gpu_halo_move(lqcd_gpu_lattice *lat, lqcd__gpu_halo_copy<bytes> *copy, const lqcd_gpu_faces *f, char *memory)
{
	lqcd_message why = {""};
	int most = 0;
	for (int k = 0; k < 8; k++) {
		copy->face[k] = memory + f->at[k];
		if (copy->sites[k] > most) most = copy->sites[k];
	}
	if (!most || lat->status != LQCD_OK) return;
	const int sites = most * copy->layers, block[3] = {LQCD_GPU_THREADS, 1, 1},
		  grid[3] = {(sites + LQCD_GPU_THREADS - 1) / LQCD_GPU_THREADS, 8, copy->count};
	(void)lqcd__gpu_note(lat, lqcd_gpu_launch<LQCD_GPU_THREADS, 1>(lat->gpu, *copy, grid, block, &why), &why);
}
#endif

/** start(error): packs the faces and starts the halo. */
template <class Start, class Inner>
static char *lqcd__gpu_exchange_by(lqcd_gpu_lattice *on, const lqcd_gpu_faces *f, const Start &start, const Inner &inner)
{
	lqcd_message why = {""};
	lqcd_status s = lqcd__gpu_note(on, lqcd_gpu_halo_reserve(&on->halo, f, &why), &why);
	if (s != LQCD_OK) return NULL;
	s = start(&why);
	inner();
	if (s == LQCD_OK) s = on->status;
	s = lqcd_gpu_halo_complete(&on->halo, f, s, &why);
	return lqcd__gpu_note(on, s, &why) == LQCD_OK ? on->halo.arrived : NULL;
}

template <class Pack, class Inner>
static char *lqcd__gpu_exchange(lqcd_gpu_lattice *on, const lqcd_gpu_faces *f, const Pack &pack, const Inner &inner)
{
	return lqcd__gpu_exchange_by(
		on, f,
		[&](lqcd_message *error) {
			pack(on->halo.sent);
			return on->status == LQCD_OK ? lqcd_gpu_halo_start(&on->halo, f, error) : on->status;
		},
		inner);
}

template <int bytes> static lqcd_status lqcd__gpu_halo_exchange(lqcd_gpu_lattice *lat, lqcd__gpu_halo_copy<bytes> *copy)
{
#ifdef LQCD_MPI
	copy->layers = copy->parity == LQCD_FULL ? 2 : 1;
	const int cut = copy->next.cut, rounds = (cut != 0) + (!copy->spinors && (cut & (cut - 1)) != 0);
	for (copy->edges = 0; copy->edges < rounds; copy->edges++) {
		lqcd_message why = {""};
		const lqcd_gpu_faces f = lqcd__gpu_halo_faces(copy);
		const lqcd_status s = lqcd__gpu_note(lat, lqcd_gpu_halo_reserve(&lat->halo, &f, &why), &why);
		if (s != LQCD_OK) return s;
		copy->back = 0;
		char *const arrived = lqcd__gpu_exchange(lat, &f, [&](char *sent) { lqcd__gpu_halo_move(lat, copy, &f, sent); }, [] {});
		copy->back = 1;
		if (arrived) lqcd__gpu_halo_move(lat, copy, &f, arrived);
	}
#else
	(void)lat;
	(void)copy;
#endif
	return LQCD_OK;
}

/** Spinors `count` to a site; see lqcd__gpu_halo_copy. */
template <int bytes>
static lqcd__gpu_halo_copy<bytes> lqcd__gpu_spinors_copy(lqcd_gpu_lattice *lat, char *field, int count, lqcd_parity parity)
{
	lqcd__gpu_halo_copy<bytes> copy;
	memset((void *)&copy, 0, sizeof copy);
	copy.next = lqcd__gpu_next_of(&lat->links[LQCD_FULL]);
	copy.field = field;
	copy.parity = parity;
	copy.count = count;
	copy.each = copy.spinors = 1;
	return copy;
}

template <int bytes, class Field> static lqcd_status lqcd__gpu_spinors_exchange(Field s)
{
	if (lqcd__view_check(s, 0, NULL) != LQCD_OK) return LQCD_ERR_ARGUMENT;
	lqcd__gpu_halo_copy<bytes> copy = lqcd__gpu_spinors_copy<bytes>(s.type->lattice, s.ptr, s.rhs, LQCD_FULL);
	return lqcd__gpu_halo_exchange(s.type->lattice, &copy);
}

LQCD_END_DECLS
#endif

#endif
