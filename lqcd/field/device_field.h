/* lqcd/field/device_field.h: fields of spinors in the memory of a GPU. C++ (nvcc).
 *
 *   lqcd_spinor_field_gf, _gd, _gh                fields on an lqcd_gpu_lattice: sites of the tags f, d, h, as device/layout.h says,
 *                                                 the even before the odd ones, norms of 16 bits separately
 *   lqcd_spinor_field_create(&s, &there, parity)  zeroed
 *   lqcd_spinor_field_destroy(&s)                 harmless when nothing was created; not for parts
 *   lqcd_spinor_field_part(&s, parity)            one parity of a full field, without a copy
 *   lqcd_spinor_field_put(&s, lqcd_spinor_field_view(&host))     s = a field of the host of any tag and lanes, which has
 *                                                 all sites of s
 *   lqcd_spinor_field_get(lqcd_spinor_field_view(&host), &s)     and back, to a field of any tag but h and vh, all of
 *                                                 whose sites s has
 *   lqcd_spinor_field_view(&s)                    for lqcd_field_convert(to, from) between gf and gd on one lattice
 *
 *   lqcd_multi_spinor_field_gf, _gd, _gh          several spinors to a site (device_linalg.h), those of a site side by side
 *   lqcd_multi_spinor_field_create(&x, &there, parity, rhs), _destroy(&x), _part(&x, parity)  1 <= rhs <= LQCD_MAX_RHS
 *   lqcd_multi_spinor_field_put(&x, n, lqcd_spinor_field_view(&host)), _get(lqcd_spinor_field_view(&host), &x, n)
 *
 * The names are those of the host (field.h) with the tags gf, gd, gh: overloads choose by the type. Operations on these
 * fields have the names of the host, too (device_linalg.h, dirac/device_wilson.h, solver/solver.h). Errors, statuses,
 * processes: device/lattice.h. Full fields of _gf and _gd have memory for the faces of neighbours behind their
 * spinors, for forces and smeared sources: 2 / L of a field for each direction that the process grid cuts into pieces of L.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_FIELD_H
#define LQCD_GPU_FIELD_H

#include "../device/lattice.h"
#include "multi.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

/** The spinors of faces of other processes, which a full field of floats or doubles has behind its own
 * (device/neighbours.h), for each right-hand side. */
LQCD_STATIC size_t lqcd__gpu_spinors_halo(const lqcd_gpu_lattice *lat)
{
	size_t n = 0;
	for (int mu = 0; mu < 4; mu++)
		if (lat->halo.cut >> mu & 1) n += 4 * (lqcd_gpu_sites(lat->host) / (size_t)lat->host->local[mu]);
	return n;
}

/** The first odd index of spinors. */
LQCD_STATIC int lqcd__first_odd(const lqcd_gpu_geometry *g)
{
	return (int)lqcd_gpu_bytes(lqcd_gpu_sites(g->lattice->host), 1);
}

/** Sets (put), or stores, the numbers e[k], k < n, of site x in a view of the host, from number `first` on. */
template <class Real>
static void lqcd__gpu_move_numbers(Real *e, int n, const lqcd_field_view *v, const int x[4], int first, int put)
{
	int lane;
	const int ix = lqcd_geometry_index(v->type, x, &lane);
	const size_t step = (size_t)v->type->lanes;
	size_t at = ((size_t)(ix - v->type->master_shift) * (size_t)v->reals + (size_t)first) * step + (size_t)lane;
	for (int k = 0; k < n; k++, at += step)
		if (put)
			e[k] = (Real)lqcd_field_view_get(v, at);
		else if (v->precision == LQCD__DOUBLE)
			((double *)v->data)[at] = (double)e[k];
		else
			((float *)v->data)[at] = (float)e[k];
}

/** Calls move(i, at, here) for the sites i of a field, each at site `at` of memory of the host that holds some of them at a time:
 * bytes[k] of a site are here[k], and at there[k] on the device (0: none). They are read before, or written after that, or both. */
template <class Move>
static lqcd_status lqcd__gpu_stage(const lqcd_gpu *gpu, char *const there[2], const size_t bytes[2], size_t sites, int get, int put,
				   const Move &move, lqcd_message *why)
{
	const size_t site = bytes[0] + bytes[1], block = LQCD_GPU_BLOCK, all = lqcd_gpu_bytes(sites, 1);
	const size_t fit = LQCD__GPU_STAGE / site / block * block, most = fit < block ? block : fit < all ? fit : all;
	char *const memory = (char *)lqcd_alloc(most * site);
	if (!memory) return lqcd_fail(why, LQCD_ERR_MEMORY, "no memory for %zu bytes", most * site);
	char *const here[2] = {memory, memory + most * bytes[0]};
	lqcd_status s = LQCD_OK;
	for (size_t first = 0; first < sites && s == LQCD_OK; first += most) {
		const size_t n = sites - first < most ? sites - first : most;
		for (int k = 0; k < 2 && s == LQCD_OK && bytes[k]; k++)
			if (get)
				s = lqcd_gpu_get(gpu, here[k], there[k] + first * bytes[k], lqcd_gpu_bytes(n, bytes[k]), why);
			else
				memset(here[k], 0, lqcd_gpu_bytes(n, bytes[k]));
		if (s == LQCD_OK) LQCD_RANGE_FOR((int)n, i, n >= 1024) move(first + (size_t)i, i, here);
		for (int k = 0; k < 2 && s == LQCD_OK && bytes[k] && put; k++)
			s = lqcd_gpu_put(gpu, there[k] + first * bytes[k], here[k], lqcd_gpu_bytes(n, bytes[k]), why);
	}
	lqcd_free(memory);
	return s;
}

#define LQCD_TEMPLATE "../field/device_field.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
