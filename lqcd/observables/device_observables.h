/* lqcd/observables/device_observables.h: sources, propagators and hadrons in the memory of a GPU. C++ (nvcc).
 *
 *   lqcd_point_source, _wall_source, _z2_source        observables/source.h, on full fields lqcd_spinor_field_gf, _gd: the
 *                                                      numbers of the host; waves with momentum up to rounding
 *   lqcd_source_wuppertal, _jacobi                     observables/source_smear.h, with links of the same tag (gauge/device_gauge.h)
 *
 *   lqcd_spinor_field_gd s[LQCD_COLUMNS];              a propagator as of observables/propagator.h; or of _gf
 *   lqcd_propagator_create(s, &there)                  there: lqcd_gpu_lattice
 *   lqcd_propagator_point_source(s, site), _wall_source(s, t, p), _destroy(s)
 *   lqcd_propagator_solve_by(s, &inv, &params, results)      s of _gd; inv of lqcd_inverter_create_on (solver/device_inverter.h) on
 *                                                      `there`: no field goes to the host
 *
 *   lqcd_pion_add(C, &x, t0)                           observables/meson.h
 *   lqcd_meson_correlators(out, a, b, origin, p, n)    the same; then lqcd_meson, lqcd_pcac_mass
 *   lqcd_proton_correlators(out, u, d, origin, p, n)   observables/baryon.h; then lqcd_proton
 *   lqcd_correlate(out, contraction, a, b, origin, p, n)     other contractions: see lqcd__gpu_mesons (observables/device_contract.h)
 *
 * Names, formulas and the text of what a site contributes are those of the host; out and C are memory of the host, and
 * times and momenta count as there. Contractions are in double for both tags. Sums over a time slice: of the pion
 * exact, of the others in double in an order that the extents of the lattice alone determine. All agree with the host up
 * to rounding, and have the same bits in every run and on every device.
 *
 * Several processes: as device/lattice.h says. Statuses: those of the host, and what device/lattice.h lists; an error of the device
 * before the call is returned, too. Correlators wait for the device; they take 4 kB (mesons) or 2.3 kB (proton) for each of
 * up to 256 shares of a time slice. A momentum is a pass over the propagators.
 *
 * A block of threads holds the matrices of 8 sites in shared memory; a thread computes a part of the numbers of one
 * site: 8 of 256 for mesons, for the proton a row of 4 of a ninth of the sum over colours.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_OBSERVABLES_H
#define LQCD_GPU_OBSERVABLES_H

#include "../solver/device_inverter.h"
#include "baryon.h"
#include "device_contract.h"
#include "device_loops.h"
#include "meson.h"
#include "source_smear.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

#define LQCD_TEMPLATE "../observables/pion.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../observables/source.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../observables/source_smear.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../observables/propagator.inc"
#include "../base/each_tag.inc"
#define LQCD_TAG gd
#include "propagator_solve.inc"
#define LQCD_TEMPLATE "../observables/device_contract.inc"
#include "../base/each_tag.inc"

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
