/* lqcd.h: lattice quantum chromodynamics in one #include: everything below, nothing to build, nothing to link but -lm.
 *
 *   base/         config.h status.h memory.h                 options, status codes, aligned memory; the template frame
 *   simd/         simd.h sum.h clmul.h device_math.h         vectors: AVX-512, AVX2, SSE2, NEON, SVE, RISC-V,
 *                                                            WebAssembly, GNU vectors, scalar;
 *                                                            exact sums of doubles; instructions of devices
 *   site/         complex.h icomplex.h su3.h compress.h      algebra of a site over the tags f, d, vf, vd;
 *                 spinor.h storage.h random.h lane_random.h  links and spinors compressed, in 16 bits; Philox
 *   lattice/      comm.h lattice.h pieces.h geometry.h       processes, even-odd geometry, lanes, buffers;
 *                 team.h loops.h blocks.h                    teams of threads, loops; blocks of sites
 *   device/       device.h                                   under nvcc: GPUs, whose vendor is a file: cuda.h, hip.h (host.h:
 *                                                            this processor, for tests); in the folders below device_*.h
 *   field/        site_sum.h launch.h field.h layout.h       sums over sites, kernels; fields, conversions, layouts,
 *                 halo.h linalg.h multi.h linear.h           halos; algebra of fields, right-hand sides, operators
 *   gauge/        staple.h field_strength.h plaquette.h      staples, clover leaves, gauge observables;
 *                 heatbath.h action.h action_heatbath.h      heat bath; actions with rectangles, forces;
 *                 flow.h project.h smear.h momentum.h        gradient flow, smeared links, momenta;
 *                 fix.h clover_leaves.h                      Landau and Coulomb gauge
 *   dirac/        operator.h evenodd.h                       what a Dirac operator is to everyone else, even-odd forms;
 *                 wilson.h wilson_multi.h wilson_force.h     the Wilson operator,
 *                 clover.h clover_force.h domain_wall.h      clover term, twisted mass, Moebius domain wall quarks
 *                 domain_wall_force.h
 *   solver/       krylov.h block_cg.h                        Krylov methods, mixed precision;
 *                 mixed.h multishift.h dirac.h inverter.h    solvers of D x = b for any operator;
 *                 domain_wall.h                              eigenvalues at the ends of a spectrum, eigenvectors;
 *                 spectrum.h lanczos.h gcr.h sap.h coarse.h  flexible GCR, Schwarz, multigrid;
 *                 multigrid.h multigrid_tune.h tune.h        the fastest order of sites, by trying
 *                 inverter_multigrid.h
 *   hmc/          term.h gauge_action.h integrator.h hmc.h   hybrid Monte Carlo of a sum of terms: gauge actions,
 *                 pseudofermion.h rational.h rhmc.h          two quarks, and one: rational HMC; with
 *                 multigrid.h represent.h, gauge/represent.h LQCD_ADJOINT and its like: other representations, opt-in
 *   observables/  polyakov.h wilson_loop.h charge.h          loops, static potential, energy and charge;
 *                 source.h sequential.h source_smear.h       sources, quark propagators;
 *                 propagator.h
 *                 correlator.h meson.h baryon.h series.h     two-point functions; means, autocorrelations, errors;
 *                 resample.h fit.h                           jackknife and bootstrap samples, plateaus, fits
 *   io/           gauge.h scidac_spinor.h openqcd_spinor.h   files
 *                 checkpoint.h hmc.h eigen.h
 *   kernels/      gemm.h p2p.h                               products of small matrices; sums over pairs of points;
 *                 stencil.h su3_multiply.h                   2D stencil, links times arrays, in any layout
 *   compat/       hirep.h                                    opt-in: programs written for HiRep
 *
 * A folder includes only the folders above it. Each header has its manual at its top. Options: base/config.h. For those who
 * change the library: lqcd/README.md. Names:
 * lqcd_<object>_<verb>_<tag>; tag f and d: one site in float and double; vf and vd: one SIMD register of sites. Without
 * a tag the types of the arguments choose.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_H
#define LQCD_H

/* Macros of the including program that are words here; it has them again afterwards. */
#pragma push_macro("even")
#pragma push_macro("odd")
#undef even
#undef odd

