#!/usr/bin/env perl
# tests/examples/gauge.t: heatbath, glueplots and flow: an ensemble in files, whole and in two parts; its Wilson loops and potential;
# the flow of unit links, against published numbers (LQCD_TEST_DATA), and its means and errors over the ensemble.
use FindBin;
use JSON::PP;
use lib $FindBin::Bin;
use Examples;
# ---- heatbath ----------------------------------------------------------------------------------------------------
my $small = 'heatbath --lattice 4,4,4,4 --beta 5.7 --overrelax 1 --thermalise 12 --every 3 --configs 4';
my $out = works("$small --save $dir/u");
my @rows = rows($out);
is(join(' ', map { $_->[0] } @rows), join(' ', 1 .. 21), 'a row for each step');
ok(!(grep { $_->[1] < 0.35 || $_->[1] > 0.95 || $_->[2]**2 + $_->[3]**2 > 1 } @rows), 'plaquettes and Polyakov loops');
ok($out =~ /^# plaquette = (0\.\d+\(\d\d\))\n# tau_plaquette = /m && rounds($1, mean(map { $_->[1] } @rows[12 .. 20])),
	'the mean of the steps after thermalisation, with its error') or diag($out);
is(join(' ', map { -s "$dir/u.000$_" ? 1 : 0 } 1 .. 5), '1 1 1 1 0', 'the configurations');
my $info = decode_json((example("lqcd_info --json $dir/u.0004"))[1]);
my ($plaquette) = works("plaquette $dir/u.0004") =~ /^plaquette\t(\S+)$/m;
ok(near($info->{plaquette}, $rows[20][1], 1e-12) && near($plaquette, $rows[20][1], 1e-12), 'the last one is that of the last row');
like(works('heatbath --lattice 4,4,4,4 --overrelax 0 --thermalise 2 --every 1 --configs 2'), qr/^# plaquette = 0\.\d+$/m,
	'one number has a mean, but no error');

