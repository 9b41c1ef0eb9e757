#!/usr/bin/env perl
# tests/examples/glue.t: build/examples/heatbath and build/examples/glueplots: an ensemble in files, whole and in two
# parts, its Wilson loops and potential, plots, and what they say about wrong options.
use strict;
use warnings;
use FindBin;
use JSON::PP;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;
sub heatbath { return run("build/examples/heatbath @_") }
sub glueplots { return run("build/examples/glueplots @_") }

my $small = '--lattice 4,4,4,4 --beta 5.7 --overrelax 1 --thermalise 12 --every 3 --configs 4';
my ($status, $out, $err) = heatbath("$small --save $dir/u");
my @rows = map { [split /\t/] } grep { /^\d/ } split /\n/, $out;
is($status, 0, 'heatbath') or diag($out, $err);
is(join(' ', map { $_->[0] } @rows), join(' ', 1 .. 21), 'a row for each step');
ok(!(grep { $_->[1] < 0.35 || $_->[1] > 0.95 || $_->[2]**2 + $_->[3]**2 > 1 } @rows), 'plaquettes and Polyakov loops');
like($out, qr/^# plaquette = 0\.\d+ \+- 0\.\d+\n# tau_plaquette = /m, 'a mean with its error');
{
	my ($mean) = $out =~ /^# plaquette = (\S+)/m;
	my $sum = 0;
	$sum += $_->[1] / 9 for @rows[12 .. 20];
	ok(abs($mean - $sum) < 1e-9, 'that of the steps after thermalisation') or diag($out);
}
is(join(' ', map { -s "$dir/u.000$_" ? 1 : 0 } 1 .. 5), '1 1 1 1 0', 'the configurations');
my $info = decode_json((run("build/examples/lqcd_info --json $dir/u.0004"))[1]);
ok(abs($info->{plaquette} - $rows[20][1]) < 1e-12, 'the last one is that of the last row');

# In two parts: the same rows and files.
my $before = slurp("$dir/u.0004");
unlink map { "$dir/u.000$_" } 3, 4;
($status, $out, $err) = heatbath("$small --save $dir/u --after 2 --quiet");
is(join('|', map { "@$_" } map { [split /\t/] } grep { /^\d/ } split /\n/, $out), join('|', map { "@$_" } @rows[15 .. 20]),
	'--after 2: the same rows') or diag($err);
ok(slurp("$dir/u.0004") eq $before, 'and the same configuration');
is((heatbath("$small --save $dir/n --format NERSC --quiet"))[0], 0, 'in NERSC format');
for my $format ('u', 'n') {
	for (['--beta 5.8', '--beta'], ['--overrelax 2', '--overrelax'], ['--seed 9', '--seed'], ['--every 4', '--thermalise, --every']) {
		my ($other, $option) = @$_;
		($status, $out, $err) = heatbath("$small --save $dir/$format --after 3 $other");
		ok($status == 2 && $err =~ m{^heatbath: \Q$option\E: \S*$format\.0003 is of --beta 5.7 --overrelax 1 --seed 1, step 18$} && $out !~ /^\d/m,
			"--after with $other is refused") or diag($status, $err);
	}
	is((heatbath("$small --save $dir/$format --after 3 --quiet"))[0], 0, 'and with the same it goes on');
}
unlink glob "$dir/n.*";

my $loops = "--rmax 4 --tmax 3 --at 1 --steps 3";
($status, $out, $err) = glueplots("$loops $dir/u.000*");
@rows = map { [split /\t/, $_, -1] } grep { /^\d/ } split /\n/, $out;
is($status, 0, 'glueplots') or diag($out, $err);
is(join(' ', map { "$_->[0]$_->[1]" } @rows), '11 12 13 21 22 23 31 32 33 41 42 43', 'a row for each loop');
ok(!(grep { $_->[2] < -1 || $_->[2] > 1 || $_->[3] <= 0 } @rows), 'loops and errors');
ok($rows[0][4] > 0 && $rows[0][4] < $rows[3][4] && $rows[0][5] > 0, 'the potential grows');
like($out, qr/^# sigma = \S+ \+- \S+\n# a = \S+ \+- \S+\n# r0 = /m, 'the fit');
($status, $out) = glueplots("$loops --steps 0 --quiet $dir/u.0004");
my $time = $info->{plaquette_time};
ok($status == 0 && $out =~ /^1\t1\t(\S+)\t/m && abs($1 - $time) < 1e-9, 'thin loops of 1 x 1 are plaquettes') or diag($out);
my ($hyp) = (glueplots("$loops --smear hyp --quiet $dir/u.0004"))[1] =~ /^1\t1\t(\S+)\t/m;
ok($hyp > $time, 'smearing makes them larger');
($status, $out) = heatbath('--lattice 4,4,4,4 --overrelax 0 --thermalise 2 --every 1 --configs 2');
like($out, qr/^# plaquette = 0\.\d+$/m, 'one number has a mean, but no error');
SKIP: {
	skip 'no gnuplot', 2 if system 'command -v gnuplot >/dev/null 2>&1';
	($status, $out) = heatbath("$small --plot $dir/h.svg");
	ok($status == 0 && -s "$dir/h.svg" && $out =~ /^# plot /m, 'a plot of histories') or diag($out);
	($status, $out) = glueplots("$loops --plot $dir/g.svg $dir/u.000*");
	ok($status == 0 && -s "$dir/g.svg" && $out =~ /^# plot /m, 'a plot of the potential') or diag($out);
}

# No GPU: --device host is what is done anyway, --device gpu is refused.
for (['heatbath', '--lattice 4,4,4,4 --overrelax 0 --thermalise 2 --every 1 --configs 2'], ['glueplots', "$loops $dir/u.0004"]) {
	my ($program, $arguments) = @$_;
	my @said = map { (run("build/examples/$program $_ --quiet $arguments"))[1] } '', '--device host';
	ok($said[0] ne '' && $said[0] eq $said[1], "$program --device host") or diag(@said);
	($status, $out, $err) = run("build/examples/$program --device gpu $arguments");
	ok($status == 2 && $err =~ /^$program: --device gpu: there is none for a program/ && $out eq '',
		"$program --device gpu: refused") or diag("$status $out $err");
}

for (['heatbath', '--beta x', qr/not a number from/], ['heatbath', '--after 2', qr/needs --save/],
	['heatbath', "--after 9 --configs 9 --save $dir/u", qr/not below/], ['heatbath', '--seed', qr/its value is missing/],
	['heatbath', 'u', qr/u: unknown argument/], ['glueplots', '--smear best', qr/legal are ape hyp/],
	['glueplots', '--at 5', qr/not below --tmax/], ['glueplots', '--bin 6', qr/less than two bins/],
	['glueplots', '--best 1', qr/unknown option/], ['glueplots', "--beta 5 $dir/u.0001", qr/--beta: only without FILE/],
	['heatbath', "$small --save $dir/u --format none", qr/none: legal are/]) {
	my ($program, $arguments, $says) = @$_;
	($status, $out, $err) = run("build/examples/$program $arguments");
	ok($status == 2 && $err =~ $says && $out eq '', "$program $arguments: status 2 and why") or diag("$status $out $err");
}
is((run("build/examples/$_ --help"))[0], 0, "$_ --help") for 'heatbath', 'glueplots';
done_testing();
