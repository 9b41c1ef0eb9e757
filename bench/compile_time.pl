#!/usr/bin/env perl
# bench/compile_time.pl: the time to compile the headers, as a Markdown table, and whether it is within the budget.
#
#   COMPILERS="gcc clang" perl bench/compile_time.pl      (make compile-time)
#
# For each header alone, lqcd.h, lqcd.h with one solve in double on SIMD registers, and build/lqcd_single.h: lines after
# the preprocessor (without line markers and blank lines) and seconds of user time of the compiler, the median of three
# runs, at -O2 -march=native. Headers are sorted by lines.
# COMPILERS that are not installed are left out. The last line counts the limits: kept ("passed") or not ("failed").
use strict;
use warnings;
use File::Find;
use File::Temp qw(tempdir);
use FindBin;

chdir "$FindBin::Bin/.." or die "chdir: $!";
my $flags = '-std=c11 -O2 -march=native';
my @compilers = grep { !system "command -v $_ >/dev/null 2>&1" } split ' ', $ENV{COMPILERS} || 'gcc clang';
die "no compiler\n" unless @compilers;
my $dir = tempdir(CLEANUP => 1);

# Seconds, for the compiler that stands first; the others are shown.
my ($solve, $single) = ('lqcd.h and one solve', 'lqcd_single.h alone');
my %limit = ('lqcd.h' => 0.7, $solve => 2, $single => 2);

my $program = <<'EOT';
lqcd_solve_result solve(lqcd_spinor_field_vd *x, const lqcd_wilson_vd *D, const lqcd_spinor_field_vd *b);
lqcd_solve_result solve(lqcd_spinor_field_vd *x, const lqcd_wilson_vd *D, const lqcd_spinor_field_vd *b)
{
	lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_dirac_vd d = lqcd_wilson_dirac(D);
	return lqcd_dirac_solve(x, &d, b, LQCD_BICGSTAB, &p);
}
EOT

my @headers;
find({ no_chdir => 1, wanted => sub { push @headers, $_ if /\.h$/ } }, 'lqcd');
# A back end is part of simd.h.
@headers = grep { !m{^lqcd/(?:simd|gpu|compat)/} } @headers;
my @units = (['(nothing)', ''], map { [$_, "#include <$_>\n"] } @headers, 'lqcd.h');
push @units, [$solve, "#include <lqcd.h>\n$program"];
push @units, [$single, "#include \"build/lqcd_single.h\"\n"] if -e 'build/lqcd_single.h';

sub lines {
	my ($compiler, $file) = @_;
	return scalar grep { /\S/ && !/^#/ } `$compiler $flags -I. -E $file`;
}

sub seconds {
	my ($compiler, $file) = @_;
	my @time;
	for (1 .. 3) {
		my $before = (times)[2];
		system("$compiler $flags -I. -c $file -o $dir/unit.o") == 0 or die "$compiler fails on $file\n";
		push @time, (times)[2] - $before;
	}
	return (sort { $a <=> $b } @time)[1];
}

my %cost;
for my $unit (@units) {
	my ($name, $text) = @$unit;
	my $file = "$dir/unit.c";
	open my $out, '>', $file or die "$file: $!";
	print $out "$text\ntypedef int unit;\n";
	close $out or die "$file: $!";
	$cost{$name} = [map { [lines($_, $file), seconds($_, $file)] } @compilers];
}

my %place = map { $units[$_][0] => $_ } 0 .. $#units;
my $kind = sub { my $n = $_[0]; return $n eq '(nothing)' ? 0 : $n =~ m{^lqcd/} ? 1 : 2 };
my @order = sort {
	$kind->($a) <=> $kind->($b)
		|| ($kind->($a) == 1 ? $cost{$a}[0][0] <=> $cost{$b}[0][0] || $a cmp $b : $place{$a} <=> $place{$b})
} map { $_->[0] } @units;
print '| header |', (map { " lines, $_ | s, $_ |" } @compilers), "\n";
print '|---|', '---:|---:|' x @compilers, "\n";
for my $name (@order) {
	print "| $name |", (map { sprintf ' %d | %.2f |', @$_ } @{ $cost{$name} }), "\n";
}
print "\n$flags; user time, median of 3\n";

my ($passed, $failed) = (0, 0);
for my $name (grep { $limit{$_} } @order) {
	my $time = $cost{$name}[0][1];
	my $kept = $time < $limit{$name};
	$kept ? $passed++ : $failed++;
	printf "%s: %.2f s with %s, limit %.1f s%s\n", $name, $time, $compilers[0], $limit{$name}, $kept ? '' : ': EXCEEDED';
}
print "$passed passed, $failed failed\n";
exit($failed || !$passed ? 1 : 0);
