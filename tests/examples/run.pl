# tests/examples/run.pl: how the tests of examples start programs; they require it. It goes to the root of the tree, and
# $dir is an empty folder of this test.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use POSIX ();

chdir "$FindBin::Bin/../.." or die "chdir: $!";
our $dir = tempdir(CLEANUP => 1);
$ENV{OMP_NUM_THREADS} = 1; # small lattices

sub slurp { my ($path) = @_; open my $in, '<:raw', $path or return ''; local $/; return scalar(<$in>) // '' }

sub spew { my ($path, $bytes) = @_; open my $out, '>:raw', $path or die "$path: $!"; print $out $bytes; close $out or die $!; return $path }

# Exit status of a command, -1 when a signal ended it; its standard output; its standard error. One argument is a line
# of the shell, several are the words.
sub run {
	my @command = @_;
	defined(my $child = fork) or die "fork: $!";
	if (!$child) {
		open STDOUT, '>', "$dir/stdout" and open STDERR, '>', "$dir/stderr" and exec @command;
		POSIX::_exit(127);
	}
	waitpid $child, 0;
	return ($? & 127 ? -1 : $? >> 8, slurp("$dir/stdout"), slurp("$dir/stderr"));
}

# A configuration of 4^4 links, and for each program of examples/ arguments with which it ends within a second or so.
sub small_links {
	my ($status, undef, $err) = run("build/examples/heatbath --lattice 4,4,4,4 --beta 5.7 --thermalise 5 --configs 1 --save $dir/links --quiet");
	die "heatbath: $err" if $status;
	return "$dir/links.0001";
}

sub small_runs {
	my ($u) = @_;
	my %arguments = (
		flow => "--end 0.1 --every 0.05 $u", geometry => '4 4 4 4 --grid 1,1,2,2', glueplots => "--steps 1 --tmax 2 --at 1 $u",
		heatbath => '--lattice 4,4,4,4 --thermalise 2 --every 1 --configs 2', hmc => '--lattice 4,4,4,4 --trajectories 2 --steps 2',
		ks_hmc => '--lattice 4,4,4,4 --quark 0.5:2 --error 1e-4 --trajectories 2 --steps 2', ks_spectrum => "--mass 0.5,0.8 --tastes --noises 1 $u",
		ktimer => '', lqcd_convert => "$u $dir/converted --format ILDG", lqcd_info => "$u $u", own_operator => '',
		pion => "--config $u --tol 1e-3 --kappa 0.1", plaquette => $u, scaling => '8 8 8 8 --gflops 1 --ranks 1,2',
		spectrum => "--kappa 0.1 $u");
	my @missing = grep { !defined $arguments{$_} } map { m{/(\w+)\.c$} } glob 'examples/*.c';
	die "tests/examples/run.pl: no arguments for @missing" if @missing;
	return %arguments;
}

1;
