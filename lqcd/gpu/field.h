/* lqcd/gpu/field.h: fields of spinors in the memory of a GPU. C++ (nvcc).
 *
 *   lqcd_gpu_spinor_field_<tag>            tags f, d and h (16 bits and a norm for each site), laid out as gpu/layout.h
 *                                          says, the even sites before the odd; the norms of h are apart
 *   lqcd_gpu_spinor_field_create(&s, gpu, &lattice, parity, why)     zeroed
 *   lqcd_gpu_spinor_field_destroy(&s)      harmless when nothing was created
 *   lqcd_gpu_spinor_field_part(&s, parity) one parity of a full field, without a copy
 *   lqcd_gpu_spinor_field_put(&s, lqcd_spinor_field_view(&host), why)    s = a field of the host of any tag and lanes,
 *                                          which has all sites of s
 *   lqcd_gpu_spinor_field_get(lqcd_spinor_field_view(&host), &s, why)    and back, from f or d to a field of any tag but h and
 *                                          vh, all of whose sites s has
 *
 * With a tag: lqcd_gpu_spinor_field_create_f and so on; without, the type of the field decides. The lattice must outlive
 * the field, with even local extents. gpu: const lqcd_gpu *, which must outlive it, too. Statuses: LQCD_ERR_GEOMETRY,
 * LQCD_ERR_MEMORY (of the device or of the host: the message tells), LQCD_ERR_DEVICE.
 */
#ifndef LQCD_GPU_FIELD_H
#define LQCD_GPU_FIELD_H

#include "../field.h"
#include "layout.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

/* Fields go through memory of the host in blocks of about this size. */
#define LQCD__GPU_STAGE 4194304

/** Number 0 of site x in a view; numbers are `*step` apart. */
LQCD_STATIC size_t lqcd__gpu_host_number(const lqcd_field_view *v, const int x[4], size_t *step)
{
	int lane;
	const int ix = lqcd_geometry_index(v->type, x, &lane);
	*step = (size_t)v->type->lanes;
	return (size_t)(ix - v->type->master_shift) * (size_t)v->reals * *step + (size_t)lane;
}

LQCD_STATIC void lqcd__gpu_host_set(const lqcd_field_view *v, size_t i, double x)
{
	if (v->is_double)
		((double *)v->data)[i] = x;
	else
		((float *)v->data)[i] = (float)x;
}

LQCD_STATIC int lqcd__gpu_parts(lqcd_parity parity)
{
	return parity == LQCD_FULL ? 2 : 1;
}

LQCD_STATIC lqcd_parity lqcd__gpu_part(lqcd_parity parity, int k)
{
	return parity != LQCD_FULL ? parity : k ? LQCD_ODD : LQCD_EVEN;
}

#define LQCD_TAG f
#include "../tmpl/gpu_field.inc"
#define LQCD_TAG d
#include "../tmpl/gpu_field.inc"
#define LQCD_TAG h
#include "../tmpl/gpu_field.inc"

LQCD_END_DECLS
#endif

#endif
