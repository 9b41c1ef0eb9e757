/* lqcd/foreign/fields.h: fields in the memory of another code: what they look like, and their numbers from and to fields of
 * this library. Opt-in: lqcd.h does not include it. The descriptor is in types.h, gamma bases and phases in basis.h.
 *
 *   lqcd_foreign F = lqcd_foreign_make(LQCD_FOREIGN_LINKS, data);    an array [T][X][Y][Z][mu][row][col][re,im] of doubles
 *   F.order[0] = 0, ..                                               then say what differs, see types.h;
 *                                                                    of well-known codes: foreign/codes.h
 *   status = lqcd_foreign_check(&F, &lat)              whether it describes a field on the local lattice of lat; numbers
 *                                                      may not overlap. lqcd_lattice_why has the sentence
 *   status = lqcd_foreign_import_links(&u, &F)         u = F, u a full gauge field of any tag
 *   status = lqcd_foreign_export_links(&F, &u)         F = u
 *   status = lqcd_foreign_import_spinors(&s, &F), lqcd_foreign_export_spinors(&F, &s)
 *                                                      s full or of one parity, of the tags f, d, vf, vd
 *   status = lqcd_foreign_import(view, &F), lqcd_foreign_export(&F, view)      of a view of s or u (field.h)
 *
 * Conversions of the same precision without scale, with phases of +-1 and a basis of elements 0, +-1, +-i move every number
 * bit for bit, and export after import writes what was read (of links of two rows, those rows). An import needs all sites
 * of the field, an export all sites of F. Halos are neither read nor written. Threads share the blocks of sites.
 *
 * One site at a time, for site functions on foreign memory:
 *
 *   status = lqcd_foreign_open(&map, &F, &lat)         checks F and resolves it; lqcd_foreign_close(&map)
 *   lqcd_foreign_get(&map, x, mu, v)                   v = the numbers of local site x in our conventions, as doubles:
 *   lqcd_foreign_put(&map, x, mu, v)                   [spin][colour][re,im], or those of link mu [row][col][re,im];
 *                                                      spinors: mu = 0. Outside of the local lattice x is periodic in
 *                                                      directions that processes do not share; in others it lies in the
 *                                                      margin of F.box, or where F.remote says (get alone), or it has no
 *                                                      place: LQCD_ERR_GEOMETRY. Several threads may share a map
 *   status = lqcd_foreign_for_each(&map, site, user)   site(user, x) for each local site of F, in threads
 *
 * import and export are collective over the processes of the lattice: an error of one is the status of all. LQCD_ERR_ARGUMENT:
 * NULL, a number out of range, overlaps, a number of F in the memory of the field, a basis that is not unitary, phases that do not
 * fit; LQCD_ERR_GEOMETRY: the field and F do not have the same sites or kind; LQCD_ERR_MEMORY. Only lqcd_foreign_check visits each
 * site of tables, functions and steps that do not nest. With boundaries in time an import leaves the links there as they are: see
 * lqcd_boundary_links. Propagators: propagator.h. Momenta (p of gauge/momentum.h, dU/dt = p U) are links here, without phases; or of
 * the kinds LQCD_FOREIGN_MILC_MOMENTA, LQCD_FOREIGN_ALGEBRA. get and put move half-spinors and colour vectors, which have no fields
 * here. Clover blocks go to operators (foreign/solver.h); get returns them as [2][diagonal, then below it by rows].
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_FIELDS_H
#define LQCD_FOREIGN_FIELDS_H

#include "basis.h"
#include "propagator.h"

#define lqcd_foreign_import_spinors(s, f) lqcd_foreign_import(lqcd_spinor_field_view(s), f)
#define lqcd_foreign_export_spinors(f, s) lqcd_foreign_export(f, lqcd_spinor_field_view(s))
#define lqcd_foreign_import_links(u, f)   lqcd_foreign_import(lqcd_gauge_field_view(u), f)
#define lqcd_foreign_export_links(f, u)   lqcd_foreign_export(f, lqcd_gauge_field_view(u))

#endif
