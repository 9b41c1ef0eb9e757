#!/usr/bin/env perl
# tests/compile/headers.t: every header compiles alone, twice, in any order, inside extern "C", after the macros of other
# people and after <complex.h> and <complex>, as C and C++, without a warning; lqcd.h does so with gcc and every clang
# that is here at all optimisation levels; the macros of the including program survive lqcd.h, and lqcd.h defines no
# others than its own.
# From the environment: CC, CXX (empty: no C++ here), CFLAGS (for -m flags), OPENMP, WARN; LQCD_TEST_SEED, with the
# variables of ../share.pl, repeats the orders of a run.
use strict;
use warnings;
use File::Find;
use File::Temp qw(tempdir);
use FindBin;
use List::Util qw(shuffle);
use Test::More;
require "$FindBin::Bin/../share.pl";

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cc = $ENV{CC} || 'cc';
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
my $arch = join ' ', grep { /^-m/ } split ' ', defined $ENV{CFLAGS} ? $ENV{CFLAGS} : '-march=native';
my $openmp = $ENV{OPENMP} || '';
my $warn = ($ENV{WARN} || '-Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align') . ' -Wdouble-promotion -Werror';
my $dir = tempdir(CLEANUP => 1);
my $umbrella = -e 'lqcd.h';
my $seed = defined $ENV{LQCD_TEST_SEED} ? oct($ENV{LQCD_TEST_SEED}) & 0xffffffff : time ^ $$ << 8;
srand $seed;
note sprintf 'LQCD_TEST_SEED=0x%x repeats the orders of this run', $seed;

sub unit {
	my ($language, $text) = @_;
	my $file = "$dir/unit." . ($language eq 'c' ? 'c' : 'cpp');
	open my $out, '>', $file or die "$file: $!";
	print $out $text;
	close $out or die "$file: $!";
	return $file;
}

# One check: the text compiles. $by is [C compiler, C++ compiler]; without it, those of the environment.
sub compiles {
	my ($std, $flags, $text, $name, $by) = @_;
	my $language = $std =~ /\+\+/ ? 'c++' : 'c';
	my ($c, $cpp) = $by ? @$by : ($cc, $cxx);
	my $compiler = $language eq 'c' ? $c : $cpp;
	SKIP: {
		skip "$name, $std: no C++ compiler" . ($by ? " beside $c" : ''), 1 if $compiler eq '';
		my $file = unit($language, $text);
		my $said = `$compiler -std=$std $flags $openmp $warn -I. -c $file -o $dir/unit.o 2>&1`;
		my $good = $? == 0;
		my $options = join '', map { " $_" } grep { /^-(?:O[^0]|f(?!syntax-only))/ } split ' ', $flags;
		ok($good, "$name, $std$options" . ($flags =~ /-m/ ? '' : ' without -m flags') . ($by ? ", $compiler" : ''));
		diag(join "\n", grep { defined } (split /\n/, $said)[0 .. 19]) unless $good;
	}
}

