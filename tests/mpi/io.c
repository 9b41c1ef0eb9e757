/* tests/mpi/io.c: files and observables of lattices that several processes share, against one process: NERSC files in
 * every precision and files of other formats, byte for byte and link for link; status and message of files that are wrong, of systems that refuse and
 * of ranks without memory, the same on all ranks; the Polyakov loop, bit for bit. Rank 0 reports for all. */
#include "../io/nersc.h"

#include <signal.h>
#include <sys/resource.h>

#include <lqcd/observables/polyakov.h>

#include "ranks.h"

static uint64_t seed;
static const int extent[4] = {8, 4, 4, 4};

/* ---- all ranks ------------------------------------------------------------------------------------------------- */

static void report(int good, const char *what, const char *more)
{
	const uint64_t wrong = lqcd_comm_sum_u64(&world, !good);
	if (world.rank == 0) tap_ok(wrong == 0, "%d ranks: %s%s", world.size, what, more);
}

/** The process grid that cuts direction `first` as often as l allows, then the next. */
static lqcd_lattice_options options_from(int first, const int *l)
{
	lqcd_lattice_options o = lqcd_lattice_options_default();
	int left = world.size;
	o.comm = &world;
	for (int mu = 0; mu < 4; mu++) o.grid[mu] = 1;
	for (int k = 0; k < 4; k++) {
		const int mu = (first + k) & 3;
		for (; left > 1 && l[mu] % (4 * o.grid[mu]) == 0; left /= 2) o.grid[mu] *= 2;
	}
	return o;
}

/** The same status and message as on rank 0. */
static int as_rank_0(lqcd_status s, const lqcd_message *why)
{
	lqcd_message text = *why;
	int status = (int)s;
	lqcd_comm_broadcast(&world, 0, &status, sizeof status);
	lqcd_comm_broadcast(&world, 0, &text, sizeof text);
	return status == (int)s && !strcmp(text.text, why->text);
}

static int same_links(const lqcd_gauge_field_d *u, const lqcd_gauge_field_d *one)
{
	return same_fields(lqcd_gauge_field_view_d(u), lqcd_gauge_field_view_d(one));
}

static void make_shared(lqcd_lattice *lat, lqcd_gauge_field_d *u, int first)
{
	const lqcd_lattice_options o = options_from(first, extent);
	must(lqcd_lattice_create(lat, extent, &o, NULL));
	must(lqcd_gauge_field_create_d(u, lat, LQCD_FULL));
	lqcd_gauge_field_random_d(u, seed, 3);
}

static void unmake(lqcd_lattice *lat, lqcd_gauge_field_d *u)
{
	lqcd_gauge_field_destroy_d(u);
	lqcd_lattice_destroy(lat);
}

/** Rank 0 puts work into the file, and nobody reads it before. */
static void save_work(void)
{
	if (world.rank == 0) save(file, work.byte, work.n);
	lqcd_comm_sum_u64(&world, 0);
}

static void check_messages(void)
{
	const uint64_t big = UINT64_C(0xf000000000000000), rank = (uint64_t)world.rank;
	const uint64_t ranks = (uint64_t)world.size;
	char text[16] = "from elsewhere";
	lqcd_message why;
	const int last = world.rank == world.size - 1, next = (world.rank + 1) % world.size;
	int good = lqcd_comm_sum_u64(&world, big + rank) == ranks * big + ranks * (ranks - 1) / 2 &&
		   lqcd_comm_min_u64(&world, ranks - rank) == 1 && lqcd_comm_root(&world) == (world.rank == 0);
	if (last) strcpy(text, "from the last");
	lqcd_comm_broadcast(&world, world.size - 1, text, sizeof text);
	good = good && !strcmp(text, "from the last");
	/* Around a ring. */
	int token = 0;
	if (world.rank > 0) lqcd_comm_receive(&world, world.rank - 1, &token, sizeof token);
	token++;
	if (world.size > 1) lqcd_comm_send(&world, next, &token, sizeof token);
	if (world.rank == 0) lqcd_comm_receive(&world, world.size - 1, &token, sizeof token);
	good = good && token == (world.rank ? world.rank + 1 : world.size);
	report(good, "integers, broadcast, messages", "");

	good = lqcd_comm_agree(&world, LQCD_OK, 0, &why) == LQCD_OK;
	(void)lqcd_fail(&why, LQCD_OK, "rank %d", world.rank);
	good = good && lqcd_comm_agree(&world, last ? LQCD_ERR_READ : LQCD_OK, 7, &why) == LQCD_ERR_READ &&
	       atoi(why.text + 5) == world.size - 1;
	(void)lqcd_fail(&why, LQCD_OK, "rank %d", world.rank);
	good = good && lqcd_comm_agree(&world, LQCD_NAN, 100 - rank, &why) == LQCD_NAN &&
	       atoi(why.text + 5) == world.size - 1;
	(void)lqcd_fail(&why, LQCD_OK, "rank %d", world.rank);
	good = good && lqcd_comm_agree(&world, LQCD_NAN, 5, &why) == LQCD_NAN && atoi(why.text + 5) == 0;
	good = good && lqcd_comm_agree(&world, last ? LQCD_NAN : LQCD_OK, 5, NULL) == LQCD_NAN;
	report(good, "a failure: one for all", "");
}

