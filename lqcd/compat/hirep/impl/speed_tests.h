/* lqcd/compat/hirep/impl/speed_tests.h: part of libhr.h: what HiRep's speed tests share.
 *
 *   flops_per_site(type), bytes_per_site(type)      of an operator_type, printed, too. With suNf real in the adjoint representation:
 *       DPHI_CORE, DPHI_CORE_FLT         Dphi_: eight links times two spin components, their projection, seven sums;
 *                                        eight spinors and links are read, a spinor is read and written
 *       CPHI_CORE, CPHI_INV, CPHI_FLT_CORE, CPHI_INV_FLT       two Hermitian matrices of 2 NF x 2 NF times a spinor
 *       CPHI, CPHI_FLT                   both, and their sum
 *       SF_SQNORM, PLAQUETTE, CUDA_REDUCTION       |s|^2; the six Re tr at a site; one sum of doubles
 *   setup_clover()                       nothing: operators make their clover term (dirac.h)
 *   timer_res(), evaluate_timer_resolution(t)       the step of Timer in microseconds; prints it and a lap's least time
 *   _WARMUP_SPEEDTEST(t, n, ms, reps, statement)    the statement n times; reps: how often it fits into ms milliseconds
 *   _RUN_SPEEDTEST(t, n, ms, reps, flops, bytes, statement)     reps times, and more until that takes 0.95 ms; prints the time of
 *       one, GFLOPS and GB/s of all processes
 *
 * All processes repeat as often as process 0.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_SPEED_TESTS_H
#define LQCD_COMPAT_HIREP_IMPL_SPEED_TESTS_H

#include "fields.h"

typedef enum {
	DPHI_CORE,
	DPHI_CORE_FLT,
	CPHI,
	CPHI_FLT,
	CPHI_CORE,
	CPHI_FLT_CORE,
	CPHI_INV,
	CPHI_INV_FLT,
	CUDA_REDUCTION,
	SF_SQNORM,
	PLAQUETTE
} operator_type;

static inline int flops_per_site(operator_type type)
{
#ifdef REPR_IS_REAL
	const int product = 2 * NF * (4 * NF - 2);
#else
	const int product = 2 * NF * (8 * NF - 2);
#endif
	/* A hop projects on two spin components and, but for the first, is added to four. */
	const int hops = 8 * (product + 4 * NF) + 7 * 8 * NF, term = 2 * 2 * NF * (16 * NF - 2);
	int flops = 1;
	switch (type) {
	case DPHI_CORE:
	case DPHI_CORE_FLT: flops = hops; break;
	case CPHI:
	case CPHI_FLT: flops = hops + term + 8 * NF; break;
	case CPHI_CORE:
	case CPHI_FLT_CORE:
	case CPHI_INV:
	case CPHI_INV_FLT: flops = term; break;
	case SF_SQNORM: flops = 16 * NF - 1; break;
	/* two products of links, and the real part of the trace of a third */
	case PLAQUETTE: flops = 6 * (2 * NG * NG * (8 * NG - 2) + 4 * NG * NG - 1); break;
	case CUDA_REDUCTION: break;
	}
	lprintf("LA TEST", 0, "Flop per site = %d\n", flops);
	return flops;
}

static inline int bytes_per_site(operator_type type)
{
	const int single = type == DPHI_CORE_FLT || type == CPHI_FLT || type == CPHI_FLT_CORE || type == CPHI_INV_FLT;
	const size_t real = single ? sizeof(float) : sizeof(double), spinor = 8 * NF * real;
	const size_t links = 8 * (single ? sizeof(suNf_flt) : sizeof(suNf)), term = 2 * 4 * NF * NF * real;
	size_t bytes = sizeof(double);
	switch (type) {
	case DPHI_CORE:
	case DPHI_CORE_FLT: bytes = 10 * spinor + links; break;
	case CPHI:
	case CPHI_FLT: bytes = 11 * spinor + links + term; break;
	case CPHI_CORE:
	case CPHI_FLT_CORE:
	case CPHI_INV:
	case CPHI_INV_FLT: bytes = 2 * spinor + term; break;
	case SF_SQNORM: bytes = spinor; break;
	case PLAQUETTE: bytes = 6 * 4 * sizeof(suNg); break;
	case CUDA_REDUCTION: break;
	}
	lprintf("LA TEST", 0, "Byte per site = %d\n", (int)bytes);
	return (int)bytes;
}

static inline void setup_clover(void)
{
}

static inline double timer_res(void)
{
	return 1;
}

static inline void evaluate_timer_resolution(Timer clock)
{
	timer_lap(&clock);
	lprintf("LA TEST", 0, "Timer resolution = %f usec\n", timer_lap(&clock));
	lprintf("LA TEST", 0, "Nominal timer resolution = %f usec\n", timer_res());
}

/** The milliseconds of a lap of process 0, never 0. */
static inline double lqcd__hr_lap_ms(Timer *t)
{
	double ms = fmax(1e-3 * timer_lap(t), 1e-6);
	bcast(&ms, 1);
	return ms;
}

/** How often fits into target what took ms for n times. */
static inline int lqcd__hr_repetitions(int n, double target, double ms)
{
	return (int)fmin(fmax(1.01 * n * target / ms, 1), 1e9);
}

static inline void lqcd__hr_print_speed(int n, double ms, double flops, double bytes)
{
	const double sites = (double)n * (double)GLB_VOLUME / (1e6 * ms);
	lprintf("LA TEST", 0, "Number of repetitions: %d\nTotal time: %f msec\nTime single: %f usec\n", n, ms, 1e3 * ms / n);
	lprintf("LA TEST", 0, "GFLOPS: %1.6g\nBANDWIDTH: %1.6g GB/s\n\n", sites * flops, sites * bytes);
}

#define _WARMUP_SPEEDTEST(clock, n_warmup, time_target, n_reps, statement)                                             \
	do {                                                                                                           \
		timer_set(&(clock));                                                                                   \
		for (int lqcd__n = 0; lqcd__n < (n_warmup); lqcd__n++) { statement; }                                  \
		(n_reps) = lqcd__hr_repetitions(n_warmup, time_target, lqcd__hr_lap_ms(&(clock)));                     \
	} while (0)

#define _RUN_SPEEDTEST(clock, n_warmup, time_target, n_reps, flopsite, bytesite, statement)                            \
	do {                                                                                                           \
		for (double lqcd__ms = 0; lqcd__ms < 0.95 * (time_target);) {                                          \
			const int lqcd__reps = (n_reps);                                                               \
			timer_lap(&(clock));                                                                           \
			for (int lqcd__n = 0; lqcd__n < lqcd__reps; lqcd__n++) { statement; }                          \
			lqcd__ms = lqcd__hr_lap_ms(&(clock));                                                          \
			(n_reps) = lqcd__hr_repetitions(lqcd__reps, time_target, lqcd__ms);                            \
			if (lqcd__ms >= 0.95 * (time_target))                                                          \
				lqcd__hr_print_speed(lqcd__reps, lqcd__ms, flopsite, bytesite);                        \
		}                                                                                                      \
	} while (0)

#endif
