#!/usr/bin/env perl
# tests/compile/nvcc.t: nvcc compiles all headers of the host in any order, and a unit with code for host and device
# (nvcc.cu), without a warning; where there is a device, that unit runs. Those of lqcd/gpu/ are compiled by tests/gpu/. nvcc is
# looked for in PATH and in /usr/local/cuda/bin.
# From the environment: NVCC, NVCC_ARCH (sm_90), CXX: the host compiler where it is a g++.
use strict;
use warnings;
use File::Find;
use File::Temp qw(tempdir);
use FindBin;
use List::Util qw(shuffle);
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my ($nvcc) = grep { $_ ne '' && !system "command -v $_ >/dev/null 2>&1" } $ENV{NVCC} || '', 'nvcc', '/usr/local/cuda/bin/nvcc';
plan skip_all => 'no nvcc' unless defined $nvcc;
my $arch = $ENV{NVCC_ARCH} || 'sm_90';
my $cxx = ($ENV{CXX} || '') =~ /g\+\+/ && $ENV{CXX} !~ /clang/ ? $ENV{CXX} : 'g++';
my $dir = tempdir(CLEANUP => 1);
# -Wundef and -pedantic do not hold for the headers of CUDA, nor for what nvcc hands to its host compiler.
my $warn = '-Werror all-warnings -Xcompiler -Wall,-Wextra,-Wshadow,-Wconversion,-Wcast-align';

plan skip_all => 'no g++' if system "$cxx --version >$dir/said 2>&1";
open my $empty, '>', "$dir/empty.cu" or die "$dir/empty.cu: $!";
print $empty "__global__ void kernel(void) {}\n";
close $empty or die "$dir/empty.cu: $!";
plan skip_all => "nvcc does not work with $cxx and -arch=$arch"
	if system "$nvcc -ccbin $cxx -std=c++17 -arch=$arch -c $dir/empty.cu -o $dir/empty.o >$dir/said 2>&1";

sub compiles {
	my ($flags, $file, $name) = @_;
	my $said = `$nvcc -ccbin $cxx -std=c++17 -arch=$arch $warn $flags -I. $file 2>&1`;
	my $good = $? == 0;
	ok($good, $name) or diag(join "\n", grep { defined } (split /\n/, $said)[0 .. 19]);
	return $good;
}

my @headers;
find({ no_chdir => 1, wanted => sub { push @headers, $_ if /\.h$/ && !m{^lqcd/(?:simd|compat|gpu)/} } }, 'lqcd');
my @order = shuffle(@headers);
for my $order (\@order, [reverse @order]) {
	open my $out, '>', "$dir/unit.cu" or die "$dir/unit.cu: $!";
	print $out map { "#include <$_>\n" x 2 } @$order;
	close $out or die "$dir/unit.cu: $!";
	compiles("-c -o $dir/unit.o", "$dir/unit.cu", "all headers, from $order->[0] to $order->[-1]");
}

# Macros that <windows.h> defines, after the headers of the system.
open my $windows, '>', "$dir/windows.cu" or die "$dir/windows.cu: $!";
print $windows map({ "#include <$_>\n" } qw(cmath cstdio cstdlib cstring)), map({ "#define $_\n" } qw(near far NEAR FAR)),
	map { "#include <$_>\n" } qw(lqcd.h lqcd/gpu/staggered.h lqcd/gpu/represent.h);
close $windows or die "$dir/windows.cu: $!";
compiles("-ptx -o $dir/windows.ptx", "$dir/windows.cu", 'headers of devices after the macros near and far');

# The back end of the host is scalar, or what one asks for: the intrinsics of gcc go through nvcc.
my %back_end = ('-DLQCD_SIMD=LQCD_SIMD_GENERIC' => 'generic',
	'-DLQCD_SIMD=LQCD_SIMD_AVX512 -Xcompiler -mavx512f' => 'avx512');
for my $flags (sort keys %back_end) {
	compiles("$flags -c -o $dir/unit.o", 'tests/compile/nvcc.cu', "host and device in one unit, host $back_end{$flags}");
}
# Site functions are device code as they are.
compiles("-ptx -o $dir/sites.ptx", 'tests/compile/sites.cu', 'site functions in kernels of a device');
SKIP: {
	skip 'the unit did not compile', 1 unless compiles("-Xcompiler -fopenmp -o $dir/program",
		'tests/compile/nvcc.cu', 'host and device in one unit, host scalar, the default, with OpenMP');
	my $said = `$dir/program 2>&1`;
	my $status = $? >> 8;
	skip 'no device runs it here', 1 if $status == 77;
	ok($? == 0, 'the device computes what the host does') or diag("status $status: $said");
}

done_testing();
