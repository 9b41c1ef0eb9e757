#!/usr/bin/env perl
# tests/compile/tutorial.t: the programs of examples/tutorial are short, compile without a warning, run, and print what the
# chapters say, numbers where multiply-adds round once. The chapter of files reads those of the chapter of ensembles; the
# program for several processes prints the same on one and two; the one for GPUs runs on the host, and nvcc compiles it where
# it is; an operator of one's own with weight 1 is that of the library. From the environment: CC, CXX (empty: no C++ here),
# CFLAGS (for -m flags), WARN, MPICC, MPIRUN, NVCC; ../blocks.pl, ../share.pl.
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Temp qw(tempdir);
use FindBin;
use Test::More;
require "$FindBin::Bin/../blocks.pl";
require "$FindBin::Bin/../share.pl";

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $root = getcwd();
my $cc = $ENV{CC} || 'cc';
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
my $arch = join ' ', grep { /^-m/ } split ' ', defined $ENV{CFLAGS} ? $ENV{CFLAGS} : '-march=native';
my $warn = ($ENV{WARN} || '-Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align') . ' -Werror';
my ($mpicc, $mpirun) = ($ENV{MPICC} || 'mpicc', $ENV{MPIRUN} || 'mpirun');
my $mpi = !grep { system "command -v $_ >/dev/null 2>&1" } $mpicc, $mpirun;
$ENV{OMPI_CC} = $ENV{MPICH_CC} = $cc;
$ENV{OMPI_ALLOW_RUN_AS_ROOT} = $ENV{OMPI_ALLOW_RUN_AS_ROOT_CONFIRM} = $ENV{OMPI_MCA_rmaps_base_oversubscribe} = 1;
my $dir = tempdir(CLEANUP => 1);
my $fused = `echo | $cc $arch -dM -E -` =~ /__FMA__|__AVX512F__|__aarch64__/;

my @chapters = sort glob 'examples/tutorial/*.md';
is(scalar @chapters, 6, 'six chapters');
my (%program, %printed);
for my $file (@chapters) {
	my ($name) = $file =~ /\d_(\w+)\.md$/;
	my $text = slurp($file);
	my @all = (blocks($text, 'c'), blocks($text, 'cuda'));
	is(scalar @all, 1, "$file has a program");
	my $lines = () = $all[0] =~ /\n/g;
	ok($lines <= 60, "$file: $lines lines");
	($program{$name}) = @all;
	($printed{$name}) = blocks($text, 'text');
	ok(defined $printed{$name}, "$file says what it prints");
}

# Two texts have the same words, and numbers that agree to a unit or two of the last digit.
sub same {
	my ($got, $wanted) = @_;
	my ($g, $w) = map { [split] } $got, $wanted;
	return 0 if @$g != @$w;
	for (0 .. $#$w) {
		my $number = $w->[$_] =~ /^[-+]?\d+\.\d+(?:e[-+]\d+)?$/;
		next if $number ? $g->[$_] =~ /^[-+]?(?:\d+\.\d+(?:e[-+]\d+)?|nan)$/ && (!$fused || abs($g->[$_] - $w->[$_]) <= 2e-4 * abs($w->[$_]) + 2e-4 * ($w->[$_] !~ /e/))
			: $g->[$_] eq $w->[$_];
		return 0;
	}
	return 1;
}
ok(!same('a 1.5 b', 'a 1.6 b') || !$fused, 'another number is noticed');
ok(!same('a 1.5 b', 'a 1.5 c'), 'another word is noticed');

sub check {
	my ($name, $compiler, $suffix, @commands) = @_;
	write_file("$dir/$name.$suffix", $program{$name});
	return undef unless defined runs($dir, "$compiler -O1 -I$root $name.$suffix -o $name -lm", "$name compiles");
	my $said = join '', map { runs($dir, $_, $_) // '' } @commands;
	ok(same($said, $printed{$name}), "$name prints what the chapter says") or diag($said);
	return $said;
}

my $c = "$cc -std=c11 $arch $warn";
my %test = (
	files => sub {
		check('ensemble', $c, 'c', './ensemble');
		check('spectrum', $c, 'c', './spectrum ensemble.*[0-9]');
		my $said = `$dir/spectrum $dir/spectrum.c 2>&1`;
		ok($? != 0 && $said =~ /spectrum\.c: /, 'a file that is none is refused by name') or diag($said);
	},
	arrays => sub { check('arrays', $c, 'c', './arrays') },
	device => sub {
		SKIP: {
			skip 'no C++ compiler', 1 if $cxx eq '';
			check('device', "$cxx -std=c++17 $arch -x c++ -include lqcd/gpu/gauge.h", 'cu', './device');
		}
		my ($nvcc) = grep { $_ ne '' && !system "command -v $_ >/dev/null 2>&1" } $ENV{NVCC} || '', 'nvcc', '/usr/local/cuda/bin/nvcc';
		SKIP: {
			skip 'no nvcc with a device', 1 unless defined $nvcc && -e '/dev/nvidia0';
			write_file("$dir/device.cu", $program{device});
			runs($dir, "$nvcc -std=c++17 -O1 -arch=native -I$root device.cu -o device-gpu && ./device-gpu", 'device runs on the device');
		}
	},
	processes => sub {
		my $said;
		SKIP: {
			skip "no $mpicc or $mpirun", 1 unless $mpi;
			$said = check('processes', "$mpicc -std=c11 $arch", 'c', './processes');
			is(runs($dir, "$mpirun -n 2 ./processes", 'on two processes'), $said, 'the same bits on two');
		}
		check('operator', $c, 'c', './operator', './operator 2');
		my ($theirs) = ($said // $printed{processes}) =~ /\|x\|\^2 (\S+),/;
		my ($ours) = `$dir/operator` =~ /\|x\|\^2 (\S+)/;
		ok(abs($ours - $theirs) < 1e-6 * $theirs || !defined $said && !$fused, 'weight 1 is the Wilson operator') or diag("$ours $theirs");
	},
);
$test{$_}->() for drawn(sort keys %test);
done_testing();
