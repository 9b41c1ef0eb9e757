#!/bin/sh
# tests/compile/single_include.sh: build/single-include, where lqcd.h and every header of lqcd/ is the single header, for the
# configuration "single". The files that open and close a template, and ladders of tags, are there for templates of the tests.
set -e
to=build/single-include
rm -rf $to
for header in $(find lqcd -name '*.h'); do
	mkdir -p "$to/$(dirname "$header")"
	echo '#include <lqcd.h>' >"$to/$header"
done
cp --parents $(find lqcd -name '*begin.inc' -o -name '*end.inc' -o -name '*_tag.inc') $to
cp build/lqcd_single.h $to
echo '#include "lqcd_single.h"' >$to/lqcd.h
