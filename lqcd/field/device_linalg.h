/* lqcd/field/device_linalg.h: linalg.h and multi.h for fields of a GPU: the same names and formulas with the tags gf, gd, gh, from
 * the same text (algebra.inc). C++ (nvcc).
 *
 *   lqcd_spinor_field_zero, _copy, _scale, _axpy, _xpay, _caxpy, _cxpay, _caxpbypz, _cxpaypbz, _axpy_zpbx,
 *   _axpy_czpbx, _gamma5, _norm2, _dot, _axpy_norm2, _caxpy_norm2_dot, _pack, _unpack         as in linalg.h
 *   lqcd_spinor_field_gaussian                    as in field.h
 *   lqcd_field_convert(lqcd_spinor_field_view(&to), lqcd_spinor_field_view(&from))      between gf and gd
 *   lqcd_multi_field_zero, _copy, _scale, _axpy, _xpay, _caxpy, _cxpaypbz, _axpy_zpbx, _axpy_norm2, _norm2, _dot      as in multi.h
 *
 * A call is one launch for each parity (of axpy_czpbx n, of lqcd_multi_field_dot two), and returns when it is under way; those that
 * return a number wait for it. Threads of a warp have the right-hand sides of a site, which are side by side. Sums have the
 * bits of the host's where its arithmetic has fused multiply-adds (device/sum.h). Over several processes they are
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

/* f over n spinors, right-hand side i % rhs each; with sums one for each right-hand side. A block goes over `turns` times as many
 * as it has threads, one after the other, so that it finds neighbours of sites in the first cache. */
template <int sums, class F> struct lqcd__gpu_over_many {
	F f;
	int n, rhs, blocks, turns;
	unsigned long long *there;

	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		const int turn = turns * LQCD_GPU_THREADS, stride = blocks * turn;
#if LQCD_ON_DEVICE
		LQCD_GPU_SHARED unsigned long long count[(sums ? LQCD_MAX_RHS : 1) * LQCD__GPU_COUNTS];
		for (int j = p.thread[0]; j < sums * rhs * LQCD__GPU_COUNTS; j += LQCD_GPU_THREADS) count[j] = 0;
		if (sums) lqcd_gpu_sync();
#else
		unsigned long long *const count = there;
#endif
		for (int first = p.block[0] * turn; first < n; first += stride)
			for (int i = first + p.thread[0]; i < first + turn && i < n; i += LQCD_GPU_THREADS) {
				double v = 0;
				f(i, &v);
				if (sums) lqcd__gpu_sum_add_alone(count + i % rhs * LQCD__GPU_COUNTS, v);
			}
#if LQCD_ON_DEVICE
		if (sums) lqcd_gpu_sync();
		for (int j = p.thread[0]; j < sums * rhs * LQCD__GPU_COUNTS; j += LQCD_GPU_THREADS)
			if (count[j]) lqcd_gpu_add(there + j, count[j]);
#else
		(void)count;
#endif
	}
};

/** Turns of a block: at most one for each right-hand side, and so few that all multiprocessors have eight blocks. */
static inline int lqcd__gpu_turns(const lqcd_gpu *gpu, int n, int rhs)
{
	const int turns = n / (8 * LQCD_GPU_THREADS * gpu->processors);
	return turns < 1 ? 1 : turns < rhs ? turns : rhs;
}

/** The launch alone, over so many sites. */
template <int sums, class F>
static lqcd_status lqcd__gpu_over_many_launch(const lqcd_gpu_lattice *lat, int sites, int rhs, const F &f, lqcd_message *why)
{
	const int n = sites * rhs, most = 16 * lat->gpu->processors, turns = lqcd__gpu_turns(lat->gpu, n, rhs),
		  turn = turns * LQCD_GPU_THREADS, all = (n + turn - 1) / turn;
	lqcd__gpu_over_many<sums, F> over;
	over.f = f;
	over.n = n;
	over.rhs = rhs;
	over.blocks = sums && all > most ? most : all;
	over.turns = turns;
	over.there = lat->sums.there;
	const int grid[3] = {over.blocks, 1, 1}, block[3] = {LQCD_GPU_THREADS, 1, 1};
	return n > 0 ? lqcd_gpu_launch<LQCD_GPU_THREADS, lqcd__gpu_fit<F>::blocks>(lat->gpu, over, grid, block, why) : LQCD_OK;
}

/** f over the spinors of fields on g, those of each parity from f.part(parity); sums 0, or 1: one for each right-hand
 * side, over all processes. */
