# tests/tests.mk: the tests in three tiers, see tests/README.md. prove runs them; a program holds the tests of one folder.
#: make test       whether it works on this machine: about three minutes on two cores
#: make gate       what every change must pass beside it; .ci/run does both. make passed: what it need not run again
#: make test-all   everything, two hours; one of its parts: make test-native, -c++, -registers, -processors, -colours,
#:                   -compilers, -sanitizers, -scripts, -examples, -mpi, -gpu, -hirep, -mutants, -fuzz
#: make check FOLDER=dirac   what a change in lqcd/dirac needs, in two minutes; build/tests/NAME TEST.. runs tests by name
#: make mutants    break single lines: the tests must turn red. FOLDER=solver those of a folder, MUTANTS="words of names"
#: make fuzz FORMAT=ILDG SECONDS=1200   a reader of files under libFuzzer; findings go to build/fuzz/found
CORE := base simd site lattice field gauge dirac io
PROGRAMS := $(CORE) solver hmc represent observables kernels quda hop bits misuse no_short_names threads teams
LQCD_TEST_DATA ?= $(abspath $(wildcard ../shared/data))
# gcc computes the same in a third of the time without inlining whatever lqcd inlines always: it takes that attribute for
# "unused". -O1 compiles twice as long as -Og, and pays for itself in those that run for long.
uninlined := $(if $(findstring gcc,$(CC)),-Dalways_inline=unused -Wno-maybe-uninitialized -Wno-psabi)
run_long := solver hmc gauge quda teams threads
QUICK ?= $(if $(filter $(PROGRAMS),$(@F)),$(if $(filter $(run_long),$(@F)),-O1,-Og),-O1) $(uninlined)
other_flags = $(filter-out -O% -std=% -march=% -mtune=% -mcpu=% -msse% -mavx% -mfma,$(CFLAGS))
test_warnings := $(filter-out -Wshadow,$(WARN)) -Wno-format-truncation -Werror
c11 = $(CC) -std=c11 $(OPENMP)
cxx = $(CXX) -x c++ $(OPENMP)
NEON_CC ?= aarch64-linux-gnu-gcc
RVV_CC ?= clang-19 --target=riscv64-linux-gnu -mrvv-vector-bits=zvl
WASM_CC ?= clang-19 --target=wasm32-wasi -fuse-ld=$(firstword $(shell command -v wasm-ld-19 || command -v wasm-ld) wasm-ld) -Wl,-z,stack-size=8388608
WASM_RUN ?= node --no-warnings tests/wasi.js
sve256 := -march=armv8.2-a+sve -msve-vector-bits=256
sve512 := -march=armv8.2-a+sve -msve-vector-bits=512
asan = -Og $(uninlined) -g1 -march=native -fsanitize=address,undefined -fno-sanitize-recover=all

# $(call row,NAME,PART,COMPILER,FLAGS,BACK END,PROGRAMS,RUNNER,TESTS) makes build/tests-NAME/PROGRAM of tests/PROGRAM.c.
# PART: of test-all. BACK END: what the programs must say that they run, if not what the machine has. RUNNER starts those of other
# processors. TESTS: only these.
define configuration
configurations.$(2) += $(1)
folder.$(1) := build/tests$(if $(filter-out native,$(1)),-$(1))
programs.$(1) := $$(addprefix $$(folder.$(1))/,$(6))
compile.$(1) = $(3) $(4) $(other_flags) $(test_warnings) $(if $(5),-DLQCD_TEST_SIMD='"$(5)"') -I.
runner.$(1) = $(7)
only.$(1) := $(8)
endef
row = $(eval $(call configuration,$(1),$(2),$(strip $(3)),$(strip $(4)),$(strip $(5)),$(strip $(6)),$(strip $(7)),$(strip $(8)))) \
	$(call compile,$(1),$(1),$(folder.$(1))/%: tests/%.c)
lanes := simd site dirac hop
registers := simd icomplex su3 spinor wilson hop solve

