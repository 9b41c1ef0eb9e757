/* tests/field/foreign_random.c: random descriptors of foreign memory (foreign/fields.h).
 *
 * Half of them describe arrays whose steps nest, in any order with gaps; the others have one or two members replaced by
 * anything. What is refused must be so with a sentence, by check and by import and export alike, without a write. What is
 * accepted must have a place of its own for each number, by a formula written here, and goes to memory of exactly that size
 * (which sanitizers guard) and back: nothing else may be touched. */
#include <limits.h>
#include <stdlib.h>

#include <lqcd/foreign/fields.h>

#include "../support/expect.h"
#include "../support/support.h"
#include "foreign_sizes.h"

enum { RANDOM_T = 4, RANDOM_X = 2, RANDOM_Y = 4, RANDOM_Z = 4, RANDOM_V = RANDOM_T * RANDOM_X * RANDOM_Y * RANDOM_Z };
enum { MOST_REALS = 8 * N * N, TRIES = 2000 };

static const int random_extent[4] = {RANDOM_T, RANDOM_X, RANDOM_Y, RANDOM_Z};
static lqcd_lattice random_lat;
static int site_table[RANDOM_V];
static lqcd_gauge_field_d u, u2;
static lqcd_spinor_field_d s, s2;

static int random_site(const int x[4])
{
	return ((x[0] * RANDOM_X + x[1]) * RANDOM_Y + x[2]) * RANDOM_Z + x[3];
}

static ptrdiff_t by_function(const int x[4], void *user)
{
	(void)user;
	return site_table[random_site(x)];
}

/* ---- descriptors ---- */

static void shuffle(int *p, int n)
{
	for (int i = n - 1; i > 0; i--) {
		const int j = random_below(i + 1), t = p[i];
		p[i] = p[j];
		p[j] = t;
	}
}

/* Steps for counts[0 .. n) that nest in a random order, some with gaps. */
static void nest(ptrdiff_t *step[], const int *count, int n)
{
	int order[12];
	ptrdiff_t next = 1;
	for (int i = 0; i < n; i++) order[i] = i;
	shuffle(order, n);
	for (int i = 0; i < n; i++) {
		*step[order[i]] = next;
		next *= count[order[i]];
		if (!random_below(4)) next += random_below(5);
	}
}

static int links_of(const lqcd_foreign *f)
{
	return f->kind >= LQCD_FOREIGN_LINKS;
}

static lqcd_foreign good(void)
{
	static const lqcd_foreign_kind kinds[2] = {LQCD_FOREIGN_LINKS, LQCD_FOREIGN_SPINORS};
	lqcd_foreign f = lqcd_foreign_make(kinds[random_below(2)], NULL);
	const int links = links_of(&f);
	int box = 1, halves = 1, order[4] = {0, 1, 2, 3};
	f.bits = random_below(2) ? 64 : 32;
	f.bytes = (lqcd_foreign_bytes)random_below(3);
	f.sites = (lqcd_foreign_sites)random_below(4);
	shuffle(order, 4);
	memcpy(f.order, order, sizeof order);
	shuffle(order, 4);
	memcpy(f.directions, order, sizeof order);
	f.table = site_table;
	f.index = by_function;
	f.halved = random_below(4);
	f.odd_first = random_below(2);
	f.origin = random_below(3) - 1;
	for (int mu = 0; mu < 4 && f.sites <= LQCD_FOREIGN_EVEN_ODD; mu++) {
		if (!random_below(3)) f.box[mu] = random_extent[mu] + 2 * random_below(2) + (f.halved != mu);
		if (f.box[mu] > random_extent[mu] && f.halved != mu) f.first[mu] = random_below(2);
	}
	for (int mu = 0; mu < 4; mu++) box *= f.box[mu] ? f.box[mu] : random_extent[mu];
	if (f.sites == LQCD_FOREIGN_EVEN_ODD) {
		halves = 2;
		box /= 2;
	}
	if (links && !random_below(3)) {
		f.adjoint = 1;
		must(lqcd_foreign_set_phases(&f, random_below(2) ? LQCD_PHASES_TXYZ : LQCD_PHASES_XYZT));
		f.boundary[0].re = -1;
	}
	if (!links) must(lqcd_foreign_set_basis(&f, (lqcd_foreign_basis)random_below(5)));
	if (!random_below(3)) f.scale = 0.5;
	f.half = 0;
	ptrdiff_t *steps[6] = {&f.im, &f.column, links ? &f.row : &f.spin, &f.site, &f.half, &f.direction};
	const int counts[6] = {2, N, links ? N : 4, box, halves, 4};
	nest(steps, counts, links ? 6 : 5);
	if (halves == 1) f.half = 0;
	return f;
}

