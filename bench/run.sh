#!/bin/sh
# bench/run.sh: what make bench and make bench-report run.
#
#   sh bench/run.sh bench OWN.. -- GOOGLE..     runs programs that print tables of their own, then those of Google Benchmark
#   sh bench/run.sh report OWN.. -- GOOGLE..    the same into build/bench/*.txt and *.json, and report.md of them
#
# ROWS: a regular expression, only rows of Google Benchmark whose name matches; a program without one does not run. ARGS: further
# options of those programs. They exit with 2 when ARGS are wrong, with 1 when there is no such row or a row is wrong.
what=$1
shift
cd "$(dirname "$0")/.." || exit
[ "$what" = bench ] || rm -f build/bench/*.json build/bench/*.svg build/bench/*.gp build/bench/*.txt
google= ran= status=0
for program in "$@"; do
	if [ "$program" = -- ]; then
		google=1
		continue
	fi
	set -- "$program"
	if [ $google ]; then
		set -- "$program" "--benchmark_filter=${ROWS:-.}" $ARGS
		"$@" --benchmark_list_tests >/dev/null 2>&1
		case $? in 1) continue ;; 2) "$@"; exit 2 ;; esac
		[ "$what" = bench ] || set -- "$@" --benchmark_out="$program.json"
	fi
	ran=1
	echo "== $program"
	if [ "$what$google" = report ]; then "$@" >"$program.txt"; else "$@"; fi || status=1
done
[ "$ran" ] || { echo "no row matches $ROWS" >&2; exit 1; }
[ "$what" = bench ] || exec perl bench/report.pl build/bench $(ls build/bench/*.json build/bench/*.txt 2>/dev/null)
exit $status
