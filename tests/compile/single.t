#!/usr/bin/env perl
# tests/compile/single.t: the single header (lqcd/package/single.pl, make single) holds every header and template of lqcd/
# for hosts, includes no file but itself, has at most 1.3 MB, defines what lqcd.h defines, and compiles without a warning,
# as C and C++, by CC, gcc and clang, wherever it lies: included by any path, through a link, under another name, twice, in
# two units of a program, and beside the tree. lqcd_single.cuh, which has what compilers of devices need as well, is what
# they make of lqcd.h.
# That the unit and physics tests pass on it is the configuration "single" of tests/configurations.txt.
# From the environment: CC, CXX (empty: no C++ here), CFLAGS (for -m flags), OPENMP, WARN; ../share.pl.
use strict;
use warnings;
use File::Copy qw(copy);
use File::Find;
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use FindBin;
use Test::More;
require "$FindBin::Bin/../share.pl";

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cc = $ENV{CC} || 'cc';
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
my $arch = join ' ', grep { /^-m/ } split ' ', defined $ENV{CFLAGS} ? $ENV{CFLAGS} : '-march=native';
my $openmp = $ENV{OPENMP} || '';
our $warn = ($ENV{WARN} || '-Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align') . ' -Werror';
my $dir = tempdir(CLEANUP => 1);
my $single = "$dir/lqcd_single.h";

sub slurp {
	open my $in, '<', $_[0] or die "$_[0]: $!";
	local $/;
	return scalar <$in>;
}

