# lqcd/package/package.mk: one file, texts to paste, the manual, installation. See the Makefile.
#
#: make single       write the library in one file: build/lqcd_single.h for hosts, build/lqcd_single.cuh for nvcc
#: make release      write build/dist/ for a release: the single headers, all headers as lqcd-VERSION.tar.gz, SHA256SUMS
#: make paste        write one text to paste: HEADER=lqcd/site/su3.h TAGS="vf vd" SIMD="avx2 neon"
#: make explorer     write the texts of examples/explorer/, for Compiler Explorer
#: make wasm         write build/wasm/lattice.html, a page for browsers that computes: examples/wasm/
#: make docs         write the manual, static HTML: build/docs/index.html

.PHONY: single release paste explorer wasm docs install uninstall

COMPILERS ?= gcc clang
hash := \#
package_tools = $(wildcard lqcd/package/*.pl lqcd/package/*.pm)

# $(call seconds,FILE): what each of COMPILERS takes to compile FILE as C, at -O2.
seconds = for c in $(COMPILERS); do command -v $$c >/dev/null || continue; \
	perl -e 'system(@ARGV) == 0 or exit 1; printf ", %s %.1f s", $$ARGV[0], (times)[2]' $$c -O2 -march=native -x c -c $(1) -o /dev/null || exit 1; done; echo

single: build/lqcd_single.h build/lqcd_single.cuh
	@printf '%s: %d bytes\n' build/lqcd_single.cuh $$(wc -c <build/lqcd_single.cuh)
	@echo '#include "$(abspath $<)"' >build/lqcd_single.c
	@printf '%s: %d bytes' $< $$(wc -c <$<); $(call seconds,build/lqcd_single.c)

# Whole at any time: tests that run side by side make and read it.
build/lqcd_single.h build/lqcd_single.cuh: build/lqcd_single.%: $(package_tools) LICENSE $(HEADERS)
	$(call say,MAKE)
	@mkdir -p $(@D)
	$(Q)perl lqcd/package/single.pl $(if $(filter cuh,$*),--devices) >$@.$$PPID && mv $@.$$PPID $@

# HEADER=lqcd/..., TAGS="f d vf vd h vh" or some of them
paste:
	@COMPILERS='$(COMPILERS)' perl lqcd/package/paste.pl --header '$(HEADER)' --tags '$(TAGS)' $(if $(SIMD),--simd '$(SIMD)') \
		-o 'build/paste/$(or $(subst /,_,$(patsubst lqcd/%.h,%,$(HEADER))),none).c'

explorer:
	@for f in examples/explorer/*.c; do COMPILERS='$(COMPILERS)' perl lqcd/package/paste.pl $$f -o build/explorer/$${f##*/} || exit 1; done

# One page: the worker and the module stand in it. wasm32 has no threads here, and the module is a library.
compile.wasm_page = $(WASM_CC) -mexec-model=reactor -O2 -std=c11 -msimd128 $(WARN) -I. -Wl,--strip-all
build/wasm/lattice.wasm: examples/wasm/lattice.c
	$(call say,WASM)
	@mkdir -p $(@D) && rm -f $@
	$(Q)$(compile.wasm_page) $(dependencies) $< -o $@
build/wasm/lattice.html: build/wasm/lattice.wasm examples/wasm/page.html examples/wasm/worker.js lqcd/package/page.pl
	$(Q)perl lqcd/package/page.pl examples/wasm/page.html WORKER=examples/wasm/worker.js WASM=$< >$@
wasm: build/wasm/lattice.html
	@printf '%s: %d bytes\n' $< $$(wc -c <$<)

docs:
	@rm -rf build/docs
	@perl lqcd/package/manual.pl build/docs

# An include directory in which lqcd.h, and every header of lqcd/, is the single header. The files that open and close a
# template, and ladders of tags, are there for the templates of the tests.
single_frames = $(filter %begin.inc %end.inc %begin_low.inc %end_low.inc %_tag.inc,$(HEADERS))
build/single-include/lqcd.h: build/lqcd_single.h
	@rm -rf $(@D)
	@for h in $(filter lqcd/%.h,$(HEADERS)); do \
		mkdir -p "$(@D)/$${h%/*}" && echo '#include <lqcd.h>' >"$(@D)/$$h" || exit 1; done
	@for h in $(single_frames); do mkdir -p "$(@D)/$${h%/*}" && cp $$h $(@D)/$$h || exit 1; done
	@cp $< $(@D)/lqcd_single.h
	@echo '#include "lqcd_single.h"' >$@

PREFIX ?= /usr/local
to = $(DESTDIR)$(PREFIX)
VERSION = $(shell sed -n 's/^$(hash)define LQCD_VERSION *"\(.*\)"$$/\1/p' lqcd/base/config.h)
# cinfo.c is a file that programs of HiRep include
PUBLIC = $(HEADERS) $(wildcard lqcd/compat/hirep/*.c) lqcd/LICENSE
INSTALLED = $(addprefix include/,$(PUBLIC)) share/pkgconfig/lqcd.pc \
	$(addprefix share/cmake/lqcd/,lqcdConfig.cmake lqcdConfigVersion.cmake)

install:
	@for h in $(PUBLIC); do \
		mkdir -p "$(to)/include/$$(dirname $$h)" && install -m 644 $$h "$(to)/include/$$h" || exit 1; done
	@mkdir -p "$(to)/share/pkgconfig" "$(to)/share/cmake/lqcd"
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' lqcd/package/lqcd.pc.in >"$(to)/share/pkgconfig/lqcd.pc"
	@chmod 644 "$(to)/share/pkgconfig/lqcd.pc"
	@install -m 644 lqcd/package/lqcdConfig.cmake lqcd/package/lqcdConfigVersion.cmake "$(to)/share/cmake/lqcd"
	@echo 'lqcd $(VERSION): $(words $(INSTALLED)) files installed into $(to)'

# Removes the files of install, and the folders that this leaves empty.
uninstall:
	@cd "$(to)" && rm -f $(INSTALLED) && \
		for d in share/cmake/lqcd $$(find include/lqcd -depth -type d 2>/dev/null); do \
			rmdir "$$d" 2>/dev/null || [ ! -d "$$d" ] || echo "kept $(to)/$$d: not empty"; done

# The headers that install installs, and what says their licence, version and origin. The same tree gives the same bytes.
RELEASED = $(PUBLIC) LICENSE CHANGELOG.md CITATION.cff
release: build/lqcd_single.h build/lqcd_single.cuh
	@rm -rf build/dist && mkdir -p build/dist && cp $^ build/dist
	@for f in $(RELEASED); do \
		to="build/dist/lqcd-$(VERSION)/$$f"; mkdir -p "$${to%/*}" && install -m 644 $$f "$$to" || exit 1; done
	@cd build/dist && tar --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
		--mtime="$$(sed -n 's/^date-released: *"*\([0-9-]*\).*/\1/p' ../../CITATION.cff) UTC" \
		-cf - lqcd-$(VERSION) | gzip -9n >lqcd-$(VERSION).tar.gz && rm -r lqcd-$(VERSION) && \
		sha256sum lqcd_single.h lqcd_single.cuh lqcd-$(VERSION).tar.gz >SHA256SUMS
	@echo 'lqcd $(VERSION), $(words $(RELEASED)) files: lqcd_single.h, lqcd_single.cuh, lqcd-$(VERSION).tar.gz and SHA256SUMS in build/dist'
