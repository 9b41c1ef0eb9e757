#!/usr/bin/env perl
# tests/mpi/mpi.t: the programs of tests/mpi on 1, 2, 4, 8 and, but for the largest, 16 ranks, which may share processors.
# From the environment: CC, CFLAGS, WARN, LQCD_TEST_QUICK (the optimiser of examples), LQCD_TEST_DATA; MPICC and MPIRUN (mpicc,
# mpirun); ../share.pl, for the long ones; LQCD_TEST_ONLY="halo sums": only these programs.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;
require "$FindBin::Bin/../share.pl";
require "$FindBin::Bin/yield.pl";

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $mpicc = $ENV{MPICC} || 'mpicc';
my $mpirun = $ENV{MPIRUN} || 'mpirun';
my $flags = $ENV{CFLAGS} || '-O2 -std=c11 -march=native';
my $warn = ($ENV{WARN} || '-Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align') . ' -Werror';
my $dir = tempdir(CLEANUP => 1);
for my $tool ($mpicc, $mpirun) {
	plan skip_all => "no $tool: install openmpi-bin and libopenmpi-dev" if system "command -v $tool >/dev/null 2>&1";
}
# Names the compiler for OpenMPI and MPICH, and lets OpenMPI run more ranks than processors, also as root in a
# container.
$ENV{OMPI_CC} = $ENV{MPICH_CC} = $ENV{CC} if $ENV{CC};
$ENV{OMPI_ALLOW_RUN_AS_ROOT} = $ENV{OMPI_ALLOW_RUN_AS_ROOT_CONFIRM} = 1;
$ENV{OMPI_MCA_rmaps_base_oversubscribe} = $ENV{OMPI_MCA_mpi_yield_when_idle} = 1;
$ENV{OMPI_MCA_btl_vader_single_copy_mechanism} = 'none';
$ENV{OMP_NUM_THREADS} = 1;
$mpirun = sleeping($mpirun, $ENV{CC} || 'cc', $dir);

# Many instances of templates, little work: compilation takes most of the time, that of the examples nearly all.
$flags =~ s/-O[23]/-O1/;
(my $quick = $flags) =~ s/-O1/$ENV{LQCD_TEST_QUICK} || '-O1'/e;

# Compiles a program; true when that worked.
sub build {
	my ($compiler, $source, $name, $options) = @_;
	my $optimised = $source =~ /^examples/ ? $quick : $flags;
	my $said = `$compiler $optimised $warn $options -I. $source -o $dir/$name -lm 2>&1`;
	is($?, 0, "$name compiles") or diag($said);
	return $? == 0;
}

sub run { my ($command) = @_; my $said = `$command 2>&1`; return ($said, $?) }

my %only = map { $_ => 1 } split ' ', $ENV{LQCD_TEST_ONLY} || '';

# As C++ too.
my $mpicxx = $ENV{MPICXX} || 'mpicxx';
SKIP: {
	last SKIP if %only;
	skip "no $mpicxx", 1 if !$ENV{CXX} || system "command -v $mpicxx >/dev/null 2>&1";
	$ENV{OMPI_CXX} = $ENV{MPICH_CXX} = $ENV{CXX};
	(my $cxxflags = $flags) =~ s/-std=\S+/-std=c++17/;
	my ($said, $status) = run("$mpicxx -x c++ $cxxflags $warn -fsyntax-only -I. tests/mpi/physics.c");
	is($status, 0, 'physics is C++') or diag($said);
}

my %hop; # what the hops of a lattice sent, by the options of examples/scaling
my %solution; # of quda, by number of processes
my @long = qw(boundary flow foreign multigrid physics quda represent staggered);
my %left = %only ? () : map { $_ => 1 } @long;
delete @left{mostly(@long)};
for my $source (glob 'tests/mpi/*.c') {
	my ($name) = $source =~ m{([^/]+)\.c$};
	next if %only ? !$only{$name} : $left{$name};
	build($mpicc, $source, $name, '') or next;
	# More processes add nothing for programs built of solvers and hops.
	local $ENV{LQCD_TEST_SEED} = $ENV{LQCD_TEST_SEED} || int rand 2**31 if $name eq 'quda';
	for my $ranks ($name eq 'quda' ? (1, 2, 4) : $name =~ /^(?:foreign|represent|staggered|flow|boundary|multigrid)$/ ? (2, 4) : (1, 2, 4, 8), $name =~ /^(?:physics|flow|boundary|multigrid|represent|staggered|foreign|quda)$/ ? () : 16) {
		my ($said, $status) = run("$mpirun -n $ranks $dir/$name");
		my $passed = () = $said =~ /^ok /mg;
		my ($plan) = $said =~ /^1\.\.(\d+)$/m;
		ok($status == 0 && defined $plan && $plan == $passed && $plan > ($name eq 'foreign' ? 1 : 10), "$name on $ranks ranks: $passed checks")
			or diag("status $status\n", join "\n", grep { defined } (grep { !/^ok / } split /\n/, $said)[0 .. 19]);
		push @{$solution{$ranks}}, [$1, $2, $3] while $said =~ /^# solution of (.*): (\S+) (\S+)$/mg;
		$hop{$1} = "$2 $3" while $said =~ /^# hop ([^:]+): (\d+) messages, (\d+) bytes/mg;
	}
}

