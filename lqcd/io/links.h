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
 *   rows = NC - 1     [row][column][re,im] but the last row, which is computed: conj(row0 x row1) for NC = 3
 *   rows = 0          NC = 2: four reals q with u = [[q0 + i q3, -q2 + i q1], [q2 + i q1, q0 - i q3]]
 * order: LQCD_LINKS_X_FAST   x fastest, then y, z, t; directions x, y, z, t       NERSC, ILDG, SciDAC, MILC
 *        LQCD_LINKS_Z_FAST   z fastest, then y, x, t; directions t, x, y, z       HiRep
 *        LQCD_LINKS_ODD      as before, but the sites with odd t + x + y + z alone, and of each the links in directions
 *                            +t, -t, +x, -x, .. -z; -mu: U_mu(x - mu)             openQCD
 * sum: LQCD_LINKS_NO_SUM, _NERSC, _MILC or _SCIDAC: the value of found->sum, of the bytes as in the file (section.h);
 *      not with LQCD_LINKS_ODD
 * zeros: where a link may be the zero matrix: LQCD_LINKS_NO_ZEROS; LQCD_LINKS_OPEN: U_t of the last time slice;
 *        LQCD_LINKS_SF: those, and all links of time slice 0
 *
 * lqcd_links_found: the sums, the largest deviation of a link that is not zero from SU(NC) (any element of U U^dagger
 * - 1 and of last row - conj(cofactors)), the number of zero links,
 * and the first link with NaN, infinity (bad = LQCD_NAN), or a deviation above f.tolerance (LQCD_ERR_UNITARITY). A bad
 * link is no failure of read or write: it is in found, and lqcd_links_verdict makes a message of it. When a file is
 * written, all rows of the field count.
 *
 * u is a full field; its lattice has the extents of f. Several processes that share it call read and write together,
 * and get the same status, message and found; each moves its own links (section.h). Two processes at a border each read
 * the links that they have of its odd sites. After writing LQCD_LINKS_ODD the halo of u is that of its links. Statuses:
 * LQCD_ERR_READ, LQCD_ERR_TRUNCATED, LQCD_ERR_WRITE, LQCD_ERR_MEMORY. After a failure the content of u is unspecified.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_LINKS_H
#define LQCD_IO_LINKS_H

#include <math.h>

#include "section.h"

typedef enum { LQCD_LINKS_X_FAST, LQCD_LINKS_Z_FAST, LQCD_LINKS_ODD } lqcd_links_order;
typedef enum { LQCD_LINKS_NO_ZEROS, LQCD_LINKS_OPEN, LQCD_LINKS_SF } lqcd_links_zeros;

typedef struct {
	uint64_t offset;
	int extent[4];
	int bits, rows;
	lqcd_byte_order byte_order;
	lqcd_links_order order;
	lqcd_links_sum sum;
	lqcd_links_zeros zeros;
	int extra;       /* other bytes after the links of a site; for reading only */
	int either_sign; /* 1: minus a link of SU(NC) is good, too */
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
	return f->order == LQCD_LINKS_ODD ? 8 : 4;
}

LQCD_FN size_t lqcd_links_item(const lqcd_links *f)
{
	return (size_t)lqcd__links_per_item(f) * lqcd__links_link(f) + (size_t)f->extra;
}

LQCD_STATIC lqcd_section lqcd__links_section(const lqcd_links *f)
{
	lqcd_section s = lqcd_section_make(f->extent, 0, f->bits);
	s.offset = f->offset;
	s.item = lqcd_links_item(f);
	s.x_fast = f->order == LQCD_LINKS_X_FAST;
	s.parity = f->order == LQCD_LINKS_ODD ? LQCD_ODD : LQCD_FULL;
	s.sum = f->sum;
	s.byte_order = f->byte_order;
	return s;
}

LQCD_STATIC uint64_t lqcd_links_bytes(const lqcd_links *f)
{
	const lqcd_section s = lqcd__links_section(f);
	return lqcd_section_bytes(&s);
}

LQCD_STATIC lqcd_status lqcd_links_check_length(lqcd_file_in *in, const lqcd_links *f, lqcd_message *why)
{
	const lqcd_section s = lqcd__links_section(f);
	return lqcd_section_check_length(in, &s, "links", why);
}

/* ---- one link -------------------------------------------------------------------------------------------------- */

/** n reals from the bytes of a file or, with write, to them; all else are constants. */
LQCD_FN void lqcd__links_move_as(double *x, unsigned char *p, int n, int write, int bits, lqcd_byte_order order)
{
	for (int k = 0; k < n; k++, p += bits / 8) {
		const double v = lqcd__file_real(p, write ? x[k] : 0, write, bits, order);
		if (!write) x[k] = v;
	}
}

