/* lqcd/compat/hirep/impl/fields.h: part of compat/hirep.h: allocation of fields, and communications.
 *
 *   spinor_field *alloc_spinor_field(n, &glattice)      n fields in one block; &s[i] or s + i is a field; also
 *                                                       spinor_field_flt, scalar_field
 *   suNg_field *alloc_suNg_field(&glattice), alloc_n_suNg_field(n, type)         all others
 *   free_<type>(s)                                       a global variable that points to s is NULL afterwards
 *   get_even_part_<type>(s), get_odd_part_<type>(s)
 *   start_sendrecv_<type>(s)           sends the borders of s to the neighbouring processes (halo.h); in between local
 *                                      sites may be read
 *   complete_sendrecv_<type>(s)        from here on x +- mu of other processes are in s, of links also x + mu - nu
 *   fill_buffers_<type>(s)             nothing: start does it
 *   global_sum(d, n), global_max, global_min, global_sum_int     d[k], k < n, of all processes, to all; sums of
 *                                      doubles are exact before they are rounded, once
 *   bcast(d, n), bcast_int(d, n)       d of process 0 to all
 *
 * New fields are zero. In front of a block is memory of one site, -1: programs write links at every ipt_ext(t, x, y, z),
 * which is -1 for corners of the extended lattice. Out of memory ends the program. Over several processes all communications are
 * collective, in the same order everywhere; free completes those that are under way. With one process they do nothing.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_FIELDS_H
#define LQCD_COMPAT_HIREP_FIELDS_H

#include <string.h>

#include "../../../field/halo.h"
#include "gpu_memory.h"
#include "logger.h"

/* The bytes of site -1, a multiple of the alignment. */
enum {
	LQCD__HR_LARGEST = sizeof(suNf) > sizeof(suNg) ? sizeof(suNf) : sizeof(suNg),
	LQCD__HR_ROOM = ((LQCD__HR_LARGEST > sizeof(suNf_spinor) ? LQCD__HR_LARGEST : sizeof(suNf_spinor)) * 6 + 127) /
			128 * 128
};

static inline void *lqcd__hr_alloc(unsigned n, geometry_descriptor *type, int dim, size_t element)
{
	const lqcd_geometry *g = lqcd__hr_geometry(type);
	/* Links and planes are allocated with the edges. */
	const size_t bytes = (size_t)(dim >= 4 ? g->gsize_leaf : g->gsize_spinor) * element * (size_t)dim;
	lqcd__hr_field *s = (lqcd__hr_field *)calloc(n ? n : 1, sizeof *s);
	const size_t all = lqcd_mul_size(n, bytes);
	char *p = all && all <= SIZE_MAX - LQCD__HR_ROOM ? (char *)lqcd_alloc(all + LQCD__HR_ROOM) : NULL;
	lqcd__hr_error(n && (!s || !p), 1, "alloc", "out of memory");
	if (p) {
		memset(p, 0, LQCD__HR_ROOM);
		p += LQCD__HR_ROOM;
	}
	for (unsigned k = 0; k < n; k++) {
		s[k].ptr = p + k * bytes;
		s[k].type = type;
		s[k].field_dim = dim;
		s[k].comm_type = CPU_COMM;
		s[k].alloc_t = alloc_mem_t;
		memset(s[k].ptr, 0, bytes);
	}
#ifdef WITH_GPU
	if (n && (alloc_mem_t & GPU_MEM)) s->gpu_ptr = (char *)lqcd__hr_gpu_alloc(lqcd_mul_size(n, bytes));
	for (unsigned k = 1; k < n && s->gpu_ptr; k++) s[k].gpu_ptr = s->gpu_ptr + k * bytes;
#endif
	return s;
}

/* An exchange that is under way. */
typedef struct lqcd__hr_exchange {
	struct lqcd__hr_exchange *next;
	lqcd_halo halo;
} lqcd__hr_exchange;

LQCD__HR_GLOBAL lqcd__hr_exchange *lqcd__hr_exchanges = NULL;

/** Completes the exchange of the numbers at data, if there is one; NULL: all. */
static inline void lqcd__hr_complete(const void *data)
{
	for (lqcd__hr_exchange **p = &lqcd__hr_exchanges; *p;) {
		lqcd__hr_exchange *e = *p;
		if (data && e->halo.field.data != data) {
			p = &e->next;
			continue;
		}
		lqcd_halo_complete(&e->halo);
		lqcd_halo_destroy(&e->halo);
		*p = e->next;
		free(e);
	}
	__asm__ volatile("" ::: "memory");
}

/** Also a compiler barrier: data written by the program are sent. */
static inline void lqcd__hr_start(void *data, const geometry_descriptor *type, size_t bytes, size_t number)
{
	const lqcd_geometry *g = lqcd__hr_geometry(type);
	if (g->lattice->comm.size == 1) return;
	__asm__ volatile("" ::: "memory");
	lqcd__hr_complete(data);
	lqcd__hr_exchange *e = (lqcd__hr_exchange *)malloc(sizeof *e);
	lqcd__hr_error(!e, 1, "start_sendrecv", "out of memory");
	const lqcd_field_view v =
		lqcd__view(data, g, (int)(bytes / number), number == sizeof(double) ? LQCD__DOUBLE : LQCD__FLOAT);
	const lqcd_status s = lqcd_halo_create(&e->halo, v);
	lqcd__hr_error_of_all(s != LQCD_OK, "start_sendrecv", lqcd_status_text(s));
	lqcd_halo_start(&e->halo);
	e->next = lqcd__hr_exchanges;
	lqcd__hr_exchanges = e;
}

