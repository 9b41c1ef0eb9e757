/* tests/represent/represent.c: quarks in the adjoint, symmetric and antisymmetric representation: links
 * as group elements, operators against sums in plain numbers, the symmetries of the operators, solves, forces against
 * numerical derivatives, reversibility. Statistical checks have fixed seeds. */
#include <lqcd/dirac/domain_wall.h>
#include <lqcd/dirac/wilson.h>
#include <lqcd/hmc/pseudofermion.h>
#include <lqcd/hmc/represent.h>
#include <lqcd/hmc/rhmc.h>
#include <lqcd/solver/dirac.h>
#include <lqcd/solver/multigrid.h>

#include "../hmc/quark_case.h"

/* Links of d, the reference of all tags. */
static lqcd_gauge_field_d plain;

#define ON_LATTICE       (&lat)
#define PUT(what, to, x) must(lqcd_field_convert(lqcd_##what##_field_view(to), lqcd_##what##_field_view(x)))
#define GET(what, to, x) PUT(what, to, x)
#define POISON(s)        lqcd_spinor_field_scale(s, tap_nan(), s)
#define FINISHED()       (void)0

/* tr rho(u) from t = tr u and s = tr u^2: |t|^2 - 1, (t^2 + s)/2, (t^2 - s)/2. */
static lqcd_complex_d character(int kind, lqcd_complex_d t, lqcd_complex_d s)
{
	if (kind == 1) return lqcd_complex_make_d(lqcd_complex_norm2_d(t) - 1, 0);
	const lqcd_complex_d z = lqcd_complex_axpy_d(kind == 2 ? 1 : -1, s, lqcd_complex_mul_d(t, t));
	return lqcd_complex_scale_d(0.5, z);
}

/* T_R / T_F */
static double index_of(int kind)
{
	return kind == 1 ? 2 * LQCD_NC : kind == 2 ? LQCD_NC + 2 : LQCD_NC - 2;
}

#define TAGS_OF_REP "tags.inc"
#define LQCD_REP adj
#include TAGS_OF_REP
#undef LQCD_REP
#define LQCD_REP sym
#include TAGS_OF_REP
#undef LQCD_REP
#ifdef LQCD_ANTISYMMETRIC
#define LQCD_REP asym
#include TAGS_OF_REP
#undef LQCD_REP
#endif

static void check_representation(void (*check)(void))
{
	case_create();
	must(lqcd_gauge_field_create(&plain, &lat, LQCD_FULL));
	must(lqcd_field_convert(lqcd_gauge_field_view(&plain), lqcd_gauge_field_view(&thermal)));
	check();
	lqcd_gauge_field_destroy(&plain);
	case_destroy();
}

static void test_adjoint(void)
{
	check_representation(check_adj);
}

static void test_symmetric(void)
{
	check_representation(check_sym);
}

#ifdef LQCD_ANTISYMMETRIC
static void test_antisymmetric(void)
{
	check_representation(check_asym);
}
#endif
