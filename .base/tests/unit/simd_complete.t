#!/usr/bin/env perl
# tests/unit/simd_complete.t: every back end defines every operation that the table in lqcd/simd.h documents, for vf and
# vd, in the order of the table, and nothing besides; simd.inc tests each. The templates stand for the tags that they
# are included for. Every back end is also named wherever a user or a test looks for it.
#
#   perl tests/unit/simd_complete.t [ROOT]    ROOT: the folder that holds lqcd/ and tests/, default: where this file is
use strict;
use warnings;
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
if (text('lqcd/simd.h') =~ /^ \*   operation {2,}returns {2,}lane w.*\n((?: \* {2,}.*\n)+)/m) {
	for (split /\n/, $1) {
		next unless /^ \*   (\w+)\([\w,]*\) {2,}(\w+) {2,}\S/;
		push @operations, $1;
		$returns{$1} = $2;
	}
}
my %twice;
check('the table in lqcd/simd.h names operations (' . @operations . ')',
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

my @back_ends = sort map { s{.*/}{}r } glob "$root/lqcd/simd/*.h";
my %templates = ('tmpl/simd_scalar.inc' => 1);
my $simd = without_comments(text('lqcd/simd.h'));
check('there are back ends, and lqcd/simd.h includes each',
	(@back_ends ? () : 'none found'),
	map { "not included: simd/$_" } grep { $simd !~ m{#include "simd/\Q$_\E"} } @back_ends);
check('lqcd/simd.h instantiates the scalar template for f and d',
	map { "not for $_" } grep { $simd !~ /#define LQCD_TAG +$_\n#include "tmpl\/simd_scalar\.inc"/ } qw(f d));

for my $file (@back_ends) {
	my $path = "lqcd/simd/$file";
	my $code = without_comments(text($path));
	for my $tag (qw(vf vd)) {
		if ($code =~ m{#define LQCD_TAG +$tag\n#include "\.\./(tmpl/\w+\.inc)"}) {
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
# Where a back end must be named besides its own file
my $documented = text('lqcd/simd.h');
my $error = $simd =~ s/\\\n//gr =~ /#error "(.*LQCD_SIMD must be.*)"/ ? $1 : '';
my $option = text('lqcd/config.h') =~ /^ \*   LQCD_SIMD {2,}(.*)/m ? $1 : '';
my $numbers = join ' ', $simd =~ /#define LQCD_SIMD_\w+ +([1-9]\d*)\n/g;
for my $name (map { s/\.h$//r } @back_ends) {
	my $upper = uc $name;
	my $number = $simd =~ /#define LQCD_SIMD_$upper +([1-9]\d*)\n/ ? $1 : '';
	check("the back end $name is registered",
		($number ? () : "missing in lqcd/simd.h: a number LQCD_SIMD_$upper"),
		((() = $numbers =~ /\b$number\b/g) > 1 ? "LQCD_SIMD_$upper has the number $number of another" : ()),
		($documented =~ /^ \*   LQCD_SIMD_$upper {2,}"$name" {2,}\S/m ? () : 'missing in the table of lqcd/simd.h'),
		($simd =~ /#define LQCD_SIMD LQCD_SIMD_$upper\n/ ? () : 'never the default in lqcd/simd.h'),
		($error =~ /\bLQCD_SIMD_$upper\b/ ? () : 'missing in the #error of lqcd/simd.h'),
		($option =~ /_$upper\b/ ? () : 'missing in the options of lqcd/config.h'),
		text('tests/unit/simd.c') =~ /\bLQCD_SIMD_$upper\b/ ? () : 'missing in tests/unit/simd.c');
}

check_template("lqcd/$_") for sort keys %templates;

my $test = without_comments(text('tests/unit/simd.inc'));
check('tests/unit/simd.inc calls every operation',
	map { "not called: $_" } grep { $test !~ /\bT\(lqcd_$_\)\(/ } @operations);
check('every return type of the table is known',
	map { "$_ returns $returns{$_}" }
		grep { $returns{$_} !~ /^(?:real|base|mask|perm|acc|int|double|void)$/ } @operations);
print "1..$checks\n";
exit($failed != 0);
