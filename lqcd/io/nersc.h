/* lqcd/io/nersc.h: gauge configurations in the NERSC archive format.
 *
 * An ASCII header, one "KEY = value" per line from BEGIN_HEADER to END_HEADER, then the links:
 * [t][z][y][x, fastest][direction x,y,z,t][row][column][re,im], reals of 32 or 64 bits, all NC rows or the first NC-1.
 *
 *   lqcd_status lqcd_nersc_read_header(path, info, why)   the header alone
 *   lqcd_status lqcd_nersc_read(path, u, info, why)       into a field whose lattice has the extents of the file
 *   lqcd_status lqcd_nersc_load(path, lat, u, info, why)  creates lattice and field; a failure leaves nothing allocated
 *   lqcd_status lqcd_nersc_write(path, u, meta, why)      replaces the file as a whole (see bytes.h)
 *
 * info, meta and why may be NULL. u is a full field. lqcd_nersc_info holds what the header says, has_ flags for its
 * optional numbers, and after reading what the data give. Its texts are in info.key, "" when absent.
 *
 * Reading takes keys in any order, blanks around keys and values, LF or CR LF, blank lines and unknown keys (ignored).
 * Required are DATATYPE, DIMENSION_1..4 (X, Y, Z, T) and FLOATING_POINT; a header has at most 64 KiB. Then, in order:
 *
 *   length       header + 4 V rows NC 2 bits/8 bytes, exactly               LQCD_ERR_TRUNCATED, LQCD_ERR_TRAILING
 *   CHECKSUM     sum of the data's 32-bit words, each in the byte order     LQCD_ERR_CHECKSUM
 *                of the file, mod 2^32, in hexadecimal
 *   numbers      no NaN, no infinity                                        LQCD_NAN
 *   links        every element of U U^dagger - 1 and of                     LQCD_ERR_UNITARITY
 *                last row - conj(cofactors) at most 1e-4 (32 bits) or
 *                1e-5 (64; fields made in single precision are stored so)
 *   PLAQUETTE    mean over 6V of Re tr/NC, within 1e-5 or 1e-7 (64 bits)    LQCD_ERR_PLAQUETTE
 *   LINK_TRACE   mean over 4V of Re tr/NC, within 1e-6 or 1e-7 (64 bits)    LQCD_ERR_LINK_TRACE
 *
 * The last two tolerances are the usual ones for 32 bits, and what a header computed in single precision needs for 64;
 * to both comes one unit of the last digit printed in the header, at most 1e-5 since %g drops zeros. CHECKSUM,
 * PLAQUETTE and LINK_TRACE are compared when present. When lqcd_nersc_read returns LQCD_ERR_PLAQUETTE or
 * LQCD_ERR_LINK_TRACE, all links are in u and in SU(NC), and info has both numbers; after other failures the content of
 * u is unspecified.
 *
 * IEEE32 and IEEE64 without BIG or LITTLE are written for either byte order in the field. The order is then the one for
 * which the checksum holds and the links are in SU(NC), big-endian first; info.byte_order says which, and is
 * LQCD_BYTES_UNKNOWN after lqcd_nersc_read_header.
 *
 * Other statuses of the readers: LQCD_ERR_OPEN, LQCD_ERR_READ, LQCD_ERR_FORMAT (not a NERSC file; a line without '=';
 * no END_HEADER in 64 KiB), LQCD_ERR_TRUNCATED (also: empty; ends in the header), LQCD_ERR_KEY (missing, given twice
 * with different values, or illegal), LQCD_ERR_EXTENT (odd, below 2, too large for memory addresses, or not those of
 * u), LQCD_ERR_GEOMETRY (u is not a full field), LQCD_ERR_MEMORY. Every message has the path and the key or byte
 * offset.
 *
 * Writing: meta->rows (0: NC), meta->bits (0: 64), meta->byte_order (0: big; what every reader takes) and the texts
 * ensemble_id, ensemble_label, sequence_number, creator, creator_hardware, creation_date and boundary_1..4 of meta->key
 * are used where set, so that the info of a file that was read writes the same format again. Everything else is
 * computed; the keys are those that other readers ask for, in the usual order, plaquette and link trace with 15
 * decimals. A field that could not be read back is refused: LQCD_NAN, LQCD_ERR_UNITARITY (a boundary sign in the links
 * does that). Other statuses: LQCD_ERR_ARGUMENT (a format that is none, a control character in a text, a
 * SEQUENCE_NUMBER that is no number, which others cannot read), LQCD_ERR_GEOMETRY, LQCD_ERR_OPEN, LQCD_ERR_WRITE,
 * LQCD_ERR_MEMORY.
 *
 * DATATYPE is 4D_SU3_GAUGE (2 rows; the third is the complex conjugate of their cross product) or 4D_SU3_GAUGE_3x3; for
 * other LQCD_NC 4D_SU<N>_GAUGE_<N>x<N> and, for 2, 4D_SU2_GAUGE, an extension that some codes share. No function here
 * depends on the locale. Format: the readers of QDP++ (qdp_iogauge.cc) and Grid (NerscIO.h), and files of both.
 */
