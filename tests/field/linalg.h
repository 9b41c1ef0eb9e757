/* tests/field/linalg.h: what the checks of field algebra, linalg.inc, have in common for all tags: random numbers, and combinations of
 * three numbers. After <lqcd/field/linalg.h>. */
#ifndef LQCD_TESTS_LINALG_H
#define LQCD_TESTS_LINALG_H

#include <float.h>

#include "../support/expect.h"
#include "../support/naive.h"
#include "../support/support.h"

static const char *const parity_name[3] = {"full", "even", "odd"};

/* In [-1, 1) times 2^-20 to 2^20. */
static double random_number(void)
{
	return ldexp(tap_random(), random_below(41) - 20);
}

/* The relative error of a number in 16 bits: see storage.h. */
#define HALF_EPS (1.0 / 64000)

/* Fields of a case; outputs and inputs of the operations. */
enum { R_, X_, Y_, Z_, FIELDS };

/* Factors of x, y, z in a result. */
typedef struct {
	naive_complex x, y, z;
} factors;

static factors make_factors(naive_complex x, naive_complex y, naive_complex z)
{
	factors f;
	f.x = x;
	f.y = y;
	f.z = z;
	return f;
}

static double size_of(naive_complex z)
{
	return fabs(z.re) + fabs(z.im);
}

/* The combination of three numbers, and the sizes of its terms. */
static naive_complex combine(const factors *f, naive_complex x, naive_complex y, naive_complex z, double *size)
{
	*size = size_of(f->x) * size_of(x) + size_of(f->y) * size_of(y) + size_of(f->z) * size_of(z);
	return naive_add(naive_mul(f->x, x), naive_add(naive_mul(f->y, y), naive_mul(f->z, z)));
}

#endif
