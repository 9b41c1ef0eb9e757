#!/usr/bin/env perl
# tests/examples/terminal.t: what is seen on a terminal: rows and messages do not stick to the progress line, which has no nan, is
# replaced as a whole, and is gone at the end. The terminal is that of script(1); LQCD_PROGRESS=0 prints every progress line.
use FindBin;
use lib $FindBin::Bin;
use Examples;
plan skip_all => 'no script(1) of util-linux' if (system "script -qec 'exit 7' /dev/null </dev/null >/dev/null 2>&1") >> 8 != 7;
my $u = small_links();
$ENV{LQCD_PROGRESS} = 0;

# The lines of a wide screen after a program, without blanks at their ends, and each state of the line of the cursor before a return or
# a line feed. Blanks and other bytes overwrite what is there.
sub seen {
	my ($status, $bytes) = run('script', '-qec', "build/examples/$_[0]", '/dev/null');
	$bytes =~ s/\A\^D[\b]+//; # the end of script's own input
	my (@lines, @states) = ('');
	my $column = 0;
	for (split //, $bytes) {
		if ($_ eq "\r" || $_ eq "\n") {
			push @states, $lines[-1] =~ s/ +\z//r;
			$column = 0 if $_ eq "\r";
			push @lines, '' if $_ eq "\n";
		} elsif ($_ eq "\b") {
			$column-- if $column;
		} else {
			$lines[-1] .= ' ' x ($column - length $lines[-1]) if $column > length $lines[-1];
			substr($lines[-1], $column++, 1) = $_;
		}
	}
	return ([map { s/ +\z//r } @lines], \@states);
}

my %is = small_runs($u);
my ($configuration, $trajectory) = ('configuration \d of \d: ', 'trajectory \d+ of \d+, plaquette ');
for (["flow --end 0.2 --every 0.05 $u", "${configuration}t = "], ["flow --end 0.2 --every 0.05 $u $u", "${configuration}t = "],
	["glueplots --steps 3 --tmax 2 --at 1 $u", "${configuration}smearing"], ["heatbath $is{heatbath}", 'step \d+ of \d+, '], ["hmc $is{hmc}", $trajectory],
	["hmc --lattice 4,4,4,4 --trajectories 12 --steps 2 --checkpoint $dir/chain", $trajectory], ["ks_hmc $is{ks_hmc}", $trajectory],
	["ks_spectrum $is{ks_spectrum}", "${configuration}solve \\d+ of \\d+, \\d+ iterations, residual"], ["pion $is{pion}", 'column \d+ of 12: iteration \d+, '],
	["spectrum $is{spectrum}", "${configuration}column \\d+, residual"]) {
	my ($line, $progress) = @$_;
	my ($lines, $states) = seen($line);
	unlink "$dir/chain";
	my (undef, $table) = example($line);
	# Without a terminal the same lines, but for times and rates.
	my $same = sub { join "\n", map { s/^(\d\t\d\t\d+\t\S+)\t\S+\t\S+$/$1/r } grep { !/^# (?:seconds|gflops) = / } @_ };
	is($same->(@$lines), $same->(split(/\n/, $table), ''), "$line: each row is a line of its own, and nothing else stays");
	cmp_ok(scalar(grep { /^$progress/ } @$states), '>', 1, 'progress lines');
	my %stays = map { $_ => 1 } @$lines, '';
	is(join("\n", grep { !$stays{$_} && (!/^$progress/ || /nan|inf| left.* left/ || length > 78 || (/ left/ && !/ left\z/)) } @$states), '', 'progress lines are whole');
}
unlike(join("\n", @{ (seen("heatbath $is{heatbath} --quiet"))[1] }), qr/step \d+ of/, '--quiet: none');
my ($lines) = seen("pion --config $u --kappa 10 --max-iterations 3 --solver cg");
is(scalar(grep { /^pion: spin \d colour \d: / } @$lines), 12, 'messages are lines of their own') or diag(explain($lines));
done_testing();