ok(!system("$^X lqcd/package/single.pl >$single"), 'it is made') or BAIL_OUT('no single header');
ok(!system("$^X lqcd/package/single.pl --devices >$dir/lqcd_single.cuh"), 'lqcd_single.cuh is made');
my ($text, $cuh) = map { slurp("$dir/lqcd_single.$_") } 'h', 'cuh';
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};
ok(!system('make -s build/lqcd_single.h') && $text eq slurp('build/lqcd_single.h'), 'make makes the same of it');
my $su3 = 'lqcd/site/su3.h';
my ($version) = slurp('lqcd/base/config.h') =~ /^#define LQCD_VERSION +"(.*)"$/m;
ok(defined $version && $text =~ m{\A/\* lqcd_single\.h: lqcd \Q$version\E }, 'its first line names the version');
ok(index($text, 'Permission is hereby granted') > 0, 'it carries the licence');
for ($text, $cuh) {
	my @left = grep { !/"lqcd_single\.(?:h|cuh)"/ } /^(\s*#\s*include\s*".*)$/mg;
	ok(!@left, 'it includes no file of the tree') or diag("@left");
}
cmp_ok(length $text, '<=', 1_300_000, 'it has at most 1.3 MB');
cmp_ok(length($cuh) - length $text, '<=', 450_000, 'what devices need has at most 0.45 MB');
ok($text !~ /^\s*#\s*(?:line\s+)?\d/m, 'it has no line markers');
like(scalar `$cc -D__CUDACC__ -E -x c $single 2>&1 >$dir/said`, qr/error:.*lqcd_single\.cuh/, 'a compiler of devices is told which file it needs');

# A template that others include is part of them, and a ladder of tags leaves nothing.
sub is_nested {
	my ($file) = @_;
	return $file =~ m{/([^/]+\.inc)$} && !system "grep -rqE '^ *#include \"([^\"]*/)?$1\"' lqcd --include='*.inc' || grep -qE '^#include (LQCD_|.[.][.]/base/each_tag)' $file";
}

my @headers;
find({ no_chdir => 1, wanted => sub { push @headers, $_ if /\.(?:h|inc)$/ && !m{/\w*(?:begin|end|lazy)(?:_\w+)?\.inc$|^lqcd/compat/|/represent\.|/foreign|/(?:staggered|colour|fat_links|unitary|parallelogram|symanzik|powers)} } }, 'lqcd');
my @missing = grep { index($cuh, "/* ---- $_ */\n") < 0 && !is_nested($_) } 'lqcd.h', sort @headers;
ok(@headers && !@missing, 'lqcd_single.cuh holds every header and template of lqcd/ but those of representations, which it refuses, of staggered quarks and of foreign memory')
	or diag("missing: @missing");
@missing = grep { index($text, $_) < 0 } grep { !m{^/\* ---- lqcd/(?:gpu/|kernels/gpu_)} } $cuh =~ m{^(/\* ---- \S+ \*/\n)}mg;
ok(!@missing, 'it holds those that are not for devices') or diag("missing: @missing");

# Functions, types and macros are those of lqcd.h, for the options that choose what is included. Passes over the file
# change their order, so the lines that the compiler sees are compared as a set.
# As a compiler of devices, too, with nothing in the headers of the vendor.
mkdir "$dir/vendor";
write_file("$dir/vendor/cuda_pipeline_primitives.h");
my $device = "-D__CUDACC__ -I$dir/vendor";
for my $options (drawn($arch, '', '-DLQCD_SIMD=LQCD_SIMD_SCALAR', '-mavx2 -mfma', '-mavx512f', '-DLQCD_DEBUG', $device)) {
	my $file = $options eq $device ? "$dir/lqcd_single.cuh" : $single;
	SKIP: {
		my $known = !system "echo 'int unit;' | $cc $options -x c -fsyntax-only - 2>$dir/said";
		my $in_cxx = $cxx ne '' && $options =~ /^(?:\Q$arch\E|-DLQCD_DEBUG|\Q$device\E)\z/;
		for my $language ($options eq $device ? () : 'c', $in_cxx ? 'c++' : ()) {
			my $label = ($language eq 'c' ? 'C' : 'C++') . ' with "' . ($options eq $device ? '-D__CUDACC__' : $options) . '"';
			skip "$label: unknown option", 2 unless $known;
			my $compiler = ($language eq 'c' ? $cc : $cxx) . " $options $openmp -x $language";
			my @lines = map { [sort map { words($_) } split /\n/, scalar `$compiler -E -P -I. $_`] } $file, 'lqcd.h';
			# Its passes for devices have linkage blocks of their own.
			@lines = map { [grep { /^\w+$/ && !/^(?:extern|C)$/ } @$_] } @lines if $options eq $device;
			is_deeply(@lines, "the preprocessor makes the same of it as of lqcd.h: $label");
			my @macros = map { join "\n", sort grep { !/^#define \w+_H *2? *$/ } split /\n/, scalar `$compiler -E -dM -I. $_` } $file, 'lqcd.h';
			# The name and its parameters, and the words of the text.
			s/^(#define \w+(?:\([^)]*\))?)(.*)$/join ' ', $1, words($2)/gme for @macros;
			ok($macros[0] eq $macros[1], "and it leaves the same macros: $label");
		}
	}
}

# The words of a line. assert() names the file and the line; macros are saved for other stretches.
sub words {
	my ($line) = @_;
	return () if $line =~ /^\s*#\s*pragma (?:push|pop)_macro\b/;
	$line =~ s{"[^"\s]*lqcd[^"\s]*\.(?:h|inc)"|\b\d+,}{}g;
	return $line =~ /(\w+|[^\w\s])/g;
}

sub compiles {
	my ($std, $flags, $file, $name) = @_;
	my $language = $std =~ /\+\+/ ? 'c++' : 'c';
	my $compiler = $language eq 'c' ? $cc : $cxx;
	SKIP: {
		skip "$name, $std: no C++ compiler", 1 if $compiler eq '';
		my $said = `$compiler -std=$std $flags $openmp $warn -I. -x $language -c $file -o $dir/unit.o 2>&1`;
		my $good = $? == 0;
		ok($good, "$name, $std");
		diag(join "\n", grep { defined } (split /\n/, $said)[0 .. 19]) unless $good;
	}
}

sub write_file {
	my ($file, @text) = @_;
	open my $out, '>', $file or die "$file: $!";
	print $out @text;
	close $out or die "$file: $!";
	return $file;
}

sub unit { write_file("$dir/unit.c", @_, "int unit;\n") }

my $include = "#include \"$single\"\n";
for my $std ('c11', 'c++17') {
	compiles($std, "$arch -O2", unit($include), 'it compiles');
	# gcc reads this long file again and again for -Wmisleading-indentation: once is enough.
	local $warn = "$warn -Wno-misleading-indentation";
	compiles($std, '-fsyntax-only', unit($include), 'it compiles without -m flags');
	compiles($std, "$arch -fsyntax-only", unit($include x 2), 'it compiles included twice');
	compiles($std, "$arch -fsyntax-only", unit($include, "#include <lqcd.h>\n"), 'it compiles before the tree');
	compiles($std, "$arch -fsyntax-only", unit("#include <$_>\n", $include), "it compiles after $_") for $su3, 'lqcd.h';
}

# Static functions that a unit does not use, in the file itself and included.
SKIP: {
	skip 'no clang', 4 if system 'command -v clang >/dev/null 2>&1';
	for my $language ('c', 'c++') {
		for my $file ($single, unit($include)) {
			my $said = `clang -x $language $arch -O1 -Wall -Wextra -Wunused-function -Wno-invalid-feature-combination -Wno-unknown-warning-option -fsyntax-only $file 2>&1`;
			is($said, '', "clang -Wall -Wextra $language: " . ($file eq $single ? 'the header itself' : 'a unit'));
		}
	}
}

# ---- wherever it lies ----------------------------------------------------------------------------------------------

# A program of two units, one in C++ if there is a compiler, in a folder beside that of the header.
make_path("$dir/a/program", "$dir/a/header", "$dir/a/other");
copy($single, "$dir/a/$_") or die "$dir/a/$_: $!" for 'header/lqcd_single.h', 'program/lqcd_single.h', 'other/renamed.h';
symlink "$dir/a/other/renamed.h", "$dir/a/program/link.h" or die "symlink: $!";
my @compilers = ([$cc, $cxx]);
for (['gcc', 'g++'], ['clang', 'clang++']) {
	push @compilers, $_ if $cc ne $_->[0] && !grep { system "command -v $_ >/dev/null 2>&1" } @$_;
}
for my $pair (@compilers) {
	my ($c, $cpp) = @$pair;
	my $any_name = !system "echo 'const char *name = __FILE_NAME__;' | $c -x c -fsyntax-only - 2>$dir/said";
	my $first;
	for (['beside the program', 'lqcd_single.h', ''], ['by a relative path', '../header/lqcd_single.h', ''],
		['by an absolute path', "$dir/a/header/lqcd_single.h", ''], ['by -I', 'lqcd_single.h', '-I ../header'],
		['under another name', '../other/renamed.h', ''], ['through a link', 'link.h', '']) {
		my ($how, $path, $flags) = @$_;
		SKIP: {
			skip "$c has no __FILE_NAME__", 1 if $path !~ /lqcd_single/ && !$any_name;
			my $folder = $flags eq '' ? 'program' : 'other';
			write_file("$dir/a/$folder/main.c", "#include \"$path\"\n#include <stdio.h>\nint other(void);\n"
				. "int main(void) { lqcd_su3_d u; lqcd_su3_unit_d(&u); printf(\"%g %d\\n\", lqcd_su3_trace_d(&u).re, other()); return 0; }\n");
			my $seen = `cd $dir/a/$folder && $c -std=c11 $arch $flags -E -P main.c 2>&1`;
			my $good = $? == 0;
			$first //= $seen;
			ok($good && $seen eq $first, "$c: the same text $how");
		}
	}
	my $is_cxx = $cpp ne '';
	write_file("$dir/a/program/main.c", "#include \"../header/lqcd_single.h\"\n#include <stdio.h>\nint other(void);\n"
		. "int main(void) { lqcd_su3_d u; lqcd_su3_unit_d(&u); printf(\"%g %d\\n\", lqcd_su3_trace_d(&u).re, other()); return 0; }\n");
	write_file("$dir/a/program/other.cpp", ($is_cxx ? "extern \"C\" int other(void);\n" : "int other(void);\n")
		. "#include \"lqcd_single.h\"\nint other(void) { lqcd_su3_vf u; lqcd_su3_unit_vf(&u); return LQCD_LANES_vf > 0; }\n");
	my $link = $is_cxx ? $cpp : $c;
	my $said = `cd $dir/a/program && { $c -std=c11 $arch -O0 -c main.c -o main.o && $link $arch -O0 -x @{[$is_cxx ? 'c++' : 'c']} -c other.cpp -o other.o && $link main.o other.o -lm -o two && cd / && $dir/a/program/two; } 2>&1`;
	is($said, "3 1\n", "$c: two units of a program include it");
}

# In the configuration "single" <lqcd/...> is the single header; nothing else may come from the tree but the two files
# that open and close the templates of the tests.
my @tests;
find({ no_chdir => 1, wanted => sub { push @tests, $_ if m{\.(?:c|h|inc)$} } }, 'tests/unit', 'tests/physics');
my @direct;
for my $file (sort @tests) {
	push @direct, map { "$file: $_" } slurp($file) =~ m{^#include "(\.\./[./]*lqcd(?!/\w+/(?:gpu_)?(?:begin|end|each)\w*\.inc")[^"]*)"}mg;
}
ok(@tests && !@direct, 'the tests take lqcd from the include path') or diag(join "\n", @direct);

done_testing();
