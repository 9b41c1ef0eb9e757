/* lqcd/io/links.h: the links of a field to and from the data section of a file, for every format; one walk that moves,
 * sums up and checks them.
 *
 *   lqcd_links f = lqcd_links_of(extent)       all of it: 64 bits, big-endian, NC rows, x fastest; then set members
 *   size_t   lqcd_links_item(&f)               bytes of an item: the links of a site (LQCD_LINKS_ODD: eight of an odd
 *                                              site), and `extra` bytes
 *   uint64_t lqcd_links_bytes(&f)              of the section; 0 when extents or bytes are beyond what can be addressed
 *   lqcd_status lqcd_links_check_length(in, &f, why)   the file ends where the section does
 *   lqcd_status lqcd_links_read(in, &f, u, found, why)
 *   lqcd_status lqcd_links_write(out, &f, u, found, why)
 *   lqcd_status lqcd_links_verdict(path, &f, found, why)   LQCD_OK, or what is wrong with the first bad link, and where
 *
 * lqcd_links describes the section. It begins at byte `offset`, and has for every site of the lattice (global extents
 * T, X, Y, Z), in its order, the matrices in its directions, each of
 *   rows = NC         [row][column][re,im], reals of `bits` (32 or 64) in byte_order
 *   rows = NC - 1     the same without the last row, which is computed: conj(row0 x row1) for NC = 3
 *   rows = 0          NC = 2: four reals q with u = [[q0 + i q3, -q2 + i q1], [q2 + i q1, q0 - i q3]]
 * order: LQCD_LINKS_X_FAST   x fastest, then y, z, t; directions x, y, z, t       NERSC, ILDG, SciDAC, MILC
 *        LQCD_LINKS_Z_FAST   z fastest, then y, x, t; directions t, x, y, z       HiRep
 *        LQCD_LINKS_ODD      as before, but the sites with odd t + x + y + z alone, and of each the links in directions
 *                            +t, -t, +x, -x, .. -z; -mu: U_mu(x - mu)             openQCD
 * sum: what found->sum becomes, over the bytes as they are in the file:
 *        LQCD_LINKS_NO_SUM    0
 *        LQCD_LINKS_NERSC     sum[0] = sum of the 32-bit words, each in byte_order, mod 2^32
 *        LQCD_LINKS_MILC      xor of the words, word k of the section rotated left by k mod 29 (sum[0]) or 31 (sum[1])
 *        LQCD_LINKS_SCIDAC    xor of the CRC-32 of the items, number k rotated left by k mod 29 or 31
 * zeros: where a link may be the zero matrix: LQCD_LINKS_NO_ZEROS; LQCD_LINKS_OPEN: U_t of the last time slice;
 *        LQCD_LINKS_BORDER: any on the first and the last one (open and Schroedinger-functional boundaries)
 *
 * lqcd_links_found: the sums, the largest deviation of a link that is not zero from SU(NC) (any element of U U^dagger - 1
 * and of last row - conj(cofactors)), the number of zero links and of those where they are for an open boundary, and the
 * first link with NaN, infinity (bad = LQCD_NAN), or a deviation above f.tolerance (LQCD_ERR_UNITARITY). A bad link is
 * no failure of read or write: it is in found, and lqcd_links_verdict makes a message of it. When a file is written,
 * all rows of the field count.
 *
 * u is a full field; its lattice has the extents of f. Several processes that share it call read and write together,
 * and get the same status, message and found. Each moves its own links, at 64-bit offsets, in blocks of at most 1 MiB,
 * which OpenMP threads share. Of an odd site on the border between processes both read the links they have. Files grow
 * as written: out may be at any place before and after. Statuses: LQCD_ERR_READ, LQCD_ERR_TRUNCATED, LQCD_ERR_WRITE,
 * LQCD_ERR_MEMORY. After a failure the content of u is unspecified.
 */
#ifndef LQCD_IO_LINKS_H
#define LQCD_IO_LINKS_H

#include <math.h>

#include "../halo.h"
#include "bytes.h"
#include "crc32.h"

/* Links go through memory in blocks of at most this size. */
#define LQCD__LINKS_BLOCK 1048576

