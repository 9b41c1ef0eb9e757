#!/usr/bin/env perl
# tests/examples/demo.t: examples/demo.sh, what `make demo` runs, on a lattice of minutes less: its report, tables and
# plots, and what it says without gnuplot.
use strict;
use warnings;
use FindBin;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;
my $small = '8,4,4,4 5.7 0.14 3 10 4';
my ($status, $out, $err) = run("sh examples/demo.sh build/examples $dir/demo $small");
is($status, 0, 'demo') or diag($out, $err);
ok(slurp("$dir/demo/report.txt") eq $out, 'prints its report');
like($out, qr/^  \Q$_\E +=? *\+?0\.\d+ \+- 0\.\d+/m, "with $_") for 'plaquette';
like($out, qr/^  t0 = \d\.\d+.* \(flow/m, 'with t0');
like($out, qr/^  Q2 = \d\S* \+- \d/m, 'with a susceptibility');
like($out, qr/^  m_$_ = \d\.\d+ \+- \S+ \(t = \d to 3\)$/m, "with the mass of the $_") or diag($out) for 'pion';
my @tables = ('ensemble', 'flow', 'potential', 'spectrum');
is(join(' ', grep { !-s "$dir/demo/$_.tsv" } @tables), '', 'all tables');
my $gnuplot = !system 'command -v gnuplot >/dev/null 2>&1';
is(join(' ', grep { !-s "$dir/demo/$_.svg" } @tables), $gnuplot ? '' : "@tables", 'all plots, with gnuplot');

# A path that has all but gnuplot.
mkdir "$dir/bin" or die $!;
for my $tool (qw(sh date mkdir rm sed cat)) { symlink $_, "$dir/bin/$tool" for grep { defined } (map { "$_/$tool" } grep { -x "$_/$tool" } split /:/, $ENV{PATH})[0] }
{
	local $ENV{PATH} = "$dir/bin";
	($status, $out, $err) = run("sh examples/demo.sh build/examples $dir/none $small");
}
is($status, 0, 'without gnuplot') or diag($err);
like($err, qr/gnuplot is missing: tables and report, but no plots/, 'it says so');
is(join(' ', map { s{.*/}{}r } glob("$dir/none/*.svg")), '', 'and draws nothing');
unlike($out, qr/svg/, 'nor does the report say that it did');
($status, $out, $err) = run("sh examples/demo.sh build/examples $dir/bad 8,4,4 5.7");
ok($status == 2 && $err =~ /not four integers/, 'a wrong lattice') or diag($status, $err);
done_testing();
