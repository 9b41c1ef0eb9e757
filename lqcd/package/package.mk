# lqcd/package/package.mk: one file, texts to paste, the manual, installation.
COMPILERS ?= gcc clang
single: build/lqcd_single.h build/lqcd_single.cuh ; @wc -c $^ | head -n 2
# Whole at any time: tests that run side by side make and read it.
build/lqcd_single.h build/lqcd_single.cuh: build/lqcd_single.%: $(wildcard lqcd/package/*.p[lm] lqcd/package/single.txt) LICENSE $(HEADERS)
	$(call say,MAKE)
	@mkdir -p $(@D)
	$(Q)perl lqcd/package/single.pl $(if $(filter cuh,$*),--devices) >$@.$$PPID && mv $@.$$PPID $@
# HEADER=lqcd/..., TAGS="f d vf vd h vh" or some of them
paste:
	@COMPILERS='$(COMPILERS)' perl lqcd/package/paste.pl --header '$(HEADER)' --tags '$(TAGS)' $(if $(SIMD),--simd '$(SIMD)') \
		-o 'build/paste/$(or $(subst /,_,$(patsubst lqcd/%.h,%,$(HEADER))),none).c'
explorer: ; @for f in examples/explorer/*.c; do COMPILERS='$(COMPILERS)' perl lqcd/package/paste.pl $$f -o build/explorer/$${f##*/} || exit 1; done

# One page: the worker and the module stand in it. wasm32 has no threads here, and the module is a library.
compile.wasm_page = $(WASM_CC) -mexec-model=reactor -O2 -std=c11 -msimd128 $(WARN) -I. -Wl,--strip-all
build/wasm/lattice.wasm: examples/wasm/lattice.c
	@for tool in $(firstword $(WASM_CC)) wasm-ld-19; do command -v $$tool >/dev/null || command -v $${tool%-19} >/dev/null || { \
		echo "make wasm needs $$tool (Debian: clang-19 lld wasi-libc libclang-rt-19-dev-wasm32), or WASM_CC=.." >&2; exit 1; }; done
	$(call build,WASM,$(compile.wasm_page))
build/wasm/lattice.html: build/wasm/lattice.wasm examples/wasm/page.html examples/wasm/worker.js lqcd/package/page.pl
	$(Q)perl lqcd/package/page.pl examples/wasm/page.html WORKER=examples/wasm/worker.js WASM=$< >$@
wasm: build/wasm/lattice.html ; @wc -c $<

# A library in QUDA's place. gcc reads and inlines in a quarter of the time; for the rest the functions go to JOBS processes, and
# what they share between them becomes local again.
LIBQUDA ?= build/quda
libquda_shared = $(if $(filter 1,$(JOBS)),,$(call once,libquda_shared,$(call probe,partial $(CC))))
libquda_mpi = $(filter $(LIBQUDA)-mpi/%,$@)
compile.libquda = $(if $(libquda_mpi),$(mpicc) -DLQCD_MPI,$(CC)) $(CFLAGS) $(OPENMP) $(WARN) -fPIC -I. $(if $(libquda_shared),-flto -fno-fat-lto-objects) -c
$(call compile,CC,libquda,$(LIBQUDA)/lib/libquda.read.o $(LIBQUDA)-mpi/lib/libquda.read.o: examples/quda/libquda.c)
%/libquda.o: %/libquda.read.o
	$(Q)$(if $(libquda_shared),$(CC) $(CFLAGS) -fPIC $(libquda_shared)=$(JOBS) $< -o $@.whole && objcopy --localize-hidden $@.whole $@ && rm $@.whole,cp $< $@)
%/libquda.a: %/libquda.o
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $<
%/libquda.so: %/libquda.o
	$(call say,LD)
	$(Q)$(if $(libquda_mpi),$(mpicc),$(CC)) $(OPENMP) -shared -Wl,-soname,libquda.so $< -o $@ $(LDFLAGS) $(LDLIBS)
libquda: $(LIBQUDA)/lib/libquda.a $(LIBQUDA)/lib/libquda.so
libquda-mpi: $(LIBQUDA)-mpi/lib/libquda.a $(LIBQUDA)-mpi/lib/libquda.so
libquda libquda-mpi:
	@to=$(LIBQUDA)$(@:libquda%=%) && mkdir -p $$to/include $$to/lib/cmake/QUDA && cp -r lqcd/compat/*quda* lqcd/compat/device.h $$to/include && \
		$(CC) -std=c11 -I. lqcd/package/quda_fortran.c -o $$to/lib/quda_fortran && $$to/lib/quda_fortran >$$to/include/quda_fortran.F90 && \
		rm $$to/lib/quda_fortran && sed 's/@MPI@/$(if $(findstring mpi,$@),ON,OFF)/' examples/quda/QUDAConfig.cmake >$$to/lib/cmake/QUDA/QUDAConfig.cmake && \
		echo "$$to: include, lib/libquda.a, lib/libquda.so, lib/cmake/QUDA"
-include $(LIBQUDA)/lib/libquda.read.o.d $(LIBQUDA)-mpi/lib/libquda.read.o.d
docs: ; @rm -rf build/docs && perl lqcd/package/manual.pl build/docs
PREFIX ?= /usr/local
to = $(DESTDIR)$(PREFIX)
VERSION = $(shell sed -n 's/^.define LQCD_VERSION *"\(.*\)"$$/\1/p' lqcd/base/config.h)
# cinfo.c is a file that programs of HiRep include
PUBLIC = $(HEADERS) $(wildcard lqcd/compat/hirep/*.c) lqcd/LICENSE
INSTALLED = $(addprefix include/,$(PUBLIC)) share/pkgconfig/lqcd.pc $(addprefix share/cmake/lqcd/,lqcdConfig.cmake lqcdConfigVersion.cmake)
install:
	@mkdir -p "$(to)/include" "$(to)/share/pkgconfig" "$(to)/share/cmake/lqcd"
	@tar -c --mode=u=rwX,go=rX $(PUBLIC) | tar -x --no-same-owner -C "$(to)/include"
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' lqcd/package/lqcd.pc.in >"$(to)/share/pkgconfig/lqcd.pc"
	@chmod 644 "$(to)/share/pkgconfig/lqcd.pc"
	@install -m 644 lqcd/package/lqcdConfig.cmake lqcd/package/lqcdConfigVersion.cmake "$(to)/share/cmake/lqcd"
	@echo 'lqcd $(VERSION): $(words $(INSTALLED)) files installed into $(to)'
# Removes the files of install, and the folders that this leaves empty.
uninstall:
	@cd "$(to)" && rm -f $(INSTALLED) && for d in share/cmake/lqcd $$(find include/lqcd -depth -type d 2>/dev/null); do \
		rmdir "$$d" 2>/dev/null || [ ! -d "$$d" ] || echo "kept $(to)/$$d: not empty"; done

# The headers that install installs, and what says their licence, version and origin.
release: build/lqcd_single.h build/lqcd_single.cuh ; @sh lqcd/package/release.sh '$(VERSION)' $(PUBLIC) LICENSE CHANGELOG.md CITATION.cff
