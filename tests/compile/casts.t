#!/usr/bin/env perl
# tests/compile/casts.t: a cast that a manual or README.md names gives no warning of -Wstrict-aliasing, and the same numbers with and
# without the optimiser. -Wstrict-aliasing=3 is that of -Wall, and holds for the headers, too. =2 also warns of what is right,
# a struct of numbers that is read as numbers; the headers are quiet under it as -isystem alone. From the environment:
# ../support/Support.pm. The gate has casts.c, which has all such casts, as C by CC; README.md and examples with casts come with all.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

my @compilers = map { ["$_ -std=c11", 'c'] } $all ? compilers() : $cc;
push @compilers, ["$cxx -std=c++17", 'c++'] if $all && $cxx ne '';
mkdir "$dir/include" or die "mkdir: $!";
spew("$dir/include/lqcd_single.h", includes('lqcd.h'));
my @blocks = blocks(slurp('README.md'), 'c');
my @files = grep { slurp($_) =~ /\((?:const )?(?:lqcd_\w+|double|float|char|void) \*\)/ } map({ spew("$dir/readme$_.c", $blocks[$_]) } 0 .. $#blocks),
	grep({ !m{/(?:processes|hirep)\.c$} } glob 'examples/short/*.c'), glob 'examples/explorer/*.c';
ok(@blocks >= 4 && @files >= 2, "there are programs with casts: @files");

for (@compilers) {
	my ($command, $language) = @$_;
	for my $flags ('-Wstrict-aliasing=3 -I.', '-Wstrict-aliasing=2 -isystem .') {
		for my $file ('tests/compile/casts.c', $all ? grep { $language eq 'c' || !m{/explorer/} } @files : ()) {
			is(runs("$command $arch -O2 -Wall -Wextra -Wno-unknown-warning-option $flags -I$dir/include -fsyntax-only -x $language $file", "$command $flags $file")
				// '', '', 'and no warning');
		}
	}
	my @numbers = map { `$command $arch $_ -isystem . -x $language tests/compile/casts.c -o $dir/casts -lm && $dir/casts` } '-O0', '-O3';
	ok($numbers[0] =~ /^-?\d/ && $numbers[0] eq $numbers[1], "$command: the same numbers at -O0 and -O3") or diag("@numbers");
}

# The warning is there: a cast of the address of a host's struct.
SKIP: {
	skip 'clang has no such warning', 1 if `$cc --version` =~ /clang/;
	(my $wrong = slurp('tests/compile/casts.c')) =~ s/lqcd_su3_mul\(\(lqcd_su3_d \*\)out/lqcd_su3_mul((lqcd_su3_d *)&here/ or die 'no cast';
	spew("$dir/wrong.c", $wrong =~ s/(double \*out = )/static host_matrix here;\n\t$1/r);
	like(scalar `$cc -std=c11 $arch -O2 -Wall -isystem . -fsyntax-only $dir/wrong.c 2>&1`, qr/strict-aliasing/, 'an address of a struct is warned of');
}
done_testing();
