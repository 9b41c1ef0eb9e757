/* examples/quda/libquda.c: a library in QUDA's place, made of quda.h, quda_milc_interface.h and quda_fortran.h in lqcd/compat/, for programs that
 * call QUDA and are built without a change, on machines without a GPU.
 *
 *   make libquda                 build/quda: include/ with QUDA's headers, lib/libquda.a, lib/libquda.so, lib/cmake/QUDA/QUDAConfig.cmake
 *   make libquda-mpi             build/quda-mpi: the same over MPI, by mpicc; CFLAGS, CC, MPICC and LIBQUDA=DIR (for build/quda) as ever
 *
 * Both libraries hold external C functions of QUDA's names alone; all of lqcd in them is local or hidden. tests/link/libquda.t.
 *
 * With Q=$PWD/build/quda, or build/quda-mpi:
 *
 *   tmLQCD on a laptop: no GPU, no QUDA build      cmake -S tmLQCD -B tm -DTM_USE_QUDA=ON -DCMAKE_PREFIX_PATH=$Q && cmake --build tm
 *                                then `UseExternalInverter = quda`, `ExternalLibrary = quda` in the input file work as with QUDA
 *   MILC                         make WANTQUDA=true WANT_FN_CG_GPU=true QUDA_HOME=$Q CUDA_HOME=$Q LIBQUDA="-L$Q/lib -Wl,-rpath,$Q/lib -lquda"
 *   PyQUDA                       QUDA_PATH=$Q pip install ./pyquda_core
 *   Chroma (devel, 2024)         cmake -S chroma -B c -DChroma_ENABLE_QUDA=ON -DCMAKE_CXX_FLAGS=-DLQCD_QUDA_RESIDUAL_ARRAYS -DCMAKE_PREFIX_PATH="QDPXX;$Q"
 *                                On one process: it names no grid of processes, which QUDA takes from QMP. Its solvers (Wilson, clover, Moebius,
 *                                shifts, multigrid) give the solutions of its own CG
 *   BQCD                         quda_fortran.F90 of $Q/include in place of QUDA's; link as any other
 *   QUDA's tests                 0.8: invert_test, su3_test, gauge_force_test; 1.0: plaq_test, dslash_test, staggered_invert_test, with stand-ins for
 *                                the headers of its C++ (util_quda.h, ..): residuals, forces and products of their host code are those here
 *   any CMake project            find_package(QUDA) with CMAKE_PREFIX_PATH=$Q gives the target QUDA::quda
 *   any other                    cc -I$Q/include program.c -L$Q/lib -Wl,-rpath,$Q/lib -lquda; static: $Q/lib/libquda.a -lm -fopenmp
 *
 * A program compiled against QUDA's own headers must be compiled again: parameters have another layout (quda.h).
 * SPDX-License-Identifier: MIT */
#define LQCD_QUDA_DEFINE
#include "../../lqcd/compat/quda.h"
#include "../../lqcd/compat/quda_milc_interface.h"
#include "../../lqcd/compat/quda_fortran.h"
