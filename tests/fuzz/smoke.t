#!/usr/bin/env perl
# tests/fuzz/smoke.t: every reader of files under libFuzzer for a short time, from small valid files and from the inputs that once were
# wrong (tests/fuzz/found/<reader>-*). From the environment: FUZZ (the target; empty: no compiler here has libFuzzer), FUZZ_CORPUS
# (directory of the files), FUZZ_SECONDS (of one processor, in all, 60), FUZZ_ONLY (one reader), LQCD_TEST_JOBS (how many run at a time).
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

my ($target, $corpus) = @ENV{qw(FUZZ FUZZ_CORPUS)};
plan skip_all => 'no compiler here has -fsanitize=fuzzer: install clang-16' unless $target && -x $target;
my @readers = grep { !$ENV{FUZZ_ONLY} || $_ eq $ENV{FUZZ_ONLY} } map { m{([^/]+)$} } sort glob "$corpus/*";
ok(scalar @readers, 'there are readers to try');
my $each = ($ENV{FUZZ_SECONDS} || 60) / (@readers || 1);
my $found = $ENV{FUZZ_FOUND} || "$dir/found-";
my $jobs = $ENV{LQCD_TEST_JOBS} || 1;
my %pipe; # of readers that are under way: some at a time
for my $i (0 .. $#readers) {
	my $reader = $readers[$i];
	for my $next (@readers[$i .. ($i + $jobs - 1 < $#readers ? $i + $jobs - 1 : $#readers)]) {
		next if $pipe{$next};
		mkdir "$dir/$next";
		open $pipe{$next}, '-|', "LQCD_FUZZ=$next $target $dir/$next $corpus/$next -max_total_time=@{[int($each + 0.999)]} "
			. "-max_len=32768 -len_control=0 -timeout=0 -rss_limit_mb=2048 -print_final_stats=1 "
			. "-artifact_prefix=$found$next- 2>&1" or die "$target: $!";
	}
	my @old = glob "tests/fuzz/found/$reader-*";
	if (@old) {
		my $said = `LQCD_FUZZ=$reader $target @old 2>&1`;
		is($?, 0, "$reader: what once was wrong") or diag(join "\n", grep { defined } (split /\n/, $said)[0 .. 30]);
	}
	my $said = do { local $/; readline $pipe{$reader} };
	close $pipe{$reader};
	my $status = $?;
	my ($runs) = $said =~ /number_of_executed_units:\s*(\d+)/;
	my ($cover) = reverse $said =~ /cov: (\d+)/g;
	ok($status == 0 && $runs, sprintf '%s: %d executions, coverage %d', $reader, $runs || 0, $cover || 0)
		or diag(join "\n", grep { !/^#\d+\s/ } split /\n/, substr $said, -6000);
}
done_testing();
