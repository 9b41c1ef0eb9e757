/* Gauge fields in LIME files that are right: real ones (LQCD_TEST_DATA names their directory), round trips in every
 * style, and the records in every order and form that the formats allow. */
#include "ildg.h"

/* work must be read as tiny. */
static void accept_ildg(const char *name, verdict checksum)
{
	lqcd_message why;
	build();
	save(file, work.byte, work.n);
	poison(&copy);
	why.text[0] = 0;
	const lqcd_status s = lqcd_gauge_read(file, &copy, &ask, &got, &why);
	const double bound = got.links.bits == 32 ? 1e-6 : 0;
	tap_ok(s == LQCD_OK && difference(&tiny, &copy) <= bound && checksum_of(&got) == checksum, "accepted: %s",
	       name);
	if (s != LQCD_OK) tap_diag("%s", why.text);
	restore();
}

/* ---- real files ------------------------------------------------------------------------------------------------ */

typedef struct {
	const char *name;
	int style;
	int extent[4];
	uint32_t suma, sumb;
	double plaquette, space, time, link;
	const char *lfn;
} ildg_reference;

/* Values of an independent program. */
static const ildg_reference ildg_references[] = {
	{"ildg.l8t4b3360",
	 LQCD_ILDG,
	 {4, 8, 8, 8},
	 0x10d0ea1a,
	 0xa6a1b3b8,
	 0.5038664469495943,
	 0.5025245975935244,
	 0.5052082963056642,
	 0.005406083857887091,
	 "mc://ldg///_s008t04_b0336000/ildg_s008t04_b0336000"},
	{"scidac-weak.l4t8",
	 LQCD_ILDG_QIO,
	 {8, 4, 4, 4},
	 0xa2c41090,
	 0x11193c39,
	 0.9948041322666996,
	 0.9947985783413031,
	 0.9948096861920964,
	 0.3794493487151929,
	 ""},
};

static void check_ildg_reference(const char *data, const ildg_reference *r)
{
	char path[1024];
	lqcd_lattice lat, again;
	lqcd_gauge_field_d u, v;
	lqcd_message why;
	why.text[0] = 0;
	snprintf(path, sizeof path, "%s/%s", data, r->name);
	make(&lat, &u, r->extent);
	lqcd_status s = lqcd_gauge_read(path, &u, NULL, &got, &why);
	tap_ok(s == LQCD_OK && !strcmp(got.format, styles[r->style]) && got.links.bits == 64 &&
		       !memcmp(got.links.extent, r->extent, sizeof r->extent) &&
		       !strcmp(text_of(&got, "lime-data-records"), "1"),
	       "%s is read: %s", r->name, why.text);
	tap_ok(checksum_of(&got) == RIGHT && got.checksum[0] == r->suma && got.checksum[1] == r->sumb &&
		       got.found.sum[0] == r->suma && got.found.sum[1] == r->sumb,
	       "%s: checksum %08lx %08lx", r->name, (unsigned long)got.found.sum[0], (unsigned long)got.found.sum[1]);
	const lqcd_plaquette_values p = got.measured_plaquette;
	tap_ok(fabs(p.mean - r->plaquette) < 1e-13 && fabs(p.space - r->space) < 1e-13 &&
		       fabs(p.time - r->time) < 1e-13 && fabs(got.measured_link_trace - r->link) < 1e-13,
	       "%s: plaquette %.16g, link trace %.16g", r->name, p.mean, got.measured_link_trace);
	tap_ok(got.found.deviation < 2e-15 && !strcmp(text_of(&got, "ildg-data-lfn"), r->lfn),
	       "%s: unitary, lfn \"%s\"", r->name, text_of(&got, "ildg-data-lfn"));
	if (r->style == LQCD_ILDG_QIO)
		tap_ok(strstr(text_of(&got, "scidac-file-xml"), "<gauge>   <id>0</id> </gauge>") &&
			       strstr(text_of(&got, "scidac-record-xml"), "<weak_field>") &&
			       strstr(text_of(&got, "scidac-private-record-xml"), "QDP_D3_ColorMatrix"),
		       "%s: the texts", r->name);
	make(&again, &v, r->extent);
	for (int style = LQCD_ILDG; style <= LQCD_SCIDAC; style++) {
		s = write_in(style, 0, &u, &got, &why);
		poison(&v);
		if (s == LQCD_OK) s = lqcd_gauge_read(file, &v, NULL, NULL, &why);
		tap_ok(s == LQCD_OK && difference(&u, &v) == 0, "%s: written in style %d, the same links", r->name,
		       style);
	}
	if (r->style == LQCD_ILDG) {
		snprintf(path, sizeof path, "%s/nersc.l8t4b3360", data);
		poison(&v);
		s = nersc_read(path, &v, NULL, &why);
		tap_ok(s == LQCD_OK && difference(&u, &v) < 1e-14, "%s: the field of the NERSC file: %g", r->name,
		       difference(&u, &v));
	}
	lqcd_gauge_field_destroy_d(&v);
	lqcd_lattice_destroy(&again);
	lqcd_gauge_field_destroy_d(&u);
	lqcd_lattice_destroy(&lat);
}

