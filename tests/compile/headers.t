#!/usr/bin/env perl
# tests/compile/headers.t: every header compiles alone, in any order, inside extern "C", after the macros of other people and beside
# <complex.h> and <complex>, as C and C++, without a warning; lqcd.h by gcc and every clang that is here at all optimisation levels; the
# macros of the including program survive it, and it defines no others than its own; a status that is ignored warns. In the gate: alone as
# C, one order for each language, among macros and in C++ inside extern "C", lqcd.h at -O0, ignored statuses.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;
$warn .= ' -Wdouble-promotion';

# One check: some texts compile, each a file of its own.
sub compiles ($std, $flags, $name, $texts, $c = $cc, $cpp = $cxx) {
	my ($compiler, $suffix) = $std =~ /\+\+/ ? ($cpp, 'cpp') : ($c, 'c');
	SKIP: {
		skip "$name, $std: no C++ compiler beside $c", 1 if $compiler eq '';
		my @files = map { spew("$dir/unit$_.$suffix", $texts->[$_], "int unit$_;\n") } 0 .. $#$texts;
		my $output = $flags =~ /-fsyntax-only/ ? '' : "-c -o $dir/unit.o";
		runs("$compiler -std=$std $flags $openmp $warn -I. $output @files", "$name, $std, $compiler $flags");
	}
}
sub both ($flags, $name, @texts) { compiles($_, $flags, $name, \@texts) for 'c11', 'c++17' }

