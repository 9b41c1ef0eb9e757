/* tests/lattice/loops.c: the loop macros: their ranges, their place in the grammar, reductions, and the same bits from
 * every number of threads. Visits are counted per index, so that one left out or made twice shows whoever made it. */
#include <float.h>
#include <math.h>

#include "../support/expect.h"

#include <lqcd/lattice/loops.h>

#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP)
#include <omp.h>
#define THREADS 1
#else
#define THREADS 0
#endif

/* clang's OpenMP library keeps teams of threads that it replaced by smaller ones, which LeakSanitizer reports at exit.
 * Only what was allocated inside that library is left out. */
#if THREADS && defined(__clang__)
#if __has_feature(address_sanitizer)
#ifdef __cplusplus
extern "C" const char *__lsan_default_suppressions(void);
#else
const char *__lsan_default_suppressions(void);
#endif
const char *__lsan_default_suppressions(void)
{
	return "leak:libomp.so\n";
}
#endif
#endif

/* Lattices with as many chunks as there may be, with fewer, and with too few indices for threads
 * (LQCD_PARALLEL_MIN). */
enum { MOST_INDICES = 1152, LOOPS_LATTICES = 4, KINDS = 4 };

static const lqcd_geometry *full, *even, *odd;
static int visits[MOST_INDICES];
static double value[4][MOST_INDICES];
static int calls;

static const lqcd_geometry *ask(const lqcd_geometry *g)
{
	calls++;
	return g;
}

static int indices(const lqcd_geometry *g)
{
	return g->gsize_spinor;
}

static void start(void)
{
	memset(visits, 0, sizeof visits);
	calls = 0;
}

/* Every index of [first, first + count) was visited so many times, and no other. */
static int visited(int first, int count, int times)
{
	for (int i = 0; i < MOST_INDICES; i++)
		if (visits[i] != (i >= first && i < first + count ? times : 0)) return 0;
	return 1;
}

static int visited_all(const lqcd_geometry *g, int times)
{
	return visited(g->master_shift, indices(g), times);
}

static void check_ranges(const lqcd_geometry *g, const char *name)
{
	const int n = indices(g), pieces = g->parity == LQCD_FULL ? 2 : 1;
	int next = 0, ok = 1;
	start();
	LQCD_MASTER_FOR(g, ix) visits[ix]++;
	tap_ok(visited_all(g, 1), "%s: LQCD_MASTER_FOR visits every index once", name);

	start();
	LQCD_PIECE_FOR(g, ixp) ok = ok && ixp == next++;
	tap_ok(ok && next == pieces, "%s: LQCD_PIECE_FOR gives pieces 0 to %d in order", name, pieces - 1);

	for (int p = 0; p < pieces; p++) {
		start();
		LQCD_SITE_FOR(g, p, ix) visits[ix]++;
		tap_ok(visited(g->master_shift + p * n / pieces, n / pieces, 1), "%s: LQCD_SITE_FOR visits piece %d",
		       name, p);
	}

	start();
	LQCD_PIECE_FOR(g, ixp)
		LQCD_SITE_FOR(g, ixp, ix) visits[ix] += g->parity == LQCD_FULL ? ixp + 1 : 1;
	ok = 1;
	for (int i = 0; i < n; i++) ok = ok && visits[g->master_shift + i] == (pieces == 2 && i >= n / 2 ? 2 : 1);
	tap_ok(ok, "%s: LQCD_SITE_FOR inside LQCD_PIECE_FOR knows its piece", name);

	double count = 0, top = -1;
	start();
	LQCD_MASTER_FOR_SUM(g, ix, count) {
		visits[ix]++;
		count += 1;
	}
	tap_ok(visited_all(g, 1) && count == n, "%s: LQCD_MASTER_FOR_SUM visits every index once", name);
	start();
	LQCD_MASTER_FOR_MAX(g, ix, top) {
		visits[ix]++;
		if (ix > top) top = ix;
	}
	tap_ok(visited_all(g, 1) && top == g->master_shift + n - 1, "%s: LQCD_MASTER_FOR_MAX visits every index once",
	       name);
	for (int p = 0; p < pieces; p++) {
		const int first = g->master_shift + p * n / pieces;
		count = 0.5;
		top = -1;
		start();
		LQCD_SITE_FOR_SUM(g, p, ix, count)
		{
			visits[ix]++;
			count += 1;
		}
		LQCD_SITE_FOR_MAX(g, p, ix, top)
		{
			visits[ix]++;
			if (ix > top) top = ix;
		}
		tap_ok(visited(first, n / pieces, 2) && count == n / pieces + 0.5 && top == first + n / pieces - 1,
		       "%s: LQCD_SITE_FOR_SUM and _MAX visit piece %d", name, p);
	}
}

