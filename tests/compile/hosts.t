#!/usr/bin/env perl
# tests/compile/hosts.t: what a compiler says that cannot compile lqcd: one line that says what to do. Units in C99. And foreign hosts,
# where their compilers are installed, by emulation: musl, i686, a 32-bit PowerPC, and s390x, which has the other order of bytes, too, and
# computes float in double with -std=c11. All of them without a warning. The gate has s390x of the hosts, and C99 by CC.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

# ---- what cannot be compiled

my @refused = (["$cc -std=c90", 'needs C11, or C99 ']);
push @refused, ["$cxx -x c++ -std=c++98", 'needs C\+\+11'] if $cxx ne '';
# The 32-bit headers of the C library may be missing: the probe includes one.
push @refused, ["$cc -m32 -mfpmath=387", 'needs arithmetic in the precision'] if `$cc -m32 -mfpmath=387 -include limits.h -dM -E -x c /dev/null 2>&1` =~ /FLT_EVAL_METHOD__ 2/;
# A compiler whose vectors of WebAssembly are wrong (lqcd/simd/wasm.h)
my $wasm = 'clang-14 --target=wasm32-wasi -msimd128';
push @refused, [$wasm, 'needs clang 16 or later for WebAssembly'] if works("echo '#include <math.h>' | $wasm -x c -fsyntax-only -");
for my $header ('lqcd.h', 'lqcd/field/field.h') {
	spew("$dir/unit.c", includes($header));
	for (@refused) {
		my ($compiler, $says) = @$_;
		my @errors = grep { /error/ } split /\n/, `$compiler -I. -c $dir/unit.c -o $dir/unit.o 2>&1`;
		ok(@errors >= 1 && @errors <= 4 && $errors[0] =~ /lqcd: $says/, "$header, $compiler: one line says what to do") or diag(join "\n", @errors);
	}
}
# The headers are C: with -isystem they are quiet under warnings that C cannot satisfy.
spew("$dir/unit.c", includes('lqcd.h'));
runs("$cxx -x c++ -std=c++17 -O0 -Wold-style-cast -Wzero-as-null-pointer-constant -Werror -isystem . -fsyntax-only $dir/unit.c", 'C++ with -isystem: no warning of casts') if $cxx ne '';

# ---- C99

my ($c11, $c99) = map { runs("$cc -O1 -std=$_ $warn -I. tests/compile/c99.c -o $dir/c99 -lm && $dir/c99", "a program in $_") // '' } 'c11', 'c99';
like($c99, qr/^-?0\.\d+ -?0\.\d+$/, 'it prints two numbers');
is($c99, $c11, 'names with and without a tag, the same numbers');
spew("$dir/unit.c", includes('lqcd.h', 'lqcd/foreign/codes.h', 'lqcd/compat/quda.h'));
runs("$_ -O0 -std=c99 $warn -I. -fsyntax-only $dir/unit.c", "$_: every header in C99") for $all ? compilers() : $cc;

# ---- hosts: compiler, flags, emulator

sub numbers ($compiler, $emulator) {
	unlink "$dir/links.ildg";
	return split ' ', runs("$compiler -O1 -std=c11 $warn -I. tests/compile/hosts.c -o $dir/program -lm && $emulator $dir/program $dir/links.ildg", "$compiler: the program") // '';
}
my @native = numbers($cc, '');
is(scalar @native, 2, 'the program on this host') or diag("@native");
spew("$dir/nothing.c", "#include <stdio.h>\nint main(void) { return 0; }\n");
for (['s390x-linux-gnu-gcc', '-static', 'qemu-s390x'], $all ? (['musl-gcc', '-static', ''], ['i686-linux-gnu-gcc', '-static -msse2 -mfpmath=sse', 'qemu-i386'],
	['powerpc-linux-gnu-gcc', "-static -fno-builtin tests/compile/sine.c", 'qemu-ppc']) : ()) {
	my ($compiler, $flags, $emulator) = @$_;
	SKIP: {
		skip "no working $compiler $emulator", 1 unless works("$compiler $flags $dir/nothing.c -o $dir/nothing -lm && $emulator $dir/nothing");
		my @there = numbers("$compiler $flags", $emulator);
		ok(@there == 2 && @native == 2 && !grep({ abs($there[$_] - $native[$_]) > 1e-9 * abs $native[$_] } 0, 1), "$compiler: the same numbers") or diag("@there\n@native");
	}
}
done_testing();
