/* tests/physics/hmc.c: hybrid Monte Carlo of gauge fields: integrators, conservation, reversibility, equilibrium,
 * restarts.
 *
 * Statistical checks have fixed seeds. With LQCD_TEST_LONG in the environment equilibrium is tested with 1000
 * trajectories of each integrator. Files are written to TMPDIR, or /tmp. */
#include <lqcd/gauge/heatbath.h>
#include <lqcd/io/hmc.h>
#include <lqcd/observables/series.h>

#include "../support.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define BETA 5.0
/* Unoptimised or instrumented code is slow. */
#if defined __OPTIMIZE__ && !defined __SANITIZE_ADDRESS__
enum { SHORT = 160 };
#else
enum { SHORT = 24 };
#endif

static lqcd_lattice lat;
static lqcd_gauge_field_vd thermal, u, other; /* near equilibrium at BETA; the others are scratch */

static lqcd_hmc_vd hmc_of(const lqcd_hmc_chain *chain)
{
	lqcd_hmc_vd hmc;
	must(lqcd_hmc_create(&hmc, &lat, chain));
	return hmc;
}

static size_t bytes_of(const lqcd_gauge_field_vd *f)
{
	return 4 * (size_t)f->type->gsize_gauge * sizeof *f->ptr;
}

static int same_links(const lqcd_gauge_field_vd *a, const lqcd_gauge_field_vd *b)
{
	return memcmp(a->ptr, b->ptr, bytes_of(a)) == 0;
}

static double distance(const lqcd_gauge_field_vd *a, const lqcd_gauge_field_vd *b)
{
	return sqrt(lqcd_links_distance2_vd(a, b));
}

/* ---- integrators ---- */

static void check_tables(void)
{
	for (int kind = 0; kind < 3; kind++) {
		const lqcd_integrator *t = lqcd_integrator_of((lqcd_integrator_kind)kind);
		const int last = t->kicks - 1;
		double kicks = 0, drifts = 0, off = 0;
		for (int k = 0; k <= last; k++) {
			kicks += t->kick[k];
			off = tap_worst(off, fabs(t->kick[k] - t->kick[last - k]));
		}
		for (int k = 0; k < last; k++) {
			drifts += t->drift[k];
			off = tap_worst(off, fabs(t->drift[k] - t->drift[last - 1 - k]));
		}
		tap_ok(off <= 0 && fabs(kicks - 1) <= 1e-15 && fabs(drifts - 1) <= 1e-15, "%s: symmetric, sums are 1",
		       t->name);
	}
	tap_ok(!lqcd_integrator_of((lqcd_integrator_kind)3), "there is no fourth kind");
}

/* A second gauge action as a term: with all of S as one action the motion is the same. */
typedef struct {
	lqcd_action_vd action;
	double beta;
	int forces, draws;
} second_action;

static lqcd_status second_refresh(void *self, const lqcd_gauge_field_vd *v, uint64_t seed, uint64_t stream)
{
	second_action *s = (second_action *)self;
	s->draws += v->ptr && seed == 77 && stream % 64 == 8;
	return LQCD_OK;
}

static lqcd_status second_value(void *self, const lqcd_gauge_field_vd *v, double *S)
{
	*S = lqcd_action_value(v, ((second_action *)self)->beta, 0);
	return LQCD_OK;
}

static lqcd_status second_force(void *self, lqcd_gauge_field_vd *p, const lqcd_gauge_field_vd *v, double h)
{
	second_action *s = (second_action *)self;
	s->forces++;
	return lqcd_action_force(p, 1, &s->action, v, -h * s->beta / (2 * LQCD_NC));
}

