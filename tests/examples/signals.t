#!/usr/bin/env perl
# tests/examples/signals.t: Ctrl-C ends every example that runs longer than a second with a message, and leaves no part of a
# file. A signal is sent when the first output is there; a program that is done by then is started again.
use strict;
use warnings;
use FindBin;
use POSIX ();
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;
my $u = small_links();

# Starts a program with the words of a command; its pid, and its standard output to read.
sub start {
	my ($command, $ignored) = @_;
	pipe my $out, my $in or die "pipe: $!";
	defined(my $pid = fork) or die "fork: $!";
	if (!$pid) {
		POSIX::setpgid(0, 0);
		$SIG{$_} = 'DEFAULT' for qw(INT TERM HUP);
		$SIG{$ignored} = 'IGNORE' if $ignored;
		open STDOUT, '>&', $in and open STDERR, '>', "$dir/stderr" and exec split ' ', $command;
		POSIX::_exit(127);
	}
	close $in;
	return ($pid, $out);
}

# The signal that ended it (0: none), its exit status, and what it said.
sub ended {
	my ($pid, $out) = @_;
	1 while readline $out;
	waitpid $pid, 0;
	return ($? & 127, $? >> 8, slurp("$dir/stderr"));
}

# No file but whole configurations.
sub left { return join ' ', grep { !m{/w/u\.\d+$} || (run("build/examples/lqcd_info --quiet $_"))[0] } glob "$dir/w/* $dir/w/.??*" }

my ($status) = run("build/examples/heatbath --lattice 12,12,12,12 --hot --beta 5.7 --overrelax 0 --thermalise 1 --configs 1 --save $dir/large --quiet");
is($status, 0, 'a larger lattice');
mkdir "$dir/w";
my $out = "--out $dir/w/out";
my $plot = system('command -v gnuplot >/dev/null 2>&1') ? '' : "--plot $dir/w/plot.svg";
my %long = (
	flow => "--end 1000 --every 0.001 $u $out $plot", glueplots => "--lattice 8,8,8,8 --configs 100000 $out $plot",
	heatbath => "--lattice 4,4,4,4 --configs 9999 --every 3 --save $dir/w/u $out $plot",
	hmc => "--lattice 4,4,4,4 --trajectories 10000000 --save $dir/w/save $out $plot", own_operator => $out,
	ks_hmc => "--lattice 4,4,4,4 --quark 0.5:2 --steps 1 --trajectories 10000000 --save $dir/w/save $out $plot",
	ks_spectrum => "--lattice 8,8,8,8 --configs 100000 $out $plot",
	pion => "--config $dir/large.0001 --kappa 1 --solver cg --tol 1e-15 --max-iterations 2147483647 $out $plot",
	scaling => '64 64 32 32' . ' --grid 1,1,1,1 --grid 2,1,1,1' x 32 . " $out $plot",
	spectrum => "--lattice 8,8,8,8 --configs 100000 $out $plot");
for my $program (sort keys %long) {
	for my $json ('', $program eq 'hmc' ? '--terms' : ()) {
		my ($signal, $exit, $err) = (0, 0, '');
		for (1 .. 5) {
			my ($pid, $from) = start("build/examples/$program $long{$program} $json");
			my $line = readline $from;
			kill 'INT', $pid;
			($signal, $exit, $err) = ended($pid, $from);
			last if $signal || $exit || !defined $line;
			unlink glob "$dir/w/*";
		}
		SKIP: {
			skip "$program is faster than a signal", 2 if !$signal && !$exit;
			ok($signal == 2 && $err =~ /^$program: interrupted; no file is left incomplete$/m, "$program $json: ends by the signal, with a message")
				or diag("$signal $exit $err");
			is(left(), '', "$program: no part of a file");
		}
		unlink glob "$dir/w/*";
	}
}

