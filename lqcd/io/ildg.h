/* lqcd/io/ildg.h: gauge configurations in LIME files: ILDG, and SciDAC as QIO writes it.
 *
 *   lqcd_status lqcd_ildg_read_header(path, options, info, why)   the texts alone; for one process
 *   lqcd_status lqcd_ildg_read(path, options, u, info, why)       into a field whose lattice has the extents of the file
 *   lqcd_status lqcd_ildg_write(path, u, meta, info, why)         replaces the file as a whole (bytes.h)
 *
 * options, meta, info and why may be NULL. u is a full field. The data: big-endian, [t][z][y][x, fastest][direction
 * x,y,z,t][row][column][re,im], reals of 32 or 64 bits. scidac.h says which records belong to it and what is checked of
 * them; lime.h has the container. NC other than 3 is su<N>gauge in ildg-format, an extension, and <colors> of SciDAC.
 *
 * options: extent[4] (T, X, Y, Z) for files of ildg-binary-data alone; number: which gauge field of the file (0: the
 * first; info->header.fields says how many records of data there are); checksum: LQCD_ILDG_LEGAL (0; it may be missing,
 * since ILDG has it as an option), LQCD_ILDG_STRICT (it must be there) or LQCD_ILDG_LENIENT (it may be wrong).
 *
 * Reading checks, in this order: the records (scidac.h); the length of the data, exactly; the SciDAC checksum
 * (LQCD_ERR_CHECKSUM; LQCD_ERR_KEY where it is missing and must not); no NaN, no infinity (LQCD_NAN); links in SU(NC)
 * within 1e-4 (32 bits) or 1e-5 (LQCD_ERR_UNITARITY); the plaquette of xlf-info, if it has one, within 1e-5 or 1e-7 and
 * one unit of its last digit (LQCD_ERR_PLAQUETTE; all links are in u then, as after LQCD_ERR_CHECKSUM; after other
 * failures the content of u is unspecified). With LQCD_ILDG_LENIENT a wrong checksum gives LQCD_OK, info->checksum =
 * LQCD_ILDG_WRONG, and a message in why. info has what was stored and what was measured.
 *
 * Writing: style (LQCD_ILDG, LQCD_ILDG_QIO, LQCD_SCIDAC: scidac_write.h), bits (0: 64) and the texts lfn, xlf_info,
 * file_xml and record_xml of meta are used where set. Refused is a field that could not be read back: LQCD_NAN,
 * LQCD_ERR_UNITARITY, and LQCD_ERR_PLAQUETTE when xlf_info names another plaquette. Others: LQCD_ERR_ARGUMENT (bits,
 * style, a control character in a text), LQCD_ERR_GEOMETRY, LQCD_ERR_OPEN, LQCD_ERR_WRITE, LQCD_ERR_MEMORY.
 *
 * Where several processes share the lattice of u, read and write are collective: all call them with one path, of a file
 * that all reach; status, message and info are the same on all, and the bytes of the file are those of one process.
 */
#ifndef LQCD_IO_ILDG_H
#define LQCD_IO_ILDG_H

#include "../field.h"
#include "../gauge/plaquette.h"
#include "links.h"
#include "scidac.h"
#include "scidac_write.h"

typedef enum { LQCD_ILDG_LEGAL, LQCD_ILDG_STRICT, LQCD_ILDG_LENIENT } lqcd_ildg_policy;
typedef enum { LQCD_ILDG_MISSING, LQCD_ILDG_RIGHT, LQCD_ILDG_WRONG } lqcd_ildg_verdict;

typedef struct {
	int extent[4], number;
	lqcd_ildg_policy checksum;
} lqcd_ildg_options;

typedef struct {
	lqcd_scidac_info header;
	lqcd_ildg_verdict checksum;
	uint32_t measured_suma, measured_sumb;
	int has_plaquette;
	char plaquette[64]; /* as it is in xlf-info */
	lqcd_plaquette_values measured_plaquette;
	double measured_link_trace, measured_deviation;
} lqcd_ildg_info;

