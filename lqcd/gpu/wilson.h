/* lqcd/gpu/wilson.h: the Wilson Dirac operator of dirac/wilson.h on a GPU. C++ (nvcc).
 *
 *   lqcd_gpu_wilson_create_<tag>(&D, gpu, lqcd_gauge_field_view(&u), mass, bc_t, storage, why)
 *                                                  tags f, d, h; links of any tag of the host, stored in 18, 12 or 8
 *                                                  reals (storage.h; 8 not with h)
 *   lqcd_gpu_wilson_destroy(&D)
 *   lqcd_gpu_wilson_hop(&out, &D, &in, dagger, why)            out = H in
 *   lqcd_gpu_wilson_hop_xpay(&out, a, &x, b, &D, &in, dagger, why)     out = a x + b H in
 *   lqcd_gpu_wilson_apply(&out, &D, &in, dagger, why)          out = D in, D^dagger in
 *   lqcd_gpu_wilson_gamma5(&out, &D, &in, why)                 out = g5 D in
 *   lqcd_gpu_wilson_schur(&out, &D, &in, &tmp, dagger, why)    out = (4+m)^2 in - H H in / 4; tmp of the other parity
 *
 * Formulas, parities, aliasing and boundary as there, on lqcd_gpu_spinor_field_<tag>; the site functions are the same, and
 * so are the numbers up to the rounding of their order. A launch for each parity of the output; all that stands in one
 * line above is one. Calls return when the launch is under way (device.h). Statuses: those of lqcd_wilson_create,
 * LQCD_ERR_DEVICE, LQCD_ERR_MEMORY; LQCD_ERR_GEOMETRY for fields of parities that do not go together.
 *
 * A site has its eight links, those in -mu daggered, as on the host: they are loaded past the first cache, which is left
 * to the spinors. A thread computes the sites of a column in T, and a block of threads those of a small box in X, Y, Z,
 * so that a spinor is loaded from the second cache about twice instead of eight times, provided that three time slices of
 * the boxes at work fit into the first. LQCD_GPU_STEPS (time slices of a column), LQCD_GPU_THREADS_f, _d, _h (of a
 * block) and LQCD_GPU_BLOCKS_f, .. (of a multiprocessor, for the compiler's share of registers) tune that.
 *
 * Compulsory bytes per output site of one parity: float 768, 576, 448 with 18, 12, 8 reals, double twice that, 16 bits
 * 392 and 296.
 */
#ifndef LQCD_GPU_WILSON_H
#define LQCD_GPU_WILSON_H

#include "../dirac/wilson.h"
#include "field.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

#ifndef LQCD_GPU_STEPS
#define LQCD_GPU_STEPS 4
#endif
#ifndef LQCD_GPU_THREADS_f
#define LQCD_GPU_THREADS_f 256
#define LQCD_GPU_BLOCKS_f  2
#endif
#ifndef LQCD_GPU_THREADS_d
#define LQCD_GPU_THREADS_d 128
#define LQCD_GPU_BLOCKS_d  2
#endif
#ifndef LQCD_GPU_THREADS_h
#define LQCD_GPU_THREADS_h 256
#define LQCD_GPU_BLOCKS_h  2
#endif

/* How the sites of a parity are shared: threads in Z/2, Y, X of a block; slices of a column; blocks. */
typedef struct {
	lqcd_gpu_box box;
	int threads[3], steps, tiles_z, grid[3];
} lqcd_gpu_tiling;

/** Boxes of at most `most` threads: all of Z/2 if it is not above 32, then Y and X in turn. */
LQCD_STATIC lqcd_gpu_tiling lqcd_gpu_tiling_of(const lqcd_lattice *lat, int most, int steps)
{
	lqcd_gpu_tiling t;
	t.box = lqcd_gpu_box_of(lat);
	const int extent[3] = {t.box.Zh, t.box.Y, t.box.X};
	int blocks[3], parts = (t.box.Zh + 31) / 32;
	t.threads[0] = (t.box.Zh + parts - 1) / parts;
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

#define LQCD_TAG f
#include "../tmpl/gpu_wilson.inc"
#define LQCD_TAG d
#include "../tmpl/gpu_wilson.inc"
#define LQCD_TAG h
#include "../tmpl/gpu_wilson.inc"

LQCD_END_DECLS
#endif

#endif