# SIGTERM and SIGHUP are the same; what the parent ignores stays ignored.
for (['TERM', 15], ['HUP', 1]) {
	my ($name, $number) = @$_;
	my ($pid, $from) = start("build/examples/hmc $long{hmc}");
	readline $from;
	kill $name, $pid;
	my ($signal, $exit, $err) = ended($pid, $from);
	ok($signal == $number && $err =~ /^hmc: interrupted/m && left() eq '', "SIG$name");
}
{
	my ($pid, $from) = start("build/examples/hmc $long{hmc}", 'INT');
	readline $from;
	kill 'INT', $pid;
	readline $from for 1 .. 100;
	is(waitpid($pid, POSIX::WNOHANG()), 0, 'SIGINT that the parent ignores');
	kill 'TERM', $pid;
	is((ended($pid, $from))[0], 15, 'and SIGTERM that it does not');
}

# With a checkpoint: the trajectory is finished and saved, and each is in the table of one run, also after SIGKILL.
{
	my ($rows, @signals) = ('', 'TERM', 'KILL', 'INT');
	my $chain = "build/examples/hmc --lattice 4,4,4,4 --trajectories 10000000 --seed 3 --checkpoint $dir/chain";
	for my $name (@signals) {
		my ($pid, $from) = start("$chain --quiet");
		for (1 .. 25) { $rows .= readline($from) // '' }
		kill $name, $pid;
		local $/;
		$rows .= readline($from) // '';
		my (undef, undef, $err) = ended($pid, $from);
		next if $name eq 'KILL';
		ok($err =~ m{^hmc: interrupted after trajectory (\d+), which \Q$dir\E/chain has$}m && $rows =~ /^$1\t[^\n]*\n\z/m, "SIG$name: the last row is in the checkpoint")
			or diag($err, substr $rows, -200);
	}
	my @numbers = $rows =~ /^(\d+)\t/mg;
	is_deeply(\@numbers, [1 .. @numbers], 'three runs, ended by ' . join(', ', @signals) . ': each trajectory once');
	my ($status, $whole) = run("build/examples/hmc --lattice 4,4,4,4 --trajectories " . scalar(@numbers) . ' --seed 3 --quiet');
	is($rows =~ s/^trajectory\b.*\n//mgr, $whole =~ s/^trajectory\b.*\n//r =~ s/^#.*\n//mgr, 'as one run has them');
}

# While a plot is drawn: the program waits for it; or gnuplot gets the signal, too, and there is none.
mkdir "$dir/bin";
spew("$dir/bin/gnuplot", <<"EOT");
#!/bin/sh
[ "\$1" = --version ] && exit 0
f=\$(sed -n "s/^set output '\\(.*\\)'/\\1/p")
: >'$dir/drawing'
while [ ! -e '$dir/go' ]; do sleep 0.1; done
echo '<svg>whole</svg>' >"\$f"
EOT
chmod 0755, "$dir/bin/gnuplot";
for my $group (0, 1) {
	local $ENV{PATH} = "$dir/bin:$ENV{PATH}";
	unlink "$dir/drawing", "$dir/go";
	my ($pid, $from) = start("build/examples/scaling 8 8 8 8 --gflops 1 --ranks 1,2 --plot $dir/w/plot.svg");
	select undef, undef, undef, 0.05 while !-e "$dir/drawing" && !waitpid $pid, POSIX::WNOHANG();
	kill 'INT', $group ? -$pid : $pid;
	spew("$dir/go", '') if !$group;
	my ($signal, $exit, $err) = ended($pid, $from);
	my $want = $group ? '' : "<svg>whole</svg>\n";
	ok($signal == 2 && $err =~ /^scaling: interrupted/m && slurp("$dir/w/plot.svg") eq $want && left() eq ($group ? '' : "$dir/w/plot.svg"),
		$group ? 'gnuplot is interrupted, too: no plot' : 'the plot that is being drawn is finished') or diag("$signal $exit $err");
	unlink glob "$dir/w/*";
}
done_testing();
