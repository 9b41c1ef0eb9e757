/* lqcd/io/gauge_file.h: reading and writing a file of links in one of several formats, given as a table. For the headers of
 * formats and for gauge.h; programs use the latter.
 *
 * A format is a set of functions for its header, each called on one process:
 *
 *   int detect(head, n, size)      1 if a file of `size` bytes that begins with these n (all of them, or LQCD_GAUGE_HEAD)
 *                                  seems to be in the format; at most one format returns 1
 *   lqcd_status header(file, why)  reads the header of file->in into file->info: links, checksum and numbers, metadata;
 *                                  checks the length (LQCD_GAUGE_LENGTH in info->checks)
 *   lqcd_status agrees(u, file, why)  NULL, or compares the plaquette of the links with the header; the only function
 *                                  called on all processes
 *   lqcd_status plan(file, why)    from info->links.extent, file->write_options and, if `measures` is 1, info->measured_..:
 *                                  info->links, whose offset is the length of the header, and info->plaquette if the
 *                                  header is to have one that finish or agrees must compare
 *   lqcd_status finish(file, out, why)   called when the links are written and info->found is known: writes the header
 *                                  at byte 0, and the bytes after the links
 *
 * file->whole: if the file lacks the last time slices of the field (gauge_ends.h), that field; the links measured are its, the
 * field that a format sees is the part in the file, and means have the divisor of the file.
 *
 * file->own is own_bytes of memory for the format, zero at first; after header all processes have that of process 0. detect
 * and header are NULL if a format is for writing only; plan and finish if it is for reading only.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_GAUGE_FILE_H
#define LQCD_IO_GAUGE_FILE_H

#include "gauge_ends.h"
#include "gauge_info.h"

#define LQCD_GAUGE_HEAD 512

struct lqcd_gauge_format;

typedef struct {
	lqcd_file_in in;
	const lqcd_comm *comm;
	const struct lqcd_gauge_format *format;
	const lqcd_gauge_options *options; /* NULL: all zero */
	const lqcd_gauge_write_options *write_options;
	const char *path;
	lqcd_gauge_info *info;
	const lqcd_gauge_field_d *whole; /* NULL: the field itself */
	void *own, *own_memory;
} lqcd_gauge_file;

typedef struct lqcd_gauge_format {
	const char *name;
	size_t own_bytes;
	int (*detect)(const unsigned char *head, size_t n, uint64_t size);
	lqcd_status (*header)(lqcd_gauge_file *file, lqcd_message *why);
	lqcd_status (*agrees)(const lqcd_gauge_field_d *u, lqcd_gauge_file *file, lqcd_message *why);
	lqcd_status (*plan)(lqcd_gauge_file *file, lqcd_message *why);
	lqcd_status (*finish)(lqcd_gauge_file *file, lqcd_file_out *out, lqcd_message *why);
	int measures;  /* 1: the header that is written has numbers measured on the links */
	int lacks_end; /* 1: files lack the time slice of upper boundary values */
} lqcd_gauge_format;

/* ---- for formats ----------------------------------------------------------------------------------------------- */

/** Extents of a header are even, at least 2, and can be addressed. */
LQCD_STATIC lqcd_status lqcd__gauge_extents(const char *path, const lqcd_links *f, lqcd_message *why)
{
	const int *e = f->extent;
	for (int mu = 0; mu < 4; mu++)
		if (e[mu] < 2 || e[mu] % 2)
			return lqcd_fail(why, LQCD_ERR_EXTENT,
					 "%s: X Y Z T = %d %d %d %d in the header; they must be even and at least 2",
					 lqcd_path_shown(path), e[1], e[2], e[3], e[0]);
	if (lqcd_links_bytes(f)) return LQCD_OK;
	return lqcd_fail(why, LQCD_ERR_EXTENT,
			 "%s: X Y Z T = %d %d %d %d in the header: more than memory addresses reach",
			 lqcd_path_shown(path), e[1], e[2], e[3], e[0]);
}

