/* bench/foreign.c: import and export of fields in foreign memory (foreign/fields.h), compared with a copy of a field.
 *
 *   build/bench/foreign [L or TxXxYxZ]        default 24
 *
 * One row for each code of foreign/codes.h that has links or spinors in double and float, to and from fields of vd and vf:
 * GB/s of what is read and written once, the median of `repeats`, and the ratio to the same of lqcd_field_convert between two
 * fields of one layout, a copy, timed by turns with them. Each is imported from what was exported and compared before it is
 * timed. Then plaquette and energy of links in double by calls on their memory, over an import into a field and the same of
 * that field, timed by turns, too: milliseconds, their ratio, and that of processor time, which other programs disturb less. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../lqcd/foreign/codes.h"
#include "clock.h"

enum { repeats = 15 };

static const struct {
	const char *name;
	lqcd_foreign_code code;
} codes[] = {{"tmLQCD", LQCD_CODE_TMLQCD}, {"MILC", LQCD_CODE_MILC}, {"CPS", LQCD_CODE_CPS}, {"CPS WILSON", LQCD_CODE_CPS_WILSON},
	     {"Grid", LQCD_CODE_GRID}, {"QUDA QDPJIT", LQCD_CODE_QUDA_QDPJIT}, {"QUDA FLOAT2", LQCD_CODE_QUDA_FLOAT2}};

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

static double median(double *t)
{
	qsort(t, repeats, sizeof *t, by_value);
	return t[repeats / 2];
}

/* Medians of seconds: copies of a to b, imports to b, exports of a, by turns, so that what else the machine does is in all. */
static void times(lqcd_field_view a, lqcd_field_view b, const lqcd_foreign *f, double t[3])
{
	double each[3][repeats];
	for (int k = 0; k < repeats; k++)
		for (int what = 0; what < 3; what++) {
			const double start = bench_seconds();
			if (what == 0)
				(void)lqcd_field_convert(b, a);
			else if (what == 1)
				(void)lqcd_foreign_import(b, f);
			else
				(void)lqcd_foreign_export(f, a);
			each[what][k] = bench_seconds() - start;
		}
	for (int what = 0; what < 3; what++) t[what] = median(each[what]);
}

static int row(int k, lqcd_foreign_kind kind, lqcd_field_view a, lqcd_field_view b, void *memory)
{
	static const int simd[4] = {1, 1, 2, 2};
	const lqcd_lattice *lat = a.type->lattice;
	const int bits = a.precision == LQCD__DOUBLE ? 64 : 32, links = kind == LQCD_FOREIGN_LINKS;
	const size_t sites = (size_t)lqcd_geometry_sites(a.type), numbers = sites * (size_t)a.reals * (size_t)bits / 8;
	const double bytes = 2.0 * (double)numbers;
	void *arrays[4];
	for (int d = 0; d < 4; d++) arrays[d] = (char *)memory + (size_t)d * numbers / 4;
	const int split = links && codes[k].code == LQCD_CODE_QUDA_QDPJIT;
	const lqcd_foreign f = lqcd_foreign_of(codes[k].code, kind, split ? (void *)arrays : memory, bits, codes[k].code == LQCD_CODE_GRID ? simd : NULL, lat);
	memset(b.data, 1, numbers);
	if (lqcd_foreign_export(&f, a) != LQCD_OK || lqcd_foreign_import(b, &f) != LQCD_OK || memcmp(a.data, b.data, numbers)) {
		printf("%-12s %-8s: wrong\n", codes[k].name, links ? "links" : "spinors");
		return 1;
	}
	double t[3];
	times(a, b, &f, t);
	printf("%-12s %-8s %4d %10.2f %10.2f %10.2f %12.2f %12.2f\n", codes[k].name, links ? "links" : "spinors", bits, 1e-9 * bytes / t[0],
	       1e-9 * bytes / t[1], 1e-9 * bytes / t[2], t[0] / t[1], t[0] / t[2]);
	return 0;
}

