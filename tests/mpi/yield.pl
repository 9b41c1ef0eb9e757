# tests/mpi/yield.pl: sleeping($mpirun, $cc, $dir): the command that starts processes which sleep for a moment wherever MPI yields
# the processor while it waits; $mpirun where that cannot be made. More processes than processors, beside other work, get on
# several times as fast: one that yields comes back at once, or after a whole slice of the other work.
use strict;
use warnings;

sub sleeping {
	my ($mpirun, $cc, $dir) = @_;
	open my $out, '>', "$dir/yield.c" or die "$dir/yield.c: $!";
	print $out "#include <time.h>\nint sched_yield(void);\n"
		. "int sched_yield(void)\n{\n\tconst struct timespec wait = {0, 20000};\n\treturn nanosleep(&wait, 0);\n}\n";
	close $out or die "$dir/yield.c: $!";
	return system("$cc -x c -O1 -shared -fPIC $dir/yield.c -o $dir/yield.so 2>$dir/said") ? $mpirun : "env LD_PRELOAD=$dir/yield.so $mpirun";
}

1;
