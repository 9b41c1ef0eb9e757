# lqcd/package/package.mk: the library as one file, and its installation. See the Makefile.
#
#: make single       write build/lqcd_single.h, the library in one file

.PHONY: single install uninstall
PREFIX ?= /usr/local
hash := \#
single_pl := $(firstword $(wildcard lqcd/package/single.pl tests/single.pl))

single: build/lqcd_single.h
	@awk '/^\/\* ---- lqcd[^,]* -/ { headers++ } END { print "build/lqcd_single.h: " headers " headers, " NR " lines" }' $<

build/lqcd_single.h: $(single_pl) LICENSE $(HEADERS)
	$(call say,MAKE)
	@mkdir -p $(@D)
	$(Q)perl $(single_pl) >$@

# An include directory in which lqcd.h, and every header of lqcd/, is the single header. The files that open and close a
# template are there for the templates of the tests.
build/single-include/lqcd.h: build/lqcd_single.h
	@rm -rf $(@D)
	@for h in $(filter lqcd/%.h,$(HEADERS)); do \
		mkdir -p "$(@D)/$${h%/*}" && echo '#include <lqcd.h>' >"$(@D)/$$h" || exit 1; done
	@for h in $(filter %/begin.inc %/end.inc,$(HEADERS)); do mkdir -p "$(@D)/$${h%/*}" && cp $$h "$(@D)/$$h" || exit 1; done
	@cp $< $@

to = $(DESTDIR)$(PREFIX)
pc_in := $(wildcard lqcd/*/lqcd.pc.in)
cmake_files := $(wildcard lqcd/*/lqcdConfig.cmake lqcd/*/lqcdConfigVersion.cmake)
VERSION = $(shell sed -n 's/^$(hash)define LQCD_VERSION *"\(.*\)"$$/\1/p' $(filter lqcd/config.h lqcd/base/config.h,$(HEADERS)))
INSTALLED = $(addprefix include/,$(HEADERS)) share/pkgconfig/lqcd.pc $(addprefix share/cmake/lqcd/,$(notdir $(cmake_files)))

install:
	@for h in $(HEADERS); do \
		mkdir -p "$(to)/include/$$(dirname $$h)" && install -m 644 $$h "$(to)/include/$$h" || exit 1; done
	@mkdir -p "$(to)/share/pkgconfig" "$(to)/share/cmake/lqcd"
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' $(pc_in) >"$(to)/share/pkgconfig/lqcd.pc"
	@chmod 644 "$(to)/share/pkgconfig/lqcd.pc"
	@install -m 644 $(cmake_files) "$(to)/share/cmake/lqcd"
	@echo 'lqcd $(VERSION): $(words $(INSTALLED)) files installed into $(to)'

# What install put there, and the folders that this leaves empty.
uninstall:
	@cd "$(to)" && rm -f $(INSTALLED) && \
		for d in share/cmake/lqcd $$(find include/lqcd -depth -type d 2>/dev/null); do \
			rmdir "$$d" 2>/dev/null || [ ! -d "$$d" ] || echo "kept $(to)/$$d: not empty"; done
