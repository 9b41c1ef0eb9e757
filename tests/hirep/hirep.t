#!/usr/bin/env perl
# tests/hirep/hirep.t: programs written in HiRep's names, each compiled with -I. -Ilqcd/compat/hirep, run, and what they
# print; then those for GPUs, and at the end over several processes. From the environment: CC, CXX (empty: no C++ here),
# CFLAGS (for -m flags), OPENMP, WARN; NVCC, NVCC_ARCH (sm_90); MPICC, MPICXX and MPIRUN (mpicc, mpicxx, mpirun).
# LQCD_TEST_ONLY="sites links": only these programs, on one process.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cc = $ENV{CC} || 'cc';
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
my $arch = join ' ', grep { /^-m/ } split ' ', defined $ENV{CFLAGS} ? $ENV{CFLAGS} : '-march=native';
my $warn = ($ENV{WARN} || '-Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align') . ' -Werror';
my ($mpicc, $mpicxx, $mpirun) = ($ENV{MPICC} || 'mpicc', $ENV{MPICXX} || 'mpicxx', $ENV{MPIRUN} || 'mpirun');
my @grid = (1, 1, 1, 1); # of processes, in input files and for programs compiled with -DWITH_MPI
my %only = map { $_ => 1 } split ' ', $ENV{LQCD_TEST_ONLY} || '';
my $through = ''; # what starts each of them
my $dir = tempdir(CLEANUP => 1);
$ENV{OMP_NUM_THREADS} = 2;
$ENV{OMP_WAIT_POLICY} = 'passive';

sub input {
	my @extent = @_;
	my $file = "$dir/input-" . join 'x', @extent;
	open my $out, '>', $file or die "$file: $!";
	print $out "// $file\n";
	my @processes = @grid;
	printf $out "GLB_%s = %d\nNP_%s = %d\n", $_, shift @extent, $_, shift @processes for qw(T X Y Z);
	print $out "rlx_level = 1\nrlx_seed = 12345 # any\nlog:default = -1\nlog:MINE = 3\n";
	print $out "log:inverter = 15\nlog:forcestat = 7\n";
	close $out or die "$file: $!";
	return $file;
}

# Returns the bytes of a file, or writes a file of these bytes and returns its name.
sub bytes_of {
	my ($name, $bytes) = @_;
	open my $file, defined $bytes ? '>:raw' : '<:raw', $name or die "$name: $!";
	return do { local $/; <$file> } unless defined $bytes;
	print $file $bytes;
	close $file or die "$name: $!";
	return $name;
}

# A program in C++, with a unit in C if it has one: by nvcc, or its kernels called on the host.
my ($nvcc) = grep { $_ ne '' && !system "command -v $_ >/dev/null 2>&1" }
	$ENV{NVCC} || '', 'nvcc', '/usr/local/cuda/bin/nvcc';
sub build_gpu {
	my ($name, $flags, $program, $unit) = @_;
	my $on_device = $flags =~ s/ NVCC//;
	my ($c, $cpp) = $flags =~ /WITH_MPI/ ? ($mpicc, $mpicxx) : ($cc, $cxx);
	# nvcc has the scalar back end; all units have one.
	$flags .= $on_device ? ' -DLQCD_SIMD=LQCD_SIMD_SCALAR' : " $arch";
	$flags .= ' -I. -Ilqcd/compat/hirep -Itests/hirep -DWITH_GPU';
	if ($unit) {
		my $said = `$c -std=c11 -O0 $flags $warn -c tests/hirep/$unit.c -o $program.o 2>&1`;
		return $said if $?;
		$unit = "$program.o";
	}
	if ($on_device) {
		my $gpu = '-arch=' . ($ENV{NVCC_ARCH} || 'sm_90');
		my $checks = '-Werror all-warnings -Xcompiler -Wall,-Wextra,-Wshadow,-Wconversion,-Wcast-align';
		return `$nvcc -std=c++17 $gpu $flags $checks tests/hirep/$name.cu $unit -o $program 2>&1`;
	}
	my $text = bytes_of("tests/hirep/$name.cu");
	$text =~ s/([\w<>]+?)<<<(\w+), (\w+)>>>\((.*)\);/emulate($2, $3, [&] { $1($4); });/g;
	bytes_of("$program.cpp", $text);
	return `$cpp -std=c++17 -O0 $flags $warn -include emulate.h $program.cpp $unit -o $program -lm 2>&1`;
}

