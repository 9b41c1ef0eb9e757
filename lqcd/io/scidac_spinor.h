/* lqcd/io/scidac_spinor.h: spinor fields and propagators in LIME files, as QIO (SciDAC) and tmLQCD have them.
 *
 *   lqcd_status lqcd_scidac_spinor_read(path, options, s, info, why)       one field: number options->number of the file
 *   lqcd_status lqcd_scidac_spinor_write(path, s, n, options, meta, why)   n fields s[0], .. into one file
 *   lqcd_status lqcd_scidac_propagator_read(path, options, s, info, why)   4 NC columns from options->number on
 *   lqcd_status lqcd_scidac_propagator_write(path, s, options, meta, why)
 *
 * options, meta, info and why may be NULL. s: full fields of doubles, one or an array of them. One record of data per
 * field: big-endian, [t][z][y][x, fastest][spin][colour][re,im] (options->colour_first: [colour][spin]), reals of 32 or
 * 64 bits (meta->bits, 0: 64), with QIO's records around them: datatype QDP_F3_DiracFermion or QDP_D3_DiracFermion,
 * spins 4, colors NC, datacount 1. Read are also QDP++'s "Lattice" of that size, USQCD_.._DiracFermion, and tmLQCD's files
 * (etmc-propagator-format). scidac.h says which records belong to a field, how extents are found, and what is checked.
 *
 * The spin basis is not in the files. options->basis: LQCD_SPINOR_CHIRAL (0), spinors as in memory (spinor.h: HiRep,
 * openQCD); LQCD_SPINOR_DEGRAND_ROSSI, that of Chroma, QDP++, Grid: file = S psi with S = (psi_3, -psi_2, -psi_1, psi_0),
 * which takes the gamma matrices of spinor.h to gamma_t = [[0, 1], [1, 0]], gamma_k = (1, -1, 1)_k [[0, i s_k], [-i s_k,
 * 0]]; S is its own inverse. A propagator's column number NC spin + colour is that of a point source of unit length in
 * the basis of the file, so that columns change places with their spins: S M S.
 *
 * Checks: the SciDAC checksum, by options->checksum: LQCD_ILDG_LEGAL (it may be missing), LQCD_ILDG_STRICT,
 * LQCD_ILDG_LENIENT (a wrong one gives LQCD_OK, info->checksum = LQCD_ILDG_WRONG and a message); no NaN, no infinity, also
 * when writing (LQCD_NAN, with the site). Other statuses as in ildg.h. Collective where several processes share the
 * lattice; the file is replaced as a whole. After a failure the content of s is unspecified. Of a propagator, info is
 * that of the last column.
 */
#ifndef LQCD_IO_SCIDAC_SPINOR_H
#define LQCD_IO_SCIDAC_SPINOR_H

#include "../field.h"
#include "ildg.h"

typedef enum { LQCD_SPINOR_CHIRAL, LQCD_SPINOR_DEGRAND_ROSSI } lqcd_spinor_basis;

typedef struct {
	int extent[4], number;
	lqcd_ildg_policy checksum;
	lqcd_spinor_basis basis;
	int colour_first;
} lqcd_scidac_spinor_options;

typedef struct {
	lqcd_scidac_info header;
	lqcd_ildg_verdict checksum;
	uint32_t measured_suma, measured_sumb;
} lqcd_scidac_spinor_info;

/* ---- one spinor ------------------------------------------------------------------------------------------------ */

/** What the walk of links.h is told. */
typedef struct {
	const lqcd_spinor_field_d *s;
	const lqcd_links *f;
	const lqcd_scidac_spinor_options *options;
} lqcd__scidac_mover;