#          name, part             compiler              flags                                            back end  programs
$(call row,native,native,              $(CC) $$(OPENMP),     $(CFLAGS),                                       $$(NATIVE_SIMD), $(PROGRAMS))
$(call row,quick,none,                 $$(c11),              $$(QUICK) -march=native,                         ,         $(PROGRAMS))
$(call row,cxx17,c++,                  $$(cxx) -std=c++17,   $$(QUICK) -march=native -DNDEBUG,                ,         $(PROGRAMS))
$(call row,cxx11,c++,                  $$(cxx) -std=c++11,   $$(QUICK) -march=native,                         ,         site field)
$(call row,cxx20,c++,                  $$(cxx) -std=c++20,   $$(QUICK) -march=native -Wno-deprecated-enum-enum-conversion, ,     site field)
$(call row,avx2,registers,             $$(c11),              -O2 -mavx2 -mfma,                                avx2,     $(lanes) field kernels)
$(call row,sse2,registers,             $$(c11),              $$(QUICK) -march=x86-64,                         sse2,     $(lanes) field kernels)
$(call row,sse4fma,registers,          $$(c11),              $$(QUICK) -march=x86-64 -msse4.2 -mfma,          sse2,     simd)
$(call row,generic,registers,          $$(c11),              $$(QUICK) -march=native -DLQCD_SIMD=LQCD_SIMD_GENERIC, generic, $(lanes) field kernels)
$(call row,scalar,registers,           $$(c11),              $$(QUICK) -march=native -DLQCD_SIMD=LQCD_SIMD_SCALAR, scalar, $(lanes) field kernels)
$(call row,sse2-fma,registers,         $$(c11),              $$(QUICK) -march=x86-64 -DLQCD_FMA=1,            sse2,     simd hop bits)
$(call row,generic-fma,registers,      $$(c11),              $$(QUICK) -march=x86-64 -DLQCD_SIMD=LQCD_SIMD_GENERIC -DLQCD_FMA=1, generic, simd hop bits)
$(call row,scalar-fma,registers,       $$(c11),              $$(QUICK) -march=x86-64 -DLQCD_SIMD=LQCD_SIMD_SCALAR -DLQCD_FMA=1, scalar, simd hop bits)
$(call row,nc2,colours,                $$(c11),              $$(QUICK) -march=native -DLQCD_NC=2,             ,         site gauge dirac solver io represent)
$(call row,nc4,colours,                $$(c11),              $$(QUICK) -march=native -DLQCD_NC=4,             ,         site gauge dirac)
$(call row,nc5,colours,                $$(c11),              $$(QUICK) -march=native -DLQCD_NC=5,             ,         site dirac, , su3 storage wilson clover)
$(call row,nc8,colours,                $$(c11),              $$(QUICK) -march=native -DLQCD_NC=8,             ,         site, , su3 compress storage)
$(call row,single,compilers,           $$(c11),              $$(QUICK) -march=native -Ibuild/single-include -Wno-misleading-indentation, , no_short_names site field io)
$(call row,asan,sanitizers,            $$(c11),              $$(asan) -Wno-error,                             ,         $(filter-out bits hmc quda represent misuse teams,$(PROGRAMS)))
$(call row,tsan,sanitizers,            $$(c11),              -O1 -g1 -march=native -fsanitize=thread -DLQCD_NO_OPENMP -Wno-error, , threads teams)
$(call row,fastmath,compilers,         $$(c11),              -O2 -march=native -ffast-math -Wno-nan-infinity-disabled, , simd site field dirac solver, , series sum complex icomplex su3 compress spinor random field linalg wilson solver)
$(call row,o0,compilers,               $$(c11),              -O0 -Dalways_inline=unused -march=native,        ,         misuse simd site lattice field, , simd sum complex icomplex su3 compress spinor storage field linalg layouts loops geometry random)
$(call row,clang14,compilers,          clang-14 -std=c11,    -O2 -march=native,                               ,         $(CORE) solver observables)
$(call row,clang16,compilers,          clang-16 -std=c11 $$(OPENMP), -O2 -march=native,                       ,         $(CORE) solver observables bits hop)
$(call row,clang19,compilers,          clang++-19 -x c++ -std=c++17, -O2 -march=native,                       ,         $(CORE) solver observables)
# Other processors: RUNNER and TESTS
$(call row,neon,processors,            $$(NEON_CC) -std=c11, -O1 -static,                                     neon,     $(lanes) field, qemu-aarch64, $(registers) complex compress storage linalg layouts)
$(call row,sve256,processors,          $$(NEON_CC) -std=c11, -O1 -static $(sve256),                           sve,      $(lanes), qemu-aarch64 -cpu max$$(,)sve-default-vector-length=32, $(registers))
$(call row,sve512,processors,          $$(NEON_CC) -std=c11, -O1 -static $(sve512),                           sve,      simd hop, qemu-aarch64 -cpu max$$(,)sve-default-vector-length=64, $(registers))
$(call row,rvv256,processors,          $$(RVV_CC) -std=c11,  -O1 -static -march=rv64gcv_zvl256b,              rvv,      $(lanes), qemu-riscv64 -cpu rv64$$(,)v=true$$(,)vlen=256$$(,)vext_spec=v1.0, $(registers))
$(call row,rvv512,processors,          $$(RVV_CC) -std=c11,  -O1 -static -march=rv64gcv_zvl512b,              rvv,      simd hop, qemu-riscv64 -cpu rv64$$(,)v=true$$(,)vlen=512$$(,)vext_spec=v1.0, $(registers))
$(call row,wasm,processors,            $$(WASM_CC) -std=c11, -O1 -msimd128,                                   wasm,     $(lanes), $$(WASM_RUN), $(registers))
$(call row,wasm-relaxed,processors,    $$(WASM_CC) -std=c11, -O1 -msimd128 -mrelaxed-simd,                    wasm,     simd hop, $$(WASM_RUN), $(registers))
$(programs.single): build/single-include/lqcd.h
build/single-include/lqcd.h: build/lqcd_single.h
	@sh tests/compile/single_include.sh
