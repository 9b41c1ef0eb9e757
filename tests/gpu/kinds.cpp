/* tests/gpu/kinds.cpp: each kind of kernel in one unit, so that a compiler of hosts reads the library once and makes each function once.
 * bits.cu and gauge.cu, which set options of the library, are programs of their own. */
#include "../support/alloc_hook.h"

#include <math.h>

#include <bench/kernels/device_p2p_variants.h>
#include <lqcd.h>
#include <lqcd/field/layout.h>
#include <lqcd/hmc/hmc.h>
#include <lqcd/hmc/staggered.h>
#include <lqcd/hmc/symanzik.h>
#include <lqcd/kernels/device_stencil.h>
#include <lqcd/kernels/device_su3_multiply.h>
#include <lqcd/observables/device_loops.h>
#include <lqcd/observables/device_observables.h>
#include <lqcd/observables/staggered.h>
#include <lqcd/solver/device_inverter.h>

#include "case.h"
#include "device.h"
#include "../dirac/domain_wall.h"
#include "../field/linalg.h"
#include "../kernels/p2p_laws.h"
#include "../solver/solver_case.h"

/* Each program as a function, whose end is not the end of all: the plan is printed once. */
#define main       run
#define tap_done() 0
namespace wilson {
#include "wilson.cu"
}
namespace boundary {
#include "boundary.cu"
}
namespace clover {
#include "clover.cu"
}
namespace domain_wall {
#include "domain_wall.cu"
}
namespace solver {
#include "solver.cu"
}
namespace multigrid {
#include "multigrid.cu"
}
namespace observables {
#include "observables.cu"
}
namespace loops {
#include "loops.cu"
}
namespace su3_multiply {
#include "su3_multiply.cu"
}
namespace stencil {
#include "stencil.cu"
}
namespace p2p {
#include "p2p.cu"
}
namespace staggered {
#include "staggered.cu"
}
#undef main
#undef tap_done

int main(void)
{
	int (*const run[])(void) = {wilson::run, boundary::run, clover::run, domain_wall::run, solver::run, multigrid::run, observables::run, loops::run, su3_multiply::run, stencil::run, p2p::run, staggered::run};
	for (const auto program : run) program();
	return tap_done();
}
