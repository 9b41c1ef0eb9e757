#!/usr/bin/env perl
# tests/examples/lattices.t: geometry and scaling: pieces, copies and buffers of a local lattice, its drawing; messages against its
# surface, times and efficiencies against the model that --help of scaling states.
use FindBin;
use List::Util qw(max product sum0);
use lib $FindBin::Bin;
use Examples;
# ---- geometry ----------------------------------------------------------------------------------------------------
# The rows of the table with this heading.
sub piece_rows($out, $heading) { return $out =~ /^\Q$heading\E\t[^\n]*\n((?:\d[^\n]*\n)*)/m ? map { [split /\t+/] } split /\n/, $1 : () }

# Pieces and copies together are all indices, once each.
for (['16 8 8 8', 8192], ['8 8 8 8 --grid 2,1,1,2', 4 * 8 * 8 * 4], ['8 12 8 8 --grid 2,3,2,2 --rank 1,2,0,1', 4 * 4 * 4 * 4],
	['16 8 8 16 --grid 2,2,1,2 --lanes 4', 8 * 4 * 8 * 8 / 4], ['16 16 16 16 --processes 16', 4 * 4 * 16 * 16]) {
	my ($arguments, $blocks) = @$_;
	my %is = results(my $out = works("geometry $arguments"));
	my $parallel = grep { $_ > 1 } split ' ', $is{grid};
	my (%seen, $local);
	for (piece_rows($out, 'piece')) {
		$seen{$_}++ for $_->[3] .. $_->[4];
		$local += $_->[5] if $_->[1] =~ /inner|boundary/;
	}
	for my $copy (piece_rows($out, 'copy')) { $seen{$_}++ for $copy->[3] .. $copy->[3] + $copy->[4] - 1 }
	is(join(' ', sort { $a <=> $b } map { ($_) x $seen{$_} } keys %seen), join(' ', 0 .. $is{gsize_gauge} - 1), 'every index has one use');
	is($local, $blocks, 'the local blocks');
	my @buffers = piece_rows($out, 'buffer');
	is(scalar @buffers, 2 * (2 * $parallel + $parallel * ($parallel - 1)), 'buffers');
	ok(!(grep { $_->[2] >= $is{processes} || $_->[5] >= $is{processes} } @buffers), 'their processes');
}

