/* Spinor fields and propagators in LIME files: bytes from the definition, round trips, bases, legal variants, damage. */
#include "ildg.h"

#if !defined(__cplusplus)
extern int ftruncate(int, off_t);
#endif

enum { COLUMNS = 4 * LQCD_NC };
static lqcd_spinor_field_d in[COLUMNS], out[COLUMNS];
static lqcd_scidac_spinor_options how;

static void need(lqcd_status s, const char *what)
{
	if (s == LQCD_OK) return;
	printf("Bail out! %s: %s\n", what, lqcd_status_text(s));
	exit(99);
}

static size_t spinor_reals(void)
{
	return (size_t)in->type->gsize_spinor * 8 * LQCD_NC;
}

static double worst(const lqcd_spinor_field_d *s, const lqcd_spinor_field_d *t, double sign)
{
	const double *a = (const double *)s->ptr, *b = (const double *)t->ptr;
	double most = 0;
	for (size_t i = 0; i < spinor_reals(); i++) most = tap_worst(most, fabs(a[i] - sign * b[i]));
	return most;
}

static void poison_all(void)
{
	for (int k = 0; k < COLUMNS; k++) memset((void *)out[k].ptr, 0xff, spinor_reals() * sizeof(double));
}

/* ---- the bytes ------------------------------------------------------------------------------------------------- */

static void check_spinor_bytes(int bits, int colour_first)
{
	lqcd_message why;
	char want[160], sums[64];
	const lqcd_lattice *lat = in->type->lattice;
	const int *l = lat->extent;
	double most = 0;
	uint32_t a = 0, b = 0;
	memset(&how, 0, sizeof how);
	how.bits = bits;
	how.colour_first = colour_first;
	lqcd_status s = lqcd_scidac_spinor_write(file, in, 2, &how, NULL, &why);
	take_base();
	const record *data = &list[find("scidac-binary-data")], *sum = &list[find("scidac-checksum")];
	const size_t site_bytes = (size_t)(8 * LQCD_NC * bits / 8);
	base.data = (size_t)(data->data - base.byte);
	for (int k = 0; k < 1000; k++) {
		int x[4];
		for (int mu = 0; mu < 4; mu++) x[mu] = (int)(tap_random_u64() % (uint64_t)l[mu]);
		const int spin = (int)(tap_random_u64() % 4), c = (int)(tap_random_u64() % LQCD_NC);
		const lqcd_spinor_d *p = LQCD_FIELD_AT(in, lqcd_geometry_index(in->type, x, NULL));
		const int site = x[1] + l[1] * (x[2] + l[2] * (x[3] + l[3] * x[0]));
		const size_t i = 2 * (size_t)(site * 4 * LQCD_NC + (colour_first ? 4 * c + spin : LQCD_NC * spin + c));
		most = fmax(most, fabs(number_at(&base, i, bits, 0) - p->c[spin].c[c].re));
		most = fmax(most, fabs(number_at(&base, i + 1, bits, 0) - p->c[spin].c[c].im));
	}
	for (uint32_t r = 0; r < data->n / site_bytes; r++) {
		const uint32_t c = lqcd_crc32(0, data->data + r * site_bytes, site_bytes);
		a ^= r % 29 ? c << r % 29 | c >> (32 - r % 29) : c;
		b ^= r % 31 ? c << r % 31 | c >> (32 - r % 31) : c;
	}
	snprintf(sums, sizeof sums, "<suma>%08lx</suma><sumb>%08lx</sumb>", (unsigned long)a, (unsigned long)b);
	snprintf(want, sizeof want,
		 "<datatype>QDP_%c%d_DiracFermion</datatype><precision>%c</precision><colors>%d</colors>"
		 "<spins>4</spins><typesize>%d</typesize><datacount>1</datacount>",
		 bits == 32 ? 'F' : 'D', LQCD_NC, bits == 32 ? 'F' : 'D', LQCD_NC, (int)site_bytes);
	const char *xml = (const char *)list[find("scidac-private-record-xml")].data;
	tap_ok(s == LQCD_OK && count == 10 && most <= (bits == 64 ? 0 : 2e-6) && strstr(xml, want) &&
		       strstr((const char *)sum->data, sums),
	       "%d bits, colour %s: numbers where the format has them: %g, texts, checksum", bits,
	       colour_first ? "first" : "last", most);
	poison_all();
	s = lqcd_scidac_spinor_read(file, out, 2, &how, &got, &why);
	const double bound = bits == 64 ? 0 : 2e-6;
	tap_ok(s == LQCD_OK && worst(in, out, 1) <= bound && worst(in + 1, out + 1, 1) <= bound &&
		       checksum_of(&got) == RIGHT && got.has_checksum && !strcmp(got.format, "SciDAC"),
	       "and back");
	how.number = 1;
	s = lqcd_scidac_spinor_read(file, out, 1, &how, &got, &why);
	tap_ok(s == LQCD_OK && worst(in + 1, out, 1) <= bound, "the second alone");
	how.number = 2;
	s = lqcd_scidac_spinor_read(file, out, 1, &how, &got, &why);
	tap_ok(s == LQCD_ERR_FORMAT && strstr(why.text, "spinor field"), "a third: %s", why.text);
}