/* The chunks follow each other without a gap, and none is empty. */
static void check_chunks(const lqcd_geometry *g, const char *name)
{
	static int times[LQCD_CHUNKS], first[LQCD_CHUNKS], stop[LQCD_CHUNKS];
	const int n = indices(g);
	int outside = 0, chunks = 0, next = g->master_shift, ok = 1;
	double count = 0.5, sum = 0;
	memset(times, 0, sizeof times);
	start();
	LQCD_CHUNK_FOR(g, chunk, lo, hi)
	{
		if (chunk < 0 || chunk >= LQCD_CHUNKS) {
			outside = 1;
			continue;
		}
		times[chunk]++;
		first[chunk] = lo;
		stop[chunk] = hi;
		for (int ix = lo; ix < hi; ix++) visits[ix]++;
	}
	for (int c = 0; c < LQCD_CHUNKS && times[c]; c++, chunks++) {
		ok = ok && times[c] == 1 && first[c] == next && stop[c] > first[c];
		next = stop[c];
	}
	for (int c = chunks; c < LQCD_CHUNKS; c++) ok = ok && !times[c];
	tap_ok(visited_all(g, 1), "%s: LQCD_CHUNK_FOR visits every index once", name);
	tap_ok(ok && !outside && next == g->master_shift + n, "%s: %d chunks of LQCD_CHUNK_FOR, in order", name,
	       chunks);

	start();
	LQCD_CHUNK_FOR_SUM(g, lo, hi, count, sum)
	{
		sum += 1;
		if (lo == g->master_shift) continue;
		for (int ix = lo; ix < hi; ix++) visits[ix]++;
		count += hi - lo;
	}
	tap_ok(visited(stop[0], n - (stop[0] - first[0]), 1) && count == n - (stop[0] - first[0]) + 0.5 &&
		       sum == chunks,
	       "%s: LQCD_CHUNK_FOR_SUM visits every chunk once, and continue leaves one", name);
}

static void check_short_names(const lqcd_geometry *g)
{
	double sum = 0, sum2 = 0, top = -1, piece_sum = 0, piece_top = -1;
	const int n = indices(g);
	int pieces = 0;
	start();
	_MASTER_FOR(g, ix) visits[ix]++;
	_PIECE_FOR(g, ixp) {
		pieces++;
		_SITE_FOR(g, ixp, ix) visits[ix]++;
		_SITE_FOR_SUM(g, ixp, ix, piece_sum) piece_sum += value[0][ix];
		_SITE_FOR_MAX(g, ixp, ix, piece_top)
		{
			if (ix > piece_top) piece_top = ix;
		}
	}
	_MASTER_FOR_SUM(g, ix, sum, sum2)
	{
		sum += value[0][ix];
		sum2 += 1;
	}
	_MASTER_FOR_MAX(g, ix, top)
	{
		if (ix > top) top = ix;
	}
	double again = 0, piece_again = 0;
	LQCD_MASTER_FOR_SUM(g, ix, again) again += value[0][ix];
	LQCD_PIECE_FOR(g, ixp) LQCD_SITE_FOR_SUM(g, ixp, ix, piece_again) piece_again += value[0][ix];
	tap_ok(visited_all(g, 2) && pieces == g->local_master_pieces, "short names: the same loops");
	tap_ok(memcmp(&sum, &again, sizeof sum) == 0 && memcmp(&piece_sum, &piece_again, sizeof sum) == 0 &&
		       sum2 == n && top == g->master_shift + n - 1 && piece_top == top,
	       "short names: the same reductions");
}

