#!/usr/bin/env perl
# tests/hirep/hirep_parallel.t: programs written in HiRep's names (Programs.pm) for GPUs and over several processes.
# From the environment: Programs.pm; LQCD_TEST_ALL: all of them, by nvcc too, on all grids.
use FindBin;
use lib $FindBin::Bin;
use Programs;
my $all = $ENV{LQCD_TEST_ALL};

if (%only) {
	plan(skip_all => 'programs of one process alone');
}
# On GPUs, in both layouts; sites of a parity are a multiple of 32 in the second case alone.
# nvcc has its own compiler of the host.
for my $by ('', $all ? ' NVCC' : ()) {
	SKIP: {
		skip 'no C++ compiler', 1 if $by eq '' && $cxx eq '';
		skip 'no nvcc', 1 if $by && (!defined $nvcc || system "g++ --version >/dev/null 2>&1");
		for my $layout ($all ? '' : (), '-DFIXED_STRIDE') {
			checks('gpu_blocks', "$layout$by", [6, 2, 2, 4]);
			checks('gpu_formats', "$layout$by", $_, '', 'gpu_unit') for [2, 6, 4, 2], [4, 2, 4, 4];
		}
		checks('gpu_memory', $by, [4, 2, 4, 2]) if $all;
		checks('gpu_blocks', '-DNG=2', [4, 4, 4, 4]) if $all && $by eq '';
	}
}

# Over several processes: the output and the files of a program do not depend on their grid.
SKIP: {
	skip "no $no_mpi: install openmpi-bin and libopenmpi-dev", 1 if $no_mpi;
	$ENV{OMP_NUM_THREADS} = 1;
	my @extent = (8, 2, 4, 4);
	my $ranks = sub {
		(my $flags, my $options, @grid) = @_;
		my ($ended, $text) = run('ranks', $flags, input(@extent) . " $options $dir/ranks.links");
		$text = join "\n", grep { !/^\[SYSTEM\]/ } split /\n/, $text;
		return ($ended, $text, -e "$dir/ranks.links" ? slurp("$dir/ranks.links") : '');
	};
	my ($ended, $alone, $bytes) = $ranks->('', '', 1, 1, 1, 1);
	ok($ended == 0 && $alone =~ /^\[MAIN\]\[0\]wrong 0\n.*draw others: 1\n.*staples 1\n.*C\(7\) = \S+$/s,
		'ranks, without MPI') or diag($alone);
	# On the first with lanes of AVX-512 in double, on the last without those of AVX2.
	for my $case ([2, 1, 1, 1], [1, 1, 2, 2], $all ? ([1, 1, 1, 1], [4, 1, 1, 1], [2, 1, 2, 2]) : ()) {
		unlink "$dir/ranks.links";
		my ($status, $said, $file) = $ranks->('-DWITH_MPI', '', @$case);
		ok($status == 0 && $said eq $alone && $file eq $bytes,
			"ranks prints and writes the same on @$case processes") or diag("status $status: $said");
	}
	# Local extents of 3, without lanes and with them.
	for my $case ([[6, 2, 6, 4], [2, 1, 2, 1]], $all ? [[6, 8, 4, 8], [2, 2, 1, 1]] : ()) {
		my @even = @extent;
		@extent = @{$case->[0]};
		my ($first, $serial, $links) = $ranks->('', '', 1, 1, 1, 1);
		my ($status, $said, $file) = $ranks->('-DWITH_MPI', '', @{$case->[1]});
		ok($first == 0 && $status == 0 && $said eq $serial && $file eq $links,
			"ranks prints and writes the same for @{$case->[0]} on @{$case->[1]} processes")
			or diag("status $status: $said");
		@extent = @even;
	}
	my ($failed, $why) = $ranks->('-DWITH_MPI', "-o $dir/ranks.out", 2, 1, 1, 1);
	is(join("\n", grep { !/^\[SYSTEM\]/ } split /\n/, slurp("$dir/ranks.out_0")) . "|$why", "$alone|",
		'output to a file: of one process');
	# One process reports an error that all find, and none waits for ever.
	for (["4 1 1 1\nNP_T = 1", qr/process grid 1 x 1 x 1 x 1: needs 1 processes, there are 4/],
		["1 4 1 1\nGLB_X = 6", qr/extent X = 6, process grid X = 4/]) {
		(my $numbers, my $line) = split /\n/, $_->[0];
		@grid = split / /, $numbers;
		my $input = input(@extent);
		spew($input, slurp($input), "$line\n");
		my ($status, $text) = run('ranks', '-DWITH_MPI', "$input $dir/x");
		my $times = () = $text =~ /$_->[1]/g;
		ok($status != 0 && $times == 1, "$line on @grid processes: a message, once")
			or diag("status $status: $text");
	}
	@grid = (2, 1, 1, 1);
	my ($status, $text) = run('ranks', '-DWITH_MPI', input(@extent) . " $dir/nowhere/links");
	my $times = () = $text =~ /\[write_gauge_field\].*nowhere/g;
	ok($status != 0 && $times == 1, 'no such folder: a message, once') or diag("status $status: $text");
	# One of them speaks TAP; the status is that of all.
	$through = q(sh -c 'test "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}" = 0 || exec >/dev/null; exec "$@"' sh);
	for ($all ? programs('\d,.*') : ()) { # without them ranks stands for programs of several processes
		my ($processes, $name, $argument, $extents, $flags) = @$_;
		@grid = split /,/, $processes;
		checks($name, "$flags -DWITH_MPI", $extents, $argument);
	}
	@grid = (1, 2, 1, 2);
	skip 'C++ over several processes: no compiler, or no LQCD_TEST_ALL', 1 if !$all || $cxx eq '' || !have($mpicxx);
	checks('gpu_formats', '-DWITH_MPI', [4, 4, 4, 8], '', 'gpu_unit');
}

done_testing();
