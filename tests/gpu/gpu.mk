# tests/gpu/gpu.mk: GPUs. Without nvcc, or hipcc for those of AMD, there is nothing to do. See the Makefile.
#
#: make gpu          tests, benchmarks and examples for GPUs, by nvcc: GPU_ARCHS="sm_80 sm_90 sm_100"; GPU_FLAGS="..."
#:                     for options of lqcd/gpu; make gpu-test and make gpu-bench run them
#: make gpu-check    the tests under compute-sanitizer: memcheck with leaks, racecheck, initcheck; make -j8 runs eight at
#:                     a time; GPU_TOOLS=racecheck
#: make gpu-mpi-test, make gpu-mpi-bench   on GPU_RANKS="2 4" processes with a GPU each; build/gpu/examples/pion-mpi is
#:                     pion for them, and so spectrum, flow, heatbath, glueplots and hmc. nvcc calls MPICXX;
#:                     LQCD_GPU_ROUTE=host in the environment: by way of the host
#: make gpu-mpi-check  their tests on 2 processes under compute-sanitizer, as gpu-check
#: make hip          tests and examples for AMD's GPUs, by hipcc: HIP_ARCHS="gfx90a" (ROCm 5.5 knows gfx1100, too),
#:                     HIP_FLAGS="..."; make hip-test runs the tests

