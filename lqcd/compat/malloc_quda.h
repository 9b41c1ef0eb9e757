/* lqcd/compat/malloc_quda.h: QUDA's memory by name, of the host, for C++ programs under QUDA's name of the file.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_MALLOC_QUDA_H
#define LQCD_COMPAT_MALLOC_QUDA_H

#include <stdlib.h>

#define pool_device_malloc(size) malloc(size)
#define pool_device_free(ptr)    free(ptr)
#define pool_pinned_malloc(size) malloc(size)
#define pool_pinned_free(ptr)    free(ptr)
#define device_malloc(size)      malloc(size)
#define device_free(ptr)         free(ptr)
#define pinned_malloc(size)      malloc(size)
#define mapped_malloc(size)      malloc(size)
#define managed_malloc(size)     malloc(size)
#define managed_free(ptr)        free(ptr)
#define safe_malloc(size)        malloc(size)
#define host_free(ptr)           free(ptr)

#endif
