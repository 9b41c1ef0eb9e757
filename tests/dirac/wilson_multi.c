/* tests/dirac/wilson_multi.c: lqcd/dirac/wilson_multi.h against the operators on one field: with lanes over sites
 * that of the same tag and storage of links, which does the same arithmetic, and always the scalar one in double. The
 * checks of one tag are in wilson_multi.inc. Then what is built on it, domain walls: domain_wall.h, domain_wall.inc, domain_wall_quark.h.
 *
 * Input is random and fresh; outputs hold NaN before, and numbers that must not be written hold it afterwards, too. */
#include "../support/multi_case.h"

#include <lqcd/dirac/wilson_multi.h>

#include "domain_wall.h"
#include "domain_wall_quark.h"

enum { HOP, HOP_XPAY, APPLY, SCHUR, SCHUR_RHS, SCHUR_SOLUTION, OPERATIONS };
static const char *const operation[OPERATIONS] = {"hop", "hop_xpay", "apply", "schur", "schur_rhs", "schur_solution"};

/* The form of the operator; parity is that of the output. */
typedef struct {
	int op, dagger;
	lqcd_parity parity;
	double a, b;
} job;

static int possible(const job *j)
{
	if (j->op == HOP || j->op == HOP_XPAY) return 1;
	if (j->op == APPLY) return j->parity == LQCD_FULL;
	if (j->op == SCHUR) return j->parity != LQCD_FULL;
	return j->parity == (j->op == SCHUR_RHS ? LQCD_EVEN : LQCD_FULL) && !j->dagger;
}

/* A job on full fields or halves of them, for operators and fields of any type. */
#define RUN(object, j, field, view, out, D, in, x, tmp)                                                                   \
	do {                                                                                                           \
		const lqcd_parity p_ = (j)->parity, q_ = (lqcd_parity)(p_ ? 3 - (int)p_ : 0);                          \
		const view d_ = RUN_##object(dirac)(D);                                                                \
		field o_ = p_ ? lqcd_##object##_field_part(out, p_) : *(out);                                          \
		field t_ = p_ ? lqcd_##object##_field_part(tmp, q_) : *(tmp);                                          \
		const field x_ = p_ ? lqcd_##object##_field_part(x, p_) : *(x);                                        \
		const field i_ = p_ ? lqcd_##object##_field_part(in, q_) : *(in);                                      \
		const field s_ = p_ ? lqcd_##object##_field_part(in, p_) : *(in);                                      \
		switch ((j)->op) {                                                                                     \
		case HOP: RUN_##object(hop_xpay)(&o_, 0, NULL, 1, D, &i_, (j)->dagger); break;                         \
		case HOP_XPAY: RUN_##object(hop_xpay)(&o_, (j)->a, &x_, (j)->b, D, &i_, (j)->dagger); break;           \
		case APPLY: lqcd_dirac_apply(&o_, &d_, &i_, (j)->dagger, NULL); break;                                 \
		case SCHUR: lqcd_schur_apply(&o_, &d_, &s_, &t_, (j)->dagger); break;                                  \
		case SCHUR_RHS: lqcd_schur_rhs(&o_, &d_, in, NULL); break;                                             \
		default: lqcd_schur_solution(&o_, &d_, in);                                                             \
		}                                                                                                      \
	} while (0)
#define RUN_spinor(name) lqcd_wilson_##name
#define RUN_multi_spinor(name) lqcd_wilson_multi_##name

#define TEST_TEMPLATE "../dirac/wilson_multi.inc"
#include "../support/each_tag.inc"
#define TEST_TEMPLATE "../dirac/domain_wall.inc"
#include "../support/each_tag.inc"

static void test_wilson_multi(void)
{
	static const int l[4] = {4, 4, 4, 4}, uneven[4] = {4, 2, 6, 2};
	test_cache = 400000; /* bytes: larger cases prefetch and stream */
	test_parallel_min = 1;
#ifdef _OPENMP
	omp_set_num_threads(2);
#endif
	EACH_TAG(check_wilson_multi, ());
	make_gamma();
#ifdef _OPENMP
	omp_set_num_threads(1);
#endif
	EACH_TAG(check_wall, ());
	check_free(l, lqcd_domain_wall_params_make(6, 1.6, 0.1, 1, 0));
	check_free(uneven, lqcd_domain_wall_params_make(7, 1.8, 0.05, 1.5, 0.5));
	check_free(l, random_params(1 + random_below(12), 3));
	check_chiral_symmetry(l);
	tap_ok(hook.live == 0, "all memory is given back");
}
