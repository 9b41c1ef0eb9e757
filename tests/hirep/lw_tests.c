/* tests/hirep/lw_tests.c: a program takes the tests of gauge actions that it declares as void from the library, and has its
 * own of the same names where they return int, in programs of libhr.h; those of OLD_HEADERS take all from the library, and
 * with WITH_EXPCLOVER compare both forces of the clover term.
 * "lw_tests -i input FILE" writes what they print to FILE. */
#ifdef OLD_HEADERS
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
#include "io.h"
#include "random.h"
#include "error.h"
#include "global.h"
#include "suN.h"
#include "linear_algebra.h"
#include "representation.h"
#include "utils.h"
#include "communications.h"
#include "logger.h"
#include "memory.h"
#include "update.h"
#include "sources.h"
#else
#include "libhr.h"
#endif
#include "check.h"

void test_wilson_action_and_force(double beta);
void test_lw_force(double beta, double c0, double c1);
void test_ginv_lw_action(double beta, double c0, double c1);
#ifdef OLD_HEADERS
void test_gcov_lw_force(double beta, double c0, double c1);
#else
int test_gcov_lw_force(double beta, double c0, double c1);

int test_gcov_lw_force(double beta, double c0, double c1)
{
	return (int)(100 * beta + 10 * c0 + c1);
}
#endif

#ifdef WITH_EXPCLOVER
static void copy_planes(suNf_field *to, suNf_field *from)
{
	memcpy(to->ptr, from->ptr, 6 * (size_t)from->type->gsize_gauge * sizeof *to->ptr);
}

static void check_clover_forces(void)
{
	double csw = 1, apart = 0, size = 0;
	spinor_field *x = alloc_spinor_field_f(1, &glattice), *y = alloc_spinor_field_f(1, &glattice);
	suNf_field *other = alloc_clover_force(&glattice);
	create_z2_volume_source(x);
	create_z2_volume_source(y);
	set_csw(&csw);
	fermion_force_begin();
	force_clover_fermion_taylor(x, y, 1);
	copy_planes(other, cl_force);
	fermion_force_begin();
	force_clover_fermion(x, y, 1);
	_MASTER_FOR_SUM(&glattice, ix, apart, size)
	{
		for (int p = 0; p < 6; p++)
			for (int k = 0; k < NF * NF; k++) {
				const hr_complex z = _6FIELD_AT(cl_force, ix, p)->c[k],
						 w = _6FIELD_AT(other, ix, p)->c[k];
				apart += cabs(z - w);
				size += cabs(z);
			}
	}
	check(apart <= 1e-14 * size && size > (double)VOLUME, "forces of the exponential clover term: %.1e", apart);
	free_clover_force(other);
	free_spinor_field_f(x);
	free_spinor_field_f(y);
}
#endif

/* Whether the next lines of the file end in numbers between these. */
static void check_lines(FILE *f, const char *name, int lines, double least, double most)
{
	char line[512];
	double x = -1, all[3] = {-1, -1, -1};
	int good = f != NULL;
	for (int k = 0; k < lines && f; k++) {
		char *last = fgets(line, sizeof line, f) ? strrchr(line, ' ') : NULL;
		good = good && last && sscanf(last, "%lf", &x) == 1 && x >= least && x <= most;
		all[k] = x;
	}
	check(good, "%s: %.2e %.2e %.2e", name, all[0], all[1], all[2]);
}

int main(int argc, char *argv[])
{
	char to[512];
	const char *file = argv[argc - 1];
	setup_process(&argc, &argv);
	u_gauge = alloc_gfield(&glattice);
	logger_setlevel(0, 10);
	snprintf(to, sizeof to, ">%s", file);
	logger_stdout(to);
	test_wilson_action_and_force(3.);
	test_ginv_lw_action(1., 0.5, 1.);
	test_lw_force(2., 1., 0.5);
#ifdef OLD_HEADERS
	test_gcov_lw_force(1., 0., 1.);
#else
	check(test_gcov_lw_force(1., 2., 3.) == 123, "the program's own");
#endif
	logger_disable();
	FILE *f = fopen(file, "r");
	check_lines(f, "plaquettes", 2, 0, 1e-13);
	check_lines(f, "gauge invariance", 1, 1e-18, 1e-12);
	/* The second derivative along these momenta. */
	check_lines(f, "derivative", 3, 1, 50 * (double)VOLUME);
#ifdef OLD_HEADERS
	check_lines(f, "gauge covariance", 1, 1e-18, 1e-12);
#endif
	if (f) fclose(f);
#ifdef WITH_EXPCLOVER
	represent_gauge_field();
	check_clover_forces();
#endif
	free_gfield(u_gauge);
	finalize_process();
	return done();
}
