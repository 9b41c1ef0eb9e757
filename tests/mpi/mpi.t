#!/usr/bin/env perl
# tests/mpi/mpi.t: the programs of tests/mpi on 1, 2, 4, 8 and 16 ranks, which may share processors.
# From the environment: CC, CFLAGS, WARN, LQCD_TEST_DATA; MPICC and MPIRUN (mpicc, mpirun).
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $mpicc = $ENV{MPICC} || 'mpicc';
my $mpirun = $ENV{MPIRUN} || 'mpirun';
my $flags = $ENV{CFLAGS} || '-O2 -std=c11 -march=native';
my $warn = ($ENV{WARN} || '-Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align') . ' -Werror';
my $dir = tempdir(CLEANUP => 1);
for my $tool ($mpicc, $mpirun) {
	plan skip_all => "no $tool: install openmpi-bin and libopenmpi-dev" if system "command -v $tool >/dev/null 2>&1";
}
# Of OpenMPI and of MPICH: the compiler; of OpenMPI: more ranks than processors, as root in a container.
$ENV{OMPI_CC} = $ENV{MPICH_CC} = $ENV{CC} if $ENV{CC};
$ENV{OMPI_ALLOW_RUN_AS_ROOT} = $ENV{OMPI_ALLOW_RUN_AS_ROOT_CONFIRM} = 1;
$ENV{OMPI_MCA_rmaps_base_oversubscribe} = 1;
$ENV{OMPI_MCA_btl_vader_single_copy_mechanism} = 'none';
$ENV{OMP_NUM_THREADS} = 1;

for my $source (glob 'tests/mpi/*.c') {
	my ($name) = $source =~ m{([^/]+)\.c$};
	my $said = `$mpicc $flags $warn -I. $source -o $dir/$name -lm 2>&1`;
	is($?, 0, "$name compiles") or diag($said), next;
	for my $ranks (1, 2, 4, 8, 16) {
		$said = `$mpirun -n $ranks $dir/$name 2>&1`;
		my $status = $?;
		my $passed = () = $said =~ /^ok /mg;
		my ($plan) = $said =~ /^1\.\.(\d+)$/m;
		ok($status == 0 && defined $plan && $plan == $passed && $plan > 10, "$name on $ranks ranks: $passed checks")
			or diag("status $status\n", join "\n", grep { defined } (grep { !/^ok / } split /\n/, $said)[0 .. 19]);
	}
}
done_testing();