typedef enum { LQCD_LINKS_X_FAST, LQCD_LINKS_Z_FAST, LQCD_LINKS_ODD } lqcd_links_order;
typedef enum { LQCD_LINKS_NO_SUM, LQCD_LINKS_NERSC, LQCD_LINKS_MILC, LQCD_LINKS_SCIDAC } lqcd_links_sum;
typedef enum { LQCD_LINKS_NO_ZEROS, LQCD_LINKS_OPEN, LQCD_LINKS_BORDER } lqcd_links_zeros;

typedef struct {
	uint32_t sum[2];
	double deviation;
	uint64_t zeros, open_zeros, link; /* link: number of the bad one in the file */
	lqcd_status bad;
	double bad_deviation;
	int written; /* 1: found in a field, not in a file */
} lqcd_links_found;

typedef struct {
	uint64_t offset;
	int extent[4];
	int bits, rows, extra, no_links; /* extra bytes of an item behind its links; 1: those alone */
	lqcd_byte_order byte_order;
	lqcd_links_order order;
	lqcd_links_sum sum;
	lqcd_links_zeros zeros;
	/* What is done with extra bytes, for the index of a site and its number in the file; NULL: nothing (reading). */
	void (*mover)(void *context, int write, int ix, unsigned char *p, uint64_t n, lqcd_links_found *w);
	void *context;
	double tolerance;
} lqcd_links;

LQCD_STATIC lqcd_links lqcd_links_of(const int extent[4])
{
	lqcd_links f;
	memset(&f, 0, sizeof f);
	memcpy(f.extent, extent, sizeof f.extent);
	f.bits = 64;
	f.rows = LQCD_NC;
	f.byte_order = LQCD_BYTES_BIG;
	f.tolerance = 1e-5;
	return f;
}

LQCD_FN int lqcd__links_reals(const lqcd_links *f)
{
	return f->rows ? 2 * f->rows * LQCD_NC : 4;
}

LQCD_FN size_t lqcd__links_link(const lqcd_links *f)
{
	return (size_t)lqcd__links_reals(f) * (size_t)f->bits / 8;
}

LQCD_FN int lqcd__links_per_item(const lqcd_links *f)
{
	return f->no_links ? 0 : f->order == LQCD_LINKS_ODD ? 8 : 4;
}

LQCD_FN size_t lqcd_links_item(const lqcd_links *f)
{
	return (size_t)lqcd__links_per_item(f) * lqcd__links_link(f) + (size_t)f->extra;
}

LQCD_STATIC uint64_t lqcd_links_bytes(const lqcd_links *f)
{
	/* The field has to fit into memory, and the section into file offsets. */
	const uint64_t most =
		(SIZE_MAX / 4 < UINT64_MAX / 4 ? SIZE_MAX / 4 : UINT64_MAX / 4) / (4 * sizeof(lqcd_su3_d));
	uint64_t volume = 1;
	for (int mu = 0; mu < 4; mu++) {
		if (f->extent[mu] < 1 || volume > most / (uint64_t)f->extent[mu]) return 0;
		volume *= (uint64_t)f->extent[mu];
	}
	return volume * lqcd_links_item(f) / (f->order == LQCD_LINKS_ODD ? 2 : 1);
}

LQCD_STATIC lqcd_status lqcd_links_check_length(const lqcd_file_in *in, const lqcd_links *f, lqcd_message *why)
{
	const uint64_t bytes = lqcd_links_bytes(f), need = f->offset + bytes;
	const int cut = in->size < need;
	if (in->size == need) return LQCD_OK;
	return lqcd_fail(
		why, cut ? LQCD_ERR_TRUNCATED : LQCD_ERR_TRAILING,
		"%s: the file %s at byte %llu; the header (%llu bytes) announces %llu bytes of links, %llu in all",
		lqcd_path_shown(in->path), cut ? "ends" : "goes on", (unsigned long long)(cut ? in->size : need),
		(unsigned long long)f->offset, (unsigned long long)bytes, (unsigned long long)need);
}

/* ---- one link -------------------------------------------------------------------------------------------------- */

