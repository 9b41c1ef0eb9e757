/* lqcd/compat/hirep/impl/moreio.h: the names of HiRep's archive.h and moreio.h for converters of configurations.
 *
 *   fread_BE_int(p, n, file), fread_LE_int      n numbers of 4 bytes (int, float) or 8 (double) in the order of the file, big
 *   fread_BE_double, fread_LE_double            end or little end first; return how many were read, or written
 *   fread_BE_float, fread_LE_float
 *   fwrite_BE_int, fwrite_LE_int, fwrite_BE_double, fwrite_LE_double
 *
 * Declared only, since HiRep's converters bring them in their archive_*.c: read_gauge_field_mpieo_BE, _mpieo_LE, _eolexi_BE,
 * _eolexi_LE, _milc, _ascii, _fortran, _openQCD, .. read_gauge_field itself takes files of openQCD and MILC (archive.h).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_MOREIO_H
#define LQCD_COMPAT_HIREP_IMPL_MOREIO_H

#include "../../../io/bytes.h"
#include "archive.h"

#define LQCD__HR_BYTES(type, suffix, bits, wire, order, ORDER)                                                         \
	static inline int fread_##order##_##type(type *p, size_t n, FILE *fp)                                          \
	{                                                                                                              \
		unsigned char b[sizeof *p];                                                                            \
		size_t k = 0;                                                                                          \
		for (; k < n && fread(b, sizeof b, 1, fp) == 1; k++)                                                   \
			p[k] = (type)lqcd_load_##suffix##bits(b, LQCD_BYTES_##ORDER);                                  \
		return (int)k;                                                                                         \
	}                                                                                                              \
	static inline int fwrite_##order##_##type(type *p, size_t n, FILE *fp)                                         \
	{                                                                                                              \
		unsigned char b[sizeof *p];                                                                            \
		size_t k = 0;                                                                                          \
		for (; k < n; k++) {                                                                                   \
			lqcd_store_##suffix##bits(b, (wire)p[k], LQCD_BYTES_##ORDER);                                  \
			if (fwrite(b, sizeof b, 1, fp) != 1) break;                                                    \
		}                                                                                                      \
		return (int)k;                                                                                         \
	}
LQCD__HR_BYTES(int, u, 32, uint32_t, BE, BIG)
LQCD__HR_BYTES(int, u, 32, uint32_t, LE, LITTLE)
LQCD__HR_BYTES(float, f, 32, float, BE, BIG)
LQCD__HR_BYTES(float, f, 32, float, LE, LITTLE)
LQCD__HR_BYTES(double, f, 64, double, BE, BIG)
LQCD__HR_BYTES(double, f, 64, double, LE, LITTLE)

#ifdef __cplusplus
extern "C" {
#endif
void read_gauge_field_mpieo_BE(char filename[]);
void write_gauge_field_mpieo_BE(char filename[]);
void read_gauge_field_mpieo_LE(char filename[]);
void write_gauge_field_mpieo_LE(char filename[]);
void read_gauge_field_eolexi_BE(char filename[]);
void write_gauge_field_eolexi_BE(char filename[]);
void read_gauge_field_eolexi_LE(char filename[]);
void write_gauge_field_eolexi_LE(char filename[]);
void read_gauge_field_milc(char filename[]);
void read_gauge_field_milc_no3row(char filename[]);
void read_gauge_field_ascii(char filename[]);
void read_gauge_field_fortran(char filename[]);
void read_gauge_field_henty(char filename[]);
void read_gauge_field_openQCD(char filename[]);
void read_gauge_field_openQCD_SF(char filename[]);
void write_gauge_field_openQCD(char filename[]);
void write_gauge_field_hirep_pbc_to_obc(char filename[]);
void write_gauge_field_hirep_pbc_to_sf(char filename[]);
#ifdef __cplusplus
}
#endif

#endif
