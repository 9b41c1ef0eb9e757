/* lqcd/compat/hirep/impl/fields.h: part of compat/hirep.h: allocation of fields, and communications of one process.
 *
 *   spinor_field *alloc_spinor_field(n, &glattice)      n fields in one block; &s[i] or s + i is a field; also
 *                                                       spinor_field_flt, scalar_field
 *   suNg_field *alloc_suNg_field(&glattice), alloc_n_suNg_field(n, type)         all others
 *   free_<type>(s), get_even_part_<type>(s), get_odd_part_<type>(s)
 *   start_sendrecv_<type>(s), complete_sendrecv_<type>(s), fill_buffers_<type>(s)
 *
 * New fields are zero. Out of memory ends the program. */
#ifndef LQCD_COMPAT_HIREP_FIELDS_H
#define LQCD_COMPAT_HIREP_FIELDS_H

#include <string.h>

#include "logger.h"

/* Any field. */
typedef struct {
	char *ptr;
	geometry_descriptor *type;
	int field_dim;
	comm_t comm_type;
	mem_t alloc_t;
} LQCD__HR_ALIAS lqcd__hr_field;

static inline void *lqcd__hr_alloc(unsigned n, geometry_descriptor *type, int dim, size_t element)
{
	const lqcd_geometry *g = lqcd__hr_geometry(type);
	const size_t bytes = (size_t)g->gsize_spinor * element * (size_t)dim;
	lqcd__hr_field *s = (lqcd__hr_field *)calloc(n ? n : 1, sizeof *s);
	char *p = (char *)lqcd_alloc(lqcd_mul_size(n, bytes));
	lqcd__hr_error(n && (!s || !p), 1, "alloc", "out of memory");
	for (unsigned k = 0; k < n; k++) {
		s[k].ptr = p + k * bytes;
		s[k].type = type;
		s[k].field_dim = dim;
		s[k].comm_type = CPU_COMM;
		s[k].alloc_t = CPU_MEM;
		memset(s[k].ptr, 0, bytes);
	}
	return s;
}

static inline void lqcd__hr_free(void *field)
{
	lqcd__hr_field *s = (lqcd__hr_field *)field;
	if (s) lqcd_free(s->ptr);
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
	s.ptr += (size_t)s.type->master_shift * (size_t)s.field_dim * element;
	memcpy(part, &s, sizeof s);
}

#define LQCD__HR_FIELD_FUNCTIONS(name, dim, tag)                                                                       \
	static inline name *alloc_n_##name(unsigned n, geometry_descriptor *type)                                      \
	{                                                                                                              \
		return (name *)lqcd__hr_alloc(n, type, dim, sizeof *((name *)0)->ptr);                                 \
	}                                                                                                              \
	static inline void free_##name(name *s)                                                                        \
	{                                                                                                              \
		lqcd__hr_free(s);                                                                                      \
	}                                                                                                              \
	static inline name get_even_part_##name(name *s)                                                               \
	{                                                                                                              \
		name r;                                                                                                \
		lqcd__hr_part(&r, s, LQCD_EVEN, sizeof *s->ptr);                                                       \
		return r;                                                                                              \
	}                                                                                                              \
	static inline name get_odd_part_##name(name *s)                                                                \
	{                                                                                                              \
		name r;                                                                                                \
		lqcd__hr_part(&r, s, LQCD_ODD, sizeof *s->ptr);                                                        \
		return r;                                                                                              \
	}                                                                                                              \
	static inline void start_sendrecv_##name(name *s)                                                              \
	{                                                                                                              \
		(void)s;                                                                                               \
	}                                                                                                              \
	static inline void complete_sendrecv_##name(name *s)                                                           \
	{                                                                                                              \
		(void)s;                                                                                               \
	}                                                                                                              \
	static inline void fill_buffers_##name(name *s)                                                                \
	{                                                                                                              \
		(void)s;                                                                                               \
	}
LQCD__HR_FIELDS(LQCD__HR_FIELD_FUNCTIONS)
#undef LQCD__HR_FIELD_FUNCTIONS

#define LQCD__HR_ALLOC_MANY(name)                                                                                      \
	static inline name *alloc_##name(unsigned n, geometry_descriptor *type)                                        \
	{                                                                                                              \
		return alloc_n_##name(n, type);                                                                        \
	}
#define LQCD__HR_ALLOC_ONE(name)                                                                                       \
	static inline name *alloc_##name(geometry_descriptor *type)                                                    \
	{                                                                                                              \
		return alloc_n_##name(1, type);                                                                        \
	}
LQCD__HR_ALLOC_MANY(spinor_field)
LQCD__HR_ALLOC_MANY(spinor_field_flt)
LQCD__HR_ALLOC_MANY(scalar_field)
LQCD__HR_ALLOC_ONE(suNg_field)
LQCD__HR_ALLOC_ONE(suNg_field_flt)
LQCD__HR_ALLOC_ONE(suNg_scalar_field)
LQCD__HR_ALLOC_ONE(suNg_av_field)
LQCD__HR_ALLOC_ONE(gtransf)
LQCD__HR_ALLOC_ONE(clover_force)
LQCD__HR_ALLOC_ONE(staple_field)
#undef LQCD__HR_ALLOC_MANY
#undef LQCD__HR_ALLOC_ONE

static inline void *amalloc(size_t bytes, int p)
{
	const size_t align = (size_t)1 << p;
	return align <= 128 ? lqcd_alloc(bytes) : aligned_alloc(align, (bytes + align - 1) / align * align);
}

static inline void afree(void *p)
{
	lqcd_free(p);
}

/* One process has the sums already. */
static inline void global_sum(double *d, int n)
{
	(void)d;
	(void)n;
}

static inline void global_sum_int(int *d, int n)
{
	(void)d;
	(void)n;
}

static inline void global_max(double *d, int n)
{
	(void)d;
	(void)n;
}

static inline void global_min(double *d, int n)
{
	(void)d;
	(void)n;
}

static inline void bcast(double *d, int n)
{
	(void)d;
	(void)n;
}

static inline void bcast_int(int *d, int n)
{
	(void)d;
	(void)n;
}

#endif
