/* lqcd/io/section.h: the data section of a file, which has an item for every site of a lattice: the walk that moves the
 * items of each process between file and fields, and sums up their bytes. All formats of fields use it, links by links.h.
 *
 *   lqcd_section s = lqcd_section_make(extent, reals, bits)    big-endian, x fastest, full; then set members
 *
 * lqcd_section: it begins at byte `offset`; an item has `item` bytes; sites are in the order
 *   x_fast = 1    x fastest, then y, z, t         NERSC, ILDG, SciDAC, MILC
 *   x_fast = 0    z fastest, then y, x, t         HiRep, openQCD
 * all of the lattice with the global extents T, X, Y, Z, or those of a parity. sum: the value of found->sum, over the
 * bytes of the file:
 *   LQCD_LINKS_NO_SUM    0
 *   LQCD_LINKS_NERSC     sum[0] = sum of the 32-bit words, each in byte_order, mod 2^32
 *   LQCD_LINKS_MILC      xor of the words, word k of the section rotated left by k mod 29 (sum[0]) or 31 (sum[1])
 *   LQCD_LINKS_SCIDAC    xor of the CRC-32 of the items, number k rotated left by k mod 29 or 31
 * The last three do not depend on how processes and threads share the section.
 *
 *   uint64_t    lqcd_section_bytes(&s)       of all items; 0 when they are beyond what can be addressed
 *   lqcd_status lqcd_section_check_length(in, &s, what, why)     the file ends where the section does
 *   lqcd_status lqcd_section_move(in, out, &s, lat, layers, move, context, found, why)
 *       calls move(context, n, x, p, found) for every item of this process: item n of the file, local coordinates x
 *       (T, X, Y, Z), its bytes p, to be read (of in) or to be written (to out, where in is NULL). In OpenMP threads,
 *       each with a `found` of its own. layers = 1: also for the sites beyond the upper border in each direction that
 *       the process grid cuts, where x is the local extent; they come into no sum. Collective over the processes of the
 *       lattice, with the same status, message and found on all. In blocks of at most 1 MiB, at 64-bit offsets.
 *       LQCD_ERR_READ, LQCD_ERR_TRUNCATED, LQCD_ERR_WRITE, LQCD_ERR_MEMORY.
 *   lqcd_status lqcd_section_read(in, &s, field, found, why)
 *   lqcd_status lqcd_section_write(out, &s, field, found, why)
 *       the numbers of a field: a view of any tag and lanes (field.h), of the extents and the parity of s. Items are as they are in
 *       memory, [spin][colour][re,im] of spinors, [direction][row][column][re,im] of matrices, where x_fast = 1 has X, Y, Z, T;
 *       reals of `bits` (32 or 64) in byte_order. bits = 0 moves the words of the field bit for bit: 64-bit reals of d and vd, 32-bit
 *       ones of f and vf, the norm and the pairs of 16 bits of h and vh (storage.h). Otherwise a site with NaN or infinity is
 *       bad, also if it has one where the numbers go: doubles beyond floats. LQCD_ERR_GEOMETRY: other extents or another parity
 *       than the field's, 16 bits with bits != 0
 *   lqcd_status lqcd_section_verdict(path, &s, found, why)      LQCD_NAN and where the first bad site is, or LQCD_OK
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_SECTION_H
#define LQCD_IO_SECTION_H

#include "../field/halo.h"
#include "../lattice/loops.h"
#include "bytes.h"
#include "crc32.h"

/* Items go through memory in blocks of at most this size. */
#define LQCD__SECTION_BLOCK 1048576

typedef enum { LQCD_LINKS_NO_SUM, LQCD_LINKS_NERSC, LQCD_LINKS_MILC, LQCD_LINKS_SCIDAC } lqcd_links_sum;

typedef struct {
	uint64_t offset;
	int extent[4];
	size_t item;
	int bits, x_fast;
	lqcd_parity parity;
	lqcd_links_sum sum;
	lqcd_byte_order byte_order;
} lqcd_section;

