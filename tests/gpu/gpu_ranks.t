#!/usr/bin/env perl
# tests/gpu/gpu_ranks.t: the programs of this folder for several processes, by MPI, their kernels on the host.
# From the environment: run.pl.
use strict;
use warnings;
use File::Basename;
use FindBin;
use Test::More;
require "$FindBin::Bin/run.pl";
our ($dir, $cxx, $flags, $warnings, $mpi, $mpicxx, $mpirun);

my @names = map { basename($_, '.cu') } sort glob 'tests/gpu/ranks*.cu';
plan skip_all => "no $mpicxx or $mpirun" unless $mpi;
for my $name (@names) {
	compiles("$mpicxx $flags -march=native $warnings tests/gpu/$name.cu -o $dir/$name -lm", "$name by $cxx") or next;
	runs("$mpirun -n $_ $dir/$name", "$name on $_, kernels on the host") for $name eq 'ranks' ? (1, 2, 4) : (2, 4);
}
by_nvcc($mpicxx, map { "tests/gpu/$_.cu" } @names);
done_testing();
