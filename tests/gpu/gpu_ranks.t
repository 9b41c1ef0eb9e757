#!/usr/bin/env perl
# tests/gpu/gpu_ranks.t: the programs of this folder for several processes, by MPI, their kernels on the host.
# From the environment: Gpu.pm; LQCD_TEST_ALL: all, not only that of the quarks on two processes;
# LQCD_TEST_ONLY="ranks_multigrid": only these programs, their kernels on the host.
use File::Basename;
use FindBin;
use lib $FindBin::Bin;
use Gpu;

plan skip_all => "no $mpicxx or $mpirun" unless $mpi;
my $all = $ENV{LQCD_TEST_ALL};
my @only = split ' ', $ENV{LQCD_TEST_ONLY} || '';
$ENV{LQCD_TEST_FEW} = 1 if !$all && !@only;
my @names = map { basename($_, '.cu') } sort glob 'tests/gpu/ranks*.cu';
for my $name (@only ? @only : $all ? @names : 'ranks') {
	# Some compile for longer than they run, and all do as in gpu.t.
	my $how = $name =~ /gauge|quda|represent|staggered/ || $ENV{LQCD_TEST_FEW} || $ENV{LQCD_TEST_STOP} ? "$flags $calls" : $flags;
	compiles("$mpicxx $how -march=native $warnings tests/gpu/$name.cu -o $dir/$name -lm", "$name by $cxx") or next;
	my @processes = !$all && !@only ? 2 : $name eq 'ranks' ? (1, 2, 4) : (2, 4);
	passes("$mpirun -n $_ $dir/$name", "$name on $_, kernels on the host") for @processes;
}
by_nvcc($mpicxx, map { "tests/gpu/$_.cu" } @names) if !@only;
done_testing();
