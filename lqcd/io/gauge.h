/* lqcd/io/gauge.h: gauge configurations in files: the format is found in the bytes.
 *
 *   lqcd_status lqcd_gauge_read(path, u, options, info, why)    into a field whose lattice has the extents of the file
 *   lqcd_status lqcd_gauge_load(path, lat, lattice_options, u, options, info, why)
 *                                                  creates lattice and field; a failure leaves nothing allocated;
 *                                                  lattice_options: processes, their grid, path blocks; NULL: default
 *   lqcd_status lqcd_gauge_read_header(path, options, info, why)       the header alone, and the length; for one process
 *   lqcd_status lqcd_gauge_write(path, format, u, write_options, why)  replaces the file as a whole (bytes.h)
 *   const char *lqcd_gauge_format_name(i)          name of format i = 0, 1, ..; NULL after the last
 *
 * info (gauge_info.h) says what the file is, what its header says, what its links give and which checks ran. options,
 * write_options, info and why may be NULL. u is a full field. Calls are collective over the processes that share the lattice.
 *
 *   format    links                       numbers of the header      header
 *   NERSC     f32, f64, NC or NC-1 rows   checksum, plaquette, trace nersc.h; written: f64, big-endian, NC rows
 *   ILDG      f32, f64                    checksum, (plaquette)      ildg.h; written: f64
 *   ILDG-QIO  f32, f64                    checksum, (plaquette)      ildg.h among QIO's records
 *   SciDAC    f32, f64                    checksum, (plaquette)      QIO's records alone
 *   MILC      f32                         checksum                   milc.h; written: version 5, little-endian
 *   MDP       f32, f64                    none                       mdp.h: FermiQCD; not written
 *   openQCD   f64                         plaquette                  openqcd.h; fields with boundary values, too
 *   HiRep     f64; NC = 2: quaternions    plaquette                  hirep.h
 *
 * Reading checks, in this order, and lists in info->checks what could be checked: the length of the file (LQCD_ERR_TRUNCATED,
 * LQCD_ERR_TRAILING); the checksum (LQCD_ERR_CHECKSUM); that all numbers are finite (LQCD_NAN); that links are in
 * SU(NC) (LQCD_ERR_UNITARITY), but for the zero links of a boundary where the format has them; the plaquette
 * (LQCD_ERR_PLAQUETTE) and the link trace (LQCD_ERR_LINK_TRACE). A checksum that is missing is legal unless options
 * require one. A wrong checksum is an error unless options say otherwise; then the status is LQCD_OK, info->tolerated
 * has LQCD_GAUGE_CHECKSUM, and the message says what is wrong, else it is "". Likewise LQCD_GAUGE_LENGTH for zeros and ends
 * of lines behind the data. A file that is not of the formats is named if it is known: git-lfs, compressed, HTML,
 * propagators. Other statuses: LQCD_ERR_OPEN, LQCD_ERR_READ, LQCD_ERR_FORMAT, LQCD_ERR_KEY, LQCD_ERR_EXTENT, LQCD_ERR_GEOMETRY,
 * LQCD_ERR_MEMORY, LQCD_ERR_ARGUMENT (an unknown format). After LQCD_ERR_PLAQUETTE and LQCD_ERR_LINK_TRACE the links are in u; after
 * other failures its content is unspecified.
 *
 * Writing refuses what could not be read: LQCD_NAN, LQCD_ERR_UNITARITY; and LQCD_ERR_ARGUMENT, LQCD_ERR_GEOMETRY,
 * LQCD_ERR_OPEN, LQCD_ERR_WRITE, LQCD_ERR_MEMORY. Besides the field a few MiB of memory are needed.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_GAUGE_H
#define LQCD_IO_GAUGE_H

#include "hirep.h"
#include "ildg.h"
#include "mdp.h"
#include "milc.h"
#include "nersc.h"
#include "openqcd.h"

/* The formats, in the order in which a file is tested for them; those with a magic number come first. gauge_file.h says what the
 * columns are. */
