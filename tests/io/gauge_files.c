/* Gauge files of all formats through the front door: real ones (in the directory LQCD_TEST_DATA) and round trips. Zero links:
 * gauge_zeros.c. */
#include "gauge.h"

#include "../support/support.h"

/* ---- real files ------------------------------------------------------------------------------------------------ */

enum { ALL = LQCD_GAUGE_LENGTH | LQCD_GAUGE_FINITE | LQCD_GAUGE_UNITARITY };

typedef struct {
	const char *name, *format;
	int rows, bits;
	lqcd_byte_order order;
	int extent[4];
	unsigned checks;
	uint32_t sum[2];
	double stored, plaquette, space, time, link, deviation, bound;
} gauge_reference;

/* Values of an independent program. */
static const gauge_reference gauge_references[] = {
	{"nersc.l8t4b3360",
	 "NERSC",
	 3,
	 64,
	 LQCD_BYTES_BIG,
	 {4, 8, 8, 8},
	 ALL | LQCD_GAUGE_CHECKSUM | LQCD_GAUGE_DETERMINANT | LQCD_GAUGE_PLAQUETTE | LQCD_GAUGE_LINK_TRACE,
	 {0xb379560a, 0},
	 0.5038664469,
	 0.503866446949594,
	 0.5025245975935242,
	 0.505208296305664,
	 0.005406083857887091,
	 9.1e-16,
	 1e-13},
	{"nersc-little.l4t8",
	 "NERSC",
	 2,
	 64,
	 LQCD_BYTES_LITTLE,
	 {8, 4, 4, 4},
	 ALL | LQCD_GAUGE_CHECKSUM | LQCD_GAUGE_PLAQUETTE | LQCD_GAUGE_LINK_TRACE,
	 {0xf2ee7c36, 0},
	 0.5985455591,
	 0.5985455590826413,
	 0.5956951046813507,
	 0.6013960134839317,
	 -0.0007741846376071859,
	 6.7e-16,
	 1e-13},
	{"nersc-f32.l4",
	 "NERSC",
	 2,
	 32,
	 LQCD_BYTES_BIG,
	 {4, 4, 4, 4},
	 ALL | LQCD_GAUGE_CHECKSUM | LQCD_GAUGE_PLAQUETTE | LQCD_GAUGE_LINK_TRACE,
	 {0x717938df, 0},
	 0.0382422893,
	 0.03824228932403221,
	 0.04416572665397656,
	 0.03231885199408785,
	 0.4630322098380863,
	 4.78e-7,
	 1e-12},
	{"milc.l4t8",
	 "MILC",
	 3,
	 32,
	 LQCD_BYTES_BIG,
	 {8, 4, 4, 4},
	 ALL | LQCD_GAUGE_CHECKSUM | LQCD_GAUGE_DETERMINANT,
	 {0x13f3b413, 0x161f7dde},
	 0,
	 0.5690557243690105,
	 0.5745827602658178,
	 0.5635286884722032,
	 0.06921659006058552,
	 4.53e-7,
	 1e-12},
	{"openqcd-pb.l8",
	 "openQCD",
	 3,
	 64,
	 LQCD_BYTES_LITTLE,
	 {8, 8, 8, 8},
	 ALL | LQCD_GAUGE_DETERMINANT | LQCD_GAUGE_PLAQUETTE,
	 {0, 0},
	 0.005009043432310447,
	 0.0016696811441034825,
	 -0.00011367039812537471,
	 0.0034530326863323395,
	 -2.216212726020127e-05,
	 1.1e-15,
	 1e-13},
	{"hirep-pb.l8",
	 "HiRep",
	 3,
	 64,
	 LQCD_BYTES_BIG,
	 {8, 8, 8, 8},
	 ALL | LQCD_GAUGE_DETERMINANT | LQCD_GAUGE_PLAQUETTE,
	 {0, 0},
	 0.0016696811441034925,
	 0.0016696811441034825,
	 -0.00011367039812537471,
	 0.0034530326863323395,
	 -2.216212726020127e-05,
	 1.1e-15,
	 1e-13},
};

/* The bytes of two files from an offset on. */
static int same_data(const char *a, const char *b, size_t from_a, size_t from_b)
{
	FILE *f = fopen(a, "rb"), *g = fopen(b, "rb");
	int same = f && g && fseek(f, (long)from_a, SEEK_SET) == 0 && fseek(g, (long)from_b, SEEK_SET) == 0, c = 0;
	while (same && c != EOF) {
		c = fgetc(f);
		same = c == fgetc(g);
	}
	if (f) fclose(f);
	if (g) fclose(g);
	return same;
}