/** r = S s. */
LQCD_FN void lqcd__scidac_turn(lqcd_spinor_d *r, const lqcd_spinor_d *s)
{
	for (int b = 0; b < LQCD_NC; b++)
		for (int a = 0; a < 4; a++) {
			const double sign = a == 1 || a == 2 ? -1 : 1;
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

LQCD_STATIC void lqcd__scidac_move(void *context, int write, int ix, unsigned char *p, uint64_t n, lqcd_links_found *w)
{
	const lqcd__scidac_mover *m = (const lqcd__scidac_mover *)context;
	const lqcd_scidac_spinor_options *o = m->options;
	const int reals = 8 * LQCD_NC, turn = o && o->basis == LQCD_SPINOR_DEGRAND_ROSSI, swap = o && o->colour_first;
	lqcd_spinor_d *in_memory = LQCD_FIELD_AT(m->s, ix), turned, other;
	if (write) {
		turned = *in_memory;
		if (turn) lqcd__scidac_turn(&turned, in_memory);
		other = turned;
		if (swap) lqcd__scidac_transpose(&other.c[0].c[0].re, &turned.c[0].c[0].re, 0);
		lqcd__links_store(m->f, p, &other.c[0].c[0].re, reals);
	} else {
		lqcd__links_load(m->f, &other.c[0].c[0].re, p, reals);
		turned = other;
		if (swap) lqcd__scidac_transpose(&turned.c[0].c[0].re, &other.c[0].c[0].re, 1);
		*in_memory = turned;
		if (turn) lqcd__scidac_turn(in_memory, &turned);
	}
	if (w->bad == LQCD_OK && lqcd__links_most(&in_memory->c[0].c[0].re, reals) >= UINT64_C(0x7ff0000000000000)) {
		w->bad = LQCD_NAN;
		w->link = n;
	}
}

/** All spinors of a field from in or to out. */
LQCD_STATIC lqcd_status lqcd__scidac_spinors(lqcd_file_in *in, lqcd_file_out *out, const lqcd_scidac_info *h,
					     const lqcd_spinor_field_d *s, const lqcd_scidac_spinor_options *options,
					     lqcd_links_found *found, lqcd_message *why)
{
	lqcd_links f = lqcd__ildg_links(h);
	lqcd__scidac_mover m;
	lqcd_gauge_field_d none;
	const int *l = h->extent;
	none.ptr = NULL;
	none.type = s->type;
	m.s = s;
	m.f = &f;
	m.options = options;
	f.no_links = 1;
	f.extra = (int)lqcd__scidac_site_bytes(h);
	f.mover = lqcd__scidac_move;
	f.context = &m;
	lqcd_status status = in ? lqcd_links_read(in, &f, &none, found, why) : lqcd_links_write(out, &f, &none, found, why);
	if (status != LQCD_OK || found->bad == LQCD_OK) return status;
	const uint64_t n = found->link, x = (uint64_t)l[1], y = (uint64_t)l[2], z = (uint64_t)l[3];
	return lqcd_fail(why, found->bad, "%s: NaN or infinity in the spinor of site x,y,z,t = %d,%d,%d,%d",
			 lqcd_path_shown(in ? in->path : out->target), (int)(n % x), (int)(n / x % y),
			 (int)(n / x / y % z), (int)(n / x / y / z));
}

LQCD_STATIC lqcd_status lqcd__scidac_full(const char *path, const lqcd_spinor_field_d *s, int n, lqcd_message *why)
{
	for (int k = 0; k < n; k++)
		if (s[k].type->parity != LQCD_FULL || s[k].type->lattice != s[0].type->lattice)
			return lqcd_fail(why, LQCD_ERR_GEOMETRY, "%s: spinor fields must be full ones of one lattice",
					 lqcd_path_shown(path));
	return LQCD_OK;
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

LQCD_STATIC lqcd_status lqcd__scidac_spinor_one(lqcd_file_in *in, int number, const lqcd_scidac_spinor_options *options,
						lqcd_spinor_field_d *s, lqcd_scidac_spinor_info *info,
						lqcd_message *why)
{
	const lqcd_lattice *lat = s->type->lattice;
	const int *given = options && options->extent[0] ? options->extent : NULL, *has = info->header.extent;
	const lqcd_ildg_policy policy = options ? options->checksum : LQCD_ILDG_LEGAL;
	lqcd_links_found found;
	memset(info, 0, sizeof *info);
	lqcd_status status = LQCD_OK;
	if (lqcd_comm_root(&lat->comm))
		status = lqcd_scidac_find(in, LQCD_SCIDAC_SPINOR, number, given, &info->header, why);
	lqcd_comm_broadcast(&lat->comm, 0, info, sizeof *info);
	status = lqcd_comm_agree(&lat->comm, status, 0, why);
	if (status != LQCD_OK) return status;
	if (memcmp(has, lat->extent, sizeof lat->extent) != 0)
		return lqcd__ildg_other_extents(in->path, has, lat->extent, why);
	status = lqcd__scidac_spinors(in, NULL, &info->header, s, options, &found, why);
	if (status != LQCD_OK && status != LQCD_NAN) return status;
	info->measured_suma = found.sum[0];
	info->measured_sumb = found.sum[1];
	const lqcd_status sums = lqcd__ildg_sums(in->path, policy, &info->header, found.sum, &info->checksum, why);
	return sums != LQCD_OK ? sums : status;
}

/** n fields, from number options->number on, into s[place[k]]. */
LQCD_STATIC lqcd_status lqcd__scidac_spinor_all(const char *path, const lqcd_scidac_spinor_options *options, int n,
						lqcd_spinor_field_d *s, lqcd_scidac_spinor_info *info,
						lqcd_message *why)
{
	lqcd_scidac_spinor_info local;
	lqcd_message unread;
	lqcd_file_in in;
	if (!info) info = &local;
	if (!why) why = &unread; /* others may want to know */
	lqcd_status status = lqcd__scidac_full(path, s, n, why);
	if (status != LQCD_OK) return status;
	status = lqcd_comm_agree(&s->type->lattice->comm, lqcd_file_in_open(&in, path, why), 0, why);
	for (int k = 0; k < n && status == LQCD_OK; k++)
		status = lqcd__scidac_spinor_one(&in, (options ? options->number : 0) + k, options, s + k, info, why);
	lqcd_file_in_close(&in);
	return status;
}

LQCD_STATIC lqcd_status lqcd_scidac_spinor_read(const char *path, const lqcd_scidac_spinor_options *options,
						lqcd_spinor_field_d *s, lqcd_scidac_spinor_info *info,
						lqcd_message *why)
{
	return lqcd__scidac_spinor_all(path, options, 1, s, info, why);
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

/** Texts, spinors and checksum at byte `at` of an open file; returns where they end through it. */
LQCD_STATIC lqcd_status lqcd__scidac_spinor_emit(lqcd_file_out *out, uint64_t *at, lqcd_scidac_info *h, int first,
						 const lqcd_spinor_field_d *s,
						 const lqcd_scidac_spinor_options *options, unsigned char *buffer,
						 lqcd_message *why)
{
	lqcd_links_found found;
	size_t n = lqcd_scidac_head(h, first, buffer, LQCD_SCIDAC_HEAD);
	lqcd_status status = lqcd__ildg_put(out, *at, buffer, n, why);
	if (status != LQCD_OK) return status;
	h->data_offset = *at + n;
	status = lqcd__scidac_spinors(NULL, out, h, s, options, &found, why);
	if (status != LQCD_OK) return status;
	n = lqcd_scidac_tail(h, found.sum[0], found.sum[1], buffer, LQCD_SCIDAC_HEAD);
	status = lqcd__ildg_put(out, h->data_offset + h->data_bytes, buffer, n, why);
	*at = h->data_offset + h->data_bytes + n;
	return status;
}

LQCD_STATIC lqcd_status lqcd_scidac_spinor_write(const char *path, const lqcd_spinor_field_d *s, int n,
						 const lqcd_scidac_spinor_options *options, const lqcd_scidac_info *meta,
						 lqcd_message *why)
{
	const lqcd_comm *comm = &s->type->lattice->comm;
	lqcd_scidac_info h;
	lqcd_message unread;
	lqcd_file_out out;
	uint64_t at = 0;
	if (!why) why = &unread; /* others may want to know */
	lqcd_status status = lqcd__scidac_full(path, s, n, why);
	if (status != LQCD_OK) return status;
	unsigned char *buffer = lqcd__ildg_buffer(path, comm, why);
	if (!buffer) return LQCD_ERR_MEMORY;
	status = lqcd__ildg_compose(&h, LQCD_SCIDAC_SPINOR, comm, s->type->lattice->extent, meta, path, why);
	if (status == LQCD_OK) status = lqcd_file_out_open_on(&out, path, comm, why);
	if (status == LQCD_OK) {
		for (int k = 0; k < n && status == LQCD_OK; k++)
			status = lqcd__scidac_spinor_emit(&out, &at, &h, k == 0, s + k, options, buffer, why);
		if (status == LQCD_OK) status = lqcd_file_out_commit(&out, why);
		lqcd_file_out_abort(&out);
	}
	lqcd_free(buffer);
	return status;
}

/* ---- propagators ----------------------------------------------------------------------------------------------- */

/** What S does to the columns: column (spin, colour) of a file is sign times ours of the other spin. */
LQCD_STATIC void lqcd__scidac_columns(lqcd_spinor_field_d *to, const lqcd_spinor_field_d *s)
{
	for (int k = 0; k < 4 * LQCD_NC; k++) to[k] = s[(3 - k / LQCD_NC) * LQCD_NC + k % LQCD_NC];
}

LQCD_STATIC void lqcd__scidac_negate(lqcd_spinor_field_d *s)
{
	for (int k = LQCD_NC; k < 3 * LQCD_NC; k++)
		LQCD_MASTER_FOR(s[k].type, ix)
			lqcd_spinor_scale_d(LQCD_FIELD_AT(&s[k], ix), -1.0, LQCD_FIELD_AT(&s[k], ix));
}
