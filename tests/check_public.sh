#!/bin/sh
# tests/check_public.sh: examples, README.md and the tests of embedding include only public headers of lqcd, and examples use
# no internal name (lqcd__, LQCD__). Public is what lqcd/README.md lists in "Public headers": the files that it names, and
# what lqcd.h includes. TAP. Exception: examples/explorer/wilson_site.c shows the instructions of a kernel, by its name.
cd "${1:-$(dirname "$0")/..}" || exit 1

{
	sed -n 's/^#include "\(.*\)"/public \1/p' lqcd.h
	sed -n '/^## Public headers/,/^## Names/p' lqcd/README.md | grep -o '`lqcd[a-z_/.]*\.\(h\|inc\)`' | tr -d '`' | sed 's/^/public /'
	find examples tests/embed tests/link tests/compile -name '*.[ch]' -o -name '*.cu' -o -name '*.inc' | sort | while read -r file; do
		sed -n "s|^[ \t]*#[ \t]*include[ \t]*[\"<]\([^\">]*\)[\">].*|include $file \1|p" "$file"
	done
	sed -n 's|^#include "\([^"]*\)".*|include README.md \1|p' README.md
	grep -nE 'lqcd__|LQCD__' $(find examples -type f ! -name wilson_site.c) | sed 's/^\([^:]*:[0-9]*\).*/internal \1/'
} | awk '
function ok(good, text) {
	print (good ? "ok " : "not ok ") ++count " - " text
	if (!good) failed = 1
}
$1 == "public" { public[$2] = 1; listed++ }
$1 == "include" && $3 ~ /(^|\/)lqcd(_single\.h|\.h|\/)/ {
	header = $3
	sub(/^(\.\.\/)+/, "", header)
	ok(header in public, $2 " may include " $3)
	included[header] = 1
}
$1 == "internal" { internal = internal " " $2 }
END {
	ok(listed > 80, listed + 0 " public headers")
	ok(internal == "", "examples use no internal name" internal)
	ok("lqcd/base/begin.inc" in included, "examples have templates of their own")
	print "1.." count
	exit failed
}'
