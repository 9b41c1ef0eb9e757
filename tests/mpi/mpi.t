#!/usr/bin/env perl
# tests/mpi/mpi.t: build/tests-mpi/{mpi,quda,represent} on several ranks, which may share processors; the table of pion and what scaling
# predicts, over processes. What make has not built is built here. From the environment: CC, CXX, CFLAGS, WARN, LQCD_TEST_QUICK,
# LQCD_TEST_DATA, LQCD_TEST_ALL; ../mpi/start.pl; LQCD_TEST_ONLY="halo sums": only these tests.
use File::Basename;
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;
require "$FindBin::Bin/start.pl";

my ($mpicc, $mpicxx, $mpirun, $missing) = processes($dir, $cc, $ENV{CXX} || 'c++');
plan skip_all => "no $missing: install openmpi-bin and libopenmpi-dev" if $missing;
my $quick = $ENV{LQCD_TEST_QUICK} || '-O1 -Dalways_inline=unused -Wno-maybe-uninitialized -Wno-psabi';
my $flags = ($ENV{CFLAGS} || '-std=c11 -march=native') =~ s/-O\S*//r . " $quick";
my %only = map { $_ => 1 } split ' ', $ENV{LQCD_TEST_ONLY} || '';
$ENV{OMP_NUM_THREADS} = 1;
$ENV{LQCD_TEST_SEED} ||= int rand 2**31; # the same systems on any number of ranks
note "LQCD_TEST_SEED=$ENV{LQCD_TEST_SEED}";

sub said($command) { my $said = `$command 2>&1`; return ($said, $?) }

# The path of a program that make builds; one in $dir when it has not.
sub program($path, $compiler, $source, $options = '') {
	return $path if -x $path;
	my $made = "$dir/" . basename($path);
	runs("$compiler $flags $warn $options -I. $source -o $made -lm", "$source compiles");
	return $made;
}

