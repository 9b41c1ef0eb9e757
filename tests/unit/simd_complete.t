#!/usr/bin/env perl
# tests/unit/simd_complete.t: every back end defines every operation that the table in lqcd/simd/simd.h documents, for vf and
# vd, in the order of the table, and nothing besides; simd.inc tests each. The templates stand for the tags that they
# are included for. A back end is its file and its line in lqcd/simd/simd.h; nothing else of lqcd/ names one.
#
#   perl tests/unit/simd_complete.t [ROOT]    ROOT: the folder that holds lqcd/ and tests/, default: where this file is
use strict;
use warnings;
use File::Find;
use FindBin;

my $root = @ARGV ? shift : "$FindBin::Bin/../..";
my ($checks, $failed) = (0, 0);

# One check; @wrong says what is wrong.
sub check {
	my ($name, @wrong) = @_;
	$checks++;
	$failed++ if @wrong;
	print @wrong ? 'not ok' : 'ok', " $checks - $name\n", map { "#   $_\n" } @wrong;
}

sub text {
	my ($path) = @_;
	open my $file, '<', "$root/$path" or return '';
	local $/;
	return scalar <$file>;
}

sub without_comments {
	my ($code) = @_;
	$code =~ s{/\*.*?\*/}{ }gs;
	return $code;
}

# The table: from its head to the first empty line of the comment.
my %returns;
my @operations;
if (text('lqcd/simd/simd.h') =~ /^ \*   operation {2,}returns {2,}lane w.*\n((?: \* {2,}.*\n)+)/m) {
	for (split /\n/, $1) {
		next unless /^ \*   (\w+)\([\w,]*\) {2,}(\w+) {2,}\S/;
		push @operations, $1;
		$returns{$1} = $2;
	}
}
my %twice;
check('the table in lqcd/simd/simd.h names operations (' . @operations . ')',
	(@operations < 40 ? 'fewer than 40: the table cannot be read' : ()),
	map { "$_ stands there twice" } grep { $twice{$_}++ } @operations);
my %position = map { $operations[$_] => $_ } 0 .. $#operations;

# The names in the order of their first appearance are exactly the operations, in their order.
sub compare {
	my ($name, @found) = @_;
	my %seen;
	@found = grep { !$seen{$_}++ } @found;
	my @wrong = map { "missing: $_" } grep { !$seen{$_} } @operations;
	push @wrong, map { "not in the table: $_" } grep { !exists $position{$_} } @found;
	my $last = -1;
	for (grep { exists $position{$_} } @found) {
		push @wrong, "out of order: $_ after $operations[$last]" if $position{$_} < $last;
		$last = $position{$_};
	}
	check($name, @wrong);
}

# Definitions: a name, its parameters and a body. Internals begin with lqcd__.
sub definitions {
	my ($code, $pattern) = @_;
	return $code =~ /$pattern\s*\((?:[^()]|\([^()]*\))*\)\s*\{/g;
}

my @types = qw(real mask perm acc);

sub check_template {
	my ($path) = @_;
	my $code = without_comments(text($path));
	compare("$path defines the operations in order", definitions($code, qr/\bT\(lqcd_(?!_)(\w+)\)/));
	check("$path defines the types",
		map { "missing: T(lqcd_$_)" } grep { $code !~ /(?:typedef[^;]*|\})\s*T\(lqcd_$_\)[^;]*;/ } @types);
}

