/* lqcd/observables/sequential.h: sources of quark propagators that are made of a field: through a sink, with a momentum, diluted.
 *
 *   status = lqcd_sequential_source(&b, gamma, p, &part, &s)      b(x) = exp(2 pi i sum_k p_k x_k / L_k) Gamma s(x) on a part of the
 *                                                  lattice, 0 elsewhere
 *
 * gamma: LQCD_GAMMA_5, LQCD_GAMMA_X, .., the 16 of correlator.h; LQCD_GAMMA_1: none. p = {p_X, p_Y, p_Z}, NULL: 0. part: times,
 * sites of a parity, a spin and a colour of b, as lqcd_noise_source has it (source.h); NULL: everything. b may be s.
 *
 *   through a sink      part.t = the time of the sink, for each column of a propagator; then solve D y = b. With g5 y^+ g5 the
 *                       current stands between source and sink: three-point functions
 *   momentum phases     Gamma = 1, part NULL; the factor is exactly 1 for p = 0
 *   dilution            Gamma = 1, p NULL: parts of a source s, whose sum is s
 *
 * Full fields of one lattice and of the same tag: f, d, vf, vd, or of a device (observables/device_observables.h). A site function
 * without sums: the same bits for any processes, lanes and threads. On a lattice with boundaries all times are those at which quarks
 * live. LQCD_ERR_ARGUMENT: no such gamma or part, or a time without quarks; LQCD_ERR_GEOMETRY: b and s of different lattices. b is
 * then as it was.
 * Source: G. Martinelli, C. T. Sachrajda, Nucl. Phys. B 316 (1989) 355.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_SEQUENTIAL_H
#define LQCD_OBSERVABLES_SEQUENTIAL_H

#include "correlator.h"

#define LQCD_TEMPLATE "../observables/sequential.inc"
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_sequential_source(b, gamma, p, part, s)                                                                    \
	LQCD_SELECT(lqcd_sequential_source, lqcd_spinor_field, *(b))(b, gamma, p, part, s)
#endif

#endif
