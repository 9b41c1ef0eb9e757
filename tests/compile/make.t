#!/usr/bin/env perl
# tests/compile/make.t: the targets of make say one short line for each step, and how far they are; V=1 shows the commands.
# In a copy of the tree, with a compiler whose programs only say that they run.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

delete $ENV{LQCD_TEST_LABEL}; # that of the run to which this test belongs
chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $dir = tempdir(CLEANUP => 1);
system('cp', '-r', qw(Makefile LICENSE CHANGELOG.md CITATION.cff lqcd lqcd.h tests bench examples), $dir) == 0 or die "cp: $?";
chdir $dir or die "chdir: $!";
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL V CC CXX CFLAGS CPPFLAGS LDFLAGS OPENMP WARN JOBS STEPS TESTS TEST_CONFIGS CONFIG KAPPA ARGS)};

open my $cc, '>', "$dir/cc" or die "$dir/cc: $!";
print $cc <<'EOT';
#!/bin/sh
while [ $# -gt 0 ]; do
	if [ "$1" = -o ]; then to=$2; fi
	shift
done
if [ "$to" ]; then
	printf '#!/bin/sh\necho "ok 1 - %s"\necho 1..1\n' "${to##*/}" >"$to" && chmod +x "$to"
fi
EOT
close $cc;
chmod 0755, "$dir/cc";

my $cross = join " ", map { my $n = $_; ("${n}_CC=$dir/cc", "${n}_RUN=env") } qw(SVE256 SVE512 RVV256 RVV512 WASM);

# What a target prints.
sub make {
	my ($arguments) = @_;
	my $said = `make JOBS=2 COMPILERS= CC=$dir/cc CXX=$dir/cc NVCC=$dir/cc MPICC=$dir/cc NEON_CC=$dir/cc NEON_RUN=env $cross LQCD_TEST_DATA= $arguments 2>&1`;
	return ($said, $?);
}
sub longest { my $most = ''; length > length $most and $most = $_ for split /\n/, $_[0]; return $most }

my @targets = ('', 'help', 'examples', "run CONFIG=$dir/a/configuration KAPPA=0.1234 ARGS='--tolerance 1e-10 --seed 3'",
	'build/lqcd_single.h', 'single', 'release', 'bench', 'build/bench-mpi/hop', 'build/examples/hmc-mpi', 'gpu', 'gpu-test',
	'build/fuzz/files-corpus', "FUZZ_CC=$dir/cc build/fuzz/files", 'paste HEADER=lqcd/site/su3.h TAGS=vf', 'tags', 'compile_commands.json', 'docs',
	"install DESTDIR=$dir/to", "uninstall DESTDIR=$dir/to", 'test TEST_CONFIGS="c11 cxx17 avx2 nc4"', 'test-all TESTS="wilson status"',
	'test TESTS=nonsense', 'clean');
for my $target (@targets) {
	my ($said, $status) = make($target);
	my $line = longest($said);
	my $name = 'make' . ($target =~ s/^(\S*).*/ $1/r);
	$name =~ s/=.*//;
	ok(length $line <= 120, "$name: " . length($line) . ' characters in the longest line') or diag($line);
	is($status ? 1 : 0, $target =~ /nonsense/ ? 1 : 0, "$name: exit status") or diag($said);
}

my ($said) = make('test TEST_CONFIGS=c11 TESTS="wilson su3 status"');
for (['CC    ', 'build'], ['', 'run']) {
	my @steps = $said =~ m{^$_->[0]\[(\d/\d)\] build/tests/\w+}mg;
	# Two at a time may say so in either order.
	is(join(" ", sort @steps), "1/3 2/3 3/3", "three programs to $_->[1], and which of them");
}
($said) = make('test TEST_CONFIGS=c11 TESTS="wilson su3 status"');
unlike($said, qr/^CC|up to date/m, 'nothing to build the second time, and nothing said of it');
unlink 'build/tests/su3';
($said) = make('test TEST_CONFIGS=c11 TESTS="wilson su3 status"');
like($said, qr{\ACC    \[1/1\] build/tests/su3\n\[1/3\] }, 'one to build') or diag($said);
($said) = make('test TEST_CONFIGS=c11 TESTS="wilson su3 status" CFLAGS="-O0 -std=c11"');
like($said, qr{^CC    \[3/3\] }m, 'all with other flags') or diag($said);
like($said, qr{^\[3/3\] .*\n3 passed, 0 failed\n\z}m, 'the count at the end') or diag($said);
unlink 'build/tests/su3';
($said) = make('V=1 build/tests/su3');
like($said, qr{^\Q$dir\E/cc .*-Wconversion.* tests/unit/su3\.c -o build/tests/su3}m, 'V=1 shows the command') or diag($said);
unlink 'build/examples/pion';
($said) = make('V=1 run KAPPA=0.1234');
like($said, qr{^build/examples/pion .*--kappa '0\.1234'}m, 'and the one of make run') or diag($said);
done_testing();