/* Each macro as the unbraced branch of an if: returns 1 when the else branch was taken. */
static int one_statement(int macro, int condition, const lqcd_geometry *g, double *result)
{
	int other = 0;
	double r = *result;
	if (macro == 0)
		if (condition)
			LQCD_MASTER_FOR(g, ix) visits[ix]++;
		else
			other = 1;
	else if (macro == 1)
		if (condition)
			LQCD_PIECE_FOR(g, ixp)
				LQCD_SITE_FOR(g, ixp, ix) visits[ix]++;
		else
			other = 1;
	else if (macro == 2)
		if (condition)
			LQCD_SITE_FOR(g, 0, ix) visits[ix]++;
		else
			other = 1;
	else if (macro == 3)
		if (condition)
			LQCD_MASTER_FOR_SUM(g, ix, r) r += visits[ix]++ + 1;
		else
			other = 1;
	else if (macro == 4)
		if (condition)
			LQCD_SITE_FOR_SUM(g, 0, ix, r) r += visits[ix]++ + 1;
		else
			other = 1;
	else if (macro == 5)
		if (condition)
			LQCD_MASTER_FOR_MAX(g, ix, r) r = r < ix ? visits[ix]++, ix : r;
		else
			other = 1;
	else if (macro == 6)
		if (condition)
			LQCD_SITE_FOR_MAX(g, 0, ix, r) r = r < ix ? visits[ix]++, ix : r;
		else
			other = 1;
	else if (macro == 7)
		if (condition) LQCD_CHUNK_FOR(g, chunk, lo, hi)
	for (int ix = lo; ix < hi; ix++) visits[ix] += chunk < LQCD_CHUNKS;
	else other = 1;
	else if (condition) LQCD_CHUNK_FOR_SUM(g, lo, hi, r) for (int ix = lo; ix < hi; ix++) r += visits[ix]++ + 1;
	else other = 1;
	*result = r;
	return other;
}

static void check_statements(const lqcd_geometry *g)
{
	const int n = indices(g), piece = g->master_end[0] - g->master_start[0] + 1;
	for (int macro = 0; macro < 9; macro++) {
		const int some = macro == 2 || macro == 4 || macro == 6 ? piece : n;
		double result = -1, untouched = -1;
		start();
		const int other = one_statement(macro, 0, g, &untouched);
		const int none = visited_all(g, 0);
		const int same = one_statement(macro, 1, g, &result);
		const double wanted = macro < 3 || macro == 7   ? -1
				      : macro < 5 || macro == 8 ? some - 1
								: g->master_shift + some - 1;
		tap_ok(other == 1 && none && same == 0 && untouched == -1 && visited(g->master_shift, some, 1) &&
			       result == wanted,
		       "macro %d is one statement under if and else", macro);
	}

	double sum = 0;
	start();
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 2; j++)
			LQCD_MASTER_FOR(g, ix) visits[ix]++;
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < 2; j++)
			LQCD_MASTER_FOR_SUM(g, ix, sum) sum += 1;
	tap_ok(visited_all(g, 6) && sum == 10.0 * n, "unbraced inside for");

	double kept = 0;
	start();
	LQCD_MASTER_FOR(g, ix) {
		if (ix % 3 == 0) continue;
		visits[ix]++;
	}
	LQCD_MASTER_FOR_SUM(g, ix, kept) {
		if (ix % 3 != 0) continue;
		visits[ix]++;
		kept += 1;
	}
	int thirds = 0;
	for (int i = 0; i < n; i++) thirds += (g->master_shift + i) % 3 == 0;
	tap_ok(visited_all(g, 1) && kept == thirds, "continue leaves one iteration");
}

