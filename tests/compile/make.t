#!/usr/bin/env perl
# tests/compile/make.t: make alone lists its targets; a step says one short line, with V=1 its command; a compile that fails is a
# failure, and what is unknown is refused. In a copy of the tree, with compilers that compile nothing.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

runs("cp -r Makefile LICENSE CHANGELOG.md CITATION.cff lqcd lqcd.h tests bench examples $dir", 'the tree is copied');
chdir $dir or die "chdir: $!";
delete @ENV{qw(V CC CXX CFLAGS CPPFLAGS LDFLAGS OPENMP WARN JOBS TESTS CONFIG LQCD_TEST_ALL)};
# It makes programs that say one check, and none of what has LQCD_BROKEN.
spew('cc', <<'EOT');
#!/bin/sh
case "$*" in *-DLQCD_BROKEN*) exit 1 ;; esac
while [ $# -gt 0 ]; do if [ "$1" = -o ]; then to=$2; fi; shift; done
if [ "$to" ]; then printf '#!/bin/sh\necho ok 1\necho 1..1\n' >"$to" && chmod +x "$to"; fi
EOT
chmod 0755, 'cc' or die "chmod: $!";

# Target, its exit status, what is said
for (['', 0, qr/^make test .*^make install /ms], ['build/tests/simd', 0, qr{\A.{0,20}build/tests/simd\n\z}], ['build/tests/simd', 0, qr/\A(?!CC)/],
	['build/examples/pion', 0, qr{build/examples/pion\n\z}], ['V=1 CFLAGS=-O0 build/tests/simd', 0, qr{^\Q$dir\E/cc .*-O0.* tests/simd\.c -o build/tests/simd}m],
	['CPPFLAGS=-DLQCD_BROKEN build/tests/site', 2, qr/Error/], ['build/tests/nonsense', 2, qr/nonsense/], ['build/tests-nonsense/simd', 2, qr/nonsense/],
	['nonsense', 2, qr/nonsense/], ['clean', 0, qr/build/]) {
	my ($target, $wanted, $says) = @$_;
	my $said = `make CC=$dir/cc CXX=$dir/cc OPENMP= $target 2>&1`;
	is($? >> 8, $wanted, "make $target: exit status") or diag($said);
	like($said, $says, 'and what it says');
	none('in short lines', grep { length > 120 } $target =~ /V=1/ ? () : split /\n/, $said);
}
done_testing();