LQCD_FN void lqcd__links_load_as(double *to, const unsigned char *p, int n, int bits, lqcd_byte_order order)
{
	if (bits == 64)
		for (int k = 0; k < n; k++) to[k] = lqcd_load_f64(p + 8 * k, order);
	else
		for (int k = 0; k < n; k++) to[k] = (double)lqcd_load_f32(p + 4 * k, order);
}

LQCD_FN void lqcd__links_store_as(unsigned char *p, const double *from, int n, int bits, lqcd_byte_order order)
{
	if (bits == 64)
		for (int k = 0; k < n; k++) lqcd_store_f64(p + 8 * k, from[k], order);
	else
		for (int k = 0; k < n; k++) lqcd_store_f32(p + 4 * k, (float)from[k], order);
}

/** n reals from the bytes of a file. */
LQCD_STATIC void lqcd__links_load(const lqcd_links *f, double *to, const unsigned char *p, int n)
{
	if (f->byte_order == LQCD_BYTES_BIG) {
		if (f->bits == 64)
			lqcd__links_load_as(to, p, n, 64, LQCD_BYTES_BIG);
		else
			lqcd__links_load_as(to, p, n, 32, LQCD_BYTES_BIG);
	} else if (f->bits == 64)
		lqcd__links_load_as(to, p, n, 64, LQCD_BYTES_LITTLE);
	else
		lqcd__links_load_as(to, p, n, 32, LQCD_BYTES_LITTLE);
}

/** And back. */
LQCD_STATIC void lqcd__links_store(const lqcd_links *f, unsigned char *p, const double *from, int n)
{
	if (f->byte_order == LQCD_BYTES_BIG) {
		if (f->bits == 64)
			lqcd__links_store_as(p, from, n, 64, LQCD_BYTES_BIG);
		else
			lqcd__links_store_as(p, from, n, 32, LQCD_BYTES_BIG);
	} else if (f->bits == 64)
		lqcd__links_store_as(p, from, n, 64, LQCD_BYTES_LITTLE);
	else
		lqcd__links_store_as(p, from, n, 32, LQCD_BYTES_LITTLE);
}

LQCD_STATIC void lqcd__links_decode(const lqcd_links *f, lqcd_su3_d *u, const unsigned char *p)
{
	double q[4];
	if (f->rows) {
		lqcd__links_load(f, &u->e[0][0].re, p, lqcd__links_reals(f));
		if (f->rows < LQCD_NC) lqcd_su3_last_row_d(u);
		return;
	}
	lqcd__links_load(f, q, p, 4);
	u->e[0][0].re = u->e[1][1].re = q[0];
	u->e[0][0].im = q[3];
	u->e[1][1].im = -q[3];
	u->e[0][1].re = -q[2];
	u->e[1][0].re = q[2];
	u->e[0][1].im = u->e[1][0].im = q[1];
}

LQCD_STATIC void lqcd__links_encode(const lqcd_links *f, unsigned char *p, const lqcd_su3_d *u)
{
	double q[4];
	if (f->rows) {
		lqcd__links_store(f, p, &u->e[0][0].re, lqcd__links_reals(f));
		return;
	}
	q[0] = u->e[0][0].re;
	q[1] = u->e[1][0].im;
	q[2] = u->e[1][0].re;
	q[3] = u->e[0][0].im;
	lqcd__links_store(f, p, q, 4);
}

LQCD_FN double lqcd__links_larger(double a, double b)
{
	return a > b ? a : b;
}

