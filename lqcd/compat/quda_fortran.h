/* lqcd/compat/quda_fortran.h: the functions of quda.h for Fortran, as BQCD and TIFR call them: names of small letters with an underscore
 * behind them, all arguments by address.
 *
 *   #define LQCD_QUDA_DEFINE              in the file that defines those of quda.h
 *   #include <lqcd/compat/quda_fortran.h>
 *
 *   comm_set_gridsize(grid)               initCommsGridQuda; of ranks with X fastest, which are those of quda.h where one direction is cut
 *   new_quda_gauge_param(p), new_quda_invert_param(p)
 *   invert_multishift_quda(x, b, p)       the solutions lie one behind the other in x
 *   compute_gauge_force_quda(mom, links, types, c, dt, p)      computeGaugeForceQuda of types = 1, 2 or 3 loops: plaquettes,
 *                                         rectangles, parallelograms, with c[0], c[1], c[2]
 *   apply_staggered_phase_quda, remove_staggered_phase_quda    of the loaded links
 *   kinetic_quda(action, mom, p)          momActionQuda
 *   all others                            as the functions of quda.h; register_pinned_quda, unregister_pinned_quda, free_sloppy_gauge_quda do nothing
 *
 * A Fortran program declares parameters as quda_fortran.F90 of `make libquda` does: the layout is that of quda.h, not QUDA's.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_QUDA_FORTRAN_H
#define LQCD_COMPAT_QUDA_FORTRAN_H

#include <stdbool.h>

#include "quda.h"

#ifdef __cplusplus
extern "C" {
#endif
void init_quda_(int *device);
void init_quda_device_(int *device);
void init_quda_memory_(void);
void end_quda_(void);
void comm_set_gridsize_(int *grid);
void new_quda_gauge_param_(QudaGaugeParam *param);
void new_quda_invert_param_(QudaInvertParam *param);
void load_gauge_quda_(void *h_gauge, QudaGaugeParam *param);
void free_gauge_quda_(void);
void free_sloppy_gauge_quda_(void);
void load_clover_quda_(void *h_clover, void *h_clovinv, QudaInvertParam *inv_param);
void free_clover_quda_(void);
void dslash_quda_(void *h_out, void *h_in, QudaInvertParam *inv_param, QudaParity *parity);
void clover_quda_(void *h_out, void *h_in, QudaInvertParam *inv_param, QudaParity *parity, int *inverse);
void mat_quda_(void *h_out, void *h_in, QudaInvertParam *inv_param);
void mat_dag_mat_quda_(void *h_out, void *h_in, QudaInvertParam *inv_param);
void invert_quda_(void *h_x, void *h_b, QudaInvertParam *param);
void invert_multishift_quda_(void *h_x, void *h_b, QudaInvertParam *param);
void update_gauge_field_quda_(void *gauge, void *momentum, double *dt, bool *conj_mom, bool *exact, QudaGaugeParam *param);
void compute_staggered_force_quda_(void *mom, double *dt, double *delta, void *gauge, void *x, QudaGaugeParam *gauge_param,
				   QudaInvertParam *invert_param);
void compute_gauge_force_quda_(void *mom, void *gauge, int *num_loop_types, double *coeff, double *dt, QudaGaugeParam *param);
void apply_staggered_phase_quda_(void);
void remove_staggered_phase_quda_(void);
void kinetic_quda_(double *kin, void *momentum, QudaGaugeParam *param);
void plaq_quda_(double plaq[3]);
void flush_chrono_quda_(int *index);
void register_pinned_quda_(void *ptr, size_t *bytes);
void unregister_pinned_quda_(void *ptr);
#ifdef __cplusplus
}
#endif

#ifdef LQCD_QUDA_DEFINE
#include "quda/fortran.h"
#endif

#endif