.PHONY: hip hip-test gpu gpu-test gpu-check gpu-bench gpu-mpi-test gpu-mpi-check gpu-mpi-bench
NVCC ?= $(call once,NVCC,$(shell command -v nvcc || command -v /usr/local/cuda/bin/nvcc))
GPU_ARCHS ?= sm_80 sm_90 sm_100
GPU_FLAGS ?=
GPU_RANKS ?= 2 4
MPICXX ?= mpicxx
GPU_MPI_TESTS := build/gpu/tests/ranks build/gpu/tests/ranks_gauge build/gpu/tests/ranks_multigrid build/gpu/tests/ranks_quda build/gpu/tests/ranks_represent build/gpu/tests/ranks_staggered
GPU_MPI_BENCHES := build/gpu/bench/ranks build/gpu/bench/ranks_staggered
GPU_MPI := $(GPU_MPI_TESTS) $(GPU_MPI_BENCHES) $(addprefix build/gpu/examples/,pion-mpi spectrum-mpi flow-mpi heatbath-mpi glueplots-mpi hmc-mpi)
GPU_TESTS := $(filter-out $(GPU_MPI),$(patsubst tests/gpu/%.cu,build/gpu/tests/%,$(wildcard tests/gpu/*.cu)))
GPU_EXAMPLES := $(addprefix build/gpu/examples/,pion spectrum flow heatbath glueplots hmc)
GPU_BENCHES := $(filter-out $(GPU_MPI),$(patsubst bench/gpu/%.cu,build/gpu/bench/%,$(wildcard bench/gpu/*.cu)))

gpu_code = $(foreach a,$(GPU_ARCHS:sm_%=%),-gencode arch=compute_$(a),code=sm_$(a))
compile.gpu = $(NVCC) -std=c++17 -O3 $(gpu_code) -Xcompiler -fopenmp $(GPU_FLAGS) -I.
define build_gpu
$(call say,NVCC)
@mkdir -p $(@D) && rm -f $@
$(Q)$(compile.gpu) $(dependencies) $< -o $@
endef
$(GPU_MPI): private compile.gpu += -ccbin $(MPICXX) -DLQCD_MPI

# Another GPU_ARCHS compiles again.
build/flags/gpu: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(compile.gpu)' | cmp -s - $@ || printf '%s\n' '$(compile.gpu)' >$@
build/gpu/tests/%: tests/gpu/%.cu build/flags/gpu
	$(build_gpu)
build/gpu/bench/%: bench/gpu/%.cu build/flags/gpu
	$(build_gpu)
build/gpu/examples/%-mpi: examples/%.cu build/flags/gpu
	$(build_gpu)
build/gpu/examples/%: examples/%.cu build/flags/gpu
	$(build_gpu)

gpu: $(if $(filter gpu gpu-%,$(MAKECMDGOALS)),$(if $(NVCC),$(GPU_TESTS) $(GPU_BENCHES) $(GPU_EXAMPLES)))
	@$(if $(NVCC),true,echo 'no nvcc here: nothing is compiled for GPUs')

HIPCC ?= $(call once,HIPCC,$(shell command -v hipcc || command -v /opt/rocm/bin/hipcc))
HIP_ARCHS ?= gfx90a
HIP_FLAGS ?=
HIP_TESTS := $(GPU_TESTS:build/gpu/%=build/hip/%)
HIP_EXAMPLES := $(GPU_EXAMPLES:build/gpu/%=build/hip/%)
compile.hip = $(HIPCC) -x hip -std=c++17 -O3 $(HIP_ARCHS:%=--offload-arch=%) -Wno-pass-failed $(HIP_FLAGS) -I.
define build_hip
$(call say,HIPCC)
@mkdir -p $(@D) && rm -f $@
$(Q)$(compile.hip) $< -o $@
endef
build/flags/hip: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(compile.hip)' | cmp -s - $@ || printf '%s\n' '$(compile.hip)' >$@
build/hip/tests/%: tests/gpu/%.cu $(HEADERS) build/flags/hip
	$(build_hip)
build/hip/examples/%: examples/%.cu $(HEADERS) build/flags/hip
	$(build_hip)
hip: $(if $(filter hip hip-%,$(MAKECMDGOALS)),$(if $(HIPCC),$(HIP_TESTS) $(HIP_EXAMPLES)))
	@$(if $(HIPCC),true,echo 'no hipcc here: nothing is compiled for GPUs of AMD')
hip-test: $(HIP_TESTS)
	@perl tests/run.pl $(HIP_TESTS)

gpu-test: $(GPU_TESTS)
	@perl tests/run.pl $(GPU_TESTS)

# A target for each tool and program, so that make -j runs several; each with one thread of the host. racecheck and initcheck,
# which follow each access, see fewer lattices: with all they run for hours. memcheck, which counts memory that a program
# leaves at its end, sees no errors of quda.h that end one.
GPU_TOOLS ?= memcheck racecheck initcheck
gpu_tool.memcheck := memcheck --leak-check full --report-api-errors no
gpu_tool.racecheck := racecheck
gpu_tool.initcheck := initcheck
gpu_environment.memcheck := LQCD_TEST_LEAKS=1
gpu_environment.racecheck := LQCD_TEST_FEW=1
gpu_environment.initcheck := LQCD_TEST_FEW=1
gpu_checks = $(foreach tool,$(GPU_TOOLS),$(patsubst build/gpu/tests/%,build/gpu/check/$(tool)/%,$1))
gpu-check: $(if $(filter gpu-check,$(MAKECMDGOALS)),$(call gpu_checks,$(GPU_TESTS)))
gpu-mpi-check: $(if $(filter gpu-mpi-check,$(MAKECMDGOALS)),$(call gpu_checks,$(GPU_MPI_TESTS)))
build/gpu/check/%: $(if $(filter gpu-mpi-check,$(MAKECMDGOALS)),$(GPU_MPI_TESTS),$(GPU_TESTS)) FORCE
	@mkdir -p $(@D)
	@start=$$(date +%s); PATH=$$PATH:/usr/local/cuda/bin OMP_NUM_THREADS=1 $(gpu_environment.$(patsubst %/,%,$(*D))) \
		$(if $(filter ranks%,$(*F)),$(mpi_environment) $(MPIRUN) -n 2 --bind-to none) compute-sanitizer \
		--tool $(gpu_tool.$(patsubst %/,%,$(*D))) --error-exitcode 1 build/gpu/tests/$(*F) >$@ 2>&1; s=$$?; \
		said="$* after $$(($$(date +%s) - start)) s, $$(grep -c '^ok' $@) checks"; \
		if [ $$s = 0 ]; then echo "$$said: no error"; else echo "$$said: exit status $$s"; tail -n 30 $@; exit 1; fi

gpu-bench: $(GPU_BENCHES)
	@s=0; for b in $(filter %/wilson,$(GPU_BENCHES)) $(filter-out %/wilson,$(GPU_BENCHES)); do \
		echo "## $$(basename $$b)"; echo; $$b || s=1; echo; done; exit $$s

gpu-mpi-test: $(GPU_MPI_TESTS)
	@for t in $^; do for n in $(GPU_RANKS); do $(mpi_environment) $(MPIRUN) -n $$n --bind-to none $$t >build/gpu/ranks.txt; s=$$?; \
		grep -v '^ok' build/gpu/ranks.txt; [ $$s = 0 ] || exit $$s; \
		echo "$$t on $$n processes: $$(grep -c '^ok' build/gpu/ranks.txt) checks"; done; done

gpu-mpi-bench: $(GPU_MPI_BENCHES)
	@for b in $^; do for n in $(GPU_RANKS); do $(mpi_environment) $(MPIRUN) -n $$n --bind-to none $$b || exit 1; echo; done; done
