#!/usr/bin/env perl
# tests/examples/terminal.t: what is seen on a terminal: rows do not stick to the progress line, which has no nan, is replaced as a
# whole, and is gone at the end. The terminal is that of script(1); LQCD_PROGRESS=0 prints every progress line.
use strict;
use warnings;
use FindBin;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;
plan skip_all => 'no script(1) of util-linux' if (system "script -qec 'exit 7' /dev/null </dev/null >/dev/null 2>&1") >> 8 != 7;
my $u = small_links();
$ENV{LQCD_PROGRESS} = 0;

# The lines of a wide screen after these bytes, without blanks at their ends, and each state of the line of the cursor
# before a return or a line feed. Blanks and other bytes overwrite what is there.
sub screen {
	my ($bytes) = @_;
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

my %says = (flow => qr/^configuration \d of \d: t = /, glueplots => qr/^configuration \d of \d: smearing/, heatbath => qr/^step \d+ of \d+, /,
	hmc => qr/^trajectory \d+ of \d+, plaquette /, ks_hmc => qr/^trajectory \d+ of \d+, plaquette /,
	ks_spectrum => qr/^configuration \d of \d: solve \d+ of \d+, \d+ iterations, residual/, pion => qr/^column \d+ of 12: iteration \d+, /,
	spectrum => qr/^configuration \d of \d: column \d+, residual/);
my %arguments = small_runs($u);
$arguments{flow} = "--end 0.2 --every 0.05 $u";
$arguments{glueplots} = "--steps 3 --tmax 2 --at 1 $u";
$arguments{'flow of an ensemble'} = "--end 0.2 --every 0.05 $u $u";
$arguments{'hmc with a checkpoint'} = "--lattice 4,4,4,4 --trajectories 12 --steps 2 --checkpoint $dir/chain";
$says{$_} = $says{ (split ' ')[0] } for 'flow of an ensemble', 'hmc with a checkpoint';
for my $name (sort keys %says) {
	my ($program) = split ' ', $name;
	my $line = $says{$name};
	my ($status, $seen) = run('script', '-qec', "build/examples/$program $arguments{$name}", '/dev/null');
	$seen =~ s/\A\^D[\b]+//; # the end of script's own input
	my ($lines, $states) = screen($seen);
	unlink "$dir/chain";
	my ($again, $table) = run("build/examples/$program $arguments{$name}");
	# Without a terminal the same lines, but for times and rates.
	my $same = sub { join "\n", map { s/^(\d\t\d\t\d+\t\S+)\t\S+\t\S+$/$1/r } grep { !/^# (?:seconds|gflops) = / } @_ };
	my @progress = grep { /$line/ } @$states;
	ok($status == 0 && @progress > 1, "$name: progress lines") or diag($status, explain($states));
	is($same->(@$lines), $same->(split(/\n/, $table), ''), "$name: each row is a line of its own, and nothing else stays");
	my %stays = map { $_ => 1 } @$lines, '';
	is(join("\n", grep { !$stays{$_} && (!/$line/ || /nan|inf| left.* left/ || length > 78 || (/ left/ && !/ left\z/)) } @$states), '', "$name: progress lines are whole");
}
my (undef, $seen) = run('script', '-qec', "build/examples/heatbath $arguments{heatbath} --quiet", '/dev/null');
unlike($seen, qr/step \d+ of/, '--quiet: none');
# A message does not stick to it either.
(undef, $seen) = run('script', '-qec', "build/examples/pion --config $u --kappa 10 --max-iterations 3 --solver cg", '/dev/null');
my ($lines) = screen($seen);
is(scalar(grep { /^pion: spin \d colour \d: / } @$lines), 12, 'messages are lines of their own') or diag(explain($lines));
done_testing();
