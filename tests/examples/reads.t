#!/usr/bin/env perl
# tests/examples/reads.t: every example that reads configurations reads every format, and refuses files that contradict the
# extents of the command line.
use strict;
use warnings;
use FindBin;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;
my $u = small_links();
my @formats = (run('build/examples/lqcd_info x --format none'))[2] =~ /legal are (.*)/ ? split ' ', $1 : ();
ok(@formats >= 7, "formats: @formats");

my %small = (flow => '--end 0.1', glueplots => '--steps 0 --tmax 2 --at 1', heatbath => '--beta 5.7 --thermalise 5 --every 1 --configs 2 --after 1',
	hmc => '--trajectories 1 --steps 2', ks_hmc => '--trajectories 1 --steps 2', ks_spectrum => '--mass 0.5', pion => '--kappa 0.1 --tol 1e-2', spectrum => '--kappa 0.1');

sub command {
	my ($program, $file, $more) = @_;
	my $how = $program =~ /hmc$/ ? "--start $file" : $program eq 'pion' ? "--config $file"
		: $program eq 'lqcd_convert' ? "$file $dir/out --format NERSC" : $file;
	if ($program eq 'heatbath') {
		system 'cp', $file, "$dir/prefix.0001";
		$how = "--save $dir/prefix";
	}
	return run("build/examples/$program " . ($small{$program} // '') . " $how $more");
}

my @programs = qw(flow glueplots heatbath hmc ks_hmc ks_spectrum lqcd_convert lqcd_info pion plaquette spectrum);
for my $format (@formats) {
	my ($status, undef, $err) = run("build/examples/lqcd_convert $u $dir/as-$format --format $format --quiet");
	is($status, 0, "$format: written") or diag($err);
	my @wrong;
	for my $program (@programs) {
		($status, undef, $err) = command($program, "$dir/as-$format", '--quiet');
		push @wrong, "$program: $status $err" if $status;
	}
	ok(!@wrong, "$format: read by @programs") or diag(@wrong);
}

for (['lqcd_info', '--lattice'], ['lqcd_convert', '--lattice'], ['lqcd_info', '--extents'], ['glueplots', '--extent'], ['spectrum', '--lattice'],
	['heatbath', '--lattice'], ['hmc', '--lattice'], ['ks_hmc', '--lattice'], ['ks_spectrum', '--lattice'], ['pion', '--lattice']) {
	my ($program, $option) = @$_;
	my ($status, $out, $err) = command($program, $u, "$option 4,4,4,4");
	is($status, 0, "$program $option: as in the file") or diag($err);
	unlink "$dir/out";
	($status, $out, $err) = command($program, $u, "$option 8,4,4,4");
	ok($status == 1 && $err =~ /4,4,4,4.*8,4,4,4|4 4 4 4.*(?:8 4 4 4|4 4 4 8)/ && $out !~ /^\d/m && !-e "$dir/out",
		"$program $option 8,4,4,4: refused, and why") or diag("$status $out $err");
	($status, $out, $err) = command($program, $u, "$option 0,4,4,4");
	ok($status == 2 && $err =~ /^$program: $option 0,4,4,4: /, "$program $option 0,4,4,4: not legal") or diag("$status $out $err");
}
my ($status, $out) = run("build/examples/lqcd_info --json --lattice 8,4,4,4 $u");
ok($status == 1 && $out =~ /"message": "[^"]*4,4,4,4[^"]*8,4,4,4/, 'lqcd_info --json says so, too') or diag($out);
done_testing();