template <int sums, class F>
static void lqcd__gpu_each_of_many(const lqcd_gpu_geometry *g, int rhs, const F &f, double *out)
{
	lqcd_gpu_lattice *lat = g->lattice;
	const int sites = (int)lqcd_gpu_sites(lat->host);
	lqcd_sum total[LQCD_MAX_RHS], part[LQCD_MAX_RHS];
	lqcd_message why = {""};
	lqcd_status s = lat->status;
	for (int k = 0; k < rhs; k++) lqcd_sum_start(total + k);
	for (int p = 0; p < lqcd__gpu_parts(g->parity) && s == LQCD_OK; p++) {
		if (sums) s = lqcd_gpu_sums_start(lat->gpu, &lat->sums, rhs, &why);
		if (s == LQCD_OK)
			s = lqcd__gpu_over_many_launch<sums>(lat, sites, rhs, f.part(lqcd__gpu_part(g->parity, p)), &why);
		if (s == LQCD_OK && sums) s = lqcd_gpu_sums_take(lat->gpu, &lat->sums, rhs, sites, part, &why);
		for (int k = 0; k < rhs && sums && s == LQCD_OK; k++) lqcd_sum_merge(total + k, part + k);
	}
	(void)lqcd__gpu_note(lat, s, &why);
	if (sums) lqcd__gpu_all_sums(lat, total, rhs, out);
}

/* ---- passes of algebra.inc ----------------------------------------------------------------------------------- */

/* Site functions without and with numbers, at a spinor. */
template <class K, void (*site)(const K *, int, int)> struct lqcd__gpu_spinor_site {
	enum { count = 0 };

	static LQCD_GPU_FN void at(const K *k, int ix, int j, double *)
	{
		site(k, ix, j);
	}
};

template <int n, class K, void (*site)(const K *, int, int, double *), void (*numbers)(double *, const double *)>
struct lqcd__gpu_spinor_sum {
	enum { count = n };

	static LQCD_GPU_FN void at(const K *k, int ix, int j, double *v)
	{
		double sum[LQCD__GATHER] = {0};
		site(k, ix, j, sum);
		numbers(v, sum);
	}
};

/* One of them for spinor i of a parity, or of many right-hand sides, whose launches have one number, spinor i % rhs of site
 * i / rhs. */
template <int many, class K, class Site> struct lqcd__gpu_spinors {
	K k;
	int first_odd, rhs, first, which;

	lqcd__gpu_spinors part(lqcd_parity parity) const
	{
		lqcd__gpu_spinors r = *this;
		r.first = parity == LQCD_ODD ? first_odd : 0;
		return r;
	}

	LQCD_GPU_FN void operator()(int i, double *v) const
	{
		if (many) {
			double all[Site::count + 1];
			Site::at(&k, first + i / rhs, i % rhs, all);
			if (Site::count > 0) v[0] = all[which];
		} else
			Site::at(&k, first + i, 0, v);
	}
};

/* With a[0] and b[0] as the device has computed them; nothing is done where *stop is not 0 there. */
template <class K, class Site> struct lqcd__gpu_spinors_given {
	lqcd__gpu_spinors<0, K, Site> one;
	const lqcd_complex_d *factor;
	const int *stop;

	LQCD_GPU_FN void operator()(int i, double *v) const
	{
		typedef decltype(one.k.c) real;
		if (*stop) return;
		lqcd__gpu_spinors<0, K, Site> f = one;
		f.k.a[0].re = (real)factor[0].re;
		f.k.a[0].im = (real)factor[0].im;
		f.k.b[0].re = (real)factor[1].re;
		f.k.b[0].im = (real)factor[1].im;
		f(i, v);
	}
};

/** out: the sums. */
template <int many> struct lqcd__gpu_passes {
	template <class Site, class K, class Field> static void run(double *out, const K *k, const Field *x)
	{
		const lqcd__gpu_spinors<0, K, Site> f = {*k, lqcd__first_odd(x->type), 1, 0, 0};
		lqcd__gpu_each<Site::count>(x->type, f, out);
	}
};

/** n sums for each right-hand side, a launch for each number. */
template <> struct lqcd__gpu_passes<1> {
	template <class Site, class K, class Field> static void run(double *out, const K *k, const Field *x)
	{
		double sums[LQCD_MAX_RHS];
		lqcd__gpu_spinors<1, K, Site> f = {*k, lqcd__first_odd(x->type), x->rhs, 0, 0};
		do {
			lqcd__gpu_each_of_many<(Site::count > 0)>(x->type, x->rhs, f, sums);
			for (int r = 0; r < x->rhs && Site::count > 0; r++) out[Site::count * r + f.which] = sums[r];
		} while (++f.which < Site::count);
	}
};

/** A pass over fields of one parity without waiting, its factors those of the device; sums are added to those of the lattice. */
template <class Site, class K, class Field>
static lqcd_status lqcd__gpu_pass_given(const K *k, const Field *x, const lqcd_complex_d *factor, const int *stop, lqcd_message *why)
{
	const lqcd_gpu_lattice *lat = x->type->lattice;
	const lqcd__gpu_spinors<0, K, Site> f = {*k, lqcd__first_odd(x->type), 1, 0, 0};
	const lqcd__gpu_spinors_given<K, Site> given = {f.part(x->type->parity), factor, stop};
	LQCD_ASSERT(x->type->parity != LQCD_FULL);
	return lqcd__gpu_over_launch<Site::count>(lat->gpu, (int)lqcd_gpu_sites(lat->host), given, &lat->sums, why);
}

template <class To, class From> static lqcd_status lqcd__gpu_convert(To to, From from);
#define LQCD_TEMPLATE "../field/algebra.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
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
#define LQCD_TEMPLATE "../field/algebra.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/linear.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