LQCD_STATIC void lqcd__links_reals_move(const lqcd_links *f, double *x, unsigned char *p, int n, int write)
{
	const int way = 4 * !write + 2 * (f->bits == 64) + (f->byte_order == LQCD_BYTES_BIG);
#define LQCD__LINKS_WAY(k) \
	if (way == (k)) lqcd__links_move_as(x, p, n, (k) < 4, (k) & 2 ? 64 : 32, (k) & 1 ? LQCD_BYTES_BIG : LQCD_BYTES_LITTLE);
	LQCD__LINKS_WAY(0) LQCD__LINKS_WAY(1) LQCD__LINKS_WAY(2) LQCD__LINKS_WAY(3)
	LQCD__LINKS_WAY(4) LQCD__LINKS_WAY(5) LQCD__LINKS_WAY(6) LQCD__LINKS_WAY(7)
#undef LQCD__LINKS_WAY
}

/** A link from the bytes of a file or, with write, to them. */
LQCD_STATIC void lqcd__links_link_move(const lqcd_links *f, lqcd_su3_d *u, unsigned char *p, int write)
{
	double q[4] = {u->e[0][0].re, u->e[1][0].im, u->e[1][0].re, u->e[0][0].im};
	lqcd__links_reals_move(f, f->rows ? &u->e[0][0].re : q, p, lqcd__links_reals(f), write);
	if (write || f->rows == LQCD_NC) return;
	if (f->rows) {
		lqcd_su3_last_row_d(u);
		return;
	}
	u->e[0][0].re = u->e[1][1].re = q[0];
	u->e[0][0].im = q[3];
	u->e[1][1].im = -q[3];
	u->e[0][1].re = -q[2];
	u->e[1][0].re = q[2];
	u->e[0][1].im = u->e[1][0].im = q[1];
}

/** The largest element of |U U^dagger - 1| and |last row - conj(cofactors)| of links, one to a lane; *norm: the sum of
 *  the absolute squares of their elements. NaN and overflows are in *norm, not in the first. */
LQCD_STATIC lqcd_real_vd lqcd__links_deviation(const lqcd_su3_d *const *link, lqcd_real_vd *norm)
{
	const lqcd_real_vd one = lqcd_set1_vd(1);
	const double *from[LQCD_LANES_vd];
	lqcd_real_vd most = lqcd_zero_vd(), zero = most;
	lqcd_su3_vd u, v;
	LQCD_UNROLL(8)
	for (int w = 0; w < LQCD_LANES_vd; w++) from[w] = &link[w]->e[0][0].re;
	LQCD__UNROLL_NC
	for (int a = 0; a < LQCD_NC; a++) {
		LQCD__UNROLL_NC
		for (int b = 0; b < LQCD_NC; b++)
			lqcd_load2_vd(&u.e[a][b].re, &u.e[a][b].im, from, (size_t)(2 * (a * LQCD_NC + b)));
	}
	v = u;
	lqcd_su3_last_row_vd(&v);
	*norm = zero;
	LQCD__UNROLL_NC
	for (int a = 0; a < LQCD_NC; a++) {
		LQCD_UNROLL(4)
		for (int b = 0; b <= a; b++) {
			lqcd_complex_vd p = lqcd_complex_zero_vd();
			LQCD__UNROLL_NC
			for (int k = 0; k < LQCD_NC; k++) p = lqcd_complex_cfma_vd(u.e[a][k], u.e[b][k], p);
			if (a == b) *norm = lqcd_add_vd(*norm, p.re);
			most = lqcd_max_vd(lqcd_abs_vd(lqcd_sub_vd(p.re, a == b ? one : zero)), most);
			most = lqcd_max_vd(lqcd_abs_vd(p.im), most);
		}
	}
	LQCD__UNROLL_NC
	for (int b = 0; b < LQCD_NC; b++) {
		const lqcd_complex_vd x = u.e[LQCD_NC - 1][b], y = v.e[LQCD_NC - 1][b];
		most = lqcd_max_vd(lqcd_abs_vd(lqcd_sub_vd(x.re, y.re)), most);
		most = lqcd_max_vd(lqcd_abs_vd(lqcd_sub_vd(x.im, y.im)), most);
	}
	return most;
}

/** Whether n links are all in SU(NC) and not zero; if so, they are taken into account. */
LQCD_STATIC int lqcd__links_good(lqcd_links_found *w, const lqcd_links *f, const lqcd_su3_d *const *link, int n)
{
	const lqcd_su3_d *lane[LQCD_LANES_vd];
	double most = 0;
	for (int j = 0; j < n; j += LQCD_LANES_vd) {
		lqcd_real_vd norm;
		for (int k = 0; k < LQCD_LANES_vd; k++) lane[k] = link[j + k < n ? j + k : n - 1];
		const lqcd_real_vd deviation = lqcd__links_deviation(lane, &norm);
		if (!lqcd_mask_all_vd(lqcd_le_vd(norm, lqcd_set1_vd(2 * LQCD_NC)))) return 0;
		most = lqcd__larger(most, lqcd_reduce_max_vd(deviation));
	}
	if (most > f->tolerance || most > 0.5) return 0;
	w->deviation = lqcd__larger(w->deviation, most);
	return 1;
}