enum { LQCD_GAUGE_FORMATS = 8 };

LQCD_STATIC const lqcd_gauge_format *lqcd__gauge_formats(void)
{
	enum { nersc = sizeof(lqcd__nersc), scidac = sizeof(lqcd_scidac_info) };
	static const lqcd_gauge_format table[LQCD_GAUGE_FORMATS] = {
		/* name, own_bytes; only_su3, bits, either_order, fewer_rows, measures, lacks_end; functions */
		{"NERSC", nersc, 0, 0, 1, 1, 1, 0, lqcd__nersc_detect, lqcd__nersc_header, NULL, NULL, lqcd__nersc_plan, lqcd__nersc_finish},
		{"ILDG", scidac, 0, 0, 0, 0, 0, 0, lqcd__ildg_detect, lqcd__ildg_header, NULL, NULL, lqcd__ildg_plan, lqcd__ildg_finish},
		{"ILDG-QIO", scidac, 0, 0, 0, 0, 0, 0, NULL, lqcd__ildg_header, NULL, NULL, lqcd__ildg_plan, lqcd__ildg_finish},
		{"SciDAC", scidac, 0, 0, 0, 0, 0, 0, NULL, lqcd__ildg_header, NULL, NULL, lqcd__ildg_plan, lqcd__ildg_finish},
		{"MILC", 0, 1, 32, 1, 0, 0, 0, lqcd__milc_detect, lqcd__milc_header, lqcd__milc_form, NULL, NULL, lqcd__milc_finish},
		{"MDP", 0, 0, 0, 1, 0, 0, 0, lqcd__mdp_detect, lqcd__mdp_header, NULL, NULL, NULL, NULL},
		{"HiRep", 0, 0, 64, 0, 0, 1, 0, lqcd__hirep_detect, lqcd__hirep_header, lqcd__hirep_form, lqcd__hirep_agrees, NULL, lqcd__hirep_finish},
		{"openQCD", 0, 1, 64, 0, 0, 1, 1, lqcd__openqcd_detect, lqcd__openqcd_header, lqcd__openqcd_form, lqcd__openqcd_agrees, NULL, lqcd__openqcd_finish},
	};
	return table;
}

LQCD_STATIC const char *lqcd_gauge_format_name(int i)
{
	return i >= 0 && i < LQCD_GAUGE_FORMATS ? lqcd__gauge_formats()[i].name : NULL;
}

/** The format named `wanted` or, if that is NULL, of a file that begins with n bytes of head; NULL, and the names of all, if there is
 * none that is read or, with write, written. */
LQCD_STATIC const lqcd_gauge_format *lqcd__gauge_find(const char *wanted, int write, const unsigned char *head, size_t n, uint64_t size,
						      char names[128])
{
	const lqcd_gauge_format *const table = lqcd__gauge_formats();
	size_t m = 0;
	for (const lqcd_gauge_format *f = table; f < table + LQCD_GAUGE_FORMATS; f++) {
		if (write ? !f->finish : !f->header) continue;
		if (wanted ? !strcmp(wanted, f->name) : f->detect && f->detect(head, n, size)) return f;
		m += (size_t)snprintf(names + m, 128 - m, "%s%s", m ? ", " : "", f->name);
	}
	return NULL;
}

/* ---- an open file ---------------------------------------------------------------------------------------------- */

LQCD_STATIC lqcd_status lqcd__gauge_own(lqcd_gauge_file *file, lqcd_message *why)
{
	if (!file->format->own_bytes) return LQCD_OK;
	file->own = lqcd_comm_alloc(file->comm, file->format->own_bytes);
	if (!file->own)
		return lqcd__file_fail(why, LQCD_ERR_MEMORY, file->path, "no memory for a header");
	memset(file->own, 0, file->format->own_bytes);
	return LQCD_OK;
}

