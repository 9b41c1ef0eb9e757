/* lqcd/compat/hirep/impl/bytes.h: numbers in files in a byte order, of HiRep's io.h, and what its Converter has in units of
 * its own.
 *
 *   fread_BE_int(x, n, file), fread_LE_int, fread_BE_double, fread_LE_double, fread_BE_float      x[k], k < n, that the file
 *   fwrite_BE_int(x, n, file), fwrite_LE_int, fwrite_BE_double, fwrite_LE_double                  has, or gets, in big (BE) or
 *                                      little (LE) endian order; how many of them; x of fwrite stays
 *   read_gauge_field_ascii(file), _milc, _milc_no3row, _fortran, _openQCD, _openQCD_SF, _eolexi_BE, _LE, _mpieo_BE, _LE,
 *   write_gauge_field_openQCD, _eolexi_BE, _LE, _mpieo_BE, _LE      declared, for programs of several units that define them
 *
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_BYTES_H
#define LQCD_COMPAT_HIREP_IMPL_BYTES_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "types.h"

/** The n numbers of size bytes at x, each reversed if the machine has another order than the file. */
static inline void lqcd__hr_turn_bytes(void *x, size_t n, size_t size, int big)
{
	const uint16_t one = 1;
	unsigned char *byte = (unsigned char *)x, first;
	memcpy(&first, &one, 1);
	if (big != first) return; /* first is 1 on a little endian machine */
	for (size_t k = 0; k < n; k++, byte += size)
		for (size_t i = 0; 2 * i + 1 < size; i++) {
			const unsigned char b = byte[i];
			byte[i] = byte[size - 1 - i];
			byte[size - 1 - i] = b;
		}
}

static inline int lqcd__hr_fread(void *x, size_t n, size_t size, int big, FILE *file)
{
	const size_t done = fread(x, size, n, file);
	lqcd__hr_turn_bytes(x, done, size, big);
	return (int)done;
}

static inline int lqcd__hr_fwrite(const void *x, size_t n, size_t size, int big, FILE *file)
{
	char part[4096];
	size_t done = 0;
	while (done < n) {
		const size_t room = sizeof part / size, some = n - done < room ? n - done : room;
		memcpy(part, (const char *)x + done * size, some * size);
		lqcd__hr_turn_bytes(part, some, size, big);
		const size_t written = fwrite(part, size, some, file);
		done += written;
		if (written < some) break;
	}
	return (int)done;
}

#define LQCD__HR_FREAD(name, type, big)                                                                                \
	static inline int name(type *ptr, size_t n, FILE *fp)                                                          \
	{                                                                                                              \
		return lqcd__hr_fread(ptr, n, sizeof(type), big, fp);                                                  \
	}
#define LQCD__HR_FWRITE(name, type, big)                                                                               \
	static inline int name(type *ptr, size_t n, FILE *fp)                                                          \
	{                                                                                                              \
		return lqcd__hr_fwrite(ptr, n, sizeof(type), big, fp);                                                 \
	}
LQCD__HR_FREAD(fread_BE_int, int, 1)
LQCD__HR_FREAD(fread_LE_int, int, 0)
LQCD__HR_FREAD(fread_BE_double, double, 1)
LQCD__HR_FREAD(fread_LE_double, double, 0)
LQCD__HR_FREAD(fread_BE_float, float, 1)
LQCD__HR_FWRITE(fwrite_BE_int, int, 1)
LQCD__HR_FWRITE(fwrite_LE_int, int, 0)
LQCD__HR_FWRITE(fwrite_BE_double, double, 1)
LQCD__HR_FWRITE(fwrite_LE_double, double, 0)
#undef LQCD__HR_FREAD
#undef LQCD__HR_FWRITE

void read_gauge_field_ascii(char filename[]);
void read_gauge_field_milc(char filename[]);
void read_gauge_field_milc_no3row(char filename[]);
void read_gauge_field_fortran(char filename[]);
void read_gauge_field_openQCD(char filename[]);
void read_gauge_field_openQCD_SF(char filename[]);
void write_gauge_field_openQCD(char filename[]);
void read_gauge_field_eolexi_BE(char filename[]);
void write_gauge_field_eolexi_BE(char filename[]);
void read_gauge_field_eolexi_LE(char filename[]);
void write_gauge_field_eolexi_LE(char filename[]);
void read_gauge_field_mpieo_BE(char filename[]);
void write_gauge_field_mpieo_BE(char filename[]);
void read_gauge_field_mpieo_LE(char filename[]);
void write_gauge_field_mpieo_LE(char filename[]);

#endif
