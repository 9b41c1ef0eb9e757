/* lqcd/gpu/linalg.h: linalg.h for fields of a GPU: the same names and formulas with the tags gf, gd, gh. C++ (nvcc).
 *
 *   lqcd_spinor_field_zero, _copy, _scale, _axpy, _xpay, _caxpy, _cxpay, _caxpbypz, _cxpaypbz, _axpy_zpbx,
 *   _axpy_czpbx, _gamma5, _norm2, _dot, _axpy_norm2, _caxpy_norm2_dot, _pack, _unpack         as in linalg.h
 *   lqcd_field_convert(lqcd_spinor_field_view(&to), lqcd_spinor_field_view(&from))      between gf and gd
 *
 * A call is one launch (of axpy_czpbx n), and returns when it is under way; those that return a number wait for it. Sums
 * have the bits of the host's where its arithmetic has fused multiply-adds (gpu/sum.h). Over several processes they are
 * collective, like there. After an error of the device (gpu/field.h) sums are NaN.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_LINALG_H
#define LQCD_GPU_LINALG_H

#include "../field/linalg.h"
#include "field.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "lazy.inc"

/** Sums over all processes; NaN after an error here. */
LQCD_STATIC void lqcd__gpu_all_sums(const lqcd_gpu_lattice *lat, lqcd_sum *total, int n, double *sums)
{
	for (int k = 0; k < n && lat->status != LQCD_OK; k++) {
		lqcd_sum_start(total + k);
		total[k].special[2] = 1;
	}
	lqcd_comm_sums(&lat->host->comm, sums, total, n);
}

/** f over the sites of fields on g, parity by parity, those of each from f.part(parity); n sums, over all processes. */
template <int n, class F> static void lqcd__gpu_each(const lqcd_gpu_geometry *g, const F &f, double *sums)
{
	lqcd_gpu_lattice *lat = g->lattice;
	lqcd_sum total[n ? n : 1], part[n ? n : 1];
	lqcd_message why = {""};
	lqcd_status s = lat->status;
	for (int k = 0; k < n; k++) lqcd_sum_start(total + k);
	for (int p = 0; p < lqcd__gpu_parts(g->parity) && s == LQCD_OK; p++) {
		s = lqcd_gpu_over<n>(lat->gpu, (int)lqcd_gpu_sites(lat->host), f.part(lqcd__gpu_part(g->parity, p)),
				     &lat->sums, part, &why);
		for (int k = 0; k < n && s == LQCD_OK; k++) lqcd_sum_merge(total + k, part + k);
	}
	lqcd__gpu_note(lat, s, &why);
	if (n) lqcd__gpu_all_sums(lat, total, n, sums);
}

/* The operations of a kernel over sites; x, y, z, w, a, b are those of lqcd__gpu_algebra. */
typedef enum {
	LQCD__GPU_SCALE, /* y = a x */
	LQCD__GPU_AXPY,  /* y = a x + y */
	LQCD__GPU_XPAY,  /* y = x + a y */
	LQCD__GPU_CAXPY, /* the same with complex a */
	LQCD__GPU_CXPAY,
	LQCD__GPU_CAXPBYPZ,       /* z = a x + b y + z */
	LQCD__GPU_CXPAYPBZ,       /* z = x + a y + b z */
	LQCD__GPU_AXPY_ZPBX,      /* y = a x + y, x = Im(b) z + Re(b) x */
	LQCD__GPU_GAMMA5,         /* y = g5 x */
	LQCD__GPU_NORM2,          /* |x|^2 */
	LQCD__GPU_DOT,            /* <x, y> */
	LQCD__GPU_AXPY_NORM2,     /* y = a x + y, |y|^2 */
	LQCD__GPU_CAXPY_NORM2_DOT /* y = a x + y, |y|^2, <z, y> */
} lqcd__gpu_verb;

#define LQCD_TEMPLATE "../gpu/linalg.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"

/* A field that a kernel over sites of one parity takes; lqcd__gpu_each asks for each parity. */
template <class Field> struct lqcd__gpu_operand {
	Field full; /* on the host */
	decltype(lqcd__spinors_part((const Field *)NULL)) at;

	void take(lqcd_parity parity)
	{
		const Field part = lqcd_spinor_field_part(&full, parity);
		at = lqcd__spinors_part(&part);
	}
};