/* ---- round trips ----------------------------------------------------------------------------------------------- */

static uint32_t crc_bits(const unsigned char *p, size_t n)
{
	uint32_t c = 0xffffffffu;
	for (size_t i = 0; i < n; i++) {
		c ^= p[i];
		for (int k = 0; k < 8; k++) c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
	}
	return ~c;
}

/* The records that the style wants, as TYPE or TYPE with flags M (begin) and E (end). */
#define QIO_RECORDS                                                                                                    \
	"xlf-info:ME scidac-private-file-xml:M scidac-file-xml:E scidac-private-record-xml:M scidac-record-xml: "
static const char *const structures[] = {
	"xlf-info:ME ildg-format:M ildg-data-lfn: ildg-binary-data: scidac-checksum:E",
	QIO_RECORDS "ildg-format: ildg-data-lfn: ildg-binary-data: scidac-checksum:E",
	QIO_RECORDS "scidac-binary-data: scidac-checksum:E",
};

static void check_ildg_round_trip(int style, int bits)
{
	char text[512] = "", name[64], sums[64];
	static lqcd_gauge_info meta;
	char xlf[128];
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_message why;
	snprintf(name, sizeof name, "style %d, %d bits", (int)style, bits);
	memset(&meta, 0, sizeof meta);
	lqcd_gauge_info_add(&meta, "ildg-data-lfn", "lfn://a/b/c");
	snprintf(xlf, sizeof xlf, "plaquette = %.12f beta = 6.0, kappa = 0.1", lqcd_plaquette_d(&field).mean);
	lqcd_gauge_info_add(&meta, "xlf-info", xlf);
	why.text[0] = 0;
	lqcd_status s = write_in(style, bits, &field, &meta, &why);
	take_base();
	size_t n = 0;
	for (int i = 0; i < count; i++)
		n += (size_t)snprintf(text + n, sizeof text - n, "%s%s:%s%s", i ? " " : "", list[i].type,
				      list[i].flags & 0x8000 ? "M" : "", list[i].flags & 0x4000 ? "E" : "");
	tap_ok(s == LQCD_OK && !strcmp(text, structures[style]), "%s: the records are %s", name, text);
	if (s != LQCD_OK) tap_diag("%s", why.text);

	/* Numbers and checksum from the definition. */
	double most = 0;
	for (int k = 0; k < 2000; k++) {
		int x[4];
		for (int mu = 0; mu < 4; mu++) x[mu] = (int)(tap_random_u64() % (uint64_t)shape[mu]);
		const int mu = (int)(tap_random_u64() % 4), a = (int)(tap_random_u64() % LQCD_NC);
		const int b = (int)(tap_random_u64() % LQCD_NC), place = mu == 0 ? 3 : mu - 1;
		const lqcd_su3_d *m = LQCD_4FIELD_AT(&field, lqcd_geometry_index(field.type, x, NULL), mu);
		const int site = x[1] + shape[1] * (x[2] + shape[2] * (x[3] + shape[3] * x[0]));
		const size_t i = 2 * (size_t)(((site * 4 + place) * LQCD_NC + a) * LQCD_NC + b);
		most = fmax(most, fabs(number_at(&base, i, bits, 0) - m->e[a][b].re));
		most = fmax(most, fabs(number_at(&base, i + 1, bits, 0) - m->e[a][b].im));
	}
	uint32_t a = 0, b = 0;
	const size_t bytes = (size_t)(8 * LQCD_NC * LQCD_NC * bits / 8);
	for (uint32_t r = 0; r < 4 * 2 * 6 * 8; r++) {
		const uint32_t c = crc_bits(base.byte + base.data + r * bytes, bytes);
		a ^= r % 29 ? c << r % 29 | c >> (32 - r % 29) : c;
		b ^= r % 31 ? c << r % 31 | c >> (32 - r % 31) : c;
	}
	snprintf(sums, sizeof sums, "<suma>%08lx</suma><sumb>%08lx</sumb>", (unsigned long)a, (unsigned long)b);
	const record *sum = &list[find("scidac-checksum")];
	snprintf(text, sizeof text, "%.*s", (int)sum->n, (const char *)sum->data);
	tap_ok(most <= (bits == 64 ? 0 : 6e-8) && strstr(text, sums), "%s: links are where the format has them: %g, %s",
	       name, most, sums);

	make(&lat, &u, shape);
	poison(&u);
	s = lqcd_gauge_read(file, &u, NULL, &got, &why);
	tap_ok(s == LQCD_OK && difference(&field, &u) <= (bits == 64 ? 0 : 1e-6) && checksum_of(&got) == RIGHT &&
		       !strcmp(got.format, styles[style]) && got.links.bits == bits &&
		       (got.checks & LQCD_GAUGE_PLAQUETTE),
	       "%s: read again", name);
	tap_ok(strstr(text_of(&got, "xlf-info"), "kappa = 0.1") &&
		       !strcmp(text_of(&got, "ildg-data-lfn"), style == LQCD_SCIDAC ? "" : "lfn://a/b/c"),
	       "%s: the caller's texts", name);
	lqcd_gauge_field_destroy_d(&u);
	lqcd_lattice_destroy(&lat);
}

