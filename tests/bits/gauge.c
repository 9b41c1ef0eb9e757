/* tests/bits/gauge.c: bits of random fields, heat baths, flows, smeared links and what is measured on links. See
 * bits.h. */
#include "bits.h"

#include <lqcd/gauge/action_heatbath.h>
#include <lqcd/gauge/fix.h>
#include <lqcd/gauge/flow.h>
#include <lqcd/gauge/smear.h>
#include <lqcd/observables/charge.h>
#include <lqcd/observables/polyakov.h>
#include <lqcd/observables/wilson_loop.h>

#include "lattices.h"

static const bits_entry gauge_table[] = {
#include "gauge_table.h"
};

static lqcd_gauge_field_d thermal;

#define TEST_TEMPLATE "../bits/gauge.inc"
#include "../support/each_tag.inc"

static void test_gauge(void)
{
	static const int extent[4] = {8, 4, 12, 4}; /* six colours, and lanes of several */
	bits_begin(gauge_table);
	lattices_create(extent);
	links_create(&thermal, &lat, 401, 0.4);
	for (int k = 0; k < 3; k++) must(lqcd_heatbath_sweep(&thermal, 5.7, 402, (uint64_t)k));
	bits_row(bits_field(lqcd_gauge_field_view(&thermal)), "thermal links");
	EACH_TAG(random_fields, ());
	EACH_TAG(updates, ());
	EACH_TAG(flows, ());
	EACH_TAG(smearings, ());
	EACH_TAG(fixed, ());
	EACH_TAG(actions, ());
	EACH_TAG(measured, ());
	lqcd_gauge_field_destroy(&thermal);
	lattices_destroy();
	bits_end();
}
