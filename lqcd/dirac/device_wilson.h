/* lqcd/dirac/device_wilson.h: Wilson quarks on a GPU: the operator (wilson.h, wilson_multi.h), clover term and twisted mass (clover.h),
 * and domain walls (domain_wall.h). C++ (nvcc).
 *
 *   lqcd_wilson_create_on(&D, &there, lqcd_gauge_field_view(&u), mass, bc_t, storage)
 *                                                  lqcd_wilson_gf, _gd, _gh; there: lqcd_gpu_lattice; links of any tag of
 *                                                  the host, stored in 18, 12 or 8 reals (storage.h; 8 not in gh)
 *   lqcd_wilson_create(&D, &v, mass, bc_t), _create_as(.., storage), _set_links(&D, &v), _create_alike(&D, &of, mass)
 *                                                  from links on the device (field/device_links.h): v is lqcd_gauge_field_gf for _gf
 *                                                  and _gh, _gd for _gd
 *   lqcd_clover_add(&D, &v, &params, &why)         v as above; or lqcd_gauge_field_view(&u), links of the host, which are
 *                                                  copied for the time of the call
 *   lqcd_domain_wall_create_on(&D, &there, lqcd_gauge_field_view(&u), &params, bc_t, storage)
 *   lqcd_domain_wall_source, _quark                eta, q: spinor fields of D's tag on the device
 *
 * All other functions of those headers are as there, on fields of the same tag; multi-fields of a device are spinor fields
 * (field/device_field.h). Formulas, parities, aliasing and boundary are those of the host; so are the site functions, and the numbers
 * up to rounding, since compilers fuse different multiply-adds. With a boundary in time or twists (lattice/boundary.h) links have 18
 * reals. The hop with all that stands in one call, a site term too, is one launch for each parity of the output. Calls return when
 * the launch is under way (device/lattice.h has errors). Statuses: those of the host, and LQCD_ERR_DEVICE.
 *
 * Over several processes, each with its device, every call is collective, and results are bitwise identical on every
 * process grid. create exchanges the halo of u, and D has the links of neighbours that hops from them need. A
 * hop packs (1 -+ g_mu) psi at the borders, 12 reals for each site beyond them (device/halo.h; in 16 bits: 12 floats, which
 * hold the sums of two integers exactly, and the norm), computes the sites at no border while those travel, then the
 * others. Only the first hop on more right-hand sides than before allocates. An error of one process does not stop the
 * others: they compute with the numbers that they have until a sum, which is then NaN, or lqcd_gpu_lattice_status reports it to all.
 *
 * A thread computes the sites of a column in T, and a block of threads those of a small box in X, Y, Z, so that neighbours find a
 * spinor in the first cache, as far as the time slices of all boxes at work fit into it. Links, eight to a site, are loaded past
 * it, and stores past the second. Right-hand sides of a site share its links, up to LQCD_GPU_GROUP of them. base/config.h has what
 * can be tuned; smaller blocks and shorter columns are taken where these leave more than a tenth of the device without work.
 *
 * Compulsory bytes per output site of one parity: float 768, 576, 448 with 18, 12, 8 reals, double twice that, 16 bits 392 and 296;
 * a clover term adds two blocks of 144, 288 or 80 bytes to each hop (NC = 3; in 16 bits integers whose unit makes the largest of a
 * block 32767). Polynomials of K (domain_wall.h) walk along s in shared memory, within the hop before or after them in gf and gd on
 * one process with ls from 2 to LQCD_GPU_GROUP, else in a launch of their own, 2 x 96, 192 or 52 bytes (gf, gd, gh) per site.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_WILSON_H
#define LQCD_GPU_WILSON_H

#include "../field/device_linalg.h"
#include "../field/device_links.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

/* Defaults of the options for tuning (base/config.h). */
#ifndef LQCD_GPU_THREADS_gf
#define LQCD_GPU_THREADS_gf 512
#endif
#ifndef LQCD_GPU_THREADS_gd
#define LQCD_GPU_THREADS_gd 256
#endif
#ifndef LQCD_GPU_THREADS_gh
#define LQCD_GPU_THREADS_gh 512
#endif
#ifndef LQCD_GPU_THREADS_18_gf
#define LQCD_GPU_THREADS_18_gf 384
#endif
#ifndef LQCD_GPU_THREADS_18_gd
#define LQCD_GPU_THREADS_18_gd 256
#endif
#ifndef LQCD_GPU_THREADS_18_gh
#define LQCD_GPU_THREADS_18_gh 512
#endif
#ifndef LQCD_GPU_THREADS_FEW
#define LQCD_GPU_THREADS_FEW 256
#endif
#ifndef LQCD_GPU_TILE_gf
#define LQCD_GPU_TILE_gf 128
#endif
#ifndef LQCD_GPU_TILE_gd
#define LQCD_GPU_TILE_gd 256
#endif
#ifndef LQCD_GPU_TILE_gh
#define LQCD_GPU_TILE_gh 512
#endif
#ifndef LQCD_GPU_STEPS_gf
#define LQCD_GPU_STEPS_gf 2
#endif
#ifndef LQCD_GPU_STEPS_gd
#define LQCD_GPU_STEPS_gd 12
#endif
#ifndef LQCD_GPU_STEPS_gh
#define LQCD_GPU_STEPS_gh 4
#endif
#ifndef LQCD_GPU_TILE_MULTI
#define LQCD_GPU_TILE_MULTI 128
#endif
#ifndef LQCD_GPU_STEPS_MULTI
#define LQCD_GPU_STEPS_MULTI 8
#endif
#ifndef LQCD_GPU_GROUP
#define LQCD_GPU_GROUP 16
#endif
#ifndef LQCD_GPU_COLUMNS_gf
#define LQCD_GPU_COLUMNS_gf 1
#endif
#define LQCD_GPU_COLUMNS_gd 0
#define LQCD_GPU_COLUMNS_gh 0
#ifndef LQCD_GPU_TILE_BORDER
#define LQCD_GPU_TILE_BORDER 128
#endif

