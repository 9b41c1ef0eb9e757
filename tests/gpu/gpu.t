#!/usr/bin/env perl
# tests/gpu/gpu.t: the programs of this folder on one process; gpu_ranks.t has those of several, gpu_programs.t examples/.
# A C++ compiler makes programs of them whose kernels run on the host; nvcc, where it is, compiles one of them without a
# warning, or all where there is a device, on which they run.
# From the environment: run.pl, ../share.pl; LQCD_TEST_ONLY="wilson stencil": only these programs, their kernels on the host.
use strict;
use warnings;
use File::Basename;
use FindBin;
use Test::More;
require "$FindBin::Bin/run.pl";
require "$FindBin::Bin/../share.pl";
our ($dir, $cxx, $gcc, $flags, $calls, $warnings, $has_device);

my @files = grep { !/ranks/ } sort glob 'tests/gpu/*.cu';
my %only = map { $_ => 1 } split ' ', $ENV{LQCD_TEST_ONLY} || '';
@files = grep { $only{ basename($_, '.cu') } } @files if %only;
# These compile for much longer than they run.
my %short = map { $_ => $calls } qw(bits boundary clover gauge memory misuse observables quda represent solver staggered);
for my $file (%only ? @files : mostly(@files)) {
	my $name = basename($file, '.cu');
	my $how = "$flags " . ($short{$name} // '');
	runs("$dir/$name", "$name, kernels on the host")
		if compiles("$cxx $how $warnings $file -o $dir/$name -lm", "$name by $cxx");
}
if (!%only) {
	# Other numbers of colours.
	for (drawn(['gauge', 4], ['wilson', 5], ['clover', 2], ['solver', 4], ['hmc', 2], ['multigrid', 2])) {
		my ($name, $colours) = @$_;
		my $label = "$name with $colours colours";
		my $how = "$flags " . ($short{$name} // '');
		runs("$dir/$name-$colours", "$label, kernels on the host")
			if compiles("$cxx $how $warnings -DLQCD_NC=$colours tests/gpu/$name.cu -o $dir/$name-$colours -lm", $label);
	}
	by_nvcc($gcc, @files);
	for (map { basename($_, '.cu') } $has_device ? @files : ()) {
		runs("$dir/$_-gpu-nvcc", "$_ on a device") if -x "$dir/$_-gpu-nvcc";
	}
}
done_testing();