#include "lqcd/base/config.h"
#include "lqcd/base/status.h"
#include "lqcd/base/memory.h"
#include "lqcd/simd/simd.h"
#include "lqcd/simd/sum.h"
#include "lqcd/simd/clmul.h"
#include "lqcd/site/complex.h"
#include "lqcd/site/icomplex.h"
#include "lqcd/site/su3.h"
#include "lqcd/site/compress.h"
#include "lqcd/site/spinor.h"
#include "lqcd/site/storage.h"
#include "lqcd/site/random.h"
#include "lqcd/site/lane_random.h"
#include "lqcd/lattice/comm.h"
#include "lqcd/lattice/pieces.h"
#include "lqcd/lattice/boundary.h"
#include "lqcd/lattice/lattice.h"
#include "lqcd/lattice/geometry.h"
#include "lqcd/lattice/buffers.h"
#include "lqcd/lattice/team.h"
#include "lqcd/lattice/loops.h"
#include "lqcd/lattice/blocks.h"
#include "lqcd/field/site_sum.h"
#include "lqcd/field/launch.h"
#include "lqcd/field/field.h"
#include "lqcd/field/layout.h"
#include "lqcd/field/halo.h"
#include "lqcd/field/linalg.h"
#include "lqcd/field/multi.h"
#include "lqcd/field/linear.h"
#include "lqcd/gauge/boundary.h"
#include "lqcd/gauge/staple.h"
#include "lqcd/gauge/field_strength.h"
#include "lqcd/gauge/plaquette.h"
#include "lqcd/gauge/heatbath.h"
#include "lqcd/gauge/project.h"
#include "lqcd/gauge/smear.h"
#include "lqcd/gauge/action.h"
#include "lqcd/gauge/action_heatbath.h"
#include "lqcd/gauge/momentum.h"
#include "lqcd/gauge/flow.h"
#include "lqcd/gauge/fix.h"
#include "lqcd/gauge/clover_leaves.h"
#include "lqcd/dirac/operator.h"
#include "lqcd/dirac/evenodd.h"
#include "lqcd/dirac/wilson.h"
#include "lqcd/dirac/wilson_multi.h"
#include "lqcd/dirac/domain_wall.h"
#include "lqcd/dirac/clover_block.h"
#include "lqcd/dirac/clover.h"
#include "lqcd/dirac/clover_force.h"
#include "lqcd/dirac/wilson_force.h"
#include "lqcd/dirac/domain_wall_force.h"
#include "lqcd/solver/block_cg.h"
#include "lqcd/solver/krylov.h"
#include "lqcd/solver/mixed.h"
#include "lqcd/solver/dirac.h"
#include "lqcd/solver/multishift.h"
#include "lqcd/solver/spectrum.h"
#include "lqcd/solver/lanczos.h"
#include "lqcd/solver/inverter.h"
#include "lqcd/solver/domain_wall.h"
#include "lqcd/solver/gcr.h"
#include "lqcd/solver/sap.h"
#include "lqcd/solver/coarse.h"
#include "lqcd/solver/multigrid.h"
#include "lqcd/solver/inverter_multigrid.h"
#include "lqcd/solver/multigrid_tune.h"
#include "lqcd/solver/tune.h"
#include "lqcd/hmc/term.h"
#include "lqcd/hmc/gauge_action.h"
#include "lqcd/hmc/integrator.h"
#include "lqcd/hmc/hmc.h"
#include "lqcd/hmc/pseudofermion.h"
#include "lqcd/hmc/multigrid.h"
#include "lqcd/hmc/rational.h"
#include "lqcd/hmc/rhmc.h"
#include "lqcd/observables/polyakov.h"
#include "lqcd/observables/wilson_loop.h"
#include "lqcd/observables/source.h"
#include "lqcd/observables/propagator.h"
#include "lqcd/observables/correlator.h"
#include "lqcd/observables/meson.h"
#include "lqcd/observables/charge.h"
#include "lqcd/observables/schroedinger.h"
#include "lqcd/observables/source_smear.h"
#include "lqcd/observables/sequential.h"
#include "lqcd/observables/baryon.h"
#include "lqcd/observables/series.h"
#include "lqcd/observables/resample.h"
#include "lqcd/observables/fit.h"
#include "lqcd/io/gauge.h"
#include "lqcd/io/scidac_spinor.h"
#include "lqcd/io/openqcd_spinor.h"
#include "lqcd/io/checkpoint.h"
#include "lqcd/io/hmc.h"
#include "lqcd/io/eigen.h"
#include "lqcd/kernels/gemm.h"
#include "lqcd/kernels/p2p.h"
#include "lqcd/kernels/stencil.h"
#include "lqcd/kernels/su3_multiply.h"
#if LQCD_DEVICES
#include "lqcd/field/device_links.h"
#include "lqcd/field/device_linalg.h"
#include "lqcd/dirac/device_wilson.h"
#include "lqcd/solver/device_inverter.h"
#include "lqcd/solver/device_multigrid.h"
#include "lqcd/observables/device_loops.h"
#include "lqcd/observables/device_observables.h"
#include "lqcd/kernels/device_p2p.h"
#include "lqcd/kernels/device_stencil.h"
#include "lqcd/kernels/device_su3_multiply.h"
#endif

#pragma pop_macro("odd")
#pragma pop_macro("even")

#endif
