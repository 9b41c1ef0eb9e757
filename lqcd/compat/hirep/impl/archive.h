/* lqcd/compat/hirep/impl/archive.h: part of compat/hirep.h: gauge configurations in files.
 *
 *   read_gauge_field(path)        into u_gauge: HiRep's own format, or any other that io/gauge.h knows
 *   write_gauge_field(path)       HiRep's own, for NG = 2 as quaternions (io/hirep.h); the file is replaced as a whole
 *   read_gauge_field_matrix, write_gauge_field_matrix       the same; matrices are written for every NG
 *   read_gauge_field_su2, read_gauge_field_su2q, write_gauge_field_su2q     for NG = 2 read_gauge_field and
 *                                                           write_gauge_field
 *
 * In the fundamental representation, with antiperiodic boundaries (BC_.._ANTIPERIODIC), files have the links without them, as HiRep's: writing takes the
 * signs of apply_BCs_on_represented_gauge_field off and puts them back, read_gauge_field puts them on;
 * read_gauge_field_matrix leaves the links as the file has them. A program that writes links which never had the
 * signs gets a file with them, and reading takes them off again: so does HiRep. For odd NG such links are not in SU(NG),
 * and accepted in this case alone.
 *
 * With BC_T_OPEN files have 0 as temporal links of the last time slice; with BC_T_SF 1 outside, as HiRep's. Reading sets the
 * values at the ends.
 *
 * An error in a file, or in links that are to be written, ends the program (io/gauge.h: extents, length,
 * checksum, links outside SU(NG), plaquette). Over several processes each reads or writes its links of one file that
 * all reach; its bytes do not depend on the grid. After reading, links have their halo.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_ARCHIVE_H
#define LQCD_COMPAT_HIREP_ARCHIVE_H

#include "../../../io/gauge.h"
#include "plaquettes.h"

/* In C these functions have the type void (char *), as programs have them in tables of formats. */
#ifdef __cplusplus
#define LQCD__HR_PATH const char *
#else
#define LQCD__HR_PATH char *
#endif

/** The links that are 0 outside of a Schroedinger functional become 1, which HiRep has there, or (one = 0) 0 again. */
static inline void lqcd__hr_fill_ends(int one)
{
#ifdef BC_T_SF
	const lqcd_boundary *b = &lqcd__hr_lattice.boundary;
	lqcd__hr_complete(u_gauge->ptr);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			const int t = lqcd__hr_time(ix);
			if (t >= 0 && (mu || t < b->last)) continue;
			if (one)
				_suNg_unit(*pu_gauge(ix, mu));
			else
				_suNg_zero(*pu_gauge(ix, mu));
		}
	lqcd__hr_share(u_gauge);
#else
	(void)one;
#endif
}

/** rows: number of rows written of each matrix; 0: the default of the format. */
static inline void lqcd__hr_file(const char *name, const char *path, int rows, int write)
{
	lqcd_message why = {""};
	lqcd_gauge_options options;
	lqcd_gauge_write_options write_options;
	lqcd__hr_error(!u_gauge, 1, name, "no links: call setup_gauge_fields");
	const int signs = !LQCD__HR_REPRESENTED; /* in u_gauge itself */
#ifndef LQCD__HR_REP
	u_gauge_f = u_gauge;
#endif
	if (signs && write) apply_BCs_on_represented_gauge_field();
	if (write) lqcd__hr_fill_ends(1);
	lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	memset(&options, 0, sizeof options);
	memset(&write_options, 0, sizeof write_options);
	write_options.rows = rows;
	write_options.either_sign = options.either_sign = signs && LQCD__HR_ANTIPERIODIC != 0;
	const lqcd_status s = write ? lqcd_gauge_write(path, "HiRep", &u, &write_options, &why)
				    : lqcd_gauge_read(path, &u, &options, NULL, &why);
	__asm__ volatile("" ::: "memory");
	lqcd__hr_error_of_all(s != LQCD_OK, name, why.text);
	if (write) lqcd__hr_fill_ends(0);
	if (signs && write) apply_BCs_on_represented_gauge_field();
	lprintf("IO", 0, "Configuration [%s] %s: average plaquette %1.10e\n", path, write ? "written" : "read",
		avr_plaquette());
}

static inline void read_gauge_field(LQCD__HR_PATH path)
{
	lqcd__hr_file("read_gauge_field", path, 0, 0);
	apply_BCs_on_fundamental_gauge_field();
	if (!LQCD__HR_REPRESENTED) apply_BCs_on_represented_gauge_field();
}

static inline void write_gauge_field(LQCD__HR_PATH path)
{
	lqcd__hr_file("write_gauge_field", path, 0, 1);
}

static inline void read_gauge_field_matrix(LQCD__HR_PATH path)
{
	lqcd__hr_file("read_gauge_field_matrix", path, 0, 0);
	apply_BCs_on_fundamental_gauge_field();
}

static inline void write_gauge_field_matrix(LQCD__HR_PATH path)
{
	lqcd__hr_file("write_gauge_field_matrix", path, NG, 1);
}

#if NG == 2
static inline void read_gauge_field_su2(LQCD__HR_PATH path)
{
	read_gauge_field(path);
}

static inline void read_gauge_field_su2q(LQCD__HR_PATH path)
{
	read_gauge_field(path);
}

static inline void write_gauge_field_su2q(LQCD__HR_PATH path)
{
	write_gauge_field(path);
}
#endif

#endif
