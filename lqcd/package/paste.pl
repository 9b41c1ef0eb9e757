#!/usr/bin/env perl
# lqcd/package/paste.pl: writes one text to paste, for example into Compiler Explorer, that has only what it reaches.
#
#   perl lqcd/package/paste.pl PROGRAM.c                            the program, with what it needs of lqcd above it
#   perl lqcd/package/paste.pl --header lqcd/site/su3.h --tags "vf vd"   all functions of a header for some tags, and what they need
#   .. --simd "avx2 neon"                                           with these back ends (lqcd/simd/) beside scalar and generic
#   .. -o FILE                                                      into FILE; says what it holds
#
# Templates are pasted once per tag that is needed: a text cannot include itself. Functions, types and macros that nothing
# reaches are left out, and so are GPUs, MPI and comments, but for the manual of the header that was asked for. Front ends
# without tag select among the tags that were asked for, or that the names in the program have. A text that would be too
# long with all back ends (LIMIT) has those of x86 and NEON, and says so: elsewhere simd.h then takes the generic one. If that
# is too long, spaces that nothing needs go (--dense).
use v5.36;
use FindBin;
use lib $FindBin::Bin;
use Cwd qw(abs_path getcwd);
use File::Path qw(make_path);
use Getopt::Long;
use Names;
use Source;
use Text;

use constant LIMIT => 250_000; # bytes
my @all_tags = qw(f d vf vd h vh);
my @usual_simd = qw(avx512 avx2 sse2 neon);
my @given = @ARGV;
GetOptions('header=s' => \my $header, 'tags=s' => \my $tags, 'simd=s' => \my $simd, dense => \my $dense, 'o=s' => \my $output) or exit 2;
my $program = @ARGV ? abs_path($ARGV[0]) || $ARGV[0] : undef;
sub refuse { print STDERR "paste: @_\n"; exit 2 }
my $here = getcwd();
$output = getcwd() . "/$output" if defined $output && $output !~ m{^/};
chdir "$FindBin::Bin/../.." or die "chdir: $!";

my @headers;
my $text = '';
my $name;
if (defined $program) {
	refuse("$program: there is no such file") unless -f $program;
	$text = Text::slurp($program);
	@headers = $text =~ /^#include "(lqcd[^"]*)"\s*$/mg;
	refuse("$program includes no header of lqcd") unless @headers;
	my %tag = map { $_ => 1 } @all_tags;
	my %used = map { /^_*lqcd\w*_([a-z]+)$/i && $tag{$1} ? ($1 => 1) : () } @{ Text::tokens_of($text) };
	$tags = join ' ', grep { $used{$_} } @all_tags;
	$text =~ s/^#include "lqcd[^"]*"\s*\n//mg;
	($name) = $program =~ m{([^/]+)$};
} else {
	refuse('which header? HEADER=lqcd/..., for example with TAGS="vf vd"') unless defined $header && $header ne '';
	$header =~ s{^(?!lqcd)}{lqcd/};
	refuse("HEADER: there is no $header") unless $header =~ /\.h$/ && -f $header;
	refuse("HEADER: $header needs a device, or is for programs of other codes") if $header =~ m{^lqcd/(?:device|compat)/|/device_};
	$tags = 'f d vf vd' unless defined $tags && $tags =~ /\S/;
	@headers = ($header);
	$name = "$header, $tags";
}
my %asked = map { $_ => 1 } split ' ', $tags;
for my $tag (sort keys %asked) {
	refuse("TAGS: $tag is none of @all_tags") unless grep { $_ eq $tag } @all_tags;
}

