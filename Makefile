# lqcd is headers only: none of this is needed to use it. It builds examples, tests and benchmarks into build/.
# lqcd/package/targets.txt is what `make` prints. tests/tests.mk has the tests and tests/README.md says what they are for.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: help run demo examples tags clean test gate check bench docs gpu hip single paste install release
CC := $(if $(filter default,$(origin CC)),$(firstword $(foreach c,gcc clang,$(if $(shell command -v $(c)),$(c))) cc),$(CC))
# gcc-12 -> g++-12, clang-16 -> clang++-16
CXX := $(if $(filter default,$(origin CXX)),$(shell printf '%s\n' '$(CC)' | sed -e 's/\(.*\)clang/\1clang++/;t' -e 's/\(.*\)gcc/\1g++/;t' -e 's/cc$$/c++/'),$(CXX))
CFLAGS ?= -O2 -std=c11 -march=native
# clang-19 warns about what its own -march=native means on some processors; other compilers do not know that warning.
WARN := -Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align -Wno-unknown-warning-option -Wno-invalid-feature-combination
LDLIBS += -lm
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

# $(call once,NAME,VALUE): the value of NAME, computed when it is first used. $(call probe,..): see tests/probe.sh.
once = $(eval $(1) := $(2))$($(1))
probe = $(shell sh tests/probe.sh $(1))
OPENMP ?= $(call once,OPENMP,$(call probe,openmp $(CC)))
HAVE_CXX = $(call once,HAVE_CXX,$(call probe,c++ $(CXX)))
, := ,

# A recipe says one short line for each step, or with V=1 the command itself.
Q := $(if $(filter-out 0,$(V)),,@)
say = $(if $(Q),@printf '%-5s %s\n' $(1) '$(or $(2),$@)')

# $(call compile,WORD,NAME,TARGETS: SOURCES): rules that compile the first source by $(compile.NAME). The compiler writes into *.d
# what a program depends on; it also depends on build/flags/NAME, the command that compiles it, which changes only when the command
# does. The old program goes first: one that no longer compiles must not be run in its old form.
dependencies = -MMD -MP -MF $@.d -MT $@
define build
$(call say,$(1))
@mkdir -p $(@D) && rm -f $@
$(Q)$(2) $(dependencies) $(CPPFLAGS) $< -o $@ $(LDFLAGS) $(LDLIBS)
endef
define rule
$(3) build/flags/$(2)
	$$(call build,$(1),$$(compile.$(2)))
endef
compile = $(eval $(call rule,$(1),$(2),$(3)))
build/flags/%: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(compile.$*)' | cmp -s - $@ || printf '%s\n' '$(compile.$*)' >$@
FORCE:
.PRECIOUS: build/flags/%

HEADERS := lqcd.h $(shell find lqcd -name '*.h' -o -name '*.inc')
EXAMPLES := $(patsubst examples/%.c,build/examples/%,$(wildcard examples/*.c))
# With FIRST=1 gcc reads what they include first, lqcd.h and command lines, once for all of them.
compile.examples = $(CC) $(CFLAGS) $(OPENMP) $(WARN) -I. $(if $(FIRST),-Ibuild/first -Iexamples -include device.h)
compile.first = $(CC) $(CFLAGS) $(OPENMP) $(WARN) -I.
$(if $(FIRST),$(EXAMPLES): build/first/device.h.gch)
build/first/device.h.gch: LDLIBS :=
# Programs for mpirun; MPI's compiler calls ours.
MPICC ?= mpicc
MPIRUN ?= mpirun
mpi_environment = OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
mpicc = OMPI_CC='$(CC)' MPICH_CC='$(CC)' $(MPICC)
compile.mpi = $(mpicc) $(CFLAGS) $(OPENMP) $(WARN) -DLQCD_MPI -I.
# Without the inlining that lqcd forces -O1 compiles in ten seconds less, on two processors in twenty, and the run takes two more.
compile.run = $(if $(filter file,$(origin CFLAGS)),$(subst -O2,-O1 $(uninlined) $(if $(filter-out 1,$(JOBS)),$(call once,run_flags,$(call probe,parallel $(CC) $(JOBS)))),$(compile.examples)),$(compile.examples))
$(call compile,CC,examples,build/examples/%: examples/%.c)
$(call compile,CC,first,build/first/device.h.gch: examples/device.h)
$(call compile,MPICC,mpi,build/examples/%-mpi: examples/%.c)
$(call compile,CC,run,build/run/pion: examples/pion.c)
help:
	@sed 1d lqcd/package/targets.txt && echo
	@echo 'make tags, make clean. V=1 shows commands, CC=clang-16 takes another compiler, OPENMP= builds without threads.'
	@echo 'CC=$(CC) CXX=$(CXX) CFLAGS="$(CFLAGS)" OPENMP=$(OPENMP) (probed) JOBS=$(JOBS)'
run: build/run/pion
	$(call say,RUN,$<)
	$(Q)$< $(if $(CONFIG),--config '$(CONFIG)',--save build/pion.nersc) $(if $(KAPPA),--kappa '$(KAPPA)') \
		--out build/pion.tsv $(if $(shell command -v gnuplot),--plot build/pion.svg) $(ARGS)
demo: $(addprefix build/examples/,heatbath flow glueplots spectrum) ; @sh examples/demo.sh build/examples build/demo $(DEMO)
examples: $(EXAMPLES)
tags: ; @perl lqcd/package/tags.pl >$@
clean:
	$(call say,RM,build)
	$(Q)rm -rf build

include tests/tests.mk $(wildcard tests/*/*.mk bench/*.mk lqcd/*/*.mk)
-include $(wildcard build/*/*.d build/*/*/*.d)