static void check_gauge_reference(const char *data, const gauge_reference *r)
{
	char path[1024];
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	snprintf(path, sizeof path, "%s/%s", data, r->name);
	lqcd_status s = lqcd_gauge_load(path, &lat, NULL, &u, NULL, &info, &why);
	tap_ok(s == LQCD_OK && !why.text[0], "%s is read and verified: %s", r->name, why.text);
	if (s != LQCD_OK) return;
	const lqcd_links *f = &info.links;
	tap_ok(!strcmp(info.format, r->format) && f->rows == r->rows && f->bits == r->bits &&
		       f->byte_order == r->order && !memcmp(f->extent, r->extent, sizeof f->extent) &&
		       !strcmp(info.boundary, "periodic"),
	       "%s: format %s, %d rows, %d bits, %s", r->name, info.format, f->rows, f->bits, info.boundary);
	tap_ok(info.checks == r->checks && !info.tolerated, "%s: checks %x", r->name, info.checks);
	tap_ok(info.has_checksum == !!(r->checks & LQCD_GAUGE_CHECKSUM) &&
		       !memcmp(info.checksum, r->sum, sizeof r->sum) && !memcmp(info.found.sum, r->sum, sizeof r->sum),
	       "%s: checksums", r->name);
	tap_ok(near(info.plaquette.value, r->stored, 1e-17), "%s: stored plaquette %s", r->name, info.plaquette.text);
	tap_ok(near(info.measured_plaquette.mean, r->plaquette, r->bound) &&
		       near(info.measured_plaquette.space, r->space, r->bound) &&
		       near(info.measured_plaquette.time, r->time, r->bound) &&
		       near(info.measured_link_trace, r->link, r->bound),
	       "%s: plaquettes and link trace", r->name);
	tap_ok(info.found.deviation <= r->deviation + 2e-15 && info.found.deviation >= r->deviation / 2,
	       "%s: off SU(3) by %.2g", r->name, info.found.deviation);

	/* Written in its own format, the links are the same bytes. */
	const lqcd_gauge_write_options w = write_options(f->bits, f->rows, f->byte_order, &info);
	s = lqcd_gauge_write(file, r->format, &u, &w, &why);
	lqcd_gauge_info again;
	if (s == LQCD_OK) s = lqcd_gauge_read(file, &u, NULL, &again, &why);
	tap_ok(s == LQCD_OK && same_data(path, file, (size_t)f->offset, (size_t)again.links.offset),
	       "%s: written again, the same links byte for byte %s", r->name, why.text);
	if (!strcmp(r->format, "MILC")) {
		tap_ok(!strcmp(lqcd_gauge_info_get(&again, "time_stamp"), lqcd_gauge_info_get(&info, "time_stamp")),
		       "%s: time stamp %s", r->name, lqcd_gauge_info_get(&again, "time_stamp"));
		const lqcd_gauge_write_options two = write_options(32, 2, LQCD_BYTES_BIG, NULL);
		s = lqcd_gauge_write(file, "NERSC", &u, &two, &why);
		if (s == LQCD_OK) s = lqcd_gauge_read(file, &u, NULL, &again, &why);
		tap_ok(s == LQCD_OK && again.checksum[0] == 0xb3be9b3bu, "%s as NERSC, 2 rows: checksum %08lx", r->name,
		       (unsigned long)again.checksum[0]);
	}
	lqcd_gauge_field_destroy_d(&u);
	lqcd_lattice_destroy(&lat);
}

static void check_pair(const char *data)
{
	char path[1024];
	lqcd_lattice lat[2];
	lqcd_gauge_field_d u[2];
	lqcd_status s[2];
	for (int k = 0; k < 2; k++) {
		snprintf(path, sizeof path, "%s/%s", data, k ? "hirep-pb.l8" : "openqcd-pb.l8");
		s[k] = lqcd_gauge_load(path, &lat[k], NULL, &u[k], NULL, NULL, NULL);
	}
	tap_ok(s[0] == LQCD_OK && s[1] == LQCD_OK && !memcmp(u[0].ptr, u[1].ptr, reals(&u[0]) * sizeof(double)),
	       "one field, written by two codes: bit for bit");
	for (int k = 0; k < 2; k++) {
		lqcd_gauge_field_destroy_d(&u[k]);
		lqcd_lattice_destroy(&lat[k]);
	}
}

static void check_field_file(const char *data, const char *name, const char *format, double plaquette)
{
	char path[1024];
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	snprintf(path, sizeof path, "%s/field/%s", data, name);
	if (access(path, F_OK) != 0) {
		tap_skip("no file %s", path);
		return;
	}
	const lqcd_status s = lqcd_gauge_load(path, &lat, NULL, &u, NULL, &info, &why);
	tap_ok(s == LQCD_OK && !strcmp(info.format, format) && near(info.measured_plaquette.mean, plaquette, 1e-12),
	       "%s: %s, plaquette %.12f %s", name, info.format, info.measured_plaquette.mean, why.text);
	if (s != LQCD_OK) return;
	lqcd_gauge_field_destroy_d(&u);
	lqcd_lattice_destroy(&lat);
}