my %built;
sub build {
	my ($name, $flags, @more) = @_;
	return $built{"$name $flags"} if defined $built{"$name $flags"};
	my $program = "$dir/$name" . scalar keys %built;
	my $sources = join ' ', map { -e "tests/hirep/$_.c" ? "tests/hirep/$_.c" : "bench/hirep/$_.c" } $name, @more;
	my $compiler = $flags =~ /WITH_MPI/ ? $mpicc : $cc;
	# Programs of before 2020 that write z.re
	my $as_cpp = "$cxx -x c++ -std=c++17 -fpermissive -O1 -w $arch $flags -I. -Ilqcd/compat/hirep";
	my $said = $name eq 'members' ? `$as_cpp $sources -o $program -lm 2>&1` : -e "tests/hirep/$name.cu" ? build_gpu($name, $flags, $program, $more[0] || '')
		: `$compiler -std=c11 -O1 $arch $flags $warn -I. -Ilqcd/compat/hirep $sources -o $program -lm 2>&1`;
	my $good = $? == 0;
	ok($good, "$name compiles $flags") or diag(join "\n", grep { defined } (split /\n/, $said)[0 .. 19]);
	return $built{"$name $flags"} = $good ? $program : '';
}

sub run {
	my ($name, $flags, $input, @more) = @_;
	my $program = build($name, $flags, @more) or return (-1, '');
	my $start = $flags =~ /WITH_MPI/ ? "$mpirun -n " . $grid[0] * $grid[1] * $grid[2] * $grid[3] . " $through" : '';
	# Older programs read their input themselves, and take no options.
	my $option = $name eq 'older' ? '' : '-i';
	my $said = `$start $program $option $input 2>&1`;
	return ($?, $said);
}

# Compares the output of a program.
sub prints {
	my ($name, $extent, $expected, @more) = @_;
	return '' if %only && !$only{$name};
	my ($status, $said) = run($name, '', input(@$extent), @more);
	ok($status == 0 && $said =~ $expected, "$name on @$extent") or diag("status $status\n" . substr $said, 0, 2000);
	return $said;
}

# A program that speaks TAP: its checks are checks of this one.
sub checks {
	my ($name, $flags, $extent, $argument, @more) = @_;
	return if %only && !$only{$name};
	my ($status, $said) = run($name, $flags, input(@$extent) . ' ' . ($argument || ''), @more);
	if ($status >> 8 == 77) {
		SKIP: { skip "$name: no device", 1 }
		return;
	}
	my $plan = $said =~ /^1\.\.(\d+)$/m ? $1 : 0;
	my @results = $said =~ /^((?:not )?ok \d+ - .*)$/mg;
	/^(not )?ok \d+ - (.*)/ and ok(!$1, "$name $flags: $2") for @results;
	ok($status == 0 && $plan > 0 && @results == $plan, "$name $flags on @$extent ends well")
		or diag("status $status\n" . substr $said, -2000);
}

prints('even_half', [4, 4, 4, 2], qr/^sites 64 norm 64$/m);
prints('odd_half', [4, 4, 2, 4], qr/^full 0 even 0 odd 64 norm 256 of the odd sites 0 of the even ones$/m);
prints('master_for', [4, 2, 2, 4],
	qr/^full: 0 to 63, norm 64\neven: 0 to 31, norm 32\nodd: 32 to 63, norm 32\nwrong 0$/m);
my $said = prints('pieces', [2, 4, 2, 2],
	qr/^Operating on piece: 0\nstart 0 length 16\nOperating on piece: 1\nstart 16 length 16$/m);
