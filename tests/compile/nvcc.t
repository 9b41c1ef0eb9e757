#!/usr/bin/env perl
# tests/compile/nvcc.t: nvcc compiles all headers of the host in an order and its reverse, and a unit with code for host and device
# (nvcc.cu), without a warning; where there is a device, that unit runs. Those of devices are compiled by tests/gpu/. From the
# environment: ../support/Support.pm; CXX where it is a g++.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

plan skip_all => 'no nvcc' unless defined $nvcc;
my $compile = "$nvcc -ccbin $gcc $device";
spew("$dir/empty.cu", "__global__ void kernel(void) {}\n");
plan skip_all => "$compile does not work" unless works("$compile -c $dir/empty.cu -o $dir/empty.o");

my @headers = grep { !m{^lqcd/(?:simd|compat|device)/|/device_} } files_in(qr/\.h$/, 'lqcd');
spew("$dir/forth.cu", map { includes($_, $_) } @headers);
spew("$dir/back.cu", map { includes($_, $_) } reverse @headers);
# Macros that <windows.h> defines, after the headers of the system
spew("$dir/windows.cu", includes(qw(cmath cstdio cstdlib cstring)), map({ "#define $_\n" } qw(near far NEAR FAR)),
	includes(qw(lqcd.h lqcd/hmc/staggered.h lqcd/observables/staggered.h lqcd/hmc/represent.h)));
my $unit = 'tests/compile/nvcc.cu';
for (
	['all headers', "-c -o $dir/unit.o $dir/forth.cu"],
	['all headers in reverse order', "-c -o $dir/unit.o $dir/back.cu"],
	['headers of devices after the macros near and far', "-ptx -o $dir/windows.ptx $dir/windows.cu"],
	# The back end of the host is scalar, or what one asks for: the intrinsics of gcc go through nvcc.
	['host and device in one unit, host generic', "-DLQCD_SIMD=LQCD_SIMD_GENERIC -c -o $dir/unit.o $unit"],
	['host and device in one unit, host avx512', "-DLQCD_SIMD=LQCD_SIMD_AVX512 -Xcompiler -mavx512f -c -o $dir/unit.o $unit"],
	# Site functions are device code as they are.
	['site functions in kernels of a device', "-ptx -o $dir/sites.ptx tests/compile/sites.cu"],
	['host and device in one unit, host scalar, the default, with OpenMP', "-Xcompiler -fopenmp -o $dir/program $unit"],
) {
	runs("$compile $device_warn -I. $_->[1]", $_->[0]);
}
SKIP: {
	my $said = -e "$dir/program" ? `$dir/program 2>&1` : '';
	skip 'no device runs it here', 1 if $? >> 8 == 77;
	is($?, 0, 'the device computes what the host does') or diag($said);
}
done_testing();