static ptrdiff_t list[MOST_REALS];

/* Blocks at listed places, which may be wrong. */
static void listed(lqcd_foreign *f)
{
	int order[MOST_REALS];
	for (int i = 0; i < MOST_REALS; i++) order[i] = i;
	shuffle(order, MOST_REALS);
	for (int i = 0; i < MOST_REALS; i++) list[i] = order[i];
	if (!random_below(3))
		list[random_below(MOST_REALS)] = (ptrdiff_t)(random_below(2) ? -random_below(9) : random_below(200));
	*f = lqcd_foreign_make(LQCD_FOREIGN_CLOVER, NULL);
	f->numbers = list;
	f->upper = random_below(2);
	f->by_rows = random_below(2);
}

/* One member becomes anything. */
static void spoil(lqcd_foreign *f)
{
	const int64_t any[] = {0,       1,       -1,          2,       3,
			       5,       7,       -8,          64,      1000,
			       INT_MAX, INT_MIN, INT_MAX / 2, 1 << 20, (int64_t)tap_random_u64() >> random_below(64)};
	const int64_t n = any[random_below((int)(sizeof any / sizeof *any))];
	const int i = (int)n, mu = random_below(4);
	const double reals[] = {0, 1, -1, 0.5, tap_nan(), 1e308, 1e-308, -1e300};
	const double r = reals[random_below(8)];
	ptrdiff_t *const steps[] = {&f->site, &f->half, &f->direction,  &f->spin,        &f->row,           &f->column,
				    &f->im,   &f->lane, &f->chunk_step, &f->source_spin, &f->source_colour, &f->zero};
	int *const ints[] = {&f->bits,   &f->order[mu],     &f->halved,         &f->odd_first,
			     &f->origin, &f->box[mu],       &f->first[mu],      &f->lane_grid[mu],
			     &f->block,  &f->chunk,         &f->directions[mu], &f->adjoint,
			     &f->rows,   &f->staggered[mu], &f->by_rows,        &f->upper};
	switch (random_below(8)) {
	case 0:
	case 1:
	case 2: *steps[random_below((int)(sizeof steps / sizeof *steps))] = (ptrdiff_t)n; break;
	case 3:
	case 4: *ints[random_below((int)(sizeof ints / sizeof *ints))] = i; break;
	case 5:
		*(random_below(2) ? &f->boundary[mu].re : &f->scale) = r;
		if (!random_below(3)) f->basis[mu][random_below(4)].im = r;
		break;
	case 6:
#ifndef __cplusplus /* where an enum has no such value */
		if (random_below(2))
			f->kind = (lqcd_foreign_kind)(random_below(12) - 1);
		else
			f->sites = (lqcd_foreign_sites)(random_below(7) - 1);
		if (!random_below(4)) f->bytes = (lqcd_foreign_bytes)i;
		if (!random_below(4)) f->parity = (lqcd_parity)i;
#endif
		break;
	default:
		if (random_below(2)) f->table = NULL;
		if (random_below(2)) f->index = NULL;
		f->parity = (lqcd_parity)random_below(3);
	}
}

/* ---- places ---- */

static int reals_of(const lqcd_foreign *f)
{
	return f->kind == LQCD_FOREIGN_MILC_MOMENTA   ? 9
	       : f->kind == LQCD_FOREIGN_ALGEBRA      ? 8
	       : f->kind == LQCD_FOREIGN_CLOVER       ? 8 * N * N
	       : links_of(f)                          ? 2 * N * f->rows
	       : f->kind == LQCD_FOREIGN_SPINORS      ? 8 * N
	       : f->kind == LQCD_FOREIGN_HALF_SPINORS ? 4 * N
						      : 2 * N;
}

