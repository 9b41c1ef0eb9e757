/* tests/hmc/hmc.c: hybrid Monte Carlo of gauge fields: integrators, conservation, reversibility, equilibrium,
 * restarts.
 *
 * Statistical checks have fixed seeds. With LQCD_TEST_LONG in the environment equilibrium is tested with 1000
 * trajectories of each integrator. Files are written to TMPDIR, or /tmp. */
#include <lqcd/field/layout.h>
#include <lqcd/gauge/heatbath.h>
#include <lqcd/io/hmc.h>
#include <lqcd/observables/series.h>

#include "quark_case.h"

enum { SHORT = FAST ? 160 : 24 };

static lqcd_gauge_field_vd scratch;

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

static lqcd_series analysed(const double *x, int n)
{
	lqcd_series r;
	must(lqcd_series_analyse(&r, x, (size_t)n, 1, 1.5, NULL));
	return r;
}

#define TEST_TEMPLATE "../hmc/hmc_terms.inc"
#include "../support/each_tag.inc"

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
static void check_nested(void)
{
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(0.7 * BETA, 0, 77), whole = lqcd_hmc_chain_make(BETA, 0, 77);
	second_vd second;
	const lqcd_hmc_term_vd term = second_term_vd(&second, 0.3 * BETA);
	double H[2], dH[2];
	chain.levels = 2;
	chain.length = whole.length = 0.5;
	chain.level[0].kind = chain.level[1].kind = whole.level[0].kind = LQCD_OMF4;
	chain.level[0].steps = 1;
	chain.level[1].steps = 4;
	whole.level[0].steps = 8;
	lqcd_hmc_vd nested = hmc_of(&chain), plain = hmc_of(&whole);
	must(lqcd_hmc_add(&nested, &term, 1));
	lqcd_gauge_field_copy(&u, &thermal);
	lqcd_gauge_field_copy(&scratch, &thermal);
	must(lqcd_hmc_refresh(&nested, &u));
	must(lqcd_hmc_refresh(&plain, &u));
	must(lqcd_hmc_energy(&nested, &u, &H[0]));
	must(lqcd_hmc_energy(&plain, &u, &H[1]));
	tap_ok(fabs(H[0] - H[1]) <= 1e-10 && second.draws == 1 && second.stream == 8,
	       "a term: H = %.6f, as one action %.6f", H[0], H[1]);
	must(lqcd_hmc_evolve(&nested, &u, 0.5));
	must(lqcd_hmc_evolve(&plain, &scratch, 0.5));
	const double apart = distance(&u, &scratch);
	tap_ok(second.forces == 21 && apart <= 1e-4 && apart > 0,
	       "two levels and one arrive within %.1e, %d outer forces", apart, second.forces);
	must(lqcd_hmc_energy(&nested, &u, &dH[0]));
	must(lqcd_hmc_energy(&plain, &scratch, &dH[1]));
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
			lqcd_gauge_field_copy(&u, &thermal);
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
	lqcd_gauge_field_copy(&u, &thermal);
	must(lqcd_hmc_refresh(&hmc, &u));
	lqcd_gauge_field_copy(&p, &hmc.p);
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
	lqcd_gauge_field_copy(&u, &thermal);
	lqcd_gauge_field_copy(&scratch, &thermal);
	for (int k = -8; k < n; k++) {
		must(lqcd_hmc_trajectory(&hmc, &u));
		if (k < 0) continue;
		x[k] = hmc.dH;
		weight[k] = exp(-hmc.dH);
		plaquette[k] = lqcd_plaquette(&u).mean;
		if (fabs(c1) > 0) continue;
		must(lqcd_heatbath_sweep(&scratch, BETA, 20250102, (uint64_t)k));
		must(lqcd_overrelax_sweep(&scratch));
		bath[k] = lqcd_plaquette(&scratch).mean;
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

/* gauge_level is the last member, with padding behind it. */
static int same_chain(const lqcd_hmc_chain *a, const lqcd_hmc_chain *b)
{
	return memcmp(a, b, offsetof(lqcd_hmc_chain, gauge_level)) == 0 && a->gauge_level == b->gauge_level;
}

static void file_name(char path[512])
{
	const char *folder = getenv("TMPDIR");
	snprintf(path, 512, "%.400s/lqcd-hmc-%08lx", folder && *folder ? folder : "/tmp",
		 (unsigned long)(tap_random_u64() & 0xffffffff));
}

static void check_restart(void)
{
	char path[512];
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, 0, tap_random_u64()), back;
	lqcd_message why;
	file_name(path);
	chain.levels = 2;
	chain.length = 0.7;
	chain.level[1].steps = 2;
	chain.level[0].kind = LQCD_LEAPFROG;
	chain.level[0].steps = 3;
	lqcd_hmc_vd one = hmc_of(&chain);
	lqcd_gauge_field_copy(&u, &thermal);
	for (int k = 0; k < 4; k++) {
		if (k == 2) must(lqcd_hmc_save(path, &one.chain, lqcd_gauge_field_view(&u), &why));
		must(lqcd_hmc_trajectory(&one, &u));
	}
	memset((void *)scratch.ptr, 0xff, bytes_of(&scratch));
	must(lqcd_hmc_load(path, &back, lqcd_gauge_field_view(&scratch), &why));
	lqcd_hmc_vd two = hmc_of(&back);
	for (int k = 0; k < 2; k++) must(lqcd_hmc_trajectory(&two, &scratch));
	tap_ok(distance(&u, &scratch) <= 0 && distance(&u, &thermal) > 0.1 && same_chain(&one.chain, &two.chain) &&
		       fabs(one.dH - two.dH) <= 0,
	       "two trajectories from a file are those without it: dH %.17g", two.dH);
	double kappa = 0.1 + 1e-7 * (double)(tap_random_u64() % 1000), read = 0;
	const lqcd_hmc_number more = {"kappa", &kappa}, again = {"kappa", &read}, taken = {"beta", &read};
	const lqcd_status missing = lqcd_hmc_load_with(path, &back, lqcd_gauge_field_view(&scratch), &more, 1, &why);
	const lqcd_status twice = lqcd_hmc_save_with(path, &one.chain, lqcd_gauge_field_view(&u), &taken, 1, NULL);
	must(lqcd_hmc_save_with(path, &one.chain, lqcd_gauge_field_view(&u), &more, 1, &why));
	must(lqcd_hmc_load_with(path, &back, lqcd_gauge_field_view(&scratch), &again, 1, &why));
	tap_ok(fabs(read - kappa) <= 0 && missing == LQCD_ERR_KEY && twice == LQCD_ERR_ARGUMENT &&
		       same_chain(&one.chain, &back) && distance(&u, &scratch) <= 0,
	       "a number of the caller in a file: %.17g", read);
	one.chain.level[1].steps = 0;
	must(lqcd_hmc_save(path, &one.chain, lqcd_gauge_field_view(&u), &why));
	const lqcd_status s = lqcd_hmc_load(path, &back, lqcd_gauge_field_view(&scratch), &why);
	tap_ok(s == LQCD_ERR_ARGUMENT && strstr(why.text, path), "no steps in a file: %s", why.text);
	tap_ok(remove(path) == 0 && lqcd_hmc_load(path, &back, lqcd_gauge_field_view(&scratch), &why) == LQCD_ERR_OPEN,
	       "no file: %s", why.text);
	lqcd_hmc_destroy(&one);
	lqcd_hmc_destroy(&two);
}

/* A gauge action on another level is in a file; one on level 0 leaves the file as it was before there were others. */
static void check_gauge_level_file(void)
{
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, 0, 3), back;
	lqcd_message why;
	char path[512];
	long size[3];
	int same = 1;
	file_name(path);
	chain.levels = 3;
	for (int k = 0; k < 3; k++) {
		lqcd_file_in in;
		chain.gauge_level = k < 2 ? 2 * k : LQCD_HMC_NO_GAUGE;
		if (k == 2) chain.beta = 0;
		must(lqcd_hmc_save(path, &chain, lqcd_gauge_field_view(&u), &why));
		must(lqcd_hmc_load(path, &back, lqcd_gauge_field_view(&scratch), &why));
		same = same && same_chain(&chain, &back);
		must(lqcd_file_in_open(&in, path, &why));
		size[k] = (long)in.size;
		lqcd_file_in_close(&in);
	}
	tap_ok(same && size[1] == size[0] + 64 && size[2] == size[1], "gauge levels in files of %ld and %ld bytes",
	       size[0], size[1]);
	remove(path);
}

