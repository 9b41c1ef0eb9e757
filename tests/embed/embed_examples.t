#!/usr/bin/env perl
# tests/embed/embed_examples.t: the programs of examples/embed, codes with arrays of their own that take solves from lqcd: each has at
# most 80 lines, is compiled without a warning, and finds by its own loops that the solution is one. Another basis, order or
# scale in a descriptor is noticed, and what the library refuses is said. ranks.c runs on 1 and 2 processes where there is MPI.
# From the environment: CC, CXX (empty: no C++ here), CFLAGS (for -m flags).
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cc = $ENV{CC} || 'cc';
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
my $arch = join ' ', grep { /^-m/ } split ' ', defined $ENV{CFLAGS} ? $ENV{CFLAGS} : '-march=native';
my $dir = tempdir(CLEANUP => 1);
my $mpi = !system 'command -v mpicc >/dev/null 2>&1 && command -v mpirun >/dev/null 2>&1';
@ENV{qw(OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM)} = (1, 1);

sub slurp { my ($file) = @_; local $/; open my $in, '<', $file or die "$file: $!"; return scalar <$in> }

# What a text prints in each way to run it: the residual of a solution that the solver calls good, or what was said instead.
sub residual {
	my ($name, $text, @run) = @_;
	my ($suffix) = $name =~ /\.(\w+)$/;
	open my $out, '>', "$dir/program.$suffix" or die "$dir: $!";
	print $out $text;
	close $out or die "$dir: $!";
	my $compiler = $suffix eq 'cpp' ? "$cxx -std=c++11" : $name eq 'ranks.c' ? 'mpicc -std=c11' : "$cc -std=c11";
	my $said = `$compiler -O0 $arch -Wall -Wextra -Werror -I. $dir/program.$suffix -o $dir/program -lm 2>&1`;
	return $said if $?;
	my @found = map { scalar `$_ $dir/program 2>&1` } @run;
	return map { /^success: \d+ iterations, .* = (\S+)$/m ? $1 : $_ } @found;
}

my @programs = map { s{.*/}{}r } glob 'examples/embed/*.c examples/embed/*.cpp';
is(scalar @programs, 5, 'five programs');
for my $name (@programs) {
	my $text = slurp("examples/embed/$name");
	my $lines = () = $text =~ /\n/g;
	cmp_ok($lines, '<=', 80, "$name has $lines lines");
	SKIP: {
		skip "$name: no compiler", 1 if ($name =~ /cpp$/ && !$cxx) || ($name eq 'ranks.c' && !$mpi);
		for my $found (residual($name, $text, $name eq 'ranks.c' ? map { "mpirun --oversubscribe -n $_" } 1, 2 : '')) {
			ok($found =~ /^[\d.e+-]+$/ && $found < 1e-9, "$name: the solution is one: $found") or diag($found);
		}
	}
}
for (['milc.c', 'B.scale = 2 * kappa', 'B.scale = kappa'], ['vector.cpp', 'LQCD_BASIS_DIRAC_PAULI', 'LQCD_BASIS_UKQCD']) {
	my ($name, $old, $new) = @$_;
	SKIP: {
		skip "$name: no compiler", 1 if $name =~ /cpp$/ && !$cxx;
		(my $wrong = slurp("examples/embed/$name")) =~ s/\Q$old\E/$new/ or die "no $old in $name";
		my ($found) = residual($name, $wrong, '');
		ok($found =~ /^[\d.e+-]+$/ && $found > 1e-3, "$name: $new is noticed") or diag($found);
	}
}
for (['milc.c', 'NX = 4', 'NX = 5', qr/^lattice extent X = 5: must be even/], ['tmlqcd.c', 'kappa = 0.13', 'kappa = -1', qr/^mass -4\.5: must be above -4/],
     ['milc.c', 'X.scale = 1', 'X.scale = 0', qr/^foreign field: scale = 0: /], ['openqcd.c', 'X.data = solution', 'X.bits = 16', qr/^foreign field: bits = 16: .*: 0 iterations/],
     ['vector.cpp', 'b[k] = number(', 'b[k] = 0.0 * number(', qr/^the right-hand side is zero/],
     ['ranks.c', 'T = 8', 'T = 8', qr/^lattice extent T = 8, process grid T = 3: /m, 'mpirun --oversubscribe -n 3']) {
	my ($name, $old, $new, $says, $run) = @$_;
	next if ($name =~ /cpp$/ && !$cxx) || ($name eq 'ranks.c' && !$mpi);
	(my $wrong = slurp("examples/embed/$name")) =~ s/\Q$old\E/$new/ or die "no $old in $name";
	my ($found) = residual($name, $wrong, $run || '');
	like($found, $says, "$name with $new says why it stops");
}
done_testing();
