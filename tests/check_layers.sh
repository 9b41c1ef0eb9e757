#!/bin/sh
# tests/check_layers.sh: the order of the folders of lqcd/. TAP.
#
# A line lives in the lowest folder that has every noun it needs: a file includes only files of its own folder and of the
# folders before it in this list; inside a folder no header includes itself. A template (*.inc) lies beside its header.
order='base simd site lattice field gauge dirac solver hmc observables io gpu kernels compat'

cd "${1:-$(dirname "$0")/..}" || exit 1
list=$(mktemp) || exit 1
trap 'rm -f "$list"' EXIT

# One line per header, "F file", then "I file included" for each #include "..." and "T file template" for each template.
find lqcd -type f \( -name '*.h' -o -name '*.inc' \) | sort | while read -r file; do
	echo "F $file"
	sed -n 's/^#define LQCD_TEMPLATE "\(.*\)"/\1/p' "$file" | while read -r template; do
		echo "T $file lqcd/base/$template"
	done
	sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\([^"]*\)".*/\1/p' "$file" | while read -r included; do
		echo "I $file $included"
	done
	sed -n 's|^[ \t]*#[ \t]*include[ \t]*<\(lqcd[^>]*\)>.*|\1|p' "$file" | while read -r included; do
		echo "A $file $included"
	done
done >"$list"

LQCD_ORDER=$order awk '
# dir/../x -> x
function normal(path) {
	while (path ~ /[^\/]+\/\.\.\//) sub(/[^\/]+\/\.\.\//, "", path)
	gsub(/\/\.\//, "/", path)
	return path
}
# The place of the folder of a file in the list, or -1.
function place(file) {
	return split(file, path, "/") > 2 && (path[2] in at) ? at[path[2]] : -1
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
	n = split(ENVIRON["LQCD_ORDER"], folder_name, " ")
	for (i = 1; i <= n; i++) at[folder_name[i]] = i
}
$1 == "F" { there[$2] = 1; header[++files] = $2 }
$1 == "I" { from[++includes] = $2; to[includes] = $3 }
# A template that each_tag.inc includes: named from lqcd/base/.
$1 == "T" { from[++includes] = $2; to[includes] = $3 }
$1 == "A" { ok(0, $2 " includes <" $3 ">; inside lqcd/ it is \"...\", relative to the file") }
END {
	for (i = 1; i <= files; i++) ok(place(header[i]) >= 0, header[i] " lies in a folder of the list")
	for (i = 1; i <= includes; i++) {
		folder = from[i]
		sub(/[^\/]*$/, "", folder)
		target = normal(to[i] ~ /^lqcd\// ? to[i] : folder to[i])
		text = from[i] " may include \"" to[i] "\""
		if (!(target in there)) {
			ok(0, text " which is not there")
			continue
		}
		if (place(from[i]) < 0 || place(target) < 0) continue
		ok(place(target) <= place(from[i]), text)
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
