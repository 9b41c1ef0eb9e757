#!/usr/bin/env perl
# tests/compile/explorer.t: texts to paste (lqcd/package/paste.pl, make explorer paste). Each file of examples/explorer/ has
# less than 40 lines; its text has at most 250 kB, includes no file of lqcd, compiles as C and C++ without a warning, by
# CC, gcc and clang, and what its comment says of the assembly is true. The same of the texts of headers for some tags.
# Headers and tags that do not exist are refused with a sentence.
# From the environment: CC, CXX (empty: no C++ here), WARN; ../share.pl. The flags are those that the comment names.
#
# Such a comment has lines " *   FUNCTION  COUNTER = 4, COUNTER >= 9  remark". A counter is the number of instructions
# of the function that match the regular expression below; COUNTER:xmm, :ymm or :zmm counts those with such a register.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;
require "$FindBin::Bin/../share.pl";

my %counter = (
	fma => qr/^vfn?m(?:add|sub)/,
	mul => qr/^v?mul[ps][sd]\b/,
	add => qr/^v?(?:add|sub|addsub)[ps][sd]\b/,
	shuffle => qr/^v?p?(?:shuf|perm|unpck|insert|extract|broadcast|blend|movlhp|movhlp|movddup|mov[sh]+[hl]?dup)/,
	convert => qr/^v?cvt/,
	call => qr/^call/,
	jump => qr/^j/,
);

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cc = $ENV{CC} || 'cc';
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
my $dir = tempdir(CLEANUP => 1);
my $most = 250_000;
delete $ENV{COMPILERS};
my @files = glob 'examples/explorer/*.c';
ok(@files >= 5, 'there are at least five examples');

sub slurp {
	open my $in, '<', $_[0] or die "$_[0]: $!";
	local $/;
	return scalar <$in>;
}

# The instructions of each function of an assembly file.
sub functions {
	my (%code, $name);
	for (split /\n/, $_[0]) {
		if (/^(\w+):/) {
			$name = $1;
		} elsif (/^\s+([a-z]\w*)\s*(.*)/ && defined $name) {
			push @{ $code{$name} }, "$1 $2";
		}
	}
	return \%code;
}

sub count {
	my ($code, $what) = @_;
	my ($name, $register) = split /:/, $what;
	die "\"$what\" is no counter\n" unless $counter{$name};
	return scalar grep { /$counter{$name}/ && (!defined $register || /%$register\d/) } @$code;
}

# The text to paste of an example; as C++ the program is inside of extern "C".
sub paste {
	my ($file, $language, $text) = @_;
	my $pasted = `$^X lqcd/package/paste.pl $file`;
	return $pasted if $language eq 'c';
	my ($lqcd, $program) = $pasted =~ m{\A(.*^/\* ---- end of lqcd \*/\n)(.*)\z}ms or die "$file: no end of lqcd\n";
	return "${lqcd}extern \"C\" {\n$program}\n";
}

sub check {
	my ($file, $language, $text, $flags) = @_;
	my $compiler = $language eq 'c' ? $cc : $cxx;
	my $warn = $ENV{WARN} || '-Wall -Wextra -Wshadow -Wconversion -Wundef -Wcast-align';
	# _Complex in C++ and comments such as these are not ISO, but what people paste.
	$warn =~ s/-pedantic\b//;
	my $label = "$file as " . ($language eq 'c' ? 'C' : 'C++');
	my $claims = () = $text =~ /^ \*   \w+  +\w+(?::\w+)? (?:=|<=|>=) \d/mg;
	SKIP: {
		skip "$label: no C++ compiler", 1 if $compiler eq '';
		skip "$label: $compiler does not compile for x86-64", 1 if `$compiler -dumpmachine` !~ /^x86_64/;
		skip "$label: $compiler does not know $flags", 1
			if system "echo 'int unit;' | $compiler $flags -x $language -S -o $dir/unit.s - 2>$dir/said";
		my $source = "$dir/unit." . ($language eq 'c' ? 'c' : 'cpp');
		open my $out, '>', $source or die "$source: $!";
		print $out paste($file, $language, $text);
		close $out or die "$source: $!";
		my $said = `$compiler $flags $warn -Werror -S $source -o $dir/unit.s 2>&1`;
		my $good = $? == 0;
		ok($good, "$label compiles: $flags") or diag(join "\n", grep { defined } (split /\n/, $said)[0 .. 19]);
		skip "$label: it did not compile", $claims unless $good;

		my $code = functions(slurp("$dir/unit.s"));
		for (split /\n/, $text) {
			my ($function, $rest) = /^ \*   (\w+)  +(.*)/ or next;
			while ($rest =~ /\G(\w+(?::\w+)?) (=|<=|>=) (\d+)(?:, )?/gc) {
				my ($what, $relation, $value) = ($1, $2, $3);
				my $got = $code->{$function} ? count($code->{$function}, $what) : 'no such function';
				cmp_ok($got, $relation eq '=' ? '==' : $relation, $value, "$label: $function: $what");
			}
		}
	}
}

