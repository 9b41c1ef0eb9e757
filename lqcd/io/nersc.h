/* lqcd/io/nersc.h: gauge configurations in the NERSC archive format.
 *
 * An ASCII header, one "KEY = value" per line from BEGIN_HEADER to END_HEADER, then the links:
 * [t][z][y][x, fastest][direction x,y,z,t][row][column][re,im], reals of 32 or 64 bits, all NC rows or the first NC-1.
 *
 *   lqcd_status lqcd_nersc_read_header(path, info, why)   the header alone
 *   lqcd_status lqcd_nersc_read(path, u, info, why)       into a field whose lattice has the extents of the file
 *   lqcd_status lqcd_nersc_load(path, lat, u, info, why)  creates lattice and field; a failure leaves nothing allocated
 *   lqcd_status lqcd_nersc_load_on(path, lat, options, u, info, why)   the same with lqcd_lattice_options: processes,
 *                                                         their grid, path blocks; NULL: the default
 *   lqcd_status lqcd_nersc_write(path, u, meta, why)      replaces the file as a whole (see bytes.h)
 *
 * Where several processes share the lattice (of u, or options->comm), lqcd_nersc_read, _load_on and _write are
 * collective: all call them with one path, of a file that all reach. Rank 0 reads and makes the header (its meta
 * counts), and each process reads or writes the links of its sites. Status, message and info are the same on all, and
 * those of one process; so are the bytes of the file. What fails on one process fails on all. Afterwards the halo of u
 * (halo.h) is that of its links, also of a field that was written. lqcd_nersc_read_header is for one process.
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

/* A process has the links of its sites in the order of the file, in which they are runs. m counts the links of a
 * process, n those of the file. */

LQCD_STATIC uint64_t lqcd__nersc_links(const lqcd_lattice *lat)
{
	uint64_t links = 4;
	for (int mu = 0; mu < 4; mu++) links *= (uint64_t)lat->local[mu];
	return links;
}

/** The number in the file of link m of this process; x := its local site (T, X, Y, Z). */
LQCD_STATIC uint64_t lqcd__nersc_place(const lqcd_lattice *lat, uint64_t m, int x[4])
{
	uint64_t site = m / 4, n = m % 4, step = 4;
	for (int k = 0; k < 4; k++) {
		const int mu = (k + 1) & 3, local = lat->local[mu];
		x[mu] = (int)(site % (uint64_t)local);
		site /= (uint64_t)local;
		n += step * (uint64_t)(x[mu] + lat->comm.coord[mu] * local);
		step *= (uint64_t)lat->extent[mu];
	}
	return n;
}

/** Links from m on that follow each other in the file and fit into a block; *n := the number of the first. */
LQCD_STATIC size_t lqcd__nersc_block(const lqcd_lattice *lat, uint64_t m, size_t link_bytes, uint64_t *n)
{
	const uint64_t most = LQCD__NERSC_BLOCK_BYTES / link_bytes;
	uint64_t run = 4;
	int x[4];
	for (int k = 0, whole = 1; k < 4 && whole; k++) {
		const int mu = (k + 1) & 3;
		run *= (uint64_t)lat->local[mu];
		whole = lat->local[mu] == lat->extent[mu];
	}
	*n = lqcd__nersc_place(lat, m, x);
	run -= m % run;
	return (size_t)(run < most ? run : most);
}

/** Link m of this process. The file's directions are x,y,z,t. */
LQCD_STATIC lqcd_su3_d *lqcd__nersc_link(const lqcd_gauge_field_d *u, uint64_t m)
{
	int x[4];
	lqcd__nersc_place(u->type->lattice, m, x);
	return LQCD_4FIELD_AT(u, lqcd_geometry_index(u->type, x, NULL), ((int)(m & 3) + 1) & 3);
}