/** Checks the extents, and the length of a file that ends with its links. */
LQCD_STATIC lqcd_status lqcd__gauge_section(lqcd_gauge_file *file, lqcd_message *why)
{
	lqcd_status s = lqcd__gauge_extents(file->path, &file->info->links, why);
	if (s == LQCD_OK) s = lqcd_links_check_length(&file->in, &file->info->links, why);
	if (s == LQCD_OK) file->info->checks |= LQCD_GAUGE_LENGTH;
	return s;
}

/** The first n bytes of the file. */
LQCD_STATIC lqcd_status lqcd__gauge_head(lqcd_gauge_file *file, unsigned char *to, size_t n, lqcd_message *why)
{
	size_t got;
	lqcd_status s = lqcd_file_in_seek(&file->in, 0, why);
	if (s == LQCD_OK) s = lqcd_file_in_read(&file->in, to, n, &got, why);
	if (s != LQCD_OK || got == n) return s;
	return lqcd_fail(why, LQCD_ERR_TRUNCATED, "%s: the file ends at byte %llu, in the header of %llu bytes",
			 lqcd_path_shown(file->path), (unsigned long long)got, (unsigned long long)n);
}

/** The links as write_options ask for them; bits and order: the only choice of a format (0: any). */
LQCD_STATIC lqcd_status lqcd__gauge_plan_links(lqcd_gauge_file *file, int bits, lqcd_byte_order order,
					       lqcd_message *why)
{
	const lqcd_gauge_write_options *w = file->write_options;
	lqcd_links *f = &file->info->links;
	f->bits = w && w->bits ? w->bits : bits;
	f->byte_order = w && w->byte_order ? w->byte_order : order;
	if (f->bits != bits || (w && w->rows && w->rows != LQCD_NC))
		return lqcd_fail(why, LQCD_ERR_ARGUMENT,
				 "%s: the format %s has reals of %d bits and matrices of all rows",
				 lqcd_path_shown(file->path), file->format->name, bits);
	if (f->byte_order == LQCD_BYTES_BIG || f->byte_order == LQCD_BYTES_LITTLE) return LQCD_OK;
	return lqcd_fail(why, LQCD_ERR_ARGUMENT, "%s: cannot write byte order %d; legal: %d (big), %d (little)",
			 lqcd_path_shown(file->path), (int)f->byte_order, LQCD_BYTES_BIG, LQCD_BYTES_LITTLE);
}

LQCD_STATIC lqcd_status lqcd__gauge_only_su3(const lqcd_gauge_file *file, lqcd_status s, lqcd_message *why)
{
	if (LQCD_NC == 3) return LQCD_OK;
	return lqcd_fail(why, s, "%s: the format %s has links in SU(3), but there are %d colours",
			 lqcd_path_shown(file->path), file->format->name, LQCD_NC);
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

LQCD_STATIC lqcd_status lqcd__gauge_own(lqcd_gauge_file *file, lqcd_message *why)
{
	if (file->own || !file->format->own_bytes) return LQCD_OK;
	file->own = file->own_memory = lqcd_comm_alloc(file->comm, file->format->own_bytes);
	if (!file->own)
		return lqcd_fail(why, LQCD_ERR_MEMORY, "%s: no memory for a header", lqcd_path_shown(file->path));
	memset(file->own, 0, file->format->own_bytes);
	return LQCD_OK;
}

enum { LQCD__GAUGE_NAMES = 128 };

/** The names of the formats that are read or, with write, written. */
LQCD_STATIC void lqcd__gauge_names(char *to, const lqcd_gauge_format *table, int formats, int write)
{
	size_t n = 0;
	*to = 0;
	for (const lqcd_gauge_format *f = table; f < table + formats; f++)
		if (write ? f->plan != NULL : f->header != NULL)
			n += (size_t)snprintf(to + n, LQCD__GAUGE_NAMES - n, "%s%s", n ? ", " : "", f->name);
}

/** Index of the file's format in the table. */
LQCD_STATIC lqcd_status lqcd__gauge_detect(lqcd_gauge_file *file, const lqcd_gauge_format *table, int formats,
					   int *found, lqcd_message *why)
{
	const char *wanted = file->options ? file->options->format : NULL, *path = lqcd_path_shown(file->path);
	unsigned char head[LQCD_GAUGE_HEAD];
	char names[LQCD__GAUGE_NAMES];
	size_t got = 0;
	lqcd_status s = lqcd_file_in_read(&file->in, head, sizeof head, &got, why);
	if (s == LQCD_OK && got == 0) s = lqcd_fail(why, LQCD_ERR_TRUNCATED, "%s: the file is empty", path);
	if (s != LQCD_OK) return s;
	for (*found = 0; *found < formats; ++*found) {
		const lqcd_gauge_format *f = table + *found;
		if (f->header && (wanted ? !strcmp(wanted, f->name) : f->detect(head, got, file->in.size))) return LQCD_OK;
	}
	*found = 0;
	lqcd__gauge_names(names, table, formats, 0);
	if (wanted)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "%s: no format \"%s\" for reading; there are %s", path, wanted,
				 names);
	return lqcd_fail(why, LQCD_ERR_FORMAT, "%s: begins like no file of the formats %s%s", path, names,
			 lqcd__file_hint(&file->in));
}

