#!/usr/bin/env perl
# tests/gpu/gpu.t: the programs of this folder on one process; gpu_ranks.t has those of several, gpu_programs.t examples/. A C++ compiler
# makes programs of them whose kernels run on the host. From the environment: Gpu.pm; LQCD_TEST_ALL: all programs, whole lattices, other
# numbers of colours, and nvcc, where it is, compiles all without a warning, and runs them where there is a device; LQCD_TEST_ONLY="wilson
# stencil": only these programs, their kernels on the host.
use File::Basename;
use FindBin;
use lib $FindBin::Bin;
use Gpu;

my $all = $ENV{LQCD_TEST_ALL};
my @only = split ' ', $ENV{LQCD_TEST_ONLY} || '';
my @files = map { basename($_, '.cu') } grep { !/ranks/ } sort glob 'tests/gpu/*.cu';
my @kinds = qw(kinds gauge bits); # the others put kernels together (hmc, represent, quda), or test what is around them
$ENV{LQCD_TEST_FEW} = 1 if !$all && !@only;
# These compile for longer than they run with $calls; with LQCD_TEST_FEW, or LQCD_TEST_STOP (tap.h) and a fault, all do but kinds: 119 s and 60
# instead of 72 and 140.
my %short = map { $_ => $calls } $ENV{LQCD_TEST_FEW} || $ENV{LQCD_TEST_STOP} ? @files : qw(bits boundary clover gauge memory misuse observables quda represent represent_asym represent_sym solver staggered);
my @programs = map { [$_, ''] } @only ? @only : $all ? @files : @kinds;
push @programs, map { [split] } 'gauge 4', 'wilson 5', 'clover 2', 'solver 4', 'hmc 2', 'multigrid 2' if $all && !@only;
for (@programs) {
	my ($name, $colours) = @$_;
	my ($source) = glob "tests/gpu/$name.c[up]*";
	my $label = $name . ($colours && " with $colours colours");
	my $how = "$flags " . ($short{$name} // '') . ($colours && " -DLQCD_NC=$colours");
	passes("$dir/$name$colours", "$label, kernels on the host")
		if compiles("$cxx $how $warnings $source -o $dir/$name$colours -lm", "$label by $cxx");
}
if (!@only) {
	compiles("$cxx $flags $calls $warnings -fsyntax-only $_", "$_, kernels on the host") for $all ? grep { !/ranks/ } glob 'bench/gpu/*.cu' : ();
	by_nvcc($gcc, map { "tests/gpu/$_.cu" } @files);
	for (@files) {
		passes("$dir/$_-gpu-nvcc", "$_ on a device") if -x "$dir/$_-gpu-nvcc";
	}
}
done_testing();
