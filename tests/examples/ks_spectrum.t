#!/usr/bin/env perl
# tests/examples/ks_spectrum.t: build/examples/ks_spectrum: mesons of free quarks against sums over momenta, masses against their
# correlators, several masses and sources, the condensate, and what is said of wrong options.
use strict;
use warnings;
use FindBin;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;
my $pi = 4 * atan2(1, 1);
my %results;

# The rows of each table as hashes by column, [table][row].
sub tables {
	my ($arguments) = @_;
	my ($status, $out, $err) = run("build/examples/ks_spectrum --quiet $arguments");
	is($status, 0, "ks_spectrum $arguments") or diag($out, $err);
	%results = $out =~ /^# (\w+) = (\S+(?: \+- \S+)?)$/mg;
	my @tables;
	for my $text (split /\n\n/, $out) {
		my ($header, @rows) = map { [split /\t/, $_, -1] } grep { !/^#/ } split /\n/, $text;
		push @tables, [map { my %row; @row{@$header} = @$_; \%row } @rows];
	}
	return @tables;
}

# A file of HiRep with unit links.
sub unit_links {
	my (@l) = @_;
	my $one = join '', map { pack 'd>2', $_ % 4 ? 0 : 1, 0 } 0 .. 8;
	return spew("$dir/unit", pack('N5 d>', 3, @l, 1) . $one x (4 * $l[0] * $l[1] * $l[2] * $l[3]));
}

# ---- free quarks: D = 2 m + sum eta_mu A_mu, -A_mu^2 = (2 f sin p + 2 n sin 3p)^2 in momentum space. With G = 1/(4 m^2 - sum A^2), the
# propagator is 2 m G where all coordinates are even, and -eta_mu A_mu G where that of mu alone is odd.

my @l = (8, 4, 4, 6);
my $unit = unit_links(@l);
my %hop = (naive => [1, 0], asqtad => [9 / 8, -1 / 24], hisq => [9 / 8, -1 / 24], eps => [9 / 8 - 0.2 / 8, -0.8 / 24]);

# One-dimensional sums over momenta cannot be done alone: G of four coordinates, from e^(ipx) by a table of cosines.
sub green {
	my ($m, $f, $n) = @_;
	my (%g, @square, @cosine);
	for my $mu (0 .. 3) {
		for my $k (0 .. $l[$mu] - 1) {
			my $p = 2 * $pi * ($k + ($mu ? 0 : 0.5)) / $l[$mu];
			$square[$mu][$k] = (2 * $f * sin($p) + 2 * $n * sin(3 * $p))**2;
			$cosine[$mu][$k][$_] = cos($p * $_) for 0 .. $l[$mu] - 1;
		}
	}
	my $volume = $l[0] * $l[1] * $l[2] * $l[3];
	my @p = map { my $t = $_; map { my $x = $_; map { my $y = $_; map { [$t, $x, $y, $_] } 0 .. $l[3] - 1 } 0 .. $l[2] - 1 } 0 .. $l[1] - 1 } 0 .. $l[0] - 1;
	my @weight = map { my $p = $_; my $sum = 4 * $m * $m; $sum += $square[$_][$p->[$_]] for 0 .. 3; 1 / ($volume * $sum) } @p;
	for my $x (grep { !($_->[0] % 2 || $_->[1] % 2 || $_->[2] % 2 || $_->[3] % 2) } @p) {
		my $sum = 0;
		for my $k (0 .. $#p) {
			my $p = $p[$k];
			$sum += $weight[$k] * $cosine[0][$p->[0]][$x->[0]] * $cosine[1][$p->[1]][$x->[1]] * $cosine[2][$p->[2]][$x->[2]] * $cosine[3][$p->[3]][$x->[3]];
		}
		$g{"@$x"} = $sum;
	}
	return \%g;
}

# G at x, or its sum over sources at the corners of cubes.
sub at {
	my ($g, $wall, @x) = @_;
	my $sign = 1;
	for my $mu (0 .. 3) {
		while ($x[$mu] < 0) { $x[$mu] += $l[$mu]; $sign = -$sign if !$mu }
		while ($x[$mu] >= $l[$mu]) { $x[$mu] -= $l[$mu]; $sign = -$sign if !$mu }
	}
	return $sign * $g->{"@x"} if !$wall;
	my $sum = 0;
	for my $site (keys %$g) { my ($t) = split ' ', $site; $sum += $g->{$site} if $t == $x[0] }
	return $sign * $sum;
}

# C[k][t] of lqcd/observables/staggered.h.
sub free_mesons {
	my ($g, $m, $f, $n, $wall) = @_;
	my @c = map { [(0) x $l[0]] } 0 .. 7;
	my %all;
	for my $t (0 .. $l[0] - 1) {
		for my $x (0 .. $l[1] - 1) { for my $y (0 .. $l[2] - 1) { for my $z (0 .. $l[3] - 1) {
			my @x = ($t, $x, $y, $z);
			my @odd = grep { $x[$_] % 2 } 0 .. 3;
			next if @odd > 1;
			my $s = 0;
			if (@odd) {
				my $mu = $odd[0];
				for ([1, $f], [3, $n]) {
					my ($hops, $c) = @$_;
					my (@up, @down) = ();
					@up = @down = @x;
					$up[$mu] += $hops;
					$down[$mu] -= $hops;
					$s += $c * (at($g, $wall, @up) - at($g, $wall, @down)) if $c;
				}
			} else { $s = 2 * $m * at($g, $wall, @x) }
			for my $k (0 .. 7) {
				my $sign = (($k & 1) * $x + ($k >> 1 & 1) * $y + ($k >> 2) * $z) % 2 ? -1 : 1;
				$c[$k][$t] += 3 * $sign * $s * $s;
			}
		} } }
	}
	return \@c;
}

# The four columns of a mass.
sub columns {
	my ($c, $t) = @_;
	return ($c->[0][$t], ($c->[1][$t] + $c->[2][$t] + $c->[4][$t]) / 3, $c->[7][$t], ($c->[6][$t] + $c->[5][$t] + $c->[3][$t]) / 3);
}

sub compare {
	my ($rows, $what, @expected) = @_;
	my ($worst, $k) = (0, 0);
	for my $row (@$rows) {
		my @want = columns($expected[$k / $l[0]], $k % $l[0]);
		my @is = @$row{qw(C_pion C_rho_VT C_pion_SC C_rho_PV)};
		for (0 .. 3) { my $far = abs($is[$_] - $want[$_]) / ($want[0] + 1e-6); $worst = $far if $far > $worst }
		$k++;
	}
	ok($k == @expected * $l[0] && $worst < 1e-8, "$what: local mesons of the sum over momenta") or diag("$k rows, $worst");
}

my @mass = (0.3, 0.15);
for (['naive', 'naive', ''], ['asqtad', 'asqtad', '--u0 1'], ['hisq', 'hisq', ''], ['eps', 'hisq', '--eps -0.2']) {
	my ($name, $quarks, $more) = @$_;
	my @free = map { free_mesons(green($_, @{ $hop{$name} }), $_, @{ $hop{$name} }) } @mass;
	my ($rows) = tables("--quarks $quarks $more --mass 0.3,0.15 $unit");
	compare($rows, "free $name quarks", @free);
	next if $name ne 'eps';
	# Each mass with its own links, and a source on an odd site.
	my ($g) = (green(0.3, @{ $hop{hisq} }));
	($rows) = tables("--mass 0.3,0.15 --eps 0,-0.2 --source 3,1,2,5 $unit");
	compare($rows, 'an epsilon for each mass, odd source', free_mesons($g, 0.3, @{ $hop{hisq} }), $free[1]);
}
my $g = green(0.3, 1, 0);
my ($rows) = tables("--quarks naive --mass 0.3 --wall 3 $unit");
compare($rows, 'a wall of corners', free_mesons($g, 0.3, 1, 0, 1));
tables("--quarks naive --mass 0.3 --noises 40 $unit");
my ($value, $error) = split / \+- /, $results{condensate};
ok($error > 1e-4 && $error < 0.1 && abs($value - 3 * 2 * 0.3 * $g->{'0 0 0 0'}) < 5 * $error, 'the condensate of free quarks') or diag("$value $error");

# ---- an ensemble

# Half the sum of the neighbours.
sub step { my ($c, $t) = @_; return 0.5 * ($c->[$t - 1] + $c->[$t + 1]) }
my @both = tables('--lattice 16,4,4,4 --configs 4 --beta 5.7 --mass 0.3,0.6 --eps tree --noises 2 --tastes');
my %kept = %results;
is(join(' ', scalar @both, map { scalar @$_ } @both), '2 32 32', 'two tables, of two masses');
my @apart = grep { abs($both[0][$_]{C_pion} / $both[1][$_]{C_taste_5} - 1) > 1e-8 || $both[0][$_]{m_pion} ne $both[1][$_]{m_taste_5} } 0 .. 31;
ok(!@apart && $results{m_pion} eq $results{m_taste_5} && $results{m_pion_2} eq $results{m_taste_5_2}, 'the taste 5 is the local pion') or diag("@apart");
my @names = map { s/^C_taste_//r } grep { /^C_/ } keys %{ $both[1][0] };
is(join(' ', sort @names), join(' ', sort qw(5 T5 X5 Y5 Z5 XY XZ YZ TX TY TZ X Y Z T 1)), 'sixteen tastes');
is(scalar(grep { !($_->{dC_pion} > 0 && $_->{dC_pion} < $_->{C_pion}) } @{ $both[0] }), 0, 'errors');
my ($found, $wrong) = (0, 0);
for my $mass (0, 1) {
	my @c = map { 0.5 * ($both[0][16 * $mass + $_]{C_rho_VT} + $both[0][16 * $mass + (16 - $_) % 16]{C_rho_VT}) } 0 .. 15;
	my @pion = map { 0.5 * ($both[0][16 * $mass + $_]{C_pion} + $both[0][16 * $mass + (16 - $_) % 16]{C_pion}) } 0 .. 15;
	for my $t (0 .. 7) {
		my $m = $both[0][16 * $mass + $t]{m_rho_VT};
		if ($m ne '') {
			# Without this state, the rest is one cosh with alternating signs.
			my $x = 0.5 * (exp($m) + exp(-$m));
			my @rest = (0, map { step(\@c, $_) - $x * $c[$_] } 1 .. 14);
			my @y = map { step(\@rest, $_) / $rest[$_] } $t, $t + 1;
			$found++;
			$wrong++ if $t < 2 || abs($y[0] - $y[1]) > 1e-3 * abs($y[0]);
		}
		$m = $both[0][16 * $mass + $t]{m_pion};
		next if $m eq '';
		my ($a, $b) = map { exp($m * (8 - $_)) + exp(-$m * (8 - $_)) } $t, $t + 1;
		$found++;
		$wrong++ if abs($pion[$t] / $pion[$t + 1] * $b / $a - 1) > 1e-6;
	}
}
ok($found > 20 && !$wrong, 'masses of one cosh and of a pair') or diag("$found $wrong");
my ($first) = tables('--lattice 16,4,4,4 --configs 4 --beta 5.7 --mass 0.6 --eps tree --noises 2');
is(scalar(grep { abs($first->[$_]{C_pion} / $both[0][16 + $_]{C_pion} - 1) > 1e-8 } 0 .. 15), 0, 'a mass alone: as together with another');
ok(abs((split ' ', $results{condensate})[0] / (split ' ', $kept{condensate_2})[0] - 1) < 1e-8, 'its condensate, too');

SKIP: {
	skip 'no gnuplot', 1 if system 'command -v gnuplot >/dev/null 2>&1';
	my ($status, $out, $err) = run("build/examples/ks_spectrum --mass 0.3,0.6 --tastes $unit --plot $dir/ks.svg");
	(my $text = slurp("$dir/ks.svg")) =~ s/<[^>]*>\s*//g;
	ok($status == 0 && !(grep { $text !~ /\Q$_\E/ } 'Staggered quarks, hisq', 'taste of the pion', '= 0.6', 'effective mass'), 'a plot') or diag($text, $err);
}
for (['--mass 0', qr/--mass 0: not from/], ['--mass 0.1,-1', qr/not from/], ['--mass x', qr/not 1 to 8 numbers/], ['--mass 1,1,1,1,1,1,1,1,1', qr/not 1 to 8/],
	['--mass nan', qr/not 1 to 8 numbers/], ['--quarks best', qr/legal are naive asqtad hisq/], ['--eps 0.1 --quarks naive', qr/only for --quarks hisq/],
	['--eps 0.1,0.2', qr/neither one number nor one for each mass/], ['--eps 2', qr/not from -1 to 1/], ['--u0 0', qr/not a number from/],
	["--source 8,0,0,0 $unit", qr/--source: not inside the lattice/], ["--source 1,2 $unit", qr/four integers/], ["--wall 8 $unit", qr/--wall: not inside/],
	['--noises -1', qr/not an integer/], ['--bin 2 --configs 3', qr/less than two bins/], ["--fit 1,4 $unit", qr/--fit 1,4: not from 0 to T\/2 - 1 = 3/],
	['--tol 0', qr/not a number from/], ['--best 1', qr/unknown option/]) {
	my ($arguments, $says) = @$_;
	my ($status, $out, $err) = run("build/examples/ks_spectrum $arguments");
	ok($status == 2 && $err =~ $says && $out !~ /^mass\t/m, "ks_spectrum $arguments: status 2 and why") or diag("$status $out $err");
}
my ($status, $out, $err) = run("build/examples/ks_spectrum --lattice 8,4,4,3 --configs 1");
ok($status == 1 && $err =~ /extent Z = 3: must be even/, 'odd extents: status 1 and why') or diag("$status $err");
($status, $out, $err) = run("build/examples/ks_spectrum $dir/none");
ok($status == 1 && $err =~ /none: cannot open/, 'no such file: status 1') or diag("$status $err");
($status, $out, $err) = run('build/examples/ks_spectrum ' . spew("$dir/bad", substr(slurp($unit), 0, 9000)));
ok($status == 1 && $err =~ /\Q$dir\E\/bad: /, 'a file that is cut: status 1 and why') or diag("$status $err");
done_testing();