LQCD_STATIC void lqcd__gauge_close(lqcd_gauge_file *file)
{
	lqcd_free(file->own_memory);
	file->own_memory = NULL;
	lqcd_file_in_close(&file->in);
}

/** Every process opens the file; one reads the header. A table of one format is not searched. The members comm, options,
 * info and own of file are set. */
LQCD_STATIC lqcd_status lqcd__gauge_open(lqcd_gauge_file *file, const char *path, const lqcd_gauge_format *table,
					 int formats, lqcd_message *why)
{
	const int root = lqcd_comm_root(file->comm);
	int found = 0;
	memset(file->info, 0, sizeof *file->info);
	file->path = path;
	file->write_options = NULL;
	file->own_memory = NULL;
	lqcd_status s = lqcd_file_in_open(&file->in, path, why);
	file->in.tolerate = file->options && file->options->wrong_checksum;
	if (s == LQCD_OK && root && formats > 1) s = lqcd__gauge_detect(file, table, formats, &found, why);
	lqcd_comm_broadcast(file->comm, 0, &found, sizeof found);
	s = lqcd_comm_agree(file->comm, s, 0, why);
	file->format = table + found;
	if (s == LQCD_OK) s = lqcd__gauge_own(file, why);
	if (s == LQCD_OK) {
		if (root) {
			snprintf(file->info->format, sizeof file->info->format, "%s", file->format->name);
			file->info->size = file->in.size;
			s = lqcd_file_in_seek(&file->in, 0, why);
			if (s == LQCD_OK) s = file->format->header(file, why);
			if (file->in.trailing) file->info->tolerated = LQCD_GAUGE_LENGTH;
		}
		lqcd_comm_broadcast(file->comm, 0, file->info, sizeof *file->info);
		if (file->own) lqcd_comm_broadcast(file->comm, 0, file->own, file->format->own_bytes);
		s = lqcd_comm_agree(file->comm, s, 0, why);
	}
	if (s != LQCD_OK) lqcd__gauge_close(file);
	if (file->options) {
		file->in.progress = file->options->progress;
		file->in.context = file->options->context;
	}
	return s;
}

