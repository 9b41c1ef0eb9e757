/* bench/roofline.c: documented in bench/roofline.h. */
#include "roofline.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../lqcd.h"
#ifdef _OPENMP
#include <omp.h>
#endif

#ifndef BENCH_FLAGS
#define BENCH_FLAGS ""
#endif

/** The compiler must not know that one pass over memory is like the next. */
LQCD_FN void forget(void)
{
	__asm__ __volatile__("" ::: "memory");
}

const char *const roofline_level_name[ROOF_LEVELS] = {"L1", "L2", "L3", "memory"},
		  *const roofline_access_name[ROOF_ACCESSES] = {"read", "copy", "update"},
		  *const roofline_loop_name[LOOPS] = {"read",  "read, prefetched", "copy",   "copy, streamed",
						      "triad", "triad, streamed",  "update", "update, prefetched"};

#define LQCD_TAG vf
#include "roofline.inc"
#define LQCD_TAG vd
#include "roofline.inc"

double roofline_now(void)
{
	struct timespec t;
	timespec_get(&t, TIME_UTC);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int roofline_threads_max(void)
{
#ifdef _OPENMP
	static int most = 0;
	if (!most) most = omp_get_max_threads();
	return most;
#else
	return 1;
#endif
}

void roofline_threads(int n)
{
#ifdef _OPENMP
	roofline_threads_max();
	omp_set_num_threads(n);
#else
	(void)n;
#endif
}

const char *roofline_compiler(void)
{
#ifdef __clang__
	return "clang " __clang_version__;
#else
	return "gcc " __VERSION__;
#endif
}

const char *roofline_flags(void)
{
	return BENCH_FLAGS;
}

const char *roofline_simd(void)
{
	return LQCD_SIMD_NAME;
}

void roofline_processor(char *text, size_t size)
{
	char line[512];
	FILE *in = fopen("/proc/cpuinfo", "r");
	snprintf(text, size, "unknown processor");
	while (in && fgets(line, sizeof line, in)) {
		const char *colon = strchr(line, ':');
		if (strncmp(line, "model name", 10) != 0 || !colon) continue;
		line[strcspn(line, "\n")] = 0;
		snprintf(text, size, "%s", colon + 2);
		break;
	}
	if (in) fclose(in);
}

/* ---- caches ---- */

static int cache_line(int index, const char *what, char *text, int size)
{
	char path[128];
	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, what);
	FILE *in = fopen(path, "r");
	const int good = in && fgets(text, size, in);
	if (in) fclose(in);
	return good;
}

/** Processors in a list such as 0-3,8-11. */
static int list_length(const char *list)
{
	int n = 0;
	while (*list >= '0' && *list <= '9') {
		char *end;
		const long first = strtol(list, &end, 10), last = *end == '-' ? strtol(end + 1, &end, 10) : first;
		n += (int)(last - first) + 1;
		list = *end == ',' ? end + 1 : end;
	}
	return n > 0 ? n : 1;
}

void roofline_open(roofline *r)
{
	static const double usual[ROOF_MEMORY] = {32768, 1048576, 33554432};
	int known = 0;
	memset(r, 0, sizeof *r);
	for (int k = 0; k < ROOF_MEMORY; k++) r->sharing[k] = 1;
	for (int index = 0; index < 8; index++) {
		char level[16], type[32], size[32], list[512], *unit;
		if (!cache_line(index, "level", level, sizeof level) || !cache_line(index, "type", type, sizeof type) ||
		    !cache_line(index, "size", size, sizeof size) || type[0] == 'I')
			continue;
		const int k = atoi(level) - 1;
		const double n = (double)strtol(size, &unit, 10);
		if (k < 0 || k >= ROOF_MEMORY || n <= 0) continue;
		r->cache[k] = n * (*unit == 'K' ? 1024 : *unit == 'M' ? 1048576 : 1);
		if (cache_line(index, "shared_cpu_list", list, sizeof list)) r->sharing[k] = list_length(list);
		known = 1;
	}
	for (int k = 0; k < ROOF_MEMORY; k++)
		if (!known || (k == ROOF_L1 && r->cache[k] <= 0)) r->cache[k] = usual[k];
}

/** Bytes of a level that so many threads can use. */
static double capacity(const roofline *r, int level, int threads)
{
	const int n = r->sharing[level];
	return r->cache[level] * (level == ROOF_L3 ? (threads + n - 1) / n : threads);
}

int roofline_level(const roofline *r, int threads, double set)
{
	int k = 0;
	while (k < ROOF_MEMORY && set > capacity(r, k, threads)) k++;
	return k;
}

/* ---- measuring ---- */

typedef struct {
	int loop;   /* or -1, -2: the peaks of float and double, */
	int chains; /* with so many chains */
	int threads;
	char *memory;
	size_t stride; /* bytes per thread */
	double set;    /* bytes that each thread works on */
} job;

/** What one thread does: flop, or bytes moved. */
static double work(const job *j, int thread, long repeat)
{
	if (j->loop == -1) return peak_vf(repeat, j->chains);
	if (j->loop == -2) return peak_vd(repeat, j->chains);
	return loop_vf(j->loop, j->memory + (size_t)thread * j->stride, j->set, repeat);
}

