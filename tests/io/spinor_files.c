/* CRC-32; spinor fields that openQCD exports; checkpoints of all tags: right, wrong, and on other lanes. */
#include "gauge.h"

#include "../support/support.h"
#include "../support/expect.h"

/* ---- CRC-32 ---------------------------------------------------------------------------------------------------- */

/* Bit by bit, from the definition. */
static uint32_t slow_crc(uint32_t crc, const unsigned char *p, size_t n)
{
	crc = ~crc;
	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < 8; k++) {
			const uint32_t low = (crc ^ (uint32_t)(p[i] >> k)) & 1;
			crc = crc >> 1 ^ (low ? UINT32_C(0xedb88320) : 0);
		}
	return ~crc;
}

static void check_crc(void)
{
	static unsigned char bytes[3000];
	expectation e = {0, 0, ""};
	tap_ok(lqcd_crc32(0, "123456789", 9) == 0xcbf43926u && lqcd_crc32(0, "", 0) == 0, "the published check value");
	for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)tap_random_u64();
	for (int k = 0; k < 600; k++) {
		const size_t at = tap_random_u64() % 64, n = k < 300 ? (size_t)k : tap_random_u64() % 2900;
		const size_t cut = tap_random_u64() % (n + 1);
		const uint32_t start = (uint32_t)tap_random_u64(), want = slow_crc(start, bytes + at, n);
		EXPECT(&e, lqcd_crc32(start, bytes + at, n) == want, "%lu bytes", (unsigned long)n);
		EXPECT(&e, lqcd_crc32(lqcd_crc32(start, bytes + at, cut), bytes + at + cut, n - cut) == want,
		       "in two parts");
		EXPECT(&e, ~lqcd__crc_tables(~start, bytes + at, n) == want, "by tables");
	}
	expect_done(&e, "bit by bit, at once, in two parts and by tables alone");
}

/* ---- openQCD --------------------------------------------------------------------------------------------------- */

static lqcd_lattice wide; /* has lanes */
static const int wide_shape[4] = {8, 4, 4, 8};