#ifndef LQCD_IO_NERSC_H
#define LQCD_IO_NERSC_H

#include <math.h>

#include "../config.h"
#include "../status.h"
#include "../memory.h"
#include "../su3.h"
#include "../geometry.h"
#include "../field.h"
#include "../gauge/plaquette.h"
#include "bytes.h"
#include "nersc_header.h"

/* Links go through memory in blocks of at most this size. */
#define LQCD__NERSC_BLOCK_BYTES 1048576

/* ---- one link -------------------------------------------------------------------------------------------------- */

/** The element for link number n of the file; x := its site (T, X, Y, Z). The file's directions are x,y,z,t. */
LQCD_STATIC lqcd_su3_d *lqcd__nersc_link(const lqcd_gauge_field_d *u, const int extent[4], uint64_t n, int x[4])
{
	uint64_t site = n / 4;
	for (int mu = 1; mu < 4; mu++) {
		x[mu] = (int)(site % (uint64_t)extent[mu]);
		site /= (uint64_t)extent[mu];
	}
	x[0] = (int)site;
	return LQCD_4FIELD_AT(u, lqcd_geometry_index(u->type, x, NULL), ((int)(n & 3) + 1) & 3);
}

LQCD_STATIC void lqcd__nersc_decode(lqcd_su3_d *u, const unsigned char *from, int rows, int bits, lqcd_byte_order order)
{
	const size_t step = (size_t)bits / 8;
	for (int a = 0; a < rows; a++)
		for (int b = 0; b < LQCD_NC; b++, from += 2 * step) {
			lqcd_complex_d *z = &u->e[a][b];
			z->re = bits == 64 ? lqcd_load_f64(from, order) : (double)lqcd_load_f32(from, order);
			z->im =
			    bits == 64 ? lqcd_load_f64(from + step, order) : (double)lqcd_load_f32(from + step, order);
		}
	if (rows < LQCD_NC) lqcd_su3_last_row_d(u);
}

LQCD_STATIC void lqcd__nersc_encode(unsigned char *to, const lqcd_su3_d *u, int rows, int bits, lqcd_byte_order order)
{
	const size_t step = (size_t)bits / 8;
	for (int a = 0; a < rows; a++)
		for (int b = 0; b < LQCD_NC; b++, to += 2 * step) {
			const lqcd_complex_d z = u->e[a][b];
			if (bits == 64) {
				lqcd_store_f64(to, z.re, order);
				lqcd_store_f64(to + step, z.im, order);
			} else {
				lqcd_store_f32(to, (float)z.re, order);
				lqcd_store_f32(to + step, (float)z.im, order);
			}
		}
}

