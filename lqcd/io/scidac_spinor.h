/* lqcd/io/scidac_spinor.h: spinor fields and propagators in LIME files, as QIO (SciDAC) and tmLQCD have them.
 *
 *   lqcd_status lqcd_scidac_spinor_read(path, s, n, options, info, why)    n fields s[0], .. of the file, from number
 *                                                                          options->number (0: the first) on
 *   lqcd_status lqcd_scidac_spinor_write(path, s, n, options, meta, why)   n fields into one file
 *   lqcd_status lqcd_scidac_propagator_read(path, s, options, info, why)   4 NC columns, s[NC spin + colour]
 *   lqcd_status lqcd_scidac_propagator_write(path, s, options, meta, why)
 *
 * options, meta, info and why may be NULL. The fields are full ones of doubles on one lattice. A field is one record of
 * data: big-endian, [t][z][y][x, fastest][spin][colour][re,im] (options->colour_first: [colour][spin]), reals of 32 or 64
 * bits (options->bits, for writing; 0: 64), with QIO's records around it: datatype QDP_F3_DiracFermion or
 * QDP_D3_DiracFermion, spins 4, colors NC, datacount 1. Read are also QDP++'s "Lattice" of that size,
 * USQCD_D3_DiracFermion, and tmLQCD's files (etmc-propagator-format). scidac.h says which records belong to a field, how
 * extents are found, and what is checked. meta (gauge_info.h): the texts scidac-file-xml, scidac-record-xml and xlf-info
 * are written where it has them. info: the properties of the last field read; info->found.sum is the checksum.
 *
 * The spin basis is not in the files. options->basis: LQCD_SPINOR_CHIRAL (0), spinors as in memory (spinor.h: HiRep,
 * openQCD); LQCD_SPINOR_DEGRAND_ROSSI, that of Chroma, QDP++, Grid: file = S psi with S psi = (psi_3, -psi_2, -psi_1,
 * psi_0), which takes the gamma matrices of spinor.h to gamma_t = [[0, 1], [1, 0]], gamma_k = (1, -1, 1)_k [[0, i s_k],
 * [-i s_k, 0]]; S is its own inverse. The columns of a propagator in a file are those of sources in the basis of the file:
 * it is S M S. (S is unique up to a phase, which a propagator does not see.)
 *
 * tmLQCD's quarks have the antiperiodic sign in time spread over the links, exp(i pi / T) on each: its propagators and
 * sources are read with options->theta_t = pi as those of quarks with bc_t = LQCD_ANTIPERIODIC, field(t) =
 * exp(i theta_t t / T) file(t), and written so; or read as they are, on a lattice with boundary.theta_t = pi
 * (lattice/boundary.h) and bc_t = LQCD_PERIODIC.
 *
 * Checked: the SciDAC checksum (options->checks, as gauge.h has it: may be missing, may be wrong); no NaN and no infinity,
 * also when writing, where a double may be beyond floats (LQCD_NAN, with the site). Statuses are those of gauge.h. Collective where several processes share the
 * lattice; the file is replaced as a whole. After a failure the content of s is unspecified.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_SCIDAC_SPINOR_H
#define LQCD_IO_SCIDAC_SPINOR_H

#include "ildg.h"
#include "spinors.h"

typedef enum { LQCD_SPINOR_CHIRAL, LQCD_SPINOR_DEGRAND_ROSSI } lqcd_spinor_basis;

typedef struct {
	lqcd_gauge_options checks; /* extent, require_checksum, wrong_checksum */
	lqcd_spinor_basis basis;
	int number, bits, colour_first;
	double theta_t; /* 0: fields are as in the file */
} lqcd_scidac_spinor_options;

/* ---- one spinor ------------------------------------------------------------------------------------------------ */

/** The argument of the walk of section.h. */
typedef struct {
	const lqcd_spinor_field_d *s;
	const lqcd_links *f;
	const lqcd_scidac_spinor_options *options;
	double factor; /* 1 or -1, of all spinors in the basis of DeGrand and Rossi */
	int write;
} lqcd__scidac_mover;