static void check_export(void)
{
	lqcd_spinor_field_d s, r;
	lqcd_spinor_field_vd v;
	lqcd_spinor_field_f f;
	lqcd_openqcd_spinor_info info;
	must(lqcd_spinor_field_create_d(&s, &wide, LQCD_FULL));
	must(lqcd_spinor_field_create_d(&r, &wide, LQCD_FULL));
	must(lqcd_spinor_field_create_f(&f, &wide, LQCD_FULL));
	must(lqcd_spinor_field_create_vd(&v, &wide, LQCD_FULL));
	lqcd_spinor_field_gaussian_d(&s, tap_random_u64(), 1);
	lqcd_status status = lqcd_openqcd_spinor_write(file, lqcd_spinor_field_view_d(&s), &why);
	if (LQCD_NC != 3) {
		tap_ok(status == LQCD_ERR_FORMAT, "%s", why.text);
	} else {
		read_image(file, &base);
		const size_t numbers = 24 * 1024;
		double most = 0, norm = 0;
		for (size_t i = 0; i < numbers; i++) {
			const size_t site = i / 24, k = i % 24;
			const int x[4] = {(int)(site / 128), (int)(site / 32 % 4), (int)(site / 8 % 4),
					  (int)(site % 8)};
			const double *p = &LQCD_FIELD_AT(&s, lqcd_geometry_index(s.type, x, NULL))->c[0].c[0].re + k;
			most = fmax(most, fabs(lqcd_load_f64(base.byte + 24 + 8 * i, LQCD_BYTES_LITTLE) - *p));
			norm += *p * *p;
		}
		tap_ok(status == LQCD_OK && base.n == 24 + 8 * numbers && !(most > 0) &&
			       !memcmp(base.byte, "\x8\0\0\0\4\0\0\0\4\0\0\0\x8\0\0\0", 16) &&
			       fabs(lqcd_load_f64(base.byte + 16, LQCD_BYTES_LITTLE) - norm) < 1e-10 * norm,
		       "openQCD: numbers are where the format has them");
		status = lqcd_openqcd_spinor_read(file, lqcd_spinor_field_view_vd(&v), &info, &why);
		must(lqcd_spinor_field_convert(&r, &v));
		tap_ok(status == LQCD_OK && !memcmp(r.ptr, s.ptr, numbers * 8) &&
			       fabs(info.measured_norm - norm) < 1e-10 * norm,
		       "read with lanes");
		must(lqcd_openqcd_spinor_write(file, lqcd_spinor_field_view_vd(&v), &why));
		tap_ok(same_file(file, &base), "written with lanes: the same bytes");
		status = lqcd_openqcd_spinor_read(file, lqcd_spinor_field_view_f(&f), &info, &why);
		most = 0;
		for (size_t i = 0; i < numbers; i++)
			most = fmax(most, fabs((double)((float *)f.ptr)[i] - ((double *)s.ptr)[i]));
		tap_ok(status == LQCD_OK && most < 1e-6 && most > 0, "read in float: %g", most);
		static const struct {
			size_t n, at;
			double number;
			lqcd_status want;
		} wrong[] = {{0, 24, 0, LQCD_ERR_TRUNCATED},         {10, 24, 0, LQCD_ERR_TRUNCATED},
			     {1000, 24, 0, LQCD_ERR_TRUNCATED},      {ROOM, 16, 0.5, LQCD_ERR_CHECKSUM},
			     {ROOM, 1024, 3, LQCD_ERR_CHECKSUM},     {ROOM, 0, 1, LQCD_ERR_EXTENT},
			     {ROOM, 16, HUGE_VAL, LQCD_ERR_CHECKSUM}};
		for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
			work = base;
			if (wrong[k].n < ROOM) work.n = wrong[k].n;
			if (wrong[k].n == ROOM)
				lqcd_store_f64(work.byte + wrong[k].at, wrong[k].number, LQCD_BYTES_LITTLE);
			save(file, work.byte, work.n);
			status = lqcd_openqcd_spinor_read(file, lqcd_spinor_field_view_d(&r), &info, &why);
			tap_ok(status == wrong[k].want && strstr(why.text, file), "openQCD: refused: %s", why.text);
		}
		save(file, base.byte, base.n);
		/* 1e39 is beyond floats, and so is the square of 1e200 beyond doubles. */
		double *const large = &LQCD_FIELD_AT(&s, 100)->c[1].c[0].im;
		*large = 1e200;
		status = lqcd_openqcd_spinor_write(file, lqcd_spinor_field_view_d(&s), &why);
		tap_ok(status == LQCD_NAN && same_file(file, &base), "openQCD: not written: %s", why.text);
		*large = 1e39;
		must(lqcd_openqcd_spinor_write(file, lqcd_spinor_field_view_d(&s), &why));
		must(lqcd_openqcd_spinor_read(file, lqcd_spinor_field_view_d(&r), &info, &why));
		status = lqcd_openqcd_spinor_read(file, lqcd_spinor_field_view_f(&f), &info, &why);
		tap_ok(status == LQCD_NAN && strstr(why.text, "x,y,z,t"), "openQCD: not read into floats: %s", why.text);
		lqcd_file_out out;
		lqcd_links_found found;
		const lqcd_section floats = lqcd_section_make(wide_shape, 8 * LQCD_NC, 32);
		must(lqcd_file_out_open(&out, file, &why));
		must(lqcd_section_write(&out, &floats, lqcd_spinor_field_view_d(&s), &found, &why));
		tap_ok(lqcd_section_verdict(file, &floats, &found, &why) == LQCD_NAN, "32 bits: %s", why.text);
		lqcd_file_out_abort(&out);
		save(file, base.byte, base.n);
		*large = tap_nan();
		status = lqcd_openqcd_spinor_write(file, lqcd_spinor_field_view_d(&s), &why);
		tap_ok(status == LQCD_NAN && same_file(file, &base), "openQCD: not written: %s", why.text);
		lqcd_store_f64(base.byte + 4000, tap_infinity(), LQCD_BYTES_LITTLE);
		save(file, base.byte, base.n);
		status = lqcd_openqcd_spinor_read(file, lqcd_spinor_field_view_d(&r), NULL, &why);
		tap_ok(status == LQCD_NAN && strstr(why.text, "x,y,z,t = 0,2,4,0"), "openQCD: not read: %s", why.text);
	}
	lqcd_spinor_field_destroy_vd(&v);
	lqcd_spinor_field_destroy_f(&f);
	lqcd_spinor_field_destroy_d(&r);
	lqcd_spinor_field_destroy_d(&s);
}

