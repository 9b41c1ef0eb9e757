# tests/share.pl: drawn(@list): a random part of a list, in its order; scripts whose checks resemble each other
# require it; mostly(@list): twice that part, of checks that do so less. From the environment: LQCD_TEST_SHARE, from 0 to 1
# (1, all of it): the part, at least one;
# LQCD_TEST_DRAW repeats a draw, and is in the output of a script that drew.
use strict;
use warnings;
use List::Util qw(shuffle);
use Test::More;

my $part = defined $ENV{LQCD_TEST_SHARE} ? $ENV{LQCD_TEST_SHARE} : 1;
die "LQCD_TEST_SHARE=$part is not a number from 0 to 1\n" if $part !~ /^(?:0?\.\d+|[01](?:\.0*)?)$/;
my $seed = defined $ENV{LQCD_TEST_DRAW} ? oct($ENV{LQCD_TEST_DRAW}) & 0xffffffff : time ^ $$ << 8;
my $drawn = 0;

sub drawn { return part_of($part, @_) }
sub mostly { return part_of($part < 0.5 ? 2 * $part : 1, @_) }

sub part_of {
	my ($share, @list) = @_;
	return @list if $share == 1 || @list < 2;
	srand $seed unless $drawn++;
	note sprintf 'LQCD_TEST_DRAW=0x%x LQCD_TEST_SHARE=%s repeats the draw of this run', $seed, $part;
	my $most = int($share * @list + 0.5) || 1;
	my %chosen = map { $_ => 1 } (shuffle 0 .. $#list)[0 .. $most - 1];
	return @list[grep { $chosen{$_} } 0 .. $#list];
}

1;