static void check_nested(void)
{
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(0.7 * BETA, 0, 77), whole = lqcd_hmc_chain_make(BETA, 0, 77);
	second_action second;
	lqcd_hmc_term_vd term = {&second, second_refresh, second_value, second_force};
	double H[2], dH[2];
	memset(&second, 0, sizeof second);
	must(lqcd_action_create(&second.action, &lat, 0));
	second.beta = 0.3 * BETA;
	chain.levels = 2;
	chain.length = whole.length = 0.5;
	chain.level[0].kind = chain.level[1].kind = whole.level[0].kind = LQCD_OMF4;
	chain.level[0].steps = 1;
	chain.level[1].steps = 4;
	whole.level[0].steps = 8;
	lqcd_hmc_vd nested = hmc_of(&chain), plain = hmc_of(&whole);
	must(lqcd_hmc_add(&nested, &term, 1));
	lqcd_links_copy(&u, &thermal);
	lqcd_links_copy(&other, &thermal);
	must(lqcd_hmc_refresh(&nested, &u));
	must(lqcd_hmc_refresh(&plain, &u));
	must(lqcd_hmc_energy(&nested, &u, &H[0]));
	must(lqcd_hmc_energy(&plain, &u, &H[1]));
	tap_ok(fabs(H[0] - H[1]) <= 1e-10 && second.draws == 1, "a term: H = %.6f, as one action %.6f", H[0], H[1]);
	must(lqcd_hmc_evolve(&nested, &u, 0.5));
	must(lqcd_hmc_evolve(&plain, &other, 0.5));
	const double apart = distance(&u, &other);
	tap_ok(second.forces == 21 && apart <= 1e-4 && apart > 0,
	       "two levels and one arrive within %.1e, %d outer forces", apart, second.forces);
	must(lqcd_hmc_energy(&nested, &u, &dH[0]));
	must(lqcd_hmc_energy(&plain, &other, &dH[1]));
	tap_ok(fabs(dH[0] - H[0]) <= 1e-3 && fabs(dH[1] - H[1]) <= 1e-3, "both conserve H: %.1e, %.1e", dH[0] - H[0],
	       dH[1] - H[1]);
	tap_ok(lqcd_hmc_add(&nested, &term, 2) == LQCD_ERR_ARGUMENT &&
		       lqcd_hmc_add(&nested, &term, -1) == LQCD_ERR_ARGUMENT,
	       "a level that is none is refused");
	lqcd_hmc_destroy(&nested);
	lqcd_hmc_destroy(&plain);
	lqcd_action_destroy(&second.action);
}

/* |dH| falls with the power of the step that the table states: the root of its mean square over some momenta. */
static void check_order(lqcd_integrator_kind kind, double c1, int steps)
{
	const lqcd_integrator *t = lqcd_integrator_of(kind);
	double square[2] = {0, 0};
	for (int k = 0; k < 2; k++) {
		lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, c1, 3);
		chain.level[0].kind = kind;
		chain.level[0].steps = steps << k;
		lqcd_hmc_vd hmc = hmc_of(&chain);
		for (int n = 0; n < 4; n++) {
			lqcd_links_copy(&u, &thermal);
			must(lqcd_hmc_trajectory(&hmc, &u));
			square[k] += hmc.dH * hmc.dH / 4;
		}
		lqcd_hmc_destroy(&hmc);
	}
	const double want = t->order == 2 ? 4 : 16, ratio = sqrt(square[0] / square[1]);
	tap_ok(ratio > 0.85 * want && ratio < 1.15 * want,
	       "%s, c1 = %g: |dH| %.2e and %.2e of %d and %d steps, ratio %.2f", t->name, c1, sqrt(square[0]),
	       sqrt(square[1]), steps, 2 * steps, ratio);
}