# The document's figure
works("geometry 2 2 8 8 --grid 1,1,2,2 --plot $dir/slice.svg --renumber");
my $svg = slurp("$dir/slice.svg");
is_deeply([sort { $a <=> $b } $svg =~ />(\d+)<\/text>/g], [grep { $_ != 8 } 0 .. 34], 'the 4x4 example: 0 to 32 but the copy, and two edges');
is(join(' ', $svg =~ /class='c'>[^0-9]*(\d+)</g), '8', 'where its corner is copied to 8');
my %arrows = map { $_ => 1 } $svg =~ />\d: (\d+-\d+), \d+-\d+</g;
is(join(' ', sort keys %arrows), join(' ', sort qw(2-3 4-5 5-6 7-8 9-10 11-12 13-14 15-16)), 'and sends and receives what the document says');
ok(16 + 16 + 2 == (() = $svg =~ /<rect [^>]*width='52'/g) && $svg =~ /<svg .*<\/svg>\n\z/s && $svg !~ /nan|inf/, 'every cell is there');
# Texts of the arrows do not overlap: those at one height, 6 pixels a letter.
works("geometry --lattice 8,8,8,8 --grid 2,2,1,1 --plot $dir/slice.svg");
my %texts;
for (slurp("$dir/slice.svg") =~ /(<text [^>]*class='a'[^>]*>[^<]*)/g) {
	my ($x, $y, $anchor, $text) = /x='(\d+)' y='(\d+)' class='a' text-anchor='(\w+)'>(.*)/;
	push @{ $texts{$y} }, $anchor eq 'start' ? [$x, $x + 6 * length $text] : [$x - 6 * length $text, $x];
}
my @touch = map { my @t = sort { $a->[0] <=> $b->[0] } @$_; grep { $t[$_ - 1][1] > $t[$_][0] } 1 .. $#t } values %texts;
ok(keys %texts == 4 && !@touch, 'the texts of arrows stand apart') or diag(explain(\%texts));
# ---- scaling -----------------------------------------------------------------------------------------------------
# The rows of --quiet, by name.
sub scaling { my ($names, @lines) = map { [split /\t/, $_, -1] } grep { !/^#/ } split /\n/, works("scaling --quiet @_"); return map { my %row; @row{@$names} = @$_; \%row } @lines }

# Messages, bytes, sites and times of a row, from the local extents, the lane grid and one link.
sub check_row($name, $row, $tag, $parity, $bandwidth, $latency) {
	my @grid = split /,/, $row->{grid};
	my @local = split /,/, $row->{local};
	my @sub = @local;
	for (my $left = $row->{lanes}; $left > 1; $left /= 2) {
		# First directions that are not cut.
		my ($best) = sort { ($grid[$a] > 1) <=> ($grid[$b] > 1) || $sub[$b] <=> $sub[$a] || $a <=> $b } grep { $sub[$_] % 4 == 0 } 0 .. 3;
		$sub[$best] /= 2;
	}
	my @cut = grep { $grid[$_] > 1 } 0 .. 3;
	my ($half, $spinor) = ($parity eq 'full' ? 1 : 2, 12 * ($tag eq 'd' ? 8 : 4)); # a half-spinor for each site of the surface
	my ($volume, $flop) = (product(@local) / $half, 1320);
	my %want = (messages => @cut * 4 / $half, bytes => $spinor * sum0(map { 2 * $volume / $local[$_] } @cut),
		largest => $spinor * max(0, map { $volume / $local[$_] * $half / 2 } @cut),
		inner_sites => product(map { $grid[$_] > 1 ? $sub[$_] - 2 : $sub[$_] } 0 .. 3) * $row->{lanes} / $half);
	$want{boundary_sites} = $volume - $want{inner_sites};
	for ('inner', 'boundary') {
		$want{"${_}_flop"} = $flop * $want{"${_}_sites"};
		$want{"${_}_us"} = 1e-3 * $want{"${_}_flop"} / $row->{gflops};
	}
	my ($inner, $boundary) = @want{qw(inner_us boundary_us)};
	my $comm = $want{comm_us} = $want{messages} * $latency + 1e-3 * $want{bytes} / $bandwidth;
	@want{qw(overlap_us plain_us)} = (max($inner, $comm) + $boundary, $inner + $comm + $boundary);
	$want{"${_}_efficiency"} = ($inner + $boundary) / $want{"${_}_us"} for 'overlap', 'plain';
	my @wrong = grep { !near($row->{$_}, $want{$_}, 1e-7) } sort keys %want;
	ok(!@wrong, "$name on $row->{grid}: counts and times of the model") or diag(map { "$_: $row->{$_}, not $want{$_}\n" } @wrong);
}

my $turn = 0;
for (['8 8 8 8', [1, 4, 16], '2,1,1,1 1,2,1,2 2,2,2,2'], ['8 12 6 4', [1, 2, 4], '2,3,1,2 1,1,3,1'],
	['16 16 16 32', [1, 8, 64], '2,2,2,4 4,4,4,8 1,8,8,16'], ['4 2 4 2', [1], '1,1,1,1 2,1,2,1']) {
	my ($lattice, $lanes, $grids) = @$_;
	for my $n (@$lanes) {
		my ($tag, $parity) = ((qw(f d))[$turn % 2], (qw(full even odd))[$turn % 3]);
		$turn++;
		check_row("$lattice, $n lanes", $_, $tag, $parity, 8, 2)
			for scaling($lattice, "--lanes $n --gflops 50 --tag $tag --parity $parity --bandwidth 8 --latency 2", map { "--grid $_" } split ' ', $grids);
	}
}
# Weak scaling: the local lattice stays; a grid and --ranks give the same row.
my @weak = scaling('4 8 4 8 --weak --ranks 1,2,6,64,65536 --gflops 10');
is_deeply([map { [@$_{qw(ranks local)}] } @weak], [map { [$_, '4,8,4,8'] } 1, 2, 6, 64, 65536], 'weak: local lattices');
is(product(split /,/, $weak[4]{grid}), 65536, 'weak: 65536 processes');
check_row('weak', $_, 'f', 'full', 12.5, 1.5) for @weak;
is_deeply((scaling("$_ --weak --grid $weak[3]{grid} --gflops 10"))[0], $weak[3], 'weak: the same with --grid') for '4 8 4 8', '--lattice 4,8,4,8';
# The default list: one process is the measure, and efficiency never grows.
for my $how ('64 64 64 64', '8 8 8 8 --weak') {
	my @e = map { $_->{plain_efficiency} } my @rows = scaling("$how --gflops 40");
	ok($rows[-1]{ranks} == 65536 && ($rows[0]{ranks} > 1 || $e[0] == 1) && $e[-1] > 0 && $e[-1] < 0.9
		&& !(grep { $e[$_] > $e[$_ - 1] * (1 + 1e-8) } 1 .. $#e), 'efficiency falls from 1 process to 65536') or diag("@e");
}
# Worse links take longer, more of them less time, down to that of one message.
my @time = map { (scaling("16 16 16 16 --grid 2,2,2,2 --gflops 100 $_"))[0]{comm_us} } '--latency 3', '--latency 1', '--latency 1 --bandwidth 50',
	map { "--latency 1 --bandwidth 50 --links $_" } 2, 16, 64;
ok(!(grep { $time[$_] >= $time[$_ - 1] } 1 .. 4) && $time[5] == $time[4], "comm, better and better: @time");
ok(near($time[4], 1 + 12 * 4 * 256 / 50e3, 1e-7), 'all at once take as long as one');
like(works('scaling 4 4 4 8 --grid 1,1,1,1'), qr/^# gflops_of_one_process = (?!0$)[\d.e+]+\n# gflops_are = measured/m, 'measures the speed of a process');
# Samples of a speed: the best counts, and a median more than 10 % below it is said.
for (['10', 10, ''], ['9.5,10,8,9.1,3', 10, ''], ['8,10,8.9,9.5,7', 10, '11'], ['5,1,1', 5, '80'], ['1,1,1,1,1', 1, '']) {
	my ($samples, $best, $below) = @$_;
	my %is = results(works("scaling 8 8 8 8 --ranks 1,2 --gflops $samples"));
	my $told = grep { $_->{overlap_efficiency} ne "" && $_->{plain_efficiency} > 0 } scaling("8 8 8 8 --ranks 1,2 --gflops $samples");
	is($told, $below eq '' ? 2 : 0, 'efficiencies only of undisturbed samples');
	ok($is{gflops_of_one_process} eq $best && ($is{disturbed} // '') =~ ($below eq '' ? qr/^$/ : qr/^the median of the samples of --gflops is $below % below the best; /),
		($below || 'not') . ' disturbed') or diag(explain(\%is));
}
done_testing();
