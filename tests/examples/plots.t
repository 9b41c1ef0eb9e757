#!/usr/bin/env perl
# tests/examples/plots.t: plots say what they show, their tics do not touch, and they replace a file when they are
# complete: not when gnuplot fails, writes a part, or the disk is full.
use strict;
use warnings;
use FindBin;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;
my $u = small_links();
my %arguments = small_runs($u);
my %labels = (flow => ['flow time t/a', 't', 'E(t)', 'topological charge Q(t)', 'Wilson flow', 'one configuration'],
	glueplots => ['r/a', 'a V(r)', 'configuration', 'Polyakov loop P', 'Static potential', 'APE smearing, 1 steps'],
	heatbath => ['step', 'plaquette', 'Polyakov loop P', 'Re P', 'Im P', 'Heat bath', 'mean 0.', 'thermalisation'],
	hmc => ['trajectory', 'plaquette', "\xce\x94H", 'accepted', 'Hybrid Monte Carlo', 'mean 0.', 'thermalisation', 'acceptance', 'c', '= -0.331', "\xce\xba", '= 0.11', '= 0.105', '= 1.5'],
	ks_hmc => ['trajectory', 'plaquette', "\xce\x94H", 'accepted', 'Hybrid Monte Carlo', 'Symanzik', '3 flavours hisq, a m', 'from 0.5', 'acceptance'],
	ks_spectrum => ['t/a', 'C(t)', 'effective mass a m(t)', 'Staggered quarks, hisq', 'taste of the pion', '(a m)', 'T5', '= 0.8', '..3'],
	pion => ['t/a', 'C(t)', 'effective mass a m(t)', 'Pion', 'no errors', 'open symbols: not in the fit', "\xcf\x80", '..1'],
	scaling => ['processes', 'parallel efficiency', "time of a hop [\xce\xbcs]", 'Wilson hop, strong scaling', '1 GFLOP/s; link: 12.5'],
	spectrum => ['t/a', 'C(t)', 'effective mass a m(t)', 'Wilson quarks', 'proton', "\xcf\x80", 'open symbols: not in the fit', '..3']);
$arguments{hmc} = '--lattice 4,4,4,4 --trajectories 7 --thermalise 3 --steps 4 --action iwasaki --kappa 0.11 --strange-kappa 0.105 --csw 1.5';
$arguments{ks_hmc} = '--lattice 4,4,4,4 --trajectories 7 --thermalise 3 --steps 2 --error 1e-5 --quark 0.5:2,0.9:-1 --quark 0.9:2';
$arguments{ks_spectrum} = '--lattice 8,4,4,4 --configs 3 --mass 0.5,0.8 --tastes --beta 5.7';
$arguments{heatbath} = '--lattice 4,4,4,4 --thermalise 20 --every 10 --configs 3';
$arguments{spectrum} = '--lattice 8,4,4,4 --configs 3 --kappa 0.12 --beta 5.7';

# Labels centred at one height that touch: font of 16 pixels.
sub touching {
	my ($svg) = @_;
	my (%at, @bad);
	while ($svg =~ /<g transform="translate\(([\d.]+),([\d.]+)\)"[^>]*text-anchor="middle"[^>]*>\s*<text>(.*?)<\/text>/sg) {
		my ($x, $y, $text) = ($1, $2, $3);
		$text =~ s/<[^>]*>//g;
		$text =~ s/\s+//g;
		push @{ $at{$y} }, [$x, $text];
	}
	for my $line (values %at) {
		my @tics = sort { $a->[0] <=> $b->[0] } @$line;
		for (1 .. $#tics) {
			my $room = $tics[$_][0] - $tics[$_ - 1][0];
			push @bad, "$tics[$_ - 1][1] $tics[$_][1]" if $room < 4.5 * (length($tics[$_][1]) + length $tics[$_ - 1][1]);
		}
	}
	return (scalar(keys %at), @bad);
}