static void check_reversible(lqcd_integrator_kind kind)
{
	const double length = 2;
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, 0, tap_random_u64());
	lqcd_gauge_field_vd p;
	chain.level[0].kind = kind;
	lqcd_hmc_vd hmc = hmc_of(&chain);
	must(lqcd_gauge_field_create(&p, &lat, LQCD_FULL));
	lqcd_links_copy(&u, &thermal);
	must(lqcd_hmc_refresh(&hmc, &u));
	lqcd_links_copy(&p, &hmc.p);
	must(lqcd_hmc_evolve(&hmc, &u, length));
	const double far = distance(&u, &thermal);
	must(lqcd_hmc_evolve(&hmc, &u, -length));
	const double links = distance(&u, &thermal), momenta = distance(&hmc.p, &p);
	tap_ok(far > 0.5 && links <= 1e-12 * length && momenta <= 1e-12 * length,
	       "%s: %g there and back: links within %.1e, momenta within %.1e", lqcd_integrator_of(kind)->name, length,
	       links, momenta);
	lqcd_gauge_field_destroy(&p);
	lqcd_hmc_destroy(&hmc);
}

/* ---- equilibrium ---- */

/* <K> = half the degrees of freedom. */
static void check_momenta(void)
{
	const double want = 0.5 * 4 * (LQCD_NC * LQCD_NC - 1) * (double)lqcd_geometry_sites(u.type),
		     spread = sqrt(want);
	double sum = 0;
	for (int k = 0; k < 16; k++) {
		lqcd_momentum_random(&u, 5, (uint64_t)k);
		sum += lqcd_momentum_energy(&u) / 16;
	}
	tap_ok(fabs(sum - want) <= 4 * spread / 4, "<K> = %.1f, expected %.1f(%.1f)", sum, want, spread / 4);
}

static lqcd_series analysed(const double *x, int n)
{
	lqcd_series r;
	must(lqcd_series_analyse(&r, x, (size_t)n, 1, 1.5, NULL));
	return r;
}

static void check_equilibrium(lqcd_integrator_kind kind, double c1, int steps, int n)
{
	double *x = (double *)calloc(4 * (size_t)n, sizeof *x), *weight = x + n, *plaquette = x + 2 * n,
	       *bath = x + 3 * n;
	const char *name = lqcd_integrator_of(kind)->name;
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, c1, 20250101);
	if (!x) exit(99);
	chain.level[0].kind = kind;
	chain.level[0].steps = steps;
	lqcd_hmc_vd hmc = hmc_of(&chain);
	lqcd_links_copy(&u, &thermal);
	lqcd_links_copy(&other, &thermal);
	for (int k = -8; k < n; k++) {
		must(lqcd_hmc_trajectory(&hmc, &u));
		if (k < 0) continue;
		x[k] = hmc.dH;
		weight[k] = exp(-hmc.dH);
		plaquette[k] = lqcd_plaquette(&u).mean;
		if (fabs(c1) > 0) continue;
		must(lqcd_heatbath_sweep(&other, BETA, 20250102, (uint64_t)k));
		must(lqcd_overrelax_sweep(&other));
		bath[k] = lqcd_plaquette(&other).mean;
	}
	const lqcd_series w = analysed(weight, n), dH = analysed(x, n), p = analysed(plaquette, n),
			  q = analysed(bath, n);
	const double rate = (double)hmc.chain.taken / (double)hmc.chain.trajectory,
		     expected = erfc(sqrt(fmax(dH.mean, 0)) / 2);
	tap_ok(w.error > 0 && fabs(w.mean - 1) <= 4 * w.error, "%s: %d trajectories, <exp(-dH)> = %.4f(%.4f)", name, n,
	       w.mean, w.error);
	/* Creutz: a gaussian dH of this mean */
	tap_ok(dH.mean > -4 * dH.error && fabs(rate - expected) <= 2 / sqrt(n),
	       "%s: <dH> = %.3f(%.3f), %.3f accepted, expected %.3f", name, dH.mean, dH.error, rate, expected);
	if (!(fabs(c1) > 0))
		tap_ok(fabs(p.mean - q.mean) <= 4 * sqrt(p.error * p.error + q.error * q.error),
		       "%s: plaquette %.5f(%.5f), tau %.1f; heat bath %.5f(%.5f), tau %.1f", name, p.mean, p.error,
		       p.tau, q.mean, q.error, q.tau);
	lqcd_hmc_destroy(&hmc);
	free(x);
}

