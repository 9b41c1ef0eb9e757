/* lqcd/gpu/wilson.h: the Wilson Dirac operator of dirac/wilson.h on a GPU. C++ (nvcc).
 *
 *   lqcd_wilson_create_on(&D, &there, lqcd_gauge_field_view(&u), mass, bc_t, storage)
 *                                                  lqcd_wilson_gf, _gd, _gh; there: lqcd_gpu_lattice; links of any tag of
 *                                                  the host, stored in 18, 12 or 8 reals (storage.h; 8 not in gh)
 *   lqcd_wilson_destroy(&D)
 *   lqcd_wilson_hop, _hop_xpay, _apply, _gamma5, _schur, _schur_dot, _schur_rhs, _schur_solution
 *                                                  as in dirac/wilson.h, on fields of the same tag
 *
 * Formulas, parities, aliasing and boundary are those of the host; so are the site functions, and the numbers up to the
 * rounding of what a compiler fuses. A launch for each parity of the output; the hop with all that stands in one call is
 * one. Calls return when the launch is under way (gpu/field.h has errors). Statuses of create: LQCD_ERR_ARGUMENT (as of
 * lqcd_wilson_create), LQCD_ERR_GEOMETRY (not a full field of the lattice), LQCD_ERR_MEMORY, LQCD_ERR_DEVICE.
 *
 * Over several processes, each with its device, every call is collective, and results are the same bits on every process
 * grid as on one device. create exchanges the halo of u, and D has the links of neighbours that hops from them need. A
 * hop packs (1 -+ g_mu) psi at the borders, 12 reals for each site beyond them (gpu/halo.h; in 16 bits: 12 floats),
 * computes the sites at no border while those travel, then the others, and returns when that launch is under way. Only
 * the first hop on more right-hand sides than before allocates. An error of one process ends nothing on the others, who
 * compute with what is there until a sum, NaN then, or lqcd_gpu_lattice_status tells all.
 *
 * A site has its eight links, those in -mu daggered, as on the host: they are loaded past the first cache, which is left
 * to the spinors. A thread computes the sites of a column in T, and a block of threads those of a small box in X, Y, Z,
 * so that a spinor is loaded from the second cache about twice instead of eight times, provided that three time slices of
 * the boxes at work fit into the first. LQCD_GPU_STEPS (time slices of a column), LQCD_GPU_THREADS_gf, _gd, _gh (of a
 * block) and LQCD_GPU_BLOCKS_gf, .. (of a multiprocessor, for the compiler's share of registers) tune that.
 *
 * Compulsory bytes per output site of one parity: float 768, 576, 448 with 18, 12, 8 reals, double twice that, 16 bits
 * 392 and 296.
 */
#ifndef LQCD_GPU_WILSON_H
#define LQCD_GPU_WILSON_H

#include "../dirac/wilson.h"
#include "linalg.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../tmpl/gpu_lazy.inc"

#ifndef LQCD_GPU_STEPS
#define LQCD_GPU_STEPS 4
#endif
#ifndef LQCD_GPU_THREADS_gf
#define LQCD_GPU_THREADS_gf 256
#define LQCD_GPU_BLOCKS_gf  2
#endif
#ifndef LQCD_GPU_THREADS_gd
#define LQCD_GPU_THREADS_gd 128
#define LQCD_GPU_BLOCKS_gd  2
#endif
#ifndef LQCD_GPU_THREADS_gh
#define LQCD_GPU_THREADS_gh 256
#define LQCD_GPU_BLOCKS_gh  2
#endif

/* Which sites a kernel takes: those at borders wait for what others send. */
typedef enum { LQCD__GPU_ALL, LQCD__GPU_INNER, LQCD__GPU_BORDER } lqcd__gpu_which;

/* How the sites of a parity, each with `rhs` spinors, are shared: threads in Z/2 and rhs, Y, X of a block; slices of a
 * column; blocks. */
typedef struct {
	lqcd_gpu_box box;
	int rhs, threads[3], steps, tiles_z, grid[3];
} lqcd_gpu_tiling;

/** Boxes of at most `most` threads: all of Z/2 and rhs if that is not above 32, then Y and X in turn. */
LQCD_STATIC lqcd_gpu_tiling lqcd_gpu_tiling_of(const lqcd_lattice *lat, int rhs, int most, int steps)
{
	lqcd_gpu_tiling t;
	t.box = lqcd_gpu_box_of(lat);
	t.rhs = rhs;
	const int extent[3] = {t.box.Zh * rhs, t.box.Y, t.box.X};
	int blocks[3], parts = (extent[0] + 31) / 32;
	t.threads[0] = (extent[0] + parts - 1) / parts;
	t.threads[1] = t.threads[2] = 1;
	for (int k = 1;; k = 3 - k) {
		const int grown = t.threads[k] * 2, other = 3 - k;
		const int fits = grown <= extent[k] && t.threads[0] * grown * t.threads[other] <= most;
		const int later = t.threads[other] * 2 <= extent[other] &&
				  t.threads[0] * t.threads[k] * t.threads[other] * 2 <= most;
		if (fits) t.threads[k] = grown;
		if (!fits && !later) break;
	}
	t.steps = steps < 1 ? 1 : steps > t.box.T ? t.box.T : steps;
	for (int k = 0; k < 3; k++) blocks[k] = (extent[k] + t.threads[k] - 1) / t.threads[k];
	t.tiles_z = blocks[0];
	t.grid[0] = blocks[0] * blocks[1];
	t.grid[1] = blocks[2];
	t.grid[2] = (t.box.T + t.steps - 1) / t.steps;
	return t;
}

#define LQCD_TAG gf
#include "../tmpl/gpu_wilson.inc"
#define LQCD_TAG gd
#include "../tmpl/gpu_wilson.inc"
#define LQCD_TAG gh
#include "../tmpl/gpu_wilson.inc"

#include "../tmpl/gpu_lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
