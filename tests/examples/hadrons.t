#!/usr/bin/env perl
# tests/examples/hadrons.t: pion and spectrum: tables, effective masses and fits, solvers, sources, boundaries and terms against each
# other and against published correlators (LQCD_TEST_DATA); solves that fail; pion's own lattice.
use FindBin;
use List::Util qw(max);
use lib $FindBin::Bin;
use Examples;
works("heatbath --lattice 6,4,2,4 --beta 5.7 --thermalise 5 --configs 1 --save $dir/u --quiet");
my $u = "$dir/u.0001";
# ---- pion: t, C, m_eff -------------------------------------------------------------------------------------------
# Rows of the table at the end; those before are of the solves: spin, colour, iterations, residual, ..
sub correlator { return grep { @$_ == 3 } rows($_[0]) }

# The largest relative difference of C; infinite when the tables are not of one length, or t is not 0, 1, ..
sub distance($a, $b) {
	return 9**9**9 if !@$a || @$a != @$b || grep { $a->[$_][0] != $_ } 0 .. $#$a;
	return max(map { abs($a->[$_][1] / $b->[$_][1] - 1) } 0 .. $#$a);
}

# Folded at T/2: each mass from C(t) + C(T-t), so that it solves C(t)/C(t+1) = cosh(m (T/2-t)) / cosh(m (T/2-t-1)).
sub cosh { return (exp($_[0]) + exp(-$_[0])) / 2 }
sub folds(@rows) {
	my $half = @rows / 2;
	my @C = map { ($rows[$_][1] + $rows[-$_][1]) / 2 } 0 .. $half;
	my @wrong = grep { $rows[$_][2] ne '' && ($_ >= $half || !near(cosh($rows[$_][2] * ($half - $_)) / cosh($rows[$_][2] * ($half - $_ - 1)) * $C[$_ + 1] / $C[$_], 1, 1e-6)) } 0 .. $#rows;
	return $rows[0][2] ne '' && !@wrong;
}
my $quick = "pion --config $u --kappa 0.11 --tol 1e-12";
my %by;
for my $solver ('cg', 'bicgstab', 'mixed') {
	my $out = works("$quick --solver $solver");
	my @solves = grep { @$_ == 6 } rows($out);
	ok(@solves == 12 && !(grep { !($_->[3] <= 1e-12) } @solves), "$solver: twelve solves with residuals below the tolerance") or diag($out);
	like($out, qr/^# solver = $solver\n# tags = /m, "$solver: it says so");
	$by{$solver} = [correlator($out)];
	cmp_ok(distance($by{$solver}, $by{cg}), '<=', 1e-9, "$solver: the table of cg");
	my ($status, undef, $err) = example("pion --config $u --kappa 10 --max-iterations 3 --solver $solver");
	my $told = () = $err =~ /^pion: spin \d colour \d: iteration limit reached before the tolerance \(true residual \S+, 3 iterations\)$/mg;
	is("$status $told", '1 12', "$solver: solves that fail: status 1, and why") or diag($err);
}
my $quiet = works("$quick --quiet");
like($quiet, qr/\At\tC\tm_eff\n/, '--quiet: the table alone');
my @rows = correlator($quiet);
ok(@rows == 6 && folds(@rows), 'effective masses of the folded correlator, for t < T/2') or diag($quiet);
my $out = works("$quick --quiet --fit 1,2");
ok($out =~ /^# m_pion = (\S+)\n# fit_from_pion = 1\n# fit_to_pion = 2\n# dof_pion = 1\n\z/m && near($1, ($rows[1][2] + $rows[2][2]) / 2, 1e-8), '--fit: the mean of these times') or diag($out);
for ('--bc periodic', '--csw 1', '--mu 0.2', '--source 5,3,1,2') {
	my $d = distance([correlator(works("$quick --quiet $_"))], \@rows);
	ok($d > 1e-6 && $d < 10, "it differs by $d");
}
is(works("$quick --quiet --threads 2"), $quiet, 'two threads: the same digits');

refused(2, "pion --config $u --fit 2,2", qr/^pion: --fit 2,2: not two times A,B, A < B/, 1);
for ("pion --config $u --max-iterations 1", "spectrum $u", 'hmc --lattice 4,4,4,4 --trajectories 1 --steps 1') {
	like((example("$_ --kappa 0.26"))[2], qr/^\w+: warning: --kappa 0.26 is above 1\/4, the largest critical value/m, "$_: kappa above any critical value");
}
# Published: dirac/FILE/kappa0.12_cswN_BOUNDARY/C_t of references.json, and its plaquettes
my @published = (['nersc.l8t4b3360', '--bc periodic', 0.503866446949594, 0.8354490123820445, 0.036440686141447395, 0.006158331842086235, 0.03577769944222766],
	['nersc.l8t4b3360', '--csw 1', 0.503866446949594, 0.8810436090177286, 0.04166019528160043, 0.007604156176011908, 0.04156574777197836],
	['nersc-little.l4t8', '', 0.5985455590826413, 0.8215748573001391, 0.037881051898269874, 0.003642486908041414, 0.00037717733722315643, 8.36786442667216e-05,
		0.00035789110013040765, 0.003434737198794238, 0.03678976663204111]);
for (@published) {
	my ($file, $how, $plaquette, @C) = @$_;
	SKIP: {
		skip "$file: LQCD_TEST_DATA is not set", 3 if !-e "$data/$file";
		my @want = map { [0, $_] } @C;
		cmp_ok(distance([correlator(works("pion --config $data/$file --kappa 0.12 $how --tol 1e-12 --quiet"))], \@want), '<=', 1e-9, "$file: C(t) as published");
		ok(works("plaquette $data/$file") =~ /^plaquette\t(\S+)/m && near($1, $plaquette, 1e-12), "$file: the plaquette");
		next if $how =~ /bc/;
		cmp_ok(distance([map { [@$_[0, 1]] } rows(works("spectrum --quiet --kappa 0.12 $how $data/$file"))], \@want), '<=', 1e-7, "$file: spectrum's pion");
	}
}

# A lattice of its own, 24 x 8^3 at beta 6: from the saved file the same table; a thin one that wide registers do not fit.
for (['', 1e-6, "lattice_xyzt = 8 8 8 24"], ['--lattice 2,2,2,6 --beta 5.5', 9, 'lattice_xyzt = 2 2 6 2']) {
	my ($made, $least, $extents) = @$_;
	local @ENV{qw(OMP_NUM_THREADS OMP_WAIT_POLICY)} = (2, 'passive') if !$made;
	$out = works("pion $made --save $dir/made --kappa 0.1 --tol 1e-6 --quiet");
	is(works("pion $dir/made --kappa 0.1 --tol 1e-6 --quiet"), $out, 'from the saved file the same table');
	like(works("plaquette $dir/made"), qr/^# $extents\n(?:.*\n)*plaquette\t0\.@{[$made ? '[4-6]' : '(?:58[4-9]|59|60[0-3])']}/m, 'its extents and plaquette');
	@rows = correlator($out);
	ok(folds(@rows) && $rows[@rows / 2][1] < $least * $rows[0][1], 'a pion decays on it') or diag($out);
	next if $made;
	# The longest range up to 11 in which the masses differ by no more than 5 %.
	my ($from) = grep { my @m = sort { $a <=> $b } map { $_->[2] } @rows[$_ .. 11]; $m[-1] - $m[0] <= 0.05 * mean(@m) } 0 .. 11;
	ok($from == 11 ? $out =~ /^# m_pion = none: no plateau: .*5 %; --fit/m && $out !~ /fit_from/
		: $out =~ /^# m_pion = (\S+)\n# fit_from_pion = $from\n# fit_to_pion = 11\n# dof_pion = @{[11 - $from]}$/m && $1 > 1 && $1 < 3, "its mass, from t = $from") or diag($out);
	ok(abs(log($rows[23][1] / $rows[1][1])) < 1, 'in both directions');
}
# ---- spectrum: C, dC, m, dm of pion, rho, proton from column 1 on ------------------------------------------------
# chi^2/dof and mean of the fit of a constant to m +- dm, columns of rows.
sub fit($column, @rows) {
	my ($sum, $weights, $chi2) = (0, 0, 0);
	for (@rows) { my $w = $_->[$column + 1]**-2; $sum += $w * $_->[$column]; $weights += $w }
	$chi2 += (($_->[$column] - $sum / $weights) / $_->[$column + 1])**2 for @rows;
	return (@rows > 1 ? $chi2 / (@rows - 1) : 0, $sum / $weights);
}

my $ensemble = 'spectrum --quiet --configs 3 --lattice 8,4,4,2 --beta 5.7 --kappa 0.12';
@rows = rows($out = works($ensemble));
is((split /\n/, $out)[0], join("\t", 't', map { ("C_$_", "dC_$_", "m_$_", "dm_$_") } qw(pion rho proton)), 'the header');
is(scalar(grep { @$_ != 13 || $_->[1] <= 0 || $_->[2] <= 0 || $_->[2] > $_->[1] } @rows), 0, 'C(t) and errors of the pion');
ok(@rows == 8 && $rows[2][3] > 1 && $rows[2][3] < $rows[2][7] && 1.2 * $rows[2][7] < $rows[2][11], 'the pion is light, the proton heavy');
is(join('', map { @$_[3, 4, 7, 8, 11, 12] } @rows[4 .. 7]), '', 'effective masses are folded at T/2');
my %results = results(works("$ensemble --fit 1,2"));
ok("$results{fit_from_pion} $results{fit_to_rho}" eq '1 2' && rounds($results{m_pion}, (fit(3, @rows[1, 2]))[1]) && $results{dof_pion} == 1, '--fit 1,2') or diag(explain(\%results));
my $longest = 0;
for my $kappa (0.1, 0.12, 0.14) {
	@rows = rows($out = works("spectrum --quiet --configs 4 --lattice 20,2,2,2 --beta 5.7 --kappa $kappa"));
	%results = results($out);
	for (['pion', 3], ['rho', 7], ['proton', 11]) {
		my ($name, $column) = @$_;
		my ($from) = grep { (fit($column, @rows[$_ .. 9]))[0] <= 1 } 0 .. 9;
		my ($chi2, $mean) = fit($column, @rows[$from .. 9]);
		my ($m, $dm) = measured($results{"m_$name"});
		ok($from == 9 ? $results{"m_$name"} =~ /^none: no plateau: .* their errors;/ && !defined $results{"fit_from_$name"}
			: $results{"fit_from_$name"} == $from && $results{"fit_to_$name"} == 9 && $results{"dof_$name"} == 9 - $from && near($m, $mean, 1e-2) && $dm > 0
				&& near($results{"chi2_dof_$name"}, $chi2, 0.02),
			"m_$name, kappa = $kappa: the longest range with chi^2/dof <= 1") or diag("$from $mean $chi2", explain(\%results));
		$longest = 9 - $from if 9 - $from > $longest;
	}
}
cmp_ok($longest, '>', 2, 'ranges of several times among them');
# The pion is that of pion, with a clover term and twisted mass, too.
my %pions;
for ('', '--csw 1.2', '--mu 0.2', '--csw 1.2 --mu -0.2') {
	@rows = rows(works("spectrum --quiet --kappa 0.12 $_ $u"));
	my @pion = correlator(works("pion --config $u --kappa 0.12 $_ --quiet"));
	cmp_ok(distance(\@rows, \@pion), '<=', 1e-7, 'the pion of pion');
	ok(!(grep { !near($rows[$_][3], $pion[$_][2], 1e-6) } 0 .. 2), 'and its effective masses');
	ok(!(grep { $_->[9] !~ /^\d/ } @rows[0, 1]), 'a proton');
	$pions{ $rows[1][1] }++;
}
is(scalar keys %pions, 4, 'each term has its pion');
done_testing();