/* ---- files that are legal -------------------------------------------------------------------------------------- */

static void check_ildg_accepted(void)
{
	static const unsigned kinds[] = {0, 0x8000, 0x4000, 0xc000};
	const int given[4] = {2, 2, 2, 2};
	for (int style = LQCD_ILDG; style <= LQCD_SCIDAC; style++) {
		write_tiny(style, style == LQCD_ILDG_QIO ? 32 : 64);
		for (int k = 0; k < 4; k++) {
			set_flags(kinds[k]);
			accept_ildg("all records with the same flags", RIGHT);
		}
		for (int turn = 1; turn < count; turn++)
			for (int k = 0; k < 2; k++) {
				for (int i = 0; i < count; i++) list[i] = in_base[(i + turn) % count];
				if (k) set_flags(0x8000);
				accept_ildg("records in another order", RIGHT);
			}
		drop("scidac-checksum");
		accept_ildg("no checksum", MISSING);
		if (style == LQCD_SCIDAC) {
			drop("scidac-private-record-xml");
			accept_ildg("no private record", RIGHT);
			drop("scidac-private-file-xml");
			ask.extent[0] = ask.extent[1] = ask.extent[2] = ask.extent[3] = 2;
			accept_ildg("extents from the caller", RIGHT);
			list[0] = list[find("scidac-binary-data")];
			count = 1;
			accept_ildg("scidac-binary-data alone", MISSING);
			memset(&ask, 0, sizeof ask);
			replace("scidac-private-record-xml", "<precision>D<", "<precision>U<");
			accept_ildg("precision from typesize", RIGHT);
			static const char *const types[] = {"QUDA_DNc_GaugeField", "GRID_D_LorentzVector4_ColourMatrix", "Lattice", ""};
			char usual[64];
			snprintf(usual, sizeof usual, "QDP_D%d_ColorMatrix", LQCD_NC);
			for (int k = 0; k < 4; k++) {
				replace("scidac-private-record-xml", usual, types[k]);
				accept_ildg(types[k], RIGHT);
			}
			replace("scidac-private-file-xml", "<version>1.1<", "<version>1.0<");
			replace("scidac-private-file-xml", "<volfmt>0</volfmt>", "<multifile>1</multifile>");
			accept_ildg("version 1.0 of the texts", RIGHT);
		} else {
			drop("ildg-data-lfn");
			accept_ildg("no lfn", RIGHT);
			list[0] = list[find("ildg-binary-data")];
			count = 1;
			memcpy(ask.extent, given, sizeof given);
			accept_ildg("ildg-binary-data alone", MISSING);
			memset(&ask, 0, sizeof ask);
			insert(0, "my-own-record", "<lx>8</lx>", 0xc000);
			insert(count, "my-own-record", "plaquette = 7", 0xc000);
			accept_ildg("records of other types", RIGHT);
			replace("ildg-format", "<lx>2</lx><ly>2</ly>", "\n<ly>\n 2\t</ly>  <lx unit=\"a>b\"> 2 </lx>");
			accept_ildg("blanks and attributes in XML", RIGHT);
			list[find("ildg-format")].n++; /* a NUL behind the text, as C strings have it */
			accept_ildg("a text with its NUL", RIGHT);
		}
		replace("scidac-checksum", "<suma>", "<suma>\n 0x0");
		accept_ildg("a checksum with 0x, blanks and zeros", RIGHT);
		replace("scidac-checksum", "<suma>", "<suma>1</suma><suma>");
		ask.wrong_checksum = 1;
		accept_ildg("a wrong checksum, tolerated", WRONG);
		memset(&ask, 0, sizeof ask);
	}

	/* Several fields: ours is the second, behind a spinor and before a wrong one. */
	static char other[128 * 2 * 2 * 2 * 2 * LQCD_NC];
	const char *spinor = "<scidacRecord><datatype>QDP_F3_DiracFermion</datatype><recordtype>0</recordtype>"
			     "<typesize>96</typesize><datacount>1</datacount></scidacRecord>";
	memset(other, 'x', sizeof other - 1);
	write_tiny(LQCD_SCIDAC, 64);
	for (int k = 0; k < 3; k++) {
		insert(2, "scidac-private-record-xml", spinor, 0x8000);
		insert(3, "scidac-binary-data", other, 0);
		insert(4, "scidac-checksum", "<suma>1</suma><sumb>2</sumb>", 0x4000);
		insert(count, "scidac-private-record-xml", (const char *)spinor, 0x8000);
		insert(count, "scidac-binary-data", other, 0);
		insert(count, "scidac-checksum", "<suma>3</suma><sumb>4</sumb>", 0x4000);
		if (k == 1) set_flags(0xc000);
		if (k == 2) set_flags(0);
		accept_ildg("the second of three fields", RIGHT);
		tap_ok(!strcmp(text_of(&got, "lime-data-records"), "3"), "and three are reported");
	}
	write_tiny(LQCD_ILDG, 64);
	insert(count, "scidac-private-record-xml", spinor, 0xc000);
	insert(count, "scidac-binary-data", other, 0xc000);
	drop("scidac-checksum");
	insert(count, "scidac-checksum", "<suma>3</suma><sumb>4</sumb>", 0xc000);
	accept_ildg("what other data have is not taken", MISSING);
	char xlf[64];
	snprintf(xlf, sizeof xlf, "plaquette = %.6g, beta = 1", lqcd_plaquette_d(&tiny).mean);
	insert(0, "xlf-info", xlf, 0xc000);
	accept_ildg("a plaquette of six digits", RIGHT);
	insert(0, "xlf-info", "beta = 1, kappa = 2", 0xc000);
	accept_ildg("xlf-info without plaquette", RIGHT);
	tap_ok(!got.plaquette.has, "which is reported");
}