static void check_gauge_references(void)
{
	const char *data = getenv("LQCD_TEST_DATA");
	if (LQCD_NC != 3 || !data || !*data) {
		tap_skip("LQCD_TEST_DATA names no directory, or not 3 colours");
		return;
	}
	for (size_t i = 0; i < COUNT(gauge_references); i++) check_gauge_reference(data, &gauge_references[i]);
	check_pair(data);
	check_field_file(data, "ddalphaamg-4x4x4x4b6.0000id3n1", "openQCD", 0.595565289703);
	check_field_file(data, "fermiqcd-lat.sample.l4444.mdp", "MDP", 0.594850158947);
}

/* ---- round trips ----------------------------------------------------------------------------------------------- */

static const struct {
	const char *format;
	int bits, rows;
	lqcd_byte_order order;
} ways[] = {
	{"NERSC", 64, LQCD_NC, LQCD_BYTES_BIG}, {"NERSC", 32, LQCD_NC, LQCD_BYTES_LITTLE},
	{"HiRep", 64, LQCD_NC, LQCD_BYTES_BIG}, {"HiRep", 0, 0, LQCD_BYTES_UNKNOWN},
	{"MILC", 32, 3, LQCD_BYTES_LITTLE},     {"MILC", 0, 0, LQCD_BYTES_BIG},
	{"openQCD", 64, 3, LQCD_BYTES_UNKNOWN}, {"openQCD", 0, 0, LQCD_BYTES_LITTLE},
};

static lqcd_status write_way(size_t k, const lqcd_gauge_field_d *u)
{
	const lqcd_gauge_write_options w = write_options(ways[k].bits, ways[k].rows, ways[k].order, NULL);
	return lqcd_gauge_write(file, ways[k].format, u, &w, &why);
}

static int only_su3(size_t k)
{
	return ways[k].format[0] == 'M' || ways[k].format[0] == 'o';
}

static void check_round_trips(void)
{
	for (size_t k = 0; k < COUNT(ways); k++) {
		lqcd_status s = write_way(k, &field);
		if (LQCD_NC != 3 && only_su3(k)) {
			tap_ok(s == LQCD_ERR_ARGUMENT, "%s: refused for %d colours: %s", ways[k].format, LQCD_NC,
			       why.text);
			continue;
		}
		poison(&other);
		if (s == LQCD_OK) s = lqcd_gauge_read(file, &other, NULL, &info, &why);
		const double d = difference(&field, &other);
		/* A quaternion rounds each number once: the other two are its own. */
		const double bound = info.links.bits == 32 ? 6e-8 : info.links.rows ? 0 : 4e-16;
		tap_ok(s == LQCD_OK && d <= bound && !strcmp(info.format, ways[k].format),
		       "%s, %d bits: read again, difference %g %s", ways[k].format, info.links.bits, d, why.text);
		tap_ok(info.size == info.links.offset + lqcd_links_bytes(&info.links) && (info.checks & ALL) == ALL &&
			       info.has_checksum == !!(info.checks & LQCD_GAUGE_CHECKSUM),
		       "%s: %llu bytes, checks %x", ways[k].format, (unsigned long long)info.size, info.checks);
		/* Conversions from here through all the others. */
		lqcd_gauge_field_d v;
		must(lqcd_gauge_field_create_d(&v, &lattice, LQCD_FULL));
		int same = 1;
		for (size_t j = 0; j < COUNT(ways); j++) {
			if ((LQCD_NC != 3 && only_su3(j)) || (LQCD_NC == 2 && !ways[j].rows)) continue;
			same &= write_way(j, &other) == LQCD_OK &&
				lqcd_gauge_read(file, &v, NULL, &info, &why) == LQCD_OK;
			const double most = info.links.bits == 32 && bound < 6e-8 ? 6e-8 : 0;
			same &= difference(&other, &v) <= most;
		}
		tap_ok(same, "%s: through all formats", ways[k].format);
		lqcd_gauge_field_destroy_d(&v);
	}
}

