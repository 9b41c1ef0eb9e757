/* NERSC files that are right: real ones (LQCD_TEST_DATA names their directory) and round trips in every format. */
#include "nersc.h"

static void check_nersc_bytes(void)
{
	unsigned char b[9];
	const double v = tap_random();
	lqcd_store_f64(b + 1, v, LQCD_BYTES_BIG);
	tap_ok(lqcd_load_f64(b + 1, LQCD_BYTES_BIG) == v && lqcd_load_f64(b + 1, LQCD_BYTES_LITTLE) != v,
	       "f64 and back");
	lqcd_store_f32(b + 1, (float)v, LQCD_BYTES_LITTLE);
	tap_ok(lqcd_load_f32(b + 1, LQCD_BYTES_LITTLE) == (float)v, "f32 and back");
	memcpy(b, "\x01\x02\x03\x04\x05\x06\x07\x08", 8);
	tap_ok(lqcd_load_u32(b, LQCD_BYTES_BIG) == 0x01020304u && lqcd_load_u32(b, LQCD_BYTES_LITTLE) == 0x04030201u,
	       "u32");
	tap_ok(lqcd_load_u64(b, LQCD_BYTES_BIG) == UINT64_C(0x0102030405060708) &&
		   lqcd_load_u64(b, LQCD_BYTES_LITTLE) == UINT64_C(0x0807060504030201),
	       "u64");
	tap_ok(lqcd_isfinite(v) && !lqcd_isfinite(tap_nan()) && !lqcd_isfinite(tap_infinity()) && lqcd_isfinite(1e308),
	       "finite");
}

/* ---- real files ------------------------------------------------------------------------------------------------ */

typedef struct {
	const char *name;
	int rows, bits;
	lqcd_byte_order order;
	int extent[4];
	uint32_t checksum;
	double plaquette, space, time, link, bound;
} nersc_reference;

/* Values of an independent program. */
static const nersc_reference nersc_references[] = {
    {"nersc.l8t4b3360",
     3,
     64,
     LQCD_BYTES_BIG,
     {4, 8, 8, 8},
     0xb379560a,
     0.503866446949594,
     0.5025245975935242,
     0.505208296305664,
     0.005406083857887091,
     1e-13},
    {"nersc-little.l4t8",
     2,
     64,
     LQCD_BYTES_LITTLE,
     {8, 4, 4, 4},
     0xf2ee7c36,
     0.5985455590826413,
     0.5956951046813507,
     0.6013960134839317,
     -0.0007741846376071859,
     1e-13},
    {"nersc-f32.l4",
     2,
     32,
     LQCD_BYTES_BIG,
     {4, 4, 4, 4},
     0x717938df,
     0.03824228932403221,
     0.04416572665397656,
     0.03231885199408785,
     0.4630322098380863,
     1e-12},
};

static int says(const lqcd_gauge_info *info, const char *key, const char *value)
{
	const char *text = lqcd_gauge_info_get(info, key);
	return text && !strcmp(text, value);
}

