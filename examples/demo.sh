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
rm -f "$to"/u.[0-9]* "$to"/flow.[0-9]*.tsv "$to"/flow.[0-9]*.svg "$to"/report.txt
for f in ensemble potential spectrum; do
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
for u in "$to"/u.[0-9]*; do
	part "flow${u##*/u}" "flow of ${u##*/}" "$bin/flow" --quiet --tolerance 1e-4 --end 2 "$u"
done
part potential 'Wilson loops' "$bin/glueplots" --at 2 --tmax 4 "$to"/u.[0-9]*
part spectrum 'propagators, mesons and protons' "$bin/spectrum" --kappa "$kappa" "$to"/u.[0-9]*

# Mean and error of what a command finds in the flow of each configuration.
mean() {
	awk '/^[0-9]/ { n++; s += $1; q += $1 * $1 }
		END { m = s / (n + !n); v = n > 1 ? (q / n - m * m) / (n - 1) : 0
			if (n) printf("%.4f +- %.4f", m, v > 0 ? sqrt(v) : 0); else printf("-") }'
}
mass() {
	awk -F '\t' -v at=$((extent / 4 + 1)) -v k="$1" '$1 == at { if ($k == "") print "-"; else printf("%.4f +- %.4f", $k, $(k + 1)) }' \
		"$to/spectrum.tsv"
}
{
	echo "A quenched ensemble: $configs configurations, T,X,Y,Z = $lattice, Wilson action, beta = $beta, kappa = $kappa"
	echo "lattice units; errors by jackknife, those of the ensemble by the Gamma method"
	echo
	sed -n 's/^# \([a-z_]* = .* +- .*\)/  \1/p' "$to/ensemble.tsv" | sed '/tau_/s/$/ steps/'
	echo "  t0 = $(sed -n 's/^# t0 = \([0-9.]*\)$/\1/p' "$to"/flow.[0-9]*.tsv | mean) (flow to t^2 E = 0.3)"
	echo "  Q^2 = $(for f in "$to"/flow.[0-9]*.tsv; do awk -F '\t' '/^[0-9]/ { q = $5 } END { print q * q }' "$f"; done | mean)"
	sed -n 's/^# \([a-z0-9]* = [-0-9].*+-.*\)/  \1 (potential at t = 2)/p' "$to/potential.tsv"
	echo "  effective masses at t = $((extent / 4 + 1)): pion $(mass 4), rho $(mass 8), proton $(mass 12)"
	echo
	echo "in $to, made in $(($(date +%s) - start)) s:"
	for f in ensemble potential spectrum; do
		echo "  $f.tsv${plots:+ and $f.svg}"
	done
	echo "  flow.NNNN.tsv${plots:+ and flow.NNNN.svg}, u.NNNN (configurations, ILDG)"
} >"$to/report.txt"
cat "$to/report.txt"
