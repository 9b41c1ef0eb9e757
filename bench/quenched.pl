#!/usr/bin/env perl
# bench/quenched.pl: average plaquettes of the Wilson action by heat bath at several beta, with errors by the Gamma
# method, against published values and the series of strong and weak coupling; and HMC against heat bath. `make quenched`.
#
#   perl bench/quenched.pl PROGRAMS [STEPS [COLOURS]]
#                          PROGRAMS: folder of the examples, for so many COLOURS (3); STEPS of each run after 100 (500)
#
# Exit status: 1 when a difference is more than 5 errors.
#
# Strong coupling: the one-plaquette integral, z(beta) = sum_n det I_(n+i-j)(beta/N) over N x N, u = d log z / d beta, and
# the six sides of a cube in the fundamental representation, which are N^2 u^6, and as much for its conjugate, which for N = 2
# is the same one; a plaquette has four cubes: P = u + 8 N^2 u^5 u' + O(u^9), for N = 2 half of that term (J.-M. Drouffe,
# J.-B. Zuber, Phys. Rep. 102 (1983) 1). For N > 2, u = beta/(2 N^2) + .., for N = 2 beta/4 + ...
# Weak coupling: 1 - P = sum_n c_n / beta^n, for SU(N) in g^2 = 2 N / beta: c_1 = (N^2-1)/(8 N), c_2 = (N^2-1) (0.0051069297
# - 1/(128 N^2)), c_3 = (N^2-1) (0.0023152583/N^3 - 0.002265487/N + 0.000794223 N): three loops, see
# arXiv:0710.3856 and what it cites. The next term is taken to be c_3^2/c_2 / beta^4, and counts as an error here. On a
# periodic L^4 all modes but the constant ones are quadratic in S, with 1/2 of it each: 3 (N^2-1) (L^4 - 1), without
# those of gauge transformations; the 4 (N^2-1) constant ones are quartic, with 1/4. c_1 becomes c_1 (1 - 1/(3 L^4)).
# Published: G. Boyd et al., Nucl. Phys. B 469 (1996) 419, hep-lat/9602007, at beta = 6 on 16^4. The values at 5.7 and
# 6.2 are commonly quoted; they stand here without a source and do not decide. SU(2): A. Athenodorou, M. Teper, JHEP 12
# (2021) 082, arXiv:2106.00364, table 1.
use strict;
use warnings;

my $programs = shift // die "quenched.pl: the folder of the programs is missing\n";
my ($steps, $N) = (shift || 500, shift || 3);
die "quenched.pl: $N colours: from 2 to 8\n" if $N !~ /^[2-8]$/;
my @weak = (($N**2 - 1) / (8 * $N) * 2 * $N, ($N**2 - 1) * (0.0051069297 - 1 / (128 * $N**2)) * (2 * $N)**2,
	($N**2 - 1) * (0.0023152583 / $N**3 - 0.002265487 / $N + 0.000794223 * $N) * (2 * $N)**3);
my $failed = 0;

sub bessel {
	my ($n, $x) = @_;
	my ($term, $sum) = (1, 0);
	$n = abs $n;
	$term *= $x / 2 / $_ for 1 .. $n;
	for (my $k = 1; $k < 60; $k++) { $sum += $term; $term *= ($x / 2)**2 / $k / ($k + $n) }
	return $sum;
}

sub determinant {
	my @m = map { [@$_] } @_;
	my $d = 1;
	for my $k (0 .. $#m) {
		my ($best) = sort { abs $m[$b][$k] <=> abs $m[$a][$k] } $k .. $#m;
		return 0 if $m[$best][$k] == 0;
		if ($best != $k) { @m[$k, $best] = @m[$best, $k]; $d = -$d }
		$d *= $m[$k][$k];
		for my $i ($k + 1 .. $#m) {
			my $f = $m[$i][$k] / $m[$k][$k];
			$m[$i][$_] -= $f * $m[$k][$_] for $k .. $#m;
		}
	}
	return $d;
}

sub log_z {
	my ($beta) = @_;
	my $z = 0;
	for my $n (-12 .. 12) {
		my %i = map { $_ => bessel($n + $_, $beta / $N) } 1 - $N .. $N - 1;
		$z += determinant(map { my $i = $_; [map { $i{$i - $_} } 0 .. $N - 1] } 0 .. $N - 1);
	}
	return log $z;
}

