/* tests/gpu/device.h: the device of a test. Without one gpu_begin ends the program with status 77; compiled by another
 * compiler than nvcc, kernels run on the host (device/device.h).
 *
 *   held<F> x(lattice, parity), held_links<U> u(lattice)   fields that are destroyed at the end of their scope
 *   held_place there(l)         a lattice of the host, there.here, and on the device, there; so is it
 *   done(call)                  as must (support.h), for calls that take &why: prints it first
 *   LINKS_LEAST                 the form of links with the fewest reals: of 8 for three colours alone
 *   FEW                         1 where fewer and smaller lattices suffice: with LQCD_TEST_FEW in the environment, which
 *                               checks that follow each access to memory need, and for other numbers of colours on the host */
#ifndef LQCD_TESTS_GPU_DEVICE_H
#define LQCD_TESTS_GPU_DEVICE_H

#include <lqcd/device/lattice.h>

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
	char name[64];
};

TAP_UNUSED static void place_begin(device_place *p, const int *l, const lqcd_boundary *b = NULL)
{
	must(lqcd_lattice_create(&p->here, l, NULL, NULL));
	if (b) must(lqcd_lattice_set_boundary(&p->here, b));
	done(lqcd_gpu_lattice_create(p, &gpu, &p->here, &why));
	snprintf(p->name, sizeof p->name, "%dx%dx%dx%d", l[0], l[1], l[2], l[3]);
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

struct held_place : device_place {
	held_place(const int *l, const lqcd_boundary *b = NULL)
	{
		place_begin(this, l, b);
	}

	~held_place()
	{
		place_end(this);
	}
};

/* Spinors, of one right-hand side or several, and links that are created where they are declared, and destroyed at the end of the scope. */
template <class F> struct held : F {
	template <class L> held(L *on, lqcd_parity parity = LQCD_FULL)
	{
		must(lqcd_spinor_field_create((F *)this, on, parity));
	}

	template <class L> held(L *on, lqcd_parity parity, int n)
	{
		must(lqcd_multi_spinor_field_create((F *)this, on, parity, n));
	}

	held(const held &) = delete;

	~held()
	{
		lqcd_spinor_field_destroy((F *)this);
	}
};

template <class U> struct held_links : U {
	held_links() : U() {}

	template <class L> held_links(L *on)
	{
		must(lqcd_gauge_field_create((U *)this, on, LQCD_FULL));
	}

	held_links(const held_links &) = delete;

	~held_links()
	{
		lqcd_gauge_field_destroy((U *)this);
	}
};

template <class F> static void device_spoil(F *s, size_t bytes, size_t norms)
{
	done(lqcd_gpu_fill(&gpu, s->ptr, 0xff, bytes, &why));
	if (s->norm) done(lqcd_gpu_fill(&gpu, s->norm, 0xff, norms, &why));
}

#endif
