# tests/gpu/gpu.mk: GPUs. Without nvcc, or hipcc for those of AMD, there is nothing to do.
NVCC ?= $(call once,NVCC,$(shell command -v nvcc || command -v /usr/local/cuda/bin/nvcc))
HIPCC ?= $(call once,HIPCC,$(shell command -v hipcc || command -v /opt/rocm/bin/hipcc))
GPU_ARCHS ?= sm_80 sm_90 sm_100
HIP_ARCHS ?= gfx90a
GPU_RANKS ?= 2 4
GPU_TOOLS ?= memcheck racecheck initcheck
MPICXX ?= mpicxx
programs := pion spectrum flow heatbath glueplots hmc
GPU_MPI_TESTS := $(patsubst tests/gpu/%.cu,build/gpu/tests/%,$(wildcard tests/gpu/ranks*.cu))
GPU_MPI_BENCHES := build/gpu/bench/ranks build/gpu/bench/ranks_staggered
GPU_MPI := $(GPU_MPI_TESTS) $(GPU_MPI_BENCHES) $(programs:%=build/gpu/examples/%-mpi)
GPU_TESTS := $(filter-out $(GPU_MPI),$(patsubst tests/gpu/%.cu,build/gpu/tests/%,$(wildcard tests/gpu/*.cu)))
GPU_BENCHES := $(filter-out $(GPU_MPI),$(patsubst bench/gpu/%.cu,build/gpu/bench/%,$(wildcard bench/gpu/*.cu)))
GPU_EXAMPLES := $(programs:%=build/gpu/examples/%)
compile.gpu = $(NVCC) -std=c++17 -O3 $(foreach a,$(GPU_ARCHS:sm_%=%),-gencode arch=compute_$(a),code=sm_$(a)) -Xcompiler -fopenmp $(GPU_FLAGS) -I.
compile.hip = $(HIPCC) -x hip -std=c++17 -O3 $(HIP_ARCHS:%=--offload-arch=%) -Wno-pass-failed $(HIP_FLAGS) -I.
$(GPU_MPI): private compile.gpu += -ccbin $(MPICXX) -DLQCD_MPI
$(call compile,NVCC,gpu,build/gpu/examples/%-mpi: examples/%.cu)
$(foreach from,examples/%:~examples/%.cu tests/%:~tests/gpu/%.cu bench/%:~bench/gpu/%.cu,$(call compile,NVCC,gpu,build/gpu/$(subst ~, ,$(from))) \
	$(call compile,HIPCC,hip,build/hip/$(subst ~, ,$(from)) $(HEADERS)))
build/hip/%: dependencies =
gpu: $(if $(NVCC),$(GPU_TESTS) $(GPU_BENCHES) $(GPU_EXAMPLES)) ; @$(if $(NVCC),true,echo 'no nvcc here: nothing is compiled for GPUs')
hip: $(if $(HIPCC),$(patsubst build/gpu/%,build/hip/%,$(GPU_TESTS) $(GPU_EXAMPLES)))
	@$(if $(HIPCC),true,echo 'no hipcc here: nothing is compiled for GPUs of AMD')
gpu-test: $(GPU_TESTS)
hip-test: $(GPU_TESTS:build/gpu/%=build/hip/%)
gpu-test hip-test: ; @prove --timer $^
gpu-bench: $(GPU_BENCHES)
	@s=0; for b in $^; do echo "## $$(basename $$b)"; echo; $$b || s=1; echo; done; exit $$s
on_gpus = env $(mpi_environment) $(MPIRUN) -n $(1) --bind-to none
gpu-check: $(GPU_TESTS)
	@for t in $(GPU_TOOLS); do for p in $^; do echo "$$t $$p"; done; done | xargs -P $(JOBS) -L 1 sh tests/gpu/check.sh
gpu-mpi-check: $(GPU_MPI_TESTS)
	@for t in $(GPU_TOOLS); do for p in $^; do sh tests/gpu/check.sh $$t $$p $(call on_gpus,2) || exit 1; done; done
gpu-mpi-test: $(GPU_MPI_TESTS) ; @for n in $(GPU_RANKS); do prove --timer --exec "$(call on_gpus,$$n)" $^ || exit 1; done
gpu-mpi-bench: $(GPU_MPI_BENCHES)
	@for b in $^; do for n in $(GPU_RANKS); do $(call on_gpus,$$n) $$b || exit 1; echo; done; done