/* The place of the number with index i of row a, column b of U_mu(x) in a file, from the definition of the format. */
static size_t place_of(const char *format, const int x[4], int mu, int a, int b, int backward)
{
	const size_t e = (size_t)(2 * (a * LQCD_NC + b)), link = 2 * LQCD_NC * LQCD_NC;
	const int *n = shape;
	if (!strcmp(format, "MILC"))
		return 96 + 4 * ((size_t)(((x[0] * n[3] + x[3]) * n[2] + x[2]) * n[1] + x[1]) * 4 * link +
				 (size_t)(mu == 0 ? 3 : mu - 1) * link + e);
	if (!strcmp(format, "HiRep"))
		return 28 + 8 * ((size_t)(((x[0] * n[1] + x[1]) * n[2] + x[2]) * n[3] + x[3]) * 4 * link +
				 (size_t)mu * link + e);
	/* Odd sites are counted; U_mu(x) of even x is the backward link of x + mu. */
	int y[4] = {x[0], x[1], x[2], x[3]}, count = 0, at = -1;
	if (backward) y[mu] = (y[mu] + 1) % n[mu];
	for (int t = 0; t < n[0] && at < 0; t++)
		for (int i = 0; i < n[1] && at < 0; i++)
			for (int j = 0; j < n[2] && at < 0; j++)
				for (int k = 0; k < n[3] && at < 0; k++) {
					if (t == y[0] && i == y[1] && j == y[2] && k == y[3]) at = count;
					count += (t + i + j + k) & 1;
				}
	return 24 + 8 * (((size_t)at * 8 + (size_t)(2 * mu + backward)) * link + e);
}

static void check_gauge_places(const char *format, int bits, lqcd_byte_order order)
{
	double most = 0;
	const lqcd_gauge_write_options matrices = write_options(0, LQCD_NC, LQCD_BYTES_UNKNOWN, NULL);
	must(lqcd_gauge_write(file, format, &field, &matrices, &why));
	read_image(file, &base);
	for (int k = 0; k < 2000; k++) {
		int x[4];
		for (int mu = 0; mu < 4; mu++) x[mu] = (int)(tap_random_u64() % (uint64_t)shape[mu]);
		const int mu = (int)(tap_random_u64() % 4), a = (int)(tap_random_u64() % LQCD_NC);
		const int b = (int)(tap_random_u64() % LQCD_NC), backward = !((x[0] + x[1] + x[2] + x[3]) & 1);
		const lqcd_complex_d z = LQCD_4FIELD_AT(&field, lqcd_geometry_index(field.type, x, NULL), mu)->e[a][b];
		const unsigned char *p = base.byte + place_of(format, x, mu, a, b, backward);
		const int n = bits / 8;
		const double re = bits == 64 ? lqcd_load_f64(p, order) : (double)lqcd_load_f32(p, order);
		const double im = bits == 64 ? lqcd_load_f64(p + n, order) : (double)lqcd_load_f32(p + n, order);
		most = fmax(most, fmax(fabs(re - z.re), fabs(im - z.im)));
	}
	tap_ok(most <= (bits == 64 ? 0 : 6e-8), "%s: links are where the format has them: %g", format, most);
}

static uint32_t turn(uint32_t w, size_t by)
{
	return by ? w << by | w >> (32 - by) : w;
}

static void check_headers(void)
{
	uint32_t sum[2] = {0, 0};
	lqcd_gauge_write_options big = write_options(0, 0, LQCD_BYTES_BIG, NULL);
	must(lqcd_gauge_write(file, "MILC", &field, &big, &why));
	read_image(file, &base);
	const unsigned char *p = base.byte;
	for (size_t k = 0; k < (base.n - 96) / 4; k++) {
		const uint32_t w = lqcd_load_u32(p + 96 + 4 * k, LQCD_BYTES_BIG);
		sum[0] ^= turn(w, k % 29);
		sum[1] ^= turn(w, k % 31);
	}
	tap_ok(!memcmp(p, "\0\0\x4e\x87\0\0\0\2\0\0\0\6\0\0\0\x8\0\0\0\4", 20) &&
		       lqcd_load_u32(p + 88, LQCD_BYTES_BIG) == sum[0] &&
		       lqcd_load_u32(p + 92, LQCD_BYTES_BIG) == sum[1] && lqcd_load_u32(p + 84, LQCD_BYTES_BIG) == 0 &&
		       !p[83],
	       "MILC: header and sums %08lx %08lx", (unsigned long)sum[0], (unsigned long)sum[1]);
	/* The same as version 1. */
	work = base;
	work.n = base.n - 96 + 28;
	memcpy(work.byte, "\0\0\xe7\xda", 4);
	lqcd_store_f32(work.byte + 20, 0.5f, LQCD_BYTES_BIG);
	lqcd_store_f32(work.byte + 24, -1.5f, LQCD_BYTES_BIG);
	memcpy(work.byte + 28, base.byte + 96, base.n - 96);
	save(file, work.byte, work.n);
	lqcd_status s = lqcd_gauge_read(file, &other, NULL, &info, &why);
	tap_ok(s == LQCD_OK && difference(&field, &other) < 6e-8 && !info.has_checksum &&
		       !strcmp(lqcd_gauge_info_get(&info, "c2"), "-1.5") &&
		       !strcmp(lqcd_gauge_info_get(&info, "version"), "1"),
	       "MILC version 1 %s", why.text);
	lqcd_gauge_options o;
	memset(&o, 0, sizeof o);
	o.require_checksum = 1;
	tap_ok(lqcd_gauge_read(file, &other, &o, &info, &why) == LQCD_ERR_CHECKSUM && strstr(why.text, "no checksum"),
	       "a checksum is required: %s", why.text);

	must(lqcd_gauge_write(file, "openQCD", &field, NULL, &why));
	read_image(file, &base);
	tap_ok(!memcmp(base.byte, "\4\0\0\0\2\0\0\0\6\0\0\0\x8\0\0\0", 16) &&
		       lqcd_load_f64(base.byte + 16, LQCD_BYTES_LITTLE) == 3 * lqcd_plaquette_d(&field).mean,
	       "openQCD: header");
}

