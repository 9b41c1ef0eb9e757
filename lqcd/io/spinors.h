/* lqcd/io/spinors.h: a spinor field to and from the data section of a file.
 *
 *   lqcd_spinors f = lqcd_spinors_of(extent)   64 bits, big-endian, x fastest, full; then set members
 *   uint64_t    lqcd_spinors_bytes(&f)         length of the section; 0 if it exceeds what can be addressed
 *   lqcd_status lqcd_spinors_check_length(in, &f, why)         the file ends where the section does
 *   lqcd_status lqcd_spinors_read(in, &f, field, found, why)
 *   lqcd_status lqcd_spinors_write(out, &f, field, found, why)
 *   lqcd_status lqcd_spinors_verdict(path, &f, found, why)     LQCD_NAN and where the first bad site is, or LQCD_OK
 *
 * An item is the spinor of a site: [spin][colour][re,im], reals of `bits` (32 or 64) in byte_order; found->sum is of
 * its bytes (section.h). field is a view of a spinor field of any tag in float or double and of any lanes (field.h),
 * full or of the parity f->parity. bits = 0 moves the words of the field as they are, bit for bit: 64-bit reals of d
 * and vd, 32-bit ones of f and vf, the norm and the pairs of 16 bits of h and vh (storage.h).
 * Otherwise a site with NaN or infinity is bad, also if it has one where the numbers go: doubles beyond floats. No gamma
 * basis is changed.
 *
 * Collective over the processes of the field's lattice. LQCD_ERR_GEOMETRY: other extents or another parity than the
 * field's, 16 bits with bits != 0; LQCD_ERR_READ, LQCD_ERR_TRUNCATED, LQCD_ERR_WRITE, LQCD_ERR_MEMORY.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_SPINORS_H
#define LQCD_IO_SPINORS_H

#include "../field/halo.h"
#include "section.h"

typedef struct {
	uint64_t offset;
	int extent[4];
	int bits;
	lqcd_byte_order byte_order;
	int x_fast;
	lqcd_parity parity;
	lqcd_links_sum sum;
} lqcd_spinors;

LQCD_STATIC lqcd_spinors lqcd_spinors_of(const int extent[4])
{
	lqcd_spinors f;
	memset(&f, 0, sizeof f);
	memcpy(f.extent, extent, sizeof f.extent);
	f.bits = 64;
	f.byte_order = LQCD_BYTES_BIG;
	f.x_fast = 1;
	return f;
}

/** field: its words are moved if bits = 0. */
LQCD_STATIC lqcd_section lqcd__spinors_section(const lqcd_spinors *f, const lqcd_field_view *field)
{
	lqcd_section s;
	memset(&s, 0, sizeof s);
	memcpy(s.extent, f->extent, sizeof s.extent);
	s.offset = f->offset;
	s.item = f->bits ? (size_t)(8 * LQCD_NC * f->bits / 8) : lqcd__halo_words(field) * lqcd__halo_word(field);
	s.x_fast = f->x_fast;
	s.parity = f->parity;
	s.sum = f->sum;
	s.byte_order = f->byte_order;
	return s;
}

LQCD_STATIC uint64_t lqcd_spinors_bytes(const lqcd_spinors *f)
{
	const lqcd_section s = lqcd__spinors_section(f, NULL);
	return lqcd_section_bytes(&s);
}

LQCD_STATIC lqcd_status lqcd_spinors_check_length(lqcd_file_in *in, const lqcd_spinors *f, lqcd_message *why)
{
	const lqcd_section s = lqcd__spinors_section(f, NULL);
	return lqcd_section_check_length(in, &s, "spinors", why);
}

typedef struct {
	const lqcd_spinors *f;
	const lqcd_field_view *field;
	int write;
} lqcd__spinors_job;

/** A number of a field in float or double from or to a file: as it is where it went. */
LQCD_FN double lqcd__spinors_number(const lqcd__spinors_job *b, size_t i, unsigned char *p)
{
	const lqcd_spinors *f = b->f;
	double *d = (double *)b->field->data;
	float *s = (float *)b->field->data;
	double v;
	if (b->write) {
		v = b->field->precision == LQCD__DOUBLE ? d[i] : (double)s[i];
		if (f->bits == 64)
			lqcd_store_f64(p, v, f->byte_order);
		else
			lqcd_store_f32(p, (float)v, f->byte_order);
		return f->bits == 64 ? v : (double)lqcd_load_f32(p, f->byte_order);
	}
	v = f->bits == 64 ? lqcd_load_f64(p, f->byte_order) : (double)lqcd_load_f32(p, f->byte_order);
	if (b->field->precision == LQCD__DOUBLE) return d[i] = v;
	return (double)(s[i] = (float)v);
}

