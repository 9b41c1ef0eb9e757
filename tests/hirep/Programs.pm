# tests/hirep/Programs.pm: how hirep.t and hirep_parallel.t compile and run programs written in HiRep's names, with -I. -Ilqcd/compat/hirep.
# From the environment: ../mpi/start.pl; LQCD_TEST_ONLY="sites links": only these programs.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;
use vars qw($plain @grid %only $through $mpicc $mpicxx $mpirun $no_mpi %built);
require "$FindBin::Bin/../mpi/start.pl";

sub Programs::import { $_->import for qw(strict warnings); feature->import(':5.36') }

@grid = (1, 1, 1, 1); # of processes, in input files and for programs compiled with -DWITH_MPI
%only = map { $_ => 1 } split ' ', $ENV{LQCD_TEST_ONLY} || '';
# Compilation takes most of the time, twice as much with optimisation: for kernels, aliases of elements, long runs.
my %optimised = map { $_ => 1 } qw(sites eras component hmc glueballs flow);
# Without it functions that lqcd inlines always are called: the compiler takes that attribute for "unused", computes the same,
# and has done in less than half of the time.
$plain = '-O0 -Dalways_inline=unused';
$through = ''; # what starts each of them
($mpicc, $mpicxx, $mpirun, $no_mpi) = processes($dir, $cc, $cxx);
$ENV{OMP_NUM_THREADS} = 2;
$ENV{OMP_WAIT_POLICY} = 'passive';

sub input(@extent) {
	my ($n, $file) = (0, "$dir/input-" . join 'x', @extent);
	return spew($file, "// $file\n", map({ "GLB_$_ = $extent[$n]\nNP_$_ = $grid[$n++]\n" } qw(T X Y Z)),
		"rlx_level = 1\nrlx_seed = 12345 # any\nlog:default = -1\nlog:MINE = 3\nlog:inverter = 15\nlog:forcestat = 7\n");
}

# A program in C++, with a unit in C if it has one: by nvcc, or its kernels called on the host.
sub build_gpu($name, $flags, $program, $unit) {
	my $on_device = $flags =~ s/ NVCC//;
	my ($c, $cpp) = $flags =~ /WITH_MPI/ ? ($mpicc, $mpicxx) : ($cc, $cxx);
	# nvcc has the scalar back end; all units have one.
	$flags .= $on_device ? ' -DLQCD_SIMD=LQCD_SIMD_SCALAR' : " $arch";
	$flags .= ' -I. -Ilqcd/compat/hirep -Itests/hirep -DWITH_GPU';
	if ($unit) {
		my $said = `$c -std=c11 $plain $flags $warn -c tests/hirep/$unit.c -o $program.o 2>&1`;
		return $said if $?;
		$unit = "$program.o";
	}
	if ($on_device) {
		return `$nvcc $device $flags $device_warn tests/hirep/$name.cu $unit -o $program 2>&1`;
	}
	my $text = slurp("tests/hirep/$name.cu");
	$text =~ s/([\w<>]+?)<<<(\w+), (\w+)>>>\((.*)\);/emulate($2, $3, [&] { $1($4); });/g;
	spew("$program.cpp", $text);
	return `$cpp -std=c++17 $plain $flags $warn -include emulate.h $program.cpp $unit -o $program -lm 2>&1`;
}

sub build($name, $flags, @more) {
	return $built{"$name $flags"} if defined $built{"$name $flags"};
	my $program = "$dir/$name" . scalar keys %built;
	my $sources = join ' ', map { -e "tests/hirep/$_.c" ? "tests/hirep/$_.c" : "bench/hirep/$_.c" } $name, @more;
	my $compiler = $flags =~ /WITH_MPI/ ? $mpicc : $cc;
	# Programs of before 2020 that write z.re
	my $as_cpp = "$cxx -x c++ -std=c++17 -fpermissive $plain -w $arch $flags -I. -Ilqcd/compat/hirep";
	my $level = $optimised{$name} ? '-O1' : $plain;
	my $said = $name eq 'members' ? `$as_cpp $sources -o $program -lm 2>&1` : -e "tests/hirep/$name.cu" ? build_gpu($name, $flags, $program, $more[0] || '')
		: `$compiler -std=c11 $level $arch $flags $warn -I. -Ilqcd/compat/hirep $sources -o $program -lm 2>&1`;
	my $good = $? == 0;
	ok($good, "$name compiles $flags") or diag(join "\n", grep { defined } (split /\n/, $said)[0 .. 19]);
	return $built{"$name $flags"} = $good ? $program : '';
}

sub run($name, $flags, $input, @more) {
	my $program = build($name, $flags, @more) or return (-1, '');
	my $start = $flags =~ /WITH_MPI/ ? "$mpirun -n " . $grid[0] * $grid[1] * $grid[2] * $grid[3] . " $through" : '';
	# Older programs read their input themselves, and take no options.
	my $option = $name eq 'older' ? '' : '-i';
	# There, because programs of setup.h write out_0.
	my $said = `cd $dir && $start $program $option $input 2>&1`;
	return ($?, $said);
}

# Compares the output of a program.
sub prints($name, $extent, $expected, @more) {
	return '' if %only && !$only{$name};
	my ($status, $said) = run($name, '', input(@$extent), @more);
	ok($status == 0 && $said =~ $expected, "$name on @$extent") or diag("status $status\n" . substr $said, 0, 2000);
	return $said;
}

# A program that speaks TAP: its checks are checks of this one.
sub checks($name, $flags, $extent, $argument = '', @more) {
	return if %only && !$only{$name};
	my ($status, $said) = run($name, $flags, input(@$extent) . " $argument", @more);
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

# The rows of programs.txt whose part matches: [part, program, argument, extents, options].
sub programs($part) {
	my @rows = grep { $_->[0] =~ /^(?:$part)$/ } map { [split ' ', $_, 8] } grep { !/^#/ } split /\n/, slurp('tests/hirep/programs.txt');
	return map { [@$_[0, 1], $_->[2] eq 'file' ? "$dir/$_->[1]" : '', [@$_[3 .. 6]], ($_->[7] // '') =~ s/OPENMP/$ENV{OPENMP}/r] } grep { ($_->[7] // '') ne 'OPENMP' || $ENV{OPENMP} } @rows;
}

1;