/** The largest absolute value of n numbers, compared by bits: a NaN is larger than an infinity. */
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

LQCD_STATIC double lqcd__links_deviation_of(const lqcd_su3_d *u)
{
	const lqcd_su3_d *lane[LQCD_LANES_vd];
	lqcd_real_vd norm;
	for (int k = 0; k < LQCD_LANES_vd; k++) lane[k] = u;
	return lqcd_reduce_max_vd(lqcd__links_deviation(lane, &norm));
}

/** Takes link number `link` of the file into account: U_mu on global time slice t. The first `rows` rows were read, the
 * others computed. */
LQCD_STATIC void lqcd__links_check(lqcd_links_found *w, const lqcd_links *f, const lqcd_su3_d *u, int rows, int mu,
				   int t, uint64_t link)
{
	const uint64_t two = UINT64_C(0x4000000000000000), infinity = UINT64_C(0x7ff0000000000000);
	const uint64_t most = lqcd__links_most(&u->e[0][0].re, 2 * rows * LQCD_NC);
	lqcd_status s = LQCD_OK;
	double deviation = 0;
	if (most == 0) {
		w->zeros++;
		w->first_zeros += t == 0;
		if (f->zeros && (t == 0 ? f->zeros == LQCD_LINKS_SF : mu == 0 && t == f->extent[0] - 1)) return;
	}
	if (most >= infinity)
		s = LQCD_NAN;
	else {
		/* No element of a unitary matrix is above 1, and products of larger ones might overflow. */
		if (most > two)
			memcpy(&deviation, &most, sizeof most);
		else {
			deviation = lqcd__links_deviation_of(u);
			if (f->either_sign && deviation > f->tolerance) {
				lqcd_su3_d minus;
				lqcd_su3_scale_d(&minus, -1, u);
				deviation = fmin(deviation, lqcd__links_deviation_of(&minus));
			}
		}
		w->deviation = lqcd__larger(w->deviation, deviation);
		if (deviation > f->tolerance) s = LQCD_ERR_UNITARITY;
	}
	lqcd__section_bad(w, s, link, deviation);
}

LQCD_STATIC lqcd_status lqcd_links_verdict(const char *path, const lqcd_links *f, const lqcd_links_found *w,
					   lqcd_message *why)
{
	const uint64_t item = w->link / (uint64_t)lqcd__links_per_item(f);
	const int odd = f->order == LQCD_LINKS_ODD, j = (int)(w->link % (uint64_t)lqcd__links_per_item(f));
	const int mu = f->order == LQCD_LINKS_X_FAST ? (j + 1) & 3 : odd ? j / 2 : j;
	const lqcd_section s = lqcd__links_section(f);
	char where[96], at[32] = "";
	int x[4];
	if (w->bad == LQCD_OK) return LQCD_OK;
	lqcd__section_site(&s, item, x);
	if (odd && (j & 1)) x[mu] = (x[mu] ? x[mu] : f->extent[mu]) - 1;
	if (!w->written)
		snprintf(at, sizeof at, ", byte %llu",
			 (unsigned long long)(f->offset + item * lqcd_links_item(f) +
					      (uint64_t)j * lqcd__links_link(f)));
	snprintf(where, sizeof where, "the link of site x,y,z,t = %d,%d,%d,%d, direction %c%s", x[1], x[2], x[3], x[0],
		 "txyz"[mu], at);
	if (w->zeros == lqcd_links_bytes(f) / lqcd_links_item(f) * (uint64_t)lqcd__links_per_item(f))
		return lqcd__file_fail(why, w->bad, path, "all links are 0: were they set?");
	if (w->bad == LQCD_NAN)
		return lqcd__file_fail(why, w->bad, path, "NaN or infinity in %s", where);
	return lqcd__file_fail(why, w->bad, path, "%s is not in SU(%d): off by %.3g, at most %g is accepted", where, LQCD_NC, w->bad_deviation,
			       f->tolerance);
}

/* ---- the walk -------------------------------------------------------------------------------------------------- */

typedef struct {
	const lqcd_links *f;
	const lqcd_gauge_field_d *u;
	int write;
} lqcd__links_job;

/** Link j of the item with site x (local coordinates), or NULL when it is another process's to move; *mu and *t: its
 *  direction and global time. */
