/* lqcd/compat/hirep/impl/archive.h: part of compat/hirep.h: gauge configurations in files.
 *
 *   read_gauge_field(path)        into u_gauge: HiRep's own format, or NERSC (io/nersc.h) where the file begins with
 *                                 BEGIN_HEADER
 *   write_gauge_field(path)       HiRep's own; the file is replaced as a whole
 *   read_gauge_field_matrix, write_gauge_field_matrix       the same with matrices for every NG
 *
 * HiRep's own format, all of it big-endian: int32 NG, T, X, Y, Z; double, the mean of Re tr/NG over all plaquettes;
 * then double for the sites, t slowest, x, y, z fastest, of each the links in directions t, x, y, z: NG x NG complex
 * numbers row by row, or for NG = 2 four numbers q with u = [[q0 + i q3, -q2 + i q1], [q2 + i q1, q0 - i q3]].
 *
 * What is wrong with a file ends the program: other NG or extents, length, links that are not finite, a plaquette that
 * differs by more than 1e-10 from what the links give. Over several processes each reads or writes its links of one
 * file that all reach; its bytes do not depend on the grid. Source: HiRep's files, LibHR/IO/archive.c. */
#ifndef LQCD_COMPAT_HIREP_ARCHIVE_H
#define LQCD_COMPAT_HIREP_ARCHIVE_H

#include "../../../io/nersc.h"
#include "gauge.h"

enum { LQCD__HR_HEADER_BYTES = 28, LQCD__HR_LINK_REALS = 2 * NG * NG };

/* The link between u and its numbers in a file; quaternion: for NG = 2. */
static inline void lqcd__hr_link_decode(suNg *u, const unsigned char *p, int quaternion)
{
	double q[LQCD__HR_LINK_REALS];
	for (int k = 0; k < (quaternion ? 4 : LQCD__HR_LINK_REALS); k++)
		q[k] = lqcd_load_f64(p + 8 * k, LQCD_BYTES_BIG);
	if (quaternion) {
		u->c[0] = lqcd__hr_make(q[0], q[3]);
		u->c[1] = lqcd__hr_make(-q[2], q[1]);
		u->c[NG] = lqcd__hr_make(q[2], q[1]);
		u->c[NG + 1] = lqcd__hr_make(q[0], -q[3]);
	} else
		memcpy(u, q, sizeof *u);
}

static inline void lqcd__hr_link_encode(unsigned char *p, const suNg *u, int quaternion)
{
	double q[LQCD__HR_LINK_REALS];
	memcpy(q, u, sizeof *u);
	if (quaternion) {
		const hr_complex a = u->c[0], b = u->c[NG];
		q[0] = _complex_re(a);
		q[1] = _complex_im(b);
		q[2] = _complex_re(b);
		q[3] = _complex_im(a);
	}
	for (int k = 0; k < (quaternion ? 4 : LQCD__HR_LINK_REALS); k++)
		lqcd_store_f64(p + 8 * k, q[k], LQCD_BYTES_BIG);
}

static inline size_t lqcd__hr_link_bytes(int quaternion)
{
	return 8 * (quaternion ? 4 : LQCD__HR_LINK_REALS);
}

/** Bytes of the links of this process with the same t, x and y: a row, of which there are T X Y. */
static inline size_t lqcd__hr_row_bytes(int quaternion)
{
	return (size_t)Z * 4 * lqcd__hr_link_bytes(quaternion);
}

/** Where row n begins in the file. */
static inline uint64_t lqcd__hr_row_place(int n, int quaternion)
{
	const int t = zerocoord[0] + n / (X * Y), x = zerocoord[1] + n / Y % X, y = zerocoord[2] + n % Y;
	const uint64_t row = ((uint64_t)t * (uint64_t)GLB_X + (uint64_t)x) * (uint64_t)GLB_Y + (uint64_t)y;
	const uint64_t site = row * (uint64_t)GLB_Z + (uint64_t)zerocoord[3];
	return LQCD__HR_HEADER_BYTES + site * 4 * lqcd__hr_link_bytes(quaternion);
}

