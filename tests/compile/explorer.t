#!/usr/bin/env perl
# tests/compile/explorer.t: texts to paste (lqcd/package/paste.pl, make explorer paste). Each file of examples/explorer/ has
# less than 40 lines; its text has at most 250 kB, includes no file of lqcd, compiles without a warning, and what its comment says
# of the assembly is true: by CC, gcc and clang for AVX2 and AVX-512, by gcc and clang for NEON and SVE, by clang for
# RISC-V, and as C++. A claim that does not hold is noticed. The same of the texts of headers for some tags.
# Headers and tags that do not exist are refused with a sentence.
# From the environment: CC, CXX (empty: no C++ here), WARN; ../share.pl, ../assembly.pl.
#
# Such a comment names -O and flags, and has lines " *   FUNCTION  [x86 arm] COUNTER = 4, COUNTER >= 9  remark". The brackets
# list instruction sets or families (../assembly.pl), without them all are meant. "same as FUNCTION": the same instructions.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;
require "$FindBin::Bin/../share.pl";
require "$FindBin::Bin/../assembly.pl";

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cc = $ENV{CC} || 'cc';
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
my $dir = tempdir(CLEANUP => 1);
my $most = 250_000;
delete $ENV{COMPILERS};
my @files = glob 'examples/explorer/*.c';
ok(@files >= 11, 'there are at least eleven lessons');

sub slurp {
	open my $in, '<', $_[0] or die "$_[0]: $!";
	local $/;
	return scalar <$in>;
}

# What a text says of a target: [function, counter, relation, value], or [function, 'same', other].
my $claim = qr/\w+(?::\w+)? (?:=|<=|>=) \d+/;
sub claims {
	my ($text, $target) = @_;
	my @claims;
	for (split /\n/, $text) {
		my ($function, $where, $rest) = /^ \*   (\w+)  +(?:\[([^\]]+)\] )?((?:$claim|same as ).*)/ or next;
		next if defined $where && !grep { $_ eq $target->{isa} || $_ eq $target->{family} } split ' ', $where;
		push @claims, [$function, 'same', $1] if $rest =~ /^same as (\w+)/;
		push @claims, [$function, $1, $2, $3] while $rest =~ /\G(\w+(?::\w+)?) (=|<=|>=) (\d+)(?:, )?/gc;
	}
	return @claims;
}

