#!/usr/bin/env perl
# tests/examples/hmc.t: build/examples/hmc: its table, the same run in two parts, its files, the plot, and what it says about
# wrong options.
use strict;
use warnings;
use FindBin;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;

sub hmc { return run("build/examples/hmc @_") }

my $small = '--lattice 4,4,4,4 --beta 5.2 --thermalise 3';
my ($status, $out, $err) = hmc("$small --trajectories 12 --save $dir/u.ildg");
my @rows = map { [split /\t/] } grep { /^\d/ } split /\n/, $out;
is($status, 0, 'a run') or diag($out, $err);
is(join(' ', map { $_->[0] } @rows), join(' ', 1 .. 12), 'a row for each trajectory');
is(join('', map { $_->[3] } @rows[0 .. 2]), '111', 'the first are accepted');
ok(!(grep { $_->[1] < 0.2 || $_->[1] > 0.95 || abs($_->[2]) > 3 } @rows[3 .. 11]), 'plaquettes and dH');
like($out, qr/^# accepted = \d+\n# trajectories = 12$/m, 'how many were accepted');

# Means of the trajectories after thermalisation.
sub mean { my $sum = 0; $sum += $_ / @_ for @_; return $sum }
for (['plaquette', 1e-9, map { $_->[1] } @rows[3 .. 11]], ['exp_minus_dH', 1e-5, map { exp -$_->[2] } @rows[3 .. 11]],
	['acceptance', 1e-9, map { $_->[3] } @rows[3 .. 11]]) {
	my ($name, $within, @x) = @$_;
	my ($mean, $error) = $out =~ /^# $name = (\S+) \+- (\S+)$/m;
	ok(defined $mean && abs($mean - mean(@x)) < $within && $error >= 0 && $out =~ /^# tau_$name = /m, "$name: mean and error") or diag($out);
}

# The table without comments
my $whole = join '', $out =~ /^(\d.*\n)/mg;
my $parts = '';
for my $n (4, 12) {
	($status, $out, $err) = hmc("$small --trajectories $n --checkpoint $dir/run --save $dir/v.ildg --quiet");
	$parts .= join '', $out =~ /^(\d.*\n)/mg;
}
is($parts, $whole, 'in two parts, with a checkpoint: the same table') or diag($err);
is(system("cmp $dir/u.ildg $dir/v.ildg"), 0, 'and the same configuration');
($status, $out) = hmc("--start $dir/u.ildg --beta 5.2 --trajectories 1 --seed 5 --action iwasaki --integrator omf4 --steps 2");
ok($status == 0 && $out =~ /^1\t0\.\d+\t\S+\t[01]$/m && $out =~ /^# c1 = -0\.331\n# integrator = omf4\n# steps = 2$/m, 'from a configuration')
	or diag($out);

($status, $out, $err) = hmc("$small --trajectories 3 --reverse --kappa 0.11 --save $dir/w.ildg");
my ($links, $dH) = map { $out =~ /^# reverse_$_ = (\S+)$/m ? $1 : 1 } qw(links dH);
ok($status == 0 && $links > 0 && $links < 1e-12 && abs($dH) < 1e-8, 'a trajectory there and back') or diag($out, $err);
hmc("$small --trajectories 3 --kappa 0.11 --save $dir/x.ildg");
is(system("cmp $dir/w.ildg $dir/x.ildg"), 0, 'which leaves the links as they were');

# Ends in time: in two parts; the files; what is refused.
my $ends = '--lattice 6,4,4,4 --beta 5.6 --thermalise 4 --boundary open --cG 0.9,1.1 --kappa 0.12 --csw 1.5 --exponential --cF 0.9,1 --theta 0.5,0,0 --steps 4';
($status, $out, $err) = hmc("$ends --trajectories 4 --save $dir/ends.openqcd");
ok($status == 0 && $out =~ /^# theta = 0.5,0,0\n# boundary = open\n# boundary_T = 5\n# cG = 0.9,1.1\n# cF = 0.9,1\n/m && $out =~ /^# exponential = 1$/m, 'open ends') or diag($out, $err);
ok(!(grep { /^[1-4]\t0\.[4-9]\d*\t(\S+)/ && abs($1) > 1 } split /\n/, $out), 'dH of open ends');
$whole = join '', $out =~ /^(\d.*\n)/mg;
$parts = '';
for my $more ("$ends --trajectories 2", '--lattice 6,4,4,4 --thermalise 4 --trajectories 4') {
	($status, $out, $err) = hmc("$more --checkpoint $dir/ends --save $dir/v.openqcd --quiet");
	$parts .= join '', $out =~ /^(\d.*\n)/mg;
}
is($parts, $whole, 'open ends in two parts: the same table') or diag($err);
is(system("cmp $dir/ends.openqcd $dir/v.openqcd"), 0, 'and the same configuration');
for (["--trajectories 9 --checkpoint $dir/ends --boundary sf", qr/boundary: 2, but the checkpoint has 1/], ['--cF 1,2', qr/--boundary: needed by/],
	['--boundary x', qr/not open, sf or open-sf/], ['--theta 1,2', qr/--theta 1,2: not 3 numbers/], ['--exponential', qr/no clover term/],
	["--boundary open,4 --save $dir/w --trajectories 1", qr/no file has an open end before/],
	["--boundary sf --save $dir/w --trajectories 1", qr/boundary values at even times/]) {
	my ($more, $says) = @$_;
	($status, $out, $err) = hmc("--lattice 6,4,4,4 $more");
	ok($status == 2 && $err =~ $says, "refused: $more") or diag($status, $err);
}
($status, $out, $err) = hmc('--lattice 6,4,4,4 --trajectories 2 --boundary sf,4 --phi -1.047,0,-3.1416,1.047 --action lw');
ok($status == 0 && $out =~ /^# boundary = sf\n# boundary_T = 4$/m && $out =~ /^2\t0\.\d+\t\S+\t[01]$/m, 'a Schroedinger functional') or diag($out, $err);
my $sf = '--boundary sf,4 --phi -0.5236,0,-2.618,1.0472';
($status, $out, $err) = hmc("--lattice 6,4,4,4 --trajectories 1 --thermalise 1 $sf --save $dir/sf.openqcd");
is(-s "$dir/sf.openqcd", 24 + 576 * 4 ** 4, 'a file of openQCD without the last time slice') or diag($out, $err);
($status, $out, $err) = hmc("--start $dir/sf.openqcd --trajectories 1 $sf");
ok($status == 0 && $out =~ /^# boundary_T = 4$/m, 'and a start from it') or diag($out, $err);

# Quarks: a checkpoint has their numbers; options that contradict it are refused.
my $quarks = '--lattice 4,4,4,4 --beta 5.2 --thermalise 1 --steps 3 --kappa 0.12 --strange-kappa 0.115 --csw 1.5';
($status, $out, $err) = hmc("$quarks --trajectories 3 --save $dir/q.ildg");
ok($status == 0 && $out =~ /^# kappa = 0.12\n# strange_kappa = 0.115\n# csw = 1.5\n# inner_steps = 4$/m, 'quarks') or diag($out, $err);
ok(!(grep { /^[23]\t0\.[5-9]\d*\t(\S+)/ && abs($1) > 2 } split /\n/, $out), 'dH of quarks');
$whole = join '', $out =~ /^(\d.*\n)/mg;
$parts = '';
for my $more ("$quarks --trajectories 1", '--lattice 4,4,4,4 --thermalise 1 --trajectories 3') {
	($status, $out, $err) = hmc("$more --checkpoint $dir/quarks --save $dir/v.ildg --quiet");
	$parts .= join '', $out =~ /^(\d.*\n)/mg;
}
is($parts, $whole, 'quarks in two parts: the same table') or diag($err);
for (['--beta 3', qr/--beta 3: the checkpoint has 5.2/], ['--kappa 0.1', qr/kappa: 0.1, but the checkpoint has 0.12/], ['--steps 7', qr/--steps 7: the checkpoint has 3/],
	['--action lw', qr/--action lw: the checkpoint has another/], ['--seed 9', qr/--seed 9: the checkpoint has 1/]) {
	my ($more, $says) = @$_;
	($status, $out, $err) = hmc("--lattice 4,4,4,4 --trajectories 9 --checkpoint $dir/quarks $more");
	ok($status == 2 && $err =~ $says && $out !~ /^\d/m, "$more with another checkpoint is refused") or diag("$status $err");
}
is(system("cmp $dir/q.ildg $dir/v.ildg"), 0, 'and the same configuration');
($status, $out, $err) = hmc("$quarks --trajectories 2 --terms --quiet");
my ($header, @terms) = map { [split /\t/] } grep { !/^#/ } split /\n/, $out;
is(join('|', @$header[4 .. 9]), 'kinetic energy|gauge|two flavours|two flavours, iterations|one flavour|one flavour, iterations', 'columns of terms')
	or diag($out, $err);
ok(@terms == 2 && !(grep { abs($_->[4] + $_->[5] + $_->[6] + $_->[8] - $_->[2]) > 0.01 || $_->[7] < 10 || $_->[9] < 10 } @terms),
	'their sum is dH, and solvers iterate') or diag($out);
my $short = join '', map { join("\t", @$_[0 .. 3]) . "\n" } @terms;
is($short, substr($whole, 0, length $short), 'the other columns are what they are without');
($status, $out, $err) = hmc('--lattice 4,4,4,4 --strange-kappa 0.115 --high 100 --trajectories 1 --quiet');
ok($status == 1 && $err =~ /trajectory 1: M\^\+ M has eigenvalues from .* beyond --low .* --high 100/, 'a narrow spectrum: status 1 and why')
	or diag("$status $out $err");
($status, $out, $err) = hmc('--lattice 4,4,4,4 --strange-kappa 0.115 --low 1e-12 --quiet');
ok($status == 1 && $err =~ /takes more than \d+ poles/, 'and one that is too wide') or diag("$status $out $err");

# Domain walls, alone and with other quarks.
my $walls = '--lattice 4,4,4,4 --beta 5.2 --thermalise 1 --steps 2 --domain-wall 4,1.5,0.2,1.5,0.5';
($status, $out, $err) = hmc("$walls --trajectories 3 --save $dir/q.ildg");
ok($status == 0 && $out =~ /^# inner_steps = 4$/m && $out !~ /csw/ && $out =~ /^# wall_ls = 4\n# wall_m5 = 1.5\n# wall_mass = 0.2\n# wall_b5 = 1.5\n# wall_c5 = 0.5\n/m,
	'domain walls') or diag($out, $err);
ok(!(grep { /^[23]\t0\.[3-9]\d*\t(\S+)/ && abs($1) > 2 } split /\n/, $out), 'dH of domain walls');
$whole = join '', $out =~ /^(\d.*\n)/mg;
$parts = '';
for my $more ("$walls --trajectories 1", '--lattice 4,4,4,4 --thermalise 1 --trajectories 3') {
	($status, $out, $err) = hmc("$more --checkpoint $dir/walls --save $dir/v.ildg --quiet");
	$parts .= join '', $out =~ /^(\d.*\n)/mg;
}
is($parts, $whole, 'domain walls in two parts: the same table') or diag($err);
is(system("cmp $dir/q.ildg $dir/v.ildg"), 0, 'and the same configuration');
for (["--checkpoint $dir/walls --domain-wall 4,1.5,0.1,1.5,0.5", qr/wall-mass: 0.1, but the checkpoint has 0.2/],
	["--checkpoint $dir/walls --domain-wall 4,1.5,0.2", qr/wall-b5: 1, but the checkpoint has 1.5/], ["--checkpoint $dir/walls --kappa 0.12", qr/kappa: 0.12, but the checkpoint has 0$/m],
	["--checkpoint $dir/quarks --domain-wall 4,1.5,0.2", qr/wall-ls: 4, but the checkpoint has 0$/m]) {
	my ($more, $says) = @$_;
	($status, $out, $err) = hmc("--lattice 4,4,4,4 --trajectories 9 $more");
	ok($status == 2 && $err =~ $says && $out !~ /^\d/m, "$more is refused") or diag("$status $err");
}
($status, $out, $err) = hmc('--lattice 4,4,4,4 --kappa 0.12 --domain-wall 3,1.4,0.3 --steps 1 --trajectories 1 --terms --quiet --thermalise 0');
my ($names) = $out =~ /^(trajectory.*)$/m;
is(join('|', (split /\t/, $names // '')[5 .. 9]), 'gauge|two flavours|two flavours, iterations|domain walls|domain walls, iterations', 'with two Wilson quarks') or diag($out, $err);

SKIP: {
	skip 'no gnuplot', 1 if system 'command -v gnuplot >/dev/null 2>&1';
	($status, $out) = hmc("$small --trajectories 3 --plot $dir/hmc.svg");
	ok($status == 0 && -s "$dir/hmc.svg" && $out =~ /^# plot /m && $out !~ /^# acceptance/m, 'a plot of thermalisation alone; it has no means') or diag($out);
	($status, $out) = hmc("$small --trajectories 9 --plot $dir/hmc.svg");
	(my $text = slurp("$dir/hmc.svg")) =~ s/<[^>]*>\s*//g;
	ok($status == 0 && !(grep { $text !~ /$_/ } 'thermalisation', 'mean 0', 'rejected', 'acceptance [01]', '10 steps'), 'a plot with means') or diag($text);
}
for (['--beta x', qr/not a number from/], ['--steps 0', qr/not an integer from/], ['--action best', qr/legal are wilson lw/],
	['--lattice 4,4', qr/not four integers/], ['--seed', qr/its value is missing/], ['--csw 1', qr/no quarks/], ['--csw 1 --domain-wall 4,1.5,0.1', qr/no quarks/], ['--domain-wall 4,1.5', qr/not LS,M5,MASS/],
	['--domain-wall 4,1.5,0.1,1', qr/not LS,M5,MASS/], ['--domain-wall 4,1.5,0.1,1,0,3', qr/not LS,M5,MASS/], ['--domain-wall 4.5,1.5,0.1', qr/LS from 1 to 64/],
	['--domain-wall 4,1.5,x', qr/not LS,M5,MASS/], ['--domain-wall 4,5,0.1', qr/M5 < 4/], ['--domain-wall 4,1.5,0.1,1,2', qr/\|C5\| <= B5/], ['--kappa 2', qr/not a number from 0.001 to 1/]) {
	my ($arguments, $says) = @$_;
	($status, $out, $err) = hmc($arguments);
	ok($status == 2 && $err =~ $says && $out eq '', "hmc $arguments: status 2 and why") or diag("$status $out $err");
}
($status, $out, $err) = hmc("--start $dir/missing");
ok($status == 1 && $err =~ /missing: cannot open/, 'no such file: status 1');
($status, $out, $err) = hmc("$small --checkpoint $dir/u.ildg");
ok($status == 1 && $err =~ /not a checkpoint/, 'no checkpoint: status 1');
($status, $out, $err) = hmc("$small --checkpoint $dir");
ok($status == 1 && $err =~ /\Q$dir\E: exists and is not a regular file/, 'a folder as checkpoint: status 1') or diag("$status $out $err");
symlink 'circle', "$dir/circle";
($status, $out, $err) = hmc("$small --checkpoint $dir/circle");
ok($status == 1 && $err =~ /circle: /, 'a checkpoint that cannot be opened is not begun anew') or diag("$status $out $err");
($status, $out, $err) = hmc("--lattice 4,4,4,8 --trajectories 3 --checkpoint $dir/run");
ok($status == 1 && $err =~ /u has extents (\S+) in the file, but extents 4,4,4,8 here/, 'another lattice: status 1 and both extents') or diag("$status $err");
($status, $out, $err) = hmc("--lattice 4,4,4,4 --kappa 0.12 --checkpoint $dir/run");
ok($status == 2 && $err =~ /kappa: 0.12, but the checkpoint has 0$/m, 'quarks for a checkpoint without them are refused');
is((hmc('--help'))[0], 0, '--help');
done_testing();
