#!/usr/bin/env perl
# tests/examples/spectrum.t: build/examples/spectrum: its table over a small ensemble, and the pion of a published
# configuration (LQCD_TEST_DATA).
use strict;
use warnings;
use FindBin;
use Test::More;

require "$FindBin::Bin/run.pl";
my $program = 'build/examples/spectrum';
my %results;

# The rows of a table as lists, split at every tab.
sub table {
	my ($arguments) = @_;
	my ($status, $out, $err) = run("$program $arguments");
	my @lines = grep { !/^#/ } split /\n/, $out;
	is($status, 0, "spectrum $arguments") or diag($out, $err);
	%results = $out =~ /^# (\w+) = (\S+(?: \+- \S+)?)$/mg;
	return map { [split /\t/, $_, -1] } @lines;
}

# chi^2/dof and mean of the fit of a constant to m +- dm, columns of rows.
sub fit {
	my ($column, @rows) = @_;
	my ($sum, $weights, $chi2) = (0, 0, 0);
	for (@rows) { my $w = $_->[$column + 1]**-2; $sum += $w * $_->[$column]; $weights += $w }
	$chi2 += (($_->[$column] - $sum / $weights) / $_->[$column + 1])**2 for @rows;
	return (@rows > 1 ? $chi2 / (@rows - 1) : 0, $sum / $weights);
}

my ($header, @rows) = table('--quiet --configs 3 --lattice 8,4,4,2 --beta 5.7 --kappa 0.12');
is("@$header", 't C_pion dC_pion m_pion dm_pion C_rho dC_rho m_rho dm_rho C_proton dC_proton m_proton dm_proton', 'the header');
is(scalar @rows, 8, 'a row for each time');
is(scalar(grep { @$_ != 13 || $_->[1] <= 0 || $_->[2] <= 0 || $_->[2] > $_->[1] } @rows), 0, 'C(t) and errors of the pion');
my $t = 2;
ok($rows[$t][3] > 1 && $rows[$t][3] < $rows[$t][7] && 1.2 * $rows[$t][7] < $rows[$t][11], 'the pion is light, the proton heavy');
is(join('', map { "@$_[3, 4, 7, 8, 11, 12]" } @rows[4 .. 7]), ' ' x 20, 'effective masses are folded at T/2');
my $longest = 0;
for my $kappa (0.1, 0.12, 0.14) {
	my (undef, @rows) = table("--quiet --configs 4 --lattice 20,2,2,2 --beta 5.7 --kappa $kappa");
	for (['pion', 3], ['rho', 7], ['proton', 11]) {
		my ($name, $column) = @$_;
		my ($from) = grep { (fit($column, @rows[$_ .. 9]))[0] <= 1 } 0 .. 9;
		my ($chi2, $mean) = fit($column, @rows[$from .. 9]);
		my ($m, $dm) = split / \+- /, $results{"m_$name"} // '0 +- 0';
		ok($results{"fit_from_$name"} == $from && $results{"fit_to_$name"} == 9 && abs($m / $mean - 1) < 1e-3 && $dm > 0,
			"m_$name, kappa = $kappa: the longest range with chi^2/dof <= 1") or diag("$from $mean", explain(\%results));
		ok($from == 9 || abs($results{"chi2_dof_$name"} - $chi2) < 0.02 * $chi2, "m_$name: chi^2") or diag($chi2, explain(\%results));
		$longest = 9 - $from if 9 - $from > $longest;
	}
}
cmp_ok($longest, '>', 2, 'ranges of several times among them');
my @fitted = table('--quiet --configs 3 --lattice 8,4,4,2 --beta 5.7 --kappa 0.12 --fit 1,2');
my $mean = (fit(3, @rows[1, 2]))[1];
ok("$results{fit_from_pion} $results{fit_to_rho}" eq '1 2' && abs((split ' ', $results{m_pion})[0] / $mean - 1) < 1e-3, '--fit 1,2') or diag($mean, explain(\%results));

# The pion with a clover term and twisted mass is that of pion; without, what it was.
my $small = small_links();
my %pions;
for my $term ('', '--csw 1.2', '--mu 0.2', '--csw 1.2 --mu -0.2') {
	my ($status, $out) = run("build/examples/pion --config $small --kappa 0.12 $term --quiet");
	my @pion = map { [split /\t/] } grep { /^\d/ } split /\n/, $out;
	(undef, @rows) = table("--quiet --kappa 0.12 $term $small");
	my $apart = grep { abs($rows[$_][1] / $pion[$_][1] - 1) > 1e-7 } 0 .. 3;
	ok(@pion == 4 && @rows == 4 && !$apart, "the pion of pion: $term") or diag($out);
	ok(!(grep { !($_->[9] =~ /^\d/) } @rows[0, 1]), "a proton: $term");
	$pions{$rows[1][1]}++;
}
is(scalar keys %pions, 4, 'each term has its pion');
is((run("$program --device host --quiet --kappa 0.12 $small"))[1], (run("$program --quiet --kappa 0.12 $small"))[1], '--device host: here it is always');
for (['--device gpu', qr/--device gpu: there is none for a program/], ['--device no', qr/legal are gpu host/], ['--csw x', qr/--csw x: not a number from -100 to 100/], ['--mu 1000', qr/--mu 1000: not a number from -100 to 100/],
	['--bin 2 --configs 3', qr/less than two bins/], ['--fit 1,4 --configs 2 --lattice 8,4,4,2', qr/--fit 1,4: not from 0 to T\/2 - 1 = 3/],
	['--fit 1', qr/not two times/], ['--kappa', qr/its value is missing/]) {
	my ($arguments, $says) = @$_;
	my ($status, $out, $err) = run("$program $arguments");
	ok($status == 2 && $err =~ $says && $out !~ /^t\t/m, "spectrum $arguments: status 2 and why") or diag("$status $out $err");
}
SKIP: {
	skip 'LQCD_TEST_DATA is not set', 2 if !$ENV{LQCD_TEST_DATA};
	# references.json: dirac/nersc-little.l4t8/kappa0.12_csw0_antiperiodic/C_t
	my @published = (0.8215748573001391, 0.037881051898269874, 0.003642486908041414, 0.00037717733722315643,
		8.36786442667216e-05, 0.00035789110013040765, 0.003434737198794238, 0.03678976663204111);
	(undef, @rows) = table("--quiet --kappa 0.12 $ENV{LQCD_TEST_DATA}/nersc-little.l4t8");
	is(scalar(grep { abs($rows[$_][1] / $published[$_] - 1) > 1e-7 } 0 .. 7), 0, 'the pion of a published configuration');
}
done_testing();
