#!/usr/bin/env perl
# tests/gpu/gpu.t: the programs of this folder. A C++ compiler makes programs of them whose kernels run on the host; where
# there is nvcc, it compiles each without a warning, and where there is a device, too, they run on it.
# From the environment: CXX (empty: no C++ here), NVCC, NVCC_ARCH (sm_90).
use strict;
use warnings;
use File::Basename;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
plan skip_all => 'no C++ compiler' if $cxx eq '';
my $dir = tempdir(CLEANUP => 1);
my $gcc = $cxx =~ /g\+\+/ && $cxx !~ /clang/ ? $cxx : 'g++';
my ($nvcc) = grep { $_ ne '' && !system "command -v $_ >/dev/null 2>&1" } $ENV{NVCC} || '', 'nvcc', '/usr/local/cuda/bin/nvcc';
my $device = "-ccbin $gcc -std=c++17 -arch=" . ($ENV{NVCC_ARCH} || 'sm_90')
	. ' -Werror all-warnings -Xcompiler -Wall,-Wextra,-Wshadow,-Wconversion,-Wcast-align';

sub compiles {
	my ($command, $name) = @_;
	my $said = `$command 2>&1`;
	my $good = $? == 0;
	ok($good, $name) or diag(join "\n", grep { defined } (split /\n/, $said)[0 .. 19]);
	return $good;
}

# A program that speaks TAP, as one check; status 77: there is nothing to run it on.
sub runs {
	my ($program, $name) = @_;
	my $said = `$program 2>&1`;
	my ($status, $checks) = ($?, scalar(() = $said =~ /^ok /mg));
	SKIP: {
		skip "$name: no device", 1 if $status >> 8 == 77;
		ok($status == 0 && $checks > 0, "$name: $checks checks")
			or diag("status $status\n", join "\n", grep { /^not ok|^#|Bail/ } split /\n/, $said);
	}
}

for my $file (sort glob 'tests/gpu/*.cu') {
	my $name = basename($file, '.cu');
	runs("$dir/$name", "$name, kernels on the host")
		if compiles("$cxx -O1 -std=c++17 -Wall -Wextra -Wshadow -Wconversion -Wcast-align -Werror -I. -x c++ $file -o $dir/$name -lm",
		"$name by $cxx");
	next unless defined $nvcc;
	runs("$dir/$name-gpu", "$name on a device")
		if compiles("$nvcc $device -I. $file -o $dir/$name-gpu", "$name by nvcc");
}
done_testing();
