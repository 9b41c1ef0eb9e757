#!/usr/bin/env perl
# lqcd/package/single.pl: prints lqcd.h and everything that it includes as one self-contained header.
#
#   perl lqcd/package/single.pl >lqcd_single.h
#
# Each header and each template stands in it once, with its manual; comments within the code of headers and templates are
# left out. A template is compiled for several tags, so the file includes itself, once per pass: a pass compiles each
# template for at most one tag. A piece that needs another piece stands after it in the same pass or in a later pass; the
# names that pieces define and mention (Source.pm) tell. Passes that only nvcc needs come last.
# The same tree gives the same bytes.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Source;

chdir "$FindBin::Bin/../.." or die "chdir: $!";

my $source = Source->new;
$source->header('lqcd.h');
my @items = $source->items;
for my $item (@items) {
	$item->{condition} = $source->condition($item);
	$item->{cuda} = $item->{condition} =~ /\bdefined\(__CUDACC__\)/ && $item->{condition} !~ /!\(?defined\(__CUDACC__\)/;
	$source->analyse($item);
}

# ---- places --------------------------------------------------------------------------------------------------------

# A text stands where it is first needed.
my (%place, @places);
for my $item (@items) {
	my $key = $item->{kind} eq 'template' ? join("\n", @{ $item->{text} }) : "item $item->{number}";
	$item->{place} = $place{$key} //= do {
		push @places, [];
		$#places;
	};
	push @{ $places[ $item->{place} ] }, $item;
}

# ---- passes --------------------------------------------------------------------------------------------------------

