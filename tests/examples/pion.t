#!/usr/bin/env perl
# tests/examples/pion.t: build/examples/pion and build/examples/plaquette as a user meets them: tables, exit statuses,
# and what they say about wrong options, wrong files, solves that fail and a missing gnuplot.
#
# The configurations are made here (diagonal links, so that the plaquettes are known), and read from LQCD_TEST_DATA if
# it is set. One run thermalises a lattice of its own.
use strict;
use warnings;
use FindBin;

my $bin = "$FindBin::Bin/../../build/examples";
require "$FindBin::Bin/run.pl";
our $dir;
chdir $dir or die "chdir: $!";
my $pi = 4 * atan2(1, 1);
my ($checks, $failed) = (0, 0);
$| = 1;

# One check; @remarks explain a failure.
sub check {
	my ($ok, $name, @remarks) = @_;
	$checks++;
	$failed++ if !$ok;
	$name =~ s/[\n#]/ /g;
	print $ok ? 'ok' : 'not ok', " $checks - $name\n";
	if (!$ok) { print "#   $_\n" for map { split /\n/ } @remarks }
}

sub skip {
	$checks++;
	print "ok $checks # SKIP @_\n";
}

# Runs a program in $dir: { status, out, err }.
sub example {
	my ($program, @arguments) = @_;
	my %r;
	@r{qw(status out err)} = run("$bin/$program", @arguments);
	return \%r;
}

# The output of a run, for the remarks of a failed check.
sub all { my ($r) = @_; return substr "exit $r->{status}\n$r->{out}$r->{err}", 0, 4000 }

# The rows [t, C, m_eff] of the table that stands, with its results, at the end of a text; () when there is none.
sub table {
	my ($text) = @_;
	$text =~ /(?:^|\n)t\tC\tm_eff\n((?:\d+\t\S+\t\S*\n)+)(?:# (?:m|fit)_\w+ = .*\n)*\z/ or return;
	return map { [split /\t/, $_, -1] } split /\n/, $1;
}

# The largest relative difference of column C; infinite when the tables are not of one length, or t is not 0, 1, ...
sub distance {
	my ($a, $b) = @_;
	return 9**9**9 if !@$a || @$a != @$b;
	my $worst = 0;
	for my $t (0 .. $#$a) {
		return 9**9**9 if $a->[$t][0] != $t;
		my $d = abs($a->[$t][1] / $b->[$t][1] - 1);
		$worst = $d if !($d <= $worst);
	}
	return $worst;
}

# ---- a configuration with diagonal links ----------------------------------------------------------------------------

my @extent = (4, 2, 4, 6); # X, Y, Z, T

sub site { my ($x, $y, $z, $t) = @_; return (($t * $extent[2] + $z) * $extent[1] + $y) * $extent[0] + $x }

# Writes the file; returns the mean plaquettes (all, of space, with time).
sub make_configuration {
	my ($path) = @_;
	my (@angle, @coordinates, $trace, %sum, %count);
	for my $t (0 .. $extent[3] - 1) { for my $z (0 .. $extent[2] - 1) { for my $y (0 .. $extent[1] - 1) {
		push @coordinates, [$_, $y, $z, $t] for 0 .. $extent[0] - 1;
	} } }
	my $data = '';
	for my $i (0 .. $#coordinates) {
		for my $mu (0 .. 3) {
			my ($a, $b) = map { 2 * rand() - 1 } 0, 1;
			$angle[$i][$mu] = [$a, $b, -$a - $b];
			for my $row (0 .. 2) {
				for my $column (0 .. 2) {
					my $phase = $angle[$i][$mu][$row];
					$data .= pack 'd>2', $row == $column ? (cos $phase, sin $phase) : (0, 0);
				}
				$trace += cos $angle[$i][$mu][$row];
			}
		}
	}
	for my $i (0 .. $#coordinates) {
		my @up = map {
			my @x = @{ $coordinates[$i] };
			$x[$_] = ($x[$_] + 1) % $extent[$_];
			site(@x);
		} 0 .. 3;
		for my $mu (0 .. 3) { for my $nu ($mu + 1 .. 3) {
			my $kind = $nu == 3 ? 'time' : 'space';
			$count{$kind}++;
			$sum{$kind} += cos($angle[$i][$mu][$_] + $angle[$up[$mu]][$nu][$_]
				- $angle[$up[$nu]][$mu][$_] - $angle[$i][$nu][$_]) / 3 for 0 .. 2;
		} }
	}
	my $checksum = 0;
	$checksum = ($checksum + $_) & 0xffffffff for unpack 'N*', $data;
	my $mean = ($sum{space} + $sum{time}) / ($count{space} + $count{time});
	my $header = "BEGIN_HEADER\nHDR_VERSION = 1.0\nDATATYPE = 4D_SU3_GAUGE_3x3\n"
		. join('', map { sprintf "DIMENSION_%d = %d\n", $_, $extent[$_ - 1] } 1 .. 4)
		. sprintf("CHECKSUM = %x\nLINK_TRACE = %.12f\nPLAQUETTE = %.12f\n", $checksum,
			$trace / (12 * @coordinates), $mean)
		. "FLOATING_POINT = IEEE64BIG\nEND_HEADER\n";
	spew($path, $header . $data);
	return ($mean, $sum{space} / $count{space}, $sum{time} / $count{time}, length $header);
}

my $config = "$dir/diagonal.nersc";
my $seed = $ENV{LQCD_TEST_SEED} || time;
$seed = hex substr $seed, -8 if $seed =~ /^0x/;
srand $seed;
print "# LQCD_TEST_SEED=$seed repeats the random numbers of this run\n";
my ($mean, $space, $time, $data_at) = make_configuration($config);

# ---- plaquette ------------------------------------------------------------------------------------------------------

my $number = qr/[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?/;
my $r = example('plaquette', $config);
my %says = $r->{out} =~ /^(\w+)\t($number)$/mg;
check($r->{status} == 0 && $r->{err} eq '' && $r->{out} =~ /^# lattice_xyzt = 4 2 4 6$/m, 'plaquette reads a file', all($r));
check(abs(($says{plaquette} // 9) - $mean) < 1e-13 && abs(($says{plaquette_space} // 9) - $space) < 1e-13
	&& abs(($says{plaquette_time} // 9) - $time) < 1e-13, 'its plaquettes are those of the angles', "$mean $space $time",
		all($r));
for (['no argument'], ['an option', '--nonsense', 1], ['two files', $config, $config]) {
	my ($name, @arguments) = @$_;
	$r = example('plaquette', @arguments);
	check($r->{status} == 2 && $r->{err} =~ /see --help/ && $r->{out} eq '', "plaquette, $name: exit 2", all($r));
}

# ---- wrong files ----------------------------------------------------------------------------------------------------

my $bytes = slurp($config);
my $flipped = $bytes;
my $at = $data_at + int rand(length($bytes) - $data_at);
substr($flipped, $at, 1) = chr(ord(substr $flipped, $at, 1) ^ 1 << int rand 8);
spew("$dir/flipped.nersc", $flipped);
spew("$dir/short.nersc", substr $bytes, 0, -1);
spew("$dir/text", "This is no configuration.\n");
for (['flipped.nersc', qr/checksum/i], ['short.nersc', qr/end|short|byte/i], ['text', qr/text: \w/],
	['nowhere.nersc', qr/No such file/]) {
	my ($file, $says) = @$_;
	for my $program ('plaquette', 'pion') {
		$r = example($program, $program eq 'pion' ? '--config' : (), $file);
		check($r->{status} == 1 && $r->{err} =~ $says && $r->{err} =~ /\Q$file/ && !table($r->{out}),
			"$program $file: exit 1, and says what is wrong", all($r));
	}
}

# ---- the table ------------------------------------------------------------------------------------------------------

my @quick = ('--config', $config, '--kappa', '0.11', '--tol', '1e-12');
my %by_solver;
for my $solver ('cg', 'bicgstab', 'mixed') {
	$r = example('pion', @quick, '--solver', $solver);
	$by_solver{$solver} = [table($r->{out})];
	check($r->{status} == 0 && $r->{err} eq '' && @{ $by_solver{$solver} } == 6,
		"pion --solver $solver: a table of 6 times", all($r));
	my @residuals = $r->{out} =~ /^\d\t\d\t\d+\t(\S+)\t\S+\t\S+$/mg;
	my $solves = @residuals;
	my @missed = grep { $_ > 1e-12 } @residuals;
	check($solves == 12 && !@missed, "pion --solver $solver: twelve solves with residuals below the tolerance",
		all($r));
	check($r->{out} =~ /^# solver = \Q$solver\E\n# tags = /m && $r->{out} =~ /^# lattice_xyzt = 4 2 4 6$/m
		&& $r->{out} =~ /^# plaquette = (\S+)/m && abs($1 - $mean) < 1e-11,
			"pion --solver $solver: says what it does", all($r));
}
for ('bicgstab', 'mixed') {
	my $d = distance($by_solver{$_}, $by_solver{cg});
	check($d <= 1e-9, sprintf 'cg and %s agree within %.1e', $_, $d);
}

my $quiet = example('pion', @quick, '--quiet');
check($quiet->{status} == 0 && $quiet->{err} eq '' && $quiet->{out} =~ /\At\tC\tm_eff\n/ && table($quiet->{out}) == 6
	&& distance([table($quiet->{out})], $by_solver{mixed}) <= 1e-14, 'pion --quiet prints only the table and its results',
		all($quiet));
my @rows = table($quiet->{out});
check(!(grep { $_->[2] ne '' && !($_->[2] > 0 && $_->[2] < 10) } @rows) && $rows[0][2] ne '' && $rows[-1][2] eq '',
	'the effective mass is a positive number, or empty', all($quiet));

# Folded at T/2: each mass from C(t) + C(T-t), so that it solves C(t)/C(t+1) = cosh(m (T/2-t)) / cosh(m (T/2-t-1)).
sub cosh { my ($x) = @_; return (exp($x) + exp(-$x)) / 2 }

sub folds {
	my (@rows) = @_;
	my $half = @rows / 2;
	my @C = map { ($rows[$_][1] + $rows[-$_][1]) / 2 } 0 .. $half;
	for my $t (0 .. $#rows) {
		my $m = $rows[$t][2];
		return 0 if $t >= $half ? $m ne '' : $m ne '' && abs(cosh($m * ($half - $t)) / cosh($m * ($half - $t - 1)) * $C[$t + 1] / $C[$t] - 1) > 1e-6;
	}
	return 1;
}
check(folds(@rows), 'and that of the folded correlator, for t < T/2', all($quiet));
$r = example('pion', @quick, '--quiet', '--fit', '1,2');
check($r->{out} =~ /^# m_pion = (\S+)\n# fit_from_pion = 1\n# fit_to_pion = 2\n\z/m && abs($1 - ($rows[1][2] + $rows[2][2]) / 2) < 1e-8,
	'pion --fit: the mean of these times', all($r));
for (['1,3', qr/--fit 1,3: not from 0 to T\/2 - 1 = 2/], ['2,1', qr/--fit 2,1: not two times/], ['1', qr/not two times/]) {
	my ($fit, $says) = @$_;
	$r = example('pion', @quick, '--fit', $fit);
	check($r->{status} == 2 && $r->{err} =~ $says && !table($r->{out}), "pion --fit $fit: exit 2, and says why", all($r));
}

$r = example('pion', @quick, '--quiet', '--out', "$dir/table.tsv");
check($r->{status} == 0 && slurp("$dir/table.tsv") eq $r->{out} && table($r->{out}) == 6,
	'pion --out writes the same table', all($r));
$r = example('pion', @quick, '--quiet', '--out', "$dir/nowhere/table.tsv");
check($r->{status} == 1 && $r->{err} =~ m{nowhere/table\.tsv} && $r->{out} eq '',
	'a table that cannot be written: exit 1, the file is named, and nothing was computed', all($r));

# Periodic and antiperiodic differ; the place of the source matters; one or four threads do not.
$r = example('pion', @quick, '--quiet', '--bc', 'periodic');
my $d = distance([table($r->{out})], $by_solver{cg});
check($r->{status} == 0 && $d > 1e-6 && $d < 10, "pion --bc periodic differs ($d)", all($r));
for (['--csw', '1'], ['--mu', '0.2']) {
	$r = example('pion', @quick, '--quiet', @$_);
	$d = distance([table($r->{out})], $by_solver{cg});
	check($r->{status} == 0 && $d > 1e-6 && $d < 10, "pion @$_ differs ($d)", all($r));
}
$r = example('pion', @quick, '--quiet', '--source', '5,3,1,2');
$d = distance([table($r->{out})], $by_solver{cg});
check($r->{status} == 0 && $d > 1e-6 && $d < 10, "pion --source 5,3,1,2 differs ($d)", all($r));
$r = example('pion', @quick, '--quiet', '--threads', 2);
check($r->{status} == 0 && $r->{out} eq $quiet->{out}, 'pion --threads 2 prints the same digits', all($r));

$r = example('pion', @quick, '--quiet', '--device', 'host');
check($r->{out} eq $quiet->{out}, 'pion --device host: here it is always', all($r));
$r = example('pion', @quick, '--device', 'gpu');
check($r->{status} == 2 && $r->{err} =~ /^pion: --device gpu: there is none for a program/ && $r->{out} eq '', 'pion --device gpu: refused', all($r));

# ---- published correlators ------------------------------------------------------------------------------------------

# references.json: dirac/FILE/kappa0.12_cswN_BOUNDARY/C_t
my @references = (
	['nersc.l8t4b3360', 'periodic', '0',
		0.8354490123820445, 0.036440686141447395, 0.006158331842086235, 0.03577769944222766],
	['nersc.l8t4b3360', 'antiperiodic', '1',
		0.8810436090177286, 0.04166019528160043, 0.007604156176011908, 0.04156574777197836],
	['nersc-little.l4t8', 'antiperiodic', '0', 0.8215748573001391, 0.037881051898269874, 0.003642486908041414,
		0.00037717733722315643, 8.36786442667216e-05, 0.00035789110013040765,
		0.003434737198794238, 0.03678976663204111]);
my %plaquette = ('nersc.l8t4b3360' => 0.503866446949594, 'nersc-little.l4t8' => 0.5985455590826413);
for (@references) {
	my ($file, $bc, $csw, @C) = @$_;
	if (!$ENV{LQCD_TEST_DATA}) {
		skip("$file: LQCD_TEST_DATA is not set") for 1, 2;
		next;
	}
	my $path = "$ENV{LQCD_TEST_DATA}/$file";
	$r = example('pion', '--config', $path, '--kappa', '0.12', '--csw', $csw, '--bc', $bc, '--tol', '1e-12', '--quiet');
	my $d = distance([table($r->{out})], [map { [0, $_] } @C]);
	check($r->{status} == 0 && $d <= 1e-9, sprintf('%s, csw %s, %s: C(t) within %.1e of the published one', $file, $csw, $bc,
		$d),
		all($r));
	$r = example('plaquette', $path);
	check($r->{status} == 0 && $r->{out} =~ /^plaquette\t(\S+)/m && abs($1 - $plaquette{$file}) < 1e-13,
		"$file: its plaquette", all($r));
}

# ---- options that are wrong -----------------------------------------------------------------------------------------

$r = example('pion', '--help');
my @options = qw(--config --lattice --beta --save --kappa --csw --mu --bc --source --tol --solver --max-iterations --threads --fit --device --out --plot
	--quiet --json);
check($r->{status} == 0 && $r->{err} eq '' && !(grep { $r->{out} !~ /\Q$_\E\b/ } @options),
	'pion --help: exit 0 and every option', all($r));
my @wrong = (
	['--kappa', 'x', qr/from 1e-06 to 1e\+06/], ['--kappa', '0', qr/from 1e-06/],
	['--kappa', '-0.1', qr/from 1e-06/], ['--kappa', '0.1x', qr/from 1e-06/], ['--kappa', 'nan', qr/from 1e-06/],
	['--kappa', 'inf', qr/from 1e-06/], ['--kappa', '1e99', qr/to 1e\+06/], ['--kappa', '', qr/from 1e-06/],
	['--beta', '6.0', qr/only without FILE/], ['--beta', '-1', qr/from 0/], ['--lattice', '8,8,8', qr/T,X,Y,Z/],
	['--csw', 'one', qr/from -100 to 100/], ['--csw', '1e3', qr/to 100/], ['--mu', 'nan', qr/from -100/],
	['--tol', '0', qr/from 1e-15 to 1\b/], ['--tol', '2', qr/to 1\b/], ['--tol', 'nan', qr/from 1e-15/],
	['--tol', '1e-99', qr/from 1e-15/], ['--threads', '0', qr/from 1 to 4096/],
	['--threads', '5000', qr/to 4096/], ['--threads', '2.5', qr/integer/],
	['--max-iterations', '0', qr/from 1 to/], ['--max-iterations', '99999999999999999999', qr/from 1 to/],
	['--max-iterations', '4294967297', qr/from 1 to/], ['--max-iterations', 'ten', qr/integer/],
	['--bc', 'open', qr/periodic antiperiodic/], ['--bc', '', qr/periodic antiperiodic/],
	['--solver', 'gmres', qr/cg bicgstab mixed/], ['--solver', 'CG', qr/cg bicgstab mixed/],
	['--device', 'tpu', qr/gpu host/],
	['--source', '0,0,0', qr/T,X,Y,Z/], ['--source', '0,0,0,0,0', qr/T,X,Y,Z/],
	['--source', '0,0,0,x', qr/T,X,Y,Z/], ['--source', '0 0 0 0', qr/T,X,Y,Z/],
	['--source', '0,0,0,0x', qr/T,X,Y,Z/], ['--source', '', qr/T,X,Y,Z/], ['--source', '0,-1,0,0', qr/T,X,Y,Z/],
	['--source', '4294967296,0,0,0', qr/T,X,Y,Z/], ['--source', '0,4,0,0', qr/direction X .*0 to 3/],
	['--source', '0,0,2,0', qr/direction Y .*0 to 1/], ['--source', '0,0,0,4', qr/direction Z .*0 to 3/],
	['--source', '6,0,0,0', qr/direction T .*0 to 5/], ['--nonsense', '1', qr/unknown option.*--help/],
	['--kappa=0.1', '1', qr/unknown option.*--help/], ['kappa', '0.1', qr/--help/],
);
for (@wrong) {
	my ($option, $value, $says) = @$_;
	$r = example('pion', '--config', $config, $option, $value);
	check($r->{status} == 2 && $r->{err} =~ $says && $r->{err} =~ /\Apion: \Q$option\E/ && !table($r->{out}),
		"pion $option '$value': exit 2, and says what is legal", all($r));
}
for my $option (grep { !/quiet|json/ } @options) {
	$r = example('pion', $option);
	check($r->{status} == 2 && $r->{err} =~ /\Apion: \Q$option\E.*missing.*--help/,
		"pion $option without a value: exit 2", all($r));
}

# ---- solves that fail -----------------------------------------------------------------------------------------------

for my $solver ('cg', 'bicgstab', 'mixed') {
	$r = example('pion', '--config', $config, '--kappa', '10', '--max-iterations', 3, '--solver', $solver);
	my $why = qr/iteration limit reached before the tolerance \(true residual \S+, 3 iterations\)/;
	my $told = () = $r->{err} =~ /spin \d colour \d: $why/g;
	check($r->{status} == 1 && $told == 12, "pion --kappa 10 --max-iterations 3 --solver $solver: exit 1, and why",
		all($r));
}

# ---- plots ----------------------------------------------------------------------------------------------------------

{
	local $ENV{PATH} = "$dir/empty";
	$r = example('pion', @quick, '--quiet', '--plot', "$dir/none.svg");
	check($r->{status} == 1 && $r->{err} =~ /no plot.*gnuplot/ && $r->{out} eq '' && !-e "$dir/none.svg",
		'pion --plot without gnuplot: a message, exit 1, before anything is computed', all($r));
}
if (grep { -x "$_/gnuplot" } split /:/, $ENV{PATH}) {
	$r = example('pion', @quick, '--plot', "$dir/it's a plot.svg");
	my $svg = slurp("$dir/it's a plot.svg");
	check($r->{status} == 0 && $r->{err} eq '' && $svg =~ /<svg/ && $svg =~ m{</svg>\s*\z}
		&& $r->{out} =~ /^# plot = .*it's a plot\.svg$/m,
		'pion --plot writes an SVG', all($r));
	check($svg =~ /C\(t\)/ && $svg =~ /effective mass/, 'with both graphs');
	$r = example('pion', @quick, '--quiet', '--plot', "$dir/nowhere/plot.svg");
	check($r->{status} == 1 && $r->{err} =~ /nowhere/ && $r->{out} eq '',
		'a plot that cannot be written: a message, exit 1, before anything is computed', all($r));
} else {
	skip('gnuplot is not installed') for 1 .. 3;
}

# ---- without a configuration ----------------------------------------------------------------------------------------

$r = example('pion', '--save', "$dir/nowhere/pion.nersc", '--help');
check($r->{status} == 0, '--help wins over what stands before it');
@ENV{qw(OMP_NUM_THREADS OMP_WAIT_POLICY)} = (2, "passive");
$r = example('pion', '--save', "$dir/made.nersc", '--kappa', '0.1', '--tol', '1e-6', '--quiet');
my @made = table($r->{out});
check($r->{status} == 0 && $r->{err} eq '' && @made == 16, 'pion thermalises a lattice of its own', all($r));
# The longest range up to 7 in which the masses differ by no more than 5 %.
my ($from) = grep { my @m = map { $_->[2] } @made[$_ .. 7]; my @in = sort { $a <=> $b } @m; $in[-1] - $in[0] <= 0.05 * eval(join '+', @m) / @m } 0 .. 7;
check($r->{out} =~ /^# m_pion = (\S+)\n# fit_from_pion = $from\n# fit_to_pion = 7$/m && $1 > 1 && $1 < 3 && folds(@made), 'its mass, from t = ' . ($from // '?'), all($r));
check(@made == 16 && $made[8][1] < 1e-6 * $made[0][1] && abs(log($made[15][1] / $made[1][1])) < 1,
	'a pion decays on it, in both directions', all($r));
my $p = example('plaquette', "$dir/made.nersc");
check($p->{status} == 0 && $p->{out} =~ /^# lattice_xyzt = 8 8 8 16$/m && $p->{out} =~ /^plaquette\t(\S+)/m
	&& abs($1 - 0.5937) < 0.01,
	'it is saved, and its plaquette is that of beta 6.0', all($p));
my $again = example('pion', '--config', "$dir/made.nersc", '--kappa', '0.1', '--tol', '1e-6', '--quiet');
check($again->{status} == 0 && $again->{out} eq $r->{out}, 'from the saved file the same table', all($again));

# On extents that no lane grid of wide registers fits; the file of it as an argument.
$r = example('pion', '--lattice', '2,2,2,6', '--beta', '5.5', '--save', "$dir/thin.nersc", '--kappa', '0.1', '--tol', '1e-6');
check($r->{status} == 0 && $r->{out} =~ /^# beta = 5\.5\n/m && $r->{out} =~ /^# lattice_xyzt = 2 2 6 2$/m, '--lattice and --beta', all($r));
my $same = example('pion', "$dir/thin.nersc", '--kappa', '0.1', '--tol', '1e-6', '--quiet');
check($same->{status} == 0 && index($r->{out}, $same->{out}) > 0, 'and its file', all($same));

$r = example('pion', '--config', "$dir/made.nersc", '--save', "$dir/other.nersc");
check($r->{status} == 2 && $r->{err} =~ /--save.*is not saved/ && !-e "$dir/other.nersc", '--save with --config is refused', all($r));

print "1..$checks\n";
exit($failed != 0);