/* ---- checkpoints ----------------------------------------------------------------------------------------------- */

/* Fields of all tags; of 16 bits they are not all numbers that a field could have. */
typedef struct {
	lqcd_spinor_field_d d;
	lqcd_spinor_field_f f;
	lqcd_spinor_field_h h;
	lqcd_spinor_field_vd vd;
	lqcd_spinor_field_vf vf;
	lqcd_spinor_field_vh vh;
	double number;
	int64_t integer;
	lqcd_checkpoint list;
} state;

/* swap: the names of fields with lanes and without change places. */
static void make_state(state *s, lqcd_lattice *lat, lqcd_parity parity, int swap)
{
	must(lqcd_spinor_field_create_d(&s->d, lat, parity));
	must(lqcd_spinor_field_create_f(&s->f, lat, parity));
	must(lqcd_spinor_field_create_h(&s->h, lat, parity));
	must(lqcd_spinor_field_create_vd(&s->vd, lat, parity));
	must(lqcd_spinor_field_create_vf(&s->vf, lat, parity));
	must(lqcd_spinor_field_create_vh(&s->vh, lat, parity));
	lqcd_checkpoint_start(&s->list);
	lqcd_checkpoint_double(&s->list, "residual", &s->number);
	lqcd_checkpoint_field(&s->list, swap ? "vd" : "d", lqcd_spinor_field_view_d(&s->d));
	lqcd_checkpoint_field(&s->list, swap ? "vf" : "f", lqcd_spinor_field_view_f(&s->f));
	lqcd_checkpoint_field(&s->list, swap ? "vh" : "h", lqcd_spinor_field_view_h(&s->h));
	lqcd_checkpoint_field(&s->list, swap ? "d" : "vd", lqcd_spinor_field_view_vd(&s->vd));
	lqcd_checkpoint_field(&s->list, swap ? "f" : "vf", lqcd_spinor_field_view_vf(&s->vf));
	lqcd_checkpoint_field(&s->list, swap ? "h" : "vh", lqcd_spinor_field_view_vh(&s->vh));
	lqcd_checkpoint_integer(&s->list, "iterations", &s->integer);
}

static void free_state(state *s)
{
	lqcd_spinor_field_destroy_d(&s->d);
	lqcd_spinor_field_destroy_f(&s->f);
	lqcd_spinor_field_destroy_h(&s->h);
	lqcd_spinor_field_destroy_vd(&s->vd);
	lqcd_spinor_field_destroy_vf(&s->vf);
	lqcd_spinor_field_destroy_vh(&s->vh);
}

static size_t bytes_of(const lqcd_field_view *v)
{
	return (size_t)lqcd_geometry_sites(v->type) * lqcd__halo_words(v) * lqcd__halo_word(v);
}

/* Any bits at all: a checkpoint does not look at them. */
static void fill_state(state *s)
{
	for (int i = 0; i < s->list.entries; i++) {
		const lqcd_checkpoint_entry *e = &s->list.entry[i];
		if (e->kind != LQCD__CHECKPOINT_FIELD) continue;
		for (size_t k = 0; k < bytes_of(&e->field); k++)
			((unsigned char *)e->field.data)[k] = (unsigned char)tap_random_u64();
	}
	s->number = tap_random();
	s->integer = (int64_t)tap_random_u64();
}

static int same_state(const state *a, const state *b)
{
	int same = a->integer == b->integer && !memcmp(&a->number, &b->number, 8);
	for (int i = 0; i < a->list.entries; i++) {
		const lqcd_checkpoint_entry *e = &a->list.entry[i], *f = &b->list.entry[i];
		if (e->kind == LQCD__CHECKPOINT_FIELD)
			same &= !memcmp(e->field.data, f->field.data, bytes_of(&e->field));
	}
	return same;
}