/** Work per second of all threads. */
static double sample(const job *j, long repeat, double *seconds)
{
	double sum = 0;
	const double start = roofline_now();
#ifdef _OPENMP
#pragma omp parallel num_threads(j->threads) reduction(+ : sum)
	sum += work(j, omp_get_thread_num(), repeat);
#else
	sum = work(j, 0, repeat);
#endif
	*seconds = roofline_now() - start;
	return sum / *seconds;
}

/** most = the best rate of some samples, if it is better. */
static void improve(const job *j, double *most)
{
	double seconds;
	long repeat = 1;
	for (sample(j, repeat, &seconds); seconds < 0.0015 && repeat < 1L << 40;) {
		repeat *= seconds > 0.0003 ? 2 : 4;
		sample(j, repeat, &seconds);
	}
	for (int k = 0; k < 4; k++) {
		const double rate = 1e-9 * sample(j, repeat, &seconds);
		if (rate > *most) *most = rate;
	}
}

/** Bytes that one thread works on in a level. */
static double set_of(const roofline *r, int level, int threads)
{
	if (level < ROOF_MEMORY) return 0.5 * capacity(r, level, threads) / threads;
	double most = 16777216;
	for (int k = 0; k < ROOF_MEMORY; k++)
		if (capacity(r, k, threads) > most) most = capacity(r, k, threads);
	return (most > 268435456 ? 1073741824 : 4 * most) / threads;
}

static void touch(const job *j, int thread)
{
	float *x = (float *)(void *)(j->memory + (size_t)thread * j->stride);
	for (size_t i = 0; i < j->stride / sizeof *x; i++) x[i] = 1;
}

/** Another look at the bandwidths of the levels first to last, and at the peaks. */
static int look(const roofline *r, roofline_ceilings *c, int first, int last)
{
	job j;
	j.threads = c->threads;
	j.stride = (size_t)set_of(r, last, j.threads) / 4096 * 4096 + 8192;
	j.memory = (char *)lqcd_alloc(j.stride * (size_t)j.threads);
	if (!j.memory) return 0;
#ifdef _OPENMP
#pragma omp parallel num_threads(j.threads)
	touch(&j, omp_get_thread_num());
#else
	touch(&j, 0);
#endif
	for (int k = 0; k < 2; k++) {
		j.loop = -1 - k;
		for (j.chains = 6; j.chains <= 12; j.chains += 6) improve(&j, c->peak + k);
	}
	for (int level = first; level <= last; level++) {
		if (level < ROOF_MEMORY && r->cache[level] <= 0) continue;
		j.set = set_of(r, level, j.threads);
		for (j.loop = 0; j.loop < LOOPS; j.loop++) improve(&j, c->bandwidth[level] + j.loop);
	}
	lqcd_free(j.memory);
	return 1;
}

static roofline_ceilings *find(roofline *r, int threads)
{
	for (int k = 0; k < r->count; k++)
		if (r->record[k].threads == threads) return r->record + k;
	return NULL;
}

const roofline_ceilings *roofline_measure(roofline *r, int threads)
{
	roofline_ceilings *c = find(r, threads);
	if (c || r->count == ROOF_RECORDS) return c;
	c = r->record + r->count;
	memset(c, 0, sizeof *c);
	c->threads = threads;
	if (!look(r, c, ROOF_L1, ROOF_MEMORY) || !look(r, c, ROOF_L1, ROOF_MEMORY)) return NULL;
	r->count++;
	return c;
}

void roofline_again(roofline *r, int threads, double set)
{
	roofline_ceilings *c = find(r, threads);
	const int level = roofline_level(r, threads, set);
	if (c) look(r, c, level, level);
}

/* ---- asking ---- */

double roofline_stream(const roofline_ceilings *c, int access, int level)
{
	static const int from[ROOF_ACCESSES + 1] = {LOOP_READ, LOOP_COPY, LOOP_TRIAD, LOOPS};
	double most = 0;
	for (int k = from[access]; k < from[access + 1]; k++)
		if (c->bandwidth[level][k] > most) most = c->bandwidth[level][k];
	return most;
}

double roofline_seconds(const roofline *r, const roofline_ceilings *c, int is_double, int access, double flop,
			double bytes, double set)
{
	const double compute = flop / (1e9 * c->peak[is_double]),
		     move = bytes / (1e9 * roofline_stream(c, access, roofline_level(r, c->threads, set)));
	return compute > move ? compute : move;
}

void roofline_print(const roofline *r, FILE *file)
{
	fprintf(file, "# %-22s", "ceilings");
	for (int i = 0; i < r->count; i++) fprintf(file, "  %3d thread%s", r->record[i].threads, i ? "s" : " ");
	for (int k = 0; k < 2; k++) {
		fprintf(file, "\n# %-22s", k ? "multiply-add f64" : "multiply-add f32");
		for (int i = 0; i < r->count; i++) fprintf(file, " %12.1f", r->record[i].peak[k]);
		fprintf(file, " GFLOP/s");
	}
	for (int level = 0; level < ROOF_LEVELS; level++)
		for (int k = 0; k < LOOPS; k++) {
			char name[64];
			if (level < ROOF_MEMORY && r->cache[level] <= 0) continue;
			snprintf(name, sizeof name, "%s %s", roofline_level_name[level], roofline_loop_name[k]);
			fprintf(file, "\n# %-22s", name);
			for (int i = 0; i < r->count; i++) fprintf(file, " %12.1f", r->record[i].bandwidth[level][k]);
			fprintf(file, " GB/s");
		}
	fprintf(file, "\n");
}
