/* tests/fuzz/files.c: libFuzzer's target for everything that reads files, and the files that it begins with.
 *
 *   files-corpus DIRECTORY          (compiled with -DFUZZ_CORPUS) makes DIRECTORY/<reader>/ with small valid files
 *   LQCD_FUZZ=<reader> files DIRECTORY/<reader> [options of libFuzzer]
 *
 * Readers: the formats of gauge.h by name; auto, the front door with no format given; spinor-scidac, spinor-openqcd,
 * colour-scidac, colour-milc, checkpoint; xml, the values in XML. A file is an unlinked one in memory, which the readers open as /proc/self/fd/N
 * (Linux). Beside crashes, what the sanitizers see and leaks, wrong answers abort: a failure without a message that names
 * the file; success with a checksum that does not hold, a number that is not finite, a link that is not unitary, or a
 * message; another answer the second time. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include <lqcd/io/gauge.h>
#include <lqcd/io/scidac_spinor.h>

#include <lqcd/io/checkpoint.h>
#include <lqcd/io/openqcd_spinor.h>

#include <lqcd/field/colour.h>
#include <lqcd/io/staggered.h>

static const char *const other_readers[] = {"auto",        "spinor-scidac", "spinor-openqcd", "colour-scidac",
					    "colour-milc", "checkpoint",    "xml"};
enum { OTHERS = sizeof other_readers / sizeof *other_readers };

/** Reader number i, or NULL. */
static const char *reader_name(int i)
{
	return i < LQCD_GAUGE_FORMATS            ? lqcd_gauge_format_name(i)
	       : i < LQCD_GAUGE_FORMATS + OTHERS ? other_readers[i - LQCD_GAUGE_FORMATS]
						 : NULL;
}

static lqcd_lattice tiny;
static lqcd_spinor_field_d spinor;
static lqcd_spinor_field_d_ks vector;

static void need(lqcd_status s)
{
	if (s == LQCD_OK) return;
	fprintf(stderr, "no lattice: %s\n", lqcd_status_text(s));
	exit(1);
}

static void make_tiny(void)
{
	const int extent[4] = {2, 2, 2, 2};
	need(lqcd_lattice_create(&tiny, extent, NULL, NULL));
	need(lqcd_spinor_field_create_d(&spinor, &tiny, LQCD_FULL));
	lqcd_spinor_field_gaussian_d(&spinor, 1, 2);
	need(lqcd_spinor_field_create_d_ks(&vector, &tiny, LQCD_FULL));
	lqcd_spinor_field_gaussian_d_ks(&vector, 1, 3);
}

static void checkpoint_of(lqcd_checkpoint *c, double *number, int64_t *integer)
{
	lqcd_checkpoint_start(c);
	lqcd_checkpoint_field(c, "x", lqcd_spinor_field_view_d(&spinor));
	lqcd_checkpoint_double(c, "residual", number);
	lqcd_checkpoint_integer(c, "iterations", integer);
}

#ifdef FUZZ_CORPUS
/* ---- the files ------------------------------------------------------------------------------------------------- */

static void wrote(lqcd_status s, const char *path, const lqcd_message *why)
{
	/* Not every format has 32 and 64 bits. */
	if (s == LQCD_OK || s == LQCD_ERR_ARGUMENT) return;
	fprintf(stderr, "%s: %s\n", path, why->text);
	exit(1);
}

