/* tests/gpu/device.h: the device of a test. Without one gpu_begin ends the program with status 77; compiled by another
 * compiler than nvcc, kernels run on the host (device/device.h).
 *
 *   done(call)                  as must (support.h), for calls that take &why: prints it first
 *   LINKS_LEAST                 the form of links with the fewest reals: of 8 for three colours alone
 *   FEW                         1 where fewer and smaller lattices suffice: with LQCD_TEST_FEW in the environment, which
 *                               checks that follow each access to memory need, and for other numbers of colours on the host */
#ifndef LQCD_TESTS_GPU_DEVICE_H
#define LQCD_TESTS_GPU_DEVICE_H

#include <lqcd/device/device.h>

#include "../support/place.h"

#define LINKS_LEAST (LQCD_NC == 3 ? LQCD_LINK_8 : LQCD_LINK_12)
#define FEW         test_few()

static lqcd_gpu gpu;
static lqcd_message why;

TAP_UNUSED static int test_few(void)
{
	const char *const few = getenv("LQCD_TEST_FEW");
	return few || (LQCD_NC != 3 && !LQCD_DEVICE_COMPILER);
}

#define done(call) done_or_stop(call, #call)
static void done_or_stop(lqcd_status status, const char *call)
{
	if (status != LQCD_OK) printf("# %s\n", why.text);
	must_be_ok(status, call);
}

TAP_UNUSED static void gpu_begin(void)
{
	if (lqcd_gpu_count() == 0) exit(77);
	done(lqcd_gpu_open(&gpu, 0, &why));
	tap_diag("%s, %d processors", gpu.name, gpu.processors);
}

/* The lattice of a device, and that of the host behind it. */
struct device_place : lqcd_gpu_lattice {
	lqcd_lattice here;
};

TAP_UNUSED static void place_begin(device_place *p, const int *l)
{
	must(lqcd_lattice_create(&p->here, l, NULL, NULL));
	done(lqcd_gpu_lattice_create(p, &gpu, &p->here, &why));
}

TAP_UNUSED static void place_end(device_place *p)
{
	done(lqcd_gpu_lattice_status(p, &why));
	lqcd_gpu_lattice_destroy(p);
	lqcd_lattice_destroy(&p->here);
}

TAP_UNUSED static lqcd_lattice *place_lattice(device_place *p)
{
	return &p->here;
}

template <class F> static void device_spoil(F *s, size_t bytes, size_t norms)
{
	done(lqcd_gpu_fill(&gpu, s->ptr, 0xff, bytes, &why));
	if (s->norm) done(lqcd_gpu_fill(&gpu, s->norm, 0xff, norms, &why));
}

#endif
