#!/usr/bin/env perl
# tests/examples/ktimer.t: build/examples/ktimer prints the line of its harness, M,K,N,mflops,err, with a small error.
use strict;
use warnings;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $said = `build/examples/ktimer 2>&1`;
is($?, 0, 'ktimer exits with 0');
my $number = qr/\d+(?:\.\d+)?(?:e[-+]\d+)?/;
ok($said =~ /^(\d+),64,(\d+),($number),($number)\n\z/, 'and prints M,K,N,mflops,err') or diag($said);
ok($1 == $2 && $3 > 0 && $4 < 1e-14, 'which are of a square kernel, a speed and an error of rounding') if defined $4;
done_testing();