/* Files of DDalphaAMG: openQCD's header before all sites with four links, as HiRep has them, but little-endian. */
static void check_ddalphaamg(void)
{
	must(lqcd_gauge_write(file, "HiRep", &field, NULL, &why));
	read_image(file, &base);
	must(lqcd_gauge_write(file, "openQCD", &field, NULL, &why));
	read_image(file, &work);
	for (size_t k = 28; k < base.n; k++) work.byte[24 + (k - 28)] = base.byte[28 + ((k - 28) ^ 7)];
	tap_ok(base.n - 28 == work.n - 24, "DDalphaAMG: the length is openQCD's");
	for (int damage = 0; damage < 2; damage++) {
		save(file, work.byte, work.n);
		poison(&other);
		const lqcd_status s = lqcd_gauge_read(file, &other, NULL, &info, &why);
		const char *note = lqcd_gauge_info_get(&info, "note");
		if (damage)
			tap_ok(s == LQCD_ERR_PLAQUETTE && !note && info.links.order == LQCD_LINKS_ODD, "neither order: %s", why.text);
		else
			tap_ok(s == LQCD_OK && !(difference(&field, &other) > 0) && note && strstr(note, "DDalphaAMG") &&
				       !why.text[0] && info.checks & LQCD_GAUGE_PLAQUETTE,
			       "DDalphaAMG's order is found by the plaquette %s", why.text);
		work.byte[21] ^= 64;
	}
}

/* ---- FermiQCD -------------------------------------------------------------------------------------------------- */

/* The sites of HiRep's file behind the header of FermiQCD, in its byte order; magic: as it, or as its converter, writes it. */
static void check_mdp(void)
{
	const lqcd_gauge_write_options matrices = write_options(0, LQCD_NC, LQCD_BYTES_UNKNOWN, NULL);
	static const char date[] = "Sun Jun  5 23:26:41 2011";
	must(lqcd_gauge_write(file, "HiRep", &field, &matrices, &why));
	read_image(file, &base);
	for (int k = 0; k < 4; k++) {
		const lqcd_byte_order order = k & 1 ? LQCD_BYTES_BIG : LQCD_BYTES_LITTLE;
		const int bits = k < 2 ? 64 : 32, n = bits / 8;
		const size_t numbers = (base.n - 28) / 8;
		memset(work.byte, 0, 236);
		strcpy((char *)work.byte, "File Type: MDP FIELD\n");
		memset(work.byte + 60, 'v', 60); /* no NUL */
		snprintf((char *)work.byte + 120, 60, "%s\n", date);
		const uint32_t word[14] = {k < 2 ? 0x87654321u : 0x4f076543u, 4, 4, 2, 6, 8, 0, 0, 0, 0, 0, 0,
					   (uint32_t)(8 * LQCD_NC * LQCD_NC * n), 384};
		for (int i = 0; i < 14; i++) lqcd_store_u32(work.byte + 180 + 4 * i, word[i], order);
		for (size_t i = 0; i < numbers; i++) {
			const double v = lqcd_load_f64(base.byte + 28 + 8 * i, LQCD_BYTES_BIG);
			if (bits == 64)
				lqcd_store_f64(work.byte + 236 + 8 * i, v, order);
			else
				lqcd_store_f32(work.byte + 236 + 4 * i, (float)v, order);
		}
		work.n = 236 + numbers * (size_t)n;
		save(file, work.byte, work.n);
		poison(&other);
		const lqcd_status s = lqcd_gauge_read(file, &other, NULL, &info, &why);
		const char *has = lqcd_gauge_info_get(&info, "creation_date"), *version = lqcd_gauge_info_get(&info, "program_version");
		tap_ok(s == LQCD_OK && difference(&field, &other) <= (bits == 64 ? 0 : 6e-8) && !strcmp(info.format, "MDP") &&
			       info.links.bits == bits && info.links.byte_order == order && has && !strcmp(has, date) && version &&
			       strlen(version) == 60,
		       "MDP: %d bits, byte order %d %s", bits, (int)order, why.text);
	}
	static const struct {
		size_t at;
		uint32_t value;
		lqcd_status want;
		const char *piece;
	} wrong[] = {{180, 1, LQCD_ERR_FORMAT, "not links"},         {184, 5, LQCD_ERR_FORMAT, "5 dimensions"},
		     {188, 3, LQCD_ERR_EXTENT, "even"},              {192, 4, LQCD_ERR_TRUNCATED, "announces"},
		     {228, 768, LQCD_ERR_FORMAT, "768 bytes per site"}};
	for (size_t k = 0; k < COUNT(wrong); k++) {
		base = work;
		lqcd_store_u32(base.byte + wrong[k].at, wrong[k].value, LQCD_BYTES_BIG);
		save(file, base.byte, base.n);
		tap_ok(lqcd_gauge_read(file, &other, NULL, NULL, &why) == wrong[k].want && strstr(why.text, wrong[k].piece), "MDP: %s",
		       why.text);
	}
	tap_ok(lqcd_gauge_write(file, "MDP", &field, NULL, &why) == LQCD_ERR_ARGUMENT, "MDP: not written: %s", why.text);
}