/** r = factor S s. */
LQCD_FN void lqcd__scidac_turn(lqcd_spinor_d *r, const lqcd_spinor_d *s, double factor)
{
	for (int b = 0; b < LQCD_NC; b++)
		for (int a = 0; a < 4; a++) {
			const double sign = a == 1 || a == 2 ? -factor : factor;
			r->c[a].c[b].re = sign * s->c[3 - a].c[b].re;
			r->c[a].c[b].im = sign * s->c[3 - a].c[b].im;
		}
}

/** r = s with its indices changed, from [spin][colour] to [colour][spin] or back. */
LQCD_FN void lqcd__scidac_transpose(double *r, const double *s, int back)
{
	for (int a = 0; a < 4; a++)
		for (int b = 0; b < LQCD_NC; b++)
			for (int k = 0; k < 2; k++) {
				const int plain = 2 * (LQCD_NC * a + b) + k, other = 2 * (4 * b + a) + k;
				r[back ? plain : other] = s[back ? other : plain];
			}
}

/** s = exp(i angle) s; as it is if the angle is 0. */
LQCD_FN void lqcd__scidac_phase(lqcd_spinor_d *s, double angle)
{
	const lqcd_complex_d z = lqcd_complex_make_d(cos(angle), sin(angle));
	for (int k = 0; k < 4 * LQCD_NC && fabs(angle) > 0; k++)
		s->c[k / LQCD_NC].c[k % LQCD_NC] = lqcd_complex_mul_d(z, s->c[k / LQCD_NC].c[k % LQCD_NC]);
}

LQCD_STATIC void lqcd__scidac_move(const void *context, uint64_t n, const int x[4], unsigned char *p,
				   lqcd_links_found *w)
{
	const lqcd__scidac_mover *m = (const lqcd__scidac_mover *)context;
	const lqcd_scidac_spinor_options *o = m->options;
	const int reals = 8 * LQCD_NC, turn = o && o->basis == LQCD_SPINOR_DEGRAND_ROSSI, swap = o && o->colour_first;
	const lqcd_lattice *lat = m->s->type->lattice;
	const double angle = o ? o->theta_t / lat->extent[0] * (x[0] + lat->comm.coord[0] * lat->local[0]) : 0;
	lqcd_spinor_d *in_memory = LQCD_FIELD_AT(m->s, lqcd_geometry_index(m->s->type, x, NULL)), turned, other;
	int finite = 1;
	if (m->write) {
		turned = *in_memory;
		if (turn) lqcd__scidac_turn(&turned, in_memory, m->factor);
		lqcd__scidac_phase(&turned, -angle);
		other = turned;
		if (swap) lqcd__scidac_transpose(&other.c[0].c[0].re, &turned.c[0].c[0].re, 0);
		lqcd__links_store(m->f, p, &other.c[0].c[0].re, reals);
	} else {
		lqcd__links_load(m->f, &other.c[0].c[0].re, p, reals);
		turned = other;
		if (swap) lqcd__scidac_transpose(&turned.c[0].c[0].re, &other.c[0].c[0].re, 1);
		*in_memory = turned;
		if (turn) lqcd__scidac_turn(in_memory, &turned, m->factor);
		lqcd__scidac_phase(in_memory, angle);
	}
	for (int k = 0; k < reals; k++) {
		const double v = (&in_memory->c[0].c[0].re)[k];
		finite &= lqcd_isfinite(m->f->bits == 32 ? (double)(float)v : v);
	}
	if (!finite) lqcd__section_bad(w, LQCD_NAN, n, 0);
}

/** A file that is read or written. */
typedef struct {
	lqcd_gauge_file file; /* as for links; own: lqcd_scidac_info */
	const lqcd_scidac_spinor_options *options;
	lqcd_scidac_info header;
	int propagator; /* 1: the columns of a propagator change places with the basis */
} lqcd__scidac_file;

