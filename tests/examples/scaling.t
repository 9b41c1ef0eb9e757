#!/usr/bin/env perl
# tests/examples/scaling.t: build/examples/scaling: messages against the surface of the local lattice, times and
# efficiencies against the model that --help states, and what it says about wrong options.
use strict;
use warnings;
use FindBin;
use List::Util qw(max product sum0);
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;
my $flop = 1320;

sub scaling { return run("build/examples/scaling @_") }

# The rows of --quiet --out, by name.
sub rows {
	my ($status, $out, $err) = scaling(@_, "--quiet --out $dir/out.tsv");
	is("$status $err", '0 ', "@_");
	my ($heading, @lines) = split /\n/, slurp("$dir/out.tsv");
	my @names = split /\t/, $heading // '';
	unlink "$dir/out.tsv";
	return map { my %row; @row{@names} = split /\t/; \%row } @lines;
}

sub near { my ($a, $b) = @_; return abs($a - $b) <= 1e-7 * abs $b }

# Messages, bytes and sites of a row, from the local extents and the lane grid alone.
sub check_counts {
	my ($name, $row, $tag, $parity) = @_;
	my @grid = split /,/, $row->{grid};
	my @local = split /,/, $row->{local};
	my @sub = @local;
	for (my $left = $row->{lanes}; $left > 1; $left /= 2) {
		# First directions that are not cut.
		my ($best) = sort { ($grid[$a] > 1) <=> ($grid[$b] > 1) || $sub[$b] <=> $sub[$a] || $a <=> $b }
			grep { $sub[$_] % 4 == 0 } 0 .. 3;
		$sub[$best] /= 2;
	}
	my @cut = grep { $grid[$_] > 1 } 0 .. 3;
	my $half = $parity eq 'full' ? 1 : 2;
	my $volume = product(@local) / $half;
	my $faces = sum0(map { 2 * $volume / $local[$_] } @cut);
	is($row->{bytes}, $faces * 12 * ($tag eq 'd' ? 8 : 4), "$name: a half-spinor for each site of the surface");
	is($row->{messages}, @cut * 4 / $half, "$name: messages");
	is($row->{largest}, max(0, map { $volume / $local[$_] * $half / 2 } @cut) * 12 * ($tag eq 'd' ? 8 : 4),
		"$name: the largest message");
	is($row->{inner_sites}, product(map { $grid[$_] > 1 ? $sub[$_] - 2 : $sub[$_] } 0 .. 3) * $row->{lanes} / $half,
		"$name: inner sites");
	ok($row->{inner_sites} + $row->{boundary_sites} == $volume
		&& $row->{inner_flop} == $flop * $row->{inner_sites}
		&& $row->{boundary_flop} == $flop * $row->{boundary_sites}, "$name: all sites, and their flop");
}

# Times and efficiencies of a row, with one link.
sub check_times {
	my ($name, $row, $bandwidth, $latency) = @_;
	my ($inner, $boundary) = map { $flop * 1e-3 * $row->{"${_}_sites"} / $row->{gflops} } qw(inner boundary);
	my $comm = $row->{messages} * $latency + 1e-3 * $row->{bytes} / $bandwidth;
	my ($overlap, $plain) = (max($inner, $comm) + $boundary, $inner + $comm + $boundary);
	my @expected = ($inner, $boundary, $comm, $overlap, $plain, ($inner + $boundary) / $overlap,
		($inner + $boundary) / $plain);
	my @names = qw(inner_us boundary_us comm_us overlap_us plain_us overlap_efficiency plain_efficiency);
	my @wrong = grep { !near($row->{ $names[$_] }, $expected[$_]) } 0 .. $#names;
	ok(!@wrong, "$name: the times of the model")
		or diag(map { "$names[$_]: $row->{$names[$_]}, $expected[$_]\n" } @wrong);
}