# The back ends: headers that make a number known to simd.h.
my @back_ends = map { m{(\w+)\.h$} } grep { Text::slurp($_) =~ /^#define LQCD__SIMD_KNOWN_/m } sort glob 'lqcd/simd/*.h';
my %simd = map { $_ => 1 } defined $simd && $simd =~ /\S/ ? (qw(scalar generic), split ' ', $simd) : @back_ends;
for my $name (sort keys %simd) {
	refuse("SIMD: $name is none of @back_ends") unless grep { $_ eq $name } @back_ends;
}
my @without = grep { !$simd{$_} } @back_ends;

my $source = Source->new(without => [map { "lqcd/simd/$_.h" } @without], undefined => [qw(__CUDACC__ __CUDA_ARCH__ __HIP__ __HIP_DEVICE_COMPILE__ LQCD_DEVICES LQCD_DEVICE_COMPILER LQCD_ON_DEVICE LQCD_MPI LQCD_TAG_DEVICE LQCD_REP
	LQCD_ADJOINT LQCD_SYMMETRIC LQCD_ANTISYMMETRIC)]);
for my $file (@headers) {
	refuse("$name: there is no $file") unless -f $file;
	$source->header($file);
}
my @items = $source->items;
my $names = Names->new;

# ---- front ends for the tags that were asked for -------------------------------------------------------------------

# "type##_f : fn##_f, type##_d : fn##_d" without the tags that nobody asked for; then LQCD__CASES(fn, type) without macros that
# became empty, and without representations.
my %empty;
for my $of_macros (0, 1) {
	for my $item (@items) {
		for my $line (@{ $item->{text} }) {
			my ($head, $body) = $line =~ /^(\s*#\s*define\s+\w+\([^)]*\))[\s\\]*(.*)$/s or next;
			my $of_tags = $body =~ /##_\w+\s*:\s*\w+##/;
			next unless $of_macros ? $body =~ /\w_CASES\(/ || $body =~ /LQCD__REPS\(/ : $of_tags && $body !~ /_CASES\(/;
			$body =~ s/\s*\\\n\s*/ /g;
			$body =~ s/ LQCD__REPS\([^()]*\)//g;
			my ($before, $list, $more, $after) = $body =~ /^(\(__extension__ _Generic\(\(x\), *)(.*?)((?: LQCD__COLOUR\([^()]*\))*)(\)\))$/
				? ($1, $2, $3, $4) : ('', $body, '', '');
			my @entries = $list =~ /(\w+\([^)]*\)|[^,]+)(?:,\s*|$)/g;
			my @kept = grep { /##_([a-z]+)\s*:/ ? $asked{$1} : /^(\w+)\(/ ? !$empty{$1} : 1 } @entries;
			if (@kept) {
				$line = "$head $before" . join(', ', @kept) . "$more$after";
			} else {
				$empty{$1} = 1 if $head =~ /define\s+(\w+)/;
				$line = '';
			}
		}
	}
}
$names->analyse($_) for @items;

# ---- what is reached -----------------------------------------------------------------------------------------------

my (%definers, @callers, %maker, %frame);
for my $item (@items) {
	my @open;
	for my $piece (@{ $item->{pieces} }) {
		$piece->{item} = $item;
		if ($piece->{kind} eq 'directive') {
			my $t = $piece->{text};
			push @open, $t =~ /^#ifdef __cplusplus/ ? 'c++' : $t =~ /^#ifndef __cplusplus/ ? 'c' : '' if $t =~ /^\s*#\s*if/;
			$open[-1] = { 'c++' => 'c', c => 'c++', '' => '' }->{ $open[-1] } if $t =~ /^\s*#\s*else/;
			pop @open if $t =~ /^\s*#\s*endif/;
			$frame{$1} = 1 if $t =~ /^#pragma push_macro\("(\w+)"\)/;
		}
		my $in_cxx = grep { $_ eq 'c++' } @open;
		if ($piece->{makes}) {
			push @{ $definers{$_} }, $piece for @{ $piece->{makes} };
			$maker{$piece} = 1;
		} elsif ($piece->{kind} eq 'other' && $piece->{code} =~ /\w\s*\(/ || $in_cxx && $piece->{kind} eq 'function' || $piece->{code} =~ /^\s*(?:_S|s)tatic_assert/) {
			push @callers, $piece;
		} elsif (!$piece->{macro} || $piece->{macro} eq 'define') {
			push @{ $definers{$_} }, $piece for @{ $piece->{defines} };
		}
	}
}

my (%reached, %kept_item, @work);
sub reach {
	for my $n (@_) {
		push @work, $n unless $reached{$n}++;
	}
}
sub keep ($piece) {
	return if $piece->{kept}++;
	my $item = $piece->{item};
	reach(keys %{ $piece->{mentions} });
	return if $kept_item{ $item->{number} }++;
	for my $p (@{ $item->{pieces} }) {
		reach(keys %{ $p->{mentions} }) if $p->{kind} eq 'directive' && !$p->{macro};
	}
	reach($source->condition($item) =~ /(\w+)/g);
}
sub follow {
	while (@work) {
		my $n = shift @work;
		keep($_) for @{ $definers{$n} || [] };
		if ($n =~ /_$/) {
			# A tag or the number of a back end is joined to it.
			for my $tag (@all_tags, map { /^\Q$n\E(\d+)$/ ? $1 : () } sort keys %definers) {
				keep($_) for grep { $_->{macro} } @{ $definers{"$n$tag"} || [] };
			}
		}
	}
}

reach('LQCD_VERSION', 'LQCD_POINTER_ERRORS');
if (defined $program) {
	my %seen;
	(my $plain = $text) =~ s/^#(?:[^\n\\]|\\\n|\\)*$//gm;
	reach($_) for grep { /^[A-Za-z_]/ } @{ Text::tokens_of($text) };
	$names->define($1) while $text =~ /^(#define(?:[^\n\\]|\\.)*)/gms;
	my $expanded = $names->expand(Text::tokens_of($plain), \%seen);
	reach(grep { /^[A-Za-z_]/ } @$expanded, keys %seen);
} else {
	# A header speaks for those that it chooses among: simd.h for the back ends.
	my %own = map { $_ => 1 } $header, map { @{ $_->[1] } ? $_->[0] : () } @{ $source->{headers}{$header}{includes} };
	for my $item (grep { $own{ $_->{header}{path} } } @items) {
		my %setting = map { /define\s+(\w+)\s+(\w+)/ ? ($1 => $2) : () } @{ $item->{settings} || [] };
		next if grep { !$asked{$_} } map { $setting{$_} } grep { /^LQCD_(?:TAG|LOW)$/ } keys %setting;
		next if $item->{table};
		for my $piece (@{ $item->{pieces} }) {
			keep($piece) if @{ $piece->{defines} } && !($piece->{macro} && $piece->{macro} eq 'undef') && !$frame{ $piece->{defines}[0] };
		}
	}
}
follow();
# A piece that only calls others is kept if all that it calls is; an overload of C++ (base/config.h) for tags that were asked for.
my %is_caller = map { $_ => 1 } @callers;
for my $piece (@callers) {
	next if $piece->{code} =~ /^\s*LQCD_OVERLOAD/ && grep { /^#define LQCD_(?:TAG|LOW) (\w+)/ && !$asked{$1} } @{ $piece->{item}{settings} || [] };
	my @called = grep { $_ ne 'lqcd_wrong_tag' && grep { $_->{kind} ne 'directive' } @{ $definers{$_} || [] } } keys %{ $piece->{mentions} };
	$piece->{kept} = @called && !(grep { my $n = $_; !grep { $_->{kept} } @{ $definers{$n} } } @called) ? 1 : 0;
	keep($piece) if $piece->{kept} && $piece->{kept}--;
}
follow();

# Headers of the system are needed by whatever includes them, directly or not; those in a branch of #if by what is kept of
# their own header: the intrinsics of a back end.
my %kept_header = map { $_->{file} => 1 } grep { $kept_item{ $_->{number} } } @items;
my %within;
my @headers_within = map { $_->{header} } grep { $kept_item{ $_->{number} } } @items;
while (my $h = shift @headers_within) {
	next if $within{ $h->{path} }++;
	push @headers_within, grep { $_ } map { $source->{headers}{ $_->[0] } } @{ $h->{includes} };
}
for my $item (@items) {
	next if $kept_item{ $item->{number} } || !$within{ $item->{header}{path} } || !grep { /^\s*#\s*include/ } @{ $item->{text} };
	next if !$kept_header{ $item->{file} } && includes_within_branch($item);
	$item->{only_includes} = $kept_item{ $item->{number} } = 1;
	reach($source->condition($item) =~ /(\w+)/g);
}
follow();

sub includes_within_branch ($item) {
	my $depth = 0;
	for (@{ $item->{text} }) {
		$depth++ if /^\s*#\s*if/;
		$depth-- if /^\s*#\s*endif/;
		return 0 if !$depth && /^\s*#\s*include/;
	}
	return 1;
}

# ---- the text ------------------------------------------------------------------------------------------------------

my $body = '';
my %now;
my $out = sub { $body .= join '', @_ };
my (%file, %instances);
for my $item (@items) {
	next unless $kept_item{ $item->{number} };
	my @in = grep { !$_->{out} } @{ $item->{pieces} };
	# A template of which only the frame is left.
	next if $item->{kind} eq 'template' && !grep { $_->{kept} && ($_->{kind} ne 'directive' || $_->{macro} && $_->{macro} eq 'define' && !$frame{ $_->{defines}[0] }) } @in;
	my @pieces = $item->{only_includes} ? grep { $_->{kept} || $_->{kind} eq 'directive' && !$_->{macro} } @in : grep {
		$_->{kept} || $_->{kind} eq 'directive' && (!$_->{macro} || $_->{macro} eq 'undef')
			|| $_->{kind} eq 'other' && !$is_caller{$_} && !$maker{$_} || defined $header && $_->{kind} eq 'comment' && $item->{file} eq $header
	} @in;
	my $t = Text::plain_text(\@pieces, defined $header && $item->{file} eq $header, $dense);
	if ($item->{kind} eq 'template') {
		$t = join '', grep { !/^#pragma (?:push|pop)_macro/ } split /(?<=\n)/, $t;
		my (%defined, %first);
		$defined{$_}++ for $t =~ /^#define (\w+)/gm;
		my $kept = '';
		for (split /(?<=\n)/, $t) {
			my ($word, $n) = /^#(define|undef) (\w+)/;
			if (defined $n && $frame{$n}) {
				next if $word eq 'undef';
				if ($now{$n} && $now{$n} ne $_) { $body .= "#undef $n\n" }
				$body .= $_ unless $now{$n} && $now{$n} eq $_;
				$now{$n} = $_;
				next;
			}
			$kept .= $_;
		}
		$t = $kept;
		$t = join('', map { "$_\n" } @{ $item->{settings} || [] }) . $t;
		push @{ $instances{ $item->{file} } }, join '/', map { (split)[2] // () } @{ $item->{settings} || [] };
	} else {
		my @gone = grep { my $n = $_; $t =~ /^\s*#\s*include/m || grep { $_->{mentions}{$n} } @pieces } sort keys %now;
		$body .= "#undef $_\n" for @gone;
		delete @now{@gone};
	}
	# Branches that became empty
	1 while $t =~ s/^[ \t]*#[ \t]*if[^\n]*(?:\\\n[^\n]*)*\n(?:[ \t]*\n|[ \t]*#[ \t]*(?:else|elif)[^\n]*\n)*[ \t]*#[ \t]*endif[^\n]*\n//gm
		|| $t =~ s/^extern "C\+\+" \{\n\s*\}\n//gm;
	$t =~ s/\n{3,}/\n\n/g;
	next unless $t =~ /\S/;
	my $when = $source->condition($item);
	$body .= "/* ---- $item->{file} */\n" unless ($file{last} || '') eq $item->{file};
	$file{last} = $item->{file};
	$file{all}{ $item->{file} } = 1;
	$body .= "#if $when\n" if $when ne '';
	$body .= $t;
	$body .= "#endif\n" if $when ne '';
}
$body .= "#undef $_\n" for sort keys %now;

my ($version) = map { /^#define\s+LQCD_VERSION\s+"(.*)"/ ? $1 : () } map { @{ $_->{text} } } @items;
my $result = "/* Of lqcd $version: $name. Paste it, with your program below. Copyright and licence (MIT): the file LICENSE of lqcd. */\n"
	. (@without ? '/* Back ends: ' . join(' ', grep { $simd{$_} } @back_ends) . "; SIMD=\"..\" of make paste chooses others. */\n" : '')
	. qq(#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored "-Wunused-function"\n$body#pragma GCC diagnostic pop\n)
	. qq(#if LQCD_POINTER_ERRORS && !defined(__cplusplus)\n#pragma GCC diagnostic error "-Wincompatible-pointer-types"\n#endif\n);
$result .= "/* ---- end of lqcd */\n$text";
if (length $result > LIMIT && !(defined $simd && $dense)) {
	chdir $here or die "$here: $!\n";
	exec $^X, "$FindBin::Bin/paste.pl", @given, defined $simd ? '--dense' : ('--simd', "@usual_simd") or die "exec: $!\n";
}
if (!defined $output) {
	print $result;
	exit;
}
(my $folder = $output) =~ s{/[^/]*$}{};
make_path($folder);
open my $o, '>', $output or refuse("$output: $!");
print $o $result;
close $o or refuse("$output: $!");
(my $shown = $output) =~ s{^\Q@{[abs_path('.')]}\E/}{};
printf "%s: %d bytes, of %d headers and templates; tags %s", $shown, length $result, scalar keys %{ $file{all} }, $tags || 'none';
my %also = map { $_ => 1 } grep { !$asked{$_} } map { split m{/} } map { @$_ } values %instances;
print %also ? ', which need ' . join(' ', grep { $also{$_} } @all_tags) : '';
print "; without the back ends @without" if @without;
# Seconds that each compiler of the environment takes.
for my $compiler (split ' ', $ENV{COMPILERS} || '') {
	next if system "command -v $compiler >/dev/null 2>&1";
	my ($flags) = $text =~ m{(-O\d(?: -m\S+\b)*)};
	my $before = (times)[2];
	my $good = !system "$compiler " . ($flags || '-O2') . " -c -x c $output -o /dev/null";
	printf ', %s %.1f s%s', $compiler, (times)[2] - $before, $good ? '' : ' (fails)';
}
print "\n";
