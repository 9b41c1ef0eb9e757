#!/usr/bin/env perl
# tests/link/link.t: units with different -m flags, in C and in C++, are one program that runs and agrees with itself; no
# object has an external symbol of lqcd.
# From the environment: CC, CXX (empty: no C++ here), OPENMP, WARN.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cc = $ENV{CC} || 'cc';
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
my $openmp = $ENV{OPENMP} || '';
my $warn = ($ENV{WARN} || '-Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align') . ' -Werror';
my $dir = tempdir(CLEANUP => 1);

# Back end, its flags, the instructions that the processor must have, and the standards it is compiled for.
my @simd = (
	['avx512', '-mavx512f -mfma', ['avx512f', 'fma'], 'c11', 'c++17'],
	['avx2', '-mavx2 -mfma', ['avx2', 'fma'], 'c++11'],
	['sse2', '-msse2', ['sse2'], 'c11'],
	['scalar', '-DLQCD_SIMD=LQCD_SIMD_SCALAR', [], 'c++17'],
);

sub runs {
	my ($command, $name) = @_;
	my $said = `$command 2>&1`;
	my $status = $?;
	ok($status == 0, $name) or diag("$command\n", join "\n", grep { defined } (split /\n/, $said)[0 .. 19]);
	return $status == 0 ? $said : undef;
}

# Whether this processor runs programs with these flags.
sub has {
	my ($flags, @features) = @_;
	my $test = join ' && ', 1, map { "__builtin_cpu_supports(\"$_\")" } @features;
	open my $out, '>', "$dir/cpu.c" or die "$dir/cpu.c: $!";
	print $out "int main(void) { return !($test); }\n";
	close $out or die "$dir/cpu.c: $!";
	return !system "$cc $flags $dir/cpu.c -o $dir/cpu >$dir/said 2>&1 && $dir/cpu";
}

# Symbols that other objects would see; a name in C++ is mangled, and lqcd stays in it.
sub check_symbols {
	my ($object, $name, $unit) = @_;
	my @symbols = map { /^(\S+) ([A-Za-z])\b/ ? [$1, $2] : () } `nm -P $object`;
	my @inside = grep { $_->[0] =~ /lqcd/ && $_->[1] =~ /^[a-tv-z]$/ } @symbols;
	my @outside = grep { $_->[0] =~ /lqcd/ && $_->[1] =~ /^[A-Zu]$/ } @symbols;
	ok(@inside > 0, "$name holds functions of lqcd");
	ok(!@outside, "$name has no external symbol of lqcd") or diag(join ' ', map { "$_->[0] $_->[1]" } @outside);
	# It has no inline function of the C++ library either: the linker keeps one of all units, with the -m flags of
	# any.
	my @defined = map { $_->[0] } grep { $_->[1] =~ /^[A-TV-Z]$/ && $_->[0] ne 'DW.ref.__gxx_personality_v0' } @symbols;
	is("@defined", "link_$unit", "$name has one external symbol, its own");
}

my @units;
for my $simd (@simd) {
	my ($back_end, $flags, $features, @standards) = @$simd;
	if (has($flags, @$features)) {
		push @units, map { [$back_end . '_' . s/\+/x/gr, $flags, $_] } grep { $cxx ne '' || !/\+/ } @standards;
		next if $cxx ne '';
	}
	SKIP: { skip "$back_end: " . (has($flags, @$features) ? 'no C++ compiler' : 'not in this processor or compiler'), 1; }
}
my $list = join ' ', map { "UNIT($_->[0])" } @units;
my $common = "$openmp $warn -I. -DLINK_UNITS='$list'";
my $nm = !system "nm --version >$dir/said 2>&1";

for my $level ('-O0', '-O2') {
	my @objects;
	for (@units) {
		my ($unit, $flags, $standard) = @$_;
		my $name = "$unit at $level";
		my $compiler = $standard =~ /\+/ ? "$cxx -x c++" : "$cc -x c";
		my $object = "$dir/$unit.o";
		runs("$compiler -std=$standard $level $flags $common -DLINK_UNIT=$unit -c tests/link/unit.c -o $object",
			"$name compiles ($flags)") // next;
		push @objects, $object;
		SKIP: {
			skip "$name: no nm", 3 unless $nm;
			check_symbols($object, $name, $unit);
		}
	}
	runs("$cc -std=c11 $level $common -c tests/link/main.c -o $dir/main.o", "main.c at $level compiles") // next;
	my $linker = $cxx ne '' ? $cxx : $cc;
	runs("$linker $openmp $dir/main.o @objects -o $dir/program -lm", "they link at $level") // next;
	my $said = runs("$dir/program", "they run at $level and agree") // next;
	my $checks = () = $said =~ /^ok /mg;
	ok($checks >= 3 * @units ** 2, "each of the " . @units . " units computed on a lattice of each ($checks checks)");
}

done_testing();
