#!/usr/bin/env perl
# tests/examples/own_operator.t: build/examples/own_operator: a Dirac operator in one file of at most 150 lines, its
# solvers, propagator and a trajectory.
use strict;
use warnings;
use FindBin;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;

my $lines = () = slurp('examples/own_operator.c') =~ /\n/g;
ok($lines <= 150, "$lines lines");
my ($status, $out, $err) = run('build/examples/own_operator');
is("$status $err", '0 ', 'own_operator: exit 0');
my @rows = $out =~ /^\w+\t\d+\t(\S+)$/mg;
is(scalar @rows, 4, 'CG, BiCGStab, mixed precision and multigrid') or diag($out);
ok(!(grep { !($_ > 0 && $_ <= 1e-10) } @rows), "residuals @rows");
ok($out =~ /^# dH = (\S+)$/m && abs($1) < 1, 'a trajectory') or diag($out);
done_testing();
