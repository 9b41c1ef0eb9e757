/* tests/gpu/solver.cu: field algebra, exact sums and solvers of a GPU. The checks of a tag are those of hosts: ../field/linalg.inc,
 * ../solver/solver_multi.inc and multishift.inc; solver.inc compares with the host. */
#include "../solver/solver_case.h"
#include "case.h"
#include "../field/linalg.h"

#define ON_LATTICE(c)     (&(c)->there)
#define READ(c, k, to)    (must(lqcd_spinor_field_get(lqcd_spinor_field_view(&(c)->here), &(c)->full[k])), naive_get(lqcd_spinor_field_view(&(c)->here), to))
#define WRITE(c, k, from) (naive_put(lqcd_spinor_field_view(&(c)->here), from), must(lqcd_spinor_field_put(&(c)->full[k], lqcd_spinor_field_view(&(c)->here))))
#define POISON(c, k)      done(lqcd_gpu_fill(&gpu, (c)->full[k].ptr, 0xff, T(lqcd__gpu_field_bytes)(&(c)->full[k], 0), &why))
#define LQCD_TAG          gf
#include "../field/linalg.inc"
#define LQCD_TAG gd
#include "../field/linalg.inc"

#define LQCD_TAG gf
#define SCALAR   f
#include "../solver/solver_multi.inc"
#define LQCD_TAG gd
#define SCALAR   d
#include "../solver/solver_multi.inc"
#define LQCD_TAG gf
#include "../solver/multishift.inc"
#define LQCD_TAG gd
#include "../solver/multishift.inc"
#define LQCD_TAG  gf
#define TEST_HOST f
#include "solver.inc"
#define LQCD_TAG  gd
#define TEST_HOST d
#include "solver.inc"

/* Values of all sizes, with zeros, cancellations, infinities and NaN: the same bits as on the host. */
typedef struct three_values {
	const double *x;
	LQCD_GPU_FN void operator()(int i, double *v) const
	{
		v[0] = x[i];
		v[1] = -x[i];
		v[2] = i % 3 ? 0 : x[i] * x[i];
	}
} three_values;

typedef struct three_numbers {
	double v[3];
} three_numbers;

struct keep_three {
	typedef three_numbers numbers;
	LQCD_GPU_FN int operator()(three_numbers *to, const double *v) const
	{
		for (int k = 0; k < 3; k++) to->v[k] = v[k];
		return 1;
	}
};

static void check_sums(void)
{
	static const int sizes[] = {1, 31, 32, 33, 255, 1000, 100003};
	lqcd_gpu_sums sums;
	lqcd_gpu_ahead ahead;
	const keep_three keep = {};
	done(lqcd_gpu_ahead_create(&gpu, &ahead, &why));
	done(lqcd_gpu_sums_create(&gpu, &sums, &why));
	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
		for (int kind = 0; kind < 4; kind++) {
			const int n = sizes[k];
			double *x = (double *)malloc((size_t)n * sizeof *x);
			void *there;
			lqcd_sum want[3], got[3];
			int good = 1;
			for (int i = 0; i < n; i++) {
				const int power = kind == 0   ? 0
						  : kind == 1 ? (int)(60 * tap_random())
							      : (int)(1000 * tap_random());
				x[i] = tap_random_u64() % 7 ? ldexp(tap_random(), power) : 0;
			}
			if (kind == 3) x[n / 2] = tap_random() > 0 ? tap_nan() : -tap_infinity();
			done(lqcd_gpu_alloc(&gpu, &there, (size_t)n * sizeof *x, &why));
			done(lqcd_gpu_put(&gpu, there, x, (size_t)n * sizeof *x, &why));
			const three_values f = {(const double *)there};
			done(lqcd_gpu_over<3>(&gpu, n, f, &sums, got, &why));
			/* The same, rounded on the device, twice: they start again from zero. */
			three_numbers rounded[2];
			memset(rounded, 0xff, sizeof rounded);
			done(lqcd_gpu_ahead_start(&gpu, &ahead, rounded, &why));
			done(lqcd_gpu_sums_start(&gpu, &sums, 3, &why));
			for (int j = 0; j < 2; j++) {
				done(lqcd__gpu_over_launch<3>(&gpu, n, f, &sums, &why));
				done(lqcd_gpu_ahead_follow<3>(&gpu, &ahead, &sums, keep, &why));
				done(lqcd_gpu_ahead_await(&gpu, &ahead, j + 1, &rounded[j], &why));
			}
			const three_values host = {x};
			for (int j = 0; j < 3; j++) lqcd_sum_start(want + j);
			for (int i = 0; i < n; i++) {
				double v[3];
				host(i, v);
				for (int j = 0; j < 3; j++) lqcd_sum_add(want + j, v[j]);
			}
			for (int j = 0; j < 3; j++) {
				const double a = lqcd_sum_value(want + j), b = lqcd_sum_value(got + j);
				good &= memcmp(&a, &b, sizeof a) == 0 || (tap_isnan(a) && tap_isnan(b));
				for (int i = 0; i < 2; i++)
					good &= memcmp(&a, &rounded[i].v[j], sizeof a) == 0 ||
						(tap_isnan(a) && tap_isnan(rounded[i].v[j]));
			}
			tap_ok(good, "sums of %d numbers, kind %d: the bits of the host", n, kind);
			lqcd_gpu_free(&gpu, there);
			free(x);
		}
	lqcd_gpu_ahead_destroy(&gpu, &ahead);
	lqcd_gpu_sums_destroy(&gpu, &sums);
}