/* The sites that a kernel takes: those at borders wait for the faces of others. */
typedef enum { LQCD__GPU_ALL, LQCD__GPU_INNER, LQCD__GPU_BORDER } lqcd__gpu_which;

/* The distribution of the sites of a parity, each with `rhs` spinors, over threads. A block: threads in Z/2 and the
 * right-hand sides of one of `groups` of `group`; in Y; in X; it goes through `steps` time slices. Blocks: of groups,
 * Z/2, Y; of X; of T. */
typedef struct {
	lqcd_gpu_box box;
	int rhs, group, groups, threads[3], steps, tiles_z, grid[3];
} lqcd_gpu_tiling;

LQCD_FN int lqcd__gpu_parts_of(int n, int most)
{
	return (n + most - 1) / most;
}

/** Blocks of at most `most` threads, for `steps` slices: in Z/2 as many as leave room for four rows, at most 32; then Y
 * and X in turn. Returns the share of a device of so many multiprocessors, each with registers for `room` threads, that
 * has work. */
LQCD_STATIC double lqcd__gpu_tile(lqcd_gpu_tiling *t, int most, int steps, int room, int processors)
{
	const int extent[3] = {t->box.Zh, t->box.Y, t->box.X};
	int wide = 32, tile[3] = {1, 1, 1};
	while (wide > 1 && wide * t->group * 4 > most) wide /= 2;
	tile[0] = lqcd__gpu_parts_of(t->box.Zh, lqcd__gpu_parts_of(t->box.Zh, wide));
	for (int k = 1;; k = 3 - k) {
		const int other = 3 - k, left = most / t->group / (tile[0] * tile[1] * tile[2]);
		if (left >= 2 && tile[k] * 2 <= extent[k])
			tile[k] *= 2;
		else if (left < 2 || tile[other] * 2 > extent[other])
			break;
	}
	t->tiles_z = lqcd__gpu_parts_of(extent[0], tile[0]);
	t->threads[0] = tile[0] * t->group;
	t->threads[1] = tile[1];
	t->threads[2] = tile[2];
	t->steps = lqcd__gpu_parts_of(t->box.T, lqcd__gpu_parts_of(t->box.T, steps));
	t->grid[0] = t->groups * t->tiles_z * lqcd__gpu_parts_of(extent[1], tile[1]);
	t->grid[1] = lqcd__gpu_parts_of(extent[2], tile[2]);
	t->grid[2] = lqcd__gpu_parts_of(t->box.T, t->steps);
	const int threads = t->threads[0] * tile[1] * tile[2], blocks = t->grid[0] * t->grid[1] * t->grid[2];
	const int each = lqcd__gpu_parts_of(blocks, processors), fit = room / (32 * lqcd__gpu_parts_of(threads, 32));
	/* Multiprocessors without work cost all of their share, those with less work than room cost less. */
	return (double)blocks / (each * processors) * sqrt((double)((each < fit ? each : fit) * threads) / room);
}

/** A tiling at most a tenth worse than the best one, with the largest blocks, of at most `largest` and `room` threads,
 * and the longest columns, of at most `steps` slices. */
LQCD_STATIC lqcd_gpu_tiling lqcd_gpu_tiling_of(const lqcd_lattice *lat, int rhs, int room, int largest, int steps,
					       int processors)
{
	lqcd_gpu_tiling t;
	double best = 0;
	if (largest > room) largest = room;
	memset(&t, 0, sizeof t);
	t.box = lqcd_gpu_box_of(lat);
	t.rhs = rhs;
	t.groups = lqcd__gpu_parts_of(rhs, LQCD_GPU_GROUP);
	t.group = lqcd__gpu_parts_of(rhs, t.groups);
	for (int choose = 0; choose < 2; choose++)
		for (int most = largest; most >= largest / 4; most /= 2)
			for (int n = steps < t.box.T ? steps : t.box.T; n > 0; n--) {
				const double busy = lqcd__gpu_tile(&t, most, n, room, processors);
				if (choose && busy >= 0.9 * best) return t;
				if (busy > best) best = busy;
			}
	return t;
}

#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