/** Largest element of |U U^dagger - 1| and |last row - conj(cofactors)|; the elements of u are finite and not large. */
LQCD_STATIC double lqcd__links_deviation(const lqcd_su3_d *u)
{
	double most = 0;
	lqcd_su3_d v = *u;
	lqcd_su3_last_row_d(&v);
	LQCD_UNROLL(4)
	for (int a = 0; a < LQCD_NC; a++) {
		LQCD_UNROLL(4)
		for (int b = 0; b <= a; b++) {
			lqcd_complex_d p = lqcd_complex_zero_d();
			LQCD_UNROLL(4)
			for (int k = 0; k < LQCD_NC; k++) p = lqcd_complex_cfma_d(u->e[a][k], u->e[b][k], p);
			most = lqcd__links_larger(most, fabs(p.re - (a == b)));
			most = lqcd__links_larger(most, fabs(p.im));
		}
	}
	LQCD_UNROLL(4)
	for (int b = 0; b < LQCD_NC; b++) {
		const int last = LQCD_NC - 1;
		most = lqcd__links_larger(most, fabs(u->e[last][b].re - v.e[last][b].re));
		most = lqcd__links_larger(most, fabs(u->e[last][b].im - v.e[last][b].im));
	}
	return most;
}

/** The largest of the absolute values of n numbers, by its bits: a NaN is larger than an infinity. */
LQCD_FN uint64_t lqcd__links_most(const double *x, int n)
{
	uint64_t most = 0;
	for (int k = 0; k < n; k++) {
		uint64_t bits;
		memcpy(&bits, x + k, sizeof bits);
		bits &= UINT64_C(0x7fffffffffffffff);
		most = bits > most ? bits : most;
	}
	return most;
}

/** Takes link number `link` of the file into account: U_mu on global time slice t, of which the first `rows` rows can
 *  bring surprises. */
LQCD_STATIC void lqcd__links_check(lqcd_links_found *w, const lqcd_links *f, const lqcd_su3_d *u, int rows, int mu,
				   int t, uint64_t link)
{
	const uint64_t two = UINT64_C(0x4000000000000000), infinity = UINT64_C(0x7ff0000000000000);
	const uint64_t most = lqcd__links_most(&u->e[0][0].re, 2 * rows * LQCD_NC);
	lqcd_status s = LQCD_OK;
	double deviation = 0;
	if (most == 0) {
		const int last = t == f->extent[0] - 1, open = last && mu == 0;
		w->zeros++;
		w->open_zeros += (uint64_t)open;
		if (f->zeros == LQCD_LINKS_OPEN ? open : f->zeros == LQCD_LINKS_BORDER && (last || t == 0)) return;
	}
	if (most >= infinity)
		s = LQCD_NAN;
	else {
		/* No element of a unitary matrix is above 1, and products of larger ones might overflow. */
		if (most > two)
			memcpy(&deviation, &most, sizeof most);
		else
			deviation = lqcd__links_deviation(u);
		w->deviation = lqcd__links_larger(w->deviation, deviation);
		if (deviation > f->tolerance) s = LQCD_ERR_UNITARITY;
	}
	if (s == LQCD_OK || (w->bad != LQCD_OK && w->link <= link)) return;
	w->bad = s;
	w->link = link;
	w->bad_deviation = deviation;
}

/* ---- sums ------------------------------------------------------------------------------------------------------ */

LQCD_FN uint32_t lqcd__links_rotate(uint32_t v, unsigned by)
{
	return v << by | v >> ((32 - by) & 31);
}

/** Takes the bytes of item n into account. */
LQCD_STATIC void lqcd__links_sum_up(lqcd_links_found *w, const lqcd_links *f, const unsigned char *p, uint64_t n)
{
	const size_t bytes = lqcd_links_item(f);
	if (f->sum == LQCD_LINKS_NERSC) {
		uint32_t sum = 0;
		for (size_t i = 0; i < bytes; i += 4) sum += lqcd_load_u32(p + i, f->byte_order);
		w->sum[0] += sum;
	} else if (f->sum == LQCD_LINKS_MILC) {
		const uint64_t k = n * (bytes / 4);
		unsigned a = (unsigned)(k % 29), b = (unsigned)(k % 31);
		for (size_t i = 0; i < bytes; i += 4) {
			const uint32_t word = lqcd_load_u32(p + i, f->byte_order);
			w->sum[0] ^= lqcd__links_rotate(word, a);
			w->sum[1] ^= lqcd__links_rotate(word, b);
			a = a == 28 ? 0 : a + 1;
			b = b == 30 ? 0 : b + 1;
		}
	} else if (f->sum == LQCD_LINKS_SCIDAC) {
		const uint32_t crc = lqcd_crc32(0, p, bytes);
		w->sum[0] ^= lqcd__links_rotate(crc, (unsigned)(n % 29));
		w->sum[1] ^= lqcd__links_rotate(crc, (unsigned)(n % 31));
	}
}

