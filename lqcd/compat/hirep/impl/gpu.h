/* lqcd/compat/hirep/impl/gpu.h: part of compat/hirep.h: fields on a GPU, for programs compiled with -DWITH_GPU.
 *
 *   nvcc -std=c++17 -O3 -arch=sm_90 -DWITH_GPU -I. -Ilqcd/compat/hirep program.cu
 *
 * A field has memory of its size on the device, gpu_ptr (unless alloc_mem_t lacks GPU_MEM), zero at first. Kernels and
 * their launches are the program's, in C++; in them the macros of suN.h, hr_complex.h and gamma_spinor.h work on sites.
 * Units in C can be linked with those in C++ (gpu_memory.h). Compiled by another compiler, the device is the host.
 *
 *   copy_to_gpu_<type>(s), copy_from_gpu_<type>(s)      between s->ptr and s->gpu_ptr; also spinor_field_copy_to_gpu_f,
 *                                                       gfield_copy_from_gpu_f_flt, .. (names.h)
 *   to_gpu_format_<type>(out, in), to_cpu_format_<type>(out, in)     the same from in->ptr to out->ptr, in host memory
 *   _GPU_FIELD_BLK(s, ip), _GPU_4FIELD_BLK, _GPU_DFIELD_BLK(s, ip, size)       piece ip of a field with 1, 4, size
 *                                                       elements per site, on the device: what a kernel is given
 *   _BUF_GPU_FIELD_BLK(s, i), _BUF_GPU_4FIELD_BLK, _BUF_GPU_DFIELD_BLK      receive buffer i, which is copied, too
 *   read_gpu_<element>(stride, v, in, ix, comp), write_gpu_<element>(stride, v, out, ix, comp)
 *       element comp of site ix of a block of stride sites that begins at in, out; suNf_vector: a spin component of a
 *       spinor; suNf, suNg, suNfc: a link; suNg_algebra_vector; suNf_spinor, and all of them with _flt. A last argument
 *       dim is how many elements a site has: 4 without it, of suNf_spinor 1.
 *   read_gpu<double>(stride, &v, in, ix, comp, dim)     *v is element comp of site ix, each site has dim times *in;
 *       write_gpu, read_assign_gpu (v +=), read_sub_assign_gpu (v -=), write_assign_gpu (adds to the field),
 *       write_assign_atomic_gpu; in_spinor_field<double>(&v, in, ix, comp), write_out_spinor_field<double>(&r, out, ix)
 *       in_gauge_field<double>(&u, in, ix, iy, mu, UP or DOWN), the link of ix or iy (these three with FIXED_STRIDE)
 *
 * Layout of a block (a piece, or a receive buffer) of n sites: number k of site ix is at place k n + ix, where numbers
 * are complex in vectors and spinors, real in all else. With -DFIXED_STRIDE they are real everywhere, and k of site ix
 * is at place (ix/32) 32 m + k 32 + ix % 32, m numbers per site; where n is no multiple of 32, numbers of the last n % 32
 * sites have that stride (stride says so: it is n; 0, and in_spinor_field, .. which have none, are for multiples of 32).
 * Element comp of a site has the numbers from comp times its own on. All functions above know it.
 *
 * Missing: algebra and operators of fields on the device, iup_gpu and the like, exchanges between devices.
 * Layouts and names after HiRep (github.com/claudiopica/HiRep), whose code is not used.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_GPU_H
#define LQCD_COMPAT_HIREP_GPU_H

#include "fields.h"

#ifdef WITH_GPU

/* Reals of vectors and spinors that are stored together. */
#ifdef FIXED_STRIDE
enum { THREADSIZE = 32, LQCD__HR_TOGETHER = 1 };
#else
enum { THREADSIZE = 1, LQCD__HR_TOGETHER = 2 };
#endif

