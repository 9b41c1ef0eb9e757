#!/usr/bin/env perl
# tests/run.pl: runs test programs that speak TAP, and counts over all of them.
#
#   perl tests/run.pl [PROGRAM | --through RUNNER PROGRAM | --built FILE | --skip REASON]...
#
# PROGRAM is an executable, a Perl test (*.t) or a shell test (*.sh); one line is printed for each, and what failed.
# --through RUNNER starts the next program as RUNNER PROGRAM, such as an emulator; words of RUNNER are parted by spaces.
# --built FILE is one check: the file is there. --skip REASON counts one skipped check.
# A program that cannot be started, dies or breaks its plan counts as at least one failure. So does one that hangs: it takes
# more than LQCD_TEST_CPU seconds of processor time (default 3600) with its children, or sleeps, with all of them, for
# LQCD_TEST_IDLE seconds (default 1800). Waiting for a processor is not sleeping, nor is a machine that is suspended: a
# busy machine makes a test slow, but not wrong.
# The last line is "N passed, N failed", followed by ", N skipped" if some were skipped; LQCD_TEST_LABEL=word puts "word: "
# before it. The exit status is 0 if nothing failed and something passed.
# LQCD_TEST_JOBS programs run at a time (default 1); their lines, [3/200] and so on, come as they end, and those of the
# programs that failed once more above the count. One that makes checks for long says now and then how many there were.
use strict;
use warnings;
use File::Temp qw(tempfile);
use TAP::Parser;
use Time::HiRes qw(time);

open my $screen, '>&', \*STDOUT or die "tests/run.pl: $!\n"; # jobs write to files
my %total = (passed => 0, failed => 0, skipped => 0);

# Runs a command in a process group of its own, so that one that is stopped, or interrupted, ends with its children.
my $guard = <<'EOT';
	use POSIX ();
	my ($limit, $idle) = splice @ARGV, 0, 2;
	defined(my $child = fork) or die "fork: $!";
	if (!$child) {
		setpgrp;
		exec { $ARGV[0] } @ARGV or POSIX::_exit(127);
	}

	# Every process: parent, seconds of processor time with those of children that have ended, and whether it sleeps.
	my $tick = POSIX::sysconf(POSIX::_SC_CLK_TCK()) || 100;
	sub processes {
		my %of;
		for my $file (glob '/proc/[0-9]*/stat') {
			open my $in, '<', $file or next;
			my ($pid, $fields) = (readline($in) || '') =~ /^(\d+) \(.*\) (\S .*)/s or next;
			my @f = split ' ', $fields;
			$of{$pid} = [$f[1], ($f[11] + $f[12] + $f[13] + $f[14]) / $tick, $f[0] =~ /^[STtZ]/];
		}
		return %of if %of;
		# Without /proc, those that live.
		for (`ps -A -o pid= -o ppid= -o state= -o time= 2>/dev/null`) {
			my ($pid, $parent, $state, $time) = split;
			my $seconds = 0;
			$seconds = 60 * $seconds + $_ for split /[-:]/, $time;
			$of{$pid} = [$parent, $seconds, $state =~ /^[ISTZ]/];
		}
		return %of;
	}
	# The command and its descendants.
	sub tree {
		my %of = processes();
		my %in = ($child => 1);
		my $more = 1;
		while ($more) {
			my @next = grep { !$in{$_} && $in{ $of{$_}[0] } } keys %of;
			@in{@next} = (1) x @next;
			$more = @next;
		}
		return map { $_ => $of{$_} } grep { $of{$_} } keys %in;
	}

	my $end = sub {
		my %tree = tree();
		kill 'KILL', -$child, keys %tree;
		print "\nBail out! $_[0]\n";
		exit 1;
	};
	$SIG{$_} = sub { $end->("interrupted") } for qw(INT TERM HUP);
	my ($before, $asleep, $every) = ('', 0, $idle < 5 ? 1 : 5);
	$SIG{ALRM} = sub {
		my %tree = tree();
		my ($used, $awake, $now) = (0, 0, join ' ', map { "$_ $tree{$_}[1]" } sort keys %tree);
		for (values %tree) {
			$used += $_->[1];
			$awake ||= !$_->[2];
		}
		$end->("hung: it took more than $limit s of processor time") if $used > $limit;
		$asleep = $awake || $now ne $before ? 0 : $asleep + $every;
		$before = $now;
		$end->("hung: it slept for $idle s") if $asleep > $idle;
		alarm $every;
	};
	alarm $every;
	1 until waitpid($child, 0) == $child;
	alarm 0;
	kill $? & 127, $$ if $? & 127;
	exit $? >> 8;
EOT
$| = 1;

# Jobs among the arguments, and how many of them have ended
my ($jobs_in_all, $ended) = (0, 0);
for (my $i = 0; $i < @ARGV; $i++, $jobs_in_all++) {
	$i += $ARGV[$i] eq '--through' ? 2 : $ARGV[$i] =~ /^--(?:built|skip)$/ ? 1 : 0;
}
print "no test was chosen\n" if !@ARGV;

sub report {
	my ($name, $count, $note) = @_;
	my $made = $count->{passed} + $count->{failed};
	my $text = $count->{failed} ? "FAILED $count->{failed} of $made" : "ok $count->{passed}";
	$text .= ", skipped $count->{skipped}" if $count->{skipped};
	printf "%s %s %s%s\n", $name, '.' x (44 - length $name > 3 ? 44 - length $name : 3), $text, $note;
	$total{$_} += $count->{$_} for keys %total;
}