/** w becomes what two parts of the section have. */
LQCD_STATIC void lqcd__links_merge(lqcd_links_found *w, const lqcd_links *f, const lqcd_links_found *v)
{
	for (int k = 0; k < 2; k++)
		w->sum[k] = f->sum == LQCD_LINKS_NERSC ? w->sum[k] + v->sum[k] : w->sum[k] ^ v->sum[k];
	w->deviation = lqcd__links_larger(w->deviation, v->deviation);
	w->zeros += v->zeros;
	w->open_zeros += v->open_zeros;
	if (v->bad == LQCD_OK || (w->bad != LQCD_OK && w->link <= v->link)) return;
	w->bad = v->bad;
	w->link = v->link;
	w->bad_deviation = v->bad_deviation;
}

/** The same over all processes. */
LQCD_STATIC void lqcd__links_reduce(lqcd_links_found *w, const lqcd_links *f, const lqcd_comm *comm)
{
	const uint64_t link = w->bad == LQCD_OK ? UINT64_MAX : w->link, first = lqcd_comm_min_u64(comm, link);
	const uint64_t mine = (uint64_t)w->sum[1] << 32 | w->sum[0];
	const uint64_t sum = f->sum == LQCD_LINKS_NERSC ? lqcd_comm_sum_u64(comm, mine) : lqcd_comm_xor_u64(comm, mine);
	w->sum[0] = (uint32_t)sum;
	w->sum[1] = f->sum == LQCD_LINKS_NERSC ? 0 : (uint32_t)(sum >> 32);
	w->deviation = lqcd_comm_max(comm, w->deviation);
	w->zeros = lqcd_comm_sum_u64(comm, w->zeros);
	w->open_zeros = lqcd_comm_sum_u64(comm, w->open_zeros);
	if (first == UINT64_MAX) return;
	/* A link is checked where it lives, by one process. */
	const uint64_t owner = lqcd_comm_min_u64(comm, link == first ? (uint64_t)comm->rank : UINT64_MAX);
	lqcd_links_found all = *w;
	lqcd_comm_broadcast(comm, (int)owner, &all, sizeof all);
	*w = all;
}

LQCD_STATIC lqcd_status lqcd_links_verdict(const char *path, const lqcd_links *f, const lqcd_links_found *w,
					   lqcd_message *why)
{
	const uint64_t item = w->link / (uint64_t)lqcd__links_per_item(f);
	const int odd = f->order == LQCD_LINKS_ODD, j = (int)(w->link % (uint64_t)lqcd__links_per_item(f));
	const int mu = f->order == LQCD_LINKS_X_FAST ? (j + 1) & 3 : odd ? j / 2 : j;
	uint64_t site = odd ? 2 * item : item;
	char where[96], at[32] = "";
	int x[4];
	if (w->bad == LQCD_OK) return LQCD_OK;
	for (int k = 0; k < 4; k++) {
		const int nu = f->order == LQCD_LINKS_X_FAST ? (k + 1) & 3 : 3 - k;
		x[nu] = (int)(site % (uint64_t)f->extent[nu]);
		site /= (uint64_t)f->extent[nu];
	}
	if (odd) {
		x[3] += (x[0] + x[1] + x[2] + 1) & 1;
		if (j & 1) x[mu] = (x[mu] ? x[mu] : f->extent[mu]) - 1;
	}
	if (!w->written)
		snprintf(at, sizeof at, ", byte %llu",
			 (unsigned long long)(f->offset + item * lqcd_links_item(f) +
					      (uint64_t)j * lqcd__links_link(f)));
	snprintf(where, sizeof where, "the link of site x,y,z,t = %d,%d,%d,%d, direction %c%s", x[1], x[2], x[3], x[0],
		 "txyz"[mu], at);
	if (w->bad == LQCD_NAN)
		return lqcd_fail(why, w->bad, "%s: NaN or infinity in %s", lqcd_path_shown(path), where);
	return lqcd_fail(why, w->bad, "%s: %s is not in SU(%d): off by %.3g, at most %g is accepted",
			 lqcd_path_shown(path), where, LQCD_NC, w->bad_deviation, f->tolerance);
}

