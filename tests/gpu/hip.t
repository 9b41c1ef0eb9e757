#!/usr/bin/env perl
# tests/gpu/hip.t: lqcd/device/hip.h. The programs of this folder for one process, but for those that launch little (memory, misuse): their
# kernels, the code that devices get, run as host C++ in waves of 32 and of 64 threads (hip/hip/hip_runtime.h), on few lattices
# (LQCD_TEST_FEW). hipcc or clang -x hip compiles them for gfx90a and gfx1100, without its libraries of the device, where the headers of HIP
# are: in /usr/include (Debian: libamdhip64-dev) or HIP_PATH/include. It is long, for make test-all. From the environment: Gpu.pm;
# LQCD_TEST_ONLY="p2p": only these programs; HIP_CLANG (clang++-19, ..).
use File::Basename;
use FindBin;
use lib $FindBin::Bin;
use Gpu;

my @programs = split ' ', $ENV{LQCD_TEST_ONLY} || '';
@programs = grep { !/^(?:memory|misuse|ranks)/ } map { basename($_, '.cu') } sort glob 'tests/gpu/*.cu' unless @programs;
my $host = '-I tests/gpu/hip -D__HIP__ -D__HIP_DEVICE_COMPILE__ -ffp-contract=off -Wno-unknown-pragmas -Wno-pass-failed';
my $native = works("echo | $cxx -march=native -E -x c++ -") ? '-march=native' : '';
for my $name (@programs) {
	compiles("$cxx $flags $calls $native $host $warnings tests/gpu/$name.cu -o $dir/$name -lm", "$name for HIP on the host") or next;
	for my $wave (32, 64) {
		local @ENV{qw(HIP_WAVE LQCD_TEST_FEW)} = ($wave, 1);
		passes("$dir/$name", "$name in waves of $wave");
	}
}

# The stand-in says when threads are not together.
my $unit = slurp('tests/gpu/hip/unit.cu');
my @units = (
	['a barrier that one thread leaves out', 'if (i != 5) lqcd_gpu_sync(); else lqcd_gpu_sync_warp()'],
	['a shuffle without one thread', 'if (i != 5) out[i] = lqcd_gpu_from(i, 5)'],
);
for (@units) {
	my ($name, $code) = @$_;
	spew("$dir/unit.cu", $unit =~ s/CODE;/out[i] = i; $code;/r);
	compiles("$cxx $flags -O0 $host $warnings $dir/unit.cu -o $dir/unit", $name) or next;
	my @said = map { local $ENV{HIP_WAVE} = $_; scalar `$dir/unit` . " $?" } 32, 64;
	is(scalar(grep { /^Bail out! HIP on the host: / } @said), 2, "$name is found") or diag "@said";
}

# For devices. Assembly is where that ends: libraries of the device that know gfx1100 are seldom those of the headers.
my ($headers) = grep { -e "$_/hip/hip_version.h" } map { "$_/include" } $ENV{HIP_PATH} || (), '/usr', '/opt/rocm';
my ($clang) = grep { have($_) } $ENV{HIP_CLANG} || (), qw(clang++-19 clang++-16 clang++);
SKIP: {
	skip 'no clang for HIP: nothing is compiled for gfx90a and gfx1100', 1 unless defined $clang;
	skip 'no headers of HIP (Debian: libamdhip64-dev): nothing is compiled for gfx90a and gfx1100', 1 unless defined $headers;
	my $rocm = $headers =~ s{/include$}{}r;
	my $hip = "$clang -std=c++17 -x hip --offload-device-only -nogpulib --rocm-path=$rocm " . ($rocm eq "/usr" ? "" : "-isystem $headers ") . "-I. -O1 -S $warnings -Wno-pass-failed";
	# A small one for both; others, which take up to a minute, in turn for one of them.
	my @archs = qw(gfx90a gfx1100);
	for my $name ('stencil', grep { $_ ne 'stencil' } @programs) {
		compiles("$hip --offload-arch=$_ tests/gpu/$name.cu -o $dir/$name.s", "$name for $_") for $name eq 'stencil' ? @archs : $archs[0];
		@archs = reverse @archs;
	}
	if (!system("perl lqcd/package/single.pl --devices >$dir/lqcd_single.cuh")) {
		system("echo '#include \"lqcd_single.cuh\"' >$dir/single.cu");
		compiles("$hip -w -fsyntax-only --offload-arch=gfx90a -I$dir $dir/single.cu", 'the single header');
	}
	# Products that a sum follows are rounded first; lqcd_fma is one instruction.
	spew("$dir/unit.cu", "#include <lqcd/simd/simd.h>\n__global__ void kernel(double *p) { p[0] = lqcd__product_d(p[1], p[2]) + p[3]; }\n"
		. "__global__ void other(double *p) { p[0] = lqcd_fma_d(p[1], p[2], p[3]); }\n");
	if (compiles("$hip --offload-arch=gfx90a $dir/unit.cu -o $dir/unit.s", 'products and sums for gfx90a')) {
		is(join(' ', slurp("$dir/unit.s") =~ /\bv_(mul|add|fma|fmac)_f64/g) =~ s/fmac/fma/r, 'mul add fma', 'a product and a sum are two instructions, lqcd_fma is one');
	}
}
done_testing();
