#!/bin/sh
# tests/compile/single_include.sh: build/single-include, where lqcd.h and each header that the single header holds are the single header, for
# the configuration "single". The others, which a program includes beside lqcd.h, are those of the tree; so are templates, for them and the tests.
set -e
to=build/single-include
rm -rf $to
mkdir -p $to && cp -r lqcd $to
for header in $(sed -n 's|^/\* ---- \(lqcd/.*\.h\) \*/$|\1|p' build/lqcd_single.h); do
	echo '#include <lqcd.h>' >"$to/$header"
done
cp build/lqcd_single.h $to
echo '#include "lqcd_single.h"' >$to/lqcd.h
