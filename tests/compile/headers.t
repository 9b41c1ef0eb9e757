#!/usr/bin/env perl
# tests/compile/headers.t: every header compiles alone and twice, as C and C++, without a warning; the macros of the
# including program survive lqcd.h, and lqcd.h defines no others than its own.
# From the environment: CC, CXX (empty: no C++ here), CFLAGS (for -m flags), OPENMP, WARN.
use strict;
use warnings;
use File::Find;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cc = $ENV{CC} || 'cc';
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
my $arch = join ' ', grep { /^-m/ } split ' ', defined $ENV{CFLAGS} ? $ENV{CFLAGS} : '-march=native';
my $openmp = $ENV{OPENMP} || '';
my $warn = ($ENV{WARN} || '-Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align') . ' -Werror';
my $dir = tempdir(CLEANUP => 1);
my $umbrella = -e 'lqcd.h';

sub unit {
	my ($language, $text) = @_;
	my $file = "$dir/unit." . ($language eq 'c' ? 'c' : 'cpp');
	open my $out, '>', $file or die "$file: $!";
	print $out $text;
	close $out or die "$file: $!";
	return $file;
}

sub compiles {
	my ($std, $flags, $text, $name) = @_;
	my $language = $std =~ /\+\+/ ? 'c++' : 'c';
	my $compiler = $language eq 'c' ? $cc : $cxx;
	SKIP: {
		skip "$name, $std: no C++ compiler", 1 if $compiler eq '';
		my $file = unit($language, $text);
		my $said = `$compiler -std=$std $flags $openmp $warn -I. -c $file -o $dir/unit.o 2>&1`;
		my $good = $? == 0;
		my $level = $flags =~ /(-O[^0])/ ? " $1" : '';
		ok($good, "$name, $std$level" . ($flags =~ /-m/ ? '' : ' without -m flags'));
		diag(join "\n", grep { defined } (split /\n/, $said)[0 .. 19]) unless $good;
	}
}

sub macros {
	my $file = unit('c', $_[0]);
	my %defined = map { /^#define ([A-Za-z_0-9]+)/ ? ($1 => 1) : () } `$cc -std=c11 $arch $openmp -I. -dM -E $file`;
	return %defined;
}

my @headers = $umbrella ? 'lqcd.h' : ();
find({ no_chdir => 1, wanted => sub { push @headers, $_ if /\.h$/ } }, 'lqcd');
@headers = sort @headers;
# A back end is compiled through simd.h, below; device code by nvcc.
my @whole = grep { !m{^lqcd/(simd|gpu)/} } @headers;

my $no_code = "$arch -O0 -fsyntax-only";
for my $header (@whole) {
	compiles($_, $no_code, "#include <$header>\n#include <$header>\nint unit;\n", $header) for 'c11', 'c++17';
}

SKIP: {
	skip 'lqcd/simd.h is not there', 1 unless -e 'lqcd/simd.h';
	my %flags = (SCALAR => '', GENERIC => '', AVX2 => '-mavx2 -mfma', AVX512 => '-mavx512f');
	for my $simd (sort keys %flags) {
		my $file = unit('c', "int unit;\n");
		SKIP: {
			my $unknown = system "$cc $flags{$simd} -fsyntax-only $file 2>$dir/said";
			skip "LQCD_SIMD_$simd: $cc does not know $flags{$simd}", 1 if $unknown;
			my $flags = "$flags{$simd} -DLQCD_SIMD=LQCD_SIMD_$simd -O0 -fsyntax-only";
			my $text = "#include <lqcd/simd.h>\nint unit;\n";
			compiles($_, $flags, $text, "lqcd/simd.h, $simd") for 'c11', 'c++17';
		}
	}
	# What #error says names the legal values.
	my $file = unit('c', "#include <lqcd/simd.h>\nint unit;\n");
	for my $wrong ('-DLQCD_SIMD=77', '-DLQCD_SIMD=LQCD_SIMD_AVX3', '-DLQCD_NC=5') {
		my $said = `$cc -std=c11 $arch $wrong -I. -fsyntax-only $file 2>&1`;
		my $legal = $wrong =~ /NC/ ? qr/2, 3 or 4/ : qr/LQCD_SIMD_AVX512.*LQCD_SIMD_SCALAR/;
		ok($? != 0 && $said =~ /error:.*$legal/, "$wrong is an error that names the legal values")
			or diag($said);
	}
}

SKIP: {
	skip 'lqcd.h is not there', 1 unless $umbrella;
	my $text = "#include <lqcd.h>\nint unit;\n";
	compiles($_, $no_code, $text, 'lqcd.h') for 'gnu11', 'c17', 'c++11', 'c++20';
	for my $std ('c11', 'c++17') {
		compiles($std, "$arch -O2", $text, 'lqcd.h');
		compiles($std, '-O2', $text, 'lqcd.h');
	}
	compiles('c++17', $no_code, "extern \"C\" {\n#include <lqcd.h>\n}\nint unit;\n", 'lqcd.h inside extern "C"');

	# Names that programs define; each gets a value of its own, which must be there afterwards.
	my @names = qw(T REAL BASE LANES FN X Y Z I C R N V D W);
	my $before = join '', map { "#define $names[$_] " . ($_ + 42) . "\n" } 0 .. $#names;
	my $after = join '', map { "_Static_assert($names[$_] == " . ($_ + 42) . ", \"$names[$_]\");\n" } 0 .. $#names;
	my $cpp = "#define _Static_assert static_assert\n";
	compiles('c11', $no_code, "$before$text$after", 'lqcd.h after #define T 42 and its like');
	compiles('c++17', $no_code, "$before$text$cpp$after", 'lqcd.h after #define T 42 and its like');

	# What lqcd.h defines beyond the system headers that it includes.
	my %system;
	for my $file (@headers) {
		open my $in, '<', $file or die "$file: $!";
		/^\s*#\s*include\s*(<[^>]+>)/ and $system{$1} = 1 while <$in>;
	}
	my %theirs = macros(join '', map { "#if __has_include($_)\n#include $_\n#endif\n" } sort keys %system);
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

done_testing();
