#!/usr/bin/env perl
# tests/examples/plots.t: plots say what they show, their texts do not touch, and they replace a file when they are complete:
# not when gnuplot is missing, fails, writes a part, or the disk is full.
use FindBin;
use List::Util qw(max);
use lib $FindBin::Bin;
use Examples;
my $u = small_links();
works("heatbath --lattice 4,4,4,4 --beta 5.7 --thermalise 20 --every 5 --configs 4 --save $dir/v --quiet");
# [program, arguments, what the texts of its plot have ..]
my @plots = map { s/\$u/$u/r =~ s/\$dir/$dir/r =~ /^(\w+) (.*?): (.*)/ ? [$1, $2, split / \| /, $3] : die } table('tests/examples/plots.txt');

# How many texts a drawing has; pairs that overlap, as "one | other". Tics: centred, at one height, in 16 pixels. Others:
# legends, titles and labels of the axes, as boxes [left, right, top, bottom].
sub overlapping($svg) {
	my (@box, @bad, %at);
	while ($svg =~ /<g transform="translate\(([\d.]+),([\d.]+)\)( rotate[^"]*)?"([^>]*)text-anchor="(\w+)"[^>]*>\s*<text>(.*?)<\/text>/sg) {
		my ($x, $y, $turned, $style, $anchor, $text) = ($1, $2, $3, $4, $5, $6);
		$text =~ s/<[^>]*>//g;
		push @{ $at{$y} }, [$x, $text =~ s/\s+//gr] if $anchor eq 'middle' && !$turned;
		my ($size) = $style =~ /font-size="([\d.]+)"/ or next;
		$text =~ s/\s+/ /g;
		my $width = 0.45 * $size * length $text;
		my $left = $anchor eq 'middle' ? $x - $width / 2 : $anchor eq 'end' ? $x - $width : $x;
		$left -= 40 if $anchor eq 'start' && $size == 14; # the line or point of a legend
		my ($a, $b, $c, $d) = $turned ? ($x - 0.6 * $size, $x, $y - $width / 2, $y + $width / 2) : ($left, $left + $width, $y - 0.6 * $size, $y);
		for (@box) { push @bad, "$text | $_->[4]" if $a < $_->[1] && $_->[0] < $b && $c < $_->[3] && $_->[2] < $d }
		push @box, [$a, $b, $c, $d, $text];
	}
	for (values %at) {
		my @tics = sort { $a->[0] <=> $b->[0] } @$_;
		for (1 .. $#tics) {
			my ($left, $right) = @tics[$_ - 1, $_];
			push @bad, "$left->[1] | $right->[1]" if $right->[0] - $left->[0] < 4.5 * length $left->[1] . $right->[1];
		}
	}
	return (scalar(@box), @bad);
}

