/* tests/hirep/older.c: a program in the style of 2013 to 2019: it reads its input itself, allocates u_gauge and u_gauge_f,
 * has operators D, H, D_flt of its own and frees its links before finalize_process. "older INPUT": without -i. */
#define MAIN_PROGRAM
#include <stdlib.h>
#include <stdio.h>
#include <math.h>
#include "io.h"
#include "random.h"
#include "error.h"
#include "geometry.h"
#include "memory.h"
#include "update.h"
#include "global.h"
#include "suN.h"
#include "suN_types.h"
#include "dirac.h"
#include "linear_algebra.h"
#include "inverters.h"
#include "representation.h"
#include "utils.h"
#include "logger.h"
#include "communications.h"
#include "check.h"

static double hmass = 0.1;
static spinor_field *tmp;

static void D(spinor_field *out, spinor_field *in)
{
	Dphi(hmass, out, in);
}

static void D_flt(spinor_field_flt *out, spinor_field_flt *in)
{
	Dphi_flt(hmass, out, in);
}

void H(spinor_field *out, spinor_field *in);
void H(spinor_field *out, spinor_field *in)
{
	g5Dphi(hmass, out, in);
}

static void H2(spinor_field *out, spinor_field *in)
{
	H(tmp, in);
	H(out, tmp);
}

/* The loop has a variable of its own. */
#pragma GCC diagnostic ignored "-Wshadow"
static double norm_of(spinor_field *s)
{
	double norm, sum = 0;
	_DECLARE_INT_ITERATOR(ix);
	_MASTER_FOR_SUM(s->type, ix, sum)
	{
		_spinor_prod_re_f(norm, *_FIELD_AT(s, ix), *_FIELD_AT(s, ix));
		sum += norm;
	}
	return sum;
}

static double distance(spinor_field *a, spinor_field *b)
{
	spinor_field_sub_assign_f(a, b);
	return sqrt(norm_of(a) / norm_of(b));
}

static void check_flt(spinor_field *s)
{
	spinor_field_flt *f = alloc_spinor_field_f_flt(2, &glattice);
	assign_sd2s(&f[0], &s[0]);
	D(&s[1], &s[0]);
	D_flt(&f[1], &f[0]);
	assign_s2sd(&s[2], &f[1]);
	const double off = distance(&s[2], &s[1]);
	check(off < 1e-6, "links in single precision are those of represent_gauge_field: off by %.1e", off);
	free_spinor_field_f_flt(f);
}

static void check_solver(spinor_field *s)
{
	double shift = 0;
	mshift_par par = {.n = 1, .shift = &shift, .err2 = 1e-20, .max_iter = 0};
	cg_mshift(&par, &H2, &s[0], &s[1]);
	H2(&s[2], &s[1]);
	const double off = distance(&s[2], &s[0]);
	check(off < 1e-9, "a solver with an operator of the program: off by %.1e", off);
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	if (PID != 0) logger_disable();
	logger_setlevel(0, 30);
	read_input(glb_var.read, argv[1]);
	read_input(rlx_var.read, argv[1]);
	check(geometry_init() == 0 && VOLUME == 256, "a lattice of the program's own input");
	geometry_mpi_eo();
	rlxd_init(rlx_var.rlxd_level, rlx_var.rlxd_seed + MPI_PID);
	test_geometry_mpi_eo();
	check(rlx_var.rlxd_seed == 12345 && glb_var.rlxd_seed == 12345 && glb_var.rlxd_level == 1, "its seed");
	u_gauge = alloc_gfield(&glattice);
	u_gauge_f = alloc_gfield_f(&glattice);
	u_gauge_f_flt = alloc_gfield_f_flt(&glattice);
	u_gauge_flt = alloc_gfield_flt(&glattice);
	tmp = alloc_spinor_field_f(4, &glattice);
	random_u(u_gauge);
	represent_gauge_field();
	gaussian_spinor_field(&tmp[1]);
	check_flt(tmp + 1);
	D(&tmp[2], &tmp[1]);
	H(&tmp[3], &tmp[1]);
	spinor_field_g5_assign_f(&tmp[3]);
	check(norm_of(&tmp[2]) > 18 * norm_of(&tmp[1]), "u_gauge_f has the links of u_gauge");
	check(distance(&tmp[3], &tmp[2]) < 1e-15, "H = g5 D");
	check_solver(tmp + 1);
	random_u(u_gauge);
	represent_gauge_field();
	check_flt(tmp + 1);
	check(!strcmp(REPR_NAME, "REPR_FUNDAMENTAL"), "REPR_NAME is %s", REPR_NAME);
	free_spinor_field_f(tmp);
	free_gfield(u_gauge);
	check(!u_gauge && !u_gauge_f, "links that are freed are gone");
	finalize_process();
	return done();
}