/* The place of number k of element e of a site, from data on. */
static ptrdiff_t place(const lqcd_foreign *f, const int x[4], int e, int k)
{
	const int formula = f->sites <= LQCD_FOREIGN_EVEN_ODD, odd = (x[0] + x[1] + x[2] + x[3]) % 2,
		  block = f->block > 1 ? f->block : 1;
	const int single = f->kind == LQCD_FOREIGN_CLOVER || f->kind == LQCD_FOREIGN_MILC_MOMENTA ||
			   f->kind == LQCD_FOREIGN_ALGEBRA;
	ptrdiff_t index = 0, sites = 1, lane = 0, at;
	if (formula) {
		for (int n = 0; n < 4; n++) {
			const int mu = f->order[n], box = f->box[mu] ? f->box[mu] : random_extent[mu],
				  l = f->lane_grid[mu] ? f->lane_grid[mu] : 1, inner = box / l;
			const int two = f->sites == LQCD_FOREIGN_EVEN_ODD && mu == f->halved ? 2 : 1,
				  y = x[mu] + f->first[mu];
			index = index * (inner / two) + y % inner / two;
			lane = lane * l + y / inner;
			sites *= inner / two;
		}
	} else
		index = (f->sites == LQCD_FOREIGN_TABLE ? f->table[random_site(x)] : f->index(x, f->user)) - f->zero;
	const int second =
		f->sites == LQCD_FOREIGN_EVEN_ODD && f->parity == LQCD_FULL && (odd ^ (f->origin > 0)) != f->odd_first;
	if (second && !f->half) index += sites;
	at = index / block * f->site + (block > 1 ? index % block * f->lane : lane * f->lane) + (second ? f->half : 0);
	if (links_of(f)) {
		const ptrdiff_t d = f->directions[e % 4];
		at += f->kind == LQCD_FOREIGN_ODD_LINKS ? (2 * d + e / 4) * f->direction : d * f->direction;
	}
	if (f->kind == LQCD_FOREIGN_CLOVER && f->numbers) return at + f->numbers[k];
	const ptrdiff_t n =
		single ? k * f->im
		       : k / 2 / N * (links_of(f) ? f->row : f->spin) + k / 2 % N * f->column + k % 2 * f->im;
	return at + (f->chunk ? n / f->chunk * f->chunk_step + n % f->chunk : n);
}

static int by_value(const void *a, const void *b)
{
	const ptrdiff_t x = *(const ptrdiff_t *)a, y = *(const ptrdiff_t *)b;
	return x < y ? -1 : x > y;
}

/* All places of f, ascending; how many. */
static int places(const lqcd_foreign *f, ptrdiff_t *to)
{
	int n = 0;
	for (int i = 0; i < RANDOM_V; i++) {
		const int x[4] = {i / (RANDOM_X * RANDOM_Y * RANDOM_Z), i / (RANDOM_Y * RANDOM_Z) % RANDOM_X,
				  i / RANDOM_Z % RANDOM_Y, i % RANDOM_Z};
		const int odd = (x[0] + x[1] + x[2] + x[3]) % 2;
		if (f->parity != LQCD_FULL && odd != (f->parity == LQCD_ODD)) continue;
		for (int e = 0; e < (f->kind == LQCD_FOREIGN_ODD_LINKS ? 8 : links_of(f) ? 4 : 1); e++)
			for (int k = 0; k < reals_of(f); k++) to[n++] = place(f, x, e, k);
	}
	qsort(to, (size_t)n, sizeof *to, by_value);
	return n;
}

/* ---- tests ---- */

static int accepted, refused, moved, wrong;

static void complain(const lqcd_foreign *f, const char *what)
{
	if (wrong++ < 5)
		tap_diag("%s: kind %d bits %d sites %d parity %d steps %td %td %td %td %td %td %td %td chunk %d %td "
			 "block %d box %d %d %d %d",
			 what, (int)f->kind, f->bits, (int)f->sites, (int)f->parity, f->site, f->half, f->direction,
			 f->spin, f->row, f->column, f->im, f->lane, f->chunk, f->chunk_step, f->block, f->box[0],
			 f->box[1], f->box[2], f->box[3]);
}

