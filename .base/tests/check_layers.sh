#!/bin/sh
# tests/check_layers.sh: a header of lqcd/ includes only headers of lower levels, or earlier ones of its own. TAP.
#
# The table: one line per level; patterns in the order in which they may include each other. Headers that match one
# pattern (a folder) must not include each other in a cycle, but are otherwise free. tmpl/X.inc counts with X.h.
table='
0 config.h status.h memory.h tmpl/begin.inc tmpl/begin_low.inc tmpl/end.inc tmpl/end_low.inc
1 tmpl/simd_*.inc simd/* simd.h sum.h
2 complex.h icomplex.h su3.h compress.h spinor.h storage.h random.h lane_random.h
3 comm.h pieces.h geometry.h buffers.h loops.h tally.h
4 field.h layout.h halo.h
5 linalg.h multi.h tmpl/staple.inc gauge/staple.h tmpl/field_strength.inc gauge/field_strength.h tmpl/wilson_links.inc tmpl/wilson_border.inc tmpl/wilson_forms.inc dirac/* tmpl/gemm_forms.inc tmpl/p2p_math.inc kernels/*
6 gauge/* tmpl/wilson_solve.inc tmpl/wilson_mixed.inc tmpl/multi_solve.inc tmpl/domain_wall_solve.inc tmpl/gcr_mixed.inc tmpl/multigrid_mixed.inc tmpl/multigrid_galerkin.inc solver/* hmc/* observables/* tune.h
7 io/*
8 tmpl/gpu_begin.inc tmpl/gpu_end.inc tmpl/gpu_*.inc gpu/* compat/*
'

cd "${1:-$(dirname "$0")/..}" || exit 1
list=$(mktemp) || exit 1
trap 'rm -f "$list"' EXIT

# One line per header, "F file", followed by one "I file included" for each #include "...".
find lqcd -type f \( -name '*.h' -o -name '*.inc' \) | sort | while read -r file; do
	echo "F $file"
	sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\([^"]*\)".*/\1/p' "$file" | while read -r included; do
		echo "I $file $included"
	done
	sed -n 's|^[ \t]*#[ \t]*include[ \t]*<\(lqcd[^>]*\)>.*|\1|p' "$file" | while read -r included; do
		echo "A $file $included"
	done
done >"$list"

LQCD_TABLE=$table awk '
function glob(pattern) {
	gsub(/\./, "\\.", pattern)
	gsub(/\*/, ".*", pattern)
	return "^" pattern "$"
}
# The place of a file in the table, level * 1000 + pattern, or -1. A template stands where its header stands.
function place(file,   i, name, folder) {
	sub(/^lqcd\//, "", file)
	for (i = 1; i <= patterns; i++)
		if (file ~ glob(pattern[i])) return at[i]
	if (file !~ /^tmpl\/.*\.inc$/) return -1
	name = file
	sub(/^tmpl\//, "", name)
	sub(/\.inc$/, ".h", name)
	for (i = 1; i <= patterns; i++) {
		if (name ~ glob(pattern[i])) return at[i]
		folder = substr(pattern[i], 1, length(pattern[i]) - 1)
		if (pattern[i] ~ /\/\*$/ && ("lqcd/" folder name) in there) return at[i]
	}
	return -1
}
# dir/../x -> x
function normal(path) {
	while (path ~ /[^\/]+\/\.\.\//) sub(/[^\/]+\/\.\.\//, "", path)
	gsub(/\/\.\//, "/", path)
	return path
}
function ok(good, text) {
	print (good ? "ok " : "not ok ") ++count " - " text
	if (!good) failed = 1
}
# Whether file includes itself through files of its own place.
function cycle(file,   i, n, part) {
	if (state[file] == 1) return 1
	if (state[file] == 2) return 0
	state[file] = 1
	n = split(same[file], part, " ")
	for (i = 1; i <= n; i++)
		if (cycle(part[i])) return 1
	state[file] = 2
	return 0
}
BEGIN {
	n = split(ENVIRON["LQCD_TABLE"], line, "\n")
	for (i = 1; i <= n; i++) {
		m = split(line[i], word, " ")
		for (j = 2; j <= m; j++) {
			pattern[++patterns] = word[j]
			at[patterns] = word[1] * 1000 + j
		}
	}
}
$1 == "F" { there[$2] = 1; header[++files] = $2 }
$1 == "I" { from[++includes] = $2; to[includes] = $3 }
$1 == "A" { ok(0, $2 " includes <" $3 ">; inside lqcd/ it is \"...\", relative to the file") }
END {
	for (i = 1; i <= files; i++) ok(place(header[i]) >= 0, header[i] " has a level")
	for (i = 1; i <= includes; i++) {
		folder = from[i]
		sub(/[^\/]*$/, "", folder)
		target = normal(folder to[i])
		text = from[i] " (level " int(place(from[i]) / 1000) ") may include \"" to[i] "\""
		if (!(target in there)) {
			ok(0, text " which is not there")
			continue
		}
		if (place(from[i]) < 0 || place(target) < 0) continue
		ok(place(target) <= place(from[i]), text " (level " int(place(target) / 1000) ")")
		# A header and its template are one file in two; a template is included once per tag.
		if (place(target) == place(from[i]) && from[i] !~ /\.inc$/ && target !~ /\.inc$/)
			same[from[i]] = same[from[i]] " " target
	}
	cycles = 0
	for (i = 1; i <= files; i++)
		if (!state[header[i]] && cycle(header[i])) cycles++
	ok(files > 0 && !cycles, "no header includes itself")
	print "1.." count
	exit failed
}' "$list"
