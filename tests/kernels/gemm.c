/* tests/kernels/gemm.c: every function of lqcd/kernels/gemm.h and bench/kernels/kdgemm.h for the tags f, d, vf and vd, real and
 * complex: against sums in long double, with the bound of the header. The checks are in gemm.inc, included once per
 * tag.
 *
 * Sizes are 0, 1, those around registers, tiles and the depth of a block, and primes. Leading dimensions are larger
 * than the matrices; the gaps between columns and behind the matrices are poisoned, and must stay so. A and B are given
 * as they are, transposed or as adjoints, by chance. Threads begin early here, with narrow blocks of columns. */
#define LQCD__GEMM_PARALLEL 1e5
#define LQCD__GEMM_WIDTH    8

#include <lqcd/kernels/gemm.h>
#include <bench/kernels/kdgemm.h>
#include <lqcd/base/memory.h>

#include "../support/reference.h"

enum { ANY, FIXED, PACKED, LANES_EACH, FORMS };

static const char *const form_name[FORMS] = {"gemm", "fixed", "packed and batch", "lanes"};

/* C = (add: C +- ) A B of parts = 1 or 2 reals per element, and the bound of each real in epsilon. */
typedef struct {
	int m, n, k, parts, add, ldc, lda, ldb, form_a, form_b;
	const double *a, *b, *c, *got;
} product;

/* Real r of element (i, j) of a form of x. */
static double real_of(const product *p, const double *x, int ld, int i, int j, int r, int form)
{
	const double v = x[p->parts * (form == LQCD_GEMM_PLAIN ? i + ld * j : j + ld * i) + r];
	return r && form == LQCD_GEMM_ADJOINT ? -v : v;
}

/* Deviation of real r of element (i, j) over its bound in units of epsilon. */
static double deviation(const product *p, int i, int j, int r)
{
	const int n = p->parts;
	long double sum = 0, size = 0;
	for (int l = 0; l < p->k; l++) {
		long double term[2] = {0, 0};
		for (int q = 0; q < n; q++)
			term[q] = (long double)real_of(p, p->a, p->lda, i, l, q, p->form_a) *
				  (long double)real_of(p, p->b, p->ldb, l, j, q ? 1 - r : r, p->form_b);
		const long double first = term[0], second = term[1];
		sum += r ? first + second : first - second;
		size += fabsl(first) + fabsl(second);
	}
	const double c = p->c[n * (i + p->ldc * j) + r];
	const double bound = (double)((p->k + 2) * n * size) + fabs(c) + (double)fabsl(sum);
	sum = p->add == 0 ? sum : p->add > 0 ? c + sum : c - sum;
	const double off = (double)fabsl(p->got[n * (i + p->ldc * j) + r] - sum);
	if (tap_isnan(p->got[n * (i + p->ldc * j) + r])) return DBL_MAX;
	return off > 0 ? off / (bound > 0 ? bound : DBL_MIN) : 0;
}

static double worst_of(const product *p)
{
	double worst = 0;
	for (int j = 0; j < p->n; j++)
		for (int i = 0; i < p->m; i++)
			for (int r = 0; r < p->parts; r++) worst = tap_worst(worst, deviation(p, i, j, r));
	return worst;
}

/* The sizes of inlined forms: what(number, m, n, k). */
#define CASES(what)                                                                                                    \
	what(0, 1, 1, 1) what(1, 3, 3, 3) what(2, LANES - 1, 2, 5) what(3, LANES, 8, 8) what(4, LANES + 1, 7, 2)       \
		what(5, 3 * LANES, 8, 17) what(6, 4 * LANES + 3, 13, 4) what(7, 0, 3, 2) what(8, 5, 0, 2)              \
			what(9, 4, 5, 0)

#define TEST_TEMPLATE "../kernels/gemm.inc"
#include "../support/each_tag.inc"

static void test_gemm(void)
{
	EACH_TAG(gemm_test, ());
}
