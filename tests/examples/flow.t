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

for (['', qr/a gauge configuration is needed/], ["--eps 1 $dir/unit", qr/not a number from/],
	['--flow best x', qr/legal are wilson symanzik zeuthen/], ["$dir/unit $dir/unit", qr/one is enough/],
	['--every', qr/its value is missing/]) {
	my ($arguments, $says) = @$_;
	($status, $out, $err) = flow($arguments);
	ok($status == 2 && $err =~ $says && $out eq '', "flow $arguments: status 2 and why") or diag("$status $out $err");
}
($status, $out, $err) = flow("$dir/missing");
ok($status == 1 && $err =~ /missing: cannot open/, 'no such file: status 1');
is((flow('--help'))[0], 0, '--help');
done_testing();
