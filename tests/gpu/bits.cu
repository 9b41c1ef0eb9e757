/* tests/gpu/bits.cu: bits of the operators, the algebra and the solvers of a GPU: see tests/bits/bits.h. Kernels that
 * run on the host have the columns of the host, "fused" and "plain"; those of a device a column of their own. The rows of
 * a tag are in bits.inc. To write the table again:
 *
 *   g++ -O1 -std=c++17 -I. -x c++ tests/gpu/bits.cu -o bits -lm && ./bits --print >new && mv new tests/gpu/bits_table.h
 *
 * then with -mfma, then with nvcc on a device (make gpu). */
#define BITS_DEVICE
#define LQCD__GPU_STAGE 1024 /* less than a block of 32 sites: fields go block by block */
#include "../bits/bits.h"

#include <lqcd.h>

#include "device.h"

static const bits_entry table[] = {
#include "bits_table.h"
};

static lqcd_lattice lat;
static lqcd_gpu_lattice there;
static lqcd_gauge_field_d rough, smooth;
static lqcd_spinor_field_d host; /* the results that come back */

#define LQCD_TAG gf
#include "bits.inc"
#define LQCD_TAG gd
#include "bits.inc"
#define LQCD_TAG gh
#include "bits.inc"
#define LQCD_TAG gf
#include "bits_solver.inc"
#define LQCD_TAG gd
#include "bits_solver.inc"

template <class Low> static void mixed(lqcd_link_storage storage, const char *name)
{
	const lqcd_field_view u = lqcd_gauge_field_view(&smooth);
	const lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_spinor_field_gd x, b;
	lqcd_wilson_gd D;
	Low low;
	must(lqcd_spinor_field_create(&x, &there, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &there, LQCD_FULL));
	must(lqcd_wilson_create_on(&D, &there, u, 0.2, LQCD_ANTIPERIODIC, LQCD_LINK_18));
	must(lqcd_wilson_create_on(&low, &there, u, 0.2, LQCD_ANTIPERIODIC, storage));
	lqcd_spinor_field_gaussian(&host, 701, 0);
	must(lqcd_spinor_field_put(&b, lqcd_spinor_field_view(&host)));
	for (int m = 0; m < 2; m++) {
		char what[64];
		lqcd_spinor_field_zero(&x);
		const auto d = lqcd_wilson_dirac(&D);
		const auto l = lqcd_wilson_dirac(&low);
		const lqcd_solve_result r = lqcd_dirac_solve_mixed(&x, &d, &l, &b, methods[m], &p);
		must(lqcd_spinor_field_get(lqcd_spinor_field_view(&host), &x));
		snprintf(what, sizeof what, "mixed gd/%s %s", name, method_name[m]);
		bits_solved(lqcd_spinor_field_view(&host), &r, what);
		lqcd_spinor_field_gaussian(&host, 701, 0);
	}
	lqcd_wilson_destroy(&D);
	lqcd_wilson_destroy(&low);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
}

int main(int argc, char **argv)
{
	static const int extent[4] = {8, 4, 4, 4};
	if (lqcd_gpu_count() == 0) exit(77);
	done(lqcd_gpu_open(&gpu, 0, &why));
	if (!bits_printing(argc, argv)) test_back_end();
	bits_begin(table);
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	done(lqcd_gpu_lattice_create(&there, &gpu, &lat, &why));
	must(lqcd_gauge_field_create(&rough, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&smooth, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&host, &lat, LQCD_FULL));
	lqcd_gauge_field_random(&rough, 702, 0);
	smooth_links(&smooth, 703, 0.25);
	wilson_gf(), wilson_gd(), wilson_gh();
	algebra_gf(), algebra_gd(), algebra_gh();
	solve_gf(), solve_gd();
	many_gf(), many_gd();
	mixed<lqcd_wilson_gf>(LQCD_LINK_12, "gf 12");
	mixed<lqcd_wilson_gf>(LQCD_LINK_8, "gf 8");
	mixed<lqcd_wilson_gh>(LQCD_LINK_12, "gh 12");
	lqcd_gauge_field_destroy(&rough);
	lqcd_gauge_field_destroy(&smooth);
	lqcd_spinor_field_destroy(&host);
	done(lqcd_gpu_lattice_status(&there, &why));
	lqcd_gpu_lattice_destroy(&there);
	lqcd_lattice_destroy(&lat);
	lqcd_gpu_close(&gpu);
	bits_end();
	return bits_state.print ? 0 : tap_done();
}
