#!/usr/bin/env perl
# tests/simd/complete.t: every back end defines every operation that the table in lqcd/simd/simd.h documents, for vf and vd, and
# nothing besides, in its file, in the template that it includes, or in derived.inc; simd.inc tests each. A template that is all
# of a back end keeps the order of the table. A back end is its file and its line in lqcd/simd/simd.h; nothing else of lqcd/
# names one. It compiles nothing.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

my %code = map { $_ => without_comments(slurp($_)) } files_in(qr/\.(?:h|inc)$/, 'lqcd');
my $simd = $code{'lqcd/simd/simd.h'};

# The table: from its head to the first empty line of the comment
my ($table) = slurp('lqcd/simd/simd.h') =~ /^ \*   operation {2,}returns {2,}lane w.*\n((?: \* {2,}.*\n)+)/m;
my @rows = map { /^ \*   (\w+)\([\w,]*\) {2,}(\w+) {2,}\S/ ? [$1, $2] : () } split /\n/, $table // '';
my @operations = map { $_->[0] } @rows;
cmp_ok(scalar @operations, '>=', 40, 'the table in lqcd/simd/simd.h has ' . @operations . ' operations');
none('with known types', map { "$_->[0] returns $_->[1]" } grep { $_->[1] !~ /^(?:real|base|mask|perm|acc|int|double|void)$/ } @rows);
my $test = without_comments(slurp('tests/simd/simd.inc'));
none('tests/simd/simd.inc calls each', grep { $test !~ /\bT\(lqcd_$_\)\(/ } @operations);

# One check: the patterns that a file lacks.
sub has ($file, @patterns) { none("$file has " . @patterns . ' names', grep { $code{$file} !~ $_ } @patterns) }

# Two checks: operations, definitions with a body, and types of a file and of the templates that it shares, as $name makes their
# names of those of the table.
sub defines ($file, $tag, $name, @shared) {
	my ($arguments, %seen) = qr/\s*\((?:[^()]|\([^()]*\))*\)\s*\{/;
	my ($function, %row) = ($name->('(?!_)(\w+)'), map { $operations[$_] => $_ } 0 .. $#operations);
	my @found = grep { !$seen{$_}++ } $code{$file} =~ /$function$arguments/g,
		map { $code{$_} =~ /\b(?:T\()?lqcd_(?!_)(\w+?)(?:_$tag|\))$arguments/g } @shared;
	@found = sort { ($row{$a} // 99) <=> ($row{$b} // 99) } @found if @shared;
	is_deeply(\@found, \@operations, "$file defines the operations of $tag" . (@shared ? '' : ', in order'));
	my @acc = grep { /derived/ } @shared; # has the sums in double
	my $text = join '', map { $code{$_} } $file, @shared;
	none("$file has its types", grep { my $type = $name->($_); $text !~ /(?:typedef\s[^;]*|\})\s*(?:$type|T\(lqcd_$_\))[^;]*;/ }
		qw(real mask perm), @acc ? () : 'acc');
	has($_, qr/\blqcd_acc_$tag;/) for @acc;
}

my @back_ends = map { $code{$_} =~ /#define LQCD_SIMD_NAME\b/ && m{^lqcd/simd/(\w+)\.h$} ? $1 : () } sort keys %code;
has('lqcd/simd/simd.h', qr/\bvoid lqcd_stream_fence\(void\)/, map { qr/#include "$_\.h"/ } @back_ends);
like($simd, qr/#include "generic\.h"\s+#ifndef LQCD_SIMD_NAME\n/, 'generic.h is the last: what follows it is never chosen');
my $template = qr{#define LQCD_TEMPLATE +"\.\./(simd/\w+\.inc)"\n#define LQCD_TAGS +};
my ($scalar) = $simd =~ /${template}LQCD_SCALAR_TAGS\n#include/;
ok(defined $scalar, 'lqcd/simd/simd.h takes f and d from a template');
my (%owner, %templates);
$templates{"lqcd/$scalar"} = 1;
for my $name (@back_ends) {
	my ($file, $upper) = ("lqcd/simd/$name.h", uc $name);
	my ($shared) = $code{$file} =~ /${template}LQCD_LANE_TAGS\n#include/;
	if ($code{$file} =~ /^#define LQCD__SIMD_COMPLETE 1$/m) {
		$templates{"lqcd/$shared"} = 1;
	} else {
		my @shared = ('lqcd/simd/derived.inc', $shared ? "lqcd/$shared" : ());
		for my $tag ('vf', 'vd') { defines($file, $tag, sub ($what) { "\\blqcd_${what}_$tag\\b" }, @shared) }
	}
	my ($number) = $code{$file} =~ /^#define LQCD_SIMD_$upper +([1-9]\d*)\n/m;
	ok(defined $number && !$owner{$number}++, "$file has a number of its own") or next;
	has($file, qr/#define LQCD_SIMD_NAME +"$name"/, qr/^#define LQCD__SIMD_KNOWN_$number +0, $number$/m,
		map { qr/#define LQCD_${_}\s/ } qw(LANES_vf LANES_vd SIMD_REGISTERS SIMD_FUSED RSQRT_BITS_vf RSQRT_BITS_vd));
}
defines($_, 'its tags', sub ($what) { "\\bT\\(lqcd_$what\\)" }) for sort keys %templates;

$code{'lqcd/simd/simd.h'} =~ s{^#if (?:.*\\\n)*.*\n#define LQCD__FUSED 1\n}{}m;
my $asks = join '|', map { uc } @back_ends;
none('nothing outside lqcd/simd/ asks for a back end or an instruction set', map { $code{$_} =~ s{"[^"\n]*"}{""}gr =~
	/\b(LQCD_SIMD_(?:$asks)|__(?:AVX|SSE|SSSE|FMA|F16C|PCLMUL|ARM_NEON|ARM_FEATURE|aarch64|x86_64)\w*)\b/ ? "$_: $1" : () }
	grep { !m{lqcd/simd/(?!simd\.h)} } sort keys %code);
done_testing();