/** Compares the checksum of the links that were read. A wrong one that is tolerated is reported, not returned. */
LQCD_STATIC lqcd_status lqcd__gauge_check_sum(lqcd_gauge_file *file, lqcd_message *why)
{
	lqcd_gauge_info *info = file->info;
	const lqcd_gauge_options *o = file->options;
	const uint32_t *has = info->checksum, *gives = info->found.sum;
	const int two = info->links.sum != LQCD_LINKS_NERSC;
	char said[24] = "", given[24] = "";
	if (!info->has_checksum) {
		if (!o || !o->require_checksum) return LQCD_OK;
		return lqcd_fail(why, LQCD_ERR_CHECKSUM, "%s: the file has no checksum", lqcd_path_shown(file->path));
	}
	info->checks |= LQCD_GAUGE_CHECKSUM;
	if (has[0] == gives[0] && has[1] == gives[1] && !info->checksum_illegible) return LQCD_OK;
	if (two) {
		snprintf(said, sizeof said, " %08lx", (unsigned long)has[1]);
		snprintf(given, sizeof given, " %08lx", (unsigned long)gives[1]);
	}
	if (info->checksum_illegible)
		(void)lqcd_fail(why, LQCD_ERR_CHECKSUM, "%s: %s in the header is no hexadecimal number; the data give %08lx",
			  lqcd_path_shown(file->path), info->checksum_name, (unsigned long)gives[0]);
	else
		(void)lqcd_fail(why, LQCD_ERR_CHECKSUM, "%s: %s = %08lx%s in the header, but the data give %08lx%s",
			  lqcd_path_shown(file->path), info->checksum_name, (unsigned long)has[0], said,
			  (unsigned long)gives[0], given);
	if (!o || !o->wrong_checksum) return LQCD_ERR_CHECKSUM;
	info->tolerated |= LQCD_GAUGE_CHECKSUM;
	return LQCD_OK;
}

/** Zero links that are in their places are those of a boundary if all others there are zero, too. */
LQCD_STATIC lqcd_status lqcd__gauge_boundary(lqcd_gauge_info *info, const char *path, lqcd_message *why)
{
	const int *e = info->links.extent;
	const uint64_t slice = (uint64_t)e[1] * (uint64_t)e[2] * (uint64_t)e[3], first = info->found.first_zeros;
	const uint64_t last = info->found.zeros - first;
	const int bad = first && first != 4 * slice;
	strcpy(info->boundary, first ? "Schroedinger functional" : last ? "open" : "periodic");
	if (!bad && (!last || last == slice)) return LQCD_OK;
	return lqcd_fail(why, LQCD_ERR_UNITARITY, "%s: %llu of %llu %s time slice are zero; a boundary has all",
			 lqcd_path_shown(path), (unsigned long long)(bad ? first : last),
			 (unsigned long long)(bad ? 4 * slice : slice),
			 bad ? "links of the first" : "temporal links of the last");
}

/** Reads all links in the byte order of info->links; checksum and SU(NC). */
LQCD_STATIC lqcd_status lqcd__gauge_read_links(lqcd_gauge_file *file, lqcd_gauge_field_d *u, lqcd_message *why)
{
	lqcd_gauge_info *info = file->info;
	info->checks &= ~(unsigned)LQCD_GAUGE_CHECKSUM;
	info->tolerated &= LQCD_GAUGE_LENGTH;
	info->links.either_sign = file->options && file->options->either_sign;
	lqcd_status s = lqcd_links_read(&file->in, &info->links, u, &info->found, why);
	if (s == LQCD_OK) s = lqcd__gauge_check_sum(file, why);
	if (s == LQCD_OK) s = lqcd_links_verdict(file->path, &info->links, &info->found, why);
	if (s == LQCD_OK) s = lqcd__gauge_boundary(info, file->path, why);
	if (s == LQCD_OK) info->checks |= LQCD_GAUGE_FINITE | LQCD_GAUGE_UNITARITY;
	/* A last row that was computed has the right determinant. */
	if (s == LQCD_OK && info->links.rows == LQCD_NC) info->checks |= LQCD_GAUGE_DETERMINANT;
	return s;
}

