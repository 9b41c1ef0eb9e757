/* tests/unit/staggered_files.c: colour vectors and matrices in LIME files: MILC's files against the bytes read by hand, round
 * trips in both precisions and with lanes, damage. */
#include <lqcd/field/colour.h>
#include <lqcd/io/staggered.h>

#include "../physics/milc_files.h"
#include "../support.h"

static char file[512];

static void refused(lqcd_status s, lqcd_status want, const lqcd_message *why, const char *what)
{
	tap_ok(s == want && *why->text, "%s: %s", what, why->text);
}

static void check_milc(void)
{
	const int l[4] = {8, 8, 8, 8};
	const size_t vectors = (size_t)naive_volume(l) * NAIVE_NC, links = (size_t)naive_volume(l) * NAIVE_LINKS;
	lqcd_lattice lat;
	lqcd_spinor_field_vd_ks x;
	lqcd_gauge_field_vf u;
	lqcd_gauge_info info;
	lqcd_message why;
	char path[1024];
	if (!milc_path(path, sizeof path, "ksvector.src.sample.l8")) {
		tap_skip("MILC's files: LQCD_TEST_DATA names no directory with staggered, or not 3 colours");
		return;
	}
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_spinor_field_create(&x, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	naive_complex *want = naive_alloc(links), *got = naive_alloc(links);
	why.text[0] = 0;
	const lqcd_status s = lqcd_scidac_colour_read(path, lqcd_spinor_field_view(&x), 0, &info, &why);
	milc_read(getenv("LQCD_TEST_DATA"), "ksvector.src.sample.l8", l, NAIVE_NC, want);
	naive_get(lqcd_spinor_field_view(&x), got);
	const char *text = lqcd_gauge_info_get(&info, "scidac-file-xml");
	tap_ok(s == LQCD_OK && !memcmp(want, got, vectors * sizeof *want) && (info.checks & LQCD_GAUGE_CHECKSUM) &&
		       text && strstr(text, "MILC"),
	       "MILC's colour vector, with its checksum %s", why.text);
	milc_path(path, sizeof path, "fat.l8");
	const lqcd_status t = lqcd_scidac_matrices_read(path, lqcd_gauge_field_view(&u), 0, &info, &why);
	milc_read(getenv("LQCD_TEST_DATA"), "fat.l8", l, NAIVE_LINKS, want);
	naive_get(lqcd_gauge_field_view(&u), got);
	tap_ok(t == LQCD_OK && !memcmp(want, got, links * sizeof *want) && (info.checks & LQCD_GAUGE_CHECKSUM),
	       "MILC's fat links, with their checksum %s", why.text);
	refused(lqcd_scidac_colour_read(path, lqcd_spinor_field_view(&x), 0, NULL, &why), LQCD_ERR_FORMAT, &why,
		"no colour vectors");
	free(want);
	free(got);
	lqcd_spinor_field_destroy(&x);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

static void check_round(void)
{
	const int l[4] = {4, 8, 4, 6};
	const size_t n = (size_t)naive_volume(l) * NAIVE_NC, m = (size_t)naive_volume(l) * NAIVE_LINKS;
	lqcd_lattice lat, other;
	lqcd_spinor_field_d_ks x[2], y, small;
	lqcd_spinor_field_f_ks z;
	lqcd_gauge_field_d u, v;
	lqcd_message why;
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_spinor_field_create(&x[0], &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&x[1], &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&y, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&z, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&v, &lat, LQCD_FULL));
	naive_complex *a = naive_alloc(m), *b = naive_alloc(m);
	lqcd_field_view fields[2] = {lqcd_spinor_field_view(&x[0]), lqcd_spinor_field_view(&x[1])};
	for (int k = 0; k < 2; k++) lqcd_spinor_field_gaussian(&x[k], tap_random_u64(), (uint32_t)k);
	must(lqcd_scidac_colour_write(file, fields, 2, 64, NULL, &why));
	naive_poison(lqcd_spinor_field_view(&y));
	must(lqcd_scidac_colour_read(file, lqcd_spinor_field_view(&y), 1, NULL, &why));
	naive_get(fields[1], a);
	naive_get(lqcd_spinor_field_view(&y), b);
	tap_ok(!memcmp(a, b, n * sizeof *a), "the second of two fields comes back, bit for bit");
	must(lqcd_scidac_colour_write(file, fields, 1, 32, NULL, &why));
	naive_poison(lqcd_spinor_field_view(&z));
	must(lqcd_scidac_colour_read(file, lqcd_spinor_field_view(&z), 0, NULL, &why));
	naive_get(fields[0], a);
	naive_get(lqcd_spinor_field_view(&z), b);
	int same = 1;
	for (size_t k = 0; k < n; k++)
		same &= fabs((float)a[k].re - b[k].re) <= 0 && fabs((float)a[k].im - b[k].im) <= 0;
	tap_ok(same, "32 bits: the floats of the numbers");
	naive_get(lqcd_gauge_field_view(&u), a);
	for (size_t k = 0; k < m; k++) a[k] = naive_make(tap_random(), tap_random());
	naive_put(lqcd_gauge_field_view(&u), a);
	const lqcd_field_view matrices = lqcd_gauge_field_view(&u);
	must(lqcd_scidac_matrices_write(file, &matrices, 1, 0, NULL, &why));
	must(lqcd_scidac_matrices_read(file, lqcd_gauge_field_view(&v), 0, NULL, &why));
	naive_get(lqcd_gauge_field_view(&v), b);
	tap_ok(!memcmp(a, b, m * sizeof *a), "matrices that are not unitary come back, bit for bit");
	refused(lqcd_scidac_matrices_read(file, lqcd_gauge_field_view(&v), 1, NULL, &why), LQCD_ERR_FORMAT, &why,
		"no second field");
	refused(lqcd_scidac_matrices_read(file, fields[0], 0, NULL, &why), LQCD_ERR_GEOMETRY, &why,
		"a field of vectors");
	refused(lqcd_scidac_colour_write(file, fields, 0, 0, NULL, &why), LQCD_ERR_ARGUMENT, &why, "no field");
	refused(lqcd_scidac_colour_write(file, fields, 1, 16, NULL, &why), LQCD_ERR_ARGUMENT, &why, "16 bits");
	refused(lqcd_scidac_colour_read(NULL, fields[0], 0, NULL, &why), LQCD_ERR_ARGUMENT, &why, "no path");
	refused(lqcd_scidac_colour_read("/nowhere", fields[0], 0, NULL, &why), LQCD_ERR_OPEN, &why, "no file");
	must(lqcd_scidac_colour_write(file, fields, 1, 64, NULL, &why));
	/* A byte of the data changes. */
	FILE *f = fopen(file, "r+b");
	must(f && fseek(f, -2000, SEEK_END) == 0 && fputc(0x3f, f) != EOF && fputc(0x5a, f) != EOF ? LQCD_OK
												   : LQCD_ERR_WRITE);
	fclose(f);
	refused(lqcd_scidac_colour_read(file, fields[0], 0, NULL, &why), LQCD_ERR_CHECKSUM, &why, "damage");
	const int half[4] = {4, 4, 4, 6};
	must(lqcd_lattice_create(&other, half, NULL, NULL));
	must(lqcd_spinor_field_create(&small, &other, LQCD_FULL));
	refused(lqcd_scidac_colour_read(file, lqcd_spinor_field_view(&small), 0, NULL, &why), LQCD_ERR_EXTENT, &why,
		"another lattice");
	naive_get(fields[1], a);
	a[7].im = tap_nan();
	naive_put(fields[1], a);
	refused(lqcd_scidac_colour_write(file, fields + 1, 1, 64, NULL, &why), LQCD_NAN, &why, "NaN");
	free(a);
	free(b);
	for (int k = 0; k < 2; k++) lqcd_spinor_field_destroy(&x[k]);
	lqcd_spinor_field_destroy(&y);
	lqcd_spinor_field_destroy(&z);
	lqcd_spinor_field_destroy(&small);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_lattice_destroy(&other);
	lqcd_lattice_destroy(&lat);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");
	snprintf(file, sizeof file, "%.400s/lqcd-staggered-files-%016llx", tmp && *tmp ? tmp : "/tmp",
		 (unsigned long long)tap_random_u64());
	check_milc();
	check_round();
	remove(file);
	return tap_done();
}