/** Sum of the 32-bit words mod 2^32; n is a multiple of 4. */
LQCD_STATIC uint32_t lqcd__nersc_sum(const unsigned char *p, size_t n, lqcd_byte_order order)
{
	uint32_t sum = 0;
	for (size_t i = 0; i < n; i += 4) sum += lqcd_load_u32(p + i, order);
	return sum;
}

LQCD_STATIC double lqcd__nersc_tolerance(const lqcd_nersc_info *info)
{
	return info->bits == 32 ? 1e-4 : 1e-5;
}

/** Largest element of |U U^dagger - 1| and |last row - conj(cofactors)|; the elements of u are finite and not large. */
LQCD_STATIC double lqcd__nersc_deviation(const lqcd_su3_d *u)
{
	double most = 0;
	lqcd_su3_d p, v = *u;
	lqcd_su3_mul_dagger_d(&p, u, u);
	lqcd_su3_last_row_d(&v);
	for (int a = 0; a < LQCD_NC; a++)
		for (int b = 0; b < LQCD_NC; b++) {
			const int last = LQCD_NC - 1;
			most = fmax(most, fmax(fabs(p.e[a][b].re - (a == b)), fabs(p.e[a][b].im)));
			most = fmax(most, fabs(u->e[last][b].re - v.e[last][b].re));
			most = fmax(most, fabs(u->e[last][b].im - v.e[last][b].im));
		}
	return most;
}

/** Is u in SU(NC)? Only its first rows can bring surprises when the last one was computed. */
LQCD_STATIC lqcd_status lqcd__nersc_check_link(const lqcd_su3_d *u, int rows, double tolerance, double *deviation)
{
	double most = 0;
	for (int a = 0; a < rows; a++)
		for (int b = 0; b < LQCD_NC; b++) {
			if (!lqcd_isfinite(u->e[a][b].re) || !lqcd_isfinite(u->e[a][b].im)) return LQCD_NAN;
			most = fmax(most, fmax(fabs(u->e[a][b].re), fabs(u->e[a][b].im)));
		}
	/* No element of a unitary matrix is above 1, and products of larger ones might overflow. */
	*deviation = most > 2 ? most : lqcd__nersc_deviation(u);
	return *deviation <= tolerance ? LQCD_OK : LQCD_ERR_UNITARITY;
}

/** What a walk over all links finds. */
typedef struct {
	uint32_t sum;
	double deviation; /* largest */
	lqcd_status bad;  /* of the first link that is not in SU(NC) */
	int site[4];
	int direction;   /* of the file: x,y,z,t */
	uint64_t offset; /* in the file; 0 when it is being written */
	double bad_deviation;
} lqcd__nersc_walk;

LQCD_STATIC void lqcd__nersc_walk_link(lqcd__nersc_walk *w, const lqcd_nersc_info *info, const lqcd_su3_d *u, int rows,
				       uint64_t n, const int x[4])
{
	double deviation = 0;
	lqcd_status s = lqcd__nersc_check_link(u, rows, lqcd__nersc_tolerance(info), &deviation);
	if (deviation > w->deviation) w->deviation = deviation;
	if (s == LQCD_OK || w->bad != LQCD_OK) return;
	w->bad = s;
	w->bad_deviation = deviation;
	w->direction = (int)(n & 3);
	w->offset = info->data_offset ? info->data_offset + n * lqcd__nersc_link_bytes(info) : 0;
	memcpy(w->site, x, sizeof w->site);
}

