#!/usr/bin/env perl
# tests/gpu/gpu.t: the programs of this folder. A C++ compiler makes programs of them whose kernels run on the host; where
# there is nvcc, it compiles them without a warning, and where there is a device, too, they run on it.
# ranks.cu and ranks_gauge.cu are run on several processes by MPI.
# From the environment: CXX (empty: no C++ here), NVCC, NVCC_ARCH (sm_90), MPICXX, MPIRUN (mpicxx, mpirun);
# LQCD_TEST_ONLY="wilson stencil": only these programs, their kernels on the host.
use strict;
use warnings;
use File::Basename;
use File::Temp qw(tempdir);
use FindBin;
use List::Util qw(shuffle);
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
plan skip_all => 'no C++ compiler' if $cxx eq '';
my $dir = tempdir(CLEANUP => 1);
my $gcc = $cxx =~ /g\+\+/ && $cxx !~ /clang/ ? $cxx : 'g++';
my ($nvcc) = grep { $_ ne '' && !system "command -v $_ >/dev/null 2>&1" } $ENV{NVCC} || '', 'nvcc', '/usr/local/cuda/bin/nvcc';
my $device = "-ccbin $gcc -std=c++17 -arch=" . ($ENV{NVCC_ARCH} || 'sm_90')
	. ' -Werror all-warnings -Xcompiler -Wall,-Wextra,-Wshadow,-Wconversion,-Wcast-align';

if (defined $nvcc) {
	open my $empty, '>', "$dir/empty.cu" or die "$dir/empty.cu: $!";
	print $empty "__global__ void kernel(void) {}\n";
	close $empty or die "$dir/empty.cu: $!";
	undef $nvcc if system "$nvcc $device -c $dir/empty.cu -o $dir/empty.o >$dir/said 2>&1";
}

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

# Without a device nvcc compiles two of the programs, others each time.
my @files = grep { !/ranks/ } sort glob 'tests/gpu/*.cu';
my %only = map { $_ => 1 } split ' ', $ENV{LQCD_TEST_ONLY} || '';
@files = grep { $only{ basename($_, '.cu') } } @files if %only;
undef $nvcc if %only;
my %compiled = map { $_ => 1 } (shuffle(@files))[0, 1];
for my $file (@files) {
	my $name = basename($file, '.cu');
	runs("$dir/$name", "$name, kernels on the host")
		if compiles("$cxx -O1 -std=c++17 -Wall -Wextra -Wshadow -Wconversion -Wcast-align -Werror -I. -x c++ $file -o $dir/$name -lm",
		"$name by $cxx");
	next unless defined $nvcc;
	# Without a device its assembler, half of the time, is left out.
	if (!-e '/dev/nvidia0') {
		next unless $compiled{$file};
		compiles("$nvcc $device -I. -ptx $file -o $dir/$name.ptx", "$name by nvcc");
	} elsif (compiles("$nvcc $device -I. $file -o $dir/$name-gpu", "$name by nvcc")) {
		runs("$dir/$name-gpu", "$name on a device");
	}
}

if (%only) {
	done_testing();
	exit;
}

# Several processes. The variables name the compiler for OpenMPI and MPICH, and let OpenMPI run more ranks than
# processors, also as root in a container.
my $mpicxx = $ENV{MPICXX} || 'mpicxx';
my $mpirun = $ENV{MPIRUN} || 'mpirun';
my $mpi = !grep { system "command -v $_ >/dev/null 2>&1" } $mpicxx, $mpirun;
$ENV{OMPI_CXX} = $ENV{MPICH_CXX} = $cxx;
$ENV{OMPI_ALLOW_RUN_AS_ROOT} = $ENV{OMPI_ALLOW_RUN_AS_ROOT_CONFIRM} = 1;
$ENV{OMPI_MCA_rmaps_base_oversubscribe} = $ENV{OMPI_MCA_mpi_yield_when_idle} = 1;
$ENV{OMPI_MCA_btl_vader_single_copy_mechanism} = 'none';
SKIP: {
	skip "no $mpicxx or $mpirun", 8 unless $mpi;
	for my $name ('ranks', 'ranks_gauge') {
		compiles("$mpicxx -O1 -march=native -std=c++17 -Wall -Wextra -Wshadow -Wconversion -Wcast-align -Werror -I. "
			. "-x c++ tests/gpu/$name.cu -o $dir/$name -lm", "$name by $cxx") or next;
		runs("$mpirun -n $_ $dir/$name", "$name on $_, kernels on the host") for 1, 2, 4;
	}
}