# Legends, titles and labels of the axes, boxes [left, right, top, bottom], that overlap.
sub overlapping {
	my ($svg) = @_;
	my (@box, @bad);
	while ($svg =~ /<g transform="translate\(([\d.]+),([\d.]+)\)( rotate[^"]*)?"[^>]*font-size="([\d.]+)"[^>]*text-anchor="(\w+)"[^>]*>\s*<text>(.*?)<\/text>/sg) {
		my ($x, $y, $turned, $size, $anchor, $text) = ($1, $2, $3, $4, $5, $6);
		$text =~ s/<[^>]*>//g;
		$text =~ s/\s+/ /g;
		my $width = 0.45 * $size * length $text;
		my $left = $anchor eq 'middle' ? $x - $width / 2 : $anchor eq 'end' ? $x - $width : $x;
		$left -= 40 if $anchor eq 'start' && $size == 14; # the line or point of a legend
		my ($a, $b, $c, $d) = $turned ? ($x - 0.6 * $size, $x, $y - $width / 2, $y + $width / 2) : ($left, $left + $width, $y - 0.6 * $size, $y);
		for (@box) { push @bad, "$text | $_->[4]" if $a < $_->[1] && $_->[0] < $b && $c < $_->[3] && $_->[2] < $d }
		push @box, [$a, $b, $c, $d, $text];
	}
	return (scalar(@box), @bad);
}

SKIP: {
	skip 'no gnuplot', 1 if system 'command -v gnuplot >/dev/null 2>&1';
	for my $program (sort keys %labels) {
		my ($status, $out, $err) = run("build/examples/$program $arguments{$program} --plot $dir/$program.svg");
		my $svg = slurp("$dir/$program.svg");
		(my $text = $svg) =~ s/<[^>]*>\s*//g;
		ok($status == 0 && $err eq '' && $out =~ /^# plot = /m && $svg =~ /<\/svg>\s*\z/, "$program --plot") or diag($status, $err);
		is(join('|', grep { index($text, $_) < 0 } @{ $labels{$program} }), '', "$program: titles and labels") or diag($text);
		my ($lines, @bad) = touching($svg);
		ok($lines >= 4 && !@bad, "$program: tics stand apart") or diag("$lines: @bad");
		($lines, @bad) = overlapping($svg);
		ok($lines >= 10 && !@bad, "$program: no texts overlap") or diag("$lines: ", map { "$_\n" } @bad);
	}
	# A file that may not grow beyond a few blocks: gnuplot ends with 0.
	spew("$dir/old.svg", 'old');
	my ($status, $out, $err) = run("trap '' XFSZ; ulimit -f 6; exec build/examples/flow $arguments{flow} --plot $dir/old.svg");
	ok($status == 1 && $err =~ /^flow: no plot /m && slurp("$dir/old.svg") eq 'old', 'a full disk: status 1, a message, the old file')
		or diag($status, $err);
	is(join(' ', grep { /tmp\d/ } glob "$dir/* $dir/.??*"), '', 'and no other');
}

# Stand-ins for gnuplot: one fails, one writes a part, one is missing.
mkdir "$dir/bin";
my $begin = "#!/bin/sh\n[ \"\$1\" = --version ] && exit 0\nf=\$(sed -n \"s/^set output '\\(.*\\)'/\\1/p\")\n";
for (['gnuplot fails', "echo '<svg></svg>' >\"\$f\"\nexit 3\n", 'gnuplot failed'], ['half a plot', "echo '<svg>' >\"\$f\"\n", 'is the disk full'],
	['an empty plot', "exit 0\n", 'is the disk full']) {
	my ($name, $text, $says) = @$_;
	spew("$dir/bin/gnuplot", $begin . $text);
	chmod 0755, "$dir/bin/gnuplot";
	local $ENV{PATH} = "$dir/bin:$ENV{PATH}";
	for my $program (sort keys %labels) {
		next if $program ne 'flow' && $name ne 'half a plot';
		my ($status, $out, $err) = run("build/examples/$program $arguments{$program} --plot $dir/new.svg");
		ok($status == 1 && $err =~ /^$program: no plot \S*new\.svg: .*$says/m && !-e "$dir/new.svg" && $out =~ /^\w+\t/m,
			"$program, $name: status 1, a message, no file, but the table") or diag($status, $out, $err);
	}
	my ($status, $out, $err) = run("build/examples/flow $arguments{flow} --plot -");
	ok($status == 1 && $out eq '', "$name to standard output: nothing") or diag($status, $out, $err);
}
is(join(' ', grep { /tmp\d/ } glob "$dir/* $dir/.??*"), '', 'nothing is left behind');
done_testing();
