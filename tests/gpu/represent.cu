/* tests/gpu/represent.cu: quarks in other representations on a GPU, hmc/device_represent.h, against those of the host in double.
 * The checks of a representation and a tag are those of hosts, tests/represent/tag.inc, those of forces and trajectories are in
 * represent_hmc.inc. */
#define LQCD_ADJOINT
#define LQCD_SYMMETRIC
#if !defined LQCD_NC || LQCD_NC > 2
#define LQCD_ANTISYMMETRIC
#endif
#include <lqcd/hmc/device_represent.h>

#include "device.h"

static lqcd_lattice lat;
static lqcd_gpu_lattice there;
static lqcd_gauge_field_d plain; /* of SU(N) */

#define ON_LATTICE         (&there)
#define PUT(what, to, x)   must(lqcd_##what##_field_put(to, lqcd_##what##_field_view(x)))
#define GET(what, to, x)   must(lqcd_##what##_field_get(lqcd_##what##_field_view(to), x))
#define POISON(s)          done(lqcd_gpu_fill(&gpu, (s)->ptr, 0xff, T(lqcd__gpu_field_bytes)(s, 0), &why))
#define FINISHED()         done(lqcd_gpu_lattice_status(&there, &why))

#define LQCD_REP adj
#include "represent_tags.inc"
#undef LQCD_REP
#define LQCD_REP sym
#include "represent_tags.inc"
#undef LQCD_REP
#ifdef LQCD_ANTISYMMETRIC
#define LQCD_REP asym
#include "represent_tags.inc"
#undef LQCD_REP
#endif

int main(void)
{
	static const int l[4] = {4, 2, 2, 4};
	gpu_begin();
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	done(lqcd_gpu_lattice_create(&there, &gpu, &lat, &why));
	must(lqcd_gauge_field_create(&plain, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&plain);
	for (int n = 0; n < 6; n++) must(lqcd_heatbath_sweep(&plain, 2.0 * LQCD_NC, tap_random_u64(), (uint64_t)n));
	check_adj();
	check_sym();
#ifdef LQCD_ANTISYMMETRIC
	check_asym();
#endif
	lqcd_gauge_field_destroy(&plain);
	done(lqcd_gpu_lattice_status(&there, &why));
	lqcd_gpu_lattice_destroy(&there);
	lqcd_lattice_destroy(&lat);
	lqcd_gpu_close(&gpu);
	return tap_done();
}
