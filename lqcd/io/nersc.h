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
#include "../gauge/plaquette.h"
#include "links.h"
#include "nersc_header.h"

/* ---- the data section ------------------------------------------------------------------------------------------ */

LQCD_STATIC lqcd_links lqcd__nersc_links(const lqcd_nersc_info *info)
{
	lqcd_links f = lqcd_links_of(info->extent);
	f.offset = info->data_offset;
	f.rows = info->rows;
	f.bits = info->bits;
	f.byte_order = info->byte_order;
	f.sum = LQCD_LINKS_NERSC;
	f.tolerance = info->bits == 32 ? 1e-4 : 1e-5;
	return f;
}

LQCD_STATIC lqcd_status lqcd__nersc_check_length(const lqcd_file_in *in, const lqcd_nersc_info *info, lqcd_message *why)
{
	const lqcd_links f = lqcd__nersc_links(info);
	return lqcd_links_check_length(in, &f, why);
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

/** An open file with its header read. */
typedef struct {
	lqcd_file_in in;
	const lqcd_comm *comm;
} lqcd__nersc_reader;

/** Reads all links in info->byte_order; checks the checksum and the links. */
LQCD_STATIC lqcd_status lqcd__nersc_read_links(lqcd__nersc_reader *r, lqcd_gauge_field_d *u, lqcd_nersc_info *info,
					       lqcd_message *why)
{
	const lqcd_links f = lqcd__nersc_links(info);
	lqcd_links_found found;
	lqcd_status s = lqcd_links_read(&r->in, &f, u, &found, why);
	if (s != LQCD_OK) return s;
	info->measured_checksum = found.sum[0];
	info->measured_deviation = found.deviation;
	if (info->has_checksum && info->measured_checksum != info->checksum)
		return lqcd_fail(why, LQCD_ERR_CHECKSUM, "%s: CHECKSUM = %08lx in the header, but the links give %08lx",
				 lqcd_path_shown(r->in.path), (unsigned long)info->checksum,
				 (unsigned long)info->measured_checksum);
	return lqcd_links_verdict(r->in.path, &f, &found, why);
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

/** Every process opens the file; the header is read by one. */
LQCD_STATIC lqcd_status lqcd__nersc_open(lqcd__nersc_reader *r, const char *path, const lqcd_comm *comm,
					 lqcd_nersc_info *info, lqcd_message *why)
{
	memset(info, 0, sizeof *info);
	r->comm = comm;
	lqcd_status s = lqcd_file_in_open(&r->in, path, why);
	if (s == LQCD_OK && lqcd_comm_root(comm)) {
		char *buffer = (char *)lqcd_alloc(LQCD_NERSC_HEADER_BYTES);
		s = buffer ? lqcd__nersc_parse(&r->in, info, buffer, why)
			   : lqcd_fail(why, LQCD_ERR_MEMORY, "%s: no memory for a buffer of %d bytes",
				       lqcd_path_shown(path), LQCD_NERSC_HEADER_BYTES);
		lqcd_free(buffer);
	}
	lqcd_comm_broadcast(comm, 0, info, sizeof *info);
	s = lqcd_comm_agree(comm, s, 0, why);
	if (s != LQCD_OK) lqcd_file_in_close(&r->in);
	return s;
}

LQCD_STATIC lqcd_status lqcd_nersc_read_header(const char *path, lqcd_nersc_info *info, lqcd_message *why)
{
	lqcd_nersc_info local;
	lqcd__nersc_reader r;
	const lqcd_comm self = lqcd_comm_self();
	lqcd_status s = lqcd__nersc_open(&r, path, &self, info ? info : &local, why);
	if (s == LQCD_OK) lqcd_file_in_close(&r.in);
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
	lqcd_status s = lqcd__nersc_open(&r, path, &lat->comm, info, why);
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
	lqcd_file_in_close(&r.in);
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
	lqcd_status s = lqcd__nersc_open(&r, path, &comm, info, why);
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
	lqcd_file_in_close(&r.in);
	return s;
}

LQCD_STATIC lqcd_status lqcd_nersc_load(const char *path, lqcd_lattice *lat, lqcd_gauge_field_d *u,
					lqcd_nersc_info *info, lqcd_message *why)
{
	return lqcd_nersc_load_on(path, lat, NULL, u, info, why);
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

/** h := the header of u in the format of meta, with all but the checksum. */
LQCD_STATIC lqcd_status lqcd__nersc_measure(const char *path, const lqcd_gauge_field_d *u, lqcd_nersc_info *h,
					    const lqcd_nersc_info *meta, lqcd_status *loops, lqcd_message *loops_why,
					    lqcd_message *why)
{
	const lqcd_lattice *lat = u->type->lattice;
	double trace;
	/* By one: it asks for the time. */
	lqcd_status s = lqcd_comm_root(&lat->comm) ? lqcd__nersc_compose(h, lat->extent, meta, path, why) : LQCD_OK;
	s = lqcd_comm_agree(&lat->comm, s, 0, why);
	if (s != LQCD_OK) return s;
	lqcd_comm_broadcast(&lat->comm, 0, h, sizeof *h);
	/* Of links that will be refused anything may come out; it has to look like a number. */
	*loops = lqcd__nersc_loops(path, u, &h->measured_plaquette, &trace, loops_why);
	const double mean = h->measured_plaquette.mean;
	lqcd__nersc_number(h->key.plaquette, sizeof h->key.plaquette, fabs(mean) < 2 ? mean : 0);
	lqcd__nersc_number(h->key.link_trace, sizeof h->key.link_trace, fabs(trace) < 2 ? trace : 0);
	strcpy(h->key.checksum, "00000000");
	h->data_offset = lqcd__nersc_print(h);
	return LQCD_OK;
}

/** Everything into an open file: the checksum is known when the links are written. */
LQCD_STATIC lqcd_status lqcd__nersc_emit(lqcd_file_out *out, const char *path, const lqcd_gauge_field_d *u,
					 const lqcd_nersc_info *meta, lqcd_message *why)
{
	const lqcd_comm *comm = &u->type->lattice->comm;
	lqcd_nersc_info h;
	lqcd_links_found found;
	lqcd_message loops_why;
	lqcd_status loops, s = lqcd__nersc_measure(path, u, &h, meta, &loops, &loops_why, why);
	if (s != LQCD_OK) return s;
	const lqcd_links f = lqcd__nersc_links(&h);
	s = lqcd_links_write(out, &f, u, &found, why);
	if (s == LQCD_OK) s = lqcd_links_verdict(path, &f, &found, why);
	if (s != LQCD_OK) return s;
	if (loops != LQCD_OK) return lqcd_fail(why, loops, "%s", loops_why.text);
	snprintf(h.key.checksum, sizeof h.key.checksum, "%08lx", (unsigned long)found.sum[0]);
	lqcd__nersc_print(&h);
	if (lqcd_comm_root(comm)) {
		s = lqcd_file_out_seek(out, 0, why);
		if (s == LQCD_OK) s = lqcd_file_out_write(out, h.text, (size_t)h.data_offset, why);
	}
	return lqcd_comm_agree(comm, s, 0, why);
}

LQCD_STATIC lqcd_status lqcd_nersc_write(const char *path, const lqcd_gauge_field_d *u, const lqcd_nersc_info *meta,
					 lqcd_message *why)
{
	lqcd_message unread;
	lqcd_file_out out;
	if (!why) why = &unread; /* others may want to know */
	if (u->type->parity != LQCD_FULL)
		return lqcd_fail(why, LQCD_ERR_GEOMETRY, "%s: only a full gauge field can be written",
				 lqcd_path_shown(path));
	/* The file is opened first, so that a path that cannot be written costs no time. */
	lqcd_status s = lqcd_file_out_open_on(&out, path, &u->type->lattice->comm, why);
	if (s == LQCD_OK) s = lqcd__nersc_emit(&out, path, u, meta, why);
	if (s == LQCD_OK) s = lqcd_file_out_commit(&out, why);
	lqcd_file_out_abort(&out);
	return s;
}

#endif