static void check_nersc_reference(const char *data, const nersc_reference *r)
{
	char path[1024];
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_gauge_info info;
	lqcd_message why;
	snprintf(path, sizeof path, "%s/%s", data, r->name);
	lqcd_status s = nersc_load(path, &lat, &u, &info, &why);
	tap_ok(s == LQCD_OK, "%s is read and verified", r->name);
	if (s != LQCD_OK) {
		tap_diag("%s", why.text);
		return;
	}
	tap_ok(info.links.rows == r->rows && info.links.bits == r->bits && info.links.byte_order == r->order &&
		   !memcmp(info.links.extent, r->extent, sizeof lat.extent) &&
		   !memcmp(lat.extent, r->extent, sizeof lat.extent),
	       "%s: format and extents", r->name);
	tap_ok(info.has_checksum && info.checksum[0] == r->checksum && info.found.sum[0] == r->checksum,
	       "%s: checksum %08lx", r->name, (unsigned long)info.found.sum[0]);
	const lqcd_plaquette_values p = info.measured_plaquette;
	tap_ok(fabs(p.mean - r->plaquette) <= r->bound, "%s: plaquette %.16g", r->name, p.mean);
	tap_ok(fabs(p.space - r->space) <= r->bound, "%s: space plaquette %.16g", r->name, p.space);
	tap_ok(fabs(p.time - r->time) <= r->bound, "%s: time plaquette %.16g", r->name, p.time);
	tap_ok(fabs(info.measured_link_trace - r->link) <= r->bound, "%s: link trace %.16g", r->name,
	       info.measured_link_trace);
	tap_ok(info.plaquette.has && fabs(info.plaquette.value - r->plaquette) < 1e-10 && info.link_trace.has &&
		   fabs(info.link_trace.value - r->link) < 1e-9,
	       "%s: stored plaquette and link trace", r->name);
	if (r->order == LQCD_BYTES_LITTLE)
		tap_ok(says(&info, "CREATOR", "rjt") && says(&info, "ENSEMBLE_LABEL", "4x4x4x8x4 rjt 2.13 m0.04") &&
			       says(&info, "BOUNDARY_4", "PERIODIC") && says(&info, "SEQUENCE_NUMBER", "400"),
		       "%s: texts of the header", r->name);

	/* Written in its own format, the links are the same bytes. */
	const lqcd_gauge_write_options w = write_options(info.links.bits, info.links.rows, info.links.byte_order, &info);
	s = lqcd_gauge_write(file, "NERSC", &u, &w, &why);
	read_image(path, &work);
	read_image(file, &base);
	if (work.n < ROOM)
		tap_ok(s == LQCD_OK && base.n - base.data == work.n - work.data &&
			   !memcmp(base.byte + base.data, work.byte + work.data, work.n - work.data),
		       "%s: written again, the same links byte for byte", r->name);
	work.byte[work.data + 5 + tap_random_u64() % 1000] ^= 64;
	if (work.n < ROOM) {
		save(file, work.byte, work.n);
		tap_ok(nersc_read(file, &u, NULL, &why) == LQCD_ERR_CHECKSUM && strstr(why.text, "CHECKSUM"),
		       "%s: one wrong byte: %s", r->name, why.text);
	}
	lqcd_gauge_field_destroy_d(&u);
	lqcd_lattice_destroy(&lat);
}

static void check_nersc_references(void)
{
	const char *data = getenv("LQCD_TEST_DATA");
	for (size_t i = 0; i < sizeof nersc_references / sizeof *nersc_references; i++) {
		if (LQCD_NC == 3 && data && *data)
			check_nersc_reference(data, &nersc_references[i]);
		else
			tap_skip("%s: LQCD_TEST_DATA names no directory, or not 3 colours", nersc_references[i].name);
	}
}

/* ---- round trips ----------------------------------------------------------------------------------------------- */

/* Whether the numbers are where the format wants them, from its definition, not from the library's walk. */
static void check_nersc_places(int rows, int bits, int little, const char *name)
{
	double most = 0;
	for (int k = 0; k < 2000; k++) {
		int x[4];
		for (int mu = 0; mu < 4; mu++) x[mu] = (int)(tap_random_u64() % (uint64_t)shape[mu]);
		const int mu = (int)(tap_random_u64() % 4), a = (int)(tap_random_u64() % (uint64_t)rows);
		const int b = (int)(tap_random_u64() % LQCD_NC);
		const lqcd_su3_d *u = LQCD_4FIELD_AT(&field, lqcd_geometry_index(field.type, x, NULL), mu);
		const int site = x[1] + shape[1] * (x[2] + shape[2] * (x[3] + shape[3] * x[0]));
		const int place = mu == 0 ? 3 : mu - 1;
		const size_t i = 2 * (size_t)(((site * 4 + place) * rows + a) * LQCD_NC + b);
		most = fmax(most, fabs(number_at(&base, i, bits, little) - u->e[a][b].re));
		most = fmax(most, fabs(number_at(&base, i + 1, bits, little) - u->e[a][b].im));
	}
	tap_ok(most <= (bits == 64 ? 0 : 6e-8), "%s: links are where the format has them: %g", name, most);
}

