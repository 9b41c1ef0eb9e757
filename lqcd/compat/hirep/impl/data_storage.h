/* lqcd/compat/hirep/impl/data_storage.h: the names of HiRep's data_storage.h: arrays of measurements.
 *
 *   data_storage_array *d = allocate_data_storage_array(n)
 *   allocate_data_storage_element(d, k, dims, extent)      element k < n: extent[0] x .. x extent[dims-1] doubles, 0
 *   double *p = data_storage_element(d, k, index)          one of them; the last index runs fastest
 *   print_data_storage(d)                                  rows of the last index, after the others
 *   free_data_storage(d)
 *
 * STORE or DONTSTORE: whether a function of a measurement returns its numbers. Wrong indices end the program.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_DATA_STORAGE_H
#define LQCD_COMPAT_HIREP_DATA_STORAGE_H

#include "logger.h"

typedef enum { STORE, DONTSTORE } storage_switch;

typedef struct _data_storage {
	int n;
	int *ni;
	double *data;
} data_storage;

typedef struct _data_storage_array {
	int n;
	data_storage *element;
} data_storage_array;

static inline data_storage_array *allocate_data_storage_array(int n)
{
	data_storage_array *d = (data_storage_array *)malloc(sizeof *d);
	data_storage *e = (data_storage *)calloc(n > 0 ? (size_t)n : 1, sizeof *e);
	lqcd__hr_error(n < 1, 1, "allocate_data_storage_array", "at least one element");
	lqcd__hr_error(!d || !e, 1, "allocate_data_storage_array", "out of memory");
	d->n = n;
	d->element = e;
	return d;
}

static inline void allocate_data_storage_element(data_storage_array *cont, int id, int n, int *ni)
{
	size_t size = 1;
	lqcd__hr_error(id < 0 || id >= cont->n, 1, "allocate_data_storage_element", "no such element");
	lqcd__hr_error(n < 1, 1, "allocate_data_storage_element", "at least one dimension");
	data_storage *e = &cont->element[id];
	free(e->ni);
	free(e->data);
	e->n = n;
	e->ni = (int *)malloc((size_t)n * sizeof(int));
	lqcd__hr_error(!e->ni, 1, "allocate_data_storage_element", "out of memory");
	for (int i = 0; i < n; i++) {
		lqcd__hr_error(ni[i] < 1, 1, "allocate_data_storage_element", "an extent below 1");
		e->ni[i] = ni[i];
		size *= (size_t)ni[i];
	}
	e->data = (double *)calloc(size, sizeof(double));
	lqcd__hr_error(!e->data, 1, "allocate_data_storage_element", "out of memory");
}

static inline void free_data_storage(data_storage_array *dat)
{
	for (int k = 0; dat && k < dat->n; k++) {
		free(dat->element[k].data);
		free(dat->element[k].ni);
	}
	if (dat) free(dat->element);
	free(dat);
}

static inline double *data_storage_element(data_storage_array *dat, int iel, int *ni)
{
	size_t at = 0;
	lqcd__hr_error(iel < 0 || iel >= dat->n, 1, "data_storage_element", "no such element");
	const data_storage *e = &dat->element[iel];
	for (int i = 0; i < e->n; i++) {
		lqcd__hr_error(ni[i] < 0 || ni[i] >= e->ni[i], 1, "data_storage_element", "an index out of range");
		at = at * (size_t)e->ni[i] + (size_t)ni[i];
	}
	return e->data + at;
}

static inline void print_data_storage(data_storage_array *dat)
{
	if (!dat) {
		lprintf("WARNING", 0, "print_data_storage: nothing was stored\n");
		return;
	}
	for (int k = 0; k < dat->n; k++) {
		const data_storage *e = &dat->element[k];
		size_t rows = 1, row;
		lprintf("DATA_STORAGE", 0, "Element %d\n", k);
		for (int i = 0; i < e->n - 1; i++) rows *= (size_t)e->ni[i];
		for (row = 0; row < rows; row++) {
			size_t below = rows;
			for (int i = 0; i < e->n - 1; i++) {
				below /= (size_t)e->ni[i];
				lprintf("DATA_STORAGE", 0, " %d", (int)(row / below % (size_t)e->ni[i]));
			}
			for (int i = 0; i < e->ni[e->n - 1]; i++)
				lprintf("DATA_STORAGE", 0, " %2.16e",
					e->data[row * (size_t)e->ni[e->n - 1] + (size_t)i]);
			lprintf("DATA_STORAGE", 0, "\n");
		}
	}
}

#endif
