#!/usr/bin/env perl
# tests/simd/new.t: a new SIMD back end is one file and one line, as lqcd/simd/README.md says: a copy of the tree gets
# lqcd/simd/toy.h, generic.h under another name, and its line in lqcd/simd/simd.h. The tests of all operations, of complex numbers
# in registers and of random numbers then run on it, by name and by default. From the environment: ../support/Support.pm.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

runs("cp -R lqcd lqcd.h tests $dir", 'the tree is copied');
chdir $dir or die "chdir: $!";
# The file has another name and number, and is taken by default where -DHAVE_TOY stands for its -m flags.
$_ = slurp('lqcd/simd/generic.h');
s/LQCD_SIMD_GENERIC/LQCD_SIMD_TOY/g;
s/(LQCD_SIMD_TOY|LQCD__SIMD_KNOWN_)( ?)2\b/$1${2}4242/g;
s/0, 2$/0, 4242/m;
s/"generic"/"toy"/;
s/#ifndef LQCD_SIMD\n/#if !defined(LQCD_SIMD) && defined(HAVE_TOY)\n/;
spew('lqcd/simd/toy.h', $_);
spew('lqcd/simd/simd.h', slurp('lqcd/simd/simd.h') =~ s/(?=#include "scalar\.h")/#include "toy.h" \/* 4 floats *\/\n/r);

runs("$^X tests/simd/complete.t", 'complete.t accepts the back end');
my $warn = '-Wall -Wextra -pedantic -Wundef -Werror -Wno-format-truncation';
my ($by_name, $by_default) = ('-DLQCD_SIMD=LQCD_SIMD_TOY', '-DHAVE_TOY');
for ([$by_name, 'simd/simd'], [$by_default, 'site/icomplex', 'site/lane_random'],
	$all ? ([$by_default, 'simd/simd'], [$by_name, 'site/icomplex', 'site/lane_random']) : ()) {
	my ($choice, @tests) = @$_;
	spew('unit.c', map({ "#include \"tests/$_\"\n" } 'support/program.h', map { "$_.c" } @tests), "int main(int argc, char **argv)\n{\n",
		'	static const tap_test tests[] = {', join(', ', map { 'TEST(' . s{.*/}{}r . ')' } @tests), "};\n",
		"	return tap_run(argc, argv, tests, sizeof tests / sizeof *tests);\n}\n");
	my $said = runs("$cc -std=c11 $quick $warn $choice -DLQCD_TEST_SIMD='\"toy\"' -DLQCD_SIMD_BITS=128 -I. unit.c -o unit -lm && ./unit", "@tests with $choice");
	cmp_ok(scalar(() = ($said // '') =~ /^ok/mg), '>', 20, 'with many checks');
}
runs("$cc -std=c11 -I. -fsyntax-only -DHAVE_TOY -DLQCD_SIMD_BITS=128 -x c lqcd.h", 'lqcd.h compiles for it');
done_testing();