/** Results of a walk; the verdicts say what is bad. */
typedef struct {
	uint32_t sum[2];
	double deviation;
	uint64_t zeros, first_zeros; /* links that are 0; those of them on time slice 0 */
	lqcd_status bad;
	uint64_t link; /* number of the bad one in the file */
	double bad_deviation;
	int written; /* 1: the bad item is in a field, not in a file */
} lqcd_links_found;

typedef void (*lqcd_section_mover)(const void *context, uint64_t n, const int x[4], unsigned char *p,
				   lqcd_links_found *found);

LQCD_STATIC lqcd_section lqcd_section_make(const int extent[4], int reals, int bits)
{
	lqcd_section s;
	memset(&s, 0, sizeof s);
	memcpy(s.extent, extent, sizeof s.extent);
	s.bits = bits;
	s.item = (size_t)reals * (size_t)bits / 8;
	s.byte_order = LQCD_BYTES_BIG;
	s.x_fast = 1;
	return s;
}

LQCD_STATIC uint64_t lqcd_section_bytes(const lqcd_section *s)
{
	const uint64_t most = SIZE_MAX / 16 < INT64_MAX / 16 ? SIZE_MAX / 16 : INT64_MAX / 16;
	uint64_t sites = 1;
	for (int mu = 0; mu < 4; mu++) {
		if (s->extent[mu] < 1 || sites > most / s->item / (uint64_t)s->extent[mu]) return 0;
		sites *= (uint64_t)s->extent[mu];
	}
	return sites / (s->parity ? 2 : 1) * s->item;
}

/** LQCD_OK, or LQCD_ERR_EXTENT if a file has other extents than a field. */
LQCD_STATIC lqcd_status lqcd__section_fits(const char *path, const int has[4], const int want[4], lqcd_message *why)
{
	if (!memcmp(has, want, 4 * sizeof *has)) return LQCD_OK;
	return lqcd__file_fail(why, LQCD_ERR_EXTENT, path, "X Y Z T = %d %d %d %d in the file, but the field is of %d %d %d %d", has[1], has[2],
			       has[3], has[0], want[1], want[2], want[3], want[0]);
}

LQCD_STATIC lqcd_status lqcd_section_check_length(lqcd_file_in *in, const lqcd_section *s, const char *what,
						  lqcd_message *why)
{
	const uint64_t bytes = lqcd_section_bytes(s), need = s->offset + bytes;
	const int cut = in->size < need;
	if (in->size == need || (!cut && lqcd__file_in_blank(in, need))) return LQCD_OK;
	return lqcd__file_fail(why, cut ? LQCD_ERR_TRUNCATED : LQCD_ERR_TRAILING, in->path,
			       "the file %s at byte %llu; the header (%llu bytes) announces %llu bytes of %s, %llu in all", cut ? "ends" : "goes on",
			       (unsigned long long)(cut ? in->size : need), (unsigned long long)s->offset, (unsigned long long)bytes, what,
			       (unsigned long long)need);
}

/* ---- sums ------------------------------------------------------------------------------------------------------ */

LQCD_FN uint32_t lqcd__section_rotate(uint32_t v, unsigned by)
{
	return v << by | v >> ((32 - by) & 31);
}

