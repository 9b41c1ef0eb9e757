#!/usr/bin/env perl
# tests/link/link.t: units with different -m flags, in C and in C++, are one program that runs and agrees with itself; no object has an
# external symbol of lqcd. Threads that share a lattice of several processes count its messages without a data race (threads_mpi/main.c,
# with an MPI that sends nothing). The gate links three units at -O0, where no function is inlined away; with all also others, and at -O2.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

# Back end, its flags, the instructions that the processor must have, and the standards it is compiled for.
my @simd = (
	['avx512', '-mavx512f -mfma', ['avx512f', 'fma'], 'c11', 'c++17'],
	['avx2', '-mavx2 -mfma', ['avx2', 'fma'], 'c++11'],
	['sse2', '-msse2', ['sse2'], 'c11'],
	['scalar', '-DLQCD_SIMD=LQCD_SIMD_SCALAR', [], 'c++17'],
);
my @units;
for ($all ? @simd : @simd[0, 1, 3]) {
	my ($back_end, $flags, $features, @standards) = @$_;
	SKIP: {
		spew("$dir/cpu.c", 'int main(void) { return !(', join(' && ', 1, map { "__builtin_cpu_supports(\"$_\")" } @$features), "); }\n");
		skip "$back_end: not in this processor or compiler", 1 unless works("$cc $flags $dir/cpu.c -o $dir/cpu && $dir/cpu");
		push @units, map { [$back_end . '_' . s/\+/x/gr, $flags, $_] } grep { $cxx ne '' || !/\+/ } $all ? @standards : $standards[0];
	}
}
my $common = "$openmp $warn -I. -DLINK_UNITS='@{[map { qq(UNIT($_->[0])) } @units]}'";

# Symbols that other objects would see: that of the unit alone, no function of lqcd, whose name is in a mangled name, too, nor
# an inline function of the C++ library: the linker keeps one of all units, with the -m flags of any.
sub check_symbols ($object, $name, $unit) {
	my @symbols = map { /^(\S+) ([A-Za-z])\b/ ? [$1, $2] : () } `nm -P $object`;
	ok(scalar(grep { $_->[0] =~ /lqcd/ && $_->[1] =~ /^[a-tv-z]$/ } @symbols), "$name holds functions of lqcd");
	my @seen = map { $_->[0] } grep { $_->[1] =~ ($_->[0] =~ /lqcd/ ? qr/^[A-Zu]$/ : qr/^[A-TV-Z]$/) } @symbols;
	is(join(' ', grep { $_ ne 'DW.ref.__gxx_personality_v0' } @seen), "link_$unit", "$name has one external symbol");
}

for my $level ($all ? ('-O0', '-O2') : '-O0') {
	my @objects;
	for (@units) {
		my ($unit, $flags, $standard) = @$_;
		my $compiler = $standard =~ /\+/ ? "$cxx -x c++" : "$cc -x c";
		push @objects, my $object = "$dir/$unit.o";
		runs("$compiler -std=$standard $level $flags $common -DLINK_UNIT=$unit -c tests/link/unit.c -o $object", "$unit at $level");
		SKIP: {
			skip "$unit: no nm", 2 unless have('nm');
			check_symbols($object, "$unit at $level", $unit);
		}
	}
	my $linker = $cxx ne '' ? $cxx : $cc;
	my $said = runs("$cc -std=c11 $level $common -c tests/link/main.c -o $dir/main.o && $linker $openmp $dir/main.o @objects -o $dir/program -lm && $dir/program",
		"they link and run at $level and agree");
	cmp_ok(scalar(() = ($said // '') =~ /^ok /mg), '>=', 3 * @units ** 2, 'each of the ' . @units . ' units computed on a lattice of each');
}

my $tsan = `sh tests/probe.sh tsan '$cc'` ? '-fsanitize=thread -g1' : '';
my $threads = 'tests/link/threads_mpi';
my $said = runs("$cc $cflags $warn $tsan -DLQCD_NO_OPENMP -I$threads -I. $threads/main.c -o $dir/main -lm -lpthread && $dir/main", 'threads that count messages');
like($said // '', qr/^1\.\.6$/m, 'no message is lost');
SKIP: {
	skip "$cc makes no programs with -fsanitize=thread that run here", 1 if !$tsan;
	unlike($said // '', qr/WARNING: ThreadSanitizer/, 'no data race');
}
done_testing();
