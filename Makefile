# lqcd is headers only: none of this is needed to use it. It builds examples, tests and benchmarks into build/.
#
# The lines "#:" are what `make` prints; `make help` adds those of tests/*/*.mk and bench/bench.mk, which have the targets
# of GPUs, fuzzing and benchmarks. tests/configurations.txt is the table of test configurations.
#
#: make run        build and run the main job, build/examples/pion: a pion correlator, table and plot
#:                   CONFIG=FILE    gauge configuration (default: thermalise a small one)
#:                   KAPPA=K        hopping parameter
#:                   ARGS="..."     further options; build/examples/pion --help shows them
#: make demo       a small quenched ensemble: t0, charge, static potential and masses with errors; some minutes
#:                   DEMO="T,X,Y,Z BETA KAPPA CONFIGS STEPS EVERY"  (16,8,8,8 5.7 0.160 24 150 20)
#: make test       a selection of the tests, about five minutes on two cores; the last line is the count
#: make test-all   all tests: a quarter of an hour on two cores
#:                   TESTS="..."          only these, of those that test-all runs: by name, as wilson or hmc
#:                   TEST_CONFIGS="..."   only in these configurations: `make help` lists both
#: make test-mpi, make test-hirep   on 1 to 16 ranks; programs written for HiRep
#: make headers    compile each header in many ways, as C and C++, with gcc and clang
#: make mutants    break single lines in copies of the tree: the tests must turn red
#:                   MUTANTS="..."  those whose names contain one of these; SEED=N repeats a draw of MUTANTS_SHARE=0.3
#: make compile_commands.json, make tags   for clangd, and for editors that read tags; templates included
#: make bench      build and run the benchmarks: FILTER=REGEX, ARGS="..."
#: make examples   build the examples
#: make install    headers, lqcd.pc and the CMake package into PREFIX (/usr/local), below DESTDIR; also uninstall
#: make release    single header, tarball of the headers and checksums for a release, in build/dist/
#: make clean      remove build/
#: make help       all targets and variables
#:
#: V=1 shows the commands; CC=clang-16 takes another compiler; OPENMP= builds without threads.

SHELL := /bin/sh
.DEFAULT_GOAL := usage
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
# clang-19 warns about what its own -march=native means on some processors; other compilers do not know that warning.
WARN := -Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align \
	-Wno-unknown-warning-option -Wno-invalid-feature-combination
LDLIBS += -lm
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# gcc computes the same in a third of the time without inlining whatever lqcd inlines always: it takes that attribute for "unused".
QUICK ?= $(if $(findstring gcc,$(CC)),-Og -Dalways_inline=unused -Wno-maybe-uninitialized -Wno-psabi,-O1)
no_isa = $(filter-out -march=% -mtune=% -mcpu=% -msse% -mssse% -mavx% -mfma,$(CFLAGS))

# $(call once,NAME,VALUE): the value of NAME, computed when it is first used. $(call probe,..): see tests/probe.sh.
once = $(eval $(1) := $(2))$($(1))
probe = $(shell sh tests/probe.sh $(1))
ifeq ($(origin OPENMP),undefined)
OPENMP = $(call once,OPENMP,$(call probe,openmp $(CC)))
endif
NATIVE_SIMD = $(call once,NATIVE_SIMD,$(call probe,simd $(CC) $(CFLAGS)))
HAVE_CXX = $(call once,HAVE_CXX,$(call probe,c++ $(CXX)))
# Other processors, emulators, and what configurations need of this machine
include tests/needs.mk

# A recipe says one short line for each step, or with V=1 the command itself. STEPS: how many there will be.
ifeq ($(filter-out 0,$(V)),)
Q := @
say = @printf '%-5s %s\n' $(1) '$(step)$(or $(2),$@)'
step = $(if $(filter-out 0,$(STEPS)),$(eval steps += .)[$(words $(steps))/$(STEPS)] )
endif

# ---- targets -------------------------------------------------------------------------------------------------------

