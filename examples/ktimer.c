/* examples/ktimer.c: times and checks a matrix-multiply kernel of fixed size, as the harness of the course CS 5220
 * does.
 *
 *   build/examples/ktimer        one line: M,K,N,mflops,err
 *
 * The kernel is as wide as a register: 8 x 8 with AVX-512, 4 x 4 with AVX2, 2 x 2 with SSE2. make with
 * CFLAGS="-O2 -std=c11 -mavx2 -mfma" or CFLAGS="-O2 -std=c11 -march=x86-64" gives the narrower ones.
 *
 * err is the largest error of an element over the sum of absolute values of its terms; above 1e-14 the status is 1.
 *
 * The contract: C (DIM_M x DIM_N) += A (DIM_M x DIM_K) B (DIM_K x DIM_N) by kdgemm on digested matrices. to_kdgemm_A
 * and to_kdgemm_B convert matrices by columns to this form, and from_kdgemm_C converts C back. Digested matrices have
 * as many doubles as the others and are aligned to 128 bytes; C starts at zero. The kernel of bench/kernels/kdgemm.h is
 * called between here and main: put your own in its place. */
#include "options.h"
#include <bench/kernels/kdgemm.h>

static const char usage[] = "usage: ktimer\n"
			    "Times and checks a small matrix product as the course CS 5220 does: M,K,N,mflops,err.\n"
			    "  --help, --version\n";

const int DIM_M = LQCD_KDGEMM_DIM_vd, DIM_N = LQCD_KDGEMM_DIM_vd, DIM_K = 64;

void kdgemm(const double *LQCD_RESTRICT A, const double *LQCD_RESTRICT B, double *LQCD_RESTRICT C);
void to_kdgemm_A(int ldA, const double *LQCD_RESTRICT A, double *LQCD_RESTRICT Ak);
void to_kdgemm_B(int ldB, const double *LQCD_RESTRICT B, double *LQCD_RESTRICT Bk);
void from_kdgemm_C(int ldC, const double *LQCD_RESTRICT Ck, double *LQCD_RESTRICT C);

void kdgemm(const double *LQCD_RESTRICT A, const double *LQCD_RESTRICT B, double *LQCD_RESTRICT C)
{
	lqcd_kdgemm_vd(DIM_K, C, A, B);
}

void to_kdgemm_A(int ldA, const double *LQCD_RESTRICT A, double *LQCD_RESTRICT Ak)
{
	lqcd_kdgemm_to_a_vd(DIM_K, Ak, A, ldA);
}

void to_kdgemm_B(int ldB, const double *LQCD_RESTRICT B, double *LQCD_RESTRICT Bk)
{
	lqcd_kdgemm_to_b_vd(DIM_K, Bk, B, ldB);
}

void from_kdgemm_C(int ldC, const double *LQCD_RESTRICT Ck, double *LQCD_RESTRICT C)
{
	lqcd_kdgemm_from_c_vd(C, ldC, Ck);
}

/* ---- the harness ---- */

static double error(const double *a, const double *b, const double *c)
{
	double worst = 0;
	for (int j = 0; j < DIM_N; j++)
		for (int i = 0; i < DIM_M; i++) {
			long double sum = 0, size = 0;
			for (int k = 0; k < DIM_K; k++) {
				const long double v = (long double)a[i + k * DIM_M] * b[k + j * DIM_K];
				sum += v;
				size += fabsl(v);
			}
			const double off = (double)(fabsl(c[i + j * DIM_M] - sum) / size);
			if (!(off <= worst)) worst = off;
		}
	return worst;
}

/** Mflop/s: the best of 20 samples of 5 ms or more. */
static double mflops(const double *a, const double *b, double *c)
{
	double best = 0, time = 0;
	for (int calls = 1, sample = 0; sample < 20;) {
		const double start = seconds();
		for (int i = 0; i < calls; i++) kdgemm(a, b, c);
		time = seconds() - start;
		if (time < 5e-3) {
			calls *= 2;
			continue;
		}
		const double rate = 2e-6 * DIM_M * DIM_N * DIM_K * calls / time;
		if (rate > best) best = rate;
		sample++;
	}
	return best;
}

int main(int argc, char **argv)
{
	example_begin("ktimer");
	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) help_end("ktimer", usage);
	if (argc > 1 && !strcmp(argv[1], "--version")) version_end("ktimer");
	if (argc > 1) unknown_option(*argv[1] == '-' ? argv[1] : "", argv[1]);
	const size_t a_size = (size_t)(DIM_M * DIM_K), b_size = (size_t)(DIM_K * DIM_N),
		     c_size = (size_t)(DIM_M * DIM_N);
	double *a = (double *)lqcd_alloc(2 * (a_size + b_size + c_size) * sizeof *a + 6 * 128);
	if (!a) must_be_ok("ktimer", LQCD_ERR_MEMORY, NULL);
	/* each from a multiple of 128 bytes on */
	double *b = a + (a_size + 15) / 16 * 16, *c = b + (b_size + 15) / 16 * 16, *ak = c + (c_size + 15) / 16 * 16,
	       *bk = ak + (a_size + 15) / 16 * 16, *ck = bk + (b_size + 15) / 16 * 16;
	for (size_t i = 0; i < a_size; i++) a[i] = (double)(i * 7919 % 1009) / 1009 - 0.4;
	for (size_t i = 0; i < b_size; i++) b[i] = (double)(i * 6101 % 997) / 997 - 0.6;
	memset(ck, 0, c_size * sizeof *ck);
	to_kdgemm_A(DIM_M, a, ak);
	to_kdgemm_B(DIM_K, b, bk);
	kdgemm(ak, bk, ck);
	from_kdgemm_C(DIM_M, ck, c);
	const double err = error(a, b, c);
	printf("%d,%d,%d,%.6g,%.3g\n", DIM_M, DIM_K, DIM_N, mflops(ak, bk, ck), err);
	lqcd_free(a);
	return stdout_end("ktimer") || !(err <= 1e-14);
}
