#!/usr/bin/env perl
# tests/compile/single.t: the single header, build/lqcd_single.h, holds every header and template of lqcd/ for hosts, includes no file but
# itself, has at most 1.3 MB, is to the preprocessor what lqcd.h is, and compiles without a warning, wherever it lies and whatever comes
# before or after. lqcd_single.cuh, which has what compilers of devices need as well, is what they make of lqcd.h. The gate has CC with its
# own flags, one unit of each language, clang in C, and two places. That the tests pass on it is the configuration "single" of
# tests/tests.mk.
use File::Copy qw(copy);
use File::Path qw(make_path);
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

my @made = ('build/lqcd_single.h', 'build/lqcd_single.cuh');
defined runs("make -s @made", 'they are made') or BAIL_OUT('no single header');
my ($single, $devices) = map { copy($_, "$dir/") or die "$_: $!"; s/build/$dir/r } @made;
my ($text, $cuh) = map { slurp($_) } $single, $devices;
if ($all) { is(scalar `$^X lqcd/package/single.pl`, $text, 'another time it is the same') }
my ($version) = slurp('lqcd/base/config.h') =~ /^#define LQCD_VERSION +"(.*)"$/m;
like($text, qr{\A/\* lqcd_single\.h: lqcd \Q$version\E }, 'its first line names the version');
cmp_ok(index($text, 'Permission is hereby granted'), '>', 0, 'it carries the licence');
none('it includes no file of the tree', grep { !/"lqcd_single\.(?:h|cuh)"/ } map { /^\s*#\s*include\s*".*$/mg } $text, $cuh);
cmp_ok(length $text, '<=', 1_300_000, 'it has at most 1.3 MB');
cmp_ok(length($cuh) - length $text, '<=', 450_000, 'what devices need has at most 0.45 MB');
unlike($text, qr/^\s*#\s*(?:line\s+)?\d/m, 'it has no line markers');
like(scalar `$cc -D__CUDACC__ -Wfatal-errors -E -x c $single 2>&1 >$dir/said`, qr/error:.*lqcd_single\.cuh/, 'a compiler of devices is told which file it needs');

# A template that others include is part of them, and a ladder of tags leaves nothing. Representations are refused; staggered
# quarks and foreign memory are not for devices.
my @templates = files_in(qr/\.inc$/, 'lqcd');
my %nested = map { $_ => 1 } map { slurp($_) =~ m{^ *#include "(?:[^"]*/)?([^"/]+\.inc)"}mg } @templates;
sub is_nested ($file) { return $file =~ m{/([^/]+\.inc)$} && ($nested{$1} || slurp($file) =~ m{^#include (?:LQCD_|.\.\./base/each_tag)}m) }
none('lqcd_single.cuh holds each header and template', grep { index($cuh, "/* ---- $_ */\n") < 0 && !is_nested($_) } 'lqcd.h',
	grep { !m{/\w*(?:begin|end|lazy)(?:_\w+)?\.inc$|^lqcd/(?:compat|foreign)/|/(?:device_)?(?:represent\.|staggered|colour|fat_links|unitary|parallelogram|symanzik|powers)} }
	files_in(qr/\.h$/, 'lqcd'), @templates);
none('it holds those that are not for devices', grep { index($text, $_) < 0 } grep { !m{^/\* ---- lqcd/(?:device/|\w+/device_)} } $cuh =~ m{^(/\* ---- \S+ \*/\n)}mg);

# ---- to the preprocessor: the same words and the same macros, in whatever order the passes over the file have them

# assert() names the file and the line; macros are saved for other stretches. The passes for devices have linkage blocks of their own.
sub words ($said, $device) {
	my %count;
	$said =~ s/^\s*#\s*pragma (?:push|pop)_macro\b.*//mg;
	$said =~ s{"[^"\s]*lqcd[^"\s]*\.(?:h|inc)"|\b\d+,}{}g;
	my $word = $device ? qr/(\b(?!extern\b|C\b)\w+)/ : qr/(\w+|[^\w\s])/;
	$count{$1}++ while $said =~ /$word/g;
	return \%count;
}
sub same ($flags, $language, $file) {
	my $compiler = ($language eq 'c' ? $cc : $cxx) . " $flags $openmp -x $language -I.";
	SKIP: {
		skip "$language with $flags: unknown option", 2 unless works("echo 'int unit;' | $compiler -fsyntax-only -");
		my ($own, $tree) = map { words(scalar `$compiler -E -P $_`, $file eq $devices) } $file, 'lqcd.h';
		none("$language with \"$flags\": the words of lqcd.h", grep { ($own->{$_} // 0) != ($tree->{$_} // 0) } sort keys %{ { %$own, %$tree } });
		($own, $tree) = map { join "\n", sort grep { !/^#define \w+_H *2? *$/ } split /\n/, `$compiler -E -dM $_` } $file, 'lqcd.h';
		s/^(#define \w+(?:\([^)]*\))?)(.*)$/my ($name, $is) = ($1, $2); join ' ', $name, $is =~ m{\w+|[^\w\s]}g/gme for $own, $tree;
		ok($own eq $tree && length $own > 10_000, 'and its macros');
	}
}
# As a compiler of devices, with nothing in the headers of the vendor
make_path("$dir/vendor");
spew("$dir/vendor/cuda_pipeline_primitives.h");
same($arch, 'c', $single);
if ($all) {
	same("-D__CUDACC__ -I$dir/vendor", 'c++', $devices) if $cxx ne '';
	same($_, 'c', $single) for '', '-DLQCD_SIMD=LQCD_SIMD_SCALAR', '-mavx2 -mfma', '-mavx512f', '-DLQCD_DEBUG';
	for my $flags ($cxx ne '' ? ($arch, '-DLQCD_DEBUG') : ()) { same($flags, 'c++', $single) }
}

# ---- to the compiler

my ($own, $tree, $part) = ("#include \"$single\"\n", includes('lqcd.h'), includes('lqcd/site/su3.h'));
my %unit = $all ? ('alone' => $own, 'twice' => $own x 2, 'before the tree' => $own . $tree, 'after a header' => $part . $own, 'after lqcd.h' => $tree . $own)
	: ('after a header, twice, before lqcd.h' => $part . $own x 2 . $tree);
for my $standard ('c11', 'c++17') {
	my ($compiler, $language) = $standard eq 'c11' ? ($cc, 'c') : ($cxx, 'c++');
	next if $compiler eq '';
	# gcc reads this long file again and again for -Wmisleading-indentation: once is enough.
	for my $how (sort keys %unit) {
		spew("$dir/unit.c", $unit{$how}, "int unit;\n");
		runs("$compiler -std=$standard $_ $openmp $warn -I. -x $language -c $dir/unit.c -o $dir/unit.o", "$standard: it compiles $how, $_")
			for "$arch -fsyntax-only -Wno-misleading-indentation", $all && $how eq 'alone' ? ("$arch -O2", '-O0') : ();
	}
}
# Static functions that a unit does not use, in the file itself and included
spew("$dir/unit.c", $own, "int unit;\n");
SKIP: {
	skip 'no clang', 1 unless have('clang');
	for (["c $single"], $all ? (["c++ $single"], ["c $dir/unit.c"], ["c++ $dir/unit.c"]) : ()) {
		is(scalar `clang $arch -O1 -Wall -Wextra -Wunused-function -Wno-invalid-feature-combination -Wno-unknown-warning-option -fsyntax-only -x @$_ 2>&1`,
			'', "clang -Wall -Wextra: @$_");
	}
}

# ---- wherever it lies

make_path(map { "$dir/a/$_" } qw(program header other));
copy($single, "$dir/a/$_") or die "$dir/a/$_: $!" for 'header/lqcd_single.h', 'program/lqcd_single.h', 'other/renamed.h';
symlink "$dir/a/other/renamed.h", "$dir/a/program/link.h" or die "symlink: $!";
for my $c ($all ? compilers() : $cc) {
	my $any_name = works("echo 'const char *name = __FILE_NAME__;' | $c -x c -fsyntax-only -");
	my $first;
	for (['by -I', 'lqcd_single.h', '-I ../header'], ['through a link', 'link.h', ''], $all ? (['beside the program', 'lqcd_single.h', ''],
		['under another name', '../other/renamed.h', ''], ['by a relative path', '../header/lqcd_single.h', ''],
		['by an absolute path', "$dir/a/header/lqcd_single.h", '']) : ()) {
		my ($how, $path, $flags) = @$_;
		SKIP: {
			skip "$c has no __FILE_NAME__", 1 if $path !~ /lqcd_single/ && !$any_name;
			my $folder = $flags eq '' ? 'program' : 'other';
			spew("$dir/a/$folder/main.c", "#include \"$path\"\nint main(void) { return 0; }\n");
			my $seen = `cd $dir/a/$folder && $c -std=c11 $arch $flags -E -P main.c 2>&1`;
			ok($? == 0 && $seen eq ($first //= $seen), "$c: the same text $how");
		}
	}
	next unless $all;
	# A program of two units, one of them in C++ if there is a compiler
	my $cpp = $c eq $cc ? $cxx : { gcc => 'g++', clang => 'clang++' }->{$c};
	my ($other, $x, $extern) = $cpp ne '' && have($cpp) ? ($cpp, 'c++', 'extern "C" ') : ($c, 'c', '');
	spew("$dir/a/program/main.c", "#include \"../header/lqcd_single.h\"\n#include <stdio.h>\nint other(void);\n"
		. "int main(void) { lqcd_su3_d u; lqcd_su3_unit_d(&u); printf(\"%g %d\\n\", lqcd_su3_trace_d(&u).re, other()); return 0; }\n");
	spew("$dir/a/program/other.c", "${extern}int other(void);\n#include \"lqcd_single.h\"\n"
		. "int other(void) { lqcd_su3_vf u; lqcd_su3_unit_vf(&u); return LQCD_LANES_vf > 0; }\n");
	is(runs("cd $dir/a/program && $c -std=c11 $arch -O0 -c main.c -o main.o && $other $arch -O0 -x $x -c other.c -o other.o && $other main.o other.o -lm -o two && ./two",
		"$c: two units include it"), "3 1\n", 'and run');
}

# In the configuration "single" <lqcd/...> is the single header; nothing else may come from the tree but the files that open and close
# the templates of the tests.
none('the tests take lqcd from the include path', map { my $file = $_;
	map { "$file: $_" } slurp($file) =~ m{^#include "(\.\./[./]*lqcd(?!/\w+/(?:begin|end|each)\w*\.inc")[^"]*)"}mg }
	grep { !m{^tests/(?:gpu|hirep)/} } files_in(qr/\.(?:c|h|inc)$/, 'tests'));
done_testing();