/* ---- right files ----------------------------------------------------------------------------------------------- */

static lqcd_lattice alone;
static lqcd_gauge_field_d one; /* of this process alone */

/** Rank 0: file and the one that one process writes are the same, but for the time. */
static int same_bytes(const lqcd_gauge_write_options *w)
{
	char other[768];
	snprintf(other, sizeof other, "%s/other", directory);
	if (world.rank != 0) return 1;
	const lqcd_status s = lqcd_gauge_write(other, "NERSC", &one, w, NULL);
	read_image(file, &work);
	read_image(other, &base);
	unlink(other);
	set_line(&base, "ARCHIVE_DATE", "ARCHIVE_DATE = now\n");
	set_line(&work, "ARCHIVE_DATE", "ARCHIVE_DATE = now\n");
	return s == LQCD_OK && base.data && base.n == work.n && !memcmp(base.byte, work.byte, base.n);
}

static void check_format(int rows, int bits, lqcd_byte_order order, int first)
{
	lqcd_lattice lat;
	lqcd_gauge_field_d u, v;
	static lqcd_gauge_info meta, info, info_one;
	const lqcd_gauge_write_options w = write_options(bits, rows, order, &meta);
	lqcd_message why;
	char name[96];
	memset(&meta, 0, sizeof meta);
	lqcd_gauge_info_add(&meta, "CREATION_DATE", "then");
	make_shared(&lat, &u, first);
	snprintf(name, sizeof name, ", %d rows, %d bits, %s, grid %d x %d x %d x %d", rows, bits,
		 order == LQCD_BYTES_BIG ? "big" : "little", lat.comm.grid[0], lat.comm.grid[1], lat.comm.grid[2],
		 lat.comm.grid[3]);
	lqcd_status s = lqcd_gauge_write(file, "NERSC", &u, &w, &why);
	if (s != LQCD_OK) tap_diag("%s", why.text);
	report(s == LQCD_OK && same_bytes(&w), "the bytes that one process writes", name);

	must(lqcd_gauge_field_create_d(&v, &alone, LQCD_FULL));
	memset((void *)u.ptr, 0xff, (size_t)u.type->gsize_gauge * 4 * sizeof *u.ptr);
	s = nersc_read(file, &v, &info_one, &why);
	const lqcd_status shared = nersc_read(file, &u, &info, &why);
	if (shared != LQCD_OK) tap_diag("%s", why.text);
	report(s == LQCD_OK && shared == LQCD_OK && same_links(&u, &v), "the links that one process reads", name);
	report(!memcmp(&info, &info_one, sizeof info), "what one process finds", name);
	lqcd_gauge_field_destroy_d(&v);
	unmake(&lat, &u);
}

static void check_real_file(void)
{
	const char *data = getenv("LQCD_TEST_DATA");
	const int l[4] = {4, 8, 8, 8};
	char path[1024];
	lqcd_lattice lat, lat_one;
	lqcd_gauge_field_d u, v;
	static lqcd_gauge_info info, info_one;
	if (LQCD_NC != 3 || !data || !*data) {
		if (world.rank == 0) tap_skip("LQCD_TEST_DATA names no directory, or not 3 colours");
		return;
	}
	snprintf(path, sizeof path, "%s/nersc.l8t4b3360", data);
	const lqcd_lattice_options o = options_from(1, l);
	lqcd_status s = nersc_load(path, &lat_one, &v, &info_one, NULL);
	if (s == LQCD_OK) s = nersc_load_on(path, &lat, &o, &u, &info, NULL);
	const int good = s == LQCD_OK && same_links(&u, &v) && !memcmp(&info, &info_one, sizeof info) &&
			 lat.comm.size == world.size;
	report(good, "a real file", "");
	if (s != LQCD_OK) return;
	unmake(&lat, &u);
	unmake(&lat_one, &v);
}

