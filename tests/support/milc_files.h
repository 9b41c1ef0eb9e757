/* tests/support/milc_files.h: files of MILC in the folder staggered of LQCD_TEST_DATA as arrays of naive.h. */
#ifndef LQCD_TESTS_MILC_FILES_H
#define LQCD_TESTS_MILC_FILES_H

#include <lqcd/io/lime.h>

#include "support.h"
#include "naive.h"

/* Floats of a SciDAC file with `numbers` complex numbers at a site, which is ((t Z + z) Y + y) X + x in the file. */
static inline void milc_read(const char *folder, const char *file, const int *l, int numbers, naive_complex *to)
{
	char path[1024];
	lqcd_file_in in;
	lqcd_lime_record r;
	lqcd_message why;
	snprintf(path, sizeof path, "%s/staggered/%s", folder, file);
	lqcd_lime_rewind(&r);
	why.text[0] = 0;
	must(lqcd_file_in_open(&in, path, &why));
	must(lqcd_lime_find(&in, "scidac-binary-data", &r, &why));
	lqcd_file_in_close(&in);
	const size_t bytes = (size_t)naive_volume(l) * (size_t)numbers * 8;
	unsigned char *data = (unsigned char *)malloc(bytes);
	FILE *f = fopen(path, "rb");
	must(f && data && r.length == bytes && fseek(f, (long)r.offset, SEEK_SET) == 0 &&
			     fread(data, 1, bytes, f) == bytes
		     ? LQCD_OK
		     : LQCD_ERR_READ);
	fclose(f);
	for (int site = 0; site < naive_volume(l); site++) {
		int x[4];
		naive_coords(l, site, x);
		const size_t at = (size_t)(((x[0] * l[3] + x[3]) * l[2] + x[2]) * l[1] + x[1]) * (size_t)numbers;
		for (int k = 0; k < 2 * numbers; k++) {
			const unsigned char *b = data + 8 * at + 4 * (size_t)k;
			const uint32_t word = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
			float value;
			memcpy(&value, &word, sizeof value);
			/* MILC's directions are X, Y, Z, T. */
			const int mu = (k / 2 / NAIVE_MATRIX + 1) % 4;
			const int to_k = numbers > NAIVE_NC ? mu * NAIVE_MATRIX + k / 2 % NAIVE_MATRIX : k / 2;
			naive_complex *z = to + (size_t)site * (size_t)numbers + to_k;
			if (k % 2)
				z->im = value;
			else
				z->re = value;
		}
	}
	free(data);
}

/* The path of a file, or 0 if it cannot be read. */
static inline int milc_path(char *path, size_t size, const char *file)
{
	const char *folder = getenv("LQCD_TEST_DATA");
	if (!folder || LQCD_NC != 3) return 0;
	snprintf(path, size, "%s/staggered/%s", folder, file);
	FILE *f = fopen(path, "rb");
	if (f) fclose(f);
	return f != NULL;
}

#endif