/** Global variables do not keep a field that goes. */
static inline void lqcd__hr_forget(const void *field)
{
	if (u_gauge == field) u_gauge = NULL;
	if (u_gauge_f == field) u_gauge_f = NULL;
	if (u_gauge_flt == field) u_gauge_flt = NULL;
	if (u_gauge_f_flt == field) u_gauge_f_flt = NULL;
	if (u_scalar == field) u_scalar = NULL;
	if (cl_term == field) cl_term = NULL;
	if (cl_ldl == field) cl_ldl = NULL;
	if (cl_force == field) cl_force = NULL;
	if (suN_momenta == field) suN_momenta = NULL;
	if (scalar_momenta == field) scalar_momenta = NULL;
}

static inline void lqcd__hr_free(void *field)
{
	lqcd__hr_field *s = (lqcd__hr_field *)field;
	lqcd__hr_complete(NULL);
	lqcd__hr_forget(field);
	if (s && s->ptr) lqcd_free(s->ptr - LQCD__HR_ROOM);
#ifdef WITH_GPU
	if (s && s->gpu_ptr) lqcd__hr_gpu_free(s->gpu_ptr);
#endif
	free(s);
}

/** The half of a full field on one parity. */
static inline void lqcd__hr_part(void *part, const void *full, lqcd_parity parity, size_t element)
{
	lqcd__hr_field s;
	memcpy(&s, full, sizeof s);
	lqcd__hr_error(s.type != &glattice, 1, "get_part",
		       "only a field on the whole lattice has an even and an odd part");
	s.type = lqcd__hr_type(parity);
	const size_t shift = (size_t)s.type->master_shift * (size_t)s.field_dim * element;
	s.ptr += shift;
#ifdef WITH_GPU
	if (s.gpu_ptr) s.gpu_ptr += shift;
#endif
	memcpy(part, &s, sizeof s);
}

static inline void *amalloc(size_t bytes, int p)
{
	const size_t align = (size_t)1 << p;
	return align <= 128 ? lqcd_alloc(bytes) : aligned_alloc(align, (bytes + align - 1) / align * align);
}

static inline void afree(void *p)
{
	lqcd_free(p);
}

/** The processes of the lattice; before a lattice exists, this process alone. */
static inline const lqcd_comm *lqcd__hr_comm(lqcd_comm *self)
{
	*self = lqcd_comm_self();
	return lqcd__hr_lattice.sites ? &lqcd__hr_lattice.comm : self;
}

/** Gathers the numbers: to add the digits of exact sums takes 70 times the bytes for each of them. */
static inline void global_sum(double *d, int n)
{
	lqcd_comm self;
	const lqcd_comm *comm = lqcd__hr_comm(&self);
	const int size = comm->size, most = size < 4096 ? 4096 / size : 1;
	double *all = size > 1 ? (double *)malloc((size_t)most * (size_t)size * sizeof *all) : NULL;
	lqcd__hr_error(size > 1 && !all, 1, "global_sum", "out of memory");
	for (int first = 0; first < n && all; first += most) {
		const int count = n - first < most ? n - first : most;
		lqcd__comm_gather(comm, d + first, count, all);
		for (int k = 0; k < count; k++) {
			lqcd_sum sum;
			lqcd_sum_start(&sum);
			for (int rank = 0; rank < size; rank++) lqcd_sum_add(&sum, all[rank * count + k]);
			d[first + k] = lqcd_sum_value(&sum);
		}
	}
	free(all);
}

static inline void global_sum_int(int *d, int n)
{
	lqcd_comm self;
	const lqcd_comm *comm = lqcd__hr_comm(&self);
	for (int k = 0; k < n; k++) d[k] = (int)(int64_t)lqcd_comm_sum_u64(comm, (uint64_t)d[k]);
}

static inline void global_max(double *d, int n)
{
	lqcd_comm self;
	const lqcd_comm *comm = lqcd__hr_comm(&self);
	for (int k = 0; k < n; k++) d[k] = lqcd_comm_max(comm, d[k]);
}

static inline void global_min(double *d, int n)
{
	lqcd_comm self;
	const lqcd_comm *comm = lqcd__hr_comm(&self);
	for (int k = 0; k < n; k++) d[k] = -lqcd_comm_max(comm, -d[k]);
}

static inline void bcast(double *d, int n)
{
	lqcd_comm self;
	lqcd_comm_broadcast(lqcd__hr_comm(&self), 0, d, (size_t)n * sizeof *d);
}

static inline void bcast_int(int *d, int n)
{
	lqcd_comm self;
	lqcd_comm_broadcast(lqcd__hr_comm(&self), 0, d, (size_t)n * sizeof *d);
}

#endif
