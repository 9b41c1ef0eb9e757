#!/usr/bin/env perl
# tests/examples/flow.t: build/examples/flow: its table on unit links and against published numbers (LQCD_TEST_DATA), the
# plot, and what it says about wrong options and files.
use strict;
use warnings;
use FindBin;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;

sub flow { return run("build/examples/flow @_") }

# Rows of the table: t, E_plaquette, E_clover, t2E, Q.
sub rows { return map { [split /\t/] } grep { /^[\d.]+\t/ } split /\n/, $_[0] }

# 2 x 4 x 2 x 4 unit links in NERSC format: eight in each fourth of the 72 reals of a site are 1 or 0.
my ($sites, $link) = (64, join '', map { pack 'd>2', $_ % 4 == 0 ? 1 : 0, 0 } 0 .. 8);
open my $unit, '>:raw', "$dir/unit" or die "$dir/unit: $!";
printf $unit "BEGIN_HEADER\nHDR_VERSION = 1.0\nDATATYPE = 4D_SU3_GAUGE_3x3\nDIMENSION_1 = 2\nDIMENSION_2 = 4\n"
	. "DIMENSION_3 = 2\nDIMENSION_4 = 4\nCHECKSUM = %x\nLINK_TRACE = 1\nPLAQUETTE = 1\nFLOATING_POINT = IEEE64BIG\n"
	. "END_HEADER\n", ($sites * 4 * 3 * 0x3ff00000) & 0xffffffff;
print $unit $link x (4 * $sites);
close $unit or die "$dir/unit: $!";