#include "io_gauge.inc"

/* ---- wrong files ----------------------------------------------------------------------------------------------- */

static int cases;

/** The file is refused on all ranks with the status and the message of one process. */
static void refuse(const char *path, const char *what, lqcd_status want)
{
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_message why, why_one;
	const lqcd_lattice_options o = options_from(cases++, extent);
	const long live = hook.live;
	why.text[0] = why_one.text[0] = 0;
	const lqcd_status s_one = nersc_load(path, &lat, &u, NULL, &why_one);
	const lqcd_status s = nersc_load_on(path, &lat, &o, &u, NULL, &why);
	int good = s == want && s_one == want && !strcmp(why.text, why_one.text) && hook.live == live;
	good &= as_rank_0(s, &why);
	if (!good) tap_diag("%s: %s\n%s", what, why.text, why_one.text);
	report(good, "refused by all: ", what);
}

static void refuse_work(const char *what, lqcd_status want)
{
	save_work();
	refuse(file, what, want);
}

/** Random numbers that all ranks know. */
static uint64_t shared_random(void)
{
	uint64_t r = world.rank == 0 ? tap_random_u64() : 0;
	lqcd_comm_broadcast(&world, 0, &r, sizeof r);
	return r;
}

static void put_link(uint64_t n, double v)
{
	lqcd_store_f64(work.byte + work.data + 8 * 2 * LQCD_NC * LQCD_NC * n, v, LQCD_BYTES_BIG);
}

static void check_wrong_files(void)
{
	static const struct {
		const char *key, *line;
		lqcd_status want;
	} lines[] = {
		{"CHECKSUM", "CHECKSUM = 0\n", LQCD_ERR_CHECKSUM},
		{"PLAQUETTE", "PLAQUETTE = 0.9\n", LQCD_ERR_PLAQUETTE},
		{"LINK_TRACE", "LINK_TRACE = 0.9\n", LQCD_ERR_LINK_TRACE},
		{"DATATYPE", "", LQCD_ERR_KEY},
		{"DIMENSION_3", "DIMENSION_3 = 3\n", LQCD_ERR_EXTENT},
		{"DIMENSION_3", "DIMENSION_3 = 8\n", LQCD_ERR_TRUNCATED},
	};
	const uint64_t links = 4 * 512;
	char path[768];
	if (world.rank == 0) must(write_base(&one, LQCD_NC, 64, LQCD_BYTES_BIG));
	lqcd_comm_broadcast(&world, 0, &base, sizeof base);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		work = base;
		set_line(&work, lines[i].key, lines[i].line);
		refuse_work(lines[i].key, lines[i].want);
	}
	work = base;
	work.byte[work.data + shared_random() % (work.n - work.data)] ^= 16;
	refuse_work("a wrong bit", LQCD_ERR_CHECKSUM);
	work = base;
	work.n = work.data + shared_random() % (work.n - work.data);
	refuse_work("an early end", LQCD_ERR_TRUNCATED);
	work = base;
	work.n++;
	refuse_work("a late end", LQCD_ERR_TRAILING);
	work.n = 0;
	refuse_work("nothing", LQCD_ERR_TRUNCATED);
	set_line(&base, "CHECKSUM", "");
	/* The first of several bad numbers in the file counts: that of x = 2, which is on a higher rank than y = 2 when
	 * both are cut. */
	const uint64_t x2 = 4 * 2, y2 = 4 * 4 * 2;
	for (int k = 0; k < 3; k++) {
		work = base;
		put_link(links - 2 - shared_random() % (links / 2), 1.5);
		put_link(k == 2 ? links - 1 : y2, k == 1 ? 1.5 : tap_nan());
		if (k < 2) put_link(x2, k == 1 ? tap_nan() : 1.5);
		cases = 1;
		refuse_work("links outside SU(N)", k == 1 ? LQCD_NAN : LQCD_ERR_UNITARITY);
	}
	work = base;
	set_line(&work, "FLOATING_POINT", "FLOATING_POINT = IEEE64\n");
	put_link(0, 1.5);
	refuse_work("neither byte order", LQCD_ERR_UNITARITY);
	snprintf(path, sizeof path, "%s/none", directory);
	refuse(path, "no such file", LQCD_ERR_OPEN);
	refuse(directory, "a directory", LQCD_ERR_OPEN);
	/* A rank that wants no message must not take it from the others. */
	const lqcd_lattice_options o = options_from(0, extent);
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_message why;
	why.text[0] = 0;
	const lqcd_status s = nersc_load_on(file, &lat, &o, &u, NULL, world.rank ? &why : NULL);
	report(s == LQCD_ERR_UNITARITY && (!world.rank || strstr(why.text, "not in SU")), "no message for rank 0", "");
}