/* The type argument is an unparenthesised conditional expression that counts its evaluations; so is the piece. */
static void check_arguments(void)
{
	int flag = 1, pieces = 0, piece = 0;
	double sum = 0, top = -1;
	start();
	LQCD_MASTER_FOR(flag ? ask(odd) : ask(even), ix) visits[ix]++;
	tap_ok(visited_all(odd, 1) && calls == 1, "LQCD_MASTER_FOR evaluates type once");
	start();
	LQCD_PIECE_FOR(flag ? ask(full) : ask(even), ixp) pieces += ixp + 1;
	tap_ok(pieces == 3 && calls == 1, "LQCD_PIECE_FOR evaluates type once");
	start();
	LQCD_SITE_FOR(flag ? ask(full) : ask(even), flag ? ++piece : 0, ix) visits[ix]++;
	tap_ok(visited_all(odd, 1) && calls == 1 && piece == 1, "LQCD_SITE_FOR evaluates type and piece once");
	start();
	LQCD_MASTER_FOR_SUM(flag ? ask(even) : ask(odd), ix, sum) sum += ++visits[ix];
	tap_ok(visited_all(even, 1) && calls == 1 && sum == indices(even), "LQCD_MASTER_FOR_SUM evaluates type once");
	start();
	sum = 0;
	LQCD_SITE_FOR_SUM(flag ? ask(full) : ask(odd), flag ? --piece : 1, ix, sum) sum += ++visits[ix];
	tap_ok(visited_all(even, 1) && calls == 1 && piece == 0 && sum == indices(even),
	       "LQCD_SITE_FOR_SUM evaluates type and piece once");
	start();
	LQCD_MASTER_FOR_MAX(flag ? ask(odd) : ask(even), ix, top) top = ix > top ? ix : top;
	tap_ok(calls == 1 && top == indices(full) - 1, "LQCD_MASTER_FOR_MAX evaluates type once");
	start();
	LQCD_CHUNK_FOR(flag ? ask(even) : ask(odd), chunk, lo, hi)
	for (int ix = lo; ix < hi; ix++) visits[ix] += chunk < LQCD_CHUNKS;
	tap_ok(visited_all(even, 1) && calls == 1, "LQCD_CHUNK_FOR evaluates type once");
	start();
	sum = 0;
	LQCD_CHUNK_FOR_SUM(flag ? ask(odd) : ask(even), lo, hi, sum) sum += hi - lo;
	tap_ok(calls == 1 && sum == indices(odd), "LQCD_CHUNK_FOR_SUM evaluates type once");
	start();
	top = -1;
	LQCD_SITE_FOR_MAX(flag ? ask(full) : ask(odd), flag ? piece++ : 1, ix, top) top = ix > top ? ix : top;
	tap_ok(calls == 1 && piece == 1 && top == indices(even) - 1, "LQCD_SITE_FOR_MAX evaluates type and piece once");
}

/* Sums of integers, which are exact in any order: each variable must get its own, and its initial value. */
static void check_sums(const lqcd_geometry *g)
{
	double want[4] = {0, 0, 0, 0}, before[4], a, b, c, d;
	for (int k = 0; k < 4; k++) {
		before[k] = random_below(1000) - 500 + 0.25 * k;
		want[k] = before[k];
	}
	for (int i = 0; i < indices(g); i++) {
		const int ix = g->master_shift + i;
		want[0] += ix;
		want[1] += ix % 7;
		want[2] -= ix % 11;
		want[3] += 1;
	}
	a = before[0];
	LQCD_MASTER_FOR_SUM(g, ix, a) a += ix;
	tap_ok(a == want[0], "sum of one variable: %g", a);
	a = before[0], b = before[1];
	LQCD_MASTER_FOR_SUM(g, ix, a, b) a += ix, b += ix % 7;
	tap_ok(a == want[0] && b == want[1], "sum of two variables: %g %g", a, b);
	a = before[0], b = before[1], c = before[2];
	LQCD_MASTER_FOR_SUM(g, ix, a, b, c) a += ix, b += ix % 7, c -= ix % 11;
	tap_ok(a == want[0] && b == want[1] && c == want[2], "sum of three variables: %g %g %g", a, b, c);
	a = before[0], b = before[1], c = before[2], d = before[3];
	LQCD_MASTER_FOR_SUM(g, ix, a, b, c, d) a += ix, b += ix % 7, c -= ix % 11, d += 1;
	tap_ok(a == want[0] && b == want[1] && c == want[2] && d == want[3], "sum of four variables: %g %g %g %g", a, b,
	       c, d);
	a = before[0], b = before[1], c = before[2], d = before[3];
	LQCD_PIECE_FOR(g, ixp) LQCD_SITE_FOR_SUM(g, ixp, ix, a, b, c, d) a += ix, b += ix % 7, c -= ix % 11, d += 1;
	tap_ok(a == want[0] && b == want[1] && c == want[2] && d == want[3], "the same by pieces");

	/* 10^16 + 1 rounds to 10^16, but 10^16 + n is exact for even n. */
	a = 1e16;
	LQCD_MASTER_FOR_SUM(g, ix, a) a += 1;
	tap_ok(a == 1e16 + indices(g), "the value before is added last");
}

static double largest(const lqcd_geometry *g, const double *v, double before)
{
	LQCD_MASTER_FOR_MAX(g, ix, before) {
		if (v[ix] > before) before = v[ix];
	}
	return before;
}