SKIP: {
	skip 'no gnuplot', 1 if !$gnuplot;
	for (@plots) {
		my ($program, $arguments, @labels) = @$_;
		my $file = "$dir/it's $program.svg";
		my $out = works(qq($program $arguments --plot "$file"));
		ok($out =~ /^# plot = .*'s $program\.svg$/m && slurp($file) =~ /<svg.*<\/svg>\s*\z/s, "$program: a whole plot");
		unlike($out, qr/^# acceptance/m, 'no means of thermalisation alone') if @labels == 2;
		my $text = slurp($file) =~ s/<[^>]*>\s*//gr;
		is(join('|', grep { index($text, $_) < 0 } @labels), '', "$program: titles and labels") or diag($text);
		is(join('|', grep { /^[^>]* dy=/ && !/xml:space="preserve"/ } split /<tspan /, slurp($file)), '', "$program: blanks behind a subscript stay");
		my ($texts, @bad) = overlapping(slurp($file));
		ok($texts >= 10 && !@bad, "$program: no texts overlap") or diag("$texts: ", map { "$_\n" } @bad);
	}
	SKIP: {
		skip 'this gnuplot has no pdfcairo', 2 if system "gnuplot -e 'set terminal pdfcairo' >/dev/null 2>&1";
		works("pion --config $u --tol 1e-3 --kappa 0.1 --plot $dir/pion.pdf");
		like(slurp("$dir/pion.pdf"), qr/\A%PDF-.*%%EOF\s*\z/s, 'FILE.pdf: a whole PDF');
	}
	# A file that may not grow beyond a few blocks: gnuplot ends with 0.
	spew("$dir/old.svg", 'old');
	my ($status, $out, $err) = run("trap '' XFSZ; ulimit -f 6; exec build/examples/flow $plots[0][1] --plot $dir/old.svg");
	ok($status == 1 && $err =~ /^flow: no plot /m && slurp("$dir/old.svg") eq 'old', 'a full disk: status 1, a message, the old file') or diag($status, $err);
}

# Stand-ins for gnuplot: one fails, one writes a part, one nothing; then there is none.
mkdir "$dir/$_" for 'bin', 'empty';
for (["echo '<svg></svg>' >\"\$f\"\nexit 3\n", 'gnuplot failed'], ["echo '<svg>' >\"\$f\"\n", 'is the disk full'], ["exit 0\n", 'is the disk full']) {
	my ($text, $says) = @$_;
	spew("$dir/bin/gnuplot", "#!/bin/sh\n[ \"\$1\" = --version ] && exit 0\nf=\$(sed -n \"s/^set output '\\(.*\\)'/\\1/p\")\n$text");
	chmod 0755, "$dir/bin/gnuplot";
	local $ENV{PATH} = "$dir/bin:$ENV{PATH}";
	my %seen;
	for (grep { !$seen{ $_->[0] }++ && ($_->[0] eq 'flow' || $text =~ /^echo '<svg>'/) } @plots) {
		my ($program, $arguments) = @$_;
		my ($status, $out, $err) = example("$program $arguments --plot $dir/new.svg");
		ok($status == 1 && $err =~ /^$program: no plot \S*new\.svg: .*$says/m && !-e "$dir/new.svg" && $out =~ /^\w+\t/m,
			"$program, $says: status 1, a message, no file, but the table") or diag($status, $out, $err);
	}
	refused(1, "flow $plots[0][1] --plot -", qr/no plot/, 1);
}
# What gnuplot is told: the plane of the Polyakov loop has the scale of what comes after the thermalisation.
{
	spew("$dir/bin/gnuplot", "#!/bin/sh\n[ \"\$1\" = --version ] && exit 0\ncat >$dir/commands\nexit 3\n");
	local $ENV{PATH} = "$dir/bin:$ENV{PATH}";
	my (undef, $out) = example("heatbath --lattice 4,4,4,4 --beta 4 --thermalise 20 --every 10 --configs 3 --plot $dir/new.svg");
	my @all = map { max(abs $_->[2], abs $_->[3]) } rows($out);
	my ($range) = slurp("$dir/commands") =~ /^set size ratio -1\nset xrange \[-\S+:(\S+)\]/m;
	ok(max(@all[0 .. 19]) > 1.1 * max(@all[20 .. 39]) && near($range, 1.1 * max(@all[20 .. 39]), 1e-4), 'the plane of the Polyakov loop: its scale') or diag("$range @all");
	refused(1, "pion --config $u --plot $dir/new.pdf", qr/no plot: this gnuplot has no pdfcairo/, 1)
		if spew("$dir/bin/gnuplot", "#!/bin/sh\n[ \"\$1\" = --version ] && exit 0\nexit 3\n");
}
{
	local $ENV{PATH} = "$dir/empty";
	refused(1, "pion --config $u --plot $dir/new.svg", qr/no plot.*gnuplot/, 1);
}
is(join(' ', grep { /tmp\d|new\.svg/ } glob "$dir/* $dir/.??*"), '', 'nothing is left behind');
done_testing();