static void check_nersc_round_trip(int rows, int bits, lqcd_byte_order order)
{
	char name[64];
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_gauge_info info;
	lqcd_message why;
	const double bound = bits == 32 ? 1e-6 : rows < LQCD_NC ? 1e-14 : 0;
	snprintf(name, sizeof name, "%d rows, %d bits, %s", rows, bits, order == LQCD_BYTES_BIG ? "big" : "little");
	tap_ok(write_base(&field, rows, bits, order) == LQCD_OK, "%s: written", name);
	check_nersc_places(rows, bits, order == LQCD_BYTES_LITTLE, name);

	make(&lat, &u, shape);
	poison(&u);
	lqcd_status s = nersc_read(file, &u, &info, &why);
	const double d = difference(&field, &u);
	tap_ok(s == LQCD_OK && d <= bound, "%s: read again, difference %g", name, d);
	work = base;
	if (order == LQCD_BYTES_LITTLE) swap_words(&work, 4); /* the sum does not care for the order of halves */
	tap_ok(info.has_checksum && info.checksum[0] == word_sum(&work) && info.found.sum[0] == info.checksum[0],
	       "%s: checksum %08lx", name, (unsigned long)info.checksum[0]);
	tap_ok(says(&info, "DATATYPE", datatype(rows)) &&
		   fabs(info.plaquette.value - lqcd_plaquette_d(&field).mean) < 1e-14 &&
		   fabs(info.link_trace.value - lqcd_link_trace_d(&field)) < 1e-14,
	       "%s: DATATYPE, PLAQUETTE and LINK_TRACE", name);

	/* The other byte order, made here. */
	char line[64];
	work = base;
	swap_words(&work, (size_t)bits / 8);
	snprintf(line, sizeof line, "FLOATING_POINT = IEEE%d%s\n", bits, order == LQCD_BYTES_BIG ? "LITTLE" : "BIG");
	set_line(&work, "FLOATING_POINT", line);
	save(file, work.byte, work.n);
	poison(&u);
	s = nersc_read(file, &u, &info, &why);
	tap_ok(s == LQCD_OK && difference(&field, &u) <= bound && info.links.byte_order != order, "%s: as %.*s", name,
	       (int)strlen(line) - 1, line);

	/* Byte order not named: from the checksum, and from the links alone. */
	snprintf(line, sizeof line, "FLOATING_POINT = IEEE%d\n", bits);
	for (int k = 0; k < 4; k++) {
		work = base;
		if (k & 1) swap_words(&work, (size_t)bits / 8);
		if (k & 2) set_line(&work, "CHECKSUM", "");
		set_line(&work, "FLOATING_POINT", line);
		save(file, work.byte, work.n);
		poison(&u);
		s = nersc_read(file, &u, &info, &why);
		tap_ok(s == LQCD_OK && difference(&field, &u) <= bound && (info.links.byte_order == order) == !(k & 1),
		       "%s: as IEEE%d, %s checksum", name, bits, k & 2 ? "without" : "with");
	}
	lqcd_gauge_field_destroy_d(&u);
	lqcd_lattice_destroy(&lat);
}

/* ---- headers that are legal ------------------------------------------------------------------------------------ */

/* work must be read as tiny. */
static void accept_nersc(const char *name)
{
	lqcd_message why;
	save(file, work.byte, work.n);
	poison(&copy);
	lqcd_status s = nersc_read(file, &copy, NULL, &why);
	tap_ok(s == LQCD_OK && difference(&tiny, &copy) == 0, "accepted: %s", name);
	if (s != LQCD_OK) tap_diag("%s", why.text);
}