#define _GPU_DFIELD_AT(s, i, size)      ((s)->gpu_ptr + (size) * (ptrdiff_t)((i) - (s)->type->master_shift))
#define _GPU_FIELD_BLK(s, ip)           _GPU_DFIELD_AT(s, (s)->type->master_start[ip], 1)
#define _GPU_4FIELD_BLK(s, ip)          _GPU_DFIELD_AT(s, (s)->type->master_start[ip], 4)
#define _GPU_DFIELD_BLK(s, ip, size)    _GPU_DFIELD_AT(s, (s)->type->master_start[ip], size)
#define _BUF_GPU_FIELD_BLK(s, i)        _GPU_DFIELD_AT(s, (s)->type->rbuf_start[i], 1)
#define _BUF_GPU_4FIELD_BLK(s, i)       _GPU_DFIELD_AT(s, (s)->type->rbuf_start[i], 4)
#define _BUF_GPU_DFIELD_BLK(s, i, size) _GPU_DFIELD_AT(s, (s)->type->rbuf_start[i], size)
#define _GPU_IDX_TO_LOCAL(s, ix, ip)    ((ix) - (s)->type->master_start[ip])

/** The place of number k of site ix in a block of stride sites with m numbers each. */
LQCD_FN size_t lqcd__hr_gpu_place(size_t stride, size_t ix, size_t k, size_t m)
{
#ifdef FIXED_STRIDE
	const size_t first = ix / THREADSIZE * THREADSIZE;
	const size_t width = first + THREADSIZE > stride && stride ? stride - first : (size_t)THREADSIZE;
	return first * m + k * width + (ix - first);
#else
	(void)m;
	return k * stride + ix;
#endif
}

/* ---- copies ---------------------------------------------------------------------------------------------------- */

/** n sites of m numbers of so many bytes, from one layout to the other. */
static inline void lqcd__hr_gpu_turn(char *to, const char *from, size_t n, size_t m, size_t bytes, int to_gpu)
{
	for (size_t ix = 0; ix < n; ix++)
		for (size_t k = 0; k < m; k++) {
			const size_t here = ix * m + k, there = lqcd__hr_gpu_place(n, ix, k, m);
			memcpy(to + (to_gpu ? there : here) * bytes, from + (to_gpu ? here : there) * bytes, bytes);
		}
}

enum { LQCD__HR_PUT, LQCD__HR_GET, LQCD__HR_TO_GPU, LQCD__HR_TO_CPU };

/** Block by block, between memory of the host at `out` and `in` or of the device. */
static inline void lqcd__hr_gpu_block(char *out, const char *in, size_t n, size_t m, size_t bytes, int what)
{
	const size_t all = n * m * bytes;
	char *t = what < LQCD__HR_TO_GPU && n ? (char *)lqcd_alloc(all) : NULL;
	lqcd__hr_error(what < LQCD__HR_TO_GPU && n && !t, 1, "copy_to_gpu", "out of memory");
	if (what == LQCD__HR_GET && n) lqcd__hr_gpu_get(t, in, all);
	lqcd__hr_gpu_turn(what == LQCD__HR_PUT ? t : out, what == LQCD__HR_GET ? t : in, n, m, bytes,
			  what == LQCD__HR_PUT || what == LQCD__HR_TO_GPU);
	if (what == LQCD__HR_PUT && n) lqcd__hr_gpu_put(out, t, all);
	lqcd_free(t);
}

/** All pieces and receive buffers of a field whose numbers have so many bytes. */
static inline void lqcd__hr_gpu_field(void *to, const void *from, size_t element, size_t bytes, int what)
{
	lqcd__hr_field out, in;
	memcpy(&out, to, sizeof out);
	memcpy(&in, from, sizeof in);
	const geometry_descriptor *g = in.type;
	char *p = what == LQCD__HR_PUT ? out.gpu_ptr : out.ptr;
	const char *q = what == LQCD__HR_GET ? in.gpu_ptr : in.ptr;
	const size_t site = (size_t)in.field_dim * element;
	const int pieces = g->local_master_pieces, buffers = in.field_dim == 4 ? g->nbuffers_gauge : g->nbuffers_spinor;
	lqcd__hr_error(out.type != g, 1, "to_gpu_format", "the geometries of two fields differ");
	lqcd__hr_error(!p || !q, 1, "copy_to_gpu", "a field that has no memory on the GPU");
	lqcd__hr_complete(in.ptr);
	for (int k = 0; k < pieces + buffers; k++) {
		const int first = k < pieces ? g->master_start[k] : g->rbuf_start[k - pieces];
		const int n = k < pieces ? g->master_end[k] - first + 1 : g->rbuf_len[k - pieces];
		const size_t at = (size_t)(first - g->master_shift) * site;
		lqcd__hr_gpu_block(p + at, q + at, (size_t)n, site / bytes, bytes, what);
	}
	__asm__ volatile("" ::: "memory");
}