/** The same where the header may leave the byte order open. */
LQCD_STATIC lqcd_status lqcd__gauge_find_order(lqcd_gauge_file *file, lqcd_gauge_field_d *u, lqcd_message *why)
{
	lqcd_links *f = &file->info->links;
	lqcd_message big, unread;
	if (f->byte_order != LQCD_BYTES_UNKNOWN) return lqcd__gauge_read_links(file, u, why);
	f->byte_order = LQCD_BYTES_BIG;
	big.text[0] = 0;
	lqcd_status s = lqcd__gauge_read_links(file, u, &big);
	if (s == LQCD_OK && !(file->info->tolerated & LQCD_GAUGE_CHECKSUM)) return LQCD_OK;
	if (s != LQCD_OK && s != LQCD_ERR_CHECKSUM && s != LQCD_NAN && s != LQCD_ERR_UNITARITY)
		return lqcd_fail(why, s, "%s", big.text);
	f->byte_order = LQCD_BYTES_LITTLE;
	if (lqcd__gauge_read_links(file, u, &unread) == LQCD_OK && (s != LQCD_OK || !(file->info->tolerated & LQCD_GAUGE_CHECKSUM))) {
		if (file->info->tolerated & LQCD_GAUGE_CHECKSUM) (void)lqcd_fail(why, LQCD_OK, "%s", unread.text);
		return LQCD_OK;
	}
	if (s == LQCD_OK) { /* a wrong checksum in both orders: the first has links */
		f->byte_order = LQCD_BYTES_BIG;
		return lqcd__gauge_read_links(file, u, why);
	}
	f->byte_order = LQCD_BYTES_UNKNOWN;
	return lqcd_fail(why, s, "%s (%s leaves the byte order open; little-endian fails, too)", big.text,
			 file->info->order_open);
}

/** One number of the header against the links. */
LQCD_STATIC lqcd_status lqcd__gauge_compare(const char *path, const lqcd_gauge_number *n, double mean, lqcd_status s,
					    lqcd_message *why)
{
	const double measured = n->factor * mean;
	if (!n->has || fabs(measured - n->value) <= n->tolerance) return LQCD_OK;
	return lqcd_fail(why, s, "%s: %s = %s in the header, but the links give %.15g; the difference may be %.3g",
			 lqcd_path_shown(path), n->name, n->text, measured, n->tolerance);
}

/** For links that are all in SU(NC): their plaquette is NaN only if memory for the links of neighbouring processes is
 * lacking. */
LQCD_STATIC lqcd_status lqcd__gauge_loops(const lqcd_gauge_file *file, const lqcd_gauge_field_d *u, lqcd_message *why)
{
	const lqcd_gauge_field_d *whole = file->whole ? file->whole : u;
	const double slices = whole->type->lattice->extent[0], ratio = slices / u->type->lattice->extent[0];
	lqcd_plaquette_values *p = &file->info->measured_plaquette;
	*p = lqcd_plaquette_d(whole);
	p->mean *= ratio;
	p->space *= ratio;
	p->time *= ratio;
	file->info->measured_link_trace = ratio * lqcd_link_trace_d(whole);
	if (lqcd_isfinite(p->mean)) return LQCD_OK;
	return lqcd_fail(why, LQCD_ERR_MEMORY, "%s: no memory for the links of neighbouring processes",
			 lqcd_path_shown(file->path));
}

/** The links that were read into `inner`, with the boundary values of the lattice of `whole`. */
LQCD_STATIC lqcd_status lqcd__gauge_add_end(lqcd_gauge_file *file, const lqcd_gauge_field_d *inner,
					    lqcd_gauge_field_d *whole, lqcd_message *why)
{
	const int open = whole->type->lattice->boundary.kind == LQCD_BOUNDARY_OPEN_SF;
	lqcd_boundary_links_d(whole);
	const double most = lqcd__gauge_inner_copy(inner, whole, 1);
	strcpy(file->info->boundary, open ? "open-SF" : "Schroedinger functional");
	if (most <= 1e-12) return LQCD_OK;
	return lqcd_fail(
		why, LQCD_ERR_ARGUMENT,
		"%s: the links of time slice 0 are not the boundary values exp(i phi / L) of the lattice: they differ "
		"by %.3g",
		lqcd_path_shown(file->path), most);
}