/* hmc_old.checkpoint was written before there were gauge terms, by a run whose next three trajectories had these dH. */
static void check_old_file(void)
{
	static const int extent[4] = {2, 2, 2, 2};
	static const double dH[3] = {0.12486064541604946, -0.59069202309950697, 0.98434229303757093};
	static const uint32_t crc[3] = {0xa4f4b4ea, 0x9bb3228c, 0x9bb3228c};
	static const char path[] = "tests/hmc/hmc_old.checkpoint";
	double kappa = 0, off = 0;
	const lqcd_hmc_number more = {"kappa", &kappa};
	int bits = 1;
	lqcd_lattice tiny;
	lqcd_gauge_field_d v;
	lqcd_hmc_d hmc;
	lqcd_hmc_chain chain;
	lqcd_message why = {""};
	must(lqcd_lattice_create(&tiny, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&v, &tiny, LQCD_FULL));
	const lqcd_status s = lqcd_hmc_load_with(path, &chain, lqcd_gauge_field_view(&v), &more, 1, &why);
	tap_ok(s == LQCD_OK && fabs(kappa - 0.125) <= 0 && fabs(chain.beta - 5.25) <= 0 &&
		       fabs(chain.length - 2.25) <= 0 && fabs(chain.c1 + 0.08333333333333333) <= 0 &&
		       chain.gauge_level == 0 && chain.levels == 2 && chain.level[0].kind == LQCD_OMF2 &&
		       chain.level[0].steps == 2 && chain.level[1].kind == LQCD_LEAPFROG && chain.level[1].steps == 3 &&
		       chain.level[2].steps == 7 && chain.level[3].kind == LQCD_LEAPFROG &&
		       chain.seed == UINT64_C(0xfedcba9876543212) && chain.trajectory == 6 && chain.taken == 5 &&
		       !chain.always,
	       "an old file is read: %s", s == LQCD_OK ? path : why.text);
	if (s != LQCD_OK) exit(99);
	must(lqcd_hmc_create(&hmc, &tiny, &chain));
	for (int k = 0; k < 3; k++) {
		must(lqcd_hmc_trajectory(&hmc, &v));
		off = tap_worst(off, fabs(hmc.dH - dH[k]));
		bits = bits && fabs(hmc.dH - dH[k]) <= 0 &&
		       lqcd_crc32(0, v.ptr, 4 * (size_t)v.type->gsize_gauge * sizeof *v.ptr) == crc[k];
	}
	/* The bits are those of machines with multiply-add, and of glibc's logarithms and cosines. */
#if defined __FMA__ && defined __GLIBC__
	tap_ok(bits, "and continued with the same bits");
#endif
	tap_ok(off <= 1e-10 && hmc.chain.taken == 7, "and continued: dH within %.1e%s", off,
	       bits ? ", the same bits" : "");
	lqcd_hmc_destroy(&hmc);
	lqcd_gauge_field_destroy(&v);
	lqcd_lattice_destroy(&tiny);
}

