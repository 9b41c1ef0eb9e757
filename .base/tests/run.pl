#!/usr/bin/env perl
# tests/run.pl: runs test programs that speak TAP, and counts over all of them.
#
#   perl tests/run.pl [PROGRAM | --through RUNNER PROGRAM | --built FILE | --skip REASON]...
#
# PROGRAM is an executable, a Perl test (*.t) or a shell test (*.sh); one line is printed for each, and what failed.
# --through RUNNER starts the next program as RUNNER PROGRAM, such as an emulator; words of RUNNER are parted by spaces.
# --built FILE is one check: the file is there. --skip REASON counts one skipped check.
# A program that cannot be started, dies, runs longer than LQCD_TEST_TIMEOUT seconds (default 900) or breaks its plan
# counts as at least one failure. The last line is "N passed, N failed", followed by ", N skipped" if some were skipped;
# LQCD_TEST_LABEL=word puts "word: " before it. The exit status is 0 if nothing failed and something passed.
# LQCD_TEST_JOBS programs run at a time (default 1); their lines come in the order of the arguments, and those of the
# programs that failed once more above the count.
use strict;
use warnings;
use File::Temp qw(tempfile);
use TAP::Parser;
use Time::HiRes qw(time);

my $timeout = $ENV{LQCD_TEST_TIMEOUT} || 900;
my %total = (passed => 0, failed => 0, skipped => 0);

# Runs a command in a process group of its own, so that one that hangs, or is interrupted, ends with its children.
my $guard = <<'EOT';
	my $seconds = shift;
	defined(my $child = fork) or die "fork: $!";
	if (!$child) {
		setpgrp;
		exec { $ARGV[0] } @ARGV or exit 127;
	}
	my $end = sub { kill 'KILL', -$child; print "\nBail out! $_[0]\n"; exit 1 };
	$SIG{ALRM} = sub { $end->("stopped after $seconds s") };
	$SIG{$_} = sub { $end->("interrupted") } for qw(INT TERM HUP);
	alarm $seconds;
	waitpid $child, 0;
	kill $? & 127, $$ if $? & 127;
	exit $? >> 8;
EOT
$| = 1;

sub report {
	my ($name, $count, $note) = @_;
	my $made = $count->{passed} + $count->{failed};
	my $text = $count->{failed} ? "FAILED $count->{failed} of $made" : "ok $count->{passed}";
	$text .= ", skipped $count->{skipped}" if $count->{skipped};
	printf "%s %s %s%s\n", $name, '.' x (44 - length $name > 3 ? 44 - length $name : 3), $text, $note;
	$total{$_} += $count->{$_} for keys %total;
}

# What a failing program said of itself, but not without end.
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
	@command = ($^X, '-e', $guard, $timeout, @command);

	my $start = time;
	my $parser = TAP::Parser->new({ exec => \@command, merge => 1 });
	my (@said, @reasons);
	while (my $result = $parser->next) {
		if ($result->is_test) {
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

# The lines of a job that has ended, to be printed after those of all before it.
sub end_job {
	my ($job) = @_;
	seek $job->{out}, 0, 0;
	my @lines = readline $job->{out};
	my @counts = @lines ? $lines[-1] =~ m{^(\d+) (\d+) (\d+)$} : ();
	@counts ? pop @lines : (@counts = (0, 1, 0), push @lines, "a test ended without its counts\n");
	print @lines;
	push @failed, @lines if $counts[1];
	$total{passed} += $counts[0];
	$total{failed} += $counts[1];
	$total{skipped} += $counts[2];
}

my $at_a_time = $ENV{LQCD_TEST_JOBS} || 1;
my (@jobs, $running);
while (@ARGV || @jobs) {
	while (@ARGV && ($running ||= 0) < $at_a_time) {
		push @jobs, start_job(next_job());
		$running++;
	}
	my $pid = wait;
	$_->{pid} == $pid and $_->{ended} = 1 for @jobs;
	$running--;
	end_job(shift @jobs) while @jobs && $jobs[0]{ended};
}

print "what failed:\n", @failed if @failed;
my $label = $ENV{LQCD_TEST_LABEL} ? "$ENV{LQCD_TEST_LABEL}: " : '';
print $label, "$total{passed} passed, $total{failed} failed", $total{skipped} ? ", $total{skipped} skipped" : '', "\n";
exit($total{failed} || !$total{passed} ? 1 : 0);