/** Links into u and everything checked, in the order of info->links; the header is in file->info. */
LQCD_STATIC lqcd_status lqcd__gauge_body_as(lqcd_gauge_file *file, lqcd_gauge_field_d *u, lqcd_gauge_field_d *whole,
					 lqcd_message *why)
{
	lqcd_gauge_info *info = file->info;
	lqcd_status s = lqcd__gauge_find_order(file, u, why);
	file->whole = whole;
	if (s == LQCD_OK && whole) s = lqcd__gauge_add_end(file, u, whole, why);
	if (s == LQCD_OK) s = lqcd__gauge_loops(file, u, why);
	if (s == LQCD_OK && info->plaquette.has) info->checks |= LQCD_GAUGE_PLAQUETTE;
	if (s == LQCD_OK)
		s = file->format->agrees ? file->format->agrees(u, file, why)
					 : lqcd__gauge_compare(file->path, &info->plaquette,
							       info->measured_plaquette.mean, LQCD_ERR_PLAQUETTE, why);
	if (s == LQCD_OK && info->link_trace.has) info->checks |= LQCD_GAUGE_LINK_TRACE;
	if (s == LQCD_OK)
		s = lqcd__gauge_compare(file->path, &info->link_trace, info->measured_link_trace, LQCD_ERR_LINK_TRACE,
					why);
	if (s == LQCD_OK && info->tolerated == LQCD_GAUGE_LENGTH)
		(void)lqcd_fail(why, s, "%s: zeros or ends of lines behind the data are passed over", lqcd_path_shown(file->path));
	return s;
}

/** Reads and checks the links in openQCD's order or, if the plaquette differs, in DDalphaAMG's: all sites, four links of each. */
LQCD_STATIC lqcd_status lqcd__gauge_body(lqcd_gauge_file *file, lqcd_gauge_field_d *u, lqcd_gauge_field_d *whole,
					 lqcd_message *why)
{
	lqcd_links *f = &file->info->links;
	lqcd_status s = lqcd__gauge_body_as(file, u, whole, why);
	if (s != LQCD_ERR_PLAQUETTE || f->order != LQCD_LINKS_ODD) return s;
	for (int k = 0; k < 2 && s != LQCD_OK; k++) {
		f->order = k ? LQCD_LINKS_ODD : LQCD_LINKS_Z_FAST;
		why->text[0] = 0;
		s = lqcd__gauge_body_as(file, u, whole, why);
	}
	if (s == LQCD_OK) lqcd_gauge_info_add(file->info, "note", "the order of DDalphaAMG: all sites, links in directions t,x,y,z");
	return s;
}

/** The same for a field that may have time slices which the file lacks. */
LQCD_STATIC lqcd_status lqcd__gauge_fill(lqcd_gauge_file *file, lqcd_gauge_field_d *u, lqcd_message *why)
{
	const lqcd_lattice *lat = u->type->lattice;
	const int *has = file->info->links.extent;
	lqcd_lattice inner;
	lqcd_gauge_field_d v;
	if (file->format->lacks_end && lqcd__gauge_lacks_end(has, lat)) {
		lqcd_status s = lqcd__gauge_inner(&inner, &v, lat, file->path, why);
		if (s == LQCD_OK) s = lqcd__gauge_body(file, &v, u, why);
		lqcd__gauge_inner_destroy(&inner, &v);
		return s;
	}
	const lqcd_status s = lqcd__section_fits(file->path, has, lat->extent, why);
	return s == LQCD_OK ? lqcd__gauge_body(file, u, NULL, why) : s;
}

/** Into a field that is there. */
LQCD_STATIC lqcd_status lqcd__gauge_read(lqcd_gauge_file *file, const char *path, const lqcd_gauge_format *table,
					 int formats, lqcd_gauge_field_d *u, lqcd_message *why)
{
	memset(file->info, 0, sizeof *file->info);
	lqcd_status s = lqcd__view_check(lqcd_gauge_field_view_d(u), 0, NULL);
	if (s != LQCD_OK)
		return lqcd_fail(why, s, "%s: links can only be read into a full field", lqcd_path_shown(path));
	if (file->options && file->options->boundary)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT,
				 "%s: options->boundary is for lqcd_gauge_load; the field has a lattice",
				 lqcd_path_shown(path));
	file->comm = &u->type->lattice->comm;
	s = lqcd__gauge_open(file, path, table, formats, why);
	if (s != LQCD_OK) return s;
	s = lqcd__gauge_fill(file, u, why);
	lqcd__gauge_close(file);
	return s;
}