/* ---- what the system refuses ----------------------------------------------------------------------------------- */

static void check_other_extents(lqcd_gauge_field_d *u)
{
	const int other[4] = {4, 4, 4, 4};
	lqcd_lattice lat;
	lqcd_gauge_field_d v;
	lqcd_message why;
	if (world.rank == 0) {
		make(&lat, &v, other);
		must(lqcd_gauge_write(file, "NERSC", &v, NULL, NULL));
		unmake(&lat, &v);
	}
	lqcd_comm_sum_u64(&world, 0);
	lqcd_status s = nersc_read(file, u, NULL, &why);
	int good = s == LQCD_ERR_EXTENT && strstr(why.text, "4 4 4 4") != NULL;
	report(as_rank_0(s, &why) && good, "a file of other extents", "");
	lqcd_lattice_options o = options_from(0, extent);
	o.grid[3]++;
	s = nersc_load_on(file, &lat, &o, &v, NULL, &why);
	good = (s == LQCD_ERR_ARGUMENT || s == LQCD_ERR_EXTENT) && strstr(why.text, file) != NULL;
	report(as_rank_0(s, &why) && good, "a process grid that does not fit", "");
}

static void check_no_room(const lqcd_gauge_field_d *u)
{
	char path[768];
	lqcd_message why;
	const int last = world.rank == world.size - 1;
	snprintf(path, sizeof path, "%s/none/file", directory);
	lqcd_status s = lqcd_gauge_write(path, "NERSC", u, NULL, &why);
	int good = s == LQCD_ERR_OPEN && strstr(why.text, path) != NULL;
	report(as_rank_0(s, &why) && good, "no such directory", "");
	s = lqcd_gauge_write(directory, "NERSC", u, NULL, &why);
	report(as_rank_0(s, &why) && s == LQCD_ERR_OPEN, "writing a directory", "");

	strcpy((char *)work.byte, "what was there");
	work.n = 14;
	save_work();
	struct rlimit old, low;
	getrlimit(RLIMIT_FSIZE, &old);
	low = old;
	low.rlim_cur = 3000;
	signal(SIGXFSZ, SIG_IGN);
	if (last) setrlimit(RLIMIT_FSIZE, &low);
	s = lqcd_gauge_write(file, "NERSC", u, NULL, &why);
	setrlimit(RLIMIT_FSIZE, &old);
	signal(SIGXFSZ, SIG_DFL);
	good = s == LQCD_ERR_WRITE && strstr(why.text, strerror(EFBIG)) != NULL;
	report(as_rank_0(s, &why) && good, "no room on the disk of one rank", "");
	report(same_file(file, &work) && files_in_directory() == 1,
	       "the old file is intact, and nothing is left beside it", "");

	/* A link that no file may have, on the last rank. */
	const int site[4] = {1, 0, 1, 0};
	lqcd_su3_d *bad = LQCD_4FIELD_AT(u, lqcd_geometry_index(u->type, site, NULL), 2), kept = *bad;
	if (last) bad->e[0][0].re = tap_nan();
	s = lqcd_gauge_write(file, "NERSC", u, NULL, &why);
	*bad = kept;
	report(as_rank_0(s, &why) && s == LQCD_NAN && files_in_directory() == 1, "NaN in the field of one rank", "");
}

