/* bench/gpu/clover.cu: clover term and twisted mass on a GPU: the even-odd operator, the term alone, set-up.
 *
 *   clover [L ...]        lattices of L^4; default 32
 *
 * GFLOP/s by 3792 flop per even site of the Schur operator, as QUDA counts them, with a twisted mass alone 2736, of the
 * term alone 552. GB/s counts compulsory bytes: links, two spinors of a hop and x, and each block once. Medians of 21. */
#include <lqcd.h>

#include "measure.h"

static lqcd_gpu gpu;
static double copy_rate;

static void row(int l, const char *tag, int reals, int rhs, const char *what, double seconds, double flop, double bytes)
{
	printf("| %d^4 | %d | %s | %d | %s | %.1f |", l, rhs, tag, reals, what, 1e6 * seconds);
	if (flop > 0)
		printf(" %.0f |", 1e-9 * flop / seconds);
	else
		printf(" |");
	if (bytes > 0)
		printf(" %.0f | %.2f |\n", 1e-9 * bytes / seconds, bytes / seconds / copy_rate);
	else
		printf(" | |\n");
}

/* spinor, link, blocks: their bytes; blocks: both of a site. */
template <class Wilson, class Field, class Links>
static void rows(lqcd_gpu_lattice *there, const Links *u, const char *tag, lqcd_link_storage storage, int rhs, double spinor,
		 double link, double blocks)
{
	static const int reals[] = {18, 12, 8};
	static const char *const names[] = {"Schur, asymmetric", "Schur, symmetric", "Schur, twisted clover", "Schur, twisted mass"};
	const int l = there->host->local[0];
	const double sites = (double)lqcd_gpu_sites(there->host);
	lqcd_clover_params params = lqcd_clover_params_default();
	Wilson D;
	Field in, out, tmp;
	bench_must(lqcd_wilson_create_as(&D, u, 0.1, LQCD_ANTIPERIODIC, storage));
	bench_must(lqcd_multi_spinor_field_create(&in, there, LQCD_EVEN, rhs));
	bench_must(lqcd_multi_spinor_field_create(&out, there, LQCD_EVEN, rhs));
	bench_must(lqcd_multi_spinor_field_create(&tmp, there, LQCD_ODD, rhs));
	lqcd_spinor_field_gaussian(&in, 2, 0);
	params.csw = 0.3;
	for (int k = 0; k < 4; k++) {
		params.schur = k ? LQCD_SCHUR_SYMMETRIC : LQCD_SCHUR_ASYMMETRIC;
		params.mu = k > 1 ? 0.1 : 0;
		if (k == 3) params.csw = 0;
		bench_must(lqcd_clover_add(&D, u, &params, &bench_why));
		const auto d = lqcd_wilson_multi_dirac(&D);
		const double t = bench_time(&gpu, [&] { lqcd_schur_apply(&out, &d, &in, &tmp, 0); });
		const double terms = k == 3 ? 0 : k == 2 ? 4 : 2;
		row(l, tag, reals[storage], rhs, names[k], t, (k == 3 ? 2736. : 3792.) * sites * rhs,
		    sites * (5 * spinor * rhs + 16 * link + terms * blocks));
	}
	params.csw = 0.3;
	params.mu = 0;
	const double setup = bench_time(&gpu, [&] { bench_must(lqcd_clover_add(&D, u, &params, &bench_why)); });
	row(l, tag, reals[storage], rhs, "set-up of the term", setup, 0, 0);
	if (rhs == 1) {
		const auto d = lqcd_wilson_dirac(&D);
		const double t = bench_time(&gpu, [&] { lqcd_dirac_term(&out, &d, &in, 0, 0); });
		row(l, tag, reals[storage], rhs, "term alone", t, 552 * sites, sites * (2 * spinor + blocks));
	}
	bench_must(lqcd_gpu_lattice_status(there, &bench_why));
	lqcd_wilson_destroy(&D);
	lqcd_multi_spinor_field_destroy(&in);
	lqcd_multi_spinor_field_destroy(&out);
	lqcd_multi_spinor_field_destroy(&tmp);
}

static void bench(int l)
{
	const int extent[4] = {l, l, l, l};
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	lqcd_gauge_field_gf u;
	lqcd_gauge_field_gd v;
	bench_must(lqcd_lattice_create(&lat, extent, NULL, &bench_why));
	bench_must(lqcd_gpu_lattice_create(&there, &gpu, &lat, &bench_why));
	bench_must(lqcd_gauge_field_create(&u, &there, LQCD_FULL));
	bench_must(lqcd_gauge_field_create(&v, &there, LQCD_FULL));
	lqcd_gauge_field_random(&u, 1, 0);
	lqcd_gauge_field_random(&v, 1, 0);
	for (int rhs = 1; rhs <= 12; rhs += 11) {
		rows<lqcd_wilson_gd, lqcd_multi_spinor_field_gd>(&there, &v, "f64", LQCD_LINK_12, rhs, 192, 96, 576);
		rows<lqcd_wilson_gf, lqcd_multi_spinor_field_gf>(&there, &u, "f32", LQCD_LINK_12, rhs, 96, 48, 288);
		rows<lqcd_wilson_gh, lqcd_multi_spinor_field_gh>(&there, &u, "16 bits", LQCD_LINK_12, rhs, 52, 24, 160);
	}
	rows<lqcd_wilson_gd, lqcd_multi_spinor_field_gd>(&there, &v, "f64", LQCD_LINK_18, 1, 192, 144, 576);
	rows<lqcd_wilson_gf, lqcd_multi_spinor_field_gf>(&there, &u, "f32", LQCD_LINK_18, 1, 96, 72, 288);
	rows<lqcd_wilson_gf, lqcd_multi_spinor_field_gf>(&there, &u, "f32", LQCD_LINK_8, 1, 96, 32, 288);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_gpu_lattice_destroy(&there);
	lqcd_lattice_destroy(&lat);
}

int main(int argc, char **argv)
{
	bench_open(&gpu);
	copy_rate = bench_copy_rate(&gpu);
	printf("%s, %d multiprocessors, copy %.2f TB/s\n\n"
	       "| lattice | rhs | tag | reals | what | us | GFLOP/s | GB/s | of copy |\n|---|--:|---|--:|---|--:|--:|--:|--:|\n",
	       gpu.name, gpu.processors, 1e-12 * copy_rate);
	for (int k = 1; k < argc; k++) {
		const int l = atoi(argv[k]);
		if (l < 2 || l % 2 || l > 96) {
			fprintf(stderr, "clover: %s: lattices of L^4, L even from 2 to 96\n", argv[k]);
			return 2;
		}
		bench(l);
	}
	if (argc == 1) bench(32);
	lqcd_gpu_close(&gpu);
	return 0;
}
