#!/usr/bin/env perl
# tests/examples/bench.t: build/bench/wilson, linalg and gemm verify their rows, print them, write JSON that
# bench/report.pl turns into a report, and fail on wrong rows, wrong arguments and filters that leave nothing.
use strict;
use warnings;
use FindBin;
use JSON::PP;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;
my $bin = 'build/bench';
# If the library is installed, the Makefile counts a missing program.
plan skip_all => 'Google Benchmark is missing: install libbenchmark-dev' if !-e "$bin/shim.o";
my $quick = '--benchmark_repetitions=3 --benchmark_min_time=0.0005';
$ENV{OMP_NUM_THREADS} = 2;

# Exit status and all output of a command.
sub bench {
	my ($status, $out, $err) = run(@_);
	my $said = $out . $err;
	# Newer releases of Google Benchmark want seconds with an s, which older ones refuse.
	$said =~ s/-- LOG\(0\): Value passed to --benchmark_min_time.*?seconds\.//g;
	return ($status, $said);
}

my $number = qr/[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?/;
my ($status, $said) = bench("$bin/wilson 4x4x4x8 $quick --benchmark_filter=vd --benchmark_out=$dir/wilson.json");
is($status, 0, 'wilson exits with 0') or diag($said);
for my $n (1, 2) {
	like($said, qr{^wilson/hop/4x4x4x8/vd/f64/reals:18/rhs:1/threads:$n(?: +$number){6}$}m,
		"a row with $n threads");
}
unlike($said, qr{/vf/}, 'the filter leaves out what does not match');

my $text = do { local $/; open my $in, '<', "$dir/wilson.json" or die "no JSON: $!"; <$in> };
$text =~ s/: -?(?:nan|inf\w*)(?=[,\s])/: null/gi; # the relative spread of zeros
my $json = eval { decode_json($text) } || {};
my ($run) = grep { $_->{run_name} =~ /threads:1/ && ($_->{aggregate_name} // '') eq 'median' } @{ $json->{benchmarks} };
ok($run && $run->{'GFLOP/s'} > 0 && $run->{roof} > 0 && $run->{error} < 1e-14, 'the JSON has its figures');
SKIP: {
	skip 'no figures', 2 if !$run;
	# 256 even sites; 1320 flop and 192 doubles for each.
	ok(abs($run->{intensity} / (1320 / (192 * 8)) - 1) < 1e-12 && $run->{set} == 256 * 192 * 8,
		'flop and bytes of a hop');
	my $seconds = $run->{real_time} * 1e-9;
	ok(abs($run->{'GFLOP/s'} * $seconds / (256 * 1320e-9) - 1) < 0.01, 'GFLOP/s are those of the time');
}
for my $what ('f32', 'f64', 'L1 read', 'memory update') {
	cmp_ok($json->{context}{"ceiling 1 $what"} // 0, '>', 0, "ceiling of $what");
}

($status, $said) = bench("$bin/linalg 4 $quick --threads=1 --benchmark_filter='vf|dot' --benchmark_out=$dir/linalg.json");
is($status, 0, 'linalg exits with 0') or diag($said);
for my $row (map({ "$_/4x4x4x4/vf/f32" } qw(copy axpy xpay caxpy norm2 dot axpy_norm2)), 'dot/4x4x4x4/vd/f64') {
	like($said, qr{^linalg/\Q$row\E/threads:1(?: +$number){6}$}m, "linalg has $row");
}

($status, $said) = bench("$bin/gemm $quick --benchmark_filter=vd --benchmark_out=$dir/gemm.json");
is($status, 0, 'gemm exits with 0') or diag($said);
for my $form (qw(lanes complex_lanes packed complex_packed fixed any loop kdgemm)) {
	like($said, qr{^gemm/$form/\d+x\d+x\d+/vd/f64/threads:1(?: +$number){6}$}m, "gemm has $form");
}

my @small = (['stencil', '', 'hopping/512'], ['su3', '1 2', '(hopping|complex)/.*vf/'], ['p2p', '64 128', 'fast/2x']);
for (@small) {
	my ($program, $arguments, $filter) = @$_;
	($status, $said) = bench("$bin/$program $arguments $quick --threads=1,2 --benchmark_filter='$filter.*f32' "
		. "--benchmark_out=$dir/$program.json");
	is($status, 0, "$program exits with 0") or diag($said);
	like($said, qr{^$program/\w+/\S+/vf/f32\S*/threads:2(?: +$number){6}}m, "$program has rows of two threads");
}

($status, $said) = bench("$^X bench/report.pl $dir " . join ' ', map { "$dir/$_.json" } qw(wilson linalg gemm stencil su3 p2p));
is($status, 0, 'report.pl exits with 0') or diag($said);
my $report = do { local $/; open my $in, '<', "$dir/report.md" or die "no report: $!"; <$in> };
like($report, qr/^\| wilson\/hop \| 4x4x4x8 \| vd \| f64 \| 18 \| 1 \| 2 \|/m, 'the report has the Wilson rows');
like($report, qr/^\| linalg\/copy \| 4x4x4x4 \| vf \| f32 \| - \| - \| 1 \| - \|/m, 'and those of linalg');
like($report, qr/^\| gemm\/packed \| 8x8x8 \| vd \| f64 \| - \| - \| 1 \|/m, 'and those of gemm');
like($report, qr/^\| memory read, GB\/s \| $number \|/m, 'and the ceilings');
SKIP: {
	skip 'gnuplot is not installed', 1 if !grep { -x "$_/gnuplot" } split /:/, $ENV{PATH};
	my @missing = grep { !-s "$dir/$_.svg" } qw(roofline-1 roofline-2 wilson-volume-1 wilson-threads-4x4x4x8
		gemm-size-1 stencil-size-1 stencil-threads-512x512 su3-size-2 su3-threads-1x1024 p2p-size-1 p2p-threads-2x64);
	is("@missing", '', 'and the plots');
}

# make with FILTER: programs without such a row stay silent.
my $make = "make -s CC='" . ($ENV{CC} || 'gcc') . "'" . (defined $ENV{OPENMP} ? " OPENMP='$ENV{OPENMP}'" : '');
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};
($status, $said) = bench("$make bench FILTER='wilson/hop/4x4x4x4/vf/f32/reals:18/rhs:1/threads:1' ARGS='4 $quick'");
is($status, 0, 'make bench FILTER=wilson...') or diag($said);
is(join(' ', $said =~ m{^== \S+/(\w+)}mg), 'wilson', 'runs one program');
($status, $said) = bench("$make bench FILTER=nonsense");
ok($status != 0 && $said =~ /no row matches nonsense/, 'make bench FILTER=nonsense says that there is none') or diag($said);

{
	local $ENV{BENCH_BREAK} = 1;
	($status, $said) = bench(
		"$bin/wilson 4 $quick --threads=1 --benchmark_filter=vd --benchmark_out=$dir/broken.json");
	is($status, 1, 'a wrong row makes the exit status 1');
	like($said, qr/vd.*: wrong: relative error 1\.0e\+00/, 'and is told');
	unlike($said, qr{vd/\S+(?: +$number){6}$}m, 'and is not timed');
	($status, $said) = bench("$^X bench/report.pl $dir $dir/broken.json");
	is($status, 1, 'the report fails too') or diag($said);
}
for (['3', 2, 'must be even'], ['4x4', 2, 'not a volume'], ['--threads=0', 2, 'not numbers of threads'],
	['--nonsense', 2, 'not a volume'], ['--benchmark_filter=nonsense', 1, 'Failed to match'],
	['--help', 0, 'wilson']) {
	my ($argument, $expected, $says) = @$_;
	($status, $said) = bench("$bin/wilson $argument --benchmark_list_tests");
	ok($status == $expected && $said =~ /$says/, "wilson $argument: exit $expected, says '$says'")
		or diag("$status: $said");
}
done_testing();