sub macros {
	my $file = unit('c', $_[0]);
	my %defined = map { /^#define ([A-Za-z_0-9]+)/ ? ($1 => 1) : () } `$cc -std=c11 $arch $openmp -I. -dM -E $file`;
	return %defined;
}

sub includes {
	return join '', map { "#include <$_>\n" } @_;
}

my @headers = $umbrella ? 'lqcd.h' : ();
# Those of compat/ speak the interface of another code: C only, with T, X, .. as variables; tests/hirep compiles them.
find({ no_chdir => 1, wanted => sub { push @headers, $_ if /\.h$/ && !m{^lqcd/compat/} } }, 'lqcd');
@headers = sort @headers;
# A back end is compiled through simd.h, below; device code by nvcc.
my @whole = grep { !m{^lqcd/(?:simd/|gpu/|kernels/gpu_)} } @headers;

my $no_code = "$arch -O0 -fsyntax-only";
# A missing include does not depend on registers, so each header goes without the long headers of their intrinsics; the
# orders of all of them have the registers.
my %without = map { $_ => "$no_code -DLQCD_SIMD=LQCD_SIMD_SCALAR" } 'c11', 'c++17';
for my $header (drawn(@whole)) {
	compiles($_, $without{$_}, includes($header, $header) . "int unit;\n", $header) for 'c11', 'c++17';
}
# Paths that headers had before, in a folder of their own.
my @old;
find({ no_chdir => 1, wanted => sub { push @old, $1 if m{^lqcd/compat/old_paths/(.*\.h)$} && !m{/gpu/} } }, 'lqcd/compat/old_paths');
compiles($_, "$without{$_} -Ilqcd/compat/old_paths", includes(sort @old) . "int unit;\n", 'headers at their old paths') for 'c11', 'c++17';
# An order and its reverse hold every pair both ways; both in both languages, or one in each. The umbrella includes all in
# its own order, so it comes last.
sub orders {
	my ($flags, $what, $both) = @_;
	my @order = shuffle(grep { $_ ne 'lqcd.h' } @whole);
	my %in = ('c11' => \@order, 'c++17' => [reverse @order]);
	for my $standard (sort keys %in) {
		for my $order ($in{$standard}, $both ? [reverse @{ $in{$standard} }] : ()) {
			my $name = "all headers$what, from $order->[0] to $order->[-1]";
			compiles($standard, $flags, includes(@$order, $umbrella ? 'lqcd.h' : ()) . "int unit;\n", $name);
		}
	}
}
orders($no_code, '', 1);

SKIP: {
	skip 'lqcd/simd/simd.h is not there', 1 unless -e 'lqcd/simd/simd.h';
	# The back ends of this processor, with the -m flags that their lines in simd.h name
	my %flags;
	open my $in, '<', 'lqcd/simd/simd.h' or die "lqcd/simd/simd.h: $!";
	while (<$in>) {
		next if /AArch64|RISC-V|WebAssembly/ || !m{^#include "(\w+)\.h" +/\*(.*)\*/};
		my ($name, $says) = ($1, $2);
		$flags{uc $name} = join ' ', $says =~ /(-m[\w=]+)/g;
	}
	ok(exists $flags{SCALAR} && exists $flags{GENERIC}, 'lqcd/simd/simd.h lists back ends: ' . join ' ', sort keys %flags);
	for my $simd (drawn(sort keys %flags)) {
		my $file = unit('c', "int unit;\n");
		SKIP: {
			my $unknown = system "$cc $flags{$simd} -fsyntax-only $file 2>$dir/said";
			skip "LQCD_SIMD_$simd: $cc does not know $flags{$simd}", 1 if $unknown;
			my $flags = "$flags{$simd} -DLQCD_SIMD=LQCD_SIMD_$simd -O0 -fsyntax-only";
			my $text = "#include <lqcd/simd/simd.h>\nint unit;\n";
			compiles($_, $flags, $text, "lqcd/simd/simd.h, $simd") for 'c11', 'c++17';
			orders($flags, ", $simd", 0);
		}
	}
	# The text of #error names the legal values.
	my $file = unit('c', "#include <lqcd/simd/simd.h>\nint unit;\n");
	for my $wrong ('-DLQCD_SIMD=77', '-DLQCD_SIMD=LQCD_SIMD_AVX3', '-DLQCD_NC=9') {
		my $said = `$cc -std=c11 $arch $wrong -I. -fsyntax-only $file 2>&1`;
		my $legal = $wrong =~ /NC/ ? qr/must be 2 to 8/ : qr/LQCD_SIMD must be LQCD_SIMD_ and/;
		ok($? != 0 && $said =~ /error:.*$legal/, "$wrong is an error that names the legal values")
			or diag($said);
	}
}

# Names that programs define; each gets a value of its own, which must be there afterwards.
my @names = ('A' .. 'Z', qw(FN REAL BASE LANES HALF NC UNROLL_NC LA TL LHALF LF LP LV complex imaginary real imag));
my $hostile = "#undef min\n#define min(a, b) ((a) < (b) ? (a) : (b))\n#undef max\n#define max(a, b) ((a) > (b) ? (a) : (b))\n"
	. join '', map { "#undef $names[$_]\n#define $names[$_] " . ($_ + 42) . "\n" } 0 .. $#names;
my $survived = "_Static_assert(min(2, 1) == 1 && max(2, 1) == 2, \"min, max\");\n"
	. join '', map { "_Static_assert($names[$_] == " . ($_ + 42) . ", \"$names[$_]\");\n" } 0 .. $#names;

# The macros of <windows.h>, of Qt, of Apple's <AssertMacros.h> and of lattice codes, and some of their types.
my $clutter = join '', map { "#undef " . s/\W.*//r . "\n#define $_\n" } (
	'min(a, b) (((a) < (b)) ? (a) : (b))', 'max(a, b) (((a) > (b)) ? (a) : (b))',
	qw(near far NEAR FAR IN OUT OPTIONAL pascal cdecl PASCAL CDECL CALLBACK WINAPI APIENTRY WINAPIV STRICT),
	'small char', 'hyper long', 'interface struct', 'THIS void', 'PURE = 0', 'CONST const', 'VOID void', 'BOOL int',
	'TRUE 1', 'FALSE 0', 'ERROR 0', 'NO_ERROR 0L', 'ERROR_SUCCESS 0L', 'DELETE 0x00010000L', 'INFINITE 0xFFFFFFFF',
	'ABSOLUTE 1', 'RELATIVE 2', 'TRANSPARENT 1', 'DIFFERENCE 11', 'IGNORE 0', 'ALTERNATE 1', 'MAXCHAR 0x7f',
	'BYTE unsigned char', 'Yield()', 'RGB(r, g, b) ((r) | (g) << 8 | (b) << 16)', 'LOWORD(l) ((l) & 0xffff)',
	'HIWORD(l) ((l) >> 16)', 'GetObject GetObjectA', 'DrawText DrawTextA', 'SendMessage SendMessageA', 'rad1 0x0420',
	'grp1 0x0430', 'frm1 0x0434', qw(emit signals Q_OBJECT), 'slots(x)', 'foreach for', 'forever for (;;)', 'check(x)',
	'verify(x)', 'require(x)', 'major 1', 'minor 2', 'unix 1', 'linux 1', 'PI 3.14', 'EPS 1e-12', 'SIZE 8', 'DIM 4',
	'ND 4', 'NC 3', 'NS 4', 'VOLUME 256', 'LX 4', 'LT 4', 'UP 1', 'DOWN 0', 'EVEN 0', 'ODD 1', 'even(x) (!((x) & 1))',
	'odd(x) ((x) & 1)', 'swap(a, b)', 'sqr(x) ((x) * (x))', 'ALIGN(n)', 'RESTRICT', 'UNROLL(n)', 'PREFETCH(p)',
	'VERSION 7', 'ASSERT(x)', 'OK 0', 'FAIL 1');
my $types = "typedef unsigned long DWORD, HANDLE, HRESULT;\ntypedef struct { float re, im; } COMPLEX, fcomplex;\n"
	. "typedef struct { double re, im; } dcomplex;\ntypedef struct { dcomplex c[9]; } su3, suNg, su3_matrix;\n"
	. "typedef struct { dcomplex c[12]; } spinor, wilson_vector;\n";

SKIP: {
	skip 'lqcd.h is not there', 1 unless $umbrella;
	my $text = includes('lqcd.h') . "int unit;\n";
	compiles($_, $no_code, $text, 'lqcd.h') for 'gnu11', 'c17', 'c++11', 'c++14', 'c++20';
	compiles($_, '-O2', $text, 'lqcd.h') for 'c11', 'c++17';

	my %system;
	for my $file (@headers) {
		open my $in, '<', $file or die "$file: $!";
		/^\s*#\s*include\s*(<[^>]+>)/ and $system{$1} = 1 while <$in>;
	}
	# Not those of another processor.
	my @here = grep { !system "$cc $arch $openmp -fsyntax-only " . unit('c', "#include $_\n") . " 2>$dir/said" } sort keys %system;
	my $system = join '', map { "#include $_\n" } @here;
	# The headers of C++ do not bear min and max as macros: there the headers of the system come first.
	my %first = (c11 => '', 'c++17' => "$system#define _Static_assert static_assert\n");
	my %complex = (c11 => includes('complex.h'), 'c++17' => includes('complex'));
	my $shuffled = includes(shuffle(@whole)) . "int unit;\n";
	for my $std ('c11', 'c++17') {
		my ($first, $complex) = ($first{$std}, $complex{$std});
		compiles($std, $no_code, "$first$hostile$text$survived", 'lqcd.h after #define T 42, min, max and their like');
		compiles($std, $no_code, "$complex$text", "lqcd.h after the language's complex numbers");
		compiles($std, $no_code, "$text$complex", "lqcd.h before the language's complex numbers");
		compiles($std, $no_code, "$first$clutter$types$text", 'lqcd.h after the macros of other systems');
		compiles($std, $no_code, "$first$complex$types$clutter$hostile$shuffled$survived",
			'all headers, in some order, after all of these');
	}
	compiles($_, $no_code, "extern \"C\" {\n$text}\n", 'lqcd.h inside extern "C"') for 'c++11', 'c++17', 'c++20';
	compiles('c++17', $no_code, "extern \"C\" {\n$shuffled}\n", 'all headers inside extern "C"');

	my %theirs = macros($system);
	my %all = macros($text);
	my $short = qr/^_(?:MASTER_FOR|PIECE_FOR|SITE_FOR|FIELD_AT|4FIELD_AT)/;
	my @leaked = sort grep { !$theirs{$_} && !/^(?:LQCD_|lqcd_)/ && !/$short/ } keys %all;
	ok(keys %all && !@leaked, 'lqcd.h defines no macros but LQCD_..., lqcd_... and the short names');
	diag("it defines: @leaked") if @leaked;
	my %quiet = macros("#define LQCD_NO_SHORT_NAMES\n$text");
	my @still = sort grep { !$theirs{$_} && /$short/ } keys %quiet;
	ok(keys %quiet && !@still, 'LQCD_NO_SHORT_NAMES leaves the short names alone');
	diag("it defines: @still") if @still;
}

# The compiler that was asked for and those that are promised; one that has two names is taken once.
sub compilers {
	my (@found, %seen);
	for ([$cc, $cxx], ['gcc', 'g++'], map { ["clang-$_", "clang++-$_"] } 14, 16, 19) {
		my ($c, $cpp) = @$_;
		my ($version) = (qx($c --version 2>$dir/said) || '') =~ /^(?:\S+ )?(.*)/;
		next if defined $version && $version ne '' && $seen{$version}++;
		$cpp = '' if $cpp ne '' && system "$cpp --version >$dir/said 2>&1";
		push @found, [$c, $cpp, defined $version && $version ne ''];
	}
	return @found;
}

# The unit of tests/link/ uses what it includes: some warnings come from the optimiser alone. At -O0 and -O2 it is
# compiled by link.t.
my $used = "#include \"$FindBin::Bin/../link/unit.c\"\n";
for my $by (compilers()) {
	my $compiler = $by->[0];
	my $empty = unit('c', "int unit;\n");
	SKIP: {
		skip "lqcd.h by $compiler: it is not here", 1 unless $by->[2] && $umbrella;
		skip "lqcd.h by $compiler: it does not know $arch", 1 if system "$compiler $arch -c $empty -o $dir/unit.o 2>$dir/said";
		for my $flags (drawn('-O0', '-O2', '-O3', '-Os', '-O2 -ffast-math', '-O2 -fno-strict-aliasing')) {
			my @languages = $flags =~ /^-O[03]$/ ? ('c11', 'c++17') : 'c11';
			compiles($_, "$arch $flags", includes('lqcd.h') . "int unit;\n", 'lqcd.h', $by) for @languages;
		}
		compiles('c11', "$arch -O3 -ffast-math", $used, 'a program with lqcd.h', $by);
		compiles('c++17', "$arch -Os -fno-strict-aliasing", $used, 'a program with lqcd.h', $by) if $compiler eq $cc;
	}
}

done_testing();
