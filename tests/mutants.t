#!/usr/bin/env perl
# tests/mutants.t: every row of tests/mutants.pl can run: its text occurs once, and its tests exist. A row that no draw of
# .ci/run has taken for a while would otherwise turn it red long after the change that moved its text.
use strict;
use warnings;
use FindBin;
use Test::More tests => 2;

chdir "$FindBin::Bin/.." or die "chdir: $!";
my $faults = `$^X tests/mutants.pl --places 2>&1`;
is($faults, '', 'the text of every mutant occurs once, and its tests exist');
is($?, 0, '.. and the status says so');
