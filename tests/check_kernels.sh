#!/bin/sh
# tests/check_kernels.sh: where loops over sites may stand. TAP.
#
# In these folders a kernel is a site function, and LQCD_LAUNCH (lqcd/field/launch.h) is the loop. Loops of other kinds
# are for set-up and for what only a host does: file, number of lines, reason.
folders='field gauge observables'
allowed='
lqcd/field/field.h 1 memory is touched first by the threads that will loop over it
lqcd/field/foreign_map.h 1 a function of the user at each site
lqcd/field/foreign_move.h 2 conversions from and to foreign memory
lqcd/field/foreign_propagator.h 1 conversions from and to foreign memory
lqcd/field/layout.h 1 conversions between layouts
lqcd/field/layout.inc 2 conversions between layouts
lqcd/field/multi.h 1 conversions between layouts
lqcd/field/linalg.inc 1 a copy past the caches, with a fence for each part
lqcd/gauge/plaquette.h 1 prefetches of the form that gathers sites into registers
lqcd/observables/charge.inc 1 values of sites, summed by time slices
lqcd/observables/correlator.h 1 sums over the sites of a line, a value to a thread
'
# They define the loops and the launches.
loops='lqcd/field/launch.h lqcd/field/site_sum.h'

cd "${1:-$(dirname "$0")/..}" || exit 1
for folder in $folders; do
	find "lqcd/$folder" -type f \( -name '*.h' -o -name '*.inc' \)
done | sort | LQCD_ALLOWED=$allowed LQCD_LOOPS=$loops awk '
function ok(good, text) {
	print (good ? "ok " : "not ok ") ++count " - " text
	if (!good) failed = 1
}
BEGIN {
	n = split(ENVIRON["LQCD_ALLOWED"], line, "\n")
	for (i = 1; i <= n; i++)
		if (split(line[i], word, " ") > 2) allowed[word[1]] = word[2]
	n = split(ENVIRON["LQCD_LOOPS"], word, " ")
	for (i = 1; i <= n; i++) skip[word[i]] = 1
}
{
	file = $1
	if (file in skip) next
	found = 0
	while ((getline text < file) > 0)
		if (text !~ /^ \*|^\/\*/ && (text ~ /_(MASTER|SITE|PIECE|CHUNK|RANGE|SITE_SUM)_FOR(_SUM|_MAX)?\(/ || text ~ /for \(int (ix|site) /))
			found++
	close(file)
	ok(found == allowed[file] + 0, file ": " found " loops over sites, " allowed[file] + 0 " allowed")
	delete allowed[file]
}
END {
	for (file in allowed) ok(0, file " is in the list and does not exist")
	ok(count > 20, "the folders are there")
	print "1.." count
	exit failed
}'