/** The links of row number n of u_gauge, to (write = 1) or from the bytes of a file. */
static inline void lqcd__hr_move_row(unsigned char *p, int n, int quaternion, int write)
{
	const size_t link = lqcd__hr_link_bytes(quaternion);
	for (int z = 0; z < Z; z++)
		for (int mu = 0; mu < 4; mu++, p += link) {
			suNg *u = pu_gauge(ipt(n / (X * Y), n / Y % X, n % Y, z), mu);
			if (write)
				lqcd__hr_link_encode(p, u, quaternion);
			else
				lqcd__hr_link_decode(u, p, quaternion);
		}
}

/** What the header says, or why it is no header of this lattice. */
static inline lqcd_status lqcd__hr_check_header(const lqcd_file_in *in, const unsigned char *p, size_t got,
						int quaternion, lqcd_message *why)
{
	const int here[5] = {NG, GLB_T, GLB_X, GLB_Y, GLB_Z};
	const uint64_t need = LQCD__HR_HEADER_BYTES + (uint64_t)GLB_VOLUME * 4 * lqcd__hr_link_bytes(quaternion);
	int says[5] = {0, 0, 0, 0, 0};
	for (int k = 0; k < 5 && got >= LQCD__HR_HEADER_BYTES; k++)
		says[k] = (int)lqcd_load_u32(p + 4 * k, LQCD_BYTES_BIG);
	if (memcmp(says, here, sizeof says))
		return lqcd_fail(why, LQCD_ERR_EXTENT,
				 "%s: NG T X Y Z = %d %d %d %d %d in the file, but the lattice has %d %d %d %d %d",
				 lqcd_path_shown(in->path), says[0], says[1], says[2], says[3], says[4], here[0],
				 here[1], here[2], here[3], here[4]);
	if (in->size != need)
		return lqcd_fail(why, in->size < need ? LQCD_ERR_TRUNCATED : LQCD_ERR_TRAILING,
				 "%s: %llu bytes, but %llu are expected", lqcd_path_shown(in->path),
				 (unsigned long long)in->size, (unsigned long long)need);
	return LQCD_OK;
}

/** From an open file of HiRep's format; leaves the halo of the links. */
static inline lqcd_status lqcd__hr_read_open(lqcd_file_in *in, unsigned char *row, int quaternion, lqcd_message *why)
{
	const size_t bytes = lqcd__hr_row_bytes(quaternion);
	uint64_t at = LQCD__HR_HEADER_BYTES;
	unsigned char header[LQCD__HR_HEADER_BYTES];
	size_t got = 0;
	lqcd_status s = lqcd_file_in_seek(in, 0, why);
	if (s == LQCD_OK) s = lqcd_file_in_read(in, header, sizeof header, &got, why);
	if (s == LQCD_OK) s = lqcd__hr_check_header(in, header, got, quaternion, why);
	for (int n = 0; n < T * X * Y && s == LQCD_OK; n++, at += bytes) {
		const uint64_t place = lqcd__hr_row_place(n, quaternion);
		if (at != place) s = lqcd_file_in_seek(in, at = place, why);
		if (s == LQCD_OK) s = lqcd_file_in_read(in, row, bytes, &got, why);
		if (s == LQCD_OK && got < bytes)
			s = lqcd_fail(why, LQCD_ERR_TRUNCATED, "%s: the file became shorter",
				      lqcd_path_shown(in->path));
		if (s == LQCD_OK) lqcd__hr_move_row(row, n, quaternion, 0);
	}
	s = lqcd_comm_agree(&lqcd__hr_lattice.comm, s, 0, why);
	if (s != LQCD_OK) return s;
	const double stored = lqcd_load_f64(header + 20, LQCD_BYTES_BIG), plaquette = avr_plaquette();
	if (fabs(stored - plaquette) <= 1e-10) return LQCD_OK;
	return lqcd_fail(why, LQCD_ERR_PLAQUETTE, "%s: plaquette %.15g in the header, but the links give %.15g",
			 lqcd_path_shown(in->path), stored, plaquette);
}