static void check_max(const lqcd_geometry *g)
{
	const int at = g->master_shift + random_below(indices(g));
	double *v = value[0], a = -DBL_MAX, b = -DBL_MAX, c = 0, d = 3;
	for (int i = 0; i < MOST_INDICES; i++) v[i] = -2 + tap_random();
	v[at] = -0.5;
	tap_ok(largest(g, v, -10) == -0.5, "max of negative numbers");
	tap_ok(largest(g, v, -0.25) == -0.25, "max: the value before counts");
	tap_ok(largest(g, v, (double)-INFINITY) == -0.5, "max: from minus infinity");
	LQCD_MASTER_FOR_MAX(g, ix, a, b, c, d) {
		if (v[ix] > a) a = v[ix];
		if (-v[ix] > b) b = -v[ix];
		if (ix > c) c = ix;
		if (v[ix] > d) d = v[ix];
	}
	double low = 0;
	for (int i = 0; i < indices(g); i++) low = v[g->master_shift + i] < low ? v[g->master_shift + i] : low;
	tap_ok(a == -0.5 && b == -low && c == g->master_shift + indices(g) - 1 && d == 3, "max of four variables");
	for (int i = 0; i < MOST_INDICES; i++) v[i] = (double)-INFINITY;
	tap_ok(isinf(largest(g, v, (double)-INFINITY)), "max of minus infinities");
	v[at] = (double)INFINITY;
	tap_ok(largest(g, v, 0) > DBL_MAX, "max: infinity");
	a = 0;
	LQCD_MASTER_FOR_MAX(g, ix, a) {
		if (ix == at) a = (double)NAN;
	}
	tap_ok(isnan(a), "max: a NaN that the statement leaves is not lost");
}

static void set_threads(int threads)
{
#if THREADS
	omp_set_num_threads(threads);
#else
	(void)threads;
#endif
}

/* Sums of numbers of widely different magnitude, for which the order matters: four at once, alone, by pieces, and by
 * chunks. */
static void all_sums(const lqcd_geometry *g, double sum[8])
{
	double a = 0.1, b = 0, c = -1e30, d = 0, e = 0.1, f = 0.1, p = 0.1, q = 0;
	LQCD_MASTER_FOR_SUM(g, ix, a, b, c, d) {
		a += value[0][ix];
		b += value[1][ix];
		c += value[2][ix];
		d += value[3][ix];
	}
	LQCD_MASTER_FOR_SUM(g, ix, e) e += value[0][ix];
	LQCD_PIECE_FOR(g, ixp) LQCD_SITE_FOR_SUM(g, ixp, ix, f) f += value[0][ix];
	LQCD_CHUNK_FOR_SUM(g, lo, hi, p, q)
	for (int ix = lo; ix < hi; ix++) {
		p += value[0][ix];
		q += value[1][ix];
	}
	sum[6] = p, sum[7] = q;
	sum[0] = a, sum[1] = b, sum[2] = c, sum[3] = d, sum[4] = e, sum[5] = f;
}

static void check_determinism(const lqcd_geometry *g)
{
	enum { COUNTS = 9 };
	static const int threads[COUNTS] = {1, 2, 3, 4, 5, 6, 7, 8, 16};
	static const double before[4] = {0.1, 0, -1e30, 0};
	double sum[8], first[8];
	for (int k = 0; k < KINDS; k++)
		for (int i = 0; i < MOST_INDICES; i++) value[k][i] = ldexp(tap_random(), random_below(200) - 100);
	for (int t = 0; t < COUNTS; t++) {
		set_threads(threads[t]);
		all_sums(g, sum);
		if (t == 0) memcpy(first, sum, sizeof first);
		if (THREADS || t == 0)
			tap_ok(memcmp(sum, first, sizeof sum) == 0 && sum[0] == sum[4] && sum[0] == sum[6] &&
				       sum[1] == sum[7],
			       "the same sums from %d threads", threads[t]);
		else
			tap_skip("no OpenMP: sums from %d threads", threads[t]);
	}
	for (int k = 0; k < 4; k++) {
		long double exact = before[k];
		double size = fabs(before[k]);
		for (int i = 0; i < indices(g); i++) {
			exact += (long double)value[k][g->master_shift + i];
			size += fabs(value[k][g->master_shift + i]);
		}
		tap_ok(fabs((double)(exact - (long double)first[k])) <= indices(g) * DBL_EPSILON * size,
		       "sum %d is right: %.17g", k, first[k]);
	}
}

/* The number of threads that work on n indices that are cut into so many pieces. */
static int workers(int n, int pieces, int threads) TAP_UNUSED;
static int workers(int n, int pieces, int threads)
{
	return n < LQCD_PARALLEL_MIN ? 1 : pieces < threads ? pieces : threads;
}

