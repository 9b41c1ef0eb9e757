/* lqcd/base/clock.h: the wall clock.
 *
 *   double s = lqcd__seconds()      seconds since a fixed time, with microseconds or better
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_CLOCK_H
#define LQCD_CLOCK_H

#include <time.h>

#include "config.h"

#if !defined(TIME_UTC) /* C99 */
#include <sys/time.h>
#endif

LQCD_STATIC double lqcd__seconds(void)
{
#if defined(TIME_UTC)
	struct timespec t;
	timespec_get(&t, TIME_UTC);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#else
	struct timeval t;
	gettimeofday(&t, NULL);
	return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
#endif
}

#endif
