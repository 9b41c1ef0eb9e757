# tests/tests.mk: the tests in three tiers, see tests/README.md. prove runs them; a program holds the tests of one folder.
CORE := dirac gauge field site io simd lattice base
PROGRAMS := $(CORE) solver hmc represent observables kernels quda hop bits misuse no_short_names threads teams
LQCD_TEST_DATA ?= $(abspath $(wildcard ../shared/data))
# gcc computes the same in a third of the time without inlining whatever lqcd inlines always: it takes that attribute for
# "unused". -O1 compiles twice as long as -Og, and pays for itself in those that run for long.
uninlined := $(if $(findstring gcc,$(CC)),-Dalways_inline=unused -Wno-maybe-uninitialized -Wno-psabi)
run_long := solver hmc gauge quda teams threads dirac observables kernels represent
QUICK ?= $(if $(filter $(PROGRAMS) command.%,$(@F)),$(if $(filter $(run_long),$(@F)),-O1,-Og),-O1) $(uninlined)
other_flags = $(filter-out -O% -std=% -march=% -mtune=% -mcpu=% -msse% -mavx% -mfma,$(CFLAGS))
test_warnings := $(filter-out -Wshadow,$(WARN)) -Wno-format-truncation -Werror
c11 = $(CC) -std=c11 $(OPENMP)
cxx = $(CXX) -x c++ $(OPENMP)
NEON_CC ?= aarch64-linux-gnu-gcc
RVV_CC ?= clang-19 --target=riscv64-linux-gnu -mrvv-vector-bits=zvl
WASM_CC ?= clang-19 --target=wasm32-wasi -fuse-ld=$(firstword $(shell command -v wasm-ld-19 || command -v wasm-ld) wasm-ld) -Wl,-z,stack-size=8388608
WASM_RUN ?= node --no-warnings tests/wasi.js
asan = -Og $(uninlined) -g1 -march=native -fsanitize=address,undefined -fno-sanitize-recover=all
# The rows of configurations.txt, their columns without blanks
define configuration
configurations.$(2) += $(1)
folder.$(1) := build/tests$(if $(filter-out native,$(1)),-$(1))
programs.$(1) := $$(addprefix $$(folder.$(1))/,$(6))
compile.$(1) = $(3) $(4) $(other_flags) $(test_warnings) $(if $(5),-DLQCD_TEST_SIMD='"$(5)"') -I.
runner.$(1) = $(7)
only.$(1) := $(8)
$$(call compile,$(1),$(1),$$(folder.$(1))/%: tests/%.c)
endef
column = $(filter-out -,$(subst ~, ,$(word $(2),$(subst |, ,$(1)))))
lanes := simd site dirac hop
registers := simd icomplex su3 spinor wilson hop solve
$(foreach r,$(shell sed 's/ *| */|/g; s/ /~/g; /|/!d' tests/configurations.txt),$(eval $(call configuration,$(call column,$r,1),$(call column,$r,2),$(call column,$r,3),$(call column,$r,4),$(call column,$r,5),$(call column,$r,6),$(call column,$r,7),$(call column,$r,8))))
$(programs.single): build/single-include/lqcd.h
build/single-include/lqcd.h: build/lqcd_single.h ; @sh tests/compile/single_include.sh
NATIVE_SIMD = $(call once,NATIVE_SIMD,$(call probe,simd $(CC) $(CFLAGS)))
compile.tests-mpi = $(mpicc) -std=c11 $(if $(filter quda,$(@F)),-Og $(uninlined),$(QUICK)) -march=native $(test_warnings) -I.
mpi_programs := $(addprefix build/tests-mpi/,mpi quda)
$(call compile,MPICC,tests-mpi,build/tests-mpi/mpi: tests/mpi.c)
$(call compile,MPICC,tests-mpi,build/tests-mpi/%: tests/mpi/%.c)