/* ---- chains ---- */

static void check_restart(void)
{
	const char *folder = getenv("TMPDIR");
	char path[512];
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, 0, tap_random_u64()), back;
	lqcd_message why;
	snprintf(path, sizeof path, "%.400s/lqcd-hmc-%08lx", folder && *folder ? folder : "/tmp",
		 (unsigned long)(tap_random_u64() & 0xffffffff));
	chain.levels = 2;
	chain.length = 0.7;
	chain.level[1].steps = 2;
	chain.level[0].kind = LQCD_LEAPFROG;
	chain.level[0].steps = 3;
	lqcd_hmc_vd one = hmc_of(&chain);
	lqcd_links_copy(&u, &thermal);
	for (int k = 0; k < 4; k++) {
		if (k == 2) must(lqcd_hmc_save(path, &one.chain, lqcd_gauge_field_view(&u), &why));
		must(lqcd_hmc_trajectory(&one, &u));
	}
	memset((void *)other.ptr, 0xff, bytes_of(&other));
	must(lqcd_hmc_load(path, &back, lqcd_gauge_field_view(&other), &why));
	lqcd_hmc_vd two = hmc_of(&back);
	for (int k = 0; k < 2; k++) must(lqcd_hmc_trajectory(&two, &other));
	tap_ok(distance(&u, &other) <= 0 && distance(&u, &thermal) > 0.1 &&
		       memcmp(&one.chain, &two.chain, sizeof chain) == 0 && fabs(one.dH - two.dH) <= 0,
	       "two trajectories from a file are those without it: dH %.17g", two.dH);
	double kappa = 0.1 + 1e-7 * (double)(tap_random_u64() % 1000), read = 0;
	const lqcd_hmc_number more = {"kappa", &kappa}, again = {"kappa", &read}, taken = {"beta", &read};
	const lqcd_status missing = lqcd_hmc_load_with(path, &back, lqcd_gauge_field_view(&other), &more, 1, &why);
	const lqcd_status twice = lqcd_hmc_save_with(path, &one.chain, lqcd_gauge_field_view(&u), &taken, 1, NULL);
	must(lqcd_hmc_save_with(path, &one.chain, lqcd_gauge_field_view(&u), &more, 1, &why));
	must(lqcd_hmc_load_with(path, &back, lqcd_gauge_field_view(&other), &again, 1, &why));
	tap_ok(fabs(read - kappa) <= 0 && missing == LQCD_ERR_KEY && twice == LQCD_ERR_ARGUMENT &&
		       memcmp(&one.chain, &back, sizeof back) == 0 && distance(&u, &other) <= 0,
	       "a number of the caller in a file: %.17g", read);
	one.chain.level[1].steps = 0;
	must(lqcd_hmc_save(path, &one.chain, lqcd_gauge_field_view(&u), &why));
	const lqcd_status s = lqcd_hmc_load(path, &back, lqcd_gauge_field_view(&other), &why);
	tap_ok(s == LQCD_ERR_ARGUMENT && strstr(why.text, path), "no steps in a file: %s", why.text);
	tap_ok(remove(path) == 0 && lqcd_hmc_load(path, &back, lqcd_gauge_field_view(&other), &why) == LQCD_ERR_OPEN,
	       "no file: %s", why.text);
	lqcd_hmc_destroy(&one);
	lqcd_hmc_destroy(&two);
}

