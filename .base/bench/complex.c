/* bench/complex.c: complex multiply-add on arrays in the L1 cache, in one thread: c[i] += a[i]*b[i] and y[i] += s*x[i].
 *
 *   build/bench/complex [N ...]      complex doubles in an array, and twice as many floats; default 512
 *
 *   _Complex            the language's own numbers and operators
 *   _Complex, -O3       the same with options that help: -O3 -fcx-limited-range -ffp-contract=fast (gcc alone)
 *   re, im              the formula for real and imaginary part
 *   re, im, -O3         the same with these options (gcc alone)
 *   interleaved         lqcd/icomplex.h on the arrays of the language's own numbers
 *   split               lqcd/complex.h on arrays of split registers
 *
 * GFLOP/s count 8 per complex multiply-add. Each row is verified against _Complex arithmetic in double before it is
 * timed; error is the largest difference, in epsilon times the largest result. Times are medians of 201 samples of
 * about 0.5 ms; the best sample stands beside, since shared machines only ever slow down. The last column is the ratio
 * of best samples to the first row. */
#include <complex.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lqcd.h"
#include "clock.h"

enum { samples = 201 };

/* The options of one function; clang has no such attribute. */
#if defined(__GNUC__) && !defined(__clang__)
#define OPTIONS      __attribute__((optimize("O3", "cx-limited-range", "fp-contract=fast")))
#define HAVE_OPTIONS 1
#else
#define OPTIONS
#define HAVE_OPTIONS 0
#endif

static double uniform(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (double)(*state >> 11) / 4503599627370496.0 - 1.0;
}

#define NATIVE_vf  float _Complex
#define NATIVE_vd  double _Complex
#define NAME_vf    "float"
#define NAME_vd    "double"
#define EPSILON_vf ((double)FLT_EPSILON)
#define EPSILON_vd DBL_EPSILON

#define LQCD_TAG vf
#include "complex.inc"
#define LQCD_TAG vd
#include "complex.inc"

int main(int argc, char **argv)
{
	int failed = 0;
	for (int k = argc > 1 ? 1 : 0; k < argc; k++) {
		char *rest = NULL;
		const long n = k ? strtol(argv[k], &rest, 10) : 512;
		if (k && (*rest || n < 64 || n > 1 << 20 || n % 64)) {
			fprintf(stderr, "usage: complex [N ...], each a multiple of 64 up to 2^20\n");
			return 2;
		}
		printf("back end %s, %ld complex doubles or %ld complex floats per array\n", LQCD_SIMD_NAME, n, 2 * n);
		printf("%-12s %-7s %-18s %9s %9s %9s %7s\n", "operation", "type", "variant", "GFLOP/s", "best", "error",
		       "ratio");
		failed |= bench_vd((int)n) | bench_vf((int)(2 * n));
	}
	return failed;
}