# Threads that wait must not take the processor from the one that works. Tests of threads set their number; for the others one
# is fastest on small lattices (make test-native: three). gcc 13 aligns locals of 64 bytes wrongly where it looks for their use
# after return, which it does by default. A program that loops for ever ends by ulimit, one that waits by timeout.
test_environment = OMP_WAIT_POLICY=passive OMP_NUM_THREADS=1 LQCD_TEST_JOBS='$(JOBS)' CC='$(CC)' CXX='$(if $(HAVE_CXX),$(CXX))' \
	CFLAGS='$(CFLAGS)' LQCD_TEST_QUICK='$(QUICK)' OPENMP='$(OPENMP)' WARN='$(WARN)' \
	ASAN_OPTIONS=allocator_may_return_null=1$(if $(uninlined),:detect_stack_use_after_return=0) $(if $(LQCD_TEST_DATA),LQCD_TEST_DATA='$(LQCD_TEST_DATA)')
this_make := $(MAKE)
parallel = $(MAKE) --no-print-directory -k $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS))
# $(call build_all,PROGRAMS), a line of its own; $(call prove,PROGRAMS AND SCRIPTS,ENVIRONMENT,RUNNER): a program that did not
# compile is a failure, the others run.
build_all = -$(Q)$(parallel) $(1)
define prove
$(Q)all=; missing=0; for p in $(1); do if [ -e "$$p" ]; then all="$$all $$p"; else echo "not built: $$p"; missing=1; fi; done; \
	ulimit -t 3600; $(test_environment) $(2) timeout 5400 prove -j$(JOBS) --timer $(if $(3),--exec '$(3)') $$all && [ $$missing = 0 ]

endef
in = $(addprefix $(folder.$(1))/,$(2))
# What compiles for longest comes first, here and below: no processor waits for the last one.
quick_examples = $(addprefix build/examples/,pion spectrum hmc ks_hmc own_operator) examples CFLAGS='-std=c11 -march=native $$(QUICK)' $(if $(uninlined),FIRST=1)
test_programs := $(call in,uninlined,dirac gauge) $(call in,native,$(filter-out dirac gauge lattice,$(CORE))) $(call in,quick,lattice)
test:
	+$(call build_all,$(test_programs))
	$(call prove,$(test_programs) tests/compile/rules.t tests/mutants.t)

# What only some folders can break runs again when one of their files is another than when the gate passed last.
host := tests/support lqcd.h $(addprefix lqcd/,base simd site lattice field gauge dirac solver hmc observables io)
needs.hirep := $(host) lqcd/compat tests/hirep tests/mpi/start.pl bench/hirep examples/short/hirep.c
needs.quda := $(host) lqcd/foreign lqcd/compat tests/quda tests/quda.c $(wildcard tests/link/libquda*) examples/quda lqcd/package/package.mk
needs.kernels := $(host) lqcd/kernels tests/kernels tests/kernels.c
hash = $(shell find $(needs.$(1)) -type f | LC_ALL=C sort | xargs cat | sha256sum | cut -c1-16)
if_changed = $(if $(filter gate,$(MAKECMDGOALS)),$(if $(shell grep -sx '$(1) $(hash)' tests/passed.txt),,$(2)))
gate_programs = $(call in,quick,represent hmc solver $(foreach part,quda kernels,$(call if_changed,$(part),$(part))) bits teams threads no_short_names) \
	$(call in,asan17,field lattice io base) $(call in,cxx17,observables simd) $(call in,native,hop) $(call in,clang,misuse) \
	$(foreach back_end,sse2 generic scalar,$(call in,$(back_end),site hop simd))