static inline lqcd_status lqcd__hr_read_links(const char *path, int quaternion, lqcd_message *why)
{
	lqcd_file_in in;
	const lqcd_comm *comm = &lqcd__hr_lattice.comm;
	lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	char start[12];
	size_t got = 0;
	unsigned char *row = (unsigned char *)lqcd_alloc(lqcd__hr_row_bytes(quaternion));
	lqcd__hr_error(!row, 1, "read_gauge_field", "out of memory");
	lqcd_status s = lqcd_file_in_open(&in, path, why);
	if (s == LQCD_OK) s = lqcd_file_in_read(&in, start, sizeof start, &got, why);
	s = lqcd_comm_agree(comm, s, 0, why);
	int nersc = s == LQCD_OK && got == sizeof start && !memcmp(start, "BEGIN_HEADER", sizeof start);
	lqcd_comm_broadcast(comm, 0, &nersc, sizeof nersc);
	if (nersc)
		s = lqcd_nersc_read(path, &u, NULL, why);
	else if (s == LQCD_OK)
		s = lqcd__hr_read_open(&in, row, quaternion, why);
	lqcd_file_in_close(&in);
	lqcd_free(row);
	__asm__ volatile("" ::: "memory");
	return s;
}

static inline lqcd_status lqcd__hr_write_links(const char *path, int quaternion, lqcd_message *why)
{
	const size_t bytes = lqcd__hr_row_bytes(quaternion);
	const int32_t numbers[5] = {NG, GLB_T, GLB_X, GLB_Y, GLB_Z};
	const lqcd_comm *comm = &lqcd__hr_lattice.comm;
	uint64_t at = 0;
	lqcd_file_out out;
	unsigned char header[LQCD__HR_HEADER_BYTES], *row = (unsigned char *)lqcd_alloc(bytes);
	lqcd__hr_error(!row, 1, "write_gauge_field", "out of memory");
	for (int k = 0; k < 5; k++) lqcd_store_u32(header + 4 * k, (uint32_t)numbers[k], LQCD_BYTES_BIG);
	lqcd_store_f64(header + 20, avr_plaquette(), LQCD_BYTES_BIG);
	lqcd_status s = lqcd_file_out_open_on(&out, path, comm, why);
	if (s == LQCD_OK && lqcd_comm_root(comm)) {
		s = lqcd_file_out_write(&out, header, sizeof header, why);
		at = sizeof header;
	}
	for (int n = 0; n < T * X * Y && s == LQCD_OK; n++, at += bytes) {
		const uint64_t place = lqcd__hr_row_place(n, quaternion);
		lqcd__hr_move_row(row, n, quaternion, 1);
		if (at != place) s = lqcd_file_out_seek(&out, at = place, why);
		if (s == LQCD_OK) s = lqcd_file_out_write(&out, row, bytes, why);
	}
	s = lqcd_comm_agree(comm, s, 0, why);
	if (s == LQCD_OK) s = lqcd_file_out_commit(&out, why);
	lqcd_file_out_abort(&out);
	lqcd_free(row);
	return s;
}

static inline void lqcd__hr_file(const char *name, const char *path, int quaternion, int write)
{
	lqcd_message why = {""};
	lqcd__hr_error(!u_gauge, 1, name, "no links: call setup_gauge_fields");
	const lqcd_status s =
		write ? lqcd__hr_write_links(path, quaternion, &why) : lqcd__hr_read_links(path, quaternion, &why);
	lqcd__hr_error_of_all(s != LQCD_OK, name, why.text);
	lprintf("IO", 0, "Configuration [%s] %s: average plaquette %1.10e\n", path, write ? "written" : "read",
		avr_plaquette());
}

static inline void read_gauge_field(const char *path)
{
	lqcd__hr_file("read_gauge_field", path, NG == 2, 0);
}

static inline void write_gauge_field(const char *path)
{
	lqcd__hr_file("write_gauge_field", path, NG == 2, 1);
}

static inline void read_gauge_field_matrix(const char *path)
{
	lqcd__hr_file("read_gauge_field_matrix", path, 0, 0);
}

static inline void write_gauge_field_matrix(const char *path)
{
	lqcd__hr_file("write_gauge_field_matrix", path, 0, 1);
}

#endif