static void check_checkpoint(lqcd_parity parity)
{
	state a, b, c;
	make_state(&a, &wide, parity, 0);
	make_state(&b, &wide, parity, 0);
	make_state(&c, &wide, parity, 1);
	fill_state(&a);
	fill_state(&b);
	lqcd_status s = lqcd_checkpoint_write(file, &a.list, &why);
	if (s == LQCD_OK) s = lqcd_checkpoint_read(file, &b.list, &why);
	tap_ok(s == LQCD_OK && same_state(&a, &b), "parity %d: every bit is back", (int)parity);
	/* With other lanes, and from there back. */
	s = lqcd_checkpoint_read(file, &c.list, &why);
	if (s == LQCD_OK) s = lqcd_checkpoint_write(file, &c.list, &why);
	fill_state(&b);
	if (s == LQCD_OK) s = lqcd_checkpoint_read(file, &b.list, &why);
	tap_ok(s == LQCD_OK && same_state(&a, &b) && !same_state(&a, &c), "parity %d: with other lanes", (int)parity);
	free_state(&a);
	free_state(&b);
	free_state(&c);
}

static void check_wrong_checkpoints(void)
{
	state a, b;
	expectation e = {0, 0, ""};
	const int small_shape[4] = {4, 4, 4, 4};
	lqcd_lattice small;
	must(lqcd_lattice_create(&small, small_shape, NULL, NULL));
	make_state(&a, &small, LQCD_ODD, 0);
	make_state(&b, &small, LQCD_ODD, 0);
	fill_state(&a);
	must(lqcd_checkpoint_write(file, &a.list, &why));
	read_image(file, &base);
	work = base;
	for (size_t n = 0; n < base.n; n += n < 600 ? 1 : 211) {
		save(file, base.byte, n);
		const lqcd_status s = lqcd_checkpoint_read(file, &b.list, &why);
		EXPECT(&e, s == LQCD_ERR_TRUNCATED && strstr(why.text, file), "%lu: %.300s", (unsigned long)n,
		       why.text);
	}
	expect_done(&e, "truncated at %lu bytes", (unsigned long)base.n);
	for (size_t k = 0; k < base.n; k += k < 600 ? 1 : 101) {
		work.byte[k] ^= (unsigned char)(1 + tap_random_u64() % 255);
		save(file, work.byte, work.n);
		const lqcd_status s = lqcd_checkpoint_read(file, &b.list, &why);
		EXPECT(&e,
		       s == LQCD_ERR_CHECKSUM || (k < 64 && s == LQCD_ERR_FORMAT) ||
			       (k < 36 && s == LQCD_ERR_TRUNCATED),
		       "byte %lu: %.300s", (unsigned long)k, why.text);
		work.byte[k] = base.byte[k];
	}
	expect_done(&e, "each byte changed");
	save(file, base.byte, base.n + 1);
	tap_ok(lqcd_checkpoint_read(file, &b.list, &why) == LQCD_ERR_TRAILING, "a byte too many: %s", why.text);
	save(file, base.byte, base.n);
	lqcd_checkpoint_integer(&b.list, "steps", &b.integer);
	tap_ok(lqcd_checkpoint_read(file, &b.list, &why) == LQCD_ERR_KEY && strstr(why.text, "nothing named steps"),
	       "%s", why.text);
	lqcd_checkpoint_start(&b.list);
	lqcd_checkpoint_integer(&b.list, "residual", &b.integer);
	tap_ok(lqcd_checkpoint_read(file, &b.list, &why) == LQCD_ERR_KEY &&
		       strstr(why.text, "residual is a double in the file, but an integer here"),
	       "%s", why.text);
	lqcd_checkpoint_start(&b.list);
	lqcd_checkpoint_double(&b.list, "residual", &b.number);
	b.number = 0;
	tap_ok(lqcd_checkpoint_read(file, &b.list, &why) == LQCD_OK && b.number == a.number, "one number alone");
	lqcd_checkpoint_double(&b.list, "residual", &b.number);
	tap_ok(lqcd_checkpoint_write(file, &b.list, &why) == LQCD_ERR_ARGUMENT && same_file(file, &base),
	       "a name twice: %s", why.text);
	lqcd_field_view odd = lqcd_gauge_field_view_d(&tiny);
	odd.reals = 7;
	lqcd_checkpoint_start(&b.list);
	lqcd_checkpoint_field(&b.list, "neither", odd);
	tap_ok(lqcd_checkpoint_write(file, &b.list, &why) == LQCD_ERR_GEOMETRY && same_file(file, &base), "%s",
	       why.text);
	const long live = hook.live;
	for (int k = 0; k < 2; k++) {
		hook.calls = 0;
		hook.fail_at = 1;
		const lqcd_status s =
			k ? lqcd_checkpoint_read(file, &a.list, &why) : lqcd_checkpoint_write(file, &a.list, &why);
		hook.fail_at = 0;
		tap_ok(s == LQCD_ERR_MEMORY && hook.live == live && same_file(file, &base), "no memory: %s", why.text);
	}
	free_state(&a);
	free_state(&b);
	lqcd_lattice_destroy(&small);
}