static void check_file_memory(lqcd_gauge_field_d *u)
{
	static const char *const names[] = {"load", "read", "write"};
	const lqcd_lattice_options o = options_from(0, extent);
	const long live = hook.live;
	for (int what = 0; what < 3; what++)
		for (int k = 0; k < 2; k++) {
			const int who = k ? world.size - 1 : 0;
			int good = 1, n = 0;
			(void)lqcd_gauge_write(file, "NERSC", u, NULL, NULL);
			for (lqcd_status s = LQCD_ERR_MEMORY; s != LQCD_OK && good; n++) {
				lqcd_lattice lat;
				lqcd_gauge_field_d v;
				lqcd_message why;
				why.text[0] = 0;
				hook.calls = 0;
				hook.fail_at = world.rank == who ? n + 1 : 0;
				s = what == 0   ? nersc_load_on(file, &lat, &o, &v, NULL, &why)
				    : what == 1 ? nersc_read(file, u, NULL, &why)
						: lqcd_gauge_write(file, "NERSC", u, NULL, &why);
				hook.fail_at = 0;
				if (s == LQCD_OK && what == 0) unmake(&lat, &v);
				good = hook.live == live &&
				       (s == LQCD_OK || (s == LQCD_ERR_MEMORY && strstr(why.text, file)));
				if (!good) tap_diag("%s: %s, %s", names[what], lqcd_status_text(s), why.text);
				good &= as_rank_0(s, &why);
				good = lqcd_comm_sum_u64(&world, !good) == 0;
			}
			report(good && n > 1, "without memory at each allocation of one rank: ", names[what]);
		}
}

/* ---- Polyakov loop --------------------------------------------------------------------------------------------- */

static void check_polyakov(void)
{
	for (int first = 0; first < 4; first++) {
		lqcd_lattice lat;
		lqcd_gauge_field_d u;
		lqcd_gauge_field_f v;
		lqcd_gauge_field_vf lanes;
		make_shared(&lat, &u, first);
		must(lqcd_gauge_field_create_f(&v, &lat, LQCD_FULL));
		must(lqcd_gauge_field_create_vf(&lanes, &alone, LQCD_FULL));
		lqcd_gauge_field_random_f(&v, seed, 4);
		lqcd_gauge_field_random_vf(&lanes, seed, 4);
		const lqcd_complex_d p[4] = {lqcd_polyakov_loop(lqcd_gauge_field_view_d(&u)),
					     lqcd_polyakov_loop(lqcd_gauge_field_view_d(&one)),
					     lqcd_polyakov_loop(lqcd_gauge_field_view_f(&v)),
					     lqcd_polyakov_loop(lqcd_gauge_field_view_vf(&lanes))};
		char name[64];
		snprintf(name, sizeof name, ", grid %d x %d x %d x %d", lat.comm.grid[0], lat.comm.grid[1],
			 lat.comm.grid[2], lat.comm.grid[3]);
		report(!memcmp(&p[0], &p[1], sizeof *p) && !memcmp(&p[2], &p[3], sizeof *p) &&
			       memcmp(&p[0], &p[2], sizeof *p) != 0,
		       "Polyakov loop, the same bits", name);
		lqcd_gauge_field_destroy_vf(&lanes);
		lqcd_gauge_field_destroy_f(&v);
		unmake(&lat, &u);
	}
}

static void test_io(void)
{
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	if (world.rank == 0) make_directory();
	lqcd_comm_broadcast(&world, 0, directory, sizeof directory);
	lqcd_comm_broadcast(&world, 0, file, sizeof file);
	seed = shared_random();
	must(lqcd_lattice_create(&alone, extent, NULL, NULL));
	must(lqcd_gauge_field_create_d(&one, &alone, LQCD_FULL));
	lqcd_gauge_field_random_d(&one, seed, 3);
	check_messages();
	int k = 0;
	for (int rows = LQCD_NC <= 3 ? LQCD_NC - 1 : LQCD_NC; rows <= LQCD_NC; rows++)
		for (int bits = 32; bits <= 64; bits += 32) {
			check_format(rows, bits, LQCD_BYTES_BIG, k++);
			check_format(rows, bits, LQCD_BYTES_LITTLE, k++);
		}
	check_real_file();
	check_other_formats();
	check_wrong_files();
	make_shared(&lat, &u, 1);
	check_other_extents(&u);
	check_no_room(&u);
	check_file_memory(&u);
	unmake(&lat, &u);
	check_polyakov();
	unmake(&alone, &one);
	report(hook.live == 0, "every block is freed", "");
	if (world.rank == 0) {
		unlink(file);
		tap_ok(rmdir(directory) == 0, "the temporary directory is empty again");
	}
}
