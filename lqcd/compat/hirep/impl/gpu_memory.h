/* lqcd/compat/hirep/impl/gpu_memory.h: part of compat/hirep.h, with WITH_GPU: memory of the GPU (lqcd/device/device.h).
 * The functions are in the units in C++, which those in C are linked with: a program has one of these at least. Errors,
 * such as no device, end the program. Copies come after the kernels that were launched before (without a stream of
 * their own), and before those launched next. Process r of n has device r modulo their number.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_GPU_MEMORY_H
#define LQCD_COMPAT_HIREP_GPU_MEMORY_H

#include "globals.h"

#ifdef WITH_GPU
#ifdef __cplusplus
#include "../../../device/device.h"

extern "C" {
LQCD__HR_GLOBAL lqcd_gpu lqcd__hr_gpu;

/** The device, opened by the first call. Launches that name no stream use its stream. */
LQCD_STATIC const lqcd_gpu *lqcd__hr_device(void)
{
	lqcd_message why;
	const int devices = lqcd_gpu_count();
	if (lqcd__hr_gpu.processors) return &lqcd__hr_gpu;
	const lqcd_status s = lqcd_gpu_open(&lqcd__hr_gpu, devices ? MPI_PID % devices : 0, &why);
	lqcd__hr_error(s != LQCD_OK, 1, "gpu", why.text);
	lqcd_gpu_close(&lqcd__hr_gpu);
	return &lqcd__hr_gpu;
}

/** Memory that is zero. */
LQCD__HR_GLOBAL void *lqcd__hr_gpu_alloc(size_t bytes)
{
	void *p;
	lqcd_message why;
	lqcd_status s = lqcd_gpu_alloc(lqcd__hr_device(), &p, bytes, &why);
	if (s == LQCD_OK) s = lqcd_gpu_fill(lqcd__hr_device(), p, 0, bytes, &why);
	lqcd__hr_error(s != LQCD_OK, 1, "alloc", why.text);
	return p;
}

LQCD__HR_GLOBAL void lqcd__hr_gpu_free(void *p)
{
	lqcd_gpu_free(lqcd__hr_device(), p);
}

LQCD__HR_GLOBAL void lqcd__hr_gpu_put(void *device, const void *host, size_t bytes)
{
	lqcd_message why;
	lqcd__hr_error(lqcd_gpu_put(lqcd__hr_device(), device, host, bytes, &why) != LQCD_OK, 1, "copy_to_gpu",
		       why.text);
}

LQCD__HR_GLOBAL void lqcd__hr_gpu_get(void *host, const void *device, size_t bytes)
{
	lqcd_message why;
	lqcd__hr_error(lqcd_gpu_get(lqcd__hr_device(), host, device, bytes, &why) != LQCD_OK, 1, "copy_from_gpu",
		       why.text);
}
}
#else
void *lqcd__hr_gpu_alloc(size_t bytes);
void lqcd__hr_gpu_free(void *p);
void lqcd__hr_gpu_put(void *device, const void *host, size_t bytes);
void lqcd__hr_gpu_get(void *host, const void *device, size_t bytes);
#endif
#endif

#endif
