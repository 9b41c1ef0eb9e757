# tests/mpi/start.pl: processes($dir, $cc, $cxx): the commands that compile in C and C++ for MPI, by these compilers, and that
# start processes; the first command that is not here, or ''. From the environment: MPICC, MPICXX, MPIRUN (mpicc, mpicxx, mpirun).
#
# Started processes may share processors, and sleep for a moment wherever MPI yields the processor while it waits: one that
# yields comes back at once, or after a whole slice of other work, and all get on several times as slowly.
use v5.36;

sub processes($dir, $cc, $cxx) {
	my @command = map { $ENV{uc $_} || $_ } qw(mpicc mpicxx mpirun);
	my ($missing) = grep { system "command -v $_ >/dev/null 2>&1" } @command[0, 2];
	@ENV{qw(OMPI_CC MPICH_CC OMPI_CXX MPICH_CXX)} = ($cc, $cc, $cxx, $cxx);
	$ENV{"OMPI_$_"} = 1 for qw(ALLOW_RUN_AS_ROOT ALLOW_RUN_AS_ROOT_CONFIRM MCA_rmaps_base_oversubscribe MCA_mpi_yield_when_idle);
	$ENV{"OMPI_MCA_$_"} = 'none' for qw(btl_vader_single_copy_mechanism hwloc_base_binding_policy);
	open my $out, '>', "$dir/yield.c" or die "$dir/yield.c: $!";
	print $out "#include <time.h>\nint sched_yield(void);\n"
		. "int sched_yield(void)\n{\n\tconst struct timespec wait = {0, 20000};\n\treturn nanosleep(&wait, 0);\n}\n";
	close $out or die "$dir/yield.c: $!";
	$command[2] = "env LD_PRELOAD=$dir/yield.so $command[2]"
		if !$missing && !system "$cc -x c -O1 -shared -fPIC $dir/yield.c -o $dir/yield.so 2>$dir/said";
	return (@command, $missing // '');
}

1;
