# lqcd is headers only: none of this is needed to use it. It builds examples, tests and benchmarks into build/.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

# ---- compilers and flags -------------------------------------------------------------------------------------------

ifeq ($(origin CC),default)
CC := $(firstword $(foreach c,gcc clang,$(if $(shell command -v $(c)),$(c))) cc)
endif
# gcc-12 -> g++-12, clang-16 -> clang++-16
ifeq ($(origin CXX),default)
CXX := $(shell printf '%s\n' '$(CC)' | sed -e 's/\(.*\)clang/\1clang++/;t' -e 's/\(.*\)gcc/\1g++/;t' -e 's/cc$$/c++/')
endif

CFLAGS ?= -O2 -std=c11 -march=native
WARN := -Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align
# clang-19 complains of what its own -march=native means on some processors; others do not know that warning.
WARN += -Wno-unknown-warning-option -Wno-invalid-feature-combination
LDLIBS += -lm
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
COMPILERS ?= gcc clang

# A probe compiles, links and runs a program, through the fourth argument if there is one; what it prints is its value.
# The fifth argument is for the end of the linker's line. once: expanded at its first use, then kept.
once = $(eval $(1) := $(2))$($(1))
probe = $(shell d=$$(mktemp -d) && { printf '%b' '$(2)' >$$d/p.c; \
	{ $(1) $$d/p.c -o $$d/p $(5) && $(4) $$d/p && echo '$(3)'; } 2>/dev/null; rm -rf $$d; })
hash := \#

ifeq ($(origin OPENMP),undefined)
OPENMP = $(call once,OPENMP,$(call probe,$(CC) -fopenmp,$(openmp_program),-fopenmp))
endif
openmp_program = $(hash)include <omp.h>\nint main(void) { int n = 0;\n$(hash)pragma omp parallel reduction(+ : n)\nn++;\
	return n != omp_get_max_threads(); }\n
