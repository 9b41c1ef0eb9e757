#!/usr/bin/env perl
# tests/compile/single.t: the single header (tests/single.pl, make single) holds every header of lqcd/, includes none,
# is the same program as lqcd.h, and compiles alone, twice and beside the tree, as C and C++, without a warning.
# That the unit and physics tests pass on it is the configuration "single" of the Makefile.
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
# gcc reads a file of this length again and again for this one.
$warn .= ' -Wno-misleading-indentation';
my $dir = tempdir(CLEANUP => 1);
my $single = "$dir/lqcd_single.h";

sub slurp {
	open my $in, '<', $_[0] or die "$_[0]: $!";
	local $/;
	return scalar <$in>;
}

ok(!system("$^X tests/single.pl >$single"), 'it is made') or BAIL_OUT('no single header');
my $text = slurp($single);
ok($text eq `$^X tests/single.pl`, 'it is made the same again');
my ($version) = slurp('lqcd/config.h') =~ /^#define LQCD_VERSION +"(.*)"$/m;
ok(defined $version && $text =~ m{\A/\* lqcd_single\.h: lqcd \Q$version\E }, 'its first line names the version');
ok(index($text, 'Permission is hereby granted') > 0, 'it carries the licence');
my @left = $text =~ /^(\s*#\s*include\s*".*)$/mg;
ok(!@left, 'it includes no file of the tree') or diag("@left");
ok($text !~ /^\s*#\s*(?:line\s+)?\d/m, 'it has no line markers');

my @headers;
find({ no_chdir => 1, wanted => sub { push @headers, $_ if /\.(?:h|inc)$/ && !m{/(?:gpu_)?(?:begin|end)(?:_low)?\.inc$|^lqcd/compat/} } }, 'lqcd');
my @missing = grep { $text !~ m{^/\* ---- \Q$_\E[ ,]}m } 'lqcd.h', sort @headers;
ok(@headers && !@missing, 'it holds every header and template of lqcd/') or diag("missing: @missing");

# Tokens are all that the compiler sees: equal for the options that choose what is included.
for my $options ($arch, '', '-DLQCD_SIMD=LQCD_SIMD_SCALAR', '-mavx2 -mfma', '-mavx512f', '-DLQCD_DEBUG') {
	SKIP: {
		my $known = !system "echo 'int unit;' | $cc $options -x c -fsyntax-only - 2>$dir/said";
		for my $language ($cxx eq '' ? 'c' : ('c', 'c++')) {
			my $label = ($language eq 'c' ? 'C' : 'C++') . ' with "' . $options . '"';
			skip "$label: unknown option", 1 unless $known;
			my $compiler = ($language eq 'c' ? $cc : $cxx) . " $options $openmp -E -P -x $language";
			my ($here, $there) = map { join ' ', split ' ', scalar `$compiler -I. $_` } $single, 'lqcd.h';
			# assert() names the file.
			s{"[^"\s]*lqcd[^"\s]*\.(?:h|inc)"|\b\d+,}{}g for $here, $there;
			ok(length $here && $here eq $there, "the preprocessor makes the same of it as of lqcd.h: $label");
		}
	}
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

sub unit {
	my $file = "$dir/unit.c";
	open my $out, '>', $file or die "$file: $!";
	print $out @_, "int unit;\n";
	close $out or die "$file: $!";
	return $file;
}

my $include = "#include \"$single\"\n";
for my $std ('c11', 'c++17') {
	my $pasted = unit($text);
	compiles($std, "$arch -O2", $pasted, 'it compiles pasted into a program');
	compiles($std, '-fsyntax-only', $pasted, 'it compiles pasted into a program without -m flags');
	compiles($std, "$arch -fsyntax-only", unit($include x 2), 'it compiles included twice');
	compiles($std, "$arch -fsyntax-only", unit($include, "#include <lqcd.h>\n#include <lqcd/su3.h>\n"),
		'it compiles before headers of the tree');
	compiles($std, "$arch -fsyntax-only", unit("#include <lqcd/su3.h>\n", $include),
		'it compiles after a header of the tree');
}

# In the configuration "single" <lqcd/...> is the single header; nothing else may come from the tree but the two files
# that open and close the templates of the tests.
my @tests;
find({ no_chdir => 1, wanted => sub { push @tests, $_ if m{\.(?:c|h|inc)$} } }, 'tests/unit', 'tests/physics');
my @direct;
for my $file (sort @tests) {
	push @direct, map { "$file: $_" } slurp($file) =~ m{^#include "(\.\./[./]*lqcd(?!/tmpl/(?:gpu_)?(?:begin|end)(?:_low)?\.inc")[^"]*)"}mg;
}
ok(@tests && !@direct, 'the tests take lqcd from the include path') or diag(join "\n", @direct);

done_testing();
