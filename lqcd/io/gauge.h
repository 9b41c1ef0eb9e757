/* lqcd/io/gauge.h: gauge configurations in files: the format is found in the bytes.
 *
 *   lqcd_status lqcd_gauge_read(path, u, options, info, why)    into a field whose lattice has the extents of the file
 *   lqcd_status lqcd_gauge_load(path, lat, lattice_options, u, options, info, why)
 *                                                  creates lattice and field; a failure leaves nothing allocated;
 *                                                  lattice_options: processes, their grid, path blocks; NULL: default
 *   lqcd_status lqcd_gauge_write(path, format, u, write_options, why)  replaces the file as a whole (bytes.h)
 *   const char *lqcd_gauge_format_name(i)          name of format i = 0, 1, ..; NULL after the last
 *
 * info (gauge_info.h) says what the file is, what its header says, what its links give and which checks ran. options,
 * write_options, info and why may be NULL. u is a full field. Calls are collective over the processes that share the lattice.
 *
 *   format    links                       numbers of the header      header
 *   NERSC     f32, f64, NC or NC-1 rows   checksum, plaquette, trace nersc.h; written: f64, big-endian, NC rows
 *   ILDG      f32, f64                    checksum, (plaquette)      ildg.h; written: f64
 *   ILDG-QIO  f32, f64                    checksum, (plaquette)      the same among QIO's records
 *   SciDAC    f32, f64                    checksum, (plaquette)      QIO's records alone
 *   MILC      f32                         checksum                   milc.h; written: version 5, little-endian
 *   MDP       f32, f64                    none                       mdp.h: FermiQCD; not written
 *   openQCD   f64                         plaquette                  openqcd.h; fields with boundary values, too
 *   HiRep     f64; NC = 2: quaternions    plaquette                  hirep.h
 *
 * Reading checks, in this order, and lists in info->checks what could be checked: the length of the file (LQCD_ERR_TRUNCATED,
 * LQCD_ERR_TRAILING); the checksum (LQCD_ERR_CHECKSUM); that all numbers are finite (LQCD_NAN); that links are in
 * SU(NC) (LQCD_ERR_UNITARITY), but for the zero links of a boundary where the format has them; the plaquette
 * (LQCD_ERR_PLAQUETTE) and the link trace (LQCD_ERR_LINK_TRACE). A checksum that is missing is legal unless options
 * require one. A wrong checksum is an error unless options say otherwise; then the status is LQCD_OK, info->tolerated
 * has LQCD_GAUGE_CHECKSUM, and the message says what is wrong, else it is "". Likewise LQCD_GAUGE_LENGTH for zeros and ends
 * of lines behind the data. A file that is not of the formats is named if it is known: git-lfs, compressed, HTML,
 * propagators. Other statuses: LQCD_ERR_OPEN, LQCD_ERR_READ, LQCD_ERR_FORMAT, LQCD_ERR_KEY, LQCD_ERR_EXTENT, LQCD_ERR_GEOMETRY, LQCD_ERR_MEMORY, LQCD_ERR_ARGUMENT
 * (an unknown format). After LQCD_ERR_PLAQUETTE and LQCD_ERR_LINK_TRACE the links are in u; after other failures
 * its content is unspecified.
 *
 * Writing refuses what could not be read: LQCD_NAN, LQCD_ERR_UNITARITY; and LQCD_ERR_ARGUMENT, LQCD_ERR_GEOMETRY,
 * LQCD_ERR_OPEN, LQCD_ERR_WRITE, LQCD_ERR_MEMORY. Besides the field a few MiB of memory are needed.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_GAUGE_H
#define LQCD_IO_GAUGE_H

#include "hirep.h"
#include "ildg.h"
#include "mdp.h"
#include "milc.h"
#include "nersc.h"
#include "openqcd.h"

/* The formats, in the order in which a file is tested for them; each has a function lqcd__gauge_format_<name>. Formats with
 * a magic number come first. */
