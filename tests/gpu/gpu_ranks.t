#!/usr/bin/env perl
# tests/gpu/gpu_ranks.t: the programs of this folder for several processes, by MPI, their kernels on the host.
# From the environment: run.pl, ../share.pl; LQCD_TEST_ONLY="ranks_multigrid": only these programs, their kernels on the host.
use strict;
use warnings;
use File::Basename;
use FindBin;
use Test::More;
require "$FindBin::Bin/run.pl";
require "$FindBin::Bin/../share.pl";
our ($dir, $cxx, $flags, $calls, $warnings, $mpi, $mpicxx, $mpirun);

my @names = map { basename($_, '.cu') } sort glob 'tests/gpu/ranks*.cu';
my %only = map { $_ => 1 } split ' ', $ENV{LQCD_TEST_ONLY} || '';
@names = grep { $only{$_} } @names if %only;
plan skip_all => "no $mpicxx or $mpirun" unless $mpi;
for my $name (%only ? @names : mostly(@names)) {
	my $how = $name =~ /gauge|quda|represent|staggered/ ? "$flags $calls" : $flags; # these compile for longer than they run
	compiles("$mpicxx $how -march=native $warnings tests/gpu/$name.cu -o $dir/$name -lm", "$name by $cxx") or next;
	my @processes = $name eq 'ranks' ? (1, 2, 4) : (2, 4);
	runs("$mpirun -n $_ $dir/$name", "$name on $_, kernels on the host") for %only ? @processes : drawn(@processes);
}
by_nvcc($mpicxx, %only ? () : map { "tests/gpu/$_.cu" } @names);
done_testing();
