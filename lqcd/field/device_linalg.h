/* lqcd/field/device_linalg.h: linalg.h for fields of a GPU: the same names and formulas with the tags gf, gd, gh. C++ (nvcc).
 *
 *   lqcd_spinor_field_zero, _copy, _scale, _axpy, _xpay, _caxpy, _cxpay, _caxpbypz, _cxpaypbz, _axpy_zpbx,
 *   _axpy_czpbx, _gamma5, _norm2, _dot, _axpy_norm2, _caxpy_norm2_dot, _pack, _unpack         as in linalg.h
 *   lqcd_spinor_field_gaussian                    as in field.h
 *   lqcd_field_convert(lqcd_spinor_field_view(&to), lqcd_spinor_field_view(&from))      between gf and gd
 *
 * A call is one launch (of axpy_czpbx n), and returns when it is under way; those that return a number wait for it. Sums
 * have the bits of the host's where its arithmetic has fused multiply-adds (device/sum.h). Over several processes they are
 * collective, like there. After an error of the device (device/lattice.h) sums are NaN.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_LINALG_H
#define LQCD_GPU_LINALG_H

#include "../device/launch.h"
#include "device_field.h"
#include "launch.h"
#include "linalg.h"
#include "linear.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

/** Sums over all processes; NaN after an error here. */
LQCD_STATIC void lqcd__gpu_all_sums(const lqcd_gpu_lattice *lat, lqcd_sum *total, int n, double *sums)
{
	for (int k = 0; k < n && lat->status != LQCD_OK; k++) {
		lqcd_sum_start(total + k);
		total[k].special[2] = 1;
	}
	lqcd_comm_sums(&lat->host->comm, sums, total, n);
}

/** The n sums, of three that launches of call() add to those of the lattice, over all processes. */
template <class F> static void lqcd__gpu_sums_of(lqcd_gpu_lattice *lat, int n, const F &call, double *sums)
{
	lqcd_message why = {""};
	lqcd_sum total[3];
	(void)lqcd__gpu_note(lat, lqcd_gpu_sums_start(lat->gpu, &lat->sums, 3, &why), &why);
	call();
	if (lat->status == LQCD_OK)
		(void)lqcd__gpu_note(lat,
			       lqcd_gpu_sums_take(lat->gpu, &lat->sums, 3, (int)lqcd_gpu_sites(lat->host), total, &why),
			       &why);
	lqcd__gpu_all_sums(lat, total, n, sums);
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
	(void)lqcd__gpu_note(lat, s, &why);
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

template <class To, class From> static lqcd_status lqcd__gpu_convert(To to, From from);
#define LQCD_TEMPLATE "../field/device_linalg.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#define LQCD_REPRESENTED
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

/** r = s, rounded where their numbers differ. */
template <class Spinor> LQCD_FN void lqcd__gpu_round(Spinor *r, const Spinor *s)
{
	*r = *s;
}

template <class To, class From> LQCD_FN void lqcd__gpu_round(To *r, const From *s)
{
	LQCD_UNROLL(4)
	for (int k = 0; k < (int)(sizeof s->c / sizeof *s->c); k++) {
		LQCD__UNROLL_NC
		for (int c = 0; c < (int)(sizeof s->c[0].c / sizeof *s->c[0].c); c++) {
			r->c[k].c[c].re = (decltype(r->c[k].c[c].re))s->c[k].c[c].re;
			r->c[k].c[c].im = (decltype(r->c[k].c[c].im))s->c[k].c[c].im;
		}
	}
}

/** r = a s, rounded. */
template <class Narrow, class Wide> LQCD_FN void lqcd__gpu_narrow(Narrow *r, double a, const Wide *s)
{
	LQCD_UNROLL(4)
	for (int k = 0; k < (int)(sizeof s->c / sizeof *s->c); k++) {
		LQCD__UNROLL_NC
		for (int c = 0; c < (int)(sizeof s->c[0].c / sizeof *s->c[0].c); c++)
			r->c[k].c[c] =
				lqcd_complex_make_f((float)(a * s->c[k].c[c].re), (float)(a * s->c[k].c[c].im));
	}
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
		typename To::site r;
		typename From::site s;
		lqcd__gpu_round(&r, lqcd__gpu_site_get(&s, &from.at, i));
		lqcd__gpu_site_set(&to.at, i, &r);
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

/* ---- reliable updates (solver/mixed.h), in one pass over each field ---------------------------------------------- */

/* x += a e, e = 0. */
template <class High, class Low> struct lqcd__gpu_collect {
	lqcd__gpu_operand<High> x;
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
		typename High::site sx, se;
		typename Low::site s;
		lqcd__gpu_round(&se, lqcd__gpu_site_get(&s, &e.at, i));
		lqcd__gpu_site_get(&sx, &x.at, i);
		lqcd__gpu_site_axpy(&sx, a, &se);
		lqcd__gpu_site_set(&x.at, i, &sx);
		lqcd__gpu_site_zero(&s);
		lqcd__gpu_site_set(&e.at, i, &s);
	}
};

/* low = a (b - r), |b - r|^2, |low|^2 as it is stored. */
template <class High, class Low> struct lqcd__gpu_low_residual {
	lqcd__gpu_operand<High> b, r;
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
		typename High::site sb, sr;
		typename Low::site s;
		lqcd__gpu_site_get(&sb, &b.at, i);
		lqcd__gpu_site_get(&sr, &r.at, i);
		lqcd__gpu_site_axpy(&sb, -1, &sr);
		v[0] = lqcd__gpu_site_norm2(&sb);
		lqcd__gpu_narrow(&s, a, &sb);
		lqcd__gpu_site_set(&low.at, i, &s);
		v[1] = lqcd__gpu_site_norm2(lqcd__gpu_site_get(&s, &low.at, i));
	}
};

template <class High, class Low> static void lqcd__gpu_mixed_collect(const High *x, double a, const Low *e)
{
	lqcd__gpu_collect<High, Low> f;
	memset((void *)&f, 0, sizeof f);
	f.x.full = *x;
	f.e.full = *e;
	f.a = a;
	lqcd__gpu_each<0>(x->type, f, NULL);
}

template <class High, class Low>
static void lqcd__gpu_mixed_residual(const Low *low, double a, const High *b, const High *r, double *norms)
{
	lqcd__gpu_low_residual<High, Low> f;
	memset((void *)&f, 0, sizeof f);
	f.b.full = *b;
	f.r.full = *r;
	f.low.full = *low;
	f.a = a;
	lqcd__gpu_each<2>(b->type, f, norms);
}

#define LQCD_TEMPLATE "../field/gaussian.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/linear.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