/* A record of MILC's writers: a quote that is not closed, no <field>, or both. */
static void check_damaged(void)
{
	static const char open_quote[] = "<ildgFormat xmlns=\"http://www.lqcd.org/ildg xmlns:xsi=\"http://www.w3.org/2001/"
					 "XMLSchema-instance\" xsi:schemaLocation=\"filefmt.xsd\">";
	static const char *const quiet[] = {"<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<!-- > -->", ""};
	char field_text[64], text[1024];
	snprintf(field_text, sizeof field_text, "<field>su%dgauge</field>", LQCD_NC);
	for (int style = LQCD_ILDG; style <= LQCD_ILDG_QIO; style++)
		for (int k = 1; k < 4; k++)
			for (int j = 0; j < 3; j++) {
				write_tiny(style, style == LQCD_ILDG_QIO ? 32 : 64);
				snprintf(text, sizeof text,
					 "%s%s<version>1.0</version>%s<precision>%d</precision><lx>2</lx><ly>2</ly>"
					 "<lz>2</lz><lt>2</lt></ildgFormat>",
					 quiet[j], k & 1 ? open_quote : "<ildgFormat>", k & 2 ? "" : field_text,
					 style == LQCD_ILDG_QIO ? 32 : 64);
				set_text("ildg-format", text);
				accept_ildg(k == 3   ? "no <field>, and an open quote"
					    : k == 2 ? "no <field>"
						     : "an open quote",
				       RIGHT);
				tap_ok(strstr(text_of(&got, "note"), "no valid XML") != NULL, "with a note");
			}
	write_tiny(LQCD_ILDG, 64);
	accept_ildg("the record as it is written", RIGHT);
	tap_ok(!lqcd_gauge_info_get(&got, "note"), "without a note");
}