my ($status, $out, $err) = flow('--end 0.5 --every 0.2', "$dir/unit");
my @rows = rows($out);
is($status, 0, 'unit links') or diag($out, $err);
is(join(' ', map { $_->[0] } @rows), '0 0.2 0.4 0.5', 'times of the table, the last one shorter');
ok(!(grep { abs($_->[1]) + abs($_->[2]) + abs($_->[4]) > 1e-13 } @rows), 'unit links have neither energy nor charge');
like($out, qr/^# t0 = nan\n# w0 = nan$/m, 'and no scales');
my ($quiet) = (flow('--quiet --end 0.5 --every 0.2', "$dir/unit"))[1];
like($quiet, qr/\At\tE_plaquette\tE_clover\tt2E\tQ\n/, '--quiet: the table alone');

($status, $out, $err) = flow('--end 0.5 --boundary sf', "$dir/unit");
ok($status == 1 && $err =~ /^flow: links at the ends of the lattice are off by 1\.7/, 'unit links have no ends') or diag($status, $err);
($status, $out, $err) = flow('--end 0.5 --every 0.5 --slices', "$dir/unit");
is(join('', $out =~ /^([0-3])\t\S+\t\S+\t\S+$/mg), '0123', 'a row for each time slice') or diag($out, $err);

is((flow('--device host --quiet --end 0.5 --every 0.2', "$dir/unit"))[1], $quiet, '--device host: here it is always');
($status, $out, $err) = flow('--device gpu', "$dir/unit");
ok($status == 2 && $err =~ /^flow: --device gpu: there is none/ && $out eq '', '--device gpu: refused') or diag("$status $out $err");

SKIP: {
	my $file = ($ENV{LQCD_TEST_DATA} // '') . '/nersc.l8t4b3360';
	skip "LQCD_TEST_DATA is not set", 3 if !-e $file;
	($status, $out) = flow('--eps 0.01 --end 0.5', $file);
	my $row = (rows($out))[5];
	# References of tests/physics/flow_references.inc
	ok($status == 0 && abs($row->[1] / 1.499360052095761 - 1) < 1e-10 && abs($row->[2] / 0.7837435880297388 - 1) < 1e-10
		&& abs($row->[4] / 0.3708128926122088 - 1) < 1e-10, 'energies and charge at t = 0.5') or diag($out);
	($status, $out) = flow('--flow zeuthen --tolerance 1e-6 --end 1 --every 0.5', $file);
	ok($status == 0 && abs((rows($out))[1][2] / 0.68983 - 1) < 1e-4, 'Zeuthen flow, adaptive') or diag($out);
	skip 'no gnuplot', 1 if system 'command -v gnuplot >/dev/null 2>&1';
	($status, $out) = flow("--every 0.5 --end 1 --plot $dir/flow.svg", $file);
	ok($status == 0 && -s "$dir/flow.svg" && $out =~ /^# plot /m, 'a plot') or diag($out);
}

# An ensemble: the means of the rows of its configurations, with jackknife errors.
($status, $out, $err) = run("build/examples/heatbath --lattice 4,4,4,4 --beta 5.7 --thermalise 20 --every 5 --configs 4 --save $dir/u --quiet");
is($status, 0, 'an ensemble') or diag($err);
my @each = map { [rows((flow("--end 1 --every 0.25 $dir/u.000$_"))[1])] } 1 .. 4;
for my $bin (1, 2) {
	($status, $out, $err) = flow("--end 1 --every 0.25 --bin $bin", map { "$dir/u.000$_" } 1 .. 4);
	my ($first, $mean) = map { [map { [split /\t/] } grep { /^[\d.]+\t/ } split /\n/] } split /^# table\n/m, $out;
	ok($status == 0 && @$first == 4 && @$mean == 5, "--bin $bin: a row for each configuration, then one for each time") or diag($out, $err);
	is(scalar(grep { abs($first->[$_][4] - $each[$_][4][4]) > 1e-8 } 0 .. 3), 0, 'the charge of each');
	my $wrong = 0;
	for my $k (0 .. 4) {
		for (['t2E', 3, 5, sub { $_[0] }], ['Q', 4, 7, sub { $_[0] }], ['Q2', 4, 9, sub { $_[0]**2 }]) {
			my ($name, $from, $to, $f) = @$_;
			my @x = map { $f->($_->[$k][$from]) } @each;
			@x = map { ($x[2 * $_] + $x[2 * $_ + 1]) / 2 } 0, 1 if $bin == 2;
			my ($m, $v) = (0, 0);
			$m += $_ / @x for @x;
			$v += ($_ - $m)**2 / @x / (@x - 1) for @x;
			$wrong++ if abs($mean->[$k][$to] - $m) > 1e-7 * abs($m) + 1e-9 || abs($mean->[$k][$to + 1] - sqrt $v) > 2e-3 * sqrt($v) + 1e-12;
		}
	}
	is($wrong, 0, "--bin $bin: means and jackknife errors of t^2 E, Q and Q^2") or diag($out);
	like($out, qr/^# Q = \S+ \+- \S+\n# Q2 = \S+ \+- \S+\n# t0 = \S+/m, 'and results');
}
SKIP: {
	skip 'no gnuplot', 1 if system 'command -v gnuplot >/dev/null 2>&1';
	($status, $out) = flow("--end 1 --plot $dir/mean.svg $dir/u.000*");
	(my $text = slurp("$dir/mean.svg")) =~ s/<[^>]*>\s*//g;
	ok($status == 0 && $text =~ /4 configurations/ && $text =~ /mean and jackknife error/ && $text =~ /each configuration/, 'a plot of the mean with its band') or diag($text);
}
($status, $out, $err) = flow("--end 0.1 $dir/u.0001 $dir/unit");
ok($status == 1 && $err =~ /T,X,Y,Z = 4,2,4,2 in the file/, 'configurations of other extents: status 1') or diag("$status $err");

for (['', qr/a gauge configuration is needed/], ["--eps 1 $dir/unit", qr/not a number from/],
	['--flow best x', qr/legal are wilson symanzik zeuthen/], ["--bin 2 $dir/unit $dir/unit", qr/less than two bins/],
	['--every', qr/its value is missing/]) {
	my ($arguments, $says) = @$_;
	($status, $out, $err) = flow($arguments);
	ok($status == 2 && $err =~ $says && $out eq '', "flow $arguments: status 2 and why") or diag("$status $out $err");
}
($status, $out, $err) = flow("$dir/missing");
ok($status == 1 && $err =~ /missing: cannot open/, 'no such file: status 1');
is((flow('--help'))[0], 0, '--help');
done_testing();
