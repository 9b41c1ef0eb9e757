#!/usr/bin/env perl
# tests/examples/stdout.t: no example loses its output with exit status 0: every one on a full device, and with standard
# output closed.
use strict;
use warnings;
use FindBin;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;
my %arguments = small_runs(small_links());
my $full = -c '/dev/full';

sub loses {
	my ($program, $more, $to) = @_;
	my ($status, undef, $err) = run("exec build/examples/$program $arguments{$program} $more $to");
	ok($status == 1 && $err =~ /^$program: standard output/m, "$program $more $to: status 1 and a message") or diag("$status: $err");
}

for my $program (sort keys %arguments) {
	SKIP: {
		skip 'no /dev/full', 1 if !$full;
		loses($program, '', '>/dev/full');
		next if $program eq 'ktimer';
		loses($program, $_, '>/dev/full') for '--json', '--help', $program eq 'lqcd_convert' ? () : '--quiet';
	}
	loses($program, '', '>&-');
}

# Standard error that is closed is no place for a file: what is printed there must not go into one.
my ($status) = run("exec build/examples/hmc $arguments{hmc} --save $dir/saved --out $dir/table 2>&-");
ok($status == 0 && !(run("build/examples/lqcd_info $dir/saved"))[0] && slurp("$dir/table") =~ /\A# .*^2\t0\.\d.*\n\z/ms,
	'standard error is closed: files are whole');
done_testing();