/* A field that does not fit: the message has the property, of the file and of the program. */
static void check_unfit(void)
{
	const int unlike[4] = {4, 4, 8, 4};
	lqcd_lattice lat;
	lqcd_spinor_field_d d, even, other;
	lqcd_spinor_field_f f;
	lqcd_checkpoint list;
	char links[80], colours[80];
	must(lqcd_lattice_create(&lat, unlike, NULL, NULL));
	must(lqcd_spinor_field_create_d(&d, tiny.type->lattice, LQCD_FULL));
	must(lqcd_spinor_field_create_d(&even, tiny.type->lattice, LQCD_EVEN));
	must(lqcd_spinor_field_create_d(&other, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create_f(&f, tiny.type->lattice, LQCD_FULL));
	lqcd_checkpoint_start(&list);
	lqcd_checkpoint_field(&list, "x", lqcd_spinor_field_view_d(&d));
	must(lqcd_checkpoint_write(file, &list, &why));
	read_image(file, &base);
	snprintf(links, sizeof links, "x has spinors of %d reals a site in the file, but links of %d reals a site here",
		 8 * LQCD_NC, 8 * LQCD_NC * LQCD_NC);
	snprintf(colours, sizeof colours, "x has 5 colours in the file, but %d colours here", LQCD_NC);
	const int *n = tiny.type->lattice->extent;
	char extents[80];
	snprintf(extents, sizeof extents, "x has extents %d,%d,%d,%d in the file, but extents 4,4,8,4 here", n[0], n[1],
		 n[2], n[3]);
	const struct {
		lqcd_field_view view;
		const char *says;
	} wrong[] = {{lqcd_spinor_field_view_d(&other), extents},
		     {lqcd_spinor_field_view_d(&even), "x has parity full in the file, but parity even here"},
		     {lqcd_spinor_field_view_f(&f),
		      "x has a precision of 64 bits in the file, but a precision of 32 bits here"},
		     {lqcd_gauge_field_view_d(&tiny), links},
		     {lqcd_spinor_field_view_d(&d), colours}};
	for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
		work = base;
		if (k == 4) { /* a file for five colours */
			lqcd_store_u32(work.byte + 12, 5, LQCD_BYTES_LITTLE);
			lqcd_store_u32(work.byte + 36, 0, LQCD_BYTES_LITTLE);
			lqcd_store_u32(work.byte + 36, lqcd_crc32(0, work.byte, 128), LQCD_BYTES_LITTLE);
			work.n = 128 + (base.n - 128) / LQCD_NC * 5;
		}
		save(file, work.byte, work.n);
		lqcd_checkpoint_start(&list);
		lqcd_checkpoint_field(&list, "x", wrong[k].view);
		tap_ok(lqcd_checkpoint_read(file, &list, &why) == LQCD_ERR_GEOMETRY && strstr(why.text, wrong[k].says),
		       "%s", why.text);
	}
	lqcd_spinor_field_destroy_f(&f);
	lqcd_spinor_field_destroy_d(&other);
	lqcd_spinor_field_destroy_d(&even);
	lqcd_spinor_field_destroy_d(&d);
	lqcd_lattice_destroy(&lat);
}

