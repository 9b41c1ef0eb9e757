#!/usr/bin/env perl
# tests/compile/tutorial.t: the programs of examples/tutorial are short, compile without a warning, run, and print what the
# chapters say, numbers where multiply-adds round once. The chapter of files reads those of the chapter of ensembles; the program
# for several processes prints the same on one and two; the one for GPUs runs on the host, and on a device where nvcc and one are;
# an operator of one's own with weight 1 is that of the library. From the environment: ../support/Support.pm, ../mpi/start.pl.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;
require "$FindBin::Bin/../mpi/start.pl";

my ($mpicc, undef, $mpirun, $missing) = processes($dir, $cc, $cxx);
my $fused = `echo | $cc $arch -dM -E -` =~ /__FMA__|__AVX512F__|__aarch64__/;

my (%program, %printed);
for my $file (sort glob 'examples/tutorial/*.md') {
	my ($name) = $file =~ /\d_(\w+)\.md$/;
	my $text = slurp($file);
	my @all = (blocks($text, 'c'), blocks($text, 'cuda'));
	is(scalar @all, 1, "$file has a program");
	cmp_ok($all[0] =~ tr/\n//, '<=', 60, "$file: number of its lines");
	$program{$name} = $all[0];
	($printed{$name}) = blocks($text, 'text');
}
is(join(' ', sort keys %program), 'arrays device ensemble operator processes spectrum', 'the chapters');

# Two texts have the same words, and numbers that agree to a unit or two of the last digit.
sub same ($got, $wanted) {
	my @got = split ' ', $got;
	my @wanted = split ' ', $wanted;
	return @got == @wanted && !grep {
		my ($g, $w) = ($got[$_], $wanted[$_]);
		$w !~ /^[-+]?\d+\.\d+(?:e[-+]\d+)?$/ ? $g ne $w
			: $g !~ /^[-+]?(?:\d+\.\d+(?:e[-+]\d+)?|nan)$/ || ($fused && abs($g - $w) > 2e-4 * abs($w) + 2e-4 * ($w !~ /e/));
	} 0 .. $#wanted;
}
ok(!same('a 1.5 b', 'a 1.6 b') || !$fused, 'another number is noticed');
ok(!same('a 1.5 b', 'a 1.5 c'), 'another word is noticed');

sub check ($name, $compiler, $suffix, @commands) {
	spew("$dir/$name.$suffix", $program{$name});
	my $said = join '', map { runs("cd $dir && $_", "$name: $_") // '' } "$compiler -O1 -I$root $name.$suffix -o $name -lm", @commands;
	ok(same($said, $printed{$name}), "$name prints what the chapter says") or diag($said);
	return $said;
}

my $c = "$cc -std=c11 $arch $warn";
check('ensemble', $c, 'c', './ensemble');
check('spectrum', $c, 'c', './spectrum ensemble.*[0-9]');
my $said = `$dir/spectrum $dir/spectrum.c 2>&1`;
ok($? != 0 && $said =~ /spectrum\.c: /, 'a file that is none is refused by name') or diag($said);
check('arrays', $c, 'c', './arrays');
my $one;
SKIP: {
	skip "no $missing", 1 if $missing;
	$one = check('processes', "$mpicc -std=c11 $arch", 'c', './processes');
	is(runs("cd $dir && $mpirun -n 2 ./processes", 'on two processes'), $one, 'the same bits on two');
}
check('operator', $c, 'c', './operator', './operator 2');
my ($theirs) = ($one // $printed{processes}) =~ /\|x\|\^2 (\S+),/;
my ($ours) = `$dir/operator` =~ /\|x\|\^2 (\S+)/;
ok(abs($ours - $theirs) < 1e-6 * $theirs || !defined $one && !$fused, 'weight 1 is the Wilson operator') or diag("$ours $theirs");
SKIP: {
	skip 'no C++ compiler', 1 if $cxx eq '';
	check('device', "$cxx -std=c++17 $arch -x c++ -DLQCD_DEVICES=1", 'cu', './device');
	skip 'no nvcc with a device', 1 unless defined $nvcc && -e '/dev/nvidia0';
	runs("cd $dir && $nvcc -std=c++17 -O1 -arch=native -I$root device.cu -o device-gpu && ./device-gpu", 'device runs on the device');
}
done_testing();