/* ---- HiRep ----------------------------------------------------------------------------------------------------- */

static void check_hirep(void)
{
	const lqcd_gauge_write_options matrices = write_options(0, LQCD_NC, LQCD_BYTES_UNKNOWN, NULL);
	must(lqcd_gauge_write(file, "HiRep", &tiny, &matrices, &why));
	read_image(file, &base);
	const unsigned char *p = base.byte;
	tap_ok(lqcd_load_u32(p, LQCD_BYTES_BIG) == LQCD_NC && lqcd_load_u32(p + 16, LQCD_BYTES_BIG) == 2 &&
		       lqcd_load_f64(p + 20, LQCD_BYTES_BIG) == lqcd_plaquette_d(&tiny).mean,
	       "HiRep: header");
	const size_t site = (base.n - 28) / 16;
	work.n = 28;
	memcpy(work.byte, base.byte, 28);
	for (size_t k = 0; k < 16; k++) {
		memcpy(work.byte + work.n, base.byte + 28 + k * site, site);
		memset(work.byte + work.n + site, (int)k, 16);
		work.n += site + 16;
	}
	save(file, work.byte, work.n);
	poison(&copy);
	lqcd_status s = lqcd_gauge_read(file, &copy, NULL, &info, &why);
	tap_ok(s == LQCD_OK && !(difference(&tiny, &copy) > 0) && lqcd_gauge_info_get(&info, "four_fermion_fields"),
	       "HiRep: numbers of four-fermion fields are passed over %s", why.text);
#if LQCD_NC == 2
	must(lqcd_gauge_write(file, "HiRep", &tiny, NULL, &why));
	read_image(file, &base);
	const int zero[4] = {0, 0, 0, 0};
	const lqcd_su3_d *u = LQCD_4FIELD_AT(&tiny, lqcd_geometry_index(tiny.type, zero, NULL), 0);
	double q[4];
	for (int k = 0; k < 4; k++) q[k] = lqcd_load_f64(base.byte + 28 + 8 * k, LQCD_BYTES_BIG);
	tap_ok(base.n == 28 + 16 * 4 * 32 && near(q[0], u->e[0][0].re, 1e-15) && near(q[3], u->e[0][0].im, 1e-15) &&
		       near(-q[2], u->e[0][1].re, 1e-15) && near(q[1], u->e[0][1].im, 1e-15) &&
		       near(q[2], u->e[1][0].re, 1e-15) && near(q[1], u->e[1][0].im, 1e-15) &&
		       near(q[0], u->e[1][1].re, 1e-15) && near(-q[3], u->e[1][1].im, 1e-15),
	       "HiRep: quaternions");
#endif
}

/* ---- info and options ------------------------------------------------------------------------------------------ */

static double told_last, told_all;
static void tell(void *context, uint64_t done, uint64_t all)
{
	*(int *)context += 1;
	told_last = (double)done;
	told_all = (double)all;
}