/* ---- sites ----------------------------------------------------------------------------------------------------- */

#ifdef __cplusplus

/* The type of a number of an element. The functions are declared for decltype and have no definition. */
#ifdef FIXED_STRIDE
typedef double lqcd__hr_of_vector;
typedef float lqcd__hr_of_vector_flt;
#else
typedef hr_complex lqcd__hr_of_vector;
typedef hr_complex_flt lqcd__hr_of_vector_flt;
#endif
lqcd__hr_of_vector lqcd__hr_number_of(const suNg_vector *);
lqcd__hr_of_vector lqcd__hr_number_of(const suNg_spinor *);
lqcd__hr_of_vector_flt lqcd__hr_number_of(const suNg_vector_flt *);
lqcd__hr_of_vector_flt lqcd__hr_number_of(const suNg_spinor_flt *);
double lqcd__hr_number_of(const suNg *);
double lqcd__hr_number_of(const suNg_algebra_vector *);
double lqcd__hr_number_of(const double *);
float lqcd__hr_number_of(const suNg_flt *);
float lqcd__hr_number_of(const suNg_algebra_vector_flt *);
float lqcd__hr_number_of(const float *);

template <class R> LQCD_FN void lqcd__hr_atomic_add(R *to, R a)
{
	lqcd_gpu_add(to, a);
}

template <class R> LQCD_FN void lqcd__hr_atomic_add(lqcd__hr_number<R> *to, lqcd__hr_number<R> a)
{
	lqcd__hr_atomic_add(&to->re, a.re);
	lqcd__hr_atomic_add(&to->im, a.im);
}

enum { LQCD__HR_READ, LQCD__HR_READ_ADD, LQCD__HR_READ_SUB, LQCD__HR_WRITE, LQCD__HR_WRITE_ADD, LQCD__HR_WRITE_ATOMIC };

/** Between a number v of an element and the same one f of the field. */
template <int action, class Number> LQCD_FN void lqcd__hr_gpu_act(Number *v, Number *f)
{
	switch (action) {
	case LQCD__HR_READ: *v = *f; break;
	case LQCD__HR_READ_ADD: *v += *f; break;
	case LQCD__HR_READ_SUB: *v -= *f; break;
	case LQCD__HR_WRITE: *f = *v; break;
	case LQCD__HR_WRITE_ADD: *f += *v; break;
	case LQCD__HR_WRITE_ATOMIC: lqcd__hr_atomic_add(f, *v); break;
	}
}

/** Loops over the numbers of element comp of a site; bytes: size of the site. */
template <int action, class Site>
LQCD_FN void lqcd__hr_gpu_access(int stride, const Site *v, const void *field, size_t ix, int comp, size_t bytes)
{
	typedef decltype(lqcd__hr_number_of(v)) number;
	const size_t n = sizeof(Site) / sizeof(number);
	number *numbers = (number *)(void *)const_cast<Site *>(v), *f = (number *)const_cast<void *>(field);
	LQCD_UNROLL(32)
	for (size_t k = 0; k < n; k++) {
		const size_t at = lqcd__hr_gpu_place((size_t)stride, ix, (size_t)comp * n + k, bytes / sizeof(number));
		lqcd__hr_gpu_act<action>(numbers + k, f + at);
	}
}

template <class Real, class Field, class Site, class Index>
LQCD_FN void read_gpu(int stride, Site *v, const Field *field, Index ix, int comp, int dim)
{
	lqcd__hr_gpu_access<LQCD__HR_READ>(stride, v, field, (size_t)ix, comp, (size_t)dim * sizeof(Field));
}

