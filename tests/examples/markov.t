#!/usr/bin/env perl
# tests/examples/markov.t: hmc and ks_hmc: tables and means, the same run in two parts with a checkpoint, which refuses other options,
# trajectories there and back, columns of terms, ends in time, and ks_hmc against hmc without quarks.
use FindBin;
use lib $FindBin::Bin;
use Examples;

sub reversed { my %r = results($_[0]); return map { $r{"reverse_$_"} // 1 } qw(links dH) }
# ---- runs as a whole and in two parts
my (%whole, $quarks);
for (paragraphs('tests/examples/markov.txt')) {
	my ($name, $line, $rest, $format, $facts) = map { $_->[0] } @$_{qw(name run rest format facts)};
	my ($n, $bounds) = map { [split ' ', $_->[0]] } @$_{qw(parts bounds)};
	my @refused = map { split / \| / } @{ $_->{refuses} };
	$quarks = $line if $name eq 'quarks';
	my ($program, $warm) = $line =~ /^(\w+).*--thermalise (\d+)/;
	my $lattice = $rest =~ /--lattice/ ? '' : '--lattice 4,4,4,4';
	my $out = works("$line --trajectories $n->[1] --save $dir/$name.$format");
	my @rows = rows($out);
	is(join(' ', map { $_->[0] } @rows), join(' ', 1 .. $n->[1]), "$name: a row for each trajectory");
	ok(!(grep { $_->[3] ne '1' } @rows[0 .. $warm - 1]), "$name: the first are accepted");
	ok(!(grep { $_->[1] < $bounds->[0] || $_->[1] > 0.95 || !(abs($_->[2]) <= $bounds->[1]) } @rows[$warm .. $#rows]), "$name: plaquettes and dH") or diag($out);
	like($out, qr/^$facts$/m, "$name: facts");
	unlike($out, qr/csw/, "$name: no clover term") if $line !~ /csw/;
	my %results = results($out);
	for ($n->[1] == 12 ? (['plaquette', sub { $_->[1] }], ['exp_minus_dH', sub { exp -$_->[2] }], ['acceptance', sub { $_->[3] }]) : ()) {
		my ($result, $of) = @$_;
		ok(rounds($results{$result}, mean(map { $of->() } @rows[3 .. 11])) && (measured($results{$result}))[1] >= 0 && $results{"tau_$result"}, "$name: $result after thermalisation") or diag($out);
	}
	my $parts = same_rows(works("$line --trajectories $n->[0] --checkpoint $dir/$name --save $dir/part --quiet"));
	$parts .= "\n" . same_rows(works("$program $lattice $rest --trajectories $n->[1] --checkpoint $dir/$name --save $dir/part --quiet"));
	is($parts, $whole{$name} = same_rows($out), "$name: in two parts, with a checkpoint: the same table");
	ok(slurp("$dir/part") eq slurp("$dir/$name.$format"), "$name: and the same configuration");
	while (my ($more, $why) = splice @refused, 0, 2) {
		refused(2, "$program --lattice 4,4,4,4 --trajectories 19 --checkpoint $dir/$name $more", qr/$why/m);
	}
}
refused(1, "hmc --lattice 4,4,4,8 --trajectories 3 --checkpoint $dir/gluons", qr/u has extents (\S+) in the file, but extents 4,4,4,8 here/);
refused(1, "ks_hmc --lattice 4,4,4,4 --checkpoint $dir/gluons", qr/\Q$dir\E\/gluons: .*ks-beta/);
my $bytes = slurp("$dir/staggered");
substr($bytes, 3000, 1) ^.= "\x01";
refused(1, 'ks_hmc --lattice 4,4,4,4 --checkpoint ' . spew("$dir/damaged", $bytes), qr/damaged: /);
# ---- terms of dH: their columns and their sum; the others as without
for (["$quarks --trajectories 2", 'gauge|two flavours|two flavours, iterations|one flavour|one flavour, iterations', $whole{quarks}],
	['hmc --lattice 4,4,4,4 --kappa 0.12 --domain-wall 3,1.4,0.3 --steps 1 --trajectories 1 --thermalise 0', 'gauge|two flavours|two flavours, iterations|domain walls|domain walls, iterations'],
	['ks_hmc --lattice 4,4,4,4 --beta 7 --u0 0.86 --quark 0.3:2 --quark 0.4:1.5 --trajectories 1 --thermalise 0 --steps 1 --error 1e-5', 'symanzik|staggered|staggered, iterations']) {
	my ($line, $terms, $others) = @$_;
	my $out = works("$line --terms --quiet");
	my ($header) = $out =~ /^trajectory\t.*?\t.*?\t.*?\t(.*)$/m;
	is(join('|', split /\t/, $header // ''), "kinetic energy|$terms", 'columns of terms') or next;
	my @names = split /\t/, $header;
	for my $row (rows($out)) {
		my ($sum, @iterations) = 0;
		for (0 .. $#names) { $names[$_] =~ /iterations/ ? push @iterations, $row->[4 + $_] : ($sum += $row->[4 + $_]) }
		ok(abs($sum - $row->[2]) < 0.02 && !(grep { $_ < 10 } @iterations), 'their sum is dH, and solvers iterate') or diag("$sum\n$out");
		next if !$others;
		my $short = join "\t", @$row[0 .. 3];
		like($others, qr/^\Q$short\E$/m, 'the other columns are what they are without');
	}
}
# ---- a start from a file, there and back, ends in time
my $out = works("hmc --start $dir/gluons.ildg --beta 5.2 --trajectories 1 --seed 5 --action iwasaki --integrator omf4 --steps 2");
like($out, qr/^# c1 = -0\.331\n# integrator = omf4\n# steps = 2\n(?:.*\n)*1\t0\.\d+\t\S+\t[01]$/m, 'from a configuration');
my $back = 'hmc --lattice 4,4,4,4 --beta 5.2 --thermalise 3 --trajectories 3 --kappa 0.11';
my ($links, $dH) = reversed($out = works("$back --reverse --save $dir/there"));
ok($links > 0 && $links < 1e-12 && abs($dH) < 1e-8, 'a trajectory there and back') or diag($out);
works("$back --save $dir/back");
ok(slurp("$dir/there") eq slurp("$dir/back"), 'which leaves the links as they were');
like(works('hmc --lattice 6,4,4,4 --trajectories 2 --boundary sf,4 --phi -1.047,0,-3.1416,1.047 --action lw'), qr/^# boundary = sf\n# boundary_T = 4\n(?:.*\n)*2\t0\.\d+\t\S+\t[01]$/m,
	'a Schroedinger functional');
my $sf = '--boundary sf,4 --phi -0.5236,0,-2.618,1.0472';
works("hmc --lattice 6,4,4,4 --trajectories 1 --thermalise 1 $sf --save $dir/sf.openqcd");
is(-s "$dir/sf.openqcd", 24 + 576 * 4**4, 'a file of openQCD without the last time slice');
like(works("hmc --start $dir/sf.openqcd --trajectories 1 $sf"), qr/^# boundary_T = 4$/m, 'and a start from it');
# ---- ks_hmc: without quarks hmc's plaquettes; those of Luescher and Weisz are Symanzik's without loops, with beta c0 as beta
for (['--action wilson --beta 5.7', '--beta 5.7'], ['--beta 10', '--beta 6 --action lw']) {
	my ($ours, $theirs) = map { [rows(works("$_ --lattice 4,4,4,4 --trajectories 4 --thermalise 2"))] } "ks_hmc $_->[0]", "hmc $_->[1]";
	ok(@$ours == 4 && !(grep { !near($ours->[$_][1], $theirs->[$_][1], 1e-10) || abs($ours->[$_][2] - $theirs->[$_][2]) > 1e-4 } 0 .. 3), "$_->[0]: the trajectories of hmc $_->[1]");
}
# Coefficients of one loop: with flavours for HISQ quarks, without for asqtad
for (['', 3.5], ['--quarks asqtad', 0]) {
	my ($kind, $n) = @$_;
	my %r = results(works("ks_hmc --lattice 4,4,4,4 --beta 7 --u0 0.86 $kind --quark 0.3:2 --quark 0.4:1.5 --trajectories 1 --thermalise 0 --steps 1 --error 1e-5"));
	my $l = log 0.86;
	ok(near($r{rectangle}, -(1 - (0.6264 - 1.1746 * $n) * $l) / 20 / 0.86**2, 1e-5) && near($r{parallelogram}, (0.0433 - 0.0156 * $n) * $l / 0.86**2, 1e-5),
		"$n flavours in the coefficients") or diag(explain(\%r));
}
# There and back
works("ks_hmc --quark 0.2:2,0.6:-1\@-0.2 --quark 0.5:1.5 --beta 6.6 --lattice 4,4,4,4 --steps 3 --length 0.5 --trajectories 3 --thermalise 3 --save $dir/warm --quiet --error 1e-8");
$out = works("ks_hmc --quark 0.2:2,0.6:-1\@-0.2 --quark 0.5:1.5 --beta 6.6 --start $dir/warm --seed 4 --steps 6 --length 0.5 --trajectories 1 --reverse --error 1e-8");
($links, $dH) = reversed($out);
ok($links > 0 && $links < 1e-10 && abs($dH) < 1e-6 && abs((rows($out))[0][2]) < 1, 'ks_hmc: a trajectory there and back') or diag($out);
done_testing();
