# tests/needs.mk: compilers and emulators of the test configurations for other processors, and what configurations need of
# this machine (the column "needs" of tests/configurations.txt). The Makefile includes it; `once` and `probe` are there.

NEON_CC ?= aarch64-linux-gnu-gcc
NEON_RUN ?= $(call once,NEON_RUN,$(notdir $(firstword $(shell command -v qemu-aarch64 qemu-aarch64-static) qemu-aarch64)))
# Registers of a length that is fixed when compiling run on a processor of that length.
SVE256_CC ?= $(NEON_CC) -march=armv8.2-a+sve -msve-vector-bits=256
SVE512_CC ?= $(NEON_CC) -march=armv8.2-a+sve -msve-vector-bits=512
SVE256_RUN ?= $(NEON_RUN) -cpu max,sve-default-vector-length=32
SVE512_RUN ?= $(NEON_RUN) -cpu max,sve-default-vector-length=64
RVV_CC ?= clang-19 --target=riscv64-linux-gnu -mrvv-vector-bits=zvl
RVV256_CC ?= $(RVV_CC) -march=rv64gcv_zvl256b
RVV512_CC ?= $(RVV_CC) -march=rv64gcv_zvl512b
RVV_RUN ?= $(call once,RVV_RUN,$(notdir $(firstword $(shell command -v qemu-riscv64 qemu-riscv64-static) qemu-riscv64)))
RVV256_RUN ?= $(RVV_RUN) -cpu rv64,v=true,vlen=256,vext_spec=v1.0
RVV512_RUN ?= $(RVV_RUN) -cpu rv64,v=true,vlen=512,vext_spec=v1.0
# clang looks for a linker of its own version
WASM_LD ?= $(call once,WASM_LD,$(or $(shell command -v wasm-ld-19),$(shell command -v wasm-ld),wasm-ld))
WASM_CC ?= clang-19 --target=wasm32-wasi -fuse-ld=$(WASM_LD) -Wl,-z,stack-size=8388608
WASM_RUN ?= node --no-warnings tests/wasi.js

# Needs of configurations: missing.NEED is empty if the need is met, else the reason for skipping.
missing.avx2 = $(call once,missing.avx2,$(if $(call probe,avx2 $(CC)),,no AVX2 and FMA in this processor or compiler))
missing.avx512 = $(call once,missing.avx512,$(if $(call probe,avx512 $(CC)),,no AVX-512F in this processor or compiler))
missing.x86 = $(call once,missing.x86,$(if $(call probe,x86 $(CC)),,$(CC) makes no x86-64 programs that run here))
missing.tsan = $(call once,missing.tsan,$(if $(call probe,tsan $(CC)),,$(CC) makes no programs with -fsanitize=thread that run here))
missing.c++ = $(if $(HAVE_CXX),,$(CXX) does not work here)
missing.neon = $(call once,missing.neon,$(if $(call probe,neon $(NEON_CC) $(NEON_RUN)),,no working $(NEON_CC) -static or $(NEON_RUN)))
missing.sve256 = $(call once,missing.sve256,$(if $(call probe,sve256 '$(SVE256_CC)' '$(SVE256_RUN)'),,no working $(firstword $(SVE256_CC)) for sve256 or $(firstword $(SVE256_RUN))))
missing.sve512 = $(call once,missing.sve512,$(if $(call probe,sve512 '$(SVE512_CC)' '$(SVE512_RUN)'),,no working $(firstword $(SVE512_CC)) for sve512 or $(firstword $(SVE512_RUN))))
missing.rvv256 = $(call once,missing.rvv256,$(if $(call probe,rvv256 '$(RVV256_CC)' '$(RVV256_RUN)'),,no working $(firstword $(RVV256_CC)) for rvv256 or $(firstword $(RVV256_RUN))))
missing.rvv512 = $(call once,missing.rvv512,$(if $(call probe,rvv512 '$(RVV512_CC)' '$(RVV512_RUN)'),,no working $(firstword $(RVV512_CC)) for rvv512 or $(firstword $(RVV512_RUN))))
missing.wasm = $(call once,missing.wasm,$(if $(call probe,wasm '$(WASM_CC)' '$(WASM_RUN)'),,no working $(firstword $(WASM_CC)) for wasm or $(firstword $(WASM_RUN))))
missing.wasm-fma = $(call once,missing.wasm-fma,$(if $(call probe,wasm-fma '$(WASM_CC)' '$(WASM_RUN)'),,no relaxed multiply-add that rounds once in $(firstword $(WASM_RUN))))