/* ---- bases ----------------------------------------------------------------------------------------------------- */

/* gamma_mu of Chroma: T, X, Y, Z as its documentation has them, i^power at column[row]. */
static const struct {
	int column[4], power[4];
} chroma[4] = {{{2, 3, 0, 1}, {0, 0, 0, 0}},
	       {{3, 2, 1, 0}, {1, 1, 3, 3}},
	       {{3, 2, 1, 0}, {2, 0, 0, 2}},
	       {{2, 3, 0, 1}, {1, 3, 3, 1}}};

static void check_basis(void)
{
	lqcd_spinor_d p, q, turned, other;
	double most = 0;
	for (size_t i = 0; i < sizeof p / sizeof(double); i++) ((double *)&p)[i] = tap_random();
	for (int mu = 0; mu < 4; mu++) {
		lqcd_spinor_gamma_d(&q, &p, mu);
		lqcd__scidac_turn(&turned, &q, 1); /* S gamma p */
		lqcd__scidac_turn(&other, &p, 1);
		for (int a = 0; a < 4; a++) /* gamma' S p */
			for (int c = 0; c < LQCD_NC; c++) {
				const lqcd_complex_d z = other.c[chroma[mu].column[a]].c[c];
				const double re[4] = {z.re, -z.im, -z.re, z.im}, im[4] = {z.im, z.re, -z.im, -z.re};
				const int power = chroma[mu].power[a];
				most = fmax(most, fabs(turned.c[a].c[c].re - re[power]));
				most = fmax(most, fabs(turned.c[a].c[c].im - im[power]));
			}
	}
	tap_ok(most == 0, "S takes the gamma matrices to those of DeGrand and Rossi: %g", most);

	/* As a propagator, S M S. */
	lqcd_message why;
	memset(&how, 0, sizeof how);
	how.basis = LQCD_SPINOR_DEGRAND_ROSSI;
	lqcd_status s = lqcd_scidac_propagator_write(file, in, &how, NULL, &why);
	poison_all();
	if (s == LQCD_OK) s = lqcd_scidac_propagator_read(file, out, &how, &got, &why);
	most = 0;
	for (int k = 0; k < COLUMNS; k++) most = tap_worst(most, worst(in + k, out + k, 1));
	tap_ok(s == LQCD_OK && most == 0, "a propagator in another basis and back");
	lqcd_scidac_spinor_options plain;
	memset(&plain, 0, sizeof plain);
	if (s == LQCD_OK) s = lqcd_scidac_spinor_read(file, out, COLUMNS, &plain, &got, &why);
	const int ix = (int)(tap_random_u64() % (uint64_t)(in->type->gsize_spinor));
	for (int k = 0; k < COLUMNS; k++)
		for (int a = 0; a < 4; a++)
			for (int c = 0; c < LQCD_NC; c++) {
				const int spin = k / LQCD_NC, from = (3 - spin) * LQCD_NC + k % LQCD_NC;
				const double sign = (spin == 1 || spin == 2 ? -1 : 1) * (a == 1 || a == 2 ? -1 : 1);
				const lqcd_complex_d z = in[from].ptr[ix].c[3 - a].c[c], y = out[k].ptr[ix].c[a].c[c];
				most = tap_worst(most, fabs(y.re - sign * z.re) + fabs(y.im - sign * z.im));
			}
	tap_ok(s == LQCD_OK && most == 0, "and in the file it is S M S: %g", most);
}

/* ---- variants and damage --------------------------------------------------------------------------------------- */

static void accept_spinor(const char *name, verdict checksum)
{
	lqcd_message why;
	build();
	save(file, work.byte, work.n);
	poison_all();
	const lqcd_status s = lqcd_scidac_spinor_read(file, out, 1, &how, &got, &why);
	tap_ok(s == LQCD_OK && worst(in, out, 1) == 0 && checksum_of(&got) == checksum, "accepted: %s", name);
	if (s != LQCD_OK) tap_diag("%s", why.text);
	restore();
}

static void refuse_spinor(const char *name, lqcd_status want, const char *piece)
{
	lqcd_message why;
	build();
	save(file, work.byte, work.n);
	const lqcd_status s = lqcd_scidac_spinor_read(file, out, 1, &how, &got, &why);
	tap_ok(s == want && strstr(why.text, piece) && strstr(why.text, file), "refused: %s: %s", name, why.text);
	tap_ok(lqcd_scidac_spinor_read(file, out, 1, &how, NULL, NULL) == s, "the same without a message");
	restore();
}