/** s, if the format is for this number of colours. */
LQCD_STATIC lqcd_status lqcd__gauge_colours(const lqcd_gauge_file *file, lqcd_status s, lqcd_message *why)
{
	if (LQCD_NC == 3 || !file->format->only_su3) return LQCD_OK;
	return lqcd__file_fail(why, s, file->path, "the format %s has links in SU(3), but there are %d colours", file->format->name, LQCD_NC);
}

/** Number of the file's format. */
LQCD_STATIC lqcd_status lqcd__gauge_detect(lqcd_gauge_file *file, int *found, lqcd_message *why)
{
	const char *wanted = file->options ? file->options->format : NULL;
	unsigned char head[LQCD_GAUGE_HEAD];
	char names[128];
	size_t got = 0;
	lqcd_status s = lqcd_file_in_read(&file->in, head, sizeof head, &got, why);
	if (s == LQCD_OK && got == 0) s = lqcd__file_fail(why, LQCD_ERR_TRUNCATED, file->path, "the file is empty");
	if (s != LQCD_OK) return s;
	const lqcd_gauge_format *f = lqcd__gauge_find(wanted, 0, head, got, file->in.size, names);
	if (f) *found = (int)(f - lqcd__gauge_formats());
	if (f) return LQCD_OK;
	if (wanted)
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, file->path, "no format \"%s\" for reading; there are %s", wanted, names);
	return lqcd__file_fail(why, LQCD_ERR_FORMAT, file->path, "begins like no file of the formats %s%s", names, lqcd__file_hint(&file->in));
}

LQCD_STATIC void lqcd__gauge_close(lqcd_gauge_file *file)
{
	lqcd_free(file->own);
	lqcd_file_in_close(&file->in);
}

/** The header, by one process. */
LQCD_STATIC lqcd_status lqcd__gauge_header(lqcd_gauge_file *file, lqcd_message *why)
{
	lqcd_gauge_info *info = file->info;
	snprintf(info->format, sizeof info->format, "%s", file->format->name);
	info->size = file->in.size;
	lqcd_status s = lqcd__gauge_colours(file, LQCD_ERR_FORMAT, why);
	if (s == LQCD_OK) s = lqcd_file_in_seek(&file->in, 0, why);
	if (s == LQCD_OK) s = file->format->header(file, why);
	info->links.tolerance = lqcd__gauge_tolerance(&info->links);
	if (file->in.trailing) info->tolerated = LQCD_GAUGE_LENGTH;
	return s;
}

