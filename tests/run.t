#!/usr/bin/env perl
# tests/run.t: tests/run.pl counts, says how far it is, and calls a program that hangs by its name. A program that waits for a
# processor does not hang.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/.." or die "chdir: $!";
my $dir = tempdir(CLEANUP => 1);

sub program {
	my ($name, $text) = @_;
	open my $out, '>', "$dir/$name" or die "$dir/$name: $!";
	print $out $text;
	close $out or die "$dir/$name: $!";
	return "$dir/$name";
}
sub run_pl {
	my ($environment, @arguments) = @_;
	my $said = `env LQCD_TEST_LABEL= $environment $^X tests/run.pl @arguments 2>&1`;
	return ($said, $? >> 8);
}

my $good = program('good.sh', "echo 1..2; echo ok 1; echo ok 2\n");
my $bad = program('bad.sh', "echo 1..2; echo ok 1; echo not ok 2 - two\n");
# It ends once the line of the other program is in the file into which run.pl writes what it says.
my $late = program('late.sh', "until grep -q good.sh $dir/said; do sleep 0.1; done; echo ok 1; echo 1..1\n");
my $sleeps = program('sleeps.sh', "echo ok 1; sleep 100000 & wait; echo 1..1\n");
my $spins = program('spins.sh', "echo ok 1; while :; do :; done\n");

my ($said, $status) = run_pl('LQCD_TEST_JOBS=1', $good, "--skip 'x: no reason'", $good);
like($said, qr{^\[1/3\] \Q$good\E \.+ ok 2 .*\n\[2/3\] x \.+ ok 0, skipped 1: no reason\n\[3/3\] .*\n4 passed, 0 failed, 1 skipped\n\z}, 'lines and count')
	or diag($said);
is($status, 0, 'exit status 0');
($said, $status) = run_pl('LQCD_TEST_JOBS=1', $good, $bad);
ok($status == 1 && $said =~ /^what failed:\n\[2\/2\] \Q$bad\E .*FAILED 1 of 2.*\n    not ok 2 - two\n3 passed, 1 failed\n\z/m, 'what failed is said last')
	or diag($said);
system("env LQCD_TEST_LABEL= LQCD_TEST_JOBS=2 LQCD_TEST_IDLE=60 $^X tests/run.pl $late $good > $dir/said 2>&1");
$said = `cat $dir/said`;
like($said, qr{^\[1/2\] \Q$good\E.*\n\[2/2\] \Q$late\E.*\n3 passed}, 'a line comes when its program ends') or diag($said);
my $long = program('long.sh', "echo 1..2; echo ok 1; sleep 1.1; echo ok 2\n");
($said) = run_pl('LQCD_TEST_SHOW=1', $long);
like($said, qr{^ +\Q$long\E: [12] checks so far\n\[1/1\] }m, 'a long one says how far it is') or diag($said);
($said, $status) = run_pl('LQCD_TEST_IDLE=2', $sleeps);
ok($status == 1 && $said =~ /hung: it slept for 2 s/, 'one that sleeps for ever hangs') or diag($said);
($said, $status) = run_pl('LQCD_TEST_CPU=1', $spins);
ok($status == 1 && $said =~ /hung: it took more than 1 s of processor time/, 'and one that never ends') or diag($said);
done_testing();