my @back_ends = sort grep { text("lqcd/simd/$_") =~ /#define LQCD_SIMD_NAME\b/ } map { s{.*/}{}r } glob "$root/lqcd/simd/*.h";
my %templates = ('simd/scalar.inc' => 1);
my $simd = without_comments(text('lqcd/simd/simd.h'));
check('there are back ends, and lqcd/simd/simd.h includes each, generic.h as the last',
	(@back_ends ? () : 'none found'),
	($simd =~ /#include "generic\.h"\s+#ifndef LQCD_SIMD_NAME\n/ ? () : 'generic.h is not the last: what follows it is never chosen'),
	map { "not included: simd/$_" } grep { $simd !~ m{#include "\Q$_\E"} } @back_ends);
check('lqcd/simd/simd.h instantiates the scalar template for f and d',
	$simd =~ m{#define LQCD_TEMPLATE +"\.\./simd/scalar\.inc"\n#define LQCD_TAGS +LQCD_SCALAR_TAGS\n#include} ? () : 'it does not');

for my $file (@back_ends) {
	my $path = "lqcd/simd/$file";
	my $code = without_comments(text($path));
	for my $tag (qw(vf vd)) {
		if ($code =~ m{#define LQCD_TEMPLATE +"\.\./(simd/\w+\.inc)"\n#define LQCD_TAGS +LQCD_LANE_TAGS\n#include}) {
			$templates{$1} = 1;
			check("$path takes $tag from $1",
				$code =~ /#define LQCD_LANES_$tag\s/ ? () : "missing: LQCD_LANES_$tag");
			next;
		}
		compare("$path defines the operations of $tag in order",
			definitions($code, qr/\blqcd_(?!_)(\w+)_$tag\b/));
		check("$path defines the types of $tag",
			map({ "missing: lqcd_${_}_$tag" }
				grep { $code !~ /(?:typedef\s[^;]*|\})\s+lqcd_${_}_$tag;/ } @types),
			$code =~ /#define LQCD_LANES_$tag\s/ ? () : "missing: LQCD_LANES_$tag");
	}
	my $name = $file =~ s/\.h$//r;
	check("$path has a name and a fence",
		($code =~ /#define LQCD_SIMD_NAME +"$name"/ ? () : "missing: LQCD_SIMD_NAME \"$name\""),
		$code =~ /\bvoid lqcd_stream_fence\(void\)/ ? () : 'missing: lqcd_stream_fence');
}
# The number of a back end, its facts, and that no other header asks which one it is.
my %owner;
for my $file (@back_ends) {
	my $upper = uc $file =~ s/\.h$//r;
	my $code = without_comments(text("lqcd/simd/$file"));
	my $number = $code =~ /^#define LQCD_SIMD_$upper +([1-9]\d*)\n/m ? $1 : '';
	check("lqcd/simd/$file has a number and states the facts",
		($number ? () : "missing: a number LQCD_SIMD_$upper"),
		($owner{$number}++ ? "LQCD_SIMD_$upper has the number of another" : ()),
		($code =~ /^#define LQCD__SIMD_KNOWN_$number +0, $number\n/m ? () : "missing: LQCD__SIMD_KNOWN_$number"),
		map { $code =~ /#define $_\s/ ? () : "missing: $_" }
			qw(LQCD_SIMD_REGISTERS LQCD_SIMD_FUSED LQCD_RSQRT_BITS_vf LQCD_RSQRT_BITS_vd));
}
my @asking;
find({ no_chdir => 1, wanted => sub {
	return unless /\.(?:h|inc)$/ && !m{/lqcd/simd/(?!simd\.h)};
	my $path = substr $_, length "$root/";
	my $code = without_comments(text($path));
	$code =~ s{"[^"\n]*"}{""}g;
	$code =~ s{^#if (?:.*\\\n)*.*\n#define LQCD__FUSED 1\n}{}m if $path eq 'lqcd/simd/simd.h';
	push @asking, "$path: $1" if $code =~ /\b(LQCD_SIMD_(?:@{[join '|', map { uc s{\.h$}{}r } @back_ends]})|
		__(?:AVX|SSE|SSSE|FMA|F16C|PCLMUL|ARM_NEON|ARM_FEATURE|aarch64|x86_64)\w*)\b/x;
} }, "$root/lqcd");
check('nothing outside lqcd/simd/ asks for a back end or an instruction set', @asking);

check_template("lqcd/$_") for sort keys %templates;

my $test = without_comments(text('tests/unit/simd.inc'));
check('tests/unit/simd.inc calls every operation',
	map { "not called: $_" } grep { $test !~ /\bT\(lqcd_$_\)\(/ } @operations);
check('every return type of the table is known',
	map { "$_ returns $returns{$_}" }
		grep { $returns{$_} !~ /^(?:real|base|mask|perm|acc|int|double|void)$/ } @operations);
print "1..$checks\n";
exit($failed != 0);