/** The data of a header for links.h. */
LQCD_STATIC lqcd_links lqcd__ildg_links(const lqcd_scidac_info *header)
{
	lqcd_links f = lqcd_links_of(header->extent);
	f.offset = header->data_offset;
	f.bits = header->bits;
	f.sum = LQCD_LINKS_SCIDAC;
	f.tolerance = header->bits == 32 ? 1e-4 : 1e-5;
	return f;
}

/** The number behind "plaquette =" in xlf-info, as a text. */
LQCD_STATIC void lqcd__ildg_xlf(lqcd_ildg_info *info)
{
	static const char word[] = "plaquette";
	const char *s = strstr(info->header.text.xlf_info, word);
	double value, unit;
	if (!s) return;
	s += sizeof word - 1;
	s += strspn(s, " \t=:");
	const size_t n = strcspn(s, " \t\r\n,;"), most = sizeof info->plaquette - 1;
	memcpy(info->plaquette, s, n < most ? n : most);
	info->has_plaquette = lqcd_text_decimal(info->plaquette, &value, &unit);
}

LQCD_STATIC lqcd_status lqcd__ildg_compare(const char *path, const lqcd_ildg_info *info, lqcd_message *why)
{
	double stored = 0, unit = 0, measured = info->measured_plaquette.mean;
	if (!info->has_plaquette) return LQCD_OK;
	lqcd_text_decimal(info->plaquette, &stored, &unit);
	const double tolerance = (info->header.bits == 32 ? 1e-5 : 1e-7) + fmin(unit, 1e-5);
	if (fabs(measured - stored) <= tolerance) return LQCD_OK;
	return lqcd_fail(why, LQCD_ERR_PLAQUETTE,
			 "%s: plaquette = %s in record xlf-info, but the links give %.12g; the difference may be %.3g",
			 lqcd_path_shown(path), info->plaquette, measured, tolerance);
}

