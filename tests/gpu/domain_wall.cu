/* tests/gpu/domain_wall.cu: Moebius domain wall quarks of a GPU, solver/device_inverter.h, by definition, and against those of
 * the host. The checks of a tag are those of hosts, ../dirac/domain_wall.inc, and in domain_wall.inc. */
#include <lqcd/solver/device_inverter.h>

#include "device.h"
#include "../dirac/domain_wall.h"

/* Whether site functions have the bits of the host. */
enum { BITS = !LQCD_DEVICE_COMPILER };

template <class wall, class field> static void apply_wall(field *out, const wall *D, const field *in, field *tmp, int dagger)
{
	const auto d = lqcd_domain_wall_dirac(D);
	lqcd_dirac_apply(out, &d, in, dagger, tmp);
}

#define LQCD_TAG gf
#include "../dirac/domain_wall.inc"
#define LQCD_TAG gd
#include "../dirac/domain_wall.inc"
#define LQCD_TAG gh
#include "../dirac/domain_wall.inc"

#define LQCD_TAG f
#include "../support/wall.inc"
#define LQCD_TAG d
#include "../support/wall.inc"
#define LQCD_TAG gf
#include "../support/wall.inc"
#define LQCD_TAG gd
#include "../support/wall.inc"

#define LQCD_TAG  gf
#define TEST_HOST f
#include "domain_wall.inc"
#define LQCD_TAG  gd
#define TEST_HOST d
#include "domain_wall.inc"
#define LQCD_TAG  gh
#define TEST_HOST f
#include "domain_wall.inc"

int main(void)
{
	/* T, X, Y, Z: with a whole number of blocks of sites, and without. */
	static const int l[2][4] = {{4, 4, 4, 4}, {2, 6, 4, 2}};
	static const int ls[6] = {4, 8, 12, 6, 1, LQCD_GPU_GROUP + 1};
	gpu_begin();
	make_gamma();
	for (int k = 0; k < 6; k += FEW ? 5 : 1)
		for (int kind = 0; kind < (k < 4 ? 3 : 1); kind++) {
			const lqcd_domain_wall_params p = random_params(ls[k], k < 4 ? kind : k - 3);
			const int cut = kind == 1 || (FEW && k == 5);
			check_gf(l[cut], &p);
			check_gd(l[cut], &p);
			if (kind != 1 && !(FEW && k == 5)) check_gh(l[0], &p);
		}
	for (int k = 0; k < (FEW ? 1 : 3); k++) {
		const lqcd_domain_wall_params p = random_params(k == 2 ? 12 : 4 + 2 * k, k);
		check_solve_pair_gf(l[0], &p);
		check_solve_pair_gd(l[0], &p);
	}
	check_refused_gf();
	check_refused_gd();
	check_refused_gh();
	lqcd_gpu_close(&gpu);
	return tap_done();
}
