# bench/bench.mk: benchmarks. The programs of PLAIN_BENCHES print tables of their own; the others are programs of Google
# Benchmark (libbenchmark-dev), linked by the C++ compiler with bench/shim.cpp.
RANKS ?= 1 2
THREADS ?= 1,2,4,8,16
MULTIGRID ?= 16
COLOURS ?= 3
HAVE_BENCHMARK = $(call once,HAVE_BENCHMARK,$(call probe,benchmark $(CXX)))
no_benchmark := Google Benchmark is missing: install libbenchmark-dev
PLAIN_BENCHES := $(addprefix build/bench/,block_cg complex domain_wall flow foreign heatbath hisq io multigrid represent solver threads)
SHIM_BENCHES := $(filter-out $(PLAIN_BENCHES) build/bench/roofline,$(patsubst bench/%.c,build/bench/%,$(wildcard bench/*.c)))
compile.bench = $(compile.examples) -DBENCH_FLAGS='"$(strip $(CFLAGS) $(OPENMP))"'
compile.bench_object = $(compile.bench) -c
compile.shim = $(if $(HAVE_BENCHMARK),,$(error $(no_benchmark)))$(CXX) -x c++ $(filter-out -std=%,$(CFLAGS)) -std=c++17 $(OPENMP) $(WARN) -I. -c
$(call compile,CC,bench,$(PLAIN_BENCHES): build/bench/%: bench/%.c)
$(call compile,MPICC,mpi,build/bench-mpi/threads: bench/threads.c)
$(call compile,MPICC,mpi,build/bench-mpi/%: bench/mpi/%.c)
$(call compile,CC,bench_object,build/bench/%.o: bench/%.c)
$(call compile,CXX,shim,build/bench/shim.o: bench/shim.cpp)
$(SHIM_BENCHES): %: build/bench/shim.o %.o build/bench/roofline.o
	$(call say,LINK)
	$(Q)rm -f $@ && $(CXX) $(filter-out -std=%,$(CFLAGS)) $(OPENMP) $^ -o $@ $(LDFLAGS) -lbenchmark -lpthread $(LDLIBS)

# FILTER is the name of a program with a table of its own, or chooses among the rows of Google Benchmark.
own_chosen = $(if $(FILTER),$(filter %/$(FILTER),$(PLAIN_BENCHES)),$(PLAIN_BENCHES))
shim_chosen = $(if $(filter %/$(FILTER),$(PLAIN_BENCHES)),,$(if $(HAVE_BENCHMARK),$(SHIM_BENCHES)))
bench-programs: $(if $(filter bench-programs,$(MAKECMDGOALS)),$(PLAIN_BENCHES) $(if $(HAVE_BENCHMARK),$(SHIM_BENCHES)))
bench bench-report: $(if $(filter bench bench-report,$(MAKECMDGOALS)),$(own_chosen) $(shim_chosen))
	@$(if $(HAVE_BENCHMARK),,echo '$(no_benchmark)' >&2)
	@ROWS='$(FILTER)' ARGS='$(ARGS)' sh bench/run.sh $(@:bench-%=%) $(own_chosen) -- $(shim_chosen)
compile.colours = $(compile.examples) -DLQCD_NC=$(COLOURS)
$(call compile,CC,colours,build/colours-$(COLOURS)/%: examples/%.c)
quenched: build/colours-$(COLOURS)/heatbath build/colours-$(COLOURS)/hmc ; @perl bench/quenched.pl build/colours-$(COLOURS) '$(STEPS)' $(COLOURS)
on_ranks = $(mpi_environment) $(MPIRUN) -n $$n
bench-mpi: $(patsubst bench/mpi/%.c,build/bench-mpi/%,$(wildcard bench/mpi/*.c)) ; @for n in $(RANKS); do for b in $^; do echo "== $$b, $$n ranks"; $(on_ranks) --bind-to none $$b || exit 1; done; done
bench-threads: build/bench/threads $(if $(shell command -v $(MPICC)),build/bench-mpi/threads)
	@OMP_PROC_BIND=close build/bench/threads --threads=$(THREADS) --multigrid=$(MULTIGRID)
	@for n in $(if $(filter %-mpi/threads,$^),$(filter-out 1,$(subst $(,), ,$(THREADS)))); do OMP_NUM_THREADS=1 \
		$(on_ranks) --bind-to core build/bench-mpi/threads --multigrid=$(MULTIGRID) || exit 1; done
compile-time: build/lqcd_single.h ; @COMPILERS='$(COMPILERS)' perl bench/compile_time.pl
