#!/usr/bin/env perl
# tests/compile/explorer.t: texts to paste (lqcd/package/paste.pl, make explorer paste). Each file of examples/explorer/ has less than
# 40 lines; its text has at most 250 kB, includes no file of lqcd, compiles without a warning, and what its comment says of the
# assembly is true. The same of the texts of headers for some tags. A header or tag that does not exist is refused. From the
# environment: ../support/Support.pm. The gate has the lessons and headers that reach most, by CC for its own processor; all: CC, gcc
# and clang for x86, gcc and clang for ARM, clang for RISC-V.
#
# Such a comment names -O and flags, and has lines " *   FUNCTION  [x86 arm] COUNTER = 4, COUNTER >= 9  remark". The brackets list
# instruction sets or families, without them all are meant. COUNTER is one of those of instructions.txt, or COUNTER:lanes, :xmm, :ymm, :zmm: those
# with a vector register (of full length, of this length). "same as FUNCTION": the same instructions.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;
my $most = 250_000;
delete $ENV{COMPILERS};

# ---- instructions

my %counter; # by family and name
for (grep { !/^#/ } split /\n/, slurp('tests/compile/instructions.txt')) { my ($family, $name, $is) = split ' ', $_, 3; $counter{$family}{$name} = qr/$is/ }
my %lanes = (AVX2 => qr/%ymm\d/, 'AVX-512' => qr/%zmm\d/, NEON => qr/\bv\d+\.(?:4s|2d)\b/, SVE => qr/\bz\d+\.[sd]\b/, RVV => qr/^v/);

# The functions of an assembly text: { name => [instructions] }, "mnemonic operands"
sub functions ($text) {
	my (%code, $name);
	for (split /\n/, $text) {
		$name = $1 if /^([A-Za-z_]\w*):/;
		push @{ $code{$name} }, "$1 $2" =~ s/\s*(?:\/\/|#(?= )|;).*//r =~ s/\s+/ /gr =~ s/ $//r if defined $name && /^\s+(?!endbr64)([a-z][\w.]*)\s*(.*)/;
	}
	return \%code;
}

sub counted ($target, $code, $what) {
	my ($name, $register) = split /:/, $what;
	my $is = $counter{ $target->{family} }{$name} // die "\"$what\" is no counter\n";
	my $with = !defined $register ? qr// : $register eq 'lanes' ? $lanes{ $target->{isa} } : qr/%$register\d/;
	return scalar grep { /$is/ && /$with/ } @$code;
}

# What a text says of a target: [function, counter, relation, value], or [function, 'same', other].
my $claim = qr/\w+(?::\w+)? (?:=|<=|>=) \d+/;
sub claims ($text, $target) {
	my @claims;
	for (split /\n/, $text) {
		my ($function, $where, $rest) = /^ \*   (\w+)  +(?:\[([^\]]+)\] )?((?:$claim|same as ).*)/ or next;
		next if defined $where && !grep { $_ eq $target->{isa} || $_ eq $target->{family} } split ' ', $where;
		push @claims, [$function, 'same', $1] if $rest =~ /^same as (\w+)/;
		push @claims, [$function, $1, $2, $3] while $rest =~ /\G(\w+(?::\w+)?) (=|<=|>=) (\d+)(?:, )?/gc;
	}
	return @claims;
}

# What is wrong with a claim, or ''.
sub wrong ($target, $code, $claim) {
	my ($function, $what, $relation, $value) = @$claim;
	my $own = $code->{$function} or return "no function $function";
	if ($what eq 'same') {
		# A compiler may fold equal functions: a jump from one to the other.
		my ($one, $two) = map { join "\n", @$_ } $own, $code->{$relation} // [];
		return $one eq $two || $one =~ /^(?:jmp|b|tail|j) $relation$/ || $two =~ /^(?:jmp|b|tail|j) $function$/ ? '' : "$function is not $relation";
	}
	my $got = counted($target, $own, $what);
	return ($relation eq '=' ? $got == $value : $relation eq '<=' ? $got <= $value : $got >= $value) ? '' : "@$claim: $got";
}

# Other numbers are noticed.
my $made = functions("site:\n\tvfmadd213ps\t%ymm0, %ymm1, %ymm2\n\tjmp\t.L2\nother:\n\tjmp\tsite\n");
for (['site', 'fma:lanes', '=', 1, 1], ['site', 'fma', '=', 2, 0], ['site', 'call', '=', 0, 1], ['site', 'jump', '<=', 0, 0], ['other', 'same', 'site', '', 1],
	['site', 'same', 'nothing', '', 0], ['nothing', 'fma', '=', 0, 0]) {
	my $wrong = wrong({ isa => 'AVX2', family => 'x86' }, $made, $_);
	is($wrong eq '' ? 1 : 0, $_->[4], "of a made-up text: @{$_}[0 .. 3]: $wrong");
}

# ---- lessons

my ($clang) = grep { have($_) } 'clang-19', 'clang';
my ($sve, $rvv) = ('-march=armv8.2-a+sve -msve-vector-bits=', '-march=rv64gcv_zvl256b -mrvv-vector-bits=zvl');
my @x86 = grep { `$_ -dumpmachine` =~ /^x86_64/ } $all ? compilers() : $cc;
# Instruction set, family, compiler, flags, language
my @targets = map { { isa => $_->[0], family => $_->[1], compiler => $_->[2], flags => $_->[3], language => $_->[4] // 'c' } }
	map({ (['AVX2', 'x86', $_, '-mavx2 -mfma'], ['AVX-512', 'x86', $_, '-mavx512f -mfma']) } @x86),
	$all && $cxx ne '' && @x86 ? ['AVX2', 'x86', $cxx, '-mavx2 -mfma', 'c++'] : (),
	map({ (['NEON', 'arm', $_, ''], ['SVE', 'arm', $_, "${sve}256"]) } $all ? ('aarch64-linux-gnu-gcc', $clang ? "$clang --target=aarch64-linux-gnu" : ()) : ()),
	$all && $clang ? ['RVV', 'riscv', "$clang --target=riscv64-linux-gnu", $rvv] : ();
my %here;
sub here ($flags, $language) { return $here{"$flags $language"} //= works("echo '#include <math.h>' | $flags -x $language -S -o $dir/unit.s -") ? 'yes' : '' }

# _Complex in C++ and comments such as these are not ISO, but what people paste.
my $lenient = $warn =~ s/-pedantic\b//r;
my %gate = map { ("examples/explorer/$_.c" => 1) } qw(three_isas wilson_site);
for my $file (glob 'examples/explorer/*.c') {
	my $text = slurp($file);
	cmp_ok($text =~ tr/\n//, '<', 40, "$file: number of its lines");
	my ($comment) = $text =~ m{^(/\*.*?\*/)}s;
	# A page that names no flags of an instruction set has them in its functions.
	my ($optimise, $own) = ($comment // '') =~ /(-O\d)( -m)?/ or fail("$file names its flags"), next;
	like($text, qr{^#include "lqcd/[^"]+\.h"$}m, "$file names the headers that it needs");
	# Every function that is no part of another one is spoken of.
	my %said = map { $_ => 1 } $comment =~ /^ \*   (\w+)  +(?:\[[^\]]+\] )?(?:$claim|same as )/mg;
	none("$file says what to look for in its functions", grep { $_ ne 'named' && !$said{$_} } $text =~ /^(?!LQCD_FN)\w[\w ]*\b(\w+)\([^;]*\)\n\{/mg);
	next unless $all || $gate{$file};

	my $pasted = `$^X lqcd/package/paste.pl $file`;
	cmp_ok(length $pasted, '<=', $most, "$file: bytes of the text to paste");
	unlike($pasted, qr/^\s*#\s*include\s*"/m, 'it includes no file');
	my ($lqcd, $program) = $pasted =~ m{\A(.*^/\* ---- end of lqcd \*/\n)(.*)\z}ms or die "$file: no end of lqcd\n";
	for my $target (@targets) {
		my ($compiler, $language) = ("$target->{compiler} " . ($own ? $target->{flags} : ''), $target->{language});
		my @claims = claims($text, $target);
		# A selection by _Generic is C.
		next if !@claims || $language ne 'c' && $text =~ /Compile as C / || !$own && $target->{isa} ne 'AVX2';
		SKIP: {
			skip "$file: no $compiler for $language", 1 unless here("$target->{compiler} $target->{flags}", $language);
			spew("$dir/unit.txt", $language eq 'c' ? $pasted : "${lqcd}extern \"C\" {\n$program}\n");
			defined runs("$compiler $optimise $lenient -x $language -S $dir/unit.txt -o $dir/unit.s", "$file, $compiler $language") or next;
			my $code = functions(slurp("$dir/unit.s"));
			none(@claims . ' claims', grep { $_ ne '' } map { wrong($target, $code, $_) } @claims);
		}
	}
}

# ---- headers and tags

# Headers for which all tags of a row fit. hmc/rhmc.h, hmc/pseudofermion.h, solver/multigrid.h, solver/inverter.h and field/multi.h
# reach too much for 250 kB.
my @table = (['su3', 'f d vf vd'], ['wilson', 'vd']);
@table = (
	(map { [$_, 'f'], [$_, 'vf vd'], [$_, 'f d vf vd'] } qw(complex icomplex su3 compress spinor storage random lane_random simd)),
	(map { [$_, 'd'], [$_, 'vf vd'] } qw(geometry field linalg plaquette wilson)),
	['mixed', 'vf vd'],
	(map { [$_, 'd'] } qw(mixed krylov)),
	(map { [$_, 'vd'] } qw(halo layout staple heatbath fix flow smear clover clover_force domain_wall wilson krylov multishift
		hmc gauge nersc gemm stencil)),
) if $all;
# Names without folder: the tree is free to move them, but there is one of a name in these folders.
sub header_of ($name) { return (grep { -f } map { "lqcd/$_/$name.h" } qw(base dirac field gauge io kernels lattice simd site solver hmc))[0] }
for (@table) {
	my ($name, $tags) = @$_;
	my $header = header_of($name) // "a header $name.h";
	my $file = "$dir/header.c";
	runs("$^X lqcd/package/paste.pl --header $header --tags '$tags' -o $file", "$header for $tags");
	cmp_ok(-s $file || $most + 1, '<=', $most, 'bytes of its text');
	runs("$_ -O1 -march=native $warn -fsyntax-only $file", "it compiles: $_")
		for map({ "$_ -std=c11" } $all ? compilers() : $cc), $all && $cxx ne '' ? "$cxx -x c++" : ();
}
for (['', ''], ['lqcd/nothing.h', 'f'], [header_of('su3'), 'f q'], ['lqcd/device/device.h', 'f']) {
	my ($header, $tags) = @$_;
	my $said = `$^X lqcd/package/paste.pl --header '$header' --tags '$tags' 2>&1`;
	ok($? != 0 && $said =~ /^paste: .*\n\z/, "HEADER=$header TAGS=$tags is refused") or diag($said);
}
done_testing();