static void check_variants(void)
{
	char text[512];
	lqcd_message why;
	memset(&how, 0, sizeof how);
	need(lqcd_scidac_spinor_write(file, in, 1, NULL, NULL, &why), "write");
	take_base();
	snprintf(text, sizeof text, "<datatype>QDP_D%d_DiracFermion</datatype><precision>D</precision>", LQCD_NC);
	replace("scidac-private-record-xml", text, "<datatype>Lattice</datatype><precision>U</precision>");
	accept_spinor("as QDP++ writes it", RIGHT);
	snprintf(text, sizeof text,
		 "<etmcFormat><field>diracFermion</field><precision>64</precision>"
		 "<flavours>1</flavours><lx>2</lx><ly>2</ly><lz>2</lz><lt>2</lt></etmcFormat>");
	drop("scidac-private-file-xml");
	drop("scidac-file-xml");
	drop("scidac-private-record-xml");
	drop("scidac-record-xml");
	insert(0, "etmc-propagator-format", text, 0xc000);
	insert(0, "propagator-type", "DiracFermion_Sink", 0xc000);
	accept_spinor("as tmLQCD writes it", RIGHT);
	drop("scidac-checksum");
	accept_spinor("no checksum", MISSING);
	list[0] = list[find("scidac-binary-data")];
	count = 1;
	for (int mu = 0; mu < 4; mu++) how.checks.extent[mu] = 2;
	accept_spinor("data alone", MISSING);
	memset(&how, 0, sizeof how);
	replace("scidac-checksum", "<suma>", "<suma>1</suma><suma>");
	refuse_spinor("a wrong checksum", LQCD_ERR_CHECKSUM, "suma, sumb = 00000001");
	how.checks.wrong_checksum = 1;
	replace("scidac-checksum", "<suma>", "<suma>1</suma><suma>");
	accept_spinor("a wrong checksum, tolerated", WRONG);
	memset(&how, 0, sizeof how);
	how.checks.require_checksum = 1;
	drop("scidac-checksum");
	refuse_spinor("no checksum, but one is wanted", LQCD_ERR_CHECKSUM, "no checksum");
	memset(&how, 0, sizeof how);
	replace("scidac-private-record-xml", "<datacount>1", "<datacount>2");
	refuse_spinor("two spinors per site", LQCD_ERR_TRUNCATED, "bytes of data");
	replace("scidac-private-record-xml", "DiracFermion", "DiracPropagator");
	replace("scidac-private-record-xml", "<typesize>", "<typesize>1");
	refuse_spinor("a propagator as one", LQCD_ERR_FORMAT, "no spinor field");
	replace("scidac-private-file-xml", "2 2 2 2", "2 2 2 4");
	refuse_spinor("other extents", LQCD_ERR_TRUNCATED, "bytes of data");
	tap_ok(lqcd_gauge_read(file, &copy, NULL, NULL, &why) == LQCD_ERR_FORMAT && strstr(why.text, "gauge field") &&
		       strstr(why.text, "_DiracFermion\" of 1 x") && strstr(why.text, "lqcd_scidac_spinor_read"),
	       "no gauge field: %s", why.text);
	drop("scidac-checksum");
	build();
	lqcd_store_f64(work.byte + work.data + 8 * (8 * LQCD_NC * 5 + 3), tap_nan(), LQCD_BYTES_BIG);
	save(file, work.byte, work.n);
	restore();
	tap_ok(lqcd_scidac_spinor_read(file, out, 1, &how, NULL, &why) == LQCD_NAN &&
		       strstr(why.text, "x,y,z,t = 1,0,1,0"),
	       "refused: %s", why.text);
}

static void check_spinor_damage(void)
{
	long wrong = 0, accepted = 0, cut = 0;
	save(file, base.byte, base.n);
	memset(&how, 0, sizeof how);
	const long live = hook.live;
	const int fd = open(file, O_WRONLY);
	for (size_t at = 0; at < base.n; at++) {
		const unsigned char bad = (unsigned char)(base.byte[at] ^ 1u << tap_random_u64() % 8);
		lseek(fd, (off_t)at, SEEK_SET);
		wrong += write(fd, &bad, 1) != 1;
		poison_all();
		if (lqcd_scidac_spinor_read(file, out, 1, &how, NULL, NULL) == LQCD_OK) {
			accepted++;
			wrong += worst(in, out, 1) != 0;
		}
		lseek(fd, (off_t)at, SEEK_SET);
		wrong += write(fd, base.byte + at, 1) != 1;
	}
	for (size_t n = base.n; n-- > 0;) {
		wrong += ftruncate(fd, (off_t)n) != 0;
		if (lqcd_scidac_spinor_read(file, out, 1, &how, NULL, NULL) != LQCD_OK) continue;
		cut++;
		wrong += worst(in, out, 1) != 0;
	}
	close(fd);
	tap_ok(wrong == 0 && cut <= 9 && hook.live == live, "a flipped bit in each byte: %ld accepted, %ld wrongly",
	       accepted, wrong);
}