my @seen = sort $said =~ /^Operating on piece (\d at index \d+)$/mg;
my @all = sort map { ($_ < 16 ? 0 : 1) . " at index $_" } 0 .. 31;
is_deeply(\@seen, \@all, 'pieces: every index once, in its piece') if !%only || $only{pieces};
prints('component', [4, 4, 4, 4], qr/^same 1 finite 1 product 1 gaussian 1$/m);
prints('neighbours', [6, 4, 2, 6], qr/^wrong 0 parity 0 blocks 0 to 7 and 144 to 151$/m);
prints('units', [4, 4, 4, 4], qr/^same 1 changed 1 volume 256$/m, 'units_other');
prints('dphi', [8, 4, 4, 4], qr/^\[MAIN\]\[0\]Dphi_ \d\S* GFLOP\/s, in cg_mshift \d\S* GFLOP\/s with algebra$/m);
checks('reference', '', [8, 8, 8, 8]);
# Lanes of other numbers, and none.
checks('reference', "-DLQCD_SIMD=LQCD_SIMD_$_", [8, 8, 8, 8]) for 'GENERIC', 'SCALAR';
checks('eras', '', [4, 4, 2, 4]);
# With lanes and, on 6x2x2x2, without.
checks('solvers', '', [8, 4, 4, 4]);
checks('solvers', '', [6, 2, 2, 2]);
# and a few sites, for eigenvalues
checks('solvers', '', [2, 2, 2, 2]);
# SU(2), with other boundaries
my $boundaries = '-DNG=2 -DBC_T_ANTIPERIODIC -DBC_X_THETA -DBC_Z_THETA';
checks('operators', $boundaries, $_) for [4, 8, 4, 4], [2, 6, 2, 4];
checks('links', '', [$ENV{LQCD_TEST_DATA} ? (8) x 4 : (4, 2, 6, 4)], "$dir/links");
checks('links', '-DNG=2', [4, 2, 6, 4], "$dir/links");
checks('boundaries', $_, [4, 6, 2, 4], "$dir/boundaries") for '-DBC_T_ANTIPERIODIC -DDPHI_FLT',
	'-DBC_T_ANTIPERIODIC -DNG=2', '-DANTIPERIODIC_BC_T -DNG=4';