static double cpu_seconds(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

/* Observables of the links of code k; a: the links, b: room for them. */
static int observables(int k, lqcd_gauge_field_vd *a, lqcd_gauge_field_vd *b, void *memory)
{
	static const int simd[4] = {1, 1, 2, 2};
	const lqcd_lattice *lat = a->type->lattice;
	const size_t part = (size_t)lqcd_geometry_sites(a->type) * sizeof(lqcd_su3_d);
	void *arrays[4];
	for (int d = 0; d < 4; d++) arrays[d] = (char *)memory + (size_t)d * part;
	const int split = codes[k].code == LQCD_CODE_QUDA_QDPJIT;
	const lqcd_foreign f = lqcd_foreign_of(codes[k].code, LQCD_FOREIGN_LINKS, split ? (void *)arrays : memory, 64, codes[k].code == LQCD_CODE_GRID ? simd : NULL, lat);
	if (lqcd_foreign_export(&f, lqcd_gauge_field_view(a)) != LQCD_OK) return 1;
	for (int energy = 0; energy < 2; energy++) {
		lqcd_plaquette_values p[2];
		lqcd_energy_values e[2];
		double each[4][repeats];
		memset(p, 0, sizeof p);
		memset(e, 0, sizeof e);
		for (int n = 0; n < repeats; n++)
			for (int way = 0; way < 2; way++) {
				const double start = bench_seconds(), cpu = cpu_seconds();
				if (way == 0) (void)lqcd_foreign_import_links(b, &f);
				if (energy && way == 0) (void)lqcd_energy(&e[0], b, 1);
				if (energy && way == 1) (void)lqcd_foreign_energy(&e[1], &f, lat, 1);
				if (!energy) p[way] = way ? lqcd_foreign_plaquette(&f, lat) : lqcd_plaquette(b);
				each[way][n] = bench_seconds() - start;
				each[2 + way][n] = cpu_seconds() - cpu;
			}
		if (memcmp(&p[0], &p[1], sizeof *p) || memcmp(&e[0], &e[1], sizeof *e)) {
			printf("%-12s %s: wrong\n", codes[k].name, energy ? "energy" : "plaquette");
			return 1;
		}
		double t[4];
		for (int n = 0; n < 4; n++) t[n] = median(each[n]);
		printf("%-12s %-10s %14.3f %10.3f %12.2f %12.2f\n", codes[k].name, energy ? "energy" : "plaquette", 1e3 * t[0], 1e3 * t[1], t[1] / t[0], t[3] / t[2]);
	}
	return 0;
}

/* Rows of a pair of fields of one type. */
static int rows(lqcd_foreign_kind kind, lqcd_field_view a, lqcd_field_view b, void *memory)
{
	int failed = 0;
	for (size_t k = 0; k < sizeof codes / sizeof *codes; k++) failed |= row((int)k, kind, a, b, memory);
	return failed;
}

int main(int argc, char **argv)
{
	int l[4] = {24, 24, 24, 24}, failed = 0;
	lqcd_lattice lat;
	lqcd_gauge_field_vd u, v;
	lqcd_gauge_field_vf uf, vf;
	lqcd_spinor_field_vd s, t;
	lqcd_spinor_field_vf sf, tf;
	if (argc > 1 && !bench_extent(argv[1], l)) {
		fprintf(stderr, "usage: foreign [L or TxXxYxZ]\n");
		return 2;
	}
	void *memory = malloc((size_t)l[0] * (size_t)l[1] * (size_t)l[2] * (size_t)l[3] * 8 * LQCD_NC * LQCD_NC * sizeof(double));
	if (!memory || lqcd_lattice_create(&lat, l, NULL, NULL) || lqcd_gauge_field_create(&u, &lat, LQCD_FULL) ||
	    lqcd_gauge_field_create(&v, &lat, LQCD_FULL) || lqcd_gauge_field_create(&uf, &lat, LQCD_FULL) ||
	    lqcd_gauge_field_create(&vf, &lat, LQCD_FULL) || lqcd_spinor_field_create(&s, &lat, LQCD_FULL) ||
	    lqcd_spinor_field_create(&t, &lat, LQCD_FULL) || lqcd_spinor_field_create(&sf, &lat, LQCD_FULL) ||
	    lqcd_spinor_field_create(&tf, &lat, LQCD_FULL)) {
		fprintf(stderr, "foreign: no fields of vd and vf on %d x %d x %d x %d\n", l[0], l[1], l[2], l[3]);
		return 1;
	}
	lqcd_gauge_field_random(&u, 1, 0);
	(void)lqcd_gauge_field_convert(&uf, &u);
	lqcd_spinor_field_gaussian(&s, 1, 0);
	(void)lqcd_spinor_field_convert(&sf, &s);
	printf("%-12s %-8s %4s %10s %10s %10s %12s %12s\n", "code", "kind", "bits", "copy GB/s", "import", "export", "import/copy", "export/copy");
	failed |= rows(LQCD_FOREIGN_SPINORS, lqcd_spinor_field_view(&s), lqcd_spinor_field_view(&t), memory);
	failed |= rows(LQCD_FOREIGN_SPINORS, lqcd_spinor_field_view(&sf), lqcd_spinor_field_view(&tf), memory);
	failed |= rows(LQCD_FOREIGN_LINKS, lqcd_gauge_field_view(&u), lqcd_gauge_field_view(&v), memory);
	failed |= rows(LQCD_FOREIGN_LINKS, lqcd_gauge_field_view(&uf), lqcd_gauge_field_view(&vf), memory);
	printf("\n%-12s %-10s %14s %10s %12s %12s\n", "code", "observable", "import, field", "in place", "ratio", "of CPU time");
	for (size_t k = 0; k < sizeof codes / sizeof *codes; k++) failed |= observables((int)k, &u, &v, memory);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_gauge_field_destroy(&uf);
	lqcd_gauge_field_destroy(&vf);
	lqcd_spinor_field_destroy(&s);
	lqcd_spinor_field_destroy(&t);
	lqcd_spinor_field_destroy(&sf);
	lqcd_spinor_field_destroy(&tf);
	lqcd_lattice_destroy(&lat);
	free(memory);
	return failed;
}