/* One large step is refused, and u stays, bit for bit; `always` takes it. */
static void check_refused(void)
{
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, 0, 9);
	chain.level[0].kind = LQCD_LEAPFROG;
	chain.level[0].steps = 1;
	lqcd_links_copy(&u, &thermal);
	memcpy((void *)other.ptr, u.ptr, bytes_of(&u));
	for (int k = 0; k < 2; k++) {
		chain.always = k;
		lqcd_hmc_vd hmc = hmc_of(&chain);
		must(lqcd_hmc_trajectory(&hmc, &u));
		tap_ok(hmc.dH > 50 && hmc.accepted == k && hmc.chain.taken == (uint64_t)k &&
			       hmc.chain.trajectory == 1 && same_links(&u, &other) == !k,
		       "dH = %.1f, always = %d: %s", hmc.dH, k, k ? "taken" : "refused, and the links stay");
		lqcd_hmc_destroy(&hmc);
	}
}

static void check_errors(void)
{
	const lqcd_hmc_chain good = lqcd_hmc_chain_make(BETA, 0, 9);
	lqcd_hmc_chain bad[6] = {good, good, good, good, good, good};
	lqcd_hmc_vd hmc;
	lqcd_gauge_field_vd half;
	int wrong = 0;
	bad[0].beta = tap_nan();
	bad[1].length = tap_infinity();
	bad[2].levels = LQCD_HMC_LEVELS + 1;
	bad[3].level[0].steps = 0;
	bad[4].level[0].kind = (lqcd_integrator_kind)3;
	bad[5].trajectory = 1 << 26;
	for (int k = 0; k < 6; k++) wrong += lqcd_hmc_create(&hmc, &lat, &bad[k]) != LQCD_ERR_ARGUMENT || hmc.p.ptr;
	hmc = hmc_of(&good);
	must(lqcd_gauge_field_create(&half, &lat, LQCD_ODD));
	wrong += lqcd_hmc_trajectory(&hmc, &half) != LQCD_ERR_GEOMETRY ||
		 lqcd_hmc_evolve(&hmc, &half, 1) != LQCD_ERR_GEOMETRY;
	wrong += lqcd_hmc_evolve(&hmc, &u, tap_nan()) != LQCD_ERR_ARGUMENT;
	lqcd_links_copy(&u, &thermal);
	((double *)u.ptr)[0] = tap_nan();
	const lqcd_status s = lqcd_hmc_trajectory(&hmc, &u);
	tap_ok(wrong == 0 && s == LQCD_NAN && hmc.chain.trajectory == 0, "wrong arguments and NaN are refused");
	lqcd_hmc_destroy(&hmc);
	lqcd_gauge_field_destroy(&half);
}

int main(void)
{
	static const int extent[4] = {4, 4, 4, 4};
	const int longer = getenv("LQCD_TEST_LONG") != NULL;
#ifdef _OPENMP
	omp_set_num_threads(1); /* results do not depend on it */
#endif
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&thermal, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&other, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&thermal);
	for (int k = 0; k < 30; k++) must(lqcd_heatbath_sweep(&thermal, BETA, 20250103, (uint64_t)k));
	check_tables();
	check_momenta();
	check_order(LQCD_LEAPFROG, 0, 40);
	check_order(LQCD_OMF2, 0, 20);
	check_order(LQCD_OMF2, LQCD_C1_LUESCHER_WEISZ, 20);
	check_order(LQCD_OMF4, 0, 10);
	for (int k = 0; k < 3; k++) check_reversible((lqcd_integrator_kind)k);
	check_nested();
	check_equilibrium(LQCD_OMF2, 0, 5, longer ? 1000 : SHORT);
	if (longer) {
		check_equilibrium(LQCD_LEAPFROG, 0, 12, 1000);
		check_equilibrium(LQCD_OMF4, 0, 2, 1000);
		check_equilibrium(LQCD_OMF2, LQCD_C1_LUESCHER_WEISZ, 6, 1000);
	}
	check_restart();
	check_refused();
	check_errors();
	lqcd_gauge_field_destroy(&thermal);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&other);
	lqcd_lattice_destroy(&lat);
	return tap_done();
}