/* The lines of base's header in reverse order, each from a format with the key and the value. */
static void rewrite_header(const char *format)
{
	static char lines[64][256], text[16384];
	int n = 0;
	size_t used;
	work = base;
	for (size_t at = 0; at < base.data; n++) {
		const size_t end = (size_t)((unsigned char *)memchr(base.byte + at, '\n', base.data - at) - base.byte);
		snprintf(lines[n], sizeof lines[n], "%.*s", (int)(end - at), (char *)base.byte + at);
		at = end + 1;
	}
	used = (size_t)snprintf(text, sizeof text, "%s\n", lines[0]);
	for (int i = n - 2; i > 0; i--) {
		char *equals = strstr(lines[i], " = ");
		*equals = 0;
		for (const char *f = format; *f; f++) {
			const char one[2] = {*f, 0};
			used += (size_t)snprintf(text + used, sizeof text - used, "%s",
						 *f == 'k'   ? lines[i]
						 : *f == 'v' ? equals + 3
							     : one);
		}
	}
	snprintf(text + used, sizeof text - used, "%s\n", lines[n - 1]);
	set_header(&work, text);
}

static void check_nersc_accepted(void)
{
	static const struct {
		const char *key, *line, *name;
	} lines[] = {
	    {"PLAQUETTE", "", "no PLAQUETTE"},
	    {"LINK_TRACE", "", "no LINK_TRACE"},
	    {"CHECKSUM", "", "no CHECKSUM"},
	    {"BOUNDARY_1", "", "no BOUNDARY_1"},
	    {"CREATOR", "CREATOR =\n", "an empty CREATOR"},
	    {"CREATOR", "CREATOR = a=b = c\n", "'=' in a value"},
	    {"CREATOR", "MY_OWN_KEY = 1\n\n  \nMY_OWN_KEY = 2\n", "unknown keys and blank lines"},
	    {"DIMENSION_2", "DIMENSION_2=2\n", "no blanks around '='"},
	    {"DIMENSION_2", "DIMENSION_2 = 2\nDIMENSION_2 = 2\n", "a key twice with one value"},
	    {"DIMENSION_2", "DIMENSION_2 = +002\n", "a sign and leading zeros"},
	};
	must(write_base(&tiny, LQCD_NC, 64, LQCD_BYTES_BIG));
	rewrite_header("k = v\n");
	accept_nersc("keys in reverse order");
	rewrite_header("  k  =    v   \n");
	accept_nersc("blanks around keys and values");
	rewrite_header("\tk\t=\tv\t\n");
	accept_nersc("tabs around keys and values");
	rewrite_header("k = v\r\n");
	set_line(&work, "END_HEADER", "END_HEADER\r\n");
	accept_nersc("CR LF");
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		work = base;
		set_line(&work, lines[i].key, lines[i].line);
		accept_nersc(lines[i].name);
	}

	/* Numbers as other writers print them. */
	char line[128];
	const double p = lqcd_plaquette_d(&tiny).mean;
	const char *formats[] = {"PLAQUETTE  = %.10f\n", "PLAQUETTE = %g\n", "PLAQUETTE = %.9e\n",
				 "PLAQUETTE = %.17G\n"};
	for (int i = 0; i < 4; i++) {
		work = base;
		snprintf(line, sizeof line, formats[i], p);
		set_line(&work, "PLAQUETTE", line);
		line[strlen(line) - 1] = 0;
		accept_nersc(line);
	}
	/* Few digits, cut: three units of the last one more are refused. */
	for (int digits = 3; digits <= 5; digits++)
		for (int k = 0; k < 2; k++)
			for (int off = 0; off <= 3; off += 3) {
				const double unit = pow(10, -digits), x = k ? lqcd_link_trace_d(&tiny) : p;
				const double cut = trunc(x / unit) * unit + (x < 0 ? -off : off) * unit;
				work = base;
				snprintf(line, sizeof line, "%s = %.*f\n", k ? "LINK_TRACE" : "PLAQUETTE", digits, cut);
				set_line(&work, k ? "LINK_TRACE" : "PLAQUETTE", line);
				line[strlen(line) - 1] = 0;
				if (!off) {
					accept_nersc(line);
					continue;
				}
				save(file, work.byte, work.n);
				tap_ok(nersc_read(file, &copy, NULL, NULL) ==
					       (k ? LQCD_ERR_LINK_TRACE : LQCD_ERR_PLAQUETTE),
				       "refused: %s", line);
			}
	snprintf(line, sizeof line, "CHECKSUM =     0x%lX   \n", (unsigned long)word_sum(&base));
	work = base;
	set_line(&work, "CHECKSUM", line);
	accept_nersc("CHECKSUM with blanks, 0x and capitals");
}