/** Adds the words of item n to the sums; the byte order is a constant. */
LQCD_FN void lqcd__section_sum_words(lqcd_links_found *w, const lqcd_section *s, const unsigned char *p, uint64_t n,
				     lqcd_byte_order order)
{
	const uint64_t k = n * (s->item / 4);
	unsigned by29 = (unsigned)(k % 29), by31 = (unsigned)(k % 31);
	uint32_t a = 0, b = 0;
	if (s->sum == LQCD_LINKS_NERSC) {
		uint64_t pairs = 0; /* of words; a site has an even number of them, and fewer than 2^30 */
		for (size_t i = 0; i < s->item; i += 8) {
			const uint64_t pair = lqcd_load_u64(p + i, order);
			pairs += (pair >> 32) + (pair & UINT32_MAX);
		}
		a = (uint32_t)pairs;
	} else
		for (size_t i = 0; i < s->item; i += 4) {
			const uint32_t word = lqcd_load_u32(p + i, order);
			a ^= lqcd__section_rotate(word, by29);
			b ^= lqcd__section_rotate(word, by31);
			by29 = by29 == 28 ? 0 : by29 + 1;
			by31 = by31 == 30 ? 0 : by31 + 1;
		}
	w->sum[0] = s->sum == LQCD_LINKS_NERSC ? w->sum[0] + a : w->sum[0] ^ a;
	w->sum[1] ^= b;
}

/** Adds the bytes of item n to the sums. */
LQCD_STATIC void lqcd__section_sum(lqcd_links_found *w, const lqcd_section *s, const unsigned char *p, uint64_t n)
{
	if (s->sum == LQCD_LINKS_NO_SUM) return;
	if (s->sum == LQCD_LINKS_SCIDAC) {
		const uint32_t crc = lqcd_crc32(0, p, s->item);
		w->sum[0] ^= lqcd__section_rotate(crc, (unsigned)(n % 29));
		w->sum[1] ^= lqcd__section_rotate(crc, (unsigned)(n % 31));
	} else if (s->byte_order == LQCD_BYTES_BIG)
		lqcd__section_sum_words(w, s, p, n, LQCD_BYTES_BIG);
	else
		lqcd__section_sum_words(w, s, p, n, LQCD_BYTES_LITTLE);
}

/** Notes a bad number, link or site; the first in the file counts. */
LQCD_STATIC void lqcd__section_bad(lqcd_links_found *w, lqcd_status bad, uint64_t link, double deviation)
{
	if (bad == LQCD_OK || (w->bad != LQCD_OK && w->link <= link)) return;
	w->bad = bad;
	w->link = link;
	w->bad_deviation = deviation;
}

/** Combines the results of two parts of the section in w. */
LQCD_STATIC void lqcd__section_merge(lqcd_links_found *w, const lqcd_section *s, const lqcd_links_found *v)
{
	for (int k = 0; k < 2; k++)
		w->sum[k] = s->sum == LQCD_LINKS_NERSC ? w->sum[k] + v->sum[k] : w->sum[k] ^ v->sum[k];
	w->deviation = lqcd__larger(w->deviation, v->deviation);
	w->zeros += v->zeros;
	w->first_zeros += v->first_zeros;
	lqcd__section_bad(w, v->bad, v->link, v->bad_deviation);
}

/** Combines w of all processes. */
LQCD_STATIC void lqcd__section_reduce(lqcd_links_found *w, const lqcd_section *s, const lqcd_comm *comm)
{
	const uint64_t link = w->bad == LQCD_OK ? UINT64_MAX : w->link, first = lqcd_comm_min_u64(comm, link);
	const uint64_t mine = (uint64_t)w->sum[1] << 32 | w->sum[0];
	const uint64_t sum = s->sum == LQCD_LINKS_NERSC ? lqcd_comm_sum_u64(comm, mine) : lqcd_comm_xor_u64(comm, mine);
	w->sum[0] = (uint32_t)sum;
	w->sum[1] = s->sum == LQCD_LINKS_NERSC ? 0 : (uint32_t)(sum >> 32);
	w->deviation = lqcd_comm_max(comm, w->deviation);
	w->zeros = lqcd_comm_sum_u64(comm, w->zeros);
	w->first_zeros = lqcd_comm_sum_u64(comm, w->first_zeros);
	if (first == UINT64_MAX) return;
	/* One process alone has found the bad item. */
	const uint64_t owner = lqcd_comm_min_u64(comm, link == first ? (uint64_t)comm->rank : UINT64_MAX);
	lqcd_comm_broadcast(comm, (int)owner, w, sizeof *w);
}