/* Above 4 GiB and above 2^31 sites: files that are nearly all hole. */
static void check_ildg_large(void)
{
	const int extents[2][4] = {{64, 64, 64, 64}, {256, 256, 256, 256}};
	static unsigned char head[LQCD_SCIDAC_HEAD];
	const uint32_t sums[2] = {0x12345678, 0x9abcdef};
	static lqcd_scidac_info h, seen;
	lqcd_file_in in;
	lqcd_message why;
	for (int k = 0; k < 2; k++) {
		if (lqcd_scidac_compose(&h, LQCD_SCIDAC_LINKS, LQCD_ILDG, 64, extents[k], NULL, file, &why) != LQCD_OK)
			tap_ok(0, "%s", why.text);
		const size_t n = lqcd_scidac_head(&h, 1, head, sizeof head);
		const size_t tail = lqcd_scidac_tail(&h, sums, head + n, sizeof head - n);
		save(file, head, n);
		const int fd = open(file, O_WRONLY);
		const int good = lseek(fd, (off_t)(n + h.data_bytes), SEEK_SET) > 0 &&
				 write(fd, head + n, tail) == (ssize_t)tail;
		close(fd);
		if (!good) {
			tap_skip("no file of %llu bytes with a hole here", (unsigned long long)h.data_bytes);
			continue;
		}
		lqcd_status s = lqcd_file_in_open(&in, file, &why);
		if (s == LQCD_OK) s = lqcd_scidac_find(&in, LQCD_SCIDAC_LINKS, 0, NULL, &seen, &why);
		lqcd_file_in_close(&in);
		tap_ok(s == LQCD_OK && seen.data_bytes == h.data_bytes && seen.sumb == 0x9abcdef &&
			       seen.extent[2] == extents[k][2],
		       "%llu bytes of links", (unsigned long long)h.data_bytes);
	}
}

static void test_ildg(void)
{
	const char *data = getenv("LQCD_TEST_DATA");
	one_thread();
	begin();
	for (int style = LQCD_ILDG; style <= LQCD_SCIDAC; style++)
		for (int bits = 32; bits <= 64; bits += 32) check_ildg_round_trip(style, bits);
	check_ildg_accepted();
	check_damaged();
	check_ildg_large();
	for (size_t i = 0; i < sizeof ildg_references / sizeof *ildg_references; i++) {
		if (LQCD_NC == 3 && data && *data)
			check_ildg_reference(data, &ildg_references[i]);
		else
			tap_skip("%s: LQCD_TEST_DATA names no directory, or not 3 colours", ildg_references[i].name);
	}
	end();
}