# The ranks of each test. More of them add nothing where solvers and hops are put together; the gate leaves represent out, whose
# lattices, halos and solvers are those of the others.
my %ranks = (
	(map { $_ => [1, 2, 4, 8, 16] } qw(comm halo io sums wilson)), physics => [1, 2, 4, 8], quda => [1, 2, 4],
	map { $_ => [2, 4] } qw(agree boundary flow foreign multigrid represent staggered),
);
delete $ranks{represent} if !$all && !%only;
my %alone = (quda => 1, represent => 1); # programs of their own: one fixes options of the library, one its types
my %hop; # what the hops of a lattice sent, by the options of examples/scaling
my %solution; # of quda, by number of ranks
for my $ranks ($all || %only ? (1, 2, 4, 8, 16) : (1, 2, 4)) {
	my @tests = grep { (!%only || $only{$_}) && grep { $_ == $ranks } $ranks{$_}->@* } sort keys %ranks;
	# In the gate those that take long on four processes run on two, the others on four, and on one what differs there.
	@tests = grep { ($ranks{$_}[0] == 2) == ($ranks == 2) && ($ranks > 1 || /^(?:comm|halo|io|quda)$/) } @tests if !$all && !%only;
	for my $run ((map { [$_] } grep { $alone{$_} } @tests), [mpi => grep { !$alone{$_} } @tests]) {
		my ($name, @names) = @$run;
		next if $name eq 'mpi' && !@names;
		my $source = $name eq 'mpi' ? 'tests/mpi.c' : "tests/mpi/$name.c";
		state %built;
		my $program = $built{$name} //= program("build/tests-mpi/$name", $mpicc, $source);
		my ($said, $status) = said("$mpirun -n $ranks $program @names");
		my $passed = () = $said =~ /^ok /mg;
		my %checks = $said =~ /^# (\w+): (\d+) checks/mg;
		my @missing = grep { ($checks{$_} // 0) < ($_ eq 'foreign' ? 2 : 10) } @names;
		ok($status == 0 && $said =~ /^1\.\.$passed$/m && $passed > 10 * !grep(/foreign/, @names) && !@missing,
			"@{[@names ? qq(@names) : $name]} on $ranks ranks: $passed checks")
			or diag("status $status; not there: @missing\n", join "\n", grep { defined } (grep { !/^ok |^# hop/ } split /\n/, $said)[0 .. 19]);
		push $solution{$ranks}->@*, [$1, $2, $3] while $said =~ /^# solution of (.*): (\S+) (\S+)$/mg;
		$hop{$1} = $2 while $said =~ /^# hop ([^:]+): (\d+ messages, \d+ bytes)/mg;
	}
}

# Solves over several processes have the solution of one, to the tolerance.
for my $ranks (grep { $_ > 1 } sort keys %solution) {
	my %one = map { $_->[0] => $_ } $solution{1}->@*;
	my @wrong = grep {
		my $same = $one{$_->[0]};
		!$same || abs($_->[1] - $same->[1]) > 1e-5 * $same->[1] || abs($_->[2] - $same->[2]) > 1e-5 * sqrt($same->[1]) * 64
	} $solution{$ranks}->@*;
	ok(!@wrong && $solution{$ranks}->@* >= 13, "quda: $ranks processes solve as one does") or diag(map { "@$_\n" } @wrong);
}
if (%only) {
	done_testing();
	exit;
}

# examples/scaling predicts the bytes that were sent.
my $scaling = program('build/examples/scaling', $cc, 'examples/scaling.c');
my @wrong;
for my $options (sort keys %hop) {
	my ($said) = said("$scaling $options --gflops 30 --tsv $dir/scaling.tsv");
	open my $file, '<', "$dir/scaling.tsv" or push(@wrong, "$options: no table: $said"), next;
	my ($names, $row) = map { chomp; [split /\t/] } <$file>;
	my %of = map { $names->[$_] => $row->[$_] } 0 .. $#$names;
	my $want = "$of{messages} messages, $of{bytes} bytes";
	push @wrong, "$options: sent $hop{$options}, predicted $want" if $hop{$options} ne $want;
}
ok(!@wrong && keys %hop >= ($all ? 20 : 8), 'messages and bytes of ' . keys(%hop) . ' hops are those that scaling predicts')
	or diag(join "\n", grep { defined } @wrong[0 .. 9]);

# The example: the same bits without MPI and on every grid.
my ($pion, $pion_mpi) = (program('build/examples/pion', $cc, 'examples/pion.c'),
	program('build/examples/pion-mpi', $mpicc, 'examples/pion.c', '-DLQCD_MPI'));
my $from = "--config $ENV{LQCD_TEST_DATA}/nersc.l8t4b3360" if -e ($ENV{LQCD_TEST_DATA} // '') . '/nersc.l8t4b3360';
if (!$from) {
	said("$pion --quiet --tol 0.5 --save $dir/pion.nersc");
	$from = "--config $dir/pion.nersc --tol 1e-6";
}
my $options = "$from --kappa 0.12 --quiet --source 1,1,2,3";
my ($table) = said("$pion $options");
like($table, qr/^t\tC\tm_eff\n(\d+\t\S+\t.*\n)+(# \w+ = .*\n)*$/, 'pion prints a table');
for ([1, ''], [4, ''], [4, '--grid 2,1,1,2'], [8, '--grid 1,2,2,2']) {
	my ($ranks, $grid) = @$_;
	my ($said, $status) = said("$mpirun -n $ranks $pion_mpi $options $grid");
	ok($status == 0 && $said eq $table, "pion-mpi on $ranks ranks $grid prints the same") or diag($said);
}
for (["--config $dir/missing", qr/missing: cannot open/, 'no file: a message, once, and no hang'],
	["$options --grid 3,1,1,1", qr/process grid 3 x 1 x 1 x 1/, 'a grid that does not fit: a message']) {
	my ($arguments, $says, $name) = @$_;
	my ($said, $status) = said("$mpirun -n 4 $pion_mpi $arguments");
	ok($status != 0 && $said =~ $says, $name) or diag($said);
}

# The short example
my $short = program('build/tests-mpi/processes', $mpicc, 'examples/short/processes.c');
my %said = map { $_ => join ' ', said("$mpirun -n $_ $short") } 1, 3, 8;
ok($said{1} eq $said{8} && $said{1} =~ /^\S+\n 0$/, 'examples/short/processes.c: the same on 1 and 8 ranks') or diag(%said);
ok($said{3} =~ /^lattice 16 x 8 x 8 x 8: no grid of 3 processes(?s:.*) 256$/m, 'on 3 ranks it says why not') or diag(%said);

# As C++ too. Programs of ../gpu/gpu_ranks.t are C++ that includes much of it.
if ($all && $ENV{CXX}) {
	runs("$mpicxx -x c++ " . $flags =~ s/-std=\S+/-std=c++17/r . " $warn -fsyntax-only -I. tests/mpi.c", 'tests/mpi.c is C++');
}
done_testing();