/* ---- the walk -------------------------------------------------------------------------------------------------- */

/* A box of sites of this process, or next to it, in the order of the file. Sites of a parity are counted in pairs of
 * neighbours in the fastest direction, the first of them even there, of which one is of the parity. */
typedef struct {
	const lqcd_section *s;
	const lqcd_lattice *lat;
	lqcd_section_mover move;
	const void *context;
	lqcd_links_found *found;
	int layer; /* -1: the sites of this process; else: beyond the upper border in this direction */
	int dim[4], size[4],
		origin[4]; /* directions, fastest first; items in them; local coordinates of the first site */
	uint64_t first, step[5], items; /* its number in the file, and from item to item in dim[k] */
} lqcd__section_box;

LQCD_STATIC void lqcd__section_box_of(lqcd__section_box *b, int layer)
{
	const lqcd_lattice *lat = b->lat;
	uint64_t step = 1;
	b->layer = layer;
	b->items = 1;
	b->first = 0;
	for (int k = 0; k < 4; k++) {
		const int mu = b->s->x_fast ? (k + 1) & 3 : 3 - k, count = b->s->parity && k == 0 ? 2 : 1;
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

/** The number in the file of item m of the box, its coordinates c[k] in the box, and the number of items that follow it
 * in both. */
LQCD_STATIC uint64_t lqcd__section_place(const lqcd__section_box *b, uint64_t m, int c[4], uint64_t *run)
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

/** Items m to m + items - 1, which follow each other in the file, from or to its bytes. */
LQCD_STATIC void lqcd__section_items(const lqcd__section_box *b, uint64_t m, int items, unsigned char *p,
				     lqcd_links_found *w)
{
	const lqcd_section *s = b->s;
	const int fast = b->dim[0];
	int c[4], x[4];
	uint64_t run, n = lqcd__section_place(b, m, c, &run);
	for (int i = 0; i < items; i++, n++, p += s->item) {
		for (int k = 0; k < 4; k++) x[b->dim[k]] = b->origin[b->dim[k]] + c[k];
		if (s->parity) { /* origins are even */
			x[fast] = 0;
			const int here = (x[0] + x[1] + x[2] + x[3] + (s->parity == LQCD_ODD)) & 1;
			x[fast] = b->origin[fast] + 2 * c[0] + here;
		}
		b->move(b->context, n, x, p, w);
		if (b->layer < 0) lqcd__section_sum(w, s, p, n);
		for (int k = 0; k < 4 && ++c[k] == b->size[k]; k++) c[k] = 0;
	}
}

/** Shares lqcd__section_items among threads. */
LQCD_STATIC void lqcd__section_share(const lqcd__section_box *b, uint64_t m, int items, unsigned char *p)
{
	lqcd_links_found part[LQCD_CHUNKS];
	memset(part, 0, sizeof part);
	LQCD_RANGE_CHUNK_FOR(items, chunk, lo, hi, items >= LQCD_PARALLEL_MIN)
		lqcd__section_items(b, m + (uint64_t)lo, hi - lo, p + (size_t)lo * b->s->item, &part[chunk]);
	for (int k = 0; k < LQCD_CHUNKS; k++) lqcd__section_merge(b->found, b->s, &part[k]);
}

/** All items of a box; *n: the first item of the block that failed. */
LQCD_STATIC lqcd_status lqcd__section_walk(const lqcd__section_box *b, lqcd_file_in *in, lqcd_file_out *out,
					   unsigned char *buffer, uint64_t *n, lqcd_message *why)
{
	const size_t item = b->s->item;
	const uint64_t most = LQCD__SECTION_BLOCK / item;
	const lqcd_file_progress tell = in ? in->progress : out->progress;
	lqcd_status s = LQCD_OK;
	int c[4];
	for (uint64_t m = 0, run; s == LQCD_OK && m < b->items; m += run) {
		*n = lqcd__section_place(b, m, c, &run);
		if (run > most) run = most;
		const uint64_t at = b->s->offset + *n * item;
		/* It was truncated after it was opened, or its header was wrong. */
		if (in) s = lqcd__file_in_all(in, at, buffer, (size_t)run * item, "data", why);
		if (s == LQCD_OK) lqcd__section_share(b, m, (int)run, buffer);
		if (s == LQCD_OK && out) s = lqcd_file_out_write_at(out, at, buffer, (size_t)run * item, why);
		if (tell && lqcd_comm_root(&b->lat->comm))
			tell(in ? in->context : out->context, (m + run) * item, b->items * item);
	}
	return s;
}

LQCD_STATIC lqcd_status lqcd_section_move(lqcd_file_in *in, lqcd_file_out *out, const lqcd_section *s,
					  const lqcd_lattice *lat, int layers, lqcd_section_mover move,
					  const void *context, lqcd_links_found *found, lqcd_message *why)
{
	lqcd__section_box b;
	lqcd_message unread;
	uint64_t n = 0;
	if (!why) why = &unread; /* other processes may want the message */
	memset(found, 0, sizeof *found);
	found->written = !in;
	b.s = s;
	b.lat = lat;
	b.move = move;
	b.context = context;
	b.found = found;
	const uint64_t all = lqcd_section_bytes(s);
	const size_t bytes = all < LQCD__SECTION_BLOCK ? (size_t)all : LQCD__SECTION_BLOCK;
	unsigned char *buffer = (unsigned char *)lqcd_comm_alloc(&lat->comm, bytes);
	if (!buffer)
		return lqcd__file_fail(why, LQCD_ERR_MEMORY, in ? in->path : out->target, "no memory for a buffer of %lu bytes",
				       (unsigned long)bytes);
	lqcd__section_box_of(&b, -1);
	lqcd_status status = lqcd__section_walk(&b, in, out, buffer, &n, why);
	for (int mu = 0; layers && mu < 4 && status == LQCD_OK; mu++)
		if (lat->comm.grid[mu] > 1) {
			lqcd__section_box_of(&b, mu);
			status = lqcd__section_walk(&b, in, out, buffer, &n, why);
		}
	lqcd_free(buffer);
	status = lqcd_comm_agree(&lat->comm, status, n, why);
	if (status == LQCD_OK) lqcd__section_reduce(found, s, &lat->comm);
	return status;
}

/** x := the site of item n of the file. */
LQCD_STATIC void lqcd__section_site(const lqcd_section *s, uint64_t n, int x[4])
{
	n *= s->parity ? 2 : 1;
	for (int k = 0; k < 4; k++) {
		const int nu = s->x_fast ? (k + 1) & 3 : 3 - k;
		x[nu] = (int)(n % (uint64_t)s->extent[nu]);
		n /= (uint64_t)s->extent[nu];
	}
	if (s->parity) x[s->x_fast ? 1 : 3] += (x[0] + x[1] + x[2] + x[3] + (s->parity == LQCD_ODD)) & 1;
}

/* ---- numbers of fields ------------------------------------------------------------------------------------------- */

typedef struct {
	const lqcd_section *s;
	const lqcd_field_view *field;
	int write;
} lqcd__section_job;

/** A number of a field in float or double from or to a file: as it is where it went. */
LQCD_FN double lqcd__section_number(const lqcd__section_job *b, size_t i, unsigned char *p)
{
	const int wide = b->field->precision == LQCD__DOUBLE;
	double *d = (double *)b->field->data;
	float *s = (float *)b->field->data;
	const double ours = !b->write ? 0 : wide ? d[i] : (double)s[i];
	const double v = lqcd__file_real(p, ours, b->write, b->s->bits, b->s->byte_order);
	if (b->write) return v;
	return wide ? (d[i] = v) : (double)(s[i] = (float)v);
}

/** A word of a field, as it is. */
LQCD_FN void lqcd__section_word(const lqcd__section_job *b, size_t i, unsigned char *p, size_t word)
{
	unsigned char *const at = (unsigned char *)b->field->data + i * word, *const to = b->write ? p : at;
	const unsigned char *const from = b->write ? at : p;
	/* Between the host's order and the file's, both ways are one. */
	if (word == 8)
		lqcd_store_u64(to, lqcd_load_u64(from, LQCD__BYTES_HOST), b->s->byte_order);
	else
		lqcd_store_u32(to, lqcd_load_u32(from, LQCD__BYTES_HOST), b->s->byte_order);
}

LQCD_STATIC void lqcd__section_numbers(const void *context, uint64_t n, const int x[4], unsigned char *p,
				       lqcd_links_found *w)
{
	const lqcd__section_job *b = (const lqcd__section_job *)context;
	const lqcd_geometry *g = b->field->type;
	const size_t lanes = (size_t)g->lanes, words = lqcd__halo_words(b->field), word = lqcd__halo_word(b->field);
	const size_t step = b->s->bits ? (size_t)b->s->bits / 8 : word, matrix = 2 * LQCD_NC * LQCD_NC;
	int lane, finite = 1;
	const size_t block = (size_t)(lqcd_geometry_index(g, x, &lane) - g->master_shift);
	const size_t begin = block * words * lanes + (size_t)lane, end = begin + words * lanes;
	/* Directions T, X, Y, Z of memory are X, Y, Z, T of the file. */
	size_t i = begin + (b->s->x_fast && words == 4 * matrix ? matrix * lanes : 0);
	for (size_t k = 0; k < words; k++, p += step) {
		if (b->s->bits)
			finite &= lqcd_isfinite(lqcd__section_number(b, i, p));
		else
			lqcd__section_word(b, i, p, word);
		i += lanes;
		if (i == end) i = begin;
	}
	if (!finite) lqcd__section_bad(w, LQCD_NAN, n, 0);
}

LQCD_STATIC lqcd_status lqcd__section_field(lqcd_file_in *in, lqcd_file_out *out, const lqcd_section *s,
					    const lqcd_field_view *field, lqcd_links_found *found, lqcd_message *why)
{
	const lqcd__section_job b = {s, field, out != NULL};
	const char *path = in ? in->path : out->target;
	if (lqcd__section_fits(path, s->extent, field->type->lattice->extent, why) != LQCD_OK) return LQCD_ERR_GEOMETRY;
	if (field->type->parity != s->parity || (s->bits && field->precision == LQCD__INT16))
		return lqcd__file_fail(why, LQCD_ERR_GEOMETRY, path, "a field of another %s is needed",
				       field->type->parity != s->parity ? "parity" : "precision");
	return lqcd_section_move(in, out, s, field->type->lattice, 0, lqcd__section_numbers, &b, found, why);
}

LQCD_STATIC lqcd_status lqcd_section_read(lqcd_file_in *in, const lqcd_section *s, lqcd_field_view field,
					  lqcd_links_found *found, lqcd_message *why)
{
	return lqcd__section_field(in, NULL, s, &field, found, why);
}

LQCD_STATIC lqcd_status lqcd_section_write(lqcd_file_out *out, const lqcd_section *s, lqcd_field_view field,
					   lqcd_links_found *found, lqcd_message *why)
{
	return lqcd__section_field(NULL, out, s, &field, found, why);
}

LQCD_STATIC lqcd_status lqcd_section_verdict(const char *path, const lqcd_section *s, const lqcd_links_found *w,
					     lqcd_message *why)
{
	int x[4];
	if (w->bad == LQCD_OK) return LQCD_OK;
	lqcd__section_site(s, w->link, x);
	return lqcd__file_fail(why, w->bad, path, "NaN, infinity or a double beyond floats at site x,y,z,t = %d,%d,%d,%d", x[1], x[2], x[3], x[0]);
}

#endif
