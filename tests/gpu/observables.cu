/* tests/gpu/observables.cu: sources, propagators and hadrons of a GPU, observables/device_observables.h, against the host. The checks of a
 * tag are in observables.inc. */
#include <lqcd/observables/device_observables.h>

#include "device.h"

/* A contraction of one's own: tr a^dagger b, a source spin to each of four threads. */
struct own_contraction {
	enum { values = 1, parts = 4, each = 1, plain = 1 };

	LQCD_GPU_FN void put(lqcd_propagator_matrix *m, const lqcd_spinor_d *column, int s, int c) const
	{
		lqcd__column_put(m, column, s, c);
	}

	LQCD_GPU_FN void site(lqcd_complex_d *z, int part, const lqcd_propagator_matrix *a, const lqcd_propagator_matrix *b) const
	{
		z[0] = lqcd_complex_zero_d();
		for (int s = 0; s < 4; s++) z[0] = lqcd_complex_add(z[0], lqcd__meson_value(a, b, 4 * s + part, 4 * s + part));
	}

	LQCD_GPU_FN int number(int, int) const
	{
		return 0;
	}
};

/* The largest |a - b| over the largest |b|. */
static double distance(const void *a, const void *b, int numbers)
{
	const double *x = (const double *)a, *y = (const double *)b;
	double worst = 0, size = 0;
	for (int k = 0; k < numbers; k++) {
		worst = tap_worst(worst, fabs(x[k] - y[k]));
		size = fmax(size, fabs(y[k]));
	}
	return worst / size;
}

#define LQCD_TAG f
#include "observables.inc"
#define LQCD_TAG d
#include "observables.inc"

/* Propagators that stay on the device. */
static void check_solve(const int *l, lqcd_method method)
{
	const int origin[4] = {1, 0, 2, 3};
	const lqcd_solve_params p = lqcd_solve_params_default();
	held_place there(l);
	const lqcd_lattice *const lat = &there.here;
	held_links<lqcd_gauge_field_d> u(lat);
	held<lqcd_spinor_field_d> x(lat), b(lat);
	lqcd_spinor_field_d s[LQCD_COLUMNS];
	lqcd_spinor_field_gd v[LQCD_COLUMNS];
	lqcd_solve_result here[LQCD_COLUMNS], far[LQCD_COLUMNS];
	lqcd_inverter inv;
	lqcd_gpu_inverter on;
	lqcd_gauge_field_random(&u, tap_random_u64(), 0);
	must(lqcd_propagator_create(s, lat));
	must(lqcd_propagator_create(v, &there));
	must(lqcd_inverter_create_as(&inv, &u, 0.3, -1, method, LQCD_FLOAT));
	must(lqcd_inverter_create_on(&on, &there, lqcd_gauge_field_view(&u), 0.3, -1, method, LQCD_FLOAT));
	tap_diag("%s", lqcd_inverter_tags(&on));
	must(lqcd_propagator_point_source(s, origin));
	must(lqcd_propagator_point_source(v, origin));
	must(lqcd_propagator_solve_by(s, &inv, &p, here));
	must(lqcd_propagator_solve_by(v, &on, &p, far));
	double worst = 0;
	int iterated = 1;
	for (int k = 0; k < LQCD_COLUMNS; k++) {
		must(lqcd_spinor_field_get(lqcd_spinor_field_view(&x), &v[k]));
		lqcd_spinor_field_axpy_d(&x, -1, &s[k]);
		worst = tap_worst(worst, sqrt(lqcd_spinor_field_norm2(&x) / lqcd_spinor_field_norm2(&s[k])));
		iterated = iterated && far[k].status == LQCD_OK && far[k].iterations > 2 && far[k].residual <= p.tolerance;
	}
	tap_ok(worst < 1e-8 && iterated, "%dx%dx%dx%d: propagator by method %d off by %.1e", l[0], l[1], l[2], l[3], (int)method, worst);
	/* The same inverter with fields of the host. */
	must(lqcd_point_source(&b, origin, 3, LQCD_NC - 1));
	must(lqcd_inverter_solve(&on, &x, &b, &p).status);
	lqcd_spinor_field_axpy_d(&x, -1, &s[LQCD_COLUMNS - 1]);
	tap_ok(sqrt(lqcd_spinor_field_norm2(&x) / lqcd_spinor_field_norm2(&s[LQCD_COLUMNS - 1])) < 1e-8, "with fields of the host");
	/* x is output only. */
	LQCD_FIELD_AT(&x, 0)->c[1].c[1].re = tap_nan();
	must(lqcd_spinor_field_put(&v[0], lqcd_spinor_field_view(&x)));
	must(lqcd_point_source(&v[1], origin, 0, 0));
	must(lqcd_inverter_solve(&on, &v[0], &v[1], &p).status);
	must(lqcd_spinor_field_get(lqcd_spinor_field_view(&x), &v[0]));
	lqcd_spinor_field_axpy_d(&x, -1, &s[0]);
	tap_ok(sqrt(lqcd_spinor_field_norm2(&x) / lqcd_spinor_field_norm2(&s[0])) < 1e-8, "NaN in x before does not matter");
	lqcd_inverter_destroy(&inv);
	lqcd_inverter_destroy(&on);
	lqcd_propagator_destroy(s);
	lqcd_propagator_destroy(v);
}

int main(void)
{
	static const int l[4] = {4, 2, 4, 6};
	gpu_begin();
	check_f();
	check_d();
	check_solve(l, LQCD_BICGSTAB_THEN_CG);
	check_solve(l, LQCD_CG);
	lqcd_gpu_close(&gpu);
	return tap_done();
}