static void check_options(void)
{
	int calls = 0;
	lqcd_gauge_options o;
	lqcd_gauge_write_options w = write_options(0, 0, LQCD_BYTES_UNKNOWN, NULL);
	memset(&o, 0, sizeof o);
	w.progress = o.progress = tell;
	w.context = o.context = &calls;
	must(lqcd_gauge_write(file, "NERSC", &field, &w, &why));
	tap_ok(calls > 0 && told_last == told_all && told_all == 384 * 4 * 16 * LQCD_NC * LQCD_NC,
	       "progress of writing");
	calls = 0;
	must(lqcd_gauge_read(file, &other, &o, &info, &why));
	tap_ok(calls > 0 && told_last == told_all && told_all > 0, "progress of reading");
	read_image(file, &base);
	const size_t at = base.n - 8;
	base.byte[at + 7] ^= 1; /* the last bit of a number */
	save(file, base.byte, base.n);
	tap_ok(lqcd_gauge_read(file, &other, NULL, &info, &why) == LQCD_ERR_CHECKSUM, "a wrong checksum: %s", why.text);
	o.wrong_checksum = 1;
	lqcd_status s = lqcd_gauge_read(file, &other, &o, &info, &why);
	tap_ok(s == LQCD_OK && info.tolerated == LQCD_GAUGE_CHECKSUM && strstr(why.text, "CHECKSUM"),
	       "tolerated, and told: %s", why.text);
	o.format = "HiRep";
	tap_ok(lqcd_gauge_read(file, &other, &o, &info, &why) == LQCD_ERR_FORMAT, "as HiRep: %s", why.text);
	o.format = "cake";
	tap_ok(lqcd_gauge_read(file, &other, &o, &info, &why) == LQCD_ERR_ARGUMENT && strstr(why.text, "NERSC"), "%s",
	       why.text);
	tap_ok(lqcd_gauge_write(file, "cake", &field, NULL, &why) == LQCD_ERR_ARGUMENT && strstr(why.text, "cake") &&
		       strstr(why.text, "openQCD") && !strstr(why.text, "MDP"),
	       "%s", why.text);
	w = write_options(32, 0, LQCD_BYTES_UNKNOWN, NULL);
	tap_ok(lqcd_gauge_write(file, "HiRep", &field, &w, &why) == LQCD_ERR_ARGUMENT, "32 bits: %s", why.text);
	w = write_options(0, 0, LQCD_BYTES_LITTLE, NULL);
	tap_ok(lqcd_gauge_write(file, "HiRep", &field, &w, &why) == LQCD_ERR_ARGUMENT, "little-endian: %s", why.text);
	int names = 0;
	while (lqcd_gauge_format_name(names)) names++;
	tap_ok(names == LQCD_GAUGE_FORMATS && !lqcd_gauge_format_name(-1), "%d formats", names);
	for (names = 0; lqcd_gauge_check_name(names);) names++;
	tap_ok(names == 7 && !strcmp(lqcd_gauge_check_name(1), "checksum"), "%d checks", names);
}

/* work is a file: its status alone, and when wrong checksums are tolerated; what is tolerated then. */
static void tolerated(const char *what, lqcd_status alone, unsigned bit, const char *piece)
{
	lqcd_gauge_options o;
	memset(&o, 0, sizeof o);
	o.wrong_checksum = 1;
	save(file, work.byte, work.n);
	const lqcd_status s = lqcd_gauge_read(file, &other, NULL, NULL, &why);
	poison(&other);
	const lqcd_status t = lqcd_gauge_read(file, &other, &o, &info, &why);
	tap_ok(s == alone && (bit ? t == LQCD_OK && info.tolerated == bit && !(difference(&field, &other) > 0) : t == alone) &&
		       strstr(why.text, piece),
	       "%s: %s alone, else tolerated %x: %s", what, lqcd_status_text(s), info.tolerated, why.text);
}

static void append(const char *bytes, size_t n, size_t zeros)
{
	work = base;
	memset(work.byte + work.n, 0, zeros);
	memcpy(work.byte + work.n + zeros, bytes, n);
	work.n += zeros + n;
}

static void check_tolerance(void)
{
	static const char *const sums[] = {"CHECKSUM = \n", "CHECKSUM = -1171890117\n", "CHECKSUM = 29876543210\n"};
	must(lqcd_gauge_write(file, "NERSC", &field, NULL, &why));
	read_image(file, &base);
	for (int k = 0; k < 3; k++) {
		work = base;
		set_line(&work, "CHECKSUM", sums[k]);
		tolerated(sums[k], LQCD_ERR_KEY, LQCD_GAUGE_CHECKSUM, "CHECKSUM in the header is no hexadecimal number");
	}
	append("\r\n", 2, 0);
	tolerated("NERSC and an end of line", LQCD_ERR_TRAILING, LQCD_GAUGE_LENGTH, "behind the data");
	append("\n.\n", 3, 0);
	tolerated("NERSC and another line", LQCD_ERR_TRAILING, 0, "goes on");
	must(lqcd_gauge_write(file, "ILDG", &field, NULL, &why));
	read_image(file, &base);
	append("", 0, 2000);
	tolerated("LIME and zeros", LQCD_ERR_FORMAT, LQCD_GAUGE_LENGTH, "behind the data");
	append(".", 1, 2000);
	tolerated("LIME, zeros and a number", LQCD_ERR_FORMAT, 0, "no header of a record");
}