for my $file (@files) {
	my $text = slurp($file);
	my $lines = () = $text =~ /\n/g;
	ok($lines < 40, "$file: $lines lines");
	my ($comment) = $text =~ m{^(/\*.*?\*/)}s;
	my ($flags) = ($comment || '') =~ /(-O\d(?: -m\S+\b)*)/;
	ok(defined $flags, "$file names its flags") or next;
	ok($text =~ m{^#include "lqcd/[^"]+\.h"$}m, "$file names the headers that it needs");
	my $pasted = `$^X lqcd/package/paste.pl $file`;
	ok($? == 0 && length $pasted <= $most, "$file: the text to paste has " . length($pasted) . ' bytes');
	ok($pasted !~ /^\s*#\s*include\s*"/m, "$file: it includes no file");
	ok($comment =~ /^ \*   \w+  +\w+(?::\w+)? (?:=|<=|>=) \d/m, "$file says what to look for");
	check($file, $_, $text, $flags) for 'c', 'c++';
}


# ---- the hop of one index on other processors ----------------------------------------------------------------------

# The operations of wilson_site.c, whatever they are called, no call, no jump, no number outside of a register of lanes;
# and the instructions for each of the lanes, which with longer registers must be at most 1.15 times those of NEON.
my $clang = (grep { !system "command -v $_ >/dev/null 2>&1" } 'clang-19')[0] || 'clang';
my $site = 'examples/explorer/wilson_site.c';
my %neon;
for (
	# label, kind, lanes, compiler and flags, multiply-add, product, sum
	['NEON, gcc', 'arm', 4, 'aarch64-linux-gnu-gcc', qr/^fml[as]\b/, qr/^fmul\b/, qr/^f(?:add|sub)\b/],
	['SVE 256, gcc', 'arm', 8, 'aarch64-linux-gnu-gcc -march=armv8.2-a+sve -msve-vector-bits=256',
		qr/^f(?:ml[as]|mad|msb)\b/, qr/^fmul\b/, qr/^f(?:add|sub)\b/],
	['SVE 512, clang', 'arm', 16, "$clang --target=aarch64-linux-gnu -march=armv8.2-a+sve -msve-vector-bits=512",
		qr/^f(?:ml[as]|mad|msb)\b/, qr/^fmul\b/, qr/^f(?:add|sub)\b/],
	['RISC-V 256', 'riscv', 8, "$clang --target=riscv64-linux-gnu -march=rv64gcv_zvl256b -mrvv-vector-bits=zvl",
		qr/^vfn?m(?:acc|sac|add|sub)\.vv\b/, qr/^vfmul\.vv/, qr/^vf(?:add|sub)\.vv/],
	['WebAssembly', 'wasm', 4, "$clang --target=wasm32-wasi -msimd128 -mrelaxed-simd",
		qr/^f32x4\.relaxed_n?madd\b/, qr/^f32x4\.mul\b/, qr/^f32x4\.(?:add|sub)\b/],
) {
	my ($label, $kind, $lanes, $compiler, $fma, $mul, $add) = @$_;
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
		$neon{each} = $each if $label =~ /^NEON/;
		next unless $neon{each} && $lanes > 4;
		cmp_ok($each, '<=', 1.15 * $neon{each}, sprintf '%s: %.0f instructions for a lane, NEON has %.0f', $label, $each, $neon{each});
	}
}

# ---- headers and tags ----------------------------------------------------------------------------------------------

# Headers for which all tags of a row fit. hmc/rhmc.h, hmc/pseudofermion.h and solver/inverter.h, with every solver, reach too
# much for 250 kB.
my @table = (
	(map { [$_, 'f'], [$_, 'vf vd'], [$_, 'f d vf vd'] } qw(complex icomplex su3 compress spinor storage random lane_random simd)),
	(map { [$_, 'd'], [$_, 'vf vd'] } qw(geometry field linalg plaquette cg mixed wilson)),
	(map { [$_, 'vd'] } qw(halo layout multi staple heatbath flow smear clover clover_force domain_wall wilson bicgstab multishift multigrid
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
