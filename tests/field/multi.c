/* tests/field/multi.c: lqcd/field/multi.h: fields of several right-hand sides: sizes and errors, where their numbers lie, put
 * and take with fields of every tag, and each operation against that of linalg.h on the single fields. The checks of
 * one tag are in multi.inc.
 *
 * Input is random and fresh; outputs hold NaN before a call where the operation does not read them. */
#include "../support/multi_case.h"

static const int fits[4] = {4, 4, 4, 4}, odd[4] = {6, 2, 2, 6}; /* no 4 divides any extent */

/* put from a field of a tag, and take to it: exact where every number of the one is one of the other. */
#define CHECK_TAG(e, x, tag, stored)                                                                                   \
	do {                                                                                                           \
		lqcd_spinor_field_##tag s_, t_;                                                                        \
		const lqcd_status made_ = lqcd_spinor_field_create(&s_, (x)->type->lattice, (x)->type->parity);        \
		if (made_ != LQCD_OK) break; /* no lane grid */                                                        \
		must(lqcd_spinor_field_create(&t_, (x)->type->lattice, (x)->type->parity));                            \
		lqcd_spinor_field_gaussian(&s_, tap_random_u64(), 0);                                                  \
		const int n_ = random_below((x)->rhs);                                                                 \
		EXPECT(e, lqcd_multi_spinor_field_put(x, n_, lqcd_spinor_field_view(&s_)) == LQCD_OK, "put from %s", #tag);                           \
		const lqcd_status took_ = lqcd_multi_spinor_field_get(lqcd_spinor_field_view(&t_), x, n_);                                           \
		EXPECT(e, took_ == ((stored) ? LQCD_ERR_GEOMETRY : LQCD_OK), "take to %s: %d", #tag, (int)took_);      \
		lqcd_spinor_field_d want_, got_;                                                                       \
		must(lqcd_spinor_field_create(&want_, (x)->type->lattice, (x)->type->parity));                         \
		must(lqcd_spinor_field_create(&got_, (x)->type->lattice, (x)->type->parity));                          \
		must(lqcd_spinor_field_convert(&want_, &s_));                                                          \
		poison(&got_);                                                                                         \
		if (stored)                                                                                            \
			must(lqcd_multi_spinor_field_get(lqcd_spinor_field_view(&got_), x, n_));                                                     \
		else                                                                                                   \
			must(lqcd_spinor_field_convert(&got_, &t_));                                                   \
		const double d_ = distance(&got_, &want_, 0);                                                          \
		EXPECT(e, d_ <= 0.5 * FLT_EPSILON, "put from and take to %s: off by %g", #tag, d_);                    \
		lqcd_spinor_field_destroy(&s_);                                                                        \
		lqcd_spinor_field_destroy(&t_);                                                                        \
		lqcd_spinor_field_destroy(&want_);                                                                     \
		lqcd_spinor_field_destroy(&got_);                                                                      \
	} while (0)

enum {
	ZERO,
	COPY,
	SCALE,
	SCALE_IN_PLACE,
	AXPY,
	XPAY,
	CAXPY,
	CXPAYPBZ,
	AXPY_ZPBX_Y,
	AXPY_ZPBX_X,
	AXPY_NORM2,
	NORM2,
	DOT,
	OPERATIONS
};
static const char *const operation[OPERATIONS] = {
	"zero",     "copy",         "scale",        "scale in place", "axpy",  "xpay", "caxpy",
	"cxpaypbz", "axpy_zpbx, y", "axpy_zpbx, x", "axpy_norm2",     "norm2", "dot"};

/* The same on one right-hand side with linalg.h; sums go to want[2]. A macro, for fields of two types. */
#define SINGLE(op, r, x, y, a, z, w, want)                                                                             \
	switch (op) {                                                                                                  \
	case ZERO: lqcd_spinor_field_zero(r); break;                                                                   \
	case COPY: lqcd_spinor_field_copy(r, x); break;                                                                \
	case SCALE: lqcd_spinor_field_scale(r, a, x); break;                                                           \
	case SCALE_IN_PLACE: lqcd_spinor_field_scale(r, a, r); break;                                                  \
	case AXPY: lqcd_spinor_field_axpy(r, a, x); break;                                                             \
	case XPAY: lqcd_spinor_field_xpay(r, x, a); break;                                                             \
	case CAXPY: lqcd_spinor_field_caxpy(r, z, x); break;                                                           \
	case CXPAYPBZ: lqcd_spinor_field_cxpaypbz(r, x, z, y, w); break;                                               \
	case AXPY_ZPBX_Y: lqcd_spinor_field_axpy(r, a, x); break;                                                      \
	case AXPY_ZPBX_X: lqcd_spinor_field_xpay(r, y, a); break;                                                      \
	case AXPY_NORM2: want[0] = lqcd_spinor_field_axpy_norm2(r, a, x); break;                                       \
	case NORM2: want[0] = lqcd_spinor_field_norm2(x); break;                                                       \
	default: {                                                                                                     \
		const lqcd_complex_d dot_ = lqcd_spinor_field_dot(x, y);                                               \
		want[0] = dot_.re;                                                                                     \
		want[1] = dot_.im;                                                                                     \
	}                                                                                                              \
	}

#define TEST_TEMPLATE "../field/multi.inc"
#include "../support/each_tag.inc"

static void test_multi(void)
{
	test_parallel_min = 1; /* small fields run in threads too */
#ifdef _OPENMP
	omp_set_num_threads(1); /* but in check_threads */
#endif
	EACH_TAG(check_multi, ());
	tap_ok(hook.live == 0, "all memory is given back");
}
