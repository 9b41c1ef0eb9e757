/* lqcd/compat/quda/device.h: part of quda.h: the device, if the program has LQCD_QUDA_DEVICE; else nothing.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_DEVICE_H
#define LQCD_QUDA_DEVICE_H

#include "state.h"

#ifndef LQCD_QUDA_DEVICE

#define lqcd__quda_device_open(number, function) ((void)(number))
#define lqcd__quda_device_forget()               ((void)0)
#define lqcd__quda_device_forget_staggered()     ((void)0)
#define lqcd__quda_device_multigrid_clear(m)     ((void)0)
#define lqcd__quda_device_enter(function)        ((void)0)
#define lqcd__quda_device_leave()                ((void)0)
#define lqcd__quda_device_close()                ((void)0)

#else

/** Opens a device: that number, or if it is negative the one of this process among those of its machine. */
LQCD_STATIC void lqcd__quda_device_open(int number, const char *function)
{
	lqcd__quda_device *k = &lqcd__quda.device;
	lqcd_message why = {""};
	if (lqcd__quda.begun) {
		if (number != k->number)
			lqcd__quda_error("%s: device %d: endQuda comes before another device than %d", function, number, k->number);
		return;
	}
	k->number = number;
	if (number == LQCD_QUDA_HOST) return;
	const lqcd_comm all = lqcd_comm_all();
	const lqcd_status s = number < 0 ? lqcd_gpu_open_for(&k->gpu, &all, &why) : lqcd_gpu_open(&k->gpu, number, &why);
	if (s != LQCD_OK)
		lqcd__quda_error("%s: device %d: %s; initQuda(LQCD_QUDA_HOST) computes on the host", function, number, why.text);
	k->on = 1;
}

LQCD_STATIC void lqcd__quda_device_forget(void)
{
	lqcd__quda_device *k = &lqcd__quda.device;
	if (!k->has_wilson) return;
	lqcd_wilson_destroy(&k->d);
	lqcd_wilson_destroy(&k->f);
	lqcd_wilson_destroy(&k->h);
	k->has_wilson = 0;
}

LQCD_STATIC void lqcd__quda_device_forget_staggered(void)
{
	lqcd__quda_device *k = &lqcd__quda.device;
	if (!k->made) return;
	lqcd_staggered_destroy(&k->staggered_d);
	lqcd_staggered_destroy(&k->staggered_f);
	k->made = 0;
}

/** The lattice of the host on the device, if there is one. */
LQCD_STATIC void lqcd__quda_device_enter(const char *function)
{
	lqcd__quda_device *k = &lqcd__quda.device;
	lqcd_message why = {""};
	if (!k->on) return;
	if (lqcd_gpu_lattice_create(&k->lattice, &k->gpu, &lqcd__quda.lattice, &why) != LQCD_OK)
		lqcd__quda_error("%s: %s", function, why.text);
	k->has_lattice = 1;
}

/** Destroys what is in m, if there is anything; it is no longer made then. */
LQCD_STATIC void lqcd__quda_device_multigrid_clear(lqcd__quda_device_multigrid *m)
{
	if (!m->made) return;
	lqcd_multigrid_destroy(&m->mg);
	lqcd_wilson_destroy(&m->D);
	m->made = 0;
}

/** Destroys the lattice; no operator may be left. */
LQCD_STATIC void lqcd__quda_device_leave(void)
{
	lqcd__quda_device *k = &lqcd__quda.device;
	if (k->has_lattice) lqcd_gpu_lattice_destroy(&k->lattice);
	k->has_lattice = 0;
}

LQCD_STATIC void lqcd__quda_device_close(void)
{
	lqcd__quda_device_leave();
	if (lqcd__quda.device.on) lqcd_gpu_close(&lqcd__quda.device.gpu);
	lqcd__quda.device.on = 0;
}

#endif

#endif