static void check_written_header(void)
{
	static const char *order[] = {
	    "HDR_VERSION",      "DATATYPE",      "STORAGE_FORMAT", "DIMENSION_1",    "DIMENSION_2",     "DIMENSION_3",
	    "DIMENSION_4",      "LINK_TRACE",    "PLAQUETTE",      "BOUNDARY_1",     "BOUNDARY_2",      "BOUNDARY_3",
	    "BOUNDARY_4",       "CHECKSUM",      "ENSEMBLE_ID",    "ENSEMBLE_LABEL", "SEQUENCE_NUMBER", "CREATOR",
	    "CREATOR_HARDWARE", "CREATION_DATE", "ARCHIVE_DATE",   "FLOATING_POINT"};
	static lqcd_gauge_info meta, info;
	static char text[16384];
	const lqcd_gauge_write_options w = write_options(0, 0, LQCD_BYTES_UNKNOWN, &meta);
	const lqcd_gauge_options o = as_nersc();
	lqcd_message why;
	memset(&meta, 0, sizeof meta);
	lqcd_gauge_info_add(&meta, "ENSEMBLE_ID", "tiny");
	lqcd_gauge_info_add(&meta, "ENSEMBLE_LABEL", "two to the four");
	lqcd_gauge_info_add(&meta, "SEQUENCE_NUMBER", "1234");
	lqcd_gauge_info_add(&meta, "CREATOR", "a test");
	tap_ok(lqcd_gauge_write(file, "NERSC", &tiny, &w, &why) == LQCD_OK &&
		       lqcd_gauge_read_header(file, &o, &info, &why) == LQCD_OK && says(&info, "ENSEMBLE_ID", "tiny") &&
		       says(&info, "ENSEMBLE_LABEL", "two to the four") && says(&info, "SEQUENCE_NUMBER", "1234") &&
		       says(&info, "CREATOR", "a test") && says(&info, "FLOATING_POINT", "IEEE64BIG") &&
		       info.links.rows == LQCD_NC && info.checks == LQCD_GAUGE_LENGTH,
	       "the caller's texts, and the default format");
	read_image(file, &work);
	memcpy(text, work.byte, work.data);
	text[work.data] = 0;
	const char *at = text;
	int good = !strncmp(at, "BEGIN_HEADER\n", 13);
	for (size_t i = 0; i < sizeof order / sizeof *order && good; i++) {
		const size_t n = strlen(order[i]);
		at = strchr(at, '\n') + 1;
		good = !strncmp(at, order[i], n) && !strncmp(at + n, " = ", 3) && at[n + 3] != '\n';
	}
	tap_ok(good && !strcmp(strchr(at, '\n') + 1, "END_HEADER\n"), "all keys in the usual order, each with a value");
}

static void test_nersc(void)
{
	begin();
	check_nersc_bytes();
	for (int rows = LQCD_NC <= 3 ? LQCD_NC - 1 : LQCD_NC; rows <= LQCD_NC; rows++)
		for (int bits = 32; bits <= 64; bits += 32) {
			check_nersc_round_trip(rows, bits, LQCD_BYTES_BIG);
			check_nersc_round_trip(rows, bits, LQCD_BYTES_LITTLE);
		}
	check_nersc_accepted();
	check_written_header();
	check_nersc_references();
	end();
}
