/* tests/gpu/wilson.cu: fields and the Wilson operator of a GPU against those of the host in double. The checks of a tag
 * are in wilson.inc. Without a device it ends with status 77; compiled by another compiler than nvcc, kernels run on the
 * host (gpu/device.h). */
#include <lqcd.h>

#include <lqcd/gpu/wilson.h>

#include "../support.h"

static lqcd_gpu gpu;
static lqcd_message why;

#define done(call) done_or_stop(call, #call)
static void done_or_stop(lqcd_status status, const char *call)
{
	if (status != LQCD_OK) printf("# %s\n", why.text);
	must_be_ok(status, call);
}

/* What the host has: links, an operator, fields for input and output, all in double. */
typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_wilson_d D;
	lqcd_spinor_field_d in, x, want, got;
	char name[64];
} host_case;

static void case_begin(host_case *c, const int *l, int bc)
{
	const double mass = 0.5 * (tap_random() + 1);
	must(lqcd_lattice_create(&c->lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&c->u, &c->lat, LQCD_FULL));
	lqcd_gauge_field_random(&c->u, tap_random_u64(), 0);
	must(lqcd_wilson_create(&c->D, &c->u, mass, bc));
	must(lqcd_spinor_field_create(&c->in, &c->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&c->x, &c->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&c->want, &c->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&c->got, &c->lat, LQCD_FULL));
	lqcd_spinor_field_gaussian(&c->in, tap_random_u64(), 0);
	lqcd_spinor_field_gaussian(&c->x, tap_random_u64(), 0);
	snprintf(c->name, sizeof c->name, "%dx%dx%dx%d", l[0], l[1], l[2], l[3]);
}

static void case_end(host_case *c)
{
	lqcd_spinor_field_destroy(&c->in);
	lqcd_spinor_field_destroy(&c->x);
	lqcd_spinor_field_destroy(&c->want);
	lqcd_spinor_field_destroy(&c->got);
	lqcd_wilson_destroy(&c->D);
	lqcd_gauge_field_destroy(&c->u);
	lqcd_lattice_destroy(&c->lat);
}

/* |got - want| / |want| on the sites of a parity. */
static double distance(host_case *c, lqcd_parity parity)
{
	lqcd_spinor_field_d want = lqcd_spinor_field_part(&c->want, parity), got = lqcd_spinor_field_part(&c->got, parity);
	const double size = lqcd_spinor_field_norm2(&want);
	lqcd_spinor_field_axpy_d(&got, -1, &want);
	const double d = lqcd_spinor_field_norm2(&got) / size;
	return d >= 0 ? sqrt(d) : DBL_MAX;
}

#define LQCD_TAG f
#include "wilson.inc"
#define LQCD_TAG d
#include "wilson.inc"
#define LQCD_TAG h
#include "wilson.inc"

int main(void)
{
	/* T, X, Y, Z: tiny, not a multiple of any block, longer than a warp in Z, and cubic. */
	static const int extents[][4] = {{2, 2, 2, 2}, {2, 6, 4, 2}, {4, 2, 10, 6}, {6, 4, 2, 70}, {8, 8, 8, 8}, {10, 6, 14, 12}};
	if (lqcd_gpu_count() == 0) return 77;
	must(lqcd_gpu_open(&gpu, 0, &why));
	tap_diag("%s, %d processors", gpu.name, gpu.processors);
	for (size_t i = 0; i < sizeof extents / sizeof *extents; i++)
		for (int bc = -1; bc <= 1; bc += 2) {
			host_case c;
			case_begin(&c, extents[i], bc);
			check_f(&c, bc);
			check_d(&c, bc);
			check_h(&c, bc);
			case_end(&c);
		}
	check_refused_f();
	check_refused_d();
	check_refused_h();
	lqcd_gpu_close(&gpu);
	return tap_done();
}