/** Moves all spinors of column k of the n fields s, from the file or, with out, to it. */
LQCD_STATIC lqcd_status lqcd__scidac_column(lqcd__scidac_file *q, lqcd_file_out *out, const lqcd_spinor_field_d *s,
					    int n, int k, lqcd_message *why)
{
	const int turn =
		n == 4 * LQCD_NC && q->propagator && q->options && q->options->basis == LQCD_SPINOR_DEGRAND_ROSSI;
	const int spin = k / LQCD_NC;
	lqcd_links_found *found = &q->file.info->found;
	const lqcd_links f = lqcd__ildg_links(&q->header);
	lqcd_spinors sites = lqcd_spinors_of(q->header.extent);
	lqcd__scidac_mover m;
	sites.offset = q->header.data_offset;
	sites.bits = q->header.bits;
	sites.sum = LQCD_LINKS_SCIDAC;
	const lqcd_section section = lqcd__spinors_section(&sites, NULL);
	m.s = turn ? s + (3 - spin) * LQCD_NC + k % LQCD_NC : s + k;
	m.factor = turn && (spin == 1 || spin == 2) ? -1 : 1;
	m.f = &f;
	m.options = q->options;
	m.write = out != NULL;
	lqcd_status status = lqcd_section_move(out ? NULL : &q->file.in, out, &section, s->type->lattice, 0,
					       lqcd__scidac_move, &m, found, why);
	if (status == LQCD_OK && !out) status = lqcd__gauge_check_sum(&q->file, why);
	return status == LQCD_OK ? lqcd_spinors_verdict(q->file.path, &sites, found, why) : status;
}

/** Checks the arguments before anything is read or written. */
LQCD_STATIC lqcd_status lqcd__scidac_begin(lqcd__scidac_file *q, const char *path, const lqcd_spinor_field_d *s, int n,
					   const lqcd_scidac_spinor_options *options, lqcd_gauge_info *info,
					   lqcd_message *why)
{
	memset(&q->file, 0, sizeof q->file);
	memset(info, 0, sizeof *info);
	why->text[0] = 0;
	q->file.info = info;
	q->file.path = path;
	q->file.options = options ? &options->checks : NULL;
	q->options = options;
	lqcd_status status = s && n > 0 ? LQCD_OK : LQCD_ERR_ARGUMENT;
	for (int k = 0; k < n && status == LQCD_OK; k++)
		status = lqcd__view_check(lqcd_spinor_field_view_d(&s[k]), 0, k ? s->type->lattice : NULL);
	if (status != LQCD_OK)
		return lqcd_fail(why, status, "%s: spinor fields must be full ones of one lattice",
				 lqcd_path_shown(path));
	if (options && !lqcd_isfinite(options->theta_t))
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "%s: theta_t = %g: must be a number", lqcd_path_shown(path),
				 options->theta_t);
	q->file.comm = &s->type->lattice->comm;
	return LQCD_OK;
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

/** The texts of field `number`, by one process for all. */
LQCD_STATIC lqcd_status lqcd__scidac_header(lqcd__scidac_file *q, int number, const int *want, lqcd_message *why)
{
	const lqcd_gauge_options *o = q->file.options;
	const lqcd_comm *comm = q->file.comm;
	memset(q->file.info, 0, sizeof *q->file.info);
	lqcd_status s = LQCD_OK;
	if (lqcd_comm_root(comm))
		s = lqcd_scidac_find(&q->file.in, LQCD_SCIDAC_SPINOR, number, o && o->extent[0] ? o->extent : NULL,
				     &q->header, why);
	s = lqcd_comm_agree(comm, s, 0, why);
	if (s != LQCD_OK) return s;
	lqcd_comm_broadcast(comm, 0, &q->header, sizeof q->header);
	lqcd__ildg_describe(q->file.info, &q->header);
	q->file.info->size = q->file.in.size;
	return lqcd__section_fits(q->file.path, q->header.extent, want, why);
}

LQCD_STATIC lqcd_status lqcd__scidac_read(const char *path, lqcd_spinor_field_d *s, int n, int propagator,
					  const lqcd_scidac_spinor_options *options, lqcd_gauge_info *info,
					  lqcd_message *why)
{
	lqcd_gauge_info local;
	lqcd_message unread;
	lqcd__scidac_file q;
	if (!why) why = &unread; /* others may want to know */
	lqcd_status status = lqcd__scidac_begin(&q, path, s, n, options, info ? info : &local, why);
	if (status != LQCD_OK) return status;
	const lqcd_lattice *lat = s->type->lattice;
	q.propagator = propagator;
	status = lqcd_comm_agree(&lat->comm, lqcd_file_in_open(&q.file.in, path, why), 0, why);
	for (int k = 0; k < n && status == LQCD_OK; k++) {
		status = lqcd__scidac_header(&q, (options ? options->number : 0) + k, lat->extent, why);
		if (status == LQCD_OK) status = lqcd__scidac_column(&q, NULL, s, n, k, why);
		if (status == LQCD_OK) q.file.info->checks |= LQCD_GAUGE_FINITE;
	}
	lqcd_file_in_close(&q.file.in);
	return status;
}

