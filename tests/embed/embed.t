#!/usr/bin/env perl
# tests/embed/embed.t: host codes with arrays and conventions of their own take dslash and solves from lqcd: milc.c here (its host is
# milc_host.h) and the programs of examples/embed. They are short, compile without a warning, and find by their own loops that the solution
# is one. Another basis, order, sign or scale is noticed, and what the library refuses is said. The gate runs milc.c, once with other signs,
# and one of examples/embed, by CC without the optimiser; it compiles the others that are C.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;
$warn =~ s/-pedantic//;
my $mpi = have('mpicc', 'mpirun');
@ENV{qw(OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_CC MPICH_CC)} = (1, 1, $cc, $cc);
my $number = qr/^[\d.e+-]+$/;
my $oversubscribed = 'mpirun --oversubscribe -n';

# What a program prints, with some of its text replaced.
sub said ($file, $flags, $old = '', $new = '', $run = '', $c = $cc) {
	my ($suffix) = $file =~ /\.(\w+)$/;
	my $text = slurp($file);
	$old eq '' || $text =~ s/\Q$old\E/$new/ or die "no $old in $file";
	spew("$dir/program.$suffix", $text);
	my $compiler = $suffix eq 'cpp' ? "$cxx -std=c++11" : $file =~ /ranks/ ? 'mpicc -std=c11' : "$c -std=c11";
	return join '', map { scalar `$_ 2>&1` } "$compiler $arch $warn -Wno-conversion -Wstrict-aliasing $flags -Itests/embed $dir/program.$suffix -o $dir/program -lm", "$run $dir/program";
}

# ---- dslash and a solver for a host of tests

my $milc = 'tests/embed/milc.c';
my $lines = () = slurp($milc) =~ /\n/g;
cmp_ok($lines, '<', 60, "$milc has $lines lines");
my @ways = (["-O0 -I.", $cc]);
if ($all) {
	runs("$^X lqcd/package/single.pl >$dir/lqcd.h", 'there is a single header');
	push @ways, ["-O3 -I$dir", $cc], map { (["-O2 -I.", $_], $_ eq $cc ? () : ["-O0 -I.", $_]) } compilers();
}
for (@ways) {
	my ($flags, $c) = @$_;
	my ($apart, $rest) = split ' ', my $said = said($milc, $flags, '', '', '', $c);
	ok($rest =~ $number && $apart < 1e-13 && $rest < 2e-10, "$c $flags: dslash and solution are the host's") or diag($said);
}
for ((['3 - s', 's'], ['(n + 1) % 4', 'n % 4'], ['s % 2 ? factor : -factor', 's / 2 ? factor : -factor'], ['0.5 / kappa, 0', '1 / kappa, 0'])[$all ? 0 .. 3 : 2]) {
	my ($old, $new) = @$_;
	my ($apart, $rest) = split ' ', my $said = said($milc, '-O0 -I.', $old, $new);
	ok($rest =~ $number && ($old =~ /kappa/ ? $rest : $apart) > 1e-3, "$new is noticed") or diag($said);
}

# ---- solves for the hosts of examples/embed: file, the text that is replaced, what the program says

my $good = qr/^success: \d+ iterations, .* = (\S+)$/m;
my @programs = glob 'examples/embed/*.c examples/embed/*.cpp';
is(scalar @programs, 5, 'five programs');
for (@programs) {
	my $lines = () = slurp($_) =~ /\n/g;
	cmp_ok($lines, '<=', 80, "$_ has $lines lines");
	next if $all || /cpp$|openqcd/ || /ranks/ && !$mpi;
	runs((/ranks/ ? 'mpicc' : $cc) . " -std=c11 $arch $warn -Wno-conversion -I. -fsyntax-only $_", "$_ compiles");
}
for (
	['openqcd.c', '', '', ''],
	$all ? (['vector.cpp', '', '', ''],
		map({ [s{.*/}{}r, '', '', ''] } grep { /\.c$/ && !/ranks|openqcd/ } @programs), map({ ['ranks.c', '', '', '', "$oversubscribed $_"] } 1, 2),
		['ranks.c', 'T = 8', 'T = 8', qr/^lattice extent T = 8, process grid T = 3: /m, "$oversubscribed 3"],
		['milc.c', 'B.scale = 2 * kappa', 'B.scale = kappa', 'another residual'],
		['vector.cpp', 'LQCD_BASIS_DIRAC_PAULI', 'LQCD_BASIS_UKQCD', 'another residual'],
		['milc.c', 'NX = 4', 'NX = 5', qr/^lattice extent X = 5: must be even/], ['tmlqcd.c', 'kappa = 0.13', 'kappa = -1', qr/^mass -4\.5: must be above -4/],
		['milc.c', 'X.scale = 1', 'X.scale = 0', qr/^foreign field: scale = 0: /], ['openqcd.c', 'X.data = solution', 'X.bits = 16', qr/^foreign field: bits = 16: .*: 0 iterations/],
		['vector.cpp', 'b[k] = number(', 'b[k] = 0.0 * number(', qr/^the right-hand side is zero/]) : ()) {
	my ($name, $old, $new, $says, $run) = @$_;
	SKIP: {
		skip "$name: no compiler", 1 if $name =~ /cpp$/ && !$cxx || $name =~ /ranks/ && !$mpi;
		my $said = said("examples/embed/$name", '-O0 -I.', $old, $new, $run // '');
		my ($residual) = $said =~ $good;
		if (ref $says) { like($said, $says, "$name with $new says why it stops") }
		else { ok(($residual // '') =~ $number && ($says ? $residual > 1e-3 : $residual < 1e-9), $says ? "$name: $new is noticed" : "$name: the solution is one") or diag($said) }
	}
}
done_testing();