/* ---- the walk -------------------------------------------------------------------------------------------------- */

/* A box of sites of this process, or next to it, in the order of the file. Odd sites are counted in pairs of neighbours in
 * direction z, the first of them with even z, of which one is odd. */
typedef struct {
	const lqcd_links *f;
	const lqcd_gauge_field_d *u;
	lqcd_links_found *found;
	int write;
	int dim[4], size[4], origin[4]; /* directions, fastest first; items; local coordinates of the first site */
	uint64_t first, step[5], items; /* its number in the file, and from item to item in dim[k] */
} lqcd__links_box;

/** The sites of this process (layer = -1), or those that are beyond its upper border in direction `layer`. */
LQCD_STATIC void lqcd__links_box_of(lqcd__links_box *b, int layer)
{
	const lqcd_lattice *lat = b->u->type->lattice;
	uint64_t step = 1;
	b->items = 1;
	b->first = 0;
	for (int k = 0; k < 4; k++) {
		const int mu = b->f->order == LQCD_LINKS_X_FAST ? (k + 1) & 3 : 3 - k;
		const int count = b->f->order == LQCD_LINKS_ODD && k == 0 ? 2 : 1;
		const int sites = layer == mu ? 1 : lat->local[mu];
		b->origin[mu] = layer == mu ? lat->local[mu] : 0;
		b->dim[k] = mu;
		b->size[k] = (sites + count - 1) / count;
		b->step[k] = step;
		const int64_t start = b->origin[mu] + (int64_t)lat->comm.coord[mu] * lat->local[mu];
		b->first += step * (uint64_t)(start % lat->extent[mu] / count);
		b->items *= (uint64_t)b->size[k];
		step *= (uint64_t)(lat->extent[mu] / count);
	}
	b->step[4] = step;
}

/** The number in the file of item m of the box, the coordinates c[k] of the item, and how many follow it in both. */
LQCD_STATIC uint64_t lqcd__links_place(const lqcd__links_box *b, uint64_t m, int c[4], uint64_t *run)
{
	uint64_t n = b->first, rest = m;
	int whole = 1;
	*run = 1;
	for (int k = 0; k < 4; k++) {
		c[k] = (int)(rest % (uint64_t)b->size[k]);
		rest /= (uint64_t)b->size[k];
		n += b->step[k] * (uint64_t)c[k];
		if (whole) *run *= (uint64_t)b->size[k];
		whole &= b->step[k] * (uint64_t)b->size[k] == b->step[k + 1];
	}
	*run -= m % *run;
	return n;
}

/** Link j of the item with site x (local coordinates), or NULL when it is another process's to move; *mu and *t: its
 *  direction and global time. */
LQCD_STATIC lqcd_su3_d *lqcd__links_at(const lqcd__links_box *b, const int x[4], int j, int *mu, int *t)
{
	const lqcd_geometry *g = b->u->type;
	const lqcd_lattice *lat = g->lattice;
	const int back = b->f->order == LQCD_LINKS_ODD && (j & 1);
	int y[4] = {x[0], x[1], x[2], x[3]};
	*mu = b->f->order == LQCD_LINKS_X_FAST ? (j + 1) & 3 : b->f->order == LQCD_LINKS_ODD ? j / 2 : j;
	if (back) y[*mu]--;
	*t = (y[0] + lat->comm.coord[0] * lat->local[0] + lat->extent[0]) % lat->extent[0];
	/* The halo has what is beyond the border. */
	if (back && b->write) return LQCD_4FIELD_AT(b->u, lqcd_idn(g, g->ipt[lqcd__lex(g->sub, x)], *mu), *mu);
	if (y[*mu] < 0 && lat->comm.grid[*mu] == 1) y[*mu] += lat->local[*mu];
	for (int nu = 0; b->f->order == LQCD_LINKS_ODD && nu < 4; nu++)
		if (y[nu] < 0 || y[nu] >= lat->local[nu]) return NULL;
	return LQCD_4FIELD_AT(b->u, g->ipt[lqcd__lex(g->sub, y)], *mu);
}

