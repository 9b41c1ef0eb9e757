# tests/gpu/run.pl: how the tests of this folder compile and start programs; they require it. It goes to the root of the tree.
# From the environment: CXX (empty: no C++ here), NVCC, NVCC_ARCH (sm_90), LQCD_TEST_ALL; ../mpi/start.pl.
#
#   compiles($command, $check)      one check
#   runs($program, $check)          a program that speaks TAP, as one check
#   by_nvcc($compiler, @files)      with LQCD_TEST_ALL: files by nvcc, which calls $compiler, to $dir/NAME-gpu-nvcc; where there
#                                   is no device their assembler is left out
use v5.36;
use File::Basename;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;
require "$FindBin::Bin/../mpi/start.pl";

chdir "$FindBin::Bin/../.." or die "chdir: $!";
our $dir = tempdir(CLEANUP => 1);
our $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
plan skip_all => 'no C++ compiler' if $cxx eq '';
our $gcc = $cxx =~ /g\+\+/ && $cxx !~ /clang/ ? $cxx : 'g++';
our $has_device = -e '/dev/nvidia0';
# These programs compile for longer than they run: -Og halves the time of -O1.
our $flags = '-Og -std=c++17 -I. -x c++';
# Where little is computed, functions that lqcd inlines always are called instead: the compiler takes that attribute for
# "unused", and gcc has done in two thirds of the time. The program computes the same.
our $calls = '-Dalways_inline=unused';
our $warnings = '-Wall -Wextra -Wshadow -Wconversion -Wcast-align -Werror';

# Several processes
our (undef, $mpicxx, $mpirun, $missing) = processes($dir, $ENV{CC} || 'cc', $cxx);
our $mpi = $missing eq '' && !system "command -v $mpicxx >/dev/null 2>&1";

my $device = '-std=c++17 -I. -arch=' . ($ENV{NVCC_ARCH} || 'sm_90')
	. ' -Werror all-warnings -Xcompiler -Wall,-Wextra,-Wshadow,-Wconversion,-Wcast-align';
my ($nvcc) = grep { $_ ne '' && !system "command -v $_ >/dev/null 2>&1" } $ENV{NVCC} || '', 'nvcc', '/usr/local/cuda/bin/nvcc';
if (defined $nvcc) {
	open my $empty, '>', "$dir/empty.cu" or die "$dir/empty.cu: $!";
	print $empty "__global__ void kernel(void) {}\n";
	close $empty or die "$dir/empty.cu: $!";
	undef $nvcc if system "$nvcc -ccbin $gcc $device -c $dir/empty.cu -o $dir/empty.o >$dir/said 2>&1";
}

sub compiles($command, $name) {
	my $said = `$command 2>&1`;
	my $good = $? == 0;
	ok($good, $name) or diag(join "\n", grep { defined } (split /\n/, $said)[0 .. 19]);
	return $good;
}

# Status 77: there is nothing to run it on.
sub runs($program, $name) {
	my $said = `$program 2>&1`;
	my ($status, $checks) = ($?, scalar(() = $said =~ /^ok /mg));
	SKIP: {
		skip "$name: no device", 1 if $status >> 8 == 77;
		ok($status == 0 && $checks > 0, "$name: $checks checks")
			or diag("status $status\n", join "\n", grep { /^not ok|^#|Bail/ } split /\n/, $said);
	}
}

sub by_nvcc($compiler, @files) {
	return if !defined $nvcc || !@files || !$ENV{LQCD_TEST_ALL};
	local $ENV{OMPI_CXX} = $gcc;
	local $ENV{MPICH_CXX} = $gcc;
	for my $file (@files) {
		my $to = "$dir/" . basename($file, '.cu') . '-gpu-nvcc';
		compiles("$nvcc -ccbin $compiler $device " . ($has_device ? '' : '-ptx ') . "$file -o $to", "$file by nvcc");
	}
}
1;