/* Every index once, by as many threads as were asked for, whatever they do to each other. */
static void check_threads(const lqcd_geometry *g)
{
	static const int threads[5] = {1, 2, 3, 5, 16};
#if THREADS
	static int worker[MOST_INDICES];
	for (int t = 0; t < 5; t++) {
		int master[16] = {0}, reduction[16] = {0}, site[16] = {0}, distinct = 0, chunks = 0;
		double count = 0;
		set_threads(threads[t]);
		start();
		LQCD_MASTER_FOR(g, ix) {
			visits[ix]++;
			worker[ix] = omp_get_thread_num();
		}
		for (int i = 0; i < indices(g); i++) master[worker[g->master_shift + i] & 15] = 1;
		LQCD_MASTER_FOR_SUM(g, ix, count) {
			visits[ix]++;
			worker[ix] = omp_get_thread_num();
			count += 1;
		}
		double pieces = 0;
		LQCD_CHUNK_FOR_SUM(g, lo, hi, pieces) pieces += hi > lo;
		chunks = (int)pieces;
		for (int i = 0; i < indices(g); i++) reduction[worker[g->master_shift + i] & 15] = 1;
		LQCD_PIECE_FOR(g, ixp)
			LQCD_SITE_FOR(g, ixp, ix) {
				visits[ix]++;
				worker[ix] = omp_get_thread_num();
			}
		for (int i = 0; i < indices(g); i++) site[worker[g->master_shift + i] & 15] = 1;
		for (int i = 0; i < 16; i++) distinct += master[i] + reduction[i] + site[i];
		const int piece = g->master_end[0] - g->master_start[0] + 1, n = indices(g), many = threads[t];
		tap_ok(visited_all(g, 3) && count == n, "%d threads: every index once", many);
		tap_ok(distinct == workers(n, n, many) + workers(n, chunks, many) + workers(piece, piece, many),
		       "%d threads: all of them work", many);
	}
#else
	(void)g;
	for (int t = 0; t < 5; t++) tap_skip("no OpenMP: %d threads", threads[t]);
#endif
}

static double inner_sum(const lqcd_geometry *g, int scale)
{
	double sum = 0;
	LQCD_MASTER_FOR_SUM(g, iy, sum) sum += iy * scale;
	return sum;
}

static void check_nested(const lqcd_geometry *g)
{
	static double result[MOST_INDICES];
	const int n = indices(g);
	double want = 0, total = 0, check = 0;
	int ok = 1;
	set_threads(3);
	for (int i = 0; i < n; i++) want += g->master_shift + i;
	LQCD_MASTER_FOR(g, ix) result[ix] = inner_sum(g, ix);
	for (int i = 0; i < n; i++) ok = ok && result[g->master_shift + i] == want * (g->master_shift + i);
	tap_ok(ok, "a reduction in a function that a loop calls");
	LQCD_MASTER_FOR_SUM(g, ix, total) {
		const double s = inner_sum(g, 1);
		total += s;
	}
	for (int i = 0; i < n; i++) check += want;
	tap_ok(total == check, "a reduction in a function that a reduction calls");
}

static void test_loops(void)
{
	static const int extent[LOOPS_LATTICES][4] = {{8, 6, 6, 4}, {6, 4, 2, 8}, {4, 4, 2, 2}, {2, 2, 2, 2}};
	static const char *const name[3] = {"full", "even", "odd"};
#if THREADS
	omp_set_dynamic(0);
#endif
	for (int i = 0; i < LOOPS_LATTICES; i++) {
		lqcd_lattice lat;
		const lqcd_geometry *g[3];
		if (lqcd_lattice_create(&lat, extent[i], NULL, NULL) != LQCD_OK) exit(99);
		for (int p = 0; p < 3; p++)
			if (lqcd_lattice_geometry(&lat, (lqcd_parity)p, 1, &g[p]) != LQCD_OK) exit(99);
		full = g[0], even = g[1], odd = g[2];
		tap_diag("%d x %d x %d x %d", extent[i][0], extent[i][1], extent[i][2], extent[i][3]);
		for (int p = 0; p < 3; p++) {
			check_threads(g[p]);
			check_determinism(g[p]);
			set_threads(2);
			check_ranges(g[p], name[p]);
			check_chunks(g[p], name[p]);
			check_short_names(g[p]);
			check_statements(g[p]);
			check_sums(g[p]);
			check_max(g[p]);
			check_nested(g[p]);
		}
		check_arguments();
		lqcd_lattice_destroy(&lat);
	}
}