for (['8 8 8 8', [1, 4, 16], '2,1,1,1 1,2,1,2 2,2,2,2'], ['8 12 6 4', [1, 2, 4], '2,3,1,2 1,1,3,1'],
	['16 16 16 32', [1, 8, 64], '2,2,2,4 4,4,4,8 1,8,8,16'], ['4 2 4 2', [1], '1,1,1,1 2,1,2,1']) {
	my ($lattice, $lanes, $grids) = @$_;
	my $grid = join ' ', map { "--grid $_" } split ' ', $grids;
	for my $n (@$lanes) {
		my ($tag, $parity) = ((qw(f d))[rand 2], (qw(full even odd))[rand 3]);
		my $how = "--lanes $n --gflops 50 --tag $tag --parity $parity --bandwidth 8 --latency 2";
		for my $row (rows("$lattice $grid $how")) {
			my $name = "$lattice on $row->{grid}, $row->{lanes} lanes";
			check_counts($name, $row, $tag, $parity);
			check_times($name, $row, 8, 2);
		}
	}
}

# Weak scaling: the local lattice stays; a grid and --ranks give the same row.
my @weak = rows('4 8 4 8 --weak --ranks 1,2,6,64,65536 --gflops 10');
is_deeply([map { [@$_{qw(ranks local)}] } @weak], [map { [$_, '4,8,4,8'] } 1, 2, 6, 64, 65536], 'weak: local lattices');
is(product(split /,/, $weak[4]{grid}), 65536, 'weak: 65536 processes');
check_counts('weak', $_, 'f', 'full'), check_times('weak', $_, 12.5, 1.5) for @weak;
my ($same) = rows("4 8 4 8 --weak --grid $weak[3]{grid} --gflops 10");
is_deeply($same, $weak[3], 'weak: the same with --grid');
($same) = rows("--lattice 4,8,4,8 --weak --grid $weak[3]{grid} --gflops 10");
is_deeply($same, $weak[3], 'and with --lattice');