gate_scripts = $(addprefix tests/,$(addsuffix .t,gpu/gpu mpi/mpi gpu/gpu_ranks $(call if_changed,hirep,hirep/hirep) \
	$(call if_changed,quda,link/libquda) compile/headers compile/single compile/readme link/link compile/install compile/tags simd/complete misuse/complete)) \
	$(filter-out %/bench.t %/wasm.t,$(wildcard tests/examples/*.t))
gate:
	+$(call build_all,$(quick_examples))
	+$(call build_all,$(mpi_programs) $(gate_programs) build/lqcd_single.h build/lqcd_single.cuh)
	$(call prove,$(gate_scripts) $(gate_programs))
# After a green gate: what it need not run again.
passed:
	@printf '%s\n' $(foreach part,hirep quda kernels,'$(part) $(call hash,$(part))') >tests/passed.txt

# Everything, in parts: the configurations of a part, and its scripts.
PARTS := native c++ registers processors colours compilers sanitizers scripts examples mpi gpu hirep mutants fuzz
scripts = $(wildcard $(if $(filter scripts,$(1)),tests/*.t $(addprefix tests/,$(addsuffix /*.t,compile link embed simd misuse)),tests/$(1)/*.t))
test-all:
	+@failed=; for part in $(PARTS); do start=$$(date +%s); $(MAKE) --no-print-directory test-$$part || failed="$$failed $$part"; \
		echo "== test-$$part: $$(($$(date +%s) - start)) s"; done; [ -z "$$failed" ] || { echo "failed:$$failed"; exit 1; }
# A configuration whose compiler is not here is skipped, and said. Those that choose tests or have a runner: a prove of their own.
here = $(foreach c,$(configurations.$(1)),$(if $(shell command -v $(firstword $(compile.$(c)))),$(c),$(info skipped: $(c), no $(firstword $(compile.$(c))))))
plain = $(foreach c,$(1),$(if $(runner.$(c))$(only.$(c)),,$(programs.$(c))))
$(filter-out test-mutants test-fuzz,$(PARTS:%=test-%)): test-%:
	$(eval configured := $(call here,$*))
	+$(if $(filter examples,$*),$(call build_all,$(quick_examples) bench-programs))
	+$(call build_all,$(foreach c,$(configured),$(programs.$(c))) $(if $(filter mpi,$*),$(mpi_programs)))
	$(if $(strip $(call plain,$(configured))$(call scripts,$*)),$(call prove,$(call plain,$(configured)) $(call scripts,$*),LQCD_TEST_ALL=1 $(if $(filter native,$*),OMP_NUM_THREADS=3)))
	$(foreach c,$(configured),$(if $(runner.$(c))$(only.$(c)),$(call prove,$(programs.$(c)),LQCD_TEST_ONLY='$(only.$(c))',$(runner.$(c)))))
test-mutants test-fuzz: test-%: %
# A change in a folder: its tests, the bits of all results, the rules of the text
check:
	$(if $(wildcard lqcd/$(FOLDER)/.),,$(error make check: there is no folder lqcd/$(FOLDER)))
	+$(call build_all,$(call in,quick,$(filter $(FOLDER),$(PROGRAMS)) hop))
	$(call prove,$(call in,quick,$(filter $(FOLDER),$(PROGRAMS)) hop) tests/compile/rules.t $(if $(filter device,$(FOLDER)),tests/gpu/gpu.t) \
		$(if $(filter compat,$(FOLDER)),tests/hirep/hirep.t))
mutants:
	@MAKE='$(this_make)' $(test_environment) JOBS='$(JOBS)' perl tests/mutants.pl $(if $(FOLDER),--folder '$(FOLDER)') $(MUTANTS)
# For scripts: how a configuration compiles, and what starts its programs
command.%: ; $(info $(compile.$*))$(info $(runner.$*))@:

FUZZ_CC ?= $(call once,FUZZ_CC,$(firstword $(foreach c,$(CC) clang clang-19 clang-16 clang-14,$(if $(call probe,fuzzer $(c)),$(c)))))
SECONDS ?= 30
compile.fuzz = $(FUZZ_CC) -O1 -g -std=gnu11 -march=native -fsanitize=fuzzer$(,)address$(,)undefined -fno-sanitize-recover=all $(WARN) -I.
compile.corpus = $(CC) $(CFLAGS) $(WARN) -DFUZZ_CORPUS -I.
$(call compile,FUZZ,fuzz,build/fuzz/files: tests/fuzz/files.c)
$(call compile,CC,corpus,build/fuzz/make_corpus: tests/fuzz/files.c)
build/fuzz/corpus: build/fuzz/make_corpus ; $(Q)$< $@
fuzz: $(if $(filter fuzz test-fuzz,$(MAKECMDGOALS)),$(if $(FUZZ_CC),build/fuzz/files build/fuzz/corpus))
	@LQCD_TEST_JOBS='$(JOBS)' FUZZ='$(wildcard build/fuzz/files)' FUZZ_CORPUS=build/fuzz/corpus ASAN_OPTIONS=allocator_may_return_null=1 \
		FUZZ_ONLY='$(FORMAT)' FUZZ_SECONDS=$(SECONDS) FUZZ_FOUND=$(if $(FORMAT),build/fuzz/found-) prove -v tests/fuzz/smoke.t
