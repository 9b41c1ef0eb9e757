/* tests/bits/staggered.c: results of staggered quarks are the same bits for any number of threads and lanes: links of
 * HISQ, the operator with long links of each storage, solvers, many right-hand sides, forces and measurements. Processes:
 * tests/mpi/staggered.c. Results of one tag are in staggered.inc. */
#include <lqcd/gauge/momentum.h>
#include <lqcd/hmc/staggered.h>
#include <lqcd/hmc/symanzik.h>
#include <lqcd/observables/staggered.h>
#include <lqcd/solver/staggered.h>

#include "../support/support.h"
#include "../support/naive.h"

#ifdef _OPENMP
#include <omp.h>
#define THREADS(n) omp_set_num_threads(n)
#else
#define THREADS(n) (void)(n)
#endif

/* Scalar tags round multiply-adds as those with lanes do. */
#define ALIKE (LQCD_SIMD_FUSED == LQCD__FUSED)

enum { MOST = 32 };

/* One number of 64 bits for each result. */
typedef struct {
	uint64_t hash[MOST];
	const char *name[MOST];
	int n;
} bits;

static uint64_t seed;

static void add_bits(bits *b, const char *name, const void *p, size_t bytes)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	const unsigned char *at = (const unsigned char *)p;
	for (size_t k = 0; k < bytes; k++) h = (h ^ at[k]) * UINT64_C(0x100000001b3);
	must(b->n < MOST ? LQCD_OK : LQCD_ERR_MEMORY);
	b->name[b->n] = name;
	b->hash[b->n++] = h;
}

/* A field, as doubles in the order of sites; all zeros, or a NaN, are no result. */
static void add_field(bits *b, const char *name, lqcd_field_view v)
{
	const size_t n = (size_t)naive_volume(v.type->lattice->extent) * (size_t)v.reals / 2;
	naive_complex *z = naive_alloc(n);
	memset(z, 0, n * sizeof *z); /* also where v has no sites */
	naive_get(v, z);
	const double n2 = naive_dot(z, z, n).re;
	must(n2 > 0 ? LQCD_OK : LQCD_NAN);
	add_bits(b, name, z, n * sizeof *z);
	free(z);
}

static void same_bits(const char *tag, const bits *a, const bits *b, const char *how)
{
	int wrong = a->n != b->n || a->n == 0;
	for (int k = 0; k < a->n && k < b->n; k++)
		if (a->hash[k] != b->hash[k]) {
			tap_diag("%s, %s: other bits: %s", tag, how, a->name[k]);
			wrong = 1;
		}
	tap_ok(!wrong, "%s: %d results have the same bits %s", tag, a->n, how);
}

#define TEST_STORED
#define TEST_TEMPLATE "../bits/staggered.inc"
#include "../support/each_tag.inc"

#define CHECK(scalar, lanes)                                                                                           \
	do {                                                                                                           \
		static bits one, many;                                                                                 \
		check_##scalar(&one);                                                                                  \
		check_##lanes(&many);                                                                                  \
		if (ALIKE)                                                                                             \
			same_bits(#lanes, &one, &many, "as one lane");                                                 \
		else                                                                                                   \
			tap_skip(#lanes ": the bits of one lane, whose multiply-adds round otherwise");                \
	} while (0)

static void test_staggered(void)
{
	seed = tap_random_u64() >> 8;
	test_parallel_min = 1; /* small fields run in threads too */
	CHECK(f, vf);
	CHECK(d, vd);
	CHECK(h, vh);
}
