#!/usr/bin/env perl
# tests/compile/editor.t: every header and every template of lqcd/ opens in an editor without an error: clang compiles it with
# its entry of compile_commands.json, which lqcd/package/editor.pl writes.
# From the environment: share.pl; CLANG (clang); LQCD_TEST_JOBS (2), LQCD_EDITOR (a regular expression: these files alone).
use strict;
use warnings;
use FindBin;
use JSON::PP;
use Test::More;
require "$FindBin::Bin/../share.pl";

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $clang = $ENV{CLANG} || 'clang';
plan skip_all => "no $clang" if system "command -v $clang >/dev/null 2>&1";
my $only = $ENV{LQCD_EDITOR} || '.';
my $entries = decode_json(scalar `perl lqcd/package/editor.pl`);
my %entry = map { $_->{file} => $_ } @$entries;
chomp(my @files = ('lqcd.h', `find lqcd -name '*.h' -o -name '*.inc' | sort`));
# Whether clang has the target, the headers and the flags of an entry for another processor (lqcd/simd/wasm.h needs clang 16).
my $probe = "#include <stdint.h>\n#if defined __wasm__ && __clang_major__ < 16\n#error\n#endif\n";
my %cross;
sub crosses {
	my @flags = grep { /^(?:--target|-m|\/usr\/)/ } @_;
	s{^(?=/usr/)}{-isystem } for @flags;
	return $cross{"@flags"} //= system("printf '$probe' | $clang @flags -fsyntax-only -x c - 2>/dev/null") ? 0 : 1;
}
my $cuda = !system "echo '#include <cuda_pipeline_primitives.h>' | $clang -fsyntax-only -x c++ - 2>/dev/null";
my $mpi = !system 'command -v mpicc >/dev/null 2>&1';

# Results come in the order of the files; so many compilers run at a time.
my $jobs = $ENV{LQCD_TEST_JOBS} || 2;
my (@running, @checks);
for my $file (drawn(grep { /$only/ } @files)) {
	my $entry = $entry{$file};
	push(@checks, [$file, undef]), next unless $entry;
	my (undef, @arguments) = @{ $entry->{arguments} };
	my $missing = grep({ /^--target/ } @arguments) && !crosses(@arguments) ? "no headers for its processor, or $clang is too old for it"
		: !$cuda && $file eq 'lqcd/gpu/cuda.h' ? 'clang finds no CUDA'
		: !$mpi && grep({ /^-DLQCD_MPI$/ } @arguments) ? 'no mpicc' : '';
	push(@checks, [$file, $missing]), next if $missing ne '';
	push @checks, [$file, [$clang, '-fsyntax-only', '-Wno-everything', @arguments]];
}
for my $k (0 .. $#checks) {
	push @running, $k;
	next if !ref $checks[$k][1];
	my $command = join ' ', map { "'" . s/'/'\\''/gr . "'" } @{ $checks[$k][1] };
	open $checks[$k][2], '-|', "$command 2>&1; echo \$?" or die "$clang: $!";
	finish(shift @running) while @running >= $jobs;
}
finish($_) for @running;

sub finish {
	my ($file, $command, $out) = @{ $checks[ $_[0] ] };
	SKIP: {
		ok(0, "$file has an entry"), return unless defined $command;
		skip "$file: $command", 1 unless ref $command;
		my $said = do { local $/; <$out> };
		ok($said =~ /(?:^|\n)0\n$/, $file) or diag substr join(' ', @$command) . "\n$said", 0, 1500;
	}
}
done_testing();