/** r = s in double; r = a s, rounded. */
LQCD_FN void lqcd__gpu_widen(lqcd_spinor_d *r, const lqcd_spinor_f *s)
{
	LQCD_UNROLL(4)
	for (int k = 0; k < 4; k++) {
		LQCD__UNROLL_NC
		for (int c = 0; c < LQCD_NC; c++)
			r->c[k].c[c] = lqcd_complex_make_d((double)s->c[k].c[c].re, (double)s->c[k].c[c].im);
	}
}

LQCD_FN void lqcd__gpu_narrow(lqcd_spinor_f *r, double a, const lqcd_spinor_d *s)
{
	LQCD_UNROLL(4)
	for (int k = 0; k < 4; k++) {
		LQCD__UNROLL_NC
		for (int c = 0; c < LQCD_NC; c++)
			r->c[k].c[c] =
				lqcd_complex_make_f((float)(a * s->c[k].c[c].re), (float)(a * s->c[k].c[c].im));
	}
}

/** Spinor i of fields of float and 16 bits: s, or where it was loaded to; and back. */
LQCD_FN const lqcd_spinor_f *lqcd__gpu_site_get(lqcd_spinor_f *s, const lqcd__spinors_gf *from, int i)
{
	lqcd__spinors_load_gf(s, from, i, LQCD_GPU_PLAIN);
	return s;
}

LQCD_FN const lqcd_spinor_f *lqcd__gpu_site_get(lqcd_spinor_f *s, const lqcd__spinors_gh *from, int i)
{
	lqcd_spinor_h stored;
	return lqcd__spinors_get_gh(s, &stored, from, i);
}

LQCD_FN void lqcd__gpu_site_set(const lqcd__spinors_gf *to, int i, const lqcd_spinor_f *s)
{
	lqcd__spinors_set_gf(to, i, s);
}

LQCD_FN void lqcd__gpu_site_set(const lqcd__spinors_gh *to, int i, const lqcd_spinor_f *s)
{
	lqcd__spinors_set_gh(to, i, s);
}

LQCD_FN void lqcd__gpu_copy_site(const lqcd__spinors_gf *to, const lqcd__spinors_gd *from, int i)
{
	lqcd_spinor_d s;
	lqcd_spinor_f r;
	lqcd__spinors_load_gd(&s, from, i, LQCD_GPU_PLAIN);
	lqcd__gpu_narrow(&r, 1, &s);
	lqcd__spinors_set_gf(to, i, &r);
}

LQCD_FN void lqcd__gpu_copy_site(const lqcd__spinors_gd *to, const lqcd__spinors_gf *from, int i)
{
	lqcd_spinor_f s;
	lqcd_spinor_d r;
	lqcd__gpu_widen(&r, lqcd__gpu_site_get(&s, from, i));
	lqcd__spinors_set_gd(to, i, &r);
}

LQCD_FN void lqcd__gpu_copy_site(const lqcd__spinors_gh *to, const lqcd__spinors_gf *from, int i)
{
	lqcd_spinor_f s;
	lqcd__gpu_site_set(to, i, lqcd__gpu_site_get(&s, from, i));
}

LQCD_FN void lqcd__gpu_copy_site(const lqcd__spinors_gf *to, const lqcd__spinors_gh *from, int i)
{
	lqcd_spinor_f s;
	lqcd__gpu_site_set(to, i, lqcd__gpu_site_get(&s, from, i));
}

/* to = from, fields of two tags. */
template <class To, class From> struct lqcd__gpu_converter {
	lqcd__gpu_operand<To> to;
	lqcd__gpu_operand<From> from;

	lqcd__gpu_converter part(lqcd_parity parity) const
	{
		lqcd__gpu_converter r = *this;
		r.to.take(parity);
		r.from.take(parity);
		return r;
	}

	LQCD_GPU_FN void operator()(int i, double *) const
	{
		lqcd__gpu_copy_site(&to.at, &from.at, i);
	}
};

