# tests/fuzz/fuzz.mk: the readers of files under libFuzzer, by the first compiler that has it. See the Makefile.
#
#: make fuzz-smoke   every reader of files, half a minute in all: needs clang-16
#: make fuzz FORMAT=ILDG SECONDS=1200   one of them, longer; findings go to build/fuzz/found

.PHONY: fuzz-smoke fuzz
FUZZ_CC ?= $(call once,FUZZ_CC,$(firstword $(foreach c,$(CC) clang clang-19 clang-16 clang-14,$(if \
	$(call probe,fuzzer $(c)),$(c)))))
FUZZ_FLAGS ?= -O1 -g -std=gnu11 -march=native -fsanitize=address,undefined -fno-sanitize-recover=all
SECONDS ?= 60

build/fuzz/files: tests/fuzz/files.c
	$(call build,FUZZ,$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer $(WARN) -I.)
build/fuzz/files-corpus: tests/fuzz/files.c
	$(call build,CC,$(CC) $(CFLAGS) $(WARN) -DFUZZ_CORPUS -I.)
build/fuzz/corpus: build/fuzz/files-corpus
	@rm -rf $@
	@$< $@

fuzz_run = $(if $(FUZZ_CC),@$(MAKE) --no-print-directory build/fuzz/files build/fuzz/corpus,@mkdir -p build/fuzz)
fuzz_environment = LQCD_TEST_JOBS='$(JOBS)' FUZZ='$(if $(FUZZ_CC),build/fuzz/files)' FUZZ_CORPUS=build/fuzz/corpus ASAN_OPTIONS='$(ASAN_OPTIONS)'
fuzz-smoke:
	$(fuzz_run)
	@$(fuzz_environment) FUZZ_SECONDS=30 perl tests/run.pl tests/fuzz/smoke.t
fuzz:
	$(fuzz_run)
	@$(fuzz_environment) FUZZ_ONLY='$(FORMAT)' FUZZ_SECONDS=$(SECONDS) FUZZ_FOUND=build/fuzz/found- perl tests/fuzz/smoke.t
