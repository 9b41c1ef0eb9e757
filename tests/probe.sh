#!/bin/sh
# tests/probe.sh: the abilities of a compiler and this machine.
#
#   sh tests/probe.sh openmp CC         prints -fopenmp when programs with it compile and run in more than one thread
#   sh tests/probe.sh c++ CXX, benchmark CXX, fuzzer CC, tsan CC   prints "yes" when such a program compiles and, but for benchmark, runs
#   sh tests/probe.sh partial CC        prints the flags by which gcc links an object of several processes' work; -flto last
#   sh tests/probe.sh parallel CC N     prints the flag by which gcc optimises one unit on N processors
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
through=
answer=yes
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
c++) flags='-x c++ -std=c++17' text='int main() { return 0; }' ;;
benchmark) flags='-x c++ -std=c++17' libraries='-lbenchmark -lpthread' through=true text='#include <benchmark/benchmark.h>
int main() { return 0; }' ;;
fuzzer) flags=-fsanitize=fuzzer text='int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n);
int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n) { return p && n == ~0ul; }
int LLVMFuzzerInitialize(int *c, char ***v);
void _exit(int);
int LLVMFuzzerInitialize(int *c, char ***v) { if (c && v) _exit(0); return 0; }' ;;
tsan) flags=-fsanitize=thread text='int main(void) { return 0; }' ;;
partial)
	answer='-r -nostdlib -flinker-output=nolto-rel -flto'
	flags=$answer through=true text='int probe;' ;;
parallel) answer=-flto=$2 flags=$answer text='int main(void) { return 0; }' ;;
*) echo "tests/probe.sh: \"$what\" is none of openmp c++ benchmark fuzzer tsan partial parallel simd" >&2; exit 2 ;;
esac
printf '%s\n' "$text" >"$dir/probe.c"
# A compiler may be several words, such as "ccache gcc".
{ $1 $flags "$dir/probe.c" -o "$dir/probe" $libraries && $through "$dir/probe" && echo $answer; } 2>/dev/null