#define LQCD__GAUGE_FORMATS(S) S(nersc) S(ildg) S(ildg_qio) S(scidac) S(milc) S(mdp) S(hirep) S(openqcd)

#define LQCD__GAUGE_COUNT(name) +1
enum { LQCD_GAUGE_FORMATS = 0 LQCD__GAUGE_FORMATS(LQCD__GAUGE_COUNT) };
#undef LQCD__GAUGE_COUNT

/** Fills a table of LQCD_GAUGE_FORMATS formats. */
LQCD_STATIC void lqcd__gauge_formats(lqcd_gauge_format *table)
{
#define LQCD__GAUGE_FORMAT(name) *table++ = lqcd__gauge_format_##name();
	LQCD__GAUGE_FORMATS(LQCD__GAUGE_FORMAT)
#undef LQCD__GAUGE_FORMAT
}

LQCD_STATIC const char *lqcd_gauge_format_name(int i)
{
	lqcd_gauge_format table[LQCD_GAUGE_FORMATS];
	lqcd__gauge_formats(table);
	return i >= 0 && i < LQCD_GAUGE_FORMATS ? table[i].name : NULL;
}

/** Reads into u or, with load, into lattice and field that are made for the file. */
LQCD_STATIC lqcd_status lqcd__gauge_all(const char *path, lqcd_lattice *lat, const lqcd_lattice_options *lattice_options,
					lqcd_gauge_field_d *u, int load, const lqcd_gauge_options *options, lqcd_gauge_info *info,
					lqcd_message *why)
{
	lqcd_gauge_format table[LQCD_GAUGE_FORMATS];
	lqcd_gauge_info local;
	lqcd_message unread;
	lqcd_gauge_file file;
	if (!why) why = &unread; /* others may want to know */
	memset(&file, 0, sizeof file);
	file.info = info ? info : &local;
	file.options = options;
	why->text[0] = 0;
	lqcd__gauge_formats(table);
	return load ? lqcd__gauge_load(&file, path, table, LQCD_GAUGE_FORMATS, lat, lattice_options, u, why)
		    : lqcd__gauge_read(&file, path, table, LQCD_GAUGE_FORMATS, u, why);
}

LQCD_STATIC lqcd_status lqcd_gauge_read(const char *path, lqcd_gauge_field_d *u, const lqcd_gauge_options *options,
					lqcd_gauge_info *info, lqcd_message *why)
{
	return lqcd__gauge_all(path, NULL, NULL, u, 0, options, info, why);
}

LQCD_STATIC lqcd_status lqcd_gauge_load(const char *path, lqcd_lattice *lat,
					const lqcd_lattice_options *lattice_options, lqcd_gauge_field_d *u,
					const lqcd_gauge_options *options, lqcd_gauge_info *info, lqcd_message *why)
{
	return lqcd__gauge_all(path, lat, lattice_options, u, 1, options, info, why);
}

LQCD_STATIC lqcd_status lqcd_gauge_write(const char *path, const char *format, const lqcd_gauge_field_d *u,
					 const lqcd_gauge_write_options *write_options, lqcd_message *why)
{
	lqcd_gauge_format table[LQCD_GAUGE_FORMATS];
	lqcd_gauge_info info;
	lqcd_message unread;
	lqcd_gauge_file file;
	if (!why) why = &unread;
	memset(&file, 0, sizeof file);
	file.info = &info;
	file.write_options = write_options;
	why->text[0] = 0;
	lqcd__gauge_formats(table);
	for (int i = 0; i < LQCD_GAUGE_FORMATS; i++)
		if (format && table[i].plan && !strcmp(table[i].name, format))
			return lqcd__gauge_write(&file, path, table + i, u, why);
	char names[LQCD__GAUGE_NAMES];
	lqcd__gauge_names(names, table, LQCD_GAUGE_FORMATS, 1);
	return lqcd_fail(why, LQCD_ERR_ARGUMENT, "%s: no format \"%.32s\" for writing; there are %s", lqcd_path_shown(path),
			 format ? format : "", names);
}

#endif
