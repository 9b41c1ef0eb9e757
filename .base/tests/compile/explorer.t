#!/usr/bin/env perl
# tests/compile/explorer.t: each file of examples/explorer/, with the single header pasted above it, compiles as C and
# C++, has less than 40 lines, and what its comment says of the assembly is true.
# From the environment: CC, CXX (empty: no C++ here), WARN. The flags are those that the comment names.
#
# Such a comment has lines " *   FUNCTION  COUNTER = 4, COUNTER >= 9  remark". A counter is the number of instructions
# of the function that match the regular expression below; COUNTER:xmm, :ymm or :zmm counts those with such a register.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

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
my $single = `$^X tests/single.pl`;
ok($? == 0 && length $single, 'the single header is made') or BAIL_OUT('no single header');
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

sub check {
	my ($file, $language, $text, $flags) = @_;
	my $compiler = $language eq 'c' ? $cc : $cxx;
	my $warn = $ENV{WARN} || '-Wall -Wextra -Wshadow -Wconversion -Wundef -Wcast-align';
	# _Complex in C++ and comments such as these are not ISO, but what people paste.
	$warn =~ s/-pedantic\b//;
	# gcc reads a file of this length again and again for this one.
	$warn .= ' -Wno-misleading-indentation';
	my $label = "$file as " . ($language eq 'c' ? 'C' : 'C++');
	my $claims = () = $text =~ /^ \*   \w+  +\w+(?::\w+)? (?:=|<=|>=) \d/mg;
	SKIP: {
		skip "$label: no C++ compiler", 1 if $compiler eq '';
		skip "$label: $compiler does not compile for x86-64", 1 if `$compiler -dumpmachine` !~ /^x86_64/;
		skip "$label: $compiler does not know $flags", 1
			if system "echo 'int unit;' | $compiler $flags -x $language -S -o $dir/unit.s - 2>$dir/said";
		my $source = "$dir/unit." . ($language eq 'c' ? 'c' : 'cpp');
		open my $out, '>', $source or die "$source: $!";
		print $out $single, $language eq 'c' ? $text : "extern \"C\" {\n$text}\n";
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
	ok($text =~ /#ifndef LQCD_VERSION\n#include "lqcd.h"\n#endif\n/, "$file includes lqcd.h unless it is there");
	ok($comment =~ /^ \*   \w+  +\w+(?::\w+)? (?:=|<=|>=) \d/m, "$file says what to look for");
	check($file, $_, $text, $flags) for 'c', 'c++';
}

done_testing();
