#!/usr/bin/env perl
# tests/unit/simd_new.t: a new SIMD back end is one file and one line, as lqcd/simd/README.md says: a copy of the tree gets
# lqcd/simd/toy.h, generic.h under another name, and its line in lqcd/simd/simd.h. The tests of all operations, of complex
# numbers in registers and of random numbers then run on it, by name and by default.
# From the environment: CC.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

my $root = "$FindBin::Bin/../..";
my $cc = $ENV{CC} || 'cc';
my $dir = tempdir(CLEANUP => 1);
system("cp -R '$root/lqcd' '$root/lqcd.h' '$root/tests' '$dir'") == 0 or die "cp: $?";

sub edit {
	my ($from, $to, $change) = @_;
	open my $in, '<', "$dir/$from" or die "$from: $!";
	local $_ = do { local $/; <$in> };
	$change->();
	open my $out, '>', "$dir/$to" or die "$to: $!";
	print $out $_;
	close $out or die "$to: $!";
}

# The file: another name and number; it is taken by default where -DHAVE_TOY stands for its -m flags.
edit('lqcd/simd/generic.h', 'lqcd/simd/toy.h', sub {
	s/LQCD_SIMD_GENERIC/LQCD_SIMD_TOY/g;
	s/(LQCD_SIMD_TOY|LQCD__SIMD_KNOWN_)( ?)2\b/$1${2}4242/g;
	s/0, 2$/0, 4242/m;
	s/"generic"/"toy"/;
	s/#ifndef LQCD_SIMD\n/#if !defined(LQCD_SIMD) && defined(HAVE_TOY)\n/;
});
# The line
edit('lqcd/simd/simd.h', 'lqcd/simd/simd.h', sub { s/(?=#include "scalar\.h")/#include "toy.h" \/* 4 floats *\/\n/ });

my $said = `perl '$dir/tests/unit/simd_complete.t' '$dir'`;
is($?, 0, 'simd_complete.t accepts the back end') or diag $said;
for my $test (qw(simd icomplex lane_random)) {
	for my $choice ('-DLQCD_SIMD=LQCD_SIMD_TOY', '-DHAVE_TOY') {
		my $flags = "-std=c11 -O1 -Wall -Wextra -pedantic -Wundef -Werror -Wno-format-truncation $choice -DLQCD_TEST_SIMD='\"toy\"'";
		$said = `cd '$dir' && $cc $flags -DLQCD_SIMD_BITS=128 -I. tests/unit/$test.c -o test -lm 2>&1 && ./test 2>&1`;
		my $good = () = $said =~ /^ok/mg;
		ok($? == 0 && $good > 1, "tests/unit/$test.c with $choice: $good checks") or diag substr $said, -2000;
	}
}
$said = `cd '$dir' && $cc -std=c11 -I. -fsyntax-only -DHAVE_TOY -DLQCD_SIMD_BITS=128 -x c lqcd.h 2>&1`;
is($?, 0, 'lqcd.h compiles for it') or diag $said;
done_testing();