/** Lattice and field for a header. */
LQCD_STATIC lqcd_status lqcd__gauge_create(const lqcd_gauge_file *file, lqcd_lattice *lat,
					   const lqcd_lattice_options *options, lqcd_gauge_field_d *u,
					   lqcd_message *why)
{
	const char *shown = lqcd_path_shown(file->path);
	const lqcd_boundary *ends = file->options ? file->options->boundary : NULL;
	lqcd_boundary b = lqcd_boundary_make(LQCD_BOUNDARY_PERIODIC);
	lqcd_message inner;
	int extent[4];
	memcpy(extent, file->info->links.extent, sizeof extent);
	if (ends) b = *ends;
	if (file->format->lacks_end && b.kind >= LQCD_BOUNDARY_SF && (!b.last || b.last == extent[0])) {
		b.last = extent[0];
		extent[0] += 2;
	}
	lqcd_status s = lqcd_lattice_create(lat, extent, options, &inner);
	if (s == LQCD_OK && ends) {
		s = lqcd_lattice_set_boundary(lat, &b);
		if (s != LQCD_OK) {
			inner = lqcd_lattice_why(lat, s);
			lqcd_lattice_destroy(lat);
		}
	}
	if (s != LQCD_OK) return lqcd_comm_agree(file->comm, lqcd_fail(why, s, "%s: %s", shown, inner.text), 0, why);
	s = lqcd_gauge_field_create_d(u, lat, LQCD_FULL);
	if (s != LQCD_OK)
		(void)lqcd_fail(why, s, "%s: no gauge field of X Y Z T = %d %d %d %d: %s", shown, extent[1], extent[2],
			  extent[3], extent[0], lqcd_status_text(s));
	s = lqcd_comm_agree(file->comm, s, 0, why);
	if (s == LQCD_OK) return LQCD_OK;
	lqcd_gauge_field_destroy_d(u);
	lqcd_lattice_destroy(lat);
	return s;
}

/** Into lattice and field that are made for it. */
LQCD_STATIC lqcd_status lqcd__gauge_load(lqcd_gauge_file *file, const char *path, const lqcd_gauge_format *table,
					 int formats, lqcd_lattice *lat, const lqcd_lattice_options *options,
					 lqcd_gauge_field_d *u, lqcd_message *why)
{
	const lqcd_comm comm = options && options->comm ? *options->comm : lqcd_comm_self();
	file->comm = &comm;
	memset(file->info, 0, sizeof *file->info);
	if (!lat || !u)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "%s: neither lattice nor links may be NULL",
				 lqcd_path_shown(path));
	memset(lat, 0, sizeof *lat);
	memset(u, 0, sizeof *u);
	lqcd_status s = lqcd__gauge_open(file, path, table, formats, why);
	if (s != LQCD_OK) return s;
	s = lqcd__gauge_create(file, lat, options, u, why);
	if (s == LQCD_OK) {
		s = lqcd__gauge_fill(file, u, why);
		if (s != LQCD_OK) {
			lqcd_gauge_field_destroy_d(u);
			lqcd_lattice_destroy(lat);
		}
	}
	lqcd__gauge_close(file);
	return s;
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

