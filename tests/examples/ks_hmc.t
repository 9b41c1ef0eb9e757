#!/usr/bin/env perl
# tests/examples/ks_hmc.t: build/examples/ks_hmc: without quarks the trajectories of hmc; quarks of all actions; the same run in two
# parts; a trajectory there and back; the plot; what it says about wrong options.
use strict;
use warnings;
use FindBin;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;

sub ks { return run("build/examples/ks_hmc --lattice 4,4,4,4 @_") }
sub rows { return map { [split /\t/] } grep { /^\d/ } split /\n/, $_[0] }

# ---- gauge actions

# Without quarks: hmc's plaquettes; those of Luescher and Weisz are Symanzik's without loops, with beta c0 as beta.
for (['--action wilson --beta 5.7', '--beta 5.7'], ['--beta 10', '--beta 6 --action lw']) {
	my ($here, $there) = @$_;
	my ($status, $out, $err) = ks("$here --trajectories 4 --thermalise 2");
	my @ours = rows($out);
	my @theirs = rows((run("build/examples/hmc --lattice 4,4,4,4 $there --trajectories 4 --thermalise 2"))[1]);
	ok($status == 0 && @ours == 4 && @theirs == 4 && !(grep { abs($ours[$_][1] / $theirs[$_][1] - 1) > 1e-10 || abs($ours[$_][2] - $theirs[$_][2]) > 1e-4 } 0 .. 3),
		"$here: the trajectories of hmc $there") or diag($out, $err);
}
my ($status, $out, $err) = ks('--beta 7 --u0 0.86 --quark 0.3:2 --quark 0.4:1.5 --trajectories 1 --thermalise 0 --steps 1 --error 1e-5 --terms');
my ($l, $n) = (log(0.86), 3.5);
my ($r, $g) = map { $out =~ /^# $_ = (\S+)$/m ? $1 : 0 } qw(rectangle parallelogram);
ok(abs($r / (-(1 - (0.6264 - 1.1746 * $n) * $l) / 20 / 0.86**2) - 1) < 1e-5 && abs($g / ((0.0433 - 0.0156 * $n) * $l / 0.86**2) - 1) < 1e-5, 'coefficients of one loop, 3.5 flavours')
	or diag($out, $err);
my ($header, @terms) = map { [split /\t/] } grep { !/^#/ } split /\n/, $out;
is(join('|', @$header[4 .. $#$header]), 'kinetic energy|symanzik|staggered|staggered, iterations', 'columns of terms');
ok(@terms == 1 && abs($terms[0][4] + $terms[0][5] + $terms[0][6] - $terms[0][2]) < 0.02 && $terms[0][7] > 20, 'their sum is dH') or diag($out);
($out) = (ks('--beta 7 --u0 0.86 --quarks asqtad --quark 0.3:2 --trajectories 1 --thermalise 0 --steps 1'))[1];
($r) = $out =~ /^# rectangle = (\S+)$/m;
ok(abs($r / (-(1 - 0.6264 * $l) / 20 / 0.86**2) - 1) < 1e-5, 'without flavours for asqtad quarks') or diag($out);

# ---- quarks: dH is small, and falls with the square of the step

for ('--quarks naive --beta 5.4 --action wilson --quark 0.2:2', '--quarks asqtad --beta 6.6 --u0 0.85 --quark 0.2:1,0.6:-1 --quark 0.6:1',
	'--beta 6.6 --quark 0.2:2,0.6:-1@-0.2 --quark 0.5:1.5') {
	($status, $out, $err) = ks("$_ --steps 3 --length 0.5 --trajectories 3 --thermalise 3 --save $dir/warm --quiet --error 1e-8");
	is("$status $err", '0 ', "$_") or next;
	my %dh;
	for my $steps (6, 12) {
		($status, $out, $err) = ks("$_ --start $dir/warm --seed 4 --steps $steps --integrator leapfrog --length 0.5 --trajectories 1 --reverse --error 1e-8");
		my @one = rows($out);
		$dh{$steps} = $one[0][2];
		my ($links, $dH) = map { $out =~ /^# reverse_$_ = (\S+)$/m ? $1 : 1 } qw(links dH);
		ok(@one == 1 && $links > 0 && $links < 1e-10 && abs($dH) < 1e-6, "$steps steps: reversible") or diag($out, $err);
	}
	ok(abs($dh{6}) < 1 && abs($dh{12}) > 1e-4 && abs($dh{6} / $dh{12} - 4) < 0.5, 'dH of half the step: a quarter') or diag($dh{6}, ' ', $dh{12});
}

# ---- a run as a whole and in two parts

my $small = '--beta 6.8 --u0 0.87 --quark 0.3:2,0.9:-1 --quark 0.9:1 --quark 0.6:1@tree --thermalise 3 --steps 3 --length 0.6 --force-tol 1e-7 --error 1e-7';
($status, $out, $err) = ks("$small --trajectories 12 --save $dir/u.ildg");
my @rows = rows($out);
is($status, 0, 'a run') or diag($err);
is(join(' ', map { $_->[0] } @rows), join(' ', 1 .. 12), 'a row for each trajectory');
is(join('', map { $_->[3] } @rows[0 .. 2]), '111', 'the first are accepted');
ok(!(grep { $_->[1] < 0.3 || $_->[1] > 0.95 || abs($_->[2]) > 2 } @rows[3 .. 11]), 'plaquettes and dH');
like($out, qr/^# quarks = hisq\n# quark_1 = 0.3:2,0.9:-1\n# poles_1 = \d+\n# quark_2 = 0.9:1\n# poles_2 = \d+\n# quark_3 = 0.6:1\@-0\.20\d+\n# poles_3 = \d+\n# inner_steps = 4$/m, 'its quarks');
my ($sum, $mean, $error) = (0, $out =~ /^# exp_minus_dH = (\S+) \+- (\S+)$/m);
$sum += exp(-$_->[2]) / 9 for @rows[3 .. 11];
ok(abs($mean - $sum) < 1e-5 && abs($mean - 1) < 5 * $error + 0.05, 'the mean of exp(-dH)') or diag("$mean $error");
my $whole = join '', $out =~ /^(\d.*\n)/mg;
my $parts = '';
for my $more ("$small --trajectories 5", '--thermalise 3 --trajectories 12') {
	($status, $out, $err) = ks("$more --checkpoint $dir/run --save $dir/v.ildg --quiet");
	$parts .= join '', $out =~ /^(\d.*\n)/mg;
}
is($parts, $whole, 'in two parts, with a checkpoint: the same table') or diag($err);
is(system("cmp $dir/u.ildg $dir/v.ildg"), 0, 'and the same configuration');
for (['--beta 3', qr/--beta 3: the checkpoint has 6.8/], ['--u0 1', qr/--u0 1: the checkpoint has 0.87/], ['--action wilson', qr/--action wilson: the checkpoint has another/],
	['--quarks naive --quark 0.3:2', qr/--quarks naive: the checkpoint has another/], ['--quark 0.3:2', qr/--quark 0.3:2: the checkpoint has 0.3:2,0.9:-1 0.9:1 0.6:1@/],
	['--steps 7', qr/--steps 7: the checkpoint has 3/], ['--error 1e-6', qr/the checkpoint has 1e-07/], ['--seed 9', qr/--seed 9: the checkpoint has 1/]) {
	my ($more, $says) = @$_;
	($status, $out, $err) = ks("--trajectories 19 --checkpoint $dir/run $more");
	ok($status == 2 && $err =~ $says && $out !~ /^\d/m, "$more with another checkpoint is refused") or diag("$status $err");
}
run("build/examples/hmc --lattice 4,4,4,4 --trajectories 1 --steps 1 --checkpoint $dir/hmc");
($status, $out, $err) = ks("--checkpoint $dir/hmc");
ok($status == 1 && $err =~ /\Q$dir\E\/hmc: .*ks-beta/, 'a checkpoint of hmc: status 1 and why') or diag("$status $err");
my $bytes = slurp("$dir/run");
substr($bytes, 3000, 1) ^= "\x01";
($status, $out, $err) = ks('--checkpoint ' . spew("$dir/damaged", $bytes));
ok($status == 1 && $err =~ /damaged: /, 'a damaged checkpoint: status 1 and why') or diag("$status $err");

SKIP: {
	skip 'no gnuplot', 1 if system 'command -v gnuplot >/dev/null 2>&1';
	($status, $out, $err) = ks("$small --trajectories 5 --plot $dir/ks.svg");
	(my $text = slurp("$dir/ks.svg")) =~ s/<[^>]*>\s*//g;
	ok($status == 0 && !(grep { index($text, $_) < 0 } 'Symanzik', '3 flavours hisq', 'from 0.3', 'thermalisation', 'acceptance'), 'a plot') or diag($text, $err);
}
my $nine = '--quark 0.9:1 ' x 9;
for (['--beta x', qr/not a number from/], ['--steps 0', qr/not an integer from/], ['--action best', qr/legal are wilson symanzik/], ['--quarks best', qr/legal are naive/],
	['--quark 0.1', qr/not M:N/], ['--quark 0:2', qr/masses M from 1e-6/], ['--quark -1:2', qr/masses M/], ['--quark 0.1:0', qr/flavours N, not 0/], ['--quark 0.1:x', qr/not M:N/],
	['--quark 0.1:4', qr/not between -4 and 4/], ['--quark 0.1:3,0.2:-7.5', qr/not between -4 and 4/], ['--quark 0.1:2@x', qr/0.1:2\@x: not M:N/], ['--quark 0.1:2@nan', qr/EPS from -1 to 1/],
	['--quark 0.1:2@0.1 --quarks asqtad', qr/only for --quarks hisq/], [$nine, qr/at most 8 pseudofermions/], ['--quark ' . join(',', ('1:0.1') x 11), qr/at most 10 masses/],
	['--error 0', qr/not a number from/], ['--high -1', qr/not a number from/], ['--u0 nan', qr/not a number from/], ['--seed', qr/its value is missing/]) {
	my ($arguments, $says) = @$_;
	($status, $out, $err) = ks($arguments);
	ok($status == 2 && $err =~ $says && $out eq '', "ks_hmc $arguments: status 2 and why") or diag("$status $out $err");
}
for (["--start $dir/missing", qr/missing: cannot open/], ['--quark 1e-6:2 --error 1e-11', qr/not more than \d+ poles/],
	['--quark 0.2:2 --high 5', qr/trajectory 1: -D\^2 has eigenvalues up to \S+, above --high 5/], ["--checkpoint $dir/u.ildg", qr/not a checkpoint/]) {
	my ($arguments, $says) = @$_;
	($status, $out, $err) = ks($arguments);
	ok($status == 1 && $err =~ $says, "ks_hmc $arguments: status 1 and why") or diag("$status $out $err");
}
($status, $out, $err) = run('build/examples/ks_hmc --lattice 5,4,4,4');
ok($status == 1 && $err =~ /extent T = 5: must be even/, 'odd extents: status 1 and why') or diag("$status $err");
done_testing();