HAVE_AVX2 = $(call once,HAVE_AVX2,$(call probe,$(CC) -mavx2 -mfma,int main(void) { return \
	!(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")); }\n,yes))
HAVE_AVX512 = $(call once,HAVE_AVX512,$(call probe,$(CC) -mavx512f -mfma,int main(void) { return \
	!__builtin_cpu_supports("avx512f"); }\n,yes))
HAVE_SSE2 = $(call once,HAVE_SSE2,$(call probe,$(CC) -march=x86-64,int main(void) { return 0; }\n,yes))
HAVE_CXX = $(call once,HAVE_CXX,$(call probe,$(CXX) -x c++ -std=c++17,int main() { return 0; }\n,yes))
BENCH_LIBS := -lbenchmark -lpthread
HAVE_BENCHMARK = $(call once,HAVE_BENCHMARK,$(call probe,$(CXX) -x c++ -std=c++17,$(hash)if \
	!__has_include(<benchmark/benchmark.h>)\n$(hash)error\n$(hash)endif\nint main() { return 0; }\n,yes,,$(BENCH_LIBS)))
NEON_CC ?= aarch64-linux-gnu-gcc
NEON_RUN ?= $(call once,NEON_RUN,$(or $(firstword $(notdir $(foreach q,qemu-aarch64 qemu-aarch64-static,\
	$(shell command -v $(q))))),qemu-aarch64))
HAVE_NEON = $(call once,HAVE_NEON,$(call probe,$(NEON_CC) -static,int main(void) { return 0; }\n,yes,$(NEON_RUN)))
# The back end that simd.h picks for CFLAGS
NATIVE_SIMD = $(call once,NATIVE_SIMD,$(shell $(CC) $(CFLAGS) -dM -E -x c /dev/null | awk '{ has[$$2] = 1 } END { \
	print has["__AVX512F__"] ? "avx512" : has["__AVX2__"] && has["__FMA__"] ? "avx2" : has["__SSE2__"] ? "sse2" : \
	has["__aarch64__"] && has["__ARM_NEON"] && !has["__AARCH64EB__"] ? "neon" : "generic" }'))

# ---- sources -------------------------------------------------------------------------------------------------------

HEADERS := $(wildcard lqcd.h) $(shell find lqcd -name '*.h' -o -name '*.inc')
TEST_HEADERS := $(shell find tests -name '*.h' -o -name '*.inc')
LOCAL_HEADERS := $(wildcard bench/*.inc bench/*.h examples/*.h examples/*.inc)
EXAMPLES := $(patsubst examples/%.c,build/examples/%,$(wildcard examples/*.c))
PLAIN_BENCHES := $(patsubst bench/%.c,build/bench/%,$(wildcard bench/complex.c bench/domain_wall.c bench/flow.c bench/heatbath.c bench/io.c bench/multigrid.c bench/solver.c))
MPI_BENCHES := $(patsubst bench/mpi/%.c,build/bench-mpi/%,$(wildcard bench/mpi/*.c))
# Programs of Google Benchmark: linked by the C++ compiler
SHIM_BENCHES := $(filter-out $(PLAIN_BENCHES) build/bench/roofline,$(patsubst bench/%.c,build/bench/%,$(wildcard bench/*.c)))
BENCHES = $(PLAIN_BENCHES) $(if $(HAVE_BENCHMARK),$(SHIM_BENCHES))
ALL_SCRIPTS := $(shell find tests -path tests/fuzz -prune -o \( -name '*.t' -o -name '*.sh' \) -print | sort)
ALL_TESTS := $(notdir $(basename $(wildcard tests/unit/*.c tests/physics/*.c) $(ALL_SCRIPTS)))
TESTS ?= $(ALL_TESTS)
TEST_NAMES := $(filter $(TESTS),$(notdir $(basename $(wildcard tests/unit/*.c tests/physics/*.c))))
SCRIPTS := $(foreach s,$(ALL_SCRIPTS),$(if $(filter $(TESTS),$(notdir $(basename $(s)))),$(s)))

# ---- test configurations: compile_NAME, and what is not as usual:
# simd_NAME (the back end it must run), openmp_NAME, werror_NAME, tests_NAME, runner_NAME (starts the programs),
# skip_NAME (a reason not to)

CONFIGS := c11 cxx17 avx2 sse2 sse4fma neon generic scalar o0 nc2 nc4 single asan fastmath cxx11 cxx14 cxx20 clang
# One of the first with one of the second: c11-avx512, cxx17-sse2, ..
MATRIX_LANGUAGES := c11 cxx11 cxx14 cxx17 cxx20
MATRIX_SIMD := avx512 avx2 sse2 generic scalar
MATRIX := $(foreach l,$(MATRIX_LANGUAGES),$(MATRIX_SIMD:%=$(l)-%))
TEST_CONFIGS ?= c11 cxx17 avx2 sse2 sse4fma neon generic scalar o0 nc2 nc4 single scripts
NC_TESTS := complex su3 compress spinor storage
# Files do not depend on registers.
FILE_TESTS := gauge_files gauge_errors spinor_files lime ildg ildg_errors scidac_spinor
# The instructions after SSE2 that the sse2 back end knows stand in a few of its operations.
SSE4FMA_TESTS := simd icomplex su3 spinor
# Not those that ask what infinities and NaN do in each operation.
FASTMATH_TESTS := series sum complex icomplex su3 compress spinor random field linalg nersc nersc_errors plaquette wilson solver
CXX_TESTS := complex su3 spinor icomplex field
# What calls each operation of registers; and on the widest ones what is built of them.
MATRIX_TESTS := simd icomplex spinor loops
MATRIX_KERNEL_TESTS := complex su3 linalg wilson
# The same text in one file: what tests most headers in a short time.
SINGLE_TESTS := no_short_names status random loops field nersc linalg
# Site functions that nobody inlined, and what loops over them; the rest takes long without the optimiser.
O0_TESTS := simd sum complex icomplex su3 compress spinor storage field linalg layouts loops geometry random stencil su3_multiply nersc
# What solvers do with registers is what their operators do, which are tested on all back ends.
SIMD_TESTS = $(filter-out operators multigrid schwarz series action_heatbath hmc pseudofermion mesons flow flow_references clover solver solver_mixed solver_multi multishift wilson_multi references hirep_reference status \
	random tune nersc nersc_errors $(FILE_TESTS),$(ALL_TESTS))
# What computes with registers, and what depends on the number of lanes; emulation is slow.
NEON_TESTS := simd lane_random sum complex icomplex su3 compress spinor storage field linalg layouts stencil su3_multiply wilson

# What the optimiser makes of the code is asked of c11, avx2, other compilers and the matrix. What asks for a language, a
# back end or a number of colours has -O1, which compiles in 0.6 of the time and has the same bits.
QUICK ?= -O1
quick = $(patsubst -O2,$(QUICK),$(1))
# Languages, of the flags that a back end has; then the configurations.
in_c11 = $(CC) $(1)
$(foreach n,11 14 17 20,$(eval in_cxx$(n) = $$(CXX) -x c++ $$(filter-out -std=%,$$(1)) -std=c++$(n)))
no_isa = $(filter-out -march=% -mtune=% -mcpu=% -msse% -mssse% -mavx% -mfma,$(CFLAGS))
flags_avx512 = $(no_isa) -mavx512f -mfma
flags_avx2 = $(no_isa) -mavx2 -mfma
flags_sse2 = $(no_isa) -march=x86-64
flags_generic = $(CFLAGS) -DLQCD_SIMD=LQCD_SIMD_GENERIC
flags_scalar = $(CFLAGS) -DLQCD_SIMD=LQCD_SIMD_SCALAR

$(foreach l,$(MATRIX_LANGUAGES),$(eval compile_$(l) = $$(call in_$(l),$$(CFLAGS))))
compile_cxx17 = $(call in_cxx17,$(call quick,$(CFLAGS)))
compile_avx2 = $(CC) $(flags_avx2)
$(foreach s,sse2 generic scalar,$(eval compile_$(s) = $$(CC) $$(call quick,$$(flags_$(s)))))
compile_sse4fma = $(compile_sse2) -msse4.2 -mfma
compile_neon = $(NEON_CC) $(call quick,$(no_isa)) -static
compile_o0 = $(CC) $(filter-out -O%,$(CFLAGS)) -O0
compile_nc2 = $(CC) $(call quick,$(CFLAGS)) -DLQCD_NC=2
compile_nc4 = $(CC) $(call quick,$(CFLAGS)) -DLQCD_NC=4
compile_single = $(CC) $(call quick,$(CFLAGS))
# What may be truncated is guessed differently at each level of optimisation: c11 asks.
$(foreach c,cxx17 sse2 generic scalar sse4fma neon nc2 nc4 single,$(eval werror_$(c) := -Wno-format-truncation))
# gcc reads the file again and again for this one: 6 s for each program.
werror_single += -Wno-misleading-indentation
compile_clang = $(CC) $(CFLAGS)
compile_fastmath = $(CC) $(CFLAGS) -ffast-math
# The tests do compute with NaN, by its bits.
werror_fastmath := -Wno-unknown-warning-option -Wno-nan-infinity-disabled
# Instrumented code confuses the compilers' own warnings: shown, not fatal.
compile_asan = $(CC) $(filter-out -O%,$(CFLAGS)) -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all
werror_asan := -Wno-error

# Where <lqcd.h> is found
include_single := build/single-include

simd_avx2 := avx2
simd_sse2 := sse2
simd_sse4fma := sse2
simd_neon := neon
simd_generic := generic
simd_scalar := scalar
tests_nc2 = $(filter $(NC_TESTS) $(FILE_TESTS) heatbath action_heatbath,$(TEST_NAMES))
tests_nc4 = $(filter $(NC_TESTS),$(TEST_NAMES))
tests_avx2 = $(filter $(SIMD_TESTS),$(TEST_NAMES))
# What goes through the same operations of registers on each is tested on the wider ones.
tests_sse2 = $(filter-out wilson_storage action smear source_smear plaquette,$(tests_avx2))
tests_generic = $(tests_sse2)
tests_scalar = $(filter $(NEON_TESTS) multi gemm geometry pieces plaquette heatbath solver p2p,$(TEST_NAMES))
# Numbers and damaged files are the same in C++, and its overloads are of functions, whatever a kernel stores.
tests_cxx17 = $(filter-out action_heatbath schwarz multi flow_references pieces references hirep_reference nersc_errors gauge_errors \
	ildg_errors wilson_storage solver_mixed solver_multi tune gemm p2p,$(TEST_NAMES))
# Instrumented, the largest take minutes; their loads and stores are those of wilson, multi and solver.
tests_asan = $(filter-out bits_% flow_references hmc gemm p2p wilson_multi wilson_storage solver_mixed solver_multi references hirep_reference tune,$(TEST_NAMES))
# As c11, for another compiler than the first; damaged files are what its fuzzer reads.
tests_clang = $(filter-out nersc_errors gauge_errors ildg_errors action_heatbath schwarz wilson_storage solver_mixed solver_multi references hirep_reference flow_references tune,$(TEST_NAMES))
tests_o0 = $(filter $(O0_TESTS),$(TEST_NAMES))
tests_single = $(filter $(SINGLE_TESTS),$(TEST_NAMES))
tests_sse4fma = $(filter $(SSE4FMA_TESTS),$(TEST_NAMES))
tests_fastmath = $(filter $(FASTMATH_TESTS),$(TEST_NAMES))
$(foreach n,11 14 20,$(eval tests_cxx$(n) = $$(filter $$(CXX_TESTS),$$(TEST_NAMES))))
tests_neon = $(filter $(NEON_TESTS),$(TEST_NAMES))
openmp_neon :=
runner_neon = $(NEON_RUN)
skip_cxx17 = $(if $(HAVE_CXX),,$(CXX) does not work here)
$(foreach n,11 14 20,$(eval skip_cxx$(n) = $$(skip_cxx17)))
skip_avx512 = $(if $(HAVE_AVX512),,no AVX-512F in this processor or compiler)
skip_avx2 = $(if $(HAVE_AVX2),,no AVX2 and FMA in this processor or compiler)
skip_sse2 = $(if $(HAVE_SSE2),,$(CC) makes no x86-64 programs that run here)
skip_sse4fma = $(skip_avx2)
skip_neon = $(if $(HAVE_NEON),,no working $(NEON_CC) -static or $(NEON_RUN))

# $(call matrix_config,language,back end)
define matrix_config
compile_$(1)-$(2) = $$(call in_$(1),$$(flags_$(2)))
simd_$(1)-$(2) := $(2)
tests_$(1)-$(2) = $$(filter $$(MATRIX_TESTS) $(if $(filter c11 avx512,$(1) $(2)),$$(MATRIX_KERNEL_TESTS)),$$(TEST_NAMES))
skip_$(1)-$(2) = $$(or $$(skip_$(1)),$$(skip_$(2)))
endef
$(foreach l,$(MATRIX_LANGUAGES),$(foreach s,$(MATRIX_SIMD),$(eval $(call matrix_config,$(l),$(s)))))

ifneq ($(filter-out $(ALL_TESTS),$(TESTS)),)
$(error TESTS: "$(filter-out $(ALL_TESTS),$(TESTS))" is not one of: $(ALL_TESTS))
endif
ifneq ($(filter-out $(CONFIGS) $(MATRIX) scripts,$(TEST_CONFIGS)),)
$(error TEST_CONFIGS: "$(filter-out $(CONFIGS) $(MATRIX) scripts,$(TEST_CONFIGS))" is not one of: $(CONFIGS) scripts $(MATRIX))
endif

simd_of = $(or $(simd_$(1)),$(NATIVE_SIMD))
dir_of = build/tests$(if $(filter-out c11,$(1)),-$(1))
# $(call or_usual,variable,value when it is not defined)
or_usual = $(if $(filter undefined,$(origin $(1))),$(2),$($(1)))
command_of = $(compile_$(1)) $(call or_usual,openmp_$(1),$(OPENMP)) $(WARN) -Werror $(werror_$(1)) \
	-I$(or $(include_$(1)),.) -DLQCD_TEST_SIMD=\"$(simd_of)\"
programs_of = $(if $(skip_$(1)),,$(addprefix $(dir_of)/,$(call or_usual,tests_$(1),$(TEST_NAMES))))
run_of = $(addprefix $(if $(runner_$(1)),--through '$(runner_$(1))' ),$(programs_of))
arguments_of = $(if $(skip_$(1)),--skip '$(1): $(skip_$(1))',$(run_of))

RUN_CONFIGS = $(filter-out scripts,$(TEST_CONFIGS))
TEST_PROGRAMS = $(foreach c,$(RUN_CONFIGS),$(call programs_of,$(c)))
TEST_ARGUMENTS = $(foreach c,$(RUN_CONFIGS),$(call arguments_of,$(c)))
# Scripts run examples, and what nobody builds rots.
BUILT = $(if $(filter scripts,$(TEST_CONFIGS)),$(EXAMPLES) $(BENCHES))
NOT_BUILT = $(if $(filter scripts,$(TEST_CONFIGS)),$(filter-out $(BENCHES),$(SHIM_BENCHES)))
no_benchmark := Google Benchmark is missing: install libbenchmark-dev

LQCD_TEST_DATA ?= $(abspath $(wildcard ../shared/data))
ASAN_OPTIONS ?= allocator_may_return_null=1
# Threads of a test that wait must not take the processor from the one that works.
test_environment = OMP_WAIT_POLICY=passive LQCD_TEST_JOBS='$(JOBS)' CC='$(CC)' CXX='$(if $(HAVE_CXX),$(CXX))' \
	CFLAGS='$(CFLAGS)' OPENMP='$(OPENMP)' WARN='$(WARN)' ASAN_OPTIONS='$(ASAN_OPTIONS)' \
	$(if $(LQCD_TEST_DATA),LQCD_TEST_DATA='$(LQCD_TEST_DATA)')

# ---- targets -------------------------------------------------------------------------------------------------------

.PHONY: help examples run demo test test-programs test-hirep test-mpi gpu gpu-test gpu-check gpu-bench gpu-mpi-test gpu-mpi-bench fuzz-smoke fuzz headers mutants single install uninstall bench bench-report bench-mpi quenched compile-time \
	clean FORCE

help:
	@echo 'make run      build and run the main job, build/examples/pion: a pion correlator, table and plot'
	@echo '                CONFIG=FILE  gauge configuration (default: thermalise a small one)'
	@echo '                KAPPA=K      hopping parameter'
	@echo '                ARGS="..."   further options; build/examples/pion --help shows them'
	@echo 'make demo     a small quenched ensemble, and of it t0, charge, static potential and masses with errors, as tables'
	@echo '                and plots (gnuplot) in build/demo; some minutes on two cores'
	@echo '                DEMO="T,X,Y,Z BETA KAPPA CONFIGS STEPS EVERY"  (16,8,8,8 5.7 0.160 24 150 20)'
	@echo 'make test     build and run all tests; the last line is the count'
	@echo '                TEST_CONFIGS="..."  of: $(CONFIGS) scripts'
	@echo '                                    and LANGUAGE-SIMD, with fewer tests:'
	@echo '                                    $(MATRIX_LANGUAGES) - $(MATRIX_SIMD)'
	@echo '                                    default: $(TEST_CONFIGS)'
	@echo '                TESTS="..."         of: $(ALL_TESTS)'
	@echo 'make test-mpi    tests on 1, 2, 4, 8 and 16 ranks: needs openmpi-bin and libopenmpi-dev'
	@echo 'make test-hirep  programs written for HiRep: lqcd/compat/hirep.h'
	@echo 'make gpu      tests and benchmarks of GPUs, by nvcc for $(GPU_ARCHS); make gpu-test and make gpu-bench run them,'
	@echo '                make gpu-check runs the tests under compute-sanitizer (memcheck, racecheck, initcheck)'
	@echo '                (GPU_ARCHS="sm_90", GPU_FLAGS="..." for options of gpu/wilson.h)'
	@echo 'make gpu-mpi-test, make gpu-mpi-bench: on GPU_RANKS="$(GPU_RANKS)" processes with a GPU each; build/gpu/examples/pion-mpi: pion for'
	@echo '                them. nvcc calls MPICXX=$(MPICXX); LQCD_GPU_ROUTE=host in the environment: by way of the host'
	@echo 'make fuzz-smoke  every reader of files under libFuzzer, half a minute in all: needs clang-16'
	@echo 'make fuzz FORMAT=ILDG SECONDS=1200   one of them, longer; what is wrong goes to build/fuzz/found'
	@echo 'make headers  compile each header in many ways, as C and C++, with gcc and clang'
	@echo 'make mutants  break single lines in copies of the tree: the tests must turn red'
	@echo 'make single   write build/lqcd_single.h, the library in one file'
	@echo 'make install  headers, lqcd.pc and the CMake package into PREFIX=$(PREFIX) (DESTDIR is put before it);'
	@echo '              make uninstall removes them'
	@echo 'make bench    build and run the benchmarks; all but $(notdir $(PLAIN_BENCHES)) need Google Benchmark (libbenchmark-dev)'
	@echo '                FILTER=REGEX only rows whose name matches, as FILTER=wilson or FILTER=hop.*vf.*threads:1;'
	@echo '                             or the name of a program without such rows: $(notdir $(PLAIN_BENCHES))'
	@echo '                ARGS="..."   volumes and options; build/bench/wilson --help shows them'
	@echo 'make bench-report  one run of $(notdir $(BENCHES)) as a table and plots: build/bench/report.md'
	@echo '                FILTER and ARGS as above; rooflines, GFLOP/s against volume and threads as SVG (gnuplot)'
	@echo 'make quenched  plaquettes by heat bath and HMC against published values and series: half an hour on one core (STEPS=500)'
	@echo 'make bench-mpi    processes against threads, on RANKS="$(RANKS)" processes; make build/examples/pion-mpi: the example for mpirun'
	@echo 'make compile-time  seconds and lines of each header; COMPILERS="$(COMPILERS)"'
	@echo 'make examples build the examples: $(notdir $(EXAMPLES))'
	@echo 'make clean    remove build/'
	@echo 'One program: make build/examples/NAME, build/tests/NAME, build/tests-CONFIG/NAME or build/bench/NAME'
	@echo
	@echo 'Variables:    CC=$(CC) CXX=$(CXX) CFLAGS="$(CFLAGS)"'
	@echo '              OPENMP=$(OPENMP) (probed; OPENMP= builds without) JOBS=$(JOBS)'
	@echo '              LQCD_TEST_DATA=$(LQCD_TEST_DATA) (reference configurations for the tests)'

examples: $(EXAMPLES)

run: build/examples/pion
	build/examples/pion $(if $(CONFIG),--config '$(CONFIG)') $(if $(KAPPA),--kappa '$(KAPPA)') \
		--save build/pion.nersc --out build/pion.tsv --plot build/pion.svg $(ARGS)

demo: $(addprefix build/examples/,heatbath flow glueplots spectrum)
	@sh examples/demo.sh build/examples build/demo $(DEMO)

# A program that does not compile counts as a failure; the others still run.
test:
	-@$(MAKE) --no-print-directory -k $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS)) test-programs
	@$(test_environment) perl tests/run.pl $(TEST_ARGUMENTS) $(addprefix --built ,$(BUILT)) \
		$(foreach b,$(NOT_BUILT),--skip '$(b): $(no_benchmark)') \
		$(if $(filter scripts,$(TEST_CONFIGS)),$(SCRIPTS))

test-programs: $(TEST_PROGRAMS) $(BUILT)

test-hirep:
	@$(test_environment) perl tests/run.pl tests/hirep/hirep.t

# ---- GPUs: without nvcc there is nothing to do

NVCC ?= $(call once,NVCC,$(shell command -v nvcc || command -v /usr/local/cuda/bin/nvcc))
GPU_ARCHS ?= sm_80 sm_90 sm_100
GPU_FLAGS ?=
# For mpirun: ranks.cu of both.
MPICXX ?= mpicxx
GPU_RANKS ?= 2 4
GPU_MPI := build/gpu/tests/ranks build/gpu/bench/ranks build/gpu/examples/pion-mpi
GPU_TESTS := $(filter-out $(GPU_MPI),$(patsubst tests/gpu/%.cu,build/gpu/tests/%,$(wildcard tests/gpu/*.cu)))
GPU_BENCHES := $(filter-out $(GPU_MPI),$(patsubst bench/gpu/%.cu,build/gpu/bench/%,$(wildcard bench/gpu/*.cu)))
gpu_code = $(foreach a,$(GPU_ARCHS:sm_%=%),-gencode arch=compute_$(a),code=sm_$(a))
gpu_compile = $(NVCC) -std=c++17 -O3 $(gpu_code) -Xcompiler -fopenmp $(GPU_FLAGS) -I. $< -o $@
$(GPU_MPI): gpu_compile += -ccbin $(MPICXX) -DLQCD_MPI
build/gpu/tests/%: tests/gpu/%.cu $(HEADERS) $(TEST_HEADERS)
	@mkdir -p $(@D)
	$(gpu_compile)
build/gpu/bench/%: bench/gpu/%.cu $(HEADERS) $(wildcard bench/*.h bench/gpu/*.h bench/gpu/*.inc)
	@mkdir -p $(@D)
	$(gpu_compile)
build/gpu/examples/pion build/gpu/examples/pion-mpi: examples/pion.cu examples/pion.c $(HEADERS) $(LOCAL_HEADERS)
	@mkdir -p $(@D)
	$(gpu_compile)
gpu: $(if $(NVCC),$(GPU_TESTS) $(GPU_BENCHES))
	@$(if $(NVCC),true,echo 'no nvcc here: nothing is compiled for GPUs')
gpu-test: $(GPU_TESTS)
	@perl tests/run.pl $(GPU_TESTS)
gpu-check: $(GPU_TESTS)
	@PATH=$$PATH:/usr/local/cuda/bin; for t in $(GPU_TESTS); do for tool in memcheck racecheck initcheck; do \
		compute-sanitizer --tool $$tool --error-exitcode 1 $$t >build/gpu/check.txt 2>&1 && echo "$$t, $$tool: no error" \
			|| { echo "$$t, $$tool: errors"; tail -n 30 build/gpu/check.txt; exit 1; }; done; done
gpu-bench: $(GPU_BENCHES)
	@s=0; for b in $(filter %/wilson,$(GPU_BENCHES)) $(filter-out %/wilson,$(GPU_BENCHES)); do \
		echo "## $$(basename $$b)"; echo; $$b || s=1; echo; done; exit $$s
gpu-mpi-test: build/gpu/tests/ranks
	@for n in $(GPU_RANKS); do $(mpi_environment) $(MPIRUN) -n $$n --bind-to none $< >build/gpu/ranks.txt; s=$$?; \
		grep -v '^ok' build/gpu/ranks.txt; [ $$s = 0 ] || exit $$s; \
		echo "$< on $$n processes: $$(grep -c '^ok' build/gpu/ranks.txt) checks"; done
gpu-mpi-bench: build/gpu/bench/ranks
	@for n in $(GPU_RANKS); do $(mpi_environment) $(MPIRUN) -n $$n --bind-to none $< || exit 1; echo; done

test-mpi:
	@$(test_environment) perl tests/run.pl tests/mpi/mpi.t

# The first compiler that has libFuzzer.
fuzzer_program = int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n);\n\
	int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n) { return p && n == ~0ul; }\n\
	int LLVMFuzzerInitialize(int *c, char ***v);\nvoid _exit(int);\n\
	int LLVMFuzzerInitialize(int *c, char ***v) { if (c && v) _exit(0);\nreturn 0; }\n
FUZZ_CC ?= $(call once,FUZZ_CC,$(firstword $(foreach c,$(CC) clang clang-19 clang-16 clang-14,$(call \
	probe,$(c) -fsanitize=fuzzer,$(fuzzer_program),$(c)))))
FUZZ_FLAGS ?= -O1 -g -std=gnu11 -march=native -fsanitize=address,undefined -fno-sanitize-recover=all
SECONDS ?= 60
build/fuzz/files: tests/fuzz/files.c $(HEADERS)
	@mkdir -p $(@D)
	$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer $(WARN) -I. $< -o $@ -lm
build/fuzz/files-corpus: tests/fuzz/files.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(WARN) -DFUZZ_CORPUS -I. $< -o $@ -lm
build/fuzz/corpus: build/fuzz/files-corpus
	@rm -rf $@
	@$< $@

fuzz_needs = $(if $(FUZZ_CC),build/fuzz/files build/fuzz/corpus)
fuzz_environment = LQCD_TEST_JOBS='$(JOBS)' FUZZ='$(if $(FUZZ_CC),build/fuzz/files)' FUZZ_CORPUS=build/fuzz/corpus ASAN_OPTIONS='$(ASAN_OPTIONS)'
fuzz-smoke:
	@$(if $(FUZZ_CC),$(MAKE) --no-print-directory $(fuzz_needs),true)
	@$(fuzz_environment) FUZZ_SECONDS=30 perl tests/run.pl tests/fuzz/smoke.t

fuzz:
	@$(if $(FUZZ_CC),$(MAKE) --no-print-directory $(fuzz_needs),true)
	@mkdir -p build/fuzz
	@$(fuzz_environment) FUZZ_ONLY='$(FORMAT)' FUZZ_SECONDS=$(SECONDS) FUZZ_FOUND=build/fuzz/found- \
		LQCD_TEST_TIMEOUT=$$(($(SECONDS) + 600)) perl tests/fuzz/smoke.t

headers:
	@$(test_environment) perl tests/run.pl tests/compile/headers.t

mutants:
	@MAKE='$(MAKE)' CC='$(CC)' CXX='$(CXX)' CFLAGS='$(CFLAGS)' JOBS='$(JOBS)' perl tests/mutants.pl $(MUTANTS)

# FILTER chooses among the rows of Google Benchmark; a program without a row that matches does not run. Status 2 says that
# ARGS are wrong, 1 that there is no such row.
bench_rows = --benchmark_filter='$(or $(FILTER),.)' $(ARGS)
plain_chosen = $(if $(FILTER),$(filter %/$(FILTER),$(PLAIN_BENCHES)),$(PLAIN_BENCHES))
bench: $(plain_chosen) $(if $(filter %/$(FILTER),$(PLAIN_BENCHES)),,$(filter $(SHIM_BENCHES),$(BENCHES)))
	@$(if $(HAVE_BENCHMARK),,echo '$(no_benchmark)' >&2)
	@ran= status=0; \
	for b in $(plain_chosen); do echo "== $$b"; ran=1; $$b || status=1; done; \
	for b in $(filter $(SHIM_BENCHES),$^); do \
		$$b $(bench_rows) --benchmark_list_tests >/dev/null 2>&1; \
		case $$? in 1) continue;; 2) $$b $(ARGS); exit 2;; esac; \
		echo "== $$b"; ran=1; $$b $(bench_rows) || status=1; done; \
	[ "$$ran" ] || { echo 'no row matches $(FILTER)' >&2; exit 1; }; exit $$status

# A program with a wrong row exits with 1; the report tells which.
bench-report: $(SHIM_BENCHES) $(plain_chosen)
	@rm -f $(addsuffix .json,$(SHIM_BENCHES)) build/bench/*.svg build/bench/*.gp build/bench/*.txt
	@for b in $(plain_chosen); do echo "== $$b"; $$b >$$b.txt; done
	@for b in $(SHIM_BENCHES); do echo "== $$b"; $$b $(bench_rows) --benchmark_out=$$b.json; [ $$? != 2 ] || exit 2; done
	@perl bench/report.pl build/bench $(addsuffix .json,$(SHIM_BENCHES)) $(addsuffix .txt,$(plain_chosen))

quenched: build/examples/heatbath build/examples/hmc
	@perl bench/quenched.pl build/examples $(STEPS)

bench-mpi: $(MPI_BENCHES)
	@for n in $(RANKS); do for b in $^; do echo "== $$b, $$n ranks"; $(mpi_environment) $(MPIRUN) -n $$n --bind-to none $$b || exit 1; done; done

compile-time: build/lqcd_single.h
	@COMPILERS='$(COMPILERS)' perl bench/compile_time.pl

clean:
	rm -rf build

# ---- one file, installation ----------------------------------------------------------------------------------------

single: build/lqcd_single.h
	@awk '/^\/\* ---- lqcd[^,]* -/ { headers++ } END { print "build/lqcd_single.h: " headers " headers, " NR " lines" }' $<

build/lqcd_single.h: tests/single.pl LICENSE $(HEADERS)
	@mkdir -p $(@D)
	perl tests/single.pl >$@

# An include directory in which lqcd.h, and every header of lqcd/, is the single header. The two files that open and close
# a template are there for the templates of the tests.
build/single-include/lqcd.h: build/lqcd_single.h
	@rm -rf $(@D)
	@for h in $(filter lqcd/%.h,$(HEADERS)); do \
		mkdir -p "$(@D)/$${h%/*}" && echo '#include <lqcd.h>' >"$(@D)/$$h" || exit 1; done
	@mkdir -p $(@D)/lqcd/base && cp lqcd/base/begin.inc lqcd/base/end.inc $(@D)/lqcd/base
	@cp $< $@

PREFIX ?= /usr/local
to = $(DESTDIR)$(PREFIX)
VERSION = $(shell sed -n 's/^$(hash)define LQCD_VERSION *"\(.*\)"$$/\1/p' lqcd/base/config.h)
INSTALLED = $(addprefix include/,$(HEADERS)) share/pkgconfig/lqcd.pc \
	$(addprefix share/cmake/lqcd/,lqcdConfig.cmake lqcdConfigVersion.cmake)

install:
	@for h in $(HEADERS); do \
		mkdir -p "$(to)/include/$$(dirname $$h)" && install -m 644 $$h "$(to)/include/$$h" || exit 1; done
	@mkdir -p "$(to)/share/pkgconfig" "$(to)/share/cmake/lqcd"
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' lqcd/cmake/lqcd.pc.in >"$(to)/share/pkgconfig/lqcd.pc"
	@chmod 644 "$(to)/share/pkgconfig/lqcd.pc"
	@install -m 644 lqcd/cmake/lqcdConfig.cmake lqcd/cmake/lqcdConfigVersion.cmake "$(to)/share/cmake/lqcd"
	@echo 'lqcd $(VERSION): $(words $(INSTALLED)) files installed into $(to)'

# What install put there, and the folders that this leaves empty.
uninstall:
	@cd "$(to)" && rm -f $(INSTALLED) && \
		for d in share/cmake/lqcd $$(find include/lqcd -depth -type d 2>/dev/null); do \
			rmdir "$$d" 2>/dev/null || [ ! -d "$$d" ] || echo "kept $(to)/$$d: not empty"; done

# ---- rules ---------------------------------------------------------------------------------------------------------

# Programs for mpirun; MPI's compiler calls ours.
MPICC ?= mpicc
MPIRUN ?= mpirun
RANKS ?= 1 2
mpi_environment = OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
command_mpi = OMPI_CC='$(CC)' MPICH_CC='$(CC)' $(MPICC) $(CFLAGS) $(OPENMP) $(WARN) -DLQCD_MPI -I.
build/examples/%-mpi: examples/%.c $(HEADERS) $(LOCAL_HEADERS)
	@mkdir -p $(@D)
	$(command_mpi) $(CPPFLAGS) $< -o $@ $(LDFLAGS) $(LDLIBS)
build/bench-mpi/%: bench/mpi/%.c $(HEADERS) $(wildcard bench/mpi/*.inc bench/*.h)
	@mkdir -p $(@D)
	$(command_mpi) $(CPPFLAGS) $< -o $@ $(LDFLAGS) $(LDLIBS)

# build/flags/NAME holds the command of a configuration and changes only with it, so that another CC rebuilds.
command_examples = $(CC) $(CFLAGS) $(OPENMP) $(WARN) -I.
command_bench = $(command_examples) -DBENCH_FLAGS='"$(strip $(CFLAGS) $(OPENMP))"'
command_shim = $(call in_cxx17,$(CFLAGS)) $(OPENMP) $(WARN) -I.
command_file = $(or $(command_$(1)),$(command_of))
$(addprefix build/flags/,examples bench shim $(CONFIGS) $(MATRIX)): build/flags/%: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(call command_file,$*)' | cmp -s - $@ || printf '%s\n' '$(call command_file,$*)' >$@

# $(call program_rule,directory,source directory,name in build/flags)
# The old program goes first: one that no longer compiles must not be run in its old form.
define program_rule
$(1)/%: $(2)/%.c $(HEADERS) $(if $(filter tests/%,$(2)),$(TEST_HEADERS),$(LOCAL_HEADERS)) \
		$(addsuffix /lqcd.h,$(include_$(3))) build/flags/$(3)
	@mkdir -p $$(@D)
	@rm -f $$@
	$$(call command_file,$(3)) $$(CPPFLAGS) $$< -o $$@ $$(LDFLAGS) $$(LDLIBS)
endef
$(eval $(call program_rule,build/examples,examples,examples))
$(eval $(call program_rule,build/bench,bench,bench))

build/bench/shim.o: bench/shim.cpp $(LOCAL_HEADERS) build/flags/shim
	@mkdir -p $(@D)
	@$(if $(HAVE_BENCHMARK),,echo '$(no_benchmark)' >&2; exit 1)
	$(command_shim) $(CPPFLAGS) -c $< -o $@

build/bench/%.o: bench/%.c $(HEADERS) $(LOCAL_HEADERS) build/flags/bench
	@mkdir -p $(@D)
	$(command_bench) $(CPPFLAGS) -c $< -o $@

$(SHIM_BENCHES): %: build/bench/shim.o %.o build/bench/roofline.o
	@rm -f $@
	$(CXX) $(filter-out -std=%,$(CFLAGS)) $(OPENMP) $^ -o $@ $(LDFLAGS) $(BENCH_LIBS) $(LDLIBS)

$(foreach c,$(CONFIGS) $(MATRIX),$(foreach d,unit physics,$(eval $(call program_rule,$(call dir_of,$(c)),tests/$(d),$(c)))))