static void make_gauge(const char *directory, const char *format, const char *to)
{
	const int extents[2][4] = {{2, 2, 2, 2}, {2, 4, 2, 2}};
	static lqcd_gauge_info meta;
	char path[1024];
	lqcd_message why;
	for (int k = 0; k < 8; k++) {
		lqcd_lattice lat;
		lqcd_gauge_field_d u;
		lqcd_gauge_write_options w;
		need(lqcd_lattice_create(&lat, extents[k & 1], NULL, NULL));
		need(lqcd_gauge_field_create_d(&u, &lat, LQCD_FULL));
		lqcd_gauge_field_random_d(&u, (uint64_t)k, 1);
		const int open = k >= 6 && (!strcmp(format, "HiRep") || !strcmp(format, "openQCD"));
		LQCD_MASTER_FOR(u.type, ix) {
			int x[4];
			lqcd_geometry_coords(u.type, ix, 0, x);
			if (open && x[0] == extents[k & 1][0] - 1) lqcd_su3_zero_d(LQCD_4FIELD_AT(&u, ix, 0));
		}
		memset(&w, 0, sizeof w);
		memset(&meta, 0, sizeof meta);
		char xlf[64];
		snprintf(xlf, sizeof xlf, "plaquette = %.9f", lqcd_plaquette_d(&u).mean);
		lqcd_gauge_info_add(&meta, "xlf-info", xlf);
		lqcd_gauge_info_add(&meta, "ENSEMBLE_ID", "fuzz");
		w.meta = &meta;
		w.bits = k & 2 ? 32 : 64;
		w.rows = k & 4 && LQCD_NC <= 3 ? LQCD_NC - 1 : 0;
		w.byte_order = k & 4 ? LQCD_BYTES_LITTLE : LQCD_BYTES_UNKNOWN;
		snprintf(path, sizeof path, "%s/%s/%s-%d", directory, to, format, k);
		wrote(lqcd_gauge_write(path, format, &u, &w, &why), path, &why);
		lqcd_gauge_field_destroy_d(&u);
		lqcd_lattice_destroy(&lat);
	}
}

/** The links of HiRep's first file behind the header of FermiQCD, which has two marks of its byte order. */
static void make_mdp(const char *directory)
{
	enum { NUMBERS = 16 * 4 * 2 * LQCD_NC * LQCD_NC };
	static unsigned char byte[236 + 8 * NUMBERS] = "File Type: MDP FIELD\n";
	uint32_t word[14] = {0, 4, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 8 * 4 * 2 * LQCD_NC * LQCD_NC, 16};
	static const char *const to[2] = {"MDP", "auto"};
	char path[1024];
	snprintf(path, sizeof path, "%s/HiRep/HiRep-0", directory);
	FILE *f = fopen(path, "rb");
	if (!f || fseek(f, LQCD__HIREP_BYTES, SEEK_SET) || fread(byte + 236, 8, NUMBERS, f) != NUMBERS) need(LQCD_ERR_READ);
	fclose(f);
	for (int k = 0; k < 4; k++) {
		word[0] = k & 1 ? 0x4f076543u : 0x87654321u;
		for (int i = 0; i < 14; i++) lqcd_store_u32(byte + 180 + 4 * i, word[i], LQCD_BYTES_BIG);
		snprintf(path, sizeof path, "%s/%s/MDP-%d", directory, to[k / 2], k);
		f = fopen(path, "wb");
		if (!f || fwrite(byte, sizeof byte, 1, f) != 1) need(LQCD_ERR_WRITE);
		fclose(f);
	}
}

static void make_others(const char *directory)
{
	char path[1024];
	lqcd_message why;
	lqcd_checkpoint c;
	double number = 1;
	int64_t integer = 2;
	lqcd_scidac_spinor_options o;
	memset(&o, 0, sizeof o);
	for (o.bits = 32; o.bits <= 64; o.bits += 32) {
		snprintf(path, sizeof path, "%s/spinor-scidac/%d", directory, o.bits);
		wrote(lqcd_scidac_spinor_write(path, &spinor, 1, &o, NULL, &why), path, &why);
	}
	snprintf(path, sizeof path, "%s/spinor-openqcd/64", directory);
	wrote(lqcd_openqcd_spinor_write(path, lqcd_spinor_field_view_d(&spinor), &why), path, &why);
	const lqcd_field_view views[2] = {lqcd_spinor_field_view_d_ks(&vector), lqcd_spinor_field_view_d_ks(&vector)};
	for (int k = 0; k < 2; k++) {
		snprintf(path, sizeof path, "%s/colour-scidac/%d", directory, k);
		wrote(lqcd_scidac_fields_write(path, views, 1 + k, k ? 32 : 64, 0, NULL, &why), path, &why);
		snprintf(path, sizeof path, "%s/colour-milc/%d", directory, k);
		wrote(lqcd_milc_colour_write(path, views, 1 + k, k ? LQCD_BYTES_BIG : LQCD_BYTES_LITTLE, &why), path, &why);
	}
	snprintf(path, sizeof path, "%s/checkpoint/64", directory);
	checkpoint_of(&c, &number, &integer);
	wrote(lqcd_checkpoint_write(path, &c, &why), path, &why);
	snprintf(path, sizeof path, "%s/xml/text", directory);
	FILE *f = fopen(path, "w");
	if (f) fputs("<?xml version='1.0'?><a><!-- x --><n:v b=\">\"> 12 </n:v><v/><w>4 4 4 8 </w><h>0x1f</h></a>", f);
	if (f) fclose(f);
}

