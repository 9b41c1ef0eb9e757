#!/usr/bin/env perl
# tests/examples/geometry.t: build/examples/geometry as a user meets it: its table against what is known of the lattice,
# its drawing of the documented example, and what it says about wrong options.
use strict;
use warnings;
use FindBin;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;

sub geometry { return run("build/examples/geometry @_") }

# The rows of the table with this heading.
sub rows {
	my ($out, $heading) = @_;
	$out =~ /^\Q$heading\E\t[^\n]*\n((?:\d[^\n]*\n)*)/m or return;
	return map { [split /\t+/] } split /\n/, $1;
}

my ($status, $out, $err) = geometry('16 8 8 8');
my @pieces = rows($out, 'piece');
is("$status $err", '0 ', 'one process');
is_deeply(\@pieces, [[0, 'inner', 'even', 0, 4095, 4096], [1, 'inner', 'odd', 4096, 8191, 4096]], 'has two pieces');
ok($out !~ /^(?:copy|buffer)/m && $out =~ /^# gsize_spinor = 8192\n# gsize_gauge = 8192$/m, 'no copies and no buffers');

# Pieces and copies together are all indices, once each.
for (['8 8 8 8 --grid 2,1,1,2', 4 * 8 * 8 * 4], ['8 12 8 8 --grid 2,3,2,2 --rank 1,2,0,1', 4 * 4 * 4 * 4],
	['16 8 8 16 --grid 2,2,1,2 --lanes 4', 8 * 4 * 8 * 8 / 4], ['16 16 16 16 --processes 16', 4 * 4 * 16 * 16]) {
	my ($arguments, $blocks) = @$_;
	($status, $out, $err) = geometry($arguments);
	my ($gauge) = $out =~ /^# gsize_gauge = (\d+)$/m;
	my ($processes, $parallel) = $out =~ /^# processes = (\d+)$/m ? ($1, 0) : ();
	$parallel = grep { $_ > 1 } split ' ', $1 if $out =~ /^# grid = (.*)$/m;
	my (%seen, $local);
	for (rows($out, 'piece')) {
		$seen{$_}++ for $_->[3] .. $_->[4];
		$local += $_->[5] if $_->[1] =~ /inner|boundary/;
	}
	for my $copy (rows($out, 'copy')) { $seen{$_}++ for $copy->[3] .. $copy->[3] + $copy->[4] - 1 }
	my @once = grep { $_ == 1 } values %seen;
	is($status, 0, "$arguments: runs") or diag($err);
	ok(@once == $gauge && keys %seen == $gauge && !(grep { $_ >= $gauge } keys %seen),
		"$arguments: every index has one use") or diag($out);
	is($local, $blocks, "$arguments: the local blocks");
	my @buffers = rows($out, 'buffer');
	is(scalar @buffers, 2 * (2 * $parallel + $parallel * ($parallel - 1)), "$arguments: buffers");
	ok(!(grep { $_->[2] >= $processes || $_->[5] >= $processes } @buffers), "$arguments: their processes");
}

# The document's figure.
($status, $out, $err) = geometry("2 2 8 8 --grid 1,1,2,2 --plot $dir/slice.svg --renumber");
open my $file, '<', "$dir/slice.svg" or die "$dir/slice.svg: $!";
my $svg = do { local $/; <$file> };
is("$status $err", '0 ', 'draws');
my @numbers = sort { $a <=> $b } $svg =~ />(\d+)<\/text>/g;
is_deeply(\@numbers, [grep { $_ != 8 } 0 .. 34], 'the 4x4 example: 0 to 32 but the copy, and two edges');
my @copies = $svg =~ /class='c'>[^0-9]*(\d+)</g;
is("@copies", '8', 'where its corner is copied to 8');
my %arrows = map { $_ => 1 } $svg =~ />\d: (\d+-\d+), \d+-\d+</g;
is(join(' ', sort keys %arrows), join(' ', sort qw(2-3 4-5 5-6 7-8 9-10 11-12 13-14 15-16)),
	'and sends and receives what the document says');
my $cells = () = $svg =~ /<rect [^>]*width='52'/g;
ok($cells == 16 + 16 + 2 && $svg =~ /<svg .*<\/svg>\n\z/s && $svg !~ /nan|inf/, 'every cell is there');

# Texts of the arrows do not overlap: those at one height, 6 pixels a letter.
($status, $out, $err) = geometry("--lattice 8,8,8,8 --grid 2,2,1,1 --plot $dir/slice.svg");
my %texts;
for (slurp("$dir/slice.svg") =~ /(<text [^>]*class='a'[^>]*>[^<]*)/g) {
	my ($x, $y, $anchor, $text) = /x='(\d+)' y='(\d+)' class='a' text-anchor='(\w+)'>(.*)/;
	push @{ $texts{$y} }, $anchor eq 'start' ? [$x, $x + 6 * length $text] : [$x - 6 * length $text, $x];
}
my @touch = map { my @t = sort { $a->[0] <=> $b->[0] } @$_; grep { $t[$_ - 1][1] > $t[$_][0] } 1 .. $#t } values %texts;
ok($status == 0 && keys %texts == 4 && !@touch, 'the texts of arrows stand apart') or diag(explain(\%texts), $err);

($status, $out, $err) = geometry('--help');
ok($status == 0 && $err eq '' && !(grep { $out !~ /\Q$_\E\b/ } qw(--grid --processes --rank --lanes --block --plane
	--plot --renumber --out --json --quiet)), 'geometry --help: exit 0 and every option');
for (['', qr/four extents/], ['8 8 8', qr/four extents/], ['8 8 8 8 8', qr/unknown argument/],
	['8 8 x 8', qr/^geometry: Y x: /],
	['8 8 8 7', qr/extent Z = 7/], ['8 8 8 8 --grid 3,1,1,1', qr/process grid T = 3/],
	['8 8 8 8 --grid 2,1,1', qr/--grid 2,1,1: not four/], ['8 8 8 8 --grid 2,1,1,1,1', qr/not four/],
	['8 8 8 8 --grid -2,1,1,1', qr/not four/], ['8 8 8 8 --rank 1,0,0,0', qr/coordinate T = 1: not in 0 to 0/],
	['8 8 8 8 --lanes 3', qr/--lanes 3: /], ['4 4 4 4 --lanes 64', qr/--lanes 64: no lane grid/],
	['8 8 8 8 --lanes 65', qr/to 64/], ['8 8 8 8 --processes 7', qr/--processes 7: no grid/],
	['8 8 8 8 --plane TT', qr/two of TXYZ/], ['8 8 8 8 --plane T', qr/two of TXYZ/],
	['8 8 8 8 --lattice 8,8,8,8', qr/--lattice: unknown/], ['--lattice 8,8,8,7', qr/extent Z = 7/], ['8 8 8 8 --nonsense 1', qr/unknown option/], ['8 8 8 8 --plot', qr/its value is missing/],
	["256 2 2 2 --plane TX --svg $dir/large.svg", qr/256 x 2 blocks/]) {
	my ($arguments, $says) = @$_;
	($status, $out, $err) = geometry($arguments);
	ok($status == 2 && $err =~ $says, "geometry $arguments: exit 2, and says why") or diag("$status $err");
}
($status, $out, $err) = geometry("8 8 8 8 --svg $dir/nowhere/x.svg");
ok($status == 1 && $err =~ m{nowhere/x\.svg: .*No such file}, 'a drawing that cannot be written: exit 1');
done_testing();
