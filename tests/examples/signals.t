#!/usr/bin/env perl
# tests/examples/signals.t: Ctrl-C ends every example that runs longer than a second with a message, and leaves no part of a file;
# hmc with a checkpoint has every trajectory once, also after SIGKILL; a plot that is being drawn. A signal is sent when the
# first output is there; a program that is done by then is started again.
use FindBin;
use POSIX ();
use lib $FindBin::Bin;
use Examples;
my $u = small_links();

# Starts a program with the words of a line; its pid, and its standard output to read.
sub start($line, $ignored = '') {
	pipe my $out, my $in or die "pipe: $!";
	defined(my $pid = fork) or die "fork: $!";
	if (!$pid) {
		POSIX::setpgid(0, 0);
		$SIG{$_} = 'DEFAULT' for qw(INT TERM HUP);
		$SIG{$ignored} = 'IGNORE' if $ignored;
		open STDOUT, '>&', $in and open STDERR, '>', "$dir/stderr" and exec split ' ', "build/examples/$line";
		POSIX::_exit(127);
	}
	return ($pid, $out);
}

# The signal that ended it (0: none) and its exit status, "2 0"; what it said.
sub ended($pid, $out) {
	1 while readline $out;
	waitpid $pid, 0;
	return (($? & 127) . ' ' . ($? >> 8), slurp("$dir/stderr"));
}

# Sends a signal after the first line of output; how it ended, what it said, and which files there are then but whole configurations.
sub interrupted($line, $signal) {
	for (1 .. 5) {
		my ($pid, $out) = start($line);
		my $first = readline $out;
		kill $signal, $pid;
		my ($how, $err) = ended($pid, $out);
		my @left = grep { !m{/w/u\.\d+$} || (example("lqcd_info --quiet $_"))[0] } glob "$dir/w/* $dir/w/.??*";
		unlink glob "$dir/w/*";
		return ($how, $err, @left) if $how ne '0 0' || !defined $first;
	}
	return;
}

mkdir "$dir/w";
my $more = "--out $dir/w/out" . ($gnuplot ? " --plot $dir/w/plot.svg" : '');
my $hmc = "hmc --lattice 4,4,4,4 --trajectories 10000000 --save $dir/w/save $more";
# SIGTERM and SIGHUP are the same as SIGINT.
my %number = (INT => 2, TERM => 15, HUP => 1);
my @long = ("INT flow --end 1000 --every 0.001 $u $more", "INT glueplots --lattice 4,4,4,4 --configs 100000 $more", map({ "$_ $hmc" } keys %number),
	"INT $hmc --terms", "INT heatbath --lattice 4,4,4,4 --configs 9999 --every 3 --save $dir/w/u $more", "INT own_operator --out $dir/w/out",
	"INT ks_hmc --lattice 4,4,4,4 --quark 0.5:2 --steps 1 --trajectories 10000000 --save $dir/w/save $more",
	"INT ks_spectrum --lattice 8,4,4,4 --configs 100000 $more", "INT spectrum --lattice 8,4,4,4 --configs 100000 $more",
	"INT pion --config $u --kappa 1 --solver cg --tol 1e-15 --max-iterations 2147483647 $more",
	'INT scaling 64 32 32 32' . ' --grid 1,1,1,1 --grid 2,1,1,1' x 32 . " $more");
for (@long) {
	my ($name, $line, $program) = /^(\w+) ((\w+).*)/;
	my ($how, $err, @left) = interrupted($line, $name);
	SKIP: {
		skip "$program is faster than a signal", 1 if !defined $how;
		ok($how eq "$number{$name} 0" && $err =~ /^$program: interrupted; no file is left incomplete$/m && !@left,
			"SIG$name ends $program with a message, and leaves no part of a file") or diag("$how $err@left");
	}
}
# What the parent ignores stays ignored.
my ($pid, $from) = start($hmc, 'INT');
readline $from;
kill 'INT', $pid;
readline $from for 1 .. 100;
is(waitpid($pid, POSIX::WNOHANG()), 0, 'SIGINT that the parent ignores');
kill 'TERM', $pid;
is((ended($pid, $from))[0], '15 0', 'and SIGTERM that it does not');

# With a checkpoint the trajectory is finished and saved, and each is in the table of one run, also after SIGKILL.
my $chain = 'hmc --lattice 4,4,4,4 --seed 3 --quiet --trajectories';
my $rows = '';
for my $name ('TERM', 'KILL', 'INT') {
	($pid, $from) = start("$chain 10000000 --checkpoint $dir/chain");
	for (1 .. 25) { $rows .= readline($from) // '' }
	kill $name, $pid;
	$rows .= do { local $/; readline($from) // '' };
	my (undef, $err) = ended($pid, $from);
	ok($name eq 'KILL' || $err =~ m{^hmc: interrupted after trajectory (\d+), which \Q$dir\E/chain has$}m && $rows =~ /^$1\t[^\n]*\n\z/m, "SIG$name: the last row is in the checkpoint")
		or diag($err, substr $rows, -200);
}
my $n = rows($rows);
is(same_rows($rows), same_rows(works("$chain $n")), "three runs, $n trajectories: each once, as one run has them");

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
	unlink "$dir/drawing", "$dir/go", glob "$dir/w/*";
	($pid, $from) = start("scaling 8 8 8 8 --gflops 1 --ranks 1,2 --plot $dir/w/plot.svg");
	select undef, undef, undef, 0.05 while !-e "$dir/drawing" && !waitpid $pid, POSIX::WNOHANG();
	kill 'INT', $group ? -$pid : $pid;
	spew("$dir/go", '') if !$group;
	my ($how, $err) = ended($pid, $from);
	my @left = glob "$dir/w/* $dir/w/.??*";
	ok($how eq '2 0' && $err =~ /^scaling: interrupted/m && "@left" eq ($group ? '' : "$dir/w/plot.svg") && slurp("$dir/w/plot.svg") eq ($group ? '' : "<svg>whole</svg>\n"),
		$group ? 'gnuplot is interrupted, too: no plot' : 'the plot that is being drawn is finished') or diag("$how $err @left");
}
done_testing();
