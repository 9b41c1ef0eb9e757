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
 * also when writing, where a double may be beyond floats (LQCD_NAN, with the site). Statuses are those of gauge.h. Collective
 * where several processes share the lattice; the file is replaced as a whole. After a failure the content of s is unspecified.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_SCIDAC_SPINOR_H
#define LQCD_IO_SCIDAC_SPINOR_H

#include "scidac_fields.h"

typedef enum { LQCD_SPINOR_CHIRAL, LQCD_SPINOR_DEGRAND_ROSSI } lqcd_spinor_basis;

typedef struct {
	lqcd_gauge_options checks; /* extent, require_checksum, wrong_checksum */
	lqcd_spinor_basis basis;
	int number, bits, colour_first, one_record; /* one_record: when written, datacount n */
	double theta_t; /* 0: fields are as in the file */
} lqcd_scidac_spinor_options;

/* ---- one spinor ------------------------------------------------------------------------------------------------ */

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

/** A spinor of column k. */
LQCD_STATIC void lqcd__scidac_move(const lqcd__scidac_fields *q, int k, int write, uint64_t n, const int x[4], unsigned char *p,
				   lqcd_links_found *w)
{
	const lqcd_scidac_spinor_options *o = (const lqcd_scidac_spinor_options *)q->how;
	const int reals = 8 * LQCD_NC, turn = o && o->basis == LQCD_SPINOR_DEGRAND_ROSSI, swap = o && o->colour_first;
	const int exchanged = q->propagator && turn, spin = k / LQCD_NC;
	const double factor = exchanged && (spin == 1 || spin == 2) ? -1 : 1;
	const lqcd_spinor_field_d *s = (const lqcd_spinor_field_d *)q->fields + (exchanged ? (3 - spin) * LQCD_NC + k % LQCD_NC : k);
	const double angle = o ? o->theta_t / q->lat->extent[0] * (x[0] + q->lat->comm.coord[0] * q->lat->local[0]) : 0;
	lqcd_spinor_d *in_memory = LQCD_FIELD_AT(s, lqcd_geometry_index(s->type, x, NULL)), turned, other;
	int finite = 1;
	if (write) {
		turned = *in_memory;
		if (turn) lqcd__scidac_turn(&turned, in_memory, factor);
		lqcd__scidac_phase(&turned, -angle);
		other = turned;
		if (swap) lqcd__scidac_transpose(&other.c[0].c[0].re, &turned.c[0].c[0].re, 0);
		lqcd__links_reals_move(&q->links, &other.c[0].c[0].re, p, reals, 1);
	} else {
		lqcd__links_reals_move(&q->links, &other.c[0].c[0].re, p, reals, 0);
		turned = other;
		if (swap) lqcd__scidac_transpose(&turned.c[0].c[0].re, &other.c[0].c[0].re, 1);
		*in_memory = turned;
		if (turn) lqcd__scidac_turn(in_memory, &turned, factor);
		lqcd__scidac_phase(in_memory, angle);
	}
	for (int i = 0; i < reals; i++) {
		const double v = (&other.c[0].c[0].re)[i];
		finite &= lqcd_isfinite(q->links.bits == 32 ? (double)(float)v : v);
	}
	if (!finite) lqcd__section_bad(w, LQCD_NAN, n, 0);
}

/** Checks the arguments; then the fields are read or, with write, written. */
LQCD_STATIC lqcd_status lqcd__scidac_spinors(const char *path, const lqcd_spinor_field_d *s, int n, int propagator, int write,
					     const lqcd_scidac_spinor_options *o, lqcd_gauge_info *info,
					     const lqcd_gauge_info *meta, lqcd_message *why)
{
	lqcd__scidac_fields q;
	why = lqcd__scidac_fields_begin(&q, path, LQCD_SCIDAC_SPINOR, s, n, info, why);
	lqcd_status status = s && n > 0 ? LQCD_OK : LQCD_ERR_ARGUMENT;
	for (int k = 0; k < n && status == LQCD_OK; k++)
		status = lqcd__view_check(lqcd_spinor_field_view_d(&s[k]), 0, k ? s->type->lattice : NULL);
	if (status != LQCD_OK)
		return lqcd__file_fail(why, status, path, "spinor fields must be full ones of one lattice");
	if (o && !lqcd_isfinite(o->theta_t))
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "theta_t = %g: must be a number", o->theta_t);
	q.lat = s->type->lattice;
	q.move = lqcd__scidac_move;
	q.how = o;
	q.propagator = propagator;
	if (o) {
		q.file.options = &o->checks;
		q.number = o->number;
		q.together = o->one_record;
	}
	return write ? lqcd__scidac_fields_write(&q, o ? o->bits : 0, meta, why) : lqcd__scidac_fields_read(&q, why);
}

LQCD_STATIC lqcd_status lqcd_scidac_spinor_read(const char *path, lqcd_spinor_field_d *s, int n,
						const lqcd_scidac_spinor_options *options, lqcd_gauge_info *info,
						lqcd_message *why)
{
	return lqcd__scidac_spinors(path, s, n, 0, 0, options, info, NULL, why);
}

LQCD_STATIC lqcd_status lqcd_scidac_propagator_read(const char *path, lqcd_spinor_field_d s[4 * LQCD_NC],
						    const lqcd_scidac_spinor_options *options, lqcd_gauge_info *info,
						    lqcd_message *why)
{
	return lqcd__scidac_spinors(path, s, 4 * LQCD_NC, 1, 0, options, info, NULL, why);
}

LQCD_STATIC lqcd_status lqcd_scidac_spinor_write(const char *path, const lqcd_spinor_field_d *s, int n,
						 const lqcd_scidac_spinor_options *options, const lqcd_gauge_info *meta,
						 lqcd_message *why)
{
	return lqcd__scidac_spinors(path, s, n, 0, 1, options, NULL, meta, why);
}

LQCD_STATIC lqcd_status lqcd_scidac_propagator_write(const char *path, const lqcd_spinor_field_d s[4 * LQCD_NC],
						     const lqcd_scidac_spinor_options *options,
						     const lqcd_gauge_info *meta, lqcd_message *why)
{
	return lqcd__scidac_spinors(path, s, 4 * LQCD_NC, 1, 1, options, NULL, meta, why);
}

#endif
