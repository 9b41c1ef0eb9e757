/* tests/link/main.c: one program of units with different -m flags and languages. Every unit makes lattice and links,
 * every unit computes on those of every other, and yet another destroys them: all must agree. */
#include "../support/tap.h"
#include "link.h"

static const struct {
	link_unit (*get)(void);
} units[] = {
#define UNIT(name) {link_##name},
	LINK_UNITS
#undef UNIT
};

enum { COUNT = sizeof units / sizeof *units };

/* Rounding alone parts the layouts: sums of 6 V = 6144 numbers of order 1, and about 200 roundings in each. */
static int close_to(double a, double b, double bound)
{
	return fabs(a - b) <= bound;
}

static void check(const link_unit *maker, const link_unit *user, lqcd_lattice *lat, const lqcd_gauge_field_d *u, uint64_t seed,
		  const link_numbers *want)
{
	const link_numbers n = user->compute(lat, u, seed);
	tap_ok(n.status == LQCD_OK, "%s computes on a lattice of %s", user->name, maker->name);
	tap_ok(close_to(n.scalar_d, want->scalar_d, 1e-13) && close_to(n.plaquette_d, want->scalar_d, 1e-13) &&
		       close_to(n.plaquette_f, want->scalar_d, 1e-6),
	       "%s on %s: plaquette %.15g, %.15g in doubles, %.8g in floats", user->name, maker->name, n.scalar_d, n.plaquette_d,
	       n.plaquette_f);
	tap_ok(n.hop_d > 1 && close_to(n.hop_d, want->hop_d, 1e-12 * want->hop_d) &&
		       close_to(n.hop_f, want->hop_d, 1e-5 * want->hop_d),
	       "%s on %s: Wilson hop %.15g in doubles, %.8g in floats", user->name, maker->name, n.hop_d, n.hop_f);
}

int main(void)
{
	const uint64_t seed = tap_random_u64();
	link_unit unit[COUNT];
	link_numbers want;
	for (int i = 0; i < COUNT; i++) {
		unit[i] = units[i].get();
		tap_diag("%s: %s, %d floats, __cplusplus %ld", unit[i].name, unit[i].simd, unit[i].lanes, unit[i].language);
		tap_ok(!strncmp(unit[i].name, unit[i].simd, strlen(unit[i].simd)), "%s runs %s", unit[i].name, unit[i].simd);
	}
	for (int i = 0; i < COUNT; i++) {
		lqcd_lattice lat;
		lqcd_gauge_field_d u;
		tap_ok(unit[i].make(&lat, &u, seed) == LQCD_OK, "%s makes a lattice", unit[i].name);
		if (i == 0) want = unit[0].compute(&lat, &u, seed);
		for (int j = 0; j < COUNT; j++) check(&unit[i], &unit[(i + j) % COUNT], &lat, &u, seed, &want);
		unit[(i + 1) % COUNT].destroy(&lat, &u);
	}
	return tap_done();
}