/** Of links that are all in SU(NC): only want of memory for those of neighbouring processes makes the plaquette NaN. */
LQCD_STATIC lqcd_status lqcd__ildg_loops(const char *path, const lqcd_gauge_field_d *u, lqcd_ildg_info *info,
					 lqcd_message *why)
{
	info->measured_plaquette = lqcd_plaquette_d(u);
	info->measured_link_trace = lqcd_link_trace_d(u);
	if (lqcd_isfinite(info->measured_plaquette.mean)) return lqcd__ildg_compare(path, info, why);
	return lqcd_fail(why, LQCD_ERR_MEMORY, "%s: no memory for the links of neighbouring processes",
			 lqcd_path_shown(path));
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

/** Every process opens the file; the texts are read by one. */
LQCD_STATIC lqcd_status lqcd__ildg_open(lqcd_file_in *in, const char *path, const lqcd_comm *comm,
					const lqcd_ildg_options *options, lqcd_ildg_info *info, lqcd_message *why)
{
	const int number = options ? options->number : 0,
		  *given = options && options->extent[0] ? options->extent : NULL;
	memset(info, 0, sizeof *info);
	lqcd_status s = lqcd_file_in_open(in, path, why);
	if (s == LQCD_OK && lqcd_comm_root(comm)) {
		s = lqcd_scidac_find(in, LQCD_SCIDAC_LINKS, number, given, &info->header, why);
		lqcd__ildg_xlf(info);
	}
	lqcd_comm_broadcast(comm, 0, info, sizeof *info);
	s = lqcd_comm_agree(comm, s, 0, why);
	if (s != LQCD_OK) lqcd_file_in_close(in);
	return s;
}

LQCD_STATIC lqcd_status lqcd_ildg_read_header(const char *path, const lqcd_ildg_options *options, lqcd_ildg_info *info,
					      lqcd_message *why)
{
	lqcd_ildg_info local;
	lqcd_file_in in;
	const lqcd_comm self = lqcd_comm_self();
	lqcd_status s = lqcd__ildg_open(&in, path, &self, options, info ? info : &local, why);
	lqcd_file_in_close(&in);
	return s;
}

/** The checksum found against the one stored. */
LQCD_STATIC lqcd_status lqcd__ildg_sums(const char *path, lqcd_ildg_policy policy, lqcd_ildg_info *info,
					lqcd_message *why)
{
	const lqcd_scidac_info *h = &info->header;
	const char *shown = lqcd_path_shown(path);
	if (!h->has[LQCD__SCIDAC_AT_checksum]) {
		info->checksum = LQCD_ILDG_MISSING;
		if (policy != LQCD_ILDG_STRICT) return LQCD_OK;
		return lqcd_fail(why, LQCD_ERR_KEY, "%s: there is no record scidac-checksum", shown);
	}
	info->checksum = LQCD_ILDG_RIGHT;
	if (h->suma == info->measured_suma && h->sumb == info->measured_sumb) return LQCD_OK;
	info->checksum = LQCD_ILDG_WRONG;
	lqcd_fail(why, LQCD_ERR_CHECKSUM,
		  "%s: suma, sumb = %08lx, %08lx in record scidac-checksum, but the links give %08lx, %08lx", shown,
		  (unsigned long)h->suma, (unsigned long)h->sumb, (unsigned long)info->measured_suma,
		  (unsigned long)info->measured_sumb);
	return policy == LQCD_ILDG_LENIENT ? LQCD_OK : LQCD_ERR_CHECKSUM;
}

LQCD_STATIC lqcd_status lqcd__ildg_body(lqcd_file_in *in, lqcd_ildg_policy policy, lqcd_gauge_field_d *u,
					lqcd_ildg_info *info, lqcd_message *why)
{
	const lqcd_links f = lqcd__ildg_links(&info->header);
	lqcd_links_found found;
	lqcd_status s = lqcd_links_read(in, &f, u, &found, why);
	if (s != LQCD_OK) return s;
	info->measured_suma = found.sum[0];
	info->measured_sumb = found.sum[1];
	info->measured_deviation = found.deviation;
	s = lqcd__ildg_sums(in->path, policy, info, why);
	if (s == LQCD_OK) s = lqcd_links_verdict(in->path, &f, &found, why);
	return s == LQCD_OK ? lqcd__ildg_loops(in->path, u, info, why) : s;
}

LQCD_STATIC lqcd_status lqcd_ildg_read(const char *path, const lqcd_ildg_options *options, lqcd_gauge_field_d *u,
				       lqcd_ildg_info *info, lqcd_message *why)
{
	lqcd_ildg_info local;
	lqcd_message unread;
	lqcd_file_in in;
	const lqcd_lattice *lat = u->type->lattice;
	if (!info) info = &local;
	if (!why) why = &unread; /* others may want to know */
	if (u->type->parity != LQCD_FULL)
		return lqcd_fail(why, LQCD_ERR_GEOMETRY, "%s: links can only be read into a full field",
				 lqcd_path_shown(path));
	lqcd_status s = lqcd__ildg_open(&in, path, &lat->comm, options, info, why);
	if (s != LQCD_OK) return s;
	const int *has = info->header.extent, *want = lat->extent;
	if (memcmp(has, want, sizeof lat->extent) != 0)
		s = lqcd_fail(
			why, LQCD_ERR_EXTENT, "%s: links of X Y Z T = %d %d %d %d, but the field is of %d %d %d %d",
			lqcd_path_shown(path), has[1], has[2], has[3], has[0], want[1], want[2], want[3], want[0]);
	else
		s = lqcd__ildg_body(&in, options ? options->checksum : LQCD_ILDG_LEGAL, u, info, why);
	lqcd_file_in_close(&in);
	return s;
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

/** Texts, links, checksum into an open file. buffer: LQCD_SCIDAC_HEAD bytes. */
LQCD_STATIC lqcd_status lqcd__ildg_emit(lqcd_file_out *out, const lqcd_gauge_field_d *u, lqcd_ildg_info *info,
					unsigned char *buffer, lqcd_message *why)
{
	const lqcd_comm *comm = &out->comm;
	lqcd_scidac_info *h = &info->header;
	lqcd_links_found found;
	lqcd_status s = LQCD_OK;
	h->data_offset = lqcd_scidac_head(h, 1, buffer, LQCD_SCIDAC_HEAD);
	if (lqcd_comm_root(comm)) s = lqcd_file_out_write(out, buffer, (size_t)h->data_offset, why);
	s = lqcd_comm_agree(comm, s, 0, why);
	if (s != LQCD_OK) return s;
	const lqcd_links f = lqcd__ildg_links(h);
	s = lqcd_links_write(out, &f, u, &found, why);
	if (s == LQCD_OK) s = lqcd_links_verdict(out->target, &f, &found, why);
	if (s == LQCD_OK) s = lqcd__ildg_loops(out->target, u, info, why);
	if (s != LQCD_OK) return s;
	h->suma = info->measured_suma = found.sum[0];
	h->sumb = info->measured_sumb = found.sum[1];
	info->measured_deviation = found.deviation;
	info->checksum = LQCD_ILDG_RIGHT;
	if (lqcd_comm_root(comm)) {
		const size_t n = lqcd_scidac_tail(h, h->suma, h->sumb, buffer, LQCD_SCIDAC_HEAD);
		s = lqcd_file_out_seek(out, h->data_offset + h->data_bytes, why);
		if (s == LQCD_OK) s = lqcd_file_out_write(out, buffer, n, why);
	}
	return lqcd_comm_agree(comm, s, 0, why);
}

LQCD_STATIC lqcd_status lqcd_ildg_write(const char *path, const lqcd_gauge_field_d *u, const lqcd_scidac_info *meta,
					lqcd_ildg_info *info, lqcd_message *why)
{
	const lqcd_comm *comm = &u->type->lattice->comm;
	lqcd_ildg_info local;
	lqcd_message unread;
	lqcd_file_out out;
	if (!info) info = &local;
	if (!why) why = &unread; /* others may want to know */
	if (u->type->parity != LQCD_FULL)
		return lqcd_fail(why, LQCD_ERR_GEOMETRY, "%s: only a full gauge field can be written",
				 lqcd_path_shown(path));
	memset(info, 0, sizeof *info);
	unsigned char *buffer = (unsigned char *)lqcd_comm_alloc(comm, LQCD_SCIDAC_HEAD);
	if (!buffer)
		return lqcd_fail(why, LQCD_ERR_MEMORY, "%s: no memory for a buffer of %d bytes", lqcd_path_shown(path),
				 (int)LQCD_SCIDAC_HEAD);
	/* By one: it asks for the time. */
	lqcd_status s = LQCD_OK;
	if (lqcd_comm_root(comm)) {
		s = lqcd_scidac_compose(&info->header, LQCD_SCIDAC_LINKS, u->type->lattice->extent, meta, path, why);
		lqcd__ildg_xlf(info);
	}
	lqcd_comm_broadcast(comm, 0, info, sizeof *info);
	s = lqcd_comm_agree(comm, s, 0, why);
	if (s == LQCD_OK) s = lqcd_file_out_open_on(&out, path, comm, why);
	if (s == LQCD_OK) {
		s = lqcd__ildg_emit(&out, u, info, buffer, why);
		if (s == LQCD_OK) s = lqcd_file_out_commit(&out, why);
		lqcd_file_out_abort(&out);
	}
	lqcd_free(buffer);
	return s;
}

#endif