/* One large step is refused, and u stays, bit for bit; `always` takes it. */
static void check_refused(void)
{
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, 0, 9);
	chain.level[0].kind = LQCD_LEAPFROG;
	chain.level[0].steps = 1;
	lqcd_gauge_field_copy(&u, &thermal);
	memcpy((void *)scratch.ptr, u.ptr, bytes_of(&u));
	for (int k = 0; k < 2; k++) {
		chain.always = k;
		lqcd_hmc_vd hmc = hmc_of(&chain);
		must(lqcd_hmc_trajectory(&hmc, &u));
		tap_ok(hmc.dH > 50 && hmc.accepted == k && hmc.chain.taken == (uint64_t)k &&
			       hmc.chain.trajectory == 1 && same_links(&u, &scratch) == !k,
		       "dH = %.1f, always = %d: %s", hmc.dH, k, k ? "taken" : "refused, and the links stay");
		lqcd_hmc_destroy(&hmc);
	}
}

static void check_errors(void)
{
	const lqcd_hmc_chain good = lqcd_hmc_chain_make(BETA, 0, 9);
	lqcd_hmc_chain bad[10] = {good, good, good, good, good, good, good, good, good, good};
	lqcd_hmc_vd hmc;
	lqcd_gauge_field_vd half;
	int wrong = 0;
	bad[0].beta = tap_nan();
	bad[1].length = tap_infinity();
	bad[2].levels = LQCD_HMC_LEVELS + 1;
	bad[3].level[0].steps = 0;
	bad[4].level[0].kind = (lqcd_integrator_kind)3;
	bad[5].trajectory = 1 << 26;
	bad[6].gauge_level = 1;
	bad[7].gauge_level = -2;
	bad[8].gauge_level = LQCD_HMC_NO_GAUGE; /* but there is beta */
	bad[9].beta = 0;
	bad[9].c1 = LQCD_C1_IWASAKI;
	bad[9].gauge_level = LQCD_HMC_NO_GAUGE;
	for (int k = 0; k < 10; k++) wrong += lqcd_hmc_create(&hmc, &lat, &bad[k]) != LQCD_ERR_ARGUMENT || hmc.p.ptr;
	hmc = hmc_of(&good);
	must(lqcd_gauge_field_create(&half, &lat, LQCD_ODD));
	wrong += lqcd_hmc_trajectory(&hmc, &half) != LQCD_ERR_GEOMETRY ||
		 lqcd_hmc_evolve(&hmc, &half, 1) != LQCD_ERR_GEOMETRY;
	wrong += lqcd_hmc_evolve(&hmc, &u, tap_nan()) != LQCD_ERR_ARGUMENT;
	lqcd_gauge_field_copy(&u, &thermal);
	((double *)u.ptr)[0] = tap_nan();
	const lqcd_status s = lqcd_hmc_trajectory(&hmc, &u);
	tap_ok(wrong == 0 && s == LQCD_NAN && hmc.chain.trajectory == 0, "wrong arguments and NaN are refused");
	lqcd_hmc_destroy(&hmc);
	lqcd_gauge_field_destroy(&half);
}

static void test_hmc(void)
{
	static const int extent[4] = {4, 4, 4, 4};
	const int longer = getenv("LQCD_TEST_LONG") != NULL;
#ifdef _OPENMP
	omp_set_num_threads(1); /* results do not depend on it */
#endif
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&thermal, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&scratch, &lat, LQCD_FULL));
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
	EACH_TAG(check_same_bits, (0));
	EACH_TAG(check_same_bits, (LQCD_C1_IWASAKI));
	EACH_TAG(check_gauge_above, (longer ? 1000 : SHORT / 4));
	EACH_TAG(check_refused_terms, ());
	check_equilibrium(LQCD_OMF2, 0, 5, longer ? 1000 : SHORT);
	if (longer) {
		check_equilibrium(LQCD_LEAPFROG, 0, 12, 1000);
		check_equilibrium(LQCD_OMF4, 0, 2, 1000);
		check_equilibrium(LQCD_OMF2, LQCD_C1_LUESCHER_WEISZ, 6, 1000);
	}
	check_restart();
	check_gauge_level_file();
	check_old_file();
	check_refused();
	check_errors();
	lqcd_gauge_field_destroy(&thermal);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&scratch);
	lqcd_lattice_destroy(&lat);
}