sub macros ($text) {
	spew("$dir/macros.c", $text);
	return map { /^#define (\w+)/ ? ($1 => 1) : () } `$cc -std=c11 $arch $openmp -I. -dM -E $dir/macros.c`;
}

# Those of compat/ speak the interface of another code; a back end is compiled through simd.h, below; device code by nvcc.
my @headers = files_in(qr/\.h$/, 'lqcd');
my @whole = grep { !m{^lqcd/(?:compat|simd|device)/|/device_} } @headers;
my $no_code = "$arch -O0 -fsyntax-only";

# ---- alone

# After headers that it includes itself a header stands as if alone: chains of such headers, each in one file, have all.
my %closure;
sub closure ($file) {
	return $closure{$file} if $closure{$file};
	my %in = ($file => 1);
	$closure{$file} = \%in;
	for (-e $file ? slurp($file) =~ /^#\s*include "(.*)"/mg : ()) {
		my $to = $file =~ s{[^/]*$}{$_}r;
		1 while $to =~ s{[^/]+/\.\./}{};
		@in{ keys %{ closure($to) } } = ();
	}
	return \%in;
}
my @longest = sort { keys %{ closure($b) } <=> keys %{ closure($a) } || $a cmp $b } @whole;
my (%done, @chains);
for my $last (@longest) {
	next if $done{$last};
	my @chain;
	for (@longest) {
		next if $done{$_} || !exists closure($chain[0] // $last)->{$_};
		unshift @chain, $_;
		$done{$_} = 1;
	}
	push @chains, includes(map { ($_, $_) } @chain);
}
# A missing include depends neither on registers nor on the language, nor on the compiler: clang reads these in half the time.
for my $std ('c11', $all ? 'c++17' : ()) {
	my $texts = $all ? [map { includes($_, $_) } @whole] : \@chains;
	compiles($std, "$no_code -DLQCD_SIMD=LQCD_SIMD_SCALAR", @whole . ' headers alone, in ' . @$texts . ' files', $texts, !$all && have('clang') ? 'clang' : $cc);
}

# ---- in orders: one and its reverse hold every pair both ways; the umbrella, which has its own order, comes last

my @shuffled = map { $_->[1] } sort { $a->[0] <=> $b->[0] } map { [unpack('%32C*', $_) * 7919 % 1009, $_] } @whole;
my @orders = map { includes(@$_, 'lqcd.h') } \@shuffled, [reverse @shuffled], \@whole, [reverse @whole];
both($no_code, "all headers in order $_", $orders[$_]) for $all ? 0 .. 3 : ();
compiles('c++17', $no_code, 'all headers inside extern "C"', ["extern \"C\" {\n$orders[0]}\n"]) if $all;

# ---- back ends of this processor, with the -m flags that their lines in simd.h name

my %flags = map { uc $_->[0] => join ' ', $_->[1] =~ /(-m[\w=]+)/g } grep { $_->[1] !~ /AArch64|RISC-V|WebAssembly/ }
	map { [m{^#include "(\w+)\.h" +/\*(.*)\*/} ? ($1, $2) : ('', 'AArch64')] } split /\n/, slurp('lqcd/simd/simd.h');
ok(exists $flags{SCALAR} && exists $flags{GENERIC}, 'lqcd/simd/simd.h lists back ends: ' . join ' ', sort keys %flags);
for my $simd (sort keys %flags) {
	SKIP: {
		skip "LQCD_SIMD_$simd: $cc does not know $flags{$simd}", 1 unless works("echo 'int unit;' | $cc $flags{$simd} -fsyntax-only -x c -");
		my $flags = "$flags{$simd} -DLQCD_SIMD=LQCD_SIMD_$simd -O0 -fsyntax-only";
		both($flags, "lqcd/simd/simd.h, $simd", includes('lqcd/simd/simd.h'));
		both($flags, "all headers, $simd", $orders[1]) if $all;
	}
}
# The text of #error names the legal values.
for (['-DLQCD_SIMD=77', 'LQCD_SIMD must be LQCD_SIMD_ and'], ['-DLQCD_SIMD=LQCD_SIMD_AVX3', 'LQCD_SIMD must be LQCD_SIMD_ and'], ['-DLQCD_NC=9', 'must be 2 to 8']) {
	my ($wrong, $legal) = @$_;
	like(scalar `$cc -std=c11 $arch $wrong -I. -fsyntax-only lqcd/simd/simd.h 2>&1`, qr/error:.*$legal/, "$wrong is an error that names the legal values");
}

# ---- the macros of others

# Names that programs define; each gets a value of its own, which must be there afterwards.
my @names = ('A' .. 'Z', qw(FN REAL BASE LANES KIND NC complex imaginary real imag));
my @values = ((map { "$names[$_] " . ($_ + 42) } 0 .. $#names), 'min(a, b) ((a) < (b) ? (a) : (b))', 'max(a, b) ((a) > (b) ? (a) : (b))');
my $survived = join '', map { "_Static_assert($_, \"\");\n" } map({ s/ / == /r } @values[0 .. $#names]), 'min(2, 1) == 1 && max(2, 1) == 2';
my @clutter = grep { !/^#/ } split /\n/, slurp('tests/compile/macros.txt');
my $hostile = join '', map { '#undef ' . s/\W.*//r . "\n#define $_\n" } @clutter, @values;
my $types = "typedef unsigned long DWORD, HANDLE, HRESULT;\ntypedef struct { float re, im; } COMPLEX, fcomplex;\n"
	. "typedef struct { double re, im; } dcomplex;\ntypedef struct { dcomplex c[9]; } su3, suNg, su3_matrix;\n"
	. "typedef struct { dcomplex c[12]; } spinor, wilson_vector;\n";
# The headers of the system, but for those of another processor. In C++ they do not bear min and max as macros, and come first.
my %system = map { $_ => 1 } map { slurp($_) =~ /^\s*#\s*include\s*<([^>]+)>/mg } @headers;
my $system = includes(grep { works("echo '#include <$_>' | $cc $arch $openmp -E -x c -") } sort keys %system);
my $umbrella = includes('lqcd.h');
for (['c11', '', 'complex.h'], ['c++17', "$system#define _Static_assert static_assert\n", 'complex']) {
	my ($std, $first, $complex) = ($_->[0], $_->[1], includes($_->[2]));
	my ($open, $close) = $std =~ /\+/ ? ("extern \"C\" {\n", "}\n") : ('', '');
	compiles($std, $no_code, ($open && 'inside extern "C" ') . 'all headers after #define T 42, min, max and the macros of other systems',
		["$first$complex$types$hostile$open$orders[1]$close$survived"]);
	next unless $all;
	compiles($std, $no_code, "lqcd.h after such macros", ["$first$types$hostile$umbrella$survived"]);
	compiles($std, $no_code, "lqcd.h beside the language's complex numbers", ["$complex$umbrella", "$umbrella$complex"]);
}


my %theirs = macros($system);
my %ours = macros($umbrella);
my $short = qr/^_(?:MASTER_FOR|PIECE_FOR|SITE_FOR|FIELD_AT|4FIELD_AT)/;
cmp_ok(scalar keys %ours, '>', 1000, 'lqcd.h defines macros');
none('but LQCD_..., lqcd_... and the short names none', grep { !$theirs{$_} && !/^(?:LQCD_|lqcd_)|$short/ } sort keys %ours);
my %quiet = macros("#define LQCD_NO_SHORT_NAMES\n$umbrella");
none('LQCD_NO_SHORT_NAMES leaves the short names alone', grep { !$theirs{$_} && /$short/ } sort keys %quiet);

# ---- the umbrella by each compiler

compiles($_, $no_code, 'lqcd.h', [$umbrella]) for $all ? qw(gnu11 c17 c++11 c++14 c++20) : ();
compiles($_, '-O2', 'lqcd.h without -m flags', [$umbrella]) for $all ? ('c11', 'c++17') : ();
compiles($_, $no_code, 'lqcd.h inside extern "C"', ["extern \"C\" {\n$umbrella}\n"]) for $all ? ('c++11', 'c++20') : ();
my $theirs_first = "#define even 1\n#define odd 2\n#define loop(x)\n$umbrella#if even != 1 || odd != 2\n#error \"not theirs\"\n#endif\n";
# The unit of tests/link uses what it includes: some warnings come from the optimiser alone.
my $used = "#include \"$FindBin::Bin/../link/unit.c\"\n";
my %seen;
for ([$cc, $cxx], ['gcc', 'g++'], $all ? map { ["clang-$_", "clang++-$_"] } 14, 16, 19 : ['clang', 'clang++']) {
	my ($c, $cpp) = @$_;
	SKIP: {
		skip "lqcd.h by $c: it is not here, or does not know $arch", 1 unless works("echo 'int unit;' | $c $arch -c -x c - -o $dir/unit.o");
		# One that has two names is taken once.
		next if $seen{ `$c --version` =~ s/^\S+ //r }++;
		$cpp = '' unless $cpp ne '' && have($cpp);
		for my $flags ($all ? ('-O0', '-O2', '-O3', '-Os', '-O2 -ffast-math', '-O2 -fno-strict-aliasing') : '-O0') {
			compiles($_, "$arch $flags", 'lqcd.h after #define even 1', [$theirs_first], $c, $cpp) for $flags =~ /^-O[03]$/ ? ('c11', 'c++17') : 'c11';
		}
		next unless $all;
		compiles('c11', "$arch -O3 -ffast-math", 'a program with lqcd.h', [$used], $c);
		compiles('c++17', "$arch -Os -fno-strict-aliasing", 'a program with lqcd.h', [$used], $c, $cpp) if $c eq $cc;
	}
}

# ---- a status that is ignored

for my $compiler (grep { have($_) } qw(gcc clang g++ clang++)) {
	for my $std ($compiler =~ /\+\+/ ? qw(c++11 c++17 c++20) : 'c11') {
		my $said = sub ($call) {
			my $file = spew("$dir/ignores", includes('lqcd/base/status.h'), "void ignores(void);\nvoid ignores(void) { $call; }\n");
			return scalar `$compiler -x @{[$std =~ /\+/ ? 'c++' : 'c']} -std=$std $warn -I. -fsyntax-only $file 2>&1`;
		};
		like($said->('lqcd_fail(NULL, LQCD_NAN, "text")'), qr/unused-result/, "$compiler -std=$std warns of a status that is ignored");
		is($said->('(void)lqcd_fail(NULL, LQCD_NAN, "text")'), '', "$compiler -std=$std: (void) says that it does not matter");
	}
}
done_testing();
