#!/bin/sh
# tests/probe.sh: the abilities of a compiler and this machine.
#
#   sh tests/probe.sh openmp CC         prints -fopenmp when programs with it compile and run in more than one thread
#   sh tests/probe.sh avx2|avx512|x86|tsan CC, c++ CXX, benchmark CXX, fuzzer CC,
#                     neon|sve256|sve512|rvv256|rvv512|wasm|wasm-fma CC RUNNER
#                                       prints "yes" when such a program compiles and, but for benchmark, runs
#   sh tests/probe.sh simd CC CFLAGS..  prints the back end that lqcd chooses for these flags
# It prints nothing when the answer is no.
what=$1
shift

if [ "$what" = simd ]; then
	"$@" -dM -E -x c /dev/null | awk '{ has[$2] = 1 } END {
		print has["__AVX512F__"] && (has["__EVEX512__"] || !has["__EVEX256__"]) ? "avx512" : has["__AVX2__"] && has["__FMA__"] ? "avx2" : has["__SSE2__"] ? "sse2" : \
			has["__aarch64__"] && has["__ARM_NEON"] && !has["__AARCH64EB__"] ? "neon" : "generic" }'
	exit
fi

dir=$(mktemp -d) || exit
trap 'rm -rf "$dir"' EXIT
source=$dir/probe.c
through=
answer=yes
plain='int main(void) { return 0; }'
case $what in
openmp)
	answer=-fopenmp
	flags=$answer
	text='#include <omp.h>
int main(void)
{
	int n = 0;
#pragma omp parallel reduction(+ : n)
	n++;
	return n != omp_get_max_threads();
}' ;;
avx2) flags='-mavx2 -mfma' text='int main(void) { return !(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")); }' ;;
avx512) flags='-mavx512f -mfma' text='int main(void) { return !__builtin_cpu_supports("avx512f"); }' ;;
x86) flags=-march=x86-64 text=$plain ;;
tsan) flags=-fsanitize=thread text='#include <pthread.h>
static void *work(void *p) { return p; }
int main(void)
{
	pthread_t t;
	return pthread_create(&t, 0, work, 0) || pthread_join(t, 0);
}' ;;
c++) flags='-x c++ -std=c++17' text='int main() { return 0; }' ;;
benchmark) flags='-x c++ -std=c++17' libraries='-lbenchmark -lpthread' through=true text='#include <benchmark/benchmark.h>
int main() { return 0; }' ;;
neon) through=$2 flags=-static text=$plain ;;
sve256|sve512) through=$2 flags=-static text='#include <arm_sve.h>
int main(void) { return svcntb() * 8 != __ARM_FEATURE_SVE_BITS; }' ;;
rvv256|rvv512) through=$2 flags=-static text='#include <riscv_vector.h>
int main(void) { return __riscv_vlenb() * 8 != __riscv_v_fixed_vlen; }' ;;
wasm) through=$2 flags=-msimd128 text=$plain ;;
wasm-fma) through=$2 flags='-msimd128 -mrelaxed-simd' text='#include <wasm_simd128.h>
int main(void)
{
	v128_t a = wasm_f64x2_splat(1 + 0x1p-30), r = wasm_f64x2_relaxed_madd(a, a, wasm_f64x2_splat(-1));
	return wasm_f64x2_extract_lane(r, 0) != 0x1p-29 + 0x1p-60;
}' ;;
fuzzer) flags=-fsanitize=fuzzer text='int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n);
int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n) { return p && n == ~0ul; }
int LLVMFuzzerInitialize(int *c, char ***v);
void _exit(int);
int LLVMFuzzerInitialize(int *c, char ***v) { if (c && v) _exit(0); return 0; }' ;;
*) echo "tests/probe.sh: \"$what\" is none of openmp avx2 avx512 x86 tsan c++ benchmark neon sve256 sve512 rvv256 rvv512 wasm wasm-fma fuzzer simd" >&2; exit 2 ;;
esac
printf '%s\n' "$text" >"$source"
# A compiler or a runner may be several words, such as "ccache gcc".
{ $1 $flags "$source" -o "$dir/probe" $libraries && $through "$dir/probe" && echo $answer; } 2>/dev/null