# The output of a failing program, cut if it is long.
sub details {
	my @lines = @_;
	my $more = @lines - 100;
	print "    $_\n" for $more > 0 ? @lines[0 .. 99] : @lines;
	print "    ... and $more more lines\n" if $more > 0;
}

sub run_program {
	my ($program, @runner) = @_;
	my %count = (passed => 0, failed => 0, skipped => 0);
	if (!-e $program) {
		report($program, { %count, failed => 1 }, ' (was not built)');
		return;
	}
	my @command = $program =~ /\.t$/ ? ($^X, $program) : $program =~ /\.sh$/ ? ('sh', $program) : (@runner, $program);
	@command = ($^X, '-e', $guard, $ENV{LQCD_TEST_CPU} || 3600, $ENV{LQCD_TEST_IDLE} || 1800, @command);

	my $start = time;
	my $parser = TAP::Parser->new({ exec => \@command, merge => 1 });
	my (@said, @reasons);
	my $shown = $start;
	while (my $result = $parser->next) {
		if ($result->is_test) {
			if (time - $shown >= ($ENV{LQCD_TEST_SHOW} || 60)) {
				$shown = time;
				syswrite $screen, sprintf "      %s: %d checks so far\n", $program, $result->number;
			}
			my $kind = $result->has_skip || $result->has_todo ? 'skipped'
				: $result->is_actual_ok ? 'passed' : 'failed';
			$count{$kind}++;
			push @said, $result->as_string if $kind eq 'failed';
			push @reasons, $result->explanation if $result->has_skip;
		} elsif ($result->is_plan && length $result->explanation) {
			$count{skipped}++;
			push @reasons, $result->explanation;
		} elsif ($result->is_comment || $result->is_bailout || $result->is_unknown) {
			push @said, $result->as_string if length $result->as_string;
		}
	}
	my $seconds = time - $start;

	my @broken = $parser->parse_errors;
	my $signal = $parser->wait & 127;
	push @broken, "killed by signal $signal" if $signal;
	push @broken, 'exit status ' . $parser->exit if !$signal && $parser->exit && !$count{failed};
	push @broken, 'made no check' if !$count{passed} && !$count{failed} && !$count{skipped};
	# Failed checks explain a bad exit status; a crash or a broken plan is a failure of its own.
	$count{failed}++ if @broken;

	report($program, \%count, sprintf ' (%.1f s)', $seconds);
	details(@said, map { "! $_" } @broken) if $count{failed};
	my %seen;
	print "    skipped: $_\n" for grep { !$seen{$_}++ } @reasons;
}

sub next_job {
	my $argument = shift @ARGV;
	if ($argument eq '--built') {
		my $file = shift @ARGV;
		my $there = -e $file ? 1 : 0;
		return sub {
			report($file, { passed => $there, failed => 1 - $there, skipped => 0 },
				$there ? ' (built)' : ' (was not built)');
		};
	}
	if ($argument eq '--skip') {
		my ($name, $reason) = split /:\s*/, shift @ARGV, 2;
		return sub { report($name, { passed => 0, failed => 0, skipped => 1 }, ": $reason") };
	}
	my @runner = $argument eq '--through' ? split ' ', shift @ARGV : ();
	my $program = @runner ? shift @ARGV : $argument;
	return sub { run_program($program, @runner) };
}

# Each job is a process that writes its lines, and last its counts, to a file of its own.
sub start_job {
	my ($job) = @_;
	my $out = tempfile();
	defined(my $pid = fork) or die "fork: $!\n";
	return { pid => $pid, out => $out } if $pid;
	open STDOUT, '>&', $out or die "tests/run.pl: $!\n";
	%total = (passed => 0, failed => 0, skipped => 0);
	$job->();
	print "$total{passed} $total{failed} $total{skipped}\n";
	exit 0;
}

my @failed;

# Prints the lines of a job that has ended.
sub end_job {
	my ($job) = @_;
	seek $job->{out}, 0, 0;
	my @lines = readline $job->{out};
	my @counts = @lines ? $lines[-1] =~ m{^(\d+) (\d+) (\d+)$} : ();
	@counts ? pop @lines : (@counts = (0, 1, 0), push @lines, "a test ended without its counts\n");
	unshift @lines, sprintf('[%*d/%d] ', length $jobs_in_all, ++$ended, $jobs_in_all) . shift @lines;
	print @lines;
	push @failed, @lines if $counts[1];
	$total{passed} += $counts[0];
	$total{failed} += $counts[1];
	$total{skipped} += $counts[2];
}

my $at_a_time = $ENV{LQCD_TEST_JOBS} || 1;
my %jobs;
while (@ARGV || %jobs) {
	while (@ARGV && keys %jobs < $at_a_time) {
		my $job = start_job(next_job());
		$jobs{ $job->{pid} } = $job;
	}
	my $job = delete $jobs{ wait() };
	end_job($job) if $job;
}

print "what failed:\n", @failed if @failed;
my $label = $ENV{LQCD_TEST_LABEL} ? "$ENV{LQCD_TEST_LABEL}: " : '';
print $label, "$total{passed} passed, $total{failed} failed", $total{skipped} ? ", $total{skipped} skipped" : '', "\n";
exit($total{failed} || !$total{passed} ? 1 : 0);
