/* bench/hirep/dphi.c: the speed of Dphi_ of compat/hirep.h on the lattice of the input, alone (best of 400) and in
 * cg_mshift. */
#include "global.h"
#include "dirac.h"
#include "inverters.h"
#include "linear_algebra.h"
#include "logger.h"
#include "memory.h"
#include "random.h"
#include "setup.h"
#include "utils.h"

static void square(spinor_field *out, spinor_field *in)
{
	g5Dphi_sq(1, out, in);
}

int main(int argc, char *argv[])
{
	const double flop = 1320;
	double best = 1e30, shift = 0;
	Timer clock;
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	spinor_field *s = alloc_spinor_field(2, &glattice);
	gaussian_spinor_field(&s[0]);
	for (int n = 0; n < 400; n++) {
		timer_set(&clock);
		Dphi_(&s[1], &s[0]);
		const double us = timer_lap(&clock);
		if (us < best) best = us;
	}
	mshift_par par = {.n = 1, .shift = &shift, .err2 = 1e-16, .max_iter = 0};
	(void)getMVM();
	timer_set(&clock);
	cg_mshift(&par, &square, &s[0], &s[1]);
	const double us = timer_lap(&clock);
	lprintf("MAIN", 0, "Dphi_ %.3g GFLOP/s, in cg_mshift %.3g GFLOP/s with algebra\n",
		flop * (double)VOLUME / best / 1000, flop * (double)VOLUME / 2 * (double)getMVM() / us / 1000);
	free_spinor_field(s);
	return finalize_process();
}