# Solves over several processes have the solution of one, to the tolerance.
for my $ranks (grep { $_ > 1 } sort keys %solution) {
	my %one = map { $_->[0] => $_ } @{$solution{1}};
	my @wrong = grep {
		my $same = $one{$_->[0]};
		!$same || abs($_->[1] - $same->[1]) > 1e-5 * $same->[1] || abs($_->[2] - $same->[2]) > 1e-5 * sqrt($same->[1]) * 64
	} @{$solution{$ranks}};
	ok(!@wrong && @{$solution{$ranks}} >= 13, "quda: $ranks processes solve as one does") or diag(map { "@$_\n" } @wrong);
}

if (%only) {
	done_testing();
	exit;
}

# examples/scaling predicts the bytes that were sent.
if (build($ENV{CC} || 'cc', 'examples/scaling.c', 'scaling', '')) {
	my @wrong;
	for my $options (sort keys %hop) {
		my ($said) = run("$dir/scaling $options --gflops 30 --tsv $dir/scaling.tsv");
		open my $file, '<', "$dir/scaling.tsv" or push(@wrong, "$options: no table: $said"), next;
		my ($names, $row) = map { chomp; [split /\t/] } <$file>;
		my %of = map { $names->[$_] => $row->[$_] } 0 .. $#$names;
		my $want = "$of{messages} $of{bytes}";
		push @wrong, "$options: sent $hop{$options}, predicted $want" if $hop{$options} ne $want;
	}
	ok(!@wrong && keys %hop > 20, 'messages and bytes of ' . keys(%hop) . ' hops are those that scaling predicts')
		or diag(join "\n", @wrong[0 .. ($#wrong < 9 ? $#wrong : 9)]);
}

# The example: the same bits without MPI and on every grid.
if (build($ENV{CC} || 'cc', 'examples/pion.c', 'pion', '') && build($mpicc, 'examples/pion.c', 'pion-mpi', '-DLQCD_MPI')) {
	my $from = '';
	if ($ENV{LQCD_TEST_DATA} && -e "$ENV{LQCD_TEST_DATA}/nersc.l8t4b3360") {
		$from = "--config $ENV{LQCD_TEST_DATA}/nersc.l8t4b3360";
	} else {
		run("$dir/pion --quiet --tol 0.5 --save $dir/pion.nersc");
		$from = "--config $dir/pion.nersc --tol 1e-6";
	}
	my $options = "$from --kappa 0.12 --quiet --source 1,1,2,3";
	my ($alone) = run("$dir/pion $options");
	like($alone, qr/^t\tC\tm_eff\n(\d+\t\S+\t.*\n)+(# \w+ = .*\n)*$/, 'pion prints a table');
	for ([1, ''], [4, ''], [4, '--grid 2,1,1,2'], [8, '--grid 1,2,2,2']) {
		my ($ranks, $grid) = @$_;
		my ($said, $status) = run("$mpirun -n $ranks $dir/pion-mpi $options $grid");
		ok($status == 0 && $said eq $alone, "pion-mpi on $ranks ranks $grid prints the same") or diag($said);
	}
	my ($said, $status) = run("$mpirun -n 4 $dir/pion-mpi --config $dir/missing");
	ok($status != 0 && $said =~ /missing: cannot open/, 'no file: a message, once, and no hang') or diag($said);
	($said, $status) = run("$mpirun -n 4 $dir/pion-mpi $options --grid 3,1,1,1");
	ok($status != 0 && $said =~ /process grid 3 x 1 x 1 x 1/, 'a grid that does not fit: a message') or diag($said);
}

# The short example
if (build($mpicc, 'examples/short/processes.c', 'short', '')) {
	my %said = map { $_ => join ' ', run("$mpirun -n $_ $dir/short") } 1, 8;
	ok($said{1} eq $said{8} && $said{1} =~ /^\S+\n 0$/, 'examples/short/processes.c: the same on 1 and 8 ranks')
		or diag(%said);
	my ($said, $status) = run("$mpirun -n 3 $dir/short");
	ok($status >> 8 == 1 && $said =~ /^lattice 16 x 8 x 8 x 8: no grid of 3 processes/m, 'on 3 ranks it says why not') or diag($said);
}
done_testing();