/** Asks for the links of the item after the next; in memory they are somewhere else. */
LQCD_FN void lqcd__links_prefetch(const lqcd__links_box *b, const int x[4])
{
	const int fast = b->dim[0];
	int y[4] = {x[0], x[1], x[2], x[3]}, mu, t;
	y[fast] += b->f->order == LQCD_LINKS_ODD ? 4 : 2;
	if (y[fast] >= b->u->type->sub[fast]) return;
	for (int j = 0; j < lqcd__links_per_item(b->f); j++) {
		const char *p = (const char *)lqcd__links_at(b, y, j, &mu, &t);
		for (size_t i = 0; p && i < sizeof(lqcd_su3_d); i += 64) lqcd_prefetch(p + i);
	}
}

/** Items m to m + items - 1, which follow each other in the file, from or to its bytes. */
LQCD_STATIC void lqcd__links_move(const lqcd__links_box *b, uint64_t m, int items, unsigned char *p,
				  lqcd_links_found *w)
{
	const lqcd_links *f = b->f;
	const size_t link = lqcd__links_link(f), item = lqcd_links_item(f);
	const int links = lqcd__links_per_item(f), rows = b->write || !f->rows ? LQCD_NC : f->rows;
	int c[4], x[4], mu, t;
	uint64_t run, n = lqcd__links_place(b, m, c, &run);
	for (int i = 0; i < items; i++, n++, p += item) {
		for (int k = 0; k < 4; k++) x[b->dim[k]] = b->origin[b->dim[k]] + c[k];
		if (f->order == LQCD_LINKS_ODD) {
			x[3] = b->origin[3] + 2 * c[0];
			x[3] += (x[0] + x[1] + x[2] + 1) & 1; /* origins of processes are even */
		}
		lqcd__links_prefetch(b, x);
		for (int j = 0; j < links; j++) {
			lqcd_su3_d *u = lqcd__links_at(b, x, j, &mu, &t);
			if (!u) continue;
			if (b->write)
				lqcd__links_encode(f, p + (size_t)j * link, u);
			else
				lqcd__links_decode(f, u, p + (size_t)j * link);
			lqcd__links_check(w, f, u, rows, mu, t, n * (uint64_t)links + (uint64_t)j);
		}
		if (f->mover)
			f->mover(f->context, b->write, lqcd_geometry_index(b->u->type, x, NULL),
				 p + (size_t)links * link, n, w);
		lqcd__links_sum_up(w, f, p, n);
		for (int k = 0; k < 4 && ++c[k] == b->size[k]; k++) c[k] = 0;
	}
}

/** The same in threads. */
LQCD_STATIC void lqcd__links_share(const lqcd__links_box *b, uint64_t m, int items, unsigned char *p)
{
	lqcd_links_found part[LQCD_CHUNKS];
	memset(part, 0, sizeof part);
	LQCD_RANGE_CHUNK_FOR(items, chunk, lo, hi, items >= LQCD_PARALLEL_MIN)
		lqcd__links_move(b, m + (uint64_t)lo, hi - lo, p + (size_t)lo * lqcd_links_item(b->f), &part[chunk]);
	for (int k = 0; k < LQCD_CHUNKS; k++) lqcd__links_merge(b->found, b->f, &part[k]);
}

/** The bytes of items n to n + items - 1 of the file. */
LQCD_STATIC lqcd_status lqcd__links_read_block(lqcd_file_in *in, const lqcd_links *f, uint64_t n, size_t items,
					       unsigned char *p, lqcd_message *why)
{
	const size_t bytes = items * lqcd_links_item(f);
	const uint64_t at = f->offset + n * lqcd_links_item(f);
	lqcd_file_in cut = *in;
	size_t got;
	lqcd_status s = lqcd_file_in_seek(in, at, why);
	if (s == LQCD_OK) s = lqcd_file_in_read(in, p, bytes, &got, why);
	if (s != LQCD_OK || got == bytes) return s;
	cut.size = at + got; /* somebody cut it after it was opened */
	return lqcd_links_check_length(&cut, f, why);
}

