/* lqcd/gpu/foreign.h: fields of a GPU from and to the memory of another code (field/foreign.h), of the host or of the device. C++
 * (nvcc). Opt-in.
 *
 *   status = lqcd_foreign_import_links(&u, &F), lqcd_foreign_export_links(&F, &u)          u a full lqcd_gauge_field_gf or _gd
 *   status = lqcd_foreign_import_spinors(&s, &F), lqcd_foreign_export_spinors(&F, &s)      s a lqcd_spinor_field_gf, _gd or _gh
 *                                              F in memory of the host, by way of a field of doubles there
 *   status = lqcd_foreign_import_device(view, &F), lqcd_foreign_export_device(&F, view)
 *                                              F in memory of the device of the field, whose view is lqcd_gauge_field_view(&u) or
 *                                              lqcd_spinor_field_view(&s): F.data, or what F.arrays point to. F itself,
 *                                              F.arrays and F.table are on the host. Nothing goes by way of the host
 *   status = lqcd_foreign_clover_add(&D, &C, mu, schur, &why)   solver/foreign.h, D a lqcd_wilson_gf, _gd or _gh: its site term from
 *                                              clover blocks in memory of the host
 *
 * What F may say, what sites are needed, and what a conversion keeps: field/foreign.h. Memory of the device is not supported
 * with sites by a function, eight links of odd sites, or clover blocks. A thread converts a site, in doubles, so that
 * layouts whose sites lie side by side (LQCD_CODE_QUDA_FLOAT2, _QDPJIT) are read fastest. The calls wait for the device.
 * LQCD_ERR_GEOMETRY, LQCD_ERR_ARGUMENT, LQCD_ERR_MEMORY, LQCD_ERR_DEVICE, with a sentence in lqcd_lattice_why of the host's
 * lattice.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_FOREIGN_H
#define LQCD_GPU_FOREIGN_H

#include "../field/foreign.h"
#include "clover.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

/** A map for kernels: its tables are copied to the device, to memory that *room owns then. */
LQCD_STATIC lqcd_status lqcd__gpu_foreign_open(lqcd_foreign_map *m, void **room, const lqcd_foreign *f,
					       lqcd_gpu_lattice *lat, lqcd_message *why)
{
	lqcd_status s = f ? lqcd_foreign_open(m, f, lat->host) : LQCD_ERR_ARGUMENT;
	*room = NULL;
	if (s != LQCD_OK) return lqcd_fail(why, s, "%s", lqcd_lattice_why(lat->host, s).text);
	const int by_table = f->sites == LQCD_FOREIGN_TABLE;
	size_t numbers = 0, sites = 1;
	for (int mu = 0; mu < 4; mu++) {
		numbers += (size_t)m->box[mu];
		sites *= (size_t)m->box[mu];
	}
	const size_t bytes = by_table ? sites * sizeof *f->table : numbers * sizeof *m->memory;
	if (f->sites == LQCD_FOREIGN_FUNCTION || f->kind == LQCD_FOREIGN_ODD_LINKS || f->kind == LQCD_FOREIGN_CLOVER)
		s = lqcd_fail(why, LQCD_ERR_ARGUMENT,
			      "foreign field on a device: sites by a function, eight links of odd sites, clover "
			      "blocks: not supported");
	if (s == LQCD_OK) s = lqcd_gpu_alloc(lat->gpu, room, bytes, why, "tables of a foreign field");
	if (s == LQCD_OK)
		s = lqcd_gpu_put(lat->gpu, *room, by_table ? (const void *)f->table : (const void *)m->memory, bytes,
				 why);
	for (int mu = 0; s == LQCD_OK && mu < 4 && !by_table; mu++)
		m->place[mu] = (ptrdiff_t *)*room + (m->place[mu] - m->memory);
	if (by_table) m->f.table = (const int *)*room;
	lqcd_foreign_close(m);
	return s;
}

#include "lazy.inc"
#define LQCD_TEMPLATE "../gpu/foreign.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#include "lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