LQCD_HOST_FN lqcd_su3_d *lqcd__links_at(const lqcd__links_job *b, const int x[4], int j, int *mu, int *t)
{
	const lqcd_geometry *g = b->u->type;
	const lqcd_lattice *lat = g->lattice;
	const int odd = b->f->order == LQCD_LINKS_ODD, back = odd && (j & 1);
	int y[4] = {x[0], x[1], x[2], x[3]};
	*mu = b->f->order == LQCD_LINKS_X_FAST ? (j + 1) & 3 : odd ? j / 2 : j;
	if (back) y[*mu]--;
	*t = (y[0] + lat->comm.coord[0] * lat->local[0] + lat->extent[0]) % lat->extent[0];
	/* The neighbour is in the halo. */
	if (back && b->write) return LQCD_4FIELD_AT(b->u, lqcd_idn(g, g->ipt[lqcd__lex(g->sub, x)], *mu), *mu);
	if (y[*mu] < 0 && lat->comm.grid[*mu] == 1) y[*mu] += lat->local[*mu];
	for (int nu = 0; odd && nu < 4; nu++)
		if (y[nu] < 0 || y[nu] >= lat->local[nu]) return NULL;
	return LQCD_4FIELD_AT(b->u, g->ipt[lqcd__lex(g->sub, y)], *mu);
}

/** Prefetches the links of the item after the next, which are elsewhere in memory. */
LQCD_HOST_FN void lqcd__links_prefetch(const lqcd__links_job *b, const int x[4])
{
	const int fast = b->f->order == LQCD_LINKS_X_FAST ? 1 : 3;
	int y[4] = {x[0], x[1], x[2], x[3]}, mu, t;
	y[fast] += b->f->order == LQCD_LINKS_ODD ? 4 : 2;
	for (int nu = 0; nu < 4; nu++)
		if (y[nu] >= b->u->type->sub[nu]) return;
	/* The links of a site are together. */
	const int together = b->f->order == LQCD_LINKS_ODD ? 1 : 4;
	for (int j = 0; j < lqcd__links_per_item(b->f); j += together) {
		const lqcd_su3_d *u = lqcd__links_at(b, y, j, &mu, &t);
		const char *p = (const char *)(together == 1 || !u ? u : u - mu);
		for (size_t i = 0; p && i < (size_t)together * sizeof *u; i += 64) lqcd_prefetch(p + i);
	}
}

/** One item, from or to its bytes. */
LQCD_STATIC void lqcd__links_move(const void *context, uint64_t n, const int x[4], unsigned char *p,
				  lqcd_links_found *w)
{
	const lqcd__links_job *b = (const lqcd__links_job *)context;
	const lqcd_links *f = b->f;
	const size_t link = lqcd__links_link(f);
	const int links = lqcd__links_per_item(f), rows = b->write || !f->rows ? LQCD_NC : f->rows;
	const lqcd_su3_d *here[8];
	int mu, t, count = 0;
	lqcd__links_prefetch(b, x);
	for (int j = 0; j < links; j++) {
		lqcd_su3_d *u = lqcd__links_at(b, x, j, &mu, &t);
		if (!u) continue;
		lqcd__links_link_move(f, u, p + (size_t)j * link, b->write);
		here[count++] = u;
	}
	if (lqcd__links_good(w, f, here, count)) return;
	for (int j = 0; j < links; j++) {
		const lqcd_su3_d *u = lqcd__links_at(b, x, j, &mu, &t);
		if (u) lqcd__links_check(w, f, u, rows, mu, t, n * (uint64_t)links + (uint64_t)j);
	}
}

LQCD_STATIC lqcd_status lqcd_links_read(lqcd_file_in *in, const lqcd_links *f, lqcd_gauge_field_d *u,
					lqcd_links_found *found, lqcd_message *why)
{
	const lqcd_section s = lqcd__links_section(f);
	const lqcd__links_job b = {f, u, 0};
	return lqcd_section_move(in, NULL, &s, u->type->lattice, f->order == LQCD_LINKS_ODD, lqcd__links_move, &b,
				 found, why);
}

LQCD_STATIC lqcd_status lqcd_links_write(lqcd_file_out *out, const lqcd_links *f, const lqcd_gauge_field_d *u,
					 lqcd_links_found *found, lqcd_message *why)
{
	const lqcd_section s = lqcd__links_section(f);
	const lqcd__links_job b = {f, u, 1};
	if (f->order == LQCD_LINKS_ODD && lqcd_halo_exchange(lqcd_gauge_field_view_d(u)) != LQCD_OK)
		return lqcd__file_fail(why, LQCD_ERR_MEMORY, out->target, "no memory for the links of neighbouring processes");
	return lqcd_section_move(NULL, out, &s, u->type->lattice, 0, lqcd__links_move, &b, found, why);
}

#endif
