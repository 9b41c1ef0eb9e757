/* tests/support/multi_case.h: shared by the tests of fields of several right-hand sides, beside the tags. */
#ifndef LQCD_TESTS_MULTI_CASE_H
#define LQCD_TESTS_MULTI_CASE_H

#include "alloc_hook.h"
#include "expect.h"

#include <float.h>
#include <math.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include <lqcd/field/multi.h>

#include "support.h"

#define REALS (8 * LQCD_NC)

static void poison(lqcd_spinor_field_d *s)
{
	memset(s->ptr, 0xff, (size_t)s->type->gsize_spinor * sizeof *s->ptr);
}

/* |a - b| / |b|, or NaN when there is one in them: with gaps, in one of them alone, and b is what the others say. */
static double distance(const lqcd_spinor_field_d *a, const lqcd_spinor_field_d *b, int gaps)
{
	const double *p = (const double *)a->ptr, *q = (const double *)b->ptr;
	double d = 0, norm = DBL_MIN;
	for (int i = 0; i < a->type->gsize_spinor * REALS; i++) {
		if (gaps && tap_isnan(p[i]) && tap_isnan(q[i])) continue;
		d += (p[i] - q[i]) * (p[i] - q[i]);
		norm += q[i] * q[i];
	}
	return sqrt(d / norm);
}

#endif