/* No file, a file, and one that cannot be read. */
static void check_exists(void)
{
	int found[3] = {7, 7, 7};
	why.text[0] = 0;
	save(file, base.byte, base.n);
	lqcd_status s = lqcd_checkpoint_exists(file, &found[0], &why);
	if (s == LQCD_OK) s = lqcd_checkpoint_exists("/nowhere/at/all", &found[1], &why);
	tap_ok(s == LQCD_OK && found[0] == 1 && found[1] == 0 && !*why.text,
	       "a checkpoint that exists, one that does not");
	s = lqcd_checkpoint_exists("/dev", &found[2], &why);
	tap_ok(s == LQCD_ERR_OPEN && found[2] == 1, "one that cannot be read: %s", why.text);
	tap_ok(lqcd_checkpoint_exists(NULL, &found[0], &why) == LQCD_ERR_ARGUMENT &&
		       lqcd_checkpoint_exists(file, NULL, NULL) == LQCD_ERR_ARGUMENT,
	       "no path: %s", why.text);
}

/* An integer with a default is in the file if it differs, and has the default if the file has none. */
static void check_default(void)
{
	lqcd_checkpoint list;
	double number = 0.5;
	int64_t integer = 7;
	lqcd_gauge_field_random(&tiny, tap_random_u64(), 0);
	lqcd_checkpoint_start(&list);
	lqcd_checkpoint_field(&list, "u", lqcd_gauge_field_view_d(&tiny));
	lqcd_checkpoint_double(&list, "number", &number);
	must(lqcd_checkpoint_write(file, &list, &why));
	read_image(file, &base);
	lqcd_checkpoint_start(&list);
	lqcd_checkpoint_integer_default(&list, "level", &integer, 7);
	lqcd_checkpoint_field(&list, "u", lqcd_gauge_field_view_d(&tiny));
	lqcd_checkpoint_double(&list, "number", &number);
	must(lqcd_checkpoint_write(file, &list, &why));
	const int same = same_file(file, &base);
	integer = 8;
	const lqcd_status s = lqcd_checkpoint_read(file, &list, &why);
	tap_ok(same && s == LQCD_OK && integer == 7, "a default is not in the file, and comes back");
	integer = -1;
	must(lqcd_checkpoint_write(file, &list, &why));
	integer = 7;
	must(lqcd_checkpoint_read(file, &list, &why));
	tap_ok(integer == -1 && !same_file(file, &base), "another number is");
	lqcd_checkpoint_start(&list);
	lqcd_checkpoint_integer_default(&list, "number", &integer, 7);
	tap_ok(lqcd_checkpoint_read(file, &list, &why) == LQCD_ERR_KEY, "a double is no integer: %s", why.text);
}

/* Links, bit for bit; they are no spinors. */
static void check_links_checkpoint(void)
{
	const size_t bytes = 4 * (size_t)tiny.type->gsize_gauge * sizeof *tiny.ptr;
	lqcd_checkpoint list;
	lqcd_gauge_field_random(&tiny, tap_random_u64(), 0);
	lqcd_checkpoint_start(&list);
	lqcd_checkpoint_field(&list, "u", lqcd_gauge_field_view_d(&tiny));
	must(lqcd_checkpoint_write(file, &list, &why));
	memset((void *)copy.ptr, 0xff, bytes);
	list.entry[0].field = lqcd_gauge_field_view_d(&copy);
	tap_ok(lqcd_checkpoint_read(file, &list, &why) == LQCD_OK && memcmp(tiny.ptr, copy.ptr, bytes) == 0,
	       "links: the same bits");
	list.entry[0].field.reals = 8 * LQCD_NC;
	tap_ok(lqcd_checkpoint_read(file, &list, &why) == LQCD_ERR_GEOMETRY && strstr(why.text, "but spinors of"),
	       "as spinors: %s", why.text);
}

static void test_spinor_files(void)
{
	one_thread();
	begin();
	must(lqcd_lattice_create(&wide, wide_shape, NULL, NULL));
	check_crc();
	check_export();
	check_checkpoint(LQCD_FULL);
	check_checkpoint(LQCD_EVEN);
	check_checkpoint(LQCD_ODD);
	check_wrong_checkpoints();
	check_links_checkpoint();
	check_unfit();
	check_exists();
	check_default();
	lqcd_lattice_destroy(&wide);
	end();
}