/* The accepted f in memory of its own size. */
static void use(lqcd_foreign *f)
{
	static ptrdiff_t at[8 * RANDOM_V * MOST_REALS];
	const int n = places(f, at), bytes = f->bits / 8;
	for (int i = 1; i < n; i++)
		if (at[i] == at[i - 1]) {
			complain(f, "two numbers in one place");
			return;
		}
	const ptrdiff_t least = at[0] < 0 ? at[0] : 0, size = at[n - 1] - least + 1; /* data itself lies there, too */
	if (size > 1 << 22) return;
	char *const memory = (char *)malloc((size_t)(size * bytes));
	if (!memory) return;
	memset(memory, 0x5a, (size_t)(size * bytes));
	f->data = memory - least * bytes;
	const int links = links_of(f);
	const lqcd_field_view from = links ? lqcd_gauge_field_view_d(&u) : lqcd_spinor_field_view_d(&s);
	const lqcd_field_view to = links ? lqcd_gauge_field_view_d(&u2) : lqcd_spinor_field_view_d(&s2);
	memset(to.data, 0x5a, (size_t)RANDOM_V * (size_t)to.reals * sizeof(double));
	const lqcd_status out = lqcd_foreign_export(f, from);
	const lqcd_status in = f->parity == LQCD_FULL ? lqcd_foreign_import(to, f) : LQCD_OK;
	const int columns = f->source_spin || f->source_colour; /* of propagators: no field */
	const int has_field = !columns && (links || f->kind == LQCD_FOREIGN_SPINORS);
	if (has_field != (out == LQCD_OK) || (has_field && in != LQCD_OK))
		complain(f, lqcd_lattice_why(&random_lat, out == LQCD_OK ? in : out).text);
	int gap = 0;
	for (ptrdiff_t i = 0, k = 0; i < size; i++) {
		const int there = k < n && at[k] - least == i;
		k += there;
		for (int b = 0; b < bytes && !there; b++) gap |= memory[i * bytes + b] != 0x5a;
	}
	if (gap) complain(f, "a gap was written");
	/* Values come back within the precision, where all of them were written; those that overflow do not. */
	const double scale = fabs(f->scale), eps = bytes == 8 ? 1e-14 : 1e-6;
	if (out == LQCD_OK && in == LQCD_OK && f->parity == LQCD_FULL &&
	    (f->kind == LQCD_FOREIGN_LINKS || f->kind == LQCD_FOREIGN_SPINORS) && scale > 1e-6 && scale < 1e6) {
		double worst = 0;
		for (int i = 0; i < RANDOM_V * to.reals; i++)
			worst = tap_worst(worst, fabs(((double *)from.data)[i] - ((double *)to.data)[i]));
		if (worst > eps * 8) complain(f, "values differ");
		moved++;
	}
	free(memory);
}

static void one(int spoilt)
{
	double room[4];
	lqcd_foreign f = good();
	if (spoilt && !random_below(8)) listed(&f);
	for (int k = 0; k < spoilt; k++) spoil(&f);
	f.data = room;
	const lqcd_status status = lqcd_foreign_check(&f, &random_lat);
	if (status == LQCD_OK) {
		accepted++;
		use(&f);
		return;
	}
	refused++;
	const lqcd_message why = lqcd_lattice_why(&random_lat, status);
	if (!spoilt) complain(&f, why.text);
	if (strncmp(why.text, "foreign ", 8) != 0 || strlen(why.text) < 20) complain(&f, "no sentence");
}

static void test_foreign_random(void)
{
	must(lqcd_lattice_create(&random_lat, random_extent, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &random_lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&u2, &random_lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&s, &random_lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&s2, &random_lat, LQCD_FULL));
	lqcd_gauge_field_random(&u, tap_random_u64(), 0);
	lqcd_spinor_field_gaussian(&s, tap_random_u64(), 0);
	for (int i = 0; i < RANDOM_V; i++) site_table[i] = i;
	shuffle(site_table, RANDOM_V);
	for (int k = 0; k < TRIES / 8; k++) one(0);
	tap_ok(wrong == 0 && refused == 0 && accepted == TRIES / 8 && moved == accepted,
	       "%d random layouts: %d accepted, %d moved, %d wrong", TRIES / 8, accepted, moved, wrong);
	accepted = refused = moved = wrong = 0;
	for (int k = 0; k < TRIES; k++) one(1 + random_below(2));
	tap_ok(wrong == 0 && refused > TRIES / 4 && accepted > TRIES / 8,
	       "%d spoilt ones: %d accepted, %d refused, %d moved, %d wrong", TRIES, accepted, refused, moved, wrong);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&u2);
	lqcd_spinor_field_destroy(&s);
	lqcd_spinor_field_destroy(&s2);
	lqcd_lattice_destroy(&random_lat);
}