/** Everything into an open file. Sums are known when the links are written, so the header comes last. */
LQCD_STATIC lqcd_status lqcd__gauge_emit(lqcd_gauge_file *file, lqcd_file_out *out, const lqcd_gauge_field_d *u,
					 lqcd_message *why)
{
	lqcd_gauge_info *info = file->info;
	const int root = lqcd_comm_root(file->comm);
	lqcd_message loops_why;
	lqcd_status s = LQCD_OK, loops = LQCD_OK;
	memset(info, 0, sizeof *info);
	/* Links that will be refused may give any numbers here. */
	if (file->format->measures) loops = lqcd__gauge_loops(file, u, &loops_why);
	if (root) {
		info->links = lqcd_links_of(u->type->lattice->extent);
		s = file->format->plan(file, why);
	}
	s = lqcd_comm_agree(file->comm, s, 0, why);
	if (s != LQCD_OK) return s;
	lqcd_comm_broadcast(file->comm, 0, &info->links, sizeof info->links);
	lqcd_comm_broadcast(file->comm, 0, &info->plaquette, sizeof info->plaquette);
	if (!file->format->measures && info->plaquette.has) loops = lqcd__gauge_loops(file, u, &loops_why);
	info->links.either_sign = file->write_options && file->write_options->either_sign;
	s = lqcd_links_write(out, &info->links, u, &info->found, why);
	if (s == LQCD_OK) s = lqcd_links_verdict(file->path, &info->links, &info->found, why);
	if (s == LQCD_OK) s = lqcd__gauge_boundary(info, file->path, why);
	if (s != LQCD_OK) return s;
	if (loops != LQCD_OK) return lqcd_fail(why, loops, "%s", loops_why.text);
	/* The format decides what the plaquette is to be with a boundary. */
	if (file->format->agrees) s = file->format->agrees(u, file, why);
	if (s == LQCD_OK && root) s = file->format->finish(file, out, why);
	return lqcd_comm_agree(file->comm, s, 0, why);
}

LQCD_STATIC lqcd_status lqcd__gauge_write(lqcd_gauge_file *file, const char *path, const lqcd_gauge_format *format,
					  const lqcd_gauge_field_d *u, lqcd_message *why)
{
	lqcd_file_out out;
	lqcd_lattice inner;
	lqcd_gauge_field_d v;
	file->format = format;
	file->path = path;
	file->options = NULL;
	file->own_memory = NULL;
	file->in.fd = -1;
	lqcd_status s = lqcd__view_check(lqcd_gauge_field_view_d(u), 0, NULL);
	if (s != LQCD_OK) return lqcd_fail(why, s, "%s: only a full gauge field can be written", lqcd_path_shown(path));
	file->comm = &u->type->lattice->comm;
	s = lqcd__gauge_own(file, why);
	if (s != LQCD_OK) return s;
	/* The file is opened first, so that a path that cannot be written costs no time. */
	s = lqcd_file_out_open_on(&out, path, file->comm, why);
	if (file->write_options) {
		out.progress = file->write_options->progress;
		out.context = file->write_options->context;
	}
	const lqcd_lattice *lat = u->type->lattice;
	/* Extents are even, so that T is. */
	const int without[4] = {lat->boundary.last, lat->extent[1], lat->extent[2], lat->extent[3]};
	if (s == LQCD_OK && format->lacks_end && lqcd__gauge_lacks_end(without, lat)) {
		s = lqcd__gauge_inner(&inner, &v, lat, path, why);
		if (s == LQCD_OK && !(lqcd_boundary_distance_d(u) <= 1e-12))
			s = lqcd_fail(why, LQCD_ERR_ARGUMENT,
				      "%s: links at the ends of the lattice do not have their values: "
				      "see lqcd_boundary_links",
				      lqcd_path_shown(path));
		if (s == LQCD_OK) {
			lqcd__gauge_inner_copy(&v, u, 0);
			file->whole = u;
			s = lqcd__gauge_emit(file, &out, &v, why);
		}
		lqcd__gauge_inner_destroy(&inner, &v);
	} else if (s == LQCD_OK)
		s = lqcd__gauge_emit(file, &out, u, why);
	if (s == LQCD_OK) s = lqcd_file_out_commit(&out, why);
	lqcd_file_out_abort(&out);
	lqcd__gauge_close(file);
	return s;
}

#endif