/** All items of a box, from in or to out; *n: the first item of the block that failed. */
LQCD_STATIC lqcd_status lqcd__links_walk(const lqcd__links_box *b, lqcd_file_in *in, lqcd_file_out *out,
					 unsigned char *buffer, uint64_t *n, lqcd_message *why)
{
	const lqcd_links *f = b->f;
	const uint64_t most = LQCD__LINKS_BLOCK / lqcd_links_item(f);
	lqcd_status s = LQCD_OK;
	int c[4];
	for (uint64_t m = 0, run; s == LQCD_OK && m < b->items; m += run) {
		*n = lqcd__links_place(b, m, c, &run);
		if (run > most) run = most;
		if (in) s = lqcd__links_read_block(in, f, *n, (size_t)run, buffer, why);
		if (s == LQCD_OK) lqcd__links_share(b, m, (int)run, buffer);
		if (s == LQCD_OK && out) s = lqcd_file_out_seek(out, f->offset + *n * lqcd_links_item(f), why);
		if (s == LQCD_OK && out) s = lqcd_file_out_write(out, buffer, (size_t)run * lqcd_links_item(f), why);
		const lqcd_file_progress tell = in ? in->progress : out->progress;
		if (tell && lqcd_comm_root(&b->u->type->lattice->comm))
			tell(in ? in->context : out->context, (m + run) * lqcd_links_item(f),
			     b->items * lqcd_links_item(f));
	}
	return s;
}

LQCD_STATIC lqcd_status lqcd__links_all(lqcd_file_in *in, lqcd_file_out *out, const lqcd_links *f,
					const lqcd_gauge_field_d *u, lqcd_links_found *found, lqcd_message *why)
{
	const lqcd_comm *comm = &u->type->lattice->comm;
	const char *path = lqcd_path_shown(in ? in->path : out->target);
	lqcd__links_box b;
	lqcd_message unread;
	uint64_t n = 0;
	lqcd_status s = LQCD_OK;
	if (!why) why = &unread; /* others may want to know */
	memset(found, 0, sizeof *found);
	found->written = out != NULL;
	b.f = f;
	b.u = u;
	b.found = found;
	b.write = out != NULL;
	if (out && f->order == LQCD_LINKS_ODD) s = lqcd_halo_exchange(lqcd_gauge_field_view_d(u));
	if (s != LQCD_OK) return lqcd_fail(why, s, "%s: no memory for the links of neighbouring processes", path);
	unsigned char *buffer = (unsigned char *)lqcd_comm_alloc(comm, LQCD__LINKS_BLOCK);
	if (!buffer)
		return lqcd_fail(why, LQCD_ERR_MEMORY, "%s: no memory for a buffer of %d bytes", path,
				 LQCD__LINKS_BLOCK);
	lqcd__links_box_of(&b, -1);
	s = lqcd__links_walk(&b, in, out, buffer, &n, why);
	for (int mu = 0; in && f->order == LQCD_LINKS_ODD && mu < 4 && s == LQCD_OK; mu++)
		if (comm->grid[mu] > 1) {
			lqcd__links_box_of(&b, mu);
			s = lqcd__links_walk(&b, in, NULL, buffer, &n, why);
		}
	lqcd_free(buffer);
	s = lqcd_comm_agree(comm, s, n, why);
	if (s == LQCD_OK) lqcd__links_reduce(found, f, comm);
	return s;
}

LQCD_STATIC lqcd_status lqcd_links_read(lqcd_file_in *in, const lqcd_links *f, lqcd_gauge_field_d *u,
					lqcd_links_found *found, lqcd_message *why)
{
	return lqcd__links_all(in, NULL, f, u, found, why);
}

LQCD_STATIC lqcd_status lqcd_links_write(lqcd_file_out *out, const lqcd_links *f, const lqcd_gauge_field_d *u,
					 lqcd_links_found *found, lqcd_message *why)
{
	return lqcd__links_all(NULL, out, f, u, found, why);
}

#endif
