#!/usr/bin/env perl
# tests/examples/demo.t: examples/demo.sh, what `make demo` runs, on a lattice of minutes less, with and without gnuplot; and
# own_operator and ktimer, which have one run each.
use FindBin;
use lib $FindBin::Bin;
use Examples;
my @tables = ('ensemble', 'flow', 'potential', 'spectrum');
# A path that has all but gnuplot
mkdir "$dir/bin" or die $!;
for my $tool (qw(sh date mkdir rm sed cat)) { symlink $_, "$dir/bin/$tool" for grep { defined } (grep { -x } map { "$_/$tool" } split /:/, $ENV{PATH})[0] }
for my $path ($ENV{PATH}, "$dir/bin") {
	local $ENV{PATH} = $path;
	my $draws = $gnuplot && $path ne "$dir/bin";
	my ($status, $out, $err) = run("sh examples/demo.sh build/examples $dir/demo 8,4,4,4 5.7 0.14 3 10 4");
	is($status, 0, 'demo') or diag($out, $err);
	ok(slurp("$dir/demo/report.txt") eq $out, 'prints its report');
	like($out, $_, 'what is in it') for qr/^  plaquette = 0\.\d+\(\d+\)$/m, qr/^  t0 = \d\.\d+.* \(flow/m, qr/^  Q2 = \d\S*\(\S+\)/m,
		qr/^  m_pion = (?:\d\.\d+\(\d+\) \(t = \d to 3\)|none: no plateau.*)$/m;
	is(join(' ', map { -s "$dir/demo/$_.tsv" ? $_ : () } @tables), "@tables", 'all tables');
	is(join(' ', map { -s "$dir/demo/$_.svg" ? $_ : () } @tables), $draws ? "@tables" : '', 'all plots, with gnuplot');
	ok($draws ? $out =~ /svg/ : $out !~ /svg/ && $err =~ /gnuplot is missing: tables and report, but no plots/, 'and it says so') or diag($out, $err);
	unlink glob "$dir/demo/*";
}
my ($status, $out, $err) = run("sh examples/demo.sh build/examples $dir/bad 8,4,4 5.7");
ok($status == 2 && $err =~ /not four integers/, 'a wrong lattice') or diag($status, $err);

# A Dirac operator in one file
cmp_ok(slurp('examples/own_operator.c') =~ tr/\n//, '<=', 150, 'lines of own_operator.c');
$out = works('own_operator');
my @residuals = $out =~ /^\w+\t\d+\t(\S+)$/mg;
ok(@residuals == 4 && !(grep { !($_ > 0 && $_ <= 1e-10) } @residuals), 'CG, BiCGStab, mixed precision and multigrid') or diag($out);
ok($out =~ /^# dH = (\S+)$/m && abs($1) < 1, 'a trajectory') or diag($out);

# The line of its harness, M,K,N,mflops,err
my ($m, $k, $n, $mflops, $error) = works('ktimer') =~ /^(\d+),(\d+),(\d+),([\d.e+-]+),([\d.e+-]+)\n\z/;
ok($m && $m == $n && $k == 64 && $mflops > 0 && $error < 1e-14, 'ktimer: a square kernel, a speed and an error of rounding');
done_testing();