my $before = slurp("$dir/u.0004");
unlink map { "$dir/u.000$_" } 3, 4;
is(same_rows(works("$small --save $dir/u --after 2 --quiet")), join("\n", map { join "\t", @$_ } @rows[15 .. 20]), 'the same rows');
ok(slurp("$dir/u.0004") eq $before, 'and the same configuration');
works("$small --save $dir/n --format NERSC --quiet");
for my $format ('u', 'n') {
	for (['--beta 5.8'], ['--overrelax 2'], ['--seed 9'], ['--every 4', '--thermalise, --every']) {
		my ($option) = ($_->[1] // $_->[0]) =~ /^(.*?)(?: [\d.]+)?$/;
		refused(2, "$small --save $dir/$format --after 3 $_->[0]",
			qr{^heatbath: \Q$option\E: \S*$format\.0003 is of --beta 5.7 --overrelax 1 --seed 1, step 18$});
	}
	works("$small --save $dir/$format --after 3 --quiet");
}
# ---- glueplots ---------------------------------------------------------------------------------------------------
my $loops = 'glueplots --rmax 4 --tmax 3 --at 1 --steps 3';
@rows = rows($out = works("$loops $dir/u.000*"));
is(join(' ', map { "$_->[0]$_->[1]" } @rows), '11 12 13 21 22 23 31 32 33 41 42 43', 'a row for each loop');
ok(!(grep { $_->[2] < -1 || $_->[2] > 1 || $_->[3] <= 0 } @rows), 'loops and errors');
ok($rows[0][4] > 0 && $rows[0][4] < $rows[3][4] && $rows[0][5] > 0, 'the potential grows');
my $fit = qr/^# sigma = \S+\(\S+\)\S*\n# a = 0\.2617993878\n# r0 = (?:\d\S*\(\S+\)|none: the fit has no sigma.*)\n# dof = 1\n# chi2_dof = \d/m;
like($out, $fit, 'three distances: a fit of c and sigma with pi/12');
like(works("$loops --quiet --rmax 5 $dir/u.000*"), qr/^# a = \S+\(\S+\)\S*\n# r0 = .*\n# dof = 1\n/m, 'four: also of a');
my $few = works("$loops --quiet --rmax 3 $dir/u.000*");
ok($few =~ /^# sigma = none: a fit of two parameters needs three distances .* here are 2: see --rmax/m && $few =~ /^# r0 = none: a fit/m && $few !~ /^# (?:c|a|dof) =/m, 'two: none')
	or diag($few);
my @thin = rows(works("$loops --steps 0 --quiet $dir/u.0004"));
ok(near($thin[0][2], $info->{plaquette_time}, 1e-9), 'thin loops of 1 x 1 are plaquettes') or diag(explain($thin[0]));
cmp_ok((rows(works("$loops --smear hyp --quiet $dir/u.0004")))[0][2], '>', $thin[0][2], 'smearing makes them larger');
# ---- flow: t, E_plaquette, E_clover, t2E, Q ----------------------------------------------------------------------
my $unit = unit_links(4, 2, 4, 2);
@rows = rows($out = works("flow --end 0.5 --every 0.2 $unit"));
is(join(' ', map { $_->[0] } @rows), '0 0.2 0.4 0.5', 'times of the table, the last one shorter');
ok(!(grep { abs($_->[1]) + abs($_->[2]) + abs($_->[4]) > 1e-13 } @rows), 'unit links have neither energy nor charge');
like($out, qr/^# t0 = none: t\^2 E does not reach 0\.3 up to t = 0\.5; .*\n# w0 = none: t d.*$/m, 'and no scales');
refused(1, "flow --end 0.5 --boundary sf $unit", qr/^flow: links at the ends of the lattice are off by 1\.7/);
is(join('', works("flow --end 0.5 --every 0.5 --slices $unit") =~ /^([0-3])\t\S+\t\S+\t\S+$/mg), '0123', 'a row for each time slice');

SKIP: {
	my $file = "$data/nersc.l8t4b3360";
	skip 'LQCD_TEST_DATA is not set', 2 if !-e $file;
	my $row = (rows(works("flow --eps 0.01 --end 0.5 $file")))[5];
	# References of tests/gauge/flow_references.inc
	ok(near($row->[1], 1.499360052095761, 1e-10) && near($row->[2], 0.7837435880297388, 1e-10) && near($row->[4], 0.3708128926122088, 1e-10),
		'energies and charge at t = 0.5') or diag("@$row");
	ok(near((rows(works("flow --flow zeuthen --tolerance 1e-6 --end 1 --every 0.5 $file")))[1][2], 0.68983, 1e-4), 'Zeuthen flow, adaptive');
}
# An ensemble: the means of the rows of its configurations, with jackknife errors.
works("heatbath --lattice 4,4,4,4 --beta 5.7 --thermalise 20 --every 5 --configs 4 --save $dir/v --quiet");
my @each = map { [rows(works("flow --end 1 --every 0.25 $dir/v.000$_"))] } 1 .. 4;
for my $bin (1, 2) {
	$out = works("flow --end 1 --every 0.25 --bin $bin $dir/v.000*");
	my ($first, $mean) = map { [rows($_)] } split /^# table\n/m, $out;
	ok(@$first == 4 && @$mean == 5 && $out !~ /\bnan\b/, 'a row for each configuration, then one for each time') or diag($out);
	ok(!(grep { abs($first->[$_][4] - $each[$_][4][4]) > 1e-8 } 0 .. 3), 'the charge of each');
	my $wrong = 0;
	for my $k (0 .. 4) {
		# Columns of t^2 E, Q and Q^2
		for ([3, 5, 1], [4, 7, 1], [4, 9, 2]) {
			my ($from, $to, $power) = @$_;
			my @x = map { $_->[$k][$from]**$power } @each;
			@x = map { mean(@x[2 * $_, 2 * $_ + 1]) } 0, 1 if $bin == 2;
			my $m = mean(@x);
			my $error = sqrt(mean(map { ($_ - $m)**2 / (@x - 1) } @x));
			$wrong++ if abs($mean->[$k][$to] - $m) > 1e-7 * abs($m) + 1e-9 || abs($mean->[$k][$to + 1] - $error) > 2e-3 * $error + 1e-12;
		}
	}
	is($wrong, 0, "--bin $bin: means and jackknife errors of t^2 E, Q and Q^2") or diag($out);
	like($out, qr/^# Q = \S+\(\S+\)\S*\n# Q2 = \S+\(\S+\)\S*\n# t0 = \S+/m, 'and results');
}
like((example("flow --end 0.1 $dir/v.0001 $unit"))[2], qr/^flow: .*T,X,Y,Z = 4,2,4,2 in the file/, 'configurations of other extents');
# Without a GPU --device host is what is done anyway.
for ("$small --configs 1", "$loops $dir/u.0004", "flow --end 0.5 $unit", "spectrum --kappa 0.12 $dir/u.0004", "pion --kappa 0.12 --tol 1e-6 $dir/u.0004") {
	is(works("$_ --quiet --device host"), works("$_ --quiet"), '--device host: the same');
}
done_testing();