# The default list: one process is the measure, and efficiency never grows.
for ('64 64 64 64', '8 8 8 8 --weak') {
	my @rows = rows("$_ --gflops 40");
	is($rows[-1]{ranks}, 65536, "$_: up to 65536 processes");
	for my $kind (qw(overlap_efficiency plain_efficiency)) {
		my @e = map { $_->{$kind} } @rows;
		ok($rows[0]{ranks} > 1 || $e[0] == 1, "$_: $kind of one process");
		ok(!(grep { $e[$_] > $e[$_ - 1] * (1 + 1e-8) } 1 .. $#e), "$_: $kind does not grow");
		ok($e[-1] > 0 && $e[-1] < 0.9, "$_: and falls");
	}
	ok(!(grep { $_->{plain_us} < $_->{overlap_us} } @rows), "$_: overlap is no loss");
}

# Worse links take longer, more of them less time, down to that of one message.
my @time = map { (rows("16 16 16 16 --grid 2,2,2,2 --gflops 100 $_"))[0]{comm_us} }
	('--latency 3', '--latency 1', '--latency 1 --bandwidth 50',
	map { "--latency 1 --bandwidth 50 --links $_" } 2, 16, 64);
ok(!(grep { $time[$_] >= $time[$_ - 1] } 1 .. 4) && $time[5] == $time[4], "comm, better and better: @time");
ok(near($time[4], 1 + 12 * 4 * 256 / 50e3), 'all at once take as long as one');

# Measured, with a drawing.
my ($status, $out, $err) = scaling("4 4 4 8 --grid 1,1,1,1 --plot \"$dir/it's.svg\"");
is($status, 0, 'measures the speed of a process');
ok($out =~ /^# gflops_of_one_process = ([\d.e+]+)\n# gflops_are = measured/m && $1 > 0, 'and prints it') or diag($out);
SKIP: {
	skip 'no gnuplot', 1 if system('gnuplot --version >/dev/null 2>&1');
	ok($err eq '' && slurp("$dir/it's.svg") =~ /with overlap.*<\/svg>\s*\z/s, 'and draws') or diag($err);
}

# Samples of a speed: the best counts, and a median more than 10 % below it is said.
for (['10', 10, ''], ['9.5,10,8,9.1,3', 10, ''], ['8,10,8.9,9.5,7', 10, '11'], ['5,1,1', 5, '80'], ['1,1,1,1,1', 1, '']) {
	my ($samples, $best, $below) = @$_;
	($status, $out, $err) = scaling("8 8 8 8 --ranks 1,2 --gflops $samples");
	my $says = $below eq '' ? qr/\A((?!disturbed).)*\z/s : qr/^# disturbed = the median of the samples of --gflops is $below % below the best; /m;
	ok("$status$err" eq '0' && $out =~ /^# gflops_of_one_process = $best$/m && $out =~ $says, "--gflops $samples: " . ($below || 'not') . ' disturbed') or diag($out, $err);
}

($status, $out, $err) = scaling('--help');
ok($status == 0 && $err eq '' && !(grep { $out !~ /\Q$_\E\b/ } qw(--weak --grid --ranks --lanes --parity --tag --gflops
	--bandwidth --latency --links --tsv --plot --out --json --quiet)), 'scaling --help: exit 0 and every option');
for (['', qr/four extents/], ['8 8 8', qr/four extents/], ['8 8 8 8 8', qr/unknown argument/],
	['8 8 x 8', qr/^scaling: Y x: /],
	['8 8 8 7', qr/^scaling: Z 7: must be even/], ['--lattice 8,8,8,7', qr/^scaling: Z 7: must be even/], ['8 8 8 8 --grid 3,1,1,1', qr/process grid T = 3/],
	['8 8 8 8 --grid 0,1,1,1', qr/--grid/], ['8 8 8 8 --grid 2,1,1', qr/--grid 2,1,1: not four/],
	['8 8 8 8 --ranks 7', qr/--ranks 7: no grid/], ['8 8 8 8 --ranks 1,,2', qr/--ranks 1,,2: not integers/],
	['8 8 8 8 --ranks 0', qr/--ranks 0: not from 1/], ['8 8 8 8 --lanes 3', qr/--lanes 3: not a power/],
	['8 8 8 8 --lanes 128', qr/to 64/], ['8 8 8 8 --tag x', qr/--tag x: legal are f d/],
	['8 8 8 8 --parity none', qr/legal are full even odd/], ['8 8 8 8 --gflops 0', qr/--gflops 0: not a number/], ['8 8 8 8 --gflops 1,,2', qr/--gflops: not a number/],
	['8 8 8 8 --gflops 1,x', qr/--gflops x: not a number/],
	['8 8 8 8 --bandwidth nan', qr/--bandwidth nan/], ['8 8 8 8 --latency -1', qr/--latency -1/],
	['8 8 8 8 --links 0', qr/--links 0/], ['8 8 8 8 --nonsense 1', qr/unknown option/],
	['8 8 8 8 --tsv', qr/its value is missing/],
	['1048576 8 8 8 --weak --grid 65536,1,1,1 --gflops 1', qr/longer than 2\^31/],
	['8 8 8 8 --gflops 1' . ' --grid 1,1,1,1' x 65, qr/more than 64 rows/]) {
	my ($arguments, $says) = @$_;
	($status, $out, $err) = scaling($arguments);
	ok($status == 2 && $err =~ $says, 'scaling ' . substr($arguments, 0, 60) . ': exit 2, and says why')
		or diag("$status $err");
}
($status, $out, $err) = scaling("8 8 8 8 --gflops 1 --tsv $dir/nowhere/x.tsv");
ok($status == 1 && $err =~ m{nowhere/x\.tsv}, 'a table that cannot be written: exit 1') or diag("$status $err");
($status, $out, $err) = scaling("8 8 8 8 --gflops 1 --plot $dir/nowhere/x.svg");
ok($status == 1 && $err =~ m{nowhere/x\.svg}, 'a plot that cannot be drawn: exit 1') or diag("$status $err");
done_testing();
