/* lqcd/io/scidac_fields.h: fields of one kind in a LIME file, one record of data after the other: the part that scidac_spinor.h
 * and staggered.h have in common.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_SCIDAC_FIELDS_H
#define LQCD_IO_SCIDAC_FIELDS_H

#include "ildg.h"
#include "section.h"

/** A file that is read or written, and its n fields. */
typedef struct lqcd__scidac_fields {
	lqcd_gauge_file file;    /* as for links */
	lqcd_scidac_info header; /* of the field that is moved */
	lqcd_links links;        /* header's, as links.h and section.h want it */
	lqcd_section sites;
	const lqcd_lattice *lat;
	lqcd_parity parity;           /* of the fields */
	int n, number;                /* number: of the first in the file */
	int together;                 /* 1: written as one record */
	/* Moves site x, number n, of field k from p or, with write, to it. */
	void (*move)(const struct lqcd__scidac_fields *q, int k, int write, uint64_t n, const int x[4], unsigned char *p, lqcd_links_found *w);
	const void *fields, *how; /* for move */
	int propagator;           /* 1: the columns of a propagator change places with the basis */
} lqcd__scidac_fields;

LQCD_STATIC lqcd_message *lqcd__scidac_fields_begin(lqcd__scidac_fields *q, const char *path, lqcd_scidac_kind kind, const void *fields, int n,
						    lqcd_gauge_info *info, lqcd_message *why)
{
	memset(q, 0, sizeof *q);
	q->header.kind = kind;
	q->fields = fields;
	q->n = n;
	return lqcd__gauge_begin(&q->file, path, info, NULL, why);
}

/* The fields of a record that are moved. */
typedef struct {
	const lqcd__scidac_fields *q;
	int first, count, write;
} lqcd__scidac_job;

/** A site of a record: fields of one parity have zeros elsewhere. */
LQCD_STATIC void lqcd__scidac_site(const void *context, uint64_t n, const int x[4], unsigned char *p, lqcd_links_found *w)
{
	const lqcd__scidac_job *j = (const lqcd__scidac_job *)context;
	const lqcd__scidac_fields *q = j->q;
	const size_t one = (size_t)lqcd__scidac_site_bytes(&q->header) / (size_t)q->header.vectors, step = (size_t)q->sites.bits / 8;
	int sum = 0;
	for (int mu = 0; mu < 4; mu++) sum += x[mu] + q->lat->comm.coord[mu] * q->lat->local[mu];
	const int away = q->parity != LQCD_FULL && (sum & 1) != (q->parity == LQCD_ODD);
	p += one * (size_t)q->header.vector;
	for (int k = 0; k < j->count; k++, p += one) {
		if (!away)
			q->move(q, j->first + k, j->write, n, x, p, w);
		else if (j->write)
			memset(p, 0, one);
		for (size_t i = 0; away && !j->write && i < one; i++)
			if (p[i] & (i % step ? 255 : 127)) lqcd__section_bad(w, LQCD_ERR_GEOMETRY, n, 0);
	}
}

/** Moves the fields from k on of the record that q->header describes, and checks them. */
LQCD_STATIC lqcd_status lqcd__scidac_fields_section(lqcd__scidac_fields *q, lqcd_file_out *out, int k, int count, lqcd_message *why)
{
	const lqcd__scidac_job job = {q, k, count, out != NULL};
	lqcd_links_found *found = &q->file.info->found;
	q->links = lqcd__ildg_links(&q->header);
	q->sites = lqcd__links_section(&q->links);
	q->sites.parity = (lqcd_parity)q->header.parity;
	q->sites.item = (size_t)lqcd__scidac_site_bytes(&q->header);
	lqcd_status status = lqcd_section_move(out ? NULL : &q->file.in, out, &q->sites, q->lat, 0, lqcd__scidac_site, &job, found, why);
	if (status == LQCD_OK && !out) status = lqcd__gauge_check_sum(&q->file, why);
	if (status == LQCD_OK && found->bad == LQCD_ERR_GEOMETRY)
		return lqcd__file_fail(why, found->bad, q->file.path, "a vector is not 0 where fields of one parity have no sites");
	return status == LQCD_OK ? lqcd_section_verdict(q->file.path, &q->sites, found, why) : status;
}

LQCD_STATIC lqcd_status lqcd__scidac_fields_read(lqcd__scidac_fields *q, lqcd_message *why)
{
	lqcd_file_in *in = &q->file.in;
	lqcd_gauge_info *info = q->file.info;
	const lqcd_gauge_options *o = q->file.options;
	const lqcd_comm *comm = q->file.comm = &q->lat->comm;
	const lqcd_scidac_kind kind = q->header.kind;
	int count = 0;
	lqcd_status s = lqcd_comm_agree(comm, lqcd_file_in_open(in, q->file.path, why), 0, why);
	for (int k = 0; k < q->n && s == LQCD_OK; k += count) {
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
		if (s == LQCD_OK && q->header.parity && q->header.parity != (int)q->parity)
			s = lqcd__file_fail(why, LQCD_ERR_GEOMETRY, q->file.path, "vectors of %s sites: fields of these are needed",
					    q->header.parity == (int)LQCD_ODD ? "odd" : "even");
		count = q->header.vectors - q->header.vector;
		if (count > q->n - k) count = q->n - k;
		if (s == LQCD_OK) s = lqcd__scidac_fields_section(q, NULL, k, count, why);
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
	const int count = q->together ? q->n : 1;
	lqcd_status s = LQCD_OK;
	uint64_t at = 0;
	if (count > LQCD_SCIDAC_VECTORS)
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "%d vectors in one record: at most %d", count, (int)LQCD_SCIDAC_VECTORS);
	if (lqcd_comm_root(comm)) { /* by one: it asks for the time */
		s = lqcd_scidac_compose(h, h->kind, LQCD_SCIDAC, bits, q->lat->extent, meta, path, why);
		h->vectors = count;
		h->data_bytes *= (uint64_t)count;
		lqcd__scidac_print_texts(h);
	}
	s = lqcd_comm_agree(comm, s, 0, why);
	if (s != LQCD_OK) return s;
	lqcd_comm_broadcast(comm, 0, h, sizeof *h);
	s = lqcd_file_out_open_on(&out, path, comm, why);
	if (s != LQCD_OK) return s;
	for (int k = 0; k < q->n && s == LQCD_OK; k += count) {
		h->data_offset = at + lqcd_scidac_head(h, k == 0, NULL, 0);
		s = lqcd__scidac_fields_section(q, &out, k, count, why);
		if (s == LQCD_OK && lqcd_comm_root(comm)) s = lqcd__ildg_frame(&out, at, h, k == 0, q->file.info->found.sum, why);
		s = lqcd_comm_agree(comm, s, 0, why);
		at = h->data_offset + h->data_bytes + lqcd_scidac_tail(h, NULL, NULL, 0);
	}
	return lqcd__file_out_end(&out, s, why);
}

#endif
