#!/usr/bin/env perl
# tests/examples/spectrum.t: build/examples/spectrum: its table over a small ensemble, and the pion of a published
# configuration (LQCD_TEST_DATA).
use strict;
use warnings;
use FindBin;
use Test::More;

require "$FindBin::Bin/run.pl";
my $program = 'build/examples/spectrum';

# The rows of a table as lists, split at every tab.
sub table {
	my ($arguments) = @_;
	my ($status, $out, $err) = run("$program $arguments");
	my @lines = split /\n/, $out;
	is($status, 0, "spectrum $arguments") or diag($out, $err);
	return map { [split /\t/, $_, -1] } @lines;
}

my ($header, @rows) = table('--quiet --configs 3 --lattice 8,4,4,2 --beta 5.7 --kappa 0.12');
is("@$header", 't C_pion dC_pion m_pion dm_pion C_rho dC_rho m_rho dm_rho C_proton dC_proton m_proton dm_proton', 'the header');
is(scalar @rows, 8, 'a row for each time');
is(scalar(grep { @$_ != 13 || $_->[1] <= 0 || $_->[2] <= 0 || $_->[2] > $_->[1] } @rows), 0, 'C(t) and errors of the pion');
my $t = 2;
ok($rows[$t][3] > 1 && $rows[$t][3] < $rows[$t][7] && 1.2 * $rows[$t][7] < $rows[$t][11], 'the pion is light, the proton heavy');
is($rows[7][3], '', 'no effective mass at the end');

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
for (['--bin 2 --configs 3', qr/less than two bins/], ['--kappa', qr/its value is missing/],
	['--csw x', qr/--csw x: not a number from -100 to 100/], ['--mu 1000', qr/--mu 1000: not a number from -100 to 100/]) {
	my ($arguments, $says) = @$_;
	my ($status, $out, $err) = run("$program $arguments");
	ok($status == 2 && $err =~ $says && $out eq '', "spectrum $arguments: status 2 and why") or diag("$status $out $err");
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