/* The residual of x, computed by the host. */
static double residual(host_case *c, const lqcd_spinor_field_d *x, const lqcd_spinor_field_d *b)
{
	lqcd_wilson_apply(&c->got, &c->D, x, 0);
	lqcd_spinor_field_axpy(&c->got, -1, b);
	return sqrt(lqcd_spinor_field_norm2(&c->got) / lqcd_spinor_field_norm2(b));
}

template <class Low> static void check_mixed(host_case *c, int bc, lqcd_link_storage storage, const char *name)
{
	lqcd_wilson_gd D;
	Low low;
	const lqcd_field_view u = lqcd_gauge_field_view(&c->u);
	lqcd_solve_params p = lqcd_solve_params_default();
	held<lqcd_spinor_field_gd> x(&c->there), b(&c->there);
	must(lqcd_wilson_create_on(&D, &c->there, u, c->D.mass, bc, LQCD_LINK_18));
	must(lqcd_wilson_create_on(&low, &c->there, u, c->D.mass, bc, storage));
	must(lqcd_spinor_field_put(&b, lqcd_spinor_field_view(&c->in)));
	for (int m = 0; m < 2; m++) {
		lqcd_spinor_field_zero(&x);
		const auto d = lqcd_wilson_dirac(&D);
		const auto l = lqcd_wilson_dirac(&low);
		const lqcd_solve_result r = lqcd_dirac_solve_mixed(&x, &d, &l, &b, m ? LQCD_BICGSTAB : LQCD_CG, &p);
		must(lqcd_spinor_field_get(lqcd_spinor_field_view(&c->want), &x));
		done(lqcd_gpu_lattice_status(&c->there, &why));
		const double mine = residual(c, &c->want, &c->in);
		tap_ok(r.status == LQCD_OK && fabs(mine - r.residual) < 1e-13 && mine <= 1e-10,
		       "%s: %s with %s: %d iterations, residual %.2e", c->name, m ? "BiCGStab" : "CG", name,
		       r.iterations, mine);
	}
	lqcd_wilson_destroy(&D);
	lqcd_wilson_destroy(&low);
}

/* The result of a solve whose device fails. */
static void check_failure(host_case *c)
{
	lqcd_wilson_gd D;
	lqcd_message bad = {"a test"};
	const lqcd_solve_params p = lqcd_solve_params_default();
	held<lqcd_spinor_field_gd> x(&c->there), b(&c->there);
	must(lqcd_wilson_create_on(&D, &c->there, lqcd_gauge_field_view(&c->u), c->D.mass, 1, LQCD_LINK_12));
	must(lqcd_spinor_field_put(&b, lqcd_spinor_field_view(&c->in)));
	(void)lqcd__gpu_note(&c->there, LQCD_ERR_DEVICE, &bad);
	const auto d = lqcd_wilson_dirac(&D);
	const lqcd_solve_result r = lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &p);
	tap_ok(r.status == LQCD_NAN && lqcd_gpu_lattice_status(&c->there, &why) == LQCD_ERR_DEVICE &&
		       !strcmp(why.text, "a test"),
	       "%s: a device that fails ends a solve: %s", c->name, lqcd_status_text(r.status));
	lqcd_wilson_destroy(&D);
}

int main(void)
{
	static const int extents[][4] = {{2, 2, 2, 2}, {4, 2, 6, 10}, {8, LQCD_DEVICE_COMPILER ? 8 : 4, 4, LQCD_DEVICE_COMPILER ? 8 : 4}};
	gpu_begin();
	check_sums();
	check_sides_gf();
	check_sides_gd();
	for (size_t i = 0; i < (FEW ? 2 : sizeof extents / sizeof *extents); i++) {
		const int bc = i % 2 ? 1 : -1;
		host_case c(extents[i], bc);
		check_gf(&c, bc);
		check_gd(&c, bc);
		check_mixed<lqcd_wilson_gf>(&c, bc, LQCD_LINK_12, "float, 12 reals");
		check_mixed<lqcd_wilson_gf>(&c, bc, LINKS_LEAST, "float, few reals");
		check_mixed<lqcd_wilson_gh>(&c, bc, LQCD_LINK_12, "16 bits, 12 reals");
		check_failure(&c);
	}
	lqcd_gpu_close(&gpu);
	return tap_done();
}
