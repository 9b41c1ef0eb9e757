/* examples/device.h: --device of the examples, and the GPU of those that are compiled from X.cu, which includes
 * lqcd.h before X.c. Templates over links take those of the host and give them back by device.inc. */
#ifndef LQCD_EXAMPLES_DEVICE_H
#define LQCD_EXAMPLES_DEVICE_H

#include "output.h"

/* gap: spaces up to the texts of the program. */
#define DEVICE_USAGE(gap, program)                                                                                     \
	"  --device gpu|host" gap "of " program ".cu (make build/gpu/examples/" program                                \
	"): where to compute (on a GPU if there is one)\n"

enum { DEVICE_GPU, DEVICE_HOST, DEVICE_ANY };

LQCD_STATIC int device_option(const char *name, const char *value)
{
	static const char *const names[] = {"gpu", "host", NULL};
	return choice_option(name, value, names);
}

/** Whether to compute on GPUs: the program was compiled for them, and each process has one to use. */
LQCD_STATIC int device_used(int wanted, const lqcd_comm *comm)
{
	char says[400];
#if LQCD_DEVICES
	lqcd_message why = {""};
	lqcd_gpu gpu;
	if (wanted == DEVICE_HOST) return 0;
	if (lqcd_gpu_open_for(&gpu, comm, &why) == LQCD_OK) {
		lqcd_gpu_close(&gpu);
		return 1;
	}
	snprintf(says, sizeof says, "there is none: %s", why.text);
#else
	(void)comm;
	snprintf(says, sizeof says, "there is none for a program that was not compiled from %s.cu", example_name);
#endif
	if (wanted == DEVICE_GPU) wrong("--device", "gpu", says);
	return 0;
}

#if LQCD_DEVICES
typedef struct {
	lqcd_gpu gpu;
	lqcd_gpu_lattice lattice;
	size_t left; /* bytes that were free before */
} device;

/** Opens the GPU of this process, with a lattice there. *d stays where it is. */
LQCD_STATIC lqcd_gpu_lattice *device_begin(device *d, const lqcd_lattice *lat)
{
	lqcd_message why = {""};
	size_t all;
	must_be_ok(example_name, lqcd_gpu_open_for(&d->gpu, &lat->comm, &why), &why);
	must_be_ok(example_name, lqcd_gpu_room(&d->gpu, &d->left, &all, &why), &why);
	must_be_ok(example_name, lqcd_gpu_lattice_create(&d->lattice, &d->gpu, lat, &why), &why);
	return &d->lattice;
}

/** What the device is, and how much of its memory the program has taken since device_begin. */
LQCD_STATIC void device_say(const device *d, output *out)
{
	lqcd_message why = {""};
	size_t left, all;
	must_be_ok(example_name, lqcd_gpu_room(&d->gpu, &left, &all, &why), &why);
	say_word(out, "device", d->gpu.name);
	if (all) say_fact(out, "device_MB", "%.1f", 1e-6 * ((double)d->left - (double)left));
	if (all) say_fact(out, "device_MB_left", "%.1f", 1e-6 * (double)left);
}

/** Ends the program when something went wrong there. */
LQCD_STATIC void device_check(device *d)
{
	lqcd_message why = {""};
	must_be_ok(example_name, lqcd_gpu_lattice_status(&d->lattice, &why), &why);
}

LQCD_STATIC void device_end(device *d)
{
	device_check(d);
	lqcd_gpu_lattice_destroy(&d->lattice);
	lqcd_gpu_close(&d->gpu);
}
#endif

#if LQCD_DEVICES
#define LQCD_TAG gd
#include "device.inc"
#endif
#define LQCD_TAG d
#include "device.inc"
#define LQCD_TAG vd
#include "device.inc"

#endif