template <class To, class From> static lqcd_status lqcd__gpu_convert(To to, From from)
{
	if (!to.ptr || !from.ptr) return LQCD_ERR_ARGUMENT;
	if (to.type != from.type) return LQCD_ERR_GEOMETRY;
	lqcd__gpu_converter<To, From> f;
	memset((void *)&f, 0, sizeof f);
	f.to.full = to;
	f.from.full = from;
	lqcd__gpu_each<0>(to.type, f, NULL);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_field_convert(lqcd_spinor_field_gf to, lqcd_spinor_field_gd from)
{
	return lqcd__gpu_convert(to, from);
}

LQCD_STATIC lqcd_status lqcd_field_convert(lqcd_spinor_field_gd to, lqcd_spinor_field_gf from)
{
	return lqcd__gpu_convert(to, from);
}

LQCD_STATIC void lqcd_spinor_field_pack_gh(lqcd_spinor_field_gh *to, const lqcd_spinor_field_gf *from)
{
	lqcd__gpu_convert(*to, *from);
}

LQCD_STATIC void lqcd_spinor_field_unpack_gh(lqcd_spinor_field_gf *to, const lqcd_spinor_field_gh *from)
{
	lqcd__gpu_convert(*to, *from);
}

/* ---- reliable updates (solver/mixed.h), in one pass over each field ---------------------------------------------- */

/* x += a e, e = 0. */
template <class Low> struct lqcd__gpu_collect {
	lqcd__gpu_operand<lqcd_spinor_field_gd> x;
	lqcd__gpu_operand<Low> e;
	double a;

	lqcd__gpu_collect part(lqcd_parity parity) const
	{
		lqcd__gpu_collect r = *this;
		r.x.take(parity);
		r.e.take(parity);
		return r;
	}

	LQCD_GPU_FN void operator()(int i, double *) const
	{
		lqcd_spinor_d sx, se;
		lqcd_spinor_f s;
		lqcd__gpu_widen(&se, lqcd__gpu_site_get(&s, &e.at, i));
		lqcd__spinors_load_gd(&sx, &x.at, i, LQCD_GPU_PLAIN);
		lqcd_spinor_axpy_d(&sx, a, &se, &sx);
		lqcd__spinors_set_gd(&x.at, i, &sx);
		lqcd_spinor_zero_f(&s);
		lqcd__gpu_site_set(&e.at, i, &s);
	}
};

/* low = a (b - r), |b - r|^2, |low|^2 as it is stored. */
template <class Low> struct lqcd__gpu_low_residual {
	lqcd__gpu_operand<lqcd_spinor_field_gd> b, r;
	lqcd__gpu_operand<Low> low;
	double a;

	lqcd__gpu_low_residual part(lqcd_parity parity) const
	{
		lqcd__gpu_low_residual f = *this;
		f.b.take(parity);
		f.r.take(parity);
		f.low.take(parity);
		return f;
	}

	LQCD_GPU_FN void operator()(int i, double *v) const
	{
		lqcd_spinor_d sb, sr;
		lqcd_spinor_f s;
		lqcd__spinors_load_gd(&sb, &b.at, i, LQCD_GPU_PLAIN);
		lqcd__spinors_load_gd(&sr, &r.at, i, LQCD_GPU_PLAIN);
		lqcd_spinor_axpy_d(&sr, -1, &sr, &sb);
		v[0] = lqcd__site_norm2_gd(&sr);
		lqcd__gpu_narrow(&s, a, &sr);
		lqcd__gpu_site_set(&low.at, i, &s);
		v[1] = lqcd__site_norm2_gf(lqcd__gpu_site_get(&s, &low.at, i));
	}
};

template <class Low> static void lqcd__gpu_mixed_collect(const lqcd_spinor_field_gd *x, double a, const Low *e)
{
	lqcd__gpu_collect<Low> f;
	memset((void *)&f, 0, sizeof f);
	f.x.full = *x;
	f.e.full = *e;
	f.a = a;
	lqcd__gpu_each<0>(x->type, f, NULL);
}

template <class Low>
static void lqcd__gpu_mixed_residual(const Low *low, double a, const lqcd_spinor_field_gd *b,
				     const lqcd_spinor_field_gd *r, double *norms)
{
	lqcd__gpu_low_residual<Low> f;
	memset((void *)&f, 0, sizeof f);
	f.b.full = *b;
	f.r.full = *r;
	f.low.full = *low;
	f.a = a;
	lqcd__gpu_each<2>(b->type, f, norms);
}

#include "lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
