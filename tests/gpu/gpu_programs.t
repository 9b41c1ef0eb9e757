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

# Program; processes; rows of its table, 0: any; arguments; column => its distance from the host's, relative, or of hmc absolute. Without
# columns all that is printed is the same. Digits do not depend on processes.
my $little = ($ENV{LQCD_TEST_DATA} // '') . '/nersc-little.l4t8';
my $other = $little =~ s/[^\/]*$/nersc.l8t4b3360/r;
my $chain = '--lattice 4,4,4,4 --beta 5.5 --steps 5 --thermalise 1 --quiet';
for (['pion', '4 --grid 2,1,1,2', 4, "--config $other --kappa 0.12 --tol 1e-9 --quiet", 1 => 1e-9], ['pion', '', 8, "--kappa 0.12 --config $little", 1 => 1e-7],
	['spectrum', 4, 8, "--kappa 0.12 $little", map { $_ => 1e-7 } 1, 5, 9], ['spectrum', '', 8, "--kappa 0.12 --csw 1.2 --mu 0.3 --quiet $little", map { $_ => 1e-7 } 1, 5, 9],
	['flow', 4, 0, "--flow symanzik --end 0.2 $little"], ['heatbath', 4, 0, '--lattice 4,4,4,4 --thermalise 3 --every 2 --configs 2'],
	['glueplots', 4, 0, "--tmax 3 --at 1 --steps 3 --smear hyp $little"], ['glueplots', 4, 0, '--tmax 3 --at 1 --steps 2 --lattice 4,4,4,4 --configs 2'],
	['hmc', 4, 0, '--lattice 4,4,4,4 --action iwasaki --beta 2.6 --trajectories 3 --thermalise 1 --terms'],
	['hmc', 2, 2, "$chain --kappa 0.12 --strange-kappa 0.11 --csw 1 --domain-wall 3,1.5,0.3 --trajectories 2 --terms", 1 => 1e-8, 2 => 1e-4]) {
	my ($program, $processes, $count, $arguments, %within) = @$_;
	SKIP: {
		skip "$program: LQCD_TEST_DATA names no directory", 1 if grep { !-e } $arguments =~ /(\S*nersc\S*)/g;
		-x "$dir/$program-gpu" || compiles("$by $flags examples/$program.cu -o $dir/$program-gpu -lm", "$program.cu") || last SKIP;
		my %said = map { $_ => scalar `$dir/$program-gpu --device $_ $arguments` } 'gpu', 'host';
		my ($n, $grid) = split ' ', $processes, 2;
		$said{several} = `$mpirun -n $n $dir/$program-gpu --device gpu $arguments @{[$grid // '']}` if $mpi && $n;
		# The table at the end, and results with errors
		my %rows = map { $_ => [grep { /^\d/ || /^# \w+ = .*\(/ } split /\n/, $said{$_} =~ s/.*\n(?=t\tC)//sr] } keys %said;
		my @cells = map { [map { [split /\t/] } @{ $rows{$_} }] } 'gpu', 'host';
		my @apart = grep { my $c = $_; grep { my ($x, $y) = map { $_->[$c] } $cells[0][$_], $cells[1][$_]; !(abs($x - $y) <= $within{$c} * ($program eq 'hmc' ? 1 : abs $y)) } 0 .. $count - 1 } keys %within;
		ok(@{ $rows{gpu} } && @{ $rows{gpu} } == @{ $rows{host} } && !@apart && (!$count || @{ $rows{host} } >= $count) && (%within || "@{$rows{gpu}}" eq "@{$rows{host}}")
			&& (!$said{several} || "@{$rows{several}}" eq "@{$rows{gpu}}"), "$program.cu $arguments: the table of the host" . ($processes && ", on $processes processes, too")) or diag(%said);
		ok($said{gpu} =~ /^# (?:device = .|tags = gd)/m && $said{host} !~ /^# (?:device|tags = g)/m, 'which says where it computes') if $arguments !~ /--quiet/;
	}
}
# A checkpoint that was taken on one continues on the other.
SKIP: {
	skip 'hmc.cu was not compiled', 2 if !-x "$dir/hmc-gpu";
	my $hmc = "$dir/hmc-gpu $chain";
	my $whole = `$hmc --trajectories 4`;
	for (['gpu', 'host'], ['host', 'gpu']) {
		my $parts = join '', map { scalar `$hmc --device $$_[0] --trajectories $$_[1] --checkpoint $dir/from-$$_[2]` }
			[$$_[0], 2, $$_[0]], [$$_[1], 4, $$_[0]];
		my ($one, $two) = map { join "\n", grep { /^\d/ } split /\n/ } $whole, $parts;
		ok($one =~ /^4\t/m && $one eq $two, "hmc.cu: a checkpoint of $$_[0] on $$_[1]") or diag($whole, $parts);
	}
}
for my $standard ('c++17', 'c++20') {
	compiles("$cxx -std=$standard $warnings -I. -fsyntax-only -x c++ -DLQCD_DEVICES=1 examples/short/device.cu",
		"examples/short/device.cu as $standard by $cxx");
}
compiles("$mpicxx $flags $warnings -fsyntax-only $_", "$_, kernels on the host") for $mpi ? glob 'bench/gpu/ranks*.cu' : ();
by_nvcc($gcc, sort(glob('examples/*.cu'), grep { !/ranks/ } glob 'bench/gpu/*.cu'));
done_testing();
