/* lqcd/io/gauge_file.h: what the formats of files of links have in common. For the headers of formats and for gauge.h, whose
 * functions programs use.
 *
 * A format is a row of gauge.h's table, with functions for its header, each called on one process:
 *
 *   int detect(head, n, size)      1 if a file of `size` bytes that begins with these n (all of them, or LQCD_GAUGE_HEAD)
 *                                  seems to be in the format; at most one format returns 1. NULL: not detected
 *   lqcd_status header(file, why)  reads the header of file->in into file->info: links, checksum and numbers, metadata;
 *                                  checks the length (LQCD_GAUGE_LENGTH in info->checks). NULL: for writing only
 *   void form(f)                   the usual form of the links; NULL: that of lqcd_links_of
 *   lqcd_status agrees(u, file, why)  NULL, or compares the plaquette of the links with the header; the only function
 *                                  called on all processes
 *   lqcd_status plan(file, why)    from info->links, file->write_options and, if `measures` is 1, info->measured_..: the length
 *                                  of the header, info->links.offset, and info->plaquette if the header is to have one that
 *                                  finish or agrees must compare. NULL: `form` has all
 *   lqcd_status finish(file, out, why)   called when the links are written and info->found is known: writes the header
 *                                  at byte 0, and the bytes after the links. NULL: for reading only
 *
 * file->whole: if the file lacks the last time slices of the field (gauge_ends.h), that field; the links measured are its, the
 * field that a format sees is the part in the file, and means have the divisor of the file.
 *
 * file->own is own_bytes of memory for the format, zero at first; after header all processes have that of process 0.
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
	void *own;
	lqcd_gauge_info local; /* where the caller asks for none */
	lqcd_message unread;
} lqcd_gauge_file;

typedef struct lqcd_gauge_format {
	const char *name;
	size_t own_bytes;
	int only_su3;
	int bits;         /* of reals: 32, 64, or 0: either */
	int either_order; /* 1: of bytes; 0: that of `form` */
	int fewer_rows;   /* 1: NC - 1 rows, too */
	int measures;     /* 1: the header that is written has numbers measured on the links */
	int lacks_end;    /* 1: files lack the time slice of upper boundary values */
	int (*detect)(const unsigned char *head, size_t n, uint64_t size);
	lqcd_status (*header)(lqcd_gauge_file *file, lqcd_message *why);
	void (*form)(lqcd_links *f);
	lqcd_status (*agrees)(const lqcd_gauge_field_d *u, lqcd_gauge_file *file, lqcd_message *why);
	lqcd_status (*plan)(lqcd_gauge_file *file, lqcd_message *why);
	lqcd_status (*finish)(lqcd_gauge_file *file, lqcd_file_out *out, lqcd_message *why);
} lqcd_gauge_format;

/** Begins with a file that is not open. Returns where its messages go, if the caller asks for none, too: other processes may want them. */
LQCD_STATIC lqcd_message *lqcd__gauge_begin(lqcd_gauge_file *file, const char *path, lqcd_gauge_info *info, const lqcd_gauge_options *options,
					    lqcd_message *why)
{
	memset(file, 0, sizeof *file);
	file->in.fd = -1;
	file->path = path;
	file->info = info ? info : &file->local;
	memset(file->info, 0, sizeof *info);
	file->options = options;
	if (!why) why = &file->unread;
	why->text[0] = 0;
	return why;
}

/** Extents of a header are even, at least 2, and can be addressed. */
LQCD_STATIC lqcd_status lqcd__gauge_extents(const char *path, const lqcd_links *f, lqcd_message *why)
{
	const int *e = f->extent;
	const char *wrong = "";
	for (int mu = 0; mu < 4; mu++)
		if (e[mu] < 2 || e[mu] % 2) wrong = "; they must be even and at least 2";
	if (!*wrong && !lqcd_links_bytes(f)) wrong = ": more than memory addresses reach";
	if (!*wrong) return LQCD_OK;
	return lqcd__file_fail(why, LQCD_ERR_EXTENT, path, "X Y Z T = %d %d %d %d in the header%s", e[1], e[2], e[3], e[0], wrong);
}