LQCD_STATIC void lqcd__nersc_decode(lqcd_su3_d *u, const unsigned char *from, int rows, int bits, lqcd_byte_order order)
{
	const size_t step = (size_t)bits / 8;
	for (int a = 0; a < rows; a++)
		for (int b = 0; b < LQCD_NC; b++, from += 2 * step) {
			lqcd_complex_d *z = &u->e[a][b];
			z->re = bits == 64 ? lqcd_load_f64(from, order) : (double)lqcd_load_f32(from, order);
			z->im = bits == 64 ? lqcd_load_f64(from + step, order)
					   : (double)lqcd_load_f32(from + step, order);
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

/** What a walk over the links finds. */
typedef struct {
	uint32_t sum;
	double deviation; /* largest */
	lqcd_status bad;  /* of the first link that is not in SU(NC) */
	uint64_t link;    /* its number in the file */
	double bad_deviation;
} lqcd__nersc_walk;

LQCD_STATIC void lqcd__nersc_walk_link(lqcd__nersc_walk *w, const lqcd_nersc_info *info, const lqcd_su3_d *u, int rows,
				       uint64_t n)
{
	double deviation = 0;
	lqcd_status s = lqcd__nersc_check_link(u, rows, lqcd__nersc_tolerance(info), &deviation);
	if (deviation > w->deviation) w->deviation = deviation;
	if (s == LQCD_OK || w->bad != LQCD_OK) return;
	w->bad = s;
	w->bad_deviation = deviation;
	w->link = n;
}

/** LQCD_OK, or the failure of the first bad link of all processes. */
LQCD_STATIC lqcd_status lqcd__nersc_walk_end(const lqcd__nersc_walk *w, const lqcd_comm *comm, const char *path,
					     const lqcd_nersc_info *info, lqcd_message *why)
{
	int x[4];
	uint64_t site = w->link / 4;
	const char *shown = lqcd_path_shown(path);
	char where[96], at[32] = "";
	for (int k = 1; k <= 4; k++) {
		x[k & 3] = (int)(site % (uint64_t)info->extent[k & 3]);
		site /= (uint64_t)info->extent[k & 3];
	}
	if (info->data_offset) /* else the file is being written */
		snprintf(at, sizeof at, ", byte %llu",
			 (unsigned long long)(info->data_offset + w->link * lqcd__nersc_link_bytes(info)));
	snprintf(where, sizeof where, "the link of site x,y,z,t = %d,%d,%d,%d, direction %c%s", x[1], x[2], x[3], x[0],
		 "xyzt"[w->link & 3], at);
	if (w->bad == LQCD_NAN)
		lqcd_fail(why, LQCD_NAN, "%s: NaN or infinity in %s", shown, where);
	else if (w->bad != LQCD_OK)
		lqcd_fail(why, w->bad, "%s: %s is not in SU(%d): off by %.3g, at most %g is accepted", shown, where,
			  LQCD_NC, w->bad_deviation, lqcd__nersc_tolerance(info));
	return lqcd_comm_agree(comm, w->bad, w->link, why);
}

/** Of links that are all in SU(NC): only want of memory for those of neighbouring processes makes the plaquette NaN. */
LQCD_STATIC lqcd_status lqcd__nersc_loops(const char *path, const lqcd_gauge_field_d *u, lqcd_plaquette_values *p,
					  double *link_trace, lqcd_message *why)
{
	*p = lqcd_plaquette_d(u);
	*link_trace = lqcd_link_trace_d(u);
	if (lqcd_isfinite(p->mean)) return LQCD_OK;
	return lqcd_fail(why, LQCD_ERR_MEMORY, "%s: no memory for the links of neighbouring processes",
			 lqcd_path_shown(path));
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

/** An open file with its header read. buffer: LQCD__NERSC_BLOCK_BYTES, or less for the header alone. */
typedef struct {
	lqcd_file_in in;
	const lqcd_comm *comm;
	unsigned char *buffer;
} lqcd__nersc_reader;

/** The file's links n to n + block - 1 into the buffer. */
LQCD_STATIC lqcd_status lqcd__nersc_read_block(lqcd__nersc_reader *r, const lqcd_nersc_info *info, uint64_t n,
					       size_t block, lqcd_message *why)
{
	const size_t link = lqcd__nersc_link_bytes(info);
	const uint64_t at = info->data_offset + n * link;
	size_t got;
	lqcd_status s = lqcd_file_in_seek(&r->in, at, why);
	if (s == LQCD_OK) s = lqcd_file_in_read(&r->in, r->buffer, block * link, &got, why);
	if (s != LQCD_OK || got == block * link) return s;
	r->in.size = at + got; /* somebody cut it after it was opened */
	return lqcd__nersc_check_length(&r->in, info, why);
}

/** Reads all links in info->byte_order; checks the checksum and the links. */
LQCD_STATIC lqcd_status lqcd__nersc_read_links(lqcd__nersc_reader *r, lqcd_gauge_field_d *u, lqcd_nersc_info *info,
					       lqcd_message *why)
{
	const lqcd_lattice *lat = u->type->lattice;
	const size_t link = lqcd__nersc_link_bytes(info);
	const uint64_t links = lqcd__nersc_links(lat);
	uint64_t n = 0;
	lqcd__nersc_walk w;
	lqcd_status s = LQCD_OK;
	memset(&w, 0, sizeof w);
	for (uint64_t m = 0; s == LQCD_OK && m < links;) {
		const size_t block = lqcd__nersc_block(lat, m, link, &n);
		s = lqcd__nersc_read_block(r, info, n, block, why);
		if (s != LQCD_OK) break;
		w.sum += lqcd__nersc_sum(r->buffer, block * link, info->byte_order);
		for (size_t i = 0; i < block; i++, m++) {
			lqcd_su3_d *to = lqcd__nersc_link(u, m);
			lqcd__nersc_decode(to, r->buffer + i * link, info->rows, info->bits, info->byte_order);
			lqcd__nersc_walk_link(&w, info, to, info->rows, n + i);
		}
	}
	s = lqcd_comm_agree(r->comm, s, n, why);
	if (s != LQCD_OK) return s;
	info->measured_checksum = (uint32_t)lqcd_comm_sum_u64(r->comm, w.sum);
	info->measured_deviation = lqcd_comm_max(r->comm, w.deviation);
	if (info->has_checksum && info->measured_checksum != info->checksum)
		return lqcd_fail(why, LQCD_ERR_CHECKSUM, "%s: CHECKSUM = %08lx in the header, but the links give %08lx",
				 lqcd_path_shown(r->in.path), (unsigned long)info->checksum,
				 (unsigned long)info->measured_checksum);
	return lqcd__nersc_walk_end(&w, r->comm, r->in.path, info, why);
}

/** As lqcd__nersc_read_links, where the header may leave the byte order open. */
LQCD_STATIC lqcd_status lqcd__nersc_find_order(lqcd__nersc_reader *r, lqcd_gauge_field_d *u, lqcd_nersc_info *info,
					       lqcd_message *why)
{
	lqcd_message big;
	if (info->byte_order != LQCD_BYTES_UNKNOWN) return lqcd__nersc_read_links(r, u, info, why);
	info->byte_order = LQCD_BYTES_BIG;
	lqcd_status s = lqcd__nersc_read_links(r, u, info, &big);
	if (s == LQCD_OK) return LQCD_OK;
	if (s != LQCD_ERR_CHECKSUM && s != LQCD_NAN && s != LQCD_ERR_UNITARITY)
		return lqcd_fail(why, s, "%s", big.text);
	info->byte_order = LQCD_BYTES_LITTLE;
	if (lqcd__nersc_read_links(r, u, info, NULL) == LQCD_OK) return LQCD_OK;
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
LQCD_STATIC lqcd_status lqcd__nersc_body(lqcd__nersc_reader *r, lqcd_gauge_field_d *u, lqcd_nersc_info *info,
					 lqcd_message *why)
{
	const int single = info->bits == 32;
	const char *path = r->in.path;
	lqcd_status s = lqcd__nersc_find_order(r, u, info, why);
	if (s == LQCD_OK) s = lqcd__nersc_loops(path, u, &info->measured_plaquette, &info->measured_link_trace, why);
	if (s == LQCD_OK && info->has_plaquette)
		s = lqcd__nersc_compare(path, "PLAQUETTE", info->key.plaquette, info->measured_plaquette.mean,
					single ? 1e-5 : 1e-7, LQCD_ERR_PLAQUETTE, why);
	if (s == LQCD_OK && info->has_link_trace)
		s = lqcd__nersc_compare(path, "LINK_TRACE", info->key.link_trace, info->measured_link_trace,
					single ? 1e-6 : 1e-7, LQCD_ERR_LINK_TRACE, why);
	return s;
}

LQCD_STATIC void lqcd__nersc_close(lqcd__nersc_reader *r)
{
	lqcd_free(r->buffer);
	lqcd_file_in_close(&r->in);
}

/** Every process opens the file; the header is read by one. */
LQCD_STATIC lqcd_status lqcd__nersc_open(lqcd__nersc_reader *r, const char *path, const lqcd_comm *comm,
					 lqcd_nersc_info *info, size_t buffer_bytes, lqcd_message *why)
{
	memset(info, 0, sizeof *info);
	r->comm = comm;
	r->buffer = NULL;
	lqcd_status s = lqcd_file_in_open(&r->in, path, why);
	if (s == LQCD_OK) {
		r->buffer = (unsigned char *)lqcd_alloc(buffer_bytes);
		if (!r->buffer)
			s = lqcd_fail(why, LQCD_ERR_MEMORY, "%s: no memory for a buffer of %llu bytes",
				      lqcd_path_shown(path), (unsigned long long)buffer_bytes);
	}
	if (s == LQCD_OK && lqcd_comm_root(comm)) s = lqcd__nersc_parse(&r->in, info, (char *)r->buffer, why);
	lqcd_comm_broadcast(comm, 0, info, sizeof *info);
	s = lqcd_comm_agree(comm, s, 0, why);
	if (s != LQCD_OK) lqcd__nersc_close(r);
	return s;
}

LQCD_STATIC lqcd_status lqcd_nersc_read_header(const char *path, lqcd_nersc_info *info, lqcd_message *why)
{
	lqcd_nersc_info local;
	lqcd__nersc_reader r;
	const lqcd_comm self = lqcd_comm_self();
	lqcd_status s = lqcd__nersc_open(&r, path, &self, info ? info : &local, LQCD_NERSC_HEADER_BYTES, why);
	if (s == LQCD_OK) lqcd__nersc_close(&r);
	return s;
}

LQCD_STATIC lqcd_status lqcd_nersc_read(const char *path, lqcd_gauge_field_d *u, lqcd_nersc_info *info,
					lqcd_message *why)
{
	lqcd_nersc_info local;
	lqcd_message unread;
	lqcd__nersc_reader r;
	const lqcd_lattice *lat = u->type->lattice;
	if (!info) info = &local;
	if (!why) why = &unread; /* others may want to know */
	if (u->type->parity != LQCD_FULL)
		return lqcd_fail(why, LQCD_ERR_GEOMETRY, "%s: links can only be read into a full field",
				 lqcd_path_shown(path));
	lqcd_status s = lqcd__nersc_open(&r, path, &lat->comm, info, LQCD__NERSC_BLOCK_BYTES, why);
	if (s != LQCD_OK) return s;
	const int *has = info->extent, *want = lat->extent;
	if (memcmp(has, want, sizeof info->extent) != 0)
		s = lqcd_fail(why, LQCD_ERR_EXTENT,
			      "%s: DIMENSION_1..4 = %d %d %d %d, but the field is of X Y Z T = %d %d %d %d",
			      lqcd_path_shown(path), has[1], has[2], has[3], has[0], want[1], want[2], want[3],
			      want[0]);
	if (s == LQCD_OK) s = lqcd__nersc_check_length(&r.in, info, why);
	s = lqcd_comm_agree(r.comm, s, 0, why);
	if (s == LQCD_OK) s = lqcd__nersc_body(&r, u, info, why);
	lqcd__nersc_close(&r);
	return s;
}

/** Lattice and field for a header. */
LQCD_STATIC lqcd_status lqcd__nersc_create(const lqcd__nersc_reader *r, lqcd_lattice *lat,
					   const lqcd_lattice_options *options, lqcd_gauge_field_d *u,
					   const int *extent, lqcd_message *why)
{
	const char *shown = lqcd_path_shown(r->in.path);
	lqcd_message inner;
	lqcd_status s = lqcd_lattice_create(lat, extent, options, &inner);
	if (s != LQCD_OK) return lqcd_comm_agree(r->comm, lqcd_fail(why, s, "%s: %s", shown, inner.text), 0, why);
	s = lqcd_gauge_field_create_d(u, lat, LQCD_FULL);
	if (s != LQCD_OK)
		lqcd_fail(why, s, "%s: no gauge field of X Y Z T = %d %d %d %d: %s", shown, extent[1], extent[2],
			  extent[3], extent[0], lqcd_status_text(s));
	s = lqcd_comm_agree(r->comm, s, 0, why);
	if (s == LQCD_OK) return LQCD_OK;
	lqcd_gauge_field_destroy_d(u);
	lqcd_lattice_destroy(lat);
	return s;
}

LQCD_STATIC lqcd_status lqcd_nersc_load_on(const char *path, lqcd_lattice *lat, const lqcd_lattice_options *options,
					   lqcd_gauge_field_d *u, lqcd_nersc_info *info, lqcd_message *why)
{
	lqcd_nersc_info local;
	lqcd_message unread;
	lqcd__nersc_reader r;
	const lqcd_comm comm = options && options->comm ? *options->comm : lqcd_comm_self();
	if (!info) info = &local;
	if (!why) why = &unread;
	memset(lat, 0, sizeof *lat);
	memset(u, 0, sizeof *u);
	lqcd_status s = lqcd__nersc_open(&r, path, &comm, info, LQCD__NERSC_BLOCK_BYTES, why);
	if (s != LQCD_OK) return s;
	s = lqcd_comm_agree(&comm, lqcd__nersc_check_length(&r.in, info, why), 0, why);
	if (s == LQCD_OK) s = lqcd__nersc_create(&r, lat, options, u, info->extent, why);
	if (s == LQCD_OK) {
		s = lqcd__nersc_body(&r, u, info, why);
		if (s != LQCD_OK) {
			lqcd_gauge_field_destroy_d(u);
			lqcd_lattice_destroy(lat);
		}
	}
	lqcd__nersc_close(&r);
	return s;
}

LQCD_STATIC lqcd_status lqcd_nersc_load(const char *path, lqcd_lattice *lat, lqcd_gauge_field_d *u,
					lqcd_nersc_info *info, lqcd_message *why)
{
	return lqcd_nersc_load_on(path, lat, NULL, u, info, why);
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

/** Encodes the links block by block; writes them when out is given, else checks them and takes the checksum into w. */
LQCD_STATIC lqcd_status lqcd__nersc_emit(lqcd_file_out *out, const lqcd_gauge_field_d *u, const lqcd_nersc_info *h,
					 unsigned char *buffer, lqcd__nersc_walk *w, lqcd_message *why)
{
	const lqcd_lattice *lat = u->type->lattice;
	const size_t link = lqcd__nersc_link_bytes(h);
	const uint64_t links = lqcd__nersc_links(lat);
	lqcd_status s = LQCD_OK;
	for (uint64_t m = 0; s == LQCD_OK && m < links;) {
		uint64_t n;
		const size_t block = lqcd__nersc_block(lat, m, link, &n);
		for (size_t i = 0; i < block; i++, m++) {
			const lqcd_su3_d *from = lqcd__nersc_link(u, m);
			/* All rows: those that are not stored must be what a reader will compute. */
			if (w) lqcd__nersc_walk_link(w, h, from, LQCD_NC, n + i);
			lqcd__nersc_encode(buffer + i * link, from, h->rows, h->bits, h->byte_order);
		}
		if (w) w->sum += lqcd__nersc_sum(buffer, block * link, h->byte_order);
		if (out) s = lqcd_file_out_seek(out, h->data_offset + n * link, why);
		if (out && s == LQCD_OK) s = lqcd_file_out_write(out, buffer, block * link, why);
	}
	return s;
}

/** The header of u in the format of meta, with its checksum, plaquette and link trace; refuses links outside SU(NC). */
LQCD_STATIC lqcd_status lqcd__nersc_measure(const char *path, const lqcd_gauge_field_d *u, lqcd_nersc_info *h,
					    const lqcd_nersc_info *meta, unsigned char *buffer, lqcd_message *why)
{
	const lqcd_lattice *lat = u->type->lattice;
	lqcd_plaquette_values plaquette;
	double link_trace;
	lqcd__nersc_walk w;
	/* By one: it asks for the time. */
	lqcd_status s = lqcd_comm_root(&lat->comm) ? lqcd__nersc_compose(h, lat->extent, meta, path, why) : LQCD_OK;
	s = lqcd_comm_agree(&lat->comm, s, 0, why);
	if (s != LQCD_OK) return s;
	lqcd_comm_broadcast(&lat->comm, 0, h, sizeof *h);
	memset(&w, 0, sizeof w);
	lqcd__nersc_emit(NULL, u, h, buffer, &w, why);
	s = lqcd__nersc_walk_end(&w, &lat->comm, path, h, why);
	if (s == LQCD_OK) s = lqcd__nersc_loops(path, u, &plaquette, &link_trace, why);
	if (s != LQCD_OK) return s;
	snprintf(h->key.checksum, sizeof h->key.checksum, "%08lx",
		 (unsigned long)(uint32_t)lqcd_comm_sum_u64(&lat->comm, w.sum));
	lqcd__nersc_number(h->key.plaquette, sizeof h->key.plaquette, plaquette.mean);
	lqcd__nersc_number(h->key.link_trace, sizeof h->key.link_trace, link_trace);
	h->data_offset = lqcd__nersc_print(h);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_nersc_write(const char *path, const lqcd_gauge_field_d *u, const lqcd_nersc_info *meta,
					 lqcd_message *why)
{
	const lqcd_comm *comm = &u->type->lattice->comm;
	lqcd_nersc_info h;
	lqcd_message unread;
	lqcd_file_out out;
	if (!why) why = &unread; /* others may want to know */
	if (u->type->parity != LQCD_FULL)
		return lqcd_fail(why, LQCD_ERR_GEOMETRY, "%s: only a full gauge field can be written",
				 lqcd_path_shown(path));
	unsigned char *buffer = (unsigned char *)lqcd_alloc(LQCD__NERSC_BLOCK_BYTES);
	lqcd_status s = LQCD_OK;
	if (!buffer)
		s = lqcd_fail(why, LQCD_ERR_MEMORY, "%s: no memory for a buffer of %d bytes", lqcd_path_shown(path),
			      LQCD__NERSC_BLOCK_BYTES);
	s = lqcd_comm_agree(comm, s, 0, why);
	/* The file is opened first, so that a path that cannot be written costs no time. */
	if (s == LQCD_OK) s = lqcd_file_out_open_on(&out, path, comm, why);
	if (s == LQCD_OK) {
		s = lqcd__nersc_measure(path, u, &h, meta, buffer, why);
		if (s == LQCD_OK) {
			if (lqcd_comm_root(comm)) s = lqcd_file_out_write(&out, h.text, (size_t)h.data_offset, why);
			if (s == LQCD_OK) s = lqcd__nersc_emit(&out, u, &h, buffer, NULL, why);
			s = lqcd_comm_agree(comm, s, 0, why);
		}
		if (s == LQCD_OK) s = lqcd_file_out_commit(&out, why);
		lqcd_file_out_abort(&out);
	}
	lqcd_free(buffer);
	return s;
}

#endif