# An item comes after those that defined what it mentions; one that defines a macro or undefines it, also after those that
# mentioned the macro. A #define mentions nothing until it is used. A macro that an item defines and undefines is its own.
# Front ends without tag (macros in C, overloads in C++) are for users: they need not follow what they select among.
my (%definers, %users, %taken);
for my $item (@items) {
	my (%defined, %mentioned, %macro, %declared);
	my ($language, $depth) = ('', 0);
	for my $piece (@{ $item->{pieces} }) {
		if ($piece->{kind} eq 'directive') {
			if ($piece->{text} =~ /^#\s*if/) {
				$depth++;
				($language, my $at) = ($1 eq 'n' ? 'c' : 'c++') if $depth == 1 && $piece->{text} =~ /^#if(n?)def __cplusplus/;
			} elsif ($piece->{text} =~ /^#\s*e/) {
				$depth-- if $piece->{text} =~ /^#\s*endif/;
				$language = $depth ? $language eq 'c++' ? 'c' : $language eq 'c' ? 'c++' : '' : '' if $depth < 2;
			}
		}
		my @names = @{ $piece->{defines} };
		if ($piece->{macro}) {
			push @{ $macro{$_} }, $piece->{macro} for @names;
			$defined{$_} = $language eq 'c' ? 'front' : 'macro' for @names;
		} else {
			my $forward = $piece->{kind} eq 'type' && $piece->{code} !~ /\{/;
			if ($language ne 'c++') {
				$defined{$_} ||= 'name' for grep { !$forward || !$definers{$_} } @names;
			}
			$mentioned{$_} = 1 for keys %{ $piece->{mentions} };
		}
	}
	my @own = grep { $macro{$_}[-1] eq 'undef' && grep { $_ eq 'define' } @{ $macro{$_} } } keys %macro;
	push @own, map { /^\s*#\s*(?:define|undef)\s+(\w+)/ ? $1 : () } @{ $item->{settings} || [] }, map { @{ $_->{open} } } @{ $item->{around} };
	delete @defined{@own};
	delete @mentioned{@own};

	my %before;
	for my $name (sort grep { $defined{$_} eq 'macro' } keys %defined) {
		$before{ $_->{number} } = [$_, $name] for @{ $definers{$name} || [] }, @{ $users{$name} || [] };
	}
	for my $name (sort grep { $definers{$_} } keys %mentioned) {
		$before{ $_->{number} } = [$_, $name] for @{ $definers{$name} };
	}
	push @{ $definers{$_} }, $item for keys %defined;
	push @{ $users{$_} }, $item for keys %mentioned;
	delete $before{ $item->{number} };

	my $pass = 1;
	for my $number (sort { $a <=> $b } keys %before) {
		my ($other, $name) = @{ $before{$number} };
		my $earliest = $other->{place} < $item->{place} ? $other->{pass} : $other->{pass} + 1;
		($pass, $item->{why}) = ($earliest, $before{$number}) if $earliest > $pass;
	}
	$pass++ while $taken{"$item->{place} $pass"};
	$taken{"$item->{place} $pass"} = 1;
	$item->{pass} = $pass;
}
my $passes = 0;
my $host_passes = 0;
for my $item (@items) {
	$passes = $item->{pass} if $item->{pass} > $passes;
	$host_passes = $item->{pass} if $item->{pass} > $host_passes && !$item->{cuda};
}
if ($ENV{LQCD_SHOW_PASSES}) {
	my $tags = sub { join ' ', map { (split)[2] } @{ $_[0]{settings} || [] } };
	printf STDERR "%3d %s %s%s\n", $_->{pass}, $_->{file}, $tags->($_),
		$_->{why} ? "  after $_->{why}[0]{file} " . $tags->($_->{why}[0]) . ": $_->{why}[1]" : '' for @items;
}

# ---- the file ------------------------------------------------------------------------------------------------------

sub condition_line {
	my ($item, $pass) = @_;
	my $guard = $item->{header}{guard};
	my $when = join ' && ', $pass ? "LQCD__PASS == $pass" : (), $item->{condition} eq '' ? () : $item->{condition},
		defined $guard && $guard ne 'LQCD_H' ? "$guard + 0 == 2" : ();
	$when =~ s/\((!?defined\(\w+\))\)/$1/g;
	return $when;
}

sub banner {
	my ($path) = @_;
	my $text = "/* ---- $path ";
	print $text, '-' x (116 - length $text), " */\n";
}

my ($version) = map { /^#define\s+LQCD_VERSION\s+"(.*)"/ ? $1 : () } map { @{ $_->{text} } } @items;
die "no LQCD_VERSION\n" unless defined $version;
print "/* lqcd_single.h: lqcd $version in one file, made from lqcd.h and lqcd/ by `make single`: do not edit it.\n";
print <<'EOT';
 * #include it: it is lqcd.h, with the same options. Put it anywhere. It includes itself, so it cannot be pasted into another
 * file: `make paste` and `make explorer` write texts for that. Compilers without __FILE_NAME__ (gcc before 12) need it under
 * the name lqcd_single.h. Lines "---- FILE" tell where a text comes from; its full comments are there.
 *
EOT
open my $licence, '<', 'LICENSE' or die "LICENSE: $!\n";
print map { /\S/ ? " * $_" : " *\n" } <$licence>;
print " */\n";
print <<'EOT';
#if !defined(LQCD_H) || defined(LQCD__PASS)
#ifndef LQCD__PASS
#define LQCD__PASS 1
/* The guards of the headers. 2: this file has the header. */
EOT
for my $header ($source->headers) {
	my $guard = $header->{guard} or next;
	my $when = (grep { $_ eq '' } @{ $header->{when} }) ? '' : join ' || ', @{ $header->{when} };
	print $when eq '' ? "#ifndef $guard\n" : "#if !defined($guard) && ($when)\n";
	print "#define $guard", $guard eq 'LQCD_H' ? '' : ' 2', "\n#endif\n";
}
print "#endif\n";

my $open = '';
my $file = '';
sub within {
	my ($when) = @_;
	return if $when eq $open;
	print "#endif\n" if $open ne '';
	print "#if $when\n" if $when ne '';
	$open = $when;
}
for my $place (@places) {
	my $item = $place->[0];
	my $text = Source::plain_text($item->{pieces}, 0);
	next unless $text =~ /\S/;
	my $opens = join '', map { "$_\n" } map { @{ $_->{open} } } @{ $item->{around} };
	my $closes = join '', map { "$_\n" } map { @{ $_->{close} } } reverse @{ $item->{around} };
	if ($item->{kind} eq 'template') {
		within('');
		banner($item->{file});
		$file = '';
		my $word = 'if';
		for my $instance (@$place) {
			my $settings = @{ $instance->{settings} } ? $instance->{settings} : ['#define LQCD_TAG'];
			print "#$word ", condition_line($instance, $instance->{pass}), "\n", map { "$_\n" } @$settings;
			$word = 'elif';
		}
		print "#endif\n#ifdef LQCD_TAG\n$opens$text$closes";
		print "#undef LQCD_TAG\n" unless $text =~ /^#undef LQCD_TAG$/m;
		print "#endif\n";
	} else {
		if ($file ne $item->{file}) {
			within('');
			banner($item->{file});
		}
		$file = $item->{file};
		within(condition_line($item, $item->{pass}));
		print "$opens$text$closes";
	}
}
within('');

print "\n/* The passes after the first. */\n#if LQCD__PASS == 1\n";
print "#if defined(__FILE_NAME__) && __INCLUDE_LEVEL__ > 0\n#define LQCD__SELF __FILE_NAME__\n#else\n#define LQCD__SELF \"lqcd_single.h\" /* see the top of this file */\n#endif\n";
for my $pass (2 .. $passes) {
	print "#ifdef __CUDACC__\n" if $pass == $host_passes + 1;
	print "#undef LQCD__PASS\n#define LQCD__PASS $pass\n#include LQCD__SELF\n";
}
print "#endif\n" if $passes > $host_passes;
print "#undef LQCD__PASS\n#undef LQCD__SELF\n#endif\n#endif\n";