/** Every process opens the file; one reads the header. */
LQCD_STATIC lqcd_status lqcd__gauge_open(lqcd_gauge_file *file, const lqcd_comm *comm, lqcd_message *why)
{
	const lqcd_gauge_options *o = file->options;
	const int root = lqcd_comm_root(comm);
	int found = 0;
	file->comm = comm;
	lqcd_status s = lqcd_file_in_open(&file->in, file->path, why);
	file->in.tolerate = o && o->wrong_checksum;
	file->in.progress = o ? o->progress : NULL;
	file->in.context = o ? o->context : NULL;
	if (s == LQCD_OK && root) s = lqcd__gauge_detect(file, &found, why);
	lqcd_comm_broadcast(comm, 0, &found, sizeof found);
	s = lqcd_comm_agree(comm, s, 0, why);
	file->format = lqcd__gauge_formats() + found;
	if (s == LQCD_OK) s = lqcd__gauge_own(file, why);
	if (s == LQCD_OK) {
		if (root) s = lqcd__gauge_header(file, why);
		lqcd_comm_broadcast(comm, 0, file->info, sizeof *file->info);
		if (file->own) lqcd_comm_broadcast(comm, 0, file->own, file->format->own_bytes);
		s = lqcd_comm_agree(comm, s, 0, why);
	}
	if (s != LQCD_OK) lqcd__gauge_close(file);
	return s;
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

/** Zero links that are in their places are those of a boundary if all others there are zero, too. */
LQCD_STATIC lqcd_status lqcd__gauge_boundary(lqcd_gauge_info *info, const char *path, lqcd_message *why)
{
	const int *e = info->links.extent;
	const uint64_t slice = (uint64_t)e[1] * (uint64_t)e[2] * (uint64_t)e[3], first = info->found.first_zeros;
	const uint64_t last = info->found.zeros - first;
	const int bad = first && first != 4 * slice;
	strcpy(info->boundary, first ? "Schroedinger functional" : last ? "open" : "periodic");
	if (!bad && (!last || last == slice)) return LQCD_OK;
	return lqcd__file_fail(why, LQCD_ERR_UNITARITY, path, "%llu of %llu %s time slice are zero; a boundary has all",
			       (unsigned long long)(bad ? first : last), (unsigned long long)(bad ? 4 * slice : slice),
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

/** Reads all links; where the header leaves the byte order open, in the order that passes the checks. */
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
	return lqcd__file_fail(why, LQCD_ERR_MEMORY, file->path, "no memory for the links of neighbouring processes");
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
	return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, file->path,
			       "the links of time slice 0 are not the boundary values exp(i phi / L) of the lattice: they differ by %.3g", most);
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
		(void)lqcd__file_fail(why, s, file->path, "zeros or ends of lines behind the data are passed over");
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

/** Reads the links of a field that may have time slices which the file lacks. */
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

LQCD_STATIC lqcd_status lqcd_gauge_read(const char *path, lqcd_gauge_field_d *u, const lqcd_gauge_options *options,
					lqcd_gauge_info *info, lqcd_message *why)
{
	lqcd_gauge_file file;
	why = lqcd__gauge_begin(&file, path, info, options, why);
	lqcd_status s = lqcd__view_check(lqcd_gauge_field_view_d(u), 0, NULL);
	if (s != LQCD_OK)
		return lqcd__file_fail(why, s, path, "links can only be read into a full field");
	if (options && options->boundary)
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "options->boundary is for lqcd_gauge_load; the field has a lattice");
	s = lqcd__gauge_open(&file, &u->type->lattice->comm, why);
	if (s != LQCD_OK) return s;
	s = lqcd__gauge_fill(&file, u, why);
	lqcd__gauge_close(&file);
	return s;
}

/** Lattice and field for a header. */
LQCD_STATIC lqcd_status lqcd__gauge_create(const lqcd_gauge_file *file, lqcd_lattice *lat,
					   const lqcd_lattice_options *options, lqcd_gauge_field_d *u,
					   lqcd_message *why)
{
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
	if (s != LQCD_OK) return lqcd_comm_agree(file->comm, lqcd__file_fail(why, s, file->path, "%s", inner.text), 0, why);
	s = lqcd_gauge_field_create_d(u, lat, LQCD_FULL);
	if (s != LQCD_OK)
		(void)lqcd__file_fail(why, s, file->path, "no gauge field of X Y Z T = %d %d %d %d: %s", extent[1], extent[2], extent[3], extent[0],
				      lqcd_status_text(s));
	s = lqcd_comm_agree(file->comm, s, 0, why);
	if (s == LQCD_OK) return LQCD_OK;
	lqcd_gauge_field_destroy_d(u);
	lqcd_lattice_destroy(lat);
	return s;
}

LQCD_STATIC lqcd_status lqcd_gauge_load(const char *path, lqcd_lattice *lat,
					const lqcd_lattice_options *lattice_options, lqcd_gauge_field_d *u,
					const lqcd_gauge_options *options, lqcd_gauge_info *info, lqcd_message *why)
{
	const lqcd_comm comm = lattice_options && lattice_options->comm ? *lattice_options->comm : lqcd_comm_self();
	lqcd_gauge_file file;
	why = lqcd__gauge_begin(&file, path, info, options, why);
	if (!lat || !u)
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "neither lattice nor links may be NULL");
	memset(lat, 0, sizeof *lat);
	memset(u, 0, sizeof *u);
	lqcd_status s = lqcd__gauge_open(&file, &comm, why);
	if (s != LQCD_OK) return s;
	s = lqcd__gauge_create(&file, lat, lattice_options, u, why);
	if (s == LQCD_OK) {
		s = lqcd__gauge_fill(&file, u, why);
		if (s != LQCD_OK) {
			lqcd_gauge_field_destroy_d(u);
			lqcd_lattice_destroy(lat);
		}
	}
	lqcd__gauge_close(&file);
	return s;
}

