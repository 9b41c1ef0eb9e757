#!/usr/bin/env perl
# tests/examples/bench.t: programs of build/bench (make test-all builds them) verify their rows, print them, write JSON that bench/report.pl
# turns into a report, and fail on wrong rows, wrong arguments and filters that leave nothing. From the environment: CC, OPENMP.
use FindBin;
use JSON::PP;
use lib $FindBin::Bin;
use Examples;
my ($bin, $quick) = ('build/bench', '--benchmark_repetitions=3 --benchmark_min_time=0.0005');
plan skip_all => 'no build/bench: make test-all builds it, with libbenchmark-dev' if !-e "$bin/shim.o";
$ENV{OMP_NUM_THREADS} = 2;
my $number = qr/[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?/;

# One check: a command ends with this status. All its output.
sub says($status, $command) {
	my ($is, $out, $err) = run($command);
	is($is, $status, $command) or diag($out, $err);
	# Newer releases of Google Benchmark want seconds with an s, which older ones refuse.
	return ($out . $err) =~ s/-- LOG\(0\): Value passed to --benchmark_min_time.*?seconds\.//gr;
}

# Arguments, a filter, and rows that are printed; they stand for the other programs, which share all but the kernels.
for (['wilson 4x4x4x8', 'vd', map { "hop/4x4x4x8/vd/f64/reals:18/rhs:1/threads:$_" } 1, 2],
	['linalg 4 --threads=1', 'vf|dot', map({ "$_/4x4x4x4/vf/f32/threads:1" } qw(copy axpy dot)), 'dot/4x4x4x4/vd/f64/threads:1'],
	['p2p 64 128 --threads=1,2', 'fast/2x.*f32', '\w+/\S+/vf/f32\S*/threads:2']) {
	my ($line, $filter, @rows) = @$_;
	my ($program) = $line =~ /^(\w+)/;
	my $said = says(0, "$bin/$line $quick --benchmark_filter='$filter' --benchmark_out=$dir/$program.json");
	like($said, qr{^$program/$_(?: +$number){6}}m, "$program has $_") for @rows;
	unlike($said, qr{/vf/}, 'the filter leaves out what does not match') if $filter eq 'vd';
}
my $json = decode_json(slurp("$dir/wilson.json") =~ s/: -?(?:nan|inf\w*)(?=[,\s])/: null/gir); # the relative spread of zeros
my ($run) = grep { $_->{run_name} =~ /threads:1/ && ($_->{aggregate_name} // '') eq 'median' } @{ $json->{benchmarks} };
ok($run->{'GFLOP/s'} > 0 && $run->{roof} > 0 && $run->{error} < 1e-14, 'the JSON has its figures');
# 256 even sites; 1320 flop and 192 doubles for each
ok(near($run->{intensity}, 1320 / (192 * 8), 1e-12) && $run->{set} == 256 * 192 * 8, 'flop and bytes of a hop');
ok(near($run->{'GFLOP/s'} * $run->{real_time} * 1e-9, 256 * 1320e-9, 0.01), 'GFLOP/s are those of the time');
cmp_ok($json->{context}{"ceiling 1 $_"} // 0, '>', 0, "ceiling of $_") for 'f32', 'f64', 'L1 read', 'memory update';

says(0, "$^X bench/report.pl $dir " . join ' ', map { "$dir/$_.json" } qw(wilson linalg p2p));
like(slurp("$dir/report.md"), $_, 'the report') for qr/^\| wilson\/hop \| 4x4x4x8 \| vd \| f64 \| 18 \| 1 \| 2 \|/m,
	qr/^\| linalg\/copy \| 4x4x4x4 \| vf \| f32 \| - \| - \| 1 \| - \|/m, qr/^\| memory read, GB\/s \| $number \|/m;
my @plots = qw(roofline-1 roofline-2 wilson-volume-1 wilson-threads-4x4x4x8 p2p-size-1 p2p-threads-2x64);
is(join(' ', grep { !-s "$dir/$_.svg" } @plots), '', 'its plots') if $gnuplot;

# make with FILTER: programs without such a row stay silent.
my $make = "make -s CC='" . ($ENV{CC} || 'gcc') . "'" . (defined $ENV{OPENMP} ? " OPENMP='$ENV{OPENMP}'" : '');
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};
my $said = says(0, "$make bench FILTER='wilson/hop/4x4x4x4/vf/f32/reals:18/rhs:1/threads:1' ARGS='4 $quick'");
is(join(' ', $said =~ m{^== \S+/(\w+)}mg), 'wilson', 'runs one program');
like(says(2, "$make bench FILTER=nonsense"), qr/no row matches nonsense/, 'or none');
$ENV{BENCH_BREAK} = 1;
$said = says(1, "$bin/wilson 4 $quick --threads=1 --benchmark_filter=vd --benchmark_out=$dir/broken.json");
ok($said =~ /vd.*: wrong: relative error 1\.0e\+00/ && $said !~ m{vd/\S+(?: +$number){6}$}m, 'a wrong row is told, and not timed');
says(1, "$^X bench/report.pl $dir $dir/broken.json");
delete $ENV{BENCH_BREAK};
for (['3', 2, 'must be even'], ['4x4', 2, 'not a volume'], ['--threads=0', 2, 'not numbers of threads'],
	['--benchmark_filter=nonsense', 1, 'Failed to match'], ['--help', 0, 'wilson']) {
	like(says($_->[1], "$bin/wilson $_->[0] --benchmark_list_tests"), qr/$_->[2]/, "and says $_->[2]");
}
done_testing();
