/* lqcd/io/scidac_fields.h: fields of one kind in a LIME file, one record of data after the other: the part that scidac_spinor.h
 * and staggered.h have in common.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_SCIDAC_FIELDS_H
#define LQCD_IO_SCIDAC_FIELDS_H

#include "ildg.h"
#include "spinors.h"

/** A file that is read or written, and its n fields. */
typedef struct lqcd__scidac_fields {
	lqcd_gauge_file file;    /* as for links */
	lqcd_scidac_info header; /* of the field that is moved */
	const lqcd_lattice *lat;
	int n, number; /* number: of the first in the file */
	/* Moves field k from the file or, with out, to it, by lqcd__scidac_fields_section. */
	lqcd_status (*move)(struct lqcd__scidac_fields *q, lqcd_file_out *out, int k, lqcd_message *why);
	const void *fields, *how; /* for move */
	int propagator;           /* 1: the columns of a propagator change places with the basis */
} lqcd__scidac_fields;

LQCD_STATIC void lqcd__scidac_fields_begin(lqcd__scidac_fields *q, const char *path, lqcd_scidac_kind kind, const void *fields, int n,
					   lqcd_gauge_info *info)
{
	memset(q, 0, sizeof *q);
	memset(info, 0, sizeof *info);
	q->file.info = info;
	q->file.path = path;
	q->header.kind = kind;
	q->fields = fields;
	q->n = n;
}

/** Moves the data that q->header describes, and checks them. */
LQCD_STATIC lqcd_status lqcd__scidac_fields_section(lqcd__scidac_fields *q, lqcd_file_out *out, lqcd_section_mover move,
						    const void *context, lqcd_message *why)
{
	lqcd_links_found *found = &q->file.info->found;
	const lqcd_spinors sites = lqcd_spinors_of(q->header.extent);
	lqcd_section s = lqcd__spinors_section(&sites, NULL);
	s.offset = q->header.data_offset;
	s.item = (size_t)lqcd__scidac_site_bytes(&q->header);
	s.sum = LQCD_LINKS_SCIDAC;
	lqcd_status status = lqcd_section_move(out ? NULL : &q->file.in, out, &s, q->lat, 0, move, context, found, why);
	if (status == LQCD_OK && !out) status = lqcd__gauge_check_sum(&q->file, why);
	return status == LQCD_OK ? lqcd_spinors_verdict(q->file.path, &sites, found, why) : status;
}

LQCD_STATIC lqcd_status lqcd__scidac_fields_read(lqcd__scidac_fields *q, lqcd_message *why)
{
	lqcd_file_in *in = &q->file.in;
	lqcd_gauge_info *info = q->file.info;
	const lqcd_gauge_options *o = q->file.options;
	const lqcd_comm *comm = q->file.comm = &q->lat->comm;
	const lqcd_scidac_kind kind = q->header.kind;
	lqcd_status s = lqcd_comm_agree(comm, lqcd_file_in_open(in, q->file.path, why), 0, why);
	for (int k = 0; k < q->n && s == LQCD_OK; k++) {
		memset(info, 0, sizeof *info);
		/* The texts, by one process for all. */
		if (lqcd_comm_root(comm))
			s = lqcd_scidac_find(in, kind, q->number + k, o && o->extent[0] ? o->extent : q->lat->extent, &q->header,
					     why);
		s = lqcd_comm_agree(comm, s, 0, why);
		if (s != LQCD_OK) break;
		lqcd_comm_broadcast(comm, 0, &q->header, sizeof q->header);
		lqcd__ildg_describe(info, &q->header);
		info->size = in->size;
		s = lqcd__section_fits(q->file.path, q->header.extent, q->lat->extent, why);
		if (s == LQCD_OK) s = q->move(q, NULL, k, why);
		if (s == LQCD_OK) info->checks |= LQCD_GAUGE_FINITE;
	}
	lqcd_file_in_close(in);
	return s;
}

LQCD_STATIC lqcd_status lqcd__scidac_fields_write(lqcd__scidac_fields *q, int bits, const lqcd_gauge_info *meta,
						  lqcd_message *why)
{
	lqcd_file_out out;
	lqcd_scidac_info *h = &q->header;
	const char *path = q->file.path;
	const lqcd_comm *comm = q->file.comm = &q->lat->comm;
	lqcd_status s = LQCD_OK;
	uint64_t at = 0;
	if (lqcd_comm_root(comm)) /* by one: it asks for the time */
		s = lqcd_scidac_compose(h, h->kind, LQCD_SCIDAC, bits, q->lat->extent, meta, path, why);
	s = lqcd_comm_agree(comm, s, 0, why);
	if (s != LQCD_OK) return s;
	lqcd_comm_broadcast(comm, 0, h, sizeof *h);
	s = lqcd_file_out_open_on(&out, path, comm, why);
	if (s != LQCD_OK) return s;
	for (int k = 0; k < q->n && s == LQCD_OK; k++) {
		h->data_offset = at + lqcd_scidac_head(h, k == 0, NULL, 0);
		s = q->move(q, &out, k, why);
		if (s == LQCD_OK && lqcd_comm_root(comm)) s = lqcd__ildg_frame(&out, at, h, k == 0, q->file.info->found.sum, why);
		s = lqcd_comm_agree(comm, s, 0, why);
		at = h->data_offset + h->data_bytes + lqcd_scidac_tail(h, NULL, NULL, 0);
	}
	if (s == LQCD_OK) s = lqcd_file_out_commit(&out, why);
	lqcd_file_out_abort(&out);
	return s;
}

#endif
