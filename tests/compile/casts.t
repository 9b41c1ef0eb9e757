#!/usr/bin/env perl
# tests/compile/casts.t: a cast that a manual or README.md names gives no warning of -Wstrict-aliasing, and the same numbers
# with and without the optimiser: casts.c, and what has casts in README.md, examples/short and examples/explorer, by CC, gcc and
# clang, as C and C++. -Wstrict-aliasing=3 is that of -Wall, and holds for the headers, too. =2 also warns of what is right,
# a struct of numbers that is read as numbers; the headers are quiet under it as -isystem alone.
# From the environment: CC, CXX (empty: no C++ here), CFLAGS (for -m flags).
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cc = $ENV{CC} || 'cc';
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
my $arch = join ' ', grep { /^-m/ } split ' ', defined $ENV{CFLAGS} ? $ENV{CFLAGS} : '-march=native';
my $dir = tempdir(CLEANUP => 1);
my @compilers = map { ["$_ -std=c11", 'c'] } $cc, grep { $_ ne $cc && !system "command -v $_ >/dev/null 2>&1" } 'gcc', 'clang';
push @compilers, ["$cxx -std=c++17", 'c++'] if $cxx ne '';

sub slurp { my ($file) = @_; local $/; open my $in, '<', $file or die "$file: $!"; return scalar <$in> }
sub spew { my ($file, $text) = @_; open my $out, '>', $file or die "$file: $!"; print $out $text; close $out or die $!; return $file }

mkdir "$dir/include" or die "mkdir: $!";
spew("$dir/include/lqcd_single.h", "#include <lqcd.h>\n");
my @blocks = slurp('README.md') =~ /^```c\n(.*?)^```/msg;
my @files = ('tests/compile/casts.c', map({ spew("$dir/readme$_.c", $blocks[$_]) } 0 .. $#blocks),
	grep({ !m{/(?:processes|hirep)\.c$} } sort glob 'examples/short/*.c'), sort glob 'examples/explorer/*.c');
@files = grep { slurp($_) =~ /\((?:const )?(?:lqcd_\w+|double|float|char|void) \*\)/ } @files;
ok(@blocks >= 4 && @files >= 3, "there are programs with casts: @files");

for my $compiler (@compilers) {
	my ($command, $language) = @$compiler;
	for my $flags ('-Wstrict-aliasing=3 -I.', '-Wstrict-aliasing=2 -isystem .') {
		my @said;
		for my $file (grep { $language eq 'c' || !m{/explorer/} } @files) {
			my $said = `$command $arch -O2 -Wall -Wextra -Wno-unknown-warning-option $flags -I$dir/include -fsyntax-only -x $language $file 2>&1`;
			push @said, "$file:\n$said" if $? != 0 || $said =~ /warning:/;
		}
		ok(!@said, "$command $flags: no warning") or diag(substr join('', @said), 0, 3000);
	}
	my @numbers = map { `$command $arch $_ -isystem . -x $language tests/compile/casts.c -o $dir/casts -lm && $dir/casts` } '-O0', '-O3';
	ok($numbers[0] =~ /^-?\d/ && $numbers[0] eq $numbers[1], "$command: the same numbers at -O0 and -O3") or diag("@numbers");
}

# The warning is there: a cast of the address of a host's struct.
SKIP: {
	skip 'clang has no such warning', 1 if `$cc --version` =~ /clang/;
	(my $wrong = slurp('tests/compile/casts.c')) =~ s/lqcd_su3_mul\(\(lqcd_su3_d \*\)out/lqcd_su3_mul((lqcd_su3_d *)&here/ or die 'no cast';
	$wrong =~ s/(double \*out = )/static host_matrix here;\n\t$1/;
	spew("$dir/wrong.c", $wrong);
	like(scalar `$cc -std=c11 $arch -O2 -Wall -isystem . -fsyntax-only $dir/wrong.c 2>&1`, qr/strict-aliasing/, 'an address of a struct is warned of');
}
done_testing();