/* Keys of other programs: said, and written again. */
static void check_keys(void)
{
	must(lqcd_gauge_write(file, "NERSC", &field, NULL, &why));
	read_image(file, &work);
	set_line(&work, "CREATOR", "CREATOR = me\nBETA = 5.7 \nMASS=\nmass 2 = a = b\n");
	for (int k = 0; k < 2; k++) {
		save(file, work.byte, work.n);
		must(lqcd_gauge_read(file, &other, NULL, &info, &why));
		const char *beta = lqcd_gauge_info_get(&info, "BETA"), *mass = lqcd_gauge_info_get(&info, "MASS");
		const char *more = lqcd_gauge_info_get(&info, "mass 2");
		tap_ok(beta && !strcmp(beta, "5.7") && mass && !*mass && more && !strcmp(more, "a = b"),
		       "unknown keys of a NERSC file");
		const lqcd_gauge_write_options w = write_options(0, 0, LQCD_BYTES_UNKNOWN, &info);
		must(lqcd_gauge_write(file, "NERSC", &field, &w, &why));
		read_image(file, &work);
		work.byte[work.data] = 0;
		tap_ok(strstr((char *)work.byte, "\nBETA = 5.7\nMASS = \nmass 2 = a = b\nEND_HEADER\n") != NULL, "are written again");
		read_image(file, &work);
	}
}

/* Files that lie in the place of links, and what to do with them. */
static void check_strangers(void)
{
	static const struct {
		const char *bytes, *piece;
		size_t n;
	} known[] = {
		{"version https://git-lfs.github.com/spec/v1\n", "git lfs pull", 43}, {"\x1f\x8b\x08\0", "compressed", 4},
		{"BZh91AY&SY", "compressed", 10},           {"\xfd" "7zXZ\0", "compressed", 6},
		{"\x28\xb5\x2f\xfd\0", "compressed", 5}, {"<!DOCTYPE html>", "web page", 15},
		{"<html>\n", "web page", 7},            {"\x89HDF\r\n", "HDF5", 6},
		{"\0\0Z\xa9", "lqcd_milc_colour_read", 4},
		{"\xa9Z\0\0", "lqcd_milc_colour_read", 4}, {"\0\0" "1\xed", "Wilson propagator of MILC", 4},
		{"lqcdsave\1\0\0\0", "checkpoint", 12},
	};
	for (size_t k = 0; k < COUNT(known); k++) {
		lqcd_message lime, nersc;
		memset(work.byte, '-', 400);
		memcpy(work.byte, known[k].bytes, known[k].n);
		save(file, work.byte, 400);
		const lqcd_status s = lqcd_gauge_read(file, &other, NULL, NULL, &why);
		lqcd_gauge_options o;
		memset(&o, 0, sizeof o);
		o.format = "ILDG";
		const lqcd_status t = lqcd_gauge_read(file, &other, &o, NULL, &lime), v = nersc_read(file, &other, NULL, &nersc);
		tap_ok(s == LQCD_ERR_FORMAT && strstr(why.text, known[k].piece) && t == LQCD_ERR_FORMAT &&
			       strstr(lime.text, known[k].piece) && v == LQCD_ERR_FORMAT && strstr(nersc.text, known[k].piece),
		       "%s", why.text);
	}
	lqcd_spinor_field_d x;
	must(lqcd_spinor_field_create_d(&x, &lattice, LQCD_FULL));
	memset((void *)x.ptr, 0, 384 * sizeof *x.ptr);
	LQCD_FIELD_AT(&x, 3)->c[0].c[0].re = 1; /* its norm could be a plaquette */
	if (LQCD_NC == 3) {
		must(lqcd_openqcd_spinor_write(file, lqcd_spinor_field_view_d(&x), &why));
		tap_ok(lqcd_gauge_read(file, &other, NULL, NULL, &why) == LQCD_ERR_FORMAT &&
			       strstr(why.text, "lqcd_openqcd_spinor_read"),
		       "%s", why.text);
	}
	lqcd_spinor_field_destroy_d(&x);
}

static void test_gauge_files(void)
{
	begin();
	must(lqcd_gauge_field_create_d(&other, &lattice, LQCD_FULL));
	check_gauge_references();
	check_round_trips();
	check_gauge_places("HiRep", 64, LQCD_BYTES_BIG);
	check_mdp();
	if (LQCD_NC == 3) {
		check_gauge_places("MILC", 32, LQCD_BYTES_LITTLE);
		check_gauge_places("openQCD", 64, LQCD_BYTES_LITTLE);
		check_headers();
		check_ddalphaamg();
	}
	check_hirep();
	check_options();
	check_tolerance();
	check_keys();
	check_strangers();
	lqcd_gauge_field_destroy_d(&other);
	end();
}