template <class Real, class Field, class Site, class Index>
LQCD_FN void read_assign_gpu(int stride, Site *v, const Field *field, Index ix, int comp, int dim)
{
	lqcd__hr_gpu_access<LQCD__HR_READ_ADD>(stride, v, field, (size_t)ix, comp, (size_t)dim * sizeof(Field));
}

template <class Real, class Field, class Site, class Index>
LQCD_FN void read_sub_assign_gpu(int stride, Site *v, const Field *field, Index ix, int comp, int dim)
{
	lqcd__hr_gpu_access<LQCD__HR_READ_SUB>(stride, v, field, (size_t)ix, comp, (size_t)dim * sizeof(Field));
}

template <class Real, class Field, class Site, class Index>
LQCD_FN void write_gpu(int stride, Site *v, Field *field, Index ix, int comp, int dim)
{
	lqcd__hr_gpu_access<LQCD__HR_WRITE>(stride, v, field, (size_t)ix, comp, (size_t)dim * sizeof(Field));
}

template <class Real, class Field, class Site, class Index>
LQCD_FN void write_assign_gpu(int stride, Site *v, Field *field, Index ix, int comp, int dim)
{
	lqcd__hr_gpu_access<LQCD__HR_WRITE_ADD>(stride, v, field, (size_t)ix, comp, (size_t)dim * sizeof(Field));
}

template <class Real, class Field, class Site, class Index>
LQCD_FN void write_assign_atomic_gpu(int stride, Site *v, Field *field, Index ix, int comp, int dim)
{
	lqcd__hr_gpu_access<LQCD__HR_WRITE_ATOMIC>(stride, v, field, (size_t)ix, comp, (size_t)dim * sizeof(Field));
}

#define LQCD__HR_ELEMENTS 4

#define LQCD__HR_ELEMENT suNg_vector
#include "gpu_element.inc"
#define LQCD__HR_ELEMENT suNf_vector
#include "gpu_element.inc"
#define LQCD__HR_ELEMENT suNg
#include "gpu_element.inc"
#define LQCD__HR_ELEMENT suNf
#include "gpu_element.inc"
#define LQCD__HR_ELEMENT suNfc
#include "gpu_element.inc"
#define LQCD__HR_ELEMENT suNg_algebra_vector
#include "gpu_element.inc"
#define LQCD__HR_ELEMENT suNg_vector_flt
#include "gpu_element.inc"
#define LQCD__HR_ELEMENT suNf_vector_flt
#include "gpu_element.inc"
#define LQCD__HR_ELEMENT suNg_flt
#include "gpu_element.inc"
#define LQCD__HR_ELEMENT suNf_flt
#include "gpu_element.inc"
#define LQCD__HR_ELEMENT suNfc_flt
#include "gpu_element.inc"
#define LQCD__HR_ELEMENT suNg_algebra_vector_flt
#include "gpu_element.inc"
#undef LQCD__HR_ELEMENTS

#define LQCD__HR_ELEMENTS 1

#define LQCD__HR_ELEMENT suNg_spinor
#include "gpu_element.inc"
#define LQCD__HR_ELEMENT suNf_spinor
#include "gpu_element.inc"
#define LQCD__HR_ELEMENT suNg_spinor_flt
#include "gpu_element.inc"
#define LQCD__HR_ELEMENT suNf_spinor_flt
#include "gpu_element.inc"
#undef LQCD__HR_ELEMENTS

#ifdef FIXED_STRIDE
enum DIRECTION { UP = 0, DOWN = 1 };

template <class Real, class Field, class Site, class Index>
LQCD_FN void in_spinor_field(Site *v, const Field *in, Index ix, int comp)
{
	read_gpu<Real>(0, v, in, ix, comp, 1);
}

template <class Real, class Link, class Index>
LQCD_FN void in_gauge_field(Link *u, const Link *in, Index ix, Index iy, int mu, int direction)
{
	read_gpu<Real>(0, u, in, direction == DOWN ? iy : ix, mu, 4);
}

template <class Real, class Site, class Index> LQCD_FN void write_out_spinor_field(Site *r, Site *out, Index ix)
{
	write_gpu<Real>(0, r, out, ix, 0, 1);
}
#endif
#endif
#endif

#endif
