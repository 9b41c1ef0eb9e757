/* tests/hirep/members.c: a program of before 2020 in C, in which complex is a structure with members re and im; compiled as
 * C++. */
#define MAIN_PROGRAM
#include <stdlib.h>
#include <stdio.h>
#include <math.h>
#include "io.h"
#include "geometry.h"
#include "global.h"
#include "memory.h"
#include "random.h"
#include "suN.h"
#include "linear_algebra.h"
#include "dirac.h"
#include "update.h"
#include "representation.h"
#include "logger.h"
#include "../support/tap.h"

static double hmass = 0.1;
static complex phase[2] = {{0., 1.}, {0.5, -0.5}};

static void D(spinor_field *out, spinor_field *in)
{
	Dphi(hmass, out, in);
}

int main(int argc, char *argv[])
{
	int n;
	double re, sum = 0;
	complex z, w;
	complex_flt f;
	spinor_field *s;
	_DECLARE_INT_ITERATOR(ix);

	setup_process(&argc, &argv);
	u_gauge = alloc_gfield(&glattice);
	random_u(u_gauge);
	represent_gauge_field();
	s = alloc_spinor_field_f(3, &glattice);
	_MASTER_FOR(&glattice, ix)
		for (n = 0; n < NF; n++) {
			_FIELD_AT(s, ix)->c[0].c[n].re = n;
			_FIELD_AT(s, ix)->c[3].c[n].im = -2;
		}
	_MASTER_FOR_SUM(&glattice, ix, sum)
		for (n = 0; n < NF; n++) sum += _FIELD_AT(s, ix)->c[0].c[n].re * _FIELD_AT(s, ix)->c[0].c[n].re;
	_complex_mul(z, phase[0], phase[1]);
	tap_ok(fabs(z.re - 0.5) < 1e-15 && fabs(z.im - 0.5) < 1e-15, "_complex_mul: %g %g", z.re, z.im);
	w.re = 2;
	w.im = 0;
	_complex_mulr(w, 3., z);
	_complex_prod_assign(w, z, z);
	f.re = (float)w.re;
	tap_ok(fabs(w.re - 2) < 1e-15 && fabs(w.im - 1.5) < 1e-15 && f.re == 2.f, "_complex_prod_assign");
	tap_ok(fabs(spinor_field_sqnorm_f(s) - sum - 4. * NF * VOLUME) < 1e-9, "members of a field");
	spinor_field_mulc_f(s + 1, phase[0], s);
	z = spinor_field_prod_f(s, s + 1);
	tap_ok(fabs(z.re) < 1e-9 && fabs(z.im - spinor_field_sqnorm_f(s)) < 1e-9, "<s, i s>: %g %g", z.re, z.im);
	D(s + 2, s + 1);
	D(s + 1, s);
	_spinor_prod_re_f(re, *_FIELD_AT(s + 1, 0), *_FIELD_AT(s + 2, 0));
	tap_ok(fabs(re) < 1e-12, "D is linear");
	_suNg_trace(z, *pu_gauge(3, 1));
	re = 0;
	for (n = 0; n < NG; n++) re += pu_gauge(3, 1)->c[n * (NG + 1)].re;
	tap_ok(fabs(z.re - re) < 1e-15, "members of links");
	free_spinor_field_f(s);
	finalize_process();
	return tap_done();
}
