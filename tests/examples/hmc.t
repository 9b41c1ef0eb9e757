#!/usr/bin/env perl
# tests/examples/hmc.t: build/examples/hmc: its table, the same run in two parts, its files, the plot, and what it says about
# wrong options.
use strict;
use warnings;
use FindBin;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;

sub hmc { return run("build/examples/hmc @_") }

my $small = '--lattice 4,4,4,4 --beta 5.2 --thermalise 3';
my ($status, $out, $err) = hmc("$small --trajectories 12 --save $dir/u.ildg");
my @rows = map { [split /\t/] } grep { /^\d/ } split /\n/, $out;
is($status, 0, 'a run') or diag($out, $err);
is(join(' ', map { $_->[0] } @rows), join(' ', 1 .. 12), 'a row for each trajectory');
is(join('', map { $_->[3] } @rows[0 .. 2]), '111', 'the first are accepted');
ok(!(grep { $_->[1] < 0.2 || $_->[1] > 0.95 || abs($_->[2]) > 3 } @rows[3 .. 11]), 'plaquettes and dH');
like($out, qr/^# .* (\d+) of 12 trajectories accepted$/m, 'how many were accepted');

# The table without comments
my $whole = join '', $out =~ /^(\d.*\n)/mg;
my $parts = '';
for my $n (4, 12) {
	($status, $out, $err) = hmc("$small --trajectories $n --checkpoint $dir/run --save $dir/v.ildg --quiet");
	$parts .= join '', $out =~ /^(\d.*\n)/mg;
}
is($parts, $whole, 'in two parts, with a checkpoint: the same table') or diag($err);
is(system("cmp $dir/u.ildg $dir/v.ildg"), 0, 'and the same configuration');
($status, $out) = hmc("--start $dir/u.ildg --beta 5.2 --trajectories 1 --seed 5 --action iwasaki --integrator omf4 --steps 2");
ok($status == 0 && $out =~ /^1\t0\.\d+\t\S+\t[01]$/m && $out =~ /c1 = -0\.331, omf4, 2 steps/, 'from a configuration')
	or diag($out);
SKIP: {
	skip 'no gnuplot', 1 if system 'command -v gnuplot >/dev/null 2>&1';
	($status, $out) = hmc("$small --trajectories 2 --plot $dir/hmc.svg");
	ok($status == 0 && -s "$dir/hmc.svg" && $out =~ /^# plot /m, 'a plot') or diag($out);
}
for (['--beta x', qr/not a number from/], ['--steps 0', qr/not an integer from/], ['--action best', qr/legal are wilson lw/],
	['--lattice 4,4', qr/not four integers/], ['--seed', qr/a value is missing/]) {
	my ($arguments, $says) = @$_;
	($status, $out, $err) = hmc($arguments);
	ok($status == 2 && $err =~ $says && $out eq '', "hmc $arguments: status 2 and why") or diag("$status $out $err");
}
($status, $out, $err) = hmc("--start $dir/missing");
ok($status == 1 && $err =~ /missing: cannot open/, 'no such file: status 1');
($status, $out, $err) = hmc("$small --checkpoint $dir/u.ildg");
ok($status == 1 && $err =~ /not a checkpoint/, 'no checkpoint: status 1');
is((hmc('--help'))[0], 0, '--help');
done_testing();