LQCD_STATIC lqcd_status lqcd_gauge_read_header(const char *path, const lqcd_gauge_options *options, lqcd_gauge_info *info,
					       lqcd_message *why)
{
	const lqcd_comm comm = lqcd_comm_self();
	lqcd_gauge_file file;
	why = lqcd__gauge_begin(&file, path, info, options, why);
	const lqcd_status s = lqcd__gauge_open(&file, &comm, why);
	if (s == LQCD_OK) lqcd__gauge_close(&file);
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
	/* Links that will be refused may give any numbers here. */
	if (file->format->measures) loops = lqcd__gauge_loops(file, u, &loops_why);
	if (root) {
		info->links = lqcd_links_of(u->type->lattice->extent);
		s = lqcd__gauge_colours(file, LQCD_ERR_ARGUMENT, why);
		if (s == LQCD_OK) s = lqcd__gauge_plan_links(file, why);
		if (s == LQCD_OK && file->format->plan) s = file->format->plan(file, why);
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

LQCD_STATIC lqcd_status lqcd_gauge_write(const char *path, const char *format, const lqcd_gauge_field_d *u,
					 const lqcd_gauge_write_options *write_options, lqcd_message *why)
{
	lqcd_gauge_file file;
	lqcd_file_out out;
	lqcd_lattice inner;
	lqcd_gauge_field_d v;
	char names[128];
	why = lqcd__gauge_begin(&file, path, NULL, NULL, why);
	file.write_options = write_options;
	file.format = lqcd__gauge_find(format ? format : "", 1, NULL, 0, 0, names);
	if (!file.format)
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "no format \"%.32s\" for writing; there are %s", format ? format : "", names);
	lqcd_status s = lqcd__view_check(lqcd_gauge_field_view_d(u), 0, NULL);
	if (s != LQCD_OK) return lqcd__file_fail(why, s, path, "only a full gauge field can be written");
	file.comm = &u->type->lattice->comm;
	s = lqcd__gauge_own(&file, why);
	if (s != LQCD_OK) return s;
	/* The file is opened first, so that a path that cannot be written costs no time. */
	s = lqcd_file_out_open_on(&out, path, file.comm, why);
	if (write_options) {
		out.progress = write_options->progress;
		out.context = write_options->context;
	}
	const lqcd_lattice *lat = u->type->lattice;
	/* Extents are even, so that T is. */
	const int without[4] = {lat->boundary.last, lat->extent[1], lat->extent[2], lat->extent[3]};
	if (s == LQCD_OK && file.format->lacks_end && lqcd__gauge_lacks_end(without, lat)) {
		s = lqcd__gauge_inner(&inner, &v, lat, path, why);
		if (s == LQCD_OK && !(lqcd_boundary_distance_d(u) <= 1e-12))
			s = lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path,
					    "links at the ends of the lattice do not have their values: see lqcd_boundary_links");
		if (s == LQCD_OK) {
			lqcd__gauge_inner_copy(&v, u, 0);
			file.whole = u;
			s = lqcd__gauge_emit(&file, &out, &v, why);
		}
		lqcd__gauge_inner_destroy(&inner, &v);
	} else if (s == LQCD_OK)
		s = lqcd__gauge_emit(&file, &out, u, why);
	s = lqcd__file_out_end(&out, s, why);
	lqcd__gauge_close(&file);
	return s;
}

#endif