static lqcd_status attempt_spinor(int what, lqcd_message *why)
{
	return what ? lqcd_scidac_spinor_write(file, in, 1, NULL, NULL, why)
		    : lqcd_scidac_spinor_read(file, out, 1, NULL, NULL, why);
}

static void check_spinor_system(void)
{
	lqcd_message why;
	const int before = files_in_directory();
	lqcd_spinor_d *p = LQCD_FIELD_AT(in, 3), kept = *p;
	save(file, base.byte, base.n);
	p->c[1].c[0].im = tap_infinity();
	lqcd_status s = lqcd_scidac_spinor_write(file, in, 1, NULL, NULL, &why);
	tap_ok(s == LQCD_NAN && same_file(file, &base) && files_in_directory() == before, "not written: %s", why.text);
	p->c[1].c[0].im = 1e39; /* beyond floats */
	how.bits = 32;
	s = lqcd_scidac_spinor_write(file, in, 1, &how, NULL, &why);
	*p = kept;
	tap_ok(s == LQCD_NAN && same_file(file, &base), "not written: %s", why.text);
	how.bits = 16;
	s = lqcd_scidac_spinor_write(file, in, 1, &how, NULL, &why);
	how.bits = 0;
	tap_ok(s == LQCD_ERR_ARGUMENT && same_file(file, &base), "not written: %s", why.text);
	lqcd_spinor_field_d half = lqcd_spinor_field_part_d(in, LQCD_EVEN);
	tap_ok(lqcd_scidac_spinor_write(file, &half, 1, NULL, NULL, &why) == LQCD_ERR_GEOMETRY, "not written: %s",
	       why.text);
	without_memory(attempt_spinor, 0, "read");
	without_memory(attempt_spinor, 1, "write");
}

/* A phase in time that another code spreads over its links. */
static void check_phase(void)
{
	lqcd_message why;
	const int l = in->type->lattice->extent[0];
	double most = 0;
	memset(&how, 0, sizeof how);
	how.theta_t = 0.7;
	need(lqcd_scidac_spinor_write(file, in, 1, &how, NULL, &why), "write");
	need(lqcd_scidac_spinor_read(file, out, 1, NULL, NULL, &why), "read");
	LQCD_MASTER_FOR(in->type, ix)
	{
		int x[4];
		lqcd_geometry_coords(in->type, ix, 0, x);
		const double angle = -0.7 * x[0] / l;
		for (int k = 0; k < 4 * LQCD_NC; k++) {
			const lqcd_complex_d a = LQCD_FIELD_AT(in, ix)->c[k / LQCD_NC].c[k % LQCD_NC];
			const lqcd_complex_d b = LQCD_FIELD_AT(out, ix)->c[k / LQCD_NC].c[k % LQCD_NC];
			most = tap_worst(most, fabs(b.re - (cos(angle) * a.re - sin(angle) * a.im)));
			most = tap_worst(most, fabs(b.im - (cos(angle) * a.im + sin(angle) * a.re)));
		}
	}
	need(lqcd_scidac_spinor_read(file, out, 1, &how, NULL, &why), "read");
	tap_ok(most < 1e-14 && worst(in, out, 1) < 1e-14, "a phase in time: off by %.1e, back by %.1e", most, worst(in, out, 1));
	how.theta_t = tap_nan();
	tap_ok(lqcd_scidac_spinor_read(file, out, 1, &how, NULL, &why) == LQCD_ERR_ARGUMENT, "a phase of NaN: %s", why.text);
	memset(&how, 0, sizeof how);
}

static void test_scidac_spinor(void)
{
	one_thread();
	begin();
	for (int k = 0; k < COLUMNS; k++) {
		need(lqcd_spinor_field_create_d(in + k, &tiny_lattice, LQCD_FULL), "create");
		need(lqcd_spinor_field_create_d(out + k, &tiny_lattice, LQCD_FULL), "create");
		lqcd_spinor_field_gaussian_d(in + k, tap_random_u64(), 1);
	}
	for (int bits = 32; bits <= 64; bits += 32)
		for (int first = 0; first < 2; first++) check_spinor_bytes(bits, first);
	check_basis();
	check_variants();
	check_spinor_damage();
	check_spinor_system();
	check_phase();
	for (int k = 0; k < COLUMNS; k++) {
		lqcd_spinor_field_destroy_d(in + k);
		lqcd_spinor_field_destroy_d(out + k);
	}
	end();
}
