#!/usr/bin/env perl
# tests/compile/options.t: the table at the top of lqcd/base/config.h names every option that the code asks for, and no other.
# The code asks for LQCD_X by #ifdef, #ifndef or defined(). Include guards, parameters of templates and names that a header
# asks about itself are no options.
use strict;
use warnings;
use File::Find;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";

sub text {
	open my $in, '<', $_[0] or die "$_[0]: $!";
	local $/;
	return scalar <$in>;
}

my %internal = map { $_ => 1 } qw(LQCD_SIMD_NAME LQCD_SCALAR_TAGS LQCD_TAGS LQCD_TAG LQCD_LOW LQCD_TEMPLATE LQCD_MANY LQCD_REP LQCD_REPRESENTED
	LQCD_COLOUR_VECTORS);
my %asked;
find({ no_chdir => 1, wanted => sub {
	return unless /\.(?:h|inc)$/;
	my $path = $_;
	(my $code = text($path)) =~ s{/\*.*?\*/}{ }gs;
	for (grep { /^\s*#\s*(?:if|el)/ } split /\n/, $code =~ s/\\\n//gr) {
		my @names = /^\s*#\s*ifn?def\s+(\w+)/ ? $1 : /\bdefined\b\s*\(?\s*(\w+)/g;
		push @{ $asked{$_} }, $path for grep { /^LQCD_(?!_)\w+$/ && !/_H$/ && !$internal{$_} } @names;
	}
} }, 'lqcd', 'lqcd.h');

my ($manual) = text('lqcd/base/config.h') =~ m{^/\*(.*?)\*/}s;
my %option;
for (split /\n/, $manual) {
	last if /^ \* Attributes/;
	$option{$1} = 0 if /^ \*   (LQCD_[A-Z0-9_]+(?:<tag>)?)(?:\([a-z, ]*\))?\s{1,}\S/;
}
cmp_ok(scalar keys %option, '>', 20, 'lqcd/base/config.h has a table of options');
for my $name (sort keys %asked) {
	(my $for_tags = $name) =~ s/_(?:[fd]|g[fdh])$/_<tag>/;
	my ($row) = grep { exists $option{$_} } $name, $for_tags;
	ok(defined $row, "$name is in the table") or diag "asked for in @{$asked{$name}}";
	$option{$row} = 1 if defined $row;
}
# LQCD_FREE comes with LQCD_ALLOC.
$option{LQCD_FREE} = 1 if $option{LQCD_ALLOC};
ok($option{$_}, "$_ of the table is asked for") for sort keys %option;
done_testing();