int main(int argc, char **argv)
{
	char path[1024];
	if (argc != 2) {
		fprintf(stderr, "usage: %s DIRECTORY\n", argv[0]);
		return 2;
	}
	make_tiny();
	mkdir(argv[1], 0777);
	for (int i = 0; reader_name(i); i++) {
		snprintf(path, sizeof path, "%s/%s", argv[1], reader_name(i));
		mkdir(path, 0777);
	}
	for (int i = 0; i < LQCD_GAUGE_FORMATS; i++) {
		make_gauge(argv[1], reader_name(i), reader_name(i));
		make_gauge(argv[1], reader_name(i), "auto");
	}
	make_mdp(argv[1]);
	make_others(argv[1]);
	lqcd_spinor_field_destroy_d(&spinor);
	lqcd_spinor_field_destroy_d_ks(&vector);
	lqcd_lattice_destroy(&tiny);
	return 0;
}

#else
/* ---- the target ------------------------------------------------------------------------------------------------ */

#include <sys/syscall.h>

static const char *reader;
static int memory = -1;
static char file[64];

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *name = getenv("LQCD_FUZZ");
	(void)argc;
	(void)argv;
	for (int i = 0; reader_name(i); i++)
		if (name && !strcmp(name, reader_name(i))) reader = reader_name(i);
	if (!reader) {
		fprintf(stderr, "LQCD_FUZZ is to be one of:");
		for (int i = 0; reader_name(i); i++) fprintf(stderr, " %s", reader_name(i));
		fprintf(stderr, "\n");
		exit(1);
	}
	make_tiny();
	memory = (int)syscall(SYS_memfd_create, "fuzz", 0);
	if (memory < 0) exit(1);
	snprintf(file, sizeof file, "/proc/self/fd/%d", memory);
	return 0;
}

static void wrong(const char *what, const lqcd_message *why)
{
	fprintf(stderr, "%s: %s\n", what, why->text);
	abort();
}

static void judge(lqcd_status s, const lqcd_message *why, int tolerant)
{
	if (s != LQCD_OK && !strstr(why->text, file)) wrong("a failure without a message", why);
	if (s == LQCD_OK && why->text[0] && !tolerant) wrong("success with a message", why);
}

static void read_gauge(int tolerant)
{
	static lqcd_gauge_info info, again;
	lqcd_gauge_options o;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_message why;
	memset(&o, 0, sizeof o);
	o.format = strcmp(reader, "auto") ? reader : NULL;
	o.wrong_checksum = tolerant;
	const lqcd_status s = lqcd_gauge_load(file, &lat, NULL, &u, &o, &info, &why);
	judge(s, &why, tolerant);
	if (s != LQCD_OK) return;
	const unsigned must = LQCD_GAUGE_LENGTH | LQCD_GAUGE_FINITE | LQCD_GAUGE_UNITARITY;
	if ((info.checks & must) != must || !(info.found.deviation <= 1e-4)) wrong("success without checks", &why);
	if (info.plaquette.has != !!(info.checks & LQCD_GAUGE_PLAQUETTE)) wrong("a plaquette that is not compared", &why);
	const uint64_t slice = (uint64_t)(lat.extent[1] * lat.extent[2] * lat.extent[3]), first = info.found.first_zeros;
	if (info.found.zeros - first > slice || (info.found.zeros - first) % slice || first > 4 * slice || first % (4 * slice))
		wrong("a part of a boundary", &why);
	if (info.has_checksum && !info.tolerated && memcmp(info.checksum, info.found.sum, sizeof info.checksum) != 0)
		wrong("a wrong checksum", &why);
	const double before = lqcd_plaquette_d(&u).mean;
	if (lqcd_gauge_read(file, &u, &o, &again, &why) != LQCD_OK || memcmp(&info, &again, sizeof info) != 0 ||
	    lqcd_plaquette_d(&u).mean != before)
		wrong("another answer the second time", &why);
	lqcd_gauge_field_destroy_d(&u);
	lqcd_lattice_destroy(&lat);
}