# Whether a claim holds, and what there is instead.
sub holds {
	my ($target, $code, $claim) = @_;
	my ($function, $what, $relation, $value) = @$claim;
	my $own = $code->{$function} or return (0, "no function $function");
	if ($what eq 'same') {
		# A compiler may fold equal functions: a jump from one to the other.
		my ($one, $two) = ($own, $code->{$relation} // []);
		return (1, 'a jump') if "@$one" =~ /^(?:jmp|b|tail|j) $relation$/ || "@$two" =~ /^(?:jmp|b|tail|j) $function$/;
		return ("@$one" eq "@$two" || 0, scalar(@$one) . ' and ' . scalar(@$two) . ' instructions');
	}
	my $got = counted($target, $own, $what);
	return ($relation eq '=' ? $got == $value : $relation eq '<=' ? $got <= $value : $got >= $value, $got);
}

# The text to paste as C++: the program is inside of extern "C".
sub as_cxx {
	my ($file, $pasted) = @_;
	my ($lqcd, $program) = $pasted =~ m{\A(.*^/\* ---- end of lqcd \*/\n)(.*)\z}ms or die "$file: no end of lqcd\n";
	return "${lqcd}extern \"C\" {\n$program}\n";
}

my @targets = targets($cc, $cxx);
my %here;
sub works {
	my ($target) = @_;
	return $here{ $target->{label} } //= !system "echo '#include <math.h>' | $target->{compiler} $target->{flags} -x $target->{language} -S -o $dir/unit.s - 2>$dir/said";
}

sub check {
	my ($file, $text, $pasted, $target) = @_;
	# _Complex in C++ and comments such as these are not ISO, but what people paste.
	(my $warn = $ENV{WARN} || '-Wall -Wextra -Wshadow -Wconversion -Wundef -Wcast-align') =~ s/-pedantic\b//;
	# A page that names no flags of an instruction set has them in its functions.
	my ($optimise, $own) = $text =~ /(-O\d)( -m)?/;
	my $flags = $own ? $target->{flags} : '';
	return if !$own && $target->{isa} ne 'AVX2';
	my $label = "$file, $target->{label}";
	my @claims = claims($text, $target);
	return unless @claims;
	SKIP: {
		skip "$label: no such compiler", 1 unless works($target);
		open my $out, '>', "$dir/unit.txt" or die "$dir/unit.txt: $!";
		print $out $target->{language} eq 'c' ? $pasted : as_cxx($file, $pasted);
		close $out or die "$dir/unit.txt: $!";
		my $said = `$target->{compiler} $optimise $flags $warn -Werror -x $target->{language} -S $dir/unit.txt -o $dir/unit.s 2>&1`;
		my $good = $? == 0;
		ok($good, "$label compiles") or diag(join "\n", grep { defined } (split /\n/, $said)[0 .. 19]);
		skip "$label: it did not compile", 1 unless $good;
		my $code = functions(slurp("$dir/unit.s"));
		my @wrong = map { my ($true, $got) = holds($target, $code, $_); $true ? () : "@$_: $got" } @claims;
		is(join("\n", @wrong), '', "$label: " . @claims . ' claims');
	}
}

for my $file (@files) {
	my $text = slurp($file);
	my $lines = () = $text =~ /\n/g;
	ok($lines < 40, "$file: $lines lines");
	my ($comment) = $text =~ m{^(/\*.*?\*/)}s;
	ok(($comment || '') =~ /-O\d/, "$file names its flags") or next;
	ok($text =~ m{^#include "lqcd/[^"]+\.h"$}m, "$file names the headers that it needs");
	# Every function that is no part of another one is spoken of.
	my %said = map { $_ => 1 } $comment =~ /^ \*   (\w+)  +(?:\[[^\]]+\] )?(?:$claim|same as )/mg;
	my @functions = grep { $_ ne 'named' } $text =~ /^(?!LQCD_FN)\w[\w ]*\b(\w+)\([^;]*\)\n\{/mg;
	is(join(' ', grep { !$said{$_} } @functions), '', "$file says what to look for in " . keys(%said) . ' functions');
}
for my $file (drawn(@files)) {
	my $text = slurp($file);
	my $pasted = `$^X lqcd/package/paste.pl $file`;
	ok($? == 0 && length $pasted <= $most, "$file: the text to paste has " . length($pasted) . ' bytes');
	ok($pasted !~ /^\s*#\s*include\s*"/m, "$file: it includes no file");
	# A selection by _Generic is C.
	check($file, $text, $pasted, $_) for grep { $_->{language} eq 'c' || $text !~ /Compile as C / } @targets;
}

# Other numbers are noticed.
my %made = (isa => 'AVX2', family => 'x86');
my $code = functions("site:\n\tvfmadd213ps\t%ymm0, %ymm1, %ymm2\n\tjmp\t.L2\nother:\n\tjmp\tsite\n");
for (['site', 'fma:lanes', '=', 1, 1], ['site', 'fma', '=', 2, 0], ['site', 'call', '=', 0, 1], ['site', 'jump', '<=', 0, 0], ['other', 'same', 'site', '', 1],
	['site', 'same', 'nothing', '', 0], ['nothing', 'fma', '=', 0, 0]) {
	my ($true, $got) = holds(\%made, $code, $_);
	is($true ? 1 : 0, $_->[4], "of a made-up text: @{$_}[0 .. 3]: $got");
}

# ---- the hop of one index on other processors ----------------------------------------------------------------------

# The operations of wilson_site.c, whatever they are called, no call, no jump, no number outside of a register of lanes;
# and the instructions for each of the lanes: with longer registers at most 1.15 times those of NEON, and of 512 bits at most
# 1.15 times those of AVX-512, whose operations have a load folded in. clang for SVE has 1.16 times as many: it holds no part of
# the sum in registers.
my $clang = (grep { !system "command -v $_ >/dev/null 2>&1" } 'clang-19')[0] || 'clang';
my $site = 'examples/explorer/wilson_site.c';
my %neon;
my $avx512 = 0;
if (`gcc -dumpmachine 2>/dev/null` =~ /^x86_64/ && !system "gcc -std=c11 -O2 -mavx512f -mfma -I. -S $site -o $dir/unit.s 2>$dir/said") {
	my $code = functions(slurp("$dir/unit.s"))->{site};
	$avx512 = @$code;
}
for (
	# label, kind, lanes, compiler and flags, multiply-add, product, sum; of 512 bits: bound of the ratio to AVX-512
	['NEON, gcc', 'arm', 4, 'aarch64-linux-gnu-gcc', qr/^fml[as]\b/, qr/^fmul\b/, qr/^f(?:add|sub)\b/],
	['SVE 256, gcc', 'arm', 8, 'aarch64-linux-gnu-gcc -march=armv8.2-a+sve -msve-vector-bits=256',
		qr/^f(?:ml[as]|mad|msb)\b/, qr/^fmul\b/, qr/^f(?:add|sub)\b/],
	['SVE 512, gcc', 'arm', 16, 'aarch64-linux-gnu-gcc -march=armv8.2-a+sve -msve-vector-bits=512',
		qr/^f(?:ml[as]|mad|msb)\b/, qr/^fmul\b/, qr/^f(?:add|sub)\b/, 1.15],
	['SVE 512, clang', 'arm', 16, "$clang --target=aarch64-linux-gnu -march=armv8.2-a+sve -msve-vector-bits=512",
		qr/^f(?:ml[as]|mad|msb)\b/, qr/^fmul\b/, qr/^f(?:add|sub)\b/, 1.17],
	['RISC-V 256', 'riscv', 8, "$clang --target=riscv64-linux-gnu -march=rv64gcv_zvl256b -mrvv-vector-bits=zvl",
		qr/^vfn?m(?:acc|sac|add|sub)\.vv\b/, qr/^vfmul\.vv/, qr/^vf(?:add|sub)\.vv/],
	['RISC-V 512', 'riscv', 16, "$clang --target=riscv64-linux-gnu -march=rv64gcv_zvl512b -mrvv-vector-bits=zvl",
		qr/^vfn?m(?:acc|sac|add|sub)\.vv\b/, qr/^vfmul\.vv/, qr/^vf(?:add|sub)\.vv/, 1.15],
	['WebAssembly', 'wasm', 4, "$clang --target=wasm32-wasi -msimd128 -mrelaxed-simd",
		qr/^f32x4\.relaxed_n?madd\b/, qr/^f32x4\.mul\b/, qr/^f32x4\.(?:add|sub)\b/],
) {
	my ($label, $kind, $lanes, $compiler, $fma, $mul, $add, $most) = @$_;
	SKIP: {
		skip "$label: no such compiler", 1 if system "echo '#include <math.h>' | $compiler -x c -S -o $dir/unit.s - 2>$dir/said";
		my $said = `$compiler -std=c11 -O2 -I. -S $site -o $dir/unit.s 2>&1`;
		my $good = $? == 0;
		ok($good, "$site for $label compiles") or diag(substr $said, 0, 1500);
		skip "$label: it did not compile", 1 unless $good;
		my ($body) = slurp("$dir/unit.s") =~ /^site:.*?\n(.*?)^(?:\s*\.size\s+site\b|\.?L?func_end|\s+end_function)/ms;
		my @code = grep { /^[a-z]/ } map { s/^\s+|\s*(?:\/\/|#(?= )).*//gr } grep { /^\s/ } split /\n/, $body // '';
		my @count = map { my $what = $_; scalar grep { /$what/ } @code } $fma, $mul, $add;
		# gcc computes two sums of NEON twice rather than keep them.
		like("@count", qr/^480 96 26[4-6]$/, "$label: multiply-adds, products and sums of the hops");
		my $away = { arm => qr/^(?:bl|b|b\.\w+|cbn?z|tbn?z|f\w+\s+[sd]\d|(?:ldr|str)\s+s\d|(?:tbl|ext|trn\d|zip\d|uzp\d|rev\w*|dup)\b)/,
			riscv => qr/^(?:call|jal|j|b\w+|f[lsma]\w+\.?[sd]?|vslide\w+|vrgather\S*|vfmv\S*)\b/,
			wasm => qr/^(?:call|br\w*|loop|i8x16\.\S+|f32\.\S+|\w+\.\w*lane\w*)\b/ }->{$kind};
		my @away = grep { /$away/ } @code;
		is("@away", '', "$label: no call, jump, shuffle or single number");
		my $each = @code / $lanes;
		cmp_ok(@code, '<=', $most * $avx512, sprintf '%s: %d instructions, AVX-512 has %d', $label, scalar @code, $avx512) if $most && $avx512;
		$neon{each} = $each if $label =~ /^NEON/;
		next unless $neon{each} && $lanes > 4;
		cmp_ok($each, '<=', 1.15 * $neon{each}, sprintf '%s: %.0f instructions for a lane, NEON has %.0f', $label, $each, $neon{each});
	}
}

# ---- headers and tags ----------------------------------------------------------------------------------------------

# Headers for which all tags of a row fit. hmc/rhmc.h, hmc/pseudofermion.h, solver/multigrid.h and solver/inverter.h reach too
# much for 250 kB.
my @table = (
	(map { [$_, 'f'], [$_, 'vf vd'], [$_, 'f d vf vd'] } qw(complex icomplex su3 compress spinor storage random lane_random simd)),
	(map { [$_, 'd'], [$_, 'vf vd'] } qw(geometry field linalg plaquette cg mixed wilson)),
	(map { [$_, 'vd'] } qw(halo layout multi staple heatbath flow smear clover clover_force domain_wall wilson bicgstab multishift
		hmc gauge nersc gemm stencil)),
);
# Names without folder: the tree is free to move them, but there is one of a name in these folders.
my %folder = map { $_ => 1 } qw(. base simd site lattice field gauge dirac solver io kernels);
sub header_of {
	my ($name) = @_;
	my @found = grep { -f } map { $_ eq '.' ? "lqcd/$name.h" : "lqcd/$_/$name.h" } sort keys %folder;
	return $found[0];
}
my @compilers = ($cc, grep { $_ ne $cc && !system "command -v $_ >/dev/null 2>&1" } 'gcc', 'clang');
my $warn = $ENV{WARN} || '-Wall -Wextra -Wshadow -Wconversion -Wundef -Wcast-align';
for (drawn(@table)) {
	my ($name, $tags) = @$_;
	my $header = header_of($name);
	ok(defined $header, "there is a header $name.h") or next;
	my $file = "$dir/header.c";
	my $said = `$^X lqcd/package/paste.pl --header $header --tags '$tags' -o $file 2>&1`;
	ok($? == 0 && -s $file <= $most, "$header for $tags: a text of " . (-s $file || 0) . ' bytes') or diag($said);
	for my $compiler (@compilers) {
		$said = `$compiler -std=c11 -O1 -march=native $warn -Werror -fsyntax-only $file 2>&1`;
		ok($? == 0, "$header for $tags compiles: $compiler") or diag(join "\n", grep { defined } (split /\n/, $said)[0 .. 9]);
	}
	next if $cxx eq '';
	$said = `$cxx -O1 -march=native $warn -Werror -x c++ -fsyntax-only $file 2>&1`;
	ok($? == 0, "$header for $tags compiles as C++") or diag(join "\n", grep { defined } (split /\n/, $said)[0 .. 9]);
}

for (['', ''], ['lqcd/nothing.h', 'f'], [header_of('su3'), 'f q'], ['lqcd/gpu/device.h', 'f']) {
	my ($header, $tags) = @$_;
	my $said = `$^X lqcd/package/paste.pl --header '$header' --tags '$tags' 2>&1`;
	ok($? != 0 && $said =~ /^paste: .*\n\z/, "HEADER=$header TAGS=$tags is refused") or diag($said);
}

done_testing();