/** The failure of the first bad link. */
LQCD_STATIC lqcd_status lqcd__nersc_walk_fail(const lqcd__nersc_walk *w, const char *path, double tolerance,
					      lqcd_message *why)
{
	const int *x = w->site;
	const char *shown = lqcd_path_shown(path);
	char where[96], at[32] = "";
	if (w->offset) snprintf(at, sizeof at, ", byte %llu", (unsigned long long)w->offset);
	snprintf(where, sizeof where, "the link of site x,y,z,t = %d,%d,%d,%d, direction %c%s", x[1], x[2], x[3], x[0],
		 "xyzt"[w->direction], at);
	if (w->bad == LQCD_NAN) return lqcd_fail(why, LQCD_NAN, "%s: NaN or infinity in %s", shown, where);
	return lqcd_fail(why, LQCD_ERR_UNITARITY, "%s: %s is not in SU(%d): off by %.3g, at most %g is accepted", shown,
			 where, LQCD_NC, w->bad_deviation, tolerance);
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

LQCD_STATIC lqcd_status lqcd__nersc_check_length(const lqcd_file_in *in, const lqcd_nersc_info *info, lqcd_message *why)
{
	const uint64_t need = info->data_offset + info->data_bytes;
	const int cut = in->size < need;
	if (in->size == need) return LQCD_OK;
	return lqcd_fail(
	    why, cut ? LQCD_ERR_TRUNCATED : LQCD_ERR_TRAILING,
	    "%s: the file %s at byte %llu; the header (%llu bytes) announces %llu bytes of links, %llu in all",
	    lqcd_path_shown(in->path), cut ? "ends" : "goes on", (unsigned long long)(cut ? in->size : need),
	    (unsigned long long)info->data_offset, (unsigned long long)info->data_bytes, (unsigned long long)need);
}

/** Reads all links in info->byte_order; checks the checksum and the links. */
LQCD_STATIC lqcd_status lqcd__nersc_read_links(lqcd_file_in *in, lqcd_gauge_field_d *u, lqcd_nersc_info *info,
					       unsigned char *buffer, lqcd_message *why)
{
	const size_t link = lqcd__nersc_link_bytes(info), most = LQCD__NERSC_BLOCK_BYTES / link;
	const uint64_t links = info->data_bytes / link;
	lqcd__nersc_walk w;
	int x[4];
	memset(&w, 0, sizeof w);
	lqcd_status s = lqcd_file_in_seek(in, info->data_offset, why);
	for (uint64_t n = 0; s == LQCD_OK && n < links;) {
		const size_t block = links - n < most ? (size_t)(links - n) : most;
		size_t got;
		s = lqcd_file_in_read(in, buffer, block * link, &got, why);
		if (s != LQCD_OK) break;
		if (got != block * link) { /* somebody cut it after it was opened */
			in->size = info->data_offset + n * link + got;
			return lqcd__nersc_check_length(in, info, why);
		}
		w.sum += lqcd__nersc_sum(buffer, got, info->byte_order);
		for (size_t i = 0; i < block; i++, n++) {
			lqcd_su3_d *to = lqcd__nersc_link(u, info->extent, n, x);
			lqcd__nersc_decode(to, buffer + i * link, info->rows, info->bits, info->byte_order);
			lqcd__nersc_walk_link(&w, info, to, info->rows, n, x);
		}
	}
	if (s != LQCD_OK) return s;
	info->measured_checksum = w.sum;
	info->measured_deviation = w.deviation;
	if (info->has_checksum && w.sum != info->checksum)
		return lqcd_fail(why, LQCD_ERR_CHECKSUM, "%s: CHECKSUM = %08lx in the header, but the links give %08lx",
				 lqcd_path_shown(in->path), (unsigned long)info->checksum, (unsigned long)w.sum);
	return w.bad == LQCD_OK ? LQCD_OK : lqcd__nersc_walk_fail(&w, in->path, lqcd__nersc_tolerance(info), why);
}

/** As lqcd__nersc_read_links, where the header may leave the byte order open. */
LQCD_STATIC lqcd_status lqcd__nersc_find_order(lqcd_file_in *in, lqcd_gauge_field_d *u, lqcd_nersc_info *info,
					       unsigned char *buffer, lqcd_message *why)
{
	lqcd_message big;
	if (info->byte_order != LQCD_BYTES_UNKNOWN) return lqcd__nersc_read_links(in, u, info, buffer, why);
	info->byte_order = LQCD_BYTES_BIG;
	lqcd_status s = lqcd__nersc_read_links(in, u, info, buffer, &big);
	if (s == LQCD_OK) return LQCD_OK;
	if (s != LQCD_ERR_CHECKSUM && s != LQCD_NAN && s != LQCD_ERR_UNITARITY)
		return lqcd_fail(why, s, "%s", big.text);
	info->byte_order = LQCD_BYTES_LITTLE;
	if (lqcd__nersc_read_links(in, u, info, buffer, NULL) == LQCD_OK) return LQCD_OK;
	info->byte_order = LQCD_BYTES_UNKNOWN;
	return lqcd_fail(why, s, "%s (FLOATING_POINT = %s leaves the byte order open; little-endian fails, too)",
			 big.text, info->key.floating_point);
}

/** One number of the header against the links. */
LQCD_STATIC lqcd_status lqcd__nersc_compare(const char *path, const char *key, const char *text, double measured,
					    double tolerance, lqcd_status s, lqcd_message *why)
{
	double stored, unit;
	if (!lqcd__nersc_decimal(text, &stored, &unit)) return LQCD_ERR_KEY;
	tolerance += fmin(unit, 1e-5);
	if (fabs(measured - stored) <= tolerance) return LQCD_OK;
	return lqcd_fail(why, s, "%s: %s = %s in the header, but the links give %.12g; the difference may be %.3g",
			 lqcd_path_shown(path), key, text, measured, tolerance);
}

/** Links into u and everything checked; the header is in info. */
LQCD_STATIC lqcd_status lqcd__nersc_body(lqcd_file_in *in, lqcd_gauge_field_d *u, lqcd_nersc_info *info,
					 unsigned char *buffer, lqcd_message *why)
{
	const int single = info->bits == 32;
	lqcd_status s = lqcd__nersc_find_order(in, u, info, buffer, why);
	if (s != LQCD_OK) return s;
	info->measured_plaquette = lqcd_plaquette_d(u);
	info->measured_link_trace = lqcd_link_trace_d(u);
	if (info->has_plaquette)
		s = lqcd__nersc_compare(in->path, "PLAQUETTE", info->key.plaquette, info->measured_plaquette.mean,
					single ? 1e-5 : 1e-7, LQCD_ERR_PLAQUETTE, why);
	if (s == LQCD_OK && info->has_link_trace)
		s = lqcd__nersc_compare(in->path, "LINK_TRACE", info->key.link_trace, info->measured_link_trace,
					single ? 1e-6 : 1e-7, LQCD_ERR_LINK_TRACE, why);
	return s;
}

/** An open file with its header read. *buffer: LQCD__NERSC_BLOCK_BYTES, or less for the header alone. */
typedef struct {
	lqcd_file_in in;
	unsigned char *buffer;
} lqcd__nersc_reader;

LQCD_STATIC void lqcd__nersc_close(lqcd__nersc_reader *r)
{
	lqcd_free(r->buffer);
	lqcd_file_in_close(&r->in);
}

LQCD_STATIC lqcd_status lqcd__nersc_open(lqcd__nersc_reader *r, const char *path, lqcd_nersc_info *info,
					 size_t buffer_bytes, lqcd_message *why)
{
	memset(info, 0, sizeof *info);
	r->buffer = NULL;
	lqcd_status s = lqcd_file_in_open(&r->in, path, why);
	if (s != LQCD_OK) return s;
	r->buffer = (unsigned char *)lqcd_alloc(buffer_bytes);
	if (!r->buffer)
		s = lqcd_fail(why, LQCD_ERR_MEMORY, "%s: no memory for a buffer of %llu bytes", lqcd_path_shown(path),
			      (unsigned long long)buffer_bytes);
	if (s == LQCD_OK) s = lqcd__nersc_parse(&r->in, info, (char *)r->buffer, why);
	if (s != LQCD_OK) lqcd__nersc_close(r);
	return s;
}

LQCD_STATIC lqcd_status lqcd_nersc_read_header(const char *path, lqcd_nersc_info *info, lqcd_message *why)
{
	lqcd_nersc_info local;
	lqcd__nersc_reader r;
	lqcd_status s = lqcd__nersc_open(&r, path, info ? info : &local, LQCD_NERSC_HEADER_BYTES, why);
	if (s == LQCD_OK) lqcd__nersc_close(&r);
	return s;
}

LQCD_STATIC lqcd_status lqcd_nersc_read(const char *path, lqcd_gauge_field_d *u, lqcd_nersc_info *info,
					lqcd_message *why)
{
	lqcd_nersc_info local;
	lqcd__nersc_reader r;
	if (!info) info = &local;
	if (u->type->parity != LQCD_FULL)
		return lqcd_fail(why, LQCD_ERR_GEOMETRY, "%s: links can only be read into a full field",
				 lqcd_path_shown(path));
	lqcd_status s = lqcd__nersc_open(&r, path, info, LQCD__NERSC_BLOCK_BYTES, why);
	if (s != LQCD_OK) return s;
	const int *has = info->extent, *want = u->type->lattice->extent;
	if (memcmp(has, want, sizeof info->extent) != 0)
		s = lqcd_fail(
		    why, LQCD_ERR_EXTENT, "%s: DIMENSION_1..4 = %d %d %d %d, but the field is of X Y Z T = %d %d %d %d",
		    lqcd_path_shown(path), has[1], has[2], has[3], has[0], want[1], want[2], want[3], want[0]);
	if (s == LQCD_OK) s = lqcd__nersc_check_length(&r.in, info, why);
	if (s == LQCD_OK) s = lqcd__nersc_body(&r.in, u, info, r.buffer, why);
	lqcd__nersc_close(&r);
	return s;
}

/** Lattice and field for a header. */
LQCD_STATIC lqcd_status lqcd__nersc_create(const char *path, lqcd_lattice *lat, lqcd_gauge_field_d *u,
					   const int *extent, lqcd_message *why)
{
	lqcd_message inner;
	lqcd_status s = lqcd_lattice_create(lat, extent, NULL, &inner);
	if (s != LQCD_OK) return lqcd_fail(why, s, "%s: %s", lqcd_path_shown(path), inner.text);
	s = lqcd_gauge_field_create_d(u, lat, LQCD_FULL);
	if (s == LQCD_OK) return LQCD_OK;
	lqcd_lattice_destroy(lat);
	return lqcd_fail(why, s, "%s: no gauge field of X Y Z T = %d %d %d %d: %s", lqcd_path_shown(path), extent[1],
			 extent[2], extent[3], extent[0], lqcd_status_text(s));
}

LQCD_STATIC lqcd_status lqcd_nersc_load(const char *path, lqcd_lattice *lat, lqcd_gauge_field_d *u,
					lqcd_nersc_info *info, lqcd_message *why)
{
	lqcd_nersc_info local;
	lqcd__nersc_reader r;
	if (!info) info = &local;
	memset(lat, 0, sizeof *lat);
	memset(u, 0, sizeof *u);
	lqcd_status s = lqcd__nersc_open(&r, path, info, LQCD__NERSC_BLOCK_BYTES, why);
	if (s != LQCD_OK) return s;
	s = lqcd__nersc_check_length(&r.in, info, why);
	if (s == LQCD_OK) s = lqcd__nersc_create(path, lat, u, info->extent, why);
	if (s == LQCD_OK) {
		s = lqcd__nersc_body(&r.in, u, info, r.buffer, why);
		if (s != LQCD_OK) {
			lqcd_gauge_field_destroy_d(u);
			lqcd_lattice_destroy(lat);
		}
	}
	lqcd__nersc_close(&r);
	return s;
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

/** Encodes all links block by block; writes them when out is given, else checks them and takes the checksum into w. */
LQCD_STATIC lqcd_status lqcd__nersc_emit(lqcd_file_out *out, const lqcd_gauge_field_d *u, const lqcd_nersc_info *h,
					 unsigned char *buffer, lqcd__nersc_walk *w, lqcd_message *why)
{
	const size_t link = lqcd__nersc_link_bytes(h), most = LQCD__NERSC_BLOCK_BYTES / link;
	const uint64_t links = h->data_bytes / link;
	int x[4];
	lqcd_status s = LQCD_OK;
	for (uint64_t n = 0; s == LQCD_OK && n < links;) {
		const size_t block = links - n < most ? (size_t)(links - n) : most;
		for (size_t i = 0; i < block; i++, n++) {
			const lqcd_su3_d *from = lqcd__nersc_link(u, h->extent, n, x);
			/* All rows: those that are not stored must be what a reader will compute. */
			if (w) lqcd__nersc_walk_link(w, h, from, LQCD_NC, n, x);
			lqcd__nersc_encode(buffer + i * link, from, h->rows, h->bits, h->byte_order);
		}
		if (w) w->sum += lqcd__nersc_sum(buffer, block * link, h->byte_order);
		if (out) s = lqcd_file_out_write(out, buffer, block * link, why);
	}
	return s;
}

/** The header of u in the format of meta, with its checksum, plaquette and link trace; refuses links outside SU(NC). */
LQCD_STATIC lqcd_status lqcd__nersc_measure(const char *path, const lqcd_gauge_field_d *u, lqcd_nersc_info *h,
					    const lqcd_nersc_info *meta, unsigned char *buffer, lqcd_message *why)
{
	lqcd__nersc_walk w;
	lqcd_status s = lqcd__nersc_compose(h, u->type->lattice->extent, meta, path, why);
	if (s != LQCD_OK) return s;
	memset(&w, 0, sizeof w);
	s = lqcd__nersc_emit(NULL, u, h, buffer, &w, why);
	if (s != LQCD_OK) return s;
	if (w.bad != LQCD_OK) return lqcd__nersc_walk_fail(&w, path, lqcd__nersc_tolerance(h), why);
	snprintf(h->key.checksum, sizeof h->key.checksum, "%08lx", (unsigned long)w.sum);
	lqcd__nersc_number(h->key.plaquette, sizeof h->key.plaquette, lqcd_plaquette_d(u).mean);
	lqcd__nersc_number(h->key.link_trace, sizeof h->key.link_trace, lqcd_link_trace_d(u));
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_nersc_write(const char *path, const lqcd_gauge_field_d *u, const lqcd_nersc_info *meta,
					 lqcd_message *why)
{
	lqcd_nersc_info h;
	lqcd_file_out out;
	if (u->type->parity != LQCD_FULL)
		return lqcd_fail(why, LQCD_ERR_GEOMETRY, "%s: only a full gauge field can be written",
				 lqcd_path_shown(path));
	unsigned char *buffer = (unsigned char *)lqcd_alloc(LQCD__NERSC_BLOCK_BYTES);
	if (!buffer)
		return lqcd_fail(why, LQCD_ERR_MEMORY, "%s: no memory for a buffer of %d bytes", lqcd_path_shown(path),
				 LQCD__NERSC_BLOCK_BYTES);
	/* The file is opened first, so that a path that cannot be written costs no time. */
	lqcd_status s = lqcd_file_out_open(&out, path, why);
	if (s == LQCD_OK) s = lqcd__nersc_measure(path, u, &h, meta, buffer, why);
	if (s == LQCD_OK) s = lqcd_file_out_write(&out, h.text, lqcd__nersc_print(&h), why);
	if (s == LQCD_OK) s = lqcd__nersc_emit(&out, u, &h, buffer, NULL, why);
	if (s == LQCD_OK) s = lqcd_file_out_commit(&out, why);
	lqcd_file_out_abort(&out);
	lqcd_free(buffer);
	return s;
}

#endif