sub strong {
	my ($beta) = @_;
	my $h = 1e-3;
	my @z = map { log_z($beta + $_ * $h) } -1, 0, 1;
	my ($u, $slope) = (($z[2] - $z[0]) / (2 * $h), ($z[2] - 2 * $z[1] + $z[0]) / $h**2);
	return $u + ($N == 2 ? 4 : 8) * $N**2 * $u**5 * $slope;
}

sub weak {
	my ($beta, $sites) = @_;
	my $p = 1 + $weak[0] / $beta / (3 * $sites);
	$p -= $weak[$_] / $beta**($_ + 1) for 0 .. $#weak;
	return ($p, $weak[2]**2 / $weak[1] / $beta**4);
}

# Mean, error and autocorrelation time of a run of heat bath.
sub heatbath {
	my ($beta, $l, $steps, @more) = @_;
	my $said = `$programs/heatbath --quiet --lattice $l --beta $beta --thermalise 100 --every $steps --configs 2 --json @more`;
	my ($mean, $error) = $said =~ /"plaquette": \{"value": ([^,]+), "error": ([^}]+)\}/ or die "no mean in: $said";
	my ($tau) = $said =~ /"tau_plaquette": \{"value": ([^,]+)/;
	return ($mean, $error, $tau);
}

# The mean plaquette of trajectories, with an error from 20 bins.
sub hmc {
	my ($beta, $l, $n) = @_;
	my @p = map { /^\d+\t(\S+)/ ? $1 : () } `$programs/hmc --quiet --lattice $l --beta $beta --thermalise 10 --trajectories $n --steps 8`;
	splice @p, 0, $n / 20;
	my ($size, $sum, $squares) = (int(@p / 20), 0, 0);
	for my $bin (0 .. 19) {
		my $mean = 0;
		$mean += $p[$bin * $size + $_] / $size for 0 .. $size - 1;
		$sum += $mean / 20;
		$squares += $mean**2 / 20;
	}
	return ($sum, sqrt(($squares - $sum**2) / 19));
}

sub row {
	my ($what, $beta, $l, $p, $error, $tau, $expected, $its_error, $source) = @_;
	my $off = ($p - $expected) / sqrt($error**2 + $its_error**2);
	$failed++ if $source && abs $off > 5;
	$source ||= 'no source: does not decide';
	printf "| %s | %s | %s | %.6f(%.0f) | %s | %.6f | %+.1f | %s |\n", $what, $beta, $l, $p, $error * 1e6, $tau, $expected, $off, $source;
}

$| = 1;
print "| | beta | T,X,Y,Z | plaquette (error of the last digits) | tau | expected | off, in errors | by |\n|---|---|---|---|---|---|---|---|\n";
# The same beta / N^2 for all N; the published ones by N.
my %published = (
	2 => [[2.2986, '16,12,12,12', 0.6018259, 4.6e-6], [2.3714, '16,14,14,14', 0.6226998, 3.6e-6]],
	3 => [[5.7, '12,12,12,12', 0.5490, 5e-4], [6.0, '16,16,16,16', 0.593678, 2.4e-5], [6.2, '16,16,16,16', 0.6136, 5e-5]],
);
my $scale = $N**2 / 9;
for ([1, 0], [2, 0], [3, 5e-5]) {
	my ($beta, $truncated) = ($_->[0] * $scale, $_->[1]);
	row('strong coupling', sprintf('%.4g', $beta), '8,8,8,8', heatbath($beta, '8,8,8,8', 5 * $steps, '--overrelax 0'), strong($beta), $truncated,
		$N == 3 ? 'series to u^8' : $_->[1] ? '' : 'series to u^5');
}
for (@{ $published{$N} || [] }) {
	my ($beta, $l, $value, $error) = @$_;
	row('published', $beta, $l, heatbath($beta, $l, $steps), $value, $error, $N == 2 ? 'arXiv:2106.00364' : $beta == 6 ? 'hep-lat/9602007' : '');
}
for (24, 48) {
	my $beta = sprintf '%.4g', $_ * $scale;
	row('weak coupling', $beta, '8,8,8,8', heatbath($beta, '8,8,8,8', $steps), weak($beta, 8**4), 'series to beta^-3');
}
my $beta = sprintf '%.4g', 5.5 * $scale;
my ($p, $error, $tau) = heatbath($beta, '4,4,4,4', 20 * $steps);
my ($q, $its) = hmc($beta, '4,4,4,4', 10 * $steps);
row('heat bath', $beta, '4,4,4,4', $p, $error, $tau, $q, $its, 'HMC');
exit($failed ? 1 : 0);
