# tests/gpu/Gpu.pm: how the tests of this folder compile and start programs; they use it. It goes to the root of the tree.
# From the environment: ../support/Support.pm, which they have by it, and ../mpi/start.pl.
#
#   compiles($command, $check)      one check
#   passes($program, $check)        a program that speaks TAP, as one check
#   by_nvcc($compiler, @files)      with LQCD_TEST_ALL: files by nvcc, which calls $compiler, to $dir/NAME-gpu-nvcc; where there
#                                   is no device their assembler is left out
use File::Basename;
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;
use vars qw($flags $calls $warnings $has_device $mpi $mpicxx $mpirun);
require "$FindBin::Bin/../mpi/start.pl";

sub Gpu::import { $_->import for qw(strict warnings); feature->import(':5.36') }

plan skip_all => 'no C++ compiler' if $cxx eq '';
$has_device = -e '/dev/nvidia0';
# These programs compile for longer than they run: -Og halves the time of -O1.
$flags = '-Og -std=c++17 -DLQCD_DEVICES=1 -I. -x c++';
# Where little is computed, functions that lqcd inlines always are called instead: the compiler takes that attribute for
# "unused", and gcc has done in two thirds of the time. The program computes the same.
$calls = '-Dalways_inline=unused';
$warnings = '-Wall -Wextra -Wshadow -Wconversion -Wcast-align -Werror';

# Several processes
(undef, $mpicxx, $mpirun, my $missing) = processes($dir, $cc, $cxx);
$mpi = $missing eq '' && have($mpicxx);

undef $nvcc if defined $nvcc && !works("$nvcc -ccbin $gcc $device -c " . spew("$dir/empty.cu", "__global__ void kernel(void) {}\n") . " -o $dir/empty.o");

sub compiles($command, $name) { return defined runs($command, $name) }

# Status 77: there is nothing to run it on.
sub passes($program, $name) {
	my $said = `$program 2>&1`;
	my ($status, $checks) = ($?, scalar(() = $said =~ /^ok /mg));
	SKIP: {
		skip "$name: no device", 1 if $status >> 8 == 77;
		ok($status == 0 && $checks > 0, "$name: $checks checks")
			or diag("status $status\n", join "\n", grep { /^not ok|^#|Bail/ } split /\n/, $said);
	}
}

sub by_nvcc($compiler, @files) {
	return if !defined $nvcc || !@files || !$all;
	local @ENV{qw(OMPI_CXX MPICH_CXX)} = ($gcc, $gcc);
	for my $file (@files) {
		my $to = "$dir/" . basename($file, '.cu') . '-gpu-nvcc';
		compiles("$nvcc -ccbin $compiler -I. $device $device_warn " . ($has_device ? '' : '-ptx ') . "$file -o $to", "$file by nvcc");
	}
}
1;
