#!/usr/bin/env perl
# tests/compile/hosts.t: what a compiler says that cannot compile lqcd: one line that says what to do. And foreign hosts,
# where their compilers are installed, by emulation: musl, i686, and s390x, which has the other order of bytes and computes
# float in double with -std=c11. (A 32-bit PowerPC is not among them: qemu 7.2 lacks an instruction of glibc's sincos.)
# From the environment: CC, CXX (empty: no C++ here).
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cc = $ENV{CC} || 'cc';
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
my $dir = tempdir(CLEANUP => 1);
my $program = 'tests/compile/hosts.c';

# ---- what cannot be compiled

my @refused = (["$cc -std=c90", 'needs C11'], ["$cc -std=c99", 'needs C11']);
push @refused, ["$cxx -x c++ -std=c++98", 'needs C\+\+11'] if $cxx ne '';
# The 32-bit headers of the C library may be missing: the probe includes one.
push @refused, ["$cc -m32 -mfpmath=387", 'needs arithmetic in the precision'] if `$cc -m32 -mfpmath=387 -include limits.h -dM -E -x c /dev/null 2>/dev/null` =~ /FLT_EVAL_METHOD__ 2/;
for my $header ('lqcd.h', 'lqcd/field/field.h') {
	open my $out, '>', "$dir/unit.c" or die "$dir/unit.c: $!";
	print $out "#include \"$header\"\n";
	close $out or die "$dir/unit.c: $!";
	for (@refused) {
		my ($compiler, $says) = @$_;
		my @errors = grep { /error/ } split /\n/, `$compiler -I. -c $dir/unit.c -o $dir/unit.o 2>&1`;
		ok(@errors >= 1 && @errors <= 4 && $errors[0] =~ /lqcd: $says/, "$header, $compiler: one line says what to do") or diag(join "\n", @errors[0 .. 5]);
	}
}

# The headers are C: with -isystem they are quiet under warnings that C cannot satisfy.
SKIP: {
	skip 'no C++ compiler', 1 if $cxx eq '';
	my $said = `$cxx -x c++ -std=c++17 -O0 -Wold-style-cast -Wzero-as-null-pointer-constant -Werror -isystem . -fsyntax-only $dir/unit.c 2>&1`;
	ok($? == 0, 'C++ with -isystem: no warning of casts') or diag($said);
}

# ---- hosts

sub numbers {
	my ($compiler, $emulator) = @_;
	my $said = `$compiler -O1 -std=c11 -I. $program -o $dir/program -lm 2>&1`;
	return ($said) if $? != 0;
	unlink "$dir/links.ildg";
	return split ' ', `$emulator $dir/program $dir/links.ildg 2>&1`;
}

my @native = numbers($cc, '');
is(scalar @native, 2, 'the program on this host') or diag("@native");
for (['musl-gcc', '-static', ''], ['i686-linux-gnu-gcc', '-static -msse2 -mfpmath=sse', 'qemu-i386'], ['s390x-linux-gnu-gcc', '-static', 'qemu-s390x']) {
	my ($compiler, $flags, $emulator) = @$_;
	SKIP: {
		open my $out, '>', "$dir/nothing.c" or die "$dir/nothing.c: $!";
		print $out "#include <stdio.h>\nint main(void) { return 0; }\n";
		close $out or die "$dir/nothing.c: $!";
		skip "no working $compiler $emulator", 1 if system "{ $compiler $flags $dir/nothing.c -o $dir/nothing && $emulator $dir/nothing; } >/dev/null 2>&1";
		my @there = numbers("$compiler $flags", $emulator);
		my $same = @there == 2 && @native == 2 && !grep { abs($there[$_] - $native[$_]) > 1e-9 * abs $native[$_] } 0, 1;
		ok($same, "$compiler $flags: the same numbers") or diag("@there\n@native");
	}
}

done_testing();