static void read_colour(void)
{
	static lqcd_gauge_info info;
	static lqcd_milc_colour_info milc;
	const lqcd_field_view view = lqcd_spinor_field_view_d_ks(&vector);
	lqcd_message why;
	why.text[0] = 0;
	const lqcd_status s = !strcmp(reader, "colour-milc") ? lqcd_milc_colour_read(file, view, 0, &milc, &why)
							     : lqcd_scidac_fields_read(file, &view, 1, 0, &info, &why);
	judge(s, &why, 0);
	for (size_t i = 0; s == LQCD_OK && i < (size_t)(16 * view.reals); i++)
		if (!lqcd_isfinite(lqcd_field_view_get(&view, i))) wrong("success with a number that is not finite", &why);
}

static void read_spinor(int tolerant)
{
	static lqcd_gauge_info info;
	lqcd_message why;
	lqcd_scidac_spinor_options o;
	lqcd_checkpoint c;
	double number;
	int64_t integer;
	lqcd_status s;
	memset(&o, 0, sizeof o);
	o.checks.wrong_checksum = tolerant;
	o.basis = LQCD_SPINOR_DEGRAND_ROSSI;
	why.text[0] = 0;
	if (!strcmp(reader, "spinor-scidac"))
		s = lqcd_scidac_spinor_read(file, &spinor, 1, &o, &info, &why);
	else if (!strcmp(reader, "spinor-openqcd"))
		s = lqcd_openqcd_spinor_read(file, lqcd_spinor_field_view_d(&spinor), NULL, &why);
	else {
		checkpoint_of(&c, &number, &integer);
		s = lqcd_checkpoint_read(file, &c, &why);
	}
	judge(s, &why, tolerant);
}

static void read_xml(const uint8_t *data, size_t size)
{
	char *text = (char *)malloc(size + 1), value[16];
	int64_t v[4];
	uint32_t h;
	if (!text) return;
	memcpy(text, data, size);
	text[size] = 0;
	if (lqcd_xml_text(text, "v", value, sizeof value) && strlen(value) >= sizeof value) abort();
	lqcd_xml_integers(text, "w", v, 4);
	lqcd_xml_integers(text, "v", v, 1);
	lqcd_xml_hex(text, "h", &h);
	free(text);
}

/** A file that takes more than so many seconds of processor time is an error; libFuzzer's own limit is of the clock on the
 * wall, which also runs while other programs work. 0: no limit. */
static void limit(int seconds)
{
	struct itimerval t;
	memset(&t, 0, sizeof t);
	t.it_value.tv_sec = seconds;
	if (setitimer(ITIMER_VIRTUAL, &t, NULL) != 0) exit(1);
}

static void too_long(int number)
{
	static const char text[] = "a file took more than 10 s of processor time\n";
	(void)number;
	if (write(2, text, sizeof text - 1) < 0) _exit(1);
	abort();
}

static void read_file(const uint8_t *data, size_t size)
{
	if (!strcmp(reader, "xml")) {
		read_xml(data, size);
		return;
	}
	if (ftruncate(memory, (off_t)size) != 0 || lseek(memory, 0, SEEK_SET) != 0 ||
	    (size && write(memory, data, size) != (ssize_t)size))
		exit(1);
	for (int tolerant = 0; tolerant < 2; tolerant++)
		if (!strncmp(reader, "colour-", 7))
			read_colour();
		else if (!strncmp(reader, "spinor-", 7) || !strcmp(reader, "checkpoint"))
			read_spinor(tolerant);
		else
			read_gauge(tolerant);
}

/** Beside libFuzzer's own changes: zeros, or the bytes from elsewhere in the file, for whole links at places that are
 * multiples of one. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	const size_t links[] = {72, 144, 48, 96}, link = links[seed & 3];
	if (seed % 7 > 1 || size < 2 * link) return LLVMFuzzerMutate(data, size, most);
	const size_t head = size % link, count = size / link, at = head + (seed >> 8) % count * link;
	if (seed % 7)
		memset(data + at, 0, at + 4 * link <= size ? link * (1 + (seed >> 4) % 4) : link);
	else
		memmove(data + at, data + head + (seed >> 16) % count * link, link);
	return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	signal(SIGVTALRM, too_long);
	limit(10);
	read_file(data, size);
	limit(0);
	return 0;
}
#endif