NATIVE_SIMD = $(call once,NATIVE_SIMD,$(call probe,simd $(CC) $(CFLAGS)))
compile.tests-mpi = $(mpicc) -std=c11 $(QUICK) -march=native $(test_warnings) -I.
mpi_programs := $(addprefix build/tests-mpi/,mpi quda)
$(call compile,MPICC,tests-mpi,build/tests-mpi/mpi: tests/mpi.c)
$(call compile,MPICC,tests-mpi,build/tests-mpi/%: tests/mpi/%.c)

# Threads that wait must not take the processor from the one that works. Tests of threads set their number; for the others one
# is fastest on small lattices (make test-native: three). A program that loops for ever ends by ulimit, one that waits by timeout.
test_environment = OMP_WAIT_POLICY=passive OMP_NUM_THREADS=1 LQCD_TEST_JOBS='$(JOBS)' CC='$(CC)' CXX='$(if $(HAVE_CXX),$(CXX))' \
	CFLAGS='$(CFLAGS)' LQCD_TEST_QUICK='$(QUICK)' OPENMP='$(OPENMP)' WARN='$(WARN)' ASAN_OPTIONS=allocator_may_return_null=1 \
	$(if $(LQCD_TEST_DATA),LQCD_TEST_DATA='$(LQCD_TEST_DATA)')
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
quick_examples = examples CFLAGS='-std=c11 -march=native -O1 $(uninlined)'

test_programs := $(call in,native,$(CORE))
test:
	+$(call build_all,$(test_programs) build/examples/pion)
	$(call prove,$(test_programs) tests/compile/rules.t tests/mutants.t)