/** Numbers written in single precision are off by its rounding. */
LQCD_FN double lqcd__gauge_tolerance(const lqcd_links *f)
{
	return f->bits == 32 ? 1e-4 : 1e-5;
}

/** Checks the extents, and the length of a file that ends with its links. */
LQCD_STATIC lqcd_status lqcd__gauge_section(lqcd_gauge_file *file, lqcd_message *why)
{
	lqcd_status s = lqcd__gauge_extents(file->path, &file->info->links, why);
	if (s == LQCD_OK) s = lqcd_links_check_length(&file->in, &file->info->links, why);
	if (s == LQCD_OK) file->info->checks |= LQCD_GAUGE_LENGTH;
	return s;
}

/** The links as write_options ask for them, as far as the format has a choice. */
LQCD_STATIC lqcd_status lqcd__gauge_plan_links(lqcd_gauge_file *file, lqcd_message *why)
{
	const lqcd_gauge_format *t = file->format;
	const lqcd_gauge_write_options *w = file->write_options;
	lqcd_links *f = &file->info->links;
	if (t->form) t->form(f);
	const lqcd_byte_order usual = f->byte_order;
	if (w && w->bits) f->bits = w->bits;
	if (w && w->rows) f->rows = w->rows;
	if (w && w->byte_order) f->byte_order = w->byte_order;
	f->tolerance = lqcd__gauge_tolerance(f);
	if (t->bits ? f->bits != t->bits : f->bits != 32 && f->bits != 64)
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, file->path, "cannot write reals of %d bits: the format %s has %s", f->bits, t->name,
				       t->bits == 32 ? "32" : t->bits ? "64" : "32 and 64");
	if (w && w->rows && w->rows != LQCD_NC && !(t->fewer_rows && LQCD_NC <= 3 && w->rows == LQCD_NC - 1))
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, file->path, "cannot write %d rows: the format %s has %d%s", w->rows, t->name, LQCD_NC,
				       t->fewer_rows && LQCD_NC <= 3 ? ", or one less" : "");
	if (f->byte_order != LQCD_BYTES_BIG && f->byte_order != LQCD_BYTES_LITTLE)
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, file->path, "cannot write byte order %d; legal: %d (big), %d (little)",
				       (int)f->byte_order, LQCD_BYTES_BIG, LQCD_BYTES_LITTLE);
	if (t->either_order || f->byte_order == usual) return LQCD_OK;
	return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, file->path, "the format %s is %s-endian", t->name, usual == LQCD_BYTES_BIG ? "big" : "little");
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
		return lqcd__file_fail(why, LQCD_ERR_CHECKSUM, file->path, "the file has no checksum");
	}
	info->checks |= LQCD_GAUGE_CHECKSUM;
	if (has[0] == gives[0] && has[1] == gives[1] && !info->checksum_illegible) return LQCD_OK;
	if (two) {
		snprintf(said, sizeof said, " %08lx", (unsigned long)has[1]);
		snprintf(given, sizeof given, " %08lx", (unsigned long)gives[1]);
	}
	if (info->checksum_illegible)
		(void)lqcd__file_fail(why, LQCD_ERR_CHECKSUM, file->path, "%s in the header is no hexadecimal number; the data give %08lx",
				      info->checksum_name, (unsigned long)gives[0]);
	else
		(void)lqcd__file_fail(why, LQCD_ERR_CHECKSUM, file->path, "%s = %08lx%s in the header, but the data give %08lx%s",
				      info->checksum_name, (unsigned long)has[0], said, (unsigned long)gives[0], given);
	if (!o || !o->wrong_checksum) return LQCD_ERR_CHECKSUM;
	info->tolerated |= LQCD_GAUGE_CHECKSUM;
	return LQCD_OK;
}

/** One number of the header against the links. */
LQCD_STATIC lqcd_status lqcd__gauge_compare(const char *path, const lqcd_gauge_number *n, double mean, lqcd_status s,
					    lqcd_message *why)
{
	const double measured = n->factor * mean;
	if (!n->has || fabs(measured - n->value) <= n->tolerance) return LQCD_OK;
	return lqcd__file_fail(why, s, path, "%s = %s in the header, but the links give %.15g; the difference may be %.3g", n->name, n->text,
			       measured, n->tolerance);
}

#endif
