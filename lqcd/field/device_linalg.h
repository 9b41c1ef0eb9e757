/* lqcd/field/device_linalg.h: linalg.h and multi.h for fields of a GPU: the same names and formulas with the tags gf, gd, gh, from
 * the same text (algebra.inc). C++ (nvcc).
 *
 *   lqcd_spinor_field_<operation>, lqcd_multi_spinor_field_<operation>     all of linalg.h (axpy_czpbx with 16 bits, too) and multi.h
 *   lqcd_spinor_field_gaussian                    as in field.h
 *   lqcd_field_convert(lqcd_spinor_field_view(&to), lqcd_spinor_field_view(&from))      between gf and gd
 *
 * A call is one launch for each parity (of axpy_czpbx n, of lqcd_multi_spinor_field_dot two), and returns when it is under way; those that
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
#include "../base/lazy.inc"

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

/* f over n spinors, right-hand side i % rhs each; with sums one for each right-hand side. A block goes over `turns` times as many
 * as it has threads, one after the other, so that it finds neighbours of sites in the first cache. */
template <int sums, class F> struct lqcd__gpu_over_many {
	enum { most = sums ? LQCD_MAX_RHS : 0 };
	F f;
	int n, rhs, blocks, turns;
	unsigned long long *there;

	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		const int turn = turns * LQCD_GPU_THREADS, stride = blocks * turn;
		unsigned long long *const count = lqcd__gpu_counts_begin<most>(there, p.thread[0], LQCD_GPU_THREADS, sums * rhs);
		for (int first = p.block[0] * turn; first < n; first += stride)
			for (int i = first + p.thread[0]; i < first + turn && i < n; i += LQCD_GPU_THREADS) {
				double v = 0;
				f(i, &v);
				if (sums) lqcd__gpu_sum_add_alone(count + i % rhs * LQCD__GPU_COUNTS, v);
			}
		lqcd__gpu_counts_end<most>(count, there, p.thread[0], LQCD_GPU_THREADS, sums * rhs);
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
	const lqcd__gpu_over_many<sums, F> over = {f, n, rhs, sums && all > most ? most : all, turns, lat->sums.there};
	const int grid[3] = {over.blocks, 1, 1}, block[3] = {LQCD_GPU_THREADS, 1, 1};
	return n > 0 ? lqcd_gpu_launch<LQCD_GPU_THREADS, lqcd__gpu_fit<F>::blocks>(lat->gpu, over, grid, block, why) : LQCD_OK;
}

/* f(ix, j, v) for spinor j of block ix of a parity, with several right-hand sides number i % rhs of site i / rhs. */
template <int many, class F> struct lqcd__gpu_spinors {
	F f;
	int first, rhs;

	LQCD_GPU_FN void operator()(int i, double *v) const
	{
		f(first + (many ? i / rhs : i), many ? i % rhs : 0, v);
	}
};

template <int many, class F> static lqcd__gpu_spinors<many, F> lqcd__gpu_spinors_of(const lqcd_gpu_geometry *g, lqcd_parity p, int rhs, const F &f)
{
	const lqcd__gpu_spinors<many, F> all = {f, p == LQCD_ODD ? lqcd__first_odd(g) * (many ? 1 : rhs) : 0, rhs};
	return all;
}

template <int n, class F>
static lqcd_status lqcd__gpu_spinors_launch(const lqcd_gpu_lattice *lat, int sites, const lqcd__gpu_spinors<0, F> &f, lqcd_message *why)
{
	return lqcd__gpu_over_launch<n>(lat->gpu, sites, f, &lat->sums, why);
}

template <int n, class F>
static lqcd_status lqcd__gpu_spinors_launch(const lqcd_gpu_lattice *lat, int sites, const lqcd__gpu_spinors<1, F> &f, lqcd_message *why)
{
	return lqcd__gpu_over_many_launch<n>(lat, sites, f.rhs, f, why);
}

/** f over the spinors of fields on g, parity by parity; out: n sums, of several right-hand sides n = 0 or 1 for each, over all
 * processes. Operations for one right-hand side treat all rhs spinors of a site alike. */
