#!/usr/bin/env perl
# tests/mutants.t: every row of tests/mutants.txt can run: its text occurs once, and its tests exist. A change that moves the text
# of a row moves the row.
use v5.36;
use FindBin;
use Test::More tests => 2;

chdir "$FindBin::Bin/.." or die "chdir: $!";
my $faults = `$^X tests/mutants.pl --places 2>&1`;
is($faults, '', 'the text of every mutant occurs once, and its tests exist');
is($?, 0, '.. and the status says so');