# The main job: the table of pion.cu is that of pion.c, and nvcc compiles it; and the short example.
SKIP: {
	my $cc = $ENV{CC} || 'cc';
	my $config = ($ENV{LQCD_TEST_DATA} || '') . '/nersc.l8t4b3360';
	my $arguments = "--config $config --kappa 0.12 --tol 1e-9 --quiet";
	skip 'pion: LQCD_TEST_DATA names no directory', 3 unless -f $config;
	# One program for one process and several, where there is MPI.
	my $by = $mpi ? "$mpicxx -DLQCD_MPI" : $cxx;
	last SKIP unless compiles("$by -O1 -std=c++17 -I. -x c++ examples/pion.cu -o $dir/pion-gpu -lm", 'pion.cu')
		&& compiles("$cc -O1 -std=c11 -I. examples/pion.c -o $dir/pion -lm", 'pion.c');
	my ($there, $here) = map { [map { [split] } grep { /^\d/ } split /\n/, `$dir/$_ $arguments`] } 'pion-gpu', 'pion';
	my $apart = grep { abs($there->[$_][1] - $here->[$_][1]) > 1e-9 * $here->[$_][1] } 0 .. $#$here;
	ok(@$here == 4 && @$there == 4 && $apart == 0, 'pion.cu prints the table of pion.c');
	skip "no $mpicxx or $mpirun", 1 unless $mpi;
	my $alone = `$dir/pion-gpu $arguments`;
	my $four = `$mpirun -n 4 $dir/pion-gpu $arguments --grid 2,1,1,2`;
	ok($alone ne '' && $alone eq $four, 'pion.cu prints the same on four processes') or diag($four);
}
# spectrum.cu, and pion.cu on the host.
SKIP: {
	my $config = ($ENV{LQCD_TEST_DATA} // '') . '/nersc-little.l4t8';
	skip 'spectrum: LQCD_TEST_DATA names no directory', 5 if !-e $config;
	my $by = $mpi ? "$mpicxx -DLQCD_MPI" : $cxx;
	last SKIP unless compiles("$by -O1 -std=c++17 -I. -x c++ examples/spectrum.cu -o $dir/spectrum-gpu -lm", 'spectrum.cu');
	my %said = map { $_ => scalar `$dir/spectrum-gpu --device $_ --kappa 0.12 $config` } 'gpu', 'host';
	$said{four} = $mpi ? `$mpirun -n 4 $dir/spectrum-gpu --device gpu --kappa 0.12 $config` : $said{gpu};
	# Whether two outputs have 8 times with the same correlators of three hadrons.
	my $same = sub {
		my ($there, $here) = map { [map { [split /\t/] } grep { /^\d/ } split /\n/] } @_;
		return @$there == 8 && @$here == 8 && !grep { my $t = $_; grep { !(abs($there->[$t][$_] - $here->[$t][$_]) <= 1e-7 * abs($here->[$t][$_])) } 1, 5, 9 } 0 .. 7;
	};
	ok($same->($said{$_}, $said{host}) && $said{$_} =~ /^# device = ./m && $said{host} !~ /^# device/m, "spectrum.cu, $_: the correlators of the host")
		or diag(%said) for 'gpu', 'four';
	%said = map { $_ => scalar `$dir/spectrum-gpu --device $_ --kappa 0.12 --csw 1.2 --mu 0.3 --quiet $config` } 'gpu', 'host';
	ok($same->(@said{'gpu', 'host'}), 'spectrum.cu --csw --mu: the correlators of the host') or diag(%said);
	skip 'pion.cu was not compiled', 1 unless -x "$dir/pion-gpu";
	%said = map { $_ => scalar `$dir/pion-gpu --device $_ --kappa 0.12 --config $config` } 'gpu', 'host';
	ok($said{gpu} =~ /^# tags = gd/m && $said{host} =~ /^# tags = v?d/m, 'pion.cu --device: where it solves') or diag(%said);
}
# The programs of gauge fields: kernels on the host compute the bits of the host, on one process and on several.
for (['flow', "--flow symanzik --end 0.2 FILE"], ['heatbath', '--lattice 4,4,4,4 --thermalise 3 --every 2 --configs 2'],
	['glueplots', '--tmax 3 --at 1 --steps 3 --smear hyp FILE'], ['glueplots', '--tmax 3 --at 1 --steps 2 --lattice 4,4,4,4 --configs 2'],
	['hmc', '--lattice 4,4,4,4 --action iwasaki --beta 2.6 --trajectories 3 --thermalise 1 --terms']) {
	my ($program, $arguments) = @$_;
	my $config = ($ENV{LQCD_TEST_DATA} // '') . '/nersc-little.l4t8';
	SKIP: {
		skip "$program: LQCD_TEST_DATA names no directory", 2 if $arguments =~ s/FILE/$config/ && !-e $config;
		my $by = $mpi ? "$mpicxx -DLQCD_MPI" : $cxx;
		-x "$dir/$program-gpu" || compiles("$by -O1 -std=c++17 -I. -x c++ examples/$program.cu -o $dir/$program-gpu -lm", "$program.cu") || last SKIP;
		my %said = map { $_ => scalar `$dir/$program-gpu --device $_ $arguments` } 'gpu', 'host';
		$said{four} = $mpi ? `$mpirun -n 4 $dir/$program-gpu --device gpu $arguments` : $said{gpu};
		my %rows = map { $_ => join "\n", grep { /^\d/ || /^# \w+ = .*\+-/ } split /\n/, $said{$_} } keys %said;
		ok($rows{gpu} ne '' && $rows{gpu} eq $rows{host} && $rows{gpu} eq $rows{four} && $said{four} =~ /^# device = ./m && $said{gpu} =~ /^# device = ./m && $said{host} !~ /^# device/m,
			"$program.cu $arguments: the same table on all") or diag(%said);
	}
}
# A checkpoint that was taken on one continues on the other.
SKIP: {
	skip 'hmc.cu was not compiled', 3 if !-x "$dir/hmc-gpu";
	my $hmc = "$dir/hmc-gpu --lattice 4,4,4,4 --beta 5.5 --steps 5 --thermalise 1 --quiet";
	my $whole = `$hmc --trajectories 4`;
	for (['gpu', 'host'], ['host', 'gpu']) {
		my $parts = join '', map { scalar `$hmc --device $$_[0] --trajectories $$_[1] --checkpoint $dir/from-$$_[2]` }
			[$$_[0], 2, $$_[0]], [$$_[1], 4, $$_[0]];
		my ($one, $two) = map { join "\n", grep { /^\d/ } split /\n/ } $whole, $parts;
		ok($one =~ /^4\t/m && $one eq $two, "hmc.cu: a checkpoint of $$_[0] on $$_[1]") or diag($whole, $parts);
	}
	# Quarks: to rounding.
	my $quarks = '--kappa 0.12 --strange-kappa 0.11 --csw 1 --domain-wall 3,1.5,0.3 --trajectories 2 --terms';
	my ($gpu, $host) = map { [map { [split] } grep { /^\d/ } split /\n/, `$hmc $quarks --device $_`] } 'gpu', 'host';
	my $apart = grep { abs($gpu->[$_][1] - $host->[$_][1]) > 1e-8 || abs($gpu->[$_][2] - $host->[$_][2]) > 1e-4 } 0 .. $#$host;
	ok(@$host == 2 && @$gpu == 2 && $apart == 0, 'hmc.cu with quarks: the same on both') or diag(join "\n", map { "@$_" } @$gpu, @$host);
}
{
	# The programs above go through all of nvcc; this tests only its front end.
	compiles("$cxx -std=c++17 -I. -fsyntax-only -x c++ -include lqcd/gpu/inverter.h examples/short/device.cu", "examples/short/device.cu by $cxx");
	compiles("$nvcc $device -I. -ptx examples/$_.cu -o $dir/$_.ptx", "$_.cu by nvcc, all kernels of lqcd.h")
		for defined $nvcc ? ('pion', 'spectrum', 'flow', 'heatbath', 'glueplots', 'hmc') : ();
	if (defined $nvcc && $mpi) {
		(my $by_mpi = $device) =~ s/-ccbin \S+/-ccbin $mpicxx/;
		$ENV{OMPI_CXX} = $ENV{MPICH_CXX} = $gcc;
		compiles("$nvcc $by_mpi -I. -ptx tests/gpu/$_.cu -o $dir/$_.ptx", "$_ by nvcc") for 'ranks', 'ranks_gauge';
	}
}
done_testing();