template <int many, int n, class F> static void lqcd__gpu_each(const lqcd_gpu_geometry *g, int rhs, const F &f, double *out)
{
	lqcd_gpu_lattice *lat = g->lattice;
	const int sites = (int)lqcd_gpu_sites(lat->host) * (many ? 1 : rhs), count = many ? n * rhs : n;
	lqcd_sum total[many ? LQCD_MAX_RHS : n + 1], part[many ? LQCD_MAX_RHS : n + 1];
	lqcd_message why = {""};
	lqcd_status s = lat->status;
	for (int k = 0; k < count; k++) lqcd_sum_start(total + k);
	for (int p = 0; p < lqcd__gpu_parts(g->parity) && s == LQCD_OK; p++) {
		if (n) s = lqcd_gpu_sums_start(lat->gpu, &lat->sums, count, &why);
		if (s == LQCD_OK)
			s = lqcd__gpu_spinors_launch<n>(lat, sites, lqcd__gpu_spinors_of<many>(g, lqcd__gpu_part(g->parity, p), rhs, f), &why);
		if (s == LQCD_OK && n) s = lqcd_gpu_sums_take(lat->gpu, &lat->sums, count, sites, part, &why);
		for (int k = 0; k < count && s == LQCD_OK; k++) lqcd_sum_merge(total + k, part + k);
	}
	(void)lqcd__gpu_note(lat, s, &why);
	if (n) lqcd__gpu_all_sums(lat, total, count, out);
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

/* One of them; launches of several right-hand sides have one number. */
template <int many, class K, class Site> struct lqcd__gpu_site_at {
	K k;
	int which;

	LQCD_GPU_FN void operator()(int ix, int j, double *v) const
	{
		if (many) {
			double all[Site::count + 1];
			Site::at(&k, ix, j, all);
			if (Site::count > 0) v[0] = all[which];
		} else
			Site::at(&k, ix, j, v);
	}
};

/* With a[0] and b[0] as the device has computed them; nothing is done where *stop is not 0 there. */
template <class K, class Site> struct lqcd__gpu_site_given {
	K k;
	const lqcd_complex_d *factor;
	const int *stop;

	LQCD_GPU_FN void operator()(int ix, int j, double *v) const
	{
		typedef decltype(k.c) real;
		if (*stop) return;
		K with = k;
		with.a[0].re = (real)factor[0].re;
		with.a[0].im = (real)factor[0].im;
		with.b[0].re = (real)factor[1].re;
		with.b[0].im = (real)factor[1].im;
		Site::at(&with, ix, j, v);
	}
};

/** out: the sums of a pass over fields like x, of several right-hand sides one launch after the other for each number. */
template <int many, class Site, class K, class Field> static void lqcd__gpu_pass(double *out, const K *k, const Field *x)
{
	constexpr int n = Site::count, sums = many && n > 1 ? 1 : n;
	double one[LQCD_MAX_RHS];
	lqcd__gpu_site_at<many, K, Site> f = {*k, 0};
	do {
		lqcd__gpu_each<many, sums>(x->type, x->rhs, f, many ? one : out);
		for (int r = 0; many && n && r < x->rhs; r++) out[n * r + f.which] = one[r];
	} while (many && ++f.which < n);
}

/** A pass over fields of one parity without waiting, its factors those of the device; sums are added to those of the lattice. */
template <class Site, class K, class Field>
static lqcd_status lqcd__gpu_pass_given(const K *k, const Field *x, const lqcd_complex_d *factor, const int *stop, lqcd_message *why)
{
	const lqcd_gpu_lattice *lat = x->type->lattice;
	const lqcd__gpu_site_given<K, Site> f = {*k, factor, stop};
	LQCD_ASSERT(x->type->parity != LQCD_FULL);
	return lqcd__gpu_spinors_launch<Site::count>(lat, (int)lqcd_gpu_sites(lat->host), lqcd__gpu_spinors_of<0>(x->type, x->type->parity, 1, f), why);
}

template <class To, class From> static lqcd_status lqcd__gpu_convert(To to, From from);
#define LQCD_TEMPLATE "../field/algebra.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/device_linalg.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

/* ---- fields of two tags, in one pass over each -------------------------------------------------------------------- */

/** r = a s, rounded where their numbers differ. */
template <class To, class From> LQCD_FN void lqcd__gpu_round(To *r, double a, const From *s)
{
	LQCD_UNROLL(4)
	for (int k = 0; k < (int)(sizeof s->c / sizeof *s->c); k++) {
		LQCD__UNROLL_NC
		for (int c = 0; c < (int)(sizeof s->c[0].c / sizeof *s->c[0].c); c++) {
			r->c[k].c[c].re = (decltype(r->c[k].c[c].re))(a * s->c[k].c[c].re);
			r->c[k].c[c].im = (decltype(r->c[k].c[c].im))(a * s->c[k].c[c].im);
		}
	}
}

/* to = from */
template <class To, class From> struct lqcd__gpu_converter {
	decltype(lqcd__spinors_of((const To *)NULL)) to;
	decltype(lqcd__spinors_of((const From *)NULL)) from;

	LQCD_GPU_FN void operator()(int ix, int, double *) const
	{
		typename To::site r;
		typename From::site s;
		lqcd__gpu_round(&r, 1, lqcd__spinor_load(&s, &from, ix));
		lqcd__spinor_store(&to, ix, &r);
	}
};

template <class To, class From> static lqcd_status lqcd__gpu_convert(To to, From from)
{
	if (!to.ptr || !from.ptr) return LQCD_ERR_ARGUMENT;
	if (to.type != from.type) return LQCD_ERR_GEOMETRY;
	const lqcd__gpu_converter<To, From> f = {lqcd__spinors_of(&to), lqcd__spinors_of(&from)};
	lqcd__gpu_each<0, 0>(to.type, 1, f, NULL);
	return LQCD_OK;
}

/* Op at spinor i of two fields of High and one of Low, and a[j], the factor of right-hand side j. */
template <int many, class High, class Low, class Op> struct lqcd__gpu_two_tags {
	decltype(lqcd__spinors_of((const High *)NULL)) x, y;
	decltype(lqcd__spinors_of((const Low *)NULL)) low;
	int rhs;
	double a[many ? LQCD_MAX_RHS : 1];
	typedef typename High::site high_site;
	typedef typename Low::site low_site;

	LQCD_GPU_FN void operator()(int ix, int j, double *v) const
	{
		Op::at(*this, many ? ix * rhs + j : ix, j, v);
	}
};

/** a: of each right-hand side; out: n sums. */
template <int many, int n, class Op, class High, class Low>
static void lqcd__gpu_two_tags_do(const High *x, const High *y, const Low *low, const double *a, double *out)
{
	lqcd__gpu_two_tags<many, High, Low, Op> f;
	memset((void *)&f, 0, sizeof f);
	f.x = lqcd__spinors_of(x);
	f.y = lqcd__spinors_of(y);
	f.low = lqcd__spinors_of(low);
	f.rhs = low->rhs;
	memcpy(f.a, a, (size_t)f.rhs * sizeof *a);
	lqcd__gpu_each<many, n>(low->type, f.rhs, f, out);
}

/* Reliable updates (solver/mixed.h): low = a x */
struct lqcd__gpu_lower {
	template <class K> static LQCD_GPU_FN void at(const K &k, int i, int j, double *)
	{
		typename K::high_site x;
		typename K::low_site s;
		lqcd__gpu_round(&s, k.a[j], lqcd__spinor_load(&x, &k.x, i));
		lqcd__spinor_store(&k.low, i, &s);
	}
};

/* x += a low, low = 0. */
struct lqcd__gpu_collect {
	template <class K> static LQCD_GPU_FN void at(const K &k, int i, int j, double *)
	{
		typename K::high_site x, e;
		typename K::low_site s;
		lqcd__gpu_round(&e, 1, lqcd__spinor_load(&s, &k.low, i));
		lqcd__spinor_load(&x, &k.x, i);
		lqcd_spinor_axpy(&x, k.a[j], &e, &x);
		lqcd__spinor_store(&k.x, i, &x);
		lqcd_spinor_zero(&s);
		lqcd__spinor_store(&k.low, i, &s);
	}
};

/* low = a (x - y), |x - y|^2, |low|^2 as it is stored. */
struct lqcd__gpu_low_residual {
	template <class K> static LQCD_GPU_FN void at(const K &k, int i, int j, double *v)
	{
		typename K::high_site x, y;
		typename K::low_site s;
		lqcd__spinor_load(&x, &k.x, i);
		lqcd__spinor_load(&y, &k.y, i);
		lqcd_spinor_axpy(&x, -1, &y, &x);
		v[0] = lqcd__site_norm2(&x);
		lqcd__gpu_round(&s, k.a[j], &x);
		lqcd__spinor_store(&k.low, i, &s);
		v[1] = lqcd__site_norm2(lqcd__spinor_load(&s, &k.low, i));
	}
};

#define LQCD_TEMPLATE "../field/gaussian.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/linear.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS + LQCD_REPRESENTED + LQCD_DEVICE_MULTI_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/algebra.inc"
#define LQCD_TAGS     LQCD_DEVICE_MULTI_STORED_TAGS
#include "../base/each_tag.inc"

#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
