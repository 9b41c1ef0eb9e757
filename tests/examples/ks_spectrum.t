#!/usr/bin/env perl
# tests/examples/ks_spectrum.t: ks_spectrum: mesons and condensate of free quarks against sums over momenta; effective masses against
# their correlators, tastes, several masses and an ensemble against each other.
use FindBin;
use lib $FindBin::Bin;
use Examples;

# The rows of each table as hashes by column, [table][row], and the results.
sub tables {
	my $out = works("ks_spectrum --quiet @_");
	my @tables;
	for my $text (split /\n\n/, $out) {
		my ($header, @rows) = map { [split /\t/, $_, -1] } grep { !/^#/ } split /\n/, $text;
		push @tables, [map { my %row; @row{@$header} = @$_; \%row } @rows];
	}
	return ({ results($out) }, @tables);
}
# ---- free quarks: D = 2 m + sum eta_mu A_mu, in momentum space A_mu = i a_mu, a_mu = 2 f sin p + 2 n sin 3p. With
# G = 1/(4 m^2 + sum a^2), the propagator from 0 is 2 m G where all coordinates are even, -eta_mu A_mu G where that of mu alone is
# odd, and else 0. A wall of corners, of even spatial coordinates, has momenta 0 and pi alone.
my ($pi, @l) = (4 * atan2(1, 1), 8, 2, 4, 6);
my %hop = (naive => [1, 0], asqtad => [9 / 8, -1 / 24], hisq => [9 / 8, -1 / 24], eps => [9 / 8 - 0.2 / 8, -0.8 / 24]);

sub sites { my @x = ([]); for my $l (@l) { @x = map { my $x = $_; map { [@$x, $_] } 0 .. $l - 1 } @x } return @x }

# The columns [C_pion, C_rho_VT, C_pion_SC, C_rho_PV] of each time, and the propagator at 0.
sub free_mesons($m, $kind, $wall = 0) {
	my ($f, $n) = @{ $hop{$kind} };
	my (@a, @wave, @weight, @C, $at_0);
	for my $mu (0 .. 3) {
		for my $k (0 .. $l[$mu] - 1) {
			my $p = 2 * $pi * ($k + ($mu ? 0 : 0.5)) / $l[$mu];
			$a[$mu][$k] = 2 * $f * sin($p) + 2 * $n * sin(3 * $p);
			$wave[$mu][$k][$_] = $_ % 2 ? $a[$mu][$k] * sin($p * $_) : cos($p * $_) for 0 .. $l[$mu] - 1;
		}
	}
	my @p = sites();
	for my $p (@p) {
		my $w = 4 * $m * $m;
		$w += $a[$_][$p->[$_]]**2 for 0 .. 3;
		$w = 1 / $w / $l[0] / $l[1] / $l[2] / $l[3];
		for (1 .. 3) { $w *= 4 * $p->[$_] % (2 * $l[$_]) ? 0 : $l[$_] / 2 if $wall }
		push @weight, $w;
	}
	for my $x (sites()) {
		my $odd = grep { $_ % 2 } @$x;
		next if $odd > 1;
		my $s = 0;
		for (0 .. $#p) {
			my $p = $p[$_];
			$s += $weight[$_] * $wave[0][$p->[0]][$x->[0]] * $wave[1][$p->[1]][$x->[1]] * $wave[2][$p->[2]][$x->[2]] * $wave[3][$p->[3]][$x->[3]] if $weight[$_];
		}
		$s *= 2 * $m if !$odd;
		$at_0 //= $s;
		my $c = $C[$x->[0]] //= [0, 0, 0, 0];
		my ($i, $j, $k) = map { $x->[$_] % 2 ? -1 : 1 } 1 .. 3;
		my @sign = (1, ($i + $j + $k) / 3, $i * $j * $k, ($i * $j + $i * $k + $j * $k) / 3);
		$c->[$_] += 3 * $sign[$_] * $s * $s for 0 .. 3;
	}
	return (\@C, $at_0);
}

sub compare($what, $rows, @want) {
	@want = map { @$_ } @want;
	my @far = grep { my ($is, $want) = ($rows->[$_], $want[$_]); grep { !(abs($is->{ (qw(C_pion C_rho_VT C_pion_SC C_rho_PV))[$_] } - $want->[$_]) < 1e-8 * ($want->[0] + 1e-6)) } 0 .. 3 } 0 .. $#want;
	ok(@$rows == @want && !@far, "$what: local mesons of the sum over momenta") or diag("rows @far of " . @$rows);
}

my $unit = unit_links(@l);
my %free = map { my $kind = $_; ($kind => [map { (free_mesons($_, $kind))[0] } 0.3, 0.15]) } qw(naive hisq eps);
for (['naive', '--quarks naive'], ['hisq', '--quarks asqtad --u0 1'], ['hisq', ''], ['eps', '--eps -0.2'], ['both', '--eps 0,-0.2 --source 3,1,2,5']) {
	my ($kind, $how) = @$_;
	my ($results, $rows) = tables("$how --mass 0.3,0.15 $unit");
	compare("free quarks $how", $rows, @{ $free{$kind} || [$free{hisq}[0], $free{eps}[1]] });
}
my ($results, $rows) = tables("--quarks naive --mass 0.3 --wall 3 $unit");
compare('a wall of corners', $rows, (free_mesons(0.3, 'naive', 1))[0]);
($results) = tables("--quarks naive --mass 0.3 --noises 20 $unit");
my ($value, $error) = measured($results->{condensate});
ok($error > 1e-4 && $error < 0.1 && abs($value - 3 * (free_mesons(0.3, 'naive'))[1]) < 5 * $error, 'the condensate of free quarks') or diag("$value $error");
# ---- an ensemble -------------------------------------------------------------------------------------------------
my $ensemble = '--lattice 16,4,2,4 --configs 2 --beta 5.7 --eps tree --noises 2';
my ($both, $local, $tastes) = tables("$ensemble --mass 0.3,0.6 --tastes");
is(join(' ', map { scalar @$_ } $local, $tastes), '32 32', 'two tables, of two masses');
ok(!(grep { !near($local->[$_]{C_pion}, $tastes->[$_]{C_taste_5}, 1e-8) || $local->[$_]{m_pion} ne $tastes->[$_]{m_taste_5} } 0 .. 31)
	&& $both->{m_pion} eq $both->{m_taste_5} && $both->{m_pion_2} eq $both->{m_taste_5_2}, 'the taste 5 is the local pion');
is(join(' ', sort map { /^C_taste_(.*)/ } keys %{ $tastes->[0] }), join(' ', sort qw(5 T5 X5 Y5 Z5 XY XZ YZ TX TY TZ X Y Z T 1)), 'sixteen tastes');
ok(!(grep { !($_->{dC_pion} > 0 && $_->{dC_pion} < $_->{C_pion}) } @$local), 'errors');
# Half the sum of the neighbours
sub step($c, $t) { return 0.5 * ($c->[$t - 1] + $c->[$t + 1]) }
my ($found, $wrong) = (0, 0);
for my $k (0, 16) {
	my ($rho, $pion) = map { my $name = $_; [map { 0.5 * ($local->[$k + $_]{$name} + $local->[$k + (16 - $_) % 16]{$name}) } 0 .. 15] } 'C_rho_VT', 'C_pion';
	for my $t (0 .. 7) {
		if ((my $m = $local->[$k + $t]{m_rho_VT}) ne '') {
			# Without this state, the rest is one cosh with alternating signs.
			my @rest = (0, map { step($rho, $_) - 0.5 * (exp($m) + exp(-$m)) * $rho->[$_] } 1 .. 14);
			my @y = map { step(\@rest, $_) / $rest[$_] } $t, $t + 1;
			$found++;
			$wrong++ if $t < 2 || !near($y[1], $y[0], 1e-3);
		}
		next if (my $m = $local->[$k + $t]{m_pion}) eq '';
		my ($a, $b) = map { exp($m * (8 - $_)) + exp(-$m * (8 - $_)) } $t, $t + 1;
		$found++;
		$wrong++ if !near($pion->[$t] / $pion->[$t + 1] * $b / $a, 1, 1e-6);
	}
}
ok($found > 20 && !$wrong, 'masses of one cosh and of a pair') or diag("$found $wrong");
my ($alone, $first) = tables("$ensemble --mass 0.6");
ok(!(grep { !near($first->[$_]{C_pion}, $local->[16 + $_]{C_pion}, 1e-8) } 0 .. 15) && $alone->{condensate} eq $both->{condensate_2},
	'a mass alone: as together with another');
done_testing();
