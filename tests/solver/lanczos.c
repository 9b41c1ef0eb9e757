/* tests/solver/lanczos.c: eigenpairs of operators whose eigenvalues are known, of the Wilson operator with residuals computed
 * anew, deflated CG, files and how to go on from them, and every status produced for real. Checks of
 * one tag are in lanczos.inc. All input is random and fresh. */
#include <unistd.h>

#include <lqcd/dirac/wilson.h>
#include <lqcd/io/eigen.h>
#include <lqcd/io/staggered.h>
#include <lqcd/solver/dirac.h>
#include <lqcd/solver/lanczos.h>
#include <lqcd/solver/multishift.h>

#include "solver_case.h"

static char pairs[512]; /* a file in TMPDIR, or /tmp */

enum { LOW = 12 }; /* eigenvalues apart from the others */

/* A = Z diag(values) Z^T of a random symmetric matrix, and orthogonality. */
static void check_dense(int n)
{
	double *a = (double *)malloc((size_t)(4 * n * n + n) * sizeof *a), *kept = a + n * n, *z = kept + n * n;
	double *lost = z + n * n, *value = lost + n * n, most = 0, apart = 0;
	int ascending = 1;
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) a[i * n + j] = a[j * n + i] = tap_random();
	memcpy(kept, a, (size_t)(n * n) * sizeof *a);
	lqcd__eigen_dense(a, z, value, n);
	for (int i = 0; i < n; i++) {
		ascending &= !i || value[i] >= value[i - 1];
		for (int j = 0; j < n; j++) {
			double sum = -kept[i * n + j], dot = -(i == j);
			for (int k = 0; k < n; k++) {
				sum += z[i * n + k] * value[k] * z[j * n + k];
				dot += z[k * n + i] * z[k * n + j];
			}
			most = fmax(most, fabs(sum));
			apart = fmax(apart, fabs(dot));
		}
	}
	tap_ok(ascending && most < 1e-13 * n && apart < 1e-13 * n, "a symmetric %d x %d matrix: off by %.1e, %.1e", n, n, most,
	       apart);
	free(a);
}

#define TEST_TEMPLATE "../solver/lanczos.inc"
#include "../support/each_tag.inc"

static void test_lanczos(void)
{
	const char *folder = getenv("TMPDIR");
	snprintf(pairs, sizeof pairs, "%s/lqcd_pairs_%ld", folder && *folder ? folder : "/tmp", (long)getpid());
	check_dense(1);
	check_dense(2);
	check_dense(37);
	EACH_TAG(check_lanczos, ());
	check_wilson_vd();
	tap_ok(hook.live == 0, "all memory was freed");
}