HEADERS := $(wildcard lqcd.h) $(shell find lqcd -name '*.h' -o -name '*.inc')
EXAMPLES := $(patsubst examples/%.c,build/examples/%,$(wildcard examples/*.c))
# The scripts that take longest come first: no job is alone with one of them at the end.
LONG_SCRIPTS := $(patsubst %,tests/%.t,gpu/gpu gpu/gpu_ranks gpu/gpu_programs compile/headers mpi/mpi hirep/hirep compile/single \
	hirep/hirep_parallel compile/readme)
SCRIPTS := $(shell find tests -path tests/fuzz -prune -o \( -name '*.t' -o -name '*.sh' \) ! -name probe.sh -print | sort)
SCRIPTS := $(filter $(LONG_SCRIPTS),$(SCRIPTS)) $(filter-out $(LONG_SCRIPTS),$(SCRIPTS))
ALL_TESTS := $(notdir $(basename $(wildcard tests/unit/*.c tests/physics/*.c) $(SCRIPTS)))
LQCD_TEST_DATA ?= $(abspath $(wildcard ../shared/data))
ASAN_OPTIONS ?= allocator_may_return_null=1

FORCE := FORCE
.PHONY: usage help run demo examples test test-all test-mpi test-hirep headers mutants compile_commands.json tags clean FORCE
usage:
	@sed -n 's/^#: \{0,1\}//p' Makefile

help:
	@sed -n 's/^#: \{0,1\}//p' $(filter %.mk Makefile,$(MAKEFILE_LIST))
	@echo 'One program: make build/examples/NAME, build/tests/NAME, build/tests-CONFIGURATION/NAME, build/bench/NAME'
	@echo
	@echo 'TEST_CONFIGS: $(CONFIGURATIONS) scripts' | fmt -w 115
	@echo '              of test-all: $(DEFAULT_CONFIGURATIONS)' | fmt -w 115
	@echo 'TESTS: $(ALL_TESTS)' | fmt -w 115
	@echo
	@echo 'CC=$(CC) CXX=$(CXX) CFLAGS="$(CFLAGS)" OPENMP=$(OPENMP) (probed) JOBS=$(JOBS)' | fmt -w 115
	@echo 'LQCD_TEST_DATA=$(LQCD_TEST_DATA) (reference configurations for the tests)'

run: build/examples/pion
	$(call say,RUN,$<)
	$(Q)build/examples/pion $(if $(CONFIG),--config '$(CONFIG)',--save build/pion.nersc) $(if $(KAPPA),--kappa '$(KAPPA)') \
		--out build/pion.tsv $(if $(shell command -v gnuplot),--plot build/pion.svg) $(ARGS)

demo: $(addprefix build/examples/,heatbath flow glueplots spectrum)
	@sh examples/demo.sh build/examples build/demo $(DEMO)

examples: $(EXAMPLES)

clean:
	$(call say,RM,build)
	$(Q)rm -rf build

# ---- tests ---------------------------------------------------------------------------------------------------------

# The table as rules; a test that comes or goes changes its folder.
ifneq ($(filter-out usage install uninstall clean,$(or $(MAKECMDGOALS),usage)),)
include build/configurations.mk
endif
build/configurations.mk: tests/configure.pl tests/configurations.txt tests tests/unit tests/physics
	@mkdir -p build
	@perl tests/configure.pl >$@

refuse = $(if $(filter-out $(3),$(2)),$(error $(1): "$(filter-out $(3),$(2))" is unknown: `make help` lists all))
refuse_unknown = $(call refuse,TESTS,$(TESTS),$(ALL_TESTS))$(call refuse,TEST_CONFIGS,$(TEST_CONFIGS),$(CONFIGURATIONS) scripts)

# For $(1), which is test or test-all: the configurations, the kind of list in build/configurations.mk, the scripts, and
# the programs built for them. Examples and benchmarks are built because scripts run them, and so that none rots
# unnoticed.
configs = $(or $(TEST_CONFIGS),$(if $(call is_quick,$(1)),$(QUICK_CONFIGURATIONS),$(DEFAULT_CONFIGURATIONS)))
is_quick = $(if $(filter-out test,$(1))$(TESTS)$(TEST_CONFIGS),,yes)
chosen = $(if $(TESTS),$(filter $(TESTS),$(1)),$(1))
tests_of = $(call chosen,$($(if $(call is_quick,$(1)),quick,tests).$(2)))
programs_of = $(if $(lacks.$(2)),,$(addprefix $(folder.$(2))/,$(tests_of)))
arguments_of = $(if $(lacks.$(2)),--skip '$(2): $(lacks.$(2))',$(addprefix $(if $(through.$(2)),--through '$(through.$(2))' ),$(programs_of)))
built_for = $(if $(filter scripts,$(configs)),$(EXAMPLES) $(if $(is_quick),,$(BENCHES)))
not_built_for = $(if $(filter scripts,$(configs)),$(if $(is_quick),,$(filter-out $(BENCHES),$(SHIM_BENCHES))))
scripts_of = $(if $(filter scripts,$(configs)),$(foreach s,$(SCRIPTS),$(if $(filter $(call chosen,$(if \
	$(is_quick),$(quick.scripts),$(ALL_TESTS))),$(notdir $(basename $(s)))),$(s))))
programs = $(foreach c,$(filter-out scripts,$(configs)),$(call programs_of,$(1),$(c))) $(built_for)
arguments = $(foreach c,$(filter-out scripts,$(configs)),$(call arguments_of,$(1),$(c))) $(addprefix --built ,$(built_for)) \
	$(foreach b,$(not_built_for),--skip '$(b): $(no_benchmark)') $(scripts_of)

# Threads of a test that wait must not take the processor from the one that works.
test_environment = OMP_WAIT_POLICY=passive LQCD_TEST_JOBS='$(JOBS)' CC='$(CC)' CXX='$(if $(HAVE_CXX),$(CXX))' \
	CFLAGS='$(CFLAGS)' LQCD_TEST_QUICK='$(QUICK)' OPENMP='$(OPENMP)' WARN='$(WARN)' ASAN_OPTIONS='$(ASAN_OPTIONS)' \
	$(if $(LQCD_TEST_DATA),LQCD_TEST_DATA='$(LQCD_TEST_DATA)')
parallel = $(MAKE) --no-print-directory -k $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS))

# A program that does not compile counts as a failure; the others still run. make -n takes what depends on FORCE for new:
# the flags are written before it counts the steps.
flags_of_tests = $(addprefix build/flags/,$(filter-out scripts,$(configs)) examples bench shim)
steps_to = $(MAKE) --no-print-directory -s $(flags_of_tests) && \
	STEPS=$$($(MAKE) --no-print-directory -nk FORCE= $(1) 2>/dev/null | grep -c "^printf '%-5s") $(parallel) $(if $(Q),-s) $(1)
test-all: export BENCH_LEVEL = -O1
test test-all:
	@$(refuse_unknown)
	-$(Q)$(if $(strip $(call programs,$@)),$(call steps_to,$(call programs,$@)),true)
	$(Q)$(test_environment) perl tests/run.pl $(call arguments,$@)

test-mpi test-hirep headers:
	$(Q)$(test_environment) perl tests/run.pl $(filter %/$(@:test-%=%).t %/$(@:test-%=%)_parallel.t,$(SCRIPTS))

mutants:
	@MAKE='$(MAKE)' CC='$(CC)' CXX='$(CXX)' CFLAGS='$(CFLAGS)' JOBS='$(JOBS)' perl tests/mutants.pl $(MUTANTS)

compile_commands.json:
	@CFLAGS='$(CFLAGS) $(OPENMP)' perl lqcd/package/editor.pl >$@
tags:
	@perl lqcd/package/tags.pl >$@

# ---- rules ---------------------------------------------------------------------------------------------------------

# The compiler writes what a program depends on into a file *.d beside it. A program also depends on build/flags/NAME, the
# command that compiles it, which changes only when the command does: another CC compiles again.
# The old program goes first: one that no longer compiles must not be run in its old form.
command = $(or $(compile.$(1)),$(error there is no configuration "$(1)"))
dependencies = -MMD -MP -MF $@.d -MT $@
define build
$(call say,$(1))
@mkdir -p $(@D) && rm -f $@
$(Q)$(2) $(dependencies) $(CPPFLAGS) $< -o $@ $(LDFLAGS) $(LDLIBS)
endef
compile_test = $(call build,$(if $(filter $(CROSS_CONFIGURATIONS),$(1)),CROSS,CC),$(call command,$(1)))

$(addprefix build/flags/,$(CONFIGURATIONS) examples bench shim): build/flags/%: $(FORCE)
	@mkdir -p $(@D)
	@printf '%s\n' '$(call command,$*)' | cmp -s - $@ || printf '%s\n' '$(call command,$*)' >$@

compile.examples = $(CC) $(CFLAGS) $(OPENMP) $(WARN) -I.
build/examples/%: examples/%.c build/flags/examples
	$(call build,CC,$(compile.examples))

# Programs for mpirun; MPI's compiler calls ours.
MPICC ?= mpicc
MPIRUN ?= mpirun
mpi_environment = OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
compile.mpi = OMPI_CC='$(CC)' MPICH_CC='$(CC)' $(MPICC) $(CFLAGS) $(OPENMP) $(WARN) -DLQCD_MPI -I.
build/examples/%-mpi: examples/%.c
	$(call build,MPICC,$(compile.mpi))

# Targets of GPUs, fuzzing, benchmarks, one file and installation; then what programs depend on
include $(wildcard tests/*/*.mk bench/*.mk lqcd/*/*.mk)
-include $(wildcard $(addsuffix /*.d,build/examples build/wasm build/bench build/bench-mpi build/fuzz build/gpu/* $(foreach c,$(CONFIGURATIONS),$(folder.$(c)))))