/** A word of a field, as it is. */
LQCD_FN void lqcd__spinors_word(const lqcd__spinors_job *b, size_t i, unsigned char *p, size_t word)
{
	char *at = (char *)b->field->data + i * word;
	uint64_t wide;
	uint32_t half;
	if (word == 8) {
		if (b->write) {
			memcpy(&wide, at, sizeof wide);
			lqcd_store_u64(p, wide, b->f->byte_order);
		} else {
			wide = lqcd_load_u64(p, b->f->byte_order);
			memcpy(at, &wide, sizeof wide);
		}
	} else if (b->write) {
		memcpy(&half, at, sizeof half);
		lqcd_store_u32(p, half, b->f->byte_order);
	} else {
		half = lqcd_load_u32(p, b->f->byte_order);
		memcpy(at, &half, sizeof half);
	}
}

LQCD_STATIC void lqcd__spinors_move(const void *context, uint64_t n, const int x[4], unsigned char *p,
				    lqcd_links_found *w)
{
	const lqcd__spinors_job *b = (const lqcd__spinors_job *)context;
	const lqcd_geometry *g = b->field->type;
	const size_t lanes = (size_t)g->lanes, words = lqcd__halo_words(b->field), word = lqcd__halo_word(b->field);
	const size_t step = b->f->bits ? (size_t)b->f->bits / 8 : word;
	int lane;
	const size_t block = (size_t)(lqcd_geometry_index(g, x, &lane) - g->master_shift);
	size_t i = block * words * lanes + (size_t)lane;
	int finite = 1;
	for (size_t k = 0; k < words; k++, i += lanes, p += step)
		if (b->f->bits)
			finite &= lqcd_isfinite(lqcd__spinors_number(b, i, p));
		else
			lqcd__spinors_word(b, i, p, word);
	if (!finite) lqcd__section_bad(w, LQCD_NAN, n, 0);
}

LQCD_STATIC lqcd_status lqcd__spinors_all(lqcd_file_in *in, lqcd_file_out *out, const lqcd_spinors *f,
					  lqcd_field_view field, lqcd_links_found *found, lqcd_message *why)
{
	const lqcd_section s = lqcd__spinors_section(f, &field);
	const lqcd__spinors_job b = {f, &field, out != NULL};
	const int *want = field.type->lattice->extent, *has = f->extent;
	const char *path = lqcd_path_shown(in ? in->path : out->target);
	if (memcmp(want, has, sizeof f->extent) != 0)
		return lqcd_fail(why, LQCD_ERR_GEOMETRY,
				 "%s: spinors of X Y Z T = %d %d %d %d in the file, but the field is of %d %d %d %d",
				 path, has[1], has[2], has[3], has[0], want[1], want[2], want[3], want[0]);
	if (field.type->parity != f->parity || (f->bits && field.precision == LQCD__INT16))
		return lqcd_fail(why, LQCD_ERR_GEOMETRY, "%s: a field of another %s is needed", path,
				 field.type->parity != f->parity ? "parity" : "precision");
	return lqcd_section_move(in, out, &s, field.type->lattice, 0, lqcd__spinors_move, &b, found, why);
}

LQCD_STATIC lqcd_status lqcd_spinors_read(lqcd_file_in *in, const lqcd_spinors *f, lqcd_field_view field,
					  lqcd_links_found *found, lqcd_message *why)
{
	return lqcd__spinors_all(in, NULL, f, field, found, why);
}

LQCD_STATIC lqcd_status lqcd_spinors_write(lqcd_file_out *out, const lqcd_spinors *f, lqcd_field_view field,
					   lqcd_links_found *found, lqcd_message *why)
{
	return lqcd__spinors_all(NULL, out, f, field, found, why);
}

LQCD_STATIC lqcd_status lqcd_spinors_verdict(const char *path, const lqcd_spinors *f, const lqcd_links_found *w,
					     lqcd_message *why)
{
	uint64_t pair = w->link * (f->parity ? 2 : 1);
	int x[4];
	if (w->bad == LQCD_OK) return LQCD_OK;
	for (int k = 0; k < 4; k++) {
		const int nu = f->x_fast ? (k + 1) & 3 : 3 - k;
		x[nu] = (int)(pair % (uint64_t)f->extent[nu]);
		pair /= (uint64_t)f->extent[nu];
	}
	if (f->parity) x[f->x_fast ? 1 : 3] += (x[0] + x[1] + x[2] + x[3] + (f->parity == LQCD_ODD)) & 1;
	return lqcd_fail(why, w->bad, "%s: NaN, infinity or a double beyond floats at site x,y,z,t = %d,%d,%d,%d",
			 lqcd_path_shown(path), x[1], x[2], x[3], x[0]);
}

#endif