LQCD_STATIC lqcd_status lqcd_scidac_spinor_read(const char *path, lqcd_spinor_field_d *s, int n,
						const lqcd_scidac_spinor_options *options, lqcd_gauge_info *info,
						lqcd_message *why)
{
	return lqcd__scidac_read(path, s, n, 0, options, info, why);
}

LQCD_STATIC lqcd_status lqcd_scidac_propagator_read(const char *path, lqcd_spinor_field_d s[4 * LQCD_NC],
						    const lqcd_scidac_spinor_options *options, lqcd_gauge_info *info,
						    lqcd_message *why)
{
	return lqcd__scidac_read(path, s, 4 * LQCD_NC, 1, options, info, why);
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

/** All columns, one after the other. */
LQCD_STATIC lqcd_status lqcd__scidac_emit(lqcd__scidac_file *q, lqcd_file_out *out, const lqcd_spinor_field_d *s, int n,
					  lqcd_message *why)
{
	const lqcd_comm *comm = q->file.comm;
	uint64_t at = 0;
	lqcd_status status = LQCD_OK;
	for (int k = 0; k < n && status == LQCD_OK; k++) {
		q->header.data_offset = at + lqcd_scidac_head(&q->header, k == 0, NULL, 0);
		status = lqcd__scidac_column(q, out, s, n, k, why);
		if (status != LQCD_OK) return status;
		if (lqcd_comm_root(comm))
			status = lqcd__ildg_frame(out, at, &q->header, k == 0, q->file.info->found.sum, why);
		status = lqcd_comm_agree(comm, status, 0, why);
		at = q->header.data_offset + q->header.data_bytes + lqcd_scidac_tail(&q->header, NULL, NULL, 0);
	}
	return status;
}

LQCD_STATIC lqcd_status lqcd__scidac_write(const char *path, const lqcd_spinor_field_d *s, int n, int propagator,
					   const lqcd_scidac_spinor_options *options, const lqcd_gauge_info *meta,
					   lqcd_message *why)
{
	lqcd_gauge_info info;
	lqcd_message unread;
	lqcd_file_out out;
	lqcd__scidac_file q;
	if (!why) why = &unread; /* others may want to know */
	lqcd_status status = lqcd__scidac_begin(&q, path, s, n, options, &info, why);
	if (status != LQCD_OK) return status;
	const lqcd_lattice *lat = s->type->lattice;
	q.propagator = propagator;
	if (lqcd_comm_root(&lat->comm)) /* by one: it asks for the time */
		status = lqcd_scidac_compose(&q.header, LQCD_SCIDAC_SPINOR, LQCD_SCIDAC, options ? options->bits : 0,
					     lat->extent, meta, path, why);
	status = lqcd_comm_agree(&lat->comm, status, 0, why);
	if (status != LQCD_OK) return status;
	lqcd_comm_broadcast(&lat->comm, 0, &q.header, sizeof q.header);
	status = lqcd_file_out_open_on(&out, path, &lat->comm, why);
	if (status != LQCD_OK) return status;
	status = lqcd__scidac_emit(&q, &out, s, n, why);
	if (status == LQCD_OK) status = lqcd_file_out_commit(&out, why);
	lqcd_file_out_abort(&out);
	return status;
}

LQCD_STATIC lqcd_status lqcd_scidac_spinor_write(const char *path, const lqcd_spinor_field_d *s, int n,
						 const lqcd_scidac_spinor_options *options, const lqcd_gauge_info *meta,
						 lqcd_message *why)
{
	return lqcd__scidac_write(path, s, n, 0, options, meta, why);
}

LQCD_STATIC lqcd_status lqcd_scidac_propagator_write(const char *path, const lqcd_spinor_field_d s[4 * LQCD_NC],
						     const lqcd_scidac_spinor_options *options,
						     const lqcd_gauge_info *meta, lqcd_message *why)
{
	return lqcd__scidac_write(path, s, 4 * LQCD_NC, 1, options, meta, why);
}

#endif