checks('older', '-DREPR_NAME=\\"REPR_FUNDAMENTAL\\"', [4, 4, 4, 4]);
SKIP: {
	skip 'no C++ compiler', 1 if $cxx eq '';
	checks('members', '', [4, 2, 4, 6]);
}
# A serial build does not care about the numbers of processes.
@grid = (2, 2, 1, 1);
checks('input', '', [4, 4, 2, 6], $dir);
@grid = (1, 1, 1, 1);
checks('sites', '', [4, 4, 4, 4]);
checks('sites', '-DNG=2', [4, 2, 4, 4]);
checks('tools', '', [4, 2, 2, 2], "$dir/tools");
# A state of random numbers continues in another program.
if (!%only || $only{tools}) {
	my (undef, $before) = run('tools', '', input(4, 2, 2, 2) . " $dir/tools");
	my $file = input(4, 2, 2, 2);
	open my $out, '>>', $file or die "$file: $!";
	print $out "rlx_start = continue\nrlx_state = $dir/tools\n";
	close $out or die "$file: $!";
	my (undef, $after) = run('tools', '', "$file $dir/tools");
	my ($next, $continued) = ($before =~ /^# next number: (\S+)/m, $after =~ /^# continued: (\S+)/m);
	ok(defined $next && defined $continued && $next eq $continued, 'rlx_start = continue') or diag($before, $after);
}
checks('mesons', '-O0', [4, 4, 4, 4]);
checks('mesons', '-O0 -DNG=2 -DBC_T_ANTIPERIODIC', [4, 4, 2, 4]);
checks('flow', '-O0', [4, 4, 4, 4], "$dir/flow");
checks('hmc', '', [4, 4, 2, 4], "$dir/hmc");
checks('flow', '-O0 -DNG=2', [4, 4, 4, 4], "$dir/flow");
if (%only) {
	done_testing();
	exit;
}
# The file that the program links wrote last, with one thing changed at a time.
my $file = bytes_of("$dir/links");
for ([qr/^\[IO\].* read: average plaquette/m, 0], [qr/NG = 3 in the header/, 1, 3, "\3"],
	[qr/goes on at byte \d+; .* announces/, 1, 15, "\4"], [qr/plaquette = 0.5 in the header/, 1, 20, pack 'd>', 0.5],
	[qr/infinity in the link/, 1, 28, pack 'd>', 9**9**9], [qr/NaN or/, 1, 28, pack 'd>', -9**9**9 / 9**9**9],
	[qr/ends at byte \d+; .* announces/, 1, length($file) - 1], [qr/goes on at byte \d+;/, 1, length $file, 'x'],
	[qr/ends at byte 27, in the header/, 1, 27], [qr/empty/, 1, 0]) {
	my ($says, $status, $at, $new) = @$_;
	my $changed = $file;
	substr($changed, $at, defined $new ? length $new : length $changed) = defined $new ? $new : '' if defined $at;
	# The program of before writes four numbers to a link.
	my ($ended, $text) = run('links', '-DNG=2', input(4, 2, 6, 4) . ' read ' . bytes_of("$dir/changed", $changed));
	ok($ended >> 8 == $status && $text =~ $says, "a file of links: $says") or diag("status $ended: $text");
}
SKIP: {
	skip 'LQCD_TEST_DATA is not set', 1 unless $ENV{LQCD_TEST_DATA};
	my ($ended, $text) = run('links', '', input(4, 8, 8, 8) . " read $ENV{LQCD_TEST_DATA}/nersc.l8t4b3360");
	ok($ended == 0 && $text =~ /average plaquette 5\.038664469\d*e-01/, 'a file in NERSC format') or diag($text);
}

# On GPUs, in both layouts; sites of a parity are a multiple of 32 in the second case alone.
# nvcc has its own compiler of the host.
for my $by ('', ' NVCC') {
	SKIP: {
		skip 'no C++ compiler', 1 if $by eq '' && $cxx eq '';
		skip 'no nvcc', 1 if $by && (!defined $nvcc || system "g++ --version >/dev/null 2>&1");
		for my $layout ('', '-DFIXED_STRIDE') {
			checks('gpu_blocks', "$layout$by", [6, 2, 2, 4]);
			checks('gpu_formats', "$layout$by", $_, '', 'gpu_unit') for [2, 6, 4, 2], [4, 2, 4, 4];
		}
		checks('gpu_memory', $by, [4, 2, 4, 2]);
		checks('gpu_blocks', '-DNG=2', [4, 4, 4, 4]) if $by eq '';
	}
}

# Threads change nothing.
SKIP: {
	skip 'no OpenMP', 1 unless $ENV{OPENMP};
	checks('reference', $ENV{OPENMP}, [8, 8, 8, 8]);
}

# The short example
my $said_of = `$cc -std=c11 -O1 $arch $warn -I. -Ilqcd/compat/hirep examples/short/hirep.c -o $dir/short -lm 2>&1`;
$said_of .= `$dir/short -i $dir/input-4x4x4x4 2>&1`;
ok($? == 0 && $said_of =~ /plaquette \S+, \|D s\|\^2 = \d/, 'examples/short/hirep.c') or diag($said_of);

# Errors are reported.
for (['GLB_T = 3', qr/extent T = 3/], ['GLB_X = four', qr/GLB_X = four/], ['GLB_Y =', qr/GLB_Y =/],
	['N_REP = 2', qr/no replicas/], ["rlx_start = continue\nrlx_state = nowhere", qr/cannot read or write nowhere/]) {
	my ($line, $expected) = @$_;
	my $file = input(4, 4, 4, 4);
	open my $out, '>>', $file or die "$file: $!";
	print $out "$line\n";
	close $out or die "$file: $!";
	my ($status, $text) = run('even_half', '', $file);
	ok($status >> 8 == 1 && $text =~ $expected, "$line ends the program") or diag("status $status: $text");
}
my ($status, $text) = run('even_half', '', "$dir/nowhere");
ok($status >> 8 == 1 && $text =~ /nowhere/, 'an input file that is not there ends the program, and is named')
	or diag($text);

# Options that change what a program computes are supported or refused, never ignored.
for my $options (qw(REPR_ADJOINT WITH_QUATERNIONS BC_T_OPEN BC_T_MIXED BC_T_SF BC_T_SF_ROTATED BASIC_SF ROTATED_SF HALFBG_SF
	GAUGE_SPATIAL_TWIST PURE_GAUGE_ANISOTROPY WITH_SMEARING WITH_CLOVER), 'BC_Z_THETA -DBC_Z_ANTIPERIODIC') {
	my $said = `$cc -std=c11 -fsyntax-only -D$options -I. -Ilqcd/compat/hirep tests/hirep/even_half.c 2>&1`;
	ok($? && $said =~ /#error.*lqcd\/compat\/hirep.h: /, "$options is refused") or diag(substr $said, 0, 500);
}

# -o: appended to FILE by older programs, to FILE_0 by those of libhr.h
for (['even_half', 'out'], ['eras', 'out_0']) {
	my ($name, $file) = @$_;
	bytes_of("$dir/$file", "before\n");
	my ($status, $said) = run($name, '', input(4, 4, 2, 4) . " -o $dir/out");
	my $out = bytes_of("$dir/$file");
	ok($status == 0 && $out =~ /^before\n\[SYSTEM\]/ && $said !~ /SYSTEM/, "$name -o out writes $file")
		or diag("status $status: $said\n$out");
}

# Over several processes: the output and the files of a program do not depend on their grid.
SKIP: {
	for my $tool ($mpicc, $mpirun) {
		skip "no $tool: install openmpi-bin and libopenmpi-dev", 1 if system "command -v $tool >/dev/null 2>&1";
	}
	$ENV{$_} = $cc for qw(OMPI_CC MPICH_CC);
	$ENV{"OMPI_$_"} = 1 for qw(ALLOW_RUN_AS_ROOT ALLOW_RUN_AS_ROOT_CONFIRM MCA_rmaps_base_oversubscribe
		MCA_mpi_yield_when_idle);
	$ENV{$_} = 'none' for qw(OMPI_MCA_btl_vader_single_copy_mechanism OMPI_MCA_hwloc_base_binding_policy);
	$ENV{OMP_NUM_THREADS} = 1;
	my @extent = (8, 2, 4, 4);
	my $ranks = sub {
		(my $flags, my $options, @grid) = @_;
		my ($ended, $text) = run('ranks', "-O0 $flags", input(@extent) . " $options $dir/ranks.links");
		$text = join "\n", grep { !/^\[SYSTEM\]/ } split /\n/, $text;
		return ($ended, $text, -e "$dir/ranks.links" ? bytes_of("$dir/ranks.links") : '');
	};
	my ($ended, $alone, $bytes) = $ranks->('', '', 1, 1, 1, 1);
	ok($ended == 0 && $alone =~ /^\[MAIN\]\[0\]wrong 0\n.*draw others: 1\n.*staples 1\n.*C\(7\) = \S+$/s,
		'ranks, without MPI') or diag($alone);
	# The first two with lanes of AVX-512 in double, the last without those of AVX2.
	for my $case ([1, 1, 1, 1], [2, 1, 1, 1], [1, 1, 2, 2], [4, 1, 1, 1], [2, 1, 2, 2]) {
		unlink "$dir/ranks.links";
		my ($status, $said, $file) = $ranks->('-DWITH_MPI', '', @$case);
		ok($status == 0 && $said eq $alone && $file eq $bytes,
			"ranks prints and writes the same on @$case processes") or diag("status $status: $said");
	}
	# Local extents of 3, without lanes and with them.
	for my $case ([[6, 2, 6, 4], [2, 1, 2, 1]], [[6, 8, 4, 8], [2, 2, 1, 1]]) {
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
	is(join("\n", grep { !/^\[SYSTEM\]/ } split /\n/, bytes_of("$dir/ranks.out_0")) . "|$why", "$alone|",
		'output to a file: of one process');
	# One process reports an error that all find, and none waits for ever.
	for (["4 1 1 1\nNP_T = 1", qr/process grid 1 x 1 x 1 x 1: needs 1 processes, there are 4/],
		["1 4 1 1\nGLB_X = 6", qr/extent X = 6, process grid X = 4/]) {
		(my $numbers, my $line) = split /\n/, $_->[0];
		@grid = split / /, $numbers;
		my $input = input(@extent);
		open my $out, '>>', $input or die "$input: $!";
		print $out "$line\n";
		close $out or die "$input: $!";
		my ($status, $text) = run('ranks', '-O0 -DWITH_MPI', "$input $dir/x");
		my $times = () = $text =~ /$_->[1]/g;
		ok($status != 0 && $times == 1, "$line on @grid processes: a message, once")
			or diag("status $status: $text");
	}
	@grid = (2, 1, 1, 1);
	my ($status, $text) = run('ranks', '-O0 -DWITH_MPI', input(@extent) . " $dir/nowhere/links");
	my $times = () = $text =~ /\[write_gauge_field\].*nowhere/g;
	ok($status != 0 && $times == 1, 'no such folder: a message, once') or diag("status $status: $text");
	# One of them speaks TAP; the status is that of all.
	$through = q(sh -c 'test "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}" = 0 || exec >/dev/null; exec "$@"' sh);
	@grid = (4, 1, 1, 1);
	checks('flow', '-O0 -DWITH_MPI', [8, 4, 4, 4], "$dir/flow");
	@grid = (2, 1, 1, 2);
	checks('hmc', '-DWITH_MPI', [4, 4, 2, 4], "$dir/hmc");
	@grid = (1, 2, 1, 2);
	checks('mesons', '-O0 -DWITH_MPI', [4, 4, 4, 4]);
	for my $case ([2, 1, 1, 1], [1, 2, 1, 2]) {
		@grid = @$case;
		checks('operators', "-O0 -DWITH_MPI $boundaries", [4, 8, 4, 4]);
	}
	skip 'no C++ over several processes', 1 if $cxx eq '' || system "command -v $mpicxx >/dev/null 2>&1";
	$ENV{$_} = $cxx for qw(OMPI_CXX MPICH_CXX);
	checks('gpu_formats', '-DWITH_MPI', [4, 4, 4, 8], '', 'gpu_unit');
}

done_testing();
