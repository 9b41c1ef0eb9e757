# bench/bench.mk: benchmarks. The programs of PLAIN_BENCHES print tables of their own; the others are programs of Google
# Benchmark (libbenchmark-dev), linked by the C++ compiler with bench/shim.cpp. See the Makefile.
#
#: make bench        build and run them
#:                     FILTER=REGEX   only rows whose name matches, as FILTER=wilson or FILTER=hop.*vf.*threads:1;
#:                                    or a program of its own table: block_cg complex domain_wall flow foreign heatbath
#:                                    hisq io multigrid represent solver
#:                     ARGS="..."     volumes and options; build/bench/wilson --help shows them
#: make bench-report one run as a table and plots, build/bench/report.md: rooflines, GFLOP/s against volume and threads as
#:                     SVG (gnuplot); FILTER and ARGS as above
#: make bench-threads threads, teams and processes, small lattices and multigrid: THREADS=1,2,4 MULTIGRID=16
#: make bench-mpi    processes against threads, on RANKS="1 2" processes; build/examples/NAME-mpi: an example for mpirun
#: make quenched     plaquettes by heat bath and HMC against published values and series: half an hour on one core
#:                     (STEPS=500); COLOURS=4: of SU(4), from 2 to 8
#: make compile-time seconds and lines of each header; COMPILERS="gcc clang"

.PHONY: bench bench-report bench-threads bench-mpi quenched compile-time
RANKS ?= 1 2
COMPILERS ?= gcc clang
BENCH_LIBS := -lbenchmark -lpthread
HAVE_BENCHMARK = $(call once,HAVE_BENCHMARK,$(call probe,benchmark $(CXX)))
no_benchmark := Google Benchmark is missing: install libbenchmark-dev

PLAIN_BENCHES := $(addprefix build/bench/,block_cg complex domain_wall flow foreign heatbath hisq io multigrid represent solver threads)
SHIM_BENCHES := $(filter-out $(PLAIN_BENCHES) build/bench/roofline,$(patsubst bench/%.c,build/bench/%,$(wildcard bench/*.c)))
# As many threads and, one by one, processes.
THREADS ?= 1,2,4,8,16
MULTIGRID ?= 16
comma := ,
MPI_BENCHES := $(patsubst bench/mpi/%.c,build/bench-mpi/%,$(wildcard bench/mpi/*.c))
BENCHES = $(PLAIN_BENCHES) $(if $(HAVE_BENCHMARK),$(SHIM_BENCHES))

# make test-all compiles them in 0.6 of the time, with -O1: it looks at a few rows, and at no speed.
BENCH_LEVEL ?= -O2
compile.bench = $(subst -O2,$(BENCH_LEVEL),$(compile.examples) -DBENCH_FLAGS='"$(strip $(CFLAGS) $(OPENMP))"')
compile.shim = $(CXX) -x c++ $(filter-out -std=%,$(CFLAGS)) -std=c++17 $(OPENMP) $(WARN) -I.
$(PLAIN_BENCHES): build/bench/%: bench/%.c build/flags/bench
	$(call build,CC,$(compile.bench))
build/bench-mpi/%: bench/mpi/%.c
	$(call build,MPICC,$(compile.mpi))
build/bench/shim.o: bench/shim.cpp build/flags/shim
	$(call say,CXX)
	@mkdir -p $(@D)
	@$(if $(HAVE_BENCHMARK),,echo '$(no_benchmark)' >&2; exit 1)
	$(Q)$(compile.shim) $(dependencies) $(CPPFLAGS) -c $< -o $@
build/bench/%.o: bench/%.c build/flags/bench
	$(call say,CC)
	@mkdir -p $(@D)
	$(Q)$(compile.bench) $(dependencies) $(CPPFLAGS) -c $< -o $@
$(SHIM_BENCHES): %: build/bench/shim.o %.o build/bench/roofline.o
	$(call say,LINK)
	@rm -f $@
	$(Q)$(CXX) $(filter-out -std=%,$(CFLAGS)) $(OPENMP) $^ -o $@ $(LDFLAGS) $(BENCH_LIBS) $(LDLIBS)

# FILTER chooses among the rows of Google Benchmark; a program without a row that matches does not run. Status 2 says that
# ARGS are wrong, 1 that there is no such row.
bench_rows = --benchmark_filter='$(or $(FILTER),.)' $(ARGS)
plain_chosen = $(if $(FILTER),$(filter %/$(FILTER),$(PLAIN_BENCHES)),$(PLAIN_BENCHES))
bench: $(plain_chosen) $(if $(filter bench,$(MAKECMDGOALS)),$(if $(filter %/$(FILTER),$(PLAIN_BENCHES)),,$(filter $(SHIM_BENCHES),$(BENCHES))))
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

COLOURS ?= 3
quenched: build/colours-$(COLOURS)/heatbath build/colours-$(COLOURS)/hmc
	@perl bench/quenched.pl build/colours-$(COLOURS) '$(STEPS)' $(COLOURS)

build/colours-$(COLOURS)/%: examples/%.c build/flags/examples
	$(call build,CC,$(compile.examples) -DLQCD_NC=$(COLOURS))

bench-mpi: $(MPI_BENCHES)
	@for n in $(RANKS); do for b in $^; do echo "== $$b, $$n ranks"; \
		$(mpi_environment) $(MPIRUN) -n $$n --bind-to none $$b || exit 1; done; done

build/bench-mpi/threads: bench/threads.c
	$(call build,MPICC,$(compile.mpi))
bench-threads: build/bench/threads $(if $(shell command -v $(MPICC)),build/bench-mpi/threads)
	@OMP_PROC_BIND=close build/bench/threads --threads=$(THREADS) --multigrid=$(MULTIGRID)
	@for n in $(if $(filter %-mpi/threads,$^),$(filter-out 1,$(subst $(comma), ,$(THREADS)))); do OMP_NUM_THREADS=1 \
		$(mpi_environment) $(MPIRUN) -n $$n --bind-to core build/bench-mpi/threads --multigrid=$(MULTIGRID) || exit 1; done

compile-time: build/lqcd_single.h
	@COMPILERS='$(COMPILERS)' perl bench/compile_time.pl
