#!/usr/bin/env perl
# tests/unit/threads_mpi.t: threads that share a lattice of several processes count its messages without a data race
# (threads_mpi/main.c, with an MPI that sends nothing). From the environment: CC, CFLAGS, WARN.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cc = $ENV{CC} || 'cc';
my $flags = $ENV{CFLAGS} || '-O2 -std=c11 -march=native';
my $warn = $ENV{WARN} || '-Wall -Wextra';
my $dir = tempdir(CLEANUP => 1);
my $tsan = `sh tests/probe.sh tsan '$cc'` ? '-fsanitize=thread -g1' : '';

my $said = `$cc $flags $warn $tsan -DLQCD_NO_OPENMP -Itests/unit/threads_mpi -I. tests/unit/threads_mpi/main.c -o $dir/main -lm -lpthread 2>&1`;
is($?, 0, 'the program compiles') or diag($said);
$said = `$dir/main 2>&1`;
ok($? == 0 && $said =~ /^1\.\.6$/m && $said !~ /^not ok/m, 'no message is lost') or diag($said);
SKIP: {
	skip "$cc makes no programs with -fsanitize=thread that run here", 1 if !$tsan;
	unlike($said, qr/WARNING: ThreadSanitizer/, 'no data race');
}
done_testing();
