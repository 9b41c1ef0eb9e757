#!/usr/bin/env perl
# tests/gpu/gpu_programs.t: examples/*.cu, kernels on the host: the tables of the programs of hosts, on one process and
# several; nvcc, where it is, compiles them. bench/gpu/ranks*.cu are read by the compiler of the host. It is long, for make test-all.
# From the environment: Gpu.pm; LQCD_TEST_DATA.
use File::Basename;
use FindBin;
use lib $FindBin::Bin;
use Gpu;

# One program for one process and several, where there is MPI.
my $by = $mpi ? "$mpicxx -DLQCD_MPI" : $cxx;

# The main job: the same table on the host, on a device and on several processes.
SKIP: {
	my $config = ($ENV{LQCD_TEST_DATA} || '') . '/nersc.l8t4b3360';
	my $arguments = "--config $config --kappa 0.12 --tol 1e-9 --quiet";
	skip 'pion: LQCD_TEST_DATA names no directory', 3 unless -f $config;
	last SKIP unless compiles("$by $flags examples/pion.cu -o $dir/pion-gpu -lm", 'pion.cu');
	my %said = map { $_ => scalar `$dir/pion-gpu --device $_ $arguments` } 'gpu', 'host';
	my ($there, $here) = map { [map { [split] } grep { /^\d/ } split /\n/, $said{$_}] } 'gpu', 'host';
	my $apart = grep { abs($there->[$_][1] - $here->[$_][1]) > 1e-9 * $here->[$_][1] } 0 .. $#$here;
	ok(@$here == 4 && @$there == 4 && $apart == 0, 'pion.cu prints the table of the host');
	skip "no $mpicxx or $mpirun", 1 unless $mpi;
	my $four = `$mpirun -n 4 $dir/pion-gpu --device gpu $arguments --grid 2,1,1,2`;
	ok($said{gpu} ne '' && $said{gpu} eq $four, 'pion.cu prints the same on four processes') or diag($four);
}
# spectrum.cu, and pion.cu on the host.
SKIP: {
	my $config = ($ENV{LQCD_TEST_DATA} // '') . '/nersc-little.l4t8';
	skip 'spectrum: LQCD_TEST_DATA names no directory', 5 if !-e $config;
	last SKIP unless compiles("$by $flags examples/spectrum.cu -o $dir/spectrum-gpu -lm", 'spectrum.cu');
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
		-x "$dir/$program-gpu" || compiles("$by $flags examples/$program.cu -o $dir/$program-gpu -lm", "$program.cu") || last SKIP;
		my %said = map { $_ => scalar `$dir/$program-gpu --device $_ $arguments` } 'gpu', 'host';
		$said{four} = $mpi ? `$mpirun -n 4 $dir/$program-gpu --device gpu $arguments` : $said{gpu};
		my %rows = map { $_ => join "\n", grep { /^\d/ || /^# \w+ = .*\(/ } split /\n/, $said{$_} } keys %said;
		ok($rows{gpu} ne '' && $rows{gpu} eq $rows{host} && $rows{gpu} eq $rows{four} && $said{four} =~ /^# device = ./m && $said{gpu} =~ /^# device = ./m && $said{host} !~ /^# device/m,
			"$program.cu $arguments: the same table on all") or diag(%said);
	}
}
# A checkpoint that was taken on one continues on the other.
SKIP: {
	skip 'hmc.cu was not compiled', 4 if !-x "$dir/hmc-gpu";
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
	my %said = map { $_ => scalar `$hmc $quarks --device $_` } 'gpu', 'host';
	my ($gpu, $host) = map { [map { [split] } grep { /^\d/ } split /\n/, $said{$_}] } 'gpu', 'host';
	my $apart = grep { abs($gpu->[$_][1] - $host->[$_][1]) > 1e-8 || abs($gpu->[$_][2] - $host->[$_][2]) > 1e-4 } 0 .. $#$host;
	ok(@$host == 2 && @$gpu == 2 && $apart == 0, 'hmc.cu with quarks: the same on both') or diag(join "\n", map { "@$_" } @$gpu, @$host);
	skip "no $mpicxx or $mpirun", 1 unless $mpi;
	$said{two} = `$mpirun -n 2 $hmc $quarks --device gpu`;
	my ($one, $two) = map { join "\n", grep { /^\d/ } split /\n/, $said{$_} } 'gpu', 'two';
	ok($one ne '' && $one eq $two, 'hmc.cu with quarks: the same on two processes') or diag(%said);
}
for my $standard ('c++17', 'c++20') {
	compiles("$cxx -std=$standard $warnings -I. -fsyntax-only -x c++ -include lqcd/solver/device_inverter.h examples/short/device.cu",
		"examples/short/device.cu as $standard by $cxx");
}
compiles("$mpicxx $flags $warnings -fsyntax-only $_", "$_, kernels on the host") for $mpi ? glob 'bench/gpu/ranks*.cu' : ();
by_nvcc($gcc, sort(glob('examples/*.cu'), grep { !/ranks/ } glob 'bench/gpu/*.cu'));
done_testing();