# What only some folders can break runs again when one of their files is another than when the gate passed last.
host := tests/support lqcd.h $(addprefix lqcd/,base simd site lattice field gauge dirac solver hmc observables io)
needs.hirep := $(host) lqcd/compat tests/hirep tests/mpi/start.pl bench/hirep examples/short/hirep.c
needs.quda := $(host) lqcd/foreign lqcd/compat tests/quda tests/quda.c $(wildcard tests/link/libquda*) examples/quda lqcd/package/package.mk
needs.kernels := $(host) lqcd/kernels tests/kernels tests/kernels.c
hash = $(shell find $(needs.$(1)) -type f | LC_ALL=C sort | xargs cat | sha256sum | cut -c1-16)
if_changed = $(if $(filter gate,$(MAKECMDGOALS)),$(if $(shell grep -sx '$(1) $(hash)' tests/passed.txt),,$(2)))
gate_programs = $(call in,native,solver observables hop threads $(call if_changed,kernels,kernels)) \
	$(call in,quick,hmc bits represent misuse teams no_short_names $(call if_changed,quda,quda)) \
	$(call in,cxx17,observables $(CORE)) $(call in,sse2,simd site hop) $(call in,generic,simd site hop) \
	$(call in,scalar,simd site hop) $(call in,asan,field io site lattice base)
gate_scripts = $(addprefix tests/,$(addsuffix .t,gpu/gpu mpi/mpi gpu/gpu_ranks $(call if_changed,hirep,hirep/hirep) \
	$(call if_changed,quda,link/libquda) compile/headers compile/single compile/readme link/link compile/install compile/tags simd/complete misuse/complete)) \
	$(filter-out %/bench.t %/wasm.t,$(wildcard tests/examples/*.t))
gate:
	+$(call build_all,$(quick_examples))
	+$(call build_all,$(gate_programs) $(mpi_programs))
	$(call prove,$(gate_scripts) $(gate_programs))
# After a green gate: what it need not run again.
passed:
	@for part in hirep quda kernels; do echo "$$part $$($(MAKE) -s hash.$$part)"; done >tests/passed.txt
hash.%: ; @echo '$(call hash,$*)'

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
test-mutants: mutants
test-fuzz: fuzz

# A change in a folder: its tests, the bits of all results, the rules of the text
check:
	$(if $(wildcard lqcd/$(FOLDER)/.),,$(error make check: there is no folder lqcd/$(FOLDER)))
	+$(call build_all,$(call in,quick,$(filter $(FOLDER),$(PROGRAMS)) hop))
	$(call prove,$(call in,quick,$(filter $(FOLDER),$(PROGRAMS)) hop) tests/compile/rules.t $(if $(filter device,$(FOLDER)),tests/gpu/gpu.t) \
		$(if $(filter compat,$(FOLDER)),tests/hirep/hirep.t))
mutants:
	@MAKE='$(this_make)' $(test_environment) JOBS='$(JOBS)' perl tests/mutants.pl $(if $(FOLDER),--folder '$(FOLDER)') $(MUTANTS)
# For scripts: how a configuration compiles
command.%: ; $(info $(compile.$*))@:
runner.%: ; $(info $(runner.$*))@:

FUZZ_CC ?= $(call once,FUZZ_CC,$(firstword $(foreach c,$(CC) clang clang-19 clang-16 clang-14,$(if $(call probe,fuzzer $(c)),$(c)))))
SECONDS ?= 30
compile.fuzz = $(FUZZ_CC) -O1 -g -std=gnu11 -march=native -fsanitize=fuzzer$(,)address$(,)undefined -fno-sanitize-recover=all $(WARN) -I.
compile.corpus = $(CC) $(CFLAGS) $(WARN) -DFUZZ_CORPUS -I.
$(call compile,FUZZ,fuzz,build/fuzz/files: tests/fuzz/files.c)
$(call compile,CC,corpus,build/fuzz/make_corpus: tests/fuzz/files.c)
build/fuzz/corpus: build/fuzz/make_corpus
	$(Q)$< $@
fuzz: $(if $(filter fuzz test-fuzz,$(MAKECMDGOALS)),$(if $(FUZZ_CC),build/fuzz/files build/fuzz/corpus))
	@LQCD_TEST_JOBS='$(JOBS)' FUZZ='$(wildcard build/fuzz/files)' FUZZ_CORPUS=build/fuzz/corpus ASAN_OPTIONS=allocator_may_return_null=1 \
		FUZZ_ONLY='$(FORMAT)' FUZZ_SECONDS=$(SECONDS) FUZZ_FOUND=$(if $(FORMAT),build/fuzz/found-) prove -v tests/fuzz/smoke.t
