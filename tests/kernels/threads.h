/* tests/kernels/threads.h: THREADS(n): n threads run from here on. */
#ifndef LQCD_TESTS_THREADS_H
#define LQCD_TESTS_THREADS_H

#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP)
#include <omp.h>
#define THREADS(n) omp_set_num_threads(n)
#else
#define THREADS(n) (void)(n)
#endif

#endif
