#!/usr/bin/env perl
# tests/single.pl: prints lqcd.h and everything that it includes as one self-contained header.
#
#   perl tests/single.pl >lqcd_single.h
#
# Only #include "..." is resolved: macros, conditionals and comments stay, so that the options of lqcd/config.h work and
# the manuals can be read. A header is pasted where it is included first, with its guard, and left out wherever an
# earlier copy is certain to have been seen: one that was pasted inside a branch of #if counts within that branch only.
# A template (*.inc) is pasted each time, its comment at the top once. A banner names each file. The same tree gives the
# same bytes.
use strict;
use warnings;
use FindBin;

chdir "$FindBin::Bin/.." or die "chdir: $!";
my %file;

sub lines_of {
	my ($path) = @_;
	return @{ $file{$path} ||= do {
		open my $in, '<', $path or die "$path: $!\n";
		local $/ = "\n";
		[map { chomp; $_ } <$in>];
	} };
}

# lqcd/dirac/../field.h -> lqcd/field.h
sub resolve {
	my ($from, $included) = @_;
	my $path = $from =~ m{^(.*/)} ? "$1$included" : $included;
	1 while $path =~ s{[^/]+/\.\./}{};
	return $path;
}

my ($pasted, $tag, %manual) = ({}, '');

sub banner {
	my ($path, $note) = @_;
	my $text = "/* ---- $path$note ";
	print $text, '-' x (116 - length $text), " */\n";
}

sub paste {
	my ($path, @parents) = @_;
	die "$path includes itself: @parents\n" if grep { $_ eq $path } @parents;
	my $frame = $path =~ m{/(?:gpu_)?(?:begin|end)(?:_low)?\.inc$};
	banner($path, $path =~ /\.inc$/ ? ", tag $tag" : '') unless $frame;
	my (@outer, $guard, $away);
	my @lines = lines_of($path);
	if ($manual{$path}++ && $lines[0] =~ m{^/\*}) {
		1 until shift(@lines) =~ m{\*/\s*$};
	}
	for (@lines) {
		if (/^\s*#\s*include\s*"([^"]+)"/) {
			my $included = resolve($path, $1);
			next if $pasted->{$included};
			paste($included, @parents, $path);
			$pasted->{$included} = 1 unless $included =~ /\.inc$/;
			$away = 1 unless $included =~ m{/(?:gpu_)?(?:begin|end)(?:_low)?\.inc$};
			next;
		}
		$tag = $1 if /^\s*#\s*define\s+LQCD_TAG\s+(\w+)/;
		if (/^\s*#\s*if/) {
			# The guard is no branch: what follows it is seen by everyone who comes here.
			my $is_guard = !$guard++ && /^\s*#\s*ifndef\s+LQCD_\w*H\s*$/;
			push @outer, $is_guard ? undef : $pasted;
			$pasted = {%$pasted} unless $is_guard;
		} elsif (@outer && $outer[-1] && /^\s*#\s*el/) {
			$pasted = { %{ $outer[-1] } };
		} elsif (/^\s*#\s*endif/) {
			die "$path: an #endif too many\n" unless @outer;
			my $before = pop @outer;
			$pasted = $before if $before;
		}
		if ($away && /\S/ && !/^\s*#\s*(?:define\s+LQCD_TAG|el|endif)/) {
			banner($path, ', continued');
			$away = 0;
		}
		print "$_\n";
	}
	die "$path: an #endif is missing\n" if @outer;
}

my ($version) = map { /^#define\s+LQCD_VERSION\s+"(.*)"/ ? $1 : () } lines_of('lqcd/config.h');
die "lqcd/config.h: no LQCD_VERSION\n" unless defined $version;
print "/* lqcd_single.h: lqcd $version in one file, made from lqcd.h and lqcd/ by `make single`: do not edit it.\n";
print " * Include it, or paste it above your program; it is lqcd.h, with the same options and the same guards.\n *\n";
print map { /\S/ ? " * $_\n" : " *\n" } lines_of('LICENSE');
print " */\n";
paste('lqcd.h');
