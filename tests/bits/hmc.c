/* tests/bits/hmc.c: bits of hybrid Monte Carlo: links and dH after a trajectory of gauge actions, integrators,
 * two flavours, one flavour. See bits.h. */
#include "bits.h"

#include <lqcd/hmc/pseudofermion.h>
#include <lqcd/hmc/rhmc.h>

#include "lattices.h"

static const bits_entry hmc_table[] = {
#include "hmc_table.h"
};

static lqcd_gauge_field_d start;

static const struct {
	const char *name;
	double csw, mu;
	int traceless;
} hmc_terms[3] = {{"", 0, 0, 0}, {" clover", 1.3, 0, 0}, {" clover twisted traceless", 1.1, 0.2, 1}};

#define TEST_TEMPLATE "../bits/hmc.inc"
#include "../support/each_tag.inc"

static void rationals(void)
{
	static const double interval[3][3] = {{0.3, 1500, 1e-11}, {1e-3, 10, 1e-6}, {1e-6, 1, 1e-9}};
	for (int k = 0; k < 3; k++) {
		lqcd_rational r;
		must(lqcd_rational_create(&r, interval[k][0], interval[k][1], interval[k][2]));
		const size_t n = (size_t)r.degree;
		uint64_t h = bits_add_double(bits_add_double((uint64_t)n, r.factor), r.error);
		h = bits_add(bits_add(h, bits_of(r.zero, n)), bits_of(r.pole, n));
		h = bits_add(bits_add(h, bits_of(r.residue, n)), bits_of(r.root, n));
		bits_row(bits_add_double(h, lqcd_rational_value(&r, 0.7)), "1/sqrt(x) from %g to %g", r.low, r.high);
	}
}

static void test_hmc(void)
{
	static const int extent[4] = {4, 4, 4, 4};
	bits_begin(hmc_table);
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&start, &lat, LQCD_FULL));
	smooth_links(&start, 601, 0.3);
	rationals();
	EACH_TAG(gauge, ());
	EACH_TAG(two_flavours, ());
	EACH_TAG(one_flavour, ());
	lqcd_gauge_field_destroy(&start);
	lqcd_lattice_destroy(&lat);
	bits_end();
}
