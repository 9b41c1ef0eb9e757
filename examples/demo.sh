#!/bin/sh
# examples/demo.sh: from nothing to the plots of a small quenched ensemble: configurations (heatbath), t0 and charge
# (flow), static potential (glueplots), masses of pion, rho and proton (spectrum).
#
#   sh examples/demo.sh PROGRAMS FOLDER [LATTICE BETA KAPPA CONFIGS THERMAL EVERY]
#
# PROGRAMS: where the examples are; FOLDER: made, gets tables, plots, configurations and report.txt. LATTICE is T,X,Y,Z.
# Without gnuplot there are no plots. Exit status: 0, or that of the first program that fails.
set -e
bin=$1 to=$2 lattice=${3:-16,8,8,8} beta=${4:-5.7} kappa=${5:-0.160} configs=${6:-24} thermal=${7:-150} every=${8:-20}
extent=${lattice%%,*}
start=$(date +%s)
mkdir -p "$to"
# Removes the files of an earlier run; other files of the folder stay.
rm -f "$to"/u.[0-9]* "$to"/report.txt
for f in ensemble flow potential spectrum; do
	rm -f "$to/$f.tsv" "$to/$f.svg"
done
if command -v gnuplot >/dev/null 2>&1; then
	plots=1
else
	plots=
	echo 'demo: gnuplot is missing: tables and report, but no plots (Debian: apt-get install gnuplot-nox)' >&2
fi

# part NAME WHAT PROGRAM ARGUMENTS..: its table to NAME.tsv, its plot to NAME.svg
part() {
	name=$1
	echo "demo: $2 .." >&2
	shift 2
	"$@" --out "$to/$name.tsv" ${plots:+--plot "$to/$name.svg"} >/dev/null
}
part ensemble "$configs configurations, X Y Z T of $lattice, beta = $beta" "$bin/heatbath" --lattice "$lattice" \
	--beta "$beta" --configs "$configs" --thermalise "$thermal" --every "$every" --save "$to/u"
part flow 'gradient flow' "$bin/flow" --tolerance 1e-4 --end 2 "$to"/u.[0-9]*
part potential 'Wilson loops' "$bin/glueplots" --at 2 --tmax 4 "$to"/u.[0-9]*
part spectrum 'propagators, mesons and protons' "$bin/spectrum" --kappa "$kappa" "$to"/u.[0-9]*

# result TABLE PATTERN WHAT: the results of a table that match
result() {
	sed -n "s/^# \\($2\\)/  \\1$3/p" "$to/$1.tsv"
}
mass() {
	from=$(sed -n "s/^# fit_from_$1 = //p" "$to/spectrum.tsv")
	until=$(sed -n "s/^# fit_to_$1 = //p" "$to/spectrum.tsv")
	result spectrum "m_$1 = [0-9].*" " (t = $from to $until)"
	result spectrum "m_$1 = none: .*"
}
{
	echo "A quenched ensemble: $configs configurations, T,X,Y,Z = $lattice, Wilson action, beta = $beta, kappa = $kappa"
	echo "lattice units; 0.5495(47) is 0.5495 +- 0.0047; errors by jackknife, those of the ensemble by the Gamma method"
	echo
	result ensemble '[a-z_]* = .*(.*' | sed '/tau_/s/$/ steps/'
	result flow 't0 = [0-9].*' ' (flow of the mean E to t^2 E = 0.3)'
	result flow 'Q2 = .*' ' (mean Q^2 at t = 2)'
	result potential '[a-z0-9]* = [-0-9].*(.*' ' (potential at t = 2)'
	for hadron in pion rho proton; do
		mass $hadron
	done
	echo
	echo "in $to, made in $(($(date +%s) - start)) s:"
	for f in ensemble flow potential spectrum; do
		echo "  $f.tsv${plots:+ and $f.svg}"
	done
	echo "  u.NNNN (configurations, ILDG)"
} >"$to/report.txt"
cat "$to/report.txt"
